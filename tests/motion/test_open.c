// test_open.c — loops that lack the frame, or the key, that repeats their first.
// SPDX-License-Identifier: MIT
#include "gltf_maker.h"

#include "clip_maker.h"
#include "near.h"
#include "with_check.h"

/// A bone that turns about z, a key at each time.
static pantin_clip turning(int keys, const double *degrees, const float *times,
                           const char *interpolation) {
    gltf_maker m = { .nodes = "{\"name\":\"a\",\"children\":[1]},"
                              "{\"name\":\"b\",\"translation\":[0,1,0]}" };
    float turns[4 * 64];
    for (int k = 0; k < keys; k++) maker_turn_key(turns + 4 * k, degrees[k]);
    int input = maker_floats(&m, 1, keys, times);
    maker_channel(&m, 0, "rotation", interpolation, input, maker_floats(&m, 4, keys, turns));
    return maker_sample(&m, 0, 0);
}

static const double circle[] = { 0, 90, 180, 270, 360 };

/// T16: a circle with keys every 90 degrees, and the same without its last key.
static void a_circle_of_quarter_turns_is_closed_and_without_its_last_key_open(void **state) {
    (void)state;
    static const float times[] = { 0, 0.25F, 0.5F, 0.75F, 1 };
    pantin_clip clip = turning(5, circle, times, "LINEAR"), fixed;
    pantin_loop_measure m = measure_of(&clip, PANTIN_ROOT_IN_PLACE);
    assert_int_equal(m.frames, 25);
    assert_true(m.loops);
    assert_false(m.open);
    assert_int_equal(m.open_frames, 0);
    pantin_clip_free(&clip);

    clip = turning(4, circle, times, "LINEAR");
    assert_int_equal(clip.frames, 19);
    assert_int_equal(clip.key_frames, 6);
    m = measure_of(&clip, PANTIN_ROOT_IN_PLACE);
    assert_false(m.loops);
    assert_true(m.open);
    assert_int_equal(m.open_frames, 6); // from 270 to 360 degrees

    // The step that it lacks is all that a fix adds: 24 frames that differ, all steps of 15 degrees.
    for (int closed = 0; closed < 2; closed++) {
        pantin_loop_options options = pantin_loop_defaults();
        pantin_loop_fixed report;
        options.closed = closed == 1;
        assert_true(pantin_loop_fix(&clip, &options, &fixed, &report, NULL));
        assert_true(report.goals_met && !report.untouched);
        assert_near(report.peak_deviation_deg, 0, 0);
        assert_near(report.piece.seconds, 1, 1e-12);
        assert_true(report.after.loops);
        assert_int_equal(fixed.frames, 24 + closed);
        for (int i = 0; i + 1 < fixed.frames; i++)
            assert_near(
                maker_degrees(*clip_rotation(&fixed, i, 0), *clip_rotation(&fixed, i + 1, 0)), 15,
                1e-4);
        pantin_clip_free(&fixed);
    }
    pantin_clip_free(&clip);
}

static void keys_a_second_apart_are_open_too_and_cubic_ones_are_not_asked(void **state) {
    (void)state;
    static const float times[] = { 0, 1, 2, 3 };
    pantin_clip clip = turning(4, circle, times, "LINEAR");
    assert_int_equal(measure_of(&clip, PANTIN_ROOT_IN_PLACE).open_frames, 24);
    pantin_clip_free(&clip);
    clip = turning(4, circle, times, "STEP");
    assert_int_equal(clip.key_frames, 1);
    pantin_clip_free(&clip);
    // An arm that goes there in steps and never comes back is no circle.
    static const double there[] = { 0, 40, 80, 120 };
    clip = turning(4, there, times, "LINEAR");
    assert_false(measure_of(&clip, PANTIN_ROOT_IN_PLACE).open);
    pantin_clip_free(&clip);
}

static void a_clip_too_short_for_an_interior_is_open_where_its_steps_are_equal(void **state) {
    (void)state;
    for (int frames = 3; frames <= 8; frames++)
        for (int less = 0; less < 2; less++) {
            clip_recipe recipe = clip_recipe_make();
            recipe.frames = frames;
            recipe.period =
                frames + less; // less: the step over the seam is twice as long as others
            pantin_clip clip, fixed;
            pantin_loop_fixed report;
            assert_true(make_spin(&recipe, &clip));
            pantin_loop_measure m = measure_of(&clip, PANTIN_ROOT_IN_PLACE);
            assert_int_equal(m.open_frames, 1 - less);
            assert_false(m.loops);
            pantin_loop_options options = pantin_loop_defaults();
            if (less == 0) {
                assert_true(pantin_loop_fix(&clip, &options, &fixed, &report, NULL));
                assert_true(report.goals_met && report.after.loops);
                assert_int_equal(fixed.frames, frames + 1);
                assert_near(report.peak_deviation_deg, 0, 0);
                pantin_clip_free(&fixed);
            }
            pantin_clip_free(&clip);
        }
}

static void keys_rounded_to_float_are_as_even_as_exact_ones(void **state) {
    (void)state;
    // Steps of a seventh to a sixtieth of a circle, none of them a float.
    for (int period = 7; period <= 60; period++) {
        double degrees[64];
        float times[64];
        for (int k = 0; k < period; k++) {
            degrees[k] = 360.0 * k / period;
            times[k] = (float)(k / 30.0);
        }
        pantin_clip clip = turning(period, degrees, times, "LINEAR");
        pantin_loop_measure m = measure_of(&clip, PANTIN_ROOT_IN_PLACE);
        assert_int_equal(m.open_frames, 1);
        pantin_clip_free(&clip);
    }
}

static void a_still_clip_is_closed_and_never_open(void **state) {
    (void)state;
    static const double still[] = { 30, 30, 30, 30 };
    static const float times[] = { 0, 0.25F, 0.5F, 0.75F };
    pantin_clip clip = turning(4, still, times, "LINEAR");
    pantin_loop_measure m = measure_of(&clip, PANTIN_ROOT_IN_PLACE);
    assert_true(m.loops);
    assert_false(m.open);
    pantin_clip_free(&clip);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_circle_of_quarter_turns_is_closed_and_without_its_last_key_open),
        cmocka_unit_test(keys_a_second_apart_are_open_too_and_cubic_ones_are_not_asked),
        cmocka_unit_test(a_clip_too_short_for_an_interior_is_open_where_its_steps_are_equal),
        cmocka_unit_test(keys_rounded_to_float_are_as_even_as_exact_ones),
        cmocka_unit_test(a_still_clip_is_closed_and_never_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
