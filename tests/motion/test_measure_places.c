// test_measure_places.c — drift, height, heading, stride and position gaps, against what was ordered.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "clip_maker.h"
#include "near.h"
#include "with_check.h"

static void drift_is_told_whole_on_the_floor_and_up(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    recipe.drift_m = vec3_make(0.003, -0.001, 0.004); // 90 steps: 0.27, -0.09, 0.36 m
    pantin_clip clip;
    assert_true(make_dance(&recipe, &clip));
    pantin_loop_measure m = measure_of(&clip, PANTIN_ROOT_IN_PLACE);
    assert_near(m.root_drift_floor_cm, 45, 1e-9);
    assert_near(m.root_drift_up_cm, -9, 1e-9);
    assert_near(m.root_drift_cm, sqrt(45 * 45 + 9 * 9), 1e-9);
    assert_near(m.stride_cm, 45, 1e-9);
    // All joints drift alike, at constant speed: the worst is any of them, the first.
    assert_near(m.position_gap_cm, m.root_drift_cm, 1e-9);
    assert_near(m.position_velocity_gap_cm_per_frame,
                measure_of(&clip, PANTIN_ROOT_TRAVEL).position_velocity_gap_cm_per_frame, 1e-9);
    assert_near(m.pose_gap_deg, 0, 1e-9);
    assert_false(m.loops);
    // Travelling, the floor is its way; but it sinks by 9 cm a cycle.
    m = measure_of(&clip, PANTIN_ROOT_TRAVEL);
    assert_near(m.position_gap_cm, 9, 1e-9);
    assert_false(m.loops);
    pantin_clip_free(&clip);
}

static void a_turn_is_told_with_its_sign(void **state) {
    (void)state;
    static const double turns[] = { 30, -75, 170 };
    for (int k = 0; k < 3; k++) {
        clip_recipe recipe = clip_recipe_make();
        recipe.turn_deg = turns[k];
        pantin_clip clip;
        assert_true(make_dance(&recipe, &clip));
        pantin_loop_measure m = measure_of(&clip, PANTIN_ROOT_IN_PLACE);
        assert_near(m.heading_gap_deg, turns[k], 1e-9);
        assert_near(m.pose_gap_deg, fabs(turns[k]), 1e-9);
        assert_int_equal(m.pose_bone, MAKER_HIPS);
        assert_false(m.loops);
        // A traveller turns by that much a cycle; its pose closes, and so do its places.
        m = measure_of(&clip, PANTIN_ROOT_TRAVEL);
        assert_near(m.heading_gap_deg, turns[k], 1e-9);
        assert_near(m.pose_gap_deg, 0, 1e-9);
        assert_near(m.position_gap_cm, 0, 1e-9);
        assert_true(m.loops);
        pantin_clip_free(&clip);
    }
}

static void a_walk_along_an_arc_travels_and_loops(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    recipe.turn_deg = 60;
    pantin_clip clip;
    assert_true(make_walk(&recipe, &clip));
    pantin_loop_measure m = measure_of(&clip, PANTIN_ROOT_TRAVEL);
    // The chord of an arc of 360 cm and 60°: 2 r sin 30° with r = 360 / (π / 3).
    assert_near(m.stride_cm, 360 / (TRIG_PI / 3), 1e-9);
    assert_near(m.heading_gap_deg, 60, 1e-9);
    assert_near(m.position_gap_cm, 0, 1e-9);
    assert_true(m.loops);
    m = measure_of(&clip, PANTIN_ROOT_IN_PLACE);
    assert_false(m.loops);
    pantin_clip_free(&clip);
}

static void stride_is_that_of_the_ground_where_travel_was_taken(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    recipe.in_place = recipe.ground = true;
    pantin_clip clip;
    assert_true(make_walk(&recipe, &clip));
    pantin_loop_measure m = measure_of(&clip, PANTIN_ROOT_IN_PLACE);
    assert_near(m.root_drift_cm, 0, 1e-9);
    assert_near(m.stride_cm, 360, 1e-9);
    assert_true(m.loops);
    pantin_clip_free(&clip);
}

static void a_dead_tail_hides_neither_drift_nor_heading(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    recipe.frames = 120; // 2.4 periods, then still from frame 80 on
    recipe.moving = 80;
    recipe.period = 80 / 2.4;
    recipe.drift_m = vec3_make(0.005, 0, 0);
    recipe.turn_deg = 20;
    pantin_clip clip;
    assert_true(make_swing(&recipe, &clip));
    pantin_loop_measure m = measure_of(&clip, PANTIN_ROOT_IN_PLACE);
    assert_near(m.root_drift_floor_cm, 119 * 0.5, 1e-9);
    assert_near(m.heading_gap_deg, 20, 1e-9);
    // The arm stopped at phase 79 / 33.3; the hips have turned by less than its 29°.
    assert_near(m.pose_gap_deg, fabs(40 * sin(2 * TRIG_PI * 79 / recipe.period)), 1e-9);
    assert_int_equal(m.pose_bone, MAKER_LEFT_ARM);
    pantin_clip_free(&clip);
}

