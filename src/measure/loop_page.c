// loop_page.c — what became of a batch of clips: one page that opens offline, first the verdict and a table of
// all, then each clip with its figures and its pictures, drawn in the page itself.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/vec.h"
#include "loop.h"
#include "page.h"

/// What a page may weigh; clips beyond it are told without pictures.
#define PAGE_ROOM ((size_t)24 << 20)

// clang-format off: broken at its own braces and semicolons
static const char style[] =
    ".clips{font-size:.83rem}.clips td,.clips th{padding-right:.8rem;white-space:nowrap}"
    ".clips thead th{vertical-align:bottom;line-height:1.3}.clips tbody th{white-space:normal;"
    "min-width:12rem;overflow-wrap:anywhere}.clips small{display:block;font-weight:400;"
    "color:var(--soft);max-width:30rem;margin-top:.15em;line-height:1.4}"
    ".clips td:nth-child(n+3),.clips th:nth-child(n+3){text-align:right}"
    ".clips th:nth-child(2){text-align:left}\n"
    ".dot{display:inline-block;width:.72em;height:.72em;border-radius:50%;margin-right:.5em;"
    "vertical-align:-.02em;background:var(--good)}.dot.short{background:#d69614}.dot.bad{"
    "background:var(--bad)}.dot.out{background:var(--soft)}\n"
    "article.clip{scroll-margin-top:1rem}article.clip figure{margin:1.4rem 0 0;padding:1rem;"
    "background:var(--paper);border:1px solid var(--rule);border-radius:12px;overflow-x:auto}"
    "article.clip .sketch{min-width:780px}article.clip p{max-width:72ch}"
    "article.clip .facts{margin-bottom:0}article.clip .about{margin-bottom:.9rem}\n"
    ".candidates{font-size:.9rem;width:auto}.candidates td,.candidates th{text-align:right}"
    "ul.notes{color:var(--soft);padding-left:1.2rem;font-size:.9rem}\n";
// clang-format on

static const char *dot_class(const pantin_loop_entry *e) {
    if (e->failure != NULL) return e->left_out ? " out" : " bad";
    int code = pantin_loop_entry_code(e);
    return code == 0 ? "" : e->task == PANTIN_LOOP_FIX ? " short" : " bad";
}

static void put_title(text *out, const pantin_loop_entry *e) {
    char title[512];
    loop_title(title, sizeof title, e->file, e->animation, e->index,
               e->failure != NULL && *e->animation != '\0' ? 2 : e->animations);
    html_text(out, title, 300);
}

/// Two digits behind the point, as in every report of loops: 0.00 is a loop, not 10 to the minus 7.
static void put_number(text *out, double value) {
    char shown[32];
    loop_number(shown, sizeof shown, value);
    if (!finite_double(value))
        text_string(out, "—");
    else
        text_format(out, "%s%s", *shown == '-' ? "−" : "", *shown == '-' ? shown + 1 : shown);
}

static void put_cell(text *out, double value) {
    text_string(out, "<td>");
    put_number(out, value);
    text_string(out, "</td>");
}

static void put_pair(text *out, double before, double after) {
    text_string(out, "<td>");
    put_number(out, before);
    text_string(out, " → ");
    put_number(out, after);
    text_string(out, "</td>");
}

// --- the table -----------------------------------------------------------------------------------

static const char *const heads[] = {
    [PANTIN_LOOP_CHECK] = "<th>frames</th><th>pose gap<br>°</th><th>velocity "
                          "gap<br>°/frame</th><th>root drift<br>cm</th><th>seam "
                          "residual<br>°/s</th><th>its own<br>p95 °/s</th><th>foot "
                          "skate<br>cm/s</th>",
    [PANTIN_LOOP_FIND] = "<th>frames</th><th>best loop<br>frames</th><th>length<br>s</th>"
                         "<th>cost</th><th>gap<br>°</th><th>bends by<br>°</th><th>motion<br>kept"
                         "</th><th>period<br>s</th>",
    [PANTIN_LOOP_FIX] =
        "<th>pose gap<br>°</th><th>velocity gap<br>°/frame</th><th>root "
        "drift<br>cm</th><th>loop<br>frames</th><th>frames<br>kept</th><th>bent "
        "by<br>°</th><th>seam residual /<br>source’s p95 °/s</th><th>seam skate<br>cm/s</th>",
};
static const int columns[] = {
    [PANTIN_LOOP_CHECK] = 7, [PANTIN_LOOP_FIND] = 8, [PANTIN_LOOP_FIX] = 8
};

