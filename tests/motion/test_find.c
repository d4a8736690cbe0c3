// test_find.c — the search for loops on clips whose loops are known, and on clips that mean harm.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "../refusals.h"
#include "clip_maker.h"
#include "near.h"

typedef bool maker(const clip_recipe *, pantin_clip *);

static pantin_clip made(maker *make, const clip_recipe *recipe) {
    pantin_clip clip;
    assert_true(make(recipe, &clip));
    return clip;
}

/// A search that must succeed.
static pantin_loop_search search_of(const pantin_clip *clip, const pantin_loop_options *options) {
    pantin_loop_search search;
    pantin_error error = { 0 };
    if (!pantin_loop_find(clip, options, &search, &error))
        fail_msg("%s: %s", error.where, error.text);
    assert_true(search.count >= 1 && search.count <= options->candidates);
    return search;
}

static pantin_loop_candidate best_of(const pantin_clip *clip, const pantin_loop_options *options) {
    pantin_loop_search search = search_of(clip, options);
    pantin_loop_candidate best = search.candidates[0];
    pantin_loop_search_free(&search);
    return best;
}

/// How far a length is from a whole number of periods, frames.
static double off_period(int length, double period) {
    double off = length - period * trig_floor(length / period + 0.5);
    return off < 0 ? -off : off;
}

/// T23: 2.4 periods of a swing, then stillness. The still stretch loops without a seam and must not win.
static void a_dead_tail_never_wins(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    recipe.frames = 120;
    recipe.moving = 80;
    recipe.period = 80 / 2.4;
    pantin_loop_options options = pantin_loop_defaults();
    for (int drifts = 0; drifts < 2; drifts++) {
        recipe.drift_m = vec3_make(0.005 * drifts, 0, 0); // 0.5 cm a frame
        recipe.turn_deg = 30 * drifts;
        pantin_clip clip = made(make_swing, &recipe);
        pantin_loop_search search = search_of(&clip, &options);
        pantin_loop_candidate best = search.candidates[0];
        assert_true(best.end <= 80);
        assert_true(best.end - best.start >= 32);
        assert_true(off_period(best.end - best.start, recipe.period) <= 1);
        assert_false(search.poor);
        pantin_loop_search_free(&search);
        pantin_clip_free(&clip);
    }
}

/// Whole clips that are a cycle, of 16 to 50 frames: nothing is cut away.
static void a_clip_that_is_one_cycle_is_kept_whole(void **state) {
    (void)state;
    static const int lengths[] = { 16, 18, 25, 33, 50 };
    pantin_loop_options options = pantin_loop_defaults();
    for (int k = 0; k < 5; k++) {
        clip_recipe recipe = clip_recipe_make();
        recipe.frames = lengths[k];
        recipe.period = lengths[k] - 1;
        pantin_clip clip = made(make_walk, &recipe);
        pantin_loop_candidate best = best_of(&clip, &options);
        assert_int_equal(best.start, 0);
        assert_int_equal(best.end, lengths[k] - 1);
        assert_near(best.kept, 1, 1e-9);
        assert_near(best.gap_deg, 0, 1e-4);
        pantin_clip_free(&clip);
    }
}

static void short_cycles_are_found_within_longer_clips(void **state) {
    (void)state;
    pantin_loop_options options = pantin_loop_defaults();
    for (int period = 16; period <= 50; period += 17) {
        clip_recipe recipe = clip_recipe_make();
        recipe.period = period;
        recipe.frames = (int)(1.7 * period); // one whole cycle fits, two do not
        pantin_clip clip = made(make_dance, &recipe);
        pantin_loop_search search = search_of(&clip, &options);
        assert_int_equal(search.candidates[0].end - search.candidates[0].start, period);
        assert_true(search.candidates[0].cost < 0.5);
        pantin_loop_search_free(&search);
        pantin_clip_free(&clip);
    }
}

