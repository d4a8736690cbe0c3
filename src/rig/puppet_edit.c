// puppet_edit.c — one change to what a person wrote: tried as the text it would be, told as what to paste.
//
// The puppet at hand is never touched. Its source is read again, the one field is set and marked as given,
// and the whole is written; so what was tried is to the byte what a person gets who types it in.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/text.h"
#include "base/trig.h"
#include "puppet.h"
#include "puppet_fields.h"

/// A draft: the text read again without pictures, and what of it changes.
typedef struct draft {
    pantin_puppet puppet;
    const bind_table *table; // of the object that is new; NULL: the list of cuts
    const void *object;
    const pantin_puppet_piece *piece;
    char place[256];
} draft;

static bool lacks(const pantin_puppet *puppet, const char *what, pantin_error *error) {
    return pantin_fail(error, PANTIN_ERROR_ARGUMENT, puppet->path, "has no such %s", what);
}

/// The piece whose mesh, or whose handles, this one has.
static pantin_puppet_piece *owner_of(pantin_puppet *puppet, pantin_puppet_piece *piece,
                                     const char *same_as) {
    int at = same_as != NULL ? pantin_puppet_find_piece(puppet, same_as) : PANTIN_NONE;
    return at != PANTIN_NONE ? &puppet->pieces[at] : piece;
}

static bool add_cut(draft *d, pantin_puppet_piece *piece, const pantin_puppet_edit *edit,
                    pantin_error *error) {
    arena *memory = d->puppet.memory;
    int count = piece->cut_count;
    pantin_puppet_cut *cuts = ARENA_ARRAY(memory, pantin_puppet_cut, count + 1);
    pantin_vec2 *line = ARENA_ARRAY(memory, pantin_vec2, edit->line_count);
    const char *name = arena_text(memory, edit->name, strlen(edit->name));
    if (arena_failed(memory)) return memory_fail(error, "a puppet");
    if (count > 0) memcpy(cuts, piece->cuts, sizeof *cuts * (size_t)count);
    memcpy(line, edit->line, sizeof *line * (size_t)edit->line_count);
    bind_defaults(&puppet_cut_table, &cuts[count], memory);
    cuts[count].name = name;
    cuts[count].line_px = line;
    cuts[count].line_count = edit->line_count;
    bind_give(&puppet_cut_table, &cuts[count], "name");
    bind_give(&puppet_cut_table, &cuts[count], "line_px");
    bind_give(&puppet_cut_table, &cuts[count], "far");
    piece->cuts = cuts;
    piece->cut_count++;
    bind_give(&puppet_piece_table, piece, "cuts");
    d->piece = piece;
    text_print(d->place, sizeof d->place, "pieces.%.96s.cuts", piece->name);
    return true;
}

static bool change_handle(draft *d, const pantin_puppet_edit *edit, pantin_error *error) {
    int at = PANTIN_NONE;
    const pantin_puppet_handle *found = edit->handle >= 0 && edit->handle < d->puppet.handle_count
                                            ? pantin_puppet_handle_at(&d->puppet, edit->handle, &at)
                                            : NULL;
    if (found == NULL) return lacks(&d->puppet, "handle", error);
    int index = (int)(found - d->puppet.pieces[at].handles);
    pantin_puppet_piece *piece =
        owner_of(&d->puppet, &d->puppet.pieces[at], d->puppet.pieces[at].handles_same_as);
    pantin_puppet_handle *handle = &piece->handles[index];
    switch (edit->kind) {
    case PANTIN_EDIT_RADIUS:
        handle->radius_px = edit->value;
        bind_give(&puppet_handle_table, handle, "radius_px");
        break;
    case PANTIN_EDIT_MOVE:
        if (handle->vertex_count > 0) return lacks(&d->puppet, "handle by at_px", error);
        handle->at_px[0] = edit->line[0].x;
        handle->at_px[1] = edit->line[0].y;
        bind_give(&puppet_handle_table, handle, "at_px");
        break;
    default:
        handle->turn = PANTIN_TURN_FREE;
        bind_give(&puppet_handle_table, handle, "turn");
        break;
    }
    d->table = &puppet_handle_table;
    d->object = handle;
    text_print(d->place, sizeof d->place, "pieces.%.96s.handles.%.96s", piece->name, handle->name);
    return true;
}

