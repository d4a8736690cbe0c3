// with_systems.h — matrices to solve: meshes and random graphs with values that make them positive
// definite.
// SPDX-License-Identifier: MIT
#ifndef TESTS_LINEAR_WITH_SYSTEMS_H
#define TESTS_LINEAR_WITH_SYSTEMS_H

#include "linear/linear.h"

typedef struct matrix {
    int n, edge_count, block;
    linear_edge *edges;
    pantin_vec2 *positions;
    double *diagonal, *off; // as linear_factor takes them
    double *b, *x;          // 2 n each; b is filled
} matrix;

/// A sheet of width x height vertices, two triangles a cell, its diagonals and values from the
/// seed.
matrix matrix_of_sheet(int width, int height, int block, uint64_t seed);

/// Any graph: every pair of n vertices with probability `density`.
matrix matrix_of_chance(int n, double density, int block, uint64_t seed);

/// A given graph (copied), with values from the seed.
matrix matrix_of_edges(int n, const linear_edge *edges, int edge_count, int block, uint64_t seed);

void matrix_free(matrix *m);

/// max |b - A x| / (max row sum of |A| max |x| + max |b|).
double matrix_residual(const matrix *m);

/// Creates, factors and solves into m->x; fails the test when one of them says no.
linear_system *matrix_solve(matrix *m);

#endif
