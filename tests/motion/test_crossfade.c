// test_crossfade.c — the reference's blend: closed bit for bit, its own frame at k = 0, and the velocity left
// over is the source's own change of speed at the anchor.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "clip_maker.h"
#include "near.h"

static pantin_loop_options crossfade(int start, int end, int window) {
    pantin_loop_options options = pantin_loop_defaults();
    options.method = PANTIN_FIX_CROSSFADE;
    options.start = start;
    options.end = end;
    options.blend_frames = window;
    return options;
}

static void the_last_frame_is_the_first_bit_for_bit(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    recipe.frames = 200;
    recipe.period = 37;
    recipe.noise_deg = 3;
    recipe.drift_m = vec3_make(0.005, 0.001, -0.002);
    pantin_clip clip, fixed;
    pantin_loop_fixed report;
    assert_true(make_dance(&recipe, &clip));
    pantin_loop_options options = crossfade(40, 171, 24);
    assert_true(pantin_loop_fix(&clip, &options, &fixed, &report, NULL));
    assert_int_equal(fixed.frames, 132);
    size_t joints = (size_t)fixed.joint_count;
    assert_memory_equal(clip_rotation(&fixed, 0, 0), clip_rotation(&fixed, 131, 0),
                        joints * sizeof(quat));
    assert_memory_equal(clip_translation(&fixed, 0, 0), clip_translation(&fixed, 131, 0),
                        joints * sizeof(vec3));
    assert_near(report.after.pose_gap_deg, 0, 1e-12);
    assert_near(report.after.root_drift_cm, 0, 1e-12);
    pantin_clip_free(&fixed);
    pantin_clip_free(&clip);
}

static void before_the_window_frames_are_the_sources(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    recipe.frames = 160;
    recipe.period = 37;
    pantin_clip clip, fixed;
    pantin_loop_fixed report;
    assert_true(make_dance(&recipe, &clip));
    pantin_loop_options options = crossfade(30, 140, 20);
    assert_true(pantin_loop_fix(&clip, &options, &fixed, &report, NULL));
    // 111 frames, the window being the last 21: frame 90 is k = 0, of weight 0. The hips alone are moved,
    // by the drift of the piece.
    for (int i = 0; i <= 90; i++)
        assert_memory_equal(clip_rotation(&fixed, i, 0), clip_rotation(&clip, 30 + i, 0),
                            MAKER_JOINTS * sizeof(quat));
    assert_true(memcmp(clip_rotation(&fixed, 91, 0), clip_rotation(&clip, 121, 0),
                       MAKER_JOINTS * sizeof(quat)) != 0);
    assert_int_equal(report.window_frames, 20);
    pantin_clip_free(&fixed);
    pantin_clip_free(&clip);
}

/// A swing whose speed halves at frame 60 by 2 degrees a frame, from 4 to 2: what a blend cannot hide.
static void make_kinked(pantin_clip *clip) {
    clip_recipe recipe = clip_recipe_make();
    recipe.frames = 150;
    assert_true(make_swing(&recipe, clip));
    for (int i = 0; i < 150; i++) {
        double angle = i < 60 ? 4.0 * i : 240 + 2.0 * (i - 60);
        *clip_rotation(clip, i, MAKER_LEFT_ARM) = maker_turn(0, 0, 1, angle);
    }
    // From frame 110 on as from frame 30 on, 3 degrees aside: a small gap at the cut.
    for (int i = 110; i < 150; i++)
        *clip_rotation(clip, i, MAKER_LEFT_ARM) = maker_turn(0, 0, 1, 4.0 * (i - 80) + 3);
}

static void the_velocity_left_is_the_sources_own_at_the_anchor(void **state) {
    (void)state;
    pantin_clip clip, fixed;
    pantin_loop_fixed report;
    make_kinked(&clip);
    pantin_loop_options options = crossfade(60, 140, 24);
    assert_true(pantin_loop_fix(&clip, &options, &fixed, &report, NULL));
    assert_near(report.anchor_gap_deg_per_frame, 2, 1e-9); // 4 to 2
    assert_int_equal(report.anchor_bone, MAKER_LEFT_ARM);
    // What the last step of the smooth step adds: (1 - s(23/24)) = 0.0051 of the 3 degrees of the gap.
    assert_near(report.after.velocity_gap_deg_per_frame, report.anchor_gap_deg_per_frame, 0.02);
    pantin_clip_free(&fixed);
    pantin_clip_free(&clip);
}

