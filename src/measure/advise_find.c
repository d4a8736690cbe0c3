// advise_find.c — what might help where a sheet binds: guesses, each to be tried.
//
// Two patches that turn against each other across a row of triangles crush it: one may hold less, stand
// farther away, or turn as the sheet does. A bone pulls hard where a softer one would let the joint give. Finer
// triangles share a crease among more of them. And webbing between two limbs wants a cut (advise_cut.c).
// SPDX-License-Identifier: MIT
#include "advise.h"
#include "base/trig.h"
#include "base/vec.h"

#define CLOSE_CELLS 6.0 // handles nearer than this may be in each other's way
#define SOFTER 0.4
#define SOFT 0.15
#define LIMP 0.5 // a bone that pulls less is none
#define FINER 0.7
enum { FINE_MOST = 6000 }; // vertices that a finer mesh may have

/// Edits found, as long as there is room.
typedef struct find {
    pantin_puppet_edit *edits;
    int count, most;
} find;

static void add(find *f, pantin_puppet_edit edit) {
    if (f->count < f->most) f->edits[f->count++] = edit;
}

static double tenth(double v) { return trig_round(v * 10) / 10; }

static const pantin_ask_handle *put_by_hand(const pantin_ask *ask, int handle) {
    for (int k = 0; k < ask->handle_count; k++)
        if (ask->handles[k].handle == handle) return &ask->handles[k];
    return NULL;
}

static double grip_radius(const pantin_puppet_piece *piece, const pantin_mesh_grip *grip) {
    double radius = 0;
    for (int k = 0; k < grip->count; k++)
        radius = max_double(
            radius, vec2_distance(grip->center, piece->triangles.vertices[grip->vertices[k]]));
    return radius;
}

static void find_moves(find *f, const pantin_puppet_piece *piece,
                       const pantin_puppet_handle *handle, const pantin_puppet_handle *other,
                       pantin_puppet_edit edit) {
    vec2 away = vec2_sub(handle->grip.center, other->grip.center);
    double distance = vec2_length(away), cell = piece->triangles.spacing_px;
    if (!(distance > 0) || distance > CLOSE_CELLS * cell + grip_radius(piece, &handle->grip) +
                                          grip_radius(piece, &other->grip))
        return;
    for (int step = 1; step <= 2; step++) {
        vec2 to = vec2_add(handle->grip.center, vec2_scale(away, 1.5 * step * cell / distance));
        edit.kind = PANTIN_EDIT_MOVE;
        edit.line[0] = (vec2){ tenth(to.x), tenth(to.y) };
        edit.line_count = 1;
        add(f, edit);
    }
}

static void find_at_handle(find *f, const pantin_puppet *puppet, const pantin_ask *ask, int index,
                           int other) {
    int at;
    const pantin_puppet_handle *handle = pantin_puppet_handle_at(puppet, index, &at);
    const pantin_puppet_piece *piece = &puppet->pieces[at];
    const pantin_ask_handle *put = put_by_hand(ask, index);
    pantin_puppet_edit edit = { .piece = at, .handle = index };
    if ((handle->turn == PANTIN_TURN_SET || handle->turn == PANTIN_TURN_BONE) &&
        (put == NULL || !put->turned)) {
        edit.kind = PANTIN_EDIT_FREE;
        add(f, edit);
    }
    if (handle->vertex_count > 0) return; // by vertices: neither radius nor place can change
    double radius = grip_radius(piece, &handle->grip);
    for (int k = 0; k < 2 && handle->grip.count > 3; k++) {
        edit.kind = PANTIN_EDIT_RADIUS;
        edit.value = tenth(radius * (k == 0 ? 0.6 : 0.35));
        add(f, edit);
    }
    if (put == NULL && other != PANTIN_NONE)
        find_moves(f, piece, handle, pantin_puppet_handle_at(puppet, other, NULL), edit);
}

static void find_bones(find *f, const pantin_puppet *puppet, const pantin_hot_spot *spot) {
    const pantin_puppet_piece *piece = &puppet->pieces[spot->piece];
    for (int b = 0; b < piece->bone_count; b++) {
        const pantin_puppet_bone *bone = &piece->bones[b];
        bool near = false;
        for (int k = 0; k < 2 && spot->near[k] != PANTIN_NONE; k++) {
            int h = spot->near[k] - piece->first_handle;
            near = near || bone->from_handle == h || bone->to_handle == h;
        }
        for (int k = 0; k < 2 && near; k++) {
            double pull = tenth((k == 0 ? SOFTER : SOFT) * bone->pull);
            if (pull >= LIMP && pull < bone->pull)
                add(f,
                    (pantin_puppet_edit){
                        .kind = PANTIN_EDIT_PULL, .piece = spot->piece, .item = b, .value = pull });
        }
    }
}

int advise_find(const pantin_puppet *puppet, const pantin_pose_frame *pose, const pantin_ask *ask,
                const pantin_hot_spot *spot, pantin_puppet_edit *edits, int most) {
    const pantin_mesh *mesh = &puppet->pieces[spot->piece].triangles;
    find f = { edits, 0, most };
    f.count = advise_find_cuts(puppet, pose, spot, edits, most / 2);
    for (int k = 0; k < 2 && spot->near[k] != PANTIN_NONE; k++)
        find_at_handle(&f, puppet, ask, spot->near[k], spot->near[1 - k]);
    find_bones(&f, puppet, spot);
    double finer = tenth(FINER * mesh->spacing_px);
    if (finer >= 2 && mesh->vertex_count / (FINER * FINER) <= FINE_MOST)
        add(&f, (pantin_puppet_edit){
                    .kind = PANTIN_EDIT_SPACING, .piece = spot->piece, .value = finer });
    return f.count;
}
