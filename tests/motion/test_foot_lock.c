// test_foot_lock.c — feet that stand keep standing through the seam, and a leg goes where it is sent.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "clip_maker.h"
#include "motion/fix.h"
#include "near.h"

static vec3 place_of(const pantin_clip *clip, int frame, int joint) {
    frame3 world = clip_frame_of(clip, frame, joint);
    return space_frame_origin(&world);
}
static const pantin_leg left_leg = { MAKER_LEFT_THIGH, MAKER_LEFT_SHIN, MAKER_LEFT_FOOT,
                                     MAKER_LEFT_TOE };

static void a_leg_goes_where_it_is_sent(void **state) {
    (void)state;
    // 0.78 m at most from hip to ankle, of a leg of 0.84 m: the soft part begins at 0.815.
    static const vec3 shifts[] = { { 0, 0.1, 0 }, { 0.05, 0.03, -0.04 }, { -0.1, 0.2, 0.1 } };
    clip_recipe recipe = clip_recipe_make();
    recipe.turn_deg = 60;
    for (int mirrored = 0; mirrored < 2; mirrored++)
        for (int c = 0; c < 3; c++) {
            pantin_clip clip;
            assert_true(make_walk(&recipe, &clip));
            if (mirrored) { // the whole figure in a mirror
                clip.scales = ARENA_ARRAY(clip_memory(&clip), vec3, 91 * MAKER_JOINTS);
                for (int i = 0; i < 91 * MAKER_JOINTS; i++) clip.scales[i] = vec3_make(1, 1, 1);
                for (int i = 0; i < 91; i++) clip.scales[i * MAKER_JOINTS].x = -1;
            }
            foot_leg_pose pose, moved;
            assert_true(foot_leg_read(&clip, 10 * c, &left_leg, &pose));
            vec3 bend = foot_leg_bend(&pose);
            quat foot = quat_about((vec3){ 0, 1, 0 }, 0.3);
            foot_leg_move(&clip, 10 * c, &left_leg, &pose, bend, shifts[c], foot);
            assert_true(foot_leg_read(&clip, 10 * c, &left_leg, &moved));
            assert_true(vec3_distance(moved.ankle, vec3_add(pose.ankle, shifts[c])) < 1e-9);
            assert_true(vec3_distance(moved.hip, pose.hip) < 1e-12);
            assert_near(vec3_distance(moved.hip, moved.knee), 0.42, 1e-9);
            quat want = quat_multiply(foot, pose.foot);
            assert_near(quat_angle(quat_between(moved.foot, want)), 0, 1e-9);
            // The knee stays on its side of the leg.
            assert_true(vec3_dot(foot_leg_bend(&moved), bend) > 0);
            pantin_clip_free(&clip);
        }
}

static void a_leg_sent_too_far_stretches_and_stays_whole(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    pantin_clip clip;
    assert_true(make_walk(&recipe, &clip));
    foot_leg_pose pose, moved;
    assert_true(foot_leg_read(&clip, 0, &left_leg, &pose));
    foot_leg_move(&clip, 0, &left_leg, &pose, foot_leg_bend(&pose), (vec3){ 0, -5, 0 },
                  quat_identity());
    assert_true(foot_leg_read(&clip, 0, &left_leg, &moved));
    double reach = vec3_distance(moved.hip, moved.ankle);
    assert_true(reach > vec3_distance(pose.hip, pose.ankle) && reach < 0.84);
    pantin_clip_free(&clip);
}

/// Fastest that a foot moves, in the ground frame, while the walk says it stands and goes on standing, cm a
/// frame: over the piece from `start` on, wrap excluded.
static double planted_speed(const clip_recipe *recipe, const pantin_clip *clip, int start) {
    double worst = 0;
    for (int side = 0; side < 2; side++)
        for (int i = 0; i + 1 < clip->frames; i++) {
            if (!walk_stands(recipe, side, start + i)) continue;
            if (!walk_stands(recipe, side, start + i + 1)) continue;
            int foot = MAKER_LEFT_FOOT + side * MAKER_SIDE;
            vec3 here = place_of(clip, i, foot), next = place_of(clip, i + 1, foot);
            if (clip->ground != NULL) {
                here = vec3_add(here, clip->ground[i]);
                next = vec3_add(next, clip->ground[i + 1]);
            }
            worst = max_double(worst, 100 * vec3_floor_distance(here, next));
        }
    return worst;
}

