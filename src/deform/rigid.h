// rigid.h — a turn and a shift, and the best one between two point sets.
//
// For pairs (p, x) with weights w, both about their means, sum w |x - R p|^2 is least where R turns
// as m = sum w conj(p) x does (points as complex numbers): in the plane Procrustes needs no SVD.
// SPDX-License-Identifier: MIT
#ifndef DEFORM_RIGID_H
#define DEFORM_RIGID_H

#include "base/vec.h"

/// A turn; also, not yet of length 1, the sum m above that it is taken from.
typedef struct turn {
    double cosine, sine;
} turn;

static inline turn turn_none(void) { return (turn){ 1, 0 }; }

static inline void turn_gather(turn *sum, double weight, vec2 rest, vec2 bent) {
    sum->cosine += weight * vec2_dot(rest, bent);
    sum->sine += weight * vec2_cross(rest, bent);
}

/// True where the sum is longer than `enough`, so that its direction is more than rounding.
static inline bool turn_is_clear(turn sum, double enough) {
    return sum.cosine * sum.cosine + sum.sine * sum.sine > enough * enough;
}

/// The sum made a turn; every turn is equally good where it is zero, and then it is none.
static inline turn turn_unit(turn sum) {
    double length = sqrt(sum.cosine * sum.cosine + sum.sine * sum.sine);
    if (!(length > 0)) return turn_none();
    return (turn){ sum.cosine / length, sum.sine / length };
}

/// x = to + R (p - from).
typedef struct rigid {
    vec2 from, to;
    turn by;
} rigid;

static inline vec2 rigid_point(rigid m, vec2 p) {
    return vec2_add(m.to, vec2_turn(vec2_sub(p, m.from), m.by.cosine, m.by.sine));
}

#endif
