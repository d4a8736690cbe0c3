// refine.c — holes between the samples are filled, and sharp triangles are opened.
//
// A triangle is bad when its circle is larger than the wanted length, or its smallest angle below
// 25 degrees (circle / shortest side > 1 / (2 sin 25 degrees)). A bad triangle's circle center is
// as far from all vertices as can be, so it becomes a vertex. When the outline hides it, or it
// would crowd an edge of the outline (lie under an arc of 120 degrees over it), that edge is halved
// instead. Bad triangles wait first come first served; what a new vertex makes bad is appended.
//
// It ends: new vertices are at least as far from others as a bad triangle's shortest side, halves
// are not shorter than a share of the wanted length, and points are counted. Where the outline
// itself is sharp, or a limb thinner than any fair triangle, a sharp triangle is left; pantin_mesh
// tells by smallest_angle.
//
// Ruppert: A Delaunay Refinement Algorithm for Quality 2-Dimensional Mesh Generation, 1995. Chew:
// Guaranteed-Quality Mesh Generation for Curved Surfaces, 1993. Shewchuk: Delaunay Refinement
// Algorithms for Triangular Mesh Generation, 2002 (arcs instead of circles: fewer halves).
// SPDX-License-Identifier: MIT
#include "base/memory.h"
#include "mesh/delaunay.h"
#include "mesh/predicate.h"

enum { MARK_WAITING = 1 };
#define LARGEST 1.0     // circle radius, of the wanted length
#define SHARPEST 1.1831 // circle radius / shortest side at 25 degrees
#define ARC (-0.5)      // cosine of the angle under which a crowded edge is seen
#define NEAREST 0.02    // of the wanted length: no two vertices are made nearer
#define NEAREST_PX 0.3

typedef struct refiner {
    triangulation *mesh;
    const mesh_sizing *sizing;
    int *queue; // owned
    int first, end, capacity;
    int most_points;
} refiner;

// --- the queue ----------------------------------------------------------------------------------

static bool make_room(refiner *r, int more, pantin_error *error) {
    if (r->end + more <= r->capacity) return true;
    for (int i = r->first; i < r->end; i++) r->queue[i - r->first] = r->queue[i];
    r->end -= r->first;
    r->first = 0;
    if (r->end + more <= r->capacity / 2) return true;
    int larger = 2 * (r->capacity + more);
    int *moved = memory_resize(r->queue, (size_t)r->capacity, (size_t)larger, sizeof *moved);
    if (!moved) return memory_fail(error, "the triangles of a mesh");
    r->queue = moved;
    r->capacity = larger;
    return true;
}

static void push(refiner *r, int t) {
    triangulation_triangle *here = &r->mesh->triangles[t];
    if (!here->inside || (here->waiting & MARK_WAITING)) return;
    here->waiting |= MARK_WAITING;
    r->queue[r->end++] = t;
}

/// Every triangle around vertex v waits. No outline touches the rectangle, so it is a full turn.
static bool push_around(refiner *r, int v, pantin_error *error) {
    const triangulation *mesh = r->mesh;
    int first = mesh->around[v], t = first;
    do {
        if (!make_room(r, 1, error)) return false;
        push(r, t);
        const int *c = mesh->triangles[t].corners;
        int k = c[0] == v ? 0 : c[1] == v ? 1 : 2;
        t = mesh->triangles[t].across[k == 2 ? 0 : k + 1];
    } while (t != first && t != PANTIN_NONE);
    return true;
}

// --- judging ------------------------------------------------------------------------------------

/// Answers whether t is bad, and the center of its circle.
static bool is_bad(const refiner *r, int t, vec2 *center) {
    const triangulation *mesh = r->mesh;
    const int *corners = mesh->triangles[t].corners;
    vec2 a = mesh->points[corners[0]];
    vec2 b = vec2_sub(mesh->points[corners[1]], a), c = vec2_sub(mesh->points[corners[2]], a);
    double cross = vec2_cross(b, c), bb = vec2_dot(b, b), cc = vec2_dot(c, c);
    if (!(cross > 0)) return false;
    vec2 bc = vec2_sub(c, b);
    double shortest = min_double(vec2_dot(bc, bc), min_double(bb, cc));
    vec2 offset = vec2_scale(vec2_make(c.y * bb - b.y * cc, b.x * cc - c.x * bb), 0.5 / cross);
    double circle = vec2_dot(offset, offset);
    *center = vec2_add(a, offset);
    if (!finite_double(center->x) || !finite_double(center->y)) return false;
    if (circle > SHARPEST * SHARPEST * shortest) return true;
    vec2 middle = vec2_add(a, vec2_scale(vec2_add(b, c), 1.0 / 3.0));
    double wanted = LARGEST * mesh_sizing_at(r->sizing, middle);
    return circle > wanted * wanted;
}

