// backdrop.c — what of a scene does not move, composed once and not for every picture.
//
// Only the pixels that a figure may touch differ from the scene without figures. So three things are
// kept for the camera at hand: the picture without figures; the canvas of all that lies below the
// first slot; and each layer above as s = opacity x layer, alone. A picture is then a copy of the
// first, in which the rows of the figures' boxes are composed anew from the second, figures, and
//     canvas = s + (1 - s.alpha) canvas
// and resolved. The same products and sums in the same order as drawing everything: the same bytes.
//
// A cache, so it changes no result: another camera makes it anew, and where it would take more than
// BACKDROP_MOST, or the scene is not the one it was made for, everything is drawn.
// SPDX-License-Identifier: MIT
#include "pantin/stage.h"

#include <string.h>

#include "base/arena.h"
#include "base/lanes.h"
#include "base/vec.h"

/// Bytes of one backdrop.
#define BACKDROP_MOST ((size_t)160 << 20)

/// Beyond this no vertex is drawn (pantin/raster.h).
#define FARTHEST 1e6

/// Columns [from, to) of a row; from >= to: none.
typedef struct row_span {
    int from, to;
} row_span;

struct pantin_stage_backdrop {
    const pantin_stage_layer *layers;
    int layer_count, first_slot; // layer_count: there is no slot
    int width, height;
    bool kept;  // there is room
    bool ready; // for this camera and background
    pantin_camera camera;
    float background[4];
    pantin_image bare;     // without figures
    pantin_canvas below;   // the first slot
    pantin_canvas *above;  // a layer: its s; nothing for slots and what is below
    row_span **above_rows; // a layer: where s is not 0
    row_span *touched;     // a row: where figures may be
    arena memory;
};

static bool is_above(const pantin_stage_backdrop *b, int layer) {
    return layer > b->first_slot && b->layers[layer].picture != NULL;
}

pantin_stage_backdrop *pantin_stage_backdrop_create(const pantin_stage_scene *scene, int width,
                                                    int height, pantin_error *error) {
    arena memory = { 0 };
    pantin_stage_backdrop *b = ARENA_ARRAY(&memory, pantin_stage_backdrop, 1);
    if (b == NULL) {
        memory_fail(error, "a backdrop");
        return NULL;
    }
    b->layers = scene->layers;
    b->layer_count = b->first_slot = scene->layer_count;
    b->width = width;
    b->height = height;
    for (int l = scene->layer_count - 1; l >= 0; l--)
        if (b->layers[l].picture == NULL) b->first_slot = l;
    size_t canvases = 1;
    for (int l = 0; l < b->layer_count; l++) canvases += is_above(b, l);
    b->kept = canvases <= BACKDROP_MOST / 16 / ((size_t)width * (size_t)height);
    b->above = ARENA_ARRAY(&memory, pantin_canvas, b->layer_count);
    b->above_rows = ARENA_ARRAY(&memory, row_span *, b->layer_count);
    b->touched = ARENA_ARRAY(&memory, row_span, height);
    for (int l = 0; l < b->layer_count && !arena_failed(&memory); l++)
        if (b->kept && is_above(b, l)) b->above_rows[l] = ARENA_ARRAY(&memory, row_span, height);
    bool made = !arena_failed(&memory) || memory_fail(error, "a backdrop");
    b->memory = memory;
    if (made && b->kept)
        made = pantin_image_create(width, height, &b->bare, error) &&
               pantin_canvas_create(width, height, &b->below, error);
    for (int l = 0; l < b->layer_count && made; l++)
        if (b->above_rows[l] != NULL)
            made = pantin_canvas_create(width, height, &b->above[l], error);
    if (made) return b;
    pantin_stage_backdrop_destroy(b);
    return NULL;
}

void pantin_stage_backdrop_destroy(pantin_stage_backdrop *b) {
    if (b == NULL) return;
    for (int l = 0; b->above != NULL && l < b->layer_count; l++) pantin_canvas_free(&b->above[l]);
    pantin_canvas_free(&b->below);
    pantin_image_free(&b->bare);
    arena memory = b->memory;
    arena_free(&memory);
}

// --- what is kept -------------------------------------------------------------------------------

static void find_rows(const pantin_canvas *canvas, row_span *rows) {
    for (int y = 0; y < canvas->height; y++) {
        const float *row = canvas->pixels + 4 * (size_t)y * (size_t)canvas->width;
        rows[y] = (row_span){ 0, canvas->width };
        while (rows[y].from < rows[y].to && row[4 * rows[y].from + 3] == 0.0f) rows[y].from++;
        while (rows[y].to > rows[y].from && row[4 * rows[y].to - 1] == 0.0f) rows[y].to--;
    }
}

static void keep(pantin_stage_backdrop *b, pantin_raster *raster, const pantin_stage_scene *scene,
                 pantin_canvas *canvas) {
    static const float nothing[4] = { 0 };
    pantin_affine camera = pantin_camera_affine(&scene->camera);
    pantin_stage_scene part = *scene;
    part.figure_count = 0;
    pantin_stage_draw(raster, &part, canvas, NULL);
    pantin_canvas_resolve(canvas, 0, b->height, &b->bare);
    part.layer_count = b->first_slot;
    pantin_stage_draw(raster, &part, &b->below, NULL);
    for (int l = 0; l < b->layer_count; l++) {
        if (b->above_rows[l] == NULL) continue;
        pantin_canvas_fill(&b->above[l], nothing);
        pantin_raster_picture(raster, b->layers[l].picture,
                              affine_compose(camera, b->layers[l].to_stage), b->layers[l].opacity,
                              0, NULL, &b->above[l], NULL);
        find_rows(&b->above[l], b->above_rows[l]);
    }
    b->camera = scene->camera;
    memcpy(b->background, scene->background, sizeof b->background);
    b->ready = true;
}

