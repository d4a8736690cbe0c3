// shepard.h — the private door of the player "shepard".
// SPDX-License-Identifier: MIT
#ifndef DEFORM_SHEPARD_H
#define DEFORM_SHEPARD_H

#include "pantin/deform.h"

extern const pantin_deformer deform_shepard;

#endif
