// gltf_write_edit.c — a JSON text with a few places changed and all other bytes as they were.
//
// An edit is a splice: source bytes [from, to) give way to new words. What is put in looks like its
// neighbors: a new field takes the space before the object's first key and around its colon, a new element the
// space before the array's first, so that a text laid out in lines stays so.
// SPDX-License-Identifier: MIT
#include "motion/gltf_write.h"

#include "base/sort.h"

// --- a token's bytes, quotes included ------------------------------------------------------------

static int value_start(const json_tape *tape, int token) {
    return tape->tokens[token].start - (tape->tokens[token].kind == JSON_STRING);
}
static int value_end(const json_tape *tape, int token) {
    return tape->tokens[token].end + (tape->tokens[token].kind == JSON_STRING);
}

static void copy(gltf_edit *e, int from, int to) {
    text_bytes(&e->words, e->tape->source + from, (size_t)(to - from));
}

/// Behind the comma that follows `at`.
static int after_comma(const json_tape *tape, int at) {
    while (tape->source[at] != ',') at++;
    return at + 1;
}

// --- splices -------------------------------------------------------------------------------------

bool gltf_edit_begin(gltf_edit *e, const json_tape *tape, int most, arena *memory) {
    *e = (gltf_edit){ .tape = tape, .most = most };
    e->splices = ARENA_ARRAY(memory, gltf_splice, most);
    return !arena_failed(memory);
}

static void splice_begin(gltf_edit *e, int from, int to) {
    e->splices[e->count] = (gltf_splice){ from, to, e->words.size, 0 };
}
static void splice_end(gltf_edit *e) {
    e->splices[e->count].size = e->words.size - e->splices[e->count].at;
    e->count++;
}

static int by_place(const void *context, int a, int b) {
    const gltf_splice *splices = context;
    return splices[a].from < splices[b].from ? -1 : splices[a].from > splices[b].from;
}

bool gltf_edit_apply(gltf_edit *e, text *out, arena *memory) {
    int *order = ARENA_ARRAY(memory, int, e->count), *scratch = ARENA_ARRAY(memory, int, e->count);
    if (arena_failed(memory) || e->words.failed) return false;
    for (int k = 0; k < e->count; k++) order[k] = k;
    // Stable: what is put in at one place keeps its order.
    sort_indices(order, e->count, by_place, e->splices, scratch);
    int at = 0;
    for (int k = 0; k < e->count; k++) {
        const gltf_splice *splice = &e->splices[order[k]];
        text_bytes(out, e->tape->source + at, (size_t)(splice->from - at));
        text_bytes(out, e->words.data + splice->at, splice->size);
        at = splice->to;
    }
    text_bytes(out, e->tape->source + at, (size_t)(e->tape->tokens[0].end - at));
    return !out->failed;
}

// --- fields --------------------------------------------------------------------------------------

static void put_new_field(gltf_edit *e, int object, const char *key, const char *value) {
    const json_tape *tape = e->tape;
    int first = object + 1;
    if (tape->tokens[object].count > 0) {
        copy(e, tape->tokens[object].start + 1, value_start(tape, first));
        text_format(&e->words, "\"%s\"", key);
        copy(e, value_end(tape, first), value_start(tape, first + 1));
    } else {
        text_format(&e->words, "\"%s\":", key);
    }
    text_string(&e->words, value);
}

static const gltf_field *field_of(const gltf_edit *e, int key, const gltf_field *fields,
                                  int count) {
    for (int k = 0; k < count; k++)
        if (json_equal(e->tape, key, fields[k].key)) return &fields[k];
    return NULL;
}

void gltf_edit_object(gltf_edit *e, int object, const gltf_field *fields, int count) {
    const json_tape *tape = e->tape;
    const json_token *o = &tape->tokens[object];
    int before = o->start + 1; // behind the brace, then behind each value
    bool some = false;
    splice_begin(e, o->start, o->end);
    text_char(&e->words, '{');
    for (int k = 0, key = object + 1; k < o->count; k++, key = tape->tokens[key + 1].next) {
        const gltf_field *field = field_of(e, key, fields, count);
        int from = k == 0 ? before : after_comma(tape, before), end = value_end(tape, key + 1);
        before = end;
        if (field != NULL && field->value == NULL) continue;
        if (some) text_char(&e->words, ',');
        some = true;
        copy(e, from, field != NULL ? value_start(tape, key + 1) : end);
        if (field != NULL) text_string(&e->words, field->value);
    }
    for (int k = 0; k < count; k++) {
        if (fields[k].value == NULL || json_find(tape, object, fields[k].key) != PANTIN_NONE)
            continue;
        if (some) text_char(&e->words, ',');
        some = true;
        put_new_field(e, object, fields[k].key, fields[k].value);
    }
    copy(e, before, o->end);
    splice_end(e);
}

void gltf_edit_field(gltf_edit *e, int object, const char *key, const char *value) {
    const json_tape *tape = e->tape;
    int old = json_find(tape, object, key), last = object + 1;
    if (old != PANTIN_NONE) {
        splice_begin(e, value_start(tape, old), value_end(tape, old));
        text_string(&e->words, value);
        splice_end(e);
        return;
    }
    for (int k = 1; k < tape->tokens[object].count; k++) last = tape->tokens[last + 1].next;
    splice_begin(e, value_end(tape, last + 1), value_end(tape, last + 1));
    text_char(&e->words, ',');
    put_new_field(e, object, key, value);
    splice_end(e);
}

// --- elements ------------------------------------------------------------------------------------

void gltf_edit_append(gltf_edit *e, int array) {
    const json_tape *tape = e->tape;
    const json_token *a = &tape->tokens[array];
    int at = a->start + 1;
    for (int k = 0, token = array + 1; k < a->count; k++, token = tape->tokens[token].next)
        at = value_end(tape, token);
    splice_begin(e, at, at);
    e->array = array;
    e->some = a->count > 0;
}

void gltf_edit_element(gltf_edit *e, const char *value) {
    const json_token *a = &e->tape->tokens[e->array];
    if (e->some) text_char(&e->words, ',');
    if (a->count > 0) copy(e, a->start + 1, value_start(e->tape, e->array + 1));
    text_string(&e->words, value);
    e->some = true;
}

void gltf_edit_append_end(gltf_edit *e) { splice_end(e); }
