// ways.c — how far apart places of a sheet are along the sheet, not across the gap between two limbs.
// SPDX-License-Identifier: MIT
#include "ways.h"

#include "base/vec.h"

/// By relaxing all triangles until nothing gets shorter (Bellman, Ford); sweeps go both ways, so a few are
/// enough, and ROUNDS bound them.
void ways_measure(const pantin_mesh *mesh, const pantin_mesh_grip *grip, double *way) {
    enum { ROUNDS = 64 };
    for (int v = 0; v < mesh->vertex_count; v++) way[v] = WAYS_NONE;
    for (int k = 0; k < grip->count; k++) way[grip->vertices[k]] = 0;
    bool shorter = true;
    for (int round = 0; round < ROUNDS && shorter; round++) {
        shorter = false;
        for (int i = 0; i < mesh->triangle_count; i++) {
            const int *corner = mesh->triangles[round % 2 == 0 ? i : mesh->triangle_count - 1 - i];
            for (int k = 0; k < 6; k++) {
                int a = corner[k % 3], b = corner[(k + 1 + k / 3) % 3];
                double length = way[a] < WAYS_NONE
                                    ? way[a] + vec2_distance(mesh->vertices[a], mesh->vertices[b])
                                    : WAYS_NONE;
                if (length >= way[b]) continue;
                way[b] = length;
                shorter = true;
            }
        }
    }
}

double ways_to(const pantin_mesh_grip *grip, const double *way) {
    double least = WAYS_NONE;
    for (int k = 0; k < grip->count; k++) least = min_double(least, way[grip->vertices[k]]);
    return least;
}
