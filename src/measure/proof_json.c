// proof_json.c — proof.json: every figure of every pose, method and piece, to six significant digits.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/json.h"
#include "proof.h"
#include "figures.h"
#include "trace.h"

static void put_figures(json_writer *w, const pantin_puppet *puppet, const proof_figures *f) {
    char handle[256];
    put_text(w, "status", pantin_deform_status_name(f->status));
    put_int(w, "inverted_raw", f->inverted_raw);
    put_int(w, "inverted", f->inverted);
    put_int(w, "branch_points", f->branch_points);
    put(w, "min_area_ratio", f->min_area_ratio);
    put(w, "energy_normalized", f->energy_normalized);
    put(w, "stretch_mean", f->stretch_mean);
    put(w, "stretch_p95", f->stretch_p95);
    put(w, "line_spacing_change", f->line_spacing_change);
    put(w, "feature_distortion", f->feature_distortion);
    put(w, "feature_distortion_unprotected", f->unprotected_distortion);
    put(w, "handle_error_px", f->handle_error_px);
    if (f->handle != PANTIN_NONE) trace_handle_name(puppet, f->handle, handle, sizeof handle);
    put_text(w, "handle", f->handle != PANTIN_NONE ? handle : NULL);
    put_int(w, "iterations", f->iterations);
    put_int(w, "repair_rounds", f->repair_rounds);
}

static void put_cell(json_writer *w, const pantin_proof *proof, const proof_pose *pose,
                     const proof_cell *cell, const char *method) {
    const proof_subject *subject = &proof->subjects[pose->subject];
    json_object(w);
    put_text(w, "method", method);
    json_key(w, "ours");
    json_put_bool(w, strcmp(method, subject->method) == 0);
    put_figures(w, subject->puppet, &cell->all);
    json_key(w, "pieces");
    json_array(w);
    for (int k = 0; k < cell->frame.piece_count; k++) {
        json_inline(w);
        json_object(w);
        put_text(w, "name", subject->puppet->pieces[cell->frame.pieces[k].piece].name);
        put_figures(w, subject->puppet, &cell->pieces[k]);
        json_end(w, '}');
    }
    json_end(w, ']');
    json_end(w, '}');
}

static void put_pose(json_writer *w, const pantin_proof *proof, int index) {
    const proof_pose *pose = &proof->poses[index];
    const proof_subject *subject = &proof->subjects[pose->subject];
    json_object(w);
    put_text(w, "name", pose->name);
    put_text(w, "who", subject->name);
    put_text(w, "view", subject->puppet->views[subject->views[pose->step]].name);
    json_key(w, "frame");
    if (pose->frame == PANTIN_NONE)
        json_put_null(w);
    else
        json_put_int(w, pose->frame);
    json_key(w, "methods");
    json_array(w);
    for (int m = 0; m < proof->method_count; m++)
        if (pose->wanted[m])
            put_cell(w, proof, pose, proof_cell_at(proof, index, m), proof->methods[m]);
    json_end(w, ']');
    json_end(w, '}');
}

bool pantin_proof_write(const pantin_proof *proof, pantin_bytes *bytes, pantin_error *error) {
    text out = { 0 };
    json_writer w = { .out = &out };
    json_object(&w);
    put_text(&w, "pantin", "proof/1");
    put_text(&w, "title", proof->title);
    put_text(&w, "of", proof->show != NULL ? "show" : "puppet");
    json_key(&w, "methods");
    json_inline(&w);
    json_array(&w);
    for (int m = 0; m < proof->method_count; m++) json_put_text(&w, proof->methods[m]);
    json_end(&w, ']');
    json_key(&w, "poses");
    json_array(&w);
    for (int k = 0; k < proof->pose_count && !out.failed; k++) put_pose(&w, proof, k);
    json_end(&w, ']');
    json_end(&w, '}');
    text_char(&out, '\n');
    return text_take(&out, bytes, error);
}
