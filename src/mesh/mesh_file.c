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
    VERSION_CUT = 2, // with parts
    HEADER_SIZE = 48,
    VERTEX_SIZE = 16,
    TRIANGLE_SIZE = 12,
    CHECK_SIZE = 8,
    PART_LIMIT = 4096,
};

static uint64_t file_size(uint64_t vertex_count, uint64_t triangle_count, uint64_t part_count) {
    uint64_t cut =
        part_count > 0 ? 4 * (vertex_count + triangle_count) + part_count * part_count : 0;
    return HEADER_SIZE + VERTEX_SIZE * vertex_count + TRIANGLE_SIZE * triangle_count + cut +
           CHECK_SIZE;
}

// --- writing ------------------------------------------------------------------------------------

bool pantin_mesh_write(const pantin_mesh *mesh, uint64_t made_from, pantin_bytes *bytes,
                       pantin_error *error) {
    size_t size = (size_t)file_size((uint64_t)mesh->vertex_count, (uint64_t)mesh->triangle_count,
                                    (uint64_t)mesh->part_count);
    uint8_t *data = memory_allocate(size + 1, 1); // and the zero that follows all bytes
    if (!data) return memory_fail(error, "a mesh file");
    uint8_t *at = data;
    memcpy(at, magic, sizeof magic);
    at += sizeof magic;
    bool cut = mesh->part_count > 0;
    put_u32(&at, cut ? VERSION_CUT : VERSION);
    put_u32(&at, (uint32_t)mesh->vertex_count);
    put_u32(&at, (uint32_t)mesh->triangle_count);
    put_u32(&at, (uint32_t)mesh->part_count);
    put_u64(&at, made_from);
    put_double(&at, mesh->spacing_px);
    put_double(&at, mesh->coverage);
    for (int v = 0; v < mesh->vertex_count; v++) {
        put_double(&at, mesh->vertices[v].x);
        put_double(&at, mesh->vertices[v].y);
    }
    for (int t = 0; t < mesh->triangle_count; t++)
        for (int k = 0; k < 3; k++) put_u32(&at, (uint32_t)mesh->triangles[t][k]);
    for (int t = 0; cut && t < mesh->triangle_count; t++) put_u32(&at, (uint32_t)mesh->parts[t]);
    for (int v = 0; cut && v < mesh->vertex_count; v++) put_u32(&at, (uint32_t)mesh->twins[v]);
    size_t pairs = (size_t)mesh->part_count * (size_t)mesh->part_count;
    if (cut) memcpy(at, mesh->strangers, pairs);
    at += pairs;
    put_u64(&at, pantin_hash(data, (size_t)(at - data), 0));
    *bytes = (pantin_bytes){ data, size };
    return true;
}

// --- reading ------------------------------------------------------------------------------------

typedef struct mesh_header {
    int vertex_count, triangle_count, part_count;
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
    if (version != VERSION && version != VERSION_CUT)
        return pantin_fail(
            error, PANTIN_ERROR_FORMAT, name,
            "a mesh file of version %u, and this reads %d and %d: make the mesh again", version,
            VERSION, VERSION_CUT);
    uint32_t vertex_count = get_u32(&at), triangle_count = get_u32(&at), part_count = get_u32(&at);
    if (version == VERSION) part_count = 0; // of old files the word says nothing
    if (vertex_count < 3 || vertex_count > MESH_VERTEX_LIMIT || triangle_count < 1 ||
        triangle_count > MESH_TRIANGLE_LIMIT)
        return pantin_fail(error, PANTIN_ERROR_FORMAT, name,
                           "declares %u vertices and %u triangles, not within 3..%d and 1..%d",
                           vertex_count, triangle_count, MESH_VERTEX_LIMIT, MESH_TRIANGLE_LIMIT);
    if (part_count > triangle_count || part_count > PART_LIMIT ||
        (version == VERSION_CUT && part_count < 1))
        return pantin_fail(error, PANTIN_ERROR_FORMAT, name,
                           "declares %u parts, not within 1..%d and its %u triangles", part_count,
                           PART_LIMIT, triangle_count);
    uint64_t wanted = file_size(vertex_count, triangle_count, part_count);
    if (wanted != size)
        return pantin_fail(error, PANTIN_ERROR_FORMAT, name,
                           "has %zu bytes where its counts ask for %llu: make the mesh again", size,
                           (unsigned long long)wanted);
    *header = (mesh_header){ .vertex_count = (int)vertex_count,
                             .triangle_count = (int)triangle_count,
                             .part_count = (int)part_count,
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

/// What a cut left behind, checked: parts ascend from 0, a twin is itself or an earlier vertex at its place.
static bool read_parts(const char *name, const uint8_t *at, int part_count, pantin_mesh *mesh,
                       pantin_error *error) {
    size_t pairs = (size_t)part_count * (size_t)part_count;
    mesh->parts = memory_allocate((size_t)mesh->triangle_count, sizeof *mesh->parts);
    mesh->twins = memory_allocate((size_t)mesh->vertex_count, sizeof *mesh->twins);
    mesh->strangers = memory_allocate(pairs, 1);
    mesh->part_count = mesh->strangers != NULL ? part_count : 0;
    if (!mesh->parts || !mesh->twins || !mesh->strangers)
        return memory_fail(error, "the parts of a mesh");
    bool sane = true;
    for (int t = 0; t < mesh->triangle_count; t++) {
        uint32_t part = get_u32(&at);
        int before = t > 0 ? mesh->parts[t - 1] : 0;
        sane &= part < (uint32_t)part_count && (int)part >= before && (int)part <= before + 1;
        mesh->parts[t] = sane ? (int)part : before;
    }
    for (int v = 0; v < mesh->vertex_count; v++) {
        uint32_t twin = get_u32(&at);
        sane &= twin <= (uint32_t)v &&
                (twin == (uint32_t)v ||
                 (mesh->twins[twin] == (int)twin && mesh->vertices[twin].x == mesh->vertices[v].x &&
                  mesh->vertices[twin].y == mesh->vertices[v].y));
        mesh->twins[v] = sane ? (int)twin : v;
    }
    memcpy(mesh->strangers, at, pairs);
    for (size_t i = 0; i < pairs; i++) sane &= mesh->strangers[i] <= 1;
    for (int p = 0; p < part_count; p++) sane &= mesh->strangers[p * part_count + p] == 0;
    return sane || pantin_fail(error, PANTIN_ERROR_FORMAT, name,
                               "its parts are no parts of a mesh: make the mesh again");
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
    if (!mesh_check(&made, PANTIN_ERROR_FORMAT, name, error) ||
        (header.part_count > 0 && !read_parts(name, at, header.part_count, &made, error))) {
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

/// A cut's name changes nothing.
static uint64_t hash_cut(const pantin_mesh_cut *cut, uint64_t hash) {
    for (int i = 0; i < cut->line_count; i++) {
        uint8_t bytes[16], *at = bytes;
        put_double(&at, cut->line[i].x);
        put_double(&at, cut->line[i].y);
        hash = pantin_hash(bytes, sizeof bytes, hash);
    }
    return pantin_hash(cut->far_right ? "right" : "left", 4, hash);
}

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
    for (int k = 0; k < wanted.cut_count; k++) hash = hash_cut(&wanted.cuts[k], hash);
    for (int r = 0; !grid && r < wanted.region_count; r++)
        hash = hash_region(&wanted.regions[r], hash);
    return pantin_hash(drawing->ink, (size_t)drawing->image.width * (size_t)drawing->image.height,
                       hash);
}
