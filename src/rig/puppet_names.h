// puppet_names.h — private to rig: looking a name up, and saying which was meant when there is none.
// SPDX-License-Identifier: MIT
#ifndef RIG_PUPPET_NAMES_H
#define RIG_PUPPET_NAMES_H

#include "puppet.h"

typedef struct resolver {
    pantin_puppet *puppet;
    arena *memory;
    pantin_error *error;
} resolver;

/// Names lie `stride` bytes apart, the first at `first`.
typedef struct name_list {
    const char *const *first;
    size_t stride;
    int count;
} name_list;

#define NAMES(items, item_count)                                                                   \
    (name_list) { (item_count) > 0 ? &(items)[0].name : NULL, sizeof *(items), (item_count) }

int puppet_names_index(name_list list, const char *name); ///< or PANTIN_NONE

/// Fails at a place: there is no `what` of this name; names the nearest. Answers PANTIN_NONE.
int puppet_names_unknown(resolver *r, int offset, const char *what, const char *name,
                         name_list list);

/// The index of a name that stands at `key` of `part`; PANTIN_NONE after an error.
int puppet_names_need(resolver *r, const pantin_written *part, const char *key, const char *what,
                      const char *name, name_list list);
/// A name that may be missing (NULL): true unless it is given and unknown.
bool puppet_names_known(resolver *r, const pantin_written *part, const char *key, const char *what,
                        const char *name, name_list list);
/// Names in a list at `key` of `part`: each must be known; the place is the name's own.
bool puppet_names_all_known(resolver *r, const pantin_written *part, const char *key,
                            const char *what, const char *const *names, int count, name_list list);
/// Items of a list (a map cannot hold a name twice): each name once. Items are `list.stride` bytes,
/// begin with their pantin_written, and the first begins at `items`.
bool puppet_names_once(resolver *r, const char *what, const void *items, name_list list);

/// Where the index-th text of the list at `key` of `part` stands.
int puppet_names_place(const resolver *r, const pantin_written *part, const char *key, int index);

static inline name_list names_of_drawings(const pantin_puppet *p) {
    return NAMES(p->drawings, p->drawing_count);
}
static inline name_list names_of_pieces(const pantin_puppet *p) {
    return NAMES(p->pieces, p->piece_count);
}
static inline name_list names_of_views(const pantin_puppet *p) {
    return NAMES(p->views, p->view_count);
}
static inline name_list names_of_poses(const pantin_puppet *p) {
    return NAMES(p->poses, p->pose_count);
}
static inline name_list names_of_controls(const pantin_puppet *p) {
    return NAMES(p->controls, p->control_count);
}
static inline name_list names_of_drivers(const pantin_puppet *p) {
    return NAMES(p->drivers, p->driver_count);
}
static inline name_list names_of_limbs(const pantin_puppet *p) {
    return NAMES(p->limbs, p->limb_count);
}
static inline name_list names_of_gaits(const pantin_puppet *p) {
    return NAMES(p->gaits, p->gait_count);
}
static inline name_list names_of_attachments(const pantin_puppet *p) {
    return NAMES(p->attachments, p->attachment_count);
}
static inline name_list names_of_handles(const pantin_puppet_piece *piece) {
    return NAMES(piece->handles, piece->handle_count);
}

/// HANDLE, or PIECE.HANDLE of this very piece: its index there; PANTIN_NONE: not here.
int puppet_names_handle_in(const pantin_puppet_piece *piece, const char *name);
/// Is the piece drawn in the view (PANTIN_NONE: any)?
bool puppet_names_view_draws(const pantin_puppet *puppet, int view, int piece);
/// Fails: no piece that is drawn in the view (PANTIN_NONE: any) has such a handle.
bool puppet_names_no_handle(resolver *r, int view, int offset, const char *name);

/// What moves (puppet_motion_names.c): drives, limbs, attachments, gaits, springs, transitions.
bool puppet_names_resolve_motion(resolver *r);

#endif
