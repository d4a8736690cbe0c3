// crossfade.c — the reference's seam: the last frames fade into those that lead up to the first.
//
// Of the piece [a, b], for k = 0..W, t = k / W and s = 3t² - 2t³, frame b-W+k becomes
//     slerp(q(b-W+k), q(a-W+k), s)          (places, scales and weights: the straight way)
// so that at k = 0 it is the source's own, and at k = W it is frame a: the last frame equals the first bit
// for bit. Its speed there is nearly the source's at a, so what is left of a velocity gap is the source's own
// change of speed at the anchor, but for the last step of the fade, which is still 1 - s(1 - 1/W) =
// 3/W² - 2/W³ of the gap at the cut: 0.4° a frame of 80° in 24 frames. Both are in the prediction. A piece
// without enough frames before a fades toward the earliest there is.
//
// Two poses nearly half a turn apart have two ways between them. Chosen frame by frame the way would flip
// within the window; so each joint keeps, over the whole window, the way that is shorter on the whole.
// SPDX-License-Identifier: MIT
#include "motion/fix.h"

/// The way from a to b that the signs of the two stand for, be it the longer.
static quat mix_signed(quat a, quat b, double t) {
    if (t <= 0) return a;
    if (t >= 1) return b;
    quat turn = quat_between(a, b);
    double sine = sqrt(turn.x * turn.x + turn.y * turn.y + turn.z * turn.z);
    double ratio = sine < 1e-8 ? 2 : 2 * trig_atan2(sine, turn.w) / sine;
    vec3 v = { turn.x * ratio * t, turn.y * ratio * t, turn.z * ratio * t };
    return quat_normalize(quat_multiply(a, quat_exp(v)));
}

static double smooth_step(double t) { return t * t * (3 - 2 * t); }

/// Frame of `base` that frame k of the window fades toward.
static int toward(const fix_work *work, int k) {
    int frame = work->lead - work->window + k;
    return frame < 0 ? 0 : frame;
}

/// First frame of the window, in the piece.
static int window_start(const fix_work *work) { return work->frames - 1 - work->window; }

/// Which of the two ways a joint goes: 1, or -1 where the other sign of what it fades toward is nearer.
static double find_way(const fix_work *work, int joint) {
    double side = 0;
    int first = work->lead + window_start(work);
    for (int k = 0; k <= work->window; k++)
        side += quat_dot(*clip_rotation(&work->base, first + k, joint),
                         *clip_rotation(&work->base, toward(work, k), joint));
    return side < 0 ? -1 : 1;
}

/// A joint's turn in a frame of the output.
static quat faded(const fix_work *work, int joint, double way, int frame) {
    quat q = *clip_rotation(&work->base, work->lead + frame, joint);
    int k = frame - window_start(work);
    if (k < 0) return q;
    quat to = *clip_rotation(&work->base, toward(work, k), joint);
    if (quat_same(q, to)) return q;
    return mix_signed(q, way < 0 ? quat_negate(to) : to, smooth_step((double)k / work->window));
}

static void fade_rotation(fix_work *work, int joint) {
    double way = find_way(work, joint);
    for (int i = window_start(work); i < work->frames; i++)
        *clip_rotation(&work->out, i, joint) = faded(work, joint, way, i);
}

double crossfade_velocity_gap(const fix_work *work) {
    double worst = 0;
    int last = work->frames - 1;
    for (int j = 0; j < work->base.joint_count; j++) {
        const pantin_joint *joint = &work->base.joints[j];
        if (!joint->bone || (joint->moves & PANTIN_STEP_ROTATION)) continue;
        double way = find_way(work, j);
        quat in = quat_between(faded(work, j, way, last - 1), faded(work, j, way, last));
        quat out = quat_between(faded(work, j, way, 0), faded(work, j, way, 1));
        double gap = (quat_angle(in) - quat_angle(out)) / TRIG_DEGREE;
        worst = max_double(worst, gap < 0 ? -gap : gap);
    }
    return worst;
}

static void fade_vector(fix_work *work, vec3 *out, const vec3 *base, int joint) {
    int first = work->frames - 1 - work->window, joints = work->out.joint_count;
    for (int k = 0; k <= work->window; k++) {
        vec3 *v = &out[(size_t)(first + k) * (size_t)joints + (size_t)joint];
        vec3 to = base[(size_t)toward(work, k) * (size_t)joints + (size_t)joint];
        double t = (double)k / work->window;
        if (k == work->window)
            *v = to;
        else
            *v = vec3_mix(*v, to, smooth_step(t));
    }
}

static void fade_morph(fix_work *work, int morph) {
    pantin_morph *out = &work->out.morphs[morph];
    const pantin_morph *base = &work->base.morphs[morph];
    if (out->step) return;
    int first = work->frames - 1 - work->window;
    for (int k = 0; k <= work->window; k++)
        for (int i = 0; i < out->count; i++) {
            float *w = &out->weights[(size_t)(first + k) * (size_t)out->count + (size_t)i];
            float to = base->weights[(size_t)toward(work, k) * (size_t)out->count + (size_t)i];
            double t = smooth_step((double)k / work->window);
            *w = (float)((double)*w + ((double)to - (double)*w) * t);
        }
}

void crossfade_close(fix_work *work) {
    pantin_clip *out = &work->out;
    for (int j = 0; j < out->joint_count; j++) {
        unsigned moves = out->joints[j].moves;
        if (!(moves & PANTIN_STEP_ROTATION)) fade_rotation(work, j);
        if (!(moves & PANTIN_STEP_TRANSLATION))
            fade_vector(work, out->translations, work->base.translations, j);
        if (out->scales != NULL && !(moves & PANTIN_STEP_SCALE))
            fade_vector(work, out->scales, work->base.scales, j);
    }
    for (int k = 0; k < out->morph_count; k++) fade_morph(work, k);
}
