// hash_linear.c — sparse solves: a wavy grid with springs of random strength, block 1 and block 2,
// small ones (minimum degree) and one over 5,000 vertices (dissection).
// SPDX-License-Identifier: MIT
#include "base/memory.h"
#include "base/random.h"
#include "base/vec.h"
#include "hash_cases.h"
#include "linear/linear.h"

/// A grid of width x height vertices, each tied to its right, lower and lower right neighbors.
typedef struct grid {
    int vertex_count, edge_count;
    linear_edge *edges;
    vec2 *positions;
    double *diagonal, *off, *b;
} grid;

static void grid_free(grid *g) {
    memory_free(g->edges, (size_t)g->vertex_count * 3, sizeof *g->edges);
    memory_free(g->positions, (size_t)g->vertex_count, sizeof *g->positions);
    memory_free(g->diagonal, (size_t)g->vertex_count * 3, sizeof *g->diagonal);
    memory_free(g->off, (size_t)g->vertex_count * 12, sizeof *g->off);
    memory_free(g->b, (size_t)g->vertex_count * 2, sizeof *g->b);
}

static bool grid_make(grid *g, int width, int height) {
    int n = width * height;
    *g = (grid){ .vertex_count = n };
    g->edges = memory_allocate((size_t)n * 3, sizeof *g->edges);
    g->positions = memory_allocate((size_t)n, sizeof *g->positions);
    g->diagonal = memory_allocate((size_t)n * 3, sizeof *g->diagonal);
    g->off = memory_allocate((size_t)n * 12, sizeof *g->off);
    g->b = memory_allocate((size_t)n * 2, sizeof *g->b);
    if (!g->edges || !g->positions || !g->diagonal || !g->off || !g->b) return false;
    static const int reach[3][2] = { { 1, 0 }, { 0, 1 }, { 1, 1 } };
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            g->positions[y * width + x] = vec2_make(x + 0.1 * (y % 3), y);
            for (int k = 0; k < 3; k++) {
                int nx = x + reach[k][0], ny = y + reach[k][1];
                if (nx < width && ny < height)
                    g->edges[g->edge_count++] = (linear_edge){ y * width + x, ny * width + nx };
            }
        }
    return true;
}

/// Springs along random directions: each adds k d d^T to both ends, so the sum is positive definite.
static void grid_fill(grid *g, int block, random_state *r) {
    int n = g->vertex_count;
    for (int i = 0; i < n; i++) {
        g->b[2 * i] = random_between(r, -1, 1);
        g->b[2 * i + 1] = random_between(r, -1, 1);
        g->diagonal[block == 1 ? i : 3 * i] = 0.01;
        if (block == 2) g->diagonal[3 * i + 1] = 0, g->diagonal[3 * i + 2] = 0.01;
    }
    for (int e = 0; e < g->edge_count; e++) {
        double x = random_between(r, -1, 1), y = random_between(r, -1, 1);
        int ends[2] = { g->edges[e].a, g->edges[e].b };
        if (block == 1) {
            g->off[e] = -x * x;
            for (int k = 0; k < 2; k++) g->diagonal[ends[k]] += x * x;
            continue;
        }
        double *off = g->off + 4 * e;
        off[0] = -x * x, off[1] = off[2] = -x * y, off[3] = -y * y;
        for (int k = 0; k < 2; k++) {
            double *at = g->diagonal + 3 * ends[k];
            at[0] += x * x, at[1] += x * y, at[2] += y * y;
        }
    }
}

static uint64_t hash_solve(int width, int height, int block) {
    grid g;
    uint64_t hash = 0;
    random_state r = random_make(29);
    linear_system *system = NULL;
    if (grid_make(&g, width, height))
        system = linear_create(g.vertex_count, g.edges, g.edge_count, block, g.positions, NULL);
    for (int round = 0; system && round < 2; round++) {
        grid_fill(&g, block, &r);
        if (!linear_factor(system, g.diagonal, g.off)) {
            hash = 0;
            break;
        }
        linear_solve(system, g.b, g.b);
        hash = pantin_hash(g.b, (size_t)g.vertex_count * 2 * sizeof *g.b, hash);
    }
    linear_destroy(system);
    grid_free(&g);
    return hash;
}

static uint64_t hash_solve_block1(void) { return hash_solve(37, 23, 1); }
static uint64_t hash_solve_block2(void) { return hash_solve(37, 23, 2); }
static uint64_t hash_solve_dissected(void) { return hash_solve(90, 61, 2); }

const hash_case hash_linear_cases[] = {
    { "linear.solve_block1", hash_solve_block1 },
    { "linear.solve_block2", hash_solve_block2 },
    { "linear.solve_dissected", hash_solve_dissected },
    { 0 },
};
