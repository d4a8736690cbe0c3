// gltf_track.h — one channel's keys, in order and checked, and their value at rising times.
// SPDX-License-Identifier: MIT
#ifndef MOTION_GLTF_TRACK_H
#define MOTION_GLTF_TRACK_H

#include "motion/gltf_document.h"

/// What had to be said about keys; summed over an animation's tracks.
typedef struct gltf_remarks {
    int flips;      // neighboring rotation keys on opposite hemispheres
    int half_turns; // neighboring rotation keys half a turn apart, with a sample between them
    int unsorted;   // tracks whose times do not rise
    int doubled;    // keys at the time of another of their track
    int lone_cubic; // CUBICSPLINE tracks of one key
    int surplus;    // tracks with more values than keys
    int no_turn;    // rotation keys of no length: taken as no rotation
} gltf_remarks;

typedef struct gltf_track {
    gltf_path path;
    gltf_interpolation interpolation;
    int keys, width;
    const double *times;  // s, rising; of equal ones the last holds from there on
    const double *values; // a key: width numbers; of CUBICSPLINE in-tangent, value, out-tangent
    double slack;         // s: so near a key, it is the key
    int at, half_turn_at; // the key reached; the last one that was remarked
    gltf_remarks remarks;
} gltf_track;

/// Reads a channel (not GLTF_OTHER) of an animation. Its keys lie in `memory`.
PANTIN_CHECKED bool gltf_track_read(const gltf_document *document, int animation, int channel,
                                    double slack, arena *memory, gltf_track *track,
                                    pantin_error *error);
/// The value at a time not before the last one asked for. A rotation is of unit length.
quat gltf_track_rotation(gltf_track *track, double time);
void gltf_track_numbers(gltf_track *track, double time, double *numbers); // width of them

/// When an animation is sampled.
typedef struct gltf_timing {
    double fps, first, last; // 1/s; s
    double frames;           // not yet bounded
    int key_frames;          // from key to key (pantin_clip)
    bool guessed;            // no known rate fits: the median step's
} gltf_timing;

/// `fps` 0: the animation's own, from the grid that all its keys lie on.
PANTIN_CHECKED bool gltf_timing_find(const gltf_document *document, int animation, double fps,
                                     gltf_timing *timing, pantin_error *error);

/// How near a key must be to a sample to be it: s.
static inline double gltf_slack(double last) { return 1e-6 * (last > 1 ? last : 1); }

#endif
