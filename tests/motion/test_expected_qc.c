// test_expected_qc.c — every clip at hand is read and measured as the reference checkers did.
//
// The figures with an `exact` truth hold to 1e-3, those that two independent readers agreed on to 0.02.
// A bone is compared by name where its gap is no mere noise.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>

#include "base/json.h"
#include "shared_clip.h"

typedef struct entry {
    const char *name;
    const json_tape *tape;
    int object, exact; // tokens
    int differences;
} entry;

static void compare(entry *e, const char *key, const char *exact_key, double value) {
    int token = json_find(e->tape, e->object, key);
    double tolerance = 0.02;
    if (e->exact != PANTIN_NONE && exact_key != NULL) {
        token = json_find(e->tape, e->exact, exact_key);
        tolerance = 1e-3;
    }
    if (token == PANTIN_NONE) return;
    double expected = json_number(e->tape, token);
    if (fabs(value - expected) <= tolerance) return;
    print_error("%s: %s is %.6g, expected %.6g\n", e->name, key, value, expected);
    e->differences++;
}

static void compare_text(entry *e, const char *key, const char *value) {
    int token = json_find(e->tape, e->object, key);
    if (token == PANTIN_NONE || json_equal(e->tape, token, value)) return;
    print_error("%s: %s is '%s', expected '%.*s'\n", e->name, key, value,
                e->tape->tokens[token].end - e->tape->tokens[token].start,
                e->tape->source + e->tape->tokens[token].start);
    e->differences++;
}

static void compare_clip(entry *e, const pantin_clip *clip, const pantin_loop_measure *m) {
    compare_text(e, "anim", clip->name);
    compare_text(e, "root", clip->joints[clip->root].name);
    compare(e, "frames", NULL, clip->frames);
    compare(e, "fps", NULL, clip->fps);
    compare(e, "bones", NULL, clip->bone_count);
    compare(e, "pose", "pose", m->pose_gap_deg);
    compare(e, "vel", "vel", m->velocity_gap_deg_per_frame);
    compare(e, "drift3d", "d3", m->root_drift_cm);
    compare(e, "drift_floor", "dfl", m->root_drift_floor_cm);
    compare(e, "velvec", NULL, m->velocity_vector_gap_deg_per_frame);
    compare(e, "acc", NULL, m->acceleration_gap_deg_per_frame2);
    if (m->pose_gap_deg > 0.02) compare_text(e, "pose_bone", clip->joints[m->pose_bone].name);
    if (m->velocity_gap_deg_per_frame > 0.02)
        compare_text(e, "vel_bone", clip->joints[m->velocity_bone].name);
}

static void compare_entry(entry *e) {
    pantin_clip clip = { 0 };
    pantin_error error = { 0 };
    pantin_loop_measure m;
    int code = 2;
    if (shared_clip(e->name, &clip, &error) &&
        pantin_loop_check(&clip, PANTIN_ROOT_IN_PLACE, &m, &error)) {
        pantin_loop_verdict verdict =
            pantin_loop_judge(&m, PANTIN_LIMITS_REFERENCE, PANTIN_ROOT_IN_PLACE);
        code = verdict.pass ? 0 : 1;
        compare_clip(e, &clip, &m);
    } else if (json_number(e->tape, json_find(e->tape, e->object, "rc")) != 2)
        print_error("%s: %s: %s\n", e->name, error.where, error.text);
    compare(e, "rc", "rc", code);
    pantin_clip_free(&clip);
}

static void every_clip_measures_as_expected(void **state) {
    (void)state;
    pantin_bytes bytes = { 0 };
    if (!pantin_file_read(SHARED_MOTION "expected_qc.json", 1 << 24, &bytes, NULL)) skip();
    arena memory = { 0 };
    json_tape tape;
    pantin_error error = { 0 };
    bool read =
        json_read("expected_qc.json", (const char *)bytes.data, bytes.size, &memory, &tape, &error);
    if (!read) fail_msg("%s: %s", error.where, error.text);
    int differences = 0, entries = 0;
    for (int key = 1, k = 0; k < tape.tokens[0].count; k++) {
        entry e = { json_text(&tape, key, &memory), &tape, key + 1,
                    json_find(&tape, key + 1, "exact"), 0 };
        compare_entry(&e);
        differences += e.differences;
        entries++;
        key = tape.tokens[key + 1].next;
    }
    print_message("%d entries, %d differences\n", entries, differences);
    assert_true(entries >= 80);
    assert_int_equal(differences, 0);
    arena_free(&memory);
    pantin_bytes_free(&bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(every_clip_measures_as_expected) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
