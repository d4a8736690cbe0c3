// predicate.h — on which side, and inside or not: answers whose sign is never wrong.
// SPDX-License-Identifier: MIT
#ifndef MESH_PREDICATE_H
#define MESH_PREDICATE_H

#include "base/vec.h"

/// Twice the area of a b c: above 0 where it runs clockwise as seen, 0 where the three lie on a
/// line. The sign is exact for coordinates whose products neither overflow nor underflow
/// (1e-70..1e70).
double predicate_orient(vec2 a, vec2 b, vec2 c);

/// Above 0 where d lies inside the circle through a, b, c, below 0 outside, 0 on it; for a triangle
/// of positive area. The sign is exact, as above.
double predicate_incircle(vec2 a, vec2 b, vec2 c, vec2 d);

#endif
