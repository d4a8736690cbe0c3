// marks.c — lines, dots and flat triangles over a picture, for stills and reports.
//
// A dot or a line covers of a pixel what a strip of its width covers of a box 1 px wide across it:
//     coverage = clamp(min(d + 1/2, r) - max(d - 1/2, -r), 0, 1),   d = distance to its middle,
// exact for lines along the pixels' axes, within 0.06 for others, and right on average for lines
// thinner than a pixel. All lines of a mesh are gathered as coverage first (the largest counts), then
// laid over once: where lines meet a translucent color does not show twice.
// A triangle's coverage is the exact area of the triangle in the pixel: the pixel's square is cut by the
// three sides (Sutherland, Hodgman: Reentrant Polygon Clipping, 1974) and measured.
// SPDX-License-Identifier: MIT
#include "raster/painter.h"

#include "base/assert.h"
#include "base/trig.h"
#include "base/vec.h"

/// Lines and dots wider than this are held to it, px.
#define MARK_WIDEST 16384.0

static double strip_cover(double distance, double radius) {
    double inner = min_double(distance + 0.5, radius), outer = max_double(distance - 0.5, -radius);
    return clamp_double(inner - outer, 0.0, 1.0);
}

static void lay(pantin_canvas *canvas, int x, int y, const float color[4], float cover) {
    float alpha = color[3] * cover;
    if (!(alpha > 0.0f)) return;
    float4 over = { color[0] * alpha, color[1] * alpha, color[2] * alpha, alpha };
    float *at = canvas->pixels + 4 * ((size_t)y * (size_t)canvas->width + (size_t)x);
    float4_store(at, over + float4_load(at) * float4_splat(1.0f - alpha));
}

/// The whole pixels that [low, high] reaches, as [*from, *to) within [least, most).
static void columns_of(double low, double high, int least, int most, int *from, int *to) {
    *from = (int)clamp_double(trig_floor(low), least, most);
    *to = (int)clamp_double(trig_floor(high) + 1.0, least, most);
}

// --- lines ----------------------------------------------------------------------------------------

/// The coverage of one line on the tile's rows, into the layer's first lane.
static void gather_line(pantin_raster *raster, painter_tile tile, vec2 a, vec2 b, double radius) {
    if (a.y > b.y) {
        vec2 swap = a;
        a = b;
        b = swap;
    }
    double reach = radius + 0.5, length = vec2_distance(a, b);
    vec2 along = length > 0.0 ? vec2_scale(vec2_sub(b, a), 1.0 / length) : vec2_make(0.0, 0.0);
    double slope = b.y > a.y ? (b.x - a.x) / (b.y - a.y) : 0.0;
    int top, bottom;
    columns_of(a.y - reach, b.y + reach, tile.top, tile.bottom, &top, &bottom);
    for (int y = top; y < bottom; y++) {
        // The part of the line that this row can feel.
        double low = a.x, high = b.x;
        if (b.y > a.y) {
            low = a.x + slope * (clamp_double(y - reach, a.y, b.y) - a.y);
            high = a.x + slope * (clamp_double(y + 1.0 + reach, a.y, b.y) - a.y);
        }
        int from, to;
        columns_of(min_double(low, high) - reach, max_double(low, high) + reach, tile.left, tile.right,
                   &from, &to);
        if (from >= to) continue;
        float4 *row = raster->layer + (size_t)(y - tile.top) * (size_t)raster->tile_width;
        for (int x = from; x < to; x++) {
            vec2 p = vec2_make(x + 0.5 - a.x, y + 0.5 - a.y);
            double t = clamp_double(vec2_dot(p, along), 0.0, length);
            double cover = strip_cover(vec2_distance(p, vec2_scale(along, t)), radius);
            float4 *at = &row[x - tile.left];
            if ((float)cover > (*at)[0]) (*at)[0] = (float)cover;
        }
        raster->touched_from[y - tile.top] = min_int(raster->touched_from[y - tile.top], from);
        raster->touched_to[y - tile.top] = max_int(raster->touched_to[y - tile.top], to);
    }
}