/// Three joints: a wrapper, a hip that turns by 40° about the world's up axis while it wanders, and a child.
static void make_wrapped(pantin_clip *clip, quat turn, vec3 scale) {
    assert_true(clip_begin(clip, 3, 9, true, NULL));
    frame3 wrapper = space_frame_make(vec3_make(0, 0, 0), turn, scale);
    for (int k = 0; k < 3; k++) {
        clip->joints[k] = (pantin_joint){ .name = k == 0   ? "Armature"
                                                  : k == 1 ? "Hips"
                                                           : "Spine",
                                          .parent = k - 1,
                                          .bone = k > 0,
                                          .rotation = k == 0 ? turn : quat_identity(),
                                          .scale = k == 0 ? scale : vec3_make(1, 1, 1) };
    }
    clip->root = 1;
    clip->bone_count = 2;
    vec3 up, place, spine;
    assert_true(space_frame_unmap(&wrapper, vec3_make(0, 1, 0), &up));
    assert_true(space_frame_unmap(&wrapper, vec3_make(0, 0.3, 0.1), &spine));
    bool mirrored = scale.x * scale.y * scale.z < 0;
    for (int i = 0; i < 9; i++) {
        double angle = (mirrored ? -40 : 40) * TRIG_DEGREE * i / 8;
        assert_true(space_frame_unmap(&wrapper, vec3_make(0.02 * i, 1, 0.01 * i), &place));
        for (int k = 0; k < 3; k++) {
            *clip_rotation(clip, i, k) = clip->joints[k].rotation;
            clip->scales[3 * i + k] = clip->joints[k].scale;
        }
        *clip_rotation(clip, i, 1) = quat_about(vec3_scale(up, 1 / vec3_length(up)), angle);
        *clip_translation(clip, i, 1) = place;
        *clip_translation(clip, i, 2) = spine;
    }
}

static void wrappers_of_any_turn_scale_and_hand_change_nothing(void **state) {
    (void)state;
    const quat turns[] = { quat_identity(), maker_turn(1, 0, 0, -90), maker_turn(0, 0, 1, 30),
                           maker_turn(1, 0, 0, 90) };
    const vec3 scales[] = { { 1, 1, 1 }, { 0.01, 0.01, 0.01 }, { 1, 1, -1 }, { -2, 2, 2 } };
    for (int t = 0; t < 4; t++)
        for (int s = 0; s < 4; s++) {
            pantin_clip clip;
            make_wrapped(&clip, turns[t], scales[s]);
            pantin_loop_measure m = measure_of(&clip, PANTIN_ROOT_IN_PLACE);
            assert_near(m.pose_gap_deg, 40, 1e-9);
            assert_near(m.root_drift_floor_cm, 100 * sqrt(0.16 * 0.16 + 0.08 * 0.08), 1e-9);
            assert_near(m.root_drift_up_cm, 0, 1e-9);
            assert_near(m.heading_gap_deg, 0, 0); // no hips and shoulders: not known
            // Without a heading's line the turn of the root's own axes is its heading.
            m = measure_of(&clip, PANTIN_ROOT_TRAVEL);
            assert_near(m.pose_gap_deg, 0, 1e-9);
            assert_near(m.position_gap_cm, 0, 1e-9);
            assert_true(m.loops);
            pantin_clip_free(&clip);
        }
}

static void a_flat_wrapper_is_measured_all_the_same(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    recipe.turn_deg = 30;
    pantin_clip clip;
    assert_true(make_dance(&recipe, &clip));
    static const double flat[12] = { 0 };
    clip.joints[MAKER_HIPS].matrix = flat; // of no size at all
    pantin_loop_measure m = measure_of(&clip, PANTIN_ROOT_TRAVEL);
    assert_near(m.root_drift_cm, 0, 0);
    assert_near(m.position_gap_cm, 0, 0);
    assert_near(m.heading_gap_deg, 0, 0);
    pantin_clip_free(&clip);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drift_is_told_whole_on_the_floor_and_up),
        cmocka_unit_test(a_turn_is_told_with_its_sign),
        cmocka_unit_test(a_walk_along_an_arc_travels_and_loops),
        cmocka_unit_test(stride_is_that_of_the_ground_where_travel_was_taken),
        cmocka_unit_test(a_dead_tail_hides_neither_drift_nor_heading),
        cmocka_unit_test(wrappers_of_any_turn_scale_and_hand_change_nothing),
        cmocka_unit_test(a_flat_wrapper_is_measured_all_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
