// json_string.c — what a JSON string holds: escapes checked, decoded and compared without a copy.
//
// A string token is the bytes between its quotes. json_unescape reads one character of it; checking,
// comparing and copying are loops over that. Refused: an unknown escape, half of a
// surrogate pair, the character zero (our texts end with it), control characters, broken UTF-8.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/json_scan.h"

static int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

// Four hex digits, or -1.
static int hex_four(const char *at, size_t left) {
    int value = 0;
    if (left < 4) return -1;
    for (int i = 0; i < 4; i++) {
        int digit = hex_digit(at[i]);
        if (digit < 0) return -1;
        value = value * 16 + digit;
    }
    return value;
}

static size_t put_utf8(char out[4], int code) {
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    size_t size = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = size - 1; i > 0; i--, code >>= 6) out[i] = (char)(0x80 | (code & 0x3f));
    out[0] = (char)((size == 2 ? 0xc0 : size == 3 ? 0xe0 : 0xf0) | code);
    return size;
}

// \uXXXX, and the second one if the first is half of a pair. `at` stands on the u.
static const char *unescape_code(const char *at, size_t left, char out[4], size_t *size,
                                 const char **why) {
    int code = hex_four(at + 1, left - 1);
    size_t used = 5;
    if (code < 0) return *why = "\\u needs four hex digits", NULL;
    if (code == 0) return *why = "the character zero cannot stand in a text", NULL;
    if (code >= 0xd800 && code < 0xe000) {
        int second = left >= 11 && at[5] == '\\' && at[6] == 'u' ? hex_four(at + 7, 4) : -1;
        if (code >= 0xdc00 || second < 0xdc00 || second >= 0xe000)
            return *why = "half of a surrogate pair; write both halves or the character itself", NULL;
        code = 0x10000 + ((code - 0xd800) << 10) + (second - 0xdc00);
        used = 11;
    }
    *size = put_utf8(out, code);
    return at + used;
}

const char *json_unescape(const char *at, const char *end, char out[4], size_t *size, const char **why) {
    static const char letters[] = "\"\\/bfnrt", meaning[] = "\"\\/\b\f\n\r\t";
    unsigned char c = (unsigned char)*at;
    if (c != '\\') {
        if (c < 0x20) {
            *why = c == '\n' ? "a text ends before the end of its line; \" is missing"
                             : "a control character must be written as an escape, like \\t";
            return NULL;
        }
        *size = text_utf8((const unsigned char *)at, (size_t)(end - at));
        if (*size == 0) return *why = "this is not UTF-8; save the file as UTF-8", NULL;
        memcpy(out, at, *size);
        return at + *size;
    }
    if (end - at < 2) return *why = "a text is not closed; \" is missing", NULL;
    if (at[1] == 'u') return unescape_code(at + 1, (size_t)(end - at) - 1, out, size, why);
    for (int i = 0; i < 8; i++) {
        if (at[1] != letters[i]) continue;
        out[0] = meaning[i];
        *size = 1;
        return at + 2;
    }
    return *why = "unknown escape; a backslash itself is written \\\\", NULL;
}

// The bytes that a string means, one by one.
typedef struct meaning {
    const char *at, *end;
    char out[4]; // what the last escape meant
    size_t size, used;
} meaning;

static meaning meaning_of(const json_tape *tape, int token) {
    const json_token *t = &tape->tokens[token];
    return (meaning){ .at = tape->source + t->start, .end = tape->source + t->end };
}

// PANTIN_NONE at the end. (A checked string has no bad escape; an unchecked one ends there.)
static int next_byte(meaning *m) {
    const char *why;
    if (m->used < m->size) return (unsigned char)m->out[m->used++];
    if (!m->at || m->at >= m->end) return PANTIN_NONE;
    if (*m->at != '\\') return (unsigned char)*m->at++;
    m->at = json_unescape(m->at, m->end, m->out, &m->size, &why);
    if (!m->at) return PANTIN_NONE;
    m->used = 1;
    return (unsigned char)m->out[0];
}

int json_compare(const json_tape *tape, int token, int other) {
    meaning a = meaning_of(tape, token), b = meaning_of(tape, other);
    // Keys of a large object share long beginnings; bytes outside escapes mean themselves.
    while (a.at < a.end && b.at < b.end && *a.at == *b.at && *a.at != '\\') a.at++, b.at++;
    for (;;) {
        int x = next_byte(&a), y = next_byte(&b);
        if (x != y || x == PANTIN_NONE) return x - y;
    }
}

bool json_equal(const json_tape *tape, int token, const char *given) {
    meaning m = meaning_of(tape, token);
    for (;; given++) {
        int x = next_byte(&m);
        if (x == PANTIN_NONE) return *given == 0;
        if (x != (unsigned char)*given) return false; // also where the given text ends
    }
}

const char *json_text(const json_tape *tape, int token, arena *memory) {
    meaning m = meaning_of(tape, token);
    char *copy = arena_take(memory, (size_t)(m.end - m.at) + 1, 1); // an escape is longer than its meaning
    if (!copy) return NULL;
    char *to = copy;
    for (int x; (x = next_byte(&m)) != PANTIN_NONE;) *to++ = (char)x;
    return copy;
}
