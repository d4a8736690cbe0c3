// report_curves.c — how the figures go over the film: small multiples, one figure each.
//
// The lines are SVG stretched to whatever room there is (strokes do not scale); the words on the
// axes are HTML laid beside them, so that they stay readable on a phone. A film with more frames
// than columns is drawn as each column's smallest and largest value: no peak is lost.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/trig.h"
#include "base/vec.h"
#include "page.h"

enum { COLUMNS = 600, TICKS = 6, CUES = 40 };

typedef enum curve_key {
    CURVE_AREA,
    CURVE_ENERGY,
    CURVE_STRETCH,
    CURVE_HANDLE,
    CURVE_FEATURE,
    CURVE_BIND,
    CURVES
} curve_key;

typedef struct curve_kind {
    const char *name, *unit, *anchor, *says;
    double factor; // from the figure to its unit on the axis
    double most;   // drawn up to this, in that unit
    double line;   // a limit worth a line, in that unit; < 0: none
    const char *line_name;
    bool low_is_bad;
} curve_kind;

static const curve_kind kinds[CURVES] = {
    { "Smallest area ratio", "× rest area", "min_area_ratio",
      "0 is a triangle turned over; drawn down to −2", 1, 1e9, 0, "turned over", true },
    { "Bending energy", "1", "energy_normalized", "largest of all pieces", 1, 1e9, -1, NULL,
      false },
    { "Stretch, 95th percentile", "%", "stretch", "largest of all pieces", 100, 1e9, -1, NULL,
      false },
    { "Largest handle error", "px", "error_px", "of the drawing", 1, 1e9, 0.5, "0.5 px: reached",
      false },
    { "Feature distortion", "%", "feature_distortion", "in protected regions", 100, 1e9, -1, NULL,
      false },
    { "Bind", "1", "bind", "of the triangle that is held up hardest; drawn up to 100", 1, 100,
      PANTIN_BIND_HOT, "10: bad", false },
};

typedef struct curve {
    double *values;   // a frame expected, in the axis' unit; not finite: a gap
    double low, high; // of the axis
    double step;      // between its ticks
} curve;

// --- values --------------------------------------------------------------------------------------

static double frame_value(const pantin_trace *trace, int i, curve_key key) {
    double value = key == CURVE_AREA ? 1e300 : 0.0;
    for (int c = 0; c < trace->info->cast_count; c++) {
        const float *errors = trace_handles_at(trace, i, c);
        for (int h = 0; key == CURVE_HANDLE && h < trace->cast[c].puppet->handle_count; h++)
            value = max_double(value, (double)errors[h]);
        for (int k = 0; k < trace_actor_at(trace, i, c)->piece_count; k++) {
            const pantin_bend_quality *q = &trace_piece_at(trace, i, c, k)->quality;
            if (key == CURVE_AREA) value = min_double(value, q->min_area_ratio);
            if (key == CURVE_ENERGY) value = max_double(value, q->energy_normalized);
            if (key == CURVE_STRETCH) value = max_double(value, q->stretch_p95);
            if (key == CURVE_FEATURE) value = max_double(value, q->feature_distortion);
            if (key == CURVE_BIND)
                value = max_double(value, (double)trace_piece_at(trace, i, c, k)->bind_max);
        }
    }
    return value < 1e300 ? value : 1.0;
}

/// 1, 2 or 5 times a power of ten, so that about `count` steps fill the range.
static double nice_step(double range, int count) {
    double wanted = range / count, power = 1.0;
    if (!(wanted > 1e-30) || wanted > 1e30) return 1.0;
    while (power > wanted) power /= 10.0;
    while (power * 10.0 <= wanted) power *= 10.0;
    return wanted <= 2.0 * power ? 2.0 * power : wanted <= 5.0 * power ? 5.0 * power : 10.0 * power;
}

static void fill_curve(const pantin_trace *trace, curve_key key, curve *out) {
    static const double least_range[CURVES] = { 1.0, 1e-3, 1.0, 0.6, 0.1, 1.0 };
    const curve_kind *kind = &kinds[key];
    double nowhere = (double)INFINITY; // such a frame was not seen
    double low = 0.0, high = least_range[key];
    for (int i = 0; i < trace->frame_count; i++) {
        double v = trace->frames[i].seen ? kind->factor * frame_value(trace, i, key) : nowhere;
        out->values[i] = v;
        if (!finite_double(v)) continue;
        low = min_double(low, max_double(v, -2.0 * least_range[key]));
        high = max_double(high, min_double(v, kind->most));
    }
    out->step = nice_step(high - low, 3);
    out->low = trig_floor(low / out->step) * out->step;
    out->high = -trig_floor(-high / out->step + 1e-9) * out->step;
}

