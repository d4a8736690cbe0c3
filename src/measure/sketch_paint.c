// sketch_paint.c — a sketch as pixels.
//
// Each mark's coverage is gathered first and laid once, so that where a line crosses or touches itself nothing
// shows twice: a stroke's from the distance to its nearest piece, an area's exactly, by summing along each row
// how much of every pixel lies right of its edges (the signed-area accumulation of font renderers).
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/trig.h"
#include "base/vec.h"
#include "lettering.h"
#include "sketch.h"

typedef struct painter {
    const sketch *s;
    double scale;
    pantin_canvas canvas;
    float *cover; // a pixel, and two columns more for sums; zero between marks
    int stride;
    int left, top, right, bottom; // what the mark may have touched
} painter;

static void reach(painter *p, vec2 at, double around) {
    p->left = min_int(p->left, (int)trig_floor(at.x - around) - 1);
    p->top = min_int(p->top, (int)trig_floor(at.y - around) - 1);
    p->right = max_int(p->right, (int)trig_floor(at.x + around) + 2);
    p->bottom = max_int(p->bottom, (int)trig_floor(at.y + around) + 2);
}

static void hold_to_canvas(painter *p) {
    p->left = clamp_int(p->left, 0, p->canvas.width);
    p->right = clamp_int(p->right, 0, p->canvas.width);
    p->top = clamp_int(p->top, 0, p->canvas.height);
    p->bottom = clamp_int(p->bottom, 0, p->canvas.height);
}

// --- strokes -------------------------------------------------------------------------------------

static void gather_segment(painter *p, vec2 a, vec2 b, double radius) {
    // What is thinner than a pixel is drawn as wide as one, and fainter.
    double shown = max_double(radius, 0.5), strength = radius / shown;
    double far = shown + 0.5;
    int x0 = clamp_int((int)trig_floor(min_double(a.x, b.x) - far), 0, p->canvas.width);
    int x1 = clamp_int((int)trig_floor(max_double(a.x, b.x) + far) + 1, 0, p->canvas.width);
    int y0 = clamp_int((int)trig_floor(min_double(a.y, b.y) - far), 0, p->canvas.height);
    int y1 = clamp_int((int)trig_floor(max_double(a.y, b.y) + far) + 1, 0, p->canvas.height);
    vec2 along = vec2_sub(b, a);
    double square = vec2_dot(along, along);
    for (int y = y0; y < y1; y++)
        for (int x = x0; x < x1; x++) {
            vec2 at = vec2_sub(vec2_make(x + 0.5, y + 0.5), a);
            double t = square > 0 ? clamp_double(vec2_dot(at, along) / square, 0, 1) : 0;
            double away = vec2_distance(at, vec2_scale(along, t));
            float cover = (float)(strength * clamp_double(far - away, 0.0, 1.0));
            float *kept = &p->cover[(size_t)y * (size_t)p->stride + (size_t)x];
            if (cover > *kept) *kept = cover;
        }
}

static void gather_dashes(painter *p, vec2 a, vec2 b, double radius) {
    double length = vec2_distance(a, b), on = 5.0 * p->scale, period = 9.0 * p->scale;
    for (double at = 0.0; at < length; at += period)
        gather_segment(p, vec2_mix(a, b, at / length),
                       vec2_mix(a, b, min_double(at + on, length) / length), radius);
}

// --- areas ---------------------------------------------------------------------------------------

static void add(painter *p, int x, int y, double value) {
    int column = clamp_int(x, 0, p->stride - 1);
    p->cover[(size_t)y * (size_t)p->stride + (size_t)column] += (float)value;
}

/// One edge within row y: what it covers of the pixels x0..x1 crosses, and all of those to the right.
static void add_crossing(painter *p, int y, double x0, double x1, double height) {
    double low = min_double(x0, x1), high = max_double(x0, x1);
    int first = (int)trig_floor(low), last = -(int)trig_floor(-high);
    if (last <= first + 1) {
        double middle = 0.5 * (low + high) - first;
        add(p, first, y, height * (1.0 - middle));
        add(p, first + 1, y, height * middle);
        return;
    }
    double slope = 1.0 / (high - low), before = 0.0;
    for (int x = first; x < last; x++) { // the share of this pixel that lies right of the edge
        double from = max_double(low, x), to = min_double(high, x + 1);
        double passed = (to - from) * slope;
        double inside = (from - low) * slope + passed * (x + 1 - 0.5 * (from + to));
        add(p, x, y, height * (inside - before));
        before = inside;
    }
    add(p, last, y, height * (1.0 - before));
}

static void add_edge(painter *p, vec2 a, vec2 b) {
    double direction = 1.0, limit = 2.0 * p->canvas.width + 2.0;
    if (a.y == b.y) return;
    if (a.y > b.y) {
        vec2 swap = a;
        a = b;
        b = swap;
        direction = -1.0;
    }
    double slope = (b.x - a.x) / (b.y - a.y);
    int from = clamp_int((int)trig_floor(a.y), 0, p->canvas.height);
    int to = clamp_int(-(int)trig_floor(-b.y), 0, p->canvas.height);
    for (int y = from; y < to; y++) {
        double top = max_double(y, a.y), bottom = min_double(y + 1, b.y);
        if (!(bottom > top)) continue;
        double x0 = clamp_double(a.x + (top - a.y) * slope, -2.0, limit);
        double x1 = clamp_double(a.x + (bottom - a.y) * slope, -2.0, limit);
        add_crossing(p, y, x0, x1, direction * (bottom - top));
    }
}

