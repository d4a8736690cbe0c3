// fringe.c — the faint rim of a soft edge belongs to the figure, faint dust does not.
//
// A pixel of alpha 1..7 is below what a scan's noise leaves, so alone it says nothing. But a blurred
// shadow fades through those values, and a mesh that stops there cuts it in stairs. So the weak
// threshold holds only where it continues the strong one (hysteresis, as Canny does for edges): a
// faint pixel that touches a trace, corners counting, is a trace, and so on outward.
//
// Two sweeps, down and up, carry a rim along rows and columns in one go; they are repeated while
// anything changes, at most SWEEPS times, which a rim that winds more often than that outlasts.
//
// Canny: A Computational Approach to Edge Detection, 1986 (its double threshold).
// SPDX-License-Identifier: MIT
#include "drawing/ink.h"

#include "base/vec.h"

enum { SWEEPS = 8, FAINT_ALPHA = 1 };

static bool touches_trace(const pantin_drawing *d, int x, int y) {
    int width = d->image.width;
    for (int v = max_int(y - 1, 0); v <= min_int(y + 1, d->image.height - 1); v++)
        for (int u = max_int(x - 1, 0); u <= min_int(x + 1, width - 1); u++)
            if (d->ink[(size_t)v * (size_t)width + (size_t)u] != INK_BLANK) return true;
    return false;
}

/// One row, there or back; answers whether a pixel became a trace.
static bool sweep_row(pantin_drawing *d, int y, int step) {
    int width = d->image.width, x = step > 0 ? 0 : width - 1;
    size_t row = (size_t)y * (size_t)width;
    const uint8_t *alpha = d->image.pixels + 4 * row + 3;
    bool changed = false;
    for (int k = 0; k < width; k++, x += step) {
        if (d->ink[row + (size_t)x] != INK_BLANK || alpha[4 * (size_t)x] < FAINT_ALPHA) continue;
        if (!touches_trace(d, x, y)) continue;
        d->ink[row + (size_t)x] = INK_TRACE;
        changed = true;
    }
    return changed;
}

void ink_follow_fringe(pantin_drawing *drawing) {
    bool changed = true;
    for (int k = 0; k < SWEEPS && changed; k++) {
        changed = false;
        for (int y = 0; y < drawing->image.height; y++) changed |= sweep_row(drawing, y, 1);
        for (int y = drawing->image.height - 1; y >= 0; y--) changed |= sweep_row(drawing, y, -1);
    }
}
