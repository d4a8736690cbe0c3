// test_solve.c — the answers of linear are right: against a plain dense Cholesky, CHOLMOD and A x =
// b.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "with_systems.h"

#include "base/arena.h"

/// Sixteen digits and a few roundings; the residual is relative to |A| |x| + |b|.
static const double TIGHT = 1e-14;

// --- the definition --------------------------------------------------------------------------

static double *dense_matrix(const matrix *m, int component, int *size) {
    int b = m->block, n = *size = b * m->n;
    double *a = calloc((size_t)n * (size_t)n + 1, sizeof(double));
    (void)component;
    for (int v = 0; v < m->n; v++)
        for (int i = 0; i < b; i++)
            for (int j = 0; j < b; j++)
                a[(b * v + i) * n + b * v + j] =
                    b == 1 ? m->diagonal[v] : m->diagonal[3 * v + i + j];
    for (int e = 0; e < m->edge_count; e++)
        for (int i = 0; i < b; i++)
            for (int j = 0; j < b; j++) {
                int row = b * m->edges[e].a + i, column = b * m->edges[e].b + j;
                a[row * n + column] = a[column * n + row] = m->off[b * b * e + b * i + j];
            }
    return a;
}

/// L L^T = A column by column, then two substitutions: as every textbook has it.
static void solve_plain(double *a, int n, double *x) {
    for (int j = 0; j < n; j++) {
        for (int k = 0; k < j; k++)
            for (int i = j; i < n; i++) a[i * n + j] -= a[i * n + k] * a[j * n + k];
        double root = sqrt(a[j * n + j]);
        for (int i = j; i < n; i++) a[i * n + j] /= root;
    }
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i; k++) x[i] -= a[i * n + k] * x[k];
        x[i] /= a[i * n + i];
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++) x[i] -= a[k * n + i] * x[k];
        x[i] /= a[i * n + i];
    }
}

/// The largest difference to the definition, relative to the largest x.
static double compare_with_plain(const matrix *m) {
    double worst = 0.0, most = 0.0;
    int size = 0, columns = m->block == 1 ? 2 : 1;
    for (int c = 0; c < columns; c++) {
        double *a = dense_matrix(m, c, &size), *x = calloc((size_t)size + 1, sizeof(double));
        for (int i = 0; i < size; i++) x[i] = m->b[columns * i + c];
        solve_plain(a, size, x);
        for (int i = 0; i < size; i++) {
            double difference = fabs(x[i] - m->x[columns * i + c]);
            if (!(difference <= worst)) worst = difference;
            most = fmax(most, fabs(x[i]));
        }
        free(a);
        free(x);
    }
    return size == 0 ? 0.0 : worst / most;
}

static void check_both_ways(matrix *m) {
    linear_system *system = matrix_solve(m);
    assert_true(matrix_residual(m) <= TIGHT);
    assert_true(compare_with_plain(m) <= 1e-11); // condition numbers here stay under a few hundred
    linear_destroy(system);
    matrix_free(m);
}

// --- laws ------------------------------------------------------------------------------------

static void random_graphs_of_200_seeds_solve_as_the_definition(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 200; seed++) {
        int n = 1 + (int)(seed * 7 % 61);
        double density = (double)(seed % 10) / 10.0; // from no edge at all to nearly full
        for (int block = 1; block <= 2; block++) {
            matrix m = matrix_of_chance(n, density * density, block, seed);
            check_both_ways(&m);
        }
    }
}

static void sheets_from_one_row_to_a_square_solve_as_the_definition(void **state) {
    (void)state;
    const int sizes[][2] = { { 1, 1 }, { 2, 1 },  { 10, 1 }, { 3, 2 },
                             { 5, 5 }, { 40, 3 }, { 12, 11 } };
    for (size_t k = 0; k < sizeof(sizes) / sizeof(sizes[0]); k++)
        for (int block = 1; block <= 2; block++) {
            matrix m = matrix_of_sheet(sizes[k][0], sizes[k][1], block, k);
            check_both_ways(&m);
        }
}

static void large_sheets_keep_the_residual_at_rounding(void **state) {
    (void)state;
    const int sides[] = { 20, 40, 71, 100,
                          200 }; // 400 to 40,000 vertices, both sides of dissection
    for (size_t k = 0; k < sizeof(sides) / sizeof(sides[0]); k++)
        for (int block = 1; block <= 2; block++) {
            matrix m = matrix_of_sheet(sides[k], sides[k], block, k);
            linear_system *system = matrix_solve(&m);
            assert_true(matrix_residual(&m) <= TIGHT);
            linear_destroy(system);
            matrix_free(&m);
        }
}

