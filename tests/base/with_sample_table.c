// with_sample_table.c — a small grammar with every kind of field, for the tests of the binder.
// SPDX-License-Identifier: MIT
#include "base/with_sample_table.h"

#include <string.h>

static const char *const turn_words[] = { "set", "free", "bone", "level", NULL };

static const bind_field handle_fields[] = {
    { .name = "at_px", .kind = BIND_NUMBERS, BIND_AT(sample_handle, at_px), .length = 2, .unit = "px",
      .low = -1e5, .high = 1e5, .flags = BIND_REQUIRED, .doc = "where it grips" },
    { .name = "radius_px", .kind = BIND_NUMBER, BIND_AT(sample_handle, radius_px), .unit = "px", .low = 0,
      .high = 100, .fallback = 9, .flags = BIND_OPEN_LOW, .doc = "how far it grips" },
    { .name = "turn", .kind = BIND_WORD, BIND_AT(sample_handle, turn), .words = turn_words,
      .fallback_text = "free", .doc = "what turns it" },
    { .name = "weight", .kind = BIND_NUMBER, BIND_AT(sample_handle, weight), .unit = "1", .low = 1,
      .high = 1e6, .fallback = 1000, .doc = "how firmly" },
};
static const bind_table handle_table = {
    .name = "handle", .doc = "A place to pull at", .size = sizeof(sample_handle), .fields = handle_fields,
    .count = BIND_COUNT(handle_fields), .name_offset = offsetof(sample_handle, name),
};

static const bind_field mesh_fields[] = {
    { .name = "spacing_px", .kind = BIND_NUMBER, BIND_AT(sample_mesh, spacing_px), .unit = "px", .low = 2,
      .high = 200, .fallback = 14, .doc = "target edge length" },
    { .name = "reach", .kind = BIND_NUMBERS, BIND_AT(sample_mesh, reach), .length = 2, .low = 0, .high = 1,
      .fallback_text = "0.35, 0.995", .doc = "shortest and longest | of its length" },
    { .name = "seed", .kind = BIND_SEED, BIND_AT(sample_mesh, seed), .fallback = 1, .doc = "of its samples" },
    { .name = "rounds", .kind = BIND_INT, BIND_AT(sample_mesh, rounds), .fallback = 3, .doc = "of smoothing" },
};
static bool check_mesh(bind_reader *reader, void *item) {
    sample_mesh *mesh = item;
    if (mesh->reach[0] <= mesh->reach[1]) return true;
    int at = bind_locate(reader->tape->source, reader->tape->size, mesh->head.at, "reach");
    return bind_fail_at(reader, at, "\"reach\" begins at %g, beyond its end %g", mesh->reach[0],
                        mesh->reach[1]);
}
static const bind_table mesh_table = {
    .name = "mesh", .doc = "How triangles are laid", .size = sizeof(sample_mesh), .fields = mesh_fields,
    .count = BIND_COUNT(mesh_fields), .check = check_mesh,
};

static const bind_field bone_fields[] = {
    { .name = "name", .kind = BIND_TEXT, BIND_AT(sample_bone, name), .flags = BIND_REQUIRED, .length = 1,
      .doc = "its name" },
    { .name = "pull", .kind = BIND_NUMBER, BIND_AT(sample_bone, pull), .low = 0, .high = 1e308 * 10,
      .fallback = 5, .doc = "on its triangles" },
};
static const bind_table bone_table = {
    .name = "bone", .doc = "A stiff line.", .size = sizeof(sample_bone), .fields = bone_fields,
    .count = BIND_COUNT(bone_fields),
};

// A key is a number or [frame, value].
static bool read_key(bind_reader *reader, int token, void *field) {
    sample_key *key = field;
    const json_token *t = &reader->tape->tokens[token];
    bool pair = t->kind == JSON_ARRAY && t->count == 2;
    if (t->kind != JSON_NUMBER && !pair)
        return bind_fail(reader, token, "a key is a number or [frame, value]");
    if (pair) key->frame = json_number(reader->tape, token + 1);
    key->value = json_number(reader->tape, pair ? token + 2 : token);
    return true;
}
static void write_key(json_writer *w, const void *field) {
    const sample_key *key = field;
    json_inline(w);
    json_array(w);
    json_put_number(w, key->frame);
    json_put_number(w, key->value);
    json_end(w, ']');
}
static const bind_custom key_custom = {
    read_key, write_key, "{ \"type\": [\"number\", \"array\"] }", "a number or [frame, value]"
};

static const bind_field puppet_fields[] = {
    { .name = "name", .kind = BIND_TEXT, BIND_AT(sample_puppet, name), .flags = BIND_REQUIRED, .length = 1,
      .doc = "how it is called" },
    { .name = "mask", .kind = BIND_TEXT, BIND_AT(sample_puppet, mask), .flags = BIND_NULLABLE,
      .doc = "a picture" },
    { .name = "lit", .kind = BIND_BOOL, BIND_AT(sample_puppet, lit), .fallback = 1, .doc = "by the lamps" },
    { .name = "paint", .kind = BIND_COLOR, BIND_AT(sample_puppet, paint), .fallback_text = "#f3ead8",
      .doc = "of its paper" },
    { .name = "mesh", .kind = BIND_STRUCT, BIND_AT(sample_puppet, mesh), .table = &mesh_table,
      .doc = "how it is cut" },
    { .name = "handles", .kind = BIND_MAP, BIND_MANY(sample_puppet, handles, handle_count),
      .table = &handle_table, .doc = "by name" },
    { .name = "bones", .kind = BIND_LIST, BIND_MANY(sample_puppet, bones, bone_count), .table = &bone_table,
      .flags = BIND_LATER, .later = "bones come with the flip-free solver", .doc = "what stays stiff" },
    { .name = "draw", .kind = BIND_TEXTS, BIND_MANY(sample_puppet, draw, draw_count), .doc = "order" },
    { .name = "vertices", .kind = BIND_INTS, BIND_MANY(sample_puppet, vertices, vertex_count), .low = 0,
      .high = 1e6, .length = 2, .doc = "a set" },
    { .name = "notes_hz", .kind = BIND_DOUBLES, BIND_MANY(sample_puppet, notes_hz, note_count), .unit = "Hz",
      .doc = "a chord" },
    { .name = "line_px", .kind = BIND_POINTS, BIND_MANY(sample_puppet, line_px, line_count), .length = 2,
      .unit = "px", .doc = "a cut" },
    { .name = "key", .kind = BIND_CUSTOM, BIND_AT(sample_puppet, key), .custom = &key_custom,
      .flags = BIND_NULLABLE, .doc = "when" },
    { .name = "gain", .kind = BIND_NUMBER, BIND_AT(sample_puppet, gain), .low = 0, .high = 1,
      .flags = BIND_NULLABLE | BIND_LATER, .later = "sound comes later", .doc = "loudness" },
    { .name = "level", .kind = BIND_NUMBER, BIND_AT(sample_puppet, level), .low = -1e308 * 10, .high = 0,
      .unit = "dB", .doc = "below full" },
    { .name = "power", .kind = BIND_NUMBER, BIND_AT(sample_puppet, power), .doc = "any number" },
};
const bind_table sample_puppet_table = {
    .name = "puppet", .doc = "A jointed figure", .size = sizeof(sample_puppet), .fields = puppet_fields,
    .count = BIND_COUNT(puppet_fields),
};
