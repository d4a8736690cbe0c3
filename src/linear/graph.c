// graph.c — edges to neighbor lists by two counting passes.
//
// The first pass drops every edge into the bins of its ends, in the order given. Reading those bins
// in order and dropping each entry into the bin of its other end leaves every list ascending: a
// transpose sorts in linear time.
// SPDX-License-Identifier: MIT
#include "linear/graph.h"

#include <string.h>

static bool check_edges(int n, const linear_edge *edges, int edge_count, pantin_error *error) {
    for (int e = 0; e < edge_count; e++) {
        int a = edges[e].a, b = edges[e].b;
        if (n == 0)
            return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "edges",
                               "edge %d is (%d, %d), but there is no vertex", e, a, b);
        if (a < 0 || b < 0 || a >= n || b >= n)
            return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "edges",
                               "edge %d is (%d, %d), but the vertices are 0 to %d", e, a, b, n - 1);
        if (a == b)
            return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "edges",
                               "edge %d joins vertex %d to itself; put that value on the diagonal",
                               e, a);
    }
    return true;
}

static bool check_twice(const linear_graph *graph, pantin_error *error) {
    for (int v = 0; v < graph->n; v++)
        for (int k = graph->start[v] + 1; k < graph->start[v + 1]; k++)
            if (graph->neighbor[k] == graph->neighbor[k - 1])
                return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "edges",
                                   "edges %d and %d both join %d and %d; add their values in one",
                                   graph->edge[k - 1], graph->edge[k], v, graph->neighbor[k]);
    return true;
}

bool linear_graph_build(linear_graph *graph, arena *memory, int n, const linear_edge *edges,
                        int edge_count, pantin_error *error) {
    if (!check_edges(n, edges, edge_count, error)) return false;
    size_t ends = 2 * (size_t)edge_count, vertices = (size_t)n;
    graph->n = n;
    graph->start = ARENA_ARRAY(memory, int, vertices + 1);
    graph->neighbor = ARENA_ARRAY(memory, int, ends);
    graph->edge = ARENA_ARRAY(memory, int, ends);
    arena scratch = { 0 };
    int *fill = ARENA_ARRAY(&scratch, int, vertices + 1);
    int *bins = ARENA_ARRAY(&scratch, int, ends); // edges by one end, in the order given
    if (arena_failed(memory) || arena_failed(&scratch)) {
        memory->failed = true;
        arena_free(&scratch);
        return true;
    }
    for (int e = 0; e < edge_count; e++) {
        graph->start[edges[e].a + 1]++;
        graph->start[edges[e].b + 1]++;
    }
    for (int v = 0; v < n; v++) graph->start[v + 1] += graph->start[v];
    memcpy(fill, graph->start, (vertices + 1) * sizeof(int));
    for (int e = 0; e < edge_count; e++) {
        bins[fill[edges[e].a]++] = e;
        bins[fill[edges[e].b]++] = e;
    }
    memcpy(fill, graph->start, (vertices + 1) * sizeof(int));
    for (int v = 0; v < n; v++)
        for (int k = graph->start[v]; k < graph->start[v + 1]; k++) {
            const linear_edge *edge = &edges[bins[k]];
            int at = fill[edge->a == v ? edge->b : edge->a]++;
            graph->neighbor[at] = v;
            graph->edge[at] = bins[k];
        }
    arena_free(&scratch);
    return check_twice(graph, error);
}
