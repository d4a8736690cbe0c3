// loop_text.c — loop reports for people: all that is known of a clip, or a line each; and the reference tool's
// own lines where its method was asked for.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/vec.h"
#include "loop.h"

/// Words of a file that may not be printable.
static void put_harmless(text *out, const char *words) {
    char shown[1024];
    text_bytes(out, shown, text_printable(shown, sizeof shown, words, strlen(words)));
}

const char *loop_outcome(const pantin_loop_entry *e) {
    if (e->failure != NULL) return e->left_out ? "left out" : "not done";
    if (e->task == PANTIN_LOOP_CHECK) return e->before.verdict.pass ? "passes" : "fails";
    if (e->task == PANTIN_LOOP_FIND) return e->poor ? "poor" : "found";
    return e->fixed.untouched ? "looped already" : e->poor ? "fell short" : "loops";
}

void loop_totals(char *out, size_t size, const pantin_loop_entry *entries, int count) {
    static const char *const words[] = { "passes",     "fails",    "found",
                                         "poor",       "loops",    "looped already",
                                         "fell short", "left out", "not done" };
    size_t length = text_print(out, size, "%d clip%s", count, count == 1 ? "" : "s");
    bool first = true;
    for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
        int n = 0;
        for (int i = 0; i < count; i++) n += strcmp(loop_outcome(&entries[i]), words[k]) == 0;
        if (n == 0) continue;
        const char *word = words[k];
        if (n > 1 && strcmp(word, "passes") == 0) word = "pass";
        if (n > 1 && strcmp(word, "fails") == 0) word = "fail";
        if (n > 1 && strcmp(word, "loops") == 0) word = "loop";
        length += text_print(out + length, size - length, "%s%d %s", first ? ": " : ", ", n, word);
        first = false;
    }
}

// --- one clip ------------------------------------------------------------------------------------

static void put_head(text *out, const pantin_loop_entry *e) {
    const pantin_loop_measure *m = &e->before.measure;
    char seconds[32];
    loop_number(seconds, sizeof seconds, (m->frames - 1) / m->fps);
    put_harmless(out, e->file);
    text_format(out, "  animation %d of %d", e->index + 1, e->animations);
    if (*e->animation != '\0') {
        text_string(out, " \"");
        put_harmless(out, e->animation);
        text_char(out, '"');
    }
    text_format(out, ", %d frames at %g/s (%s s), root ", m->frames, m->fps, seconds);
    put_harmless(out, e->root);
    text_format(out, ", %d bones\n", e->bones);
}

typedef struct figure {
    const char *label, *unit;
    double before, after; // after: not finite where there is none
    double fps;           // 0: no second figure a second
    int light;            // PANTIN_NONE: none
    const char *who;
} figure;

static void put_figure(text *out, const figure *f) {
    char value[96], b[32];
    text_print(value, sizeof value, "%.2f", f->before);
    if (finite_double(f->after)) {
        text_print(b, sizeof b, "%.2f", f->after);
        size_t length = strlen(value);
        text_print(value + length, sizeof value - length, " → %s", b);
    }
    text_format(out, "  %-18s%s %s", f->label, value, f->unit);
    double shown = finite_double(f->after) ? f->after : f->before;
    if (f->fps > 0.0) text_format(out, " = %.1f °/s", shown * f->fps);
    if (f->light != PANTIN_NONE)
        text_format(out, "  [%s]", loop_light_word((pantin_light)f->light));
    if (f->who != NULL && strcmp(f->who, "-") != 0) {
        text_string(out, "  ");
        put_harmless(out, f->who);
    }
    text_char(out, '\n');
}

