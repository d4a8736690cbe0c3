// diagnostics.c — diagnostics.json: where the time went, and what the solvers had to do.
//
// The one output of a film that differs from run to run: it alone holds times.
// SPDX-License-Identifier: MIT
#include "base/json.h"
#include "base/vec.h"
#include "trace.h"

enum { STATUS_COUNT = PANTIN_STALLED + 1 };

/// What one piece, one actor, or all did over the film.
typedef struct effort {
    int64_t solves, iterations, repair_rounds, inverted_raw;
    int iterations_max, repaired;
    int statuses[STATUS_COUNT];
} effort;

static void add_solve(effort *e, const trace_piece *piece) {
    e->solves++;
    e->iterations += piece->iterations;
    e->iterations_max = max_int(e->iterations_max, piece->iterations);
    e->repair_rounds += piece->repair_rounds;
    e->repaired += piece->repair_rounds > 0;
    e->inverted_raw += piece->inverted_raw;
    e->statuses[clamp_int((int)piece->status, 0, STATUS_COUNT - 1)]++;
}

/// Of piece `wanted` of actor `cast`; PANTIN_NONE: of all.
static effort sum_effort(const pantin_trace *trace, int cast, int wanted) {
    effort sum = { 0 };
    for (int i = 0; i < trace->frame_count; i++)
        for (int c = 0; c < trace->info->cast_count && trace->frames[i].seen; c++)
            for (int k = 0; k < trace_actor_at(trace, i, c)->piece_count; k++) {
                const trace_piece *piece = trace_piece_at(trace, i, c, k);
                if ((cast == PANTIN_NONE || cast == c) &&
                    (wanted == PANTIN_NONE || wanted == piece->piece))
                    add_solve(&sum, piece);
            }
    return sum;
}

static void put_int(json_writer *w, const char *key, int64_t value) {
    json_key(w, key);
    json_put_int(w, value);
}

static void put_ms(json_writer *w, const char *key, double ms) {
    json_key(w, key);
    json_put_number(w, trace_round(ms));
}

static void put_times(json_writer *w, const pantin_shoot_times *times) {
    double frames = max_int(1, times->frames);
    put_ms(w, "frame_ms", times->wall_ms / frames);
    put_ms(w, "act_ms_per_frame", times->act_ms / frames);
    put_ms(w, "paint_ms_per_frame", times->paint_ms / frames);
    put_ms(w, "write_ms_per_frame", times->write_ms / frames);
    put_ms(w, "wall_ms", times->wall_ms);
    json_key(w, "frames_per_s");
    json_put_number(w, trace_round(times->wall_ms > 0 ? 1e3 * times->frames / times->wall_ms : 0));
}

static void put_effort(json_writer *w, const effort *e) {
    put_int(w, "solves", e->solves);
    json_key(w, "iterations_mean");
    json_put_number(w, trace_round(e->solves > 0 ? (double)e->iterations / (double)e->solves : 0));
    put_int(w, "iterations_max", e->iterations_max);
    put_int(w, "repair_rounds", e->repair_rounds);
    put_int(w, "repaired_solves", e->repaired);
    put_int(w, "inverted_raw", e->inverted_raw);
    json_key(w, "statuses");
    json_inline(w);
    json_object(w);
    for (int s = 0; s < STATUS_COUNT; s++)
        put_int(w, pantin_deform_status_name((pantin_deform_status)s), e->statuses[s]);
    json_end(w, '}');
}

static void put_actor(json_writer *w, const pantin_trace *trace, int c) {
    const trace_cast *cast = &trace->cast[c];
    json_object(w);
    json_key(w, "name");
    json_put_text(w, cast->name);
    json_key(w, "method");
    json_put_text(w, cast->method);
    json_key(w, "pieces");
    json_array(w);
    for (int p = 0; p < cast->puppet->piece_count; p++) {
        const pantin_puppet_piece *piece = &cast->puppet->pieces[p];
        effort sum = sum_effort(trace, c, p);
        json_object(w);
        json_key(w, "name");
        json_put_text(w, piece->name);
        put_int(w, "vertices", piece->triangles.vertex_count);
        put_int(w, "triangles", piece->triangles.triangle_count);
        put_int(w, "handles", piece->handle_count);
        put_effort(w, &sum);
        json_end(w, '}');
    }
    json_end(w, ']');
    json_end(w, '}');
}

bool pantin_diagnostics_write(const pantin_trace *trace, const pantin_shoot_times *times,
                              pantin_bytes *bytes, pantin_error *error) {
    pantin_trace_summary summary = pantin_trace_summarize(trace);
    effort all = sum_effort(trace, PANTIN_NONE, PANTIN_NONE);
    text out = { 0 };
    json_writer w = { .out = &out };
    json_object(&w);
    json_key(&w, "pantin");
    json_put_text(&w, "diagnostics/1");
    put_int(&w, "frames", summary.frames);
    put_times(&w, times);
    put_effort(&w, &all);
    json_key(&w, "actors");
    json_array(&w);
    for (int c = 0; c < trace->info->cast_count; c++) put_actor(&w, trace, c);
    json_end(&w, ']');
    json_end(&w, '}');
    text_char(&out, '\n');
    return text_take(&out, bytes, error);
}