static void walks_are_cut_at_whole_cycles_wherever_they_go(void **state) {
    (void)state;
    pantin_loop_options options = pantin_loop_defaults();
    for (int arc = 0; arc < 2; arc++) {
        clip_recipe recipe = clip_recipe_make();
        recipe.frames = 140;
        recipe.turn_deg = 120 * arc;
        recipe.noise_deg = 1;
        pantin_clip clip = made(make_walk, &recipe);
        pantin_loop_candidate best = best_of(&clip, &options);
        assert_true(off_period(best.end - best.start, 30) <= 1);
        assert_true(best.end - best.start >= 89);
        assert_true(best.kept > 0.6);
        pantin_clip_free(&clip);
    }
}

/// Between like phases no foot is led away, so that it skates as in the source; half a cycle on, the other one
/// stands, and both are dragged.
static void dragged_feet_are_foretold(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    pantin_clip clip = made(make_walk, &recipe);
    pantin_loop_options options = pantin_loop_defaults();
    options.start = 10;
    options.end = 40;
    double cycle = best_of(&clip, &options).skate_cm_per_s;
    options.end = 55;
    double half = best_of(&clip, &options).skate_cm_per_s;
    assert_true(cycle < 10);
    assert_true(half > 3 * cycle);
    pantin_clip_free(&clip);
}

static void a_t_pose_in_frame_0_does_not_matter(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    recipe.frames = 100;
    recipe.noise_deg = 1;
    pantin_loop_options options = pantin_loop_defaults();
    pantin_clip clip = made(make_dance, &recipe), without;
    recipe.t_pose = true;
    pantin_clip posed = made(make_dance, &recipe);
    assert_true(pantin_clip_slice(&clip, 1, 99, &without, NULL));
    pantin_loop_candidate a = best_of(&posed, &options), b = best_of(&without, &options);
    assert_int_equal(a.start, b.start + 1);
    assert_int_equal(a.end, b.end + 1);
    assert_near(a.kept, b.kept, 0.02);
    pantin_clip_free(&clip);
    pantin_clip_free(&without);
    pantin_clip_free(&posed);
}

/// A pose is judged in itself: where it stands and faces is no part of it.
static void a_figure_placed_and_turned_elsewhere_gets_the_same_loop(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    recipe.frames = 100;
    recipe.noise_deg = 2;
    pantin_loop_options options = pantin_loop_defaults();
    pantin_clip here = made(make_dance, &recipe), there = made(make_dance, &recipe);
    for (int i = 0; i < there.frames; i++)
        maker_carry(&there, i, maker_turn(0, 1, 0, 130), vec3_make(40, 0, -7));
    pantin_loop_candidate a = best_of(&here, &options), b = best_of(&there, &options);
    assert_int_equal(a.start, b.start);
    assert_int_equal(a.end, b.end);
    assert_near(a.cost, b.cost, 1e-3);
    pantin_clip_free(&here);
    pantin_clip_free(&there);
}

static void what_is_asked_for_is_kept_to(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    recipe.frames = 200;
    recipe.noise_deg = 2;
    pantin_clip clip = made(make_dance, &recipe);
    pantin_loop_options options = pantin_loop_defaults();
    options.start = 13;
    assert_int_equal(best_of(&clip, &options).start, 13);
    options.end = 77;
    pantin_loop_candidate named = best_of(&clip, &options);
    assert_int_equal(named.start, 13);
    assert_int_equal(named.end, 77);
    assert_near(named.seconds, 64 / 30.0, 1e-12);
    options.start = PANTIN_NONE;
    assert_int_equal(best_of(&clip, &options).end, 77);

    options = pantin_loop_defaults();
    options.min_keep = 0.8;
    pantin_loop_search search = search_of(&clip, &options);
    for (int k = 0; k < search.count; k++)
        assert_true(search.candidates[k].end - search.candidates[k].start + 1 >= 160);
    pantin_loop_search_free(&search);

    options = pantin_loop_defaults();
    options.period_s = 1;
    search = search_of(&clip, &options);
    for (int k = 0; k < search.count; k++)
        assert_true(off_period(search.candidates[k].end - search.candidates[k].start, 30) <= 3);
    pantin_loop_search_free(&search);

    options = pantin_loop_defaults();
    options.trim = false;
    pantin_loop_candidate whole = best_of(&clip, &options);
    assert_int_equal(whole.start, 0);
    assert_int_equal(whole.end, 199);
    pantin_clip_free(&clip);
}

