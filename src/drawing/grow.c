// grow.c — a border around the ink that joins nothing and closes nothing.
//
// The ink grows a pixel at a time, nearest first, and a pixel is taken only when it is simple: when
// taking it neither joins two parts of the ink (or of one part with itself: two legs side by side),
// nor closes a hole. With ink connected over corners and blank over sides, that is so where the
// blank around the pixel, as seen from its four sides, is in one piece:
//     sum over the sides k of (b_k - b_k b_k+1 b_k+2) = 1,      b: blank, 8 neighbours in a circle.
// So the border is border_px wide where there is room, and where there is not a channel one pixel
// wide remains. Where traces that hang on the ink reach beyond the border, it goes on from them, so
// that fading ends are kept; traces that hang on none count as ink.
// A pinhole, smaller than the border is wide and than 64 pixels, is filled before: it would cost a
// dozen triangles and part nothing.
//
// A cell remembers how deep it lies inside the border's edge, border + reach - |cell - nearest ink|,
// where the reach of a pixel of ink is how far the edge lies from its center, told by the alphas.
//
// Yokoi, Toriwaki, Fukumura: An Analysis of Topological Properties of Digitized Binary Pictures,
// 1975 (the sum). Ragnemalm: Neighborhoods for Distance Transformations Using Ordered Propagation,
// 1992 (growing by distance; within a quarter of a pixel of exact).
// SPDX-License-Identifier: MIT
#include "drawing/outline.h"

#include "base/memory.h"
#include "base/vec.h"

enum {
    CELL_LIMIT = 128 << 20,
    EDGE_LIMIT = 2000000, // sides of ink pixels that face blank
    BUCKETS_A_PX = 16,
    BUCKETS = 34 * BUCKETS_A_PX + 2,
    PINHOLE_MOST = 64
};

static const int around_x[8] = { 1, 1, 0, -1, -1, -1, 0, 1 };
static const int around_y[8] = { 0, 1, 1, 1, 0, -1, -1, -1 };

void grown_ink_free(grown_ink *grown) {
    size_t size = (size_t)grown->width * (size_t)grown->height;
    memory_free(grown->cells, size, sizeof *grown->cells);
    memory_free(grown->levels, size, sizeof *grown->levels);
    *grown = (grown_ink){ 0 };
}

int grown_ink_alpha(const grown_ink *grown, int x, int y) {
    const pantin_image *image = &grown->drawing->image;
    int px = grown->left + x, py = grown->top + y;
    if (px < 0 || py < 0 || px >= image->width || py >= image->height) return 0;
    return image->pixels[4 * ((size_t)py * (size_t)image->width + (size_t)px) + 3];
}

// --- what there is to begin with ----------------------------------------------------------------

static void copy_ink(grown_ink *grown) {
    const pantin_drawing *drawing = grown->drawing;
    int width = drawing->image.width, margin = -grown->left;
    for (int y = 0; y < grown->height; y++) {
        int py = grown->top + y;
        if (py < 0 || py >= drawing->image.height) continue;
        const uint8_t *ink = drawing->ink + (size_t)py * (size_t)width;
        uint8_t *cells = grown->cells + (size_t)y * (size_t)grown->width;
        int first = max_int(0, margin), end = min_int(grown->width, width - grown->left);
        for (int x = first; x < end; x++) {
            uint8_t is = ink[grown->left + x];
            cells[x] = is == 2 ? CELL_INSIDE : is == 1 && grown->border_px > 0 ? CELL_TRACE : 0;
        }
    }
}

static bool count_edges(const grown_ink *grown, pantin_error *error) {
    int64_t edges = 0;
    for (int y = 1; y < grown->height; y++) {
        const uint8_t *row = grown->cells + (size_t)y * (size_t)grown->width;
        const uint8_t *above = row - grown->width;
        for (int x = 1; x < grown->width; x++)
            edges += ((row[x] ^ row[x - 1]) & CELL_INSIDE) + ((row[x] ^ above[x]) & CELL_INSIDE);
    }
    if (edges <= EDGE_LIMIT) return true;
    return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "outline",
                       "the ink has %lld px of edge, more than %d: is it noise? Clean the mask, or "
                       "use style grid",
                       (long long)edges, EDGE_LIMIT);
}

// --- the queue ----------------------------------------------------------------------------------

/// Cells that wait, in buckets by distance, first come first served in each.
typedef struct growth {
    grown_ink *grown;
    struct waiting {
        int cell, seed, next;
    } *pool; // owned
    int used, capacity, free;
    int first[BUCKETS], last[BUCKETS];
    int bucket; // the one being emptied
    bool failed;
} growth;

static void push(growth *g, int cell, int seed, int bucket) {
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
    g->pool[slot].cell = cell;
    g->pool[slot].seed = seed;
    g->pool[slot].next = PANTIN_NONE;
    if (g->first[bucket] == PANTIN_NONE)
        g->first[bucket] = slot;
    else
        g->pool[g->last[bucket]].next = slot;
    g->last[bucket] = slot;
}

