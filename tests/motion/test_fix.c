// test_fix.c — a loop made of a whole clip: what is left alone, what is found, what is told, what is refused.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "../refusals.h"
#include "clip_maker.h"
#include "near.h"

static pantin_loop_fixed fix(const pantin_clip *clip, const pantin_loop_options *options,
                             pantin_clip *fixed) {
    pantin_loop_fixed report;
    pantin_error error = { 0 };
    if (!pantin_loop_fix(clip, options, fixed, &report, &error))
        fail_msg("%s: %s", error.where, error.text);
    return report;
}

static bool same_frame(const pantin_clip *a, int i, const pantin_clip *b, int j) {
    size_t joints = (size_t)a->joint_count;
    return memcmp(clip_rotation(a, i, 0), clip_rotation(b, j, 0), joints * sizeof(quat)) == 0 &&
           memcmp(clip_translation(a, i, 0), clip_translation(b, j, 0), joints * sizeof(vec3)) == 0;
}

static void what_loops_is_not_touched_however_fast(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    recipe.frames = 21;
    recipe.period = 10; // a spin of 36 degrees a frame, twelve times the reference's limit
    pantin_clip clip, fixed;
    assert_true(make_spin(&recipe, &clip));
    pantin_loop_fixed report = fix(&clip, NULL, &fixed);
    assert_true(report.untouched && report.goals_met);
    assert_int_equal(fixed.frames, 0);
    assert_string_equal(report.reason, "");
    assert_near(report.kept, 1, 0);
    assert_int_equal(report.piece.start, 0);
    assert_int_equal(report.piece.end, 20);

    pantin_loop_options open = pantin_loop_defaults();
    open.closed = false; // the closing frame alone goes
    report = fix(&clip, &open, &fixed);
    assert_false(report.untouched);
    assert_true(report.goals_met);
    assert_int_equal(fixed.frames, 20);
    for (int i = 0; i < 20; i++) assert_true(same_frame(&clip, i, &fixed, i));
    pantin_clip_free(&fixed);
    pantin_clip_free(&clip);
}

static void a_way_that_is_kept_is_no_gap(void **state) {
    (void)state;
    for (int turns = 0; turns < 2; turns++) {
        clip_recipe recipe = clip_recipe_make(); // three cycles of a walk, closed but for the way
        recipe.turn_deg = turns ? 40 : 0;
        pantin_clip clip, fixed;
        assert_true(make_walk(&recipe, &clip));
        pantin_loop_options options = pantin_loop_defaults();
        options.root = PANTIN_ROOT_KEEP;
        pantin_loop_fixed report = fix(&clip, &options, &fixed);
        assert_true(report.before.root_drift_cm > 300);
        assert_int_equal(report.untouched, !turns); // on an arc its hips do not come back
        pantin_clip_free(&fixed);
        pantin_clip_free(&clip);
    }
}

static void an_open_loop_gets_its_closing_frame_and_nothing_else(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    recipe.frames = 60; // two periods without the frame that closes them
    for (int travels = 0; travels < 2; travels++) {
        pantin_clip clip, fixed;
        assert_true(travels ? make_walk(&recipe, &clip) : make_dance(&recipe, &clip));
        pantin_loop_options options = pantin_loop_defaults();
        options.root = travels ? PANTIN_ROOT_TRAVEL : PANTIN_ROOT_IN_PLACE;
        pantin_loop_fixed report = fix(&clip, &options, &fixed);
        assert_true(report.before.open);
        assert_false(report.untouched);
        assert_true(report.goals_met);
        assert_int_equal(fixed.frames, 61);
        for (int i = 0; i < 60; i++) assert_true(same_frame(&clip, i, &fixed, i));
        if (!travels) assert_true(same_frame(&clip, 0, &fixed, 60));
        if (travels) assert_near(report.stride_cm, 240, 1e-6); // two strides of 1.2 m
        assert_true(report.after.loops);
        assert_true(report.after.pose_gap_deg <= 0.01);
        pantin_clip_free(&fixed);
        options.closed = false;
        assert_true(fix(&clip, &options, &fixed).untouched);
        pantin_clip_free(&clip);
    }
}