static void large_graphs_without_positions_solve_too(void **state) {
    (void)state;
    matrix m = matrix_of_sheet(90, 80, 1, 5);
    pantin_error error = { 0 };
    linear_system *system = linear_create(m.n, m.edges, m.edge_count, 1, NULL, &error);
    assert_non_null(system);
    assert_true(linear_factor(system, m.diagonal, m.off));
    linear_solve(system, m.b, m.x);
    assert_true(matrix_residual(&m) <= TIGHT);
    linear_destroy(system);
    matrix_free(&m);
}

// The same matrix, put where the factor reads it: by place, the later end of an edge for its rows.
static void what_is_assembled_in_place_solves_to_the_same_bytes(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        matrix m = seed % 2 ? matrix_of_chance(30, 0.2, 2, seed) : matrix_of_sheet(17, 9, 2, seed);
        linear_system *system = matrix_solve(&m);
        size_t size = 2 * (size_t)m.n * sizeof(double);
        arena memory = { 0 };
        int *vertices = ARENA_ARRAY(&memory, int, m.n), *number = ARENA_ARRAY(&memory, int, m.n);
        int *edges = ARENA_ARRAY(&memory, int, m.edge_count);
        double *places = ARENA_ARRAY(&memory, double, 4 * (m.n + m.edge_count));
        double *x = ARENA_ARRAY(&memory, double, 2 * m.n);
        assert_false(arena_failed(&memory));
        linear_places_of(system, vertices, edges);
        for (int k = 0; k < m.n; k++) number[linear_order_of(system)[k]] = k;
        for (int v = 0; v < m.n; v++) {
            double *to = places + 4 * vertices[v], *from = m.diagonal + 3 * v;
            to[0] = from[0], to[1] = from[1], to[2] = 1e300, to[3] = from[2]; // [2] is not read
        }
        for (int e = 0; e < m.edge_count; e++) {
            double *to = places + 4 * edges[e], *from = m.off + 4 * e; // row a, column b
            bool turned = number[m.edges[e].a] < number[m.edges[e].b];
            to[0] = from[0], to[3] = from[3];
            to[1] = turned ? from[1] : from[2], to[2] = turned ? from[2] : from[1];
        }
        assert_true(linear_factor_placed(system, places));
        linear_solve(system, m.b, x);
        assert_memory_equal(x, m.x, size);
        places[4 * vertices[0]] = -1;
        assert_false(linear_factor_placed(system, places));
        arena_free(&memory);
        linear_destroy(system);
        matrix_free(&m);
    }
}

// --- facts -----------------------------------------------------------------------------------

static void one_vertex_divides(void **state) {
    (void)state;
    linear_system *system = linear_create(1, NULL, 0, 1, NULL, NULL);
    assert_non_null(system);
    assert_true(linear_factor(system, (double[]){ 4.0 }, NULL));
    double x[2] = { 8.0, -2.0 };
    linear_solve(system, x, x);
    assert_true(x[0] == 2.0 && x[1] == -0.5); // powers of two: exact
    linear_destroy(system);
}

static void rows_and_columns_of_a_block_edge_are_not_mixed_up(void **state) {
    (void)state;
    // A_00 = A_11 = 4 I, A_01 = [[0, 1], [0, 0]] seen from vertex 1 as row: row a = 1, column b =
    // 0. So row (1, x) meets column (0, y): 4 u_1x + u_0y and 4 u_0y + u_1x, the others are alone.
    linear_edge edge = { 1, 0 };
    linear_system *system = linear_create(2, &edge, 1, 2, NULL, NULL);
    assert_non_null(system);
    assert_true(linear_factor(system, (double[]){ 4, 0, 4, 4, 0, 4 }, (double[]){ 0, 1, 0, 0 }));
    double x[4] = { 4.0, 15.0, 0.0, 8.0 }; // 0x, 0y, 1x, 1y
    linear_solve(system, x, x);
    const double expected[4] = { 1.0, 4.0, -1.0, 2.0 };
    for (int i = 0; i < 4; i++) assert_true(fabs(x[i] - expected[i]) < 1e-15);
    linear_destroy(system);
}

static void the_solution_may_take_the_place_of_the_right_hand_side(void **state) {
    (void)state;
    for (int block = 1; block <= 2; block++) {
        matrix m = matrix_of_sheet(17, 13, block, 3);
        linear_system *system = matrix_solve(&m);
        double *both = malloc(2 * (size_t)m.n * sizeof(double));
        memcpy(both, m.b, 2 * (size_t)m.n * sizeof(double));
        linear_solve(system, both, both);
        assert_memory_equal(both, m.x, 2 * (size_t)m.n * sizeof(double));
        free(both);
        linear_destroy(system);
        matrix_free(&m);
    }
}

