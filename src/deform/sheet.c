// sheet.c — the rest shape as the players see it: checked, mirrored where asked, with its edges.
//
// A look the other way is the rest mirrored about a line that the rig names, x' = 2 mirror - x: the
// middle of the drawing, so that all pieces of one drawing keep their places to each other.
// That turns every triangle over, so two of its corners change places and all areas are positive
// again: from here on nobody needs to know. Edges are found by sorting the three sides of all
// triangles.
// SPDX-License-Identifier: MIT
#include "deform/sheet.h"

#include <string.h>

#include "base/sort.h"

// Within this no square or product of what a solve computes can overflow. False for NaN.
static bool is_sane(double px) { return px > -1e7 && px < 1e7; }

static bool check_mesh(const pantin_mesh *mesh, pantin_error *error) {
    if (mesh->vertex_count < 0 || mesh->triangle_count < 0 || mesh->triangle_count > INT32_MAX / 3)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "rest",
                           "a mesh of %d vertices and %d triangles", mesh->vertex_count,
                           mesh->triangle_count);
    if (mesh->vertex_count > 0 && mesh->islands == NULL)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "rest",
                           "the mesh does not say its islands, "
                           "make it by pantin_mesh_copy");
    for (int v = 0; v < mesh->vertex_count; v++) {
        if (!is_sane(mesh->vertices[v].x) || !is_sane(mesh->vertices[v].y))
            return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "rest",
                               "vertex %d is not within 1e7 px of the origin", v);
        if (mesh->islands[v] < 0 || mesh->islands[v] >= mesh->island_count)
            return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "rest",
                               "vertex %d is in island %d of %d", v, mesh->islands[v],
                               mesh->island_count);
    }
    for (int t = 0; t < mesh->triangle_count; t++) {
        const int *corner = mesh->triangles[t];
        for (int k = 0; k < 3; k++) {
            if (corner[k] < 0 || corner[k] >= mesh->vertex_count)
                return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "rest",
                                   "triangle %d names vertex %d of %d", t, corner[k],
                                   mesh->vertex_count);
            if (mesh->islands[corner[k]] != mesh->islands[corner[0]])
                return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "rest",
                                   "triangle %d joins two islands", t);
        }
    }
    return true;
}

static void find_box(sheet *s) {
    pantin_box box = { 0, 0, 0, 0 };
    for (int v = 0; v < s->vertex_count; v++) {
        vec2 p = s->rest[v];
        if (v == 0 || p.x < box.left) box.left = p.x;
        if (v == 0 || p.x > box.right) box.right = p.x;
        if (v == 0 || p.y < box.top) box.top = p.y;
        if (v == 0 || p.y > box.bottom) box.bottom = p.y;
    }
    s->center = vec2_make((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    s->diagonal = vec2_length(vec2_make(box.right - box.left, box.bottom - box.top));
}

static bool copy_rest(sheet *s, const pantin_mesh *mesh, bool mirrored, double mirror_x,
                      pantin_error *error) {
    if (mirrored && !is_sane(mirror_x))
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "mirror_x",
                           "%g is not within 1e7 px of the origin", mirror_x);
    for (int v = 0; v < s->vertex_count; v++) {
        vec2 p = mesh->vertices[v];
        s->rest[v] = mirrored ? vec2_make(2 * mirror_x - p.x, p.y) : p;
    }
    for (int t = 0; t < s->triangle_count; t++) {
        const int *corner = mesh->triangles[t];
        int *own = s->triangles[t];
        own[0] = corner[0];
        own[1] = mirrored ? corner[2] : corner[1];
        own[2] = mirrored ? corner[1] : corner[2];
        s->area[t] = sheet_cross(s->rest[own[0]], s->rest[own[1]], s->rest[own[2]]) / 2;
        // Mirroring rounds, and the area of a needle may not survive it.
        if (!(s->area[t] > 0) || !finite_double(s->area[t]))
            return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "rest",
                               "triangle %d has no positive area, clean the mesh first", t);
    }
    return true;
}

// Side 3 t + k of a triangle is the one opposite its corner k.
static linear_edge side_edge(const sheet *s, int side) {
    const int *corner = s->triangles[side / 3];
    int a = corner[(side % 3 + 1) % 3], b = corner[(side % 3 + 2) % 3];
    return a < b ? (linear_edge){ a, b } : (linear_edge){ b, a };
}

static int compare_sides(const void *context, int first, int second) {
    linear_edge f = side_edge(context, first), g = side_edge(context, second);
    if (f.a != g.a) return f.a < g.a ? -1 : 1;
    return (f.b > g.b) - (f.b < g.b);
}

