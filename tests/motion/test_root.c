// test_root.c — the way over the floor: taken out in place, kept at a constant stride travelling, left alone.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "clip_maker.h"
#include "near.h"

static vec3 place_of(const pantin_clip *clip, int frame, int joint) {
    frame3 world = clip_frame_of(clip, frame, joint);
    return space_frame_origin(&world);
}

static pantin_loop_options piece(pantin_root_mode root, int start, int end) {
    pantin_loop_options options = pantin_loop_defaults();
    options.root = root;
    options.start = start;
    options.end = end;
    return options;
}

static void make(bool maker(const clip_recipe *, pantin_clip *), const clip_recipe *recipe,
                 pantin_clip *clip) {
    assert_true(maker(recipe, clip));
}

static pantin_loop_fixed fix(const pantin_clip *clip, const pantin_loop_options *options,
                             pantin_clip *fixed) {
    pantin_loop_fixed report;
    pantin_error error = { 0 };
    if (!pantin_loop_fix(clip, options, fixed, &report, &error))
        fail_msg("%s: %s", error.where, error.text);
    return report;
}

static void in_place_the_stride_is_taken_out_and_told(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    pantin_clip clip, fixed;
    make(make_walk, &recipe, &clip);
    pantin_loop_options options = piece(PANTIN_ROOT_IN_PLACE, 5, 35); // one cycle of 1.2 m
    pantin_loop_fixed report = fix(&clip, &options, &fixed);
    assert_near(report.drift_removed_cm, 120, 1e-9);
    assert_true(report.after.root_drift_cm < 1e-9);
    assert_true(report.goals_met);
    assert_non_null(fixed.ground);
    assert_near(vec3_floor_distance(fixed.ground[0], fixed.ground[30]), 1.2, 1e-12);
    // With the ground put back the feet stand and step where they did.
    for (int i = 0; i <= 30; i++) {
        vec3 was = place_of(&clip, 5 + i, MAKER_LEFT_FOOT);
        vec3 is = vec3_add(place_of(&fixed, i, MAKER_LEFT_FOOT), fixed.ground[i]);
        assert_true(vec3_distance(was, is) < 1e-9);
    }
    pantin_clip_free(&fixed);
    pantin_clip_free(&clip);
}

static void a_heading_that_drifts_is_reported_and_removed(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    recipe.frames = 121;
    recipe.period = 40;
    recipe.turn_deg = 30;
    recipe.drift_m = vec3_make(0.005, 0, 0);
    pantin_clip clip, fixed;
    make(make_dance, &recipe, &clip);
    pantin_loop_options options = piece(PANTIN_ROOT_IN_PLACE, 0, 120);
    pantin_loop_fixed report = fix(&clip, &options, &fixed);
    assert_near(report.before.heading_gap_deg, 30, 0.01);
    // 0.5 cm a frame, and the hips, 2 cm from the middle, turned by 30 degrees about it.
    assert_near(report.before.root_drift_floor_cm, 60, 1.1);
    assert_near(report.after.heading_gap_deg, 0, 1e-6);
    assert_true(report.after.root_drift_cm < 1e-9);
    assert_true(report.after.pose_gap_deg <= 0.01);
    // Half of the turn at each end, none in the middle.
    assert_near(report.peak_deviation_deg, 15, 0.01);
    assert_int_equal(report.deviation_bone, MAKER_HIPS);
    assert_true(report.goals_met);
    pantin_clip_free(&fixed);
    pantin_clip_free(&clip);
}

/// The root's way of a clip repeated: place and heading of each cycle's first frame led on by the last's.
static vec3 repeated(const pantin_clip *clip, int index, double turn) {
    int steps = clip->frames - 1, cycle = index / steps;
    vec3 from = place_of(clip, 0, clip->root), to = place_of(clip, steps, clip->root);
    vec3 p = place_of(clip, index % steps, clip->root);
    for (int c = 0; c < cycle; c++) { // G(1): a turn about the first place, then the stride
        p = vec3_sub(p, from);
        p = quat_rotate(quat_about((vec3){ 0, 1, 0 }, turn * TRIG_DEGREE), p);
        p = vec3_add(p, vec3_make(to.x, from.y, to.z));
    }
    return p;
}

