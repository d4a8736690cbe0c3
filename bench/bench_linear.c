// bench_linear.c — pantin's linear against CHOLMOD, in one process, the minimum of many turns.
//
// Run: bench_linear [SIZE…] (vertices, default 400 1600 10000 40000). Prints CSV: the mesh, what is
// solved, and for both: analysis ms, factor ms, solve us (two right-hand sides for block 1, one of
// 2 n for block 2), and the numbers in the factor. Turns alternate, so that both meet the same
// noise.
// SPDX-License-Identifier: MIT
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "linear/linear.h"
#include "pantin/base.h"

#ifndef PANTIN_HAS_CHOLMOD
int main(void) {
    printf("bench_linear: built without CHOLMOD, its peer; nothing to compare with\n");
    return 0;
}
#else
#include <cholmod.h>

typedef struct problem {
    int n, edge_count, block;
    linear_edge *edges;
    pantin_vec2 *positions;
    double *diagonal, *off, *b, *x;
} problem;

typedef struct times {
    double analyse, factor, solve;
    long long numbers;
} times;

static double clock_ms(void) { return 1e3 * pantin_clock_seconds(); }
static void keep_least(double *least, double value) {
    if (*least == 0.0 || value < *least) *least = value;
}

/// A square of about `size` vertices, two triangles a cell; `rough` shifts the points and turns
/// half of the diagonals, so that the degrees differ.
static problem make_problem(int size, int block, bool rough) {
    int side = (int)sqrt((double)size);
    problem p = { .n = side * side, .block = block };
    p.edges = calloc((size_t)(3 * p.n), sizeof(linear_edge));
    p.positions = calloc((size_t)p.n, sizeof(pantin_vec2));
    unsigned seed = 1;
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++) {
            int v = y * side + x;
            seed = seed * 1664525u + 1013904223u;
            p.positions[v] = (pantin_vec2){ x + (rough ? (seed >> 16) * 1e-5 : 0.0), y };
            if (x + 1 < side) p.edges[p.edge_count++] = (linear_edge){ v, v + 1 };
            if (y + 1 < side) p.edges[p.edge_count++] = (linear_edge){ v, v + side };
            if (x + 1 == side || y + 1 == side) continue;
            if (rough && (seed >> 30) < 2)
                p.edges[p.edge_count++] = (linear_edge){ v, v + side + 1 };
            else
                p.edges[p.edge_count++] = (linear_edge){ v + 1, v + side };
        }
    int d = block == 1 ? 1 : 3, o = block == 1 ? 1 : 4;
    p.diagonal = calloc((size_t)(d * p.n), sizeof(double));
    p.off = calloc((size_t)(o * p.edge_count), sizeof(double));
    p.b = calloc((size_t)(2 * p.n), sizeof(double));
    p.x = calloc((size_t)(2 * p.n), sizeof(double));
    for (int v = 0; v < p.n; v++) {
        p.diagonal[d * v] = 0.01;
        if (block == 2) p.diagonal[3 * v + 2] = 0.01;
        p.b[2 * v] = sin(v);
        p.b[2 * v + 1] = cos(v);
    }
    for (int e = 0; e < p.edge_count; e++) { // springs along unit directions
        double w = 1.0 + 0.5 * sin(e), c = cos(e), s = sin(e);
        double block2[4] = { -w * (0.2 + c * c), -w * c * s, -w * c * s, -w * (0.2 + s * s) };
        int ends[2] = { p.edges[e].a, p.edges[e].b };
        if (block == 1) p.off[e] = -w;
        for (int k = 0; k < 4 && block == 2; k++) p.off[4 * e + k] = block2[k];
        for (int k = 0; k < 2; k++) {
            if (block == 1) p.diagonal[ends[k]] += w;
            for (int t = 0; t < 3 && block == 2; t++)
                p.diagonal[3 * ends[k] + t] -= block2[t == 2 ? 3 : t];
        }
    }
    return p;
}

static void free_problem(problem *p) {
    free(p->edges);
    free(p->positions);
    free(p->diagonal);
    free(p->off);
    free(p->b);
    free(p->x);
}

static cholmod_sparse *make_sparse(const problem *p, cholmod_common *common) {
    int b = p->block;
    size_t entries = (size_t)(p->n * (b == 1 ? 1 : 3) + p->edge_count * b * b);
    cholmod_triplet *t = cholmod_allocate_triplet((size_t)(p->n * b), (size_t)(p->n * b), entries,
                                                  -1, CHOLMOD_REAL, common);
    int *rows = t->i, *columns = t->j;
    double *values = t->x;
    size_t k = 0;
    for (int v = 0; v < p->n; v++)
        for (int i = 0; i < b; i++)
            for (int j = 0; j <= i; j++, k++) {
                rows[k] = b * v + i;
                columns[k] = b * v + j;
                values[k] = b == 1 ? p->diagonal[v] : p->diagonal[3 * v + i + j];
            }
    for (int e = 0; e < p->edge_count; e++)
        for (int i = 0; i < b; i++)
            for (int j = 0; j < b; j++, k++) {
                int row = b * p->edges[e].a + i, column = b * p->edges[e].b + j;
                rows[k] = row > column ? row : column;
                columns[k] = row > column ? column : row;
                values[k] = p->off[b * b * e + b * i + j];
            }
    t->nnz = k;
    cholmod_sparse *a = cholmod_triplet_to_sparse(t, 0, common);
    cholmod_free_triplet(&t, common);
    return a;
}

