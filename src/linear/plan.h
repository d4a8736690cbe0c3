// plan.h — what create works out once: fronts, panels, and where every number goes.
//
// A *front* (supernode) is a run of pivots that share one pattern of rows below. It is cut into
// *panels* of at most 8 columns. Numbers are stored in pairs of rows, so that a pair fills a
// 16-byte lane:
//     element (row r, column c) of a panel of width w = values[((r / 2) w + c) 2 + r mod 2].
// With block 2 a pair is a vertex (its x and y). With block 1 it is two rows, and a front's list of
// rows gets a gap (the number n, whose values are 0) after an odd number of pivots or of rows
// below. The rows of a panel begin with its own pivots; in their place, ending where they end, the
// factor keeps the inverse of the triangle: with block 2 in pairs too, with block 1 row by row, each
// number in both lanes, since there a lane is a right-hand side. Of the rows below it keeps what is
// added in a solve: minus B.
// SPDX-License-Identifier: MIT
#ifndef LINEAR_PLAN_H
#define LINEAR_PLAN_H

#include "linear/graph.h"

enum {
    LINEAR_WIDTH = 8,      // columns of a panel; more would not fit the 16 vector registers
    LINEAR_MOST = 1 << 26, // vertices, or edges: offsets in bytes, neighbor lists and 2 n are ints
    LINEAR_SEAT = 16,      // bytes of a vertex in a right-hand side
};

typedef struct linear_panel {
    size_t values; // its first value
    size_t below;  // the first value of the rows below its own
    int width;     // columns: scalars
    int pivot;     // number of its first vertex; the others follow
    int pairs;     // of rows below its own
    int row_list;  // in plan.rows: of those pairs (block 1: two a pair)
} linear_panel;

typedef struct linear_front {
    int pivots, updates;    // vertices eliminated here; vertices below
    int padded;             // pivots and their gap
    int panel, panel_count; // in plan.front_panels, first to last
    int row_list;           // in plan.rows: pivots, gap, updates, gap
    int place;              // in plan.places: position of each update in the parent's list
    int inherited;          // updates that are pivots of the parent
    int child, sibling;     // PANTIN_NONE: no more
    int entry, entry_count; // of A, in plan.entries
    size_t update_values;   // of its update matrix, in the stack
} linear_front;

/// Where an edge's value goes: values[target + 2 column + row].
typedef struct linear_entry {
    size_t target;
    int edge;
    bool flipped; // the edge's `a` is the column here
} linear_entry;

/// The same run of code for panels one after the other: equal width.
typedef struct linear_run {
    int panel, count, width;
} linear_run;

typedef struct linear_plan {
    int n, block;
    int *order;           // order[number] = vertex
    int *seats;           // the same, as offsets in bytes into a right-hand side: 16 vertex
    linear_front *fronts; // children before parents, an order for a stack
    int front_count;
    linear_panel *panels; // in number order
    int panel_count;
    int *front_panels; // the panels of each front
    linear_run *runs;
    int run_count;
    int *rows; // lists of fronts, as offsets in bytes into the right-hand side: 16 number
    int *places;
    linear_entry *entries;           // edges, by front
    size_t *diagonals;               // by vertex
    size_t value_count, stack_count; // doubles
} linear_plan;

/// Keeps `order`, as linear_order made it, and renumbers it. False (error filled): too large; a
/// refused allocation only marks `memory`.
PANTIN_CHECKED bool linear_plan_make(linear_plan *plan, arena *memory, const linear_graph *graph,
                                     int *order, const linear_edge *edges, int block,
                                     pantin_error *error);

#endif
