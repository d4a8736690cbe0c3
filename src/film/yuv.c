// yuv.c — RGBA becomes planar 4:2:0, BT.709 limited range, in 16-bit fixed point on 16-byte lanes.
//
//     Y  =  16 + 219/255 (Kr R + Kg G + Kb B)              Kr = 0.2126, Kg = 0.7152, Kb = 0.0722
//     Cb = 128 + 224/255 (B - Y') / (2 - 2 Kb)             Y' = Kr R + Kg G + Kb B
//     Cr = 128 + 224/255 (R - Y') / (2 - 2 Kr)             chroma of the mean of a 2x2 block
//
// Baseline SSE2 multiplies eight 16-bit numbers at once but keeps only the low 16 bits, and has no
// quick 32-bit multiply. So each coefficient is split into a whole part and a small signed rest
// (47 - 66/256, ...), each of which stays inside 16 bits: coefficients are right to 1/130,000 for
// luma and 1/4,096 for chroma. Cb and Cr are written in the differences B - R, B - G, R - G, whose
// coefficients need not sum to zero: every grey gives exactly 128.
//
// The pixels of a block of 16 are dealt out so that the planes come out in order with no packing:
// after a 4x4 transpose, pixels 0 4 8 12 and 2 6 10 14 interleave into eight even ones, the others
// into eight odd ones; luma is even | odd << 8, and their sum is half of a 2x2 block's mean.
//
// Transparent pixels are composed over black: x = round(x a / 255), skipped where a block is
// opaque.
// ITU-R BT.709-6, sections 3 and 4.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/lanes.h"
#include "yuv.h"

enum { BLOCK = 16 }; // pixels of a row that are done at once

// Luma: whole parts and rests, in 1/256 and 1/65536.
enum { Y_R = 47, Y_G = 157, Y_B = 16, Y_R_REST = -66, Y_G_REST = 62, Y_B_REST = -32 };
// Chroma, of the sum of four pixels: in 1/256 of their mean, and 1/32 of that.
enum { CB_BR = 6, CB_BG = 22, CB_BR_REST = 14, CB_BG_REST = -11 };
enum { CR_RG = 26, CR_RB = 3, CR_RG_REST = -15, CR_RB_REST = -14 };
enum { Y_ZERO = (16 << 8) + 128, C_ZERO = (128 << 8) + 128 }; // offset and half, in 1/256

// --- one pixel at a time ------------------------------------------------------------------------

static int over_black(int value, int alpha) {
    int product = value * alpha + 128;
    return (product + (product >> 8)) >> 8;
}

static uint8_t luma_plain(const int c[3]) {
    int rest = (Y_R_REST * c[0] + Y_G_REST * c[1] + Y_B_REST * c[2] + 128) >> 8;
    return (uint8_t)((Y_R * c[0] + Y_G * c[1] + Y_B * c[2] + rest + Y_ZERO) >> 8);
}

static uint8_t chroma_plain(int first, int second, int f, int s, int f_rest, int s_rest) {
    int rest = (f_rest * first + s_rest * second + 16) >> 5;
    return (uint8_t)((f * first + s * second + rest + C_ZERO) >> 8);
}

static void read_pixel(const pantin_image *picture, int x, int y, int c[3]) {
    if (x >= picture->width) x = picture->width - 1;
    if (y >= picture->height) y = picture->height - 1;
    const uint8_t *p = picture->pixels + 4 * ((size_t)y * (size_t)picture->width + (size_t)x);
    for (int k = 0; k < 3; k++) c[k] = over_black(p[k], p[3]);
}