static void lay_tile(pantin_raster *raster, painter_tile tile, const float color[4],
                     pantin_canvas *canvas) {
    for (int y = tile.top; y < tile.bottom; y++) {
        float4 *row = raster->layer + (size_t)(y - tile.top) * (size_t)raster->tile_width;
        int from = raster->touched_from[y - tile.top], to = raster->touched_to[y - tile.top];
        for (int x = from; x < to; x++) {
            lay(canvas, x, y, color, row[x - tile.left][0]);
            row[x - tile.left] = float4_splat(0.0f);
        }
    }
}

static void gather_tile(pantin_raster *raster, const painter_job *job, painter_tile tile,
                        double radius) {
    for (int row = 0; row < PAINTER_BAND; row++) {
        raster->touched_from[row] = tile.right;
        raster->touched_to[row] = tile.left;
    }
    double reach = radius + 1.0;
    for (int v = 0; v < job->vertex_count; v++)
        for (int e = raster->edge_heads[v]; e != PANTIN_NONE; e = raster->edges[e].next) {
            const painter_corner *a = &raster->corners[v];
            const painter_corner *b = &raster->corners[raster->edges[e].other];
            if (max_double(a->y, b->y) + reach < tile.top) continue;
            if (min_double(a->y, b->y) - reach > tile.bottom) continue;
            gather_line(raster, tile, vec2_make(a->x, a->y), vec2_make(b->x, b->y), radius);
        }
}

void pantin_raster_lines(pantin_raster *raster, const pantin_mesh *mesh,
                         const pantin_point32 *vertices, pantin_affine to_canvas, double width_px,
                         const float color[4], pantin_canvas *canvas) {
    bool fits = mesh->vertex_count <= raster->max_vertices &&
                mesh->triangle_count <= raster->max_triangles &&
                canvas->width == raster->width && canvas->height == raster->height;
    PANTIN_ASSERT(fits);
    if (!fits || !(width_px > 0.0)) return;
    painter_job job = { .triangles = (const int(*)[3])mesh->triangles,
                        .vertex_count = mesh->vertex_count,
                        .triangle_count = mesh->triangle_count };
    for (int v = 0; v < mesh->vertex_count; v++) {
        vec2 at = affine_point(to_canvas, vec2_from32(vertices[v]));
        raster->corners[v] = painter_place(at.x, at.y);
    }
    for (int t = 0; t < mesh->triangle_count; t++) { // a flat triangle has edges too
        bool placed = true;
        for (int k = 0; k < 3; k++)
            placed &= raster->corners[mesh->triangles[t][k]].fx != PAINTER_NOWHERE;
        raster->windings[t] = placed;
    }
    outline_balance(raster, &job);
    double radius = 0.5 * min_double(width_px, MARK_WIDEST);
    for (int top = 0; top < raster->height; top += PAINTER_BAND)
        for (int left = 0; left < raster->width; left += raster->tile_width) {
            painter_tile tile = { left, top, min_int(left + raster->tile_width, raster->width),
                                  min_int(top + PAINTER_BAND, raster->height) };
            gather_tile(raster, &job, tile, radius);
            lay_tile(raster, tile, color, canvas);
        }
}

// --- dots and triangles ---------------------------------------------------------------------------

void pantin_raster_dot(pantin_vec2 center, double radius_px, const float color[4],
                       pantin_canvas *canvas) {
    if (painter_place(center.x, center.y).fx == PAINTER_NOWHERE || !(radius_px > 0.0)) return;
    double radius = min_double(radius_px, MARK_WIDEST), reach = radius + 0.5;
    int left, right, top, bottom;
    columns_of(center.x - reach, center.x + reach, 0, canvas->width, &left, &right);
    columns_of(center.y - reach, center.y + reach, 0, canvas->height, &top, &bottom);
    for (int y = top; y < bottom; y++)
        for (int x = left; x < right; x++) {
            double away = vec2_distance(center, vec2_make(x + 0.5, y + 0.5));
            lay(canvas, x, y, color, (float)strip_cover(away, radius));
        }
}

