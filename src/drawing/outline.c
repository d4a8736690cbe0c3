// outline.c — from cells inside and outside to closed polygons between them.
//
// The sides of cells that part inside from outside are followed with the inside on the right; where
// two inside cells meet at a corner only, the way turns left, past both, so they stay connected.
// Each side gives one point, on the line between the centers of its two cells, where the level
// between them is 0: marching squares, with its doubtful case decided for the ink. Each side has
// its own such line and lines of different sides never meet inside, so polygons never touch.
//
// Lorensen, Cline: Marching Cubes, 1987 (its planar case).
// SPDX-License-Identifier: MIT
#include "drawing/outline.h"

#include "base/memory.h"
#include "base/vec.h"

/// Directions: right, down, left, up. From the corner a side starts at, the cell on its right hand.
static const int right_x[4] = { 0, -1, -1, 0 }, right_y[4] = { 0, 0, -1, -1 };
static const int step_x[4] = { 1, 0, -1, 0 }, step_y[4] = { 0, 1, 0, -1 };

enum { WIDTH_MOST = 128 };

static bool is_inside(const outline_ink *grown, int x, int y) {
    return (grown->cells[(size_t)y * (size_t)grown->width + (size_t)x] & CELL_INSIDE) != 0;
}

// --- sides --------------------------------------------------------------------------------------

static int cell_right(const outline_ink *grown, outline_side side, int way) {
    return (side.y + right_y[way]) * grown->width + side.x + right_x[way];
}

int outline_side_inner(const outline_ink *grown, outline_side side) {
    return cell_right(grown, side, side.way);
}
int outline_side_outer(const outline_ink *grown, outline_side side) {
    return cell_right(grown, side, (side.way + 3) & 3);
}

outline_side outline_side_next(const outline_ink *grown, outline_side side) {
    int left = (side.way + 3) & 3;
    side.x += step_x[side.way];
    side.y += step_y[side.way];
    if (grown->cells[cell_right(grown, side, left)] & CELL_INSIDE)
        side.way = left;
    else if (!(grown->cells[cell_right(grown, side, side.way)] & CELL_INSIDE))
        side.way = (side.way + 1) & 3;
    return side;
}

static int count_sides(const outline_ink *grown) {
    int sides = 0;
    for (int y = 1; y < grown->height; y++) {
        const uint8_t *row = grown->cells + (size_t)y * (size_t)grown->width;
        const uint8_t *above = row - grown->width;
        for (int x = 1; x < grown->width; x++)
            sides += ((row[x] ^ row[x - 1]) & CELL_INSIDE) + ((row[x] ^ above[x]) & CELL_INSIDE);
    }
    return sides;
}

/// How far from the inner center to the outer the outline lies, as a share.
static double share_inside(const outline_ink *grown, int inner, int outer) {
    double in, out;
    if (grown->levels) {
        in = grown->levels[inner];
        out = grown->levels[outer];
        if (out >= 0) return 0.5; // only a channel keeps it outside
    } else {
        in = outline_ink_alpha(grown, inner % grown->width, inner / grown->width) - 127.5;
        out = outline_ink_alpha(grown, outer % grown->width, outer / grown->width) - 127.5;
    }
    return clamp_double(in / (in - out), 0.2, 0.8);
}

static vec2 center_of(const outline_ink *grown, int cell) {
    return vec2_make(grown->left + cell % grown->width + 0.5,
                     grown->top + cell / grown->width + 0.5);
}

/// How far outside the ink an inner cell at the outline is.
static double margin_at(const outline_ink *grown, int inner) {
    if (!grown->levels) return 0;
    double level = (double)grown->levels[inner] / LEVEL_OF_PX;
    return clamp_double(grown->border_px - level, 0, grown->border_px);
}

/// Follows the outline whose first side is the upper one of cell (x, y).
static int follow(outline_ink *grown, int x, int y, vec2 *points, double *margins) {
    outline_side side = { x, y, 0 };
    int count = 0;
    do {
        int inner = outline_side_inner(grown, side), outer = outline_side_outer(grown, side);
        if (side.way == 0) grown->cells[inner] |= CELL_FOLLOWED;
        margins[count] = margin_at(grown, inner);
        points[count++] = vec2_mix(center_of(grown, inner), center_of(grown, outer),
                                   share_inside(grown, inner, outer));
        side = outline_side_next(grown, side);
    } while (side.x != x || side.y != y || side.way != 0);
    return count;
}

