// topology.c — what vertices and triangles are together: a mesh or not, its pieces, its angles.
// SPDX-License-Identifier: MIT
#include "mesh/build.h"

#include "base/trig.h"
#include "base/vec.h"

static vec2 corner(const pantin_mesh *mesh, int triangle, int k) {
    return mesh->vertices[mesh->triangles[triangle][k]];
}

static bool check_triangle(const pantin_mesh *mesh, int t, pantin_error_kind kind,
                           const char *where, pantin_error *error) {
    for (int k = 0; k < 3; k++) {
        int v = mesh->triangles[t][k];
        if (v < 0 || v >= mesh->vertex_count)
            return pantin_fail(error, kind, where,
                               "triangle %d names vertex %d, but the last one is %d", t, v,
                               mesh->vertex_count - 1);
    }
    vec2 p = corner(mesh, t, 0);
    double area = vec2_cross(vec2_sub(corner(mesh, t, 1), p), vec2_sub(corner(mesh, t, 2), p)) / 2;
    if (area > 0) return true;
    return pantin_fail(error, kind, where,
                       "triangle %d has area %g px^2, not above 0: order its corners clockwise as "
                       "seen (x right, y down)",
                       t, area);
}

bool mesh_check(const pantin_mesh *mesh, pantin_error_kind kind, const char *where,
                pantin_error *error) {
    for (int v = 0; v < mesh->vertex_count; v++) {
        vec2 p = mesh->vertices[v];
        // Written so that NaN fails too.
        if (!(p.x >= -MESH_REACH_LIMIT && p.x <= MESH_REACH_LIMIT && p.y >= -MESH_REACH_LIMIT &&
              p.y <= MESH_REACH_LIMIT))
            return pantin_fail(error, kind, where,
                               "vertex %d lies at %g, %g px, not within +-%g px", v, p.x, p.y,
                               MESH_REACH_LIMIT);
        mesh->islands[v] = 0;
    }
    for (int t = 0; t < mesh->triangle_count; t++) {
        if (!check_triangle(mesh, t, kind, where, error)) return false;
        for (int k = 0; k < 3; k++) mesh->islands[mesh->triangles[t][k]] = 1;
    }
    for (int v = 0; v < mesh->vertex_count; v++)
        if (!mesh->islands[v])
            return pantin_fail(error, kind, where, "vertex %d is in no triangle: leave it out", v);
    return true;
}

// --- islands ------------------------------------------------------------------------------------

static int find_root(int *parent, int v) {
    while (parent[v] != v) {
        parent[v] = parent[parent[v]];
        v = parent[v];
    }
    return v;
}

// Union-find in the array that will hold the answer. A root is the smallest vertex of its piece and
// no vertex's parent is larger than itself, so one pass upward puts numbers in their place.
void mesh_find_islands(pantin_mesh *mesh) {
    int *parent = mesh->islands;
    for (int v = 0; v < mesh->vertex_count; v++) parent[v] = v;
    for (int t = 0; t < mesh->triangle_count; t++) {
        for (int k = 0; k < 2; k++) {
            int a = find_root(parent, mesh->triangles[t][k]);
            int b = find_root(parent, mesh->triangles[t][k + 1]);
            if (a < b) parent[b] = a;
            if (b < a) parent[a] = b;
        }
    }
    mesh->island_count = 0;
    for (int v = 0; v < mesh->vertex_count; v++)
        parent[v] = parent[v] == v ? mesh->island_count++ : parent[parent[v]];
}

// --- figures ------------------------------------------------------------------------------------

// The smallest angle has the largest cotangent, dot / cross; one arctangent at the end.
double mesh_smallest_angle(const pantin_mesh *mesh) {
    double cotangent = -INFINITY;
    for (int t = 0; t < mesh->triangle_count; t++) {
        for (int k = 0; k < 3; k++) {
            vec2 p = corner(mesh, t, k);
            vec2 a = vec2_sub(corner(mesh, t, (k + 1) % 3), p);
            vec2 b = vec2_sub(corner(mesh, t, (k + 2) % 3), p);
            double here = vec2_dot(a, b) / vec2_cross(a, b);
            if (here > cotangent) cotangent = here;
        }
    }
    return finite_double(cotangent) ? trig_atan2(1.0, cotangent) : 0.0;
}

double mesh_mean_edge(const pantin_mesh *mesh) {
    double sum = 0;
    for (int t = 0; t < mesh->triangle_count; t++)
        for (int k = 0; k < 3; k++)
            sum += vec2_distance(corner(mesh, t, k), corner(mesh, t, (k + 1) % 3));
    return sum / (3.0 * mesh->triangle_count);
}
