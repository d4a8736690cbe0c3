// text.c — a growing buffer, places in a source, and paths.
// SPDX-License-Identifier: MIT
#include "base/text.h"

#include <string.h>

// Makes room for `more` bytes and the zero after them.
static bool make_room(text *t, size_t more) {
    if (t->failed) return false;
    if (more < t->capacity - t->size) return true; // capacity counts the zero; 0 - 0 > more never
    size_t wanted = t->capacity < 64 ? 64 : t->capacity;
    while (wanted - t->size <= more) {
        if (wanted > SIZE_MAX / 2) {
            t->failed = true;
            return false;
        }
        wanted *= 2;
    }
    char *data = t->data ? memory_resize(t->data, t->capacity, wanted, 1) : memory_allocate(wanted, 1);
    if (!data) {
        t->failed = true;
        return false;
    }
    t->data = data;
    t->capacity = wanted;
    return true;
}

void text_bytes(text *t, const char *bytes, size_t size) {
    if (!make_room(t, size)) return;
    if (size > 0) memcpy(t->data + t->size, bytes, size);
    t->size += size;
    t->data[t->size] = 0;
}

void text_string(text *t, const char *zero_terminated) {
    text_bytes(t, zero_terminated, strlen(zero_terminated));
}

void text_char(text *t, char c) { text_bytes(t, &c, 1); }

void text_free(text *t) {
    if (t->data) memory_free(t->data, t->capacity, 1);
    *t = (text){ 0 };
}

bool text_take(text *t, pantin_bytes *bytes, pantin_error *error) {
    text_bytes(t, "", 0); // an empty text gets its zero here
    // The new owner frees size + 1 bytes, so the spare ones are given back now.
    char *data = t->failed ? NULL : memory_resize(t->data, t->capacity, t->size + 1, 1);
    if (!data) {
        text_free(t);
        return memory_fail(error, "a text");
    }
    *bytes = (pantin_bytes){ (uint8_t *)data, t->size };
    *t = (text){ 0 };
    return true;
}

bool text_equal(const char *a, size_t a_size, const char *zero_terminated) {
    return strlen(zero_terminated) == a_size && memcmp(a, zero_terminated, a_size) == 0;
}

void text_place(const char *source, size_t source_size, size_t offset, int *line, int *column) {
    if (offset > source_size) offset = source_size;
    size_t begin = 0;
    int lines = 1;
    for (size_t i = 0; i < offset; i++) {
        if (source[i] != '\n') continue;
        lines++;
        begin = i + 1;
    }
    *line = lines;
    *column = (int)(offset - begin) + 1;
}

// --- what a message may show ------------------------------------------------------------------

// Bytes of the UTF-8 character at `at` if it is whole, well formed and harmless on a terminal: no
// control, no line separator, nothing that turns the direction of the rest of the line. Else 0.
static size_t harmless(const unsigned char *at, size_t left) {
    if (at[0] >= 0x20 && at[0] < 0x7f) return 1;
    size_t size = text_utf8(at, left);
    if (size < 2) return 0;
    if (at[0] == 0xc2 && at[1] < 0xa0) return 0;                                // U+0080..009F
    if (at[0] == 0xe2 && at[1] == 0x80 && at[2] >= 0xa8 && at[2] <= 0xae) return 0; // U+2028..202E
    if (at[0] == 0xe2 && at[1] == 0x81 && at[2] >= 0xa6 && at[2] <= 0xa9) return 0; // U+2066..2069
    return size;
}

size_t text_printable(char *buffer, size_t size, const char *bytes, size_t length) {
    static const char hex[] = "0123456789abcdef";
    const unsigned char *in = (const unsigned char *)bytes;
    if (size == 0) return 0;
    size_t used = 0, cut = 0; // `cut`: the last place where "..." still fits
    for (size_t i = 0; i < length;) {
        size_t plain = harmless(in + i, length - i), need = plain ? plain : 4;
        if (used + 3 < size) cut = used;
        if (used + need >= size) {
            used = cut;
            for (int k = 0; k < 3 && used + 1 < size; k++) buffer[used++] = '.';
            break;
        }
        if (plain) {
            memcpy(buffer + used, in + i, plain);
        } else {
            const char escape[4] = { '\\', 'x', hex[in[i] >> 4], hex[in[i] & 15] };
            memcpy(buffer + used, escape, 4);
        }
        used += need;
        i += plain ? plain : 1;
    }
    buffer[used] = 0;
    return used;
}

bool text_is_printable(const char *bytes, size_t length) {
    for (size_t i = 0, plain; i < length; i += plain) {
        plain = harmless((const unsigned char *)bytes + i, length - i);
        if (plain == 0) return false;
    }
    return true;
}

size_t text_utf8(const unsigned char *at, size_t left) {
    if (left == 0) return 0;
    unsigned char lead = at[0];
    if (lead < 0x80) return 1;
    if (lead < 0xc2 || lead > 0xf4) return 0;
    size_t size = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    if (left < size) return 0;
    // The second byte rules out overlong forms, surrogates and what lies beyond U+10FFFF.
    unsigned char low = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
    unsigned char high = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
    if (at[1] < low || at[1] > high) return 0;
    for (size_t i = 2; i < size; i++)
        if ((at[i] & 0xc0) != 0x80) return 0;
    return size;
}

// --- paths --------------------------------------------------------------------------------------

void text_path_join(char *buffer, size_t size, const char *folder, const char *name) {
    bool bare = name[0] == '/' || folder[0] == 0 || strcmp(folder, ".") == 0;
    if (bare) {
        text_print(buffer, size, "%s", name);
        return;
    }
    bool slash = folder[strlen(folder) - 1] == '/';
    text_print(buffer, size, slash ? "%s%s" : "%s/%s", folder, name);
}

void text_path_folder(char *buffer, size_t size, const char *path) {
    size_t end = strlen(path);
    while (end > 0 && path[end - 1] != '/') end--;
    if (end > 1) end--; // "a/b" -> "a", but "/b" -> "/"
    text_print(buffer, size, "%.*s", (int)(end < INT32_MAX ? end : INT32_MAX), path);
}
