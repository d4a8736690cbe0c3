// arap.h — the private door of the player "arap", for its parts, its tests and its benchmark.
// SPDX-License-Identifier: MIT
#ifndef DEFORM_ARAP_H
#define DEFORM_ARAP_H

#include "deform/bending.h"
#include "deform/newton.h"

extern const pantin_deformer deform_arap;

typedef struct arap_machine {
    bending base;
    newton solver;
    double spacing;  // the mean edge at rest, px
    double area;     // of the rest, px^2
    double *floors;  // a triangle: its usual least ratio of area
    double *clear;   // the same, this frame: raised where rounding has spoilt a first try
    double *reaches; // a handle: how far the vertices are that it is the nearest to, px
    int *alone;      // an island: the only handle that holds it (and nothing else), PANTIN_NONE
    double *x;       // by number, as all below
    double *start, *origin, *rival, *path_end; // places on the way
    vec2 *ramp_centers;                        // a handle: where a ramp began
    double *ramp_angles;
    pantin_point32 *before; // the start, for it may lie where the answer is written
    double *ratios;         // a triangle, as written
    // What is kept from frame to frame, beside the vertices written.
    int lag;      // frames in a row that were held back
    int wait;     // frames until another shape may be tried
    int failures; // how often in a row that did not help
    // This frame.
    const pantin_target *targets;
    const double *bone_angles;
    double tolerance;
    int iterations;
    newton_outcome outcome; // of the way that was taken
} arap_machine;

/// Takes machine->x to the targets: from the rest placed on the first set of a path along it, or, without
/// one, from where it is by the better of two ramps (`placed`: that is the rest, too).
void arap_jump(arap_machine *m, const pantin_target *const *path, int path_count, bool placed,
               int most);

/// Whether a handle is farther off than an edge is long; whether the sheet is bent as no pose asks for.
bool arap_is_stuck(const arap_machine *m);
bool arap_is_crumpled(const arap_machine *m, newton_outcome at);

/// Another shape for a sheet that was stuck on its way from `origin`, or is crumpled: true when one with
/// much less energy was found.
bool arap_repose(arap_machine *m, int most);

/// Newton from m->x with this part of the handles' weights; counts its iterations.
newton_outcome arap_descend(arap_machine *m, double part, int most, double limit_px);

/// Writes x and measures what was written; true when it is what this player promises.
bool arap_write(arap_machine *m, pantin_point32 *out, pantin_bend_quality *quality);

/// After an arap_write that answered false: floors for another try, higher where x is stretched.
void arap_keep_clear(arap_machine *m);

/// Writes and measures what is sound for certain: the start, or without one (not `warm`) the rest.
void arap_stand_still(arap_machine *m, bool warm, pantin_point32 *out,
                      pantin_bend_quality *quality);

/// How hard the barrier holds each triangle of what was measured last: minus its slope.
void arap_show_bind(const arap_machine *m, float *bind);

/// Whether a written sheet is what this player promises.
bool arap_is_sound(const pantin_bend_quality *quality);

const double *arap_iterate(const void *machine); // vertices in double, 2 numbers each
linear_counts arap_count(const void *machine);

#endif