// --- drawing -------------------------------------------------------------------------------------

static double height_of(const curve *c, double value) {
    return clamp_double(100.0 * (1.0 - (value - c->low) / (c->high - c->low)), 0.0, 100.0);
}

static double across(const pantin_trace *trace, double frame) {
    return 1000.0 * (frame - trace->from) / max_int(1, trace->frame_count - 1);
}

static void put_point(text *out, bool *open, double x, double y) {
    text_format(out, "%s%.1f %.2f", *open ? "L" : "M", x, y);
    *open = true;
}

static void put_line(page *p, const curve *c) {
    int frames = p->trace->frame_count, columns = min_int(frames, COLUMNS);
    bool open = false;
    text_string(&p->out, "<path class=\"line\" d=\"");
    for (int col = 0; col < columns; col++) {
        int from = (int)((int64_t)frames * col / columns),
            to = (int)((int64_t)frames * (col + 1) / columns);
        double low = 1e300, high = -1e300;
        for (int i = from; i < to; i++) {
            if (!finite_double(c->values[i])) continue;
            low = min_double(low, c->values[i]);
            high = max_double(high, c->values[i]);
        }
        if (low > high) {
            open = false;
            continue;
        }
        double x = across(p->trace, p->trace->from + from);
        put_point(&p->out, &open, x, height_of(c, low));
        if (high > low) put_point(&p->out, &open, x, height_of(c, high));
    }
    if (frames == 1 && open) text_string(&p->out, "L1000.0 0");
    text_string(&p->out, "\"/>");
}

static double cue_frame(const page *p, const pantin_cue *cue) {
    return trace_scene_start(p->trace) + cue->frame;
}

/// The score's cues within the frames seen, choices first; answers how many went into `cues`.
static int list_cues(const page *p, const pantin_cue *cues[CUES]) {
    const pantin_score *score = p->trace->info->score;
    int count = 0;
    for (int k = 0; k < score->choice_count + score->event_count && count < CUES; k++) {
        const pantin_cue *cue =
            k < score->choice_count ? &score->choices[k] : &score->events[k - score->choice_count];
        double x = across(p->trace, cue_frame(p, cue));
        if (x < 0.0 || x > 1000.0) continue;
        int at = count++;
        while (at > 0 && cues[at - 1]->frame > cue->frame) {
            cues[at] = cues[at - 1];
            at--;
        }
        cues[at] = cue;
    }
    return count;
}

static void put_axes(page *p, const curve *c) {
    int steps = (int)trig_round((c->high - c->low) / c->step);
    for (int k = 0; k <= min_int(steps, 8); k++) {
        double y = height_of(c, c->low + k * c->step);
        text_format(&p->out, "<line class=\"grid\" x1=\"0\" x2=\"1000\" y1=\"%.2f\" y2=\"%.2f\"/>",
                    y, y);
    }
}

static void put_svg(page *p, const curve *c, curve_key key, const pantin_cue *const *cues,
                    int cue_count) {
    const curve_kind *kind = &kinds[key];
    double low = 1e300, high = -1e300;
    for (int i = 0; i < p->trace->frame_count; i++) {
        if (!finite_double(c->values[i])) continue;
        low = min_double(low, c->values[i]);
        high = max_double(high, c->values[i]);
    }
    text_format(&p->out,
                "<svg viewBox=\"0 0 1000 100\" preserveAspectRatio=\"none\" role=\"img\" "
                "aria-label=\"%s over "
                "the frames, from ",
                kind->name);
    html_number(&p->out, low);
    text_string(&p->out, " to ");
    html_number(&p->out, high);
    text_format(&p->out, " %s\">", kind->unit);
    put_axes(p, c);
    for (int k = 0; k < cue_count; k++) {
        double x = across(p->trace, cue_frame(p, cues[k]));
        text_format(&p->out, "<line class=\"cue\" x1=\"%.1f\" x2=\"%.1f\" y1=\"0\" y2=\"100\"/>", x,
                    x);
    }
    if (kind->line >= 0.0 && kind->line >= c->low && kind->line <= c->high)
        text_format(&p->out, "<line class=\"limit\" x1=\"0\" x2=\"1000\" y1=\"%.2f\" y2=\"%.2f\"/>",
                    height_of(c, kind->line), height_of(c, kind->line));
    put_line(p, c);
    text_string(&p->out, "</svg>");
}

