// test_offset.c — the seam led together by decaying offsets: what it must reach, and what it must leave alone.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "clip_maker.h"
#include "near.h"

static pantin_loop_options piece(int start, int end) {
    pantin_loop_options options = pantin_loop_defaults();
    options.start = start;
    options.end = end;
    options.foot_lock = false;
    return options;
}

/// Every third joint turns about three axes at unlike periods, by up to 60 degrees: nothing commutes, nothing closes.
static void make_tumble(int frames, double degrees, pantin_clip *clip) {
    clip_recipe recipe = clip_recipe_make();
    recipe.frames = frames;
    assert_true(make_swing(&recipe, clip));
    for (int i = 0; i < frames; i++)
        for (int k = 3; k < MAKER_JOINTS; k += 3) {
            double x = maker_wave(i / 31.0 + 0.1 * k), y = maker_wave(i / 47.0 + 0.2 * k);
            double z = maker_wave(i / 23.0 + 0.3 * k), size = degrees * TRIG_DEGREE;
            *clip_rotation(clip, i, k) = quat_exp((vec3){ size * x, size * y, size * z });
        }
    clip_align_signs(clip);
}

static void the_residual_ends_within_the_clips_own(void **state) {
    (void)state;
    for (int cut = 0; cut < 12; cut++) {
        pantin_clip clip, fixed;
        pantin_loop_fixed report;
        make_tumble(180, 35, &clip);
        pantin_loop_options options = piece(3 * cut, 120 + 5 * cut);
        assert_true(pantin_loop_fix(&clip, &options, &fixed, &report, NULL));
        assert_true(report.after.pose_gap_deg <= 0.01);
        assert_true(report.after.seam_residual_deg_per_s <=
                    report.source.seam_residual_interior_p95_deg_per_s);
        assert_true(report.source.seam_residual_interior_p95_deg_per_s >
                    1); // it has one to keep to
        // Half the gap to each end, and a share for the velocities: never as far as the gap itself.
        assert_true(report.peak_deviation_deg < 70);
        pantin_clip_free(&fixed);
        pantin_clip_free(&clip);
    }
}

static void what_lies_beyond_the_window_keeps_its_bits(void **state) {
    (void)state;
    pantin_clip clip, fixed;
    pantin_loop_fixed report;
    make_tumble(180, 20, &clip);
    pantin_loop_options options = piece(10, 159);
    options.root = PANTIN_ROOT_KEEP;
    assert_true(pantin_loop_fix(&clip, &options, &fixed, &report, NULL));
    int window = report.window_frames, last = fixed.frames - 1;
    assert_true(window >= 10 && window <= 30); // 0.35 s to 1 s at 30 a second
    for (int i = window; i <= last - window; i++)
        assert_memory_equal(clip_rotation(&fixed, i, 0), clip_rotation(&clip, 10 + i, 0),
                            MAKER_JOINTS * sizeof(quat));
    assert_memory_equal(clip_rotation(&fixed, last, 0), clip_rotation(&fixed, 0, 0),
                        MAKER_JOINTS * sizeof(quat));
    for (int i = 0; i <= last; i++) // and joints that do not move are not touched at all
        assert_memory_equal(clip_rotation(&fixed, i, MAKER_SPINE),
                            clip_rotation(&clip, i, MAKER_SPINE), sizeof(quat));
    pantin_clip_free(&fixed);
    pantin_clip_free(&clip);
}

static void a_whole_period_is_hardly_bent(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    recipe.frames = 150;
    pantin_clip clip, fixed;
    pantin_loop_fixed report;
    assert_true(make_dance(&recipe, &clip)); // 30 frames a cycle: 12..102 are three of them
    pantin_loop_options options = piece(12, 102);
    assert_true(pantin_loop_fix(&clip, &options, &fixed, &report, NULL));
    assert_true(report.peak_deviation_deg < 1e-6);
    assert_true(report.goals_met);
    pantin_clip_free(&fixed);
    pantin_clip_free(&clip);
}

