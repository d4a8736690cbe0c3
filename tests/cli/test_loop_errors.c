// test_loop_errors.c — what `pantin loop` says of what it cannot do, or was asked in vain: which file, at which
// place, in which manner; and that it leaves nothing half-done.
// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700 // strdup
#include "with_clips.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void must_hold(const char *text, const char *part) {
    if (strstr(text, part) == NULL) fail_msg("\"%s\" is not in: %s", part, text);
}

/// Runs it, expects this exit code, and one line on stderr that begins so.
static ran expect_line(int code, const char *begins, const char *words) {
    ran r = run("%s", words);
    if (r.code != code || strncmp(r.err, begins, strlen(begins)) != 0 ||
        strchr(r.err, '\n') != r.err + r.err_size - 1)
        fail_msg("%s: exit code %d, not %d with \"%s\": %s", words, r.code, code, begins, r.err);
    return r;
}

// --- words without effect ----------------------------------------------------------------------------

static void an_option_without_effect_is_a_misuse(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        { "--blend-frames: is the window of --method crossfade", "--blend-frames 6" },
        { "--blend-frames: is the window", "--blend-frames 24 --method shared" },
        { "--window: is the window of the other methods", "--method crossfade --window 6f" },
        { "--window: has no effect: --no-blend", "--no-blend --window 6f" },
        { "--no-foot-lock: has no effect: crossfade", "--method crossfade --no-foot-lock" },
        { "--no-foot-lock: has no effect: --no-blend", "--no-blend --no-foot-lock" },
        { "--no-dedrift: is of --root in-place", "--root travel --no-dedrift" },
        { "--no-dedrift: is of --root in-place", "--root keep --no-dedrift" },
        { "--no-trim: has no effect", "--no-trim --range 5:75" },
        { "--min-keep: has no effect: the loop's frames are given by --range",
          "--range 5:75 --min-keep 0.5" },
        { "--min-keep: has no effect: the loop's frames are given by --no-trim",
          "--no-trim --min-keep 0.5" },
        { "--period: has no effect: the loop's frames are given by --start and --end",
          "--start 5 --end 75 --period 1s" },
        { "--period: has no effect: crossfade", "--method crossfade --period 1s" },
        { "--pick: has no effect: the loop's frames are given by --no-trim", "--no-trim --pick 1" },
        { "--pick: has no effect: crossfade", "--method crossfade --pick 1" },
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char words[256], line[256];
        bool crossfade = strstr(cases[k][1], "crossfade") != NULL;
        snprintf(words, sizeof words, "loop fix long.bvh -o idle.bvh %s", cases[k][1]);
        snprintf(line, sizeof line, "%s%s", crossfade ? "[loop_fix] " : "pantin: ", cases[k][0]);
        expect_line(2, line, words);
        assert_false(is_there("idle.bvh"));
    }
    expect_refusal("--candidates", "loop find long.bvh --method crossfade --candidates 4");
    expect_refusal("--candidates", "loop find long.bvh --range 5:75 --candidates 4");
}

static void the_reference_tools_words_may_stand_together(void **state) {
    (void)state;
    ran r = run("loop fix --src long.bvh --out all.bvh --method crossfade --blend-frames 6 "
                "--min-keep 0.5 --no-trim --no-blend --no-dedrift");
    assert_true(r.code == 0 || r.code == 1);
    must_hold(r.err, "[loop_fix] --blend-frames has no effect: --no-blend");
    must_hold(r.err,
              "[loop_fix] --min-keep has no effect: the loop's frames are given by --no-trim");
    assert_true(is_there("all.bvh"));
}

static void what_means_nothing_for_a_kind_of_file_is_noted(void **state) {
    (void)state;
    must_hold(run("loop check wave.glb --unit 2.54 --json").out, "--unit has no effect");
    must_hold(run("loop check wave.glb --up z").out, "up axis Z, as was told");
    assert_null(strstr(run("loop check wave.glb --up z").out, "no effect"));
    assert_null(strstr(run("loop check march.bvh --unit 1 --up y").out, "no effect"));
    must_hold(run("loop fix march.bvh -o n.bvh --name Step").out, "--name and --name-suffix");
    assert_null(strstr(run("loop fix wave.glb -o n.glb --name Step").out, "no effect"));
}

