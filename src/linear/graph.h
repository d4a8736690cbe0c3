// graph.h — the pattern of a symmetric matrix as neighbor lists, both ways.
// SPDX-License-Identifier: MIT
#ifndef LINEAR_GRAPH_H
#define LINEAR_GRAPH_H

#include "base/arena.h"
#include "linear/linear.h"

/// The neighbors of v are neighbor[start[v] .. start[v + 1]), ascending, without v itself.
typedef struct linear_graph {
    int n;
    int *start;    // n + 1
    int *neighbor; // start[n] = 2 edges
    int *edge;     // the edge that made this neighbor
} linear_graph;

/// Checks the edges and lists them. False (with `error` filled) when one is out of range, a loop or
/// there twice; a refused allocation only marks the arena.
PANTIN_CHECKED bool linear_graph_build(linear_graph *graph, arena *memory, int n,
                                       const linear_edge *edges, int edge_count,
                                       pantin_error *error);

#endif
