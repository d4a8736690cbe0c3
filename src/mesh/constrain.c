// constrain.c — an edge is made to stand where Delaunay alone would not put it.
//
// The edges that cross a..b are flipped one after another: one whose two triangles form a convex
// quadrilateral becomes the other diagonal, and if that still crosses it waits for another turn.
// It ends, since the crossings that remain can always be lessened by one that is convex. The new
// edges (not a..b) are then flipped back to Delaunay.
//
// Sloan: A Fast Algorithm for Generating Constrained Delaunay Triangulations, 1993.
// SPDX-License-Identifier: MIT
#include "base/assert.h"
#include "mesh/predicate.h"
#include "mesh/triangulation.h"

enum { CROSSED_MOST = 4096 };

/// Two vertices: triangles are renamed by flips, vertices are not.
typedef struct vertex_pair {
    int from, to;
} vertex_pair;

static int next_of(int k) { return k == 2 ? 0 : k + 1; }
static int before(int k) { return k == 0 ? 2 : k - 1; }

static int corner_of(const triangulation *mesh, int t, int v) {
    const int *c = mesh->triangles[t].corners;
    return c[0] == v ? 0 : c[1] == v ? 1 : 2;
}

static double side_of(const triangulation *mesh, int a, int b, int v) {
    return predicate_orient(mesh->points[a], mesh->points[b], mesh->points[v]);
}

static bool is_ahead(const triangulation *mesh, int a, int b, int v) {
    vec2 along = vec2_sub(mesh->points[b], mesh->points[a]);
    return vec2_dot(along, vec2_sub(mesh->points[v], mesh->points[a])) > 0;
}

static void fix_edge(triangulation *mesh, int t, int k) {
    mesh->triangles[t].fixed |= (uint8_t)(1 << k);
    int u = mesh->triangles[t].across[k];
    if (u == PANTIN_NONE) return;
    mesh->triangles[u].fixed |= (uint8_t)(1 << triangulation_edge_to(mesh, u, t));
}

/// The next triangle around v, one way or the other; PANTIN_NONE beyond the rectangle.
static int turn_around(const triangulation *mesh, int v, int t, bool onward) {
    int k = corner_of(mesh, t, v);
    return mesh->triangles[t].across[onward ? next_of(k) : before(k)];
}

static bool has_corner(const triangulation *mesh, int t, int v) {
    const int *c = mesh->triangles[t].corners;
    return c[0] == v || c[1] == v || c[2] == v;
}

/// A triangle that has both a and b for corners, or PANTIN_NONE.
static int find_edge(const triangulation *mesh, int a, int b) {
    int first = mesh->around[a];
    for (int way = 0; way < 2; way++) {
        int t = first;
        do {
            if (has_corner(mesh, t, b)) return t;
            t = turn_around(mesh, a, t, way == 0);
        } while (t != first && t != PANTIN_NONE);
        if (t == first) break;
    }
    return PANTIN_NONE;
}

/// The edge of `t` between a and b, which are both its corners.
static int edge_of(const triangulation *mesh, int t, int a, int b) {
    int edge = 3 - corner_of(mesh, t, a) - corner_of(mesh, t, b);
    PANTIN_ASSERT(edge >= 0 && edge <= 2);
    return edge;
}

/// How the line from a to b leaves a, which lies in the rectangle, not on it: along an edge to
/// `vertex`, or through the edge of `triangle` opposite a.
typedef struct departure {
    int vertex, triangle;
} departure;

static departure depart(const triangulation *mesh, int a, int b) {
    int first = mesh->around[a], t = first;
    do {
        int k = corner_of(mesh, t, a);
        int low = mesh->triangles[t].corners[next_of(k)];
        int high = mesh->triangles[t].corners[before(k)];
        if (low == b || high == b) return (departure){ b, PANTIN_NONE };
        double at_low = side_of(mesh, a, b, low), at_high = side_of(mesh, a, b, high);
        if (at_low == 0 && is_ahead(mesh, a, b, low)) return (departure){ low, PANTIN_NONE };
        if (at_low < 0 && at_high > 0) return (departure){ PANTIN_NONE, t };
        t = turn_around(mesh, a, t, true);
    } while (t != first && t != PANTIN_NONE);
    return (departure){ PANTIN_NONE, PANTIN_NONE };
}

/// Collects the edges the line a..b crosses from triangle t on; answers the vertex it comes to (b,
/// or one on the way), or PANTIN_NONE where a fixed edge bars it or there are too many.
static int collect(const triangulation *mesh, int a, int b, int t, vertex_pair *crossed,
                   int *count) {
    int k = corner_of(mesh, t, a);
    *count = 0;
    for (;;) {
        const triangulation_triangle *here = &mesh->triangles[t];
        if ((here->fixed >> k & 1) || *count == CROSSED_MOST) return PANTIN_NONE;
        crossed[(*count)++] = (vertex_pair){ here->corners[next_of(k)], here->corners[before(k)] };
        int u = here->across[k], j = triangulation_edge_to(mesh, u, t);
        int v = mesh->triangles[u].corners[j];
        double side = side_of(mesh, a, b, v);
        if (v == b || side == 0) return v;
        // The crossed edge's end on the low side (< 0) is u's corner before j, the other the one
        // after j. The way out is opposite that end which lies on v's side.
        k = side < 0 ? before(j) : next_of(j);
        t = u;
    }
}

