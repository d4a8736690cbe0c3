// measure_open.c — is it an open loop, one that lacks only the frame that repeats its first?
//
// Its last frame then leads on to the first by a step like others. It is one when, that step w(N-1) being counted
// in, the residuals on both sides of it are no larger than the interior's, and all bones together go from 0.6 to
// 1.5 of the way they go beside it (or less, if that makes the seam smoother by a fifth than taking the two
// frames for one). A clip too short for an interior is one when each bone's step equals its neighbours.
//
// Keys that lie evenly some frames apart, straight lines between them, lead on by such a step too: quarter turns
// at 0, 90, 180 and 270 degrees lack the key at 360, however many frames are drawn between two keys.
// SPDX-License-Identifier: MIT
#include "motion/measure.h"

/// Steps that are told equal: to a part of their length, and what float32 keys cannot say.
static const double equal_share = 0.01, equal_deg = 1e-4;

static vec3 step(const pantin_clip *clip, int from, int to, int joint) {
    return measure_step(clip, from, to, joint);
}

/// The largest residual inside the clip, seen only every `stride` frames, rad a step; negative: no interior.
static double interior_of(const pantin_clip *clip, int stride) {
    double largest = -1;
    for (int at = 0; at + 4 * stride < clip->frames - stride; at += stride)
        for (int k = 0; k < clip->joint_count; k++) {
            if (!clip->joints[k].bone) continue;
            vec3 w[4];
            for (int n = 0; n < 4; n++)
                w[n] = step(clip, at + n * stride, at + (n + 1) * stride, k);
            largest = max_double(largest, measure_residual(w[0], w[1], w[2], w[3]));
        }
    return largest;
}

static bool equal(vec3 a, vec3 b) {
    double far = max_double(vec3_length(a), vec3_length(b));
    return vec3_distance(a, b) <= equal_share * far + equal_deg * TRIG_DEGREE;
}

/// Do the rotations run on from the last frame to the first by a step like its neighbours, seen every `stride`
/// frames? `interior`: the largest residual inside, rad a step; negative: there is none.
static bool leads_on(const pantin_clip *clip, int stride, double interior) {
    int last = clip->frames - 1;
    double worst = 0, closed = 0, way = 0, way_beside = 0;
    bool all_equal = true;
    for (int k = 0; k < clip->joint_count; k++) {
        if (!clip->joints[k].bone) continue;
        vec3 before = step(clip, last - 2 * stride, last - stride, k);
        vec3 in = step(clip, last - stride, last, k), wrap = step(clip, last, 0, k);
        vec3 out = step(clip, 0, stride, k), after = step(clip, stride, 2 * stride, k);
        way += vec3_length(wrap);
        way_beside += (vec3_length(in) + vec3_length(out)) / 2;
        worst = max_double(worst, measure_residual(before, in, wrap, out));
        worst = max_double(worst, measure_residual(in, wrap, out, after));
        closed = max_double(closed, measure_residual(before, in, out, after));
        all_equal = all_equal && equal(wrap, in) && equal(wrap, out);
    }
    if (interior < 0) return all_equal;
    // A gap that is small beside the steps is a loop badly closed, unless closing makes it much rougher (at a
    // turning point an open loop's step is small as well).
    bool is_step = way >= 0.6 * way_beside || worst < 0.8 * closed;
    return is_step && way <= 1.5 * way_beside && worst <= interior + equal_deg * TRIG_DEGREE;
}

int measure_open(const measure_work *work, const pantin_loop_measure *m) {
    const pantin_clip *clip = work->clip;
    double largest = m->seam_residual_interior_max_deg_per_s * TRIG_DEGREE / m->fps;
    if (leads_on(clip, 1, m->has_interior ? largest : -1)) return 1;
    int stride = clip->key_frames;
    // Three keys at least: two steps to compare with. A traveller's root would have to be led on through them.
    if (work->root == PANTIN_ROOT_TRAVEL || stride < 2 || (clip->frames - 1) % stride != 0 ||
        clip->frames - 1 < 2 * stride)
        return 0;
    return leads_on(clip, stride, interior_of(clip, stride)) ? stride : 0;
}