static void put_check_cells(text *out, const pantin_loop_entry *e) {
    const pantin_loop_measure *m = &e->before.measure;
    text_format(out, "<td>%d</td>", m->frames);
    put_cell(out, m->pose_gap_deg);
    put_cell(out, m->velocity_gap_deg_per_frame);
    put_cell(out, m->root_drift_cm);
    put_cell(out, m->seam_residual_deg_per_s);
    put_cell(out, m->has_interior ? m->seam_residual_interior_p95_deg_per_s : (double)INFINITY);
    put_cell(out, m->has_feet ? m->skate_cm_per_s : (double)INFINITY);
}

static void put_find_cells(text *out, const pantin_loop_entry *e) {
    text_format(out, "<td>%d</td>", e->before.measure.frames);
    if (e->candidate_count == 0) {
        text_string(out, "<td>—</td><td>—</td><td>—</td><td>—</td><td>—</td><td>—</td>");
    } else {
        const pantin_loop_candidate *c = &e->candidates[0];
        text_format(out, "<td>%d–%d</td>", c->start, c->end);
        put_cell(out, c->seconds);
        put_cell(out, c->cost);
        put_cell(out, c->gap_deg);
        put_cell(out, c->peak_deviation_deg);
        text_string(out, "<td>");
        html_percent(out, c->kept);
        text_string(out, "</td>");
    }
    put_cell(out, e->period_s > 0.0 ? e->period_s : (double)INFINITY);
}

static void put_fix_cells(text *out, const pantin_loop_entry *e) {
    const pantin_loop_fixed *f = &e->fixed;
    const pantin_loop_measure *b = &e->before.measure, *a = &e->after.measure;
    put_pair(out, b->pose_gap_deg, a->pose_gap_deg);
    put_pair(out, b->velocity_gap_deg_per_frame, a->velocity_gap_deg_per_frame);
    put_pair(out, b->root_drift_cm, a->root_drift_cm);
    if (f->untouched) {
        text_string(out, "<td>all</td><td>100\xe2\x80\xaf%</td><td>0</td>");
    } else {
        text_format(out, "<td>%d–%d</td><td>", f->piece.start, f->piece.end);
        html_percent(out, f->kept);
        text_string(out, "</td>");
        put_cell(out, f->peak_deviation_deg);
    }
    const pantin_loop_measure *own = f->untouched ? b : &f->source;
    text_string(out, "<td>");
    put_number(out, a->seam_residual_deg_per_s);
    text_string(out, " / ");
    put_number(out,
               own->has_interior ? own->seam_residual_interior_p95_deg_per_s : (double)INFINITY);
    text_string(out, "</td>");
    if (a->has_feet)
        put_pair(out, own->skate_seam_cm_per_s, a->skate_seam_cm_per_s);
    else
        text_string(out, "<td>—</td>");
}

/// What a person wants to know first of a clip that is not fine.
static void put_why(text *out, const pantin_loop_entry *e) {
    char faults[512] = "";
    if (e->failure == NULL && e->task == PANTIN_LOOP_CHECK && !e->before.verdict.pass)
        loop_faults(faults, sizeof faults, &e->before, e->limits, e->root_mode);
    const char *why = e->failure != NULL ? loop_failure(e) : e->poor ? e->reason : faults;
    if (*why == '\0') return;
    text_string(out, "<small>");
    html_text(out, why, 600);
    if (*faults != '\0' && loop_only_fast(&e->before))
        text_string(out, ", but its seam is no rougher than the clip");
    text_string(out, "</small>");
}

static void put_row(text *out, const pantin_loop_entry *e, int index) {
    text_string(out, "<tr><th scope=\"row\">");
    if (e->failure == NULL) text_format(out, "<a href=\"#clip-%d\">", index + 1);
    put_title(out, e);
    if (e->failure == NULL) text_string(out, "</a>");
    put_why(out, e);
    text_format(out, "</th><td><span class=\"dot%s\"></span>%s</td>", dot_class(e),
                loop_outcome(e));
    if (e->failure != NULL)
        text_format(out, "<td colspan=\"%d\"></td>", columns[e->task]);
    else if (e->task == PANTIN_LOOP_CHECK)
        put_check_cells(out, e);
    else if (e->task == PANTIN_LOOP_FIND)
        put_find_cells(out, e);
    else
        put_fix_cells(out, e);
    text_string(out, "</tr>\n");
}