static void turning_an_edge_and_its_block_round_changes_no_byte(void **state) {
    (void)state;
    matrix m = matrix_of_sheet(20, 20, 2, 9);
    linear_system *system = matrix_solve(&m);
    double *first = malloc(2 * (size_t)m.n * sizeof(double));
    memcpy(first, m.x, 2 * (size_t)m.n * sizeof(double));
    for (int e = 0; e < m.edge_count; e++) { // turn all edges round, and their blocks with them
        m.edges[e] = (linear_edge){ m.edges[e].b, m.edges[e].a };
        double xy = m.off[4 * e + 1];
        m.off[4 * e + 1] = m.off[4 * e + 2];
        m.off[4 * e + 2] = xy;
    }
    linear_system *turned = matrix_solve(&m);
    assert_memory_equal(first, m.x, 2 * (size_t)m.n * sizeof(double)); // the very same matrix
    free(first);
    linear_destroy(turned);
    linear_destroy(system);
    matrix_free(&m);
}

#ifdef PANTIN_HAS_CHOLMOD
#include <cholmod.h>

/// Solves with CHOLMOD into x.
static void solve_cholmod(const matrix *m, double *x) {
    cholmod_common common;
    cholmod_start(&common);
    int b = m->block, n = b * m->n, columns = b == 1 ? 2 : 1;
    size_t room = (size_t)(3 * m->n + 4 * m->edge_count);
    cholmod_triplet *t =
        cholmod_allocate_triplet((size_t)n, (size_t)n, room, -1, CHOLMOD_REAL, &common);
    int *rows = t->i, *cols = t->j;
    double *values = t->x;
    for (int v = 0; v < m->n; v++)
        for (int i = 0; i < b; i++)
            for (int j = 0; j <= i; j++, t->nnz++) {
                rows[t->nnz] = b * v + i;
                cols[t->nnz] = b * v + j;
                values[t->nnz] = b == 1 ? m->diagonal[v] : m->diagonal[3 * v + i + j];
            }
    for (int e = 0; e < m->edge_count; e++)
        for (int i = 0; i < b; i++)
            for (int j = 0; j < b; j++, t->nnz++) {
                int row = b * m->edges[e].a + i, column = b * m->edges[e].b + j;
                rows[t->nnz] = row > column ? row : column;
                cols[t->nnz] = row > column ? column : row;
                values[t->nnz] = m->off[b * b * e + b * i + j];
            }
    cholmod_sparse *a = cholmod_triplet_to_sparse(t, 0, &common);
    cholmod_factor *factor = cholmod_analyze(a, &common);
    cholmod_factorize(a, factor, &common);
    cholmod_dense *right = cholmod_zeros((size_t)n, (size_t)columns, CHOLMOD_REAL, &common);
    for (int i = 0; i < n; i++)
        for (int c = 0; c < columns; c++) ((double *)right->x)[c * n + i] = m->b[columns * i + c];
    cholmod_dense *left = cholmod_solve(CHOLMOD_A, factor, right, &common);
    for (int i = 0; i < n; i++)
        for (int c = 0; c < columns; c++) x[columns * i + c] = ((double *)left->x)[c * n + i];
    cholmod_free_dense(&left, &common);
    cholmod_free_dense(&right, &common);
    cholmod_free_factor(&factor, &common);
    cholmod_free_sparse(&a, &common);
    cholmod_free_triplet(&t, &common);
    cholmod_finish(&common);
}
#endif

static void sheets_solve_as_cholmod_does(void **state) {
    (void)state;
#ifdef PANTIN_HAS_CHOLMOD
    const int sides[] = { 3, 10, 32, 100 };
    for (size_t k = 0; k < sizeof(sides) / sizeof(sides[0]); k++)
        for (int block = 1; block <= 2; block++) {
            matrix m = matrix_of_sheet(sides[k], sides[k] + 1, block, 40 + k);
            linear_system *system = matrix_solve(&m);
            double *x = malloc(2 * (size_t)m.n * sizeof(double)), worst = 0.0, most = 0.0;
            solve_cholmod(&m, x);
            for (int i = 0; i < 2 * m.n; i++) {
                worst = fmax(worst, fabs(x[i] - m.x[i]));
                most = fmax(most, fabs(x[i]));
            }
            assert_true(worst <= 1e-12 * most);
            free(x);
            linear_destroy(system);
            matrix_free(&m);
        }
#else
    skip();
#endif
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_graphs_of_200_seeds_solve_as_the_definition),
        cmocka_unit_test(sheets_from_one_row_to_a_square_solve_as_the_definition),
        cmocka_unit_test(large_sheets_keep_the_residual_at_rounding),
        cmocka_unit_test(large_graphs_without_positions_solve_too),
        cmocka_unit_test(what_is_assembled_in_place_solves_to_the_same_bytes),
        cmocka_unit_test(one_vertex_divides),
        cmocka_unit_test(rows_and_columns_of_a_block_edge_are_not_mixed_up),
        cmocka_unit_test(the_solution_may_take_the_place_of_the_right_hand_side),
        cmocka_unit_test(turning_an_edge_and_its_block_round_changes_no_byte),
        cmocka_unit_test(sheets_solve_as_cholmod_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
