// loop_json.c — loop reports as JSON: {"clips": [...]}, keys with their units.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/json.h"
#include "loop.h"

static void put(json_writer *w, const char *key, double value) {
    json_key(w, key);
    json_put_number(w, value);
}

static void put_some(json_writer *w, const char *key, bool has, double value) {
    json_key(w, key);
    if (has)
        json_put_number(w, value);
    else
        json_put_null(w);
}

static void put_int(json_writer *w, const char *key, int value) {
    json_key(w, key);
    json_put_int(w, value);
}

static void put_bool(json_writer *w, const char *key, bool value) {
    json_key(w, key);
    json_put_bool(w, value);
}

static void put_text(json_writer *w, const char *key, const char *value) {
    json_key(w, key);
    json_put_text(w, value);
}

static void put_notes(json_writer *w, const pantin_loop_entry *e) {
    json_key(w, "notes");
    json_array(w);
    for (int k = 0; k < e->note_count; k++) json_put_text(w, e->notes[k]);
    json_end(w, ']');
}

/// The members of one measured clip: one table, wherever it stands.
static void put_side(json_writer *w, const pantin_loop_entry *e, const pantin_loop_side *side) {
    const pantin_loop_measure *m = &side->measure;
    put_text(w, "file", side->file);
    put_text(w, "animation", e->animation);
    put_int(w, "animations", e->animations);
    put_text(w, "root", e->root);
    put_int(w, "bones", e->bones);
    put_int(w, "frames", m->frames);
    put(w, "fps", m->fps);
    put(w, "pose_gap_deg", m->pose_gap_deg);
    put_text(w, "pose_bone", side->pose_bone);
    put(w, "velocity_gap_deg_per_frame", m->velocity_gap_deg_per_frame);
    put_text(w, "velocity_bone", side->velocity_bone);
    put(w, "root_drift_cm", m->root_drift_cm);
    put(w, "root_drift_floor_cm", m->root_drift_floor_cm);
    put(w, "root_drift_up_cm", m->root_drift_up_cm);
    put(w, "velocity_vector_gap_deg_per_frame", m->velocity_vector_gap_deg_per_frame);
    put(w, "acceleration_gap_deg_per_frame2", m->acceleration_gap_deg_per_frame2);
    put(w, "seam_residual_deg_per_s", m->seam_residual_deg_per_s);
    put_some(w, "seam_residual_interior_p95_deg_per_s", m->has_interior,
             m->seam_residual_interior_p95_deg_per_s);
    put_some(w, "seam_residual_interior_max_deg_per_s", m->has_interior,
             m->seam_residual_interior_max_deg_per_s);
    put(w, "position_gap_cm", m->position_gap_cm);
    put(w, "position_velocity_gap_cm_per_frame", m->position_velocity_gap_cm_per_frame);
    put(w, "heading_gap_deg", m->heading_gap_deg);
    put_some(w, "skate_cm_per_s", m->has_feet, m->skate_cm_per_s);
    put_some(w, "skate_seam_cm_per_s", m->has_feet, m->skate_seam_cm_per_s);
    put(w, "stride_cm", m->stride_cm);
    put_bool(w, "loops", m->loops);
    put_bool(w, "open", m->open);
    put_int(w, "open_frames", m->open_frames);
    put_bool(w, "first_frame_apart", m->first_apart);
    put_bool(w, "pass", side->verdict.pass);
    put_notes(w, e);
}

/// What stands between semicolons, one by one.
static void put_reasons(json_writer *w, const char *reason) {
    json_key(w, "reasons");
    json_array(w);
    while (*reason != '\0') {
        const char *end = strstr(reason, "; ");
        char one[512];
        size_t length = end != NULL ? (size_t)(end - reason) : strlen(reason);
        text_print(one, sizeof one, "%.*s", (int)length, reason);
        json_put_text(w, one);
        reason += end != NULL ? length + 2 : length;
    }
    json_end(w, ']');
}

static void put_candidate(json_writer *w, const pantin_loop_candidate *c, int frames) {
    json_inline(w);
    json_object(w);
    put_int(w, "start", c->start);
    put_int(w, "end", c->end);
    put(w, "seconds", c->seconds);
    put(w, "cost", c->cost);
    put(w, "gap_deg", c->gap_deg);
    put(w, "gap_cm", c->gap_cm);
    put(w, "peak_deviation_deg", c->peak_deviation_deg);
    put(w, "skate_cm_per_s", c->skate_cm_per_s);
    put(w, "kept_frames", (double)(c->end - c->start + 1) / frames);
    put(w, "kept_motion", c->kept);
    json_end(w, '}');
}

