// oscillator.h — a sine without a call of sine for each sample: a point that turns by a fixed
// angle.
//
//     (c, s) <- (c C - s S, s C + c S),   C + i S = e^(i step)
//
// Rounding moves the length by about 1e-16 a step: 2e-8 in an hour of 48 kHz.
// SPDX-License-Identifier: MIT
#ifndef SOUND_OSCILLATOR_H
#define SOUND_OSCILLATOR_H

#include "base/trig.h"

typedef struct oscillator {
    double cosine, sine, turn_cosine, turn_sine;
} oscillator;

/// Begins at `phase`, rad, and turns by `step`, rad a sample.
static inline oscillator oscillator_make(double phase, double step) {
    oscillator o;
    trig_sincos(phase, &o.sine, &o.cosine);
    trig_sincos(step, &o.turn_sine, &o.turn_cosine);
    return o;
}

/// The sine now; then one step on.
static inline double oscillator_next(oscillator *o) {
    double sine = o->sine, cosine = o->cosine;
    o->cosine = cosine * o->turn_cosine - sine * o->turn_sine;
    o->sine = sine * o->turn_cosine + cosine * o->turn_sine;
    return sine;
}

#endif
