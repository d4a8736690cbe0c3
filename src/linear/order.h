// order.h — in which order the vertices are eliminated, so that little fills in.
// SPDX-License-Identifier: MIT
#ifndef LINEAR_ORDER_H
#define LINEAR_ORDER_H

#include "linear/graph.h"

/// Room for minimum degree on graphs of at most the sizes it was made for.
typedef struct linear_degree_room linear_degree_room;

linear_degree_room *linear_degree_room_make(arena *memory, int vertices, int neighbors);

/// Exact minimum degree. Orders the first `free_count` vertices of a graph into order[free_count];
/// the others are its shore: they count in the degrees, but are eliminated by someone else, later.
void linear_order_degree(linear_degree_room *room, int n, const int *start, const int *neighbor,
                         int free_count, int *order);

/// Fills order[n]: dissection down to pieces that minimum degree then orders. `positions` may be
/// NULL. A refused allocation only marks the arena.
void linear_order(arena *scratch, const linear_graph *graph, const pantin_vec2 *positions,
                  int *order);

#endif
