// factor.c — multifrontal Cholesky: A = L L^T, front by front.
//
// A front is its part of A plus the update matrices of its children. Its pivots are eliminated
// panel by panel,
//     D = L_D L_D^T,   B <- B L_D^-T,   rest <- rest - B B^T,
// and what is left of the rows below is its own update matrix, for its parent. L_D^-1 is kept in
// place of D: the rows of B and later every solve need a product with it, not a chain of divisions.
// Liu: The multifrontal method for sparse matrix solution, 1992.
// SPDX-License-Identifier: MIT
#include <float.h>
#include <math.h> // sqrt
#include <string.h>

#include "base/lanes.h"
#include "base/vec.h"
#include "linear/system.h"

#define INLINE static inline __attribute__((always_inline))

enum { NONE = PANTIN_NONE, WIDTH = LINEAR_WIDTH };

INLINE double2 pair_at(const double *at) { return *(const double2 *)at; }
INLINE void pair_set(double *at, double2 v) { *(double2 *)at = v; }

// --- the dense kernels -----------------------------------------------------------------------

/// C -= A B^T on `rows` pairs of rows and `columns` columns, constants where this is inlined.
/// Column j of C stands at c[row][2 j]; b[j / 2] is the pair of rows of B that columns j and j + 1
/// belong to.
INLINE void multiply_tile(int rows, int columns, double *const *c, const double *const *a,
                          const double *const *b, int width) {
    double2 sum[2][4];
    for (int r = 0; r < rows; r++)
        for (int j = 0; j < columns; j++) sum[r][j] = pair_at(c[r] + 2 * j);
    for (int k = 0; k < width; k++) {
        double2 x[2];
        for (int r = 0; r < rows; r++) x[r] = pair_at(a[r] + 2 * k);
        for (int j = 0; j < columns; j++) {
            double2 y = double2_splat(b[j / 2][2 * k + j % 2]);
            for (int r = 0; r < rows; r++) sum[r][j] -= x[r] * y;
        }
    }
    for (int r = 0; r < rows; r++)
        for (int j = 0; j < columns; j++) pair_set(c[r] + 2 * j, sum[r][j]);
}

/// One or two pairs of rows of C (constant) times all columns of a later panel.
INLINE void multiply_row(int rows, double *const *c, const double *const *a, const double *b,
                         int width, int columns) {
    for (int j = 0; j < columns;) {
        double *at[2] = { c[0] + 2 * j, c[1] + 2 * j };
        const double *pivots[2] = { b + j * width, b + (j + 2) * width };
        int left = columns - j;
        if (left >= 4) {
            multiply_tile(rows, 4, at, a, pivots, width);
            j += 4;
        } else if (left >= 2) {
            multiply_tile(rows, 2, at, a, pivots, width);
            j += 2;
        } else {
            multiply_tile(rows, 1, at, a, pivots, width);
            j += 1;
        }
    }
}

/// A later panel of the same front: all its rows, `pairs` with its own, less the product of the
/// source's rows that begin at its first pivot.
static void update_panel(double *values, int columns, int pairs, const double *source, int width) {
    size_t from = 2 * (size_t)width, to = 2 * (size_t)columns;
    int q = 0;
    for (; q + 1 < pairs; q += 2) {
        double *c[2] = { values + (size_t)q * to, values + (size_t)(q + 1) * to };
        const double *a[2] = { source + (size_t)q * from, source + (size_t)(q + 1) * from };
        multiply_row(2, c, a, source, width, columns);
    }
    if (q < pairs) {
        double *c[2] = { values + (size_t)q * to, values + (size_t)q * to };
        const double *a[2] = { source + (size_t)q * from, source + (size_t)q * from };
        multiply_row(1, c, a, source, width, columns);
    }
}

