// lettering.c — words in a picture, drawn with strokes: proofs and films carry their figures in them.
//
// A letter is a few strokes on a grid 12 units high: x is a digit (':' is 10), y a letter from 'a', the
// height of capitals, over 'e', that of small letters, to 'm', the base line, and 'p' below it. A stroke
// begins with '-' (straight), '(' (smooth) or 'o' (smooth and closed). Smooth ones are quadratic
// B-splines of their points, by cutting corners (Chaikin: An Algorithm for High Speed Curve
// Generation, 1974), so four corners make a bowl.
// A letter's coverage is gathered first (the most of any stroke), then laid once: where strokes
// cross nothing shows twice.
// SPDX-License-Identifier: MIT
#include "lettering.h"

#include <string.h>

#include "base/text.h"
#include "base/trig.h"
#include "base/vec.h"

enum { GRID = 12, BELOW = 4, APART = 3, FIRST = 32, LETTERS = 95, POINTS = 128 };
/// A letter's box never is larger than this, px: the widest is 10 of 12 units, 16 high.
enum { BOX = 80 };

typedef struct letter {
    int width;
    const char *strokes;
} letter;

#define BOWL "o0e6e6m0m"

static const letter letters[LETTERS] = {
    { 2, "" },                                      // space
    { 0, "-0a0i -0m0m" },                           // !
    { 3, "-0a0d -3a3d" },                           // "
    { 8, "-3b1l -7b5l -0e8e -0i8i" },               // #
    { 6, "(6d5b0b0g6g6l1l0j -3a3m" },               // $
    { 9, "o0a4a4f0f o5h9h9m5m -8a1m" },             // %
    { 8, "(8m1e1a5a5e0f0m5m7i" },                   // &
    { 0, "-0a0d" },                                 // '
    { 3, "(3a0d0k3n" },                             // (
    { 3, "(0a3d3k0n" },                             // )
    { 6, "-3c3k -0e6i -6e0i" },                     // *
    { 6, "-0h6h -3e3k" },                           // +
    { 1, "-1l0o" },                                 // ,
    { 5, "-0h5h" },                                 // -
    { 0, "-0m0m" },                                 // .
    { 5, "-5a0n" },                                 // /
    { 6, "o0a3a6a6g6m3m0m0g" },                     // 0
    { 6, "-1c4a4m" },                               // 1
    { 6, "(0d0a6a6f0k0m -0m6m" },                   // 2
    { 6, "(0b1a6a6f2f (2f6f6m1m0k" },               // 3
    { 6, "-5m5a0i6i" },                             // 4
    { 6, "-6a1a0f (0f2e6e6m1m0k" },                 // 5
    { 6, "(5a1b0f0i o0e6e6m0m" },                   // 6
    { 6, "-0a6a2m" },                               // 7
    { 6, "o0a6a6f0f o0f6f6m0m" },                   // 8
    { 6, "o0a6a6i0i (6e6h5l1m" },                   // 9
    { 0, "-0f0f -0m0m" },                           // :
    { 1, "-1f1f -1l0o" },                           // ;
    { 6, "-6e0h6k" },                               // <
    { 6, "-0f6f -0j6j" },                           // =
    { 6, "-0e6h0k" },                               // >
    { 6, "(0d0a6a6e3f3i -3m3m" },                   // ?
    { 9, "(6e3d2j6j7d (7d7k9k9d8a0a0g0n8n" },       // @
    { 8, "-0m4a8m -1j7j" },                         // A
    { 7, "-3f0f0m3m -0f0a3a (3a6a6f3f (3f7f7m3m" }, // B
    { 8, "(8c7a4a0a0g0m4m7m8k" },                   // C
    { 7, "-3m0m0a3a (3a7a7g7m3m" },                 // D
    { 6, "-6a0a0m6m -0g5g" },                       // E
    { 6, "-6a0a0m -0g5g" },                         // F
    { 8, "(8c7a4a0a0g0m4m8m8g -8g5g" },             // G
    { 7, "-0a0m -7a7m -0g7g" },                     // H
    { 0, "-0a0m" },                                 // I
    { 5, "-5a5i (5i5m0m0j" },                       // J
    { 7, "-0a0m -7a0h -2f7m" },                     // K
    { 6, "-0a0m6m" },                               // L
    { 8, "-0m0a4i8a8m" },                           // M
    { 7, "-0m0a7m7a" },                             // N
    { 8, "o0a4a8a8g8m4m0m0g" },                     // O
    { 7, "-0m0a3a -0g3g (3a7a7g3g" },               // P
    { 8, "o0a4a8a8g8m4m0m0g -5j8m" },               // Q
    { 7, "-0m0a3a -0g3g (3a7a7g3g -3g7m" },         // R
    { 7, "(7c6a0a0f7g7m1m0k" },                     // S
    { 8, "-0a8a -4a4m" },                           // T
    { 7, "-0a0h (0h0m7m7h -7h7a" },                 // U
    { 8, "-0a4m8a" },                               // V
    { 10, "-0a2m5c8m:a" },                          // W
    { 7, "-0a7m -7a0m" },                           // X
    { 8, "-0a4g8a -4g4m" },                         // Y
    { 7, "-0a7a0m7m" },                             // Z
    { 3, "-3a0a0n3n" },                             // [
    { 5, "-0a5n" },                                 // backslash
    { 3, "-0a3a3n0n" },                             // ]
    { 6, "-0d3a6d" },                               // ^
    { 7, "-0n7n" },                                 // _
    { 2, "-0a2c" },                                 // `
    { 6, BOWL " -6e6m" },                           // a
    { 6, "-0a0m " BOWL },                           // b
    { 6, "(6g5e0e0m5m6k" },                         // c
    { 6, "-6a6m " BOWL },                           // d
    { 6, "-0i6i (6i6e0e0m5m6k" },                   // e
    { 5, "(5a2a2e -2e2m -0e5e" },                   // f
    { 6, BOWL " -6e6m (6m6p1p0o" },                 // g
    { 6, "-0a0m (0h0e6e6i -6i6m" },                 // h
    { 0, "-0e0m -0a0a" },                           // i
    { 2, "-2e2m (2m2p0p -2a2a" },                   // j
    { 5, "-0a0m -5e0j -2h5m" },                     // k
    { 0, "-0a0m" },                                 // l
    { 8, "-0e0m (0h0e4e4i -4i4m (4h4e8e8i -8i8m" }, // m
    { 6, "-0e0m (0h0e6e6i -6i6m" },                 // n
    { 6, BOWL },                                    // o
    { 6, "-0e0p " BOWL },                           // p
    { 6, "-6e6p " BOWL },                           // q
    { 4, "-0e0m (0h0e3e4f" },                       // r
    { 5, "(5f4e0e0i5i5m1m0l" },                     // s
    { 5, "-2b2j (2j2m5m -0e5e" },                   // t
    { 6, "-0e0i (0i0m6m6i -6e6m" },                 // u
    { 6, "-0e3m6e" },                               // v
    { 8, "-0e2m4f6m8e" },                           // w
    { 6, "-0e6m -6e0m" },                           // x
    { 6, "-0e3m -6e2p" },                           // y
    { 6, "-0e6e0m6m" },                             // z
    { 4, "(4a2a2g0g (0g2g2n4n" },                   // {
    { 0, "-0a0p" },                                 // |
    { 4, "(0a2a2g4g (4g2g2n0n" },                   // }
    { 7, "(0i1f4i6k7g" },                           // ~
};