void yuv_convert_plain(const pantin_image *picture, uint8_t *const planes[3],
                       const int strides[3]) {
    for (int y = 0; y < picture->height; y += 2) {
        for (int x = 0; x < picture->width; x += 2) {
            int sum[3] = { 0, 0, 0 };
            for (int corner = 0; corner < 4; corner++) {
                int cx = x + (corner & 1), cy = y + (corner >> 1), c[3];
                read_pixel(picture, cx, cy, c);
                planes[0][(ptrdiff_t)cy * strides[0] + cx] = luma_plain(c);
                for (int k = 0; k < 3; k++) sum[k] += c[k];
            }
            int r = sum[0], g = sum[1], b = sum[2];
            planes[1][(ptrdiff_t)(y / 2) * strides[1] + x / 2] =
                chroma_plain(b - r, b - g, CB_BR, CB_BG, CB_BR_REST, CB_BG_REST);
            planes[2][(ptrdiff_t)(y / 2) * strides[2] + x / 2] =
                chroma_plain(r - g, r - b, CR_RG, CR_RB, CR_RG_REST, CR_RB_REST);
        }
    }
}

// --- sixteen at a time --------------------------------------------------------------------------

typedef uint16_t ushort8 __attribute__((vector_size(16)));
typedef int16_t short8 __attribute__((vector_size(16)));
typedef uint64_t ulong2 __attribute__((vector_size(16)));

/// Eight pixels, one 16-bit lane each.
typedef struct color8 {
    ushort8 r, g, b;
} color8;

static inline uint4 load4(const uint8_t *from) {
    uint4 v;
    memcpy(&v, from, sizeof v);
    return v;
}

/// Lanes of x and y, both little-endian RGBA, interleave: x0 y0 x1 y1 ...
static inline color8 deal(uint4 x, uint4 y) {
    ushort8 rg = (ushort8)((x & 0xffff) | (y << 16));
    ushort8 ba = (ushort8)((x >> 16) | (y & 0xffff0000));
    return (color8){ rg & 0xff, rg >> 8, ba & 0xff };
}

static inline ushort8 over_black8(ushort8 value, ushort8 alpha) {
    ushort8 product = value * alpha + 128;
    return (product + (product >> 8)) >> 8;
}

static inline color8 deal_transparent(uint4 x, uint4 y) {
    color8 c = deal(x, y);
    ushort8 alpha = (ushort8)((x >> 16) | (y & 0xffff0000)) >> 8;
    return (color8){ over_black8(c.r, alpha), over_black8(c.g, alpha), over_black8(c.b, alpha) };
}

static inline ushort8 luma8(color8 c) {
    short8 rest =
        (short8)(c.r * (uint16_t)Y_R_REST + c.g * Y_G_REST + c.b * (uint16_t)Y_B_REST + 128);
    return (c.r * Y_R + c.g * Y_G + c.b * Y_B + (ushort8)(rest >> 8) + Y_ZERO) >> 8;
}

static inline ushort8 chroma8(ushort8 first, ushort8 second, int f, int s, int f_rest, int s_rest) {
    ushort8 rest =
        (ushort8)((short8)(first * (uint16_t)f_rest + second * (uint16_t)s_rest + 16) >> 5);
    return (first * (uint16_t)f + second * (uint16_t)s + rest + C_ZERO) >> 8;
}

/// Sixteen pixels of one row: their luma is written, the sums of neighbors are answered.
static inline color8 convert_row(const uint8_t *from, uint8_t *luma) {
    uint4 v0 = load4(from), v1 = load4(from + 16), v2 = load4(from + 32), v3 = load4(from + 48);
    uint4 a = __builtin_shufflevector(v0, v1, 0, 2, 4, 6);
    uint4 b = __builtin_shufflevector(v0, v1, 1, 3, 5, 7);
    uint4 c = __builtin_shufflevector(v2, v3, 0, 2, 4, 6);
    uint4 d = __builtin_shufflevector(v2, v3, 1, 3, 5, 7);
    uint4 p0 = __builtin_shufflevector(a, c, 0, 2, 4, 6);
    uint4 p1 = __builtin_shufflevector(b, d, 0, 2, 4, 6);
    uint4 p2 = __builtin_shufflevector(a, c, 1, 3, 5, 7);
    uint4 p3 = __builtin_shufflevector(b, d, 1, 3, 5, 7);
    color8 even, odd;
    ulong2 all = (ulong2)(v0 & v1 & v2 & v3 & 0xff000000);
    if (((all[0] & all[1]) ^ 0xff000000ff000000u) == 0) {
        even = deal(p0, p2);
        odd = deal(p1, p3);
    } else {
        even = deal_transparent(p0, p2);
        odd = deal_transparent(p1, p3);
    }
    ushort8 bytes = luma8(even) | (luma8(odd) << 8);
    memcpy(luma, &bytes, BLOCK);
    return (color8){ even.r + odd.r, even.g + odd.g, even.b + odd.b };
}