/// The update matrix, pairs of rows of 2 q + 2 columns, less the product of the rows below.
static void update_rest(double *update, int pairs, const double *source, int width) {
    size_t step = 2 * (size_t)width;
    for (int q = 0; q < pairs; q += 2) {
        bool two = q + 1 < pairs;
        double *c[2] = { update + 2 * (size_t)q * (size_t)(q + 1),
                         update + 2 * (size_t)(q + 1) * (size_t)(q + 2) };
        const double *a[2] = { source + (size_t)q * step, source + (size_t)(q + 1) * step };
        const double *b = source;
        for (int j = 0; j < q; j += 2, b += 2 * step, c[0] += 8, c[1] += 8) {
            const double *columns[2] = { b, b + step };
            if (two)
                multiply_tile(2, 4, c, a, columns, width);
            else
                multiply_tile(1, 4, c, a, columns, width);
        }
        multiply_tile(1, 2, c, a, a, width);
        if (two) multiply_tile(1, 4, c + 1, a + 1, a, width);
    }
}

/// B <- -B L^-T on pairs of rows; t[c][k] is entry (c, k) of -L^-1 in both lanes. Products of two rows
/// of B do not mind the sign, and a solve has only to add.
INLINE void multiply_inverse(int width, double *rows, int pairs, double2 (*t)[WIDTH]) {
    for (int q = 0; q < pairs; q++, rows += 2 * width) {
        double2 b[WIDTH];
        for (int k = 0; k < width; k++) b[k] = pair_at(rows + 2 * k);
        for (int c = 0; c < width; c++) {
            double2 sum = b[0] * t[c][0];
            for (int k = 1; k <= c; k++) sum += b[k] * t[c][k];
            pair_set(rows + 2 * c, sum);
        }
    }
}

/// Factors the triangle on top of a panel and puts its inverse there: with block 2 in pairs of rows,
/// zeros above the diagonal, with block 1 row by row, each number twice; its negative goes into t. Gauss on [D | 1] gives U = (unit L)^-1 along with the pivots d, and the
/// inverse is d^-1/2 U, so that no root stands in the chain from pivot to pivot (8 % of a factor).
/// False: a pivot is not a positive normal number.
INLINE bool invert_triangle(double *values, int width, int block, double2 (*t)[WIDTH]) {
    double *twice = values + width * (width + width % 2) - width * (width + 1);
    double a[WIDTH][WIDTH], u[WIDTH][WIDTH], scale[WIDTH];
    for (int i = 0; i < width; i++)
        for (int j = 0; j <= i; j++) a[i][j] = values[2 * (i / 2 * width + j) + i % 2];
    bool positive = true;
    for (int j = 0; j < width; j++) {
        positive = positive && a[j][j] >= DBL_MIN && a[j][j] <= DBL_MAX;
        double inverse = 1.0 / a[j][j];
        for (int i = j + 1; i < width; i++) {
            double factor = a[i][j] * inverse;
            for (int k = j + 1; k <= i; k++) a[i][k] -= factor * a[k][j];
            for (int k = 0; k < j; k++) u[i][k] -= factor * u[j][k];
            u[i][j] = -factor;
        }
    }
    if (!positive) return false;
    for (int j = 0; j < width; j++) scale[j] = 1.0 / sqrt(a[j][j]);
    for (int i = 0; i < width + width % 2; i++)
        for (int j = 0; j < width; j++) {
            double v = i >= width || j > i ? 0.0 : j == i ? scale[i] : scale[i] * u[i][j];
            if (block == 2) values[2 * (i / 2 * width + j) + i % 2] = v;
            if (i >= width || j > i) continue;
            if (block == 1) pair_set(twice + i * (i + 1) + 2 * j, double2_splat(v));
            t[i][j] = double2_splat(-v);
        }
    return true;
}

/// Eliminates the columns of one panel from its own rows.
static bool eliminate_panel(double *values, int width, int pairs, int block) {
    double2 t[WIDTH][WIDTH];
    double *rows = values + 2 * (size_t)width * (size_t)((width + 1) / 2);
    // clang-format off
    switch (width) {
#define CASE(w)                                                                                    \
    case w:                                                                                        \
        if (!invert_triangle(values, w, block, t)) return false;                                          \
        multiply_inverse(w, rows, pairs, t);                                                       \
        return true;
        CASE(1) CASE(2) CASE(3) CASE(4) CASE(5) CASE(6) CASE(7) CASE(8)
#undef CASE
    default: return false;
    }
    // clang-format on
}

