// gltf_document.c — a glTF's tables: buffer views and accessors here, the rest in its own files.
//
// What one object says of another (an index) is checked when it is read, so that later nothing needs asking.
// What it says of bytes is checked only when they are wanted: a mesh whose data is broken does not keep
// anybody from its animation.
// SPDX-License-Identifier: MIT
#include "motion/gltf_document.h"

#include <limits.h>
#include <string.h>

#include "motion/gltf.h"

// --- views and accessors -------------------------------------------------------------------------

/// The extension that packs a view's bytes, or NULL.
static const char *compression_of(const gltf_document *d, int view) {
    static const char ending[] = "meshopt_compression";
    int extensions = json_find(&d->tape, view, "extensions");
    if (extensions == PANTIN_NONE || d->tape.tokens[extensions].kind != JSON_OBJECT) return NULL;
    int at = extensions + 1;
    for (int k = 0; k < d->tape.tokens[extensions].count; k++) {
        const json_token *key = &d->tape.tokens[at];
        size_t size = (size_t)(key->end - key->start), tail = sizeof ending - 1;
        if (size >= tail && memcmp(d->tape.source + key->end - tail, ending, tail) == 0)
            return json_text(&d->tape, at, d->memory);
        at = d->tape.tokens[at + 1].next;
    }
    return NULL;
}

static bool read_view(gltf_document *d, const gltf_spot *spot, gltf_view *view,
                      pantin_error *error) {
    *view = (gltf_view){ .token = spot->token, .buffer = PANTIN_NONE };
    view->compression = compression_of(d, spot->token);
    return gltf_index(d, spot, "buffer", d->buffer_count, &view->buffer, error) &&
           gltf_size(d, spot, "byteOffset", &view->offset, error) &&
           gltf_size(d, spot, "byteLength", &view->size, error) &&
           gltf_size(d, spot, "byteStride", &view->stride, error);
}

static int width_of(const gltf_document *d, int accessor) {
    static const struct {
        const char *name;
        int width;
    } types[] = { { "SCALAR", 1 }, { "VEC2", 2 }, { "VEC3", 3 }, { "VEC4", 4 },
                  { "MAT2", 4 },   { "MAT3", 9 }, { "MAT4", 16 } };
    int token = json_find(&d->tape, accessor, "type");
    if (token == PANTIN_NONE || d->tape.tokens[token].kind != JSON_STRING) return 0;
    for (size_t k = 0; k < sizeof types / sizeof *types; k++)
        if (json_equal(&d->tape, token, types[k].name)) return types[k].width;
    return 0;
}

static bool read_component(const gltf_document *d, const gltf_spot *spot, gltf_component *component,
                           pantin_error *error) {
    int number = 0;
    if (!gltf_whole(d, spot, "componentType", INT_MAX, &number, error)) return false;
    if (number >= GLTF_BYTE && number <= GLTF_FLOAT && number != GLTF_INT_RESERVED) {
        *component = (gltf_component)number;
        return true;
    }
    return gltf_fail(d, spot, error, "componentType %d is none of 5120 (8 bits) .. 5126 (float)",
                     number);
}

static bool read_sparse(gltf_document *d, const gltf_spot *accessor_spot, gltf_accessor *accessor,
                        pantin_error *error) {
    int token = json_find(&d->tape, accessor_spot->token, "sparse");
    if (token == PANTIN_NONE) return true;
    gltf_spot spot = gltf_spot_at(token, "%s/sparse", accessor_spot->pointer);
    if (!gltf_whole(d, &spot, "count", INT_MAX, &accessor->sparse_count, error)) return false;
    if (accessor->sparse_count == 0) return true;
    gltf_spot parts[2];
    for (int k = 0; k < 2; k++) {
        const char *key = k == 0 ? "indices" : "values";
        int part = json_find(&d->tape, token, key);
        if (part == PANTIN_NONE) return gltf_fail(d, &spot, error, "without %s", key);
        parts[k] = gltf_spot_at(part, "%s/%s", spot.pointer, key);
    }
    if (!(read_component(d, &parts[0], &accessor->index_component, error) &&
          gltf_index(d, &parts[0], "bufferView", d->view_count, &accessor->index_view, error) &&
          gltf_size(d, &parts[0], "byteOffset", &accessor->index_offset, error) &&
          gltf_index(d, &parts[1], "bufferView", d->view_count, &accessor->value_view, error) &&
          gltf_size(d, &parts[1], "byteOffset", &accessor->value_offset, error)))
        return false;
    if (accessor->index_view == PANTIN_NONE || accessor->value_view == PANTIN_NONE)
        return gltf_fail(d, &spot, error, "its indices and values need a bufferView each");
    gltf_component component = accessor->index_component;
    if (component == GLTF_UBYTE || component == GLTF_USHORT || component == GLTF_UINT) return true;
    return gltf_fail(d, &parts[0], error, "indices are whole numbers of 8, 16 or 32 bits");
}

