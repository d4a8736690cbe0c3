// gltf_document.h — a glTF as it was parsed: its JSON tape and, beside it, tables of what animation needs.
//
// Every entry keeps the JSON token it came from, so that a message can name its pointer and a writer can
// change the bytes of one object and copy all others. Nothing of an accessor's data is decoded here.
// SPDX-License-Identifier: MIT
#ifndef MOTION_GLTF_DOCUMENT_H
#define MOTION_GLTF_DOCUMENT_H

#include "base/json.h"
#include "motion/clip.h"
#include "motion/motion_file.h"

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
} gltf_buffer;

typedef struct gltf_view {
    int token;
    int buffer;
    size_t offset, size, stride; // stride 0: elements lie side by side
    const char *compression;     // the extension that packs it, or NULL
} gltf_view;

typedef enum gltf_component {
    GLTF_BYTE = 5120,
    GLTF_UBYTE,
    GLTF_SHORT,
    GLTF_USHORT,
    GLTF_INT_RESERVED,
    GLTF_UINT,
    GLTF_FLOAT
} gltf_component;

/// `count` elements of `width` numbers. As declared: gltf_accessor_check holds it against its bytes.
typedef struct gltf_accessor {
    int token;
    int view; // or PANTIN_NONE: zeros
    size_t offset;
    gltf_component component;
    bool normalized;
    int count,
        width; // width: SCALAR 1, VEC2 2, VEC3 3, VEC4 and MAT2 4, MAT3 9, MAT4 16; 0: unknown
    int sparse_count; // 0: not sparse
    int index_view, value_view;
    size_t index_offset, value_offset;
    gltf_component index_component;
} gltf_accessor;

typedef struct gltf_node {
    int token;
    const char *name; // never NULL: "node7"
    int parent, first_child, next_sibling;
    bool camera; // it holds one
    bool joint;  // of any skin
    vec3 translation, scale;
    quat rotation;
    const double *matrix; // 3 rows of 4: one that is no such product; or NULL
} gltf_node;

typedef enum gltf_path {
    GLTF_ROTATION,
    GLTF_TRANSLATION,
    GLTF_SCALE,
    GLTF_WEIGHTS,
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

struct gltf_document {
    const pantin_motion *motion; // its file: bytes, name, options
    arena *memory;               // the motion's
    bool binary;                 // a GLB
    size_t json_at, json_size;   // in the file; the whole of it where it is no GLB
    bool has_chunk;              // a BIN chunk
    size_t chunk_at, chunk_size; // its bytes, padding included
    size_t rest_at, rest_size;   // chunks after these two: kept as they are
    size_t backed; // bytes of the file and of all that was fetched: what can be made good
    json_tape tape;
    // Tokens of the top arrays; PANTIN_NONE where the file has none.
    int buffers_token, views_token, accessors_token, nodes_token, skins_token, animations_token;
    gltf_buffer *buffers;
    gltf_view *views;
    gltf_accessor *accessors;
    gltf_node *nodes;
    gltf_animation *animations;
    int buffer_count, view_count, accessor_count, node_count, skin_count, animation_count;
    int joint_count;        // nodes that are joints of a skin; 0: no skin
    const char **resources; // relative paths of files it names
    int resource_count;
};

// --- places and fields (gltf_fields.c) --------------------------------------------------------

/// An object or value of the file: its token and its JSON pointer, as "/accessors/3/sparse".
typedef struct gltf_spot {
    int token;
    char pointer[80];
} gltf_spot;
gltf_spot gltf_spot_at(int token, const char *format, ...) PANTIN_FORMAT(2, 3);

/// PANTIN_ERROR_FORMAT: of a GLB `where` is name and pointer, of a text name:line:column, the pointer first
/// in the line.
bool gltf_fail(const gltf_document *document, const gltf_spot *spot, pantin_error *error,
               const char *format, ...) PANTIN_FORMAT(4, 5);

/// A field of the spot's object. Absent: `value` stays as it is. Of a wrong kind: an error.
PANTIN_CHECKED bool gltf_whole(const gltf_document *document, const gltf_spot *spot,
                               const char *key, int most, int *value,
                               pantin_error *error); // 0..most
PANTIN_CHECKED bool gltf_size(const gltf_document *document, const gltf_spot *spot, const char *key,
                              size_t *value, pantin_error *error);
/// An index below `count`.
PANTIN_CHECKED bool gltf_index(const gltf_document *document, const gltf_spot *spot,
                               const char *key, int count, int *value, pantin_error *error);
PANTIN_CHECKED bool gltf_numbers(const gltf_document *document, const gltf_spot *spot,
                                 const char *key, int count, double *values, pantin_error *error);
/// A text, decoded; not a text: as if absent.
const char *gltf_string(const gltf_document *document, int object, const char *key);
/// The token of an array; PANTIN_NONE (and fine) where it is absent.
PANTIN_CHECKED bool gltf_array(const gltf_document *document, const gltf_spot *spot,
                               const char *key, int *token, int *count, pantin_error *error);
/// Spot of the k-th of an array of objects; `token` is its token and moves on to the next.
PANTIN_CHECKED bool gltf_object(const gltf_document *document, const char *list, int k, int *token,
                                gltf_spot *spot, pantin_error *error);

// --- tables, in the order in which they are read ------------------------------------------------

/// The container: where the JSON and the BIN chunk lie. (glb.c)
PANTIN_CHECKED bool glb_read_chunks(gltf_document *document, pantin_error *error);
PANTIN_CHECKED bool gltf_read_accessors(gltf_document *document, pantin_error *error);
PANTIN_CHECKED bool gltf_read_nodes(gltf_document *document, pantin_error *error);
PANTIN_CHECKED bool gltf_read_animations(gltf_document *document, pantin_error *error);
PANTIN_CHECKED bool gltf_read_buffers(gltf_document *document, pantin_error *error);

// --- data (gltf_accessor.c) -----------------------------------------------------------------------

/// All its numbers lie inside its buffer, none of it is packed.
PANTIN_CHECKED bool gltf_accessor_check(const gltf_document *document, int accessor,
                                        pantin_error *error);
/// Its count * width numbers, normalized ones as fractions, in `memory`. None is NaN or infinite.
PANTIN_CHECKED bool gltf_decode(const gltf_document *document, int accessor, arena *memory,
                                double **values, pantin_error *error);

/// Is the node one of the bones: a skin's joint, or, in a file without a skin, one that this animation moves?
bool gltf_is_bone(const gltf_document *document, const gltf_animation *animation, int node);

#endif
