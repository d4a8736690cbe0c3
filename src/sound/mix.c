// mix.c — a sound laid into another, at a frame, under a gain that is given once a film frame.
//
// Between film frames the gain is a straight line, so that a light that comes on does not click.
// Where a sample stands between two film frames is told in whole numbers: p = n fps / rate,
// remainder included.
// SPDX-License-Identifier: MIT
#include "sound.h"

enum { GAIN_MOST = 1000 };

static double straight_gain(const pantin_gain *gain, uint64_t n, int rate_hz) {
    uint64_t top = n * (uint64_t)gain->rate_numerator;
    uint64_t bottom = (uint64_t)gain->rate_denominator * (uint64_t)rate_hz;
    uint64_t whole = top / bottom;
    if (whole >= (uint64_t)gain->count - 1) return (double)gain->values[gain->count - 1];
    double part = (double)(top % bottom) / (double)bottom;
    double a = (double)gain->values[whole], b = (double)gain->values[whole + 1];
    return a + part * (b - a);
}

/// The gain at frame n of a sound of that rate; what is no gain is 0.
static double gain_at(const pantin_gain *gain, uint64_t n, int rate_hz) {
    double g = straight_gain(gain, n, rate_hz);
    if (!(g >= 0)) return 0;
    return g < GAIN_MOST ? g : GAIN_MOST;
}

void sound_dim(pantin_sound *sound, const pantin_gain *gain) {
    if (gain->count < 1) return;
    for (size_t n = 0; n < sound->frames; n++) {
        double g = gain_at(gain, n, sound->rate_hz);
        for (int c = 0; c < sound->channels; c++) {
            float *v = sound->samples + n * (size_t)sound->channels + (size_t)c;
            *v = (float)(g * (double)*v);
        }
    }
}

void pantin_sound_add(pantin_sound *to, const pantin_sound *from, int64_t at,
                      const pantin_gain *gain) {
    bool has_gain = gain != NULL && gain->count > 0;
    uint64_t skip = at < 0 ? 0 - (uint64_t)at : 0, begin = at < 0 ? 0 : (uint64_t)at;
    for (uint64_t k = skip, n = begin; k < from->frames && n < to->frames; k++, n++) {
        const float *source = from->samples + (size_t)k * (size_t)from->channels;
        float *sink = to->samples + (size_t)n * (size_t)to->channels;
        double g = has_gain ? gain_at(gain, n, to->rate_hz) : 1;
        double left = (double)source[0], right = (double)source[from->channels - 1];
        if (to->channels == 1) {
            sink[0] = (float)((double)sink[0] + g * (left + right) / 2);
        } else {
            sink[0] = (float)((double)sink[0] + g * left);
            sink[1] = (float)((double)sink[1] + g * right);
        }
    }
}
