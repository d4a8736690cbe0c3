// resample.c — a sound at another rate: band-limited interpolation by a windowed sinc.
//
//     y(n) = sum_k x(k) h(c (t - k)) / sum_k h(c (t - k)),   t = n from / to,   c = R min(1, to / from)
//     h(u) = sin(pi u) / (pi u)  I0(b sqrt(1 - (u / Z)^2)) / I0(b),   |u| < Z
//
// t is kept as a fraction of whole numbers, so a long sound does not drift. h is tabled at STEPS points a
// zero crossing, straight lines between (-118 dB). Kaiser's window with b = 9.6 stops 95 dB down; over Z = 64
// crossings it passes from 1 to that within a tenth of the band, so R = 0.95 puts the end of it on the
// Nyquist frequency. Dividing by the weights' sum makes a constant stay exactly that constant.
// Smith: Digital Audio Resampling Home Page (bandlimited interpolation), 2002.
// Kaiser, Schafer: On the Use of the I0-Sinh Window for Spectrum Analysis, 1980.
// SPDX-License-Identifier: MIT
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/trig.h"
#include "sound.h"

enum { CROSSINGS = 64, STEPS = 1024, TABLE = CROSSINGS * STEPS + 2 };
#define KAISER 9.6
#define ROLL_OFF 0.95

/// The modified Bessel function of order 0, by its series.
static double bessel_i0(double x) {
    double quarter = x * x / 4, term = 1, sum = 1;
    for (int k = 1; k < 64 && term > 1e-18 * sum; k++) {
        term *= quarter / ((double)k * k);
        sum += term;
    }
    return sum;
}

static void fill_table(double *table) {
    double whole = bessel_i0(KAISER);
    table[0] = 1;
    for (int i = 1; i < TABLE; i++) {
        double u = (double)i / STEPS, inside = 1 - u * u / ((double)CROSSINGS * CROSSINGS);
        table[i] = inside <= 0 ? 0
                               : trig_sin(TRIG_PI * u) / (TRIG_PI * u) *
                                     bessel_i0(KAISER * sqrt(inside)) / whole;
    }
}

typedef struct resampler {
    const pantin_sound *from;
    const double *table;
    double squeeze; // c: zero crossings a frame of `from`
    int64_t reach;  // frames of `from` on each side
} resampler;

/// All channels at the time whole + part, in frames of `from`.
static void sample_at(const resampler *r, int64_t whole, double part, float *to) {
    int channels = r->from->channels;
    double sums[2] = { 0, 0 }, weights = 0;
    for (int64_t k = whole - r->reach; k <= whole + r->reach + 1; k++) {
        double u = ((double)(k - whole) - part) * r->squeeze * STEPS;
        if (u < 0) u = -u;
        if (u >= CROSSINGS * STEPS) continue;
        int cell = (int)u;
        double weight = r->table[cell] + (u - cell) * (r->table[cell + 1] - r->table[cell]);
        weights += weight;
        if (k < 0 || k >= (int64_t)r->from->frames) continue;
        const float *at = r->from->samples + (size_t)k * (size_t)channels;
        for (int c = 0; c < channels; c++) sums[c] += weight * (double)at[c];
    }
    for (int c = 0; c < channels; c++) to[c] = (float)(sums[c] / weights);
}

bool pantin_sound_resample(const pantin_sound *from, int rate_hz, pantin_sound *to,
                           pantin_error *error) {
    uint64_t old_rate = (uint64_t)from->rate_hz, new_rate = (uint64_t)(rate_hz > 0 ? rate_hz : 1);
    uint64_t frames = ((uint64_t)from->frames * new_rate + old_rate - 1) / old_rate;
    pantin_sound made = { 0 };
    if (!pantin_sound_create(rate_hz, from->channels, (size_t)frames, &made, error)) return false;
    if (new_rate == old_rate) {
        memcpy(made.samples, from->samples,
               from->frames * (size_t)from->channels * sizeof *made.samples);
        *to = made;
        return true;
    }
    double *table = memory_allocate(TABLE, sizeof *table);
    if (table == NULL) {
        pantin_sound_free(&made);
        return memory_fail(error, "resampling");
    }
    fill_table(table);
    double ratio = new_rate < old_rate ? (double)new_rate / (double)old_rate : 1;
    resampler r = { from, table, ROLL_OFF * ratio, 0 };
    r.reach = (int64_t)(CROSSINGS / r.squeeze) + 1;
    for (uint64_t n = 0; n < frames; n++) {
        uint64_t at = n * old_rate;
        sample_at(&r, (int64_t)(at / new_rate), (double)(at % new_rate) / (double)new_rate,
                  made.samples + (size_t)n * (size_t)made.channels);
    }
    memory_free(table, TABLE, sizeof *table);
    *to = made;
    return true;
}