static void the_list_holds_no_loop_twice_and_poor_ones_last(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    recipe.frames = 300;
    recipe.noise_deg = 3;
    pantin_clip clip = made(make_dance, &recipe);
    pantin_loop_options options = pantin_loop_defaults();
    options.candidates = 20;
    pantin_loop_search search = search_of(&clip, &options);
    assert_true(search.count > 5);
    bool poor = false;
    for (int k = 0; k < search.count; k++) {
        const pantin_loop_candidate *c = &search.candidates[k];
        assert_true(c->start >= 0 && c->start < c->end && c->end < clip.frames);
        assert_true(c->kept > 0 && c->kept <= 1 + 1e-9);
        assert_false(poor && c->cost <= PANTIN_LOOP_POOR);
        poor = c->cost > PANTIN_LOOP_POOR;
        for (int j = 0; j < k; j++) {
            int start = abs(c->start - search.candidates[j].start);
            int end = abs(c->end - search.candidates[j].end);
            assert_true(start > 6 || end > 6); // 0.2 s
        }
    }
    pantin_loop_search_free(&search);
    options.candidates = 1;
    search = search_of(&clip, &options);
    assert_int_equal(search.count, 1);
    pantin_loop_search_free(&search);
    pantin_clip_free(&clip);
}

/// An arm that is raised and stays on its way: no moment comes back.
static pantin_clip one_way(void) {
    clip_recipe recipe = clip_recipe_make();
    recipe.frames = 60;
    recipe.moving = 1;
    pantin_clip clip = made(make_swing, &recipe);
    for (int i = 0; i < clip.frames; i++)
        for (int side = 0; side < 2; side++) {
            int shift = side * MAKER_SIDE, sign = side == 0 ? 1 : -1;
            *clip_rotation(&clip, i, MAKER_LEFT_ARM + shift) =
                maker_turn(0, 0, 1, sign * (-85 + 2.9 * i));
            *clip_rotation(&clip, i, MAKER_SPINE) = maker_turn(1, 0, 0, 1.5 * i);
        }
    return clip;
}

static void a_clip_that_never_comes_back_is_poor_and_told_why(void **state) {
    (void)state;
    pantin_clip clip = one_way();
    pantin_loop_options options = pantin_loop_defaults();
    options.min_keep = 0.8;
    pantin_loop_search search = search_of(&clip, &options);
    assert_true(search.poor);
    assert_true(search.candidates[0].cost > PANTIN_LOOP_POOR);
    assert_non_null(strstr(search.reason, "Arm"));
    assert_true(strlen(search.reason) < sizeof search.reason - 1);
    pantin_loop_search_free(&search);
    pantin_clip_free(&clip);
}

/// What is foretold for a cut is what parts its frames, half of it to each end.
static void the_gap_of_a_cut_is_that_of_its_frames(void **state) {
    (void)state;
    pantin_clip clip = one_way();
    pantin_loop_options options = pantin_loop_defaults();
    options.start = 10;
    options.end = 40;
    pantin_loop_candidate cut = best_of(&clip, &options);
    assert_near(cut.gap_deg, 87, 1e-6); // 30 frames of 2.9 degrees
    assert_near(cut.peak_deviation_deg, 43.5, 1e-3);
    options.method = PANTIN_FIX_SOFTFADE; // all of it over the end
    assert_near(best_of(&clip, &options).peak_deviation_deg, 87, 1e-3);
    pantin_clip_free(&clip);
}

/// A hand that turns about its own axis moves no joint; its tip tells.
static void turns_of_the_last_bones_are_seen(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    recipe.frames = 100;
    recipe.period = 40;
    pantin_clip clip;
    assert_true(maker_figure(&recipe, "nod", &clip));
    for (int i = 0; i < clip.frames; i++)
        *clip_rotation(&clip, i, MAKER_HEAD_TOP) = maker_turn(1, 0, 0, 30 * maker_wave(i / 40.0));
    pantin_loop_options options = pantin_loop_defaults();
    pantin_loop_search search = search_of(&clip, &options);
    assert_near(search.period_s * clip.fps, 40, 0.5);
    assert_true(off_period(search.candidates[0].end - search.candidates[0].start, 40) <= 1);
    pantin_loop_search_free(&search);
    pantin_clip_free(&clip);
}

