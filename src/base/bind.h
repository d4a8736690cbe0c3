// bind.h — one table a struct: it reads, checks, explains errors, writes, and makes schema and docs.
//
// A file a person wrote becomes a plain struct by a table of its fields: name, kind, unit, range,
// default, one line of doc. An unknown key, a wrong type or a value out of range is an error with
// file:line:column, the field's range and unit, and the nearest known word. Every bound struct begins
// with a `pantin_written head` (base.h): where it stood, and which of its fields were given.
// SPDX-License-Identifier: MIT
#ifndef BASE_BIND_H
#define BASE_BIND_H

#include "base/json.h"

typedef enum bind_kind {
    BIND_BOOL,     // bool
    BIND_INT,      // int
    BIND_SEED,     // uint64_t, written as a whole number 0..2^53
    BIND_NUMBER,   // double
    BIND_TEXT,     // const char *
    BIND_WORD,     // int, an index into `words`
    BIND_NUMBERS,  // double[length], as [a, b, …]
    BIND_COLOR,    // float[3]: "#rrggbb", encoded 0..1
    BIND_STRUCT,   // a struct in place, `table`
    BIND_TEXTS,    // const char ** and int count
    BIND_INTS,     // int * and int count
    BIND_DOUBLES,  // double * and int count
    BIND_POINTS,   // pantin_vec2 * and int count, as [[x, y], …]
    BIND_LIST,     // item * and int count, as [ {…}, … ], `table`
    BIND_MAP,      // item * and int count, as { "name": {…}, … }: order kept, a name twice is an error;
                   // the item's field at name_offset (const char *) is the key
    BIND_CUSTOM,   // read, written and described by `custom`
} bind_kind;

enum {
    BIND_REQUIRED = 1,  // must be given
    BIND_NULLABLE = 2,  // null is allowed and means: not given
    BIND_LATER = 4,     // read and checked, but what it asks for is not done yet (`later` names it)
    BIND_OPEN_LOW = 8,  // `low` itself is not allowed
};

typedef struct bind_reader bind_reader;
struct bind_table;

typedef struct bind_custom {
    /// Fills `field`; on failure says so by bind_fail and answers false.
    bool (*read)(bind_reader *reader, int token, void *field);
    void (*write)(json_writer *w, const void *field);
    const char *schema;  // JSON Schema of the value, as text
    const char *form;    // for docs: how it is written, "a number or [frame, value]"
} bind_custom;

typedef struct bind_field {
    const char *name;
    bind_kind kind;
    size_t offset;               // of the member
    const char *doc;             // one line, no period
    unsigned flags;
    size_t count_offset;         // lists: of the int count
    size_t item_size;            // lists
    int length;                  // BIND_NUMBERS; lists and texts: the least count (0: may be empty)
    double low, high, fallback;  // numbers; low == high: no range
    const char *fallback_text;   // BIND_TEXT, BIND_WORD (the word; else `fallback` is its index), BIND_COLOR,
                                 // BIND_NUMBERS ("0.35, 0.995"; else each is `fallback`)
    const char *unit;            // "px", "deg", "m", "s", "frames", "1", …; NULL: none
    const char *const *words;    // BIND_WORD: NULL-terminated
    const struct bind_table *table;
    const bind_custom *custom;
    const char *later;           // BIND_LATER: what will do it, "limbs come with the stage"
} bind_field;

typedef struct bind_table {
    const char *name;            // as docs call it: "handle"
    const char *doc;
    size_t size;                 // of the struct
    const bind_field *fields;    // at most 64
    int count;
    size_t name_offset;          // of the `const char *name` filled from a map's key (BIND_MAP items)
    bool plain_names;            // BIND_MAP items: no "." in a name, where others are made of it (PIECE.HANDLE)
    /// After the fields: what no single field can tell (may be NULL). As bind_custom.read.
    bool (*check)(bind_reader *reader, void *item);
} bind_table;

#define BIND_AT(type, member) .offset = offsetof(type, member)
#define BIND_MANY(type, items, items_count)                                                    \
    .offset = offsetof(type, items), .count_offset = offsetof(type, items_count),               \
    .item_size = sizeof(*((type *)0)->items)
#define BIND_COUNT(fields) ((int)(sizeof(fields) / sizeof((fields)[0])))

struct bind_reader {
    const json_tape *tape;
    arena *memory;          // texts and lists go here
    pantin_error *error;
    void *context;          // the module's own
    int later_at;           // offset of the first BIND_LATER field given, PANTIN_NONE: there is none
    const bind_field *later;
    const char *later_key;
};

/// Makes a reader. `error` may be NULL.
bind_reader bind_reader_make(const json_tape *tape, arena *memory, pantin_error *error);

/// Sets every field's default, then reads an object token into `out` (of table->size bytes, zeroed).
PANTIN_CHECKED bool bind_read(bind_reader *reader, const bind_table *table, int token, void *out);

/// Does the file say that it is `format` ("show/1")? Asked before bind_read: in a file of another kind every
/// key would be a wrong one.
PANTIN_CHECKED bool bind_check_format(bind_reader *reader, const bind_table *table, const char *format);

/// Only the defaults.
void bind_defaults(const bind_table *table, void *out, arena *memory);

/// Reads one value as `field` says into the struct `out`. For custom readers.
PANTIN_CHECKED bool bind_read_field(bind_reader *reader, const bind_field *field, int token, void *out);

/// Fails at a token or at a byte offset: where = name:line:column. Answers false.
bool bind_fail(bind_reader *reader, int token, const char *format, ...) PANTIN_FORMAT(3, 4);
bool bind_fail_at(bind_reader *reader, int offset, const char *format, ...) PANTIN_FORMAT(3, 4);
/// The same without a reader: for checks made long after the reading, when only the source is kept.
bool bind_fail_source(const char *name, const char *source, size_t size, int offset,
                      pantin_error *error, const char *format, ...) PANTIN_FORMAT(6, 7);

/// Fails on an unknown word, naming the nearest of the known ones (or listing them when none is near).
bool bind_fail_word(bind_reader *reader, int token, const char *what, const char *const *words);

/// The offset of the value of `key` in the object that begins at byte `at` (a pantin_written.at), or
/// `at` itself if it has none. Reads the source again: for messages only.
int bind_locate(const char *source, size_t size, int at, const char *key);

/// Was this field given in the file?
bool bind_given(const bind_table *table, const void *item, const char *field);
/// Marks a field as given (a program that fills the struct says so before it writes).
void bind_give(const bind_table *table, void *item, const char *field);
/// Marks it as not given: it is not written again.
void bind_drop(const bind_table *table, void *item, const char *field);

/// Writes the object in the table's order, only what was given. Read and written again it is the
/// same bytes. An item of a list or map with at most 6 plain values stands on one line.
void bind_write(json_writer *w, const bind_table *table, const void *item);

/// JSON Schema (draft 2020-12) of the file whose root is `table`; all tables it reaches under $defs.
void bind_schema(text *out, const bind_table *table, const char *title);
/// Schema or Markdown of a root table, as bytes: what every `…_grammar` answers.
PANTIN_CHECKED bool bind_grammar(const bind_table *table, const char *title, bool markdown,
                                 pantin_bytes *bytes, pantin_error *error);
/// Markdown: a section and a table of fields for each table that the root reaches, each once.
void bind_docs(text *out, const bind_table *table);

#endif
