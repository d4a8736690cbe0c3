// test_skate.c — sliding feet: planted ones have none, dragged ones exactly their speed.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "clip_maker.h"
#include "motion/measure.h"
#include "near.h"
#include "with_check.h"

static void planted_feet_do_not_skate(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    pantin_clip clip;
    assert_true(make_dance(&recipe, &clip));
    pantin_loop_measure m = measure_of(&clip, PANTIN_ROOT_IN_PLACE);
    assert_true(m.has_feet);
    assert_near(m.skate_cm_per_s, 0, 1e-9);
    assert_near(m.skate_seam_cm_per_s, 0, 1e-9);
    pantin_clip_free(&clip);
}

static void dragged_feet_skate_at_their_speed(void **state) {
    (void)state;
    // 0.3 and 0.4 cm a frame: 0.5 cm, 15 cm/s at 30 frames a second, at height 0 and so at full weight.
    clip_recipe recipe = clip_recipe_make();
    recipe.drift_m = vec3_make(0.003, 0, 0.004);
    pantin_clip clip;
    assert_true(make_dance(&recipe, &clip));
    pantin_loop_measure m = measure_of(&clip, PANTIN_ROOT_IN_PLACE);
    assert_near(m.skate_cm_per_s, 15, 1e-9);
    // Around the seam 8 steps on each side at 15 cm/s, and the jump back of 45 cm in the time of one frame.
    assert_near(m.skate_seam_cm_per_s, (16 * 15 + 45 * 30) / 16.0, 1e-9);
    arena memory = { 0 };
    pantin_figure figure = pantin_figure_find(&clip);
    feet f;
    assert_true(feet_read(&clip, &figure, &f, &memory));
    assert_near(feet_seam_skate(&f, clip.fps), 15, 1e-9); // the jump left out
    arena_free(&memory);
    // Travelling, the ground runs on and there is no jump.
    m = measure_of(&clip, PANTIN_ROOT_TRAVEL);
    assert_near(m.skate_seam_cm_per_s, 15, 1e-9);
    pantin_clip_free(&clip);
}

/// A foot that hangs `lift` m over its level for all but six of 61 frames, and is dragged.
static double skate_at(double lift) {
    clip_recipe recipe = clip_recipe_make();
    recipe.frames = 61;
    recipe.drift_m = vec3_make(0.01, 0, 0);
    pantin_clip clip;
    assert_true(maker_figure(&recipe, "drag", &clip));
    for (int i = 0; i < clip.frames; i++)
        *clip_translation(&clip, i, MAKER_HIPS) =
            vec3_make(0.01 * i, i < 6 ? 0.92 : 0.92 + lift, 0);
    double skate = measure_of(&clip, PANTIN_ROOT_TRAVEL).skate_cm_per_s;
    pantin_clip_free(&clip);
    return skate;
}

static void height_weighs_as_the_formula_says(void **state) {
    (void)state;
    // 60 steps at 30 cm/s: 5 on the floor, 1 up to half the height, 54 at it; the rest is air. The 5th percentile
    // of 61 heights is rank 3: the floor.
    static const double lifts[] = { 0, 0.0125, 0.02, 0.025, 0.04, 0.1 };
    for (int k = 0; k < 6; k++) {
        double h = lifts[k] / 0.025;
        double up = h / 2 < 1 ? 2 - pow(2, h / 2) : 0, above = h < 1 ? 2 - pow(2, h) : 0;
        assert_near(skate_at(lifts[k]), 30 * (5 + up + 54 * above) / 60, 1e-9);
    }
}

static void a_walk_in_place_is_judged_on_its_ground(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    pantin_clip travels, stays, lost;
    assert_true(make_walk(&recipe, &travels));
    recipe.in_place = true;
    assert_true(make_walk(&recipe, &lost));
    recipe.ground = true;
    assert_true(make_walk(&recipe, &stays));
    pantin_loop_measure a = measure_of(&travels, PANTIN_ROOT_TRAVEL);
    pantin_loop_measure b = measure_of(&stays, PANTIN_ROOT_IN_PLACE);
    pantin_loop_measure c = measure_of(&lost, PANTIN_ROOT_IN_PLACE);
    assert_near(a.skate_cm_per_s, b.skate_cm_per_s, 1e-9);
    assert_near(a.skate_seam_cm_per_s, b.skate_seam_cm_per_s, 1e-9);
    // Planted feet stand; what is left are the ends of swings, where the toe goes fast close over the floor:
    // 7.5 cm/s as a mean. The formula cannot tell a low swing from a slide.
    assert_true(a.skate_cm_per_s < 8);
    // With its travel forgotten it slides at walking speed for 0.6 of the time: 1.2 m a cycle of 1 s.
    assert_true(c.skate_cm_per_s > 0.6 * 110);
    pantin_clip_free(&travels);
    pantin_clip_free(&stays);
    pantin_clip_free(&lost);
}

static void the_ground_runs_on_around_an_arc(void **state) {
    (void)state;
    // Three cycles on an arc of 90°: planted across the seam, the left foot steps down and the right one lifts.
    clip_recipe recipe = clip_recipe_make();
    recipe.turn_deg = 90;
    pantin_clip arc, line;
    assert_true(make_walk(&recipe, &arc));
    recipe.turn_deg = 0;
    assert_true(make_walk(&recipe, &line));
    double on_arc = measure_of(&arc, PANTIN_ROOT_TRAVEL).skate_seam_cm_per_s;
    double on_line = measure_of(&line, PANTIN_ROOT_TRAVEL).skate_seam_cm_per_s;
    assert_near(on_arc, on_line, 1.0);
    pantin_clip_free(&arc);
    pantin_clip_free(&line);
}

static void without_feet_there_is_no_skate(void **state) {
    (void)state;
    pantin_clip clip;
    assert_true(clip_begin(&clip, 2, 9, false, NULL));
    for (int k = 0; k < 2; k++)
        clip.joints[k] = (pantin_joint){ .name = k == 0 ? "Bone" : "Bone.001",
                                         .parent = k - 1,
                                         .bone = true,
                                         .rotation = quat_identity(),
                                         .scale = { 1, 1, 1 } };
    for (int k = 0; k < 18; k++) clip.rotations[k] = quat_identity();
    pantin_loop_measure m = measure_of(&clip, PANTIN_ROOT_IN_PLACE);
    assert_false(m.has_feet);
    assert_near(m.skate_cm_per_s, 0, 0);
    pantin_clip_free(&clip);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planted_feet_do_not_skate),
        cmocka_unit_test(dragged_feet_skate_at_their_speed),
        cmocka_unit_test(height_weighs_as_the_formula_says),
        cmocka_unit_test(a_walk_in_place_is_judged_on_its_ground),
        cmocka_unit_test(the_ground_runs_on_around_an_arc),
        cmocka_unit_test(without_feet_there_is_no_skate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
