// arap_triangle.h — the private door of the player "arap-triangle", for its tests and benchmark.
// SPDX-License-Identifier: MIT
#ifndef DEFORM_ARAP_TRIANGLE_H
#define DEFORM_ARAP_TRIANGLE_H

#include "linear/linear.h"
#include "pantin/deform.h"

extern const pantin_deformer deform_arap_triangle;

/// The vertices after the last solve, in double: 2 numbers a vertex.
const double *arap_triangle_iterate(const void *machine);
linear_counts arap_triangle_count(const void *machine);
/// A triangle's three edge weights as the energy has them: rigidity times half the cotangent at
/// corner 0, 1, 2 (of the sheet: corners 1 and 2 have changed places in a mirrored one); stiffening
/// apart.
const double *arap_triangle_edge_weights(const void *machine, int triangle);

#endif
