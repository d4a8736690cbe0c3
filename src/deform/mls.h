// mls.h — the private door of the player "mls".
// SPDX-License-Identifier: MIT
#ifndef DEFORM_MLS_H
#define DEFORM_MLS_H

#include "pantin/deform.h"

extern const pantin_deformer deform_mls;

#endif
