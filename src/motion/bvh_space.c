// bvh_space.c — how large a unit of a BVH is and which of its axes points up: guessed from head and feet.
//
// Stature h = 1.12 |median over the frames of (mean of head and neck - mean of feet)| along the up axis: a
// head's joint lies below its top. Without such names h is the largest extent of the motion. The unit is the
// one for which h comes nearest to 165 cm in ratio; the up axis the one along which head and feet are
// farthest apart. Medians, so that a cartwheel or a T-pose in frame 0 says little.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/sort.h"
#include "motion/bvh_file.h"
#include "motion/names.h"

static const double stature_cm = 165;

static int compare_values(const void *context, int a, int b) {
    const double *values = context;
    return values[a] < values[b] ? -1 : values[a] > values[b];
}

double bvh_median(const double *values, int count, int *order, int *scratch) {
    if (count == 0) return 0;
    for (int k = 0; k < count; k++) order[k] = k;
    sort_indices(order, count, compare_values, values, scratch);
    return (values[order[(count - 1) / 2]] + values[order[count / 2]]) / 2;
}

quat bvh_up_turn(char up) {
    const double half = 0.70710678118654752440;        // sin 45 = cos 45
    if (up == 'z') return (quat){ -half, 0, 0, half }; // (x, y, z) -> (x, z, -y)
    if (up == 'x') return (quat){ 0, 0, half, half };  // (x, y, z) -> (-y, x, z)
    return quat_identity();
}

// --- head, feet, extent ------------------------------------------------------------------------------------

enum { NEITHER, HEAD, FOOT };

static int part_of(const pantin_joint *joint) {
    const char *name = joint->name;
    if (joint->end) return NEITHER;
    if (names_hold(name, "head") || names_hold(name, "neck")) return HEAD;
    if (names_hold(name, "foot") || names_hold(name, "toe") || names_hold(name, "ankle") ||
        names_hold(name, "ball"))
        return FOOT;
    return NEITHER;
}

typedef struct figure_size {
    double rise[3];   // median of head minus feet
    double extent[3]; // of all places over all frames
    bool known;       // head and feet are
} figure_size;

/// Room for one clip's worth of measuring.
typedef struct size_room {
    arena memory;
    vec3 *places;
    int *part, *order, *scratch;
    double *rises; // 3 * frames
} size_room;

static bool room_begin(size_room *room, const pantin_clip *clip) {
    *room = (size_room){ 0 };
    room->places = ARENA_ARRAY(&room->memory, vec3, clip->joint_count);
    room->part = ARENA_ARRAY(&room->memory, int, clip->joint_count);
    room->order = ARENA_ARRAY(&room->memory, int, clip->frames);
    room->scratch = ARENA_ARRAY(&room->memory, int, clip->frames);
    room->rises = ARENA_ARRAY(&room->memory, double, 3 * (size_t)clip->frames);
    return !arena_failed(&room->memory);
}

static figure_size measure_size(const pantin_clip *clip, size_room *room) {
    figure_size size = { 0 };
    double low[3] = { 0 }, high[3] = { 0 };
    int heads = 0, feet = 0, frames = clip->frames;
    for (int k = 0; k < clip->joint_count; k++) {
        room->part[k] = part_of(&clip->joints[k]);
        heads += room->part[k] == HEAD;
        feet += room->part[k] == FOOT;
    }
    size.known = heads > 0 && feet > 0;
    for (int i = 0; i < frames; i++) {
        double head[3] = { 0 }, foot[3] = { 0 };
        pantin_clip_places(clip, i, room->places);
        for (int k = 0; k < clip->joint_count; k++) {
            const double p[3] = { room->places[k].x, room->places[k].y, room->places[k].z };
            for (int a = 0; a < 3; a++) {
                if (room->part[k] == HEAD) head[a] += p[a];
                if (room->part[k] == FOOT) foot[a] += p[a];
                if ((i == 0 && k == 0) || p[a] < low[a]) low[a] = p[a];
                if ((i == 0 && k == 0) || p[a] > high[a]) high[a] = p[a];
            }
        }
        for (int a = 0; size.known && a < 3; a++)
            room->rises[a * frames + i] = head[a] / heads - foot[a] / feet;
    }
    for (int a = 0; a < 3; a++) {
        size.extent[a] = high[a] - low[a];
        if (size.known)
            size.rise[a] = bvh_median(room->rises + a * frames, frames, room->order, room->scratch);
    }
    return size;
}

// --- the guesses -------------------------------------------------------------------------------------------

static double magnitude(double v) { return v < 0 ? -v : v; }

static int largest_axis(const double v[3]) {
    int axis = 1; // of equals, y
    if (magnitude(v[0]) > magnitude(v[axis])) axis = 0;
    if (magnitude(v[2]) > magnitude(v[axis])) axis = 2;
    return axis;
}

static double nearest_unit(double stature) {
    static const double units[] = { 1, 100, 2.54, 0.1, 5.64444 }; // the last: the CMU library's
    double best = 1, best_ratio = 0;
    for (size_t k = 0; stature > 0 && k < sizeof units / sizeof *units; k++) {
        double ratio = stature * units[k] / stature_cm;
        if (ratio < 1) ratio = 1 / ratio;
        if (best_ratio == 0 || ratio < best_ratio) best = units[k], best_ratio = ratio;
    }
    return best;
}

/// `v` with three digits that count, for people to read.
static double three_digits(double v) {
    double scale = 1;
    while (v * scale < 100 && scale < 1e9) scale *= 10;
    while (v * scale >= 1000 && scale > 1e-12) scale /= 10;
    return trig_round(v * scale) / scale;
}

bool bvh_guess_space(const pantin_motion_options *options, pantin_clip *clip, pantin_error *error) {
    clip->up = options->up != 0 ? options->up : 'y';
    clip->unit_cm = options->unit_cm;
    if (options->up != 0 && options->unit_cm != 0) return true;
    size_room room;
    if (!room_begin(&room, clip)) {
        arena_free(&room.memory);
        return memory_fail(error, "measuring the figure");
    }
    figure_size size = measure_size(clip, &room);
    arena_free(&room.memory);
    if (options->up == 0 && size.known) clip->up = (char)('x' + largest_axis(size.rise));
    if (options->unit_cm == 0) {
        double stature = size.known ? 1.12 * magnitude(size.rise[clip->up - 'x'])
                                    : size.extent[largest_axis(size.extent)];
        clip->unit_cm = nearest_unit(stature);
        if (clip->unit_cm != 1)
            clip_note(clip, "unit guessed: 1 unit = %g cm (stature %g units)",
                      trig_round(clip->unit_cm * 1000) / 1000, three_digits(stature));
    }
    if (options->up == 0 && clip->up != 'y') clip_note(clip, "up axis %c", clip->up - 'x' + 'X');
    return true;
}
