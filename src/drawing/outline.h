// outline.h — what growing the ink and tracing it share.
// SPDX-License-Identifier: MIT
#ifndef DRAWING_OUTLINE_H
#define DRAWING_OUTLINE_H

#include "pantin/drawing.h"

/// Bits of a cell.
enum {
    CELL_INSIDE = 1,
    CELL_TRACE = 2,     // a trace of ink, not full ink
    CELL_LINKED = 4,    // a trace that hangs on full ink
    CELL_REFUSED = 8,   // would have joined two parts, or closed a hole, when it was looked at
    CELL_FOLLOWED = 16, // its upper side has been traced
    CELL_BETWEEN = 32   // two stretches of outline that are far apart meet here: never taken
};

enum { LEVEL_OF_PX = 256, CELL_MARGIN = 3 };

/// The ink and its border, a cell a pixel, with a margin all around that is never inside.
typedef struct outline_ink {
    const pantin_drawing *drawing; // borrowed
    int left, top;                 // the pixel that cell (0, 0) is; may lie off the picture
    int width, height;
    double border_px;
    uint8_t *cells;  // owned
    int16_t *levels; // how deep inside the border's edge, 1/256 px, below 0 outside; owned, NULL
                     // where border_px is 0
} outline_ink;

PANTIN_CHECKED bool outline_ink_make(const pantin_drawing *drawing, double border_px,
                                     outline_ink *made, pantin_error *error);
void outline_ink_free(outline_ink *grown);

/// A side between an inside and an outside cell: the corner it starts at and its direction (right,
/// down, left, up), with the inside on the right.
typedef struct outline_side {
    int x, y, way;
} outline_side;

/// The cells on its right and left hand.
int outline_side_inner(const outline_ink *grown, outline_side side);
int outline_side_outer(const outline_ink *grown, outline_side side);
/// The side that follows; where two inside cells meet at a corner only, it keeps both together.
outline_side outline_side_next(const outline_ink *grown, outline_side side);

/// The eight cells around one, in a circle from the right over below; the even ones share a side.
extern const int outline_ink_around_x[8], outline_ink_around_y[8];
static inline int outline_ink_beside(const outline_ink *grown, int cell, int k) {
    return cell + outline_ink_around_y[k] * grown->width + outline_ink_around_x[k];
}

/// Would taking this cell leave all parts and holes as they are?
bool outline_ink_is_simple(const outline_ink *grown, int cell);
/// Sides between inside and outside; an error where there are too many.
PANTIN_CHECKED bool outline_ink_count_edges(const outline_ink *grown, int *count,
                                            pantin_error *error);
/// Grows the border; makes `levels`.
PANTIN_CHECKED bool outline_ink_grow(outline_ink *grown, pantin_error *error);

/// Alpha of the pixel a cell is, 0 off the picture.
int outline_ink_alpha(const outline_ink *grown, int x, int y);

#endif
