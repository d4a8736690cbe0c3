// arap_end.c — what "arap" hands over: verified in the precision written, or what stood before.
//
// Rounding to float32 can turn a needle over that Newton kept upright. So the guarantee is not the
// method but this: what is written is measured, and where a triangle has less than half the usual
// floor of its area, or an interior vertex is wound around other than once, the frame before stands
// (it was verified), and without one the rest where its handles want it, or where it was drawn.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "deform/arap.h"

bool arap_is_sound(const pantin_bend_quality *q) {
    return q->inverted == 0 && q->branch_points == 0 && q->min_area_ratio >= BARRIER_FLOOR / 2;
}

static bool write_points(const double *x, int count, pantin_point32 *out) {
    bool finite = true;
    for (int v = 0; v < count; v++) {
        vec2 at = bending_point(x, v);
        out[v] = (pantin_point32){ (float)at.x, (float)at.y };
        finite = finite && finite_double(out[v].x) && finite_double(out[v].y);
    }
    return finite;
}

/// Measures; true when sound.
static bool verify(arap_machine *m, const pantin_point32 *out, pantin_bend_quality *quality) {
    *quality = pantin_bend_measure(m->base.meter, out, NULL, m->ratios);
    return arap_is_sound(quality);
}

static void stand_still(arap_machine *m, bool warm, pantin_point32 *out,
                        pantin_bend_quality *quality) {
    bending *b = &m->base;
    int n = b->rest.vertex_count;
    if (warm) {
        memcpy(out, m->before, sizeof *out * (size_t)n);
        verify(m, out, quality);
        return;
    }
    placement_start(&b->places, &b->rest, &b->handles, &b->followers, NULL, b->x);
    deform_followers_place(&b->followers, &b->rest, b->x);
    if (write_points(b->x, n, out) && verify(m, out, quality)) return;
    for (int v = 0; v < n; v++)
        out[v] = (pantin_point32){ (float)b->rest.rest[v].x, (float)b->rest.rest[v].y };
    verify(m, out, quality);
}

/// How hard the barrier holds each triangle: minus its slope.
static void show_bind(const arap_machine *m, float *bind) {
    for (int t = 0; t < m->base.rest.triangle_count; t++) {
        double y = (m->ratios[t] - m->floors[t]) / BARRIER_SPAN;
        barrier_slopes b = barrier_slopes_at(double2_splat(max_double(y, 1e-3)));
        bind[t] = (float)-b.first[0];
    }
}

void arap_end(arap_machine *m, bool warm, pantin_point32 *out, pantin_handle_report *handles,
              float *bind, pantin_deform_report *report) {
    bending *b = &m->base;
    bool finite = write_points(b->x, b->rest.vertex_count, out);
    if (!finite || !verify(m, out, &report->quality)) {
        report->status = PANTIN_STALLED;
        stand_still(m, warm, out, &report->quality);
    }
    bool reached = handles_measure(&b->handles, out, handles);
    if (report->status == PANTIN_REACHED && !reached) report->status = PANTIN_SHORT;
    if (bind != NULL) show_bind(m, bind);
}
