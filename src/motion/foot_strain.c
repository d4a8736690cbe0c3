// foot_strain.c — what holding a foot does to its leg: how far it is bent, how hard its knee is jerked.
//
// A foot can be held anywhere its leg reaches, but a leg that folds to get there looks worse than a foot that slides.
// Two figures tell: the farthest any of the leg's joints is from the source, and the largest change of the
// knee's velocity from frame to frame, |w(i) - w(i-1)|, which a fold shows in one frame or two.
// SPDX-License-Identifier: MIT
#include "motion/fix.h"

void foot_strain_joints(const pantin_leg *leg, int joints[FOOT_LEG_JOINTS]) {
    joints[0] = leg->thigh;
    joints[1] = leg->shin;
    joints[2] = leg->foot;
}

double foot_strain_change(const pantin_clip *clip, int lead, int frames, int joint, bool loop) {
    double worst = 0;
    int count = loop ? frames : frames - 1;
    vec3 before = { 0, 0, 0 };
    for (int i = 0; i < count; i++) {
        int from = i < frames - 1 ? i : 0;
        vec3 step = quat_log(quat_between(*clip_rotation(clip, lead + from, joint),
                                          *clip_rotation(clip, lead + from + 1, joint)));
        if (i > 0) worst = max_double(worst, vec3_distance(step, before));
        before = step;
    }
    return worst;
}

foot_strain foot_strain_find(const fix_work *work, const pantin_leg *leg) {
    int joints[FOOT_LEG_JOINTS];
    foot_strain_joints(leg, joints);
    foot_strain strain = { 0, foot_strain_change(&work->out, 0, work->frames, leg->shin, true) };
    for (int k = 0; k < FOOT_LEG_JOINTS; k++)
        for (int i = 0; i < work->frames; i++) {
            quat gap = quat_between(*clip_rotation(&work->base, work->lead + i, joints[k]),
                                    *clip_rotation(&work->out, i, joints[k]));
            strain.bend = max_double(strain.bend, quat_angle(gap));
        }
    return strain;
}

void foot_strain_swap(fix_work *work, const pantin_leg *leg, quat *kept, bool back) {
    int joints[FOOT_LEG_JOINTS];
    foot_strain_joints(leg, joints);
    for (int i = 0; i < work->frames; i++)
        for (int k = 0; k < FOOT_LEG_JOINTS; k++) {
            quat *q = clip_rotation(&work->out, i, joints[k]),
                 *room = &kept[i * FOOT_LEG_JOINTS + k];
            *(back ? q : room) = *(back ? room : q);
        }
}