static pantin_loop_fixed fix(const pantin_clip *clip, const pantin_loop_options *options,
                             pantin_clip *fixed) {
    pantin_loop_fixed report;
    pantin_error error = { 0 };
    if (!pantin_loop_fix(clip, options, fixed, &report, &error))
        fail_msg("%s: %s", error.where, error.text);
    return report;
}

/// T24: cut one frame off the cycle of 30, so that closing the seam drags the feet. Held, they do not move:
/// less than 0.1 cm a frame, in place as well as travelling.
static void planted_feet_stay_planted_through_the_seam(void **state) {
    (void)state;
    static const int cuts[][2] = { { 11, 102 }, { 41, 102 }, { 12, 103 }, { 40, 101 } };
    clip_recipe recipe = clip_recipe_make();
    recipe.frames = 121;
    recipe.noise_deg = 1;
    for (int c = 0; c < 8; c++) {
        pantin_clip clip, fixed;
        assert_true(make_walk(&recipe, &clip));
        pantin_loop_options options = pantin_loop_defaults();
        options.root = c % 2 ? PANTIN_ROOT_TRAVEL : PANTIN_ROOT_IN_PLACE;
        options.start = cuts[c / 2][0];
        options.end = cuts[c / 2][1];
        options.foot_lock = false;
        pantin_loop_fixed without = fix(&clip, &options, &fixed);
        double dragged = planted_speed(&recipe, &fixed, options.start);
        pantin_clip_free(&fixed);
        options.foot_lock = true;
        pantin_loop_fixed report = fix(&clip, &options, &fixed);
        double held = planted_speed(&recipe, &fixed, options.start);
        pantin_clip_free(&fixed);
        pantin_clip_free(&clip);
        assert_int_equal(without.locked_contacts, 0);
        assert_true(dragged > 0.4);
        assert_true(report.locked_contacts > 0);
        assert_true(held <= 0.1);
        // 4 cm a frame is what the cut is off; a foot gives way by that at most, and its leg by half.
        assert_true(report.lock_correction_cm > 0.5 && report.lock_correction_cm <= 4.1);
        assert_true(report.after.skate_seam_cm_per_s <= report.source.skate_cm_per_s + 2);
        assert_true(report.goals_met);
    }
}

/// Three frames off, twice as far as the legs reach: what cannot be held is told, and is better than nothing.
static void what_legs_cannot_reach_is_told(void **state) {
    (void)state;
    static const int cuts[][2] = { { 20, 53 }, { 40, 98 }, { 26, 84 }, { 30, 64 } };
    clip_recipe recipe = clip_recipe_make();
    recipe.frames = 121;
    recipe.noise_deg = 1;
    for (int c = 0; c < 4; c++) {
        pantin_clip clip, fixed;
        assert_true(make_walk(&recipe, &clip));
        pantin_loop_options options = pantin_loop_defaults();
        options.start = cuts[c][0];
        options.end = cuts[c][1];
        pantin_loop_fixed report = fix(&clip, &options, &fixed);
        pantin_clip_free(&fixed);
        options.foot_lock = false;
        pantin_loop_fixed without = fix(&clip, &options, &fixed);
        pantin_clip_free(&fixed);
        pantin_clip_free(&clip);
        double source = report.source.skate_seam_cm_per_s;
        assert_true(report.after.skate_seam_cm_per_s <= without.after.skate_seam_cm_per_s);
        assert_int_equal(report.after.skate_seam_cm_per_s > source + 2,
                         strstr(report.reason, "skate") != NULL);
        assert_true(report.after.seam_residual_deg_per_s <=
                    report.source.seam_residual_interior_p95_deg_per_s);
    }
}