static void what_was_fixed_needs_no_fix(void **state) {
    (void)state;
    for (int seed = 1; seed <= 4; seed++) {
        clip_recipe recipe = clip_recipe_make();
        recipe.frames = 140;
        recipe.period = 37.5;
        recipe.noise_deg = 0.5;
        recipe.seed = (uint64_t)seed;
        recipe.drift_m = vec3_make(0.002, 0, 0.001);
        pantin_clip clip, fixed, again;
        assert_true(make_dance(&recipe, &clip));
        pantin_loop_fixed report = fix(&clip, NULL, &fixed);
        assert_false(report.untouched);
        assert_true(report.goals_met);
        assert_true(report.after.loops);
        assert_true(fix(&fixed, NULL, &again).untouched);
        pantin_clip_free(&fixed);
        pantin_clip_free(&clip);
    }
}

/// T23: 2.4 periods of a swing, then stillness; drift of 0.5 cm a frame and 30 degrees of heading.
static void a_dead_tail_is_cut_away_and_the_drift_with_it(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    recipe.frames = 120;
    recipe.moving = 80;
    recipe.period = 80 / 2.4;
    recipe.drift_m = vec3_make(0.005, 0, 0);
    recipe.turn_deg = 30;
    pantin_clip clip, fixed;
    assert_true(make_swing(&recipe, &clip));
    pantin_loop_fixed report = fix(&clip, NULL, &fixed);
    int length = report.piece.end - report.piece.start;
    assert_true(report.piece.end <= 80);
    assert_true((length >= 32 && length <= 35) || (length >= 65 && length <= 68));
    assert_near(report.before.root_drift_floor_cm, 59.5, 0.01); // 119 steps
    assert_near(report.before.heading_gap_deg, 30, 0.01);
    assert_near(report.drift_removed_cm, 0.5 * length, 0.01);
    assert_true(report.after.root_drift_cm <= 0.1);
    assert_near(report.after.heading_gap_deg, 0, 0.01);
    assert_true(report.goals_met);
    pantin_clip_free(&fixed);
    pantin_clip_free(&clip);
}

static void cycles_of_16_to_50_frames_are_served(void **state) {
    (void)state;
    static const int lengths[] = { 16, 24, 33, 50 };
    for (int k = 0; k < 4; k++) {
        clip_recipe recipe = clip_recipe_make();
        recipe.frames = lengths[k];
        recipe.period = lengths[k] - 1;
        recipe.noise_deg = 0.3; // so that it does not close
        pantin_clip clip, fixed;
        assert_true(make_walk(&recipe, &clip));
        pantin_loop_fixed report = fix(&clip, NULL, &fixed);
        assert_false(report.untouched);
        assert_int_equal(fixed.frames, lengths[k]);
        assert_true(report.goals_met);
        assert_true(report.peak_deviation_deg < 5); // a leg, where a foot comes down at the seam
        pantin_clip_free(&fixed);
        pantin_clip_free(&clip);
    }
}

static void words_are_obeyed(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    recipe.frames = 140;
    recipe.period = 40;
    recipe.noise_deg = 0.5;
    pantin_clip clip, fixed;
    assert_true(make_dance(&recipe, &clip));
    pantin_loop_options options = pantin_loop_defaults();

    options.start = 20;
    options.period_s = 40 / 30.0;
    pantin_loop_fixed report = fix(&clip, &options, &fixed);
    assert_int_equal(report.piece.start, 20);
    assert_int_equal(report.piece.end, 60);
    pantin_clip_free(&fixed);

    options = pantin_loop_defaults();
    options.trim = false;
    report = fix(&clip, &options, &fixed);
    assert_int_equal(fixed.frames, 140);
    assert_true(report.after.pose_gap_deg <= 0.01);
    pantin_clip_free(&fixed);

    options.blend = false; // nothing is left to do but the drift
    report = fix(&clip, &options, &fixed);
    assert_int_equal(report.window_frames, 0);
    assert_true(report.after.pose_gap_deg > 1);
    assert_false(report.goals_met);
    assert_non_null(strstr(report.reason, "the pose is open by"));
    pantin_clip_free(&fixed);

    options = pantin_loop_defaults();
    options.start = 10;
    options.end = 50;
    options.closed = false;
    options.window_s = 0.2;
    report = fix(&clip, &options, &fixed);
    assert_int_equal(fixed.frames, 40); // 41 without the one that stands twice
    assert_int_equal(report.window_frames, 6);
    pantin_clip_free(&fixed);

    options = pantin_loop_defaults();
    options.pick = 1;
    pantin_loop_fixed second = fix(&clip, &options, &fixed);
    pantin_clip_free(&fixed);
    options.pick = 0;
    report = fix(&clip, &options, &fixed);
    assert_true(second.piece.start != report.piece.start || second.piece.end != report.piece.end);
    pantin_clip_free(&fixed);
    pantin_clip_free(&clip);
}

