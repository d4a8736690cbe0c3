// loop_csv.c — loop reports as comma-separated values: a line an animation, columns named as in JSON.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/vec.h"
#include "loop.h"

static void put_field(text *out, const char *words) {
    bool plain = words[strcspn(words, ",\"\r\n")] == '\0';
    if (!plain) text_char(out, '"');
    for (; *words != '\0'; words++) {
        if (*words == '"') text_char(out, '"');
        text_char(out, *words);
    }
    if (!plain) text_char(out, '"');
}

static void put_value(text *out, bool has, double value) {
    text_char(out, ',');
    if (has && finite_double(value)) text_format(out, "%g", value);
}

static void put_word(text *out, const char *words) {
    text_char(out, ',');
    put_field(out, words);
}

static const char *const side_keys[] = {
    "frames",
    "fps",
    "pose_gap_deg",
    "pose_bone",
    "velocity_gap_deg_per_frame",
    "velocity_bone",
    "root_drift_cm",
    "root_drift_floor_cm",
    "root_drift_up_cm",
    "velocity_vector_gap_deg_per_frame",
    "acceleration_gap_deg_per_frame2",
    "seam_residual_deg_per_s",
    "seam_residual_interior_p95_deg_per_s",
    "seam_residual_interior_max_deg_per_s",
    "position_gap_cm",
    "position_velocity_gap_cm_per_frame",
    "heading_gap_deg",
    "skate_cm_per_s",
    "skate_seam_cm_per_s",
    "stride_cm",
    "loops",
    "open",
    "open_frames",
    "first_frame_apart",
    "pass",
};
enum { SIDE_KEYS = sizeof side_keys / sizeof side_keys[0] };

static void put_side_keys(text *out, const char *before) {
    for (int k = 0; k < SIDE_KEYS; k++) text_format(out, ",%s%s", before, side_keys[k]);
}

static void put_side(text *out, const pantin_loop_side *side) {
    const pantin_loop_measure *m = &side->measure;
    put_value(out, true, m->frames);
    put_value(out, true, m->fps);
    put_value(out, true, m->pose_gap_deg);
    put_word(out, side->pose_bone);
    put_value(out, true, m->velocity_gap_deg_per_frame);
    put_word(out, side->velocity_bone);
    put_value(out, true, m->root_drift_cm);
    put_value(out, true, m->root_drift_floor_cm);
    put_value(out, true, m->root_drift_up_cm);
    put_value(out, true, m->velocity_vector_gap_deg_per_frame);
    put_value(out, true, m->acceleration_gap_deg_per_frame2);
    put_value(out, true, m->seam_residual_deg_per_s);
    put_value(out, m->has_interior, m->seam_residual_interior_p95_deg_per_s);
    put_value(out, m->has_interior, m->seam_residual_interior_max_deg_per_s);
    put_value(out, true, m->position_gap_cm);
    put_value(out, true, m->position_velocity_gap_cm_per_frame);
    put_value(out, true, m->heading_gap_deg);
    put_value(out, m->has_feet, m->skate_cm_per_s);
    put_value(out, m->has_feet, m->skate_seam_cm_per_s);
    put_value(out, true, m->stride_cm);
    put_word(out, m->loops ? "true" : "false");
    put_word(out, m->open ? "true" : "false");
    put_value(out, true, m->open_frames);
    put_word(out, m->first_apart ? "true" : "false");
    put_word(out, side->verdict.pass ? "true" : "false");
}

static const char fix_keys[] =
    ",output,method,untouched,goals_met,anchor_frame,cut_frame,window_frames,kept_frames,"
    "kept_motion,core_gap_deg,peak_deviation_deg,deviation_bone,peak_deviation_cm,drift_removed_cm,"
    "vertical_kept_cm,anchor_gap_deg_per_frame,anchor_bone,source_seam_residual_p95_deg_per_s,"
    "skate_seam_source_cm_per_s,skate_seam_cm_per_s,locked_contacts,lock_correction_cm,stride_cm,"
    "turn_deg";
static const char find_keys[] =
    ",start,end,seconds,cost,gap_deg,gap_cm,peak_deviation_deg,candidate_skate_cm_per_s,"
    "kept_frames,kept_motion,period_s,poor";

