// test_bvh_channels.c — channels in every order and mix: where joints stand, worked out by hand.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/random.h"
#include "motion/bvh_file.h"
#include "tiny_bvh.h"

#define MOTION_OF(row) "MOTION\nFrames: 3\nFrame Time: 0.04\n" row "\n" row "\n" row "\n"

/// T14: an order for each joint, 90 degrees about two axes; the end site's place by hand.
static void each_joint_turns_in_its_own_order(void **state) {
    (void)state;
    pantin_clip clip = tiny_clip(TINY_BVH);
    assert_int_equal(clip.joint_count, 3);
    assert_int_equal(clip.bone_count, 2);
    assert_int_equal(clip.root, 0);
    // Chest X 90, Z 90 on its offset (0, 10, 0): Rx Rz (0, 10, 0) = Rx (-10, 0, 0) = (-10, 0, 0).
    assert_place(tiny_place(&clip, 0, 1), 1, 100, 2);
    assert_place(tiny_place(&clip, 0, 2), -9, 100, 2);
    // Hips Z 90, X 90 besides: Rz Rx (0, 10, 0) = (0, 0, 10), and Rz Rx (-10, 0, 0) = (0, -10, 0).
    assert_place(tiny_place(&clip, 1, 1), 2, 91, 12);
    assert_place(tiny_place(&clip, 1, 2), 2, 81, 12);
    assert_int_equal(clip.joints[0].moves, PANTIN_MOVES_ROTATION | PANTIN_MOVES_TRANSLATION);
    assert_int_equal(clip.joints[1].moves, PANTIN_MOVES_ROTATION);
    assert_int_equal(clip.joints[2].moves, 0);
    pantin_clip_free(&clip);
}

/// T14: a root of 3 rotations.
static void a_root_of_three_rotations_stands_on_its_offset(void **state) {
    (void)state;
    pantin_clip clip = tiny_clip("HIERARCHY\nROOT Hips\n{\nOFFSET 0 94 0\n"
                                 "CHANNELS 3 Zrotation Xrotation Yrotation\n"
                                 "End Site\n{\nOFFSET 10 0 0\n}\n}\n" MOTION_OF("90 0 0"));
    assert_place(tiny_place(&clip, 0, 0), 0, 94, 0);
    assert_place(tiny_place(&clip, 0, 1), 0, 104, 0); // Rz (10, 0, 0)
    pantin_clip_free(&clip);
}

/// T14: rotations listed before positions.
static void rotations_before_positions_change_nothing(void **state) {
    (void)state;
    pantin_clip clip =
        tiny_clip("HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 6 Zrotation Xrotation Yrotation "
                  "Zposition Yposition Xposition\nEnd Site\n{\nOFFSET 0 10 0\n}\n}\n" MOTION_OF(
                      "90 90 0 3 2 1"));
    assert_place(tiny_place(&clip, 0, 0), 1, 2, 3);
    assert_place(tiny_place(&clip, 0, 1), 1, 2, 13);
    pantin_clip_free(&clip);
}

#define CHAIN(channels)                                                                            \
    "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\n"            \
    "JOINT Chest\n{\nOFFSET 0 10 0\nCHANNELS " channels "\nEnd Site\n{\nOFFSET 0 10 0\n}\n}\n}\n"
#define SIX "6 Xposition Yposition Zposition Zrotation Xrotation Yrotation"

/// T14: a child with 6 channels.
static void a_childs_positions_are_places_or_ways_by_what_they_are_near(void **state) {
    (void)state;
    // Near the OFFSET (0, 10, 0): the place itself.
    pantin_clip place = tiny_clip(CHAIN(SIX) MOTION_OF("0 0 0 1 9 0 90 0 0"));
    assert_place(tiny_place(&place, 0, 1), 1, 9, 0);
    assert_place(tiny_place(&place, 0, 2), -9, 9, 0);
    assert_true(tiny_notes(&place, "\"Chest\" first) contain the OFFSET"));
    pantin_clip_free(&place);
    // Near nothing: a way from it.
    pantin_clip way = tiny_clip(CHAIN(SIX) MOTION_OF("0 0 0 1 0.5 0 90 0 0"));
    assert_place(tiny_place(&way, 0, 1), 1, 10.5, 0);
    assert_place(tiny_place(&way, 0, 2), -9, 10.5, 0);
    assert_int_equal(way.note_count, 0);
    pantin_clip_free(&way);
}

