// solve.c — L y = b, then L^T x = y, panel by panel.
//
// Forward, a panel turns its right-hand sides into x = L_D^-1 b and takes B x from the rows below;
// backward it takes B^T of the rows below and turns by L_D^-T. The factor keeps -B, so taking is
// adding, and the memory operand of an addition is free. With block 1 the lanes are the two
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

/// The pair that `offset` bytes lead to: a row as the plan lists it, so that no index is scaled here.
INLINE double *seat(double *y, int offset) {
    return (double *)((char *)y + (unsigned)offset); // sign bits cost an instruction a row
}

INLINE const double *place(const double *b, int offset) {
    return (const double *)((const char *)b + (unsigned)offset);
}

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

/// Entry (row, column) of the inverse triangle that ends at `below`: in both lanes, row by row.
INLINE double2 triangle_at(int width, const double *below, int row, int column) {
    return pair_at(below - width * (width + 1) + row * (row + 1) + 2 * column);
}

INLINE void forward_1(int width, const linear_panel *panel, int count, sweep s) {
    for (; count > 0; count--, panel++) {
        const double *v = s.values + panel->below;
        double *own = s.y + 2 * (size_t)panel->pivot;
        double2 b[LINEAR_WIDTH], x[LINEAR_WIDTH], y[LINEAR_WIDTH];
        for (int k = 0; k < width; k++) b[k] = pair_at(own + 2 * k);
        for (int c = 0; c < width; c++) {
            double2 sum = triangle_at(width, v, c, 0) * b[0];
            for (int k = 1; k <= c; k++) sum += triangle_at(width, v, c, k) * b[k];
            pair_set(own + 2 * c, sum);
            x[c] = low(sum);
            y[c] = high(sum);
        }
        const int *row = s.rows + panel->row_list;
        for (int q = panel->pairs; q > 0; q--, row += 2, v += 2 * width) {
            double2 first = pair_at(v) * x[0], second = pair_at(v) * y[0];
            for (int k = 1; k < width; k++) {
                double2 l = pair_at(v + 2 * k);
                first += l * x[k];
                second += l * y[k];
            }
            double *a = seat(s.y, row[0]), *c = seat(s.y, row[1]);
            pair_set(a, pair_at(a) + lows(first, second));
            pair_set(c, pair_at(c) + highs(first, second));
        }
    }
}

/// Columns [from, to) of -B^T times the rows below, as (x, y) a column.
INLINE void gather_1(int width, int from, int to, const double *v, const int *row, int pairs,
                     double *y, double2 *sum) {
    double2 x_sum[LINEAR_WIDTH], y_sum[LINEAR_WIDTH];
    for (int k = from; k < to; k++) x_sum[k] = y_sum[k] = double2_splat(0.0);
    for (; pairs > 0; pairs--, row += 2, v += 2 * width) {
        double2 a = pair_at(seat(y, row[0])), b = pair_at(seat(y, row[1]));
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
        const double *v = s.values + panel->below;
        const int *row = s.rows + panel->row_list;
        double *own = s.y + 2 * (size_t)panel->pivot;
        double2 b[LINEAR_WIDTH];
        int half = width > 6 ? (width + 1) / 2 : width; // more sums than registers: two turns
        gather_1(width, 0, half, v, row, panel->pairs, s.y, b);
        if (half < width) gather_1(width, half, width, v, row, panel->pairs, s.y, b);
        for (int k = 0; k < width; k++) b[k] += pair_at(own + 2 * k);
        for (int c = 0; c < width; c++) {
            double2 sum = triangle_at(width, v, c, c) * b[c];
            for (int k = c + 1; k < width; k++) sum += triangle_at(width, v, k, c) * b[k];
            pair_set(own + 2 * c, sum);
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
            double *a = seat(s.y, row[0]);
            pair_set(a, pair_at(a) + sum);
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
            double2 below = pair_at(seat(s.y, row[0]));
            for (int k = 0; k < width; k++) sum[k] += pair_at(v + 2 * k) * below;
        }
        for (int c = 0; c < width; c += 2)
            b[c / 2] = pair_at(own + c) + (lows(sum[c], sum[c + 1]) + highs(sum[c], sum[c + 1]));
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

/// From the caller's order to the plan's, and back. Four at a time: it is 4 % of a solve, or 8.
static void gather_pairs(double *y, const int *seats, const double *b, size_t n) {
    size_t k = 0;
    for (; k + 4 <= n; k += 4)
        for (size_t i = k; i < k + 4; i++) pair_set(y + 2 * i, double2_load(place(b, seats[i])));
    for (; k < n; k++) pair_set(y + 2 * k, double2_load(place(b, seats[k])));
}

static void scatter_pairs(double *x, const int *seats, const double *y, size_t n) {
    size_t k = 0;
    for (; k + 4 <= n; k += 4)
        for (size_t i = k; i < k + 4; i++) double2_store(seat(x, seats[i]), pair_at(y + 2 * i));
    for (; k < n; k++) double2_store(seat(x, seats[k]), pair_at(y + 2 * k));
}

const int *linear_order_of(const linear_system *system) { return system->plan.order; }

void linear_solve_numbered(linear_system *system, double *y) {
    const linear_plan *plan = &system->plan;
    size_t n = (size_t)plan->n;
    system->counts.solves++;
    if (!system->ready) {
        memset(y, 0, 2 * (n + 1) * sizeof(double));
        return;
    }
    sweep s = { system->values, plan->rows, y };
    y[2 * n] = y[2 * n + 1] = 0.0;
    for (int r = 0; r < plan->run_count; r++) run_forward(plan, &plan->runs[r], s);
    y[2 * n] = y[2 * n + 1] = 0.0; // the gaps hold 0 times anything, which may have been a NaN
    for (int r = plan->run_count - 1; r >= 0; r--) run_backward(plan, &plan->runs[r], s);
}

void linear_solve(linear_system *system, const double *b, double *x) {
    size_t n = (size_t)system->plan.n;
    gather_pairs(system->work, system->plan.seats, b, n);
    linear_solve_numbered(system, system->work);
    scatter_pairs(x, system->plan.seats, system->work, n);
}
