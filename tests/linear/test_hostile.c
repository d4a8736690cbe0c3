// test_hostile.c — what linear does when the world is not as hoped: bad edges, bad pivots, no
// memory.
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

static void check_refused(int n, const linear_edge *edges, int count, int block, const char *where,
                          const char *text) {
    pantin_error error = { 0 };
    assert_null(linear_create(n, edges, count, block, NULL, &error));
    assert_int_equal(error.kind, PANTIN_ERROR_ARGUMENT);
    assert_string_equal(error.where, where);
    assert_string_equal(error.text, text);
    assert_null(linear_create(n, edges, count, block, NULL, NULL)); // the same without a listener
}

static void bad_edges_are_named(void **state) {
    (void)state;
    const linear_edge out[] = { { 0, 1 }, { 1, 3 } }, under[] = { { -1, 0 } };
    const linear_edge loop[] = { { 2, 2 } }, twice[] = { { 0, 1 }, { 1, 2 }, { 1, 0 } };
    check_refused(3, out, 2, 1, "edges", "edge 1 is (1, 3), but the vertices are 0 to 2");
    check_refused(3, under, 1, 2, "edges", "edge 0 is (-1, 0), but the vertices are 0 to 2");
    check_refused(3, loop, 1, 1, "edges",
                  "edge 0 joins vertex 2 to itself; put that value on the diagonal");
    check_refused(3, twice, 3, 1, "edges",
                  "edges 0 and 2 both join 0 and 1; add their values in one");
    check_refused(0, out, 1, 1, "edges", "edge 0 is (0, 1), but there is no vertex");
}

static void bad_counts_are_named(void **state) {
    (void)state;
    check_refused(-1, NULL, 0, 1, "n", "-1 vertices; 0 to 67108864 can be solved");
    check_refused(3, NULL, -1, 1, "edge_count", "-1 edges; 0 to 67108864 can be given");
    check_refused(3, NULL, 2, 1, "edge_count", "2 edges; 0 to 67108864 can be given");
    check_refused(3, NULL, 0, 3, "block", "block 3; it is 1 or 2");
}

static void nothing_is_a_system(void **state) {
    (void)state;
    for (int block = 1; block <= 2; block++) {
        linear_system *system = linear_create(0, NULL, 0, block, NULL, NULL);
        assert_non_null(system);
        assert_true(linear_factor(system, NULL, NULL));
        double untouched = 3.0;
        linear_solve(system, &untouched, &untouched);
        assert_true(untouched == 3.0);
        assert_int_equal(linear_count(system).supernodes, 0);
        linear_destroy(system);
    }
    linear_destroy(NULL);
}

static void lonely_vertices_and_islands_solve(void **state) {
    (void)state;
    const linear_edge edges[] = {
        { 3, 1 }, { 5, 6 }, { 6, 7 }, { 7, 5 }
    }; // 0, 2, 4, 8 stand alone
    for (int block = 1; block <= 2; block++) {
        matrix m = matrix_of_edges(9, edges, 4, block, 1);
        linear_system *system = matrix_solve(&m);
        assert_true(matrix_residual(&m) <= 1e-15);
        linear_destroy(system);
        matrix_free(&m);
    }
}

/// A star, a wheel, a complete bipartite graph and a clique: dense rows that a careless minimum
/// degree scans again and again, or merges all at once.
static void dense_rows_solve_and_fill_no_more_than_they_must(void **state) {
    (void)state;
    enum { LEAVES = 20000 };
    linear_edge *edges = malloc(2 * LEAVES * sizeof(linear_edge));
    for (int i = 0; i < LEAVES; i++) {
        edges[i] = (linear_edge){ LEAVES / 2, i < LEAVES / 2 ? i : i + 1 };
        int a = i < LEAVES / 2 ? i : i + 1, b = (i + 1) % LEAVES;
        edges[LEAVES + i] = (linear_edge){ a, b < LEAVES / 2 ? b : b + 1 };
    }
    for (int spokes = 1; spokes <= 2; spokes++) { // the star, then the wheel
        matrix m = matrix_of_edges(LEAVES + 1, edges, spokes * LEAVES, 1, 2);
        linear_system *system = matrix_solve(&m);
        assert_true(matrix_residual(&m) <= 1e-14);
        assert_true(linear_count(system).factor_entries < 20LL * LEAVES);
        linear_destroy(system);
        matrix_free(&m);
    }
    free(edges);
    matrix clique = matrix_of_chance(150, 1.1, 2, 4);
    assert_int_equal(clique.edge_count, 150 * 149 / 2);
    linear_system *system = matrix_solve(&clique);
    assert_int_equal(linear_count(system).supernodes, 1);
    assert_true(matrix_residual(&clique) <= 1e-14);
    linear_destroy(system);
    matrix_free(&clique);
}

