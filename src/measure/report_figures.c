// report_figures.c — the report's words: key figures, who played, and what every number means.
// SPDX-License-Identifier: MIT
#include "base/vec.h"
#include "page.h"

enum { ACTORS_MOST = 40 };

/// What the film's figures come to beside the summary.
typedef struct extremes {
    double stretch_p95, slide_px;
    int drawings;
    int feet; // pairs of frames in which a foot stood planted
    int solves, statuses[PANTIN_STALLED + 1];
} extremes;

static extremes find_extremes(const pantin_trace *trace, int cast) {
    extremes e = { 0 };
    for (int i = 0; i < trace->frame_count; i++)
        for (int c = 0; c < trace->info->cast_count && trace->frames[i].seen; c++) {
            if (cast != PANTIN_NONE && cast != c) continue;
            const trace_actor *actor = trace_actor_at(trace, i, c);
            e.drawings = max_int(e.drawings, actor->drawings);
            e.feet += actor->feet_planted;
            e.slide_px = max_double(e.slide_px, actor->feet_slide_px);
            for (int k = 0; k < actor->piece_count; k++) {
                const trace_piece *piece = trace_piece_at(trace, i, c, k);
                e.stretch_p95 = max_double(e.stretch_p95, piece->quality.stretch_p95);
                e.statuses[clamp_int((int)piece->status, 0, PANTIN_STALLED)]++;
                e.solves++;
            }
        }
    return e;
}

// --- the table -----------------------------------------------------------------------------------

static void open_row(page *p, const char *anchor, const char *name) {
    text_format(&p->out,
                "<tr><th scope=\"row\"><a href=\"#def-%s\">%s</a></th><td class=\"value\">", anchor,
                name);
}

static void close_row(page *p, const char *unit, const char *says) {
    text_format(&p->out, "</td><td class=\"unit\">%s</td><td class=\"says\">%s</td></tr>\n", unit,
                says);
}

static void put_row(page *p, const char *anchor, const char *name, double value, const char *unit,
                    const char *says) {
    open_row(p, anchor, name);
    html_number(&p->out, value);
    close_row(p, unit, says);
}

static void put_handle_row(page *p) {
    const pantin_trace_summary *s = &p->summary;
    open_row(p, "error_px", "Largest handle error");
    html_number(&p->out, s->handle_error_px);
    text_string(&p->out, "</td><td class=\"unit\">px</td><td class=\"says\">how far a handle "
                         "stayed from where it should be");
    if (s->handle_error_px > 0) {
        text_string(&p->out, ": <b>");
        html_text(&p->out, s->handle_name, 80);
        text_string(&p->out, "</b>");
    }
    text_string(&p->out, "</td></tr>\n");
}

static void put_status_row(page *p, const extremes *e) {
    open_row(p, "status", "Solves that reached");
    text_format(&p->out, "%d</td><td class=\"unit\">of %d</td><td class=\"says\">",
                e->statuses[PANTIN_REACHED], e->solves);
    bool any = false;
    for (int s = PANTIN_REACHED + 1; s <= PANTIN_STALLED; s++) {
        if (e->statuses[s] == 0) continue;
        text_format(&p->out, "%s%d %s", any ? ", " : "the others: ", e->statuses[s],
                    pantin_deform_status_name((pantin_deform_status)s));
        any = true;
    }
    if (!any) text_string(&p->out, "every handle within 0.5 px, every frame");
    text_string(&p->out, "</td></tr>\n");
}

