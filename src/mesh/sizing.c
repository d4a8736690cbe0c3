// sizing.c — how long edges are to be, everywhere.
//
//     h(x) = min over y of ( wanted(y) + |x - y| / 3 )
//
// wanted is the spacing; the width where the ink is thinner than that, but 2 px at least (so that a
// limb one pixel wide gets triangles of a fair shape, and few); detail_px in a region. The minimum
// over all y makes neighbouring edges differ by little. It is found on cells a quarter of the least
// length wide by two sweeps, as a chamfer distance is.
//
// Borgefors: Distance Transformations in Digital Images, 1986 (the sweeps). Persson: Mesh Size
// Functions for Implicit Geometries and PDE-Based Gradient Limiting, 2006.
// SPDX-License-Identifier: MIT
#include "base/memory.h"
#include "mesh/delaunay.h"

enum { CELL_LIMIT = 4 << 20 };
#define GROWTH 0.3333
#define THIN 1.0     // of a limb's width
#define THINNEST 2.0 // px

static pantin_box box_of(const pantin_outline *outline) {
    pantin_box box = { INFINITY, INFINITY, -INFINITY, -INFINITY };
    for (int i = 0; i < outline->point_count; i++) {
        vec2 p = outline->points[i];
        box = (pantin_box){ min_double(box.left, p.x), min_double(box.top, p.y),
                            max_double(box.right, p.x), max_double(box.bottom, p.y) };
    }
    return box;
}

static int column_of(const mesh_sizing *sizing, double x) {
    return (int)clamp_double((x - sizing->left) / sizing->step, 0, sizing->columns - 1);
}
static int row_of(const mesh_sizing *sizing, double y) {
    return (int)clamp_double((y - sizing->top) / sizing->step, 0, sizing->rows - 1);
}
static float *cell_at(const mesh_sizing *sizing, vec2 p) {
    return &sizing->lengths[(size_t)row_of(sizing, p.y) * (size_t)sizing->columns +
                            (size_t)column_of(sizing, p.x)];
}

double mesh_sizing_at(const mesh_sizing *sizing, vec2 p) { return (double)*cell_at(sizing, p); }

static void want(float *cell, double length) {
    if (length < (double)*cell) *cell = (float)length;
}

// --- regions ------------------------------------------------------------------------------------

/// Flips, in each row of cells, the parity right of where the polygon's side crosses the row's
/// middle.
static void cross_rows(const mesh_sizing *sizing, vec2 a, vec2 b, uint8_t *parity) {
    if (!finite_double(a.x + a.y + b.x + b.y)) return;
    double low = min_double(a.y, b.y), high = max_double(a.y, b.y);
    int first = row_of(sizing, low), end = row_of(sizing, high);
    for (int row = first; row <= end; row++) {
        double y = sizing->top + (row + 0.5) * sizing->step;
        if ((a.y > y) == (b.y > y)) continue;
        double x = a.x + (b.x - a.x) * ((y - a.y) / (b.y - a.y));
        double cell = (x - sizing->left) / sizing->step - 0.5;
        if (cell >= sizing->columns - 1) continue;
        int column = cell < 0 ? 0 : (int)cell + 1;
        parity[(size_t)row * (size_t)sizing->columns + (size_t)column] ^= 1;
    }
}

static bool add_polygon(mesh_sizing *sizing, const pantin_mesh_region *region, double length,
                        pantin_error *error) {
    size_t size = (size_t)sizing->columns * (size_t)sizing->rows;
    uint8_t *parity = memory_allocate(size, 1);
    if (!parity) return memory_fail(error, "the density of a mesh");
    int count = region->polygon_count;
    for (int i = 0; i < count; i++) {
        vec2 a = region->polygon[i], b = region->polygon[i + 1 < count ? i + 1 : 0];
        cross_rows(sizing, a, b, parity);
    }
    for (int row = 0; row < sizing->rows; row++) {
        size_t start = (size_t)row * (size_t)sizing->columns;
        int inside = 0;
        for (int column = 0; column < sizing->columns; column++) {
            inside ^= parity[start + (size_t)column];
            if (inside) want(&sizing->lengths[start + (size_t)column], length);
        }
    }
    memory_free(parity, size, 1);
    return true;
}

static void add_mask(mesh_sizing *sizing, const pantin_mesh_region *region, double length) {
    for (int row = 0; row < sizing->rows; row++)
        for (int column = 0; column < sizing->columns; column++) {
            vec2 center = vec2_make(sizing->left + (column + 0.5) * sizing->step,
                                    sizing->top + (row + 0.5) * sizing->step);
            if (!mesh_region_contains(region, center)) continue;
            want(&sizing->lengths[(size_t)row * (size_t)sizing->columns + (size_t)column], length);
        }
}

