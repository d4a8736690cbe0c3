// bind_schema.c — JSON Schema (draft 2020-12) from the tables that read the file, so that an editor
// which checks by the schema and the reader agree by construction.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/bind_field.h"

typedef struct schema {
    json_writer w;
    const bind_reach *reach;
} schema;

static void put_pair(json_writer *w, const char *key, const char *value) {
    json_key(w, key);
    json_put_text(w, value);
}

static void put_type(json_writer *w, const char *type, bool nullable) {
    json_key(w, "type");
    if (!nullable) {
        json_put_text(w, type);
        return;
    }
    json_inline(w);
    json_array(w);
    json_put_text(w, type);
    json_put_text(w, "null");
    json_end(w, ']');
}

// What it is, its unit, and what is not done yet: all that a schema has no word for.
static void put_description(schema *s, const bind_field *field) {
    text line = { 0 };
    char unit[32];
    bind_print_unit(unit, sizeof unit, field);
    if (field->doc) text_string(&line, field->doc);
    if (unit[0]) text_format(&line, "%sin%s", line.size ? ", " : "", unit);
    if (field->flags & BIND_LATER)
        text_format(&line, "%snot yet: %s", line.size ? "; " : "", field->later ? field->later : "later");
    if (line.failed) s->w.out->failed = true;
    else if (line.size) put_pair(&s->w, "description", line.data);
    text_free(&line);
}

static void put_range(json_writer *w, const bind_field *field) {
    double low, high;
    if (!bind_bounds(field, &low, &high)) return;
    if (low > -1e300) {
        json_key(w, field->flags & BIND_OPEN_LOW ? "exclusiveMinimum" : "minimum");
        json_put_number(w, low);
    }
    if (high < 1e300) {
        json_key(w, "maximum");
        json_put_number(w, high);
    }
}

static void put_reference(schema *s, const bind_table *table) {
    char name[80], path[96];
    bind_reach_name(s->reach, table, name, sizeof name);
    text_print(path, sizeof path, "#/$defs/%s", name);
    put_pair(&s->w, "$ref", path);
}

static void put_numbers(schema *s, const bind_field *field, const char *type) {
    json_key(&s->w, "items");
    json_inline(&s->w);
    json_object(&s->w);
    put_pair(&s->w, "type", type);
    put_range(&s->w, field);
    json_end(&s->w, '}');
}

static void put_count(json_writer *w, const char *key, int count) {
    json_key(w, key);
    json_put_int(w, count);
}

static void put_words(json_writer *w, const bind_field *field) {
    json_key(w, "enum");
    json_inline(w);
    json_array(w);
    for (int i = 0; field->words[i]; i++) json_put_text(w, field->words[i]);
    if (field->flags & BIND_NULLABLE) json_put_null(w);
    json_end(w, ']');
}

static void put_list(schema *s, const bind_field *field, bool nullable) {
    json_writer *w = &s->w;
    put_type(w, "array", nullable);
    if (field->kind == BIND_NUMBERS) {
        put_numbers(s, field, "number");
        put_count(w, "minItems", field->length);
        put_count(w, "maxItems", field->length);
        return;
    }
    if (field->kind == BIND_INTS || field->kind == BIND_DOUBLES)
        put_numbers(s, field, field->kind == BIND_INTS ? "integer" : "number");
    if (field->kind == BIND_TEXTS || field->kind == BIND_LIST) {
        json_key(w, "items");
        json_inline(w);
        json_object(w);
        if (field->kind == BIND_TEXTS) put_pair(w, "type", "string");
        else put_reference(s, field->table);
        json_end(w, '}');
    }
    if (field->kind == BIND_POINTS) {
        json_key(w, "items");
        json_object(w);
        put_type(w, "array", false);
        put_numbers(s, field, "number");
        put_count(w, "minItems", 2);
        put_count(w, "maxItems", 2);
        json_end(w, '}');
    }
    if (field->length > 0) put_count(w, "minItems", field->length);
}

// A named map: any key but the empty one.
static void put_map(schema *s, const bind_field *field, bool nullable) {
    json_writer *w = &s->w;
    put_type(w, "object", nullable);
    json_key(w, "propertyNames");
    json_inline(w);
    json_object(w);
    put_count(w, "minLength", 1);
    json_end(w, '}');
    json_key(w, "additionalProperties");
    json_inline(w);
    json_object(w);
    put_reference(s, field->table);
    json_end(w, '}');
    if (field->length > 0) put_count(w, "minProperties", field->length);
}

