// loop_plot.c — how well each frame of a clip closes with the first: all channels in one curve, then pose,
// heading, height and floor apart, with their limits and lights; of a fixed clip before and after.
//
// Values run up to 180 degrees and the limit is 5, so the upright axes go by the square root: the green and
// yellow bands stay wide enough to see, and every axis still begins at 0.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/trig.h"
#include "base/vec.h"
#include "loop.h"

enum { CHANNELS = 4, COLUMNS = 460, CANDIDATES = 8 };
#define LEFT ((double)LOOP_PICTURE_MARGIN)
#define RIGHT ((double)(LOOP_PICTURE_WIDTH - LOOP_PICTURE_MARGIN))
#define AXIS 46.0 // room for the numbers left of a panel

static const struct {
    const char *name, *says, *unit;
    double limit;
} channels[CHANNELS] = {
    { "Pose", "worst bone", "°", LOOP_POSE_LIMIT_DEG },
    { "Heading", "turn of the hips", "°", LOOP_POSE_LIMIT_DEG },
    { "Height", "of the root", "cm", LOOP_DRIFT_LIMIT_CM },
    { "Floor", "travel of the root", "cm", LOOP_DRIFT_LIMIT_CM },
};

/// A clip held against one of its frames.
typedef struct column {
    const pantin_clip *clip;
    int start, end; // the frame that is to be met; the one that meets it
    const char *heading;
    double *values[CHANNELS]; // a frame each
} column;

typedef struct plot {
    sketch *s;
    const pantin_loop_work *work;
    column columns[2];
    int column_count;
    column overview; // the clip, from where its loop begins
    double *worst;   // of the overview: the largest channel, in limits
    arena memory;
} plot;

/// One pair of axes.
typedef struct panel {
    double x, y, width, height, high, limit;
    int frames;
} panel;

int loop_nice_step(int range, int count) {
    int power = 1;
    if (count < 1 || range / count < 1) return 1;
    double wanted = (double)range / count;
    while (power <= 100000000 && 10.0 * power <= wanted) power *= 10;
    return wanted <= power         ? power
           : wanted <= 2.0 * power ? 2 * power
           : wanted <= 5.0 * power ? 5 * power
                                   : 10 * power;
}

// --- values --------------------------------------------------------------------------------------

/// Heading and floor are stride and turn where the root may travel: no gaps.
static bool counts(const plot *p, int channel) {
    return p->work->options->root != PANTIN_ROOT_TRAVEL || channel == 0 || channel == 2;
}

static void fill_column(plot *p, column *c, const pantin_clip *clip, int start, int end,
                        const char *heading) {
    *c = (column){ clip,
                   clamp_int(start, 0, clip->frames - 1),
                   clamp_int(end, 0, clip->frames - 1),
                   heading,
                   { NULL } };
    for (int k = 0; k < CHANNELS; k++) c->values[k] = ARENA_ARRAY(&p->memory, double, clip->frames);
    if (arena_failed(&p->memory)) return;
    pantin_loop_match(
        clip, c->start,
        (pantin_match_curve){ c->values[0], c->values[1], c->values[2], c->values[3] });
    for (int k = 0; k < CHANNELS; k++)
        for (int i = 0; i < clip->frames; i++)
            if (c->values[k][i] < 0) c->values[k][i] = -c->values[k][i];
}

static void fill_worst(plot *p) {
    int frames = p->overview.clip->frames;
    p->worst = ARENA_ARRAY(&p->memory, double, frames);
    if (arena_failed(&p->memory)) return;
    for (int i = 0; i < frames; i++)
        for (int k = 0; k < CHANNELS; k++)
            if (counts(p, k))
                p->worst[i] = max_double(p->worst[i], p->overview.values[k][i] / channels[k].limit);
}

static void fill(plot *p) {
    const pantin_loop_work *work = p->work;
    const pantin_clip *clip = work->clip;
    int start = 0, end = clip->frames - 1;
    if (work->task == PANTIN_LOOP_FIND && work->search->count > 0) {
        start = work->search->candidates[0].start;
        end = work->search->candidates[0].end;
    } else if (work->fixed_clip != NULL) {
        start = work->fixed->piece.start;
        end = work->fixed->piece.end;
    }
    fill_column(p, &p->overview, clip, start, end, "");
    fill_worst(p);
    if (work->fixed_clip == NULL) {
        p->column_count = 1;
        p->columns[0] = p->overview;
        return;
    }
    p->column_count = 2;
    fill_column(p, &p->columns[0], clip, 0, clip->frames - 1, "before");
    fill_column(p, &p->columns[1], work->fixed_clip, 0, work->fixed_clip->frames - 1, "after");
}

