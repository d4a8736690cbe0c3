// bind_field.h — what the files of the binder share.
// SPDX-License-Identifier: MIT
#ifndef BASE_BIND_FIELD_H
#define BASE_BIND_FIELD_H

#include "base/bind.h"

/// Defaults, with `at` as the place of the struct and of the structs in it.
void bind_defaults_at(const bind_table *table, int at, void *out);

/// The index of a word field's default, or PANTIN_NONE.
int bind_default_word(const bind_field *field);

/// "#rrggbb" to 0..1. False if it is not that.
bool bind_parse_color(const char *from, size_t size, float color[3]);
enum { BIND_COLOR_SIZE = 8 };
void bind_print_color(char out[BIND_COLOR_SIZE], const float color[3]);

/// "a number", "an object", …
const char *bind_kind_name(json_kind kind);

/// "2..200 px", "at least 0", "above 0, at most 5 s"; "" without a range.
enum { BIND_RANGE_SIZE = 96 };
void bind_print_range(char out[BIND_RANGE_SIZE], const bind_field *field, const char *to);
/// " px" or ""; the unit "1" is not said.
void bind_print_unit(char *out, size_t size, const bind_field *field);

/// The bounds that a field of this kind really has, whatever the table says.
bool bind_bounds(const bind_field *field, double *low, double *high);

/// Failures of the reader, each with its own wording.
bool bind_fail_key(bind_reader *reader, const bind_table *table, int key);
bool bind_fail_missing(bind_reader *reader, const bind_table *table, const bind_field *field, int token,
                       const void *item);
bool bind_fail_type(bind_reader *reader, const bind_field *field, int token, const char *wanted);
bool bind_fail_range(bind_reader *reader, const bind_field *field, int token, double value);

/// The name a map gave an item, or NULL.
const char *bind_item_name(const bind_table *table, const void *item);

/// The tables that a root reaches, each once, the root first, in the order in which fields name them.
typedef struct bind_reach {
    const bind_table **tables;
    int count, capacity;
} bind_reach;

/// False when memory is refused. Free it either way.
PANTIN_CHECKED bool bind_reach_find(bind_reach *reach, const bind_table *root);
void bind_reach_free(bind_reach *reach);
/// The name of a table among those reached; where two share one, "handle_2".
void bind_reach_name(const bind_reach *reach, const bind_table *table, char *out, size_t size);

/// Pointers and counts of lists, whatever their item type is.
void bind_put_list(const bind_field *field, void *out, void *items, int count);
const void *bind_get_list(const bind_field *field, const void *item, int *count);

#endif