static void a_travelling_clip_repeats_without_a_step(void **state) {
    (void)state;
    for (int arc = 0; arc < 2; arc++) {
        clip_recipe recipe = clip_recipe_make();
        recipe.frames = 121;
        recipe.turn_deg = arc ? 120 : 0;
        recipe.noise_deg = 1;
        pantin_clip clip, fixed;
        make(make_walk, &recipe, &clip);
        // Two frames off the cycle of 30: the feet are elsewhere, the speed is not.
        pantin_loop_options options = piece(PANTIN_ROOT_TRAVEL, 20, 52);
        pantin_loop_fixed report = fix(&clip, &options, &fixed);
        assert_near(report.stride_cm, report.after.stride_cm, 0);      // of what is written
        assert_near(report.turn_deg, arc ? 32.0 : 0, arc ? 3 : 1e-9);  // 1 degree a frame, and sway
        assert_true(report.stride_cm > 120 && report.stride_cm < 135); // 4 cm a frame
        int steps = fixed.frames - 1;
        double inside = 0, wrap = 0, speeds[2] = { 0, 0 };
        for (int i = 1; i < 10 * steps; i++) {
            vec3 before = repeated(&fixed, i - 1, report.turn_deg);
            vec3 here = repeated(&fixed, i, report.turn_deg);
            vec3 after = repeated(&fixed, i + 1, report.turn_deg);
            double step = vec3_distance(before, here);
            double change = vec3_distance(vec3_sub(after, here), vec3_sub(here, before));
            if (i % steps == 0)
                wrap = max_double(wrap, change);
            else
                inside = max_double(inside, change);
            if (i <= steps) speeds[2 * i > steps] += step / steps * 2;
        }
        assert_true(wrap <= inside);
        assert_near(speeds[0] / speeds[1], 1, 0.02);
        assert_true(report.after.seam_residual_deg_per_s <=
                    report.source.seam_residual_interior_p95_deg_per_s);
        pantin_clip_free(&fixed);
        pantin_clip_free(&clip);
    }
}

static void a_gain_of_speed_is_no_larger_than_the_sources(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    recipe.frames = 100;
    pantin_clip clip, fixed;
    make(make_swing, &recipe, &clip);
    for (int i = 0; i < 100; i++) // from 2 cm a frame to 6
        clip_translation(&clip, i, MAKER_HIPS)->z = 0.02 * i + 0.0002 * i * i;
    pantin_loop_options options = piece(PANTIN_ROOT_TRAVEL, 10, 70);
    pantin_loop_fixed report = fix(&clip, &options, &fixed);
    double halves[2] = { place_of(&fixed, 30, 0).z - place_of(&fixed, 0, 0).z,
                         place_of(&fixed, 60, 0).z - place_of(&fixed, 30, 0).z };
    double own[2] = { place_of(&clip, 40, 0).z - place_of(&clip, 10, 0).z,
                      place_of(&clip, 70, 0).z - place_of(&clip, 40, 0).z };
    assert_true(halves[1] / halves[0] <= own[1] / own[0] + 1e-9);
    assert_near(report.stride_cm, 100 * (own[0] + own[1]), 1e-9);
    assert_near(halves[0] + halves[1], own[0] + own[1], 1e-9); // the stride is the source's
    pantin_clip_free(&fixed);
    pantin_clip_free(&clip);
}

