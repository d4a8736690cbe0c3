// puppet_names.c — every name a puppet file uses becomes an index, or an error that knows its place.
//
// A handle is named PIECE.HANDLE, or HANDLE where that is enough. In a pose a bare HANDLE means every
// piece of the pose's views that has one: the ears of the head and of the head that looks back.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/text.h"
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

static const char *name_at(name_list list, int index) {
    return *(const char *const *)((const char *)list.first + list.stride * (size_t)index);
}

static int index_of(name_list list, const char *name) {
    for (int k = 0; k < list.count; k++)
        if (strcmp(name_at(list, k), name) == 0) return k;
    return PANTIN_NONE;
}

/// Fails: no such `what`; names the nearest.
static int unknown(resolver *r, int offset, const char *what, const char *name, name_list list) {
    const char **names = ARENA_ARRAY(r->memory, const char *, list.count + 1);
    if (names == NULL) {
        memory_fail(r->error, "a puppet");
        return PANTIN_NONE;
    }
    for (int k = 0; k < list.count; k++) names[k] = name_at(list, k);
    const char *nearest = text_nearest(name, strlen(name), names);
    if (nearest != NULL)
        puppet_fail(r->puppet, offset, r->error,
                    "there is no %s \"%.64s\"; did you mean \"%.64s\"?", what, name, nearest);
    else
        puppet_fail(r->puppet, offset, r->error, "there is no %s \"%.64s\"", what, name);
    return PANTIN_NONE;
}

/// The index of a name that stands at `key` of `part`; PANTIN_NONE after an error.
static int need(resolver *r, const pantin_written *part, const char *key, const char *what,
                const char *name, name_list list) {
    int index = index_of(list, name);
    if (index != PANTIN_NONE) return index;
    return unknown(r, puppet_place(r->puppet, part, key), what, name, list);
}

/// A name that may be missing (NULL): true unless it is given and unknown.
static bool known(resolver *r, const pantin_written *part, const char *key, const char *what,
                  const char *name, name_list list) {
    return name == NULL || need(r, part, key, what, name, list) != PANTIN_NONE;
}

static name_list drawing_names(const pantin_puppet *p) {
    return NAMES(p->drawings, p->drawing_count);
}
static name_list piece_names(const pantin_puppet *p) { return NAMES(p->pieces, p->piece_count); }
static name_list view_names(const pantin_puppet *p) { return NAMES(p->views, p->view_count); }
static name_list pose_names(const pantin_puppet *p) { return NAMES(p->poses, p->pose_count); }
static name_list control_names(const pantin_puppet *p) {
    return NAMES(p->controls, p->control_count);
}
static name_list driver_names(const pantin_puppet *p) { return NAMES(p->drivers, p->driver_count); }
static name_list limb_names(const pantin_puppet *p) { return NAMES(p->limbs, p->limb_count); }
static name_list gait_names(const pantin_puppet *p) { return NAMES(p->gaits, p->gait_count); }
static name_list attachment_names(const pantin_puppet *p) {
    return NAMES(p->attachments, p->attachment_count);
}
static name_list handle_names(const pantin_puppet_piece *piece) {
    return NAMES(piece->handles, piece->handle_count);
}

/// Handles that are another piece's: their own copy, since each piece finds its own vertices.
static bool share_handles(resolver *r, pantin_puppet_piece *piece) {
    int from =
        need(r, &piece->head, "handles", "piece", piece->handles_same_as, piece_names(r->puppet));
    if (from == PANTIN_NONE) return false;
    const pantin_puppet_piece *owner = &r->puppet->pieces[from];
    if (owner->handles_same_as != NULL)
        return puppet_fail(r->puppet, puppet_place(r->puppet, &piece->head, "handles"), r->error,
                           "piece \"%.64s\" has no handles of its own to share", owner->name);
    piece->handles = ARENA_ARRAY(r->memory, pantin_puppet_handle, owner->handle_count);
    if (piece->handles == NULL) return memory_fail(r->error, "a puppet");
    for (int h = 0; h < owner->handle_count; h++) piece->handles[h] = owner->handles[h];
    piece->handle_count = owner->handle_count;
    return true;
}

