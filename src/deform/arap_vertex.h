// arap_vertex.h — the private door of the player "arap-vertex", for its tests and benchmark.
// SPDX-License-Identifier: MIT
#ifndef DEFORM_ARAP_VERTEX_H
#define DEFORM_ARAP_VERTEX_H

#include "linear/linear.h"
#include "pantin/deform.h"

extern const pantin_deformer deform_arap_vertex;

/// The vertices after the last solve, in double: 2 numbers a vertex.
const double *arap_vertex_iterate(const void *machine);
linear_counts arap_vertex_count(const void *machine);

#endif
