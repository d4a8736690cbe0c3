// with_scene.c — pictures and sheets that the raster's tests draw.
// SPDX-License-Identifier: MIT
#include "with_scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/assert.h"
#include "base/memory.h"
#include "base/trig.h"
#include "base/vec.h"
#include "raster/plain.h"

#define MUST(call)                                                                             \
    do {                                                                                       \
        if (!(call)) abort();                                                                  \
    } while (0)

static void put(pantin_image *image, int x, int y, double r, double g, double b, double a) {
    uint8_t *p = image->pixels + 4 * ((size_t)y * (size_t)image->width + (size_t)x);
    double v[4] = { r, g, b, a };
    for (int k = 0; k < 4; k++) p[k] = (uint8_t)(clamp_double(v[k], 0.0, 1.0) * 255.0 + 0.5);
}

pantin_image scene_solid(int width, int height, scene_color color) {
    pantin_image image;
    MUST(pantin_image_create(width, height, &image, NULL));
    for (int i = 0; i < width * height; i++) memcpy(image.pixels + 4 * (size_t)i, &color, 4);
    return image;
}

pantin_image scene_disc(int side) {
    pantin_image image;
    MUST(pantin_image_create(side, side, &image, NULL));
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++) {
            double away = vec2_distance(vec2_make(x + 0.5, y + 0.5), vec2_make(side / 2.0, side / 2.0));
            double alpha = clamp_double(side / 2.0 - 3.0 - away, 0.0, 1.0);
            bool dark = ((x / 4) ^ (y / 4)) & 1;
            if (alpha > 0.0) put(&image, x, y, dark ? 0.1 : 0.9, dark ? 0.3 : 0.8, 0.4, alpha);
        }
    return image;
}

/// Distance from p to the bone a-b.
static double bone(vec2 p, vec2 a, vec2 b) {
    vec2 d = vec2_sub(b, a);
    double t = clamp_double(vec2_dot(vec2_sub(p, a), d) / vec2_dot(d, d), 0.0, 1.0);
    return vec2_distance(p, vec2_mix(a, b, t));
}

pantin_image scene_figure(int width, int height) {
    pantin_image image;
    MUST(pantin_image_create(width, height, &image, NULL));
    double s = min_double(width, height) / 100.0, cx = width / 2.0, cy = height / 2.0;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            vec2 p = vec2_make((x + 0.5 - cx) / s, (y + 0.5 - cy) / s);
            double d = bone(p, vec2_make(0, -12), vec2_make(0, 14)) - 13.0;
            d = min_double(d, bone(p, vec2_make(0, -32), vec2_make(0.1, -32)) - 12.0);
            d = min_double(d, bone(p, vec2_make(-10, -12), vec2_make(-38, -22)) - 5.0);
            d = min_double(d, bone(p, vec2_make(10, -12), vec2_make(38, -22)) - 5.0);
            d = min_double(d, bone(p, vec2_make(-6, 20), vec2_make(-14, 42)) - 5.5);
            d = min_double(d, bone(p, vec2_make(6, 20), vec2_make(14, 42)) - 5.5);
            double alpha = clamp_double(0.5 - d * s, 0.0, 1.0);
            if (alpha <= 0.0) continue;
            // Lines and dots with edges one px soft, as a scanner sees them.
            double outline = clamp_double(2.0 + d * s, 0.0, 1.0);
            double line = (p.x + 0.6 * p.y) * s / 7.0, part = line - trig_floor(line);
            double near_line = (part < 0.5 ? part : 1.0 - part) * 7.0 * 0.857;
            double hatch = p.x > 2.0 ? 0.6 * clamp_double(1.4 - near_line, 0.0, 1.0) : 0.0;
            double bump = trig_sin(p.x * 1.3) * trig_sin(p.y * 1.3) - 0.7;
            double dots = 0.5 * clamp_double(bump * s + 0.5, 0.0, 1.0);
            double ink = max_double(outline, max_double(hatch, dots));
            put(&image, x, y, 0.92 - 0.85 * ink, 0.66 - 0.60 * ink, 0.38 - 0.25 * ink, alpha);
        }
    return image;
}

static bool cell_has_ink(const pantin_image *image, double left, double top, double spacing) {
    int x0 = max_int((int)left - 1, 0), x1 = min_int((int)(left + spacing) + 2, image->width);
    int y0 = max_int((int)top - 1, 0), y1 = min_int((int)(top + spacing) + 2, image->height);
    for (int y = y0; y < y1; y++)
        for (int x = x0; x < x1; x++)
            if (scene_pixel(image, x, y)[3]) return true;
    return false;
}