/// `after` is NULL of a clip that was only measured.
static void put_gaps(text *out, const pantin_loop_entry *e, const pantin_loop_side *after) {
    const pantin_loop_side *last = after != NULL ? after : &e->before;
    const pantin_loop_measure *b = &e->before.measure, *a = &last->measure;
    const pantin_loop_verdict *v = &last->verdict;
    double none = after != NULL ? 0.0 : (double)INFINITY; // adds up to: no second figure
    bool travels = e->root_mode == PANTIN_ROOT_TRAVEL;
    const figure figures[] = {
        { "pose gap", "°", b->pose_gap_deg, a->pose_gap_deg + none, 0, (int)v->pose,
          last->pose_bone },
        { "velocity gap", "°/frame", b->velocity_gap_deg_per_frame,
          a->velocity_gap_deg_per_frame + none, a->fps, (int)v->velocity, last->velocity_bone },
        { travels ? "stride" : "root drift", "cm", travels ? b->stride_cm : b->root_drift_cm,
          (travels ? a->stride_cm : a->root_drift_cm) + none, 0,
          travels ? PANTIN_NONE : (int)v->drift, NULL },
        { travels ? "turn" : "heading", "°", b->heading_gap_deg, a->heading_gap_deg + none, 0,
          travels ? PANTIN_NONE : (int)v->heading, NULL },
        { "height", "cm", b->root_drift_up_cm, a->root_drift_up_cm + none, 0, (int)v->height,
          NULL },
        { "floor", "cm", b->root_drift_floor_cm, a->root_drift_floor_cm + none, 0,
          travels ? PANTIN_NONE : (int)v->floor, NULL },
        { "velocity vector", "°/frame", b->velocity_vector_gap_deg_per_frame,
          a->velocity_vector_gap_deg_per_frame + none, a->fps, PANTIN_NONE, NULL },
        { "acceleration", "°/frame²", b->acceleration_gap_deg_per_frame2,
          a->acceleration_gap_deg_per_frame2 + none, 0, PANTIN_NONE, NULL },
        { "position gap", "cm", b->position_gap_cm, a->position_gap_cm + none, 0, PANTIN_NONE,
          last->position_joint },
        { "position step", "cm/frame", b->position_velocity_gap_cm_per_frame,
          a->position_velocity_gap_cm_per_frame + none, 0, PANTIN_NONE, NULL },
        { "seam residual", "°/s", b->seam_residual_deg_per_s, a->seam_residual_deg_per_s + none, 0,
          PANTIN_NONE, last->residual_bone },
    };
    for (size_t k = 0; k < sizeof figures / sizeof *figures; k++) put_figure(out, &figures[k]);
}

static void put_own(text *out, const char *whose, const pantin_loop_measure *m) {
    if (m->has_interior)
        text_format(out, "  %-18s95 %% under %.2f, at most %.2f °/s\n", whose,
                    m->seam_residual_interior_p95_deg_per_s,
                    m->seam_residual_interior_max_deg_per_s);
    else
        text_format(out, "  %-18sunder 6 frames: none\n", whose);
}

static void put_skate(text *out, const pantin_loop_entry *e, bool fixed) {
    const pantin_loop_measure *b = &e->before.measure, *a = &e->after.measure;
    const pantin_loop_measure *s = &e->fixed.source;
    if (!b->has_feet)
        text_string(out, "  foot skate        no feet found\n");
    else if (!fixed)
        text_format(out, "  foot skate        %.2f cm/s, about the seam %.2f\n", b->skate_cm_per_s,
                    b->skate_seam_cm_per_s);
    else
        text_format(
            out,
            "  foot skate        these frames %.2f → %.2f cm/s (the whole clip %.2f), about "
            "the seam %.2f → %.2f\n",
            s->skate_cm_per_s, a->skate_cm_per_s, b->skate_cm_per_s, s->skate_seam_cm_per_s,
            a->skate_seam_cm_per_s);
}

static void put_limits(text *out, const pantin_loop_entry *e, const pantin_loop_side *side) {
    char faults[512];
    loop_faults(faults, sizeof faults, side, e->limits, e->root_mode);
    text_format(out, "%s the %s limits%s%s", side->verdict.pass ? "passes" : "FAILS",
                loop_limits_word(e->limits), *faults != '\0' ? ": " : "", faults);
}

