// test_bvh_write.c — a written BVH: what is as it was keeps its bytes, what is new keeps its precision and runs on.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "motion/bvh_file.h"
#include "tiny_bvh.h"

/// Written text, as a string; to be freed with pantin_bytes_free.
static pantin_bytes write(const pantin_motion *motion, const pantin_clip *clip) {
    pantin_error error = { 0 };
    pantin_bytes bytes = { 0 };
    pantin_loop_mark mark = { .closed = true };
    if (!pantin_motion_write(motion, clip, &mark, &bytes, &error))
        fail_msg("%s: %s", error.where, error.text);
    return bytes;
}

static pantin_motion *open_text(const char *text, char up, double unit_cm, pantin_clip *clip) {
    pantin_motion_options options = { .up = up, .unit_cm = unit_cm };
    pantin_motion *motion = pantin_motion_read("tiny.bvh", text, strlen(text), &options, NULL);
    assert_non_null(motion);
    assert_true(pantin_motion_sample(motion, 0, clip, NULL));
    return motion;
}

static void an_unchanged_clip_gives_the_file_back_byte_for_byte(void **state) {
    (void)state;
    static const char *const texts[] = {
        TINY_BVH,
        "\xEF\xBB\xBF" TINY_FIGURE "MOTION\r\nframes: 3 \r\nFrame  Time:\t.0333333\r\n"
        " 1 90 2 0 0 0 90.000 0 90\t\r\n2 91 2 90 90 0\r\n 90 0 90 \r\n"
        "+3.50 92 2e0 10 20 30 40 50 -60\r\n",
        TINY_FIGURE "MOTION\rFrame Time: 0.04\rFrames: 3\r1 90 2 0 0 0 90 0 90\r"
                    "2 91 2 90 90 0 90 0 90\r3.5 92 2 10 20 30 40 50 60\r",
    };
    for (int k = 0; k < 3; k++)
        for (int up = 0; up < 3; up++) {
            pantin_clip clip;
            pantin_motion *motion = open_text(texts[k], (char)('x' + up), 2.54, &clip);
            pantin_bytes bytes = write(motion, &clip);
            assert_string_equal((const char *)bytes.data, texts[k]);
            pantin_bytes_free(&bytes);
            pantin_clip_free(&clip);
            pantin_motion_free(motion);
        }
}

static void only_the_counts_and_the_rows_are_written_anew(void **state) {
    (void)state;
    const char *text =
        "HIERARCHY \nROOT  Hips {\n\tOFFSET 0.0 0 0\n  CHANNELS 4 Xrotation  Yposition "
        "Zrotation Yrotation\n\tEnd Site\n{ OFFSET 0 1 0 } }\nMOTION\nFrames:  4\n"
        "Frame Time:  0.0333\n0 1 0 0\n10 2 20 0.1\n20.5 3.25 30 0\n30 4 40 -0.00001\n";
    pantin_clip clip, part;
    pantin_motion *motion = open_text(text, 'y', 1, &clip);
    assert_true(pantin_clip_slice(&clip, 1, 3, &part, NULL));
    pantin_bytes bytes = write(motion, &part);
    assert_string_equal((const char *)bytes.data,
                        "HIERARCHY \nROOT  Hips {\n\tOFFSET 0.0 0 0\n  CHANNELS 4 Xrotation  "
                        "Yposition Zrotation Yrotation\n\tEnd Site\n{ OFFSET 0 1 0 } }\nMOTION\n"
                        "Frames:  3\nFrame Time:  0.0333\n10 2 20 0.1\n20.5 3.25 30 0\n"
                        "30 4 40 -0.00001\n");
    pantin_bytes_free(&bytes);
    // A rate of its own; and a place moved: the joint's angles keep their figures.
    part.fps = 60;
    clip_translation(&part, 1, 0)->y = 0.05;
    bytes = write(motion, &part);
    const char *rows = strstr((const char *)bytes.data, "Frame Time:");
    assert_string_equal(rows, "Frame Time:  0.016666666666666666\n10 2 20 0.1\n20.5 5 30 0\n"
                              "30 4 40 -0.00001\n");
    pantin_bytes_free(&bytes);
    pantin_clip_free(&part);
    pantin_clip_free(&clip);
    pantin_motion_free(motion);
}

