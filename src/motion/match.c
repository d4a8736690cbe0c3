// match.c — for a plot: how well each frame of a clip would close with one of them.
//
// Four channels: the worst bone's angle, the turn of the heading's line, the root's rise, and its way on the
// floor. Where all four are near zero a loop could be cut.
// SPDX-License-Identifier: MIT
#include "motion/figure.h"
#include "motion/measure.h"

/// Where root and heading's line are; nothing is allocated, so each joint goes up its own parents.
static bool read_stance(const pantin_clip *clip, const pantin_figure *figure, int frame, vec3 *root,
                        double *heading) {
    const int joints[4] = { figure->left_hip, figure->right_hip, figure->left_shoulder,
                            figure->right_shoulder };
    vec3 places[4] = { { 0, 0, 0 } };
    pantin_figure line = { .left_hip = PANTIN_NONE,
                           .right_hip = PANTIN_NONE,
                           .left_shoulder = PANTIN_NONE,
                           .right_shoulder = PANTIN_NONE };
    int *const slots[4] = { &line.left_hip, &line.right_hip, &line.left_shoulder,
                            &line.right_shoulder };
    for (int k = 0; k < 4; k++) {
        if (joints[k] == PANTIN_NONE) continue;
        frame3 world = clip_frame_of(clip, frame, joints[k]);
        places[k] = space_frame_origin(&world);
        *slots[k] = k;
    }
    frame3 world = clip_frame_of(clip, frame, clip->root);
    *root = space_frame_origin(&world);
    return figure_heading(&line, places, heading);
}

void pantin_loop_match(const pantin_clip *clip, int start, pantin_match_curve curve) {
    pantin_figure figure = pantin_figure_find(clip);
    vec3 first, here;
    double from, to;
    bool line = read_stance(clip, &figure, start, &first, &from);
    for (int i = 0; i < clip->frames; i++) {
        double pose = 0;
        for (int k = 0; k < clip->joint_count; k++) {
            if (!clip->joints[k].bone) continue;
            quat gap = quat_between(*clip_rotation(clip, start, k), *clip_rotation(clip, i, k));
            pose = max_double(pose, quat_angle(gap));
        }
        bool both = read_stance(clip, &figure, i, &here, &to) && line;
        curve.pose_deg[i] = pose / TRIG_DEGREE;
        curve.heading_deg[i] = both ? trig_unwrap(to - from, 0) / TRIG_DEGREE : 0;
        curve.height_cm[i] = 100 * (here.y - first.y);
        curve.floor_cm[i] = 100 * vec3_floor_distance(here, first);
    }
}