// --- whose error it is -------------------------------------------------------------------------------

static void every_error_names_its_file(void **state) {
    (void)state;
    expect_line(2, "pantin: long.bvh: --start: frame 500",
                "loop fix long.bvh -o e.bvh --start 500");
    expect_line(2, "pantin: long.bvh: ", "loop find long.bvh --period 500s");
    // Of several animations the one is named too.
    expect_line(2, "pantin: wave.glb: Reach: --start: frame 500",
                "loop fix wave.glb -o e.glb --animation Reach --start 500");
    expect_line(2, "pantin: wave.glb: ", "loop check wave.glb --animation Point");
    // In a batch, and in its report.
    ran r = run("loop find long.bvh march.bvh wave.glb --start 50 --json");
    assert_int_equal(r.code, 2);
    must_hold(r.err, "pantin: march.bvh: --start: frame 50");
    must_hold(r.err, "pantin: wave.glb: Wave: --start: frame 50");
    must_hold(r.out, "\"error\": \"march.bvh: --start: frame 50");
    // What cannot be written as well.
    expect_line(2, "pantin: march.bvh: no/where.bvh: ", "loop fix march.bvh -o no/where.bvh");
}

static void in_the_reference_manner_every_line_begins_alike(void **state) {
    (void)state;
    static const char *const words[] = {
        "loop fix long.bvh -o r.bvh --method crossfade --blend-frames 6",
        "loop fix long.bvh -o r.bvh --method=crossfade --blend-frames 6 --verbose",
        "loop fix long.bvh march.bvh gone.bvh -o several --method crossfade --blend-frames 6",
        "loop fix long.bvh march.bvh gone.bvh -o several --method crossfade -v --plot plots/",
        "loop fix gone.bvh -o r.bvh --method crossfade",
        "loop fix long.bvh -o r.bvh --method crossfade --start 500",
        "loop fix long.bvh -o r.bvh --method crossfade --nothing",
        "loop fix long.bvh --method crossfade",
        "loop fix long.bvh -o r.bvh --method crossfade --report reported --strip r.svg",
    };
    for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
        ran r = run("%s", words[k]);
        const char *texts[2] = { r.out, r.err };
        assert_true(r.out_size + r.err_size > 0);
        for (int t = 0; t < 2; t++)
            for (const char *line = texts[t]; *line != '\0'; line = strchr(line, '\n') + 1)
                if (strncmp(line, "[loop_fix] ", 11) != 0)
                    fail_msg("%s: a line of its own: \"%s\"", words[k], line);
    }
}

/// Reach has a key that is not a number; the others are as they are.
static void write_broken(const char *path) {
    pantin_bytes whole = { 0 };
    assert_true(pantin_file_read("wave.glb", 1 << 20, &whole, NULL));
    // 37 keys of Wave (times, then turns) stand before Reach's 30 times and its turns.
    uint32_t json;
    memcpy(&json, whole.data + 12, 4);
    size_t turns = 20 + json + 8 + 37 * 20 + 30 * 4;
    memcpy(whole.data + turns + 16, (const uint8_t[]){ 0, 0, 0xc0, 0x7f }, 4);
    write_bytes(path, whole.data, whole.size);
    pantin_bytes_free(&whole);
}

static void of_all_animations_only_what_is_no_clip_is_left_out(void **state) {
    (void)state;
    write_broken("broken.glb");
    // Point has two frames and is left out; Reach is a clip that cannot be read, and counts.
    ran r = expect_line(2, "pantin: broken.glb", "loop check broken.glb --all --json");
    must_hold(r.err, "Reach");
    must_hold(r.out, "\"pose_gap_deg\""); // Wave
    must_hold(r.out, "\"error\"");
    must_hold(r.out, "\"left_out\"");
    assert_int_equal(run("loop find broken.glb --all").code, 2);
    // Half of a file is not what was asked for.
    expect_line(2, "pantin: broken.glb", "loop fix broken.glb --all -o half.glb");
    assert_false(is_there("half.glb"));
    // One that is asked for beyond its length is no clip's fault, but the words'.
    assert_int_equal(run("loop find wave.glb --all --start 33").code, 2);
}

