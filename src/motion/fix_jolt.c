// fix_jolt.c — does a joint jolt at the wrap, beside what it does just before and after?
//
// The clip's own 95th percentile of residuals knows neither when a clip is slow nor how turns add up along a chain:
// a hand that drifts may leap and the seam be no rougher than the clip. So, of every joint and end site, in
// places x in the world, the change of its step across the wrap
//     |(x(1) - x(0)) - (x(N-1) - x(N-2))|
// is held against the largest |x(i+1) - 2 x(i) + x(i-1)| of the source's frames within 0.25 s of the seam. Half as
// much again is hidden, and a tenth of the figure's reach a second. Both in the moved frame (root.c), where the
// ground runs on; under a root that is kept, seen from the root on the floor.
// SPDX-License-Identifier: MIT
#include "motion/fix.h"

static const double jolt_near_s = 0.25, jolt_share = 1.5, jolt_reach_per_s = 0.1;

/// Places of all joints of a clip's frame.
static void read_places(const fix_work *work, const pantin_clip *clip, int frame, vec3 *places) {
    pantin_clip_places(clip, frame, places);
    if (work->options->root != PANTIN_ROOT_KEEP) return;
    vec3 root = places[clip->root];
    root.y = 0;
    for (int j = 0; j < clip->joint_count; j++) places[j] = vec3_sub(places[j], root);
}

/// The largest change of step of each joint in frames from + 1 .. to - 1 of the source.
static void find_near(const fix_work *work, int from, int to, vec3 *rows[3], double *near) {
    for (int i = from; i <= to; i++) {
        const vec3 *a = rows[(i + 1) % 3], *b = rows[(i + 2) % 3];
        vec3 *c = rows[i % 3];
        read_places(work, &work->base, work->lead + i, c);
        for (int j = 0; i >= from + 2 && j < work->base.joint_count; j++)
            near[j] =
                max_double(near[j], vec3_distance(vec3_sub(c[j], b[j]), vec3_sub(b[j], a[j])));
    }
}

static double find_reach(const pantin_clip *clip, const vec3 *places) {
    double reach = 0;
    for (int j = 0; j < clip->joint_count; j++)
        if (clip->joints[j].bone)
            reach = max_double(reach, vec3_distance(places[j], places[clip->root]));
    return reach;
}

bool fix_jolt_find(fix_work *work, fix_jolt *jolt) {
    int joints = work->base.joint_count, last = work->frames - 1;
    int span = clamp_int((int)trig_round(jolt_near_s * work->clip->fps) + 1, 2, last);
    vec3 *rows[4];
    double *near = ARENA_ARRAY(&work->memory, double, joints);
    for (int k = 0; k < 4; k++) rows[k] = ARENA_ARRAY(&work->memory, vec3, joints);
    *jolt = (fix_jolt){ .joint = work->clip->root };
    if (arena_failed(&work->memory)) return false;
    find_near(work, 0, span, rows, near);
    find_near(work, last - span, last, rows, near);
    read_places(work, &work->out, 0, rows[0]);
    read_places(work, &work->out, 1, rows[1]);
    read_places(work, &work->out, last - 1, rows[2]);
    read_places(work, &work->out, last, rows[3]);
    double hidden = jolt_reach_per_s * find_reach(&work->out, rows[0]) / work->clip->fps + 1e-9;
    for (int j = 0; j < joints; j++) {
        double change =
            vec3_distance(vec3_sub(rows[1][j], rows[0][j]), vec3_sub(rows[3][j], rows[2][j]));
        double share = change / (jolt_share * near[j] + hidden);
        if (share <= jolt->share) continue;
        *jolt = (fix_jolt){ .share = share, .change_m = change, .near_m = near[j], .joint = j };
    }
    return true;
}
