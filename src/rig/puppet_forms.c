// puppet_forms.c — values of a puppet file whose form no single field kind has.
// SPDX-License-Identifier: MIT
#include "puppet_fields.h"

// --- handles: { NAME: { … }, … }, or { "same_as": PIECE } -------------------------------------------

static const bind_field handle_map = {
    .name = "handles",
    .kind = BIND_MAP,
    BIND_MANY(pantin_puppet_piece, handles, handle_count),
    .table = &puppet_handle_table,
};

static pantin_puppet_piece *piece_of(const void *handles) {
    return (pantin_puppet_piece *)((uintptr_t)handles - offsetof(pantin_puppet_piece, handles));
}

static bool read_handles(bind_reader *reader, int token, void *field) {
    pantin_puppet_piece *piece = piece_of(field);
    const json_token *tokens = reader->tape->tokens;
    int same =
        tokens[token].kind == JSON_OBJECT ? json_find(reader->tape, token, "same_as") : PANTIN_NONE;
    // A handle may be called same_as; then its value is an object.
    if (same == PANTIN_NONE || tokens[same].kind != JSON_STRING)
        return bind_read_field(reader, &handle_map, token, piece);
    if (tokens[token].count != 1)
        return bind_fail(reader, token,
                         "\"same_as\" stands alone: handles are another piece's, or listed here");
    piece->handles_same_as = json_text(reader->tape, same, reader->memory);
    return piece->handles_same_as != NULL || memory_fail(reader->error, "a puppet");
}

static void write_handles(json_writer *w, const void *field) {
    const pantin_puppet_piece *piece = piece_of(field);
    json_object(w);
    if (piece->handles_same_as != NULL) {
        json_key(w, "same_as");
        json_put_text(w, piece->handles_same_as);
    }
    for (int h = 0; h < piece->handle_count && piece->handles_same_as == NULL; h++) {
        json_key(w, piece->handles[h].name);
        bind_write(w, &puppet_handle_table, &piece->handles[h]);
    }
    json_end(w, '}');
}

const bind_custom puppet_handles_form = {
    .read = read_handles,
    .write = write_handles,
    .form = "{ NAME: handle, … } or { \"same_as\": PIECE }",
    .schema = "{\"type\":\"object\",\"additionalProperties\":"
              "{\"oneOf\":[{\"type\":\"string\"},{\"$ref\":\"#/$defs/handle\"}]}}",
};

// --- weld: [[child, parent], …] ----------------------------------------------------------------------

static bool read_pair(bind_reader *reader, int token, const char **first, const char **second) {
    const json_token *tokens = reader->tape->tokens;
    if (tokens[token].kind != JSON_ARRAY || tokens[token].count != 2 ||
        tokens[token + 1].kind != JSON_STRING || tokens[tokens[token + 1].next].kind != JSON_STRING)
        return bind_fail(reader, token, "must be two handle names: [\"one\", \"other\"]");
    *first = json_text(reader->tape, token + 1, reader->memory);
    *second = json_text(reader->tape, tokens[token + 1].next, reader->memory);
    return (*first != NULL && *second != NULL) || memory_fail(reader->error, "a puppet");
}

static pantin_puppet_attachment *attachment_of(const void *weld) {
    return (pantin_puppet_attachment *)((uintptr_t)weld - offsetof(pantin_puppet_attachment, weld));
}

static bool read_weld(bind_reader *reader, int token, void *field) {
    pantin_puppet_attachment *attachment = attachment_of(field);
    const json_token *tokens = reader->tape->tokens;
    if (tokens[token].kind != JSON_ARRAY || tokens[token].count < 1)
        return bind_fail(reader, token,
                         "\"weld\" must list pairs of handles: [[\"neck\", \"neck\"]]");
    int count = tokens[token].count;
    attachment->weld = ARENA_ARRAY(reader->memory, const char *, 2 * (size_t)count);
    if (attachment->weld == NULL) return memory_fail(reader->error, "a puppet");
    int item = token + 1;
    for (int k = 0; k < count; k++, item = tokens[item].next)
        if (!read_pair(reader, item, &attachment->weld[2 * k], &attachment->weld[2 * k + 1]))
            return false;
    attachment->weld_count = 2 * count;
    return true;
}

static void write_pair(json_writer *w, const char *first, const char *second) {
    json_inline(w);
    json_array(w);
    json_put_text(w, first);
    json_put_text(w, second);
    json_end(w, ']');
}

static void write_weld(json_writer *w, const void *field) {
    const pantin_puppet_attachment *attachment = attachment_of(field);
    json_array(w);
    for (int k = 0; k < attachment->weld_count; k += 2)
        write_pair(w, attachment->weld[k], attachment->weld[k + 1]);
    json_end(w, ']');
}