static void put_labels(page *p, const curve *c, const pantin_cue *const *cues, int cue_count) {
    const pantin_trace *trace = p->trace;
    int steps = (int)trig_round((c->high - c->low) / c->step);
    for (int k = 0; k <= min_int(steps, 8); k++) {
        double value = c->low + k * c->step;
        text_format(&p->out, "<span class=\"y\" style=\"top:%.2f%%\">", height_of(c, value));
        html_number(&p->out, value);
        text_string(&p->out, "</span>");
    }
    int last = trace->from + trace->frame_count - 1;
    int64_t step = (int64_t)max_double(1.0, nice_step(trace->frame_count, TICKS));
    for (int64_t f = (trace->from + step - 1) / step * step; f <= last; f += step)
        text_format(&p->out, "<span class=\"x\" style=\"left:%.2f%%\">%lld</span>",
                    across(trace, (double)f) / 10.0, (long long)f);
    double before = -100.0;
    bool raised = false;
    for (int k = 0; k < cue_count; k++) {
        double x = across(trace, cue_frame(p, cues[k])) / 10.0;
        raised = x - before < 4.0 && !raised;
        before = x;
        text_format(&p->out, "<span class=\"c%s\" style=\"left:%.2f%%\">%d</span>",
                    raised ? " up" : "", x, k + 1);
    }
}

static void put_chart(page *p, const curve *c, curve_key key, const pantin_cue *const *cues,
                      int cue_count) {
    const curve_kind *kind = &kinds[key];
    text_format(&p->out,
                "<figure class=\"chart\"><figcaption><a href=\"#def-%s\">%s</a> <span "
                "class=\"unit\">%s%s</span> "
                "<span class=\"says\">%s</span></figcaption><div class=\"plot\">",
                kind->anchor, kind->name, kind->unit[0] == '1' ? "no unit" : "in ",
                kind->unit[0] == '1' ? "" : kind->unit, kind->says);
    put_svg(p, c, key, cues, cue_count);
    put_labels(p, c, cues, cue_count);
    text_string(&p->out, "</div><p class=\"axis\">film frame");
    if (kind->line_name != NULL)
        text_format(&p->out, " <span class=\"key\">%s</span>", kind->line_name);
    text_string(&p->out, "</p></figure>\n");
}

static void put_cue_list(page *p, const pantin_cue *const *cues, int count) {
    const pantin_score *score = p->trace->info->score;
    if (count == 0) return;
    text_string(&p->out, "<h3>What the score asks for</h3>\n<ol class=\"cues\">");
    for (int k = 0; k < count; k++) {
        bool choice = cues[k] >= score->choices && cues[k] < score->choices + score->choice_count;
        text_string(&p->out, "<li><b>");
        html_text(&p->out, cues[k]->id, 60);
        text_format(&p->out, "</b> <span>%s", choice ? "choice" : "event");
        if (cues[k]->who != NULL) {
            text_string(&p->out, " of ");
            html_text(&p->out, cues[k]->who, 60);
        }
        text_string(&p->out, ", frame ");
        html_number(&p->out, cue_frame(p, cues[k]));
        text_string(&p->out, "</span></li>");
    }
    text_string(&p->out, "</ol>\n");
}

bool page_curves(page *p) {
    const pantin_cue *cues[CUES];
    int cue_count = list_cues(p, cues);
    curve c = { .values = ARENA_ARRAY(&p->memory, double, p->trace->frame_count) };
    if (arena_failed(&p->memory)) return memory_fail(p->error, "a report");
    text_string(&p->out, "<section id=\"curves\"><h2>Over the film</h2>\n<p class=\"lead\">The "
                         "worst piece of each frame. "
                         "Dashed uprights are the score’s choices and events, numbered "
                         "below.</p>\n<div class=\"charts\">");
    for (int key = 0; key < CURVES; key++) {
        if (key == CURVE_FEATURE && !trace_has_features(p->trace)) continue;
        if (key == CURVE_BIND && !(p->summary.bind_max > 0)) continue;
        fill_curve(p->trace, (curve_key)key, &c);
        put_chart(p, &c, (curve_key)key, cues, cue_count);
    }
    text_string(&p->out, "</div>\n");
    put_cue_list(p, cues, cue_count);
    text_string(&p->out, "</section>\n");
    return true;
}
