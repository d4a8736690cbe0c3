// stage.c — layers and figures, back to front, through one camera, onto a canvas.
//
// A figure stands in the slot its pose names; in one slot figures are drawn in their order. A piece's
// place in the picture is camera x to_stage: bent px -> m -> picture px, one affine.
// SPDX-License-Identifier: MIT
#include "pantin/stage.h"

#include <string.h>

#include "base/vec.h"

pantin_affine pantin_camera_affine(const pantin_camera *camera) {
    return (pantin_affine){ .xx = camera->px_per_m,
                            .yy = -camera->px_per_m,
                            .x0 = camera->origin_px.x,
                            .y0 = camera->origin_px.y };
}

pantin_affine pantin_stage_placement(const pantin_stage_scene *scene,
                                     const pantin_pose_frame *pose) {
    return affine_compose(pantin_camera_affine(&scene->camera), pose->to_stage);
}

static void draw_figure(pantin_raster *raster, const pantin_stage_scene *scene,
                        const pantin_stage_figure *figure, pantin_canvas *canvas, pantin_ids *ids) {
    const pantin_pose_frame *pose = figure->pose;
    pantin_affine place = pantin_stage_placement(scene, pose);
    for (int p = 0; p < pose->piece_count; p++) {
        const pantin_bent *bent = &pose->pieces[p];
        pantin_sheet sheet = { .texture = figure->textures[bent->piece],
                               .mesh = figure->meshes[bent->piece],
                               .vertices = bent->vertices,
                               .to_canvas = place,
                               .opacity = pose->opacity,
                               .id = figure->id };
        pantin_raster_sheet(raster, &sheet, canvas, ids);
    }
}

void pantin_stage_draw_slot(pantin_raster *raster, const pantin_stage_scene *scene, int layer,
                            pantin_canvas *canvas, pantin_ids *ids) {
    for (int f = 0; f < scene->figure_count; f++)
        if (scene->figures[f].pose->layer == layer)
            draw_figure(raster, scene, &scene->figures[f], canvas, ids);
}

void pantin_stage_draw(pantin_raster *raster, const pantin_stage_scene *scene,
                       pantin_canvas *canvas, pantin_ids *ids) {
    pantin_affine camera = pantin_camera_affine(&scene->camera);
    pantin_canvas_fill(canvas, scene->background);
    if (ids != NULL)
        memset(ids->ids, 0, sizeof *ids->ids * (size_t)ids->width * (size_t)ids->height);
    for (int l = 0; l < scene->layer_count; l++) {
        const pantin_stage_layer *layer = &scene->layers[l];
        if (layer->picture != NULL) {
            pantin_raster_picture(raster, layer->picture, affine_compose(camera, layer->to_stage),
                                  layer->opacity, 0, NULL, canvas, ids);
            continue;
        }
        pantin_stage_draw_slot(raster, scene, l, canvas, ids);
    }
}