static bool resolve_pieces(resolver *r) {
    pantin_puppet *puppet = r->puppet;
    for (int p = 0; p < puppet->piece_count; p++) {
        pantin_puppet_piece *piece = &puppet->pieces[p];
        piece->drawing_index =
            need(r, &piece->head, "drawing", "drawing", piece->drawing, drawing_names(puppet));
        if (piece->drawing_index == PANTIN_NONE) return false;
        if (!known(r, &piece->mesh.head, "same_as", "piece", piece->mesh.same_as,
                   piece_names(puppet)))
            return false;
        if (piece->handles_same_as != NULL && !share_handles(r, piece)) return false;
        for (int b = 0; b < piece->bone_count; b++) {
            const pantin_puppet_bone *bone = &piece->bones[b];
            if (!known(r, &bone->head, "from", "handle", bone->from, handle_names(piece)) ||
                !known(r, &bone->head, "to", "handle", bone->to, handle_names(piece)))
                return false;
        }
        piece->first_handle = puppet->handle_count;
        puppet->handle_count += piece->handle_count;
    }
    return true;
}

static bool resolve_order(resolver *r, const pantin_puppet_view *view,
                          const pantin_puppet_order *order) {
    if (order->draw_count != view->draw_count)
        return puppet_fail(r->puppet, puppet_place(r->puppet, &order->head, "draw"), r->error,
                           "order \"%.64s\" must list the %d pieces of view \"%.64s\", each once",
                           order->name, view->draw_count, view->name);
    for (int d = 0; d < view->draw_count; d++) {
        int times = 0;
        for (int k = 0; k < order->draw_count; k++)
            times += strcmp(order->draw[k], view->draw[d]) == 0;
        if (times != 1)
            return puppet_fail(r->puppet, puppet_place(r->puppet, &order->head, "draw"), r->error,
                               "order \"%.64s\" must list \"%.64s\" once", order->name,
                               view->draw[d]);
    }
    return true;
}

static bool resolve_views(resolver *r) {
    pantin_puppet *puppet = r->puppet;
    for (int v = 0; v < puppet->view_count; v++) {
        pantin_puppet_view *view = &puppet->views[v];
        view->pieces = ARENA_ARRAY(r->memory, int, view->draw_count);
        if (view->pieces == NULL) return memory_fail(r->error, "a puppet");
        for (int d = 0; d < view->draw_count; d++) {
            view->pieces[d] =
                need(r, &view->head, "draw", "piece", view->draw[d], piece_names(puppet));
            if (view->pieces[d] == PANTIN_NONE) return false;
            for (int e = 0; e < d; e++)
                if (view->pieces[e] == view->pieces[d])
                    return puppet_fail(puppet, puppet_place(puppet, &view->head, "draw"), r->error,
                                       "view \"%.64s\" draws \"%.64s\" twice", view->name,
                                       view->draw[d]);
        }
        for (int o = 0; o < view->order_count; o++)
            if (!resolve_order(r, view, &view->orders[o])) return false;
        if (!known(r, &view->head, "gait", "gait", view->gait, gait_names(puppet))) return false;
        for (int a = 0; a < view->attachment_count; a++)
            if (!known(r, &view->head, "attachments", "attachment", view->attachments[a],
                       attachment_names(puppet)))
                return false;
    }
    return true;
}

/// Does a pose reach this piece: is it drawn in one of the pose's views?
static bool pose_reaches(const pantin_puppet *puppet, const pantin_puppet_pose *pose, int piece) {
    if (pose->view_index == PANTIN_NONE) return true;
    const pantin_puppet_view *view = &puppet->views[pose->view_index];
    for (int d = 0; d < view->draw_count; d++)
        if (view->pieces[d] == piece) return true;
    return false;
}

/// HANDLE, or PIECE.HANDLE of this very piece; PANTIN_NONE: not here.
static int handle_in(const pantin_puppet_piece *piece, const char *name) {
    size_t length = strlen(piece->name);
    if (strncmp(name, piece->name, length) == 0 && name[length] == '.') {
        int index = index_of(handle_names(piece), name + length + 1);
        if (index != PANTIN_NONE) return index;
    }
    return index_of(handle_names(piece), name);
}

