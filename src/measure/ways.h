// ways.h — private to measure: how far apart places of a sheet are along the sheet.
// SPDX-License-Identifier: MIT
#ifndef MEASURE_WAYS_H
#define MEASURE_WAYS_H

#include "pantin/mesh.h"

#define WAYS_NONE 1e300 // no way leads there

/// Shortest ways over edges from a handle's vertices to every vertex, px.
void ways_measure(const pantin_mesh *mesh, const pantin_mesh_grip *grip, double *way);
/// The least of them to another handle.
double ways_to(const pantin_mesh_grip *grip, const double *way);

#endif
