// compose.c — the layer of a sheet over the canvas: shade, opacity, ids.
//
// Over, premultiplied (Porter, Duff: Compositing Digital Images, 1984):
//     canvas = s + (1 - s.alpha) canvas,    s = opacity * layer.
// Opacity works on the finished layer, so a half transparent figure shows the ground through it but never
// one arm through the other, nor its inner edges.
//
// Shading wants light, not code values: c/a goes through the sRGB curve by tables with straight lines
// between their points, over e for e -> linear and over the root of l for l -> encoded (the root makes
// that curve nearly straight). Off by less than 0.02 of 255 both ways together (tested).
// SPDX-License-Identifier: MIT
#include "raster/painter.h"

#include <math.h>

#include "base/vec.h"

void compose_prepare(pantin_raster *raster) {
    for (int i = 0; i <= PAINTER_CURVE; i++) {
        double at = (double)i / PAINTER_CURVE;
        raster->to_linear[i] = (float)pantin_srgb_to_linear(at);
        raster->from_linear[i] = (float)pantin_srgb_from_linear(at * at);
    }
}

static float curve_at(const float *table, float x) {
    if (!(x > 0.0f)) return table[0]; // NaN too
    if (x >= 1.0f) return table[PAINTER_CURVE];
    float position = x * PAINTER_CURVE;
    int index = (int)position;
    return table[index] + (position - (float)index) * (table[index + 1] - table[index]);
}

static void shade_run(pantin_raster *raster, const pantin_shade *shade, int x, int y, int count,
                      float4 *layer) {
    float(*run)[4] = raster->run;
    for (int i = 0; i < count; i++) {
        float alpha = layer[i][3];
        for (int k = 0; k < 3; k++)
            run[i][k] = curve_at(raster->to_linear, layer[i][k] / alpha) * alpha;
        run[i][3] = alpha;
    }
    shade->run(shade->context, x, y, count, run);
    for (int i = 0; i < count; i++) {
        float alpha = layer[i][3];
        for (int k = 0; k < 3; k++) {
            float light = run[i][k] / alpha;
            float root = light > 0.0f ? (float)sqrt((double)light) : 0.0f;
            layer[i][k] = curve_at(raster->from_linear, root) * alpha;
        }
    }
}

void compose_run(const painter_job *job, int x, int y, int count, float4 *layer) {
    float4 opacity = float4_splat((float)job->opacity);
    float *canvas = job->canvas->pixels + 4 * ((size_t)y * (size_t)job->canvas->width + (size_t)x);
    uint16_t nowhere, *ids = &nowhere;
    int marked = 0; // so many columns have ids
    if (job->id && job->ids && x < job->ids->width && y < job->ids->height) {
        marked = min_int(count, job->ids->width - x);
        ids = job->ids->ids + (size_t)y * (size_t)job->ids->width + (size_t)x;
    }
    for (int i = 0; i < count; i++) {
        float4 s = layer[i];
        if (s[3] == 0.0f) continue;
        layer[i] = float4_splat(0.0f);
        s *= opacity;
        float alpha = s[3];
        float4 below = float4_load(canvas + 4 * i);
        float4_store(canvas + 4 * i, s + below * float4_splat(1.0f - alpha));
        if (alpha >= 0.5f && i < marked) ids[i] = job->id;
    }
}

/// Blanks the veils of crossed pixels among columns [from, to) of the tile.
static void blank_veils(pantin_raster *raster, painter_tile tile, int y, int from, int to) {
    const uint64_t *crossed = raster->crossed + raster->crossed_words * (size_t)y;
    painter_veil *veils = raster->veils + (size_t)(y - tile.top) * (size_t)raster->tile_width;
    for (int x = from; x < to; x++) {
        int at = tile.left + x;
        uint64_t bits = crossed[at >> 6] >> (at & 63);
        if (!bits) {
            x += 63 - (at & 63); // nothing more in this word
            continue;
        }
        if (!(bits & 1)) continue;
        for (int k = 0; k < PAINTER_SAMPLES / 4; k++) veils[x].clear[k] = float4_splat(1.0f);
    }
}

void compose_tile(pantin_raster *raster, const painter_job *job, painter_tile tile) {
    for (int y = tile.top; y < tile.bottom; y++) {
        int row = y - tile.top, from = raster->touched_from[row], to = raster->touched_to[row];
        raster->touched_from[row] = raster->tile_width;
        raster->touched_to[row] = 0;
        if (from >= to) continue;
        float4 *layer = raster->layer + (size_t)row * (size_t)raster->tile_width;
        if (job->shade)
            for (int x = from, end; x < to; x = end) {
                for (end = x; end < to && layer[end][3] > 0.0f; end++) continue;
                if (end == x) end++;
                else shade_run(raster, job->shade, tile.left + x, y, end - x, layer + x);
            }
        compose_run(job, tile.left + from, y, to - from, layer + from);
        blank_veils(raster, tile, y, from, to);
    }
}
