// link.h — private to show: what the two halves of linking share.
// SPDX-License-Identifier: MIT
#ifndef SHOW_LINK_H
#define SHOW_LINK_H

#include "show.h"

typedef struct linker {
    pantin_show *show;
    pantin_error *error;
} linker;

/// Fails at a byte offset of the score's file. Answers false.
bool link_fail_score(const linker *l, int offset, const char *format, ...) PANTIN_FORMAT(3, 4);
/// Where the value of `key` of a part of the score stands.
int link_place_score(const linker *l, const pantin_written *part, const char *key);

/// Names lie `stride` bytes apart, the first at `first`.
typedef struct link_names {
    const char *const *first;
    size_t stride;
    int count;
} link_names;

#define LINK_NAMES(items, item_count)                                                              \
    (link_names) { (item_count) > 0 ? &(items)[0].name : NULL, sizeof *(items), (item_count) }

int link_index(link_names names, const char *name); ///< or PANTIN_NONE
/// "; did you mean "x"?", or nothing.
const char *link_suggestion(const linker *l, const char *name, link_names names);

/// The index of a control among the built-ins and the member's own, or PANTIN_NONE.
int link_control_index(const linker *l, int member, const char *control);
/// Does a later version have a control of this name?
bool link_is_later(const char *control);
/// Channels of the camera that a later version reads (NULL-terminated).
extern const char *const link_camera_later[];
/// Fails: nothing reads this channel; says what it was most likely meant to be.
bool link_nobody_reads(const linker *l, int offset, const char *name);

/// Which of the cast has this name, or PANTIN_NONE.
int link_cast(const linker *l, const char *name, size_t length);

/// Names that the parts of the grammar use which a later version fills: they are checked as strictly.
bool link_later(const linker *l);

/// Proof poses: their frames, methods and cast; after link_later.
bool link_proof(linker *l);

#endif
