// skeleton.h — private to rig: the bones of a piece as a tree, their angles, and the way a jump takes.
// SPDX-License-Identifier: MIT
#ifndef RIG_SKELETON_H
#define RIG_SKELETON_H

#include "base/arena.h"
#include "pantin/rig.h"

/// A ramp has at most this many steps.
#define SKELETON_STEPS_MOST 16

/// Of one piece. Handles are counted within the piece.
typedef struct skeleton {
    const pantin_puppet_piece *piece;
    int bone_count;
    int *order;                // bones, parents first
    int *parent;               // a bone: the bone that ends where it begins, or PANTIN_NONE
    int *ends;                 // a handle: the bone that ends there, or PANTIN_NONE
    const pantin_target *rest; // a handle, mirrored where the piece's rest is
    double *angles;       // a bone: of the last targets, rad, unwrapped from rest joint by joint
    pantin_target *steps; // SKELETON_STEPS_MOST sets of targets
    const pantin_target *path[SKELETON_STEPS_MOST];
} skeleton;

/// False: memory was refused. `rest`: the targets at rest, mirrored where the piece is; must stay.
bool skeleton_create(skeleton *bones, const pantin_puppet_piece *piece, const pantin_target *rest,
                     arena *memory);

/// Each bone's turn from rest, from where its two handles should be: a child's is its parent's and the
/// lesser turn between them, so that a jump turns joints the way a body does. Fills bones->angles.
void skeleton_read(skeleton *bones, const pantin_target *targets);

/// Handles that turn with their bone get its angle; where two meet, half way between them.
void skeleton_turn(const skeleton *bones, pantin_target *targets);

/// The way from rest to these targets: joint angles and bone lengths in equal steps, handles without a bone
/// straight. Fills bones->path and answers its length, 0 without bones. After k + 1 of n steps a bone stands
/// at angles[b] (k + 1) / n.
int skeleton_ramp(skeleton *bones, const pantin_target *targets);

#endif
