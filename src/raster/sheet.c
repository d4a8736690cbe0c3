// sheet.c — a bent mesh, or a whole picture, over the canvas, band by band.
// SPDX-License-Identifier: MIT
#include "raster/painter.h"

#include <string.h>

#include "base/assert.h"
#include "base/vec.h"
#include "raster/texel.h"

/// Canvas px between twins of a cut that is closed; no more than the samples' grid tells apart.
#define CLOSED (1.0 / 64.0)

painter_corner painter_place(double x, double y) {
    painter_corner corner = { 0.0, 0.0, PAINTER_NOWHERE, 0 };
    if (!(x <= PAINTER_FAR && x >= -PAINTER_FAR && y <= PAINTER_FAR && y >= -PAINTER_FAR))
        return corner; // NaN too
    corner.x = x;
    corner.y = y;
    // Rounded by an offset, because conversion cuts toward zero: 2^29 is beyond 256 * PAINTER_FAR.
    corner.fx = (int32_t)(x * PAINTER_UNIT + (536870912.0 + 0.5)) - 536870912;
    corner.fy = (int32_t)(y * PAINTER_UNIT + (536870912.0 + 0.5)) - 536870912;
    return corner;
}

// --- bands ----------------------------------------------------------------------------------------

/// The rows and columns that the sheet may touch, and each triangle's first band. False: none.
static bool sort_by_band(pantin_raster *raster, const painter_job *job, painter_tile *reach) {
    int bands = (raster->height + PAINTER_BAND - 1) / PAINTER_BAND;
    int *starts = raster->band_starts, *first = raster->merged;
    memset(starts, 0, sizeof *starts * (size_t)(bands + 1));
    *reach = (painter_tile){ raster->width, raster->height, 0, 0 };
    for (int t = 0; t < job->triangle_count; t++) {
        first[t] = PANTIN_NONE;
        if (!raster->windings[t]) continue;
        const int *v = job->triangles[t];
        const painter_corner *a = &raster->corners[v[0]], *b = &raster->corners[v[1]];
        const painter_corner *c = &raster->corners[v[2]];
        int left = max_int(min_int(a->fx, min_int(b->fx, c->fx)) >> 8, 0);
        int right = min_int((max_int(a->fx, max_int(b->fx, c->fx)) + 255) >> 8, raster->width);
        int top = max_int(min_int(a->fy, min_int(b->fy, c->fy)) >> 8, 0);
        int bottom = min_int((max_int(a->fy, max_int(b->fy, c->fy)) + 255) >> 8, raster->height);
        if (left >= right || top >= bottom) continue;
        *reach = (painter_tile){ min_int(reach->left, left), min_int(reach->top, top),
                                 max_int(reach->right, right), max_int(reach->bottom, bottom) };
        first[t] = top / PAINTER_BAND;
        starts[first[t] + 1]++;
    }
    if (reach->left >= reach->right) return false;
    for (int b = 0; b < bands; b++) starts[b + 1] += starts[b];
    // Each start moves to the next band's while its triangles are put down, in their order.
    for (int t = 0; t < job->triangle_count; t++)
        if (first[t] != PANTIN_NONE) raster->order[starts[first[t]]++] = t;
    for (int b = bands; b > 0; b--) starts[b] = starts[b - 1];
    starts[0] = 0;
    return true;
}

static bool ends_above(const pantin_raster *raster, const int *v, int y) {
    int limit = y * PAINTER_UNIT;
    return raster->corners[v[0]].fy <= limit && raster->corners[v[1]].fy <= limit &&
           raster->corners[v[2]].fy <= limit;
}

/// Merges the triangles that begin in this band with those that go on, in the mesh's order; both lists
/// are. Answers how many there are.
static int advance(pantin_raster *raster, const painter_job *job, int band, int count) {
    const int *fresh = raster->order + raster->band_starts[band];
    int fresh_count = raster->band_starts[band + 1] - raster->band_starts[band];
    int *merged = raster->merged, made = 0, y = band * PAINTER_BAND;
    for (int a = 0, b = 0; a < count || b < fresh_count;) {
        if (b == fresh_count || (a < count && raster->active[a] < fresh[b])) {
            int t = raster->active[a++];
            if (!ends_above(raster, job->triangles[t], y)) merged[made++] = t;
        } else {
            merged[made++] = fresh[b++];
        }
    }
    raster->merged = raster->active;
    raster->active = merged;
    return made;
}

void painter_draw(pantin_raster *raster, const painter_job *job) {
    painter_tile reach;
    outline_wind(raster, job);
    if (!sort_by_band(raster, job, &reach)) return;
    outline_mark(raster, job);
    for (int row = 0; row < PAINTER_BAND; row++) {
        raster->touched_from[row] = raster->tile_width;
        raster->touched_to[row] = 0;
    }
    int count = 0;
    for (int band = reach.top / PAINTER_BAND; band * PAINTER_BAND < reach.bottom; band++) {
        count = advance(raster, job, band, count);
        int top = band * PAINTER_BAND, bottom = min_int(top + PAINTER_BAND, raster->height);
        for (int left = reach.left; left < reach.right; left += raster->tile_width) {
            painter_tile tile = { left, top, min_int(left + raster->tile_width, reach.right), bottom };
            for (int i = count - 1; i >= 0; i--) fill_triangle(raster, job, raster->active[i], tile);
            compose_tile(raster, job, tile);
        }
    }
    memset(raster->crossed + raster->crossed_words * (size_t)reach.top, 0,
           sizeof(uint64_t) * raster->crossed_words * (size_t)(reach.bottom - reach.top));
}

