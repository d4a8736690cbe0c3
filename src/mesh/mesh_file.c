// mesh_file.c — a mesh as bytes, and the hash of what it was made from. Layout: docs/mesh.md.
//
// Written field by field, little-endian, so that the file is the same on every platform; read with
// nothing trusted: the size must be what the counts say, the checksum must match, and then the mesh
// is checked as any stranger's. Islands and the smallest angle are found again, not read.
// SPDX-License-Identifier: MIT
#include "mesh/build.h"

#include <string.h>

#include "base/bytes.h"
#include "base/memory.h"
#include "base/vec.h"

static const uint8_t magic[8] = { 'p', 'a', 'n', 't', 'i', 'n', 'M', '\n' };
enum {
    VERSION = 1,
    HEADER_SIZE = 48,
    VERTEX_SIZE = 16,
    TRIANGLE_SIZE = 12,
    CHECK_SIZE = 8,
};

static uint64_t file_size(uint64_t vertex_count, uint64_t triangle_count) {
    return HEADER_SIZE + VERTEX_SIZE * vertex_count + TRIANGLE_SIZE * triangle_count + CHECK_SIZE;
}

// --- writing ------------------------------------------------------------------------------------

bool pantin_mesh_write(const pantin_mesh *mesh, uint64_t made_from, pantin_bytes *bytes,
                       pantin_error *error) {
    size_t size = (size_t)file_size((uint64_t)mesh->vertex_count, (uint64_t)mesh->triangle_count);
    uint8_t *data = memory_allocate(size + 1, 1); // and the zero that follows all bytes
    if (!data) return memory_fail(error, "a mesh file");
    uint8_t *at = data;
    memcpy(at, magic, sizeof magic);
    at += sizeof magic;
    put_u32(&at, VERSION);
    put_u32(&at, (uint32_t)mesh->vertex_count);
    put_u32(&at, (uint32_t)mesh->triangle_count);
    put_u32(&at, 0);
    put_u64(&at, made_from);
    put_double(&at, mesh->spacing_px);
    put_double(&at, mesh->coverage);
    for (int v = 0; v < mesh->vertex_count; v++) {
        put_double(&at, mesh->vertices[v].x);
        put_double(&at, mesh->vertices[v].y);
    }
    for (int t = 0; t < mesh->triangle_count; t++)
        for (int k = 0; k < 3; k++) put_u32(&at, (uint32_t)mesh->triangles[t][k]);
    put_u64(&at, pantin_hash(data, (size_t)(at - data), 0));
    *bytes = (pantin_bytes){ data, size };
    return true;
}

// --- reading ------------------------------------------------------------------------------------

typedef struct mesh_header {
    int vertex_count, triangle_count;
    uint64_t made_from;
    double spacing_px, coverage;
} mesh_header;

static bool read_header(const char *name, const uint8_t *data, size_t size, mesh_header *header,
                        pantin_error *error) {
    if (size < HEADER_SIZE + CHECK_SIZE || memcmp(data, magic, sizeof magic) != 0)
        return pantin_fail(error, PANTIN_ERROR_FORMAT, name,
                           "not a mesh file of pantin: make the mesh again");
    const uint8_t *at = data + sizeof magic;
    uint32_t version = get_u32(&at);
    if (version != VERSION)
        return pantin_fail(error, PANTIN_ERROR_FORMAT, name,
                           "a mesh file of version %u, and this reads %d: make the mesh again",
                           version, VERSION);
    uint32_t vertex_count = get_u32(&at), triangle_count = get_u32(&at);
    at += 4; // reserved
    if (vertex_count < 3 || vertex_count > MESH_VERTEX_LIMIT || triangle_count < 1 ||
        triangle_count > MESH_TRIANGLE_LIMIT)
        return pantin_fail(error, PANTIN_ERROR_FORMAT, name,
                           "declares %u vertices and %u triangles, not within 3..%d and 1..%d",
                           vertex_count, triangle_count, MESH_VERTEX_LIMIT, MESH_TRIANGLE_LIMIT);
    uint64_t wanted = file_size(vertex_count, triangle_count);
    if (wanted != size)
        return pantin_fail(error, PANTIN_ERROR_FORMAT, name,
                           "has %zu bytes where its counts ask for %llu: make the mesh again", size,
                           (unsigned long long)wanted);
    *header = (mesh_header){ .vertex_count = (int)vertex_count,
                             .triangle_count = (int)triangle_count,
                             .made_from = get_u64(&at) };
    header->spacing_px = get_double(&at);
    header->coverage = get_double(&at);
    const uint8_t *check = data + size - CHECK_SIZE;
    bool sane = header->spacing_px > 0 && finite_double(header->spacing_px) &&
                header->coverage >= 0 && header->coverage <= 1;
    if (!sane || get_u64(&check) != pantin_hash(data, size - CHECK_SIZE, 0))
        return pantin_fail(error, PANTIN_ERROR_FORMAT, name,
                           "damaged: its checksum does not match; make the mesh again");
    return true;
}