/// The largest change of a shin's velocity from step to step, degrees a frame², the wrap's in a loop.
static double knee_jerk(const pantin_clip *clip, int from, int frames, int shin, bool loop) {
    double worst = 0;
    for (int i = 1; i < frames - (loop ? 0 : 1); i++) {
        int next = from + (i < frames - 1 ? i : 0);
        vec3 in = quat_log(quat_between(*clip_rotation(clip, from + i - 1, shin),
                                        *clip_rotation(clip, from + i, shin)));
        vec3 out = quat_log(
            quat_between(*clip_rotation(clip, next, shin), *clip_rotation(clip, next + 1, shin)));
        worst = max_double(worst, vec3_distance(in, out) / TRIG_DEGREE);
    }
    return worst;
}
static double leg_bend(const pantin_clip *source, int from, const pantin_clip *fixed, int thigh) {
    double worst = 0;
    for (int i = 0; i < fixed->frames; i++)
        for (int k = 0; k < 3; k++) {
            quat gap = quat_between(*clip_rotation(source, from + i, thigh + k),
                                    *clip_rotation(fixed, i, thigh + k));
            worst = max_double(worst, quat_angle(gap) / TRIG_DEGREE);
        }
    return worst;
}

/// A jump that lands: from 20 cm up to a crouch of 30 cm, then still but for the arms, on feet that slide by
/// `slide` m while they stand. Closing it leads standing legs halfway to hanging ones.
static void make_landing(double slide, double crouch, pantin_clip *clip) {
    clip_recipe recipe = clip_recipe_make();
    recipe.frames = 61;
    assert_true(maker_figure(&recipe, "landing", clip));
    for (int i = 0; i < 61; i++) {
        double fall = min_double(1, i / 12.0), sink = clamp_double((i - 10) / 20.0, 0, 1);
        double up = 0.2 * (1 - fall * fall), down = crouch * sink * sink * (3 - 2 * sink);
        *clip_translation(clip, i, MAKER_HIPS) = vec3_make(0, 0.88 + up - down, 0);
        for (int side = 0; side < 2; side++) {
            int shift = side * MAKER_SIDE, sign = side == 0 ? 1 : -1;
            vec3 ankle = { 0.1 * sign, 0.08 + up, slide * sink };
            maker_leg(clip, i, MAKER_LEFT_THIGH + shift, ankle, quat_identity());
            *clip_rotation(clip, i, MAKER_LEFT_ARM + shift) =
                maker_turn(1, 0, 0, 20 * maker_wave(i / 23.0));
        }
    }
    clip_align_signs(clip);
}

/// Holding adds at most 15 degrees to a leg, and its knee changes its velocity by at most 1.5 times what it does
/// in the source, or does without: whatever the cut, and however far the foot would have to go.
static void no_leg_pays_more_than_it_bears_for_its_foot(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    recipe.frames = 121;
    recipe.noise_deg = 1;
    int held = 0;
    for (int c = 0; c < 16; c++) {
        pantin_clip clip, loose, fixed;
        pantin_loop_options options = pantin_loop_defaults();
        options.start = c < 8 ? 11 + 4 * c : c - 8;
        options.end = c < 8 ? 73 + 5 * c : 60;
        if (c < 8)
            assert_true(make_walk(&recipe, &clip));
        else
            make_landing(0.02 * (c - 8), c % 2 ? 0.3 : 0.15, &clip);
        pantin_loop_fixed report = fix(&clip, &options, &fixed);
        held += report.lock_correction_cm > 0;
        options.foot_lock = false;
        options.window_s = report.window_frames / clip.fps;
        pantin_loop_fixed without = fix(&clip, &options, &loose);
        assert_int_equal(report.window_frames, without.window_frames);
        for (int side = 0; side < 2; side++) {
            int thigh = MAKER_LEFT_THIGH + side * MAKER_SIDE, shin = thigh + 1;
            double bears = max_double(knee_jerk(&clip, options.start, fixed.frames, shin, false),
                                      knee_jerk(&loose, 0, loose.frames, shin, true));
            // The two may have been closed by other aims: as much as they differ by that.
            assert_true(knee_jerk(&fixed, 0, fixed.frames, shin, true) <= 1.5 * bears + 0.5);
            assert_true(leg_bend(&clip, options.start, &fixed, thigh) <=
                        leg_bend(&clip, options.start, &loose, thigh) + 15.5);
        }
        pantin_clip_free(&loose);
        pantin_clip_free(&fixed);
        pantin_clip_free(&clip);
    }
    assert_true(held >= 8);
}

