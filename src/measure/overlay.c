// overlay.c — what a report draws over a film's pictures and over a puppet at rest.
//
// The film's picture is painted again from the kept frame (pictures are pure functions of it),
// paled so that strain reads on any drawing, and enlarged before the mesh is drawn, so that edges
// stay one px.
// SPDX-License-Identifier: MIT
#include "overlay.h"

#include "base/trig.h"
#include "base/vec.h"
#include "heat.h"

#define VEIL 0.42
#define SPOT_TOLD 0.2 // of the worst
enum { SPOTS = 4 };
static const float edge_color[4] = { 0.10f, 0.10f, 0.18f, 0.34f };
static const float ring_color[4] = { 1.0f, 1.0f, 1.0f, 1.0f };
static const float dot_color[4] = { 0.09f, 0.10f, 0.14f, 1.0f };
static const float spot_color[4] = { 0.60f, 0.08f, 0.26f, 1.0f };
static const float residual_color[4] = { 0.84f, 0.0f, 0.44f, 1.0f };

/// One picture being made.
typedef struct overlay {
    pantin_raster *raster;
    pantin_canvas canvas;
    double *stretch, *area_ratio; // one a triangle of the largest mesh
    pantin_point32 *points;       // one a vertex of the largest mesh
    arena memory;
} overlay;

static bool overlay_begin(overlay *o, int width, int height, int vertices, int triangles,
                          pantin_error *error) {
    o->stretch = ARENA_ARRAY(&o->memory, double, triangles);
    o->area_ratio = ARENA_ARRAY(&o->memory, double, triangles);
    o->points = ARENA_ARRAY(&o->memory, pantin_point32, vertices);
    if (arena_failed(&o->memory)) return memory_fail(error, "a report's picture");
    if (!pantin_canvas_create(width, height, &o->canvas, error)) return false;
    o->raster = pantin_raster_create(width, height, vertices, triangles, error);
    return o->raster != NULL;
}

/// The picture is handed over when all went well.
static bool overlay_end(overlay *o, bool done, pantin_image *image, pantin_error *error) {
    if (done) done = pantin_image_create(o->canvas.width, o->canvas.height, image, error);
    if (done) pantin_canvas_resolve(&o->canvas, 0, o->canvas.height, image);
    pantin_raster_destroy(o->raster);
    pantin_canvas_free(&o->canvas);
    arena_free(&o->memory);
    return done;
}

// Edges fade where cells are only a few px wide, lest they cover what they should show.
static void draw_edges(overlay *o, const pantin_mesh *mesh, const pantin_point32 *vertices,
                       pantin_affine place) {
    double scale = sqrt(max_double(0.0, place.xx * place.yy - place.xy * place.yx < 0
                                            ? place.xy * place.yx - place.xx * place.yy
                                            : place.xx * place.yy - place.xy * place.yx));
    double cell = mesh->spacing_px * scale;
    float color[4] = { edge_color[0], edge_color[1], edge_color[2],
                       edge_color[3] * (float)clamp_double(cell / 8.0, 0.25, 1.0) };
    pantin_raster_lines(o->raster, mesh, vertices, place, clamp_double(cell / 12.0, 0.5, 1.0),
                        color, &o->canvas);
}

static void draw_handle(overlay *o, const pantin_handle_report *handle, vec2 reached,
                        pantin_affine place) {
    vec2 at = affine_point(place, reached), wanted = affine_point(place, handle->target);
    double off = vec2_distance(at, wanted);
    // Marks grow with the picture, which is shown at about half its size.
    double big = clamp_double(max_int(o->canvas.width, o->canvas.height) / 640.0, 1.0, 2.0);
    if (off > 1.0) {
        heat_line(at, wanted, big * 4.0, ring_color, &o->canvas);
        pantin_raster_dot(wanted, big * 3.6, ring_color, &o->canvas);
        heat_line(at, wanted, big * 2.0, residual_color, &o->canvas);
        pantin_raster_dot(wanted, big * 2.4, residual_color, &o->canvas);
    }
    pantin_raster_dot(at, big * 4.2, ring_color, &o->canvas);
    pantin_raster_dot(at, big * 2.9, dot_color, &o->canvas);
}