static int unknown_in_pose(resolver *r, const pantin_puppet_pose *pose, int offset,
                           const char *name) {
    int count = 0;
    const char **names = ARENA_ARRAY(r->memory, const char *, r->puppet->handle_count);
    if (names == NULL) return memory_fail(r->error, "a puppet") ? 0 : PANTIN_NONE;
    for (int p = 0; p < r->puppet->piece_count; p++) {
        const pantin_puppet_piece *piece = &r->puppet->pieces[p];
        for (int h = 0; h < piece->handle_count && pose_reaches(r->puppet, pose, p); h++)
            names[count++] = piece->handles[h].name;
    }
    name_list list = { names, sizeof *names, count };
    return unknown(r, offset, "handle", name, list);
}

static bool resolve_offset(resolver *r, const pantin_puppet_pose *pose,
                           pantin_puppet_offset *offset) {
    const pantin_puppet *puppet = r->puppet;
    offset->found = ARENA_ARRAY(r->memory, int, puppet->piece_count);
    offset->found_about = ARENA_ARRAY(r->memory, int, puppet->piece_count);
    if (arena_failed(r->memory)) return memory_fail(r->error, "a puppet");
    bool about_found = offset->about == NULL;
    for (int p = 0; p < puppet->piece_count; p++) {
        const pantin_puppet_piece *piece = &puppet->pieces[p];
        int index = pose_reaches(puppet, pose, p) ? handle_in(piece, offset->name) : PANTIN_NONE;
        if (index == PANTIN_NONE) continue;
        int about = offset->about == NULL ? index : handle_in(piece, offset->about);
        if (about == PANTIN_NONE) continue;
        about_found = true;
        offset->found[offset->found_count] = piece->first_handle + index;
        offset->found_about[offset->found_count++] = piece->first_handle + about;
    }
    if (!about_found)
        return unknown_in_pose(r, pose, puppet_place(puppet, &offset->head, "about"),
                               offset->about) != PANTIN_NONE;
    if (offset->found_count == 0)
        return unknown_in_pose(r, pose, offset->head.at, offset->name) != PANTIN_NONE;
    return true;
}

static bool resolve_poses(resolver *r) {
    pantin_puppet *puppet = r->puppet;
    for (int k = 0; k < puppet->pose_count; k++) {
        pantin_puppet_pose *pose = &puppet->poses[k];
        pose->view_index = PANTIN_NONE;
        if (strcmp(pose->view, "*") != 0) {
            pose->view_index = need(r, &pose->head, "view", "view", pose->view, view_names(puppet));
            if (pose->view_index == PANTIN_NONE) return false;
        }
        if (!known(r, &pose->head, "attachment", "attachment", pose->attachment,
                   attachment_names(puppet)))
            return false;
        for (int h = 0; h < pose->handle_count; h++)
            if (!resolve_offset(r, pose, &pose->handles[h])) return false;
    }
    return true;
}

static bool resolve_drives(resolver *r, pantin_puppet_drive *drives, int count) {
    for (int k = 0; k < count; k++) {
        pantin_puppet_drive *drive = &drives[k];
        drive->pose_index = PANTIN_NONE;
        if (drive->pose != NULL) {
            drive->pose_index =
                need(r, &drive->head, "pose", "pose", drive->pose, pose_names(r->puppet));
            if (drive->pose_index == PANTIN_NONE) return false;
        }
        if (!known(r, &drive->head, "driver", "driver", drive->driver, driver_names(r->puppet)) ||
            !known(r, &drive->head, "reach", "limb", drive->reach, limb_names(r->puppet)))
            return false;
    }
    return true;
}

static bool resolve_limbs(resolver *r) {
    const pantin_puppet *puppet = r->puppet;
    for (int k = 0; k < puppet->limb_count; k++) {
        const pantin_puppet_limb *limb = &puppet->limbs[k];
        int piece = need(r, &limb->head, "piece", "piece", limb->piece, piece_names(puppet));
        if (piece == PANTIN_NONE) return false;
        name_list handles = handle_names(&puppet->pieces[piece]);
        if (!known(r, &limb->head, "root", "handle", limb->root, handles) ||
            !known(r, &limb->head, "mid", "handle", limb->mid, handles) ||
            !known(r, &limb->head, "end", "handle", limb->end, handles))
            return false;
    }
    return true;
}

