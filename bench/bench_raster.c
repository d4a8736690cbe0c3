// bench_raster.c — what a frame of textured triangles costs, and how near it comes to 3x3 samples a pixel.
//
// Run: bench_raster [RUNS]. Prints CSV: scene, what, milliseconds (the least of the runs), ns a covered
// pixel; then the mean difference from the plain definition, in 1/255, over the covered pixels.
// The scene: 1280x720, four sheets of 1,260 triangles each, 12.5 % of the frame.
// SPDX-License-Identifier: MIT
#include <stdio.h>
#include <stdlib.h>

#include "base/trig.h"
#include "base/vec.h"
#include "pantin/raster.h"
#include "raster/plain.h"

enum { WIDTH = 1280, HEIGHT = 720, SHEETS = 4, COLUMNS = 18, ROWS = 35, MARGIN = 2 };

#define MUST(call) do { if (!(call)) abort(); } while (0)

/// Paper-colored, hatched, with an outline, as large as the sheet at `scale` and a margin around it.
static pantin_image make_picture(double cell) {
    pantin_image image;
    int width = (int)(COLUMNS * cell + 0.5), height = (int)(ROWS * cell + 0.5);
    MUST(pantin_image_create(width, height, &image, NULL));
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            double edge = min_double(min_double(x, width - 1 - x), min_double(y, height - 1 - y)) - MARGIN;
            double wave = trig_sin((x + 0.6 * y) * 0.9) * trig_sin(y * 0.11);
            double hatch = clamp_double(3.0 * wave - 1.0, 0.0, 0.7);
            double ink = edge < 2.0 ? 0.9 : max_double(hatch, 0.1 * trig_sin(x * 0.05));
            uint8_t *p = image.pixels + 4 * ((size_t)y * (size_t)width + (size_t)x);
            p[0] = (uint8_t)(230.0 * (1.0 - clamp_double(ink, 0.0, 1.0)));
            p[1] = (uint8_t)(180.0 * (1.0 - clamp_double(ink, 0.0, 1.0)));
            p[2] = (uint8_t)(120.0 * (1.0 - clamp_double(ink, 0.0, 1.0)));
            p[3] = (uint8_t)(255.0 * clamp_double(edge, 0.0, 1.0));
        }
    return image;
}

static void make_mesh(double cell, pantin_mesh *mesh, pantin_point32 *bent) {
    static pantin_vec2 rest[(COLUMNS + 1) * (ROWS + 1)];
    static int triangles[2 * COLUMNS * ROWS][3];
    *mesh = (pantin_mesh){ .vertices = rest, .vertex_count = (COLUMNS + 1) * (ROWS + 1),
                           .triangles = triangles, .triangle_count = 2 * COLUMNS * ROWS };
    for (int v = 0; v < mesh->vertex_count; v++) {
        rest[v] = vec2_make(v % (COLUMNS + 1) * cell, v / (COLUMNS + 1) * cell);
        double along = rest[v].y / (ROWS * cell) - 0.5, sine, cosine;
        trig_sincos(1.2 * along * along, &sine, &cosine);
        double x = rest[v].x - 0.5 * COLUMNS * cell, y = along * ROWS * cell;
        bent[v] = (pantin_point32){ (float)(cosine * x + sine * y), (float)(cosine * y - sine * x) };
    }
    for (int t = 0; t < COLUMNS * ROWS; t++) {
        int a = t / COLUMNS * (COLUMNS + 1) + t % COLUMNS, d = a + COLUMNS + 2;
        int pair[2][3] = { { a, a + 1, d }, { a, d, d - 1 } };
        for (int k = 0; k < 6; k++) triangles[2 * t + k / 3][k % 3] = pair[k / 3][k % 3];
    }
}

typedef struct scene {
    pantin_sheet sheets[SHEETS];
    pantin_raster *raster;
    pantin_canvas canvas;
    pantin_ids ids;
    pantin_image frame;
} scene;

