// sample.h — the picture as a triangle sees it: which texel a canvas point shows, and looks at it.
// SPDX-License-Identifier: MIT
#ifndef RASTER_SAMPLE_H
#define RASTER_SAMPLE_H

#include "raster/painter.h"
#include "raster/texel.h"

enum { SAMPLE_LOOKS_LONG = 8, SAMPLE_LOOKS_WIDE = 4 };

/// (u, v) = origin + across * x + down * y, level texels with centers at whole numbers; x, y canvas px.
typedef struct sample_map {
    const uint16_t *texels;
    ptrdiff_t stride;
    double u, v; // at (x, y) = (near_x, near_y)
    double near_x, near_y;
    double u_across, v_across, u_down, v_down;
    int64_t low_u, high_u, low_v, high_v; // looks stay in here; 32 fractional bits
    // Several looks, where the footprint is longer or wider than a texel.
    int looks_long, looks_wide;
    int64_t long_u, long_v, wide_u, wide_v; // from one look to the next
    int64_t first_u, first_v;               // from the first look to the middle
    int64_t spill;                          // no look is farther from the middle
    int64_t step_u, step_v;                 // of a px to the right
} sample_map;

/// False when the rest triangle is no place in a picture (not finite, or far beyond any).
bool sample_map_make(sample_map *map, const painter_job *job, const painter_corner *const corners[3],
                     const pantin_vec2 rest[3]);

/// What the canvas point shows, 0..65535.
float4 sample_at(const sample_map *map, double x, double y);

/// Puts `count` pixels of row y from column x, seen at their centers, under the layer.
void sample_run(const sample_map *map, int x, int y, int count, float4 *layer);

#endif