static void a_tree_is_not_cut_where_minimum_degree_fills_nothing(void **state) {
    (void)state;
    // A level of a binary tree is a separator too, of thousands: 33 numbers a vertex instead of 6.
    enum { N = 40000 };
    linear_edge *edges = malloc(N * sizeof(linear_edge));
    for (int v = 1; v < N; v++) edges[v - 1] = (linear_edge){ v, v / 2 };
    matrix m = matrix_of_edges(N, edges, N - 1, 1, 13);
    linear_system *system = linear_create(N, edges, N - 1, 1, NULL, NULL);
    assert_non_null(system);
    assert_true(linear_count(system).factor_entries < 10LL * N);
    assert_true(linear_factor(system, m.diagonal, m.off));
    linear_solve(system, m.b, m.x);
    assert_true(matrix_residual(&m) <= 1e-14);
    linear_destroy(system);
    matrix_free(&m);
    free(edges);
}

static void positions_of_any_kind_only_change_the_order(void **state) {
    (void)state;
    const double odd[] = { NAN, INFINITY, -INFINITY, 0.0, 1e308, -1e308, 5e-324 };
    for (int kind = 0; kind < 9; kind++) {
        matrix m = matrix_of_sheet(80, 70, 1, 6); // 5,600 vertices: dissected
        for (int v = 0; v < m.n; v++) {
            if (kind < 7 && v % 3 == 0) m.positions[v].x = odd[kind];
            if (kind == 7) m.positions[v] = (pantin_vec2){ 2.0, 3.0 }; // all in one place
            if (kind == 8) m.positions[v].y = odd[v % 7];
        }
        linear_system *system = matrix_solve(&m);
        assert_true(matrix_residual(&m) <= 1e-14);
        linear_destroy(system);
        matrix_free(&m);
    }
}

static void large_graphs_that_no_line_can_cut_solve(void **state) {
    (void)state;
    // 6,000 vertices: first 3 random neighbors each (an expander, no small separator), then 2,000
    // triangles (islands), then one path.
    enum { N = 6000 };
    linear_edge *edges = malloc(3 * N * sizeof(linear_edge));
    for (int kind = 0; kind < 3; kind++) {
        int count = 0;
        for (int v = 0; v < N; v++) {
            if (kind == 0 && v >= 2400 && v < 2410) continue;
            if (kind == 0 && v + 1 < N) edges[count++] = (linear_edge){ v, v + 1 };
            if (kind == 0 && v < 1200)
                edges[count++] = (linear_edge){ v, 5999 - (v * 1237) % 3000 };
            if (kind == 1) edges[count++] = (linear_edge){ v, v % 3 == 2 ? v - 2 : v + 1 };
            if (kind == 2 && v + 1 < N) edges[count++] = (linear_edge){ v, v + 1 };
        }
        for (int block = 1; block <= 2; block++) {
            matrix m = matrix_of_edges(N, edges, count, block, 8);
            linear_system *system = linear_create(N, edges, count, block, NULL, NULL);
            assert_non_null(system);
            assert_true(linear_factor(system, m.diagonal, m.off));
            linear_solve(system, m.b, m.x);
            assert_true(matrix_residual(&m) <= 1e-14);
            linear_destroy(system);
            matrix_free(&m);
        }
    }
    free(edges);
}

// --- pivots ----------------------------------------------------------------------------------

static void a_matrix_that_is_not_positive_definite_is_refused_and_a_good_one_follows(void **state) {
    (void)state;
    const double bad[] = { 0.0, -1.0, NAN, INFINITY, -INFINITY };
    for (int block = 1; block <= 2; block++)
        for (int k = 0; k < 5; k++)
            for (int v = 0; v < 130; v += 43) {
                matrix m = matrix_of_sheet(13, 10, block, 11);
                linear_system *system = matrix_solve(&m);
                double *first = malloc(2 * (size_t)m.n * sizeof(double));
                memcpy(first, m.x, 2 * (size_t)m.n * sizeof(double));
                double *entry = &m.diagonal[block == 1 ? v : 3 * v], good = *entry;
                *entry = bad[k];
                assert_false(linear_factor(system, m.diagonal, m.off));
                linear_solve(system, m.b, m.x);
                for (int i = 0; i < 2 * m.n; i++) assert_true(m.x[i] == 0.0);
                *entry = good;
                assert_true(linear_factor(system, m.diagonal, m.off));
                linear_solve(system, m.b, m.x);
                assert_memory_equal(first, m.x, 2 * (size_t)m.n * sizeof(double));
                free(first);
                linear_destroy(system);
                matrix_free(&m);
            }
}

static void a_laplacian_without_a_pin_is_refused(void **state) {
    (void)state;
    // Row sums 0: the last pivot is exactly 0 in whole numbers.
    const linear_edge edges[] = { { 0, 1 }, { 1, 2 }, { 2, 0 } };
    linear_system *system = linear_create(3, edges, 3, 1, NULL, NULL);
    assert_non_null(system);
    assert_false(linear_factor(system, (double[]){ 2, 2, 2 }, (double[]){ -2, -2, -2 }));
    assert_true(linear_factor(system, (double[]){ 5, 4, 4 }, (double[]){ -2, -2, -2 }));
    linear_destroy(system);
}

