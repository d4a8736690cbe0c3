// gltf_buffers.c — where a glTF's bytes come from: its BIN chunk, data URIs (base64), files beside it.
//
// Only the buffers that some animation's keys lie in are decoded or fetched; the others are none of ours.
// SPDX-License-Identifier: MIT
#include <limits.h>
#include <string.h>

#include "motion/gltf_document.h"

// --- which are wanted ------------------------------------------------------------------------------

static void want_view(const gltf_document *d, int view, bool *wanted) {
    if (view == PANTIN_NONE || d->views[view].buffer == PANTIN_NONE) return;
    wanted[d->views[view].buffer] = true;
}

static void want_accessor(const gltf_document *d, int accessor, bool *wanted) {
    want_view(d, d->accessors[accessor].view, wanted);
    want_view(d, d->accessors[accessor].index_view, wanted);
    want_view(d, d->accessors[accessor].value_view, wanted);
}

static void want_animations(const gltf_document *d, bool *wanted) {
    for (int k = 0; k < d->animation_count; k++)
        for (int i = 0; i < d->animations[k].channel_count; i++) {
            const gltf_channel *channel = &d->animations[k].channels[i];
            const gltf_sampler *sampler = &d->animations[k].samplers[channel->sampler];
            if (channel->path == GLTF_OTHER) continue;
            want_accessor(d, sampler->input, wanted);
            want_accessor(d, sampler->output, wanted);
        }
}

// --- URIs ------------------------------------------------------------------------------------------

static int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/// "my%20walk.bin" is my walk.bin. NULL: memory, or no path (a zero byte, half a sign).
static const char *decode_path(arena *memory, const char *uri) {
    size_t length = strlen(uri), used = 0;
    char *path = arena_text(memory, uri, length);
    if (path == NULL) return NULL;
    for (size_t k = 0; k < length; k++) {
        if (uri[k] != '%') {
            path[used++] = uri[k];
            continue;
        }
        int high = k + 2 < length ? hex_digit(uri[k + 1]) : -1;
        int low = k + 2 < length ? hex_digit(uri[k + 2]) : -1;
        if (high < 0 || low < 0 || (high == 0 && low == 0)) return NULL;
        path[used++] = (char)(16 * high + low);
        k += 2;
    }
    path[used] = '\0';
    return path;
}

static bool is_data(const char *uri) { return strlen(uri) > 5 && memcmp(uri, "data:", 5) == 0; }

/// "http://..." and its kin: more than one letter before a colon, so that a drive is none.
static bool has_scheme(const char *uri) {
    size_t letters = 0;
    while ((uri[letters] | 0x20) >= 'a' && (uri[letters] | 0x20) <= 'z') letters++;
    return letters > 1 && uri[letters] == ':';
}

/// A path that begins at the root of the disk, or climbs.
static bool leads_outside(const char *path) {
    if (*path == '/') return true;
    for (const char *at = path; at != NULL; at = strchr(at, '/')) {
        if (*at == '/') at++;
        if (strncmp(at, "..", 2) == 0 && (at[2] == '/' || at[2] == '\0')) return true;
    }
    return false;
}

// --- base64 ----------------------------------------------------------------------------------------

static int base64_digit(char c) {
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    if (c == '+' || c == '-') return 62;
    return c == '/' || c == '_' ? 63 : -1;
}

/// Decodes until the text ends or pads. False: something else stands in it.
static bool decode_base64(const char *letters, size_t length, uint8_t *bytes, size_t *size) {
    uint32_t bits = 0;
    int held = 0;
    *size = 0;
    while (length > 0 && letters[length - 1] == '=') length--;
    for (size_t k = 0; k < length; k++) {
        int digit = base64_digit(letters[k]);
        if (digit < 0) return false;
        bits = bits << 6 | (uint32_t)digit;
        held += 6;
        if (held < 8) continue;
        held -= 8;
        bytes[(*size)++] = (uint8_t)(bits >> held);
    }
    return true;
}

static bool read_data(gltf_document *d, const gltf_spot *spot, const char *uri, gltf_buffer *buffer,
                      size_t *size, pantin_error *error) {
    size_t length = strlen(uri), comma = 0;
    while (comma < length && uri[comma] != ',') comma++;
    if (comma == length || comma < 12 || memcmp(uri + comma - 7, ";base64", 7) != 0)
        return gltf_fail(d, spot, error, "its data URI is not base64");
    const char *letters = uri + comma + 1;
    length -= comma + 1;
    uint8_t *bytes = ARENA_ARRAY(d->memory, uint8_t, length / 4 * 3 + 3);
    if (bytes == NULL) return memory_fail(error, "a glTF's buffer");
    if (!decode_base64(letters, length, bytes, size))
        return gltf_fail(d, spot, error, "its data URI has a letter that base64 has not");
    buffer->place = GLTF_DATA;
    buffer->bytes = bytes;
    return true;
}

// --- files -----------------------------------------------------------------------------------------