static bool change_bone(draft *d, pantin_puppet_piece *piece, const pantin_puppet_edit *edit,
                        pantin_error *error) {
    if (edit->item < 0 || edit->item >= piece->bone_count) return lacks(&d->puppet, "bone", error);
    pantin_puppet_bone *bone = &piece->bones[edit->item];
    bone->pull = edit->value;
    bind_give(&puppet_bone_table, bone, "pull");
    d->table = &puppet_bone_table;
    d->object = bone;
    text_print(d->place, sizeof d->place, "pieces.%.96s.bones[%d]", piece->name, edit->item);
    return true;
}

static bool change_spacing(draft *d, pantin_puppet_piece *piece, const pantin_puppet_edit *edit,
                           pantin_error *error) {
    pantin_puppet_remeshing wanted = { piece->name, PANTIN_NONE, edit->value };
    if (!pantin_puppet_remesh(&d->puppet, &wanted, error)) return false;
    d->table = &puppet_meshing_table;
    d->object = &piece->mesh;
    text_print(d->place, sizeof d->place, "pieces.%.96s.mesh", piece->name);
    return true;
}

static double shorter(double value, double share) { return trig_round(100 * value * share) / 100; }

static bool change_pose(draft *d, const pantin_puppet_edit *edit, pantin_error *error) {
    if (edit->item < 0 || edit->item >= d->puppet.pose_count)
        return lacks(&d->puppet, "pose", error);
    pantin_puppet_pose *pose = &d->puppet.poses[edit->item];
    for (int k = 0; k < pose->handle_count; k++) {
        pantin_puppet_offset *offset = &pose->handles[k];
        for (int c = 0; c < 2; c++) offset->move_px[c] = shorter(offset->move_px[c], edit->value);
        offset->turn_deg = shorter(offset->turn_deg, edit->value);
    }
    d->table = &puppet_pose_table;
    d->object = pose;
    text_print(d->place, sizeof d->place, "poses.%.96s", pose->name);
    return true;
}

static bool make(draft *d, const pantin_puppet_edit *edit, pantin_error *error) {
    if (edit->kind == PANTIN_EDIT_NONE) return lacks(&d->puppet, "thing to change", error);
    if (edit->kind == PANTIN_EDIT_POSE) return change_pose(d, edit, error);
    if (edit->kind == PANTIN_EDIT_RADIUS || edit->kind == PANTIN_EDIT_MOVE ||
        edit->kind == PANTIN_EDIT_FREE)
        return change_handle(d, edit, error);
    if (edit->piece < 0 || edit->piece >= d->puppet.piece_count)
        return lacks(&d->puppet, "piece", error);
    pantin_puppet_piece *piece = &d->puppet.pieces[edit->piece];
    if (edit->kind == PANTIN_EDIT_PULL) return change_bone(d, piece, edit, error);
    piece = owner_of(&d->puppet, piece, piece->mesh.same_as);
    return edit->kind == PANTIN_EDIT_CUT ? add_cut(d, piece, edit, error)
                                         : change_spacing(d, piece, edit, error);
}

static bool open_draft(draft *d, const pantin_puppet *puppet, const pantin_puppet_edit *edit,
                       pantin_error *error) {
    *d = (draft){ .place = "" };
    return pantin_puppet_load(puppet->path, puppet->source, puppet->source_size, NULL, &d->puppet,
                              error) &&
           make(d, edit, error);
}

bool pantin_puppet_change(const pantin_puppet *puppet, const pantin_puppet_edit *edit,
                          pantin_bytes *bytes, pantin_error *error) {
    draft d;
    bool done = open_draft(&d, puppet, edit, error) && pantin_puppet_write(&d.puppet, bytes, error);
    pantin_puppet_free(&d.puppet);
    return done;
}

bool pantin_puppet_change_paste(const pantin_puppet *puppet, const pantin_puppet_edit *edit,
                                char *place, size_t place_size, pantin_bytes *value,
                                pantin_error *error) {
    draft d;
    text out = { 0 };
    json_writer w = { .out = &out };
    bool done = open_draft(&d, puppet, edit, error);
    json_inline(&w); // one line is what is pasted, and told, best
    if (done && d.table != NULL) bind_write(&w, d.table, d.object);
    if (done && d.table == NULL) {
        json_array(&w);
        for (int k = 0; k < d.piece->cut_count; k++)
            bind_write(&w, &puppet_cut_table, &d.piece->cuts[k]);
        json_end(&w, ']');
    }
    if (done) text_print(place, place_size, "%s", d.place);
    done = done && text_take(&out, value, error);
    if (!done) text_free(&out);
    pantin_puppet_free(&d.puppet);
    return done;
}
