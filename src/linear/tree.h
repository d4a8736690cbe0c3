// tree.h — who waits for whom: the elimination tree, gathered into fronts.
// SPDX-License-Identifier: MIT
#ifndef LINEAR_TREE_H
#define LINEAR_TREE_H

#include "linear/graph.h"

/// Front f eliminates the vertices column[first[f] .. first[f + 1]) in that order; below them it
/// has `updates[f]` rows, all of them columns of fronts on the way to the root.
typedef struct linear_tree {
    int count;   // fronts; children stand before parents, each subtree in one run
    int *first;  // count + 1
    int *column; // n
    int *updates;
    int *parent; // PANTIN_NONE: a root
} linear_tree;

/// `order` is the elimination order. A refused allocation only marks `memory`.
void linear_tree_make(linear_tree *tree, arena *memory, const linear_graph *graph, const int *order,
                      int block);

#endif