// --- assembly --------------------------------------------------------------------------------

/// The values of A that belong to a front, into its cleared panels.
static void add_matrix(linear_system *system, const linear_front *front, const double *diagonal,
                       const double *off) {
    const linear_plan *plan = &system->plan;
    const int *rows = &plan->rows[front->row_list];
    const linear_entry *entry = &plan->entries[front->entry], *end = entry + front->entry_count;
    double *values = system->values;
    if (plan->block == 1) {
        for (int i = 0; i < front->pivots; i++) {
            int v = plan->order[rows[i] / LINEAR_SEAT];
            values[plan->diagonals[v]] = diagonal[v];
        }
        for (; off != NULL && entry < end; entry++) values[entry->target] = off[entry->edge];
        return;
    }
    for (int i = 0; i < front->pivots; i++) {
        int v = plan->order[rows[i] / LINEAR_SEAT];
        double *to = values + plan->diagonals[v];
        const double *from = diagonal + 3 * (size_t)v;
        to[0] = from[0];
        to[1] = from[1];
        to[3] = from[2];
    }
    for (; off != NULL && entry < end; entry++) {
        double *to = values + entry->target;
        const double *from = off + 4 * (size_t)entry->edge;
        to[0] = from[0];
        to[1] = entry->flipped ? from[1] : from[2];
        to[2] = entry->flipped ? from[2] : from[1];
        to[3] = from[3];
    }
}

/// The same from the front's own run of places, block 2.
static void add_places(linear_system *system, const linear_front *front, const double *places) {
    const linear_plan *plan = &system->plan;
    const int *rows = &plan->rows[front->row_list];
    const linear_entry *entry = &plan->entries[front->entry], *end = entry + front->entry_count;
    for (int i = 0; i < front->pivots; i++, places += 4) {
        double *to = system->values + plan->diagonals[plan->order[rows[i] / LINEAR_SEAT]];
        pair_set(to, pair_at(places));
        pair_set(to + 2, pair_at(places + 2));
    }
    for (; entry < end; entry++, places += 4) {
        double *to = system->values + entry->target;
        pair_set(to, pair_at(places));
        pair_set(to + 2, pair_at(places + 2));
    }
}

/// Adds columns [first, end) of a child's update matrix, one number a vertex, to the rows of the
/// parent at `to`: pair q begins at to + offset(q), where offset is linear (a panel, `step` > 0) or
/// that of an update matrix (step 0). `shift` is subtracted from the places of rows and columns.
static void add_columns_1(double *to, size_t step, int shift, const double *update,
                          const int *place, int first, int end, int count) {
    for (int i = first; i < count; i++) {
        size_t q = (size_t)(i / 2), row = (size_t)(place[i] - shift), pair = row / 2;
        const double *from = update + 2 * q * (q + 1) + (i & 1);
        double *line = to + (step ? pair * step : 2 * pair * (pair + 1)) + (row & 1);
        int stop = min_int(end, i + 1);
        for (int j = first; j < stop; j++) line[2 * (place[j] - shift)] += from[2 * j];
    }
}

/// The same with 2x2 blocks: a vertex is a pair of rows and two columns.
static void add_columns_2(double *to, size_t step, int shift, const double *update,
                          const int *place, int first, int end, int count) {
    for (int i = first; i < count; i++) {
        size_t q = (size_t)i, pair = (size_t)(place[i] - shift);
        const double *from = update + 2 * q * (q + 1);
        double *line = to + (step ? pair * step : 2 * pair * (pair + 1));
        int stop = min_int(end, i + 1);
        for (int j = first; j < stop; j++) {
            double *at = line + 4 * (place[j] - shift);
            pair_set(at, pair_at(at) + pair_at(from + 4 * j));
            pair_set(at + 2, pair_at(at + 2) + pair_at(from + 4 * j + 2));
        }
    }
}