// A schema of its own or a reference: null comes beside it.
static void put_whole(schema *s, const bind_field *field, bool nullable) {
    json_writer *w = &s->w;
    json_key(w, nullable ? "anyOf" : "allOf");
    json_array(w);
    if (field->kind == BIND_STRUCT) {
        json_inline(w);
        json_object(w);
        put_reference(s, field->table);
        json_end(w, '}');
    } else {
        const char *raw = field->custom->schema ? field->custom->schema : "{}";
        json_put_raw(w, raw, strlen(raw));
    }
    if (nullable) {
        json_inline(w);
        json_object(w);
        put_pair(w, "type", "null");
        json_end(w, '}');
    }
    json_end(w, ']');
}

static void put_default(json_writer *w, const bind_field *field) {
    if (field->flags & (BIND_REQUIRED | BIND_NULLABLE)) return;
    switch (field->kind) {
    case BIND_BOOL:
        json_key(w, "default");
        json_put_bool(w, field->fallback != 0);
        return;
    case BIND_INT: case BIND_SEED: case BIND_NUMBER:
        json_key(w, "default");
        json_put_number(w, field->fallback);
        return;
    case BIND_WORD:
        if (bind_default_word(field) != PANTIN_NONE)
            put_pair(w, "default", field->words[bind_default_word(field)]);
        return;
    case BIND_TEXT: case BIND_COLOR:
        if (field->fallback_text) put_pair(w, "default", field->fallback_text);
        return;
    default: return;
    }
}

static void put_field(schema *s, const bind_field *field) {
    json_writer *w = &s->w;
    bool nullable = field->flags & BIND_NULLABLE;
    json_object(w);
    put_description(s, field);
    switch (field->kind) {
    case BIND_BOOL: put_type(w, "boolean", nullable); break;
    case BIND_INT: case BIND_SEED:
        put_type(w, "integer", nullable);
        put_range(w, field);
        break;
    case BIND_NUMBER:
        put_type(w, "number", nullable);
        put_range(w, field);
        break;
    case BIND_TEXT:
        put_type(w, "string", nullable);
        if (field->length > 0) put_count(w, "minLength", field->length);
        break;
    case BIND_WORD: put_words(w, field); break;
    case BIND_COLOR:
        put_type(w, "string", nullable);
        put_pair(w, "pattern", "^#[0-9a-fA-F]{6}$");
        break;
    case BIND_STRUCT: case BIND_CUSTOM: put_whole(s, field, nullable); break;
    case BIND_MAP: put_map(s, field, nullable); break;
    default: put_list(s, field, nullable); break;
    }
    put_default(w, field);
    json_end(w, '}');
}

static void put_table(schema *s, const bind_table *table) {
    json_writer *w = &s->w;
    char name[80];
    bind_reach_name(s->reach, table, name, sizeof name);
    json_key(w, name);
    json_object(w);
    if (table->doc) put_pair(w, "description", table->doc);
    put_type(w, "object", false);
    json_key(w, "properties");
    json_object(w);
    int required = 0;
    for (int i = 0; i < table->count; i++) {
        json_key(w, table->fields[i].name);
        put_field(s, &table->fields[i]);
        required += (table->fields[i].flags & BIND_REQUIRED) != 0;
    }
    json_end(w, '}');
    if (required > 0) {
        json_key(w, "required");
        json_inline(w);
        json_array(w);
        for (int i = 0; i < table->count; i++)
            if (table->fields[i].flags & BIND_REQUIRED) json_put_text(w, table->fields[i].name);
        json_end(w, ']');
    }
    json_key(w, "additionalProperties");
    json_put_bool(w, false);
    json_end(w, '}');
}

void bind_schema(text *out, const bind_table *table, const char *title) {
    bind_reach reach;
    if (!bind_reach_find(&reach, table)) {
        out->failed = true;
        bind_reach_free(&reach);
        return;
    }
    schema s = { .w = { .out = out }, .reach = &reach };
    json_object(&s.w);
    put_pair(&s.w, "$schema", "https://json-schema.org/draft/2020-12/schema");
    put_pair(&s.w, "title", title);
    put_reference(&s, table);
    json_key(&s.w, "$defs");
    json_object(&s.w);
    for (int i = 0; i < reach.count; i++) put_table(&s, reach.tables[i]);
    json_end(&s.w, '}');
    json_end(&s.w, '}');
    text_char(out, '\n');
    bind_reach_free(&reach);
}
