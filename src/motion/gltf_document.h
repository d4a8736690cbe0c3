// gltf_document.h — a glTF as it was parsed: its JSON tape and, beside it, tables of what animation needs.
//
// Every entry keeps the JSON token it came from, so that a message can name its pointer and a writer can
// change the bytes of one object and copy all others. Nothing of an accessor's data is decoded here.
// SPDX-License-Identifier: MIT
#ifndef MOTION_GLTF_DOCUMENT_H
#define MOTION_GLTF_DOCUMENT_H

#include "base/json.h"
#include "motion/clip.h"

/// Where the bytes of a buffer lie.
typedef enum gltf_place {
    GLTF_NOWHERE, // no uri, no chunk (a fallback that compression never fills), or a file not needed
    GLTF_CHUNK,   // the BIN chunk of a GLB
    GLTF_DATA,    // a data URI
    GLTF_FILE,    // a file beside it, fetched
} gltf_place;

typedef struct gltf_buffer {
    int token;
    gltf_place place;
    const uint8_t *bytes; // `size` of them, checked; NULL: GLTF_NOWHERE
    size_t size;          // "byteLength"
    const char *uri;      // of a file: relative, percent signs decoded; else NULL
    pantin_bytes owned;   // (private) what was fetched
} gltf_buffer;

typedef struct gltf_view {
    int token;
    int buffer;
    size_t offset, size, stride; // stride 0: elements lie side by side
    const char *compression;     // the extension that packs it, or NULL
} gltf_view;

typedef enum gltf_component {
    GLTF_BYTE = 5120, GLTF_UBYTE, GLTF_SHORT, GLTF_USHORT, GLTF_INT_RESERVED, GLTF_UINT, GLTF_FLOAT
} gltf_component;

/// `count` elements of `width` numbers. As declared: gltf_accessor_check holds it against its bytes.
typedef struct gltf_accessor {
    int token;
    int view; // or PANTIN_NONE: zeros
    size_t offset;
    gltf_component component;
    bool normalized;
    int count, width;   // width: SCALAR 1, VEC2 2, VEC3 3, VEC4 and MAT2 4, MAT3 9, MAT4 16; 0: unknown
    int sparse_count;   // 0: not sparse
    int index_view, value_view;
    size_t index_offset, value_offset;
    gltf_component index_component;
} gltf_accessor;

typedef struct gltf_node {
    int token;
    const char *name; // never NULL: "node7"
    int parent, first_child, next_sibling;
    bool camera;      // it holds one
    bool joint;       // of any skin
    vec3 translation, scale;
    quat rotation;
    const double *matrix; // 3 rows of 4: one that is no such product; or NULL
} gltf_node;

typedef enum gltf_path {
    GLTF_ROTATION, GLTF_TRANSLATION, GLTF_SCALE, GLTF_WEIGHTS,
    GLTF_OTHER, // an extension's, or none: kept untouched
} gltf_path;
typedef enum gltf_interpolation { GLTF_LINEAR, GLTF_STEP, GLTF_CUBICSPLINE } gltf_interpolation;

typedef struct gltf_channel {
    int token;
    int sampler;
    int node; // or PANTIN_NONE
    gltf_path path;
} gltf_channel;

typedef struct gltf_sampler {
    int token;
    int input, output; // accessors
    gltf_interpolation interpolation;
} gltf_sampler;

typedef struct gltf_animation {
    int token;
    const char *name; // "" where it has none
    gltf_channel *channels;
    gltf_sampler *samplers;
    int channel_count, sampler_count;
} gltf_animation;

typedef struct gltf_document {
    arena memory;
    const char *name;    // of the file, for messages
    const uint8_t *file; // borrowed: the whole of it
    size_t file_size;
    bool binary;                  // a GLB
    size_t json_at, json_size;    // in the file; the whole file where it is no GLB
    bool has_chunk;               // a BIN chunk
    size_t chunk_at, chunk_size;  // its bytes, in the file, padding included
    size_t rest_at, rest_size;    // chunks after these two: kept as they are
    json_tape tape;
    // Tokens of the top arrays, PANTIN_NONE where the file has none.
    int buffers_token, views_token, accessors_token, nodes_token, skins_token, animations_token;
    gltf_buffer *buffers;
    gltf_view *views;
    gltf_accessor *accessors;
    gltf_node *nodes;
    gltf_animation *animations;
    int buffer_count, view_count, accessor_count, node_count, skin_count, animation_count;
    const char **resources; // relative paths of files it names
    int resource_count;
} gltf_document;

/// Reads the tables. `options->fetch` gets the buffers that animations lie in. Free it, even after a failure.
PANTIN_CHECKED bool gltf_document_read(gltf_document *document, const char *name, const void *bytes,
                                       size_t size, const pantin_motion_options *options,
                                       pantin_error *error);
void gltf_document_free(gltf_document *document);

/// Fails at a JSON pointer ("/accessors/3/sparse", made by the format): `where` is file name and pointer.
typedef struct gltf_pointer {
    char text[96];
} gltf_pointer;
gltf_pointer gltf_point(const char *format, ...) PANTIN_FORMAT(1, 2);
bool gltf_fail(const gltf_document *document, gltf_pointer at, pantin_error *error,
               const char *format, ...) PANTIN_FORMAT(4, 5);

/// Is the node one of the bones: a skin's joint, or, in a file without a skin, one that this animation moves?
bool gltf_is_bone(const gltf_document *document, const gltf_animation *animation, int node);

#endif
