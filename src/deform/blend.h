// blend.h — the private door of the player "blend".
// SPDX-License-Identifier: MIT
#ifndef DEFORM_BLEND_H
#define DEFORM_BLEND_H

#include "pantin/deform.h"

extern const pantin_deformer deform_blend;

#endif
