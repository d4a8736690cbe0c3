// gltf_write.h — the plan of a written glTF, and the hands it passes through.
//
//   tracks (gltf_write_tracks.c)  what each channel of the new animation says, and at which keys
//   slots  (gltf_write_slots.c)   which samplers and accessors of the file take that in
//   bounds (gltf_write_bounds.c)  min and max that accessors kept as they are lack
//   layout (gltf_write_layout.c)  where the new bytes lie (gltf_write_room.c), and which views show them
//   text   (gltf_write_text.c)    the JSON with these few places changed (gltf_write_edit.c)
//   file   (gltf_write_file.c)    chunks and data URIs
// The plan is whole before the first byte is written; nothing of the document is changed.
// SPDX-License-Identifier: MIT
#ifndef MOTION_GLTF_WRITE_H
#define MOTION_GLTF_WRITE_H

#include "motion/gltf_document.h"

/// Key times that tracks share: all begin at 0 and end with the clip.
typedef enum gltf_grid { GLTF_ONE_KEY, GLTF_TWO_KEYS, GLTF_ALL_KEYS, GLTF_GRIDS } gltf_grid;

/// What a channel is to say.
typedef struct gltf_new_track {
    gltf_grid grid;
    bool step;
    int row;                  // numbers a key
    int width;                // numbers an element of the accessor
    const char *type;         // its word: "VEC4"
    gltf_component component; // GLTF_FLOAT, but for whole numbers that an extension wants as such
    const double *numbers;    // keys * row, each one of those the component has
} gltf_new_track;

/// A channel: the file's, then those that the clip adds.
typedef struct gltf_new_channel {
    int track;   // PANTIN_NONE: kept as it is
    int sampler; // index in the new animation
    int node;
    gltf_path path;
} gltf_new_channel;

/// A sampler: the file's, then those added. Accessors are meant by their new indices.
typedef struct gltf_new_sampler {
    int track; // PANTIN_NONE: kept as it is
    int input, output;
} gltf_new_sampler;

typedef enum gltf_slot_use { GLTF_KEPT, GLTF_TIMES, GLTF_VALUES } gltf_slot_use;

/// An accessor: the file's, then those added.
typedef struct gltf_slot {
    gltf_slot_use use;
    bool stands;    // kept, for it holds the times of `grid` already
    gltf_grid grid; // of times
    int track;      // of values
    int view;
    int piece;
    uint64_t at; // in the piece; once that has a place, in the buffer
} gltf_slot;

/// New bytes that lie together.
typedef struct gltf_piece {
    uint64_t size;  // a multiple of 4
    uint64_t place; // in the buffer
} gltf_piece;

/// A buffer view that shows new bytes: the file's where nothing else lies in it, then those added.
typedef struct gltf_new_view {
    bool changed;
    uint64_t from, to; // in the buffer
} gltf_new_view;

/// Of an accessor that is kept and had none.
typedef struct gltf_bounds {
    int accessor, width;
    double min[4], max[4];
} gltf_bounds;

typedef struct gltf_job {
    const gltf_document *document;
    const pantin_clip *clip;
    const pantin_loop_mark *mark;
    const gltf_animation *animation;
    arena memory;        // of the whole plan
    const double *times; // clip->frames, s, each a float

    gltf_new_track *tracks;
    gltf_new_channel *channels;
    gltf_new_sampler *samplers;
    gltf_slot *slots;
    gltf_new_view *views;
    gltf_bounds *bounds;
    int bound_count;
    int track_count, channel_count, sampler_count, slot_count, view_count;

    bool *buffer_used;   // by buffer: something that stays refers to it
    bool views_extended; // some view that stays has an extension, which may show any bytes

    gltf_piece *pieces; // the first: all times
    int piece_count;
    uint64_t size;        // of all pieces
    int buffer;           // that takes them in
    bool to_chunk;        // the BIN chunk; else a data URI
    uint64_t buffer_size; // afterwards
    uint64_t chunk_kept;  // bytes of the old chunk
} gltf_job;

enum { GLTF_WRITE_MOST = INT32_MAX }; // bytes of a file: more is not read either

PANTIN_CHECKED bool gltf_plan_tracks(gltf_job *job, pantin_error *error);
PANTIN_CHECKED bool gltf_plan_slots(gltf_job *job, pantin_error *error);
PANTIN_CHECKED bool gltf_plan_bounds(gltf_job *job, pantin_error *error);
PANTIN_CHECKED bool gltf_plan_layout(gltf_job *job, pantin_error *error);
PANTIN_CHECKED bool gltf_plan_room(gltf_job *job, pantin_error *error);
PANTIN_CHECKED bool gltf_write_text(gltf_job *job, text *json, pantin_error *error);
PANTIN_CHECKED bool gltf_write_file(const gltf_job *job, const text *json, pantin_bytes *bytes,
                                    pantin_error *error);

/// Does the file's accessor hold a grid's times already, with their bounds?
bool gltf_times_stand(gltf_job *job, int accessor, gltf_grid grid);
/// How many keys a grid has.
int gltf_grid_keys(const gltf_job *job, gltf_grid grid);
/// Bytes of a number of that kind.
size_t gltf_number_size(gltf_component component);
/// Puts the new bytes into their buffer.
void gltf_write_keys(const gltf_job *job, uint8_t *buffer);
/// A buffer of them alone, as a data URI between quotes.
void gltf_write_uri(const gltf_job *job, text *out);

/// "out of room": PANTIN_ERROR_FORMAT of the job's file.
bool gltf_write_too_large(const gltf_job *job, pantin_error *error);

// --- who uses what (gltf_write_uses.c) -----------------------------------------------------------

/// Which accessors, views and buffers something refers to.
typedef struct gltf_uses {
    const gltf_document *document;
    bool *accessors, *views, *buffers;
    const bool *skipped; // by token: not looked into
} gltf_uses;
/// Notes all that a value refers to.
void gltf_note_uses(gltf_uses *uses, int token);

// --- changing JSON (gltf_write_edit.c) -----------------------------------------------------------

/// Places of a JSON text and what is to stand there instead. Everything else is copied byte for byte.
typedef struct gltf_splice {
    int from, to;    // bytes of the source
    size_t at, size; // of `words`
} gltf_splice;
typedef struct gltf_edit {
    const json_tape *tape;
    text words;
    gltf_splice *splices;
    int count, most;
    int array; // being appended to
    bool some; // something stands in it
} gltf_edit;

/// A field of an object: its value as JSON, or NULL: taken out.
typedef struct gltf_field {
    const char *key, *value;
} gltf_field;

PANTIN_CHECKED bool gltf_edit_begin(gltf_edit *edit, const json_tape *tape, int most,
                                    arena *memory);
/// Sets fields of an object in which nothing else is edited; those it has not are put at its end.
void gltf_edit_object(gltf_edit *edit, int object, const gltf_field *fields, int count);
/// Sets one field of an object, which may be edited inside other fields. The object is not empty.
void gltf_edit_field(gltf_edit *edit, int object, const char *key, const char *value);
/// Puts elements at the end of an array: begun, one by one, ended.
void gltf_edit_append(gltf_edit *edit, int array);
void gltf_edit_element(gltf_edit *edit, const char *value);
void gltf_edit_append_end(gltf_edit *edit);
/// The source with all that done, up to where its value ends. False: memory.
PANTIN_CHECKED bool gltf_edit_apply(gltf_edit *edit, text *out, arena *memory);

#endif
