// page.h — private to measure: one self-contained page while it is written.
// SPDX-License-Identifier: MIT
#ifndef MEASURE_PAGE_H
#define MEASURE_PAGE_H

#include "shrink.h"
#include "trace.h"

/// Bytes a report may have, and what is kept of them for words and curves.
enum { PAGE_LIMIT = 5000000, PAGE_PICTURES = 4600000 };
/// The page's text column, and the widest picture worth embedding, px.
enum { PAGE_WIDEST = 1280 };

typedef bool (*page_encode)(const pantin_image *, int level, pantin_bytes *, pantin_error *);

typedef struct page {
    text out;
    const pantin_trace *trace;
    pantin_trace_summary summary;
    page_encode encode;
    double room; // share of PAGE_PICTURES that pictures may take, lowered when a page got too big
    size_t contact_bytes;                                             // what the contact sheet took
    double contact_density, full_density, crop_density, rest_density; // bytes a px, last seen
    shrinker shrink;
    arena memory;
    pantin_error *error;
} page;

// --- words (html.c) -----------------------------------------------------------------------------

/// Text as HTML text or attribute value, cut after `most` bytes (at a whole character).
void html_text(text *out, const char *value, size_t most);
/// `value` with three significant digits; not finite: an em dash.
void html_number(text *out, double value);
/// A share as per cent, with a thin space: "12.3 %".
void html_percent(text *out, double share);
/// "1 frame", "2 frames".
void html_count(text *out, int64_t count, const char *one, const char *many);

/// An <img> of at most `room` bytes: made smaller until it fits, left out with a word when it
/// cannot. `density`: bytes a px of the last picture of this kind, 0 at first. `alt` is HTML
/// already.
PANTIN_CHECKED bool html_picture(page *p, const pantin_image *image, size_t room, double *density,
                                 const char *alt);

// --- sections ------------------------------------------------------------------------------------

extern const char *const page_style[]; ///< the style sheet, in pieces, NULL at the end

void page_figures(page *p);
PANTIN_CHECKED bool page_curves(page *p);
PANTIN_CHECKED bool page_contact(page *p);
PANTIN_CHECKED bool page_worst(page *p);
PANTIN_CHECKED bool page_strain(page *p);
void page_advice(page *p);
void page_definitions(page *p);

#endif
