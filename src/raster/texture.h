// texture.h — the prefiltered levels of a picture, and where in memory their texels lie.
// SPDX-License-Identifier: MIT
#ifndef RASTER_TEXTURE_H
#define RASTER_TEXTURE_H

#include "pantin/raster.h"

#include "base/arena.h"

enum { TEXTURE_LEVELS = 40 };

/// One size of the picture: texels of 4 x uint16, premultiplied, 65535 is one, in rows of `stride`
/// texels. Row and column -1 and the two after the last exist and are transparent, so that a bilinear
/// look at u in -1..width, v in -1..height needs no test.
typedef struct texture_level {
    int width, height;
    ptrdiff_t stride;        // texels from a row to the next
    double scale_x, scale_y; // texels a px of the picture
    const uint16_t *texels;  // of texel (0, 0)
} texture_level;

struct pantin_texture {
    arena memory;
    int level_count;
    texture_level levels[TEXTURE_LEVELS]; // level k is 2^(-k/2) times as large as level 0
    pantin_texture **parts;               // the same picture as each part of a cut mesh sees it
    int part_count;                       // 0: none
};

/// The level for a picture that `to_canvas` draws: the half-octave nearest to TEXTURE_FINER texels a
/// canvas px along the axis that shrinks least (never larger than the picture). The other axis may shrink
/// up to TEXTURE_STRETCH times more and is left to more looks (sample.c); beyond that the level gives way.
const texture_level *texture_level_for(const pantin_texture *texture, pantin_affine to_canvas);

#define TEXTURE_FINER 2.5
#define TEXTURE_STRETCH 4.0

#endif