static void put_table(page *p) {
    const pantin_trace_summary *s = &p->summary;
    extremes e = find_extremes(p->trace, PANTIN_NONE);
    text_string(
        &p->out,
        "<table class=\"figures\"><thead><tr><th scope=\"col\">Figure</th><th "
        "scope=\"col\">Value</th>"
        "<th scope=\"col\">Unit</th><th scope=\"col\">What it says</th></tr></thead><tbody>\n");
    put_row(p, "inverted", "Turned over", s->inverted, "triangles",
            "summed over all frames; anything but 0 can be seen");
    put_row(p, "inverted", "Frames with any", s->inverted_frames, "frames",
            "in which at least one triangle is turned over");
    put_row(p, "branch_points", "Branch points", s->branch_points, "vertices",
            "where the sheet covers itself; summed over all frames");
    put_row(p, "min_area_ratio", "Smallest area ratio", s->min_area_ratio, "× rest area",
            "what is left of the most squeezed triangle");
    put_row(p, "energy_normalized", "Bending energy", s->energy_max, "no unit",
            "largest of a piece; 0 is rigid");
    put_row(p, "stretch", "Stretch, 95th percentile", 100.0 * e.stretch_p95, "%",
            "largest of a piece: 95&nbsp;% of its area is stretched less");
    if (trace_has_features(p->trace))
        put_row(p, "feature_distortion", "Feature distortion", 100.0 * s->feature_distortion, "%",
                "the most a protected region (a face) was stretched");
    if (s->bind_max > 0)
        put_row(p, "bind", "Bind", s->bind_max, "no unit",
                "of the triangle that was held up hardest; 10 and more is bad");
    put_handle_row(p);
    put_status_row(p, &e);
    put_row(p, "drawings", "Drawings at once", e.drawings, "drawings",
            "most of one creature in a frame; more than 1 is a ghost");
    if (e.feet > 0)
        put_row(p, "slide", "Planted slide", e.slide_px, "px",
                "the most a planted foot moved from frame to frame");
    text_string(&p->out, "</tbody></table>\n");
}

static void put_actor_row(page *p, int c) {
    const trace_cast *cast = &p->trace->cast[c];
    extremes e = find_extremes(p->trace, c);
    int vertices = 0, triangles = 0;
    for (int k = 0; k < cast->puppet->piece_count; k++) {
        vertices += cast->puppet->pieces[k].triangles.vertex_count;
        triangles += cast->puppet->pieces[k].triangles.triangle_count;
    }
    text_string(&p->out, "<tr><th scope=\"row\">");
    html_text(&p->out, cast->name, 60);
    text_string(&p->out, "</th><td>");
    html_text(&p->out, cast->method, 40);
    text_format(&p->out, "</td><td>%d</td><td>%d</td><td>%d</td><td>%d</td><td>",
                cast->puppet->piece_count, cast->puppet->handle_count, vertices, triangles);
    html_percent(&p->out, e.stretch_p95);
    text_format(&p->out, "</td><td>%d of %d</td></tr>\n", e.statuses[PANTIN_REACHED], e.solves);
}

static void put_actors(page *p) {
    int count = p->trace->info->cast_count, shown = min_int(count, ACTORS_MOST);
    if (count == 0) return;
    text_string(
        &p->out,
        "<h3>Who plays</h3>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Who "
        "plays\">"
        "<table class=\"actors\"><thead><tr><th scope=\"col\">Actor</th><th "
        "scope=\"col\">Method</th>"
        "<th scope=\"col\">Pieces</th><th scope=\"col\">Handles</th><th scope=\"col\">Vertices</th>"
        "<th scope=\"col\">Triangles</th><th scope=\"col\">Stretch p95</th><th "
        "scope=\"col\">Reached</th>"
        "</tr></thead><tbody>\n");
    for (int c = 0; c < shown; c++) put_actor_row(p, c);
    text_string(&p->out, "</tbody></table></div>\n");
    if (shown < count) text_format(&p->out, "<p class=\"none\">and %d more</p>\n", count - shown);
}

void page_figures(page *p) {
    text_string(&p->out, "<section id=\"figures\"><h2>Key figures</h2>\n<p class=\"lead\">Measured "
                         "on the vertices as they "
                         "were written, in single precision.</p>\n");
    put_table(p);
    put_actors(p);
    text_string(&p->out, "</section>\n");
}

// --- definitions ---------------------------------------------------------------------------------