pantin_mesh scene_grid(int width, int height, double spacing, const pantin_image *image) {
    int columns = max_int((int)(width / spacing), 1), rows = max_int((int)(height / spacing), 1);
    if (columns * spacing < width) columns++;
    if (rows * spacing < height) rows++;
    pantin_mesh mesh = { .vertex_count = (columns + 1) * (rows + 1), .spacing_px = spacing };
    mesh.vertices = memory_allocate((size_t)mesh.vertex_count, sizeof *mesh.vertices);
    mesh.triangles = memory_allocate((size_t)(2 * columns * rows), sizeof *mesh.triangles);
    MUST(mesh.vertices && mesh.triangles);
    for (int v = 0; v < mesh.vertex_count; v++)
        mesh.vertices[v] = vec2_make(v % (columns + 1) * spacing, v / (columns + 1) * spacing);
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++) {
            if (image && !cell_has_ink(image, column * spacing, row * spacing, spacing)) continue;
            int a = row * (columns + 1) + column, b = a + 1, c = a + columns + 1, d = c + 1;
            int pair[2][3] = { { a, b, d }, { a, d, c } };
            memcpy(mesh.triangles[mesh.triangle_count], pair, sizeof pair);
            mesh.triangle_count += 2;
        }
    MUST(mesh.triangles = memory_resize(mesh.triangles, (size_t)(2 * columns * rows),
                                        (size_t)mesh.triangle_count, sizeof *mesh.triangles));
    return mesh;
}

pantin_point32 *scene_rest(const pantin_mesh *mesh) {
    pantin_point32 *vertices = memory_allocate((size_t)mesh->vertex_count, sizeof *vertices);
    MUST(vertices);
    for (int v = 0; v < mesh->vertex_count; v++)
        vertices[v] = (pantin_point32){ (float)mesh->vertices[v].x, (float)mesh->vertices[v].y };
    return vertices;
}

void scene_free(const pantin_mesh *mesh, pantin_point32 *vertices) {
    memory_free(vertices, (size_t)mesh->vertex_count, sizeof *vertices);
    memory_free(mesh->vertices, (size_t)mesh->vertex_count, sizeof *mesh->vertices);
    memory_free(mesh->triangles, (size_t)mesh->triangle_count, sizeof *mesh->triangles);
}

pantin_image scene_resolve(const pantin_canvas *canvas) {
    pantin_image image;
    MUST(pantin_image_create(canvas->width, canvas->height, &image, NULL));
    pantin_canvas_resolve(canvas, 0, canvas->height, &image);
    return image;
}

const uint8_t *scene_pixel(const pantin_image *image, int x, int y) {
    return image->pixels + 4 * ((size_t)y * (size_t)image->width + (size_t)x);
}

double scene_difference(const pantin_image *a, const pantin_image *b, int *worst) {
    double sum = 0.0;
    int count = 0;
    *worst = 0;
    for (int i = 0; i < a->width * a->height; i++) {
        const uint8_t *p = a->pixels + 4 * (size_t)i, *q = b->pixels + 4 * (size_t)i;
        if (p[3] == 0 && q[3] == 0) continue;
        count++;
        for (int k = 0; k < 4; k++) {
            // Premultiplied, as seen on black.
            int u = k < 3 ? p[k] * p[3] / 255 : p[3], v = k < 3 ? q[k] * q[3] / 255 : q[3];
            sum += abs(u - v);
            *worst = max_int(*worst, abs(u - v));
        }
    }
    return count ? sum / (4.0 * count) : 0.0;
}

pantin_affine scene_turn(double degrees, double scale, double cx, double cy, double dx, double dy) {
    double sine, cosine;
    trig_sincos(degrees * TRIG_DEGREE, &sine, &cosine);
    pantin_affine m = { scale * cosine, -scale * sine, scale * sine, scale * cosine, 0, 0 };
    m.x0 = dx - m.xx * cx - m.xy * cy;
    m.y0 = dy - m.yx * cx - m.yy * cy;
    return m;
}

pantin_image scene_draw(const pantin_image *picture, const pantin_mesh *mesh,
                        const pantin_point32 *vertices, pantin_affine to_canvas, double opacity,
                        int width, int height, bool plain) {
    pantin_canvas canvas;
    MUST(pantin_canvas_create(width, height, &canvas, NULL));
    pantin_raster *raster =
        pantin_raster_create(width, height, mesh->vertex_count, mesh->triangle_count, NULL);
    pantin_texture *texture = pantin_texture_create(picture, NULL);
    MUST(raster && texture);
    pantin_sheet sheet = { texture, mesh, vertices, to_canvas, opacity, 1, NULL };
    if (plain) MUST(raster_sheet_plain(&sheet, &canvas, NULL));
    else pantin_raster_sheet(raster, &sheet, &canvas, NULL);
    pantin_image image = scene_resolve(&canvas);
    pantin_texture_destroy(texture);
    pantin_raster_destroy(raster);
    pantin_canvas_free(&canvas);
    return image;
}