static bool is_convex(const triangulation *mesh, int t, int k) {
    int u = mesh->triangles[t].across[k];
    int a = mesh->triangles[t].corners[k], b = mesh->triangles[t].corners[next_of(k)];
    int c = mesh->triangles[t].corners[before(k)];
    int d = mesh->triangles[u].corners[triangulation_edge_to(mesh, u, t)];
    return side_of(mesh, a, b, d) > 0 && side_of(mesh, a, d, c) > 0;
}

/// Flips the crossed edges away; `crossed` becomes a ring, `made` gets the edges that do not cross.
static bool clear_way(triangulation *mesh, int a, int b, vertex_pair *crossed, int count,
                      vertex_pair *made, int *made_count) {
    int at = 0, left = count;
    *made_count = 0;
    for (int64_t turn = 0; left > 0; turn++) {
        if (turn > (int64_t)count * count + 64) return false;
        vertex_pair edge = crossed[at];
        int t = find_edge(mesh, edge.from, edge.to);
        int k = edge_of(mesh, t, edge.from, edge.to);
        bool flipped = is_convex(mesh, t, k);
        if (flipped) {
            int u = mesh->triangles[t].across[k];
            int r = mesh->triangles[t].corners[k];
            int s = mesh->triangles[u].corners[triangulation_edge_to(mesh, u, t)];
            triangulation_flip(mesh, t, k);
            edge = (vertex_pair){ r, s };
            bool ends = r == a || r == b || s == a || s == b;
            if (ends || side_of(mesh, a, b, r) * side_of(mesh, a, b, s) >= 0) {
                made[(*made_count)++] = edge;
                crossed[at] = crossed[--left]; // the last one takes its place
                if (at >= left) at = 0;
                continue;
            }
        }
        crossed[at] = edge;
        at = at + 1 < left ? at + 1 : 0;
    }
    return true;
}

/// Flips the new edges until they are Delaunay; a flipped one becomes the other diagonal.
static void mend(triangulation *mesh, vertex_pair *made, int count) {
    bool changed = true;
    for (int round = 0; changed && round < 64; round++) {
        changed = false;
        for (int i = 0; i < count; i++) {
            int t = find_edge(mesh, made[i].from, made[i].to);
            int k = edge_of(mesh, t, made[i].from, made[i].to);
            const triangulation_triangle *here = &mesh->triangles[t];
            if (here->fixed >> k & 1) continue;
            int u = here->across[k],
                d = mesh->triangles[u].corners[triangulation_edge_to(mesh, u, t)];
            const vec2 *p = mesh->points;
            const int *c = here->corners;
            if (!(predicate_incircle(p[c[0]], p[c[1]], p[c[2]], p[d]) > 0)) continue;
            made[i] = (vertex_pair){ c[k], d };
            triangulation_flip(mesh, t, k);
            changed = true;
        }
    }
}

bool triangulation_fix(triangulation *mesh, int a, int b) {
    vertex_pair crossed[CROSSED_MOST], made[CROSSED_MOST];
    while (a != b) {
        departure way = depart(mesh, a, b);
        int next = way.vertex, count = 0, made_count = 0;
        if (next == PANTIN_NONE) {
            if (way.triangle == PANTIN_NONE) return false;
            next = collect(mesh, a, b, way.triangle, crossed, &count);
            if (next == PANTIN_NONE) return false;
            if (!clear_way(mesh, a, next, crossed, count, made, &made_count)) return false;
        }
        int t = find_edge(mesh, a, next);
        if (t == PANTIN_NONE) return false;
        fix_edge(mesh, t, edge_of(mesh, t, a, next));
        mend(mesh, made, made_count);
        a = next;
    }
    return true;
}

void triangulation_mark_inside(triangulation *mesh) {
    for (int t = 0; t < mesh->triangle_count; t++) mesh->triangles[t].inside = 0;
    for (int t = 0; t < mesh->triangle_count; t++) mesh->triangles[t].waiting = 1;
    int stacked = 0, first = mesh->around[0];
    mesh->triangles[first].waiting = 0;
    mesh->stack[stacked++] = first;
    while (stacked > 0) {
        int t = mesh->stack[--stacked];
        const triangulation_triangle *here = &mesh->triangles[t];
        for (int k = 0; k < 3; k++) {
            int u = here->across[k];
            if (u == PANTIN_NONE || !mesh->triangles[u].waiting) continue;
            mesh->triangles[u].waiting = 0;
            mesh->triangles[u].inside = here->inside ^ (here->fixed >> k & 1);
            mesh->stack[stacked++] = u;
        }
    }
}
