// grid.c — square cells over the ink, two triangles each, numbered row by row.
//
// Cells are aligned to the drawing's origin, so moving ink inside a picture moves no cell line, and
// a cell is kept when any trace of ink lies in it: whole cells only, so every pixel with a trace is
// in a triangle whatever the limb's thickness, and cells at the right and bottom border may reach
// beyond the picture. Vertices are numbered along lattice rows: a matrix over them is a band (41 to
// 58 wide on real drawings). Cells that meet at a corner share its vertex, as ink that touches at a
// corner is one piece.
//
// The diagonal of cell (i, j) falls (\) where i + j is even and rises (/) where it is odd. One
// direction for all makes a strip bend otherwise to the left than to the right, by up to 0.0125 of
// a cell; with alternating ones the two are mirror images, and the energy is 2 % lower
// (docs/mesh.md). A rule of the place alone, so that a change of the ink here changes no triangle
// there.
// SPDX-License-Identifier: MIT
#include "mesh/build.h"

#include <string.h>

#include "base/memory.h"

/// Which cells are kept, with a border of one blank cell around, so that a corner always has four.
typedef struct cell_map {
    int columns, rows; // without the border
    double side;       // px
    uint8_t *kept;     // (columns + 2) * (rows + 2)
    int vertex_count, triangle_count;
} cell_map;

static size_t map_size(const cell_map *map) {
    return (size_t)(map->columns + 2) * (size_t)(map->rows + 2);
}

static void map_free(cell_map *map) { memory_free(map->kept, map_size(map), 1); }

static bool any_trace(const uint8_t *ink, int count) {
    uint64_t word;
    for (; count >= 8; ink += 8, count -= 8) {
        memcpy(&word, ink, sizeof word);
        if (word) return true;
    }
    for (; count > 0; ink++, count--)
        if (*ink) return true;
    return false;
}

/// The pixels [first, end) of a row (or column) of `size` that overlap cell i: those with
/// x < (i + 1) side and x + 1 > i side.
static void cell_pixels(int i, double side, int size, int *first, int *end) {
    double low = i * side, high = (i + 1) * side;
    *first = (int)low;
    *end = high < size ? (int)high + (high > (int)high) : size;
}

static int cells_over(int size, double side) {
    int count = (int)(size / side);
    while (count * side < size) count++;
    return count;
}

static void keep_cells(const pantin_drawing *drawing, cell_map *map) {
    int width = drawing->image.width, height = drawing->image.height;
    size_t stride = (size_t)map->columns + 2;
    for (int j = 0; j < map->rows; j++) {
        uint8_t *kept = map->kept + (size_t)(j + 1) * stride + 1;
        int top, bottom;
        cell_pixels(j, map->side, height, &top, &bottom);
        for (int y = top; y < bottom; y++) {
            const uint8_t *ink = drawing->ink + (size_t)y * (size_t)width;
            if (!any_trace(ink, width)) continue;
            for (int i = 0; i < map->columns; i++) {
                int left, right;
                if (kept[i]) continue;
                cell_pixels(i, map->side, width, &left, &right);
                kept[i] = any_trace(ink + left, right - left);
            }
        }
    }
}

/// Is the lattice corner up and left of this cell (of the bordered map) a vertex?
static bool corner_used(const uint8_t *cell, size_t stride) {
    return (cell[0] | cell[-1] | *(cell - stride) | *(cell - stride - 1)) != 0;
}

static void count_map(cell_map *map) {
    size_t stride = (size_t)map->columns + 2;
    for (int j = 0; j <= map->rows; j++) {
        const uint8_t *cells = map->kept + (size_t)(j + 1) * stride + 1;
        for (int i = 0; i <= map->columns; i++) {
            map->vertex_count += corner_used(cells + i, stride);
            map->triangle_count += 2 * cells[i];
        }
    }
}

static bool map_make(const pantin_drawing *drawing, double side, cell_map *map,
                     pantin_error *error) {
    *map = (cell_map){ .columns = cells_over(drawing->image.width, side),
                       .rows = cells_over(drawing->image.height, side),
                       .side = side };
    map->kept = memory_allocate(map_size(map), 1);
    if (!map->kept) return memory_fail(error, "the cells of a mesh");
    keep_cells(drawing, map);
    count_map(map);
    return true;
}

