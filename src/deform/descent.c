// descent.c — L-BFGS: the way down where a cheap metric is known.
//
// Newton's way is -H^-1 g. H is built up from the last five steps s and the changes y of the slope
// along them, on top of a constant matrix M that is factored already (the two-loop recursion):
//     q = g;  newest to oldest: a = s.q / s.y,  q -= a y;   r = M^-1 q;   oldest to newest:
//     b = y.r / s.y,  r += (a - b) s;   the way is -r.
// With M the matrix of a local/global solver the first way is exactly the step that solver takes,
// which never goes up; from it far fewer iterations lead down (30 for 151 on 1,413 vertices).
//
// A step that does not lower the value enough is halved; after ten halvings what was remembered is
// forgotten, and when even M's own way leads nowhere lower, this is the bottom as far as rounding
// lets us see. Sums run in index order.
//
// Nocedal: Updating Quasi-Newton Matrices with Limited Storage, 1980. Liu, Bouaziz, Kavan:
// Quasi-Newton Methods for Real-time Simulation of Hyperelastic Materials, 2017.
// SPDX-License-Identifier: MIT
#include "deform/descent.h"

#include <string.h>

#include "base/vec.h"

#define HALVINGS 10
#define ENOUGH 1e-4 // Armijo's: this share of what the slope promises

void descent_create(descent *d, arena *owner, size_t size) {
    d->size = (int)size;
    for (int i = 0; i < DESCENT_MEMORY; i++) {
        d->steps[i] = ARENA_ARRAY(owner, double, size);
        d->bends[i] = ARENA_ARRAY(owner, double, size);
    }
    d->slope = ARENA_ARRAY(owner, double, size);
    d->trial = ARENA_ARRAY(owner, double, size);
    d->trial_slope = ARENA_ARRAY(owner, double, size);
    d->way = ARENA_ARRAY(owner, double, size);
}

static double dot(const double *a, const double *b, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++) sum += a[i] * b[i];
    return sum;
}

static void add(double *to, double times, const double *what, int count) {
    for (int i = 0; i < count; i++) to[i] += times * what[i];
}

// The k-th newest of what is remembered.
static int remembered(const descent *d, int k) {
    return (d->latest - k + DESCENT_MEMORY) % DESCENT_MEMORY;
}

// The way down; `trial_slope` is scratch.
static void find_way(descent *d, const descent_task *task) {
    double share[DESCENT_MEMORY], *q = d->trial_slope;
    memcpy(q, d->slope, sizeof *q * (size_t)d->size);
    for (int k = 0; k < d->count; k++) {
        int i = remembered(d, k);
        share[k] = d->inverse[i] * dot(d->steps[i], q, d->size);
        add(q, -share[k], d->bends[i], d->size);
    }
    task->unbend(task->self, q, d->way);
    for (int k = d->count - 1; k >= 0; k--) {
        int i = remembered(d, k);
        double other = d->inverse[i] * dot(d->bends[i], d->way, d->size);
        add(d->way, share[k] - other, d->steps[i], d->size);
    }
    for (int i = 0; i < d->size; i++) d->way[i] = -d->way[i];
}

// Along the way from x to `trial`, which is lower; `scale` is the share of the way that was taken.
// False: no halving was low enough.
static bool step_down(descent *d, const descent_task *task, const double *x, double *value,
                      double *scale) {
    double promised = dot(d->slope, d->way, d->size);
    if (!(promised < 0)) return false;
    *scale = 1;
    for (int halving = 0; halving <= HALVINGS; halving++, *scale /= 2) {
        for (int i = 0; i < d->size; i++) d->trial[i] = x[i] + *scale * d->way[i];
        double lower = task->value(task->self, d->trial, d->trial_slope);
        if (!(lower < *value + ENOUGH * *scale * promised)) continue;
        *value = lower;
        return true;
    }
    return false;
}

static void remember(descent *d, const double *x) {
    int i = (d->latest + 1) % DESCENT_MEMORY;
    for (int k = 0; k < d->size; k++) {
        d->steps[i][k] = d->trial[k] - x[k];
        d->bends[i][k] = d->trial_slope[k] - d->slope[k];
    }
    double curvature = dot(d->steps[i], d->bends[i], d->size);
    double square = dot(d->bends[i], d->bends[i], d->size);
    if (!(curvature > 1e-12 * square)) return; // bent the other way, or lost in rounding
    d->inverse[i] = 1 / curvature;
    d->latest = i;
    d->count = min_int(d->count + 1, DESCENT_MEMORY);
}

int descent_run(descent *d, const descent_task *task, double *x, int most, double tolerance,
                double *last_move) {
    size_t size = sizeof *x * (size_t)d->size;
    double value = task->value(task->self, x, d->slope);
    int done = 0;
    d->count = 0;
    while (done < most) {
        double scale = 1;
        find_way(d, task);
        bool lower = step_down(d, task, x, &value, &scale);
        if (!lower && d->count == 0) {
            *last_move = 0;
            break;
        }
        done++;
        if (!lower) {
            d->count = 0;
            continue;
        }
        *last_move = task->length(task->self, x, d->trial);
        remember(d, x);
        memcpy(x, d->trial, size);
        memcpy(d->slope, d->trial_slope, size);
        // A short step is the end only where the way itself was short.
        if (*last_move <= tolerance * scale) break;
    }
    return done;
}
