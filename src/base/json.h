// json.h — strict JSON as a flat tape of tokens that know their bytes, and a writer.
//
// The tape keeps offsets, so that a message can say line:column, a value can be copied byte for byte,
// and nothing is decoded before it is asked for. Strict: RFC 8259 and nothing more (UTF-8 checked, no
// comments, no trailing commas, no duplicate keys, one value, nothing after it).
// SPDX-License-Identifier: MIT
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include "base/arena.h"
#include "base/text.h"

typedef enum json_kind {
    JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT
} json_kind;

/// An object's children are key (a string), value, key, value, …; an array's are its values.
typedef struct json_token {
    json_kind kind;
    int start, end;   // bytes [start, end) of the source; a string's without its quotes
    int count;        // children: values of an array, pairs of an object
    int next;         // the token after this one and all that lies in it
} json_token;

/// Borrowed: source and name must outlive the tape. Token 0 is the whole value.
typedef struct json_tape {
    const char *name;     // for messages: the path
    const char *source;
    size_t size;
    json_token *tokens;   // in the arena
    int count;
} json_tape;

#define JSON_DEPTH_LIMIT 64

/// Reads `size` bytes into a tape in `memory`. Errors: PANTIN_ERROR_FORMAT with name:line:column.
PANTIN_CHECKED bool json_read(const char *name, const char *source, size_t size, arena *memory,
                              json_tape *tape, pantin_error *error);

/// The value of a key of an object token, or PANTIN_NONE.
int json_find(const json_tape *tape, int object, const char *key);

/// Is this string token (escapes decoded) that text?
bool json_equal(const json_tape *tape, int token, const char *text);

/// A string token's text, escapes decoded, in the arena (NULL when memory is refused). Text with a
/// zero character in it is refused when the tape is read.
const char *json_text(const json_tape *tape, int token, arena *memory);

/// A number token's value, correctly rounded (json_read has refused what overflows).
double json_number(const json_tape *tape, int token);

/// "name:line:column" of a byte offset, into where[512].
void json_where(const char *name, const char *source, size_t size, int offset, char *where);

// --- writing --------------------------------------------------------------------------------

/// Writes JSON with two-space indent; arrays of numbers and flat small objects may be kept on one line
/// (json_inline): [1, 2], { "a": 1 }. No line end follows the last value. Zero-initialise, set `out`.
typedef struct json_writer {
    text *out;
    int depth;
    int inline_depth;  // > 0: inside json_inline
    bool started;      // something stands in this container already
    bool after_key;
} json_writer;

void json_object(json_writer *w);            // {
void json_array(json_writer *w);             // [
void json_inline(json_writer *w);            // the next container stands on one line
void json_end(json_writer *w, char closer);  // '}' or ']'
void json_key(json_writer *w, const char *key);
void json_put_text(json_writer *w, const char *value);   // NULL writes null
void json_put_number(json_writer *w, double value);      // shortest; not finite writes null
void json_put_int(json_writer *w, long long value);
void json_put_bool(json_writer *w, bool value);
void json_put_null(json_writer *w);
void json_put_raw(json_writer *w, const char *bytes, size_t size);  // a value copied byte for byte

#endif
