// fix_options.c — the words of a fix: method names, defaults, ranges.
// SPDX-License-Identifier: MIT
#include "motion/fix.h"

const char *pantin_fix_method_name(pantin_fix_method method) {
    static const char *const names[PANTIN_FIX_METHODS] = { "offset", "crossfade", "one-sided",
                                                           "shared", "linear",    "softfade" };
    return method >= 0 && method < PANTIN_FIX_METHODS ? names[method] : "unknown";
}

pantin_loop_options pantin_loop_defaults(void) {
    return (pantin_loop_options){ .method = PANTIN_FIX_OFFSET,
                                  .root = PANTIN_ROOT_IN_PLACE,
                                  .blend_frames = 24,
                                  .window_s = 0,
                                  .min_keep = -1,
                                  .start = PANTIN_NONE,
                                  .end = PANTIN_NONE,
                                  .period_s = 0,
                                  .pick = 0,
                                  .candidates = 8,
                                  .trim = true,
                                  .blend = true,
                                  .dedrift = true,
                                  .foot_lock = true,
                                  .closed = true };
}

static bool outside(pantin_error *error, const char *field, const char *range) {
    return pantin_fail(error, PANTIN_ERROR_ARGUMENT, field, "lies outside its range, %s", range);
}

static bool check_range(const pantin_clip *clip, const pantin_loop_options *o,
                        pantin_error *error) {
    int last = clip->frames - 1;
    if (o->start != PANTIN_NONE && (o->start < 0 || o->start > last - 2))
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "start",
                           "frame %d: a loop of this clip starts at frame 0..%d", o->start,
                           last - 2);
    if (o->end != PANTIN_NONE && (o->end < 2 || o->end > last))
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "end",
                           "frame %d: a loop of this clip ends at frame 2..%d", o->end, last);
    if (o->start != PANTIN_NONE && o->end != PANTIN_NONE && o->end - o->start < 2)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "end",
                           "frames %d..%d are no loop: it needs 3 frames", o->start, o->end);
    return true;
}

bool fix_check_options(const pantin_clip *clip, const pantin_loop_options *o, pantin_error *error) {
    if (clip->frames < 3 || clip->joint_count < 1)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "clip",
                           "%d frames: a loop needs 3 frames of a figure", clip->frames);
    if ((int)o->method < 0 || o->method >= PANTIN_FIX_METHODS)
        return outside(error, "method", "offset..softfade");
    if ((int)o->root < 0 || o->root > PANTIN_ROOT_KEEP)
        return outside(error, "root", "in-place, travel, keep");
    if (o->blend_frames < 1 || o->blend_frames > 1000)
        return outside(error, "blend_frames", "1..1000");
    if (!(o->window_s >= 0 && o->window_s <= 60)) return outside(error, "window_s", "0..60 s");
    if (!(o->min_keep <= 1) || !finite_double(o->min_keep))
        return outside(error, "min_keep", "0..1, or below 0 for the method's own");
    if (!(o->period_s >= 0) || !finite_double(o->period_s))
        return outside(error, "period_s", "0 s or more");
    if (o->candidates < 1 || o->candidates > 64) return outside(error, "candidates", "1..64");
    if (o->pick < 0 || o->pick > 63) return outside(error, "pick", "0..63");
    return check_range(clip, o, error);
}
