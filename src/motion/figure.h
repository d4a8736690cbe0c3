// figure.h — finding the parts of a figure, by name and by shape, and where the heading's line points.
// SPDX-License-Identifier: MIT
#ifndef MOTION_FIGURE_H
#define MOTION_FIGURE_H

#include "motion/space.h"

enum {
    FIGURE_SAMPLES = 5,
    FIGURE_DEPTH_MOST = 64,   // joints from the root to a fingertip: beyond, a tree is no figure
    FIGURE_SHAPE_MOST = 1024, // joints of a figure that is known by its shape
};

/// The frames in which a figure is looked at, spread over the clip: k-th of FIGURE_SAMPLES.
int figure_sample(const pantin_clip *clip, int k);
/// Is a joint `above` or in its branch?
bool figure_is_under(const pantin_clip *clip, int joint, int above);

/// Legs and the heading's line where names did not tell (figure_shape.c).
void figure_find_legs_by_shape(const pantin_clip *clip, pantin_figure *figure);
void figure_find_line_by_shape(const pantin_clip *clip, pantin_figure *figure);

/// The heading, rad about the up axis: where the line from right to left hip and shoulder points, 0 along
/// +x. `places` are those of all joints at a frame. False: no line is known, or it stands upright.
bool figure_heading(const pantin_figure *figure, const vec3 *places, double *heading);

#endif
