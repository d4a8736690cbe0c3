// arap_local.h — one local step: every triangle's best turn, and what it asks of the global step.
// SPDX-License-Identifier: MIT
#ifndef DEFORM_ARAP_LOCAL_H
#define DEFORM_ARAP_LOCAL_H

#include "base/arena.h"
#include "base/lanes.h"
#include "base/vec.h"

/// Two kites side by side, one a lane. A kite is two triangles on a common edge 1-3: (0, 1, 3) and
/// (1, 2, 3). A triangle alone is one whose other half pulls at nothing.
typedef struct local_pair {
    double2 ax, ay, bx, by; // the first one's pulls G at corners 0 and 1; 3 has minus their sum
    double2 cx, cy, dx, dy; // the second one's at corners 1 and 2; 3 has minus their sum
    int seat[2][4];         // corners, as offsets in bytes: 16 vertex
} local_pair;

/// Where a triangle went, and which of its corners 0, 1, 2 have the two pulls that are kept.
typedef struct local_place {
    int pair;
    int8_t lane, second, first_corner, second_corner;
} local_place;

typedef struct local_step {
    local_pair *pairs;
    int pair_count, triangle_count;
    size_t numbers;      // of x and rhs: 2 a vertex, with the spare one
    local_place *places; // a triangle
} local_step;

/// Finds the kites. Taken from `owner`; the caller checks arena_failed of it. Corners are not kept.
/// Vertices are 0..vertex_count-1; `x`, `from` and `rhs` of arap_local_gather hold one spare vertex
/// more, which is no triangle's.
void arap_local_create(local_step *step, arena *owner, const int (*triangles)[3],
                       int triangle_count, int vertex_count);

/// A triangle's G_0 and G_1 (see arap_local.c), already times its weight.
void arap_local_set(local_step *step, int triangle, vec2 pull0, vec2 pull1);

/// rhs = from + sum_t R_t G_t, R_t each triangle's best turn at x. All have 2 numbers a vertex.
void arap_local_gather(const local_step *step, const double *x, const double *from, double *rhs);

/// The same, as the equation reads: the definition, and the test's yardstick.
void arap_local_gather_plain(const local_step *step, const double *x, const double *from,
                             double *rhs);

#endif
