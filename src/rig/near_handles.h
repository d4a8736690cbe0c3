// near_handles.h — private to rig: a word about patches that share a triangle.
// SPDX-License-Identifier: MIT
#ifndef RIG_NEAR_HANDLES_H
#define RIG_NEAR_HANDLES_H

#include "base/text.h"
#include "pantin/puppet.h"

/// A line a pair of handles that share a triangle. `owners`: a vertex's handle, counted from 1; 0: none.
void rig_note_near_handles(const pantin_mesh *mesh, const int *owners,
                           const pantin_puppet_handle *handles, text *notes);

#endif
