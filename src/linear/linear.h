// linear.h — A x = b for a sparse symmetric positive definite A whose pattern is a graph.
//
// The pattern is analysed once (create), the values are factored whenever they change, and every
// factor is solved with as often as one likes. Rows are the vertices of the graph; a nonzero off
// the diagonal is an edge. An entry is a number (block 1) or a 2x2 matrix (block 2: x and y of a
// vertex are coupled). Same input, same bytes on every platform: all sums run in one order fixed by
// create.
// SPDX-License-Identifier: MIT
#ifndef LINEAR_LINEAR_H
#define LINEAR_LINEAR_H

#include "pantin/base.h"

/// The pattern, its elimination plan, one factor and the scratch of factor and solve. Not shared
/// between threads: factor and solve both write to it.
typedef struct linear_system linear_system;

/// An unordered pair of vertices: a != b, each pair at most once.
typedef struct linear_edge {
    int a, b;
} linear_edge;

/// What was done since create, and how big the factor is.
typedef struct linear_counts {
    int factors, solves; // calls of linear_factor and of linear_solve
    long long
        factor_entries; // numbers that the factor stores, explicit zeros of its panels included
    int supernodes;     // dense panels
} linear_counts;

/// Orders and analyses; allocates everything. `block` is 1 or 2. `positions` (n points, may be
/// NULL) help dissection above 5,000 vertices; they never change what is solved, only how fast.
/// Edges and positions are not kept. n = 0 is a system too. NULL on failure: a count below 0, a
/// block that is neither 1 nor 2, an edge out of range, a loop or an edge given twice
/// (PANTIN_ERROR_ARGUMENT), a factor too large to count, or memory (PANTIN_ERROR_MEMORY).
PANTIN_CHECKED linear_system *linear_create(int n, const linear_edge *edges, int edge_count,
                                            int block, const pantin_vec2 *PANTIN_NULLABLE positions,
                                            pantin_error *PANTIN_NULLABLE error);

/// NULL is fine.
void linear_destroy(linear_system *PANTIN_NULLABLE system);

/// Numeric factorization; the values are read, not kept. block 1: diagonal[n], off[edge_count].
/// block 2: diagonal[3 n] (xx, xy, yy of each vertex), off[4 edge_count] (row a, column b of the
/// edge as it was given: xx, xy, yx, yy). False if a pivot is not > 0 (a NaN is not, an infinity or
/// a subnormal does not count): the matrix is not positive definite, the factor is then unusable,
/// and the next linear_factor starts afresh. No allocation.
PANTIN_CHECKED bool linear_factor(linear_system *system, const double *diagonal, const double *off);

/// block 1: solves A x = b for two right-hand sides at once, interleaved: b[2 n], x[2 n].
/// block 2: one right-hand side of 2 n. `x` may be `b`, but must not overlap it otherwise. Needs a
/// linear_factor that answered true; without one x is filled with zeros. No allocation.
void linear_solve(linear_system *system, const double *b, double *x);

/// The order in which the system keeps a right-hand side: order[number] = vertex, n of them.
const int *linear_order_of(const linear_system *system);
/// The same solve in place, by number: y has n + 1 times two numbers, 16-byte aligned, the last two
/// scratch that are 0 afterwards. For who solves in a loop, and need not go to and fro.
void linear_solve_numbered(linear_system *system, double *y);

/// Block 2, for who assembles in a loop: linear_factor of values that stand where the factor reads
/// them. A place is 4 numbers of one array, 16-byte aligned, that holds vertices + edges of them: a
/// 2x2 matrix, column by column. That of an edge has the end that is eliminated last (of the higher
/// number) for its rows; of a vertex's own the upper one off the diagonal is not read.
/// `vertices` (n) and `edges` (edge_count, as given to create) get the number of their place.
void linear_places_of(const linear_system *system, int *vertices, int *edges);
PANTIN_CHECKED bool linear_factor_placed(linear_system *system, const double *places);

linear_counts linear_count(const linear_system *system);

#endif