static void draw_fast(scene *s) {
    for (int k = 0; k < SHEETS; k++) pantin_raster_sheet(s->raster, &s->sheets[k], &s->canvas, &s->ids);
}
static void draw_plain(scene *s) {
    for (int k = 0; k < SHEETS; k++) MUST(raster_sheet_plain(&s->sheets[k], &s->canvas, &s->ids));
}
static void fill(scene *s) { pantin_canvas_fill(&s->canvas, (float[]){ 0, 0, 0, 0 }); }
static void resolve(scene *s) { pantin_canvas_resolve(&s->canvas, 0, HEIGHT, &s->frame); }

static double least(scene *s, void (*work)(scene *), int runs) {
    double best = 1e9;
    for (int i = 0; i < runs; i++) {
        fill(s);
        double start = pantin_clock_seconds();
        work(s);
        best = min_double(best, pantin_clock_seconds() - start);
    }
    return 1e3 * best;
}

static void measure(const char *name, double scale, int runs) {
    double cell = 6.76 / scale;
    static pantin_point32 bent[(COLUMNS + 1) * (ROWS + 1)];
    pantin_mesh mesh;
    make_mesh(cell, &mesh, bent);
    pantin_image picture = make_picture(cell);
    scene s = { 0 };
    MUST(pantin_canvas_create(WIDTH, HEIGHT, &s.canvas, NULL));
    MUST(pantin_ids_create(WIDTH, HEIGHT, &s.ids, NULL));
    MUST(pantin_image_create(WIDTH, HEIGHT, &s.frame, NULL));
    MUST(s.raster = pantin_raster_create(WIDTH, HEIGHT, mesh.vertex_count, mesh.triangle_count, NULL));
    double start = pantin_clock_seconds();
    pantin_texture *texture = pantin_texture_create(&picture, NULL);
    double made = 1e3 * (pantin_clock_seconds() - start);
    MUST(texture);
    for (int k = 0; k < SHEETS; k++) {
        double sine, cosine;
        trig_sincos(0.3 * k - 0.2, &sine, &cosine);
        s.sheets[k] = (pantin_sheet){ texture, &mesh, bent,
            { scale * cosine, -scale * sine, scale * sine, scale * cosine, 160.3 + 320 * k, 360.2 },
            1.0, (uint16_t)(k + 1), NULL };
    }
    double fast = least(&s, draw_fast, runs);
    int covered = 0;
    for (int i = 0; i < WIDTH * HEIGHT; i++) covered += s.ids.ids[i] != 0;
    resolve(&s);
    pantin_image mine = s.frame;
    MUST(pantin_image_create(WIDTH, HEIGHT, &s.frame, NULL));
    double plain = least(&s, draw_plain, 3);
    resolve(&s);
    double sum = 0.0;
    for (size_t i = 0; i < 4 * WIDTH * HEIGHT; i++) {
        int a = i % 4 == 3 ? 255 : mine.pixels[i | 3], b = i % 4 == 3 ? 255 : s.frame.pixels[i | 3];
        sum += abs(mine.pixels[i] * a / 255 - s.frame.pixels[i] * b / 255);
    }
    printf("%s,texture %dx%d,%.2f,\n", name, picture.width, picture.height, made);
    printf("%s,sheets,%.2f,%.1f\n", name, fast, 1e6 * fast / covered);
    printf("%s,sheets_plain,%.2f,%.1f\n", name, plain, 1e6 * plain / covered);
    printf("%s,canvas_fill,%.2f,\n", name, least(&s, fill, runs));
    printf("%s,canvas_resolve,%.2f,\n", name, least(&s, resolve, runs));
    printf("%s,covered_percent,%.1f,\n", name, 100.0 * covered / (WIDTH * HEIGHT));
    printf("%s,mean_difference_255,%.3f,\n", name, sum / (4.0 * covered));
    pantin_texture_destroy(texture);
    pantin_raster_destroy(s.raster);
    pantin_canvas_free(&s.canvas);
    pantin_ids_free(&s.ids);
    pantin_image_free(&s.frame);
    pantin_image_free(&mine);
    pantin_image_free(&picture);
}

int main(int count, char **words) {
    int runs = count > 1 ? max_int(atoi(words[1]), 1) : 50;
    printf("scene,what,ms,ns_a_pixel\n");
    measure("own size", 1.0, runs);
    measure("0.6 of it", 0.6, runs);
    measure("0.35 of it", 0.35, runs);
    return 0;
}
