// with_systems.c — matrices to solve.
//
// Every edge is a spring: w > 0 with block 1, a random positive semidefinite 2x2 matrix W of rank 1
// or 2 with block 2, put as +W on both diagonals and -W, turned by a random rotation on each side,
// off them. The sum of positive semidefinite terms and a small multiple of the identity is positive
// definite.
// SPDX-License-Identifier: MIT
#include "with_systems.h"

#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"

static void fill_values(matrix *m, uint64_t seed) {
    random_state r = random_make(seed);
    size_t n = (size_t)m->n, edges = (size_t)m->edge_count;
    m->diagonal = calloc(3 * n + 1, sizeof(double));
    m->off = calloc(4 * edges + 1, sizeof(double));
    m->b = calloc(2 * n + 1, sizeof(double));
    m->x = calloc(2 * n + 1, sizeof(double));
    for (size_t v = 0; v < n; v++) {
        m->b[2 * v] = random_between(&r, -1.0, 1.0);
        m->b[2 * v + 1] = random_between(&r, -1.0, 1.0);
        if (m->block == 1) {
            m->diagonal[v] = 0.05;
        } else {
            m->diagonal[3 * v] = m->diagonal[3 * v + 2] = 0.05;
        }
    }
    for (int e = 0; e < m->edge_count; e++) {
        int a = m->edges[e].a, b = m->edges[e].b;
        double w = random_between(&r, 0.1, 2.0);
        if (m->block == 1) {
            m->diagonal[a] += w;
            m->diagonal[b] += w;
            m->off[e] = -w;
            continue;
        }
        // |P u_a - Q u_b|^2 with random P and Q: P'P, Q'Q on the diagonals, -P'Q off them.
        double p[4], q[4];
        for (int k = 0; k < 4; k++) {
            p[k] = random_between(&r, -1.0, 1.0);
            q[k] = random_between(&r, -1.0, 1.0);
        }
        double *da = m->diagonal + 3 * a, *db = m->diagonal + 3 * b, *off = m->off + 4 * e;
        da[0] += p[0] * p[0] + p[2] * p[2];
        da[1] += p[0] * p[1] + p[2] * p[3];
        da[2] += p[1] * p[1] + p[3] * p[3];
        db[0] += q[0] * q[0] + q[2] * q[2];
        db[1] += q[0] * q[1] + q[2] * q[3];
        db[2] += q[1] * q[1] + q[3] * q[3];
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 2; j++) off[2 * i + j] = -(p[i] * q[j] + p[2 + i] * q[2 + j]);
    }
}

matrix matrix_of_edges(int n, const linear_edge *edges, int edge_count, int block, uint64_t seed) {
    matrix m = { .n = n, .edge_count = edge_count, .block = block };
    m.edges = calloc((size_t)edge_count + 1, sizeof(linear_edge));
    m.positions = calloc((size_t)n + 1, sizeof(pantin_vec2));
    if (edge_count > 0) memcpy(m.edges, edges, (size_t)edge_count * sizeof(linear_edge));
    random_state r = random_make(seed + 77);
    for (int v = 0; v < n; v++) {
        m.positions[v].x = random_double(&r);
        m.positions[v].y = random_double(&r);
    }
    fill_values(&m, seed);
    return m;
}

matrix matrix_of_sheet(int width, int height, int block, uint64_t seed) {
    matrix m = { .n = width * height, .block = block };
    m.edges = calloc((size_t)(3 * m.n) + 1, sizeof(linear_edge));
    m.positions = calloc((size_t)m.n + 1, sizeof(pantin_vec2));
    random_state r = random_make(seed + 1);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            int v = y * width + x;
            m.positions[v] = (pantin_vec2){ 14.0 * x, 14.0 * y };
            if (x + 1 < width) m.edges[m.edge_count++] = (linear_edge){ v, v + 1 };
            if (y + 1 < height) m.edges[m.edge_count++] = (linear_edge){ v + width, v };
            if (x + 1 == width || y + 1 == height) continue;
            if (random_below(&r, 2))
                m.edges[m.edge_count++] = (linear_edge){ v, v + width + 1 };
            else
                m.edges[m.edge_count++] = (linear_edge){ v + 1, v + width };
        }
    fill_values(&m, seed);
    return m;
}

matrix matrix_of_chance(int n, double density, int block, uint64_t seed) {
    matrix m = { .n = n, .block = block };
    random_state r = random_make(seed + 2);
    m.edges = calloc((size_t)n * (size_t)(n + 1) / 2 + 1, sizeof(linear_edge));
    m.positions = calloc((size_t)n + 1, sizeof(pantin_vec2));
    for (int a = 0; a < n; a++) {
        m.positions[a].x = random_double(&r);
        m.positions[a].y = random_double(&r);
        for (int b = 0; b < a; b++) {
            if (random_double(&r) >= density) continue;
            bool turned = random_below(&r, 2) == 1;
            m.edges[m.edge_count++] = turned ? (linear_edge){ b, a } : (linear_edge){ a, b };
        }
    }
    fill_values(&m, seed);
    return m;
}

void matrix_free(matrix *m) {
    free(m->edges);
    free(m->positions);
    free(m->diagonal);
    free(m->off);
    free(m->b);
    free(m->x);
}

/// product += A x and sum += |A| for what couples rows of u with columns of v.
static void add_coupled(const matrix *m, const double *a, int u, int v, bool turned,
                        double *product, double *sum) {
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            double value =
                m->block == 1 ? (i == j ? a[0] : 0.0) : a[turned ? 2 * j + i : 2 * i + j];
            product[2 * u + i] += value * m->x[2 * v + j];
            sum[2 * u + i] += fabs(value);
        }
}

double matrix_residual(const matrix *m) {
    size_t n = (size_t)m->n;
    double *product = calloc(2 * n + 1, sizeof(double)), *sum = calloc(2 * n + 1, sizeof(double));
    for (int v = 0; v < m->n; v++) {
        const double *d = m->diagonal + (m->block == 1 ? v : 3 * v);
        double full[4] = { d[0], m->block == 1 ? 0.0 : d[1], m->block == 1 ? 0.0 : d[1],
                           m->block == 1 ? d[0] : d[2] };
        add_coupled(m, full, v, v, false, product, sum);
    }
    for (int e = 0; e < m->edge_count; e++) {
        const double *a = m->off + (m->block == 1 ? e : 4 * e);
        add_coupled(m, a, m->edges[e].a, m->edges[e].b, false, product, sum);
        add_coupled(m, a, m->edges[e].b, m->edges[e].a, true, product, sum);
    }
    double worst = 0.0, norm = 0.0, x = 0.0, b = 0.0;
    for (size_t i = 0; i < 2 * n; i++) {
        double error = fabs(m->b[i] - product[i]);
        if (!(error <= worst)) worst = error; // a NaN stays
        norm = fmax(norm, sum[i]);
        x = fmax(x, fabs(m->x[i]));
        b = fmax(b, fabs(m->b[i]));
    }
    free(product);
    free(sum);
    return n == 0 ? 0.0 : worst / (norm * x + b);
}

linear_system *matrix_solve(matrix *m) {
    pantin_error error = { 0 };
    linear_system *system =
        linear_create(m->n, m->edges, m->edge_count, m->block, m->positions, &error);
    assert_string_equal(error.text, "");
    assert_non_null(system);
    assert_true(linear_factor(system, m->diagonal, m->off));
    linear_solve(system, m->b, m->x);
    return system;
}