/// A block of 16 x 2 pixels.
static inline void convert_block(const uint8_t *upper, const uint8_t *lower, uint8_t *upper_luma,
                                 uint8_t *lower_luma, uint8_t *cb, uint8_t *cr) {
    color8 up = convert_row(upper, upper_luma), low = convert_row(lower, lower_luma);
    ushort8 r = up.r + low.r, g = up.g + low.g, b = up.b + low.b;
    ushort8 u = chroma8(b - r, b - g, CB_BR, CB_BG, CB_BR_REST, CB_BG_REST);
    ushort8 v = chroma8(r - g, r - b, CR_RG, CR_RB, CR_RG_REST, CR_RB_REST);
    byte16 both = __builtin_shufflevector((byte16)u, (byte16)v, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18,
                                          20, 22, 24, 26, 28, 30);
    memcpy(cb, &both, BLOCK / 2);
    memcpy(cr, (const uint8_t *)&both + BLOCK / 2, BLOCK / 2);
}

/// The last `count` < 16 pixels of two rows, in room of our own, the last pixel repeated.
static void convert_rest(const uint8_t *const rows[2], int count, uint8_t *const lumas[2],
                         uint8_t *cb, uint8_t *cr) {
    uint8_t pixels[2][4 * BLOCK], luma[2][BLOCK], chroma[2][BLOCK / 2];
    for (int row = 0; row < 2; row++)
        for (int x = 0; x < BLOCK; x++)
            memcpy(pixels[row] + 4 * x, rows[row] + 4 * (x < count ? x : count - 1), 4);
    convert_block(pixels[0], pixels[1], luma[0], luma[1], chroma[0], chroma[1]);
    size_t half = (size_t)(count + 1) / 2;
    for (int row = 0; row < 2; row++) memcpy(lumas[row], luma[row], 2 * half);
    memcpy(cb, chroma[0], half);
    memcpy(cr, chroma[1], half);
}

void pantin_film_to_yuv420(const pantin_image *picture, uint8_t *const planes[3],
                           const int strides[3]) {
    int width = picture->width, whole = width - width % BLOCK;
    size_t row_size = 4 * (size_t)width;
    for (int y = 0; y < picture->height; y += 2) {
        const uint8_t *upper = picture->pixels + (size_t)y * row_size;
        const uint8_t *lower = y + 1 < picture->height ? upper + row_size : upper;
        uint8_t *upper_luma = planes[0] + (ptrdiff_t)y * strides[0];
        uint8_t *lower_luma = upper_luma + strides[0];
        uint8_t *cb = planes[1] + (ptrdiff_t)(y / 2) * strides[1];
        uint8_t *cr = planes[2] + (ptrdiff_t)(y / 2) * strides[2];
        for (int x = 0; x < whole; x += BLOCK)
            convert_block(upper + 4 * (size_t)x, lower + 4 * (size_t)x, upper_luma + x,
                          lower_luma + x, cb + x / 2, cr + x / 2);
        if (whole < width)
            convert_rest(
                (const uint8_t *const[2]){ upper + 4 * (size_t)whole, lower + 4 * (size_t)whole },
                width - whole, (uint8_t *const[2]){ upper_luma + whole, lower_luma + whole },
                cb + whole / 2, cr + whole / 2);
    }
}
