// solve.c — L y = b, then L^T x = y, panel by panel.
//
// Forward, a panel turns its right-hand sides into x = L_D^-1 b and takes B x from the rows below;
// backward it takes B^T of the rows below and turns by L_D^-T. With block 1 the lanes are the two
// right-hand sides (the x and y of a vertex); with block 2 they are the two rows of a pair. The
// width of a panel is a constant in each loop, so that its right-hand sides stay in registers.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/lanes.h"
#include "linear/system.h"

#define INLINE static inline __attribute__((always_inline))

INLINE double2 pair_at(const double *at) { return *(const double2 *)at; }
INLINE void pair_set(double *at, double2 v) { *(double2 *)at = v; }
INLINE double2 low(double2 v) { return (double2){ v[0], v[0] }; }
INLINE double2 high(double2 v) { return (double2){ v[1], v[1] }; }

/// The factor, the rows of its panels, and the right-hand sides in number order.
typedef struct sweep {
    const double *values;
    const int *rows;
    double *y;
} sweep;

// --- block 1 ---------------------------------------------------------------------------------

/// Two vertices (x, y) and (x', y') to the lanes of their rows (x, x') and (y, y'), and back.
INLINE double2 lows(double2 a, double2 b) { return (double2){ a[0], b[0] }; }
INLINE double2 highs(double2 a, double2 b) { return (double2){ a[1], b[1] }; }

INLINE void forward_1(int width, const linear_panel *panel, int count, sweep s) {
    for (; count > 0; count--, panel++) {
        const double *v = s.values + panel->values;
        double *own = s.y + 2 * (size_t)panel->pivot;
        double2 bx[LINEAR_WIDTH], by[LINEAR_WIDTH], x[LINEAR_WIDTH + 1];
        for (int k = 0; k < width; k++) {
            double2 b = pair_at(own + 2 * k);
            bx[k] = low(b);
            by[k] = high(b);
        }
        for (int c = 0; c < width; c += 2, v += 2 * width) {
            double2 first = pair_at(v) * bx[0], second = pair_at(v) * by[0];
            for (int k = 1; k < width && k <= c + 1; k++) {
                first += pair_at(v + 2 * k) * bx[k];
                second += pair_at(v + 2 * k) * by[k];
            }
            x[c] = lows(first, second);
            x[c + 1] = highs(first, second);
        }
        for (int c = 0; c < width; c++) {
            pair_set(own + 2 * c, x[c]);
            bx[c] = low(x[c]);
            by[c] = high(x[c]);
        }
        const int *row = s.rows + panel->row_list;
        for (int q = panel->pairs; q > 0; q--, row += 2, v += 2 * width) {
            double2 first = pair_at(v) * bx[0], second = pair_at(v) * by[0];
            for (int k = 1; k < width; k++) {
                double2 l = pair_at(v + 2 * k);
                first += l * bx[k];
                second += l * by[k];
            }
            double *a = s.y + row[0], *b = s.y + row[1];
            pair_set(a, pair_at(a) - lows(first, second));
            pair_set(b, pair_at(b) - highs(first, second));
        }
    }
}

/// Columns [from, to) of B^T times the rows below, as (x, y) a column.
INLINE void gather_1(int width, int from, int to, const double *v, const int *row, int pairs,
                     const double *y, double2 *sum) {
    double2 x_sum[LINEAR_WIDTH], y_sum[LINEAR_WIDTH];
    for (int k = from; k < to; k++) x_sum[k] = y_sum[k] = double2_splat(0.0);
    for (; pairs > 0; pairs--, row += 2, v += 2 * width) {
        double2 a = pair_at(y + row[0]), b = pair_at(y + row[1]);
        double2 below_x = lows(a, b), below_y = highs(a, b);
        for (int k = from; k < to; k++) {
            double2 l = pair_at(v + 2 * k);
            x_sum[k] += l * below_x;
            y_sum[k] += l * below_y;
        }
    }
    for (int k = from; k < to; k++) sum[k] = lows(x_sum[k], y_sum[k]) + highs(x_sum[k], y_sum[k]);
}

INLINE void backward_1(int width, const linear_panel *panel, int count, sweep s) {
    for (; count > 0; count--, panel--) {
        const double *top = s.values + panel->values, *v = top + (width + 1) / 2 * 2 * width;
        const int *row = s.rows + panel->row_list;
        double *own = s.y + 2 * (size_t)panel->pivot;
        double2 sum[LINEAR_WIDTH], bx[LINEAR_WIDTH / 2], by[LINEAR_WIDTH / 2];
        int half = width > 6 ? (width + 1) / 2 : width; // more sums than registers: two turns
        gather_1(width, 0, half, v, row, panel->pairs, s.y, sum);
        if (half < width) gather_1(width, half, width, v, row, panel->pairs, s.y, sum);
        for (int k = 0; k < width; k += 2) {
            double2 a = pair_at(own + 2 * k) - sum[k], b = double2_splat(0.0);
            if (k + 1 < width) b = pair_at(own + 2 * k + 2) - sum[k + 1];
            bx[k / 2] = lows(a, b);
            by[k / 2] = highs(a, b);
        }
        for (int c = 0; c < width; c++) {
            const double *line = top + 2 * (c / 2 * width + c);
            double2 first = pair_at(line) * bx[c / 2], second = pair_at(line) * by[c / 2];
            for (int k = c / 2 + 1; k < (width + 1) / 2; k++) {
                line += 2 * width;
                first += pair_at(line) * bx[k];
                second += pair_at(line) * by[k];
            }
            pair_set(own + 2 * c, lows(first, second) + highs(first, second));
        }
    }
}

