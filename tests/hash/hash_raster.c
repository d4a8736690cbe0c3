// hash_raster.c — sheets, pictures, shade and marks, drawn and hashed as canvas floats and ids.
// SPDX-License-Identifier: MIT
#include "base/random.h"
#include "base/trig.h"
#include "base/vec.h"
#include "hash_cases.h"
#include "pantin/raster.h"

enum { WIDTH = 150, HEIGHT = 110, CELLS = 12, VERTICES = (CELLS + 1) * (CELLS + 1),
       TRIANGLES = 2 * CELLS * CELLS };

typedef struct desk {
    pantin_texture *texture;
    pantin_raster *raster;
    pantin_canvas canvas;
    pantin_ids ids;
    vec2 rest[VERTICES];
    pantin_point32 bent[VERTICES];
    int triangles[TRIANGLES][3];
    pantin_mesh mesh;
} desk;

/// A blotted picture, a grid over it, and the grid rolled up a little.
static bool desk_make(desk *d) {
    random_state r = random_make(11);
    pantin_image image = { 0 };
    if (!pantin_image_create(96, 84, &image, NULL)) return false;
    for (int i = 0; i < 96 * 84; i++) {
        double x = i % 96 - 48, y = i / 96 - 42.0;
        double alpha = 40.0 * (46.0 - vec2_length(vec2_make(x, y)));
        for (int k = 0; k < 3; k++) image.pixels[4 * i + k] = (uint8_t)random_below(&r, 256);
        image.pixels[4 * i + 3] = (uint8_t)clamp_double(alpha, 0.0, 255.0);
    }
    d->texture = pantin_texture_create(&image, NULL);
    pantin_image_free(&image);
    d->raster = pantin_raster_create(WIDTH, HEIGHT, VERTICES, TRIANGLES, NULL);
    bool made = pantin_canvas_create(WIDTH, HEIGHT, &d->canvas, NULL) &&
                pantin_ids_create(WIDTH, HEIGHT, &d->ids, NULL) && d->texture && d->raster;
    if (!made) return false;
    for (int v = 0; v < VERTICES; v++) {
        d->rest[v] = vec2_make(v % (CELLS + 1) * 8.0, v / (CELLS + 1) * 7.0);
        double sine, cosine, x = d->rest[v].x - 48.0, y = d->rest[v].y - 42.0;
        trig_sincos(0.03 * x, &sine, &cosine);
        d->bent[v].x = (float)(75.0 + 40.0 * sine + 0.2 * y + random_between(&r, -1, 1));
        d->bent[v].y = (float)(60.0 + 0.9 * y + 25.0 * cosine + random_between(&r, -1, 1));
    }
    for (int t = 0; t < CELLS * CELLS; t++) {
        int a = t / CELLS * (CELLS + 1) + t % CELLS, c = a + CELLS + 2;
        int pair[6] = { a, a + 1, c, a, c, c - 1 };
        for (int k = 0; k < 6; k++) d->triangles[2 * t + k / 3][k % 3] = pair[k];
    }
    d->mesh = (pantin_mesh){ .vertices = d->rest, .vertex_count = VERTICES,
                             .triangles = d->triangles, .triangle_count = TRIANGLES };
    return true;
}

static uint64_t desk_hash(const desk *d) {
    uint64_t hash = pantin_hash(d->canvas.pixels, sizeof(float) * 4 * WIDTH * HEIGHT, 0);
    return pantin_hash(d->ids.ids, sizeof(uint16_t) * WIDTH * HEIGHT, hash);
}

static void desk_drop(desk *d) {
    pantin_texture_destroy(d->texture);
    pantin_raster_destroy(d->raster);
    pantin_canvas_free(&d->canvas);
    pantin_ids_free(&d->ids);
}

static pantin_affine turned(double degrees, double scale, double x, double y) {
    double sine, cosine;
    trig_sincos(degrees * TRIG_DEGREE, &sine, &cosine);
    return (pantin_affine){ scale * cosine, -scale * sine, scale * sine, scale * cosine, x, y };
}

static void dim(void *context, int x, int y, int count, float (*pixels)[4]) {
    (void)context;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 3; k++) pixels[i][k] *= 1.0f / (float)(1 + (x + i + y) % 3);
}

static uint64_t draw(void (*work)(desk *)) {
    static desk d;
    d = (desk){ 0 };
    uint64_t hash = 0;
    if (desk_make(&d)) {
        pantin_canvas_fill(&d.canvas, (float[]){ 0.3f, 0.6f, 0.9f, 0.8f });
        work(&d);
        hash = desk_hash(&d);
    }
    desk_drop(&d);
    return hash;
}

static void draw_sheets(desk *d) {
    const double scales[] = { 1.0, 1.7, 0.8, 0.45, 0.2 };
    for (int k = 0; k < 5; k++) {
        pantin_sheet sheet = { d->texture, &d->mesh, d->bent,
                               turned(23.0 * k, scales[k], 20.0 * k, 3.0 - 2.0 * k), 1.0 - 0.1 * k,
                               (uint16_t)(k + 1), NULL };
        pantin_raster_sheet(d->raster, &sheet, &d->canvas, &d->ids);
    }
}

static void draw_shade(desk *d) {
    pantin_shade shade = { dim, NULL };
    pantin_sheet sheet = { d->texture, &d->mesh, d->bent, turned(5, 1.1, 4, -8), 0.9, 1, &shade };
    pantin_raster_sheet(d->raster, &sheet, &d->canvas, &d->ids);
}

static void draw_pictures(desk *d) {
    for (int k = 0; k < 6; k++)
        pantin_raster_picture(d->raster, d->texture, turned(31.0 * k, 1.2 / (k + 0.2), 60, 30), 0.8,
                              (uint16_t)(k + 1), NULL, &d->canvas, &d->ids);
}

static void draw_marks(desk *d) {
    const float color[4] = { 0.9f, 0.2f, 0.1f, 0.7f };
    pantin_raster_lines(d->raster, &d->mesh, d->bent, turned(3, 0.9, 5, 5), 1.3, color, &d->canvas);
    for (int k = 0; k < 9; k++) {
        vec2 corners[3] = { d->rest[5 * k], d->rest[9 * k + 40], d->rest[150 - 7 * k] };
        pantin_raster_triangle(corners, color, &d->canvas);
        pantin_raster_dot(d->rest[17 * k], 0.7 * k, color, &d->canvas);
    }
}

static uint64_t hash_sheets(void) { return draw(draw_sheets); }
static uint64_t hash_shade(void) { return draw(draw_shade); }
static uint64_t hash_pictures(void) { return draw(draw_pictures); }
static uint64_t hash_marks(void) { return draw(draw_marks); }

const hash_case hash_raster_cases[] = {
    { "raster.sheets", hash_sheets },
    { "raster.shade", hash_shade },
    { "raster.pictures", hash_pictures },
    { "raster.marks", hash_marks },
    { 0 },
};
