// texel.h — one look at a level: a texel, and four of them mixed.
// SPDX-License-Identifier: MIT
#ifndef RASTER_TEXEL_H
#define RASTER_TEXEL_H

#include <stddef.h>
#include <stdint.h>

#include "base/lanes.h"

typedef uint16_t texel_word4 __attribute__((vector_size(8)));
typedef uint16_t texel_word4_loose __attribute__((vector_size(8), aligned(2)));

typedef uint16_t texel_word8 __attribute__((vector_size(16)));
typedef uint16_t texel_word8_loose __attribute__((vector_size(16), aligned(2)));

/// What a texel is worth in 0..1. 65535 of it is exactly one (tested).
#define TEXEL_ONE (1.0f / 65535.0f)

static inline float4 texel_load(const uint16_t *from) {
    texel_word4 word = *(const texel_word4_loose *)from;
    return __builtin_convertvector(__builtin_convertvector(word, int4), float4);
}

// Two neighbors are read at once and widened by interleaving with zeros (little-endian, as all our
// machines are); gcc 12 makes four instructions of a plain conversion of one.
static inline void texel_load_two(const uint16_t *from, float4 *left, float4 *right) {
    const texel_word8 zero = { 0 }, words = *(const texel_word8_loose *)from;
    int4 low = (int4)__builtin_shufflevector(words, zero, 0, 8, 1, 9, 2, 10, 3, 11);
    int4 high = (int4)__builtin_shufflevector(words, zero, 4, 12, 5, 13, 6, 14, 7, 15);
    *left = __builtin_convertvector(low, float4);
    *right = __builtin_convertvector(high, float4);
}

/// Bilinear at (u, v), texel centers at whole numbers, 32 fractional bits of which the upper 8 count:
/// so a drawing that lies within 1/512 texel of its own grid comes out as it went in. Rounding is the
/// caller's (he adds TEXEL_HALF once to where a run begins). Values are 0..65535.
#define TEXEL_HALF ((int64_t)1 << 23)

static inline float4 texel_mix(const uint16_t *texels, ptrdiff_t stride, int64_t u, int64_t v) {
    const uint16_t *at = texels + 4 * ((ptrdiff_t)(v >> 32) * stride + (ptrdiff_t)(u >> 32));
    float across = (float)(int)((uint32_t)u >> 24) * (1.0f / 256.0f);
    float down = (float)(int)((uint32_t)v >> 24) * (1.0f / 256.0f);
    float4 a, b, c, d;
    texel_load_two(at, &a, &b);
    texel_load_two(at + 4 * stride, &c, &d);
    float4 upper = a + float4_splat(across) * (b - a);
    float4 lower = c + float4_splat(across) * (d - c);
    return upper + float4_splat(down) * (lower - upper);
}

#endif
