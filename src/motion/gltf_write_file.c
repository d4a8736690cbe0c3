// gltf_write_file.c — the bytes of a written glTF: its keys, base64, and the chunks of a GLB.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/bytes.h"
#include "motion/gltf_write.h"

enum { HEAD = 12, CHUNK_HEAD = 8, JSON_CHUNK = 0x4E4F534A, BIN_CHUNK = 0x004E4942 };

bool gltf_write_too_large(const gltf_job *job, pantin_error *error) {
    return pantin_fail(error, PANTIN_ERROR_FORMAT, job->document->motion->name,
                       "with its new keys the file would have 2 GB or more; ask for fewer "
                       "frames/s or a shorter piece");
}

// --- keys ------------------------------------------------------------------------------------------

static void put_number(uint8_t **at, gltf_component component, double value) {
    int64_t whole = component == GLTF_FLOAT ? 0 : (int64_t)value;
    size_t size = gltf_number_size(component);
    if (component == GLTF_FLOAT) {
        put_float(at, (float)value);
        return;
    }
    for (size_t k = 0; k < size; k++) *(*at)++ = (uint8_t)((uint64_t)whole >> (8 * k));
}

void gltf_write_keys(const gltf_job *job, uint8_t *buffer) {
    int last = job->clip->frames - 1;
    for (int k = 0; k < job->slot_count; k++) {
        const gltf_slot *slot = &job->slots[k];
        uint8_t *at = buffer + slot->at;
        if (slot->use == GLTF_TIMES) {
            int keys = gltf_grid_keys(job, slot->grid);
            for (int i = 0; i < keys; i++)
                put_float(&at, i == 0 ? 0 : (float)job->times[i + 1 < keys ? i : last]);
        } else if (slot->use == GLTF_VALUES) {
            const gltf_new_track *track = &job->tracks[slot->track];
            size_t total = (size_t)gltf_grid_keys(job, track->grid) * (size_t)track->row;
            for (size_t i = 0; i < total; i++) put_number(&at, track->component, track->numbers[i]);
        }
    }
}

static void put_base64(text *out, const uint8_t *bytes, size_t size) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t k = 0; k < size; k += 3) {
        size_t left = size - k;
        uint32_t bits = (uint32_t)bytes[k] << 16 | (left > 1 ? (uint32_t)bytes[k + 1] << 8 : 0) |
                        (left > 2 ? bytes[k + 2] : 0);
        char word[4] = { digits[bits >> 18], digits[bits >> 12 & 63], digits[bits >> 6 & 63],
                         digits[bits & 63] };
        if (left < 3) word[3] = '=';
        if (left < 2) word[2] = '=';
        text_bytes(out, word, 4);
    }
}

void gltf_write_uri(const gltf_job *job, text *out) {
    size_t size = (size_t)job->buffer_size;
    uint8_t *buffer = memory_allocate(size, 1);
    text_string(out, "\"data:application/octet-stream;base64,");
    if (buffer != NULL) {
        gltf_write_keys(job, buffer);
        put_base64(out, buffer, size);
    }
    text_char(out, '"');
    if (buffer == NULL) out->failed = true;
    memory_free(buffer, size, 1);
}

// --- the file ----------------------------------------------------------------------------------------

static void put_bytes(uint8_t **at, const void *bytes, size_t size) {
    if (size > 0) memcpy(*at, bytes, size);
    *at += size;
}

static void put_fill(uint8_t **at, uint8_t byte, uint64_t count) {
    memset(*at, byte, (size_t)count);
    *at += count;
}

static void put_chunks(const gltf_job *job, const text *json, uint64_t padded, uint64_t chunk,
                       uint8_t *at) {
    const gltf_document *d = job->document;
    put_u32(&at, (uint32_t)padded);
    put_u32(&at, JSON_CHUNK);
    put_bytes(&at, json->data, json->size);
    put_fill(&at, ' ', padded - json->size);
    if (d->has_chunk || job->to_chunk) {
        put_u32(&at, (uint32_t)chunk);
        put_u32(&at, BIN_CHUNK);
        uint8_t *buffer = at;
        if (job->chunk_kept > 0)
            put_bytes(&at, d->motion->bytes + d->chunk_at, (size_t)job->chunk_kept);
        put_fill(&at, 0, chunk - job->chunk_kept);
        if (job->to_chunk) gltf_write_keys(job, buffer);
    }
    put_bytes(&at, d->motion->bytes + d->rest_at, d->rest_size);
}

static bool write_chunks(const gltf_job *job, const text *json, pantin_bytes *bytes,
                         pantin_error *error) {
    const gltf_document *d = job->document;
    uint64_t padded = ((uint64_t)json->size + 3) & ~(uint64_t)3, chunk = job->chunk_kept;
    if (job->to_chunk && job->buffer_size > chunk) chunk = job->buffer_size;
    chunk = (chunk + 3) & ~(uint64_t)3;
    uint64_t total = HEAD + CHUNK_HEAD + padded + d->rest_size;
    if (d->has_chunk || job->to_chunk) total += CHUNK_HEAD + chunk;
    if (total > GLTF_WRITE_MOST) return gltf_write_too_large(job, error);
    uint8_t *data = memory_allocate((size_t)total + 1, 1), *at = data;
    if (data == NULL) return memory_fail(error, "a GLB");
    put_bytes(&at, "glTF", 4);
    put_u32(&at, 2);
    put_u32(&at, (uint32_t)total);
    put_chunks(job, json, padded, chunk, at);
    *bytes = (pantin_bytes){ data, (size_t)total };
    return true;
}

static bool write_plain(const gltf_job *job, const text *json, pantin_bytes *bytes,
                        pantin_error *error) {
    const gltf_document *d = job->document;
    size_t tail = d->json_at + (size_t)d->tape.tokens[0].end;
    uint64_t total = (uint64_t)d->json_at + json->size + (d->motion->size - tail);
    if (total > GLTF_WRITE_MOST) return gltf_write_too_large(job, error);
    uint8_t *data = memory_allocate((size_t)total + 1, 1), *at = data;
    if (data == NULL) return memory_fail(error, "a glTF");
    put_bytes(&at, d->motion->bytes, d->json_at);
    put_bytes(&at, json->data, json->size);
    put_bytes(&at, d->motion->bytes + tail, d->motion->size - tail);
    *bytes = (pantin_bytes){ data, (size_t)total };
    return true;
}

bool gltf_write_file(const gltf_job *job, const text *json, pantin_bytes *bytes,
                     pantin_error *error) {
    return job->document->binary ? write_chunks(job, json, bytes, error)
                                 : write_plain(job, json, bytes, error);
}