static void put_fix(text *out, const pantin_loop_entry *e) {
    const pantin_loop_fixed *f = &e->fixed;
    bool cut = !f->untouched;
    put_word(out, e->output != NULL ? e->output : "");
    put_word(out, pantin_fix_method_name(e->method));
    put_word(out, f->untouched ? "true" : "false");
    put_word(out, f->untouched || f->goals_met ? "true" : "false");
    put_value(out, true, f->piece.start);
    put_value(out, true, f->piece.end);
    put_value(out, true, f->window_frames);
    put_value(out, true, f->kept);
    put_value(out, true, f->piece.kept);
    put_value(out, true, f->piece.gap_deg);
    put_value(out, true, f->peak_deviation_deg);
    put_word(out, cut ? e->deviation_bone : "");
    put_value(out, true, f->peak_deviation_cm);
    put_value(out, true, f->drift_removed_cm);
    put_value(out, true, f->vertical_kept_cm);
    put_value(out, true, f->anchor_gap_deg_per_frame);
    put_word(out, cut ? e->anchor_bone : "");
    put_value(out, f->source.has_interior, f->source.seam_residual_interior_p95_deg_per_s);
    put_value(out, f->source.has_feet, f->source.skate_seam_cm_per_s);
    put_value(out, f->after.has_feet, f->after.skate_seam_cm_per_s);
    put_value(out, true, f->locked_contacts);
    put_value(out, true, f->lock_correction_cm);
    put_value(out, true, f->stride_cm);
    put_value(out, true, f->turn_deg);
    put_side(out, &e->before);
    put_side(out, &e->after);
}

static void put_find(text *out, const pantin_loop_entry *e) {
    static const pantin_loop_candidate nothing;
    const pantin_loop_candidate *c = e->candidate_count > 0 ? &e->candidates[0] : &nothing;
    bool has = e->candidate_count > 0;
    put_value(out, has, c->start);
    put_value(out, has, c->end);
    put_value(out, has, c->seconds);
    put_value(out, has, c->cost);
    put_value(out, has, c->gap_deg);
    put_value(out, has, c->gap_cm);
    put_value(out, has, c->peak_deviation_deg);
    put_value(out, has, c->skate_cm_per_s);
    put_value(out, has, (double)(c->end - c->start + 1) / e->before.measure.frames);
    put_value(out, has, c->kept);
    put_value(out, e->period_s > 0.0, e->period_s);
    put_word(out, e->poor ? "true" : "false");
}

static void put_head(text *out, pantin_loop_task task) {
    text_string(out, "file,animation,animations,root,bones");
    if (task == PANTIN_LOOP_FIX) {
        text_string(out, fix_keys);
        put_side_keys(out, "before_");
        put_side_keys(out, "after_");
    } else {
        put_side_keys(out, "");
        if (task == PANTIN_LOOP_FIND) text_string(out, find_keys);
    }
    text_string(out, ",reasons,notes,error\n");
}

static int fields(pantin_loop_task task) {
    const char *keys = task == PANTIN_LOOP_FIX    ? fix_keys
                       : task == PANTIN_LOOP_FIND ? find_keys
                                                  : "";
    int count = task == PANTIN_LOOP_FIX ? 2 * SIDE_KEYS : SIDE_KEYS;
    for (; *keys != '\0'; keys++) count += *keys == ',';
    return count;
}

static void put_notes(text *out, const pantin_loop_entry *e) {
    char notes[2048] = "";
    size_t length = 0;
    for (int k = 0; k < e->note_count; k++)
        length += text_print(notes + length, sizeof notes - length, "%s%s", k > 0 ? "; " : "",
                             e->notes[k]);
    put_word(out, notes);
}

void loop_write_csv(text *out, const pantin_loop_entry *entries, int count) {
    if (count == 0) return;
    put_head(out, entries[0].task);
    for (int k = 0; k < count; k++) {
        const pantin_loop_entry *e = &entries[k];
        put_field(out, e->file);
        put_word(out, e->animation);
        if (e->failure != NULL) {
            text_string(out, ",,,"); // animations, root, bones
            for (int c = fields(e->task); c > 0; c--) text_char(out, ',');
            text_string(out, ",,");
            put_word(out, e->failure);
            text_char(out, '\n');
            continue;
        }
        put_value(out, true, e->animations);
        put_word(out, e->root);
        put_value(out, true, e->bones);
        if (e->task == PANTIN_LOOP_FIX) {
            put_fix(out, e);
        } else {
            put_side(out, &e->before);
            if (e->task == PANTIN_LOOP_FIND) put_find(out, e);
        }
        put_word(out, e->reason);
        put_notes(out, e);
        put_word(out, "");
        text_char(out, '\n');
    }
}