static void put_table(text *out, const pantin_loop_entry *entries, int count) {
    text_string(out,
                "<section id=\"clips\"><h2>All clips</h2>\n<p class=\"lead\">Angles are of the "
                "worst bone. The seam residual is how far the change of velocity at the wrap "
                "departs from that of its neighbors; 95 % of the clip’s own frames stay "
                "under the figure beside it.</p>\n<div class=\"scroll\" tabindex=\"0\"><table "
                "class=\"clips\"><thead><tr><th>clip</th><th>result</th>");
    if (count > 0) text_string(out, heads[entries[0].task]);
    text_string(out, "</tr></thead><tbody>\n");
    for (int k = 0; k < count; k++) put_row(out, &entries[k], k);
    text_string(out, "</tbody></table></div></section>\n");
}

// --- a clip --------------------------------------------------------------------------------------

static void put_fact(text *out, const char *name, double value, const char *unit) {
    text_format(out, "<div><dt>%s</dt><dd>", name);
    put_number(out, value);
    text_format(out, " %s</dd></div>", unit);
}

static void put_facts(text *out, const pantin_loop_entry *e) {
    const pantin_loop_measure *m = &e->before.measure;
    const pantin_loop_fixed *f = &e->fixed;
    text_string(out, "<dl class=\"facts\">");
    if (e->task == PANTIN_LOOP_FIX && !f->untouched) {
        put_fact(out, "length", (e->after.measure.frames - 1) / e->after.measure.fps, "s");
        put_fact(out, "frames kept", 100.0 * f->kept, "%");
        put_fact(out, "motion kept", 100.0 * f->piece.kept, "%");
        put_fact(out, "gap at the cut", f->piece.gap_deg, "°");
        put_fact(out, "moved by", f->peak_deviation_deg, "°");
        put_fact(out, "at most", f->peak_deviation_cm, "cm");
        put_fact(out, "floor drift removed", f->drift_removed_cm, "cm");
        put_fact(out, "vertical kept", f->vertical_kept_cm, "cm");
        if (e->root_mode == PANTIN_ROOT_TRAVEL) {
            put_fact(out, "stride", f->stride_cm, "cm");
            put_fact(out, "turn", f->turn_deg, "°");
        }
        if (f->locked_contacts > 0) {
            text_format(out, "<div><dt>contacts held</dt><dd>%d</dd></div>", f->locked_contacts);
            put_fact(out, "moved for it", f->lock_correction_cm, "cm");
        }
    } else {
        put_fact(out, "length", (m->frames - 1) / m->fps, "s");
        put_fact(out, "velocity, as vectors", m->velocity_vector_gap_deg_per_frame, "°/frame");
        put_fact(out, "acceleration", m->acceleration_gap_deg_per_frame2, "°/frame²");
        put_fact(out, "position gap", m->position_gap_cm, "cm");
        put_fact(out, "heading", m->heading_gap_deg, "°");
        put_fact(out, "height", m->root_drift_up_cm, "cm");
        put_fact(out, "floor", m->root_drift_floor_cm, "cm");
    }
    text_string(out, "</dl>\n");
}

static void put_candidates(text *out, const pantin_loop_entry *e) {
    text_string(out, "<table class=\"candidates\"><thead><tr><th>pick</th><th>frames</th>"
                     "<th>seconds</th><th>cost</th><th>gap °</th><th>gap cm</th><th>bends °</th>"
                     "<th>skate cm/s</th><th>motion kept</th></tr></thead><tbody>\n");
    for (int k = 0; k < e->candidate_count; k++) {
        const pantin_loop_candidate *c = &e->candidates[k];
        text_format(out, "<tr><td>%d</td><td>%d–%d</td>", k, c->start, c->end);
        put_cell(out, c->seconds);
        put_cell(out, c->cost);
        put_cell(out, c->gap_deg);
        put_cell(out, c->gap_cm);
        put_cell(out, c->peak_deviation_deg);
        put_cell(out, c->skate_cm_per_s);
        text_string(out, "<td>");
        html_percent(out, c->kept);
        text_string(out, "</td></tr>\n");
    }
    text_string(out, "</tbody></table>\n");
}

