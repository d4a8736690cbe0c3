// rig_joints.h — private to rig: joints by name become a tree.
// SPDX-License-Identifier: MIT
#ifndef RIG_JOINTS_H
#define RIG_JOINTS_H

#include "pantin/puppet.h"

/// Fills each joint's parent from its parent's name (NULL: the root). Error: an unknown parent, a name
/// twice, a cycle, not exactly one root; `culprit` is the joint to point at.
bool rig_link_joints(pantin_rig_joints *joints, const char *const *parents, int *culprit,
                     pantin_error *error);

#endif
