// fix_report.c — what a fix has to say for itself: how far it went from the source, and which goals it met.
//
// Goals of a clip that was changed: the pose closes to 0.01°, the root in place to 0.1 cm, the seam's residual
// is at most the 95th percentile of the source's kept piece, the feet skate at the seam at most 2 cm/s more
// than the source's do (there, or all over the piece), no bone is bent by more than 90°. They are not the
// checker's limits and know nothing of them; of a crossfade the reference's verdict is asked besides.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/text.h"
#include "motion/fix.h"
#include "motion/measure.h"

static const double goal_pose_deg = 0.01, goal_drift_cm = 0.1, goal_skate_cm_per_s = 2;
// What float keys leave of a smooth seam, in deg/s: rounding of 1e-7 rad at 120 frames a second.
static const double goal_rounding_deg_per_s = 0.01;
// Beyond this a limb's way back is anybody's guess: there is no loop here.
static const double goal_gap_deg = 150;
// A quarter turn of a bone is no blend any more: one end of a gap of 90 is seen to go elsewhere.
static const double goal_bend_deg = 90;

// A joint's step may change by so much more than what hides at the wrap (fix_jolt.c), which is aimed at.
static const double goal_jolt = 1.25;

static double degrees(double angle) { return angle / TRIG_DEGREE; }

double fix_gap_deg(const pantin_clip *clip, int from, int to, bool core_only, int *bone) {
    double worst = 0;
    *bone = PANTIN_NONE;
    for (int pass = core_only ? 0 : 1; pass < 2 && *bone == PANTIN_NONE; pass++)
        for (int j = 0; j < clip->joint_count; j++) {
            const pantin_joint *joint = &clip->joints[j];
            if (!joint->bone || (pass == 0 && !names_joint_is_core(joint))) continue;
            double gap = degrees(quat_angle(
                quat_between(*clip_rotation(clip, from, j), *clip_rotation(clip, to, j))));
            if (*bone != PANTIN_NONE && gap <= worst) continue;
            worst = gap;
            *bone = j;
        }
    return worst;
}

/// The source's own change of speed at the anchor: most of the velocity gap that a crossfade leaves.
static void measure_anchor(const fix_work *work, pantin_loop_fixed *report) {
    const pantin_clip *clip = work->clip;
    int a = work->start;
    report->anchor_bone = clip->root;
    if (a < 1 || a + 1 >= clip->frames) return;
    for (int j = 0; j < clip->joint_count; j++) {
        if (!clip->joints[j].bone) continue;
        quat before = *clip_rotation(clip, a - 1, j), at = *clip_rotation(clip, a, j);
        quat after = *clip_rotation(clip, a + 1, j);
        double gap =
            degrees(quat_angle(quat_between(at, after)) - quat_angle(quat_between(before, at)));
        if (gap < 0) gap = -gap;
        if (gap <= report->anchor_gap_deg_per_frame) continue;
        report->anchor_gap_deg_per_frame = gap;
        report->anchor_bone = j;
    }
}

void fix_measure_piece(const fix_work *work, pantin_loop_fixed *report) {
    report->window_frames = work->options->blend ? work->window : 0;
    report->kept = (double)work->frames / work->clip->frames;
    measure_anchor(work, report);
    if (work->options->method == PANTIN_FIX_CROSSFADE && work->options->blend)
        report->predicted_velocity_gap_deg_per_frame = crossfade_velocity_gap(work);
}

/// Is anything but the carrier different? Only then do joints stand elsewhere about the root, but for the turn
/// of the whole, which is largest at the ends, where there is more than that.
static bool bends(const pantin_clip *a, const pantin_clip *b, int frame, int carrier) {
    size_t joints = (size_t)a->joint_count, at = (size_t)frame * joints;
    for (size_t j = 0; j < joints; j++) {
        size_t k = at + j;
        if (a->scales != NULL && !vec3_same(a->scales[k], b->scales[k])) return true;
        if ((int)j == carrier) continue;
        if (!quat_same(a->rotations[k], b->rotations[k])) return true;
        if (!vec3_same(a->translations[k], b->translations[k])) return true;
    }
    return false;
}

