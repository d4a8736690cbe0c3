// newton.h — the flip-free energy goes down: Newton's method that never leaves what is allowed.
// SPDX-License-Identifier: MIT
#ifndef DEFORM_NEWTON_H
#define DEFORM_NEWTON_H

#include "deform/bones.h"
#include "deform/pulls.h"

/// The energy of a sheet and all that minimizing it needs. Points are by number: 2 numbers a row of
/// the system, its vertices and after-thoughts (turns of handles) alike, and a spare row.
typedef struct newton {
    elements parts;
    pull_set pulls;
    bone_set bones;
    linear_system *system;
    int vertex_count, row_count;
    int place_count;     // blocks of the matrix
    int *number;         // a vertex, or turn: its row's place in the system's order
    int *vertex_places;  // and of its own block
    double *rest_places; // the constant part without handles
    double *base;        // with them
    double base_part;    // for this part of their weights; 0: for none yet
    double *places;      // the matrix
    double *slope, *step, *trial, *origin;
    bool *frozen; // a row: may not move this frame
    bool any_frozen;
} newton;

/// Everything is taken from `owner`, but the system: newton_destroy. Elements are the triangles of
/// islands for which `held` is true.
PANTIN_CHECKED bool newton_create(newton *n, arena *owner, const sheet *rest, handle_set *handles,
                                  const bool *held, const pantin_deform_setup *setup,
                                  pantin_error *error);
void newton_destroy(newton *n);

/// How far to go.
typedef struct newton_task {
    double part;         // of the handles' weights, > 0
    int most;            // iterations
    double tolerance_px; // settled when no vertex would move farther
    double limit_px; // no vertex may come farther than this from where it is; INFINITY: no limit
} newton_task;

typedef struct newton_outcome {
    int iterations;
    double energy;    // with that part
    double last_move; // px, the longest way of a vertex in the last iteration
    bool settled;     // not stopped by `most`
    bool limited;     // stopped by `limit_px`
} newton_outcome;

/// From x, where no triangle is at its floor, down; x never gets to where one is.
newton_outcome newton_run(newton *n, double *x, newton_task task);

/// E at x, with the turns that are best there.
double newton_energy(newton *n, const double *x, double part);

/// From the order of vertices to that of the system, and back.
void newton_number(const newton *n, const double *points, double *x);
void newton_place(const newton *n, const double *x, double *points);

/// Fills n->slope and n->places at x; bones and free turns are fitted first. `exact`: with the second
/// derivatives as they are, which need not be positive.
void newton_assemble(newton *n, const double *x, double part, bool exact);

#endif
