// resample.c — a sound at another rate: band-limited interpolation by a windowed sinc.
//
//     y(n) = sum_k x(k) h(c (t - k)) / sum_k h(c (t - k)),   t = n from / to,   c = R min(1, to / from)
//     h(u) = sin(pi u) / (pi u)  I0(b sqrt(1 - (u / Z)^2)) / I0(b),   |u| < Z
//
// t is kept as a fraction of whole numbers, so a long sound does not drift. h is tabled at STEPS
// points a zero crossing, straight lines between (-118 dB). Kaiser's window with b = 9.6 stops 95
// dB down; over Z = 64 crossings it passes from 1 to that within a tenth of the band, so R = 0.95
// puts the end of it on the Nyquist frequency. Dividing by the weights' sum makes a constant stay
// exactly that constant.
// Smith: Digital Audio Resampling Home Page (bandlimited interpolation), 2002.
// Kaiser, Schafer: On the Use of the I0-Sinh Window for Spectrum Analysis, 1980.
// SPDX-License-Identifier: MIT
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/trig.h"
#include "sound.h"

enum { CROSSINGS = 64, STEPS = 1024, TABLE = CROSSINGS * STEPS + 2, WEIGHTS_MOST = 1 << 17 };
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
    size_t taps;    // weights of one output frame: whole - reach .. whole + reach + 1
} resampler;

/// The weights of frames around `part` of a frame past one of them, and behind them their sum.
static void weigh(const resampler *r, double part, double *weights) {
    double sum = 0;
    for (size_t i = 0; i < r->taps; i++) {
        double u = ((double)((int64_t)i - r->reach) - part) * r->squeeze * STEPS;
        if (u < 0) u = -u;
        weights[i] = 0;
        if (u >= CROSSINGS * STEPS) continue;
        int cell = (int)u;
        weights[i] = r->table[cell] + (u - cell) * (r->table[cell + 1] - r->table[cell]);
        sum += weights[i];
    }
    weights[r->taps] = sum;
}

/// All channels of one output frame; frames outside of `from` are silence.
static void sample_at(const resampler *r, int64_t whole, const double *weights, float *to) {
    int64_t first = whole - r->reach, end = first + (int64_t)r->taps;
    int64_t frames = (int64_t)r->from->frames, from = first < 0 ? 0 : first;
    int channels = r->from->channels;
    if (end > frames) end = frames;
    for (int c = 0; c < channels; c++) {
        double sum = 0;
        for (int64_t k = from; k < end; k++)
            sum += weights[k - first] * (double)r->from->samples[k * channels + c];
        to[c] = (float)(sum / weights[r->taps]);
    }
}

static uint64_t common_divisor(uint64_t a, uint64_t b) {
    while (b != 0) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/// 16 to 48 kHz has 3 places between two frames, 44.1 to 48 has 160: their weights are made once.
/// Where there are too many, those of each output frame are made for it.
static bool run(resampler *r, pantin_sound *to, pantin_error *error) {
    uint64_t old_rate = (uint64_t)r->from->rate_hz, new_rate = (uint64_t)to->rate_hz;
    uint64_t step = common_divisor(old_rate, new_rate);
    size_t row = r->taps + 1, places = (size_t)(new_rate / step);
    bool few = places <= WEIGHTS_MOST / row;
    size_t count = few ? row * places : row;
    double *weights = memory_allocate(count, sizeof *weights);
    if (weights == NULL) return memory_fail(error, "resampling");
    for (size_t place = 0; few && place < places; place++)
        weigh(r, (double)(place * step) / (double)new_rate, weights + row * place);
    for (uint64_t n = 0; n < to->frames; n++) {
        uint64_t at = n * old_rate, rest = at % new_rate;
        double *mine = few ? weights + row * (size_t)(rest / step) : weights;
        if (!few) weigh(r, (double)rest / (double)new_rate, mine);
        sample_at(r, (int64_t)(at / new_rate), mine,
                  to->samples + (size_t)n * (size_t)to->channels);
    }
    memory_free(weights, count, sizeof *weights);
    return true;
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
    resampler r = { .from = from, .table = table, .squeeze = ROLL_OFF * ratio };
    r.reach = (int64_t)(CROSSINGS / r.squeeze) + 1;
    r.taps = 2 * (size_t)r.reach + 2;
    bool done = run(&r, &made, error);
    memory_free(table, TABLE, sizeof *table);
    if (done)
        *to = made;
    else
        pantin_sound_free(&made);
    return done;
}