static void add_child(linear_system *system, const linear_front *front, const linear_front *child) {
    const linear_plan *plan = &system->plan;
    void (*add)(double *, size_t, int, const double *, const int *, int, int, int) =
        plan->block == 1 ? add_columns_1 : add_columns_2;
    const int *place = &plan->places[child->place];
    const double *update = system->stack + child->update_values;
    int per_panel = WIDTH / plan->block;
    for (int first = 0; first < child->inherited;) {
        int k = place[first] / per_panel, end = first + 1;
        while (end < child->inherited && place[end] / per_panel == k) end++;
        const linear_panel *panel = &plan->panels[plan->front_panels[front->panel + k]];
        add(system->values + panel->values, 2 * (size_t)panel->width, k * per_panel, update, place,
            first, end, child->updates);
        first = end;
    }
    add(system->stack + front->update_values, 0, front->padded, update, place, child->inherited,
        child->updates, child->updates);
}

/// Where the values of A are: by vertex and edge, or the run of places of the front at hand.
typedef struct matrix {
    const double *diagonal, *off, *places;
} matrix;

static bool factor_front(linear_system *system, const linear_front *front, const matrix *from) {
    const linear_plan *plan = &system->plan;
    const int *panels = &plan->front_panels[front->panel];
    for (int k = 0; k < front->panel_count; k++) {
        const linear_panel *panel = &plan->panels[panels[k]];
        memset(system->values + panel->values, 0,
               2 * (size_t)panel->width * (size_t)((panel->width + 1) / 2 + panel->pairs) *
                   sizeof(double));
    }
    int below = plan->block == 1 ? (front->updates + 1) / 2 : front->updates; // pairs
    double *update = system->stack + front->update_values;
    memset(update, 0, 2 * (size_t)below * (size_t)(below + 1) * sizeof(double));
    if (from->places != NULL)
        add_places(system, front, from->places);
    else if (from->diagonal != NULL)
        add_matrix(system, front, from->diagonal, from->off);
    for (int c = front->child; c != NONE; c = plan->fronts[c].sibling)
        add_child(system, front, &plan->fronts[c]);
    for (int k = 0; k < front->panel_count; k++) {
        const linear_panel *panel = &plan->panels[panels[k]];
        double *values = system->values + panel->values;
        size_t line = 2 * (size_t)panel->width;
        int own = (panel->width + 1) / 2;
        if (!eliminate_panel(values, panel->width, panel->pairs, plan->block)) return false;
        for (int t = k + 1; t < front->panel_count; t++) {
            const linear_panel *later = &plan->panels[panels[t]];
            update_panel(system->values + later->values, later->width,
                         (later->width + 1) / 2 + later->pairs,
                         values + line * (size_t)(WIDTH / 2 * (t - k)), panel->width);
        }
        update_rest(update, below, values + line * (size_t)(own + panel->pairs - below),
                    panel->width);
    }
    return true;
}

static bool factor_all(linear_system *system, matrix from) {
    const linear_plan *plan = &system->plan;
    system->counts.factors++;
    system->ready = false;
    for (int f = 0; f < plan->front_count; f++) {
        const linear_front *front = &plan->fronts[f];
        if (!factor_front(system, front, &from)) return false;
        if (from.places != NULL) from.places += 4 * (size_t)(front->pivots + front->entry_count);
    }
    system->ready = true;
    return true;
}

bool linear_factor(linear_system *system, const double *diagonal, const double *off) {
    return factor_all(system, (matrix){ diagonal, off, NULL });
}

bool linear_factor_placed(linear_system *system, const double *places) {
    return factor_all(system, (matrix){ NULL, NULL, places });
}

void linear_places_of(const linear_system *system, int *vertices, int *edges) {
    const linear_plan *plan = &system->plan;
    int place = 0;
    for (int f = 0; f < plan->front_count; f++) {
        const linear_front *front = &plan->fronts[f];
        for (int i = 0; i < front->pivots; i++)
            vertices[plan->order[plan->rows[front->row_list + i] / LINEAR_SEAT]] = place++;
        for (int k = front->entry; k < front->entry + front->entry_count; k++)
            edges[plan->entries[k].edge] = place++;
    }
}
