// bind_value.c — one value of the tape into one member of a struct, checked by its field.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/bind_field.h"

static json_kind kind_of(const bind_reader *reader, int token) { return reader->tape->tokens[token].kind; }

void bind_put_list(const bind_field *field, void *out, void *items, int count) {
    // By memcpy: the member is a pointer to some type that this file does not know.
    memcpy((char *)out + field->offset, &items, sizeof items);
    *(int *)((char *)out + field->count_offset) = count;
}

const void *bind_get_list(const bind_field *field, const void *item, int *count) {
    const void *items;
    memcpy(&items, (const char *)item + field->offset, sizeof items);
    *count = *(const int *)((const char *)item + field->count_offset);
    return items;
}

static int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

bool bind_parse_color(const char *from, size_t size, float color[3]) {
    if (size != 7 || from[0] != '#') return false;
    for (int i = 1; i < 7; i++)
        if (hex_digit(from[i]) < 0) return false;
    for (int i = 0; i < 3; i++)
        color[i] = (float)(hex_digit(from[1 + 2 * i]) * 16 + hex_digit(from[2 + 2 * i])) / 255.0f;
    return true;
}

// --- numbers --------------------------------------------------------------------------------------

bool bind_bounds(const bind_field *field, double *low, double *high) {
    bool ints = field->kind == BIND_INT || field->kind == BIND_INTS, seed = field->kind == BIND_SEED;
    bool ranged = field->low != field->high;
    double least = ints ? INT32_MIN : 0, most = ints ? INT32_MAX : 9007199254740992.0;
    *low = ranged && (field->low > least || !(ints || seed)) ? field->low : least;
    *high = ranged && (field->high < most || !(ints || seed)) ? field->high : most;
    return ranged || ints || seed;
}

static bool read_number(bind_reader *reader, const bind_field *field, int token, double *out) {
    if (kind_of(reader, token) != JSON_NUMBER) return bind_fail_type(reader, field, token, "a number");
    double value = json_number(reader->tape, token), low, high;
    if (bind_bounds(field, &low, &high)) {
        bool open_fault = (field->flags & BIND_OPEN_LOW) && value == low;
        if (value < low || value > high || open_fault) return bind_fail_range(reader, field, token, value);
    }
    *out = value;
    return true;
}

static bool read_whole(bind_reader *reader, const bind_field *field, int token, double *out) {
    if (kind_of(reader, token) != JSON_NUMBER) return bind_fail_type(reader, field, token, "a whole number");
    if (!read_number(reader, field, token, out)) return false;
    // Within its bounds, so the cast is defined.
    if ((double)(int64_t)*out == *out) return true;
    return bind_fail(reader, token, "\"%s\" must be a whole number, not %g", field->name, *out);
}

// --- arrays ---------------------------------------------------------------------------------------

// An array with at least field->length values; `wanted` names them: "numbers".
static bool check_array(bind_reader *reader, const bind_field *field, int token, const char *wanted) {
    const json_token *t = &reader->tape->tokens[token];
    if (t->kind != JSON_ARRAY) return bind_fail_type(reader, field, token, wanted);
    if (t->count >= field->length) return true;
    return bind_fail(reader, token, "\"%s\" must hold at least %d, not %d", field->name, field->length,
                     t->count);
}

static bool read_numbers(bind_reader *reader, const bind_field *field, int token, double *out) {
    const json_token *t = &reader->tape->tokens[token];
    if (t->kind != JSON_ARRAY) return bind_fail_type(reader, field, token, "a list of numbers");
    if (t->count != field->length)
        return bind_fail(reader, token, "\"%s\" must hold %d numbers, not %d", field->name, field->length,
                         t->count);
    for (int i = 0; i < t->count; i++)
        if (!read_number(reader, field, token + 1 + i, &out[i])) return false;
    return true;
}

static bool read_point(bind_reader *reader, const bind_field *field, int token, pantin_vec2 *out) {
    const json_token *t = &reader->tape->tokens[token];
    if (t->kind != JSON_ARRAY || t->count != 2)
        return bind_fail(reader, token, "\"%s\" must hold pairs [x, y]", field->name);
    return read_number(reader, field, token + 1, &out->x) &&
           read_number(reader, field, token + 2, &out->y);
}