static void a_jump_of_velocity_is_closed_as_far_as_the_clip_shows_none(void **state) {
    (void)state;
    // The arm swings out at 3 degrees a frame for all of the piece and must be back at once: the value's gap
    // is 90 degrees, and its speed is the same on both sides. With a parabola the speeds differ.
    for (int jump = 0; jump < 2; jump++) {
        clip_recipe recipe = clip_recipe_make();
        recipe.frames = 61;
        pantin_clip clip, fixed;
        pantin_loop_fixed report;
        assert_true(make_swing(&recipe, &clip));
        for (int i = 0; i < 61; i++)
            *clip_rotation(&clip, i, MAKER_LEFT_ARM) =
                maker_turn(0, 0, 1, jump ? 0.05 * (i - 30) * (i - 30) : 1.5 * i);
        pantin_loop_options options = piece(0, 60);
        assert_true(pantin_loop_fix(&clip, &options, &fixed, &report, NULL));
        // The interior is smooth to the last bit, so nothing may be left but rounding.
        assert_true(report.source.seam_residual_interior_p95_deg_per_s < 1e-6);
        assert_true(report.after.seam_residual_deg_per_s < 0.01);
        // Half of 90 degrees where there is no jump. The parabola closes, and has a jump of 6 degrees a frame:
        // to be carried over 10 frames, at most 0.5 * 6 * 10 * 0.12.
        assert_near(report.peak_deviation_deg, jump ? 3.3 : 45, jump ? 0.6 : 1e-6);
        pantin_clip_free(&fixed);
        pantin_clip_free(&clip);
    }
}

static void stepped_channels_are_closed_and_not_smoothed(void **state) {
    (void)state;
    pantin_clip clip, fixed;
    pantin_loop_fixed report;
    make_tumble(100, 30, &clip);
    clip.joints[3].moves |= PANTIN_STEP_ROTATION;
    pantin_loop_options options = piece(5, 90);
    assert_true(pantin_loop_fix(&clip, &options, &fixed, &report, NULL));
    for (int i = 0; i < 85; i++)
        assert_memory_equal(clip_rotation(&fixed, i, 3), clip_rotation(&clip, 5 + i, 3),
                            sizeof(quat));
    assert_memory_equal(clip_rotation(&fixed, 85, 3), clip_rotation(&fixed, 0, 3), sizeof(quat));
    pantin_clip_free(&fixed);
    pantin_clip_free(&clip);
}

static void scales_and_weights_are_closed_with_the_rest(void **state) {
    (void)state;
    enum { FRAMES = 80 };
    pantin_clip clip, fixed;
    pantin_loop_fixed report;
    assert_true(clip_begin(&clip, 1, FRAMES, true, NULL));
    clip.joints[0] = (pantin_joint){ .name = "box",
                                     .parent = PANTIN_NONE,
                                     .bone = true,
                                     .moves = PANTIN_MOVES_ROTATION | PANTIN_MOVES_SCALE,
                                     .rotation = quat_identity(),
                                     .scale = { 1, 1, 1 } };
    clip.bone_count = 1;
    clip.morph_count = 1;
    clip.morphs = ARENA_ARRAY(clip_memory(&clip), pantin_morph, 1);
    float *weights = ARENA_ARRAY(clip_memory(&clip), float, 2 * FRAMES);
    clip.morphs[0] = (pantin_morph){ .node = 0, .count = 2, .weights = weights };
    for (int i = 0; i < FRAMES; i++) {
        clip.rotations[i] = maker_turn(1, 0, 0, 20 * maker_wave(i / 33.0));
        clip.scales[i] = vec3_make(1 + 0.01 * i, 1, 2 - 0.005 * i);
        weights[2 * i] = (float)i / FRAMES;
        weights[2 * i + 1] = 0.5f;
    }
    pantin_loop_options options = piece(0, FRAMES - 1);
    assert_true(pantin_loop_fix(&clip, &options, &fixed, &report, NULL));
    const float *w = fixed.morphs[0].weights;
    assert_memory_equal(&fixed.scales[FRAMES - 1], &fixed.scales[0], sizeof(vec3));
    assert_near(fixed.scales[0].x, (1 + 1.79) / 2, 0.01); // halfway: both ends give half
    assert_true(w[2 * (FRAMES - 1)] == w[0]);
    assert_near((double)w[0], 79.0 / 80 / 2, 1e-6);
    for (int i = 0; i < FRAMES; i++) {
        assert_true(w[2 * i] >= 0 && w[2 * i] <= 1);
        assert_true(w[2 * i + 1] == 0.5f);
        assert_true(fixed.scales[i].y == 1);
    }
    assert_memory_equal(&fixed.scales[40], &clip.scales[40], sizeof(vec3));
    pantin_clip_free(&fixed);
    pantin_clip_free(&clip);
}

