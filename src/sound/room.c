// room.c — the air of a room: noise that falls with frequency, and breathes.
//
// White noise through three one-pole low passes, at 90, 400 and 1800 Hz, added: about 3 dB an
// octave down from 50 Hz to 3 kHz, then 6. A slow swell of a tenth keeps it from sounding like a
// machine. Left and right share half of their power, so the room is wide but has a middle.
// SPDX-License-Identifier: MIT
#include <math.h>

#include "base/random.h"
#include "oscillator.h"
#include "sound.h"

enum { POLES = 3 };
static const double corners_hz[POLES] = { 90, 400, 1800 };
static const double sizes[POLES] = { 1, 0.55, 0.3 };

typedef struct air {
    double states[POLES];
} air;

/// One sample of white noise in, one of air out.
static double breathe(air *a, const double steps[POLES], double white) {
    double sum = 0;
    for (int k = 0; k < POLES; k++) {
        a->states[k] += steps[k] * (white - a->states[k]);
        // A one-pole low pass leaves step / (2 - step) of white noise's power.
        sum += sizes[k] * a->states[k] * sqrt((2 - steps[k]) / steps[k]);
    }
    return sum;
}

void sound_room(pantin_sound *sound, uint64_t seed) {
    random_state r = random_make(seed);
    air sides[2] = { 0 }, middle = { 0 };
    double steps[POLES], rate = sound->rate_hz;
    for (int k = 0; k < POLES; k++) steps[k] = 1 - trig_exp(-2 * TRIG_PI * corners_hz[k] / rate);
    oscillator swell =
        oscillator_make(random_between(&r, 0, 2 * TRIG_PI), 2 * TRIG_PI / (7 * rate));
    for (size_t n = 0; n < sound->frames; n++) {
        double size = 1 + 0.1 * oscillator_next(&swell);
        double shared = breathe(&middle, steps, random_between(&r, -1, 1));
        for (int c = 0; c < sound->channels; c++) {
            double own = breathe(&sides[c], steps, random_between(&r, -1, 1));
            sound->samples[n * (size_t)sound->channels + (size_t)c] =
                (float)(size * (shared + own));
        }
    }
}