/// Signs that figures need.
static const struct {
    const char *sign;
    letter drawn;
} signs[] = {
    { "°", { 4, "o0a4a4e0e" } },
    { "·", { 1, "-0h0h" } },
    { "–", { 6, "-0h6h" } },
    { "—", { 10, "-0h:h" } },
    { "→", { 8, "-0h8h -5e8h5k" } },
    { "²", { 4, "(0b0a4a4c0e0g -0g4g" } },
    { "×", { 5, "-0f5k -5f0k" } },
    { "±", { 6, "-0g6g -3d3j -0m6m" } },
    { "≤", { 6, "-6c0f6i -0m6m" } },
    { "…", { 6, "-0m0m -3m3m -6m6m" } },
};

/// The letter at *words, and on to the next.
static const letter *next_letter(const char **words) {
    unsigned char c = (unsigned char)**words;
    const char *at = *words;
    size_t bytes = text_utf8((const unsigned char *)at, strlen(at));
    *words += bytes > 0 ? bytes : 1;
    for (size_t k = 0; c >= 0x80 && k < sizeof signs / sizeof *signs; k++)
        if (strncmp(at, signs[k].sign, strlen(signs[k].sign)) == 0) return &signs[k].drawn;
    return &letters[c >= FIRST && c < FIRST + LETTERS ? c - FIRST : '?' - FIRST];
}

double lettering_width(const char *words, double size) {
    int units = 0;
    while (*words != '\0') units += next_letter(&words)->width + APART;
    return units > 0 ? (units - APART) * size / GRID : 0.0;
}

void lettering_fit(const char *words, double size, double width, char *out, size_t room) {
    text_print(out, room, "%s", words);
    for (size_t length = strlen(out); length > 2 && lettering_width(out, size) > width;) {
        length--;
        text_print(out, room, "%.*s..", (int)(length - 2), words);
    }
}

// --- strokes -------------------------------------------------------------------------------------

/// Cuts every corner twice, at a quarter and three quarters of its sides; open ends stay.
static int cut_corners(const vec2 *points, int count, bool closed, vec2 *out) {
    int made = 0, sides = closed ? count : count - 1;
    if (!closed) out[made++] = points[0];
    for (int k = 0; k < sides; k++) {
        vec2 a = points[k], b = points[(k + 1) % count];
        if (closed || k > 0) out[made++] = vec2_mix(a, b, 0.25);
        if (closed || k < sides - 1) out[made++] = vec2_mix(a, b, 0.75);
    }
    if (!closed) out[made++] = points[count - 1];
    return made;
}

