// painter.h — a painter's scratch and the steps of a sheet's way onto the canvas.
//
//   place    vertices to the canvas, snapped to 1/256 px; which way each triangle is wound
//   outline  which pixels an outer edge of the sheet crosses: a bitmap
//   fill     a triangle into the layer of a tile, the latest triangle first
//   compose  the layer over the canvas, with shade, opacity and ids
//
// A tile is BAND rows of at most TILE columns; a band knows its triangles. So the scratch is bounded by
// the canvas' width and the mesh alone, and the layer stays in the cache.
// SPDX-License-Identifier: MIT
#ifndef RASTER_PAINTER_H
#define RASTER_PAINTER_H

#include "raster/texture.h"

#include "base/lanes.h"

enum {
    PAINTER_BAND = 16,    // rows of a tile
    PAINTER_TILE = 2048,  // columns of a tile, at most
    PAINTER_UNIT = 256,   // fixed-point steps a px
    PAINTER_SAMPLES = 16, // of a pixel that an outer edge crosses
    PAINTER_CURVE = 1024, // intervals of a transfer table
};

/// No vertex farther out than this, px.
#define PAINTER_FAR 1e6

/// A vertex on the canvas.
typedef struct painter_corner {
    double x, y;    // px
    int32_t fx, fy; // snapped, 1/PAINTER_UNIT px; fx is PAINTER_NOWHERE where there is none
} painter_corner;

#define PAINTER_NOWHERE INT32_MIN

/// An edge between vertices, listed at the lower one. `balance` adds up +1 or -1 for each triangle on it,
/// by the edge's direction in it and by how it is wound: 0 means that the sheet goes on across the edge.
typedef struct painter_edge {
    int other, next, balance;
} painter_edge;

/// How visible a pixel's samples still are, below what was painted already: 1 before anything.
typedef struct painter_veil {
    float4 clear[PAINTER_SAMPLES / 4];
} painter_veil;

struct pantin_raster {
    arena memory;
    int width, height, max_vertices, max_triangles;
    // the sheet
    painter_corner *corners;
    int8_t *windings;    // a triangle: +1, -1, or 0 when it draws nothing
    int *edge_heads;     // a vertex: its first edge or PANTIN_NONE
    painter_edge *edges;
    int *band_starts;    // triangles in `order` by the band they begin in
    int *order, *active, *merged;
    uint64_t *crossed;   // a bit a pixel, crossed_words a row; all 0 between sheets
    size_t crossed_words;
    // the tile; all of it is blank between tiles
    int tile_width;
    float4 *layer;       // premultiplied 0..1
    painter_veil *veils; // of crossed pixels only
    int touched_from[PAINTER_BAND], touched_to[PAINTER_BAND];
    // shading
    float (*run)[4];
    float to_linear[PAINTER_CURVE + 1];   // over the encoded value
    float from_linear[PAINTER_CURVE + 1]; // over the root of the linear one
};

/// What is drawn: triangles of rest vertices (px of the texture) whose corners are placed.
typedef struct painter_job {
    const texture_level *level;
    int level_index;
    const pantin_texture *const *textures; // of a cut mesh that is open: one a part; else NULL
    const int *parts;                      // a triangle: its part
    const int *twins;                      // a vertex: the one it was parted from; NULL: none was
    const pantin_vec2 *rest;
    const int (*triangles)[3];
    int vertex_count, triangle_count;
    bool held;     // beyond the picture its outermost texels go on (else it is transparent)
    double opacity;
    uint16_t id;   // 0: ids stay
    const pantin_shade *shade;
    pantin_canvas *canvas;
    pantin_ids *ids;
} painter_job;

/// Columns [left, right), rows [top, bottom) of the canvas.
typedef struct painter_tile {
    int left, top, right, bottom;
} painter_tile;

/// The level that a triangle looks at.
static inline const texture_level *painter_level(const painter_job *job, int triangle) {
    return job->textures ? &job->textures[job->parts[triangle]]->levels[job->level_index]
                         : job->level;
}

painter_corner painter_place(double x, double y);
/// corners must be placed: finds windings, the outline bitmap, and paints.
void painter_draw(pantin_raster *raster, const painter_job *job);

/// Windings of the corners' triangles.
void outline_wind(pantin_raster *raster, const painter_job *job);
/// Lists every edge of a triangle whose winding is not 0, with its balance.
void outline_balance(pantin_raster *raster, const painter_job *job);
/// Lists the edges and marks the crossed pixels.
void outline_mark(pantin_raster *raster, const painter_job *job);

void fill_triangle(pantin_raster *raster, const painter_job *job, int triangle, painter_tile tile);
void compose_tile(pantin_raster *raster, const painter_job *job, painter_tile tile);
/// Lays `count` pixels of the layer over row y from column x, sets their ids, and blanks them.
void compose_run(const painter_job *job, int x, int y, int count, float4 *layer);
/// The transfer tables.
void compose_prepare(pantin_raster *raster);

#endif
