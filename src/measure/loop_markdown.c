// loop_markdown.c — loop reports as a Markdown table, a row an animation.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/vec.h"
#include "loop.h"

/// Words in a cell: a bar would end it.
static void put_words(text *out, const char *words) {
    char shown[1024];
    text_printable(shown, sizeof shown, words, strlen(words));
    for (const char *at = shown; *at != '\0'; at++) {
        if (*at == '|' || *at == '\\' || *at == '*' || *at == '_' || *at == '`' || *at == '<')
            text_char(out, '\\');
        text_char(out, *at);
    }
}

static void put_title(text *out, const pantin_loop_entry *e) {
    char title[512];
    loop_title(title, sizeof title, e->file, e->animation, e->index,
               e->failure != NULL && *e->animation != '\0' ? 2 : e->animations);
    text_string(out, "| ");
    put_words(out, title);
    text_string(out, " |");
}

static void put_gates(text *out, const pantin_loop_measure *m) {
    text_format(out, " %.2f | %.2f | %.2f |", m->pose_gap_deg, m->velocity_gap_deg_per_frame,
                m->root_drift_cm);
}

static void put_residual(text *out, const pantin_loop_measure *m, const pantin_loop_measure *own) {
    text_format(out, " %.0f", m->seam_residual_deg_per_s);
    if (own->has_interior) text_format(out, " / %.0f", own->seam_residual_interior_p95_deg_per_s);
    text_string(out, " |");
}

static void put_skate(text *out, bool has, double value) {
    if (has)
        text_format(out, " %.2f |", value);
    else
        text_string(out, " – |");
}

static void put_check_row(text *out, const pantin_loop_entry *e) {
    const pantin_loop_measure *m = &e->before.measure;
    text_format(out, " %d | %g |", m->frames, m->fps);
    put_gates(out, m);
    put_residual(out, m, m);
    put_skate(out, m->has_feet, m->skate_cm_per_s);
    text_format(out, " %s%s |", loop_outcome(e),
                loop_only_fast(&e->before) ? ", no rougher than the clip" : "");
}

static void put_find_row(text *out, const pantin_loop_entry *e) {
    const pantin_loop_measure *m = &e->before.measure;
    text_format(out, " %d | %g |", m->frames, m->fps);
    if (e->candidate_count > 0) {
        const pantin_loop_candidate *c = &e->candidates[0];
        text_format(out, " %d–%d | %.2f | %.3f | %.1f | %.1f | %.0f %% |", c->start, c->end,
                    c->seconds, c->cost, c->gap_deg, c->peak_deviation_deg, 100.0 * c->kept);
    } else {
        text_string(out, " – | – | – | – | – | – |");
    }
    if (e->period_s > 0.0)
        text_format(out, " %.3f |", e->period_s);
    else
        text_string(out, " – |");
    text_format(out, " %s%s", loop_outcome(e), *e->reason != '\0' ? ": " : "");
    put_words(out, e->reason);
    text_string(out, " |");
}

static void put_fix_row(text *out, const pantin_loop_entry *e) {
    const pantin_loop_fixed *f = &e->fixed;
    const pantin_loop_measure *b = &e->before.measure, *a = &e->after.measure;
    text_format(out, " %.2f / %.2f / %.2f | %.2f / %.2f / %.2f |", b->pose_gap_deg,
                b->velocity_gap_deg_per_frame, b->root_drift_cm, a->pose_gap_deg,
                a->velocity_gap_deg_per_frame, a->root_drift_cm);
    if (f->untouched) {
        text_string(out, " – | – | – | 100 / 100 % | 0 / 0 |");
        put_residual(out, b, b);
        put_skate(out, b->has_feet, b->skate_seam_cm_per_s);
    } else {
        text_format(out, " %d | %d | %d | %.0f / %.0f %% | %.1f / %.1f |", f->piece.start,
                    f->piece.end, f->window_frames, 100.0 * f->kept, 100.0 * f->piece.kept,
                    f->peak_deviation_deg, f->peak_deviation_cm);
        put_residual(out, a, &f->source);
        if (a->has_feet)
            text_format(out, " %.2f → %.2f |", f->source.skate_seam_cm_per_s,
                        a->skate_seam_cm_per_s);
        else
            text_string(out, " – |");
    }
    text_format(out, " %s%s", loop_outcome(e), e->poor && *e->reason != '\0' ? ": " : "");
    if (e->poor) put_words(out, e->reason);
    text_string(out, " |");
}

static const char *const heads[] = {
    [PANTIN_LOOP_CHECK] = "| clip | frames | fps | pose ° | velocity °/frame | drift cm | seam "
                          "residual / own p95 °/s | skate cm/s | verdict |\n"
                          "|---|---|---|---|---|---|---|---|---|\n",
    [PANTIN_LOOP_FIND] =
        "| clip | frames | fps | best | seconds | cost | gap ° | bends ° | motion kept | "
        "period s | verdict |\n"
        "|---|---|---|---|---|---|---|---|---|---|---|\n",
    [PANTIN_LOOP_FIX] =
        "| clip | before: pose ° / velocity °/frame / drift cm | after | anchor | "
        "cut | window | frames / motion kept | deviation ° / cm | seam residual / source p95 °/s | "
        "seam skate cm/s | result |\n"
        "|---|---|---|---|---|---|---|---|---|---|---|\n",
};
static const int columns[] = {
    [PANTIN_LOOP_CHECK] = 9, [PANTIN_LOOP_FIND] = 11, [PANTIN_LOOP_FIX] = 11
};

void loop_write_markdown(text *out, const pantin_loop_entry *entries, int count) {
    if (count == 0) return;
    text_string(out, heads[entries[0].task]);
    for (int k = 0; k < count; k++) {
        const pantin_loop_entry *e = &entries[k];
        put_title(out, e);
        if (e->failure != NULL) {
            for (int c = 2; c < columns[e->task]; c++) text_string(out, " – |");
            text_format(out, " %s: ", loop_outcome(e));
            put_words(out, loop_failure(e));
            text_string(out, " |");
        } else if (e->task == PANTIN_LOOP_CHECK) {
            put_check_row(out, e);
        } else if (e->task == PANTIN_LOOP_FIND) {
            put_find_row(out, e);
        } else {
            put_fix_row(out, e);
        }
        text_char(out, '\n');
    }
}