// --- block 2 ---------------------------------------------------------------------------------

INLINE void forward_2(int width, const linear_panel *panel, int count, sweep s) {
    for (; count > 0; count--, panel++) {
        const double *v = s.values + panel->values;
        double *own = s.y + 2 * (size_t)panel->pivot;
        double2 b[LINEAR_WIDTH], x[LINEAR_WIDTH];
        for (int k = 0; k < width; k += 2) {
            double2 right = pair_at(own + k);
            b[k] = low(right);
            b[k + 1] = high(right);
        }
        for (int c = 0; c < width; c += 2, v += 2 * width) {
            double2 sum = pair_at(v) * b[0];
            for (int k = 1; k <= c + 1; k++) sum += pair_at(v + 2 * k) * b[k];
            pair_set(own + c, sum);
            x[c] = low(sum);
            x[c + 1] = high(sum);
        }
        const int *row = s.rows + panel->row_list;
        for (int q = panel->pairs; q > 0; q--, row++, v += 2 * width) {
            double2 sum = pair_at(v) * x[0];
            for (int k = 1; k < width; k++) sum += pair_at(v + 2 * k) * x[k];
            double *a = s.y + row[0];
            pair_set(a, pair_at(a) - sum);
        }
    }
}

INLINE void backward_2(int width, const linear_panel *panel, int count, sweep s) {
    for (; count > 0; count--, panel--) {
        const double *top = s.values + panel->values, *v = top + width * width;
        double *own = s.y + 2 * (size_t)panel->pivot;
        double2 sum[LINEAR_WIDTH], b[LINEAR_WIDTH / 2];
        for (int k = 0; k < width; k++) sum[k] = double2_splat(0.0);
        const int *row = s.rows + panel->row_list;
        for (int q = panel->pairs; q > 0; q--, row++, v += 2 * width) {
            double2 below = pair_at(s.y + row[0]);
            for (int k = 0; k < width; k++) sum[k] += pair_at(v + 2 * k) * below;
        }
        for (int c = 0; c < width; c += 2)
            b[c / 2] = pair_at(own + c) - (lows(sum[c], sum[c + 1]) + highs(sum[c], sum[c + 1]));
        for (int c = 0; c < width; c += 2) {
            const double *line = top + 2 * (c / 2 * width + c);
            double2 first = pair_at(line) * b[c / 2], second = pair_at(line + 2) * b[c / 2];
            for (int k = c / 2 + 1; k < width / 2; k++) {
                line += 2 * width;
                first += pair_at(line) * b[k];
                second += pair_at(line + 2) * b[k];
            }
            pair_set(own + c, lows(first, second) + highs(first, second));
        }
    }
}

// --- the sweeps ------------------------------------------------------------------------------

// clang-format off
#define WIDTHS                                                                                     \
    CASE(1, 1) CASE(1, 2) CASE(1, 3) CASE(1, 4) CASE(1, 5) CASE(1, 6) CASE(1, 7) CASE(1, 8)        \
    CASE(2, 2) CASE(2, 4) CASE(2, 6) CASE(2, 8)

static void run_forward(const linear_plan *plan, const linear_run *run, sweep s) {
    const linear_panel *panel = &plan->panels[run->panel];
#define CASE(b, w)                                                                                 \
    case (b) * 16 + (w): forward_##b(w, panel, run->count, s); break;
    switch (plan->block * 16 + run->width) { WIDTHS }
#undef CASE
}

static void run_backward(const linear_plan *plan, const linear_run *run, sweep s) {
    const linear_panel *panel = &plan->panels[run->panel + run->count - 1];
#define CASE(b, w)                                                                                 \
    case (b) * 16 + (w): backward_##b(w, panel, run->count, s); break;
    switch (plan->block * 16 + run->width) { WIDTHS }
#undef CASE
}
// clang-format on

void linear_solve(linear_system *system, const double *b, double *x) {
    const linear_plan *plan = &system->plan;
    size_t n = (size_t)plan->n;
    system->counts.solves++;
    if (!system->ready) {
        memset(x, 0, 2 * n * sizeof(double));
        return;
    }
    sweep s = { system->values, plan->rows, system->work };
    for (size_t k = 0; k < n; k++)
        pair_set(s.y + 2 * k, double2_load(b + 2 * (size_t)plan->order[k]));
    s.y[2 * n] = s.y[2 * n + 1] = 0.0;
    for (int r = 0; r < plan->run_count; r++) run_forward(plan, &plan->runs[r], s);
    s.y[2 * n] = s.y[2 * n + 1] = 0.0; // the gaps hold 0 times anything, which may have been a NaN
    for (int r = plan->run_count - 1; r >= 0; r--) run_backward(plan, &plan->runs[r], s);
    for (size_t k = 0; k < n; k++)
        double2_store(x + 2 * (size_t)plan->order[k], pair_at(s.y + 2 * k));
}
