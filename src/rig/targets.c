// targets.c — weighted poses become handle targets.
//
// A handle's target is its rest place and the sum of what the poses do to it. A pose of weight w that
// moves by m and turns by a about q takes the rest point p to
//     p + w m + (R(w a) - 1)(p - q),        turn w a,
// so half a pose is half a turn along the arc, not a chord. Angles in files are counter-clockwise as
// seen; a target's angle turns x toward y, which is clockwise, hence the sign.
//
// All this is said of the drawing as it is drawn. What it does to a piece whose rest is mirrored is
// mirrored last, about the middle of the drawing: it does what its mirror image would.
// SPDX-License-Identifier: MIT
#include "actor.h"
#include "base/trig.h"
#include "base/vec.h"

void actor_mirror_targets(const pantin_puppet *puppet, pantin_target *targets) {
    for (int p = 0; p < puppet->piece_count; p++) {
        const pantin_puppet_piece *piece = &puppet->pieces[p];
        if (!pantin_puppet_is_mirrored(piece)) continue;
        for (int h = 0; h < piece->handle_count; h++) {
            pantin_target *target = &targets[piece->first_handle + h];
            target->center.x = 2 * pantin_puppet_mirror_x(puppet, piece) - target->center.x;
            target->angle = -target->angle;
        }
    }
}

void actor_rest_targets(const pantin_puppet *puppet, pantin_target *rest) {
    for (int p = 0; p < puppet->piece_count; p++) {
        const pantin_puppet_piece *piece = &puppet->pieces[p];
        for (int h = 0; h < piece->handle_count; h++)
            rest[piece->first_handle + h] = (pantin_target){
                .center = piece->handles[h].grip.center, .angle = 0.0, .scale = 1.0
            };
    }
}

static void add_offset(const pantin_target *rest, const pantin_puppet_offset *offset, double weight,
                       pantin_target *targets) {
    double turn = -offset->turn_deg * TRIG_DEGREE * weight;
    double sine, cosine;
    trig_sincos(turn, &sine, &cosine);
    for (int k = 0; k < offset->found_count; k++) {
        int handle = offset->found[k];
        vec2 arm = vec2_sub(rest[handle].center, rest[offset->found_about[k]].center);
        vec2 swing = vec2_sub(vec2_turn(arm, cosine, sine), arm);
        targets[handle].center.x += weight * offset->move_px[0] + swing.x;
        targets[handle].center.y += weight * offset->move_px[1] + swing.y;
        targets[handle].angle += turn;
    }
}

void pantin_actor_targets(const pantin_actor *actor, int view, const double *pose_weights,
                          pantin_target *targets) {
    const pantin_puppet *puppet = actor->puppet;
    for (int h = 0; h < puppet->handle_count; h++) targets[h] = actor->rest[h];
    for (int p = 0; p < puppet->pose_count; p++) {
        const pantin_puppet_pose *pose = &puppet->poses[p];
        bool applies = pose->view_index == PANTIN_NONE || pose->view_index == view;
        if (!applies || pose_weights[p] == 0.0) continue;
        for (int k = 0; k < pose->handle_count; k++)
            add_offset(actor->rest, &pose->handles[k], pose_weights[p], targets);
    }
    actor_mirror_targets(puppet, targets);
}

void actor_level_targets(const pantin_puppet *puppet, double tilt, pantin_target *targets) {
    for (int p = 0; p < puppet->piece_count; p++) {
        const pantin_puppet_piece *piece = &puppet->pieces[p];
        for (int h = 0; h < piece->handle_count; h++)
            if (piece->handles[h].turn == PANTIN_TURN_LEVEL)
                targets[piece->first_handle + h].angle = tilt;
    }
}