double fix_bend_deg(const pantin_clip *a, const pantin_clip *b, int turned, int *bone) {
    double worst = 0;
    *bone = b->root;
    for (int i = 0; i < b->frames; i++)
        for (int j = 0; j < b->joint_count; j++) {
            const quat *from = clip_rotation(a, i, j), *to = clip_rotation(b, i, j);
            if (!b->joints[j].bone || j == turned) continue;
            if (quat_same(*from, *to)) continue;
            double angle = degrees(quat_angle(quat_between(*from, *to)));
            if (angle <= worst) continue;
            worst = angle;
            *bone = j;
        }
    return worst;
}

void fix_measure_deviation(const fix_work *work, const pantin_clip *piece, int carrier,
                           pantin_loop_fixed *report, vec3 *places) {
    const pantin_clip *out = &work->out;
    int joints = out->joint_count, last = work->frames - 1;
    vec3 *was = places, *is = places + joints;
    report->peak_deviation_deg = fix_bend_deg(piece, out, PANTIN_NONE, &report->deviation_bone);
    for (int i = 0; i <= last; i++) {
        if (i > 0 && i < last && !bends(piece, out, i, carrier)) continue;
        pantin_clip_places(piece, i, was);
        pantin_clip_places(out, i, is);
        for (int j = 0; j < joints; j++) {
            if (!out->joints[j].bone) continue;
            vec3 a = vec3_sub(was[j], was[out->root]), b = vec3_sub(is[j], is[out->root]);
            report->peak_deviation_cm =
                max_double(report->peak_deviation_cm, 100 * vec3_distance(a, b));
        }
    }
}

/// The checker's skate at the seam (feet.c) has the step across the wrap in it, which in a piece just
/// cut out is the jump that is to be mended. What the source's feet do in these frames is told without it.
bool fix_seam_skate(fix_work *work, const pantin_clip *clip, double *cm_per_s) {
    pantin_figure figure = pantin_figure_find(clip);
    feet f;
    if (figure.leg_count == 0) return true;
    if (!feet_read(clip, &figure, &f, &work->memory)) return false;
    *cm_per_s = feet_seam_skate(&f, clip->fps);
    return true;
}

bool fix_stands(const pantin_clip *clip) {
    pantin_figure figure = pantin_figure_find(clip);
    if (figure.leg_count == 0) return false;
    double height = 0, length = 0;
    for (int i = 0; i < clip->frames; i += max_int(1, clip->frames / 32))
        for (int k = 0; k < figure.leg_count; k++) {
            frame3 thigh = clip_frame_of(clip, i, figure.legs[k].thigh);
            frame3 shin = clip_frame_of(clip, i, figure.legs[k].shin);
            frame3 foot = clip_frame_of(clip, i, figure.legs[k].foot);
            vec3 hip = space_frame_origin(&thigh), knee = space_frame_origin(&shin);
            vec3 ankle = space_frame_origin(&foot);
            height += hip.y - ankle.y;
            length += vec3_distance(hip, knee) + vec3_distance(knee, ankle);
        }
    return height > 0.4 * length;
}

/// Adds a reason to the line.
static void say(pantin_loop_fixed *report, const char *format, ...) PANTIN_FORMAT(2, 3);
static void say(pantin_loop_fixed *report, const char *format, ...) {
    size_t used = strlen(report->reason);
    if (used > 0) used += text_print(report->reason + used, sizeof report->reason - used, "; ");
    va_list arguments;
    va_start(arguments, format);
    text_print_list(report->reason + used, sizeof report->reason - used, format, arguments);
    va_end(arguments);
    report->goals_met = false;
}

static const char *bone_name(const fix_work *work, int bone) {
    return bone >= 0 && bone < work->clip->joint_count ? work->clip->joints[bone].name : "?";
}

double fix_most_residual(const pantin_loop_measure *source) {
    return max_double(source->seam_residual_interior_p95_deg_per_s, goal_rounding_deg_per_s);
}
double fix_most_skate(const pantin_loop_measure *source) {
    return source->skate_seam_cm_per_s + goal_skate_cm_per_s;
}