// --- mending ------------------------------------------------------------------------------------

static double least_distance(const refiner *r, vec2 p) {
    return max_double(NEAREST_PX, NEAREST * mesh_sizing_at(r->sizing, p));
}

/// Halves an edge of the outline. Its middle may lie off the line by rounding, so it is checked
/// that the four triangles it makes have area.
static int halve(refiner *r, int t, int k) {
    triangulation *mesh = r->mesh;
    const triangulation_triangle *here = &mesh->triangles[t];
    int u = here->across[k];
    if (u == PANTIN_NONE) return PANTIN_NONE;
    vec2 a = mesh->points[here->corners[k]];
    vec2 b = mesh->points[here->corners[(k + 1) % 3]], c = mesh->points[here->corners[(k + 2) % 3]];
    vec2 d = mesh->points[mesh->triangles[u].corners[triangulation_edge_to(mesh, u, t)]];
    vec2 middle = vec2_mix(b, c, 0.5);
    if (vec2_distance(b, c) < 2 * least_distance(r, middle)) return PANTIN_NONE;
    if (!(predicate_orient(a, b, middle) > 0 && predicate_orient(a, middle, c) > 0 &&
          predicate_orient(d, c, middle) > 0 && predicate_orient(d, middle, b) > 0))
        return PANTIN_NONE;
    return triangulation_insert(mesh, middle, (triangulation_place){ t, k, PANTIN_NONE });
}

/// Answers the vertex that was added, or PANTIN_NONE where nothing helps.
static int mend(refiner *r, int t, vec2 center) {
    triangulation *mesh = r->mesh;
    bool barred;
    triangulation_place place = triangulation_look(mesh, center, t, &barred);
    if (place.triangle == PANTIN_NONE || place.corner != PANTIN_NONE) return PANTIN_NONE;
    if (barred ||
        (place.edge != PANTIN_NONE && triangulation_is_fixed(mesh, place.triangle, place.edge)))
        return halve(r, place.triangle, place.edge);
    mesh_sight sight = mesh_look_around(mesh, center, place, ARC);
    if (sight.edge != PANTIN_NONE) return halve(r, sight.triangle, sight.edge);
    double least = least_distance(r, center);
    if (!(sight.nearest >= least * least)) return PANTIN_NONE;
    return triangulation_insert(mesh, center, place);
}

static bool work(refiner *r, pantin_error *error) {
    triangulation *mesh = r->mesh;
    if (!make_room(r, mesh->triangle_count, error)) return false;
    for (int t = 0; t < mesh->triangle_count; t++) mesh->triangles[t].waiting = 0;
    for (int t = 0; t < mesh->triangle_count; t++) push(r, t);
    while (r->first < r->end && mesh->point_count < r->most_points) {
        int t = r->queue[r->first++];
        vec2 center;
        mesh->triangles[t].waiting &= (uint8_t)~MARK_WAITING;
        if (!triangulation_reserve(mesh, 1, error)) return false;
        if (!is_bad(r, t, &center)) continue;
        int added = mend(r, t, center);
        if (added == PANTIN_NONE) continue;
        if (!push_around(r, added, error)) return false;
        if (!make_room(r, 1, error)) return false;
        push(r, t); // it may still be there, and still be bad
    }
    return true;
}

bool mesh_refine(triangulation *mesh, const mesh_sizing *sizing, pantin_error *error) {
    refiner r = { .mesh = mesh, .sizing = sizing };
    r.most_points = min_int(MESH_VERTEX_LIMIT, mesh->point_count / 2 * 5 + 1000);
    bool done = work(&r, error);
    memory_free(r.queue, (size_t)r.capacity, sizeof *r.queue);
    return done;
}