static void solving_before_a_factor_gives_zeros(void **state) {
    (void)state;
    linear_system *system = linear_create(2, NULL, 0, 1, NULL, NULL);
    assert_non_null(system);
    double x[4] = { 1, 2, 3, 4 };
    linear_solve(system, x, x);
    for (int i = 0; i < 4; i++) assert_true(x[i] == 0.0);
    linear_destroy(system);
}

// --- memory and bytes ------------------------------------------------------------------------

typedef struct ration {
    int left, living;
} ration;

static void *resize_rationed(void *user, void *block, size_t old_size, size_t new_size) {
    ration *r = user;
    (void)old_size;
    if (new_size == 0) {
        r->living -= block != NULL;
        free(block);
        return NULL;
    }
    if (r->left-- <= 0) return NULL;
    r->living += block == NULL;
    return realloc(block, new_size);
}

static void create_survives_the_refusal_of_each_of_its_allocations(void **state) {
    (void)state;
    ration r = { 0, 0 };
    pantin_memory_hook hook = { resize_rationed, &r };
    for (int size = 6; size <= 75; size += 69) { // minimum degree alone, and dissection
        matrix m = matrix_of_sheet(size, size, 2, 1);
        linear_system *system = NULL;
        int refusals = 0;
        pantin_memory_set_hook(&hook);
        for (; !system && refusals < 1000; refusals++) {
            pantin_error error = { 0 };
            r.left = refusals;
            system = linear_create(m.n, m.edges, m.edge_count, 2, m.positions, &error);
            assert_true((system != NULL) != (error.kind == PANTIN_ERROR_MEMORY));
            if (!system) assert_int_equal(r.living, 0);
        }
        assert_non_null(system);
        assert_true(refusals > 3);
        r.left = 0; // factor and solve ask for nothing
        uint64_t calls = pantin_memory_calls();
        assert_true(linear_factor(system, m.diagonal, m.off));
        linear_solve(system, m.b, m.x);
        assert_true(pantin_memory_calls() == calls);
        assert_true(matrix_residual(&m) <= 1e-14);
        linear_destroy(system);
        assert_int_equal(r.living, 0);
        pantin_memory_set_hook(NULL);
        matrix_free(&m);
    }
}

static void factoring_twice_and_creating_twice_give_the_same_bytes(void **state) {
    (void)state;
    for (int block = 1; block <= 2; block++) {
        matrix m = matrix_of_sheet(33, 31, block, 21);
        size_t size = 2 * (size_t)m.n * sizeof(double);
        double *first = malloc(size);
        linear_system *a = matrix_solve(&m);
        memcpy(first, m.x, size);
        assert_true(linear_factor(a, m.diagonal, m.off));
        linear_solve(a, m.b, m.x);
        assert_memory_equal(first, m.x, size);
        linear_system *b = matrix_solve(&m);
        assert_memory_equal(first, m.x, size);
        linear_counts counts = linear_count(a), other = linear_count(b);
        assert_int_equal(counts.factors, 2);
        assert_int_equal(counts.solves, 2);
        assert_true(counts.factor_entries == other.factor_entries);
        assert_true(counts.supernodes == other.supernodes && counts.supernodes > 0);
        linear_destroy(a);
        linear_destroy(b);
        free(first);
        matrix_free(&m);
    }
}

static void right_hand_sides_do_not_touch_each_other(void **state) {
    (void)state;
    matrix m = matrix_of_sheet(15, 15, 1, 2);
    linear_system *system = matrix_solve(&m);
    double *x = malloc(2 * (size_t)m.n * sizeof(double));
    for (int v = 0; v < m.n; v++) {
        x[2 * v] = m.b[2 * v];
        x[2 * v + 1] = v == 7 ? NAN : m.b[2 * v + 1]; // y is poisoned, x stays
    }
    linear_solve(system, x, x);
    for (int v = 0; v < m.n; v++) assert_true(x[2 * v] == m.x[2 * v]);
    linear_solve(system, m.b, x); // and the poison is gone the next time
    assert_memory_equal(x, m.x, 2 * (size_t)m.n * sizeof(double));
    free(x);
    linear_destroy(system);
    matrix_free(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_edges_are_named),
        cmocka_unit_test(bad_counts_are_named),
        cmocka_unit_test(nothing_is_a_system),
        cmocka_unit_test(lonely_vertices_and_islands_solve),
        cmocka_unit_test(dense_rows_solve_and_fill_no_more_than_they_must),
        cmocka_unit_test(a_tree_is_not_cut_where_minimum_degree_fills_nothing),
        cmocka_unit_test(positions_of_any_kind_only_change_the_order),
        cmocka_unit_test(large_graphs_that_no_line_can_cut_solve),
        cmocka_unit_test(a_matrix_that_is_not_positive_definite_is_refused_and_a_good_one_follows),
        cmocka_unit_test(a_laplacian_without_a_pin_is_refused),
        cmocka_unit_test(solving_before_a_factor_gives_zeros),
        cmocka_unit_test(create_survives_the_refusal_of_each_of_its_allocations),
        cmocka_unit_test(factoring_twice_and_creating_twice_give_the_same_bytes),
        cmocka_unit_test(right_hand_sides_do_not_touch_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
