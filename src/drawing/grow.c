// grow.c — a border around the ink that joins nothing and closes nothing.
//
// The ink grows a pixel at a time, nearest first. A pixel is taken only when it is simple: when it
// neither joins two parts of the ink nor closes a hole. Nor is one taken where two stretches of the
// ink's outline meet that are far apart along it: else the blind alley between two fingers could be
// filled from its end, cell by simple cell. So the border is border_px wide where there is room,
// and where there is not, a channel of a pixel or two remains. Where traces that hang on the ink
// reach beyond the border it goes on from them, so fading ends are kept; traces that hang on none
// count as ink.
//
// A cell remembers how deep it lies inside the border's edge, border + reach - |cell - nearest
// ink|, where the reach of a pixel of ink is how far the edge lies from its center, told by the
// alphas.
//
// Ragnemalm: Neighborhoods for Distance Transformations Using Ordered Propagation, 1992 (growing by
// distance; within a quarter of a pixel of exact).
// SPDX-License-Identifier: MIT
#include "drawing/outline.h"

#include "base/memory.h"
#include "base/vec.h"

enum { BUCKETS_A_PX = 16, BUCKETS = 34 * BUCKETS_A_PX + 2 };

// --- the queue ----------------------------------------------------------------------------------

/// A cell that is offered: `seed` is the ink it grew from, `label` the side of the ink's outline.
typedef struct offer {
    int cell, seed, label, next;
} offer;

/// Cells that wait, in buckets by distance, first come first served in each.
typedef struct growth {
    outline_ink *grown;
    // A cell's side of the ink, from 1: what it grew from; outside, one that it touches; 0: none.
    // Owned.
    int *labels;
    int *polygons;         // a side's polygon; owned
    int *starts;           // a polygon: its first side, and one more; owned
    outline_side *corners; // a polygon: its first side; owned
    int sides, polygon_count;
    offer *pool; // owned
    int used, capacity, free;
    int first[BUCKETS], last[BUCKETS];
    int bucket; // the one being emptied
    bool failed;
} growth;

static void push(growth *g, offer what, int bucket) {
    int slot = g->free;
    if (slot != PANTIN_NONE) {
        g->free = g->pool[slot].next;
    } else {
        if (g->used == g->capacity) {
            int larger = g->capacity > 0 ? 2 * g->capacity : 4096;
            void *moved =
                memory_resize(g->pool, (size_t)g->capacity, (size_t)larger, sizeof *g->pool);
            if (!moved) {
                g->failed = true;
                return;
            }
            g->pool = moved;
            g->capacity = larger;
        }
        slot = g->used++;
    }
    bucket = clamp_int(bucket, g->bucket, BUCKETS - 1);
    g->pool[slot] = what;
    g->pool[slot].next = PANTIN_NONE;
    if (g->first[bucket] == PANTIN_NONE)
        g->first[bucket] = slot;
    else
        g->pool[g->last[bucket]].next = slot;
    g->last[bucket] = slot;
}

static bool pop(growth *g, offer *what) {
    int slot = g->first[g->bucket];
    if (slot == PANTIN_NONE) return false;
    *what = g->pool[slot];
    g->first[g->bucket] = what->next;
    g->pool[slot].next = g->free;
    g->free = slot;
    return true;
}

// --- distances ----------------------------------------------------------------------------------

/// How far the ink's edge lies from the center of a pixel at it, px: the edge is taken for the line
/// that cuts the ways to the blank neighbours where alpha is one half.
static double reach_of(const outline_ink *grown, int cell) {
    int x = cell % grown->width, y = cell / grown->width;
    int alpha = outline_ink_alpha(grown, x, y);
    double cut[2] = { INFINITY, INFINITY };
    if (alpha < PANTIN_INK_ALPHA) return 0.5;
    for (int k = 0; k < 8; k += 2) {
        int beyond =
            outline_ink_alpha(grown, x + outline_ink_around_x[k], y + outline_ink_around_y[k]);
        if (beyond >= PANTIN_INK_ALPHA) continue;
        cut[k / 2 & 1] = min_double(cut[k / 2 & 1], (alpha - 127.5) / (alpha - beyond));
    }
    if (!finite_double(cut[0])) return finite_double(cut[1]) ? cut[1] : 0.5;
    if (!finite_double(cut[1])) return cut[0];
    return cut[0] * cut[1] / sqrt(cut[0] * cut[0] + cut[1] * cut[1]);
}

/// In 1/256 px, rounded down; `px` is within +-100.
static int level_of(double px) { return (int)((px + 128.0) * LEVEL_OF_PX) - 128 * LEVEL_OF_PX; }

static bool is_at_edge(const outline_ink *grown, int cell) {
    const uint8_t *c = grown->cells + cell, *above = c - grown->width, *below = c + grown->width;
    int all = c[-1] & c[1] & above[-1] & above[0] & above[1] & below[-1] & below[0] & below[1];
    return (c[0] & CELL_INSIDE) && !(all & CELL_INSIDE);
}