// --- making -------------------------------------------------------------------------------------

static void sweep(mesh_sizing *sizing) {
    int columns = sizing->columns, rows = sizing->rows;
    float side = (float)(GROWTH * sizing->step), corner = (float)(GROWTH * 1.4142 * sizing->step);
    for (int way = 1; way >= -1; way -= 2)
        for (int j = 0; j < rows; j++)
            for (int i = 0; i < columns; i++) {
                int column = way > 0 ? i : columns - 1 - i, row = way > 0 ? j : rows - 1 - j;
                float *cell = &sizing->lengths[(size_t)row * (size_t)columns + (size_t)column];
                const float *behind = cell - way * columns;
                float least = *cell;
                if (i > 0 && cell[-way] + side < least) least = cell[-way] + side;
                if (j > 0) {
                    if (behind[0] + side < least) least = behind[0] + side;
                    if (i > 0 && behind[-way] + corner < least) least = behind[-way] + corner;
                    if (i + 1 < columns && behind[way] + corner < least)
                        least = behind[way] + corner;
                }
                *cell = least;
            }
}

static bool fill(mesh_sizing *sizing, const pantin_outline *outline,
                 const pantin_mesh_options *options, double detail, pantin_error *error) {
    size_t size = (size_t)sizing->columns * (size_t)sizing->rows;
    for (size_t i = 0; i < size; i++) sizing->lengths[i] = (float)sizing->most;
    for (int i = 0; i < outline->point_count; i++)
        want(cell_at(sizing, outline->points[i]), max_double(THIN * outline->widths[i], THINNEST));
    for (int r = 0; r < options->region_count; r++) {
        const pantin_mesh_region *region = &options->regions[r];
        if (region->polygon && !add_polygon(sizing, region, detail, error)) return false;
        if (!region->polygon && region->mask) add_mask(sizing, region, detail);
    }
    sweep(sizing);
    return true;
}

bool mesh_sizing_make(const pantin_outline *outline, const pantin_mesh_options *options,
                      mesh_sizing *made, pantin_error *error) {
    pantin_box box = box_of(outline);
    double detail = min_double(options->detail_px, options->spacing_px),
           least = options->spacing_px;
    double width = box.right - box.left, height = box.bottom - box.top;
    if (options->region_count > 0) least = detail;
    for (int i = 0; i < outline->point_count; i++)
        least = min_double(least, THIN * outline->widths[i]);
    double step =
        max_double(max_double(1.0, least / 4), sqrt((width + 2) * (height + 2) / CELL_LIMIT));
    *made = (mesh_sizing){ .left = box.left - step / 2,
                           .top = box.top - step / 2,
                           .step = step,
                           .columns = (int)(width / step) + 2,
                           .rows = (int)(height / step) + 2,
                           .most = options->spacing_px };
    made->lengths =
        memory_allocate((size_t)made->columns * (size_t)made->rows, sizeof *made->lengths);
    if (!made->lengths) return memory_fail(error, "the density of a mesh");
    if (fill(made, outline, options, detail, error)) return true;
    mesh_sizing_free(made);
    return false;
}

void mesh_sizing_free(mesh_sizing *sizing) {
    memory_free(sizing->lengths, (size_t)sizing->columns * (size_t)sizing->rows,
                sizeof *sizing->lengths);
    *sizing = (mesh_sizing){ 0 };
}

// By Green's theorem along rows: each side of the outline adds or takes the columns right of it.
// The density is summed along a row once for all.
double mesh_sizing_vertices(const mesh_sizing *sizing, const pantin_outline *outline) {
    double area = 0, along = 0, density = 0;
    size_t size = (size_t)sizing->columns * (size_t)sizing->rows;
    for (int c = 0; c < outline->polygon_count; c++) {
        int first = outline->starts[c], end = outline->starts[c + 1];
        for (int i = first; i < end; i++) {
            vec2 a = outline->points[i], b = outline->points[i + 1 < end ? i + 1 : first];
            area += vec2_cross(a, b) / 2;
            along += vec2_distance(a, b) / mesh_sizing_at(sizing, a);
        }
    }
    for (size_t i = 0; i < size; i++) {
        double h = (double)sizing->lengths[i];
        density += 1.0 / (h * h);
    }
    return area * density / (double)size + along;
}
