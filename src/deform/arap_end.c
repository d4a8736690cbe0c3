// arap_end.c — what "arap" hands over: verified in the precision written, or what stood before.
//
// Rounding to float32 can turn a needle over that Newton kept upright. So the guarantee is not the
// method but this: what is written is measured, and where a triangle has less than half the usual
// floor of its area, or an interior vertex is wound around other than once, the frame before stands
// (it was verified), and without one the rest where its handles want it, or where it was drawn. Before
// that the frame is solved once more with floors raised by what rounding can do to triangles so stretched.
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

bool arap_write(arap_machine *m, pantin_point32 *out, pantin_bend_quality *quality) {
    return write_points(m->base.x, m->base.rest.vertex_count, out) && verify(m, out, quality);
}

void arap_keep_clear(arap_machine *m) {
    const sheet *rest = &m->base.rest;
    for (int t = 0; t < rest->triangle_count; t++) {
        vec2 at[3];
        double farthest = 0;
        for (int k = 0; k < 3; k++) {
            at[k] = bending_point(m->base.x, rest->triangles[t][k]);
            farthest = max_double(farthest, max_double(at[k].x, -at[k].x));
            farthest = max_double(farthest, max_double(at[k].y, -at[k].y));
        }
        // Both edges of the product of which an area is made may be off by a step of float32, slanted.
        double edges = vec2_distance(at[0], at[1]) + vec2_distance(at[0], at[2]);
        double blur = 1.5 * farthest * 0x1p-23 * edges / (2 * rest->area[t]);
        m->clear[t] = max_double(m->floors[t], BARRIER_FLOOR + min_double(blur, 0.5));
    }
}

void arap_stand_still(arap_machine *m, bool warm, pantin_point32 *out,
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
    if (arap_write(m, out, quality)) return;
    for (int v = 0; v < n; v++)
        out[v] = (pantin_point32){ (float)b->rest.rest[v].x, (float)b->rest.rest[v].y };
    verify(m, out, quality);
}

void arap_show_bind(const arap_machine *m, float *bind) {
    for (int t = 0; t < m->base.rest.triangle_count; t++) {
        double y = (m->ratios[t] - m->floors[t]) / BARRIER_SPAN;
        barrier_slopes b = barrier_slopes_at(double2_splat(max_double(y, 1e-3)));
        bind[t] = (float)-b.first[0];
    }
}