/// Offers a cell to be taken as grown from `seed`, whose edge is `reach` from its center.
static void offer_cell(growth *g, int cell, int seed, int label, double reach) {
    outline_ink *grown = g->grown;
    uint8_t is = grown->cells[cell];
    if (is & (CELL_INSIDE | CELL_BETWEEN)) return;
    double dx = cell % grown->width - seed % grown->width;
    double dy = cell / grown->width - seed / grown->width;
    int level = level_of(grown->border_px + reach - sqrt(dx * dx + dy * dy));
    if (level < 0 && (is & CELL_TRACE)) {
        // Beyond the border, it is what the border grows from.
        push(g, (offer){ .cell = cell, .seed = cell, .label = label }, 0);
        return;
    }
    if (level <= grown->levels[cell] && !(is & CELL_REFUSED)) return;
    if (level > grown->levels[cell]) grown->levels[cell] = (int16_t)level;
    if (level < 0) return;
    int depth = (int)(grown->border_px * LEVEL_OF_PX) + LEVEL_OF_PX - level;
    push(g, (offer){ .cell = cell, .seed = seed, .label = label },
         depth / (LEVEL_OF_PX / BUCKETS_A_PX));
}

// --- what may be taken --------------------------------------------------------------------------

/// Do these sides belong to different outlines, or to stretches of one that are farther apart along
/// it than a border goes around a corner?
static bool are_apart(const growth *g, int a, int b) {
    int polygon = g->polygons[a];
    if (polygon != g->polygons[b]) return true;
    int size = g->starts[polygon + 1] - g->starts[polygon];
    int along = a < b ? b - a : a - b;
    if (along > size - along) along = size - along;
    return along > (int)(4 * g->grown->border_px) + 8;
}

/// Would taking this cell bring it beside what grew from, or touches, a side that is far along?
/// What lies beyond a corner at which two inside cells meet is on the other side of them.
static bool is_between(const growth *g, int cell, int label) {
    const outline_ink *grown = g->grown;
    for (int k = 0; k < 8; k++) {
        if ((k & 1) && (grown->cells[outline_ink_beside(grown, cell, k - 1)] &
                        grown->cells[outline_ink_beside(grown, cell, (k + 1) & 7)] & CELL_INSIDE))
            continue;
        int other = g->labels[outline_ink_beside(grown, cell, k)];
        if (other != 0 && are_apart(g, label, other)) return true;
    }
    return false;
}

// --- growing ------------------------------------------------------------------------------------

/// In the margin's outermost ring nothing may lie: neighbours are looked at without a check.
static bool in_margin(const outline_ink *grown, int cell) {
    int x = cell % grown->width, y = cell / grown->width;
    return x < 1 || y < 1 || x >= grown->width - 1 || y >= grown->height - 1;
}

static void link_around(growth *g, int cell) {
    for (int k = 0; k < 8; k++) {
        int to = outline_ink_beside(g->grown, cell, k);
        uint8_t is = g->grown->cells[to];
        if ((is & (CELL_TRACE | CELL_LINKED | CELL_INSIDE)) != CELL_TRACE) continue;
        g->grown->cells[to] |= CELL_LINKED;
        push(g, (offer){ .cell = to }, 0);
    }
}

/// Traces that hang on no ink become inside.
static void adopt_traces(growth *g) {
    outline_ink *grown = g->grown;
    int size = grown->width * grown->height;
    offer what;
    for (int i = 0; i < size; i++)
        if ((grown->cells[i] & CELL_INSIDE) && is_at_edge(grown, i)) link_around(g, i);
    while (pop(g, &what)) link_around(g, what.cell);
    for (int i = 0; i < size; i++)
        if ((grown->cells[i] & (CELL_TRACE | CELL_LINKED)) == CELL_TRACE)
            grown->cells[i] |= CELL_INSIDE;
}

/// Numbers the sides of the ink's outlines from 1, along them.
static void number_sides(growth *g) {
    outline_ink *grown = g->grown;
    int size = grown->width * grown->height, side_number = 1;
    for (int i = grown->width; i < size; i++) {
        bool top =
            (grown->cells[i] & CELL_INSIDE) && !(grown->cells[i - grown->width] & CELL_INSIDE);
        if (!top || (grown->cells[i] & CELL_FOLLOWED)) continue;
        outline_side first = { i % grown->width, i / grown->width, 0 }, side = first;
        g->corners[g->polygon_count] = first;
        g->starts[g->polygon_count] = side_number;
        do {
            if (side.way == 0) grown->cells[outline_side_inner(grown, side)] |= CELL_FOLLOWED;
            g->polygons[side_number++] = g->polygon_count;
            side = outline_side_next(grown, side);
        } while (side.x != first.x || side.y != first.y || side.way != 0);
        g->starts[++g->polygon_count] = side_number;
    }
    for (int i = 0; i < size; i++) grown->cells[i] &= (uint8_t)~CELL_FOLLOWED;
}

