// glb.c — the container of a binary glTF: a head of 12 bytes, a JSON chunk, a BIN chunk, perhaps others.
//
// head: "glTF", version, length of all. chunk: length, type, bytes. All words are little-endian; a chunk's
// length is a multiple of 4. Only where things lie is found out here; nothing is copied.
// SPDX-License-Identifier: MIT
#include "base/bytes.h"
#include "motion/gltf_document.h"

enum { HEAD = 12, CHUNK_HEAD = 8, JSON_CHUNK = 0x4E4F534A, BIN_CHUNK = 0x004E4942 };

static bool fail(const gltf_document *d, pantin_error *error, const char *format, ...)
    PANTIN_FORMAT(3, 4);

static bool fail(const gltf_document *d, pantin_error *error, const char *format, ...) {
    char line[256];
    va_list arguments;
    va_start(arguments, format);
    text_print_list(line, sizeof line, format, arguments);
    va_end(arguments);
    return pantin_fail(error, PANTIN_ERROR_FORMAT, d->motion->name, "%s", line);
}

static uint32_t word_at(const gltf_document *d, size_t at) {
    const uint8_t *bytes = d->motion->bytes + at;
    return get_u32(&bytes);
}

/// The chunk at `at`: its type, and its size held against what is left of the file.
static bool chunk_at(const gltf_document *d, size_t at, size_t end, const char *what,
                     uint32_t *type, size_t *size, pantin_error *error) {
    if (end - at < CHUNK_HEAD)
        return fail(d, error, "the file ends where its %s chunk should begin: cut short", what);
    uint32_t length = word_at(d, at);
    *type = word_at(d, at + 4);
    if (length > end - at - CHUNK_HEAD)
        return fail(d, error, "its %s chunk says %u bytes and only %zu follow: cut short", what,
                    (unsigned)length, end - at - CHUNK_HEAD);
    *size = length;
    return true;
}

bool glb_read_chunks(gltf_document *d, pantin_error *error) {
    size_t size = d->motion->size;
    if (size < HEAD) return fail(d, error, "a GLB of %zu bytes: cut short", size);
    uint32_t version = word_at(d, 4), length = word_at(d, 8), type = 0;
    if (version != 2)
        return fail(d, error, "GLB version %u is not read; save it as glTF 2.0", (unsigned)version);
    if (length > size)
        return fail(d, error, "the file says %u bytes and has %zu: cut short, fetch it again",
                    (unsigned)length, size);
    size_t end = length;
    if (end < HEAD) return fail(d, error, "a GLB whose head says %u bytes", (unsigned)length);
    if (!chunk_at(d, HEAD, end, "JSON", &type, &d->json_size, error)) return false;
    if (type != JSON_CHUNK) return fail(d, error, "its first chunk is not JSON");
    d->json_at = HEAD + CHUNK_HEAD;
    size_t at = d->json_at + d->json_size, chunk = 0;
    // Some writers pad with zeros instead of spaces.
    while (d->json_size > 0 && d->motion->bytes[d->json_at + d->json_size - 1] == 0) d->json_size--;
    if (end - at >= CHUNK_HEAD) {
        if (!chunk_at(d, at, end, "second", &type, &chunk, error)) return false;
        if (type == BIN_CHUNK) {
            d->has_chunk = true;
            d->chunk_at = at + CHUNK_HEAD;
            d->chunk_size = chunk;
            at = d->chunk_at + chunk;
        }
    }
    d->rest_at = at;
    d->rest_size = end - at;
    return true;
}
