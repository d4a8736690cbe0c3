// sketch.c — a drawing of lines, areas, dots and words, described once; and how it is written as SVG.
//
// Every mark names what it is for (its tone), not a color: a file of its own gets the colors of a report on
// paper, and inside a page the reader's light or dark decides. Marks of one look that follow each other
// share a group, so that a plot stays small.
// SPDX-License-Identifier: MIT
#include "sketch.h"

#include <string.h>

#include "base/trig.h"
#include "base/vec.h"
#include "lettering.h"
#include "page.h"

const uint8_t sketch_colors[SKETCH_TONES][3] = {
    [SKETCH_PAPER] = { 251, 250, 247 }, [SKETCH_SHEET] = { 255, 255, 255 },
    [SKETCH_INK] = { 28, 27, 26 },      [SKETCH_SOFT] = { 106, 102, 96 },
    [SKETCH_RULE] = { 228, 224, 216 },  [SKETCH_LINE] = { 43, 74, 127 },
    [SKETCH_ACCENT] = { 154, 51, 36 },  [SKETCH_GHOST] = { 172, 165, 154 },
    [SKETCH_GOOD] = { 47, 125, 79 },    [SKETCH_WARN] = { 214, 150, 20 },
    [SKETCH_BAD] = { 190, 42, 32 },     [SKETCH_LEFT] = { 31, 105, 178 },
    [SKETCH_RIGHT] = { 201, 88, 24 },
};

static const char *const names[SKETCH_TONES] = {
    "paper", "sheet", "ink",  "soft", "rule", "line",  "accent",
    "ghost", "good",  "warn", "bad",  "left", "right",
};

// clang-format off: broken at its own braces and semicolons
const char sketch_style[] =
    ".sketch{display:block;width:100%;height:auto;overflow:visible;"
    "font-family:system-ui,-apple-system,\"Segoe UI\",Roboto,\"Noto Sans\",\"DejaVu "
    "Sans\",sans-serif;"
    "font-variant-numeric:tabular-nums}.sketch{--s-paper:#fbfaf7;--s-sheet:#fff;--s-ink:#1c1b1a;"
    "--s-soft:#6a6660;--s-rule:#e4e0d8;--s-line:#2b4a7f;--s-accent:#9a3324;--s-ghost:#aca59a;"
    "--s-good:#2f7d4f;--s-warn:#d69614;--s-bad:#be2a20;--s-left:#1f69b2;--s-right:#c95818}\n"
    "@media(prefers-color-scheme:dark){.sketch{--s-paper:#161615;--s-sheet:#1e1e1c;--s-ink:#ece9e2;"
    "--s-soft:#a09b92;--s-rule:#34322e;--s-line:#8fb1ec;--s-accent:#e98a74;--s-ghost:#6d6961;"
    "--s-good:#6fbf8b;--s-warn:#e0b04e;--s-bad:#f0897c;--s-left:#6fb0ee;--s-right:#f09a5e}}\n";
// clang-format on

// --- describing ----------------------------------------------------------------------------------

void sketch_free(sketch *s) {
    memory_free(s->marks, (size_t)s->mark_room, sizeof *s->marks);
    memory_free(s->points, (size_t)s->point_room, sizeof *s->points);
    arena_free(&s->memory);
    *s = (sketch){ 0 };
}

static bool grow(void **block, int *room, int wanted, size_t size) {
    if (wanted <= *room) return true;
    int more = max_int(wanted, 2 * *room + 64);
    void *moved = *block == NULL ? memory_allocate((size_t)more, size)
                                 : memory_resize(*block, (size_t)*room, (size_t)more, size);
    if (moved == NULL) return false;
    *block = moved;
    *room = more;
    return true;
}

/// Room for a mark and its points; NULL when it is to be left out.
static sketch_mark *add(sketch *s, const vec2 *points, int count) {
    for (int k = 0; k < count; k++)
        if (!finite_double(points[k].x) || !finite_double(points[k].y)) return NULL;
    if (s->failed || count < 1) return NULL;
    void *marks = s->marks, *kept = s->points;
    bool fits = grow(&marks, &s->mark_room, s->mark_count + 1, sizeof *s->marks) &&
                grow(&kept, &s->point_room, s->point_count + count, sizeof *s->points);
    s->marks = marks;
    s->points = kept;
    s->failed = !fits;
    if (!fits) return NULL;
    sketch_mark *mark = &s->marks[s->mark_count++];
    *mark = (sketch_mark){ .first = s->point_count, .count = count };
    for (int k = 0; k < count; k++)
        s->points[s->point_count++] =
            (vec2){ clamp_double(points[k].x, -1e5, 1e5), clamp_double(points[k].y, -1e5, 1e5) };
    return mark;
}

static void look(sketch_mark *mark, sketch_kind kind, sketch_tone tone, double alpha, double size) {
    if (mark == NULL) return;
    mark->kind = kind;
    mark->tone = tone;
    mark->alpha = alpha;
    mark->size = size;
}

void sketch_stroke(sketch *s, const vec2 *points, int count, double width, sketch_tone tone,
                   double alpha) {
    look(add(s, points, count), SKETCH_STROKE, tone, alpha, width);
}

