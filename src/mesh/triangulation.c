// triangulation.c — points go in one by one; edges flip until no circle holds a fourth point.
//
// A point is found by walking toward it, splits the triangle (or the edge) it lies in, and the
// edges around are flipped where the circle through one side's corners holds the other's. Each flip
// ties the new point to one more vertex, so a point costs about six of them, and with points
// inserted near the last one the walk is a few steps. All decisions are signs of
// predicate_orient and predicate_incircle, so no order of points and no near-degenerate input
// can make the structure contradict itself.
//
// Lawson: Software for C1 Surface Interpolation, 1977. Guibas, Stolfi: Primitives for the
// Manipulation of General Subdivisions and the Computation of Voronoi Diagrams, 1985. Devillers,
// Pion, Teillaud: Walking in a Triangulation, 2002 (a walk that picks its edge by chance ends).
// SPDX-License-Identifier: MIT
#include "mesh/triangulation.h"

#include "base/memory.h"
#include "mesh/predicate.h"

// --- memory -------------------------------------------------------------------------------------

void triangulation_free(triangulation *mesh) {
    memory_free(mesh->points, (size_t)mesh->point_capacity, sizeof *mesh->points);
    memory_free(mesh->around, (size_t)mesh->point_capacity, sizeof *mesh->around);
    memory_free(mesh->triangles, (size_t)mesh->triangle_capacity, sizeof *mesh->triangles);
    memory_free(mesh->stack, (size_t)mesh->triangle_capacity, sizeof *mesh->stack);
    *mesh = (triangulation){ 0 };
}

// Each array is grown alone; where one is refused, those grown before must not be freed by a size
// they no longer have. So all four are taken anew and swapped in together.
static bool set_capacity(triangulation *mesh, int points, pantin_error *error) {
    int triangles = 2 * points;
    triangulation larger = *mesh;
    larger.point_capacity = points;
    larger.triangle_capacity = triangles;
    larger.points = memory_allocate((size_t)points, sizeof *mesh->points);
    larger.around = memory_allocate((size_t)points, sizeof *mesh->around);
    larger.triangles = memory_allocate((size_t)triangles, sizeof *mesh->triangles);
    larger.stack = memory_allocate((size_t)triangles, sizeof *mesh->stack);
    if (!larger.points || !larger.around || !larger.triangles || !larger.stack) {
        triangulation_free(&larger);
        return memory_fail(error, "a triangulation");
    }
    for (int i = 0; i < mesh->point_count; i++) {
        larger.points[i] = mesh->points[i];
        larger.around[i] = mesh->around[i];
    }
    for (int i = 0; i < mesh->triangle_count; i++) larger.triangles[i] = mesh->triangles[i];
    triangulation_free(mesh);
    *mesh = larger;
    return true;
}

bool triangulation_reserve(triangulation *mesh, int more, pantin_error *error) {
    if (mesh->point_capacity - mesh->point_count >= more) return true;
    int wanted = mesh->point_count + more;
    return set_capacity(mesh, wanted + wanted / 2, error);
}

bool triangulation_create(pantin_box box, int point_capacity, triangulation *made,
                          pantin_error *error) {
    *made = (triangulation){ 0 };
    if (!set_capacity(made, max_int(point_capacity, 16) + 4, error)) return false;
    made->points[0] = vec2_make(box.left, box.top);
    made->points[1] = vec2_make(box.right, box.top);
    made->points[2] = vec2_make(box.right, box.bottom);
    made->points[3] = vec2_make(box.left, box.bottom);
    made->triangles[0] =
        (triangulation_triangle){ { 0, 1, 2 }, { PANTIN_NONE, 1, PANTIN_NONE }, 0, 0, 0 };
    made->triangles[1] =
        (triangulation_triangle){ { 0, 2, 3 }, { PANTIN_NONE, PANTIN_NONE, 0 }, 0, 0, 0 };
    made->around[1] = 0;
    made->around[3] = 1;
    made->point_count = 4;
    made->triangle_count = 2;
    return true;
}

// --- corners, edges, neighbours -----------------------------------------------------------------

static int next_of(int k) { return k == 2 ? 0 : k + 1; }
static int before(int k) { return k == 0 ? 2 : k - 1; }

int triangulation_edge_to(const triangulation *mesh, int t, int other) {
    const int *across = mesh->triangles[t].across;
    for (int k = 0; k < 3; k++)
        if (across[k] == other) return k;
    return PANTIN_NONE;
}