/// With a gap of 60 degrees the fade's last step is as large as what the anchor leaves: both are foretold.
static void the_velocity_left_is_foretold(void **state) {
    (void)state;
    static const int windows[] = { 2, 8, 24, 60 };
    clip_recipe recipe = clip_recipe_make();
    recipe.frames = 200;
    recipe.period = 37;
    recipe.noise_deg = 3;
    recipe.drift_m = vec3_make(0.005, 0.001, -0.002);
    for (int k = 0; k < 4; k++)
        for (int start = 0; start <= 60; start += 30) {
            pantin_clip clip, fixed;
            pantin_loop_fixed report;
            assert_true(make_dance(&recipe, &clip));
            pantin_loop_options options = crossfade(start, start + 79, windows[k]);
            assert_true(pantin_loop_fix(&clip, &options, &fixed, &report, NULL));
            assert_near(report.predicted_velocity_gap_deg_per_frame,
                        report.after.velocity_gap_deg_per_frame, 1e-6);
            pantin_clip_free(&fixed);
            options.method = PANTIN_FIX_OFFSET;
            assert_true(pantin_loop_fix(&clip, &options, &fixed, &report, NULL));
            assert_near(report.predicted_velocity_gap_deg_per_frame, 0, 0);
            pantin_clip_free(&fixed);
            pantin_clip_free(&clip);
        }
}

/// Three degrees a frame and a quarter turn are what the reference's blend may leave.
static void what_a_blend_cannot_hide_is_told(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    recipe.frames = 150;
    for (int far = 0; far < 2; far++) {
        pantin_clip clip, fixed;
        pantin_loop_fixed report;
        assert_true(make_swing(&recipe, &clip));
        // Faster by 4 degrees a frame from the anchor on; or a turn of 142 degrees on the way to the end.
        for (int i = 0; i < 150; i++) {
            double fast = i < 60 ? i : 60 + 5.0 * (i - 60), angle = far ? 1.775 * (i - 60) : fast;
            *clip_rotation(&clip, i, MAKER_LEFT_ARM) = maker_turn(0, 0, 1, angle);
        }
        pantin_loop_options options = crossfade(60, far ? 140 : 132, 24);
        assert_true(pantin_loop_fix(&clip, &options, &fixed, &report, NULL));
        assert_false(report.goals_met);
        assert_non_null(strstr(report.reason,
                               far ? "LeftArm had to be bent by 1" : "the velocity gap is 3.98"));
        assert_int_equal(strstr(report.reason, "loop check` fails it") != NULL, !far);
        pantin_clip_free(&fixed);
        pantin_clip_free(&clip);
    }
}

static void travel_changes_no_rotation(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    recipe.frames = 150;
    recipe.period = 43;
    recipe.noise_deg = 2;
    pantin_clip still, moving, a, b;
    pantin_loop_fixed of_still, of_moving;
    assert_true(make_dance(&recipe, &still));
    recipe.drift_m = vec3_make(0.01, 0, 0.03);
    assert_true(make_dance(&recipe, &moving));
    pantin_loop_options options = crossfade(PANTIN_NONE, PANTIN_NONE, 24);
    assert_true(pantin_loop_fix(&still, &options, &a, &of_still, NULL));
    assert_true(pantin_loop_fix(&moving, &options, &b, &of_moving, NULL));
    assert_int_equal(of_still.piece.start, of_moving.piece.start);
    assert_int_equal(of_still.piece.end, of_moving.piece.end);
    assert_memory_equal(a.rotations, b.rotations, (size_t)a.frames * MAKER_JOINTS * sizeof(quat));
    assert_true(of_still.after.velocity_gap_deg_per_frame ==
                of_moving.after.velocity_gap_deg_per_frame);
    // 1 and 3 cm a frame over the piece's steps, and the sway of the dance itself.
    double steps = of_moving.piece.end - of_moving.piece.start;
    assert_true(of_moving.drift_removed_cm > 3.0 * steps);
    pantin_clip_free(&a);
    pantin_clip_free(&b);
    pantin_clip_free(&still);
    pantin_clip_free(&moving);
}