// --- axes ----------------------------------------------------------------------------------------

static double across(const panel *a, double frame) {
    return a->x + a->width * frame / max_int(1, a->frames - 1);
}

static double up(const panel *a, double value) {
    return a->y + a->height * (1.0 - sqrt(clamp_double(value / a->high, 0.0, 1.0)));
}

static void draw_band(plot *p, const panel *a, double from, double to, sketch_tone tone,
                      double alpha) {
    double top = up(a, min_double(to, a->high)), bottom = up(a, from);
    if (bottom > top) sketch_box(p->s, a->x, top, a->width, bottom - top, 0.0, tone, alpha);
}

static void draw_upright_axis(plot *p, const panel *a, bool lit) {
    static const double steps[] = { 0.1, 0.2, 0.5, 1,   2,   5,   10,  20,  50, 100,
                                    180, 200, 500, 1e3, 2e3, 5e3, 1e4, 1e5, 1e6 };
    double last = up(a, lit ? a->limit : 0.0);
    sketch_words(p->s, a->x - 8.0, up(a, 0.0) + 4.0, 12.0, SKETCH_SOFT, 1, false, "0");
    if (lit && up(a, 0.0) - last > 13.0)
        sketch_words(p->s, a->x - 8.0, last + 4.0, 12.0, SKETCH_BAD, 1, true, "%g", a->limit);
    for (size_t k = 0; k < sizeof steps / sizeof *steps && steps[k] <= a->high; k++) {
        double y = up(a, steps[k]);
        if (last - y < 19.0 || y < a->y + 2.0) continue;
        sketch_line(p->s, a->x, y, a->x + a->width, y, 1.0, SKETCH_RULE, 1.0);
        sketch_words(p->s, a->x - 8.0, y + 4.0, 12.0, SKETCH_SOFT, 1, false, "%g", steps[k]);
        last = y;
    }
}

static void draw_frame_axis(plot *p, const panel *a, double fps, bool seconds) {
    double base = a->y + a->height;
    int step = loop_nice_step(a->frames - 1, max_int(3, (int)(a->width / 95.0)));
    for (int f = 0; f < a->frames; f += step) {
        double x = across(a, f);
        char shown[32];
        sketch_line(p->s, x, base, x, base + 4.0, 1.0, SKETCH_GHOST, 1.0);
        sketch_words(p->s, x, base + 18.0, 12.0, SKETCH_SOFT, 0, false, "%d", f);
        loop_number(shown, sizeof shown, f / fps);
        if (seconds)
            sketch_words(p->s, x, base + 33.0, 11.0, SKETCH_GHOST, 0, false, "%s s", shown);
    }
}

static void draw_axes(plot *p, const panel *a, bool lit) {
    sketch_box(p->s, a->x, a->y, a->width, a->height, 0.0, SKETCH_SHEET, 1.0);
    if (lit) {
        draw_band(p, a, 0.0, 0.5 * a->limit, SKETCH_GOOD, 0.13);
        draw_band(p, a, 0.5 * a->limit, a->limit, SKETCH_WARN, 0.17);
    }
    draw_upright_axis(p, a, lit);
    if (lit)
        sketch_dashes(p->s, a->x, up(a, a->limit), a->x + a->width, up(a, a->limit), 1.2,
                      SKETCH_BAD, 0.85);
    sketch_line(p->s, a->x, a->y + a->height, a->x + a->width, a->y + a->height, 1.0, SKETCH_GHOST,
                1.0);
}

/// Each column's smallest and largest value, so that no peak is lost; the fill under it, the line on it.
static void draw_curve(plot *p, const panel *a, const double *values, int from, int to) {
    vec2 points[2 * COLUMNS + 4];
    int count = 0, frames = to - from + 1;
    int columns = clamp_int(min_int(frames, (int)(a->width / 2.0)), 1, COLUMNS);
    for (int c = 0; c < columns; c++) {
        int first = from + (int)((int64_t)frames * c / columns);
        int next = from + (int)((int64_t)frames * (c + 1) / columns);
        int low = first, high = first;
        for (int i = first; i < next; i++) {
            if (values[i] < values[low]) low = i;
            if (values[i] > values[high]) high = i;
        }
        int one = min_int(low, high), two = max_int(low, high);
        points[count++] = vec2_make(across(a, one), up(a, values[one]));
        if (two != one) points[count++] = vec2_make(across(a, two), up(a, values[two]));
    }
    sketch_stroke(p->s, points, count, 2.0, SKETCH_LINE, 1.0);
    if (count == 0) return;
    points[count] = vec2_make(points[count - 1].x, a->y + a->height);
    points[count + 1] = vec2_make(points[0].x, a->y + a->height);
    sketch_area(p->s, points, count + 2, SKETCH_LINE, 0.07);
}

