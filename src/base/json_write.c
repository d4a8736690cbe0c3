// json_write.c — JSON with two-space indent; a container may be asked to stand on one line.
//
// Whatever is put in, what comes out is strict JSON: controls become escapes, broken UTF-8 becomes
// U+FFFD, a number that is not finite becomes null.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/json.h"

static void new_line(json_writer *w) {
    text_char(w->out, '\n');
    for (int i = 0; i < w->depth; i++) text_string(w->out, "  ");
}

// inline_depth: 0 no; 1 asked for, waiting for the container; 2 and more: inside it.
static bool on_one_line(const json_writer *w) { return w->inline_depth > 1; }

// Comma, line break and indent before a value or a key.
static void begin_item(json_writer *w) {
    if (w->after_key) {
        w->after_key = false;
        return;
    }
    if (w->started) text_char(w->out, ',');
    if (on_one_line(w)) {
        if (w->started) text_char(w->out, ' ');
    } else if (w->depth > 0) {
        new_line(w);
    }
    w->started = true;
}

static void open_container(json_writer *w, char opener) {
    begin_item(w);
    text_char(w->out, opener);
    w->depth++;
    if (w->inline_depth > 0) w->inline_depth++;
    w->started = false;
}

void json_object(json_writer *w) { open_container(w, '{'); }

void json_array(json_writer *w) { open_container(w, '['); }

void json_inline(json_writer *w) {
    if (w->inline_depth == 0) w->inline_depth = 1;
}

void json_end(json_writer *w, char closer) {
    w->depth--;
    if (w->started && on_one_line(w)) {
        if (closer == '}') text_char(w->out, ' ');
    } else if (w->started) {
        new_line(w);
    }
    text_char(w->out, closer);
    if (w->inline_depth > 0 && --w->inline_depth == 1) w->inline_depth = 0;
    w->started = true; // the container around it holds at least this one
}

static void put_quoted(text *out, const char *value) {
    static const char letters[] = "\"\\\b\f\n\r\t", escapes[] = "\"\\bfnrt";
    size_t left = strlen(value);
    text_char(out, '"');
    while (left > 0) {
        size_t plain = 0;
        while (plain < left && (unsigned char)value[plain] >= 0x20 && (unsigned char)value[plain] < 0x80 &&
               value[plain] != '"' && value[plain] != '\\')
            plain++;
        text_bytes(out, value, plain);
        value += plain;
        left -= plain;
        if (left == 0) break;
        size_t size = text_utf8((const unsigned char *)value, left);
        const char *letter = strchr(letters, *value);
        if (size > 1) text_bytes(out, value, size);
        else if (size == 0) text_string(out, "\xef\xbf\xbd");
        else if (letter) text_format(out, "\\%c", escapes[letter - letters]);
        else text_format(out, "\\u%04x", (unsigned)(unsigned char)*value);
        if (size == 0) size = 1;
        value += size;
        left -= size;
    }
    text_char(out, '"');
}

void json_key(json_writer *w, const char *key) {
    begin_item(w);
    // In an object on one line a space stands after the brace: { "a": 1 }.
    if (on_one_line(w) && w->out->size > 0 && w->out->data[w->out->size - 1] == '{') text_char(w->out, ' ');
    put_quoted(w->out, key);
    text_string(w->out, ": ");
    w->after_key = true;
}

void json_put_text(json_writer *w, const char *value) {
    begin_item(w);
    if (value) put_quoted(w->out, value);
    else text_string(w->out, "null");
}

void json_put_number(json_writer *w, double value) {
    char buffer[32];
    begin_item(w);
    text_bytes(w->out, buffer, text_from_double(buffer, value));
}

void json_put_int(json_writer *w, long long value) {
    begin_item(w);
    text_format(w->out, "%lld", value);
}

void json_put_bool(json_writer *w, bool value) {
    begin_item(w);
    text_string(w->out, value ? "true" : "false");
}

void json_put_null(json_writer *w) {
    begin_item(w);
    text_string(w->out, "null");
}

void json_put_raw(json_writer *w, const char *bytes, size_t size) {
    begin_item(w);
    text_bytes(w->out, bytes, size);
}
