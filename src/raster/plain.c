// plain.c — what a sheet should look like, said as plainly as possible.
//
// Every pixel has 3x3 samples. A sample that lies in a triangle shows the texture (level 0, bilinear)
// there, over what earlier triangles left in the sample. The pixel is the mean of its samples, laid over
// the canvas with the sheet's opacity. sheet.c must look the same, mean difference at most 1/255, where
// the texture is drawn smaller than it is; at its own size it is sharper by design.
// SPDX-License-Identifier: MIT
#include "raster/plain.h"

#include "base/arena.h"
#include "base/vec.h"
#include "raster/painter.h"
#include "raster/texel.h"

enum { PLAIN_SIDE = 3, PLAIN_SAMPLES = PLAIN_SIDE * PLAIN_SIDE };

typedef struct plain_triangle {
    painter_corner corner[3]; // on their way clockwise as seen
    vec2 rest[3];
} plain_triangle;

static int64_t edge(const painter_corner *a, const painter_corner *b, int64_t x, int64_t y) {
    int64_t dx = (int64_t)b->fx - a->fx, dy = (int64_t)b->fy - a->fy;
    bool owns = dy < 0 || (dy == 0 && dx > 0);
    return dx * (y - a->fy) - dy * (x - a->fx) - (owns ? 0 : 1);
}

static bool corner_triangle(const pantin_sheet *sheet, int t, plain_triangle *made) {
    const int *v = sheet->mesh->triangles[t];
    for (int k = 0; k < 3; k++) {
        vec2 at = affine_point(sheet->to_canvas, vec2_from32(sheet->vertices[v[k]]));
        made->corner[k] = painter_place(at.x, at.y);
        made->rest[k] = sheet->mesh->vertices[v[k]];
        if (made->corner[k].fx == PAINTER_NOWHERE) return false;
    }
    const painter_corner *c = made->corner;
    int64_t area = ((int64_t)c[1].fx - c[0].fx) * ((int64_t)c[2].fy - c[0].fy) -
                   ((int64_t)c[1].fy - c[0].fy) * ((int64_t)c[2].fx - c[0].fx);
    if (area < 0) {
        painter_corner corner = made->corner[1];
        made->corner[1] = made->corner[2];
        made->corner[2] = corner;
        vec2 rest = made->rest[1];
        made->rest[1] = made->rest[2];
        made->rest[2] = rest;
    }
    return area != 0;
}

/// The texture at the canvas point, 0..1.
static float4 look(const texture_level *level, const plain_triangle *t, double x, double y) {
    const painter_corner *c = t->corner;
    vec2 d1 = vec2_make(c[1].x - c[0].x, c[1].y - c[0].y);
    vec2 d2 = vec2_make(c[2].x - c[0].x, c[2].y - c[0].y);
    vec2 p = vec2_make(x - c[0].x, y - c[0].y);
    double area = vec2_cross(d1, d2);
    double b1 = vec2_cross(p, d2) / area, b2 = vec2_cross(d1, p) / area;
    vec2 r1 = vec2_sub(t->rest[1], t->rest[0]), r2 = vec2_sub(t->rest[2], t->rest[0]);
    vec2 at = vec2_add(t->rest[0], vec2_add(vec2_scale(r1, b1), vec2_scale(r2, b2)));
    double u = clamp_double(at.x - 0.5, -1.0, level->width);
    double v = clamp_double(at.y - 0.5, -1.0, level->height);
    if (!finite_double(u) || !finite_double(v)) return float4_splat(0.0f);
    return texel_mix(level->texels, level->stride, (int64_t)(u * 4294967296.0) + TEXEL_HALF,
                     (int64_t)(v * 4294967296.0) + TEXEL_HALF) * TEXEL_ONE;
}

/// Row y of one triangle, into the samples.
static void paint_row(const texture_level *level, const plain_triangle *t, int y, int width,
                      float4 *samples) {
    const painter_corner *c = t->corner;
    int low = min_int(c[0].fx, min_int(c[1].fx, c[2].fx)) >> 8;
    int high = (max_int(c[0].fx, max_int(c[1].fx, c[2].fx)) + 255) >> 8;
    for (int x = max_int(low, 0); x < min_int(high, width); x++)
        for (int i = 0; i < PLAIN_SAMPLES; i++) {
            // Thirds of a px on the 1/256 grid: 43, 128, 213.
            int sx = x * PAINTER_UNIT + 43 + i % PLAIN_SIDE * 85;
            int sy = y * PAINTER_UNIT + 43 + i / PLAIN_SIDE * 85;
            if (edge(&c[0], &c[1], sx, sy) < 0 || edge(&c[1], &c[2], sx, sy) < 0 ||
                edge(&c[2], &c[0], sx, sy) < 0)
                continue;
            float4 *sample = &samples[x * PLAIN_SAMPLES + i];
            float4 color = look(level, t, sx * (1.0 / PAINTER_UNIT), sy * (1.0 / PAINTER_UNIT));
            *sample = color + *sample * float4_splat(1.0f - color[3]);
        }
}

bool raster_sheet_plain(const pantin_sheet *sheet, pantin_canvas *canvas, pantin_ids *ids) {
    int width = canvas->width, count = sheet->mesh->triangle_count, made = 0;
    size_t sample_count = (size_t)width * PLAIN_SAMPLES;
    arena memory = { 0 };
    float4 *samples = arena_take(&memory, sample_count, sizeof *samples);
    plain_triangle *triangles = ARENA_ARRAY(&memory, plain_triangle, count);
    bool done = !arena_failed(&memory);
    for (int t = 0; done && t < count; t++) made += corner_triangle(sheet, t, &triangles[made]);
    float opacity = (float)sheet->opacity;
    for (int y = 0; done && y < canvas->height; y++) {
        for (size_t i = 0; i < sample_count; i++) samples[i] = float4_splat(0.0f);
        for (int t = 0; t < made; t++) {
            const painter_corner *c = triangles[t].corner;
            if (min_int(c[0].fy, min_int(c[1].fy, c[2].fy)) >= (y + 1) * PAINTER_UNIT) continue;
            if (max_int(c[0].fy, max_int(c[1].fy, c[2].fy)) <= y * PAINTER_UNIT) continue;
            paint_row(&sheet->texture->levels[0], &triangles[t], y, width, samples);
        }
        for (int x = 0; x < width; x++) {
            float4 mean = float4_splat(0.0f);
            for (int i = 0; i < PLAIN_SAMPLES; i++) mean += samples[x * PLAIN_SAMPLES + i];
            mean = mean * float4_splat(opacity / PLAIN_SAMPLES);
            size_t at = (size_t)y * (size_t)width + (size_t)x;
            float4 below = float4_load(canvas->pixels + 4 * at);
            float4_store(canvas->pixels + 4 * at, mean + below * float4_splat(1.0f - mean[3]));
            if (ids && sheet->id && mean[3] >= 0.5f) ids->ids[at] = sheet->id;
        }
    }
    arena_free(&memory);
    return done;
}
