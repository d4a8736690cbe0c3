// error.c — one failure, one line: where it was, what is wrong, what to try.
//
// The texts quote what strangers wrote (file names, keys), so a control byte becomes '?': a line
// stays one line and cannot steer a terminal. What is too long is cut between two characters of
// UTF-8: a sentence loses its end; a place its beginning, for line and column stand at the end.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <string.h>

#include "base/text.h"

static bool continues_character(char c) { return ((unsigned char)c & 0xC0) == 0x80; }

static void keep_on_one_line(char *line) {
    for (; *line; line++) {
        unsigned char c = (unsigned char)*line;
        if (c < 0x20 || c == 0x7F) *line = '?';
    }
}

/// Drops a character of UTF-8 whose last bytes did not fit.
static void drop_torn_end(char *line, size_t length) {
    size_t lead = length;
    int following = 0;
    while (lead > 0 && following < 3 && continues_character(line[lead - 1])) lead--, following++;
    if (lead == 0) return;
    unsigned char c = (unsigned char)line[lead - 1];
    int wanted = c >= 0xF0 ? 3 : c >= 0xE0 ? 2 : c >= 0xC0 ? 1 : 0;
    if (following < wanted) line[lead - 1] = '\0';
}

static void copy_place(char *to, size_t room, const char *place) {
    size_t length = strlen(place);
    if (length < room) {
        memmove(to, place, length + 1);
    } else {
        const char *tail = place + length - (room - 1 - 3);
        while (continues_character(*tail)) tail++;
        memmove(to + 3, tail, strlen(tail) + 1);
        memcpy(to, "...", 3);
    }
    keep_on_one_line(to);
}

bool pantin_fail(pantin_error *error, pantin_error_kind kind, const char *where, const char *format,
                 ...) {
    if (!error) return false;
    // Written aside first: `where` and the arguments may point into *error, as it was so far.
    pantin_error fresh = { .kind = kind };
    va_list arguments;
    va_start(arguments, format);
    size_t length = text_print_list(fresh.text, sizeof fresh.text, format, arguments);
    va_end(arguments);
    if (length + 1 >= sizeof fresh.text) drop_torn_end(fresh.text, length);
    keep_on_one_line(fresh.text);
    copy_place(fresh.where, sizeof fresh.where, where ? where : "");
    *error = fresh;
    return false;
}
