// test_measure.c — rotations at the seam, against truths known in closed form.
//
// The swing is θ(i) = A sin(i d) about one axis, A = 40°, d = 2π / 40: its steps, their changes and the
// residuals of those are sums of sines.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "clip_maker.h"
#include "near.h"
#include "refusals.h"
#include "with_check.h"

enum { PERIOD = 40 };
static const double swing_deg = 40, swing_d = 2 * TRIG_PI / PERIOD;

static pantin_loop_measure swing_of(int frames, pantin_clip *clip) {
    clip_recipe recipe = clip_recipe_make();
    recipe.period = PERIOD;
    recipe.frames = frames;
    assert_true(make_swing(&recipe, clip));
    return measure_of(clip, PANTIN_ROOT_IN_PLACE);
}

static void a_whole_swing_closes_and_loops(void **state) {
    (void)state;
    pantin_clip clip;
    pantin_loop_measure m = swing_of(2 * PERIOD + 1, &clip);
    assert_int_equal(m.frames, 81);
    assert_near(m.fps, 30, 0);
    assert_near(m.pose_gap_deg, 0, 1e-12);
    // Into and out of the zero crossing the arm goes at one speed, but there its acceleration changes sign:
    // θ(2) - 2 θ(1) + θ(0) = A (sin 2d - 2 sin d), and the opposite before the seam.
    assert_near(m.velocity_gap_deg_per_frame, 0, 1e-12);
    assert_near(m.velocity_vector_gap_deg_per_frame, 0, 1e-12);
    double bend = swing_deg * (2 * sin(swing_d) - sin(2 * swing_d));
    assert_near(m.acceleration_gap_deg_per_frame2, 2 * bend, 1e-11);
    assert_near(m.seam_residual_deg_per_s, 0, 1e-10);
    assert_true(m.loops);
    assert_false(m.open);
    pantin_clip_free(&clip);
}

static void the_interior_is_that_of_a_sine(void **state) {
    (void)state;
    pantin_clip clip;
    pantin_loop_measure m = swing_of(2 * PERIOD + 1, &clip);
    // Δ(f) = -2 A (1 - cos d) sin(f d), so Δ(f) - ½ (Δ(f-1) + Δ(f+1)) = Δ(f) (1 - cos d); f = 2 .. N-3.
    assert_true(m.has_interior);
    double size = 2 * swing_deg * (1 - cos(swing_d)) * (1 - cos(swing_d)) * 30;
    assert_near(m.seam_residual_interior_max_deg_per_s, size,
                1e-9); // frame 10 is at the full swing
    double values[PERIOD * 2];
    int count = 0;
    for (int f = 2; f <= 81 - 3; f++) {
        double value = size * fabs(sin(f * swing_d));
        int at = count++;
        for (; at > 0 && values[at - 1] > value; at--) values[at] = values[at - 1];
        values[at] = value;
    }
    // 77 values: rank 0.95 * 76 = 72.2, between the sorted 72nd and 73rd.
    assert_int_equal(count, 77);
    assert_near(m.seam_residual_interior_p95_deg_per_s, 0.8 * values[72] + 0.2 * values[73], 1e-9);
    pantin_clip_free(&clip);
}

static void a_swing_cut_anywhere_has_the_gaps_of_its_sines(void **state) {
    (void)state;
    for (int frames = 10; frames <= 70; frames += 7) {
        pantin_clip clip;
        pantin_loop_measure m = swing_of(frames, &clip);
        int n = frames - 1;
#define ANGLE(i) (swing_deg * sin((i)*swing_d))
        double in = ANGLE(n) - ANGLE(n - 1), out = ANGLE(1) - ANGLE(0);
        double before = ANGLE(n - 1) - ANGLE(n - 2), after = ANGLE(2) - ANGLE(1);
        assert_near(m.pose_gap_deg, fabs(ANGLE(n)), 1e-10);
        if (fabs(ANGLE(n)) > 1) assert_int_equal(m.pose_bone, MAKER_LEFT_ARM);
        assert_near(m.velocity_gap_deg_per_frame, fabs(fabs(in) - fabs(out)), 1e-10);
        assert_near(m.velocity_vector_gap_deg_per_frame, fabs(in - out), 1e-10);
        assert_near(m.acceleration_gap_deg_per_frame2, fabs((in - before) - (after - out)), 1e-10);
        double residual = fabs((out - in) - 0.5 * ((in - before) + (after - out)));
        assert_near(m.seam_residual_deg_per_s, 30 * residual, 1e-8);
        assert_false(m.loops);
        pantin_clip_free(&clip);
    }
}