static void options_out_of_range_are_named(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    pantin_clip clip, fixed;
    assert_true(make_dance(&recipe, &clip));
    double nan = recipe.duty - recipe.duty;
    nan /= nan;
    struct {
        const char *field;
        pantin_loop_options options;
    } wrong[12];
    for (int k = 0; k < 12; k++) wrong[k].options = pantin_loop_defaults();
    wrong[0].field = "method", wrong[0].options.method = PANTIN_FIX_METHODS;
    wrong[1].field = "root", wrong[1].options.root = (pantin_root_mode)3;
    wrong[2].field = "blend_frames", wrong[2].options.blend_frames = 0;
    wrong[3].field = "window_s", wrong[3].options.window_s = nan;
    wrong[4].field = "min_keep", wrong[4].options.min_keep = 1.5;
    wrong[5].field = "period_s", wrong[5].options.period_s = -1;
    wrong[6].field = "candidates", wrong[6].options.candidates = 0;
    wrong[7].field = "pick", wrong[7].options.pick = -1;
    wrong[8].field = "start", wrong[8].options.start = 89;
    wrong[9].field = "end", wrong[9].options.end = 91;
    wrong[10].field = "end", wrong[10].options.start = 50, wrong[10].options.end = 51;
    wrong[11].field = "pick", wrong[11].options.pick = 63;
    for (int k = 0; k < 12; k++) {
        pantin_loop_fixed report;
        pantin_error error = { 0 };
        if (pantin_loop_fix(&clip, &wrong[k].options, &fixed, &report, &error))
            fail_msg("%s was taken", wrong[k].field);
        assert_int_equal(error.kind, PANTIN_ERROR_ARGUMENT);
        assert_string_equal(error.where, wrong[k].field);
        assert_int_equal(fixed.frames, 0);
    }
    pantin_clip_free(&clip);
}

/// Poses at random, frame by frame: no loop, but no harm either.
static void make_noise(int frames, uint64_t seed, pantin_clip *clip) {
    clip_recipe recipe = clip_recipe_make();
    recipe.frames = frames;
    assert_true(make_swing(&recipe, clip));
    random_state random = random_make(seed);
    for (int i = 0; i < frames; i++)
        for (int k = 0; k < MAKER_JOINTS; k++) {
            vec3 v = { random_between(&random, -3, 3), random_between(&random, -3, 3),
                       random_between(&random, -3, 3) };
            *clip_rotation(clip, i, k) = quat_exp(v);
            if (k == 0) *clip_translation(clip, i, k) = v;
        }
    clip_align_signs(clip);
}