static const char *const definitions[][3] = {
    { "inverted", "Turned over (<code>inverted</code>)",
      "Triangles whose map from rest to bent has det&nbsp;J&nbsp;≤&nbsp;0: their back shows. "
      "Counted once a frame. Good: 0." },
    { "branch_points", "Branch points (<code>branch_points</code>)",
      "Inner vertices whose angles do not sum to 2π: the sheet winds around them more than once "
      "and covers itself, though "
      "every triangle may have positive area. Good: 0." },
    { "min_area_ratio", "Smallest area ratio (<code>min_area_ratio</code>)",
      "The smallest det&nbsp;J: bent area over rest area of the most squeezed triangle. 1 is "
      "unchanged, 0 is a line, below 0 "
      "turned over. Good: above 0.2. It speaks of one triangle, not of the figure." },
    { "energy_normalized", "Bending energy (<code>energy_normalized</code>)",
      "Σ&nbsp;A‖J&nbsp;−&nbsp;R‖²&nbsp;/&nbsp;Σ&nbsp;A over a piece: A a triangle’s rest area, R "
      "the rotation nearest to J, Frobenius "
      "norm. 0 is rigid. Compare it within one drawing, since it depends on how much of the "
      "drawing bends." },
    { "stretch", "Stretch (<code>stretch_p95</code>)",
      "Of a triangle the larger of |σ₁&nbsp;−&nbsp;1| and |σ₂&nbsp;−&nbsp;1|, σ the singular "
      "values of J: how much longer or "
      "shorter it got along some direction. The 95th percentile is weighted by area." },
    { "feature_distortion", "Feature distortion (<code>feature_distortion</code>)",
      "The largest stretch among triangles of protected regions. 0 where there are none. Good: "
      "under 5&nbsp;%." },
    { "error_px", "Handle error (<code>error_px</code>)",
      "Distance between the centroid of a handle’s vertices and its target, in px of the drawing. "
      "Large errors mostly mean that "
      "two handles ask for what the sheet cannot do." },
    { "status", "Status (<code>status</code>)",
      "What the solver says of a solve: <i>reached</i>, every handle is within 0.5&nbsp;px; "
      "<i>short</i>, some is not; <i>capped</i>, "
      "stopped before it settled; <i>lagging</i>, held back so that nothing pops; <i>reposed</i>, "
      "took another shape; "
      "<i>stalled</i>, could not be verified. The one figure here that is not measured." },
    { "drawings", "Drawings (<code>drawings</code>)",
      "How many drawings (views) of one creature a frame shows at once. Good: 1; 0 when it is off "
      "the stage." },
    { "slide", "Planted slide (<code>feet_slide_px</code>)",
      "Px of the picture that a foot moved which stood planted in this frame and the one before, "
      "on the solved mesh. Good: under "
      "0.05&nbsp;px. 0 also when no foot was planted." },
    { "bind", "Bind (<code>bind_max</code>)",
      "What holds a triangle up. Of the method <i>arap</i> the barrier’s multiplier, "
      "−∂b/∂(area ratio): 0 down to 0.3 of its area, 1 at 0.19, 10 at 0.10, 100 at 0.05, endless "
      "at "
      "0.02. Of a reference solver log₄ of how much it was stiffened. Good: under 10. Where it is "
      "high "
      "the pose asks for more than the sheet can give: <code>pantin pose PUPPET … --advise</code> "
      "tries "
      "what would help. The solver’s word." },
};

void page_definitions(page *p) {
    text_string(
        &p->out,
        "<section id=\"definitions\"><h2>What the numbers mean</h2>\n<dl class=\"definitions\">\n");
    for (size_t k = 0; k < sizeof definitions / sizeof *definitions; k++)
        text_format(&p->out, "<div id=\"def-%s\"><dt>%s</dt><dd>%s</dd></div>\n", definitions[k][0],
                    definitions[k][1], definitions[k][2]);
    text_string(&p->out, "</dl></section>\n");
}