static bool read_item_text(bind_reader *reader, const bind_field *field, int token, const char **out) {
    if (kind_of(reader, token) != JSON_STRING)
        return bind_fail(reader, token, "\"%s\" must hold strings, not %s", field->name,
                         bind_kind_name(kind_of(reader, token)));
    *out = json_text(reader->tape, token, reader->memory);
    return *out || memory_fail(reader->error, field->name);
}

// Texts, whole numbers, numbers and points: one loop, one item reader each.
static bool read_array(bind_reader *reader, const bind_field *field, int token, void *out) {
    bool texts = field->kind == BIND_TEXTS, ints = field->kind == BIND_INTS;
    bool points = field->kind == BIND_POINTS;
    size_t item_size = texts    ? sizeof(const char *)
                       : ints   ? sizeof(int)
                       : points ? sizeof(pantin_vec2)
                                : sizeof(double);
    const char *wanted = texts    ? "a list of strings"
                         : ints   ? "a list of whole numbers"
                         : points ? "a list of pairs [x, y]"
                                  : "a list of numbers";
    if (!check_array(reader, field, token, wanted)) return false;
    int count = reader->tape->tokens[token].count;
    void *items = arena_take(reader->memory, (size_t)count, item_size);
    if (!items) return memory_fail(reader->error, field->name);
    for (int i = 0, at = token + 1; i < count; i++, at = reader->tape->tokens[at].next) {
        double whole = 0;
        bool fine = texts    ? read_item_text(reader, field, at, (const char **)items + i)
                    : ints   ? read_whole(reader, field, at, &whole)
                    : points ? read_point(reader, field, at, (pantin_vec2 *)items + i)
                             : read_number(reader, field, at, (double *)items + i);
        if (!fine) return false;
        if (ints) ((int *)items)[i] = (int)whole;
    }
    bind_put_list(field, out, items, count);
    return true;
}

static bool read_item(bind_reader *reader, const bind_field *field, int token, void *item) {
    if (kind_of(reader, token) != JSON_OBJECT)
        return bind_fail(reader, token, "\"%s\" must hold objects, not %s", field->name,
                         bind_kind_name(kind_of(reader, token)));
    return bind_read(reader, field->table, token, item);
}

static bool read_list(bind_reader *reader, const bind_field *field, int token, void *out) {
    if (!check_array(reader, field, token, "a list of objects")) return false;
    int count = reader->tape->tokens[token].count;
    char *items = arena_take(reader->memory, (size_t)count, field->item_size);
    if (!items) return memory_fail(reader->error, field->name);
    for (int i = 0, at = token + 1; i < count; i++, at = reader->tape->tokens[at].next)
        if (!read_item(reader, field, at, items + (size_t)i * field->item_size)) return false;
    bind_put_list(field, out, items, count);
    return true;
}

/// Names stand in lines for people and in channels, so each is one that can be printed there.
static bool check_name(bind_reader *reader, const bind_field *field, int key, const char *name) {
    char shown[48];
    size_t length = strlen(name);
    text_printable(shown, sizeof shown, name, length);
    if (length == 0) return bind_fail(reader, key, "a name in \"%s\" is empty", field->name);
    if (!text_is_printable(name, length))
        return bind_fail(reader, key, "the name \"%s\" in \"%s\" holds a control character", shown, field->name);
    if (field->table->plain_names && strchr(name, '.') != NULL)
        return bind_fail(reader, key, "the name \"%s\" in \"%s\" holds a \".\"; write \"_\" or \"-\"", shown,
                         field->name);
    return true;
}

