// find_diagonals.c — all pairs of rows, lag by lag: where the clip comes back to where it was.
//
//   D(i, l) = |x(i) - x(i + l)|²,   S(i, l) = mean of D(i + k, l) over |k| <= 0.1 s
// x holds places and velocities (features.c), and the mean runs along the diagonal, so that two stretches
// are compared and not two poses (Kovar, Gleicher, Pighin 2002). A diagonal is one pass over contiguous
// columns; three of them are enough to see which pairs are local minima in start and end, so that memory
// is O(rows) and time O(rows² dims) with a small constant: 16 pairs a turn of the inner loop.
// The sums of D by lag are the autocorrelation, for nothing.
//
// A minimum is a moment that repeats; the valley beside lag 0, where all is like itself, is none.
// SPDX-License-Identifier: MIT
#include "motion/find.h"

#include "base/lanes.h"

enum { PER_LAG = 3 }; // of a lag at most so many pairs are gathered: long walks repeat everywhere

/// Rows of one lag.
typedef struct diagonal {
    float *mean; // S
    int count;   // rows - lag
} diagonal;

/// D of a lag, and its sum. `to` holds 16 more than there are pairs.
static double measure_lag(const features *f, int lag, float *to) {
    int count = f->rows - lag;
    for (int i = 0; i < count; i += 16) {
        float4 sum[4] = { { 0 }, { 0 }, { 0 }, { 0 } };
        for (int c = 0; c < f->dims; c++) {
            const float *at = f->columns + (size_t)c * (size_t)f->pitch + (size_t)i;
            for (int k = 0; k < 4; k++) {
                float4 away = float4_load(at + 4 * k) - float4_load(at + lag + 4 * k);
                sum[k] += away * away;
            }
        }
        for (int k = 0; k < 4; k++) float4_store(to + i + 4 * k, sum[k]);
    }
    double all = 0;
    for (int i = 0; i < count; i++) all += (double)to[i];
    return all;
}

/// The mean over 2 `half` + 1 neighbours, over those that there are at the ends.
static void average(const float *from, int count, int half, float *to) {
    int width = 2 * half + 1;
    float share = 1.0F / (float)width;
    for (int i = 0; i < count; i++) {
        if (i >= half && i + half < count) continue;
        int low = max_int(i - half, 0), high = min_int(i + half, count - 1);
        float sum = 0;
        for (int k = low; k <= high; k++) sum += from[k];
        to[i] = sum / (float)(high - low + 1);
    }
    for (int i = half; i + half < count; i++) {
        float sum = 0;
        for (int k = 0; k < width; k++) sum += from[i - half + k];
        to[i] = sum * share;
    }
}

/// Is the pair (i, lag) no worse than its neighbours? Those that start or end elsewhere are asked only where
/// start and end are free.
static bool is_minimum(const diagonals *d, const diagonal *before, const diagonal *here,
                       const diagonal *after, int i) {
    bool free_start = d->start_low < d->start_high, free_end = d->end_low < d->end_high;
    float v = here->mean[i];
    if (free_start && free_end) {
        if (i > 0 && here->mean[i - 1] < v) return false;
        if (i + 1 < here->count && here->mean[i + 1] < v) return false;
    }
    if (free_end) {
        if (before->mean[i] < v) return false;
        if (i < after->count && after->mean[i] < v) return false;
    }
    if (free_start) {
        if (before->mean[i + 1] < v) return false;
        if (i > 0 && i - 1 < after->count && after->mean[i - 1] < v) return false;
    }
    return true;
}

/// Keeps the pair if the pool has room or a worse one in it.
static void pool_add(diagonals *d, const pair_found *pair) {
    if (d->pool_count < FIND_POOL) {
        d->pool[d->pool_count++] = *pair;
        return;
    }
    int worst = 0;
    for (int k = 1; k < FIND_POOL; k++)
        if (d->pool[k].rank > d->pool[worst].rank) worst = k;
    if (pair->rank < d->pool[worst].rank) d->pool[worst] = *pair;
}

/// Gathers the best minima of one lag.
static void gather(diagonals *d, int lag, const diagonal *before, const diagonal *here,
                   const diagonal *after) {
    pair_found best[PER_LAG];
    int count = 0;
    int low = max_int(d->start_low, d->end_low - lag),
        high = min_int(d->start_high, d->end_high - lag);
    for (int i = max_int(low, 0); i <= min_int(high, here->count - 1); i++) {
        if (!is_minimum(d, before, here, after, i)) continue;
        pair_found pair = { .row = i, .lag = lag };
        if (!find_pair_rank(d->features, d->travels, i, lag, (double)here->mean[i], &pair.rank))
            continue;
        int at = count < PER_LAG ? count++ : PER_LAG;
        while (at > 0 && best[at - 1].rank > pair.rank) {
            if (at < PER_LAG) best[at] = best[at - 1];
            at--;
        }
        if (at < PER_LAG) best[at] = pair;
    }
    for (int k = 0; k < count; k++) pool_add(d, &best[k]);
}

static double norm_sum(const features *f, int from, int to) {
    double sum = 0;
    for (int r = from; r < to; r++) sum += f->norms[r];
    return sum;
}

bool find_diagonals_search(diagonals *d, arena *memory) {
    const features *f = d->features;
    float *pairs = ARENA_ARRAY(memory, float, f->rows + 16);
    diagonal three[3];
    for (int k = 0; k < 3; k++) three[k].mean = ARENA_ARRAY(memory, float, f->rows + 16);
    d->pool = ARENA_ARRAY(memory, pair_found, FIND_POOL);
    d->correlation = ARENA_ARRAY(memory, double, f->rows);
    if (arena_failed(memory)) return false;
    int half = max_int(1, (int)(0.1 / f->row_s + 0.5));
    double head = norm_sum(f, 0, f->rows), tail = head;
    d->correlation[0] = 1;
    // While lag's means are made, those of the two lags below it are at hand: lag - 1 is asked.
    for (int lag = 1; lag <= f->rows; lag++) {
        diagonal *now = &three[lag % 3];
        now->count = f->rows - lag;
        if (now->count > 0) {
            double sum = measure_lag(f, lag, pairs);
            head -= f->norms[now->count];
            tail -= f->norms[lag - 1];
            double both = head + tail;
            d->correlation[lag] = both > 1e-12 * f->rows ? 1 - sum / both : 0;
            average(pairs, now->count, half, now->mean);
        }
        int asked = lag - 1;
        if (asked < max_int(d->least_lag, 2) || asked > d->most_lag) continue;
        if (!period_fits(asked, d->period_rows)) continue;
        gather(d, asked, &three[(lag + 1) % 3], &three[asked % 3], now);
    }
    return true;
}
