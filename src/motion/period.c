// period.c — the natural period: the first clear peak of the autocorrelation.
//
//   r(l) = 1 - sum |x(i) - x(i + l)|² / sum (|x(i)|² + |x(i + l)|²)
// is 1 where the clip repeats after l rows and near 0 where it does not. A peak counts when it is high, and
// when r falls well below it on both sides (its prominence): a slow sway gives a broad hump, no beat. Of
// several the shortest that comes close to the best is the period; the others are its multiples.
// SPDX-License-Identifier: MIT
#include "motion/find.h"

#define LEAST_HEIGHT 0.3
#define LEAST_PROMINENCE 0.2
#define NEAR_BEST 0.8

/// How far r falls on both sides of a peak before it rises above it, the lesser fall of the two. To the right
/// the rows that are compared grow few: beyond `rows` nothing is asked.
static double prominence(const double *r, int rows, int peak) {
    double left = r[peak], right = r[peak];
    for (int l = peak - 1; l >= 1 && r[l] <= r[peak]; l--) left = min_double(left, r[l]);
    for (int l = peak + 1; l < rows && r[l] <= r[peak]; l++) right = min_double(right, r[l]);
    return r[peak] - max_double(left, right);
}

static bool is_peak(const double *r, int rows, int least_lag, int l) {
    if (r[l] < LEAST_HEIGHT || r[l] < r[l - 1] || r[l] < r[l + 1]) return false;
    return l >= least_lag && prominence(r, rows, l) >= LEAST_PROMINENCE;
}

/// Where the parabola through three values has its top, -0.5..0.5 from the middle one.
static double parabola_top(double before, double at, double after) {
    double bend = before - 2 * at + after;
    return bend < -1e-12 ? clamp_double((before - after) / (2 * bend), -0.5, 0.5) : 0;
}

double period_find(const double *correlation, int rows, int least_lag, double *strength) {
    const double *r = correlation;
    // A period is to be seen at least one and a half times.
    int most = rows * 2 / 3;
    double best = 0;
    *strength = 0;
    for (int l = max_int(least_lag, 2); l + 1 < most; l++)
        if (r[l] > best && is_peak(r, most, least_lag, l)) best = r[l];
    for (int l = max_int(least_lag, 2); l + 1 < most; l++) {
        if (best <= 0 || r[l] < NEAR_BEST * best || !is_peak(r, most, least_lag, l)) continue;
        *strength = r[l];
        return l + parabola_top(r[l - 1], r[l], r[l + 1]);
    }
    return 0;
}

bool period_fits(double rows, double period_rows) {
    if (!(period_rows > 0)) return true;
    double turns = trig_floor(rows / period_rows + 0.5);
    double off = rows - turns * period_rows;
    return turns >= 1 && (off < 0 ? -off : off) <= max_double(1, 0.1 * period_rows);
}