#define LIFTED(row)                                                                                \
    "HIERARCHY\nROOT Hips\n{\nOFFSET 0 94 0\nCHANNELS " SIX                                        \
    "\nEnd Site\n{\nOFFSET 0 10 0\n}\n}\n" MOTION_OF(row)

static void a_roots_positions_replace_its_offset_unless_they_lie_by_zero(void **state) {
    (void)state;
    // It has walked 3 m off along the floor: that says nothing about its height.
    pantin_clip place = tiny_clip(LIFTED("-300 90 40 0 0 0"));
    assert_place(tiny_place(&place, 0, 0), -300, 90, 40);
    assert_int_equal(place.note_count, 0);
    pantin_clip_free(&place);
    pantin_clip way = tiny_clip(LIFTED("-300 -4 40 0 0 0"));
    assert_place(tiny_place(&way, 0, 0), -300, 90, 40);
    assert_true(tiny_notes(&way, "relative to its OFFSET"));
    pantin_clip_free(&way);
}

/// T14: a child with none.
static void joints_without_channels_stay_and_are_no_bones(void **state) {
    (void)state;
    pantin_clip clip = tiny_clip(CHAIN("0") MOTION_OF("5 6 7"));
    assert_int_equal(clip.bone_count, 1);
    assert_place(tiny_place(&clip, 0, 1), 5, 16, 7);
    assert_place(tiny_place(&clip, 0, 2), 5, 26, 7);
    pantin_clip_free(&clip);
}

static void several_roots_are_several_figures(void **state) {
    (void)state;
    pantin_clip clip = tiny_clip(
        "HIERARCHY\nROOT Prop\n{\nOFFSET 1 0 0\nCHANNELS 1 Yrotation\nEnd Site\n{\nOFFSET 0 0 1\n}"
        "\n}\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\n"
        "End Site\n{\nOFFSET 0 5 0\n}\n}\n" MOTION_OF("90 1 2 3"));
    assert_int_equal(clip.joints[0].parent, PANTIN_NONE);
    assert_int_equal(clip.joints[2].parent, PANTIN_NONE);
    assert_int_equal(clip.root, 2);
    assert_place(tiny_place(&clip, 0, 1), 2, 0, 0); // Ry (0, 0, 1) = (1, 0, 0)
    assert_place(tiny_place(&clip, 0, 3), 1, 7, 3);
    pantin_clip_free(&clip);
}

static void a_count_of_channels_that_lies_is_told(void **state) {
    (void)state;
    pantin_clip clip = tiny_clip(CHAIN("6 Xrotation Yrotation Zrotation") MOTION_OF("5 6 7 0 0 0"));
    assert_true(tiny_notes(&clip, "announces 6 channels and lists 3"));
    assert_place(tiny_place(&clip, 0, 2), 5, 26, 7);
    pantin_clip_free(&clip);
    tiny_refused(CHAIN("3 Xrotatoin Yrotation Zrotation") MOTION_OF("5 6 7 0 0 0"), "9:12",
                 "did you mean Xrotation?");
}

static void z_up_is_turned_at_the_roots_alone(void **state) {
    (void)state;
    pantin_motion_options options = tiny_options();
    pantin_clip clips[3];
    for (int k = 0; k < 3; k++) {
        options.up = (char)('x' + k);
        options.unit_cm = k == 2 ? 2.54 : 1;
        pantin_motion *motion =
            pantin_motion_read("tiny.bvh", TINY_BVH, strlen(TINY_BVH), &options, NULL);
        assert_non_null(motion);
        assert_true(pantin_motion_sample(motion, 0, &clips[k], NULL));
        pantin_motion_free(motion);
    }
    // By hand above: (2, 81, 12). Z up: (x, z, -y); x up: (-y, x, z).
    assert_place(tiny_place(&clips[0], 1, 2), -81, 2, 12);
    assert_place(tiny_place(&clips[1], 1, 2), 2, 81, 12);
    assert_place(tiny_place(&clips[2], 1, 2), 2 * 2.54, 12 * 2.54, -81 * 2.54);
    for (int k = 0; k < 3; k++) {
        vec3 step = vec3_scale(*clip_translation(&clips[k], 0, 1), 100 / clips[k].unit_cm);
        assert_place(step, 0, 10, 0);
        pantin_clip_free(&clips[k]);
    }
}

