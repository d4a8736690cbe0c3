// chord.c — a warm chord that is held: for each note a few partials, each as two strings a little
// apart.
//
//     note f:  sum_k a_k [ sin(2 pi k f (1 - d_k) t + p) + b sin(2 pi k f (1 + d_k) t + q) ],
//     a_k = k^-1.7,  k <= 5,  b = 0.3
//
// d_k is 0.6 to 1.8 thousandths, so each pair beats slowly and no two alike; the first string
// stands a little to the left, the second to the right. Strings of one size would cancel each
// other: the chord's level then swung by 5 dB from second to second, now by about 3. Over each note
// lies a slow swell of a tenth of its size. Phases are chance, of the seed: without it all partials
// would begin with one click.
// SPDX-License-Identifier: MIT
#include "base/random.h"
#include "oscillator.h"
#include "sound.h"

enum { PARTIALS = 5, STRINGS = 2 * PARTIALS };

static void play(pantin_sound *sound, double note_hz, random_state *r) {
    oscillator strings[STRINGS];
    double sizes[STRINGS];
    double rate = sound->rate_hz;
    int count = 0;
    for (int k = 1; k <= PARTIALS; k++) {
        double apart = random_between(r, 0.0006, 0.0018);
        for (int side = 0; side < 2; side++) {
            double phase = random_between(r, 0, 2 * TRIG_PI);
            double hz = k * note_hz * (side == 0 ? 1 - apart : 1 + apart);
            if (hz > 0.45 * rate) continue;
            sizes[count] = trig_pow(k, -1.7) * (side == 0 ? 1 : 0.3);
            strings[count++] = oscillator_make(phase, 2 * TRIG_PI * hz / rate);
        }
    }
    double begin = random_between(r, 0, 2 * TRIG_PI), period_s = random_between(r, 5, 9);
    oscillator swell = oscillator_make(begin, 2 * TRIG_PI / (period_s * rate));
    for (size_t n = 0; n < sound->frames; n++) {
        double sides[2] = { 0, 0 };
        for (int i = 0; i < count; i++) sides[i & 1] += sizes[i] * oscillator_next(&strings[i]);
        double size = 1 + 0.1 * oscillator_next(&swell);
        float *to = sound->samples + n * (size_t)sound->channels;
        if (sound->channels == 1) {
            to[0] += (float)(size * (sides[0] + sides[1]) / 2);
        } else {
            to[0] += (float)(size * (0.6 * sides[0] + 0.4 * sides[1]));
            to[1] += (float)(size * (0.4 * sides[0] + 0.6 * sides[1]));
        }
    }
}

void sound_chord(pantin_sound *sound, const double *notes_hz, int count, uint64_t seed) {
    random_state r = random_make(seed);
    for (int i = 0; i < count; i++) play(sound, notes_hz[i], &r);
}