static void put_search(json_writer *w, const pantin_loop_entry *e) {
    put_some(w, "period_s", e->period_s > 0.0, e->period_s);
    put_some(w, "period_strength", e->period_s > 0.0, e->period_strength);
    put_bool(w, "period_searched", e->period_searched);
    put_bool(w, "poor", e->poor);
    put_reasons(w, e->reason);
    put_int(w, "skipped_frames", e->skipped_frames);
    json_key(w, "candidates");
    json_array(w);
    for (int k = 0; k < e->candidate_count; k++)
        put_candidate(w, &e->candidates[k], e->before.measure.frames);
    json_end(w, ']');
}

/// How the loop was made. Of a clip that was left as it is: all of it, nothing moved.
static void put_cut(json_writer *w, const pantin_loop_entry *e) {
    const pantin_loop_fixed *f = &e->fixed;
    put_int(w, "anchor_frame", f->piece.start);
    put_int(w, "cut_frame", f->piece.end);
    put(w, "seconds", f->piece.seconds);
    put(w, "cost", f->piece.cost);
    put(w, "core_gap_deg", f->piece.gap_deg);
    put_int(w, "window_frames", f->window_frames);
    put(w, "kept_frames", f->kept);
    put(w, "kept_motion", f->piece.kept);
    put(w, "peak_deviation_deg", f->peak_deviation_deg);
    put_text(w, "deviation_bone", f->untouched ? NULL : e->deviation_bone);
    put(w, "peak_deviation_cm", f->peak_deviation_cm);
    put(w, "jolt_cm_per_frame", f->jolt_cm_per_frame);
    put(w, "jolt_near_cm_per_frame", f->jolt_near_cm_per_frame);
    put(w, "jolt_share", f->jolt_share);
    put_text(w, "jolt_joint", f->untouched ? NULL : e->jolt_joint);
    put(w, "drift_removed_cm", f->drift_removed_cm);
    put(w, "vertical_kept_cm", f->vertical_kept_cm);
    put(w, "anchor_gap_deg_per_frame", f->anchor_gap_deg_per_frame);
    put_text(w, "anchor_bone", f->untouched ? NULL : e->anchor_bone);
    put_some(w, "predicted_velocity_gap_deg_per_frame",
             !f->untouched && e->method == PANTIN_FIX_CROSSFADE,
             f->predicted_velocity_gap_deg_per_frame);
    put_some(w, "source_seam_residual_p95_deg_per_s", f->source.has_interior,
             f->source.seam_residual_interior_p95_deg_per_s);
    put_some(w, "skate_source_cm_per_s", f->source.has_feet, f->source.skate_cm_per_s);
    put_some(w, "skate_seam_source_cm_per_s", f->source.has_feet, f->source.skate_seam_cm_per_s);
    put_some(w, "skate_seam_cm_per_s", f->after.has_feet, f->after.skate_seam_cm_per_s);
    put_int(w, "locked_contacts", f->locked_contacts);
    put(w, "lock_correction_cm", f->lock_correction_cm);
    put(w, "stride_cm", f->stride_cm);
    put(w, "turn_deg", f->turn_deg);
}

static void put_fix(json_writer *w, const pantin_loop_entry *e) {
    const pantin_loop_fixed *f = &e->fixed;
    put_text(w, "file", e->file);
    put_text(w, "animation", e->animation);
    put_int(w, "animations", e->animations);
    put_text(w, "output", e->output);
    put_text(w, "method", pantin_fix_method_name(e->method));
    put_text(w, "root_mode", loop_root_word(e->root_mode));
    put_bool(w, "untouched", f->untouched);
    put_bool(w, "goals_met", f->untouched || f->goals_met);
    put_reasons(w, e->reason);
    put_cut(w, e);
    json_key(w, "before");
    json_object(w);
    put_side(w, e, &e->before);
    json_end(w, '}');
    json_key(w, "after");
    json_object(w);
    put_side(w, e, &e->after);
    json_end(w, '}');
}

static void put_entry(json_writer *w, const pantin_loop_entry *e) {
    json_object(w);
    if (e->failure != NULL) {
        put_text(w, "file", e->file);
        put_text(w, "animation", *e->animation != '\0' ? e->animation : NULL);
        put_text(w, e->left_out ? "left_out" : "error", e->failure);
    } else if (e->task == PANTIN_LOOP_FIX) {
        put_fix(w, e);
    } else {
        put_side(w, e, &e->before);
        if (e->task == PANTIN_LOOP_FIND) put_search(w, e);
    }
    json_end(w, '}');
}

void loop_write_json(text *out, const pantin_loop_entry *entries, int count) {
    json_writer w = { .out = out };
    json_object(&w);
    json_key(&w, "clips");
    json_array(&w);
    for (int k = 0; k < count; k++) put_entry(&w, &entries[k]);
    json_end(&w, ']');
    json_end(&w, '}');
    text_char(out, '\n');
}