static bool read_accessor(gltf_document *d, const gltf_spot *spot, gltf_accessor *accessor,
                          pantin_error *error) {
    *accessor = (gltf_accessor){ .token = spot->token,
                                 .view = PANTIN_NONE,
                                 .index_view = PANTIN_NONE,
                                 .value_view = PANTIN_NONE,
                                 .width = width_of(d, spot->token) };
    int normalized = json_find(&d->tape, spot->token, "normalized");
    accessor->normalized =
        normalized != PANTIN_NONE && d->tape.tokens[normalized].kind == JSON_TRUE;
    return gltf_index(d, spot, "bufferView", d->view_count, &accessor->view, error) &&
           gltf_size(d, spot, "byteOffset", &accessor->offset, error) &&
           gltf_whole(d, spot, "count", INT_MAX, &accessor->count, error) &&
           read_component(d, spot, &accessor->component, error) &&
           read_sparse(d, spot, accessor, error);
}

bool gltf_read_accessors(gltf_document *d, pantin_error *error) {
    gltf_spot spot;
    d->views = ARENA_ARRAY(d->memory, gltf_view, d->view_count);
    d->accessors = ARENA_ARRAY(d->memory, gltf_accessor, d->accessor_count);
    if (arena_failed(d->memory)) return memory_fail(error, "a glTF's accessors");
    for (int k = 0, token = d->views_token + 1; k < d->view_count; k++)
        if (!gltf_object(d, "/bufferViews", k, &token, &spot, error) ||
            !read_view(d, &spot, &d->views[k], error))
            return false;
    for (int k = 0, token = d->accessors_token + 1; k < d->accessor_count; k++)
        if (!gltf_object(d, "/accessors", k, &token, &spot, error) ||
            !read_accessor(d, &spot, &d->accessors[k], error))
            return false;
    return true;
}

// --- the whole -----------------------------------------------------------------------------------

static bool check_version(const gltf_document *d, const gltf_spot *top, pantin_error *error) {
    int asset = json_find(&d->tape, 0, "asset");
    if (asset == PANTIN_NONE || d->tape.tokens[asset].kind != JSON_OBJECT)
        return gltf_fail(d, top, error, "no \"asset\" that says which glTF it is");
    gltf_spot spot = gltf_spot_at(asset, "/asset");
    const char *version = gltf_string(d, asset, "version");
    if (version != NULL && version[0] == '2' && (version[1] == '.' || version[1] == 0)) return true;
    if (arena_failed(d->memory)) return memory_fail(error, "a glTF");
    return gltf_fail(d, &spot, error, "glTF version %.20s is not read; save it as glTF 2.0",
                     version != NULL ? version : "(none)");
}

static bool read_lists(gltf_document *d, const gltf_spot *top, pantin_error *error) {
    return gltf_array(d, top, "buffers", &d->buffers_token, &d->buffer_count, error) &&
           gltf_array(d, top, "bufferViews", &d->views_token, &d->view_count, error) &&
           gltf_array(d, top, "accessors", &d->accessors_token, &d->accessor_count, error) &&
           gltf_array(d, top, "nodes", &d->nodes_token, &d->node_count, error) &&
           gltf_array(d, top, "skins", &d->skins_token, &d->skin_count, error) &&
           gltf_array(d, top, "animations", &d->animations_token, &d->animation_count, error);
}

static bool read_text(gltf_document *d, pantin_error *error) {
    const pantin_motion *motion = d->motion;
    if (d->binary) {
        if (!glb_read_chunks(d, error)) return false;
    } else {
        bool mark = motion->size >= 3 && memcmp(motion->bytes, "\xEF\xBB\xBF", 3) == 0;
        d->json_at = mark ? 3 : 0;
        d->json_size = motion->size - d->json_at;
    }
    const char *source = (const char *)motion->bytes + d->json_at;
    return json_read(motion->name, source, d->json_size, d->memory, &d->tape, error);
}

bool gltf_read(pantin_motion *motion, pantin_error *error) {
    gltf_document *d = ARENA_ARRAY(&motion->memory, gltf_document, 1);
    if (d == NULL) return memory_fail(error, "a glTF");
    d->motion = motion;
    d->memory = &motion->memory;
    d->binary = motion->kind == PANTIN_GLB;
    d->backed = motion->size;
    motion->gltf = d;
    gltf_spot top = gltf_spot_at(0, "%s", "");
    if (!read_text(d, error)) return false;
    if (d->tape.tokens[0].kind != JSON_OBJECT) return gltf_fail(d, &top, error, "not an object");
    if (!(check_version(d, &top, error) && read_lists(d, &top, error) &&
          gltf_read_accessors(d, error) && gltf_read_nodes(d, error) &&
          gltf_read_animations(d, error) && gltf_read_buffers(d, error)))
        return false;
    return !arena_failed(d->memory) || memory_fail(error, "a glTF");
}

int gltf_animations(const pantin_motion *motion) { return motion->gltf->animation_count; }

const char *gltf_animation_name(const pantin_motion *motion, int animation) {
    return motion->gltf->animations[animation].name;
}

const char *gltf_resource(const pantin_motion *motion, int k) {
    return k < motion->gltf->resource_count ? motion->gltf->resources[k] : NULL;
}