static bool resolve_attachment(resolver *r, const pantin_puppet_attachment *a) {
    int child = need(r, &a->head, "piece", "piece", a->piece, piece_names(r->puppet));
    if (child == PANTIN_NONE) return false;
    int parent = need(r, &a->head, "to", "piece", a->to, piece_names(r->puppet));
    if (parent == PANTIN_NONE) return false;
    name_list of_child = handle_names(&r->puppet->pieces[child]);
    name_list of_parent = handle_names(&r->puppet->pieces[parent]);
    if (child == parent)
        return puppet_fail(r->puppet, puppet_place(r->puppet, &a->head, "to"), r->error,
                           "piece \"%.64s\" cannot be attached to itself", a->piece);
    for (int k = 0; k < a->weld_count; k++)
        if (!known(r, &a->head, "weld", "handle", a->weld[k], k % 2 == 0 ? of_child : of_parent))
            return false;
    for (int k = 0; k < a->move_count; k++)
        if (!known(r, &a->head, "moves", "handle", a->moves[k], of_child)) return false;
    return known(r, &a->head, "pivot", "handle", a->pivot, of_child);
}

static bool resolve_passage(resolver *r, const pantin_puppet_passage *passage) {
    for (int k = 0; k < passage->lift_count; k++)
        if (!known(r, &passage->head, "lift", "limb", passage->lift[k], limb_names(r->puppet)))
            return false;
    return true;
}

static bool resolve_transition(resolver *r, const pantin_puppet_transition *t) {
    bool pieces = t->piece != NULL;
    name_list ends = pieces ? piece_names(r->puppet) : view_names(r->puppet);
    const char *what = pieces ? "piece" : "view";
    if (!known(r, &t->head, "piece", "piece", t->piece, piece_names(r->puppet)) ||
        !known(r, &t->head, "from", what, t->from, ends) ||
        !known(r, &t->head, "to", what, t->to, ends) ||
        !known(r, &t->when.head, "control", "control", t->when.control, control_names(r->puppet)))
        return false;
    return resolve_passage(r, &t->out) && resolve_passage(r, &t->in);
}

static bool resolve_motion(resolver *r) {
    pantin_puppet *puppet = r->puppet;
    for (int k = 0; k < puppet->control_count; k++)
        if (!resolve_drives(r, puppet->controls[k].drives, puppet->controls[k].drive_count))
            return false;
    for (int k = 0; k < puppet->driver_count; k++)
        if (!resolve_drives(r, puppet->drivers[k].drives, puppet->drivers[k].drive_count))
            return false;
    for (int k = 0; k < puppet->attachment_count; k++)
        if (!resolve_attachment(r, &puppet->attachments[k])) return false;
    for (int k = 0; k < puppet->transition_count; k++)
        if (!resolve_transition(r, &puppet->transitions[k])) return false;
    for (int k = 0; k < puppet->gait_count; k++)
        for (int f = 0; f < puppet->gaits[k].foot_count; f++) {
            const pantin_puppet_foot *foot = &puppet->gaits[k].feet[f];
            if (!known(r, &foot->head, "limb", "limb", foot->limb, limb_names(puppet)))
                return false;
        }
    for (int k = 0; k < puppet->spring_count; k++) {
        pantin_error unused = { 0 };
        const pantin_puppet_spring *spring = &puppet->springs[k];
        if (pantin_puppet_find_handle(puppet, spring->handle, &unused) == PANTIN_NONE)
            return puppet_fail(puppet, puppet_place(puppet, &spring->head, "handle"), r->error,
                               "\"%.64s\": %s", spring->handle, unused.text);
    }
    return resolve_limbs(r);
}

bool puppet_resolve(pantin_puppet *puppet, arena *memory, pantin_error *error) {
    resolver r = { puppet, memory, error };
    puppet->handle_count = 0;
    return resolve_pieces(&r) && resolve_views(&r) && resolve_poses(&r) && resolve_motion(&r);
}
