// cells.c — the ink as cells: copied with a margin, its edge counted, its pinholes closed.
//
// A pinhole, of at most border_px^2 and 64 cells, is filled: it would cost a dozen triangles and
// part nothing. Cells are filled only where that is simple: where it joins no two parts and closes
// no hole, ink connected over corners and blank over sides. That is so where the blank around the
// cell, as seen from its four sides, is in one piece:
//     sum over the sides k of (b_k - b_k b_k+1 b_k+2) = 1,      b: blank, 8 neighbours in a circle.
//
// Yokoi, Toriwaki, Fukumura: An Analysis of Topological Properties of Digitized Binary Pictures,
// 1975.
// SPDX-License-Identifier: MIT
#include "base/memory.h"
#include "base/vec.h"
#include "drawing/outline.h"

enum {
    CELL_LIMIT = 128 << 20,
    EDGE_LIMIT = 2000000, // sides of ink pixels that face blank
    PINHOLE_MOST = 64
};

const int outline_ink_around_x[8] = { 1, 1, 0, -1, -1, -1, 0, 1 };
const int outline_ink_around_y[8] = { 0, 1, 1, 1, 0, -1, -1, -1 };

void outline_ink_free(outline_ink *grown) {
    size_t size = (size_t)grown->width * (size_t)grown->height;
    memory_free(grown->cells, size, sizeof *grown->cells);
    memory_free(grown->levels, size, sizeof *grown->levels);
    *grown = (outline_ink){ 0 };
}

int outline_ink_alpha(const outline_ink *grown, int x, int y) {
    const pantin_image *image = &grown->drawing->image;
    int px = grown->left + x, py = grown->top + y;
    if (px < 0 || py < 0 || px >= image->width || py >= image->height) return 0;
    return image->pixels[4 * ((size_t)py * (size_t)image->width + (size_t)px) + 3];
}

// --- what there is to begin with ----------------------------------------------------------------

static void copy_ink(outline_ink *grown) {
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

bool outline_ink_count_edges(const outline_ink *grown, int *count, pantin_error *error) {
    int64_t edges = 0;
    for (int y = 1; y < grown->height; y++) {
        const uint8_t *row = grown->cells + (size_t)y * (size_t)grown->width;
        const uint8_t *above = row - grown->width;
        for (int x = 1; x < grown->width; x++)
            edges += ((row[x] ^ row[x - 1]) & CELL_INSIDE) + ((row[x] ^ above[x]) & CELL_INSIDE);
    }
    *count = (int)edges;
    if (edges <= EDGE_LIMIT) return true;
    return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "outline",
                       "the ink has %lld px of edge, more than %d: is it noise? Clean the mask, or "
                       "use style grid",
                       (long long)edges, EDGE_LIMIT);
}

bool outline_ink_is_simple(const outline_ink *grown, int cell) {
    int blank[10], pieces = 0;
    for (int k = 0; k < 8; k++)
        blank[k] = !(grown->cells[outline_ink_beside(grown, cell, k)] & CELL_INSIDE);
    blank[8] = blank[0];
    for (int k = 0; k < 8; k += 2) pieces += blank[k] - blank[k] * blank[k + 1] * blank[k + 2];
    return pieces == 1;
}

// --- pinholes -----------------------------------------------------------------------------------

/// Finds the blank that is connected to cell `from` over sides, up to one cell more than `most`.
static int find_blank(const outline_ink *grown, int from, int most, int *found) {
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

/// Fills a pinhole of at most `most` cells by taking simple ones until one is left. Around an
/// island in it a ring is left, and stays.
static void fill_pinhole(outline_ink *grown, int from, int most) {
    int found[PINHOLE_MOST + 1], left = find_blank(grown, from, most, found), before = 0;
    if (left > most) return;
    while (left > 1 && left != before) {
        before = left;
        for (int i = left - 1; i >= 0; i--) {
            if (!outline_ink_is_simple(grown, found[i])) continue;
            grown->cells[found[i]] |= CELL_INSIDE;
            found[i] = found[--left];
        }
    }
    if (left == 1) grown->cells[found[0]] |= CELL_INSIDE;
}

static void fill_pinholes(outline_ink *grown) {
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

// --- all together -------------------------------------------------------------------------------

bool outline_ink_make(const pantin_drawing *drawing, double border_px, outline_ink *made,
                      pantin_error *error) {
    int margin = (int)border_px + CELL_MARGIN;
    pantin_box box = drawing->ink_box;
    *made = (outline_ink){ .drawing = drawing,
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
        int edges;
        done = outline_ink_count_edges(made, &edges, error);
    }
    if (done) {
        fill_pinholes(made);
        if (border_px > 0) done = outline_ink_grow(made, error);
    }
    if (!done) outline_ink_free(made);
    return done;
}