static bool pop(growth *g, int *cell, int *seed) {
    int slot = g->first[g->bucket];
    if (slot == PANTIN_NONE) return false;
    *cell = g->pool[slot].cell;
    *seed = g->pool[slot].seed;
    g->first[g->bucket] = g->pool[slot].next;
    g->pool[slot].next = g->free;
    g->free = slot;
    return true;
}

/// How far the ink's edge lies from the center of a pixel at it, px: the edge is taken for the line that
/// cuts the ways to the blank neighbours where alpha is one half.
static double reach_of(const grown_ink *grown, int cell) {
    int x = cell % grown->width, y = cell / grown->width;
    int alpha = grown_ink_alpha(grown, x, y);
    double cut[2] = { INFINITY, INFINITY };
    if (alpha < PANTIN_INK_ALPHA) return 0.5;
    for (int k = 0; k < 8; k += 2) {
        int beyond = grown_ink_alpha(grown, x + around_x[k], y + around_y[k]);
        if (beyond >= PANTIN_INK_ALPHA) continue;
        cut[k / 2 & 1] = min_double(cut[k / 2 & 1], (alpha - 127.5) / (alpha - beyond));
    }
    if (!finite_double(cut[0])) return finite_double(cut[1]) ? cut[1] : 0.5;
    if (!finite_double(cut[1])) return cut[0];
    return cut[0] * cut[1] / sqrt(cut[0] * cut[0] + cut[1] * cut[1]);
}

/// In 1/256 px, rounded down; `px` is within +-100.
static int level_of(double px) { return (int)((px + 128.0) * LEVEL_OF_PX) - 128 * LEVEL_OF_PX; }

static int cell_beside(const grown_ink *grown, int cell, int k) {
    return cell + around_y[k] * grown->width + around_x[k];
}

static bool is_at_edge(const grown_ink *grown, int cell) {
    const uint8_t *c = grown->cells + cell, *above = c - grown->width, *below = c + grown->width;
    int all = c[-1] & c[1] & above[-1] & above[0] & above[1] & below[-1] & below[0] & below[1];
    return (c[0] & CELL_INSIDE) && !(all & CELL_INSIDE);
}

/// Offers the cells around one that is inside, whose nearest ink is `seed`.
static void spread(growth *g, int cell, int seed) {
    grown_ink *grown = g->grown;
    double reach = reach_of(grown, seed);
    int seed_x = seed % grown->width, seed_y = seed / grown->width;
    int top = (int)(grown->border_px * LEVEL_OF_PX);
    for (int k = 0; k < 8; k++) {
        int to = cell_beside(grown, cell, k);
        uint8_t is = grown->cells[to];
        if (is & CELL_INSIDE) continue;
        double dx = to % grown->width - seed_x, dy = to / grown->width - seed_y;
        int level = level_of(grown->border_px + reach - sqrt(dx * dx + dy * dy));
        if (level < 0 && (is & CELL_TRACE)) {
            push(g, to, to, 0); // beyond the border, it is what the border grows from
            continue;
        }
        if (level <= grown->levels[to] && !(is & CELL_REFUSED)) continue;
        if (level > grown->levels[to]) grown->levels[to] = (int16_t)level;
        if (level >= 0)
            push(g, to, seed, (top + LEVEL_OF_PX - level) / (LEVEL_OF_PX / BUCKETS_A_PX));
    }
}

/// Would taking this cell leave all parts and holes as they are?
static bool is_simple(const grown_ink *grown, int cell) {
    int blank[10], pieces = 0;
    for (int k = 0; k < 8; k++)
        blank[k] = !(grown->cells[cell_beside(grown, cell, k)] & CELL_INSIDE);
    blank[8] = blank[0];
    for (int k = 0; k < 8; k += 2) pieces += blank[k] - blank[k] * blank[k + 1] * blank[k + 2];
    return pieces == 1;
}

// --- pinholes -----------------------------------------------------------------------------------

/// Finds the blank that is connected to cell `from` over sides, up to one cell more than `most`.
static int find_blank(const grown_ink *grown, int from, int most, int *found) {
    int count = 1, sides[4] = { 1, grown->width, -1, -grown->width };
    found[0] = from;
    for (int i = 0; i < count && count <= most; i++)
        for (int k = 0; k < 4 && count <= most; k++) {
            int cell = found[i] + sides[k];
            bool known = (grown->cells[cell] & CELL_INSIDE) != 0;
            for (int j = 0; j < count && !known; j++) known = found[j] == cell;
            if (!known) found[count++] = cell;
        }
    return count;
}

/// Fills a pinhole of at most `most` cells by taking simple ones until one is left. Around an island
/// in it a ring is left, and stays.
static void fill_pinhole(grown_ink *grown, int from, int most) {
    int found[PINHOLE_MOST + 1], left = find_blank(grown, from, most, found), before = 0;
    if (left > most) return;
    while (left > 1 && left != before) {
        before = left;
        for (int i = left - 1; i >= 0; i--) {
            if (!is_simple(grown, found[i])) continue;
            grown->cells[found[i]] |= CELL_INSIDE;
            found[i] = found[--left];
        }
    }
    if (left == 1) grown->cells[found[0]] |= CELL_INSIDE;
}

