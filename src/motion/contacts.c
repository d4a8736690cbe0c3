// contacts.c — when a foot stands: its ankle is low and slow, with hysteresis.
//
// A contact begins when the ankle is under 4 cm over its own 5th percentile and slower than 20 cm/s, and ends when
// it is over 7 cm or faster than 40 cm/s; gaps and contacts shorter than 1/20 s are noise. Lengths are those of
// a leg of 0.84 m and grow with the leg, so that a fox of 100 m has contacts too. The speed at a frame is the
// lower one of the steps into and out of it: the first and the last frame of a stance belong to it. The ankle is
// asked and not the toe, over which a foot still rolls when it must not be held any more.
// In the ground frame (feet.c); a walk in place whose travel is not told has no contacts.
// SPDX-License-Identifier: MIT
#include "motion/measure.h"

static const double enter_height = 0.04, leave_height = 0.07; // m
static const double enter_speed = 0.2, leave_speed = 0.4;     // m/s
static const double shortest = 0.05;                          // s
static const double common_leg = 0.84;                        // m

/// The leg's length over the common one's.
static double size_of(const pantin_clip *clip, const pantin_leg *leg) {
    frame3 thigh = clip_frame_of(clip, 0, leg->thigh), shin = clip_frame_of(clip, 0, leg->shin),
           foot = clip_frame_of(clip, 0, leg->foot);
    double length = vec3_distance(space_frame_origin(&thigh), space_frame_origin(&shin)) +
                    vec3_distance(space_frame_origin(&shin), space_frame_origin(&foot));
    return length > 1e-6 ? length / common_leg : 1;
}

/// The ankle's height over its level and its speed at every frame. Cyclic: the last frame is the first, so
/// the step into it is the step into frame 0.
static void read_ankle(const feet *f, int foot, double fps, bool cyclic, double *height,
                       double *speed) {
    const vec3 *places = f->places + foot * f->frames;
    int last = f->frames - 1;
    for (int i = 0; i < f->frames; i++) {
        double in = 1e300, out = 1e300;
        int before = i > 0 ? i : cyclic ? last : 0, after = i < last ? i : cyclic ? 0 : last;
        if (before > 0) in = vec3_distance(places[before - 1], places[before]);
        if (after < last) out = vec3_distance(places[after], places[after + 1]);
        height[i] = places[i].y - f->level[foot];
        speed[i] = fps * min_double(in, out);
    }
}

/// Turns runs of `value` shorter than `least` frames over. Cyclic: runs go on around the end.
static void drop_runs(bool *row, int count, bool cyclic, bool value, int least) {
    int from = 0;
    while (cyclic && from < count && row[from] == value) from++;
    if (cyclic && from == count) return;
    for (int k = 0; k < count;) {
        int at = (from + k) % count, length = 0;
        while (k + length < count && row[(at + length) % count] == value) length++;
        bool inside = cyclic || (k > 0 && k + length < count);
        if (length > 0 && length < least && inside)
            for (int n = 0; n < length; n++) row[(at + n) % count] = !value;
        k += length > 0 ? length : 1;
    }
}

static void find_row(const double *height, const double *speed, int frames, double size,
                     bool cyclic, double fps, bool *row) {
    // Closed: frame 0 comes again at the end, and the cycle is gone around twice so that it knows its state.
    int count = cyclic ? frames - 1 : frames;
    bool stands = false;
    for (int k = 0; k < (cyclic ? 2 : 1) * count; k++) {
        int i = k % count;
        bool low = height[i] < size * (stands ? leave_height : enter_height);
        bool slow = speed[i] < size * (stands ? leave_speed : enter_speed);
        row[i] = stands = low && slow;
    }
    int least = (int)clamp_double(shortest * fps + 0.5, 1, 1000);
    drop_runs(row, count, cyclic, false, least);
    drop_runs(row, count, cyclic, true, least);
    if (cyclic) row[frames - 1] = row[0];
}

bool pantin_contacts_find(const pantin_clip *clip, const pantin_figure *figure, bool cyclic,
                          bool *contacts, pantin_error *error) {
    arena memory = { 0 };
    feet f;
    double *height = ARENA_ARRAY(&memory, double, clip->frames);
    double *speed = ARENA_ARRAY(&memory, double, clip->frames);
    bool done = feet_read(clip, figure, &f, &memory);
    int foot = 0;
    for (int k = 0; done && k < figure->leg_count; k++) {
        const pantin_leg *leg = &figure->legs[k];
        read_ankle(&f, foot, clip->fps, cyclic, height, speed);
        find_row(height, speed, clip->frames, size_of(clip, leg), cyclic && clip->frames > 2,
                 clip->fps, contacts + (size_t)k * (size_t)clip->frames);
        foot += leg->toe != PANTIN_NONE ? 2 : 1;
    }
    arena_free(&memory);
    return done || memory_fail(error, "the feet of a clip");
}