static void put_cell(pantin_mesh *mesh, int *next, bool falls, int a, int b, int c, int d) {
    // a b    the corners of a cell; both halves run clockwise as seen
    // d c
    int *first = mesh->triangles[(*next)++], *second = mesh->triangles[(*next)++];
    first[0] = a, first[1] = b, first[2] = falls ? c : d;
    second[0] = falls ? a : b, second[1] = c, second[2] = d;
}

/// `above` and `below`: the vertex at each corner of a cell row's two lattice rows.
static void fill_mesh(const cell_map *map, pantin_mesh *mesh, int *above, int *below) {
    size_t stride = (size_t)map->columns + 2;
    int vertex = 0, triangle = 0;
    for (int j = 0; j <= map->rows; j++) {
        const uint8_t *cells = map->kept + (size_t)(j + 1) * stride + 1;
        for (int i = 0; i <= map->columns; i++) {
            below[i] = PANTIN_NONE;
            if (!corner_used(cells + i, stride)) continue;
            below[i] = vertex;
            mesh->vertices[vertex++] = (pantin_vec2){ i * map->side, j * map->side };
        }
        const uint8_t *row = cells - stride; // between the lattice rows j - 1 and j
        for (int i = 0; i < map->columns; i++)
            if (row[i])
                put_cell(mesh, &triangle, ((i + j - 1) & 1) == 0, above[i], above[i + 1],
                         below[i + 1], below[i]);
        int *swap = above;
        above = below;
        below = swap;
    }
}

bool mesh_make_grid(const pantin_drawing *drawing, double spacing_px, pantin_mesh *mesh,
                    pantin_error *error) {
    cell_map map = { 0 };
    if (!map_make(drawing, spacing_px, &map, error)) return false;
    bool done = false;
    size_t corners = 2 * ((size_t)map.columns + 1);
    int *rows = NULL;
    if (map.vertex_count > MESH_VERTEX_LIMIT) {
        pantin_fail(error, PANTIN_ERROR_ARGUMENT, "spacing_px",
                    "%g px makes %d vertices, more than %d: make it larger", spacing_px,
                    map.vertex_count, MESH_VERTEX_LIMIT);
        goto done;
    }
    rows = memory_allocate(corners, sizeof *rows);
    if (!rows) {
        memory_fail(error, "the rows of a mesh");
        goto done;
    }
    if (!mesh_allocate(map.vertex_count, map.triangle_count, mesh, error)) goto done;
    fill_mesh(&map, mesh, rows, rows + corners / 2);
    done = true;
done:
    memory_free(rows, corners, sizeof *rows);
    map_free(&map);
    return done;
}

// --- the spacing that suits a drawing -----------------------------------------------------------

enum { SPACING_LEAST = 3, SPACING_MOST = 64, VERTICES_WANTED = 1500 };

static bool count_vertices(const pantin_drawing *drawing, int side, int *count,
                           pantin_error *error) {
    cell_map map;
    if (!map_make(drawing, side, &map, error)) return false;
    *count = map.vertex_count;
    map_free(&map);
    return true;
}

// Bisection for the last spacing that still has the vertices wanted, then the nearer (as a ratio)
// of it and the next. Counts fall as cells grow, up to chance in how they lie.
bool mesh_find_spacing(const pantin_drawing *drawing, double *spacing_px, pantin_error *error) {
    int low = SPACING_LEAST, high = SPACING_MOST, at_low = 0, at_high = 0;
    if (!count_vertices(drawing, low, &at_low, error)) return false;
    if (!count_vertices(drawing, high, &at_high, error)) return false;
    if (at_low <= VERTICES_WANTED) high = low;
    if (at_high >= VERTICES_WANTED) low = high;
    while (high - low > 1) {
        int middle = (low + high) / 2, at_middle = 0;
        if (!count_vertices(drawing, middle, &at_middle, error)) return false;
        if (at_middle >= VERTICES_WANTED)
            low = middle, at_low = at_middle;
        else
            high = middle, at_high = at_middle;
    }
    bool low_is_nearer = (int64_t)at_low * at_high <= (int64_t)VERTICES_WANTED * VERTICES_WANTED;
    *spacing_px = low_is_nearer ? low : high;
    return true;
}

double pantin_mesh_spacing(const pantin_drawing *drawing) {
    double spacing = 0;
    if (mesh_find_spacing(drawing, &spacing, NULL)) return spacing;
    // No memory to count with: cells as many as the ink's area alone would take.
    int side = SPACING_LEAST;
    while (side < SPACING_MOST && drawing->ink_count / (side * side) > VERTICES_WANTED) side++;
    return side;
}
