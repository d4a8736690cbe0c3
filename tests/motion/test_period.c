// test_period.c — natural periods: of correlations drawn by hand, of made clips, of real ones.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "clip_maker.h"
#include "motion/find.h"
#include "near.h"
#include "shared_clip.h"

enum { ROWS = 200 };

static void a_sine_has_the_period_of_its_first_peak(void **state) {
    (void)state;
    double r[ROWS], strength;
    for (int l = 0; l < ROWS; l++) r[l] = trig_cos(2 * TRIG_PI * l / 37.3);
    assert_near(period_find(r, ROWS, 7, &strength), 37.3, 0.05); // between rows: by the parabola
    assert_near(strength, 1, 0.01);
}

static void a_hump_without_a_fall_before_it_is_no_period(void **state) {
    (void)state;
    double r[ROWS], strength;
    // A slow decline with a ripple of 0.05, far below the prominence that is asked.
    for (int l = 0; l < ROWS; l++) r[l] = 0.9 - 0.002 * l + 0.05 * trig_cos(2 * TRIG_PI * l / 40);
    assert_near(period_find(r, ROWS, 7, &strength), 0, 0);
    assert_near(strength, 0, 0);
    // High again only at the end, where few rows are compared.
    for (int l = 0; l < ROWS; l++) r[l] = l < 180 ? 0.5 - 0.005 * l : 0.9;
    assert_near(period_find(r, ROWS, 7, &strength), 0, 0);
}

static void the_shortest_of_peaks_nearly_as_high_is_taken(void **state) {
    (void)state;
    double r[ROWS], strength;
    // Two steps make a cycle: the half period is half as high.
    for (int l = 0; l < ROWS; l++)
        r[l] = 0.6 * trig_cos(2 * TRIG_PI * l / 40) + 0.35 * trig_cos(2 * TRIG_PI * l / 20);
    assert_near(period_find(r, ROWS, 7, &strength), 40, 0.1);
}

static void correlations_that_are_no_numbers_have_no_period(void **state) {
    (void)state;
    double r[ROWS], strength, nan = 0;
    nan /= nan;
    for (int l = 0; l < ROWS; l++) r[l] = nan;
    assert_near(period_find(r, ROWS, 7, &strength), 0, 0);
    assert_near(period_find(r, 1, 7, &strength), 0, 0);
}

static void a_length_fits_near_whole_numbers_of_the_period(void **state) {
    (void)state;
    assert_true(period_fits(17, 0)); // none is asked for
    assert_true(period_fits(30, 30));
    assert_true(period_fits(62, 30)); // within a tenth
    assert_false(period_fits(45, 30));
    assert_false(period_fits(2, 30)); // no whole period in it
}

/// Of a made clip, in frames; 0: none.
static double period_of(bool (*make)(const clip_recipe *, pantin_clip *),
                        const clip_recipe *recipe) {
    pantin_clip clip;
    pantin_loop_search search;
    pantin_loop_options options = pantin_loop_defaults();
    assert_true(make(recipe, &clip));
    assert_true(pantin_loop_find(&clip, &options, &search, NULL));
    double period = search.period_s * clip.fps;
    pantin_loop_search_free(&search);
    pantin_clip_free(&clip);
    return period;
}

static void made_clips_have_the_period_they_were_made_with(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    recipe.noise_deg = 2;
    recipe.frames = 160;
    static const double periods[] = { 16, 27.5, 44, 61 };
    for (int k = 0; k < 4; k++) {
        recipe.period = periods[k];
        assert_near(period_of(make_walk, &recipe), periods[k], 0.5);
        assert_near(period_of(make_dance, &recipe), periods[k], 0.5);
    }
    recipe.fps = 120; // searched by every fourth frame, told to a fraction of one
    recipe.frames = 600;
    recipe.period = 133;
    assert_near(period_of(make_dance, &recipe), 133, 1);
}

#ifdef PANTIN_SHARED
static double shared_period(const char *name, double fps) {
    pantin_clip clip;
    pantin_error error = { 0 };
    if (!shared_clip(name, &clip, &error)) {
        if (error.kind == PANTIN_ERROR_FILE) skip();
        fail_msg("%s: %s", name, error.text);
    }
    pantin_loop_search search;
    pantin_loop_options options = pantin_loop_defaults();
    assert_true(pantin_loop_find(&clip, &options, &search, &error));
    double period = search.period_s * fps;
    pantin_loop_search_free(&search);
    pantin_clip_free(&clip);
    return period;
}

/// Frames at 30 a second (the bars).
static void real_clips_have_the_period_that_is_seen_in_them(void **state) {
    (void)state;
    assert_near(shared_period("bvh/jumping_jacks.bvh", 30), 33, 1);
    assert_near(shared_period("bvh/jesse_dance.bvh", 30), 28, 1);
    assert_near(shared_period("glb/jesse_30.glb", 30), 28, 1);
    assert_near(shared_period("glb/jesse_24.glb", 30), 28, 1);
    assert_near(shared_period("bvh/wave_hello.bvh", 30), 0, 0);
    assert_near(shared_period("bvh/cmu_12_01_walk.bvh", 30), 38, 1); // one walk cycle, two steps
}
#endif

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sine_has_the_period_of_its_first_peak),
        cmocka_unit_test(a_hump_without_a_fall_before_it_is_no_period),
        cmocka_unit_test(the_shortest_of_peaks_nearly_as_high_is_taken),
        cmocka_unit_test(correlations_that_are_no_numbers_have_no_period),
        cmocka_unit_test(a_length_fits_near_whole_numbers_of_the_period),
        cmocka_unit_test(made_clips_have_the_period_they_were_made_with),
#ifdef PANTIN_SHARED
        cmocka_unit_test(real_clips_have_the_period_that_is_seen_in_them),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