/// Every cell that shares a side with the ink is offered first. One between two far stretches is
/// none's.
static void offer_first(growth *g) {
    outline_ink *grown = g->grown;
    for (int p = 0; p < g->polygon_count; p++) {
        outline_side side = g->corners[p];
        for (int label = g->starts[p]; label < g->starts[p + 1]; label++) {
            int *touched = &g->labels[outline_side_outer(grown, side)];
            if (*touched != 0 && are_apart(g, label, *touched))
                grown->cells[outline_side_outer(grown, side)] |= CELL_BETWEEN;
            *touched = label;
            side = outline_side_next(grown, side);
        }
    }
    for (int p = 0; p < g->polygon_count; p++) {
        outline_side side = g->corners[p];
        for (int label = g->starts[p]; label < g->starts[p + 1]; label++) {
            int inner = outline_side_inner(grown, side);
            offer_cell(g, outline_side_outer(grown, side), inner, label, reach_of(grown, inner));
            side = outline_side_next(grown, side);
        }
    }
}

static void take(growth *g, offer what) {
    outline_ink *grown = g->grown;
    uint8_t *cell = &grown->cells[what.cell];
    if ((*cell & CELL_INSIDE) || in_margin(grown, what.cell)) return;
    if (is_between(g, what.cell, what.label)) {
        *cell |= CELL_BETWEEN;
        return;
    }
    if (!outline_ink_is_simple(grown, what.cell)) {
        *cell |= CELL_REFUSED;
        return;
    }
    *cell |= CELL_INSIDE;
    g->labels[what.cell] = what.label;
    if (what.cell == what.seed)
        grown->levels[what.cell] = (int16_t)((grown->border_px + 0.5) * LEVEL_OF_PX);
    double reach = reach_of(grown, what.seed);
    for (int k = 0; k < 8; k++)
        offer_cell(g, outline_ink_beside(grown, what.cell, k), what.seed, what.label, reach);
}

static void grow(growth *g) {
    offer what;
    offer_first(g);
    for (g->bucket = 0; g->bucket < BUCKETS; g->bucket++)
        while (pop(g, &what)) take(g, what);
}

// --- all together -------------------------------------------------------------------------------

static bool growth_allocate(growth *g, pantin_error *error) {
    size_t size = (size_t)g->grown->width * (size_t)g->grown->height, sides = (size_t)g->sides;
    g->labels = memory_allocate(size, sizeof *g->labels);
    g->polygons = memory_allocate(sides + 1, sizeof *g->polygons);
    g->starts = memory_allocate(sides / 4 + 2, sizeof *g->starts);
    g->corners = memory_allocate(sides / 4 + 1, sizeof *g->corners);
    g->grown->levels = memory_allocate(size, sizeof *g->grown->levels);
    return (g->labels && g->polygons && g->starts && g->corners && g->grown->levels) ||
           memory_fail(error, "the border of an outline");
}

static void growth_free(growth *g) {
    size_t size = (size_t)g->grown->width * (size_t)g->grown->height, sides = (size_t)g->sides;
    memory_free(g->labels, size, sizeof *g->labels);
    memory_free(g->polygons, sides + 1, sizeof *g->polygons);
    memory_free(g->starts, sides / 4 + 2, sizeof *g->starts);
    memory_free(g->corners, sides / 4 + 1, sizeof *g->corners);
    memory_free(g->pool, (size_t)g->capacity, sizeof *g->pool);
    memory_free(g, 1, sizeof *g);
}

bool outline_ink_grow(outline_ink *grown, pantin_error *error) {
    size_t size = (size_t)grown->width * (size_t)grown->height;
    int ink_level = (int)((grown->border_px + 0.5) * LEVEL_OF_PX), edges = 0;
    growth *g = memory_allocate(1, sizeof *g);
    if (!g) return memory_fail(error, "the border of an outline");
    g->grown = grown;
    g->free = PANTIN_NONE;
    for (int b = 0; b < BUCKETS; b++) g->first[b] = PANTIN_NONE;
    adopt_traces(g);
    bool done = outline_ink_count_edges(grown, &edges, error); // again: faint marks are inside now
    if (done) {
        g->sides = edges;
        done = growth_allocate(g, error);
    }
    if (done) {
        for (size_t i = 0; i < size; i++)
            grown->levels[i] = (int16_t)(grown->cells[i] & CELL_INSIDE ? ink_level : -LEVEL_OF_PX);
        number_sides(g);
        grow(g);
    }
    if (g->failed) done = memory_fail(error, "the border of an outline");
    growth_free(g);
    return done;
}
