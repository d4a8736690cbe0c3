/// @file pantin/stage.h — backdrop, actors and camera become one picture.
/// In: layers from back to front, figures standing in their slots, a camera. Out: pixels and ids.
/// Promise: a picture is a pure function of what it is given; drawing allocates nothing.
// SPDX-License-Identifier: MIT
#ifndef PANTIN_STAGE_H
#define PANTIN_STAGE_H

#include "pantin/raster.h"
#include "pantin/rig.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Stage m (x right, y up) -> picture px: x_px = origin.x + px_per_m x, y_px = origin.y - px_per_m y.
typedef struct pantin_camera {
    pantin_vec2 origin_px;
    double px_per_m; ///< > 0
} pantin_camera;

pantin_affine pantin_camera_affine(const pantin_camera *camera);

/// A picture, or a slot where actors stand.
typedef struct pantin_stage_layer {
    const pantin_texture *picture; ///< NULL: a slot
    pantin_affine to_stage;        ///< picture px -> m
    double opacity;                ///< 0..1
} pantin_stage_layer;

/// An actor on stage: what the take says, and what its puppet looks like. All borrowed.
typedef struct pantin_stage_figure {
    const pantin_pose_frame *pose;    ///< pose->layer is the index of its slot among the layers
    const pantin_mesh *const *meshes; ///< one a piece of the puppet
    const pantin_texture *const *textures; ///< one a piece of the puppet
    uint16_t id;
} pantin_stage_figure;

typedef struct pantin_stage_scene {
    float background[4]; ///< straight alpha, encoded
    pantin_camera camera;
    const pantin_stage_layer *layers; ///< back to front
    int layer_count;
    const pantin_stage_figure *figures; ///< in one slot: drawn in this order
    int figure_count;
} pantin_stage_scene;

/// Fills the canvas. `ids` may be NULL.
void pantin_stage_draw(pantin_raster *raster, const pantin_stage_scene *scene,
                       pantin_canvas *canvas, pantin_ids *ids);

/// The figures of one slot, over what the canvas holds.
void pantin_stage_draw_slot(pantin_raster *raster, const pantin_stage_scene *scene, int layer,
                            pantin_canvas *canvas, pantin_ids *PANTIN_NULLABLE ids);

/// What of a scene does not move, kept from picture to picture for one painter (a thread). It never
/// changes a result. The scene's layers are borrowed until it is destroyed, and must not change.
typedef struct pantin_stage_backdrop pantin_stage_backdrop;
PANTIN_CHECKED pantin_stage_backdrop *
pantin_stage_backdrop_create(const pantin_stage_scene *scene, int width, int height,
                             pantin_error *PANTIN_NULLABLE error);
void pantin_stage_backdrop_destroy(pantin_stage_backdrop *PANTIN_NULLABLE backdrop);

/// The picture that pantin_stage_draw and pantin_canvas_resolve would give, byte for byte. `canvas`
/// is scratch: what it holds afterwards is not the picture. Allocates nothing.
void pantin_stage_paint(pantin_stage_backdrop *backdrop, pantin_raster *raster,
                        const pantin_stage_scene *scene, pantin_canvas *canvas,
                        pantin_image *picture, pantin_ids *PANTIN_NULLABLE ids);

/// Bent px of a figure -> picture px.
pantin_affine pantin_stage_placement(const pantin_stage_scene *scene,
                                     const pantin_pose_frame *pose);

// --- a still: one puppet without a stage ----------------------------------------------------------

typedef struct pantin_still_options {
    double scale;        ///< picture px per drawing px, 0.01..100 (default 1)
    double margin_px;    ///< picture px around the figure, 0..4096 (default 16)
    int width, height;   ///< px; 0 (default): as large as the bent figure and its rest need
    float background[4]; ///< straight alpha; default transparent
    bool mesh, handles;  ///< draws its edges and handles over it
} pantin_still_options;

pantin_still_options pantin_still_defaults(void);

/// One bent puppet as a picture; made for `pantin pose` and the editor alike. The figure, bent and at
/// rest, lies `margin_px` inside the picture (or is centered in the given size). `image` is made here.
PANTIN_CHECKED bool pantin_still_draw(const pantin_puppet *puppet, const pantin_pose_frame *pose,
                                      const pantin_still_options *PANTIN_NULLABLE options,
                                      pantin_image *image, pantin_error *error);

#ifdef __cplusplus
}
#endif
#endif