/// A stroke's points in units; answers how many, and moves on to the next stroke.
static int read_stroke(const char **strokes, vec2 *points, bool *closed) {
    static vec2 nothing;
    vec2 cut[POINTS];
    const char *at = *strokes;
    char mode = *at++;
    int count = 0;
    for (; *at != '\0' && *at != ' '; at += 2)
        points[count++] = vec2_make(at[0] - '0', at[1] - 'a');
    *strokes = *at == ' ' ? at + 1 : at;
    *closed = mode == 'o';
    for (int round = 0; round < 3 && mode != '-' && 2 * count <= POINTS; round++) {
        count = cut_corners(points, count, *closed, cut);
        memcpy(points, cut, sizeof(vec2) * (size_t)count);
    }
    if (count == 0) points[count++] = nothing;
    return count;
}

typedef struct glyph {
    float cover[BOX * BOX];
    int left, top, width, height; // its box on the canvas, px
    double radius;
} glyph;

/// What a segment (px) covers, kept where it is the most.
static void gather_segment(glyph *g, vec2 a, vec2 b) {
    double reach = g->radius + 0.5;
    int from_x = clamp_int((int)trig_floor(min_double(a.x, b.x) - reach) - g->left, 0, g->width);
    int to_x = clamp_int((int)trig_floor(max_double(a.x, b.x) + reach) + 1 - g->left, 0, g->width);
    int from_y = clamp_int((int)trig_floor(min_double(a.y, b.y) - reach) - g->top, 0, g->height);
    int to_y = clamp_int((int)trig_floor(max_double(a.y, b.y) + reach) + 1 - g->top, 0, g->height);
    vec2 along = vec2_sub(b, a);
    double square = vec2_dot(along, along);
    for (int y = from_y; y < to_y; y++)
        for (int x = from_x; x < to_x; x++) {
            vec2 p = vec2_sub(vec2_make(g->left + x + 0.5, g->top + y + 0.5), a);
            double t = square > 0 ? clamp_double(vec2_dot(p, along) / square, 0, 1) : 0;
            double away = vec2_distance(p, vec2_scale(along, t));
            float cover = (float)clamp_double(reach - away, 0.0, 1.0);
            float *kept = &g->cover[y * g->width + x];
            if (cover > *kept) *kept = cover;
        }
}

static void lay_glyph(const glyph *g, const float color[4], pantin_canvas *canvas) {
    for (int y = max_int(0, -g->top); y < g->height && g->top + y < canvas->height; y++)
        for (int x = max_int(0, -g->left); x < g->width && g->left + x < canvas->width; x++) {
            float alpha = color[3] * g->cover[y * g->width + x];
            size_t pixel = (size_t)(g->top + y) * (size_t)canvas->width + (size_t)(g->left + x);
            float *at = canvas->pixels + 4 * pixel;
            if (!(alpha > 0.0f)) continue;
            for (int k = 0; k < 3; k++) at[k] = color[k] * alpha + at[k] * (1.0f - alpha);
            at[3] = alpha + at[3] * (1.0f - alpha);
        }
}

static void draw_letter(const letter *l, vec2 at, double size, const float color[4],
                        pantin_canvas *canvas) {
    glyph g = { .radius = max_double(0.55, 0.062 * size) };
    double unit = size / GRID, reach = g.radius + 1.0;
    g.left = (int)trig_floor(at.x - reach);
    g.top = (int)trig_floor(at.y - size - reach);
    g.width = clamp_int((int)(l->width * unit + 2 * reach) + 2, 1, BOX);
    g.height = clamp_int((int)((GRID + BELOW) * unit + 2 * reach) + 2, 1, BOX);
    for (const char *strokes = l->strokes; *strokes != '\0';) {
        vec2 points[POINTS];
        bool closed;
        int count = read_stroke(&strokes, points, &closed);
        for (int k = 0; k < count; k++)
            points[k] = vec2_make(at.x + unit * points[k].x, at.y + unit * (points[k].y - GRID));
        if (count == 1) gather_segment(&g, points[0], points[0]);
        for (int k = 0; k + 1 < count; k++) gather_segment(&g, points[k], points[k + 1]);
        if (closed) gather_segment(&g, points[count - 1], points[0]);
    }
    lay_glyph(&g, color, canvas);
}

void lettering_draw(const char *words, vec2 at, double size, const float color[4],
                    pantin_canvas *canvas) {
    double limit = 16.0 * (canvas->width + canvas->height);
    size = clamp_double(size, 4.0, LETTERING_LARGEST);
    if (!(at.x > -limit && at.x < limit && at.y > -limit && at.y < limit)) return;
    while (*words != '\0') {
        const letter *l = next_letter(&words);
        draw_letter(l, at, size, color, canvas);
        at.x += (l->width + APART) * size / GRID;
    }
}