/// The skate that a fix is judged by is the one that is told: of the seam's frames, or of the whole piece.
static void the_skate_that_judges_is_told(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    recipe.frames = 121;
    for (int c = 0; c < 4; c++) {
        pantin_clip clip, fixed;
        assert_true(make_walk(&recipe, &clip));
        pantin_loop_options options = pantin_loop_defaults();
        options.start = 20 + 3 * c;
        options.end = 53 + 5 * c;
        options.foot_lock = false;
        pantin_loop_fixed report = fix(&clip, &options, &fixed);
        assert_true(report.source.skate_seam_cm_per_s >= report.source.skate_cm_per_s);
        assert_int_equal(report.after.skate_seam_cm_per_s > report.source.skate_seam_cm_per_s + 2,
                         strstr(report.reason, "skate") != NULL);
        pantin_clip_free(&fixed);
        pantin_clip_free(&clip);
    }
}

/// Under a root that is kept the figure jumps back at the wrap, and its ground with it: feet are held as they are in
/// place, by as much, and none is sent over the 2 m to its stance on the other side.
static void under_a_kept_root_feet_stay_on_their_own_ground(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    recipe.frames = 121;
    recipe.noise_deg = 1;
    int held[2] = { 0, 0 };
    for (int c = 0; c < 24; c++) {
        pantin_clip clip, fixed;
        double moved[2];
        assert_true(make_walk(&recipe, &clip));
        for (int keep = 0; keep < 2; keep++) {
            pantin_loop_options options = pantin_loop_defaults();
            options.root = keep ? PANTIN_ROOT_KEEP : PANTIN_ROOT_IN_PLACE;
            options.start = 11 + c;
            options.end = options.start + (c % 2 ? 63 : 83);
            pantin_loop_fixed report = fix(&clip, &options, &fixed);
            held[keep] += report.locked_contacts;
            if (keep) assert_true(report.after.root_drift_floor_cm > 200);
            moved[keep] = report.lock_correction_cm;
            pantin_clip_free(&fixed);
        }
        assert_near(moved[0], moved[1], 1);
        pantin_clip_free(&clip);
    }
    assert_int_equal(held[0], held[1]); // 85 each; with the jump taken for a step 61
}

static void a_figure_that_lies_or_has_no_feet_is_left_alone(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    for (int lies = 0; lies < 2; lies++) {
        pantin_clip clip, fixed;
        assert_true(make_walk(&recipe, &clip));
        for (int i = 0; lies && i < clip.frames; i++) {
            vec3 p = *clip_translation(&clip, i, MAKER_HIPS);
            *clip_translation(&clip, i, MAKER_HIPS) = vec3_make(p.x, -p.z, p.y);
            *clip_rotation(&clip, i, MAKER_HIPS) =
                quat_multiply(maker_turn(1, 0, 0, 90), *clip_rotation(&clip, i, MAKER_HIPS));
        }
        // Without names and with its arms and legs held still at rest there is nothing to know a leg by.
        for (int k = 0; !lies && k < MAKER_JOINTS; k++) {
            clip.joints[k].name = "part";
            clip.joints[k].parent = k == 0 ? PANTIN_NONE : 0;
        }
        pantin_loop_options options = pantin_loop_defaults();
        options.start = 11;
        options.end = 72;
        pantin_loop_fixed report = fix(&clip, &options, &fixed);
        assert_int_equal(report.locked_contacts, 0);
        assert_true(report.lock_correction_cm == 0);
        if (lies) assert_non_null(strstr(fixed.notes[fixed.note_count - 1], "lies"));
        assert_null(strstr(report.reason, "skate"));
        pantin_clip_free(&fixed);
        pantin_clip_free(&clip);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_leg_goes_where_it_is_sent),
        cmocka_unit_test(a_leg_sent_too_far_stretches_and_stays_whole),
        cmocka_unit_test(planted_feet_stay_planted_through_the_seam),
        cmocka_unit_test(what_legs_cannot_reach_is_told),
        cmocka_unit_test(no_leg_pays_more_than_it_bears_for_its_foot),
        cmocka_unit_test(the_skate_that_judges_is_told),
        cmocka_unit_test(under_a_kept_root_feet_stay_on_their_own_ground),
        cmocka_unit_test(a_figure_that_lies_or_has_no_feet_is_left_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
