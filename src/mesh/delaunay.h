// delaunay.h — what the steps of the Delaunay mesher share.
// SPDX-License-Identifier: MIT
#ifndef MESH_DELAUNAY_H
#define MESH_DELAUNAY_H

#include "base/random.h"
#include "mesh/build.h"
#include "mesh/triangulation.h"

// --- sizing.c -----------------------------------------------------------------------------------

/// The edge length wanted at a place: spacing_px, less in regions and where the ink is thin, and
/// growing by a third of the way from there.
typedef struct mesh_sizing {
    double left, top, step; // of the cells, px
    int columns, rows;
    float *lengths; // a cell, px; owned
    double most;    // px: the spacing
} mesh_sizing;

PANTIN_CHECKED bool mesh_sizing_make(const pantin_outline *outline,
                                     const pantin_mesh_options *options, mesh_sizing *made,
                                     pantin_error *error);
void mesh_sizing_free(mesh_sizing *sizing);
double mesh_sizing_at(const mesh_sizing *sizing, vec2 p);
/// About how many vertices the wanted lengths will take.
double mesh_sizing_vertices(const mesh_sizing *sizing, const pantin_outline *outline);

/// Even-odd, or light and opaque.
bool mesh_region_contains(const pantin_mesh_region *region, vec2 p);

// --- thin.c -------------------------------------------------------------------------------------

/// An outline of fewer points, about the wanted length apart, that keeps within a fraction of a px
/// to some px of the given one and crosses nothing either.
PANTIN_CHECKED bool mesh_thin_outline(const pantin_outline *outline, const mesh_sizing *sizing,
                                      pantin_outline *thin, pantin_error *error);

// --- sight.c ------------------------------------------------------------------------------------

/// What a new point would meet: how near the nearest vertex it sees is, and the outline's edge it
/// would crowd (an edge under whose arc it lies), or PANTIN_NONE.
typedef struct mesh_sight {
    double nearest; // squared distance, px^2
    int triangle, edge;
} mesh_sight;

/// `place`: where `p` was found. `arc`: the cosine of the angle under which a crowded edge is seen,
/// 0 for a right angle, less for flatter arcs.
mesh_sight mesh_look_around(triangulation *mesh, vec2 p, triangulation_place place, double arc);

// --- sample.c, refine.c -------------------------------------------------------------------------

/// Fills the inside with points about the wanted length apart, from the outline inward.
PANTIN_CHECKED bool mesh_add_samples(triangulation *mesh, const mesh_sizing *sizing,
                                     random_state random, pantin_error *error);
/// Adds points until triangles are neither too large nor too sharp.
PANTIN_CHECKED bool mesh_refine(triangulation *mesh, const mesh_sizing *sizing,
                                pantin_error *error);

#endif
