// pose_report.c — how a mesh or a posed puppet fares, in lines or JSON, and its mesh for anyone to verify.
// SPDX-License-Identifier: MIT
#include "base/trig.h"
#include "facts.h"

bool pantin_mesh_report(const pantin_drawing *drawing, const pantin_mesh *mesh, int handle_count,
                        bool json, pantin_bytes *bytes, pantin_error *error) {
    facts f;
    facts_begin(&f, json);
    facts_int(&f, "width_px", drawing->image.width);
    facts_int(&f, "height_px", drawing->image.height);
    facts_int(&f, "vertices", mesh->vertex_count);
    facts_int(&f, "triangles", mesh->triangle_count);
    facts_number(&f, "spacing_px", mesh->spacing_px, 1, "px");
    facts_number(&f, "ink_coverage_percent", 100.0 * mesh->coverage, 2, "%");
    facts_int(&f, "pieces", mesh->island_count);
    facts_int(&f, "ink_pieces", drawing->island_count);
    facts_number(&f, "smallest_angle_deg", mesh->smallest_angle / TRIG_DEGREE, 1, "deg");
    facts_int(&f, "handles", handle_count);
    return facts_end(&f, bytes, error);
}

enum { SPOTS_TOLD = 6 };
typedef struct spot_list {
    pantin_hot_spot spots[SPOTS_TOLD];
    int count;
} spot_list;

static void say_handle(facts *f, const pantin_puppet *puppet, int index,
                       const pantin_handle_report *report) {
    facts_item(f, pantin_puppet_handle_at(puppet, index, NULL)->name);
    facts_number(f, "target_x_px", report->target.x, 1, "px");
    facts_number(f, "target_y_px", report->target.y, 1, "px");
    facts_number(f, "error_px", report->error_px, 3, "px");
    facts_number(f, "angle_error_deg", -report->angle_error / TRIG_DEGREE, 2, "deg");
    facts_item_end(f);
}

/// Where this piece binds, among the places found in all of the pose.
static void say_spots(facts *f, const pantin_puppet *puppet, int piece, const spot_list *list) {
    facts_list(f, "binds");
    for (int k = 0; k < list->count; k++)
        if (list->spots[k].piece == piece) facts_spot(f, puppet, &list->spots[k]);
    facts_list_end(f);
}

static void say_piece(facts *f, const pantin_puppet *puppet, const pantin_pose_frame *pose,
                      const pantin_bent *bent, const spot_list *spots) {
    const pantin_deform_report *report = &bent->report;
    const pantin_bend_quality *quality = &report->quality;
    pantin_pose_frame alone = { .piece_count = 1, .pieces = (pantin_bent[]){ *bent } };
    facts_item(f, puppet->pieces[bent->piece].name);
    facts_text(f, "status", pantin_deform_status_name(report->status));
    facts_int(f, "inverted", quality->inverted);
    facts_int(f, "inverted_raw", report->inverted_raw);
    facts_int(f, "branch_points", quality->branch_points);
    facts_number(f, "min_area_ratio", quality->min_area_ratio, 4, "");
    facts_number(f, "energy_normalized", quality->energy_normalized, 5, "");
    facts_number(f, "stretch_mean", quality->stretch_mean, 4, "");
    facts_number(f, "stretch_p95", quality->stretch_p95, 4, "");
    facts_number(f, "feature_distortion", quality->feature_distortion, 4, "");
    facts_number(f, "bind_max", pantin_bind_worst(puppet, &alone), 1, "");
    facts_int(f, "iterations", report->iterations);
    facts_int(f, "repair_rounds", report->repair_rounds);
    facts_list(f, "handles");
    for (int h = 0; h < bent->handle_count; h++)
        say_handle(f, puppet, bent->first_handle + h, &pose->handles[bent->first_handle + h]);
    facts_list_end(f);
    say_spots(f, puppet, bent->piece, spots);
    facts_item_end(f);
}

bool pantin_pose_report(const pantin_puppet *puppet, const pantin_pose_frame *pose,
                        const char *method, const pantin_advice *advice, bool json,
                        pantin_bytes *bytes, pantin_error *error) {
    facts f;
    spot_list spots;
    if (!pantin_hot_spots_find(puppet, pose, spots.spots, SPOTS_TOLD, &spots.count, error))
        return false;
    facts_begin(&f, json);
    facts_text(&f, "puppet", puppet->name);
    facts_text(&f, "view", puppet->views[pose->view].name);
    facts_text(&f, "method", method);
    facts_list(&f, "pieces");
    for (int k = 0; k < pose->piece_count; k++)
        say_piece(&f, puppet, pose, &pose->pieces[k], &spots);
    facts_list_end(&f);
    if (advice != NULL) facts_advice(&f, advice);
    return facts_end(&f, bytes, error);
}

static void put_point(json_writer *w, double x, double y) {
    json_array(w);
    json_put_number(w, x);
    json_put_number(w, y);
    json_end(w, ']');
}

/// The members of one piece, into an object that is open.
static void put_mesh(json_writer *w, const pantin_mesh *mesh, const pantin_point32 *vertices) {
    json_key(w, "rest");
    json_inline(w);
    json_array(w);
    for (int v = 0; v < mesh->vertex_count; v++)
        put_point(w, mesh->vertices[v].x, mesh->vertices[v].y);
    json_end(w, ']');
    json_key(w, "vertices");
    json_inline(w);
    json_array(w);
    for (int v = 0; v < mesh->vertex_count; v++) put_point(w, vertices[v].x, vertices[v].y);
    json_end(w, ']');
    json_key(w, "triangles");
    json_inline(w);
    json_array(w);
    for (int t = 0; t < mesh->triangle_count; t++) {
        json_array(w);
        for (int k = 0; k < 3; k++) json_put_int(w, mesh->triangles[t][k]);
        json_end(w, ']');
    }
    json_end(w, ']');
}

bool pantin_pose_mesh(const pantin_puppet *puppet, const pantin_pose_frame *pose,
                      pantin_bytes *bytes, pantin_error *error) {
    text out = { 0 };
    json_writer w = { .out = &out };
    json_object(&w);
    if (pose->piece_count != 1) {
        json_key(&w, "pieces");
        json_array(&w);
    }
    for (int k = 0; k < pose->piece_count; k++) {
        const pantin_puppet_piece *piece = &puppet->pieces[pose->pieces[k].piece];
        if (pose->piece_count != 1) {
            json_object(&w);
            json_key(&w, "name");
            json_put_text(&w, piece->name);
        }
        put_mesh(&w, &piece->triangles, pose->pieces[k].vertices);
        if (pose->piece_count != 1) json_end(&w, '}');
    }
    if (pose->piece_count != 1) json_end(&w, ']');
    json_end(&w, '}');
    text_char(&out, '\n');
    return text_take(&out, bytes, error);
}