// An edge with three triangles or more counts as one beside the outside: `crowded` marks it.
static void find_edges(sheet *s, int *order, int *scratch, bool *crowded) {
    int sides = 3 * s->triangle_count;
    for (int i = 0; i < sides; i++) order[i] = i;
    sort_indices(order, sides, compare_sides, s, scratch);
    for (int i = 0; i < sides; i++) {
        linear_edge e = side_edge(s, order[i]);
        int id = s->edge_count - 1, triangle = order[i] / 3;
        if (id < 0 || s->edges[id].a != e.a || s->edges[id].b != e.b) {
            id = s->edge_count++;
            s->edges[id] = e;
            s->owners[id][0] = triangle;
            s->owners[id][1] = PANTIN_NONE;
        } else if (s->owners[id][1] == PANTIN_NONE) {
            s->owners[id][1] = triangle;
        } else {
            crowded[id] = true;
        }
        s->sides[triangle][order[i] % 3] = id;
    }
}

static int corner_of(const int *corners, int vertex) {
    return corners[0] == vertex ? 0 : corners[1] == vertex ? 1 : 2;
}

// Walks around the vertex over its edges; true when that meets all its triangles and comes home.
static bool is_one_fan(const sheet *s, int vertex, int home, int around) {
    int t = home;
    for (int step = 1; step <= around; step++) {
        int side = s->sides[t][(corner_of(s->triangles[t], vertex) + 1) % 3];
        t = s->owners[side][0] == t ? s->owners[side][1] : s->owners[side][0];
        if (t == home) return step == around;
    }
    return false;
}

static void find_interior(sheet *s, int *home, int *around, const bool *crowded) {
    for (int v = 0; v < s->vertex_count; v++) {
        home[v] = PANTIN_NONE;
        around[v] = 0;
    }
    for (int t = 0; t < s->triangle_count; t++)
        for (int k = 0; k < 3; k++) {
            home[s->triangles[t][k]] = t;
            around[s->triangles[t][k]]++;
        }
    for (int v = 0; v < s->vertex_count; v++) s->interior[v] = around[v] > 0;
    for (int e = 0; e < s->edge_count; e++)
        if (s->owners[e][1] == PANTIN_NONE || crowded[e])
            s->interior[s->edges[e].a] = s->interior[s->edges[e].b] = false;
    for (int v = 0; v < s->vertex_count; v++)
        if (s->interior[v]) s->interior[v] = is_one_fan(s, v, home[v], around[v]);
}

bool sheet_create(sheet *s, arena *owner, const pantin_mesh *mesh, bool mirrored, double mirror_x,
                  pantin_error *error) {
    memset(s, 0, sizeof *s);
    if (!check_mesh(mesh, error)) return false;
    int n = mesh->vertex_count, m = mesh->triangle_count;
    arena brief = { 0 };
    s->vertex_count = n;
    s->triangle_count = m;
    s->island_count = mesh->island_count;
    s->islands = mesh->islands;
    s->rest = ARENA_ARRAY(owner, vec2, n);
    s->triangles = arena_take(owner, (size_t)m, sizeof *s->triangles);
    s->area = ARENA_ARRAY(owner, double, m);
    s->edges = ARENA_ARRAY(owner, linear_edge, 3 * m);
    s->sides = arena_take(owner, (size_t)m, sizeof *s->sides);
    s->owners = arena_take(owner, 3 * (size_t)m, sizeof *s->owners);
    s->interior = ARENA_ARRAY(owner, bool, n);
    int *order = ARENA_ARRAY(&brief, int, 3 * m), *scratch = ARENA_ARRAY(&brief, int, 3 * m);
    int *home = ARENA_ARRAY(&brief, int, n), *around = ARENA_ARRAY(&brief, int, n);
    bool *crowded = ARENA_ARRAY(&brief, bool, 3 * m);
    bool ready = !arena_failed(owner) && !arena_failed(&brief);
    if (!ready) {
        memory_fail(error, "the rest shape");
        goto done;
    }
    ready = copy_rest(s, mesh, mirrored, mirror_x, error);
    if (!ready) goto done;
    find_box(s);
    find_edges(s, order, scratch, crowded);
    find_interior(s, home, around, crowded);
done:
    arena_free(&brief);
    return ready;
}

void sheet_cotangents(const sheet *s, int triangle, double cotangents[3]) {
    const int *corner = s->triangles[triangle];
    for (int k = 0; k < 3; k++) {
        vec2 at = s->rest[corner[k]];
        cotangents[k] = vec2_dot(vec2_sub(s->rest[corner[(k + 1) % 3]], at),
                                 vec2_sub(s->rest[corner[(k + 2) % 3]], at)) /
                        (2 * s->area[triangle]);
    }
}

void sheet_positive_weights(const sheet *s, int triangle, double weights[3]) {
    sheet_cotangents(s, triangle, weights);
    for (int k = 0; k < 3; k++) {
        bool above = weights[k] > SHEET_LEAST_COTANGENT; // a NaN is not
        weights[k] = (above ? min_double(weights[k], 1e6) : SHEET_LEAST_COTANGENT) / 2;
    }
}
