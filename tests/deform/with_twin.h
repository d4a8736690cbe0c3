// with_twin.h — what the twins of the solvers share: the rest as complex numbers, and CHOLMOD.
// SPDX-License-Identifier: MIT
#ifndef WITH_TWIN_H
#define WITH_TWIN_H

#ifdef PANTIN_HAS_CHOLMOD
#include <cholmod.h>
#include <complex.h>

#include "with_sheet.h"

typedef double complex point;

/// A sparse symmetric matrix that grows, then its factor, and two right-hand sides.
typedef struct twin_system {
    cholmod_common common;
    cholmod_triplet *list;
    cholmod_factor *factor;
    cholmod_dense *b;
    int n;
} twin_system;

void twin_system_begin(twin_system *s, int n, int most_entries);
/// Adds to an entry and, off the diagonal, to its mirror image.
void twin_system_add(twin_system *s, int row, int column, double value);
void twin_system_factor(twin_system *s);
void twin_system_clear(twin_system *s);                   // right-hand sides 0
void twin_system_pull(twin_system *s, int row, point by); // adds to them
void twin_system_solve(twin_system *s, point *x);
void twin_system_end(twin_system *s);

/// A vertex at rest, mirrored where the rig is.
point twin_rest(const rig *r, int vertex);
/// Half the cotangent at corner k: of the angle opposite the edge between the other two.
double twin_half_cotangent(const point *rest, const int *corner, int k);
double twin_rigidity(const rig *r, int triangle);

/// Held and free patches of several sizes and weights, a scaled one, a stiff corner, targets that
/// bend. The rigidity is the caller's to free with twin_rig_drop.
rig twin_rig(uint64_t seed, bool mirrored, double shake);
/// The rest, shaken by 2 px, written.
pantin_point32 *twin_start(const rig *r);
void twin_rig_drop(rig *r);

/// Whether `out` is `x` to within one step of float32.
bool twin_is_written(pantin_point32 out, point x);
#endif

#endif