/// a x + b y + c >= 0 inside.
typedef struct half_plane {
    double a, b, c;
} half_plane;

static double height_over(half_plane h, vec2 p) { return h.a * p.x + h.b * p.y + h.c; }

/// Cuts a convex polygon; answers its new number of corners (at most one more).
static int cut(const vec2 *polygon, int count, half_plane h, vec2 *out) {
    int made = 0;
    for (int i = 0; i < count; i++) {
        vec2 p = polygon[i], q = polygon[i + 1 == count ? 0 : i + 1];
        double up = height_over(h, p), uq = height_over(h, q);
        if (up >= 0.0) out[made++] = p;
        if ((up >= 0.0) != (uq >= 0.0)) out[made++] = vec2_mix(p, q, up / (up - uq));
    }
    return made;
}

/// The area of the pixel's square inside all three.
static double area_inside(const half_plane sides[3], int x, int y) {
    vec2 one[8] = { { x, y }, { x + 1, y }, { x + 1, y + 1 }, { x, y + 1 } }, two[8];
    int count = cut(one, 4, sides[0], two);
    count = cut(two, count, sides[1], one);
    count = cut(one, count, sides[2], two);
    double twice = 0.0;
    for (int i = 2; i < count; i++)
        twice += vec2_cross(vec2_sub(two[i - 1], two[0]), vec2_sub(two[i], two[0]));
    return clamp_double(0.5 * twice, 0.0, 1.0);
}

void pantin_raster_triangle(const pantin_vec2 corners[3], const float color[4],
                            pantin_canvas *canvas) {
    for (int k = 0; k < 3; k++)
        if (painter_place(corners[k].x, corners[k].y).fx == PAINTER_NOWHERE) return;
    double area = vec2_cross(vec2_sub(corners[1], corners[0]), vec2_sub(corners[2], corners[0]));
    if (area == 0.0) return;
    double low_x = min_double(corners[0].x, min_double(corners[1].x, corners[2].x));
    double high_x = max_double(corners[0].x, max_double(corners[1].x, corners[2].x));
    double low_y = min_double(corners[0].y, min_double(corners[1].y, corners[2].y));
    double high_y = max_double(corners[0].y, max_double(corners[1].y, corners[2].y));
    half_plane sides[3];
    for (int k = 0; k < 3; k++) {
        vec2 p = corners[k], q = corners[(k + 1) % 3];
        double sign = area > 0.0 ? 1.0 : -1.0;
        sides[k].a = sign * (p.y - q.y);
        sides[k].b = sign * (q.x - p.x);
        sides[k].c = -sides[k].a * p.x - sides[k].b * p.y;
    }
    int left, right, top, bottom;
    columns_of(low_x, high_x, 0, canvas->width, &left, &right);
    columns_of(low_y, high_y, 0, canvas->height, &top, &bottom);
    for (int y = top; y < bottom; y++)
        for (int x = left; x < right; x++) {
            bool outside = false, inside = true;
            for (int k = 0; k < 3; k++) {
                double reach = 0.5 * ((sides[k].a < 0.0 ? -sides[k].a : sides[k].a) +
                                      (sides[k].b < 0.0 ? -sides[k].b : sides[k].b));
                double middle = height_over(sides[k], vec2_make(x + 0.5, y + 0.5));
                outside |= middle < -reach;
                inside &= middle >= reach;
            }
            if (outside) continue;
            lay(canvas, x, y, color, inside ? 1.0f : (float)area_inside(sides, x, y));
        }
}
