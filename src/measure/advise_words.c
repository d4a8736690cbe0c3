// advise_words.c — an edit said for an animator.
// SPDX-License-Identifier: MIT
#include "advise.h"
#include "base/vec.h"

/// The handle of the piece nearest to where a line begins, out between the limbs, on one side of it.
static const char *beside(const pantin_puppet_piece *piece, const pantin_puppet_edit *edit,
                          bool right) {
    vec2 from = edit->line[0], to = edit->line[edit->line_count - 1];
    vec2 direction = vec2_sub(to, from);
    const char *name = NULL;
    double nearest = 1e300;
    for (int h = 0; h < piece->handle_count; h++) {
        vec2 at = piece->handles[h].grip.center;
        double away = vec2_distance(at, from);
        // x right, y down: a positive cross product lies to the right as one goes.
        if ((vec2_cross(direction, vec2_sub(at, from)) > 0) != right || away >= nearest) continue;
        nearest = away;
        name = piece->handles[h].name;
    }
    return name;
}

static void say_cut(const pantin_puppet_piece *piece, const pantin_puppet_edit *edit, char *words,
                    size_t size) {
    const char *left = beside(piece, edit, false), *right = beside(piece, edit, true);
    vec2 from = edit->line[0], to = edit->line[edit->line_count - 1];
    char sides[200] = "";
    if (left != NULL && right != NULL)
        text_print(sides, sizeof sides, " between %.64s and %.64s", left, right);
    text_print(words, size,
               "cut the sheet%s, from %g, %g to %g, %g; the side of %.64s is drawn over the other, "
               "\"far\": \"right\" turns that round",
               sides, from.x, from.y, to.x, to.y, right != NULL ? right : "the right");
}

/// The widest turn of a pose, if it turns anything.
static const pantin_puppet_offset *widest(const pantin_puppet_pose *pose) {
    const pantin_puppet_offset *found = NULL;
    double most = 0;
    for (int k = 0; k < pose->handle_count; k++) {
        double turn = pose->handles[k].turn_deg;
        if ((turn < 0 ? -turn : turn) <= most) continue;
        most = turn < 0 ? -turn : turn;
        found = &pose->handles[k];
    }
    return found;
}

static void say_pose(const pantin_puppet *puppet, const pantin_puppet_edit *edit, char *words,
                     size_t size) {
    const pantin_puppet_pose *pose = &puppet->poses[edit->item];
    const pantin_puppet_offset *offset = widest(pose);
    size_t length =
        text_print(words, size, "go no farther than %g of pose %.64s", edit->value, pose->name);
    if (offset == NULL || length + 1 >= size) return;
    double turn = offset->turn_deg < 0 ? -offset->turn_deg : offset->turn_deg;
    length += text_print(words + length, size - length, ": %.64s turns", offset->name);
    if (offset->about != NULL && length + 1 < size)
        length += text_print(words + length, size - length, " about %.64s", offset->about);
    if (length + 1 < size)
        text_print(words + length, size - length, " by %.0f deg instead of %.0f",
                   turn * edit->value, turn);
}

void advise_say(const pantin_puppet *puppet, const pantin_puppet_edit *edit,
                const pantin_hot_spot *spot, char *words, size_t size) {
    const pantin_puppet_piece *piece = &puppet->pieces[edit->piece];
    const pantin_puppet_handle *handle = NULL, *other = NULL;
    if (edit->kind == PANTIN_EDIT_RADIUS || edit->kind == PANTIN_EDIT_MOVE ||
        edit->kind == PANTIN_EDIT_FREE) {
        handle = pantin_puppet_handle_at(puppet, edit->handle, NULL);
        int away = spot->near[0] == edit->handle ? spot->near[1] : spot->near[0];
        if (away != PANTIN_NONE) other = pantin_puppet_handle_at(puppet, away, NULL);
    }
    switch (edit->kind) {
    case PANTIN_EDIT_NONE:
        text_print(words, size, "-");
        break;
    case PANTIN_EDIT_CUT:
        say_cut(piece, edit, words, size);
        break;
    case PANTIN_EDIT_RADIUS:
        text_print(words, size, "let %.64s hold less: what lies within %g px", handle->name,
                   edit->value);
        break;
    case PANTIN_EDIT_MOVE:
        text_print(words, size, "move %.64s %.0f px away from %.64s, to %g, %g", handle->name,
                   vec2_distance(handle->grip.center, edit->line[0]),
                   other != NULL ? other->name : "its neighbor", edit->line[0].x, edit->line[0].y);
        break;
    case PANTIN_EDIT_FREE:
        text_print(words, size, "let %.64s turn freely, it need not hold its angle", handle->name);
        break;
    case PANTIN_EDIT_PULL:
        text_print(words, size, "soften bone %.64s: pull %g instead of %g",
                   piece->bones[edit->item].name, edit->value, piece->bones[edit->item].pull);
        break;
    case PANTIN_EDIT_SPACING:
        text_print(words, size, "mesh %.64s finer: %g px instead of %g", piece->name, edit->value,
                   piece->triangles.spacing_px);
        break;
    case PANTIN_EDIT_POSE:
        say_pose(puppet, edit, words, size);
        break;
    }
}
