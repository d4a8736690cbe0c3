// limbs.c — middle joints that nobody holds, placed by two-bone inverse kinematics.
//
// Which side a knee points to is said as the figure faces: forward is toward the picture's left where it looks
// left. Seen from root to end of a limb that hangs down, that is the right side; of one that points up, the
// left; and a mirrored rest turns it round.
// SPDX-License-Identifier: MIT
#include "limbs.h"

#include <string.h>

#include "base/trig.h"
#include "base/two_bone.h"
#include "puppet_fields.h"

static int handle_named(const pantin_puppet_piece *piece, const char *name) {
    for (int h = 0; h < piece->handle_count; h++)
        if (strcmp(piece->handles[h].name, name) == 0) return h;
    return PANTIN_NONE;
}

static bool is_of(const pantin_puppet_limb *limb, const pantin_puppet_piece *piece) {
    return strcmp(limb->piece, piece->name) == 0;
}

bool limbs_leave_loose(const pantin_puppet *puppet, int piece, int handle) {
    const pantin_puppet_piece *part = &puppet->pieces[piece];
    for (int k = 0; k < puppet->limb_count; k++) {
        const pantin_puppet_limb *limb = &puppet->limbs[k];
        if (!limb->hold_mid && is_of(limb, part) &&
            strcmp(limb->mid, part->handles[handle].name) == 0)
            return true;
    }
    return false;
}

static int bend_side(const pantin_puppet *puppet, const pantin_puppet_piece *piece,
                     const pantin_puppet_limb *limb, vec2 along) {
    enum { FACES_RIGHT = 1 };
    int side = limb->bend == 0 ? 1 : -1;
    if (along.y < 0) side = -side;
    if (puppet->drawings[piece->drawing_index].faces == FACES_RIGHT) side = -side;
    return pantin_puppet_is_mirrored(piece) ? -side : side;
}

void limbs_place(const pantin_puppet *puppet, int piece, const pantin_target *rest,
                 pantin_target *targets) {
    const pantin_puppet_piece *part = &puppet->pieces[piece];
    for (int k = 0; k < puppet->limb_count; k++) {
        const pantin_puppet_limb *limb = &puppet->limbs[k];
        if (limb->hold_mid || !is_of(limb, part)) continue;
        int root = handle_named(part, limb->root), mid = handle_named(part, limb->mid);
        int end = handle_named(part, limb->end);
        vec2 along = vec2_sub(rest[end].center, rest[root].center);
        two_bone chain = two_bone_make(vec2_distance(rest[root].center, rest[mid].center),
                                       vec2_distance(rest[mid].center, rest[end].center),
                                       bend_side(puppet, part, limb, along));
        if (bind_given(&puppet_limb_table, limb, "reach")) {
            chain.reach_low = limb->reach[0];
            chain.reach_high = limb->reach[1];
        }
        if (bind_given(&puppet_limb_table, limb, "mid_limits_deg")) {
            chain.turn_low = limb->mid_limits_deg[0] * TRIG_DEGREE;
            chain.turn_high = limb->mid_limits_deg[1] * TRIG_DEGREE;
        }
        targets[mid].center = two_bone_solve(&chain, targets[root].center, targets[end].center).mid;
    }
}
