// bending.h — what every player's machine has, and how every frame begins and ends.
// SPDX-License-Identifier: MIT
#ifndef DEFORM_BENDING_H
#define DEFORM_BENDING_H

#include "deform/placement.h"
#include "deform/repair.h"

/// First member of every player's machine.
typedef struct bending {
    arena owner; // holds the machine itself
    sheet rest;
    handle_set handles;
    follower_set followers;
    placement places;
    pantin_deform_options options;
    pantin_bend_meter *meter;
    double *x; // 2 numbers a vertex, and one spare vertex
} bending;

/// What a player adds: its own parts, from the machine's arena or from `brief`, which is freed right
/// after, and its way to give back what no arena holds.
typedef struct bending_parts {
    size_t size; // of its machine
    bool (*prepare)(void *machine, const pantin_deform_setup *setup, arena *brief,
                    pantin_error *error);
    void (*destroy)(void *machine);
} bending_parts;

/// Takes a machine, checks the options and the setup, fills the struct above, lets the player
/// prepare; NULL and nothing left behind where any of it fails. All of arena_failed is seen to here.
void *bending_create(const bending_parts *parts, const pantin_deform_setup *setup,
                     const pantin_deform_options *options, pantin_error *error);

/// Gives back the machine itself. NULL is fine.
void bending_destroy(void *machine);

/// The `reset` of players on which no frame leaves a trace.
void bending_forget_nothing(void *machine);

/// The `resume` of players that are only ever begun anew.
void bending_resume_nothing(void *machine, uint32_t memory);

/// Takes the targets of a frame and fills x with its start. Answers whether `start` was good.
bool bending_begin(bending *b, const pantin_target *targets, const pantin_point32 *start);

/// How many iterations a frame may take.
int bending_iterations(const bending *b, pantin_budget budget, bool warm);

/// What mending asks of a player that iterates.
typedef struct bending_mender {
    bool (*factor)(void *machine); // for the stiffness of now; false: not positive definite
    void (*iterate)(void *machine, int most, double tolerance, pantin_deform_report *report);
} bending_mender;

/// Counts what of `triangles` is turned over, and, where the options say so, stiffens it and solves
/// on until nothing is or a cap is met.
void bending_mend(bending *b, const bending_mender *player, repair *mends, const int *triangles,
                  int count, int most, double tolerance, pantin_deform_report *report);

/// For a stiffness no greater than one that has been factored, and so can be.
void bending_factor_again(void *machine, bool (*factor)(void *machine));

/// Writes x (what is not finite stays as `before` or at rest), measures it and settles the status;
/// `settled`: the player was not stopped by its cap. energy becomes sum A |J - R|^2, for players
/// without an objective of their own; bind becomes 0.
void bending_end(bending *b, const pantin_point32 *before, bool settled, pantin_point32 *out,
                 pantin_handle_report *handles, float *bind, pantin_deform_report *report);

/// The longest way of a vertex from x to next, px.
double bending_largest_move(const double *x, const double *next, int count);

static inline vec2 bending_point(const double *x, int vertex) {
    return vec2_make(x[2 * (size_t)vertex], x[2 * (size_t)vertex + 1]);
}

static inline void bending_put(double *x, int vertex, vec2 to) {
    x[2 * (size_t)vertex] = to.x;
    x[2 * (size_t)vertex + 1] = to.y;
}

#endif