static void every_mode_closes_and_two_ends_bend_half_as_far_as_one(void **state) {
    (void)state;
    pantin_clip clip, fixed;
    pantin_loop_fixed reports[PANTIN_FIX_METHODS];
    make_tumble(180, 20, &clip);
    for (int method = 0; method < PANTIN_FIX_METHODS; method++) {
        pantin_loop_options options = piece(30, 150);
        options.method = (pantin_fix_method)method;
        assert_true(pantin_loop_fix(&clip, &options, &fixed, &reports[method], NULL));
        assert_true(reports[method].after.pose_gap_deg <= 1e-9);
        assert_true(reports[method].after.root_drift_cm <= 1e-9);
        for (int i = 0; i < fixed.frames; i++)
            for (int k = 0; k < MAKER_JOINTS; k++)
                assert_near(quat_dot(*clip_rotation(&fixed, i, k), *clip_rotation(&fixed, i, k)), 1,
                            1e-9);
        pantin_clip_free(&fixed);
    }
    double shared = reports[PANTIN_FIX_SHARED].peak_deviation_deg;
    assert_near(reports[PANTIN_FIX_SOFTFADE].peak_deviation_deg, 2 * shared, 1e-6);
    assert_near(reports[PANTIN_FIX_LINEAR].peak_deviation_deg, shared, 0.2 * shared);
    assert_true(reports[PANTIN_FIX_ONE_SIDED].peak_deviation_deg >= 2 * shared - 1e-6);
    assert_true(reports[PANTIN_FIX_OFFSET].peak_deviation_deg < 1.3 * shared);
    // Only the modes that look at velocities keep the seam as smooth as the clip.
    double most = reports[0].source.seam_residual_interior_p95_deg_per_s;
    assert_true(reports[PANTIN_FIX_OFFSET].after.seam_residual_deg_per_s <= most);
    assert_true(reports[PANTIN_FIX_ONE_SIDED].after.seam_residual_deg_per_s <= most);
    assert_true(reports[PANTIN_FIX_LINEAR].after.seam_residual_deg_per_s <= most);
    assert_true(reports[PANTIN_FIX_SHARED].after.seam_residual_deg_per_s > 10 * most);
    assert_false(reports[PANTIN_FIX_SHARED].goals_met);
    pantin_clip_free(&clip);
}

static void a_gap_of_half_a_turn_takes_one_way_and_is_told(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    recipe.frames = 100;
    pantin_clip clip, fixed;
    pantin_loop_fixed report;
    assert_true(make_swing(&recipe, &clip));
    for (int i = 0; i < 100; i++)
        *clip_rotation(&clip, i, MAKER_LEFT_ARM) = maker_turn(0, 0, 1, 178.0 * i / 99);
    pantin_loop_options options = piece(0, 99);
    assert_true(pantin_loop_fix(&clip, &options, &fixed, &report, NULL));
    assert_false(report.goals_met);
    assert_non_null(strstr(report.reason, "LeftArm is 178 degrees away"));
    // The window is 1 s: 89 degrees over 30 frames, 15/8 of it at most, and 1.8 of its own: no flip.
    for (int i = 0; i < 99; i++) {
        quat step = quat_between(*clip_rotation(&fixed, i, MAKER_LEFT_ARM),
                                 *clip_rotation(&fixed, i + 1, MAKER_LEFT_ARM));
        assert_true(quat_angle(step) / TRIG_DEGREE < 89 * 1.875 / 30 + 1.8);
    }
    pantin_clip_free(&fixed);
    pantin_clip_free(&clip);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_residual_ends_within_the_clips_own),
        cmocka_unit_test(what_lies_beyond_the_window_keeps_its_bits),
        cmocka_unit_test(a_whole_period_is_hardly_bent),
        cmocka_unit_test(a_jump_of_velocity_is_closed_as_far_as_the_clip_shows_none),
        cmocka_unit_test(stepped_channels_are_closed_and_not_smoothed),
        cmocka_unit_test(scales_and_weights_are_closed_with_the_rest),
        cmocka_unit_test(every_mode_closes_and_two_ends_bend_half_as_far_as_one),
        cmocka_unit_test(a_gap_of_half_a_turn_takes_one_way_and_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