static void draw_handles(overlay *o, const pantin_puppet *puppet, const pantin_pose_frame *pose,
                         const pantin_bent *bent, pantin_affine place) {
    const pantin_puppet_piece *piece = &puppet->pieces[bent->piece];
    for (int h = 0; h < piece->handle_count; h++) {
        const pantin_mesh_grip *grip = &piece->handles[h].grip;
        vec2 sum = { 0, 0 };
        for (int k = 0; k < grip->count; k++)
            sum = vec2_add(sum, vec2_from32(bent->vertices[grip->vertices[k]]));
        draw_handle(o, &pose->handles[piece->first_handle + h], vec2_scale(sum, 1.0 / grip->count),
                    place);
    }
}

/// Rings around the places that bind: what is crushed is too small to be seen.
static bool draw_spots(overlay *o, const pantin_puppet *puppet, const pantin_pose_frame *pose,
                       pantin_affine place, pantin_error *error) {
    pantin_hot_spot spots[SPOTS];
    int count;
    if (!pantin_hot_spots_find(puppet, pose, spots, SPOTS, &count, error)) return false;
    double big = clamp_double(max_int(o->canvas.width, o->canvas.height) / 640.0, 1.0, 2.0);
    for (int k = 0; k < count && spots[k].bind >= SPOT_TOLD * spots[0].bind; k++) {
        vec2 at = affine_point(place, spots[k].bent_px);
        heat_ring(at, 18 * big, 6.0 * big, ring_color, &o->canvas);
        heat_ring(at, 18 * big, 3.4 * big, spot_color, &o->canvas);
    }
    return true;
}

static void draw_actor(overlay *o, const pantin_trace *trace, int c, const pantin_pose_frame *pose,
                       bool bind, pantin_affine place) {
    const trace_cast *cast = &trace->cast[c];
    for (int k = 0; k < pose->piece_count; k++) {
        const pantin_bent *bent = &pose->pieces[k];
        const pantin_mesh *mesh = &cast->puppet->pieces[bent->piece].triangles;
        pantin_bend_measure(cast->meters[bent->piece], bent->vertices, o->stretch, o->area_ratio);
        for (int t = 0; bind && t < mesh->triangle_count; t++)
            o->stretch[t] = bent->bind != NULL ? heat_of_bind((double)bent->bind[t]) : 0.0;
        heat_triangles(mesh, bent->vertices, place, o->stretch, o->area_ratio, &o->canvas);
        draw_edges(o, mesh, bent->vertices, place);
    }
    for (int k = 0; k < pose->piece_count; k++)
        draw_handles(o, cast->puppet, pose, &pose->pieces[k], place);
}

static bool drawable(vec2 p) { return p.x > -1e6 && p.x < 1e6 && p.y > -1e6 && p.y < 1e6; }

pantin_box overlay_actor_box(const pantin_trace *trace, const pantin_take_frame *frame, int actor) {
    const pantin_pose_frame *pose = &frame->actors[actor];
    pantin_affine place = pantin_paint_placement(trace->show, frame, actor);
    pantin_box box = { 1e9, 1e9, -1e9, -1e9 };
    for (int k = 0; k < pose->piece_count; k++) {
        const pantin_mesh *mesh =
            &trace->cast[actor].puppet->pieces[pose->pieces[k].piece].triangles;
        for (int v = 0; v < mesh->vertex_count; v++) {
            vec2 p = affine_point(place, vec2_from32(pose->pieces[k].vertices[v]));
            if (!drawable(p)) continue;
            box = (pantin_box){ min_double(box.left, p.x), min_double(box.top, p.y),
                                max_double(box.right, p.x), max_double(box.bottom, p.y) };
        }
    }
    return box;
}