/// T16, as it is measured: closed with its last key, open without it.
static void a_spin_with_its_last_key_is_closed_and_without_it_open(void **state) {
    (void)state;
    // Keys every 90° at 0, 0.25 .. 1 s: at 24 frames a second 15° a frame, 24 distinct frames.
    clip_recipe recipe = clip_recipe_make();
    recipe.fps = recipe.period = 24;
    recipe.frames = 25;
    pantin_clip clip;
    assert_true(make_spin(&recipe, &clip));
    pantin_loop_measure m = measure_of(&clip, PANTIN_ROOT_IN_PLACE);
    assert_near(m.pose_gap_deg, 0, 1e-12);
    assert_near(m.velocity_vector_gap_deg_per_frame, 0, 1e-12);
    assert_true(m.loops);
    assert_false(m.open);
    for (int i = 0; i < 24; i++)
        assert_near(quat_angle(quat_between(*clip_rotation(&clip, i, MAKER_LEFT_HAND),
                                            *clip_rotation(&clip, i + 1, MAKER_LEFT_HAND))) /
                        TRIG_DEGREE,
                    15, 1e-12);
    pantin_clip_free(&clip);
    recipe.frames = 24;
    assert_true(make_spin(&recipe, &clip));
    m = measure_of(&clip, PANTIN_ROOT_IN_PLACE);
    assert_near(m.pose_gap_deg, 15, 1e-12);
    assert_false(m.loops);
    assert_true(m.open);
    // A frame less still, and the step over the seam is twice as long as others.
    pantin_clip_free(&clip);
    recipe.frames = 23;
    assert_true(make_spin(&recipe, &clip));
    m = measure_of(&clip, PANTIN_ROOT_IN_PLACE);
    assert_false(m.loops || m.open);
    pantin_clip_free(&clip);
}

static void walks_and_dances_without_their_closing_frame_are_open(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    for (int frames = 89; frames <= 91; frames++) {
        recipe.frames = frames;
        pantin_clip walk, dance;
        assert_true(make_walk(&recipe, &walk) && make_dance(&recipe, &dance));
        pantin_loop_measure w = measure_of(&walk, PANTIN_ROOT_TRAVEL);
        pantin_loop_measure d = measure_of(&dance, PANTIN_ROOT_IN_PLACE);
        assert_int_equal(w.loops, frames == 91);
        assert_int_equal(d.loops, frames == 91);
        assert_int_equal(w.open, frames == 90);
        assert_int_equal(d.open, frames == 90);
        // In place the walk's way is a fault.
        assert_false(measure_of(&walk, PANTIN_ROOT_IN_PLACE).loops);
        pantin_clip_free(&walk);
        pantin_clip_free(&dance);
    }
}

static void of_equal_gaps_the_first_bone_speaks(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    recipe.period = PERIOD;
    recipe.frames = 11;
    pantin_clip clip;
    assert_true(make_swing(&recipe, &clip));
    for (int i = 0; i < clip.frames; i++) {
        *clip_rotation(&clip, i, MAKER_HEAD) = *clip_rotation(&clip, i, MAKER_LEFT_ARM);
        *clip_rotation(&clip, i, MAKER_JAW) = *clip_rotation(&clip, i, MAKER_LEFT_ARM);
    }
    pantin_loop_measure m = measure_of(&clip, PANTIN_ROOT_IN_PLACE);
    assert_int_equal(m.pose_bone, MAKER_HEAD);
    assert_int_equal(m.velocity_bone, MAKER_HEAD);
    assert_int_equal(m.residual_bone, MAKER_HEAD);
    clip.joints[MAKER_HEAD].bone = false; // what is no bone is not asked
    m = measure_of(&clip, PANTIN_ROOT_IN_PLACE);
    assert_int_equal(m.pose_bone, MAKER_JAW);
    pantin_clip_free(&clip);
}

static void signs_of_quaternions_change_no_bit(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    recipe.noise_deg = 3;
    recipe.frames = 80;
    pantin_clip clip;
    assert_true(make_dance(&recipe, &clip));
    pantin_loop_measure before = measure_of(&clip, PANTIN_ROOT_IN_PLACE);
    for (int i = 0; i < clip.frames; i++)
        for (int k = 0; k < clip.joint_count; k++)
            if ((7 * i + k) % 3 == 0)
                *clip_rotation(&clip, i, k) = quat_negate(*clip_rotation(&clip, i, k));
    pantin_loop_measure after = measure_of(&clip, PANTIN_ROOT_IN_PLACE);
    assert_true(before.pose_gap_deg == after.pose_gap_deg);
    assert_true(before.velocity_gap_deg_per_frame == after.velocity_gap_deg_per_frame);
    assert_true(before.seam_residual_deg_per_s == after.seam_residual_deg_per_s);
    assert_true(before.seam_residual_interior_p95_deg_per_s ==
                after.seam_residual_interior_p95_deg_per_s);
    pantin_clip_free(&clip);
}

