// crossfade_find.c — the reference's choice of a loop: first the calmest anchor, then the nearest pose.
//
//   a   minimises  max over all bones of | |w(a-1)| - |w(a)| |,   W <= a <= N - K   (of equals the earlier)
//   b   minimises  max over core bones of the angle between q(a) and q(b),   a + K - 1 <= b <= N - 1
//       (of equals the later), with K = ceil(min_keep N) and w(i) the step from frame i to i + 1.
// Only rotations count, so two clips that differ in the root's travel get the same a and b. Two choices in
// turn, each blind to the other: find_loop.c makes them together.
// SPDX-License-Identifier: MIT
#include "motion/find.h"

/// ceil(share * frames), not thrown up by the rounding of the product: 0.6 of 5 is 3.
static int frames_kept(double share, int frames) {
    double product = share * frames, down = trig_floor(product);
    return (int)(product - down > 1e-9 ? down + 1 : down);
}

/// The largest change of a bone's speed at frame a, rad a frame.
static double speed_change(const pantin_clip *clip, int a) {
    double worst = 0;
    for (int k = 0; k < clip->joint_count; k++) {
        if (!clip->joints[k].bone) continue;
        quat before = *clip_rotation(clip, a - 1, k), at = *clip_rotation(clip, a, k);
        quat after = *clip_rotation(clip, a + 1, k);
        double change = quat_angle(quat_between(before, at)) - quat_angle(quat_between(at, after));
        worst = max_double(worst, change < 0 ? -change : change);
    }
    return worst;
}

static double pose_gap(const pantin_clip *clip, const int *core, int core_count, int a, int b) {
    double worst = 0;
    for (int k = 0; k < core_count; k++)
        worst = max_double(worst, quat_angle(quat_between(*clip_rotation(clip, a, core[k]),
                                                          *clip_rotation(clip, b, core[k]))));
    return worst;
}

/// The reference took every name that holds "ear" for an ear: forearms are no core bones to it. Its cut of
/// dab (242, a forearm 45 degrees off, where 241 has 36) rests on that.
static bool holds_ear(const char *name) {
    for (; name[0] != 0 && name[1] != 0 && name[2] != 0; name++)
        if ((name[0] | 32) == 'e' && (name[1] | 32) == 'a' && (name[2] | 32) == 'r') return true;
    return false;
}

/// The core bones; all bones where there are none.
static int list_core(const pantin_clip *clip, int *core) {
    int count = 0;
    for (int pass = 0; count == 0 && pass < 2; pass++)
        for (int k = 0; k < clip->joint_count; k++) {
            const pantin_joint *joint = &clip->joints[k];
            bool core_bone = names_joint_is_core(joint) && !holds_ear(joint->name);
            if (joint->bone && (pass == 1 || core_bone)) core[count++] = k;
        }
    return count;
}

static int find_anchor(const pantin_clip *clip, int low, int high) {
    int best = low;
    double least = 1e300;
    for (int a = max_int(low, 1); a <= min_int(high, clip->frames - 2); a++) {
        double change = speed_change(clip, a);
        if (!(change < least)) continue;
        least = change;
        best = a;
    }
    return best;
}

static bool find_cut(const pantin_clip *clip, int a, int low, int *cut, pantin_error *error) {
    int *core = memory_allocate((size_t)clip->joint_count, sizeof *core);
    if (core == NULL) return memory_fail(error, "the core bones");
    int count = list_core(clip, core);
    double least = 1e300;
    *cut = clip->frames - 1;
    for (int b = low; b < clip->frames; b++) {
        double gap = pose_gap(clip, core, count, a, b);
        if (!(gap <= least)) continue;
        least = gap;
        *cut = b;
    }
    memory_free(core, (size_t)clip->joint_count, sizeof *core);
    return true;
}

bool crossfade_find(const pantin_clip *clip, const pantin_loop_options *options, int *start,
                    int *end, pantin_error *error) {
    int frames = clip->frames, window = options->blend_frames;
    double share = options->min_keep < 0 ? 0.6 : options->min_keep;
    int keep = max_int(frames_kept(share, frames), 3);
    *start = options->start;
    *end = options->end;
    if (!options->trim) {
        if (*start == PANTIN_NONE) *start = 0;
        if (*end == PANTIN_NONE) *end = frames - 1;
    }
    if (*start != PANTIN_NONE && *end != PANTIN_NONE) return true;
    if (*start == PANTIN_NONE) {
        int high = *end == PANTIN_NONE ? frames - keep : *end - keep + 1;
        if (high < window)
            return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "clip",
                               "%d frames: the crossfade needs %d before its anchor and keeps %d, "
                               "try fewer --blend-frames or --method offset",
                               frames, window, keep);
        *start = find_anchor(clip, window, high);
    }
    if (*end != PANTIN_NONE) return true;
    int low = *start + keep - 1;
    return find_cut(clip, *start, min_int(low, frames - 1), end, error);
}

double crossfade_deviation(const pantin_clip *clip, int start, int end, int window) {
    double worst = 0;
    window = min_int(window, end - start);
    for (int k = 1; k <= window; k++) {
        double t = (double)k / window, share = t * t * (3 - 2 * t);
        int from = end - window + k, toward = max_int(0, start - window + k);
        for (int j = 0; j < clip->joint_count; j++) {
            if (!clip->joints[j].bone) continue;
            quat apart =
                quat_between(*clip_rotation(clip, from, j), *clip_rotation(clip, toward, j));
            worst = max_double(worst, share * quat_angle(apart) / TRIG_DEGREE);
        }
    }
    return worst;
}
