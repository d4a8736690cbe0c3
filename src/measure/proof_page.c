// proof_page.c — proof.html: the rows of a proof and all their figures, one page that opens offline.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/vec.h"
#include "page.h"
#include "proof.h"

#define PICTURES_SHARE 0.9

typedef struct column {
    const char *name, *tip;
} column;

static const column columns[] = {
    { "turned over", "triangles with det J not above 0" },
    { "before repair", "the same before any repair" },
    { "branch points", "inner vertices around which the sheet covers itself" },
    { "energy", "area-weighted mean of |J - R|^2" },
    { "stretch", "area-weighted mean" },
    { "stretch p95", "95 % of the area is stretched no more" },
    { "line spacing", "mean change of the distance of lines drawn across" },
    { "features", "largest distortion of a protected triangle" },
    { "unprotected", "the same with rigidity 1 everywhere" },
    { "least area", "smallest det J" },
    { "handle off", "px of the drawing" },
    { "iterations", "of all rounds" },
};

static const char style[] =
    "table{border-collapse:collapse;font-variant-numeric:tabular-nums;width:100%;"
    "margin:.4rem 0 2.2rem;font-size:.86rem}th,td{text-align:right;padding:.28rem "
    ".4rem;border-bottom:1px solid "
    "rgb(128 128 128/.28)}th:first-child,td:first-child{text-align:left;white-space:nowrap}"
    "th{font-weight:600;font-size:.82em;vertical-align:bottom}td.over{color:#0a58ca;"
    "font-weight:700}.rows img{width:100%;height:auto;display:block;border-radius:6px}"
    ".wide{overflow-x:auto}tr.ours td:first-child{font-weight:700}\n";

static void put_cell(text *out, double value) {
    text_string(out, "<td>");
    html_number(out, value);
    text_string(out, "</td>");
}

static void put_count(text *out, int count, bool bad) {
    text_format(out, "<td%s>%d</td>", bad && count > 0 ? " class=\"over\"" : "", count);
}

static void put_method(text *out, const proof_figures *f, const char *method, bool ours) {
    text_format(out, "<tr%s><td>%s</td>", ours ? " class=\"ours\"" : "", method);
    put_count(out, f->inverted, true);
    put_count(out, f->inverted_raw, false);
    put_count(out, f->branch_points, true);
    put_cell(out, f->energy_normalized);
    put_cell(out, f->stretch_mean);
    put_cell(out, f->stretch_p95);
    put_cell(out, f->line_spacing_change);
    put_cell(out, f->feature_distortion);
    put_cell(out, f->unprotected_distortion);
    put_cell(out, f->min_area_ratio);
    put_cell(out, f->handle_error_px);
    put_count(out, f->iterations, false);
    text_string(out, "</tr>\n");
}

static void put_table(text *out, const pantin_proof *proof, int index) {
    const proof_pose *pose = &proof->poses[index];
    text_string(out, "<div class=\"wide\"><table><thead><tr><th>method</th>");
    for (size_t k = 0; k < sizeof columns / sizeof *columns; k++)
        text_format(out, "<th title=\"%s\">%s</th>", columns[k].tip, columns[k].name);
    text_string(out, "</tr></thead><tbody>\n");
    for (int m = 0; m < proof->method_count; m++)
        if (pose->wanted[m])
            put_method(out, &proof_cell_at(proof, index, m)->all, proof->methods[m],
                       strcmp(proof->methods[m], proof->subjects[pose->subject].method) == 0);
    text_string(out, "</tbody></table></div>\n");
}

static bool put_pose(page *p, const pantin_proof *proof, int index, double *density) {
    const proof_pose *pose = &proof->poses[index];
    pantin_image row = { 0 };
    text_string(&p->out, "<section><h2>");
    html_text(&p->out, pose->name, 120);
    text_string(&p->out, "</h2><p class=\"lead\">");
    html_text(&p->out, proof->subjects[pose->subject].name, 80);
    if (pose->frame != PANTIN_NONE) text_format(&p->out, ", frame %d", pose->frame);
    text_string(&p->out, "</p>\n<div class=\"rows\">");
    if (!proof_draw_row(proof, index, &row, p->error)) return false;
    size_t room = (size_t)(PICTURES_SHARE * p->room * PAGE_PICTURES / proof->pose_count);
    bool done = html_picture(p, &row, room, density, "The pose by each method, side by side");
    pantin_image_free(&row);
    text_string(&p->out, "</div>\n");
    put_table(&p->out, proof, index);
    text_string(&p->out, "</section>\n");
    return done;
}

static void put_head(page *p, const pantin_proof *proof) {
    text_string(&p->out, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                         "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
                         "<title>");
    html_text(&p->out, proof->title, 120);
    text_string(&p->out, " — proof</title>\n<style>\n");
    for (int k = 0; page_style[k] != NULL; k++) text_string(&p->out, page_style[k]);
    text_string(&p->out, style);
    text_string(&p->out,
                "</style>\n</head>\n<body>\n<header>\n<p class=\"eyebrow\">Proof</p>\n<h1>");
    html_text(&p->out, proof->title, 200);
    text_string(&p->out, "</h1>\n<p class=\"about\"><span>");
    html_count(&p->out, proof->pose_count, "pose", "poses");
    text_string(&p->out, "</span><span>");
    html_count(&p->out, proof->method_count, "method", "methods");
    text_string(&p->out, "</span></p>\n</header>\n<main>\n<p class=\"lead\">One mesh, one set of "
                         "handle targets, every method. In the pictures blue is turned over; "
                         "magenta leads from a handle to where it should be. What each number "
                         "means, and how it can lie: <code>docs/measures.md</code>.</p>\n");
}

static bool write_page(page *p, const pantin_proof *proof) {
    double density = 0;
    put_head(p, proof);
    for (int k = 0; k < proof->pose_count && !p->out.failed; k++)
        if (!put_pose(p, proof, k, &density)) return false;
    text_string(&p->out, "</main>\n<footer>Every method is measured alike, on the vertices it "
                         "wrote. The same input gives the same page, byte for "
                         "byte.</footer>\n</body>\n</html>\n");
    return true;
}

bool pantin_proof_page(const pantin_proof *proof, page_encode encode, pantin_bytes *bytes,
                       pantin_error *error) {
    page p = { .encode = encode, .room = 1.0, .error = error };
    bool done = false;
    shrink_prepare(&p.shrink, &p.memory, PAGE_WIDEST);
    if (arena_failed(&p.memory))
        memory_fail(error, "a proof");
    else
        done = write_page(&p, proof);
    if (done)
        done = text_take(&p.out, bytes, error);
    else
        text_free(&p.out);
    arena_free(&p.memory);
    return done;
}
