// sample.h — the picture as a triangle sees it: which texel a canvas point shows, and looks at it.
// SPDX-License-Identifier: MIT
#ifndef RASTER_SAMPLE_H
#define RASTER_SAMPLE_H

#include "raster/painter.h"
#include "raster/texel.h"

enum { SAMPLE_LOOKS_LONG = 8, SAMPLE_LOOKS_WIDE = 4 };

/// (u, v) = origin + across * x + down * y, level texels with centers at whole numbers; x, y canvas px
/// from the center of the pixel it was made for. Whole numbers, 32 fractional bits, so that a row costs a
/// product and a pixel a sum; made for a pixel of the tile, they cannot overflow (sample.c).
typedef struct sample_map {
    const uint16_t *texels;
    ptrdiff_t stride;
    int64_t u, v, u_across, v_across, u_down, v_down;
    int64_t low_u, high_u, low_v, high_v; // looks stay in here; 32 fractional bits
    // Several looks, where the footprint is longer or wider than a texel.
    int looks_long, looks_wide;
    int64_t long_u, long_v, wide_u, wide_v; // from one look to the next
    int64_t first_u, first_v;               // from the first look to the middle
    int64_t spill;                          // no look is farther from the middle
} sample_map;

/// For pixels around (x, y). False when the rest triangle is no place in a picture (not finite, or far
/// beyond any).
bool sample_map_make(sample_map *map, const painter_job *job, const texture_level *level,
                     const painter_corner *const corners[3], const pantin_vec2 rest[3], int x,
                     int y);

/// What is seen in the pixel that is (x, y) px from that one, at (aside_x, aside_y) / PAINTER_UNIT px from
/// its center; 0..65535.
float4 sample_at(const sample_map *map, int x, int y, int aside_x, int aside_y);

/// Puts `count` pixels of a row, the first being (x, y) px from that pixel, under the layer.
void sample_run(const sample_map *map, int x, int y, int count, float4 *layer);

#endif
