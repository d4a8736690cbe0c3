// bind_fail.c — how the binder says what is wrong: place, key, range and unit, the nearest word.
//
// What a person wrote is shown as it stands in the file, cut to 40 bytes, so that a message stays one
// printable line.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/bind_field.h"

enum { SHOWN = 44 }; // 40 bytes of a person's text, "..." and a zero

static bool fail_list(const json_tape *tape, int offset, pantin_error *error, const char *format,
                      va_list arguments) {
    if (!error) return false;
    char where[sizeof error->where], line[sizeof error->text];
    json_where(tape->name, tape->source, tape->size, offset, where);
    text_print_list(line, sizeof line, format, arguments);
    return pantin_fail(error, PANTIN_ERROR_FORMAT, where, "%s", line);
}

// A text or key is pointed at by its quote.
static int place_of(const bind_reader *reader, int token) {
    const json_token *t = &reader->tape->tokens[token];
    return t->start - (t->kind == JSON_STRING);
}

bool bind_fail(bind_reader *reader, int token, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fail_list(reader->tape, place_of(reader, token), reader->error, format, arguments);
    va_end(arguments);
    return false;
}

bool bind_fail_at(bind_reader *reader, int offset, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fail_list(reader->tape, offset, reader->error, format, arguments);
    va_end(arguments);
    return false;
}

bool bind_fail_source(const char *name, const char *source, size_t size, int offset,
                      pantin_error *error, const char *format, ...) {
    const json_tape tape = { .name = name, .source = source, .size = size };
    va_list arguments;
    va_start(arguments, format);
    fail_list(&tape, offset, error, format, arguments);
    va_end(arguments);
    return false;
}

const char *bind_kind_name(json_kind kind) {
    switch (kind) {
    case JSON_NULL: return "null";
    case JSON_FALSE: return "false";
    case JSON_TRUE: return "true";
    case JSON_NUMBER: return "a number";
    case JSON_STRING: return "a string";
    case JSON_ARRAY: return "a list";
    default: return "an object";
    }
}

const char *bind_item_name(const bind_table *table, const void *item) {
    const char *name = NULL;
    if (table->name_offset > 0)
        memcpy(&name, (const char *)item + table->name_offset, sizeof name);
    return name;
}

// Appends "a, b, c" to a line that must stay below `size`, "..." where it would not.
static void append_words(char *line, size_t size, const char *const *words) {
    size_t used = strlen(line);
    for (int i = 0; words[i]; i++) {
        if (used + strlen(words[i]) + 8 > size) {
            text_print(line + used, size - used, ", ...");
            return;
        }
        used += text_print(line + used, size - used, "%s%s", i ? ", " : "", words[i]);
    }
}

static void show_token(const bind_reader *reader, int token, char shown[SHOWN]) {
    const json_token *t = &reader->tape->tokens[token];
    text_printable(shown, SHOWN, reader->tape->source + t->start, (size_t)(t->end - t->start));
}

// `begin` says what is unknown; the end of the line says what is known.
static bool fail_unknown(bind_reader *reader, int token, const char *begin, const char *const *words) {
    const json_token *t = &reader->tape->tokens[token];
    char line[400];
    const char *near =
        text_nearest(reader->tape->source + t->start, (size_t)(t->end - t->start), words);
    if (near) return bind_fail(reader, token, "%s; did you mean \"%s\"?", begin, near);
    if (!words[0]) return bind_fail(reader, token, "%s; there is none", begin);
    text_print(line, sizeof line, "%s; known: ", begin);
    append_words(line, sizeof line, words);
    return bind_fail(reader, token, "%s", line);
}

bool bind_fail_word(bind_reader *reader, int token, const char *what, const char *const *words) {
    char shown[SHOWN], begin[160];
    show_token(reader, token, shown);
    text_print(begin, sizeof begin, "unknown %.*s \"%s\"", 80, what, shown);
    return fail_unknown(reader, token, begin, words);
}