const bind_custom puppet_weld_form = {
    .read = read_weld,
    .write = write_weld,
    .form = "a list of [child handle, parent handle]",
    .schema = "{\"type\":\"array\",\"minItems\":1,\"items\":{\"type\":\"array\","
              "\"items\":{\"type\":\"string\"},\"minItems\":2,\"maxItems\":2}}",
};

// --- controls of a passage: { CONTROL: [from, to], … } -------------------------------------------------

static pantin_puppet_passage *passage_of(const void *controls) {
    return (pantin_puppet_passage *)((uintptr_t)controls -
                                     offsetof(pantin_puppet_passage, controls));
}

static bool read_ramp(bind_reader *reader, int token, double ramp[2]) {
    const json_token *tokens = reader->tape->tokens;
    if (tokens[token].kind != JSON_ARRAY || tokens[token].count != 2 ||
        tokens[token + 1].kind != JSON_NUMBER || tokens[token + 2].kind != JSON_NUMBER)
        return bind_fail(reader, token, "must be two numbers: [from, to]");
    for (int k = 0; k < 2; k++) {
        ramp[k] = json_number(reader->tape, token + 1 + k);
        if (ramp[k] < -1e6 || ramp[k] > 1e6)
            return bind_fail(reader, token + 1 + k, "lies outside -1e6..1e6");
    }
    return true;
}

static bool read_ramps(bind_reader *reader, int token, void *field) {
    pantin_puppet_passage *passage = passage_of(field);
    const json_token *tokens = reader->tape->tokens;
    if (tokens[token].kind != JSON_OBJECT)
        return bind_fail(reader, token, "\"controls\" must be an object: { CONTROL: [from, to] }");
    int count = tokens[token].count;
    passage->controls = ARENA_ARRAY(reader->memory, const char *, count);
    passage->control_values = ARENA_ARRAY(reader->memory, double, 2 * (size_t)count);
    if (arena_failed(reader->memory)) return memory_fail(reader->error, "a puppet");
    int key = token + 1;
    for (int k = 0; k < count; k++, key = tokens[key + 1].next) {
        passage->controls[k] = json_text(reader->tape, key, reader->memory);
        if (passage->controls[k] == NULL) return memory_fail(reader->error, "a puppet");
        if (!read_ramp(reader, key + 1, &passage->control_values[2 * k])) return false;
    }
    passage->control_count = count;
    passage->control_value_count = 2 * count;
    return true;
}

static void write_ramps(json_writer *w, const void *field) {
    const pantin_puppet_passage *passage = passage_of(field);
    json_object(w);
    for (int k = 0; k < passage->control_count; k++) {
        json_key(w, passage->controls[k]);
        json_inline(w);
        json_array(w);
        json_put_number(w, passage->control_values[2 * k]);
        json_put_number(w, passage->control_values[2 * k + 1]);
        json_end(w, ']');
    }
    json_end(w, '}');
}

const bind_custom puppet_ramps_form = {
    .read = read_ramps,
    .write = write_ramps,
    .form = "{ CONTROL: [from, to], … }",
    .schema = "{\"type\":\"object\",\"additionalProperties\":{\"type\":\"array\","
              "\"items\":{\"type\":\"number\"},\"minItems\":2,\"maxItems\":2}}",
};

// --- match: a word, or [handle, handle] ----------------------------------------------------------------

static const char *const match_words[] = { "centroid", "ground", NULL };

static bool read_match(bind_reader *reader, int token, void *field) {
    const char **pair = field;
    if (reader->tape->tokens[token].kind != JSON_STRING)
        return read_pair(reader, token, &pair[0], &pair[1]);
    for (int w = 0; match_words[w] != NULL; w++)
        if (json_equal(reader->tape, token, match_words[w])) {
            pair[0] = match_words[w];
            return true;
        }
    return bind_fail_word(reader, token, "match", match_words);
}

static void write_match(json_writer *w, const void *field) {
    const char *const *pair = field;
    if (pair[1] == NULL)
        json_put_text(w, pair[0]);
    else
        write_pair(w, pair[0], pair[1]);
}

const bind_custom puppet_match_form = {
    .read = read_match,
    .write = write_match,
    .form = "\"centroid\", \"ground\" or [handle, handle]",
    .schema = "{\"oneOf\":[{\"enum\":[\"centroid\",\"ground\"]},{\"type\":\"array\","
              "\"items\":{\"type\":\"string\"},\"minItems\":2,\"maxItems\":2}]}",
};