static void put_verdict(text *out, const pantin_loop_entry *e, const pantin_loop_side *side) {
    const pantin_loop_measure *m = &side->measure;
    text_string(out, "  ");
    put_limits(out, e, side);
    text_char(out, '\n');
    if (loop_only_fast(side))
        text_string(out, "  seam no rougher than the clip: fast, not rough\n");
    else if (side->verdict.pass && side->verdict.no_rougher && m->has_interior)
        text_string(out, "  seam no rougher than the clip\n");
    if (m->loops) text_string(out, "  it loops\n");
    if (m->first_apart)
        text_string(out, "  frame 0 is a pose apart, such as a T-pose: no part of the motion\n");
    if (m->open && m->open_frames == 1)
        text_string(out, "  an open loop: its last frame leads on to its first\n");
    else if (m->open)
        text_format(out, "  an open loop: its last key leads on to its first, %d frames later\n",
                    m->open_frames);
}

/// What a fix came to, in one line: whether it met its goals, then what the checker says of it.
static void put_result(text *out, const pantin_loop_entry *e) {
    text_string(out, "  ");
    if (e->poor) {
        text_string(out, "FELL SHORT: ");
        put_harmless(out, e->reason);
    } else {
        text_string(out, "it loops");
    }
    text_string(out, e->poor ? "; it " : e->after.verdict.pass ? ", and " : ", but ");
    put_limits(out, e, &e->after);
    if (!e->poor && loop_only_fast(&e->after))
        text_string(out, "; seam no rougher than the clip: fast, not rough");
    text_char(out, '\n');
}

static void put_notes(text *out, const pantin_loop_entry *e) {
    for (int k = 0; k < e->note_count; k++) {
        text_string(out, "  note: ");
        put_harmless(out, e->notes[k]);
        text_char(out, '\n');
    }
}

static void put_check(text *out, const pantin_loop_entry *e) {
    put_head(out, e);
    put_gaps(out, e, NULL);
    put_own(out, "the clip's own", &e->before.measure);
    put_skate(out, e, false);
    put_verdict(out, e, &e->before);
    put_notes(out, e);
}

static void put_find(text *out, const pantin_loop_entry *e) {
    put_head(out, e);
    if (e->period_s > 0.0)
        text_format(out, "  natural period %.3f s (correlation %.2f)\n", e->period_s,
                    e->period_strength);
    else if (e->period_searched)
        text_string(out, "  no natural period\n");
    if (e->skipped_frames > 0)
        text_format(out, "  %d frames beyond what is searched were skipped\n", e->skipped_frames);
    if (e->candidate_count > 0)
        text_string(out, "  pick  frames         seconds    cost   gap °  gap cm  bends °  skate "
                         "cm/s  of its motion\n");
    for (int k = 0; k < e->candidate_count; k++) {
        const pantin_loop_candidate *c = &e->candidates[k];
        char range[32];
        text_print(range, sizeof range, "%d-%d", c->start, c->end);
        text_format(out, "  %4d  %-13s %8.2f %7.3f %7.1f %7.1f %8.1f %11.2f  %11.0f %%\n", k, range,
                    c->seconds, c->cost, c->gap_deg, c->gap_cm, c->peak_deviation_deg,
                    c->skate_cm_per_s, 100.0 * c->kept);
    }
    if (e->poor)
        text_format(out, "  no good loop%s%s\n", *e->reason != '\0' ? ": " : "", e->reason);
    put_notes(out, e);
}

