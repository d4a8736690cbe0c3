// free_turns.h — the turn of a free handle with soft pull: the best one, its vertices going along.
// SPDX-License-Identifier: MIT
#ifndef DEFORM_FREE_TURNS_H
#define DEFORM_FREE_TURNS_H

#include "deform/handles.h"

/// An edge of the sheet at a vertex of a free handle.
typedef struct free_edge {
    int held, other; // held: place in handle_set.vertices; other: so too, or (rim) a vertex
    int edge;        // of the sheet
} free_edge;

typedef struct free_turns {
    vec2 *arms; // a vertex of a handle: X, see free_turns.c
    free_edge *inner, *rim;
    int inner_count, rim_count;
    int *handle_of; // a place in handle_set.vertices: its handle
    double *rim_weights;
    turn *sums;                     // a handle
    vec2 *residual, *search, *bent; // scratch
} free_turns;

/// Taken from `owner`. False when it failed.
bool free_turns_create(free_turns *f, arena *owner, const sheet *rest, const handle_set *handles);

/// For a matrix with this diagonal, one a vertex of the sheet, and `off` at each edge's slot
/// (PANTIN_NONE: 0).
void free_turns_weigh(free_turns *f, const handle_set *handles, const double *diagonal,
                      const double *off, const int *slots);

/// Turns the free handles. `pull`: what the triangles ask of each vertex (2 numbers), `x` where the
/// vertices are, both in the order that `number` gives a vertex.
void free_turns_fit(free_turns *f, handle_set *handles, const int *number, const double *pull,
                    const double *x);

#endif