// --- where outputs go --------------------------------------------------------------------------------

static void several_clips_go_into_no_clip(void **state) {
    (void)state;
    static const char *const names[] = { "one.bvh", "one.glb", "ONE.GLTF" };
    for (size_t k = 0; k < 3; k++) {
        expect_refusal("several clips do not go into", "loop fix march.bvh long.bvh -o %s",
                       names[k]);
        assert_false(is_there(names[k]));
    }
    mkdir("folder.glb", 0777); // one that is there is a folder, whatever its name
    assert_true(run("loop fix march.bvh long.bvh -o folder.glb").code < 2);
    assert_true(is_there("folder.glb/march.bvh"));
}

// --- files beside a .gltf ----------------------------------------------------------------------------

static void a_missing_buffer_is_told_where_it_is_named(void **state) {
    (void)state;
    write_wave("lone.gltf", "lone.bin", 1);
    remove("lone.bin");
    static const char *const tasks[] = { "loop check lone.gltf", "loop fix lone.gltf -o l.gltf",
                                         "inspect lone.gltf" };
    for (int k = 0; k < 3; k++) {
        ran r = expect_line(2, "pantin: lone.gltf:1:", tasks[k]);
        must_hold(r.err, "its data lies in lone.bin: there is no such file");
    }
}

static void a_buffer_outside_the_folder_is_refused_by_all_alike(void **state) {
    (void)state;
    mkdir("inner", 0777);
    write_wave("inner/out.gltf", "../outside.bin", 1);
    char *said =
        strdup(expect_line(2, "pantin: inner/out.gltf:1:", "loop check inner/out.gltf").err);
    must_hold(said, "../outside.bin, outside the file's folder; convert it to a GLB");
    assert_string_equal(said, run("loop fix inner/out.gltf -o inner/o.gltf").err);
    assert_string_equal(said, run("loop fix inner/out.gltf -o o.gltf").err);
    assert_string_equal(said, run("loop find inner/out.gltf").err);
    assert_string_equal(said, run("inspect inner/out.gltf").err);
    free(said);
}

// --- a full disk -------------------------------------------------------------------------------------

static void a_file_that_may_not_grow_is_told_and_leaves_nothing(void **state) {
    (void)state;
    write_march("large.bvh", 603, 30, 0); // about 200 KB, and the shell allows 4
    ran r = run("--version >/dev/null; ulimit -f 8; %s loop fix large.bvh -o grown.bvh",
                PANTIN_COMMAND);
    assert_int_equal(r.code, 2);
    must_hold(r.err, "larger than the system allows");
    assert_false(is_there("grown.bvh") || is_there("grown.bvh.part"));
}

static int enter(void **state) {
    if (folder_enter(state) != 0) return -1;
    write_march("march.bvh", 31, 30, 0);    // a loop
    write_march("long.bvh", 103, 30, 0.02); // three steps and a rest
    write_wave("wave.glb", NULL, 3);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_option_without_effect_is_a_misuse),
        cmocka_unit_test(the_reference_tools_words_may_stand_together),
        cmocka_unit_test(what_means_nothing_for_a_kind_of_file_is_noted),
        cmocka_unit_test(every_error_names_its_file),
        cmocka_unit_test(in_the_reference_manner_every_line_begins_alike),
        cmocka_unit_test(of_all_animations_only_what_is_no_clip_is_left_out),
        cmocka_unit_test(several_clips_go_into_no_clip),
        cmocka_unit_test(a_missing_buffer_is_told_where_it_is_named),
        cmocka_unit_test(a_buffer_outside_the_folder_is_refused_by_all_alike),
        cmocka_unit_test(a_file_that_may_not_grow_is_told_and_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, enter, folder_leave);
}
