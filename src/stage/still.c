// still.c — one bent puppet as a picture, without a show: what `pantin pose` writes and the editor exports.
//
// The picture holds the figure both bent and at rest, so that two stills of one puppet lie alike as long
// as it does not reach beyond them. At scale 1 the drawing's pixels fall on the picture's.
// SPDX-License-Identifier: MIT
#include "base/arena.h"
#include "base/trig.h"
#include "base/vec.h"
#include "pantin/stage.h"

static const float mesh_color[4] = { 0.10f, 0.35f, 0.75f, 0.55f };
static const float handle_color[4] = { 0.90f, 0.25f, 0.15f, 0.95f };
static const float target_color[4] = { 0.10f, 0.10f, 0.10f, 0.90f };

pantin_still_options pantin_still_defaults(void) {
    return (pantin_still_options){ .scale = 1.0, .margin_px = 16.0 };
}

static void include_point(pantin_box *box, vec2 p) {
    // A vertex that is nowhere, or unreasonably far, must not make the picture huge.
    if (!(p.x > -1e6 && p.x < 1e6 && p.y > -1e6 && p.y < 1e6)) return;
    box->left = min_double(box->left, p.x);
    box->right = max_double(box->right, p.x);
    box->top = min_double(box->top, p.y);
    box->bottom = max_double(box->bottom, p.y);
}

static pantin_box figure_box(const pantin_puppet *puppet, const pantin_pose_frame *pose) {
    pantin_box box = { 1e9, 1e9, -1e9, -1e9 };
    for (int k = 0; k < pose->piece_count; k++) {
        const pantin_puppet_piece *piece = &puppet->pieces[pose->pieces[k].piece];
        const pantin_mesh *mesh = &piece->triangles;
        for (int v = 0; v < mesh->vertex_count; v++) {
            vec2 rest = mesh->vertices[v];
            if (pantin_puppet_is_mirrored(piece))
                rest.x = 2 * pantin_puppet_mirror_x(puppet, piece) - rest.x;
            include_point(&box, rest);
            include_point(&box, vec2_from32(pose->pieces[k].vertices[v]));
        }
    }
    return box.left <= box.right ? box : (pantin_box){ 0, 0, 1, 1 };
}

static bool check_options(const pantin_still_options *o, pantin_error *error) {
    if (!(o->scale >= 0.01 && o->scale <= 100))
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "scale", "is %g, not within 0.01..100",
                           o->scale);
    if (!(o->margin_px >= 0 && o->margin_px <= 4096))
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "margin", "is %g, not within 0..4096 px",
                           o->margin_px);
    if (o->width < 0 || o->height < 0 || (o->width == 0) != (o->height == 0))
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "size",
                           "is %d x %d: give both sides, in px", o->width, o->height);
    if ((int64_t)o->width * o->height > PANTIN_PIXEL_LIMIT)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "size", "is %d x %d, more than 64 Mpx",
                           o->width, o->height);
    return true;
}

/// Chooses the picture's size and where drawing px fall in it. Whole px, so that scale 1 does not blur.
static bool frame_figure(pantin_box box, const pantin_still_options *o, int *width, int *height,
                         pantin_affine *place, pantin_error *error) {
    double left = trig_floor(box.left * o->scale), top = trig_floor(box.top * o->scale);
    double wide = -trig_floor(-box.right * o->scale) - left,
           high = -trig_floor(-box.bottom * o->scale) - top;
    double margin = trig_round(o->margin_px);
    double need_w = wide + 2 * margin, need_h = high + 2 * margin;
    if (o->width == 0 && !(need_w * need_h <= PANTIN_PIXEL_LIMIT && need_w < 1e9 && need_h < 1e9))
        return pantin_fail(
            error, PANTIN_ERROR_ARGUMENT, "scale",
            "the picture would have %g x %g px, more than 64 Mpx: choose a smaller scale", need_w,
            need_h);
    *width = o->width > 0 ? o->width : max_int((int)need_w, 1);
    *height = o->height > 0 ? o->height : max_int((int)need_h, 1);
    double x = trig_floor(0.5 * (*width - wide)) - left,
           y = trig_floor(0.5 * (*height - high)) - top;
    *place = (pantin_affine){ .xx = o->scale, .yy = o->scale, .x0 = x, .y0 = y };
    return true;
}