static void draw_marker(plot *p, const panel *a, int frame, double value, sketch_tone tone) {
    double x = across(a, frame), y = up(a, value);
    sketch_line(p->s, x, y, x, a->y + a->height, 1.2, tone, 0.7);
    sketch_dot(p->s, x, y, 7.0, SKETCH_SHEET, 1.0);
    sketch_dot(p->s, x, y, 5.0, tone, 1.0);
}

// --- the overview --------------------------------------------------------------------------------

static void draw_window(plot *p, const panel *a, int from, int to) {
    double x0 = across(a, max_int(0, from)), x1 = across(a, min_int(a->frames - 1, to));
    if (x1 > x0) sketch_box(p->s, x0, a->y, x1 - x0, a->height, 0.0, SKETCH_ACCENT, 0.13);
}

static void draw_piece(plot *p, const panel *a) {
    int start = p->overview.start, end = p->overview.end;
    const pantin_loop_fixed *f = p->work->fixed;
    bool fixed = p->work->fixed_clip != NULL;
    double x0 = across(a, start), x1 = across(a, end);
    sketch_box(p->s, x0, a->y, x1 - x0, a->height, 0.0, SKETCH_LINE, 0.08);
    if (fixed && p->work->options->blend && f->window_frames > 0) {
        pantin_fix_method method = p->work->options->method;
        bool both = method == PANTIN_FIX_OFFSET || method == PANTIN_FIX_SHARED;
        draw_window(p, a, end - f->window_frames, end);
        if (both) draw_window(p, a, start, start + f->window_frames);
    }
    sketch_line(p->s, x0, a->y - 6.0, x0, a->y + a->height, 1.5, SKETCH_LINE, 1.0);
    sketch_line(p->s, x1, a->y - 6.0, x1, a->y + a->height, 1.5, SKETCH_LINE, 1.0);
    double apart = x1 - x0;
    sketch_words(p->s, x0, a->y - 11.0, 12.5, SKETCH_LINE, apart < 170 || x0 > a->x + 40 ? 1 : -1,
                 true, "%s %d", "anchor", start);
    sketch_words(p->s, x1, a->y - 11.0, 12.5, SKETCH_LINE,
                 apart < 170 && x1 < a->x + a->width - 70 ? -1 : 1, true, "%s %d", "cut", end);
}

static double draw_candidates(plot *p, const panel *a, double y) {
    const pantin_loop_search *found = p->work->search;
    int count = min_int(found->count, CANDIDATES);
    for (int k = 0; k < count; k++) {
        const pantin_loop_candidate *c = &found->candidates[k];
        double x0 = across(a, c->start), x1 = across(a, c->end);
        char seconds[32], cost[32];
        loop_number(seconds, sizeof seconds, c->seconds);
        loop_number(cost, sizeof cost, c->cost);
        sketch_box(p->s, x0, y, max_double(3.0, x1 - x0), 11.0, 5.5,
                   c->cost < PANTIN_LOOP_POOR ? SKETCH_LINE : SKETCH_GHOST, k == 0 ? 1.0 : 0.5);
        bool after = x1 < a->x + a->width - 190.0;
        sketch_words(p->s, after ? x1 + 9.0 : x0 - 9.0, y + 10.0, 12.0,
                     k == 0 ? SKETCH_INK : SKETCH_SOFT, after || x0 < a->x + 190.0 ? -1 : 1, k == 0,
                     "%d–%d  %s s, cost %s", c->start, c->end, seconds, cost);
        sketch_words(p->s, a->x - 8.0, y + 10.0, 12.0, SKETCH_SOFT, 1, false, "%d", k);
        y += 19.0;
    }
    return y;
}

