// text.h — text without stdio or a locale: a growing buffer, a formatter, and numbers both ways.
// SPDX-License-Identifier: MIT
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdarg.h>

#include "base/memory.h"

/// A growing text, always followed by a zero. Zero-initialise to begin. When memory is refused it is
/// marked failed and swallows the rest: check `failed` once, at the end.
typedef struct text {
    char *data;
    size_t size, capacity;
    bool failed;
} text;

void text_bytes(text *t, const char *bytes, size_t size);
void text_string(text *t, const char *zero_terminated);
void text_char(text *t, char c);
/// printf's %s %.*s %d %i %u %c %zu %ld %lld %llu %x %016llx %g (the shortest text that reads back as
/// the same double) %.Nf (never "-0.00") %% with flags 0 and -, width and precision.
void text_format(text *t, const char *format, ...) PANTIN_FORMAT(2, 3);
void text_format_list(text *t, const char *format, va_list arguments);
void text_free(text *t);
/// Hands the buffer over: `bytes` owns it, the text is empty again. False (and freed) when it failed.
PANTIN_CHECKED bool text_take(text *t, pantin_bytes *bytes, pantin_error *error);

/// text_format into a fixed buffer, cut at size - 1, always zero-terminated. Answers the length written.
size_t text_print(char *buffer, size_t size, const char *format, ...) PANTIN_FORMAT(3, 4);
size_t text_print_list(char *buffer, size_t size, const char *format, va_list arguments);

/// The shortest decimal text that reads back as exactly `value`: "0.1", "-3", "1e-7", "1.5e300".
/// Plain notation for 1e-6 <= |v| < 1e21 as in ECMAScript. `buffer` holds >= 32. Answers the length.
/// NaN and infinities give "null" (JSON has no word for them; check before you write).
size_t text_from_double(char *buffer, double value);

/// Reads a JSON number that fills the text exactly, correctly rounded. False if it is none or overflows.
bool text_to_double(const char *from, size_t size, double *value);

bool text_equal(const char *a, size_t a_size, const char *zero_terminated);

/// Of `words` (NULL-terminated list) the one nearest to `given` by edit distance (case-insensitive,
/// transpositions count one), or NULL if none is near enough to be what was meant
/// (distance <= 1 + length / 3).
const char *text_nearest(const char *given, size_t size, const char *const *words);

/// Bytes of the UTF-8 character at `at`, or 0 if it is cut short, overlong, a surrogate or no UTF-8.
size_t text_utf8(const unsigned char *at, size_t left);

/// `bytes` as they may stand in a message: one printable line, controls and broken UTF-8 as \xNN, cut
/// with "..." to fit `size`. Answers the length written.
size_t text_printable(char *buffer, size_t size, const char *bytes, size_t length);

/// Would text_printable leave all of it as it is?
bool text_is_printable(const char *bytes, size_t length);

/// Line and column (both from 1, columns in bytes) of an offset: "LINE:COLUMN" counts of \n.
void text_place(const char *source, size_t source_size, size_t offset, int *line, int *column);

/// Joins a folder and a name: an absolute name stays as it is; folder "" or "." adds nothing.
void text_path_join(char *buffer, size_t size, const char *folder, const char *name);
/// The folder part of a path, "" where there is none.
void text_path_folder(char *buffer, size_t size, const char *path);

#endif
