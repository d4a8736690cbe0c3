// igarashi09.h — the private door of the player "igarashi09".
// SPDX-License-Identifier: MIT
#ifndef DEFORM_IGARASHI09_H
#define DEFORM_IGARASHI09_H

#include "pantin/deform.h"

extern const pantin_deformer deform_igarashi09;

#endif
