// fuzz_mesh.c — any bytes as a mesh file, its checksum put right: a mesh that can be trusted, or an error.
// SPDX-License-Identifier: MIT
#include <stdlib.h>
#include <string.h>

#include "pantin/mesh.h"

enum { CHECK_SIZE = 8 };

/// Without this nothing would be seen but the checksum's refusal.
static uint8_t *with_checksum(const uint8_t *data, size_t size) {
    uint8_t *copy = malloc(size > 0 ? size : 1);
    if (copy == NULL) abort();
    if (size > 0) memcpy(copy, data, size);
    if (size < CHECK_SIZE) return copy;
    uint64_t check = pantin_hash(copy, size - CHECK_SIZE, 0);
    for (int k = 0; k < CHECK_SIZE; k++) copy[size - CHECK_SIZE + k] = (uint8_t)(check >> 8 * k);
    return copy;
}

static void check(const pantin_mesh *mesh) {
    for (int t = 0; t < mesh->triangle_count; t++) {
        for (int k = 0; k < 3; k++)
            if (mesh->triangles[t][k] < 0 || mesh->triangles[t][k] >= mesh->vertex_count) abort();
        pantin_vec2 a = mesh->vertices[mesh->triangles[t][0]],
                    b = mesh->vertices[mesh->triangles[t][1]];
        pantin_vec2 c = mesh->vertices[mesh->triangles[t][2]];
        if (!((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) > 0)) abort();
    }
    for (int v = 0; v < mesh->vertex_count; v++)
        if (mesh->islands[v] < 0 || mesh->islands[v] >= mesh->island_count) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size); // by libFuzzer

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    pantin_mesh mesh = { 0 };
    pantin_bytes bytes = { 0 };
    uint64_t made_from = 0;
    uint8_t *copy = with_checksum(data, size);
    (void)pantin_mesh_read("x.mesh", data, size, &mesh, &made_from, NULL);
    pantin_mesh_free(&mesh);
    if (pantin_mesh_read("x.mesh", copy, size, &mesh, &made_from, NULL)) {
        check(&mesh);
        if (!pantin_mesh_write(&mesh, made_from, &bytes, NULL)) abort();
        if (bytes.size != size) abort();
        pantin_bytes_free(&bytes);
        pantin_mesh_free(&mesh);
    }
    free(copy);
    return 0;
}
