// test_contacts.c — when a foot stands, against an analytic walk whose contacts are known.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "clip_maker.h"
#include "refusals.h"

enum { FRAMES_MOST = 1000 };
static bool found[PANTIN_LEGS_MOST * FRAMES_MOST];

static pantin_figure find(const pantin_clip *clip, bool cyclic) {
    pantin_figure figure = pantin_figure_find(clip);
    pantin_error error = { 0 };
    assert_int_equal(figure.leg_count, 2);
    assert_true(clip->frames <= FRAMES_MOST);
    assert_true(pantin_contacts_find(clip, &figure, cyclic, found, &error));
    return figure;
}

/// Is `stands` what is found, but for a frame at either end of each stance?
static void compare(const clip_recipe *recipe, const pantin_clip *clip, int tolerance) {
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < clip->frames; i++) {
            bool near = false;
            for (int k = -tolerance; k <= tolerance; k++) {
                int at = i + k < 0 ? 0 : i + k >= clip->frames ? clip->frames - 1 : i + k;
                near |= walk_stands(recipe, side, at) == found[side * clip->frames + i];
            }
            if (!near) fail_msg("side %d frame %d of %g fps", side, i, recipe->fps);
        }
}

static void a_walks_contacts_are_found_to_a_frame(void **state) {
    (void)state;
    static const double rates[] = { 24, 30, 60, 100, 120 };
    for (int k = 0; k < 5; k++)
        for (int cyclic = 0; cyclic < 2; cyclic++) {
            clip_recipe recipe = clip_recipe_make();
            recipe.fps = recipe.period = rates[k];
            recipe.frames = 3 * (int)rates[k] + 1;
            pantin_clip clip;
            assert_true(make_walk(&recipe, &clip));
            find(&clip, cyclic);
            compare(&recipe, &clip, 1);
            pantin_clip_free(&clip);
        }
}

static void at_thirty_frames_they_are_exact(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    pantin_clip clip;
    assert_true(make_walk(&recipe, &clip));
    find(&clip, true);
    compare(&recipe, &clip, 0);
    pantin_clip_free(&clip);
}

static void arcs_and_walks_in_place_on_their_ground_have_the_same(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    pantin_clip clip;
    recipe.turn_deg = 120;
    assert_true(make_walk(&recipe, &clip));
    find(&clip, true);
    compare(&recipe, &clip, 1);
    pantin_clip_free(&clip);
    recipe.turn_deg = 0;
    recipe.in_place = recipe.ground = true;
    assert_true(make_walk(&recipe, &clip));
    find(&clip, true);
    compare(&recipe, &clip, 0);
    pantin_clip_free(&clip);
    // Its ground forgotten, a foot slides back at walking speed: nothing stands.
    recipe.ground = false;
    assert_true(make_walk(&recipe, &clip));
    find(&clip, true);
    for (int k = 0; k < 2 * clip.frames; k++) assert_false(found[k]);
    pantin_clip_free(&clip);
}

static void a_giant_stands_as_a_man_does(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    pantin_clip clip;
    assert_true(make_walk(&recipe, &clip));
    for (int i = 0; i < clip.frames * clip.joint_count; i++)
        clip.translations[i] = vec3_scale(clip.translations[i], 50);
    for (int k = 0; k < clip.joint_count; k++)
        clip.joints[k].translation = vec3_scale(clip.joints[k].translation, 50);
    find(&clip, true);
    compare(&recipe, &clip, 0);
    pantin_clip_free(&clip);
}

static void a_cycle_is_closed_and_knows_its_state_from_the_start(void **state) {
    (void)state;
    // Begun in the middle of the left foot's stance, with the right foot in the air.
    clip_recipe recipe = clip_recipe_make();
    pantin_clip whole, clip;
    recipe.frames = 91;
    assert_true(make_walk(&recipe, &whole));
    assert_true(pantin_clip_slice(&whole, 7, 67, &clip, NULL));
    find(&clip, true);
    for (int side = 0; side < 2; side++) {
        bool *row = found + side * clip.frames;
        assert_int_equal(row[0], row[clip.frames - 1]);
        for (int i = 0; i + 30 < clip.frames; i++) assert_int_equal(row[i], row[i + 30]);
    }
    pantin_clip_free(&clip);
    pantin_clip_free(&whole);
}

static void a_dancer_on_the_spot_stands_all_the_time(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    pantin_clip clip;
    assert_true(make_dance(&recipe, &clip));
    find(&clip, false);
    for (int k = 0; k < 2 * clip.frames; k++) assert_true(found[k]);
    pantin_clip_free(&clip);
}

static void short_clips_have_contacts_too(void **state) {
    (void)state;
    for (int frames = 3; frames < 12; frames++)
        for (int cyclic = 0; cyclic < 2; cyclic++) {
            clip_recipe recipe = clip_recipe_make();
            recipe.frames = frames;
            pantin_clip clip;
            assert_true(make_dance(&recipe, &clip));
            find(&clip, cyclic);
            for (int k = 0; k < 2 * frames; k++) assert_true(found[k]);
            pantin_clip_free(&clip);
        }
}

static bool find_once(void *context, pantin_error *error) {
    const pantin_clip *clip = context;
    pantin_figure figure = pantin_figure_find(clip);
    return pantin_contacts_find(clip, &figure, true, found, error);
}

static void refused_memory_is_said(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    pantin_clip clip;
    assert_true(make_walk(&recipe, &clip));
    assert_true(refusals_sweep(find_once, &clip) >= 1);
    pantin_clip_free(&clip);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_walks_contacts_are_found_to_a_frame),
        cmocka_unit_test(at_thirty_frames_they_are_exact),
        cmocka_unit_test(arcs_and_walks_in_place_on_their_ground_have_the_same),
        cmocka_unit_test(a_giant_stands_as_a_man_does),
        cmocka_unit_test(a_cycle_is_closed_and_knows_its_state_from_the_start),
        cmocka_unit_test(a_dancer_on_the_spot_stands_all_the_time),
        cmocka_unit_test(short_clips_have_contacts_too),
        cmocka_unit_test(refused_memory_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
