// bind_write.c — a struct becomes JSON again, in one canonical form: the table's order, only what was
// given, so that read and written twice it is the same bytes.
//
// Numbers and points stand on one line; so does an item of a list or a map that holds only a few plain
// values, because a person compares handles line by line.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/bind_field.h"

enum { FEW_PLAIN = 6 };

void bind_print_color(char out[BIND_COLOR_SIZE], const float color[3]) {
    unsigned byte[3];
    for (int i = 0; i < 3; i++) {
        float v = color[i] * 255.0f + 0.5f;
        byte[i] = v >= 255.0f ? 255 : v > 0.0f ? (unsigned)v : 0; // NaN gives 0
    }
    text_print(out, BIND_COLOR_SIZE, "#%02x%02x%02x", byte[0], byte[1], byte[2]);
}

static bool given(const void *item, int field) { return ((const pantin_written *)item)->given >> field & 1; }

static bool plain_and_few(const bind_table *table, const void *item) {
    int count = 0;
    for (int i = 0; i < table->count; i++) {
        if (!given(item, i)) continue;
        if (table->fields[i].kind > BIND_COLOR) return false;
        count++;
    }
    return count <= FEW_PLAIN;
}

static void write_item(json_writer *w, const bind_table *table, const void *item) {
    if (plain_and_few(table, item)) json_inline(w);
    bind_write(w, table, item);
}

static void write_word(json_writer *w, const bind_field *field, int word) {
    int count = 0;
    while (field->words[count]) count++;
    json_put_text(w, word >= 0 && word < count ? field->words[word] : NULL);
}

static void write_numbers(json_writer *w, const double *values, int count) {
    json_inline(w);
    json_array(w);
    for (int i = 0; i < count; i++) json_put_number(w, values[i]);
    json_end(w, ']');
}

static void write_array(json_writer *w, const bind_field *field, const void *item) {
    int count;
    const void *items = bind_get_list(field, item, &count);
    json_inline(w);
    json_array(w);
    for (int i = 0; i < count; i++) {
        if (field->kind == BIND_TEXTS) json_put_text(w, ((const char *const *)items)[i]);
        if (field->kind == BIND_INTS) json_put_int(w, ((const int *)items)[i]);
        if (field->kind == BIND_DOUBLES) json_put_number(w, ((const double *)items)[i]);
        if (field->kind == BIND_POINTS) {
            const pantin_vec2 *point = (const pantin_vec2 *)items + i;
            write_numbers(w, (const double[]){ point->x, point->y }, 2);
        }
    }
    json_end(w, ']');
}

static void write_items(json_writer *w, const bind_field *field, const void *item) {
    int count;
    const char *items = bind_get_list(field, item, &count);
    bool map = field->kind == BIND_MAP;
    if (map) json_object(w);
    else json_array(w);
    for (int i = 0; i < count; i++) {
        const char *one = items + (size_t)i * field->item_size;
        if (map) {
            const char *name;
            memcpy(&name, one + field->table->name_offset, sizeof name);
            json_key(w, name ? name : "");
        }
        write_item(w, field->table, one);
    }
    json_end(w, map ? '}' : ']');
}

static void write_field(json_writer *w, const bind_field *field, const void *item) {
    const char *place = (const char *)item + field->offset, *value;
    char color[BIND_COLOR_SIZE];
    switch (field->kind) {
    case BIND_BOOL: json_put_bool(w, *(const bool *)place); break;
    case BIND_INT: json_put_int(w, *(const int *)place); break;
    case BIND_SEED: json_put_int(w, (long long)*(const uint64_t *)place); break;
    case BIND_NUMBER: json_put_number(w, *(const double *)place); break;
    case BIND_TEXT:
        memcpy(&value, place, sizeof value);
        json_put_text(w, value);
        break;
    case BIND_WORD: write_word(w, field, *(const int *)place); break;
    case BIND_NUMBERS: write_numbers(w, (const double *)place, field->length); break;
    case BIND_COLOR:
        bind_print_color(color, (const float *)place);
        json_put_text(w, color);
        break;
    case BIND_STRUCT: write_item(w, field->table, place); break;
    case BIND_TEXTS: case BIND_INTS: case BIND_DOUBLES: case BIND_POINTS:
        write_array(w, field, item);
        break;
    case BIND_LIST: case BIND_MAP: write_items(w, field, item); break;
    case BIND_CUSTOM: field->custom->write(w, place); break;
    }
}

void bind_write(json_writer *w, const bind_table *table, const void *item) {
    json_object(w);
    for (int i = 0; i < table->count; i++) {
        // null is an answer that a required field may have got: without it the file could not be read
        bool answered = (table->fields[i].flags & BIND_REQUIRED) && (table->fields[i].flags & BIND_NULLABLE);
        if (!given(item, i) && !answered) continue;
        json_key(w, table->fields[i].name);
        if (given(item, i)) write_field(w, &table->fields[i], item);
        else json_put_null(w);
    }
    json_end(w, '}');
}
