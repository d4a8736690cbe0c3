// mesh_cache.c — every bent mesh of every frame as one file of float32. Layout: docs/measures.md.
//
// A frame's record is as long as all pieces of all actors together, shown or not, so that frame i
// lies at a fixed place and the file is one array of frames x vertices x 2. The bytes are laid
// down, little- endian on every platform, in the very block that becomes the file: no second copy
// is ever made.
// SPDX-License-Identifier: MIT
#include "base/bytes.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/vec.h"
#include "pantin/measure.h"

static const uint8_t magic[8] = { 'p', 'a', 'n', 't', 'i', 'n', 'B', '\n' };
enum { VERSION = 1, HEAD_SIZE = 56, PIECE_SIZE = 32 };
static const uint32_t not_a_number = 0x7fc00000u;

struct pantin_mesh_cache {
    const pantin_show_info *info;
    int from, frame_count;
    size_t data_at; // where the frames begin
    size_t vertices_a_frame;
    pantin_bytes file;
};

static size_t aligned(size_t size) { return (size + 15) & ~(size_t)15; }

static size_t piece_name(const pantin_cast_member *member, int piece, char *name, size_t size) {
    return text_print(name, size, "%s.%s", member->name, member->puppet->pieces[piece].name);
}

static size_t piece_block(const pantin_cast_member *member, int piece) {
    const pantin_mesh *mesh = &member->puppet->pieces[piece].triangles;
    char name[512];
    return aligned(PIECE_SIZE + piece_name(member, piece, name, sizeof name)) +
           aligned(16 * (size_t)mesh->vertex_count) + aligned(12 * (size_t)mesh->triangle_count);
}

// --- the head: everything that does not change from frame to frame -------------------------------

static uint8_t *put_piece(const pantin_mesh_cache *cache, int cast, int p, size_t first_vertex,
                          uint8_t *at) {
    const pantin_cast_member *member = &cache->info->cast[cast];
    const pantin_puppet_piece *piece = &member->puppet->pieces[p];
    const pantin_mesh *mesh = &piece->triangles;
    char name[512];
    size_t length = piece_name(member, p, name, sizeof name);
    uint8_t *block = at;
    put_u32(&at, (uint32_t)cast);
    put_u32(&at, (uint32_t)p);
    put_u32(&at, (uint32_t)first_vertex);
    put_u32(&at, (uint32_t)mesh->vertex_count);
    put_u32(&at, (uint32_t)mesh->triangle_count);
    put_u32(&at, pantin_puppet_is_mirrored(piece) ? 1 : 0);
    put_u32(&at, (uint32_t)length);
    put_u32(&at, 0);
    memcpy(at, name, length);
    at = block += aligned(PIECE_SIZE + length);
    for (int v = 0; v < mesh->vertex_count; v++) {
        put_double(&at, mesh->vertices[v].x);
        put_double(&at, mesh->vertices[v].y);
    }
    at = block += aligned(16 * (size_t)mesh->vertex_count);
    for (int t = 0; t < mesh->triangle_count; t++)
        for (int k = 0; k < 3; k++) put_u32(&at, (uint32_t)mesh->triangles[t][k]);
    return block + aligned(12 * (size_t)mesh->triangle_count);
}

static void put_head(const pantin_mesh_cache *cache, int piece_count) {
    const pantin_show_info *info = cache->info;
    uint32_t fields[] = { VERSION,
                          (uint32_t)cache->data_at,
                          (uint32_t)cache->frame_count,
                          (uint32_t)cache->from,
                          (uint32_t)info->rate.numerator,
                          (uint32_t)info->rate.denominator,
                          (uint32_t)info->width,
                          (uint32_t)info->height,
                          (uint32_t)info->cast_count,
                          (uint32_t)piece_count,
                          (uint32_t)cache->vertices_a_frame,
                          0 };
    uint8_t *at = cache->file.data;
    size_t first_vertex = 0;
    memcpy(at, magic, sizeof magic);
    at += sizeof magic;
    for (size_t k = 0; k < sizeof fields / sizeof *fields; k++) put_u32(&at, fields[k]);
    at = cache->file.data + aligned(HEAD_SIZE);
    for (int c = 0; c < info->cast_count; c++)
        for (int p = 0; p < info->cast[c].puppet->piece_count; p++) {
            at = put_piece(cache, c, p, first_vertex, at);
            first_vertex += (size_t)info->cast[c].puppet->pieces[p].triangles.vertex_count;
        }
}

