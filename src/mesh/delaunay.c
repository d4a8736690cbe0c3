// delaunay.c — triangles that follow the outline of the ink.
//
// The outline, grown by the border; how long edges are to be; the outline thinned to that; its
// edges fixed in a triangulation; samples inside; refinement. Then only triangles inside are kept,
// and vertices are numbered along rows of one spacing, so that neighbours in the sheet are
// neighbours in memory. Everything depends on the drawing, the options and the seed alone.
// SPDX-License-Identifier: MIT
#include "mesh/delaunay.h"

#include "base/memory.h"
#include "base/sort.h"

// --- a mesh of what lies inside -----------------------------------------------------------------

typedef struct row_order {
    const vec2 *points;
    double top, spacing;
} row_order;

static int compare_rows(const void *context, int a, int b) {
    const row_order *order = context;
    vec2 p = order->points[a], q = order->points[b];
    int row_a = (int)((p.y - order->top) / order->spacing);
    int row_b = (int)((q.y - order->top) / order->spacing);
    if (row_a != row_b) return row_a < row_b ? -1 : 1;
    if (p.x != q.x) return p.x < q.x ? -1 : 1;
    return p.y < q.y ? -1 : p.y > q.y;
}

/// A triangle by its least vertex, then the next: triangles of neighbours stand together.
static int compare_triangles(const void *context, int a, int b) {
    const int *first = (const int *)context + 3 * (size_t)a;
    const int *second = (const int *)context + 3 * (size_t)b;
    for (int k = 0; k < 3; k++)
        if (first[k] != second[k]) return first[k] < second[k] ? -1 : 1;
    return 0;
}

/// In double precision too, so that whoever computes the area finds it positive.
static bool is_kept(const triangulation *mesh, int t) {
    const int *c = mesh->triangles[t].corners;
    vec2 p = mesh->points[c[0]];
    return mesh->triangles[t].inside &&
           vec2_cross(vec2_sub(mesh->points[c[1]], p), vec2_sub(mesh->points[c[2]], p)) > 0;
}

/// Gives the vertices that are used their numbers; answers how many.
static int number_vertices(const triangulation *from, double spacing, int *numbers, int *order,
                           int *scratch) {
    int count = 0;
    for (int v = 0; v < from->point_count; v++) numbers[v] = PANTIN_NONE;
    for (int t = 0; t < from->triangle_count; t++)
        for (int k = 0; k < 3 && is_kept(from, t); k++) numbers[from->triangles[t].corners[k]] = 0;
    for (int v = 0; v < from->point_count; v++)
        if (numbers[v] != PANTIN_NONE) order[count++] = v;
    row_order rows = { from->points, from->points[0].y, spacing };
    sort_indices(order, count, compare_rows, &rows, scratch);
    for (int i = 0; i < count; i++) numbers[order[i]] = i;
    return count;
}

/// Copies a triangle, its least vertex first.
static void put_triangle(const triangulation *from, int t, const int *numbers, int to[3]) {
    const int *c = from->triangles[t].corners;
    int v[3] = { numbers[c[0]], numbers[c[1]], numbers[c[2]] };
    int k = v[0] < v[1] ? (v[0] < v[2] ? 0 : 2) : (v[1] < v[2] ? 1 : 2);
    for (int i = 0; i < 3; i++) to[i] = v[(k + i) % 3];
}

static bool collect(const triangulation *from, double spacing, pantin_mesh *mesh,
                    pantin_error *error) {
    int kept = 0;
    for (int t = 0; t < from->triangle_count; t++) kept += is_kept(from, t);
    if (kept == 0)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "spacing_px",
                           "no triangle fits into the ink: make border_px larger");
    size_t points = (size_t)from->point_count, triangles = (size_t)kept;
    size_t size = 3 * points + 5 * triangles;
    int *ints = memory_allocate(size, sizeof *ints);
    if (!ints) return memory_fail(error, "a mesh");
    int *numbers = ints, *order = ints + points, *scratch = ints + 2 * points;
    int *found = ints + 3 * points; // three a triangle
    int *places = ints + 3 * points + 3 * triangles, *places_scratch = places + triangles;
    int vertices = number_vertices(from, spacing, numbers, order, scratch);
    bool done = mesh_allocate(vertices, kept, mesh, error);
    if (done) {
        for (int i = 0; i < vertices; i++) mesh->vertices[i] = from->points[order[i]];
        int next = 0;
        for (int t = 0; t < from->triangle_count; t++) {
            if (!is_kept(from, t)) continue;
            put_triangle(from, t, numbers, found + 3 * next);
            places[next] = next;
            next++;
        }
        sort_indices(places, kept, compare_triangles, found, places_scratch);
        for (int t = 0; t < kept; t++)
            for (int k = 0; k < 3; k++) mesh->triangles[t][k] = found[3 * places[t] + k];
    }
    memory_free(ints, size, sizeof *ints);
    return done;
}

// --- the outline in a triangulation -------------------------------------------------------------

static pantin_box box_around(const pantin_outline *outline, double margin) {
    pantin_box box = { INFINITY, INFINITY, -INFINITY, -INFINITY };
    for (int i = 0; i < outline->point_count; i++) {
        vec2 p = outline->points[i];
        box = (pantin_box){ min_double(box.left, p.x), min_double(box.top, p.y),
                            max_double(box.right, p.x), max_double(box.bottom, p.y) };
    }
    return (pantin_box){ box.left - margin, box.top - margin, box.right + margin,
                         box.bottom + margin };
}

