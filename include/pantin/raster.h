/// @file pantin/raster.h — textured triangles become pixels.
/// In: a texture, a mesh and its bent vertices, where they lie on the canvas. Out: pixels over what the
/// canvas holds, and an id where the piece covers at least half a pixel.
/// Promise: no seam, hairline or fringe; an unmoved drawing at scale 1 comes out as it went in;
/// drawing allocates nothing, and the same input gives the same bytes on every platform.
// SPDX-License-Identifier: MIT
#ifndef PANTIN_RASTER_H
#define PANTIN_RASTER_H

#include "pantin/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A picture made ready for sampling: premultiplied, and prefiltered at half-octave steps.
typedef struct pantin_texture pantin_texture;
PANTIN_CHECKED pantin_texture *pantin_texture_create(const pantin_image *image,
                                                     pantin_error *error);
/// The same for a mesh that may be cut: each of its parts sees only ink it may see. While the cuts are
/// closed (every vertex lies on its twin) a sheet looks as if it had none, bit for bit at its own size.
PANTIN_CHECKED pantin_texture *
pantin_texture_create_for(const pantin_image *image, const pantin_mesh *mesh, pantin_error *error);
void pantin_texture_destroy(pantin_texture *texture);

/// Which piece a pixel shows: 0 none. As large as the canvas.
typedef struct pantin_ids {
    int width, height;
    uint16_t *ids; ///< owned
} pantin_ids;

PANTIN_CHECKED bool pantin_ids_create(int width, int height, pantin_ids *ids, pantin_error *error);
void pantin_ids_free(pantin_ids *ids);

/// The linear-light hook: changes a run of `count` premultiplied, linear-light RGBA pixels of row y
/// from column x, before they are composed. Alpha must stay.
typedef struct pantin_shade {
    void (*run)(void *context, int x, int y, int count, float (*pixels)[4]);
    void *context;
} pantin_shade;

/// A sheet to draw. Everything borrowed during the call.
typedef struct pantin_sheet {
    const pantin_texture *texture;
    const pantin_mesh *mesh; ///< its rest vertices are the texture's px; triangles later in the
                             ///< list lie over earlier ones where the sheet overlaps itself; cut:
                             ///< the texture must be made for it, else its parts see all ink
    const pantin_point32 *vertices; ///< bent, px
    pantin_affine to_canvas;        ///< bent px -> canvas px
    double opacity;                 ///< 0..1
    uint16_t id;                    ///< 1..65535
    const pantin_shade *PANTIN_NULLABLE shade;
} pantin_sheet;

/// The scratch of one painter (a thread): canvas size and the largest mesh are fixed.
typedef struct pantin_raster pantin_raster;
PANTIN_CHECKED pantin_raster *pantin_raster_create(int width, int height, int max_vertices,
                                                   int max_triangles, pantin_error *error);
void pantin_raster_destroy(pantin_raster *raster);

/// A bent mesh over the canvas. Vertices that are not finite, or lie beyond 1e6 px, make their
/// triangles vanish. `ids` may be NULL.
void pantin_raster_sheet(pantin_raster *raster, const pantin_sheet *sheet, pantin_canvas *canvas,
                         pantin_ids *PANTIN_NULLABLE ids);

/// A whole picture over the canvas, placed by an affine of its px. `id` 0 leaves ids alone.
void pantin_raster_picture(pantin_raster *raster, const pantin_texture *texture,
                           pantin_affine to_canvas, double opacity, uint16_t id,
                           const pantin_shade *PANTIN_NULLABLE shade, pantin_canvas *canvas,
                           pantin_ids *PANTIN_NULLABLE ids);

/// The mesh's edges as antialiased lines `width_px` wide, straight-alpha color, for stills and reports.
void pantin_raster_lines(pantin_raster *raster, const pantin_mesh *mesh,
                         const pantin_point32 *vertices, pantin_affine to_canvas, double width_px,
                         const float color[4], pantin_canvas *canvas);
/// A dot (handles), and a triangle filled flat (heat maps), antialiased, straight-alpha color.
void pantin_raster_dot(pantin_vec2 center, double radius_px, const float color[4],
                       pantin_canvas *canvas);
void pantin_raster_triangle(const pantin_vec2 corners[3], const float color[4],
                            pantin_canvas *canvas);

#ifdef __cplusplus
}
#endif
#endif
