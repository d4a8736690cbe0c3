// with_scene.h — pictures and sheets that the raster's tests draw.
// SPDX-License-Identifier: MIT
#ifndef WITH_SCENE_H
#define WITH_SCENE_H

#include "pantin/raster.h"

typedef struct scene_color {
    uint8_t r, g, b, a;
} scene_color;

/// A picture of one color. Every create here asserts that there was memory.
pantin_image scene_solid(int width, int height, scene_color color);
/// A disc of 4 px checks in two colors with a soft edge 1 px wide, on transparent black.
pantin_image scene_disc(int side);
/// A figure as a pencil draws one: a filled shape with a dark outline, hatching and dots, soft edges,
/// transparent around it.
pantin_image scene_figure(int width, int height);

/// Square cells of `spacing` px, two triangles each, over [0, width] x [0, height]; cells whose pixels are
/// all transparent are left out when `image` is given. Plain data: freed by pantin_mesh_free.
pantin_mesh scene_grid(int width, int height, double spacing, const pantin_image *image);
/// The mesh's vertices as they are. Freed by scene_free.
pantin_point32 *scene_rest(const pantin_mesh *mesh);
void scene_free(const pantin_mesh *mesh, pantin_point32 *vertices);

/// The straight-alpha bytes of a canvas.
pantin_image scene_resolve(const pantin_canvas *canvas);
/// Pixel (x, y).
const uint8_t *scene_pixel(const pantin_image *image, int x, int y);
/// Mean of |a - b| over all channels of those pixels that are not alike and blank in both.
double scene_difference(const pantin_image *a, const pantin_image *b, int *worst);

/// An affine: turned by degrees about (cx, cy), scaled, shifted.
pantin_affine scene_turn(double degrees, double scale, double cx, double cy, double dx, double dy);

/// Draws one sheet of its own painter on a canvas of its own; `ids` may be NULL.
pantin_image scene_draw(const pantin_image *picture, const pantin_mesh *mesh,
                        const pantin_point32 *vertices, pantin_affine to_canvas, double opacity,
                        int width, int height, bool plain);

#endif
