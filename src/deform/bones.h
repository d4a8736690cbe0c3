// bones.h — limbs: triangles that would rather have their bone's turn than any.
// SPDX-License-Identifier: MIT
#ifndef DEFORM_BONES_H
#define DEFORM_BONES_H

#include "deform/elements.h"
#include "deform/rigid.h"
#include "deform/sheet.h"

/// A triangle of a bone: where it stands among the elements, and 4 area times its weight there.
typedef struct bone_part {
    int pair, lane;
    double weight;
} bone_part;

typedef struct bone {
    int first, count; // in bone_set.parts
    double weight;    // their sum
    double begin;     // rad: its turn where a ramp begins
    turn by;          // wanted this frame
    bool told;        // by the caller; else the turn is that of its triangles
} bone;

typedef struct bone_set {
    int count;
    bone *list;
    bone_part *parts;
    int part_count;
} bone_set;

/// What the bones of a setup weigh at each triangle, summed into `weights` (a triangle). False: a triangle
/// out of range, a weight that is none, memory.
PANTIN_CHECKED bool bones_weigh(const sheet *rest, const pantin_deform_setup *setup,
                                double *weights, pantin_error *error);

/// Once the elements are made: `place_of[triangle]` is 2 pair + lane, PANTIN_NONE where it is not among
/// them. Taken from `owner`; false when it failed.
bool bones_create(bone_set *set, arena *owner, const sheet *rest, const pantin_deform_setup *setup,
                  const int *place_of);

/// A frame's angles, rad; NULL or not finite: that of its triangles.
void bones_receive(bone_set *set, const double *angles);

/// Where a ramp to `angles` begins: the bones' turns at x. Whole turns are added: `as_one`, at rest turned
/// rigidly, the same for all; else so that each has the least way.
void bones_begin(bone_set *set, const double *angles, const elements *e, const double *x,
                 bool as_one);

/// `part` of the way from there to `angles`.
void bones_receive_part(bone_set *set, const double *angles, double part);

/// Writes the elements' pulls for these turns, those not told taken from x.
void bones_pull(bone_set *set, elements *e, const double *x);

#endif
