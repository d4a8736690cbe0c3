// gltf_fields.c — fields of a glTF's objects, and errors that name the place by its JSON pointer.
//
// Whole numbers stay below 2^31: no file that is read is larger, so a larger one cannot be made good.
// SPDX-License-Identifier: MIT
#include <limits.h>

#include "motion/gltf_document.h"

gltf_spot gltf_spot_at(int token, const char *format, ...) {
    gltf_spot spot = { .token = token };
    va_list arguments;
    va_start(arguments, format);
    text_print_list(spot.pointer, sizeof spot.pointer, format, arguments);
    va_end(arguments);
    return spot;
}

bool gltf_fail(const gltf_document *d, const gltf_spot *spot, pantin_error *error,
               const char *format, ...) {
    if (error == NULL) return false;
    char line[sizeof error->text], where[sizeof error->where];
    va_list arguments;
    va_start(arguments, format);
    text_print_list(line, sizeof line, format, arguments);
    va_end(arguments);
    if (d->binary) {
        text_print(where, sizeof where, "%.400s %s", d->motion->name, spot->pointer);
        return pantin_fail(error, PANTIN_ERROR_FORMAT, where, "%s", line);
    }
    json_where(d->motion->name, (const char *)d->motion->bytes, d->motion->size,
               (int)d->json_at + d->tape.tokens[spot->token].start, where);
    return pantin_fail(error, PANTIN_ERROR_FORMAT, where, "%s: %s", spot->pointer, line);
}

/// A field's spot: the object's pointer and the key, its token the value's.
static gltf_spot field(const gltf_spot *spot, const char *key, int token) {
    return gltf_spot_at(token, "%s/%s", spot->pointer, key);
}

bool gltf_whole(const gltf_document *d, const gltf_spot *spot, const char *key, int most,
                int *value, pantin_error *error) {
    int token = json_find(&d->tape, spot->token, key);
    if (token == PANTIN_NONE) return true;
    double number = d->tape.tokens[token].kind == JSON_NUMBER ? json_number(&d->tape, token) : -1;
    if (number >= 0 && number <= most && number == (double)(int)number) {
        *value = (int)number;
        return true;
    }
    gltf_spot at = field(spot, key, token);
    int size = d->tape.tokens[token].end - d->tape.tokens[token].start;
    return gltf_fail(d, &at, error, "%.*s is no whole number from 0 to %d", size < 40 ? size : 40,
                     d->tape.source + d->tape.tokens[token].start, most);
}

bool gltf_size(const gltf_document *d, const gltf_spot *spot, const char *key, size_t *value,
               pantin_error *error) {
    int whole = (int)*value;
    if (!gltf_whole(d, spot, key, INT_MAX, &whole, error)) return false;
    *value = (size_t)whole;
    return true;
}

bool gltf_index(const gltf_document *d, const gltf_spot *spot, const char *key, int count,
                int *value, pantin_error *error) {
    int index = PANTIN_NONE;
    if (!gltf_whole(d, spot, key, INT_MAX, &index, error)) return false;
    if (index >= count) {
        gltf_spot at = field(spot, key, json_find(&d->tape, spot->token, key));
        return gltf_fail(d, &at, error, "no such thing: the file has %d, the index is %d", count,
                         index);
    }
    if (index != PANTIN_NONE) *value = index;
    return true;
}

bool gltf_numbers(const gltf_document *d, const gltf_spot *spot, const char *key, int count,
                  double *values, pantin_error *error) {
    int token = json_find(&d->tape, spot->token, key);
    if (token == PANTIN_NONE) return true;
    const json_token *list = &d->tape.tokens[token];
    bool fits = list->kind == JSON_ARRAY && list->count == count;
    for (int k = 0, at = token + 1; fits && k < count; k++, at = d->tape.tokens[at].next) {
        fits = d->tape.tokens[at].kind == JSON_NUMBER;
        if (fits) values[k] = json_number(&d->tape, at);
        // Products of such numbers stay finite.
        fits = fits && values[k] <= 1e38 && values[k] >= -1e38;
    }
    if (fits) return true;
    gltf_spot at = field(spot, key, token);
    return gltf_fail(d, &at, error, "not a list of %d numbers within a float's range", count);
}

const char *gltf_string(const gltf_document *d, int object, const char *key) {
    int token = json_find(&d->tape, object, key);
    if (token == PANTIN_NONE || d->tape.tokens[token].kind != JSON_STRING) return NULL;
    return json_text(&d->tape, token, d->memory);
}

bool gltf_array(const gltf_document *d, const gltf_spot *spot, const char *key, int *token,
                int *count, pantin_error *error) {
    *token = json_find(&d->tape, spot->token, key);
    *count = 0;
    if (*token == PANTIN_NONE) return true;
    if (d->tape.tokens[*token].kind == JSON_ARRAY) {
        *count = d->tape.tokens[*token].count;
        return true;
    }
    gltf_spot at = field(spot, key, *token);
    return gltf_fail(d, &at, error, "not a list");
}

bool gltf_object(const gltf_document *d, const char *list, int k, int *token, gltf_spot *spot,
                 pantin_error *error) {
    *spot = gltf_spot_at(*token, "%s/%d", list, k);
    *token = d->tape.tokens[*token].next;
    if (d->tape.tokens[spot->token].kind == JSON_OBJECT) return true;
    return gltf_fail(d, spot, error, "not an object");
}