static void every_mode_stays_finite_on_tiny_and_wild_pieces(void **state) {
    (void)state;
    for (int frames = 3; frames <= 12; frames += frames < 7 ? 1 : 5)
        for (int method = 0; method < PANTIN_FIX_METHODS; method++)
            for (int root = 0; root <= PANTIN_ROOT_KEEP; root++) {
                pantin_clip clip, fixed;
                make_noise(frames, (uint64_t)(frames + 100 * method), &clip);
                pantin_loop_options options = pantin_loop_defaults();
                options.method = (pantin_fix_method)method;
                options.root = (pantin_root_mode)root;
                options.start = 0;
                options.end = frames - 1;
                pantin_loop_fixed report = fix(&clip, &options, &fixed);
                assert_int_equal(fixed.frames, frames);
                for (int i = 0; i < frames * MAKER_JOINTS; i++) {
                    assert_near(quat_dot(fixed.rotations[i], fixed.rotations[i]), 1, 1e-9);
                    assert_true(vec3_finite(fixed.translations[i]));
                }
                assert_true(finite_double(report.peak_deviation_deg));
                assert_true(finite_double(report.peak_deviation_cm));
                assert_true(finite_double(report.after.seam_residual_deg_per_s));
                if (root != PANTIN_ROOT_TRAVEL) assert_true(report.after.pose_gap_deg <= 1e-6);
                if (!report.goals_met) assert_true(report.reason[0] != 0);
                pantin_clip_free(&fixed);
                pantin_clip_free(&clip);
            }
}

static void what_is_no_number_is_refused(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    pantin_clip clip, fixed;
    pantin_loop_fixed report;
    pantin_error error = { 0 };
    assert_true(make_dance(&recipe, &clip));
    double zero = recipe.duty - recipe.duty;
    clip_rotation(&clip, 30, 5)->x = zero / zero;
    assert_false(pantin_loop_fix(&clip, NULL, &fixed, &report, &error));
    assert_int_equal(error.kind, PANTIN_ERROR_FORMAT);
    pantin_clip_free(&clip);
}

static void the_same_clip_gives_the_same_bytes(void **state) {
    (void)state;
    pantin_clip clip, a, b;
    make_noise(90, 7, &clip);
    pantin_loop_fixed first = fix(&clip, NULL, &a), second = fix(&clip, NULL, &b);
    assert_int_equal(a.frames, b.frames);
    assert_memory_equal(a.rotations, b.rotations, (size_t)a.frames * MAKER_JOINTS * sizeof(quat));
    assert_memory_equal(a.translations, b.translations,
                        (size_t)a.frames * MAKER_JOINTS * sizeof(vec3));
    assert_string_equal(first.reason, second.reason);
    pantin_clip_free(&a);
    pantin_clip_free(&b);
    pantin_clip_free(&clip);
}

static bool fix_once(void *context, pantin_error *error) {
    pantin_clip fixed;
    pantin_loop_fixed report;
    pantin_loop_options options = pantin_loop_defaults();
    options.start = 20;
    options.end = 53;
    if (!pantin_loop_fix(context, &options, &fixed, &report, error)) return false;
    pantin_clip_free(&fixed);
    return true;
}

static void refused_memory_is_told_and_given_back(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    pantin_clip clip;
    assert_true(make_walk(&recipe, &clip));
    assert_true(refusals_sweep(fix_once, &clip) > 20);
    pantin_clip_free(&clip);
}

static void methods_have_names(void **state) {
    (void)state;
    assert_string_equal(pantin_fix_method_name(PANTIN_FIX_OFFSET), "offset");
    assert_string_equal(pantin_fix_method_name(PANTIN_FIX_CROSSFADE), "crossfade");
    assert_string_equal(pantin_fix_method_name(PANTIN_FIX_METHODS), "unknown");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_loops_is_not_touched_however_fast),
        cmocka_unit_test(a_way_that_is_kept_is_no_gap),
        cmocka_unit_test(an_open_loop_gets_its_closing_frame_and_nothing_else),
        cmocka_unit_test(what_was_fixed_needs_no_fix),
        cmocka_unit_test(a_dead_tail_is_cut_away_and_the_drift_with_it),
        cmocka_unit_test(cycles_of_16_to_50_frames_are_served),
        cmocka_unit_test(words_are_obeyed),
        cmocka_unit_test(options_out_of_range_are_named),
        cmocka_unit_test(every_mode_stays_finite_on_tiny_and_wild_pieces),
        cmocka_unit_test(what_is_no_number_is_refused),
        cmocka_unit_test(the_same_clip_gives_the_same_bytes),
        cmocka_unit_test(refused_memory_is_told_and_given_back),
        cmocka_unit_test(methods_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
