// gltf_track.c — a channel's keys and what lies between them: LINEAR, STEP, CUBICSPLINE.
//
// Between keys k and k+1, at the fraction u of their span T:
//     LINEAR       (1-u) v_k + u v_k+1; a rotation goes the shorter way round
//     STEP         v_k
//     CUBICSPLINE  (2u^3-3u^2+1) v_k + T (u^3-2u^2+u) b_k + (3u^2-2u^3) v_k+1 + T (u^3-u^2) a_k+1,
//                  b out-tangent, a in-tangent; a rotation is normalized after. Its signs are the file's: the
//                  tangents say which way round it goes.
// glTF 2.0, appendix C. Before the first key the first holds, after the last the last.
// SPDX-License-Identifier: MIT
#include "motion/gltf_track.h"

#include "base/sort.h"

// --- reading ---------------------------------------------------------------------------------------

static int earlier(const void *context, int a, int b) {
    const double *times = context;
    return times[a] < times[b] ? -1 : times[a] > times[b];
}

static bool rises(const double *times, int keys) {
    for (int k = 1; k < keys; k++)
        if (times[k] < times[k - 1]) return false;
    return true;
}

/// Puts the keys in the order of their times.
static bool put_in_order(gltf_track *track, size_t stride, arena *memory, pantin_error *error) {
    size_t keys = (size_t)track->keys;
    if (rises(track->times, track->keys)) return true;
    track->remarks.unsorted = 1;
    int *order = ARENA_ARRAY(memory, int, keys), *scratch = ARENA_ARRAY(memory, int, keys);
    double *times = ARENA_ARRAY(memory, double, keys);
    double *values = ARENA_ARRAY(memory, double, keys *stride);
    if (arena_failed(memory)) return memory_fail(error, "the keys of an animation");
    for (int k = 0; k < track->keys; k++) order[k] = k;
    sort_indices(order, track->keys, earlier, track->times, scratch);
    for (size_t k = 0; k < keys; k++) {
        times[k] = track->times[order[k]];
        for (size_t i = 0; i < stride; i++)
            values[k * stride + i] = track->values[(size_t)order[k] * stride + i];
    }
    track->times = times;
    track->values = values;
    return true;
}

static quat quat_of(const double *numbers) {
    return (quat){ numbers[0], numbers[1], numbers[2], numbers[3] };
}

/// The value of a key, behind its in-tangent where it has one.
static const double *value_of(const gltf_track *track, int key) {
    size_t width = (size_t)track->width;
    if (track->interpolation == GLTF_CUBICSPLINE)
        return track->values + ((size_t)key * 3 + 1) * width;
    return track->values + (size_t)key * width;
}

static void remark_keys(gltf_track *track) {
    for (int k = 1; k < track->keys; k++)
        track->remarks.doubled += track->times[k] == track->times[k - 1];
    track->remarks.lone_cubic = track->interpolation == GLTF_CUBICSPLINE && track->keys == 1;
    if (track->path != GLTF_ROTATION) return;
    for (int k = 0; k < track->keys; k++) {
        quat q = quat_of(value_of(track, k));
        track->remarks.no_turn += !(quat_dot(q, q) > 1e-24);
        if (k > 0 && quat_dot(q, quat_of(value_of(track, k - 1))) < 0) track->remarks.flips++;
    }
}

bool gltf_track_read(const gltf_document *d, int animation, int channel, double slack,
                     arena *memory, gltf_track *track, pantin_error *error) {
    const gltf_animation *a = &d->animations[animation];
    const gltf_channel *c = &a->channels[channel];
    const gltf_sampler *s = &a->samplers[c->sampler];
    const gltf_accessor *input = &d->accessors[s->input], *output = &d->accessors[s->output];
    gltf_spot at = gltf_spot_at(s->token, "/animations/%d/samplers/%d", animation, c->sampler);
    static const int widths[] = { 4, 3, 3, 1 };
    *track = (gltf_track){ .path = c->path, .interpolation = s->interpolation, .slack = slack };
    track->keys = input->count;
    track->half_turn_at = PANTIN_NONE;
    if (track->keys == 0) return gltf_fail(d, &at, error, "without keys");
    if (input->width != 1) return gltf_fail(d, &at, error, "its times are no SCALAR");
    if (output->width != widths[c->path])
        return gltf_fail(d, &at, error, "its values have %d numbers, not %d", output->width,
                         widths[c->path]);
    int parts = s->interpolation == GLTF_CUBICSPLINE ? 3 : 1;
    int values = output->count / parts / track->keys; // a key
    track->width = c->path == GLTF_WEIGHTS ? values : widths[c->path];
    if (values == 0)
        return gltf_fail(d, &at, error, "%d values are too few for its %d keys", output->count,
                         track->keys);
    double *times, *numbers;
    if (!gltf_decode(d, s->input, memory, &times, error) ||
        !gltf_decode(d, s->output, memory, &numbers, error))
        return false;
    track->times = times;
    track->values = numbers;
    int used = c->path == GLTF_WEIGHTS ? values : 1;
    track->remarks.surplus = output->count - used * parts * track->keys > 0;
    if (!put_in_order(track, (size_t)parts * (size_t)track->width, memory, error)) return false;
    remark_keys(track);
    return true;
}

// --- between keys ----------------------------------------------------------------------------------

/// Moves on to the last key reached; answers how far it is to the next one, 0..1.
static double seek(gltf_track *track, double time) {
    while (track->at + 1 < track->keys && track->times[track->at + 1] <= time + track->slack)
        track->at++;
    double since = time - track->times[track->at];
    if (track->at + 1 == track->keys || since <= track->slack) return 0;
    if (track->interpolation == GLTF_STEP) return 0;
    return since / (track->times[track->at + 1] - track->times[track->at]);
}

static void cubic(const gltf_track *track, double u, double *numbers) {
    size_t width = (size_t)track->width;
    const double *value = value_of(track, track->at), *next = value_of(track, track->at + 1);
    double span = track->times[track->at + 1] - track->times[track->at];
    double uu = u * u, uuu = uu * u;
    for (size_t k = 0; k < width; k++) {
        double out = value[width + k], in = *(next + k - width);
        numbers[k] = (2 * uuu - 3 * uu + 1) * value[k] + span * (uuu - 2 * uu + u) * out +
                     (3 * uu - 2 * uuu) * next[k] + span * (uuu - uu) * in;
    }
}

void gltf_track_numbers(gltf_track *track, double time, double *numbers) {
    double u = seek(track, time);
    const double *value = value_of(track, track->at);
    if (u > 0 && track->interpolation == GLTF_CUBICSPLINE) {
        cubic(track, u, numbers);
        return;
    }
    const double *next = u > 0 ? value_of(track, track->at + 1) : value;
    for (int k = 0; k < track->width; k++) numbers[k] = value[k] + u * (next[k] - value[k]);
}

quat gltf_track_rotation(gltf_track *track, double time) {
    double u = seek(track, time), numbers[4];
    quat from = quat_normalize(quat_of(value_of(track, track->at)));
    if (!(u > 0)) return from;
    if (track->interpolation == GLTF_CUBICSPLINE) {
        cubic(track, u, numbers);
        return quat_normalize(quat_of(numbers));
    }
    quat to = quat_normalize(quat_of(value_of(track, track->at + 1)));
    double near = quat_dot(from, to);
    // A tenth of a degree off half a turn, rounding alone says which way is shorter.
    if (near < 9e-4 && near > -9e-4 && track->half_turn_at != track->at) {
        track->half_turn_at = track->at;
        track->remarks.half_turns++;
    }
    return quat_mix(from, to, u);
}