/// Tells the neighbour `t` that beyond its edge to `from` lies `to` now.
static void relink(triangulation *mesh, int t, int from, int to) {
    if (t == PANTIN_NONE) return;
    mesh->triangles[t].across[triangulation_edge_to(mesh, t, from)] = to;
}

static bool bit(int fixed, int k) { return (fixed >> k & 1) != 0; }

/// Writes a triangle: corners, what lies beyond each edge, which edges are fixed.
static void put(triangulation *mesh, int t, const int corners[3], const int across[3],
                const bool fixed[3]) {
    triangulation_triangle *to = &mesh->triangles[t];
    to->fixed = 0;
    for (int k = 0; k < 3; k++) {
        to->corners[k] = corners[k];
        to->across[k] = across[k];
        to->fixed |= (uint8_t)(fixed[k] << k);
        mesh->around[corners[k]] = t;
    }
}
#define PUT(mesh, t, a, b, c, x, y, z, f, g, h)                                                    \
    put(mesh, t, (const int[3]){ a, b, c }, (const int[3]){ x, y, z }, (const bool[3]){ f, g, h })

static int new_triangle(triangulation *mesh, int like) {
    int t = mesh->triangle_count++;
    mesh->triangles[t] = (triangulation_triangle){ .inside = mesh->triangles[like].inside };
    return t;
}

// a            a
// | \         /|\      t = (a, b, c) and u = (d, c, b) become (a, b, d) and (a, d, c)
// b--c   ->  b | c
//  \ |        \|/
//    d         d
void triangulation_flip(triangulation *mesh, int t, int k) {
    triangulation_triangle old = mesh->triangles[t];
    int u = old.across[k];
    triangulation_triangle other = mesh->triangles[u];
    int j = triangulation_edge_to(mesh, u, t);
    int k1 = next_of(k), k2 = before(k), j1 = next_of(j), j2 = before(j);
    int a = old.corners[k], b = old.corners[k1], c = old.corners[k2], d = other.corners[j];
    PUT(mesh, t, a, b, d, other.across[j1], u, old.across[k2], bit(other.fixed, j1), false,
        bit(old.fixed, k2));
    PUT(mesh, u, a, d, c, other.across[j2], old.across[k1], t, bit(other.fixed, j2),
        bit(old.fixed, k1), false);
    relink(mesh, other.across[j1], u, t);
    relink(mesh, old.across[k1], t, u);
}

void triangulation_settle(triangulation *mesh, int stacked) {
    const vec2 *points = mesh->points;
    while (stacked > 0) {
        int t = mesh->stack[--stacked];
        const triangulation_triangle *here = &mesh->triangles[t];
        int u = here->across[0];
        if (u == PANTIN_NONE || (here->fixed & 1)) continue;
        int d = mesh->triangles[u].corners[triangulation_edge_to(mesh, u, t)];
        const int *c = here->corners;
        if (!(predicate_incircle(points[c[0]], points[c[1]], points[c[2]], points[d]) > 0))
            continue;
        triangulation_flip(mesh, t, 0);
        mesh->stack[stacked++] = t;
        mesh->stack[stacked++] = u;
    }
}

// --- finding ------------------------------------------------------------------------------------

static uint32_t chance(triangulation *mesh) {
    mesh->turn = mesh->turn * 1664525u + 1013904223u;
    return mesh->turn >> 16;
}

/// Which edges of t the point lies strictly beyond, as bits; `on` those it lies on the line of.
static int beyond(const triangulation *mesh, int t, vec2 point, int *on) {
    const int *c = mesh->triangles[t].corners;
    int out = 0;
    *on = 0;
    for (int k = 0; k < 3; k++) {
        double side =
            predicate_orient(mesh->points[c[next_of(k)]], mesh->points[c[before(k)]], point);
        if (side < 0) out |= 1 << k;
        if (side == 0) *on |= 1 << k;
    }
    return out;
}

static triangulation_place place_in(const triangulation *mesh, int t, int on) {
    triangulation_place place = { t, PANTIN_NONE, PANTIN_NONE };
    for (int k = 0; k < 3; k++) {
        if (on == 1 << k) place.edge = k;
        if (on == (7 & ~(1 << k))) place.corner = mesh->triangles[t].corners[k];
    }
    return place;
}

/// One of the edges in the set `out`, by chance where there are two.
static int pick(triangulation *mesh, int out) {
    int k = out & 1 ? 0 : out & 2 ? 1 : 2;
    if ((out & (out - 1)) != 0 && (chance(mesh) & 1)) k = out & 4 ? 2 : 1;
    return k;
}

