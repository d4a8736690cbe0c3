// limits.c — the judge: which seams pass. Its numbers are here and nowhere else, and no fix may change them.
//
//     reference    pose 5 degrees, velocity 3 degrees a frame, drift 3 cm: the reference tool's
//     per-second   velocity 72 degrees a second instead, which is 3 a frame at 24 frames a second
//     relative     seam residual at most the clip's interior maximum instead: none fails for being fast
// A limit passes when it is met exactly. Lights: green up to half the limit, yellow up to it, red above.
// SPDX-License-Identifier: MIT
#include "motion/measure.h"

static const double pose_limit_deg = 5, drift_limit_cm = 3;
static const double velocity_limit_deg_per_frame = 3, velocity_limit_deg_per_s = 72;

static pantin_light light_of(double value, double limit) {
    if (value < 0) value = -value;
    // Written so that what is not a number is red.
    if (value <= limit / 2) return PANTIN_GREEN;
    return value <= limit ? PANTIN_YELLOW : PANTIN_RED;
}

pantin_loop_verdict pantin_loop_judge(const pantin_loop_measure *m, pantin_limits limits,
                                      pantin_root_mode root) {
    bool travels = root == PANTIN_ROOT_TRAVEL;
    pantin_loop_verdict verdict = {
        .pose = light_of(m->pose_gap_deg, pose_limit_deg),
        // A traveller's stride and turn are its way; its height has to close.
        .drift = light_of(travels ? m->root_drift_up_cm : m->root_drift_cm, drift_limit_cm),
        .heading = travels ? PANTIN_GREEN : light_of(m->heading_gap_deg, pose_limit_deg),
        .height = light_of(m->root_drift_up_cm, drift_limit_cm),
        .floor = travels ? PANTIN_GREEN : light_of(m->root_drift_floor_cm, drift_limit_cm),
        .no_rougher = measure_no_rougher(m, m->seam_residual_deg_per_s),
    };
    double speed = m->velocity_gap_deg_per_frame;
    switch (limits) {
    case PANTIN_LIMITS_REFERENCE:
        verdict.velocity = light_of(speed, velocity_limit_deg_per_frame);
        break;
    case PANTIN_LIMITS_PER_SECOND:
        verdict.velocity = light_of(speed * m->fps, velocity_limit_deg_per_s);
        break;
    case PANTIN_LIMITS_RELATIVE:
        verdict.velocity =
            light_of(m->seam_residual_deg_per_s, m->seam_residual_interior_max_deg_per_s);
        if (verdict.velocity == PANTIN_RED && verdict.no_rougher) verdict.velocity = PANTIN_YELLOW;
        break;
    }
    verdict.pass =
        verdict.pose != PANTIN_RED && verdict.velocity != PANTIN_RED && verdict.drift != PANTIN_RED;
    return verdict;
}
