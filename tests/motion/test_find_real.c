// test_find_real.c — the search on real clips: no choice is poor, and none bends as the reference's would.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "motion/space.h"
#include "shared_clip.h"
#include "thirteen.h"

#ifdef PANTIN_SHARED
/// False where the shared clips are not at hand.
static bool load(const char *name, pantin_clip *clip) {
    pantin_error error = { 0 };
    if (shared_clip(name, clip, &error)) return true;
    if (error.kind != PANTIN_ERROR_FILE) fail_msg("%s: %s", name, error.text);
    return false;
}

static pantin_loop_candidate best_of(const pantin_clip *clip, pantin_fix_method method) {
    pantin_loop_options options = pantin_loop_defaults();
    pantin_loop_search search;
    pantin_error error = { 0 };
    options.method = method;
    if (!pantin_loop_find(clip, &options, &search, &error)) fail_msg("%s", error.text);
    if (search.poor) fail_msg("%s", search.reason);
    pantin_loop_candidate best = search.candidates[0];
    pantin_loop_search_free(&search);
    return best;
}

enum { NAMED = sizeof thirteen / sizeof *thirteen };

static void sort(double *values, int count) {
    for (int k = 1; k < count; k++)
        for (int j = k; j > 0 && values[j] < values[j - 1]; j--) {
            double swapped = values[j];
            values[j] = values[j - 1];
            values[j - 1] = swapped;
        }
}

/// What is foretold for ours and for the reference's cuts; docs/motion.md has what came of them.
static void the_median_bend_is_less_than_a_third_of_the_references(void **state) {
    (void)state;
    double ours[NAMED], theirs[NAMED];
    for (int k = 0; k < NAMED; k++) {
        pantin_clip clip;
        if (!load(thirteen[k], &clip)) skip();
        pantin_loop_candidate best = best_of(&clip, PANTIN_FIX_OFFSET);
        assert_true(best.kept > 0.4);
        assert_true(best.peak_deviation_deg < 30);
        ours[k] = best.peak_deviation_deg;
        theirs[k] = best_of(&clip, PANTIN_FIX_CROSSFADE).peak_deviation_deg;
        pantin_clip_free(&clip);
    }
    sort(ours, NAMED);
    sort(theirs, NAMED);
    assert_true(ours[NAMED / 2] < theirs[NAMED / 2] / 3);
}

/// Wrappers, units, signs, missing names and a T-pose are no part of a motion.
static void the_same_dance_in_other_clothes_gets_the_same_loop(void **state) {
    (void)state;
    static const char *const clothes[] = {
        "variants/v02_zup_wrapper.glb",       "variants/v03_cm_wrapper.glb",
        "variants/v06_three_actions.glb#2",   "variants/v10_signflips.glb",
        "variants/v13_start_half_second.glb", "variants/v25_tpose_frame0.glb",
    };
    pantin_clip clip;
    if (!load("variants/v01_base_30.glb", &clip)) skip();
    pantin_loop_candidate base = best_of(&clip, PANTIN_FIX_OFFSET);
    pantin_clip_free(&clip);
    for (size_t k = 0; k < sizeof clothes / sizeof *clothes; k++) {
        if (!load(clothes[k], &clip)) skip();
        pantin_loop_candidate best = best_of(&clip, PANTIN_FIX_OFFSET);
        if (best.start != base.start || best.end != base.end)
            fail_msg("%s: %d-%d, not %d-%d", clothes[k], best.start, best.end, base.start,
                     base.end);
        pantin_clip_free(&clip);
    }
}

/// Cycles of 17 to 259 frames that need no cut.
static void clips_that_loop_are_kept_whole(void **state) {
    (void)state;
    static const char *const whole[] = {
        "glb/Fox_khronos.glb#0",        "glb/Fox_khronos.glb#1",
        "glb/Fox_khronos.glb#2",        "glb/Med_General.glb#6",
        "glb/Med_General.glb#7",        "glb/Med_MovementBasic.glb#5",
        "glb/Med_MovementBasic.glb#6",  "glb/Med_MovementBasic.glb#8",
        "glb/Med_MovementBasic.glb#9",  "glb/Med_MovementBasic.glb#10",
        "glb/cesium_man.gltf",          "glb/pab_walk.glb",
        "glb/pab_crossarms.glb",        "variants/a10_sine.glb",
        "variants/v23_closed_loop.glb",
    };
    for (size_t k = 0; k < sizeof whole / sizeof *whole; k++) {
        pantin_clip clip;
        if (!load(whole[k], &clip)) skip();
        pantin_loop_candidate best = best_of(&clip, PANTIN_FIX_OFFSET);
        if (best.start != 0 || best.end != clip.frames - 1)
            fail_msg("%s: %d-%d of %d frames", whole[k], best.start, best.end, clip.frames);
        pantin_clip_free(&clip);
    }
}
#endif

int main(void) {
#ifdef PANTIN_SHARED
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_median_bend_is_less_than_a_third_of_the_references),
        cmocka_unit_test(the_same_dance_in_other_clothes_gets_the_same_loop),
        cmocka_unit_test(clips_that_loop_are_kept_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
#else
    return 0;
#endif
}
