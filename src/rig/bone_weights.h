// bone_weights.h — private to rig: which triangles a bone turns, and how hard.
// SPDX-License-Identifier: MIT
#ifndef RIG_BONE_WEIGHTS_H
#define RIG_BONE_WEIGHTS_H

#include "puppet.h"

/// Finds the triangles of all bones of a piece whose handles are held (bone->triangles, weights; in `memory`).
/// False: memory was refused.
bool bone_weights_find(pantin_puppet_piece *piece, arena *memory, pantin_error *error);

#endif
