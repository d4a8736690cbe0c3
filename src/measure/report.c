// report.c — report.html: one page that shows a film's figures and pictures, complete in itself.
//
// Pictures get a share of what a page may weigh and are made smaller until they fit it; should the
// page still be too heavy (words without end), it is written again with smaller shares.
// SPDX-License-Identifier: MIT
#include "base/vec.h"
#include "page.h"

enum { TRIES = 5 };

static void put_about(page *p) {
    const pantin_show_info *info = p->trace->info;
    const pantin_trace_summary *s = &p->summary;
    double rate = (double)info->rate.numerator / info->rate.denominator;
    text_format(&p->out, "<p class=\"about\"><span>%d × %d px</span><span>", info->width,
                info->height);
    html_number(&p->out, rate);
    text_string(&p->out, " frames/s</span><span>");
    html_count(&p->out, s->frames, "frame", "frames");
    text_string(&p->out, ", ");
    html_number(&p->out, s->frames / rate);
    text_string(&p->out, " s</span><span>");
    html_count(&p->out, info->cast_count, "actor", "actors");
    text_string(&p->out, ", ");
    html_count(&p->out, s->pieces, "piece", "pieces");
    text_string(&p->out, "</span>");
    if (s->frames < info->frame_count)
        text_format(&p->out, "<span>frames %d–%d of %d</span>", p->trace->from,
                    p->trace->from + p->trace->frame_count - 1, info->frame_count);
    text_string(&p->out, "</p>\n");
}

static void put_headline(page *p) {
    const pantin_trace_summary *s = &p->summary;
    if (s->frames == 0) {
        text_string(&p->out, "No frame was seen");
        return;
    }
    html_count(&p->out, s->inverted, "triangle", "triangles");
    text_string(&p->out, " turned over in ");
    if (s->inverted > 0) text_format(&p->out, "%d of ", s->inverted_frames);
    html_count(&p->out, s->frames, "frame", "frames");
    if (s->inverted == 0 && s->branch_points > 0)
        text_string(&p->out, ", but the sheet covers itself");
}

static void put_verdict(page *p) {
    const pantin_trace_summary *s = &p->summary;
    bool good = s->frames > 0 && s->inverted == 0 && s->branch_points == 0;
    text_format(&p->out, "<div class=\"verdict %s\"><h2>", good ? "good" : "bad");
    put_headline(p);
    text_string(&p->out, "</h2><p>");
    if (s->frames > 0) {
        if (s->branch_points > 0) {
            html_count(&p->out, s->branch_points, "branch point", "branch points");
            text_string(&p->out, " in all. ");
        }
        text_string(&p->out, "The most squeezed triangle ");
        if (s->min_area_ratio > 0) {
            text_string(&p->out, "keeps ");
            html_percent(&p->out, s->min_area_ratio);
            text_string(&p->out, " of its area. ");
        } else {
            text_string(&p->out, "has an area ratio of ");
            html_number(&p->out, s->min_area_ratio);
            text_string(&p->out, ". ");
        }
        text_string(&p->out, s->handle_error_px > 0.5
                                 ? "Not every handle got where it should: the farthest stayed "
                                 : "Every handle got where it should, to within ");
        html_number(&p->out, s->handle_error_px);
        text_string(&p->out, s->handle_error_px > 0.5 ? " px away (" : " px");
        if (s->handle_error_px > 0.5) {
            html_text(&p->out, s->handle_name, 80);
            text_string(&p->out, ")");
        }
        text_format(&p->out, ". Frame %d fares worst.", s->worst_frame);
    }
    text_string(&p->out, "</p></div>\n");
}

static void put_head(page *p) {
    const char *title = p->trace->info->title;
    text_string(&p->out,
                "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>");
    html_text(&p->out, title, 120);
    text_string(&p->out, " — film report</title>\n<style>\n");
    for (int k = 0; page_style[k] != NULL; k++) text_string(&p->out, page_style[k]);
    text_string(&p->out,
                "</style>\n</head>\n<body>\n<header>\n<p class=\"eyebrow\">Film report</p>\n<h1>");
    html_text(&p->out, title, 200);
    text_string(&p->out, "</h1>\n");
    put_about(p);
    put_verdict(p);
    text_string(
        &p->out,
        "</header>\n<nav aria-label=\"Sections\"><ul><li><a href=\"#figures\">Key figures</a></li>"
        "<li><a href=\"#curves\">Over the film</a></li>");
    if (p->trace->options.contact_sheet > 0)
        text_string(&p->out, "<li><a href=\"#frames\">Contact sheet</a></li>");
    if (p->trace->worst.count > 0)
        text_string(&p->out, "<li><a href=\"#worst\">Worst frames</a></li>");
    text_string(&p->out, "<li><a href=\"#strain\">Strain</a></li>");
    if (p->trace->advice != NULL)
        text_string(&p->out, "<li><a href=\"#advice\">What would help</a></li>");
    text_string(&p->out, "<li><a href=\"#definitions\">Definitions</a></li></ul></nav>\n<main>\n");
}

static bool write_page(page *p) {
    p->contact_bytes = 0;
    put_head(p);
    page_figures(p);
    if (!page_curves(p) || !page_contact(p) || !page_worst(p) || !page_strain(p)) return false;
    page_advice(p);
    page_definitions(p);
    text_string(&p->out, "</main>\n<footer>Figures come from the vertices written and the pixels "
                         "painted, never from "
                         "labels. The same film gives the same page, byte for byte; times stand in "
                         "<code>diagnostics.json</code>.</footer>\n</body>\n</html>\n");
    return true;
}

bool pantin_report_write(const pantin_trace *trace, page_encode encode, pantin_bytes *bytes,
                         pantin_error *error) {
    page p = { .trace = trace, .encode = encode, .room = 1.0, .error = error };
    bool done = false;
    p.summary = pantin_trace_summarize(trace);
    shrink_prepare(&p.shrink, &p.memory, PAGE_WIDEST);
    if (arena_failed(&p.memory)) {
        memory_fail(error, "a report");
    } else {
        for (int k = 0; k < TRIES; k++) {
            done = write_page(&p);
            if (!done || p.out.failed || p.out.size <= PAGE_LIMIT || p.room == 0.0) break;
            text_free(&p.out);
            p.room = k < TRIES - 2 ? 0.5 * p.room : 0.0; // at last without pictures: words are few
        }
    }
    if (done)
        done = text_take(&p.out, bytes, error);
    else
        text_free(&p.out);
    arena_free(&p.memory);
    return done;
}
