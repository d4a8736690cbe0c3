// bind.c — an object of the tape becomes a struct, by its table.
//
// Defaults first, then each key in the file's order: known? given kind? inside its range? Then what is
// required but missing, then the table's own check. The first fault ends the reading; it is told with
// its place (bind_fail.c). Values are in bind_value.c.
// SPDX-License-Identifier: MIT
#include "base/bind_field.h"

#include <string.h>

bind_reader bind_reader_make(const json_tape *tape, arena *memory, pantin_error *error) {
    return (bind_reader){ .tape = tape, .memory = memory, .error = error, .later_at = PANTIN_NONE };
}

// --- defaults -------------------------------------------------------------------------------------

int bind_default_word(const bind_field *field) {
    for (int i = 0; field->words[i]; i++)
        if (field->fallback_text ? strcmp(field->words[i], field->fallback_text) == 0
                                 : i == (int)field->fallback)
            return i;
    return PANTIN_NONE;
}

// The numbers of a fallback_text "0.35, 0.995" one by one, else `fallback` for each.
static void default_numbers(const bind_field *field, double *out) {
    const char *at = field->fallback_text;
    for (int i = 0; i < field->length; i++) {
        out[i] = field->fallback;
        if (!at) continue;
        size_t size = strcspn(at, ",");
        if (text_to_double(at, size, &out[i])) at += size;
        at += strspn(at, ", ");
    }
}

static void default_field(const bind_field *field, int at, char *out) {
    char *place = out + field->offset;
    switch (field->kind) {
    case BIND_BOOL: *(bool *)place = field->fallback != 0; break;
    case BIND_INT: *(int *)place = (int)field->fallback; break;
    case BIND_SEED: *(uint64_t *)place = (uint64_t)field->fallback; break;
    case BIND_NUMBER: *(double *)place = field->fallback; break;
    case BIND_WORD: *(int *)place = bind_default_word(field); break;
    case BIND_TEXT: memcpy(place, &field->fallback_text, sizeof field->fallback_text); break;
    case BIND_NUMBERS: default_numbers(field, (double *)place); break;
    case BIND_COLOR:
        if (field->fallback_text)
            (void)bind_parse_color(field->fallback_text, strlen(field->fallback_text), (float *)place);
        break;
    case BIND_STRUCT: bind_defaults_at(field->table, at, place); break;
    default: break; // lists, maps and customs begin empty
    }
}

void bind_defaults_at(const bind_table *table, int at, void *out) {
    ((pantin_written *)out)->at = at;
    for (int i = 0; i < table->count; i++) default_field(&table->fields[i], at, out);
}

void bind_defaults(const bind_table *table, void *out, arena *memory) {
    (void)memory; // default texts live as long as their table
    bind_defaults_at(table, 0, out);
}

// --- reading --------------------------------------------------------------------------------------

static bool is_null(const bind_reader *reader, int token) {
    return reader->tape->tokens[token].kind == JSON_NULL;
}

static int find_field(const bind_reader *reader, const bind_table *table, int key) {
    for (int i = 0; i < table->count; i++)
        if (json_equal(reader->tape, key, table->fields[i].name)) return i;
    return PANTIN_NONE;
}

static bool read_pair(bind_reader *reader, const bind_table *table, int key, void *out) {
    int i = find_field(reader, table, key), value = key + 1;
    if (i == PANTIN_NONE) return bind_fail_key(reader, table, key);
    const bind_field *field = &table->fields[i];
    if ((field->flags & BIND_NULLABLE) && is_null(reader, value)) return true;
    if (!bind_read_field(reader, field, value, out)) return false;
    ((pantin_written *)out)->given |= 1ull << i;
    if ((field->flags & BIND_LATER) && reader->later_at == PANTIN_NONE) {
        reader->later_at = reader->tape->tokens[key].start - 1;
        reader->later = field;
        reader->later_key = field->name;
    }
    return true;
}

static bool find_missing(bind_reader *reader, const bind_table *table, int token, void *out) {
    uint64_t given = ((const pantin_written *)out)->given;
    for (int i = 0; i < table->count; i++) {
        if (!(table->fields[i].flags & BIND_REQUIRED) || (given >> i & 1)) continue;
        // null for a required field that may be null is an answer
        int value = json_find(reader->tape, token, table->fields[i].name);
        if (value != PANTIN_NONE) continue;
        return bind_fail_missing(reader, table, &table->fields[i], token, out);
    }
    return true;
}

bool bind_read(bind_reader *reader, const bind_table *table, int token, void *out) {
    const json_token *t = &reader->tape->tokens[token];
    if (t->kind != JSON_OBJECT)
        return bind_fail(reader, token,
                         token == 0 ? "the file must hold an object (%s), not %s"
                                    : "%s must be an object, not %s",
                         table->name, bind_kind_name(t->kind));
    bind_defaults_at(table, t->start, out);
    for (int i = 0, key = token + 1; i < t->count; i++) {
        if (!read_pair(reader, table, key, out)) return false;
        key = reader->tape->tokens[key + 1].next;
    }
    if (!find_missing(reader, table, token, out)) return false;
    return !table->check || table->check(reader, out);
}

bool bind_check_format(bind_reader *reader, const bind_table *table, const char *format) {
    if (reader->tape->tokens[0].kind != JSON_OBJECT) return true; // bind_read says so
    int said = json_find(reader->tape, 0, "pantin");
    if (said == PANTIN_NONE)
        return bind_fail(reader, 0, "\"pantin\" is missing: a %s says \"pantin\": \"%s\"", table->name,
                         format);
    if (json_equal(reader->tape, said, format)) return true;
    const json_token *t = &reader->tape->tokens[said];
    if (t->kind != JSON_STRING)
        return bind_fail(reader, said, "\"pantin\" must be \"%s\", not %s", format, bind_kind_name(t->kind));
    char shown[48];
    text_printable(shown, sizeof shown, reader->tape->source + t->start, (size_t)(t->end - t->start));
    return bind_fail(reader, said, "this file says it is \"%s\"; a %s is \"%s\"", shown, table->name, format);
}

// --- what was given -------------------------------------------------------------------------------

static int field_index(const bind_table *table, const char *name) {
    for (int i = 0; i < table->count; i++)
        if (strcmp(table->fields[i].name, name) == 0) return i;
    return PANTIN_NONE;
}

bool bind_given(const bind_table *table, const void *item, const char *field) {
    int i = field_index(table, field);
    return i != PANTIN_NONE && (((const pantin_written *)item)->given >> i & 1);
}

void bind_give(const bind_table *table, void *item, const char *field) {
    int i = field_index(table, field);
    if (i != PANTIN_NONE) ((pantin_written *)item)->given |= 1ull << i;
}

void bind_drop(const bind_table *table, void *item, const char *field) {
    int i = field_index(table, field);
    if (i != PANTIN_NONE) ((pantin_written *)item)->given &= ~(1ull << i);
}
