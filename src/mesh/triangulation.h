// triangulation.h — a constrained Delaunay triangulation of a rectangle, a point at a time.
//
// Points lie strictly inside the rectangle, whose corners are vertices 0..3. Triangles run so that
// area is positive. Edge k of a triangle is the one opposite its corner k. A fixed edge is part of
// an outline: it is never flipped, and it ends what a point can see.
// SPDX-License-Identifier: MIT
#ifndef MESH_TRIANGULATION_H
#define MESH_TRIANGULATION_H

#include "base/vec.h"

typedef struct triangulation_triangle {
    int corners[3];
    int across[3];   // the triangle beyond edge k, or PANTIN_NONE
    uint8_t fixed;   // bit k: edge k is part of an outline
    uint8_t inside;  // set by triangulation_mark_inside, inherited by what a triangle is split into
    uint8_t waiting; // a mark for whoever works on triangles
} triangulation_triangle;

typedef struct triangulation {
    vec2 *points;
    int *around; // a vertex: one triangle that has it
    int point_count, point_capacity;
    triangulation_triangle *triangles;
    int triangle_count, triangle_capacity;
    int *stack; // triangles whose edge 0 is to be looked at; as large as triangles
    int last;   // where the last search ended
    uint32_t turn;
} triangulation;

/// Where a point lies: in a triangle, or on its edge, or on its corner (else PANTIN_NONE).
typedef struct triangulation_place {
    int triangle, edge, corner;
} triangulation_place;

PANTIN_CHECKED bool triangulation_create(pantin_box box, int point_capacity, triangulation *made,
                                         pantin_error *error);
void triangulation_free(triangulation *mesh);
/// Makes room for `more` points.
PANTIN_CHECKED bool triangulation_reserve(triangulation *mesh, int more, pantin_error *error);

/// Finds a point, walking from triangle `from` (PANTIN_NONE: from where the last search ended).
triangulation_place triangulation_find(triangulation *mesh, vec2 point, int from);
/// Walks from `from` toward a point without crossing a fixed edge. Where one bars the way, answers
/// its triangle and edge, and `barred` is true.
triangulation_place triangulation_look(triangulation *mesh, vec2 point, int from, bool *barred);

/// Adds a point where it was found; answers its vertex (the one that is there already, perhaps).
/// Room must have been reserved.
int triangulation_insert(triangulation *mesh, vec2 point, triangulation_place place);

/// Fixes the edge from a to b (and what vertices lie on it). False where it would cross one that is
/// fixed.
PANTIN_CHECKED bool triangulation_fix(triangulation *mesh, int a, int b);

/// Marks the triangles from which an odd number of fixed edges leads to the rectangle's corner.
/// `stack` holds triangle_count ints.
void triangulation_mark_inside(triangulation *mesh);

// --- for the files that build it ----------------------------------------------------------------

static inline bool triangulation_is_fixed(const triangulation *mesh, int t, int k) {
    return (mesh->triangles[t].fixed >> k & 1) != 0;
}
/// The edge of `t` beyond which `other` lies, or PANTIN_NONE.
int triangulation_edge_to(const triangulation *mesh, int t, int other);
/// Turns edge k of t, which is neither fixed nor of the rectangle, into the other diagonal. t's
/// first corner becomes what its corner k was, and so the other triangle's.
void triangulation_flip(triangulation *mesh, int t, int k);
/// Flips edges until every one that is not fixed is Delaunay, from the triangles on the stack on.
void triangulation_settle(triangulation *mesh, int stacked);

#endif