static void keep_leaves_the_floor_and_closes_the_vertical(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    recipe.frames = 100;
    recipe.period = 37;
    recipe.drift_m = vec3_make(0.01, 0.002, 0.004);
    pantin_clip clip, fixed;
    make(make_dance, &recipe, &clip);
    pantin_loop_options options = piece(PANTIN_ROOT_KEEP, 3, 90);
    pantin_loop_fixed report = fix(&clip, &options, &fixed);
    for (int i = 0; i < fixed.frames; i++)
        assert_true(vec3_floor_distance(place_of(&fixed, i, 0), place_of(&clip, 3 + i, 0)) < 1e-12);
    assert_true(place_of(&fixed, 0, 0).y == place_of(&fixed, 87, 0).y);
    assert_true(report.after.pose_gap_deg <= 0.01);
    assert_true(report.drift_removed_cm == 0);
    assert_null(fixed.ground);
    pantin_clip_free(&fixed);
    pantin_clip_free(&clip);
}

/// The figure under a parent of its own: turned, scaled, and carrying `travel` a frame.
static void make_wrapped(const pantin_clip *clip, quat turn, vec3 scale, vec3 travel,
                         pantin_clip *wrapped) {
    assert_true(clip_begin(wrapped, clip->joint_count + 1, clip->frames, false, NULL));
    wrapped->fps = clip->fps;
    wrapped->bone_count = clip->bone_count;
    wrapped->root = 1;
    wrapped->joints[0] = (pantin_joint){ .name = "wrapper",
                                         .parent = PANTIN_NONE,
                                         .rotation = turn,
                                         .scale = scale,
                                         .moves = PANTIN_MOVES_TRANSLATION };
    for (int k = 0; k < clip->joint_count; k++) {
        wrapped->joints[k + 1] = clip->joints[k];
        int parent = clip->joints[k].parent;
        wrapped->joints[k + 1].parent = parent == PANTIN_NONE ? 0 : parent + 1;
    }
    for (int i = 0; i < clip->frames; i++) {
        *clip_rotation(wrapped, i, 0) = turn;
        *clip_translation(wrapped, i, 0) = vec3_scale(travel, i);
        memcpy(clip_rotation(wrapped, i, 1), clip_rotation(clip, i, 0),
               (size_t)clip->joint_count * sizeof(quat));
        memcpy(clip_translation(wrapped, i, 1), clip_translation(clip, i, 0),
               (size_t)clip->joint_count * sizeof(vec3));
    }
}

static void drift_is_the_worlds_through_all_parents(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    recipe.frames = 100;
    recipe.period = 37;
    recipe.turn_deg = 20;
    recipe.drift_m = vec3_make(0.01, 0, 0.004);
    pantin_clip clip, wrapped, plain, fixed;
    make(make_dance, &recipe, &clip);
    pantin_loop_options options = piece(PANTIN_ROOT_IN_PLACE, 3, 90);
    pantin_loop_fixed of_plain = fix(&clip, &options, &plain);
    // Turned about the floor's normal and made smaller; then turned over and mirrored; the same turned back.
    vec3 scales[] = { { 0.01, 0.01, 0.01 }, { -2, 2, 2 }, { 1, 1, 1 } };
    quat turns[] = { maker_turn(0, 1, 0, 70), maker_turn(0, 1, 0, 10), quat_identity() };
    for (int c = 0; c < 3; c++) {
        make_wrapped(&clip, turns[c], scales[c], vec3_make(0, 0, 0), &wrapped);
        pantin_loop_fixed report = fix(&wrapped, &options, &fixed);
        double scale = scales[c].y;
        assert_near(report.drift_removed_cm, scale * of_plain.drift_removed_cm, 1e-6);
        assert_near(report.after.pose_gap_deg, 0, 1e-9);
        assert_true(report.after.root_drift_cm < 1e-6);
        for (int i = 0; i < plain.frames; i += 11) {
            quat gap = quat_between(*clip_rotation(&plain, i, 0), *clip_rotation(&fixed, i, 1));
            assert_near(quat_angle(gap), 0, 1e-6);
        }
        pantin_clip_free(&fixed);
        pantin_clip_free(&wrapped);
    }
    pantin_clip_free(&plain);
    pantin_clip_free(&clip);
}

