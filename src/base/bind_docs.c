// bind_docs.c — the reference of a file a person writes, as Markdown, from the tables that read it.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/bind_field.h"

// Text in a cell of a table: one line, and | would end the cell.
static void put_cell(text *out, const char *value) {
    for (; *value; value++) {
        if (*value == '|') text_char(out, '\\');
        text_char(out, *value == '\n' ? ' ' : *value);
    }
}

static void put_link(text *out, const bind_reach *reach, const bind_table *table) {
    char name[80];
    bind_reach_name(reach, table, name, sizeof name);
    text_format(out, "[%s](#%s)", name, name);
}

static void put_words(text *out, const bind_field *field) {
    for (int i = 0; field->words[i]; i++) text_format(out, "%s`%s`", i ? ", " : "", field->words[i]);
}

static void put_form(text *out, const bind_reach *reach, const bind_field *field) {
    switch (field->kind) {
    case BIND_BOOL: text_string(out, "true or false"); break;
    case BIND_INT: case BIND_SEED: text_string(out, "whole number"); break;
    case BIND_NUMBER: text_string(out, "number"); break;
    case BIND_TEXT: text_string(out, "text"); break;
    case BIND_WORD: put_words(out, field); break;
    case BIND_NUMBERS: text_format(out, "%d numbers", field->length); break;
    case BIND_COLOR: text_string(out, "\"#rrggbb\""); break;
    case BIND_STRUCT: put_link(out, reach, field->table); break;
    case BIND_TEXTS: text_string(out, "list of texts"); break;
    case BIND_INTS: text_string(out, "list of whole numbers"); break;
    case BIND_DOUBLES: text_string(out, "list of numbers"); break;
    case BIND_POINTS: text_string(out, "list of pairs [x, y]"); break;
    case BIND_LIST:
        text_string(out, "list of ");
        put_link(out, reach, field->table);
        break;
    case BIND_MAP:
        text_string(out, "named ");
        put_link(out, reach, field->table);
        break;
    case BIND_CUSTOM: put_cell(out, field->custom->form ? field->custom->form : ""); break;
    }
    if (field->flags & BIND_NULLABLE) text_string(out, " or null");
    bool list = field->kind >= BIND_TEXTS && field->kind <= BIND_MAP;
    if (list && field->length > 0) text_format(out, ", at least %d", field->length);
}

static void put_default(text *out, const bind_field *field) {
    if (field->flags & BIND_REQUIRED) {
        text_string(out, "required");
        return;
    }
    if (field->flags & BIND_NULLABLE) return;
    switch (field->kind) {
    case BIND_BOOL: text_string(out, field->fallback != 0 ? "true" : "false"); break;
    case BIND_INT: case BIND_SEED: case BIND_NUMBER: text_format(out, "%g", field->fallback); break;
    case BIND_WORD:
        if (bind_default_word(field) != PANTIN_NONE)
            text_format(out, "`%s`", field->words[bind_default_word(field)]);
        break;
    case BIND_NUMBERS:
        text_char(out, '[');
        if (field->fallback_text) text_string(out, field->fallback_text);
        for (int i = 0; i < field->length && !field->fallback_text; i++)
            text_format(out, "%s%g", i ? ", " : "", field->fallback);
        text_char(out, ']');
        break;
    case BIND_TEXT: case BIND_COLOR:
        if (field->fallback_text) put_cell(out, field->fallback_text);
        break;
    default: break;
    }
}

static void put_row(text *out, const bind_reach *reach, const bind_field *field) {
    char range[BIND_RANGE_SIZE];
    bool said = field->low != field->high; // the bounds of the type itself are no news
    // The unit has its own column.
    bind_field bare = *field;
    bare.unit = NULL;
    bind_print_range(range, &bare, "..");
    text_format(out, "| `%s` | ", field->name);
    put_form(out, reach, field);
    text_format(out, " | %s | %s | ", field->unit ? field->unit : "", said ? range : "");
    put_default(out, field);
    text_string(out, " | ");
    if (field->doc) put_cell(out, field->doc);
    if (field->flags & BIND_LATER) {
        text_string(out, field->doc ? "; not yet: " : "not yet: ");
        put_cell(out, field->later ? field->later : "later");
    }
    text_string(out, " |\n");
}

void bind_docs(text *out, const bind_table *table) {
    bind_reach reach;
    bool found = bind_reach_find(&reach, table);
    if (!found) out->failed = true;
    for (int i = 0; found && i < reach.count; i++) {
        const bind_table *one = reach.tables[i];
        char name[80];
        bind_reach_name(&reach, one, name, sizeof name);
        text_format(out, "%s## %s\n\n", i ? "\n" : "", name);
        if (one->doc) {
            size_t size = strlen(one->doc);
            bool sentence = size > 0 && one->doc[size - 1] == '.';
            text_format(out, "%s%s\n\n", one->doc, sentence ? "" : ".");
        }
        text_string(out, "| key | form | unit | range | default | what |\n|---|---|---|---|---|---|\n");
        for (int k = 0; k < one->count; k++) put_row(out, &reach, &one->fields[k]);
    }
    bind_reach_free(&reach);
}

bool bind_grammar(const bind_table *table, const char *title, bool markdown, pantin_bytes *bytes,
                  pantin_error *error) {
    text out = { 0 };
    if (markdown) bind_docs(&out, table);
    else bind_schema(&out, table, title);
    return text_take(&out, bytes, error);
}
