// advise_report.c — an advice as lines for people, as JSON, and as a section of a film's report.
// SPDX-License-Identifier: MIT
#include "advise.h"
#include "facts.h"
#include "page.h"

/// "142" or "8.3": a multiplier for people.
static void put_multiplier(char *out, size_t size, double value) {
    text_print(out, size, value >= 99.95 ? "%.0f" : "%.1f", value);
}

static void say_remedy(facts *f, const pantin_remedy *remedy) {
    char change[96], before[24], after[24];
    facts_item(f, remedy->words);
    facts_text(f, "where", remedy->where);
    if (f->as_json) {
        facts_number(f, "bind_before", remedy->worst_before, 1, "");
        facts_number(f, "bind_after", remedy->worst_after, 1, "");
        facts_number(f, "there_before", remedy->before, 1, "");
        facts_number(f, "there_after", remedy->after, 1, "");
        facts_number(f, "handle_error_before_px", remedy->error_before_px, 3, "px");
        facts_number(f, "handle_error_after_px", remedy->error_after_px, 3, "px");
    } else {
        put_multiplier(before, sizeof before, remedy->worst_before);
        put_multiplier(after, sizeof after, remedy->worst_after);
        text_print(change, sizeof change, "worst bind from %s to %s", before, after);
        facts_text(f, "tried", change);
    }
    if (remedy->place[0] != '\0' || f->as_json)
        facts_text(f, "place", remedy->place[0] != '\0' ? remedy->place : NULL);
    facts_text(f, remedy->place[0] != '\0' || f->as_json ? "paste" : "say", remedy->paste);
    facts_item_end(f);
}

void facts_advice(facts *f, const pantin_advice *advice) {
    if (f->as_json) {
        json_key(&f->json, "advice");
        json_object(&f->json);
    }
    if (advice->frame != PANTIN_NONE) facts_int(f, "frame", advice->frame);
    if (f->as_json) facts_number(f, "bind_max", advice->worst, 1, "");
    if (f->as_json || advice->tried > 0) facts_int(f, "edits_tried", advice->tried);
    if (!f->as_json && advice->count == 0)
        facts_text(f, "advice",
                   advice->worst < PANTIN_BIND_HOT ? "none needed, nothing binds hard"
                                                   : "none, nothing tried helped");
    if (f->as_json || advice->count > 0) {
        facts_list(f, f->as_json ? "remedies" : "advice");
        for (int k = 0; k < advice->count; k++) say_remedy(f, &advice->remedies[k]);
        facts_list_end(f);
    }
    if (f->as_json || advice->has_instead) {
        facts_list(f, f->as_json ? "instead" : "or_instead_of_all_that");
        if (advice->has_instead) say_remedy(f, &advice->instead);
        facts_list_end(f);
    }
    if (f->as_json) json_end(&f->json, '}');
}

bool pantin_advice_report(const pantin_advice *advice, bool json, pantin_bytes *bytes,
                          pantin_error *error) {
    facts f;
    facts_begin(&f, json);
    facts_advice(&f, advice);
    return facts_end(&f, bytes, error);
}

// --- the page ------------------------------------------------------------------------------------

static void put_remedy(page *p, const pantin_remedy *remedy) {
    text_string(&p->out, "<li><b>");
    html_text(&p->out, remedy->words, 500);
    text_string(&p->out, "</b><br>");
    html_text(&p->out, remedy->where, 200);
    text_string(&p->out, ": worst <a href=\"#def-bind\">bind</a> of the film from ");
    html_number(&p->out, remedy->worst_before);
    text_string(&p->out, " to ");
    html_number(&p->out, remedy->worst_after);
    if (remedy->place[0] != '\0') {
        text_string(&p->out, "<br><code>");
        html_text(&p->out, remedy->place, 200);
        text_string(&p->out, "</code> becomes <pre>");
        html_text(&p->out, remedy->paste, 2000);
        text_string(&p->out, "</pre>");
    }
    text_string(&p->out, "</li>\n");
}

void page_advice(page *p) {
    const pantin_advice *advice = p->trace->advice;
    if (advice == NULL) return;
    text_string(&p->out, "<section id=\"advice\"><h2>What would help</h2>\n<p class=\"lead\">");
    if (advice->count == 0 && advice->worst < PANTIN_BIND_HOT) {
        text_string(&p->out, "Nothing binds hard: nothing is to be mended.</p></section>\n");
        return;
    }
    text_string(&p->out, "Sought for ");
    html_text(&p->out, p->trace->cast[advice->actor].name, 60);
    text_format(&p->out, " at frame %d, where the film binds most; %d edits were tried. ",
                advice->frame, advice->tried);
    text_string(&p->out,
                advice->count == 0
                    ? "None helped.</p>"
                    : "What is told was tried: the puppet’s file was edited and the whole film "
                      "acted again, each edit on top of those before it.</p>");
    text_string(&p->out, "\n<ol class=\"remedies\">");
    for (int k = 0; k < advice->count; k++) put_remedy(p, &advice->remedies[k]);
    text_string(&p->out, "</ol>\n");
    if (advice->has_instead) {
        text_string(&p->out, "<p>Or, instead of all that:</p>\n<ul class=\"remedies\">");
        put_remedy(p, &advice->instead);
        text_string(&p->out, "</ul>\n");
    }
    text_string(&p->out, "</section>\n");
}
