// solve.c — L y = b, then L^T x = y, panel by panel.
//
// Forward, a panel turns its right-hand sides into x = L_D^-1 b and takes B x from the rows below;
// backward it takes B^T of the rows below and turns by L_D^-T. With block 1 the lanes are the two
// right-hand sides (the x and y of a vertex); with block 2 they are the two rows of a pair. The width of a
// panel is a constant in each loop, so that its right-hand sides stay in registers.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/lanes.h"
#include "linear/system.h"

#define INLINE static inline __attribute__((always_inline))

INLINE double2 pair_at(const double *at) { return *(const double2 *)at; }
INLINE void pair_set(double *at, double2 v) { *(double2 *)at = v; }
INLINE double2 low(double2 v) { return (double2){ v[0], v[0] }; }
INLINE double2 high(double2 v) { return (double2){ v[1], v[1] }; }

// --- block 1 ----------------------------------------------------------------------------------------

INLINE void forward_1(int width, const linear_panel *panel, int count, const double *values,
                      const int *rows, double *y) {
    for (; count > 0; count--, panel++) {
        const double *v = values + panel->values;
        double *own = y + 2 * (size_t)panel->pivot;
        double2 b[LINEAR_WIDTH], x[LINEAR_WIDTH];
        for (int k = 0; k < width; k++) b[k] = pair_at(own + 2 * k);
        for (int c = 0; c < width; c++) {
            const double *line = v + c / 2 * 2 * width + c % 2;
            x[c] = double2_splat(line[0]) * b[0];
            for (int k = 1; k <= c; k++) x[c] += double2_splat(line[2 * k]) * b[k];
            pair_set(own + 2 * c, x[c]);
        }
        v += (width + 1) / 2 * 2 * width;
        const int *row = rows + panel->row_list;
        for (int q = panel->pairs; q > 0; q--, row += 2, v += 2 * width) {
            double2 l = pair_at(v), first = low(l) * x[0], second = high(l) * x[0];
            for (int k = 1; k < width; k++) {
                l = pair_at(v + 2 * k);
                first += low(l) * x[k];
                second += high(l) * x[k];
            }
            double *a = y + 2 * (size_t)row[0], *b2 = y + 2 * (size_t)row[1];
            pair_set(a, pair_at(a) - first);
            pair_set(b2, pair_at(b2) - second);
        }
    }
}

INLINE void backward_1(int width, const linear_panel *panel, int count, const double *values,
                       const int *rows, double *y) {
    for (; count > 0; count--, panel--) {
        const double *top = values + panel->values, *v = top + (width + 1) / 2 * 2 * width;
        double *own = y + 2 * (size_t)panel->pivot;
        double2 sum[LINEAR_WIDTH];
        for (int k = 0; k < width; k++) sum[k] = double2_splat(0.0);
        const int *row = rows + panel->row_list;
        for (int q = panel->pairs; q > 0; q--, row += 2, v += 2 * width) {
            double2 first = pair_at(y + 2 * (size_t)row[0]), second = pair_at(y + 2 * (size_t)row[1]);
            for (int k = 0; k < width; k++) {
                double2 l = pair_at(v + 2 * k);
                sum[k] += low(l) * first + high(l) * second;
            }
        }
        for (int k = 0; k < width; k++) sum[k] = pair_at(own + 2 * k) - sum[k];
        for (int c = 0; c < width; c++) {
            double2 x = double2_splat(top[2 * (c / 2 * width + c) + c % 2]) * sum[c];
            for (int k = c + 1; k < width; k++)
                x += double2_splat(top[2 * (k / 2 * width + c) + k % 2]) * sum[k];
            pair_set(own + 2 * c, x);
        }
    }
}

// --- block 2 ----------------------------------------------------------------------------------------

INLINE void forward_2(int width, const linear_panel *panel, int count, const double *values,
                      const int *rows, double *y) {
    for (; count > 0; count--, panel++) {
        const double *v = values + panel->values;
        double *own = y + 2 * (size_t)panel->pivot;
        double2 b[LINEAR_WIDTH], x[LINEAR_WIDTH];
        for (int k = 0; k < width; k++) b[k] = double2_splat(own[k]);
        for (int c = 0; c < width; c += 2, v += 2 * width) {
            double2 sum = pair_at(v) * b[0];
            for (int k = 1; k <= c + 1; k++) sum += pair_at(v + 2 * k) * b[k];
            pair_set(own + c, sum);
            x[c] = low(sum);
            x[c + 1] = high(sum);
        }
        const int *row = rows + panel->row_list;
        for (int q = panel->pairs; q > 0; q--, row++, v += 2 * width) {
            double2 sum = pair_at(v) * x[0];
            for (int k = 1; k < width; k++) sum += pair_at(v + 2 * k) * x[k];
            double *a = y + 2 * (size_t)row[0];
            pair_set(a, pair_at(a) - sum);
        }
    }
}