static void poses_half_a_turn_apart_keep_one_way(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    recipe.frames = 120;
    pantin_clip clip, fixed;
    pantin_loop_fixed report;
    assert_true(make_swing(&recipe, &clip));
    // The hand passes through half a turn from where it blends to, inside the window: 170 to 190 degrees.
    for (int i = 0; i < 120; i++)
        *clip_rotation(&clip, i, MAKER_LEFT_HAND) =
            maker_turn(0, 0, 1, i < 60 ? 0 : 170 + 20.0 * (i - 76) / 24);
    pantin_loop_options options = crossfade(30, 100, 24);
    assert_true(pantin_loop_fix(&clip, &options, &fixed, &report, NULL));
    double worst = 0;
    for (int i = 47; i < 70; i++) { // frames of the window, 46..70
        quat step = quat_between(*clip_rotation(&fixed, i, MAKER_LEFT_HAND),
                                 *clip_rotation(&fixed, i + 1, MAKER_LEFT_HAND));
        worst = max_double(worst, quat_angle(step) / TRIG_DEGREE);
    }
    // 190 degrees by a smooth step over 24 frames: at most 1.5 / 24 of it a frame, and 1 degree of its own.
    assert_true(worst < 190 * 1.5 / 24 + 1);
    pantin_clip_free(&fixed);
    pantin_clip_free(&clip);
}

static void without_frames_before_the_start_it_still_closes(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    recipe.frames = 50;
    recipe.period = 37;
    pantin_clip clip, fixed;
    pantin_loop_fixed report;
    assert_true(make_dance(&recipe, &clip));
    pantin_loop_options options = crossfade(PANTIN_NONE, PANTIN_NONE, 1000);
    options.trim = false;
    assert_true(pantin_loop_fix(&clip, &options, &fixed, &report, NULL));
    assert_int_equal(fixed.frames, 50);
    assert_int_equal(report.window_frames, 49); // no longer than the piece
    assert_near(report.after.pose_gap_deg, 0, 1e-12);
    pantin_clip_free(&fixed);
    pantin_clip_free(&clip);
}

/// Whatever loops already is faded all the same; one that is too short for that is told to need nothing.
static void a_loop_too_short_for_the_fade_is_told_to_loop(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    recipe.frames = 41;
    recipe.period = 40;
    pantin_clip clip, fixed;
    pantin_loop_fixed report;
    pantin_error error = { 0 };
    assert_true(make_dance(&recipe, &clip));
    pantin_loop_options options = crossfade(PANTIN_NONE, PANTIN_NONE, 24);
    assert_false(pantin_loop_fix(&clip, &options, &fixed, &report, &error));
    assert_true(report.before.loops);
    assert_non_null(strstr(error.text, "the crossfade needs 24 before its anchor"));
    assert_non_null(strstr(error.text, "; it loops already"));
    pantin_clip_free(&clip);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_frame_is_the_first_bit_for_bit),
        cmocka_unit_test(before_the_window_frames_are_the_sources),
        cmocka_unit_test(the_velocity_left_is_the_sources_own_at_the_anchor),
        cmocka_unit_test(the_velocity_left_is_foretold),
        cmocka_unit_test(what_a_blend_cannot_hide_is_told),
        cmocka_unit_test(travel_changes_no_rotation),
        cmocka_unit_test(poses_half_a_turn_apart_keep_one_way),
        cmocka_unit_test(without_frames_before_the_start_it_still_closes),
        cmocka_unit_test(a_loop_too_short_for_the_fade_is_told_to_loop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
