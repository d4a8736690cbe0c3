// ink.h — what the files of this module share.
// SPDX-License-Identifier: MIT
#ifndef DRAWING_INK_H
#define DRAWING_INK_H

#include "pantin/drawing.h"

enum { INK_BLANK = 0, INK_TRACE = 1, INK_FULL = 2 }; // values of pantin_drawing.ink

/// First column in [from, to) of a row that is full ink, or `to`.
int ink_next(const uint8_t *row, int from, int to);
/// Last column in [from, to) that is full ink, or from - 1.
int ink_previous(const uint8_t *row, int from, int to);
/// First column in [from, to) that is not full ink, or `to`.
int ink_end(const uint8_t *row, int from, int to);

/// Faint pixels that continue traces become traces (fringe.c).
void ink_follow_fringe(pantin_drawing *drawing);

/// Counts the pieces of full ink that touch nowhere, corners counting as touching.
PANTIN_CHECKED bool ink_count_islands(const uint8_t *ink, int width, int height, int *islands,
                                      pantin_error *error);

#endif
