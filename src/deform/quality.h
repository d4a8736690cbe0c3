// quality.h — what the meter found of single triangles, for the players.
// SPDX-License-Identifier: MIT
#ifndef DEFORM_QUALITY_H
#define DEFORM_QUALITY_H

#include "pantin/deform.h"

/// |J - R|^2 of each triangle, as the last pantin_bend_measure found it.
const double *quality_away(const pantin_bend_meter *meter);

#endif
