// barrier.h — what keeps a triangle from turning over: an energy without end as its area vanishes.
//
// With d the bent area over the rest area, `floor` the least d allowed, and y = (d - floor) / span:
//     b(d) = kappa B(y),   B(y) = (1 - y)^3 / y for y < 1, 0 from there on
//     B'(y) = -1/y^2 + 3 - 2 y        B''(y) = 2/y^3 - 2
// Twice differentiable, rational, endless at y = 0, and exactly 0 from floor + span on: a sheet that is
// nowhere squeezed that far is exactly the one as rigid as possible without it.
//
// Two triangles at a time, one a lane.
// SPDX-License-Identifier: MIT
#ifndef DEFORM_BARRIER_H
#define DEFORM_BARRIER_H

#include "base/lanes.h"
#include "base/vec.h"

#define BARRIER_KAPPA 0.3 // 0.1 to 1 are good; higher keeps farther from the floor
#define BARRIER_FLOOR 0.02
#define BARRIER_SPAN 0.28 // b is 0 from an area ratio of 0.3 on

typedef int64_t long2 __attribute__((vector_size(16)));

static inline double2 double2_choose(long2 mask, double2 yes, double2 no) {
    return (double2)(((long2)yes & mask) | ((long2)no & ~mask));
}

static inline double2 double2_root(double2 v) { return (double2){ sqrt(v[0]), sqrt(v[1]) }; }

static inline double2 double2_least(double2 a, double2 b) { return double2_choose(a < b, a, b); }

static inline double2 double2_most(double2 a, double2 b) { return double2_choose(a > b, a, b); }

/// b(d) for y > 0.
static inline double2 barrier_value(double2 y) {
    double2 left = double2_most(1.0 - y, double2_splat(0));
    return BARRIER_KAPPA * (left * left * left) / y;
}

/// db/dd and d2b/dd2, 0 where there is no barrier.
typedef struct barrier_slopes {
    double2 first, second;
} barrier_slopes;

static inline barrier_slopes barrier_slopes_at(double2 y) {
    double2 one = double2_splat(1), none = double2_splat(0);
    double2 in = 1.0 / y, first = 3.0 - 2.0 * y - in * in, second = 2.0 * in * in * in - 2.0;
    return (barrier_slopes){
        double2_choose(y < one, first * (BARRIER_KAPPA / BARRIER_SPAN), none),
        double2_choose(y < one, second * (BARRIER_KAPPA / (BARRIER_SPAN * BARRIER_SPAN)), none)
    };
}

/// The symmetric matrix [[a, c], [c, b]] with what is negative of it taken away.
static inline void barrier_project(double2 *a, double2 *b, double2 *c) {
    double2 none = double2_splat(0);
    double2 half = 0.5 * (*a - *b), middle = 0.5 * (*a + *b);
    double2 radius = double2_root(half * half + *c * *c);
    double2 high = middle + radius, low = middle - radius;
    long2 good = low >= none, bad = high <= none;
    // Where neither, high - low > 0; elsewhere the quotient is not used.
    double2 part = double2_choose(good | bad, none, high / (high - low));
    *a = double2_choose(good, *a, part * (*a - low));
    *b = double2_choose(good, *b, part * (*b - low));
    *c = double2_choose(good, *c, part * *c);
}

/// With the ratio of area d + B t + Q t^2 after a part t of a step, and d above its floor by
/// C: 1 / t where it first meets the floor, 0 where it never does.
static inline double2 barrier_rate(double2 above, double2 linear, double2 square) {
    double2 none = double2_splat(0), inside = linear * linear - 4.0 * square * above;
    double2 denominator = double2_root(double2_most(inside, none)) - linear;
    long2 meets = (inside >= none) & (denominator > none);
    return double2_choose(meets, denominator / (2.0 * above), none);
}

#endif