static void put_cut(text *out, const pantin_loop_entry *e) {
    const pantin_loop_fixed *f = &e->fixed;
    text_format(out,
                "  frames %d-%d become the loop: %d frames, %.2f s; %.1f %% of its frames, "
                "%.1f %% of its motion\n",
                f->piece.start, f->piece.end, e->after.measure.frames,
                (e->after.measure.frames - 1) / e->after.measure.fps, 100.0 * f->kept,
                100.0 * f->piece.kept);
    text_format(out, "  method %s, window %d frames, gap at the cut %.1f°\n",
                pantin_fix_method_name(e->method), f->window_frames, f->piece.gap_deg);
    text_format(out, "  moved by at most %.2f° (", f->peak_deviation_deg);
    put_harmless(out, e->deviation_bone);
    text_format(out, ") and %.2f cm from its source\n", f->peak_deviation_cm);
    text_format(out, "  floor drift removed %.2f cm, vertical kept %.2f cm\n", f->drift_removed_cm,
                f->vertical_kept_cm);
    if (e->root_mode == PANTIN_ROOT_TRAVEL)
        text_format(out, "  a cycle travels %.2f cm and turns %.2f°\n", f->stride_cm, f->turn_deg);
    if (f->locked_contacts > 0)
        text_format(out, "  %d foot contact%s held, moved by at most %.2f cm\n", f->locked_contacts,
                    f->locked_contacts == 1 ? "" : "s", f->lock_correction_cm);
}

static void put_fix(text *out, const pantin_loop_entry *e) {
    put_head(out, e);
    if (e->fixed.untouched) {
        text_string(out, "  it looped already: copied as it was\n");
        put_gaps(out, e, NULL);
        put_own(out, "the clip's own", &e->before.measure);
        put_skate(out, e, false);
        put_notes(out, e);
        return;
    }
    put_cut(out, e);
    put_gaps(out, e, &e->after);
    put_own(out, "the source's own", &e->fixed.source);
    put_skate(out, e, true);
    put_result(out, e);
    put_notes(out, e);
}

// --- the reference tool's manner -------------------------------------------------------------------

static void put_reference(text *out, const pantin_loop_entry *e) {
    const pantin_loop_fixed *f = &e->fixed;
    const pantin_loop_measure *b = &e->before.measure, *a = &e->after.measure;
    text_string(out, "[loop_fix] ");
    put_head(out, e);
    if (f->untouched) {
        text_format(out,
                    "[loop_fix] already loops: pose %.2f° velocity %.2f°/frame drift %.2f cm; "
                    "copied as it was\n",
                    b->pose_gap_deg, b->velocity_gap_deg_per_frame, b->root_drift_cm);
        return;
    }
    text_format(out, "[loop_fix] anchor=%d cut=%d window=%d kept=%.1f%%\n", f->piece.start,
                f->piece.end, f->window_frames, 100.0 * f->kept);
    text_format(out, "[loop_fix] floor drift removed %.2f cm, vertical kept %.2f cm\n",
                f->drift_removed_cm, f->vertical_kept_cm);
    text_format(out,
                "[loop_fix] core gap at the cut %.2f°; the anchor's own velocity "
                "discontinuity %.2f°/frame (",
                f->piece.gap_deg, f->anchor_gap_deg_per_frame);
    put_harmless(out, e->anchor_bone);
    text_format(out,
                ")\n[loop_fix] pose gap %.2f → %.2f°, velocity gap %.2f → %.2f°/frame, root "
                "drift %.2f → %.2f cm: %s\n",
                b->pose_gap_deg, a->pose_gap_deg, b->velocity_gap_deg_per_frame,
                a->velocity_gap_deg_per_frame, b->root_drift_cm, a->root_drift_cm,
                e->after.verdict.pass ? "PASS" : "FAIL");
    text_format(out, "[loop_fix] peak deviation %.2f° (", f->peak_deviation_deg);
    put_harmless(out, e->deviation_bone);
    text_format(out, ") %.2f cm, seam residual %.1f °/s (the source's own: 95 %% under %.1f)",
                f->peak_deviation_cm, a->seam_residual_deg_per_s,
                f->source.seam_residual_interior_p95_deg_per_s);
    if (a->has_feet)
        text_format(out, ", seam skate %.2f → %.2f cm/s", f->source.skate_seam_cm_per_s,
                    a->skate_seam_cm_per_s);
    text_char(out, '\n');
    if (e->poor) text_format(out, "[loop_fix] fell short: %s\n", e->reason);
    for (int k = 0; k < e->note_count; k++) {
        text_string(out, "[loop_fix] note: ");
        put_harmless(out, e->notes[k]);
        text_char(out, '\n');
    }
}

