// sketch.h — private to measure: a drawing of lines, areas, dots and words, described once and then
// written as SVG or painted as pixels.
// SPDX-License-Identifier: MIT
#ifndef MEASURE_SKETCH_H
#define MEASURE_SKETCH_H

#include "base/arena.h"
#include "base/text.h"
#include "pantin/image.h"

/// What a mark is for; its color follows, on a page also from the reader's light or dark.
typedef enum sketch_tone {
    SKETCH_PAPER,
    SKETCH_SHEET,
    SKETCH_INK,
    SKETCH_SOFT,
    SKETCH_RULE,
    SKETCH_LINE,
    SKETCH_ACCENT,
    SKETCH_GHOST,
    SKETCH_GOOD,
    SKETCH_WARN,
    SKETCH_BAD,
    SKETCH_LEFT,
    SKETCH_RIGHT,
    SKETCH_TONES
} sketch_tone;

typedef enum sketch_kind { SKETCH_STROKE, SKETCH_AREA, SKETCH_DOT, SKETCH_WORDS } sketch_kind;

typedef struct sketch_mark {
    sketch_kind kind;
    sketch_tone tone;
    double alpha;
    double size; // a stroke's width, a dot's radius, the words' font size
    bool dashed;
    bool bold;
    bool follows; // words on the line of the mark before, `gap` after them
    double gap;
    int anchor;       // of words: -1 they begin there, 0 are centered, 1 end there
    int first, count; // its points
    const char *words;
} sketch_mark;

/// Zero-initialise, set the size. When memory is refused it is marked failed and swallows the rest.
/// A mark with a point that is not finite is left out.
typedef struct sketch {
    double width, height;
    const char *title; // for who cannot see it; borrowed
    sketch_mark *marks;
    int mark_count, mark_room;
    pantin_vec2 *points;
    int point_count, point_room;
    arena memory; // of words
    bool failed;
} sketch;

void sketch_free(sketch *s);

void sketch_stroke(sketch *s, const pantin_vec2 *points, int count, double width, sketch_tone tone,
                   double alpha);
void sketch_line(sketch *s, double x0, double y0, double x1, double y1, double width,
                 sketch_tone tone, double alpha);
void sketch_dashes(sketch *s, double x0, double y0, double x1, double y1, double width,
                   sketch_tone tone, double alpha);
void sketch_area(sketch *s, const pantin_vec2 *points, int count, sketch_tone tone, double alpha);
/// A box with rounded corners.
void sketch_box(sketch *s, double x, double y, double width, double height, double radius,
                sketch_tone tone, double alpha);
void sketch_dot(sketch *s, double x, double y, double radius, sketch_tone tone, double alpha);
void sketch_words(sketch *s, double x, double y, double size, sketch_tone tone, int anchor,
                  bool bold, const char *format, ...) PANTIN_FORMAT(8, 9);
/// More words on the same line, of another look, wherever the ones before end: fonts differ in width.
void sketch_more(sketch *s, double gap, double size, sketch_tone tone, bool bold,
                 const char *format, ...) PANTIN_FORMAT(6, 7);
/// About how wide words are; a reader's font may be wider by a fifth.
double sketch_width(const char *words, double size);

/// `page`: an element of a page that has sketch_style; else a file of its own.
void sketch_write(const sketch *s, bool page, text *out);
/// What a page's style sheet needs for sketches, light and dark.
extern const char sketch_style[];

/// `image` is made. `scale`: px a unit.
PANTIN_CHECKED bool sketch_paint(const sketch *s, double scale, pantin_image *image,
                                 pantin_error *error);

/// sRGB of a tone, on paper.
extern const uint8_t sketch_colors[SKETCH_TONES][3];

#endif