bool pantin_mesh_read(const char *name, const void *data, size_t size, pantin_mesh *mesh,
                      uint64_t *made_from, pantin_error *error) {
    mesh_header header = { 0 };
    if (!read_header(name, data, size, &header, error)) return false;
    pantin_mesh made = { 0 };
    if (!mesh_allocate(header.vertex_count, header.triangle_count, &made, error)) return false;
    const uint8_t *at = (const uint8_t *)data + HEADER_SIZE;
    for (int v = 0; v < made.vertex_count; v++) {
        made.vertices[v].x = get_double(&at);
        made.vertices[v].y = get_double(&at);
    }
    for (int t = 0; t < made.triangle_count; t++)
        for (int k = 0; k < 3; k++) made.triangles[t][k] = (int)get_u32(&at);
    if (!mesh_check(&made, PANTIN_ERROR_FORMAT, name, error)) {
        pantin_mesh_free(&made);
        return false;
    }
    made.spacing_px = header.spacing_px;
    made.coverage = header.coverage;
    made.smallest_angle = mesh_smallest_angle(&made);
    mesh_find_islands(&made);
    *mesh = made;
    if (made_from) *made_from = header.made_from;
    return true;
}

// --- what it was made from ----------------------------------------------------------------------

static uint64_t hash_region(const pantin_mesh_region *region, uint64_t hash) {
    for (int i = 0; region->polygon && i < region->polygon_count; i++) {
        uint8_t bytes[16], *at = bytes;
        put_double(&at, region->polygon[i].x);
        put_double(&at, region->polygon[i].y);
        hash = pantin_hash(bytes, sizeof bytes, hash);
    }
    if (!region->polygon && region->mask) {
        const pantin_image *mask = region->mask;
        hash = pantin_hash(mask->pixels, 4 * (size_t)mask->width * (size_t)mask->height, hash);
    }
    return pantin_hash("region", 6, hash);
}

uint64_t pantin_mesh_hash(const pantin_drawing *drawing, const pantin_mesh_options *options) {
    pantin_mesh_options wanted = options ? *options : pantin_mesh_defaults();
    bool grid = wanted.style == PANTIN_MESH_GRID;
    uint8_t bytes[48], *at = bytes;
    put_u32(&at, VERSION);
    put_u32(&at, (uint32_t)wanted.style);
    put_u32(&at, (uint32_t)drawing->image.width);
    put_u32(&at, (uint32_t)drawing->image.height);
    put_double(&at, wanted.spacing_px);
    // A grid does not look at the rest.
    put_double(&at, grid ? 0.0 : wanted.detail_px);
    put_double(&at, grid ? 0.0 : wanted.border_px);
    put_u64(&at, grid ? 0 : wanted.seed);
    uint64_t hash = pantin_hash(bytes, sizeof bytes, 0);
    for (int r = 0; !grid && r < wanted.region_count; r++)
        hash = hash_region(&wanted.regions[r], hash);
    return pantin_hash(drawing->ink, (size_t)drawing->image.width * (size_t)drawing->image.height,
                       hash);
}