static bool fits(const pantin_stage_backdrop *b, const pantin_stage_scene *scene) {
    for (int k = 0; k < 4; k++)
        if (b->background[k] != scene->background[k]) return false;
    return b->ready && b->camera.origin_px.x == scene->camera.origin_px.x &&
           b->camera.origin_px.y == scene->camera.origin_px.y &&
           b->camera.px_per_m == scene->camera.px_per_m;
}

// --- where figures may be -----------------------------------------------------------------------

/// Widens the rows of a piece's box, a pixel wider than the raster could reach.
static void touch_piece(pantin_stage_backdrop *b, const pantin_mesh *mesh,
                        const pantin_point32 *vertices, pantin_affine place) {
    vec2 low = { FARTHEST, FARTHEST }, high = { -FARTHEST, -FARTHEST };
    for (int v = 0; v < mesh->vertex_count; v++) {
        vec2 at = affine_point(place, vec2_from32(vertices[v]));
        bool seen = at.x <= FARTHEST && at.x >= -FARTHEST && at.y <= FARTHEST && at.y >= -FARTHEST;
        if (!seen) continue; // a NaN neither
        low = vec2_make(min_double(low.x, at.x), min_double(low.y, at.y));
        high = vec2_make(max_double(high.x, at.x), max_double(high.y, at.y));
    }
    int left = (int)clamp_double(low.x - 2, 0, b->width);
    int right = (int)clamp_double(high.x + 3, 0, b->width);
    int top = (int)clamp_double(low.y - 2, 0, b->height);
    int bottom = (int)clamp_double(high.y + 3, 0, b->height);
    for (int y = top; y < bottom && left < right; y++) {
        b->touched[y].from = min_int(b->touched[y].from, left);
        b->touched[y].to = max_int(b->touched[y].to, right);
    }
}

static void touch_figures(pantin_stage_backdrop *b, const pantin_stage_scene *scene) {
    for (int y = 0; y < b->height; y++) b->touched[y] = (row_span){ b->width, 0 };
    for (int f = 0; f < scene->figure_count; f++) {
        const pantin_stage_figure *figure = &scene->figures[f];
        pantin_affine place = pantin_stage_placement(scene, figure->pose);
        for (int p = 0; p < figure->pose->piece_count; p++) {
            const pantin_bent *bent = &figure->pose->pieces[p];
            touch_piece(b, figure->meshes[bent->piece], bent->vertices, place);
        }
    }
}

// --- a picture ----------------------------------------------------------------------------------

static void lay_layer(const pantin_stage_backdrop *b, int layer, pantin_canvas *canvas) {
    for (int y = 0; y < b->height; y++) {
        row_span full = b->above_rows[layer][y];
        int from = max_int(full.from, b->touched[y].from), to = min_int(full.to, b->touched[y].to);
        size_t row = 4 * (size_t)y * (size_t)b->width;
        const float *above = b->above[layer].pixels + row;
        float *below = canvas->pixels + row;
        for (int x = from; x < to; x++) {
            float4 s = float4_load(above + 4 * x);
            float alpha = s[3];
            if (alpha == 0.0f) continue;
            float4_store(below + 4 * x,
                         s + float4_load(below + 4 * x) * float4_splat(1.0f - alpha));
        }
    }
}

void pantin_stage_paint(pantin_stage_backdrop *b, pantin_raster *raster,
                        const pantin_stage_scene *scene, pantin_canvas *canvas,
                        pantin_image *picture, pantin_ids *ids) {
    if (!b->kept || b->layers != scene->layers || b->layer_count != scene->layer_count ||
        canvas->width != b->width || canvas->height != b->height || picture->width != b->width ||
        picture->height != b->height) {
        pantin_stage_draw(raster, scene, canvas, ids);
        pantin_canvas_resolve(canvas, 0, canvas->height, picture);
        return;
    }
    if (!fits(b, scene)) keep(b, raster, scene, canvas);
    if (ids != NULL)
        memset(ids->ids, 0, sizeof *ids->ids * (size_t)ids->width * (size_t)ids->height);
    memcpy(picture->pixels, b->bare.pixels, 4 * (size_t)b->width * (size_t)b->height);
    touch_figures(b, scene);
    for (int y = 0; y < b->height; y++) {
        row_span span = b->touched[y];
        size_t at = 4 * ((size_t)y * (size_t)b->width + (size_t)span.from);
        if (span.from < span.to)
            memcpy(canvas->pixels + at, b->below.pixels + at,
                   4 * sizeof(float) * (size_t)(span.to - span.from));
    }
    for (int l = b->first_slot; l < b->layer_count; l++) {
        if (b->above_rows[l] != NULL) {
            lay_layer(b, l, canvas);
            continue;
        }
        pantin_stage_draw_slot(raster, scene, l, canvas, ids);
    }
    for (int y = 0; y < b->height; y++)
        pantin_canvas_resolve_run(canvas, b->touched[y].from, b->touched[y].to, y, picture);
}
