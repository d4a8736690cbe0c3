// measure.c — what the seam of a clip is like: the wrap from its last frame to its first, in numbers.
//
// Every figure is defined in docs/measures.md. One pass for rotations, one for the feet, four frames for the
// places: a check grows with frames x bones. Nothing here knows how loops are found or mended.
// SPDX-License-Identifier: MIT
#include "motion/measure.h"

/// A loop that needs no mending (loop.md: do no harm).
static const double loops_pose_deg = 0.01, loops_drift_cm = 0.1;

bool measure_no_rougher(const pantin_loop_measure *m, double residual_deg_per_s) {
    return residual_deg_per_s <= m->seam_residual_interior_max_deg_per_s + 1e-4 * m->fps;
}

static bool check_clip(const pantin_clip *clip, pantin_error *error) {
    if (clip->frames < 3)
        return pantin_fail(error, PANTIN_ERROR_FORMAT, clip->name,
                           "%d frames; a seam is measured between two steps, so 3 are needed",
                           clip->frames);
    for (int i = 0; i < clip->frames; i++)
        for (int k = 0; k < clip->joint_count; k++) {
            quat q = *clip_rotation(clip, i, k);
            vec3 rest = *clip_translation(clip, i, k), scale = { 1, 1, 1 };
            if (clip->scales != NULL)
                scale = clip->scales[(size_t)i * (size_t)clip->joint_count + (size_t)k];
            if (finite_double(quat_dot(q, q)) && vec3_finite(rest) && vec3_finite(scale)) continue;
            return pantin_fail(error, PANTIN_ERROR_FORMAT, clip->name,
                               "joint '%s' is not a number in frame %d", clip->joints[k].name, i);
        }
    return true;
}

/// Is the way of the root from the last frame to the first no farther than its largest step times the frames that
/// it is to take?
static bool root_leads_on(const pantin_clip *clip, const pantin_loop_measure *m, int frames) {
    double largest = 0;
    frame3 before = clip_frame_of(clip, 0, clip->root);
    for (int i = 1; i < clip->frames; i++) {
        frame3 here = clip_frame_of(clip, i, clip->root);
        largest = max_double(largest,
                             vec3_distance(space_frame_origin(&before), space_frame_origin(&here)));
        before = here;
    }
    return m->root_drift_cm <= 100 * frames * largest + loops_drift_cm;
}

static void conclude(const measure_work *work, pantin_loop_measure *m) {
    double up = m->root_drift_up_cm < 0 ? -m->root_drift_up_cm : m->root_drift_up_cm;
    bool travels = work->root == PANTIN_ROOT_TRAVEL;
    bool closed = m->pose_gap_deg <= loops_pose_deg;
    bool stays = (travels ? up : m->root_drift_cm) <= loops_drift_cm;
    m->loops = closed && stays && measure_no_rougher(m, m->seam_residual_deg_per_s);
    int step = closed ? 0 : work->turns_lead_on;
    m->open = step > 0 && (travels || root_leads_on(work->clip, m, step));
    m->open_frames = m->open ? step : 0;
}

bool pantin_loop_check(const pantin_clip *clip, pantin_root_mode root, pantin_loop_measure *measure,
                       pantin_error *error) {
    if (!check_clip(clip, error)) return false;
    int first_bone = 0;
    while (first_bone + 1 < clip->joint_count && !clip->joints[first_bone].bone) first_bone++;
    pantin_loop_measure m = { .frames = clip->frames,
                              .fps = clip->fps,
                              .pose_bone = first_bone,
                              .velocity_bone = first_bone,
                              .residual_bone = first_bone,
                              .position_joint = first_bone };
    measure_work work = { .clip = clip, .figure = pantin_figure_find(clip), .root = root };
    bool done = measure_places(&work, &m) && measure_turns(&work, &m);
    if (done) work.turns_lead_on = measure_open(&work, &m);
    done = done && measure_skate(&work, &m);
    arena_free(&work.memory);
    if (!done)
        return pantin_fail(error, PANTIN_ERROR_MEMORY, clip->name,
                           "no memory to measure %d frames of %d joints", clip->frames,
                           clip->joint_count);
    conclude(&work, &m);
    *measure = m;
    return true;
}