triangulation_place triangulation_find(triangulation *mesh, vec2 point, int from) {
    int t = from == PANTIN_NONE ? mesh->last : from, on;
    for (int step = 0; step < 4 * mesh->triangle_count + 64; step++) {
        int out = beyond(mesh, t, point, &on);
        if (out == 0) {
            mesh->last = t;
            return place_in(mesh, t, on);
        }
        int next = mesh->triangles[t].across[pick(mesh, out)];
        if (next == PANTIN_NONE) break; // not in the rectangle
        t = next;
    }
    // Chance has led astray for longer than it can: look at every triangle.
    for (t = 0; t < mesh->triangle_count; t++) {
        if (beyond(mesh, t, point, &on) != 0) continue;
        mesh->last = t;
        return place_in(mesh, t, on);
    }
    return (triangulation_place){ PANTIN_NONE, PANTIN_NONE, PANTIN_NONE };
}

triangulation_place triangulation_look(triangulation *mesh, vec2 point, int from, bool *barred) {
    int t = from, on;
    *barred = false;
    for (int step = 0; step < 1000; step++) {
        int out = beyond(mesh, t, point, &on);
        if (out == 0) return place_in(mesh, t, on);
        int open = out & ~mesh->triangles[t].fixed;
        int k = pick(mesh, open ? open : out);
        if (!open || mesh->triangles[t].across[k] == PANTIN_NONE) {
            *barred = true;
            return (triangulation_place){ t, k, PANTIN_NONE };
        }
        t = mesh->triangles[t].across[k];
    }
    return (triangulation_place){ PANTIN_NONE, PANTIN_NONE, PANTIN_NONE };
}

// --- inserting ----------------------------------------------------------------------------------

static int split_triangle(triangulation *mesh, int p, int t) {
    triangulation_triangle old = mesh->triangles[t];
    int a = old.corners[0], b = old.corners[1], c = old.corners[2];
    int t2 = new_triangle(mesh, t), t3 = new_triangle(mesh, t);
    PUT(mesh, t, p, a, b, old.across[2], t2, t3, bit(old.fixed, 2), false, false);
    PUT(mesh, t2, p, b, c, old.across[0], t3, t, bit(old.fixed, 0), false, false);
    PUT(mesh, t3, p, c, a, old.across[1], t, t2, bit(old.fixed, 1), false, false);
    relink(mesh, old.across[0], t, t2);
    relink(mesh, old.across[1], t, t3);
    mesh->stack[0] = t;
    mesh->stack[1] = t2;
    mesh->stack[2] = t3;
    return 3;
}

// The edge b c of t = (a, b, c) and u = (d, c, b) gets p in its middle; both halves stay fixed.
static int split_edge(triangulation *mesh, int p, int t, int k) {
    triangulation_triangle old = mesh->triangles[t];
    int u = old.across[k], k1 = next_of(k), k2 = before(k);
    triangulation_triangle other = mesh->triangles[u];
    int j = triangulation_edge_to(mesh, u, t), j1 = next_of(j), j2 = before(j);
    int a = old.corners[k], b = old.corners[k1], c = old.corners[k2], d = other.corners[j];
    bool cut = bit(old.fixed, k);
    int t2 = new_triangle(mesh, t), u2 = new_triangle(mesh, u);
    PUT(mesh, t, p, a, b, old.across[k2], u, t2, bit(old.fixed, k2), cut, false);
    PUT(mesh, t2, p, c, a, old.across[k1], t, u2, bit(old.fixed, k1), false, cut);
    PUT(mesh, u, p, b, d, other.across[j1], u2, t, bit(other.fixed, j1), false, cut);
    PUT(mesh, u2, p, d, c, other.across[j2], t2, u, bit(other.fixed, j2), cut, false);
    relink(mesh, old.across[k1], t, t2);
    relink(mesh, other.across[j2], u, u2);
    mesh->stack[0] = t;
    mesh->stack[1] = t2;
    mesh->stack[2] = u;
    mesh->stack[3] = u2;
    return 4;
}

int triangulation_insert(triangulation *mesh, vec2 point, triangulation_place place) {
    if (place.corner != PANTIN_NONE) return place.corner;
    int p = mesh->point_count++;
    mesh->points[p] = point;
    int stacked = place.edge == PANTIN_NONE ? split_triangle(mesh, p, place.triangle)
                                            : split_edge(mesh, p, place.triangle, place.edge);
    triangulation_settle(mesh, stacked);
    return p;
}