INLINE void backward_2(int width, const linear_panel *panel, int count, const double *values,
                       const int *rows, double *y) {
    for (; count > 0; count--, panel--) {
        const double *top = values + panel->values, *v = top + width * width;
        double *own = y + 2 * (size_t)panel->pivot;
        double2 sum[LINEAR_WIDTH], b[LINEAR_WIDTH / 2];
        for (int k = 0; k < width; k++) sum[k] = double2_splat(0.0);
        const int *row = rows + panel->row_list;
        for (int q = panel->pairs; q > 0; q--, row++, v += 2 * width) {
            double2 below = pair_at(y + 2 * (size_t)row[0]);
            for (int k = 0; k < width; k++) sum[k] += pair_at(v + 2 * k) * below;
        }
        for (int c = 0; c < width; c += 2)
            b[c / 2] = pair_at(own + c) - (double2){ sum[c][0] + sum[c][1],
                                                     sum[c + 1][0] + sum[c + 1][1] };
        for (int c = 0; c < width; c++) {
            double2 x = pair_at(top + 2 * (c / 2 * width + c)) * b[c / 2];
            for (int k = c / 2 + 1; k < width / 2; k++)
                x += pair_at(top + 2 * (k * width + c)) * b[k];
            own[c] = x[0] + x[1];
        }
    }
}

// --- the sweeps -------------------------------------------------------------------------------------

static void sweep_forward(const linear_plan *plan, const linear_run *run, const double *values,
                          double *y) {
    const linear_panel *panel = &plan->panels[run->panel];
#define CASE(b, w)                                                                                 \
    case (b) * 16 + (w): forward_##b(w, panel, run->count, values, plan->rows, y); break;
    switch (plan->block * 16 + run->width) {
        CASE(1, 1) CASE(1, 2) CASE(1, 3) CASE(1, 4) CASE(1, 5) CASE(1, 6) CASE(1, 7) CASE(1, 8)
        CASE(2, 2) CASE(2, 4) CASE(2, 6) CASE(2, 8)
    default: break;
    }
#undef CASE
}

static void sweep_backward(const linear_plan *plan, const linear_run *run, const double *values,
                           double *y) {
    const linear_panel *panel = &plan->panels[run->panel + run->count - 1];
#define CASE(b, w)                                                                                 \
    case (b) * 16 + (w): backward_##b(w, panel, run->count, values, plan->rows, y); break;
    switch (plan->block * 16 + run->width) {
        CASE(1, 1) CASE(1, 2) CASE(1, 3) CASE(1, 4) CASE(1, 5) CASE(1, 6) CASE(1, 7) CASE(1, 8)
        CASE(2, 2) CASE(2, 4) CASE(2, 6) CASE(2, 8)
    default: break;
    }
#undef CASE
}

void linear_solve(linear_system *system, const double *b, double *x) {
    const linear_plan *plan = &system->plan;
    double *y = system->work;
    size_t n = (size_t)plan->n;
    system->counts.solves++;
    if (!system->ready) {
        memset(x, 0, 2 * n * sizeof(double));
        return;
    }
    for (size_t k = 0; k < n; k++)
        pair_set(y + 2 * k, double2_load(b + 2 * (size_t)plan->order[k]));
    pair_set(y + 2 * n, double2_splat(0.0)); // what the gaps read
    for (int r = 0; r < plan->run_count; r++) sweep_forward(plan, &plan->runs[r], system->values, y);
    pair_set(y + 2 * n, double2_splat(0.0));
    for (int r = plan->run_count - 1; r >= 0; r--)
        sweep_backward(plan, &plan->runs[r], system->values, y);
    for (size_t k = 0; k < n; k++)
        double2_store(x + 2 * (size_t)plan->order[k], pair_at(y + 2 * k));
}