static bool read_map(bind_reader *reader, const bind_field *field, int token, void *out) {
    const json_token *t = &reader->tape->tokens[token];
    if (t->kind != JSON_OBJECT) return bind_fail_type(reader, field, token, "an object of named objects");
    if (t->count < field->length)
        return bind_fail(reader, token, "\"%s\" must hold at least %d, not %d", field->name, field->length,
                         t->count);
    char *items = arena_take(reader->memory, (size_t)t->count, field->item_size);
    if (!items) return memory_fail(reader->error, field->name);
    for (int i = 0, key = token + 1; i < t->count; i++, key = reader->tape->tokens[key + 1].next) {
        char *item = items + (size_t)i * field->item_size;
        const char *name = json_text(reader->tape, key, reader->memory);
        if (!name) return memory_fail(reader->error, field->name);
        if (!check_name(reader, field, key, name)) return false;
        memcpy(item + field->table->name_offset, &name, sizeof name);
        if (!read_item(reader, field, key + 1, item)) return false;
    }
    bind_put_list(field, out, items, t->count);
    return true;
}

// --- texts ----------------------------------------------------------------------------------------

static bool read_text(bind_reader *reader, const bind_field *field, int token, char *place) {
    if (kind_of(reader, token) != JSON_STRING) return bind_fail_type(reader, field, token, "a string");
    const char *value = json_text(reader->tape, token, reader->memory);
    if (!value) return memory_fail(reader->error, field->name);
    if (strlen(value) < (size_t)field->length) {
        if (field->length == 1) return bind_fail(reader, token, "\"%s\" must not be empty", field->name);
        return bind_fail(reader, token, "\"%s\" must have at least %d bytes", field->name, field->length);
    }
    memcpy(place, &value, sizeof value);
    return true;
}

static bool read_word(bind_reader *reader, const bind_field *field, int token, int *out) {
    if (kind_of(reader, token) != JSON_STRING) return bind_fail_type(reader, field, token, "a word");
    for (int i = 0; field->words[i]; i++) {
        if (!json_equal(reader->tape, token, field->words[i])) continue;
        *out = i;
        return true;
    }
    return bind_fail_word(reader, token, field->name, field->words);
}

static bool read_color(bind_reader *reader, const bind_field *field, int token, float *out) {
    const json_token *t = &reader->tape->tokens[token];
    if (t->kind != JSON_STRING) return bind_fail_type(reader, field, token, "a color \"#rrggbb\"");
    const char *from = reader->tape->source + t->start;
    size_t size = (size_t)(t->end - t->start);
    if (bind_parse_color(from, size, out)) return true;
    char shown[48];
    text_printable(shown, sizeof shown, from, size);
    return bind_fail(reader, token, "\"%s\" must be a color \"#rrggbb\", not \"%s\"", field->name, shown);
}

bool bind_read_field(bind_reader *reader, const bind_field *field, int token, void *out) {
    char *place = (char *)out + field->offset;
    json_kind kind = kind_of(reader, token);
    double value = 0;
    switch (field->kind) {
    case BIND_BOOL:
        if (kind != JSON_TRUE && kind != JSON_FALSE)
            return bind_fail_type(reader, field, token, "true or false");
        *(bool *)place = kind == JSON_TRUE;
        return true;
    case BIND_INT:
        if (!read_whole(reader, field, token, &value)) return false;
        *(int *)place = (int)value;
        return true;
    case BIND_SEED:
        if (!read_whole(reader, field, token, &value)) return false;
        *(uint64_t *)place = (uint64_t)value;
        return true;
    case BIND_NUMBER: return read_number(reader, field, token, (double *)place);
    case BIND_TEXT: return read_text(reader, field, token, place);
    case BIND_WORD: return read_word(reader, field, token, (int *)place);
    case BIND_NUMBERS: return read_numbers(reader, field, token, (double *)place);
    case BIND_COLOR: return read_color(reader, field, token, (float *)place);
    case BIND_STRUCT:
        if (kind != JSON_OBJECT) return bind_fail_type(reader, field, token, "an object");
        return bind_read(reader, field->table, token, place);
    case BIND_TEXTS: case BIND_INTS: case BIND_DOUBLES: case BIND_POINTS:
        return read_array(reader, field, token, out);
    case BIND_LIST: return read_list(reader, field, token, out);
    case BIND_MAP: return read_map(reader, field, token, out);
    case BIND_CUSTOM: return field->custom->read(reader, token, place);
    }
    return false;
}