static bool is_reference(const pantin_loop_entry *e) {
    return e->task == PANTIN_LOOP_FIX && e->method == PANTIN_FIX_CROSSFADE;
}

static void put_failure(text *out, const pantin_loop_entry *e) {
    if (is_reference(e)) text_string(out, "[loop_fix] ");
    put_harmless(out, e->file);
    if (*e->animation != '\0') {
        text_string(out, ", ");
        put_harmless(out, e->animation);
    }
    text_format(out, ": %s: ", loop_outcome(e));
    put_harmless(out, loop_failure(e));
    text_char(out, '\n');
}

void loop_write_text(text *out, const pantin_loop_entry *e) {
    if (e->failure != NULL)
        put_failure(out, e);
    else if (e->task == PANTIN_LOOP_CHECK)
        put_check(out, e);
    else if (e->task == PANTIN_LOOP_FIND)
        put_find(out, e);
    else if (e->method == PANTIN_FIX_CROSSFADE)
        put_reference(out, e);
    else
        put_fix(out, e);
}

// --- many clips ----------------------------------------------------------------------------------

static void entry_title(char *out, size_t size, const pantin_loop_entry *e) {
    char title[512];
    loop_title(title, sizeof title, e->file, e->animation, e->index,
               e->failure != NULL && *e->animation != '\0' ? 2 : e->animations);
    text_printable(out, size, title, strlen(title));
}

static void put_line(text *out, const pantin_loop_entry *e, int wide) {
    char title[256];
    entry_title(title, sizeof title, e);
    bool bare = e->failure == NULL && e->task == PANTIN_LOOP_FIX && e->fixed.untouched;
    text_format(out, "%-*s  ", wide, title);
    text_format(out, bare ? "%s" : "%-14s  ", loop_outcome(e));
    const pantin_loop_measure *b = &e->before.measure, *a = &e->after.measure;
    if (e->failure != NULL)
        put_harmless(out, loop_failure(e));
    else if (e->task == PANTIN_LOOP_CHECK)
        text_format(out, "pose %.2f°  velocity %.2f°/frame  drift %.2f cm  residual %.0f °/s%s",
                    b->pose_gap_deg, b->velocity_gap_deg_per_frame, b->root_drift_cm,
                    b->seam_residual_deg_per_s,
                    loop_only_fast(&e->before) ? ", no rougher than the clip" : "");
    else if (e->task == PANTIN_LOOP_FIND && e->candidate_count > 0)
        text_format(out, "%d-%d  %.2f s  cost %.3f%s%s", e->candidates[0].start,
                    e->candidates[0].end, e->candidates[0].seconds, e->candidates[0].cost,
                    *e->reason != '\0' ? "  " : "", e->reason);
    else if (e->task == PANTIN_LOOP_FIX && !e->fixed.untouched)
        text_format(out,
                    "%d-%d  pose %.2f → %.2f°  velocity %.2f → %.2f°/frame  drift %.2f → %.2f "
                    "cm  bent %.1f°%s%s",
                    e->fixed.piece.start, e->fixed.piece.end, b->pose_gap_deg, a->pose_gap_deg,
                    b->velocity_gap_deg_per_frame, a->velocity_gap_deg_per_frame, b->root_drift_cm,
                    a->root_drift_cm, e->fixed.peak_deviation_deg, e->poor ? "  " : "",
                    e->poor ? e->reason : "");
    text_char(out, '\n');
}

void loop_write_lines(text *out, const pantin_loop_entry *entries, int count) {
    char title[256], totals[256];
    int wide = 8;
    for (int k = 0; k < count; k++) {
        entry_title(title, sizeof title, &entries[k]);
        wide = max_int(wide, min_int(48, (int)strlen(title)));
    }
    bool reference = count > 0 && is_reference(&entries[0]);
    for (int k = 0; k < count; k++) {
        if (reference) text_string(out, "[loop_fix] ");
        put_line(out, &entries[k], wide);
    }
    loop_totals(totals, sizeof totals, entries, count);
    text_format(out, "%s%s\n", reference ? "[loop_fix] " : "", totals);
}