typedef struct still {
    const pantin_puppet *puppet;
    const pantin_pose_frame *pose;
    pantin_affine place;
    pantin_canvas canvas;
    pantin_raster *raster;
} still;

static bool draw_piece(still *s, const pantin_bent *bent, pantin_error *error) {
    const pantin_puppet_piece *piece = &s->puppet->pieces[bent->piece];
    pantin_texture *texture = pantin_texture_create_for(
        &s->puppet->drawings[piece->drawing_index].drawing.image, &piece->triangles, error);
    if (texture == NULL) return false;
    pantin_sheet sheet = { .texture = texture,
                           .mesh = &piece->triangles,
                           .vertices = bent->vertices,
                           .to_canvas = s->place,
                           .opacity = s->pose->opacity,
                           .id = 1 };
    pantin_raster_sheet(s->raster, &sheet, &s->canvas, NULL);
    pantin_texture_destroy(texture);
    return true;
}

static void draw_mesh(still *s, const pantin_bent *bent) {
    pantin_raster_lines(s->raster, &s->puppet->pieces[bent->piece].triangles, bent->vertices,
                        s->place, 1.0, mesh_color, &s->canvas);
}

/// A ring of two dots where a handle was wanted, and a dot where it went.
static void draw_handles(still *s, const pantin_bent *bent) {
    for (int h = bent->first_handle; h < bent->first_handle + bent->handle_count; h++) {
        const pantin_handle_report *report = &s->pose->handles[h];
        vec2 target = affine_point(s->place, report->target);
        vec2 reached = affine_point(s->place, vec2_add(report->target, report->error));
        pantin_raster_dot(target, 5.0, target_color, &s->canvas);
        pantin_raster_dot(reached, 3.5, handle_color, &s->canvas);
    }
}

static bool draw(still *s, const pantin_still_options *o, pantin_error *error) {
    pantin_canvas_fill(&s->canvas, o->background);
    for (int k = 0; k < s->pose->piece_count; k++)
        if (!draw_piece(s, &s->pose->pieces[k], error)) return false;
    for (int k = 0; k < s->pose->piece_count && o->mesh; k++) draw_mesh(s, &s->pose->pieces[k]);
    for (int k = 0; k < s->pose->piece_count && o->handles; k++)
        draw_handles(s, &s->pose->pieces[k]);
    return true;
}

bool pantin_still_draw(const pantin_puppet *puppet, const pantin_pose_frame *pose,
                       const pantin_still_options *options, pantin_image *image,
                       pantin_error *error) {
    pantin_still_options o = options != NULL ? *options : pantin_still_defaults();
    still s = { .puppet = puppet, .pose = pose };
    int width = 0, height = 0, vertices = 0, triangles = 0;
    for (int p = 0; p < puppet->piece_count; p++) {
        vertices = max_int(vertices, puppet->pieces[p].triangles.vertex_count);
        triangles = max_int(triangles, puppet->pieces[p].triangles.triangle_count);
    }
    if (!check_options(&o, error) ||
        !frame_figure(figure_box(puppet, pose), &o, &width, &height, &s.place, error) ||
        !pantin_canvas_create(width, height, &s.canvas, error))
        return false;
    bool done = false;
    s.raster = pantin_raster_create(width, height, vertices, triangles, error);
    if (s.raster != NULL && draw(&s, &o, error) &&
        pantin_image_create(width, height, image, error)) {
        pantin_canvas_resolve(&s.canvas, 0, height, image);
        done = true;
    }
    pantin_raster_destroy(s.raster);
    pantin_canvas_free(&s.canvas);
    return done;
}
