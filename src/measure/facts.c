// facts.c — facts as lines ("ink coverage: 99.8 %") or as JSON ("ink_coverage_percent": 99.84…).
//
// A key is the JSON's; for people its underscores become spaces and its unit is said after the number.
// SPDX-License-Identifier: MIT
#include "facts.h"

#include <string.h>

void facts_begin(facts *f, bool as_json) {
    *f = (facts){ .as_json = as_json };
    f->json.out = &f->out;
    if (as_json) json_object(&f->json);
}

bool facts_end(facts *f, pantin_bytes *bytes, pantin_error *error) {
    if (f->as_json) {
        json_end(&f->json, '}');
        text_char(&f->out, '\n');
    }
    return text_take(&f->out, bytes, error);
}

/// Files say what they are called, and a terminal obeys control characters.
static void put_harmless(facts *f, const char *value) {
    char shown[2048];
    text_bytes(&f->out, shown, text_printable(shown, sizeof shown, value, strlen(value)));
}

/// The key without the unit it ends in.
static void label(facts *f, const char *key, const char *unit_word) {
    size_t length = strlen(key), tail = unit_word == NULL ? 0 : strlen(unit_word);
    if (tail > 0 && length > tail + 1 && strcmp(key + length - tail, unit_word) == 0)
        length -= tail + 1;
    for (int k = 0; k < f->depth; k++) text_string(&f->out, "  ");
    for (size_t k = 0; k < length; k++) text_char(&f->out, key[k] == '_' ? ' ' : key[k]);
    text_char(&f->out, ':');
}

void facts_text(facts *f, const char *key, const char *value) {
    if (f->as_json) {
        json_key(&f->json, key);
        json_put_text(&f->json, value);
        return;
    }
    label(f, key, NULL);
    text_char(&f->out, ' ');
    put_harmless(f, value == NULL ? "-" : value);
    text_char(&f->out, '\n');
}

void facts_int(facts *f, const char *key, int value) {
    if (f->as_json) {
        json_key(&f->json, key);
        json_put_int(&f->json, value);
        return;
    }
    label(f, key, NULL);
    text_format(&f->out, " %d\n", value);
}

void facts_bool(facts *f, const char *key, bool value) {
    if (f->as_json) {
        json_key(&f->json, key);
        json_put_bool(&f->json, value);
        return;
    }
    label(f, key, NULL);
    text_format(&f->out, " %s\n", value ? "yes" : "no");
}

void facts_number(facts *f, const char *key, double value, int digits, const char *unit) {
    if (f->as_json) {
        json_key(&f->json, key);
        json_put_number(&f->json, value);
        return;
    }
    bool percent = strcmp(unit, "%") == 0;
    label(f, key, percent ? "percent" : unit);
    text_format(&f->out, " %.*f%s", digits, value, *unit == '\0' ? "" : " ");
    put_harmless(f, unit);
    text_char(&f->out, '\n');
}

void facts_list(facts *f, const char *key) {
    if (f->as_json) {
        json_key(&f->json, key);
        json_array(&f->json);
        return;
    }
    label(f, key, NULL);
    f->empty = true;
    f->depth++;
}

void facts_item(facts *f, const char *name) {
    if (f->as_json) {
        json_object(&f->json);
        json_key(&f->json, "name");
        json_put_text(&f->json, name);
        return;
    }
    if (f->empty) text_char(&f->out, '\n');
    f->empty = false;
    for (int k = 0; k < f->depth; k++) text_string(&f->out, "  ");
    put_harmless(f, name);
    text_char(&f->out, '\n');
    f->depth++;
}

void facts_item_end(facts *f) {
    if (f->as_json)
        json_end(&f->json, '}');
    else
        f->depth--;
}

void facts_list_end(facts *f) {
    if (f->as_json) {
        json_end(&f->json, ']');
        return;
    }
    if (f->empty) text_string(&f->out, " none\n");
    f->empty = false;
    f->depth--;
}

void facts_spot(facts *f, const pantin_puppet *puppet, const pantin_hot_spot *spot) {
    char words[320];
    pantin_hot_spot_words(puppet, spot, words, sizeof words);
    facts_item(f, words);
    facts_number(f, "bind", spot->bind, 1, "");
    facts_int(f, "triangles", spot->triangle_count);
    facts_number(f, "x_px", spot->rest_px.x, 1, "px");
    facts_number(f, "y_px", spot->rest_px.y, 1, "px");
    facts_item_end(f);
}
