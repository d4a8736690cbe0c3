// outline.c — where the sheet ends: the pixels that an outer edge crosses.
//
// A pixel with no outer edge inside is covered wholly or not at all by each layer of the sheet, so one
// sample at its center, owned by exactly one triangle a layer, is exact. Only crossed pixels need more
// samples, and they are few.
//
// Which edges are outer: give each triangle's side from vertex a to b the value w (its winding, +1 or
// -1 as snapped) if a < b and -w if a > b, and add up the values of both sides of the edge. Going across
// the edge, the number of layers (counted by winding) changes by that sum. So 0 is an inner edge, and
// everything else is outer: a border, a fold (one side is turned over), a side whose neighbor vanished.
//
// Marking is conservative but open: an edge that runs along a pixel's border crosses no pixel, hence a
// grid at rest has no crossed pixel and comes out as it went in.
// SPDX-License-Identifier: MIT
#include "raster/painter.h"

#include "base/trig.h"
#include "base/vec.h"

void outline_wind(pantin_raster *raster, const painter_job *job) {
    for (int t = 0; t < job->triangle_count; t++) {
        const int *v = job->triangles[t];
        const painter_corner *a = &raster->corners[v[0]], *b = &raster->corners[v[1]];
        const painter_corner *c = &raster->corners[v[2]];
        int winding = 0;
        if (a->fx != PAINTER_NOWHERE && b->fx != PAINTER_NOWHERE && c->fx != PAINTER_NOWHERE) {
            int64_t area = ((int64_t)b->fx - a->fx) * ((int64_t)c->fy - a->fy) -
                           ((int64_t)b->fy - a->fy) * ((int64_t)c->fx - a->fx);
            winding = (area > 0) - (area < 0);
        }
        raster->windings[t] = (int8_t)winding;
    }
}

/// The vertex, or the one it was parted from while it lies there: an edge that a closed cut runs along is
/// an inner one.
static int joined(const pantin_raster *raster, const painter_job *job, int vertex) {
    if (!job->twins || job->twins[vertex] == vertex) return vertex;
    const painter_corner *a = &raster->corners[vertex];
    const painter_corner *b = &raster->corners[job->twins[vertex]];
    return a->fx == b->fx && a->fy == b->fy ? job->twins[vertex] : vertex;
}

void outline_balance(pantin_raster *raster, const painter_job *job) {
    for (int v = 0; v < job->vertex_count; v++) raster->edge_heads[v] = PANTIN_NONE;
    int count = 0;
    for (int t = 0; t < job->triangle_count; t++) {
        int winding = raster->windings[t];
        if (!winding) continue;
        const int *v = job->triangles[t];
        for (int k = 0; k < 3; k++) {
            int a = joined(raster, job, v[k]), b = joined(raster, job, v[k == 2 ? 0 : k + 1]);
            int low = min_int(a, b), high = max_int(a, b);
            int e = raster->edge_heads[low];
            while (e != PANTIN_NONE && raster->edges[e].other != high) e = raster->edges[e].next;
            if (e == PANTIN_NONE) {
                e = count++;
                raster->edges[e] = (painter_edge){ high, raster->edge_heads[low], 0 };
                raster->edge_heads[low] = e;
            }
            raster->edges[e].balance += a < b ? winding : -winding;
        }
    }
}

/// Sets the bits of columns [from, to) of a row, 0 <= from, to <= width.
static void mark_columns(uint64_t *row, int from, int to) {
    while (from < to) {
        int last = min_int(to, (from | 63) + 1);
        uint64_t bits = ~(uint64_t)0 >> (64 - (last - from));
        row[from >> 6] |= bits << (from & 63);
        from = last;
    }
}

static void mark_edge(pantin_raster *raster, const painter_corner *a, const painter_corner *b) {
    if (a->fy > b->fy) {
        const painter_corner *swap = a;
        a = b;
        b = swap;
    }
    int low_x = min_int(a->fx, b->fx), high_x = max_int(a->fx, b->fx);
    int top = max_int(a->fy >> 8, 0), bottom = min_int((b->fy + 255) >> 8, raster->height);
    if (a->fy == b->fy) bottom = (a->fy & 255) ? min_int(top + 1, bottom) : top;
    double slope = a->fy == b->fy ? 0.0 : ((double)b->fx - a->fx) / ((double)b->fy - a->fy);
    for (int y = top; y < bottom; y++) {
        // The part of the edge in this row, rounded outward by far more than doubles are off.
        int from = low_x, to = high_x;
        if (slope != 0.0) {
            double enter = a->fx + slope * ((double)max_int(y * 256, a->fy) - a->fy);
            double leave = a->fx + slope * ((double)min_int(y * 256 + 256, b->fy) - a->fy);
            from = max_int(low_x, (int)trig_floor(min_double(enter, leave) - 1e-3));
            to = min_int(high_x, (int)trig_floor(max_double(enter, leave) + 1e-3) + 1);
        }
        int first = max_int(from >> 8, 0), end = min_int((to + 255) >> 8, raster->width);
        mark_columns(raster->crossed + raster->crossed_words * (size_t)y, first, end);
    }
}

void outline_mark(pantin_raster *raster, const painter_job *job) {
    outline_balance(raster, job);
    for (int v = 0; v < job->vertex_count; v++)
        for (int e = raster->edge_heads[v]; e != PANTIN_NONE; e = raster->edges[e].next)
            if (raster->edges[e].balance)
                mark_edge(raster, &raster->corners[v], &raster->corners[raster->edges[e].other]);
}
