// limbs.h — private to rig: middle joints that nobody holds, placed by two-bone inverse kinematics.
// SPDX-License-Identifier: MIT
#ifndef RIG_LIMBS_H
#define RIG_LIMBS_H

#include "pantin/rig.h"

/// Is this handle of the piece the middle of a limb that does not hold it ("hold_mid": false)? Then it is no
/// target of the solver, and where it should be only turns the limb's bones.
bool limbs_leave_loose(const pantin_puppet *puppet, int piece, int handle);

/// Moves the loose middle joints of a piece to where its limbs' roots and ends want them. `rest` and
/// `targets`: one a handle of the piece, mirrored where it is.
void limbs_place(const pantin_puppet *puppet, int piece, const pantin_target *rest,
                 pantin_target *targets);

#endif
