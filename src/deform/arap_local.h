// arap_local.h — one local step: every triangle's best turn, and what it asks of the global step.
// SPDX-License-Identifier: MIT
#ifndef DEFORM_ARAP_LOCAL_H
#define DEFORM_ARAP_LOCAL_H

#include "base/arena.h"
#include "base/lanes.h"
#include "base/vec.h"

/// Two triangles side by side, one a lane.
typedef struct local_pair {
    double2 ax, ay, bx, by; // the pulls G of their corners 0 and 1; corner 2 has minus their sum
    int corner[2][3];       // vertices; a lane without a triangle has three times the spare vertex
    int unused[2];
} local_pair;

typedef struct local_step {
    local_pair *pairs;
    int pair_count;
    int spare; // a vertex beyond the last, for lanes without a triangle
} local_step;

/// Taken from `owner`; the caller checks arena_failed. Vertices 0..vertex_count-1, and `x` and
/// `rhs` of arap_local_gather hold one spare vertex more.
void arap_local_create(local_step *step, arena *owner, int triangle_count, int vertex_count);

/// Triangle i of the step: its corners, and G_0 and G_1 (see arap_local.c), already times its
/// weight.
void arap_local_set(local_step *step, int i, const int *corners, vec2 pull0, vec2 pull1);

/// rhs += sum_t R_t G_t, R_t each triangle's best turn at x. Both have 2 numbers a vertex.
void arap_local_gather(const local_step *step, const double *x, double *rhs);

/// The same, as the equation reads: the definition, and the test's yardstick.
void arap_local_gather_plain(const local_step *step, const double *x, double *rhs);

#endif
