// heat.h — private to measure: colors of strain, and meshes drawn over pictures.
// SPDX-License-Identifier: MIT
#ifndef MEASURE_HEAT_H
#define MEASURE_HEAT_H

#include "pantin/raster.h"

/// The ramp's steps: light to dark, so that they also differ without their hue.
enum { HEAT_STEPS = 6 };
typedef struct heat_step {
    double stretch;   ///< from which it stands
    uint8_t color[3]; ///< sRGB
    double alpha;     ///< over a picture
} heat_step;
extern const heat_step heat_ramp[HEAT_STEPS];

/// The same ramp for multipliers, which span decades: where its steps stand.
extern const double heat_bind_marks[HEAT_STEPS];
/// The stretch that has the color of this multiplier.
double heat_of_bind(double bind);

/// Straight-alpha color of a stretch.
void heat_color(double stretch, float color[4]);

/// An image as a canvas, drawn toward white by `veil` (0 none, 1 white); sizes are equal.
void heat_canvas(const pantin_image *image, double veil, pantin_canvas *canvas);

/// Each triangle in the color of its heat; where `area_ratio` (may be NULL) is not positive, in the
/// color of what is turned over.
void heat_triangles(const pantin_mesh *mesh, const pantin_point32 *vertices, pantin_affine place,
                    const double *stretch, const double *area_ratio, pantin_canvas *canvas);

/// A ring, px.
void heat_ring(pantin_vec2 center, double radius, double width, const float color[4],
               pantin_canvas *canvas);

/// A line of any direction, px.
void heat_line(pantin_vec2 from, pantin_vec2 to, double width, const float color[4],
               pantin_canvas *canvas);

#endif
