// proof_draw.c — one panel of a proof: a puppet bent by one method, its mesh thin over it, what is
// turned over, and its handles with a line to where they should be.
// SPDX-License-Identifier: MIT
#include "base/vec.h"
#include "heat.h"
#include "proof.h"

const float proof_paper[4] = { 0.985f, 0.98f, 0.965f, 1.0f };
const float proof_ink[4] = { 0.09f, 0.10f, 0.14f, 1.0f };
const float proof_faint[4] = { 0.42f, 0.42f, 0.46f, 1.0f };
const float proof_alarm[4] = { 0.0f, 0.30f, 0.85f, 1.0f };
const float proof_good[4] = { 0.08f, 0.42f, 0.22f, 1.0f };
static const float panel_color[4] = { 0.945f, 0.935f, 0.905f, 1.0f };
static const float edge_color[4] = { 0.10f, 0.10f, 0.18f, 0.44f };
static const float white[4] = { 1.0f, 1.0f, 1.0f, 1.0f };
static const float flip_color[4] = { 0.0f, 0.42f, 1.0f, 1.0f }; // as in a report's heat map
static const float residual_color[4] = { 0.84f, 0.0f, 0.44f, 1.0f };

static void find_corners(const pantin_mesh *mesh, const pantin_point32 *vertices, int t,
                         pantin_affine place, vec2 corners[3]) {
    for (int k = 0; k < 3; k++)
        corners[k] = affine_point(place, vec2_from32(vertices[mesh->triangles[t][k]]));
}

void proof_draw_flips(const pantin_mesh *mesh, const pantin_point32 *vertices, pantin_affine place,
                      const double *ratio, pantin_canvas *canvas) {
    vec2 corners[3];
    for (int pass = 0; pass < 2; pass++) // a white rim under all of them, then all of them
        for (int t = 0; t < mesh->triangle_count; t++) {
            if (ratio[t] > 0) continue;
            find_corners(mesh, vertices, t, place, corners);
            if (pass == 1) pantin_raster_triangle(corners, flip_color, canvas);
            for (int k = 0; k < 3; k++)
                heat_line(corners[k], corners[(k + 1) % 3], pass == 0 ? 3.4 : 1.4,
                          pass == 0 ? white : flip_color, canvas);
        }
}

static void draw_sheet(const proof_panel *p, const pantin_bent *bent, pantin_affine place,
                       pantin_canvas *canvas) {
    const proof_cell *cell = proof_cell_at(p->proof, p->pose, p->method);
    const pantin_puppet *puppet = p->proof->subjects[p->proof->poses[p->pose].subject].puppet;
    pantin_sheet sheet = { .texture = p->textures[bent->piece],
                           .mesh = &puppet->pieces[bent->piece].triangles,
                           .vertices = bent->vertices,
                           .to_canvas = place,
                           .opacity = cell->frame.opacity,
                           .id = 1 };
    pantin_raster_sheet(p->raster, &sheet, canvas, NULL);
}

/// Edges fade where cells are only a few px wide, lest they cover what they should show.
static void draw_mesh(const proof_panel *p, const pantin_mesh *mesh, const pantin_bent *bent,
                      pantin_affine place, pantin_canvas *canvas) {
    double area = place.xx * place.yy - place.xy * place.yx;
    double cell = mesh->spacing_px * sqrt(area < 0 ? -area : area);
    float color[4] = { edge_color[0], edge_color[1], edge_color[2],
                       edge_color[3] * (float)clamp_double(cell / 8.0, 0.3, 1.0) };
    pantin_raster_lines(p->raster, mesh, bent->vertices, place, clamp_double(cell / 12.0, 0.5, 0.9),
                        color, canvas);
}

static void draw_handles(const pantin_puppet *puppet, const pantin_pose_frame *frame,
                         const pantin_bent *bent, pantin_affine place, pantin_canvas *canvas) {
    const pantin_puppet_piece *piece = &puppet->pieces[bent->piece];
    for (int h = 0; h < piece->handle_count; h++) {
        const pantin_mesh_grip *grip = &piece->handles[h].grip;
        vec2 sum = { 0, 0 };
        for (int k = 0; k < grip->count; k++)
            sum = vec2_add(sum, vec2_from32(bent->vertices[grip->vertices[k]]));
        vec2 at = affine_point(place, vec2_scale(sum, 1.0 / grip->count));
        vec2 wanted = affine_point(place, frame->handles[piece->first_handle + h].target);
        if (vec2_distance(at, wanted) > 1.0) heat_line(at, wanted, 1.6, residual_color, canvas);
        pantin_raster_dot(at, 2.6, white, canvas);
        pantin_raster_dot(at, 1.7, proof_ink, canvas);
    }
}

void proof_draw_panel(const proof_panel *p, pantin_canvas *canvas) {
    const proof_pose *pose = &p->proof->poses[p->pose];
    const pantin_puppet *puppet = p->proof->subjects[pose->subject].puppet;
    const pantin_pose_frame *frame = &proof_cell_at(p->proof, p->pose, p->method)->frame;
    pantin_affine zoom = {
        .xx = p->scale,
        .yy = p->scale,
        .x0 = 0.5 * canvas->width - 0.5 * p->scale * (p->box.left + p->box.right),
        .y0 = 0.5 * canvas->height - 0.5 * p->scale * (p->box.top + p->box.bottom)
    };
    pantin_affine place = affine_compose(zoom, pose->place);
    pantin_canvas_fill(canvas, panel_color);
    for (int k = 0; k < frame->piece_count; k++) draw_sheet(p, &frame->pieces[k], place, canvas);
    for (int k = 0; k < frame->piece_count; k++)
        draw_mesh(p, &puppet->pieces[frame->pieces[k].piece].triangles, &frame->pieces[k], place,
                  canvas);
    for (int k = 0; k < frame->piece_count; k++) {
        const pantin_bent *bent = &frame->pieces[k];
        pantin_bend_measure(p->meters[bent->piece], bent->vertices, NULL, p->ratio);
        proof_draw_flips(&puppet->pieces[bent->piece].triangles, bent->vertices, place, p->ratio,
                         canvas);
    }
    for (int k = 0; k < frame->piece_count; k++)
        draw_handles(puppet, frame, &frame->pieces[k], place, canvas);
}