/// How far along Hilbert's curve through the box a point lies: near there is near in the plane.
static uint32_t along_curve(vec2 p, pantin_box box) {
    double size = max_double(box.right - box.left, box.bottom - box.top);
    uint32_t x = (uint32_t)((p.x - box.left) / size * 65535.0), along = 0;
    uint32_t y = (uint32_t)((p.y - box.top) / size * 65535.0);
    for (uint32_t half = 32768; half > 0; half /= 2) {
        uint32_t right = (x & half) != 0, low = (y & half) != 0;
        along = along * 4 + ((3 * right) ^ low);
        if (low) continue;
        if (right) x = 65535 - x, y = 65535 - y;
        uint32_t swap = x;
        x = y;
        y = swap;
    }
    return along;
}

static int compare_curve(const void *context, int a, int b) {
    const uint32_t *along = context;
    return along[a] < along[b] ? -1 : along[a] > along[b];
}

/// Inserts the points in the order of the curve, so that the walk to each is a few steps;
/// `vertices` tells which vertex each became.
static bool insert_outline(triangulation *mesh, const pantin_outline *outline, int *vertices,
                           pantin_error *error) {
    int count = outline->point_count;
    pantin_box box = { mesh->points[0].x, mesh->points[0].y, mesh->points[2].x, mesh->points[2].y };
    int *order = memory_allocate((size_t)count, 2 * sizeof *order);
    uint32_t *along = memory_allocate((size_t)count, sizeof *along);
    bool done = order && along;
    if (done) {
        for (int i = 0; i < count; i++) {
            order[i] = i;
            along[i] = along_curve(outline->points[i], box);
        }
        sort_indices(order, count, compare_curve, along, order + count);
        for (int i = 0; i < count; i++) {
            vec2 p = outline->points[order[i]];
            triangulation_place place = triangulation_find(mesh, p, PANTIN_NONE);
            vertices[order[i]] = triangulation_insert(mesh, p, place);
        }
    }
    memory_free(order, (size_t)count, 2 * sizeof *order);
    memory_free(along, (size_t)count, sizeof *along);
    return done || memory_fail(error, "a mesh");
}

static bool fix_edges(triangulation *mesh, const pantin_outline *outline, const int *vertices,
                      pantin_error *error) {
    for (int c = 0; c < outline->polygon_count; c++) {
        int first = outline->starts[c], end = outline->starts[c + 1];
        for (int i = first; i < end; i++)
            if (!triangulation_fix(mesh, vertices[i], vertices[i + 1 < end ? i + 1 : first]))
                return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "outline",
                                   "cannot be followed at %g, %g px: use style grid, or another "
                                   "spacing",
                                   outline->points[i].x, outline->points[i].y);
    }
    triangulation_mark_inside(mesh);
    return true;
}

static bool fix_outline(triangulation *mesh, const pantin_outline *outline, pantin_error *error) {
    int *vertices = memory_allocate((size_t)outline->point_count, sizeof *vertices);
    if (!vertices) return memory_fail(error, "a mesh");
    bool done =
        insert_outline(mesh, outline, vertices, error) && fix_edges(mesh, outline, vertices, error);
    memory_free(vertices, (size_t)outline->point_count, sizeof *vertices);
    return done;
}

static bool check_count(const mesh_sizing *sizing, const pantin_outline *outline,
                        pantin_error *error) {
    double count = mesh_sizing_vertices(sizing, outline);
    if (count <= MESH_VERTEX_LIMIT) return true;
    return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "spacing_px",
                       "%g px makes about %.0f vertices, more than %d: make it larger, or clear "
                       "the mask of specks",
                       sizing->most, count, MESH_VERTEX_LIMIT);
}

static bool triangulate(const pantin_outline *thin, const mesh_sizing *sizing, uint64_t seed,
                        triangulation *mesh, pantin_error *error) {
    pantin_box box = box_around(thin, 2 * sizing->most + 8);
    double expected = mesh_sizing_vertices(sizing, thin);
    int capacity = (int)clamp_double(1.3 * expected, thin->point_count, 4e6) + 64;
    return triangulation_create(box, capacity, mesh, error) && fix_outline(mesh, thin, error) &&
           mesh_add_samples(mesh, sizing, random_make(seed), error) &&
           mesh_refine(mesh, sizing, error);
}

bool mesh_make_delaunay(const pantin_drawing *drawing, const pantin_mesh_options *options,
                        pantin_mesh *mesh, pantin_error *error) {
    pantin_outline outline = { 0 }, thin = { 0 };
    mesh_sizing sizing = { 0 };
    triangulation made = { 0 };
    bool done = pantin_outline_make(drawing, options->border_px, &outline, error) &&
                mesh_sizing_make(&outline, options, &sizing, error) &&
                check_count(&sizing, &outline, error) &&
                mesh_thin_outline(&outline, &sizing, &thin, error) &&
                triangulate(&thin, &sizing, options->seed, &made, error) &&
                collect(&made, options->spacing_px, mesh, error);
    triangulation_free(&made);
    mesh_sizing_free(&sizing);
    pantin_outline_free(&thin);
    pantin_outline_free(&outline);
    return done;
}