static bool read_file(gltf_document *d, const gltf_spot *spot, gltf_buffer *buffer, size_t *size,
                      pantin_error *error) {
    const pantin_motion_options *options = &d->motion->options;
    pantin_bytes bytes = { 0 };
    char shown[128];
    text_printable(shown, sizeof shown, buffer->uri, strlen(buffer->uri));
    if (has_scheme(buffer->uri))
        return gltf_fail(d, spot, error, "its data lies at %s; fetch it and name the file", shown);
    if (options->fetch == NULL)
        return gltf_fail(d, spot, error,
                         "its data lies in the file %s, which is not at hand; save it as a GLB",
                         shown);
    if (leads_outside(buffer->uri))
        return gltf_fail(d, spot, error,
                         "its data lies at %s, outside the file's folder; convert it to a GLB",
                         shown);
    pantin_error why = { 0 };
    if (!options->fetch(options->fetch_self, buffer->uri, INT_MAX, &bytes, &why)) {
        if (why.kind == PANTIN_ERROR_MEMORY) return memory_fail(error, "a glTF's buffer");
        return gltf_fail(d, spot, error, "its data lies in %s: %s", shown, why.text);
    }
    uint8_t *kept = (uint8_t *)arena_text(d->memory, (const char *)bytes.data, bytes.size);
    *size = bytes.size;
    pantin_bytes_free(&bytes);
    if (kept == NULL) return memory_fail(error, "a glTF's buffer");
    buffer->place = GLTF_FILE;
    buffer->bytes = kept;
    d->backed += *size;
    return true;
}

// --- all -------------------------------------------------------------------------------------------

static bool read_buffer(gltf_document *d, const gltf_spot *spot, int k, bool wanted,
                        pantin_error *error) {
    gltf_buffer *buffer = &d->buffers[k];
    size_t size = 0;
    *buffer = (gltf_buffer){ .token = spot->token, .place = GLTF_NOWHERE };
    if (!gltf_size(d, spot, "byteLength", &buffer->size, error)) return false;
    const char *uri = gltf_string(d, spot->token, "uri");
    if (arena_failed(d->memory)) return memory_fail(error, "a glTF's buffer");
    if (uri == NULL && k == 0 && d->has_chunk) {
        buffer->place = GLTF_CHUNK;
        buffer->bytes = d->motion->bytes + d->chunk_at;
        size = d->chunk_size;
    } else if (uri == NULL) {
        return true;
    } else if (is_data(uri)) {
        if (wanted && !read_data(d, spot, uri, buffer, &size, error)) return false;
    } else {
        buffer->uri = decode_path(d->memory, uri);
        if (arena_failed(d->memory)) return memory_fail(error, "a glTF's buffer");
        if (buffer->uri == NULL) return gltf_fail(d, spot, error, "its uri is no path");
        if (wanted && !read_file(d, spot, buffer, &size, error)) return false;
    }
    if (buffer->place == GLTF_NOWHERE || size >= buffer->size) return true;
    return gltf_fail(d, spot, error,
                     "the buffer is smaller than its byteLength: %zu bytes of %zu; cut short", size,
                     buffer->size);
}

static bool add_resource(gltf_document *d, const char *path) {
    if (path != NULL) d->resources[d->resource_count++] = path;
    return !arena_failed(d->memory);
}

/// Buffers first, then images; data URIs and views are no files.
static bool list_resources(gltf_document *d, pantin_error *error) {
    gltf_spot top = gltf_spot_at(0, "%s", ""), spot;
    int images, image_count;
    if (!gltf_array(d, &top, "images", &images, &image_count, error)) return false;
    d->resources =
        ARENA_ARRAY(d->memory, const char *, (size_t)d->buffer_count + (size_t)image_count);
    if (d->resources == NULL) return memory_fail(error, "the files of a glTF");
    for (int k = 0; k < d->buffer_count; k++) (void)add_resource(d, d->buffers[k].uri);
    for (int k = 0, token = images + 1; k < image_count; k++) {
        if (!gltf_object(d, "/images", k, &token, &spot, error)) return false;
        const char *uri = gltf_string(d, spot.token, "uri");
        if (uri != NULL && !is_data(uri)) (void)add_resource(d, decode_path(d->memory, uri));
        if (arena_failed(d->memory)) return memory_fail(error, "the files of a glTF");
    }
    return true;
}

bool gltf_read_buffers(gltf_document *d, pantin_error *error) {
    gltf_spot spot;
    d->buffers = ARENA_ARRAY(d->memory, gltf_buffer, d->buffer_count);
    bool *wanted = ARENA_ARRAY(d->memory, bool, d->buffer_count);
    if (arena_failed(d->memory)) return memory_fail(error, "a glTF's buffers");
    want_animations(d, wanted);
    for (int k = 0, token = d->buffers_token + 1; k < d->buffer_count; k++)
        if (!gltf_object(d, "/buffers", k, &token, &spot, error) ||
            !read_buffer(d, &spot, k, wanted[k], error))
            return false;
    return list_resources(d, error);
}