static size_t record_size(const pantin_mesh_cache *cache) { return 8 * cache->vertices_a_frame; }

static bool lay_out(pantin_mesh_cache *cache, pantin_error *error) {
    int piece_count = 0;
    size_t size, frames = (size_t)cache->frame_count;
    cache->data_at = aligned(HEAD_SIZE);
    for (int c = 0; c < cache->info->cast_count; c++) {
        const pantin_cast_member *member = &cache->info->cast[c];
        piece_count += member->puppet->piece_count;
        for (int p = 0; p < member->puppet->piece_count; p++) {
            cache->data_at += piece_block(member, p);
            cache->vertices_a_frame += (size_t)member->puppet->pieces[p].triangles.vertex_count;
        }
    }
    size = record_size(cache);
    if (cache->data_at > UINT32_MAX ||
        (size > 0 && frames > (SIZE_MAX / 2 - cache->data_at) / size))
        return memory_fail(error, "a mesh cache");
    size = cache->data_at + frames * size;
    cache->file.data = memory_allocate(size + 1, 1);
    if (cache->file.data == NULL) return memory_fail(error, "a mesh cache");
    cache->file.size = size;
    put_head(cache, piece_count);
    for (uint8_t *at = cache->file.data + cache->data_at; at < cache->file.data + size;)
        put_u32(&at, not_a_number);
    return true;
}

pantin_mesh_cache *pantin_mesh_cache_create(const pantin_show *show, int from, int to,
                                            pantin_error *error) {
    const pantin_show_info *info = pantin_show_describe(show);
    if (to == 0) to = info->frame_count;
    if (from < 0 || from >= to || to > info->frame_count) {
        pantin_fail(error, PANTIN_ERROR_ARGUMENT, "frames", "%d-%d is not within this film's 0-%d",
                    from, to - 1, info->frame_count - 1);
        return NULL;
    }
    pantin_mesh_cache *cache = memory_allocate(1, sizeof *cache);
    if (cache == NULL) {
        memory_fail(error, "a mesh cache");
        return NULL;
    }
    *cache = (pantin_mesh_cache){ .info = info, .from = from, .frame_count = to - from };
    if (lay_out(cache, error)) return cache;
    pantin_mesh_cache_destroy(cache);
    return NULL;
}

void pantin_mesh_cache_destroy(pantin_mesh_cache *cache) {
    if (cache == NULL) return;
    pantin_bytes_free(&cache->file);
    memory_free(cache, 1, sizeof *cache);
}

// --- frames --------------------------------------------------------------------------------------

static void put_actor(const pantin_pose_frame *pose, const pantin_puppet *puppet, uint8_t *record) {
    for (int p = 0; p < puppet->piece_count; p++) {
        int count = puppet->pieces[p].triangles.vertex_count;
        for (int k = 0; k < pose->piece_count; k++) {
            if (pose->pieces[k].piece != p) continue;
            uint8_t *at = record;
            for (int v = 0; v < count; v++) {
                put_float(&at, pose->pieces[k].vertices[v].x);
                put_float(&at, pose->pieces[k].vertices[v].y);
            }
        }
        record += 8 * (size_t)count;
    }
}

static bool see_frame(void *self, const pantin_take_frame *frame, const pantin_image *picture,
                      const pantin_ids *ids, pantin_error *error) {
    const pantin_mesh_cache *cache = self;
    int index = frame->frame - cache->from;
    (void)picture, (void)ids, (void)error;
    if (index < 0 || index >= cache->frame_count || cache->file.data == NULL) return true;
    uint8_t *record = cache->file.data + cache->data_at + record_size(cache) * (size_t)index;
    for (int c = 0; c < frame->actor_count; c++) {
        const pantin_puppet *puppet = cache->info->cast[c].puppet;
        put_actor(&frame->actors[c], puppet, record);
        for (int p = 0; p < puppet->piece_count; p++)
            record += 8 * (size_t)puppet->pieces[p].triangles.vertex_count;
    }
    return true;
}

pantin_observer pantin_mesh_cache_observer(pantin_mesh_cache *cache) {
    return (pantin_observer){ .frame = see_frame, .self = cache };
}

bool pantin_mesh_cache_write(pantin_mesh_cache *cache, pantin_bytes *bytes, pantin_error *error) {
    if (cache->file.data == NULL)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "mesh cache",
                           "was written already; make another");
    *bytes = cache->file;
    cache->file = (pantin_bytes){ 0 };
    return true;
}
