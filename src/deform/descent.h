// descent.h — L-BFGS: the way down where a cheap metric is known.
// SPDX-License-Identifier: MIT
#ifndef DEFORM_DESCENT_H
#define DEFORM_DESCENT_H

#include "base/arena.h"

#define DESCENT_MEMORY 5

/// What the steps before have shown of the function's curvature.
typedef struct descent {
    int size, count, latest;
    double *steps[DESCENT_MEMORY];  // x after minus x before
    double *bends[DESCENT_MEMORY];  // slope after minus slope before
    double inverse[DESCENT_MEMORY]; // 1 / step . bend
    double *slope, *trial, *trial_slope, *way;
} descent;

/// The function. Both are called with `self`.
typedef struct descent_task {
    void *self;
    /// Its value at x, and its gradient divided by any one positive number.
    double (*value)(void *self, const double *x, double *slope);
    /// slope -> way: the inverse of a constant positive definite matrix that resembles the second
    /// derivatives (of the function divided by that number).
    void (*unbend)(void *self, const double *slope, double *way);
    /// How large a move is, in the unit of the tolerance.
    double (*length)(void *self, const double *from, const double *to);
} descent_task;

/// Taken from `owner`; the caller checks arena_failed.
void descent_create(descent *d, arena *owner, size_t size);

/// Goes down from x until an iteration moves no more than `tolerance`, nothing lower is found, or
/// `most` iterations are done. Answers how many; `last_move` is the move of the last.
int descent_run(descent *d, const descent_task *task, double *x, int most, double tolerance,
                double *last_move);

#endif