static void a_t_pose_before_the_motion_is_told(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    recipe.t_pose = true;
    pantin_clip clip;
    assert_true(make_walk(&recipe, &clip));
    pantin_loop_measure m = measure_of(&clip, PANTIN_ROOT_TRAVEL);
    assert_true(m.first_apart);
    assert_false(m.loops || m.open);
    pantin_clip_free(&clip);
    recipe.t_pose = false;
    assert_true(make_walk(&recipe, &clip));
    assert_false(measure_of(&clip, PANTIN_ROOT_TRAVEL).first_apart);
    pantin_clip_free(&clip);
}

static void under_six_frames_there_is_no_interior(void **state) {
    (void)state;
    for (int frames = 3; frames <= 7; frames++) {
        pantin_clip clip;
        pantin_loop_measure m = swing_of(frames, &clip);
        assert_int_equal(m.has_interior, frames >= 6);
        if (frames < 6) assert_near(m.seam_residual_interior_max_deg_per_s, 0, 0);
        assert_false(m.loops);
        pantin_clip_free(&clip);
    }
    // Standing still is a loop of any length.
    clip_recipe recipe = clip_recipe_make();
    recipe.frames = 3;
    pantin_clip clip;
    assert_true(maker_figure(&recipe, "still", &clip));
    assert_true(measure_of(&clip, PANTIN_ROOT_IN_PLACE).loops);
    pantin_clip_free(&clip);
}

static void two_frames_and_what_is_no_number_are_refused(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    recipe.frames = 2;
    pantin_clip clip;
    pantin_loop_measure m;
    pantin_error error = { 0 };
    assert_true(make_swing(&recipe, &clip));
    assert_false(pantin_loop_check(&clip, PANTIN_ROOT_IN_PLACE, &m, &error));
    assert_int_equal(error.kind, PANTIN_ERROR_FORMAT);
    assert_non_null(strstr(error.text, "2 frames"));
    pantin_clip_free(&clip);
    recipe.frames = 20;
    assert_true(make_swing(&recipe, &clip));
    clip_translation(&clip, 7, MAKER_JAW)->y = NAN;
    assert_false(pantin_loop_check(&clip, PANTIN_ROOT_IN_PLACE, &m, &error));
    assert_non_null(strstr(error.text, "'Jaw' is not a number in frame 7"));
    clip_translation(&clip, 7, MAKER_JAW)->y = 0;
    clip_rotation(&clip, 19, MAKER_HEAD)->w = INFINITY;
    assert_false(pantin_loop_check(&clip, PANTIN_ROOT_IN_PLACE, &m, &error));
    assert_non_null(strstr(error.text, "'Head' is not a number in frame 19"));
    pantin_clip_free(&clip);
}

static bool check_once(void *context, pantin_error *error) {
    pantin_loop_measure m;
    return pantin_loop_check(context, PANTIN_ROOT_IN_PLACE, &m, error);
}

static void refused_memory_is_said(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    pantin_clip clip;
    assert_true(make_walk(&recipe, &clip));
    assert_true(refusals_sweep(check_once, &clip) >= 1);
    pantin_clip_free(&clip);
}

/// A limb that turns by more than 120 degrees in one frame is the source's fault, and is told with its frame.
static void a_bone_that_flips_in_one_frame_is_told(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    pantin_clip clip;
    assert_true(make_dance(&recipe, &clip));
    assert_true(measure_of(&clip, PANTIN_ROOT_IN_PLACE).flip_deg == 0);
    for (int i = 30; i < clip.frames; i++) {
        quat *q = clip_rotation(&clip, i, MAKER_LEFT_SHIN);
        *q = quat_multiply(*q, quat_about((vec3){ 0, 1, 0 }, 173 * TRIG_DEGREE));
    }
    pantin_loop_measure m = measure_of(&clip, PANTIN_ROOT_IN_PLACE);
    assert_true(m.flip_deg > 160 && m.flip_deg <= 180);
    assert_int_equal(m.flip_bone, MAKER_LEFT_SHIN);
    assert_int_equal(m.flip_frame, 30);
    pantin_clip_free(&clip);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_swing_closes_and_loops),
        cmocka_unit_test(the_interior_is_that_of_a_sine),
        cmocka_unit_test(a_swing_cut_anywhere_has_the_gaps_of_its_sines),
        cmocka_unit_test(a_spin_with_its_last_key_is_closed_and_without_it_open),
        cmocka_unit_test(walks_and_dances_without_their_closing_frame_are_open),
        cmocka_unit_test(of_equal_gaps_the_first_bone_speaks),
        cmocka_unit_test(signs_of_quaternions_change_no_bit),
        cmocka_unit_test(a_t_pose_before_the_motion_is_told),
        cmocka_unit_test(under_six_frames_there_is_no_interior),
        cmocka_unit_test(two_frames_and_what_is_no_number_are_refused),
        cmocka_unit_test(refused_memory_is_said),
        cmocka_unit_test(a_bone_that_flips_in_one_frame_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
