// gltf_timing.c — at which times an animation is sampled: its rate, its first key, how many frames.
//
// Files hold key times, not a rate. It is the first in a list of those in use on whose grid all keys lie,
// counted from the first key: |x - round(x)| <= max(0.01, 2e-4 fps) with x = (t - t0) fps. So sparse keys may
// read slower than they were made. Where none fits, it is 1 / the median step of the track with most keys.
// Frames: floor((t1 - t0) fps + 1e-3) + 1.
// SPDX-License-Identifier: MIT
#include "base/sort.h"
#include "motion/gltf_track.h"

enum { RATES = 19 };
static const double rates[RATES] = { 24,  25, 30, 48, 50, 60,    90,     100,   120,   144,
                                     240, 15, 20, 12, 10, 29.97, 23.976, 59.94, 119.88 };

typedef struct survey {
    double first, last;
    int longest;      // the input with most keys
    unsigned fitting; // bit k: rates[k] still does
    bool any;
    double fps; // once it is known
    int64_t
        common; // the largest number of frames that all keys lie whole multiples of from the first
} survey;

/// Does a key fall on the grid of `fps`, `since` seconds after the first?
static bool on_grid(double since, double fps) {
    double x = since * fps, slack = 2e-4 * fps > 0.01 ? 2e-4 * fps : 0.01;
    if (x > 4e15) return true; // beyond, doubles are whole
    double off = x - (double)(int64_t)(x + 0.5);
    return off <= slack && off >= -slack;
}

static void see_ends(survey *s, const double *times, int keys) {
    for (int k = 0; k < keys; k++) {
        if (!s->any || times[k] < s->first) s->first = times[k];
        if (!s->any || times[k] > s->last) s->last = times[k];
        s->any = true;
    }
}

static void see_grids(survey *s, const double *times, int keys) {
    for (int r = 0; r < RATES; r++)
        for (int k = 0; k < keys && (s->fitting >> r & 1) != 0; k++)
            if (!on_grid(times[k] - s->first, rates[r])) s->fitting &= ~(1u << r);
}

/// Keys that lie on no grid of frames leave 1.
static void see_spacing(survey *s, const double *times, int keys) {
    for (int k = 0; k < keys && s->common != 1; k++) {
        double x = (times[k] - s->first) * s->fps;
        int64_t a = s->common, b = x < 4e15 ? (int64_t)(x + 0.5) : 1;
        if (!on_grid(times[k] - s->first, s->fps)) b = 1;
        while (b != 0) {
            int64_t rest = a % b;
            a = b;
            b = rest;
        }
        s->common = a;
    }
}

/// Shows each input that the animation's channels use, once.
static bool for_inputs(const gltf_document *d, const gltf_animation *a, survey *s,
                       void (*see)(survey *, const double *, int), pantin_error *error) {
    arena memory = { 0 };
    bool *seen = ARENA_ARRAY(&memory, bool, d->accessor_count);
    bool fine = seen != NULL || memory_fail(error, "the keys of an animation");
    for (int k = 0; fine && k < a->channel_count; k++) {
        if (a->channels[k].path == GLTF_OTHER) continue;
        int input = a->samplers[a->channels[k].sampler].input;
        if (seen[input]) continue;
        seen[input] = true;
        arena scratch = { 0 };
        double *times;
        fine = gltf_decode(d, input, &scratch, &times, error);
        if (fine) see(s, times, d->accessors[input].count);
        if (d->accessors[input].count > d->accessors[s->longest].count) s->longest = input;
        arena_free(&scratch);
    }
    arena_free(&memory);
    return fine;
}

static int shorter(const void *context, int a, int b) {
    const double *steps = context;
    return steps[a] < steps[b] ? -1 : steps[a] > steps[b];
}

/// The median of the steps forward between the keys of an input; 0 where there are none.
static bool median_step(const gltf_document *d, int input, double *step, pantin_error *error) {
    arena memory = { 0 };
    double *times;
    bool fine = gltf_decode(d, input, &memory, &times, error);
    size_t keys = (size_t)d->accessors[input].count;
    int *order = fine ? ARENA_ARRAY(&memory, int, keys) : NULL;
    int *scratch = fine ? ARENA_ARRAY(&memory, int, keys) : NULL;
    double *steps = fine ? ARENA_ARRAY(&memory, double, keys) : NULL;
    if (fine && arena_failed(&memory)) fine = memory_fail(error, "the keys of an animation");
    int count = 0;
    for (size_t k = 1; fine && k < keys; k++)
        if (times[k] > times[k - 1]) {
            order[count] = count;
            steps[count++] = times[k] - times[k - 1];
        }
    if (count > 0) sort_indices(order, count, shorter, steps, scratch);
    *step = count > 0 ? steps[order[(count - 1) / 2]] : 0;
    arena_free(&memory);
    return fine;
}

static bool all_linear(const gltf_animation *a) {
    for (int k = 0; k < a->channel_count; k++)
        if (a->channels[k].path != GLTF_OTHER &&
            a->samplers[a->channels[k].sampler].interpolation != GLTF_LINEAR)
            return false;
    return true;
}

bool gltf_timing_find(const gltf_document *d, int animation, double fps, gltf_timing *timing,
                      pantin_error *error) {
    const gltf_animation *a = &d->animations[animation];
    survey s = { .longest = 0, .fitting = (1u << RATES) - 1 };
    *timing = (gltf_timing){ .fps = fps };
    for (int k = 0; k < a->channel_count; k++)
        if (a->channels[k].path != GLTF_OTHER)
            s.longest = a->samplers[a->channels[k].sampler].input;
    if (!for_inputs(d, a, &s, see_ends, error)) return false;
    timing->first = s.first;
    timing->last = s.last;
    if (fps == 0) {
        if (!for_inputs(d, a, &s, see_grids, error)) return false;
        for (int r = 0; r < RATES && timing->fps == 0; r++)
            if ((s.fitting >> r & 1) != 0) timing->fps = rates[r];
    }
    if (timing->fps == 0) {
        double step = 0;
        if (!median_step(d, s.longest, &step, error)) return false;
        timing->guessed = true;
        timing->fps = step > 0 ? 1 / step : rates[0];
        if (timing->fps > 10000) timing->fps = 10000; // what the options allow
        if (timing->fps < 0.01) timing->fps = 0.01;
    }
    timing->key_frames = 1;
    if (all_linear(a)) {
        s.fps = timing->fps;
        s.common = 0;
        if (!for_inputs(d, a, &s, see_spacing, error)) return false;
        if (s.common > 1 && s.common < INT32_MAX) timing->key_frames = (int)s.common;
    }
    double span = (timing->last - timing->first) * timing->fps + 1e-3;
    timing->frames = (span < 4e15 ? (double)(int64_t)span : span) + 1;
    return true;
}
