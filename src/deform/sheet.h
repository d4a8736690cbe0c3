// sheet.h — the rest shape as the players see it: checked, mirrored where asked, with its edges.
// SPDX-License-Identifier: MIT
#ifndef DEFORM_SHEET_H
#define DEFORM_SHEET_H

#include "base/arena.h"
#include "base/vec.h"
#include "linear/linear.h"
#include "pantin/deform.h"

#define SHEET_LEAST_COTANGENT 1e-3

typedef struct sheet {
    int vertex_count, triangle_count, edge_count, island_count;
    vec2 *rest;          // px
    int (*triangles)[3]; // wound so that the area of `rest` is positive, also when mirrored
    double *area;        // px^2, > 0
    linear_edge *edges;  // a < b, ascending
    int (*sides)[3];     // a triangle: the edge opposite its corner 0, 1, 2
    int (*owners)[2];    // an edge: the triangles beside it, PANTIN_NONE for the outside
    bool *interior;      // a vertex: one closed fan of triangles surrounds it
    const int *islands;  // a vertex: its connected part; borrowed from the mesh
    vec2 center;         // of the box around `rest`, px
    double diagonal;     // of that box, px
} sheet;

/// Everything is taken from `owner`. `mirrored`: about the line x = mirror_x. Errors: a triangle
/// index out of range, a triangle without area, a coordinate or the mirror beyond 1e7 px, islands
/// missing or out of range, memory.
PANTIN_CHECKED bool sheet_create(sheet *s, arena *owner, const pantin_mesh *mesh, bool mirrored,
                                 double mirror_x, pantin_error *error);

/// The cotangents of a triangle's angles at corner 0, 1, 2; not finite where it is too thin.
void sheet_cotangents(const sheet *s, int triangle, double cotangents[3]);

/// Half of them, each held to SHEET_LEAST_COTANGENT..1e6 first: what it adds to the weights of the
/// edges opposite its corners where weights must be positive.
void sheet_positive_weights(const sheet *s, int triangle, double weights[3]);

/// Twice the signed area of a triangle whose corners are at a, b, c.
static inline double sheet_cross(vec2 a, vec2 b, vec2 c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

#endif