bool bind_fail_key(bind_reader *reader, const bind_table *table, int key) {
    const char *names[65];
    char shown[SHOWN], begin[160];
    int count = table->count < 64 ? table->count : 64;
    for (int i = 0; i < count; i++) names[i] = table->fields[i].name;
    names[count] = NULL;
    show_token(reader, key, shown);
    text_print(begin, sizeof begin, "unknown key \"%s\" in %s", shown, table->name);
    return fail_unknown(reader, key, begin, names);
}

bool bind_fail_missing(bind_reader *reader, const bind_table *table, const bind_field *field, int token,
                       const void *item) {
    const char *name = bind_item_name(table, item);
    char shown[SHOWN];
    if (!name) return bind_fail(reader, token, "\"%s\" is missing from %s", field->name, table->name);
    text_printable(shown, sizeof shown, name, strlen(name));
    return bind_fail(reader, token, "\"%s\" is missing from %s \"%s\"", field->name, table->name, shown);
}

bool bind_fail_type(bind_reader *reader, const bind_field *field, int token, const char *wanted) {
    return bind_fail(reader, token, "\"%s\" must be %s, not %s", field->name, wanted,
                     bind_kind_name(reader->tape->tokens[token].kind));
}

void bind_print_unit(char *out, size_t size, const bind_field *field) {
    bool said = field->unit && field->unit[0] && strcmp(field->unit, "1") != 0;
    text_print(out, size, said ? " %s" : "%s", said ? field->unit : "");
}

void bind_print_range(char out[BIND_RANGE_SIZE], const bind_field *field, const char *to) {
    char unit[24];
    double low, high;
    out[0] = 0;
    if (!bind_bounds(field, &low, &high)) return;
    bind_print_unit(unit, sizeof unit, field);
    bool open = field->flags & BIND_OPEN_LOW, no_low = low < -1e300, no_high = high > 1e300;
    if (no_low && no_high) return;
    if (no_high) text_print(out, BIND_RANGE_SIZE, "%s %g%s", open ? "above" : "at least", low, unit);
    else if (no_low) text_print(out, BIND_RANGE_SIZE, "at most %g%s", high, unit);
    else if (open) text_print(out, BIND_RANGE_SIZE, "above %g, at most %g%s", low, high, unit);
    else text_print(out, BIND_RANGE_SIZE, "%g%s%g%s", low, to, high, unit);
}

bool bind_fail_range(bind_reader *reader, const bind_field *field, int token, double value) {
    char range[BIND_RANGE_SIZE];
    bind_print_range(range, field, "..");
    bool interval = strstr(range, "..") != NULL;
    return bind_fail(reader, token, interval ? "\"%s\" is %g, outside %s" : "\"%s\" is %g; it must be %s",
                     field->name, value, range);
}

// --- finding a value again ------------------------------------------------------------------------

static size_t skip_string(const char *source, size_t size, size_t at) {
    for (at++; at < size && source[at] != '"'; at++)
        if (source[at] == '\\') at++;
    return at < size ? at + 1 : size;
}

static size_t skip_blank(const char *source, size_t size, size_t at) {
    while (at < size && (source[at] == ' ' || source[at] == '\n' || source[at] == '\r' ||
                         source[at] == '\t' || source[at] == ':'))
        at++;
    return at;
}

int bind_locate(const char *source, size_t size, int at, const char *key) {
    size_t length = strlen(key);
    int depth = 0;
    bool key_next = false;
    if (at < 0 || (size_t)at >= size || source[at] != '{') return at;
    for (size_t i = (size_t)at; i < size;) {
        char c = source[i];
        if (c == '"') {
            size_t end = skip_string(source, size, i);
            bool same = end - i == length + 2 && memcmp(source + i + 1, key, length) == 0;
            i = end;
            if (depth == 1 && key_next && same) return (int)skip_blank(source, size, i);
            key_next = false;
            continue;
        }
        depth += (c == '{' || c == '[') - (c == '}' || c == ']');
        if (depth == 0) break;
        if (c == '{' || c == ',') key_next = true;
        i++;
    }
    return at;
}