void sketch_line(sketch *s, double x0, double y0, double x1, double y1, double width,
                 sketch_tone tone, double alpha) {
    sketch_stroke(s, (vec2[]){ { x0, y0 }, { x1, y1 } }, 2, width, tone, alpha);
}

void sketch_dashes(sketch *s, double x0, double y0, double x1, double y1, double width,
                   sketch_tone tone, double alpha) {
    sketch_mark *mark = add(s, (vec2[]){ { x0, y0 }, { x1, y1 } }, 2);
    look(mark, SKETCH_STROKE, tone, alpha, width);
    if (mark != NULL) mark->dashed = true;
}

void sketch_area(sketch *s, const vec2 *points, int count, sketch_tone tone, double alpha) {
    look(add(s, points, count), SKETCH_AREA, tone, alpha, 0);
}

void sketch_box(sketch *s, double x, double y, double width, double height, double radius,
                sketch_tone tone, double alpha) {
    enum { ARC = 6 };
    vec2 points[4 * ARC];
    int count = 0;
    double r = min_double(radius, 0.5 * min_double(width, height));
    if (!(width > 0.0 && height > 0.0)) return;
    for (int corner = 0; corner < 4; corner++) {
        double cx = corner == 0 || corner == 3 ? x + width - r : x + r;
        double cy = corner < 2 ? y + height - r : y + r;
        for (int k = 0; k < (r > 0.0 ? ARC : 1); k++) {
            double angle = 0.5 * TRIG_PI * (corner + (double)k / (ARC - 1));
            points[count++] = vec2_make(cx + r * trig_cos(angle), cy + r * trig_sin(angle));
        }
    }
    sketch_area(s, points, count, tone, alpha);
}

void sketch_dot(sketch *s, double x, double y, double radius, sketch_tone tone, double alpha) {
    look(add(s, (vec2[]){ { x, y } }, 1), SKETCH_DOT, tone, alpha, radius);
}

static sketch_mark *add_words(sketch *s, vec2 at, double size, sketch_tone tone, bool bold,
                              const char *format, va_list arguments) {
    char line[512];
    size_t length = text_print_list(line, sizeof line, format, arguments);
    sketch_mark *mark = length > 0 ? add(s, &at, 1) : NULL;
    if (mark == NULL) return NULL;
    look(mark, SKETCH_WORDS, tone, 1.0, size);
    mark->bold = bold;
    mark->words = arena_text(&s->memory, line, length);
    if (mark->words != NULL) return mark;
    s->failed = true;
    s->mark_count--;
    return NULL;
}

void sketch_words(sketch *s, double x, double y, double size, sketch_tone tone, int anchor,
                  bool bold, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    sketch_mark *mark = add_words(s, vec2_make(x, y), size, tone, bold, format, arguments);
    va_end(arguments);
    if (mark != NULL) mark->anchor = anchor;
}

void sketch_more(sketch *s, double gap, double size, sketch_tone tone, bool bold,
                 const char *format, ...) {
    va_list arguments;
    if (s->mark_count == 0 || s->marks[s->mark_count - 1].kind != SKETCH_WORDS) return;
    va_start(arguments, format);
    sketch_mark *mark = add_words(s, (vec2){ 0, 0 }, size, tone, bold, format, arguments);
    va_end(arguments);
    if (mark == NULL) return;
    mark->follows = true;
    mark->gap = gap;
}

double sketch_width(const char *words, double size) { return lettering_width(words, 0.7 * size); }

// --- SVG -----------------------------------------------------------------------------------------

static double tenth(double v) { return trig_round(v * 10.0) / 10.0; }

static void put_color(text *out, sketch_tone tone, bool inside) {
    const uint8_t *c = sketch_colors[tone];
    if (inside)
        text_format(out, "var(--s-%s)", names[tone]);
    else
        text_format(out, "#%02x%02x%02x", c[0], c[1], c[2]);
}

static bool same_look(const sketch_mark *a, const sketch_mark *b) {
    return a->kind == b->kind && a->tone == b->tone && a->alpha == b->alpha &&
           a->dashed == b->dashed && a->bold == b->bold && a->anchor == b->anchor &&
           (a->size == b->size || a->kind == SKETCH_DOT || a->kind == SKETCH_AREA);
}

/// What follows `name` in an attribute, or in a style: in a page a variable may stand in a style only.
static void put_start(text *out, const char *name, bool inside) {
    text_format(out, inside ? "%s:" : "%s=\"", name);
}

static void put_end(text *out, bool inside) { text_string(out, inside ? ";" : "\" "); }

static void put_tone(text *out, const char *name, sketch_tone tone, bool inside) {
    put_start(out, name, inside);
    put_color(out, tone, inside);
    put_end(out, inside);
}

static void put_value(text *out, const char *name, bool inside, const char *format, ...)
    PANTIN_FORMAT(4, 5);
static void put_value(text *out, const char *name, bool inside, const char *format, ...) {
    va_list arguments;
    put_start(out, name, inside);
    va_start(arguments, format);
    text_format_list(out, format, arguments);
    va_end(arguments);
    put_end(out, inside);
}

