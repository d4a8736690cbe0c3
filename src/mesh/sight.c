// sight.c — what a point that might be added would meet.
//
// The triangles whose circle holds the point are those it would replace; they are connected and end
// at the outline. The vertex nearest to the point, of those it can see, is a corner of them, and an
// edge of the outline it would crowd is one of their sides.
// SPDX-License-Identifier: MIT
#include "mesh/delaunay.h"
#include "mesh/predicate.h"

enum { SEEN_MOST = 200, MARK_SEEN = 2 };

static bool crowds(vec2 a, vec2 b, vec2 p, double arc) {
    vec2 to_a = vec2_sub(a, p), to_b = vec2_sub(b, p);
    double dot = vec2_dot(to_a, to_b);
    return dot < 0 && dot <= arc * sqrt(vec2_dot(to_a, to_a) * vec2_dot(to_b, to_b));
}

static bool circle_holds(const triangulation *mesh, int t, vec2 p) {
    const int *c = mesh->triangles[t].corners;
    return predicate_incircle(mesh->points[c[0]], mesh->points[c[1]], mesh->points[c[2]], p) > 0;
}

mesh_sight mesh_look_around(triangulation *mesh, vec2 p, triangulation_place place, double arc) {
    mesh_sight sight = { INFINITY, PANTIN_NONE, PANTIN_NONE };
    int seen[SEEN_MOST], count = 1;
    double longest = 0;
    seen[0] = place.triangle;
    mesh->triangles[seen[0]].waiting |= MARK_SEEN;
    for (int i = 0; i < count; i++) {
        const triangulation_triangle *here = &mesh->triangles[seen[i]];
        for (int k = 0; k < 3; k++) {
            vec2 corner = mesh->points[here->corners[k]];
            vec2 away = vec2_sub(corner, p);
            sight.nearest = min_double(sight.nearest, vec2_dot(away, away));
            if (here->fixed >> k & 1) {
                vec2 a = mesh->points[here->corners[(k + 1) % 3]];
                vec2 b = mesh->points[here->corners[(k + 2) % 3]];
                double length = vec2_distance(a, b);
                if (length > longest && crowds(a, b, p, arc)) {
                    longest = length;
                    sight.triangle = seen[i], sight.edge = k;
                }
                continue;
            }
            int u = here->across[k];
            if (u == PANTIN_NONE || (mesh->triangles[u].waiting & MARK_SEEN)) continue;
            if (count == SEEN_MOST || !circle_holds(mesh, u, p)) continue;
            mesh->triangles[u].waiting |= MARK_SEEN;
            seen[count++] = u;
        }
    }
    for (int i = 0; i < count; i++) mesh->triangles[seen[i]].waiting &= (uint8_t)~MARK_SEEN;
    return sight;
}