static void time_ours(problem *p, times *least, int solves) {
    double t0 = clock_ms();
    linear_system *s = linear_create(p->n, p->edges, p->edge_count, p->block, p->positions, NULL);
    double t1 = clock_ms();
    keep_least(&least->analyse, t1 - t0);
    if (!s) exit(2);
    for (int k = 0; k < 3; k++) {
        t0 = clock_ms();
        if (!linear_factor(s, p->diagonal, p->off)) exit(2);
        keep_least(&least->factor, clock_ms() - t0);
    }
    for (int k = 0; k < solves; k++) {
        t0 = clock_ms();
        linear_solve(s, p->b, p->x);
        keep_least(&least->solve, 1e3 * (clock_ms() - t0));
    }
    least->numbers = linear_count(s).factor_entries;
    linear_destroy(s);
}

static void time_cholmod(const problem *p, times *least, int solves, bool supernodal,
                         cholmod_common *common, double *difference) {
    common->supernodal = supernodal ? CHOLMOD_SUPERNODAL : CHOLMOD_SIMPLICIAL;
    common->final_ll = 1;
    cholmod_sparse *a = make_sparse(p, common);
    double t0 = clock_ms();
    cholmod_factor *factor = cholmod_analyze(a, common);
    keep_least(&least->analyse, clock_ms() - t0);
    for (int k = 0; k < 3; k++) {
        t0 = clock_ms();
        cholmod_factorize(a, factor, common);
        keep_least(&least->factor, clock_ms() - t0);
    }
    size_t n = (size_t)p->n, columns = p->block == 1 ? 2 : 1, rows = 2 * n / columns;
    cholmod_dense *b = cholmod_allocate_dense(rows, columns, rows, CHOLMOD_REAL, common);
    cholmod_dense *x = NULL, *y = NULL, *e = NULL;
    double *values = b->x;
    for (size_t i = 0; i < 2 * n; i++) values[p->block == 1 ? i / 2 + i % 2 * n : i] = p->b[i];
    for (int k = 0; k < solves; k++) {
        t0 = clock_ms();
        cholmod_solve2(CHOLMOD_A, factor, b, NULL, &x, NULL, &y, &e, common);
        keep_least(&least->solve, 1e3 * (clock_ms() - t0));
    }
    const double *got = x->x;
    double worst = 0.0, most = 0.0;
    for (size_t i = 0; i < 2 * n; i++) {
        double v = got[p->block == 1 ? i / 2 + i % 2 * n : i];
        worst = fmax(worst, fabs(v - p->x[i]));
        most = fmax(most, fabs(v));
    }
    *difference = worst / most;
    least->numbers = supernodal ? (long long)factor->xsize : (long long)factor->nzmax;
    cholmod_free_dense(&b, common);
    cholmod_free_dense(&x, common);
    cholmod_free_dense(&y, common);
    cholmod_free_dense(&e, common);
    cholmod_free_factor(&factor, common);
    cholmod_free_sparse(&a, common);
}

static void bench(int size, int block, bool rough, cholmod_common *common) {
    problem p = make_problem(size, block, rough);
    times ours = { 0 }, simplicial = { 0 }, supernodal = { 0 };
    double difference = 0.0, unused;
    int turns = size > 20000 ? 3 : 15, solves = size > 20000 ? 5 : 40;
    for (int k = 0; k < turns; k++) {
        time_ours(&p, &ours, solves);
        time_cholmod(&p, &simplicial, solves, false, common, &difference);
        time_cholmod(&p, &supernodal, solves, true, common, &unused);
    }
    printf("%s,%d,%d", rough ? "rough" : "grid", p.n, block);
    const times *all[] = { &ours, &simplicial, &supernodal };
    for (int k = 0; k < 3; k++)
        printf(",%.3f,%.3f,%.1f,%lld", all[k]->analyse, all[k]->factor, all[k]->solve,
               all[k]->numbers);
    printf(",%.1e\n", difference);
    fflush(stdout);
    free_problem(&p);
}

int main(int argc, char **argv) {
    cholmod_common common;
    cholmod_start(&common);
    common.print = 0;
    common.nmethods = 1;
    common.method[0].ordering = CHOLMOD_AMD;
    common.postorder = 1;
    printf("mesh,vertices,block");
    const char *names[] = { "pantin", "simplicial", "supernodal" };
    for (int k = 0; k < 3; k++)
        printf(",%s_analyse_ms,%s_factor_ms,%s_solve_us,%s_numbers", names[k], names[k], names[k],
               names[k]);
    printf(",difference\n");
    const int usual[] = { 400, 1600, 10000, 40000 };
    for (int k = 0; k < (argc > 1 ? argc - 1 : 4); k++)
        for (int block = 1; block <= 2; block++)
            for (int rough = 0; rough < 2; rough++)
                bench(argc > 1 ? atoi(argv[k + 1]) : usual[k], block, rough, &common);
    cholmod_finish(&common);
    return 0;
}
#endif
