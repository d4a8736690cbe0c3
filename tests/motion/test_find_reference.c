// test_find_reference.c — the reference's choice: the frames it chose on real clips, and its rules on made ones.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "clip_maker.h"
#include "near.h"
#include "shared_clip.h"

static pantin_loop_options reference(void) {
    pantin_loop_options options = pantin_loop_defaults();
    options.method = PANTIN_FIX_CROSSFADE;
    return options;
}

/// The one candidate of a search that must succeed.
static pantin_loop_candidate choose(const pantin_clip *clip, const pantin_loop_options *options) {
    pantin_loop_search search;
    pantin_error error = { 0 };
    if (!pantin_loop_find(clip, options, &search, &error)) fail_msg("%s", error.text);
    assert_int_equal(search.count, 1);
    assert_false(search.poor);
    pantin_loop_candidate chosen = search.candidates[0];
    pantin_loop_search_free(&search);
    return chosen;
}

#ifdef PANTIN_SHARED
/// Measured with the reference, default words, native rate (the list).
static void it_chooses_the_frames_that_the_reference_chose(void **state) {
    (void)state;
    static const struct {
        const char *clip;
        int start, end;
    } expected[] = {
        { "bvh/dab.bvh", 24, 242 },
        { "bvh/jesse_dance.bvh", 110, 813 },
        { "bvh/jumping_jacks.bvh", 26, 101 },
        { "bvh/wave_hello.bvh", 194, 782 },
        { "bvh/zombie.bvh", 24, 733 },
        { "bvh/cmu_12_01_walk.bvh", 191, 508 },
        { "glb/jesse_24.glb", 27, 195 },
        { "glb/jesse_30.glb", 34, 244 },
        { "glb/pab_crossarms.glb", 75, 230 },
        { "glb/zombie_30.glb", 24, 733 },
        { "glb/Fox_khronos.glb#0", 24, 73 },
        { "variants/v01_base_30.glb", 34, 216 },
        { "variants/v08_cubic_every5.glb", 27, 173 },
        { "variants/v23_closed_loop.glb", 59, 198 },
        // The same dance under a wrapper, in other units, without names, with a T-pose: the same choice.
        { "variants/v02_zup_wrapper.glb", 34, 216 },
        { "variants/v03_cm_wrapper.glb", 34, 216 },
        { "variants/v10_signflips.glb", 34, 216 },
        { "variants/v20_no_names.glb", 34, 216 },
        { "variants/v25_tpose_frame0.glb", 34, 216 },
    };
    for (size_t k = 0; k < sizeof expected / sizeof *expected; k++) {
        pantin_clip clip;
        pantin_error error = { 0 };
        if (!shared_clip(expected[k].clip, &clip, &error)) {
            if (error.kind == PANTIN_ERROR_FILE) skip();
            fail_msg("%s: %s", expected[k].clip, error.text);
        }
        pantin_loop_options options = reference();
        pantin_loop_candidate chosen = choose(&clip, &options);
        if (chosen.start != expected[k].start || chosen.end != expected[k].end)
            fail_msg("%s: %d-%d, not %d-%d", expected[k].clip, chosen.start, chosen.end,
                     expected[k].start, expected[k].end);
        pantin_clip_free(&clip);
    }
}
#endif

static pantin_clip dance(void) {
    clip_recipe recipe = clip_recipe_make();
    recipe.frames = 151;
    recipe.noise_deg = 2;
    pantin_clip clip;
    assert_true(make_dance(&recipe, &clip));
    return clip;
}

static void clips_that_differ_in_the_roots_travel_get_the_same_frames(void **state) {
    (void)state;
    pantin_clip here = dance(), away = dance();
    for (int i = 0; i < away.frames; i++) clip_translation(&away, i, away.root)->x += 0.03 * i;
    pantin_loop_options options = reference();
    pantin_loop_candidate a = choose(&here, &options), b = choose(&away, &options);
    assert_int_equal(a.start, b.start);
    assert_int_equal(a.end, b.end);
    assert_near(a.gap_deg, b.gap_deg, 0);
    assert_near(a.peak_deviation_deg, b.peak_deviation_deg, 0);
    pantin_clip_free(&here);
    pantin_clip_free(&away);
}

static void it_keeps_the_share_asked_for_and_room_for_the_fade(void **state) {
    (void)state;
    pantin_clip clip = dance();
    pantin_loop_options options = reference();
    static const double shares[] = { 0, 0.25, 0.6, 0.8 };
    for (int k = 0; k < 4; k++) {
        options.min_keep = shares[k];
        pantin_loop_candidate chosen = choose(&clip, &options);
        assert_true(chosen.start >= options.blend_frames);
        assert_true(chosen.end - chosen.start + 1 >= shares[k] * clip.frames);
        assert_true(chosen.end < clip.frames);
    }
    pantin_clip_free(&clip);
}

/// Of equal cuts the later: in a still clip all are equal, so that the anchor is the first that may be one and
/// the cut the last frame.
static void of_equal_anchors_the_earlier_and_of_equal_cuts_the_later_is_taken(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    recipe.frames = 100;
    recipe.moving = 1;
    pantin_clip clip;
    assert_true(make_dance(&recipe, &clip));
    pantin_loop_options options = reference();
    pantin_loop_candidate chosen = choose(&clip, &options);
    assert_int_equal(chosen.start, 24);
    assert_int_equal(chosen.end, 99);
    assert_near(chosen.peak_deviation_deg, 0, 1e-12);
    pantin_clip_free(&clip);
}

static void a_clip_too_short_for_the_fade_is_told(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    recipe.frames = 59; // K = 36 and W = 24: anchors 24..23
    pantin_clip clip;
    assert_true(make_dance(&recipe, &clip));
    pantin_loop_options options = reference();
    pantin_loop_search search;
    pantin_error error = { 0 };
    assert_false(pantin_loop_find(&clip, &options, &search, &error));
    assert_int_equal(error.kind, PANTIN_ERROR_ARGUMENT);
    assert_non_null(strstr(error.text, "59 frames"));
    options.blend_frames = 23;
    assert_int_equal(choose(&clip, &options).start, 23);
    pantin_clip_free(&clip);
}

static void frames_named_by_the_user_are_taken(void **state) {
    (void)state;
    pantin_clip clip = dance();
    pantin_loop_options options = reference();
    options.start = 30;
    assert_int_equal(choose(&clip, &options).start, 30);
    options.end = 140;
    assert_int_equal(choose(&clip, &options).end, 140);
    options.start = PANTIN_NONE;
    assert_int_equal(choose(&clip, &options).end, 140);
    options = reference();
    options.trim = false;
    pantin_loop_candidate whole = choose(&clip, &options);
    assert_int_equal(whole.start, 0);
    assert_int_equal(whole.end, clip.frames - 1);
    pantin_clip_free(&clip);
}

int main(void) {
    const struct CMUnitTest tests[] = {
#ifdef PANTIN_SHARED
        cmocka_unit_test(it_chooses_the_frames_that_the_reference_chose),
#endif
        cmocka_unit_test(clips_that_differ_in_the_roots_travel_get_the_same_frames),
        cmocka_unit_test(it_keeps_the_share_asked_for_and_room_for_the_fade),
        cmocka_unit_test(of_equal_anchors_the_earlier_and_of_equal_cuts_the_later_is_taken),
        cmocka_unit_test(a_clip_too_short_for_the_fade_is_told),
        cmocka_unit_test(frames_named_by_the_user_are_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