static void put_picture(text *out, const pantin_bytes *svg) {
    if (svg->size == 0) return;
    if (out->size + svg->size > PAGE_ROOM) {
        text_string(out, "<p class=\"none\">Left out to keep this page small; ask for this clip "
                         "alone.</p>\n");
        return;
    }
    text_string(out, "<figure>");
    text_bytes(out, (const char *)svg->data, svg->size);
    text_string(out, "</figure>\n");
}

static void put_clip(text *out, const pantin_loop_entry *e, int index) {
    text_format(out, "<article class=\"clip\" id=\"clip-%d\"><h3>", index + 1);
    put_title(out, e);
    text_format(out, "</h3>\n<p class=\"about\"><span><span class=\"dot%s\"></span>%s</span><span>",
                dot_class(e), loop_outcome(e));
    html_count(out, e->before.measure.frames, "frame", "frames");
    text_format(out, " at %g/s</span><span>", e->before.measure.fps);
    html_count(out, e->bones, "bone", "bones");
    text_string(out, "</span>");
    if (e->task == PANTIN_LOOP_FIX && !e->fixed.untouched)
        text_format(out, "<span>method %s</span>", pantin_fix_method_name(e->method));
    text_string(out, "</p>\n");
    if (e->poor && *e->reason != '\0') {
        text_string(out, "<p>");
        html_text(out, e->reason, 600);
        text_string(out, "</p>\n");
    }
    put_facts(out, e);
    if (e->task == PANTIN_LOOP_FIND && e->candidate_count > 0) put_candidates(out, e);
    put_picture(out, &e->plot);
    put_picture(out, &e->strip);
    if (e->note_count > 0) text_string(out, "<ul class=\"notes\">");
    for (int k = 0; k < e->note_count; k++) {
        text_string(out, "<li>");
        html_text(out, e->notes[k], 300);
        text_string(out, "</li>");
    }
    text_string(out, e->note_count > 0 ? "</ul>\n</article>\n" : "</article>\n");
}

// --- all of it -----------------------------------------------------------------------------------

static void put_head(text *out, const pantin_loop_entry *entries, int count) {
    static const char *const titles[] = { "Do they loop?", "Where could they loop?",
                                          "Made to loop" };
    const char *title = count > 0 ? titles[entries[0].task] : "Loops";
    char totals[256];
    int worst = 0;
    for (int k = 0; k < count; k++) worst = max_int(worst, pantin_loop_entry_code(&entries[k]));
    loop_totals(totals, sizeof totals, entries, count);
    text_format(out,
                "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
                "<title>%s — loop report</title>\n<style>\n",
                title);
    for (int k = 0; page_style[k] != NULL; k++) text_string(out, page_style[k]);
    text_string(out, style);
    text_string(out, sketch_style);
    text_format(out,
                "</style>\n</head>\n<body>\n<header>\n<p class=\"eyebrow\">Loop report</p>\n"
                "<h1>%s</h1>\n<div class=\"verdict %s\"><h2>%s</h2>",
                title, worst == 0 ? "good" : "bad", totals);
    if (count > 0)
        text_format(out, "<p>Limits: %s. Root: %s.%s%s%s</p>", loop_limits_word(entries[0].limits),
                    loop_root_word(entries[0].root_mode),
                    entries[0].task == PANTIN_LOOP_FIX ? " Method: " : "",
                    entries[0].task == PANTIN_LOOP_FIX ? pantin_fix_method_name(entries[0].method)
                                                       : "",
                    entries[0].task == PANTIN_LOOP_FIX ? "." : "");
    text_string(out, "</div>\n</header>\n<main>\n");
}

bool pantin_loop_page(const pantin_loop_entry *entries, int count, pantin_bytes *bytes,
                      pantin_error *error) {
    text out = { 0 };
    put_head(&out, entries, count);
    put_table(&out, entries, count);
    text_string(&out, "<section id=\"each\"><h2>One by one</h2>\n");
    for (int k = 0; k < count; k++)
        if (entries[k].failure == NULL) put_clip(&out, &entries[k], k);
    text_string(&out, "</section>\n</main>\n<footer>Whoever fixes does not judge: every figure is "
                      "measured on the clip as it is written. What each means: "
                      "<code>docs/measures.md</code>. The same clips give the same page, byte for "
                      "byte.</footer>\n</body>\n</html>\n");
    return text_take(&out, bytes, error);
}
