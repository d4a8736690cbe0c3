// test_bvh_hostile.c — broken and lying BVH files: one line and no harm, whatever is cut, flipped or refused.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>

#include "base/random.h"
#include "refusals.h"
#include "tiny_bvh.h"

static void broken_hierarchies_are_refused_where_they_break(void **state) {
    (void)state;
#define ROOT "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 1 Xrotation\n"
#define ROWS "MOTION\nFrames: 3\nFrame Time: 1\n1\n2\n3\n"
    tiny_refused("HIERARCHY\n", "2:1", "before MOTION");
    tiny_refused("HIERARCHY\nMOTION\n", "2:1", "where ROOT should stand");
    tiny_refused(ROOT ROWS, "6:1", "\"Hips\" is not closed");
    tiny_refused(ROOT, "6:1", "\"Hips\" is not closed");
    tiny_refused(ROOT "}\n}\n" ROWS, "7:1", "ROOT or MOTION");
    tiny_refused(ROOT "}\n", "7:1", "before MOTION");
    tiny_refused("HIERARCHY\nROOT Hips\nOFFSET 0 0 0\n", "3:1", "a { should open");
    tiny_refused("HIERARCHY\nROOT Hips\n{\nOFFSET 0 0\n", "5:1", "the file ends where a number");
    tiny_refused("HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 }\n", "4:12", "a number should stand here");
    tiny_refused("HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\n}\n" ROWS, "6:7", "nothing can move");
    tiny_refused(ROOT "CHANNELS 1 Yrotation\n}\n" ROWS, "6:10", "CHANNELS stands twice");
    tiny_refused(ROOT "SCALE 1 1 1\n}\n" ROWS, "6:1", "\"SCALE\" in joint \"Hips\"");
    tiny_refused(ROOT "}\nMOTION\nFrame rate: 3\n", "8:1", "neither \"Frames:\"");
    tiny_refused(ROOT "}\nMOTION\nFrames: 2\nFrame Time: 1\n1\n2\n", "10:1", "2 rows");
    tiny_refused(ROOT "}\nMOTION\nFrames: 1000000000\nFrame Time: 1\n", "10:1", "0 rows");
    tiny_refused(ROOT "}\nMOTION\nFrames: 1000000000\nFrame Time: 1\n1\n2\n3\n", "8:9",
                 "says 1000000000, more than");
}

static void depth_joints_and_channels_are_bounded(void **state) {
    (void)state;
    enum { DEEP = 400, MANY = 10001 };
    static char deep[64 * DEEP], many[32 * MANY];
    size_t used = (size_t)snprintf(deep, sizeof deep, "HIERARCHY\nROOT a\n{\n");
    for (int k = 0; k < DEEP; k++)
        used += (size_t)snprintf(deep + used, sizeof deep - used, "JOINT a\n{\n");
    tiny_refused(deep, "516:1", "more than 256 under one another");
    used = (size_t)snprintf(many, sizeof many, "HIERARCHY\n");
    for (int k = 0; k < MANY; k++)
        used += (size_t)snprintf(many + used, sizeof many - used, "ROOT a {}\n");
    tiny_refused(many, "10002:1", "more than 10000 joints");
    tiny_refused("HIERARCHY\nROOT a\n{\nCHANNELS 13 Xrotation Yrotation Xrotation Yrotation "
                 "Xrotation Yrotation Xrotation Yrotation Xrotation Yrotation Xrotation Yrotation "
                 "Xrotation\n}\n",
                 "4:133", "more than 12 channels");
}

static void still_joints_cannot_ask_for_more_than_the_file_is_worth(void **state) {
    (void)state;
    // 9,000 joints that stand still over 5,000 frames of one number: 2.5 GB for a file of 100 KB.
    enum { JOINTS = 9000, FRAMES = 5000 };
    static char text[12 * JOINTS + 4 * FRAMES + 200];
    size_t used = (size_t)snprintf(text, sizeof text, "HIERARCHY\nROOT a{CHANNELS 1 Xrotation}\n");
    for (int k = 0; k < JOINTS; k++)
        used += (size_t)snprintf(text + used, sizeof text - used, "ROOT a {}\n");
    used += (size_t)snprintf(text + used, sizeof text - used, "MOTION\nFrames:1\nFrame Time:1\n");
    for (int k = 0; k < FRAMES; k++) used += (size_t)snprintf(text + used, 3, "1\n");
    pantin_error error = { 0 };
    pantin_clip clip = { 0 };
    pantin_motion *motion = tiny_read(text, &error);
    assert_non_null(motion);
    assert_false(pantin_motion_sample(motion, 0, &clip, &error));
    assert_int_equal(error.kind, PANTIN_ERROR_FORMAT);
    assert_non_null(strstr(error.text, "too large"));
    pantin_motion_free(motion);
}

