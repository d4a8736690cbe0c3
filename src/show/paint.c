// paint.c — second half of the law: picture n = paint(show, take[n]), pure, in any order, in parallel.
// SPDX-License-Identifier: MIT
#include "show.h"

struct pantin_painter {
    const pantin_show *show;
    pantin_raster *raster;
    pantin_canvas canvas;
    pantin_stage_backdrop *backdrop;
    pantin_stage_figure *figures;
    arena memory;
};

pantin_painter *pantin_painter_create(const pantin_show *show, pantin_error *error) {
    const pantin_show_info *info = &show->info;
    pantin_painter *painter = memory_allocate(1, sizeof *painter);
    if (painter == NULL) {
        memory_fail(error, "a painter");
        return NULL;
    }
    painter->show = show;
    painter->figures = ARENA_ARRAY(&painter->memory, pantin_stage_figure, info->cast_count);
    if (arena_failed(&painter->memory))
        memory_fail(error, "a painter");
    else if (pantin_canvas_create(info->width, info->height, &painter->canvas, error))
        painter->raster = pantin_raster_create(info->width, info->height, info->max_vertices,
                                               info->max_triangles, error);
    if (painter->raster != NULL) {
        pantin_stage_scene layers = { .layers = show->layers,
                                      .layer_count = show->file.stage.layer_count };
        painter->backdrop =
            pantin_stage_backdrop_create(&layers, info->width, info->height, error);
    }
    if (painter->backdrop != NULL) return painter;
    pantin_painter_destroy(painter);
    return NULL;
}

void pantin_painter_destroy(pantin_painter *painter) {
    if (painter == NULL) return;
    pantin_stage_backdrop_destroy(painter->backdrop);
    pantin_raster_destroy(painter->raster);
    pantin_canvas_free(&painter->canvas);
    arena_free(&painter->memory);
    memory_free(painter, 1, sizeof *painter);
}

static pantin_stage_scene scene_of(const pantin_show *show, const pantin_take_frame *frame) {
    const float *ground = show->file.output.background;
    return (pantin_stage_scene){ .background = { ground[0], ground[1], ground[2], 1.0f },
                                 .camera = show->cameras[frame->camera],
                                 .layers = show->layers,
                                 .layer_count = show->file.stage.layer_count };
}

void pantin_paint(pantin_painter *painter, const pantin_take_frame *frame, pantin_image *picture,
                  pantin_ids *ids) {
    const pantin_show *show = painter->show;
    for (int c = 0; c < frame->actor_count; c++)
        painter->figures[c] = (pantin_stage_figure){ &frame->actors[c], show->cast[c].meshes,
                                                     show->cast[c].textures, (uint16_t)(c + 1) };
    pantin_stage_scene scene = scene_of(show, frame);
    scene.figures = painter->figures;
    scene.figure_count = frame->actor_count;
    pantin_stage_paint(painter->backdrop, painter->raster, &scene, &painter->canvas, picture, ids);
}

pantin_affine pantin_paint_placement(const pantin_show *show, const pantin_take_frame *frame,
                                     int actor) {
    pantin_stage_scene scene = scene_of(show, frame);
    return pantin_stage_placement(&scene, &frame->actors[actor]);
}
