// two_bone.h — where the elbow goes: two bones from a root to a target, in the plane.
//
// In: lengths, the side to bend to, limits; a root and a target. Out: where the mid joint and the
// end stand, whether the end stands on the target, and if not by how much it falls short.
// Promise: both bones keep their lengths (to rounding) and the answer is finite, whatever comes in.
// Any unit of length. What is not finite counts as 0, a number beyond 1e100 as 1e100, a length or
// distance below 1e-100 as 0. Limits are brought into their range, and into order.
// SPDX-License-Identifier: MIT
#ifndef BASE_TWO_BONE_H
#define BASE_TWO_BONE_H

#include "base/vec.h"

typedef struct two_bone {
    double first;  // root to mid, >= 0 (negative: 0)
    double second; // mid to end, >= 0 (negative: 0)

    /// Which side the mid joint lies on, for one who looks from root to end: +1 the right on a
    /// drawing (y down; cross(end - root, mid - root) > 0), -1 the left. 0 counts as +1.
    int bend;

    /// How near and how far from the root the end may come, as a share of first + second, 0..1. A
    /// little below 1 spares the knee its snap.
    double reach_low, reach_high;

    /// How little and how much the second bone may turn from the line of the first, rad,
    /// 0 (straight) to pi (folded back). Where reach and turn disagree, turn wins.
    double turn_low, turn_high;
} two_bone;

typedef struct two_bone_pose {
    vec2 mid;
    vec2 end;        // on the ray from root to target; a target on the root counts as below it (+y)
    bool reached;    // the end is within 1e-9 (first + second) of the target
    double short_by; // how much farther from the root the target is than the end; < 0: too near
} two_bone_pose;

/// No limits but the bones' own: reach 0..1, turn 0..pi.
two_bone two_bone_make(double first, double second, int bend);

two_bone_pose two_bone_solve(const two_bone *limb, vec2 root, vec2 target);

#endif