/// Random angles through a rotation and back, in all 27 orders of three axes: the same rotation, and the
/// same angles when those that were are near.
static void angles_come_back_from_rotations_in_every_order(void **state) {
    (void)state;
    random_state random = random_make(7);
    for (int order = 0; order < 27; order++) {
        int axes[3] = { order / 9, order / 3 % 3, order % 3 };
        bvh_joint joint = { .channel_count = 3 };
        for (int k = 0; k < 3; k++) joint.channels[k] = (uint8_t)(3 + axes[k]);
        bool whole = axes[0] != axes[1] && axes[1] != axes[2];
        for (int round = 0; round < 200; round++) {
            double angles[3], found[3];
            for (int k = 0; k < 3; k++) {
                angles[k] = random_between(&random, -360, 360);
                if (round % 3 == 0) angles[k] = 90 * trig_round(angles[k] / 90); // gimbal locks
                if (!whole && axes[k] != axes[0]) angles[k] = 0;
                found[k] = angles[k] + (round % 2 == 0 ? random_between(&random, 0, 3) : 0);
            }
            quat turn = bvh_angles_turn(&joint, angles);
            bvh_turn_angles(&joint, turn, found);
            quat back = bvh_angles_turn(&joint, found);
            assert_near(quat_angle(quat_between(turn, back)), 0, 1e-8);
            if (!whole || round % 3 == 0) continue;
            double middle = angles[1] * TRIG_DEGREE;
            double lock = axes[0] == axes[2] ? trig_sin(middle) : trig_cos(middle);
            if (fabs(lock) < 0.3) continue; // near a lock other angles may be nearer
            for (int k = 0; k < 3; k++) assert_near(found[k], angles[k], 1e-9);
        }
    }
}

static void one_and_two_channels_fit_as_well_as_they_can(void **state) {
    (void)state;
    bvh_joint pair = { .channels = { 5, 3 }, .channel_count = 2 }; // Z, X
    double angles[2] = { 100, 200 }, found[2] = { 95, 205 };
    bvh_turn_angles(&pair, bvh_angles_turn(&pair, angles), found);
    assert_near(found[0], 100, 1e-10);
    assert_near(found[1], 200, 1e-10);
    bvh_joint one = { .channels = { 4 }, .channel_count = 1 };
    double angle = 300, turned = 290;
    bvh_turn_angles(&one, bvh_angles_turn(&one, &angle), &turned);
    assert_near(turned, 300, 1e-10);
    // Four channels: the fourth is needless and becomes 0.
    bvh_joint four = { .channels = { 3, 4, 5, 3 }, .channel_count = 4 };
    double many[4] = { 10, 20, 30, 40 }, fewer[4] = { 10, 20, 30, 40 };
    quat turn = bvh_angles_turn(&four, many);
    bvh_turn_angles(&four, turn, fewer);
    assert_near(fewer[3], 0, 0);
    assert_near(quat_angle(quat_between(turn, bvh_angles_turn(&four, fewer))), 0, 1e-12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_joint_turns_in_its_own_order),
        cmocka_unit_test(a_root_of_three_rotations_stands_on_its_offset),
        cmocka_unit_test(rotations_before_positions_change_nothing),
        cmocka_unit_test(a_childs_positions_are_places_or_ways_by_what_they_are_near),
        cmocka_unit_test(a_roots_positions_replace_its_offset_unless_they_lie_by_zero),
        cmocka_unit_test(joints_without_channels_stay_and_are_no_bones),
        cmocka_unit_test(several_roots_are_several_figures),
        cmocka_unit_test(a_count_of_channels_that_lies_is_told),
        cmocka_unit_test(z_up_is_turned_at_the_roots_alone),
        cmocka_unit_test(angles_come_back_from_rotations_in_every_order),
        cmocka_unit_test(one_and_two_channels_fit_as_well_as_they_can),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
