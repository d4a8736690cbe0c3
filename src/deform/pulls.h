// pulls.h — what the handles add to the flip-free energy; a free turn is one more row of the matrix.
// SPDX-License-Identifier: MIT
#ifndef DEFORM_PULLS_H
#define DEFORM_PULLS_H

#include "deform/handles.h"

/// A handle's vertex, in the order of handle_set.vertices.
typedef struct pull {
    int number;     // of the vertex, in the system's order
    int diagonal;   // its own place
    int turn_place; // of the block between it and its handle's turn; PANTIN_NONE: that is held
    bool turn_last; // the turn is the row of that block
} pull;

typedef struct pull_set {
    handle_set *handles;
    pull *list;
    int *turn_rows;   // a handle: its turn's vertex in the system, PANTIN_NONE: none
    int *turn_places; // and that one's own place
    double *arm_sums; // a handle with a free turn: |sum conj(o) (x - center)|, this iteration
} pull_set;

/// Whether a handle's turn is an unknown: free, and more than a point.
static inline bool pulls_turns(const handle *h) { return h->free_turn && h->spread > 0; }

/// How many rows, and edges from them to vertices, the turns add.
int pulls_count_turns(const handle_set *handles, int *edge_count);

/// Gives turn t the vertex `first_row` + t and lists its edges. Arrays are taken from `owner`; false
/// when it failed.
bool pulls_create(pull_set *p, arena *owner, handle_set *handles, int first_row,
                  linear_edge *edges);

/// Once the system is made: where everything stands. `turn_edges`: the places of the edges above.
void pulls_place(pull_set *p, const int *number, const int *places_of_vertices,
                 const int *turn_edges);

/// Fits the free turns to x, by number.
void pulls_fit(pull_set *p, const double *x);

/// sum part w |x - goal|^2, every free turn the best one for x (as pulls_fit leaves them).
double pulls_energy(pull_set *p, const double *x, double part);

/// Adds the slope of that; pulls_fit first.
void pulls_slope(const pull_set *p, const double *x, double part, double *slope);

/// Adds what is constant of its curvature.
void pulls_add_constant(const pull_set *p, double part, double *places);

/// Writes what is not: the rows of the free turns, positive semidefinite unless `exact`; after pulls_fit.
void pulls_write_turns(const pull_set *p, double part, bool exact, double *places);

/// The farthest that the middle of a handle's vertices is from its center, px.
double pulls_residual(const pull_set *p, const double *x);

#endif
