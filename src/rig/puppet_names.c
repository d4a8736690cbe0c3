// puppet_names.c — every name a puppet file uses becomes an index, or an error that knows its place.
//
// A handle is named PIECE.HANDLE, or HANDLE where that is enough. In a pose a bare HANDLE means every
// piece of the pose's views that has one: the ears of the head and of the head that looks back.
// What is drawn is resolved here, what moves in puppet_motion_names.c.
// SPDX-License-Identifier: MIT
#include "puppet_names.h"

#include <string.h>

#include "base/text.h"

static const char *name_at(name_list list, int index) {
    return *(const char *const *)((const char *)list.first + list.stride * (size_t)index);
}

int puppet_names_index(name_list list, const char *name) {
    for (int k = 0; k < list.count; k++)
        if (strcmp(name_at(list, k), name) == 0) return k;
    return PANTIN_NONE;
}

int puppet_names_unknown(resolver *r, int offset, const char *what, const char *name,
                         name_list list) {
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

int puppet_names_need(resolver *r, const pantin_written *part, const char *key, const char *what,
                      const char *name, name_list list) {
    int index = puppet_names_index(list, name);
    if (index != PANTIN_NONE) return index;
    return puppet_names_unknown(r, puppet_place(r->puppet, part, key), what, name, list);
}

bool puppet_names_known(resolver *r, const pantin_written *part, const char *key, const char *what,
                        const char *name, name_list list) {
    return name == NULL || puppet_names_need(r, part, key, what, name, list) != PANTIN_NONE;
}

int puppet_names_place(const resolver *r, const pantin_written *part, const char *key, int index) {
    const char *source = r->puppet->source;
    size_t size = r->puppet->source_size;
    size_t at = (size_t)puppet_place(r->puppet, part, key);
    for (size_t k = at; k < size; k++) {
        if (source[k] != '"') continue;
        if (index-- == 0) return (int)k;
        for (k++; k < size && source[k] != '"'; k++)
            if (source[k] == '\\') k++;
    }
    return (int)at;
}

bool puppet_names_all_known(resolver *r, const pantin_written *part, const char *key,
                            const char *what, const char *const *names, int count, name_list list) {
    for (int k = 0; k < count; k++) {
        if (puppet_names_index(list, names[k]) != PANTIN_NONE) continue;
        puppet_names_unknown(r, puppet_names_place(r, part, key, k), what, names[k], list);
        return false;
    }
    return true;
}

bool puppet_names_once(resolver *r, const char *what, const void *items, name_list list) {
    for (int k = 1; k < list.count; k++) {
        const pantin_written *head =
            (const pantin_written *)(const void *)((const char *)items + list.stride * (size_t)k);
        if (puppet_names_index(list, name_at(list, k)) != k)
            return puppet_fail(r->puppet, puppet_place(r->puppet, head, "name"), r->error,
                               "two %ss are called \"%.64s\"", what, name_at(list, k));
    }
    return true;
}

// --- pieces -----------------------------------------------------------------------------------------

/// Handles that are another piece's: their own copy, since each piece finds its own vertices.
static bool share_handles(resolver *r, pantin_puppet_piece *piece) {
    int from = puppet_names_index(names_of_pieces(r->puppet), piece->handles_same_as);
    if (from == PANTIN_NONE) {
        puppet_names_unknown(r, puppet_names_place(r, &piece->head, "handles", 1), "piece",
                             piece->handles_same_as, names_of_pieces(r->puppet));
        return false;
    }
    const pantin_puppet_piece *owner = &r->puppet->pieces[from];
    if (owner->handles_same_as != NULL)
        return puppet_fail(r->puppet, puppet_names_place(r, &piece->head, "handles", 1), r->error,
                           "piece \"%.64s\" has no handles of its own to share", owner->name);
    piece->handles = ARENA_ARRAY(r->memory, pantin_puppet_handle, owner->handle_count);
    if (piece->handles == NULL) return memory_fail(r->error, "a puppet");
    for (int h = 0; h < owner->handle_count; h++) piece->handles[h] = owner->handles[h];
    piece->handle_count = owner->handle_count;
    return true;
}

/// A mesh that is another piece's: of one that has its own, cut from the same drawing.
static bool share_mesh(resolver *r, const pantin_puppet_piece *piece) {
    const char *name = piece->mesh.same_as;
    int from = puppet_names_need(r, &piece->mesh.head, "same_as", "piece", name,
                                 names_of_pieces(r->puppet));
    if (from == PANTIN_NONE) return false;
    const pantin_puppet_piece *owner = &r->puppet->pieces[from];
    int place = puppet_place(r->puppet, &piece->mesh.head, "same_as");
    if (owner->mesh.same_as != NULL)
        return puppet_fail(r->puppet, place, r->error,
                           "piece \"%.64s\" has no mesh of its own to share", name);
    if (strcmp(owner->drawing, piece->drawing) != 0)
        return puppet_fail(
            r->puppet, place, r->error,
            "piece \"%.64s\" is cut from another drawing, so its mesh cannot be shared", name);
    if (piece->cut_count > 0)
        return puppet_fail(r->puppet, puppet_place(r->puppet, &piece->head, "cuts"), r->error,
                           "the mesh is piece \"%.64s\"'s, and so are its cuts: write them there",
                           name);
    return true;
}

/// Bones make trees: each handle is the end of one bone at most, and no way along them comes back.
static bool resolve_bones(resolver *r, pantin_puppet_piece *piece) {
    for (int b = 0; b < piece->bone_count; b++) {
        pantin_puppet_bone *bone = &piece->bones[b];
        bone->from_handle = puppet_names_need(r, &bone->head, "from", "handle", bone->from,
                                              names_of_handles(piece));
        if (bone->from_handle == PANTIN_NONE) return false;
        bone->to_handle =
            puppet_names_need(r, &bone->head, "to", "handle", bone->to, names_of_handles(piece));
        if (bone->to_handle == PANTIN_NONE) return false;
        for (int other = 0; other < b; other++)
            if (piece->bones[other].to_handle == bone->to_handle)
                return puppet_fail(r->puppet, puppet_place(r->puppet, &bone->head, "to"), r->error,
                                   "bones \"%.64s\" and \"%.64s\" both end at handle \"%.64s\"",
                                   piece->bones[other].name, bone->name, bone->to);
    }
    for (int b = 0; b < piece->bone_count; b++) {
        int at = piece->bones[b].from_handle;
        for (int step = 0; step <= piece->bone_count && at != PANTIN_NONE; step++) {
            int parent = PANTIN_NONE;
            for (int k = 0; k < piece->bone_count; k++)
                if (piece->bones[k].to_handle == at) parent = k;
            at = parent == PANTIN_NONE ? PANTIN_NONE : piece->bones[parent].from_handle;
        }
        if (at != PANTIN_NONE)
            return puppet_fail(r->puppet, puppet_place(r->puppet, &piece->bones[b].head, "from"),
                               r->error,
                               "bone \"%.64s\" hangs on a ring of bones: one of them must begin at "
                               "a handle where none ends",
                               piece->bones[b].name);
    }
    return true;
}

/// A handle that turns with its bone needs one.
static bool check_turns(resolver *r, const pantin_puppet_piece *piece) {
    for (int h = 0; h < piece->handle_count; h++) {
        const pantin_puppet_handle *handle = &piece->handles[h];
        bool met = handle->turn != PANTIN_TURN_BONE;
        for (int b = 0; b < piece->bone_count; b++)
            met = met || piece->bones[b].from_handle == h || piece->bones[b].to_handle == h;
        if (!met)
            return puppet_fail(
                r->puppet, puppet_place(r->puppet, &handle->head, "turn"), r->error,
                "handle \"%.64s\" turns with its bone, but none of piece \"%.64s\" meets "
                "it: give it a bone, or turn \"free\"",
                handle->name, piece->name);
    }
    return true;
}

static bool resolve_piece(resolver *r, pantin_puppet_piece *piece) {
    pantin_puppet *puppet = r->puppet;
    piece->drawing_index = puppet_names_need(r, &piece->head, "drawing", "drawing", piece->drawing,
                                             names_of_drawings(puppet));
    if (piece->drawing_index == PANTIN_NONE) return false;
    if (piece->mesh.same_as != NULL && !share_mesh(r, piece)) return false;
    if (piece->handles_same_as != NULL && !share_handles(r, piece)) return false;
    if (!puppet_names_once(r, "cut", piece->cuts, NAMES(piece->cuts, piece->cut_count)) ||
        !puppet_names_once(r, "region", piece->regions,
                           NAMES(piece->regions, piece->region_count)) ||
        !puppet_names_once(r, "bone", piece->bones, NAMES(piece->bones, piece->bone_count)))
        return false;
    if (!resolve_bones(r, piece) || !check_turns(r, piece)) return false;
    piece->first_handle = puppet->handle_count;
    puppet->handle_count += piece->handle_count;
    return true;
}

// --- views ------------------------------------------------------------------------------------------

static bool resolve_order(resolver *r, const pantin_puppet_view *view,
                          const pantin_puppet_order *order) {
    name_list drawn = { view->draw, sizeof *view->draw, view->draw_count };
    if (!puppet_names_all_known(r, &order->head, "draw", "piece", order->draw, order->draw_count,
                                drawn))
        return false;
    if (order->draw_count != view->draw_count)
        return puppet_fail(r->puppet, puppet_place(r->puppet, &order->head, "draw"), r->error,
                           "order \"%.64s\" must list the %d pieces of view \"%.64s\", each once",
                           order->name, view->draw_count, view->name);
    name_list listed = { order->draw, sizeof *order->draw, order->draw_count };
    for (int d = 0; d < view->draw_count; d++)
        if (puppet_names_index(listed, view->draw[d]) == PANTIN_NONE)
            return puppet_fail(r->puppet, puppet_place(r->puppet, &order->head, "draw"), r->error,
                               "order \"%.64s\" must list \"%.64s\" once", order->name,
                               view->draw[d]);
    return true;
}

static bool resolve_view(resolver *r, pantin_puppet_view *view) {
    pantin_puppet *puppet = r->puppet;
    name_list drawn = { view->draw, sizeof *view->draw, view->draw_count };
    view->pieces = ARENA_ARRAY(r->memory, int, view->draw_count);
    if (view->pieces == NULL) return memory_fail(r->error, "a puppet");
    for (int d = 0; d < view->draw_count; d++) {
        view->pieces[d] = puppet_names_index(names_of_pieces(puppet), view->draw[d]);
        if (view->pieces[d] == PANTIN_NONE) {
            puppet_names_unknown(r, puppet_names_place(r, &view->head, "draw", d), "piece",
                                 view->draw[d], names_of_pieces(puppet));
            return false;
        }
        if (puppet_names_index(drawn, view->draw[d]) != d)
            return puppet_fail(puppet, puppet_names_place(r, &view->head, "draw", d), r->error,
                               "view \"%.64s\" draws \"%.64s\" twice", view->name, view->draw[d]);
    }
    for (int o = 0; o < view->order_count; o++)
        if (!resolve_order(r, view, &view->orders[o])) return false;
    return puppet_names_known(r, &view->head, "gait", "gait", view->gait, names_of_gaits(puppet)) &&
           puppet_names_all_known(r, &view->head, "attachments", "attachment", view->attachments,
                                  view->attachment_count, names_of_attachments(puppet));
}

bool puppet_names_view_draws(const pantin_puppet *puppet, int view, int piece) {
    if (view == PANTIN_NONE) return true;
    for (int d = 0; d < puppet->views[view].draw_count; d++)
        if (puppet->views[view].pieces[d] == piece) return true;
    return false;
}

// --- poses ------------------------------------------------------------------------------------------

int puppet_names_handle_in(const pantin_puppet_piece *piece, const char *name) {
    size_t length = strlen(piece->name);
    if (strncmp(name, piece->name, length) == 0 && name[length] == '.') {
        int index = puppet_names_index(names_of_handles(piece), name + length + 1);
        if (index != PANTIN_NONE) return index;
    }
    return puppet_names_index(names_of_handles(piece), name);
}

bool puppet_names_no_handle(resolver *r, int view, int offset, const char *name) {
    int count = 0;
    const char **names = ARENA_ARRAY(r->memory, const char *, r->puppet->handle_count);
    if (names == NULL) return memory_fail(r->error, "a puppet");
    for (int p = 0; p < r->puppet->piece_count; p++) {
        const pantin_puppet_piece *piece = &r->puppet->pieces[p];
        for (int h = 0; h < piece->handle_count && puppet_names_view_draws(r->puppet, view, p); h++)
            names[count++] = piece->handles[h].name;
    }
    name_list list = { names, sizeof *names, count };
    puppet_names_unknown(r, offset, "handle", name, list);
    return false;
}

/// Why an offset means no handle at all: its own name, the one it turns about, or the two together.
static bool fail_offset(resolver *r, const pantin_puppet_pose *pose,
                        const pantin_puppet_offset *offset, bool own, bool about) {
    int place = puppet_place(r->puppet, &offset->head, "about");
    if (!own) return puppet_names_no_handle(r, pose->view_index, offset->head.at, offset->name);
    if (!about) return puppet_names_no_handle(r, pose->view_index, place, offset->about);
    return puppet_fail(r->puppet, place, r->error, "no piece has both \"%.64s\" and \"%.64s\"",
                       offset->name, offset->about);
}

static bool resolve_offset(resolver *r, const pantin_puppet_pose *pose,
                           pantin_puppet_offset *offset) {
    const pantin_puppet *puppet = r->puppet;
    bool own = false, turned = false;
    // Twice: to count, so that the room is no more than is needed, and to fill.
    for (int round = 0; round < 2; round++) {
        int count = 0;
        for (int p = 0; p < puppet->piece_count; p++) {
            const pantin_puppet_piece *piece = &puppet->pieces[p];
            if (!puppet_names_view_draws(puppet, pose->view_index, p)) continue;
            int index = puppet_names_handle_in(piece, offset->name);
            int about =
                offset->about == NULL ? index : puppet_names_handle_in(piece, offset->about);
            own |= index != PANTIN_NONE;
            turned |= about != PANTIN_NONE;
            if (index == PANTIN_NONE || about == PANTIN_NONE) continue;
            if (round == 1) {
                offset->found[count] = piece->first_handle + index;
                offset->found_about[count] = piece->first_handle + about;
            }
            count++;
        }
        if (count == 0) return fail_offset(r, pose, offset, own, turned);
        if (round == 1) continue;
        offset->found = ARENA_ARRAY(r->memory, int, count);
        offset->found_about = ARENA_ARRAY(r->memory, int, count);
        offset->found_count = count;
        if (arena_failed(r->memory)) return memory_fail(r->error, "a puppet");
    }
    return true;
}

static bool resolve_pose(resolver *r, pantin_puppet_pose *pose) {
    pose->view_index = PANTIN_NONE;
    if (strcmp(pose->view, "*") != 0) {
        pose->view_index = puppet_names_need(r, &pose->head, "view", "view", pose->view,
                                             names_of_views(r->puppet));
        if (pose->view_index == PANTIN_NONE) return false;
    }
    if (!puppet_names_known(r, &pose->head, "attachment", "attachment", pose->attachment,
                            names_of_attachments(r->puppet)))
        return false;
    for (int h = 0; h < pose->handle_count; h++)
        if (!resolve_offset(r, pose, &pose->handles[h])) return false;
    return true;
}

bool puppet_resolve(pantin_puppet *puppet, arena *memory, pantin_error *error) {
    resolver r = { puppet, memory, error };
    puppet->handle_count = 0;
    for (int p = 0; p < puppet->piece_count; p++)
        if (!resolve_piece(&r, &puppet->pieces[p])) return false;
    for (int v = 0; v < puppet->view_count; v++)
        if (!resolve_view(&r, &puppet->views[v])) return false;
    for (int k = 0; k < puppet->pose_count; k++)
        if (!resolve_pose(&r, &puppet->poses[k])) return false;
    return puppet_names_resolve_motion(&r);
}
