// crickets.c — a summer night: a few insects near, more of them far, each with a song of its own.
//
// A cricket draws a scraper over a file: three to five strokes make a chirp. A stroke is a nearly
// pure tone of 4 to 5 kHz under one arch of sin^2; strokes follow at 24 to 32 a second, chirps at
// 0.9 to 1.8 a second, never quite even, and now and then an insect falls silent. How loud and
// where each one sits is chance, of the seed. Near ones swell by the stroke, far ones are many and
// soft, so the whole stays even.
// Bennet-Clark: Songs and the Physics of Sound Production, in
// Cricket Behavior and Neurobiology, 1989.
// SPDX-License-Identifier: MIT
#include "base/random.h"
#include "oscillator.h"
#include "sound.h"

enum { NEAR = 4, FAR = 10 };

typedef struct cricket {
    double carrier_hz, stroke_s, stroke_gap_s, chirp_gap_s, gains[2];
    int strokes;
} cricket;

static cricket hatch(random_state *r, int index) {
    cricket c;
    // One after the other: in an initialiser the order of calls is the compiler's.
    c.carrier_hz = random_between(r, 4000, 5000);
    c.stroke_s = random_between(r, 0.018, 0.024);
    c.stroke_gap_s = 1 / random_between(r, 24, 32);
    c.chirp_gap_s = 1 / random_between(r, 0.9, 1.8);
    c.strokes = 3 + random_below(r, 3);
    double loud = index < NEAR ? random_between(r, 0.5, 1) : random_between(r, 0.2, 0.45);
    double side = random_between(r, -0.8, 0.8);
    c.gains[0] = loud * (1 - side) / 2;
    c.gains[1] = loud * (1 + side) / 2;
    return c;
}

static void stroke(pantin_sound *sound, const cricket *c, double at_s, double loud) {
    size_t begin = (size_t)sound_frames_of(at_s, sound->rate_hz);
    size_t length = (size_t)sound_frames_of(c->stroke_s, sound->rate_hz) + 1;
    oscillator tone = oscillator_make(0, 2 * TRIG_PI * c->carrier_hz / sound->rate_hz);
    oscillator arch = oscillator_make(0, TRIG_PI / (double)length);
    bool mono = sound->channels == 1;
    for (size_t i = 0; i < length && begin + i < sound->frames; i++) {
        double swell = oscillator_next(&arch), v = loud * swell * swell * oscillator_next(&tone);
        float *to = sound->samples + (begin + i) * (size_t)sound->channels;
        to[0] += (float)(v * (mono ? c->gains[0] + c->gains[1] : c->gains[0]));
        if (!mono) to[1] += (float)(v * c->gains[1]);
    }
}

static void sing(pantin_sound *sound, const cricket *c, random_state *r) {
    double end_s = (double)sound->frames / sound->rate_hz;
    double at_s = random_between(r, -c->chirp_gap_s, c->chirp_gap_s);
    while (at_s < end_s) {
        double loud = random_between(r, 0.8, 1);
        for (int k = 0; k < c->strokes; k++) {
            double stroke_s = at_s + k * c->stroke_gap_s * random_between(r, 0.97, 1.03);
            // The first stroke of a chirp is the softest.
            if (stroke_s >= 0) stroke(sound, c, stroke_s, k == 0 ? 0.6 * loud : loud);
        }
        at_s += c->chirp_gap_s * random_between(r, 0.9, 1.1);
        if (random_below(r, 16) == 0) at_s += random_between(r, 1, 3);
    }
}

void sound_crickets(pantin_sound *sound, uint64_t seed) {
    random_state r = random_make(seed);
    // At the lowest rates their tone does not fit; an octave lower does.
    double octave = sound->rate_hz < 11000 ? 0.5 : 1;
    for (int i = 0; i < NEAR + FAR; i++) {
        cricket c = hatch(&r, i);
        c.carrier_hz *= octave;
        sing(sound, &c, &r);
    }
}
