// trace_json.c — trace.json: a line a frame, every figure of every piece of every actor.
//
// Figures have six significant digits. Handles are listed all while that stays readable; in a film
// of more than HANDLE_LIMIT handle figures only those that are off by more than half a pixel, and
// the head of the file says so.
// SPDX-License-Identifier: MIT
#include "base/json.h"
#include "base/vec.h"
#include "figures.h"
#include "trace.h"

enum { HANDLE_LIMIT = 100000 };
#define HANDLE_OFF_PX 0.5

static void write_piece(json_writer *w, const pantin_puppet *puppet, const trace_piece *piece) {
    const pantin_bend_quality *q = &piece->quality;
    json_object(w);
    put_text(w, "name", puppet->pieces[piece->piece].name);
    put_int(w, "inverted", q->inverted);
    put_int(w, "branch_points", q->branch_points);
    put(w, "min_area_ratio", q->min_area_ratio);
    put(w, "energy_normalized", q->energy_normalized);
    put(w, "stretch_mean", q->stretch_mean);
    put(w, "stretch_p95", q->stretch_p95);
    put(w, "feature_distortion", q->feature_distortion);
    put(w, "bind_max", (double)piece->bind_max);
    put_text(w, "status", pantin_deform_status_name(piece->status));
    json_end(w, '}');
}

// Of the handles whose pieces are shown.
static void write_handles(json_writer *w, const pantin_puppet *puppet, const float *errors,
                          bool all) {
    json_key(w, "handles");
    json_array(w);
    for (int h = 0; h < puppet->handle_count; h++) {
        if (errors[h] < 0 || (!all && !((double)errors[h] > HANDLE_OFF_PX))) continue;
        char name[256];
        trace_handle_name(puppet, h, name, sizeof name);
        json_object(w);
        put_text(w, "name", name);
        put(w, "error_px", (double)errors[h]);
        json_end(w, '}');
    }
    json_end(w, ']');
}

static void write_actor(json_writer *w, const pantin_trace *trace, int index, int c,
                        bool all_handles) {
    const trace_cast *cast = &trace->cast[c];
    const trace_actor *actor = trace_actor_at(trace, index, c);
    json_object(w);
    put_text(w, "name", cast->name);
    put_text(w, "view", actor->view == PANTIN_NONE ? NULL : cast->puppet->views[actor->view].name);
    put_int(w, "drawings", actor->drawings);
    json_key(w, "visible_px");
    if (actor->pixels == PANTIN_NONE)
        json_put_null(w);
    else
        json_put_int(w, actor->pixels);
    put(w, "feet_slide_px", actor->feet_slide_px);
    put_int(w, "feet_planted", actor->feet_planted);
    json_key(w, "pieces");
    json_array(w);
    for (int k = 0; k < actor->piece_count; k++)
        write_piece(w, cast->puppet, trace_piece_at(trace, index, c, k));
    json_end(w, ']');
    write_handles(w, cast->puppet, trace_handles_at(trace, index, c), all_handles);
    json_end(w, '}');
}

static void write_frame(json_writer *w, const pantin_trace *trace, int index, bool all_handles) {
    const trace_frame *frame = &trace->frames[index];
    json_inline(w);
    json_object(w);
    put_int(w, "frame", frame->frame);
    json_key(w, "score_frame");
    if (frame->score_frame < 0)
        json_put_null(w);
    else
        json_put_number(w, trace_round(frame->score_frame));
    put_int(w, "camera", frame->camera);
    json_key(w, "actors");
    json_array(w);
    for (int c = 0; c < trace->info->cast_count; c++) write_actor(w, trace, index, c, all_handles);
    json_end(w, ']');
    json_end(w, '}');
}

bool pantin_trace_write(const pantin_trace *trace, pantin_bytes *bytes, pantin_error *error) {
    const pantin_show_info *info = trace->info;
    bool all_handles = (int64_t)trace->frame_count * trace->handles_a_frame <= HANDLE_LIMIT;
    text out = { 0 };
    json_writer w = { .out = &out };
    json_object(&w);
    put_text(&w, "pantin", "trace/1");
    put_text(&w, "title", info->title);
    json_key(&w, "rate");
    json_inline(&w);
    json_array(&w);
    json_put_int(&w, info->rate.numerator);
    json_put_int(&w, info->rate.denominator);
    json_end(&w, ']');
    json_key(&w, "size_px");
    json_inline(&w);
    json_array(&w);
    json_put_int(&w, info->width);
    json_put_int(&w, info->height);
    json_end(&w, ']');
    put_text(&w, "handles_listed", all_handles ? "all" : "error_px > 0.5");
    json_key(&w, "frames");
    json_array(&w);
    for (int i = 0; i < trace->frame_count && !out.failed; i++)
        if (trace->frames[i].seen) write_frame(&w, trace, i, all_handles);
    json_end(&w, ']');
    json_end(&w, '}');
    text_char(&out, '\n');
    return text_take(&out, bytes, error);
}