bool overlay_frame(const pantin_trace *trace, const overlay_view *view, pantin_image *image,
                   pantin_error *error) {
    const pantin_show_info *info = trace->info;
    int width = max_int(1, (int)(view->scale * (view->part.right - view->part.left) + 0.5));
    int height = max_int(1, (int)(view->scale * (view->part.bottom - view->part.top) + 0.5));
    pantin_affine zoom = { .xx = view->scale,
                           .yy = view->scale,
                           .x0 = -view->scale * view->part.left,
                           .y0 = -view->scale * view->part.top };
    overlay o = { 0 };
    pantin_image paled = { 0 };
    pantin_canvas pale = { 0 };
    pantin_texture *texture = NULL;
    bool done = overlay_begin(&o, width, height, info->max_vertices, info->max_triangles, error) &&
                pantin_canvas_create(view->picture->width, view->picture->height, &pale, error) &&
                pantin_image_create(view->picture->width, view->picture->height, &paled, error);
    if (done) {
        heat_canvas(view->picture, VEIL, &pale);
        pantin_canvas_resolve(&pale, 0, pale.height, &paled);
        texture = pantin_texture_create(&paled, error);
        done = texture != NULL;
    }
    if (done) {
        pantin_canvas_fill(&o.canvas, ring_color);
        pantin_raster_picture(o.raster, texture, zoom, 1.0, 0, NULL, &o.canvas, NULL);
        for (int c = 0; c < view->frame->actor_count && done; c++) {
            pantin_affine place =
                affine_compose(zoom, pantin_paint_placement(trace->show, view->frame, c));
            draw_actor(&o, trace, c, &view->frame->actors[c], view->bind, place);
            done = !view->bind ||
                   draw_spots(&o, trace->cast[c].puppet, &view->frame->actors[c], place, error);
        }
    }
    pantin_texture_destroy(texture);
    pantin_image_free(&paled);
    pantin_canvas_free(&pale);
    return overlay_end(&o, done, image, error);
}

bool overlay_rest(const pantin_puppet *puppet, int piece, const float *heat, bool bind, int side,
                  pantin_image *image, pantin_error *error) {
    static const float paper[4] = { 0.985f, 0.98f, 0.965f, 1.0f };
    const pantin_mesh *mesh = &puppet->pieces[piece].triangles;
    const pantin_drawing *drawing = &puppet->drawings[puppet->pieces[piece].drawing_index].drawing;
    pantin_box box = drawing->ink_box;
    double margin = mesh->spacing_px + 2.0;
    box = (pantin_box){ box.left - margin, box.top - margin, box.right + margin,
                        box.bottom + margin };
    double scale = min_double(3.0, side / max_double(box.right - box.left, box.bottom - box.top));
    int width = max_int(1, (int)(scale * (box.right - box.left) + 0.5));
    int height = max_int(1, (int)(scale * (box.bottom - box.top) + 0.5));
    pantin_affine place = {
        .xx = scale, .yy = scale, .x0 = -scale * box.left, .y0 = -scale * box.top
    };
    overlay o = { 0 };
    pantin_texture *texture = NULL;
    bool done = overlay_begin(&o, width, height, mesh->vertex_count, mesh->triangle_count, error);
    if (done) {
        texture = pantin_texture_create(&drawing->image, error);
        done = texture != NULL;
    }
    if (done) {
        for (int v = 0; v < mesh->vertex_count; v++)
            o.points[v] =
                (pantin_point32){ (float)mesh->vertices[v].x, (float)mesh->vertices[v].y };
        for (int t = 0; t < mesh->triangle_count; t++)
            o.stretch[t] = bind ? heat_of_bind((double)heat[t]) : (double)heat[t];
        pantin_canvas_fill(&o.canvas, paper);
        pantin_raster_picture(o.raster, texture, place, 0.45, 0, NULL, &o.canvas, NULL);
        heat_triangles(mesh, o.points, place, o.stretch, NULL, &o.canvas);
        draw_edges(&o, mesh, o.points, place);
    }
    pantin_texture_destroy(texture);
    return overlay_end(&o, done, image, error);
}
