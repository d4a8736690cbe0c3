// overlay.h — private to measure: what a report draws over a film's pictures and over a puppet at
// rest.
// SPDX-License-Identifier: MIT
#ifndef MEASURE_OVERLAY_H
#define MEASURE_OVERLAY_H

#include "trace.h"

/// A kept frame, painted again, and where a part of it goes.
typedef struct overlay_view {
    const pantin_take_frame *frame;
    const pantin_image *picture; ///< of the frame
    pantin_box part;             ///< of it, px
    double scale;                ///< picture px -> px of the result
    bool bind;                   ///< triangles by what holds them up instead of by their stretch
} overlay_view;

/// Where an actor's bent pieces lie in the picture, px; empty where it has none that can be drawn.
pantin_box overlay_actor_box(const pantin_trace *trace, const pantin_take_frame *frame, int actor);

/// The part of the picture, paled, with every mesh over it: triangles by their stretch, edges,
/// handles as dots with a line from where they are to where they should be. `image` is made.
PANTIN_CHECKED bool overlay_frame(const pantin_trace *trace, const overlay_view *view,
                                  pantin_image *image, pantin_error *error);

/// A piece at rest with a figure a triangle over it: stretches, or multipliers. `side`: the longer side, px.
PANTIN_CHECKED bool overlay_rest(const pantin_puppet *puppet, int piece, const float *heat,
                                 bool bind, int side, pantin_image *image, pantin_error *error);

#endif