static void a_still_clip_is_one_loop(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    recipe.frames = 60;
    recipe.moving = 1;
    pantin_clip clip = made(make_dance, &recipe);
    pantin_loop_options options = pantin_loop_defaults();
    pantin_loop_candidate best = best_of(&clip, &options);
    assert_int_equal(best.start, 0);
    assert_int_equal(best.end, 59);
    assert_near(best.cost, 0, 1e-6);
    pantin_clip_free(&clip);
}

static void clips_of_three_frames_and_more_are_served(void **state) {
    (void)state;
    pantin_loop_options options = pantin_loop_defaults();
    for (int frames = 3; frames < 20; frames++) {
        clip_recipe recipe = clip_recipe_make();
        recipe.frames = frames;
        pantin_clip clip = made(make_dance, &recipe);
        pantin_loop_candidate best = best_of(&clip, &options);
        assert_true(best.end < frames && best.end - best.start >= 2);
        pantin_clip_free(&clip);
    }
}

static bool refused(const pantin_clip *clip, const pantin_loop_options *options) {
    pantin_loop_search search;
    pantin_error error = { 0 };
    bool found = pantin_loop_find(clip, options, &search, &error);
    if (found) pantin_loop_search_free(&search);
    return !found && error.kind == PANTIN_ERROR_ARGUMENT && search.candidates == NULL;
}

static void what_cannot_be_searched_is_refused(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    pantin_clip clip = made(make_dance, &recipe);
    pantin_loop_options options = pantin_loop_defaults();
    options.period_s = 100; // longer than the clip
    assert_true(refused(&clip, &options));
    options = pantin_loop_defaults();
    options.candidates = 0;
    assert_true(refused(&clip, &options));
    options = pantin_loop_defaults();
    static const double rates[] = { 0, -30, 1e30 };
    for (int k = 0; k < 3; k++) {
        clip.fps = rates[k];
        assert_true(refused(&clip, &options));
    }
    clip.fps = 0;
    clip.fps /= clip.fps; // NaN
    assert_true(refused(&clip, &options));
    pantin_clip_free(&clip);
}

/// Readers let none in; a caller's own clip may have them. The search ends and names frames of the clip.
static void numbers_that_are_none_do_no_harm(void **state) {
    (void)state;
    double nan = 0;
    nan /= nan;
    pantin_loop_options options = pantin_loop_defaults();
    for (int where = 0; where < 4; where++) {
        clip_recipe recipe = clip_recipe_make();
        pantin_clip clip = made(make_walk, &recipe);
        for (int i = 0; i < clip.frames; i++) {
            if (where == 0 || i == 20) clip_rotation(&clip, i, MAKER_SPINE)->x = nan;
            if (where == 1) clip_translation(&clip, i, MAKER_HIPS)->y = 1e308;
            if (where == 2) clip_translation(&clip, i, MAKER_HIPS)->x = nan;
            if (where == 3) *clip_rotation(&clip, i, MAKER_HEAD) = (quat){ 0, 0, 0, 0 };
        }
        pantin_loop_search search;
        pantin_error error = { 0 };
        if (pantin_loop_find(&clip, &options, &search, &error)) {
            for (int k = 0; k < search.count; k++)
                assert_true(search.candidates[k].start >= 0 && search.candidates[k].end < 91);
            pantin_loop_search_free(&search);
        }
        pantin_clip_free(&clip);
    }
}

