// sample_bvh.h — a clip of the sample figure as a BVH: centimetres, channels Z X Y.
// SPDX-License-Identifier: MIT
#ifndef TESTS_SAMPLE_BVH_H
#define TESTS_SAMPLE_BVH_H

#include "sample_figure.h"

/// Angles of q = Rz Rx Ry, degrees.
static inline void bvh_angles(quat q, double *z, double *x, double *y) {
    vec3 right = quat_rotate(q, (vec3){ 1, 0, 0 }), up = quat_rotate(q, (vec3){ 0, 1, 0 });
    vec3 front = quat_rotate(q, (vec3){ 0, 0, 1 });
    double sine = up.z > 1 ? 1 : up.z < -1 ? -1 : up.z;
    *x = trig_atan2(sine, sqrt(1 - sine * sine)) / TRIG_DEGREE;
    *z = trig_atan2(-up.x, up.y) / TRIG_DEGREE;
    *y = trig_atan2(-right.z, front.z) / TRIG_DEGREE;
}

static inline void bvh_indent(text *out, int depth) {
    for (int k = 0; k < depth; k++) text_char(out, '\t');
}

static inline void bvh_joint(const sample_figure *f, int k, int depth, text *out) {
    const maker_joint *joint = &maker_joints[f->joints[k]];
    bool end = f->joints[k] == MAKER_HEAD_TOP, some = false;
    bvh_indent(out, depth);
    text_format(out, end ? "End Site\n" : depth == 0 ? "ROOT %s\n" : "JOINT %s\n", joint->name);
    bvh_indent(out, depth);
    text_string(out, "{\n");
    bvh_indent(out, depth + 1);
    text_format(out, "OFFSET %.2f %.2f %.2f\n", 100 * joint->x, 100 * joint->y, 100 * joint->z);
    if (!end) {
        bvh_indent(out, depth + 1);
        text_string(out, depth == 0
                             ? "CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation "
                               "Yrotation\n"
                             : "CHANNELS 3 Zrotation Xrotation Yrotation\n");
    }
    for (int c = 0; c < FIGURE_JOINTS; c++)
        if (f->parents[c] == k) {
            bvh_joint(f, c, depth + 1, out);
            some = true;
        }
    if (!some && !end) {
        vec3 tip = figure_limb_of(f->joints[k]).tip;
        bvh_indent(out, depth + 1);
        text_string(out, "End Site\n");
        bvh_indent(out, depth + 1);
        text_string(out, "{\n");
        bvh_indent(out, depth + 2);
        text_format(out, "OFFSET %.2f %.2f %.2f\n", 100 * tip.x, 100 * tip.y, 100 * tip.z);
        bvh_indent(out, depth + 1);
        text_string(out, "}\n");
    }
    bvh_indent(out, depth);
    text_string(out, "}\n");
}

/// Angles in the order in which the joints stand in the file.
static inline void bvh_row(const sample_figure *f, const pantin_clip *clip, int frame, int k,
                           text *out) {
    double z, x, y;
    if (f->joints[k] == MAKER_HEAD_TOP) return;
    bvh_angles(*clip_rotation(clip, frame, f->joints[k]), &z, &x, &y);
    text_format(out, " %.3f %.3f %.3f", z, x, y);
    for (int c = 0; c < FIGURE_JOINTS; c++)
        if (f->parents[c] == k) bvh_row(f, clip, frame, c, out);
}

static inline text sample_bvh_write(const pantin_clip *clip) {
    sample_figure f = sample_figure_make(clip);
    text out = { 0 };
    text_string(&out, "HIERARCHY\n");
    bvh_joint(&f, 0, 0, &out);
    text_format(&out, "MOTION\nFrames: %d\nFrame Time: %.6f\n", clip->frames, 1 / clip->fps);
    for (int i = 0; i < clip->frames; i++) {
        vec3 p = *clip_translation(clip, i, MAKER_HIPS);
        text_format(&out, "%.3f %.3f %.3f", 100 * p.x, 100 * p.y, 100 * p.z);
        bvh_row(&f, clip, i, 0, &out);
        text_char(&out, '\n');
    }
    return out;
}

#endif