static void fill_pinholes(grown_ink *grown) {
    int most = (int)min_double(grown->border_px * grown->border_px, PINHOLE_MOST);
    if (most < 1) return;
    for (int y = 2; y < grown->height - 2; y++)
        for (int x = 2; x < grown->width - 2; x++) {
            int cell = y * grown->width + x;
            const uint8_t *c = grown->cells + cell;
            if ((c[0] & CELL_INSIDE) == 0 && (c[-1] & *(c - grown->width) & CELL_INSIDE))
                fill_pinhole(grown, cell, most);
        }
}

// --- growing ------------------------------------------------------------------------------------

/// In the margin's outermost ring nothing may lie: neighbours are looked at without a check.
static bool in_margin(const grown_ink *grown, int cell) {
    int x = cell % grown->width, y = cell / grown->width;
    return x < 1 || y < 1 || x >= grown->width - 1 || y >= grown->height - 1;
}

static void link_around(growth *g, int cell) {
    for (int k = 0; k < 8; k++) {
        int to = cell_beside(g->grown, cell, k);
        uint8_t is = g->grown->cells[to];
        if ((is & (CELL_TRACE | CELL_LINKED | CELL_INSIDE)) != CELL_TRACE) continue;
        g->grown->cells[to] |= CELL_LINKED;
        push(g, to, to, 0);
    }
}

/// Traces that hang on no ink become inside.
static void adopt_traces(growth *g) {
    grown_ink *grown = g->grown;
    int size = grown->width * grown->height, cell, seed;
    for (int i = 0; i < size; i++)
        if ((grown->cells[i] & CELL_INSIDE) && is_at_edge(grown, i)) link_around(g, i);
    while (pop(g, &cell, &seed)) link_around(g, cell);
    for (int i = 0; i < size; i++)
        if ((grown->cells[i] & (CELL_TRACE | CELL_LINKED)) == CELL_TRACE)
            grown->cells[i] |= CELL_INSIDE;
}

static void grow(growth *g) {
    grown_ink *grown = g->grown;
    int size = grown->width * grown->height, cell, seed;
    for (int i = 0; i < size; i++)
        if ((grown->cells[i] & CELL_INSIDE) && is_at_edge(grown, i)) spread(g, i, i);
    for (g->bucket = 0; g->bucket < BUCKETS; g->bucket++) {
        while (pop(g, &cell, &seed)) {
            if ((grown->cells[cell] & CELL_INSIDE) || in_margin(grown, cell)) continue;
            if (!is_simple(grown, cell)) {
                grown->cells[cell] |= CELL_REFUSED;
                continue;
            }
            grown->cells[cell] |= CELL_INSIDE;
            if (cell == seed)
                grown->levels[cell] = (int16_t)((grown->border_px + 0.5) * LEVEL_OF_PX);
            spread(g, cell, seed);
        }
    }
}

// --- all together -------------------------------------------------------------------------------

static bool grow_border(grown_ink *grown, pantin_error *error) {
    size_t size = (size_t)grown->width * (size_t)grown->height;
    int ink_level = (int)((grown->border_px + 0.5) * LEVEL_OF_PX);
    growth *g = memory_allocate(1, sizeof *g);
    grown->levels = memory_allocate(size, sizeof *grown->levels);
    bool done = g && grown->levels;
    if (done) {
        g->grown = grown;
        g->free = PANTIN_NONE;
        for (int b = 0; b < BUCKETS; b++) g->first[b] = PANTIN_NONE;
        adopt_traces(g);
        for (size_t i = 0; i < size; i++)
            grown->levels[i] =
                (int16_t)(grown->cells[i] & CELL_INSIDE ? ink_level : -LEVEL_OF_PX);
        grow(g);
        done = !g->failed;
        memory_free(g->pool, (size_t)g->capacity, sizeof *g->pool);
    }
    memory_free(g, 1, sizeof *g);
    return done || memory_fail(error, "the border of an outline");
}

bool grown_ink_make(const pantin_drawing *drawing, double border_px, grown_ink *made,
                    pantin_error *error) {
    int margin = (int)border_px + CELL_MARGIN;
    pantin_box box = drawing->ink_box;
    *made = (grown_ink){ .drawing = drawing,
                         .left = (int)box.left - margin,
                         .top = (int)box.top - margin,
                         .width = (int)(box.right - box.left) + 2 * margin,
                         .height = (int)(box.bottom - box.top) + 2 * margin,
                         .border_px = border_px };
    if ((int64_t)made->width * made->height > CELL_LIMIT)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "outline",
                           "the ink spans %d x %d px with its border, more than %d Mpx: make the "
                           "drawing smaller or border_px less",
                           made->width, made->height, CELL_LIMIT >> 20);
    made->cells = memory_allocate((size_t)made->width * (size_t)made->height, 1);
    bool done = made->cells != NULL;
    if (!done) memory_fail(error, "the cells of an outline");
    if (done) {
        copy_ink(made);
        done = count_edges(made, error);
    }
    if (done) {
        fill_pinholes(made);
        if (border_px > 0) done = grow_border(made, error);
    }
    if (!done) grown_ink_free(made);
    return done;
}
