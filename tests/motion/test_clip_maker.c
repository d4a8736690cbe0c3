// test_clip_maker.c — the procedural clips are what they claim to be, so that other tests may lean on them.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "clip_maker.h"
#include "near.h"

static vec3 place_of(const pantin_clip *clip, int frame, int joint) {
    vec3 places[MAKER_JOINTS];
    pantin_clip_places(clip, frame, places);
    return places[joint];
}

static void the_figure_is_a_tree_of_66_joints_1_75_m_tall(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    recipe.t_pose = true;
    pantin_clip clip;
    assert_true(make_walk(&recipe, &clip));
    assert_int_equal(clip.joint_count, 66);
    for (int k = 1; k < clip.joint_count; k++) assert_in_range(clip.joints[k].parent, 0, k - 1);
    // Hips 0.92, then 0.1 + 0.15 + 0.15 + 0.15 + 0.09 + 0.19 up to the crown.
    assert_near(place_of(&clip, 0, MAKER_HEAD_TOP).y, 1.75, 1e-12);
    assert_near(place_of(&clip, 0, MAKER_LEFT_TOE).y, 0.02, 1e-12);
    assert_near(place_of(&clip, 0, MAKER_LEFT_TOE + MAKER_SIDE).x, -0.1, 1e-12);
    // Along the arm: shoulder 0.06 + 0.12 + 0.28 + 0.25, index 0.09 + 0.03 + 0.025 + 0.02.
    assert_near(place_of(&clip, 0, MAKER_LEFT_THUMB + 7).x, 0.875, 1e-12);
    pantin_clip_free(&clip);
}

static void a_walkers_planted_feet_do_not_move(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    recipe.turn_deg = 90;
    pantin_clip clip;
    assert_true(make_walk(&recipe, &clip));
    int planted = 0, moved = 0;
    for (int side = 0; side < 2; side++)
        for (int i = 0; i + 1 < clip.frames; i++) {
            bool stands = walk_stands(&recipe, side, i) && walk_stands(&recipe, side, i + 1);
            for (int joint = MAKER_LEFT_FOOT; joint <= MAKER_LEFT_TOE; joint++) {
                vec3 here = place_of(&clip, i, joint + side * MAKER_SIDE);
                vec3 next = place_of(&clip, i + 1, joint + side * MAKER_SIDE);
                if (stands) assert_true(vec3_distance(here, next) < 1e-12);
                if (joint == MAKER_LEFT_FOOT) {
                    planted += stands;
                    moved += !stands && vec3_distance(here, next) > 0.005;
                }
            }
        }
    // A stance of 0.6 * 30 = 18 steps and a swing of 12 a cycle, three cycles, two feet.
    assert_int_equal(planted, 18 * 3 * 2);
    assert_int_equal(moved, 12 * 3 * 2);
    pantin_clip_free(&clip);
}

static void whole_cycles_close(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    recipe.in_place = recipe.ground = true;
    pantin_clip walk, dance, swing, spin;
    assert_true(make_walk(&recipe, &walk));
    assert_true(make_dance(&recipe, &dance));
    assert_true(make_swing(&recipe, &swing));
    assert_true(make_spin(&recipe, &spin));
    pantin_clip *clips[] = { &walk, &dance, &swing, &spin };
    for (int c = 0; c < 4; c++) {
        for (int k = 0; k < MAKER_JOINTS; k++) {
            quat gap = quat_between(*clip_rotation(clips[c], 0, k),
                                    *clip_rotation(clips[c], recipe.frames - 1, k));
            assert_true(quat_angle(gap) < 1e-9);
            vec3 from = place_of(clips[c], 0, k), to = place_of(clips[c], recipe.frames - 1, k);
            assert_true(vec3_distance(from, to) < 1e-9);
        }
        if (clips[c] == &walk) assert_near(walk.ground[90].z, 3 * 1.2, 1e-12); // three strides
        pantin_clip_free(clips[c]);
    }
}

static void drift_heading_and_dead_tail_are_as_ordered(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    recipe.frames = 120;
    recipe.moving = 80;
    recipe.period = 80 / 2.4;
    recipe.drift_m = vec3_make(0.005, 0, 0);
    pantin_clip clip;
    assert_true(make_dance(&recipe, &clip));
    for (int k = 0; k < MAKER_JOINTS; k++)
        assert_memory_equal(clip_rotation(&clip, 79, k), clip_rotation(&clip, 119, k),
                            sizeof(quat));
    vec3 tail = vec3_sub(place_of(&clip, 119, MAKER_HIPS), place_of(&clip, 79, MAKER_HIPS));
    assert_near(tail.x, 40 * 0.005, 1e-12);
    pantin_clip_free(&clip);

    recipe = clip_recipe_make();
    recipe.turn_deg = 30;
    assert_true(make_dance(&recipe, &clip));
    quat turn =
        quat_between(*clip_rotation(&clip, 0, MAKER_HIPS), *clip_rotation(&clip, 90, MAKER_HIPS));
    assert_near(quat_angle(turn), 30 * TRIG_DEGREE, 1e-9);
    pantin_clip_free(&clip);
}

static void the_same_seed_gives_the_same_noise(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    recipe.noise_deg = 2;
    pantin_clip a, b;
    assert_true(make_dance(&recipe, &a));
    assert_true(make_dance(&recipe, &b));
    size_t bytes = (size_t)a.frames * MAKER_JOINTS * sizeof(quat);
    assert_memory_equal(a.rotations, b.rotations, bytes);
    pantin_clip_free(&b);
    recipe.seed = 2;
    assert_true(make_dance(&recipe, &b));
    assert_memory_not_equal(a.rotations, b.rotations, bytes);
    pantin_clip_free(&a);
    pantin_clip_free(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_figure_is_a_tree_of_66_joints_1_75_m_tall),
        cmocka_unit_test(a_walkers_planted_feet_do_not_move),
        cmocka_unit_test(whole_cycles_close),
        cmocka_unit_test(drift_heading_and_dead_tail_are_as_ordered),
        cmocka_unit_test(the_same_seed_gives_the_same_noise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
