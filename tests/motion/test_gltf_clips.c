// test_gltf_clips.c — real GLB and glTF clips, where they are at hand, read as two independent readers read them.
//
// expected_qc.json names, a file and an animation: frames, rate, bones, root, what was remarked; or why not.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "pantin/motion.h"

#ifdef PANTIN_SHARED

static const char folder[] = PANTIN_SHARED "/data/motion/";

static bool fetch(void *self, const char *path, size_t limit, pantin_bytes *bytes,
                  pantin_error *error) {
    char whole[600];
    snprintf(whole, sizeof whole, "%s%s", (const char *)self, path);
    return pantin_file_read(whole, limit, bytes, error);
}

/// A member of an entry, as text; "" where it has none.
static const char *word(const json_tape *tape, int entry, const char *key, arena *memory) {
    int token = json_find(tape, entry, key);
    return token == PANTIN_NONE ? "" : json_text(tape, token, memory);
}

static double number(const json_tape *tape, int entry, const char *key) {
    int token = json_find(tape, entry, key);
    if (token == PANTIN_NONE) fail_msg("no %s", key);
    return json_number(tape, token);
}

static void check_notes(const json_tape *tape, int entry, const char *name, const pantin_clip *clip,
                        arena *memory) {
    int list = json_find(tape, entry, "notes"), seen = 0;
    for (int k = 0, at = list + 1; k < tape->tokens[list].count; k++, at = tape->tokens[at].next) {
        const char *note = json_text(tape, at, memory);
        if (seen == clip->note_count || strcmp(clip->notes[seen], note) != 0)
            fail_msg("%s: \"%s\" is not told at its place", name, note);
        seen++;
    }
    if (seen < clip->note_count) fail_msg("%s: \"%s\" is told", name, clip->notes[seen]);
}

static void check_clip(const json_tape *tape, int entry, const char *name, const pantin_clip *clip,
                       arena *memory) {
    if (clip->frames != (int)number(tape, entry, "frames"))
        fail_msg("%s: %d frames", name, clip->frames);
    if (clip->fps != number(tape, entry, "fps")) fail_msg("%s: %g frames/s", name, clip->fps);
    if (clip->bone_count != (int)number(tape, entry, "bones"))
        fail_msg("%s: %d bones", name, clip->bone_count);
    assert_string_equal(clip->joints[clip->root].name, word(tape, entry, "root", memory));
    assert_string_equal(clip->name, word(tape, entry, "anim", memory));
    check_notes(tape, entry, name, clip, memory);
}

/// Reads what `name` says: FILE or FILE#K.
static bool read_entry(const char *name, pantin_clip *clip, pantin_error *error) {
    char path[600], beside[600];
    snprintf(path, sizeof path, "%s%s", folder, name);
    char *hash = strchr(path, '#');
    int animation = hash != NULL ? atoi(hash + 1) : PANTIN_NONE;
    if (hash != NULL) *hash = '\0';
    snprintf(beside, sizeof beside, "%s", path);
    strrchr(beside, '/')[1] = '\0';
    pantin_bytes file = { 0 };
    pantin_motion_options options = pantin_motion_defaults();
    options.fetch = fetch;
    options.fetch_self = beside;
    if (!pantin_file_read(path, (size_t)1 << 28, &file, error)) return false;
    pantin_motion *motion = pantin_motion_read(path, file.data, file.size, &options, error);
    // Without #K the default one.
    bool fine = motion != NULL && pantin_motion_sample(motion, animation, clip, error);
    pantin_motion_free(motion);
    pantin_bytes_free(&file);
    return fine;
}

static void check_entry(const json_tape *tape, int entry, const char *name, arena *memory) {
    pantin_clip clip = { 0 };
    pantin_error error = { 0 };
    bool readable = number(tape, entry, "rc") < 2;
    const char *reason = word(tape, entry, "error", memory);
    if (read_entry(name, &clip, &error) != readable)
        fail_msg("%s is %s: %s", name, readable ? "not read" : "read", error.text);
    if (readable) {
        check_clip(tape, entry, name, &clip, memory);
    } else {
        assert_int_equal(error.kind, PANTIN_ERROR_FORMAT);
        // The truncated file's reason is each reader's own.
        if (strncmp(reason, "buffer", 6) != 0 && strstr(error.text, reason) == NULL)
            fail_msg("%s: \"%s\" does not say \"%s\"", name, error.text, reason);
    }
    pantin_clip_free(&clip);
}

static void real_clips_are_read_as_expected(void **state) {
    (void)state;
    pantin_error error = { 0 };
    pantin_bytes file = { 0 };
    arena memory = { 0 };
    json_tape tape;
    char path[600];
    int entries = 0;
    snprintf(path, sizeof path, "%sexpected_qc.json", folder);
    if (!pantin_file_read(path, 1 << 24, &file, &error)) skip();
    assert_true(json_read(path, (const char *)file.data, file.size, &memory, &tape, &error));
    for (int k = 0, at = 1; k < tape.tokens[0].count; k++, at = tape.tokens[at + 1].next) {
        const char *name = json_text(&tape, at, &memory);
        if (strncmp(name, "bvh/", 4) == 0) continue;
        check_entry(&tape, at + 1, name, &memory);
        entries++;
    }
    assert_int_equal(entries, 74);
    arena_free(&memory);
    pantin_bytes_free(&file);
}

#else
static void real_clips_are_read_as_expected(void **state) {
    (void)state;
    skip();
}
#endif

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(real_clips_are_read_as_expected) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