/// `turning`: the joint whose turn a cycle is no gap.
static void judge_pose(const fix_work *work, int turning, pantin_loop_fixed *report) {
    const pantin_loop_measure *after = &report->after;
    double pose = after->pose_gap_deg;
    int bone = after->pose_bone;
    if (turning != PANTIN_NONE) { // the turn of a cycle is no pose gap
        pose = 0;
        for (int j = 0; j < work->out.joint_count; j++) {
            if (j == turning || !work->out.joints[j].bone) continue;
            quat gap = quat_between(*clip_rotation(&work->out, 0, j),
                                    *clip_rotation(&work->out, work->frames - 1, j));
            if (degrees(quat_angle(gap)) > pose) pose = degrees(quat_angle(gap)), bone = j;
        }
    }
    if (!(pose <= goal_pose_deg))
        say(report, "the pose is open by %.2f degrees at %s", pose, bone_name(work, bone));
    if (work->options->root == PANTIN_ROOT_IN_PLACE && !(after->root_drift_cm <= goal_drift_cm))
        say(report, "the root drifts %.2f cm a cycle", after->root_drift_cm);
}

static void judge_seam(const fix_work *work, pantin_loop_fixed *report) {
    const pantin_loop_measure *after = &report->after, *source = &report->source;
    if (source->has_interior && !(after->seam_residual_deg_per_s <= fix_most_residual(source)))
        say(report,
            "the seam's residual is %.1f degrees/s at %s, more than the clip's own %.1f (95 %% of "
            "its frames)",
            after->seam_residual_deg_per_s, bone_name(work, after->residual_bone),
            source->seam_residual_interior_p95_deg_per_s);
    if (report->jolt_share > goal_jolt)
        say(report,
            "%s jolts at the wrap: its step changes by %.1f cm a frame, beside it by %.1f at most",
            bone_name(work, report->jolt_joint), report->jolt_cm_per_frame,
            report->jolt_near_cm_per_frame);
    if (after->has_feet && source->has_feet && fix_stands(work->clip) &&
        !(after->skate_seam_cm_per_s <= fix_most_skate(source)))
        say(report, "the feet skate %.1f cm/s at the seam, in the source %.1f",
            after->skate_seam_cm_per_s, source->skate_seam_cm_per_s);
}

/// The reference's own verdict on its own method; poses and drifts that it fails are told already. The number
/// is the checker's, here it is only asked.
static void judge_crossfade(const fix_work *work, pantin_loop_fixed *report) {
    const pantin_loop_measure *after = &report->after;
    pantin_loop_verdict verdict =
        pantin_loop_judge(after, PANTIN_LIMITS_REFERENCE, work->options->root);
    if (verdict.velocity == PANTIN_RED)
        say(report, "the velocity gap is %.2f degrees a frame at %s: `pantin loop check` fails it",
            after->velocity_gap_deg_per_frame, bone_name(work, after->velocity_bone));
}

void fix_judge(const fix_work *work, const pantin_loop_search *search, const root_path *path,
               const pantin_clip *piece, pantin_loop_fixed *report) {
    int bone, turned = root_turned(path);
    double gap = fix_gap_deg(&work->base, work->lead, work->lead + work->frames - 1, false, &bone);
    bool fades = work->options->method == PANTIN_FIX_CROSSFADE;
    report->goals_met = true;
    report->reason[0] = 0;
    if (search->poor)
        say(report, "a poor loop: %s", search->reason);
    else if (report->piece.cost > PANTIN_LOOP_POOR && !fades)
        say(report, "candidate %d is a poor one: its cost is %.1f, and 1 is poor",
            work->options->pick + 1, report->piece.cost);
    if (gap > goal_gap_deg)
        say(report, "%s is %.0f degrees away from where it must return to: a poor cut",
            bone_name(work, bone), gap);
    double bend = fix_bend_deg(piece, &work->out, turned, &bone);
    if (bend > goal_bend_deg)
        say(report, "%s had to be bent by %.0f degrees, and %.0f is the most that hides",
            bone_name(work, bone), bend, goal_bend_deg);
    judge_pose(work, path->centered ? PANTIN_NONE : turned, report);
    judge_seam(work, report);
    if (fades) judge_crossfade(work, report);
}