static void follow_all(outline_ink *grown, pantin_outline *outline, int *starts) {
    int count = 0;
    for (int y = 1; y < grown->height - 1; y++)
        for (int x = 1; x < grown->width - 1; x++) {
            const uint8_t *cell = grown->cells + (size_t)y * (size_t)grown->width + x;
            bool top = (cell[0] & CELL_INSIDE) && !(*(cell - grown->width) & CELL_INSIDE);
            if (!top || (cell[0] & CELL_FOLLOWED)) continue;
            starts[outline->polygon_count++] = count;
            count += follow(grown, x, y, outline->points + count, outline->margins + count);
        }
    starts[outline->polygon_count] = count;
}

// --- widths -------------------------------------------------------------------------------------

/// From a point of the outline inward, across, to where it is outside again.
static double width_at(const outline_ink *grown, vec2 from, vec2 inward) {
    const double step = 0.5, skip = 0.9; // near the outline a cell may still be outside by rounding
    for (double away = skip; away < WIDTH_MOST; away += step) {
        double x = from.x + inward.x * away - grown->left;
        double y = from.y + inward.y * away - grown->top;
        if (!is_inside(grown, (int)x, (int)y)) return away;
    }
    return WIDTH_MOST;
}

static void measure_widths(const outline_ink *grown, pantin_outline *outline) {
    for (int c = 0; c < outline->polygon_count; c++) {
        int first = outline->starts[c], count = outline->starts[c + 1] - first;
        int span = min_int(3, count / 4); // the direction of some pixels, not of one
        for (int i = 0; i < count; i++) {
            const vec2 *points = outline->points + first;
            int ahead = i + span < count ? i + span : i + span - count;
            int behind = i >= span ? i - span : i - span + count;
            vec2 along = vec2_sub(points[ahead], points[behind]);
            double length = vec2_length(along);
            vec2 inward =
                length > 0 ? vec2_make(-along.y / length, along.x / length) : vec2_make(0, 0);
            outline->widths[first + i] = length > 0 ? width_at(grown, points[i], inward) : 1.0;
        }
    }
}

// --- all together -------------------------------------------------------------------------------

void pantin_outline_free(pantin_outline *outline) {
    if (!outline) return;
    size_t points = (size_t)outline->point_count;
    memory_free(outline->points, points, sizeof *outline->points);
    memory_free(outline->widths, points, sizeof *outline->widths);
    memory_free(outline->margins, points, sizeof *outline->margins);
    memory_free(outline->starts, (size_t)outline->polygon_count + 1, sizeof *outline->starts);
    *outline = (pantin_outline){ 0 };
}

static bool trace(outline_ink *grown, pantin_outline *outline, pantin_error *error) {
    int sides = count_sides(grown);
    size_t most = (size_t)sides / 4 + 2; // a polygon has four sides at least
    int *starts = memory_allocate(most, sizeof *starts);
    outline->point_count = sides;
    outline->points = memory_allocate((size_t)sides, sizeof *outline->points);
    outline->widths = memory_allocate((size_t)sides, sizeof *outline->widths);
    outline->margins = memory_allocate((size_t)sides, sizeof *outline->margins);
    bool done = starts && outline->points && outline->widths && outline->margins;
    if (done) {
        follow_all(grown, outline, starts);
        outline->starts =
            memory_allocate((size_t)outline->polygon_count + 1, sizeof *outline->starts);
        done = outline->starts != NULL;
    }
    if (done) {
        for (int c = 0; c <= outline->polygon_count; c++) outline->starts[c] = starts[c];
        measure_widths(grown, outline);
    }
    memory_free(starts, most, sizeof *starts);
    return done || memory_fail(error, "an outline");
}

bool pantin_outline_make(const pantin_drawing *drawing, double border_px, pantin_outline *outline,
                         pantin_error *error) {
    outline_ink grown;
    pantin_outline made = { 0 };
    if (!(border_px >= 0 && border_px <= 32))
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "border_px", "is %g, not within 0..32 px",
                           border_px);
    if (!outline_ink_make(drawing, border_px, &grown, error)) return false;
    bool done = trace(&grown, &made, error);
    outline_ink_free(&grown);
    if (done)
        *outline = made;
    else
        pantin_outline_free(&made);
    return done;
}