static void put_look(text *out, const sketch_mark *mark, bool inside) {
    if (mark->kind == SKETCH_STROKE) {
        put_value(out, "fill", inside, "none");
        put_tone(out, "stroke", mark->tone, inside);
        put_value(out, "stroke-width", inside, "%g", mark->size);
        put_value(out, "stroke-linejoin", inside, "round");
        put_value(out, "stroke-linecap", inside, "round");
        if (mark->dashed) put_value(out, "stroke-dasharray", inside, "5 4");
    } else {
        put_tone(out, "fill", mark->tone, inside);
    }
    if (mark->alpha < 1.0) put_value(out, "opacity", inside, "%g", mark->alpha);
    if (mark->kind == SKETCH_WORDS) {
        put_value(out, "font-size", inside, "%gpx", mark->size);
        put_value(out, "font-weight", inside, mark->bold ? "600" : "400");
    }
}

static void put_group(text *out, const sketch_mark *mark, bool inside) {
    static const char *const anchors[] = { "start", "middle", "end" };
    text_string(out, inside ? "<g style=\"" : "<g ");
    put_look(out, mark, inside);
    if (mark->kind == SKETCH_WORDS)
        put_value(out, "text-anchor", inside, "%s", anchors[mark->anchor + 1]);
    text_string(out, inside ? "\">" : ">");
}

static void put_words(const sketch_mark *mark, const vec2 *at, int after, bool inside, text *out) {
    text_format(out, "<text x=\"%g\" y=\"%g\">", tenth(at->x), tenth(at->y));
    html_text(out, mark->words, 500);
    for (int k = 1; k <= after; k++) {
        text_format(out, "<tspan dx=\"%g\" ", mark[k].gap);
        if (inside) text_string(out, "style=\"");
        put_look(out, &mark[k], inside);
        text_string(out, inside ? "\">" : ">");
        html_text(out, mark[k].words, 500);
        text_string(out, "</tspan>");
    }
    text_string(out, "</text>");
}

/// Points as a path: the first absolute, what follows as steps, in tenths, so that no error adds up.
static void put_path(text *out, const vec2 *points, int count, bool closed) {
    double x = tenth(points[0].x), y = tenth(points[0].y);
    text_format(out, "<path d=\"M%g %gl", x, y);
    for (int k = 1; k < count; k++) {
        double dx = tenth(tenth(points[k].x) - x), dy = tenth(tenth(points[k].y) - y);
        text_format(out, "%s%g%s%g", k > 1 && dx >= 0.0 ? " " : "", dx, dy < 0.0 ? "" : " ", dy);
        x = tenth(points[k].x);
        y = tenth(points[k].y);
    }
    if (count == 1) text_string(out, "0 0");
    text_string(out, closed ? "z\"/>" : "\"/>");
}

/// `after`: how many words follow on its line.
static void put_mark(const sketch *s, const sketch_mark *mark, int after, bool inside, text *out) {
    const vec2 *at = &s->points[mark->first];
    if (mark->kind == SKETCH_STROKE || mark->kind == SKETCH_AREA)
        put_path(out, at, mark->count, mark->kind == SKETCH_AREA);
    else if (mark->kind == SKETCH_DOT)
        text_format(out, "<circle cx=\"%g\" cy=\"%g\" r=\"%g\"/>", tenth(at->x), tenth(at->y),
                    mark->size);
    else
        put_words(mark, at, after, inside, out);
}

void sketch_write(const sketch *s, bool inside, text *out) {
    text_string(out, "<svg ");
    if (inside)
        text_string(out, "class=\"sketch\" role=\"img\" ");
    else
        text_format(out,
                    "xmlns=\"http://www.w3.org/2000/svg\" width=\"%g\" height=\"%g\" "
                    "font-family=\"system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', "
                    "sans-serif\" ",
                    s->width, s->height);
    text_format(out, "viewBox=\"0 0 %g %g\"", s->width, s->height);
    if (inside) text_string(out, " aria-label=\"");
    if (inside) html_text(out, s->title, 300);
    text_string(out, inside ? "\">" : ">\n<title>");
    if (!inside) html_text(out, s->title, 300);
    if (!inside) text_string(out, "</title>\n<rect width=\"100%\" height=\"100%\" fill=\"");
    if (!inside) put_color(out, SKETCH_PAPER, false);
    if (!inside) text_string(out, "\"/>\n");
    const sketch_mark *before = NULL;
    for (int k = 0, after = 0; k < s->mark_count; k += 1 + after) {
        const sketch_mark *mark = &s->marks[k];
        for (after = 0; k + 1 + after < s->mark_count && mark[1 + after].follows;) after++;
        if (before != NULL && !same_look(before, mark)) text_string(out, "</g>\n");
        if (before == NULL || !same_look(before, mark)) put_group(out, mark, inside);
        put_mark(s, mark, after, inside, out);
        before = mark;
    }
    text_string(out, before != NULL ? "</g>\n</svg>\n" : "</svg>\n");
}