/// Reads, samples, writes and reads again, as far as it goes. Whatever was refused has a place.
static void try_all(const char *bytes, size_t size, const pantin_motion_options *options) {
    pantin_error error = { 0 };
    pantin_clip clip = { 0 };
    pantin_bytes written = { 0 };
    pantin_motion *motion = pantin_motion_read("x.bvh", bytes, size, options, &error);
    if (motion == NULL) {
        assert_true(error.kind == PANTIN_ERROR_FORMAT);
        assert_int_equal(strncmp(error.where, "x.bvh", 5), 0);
        assert_true(error.text[0] != '\0');
        return;
    }
    if (pantin_motion_sample(motion, 0, &clip, &error)) {
        assert_true(clip.frames >= 3 && clip.bone_count > 0);
        for (int i = 0; i < clip.frames; i++)
            for (int k = 0; k < clip.joint_count; k++) {
                assert_near(quat_dot(*clip_rotation(&clip, i, k), *clip_rotation(&clip, i, k)), 1,
                            1e-12);
                assert_true(vec3_finite(*clip_translation(&clip, i, k)));
            }
        pantin_loop_mark mark = { .closed = true };
        assert_true(pantin_motion_write(motion, &clip, &mark, &written, &error));
        pantin_motion *again =
            pantin_motion_read("y.bvh", written.data, written.size, options, &error);
        if (again == NULL) fail_msg("%s: %s\n%s", error.where, error.text, (char *)written.data);
        pantin_motion_free(again);
        pantin_bytes_free(&written);
        pantin_clip_free(&clip);
    }
    pantin_motion_free(motion);
}

static void any_cut_of_a_file_is_read_or_refused(void **state) {
    (void)state;
    size_t size = strlen(TINY_BVH);
    for (size_t cut = 0; cut <= size; cut++) {
        char *copy = malloc(cut > 0 ? cut : 1); // of just this size: a look beyond it is seen
        assert_non_null(copy);
        memcpy(copy, TINY_BVH, cut);
        try_all(copy, cut, NULL);
        free(copy);
    }
}

static void any_changed_bytes_are_read_or_refused(void **state) {
    (void)state;
    static const char odd[] = "\0{}\r\n\t ,.-+e09ZzXx:\xFF";
    random_state random = random_make(11);
    size_t size = strlen(TINY_BVH);
    for (int round = 0; round < 20000; round++) {
        char text[1024];
        memcpy(text, TINY_BVH, size + 1);
        for (int k = random_below(&random, 4); k >= 0; k--)
            text[random_below(&random, (int)size)] =
                odd[random_below(&random, (int)sizeof odd - 1)];
        pantin_motion_options options = { .fps = round % 3 == 0 ? 48 : 0 };
        try_all(text, size, &options);
    }
}

static bool read_and_write(void *context, pantin_error *error) {
    pantin_motion_options options = { .fps = 48 };
    pantin_motion *motion = pantin_motion_read("t.bvh", context, strlen(context), &options, error);
    if (motion == NULL) return false;
    pantin_clip clip = { 0 };
    pantin_bytes bytes = { 0 };
    pantin_loop_mark mark = { .closed = true };
    bool done = pantin_motion_sample(motion, 0, &clip, error);
    if (done) {
        done = pantin_motion_write(motion, &clip, &mark, &bytes, error);
        pantin_bytes_free(&bytes);
        pantin_clip_free(&clip);
    }
    if (done) done = pantin_motion_animation_find(motion, "tt", error) == PANTIN_NONE;
    if (done) *error = (pantin_error){ 0 };
    pantin_motion_free(motion);
    return done;
}

static bool finds_nothing(void *context, pantin_error *error) {
    pantin_motion *motion = pantin_motion_read("t.bvh", context, strlen(context), NULL, error);
    if (motion == NULL) return false;
    bool memory = pantin_motion_animation_find(motion, "tt", error) == PANTIN_NONE &&
                  error->kind == PANTIN_ERROR_MEMORY;
    pantin_motion_free(motion);
    return !memory;
}

static void refused_memory_is_one_error_and_no_leak(void **state) {
    (void)state;
    // A file that is told something of, so that notes are made too.
    static char text[] = "HIERARCHY\nROOT Head\n{\nOFFSET 0 2 0\nCHANNELS 6 Xposition Yposition "
                         "Zposition Xrotation Yrotation\nJOINT foot\n{\nOFFSET 0 -1 0\nCHANNELS 1 "
                         "Xposition\nEnd Site\n{\nOFFSET 0 1 0\n}\n}\n}\nMOTION\nFrames: 7\n"
                         "Frame Time: 0.1\n0 0 0 1 2 3\n0 0 1 1 2 3\n0 0 0 1 2 3\n0 0 0\n";
    assert_in_range(refusals_sweep(read_and_write, text), 10, 500);
    assert_in_range(refusals_sweep(finds_nothing, text), 2, 500);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(broken_hierarchies_are_refused_where_they_break),
        cmocka_unit_test(depth_joints_and_channels_are_bounded),
        cmocka_unit_test(still_joints_cannot_ask_for_more_than_the_file_is_worth),
        cmocka_unit_test(any_cut_of_a_file_is_read_or_refused),
        cmocka_unit_test(any_changed_bytes_are_read_or_refused),
        cmocka_unit_test(refused_memory_is_one_error_and_no_leak),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
