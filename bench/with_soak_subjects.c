// with_soak_subjects.c — the meshes of a soak: shapes made by arithmetic, and real drawings where at hand.
//
// Each shape by both meshers at three densities of ten, each drawing at three; a fifth have 1,000 to
// 1,600 vertices.
// SPDX-License-Identifier: MIT
#include "with_soak.h"

static const int sizes[] = { 150, 1100, 220, 450, 1900, 320, 1400, 650, 850, 1250 };
static const int real_sizes[] = { 450, 1050, 1500 };
enum { SIZES = 10, DENSITIES = 3, REAL = 4 };

int soak_subject_first_real(void) { return DRAWN_SHAPES * 2 * DENSITIES; }
int soak_subject_count(void) { return soak_subject_first_real() + REAL * 2 * DENSITIES; }

int soak_subject_size(int which) {
    int first = soak_subject_first_real();
    if (which >= first) return real_sizes[(which - first) % DENSITIES];
    return sizes[7 * which % SIZES];
}

bool soak_subject_make(int which, bendable *b, pantin_error *error) {
    int first = soak_subject_first_real(), size = soak_subject_size(which);
    int shape = (which < first ? which : which - first) / (2 * DENSITIES);
    bool delaunay = which / DENSITIES % 2;
    pantin_mesh_style style = delaunay ? PANTIN_MESH_DELAUNAY : PANTIN_MESH_GRID;
    bool done;
    if (which < first) {
        done = bendable_from_shape(b, shape, style, size, error);
    } else {
        char name[16];
        snprintf(name, sizeof name, "char%d", shape + 1);
        done = bendable_from_drawing(b, name, style, size, error);
    }
    if (!done) return false;
    size_t length = strlen(b->name);
    snprintf(b->name + length, sizeof b->name - length, "-%s-%d", delaunay ? "delaunay" : "grid",
             b->piece->triangles.vertex_count);
    return true;
}

/// Positive, and not thinner than "arap" promises to write.
static bool are_thick(const pantin_mesh *mesh, int v) {
    for (int t = 0; t < mesh->triangle_count; t++) {
        const int *k = mesh->triangles[t];
        if (k[0] != v && k[1] != v && k[2] != v) continue;
        vec2 e[3];
        double longest = 0;
        for (int i = 0; i < 3; i++) {
            e[i] = vec2_sub(mesh->vertices[k[(i + 1) % 3]], mesh->vertices[k[i]]);
            longest = max_double(longest, vec2_length(e[i]));
        }
        if (!(vec2_cross(e[0], e[1]) > 0.01 * longest)) return false;
    }
    return true;
}

void soak_press_slivers(bendable *b, random_state *random) {
    pantin_mesh *mesh = &b->puppet.pieces[0].triangles;
    for (int k = 0; k < mesh->vertex_count / 20; k++) {
        int t = random_below(random, mesh->triangle_count), corner = random_below(random, 3);
        int v = mesh->triangles[t][corner];
        vec2 kept = mesh->vertices[v];
        vec2 far = vec2_mix(mesh->vertices[mesh->triangles[t][(corner + 1) % 3]],
                            mesh->vertices[mesh->triangles[t][(corner + 2) % 3]], 0.5);
        mesh->vertices[v] = vec2_mix(far, kept, 0.002);
        if (!are_thick(mesh, v)) mesh->vertices[v] = kept;
    }
}