static void a_parent_that_carries_the_travel_is_what_gives_it_up(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    recipe.frames = 100;
    recipe.period = 30;
    pantin_clip clip, wrapped, fixed;
    make(make_dance, &recipe, &clip);
    make_wrapped(&clip, quat_identity(), vec3_make(1, 1, 1), vec3_make(0.02, 0, 0), &wrapped);
    pantin_loop_options options = piece(PANTIN_ROOT_IN_PLACE, 5, 65); // two cycles
    pantin_loop_fixed report = fix(&wrapped, &options, &fixed);
    assert_near(report.drift_removed_cm, 120, 1e-9);
    for (int i = 0; i < fixed.frames; i++) { // the parent stands, and the hips sway as they did
        assert_near(clip_translation(&fixed, i, 0)->x, clip_translation(&wrapped, 5, 0)->x, 1e-9);
        assert_true(vec3_distance(*clip_translation(&fixed, i, 1),
                                  *clip_translation(&clip, 5 + i, 0)) < 1e-9);
    }
    pantin_clip_free(&fixed);
    pantin_clip_free(&wrapped);
    pantin_clip_free(&clip);
}

static void a_flat_parent_harms_nothing(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    recipe.frames = 60;
    recipe.period = 37;
    recipe.drift_m = vec3_make(0.01, 0, 0);
    pantin_clip clip, wrapped, fixed;
    make(make_dance, &recipe, &clip);
    for (int mode = 0; mode <= PANTIN_ROOT_KEEP; mode++) {
        make_wrapped(&clip, quat_identity(), vec3_make(1, 0, 1), vec3_make(0, 0, 0), &wrapped);
        pantin_loop_options options = piece((pantin_root_mode)mode, 3, 50);
        pantin_loop_fixed report = fix(&wrapped, &options, &fixed);
        assert_near(report.after.pose_gap_deg, 0, 1e-9);
        for (int i = 0; i < fixed.frames; i++)
            assert_true(vec3_finite(*clip_translation(&fixed, i, 1)));
        pantin_clip_free(&fixed);
        pantin_clip_free(&wrapped);
    }
    pantin_clip_free(&clip);
}

static void without_dedrift_the_root_keeps_its_drift(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    recipe.frames = 121;
    recipe.period = 40;
    recipe.drift_m = vec3_make(0.001, 0, 0);
    pantin_clip clip, fixed;
    make(make_dance, &recipe, &clip);
    pantin_loop_options options = piece(PANTIN_ROOT_IN_PLACE, 0, 120);
    options.dedrift = options.foot_lock = false;
    pantin_loop_fixed report = fix(&clip, &options, &fixed);
    assert_true(report.drift_removed_cm == 0);
    assert_near(report.after.root_drift_cm, 12, 1e-9); // 0.1 cm a frame
    assert_near(report.after.pose_gap_deg, 0, 1e-9);
    assert_true(report.goals_met);
    assert_string_equal(fixed.notes[fixed.note_count - 1],
                        "the root keeps its drift of 12.00 cm a cycle, as was asked");
    assert_memory_equal(clip_translation(&fixed, 60, 0), clip_translation(&clip, 60, 0),
                        sizeof(vec3)); // outside the window
    pantin_clip_free(&fixed);
    // The reference's flag only leaves the ramp out: its fade takes it all.
    options.method = PANTIN_FIX_CROSSFADE;
    report = fix(&clip, &options, &fixed);
    assert_true(report.after.root_drift_cm < 1e-9);
    pantin_clip_free(&fixed);
    pantin_clip_free(&clip);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_place_the_stride_is_taken_out_and_told),
        cmocka_unit_test(a_heading_that_drifts_is_reported_and_removed),
        cmocka_unit_test(a_travelling_clip_repeats_without_a_step),
        cmocka_unit_test(a_gain_of_speed_is_no_larger_than_the_sources),
        cmocka_unit_test(keep_leaves_the_floor_and_closes_the_vertical),
        cmocka_unit_test(drift_is_the_worlds_through_all_parents),
        cmocka_unit_test(a_parent_that_carries_the_travel_is_what_gives_it_up),
        cmocka_unit_test(a_flat_parent_harms_nothing),
        cmocka_unit_test(without_dedrift_the_root_keeps_its_drift),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
