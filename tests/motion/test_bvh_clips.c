// test_bvh_clips.c — real BVH files are read as two other readers read them: frames, rate, bones, root, remarks.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "tiny_bvh.h"

typedef struct expected_clip {
    const char *name;
    int frames;
    double fps;
    int bones;
    double drift_cm, drift_floor_cm; // of the root, first to last frame
    const char *notes[2];
} expected_clip;

#define CMU "unit guessed: 1 unit = 5.644 cm (stature "

/// From the clips' table of expected values, in which two checkers agree.
static const expected_clip expected[] = {
    { "cmu_12_01_walk", 524, 120, 31, 385.5959, 385.5886, { CMU "22.4 units)" } },
    { "dab", 339, 30, 27, 45.9657, 11.9754, { CMU "41.1 units)", "up axis Z" } },
    { "jesse_dance", 1007, 100, 60, 15.7122, 13.9666, { NULL } },
    { "jumping_jacks", 125, 30, 31, 5.1992, 3.1970, { CMU "24.6 units)" } },
    { "wave_hello", 839, 119.87532965715656, 27, .9609, .9494, { CMU "37.5 units)", "up axis Z" } },
    { "zombie", 779, 30, 27, 19.0480, 18.8910, { CMU "42 units)", "up axis Z" } },
};

static void compare(const expected_clip *e, const pantin_clip *clip) {
    assert_string_equal(clip->name, e->name);
    assert_int_equal(clip->frames, e->frames);
    assert_true(clip->fps == e->fps);
    assert_int_equal(clip->bone_count, e->bones);
    assert_string_equal(clip->joints[clip->root].name, "Hips");
    int notes = (e->notes[0] != NULL) + (e->notes[1] != NULL);
    assert_int_equal(clip->note_count, notes);
    for (int k = 0; k < notes; k++) assert_string_equal(clip->notes[k], e->notes[k]);
    frame3 first = clip_frame_of(clip, 0, clip->root);
    frame3 last = clip_frame_of(clip, clip->frames - 1, clip->root);
    vec3 from = space_frame_origin(&first), to = space_frame_origin(&last);
    assert_near(100 * vec3_distance(from, to), e->drift_cm, 1e-3);
    assert_near(100 * vec3_floor_distance(from, to), e->drift_floor_cm, 1e-3);
}

static void real_files_are_read_as_expected_and_written_back_byte_for_byte(void **state) {
    (void)state;
    int found = 0;
    for (size_t k = 0; k < sizeof expected / sizeof *expected; k++) {
        char path[1024];
        pantin_bytes bytes = { 0 }, written = { 0 };
        pantin_clip clip;
        pantin_loop_mark mark = { .closed = false };
        snprintf(path, sizeof path, PANTIN_SHARED "/data/motion/bvh/%s.bvh", expected[k].name);
        if (!pantin_file_read(path, (size_t)1 << 26, &bytes, NULL)) continue;
        found++;
        pantin_motion *motion = pantin_motion_read(path, bytes.data, bytes.size, NULL, NULL);
        assert_non_null(motion);
        assert_true(pantin_motion_sample(motion, 0, &clip, NULL));
        compare(&expected[k], &clip);
        assert_true(pantin_motion_write(motion, &clip, &mark, &written, NULL));
        assert_int_equal(written.size, bytes.size);
        assert_memory_equal(written.data, bytes.data, bytes.size);
        pantin_bytes_free(&written);
        // Bent by a hair in every joint and frame, all numbers are made anew and still read back.
        for (int i = 0; i < clip.frames; i++)
            for (int j = 0; j < clip.joint_count; j++)
                if ((clip.joints[j].moves & PANTIN_MOVES_ROTATION) != 0)
                    *clip_rotation(&clip, i, j) =
                        quat_multiply(*clip_rotation(&clip, i, j), quat_exp((vec3){ 1e-6, 0, 0 }));
        assert_true(pantin_motion_write(motion, &clip, &mark, &written, NULL));
        pantin_motion *bent = pantin_motion_read(path, written.data, written.size, NULL, NULL);
        pantin_clip again;
        assert_non_null(bent);
        assert_true(pantin_motion_sample(bent, 0, &again, NULL));
        assert_same_motion(&clip, &again, 2e-10); // 1e-9 degrees and units, over three channels
        pantin_bytes_free(&written);
        pantin_bytes_free(&bytes);
        pantin_clip_free(&again);
        pantin_clip_free(&clip);
        pantin_motion_free(bent);
        pantin_motion_free(motion);
    }
    if (found == 0) skip();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(real_files_are_read_as_expected_and_written_back_byte_for_byte),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