/// One bone of a swing, long: beyond 20,000 rows nothing is searched, and it is told.
static void beyond_its_limit_the_search_says_what_it_skips(void **state) {
    (void)state;
    pantin_clip clip;
    assert_true(clip_begin(&clip, 1, 20100, false, NULL));
    clip.fps = 30;
    clip.bone_count = 1;
    clip.joints[0] = (pantin_joint){ .name = "root",
                                     .parent = PANTIN_NONE,
                                     .bone = true,
                                     .rotation = quat_identity(),
                                     .scale = { 1, 1, 1 } };
    for (int i = 0; i < clip.frames; i++)
        *clip_rotation(&clip, i, 0) = maker_turn(1, 0, 0, 30 * maker_wave(i / 40.0));
    pantin_loop_options options = pantin_loop_defaults();
    pantin_loop_search search = search_of(&clip, &options);
    assert_int_equal(search.skipped_frames, 100);
    assert_true(search.candidates[0].end < 20000);
    assert_true(off_period(search.candidates[0].end - search.candidates[0].start, 40) <= 1);
    pantin_loop_search_free(&search);
    pantin_clip fixed;
    pantin_loop_fixed report;
    assert_true(pantin_loop_fix(&clip, NULL, &fixed, &report, NULL));
    assert_int_equal(fixed.note_count, 1);
    assert_non_null(strstr(fixed.notes[0], "100 frames beyond what is searched were skipped"));
    pantin_clip_free(&fixed);
    pantin_clip_free(&clip);
}

/// A period that was not looked for is not told to be none.
static void a_search_says_whether_it_looked_for_a_period(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    pantin_clip clip = made(make_dance, &recipe);
    pantin_loop_options options = pantin_loop_defaults();
    pantin_loop_search search = search_of(&clip, &options);
    assert_true(search.period_searched);
    pantin_loop_search_free(&search);
    options.start = 3;
    options.end = 60;
    search = search_of(&clip, &options);
    assert_false(search.period_searched);
    pantin_loop_search_free(&search);
    options = pantin_loop_defaults();
    options.method = PANTIN_FIX_CROSSFADE;
    search = search_of(&clip, &options);
    assert_false(search.period_searched);
    pantin_loop_search_free(&search);
    pantin_clip_free(&clip);
}

static void the_same_clip_gives_the_same_list_bit_for_bit(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    recipe.frames = 150;
    recipe.noise_deg = 3;
    pantin_clip clip = made(make_walk, &recipe);
    pantin_loop_options options = pantin_loop_defaults();
    pantin_loop_search a = search_of(&clip, &options), b = search_of(&clip, &options);
    assert_int_equal(a.count, b.count);
    assert_memory_equal(a.candidates, b.candidates, (size_t)a.count * sizeof *a.candidates);
    pantin_loop_search_free(&a);
    pantin_loop_search_free(&b);
    pantin_clip_free(&clip);
}

static bool search_once(void *context, pantin_error *error) {
    pantin_loop_options options = pantin_loop_defaults();
    pantin_loop_search search;
    if (!pantin_loop_find(context, &options, &search, error)) return false;
    pantin_loop_search_free(&search);
    return true;
}

static void every_allocation_may_be_refused(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    pantin_clip clip = made(make_walk, &recipe);
    assert_true(refusals_sweep(search_once, &clip) > 3);
    pantin_clip_free(&clip);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_dead_tail_never_wins),
        cmocka_unit_test(a_clip_that_is_one_cycle_is_kept_whole),
        cmocka_unit_test(short_cycles_are_found_within_longer_clips),
        cmocka_unit_test(walks_are_cut_at_whole_cycles_wherever_they_go),
        cmocka_unit_test(dragged_feet_are_foretold),
        cmocka_unit_test(a_t_pose_in_frame_0_does_not_matter),
        cmocka_unit_test(a_figure_placed_and_turned_elsewhere_gets_the_same_loop),
        cmocka_unit_test(what_is_asked_for_is_kept_to),
        cmocka_unit_test(the_list_holds_no_loop_twice_and_poor_ones_last),
        cmocka_unit_test(a_clip_that_never_comes_back_is_poor_and_told_why),
        cmocka_unit_test(the_gap_of_a_cut_is_that_of_its_frames),
        cmocka_unit_test(turns_of_the_last_bones_are_seen),
        cmocka_unit_test(a_still_clip_is_one_loop),
        cmocka_unit_test(clips_of_three_frames_and_more_are_served),
        cmocka_unit_test(what_cannot_be_searched_is_refused),
        cmocka_unit_test(numbers_that_are_none_do_no_harm),
        cmocka_unit_test(beyond_its_limit_the_search_says_what_it_skips),
        cmocka_unit_test(a_search_says_whether_it_looked_for_a_period),
        cmocka_unit_test(the_same_clip_gives_the_same_list_bit_for_bit),
        cmocka_unit_test(every_allocation_may_be_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