static void changed_frames_read_back_as_they_were_meant(void **state) {
    (void)state;
    for (int up = 0; up < 3; up++) {
        pantin_clip clip, again;
        pantin_motion *motion = open_text(TINY_BVH, (char)('x' + up), 5.64444, &clip);
        for (int i = 0; i < clip.frames; i++) {
            for (int k = 0; k < 2; k++)
                *clip_rotation(&clip, i, k) =
                    quat_multiply(*clip_rotation(&clip, i, k), quat_exp((vec3){ .1, .2 + i, -.3 }));
            clip_translation(&clip, i, 0)->x += 0.123456789;
        }
        pantin_bytes bytes = write(motion, &clip);
        pantin_motion *other =
            open_text((const char *)bytes.data, (char)('x' + up), 5.64444, &again);
        // Nine decimals: 1e-9 degrees is 2e-11 rad, 1e-9 units are 6e-11 m.
        assert_same_motion(&clip, &again, 1e-10);
        pantin_bytes_free(&bytes);
        pantin_clip_free(&again);
        pantin_motion_free(other);
        pantin_clip_free(&clip);
        pantin_motion_free(motion);
    }
}

enum { SPIN_FRAMES = 40 };

/// A joint that swings through its gimbal lock while it spins on and on: order Z X Y, X to 89.9 and back.
static size_t spin_text(char *text, size_t size) {
    size_t used =
        (size_t)snprintf(text, size,
                         "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition "
                         "Yposition Zposition\nJOINT Arm\n{\nOFFSET 0 1 0\nCHANNELS 3 "
                         "Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 1 0\n}\n}\n}\n"
                         "MOTION\nFrames: %d\nFrame Time: 0.0333333\n",
                         SPIN_FRAMES);
    for (int i = 0; i < SPIN_FRAMES; i++) {
        double lift = 89.9 - 8 * fabs(i - SPIN_FRAMES / 2.0);
        used += (size_t)snprintf(text + used, size - used, "0 0 0 %.4f %.4f %.4f\n", 25.0 * i, lift,
                                 10.0 * i - 150);
    }
    return used;
}

static void curves_run_on_and_unchanged_frames_keep_their_angles(void **state) {
    (void)state;
    static char text[8192];
    spin_text(text, sizeof text);
    pantin_clip clip, again;
    pantin_motion *motion = open_text(text, 'y', 1, &clip);
    // Both ends are bent a little, as by a seam; the middle is left alone.
    for (int i = 0; i < SPIN_FRAMES; i++)
        if (i < 12 || i >= 28)
            *clip_rotation(&clip, i, 1) =
                quat_multiply(*clip_rotation(&clip, i, 1), quat_exp((vec3){ .03, .02, -.04 }));
    pantin_bytes bytes = write(motion, &clip);
    pantin_motion *other = open_text((const char *)bytes.data, 'y', 1, &again);
    const bvh_document *before = motion->bvh, *after = other->bvh;
    for (int i = 0; i < SPIN_FRAMES; i++)
        for (int c = 3; c < 6; c++) {
            double was = before->values[6 * i + c], is = after->values[6 * i + c];
            if (i >= 12 && i < 28) assert_true(was == is);
            // 3 degrees of bending; no turn of 360 more and no other solution.
            if (i < 12 || i >= 28) assert_near(is, was, 20);
        }
    assert_same_motion(&clip, &again, 1e-10);
    // The row of an unchanged frame is the file's own.
    assert_non_null(strstr((const char *)bytes.data, "\n0 0 0 500.0000 89.9000 50.0000\n"));
    pantin_bytes_free(&bytes);
    pantin_clip_free(&again);
    pantin_motion_free(other);
    pantin_clip_free(&clip);
    pantin_motion_free(motion);
}