// --- the front door -------------------------------------------------------------------------------

/// Opacity held to 0..1; what cannot be seen (0, NaN) answers 0.
static double visible(double opacity) { return opacity > 0.0 ? min_double(opacity, 1.0) : 0.0; }

static bool fits(const pantin_raster *raster, const pantin_canvas *canvas) {
    PANTIN_ASSERT(canvas->width == raster->width && canvas->height == raster->height);
    return canvas->width == raster->width && canvas->height == raster->height;
}

/// Twins that lie on one another but for the solver's last digits are one corner, so that a closed cut is
/// no seam. Answers whether a cut has opened.
static bool close_cuts(pantin_raster *raster, const pantin_mesh *mesh) {
    bool opened = false;
    for (int v = 0; mesh->twins && v < mesh->vertex_count; v++) {
        painter_corner *a = &raster->corners[v];
        const painter_corner *b = &raster->corners[mesh->twins[v]];
        double dx = a->x - b->x, dy = a->y - b->y;
        if (dx * dx + dy * dy <= CLOSED * CLOSED)
            *a = *b;
        else
            opened = true;
    }
    return opened;
}

void pantin_raster_sheet(pantin_raster *raster, const pantin_sheet *sheet, pantin_canvas *canvas,
                         pantin_ids *ids) {
    const pantin_mesh *mesh = sheet->mesh;
    PANTIN_ASSERT(mesh->vertex_count <= raster->max_vertices);
    PANTIN_ASSERT(mesh->triangle_count <= raster->max_triangles);
    if (mesh->vertex_count > raster->max_vertices || mesh->triangle_count > raster->max_triangles)
        return;
    double opacity = visible(sheet->opacity);
    if (!fits(raster, canvas) || opacity == 0.0) return;
    for (int v = 0; v < mesh->vertex_count; v++) {
        vec2 at = affine_point(sheet->to_canvas, vec2_from32(sheet->vertices[v]));
        raster->corners[v] = painter_place(at.x, at.y);
    }
    const pantin_texture *texture = sheet->texture;
    const texture_level *level = texture_level_for(texture, sheet->to_canvas);
    bool parted = close_cuts(raster, mesh) && texture->part_count == mesh->part_count;
    painter_job job = {
        .level = level,
        .level_index = (int)(level - texture->levels),
        .textures = parted ? (const pantin_texture *const *)texture->parts : NULL,
        .parts = mesh->parts,
        .twins = mesh->twins,
        .rest = mesh->vertices,
        .triangles = (const int(*)[3])mesh->triangles,
        .vertex_count = mesh->vertex_count,
        .triangle_count = mesh->triangle_count,
        .opacity = opacity,
        .id = sheet->id,
        .shade = sheet->shade,
        .canvas = canvas,
        .ids = ids,
    };
    painter_draw(raster, &job);
}

/// Whole px and no turn: rows of level 0 as they are.
static void copy_rows(pantin_raster *raster, painter_job *job, int left, int top) {
    const texture_level *level = job->level;
    int from = max_int(0, -left), to = min_int(level->width, raster->width - left);
    int row = max_int(0, -top), end = min_int(level->height, raster->height - top);
    float4 *layer = raster->layer;
    for (; row < end; row++)
        for (int x = from, next; x < to; x = next) {
            next = min_int(to, x + raster->tile_width);
            const uint16_t *texels = level->texels + 4 * (row * level->stride + x);
            for (int i = 0; i < next - x; i++) layer[i] = texel_load(texels + 4 * i) * TEXEL_ONE;
            compose_run(job, left + x, top + row, next - x, layer);
        }
}

static bool whole(double v) {
    return v > -PAINTER_FAR && v < PAINTER_FAR && (double)(int)v == v;
}

void pantin_raster_picture(pantin_raster *raster, const pantin_texture *texture,
                           pantin_affine to_canvas, double opacity, uint16_t id,
                           const pantin_shade *shade, pantin_canvas *canvas, pantin_ids *ids) {
    static const int triangles[2][3] = { { 0, 1, 2 }, { 0, 2, 3 } };
    opacity = visible(opacity);
    if (!fits(raster, canvas) || opacity == 0.0) return;
    double width = texture->levels[0].width, height = texture->levels[0].height;
    vec2 rest[4] = { { 0.0, 0.0 }, { width, 0.0 }, { width, height }, { 0.0, height } };
    painter_job job = {
        .level = texture_level_for(texture, to_canvas),
        .rest = rest,
        .triangles = triangles,
        .vertex_count = 4,
        .triangle_count = 2,
        .held = true,
        .opacity = opacity,
        .id = id,
        .shade = shade,
        .canvas = canvas,
        .ids = ids,
    };
    pantin_affine m = to_canvas;
    if (!shade && m.xx == 1.0 && m.yy == 1.0 && m.xy == 0.0 && m.yx == 0.0 && whole(m.x0) &&
        whole(m.y0)) {
        copy_rows(raster, &job, (int)m.x0, (int)m.y0);
        return;
    }
    for (int v = 0; v < 4; v++) {
        vec2 at = affine_point(to_canvas, rest[v]);
        raster->corners[v] = painter_place(at.x, at.y);
    }
    painter_draw(raster, &job);
}
