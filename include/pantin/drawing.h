/// @file pantin/drawing.h — a drawn character: its picture and where its ink is.
/// In: an image whose alpha is the mask. Out: the drawing, plain data, freed with pantin_drawing_free.
/// Promise: every pixel with alpha >= threshold is ink; nothing is guessed, filled or thrown away.
// SPDX-License-Identifier: MIT
#ifndef PANTIN_DRAWING_H
#define PANTIN_DRAWING_H

#include "pantin/image.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Alpha from which a pixel counts as ink in every figure of coverage.
#define PANTIN_INK_ALPHA 128
/// Alpha from which a mesh must reach over a pixel, so that soft edges are kept too.
#define PANTIN_TRACE_ALPHA 8

typedef struct pantin_drawing {
    pantin_image image; ///< owned
    uint8_t *ink;  ///< a pixel: 0 blank, 1 a trace (alpha >= PANTIN_TRACE_ALPHA, or any alpha that
                   ///< continues one), 2 ink; owned
    int ink_count; ///< pixels of ink
    int island_count;   ///< pieces of ink that touch nowhere, corners counting as touching
    pantin_box ink_box; ///< px, around all traces; empty when there is none
} pantin_drawing;

/// Takes the image over (it is empty afterwards, also on failure). Error: no pixel of ink; `name` is
/// the path, for the message.
PANTIN_CHECKED bool pantin_drawing_make(const char *name, pantin_image *image,
                                        pantin_drawing *drawing, pantin_error *error);
void pantin_drawing_free(pantin_drawing *drawing);

/// Distance in px from a point to the nearest pixel of ink (0 on it), whose center goes to `nearest`.
double pantin_drawing_distance(const pantin_drawing *drawing, pantin_vec2 point,
                               pantin_vec2 *PANTIN_NULLABLE nearest);

// --- outlines -----------------------------------------------------------------------------------

/// Closed polygons around the ink, to a fraction of a pixel. None crosses or touches itself or another:
/// each part of the ink that touches no other is in a polygon of its own, and each hole has one.
typedef struct pantin_outline {
    pantin_vec2 *points; ///< px, all polygons one after another, about one a px; owned
    double *widths;      ///< a point: how far inward the other side is, px, at most 128; owned
    double *margins;     ///< a point: how far outside the ink it is, px, 0..border_px; owned
    int point_count;
    int *starts; ///< polygon c is points starts[c]..starts[c + 1] - 1; polygon_count + 1; owned
    int polygon_count; ///< an outer one has positive area (clockwise as seen), a hole negative
} pantin_outline;

/// Where the alpha of the ink falls below one half, `border_px` (0..32) farther out. The border ends
/// where it would join two parts, or one part with itself, or close a hole; with a border, traces are
/// reached over too, and pinholes (smaller than border_px^2 and 64 pixels) are closed. Errors: more
/// than 2,000,000 px of edge (noise), memory.
PANTIN_CHECKED bool pantin_outline_make(const pantin_drawing *drawing, double border_px,
                                        pantin_outline *outline, pantin_error *error);
void pantin_outline_free(pantin_outline *outline);

#ifdef __cplusplus
}
#endif
#endif