static void another_rate_is_sampled_from_the_first_frame(void **state) {
    (void)state;
    static char text[8192];
    spin_text(text, sizeof text);
    pantin_motion_options options = { .up = 'y', .unit_cm = 1, .fps = 15 };
    pantin_motion *motion = pantin_motion_read("spin.bvh", text, strlen(text), &options, NULL);
    pantin_clip native, half, again;
    assert_non_null(motion);
    assert_true(pantin_motion_sample(motion, 0, &half, NULL));
    assert_int_equal(half.frames, 20); // 39 / 30 s at 15: frames 0, 2, .. 38
    assert_true(tiny_notes(&half, "sampled at 15 frames/s; the file has 30"));
    native = tiny_clip(text);
    for (int i = 0; i < half.frames; i++) {
        quat turn = quat_between(*clip_rotation(&half, i, 1), *clip_rotation(&native, 2 * i, 1));
        assert_near(quat_angle(turn), 0, 1e-15);
    }
    pantin_bytes bytes = write(motion, &half);
    options.fps = 0;
    pantin_motion *other = pantin_motion_read("half.bvh", bytes.data, bytes.size, &options, NULL);
    assert_non_null(other);
    assert_true(pantin_motion_sample(other, 0, &again, NULL));
    assert_near(again.fps, 15, 0);
    assert_same_motion(&half, &again, 1e-10);
    pantin_bytes_free(&bytes);
    pantin_clip_free(&again);
    pantin_clip_free(&native);
    pantin_clip_free(&half);
    pantin_motion_free(other);
    pantin_motion_free(motion);
}

static void a_missing_frame_time_is_written_where_it_belongs(void **state) {
    (void)state;
    static const char *const heads[] = { "MOTION\nFrames: 3\n", "MOTION\nFrames: 3\nFrame Time:\n",
                                         "MOTION\nFrames: 3\nFrame Time: 0\n", "MOTION\n" };
    for (int k = 0; k < 4; k++) {
        char text[2048];
        snprintf(text, sizeof text, TINY_FIGURE "%s" TINY_ROWS, heads[k]);
        pantin_motion_options options = { .up = 'y', .unit_cm = 1, .fps = 25 };
        pantin_motion *motion = pantin_motion_read("tiny.bvh", text, strlen(text), &options, NULL);
        pantin_clip clip, again;
        assert_non_null(motion);
        assert_true(pantin_motion_sample(motion, 0, &clip, NULL));
        pantin_bytes bytes = write(motion, &clip);
        again = tiny_clip((const char *)bytes.data);
        assert_near(again.fps, 25, 0);
        assert_same_motion(&clip, &again, 1e-15);
        pantin_clip_free(&again);
        pantin_clip_free(&clip);
        pantin_bytes_free(&bytes);
        pantin_motion_free(motion);
    }
}

static void a_clip_of_another_file_or_of_no_numbers_is_refused(void **state) {
    (void)state;
    pantin_clip clip,
        other = tiny_clip("HIERARCHY\nROOT A\n{\nOFFSET 0 0 0\nCHANNELS 1 Xrotation\n}\n"
                          "MOTION\nFrames: 3\nFrame Time: 1\n1\n2\n3\n");
    pantin_motion *motion = open_text(TINY_BVH, 'y', 1, &clip);
    pantin_error error = { 0 };
    pantin_bytes bytes = { 0 };
    pantin_loop_mark mark = { .closed = true };
    assert_false(pantin_motion_write(motion, &other, &mark, &bytes, &error));
    assert_int_equal(error.kind, PANTIN_ERROR_ARGUMENT);
    clip_translation(&clip, 2, 0)->z = NAN;
    assert_false(pantin_motion_write(motion, &clip, &mark, &bytes, &error));
    assert_null(bytes.data);
    pantin_clip_free(&other);
    pantin_clip_free(&clip);
    pantin_motion_free(motion);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_unchanged_clip_gives_the_file_back_byte_for_byte),
        cmocka_unit_test(only_the_counts_and_the_rows_are_written_anew),
        cmocka_unit_test(changed_frames_read_back_as_they_were_meant),
        cmocka_unit_test(curves_run_on_and_unchanged_frames_keep_their_angles),
        cmocka_unit_test(another_rate_is_sampled_from_the_first_frame),
        cmocka_unit_test(a_missing_frame_time_is_written_where_it_belongs),
        cmocka_unit_test(a_clip_of_another_file_or_of_no_numbers_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