static double draw_overview(plot *p, double y) {
    const pantin_clip *clip = p->overview.clip;
    panel a = { LEFT + AXIS, y + 66.0, RIGHT - LEFT - AXIS, 170.0, 2.0, 1.0, clip->frames };
    for (int i = 0; i < clip->frames; i++) a.high = max_double(a.high, 1.08 * p->worst[i]);
    a.high = min_double(a.high, 1e6);
    bool piece = p->work->task == PANTIN_LOOP_FIND || p->work->fixed_clip != NULL;
    sketch_words(p->s, LEFT, y + 28.0, 17.0, SKETCH_INK, -1, true, "Where could it end?");
    sketch_more(p->s, 16.0, 13.0, SKETCH_SOFT, false,
                "How far each frame is from closing with frame %d, its worst channel in limits: "
                "under 1 it closes%s",
                p->overview.start, piece ? ". The blue piece is the loop." : ".");
    draw_axes(p, &a, true);
    if (piece) draw_piece(p, &a);
    draw_curve(p, &a, p->worst, 0, clip->frames - 1);
    double value = p->worst[p->overview.end];
    draw_marker(p, &a, p->overview.end, value, loop_light_tone(loop_light(value, 1.0)));
    draw_frame_axis(p, &a, clip->fps, true);
    double below = a.y + a.height + 44.0;
    if (p->work->task == PANTIN_LOOP_FIND) below = draw_candidates(p, &a, below + 4.0) + 6.0;
    return below;
}

// --- the channels --------------------------------------------------------------------------------

static double highest(const plot *p, int channel) {
    double high = 1.6 * channels[channel].limit;
    for (int c = 0; c < p->column_count; c++)
        for (int i = 0; i < p->columns[c].clip->frames; i++)
            high = max_double(high, 1.08 * p->columns[c].values[channel][i]);
    return min_double(high, 1e6);
}

static void draw_channel(plot *p, const column *c, int k, panel a, bool last) {
    double value = c->values[k][c->end], right = a.x + a.width;
    bool lit = counts(p, k);
    pantin_light light = loop_light(value, channels[k].limit);
    sketch_tone tone = lit ? loop_light_tone(light) : SKETCH_LINE;
    char shown[32];
    loop_number(shown, sizeof shown, value);
    sketch_words(p->s, a.x, a.y - 9.0, 14.5, SKETCH_INK, -1, true, "%s", channels[k].name);
    sketch_more(p->s, 10.0, 12.5, SKETCH_SOFT, false, "%s, %s%s", channels[k].says,
                channels[k].unit, lit ? "" : "; free to go on");
    sketch_dot(p->s, right - 5.5, a.y - 14.0, 5.5, tone, 1.0);
    sketch_words(p->s, right - 19.0, a.y - 9.0, 14.5, SKETCH_INK, 1, true, "%s %s", shown,
                 channels[k].unit);
    if (lit) sketch_more(p->s, 8.0, 12.5, SKETCH_SOFT, false, "%s", loop_light_word(light));
    draw_axes(p, &a, lit);
    draw_curve(p, &a, c->values[k], 0, c->clip->frames - 1);
    draw_marker(p, &a, c->end, value, tone);
    if (last) draw_frame_axis(p, &a, c->clip->fps, false);
}

static double draw_channels(plot *p, double y) {
    double gap = 34.0, wide = (RIGHT - LEFT - (p->column_count - 1) * gap) / p->column_count;
    double top = y + (p->column_count > 1 ? 72.0 : 44.0), step = 136.0;
    for (int c = 0; c < p->column_count; c++) {
        const column *col = &p->columns[c];
        double x = LEFT + c * (wide + gap);
        if (p->column_count > 1) {
            sketch_words(p->s, x + AXIS, y + 24.0, 17.0, SKETCH_INK, -1, true, "%s",
                         c == 0 ? "Before" : "After");
            sketch_more(p->s, 14.0, 13.0, SKETCH_SOFT, false,
                        "all frames against the first; the dot is the last, frame %d",
                        col->clip->frames - 1);
        }
        for (int k = 0; k < CHANNELS; k++) {
            panel a = { x + AXIS,      top + k * step,    wide - AXIS,      88.0,
                        highest(p, k), channels[k].limit, col->clip->frames };
            draw_channel(p, col, k, a, k == CHANNELS - 1);
        }
    }
    return top + CHANNELS * step - 14.0;
}

bool loop_draw_plot(const pantin_loop_work *work, bool inside, sketch *s, pantin_error *error) {
    plot p = { .s = s, .work = work };
    fill(&p);
    bool done = !arena_failed(&p.memory);
    s->width = LOOP_PICTURE_WIDTH;
    s->title =
        "How well each frame closes with the first: all channels, pose, heading, height, floor";
    if (done) {
        double y = loop_draw_head(s, work, inside);
        y = draw_overview(&p, y);
        s->height = draw_channels(&p, y + 6.0) + 16.0;
    }
    arena_free(&p.memory);
    return (done && !s->failed) || memory_fail(error, "a plot");
}