static void sum_rows(painter *p) {
    for (int y = p->top; y < p->bottom; y++) {
        float *row = p->cover + (size_t)y * (size_t)p->stride, sum = 0.0f;
        for (int x = 0; x < p->stride; x++) {
            sum += row[x];
            float size = sum < 0.0f ? -sum : sum;
            row[x] = size > 1.0f ? 1.0f : size;
        }
    }
}

// --- marks ---------------------------------------------------------------------------------------

static void lay(painter *p, const float color[4], bool whole_rows) {
    for (int y = p->top; y < p->bottom; y++) {
        float *row = p->cover + (size_t)y * (size_t)p->stride;
        for (int x = p->left; x < p->right; x++) {
            float alpha = color[3] * row[x];
            if (!(alpha > 0.0f)) continue;
            float *at = p->canvas.pixels + 4 * ((size_t)y * (size_t)p->canvas.width + (size_t)x);
            for (int c = 0; c < 3; c++) at[c] = color[c] * alpha + at[c] * (1.0f - alpha);
            at[3] = alpha + at[3] * (1.0f - alpha);
        }
        if (whole_rows)
            memset(row, 0, sizeof *row * (size_t)p->stride);
        else
            memset(row + p->left, 0, sizeof *row * (size_t)(p->right - p->left));
    }
}

static vec2 place(const painter *p, const sketch_mark *mark, int k) {
    return vec2_scale(p->s->points[mark->first + k], p->scale);
}

static void gather(painter *p, const sketch_mark *mark) {
    double radius = p->scale * (mark->kind == SKETCH_DOT ? mark->size : 0.5 * mark->size);
    p->left = p->canvas.width, p->top = p->canvas.height, p->right = p->bottom = 0;
    for (int k = 0; k < mark->count; k++)
        reach(p, place(p, mark, k), mark->kind == SKETCH_AREA ? 0.0 : radius + 1.0);
    hold_to_canvas(p);
    for (int k = 0; k < mark->count; k++) {
        vec2 a = place(p, mark, k), b = place(p, mark, (k + 1) % mark->count);
        if (mark->kind == SKETCH_AREA)
            add_edge(p, a, b);
        else if (k + 1 == mark->count && mark->count > 1)
            break;
        else if (mark->dashed)
            gather_dashes(p, a, b, radius);
        else
            gather_segment(p, a, b, radius);
    }
}

static void tone_color(const sketch_mark *mark, float color[4]) {
    for (int c = 0; c < 3; c++) color[c] = sketch_colors[mark->tone][c] / 255.0f;
    color[3] = (float)mark->alpha;
}

static double cap_height(const painter *p, const sketch_mark *mark) {
    return 0.7 * mark->size * p->scale;
}

/// Words, and those that follow on their line.
static void draw_words(painter *p, const sketch_mark *mark, int after) {
    double width = 0.0;
    for (int k = 0; k <= after; k++)
        width += mark[k].gap * p->scale + lettering_width(mark[k].words, cap_height(p, &mark[k]));
    vec2 at = place(p, mark, 0);
    at.x -= 0.5 * (mark->anchor + 1) * width;
    for (int k = 0; k <= after; k++) {
        float color[4];
        double size = cap_height(p, &mark[k]);
        tone_color(&mark[k], color);
        at.x += mark[k].gap * p->scale;
        lettering_draw(mark[k].words, at, size, color, &p->canvas);
        vec2 again = { at.x + max_double(0.5, 0.05 * size), at.y };
        if (mark[k].bold) lettering_draw(mark[k].words, again, size, color, &p->canvas);
        at.x += lettering_width(mark[k].words, size);
    }
}

static void draw(painter *p, int index) {
    const sketch_mark *mark = &p->s->marks[index];
    float color[4];
    int after = 0;
    while (index + 1 + after < p->s->mark_count && mark[1 + after].follows) after++;
    if (mark->kind == SKETCH_WORDS) {
        if (!mark->follows) draw_words(p, mark, after);
        return;
    }
    tone_color(mark, color);
    gather(p, mark);
    if (mark->kind == SKETCH_AREA) sum_rows(p);
    lay(p, color, mark->kind == SKETCH_AREA);
}

bool sketch_paint(const sketch *s, double scale, pantin_image *image, pantin_error *error) {
    painter p = { .s = s, .scale = clamp_double(scale, 0.25, 4.0) };
    int width = max_int(1, (int)(s->width * p.scale + 0.5));
    int height = max_int(1, (int)(s->height * p.scale + 0.5));
    const uint8_t *paper = sketch_colors[SKETCH_PAPER];
    p.stride = width + 2;
    if (!pantin_canvas_create(width, height, &p.canvas, error)) return false;
    size_t cells = (size_t)p.stride * (size_t)height;
    p.cover = memory_allocate(cells, sizeof *p.cover);
    bool done = p.cover != NULL ? pantin_image_create(width, height, image, error)
                                : memory_fail(error, "a picture");
    if (done) {
        pantin_canvas_fill(
            &p.canvas, (float[4]){ paper[0] / 255.0f, paper[1] / 255.0f, paper[2] / 255.0f, 1.0f });
        for (int k = 0; k < s->mark_count; k++) draw(&p, k);
        pantin_canvas_resolve(&p.canvas, 0, height, image);
    }
    memory_free(p.cover, cells, sizeof *p.cover);
    pantin_canvas_free(&p.canvas);
    return done;
}
