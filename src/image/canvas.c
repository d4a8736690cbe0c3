// canvas.c — where a picture is composed, and how it becomes bytes again.
//
// A canvas pixel is (r a, g a, b a, a) in floats. Resolving divides by a where a < 1, scales to
// 255, and rounds to nearest:
//     byte = floor(clamp(c * (255 / a), 0, 255) + 1/2)
// A byte v under a byte alpha a arrives as v/255 * a/255 with three roundings of 2^-24 each; back
// at byte scale that is off by less than 1e-4, far from the half that would change it, so pictures
// return bit for bit (tested over all pairs). NaN and negative values give 0.
//
// The fast form turns four pixels into four planes (a 4 x 4 transpose), so that one division, one
// clamp and one rounding serve four pixels and a result is a 32-bit word a pixel.
// SPDX-License-Identifier: MIT
#include "image/canvas.h"

#include <string.h>

#include "base/lanes.h"
#include "base/memory.h"

#define CANVAS_ALIGNMENT 16

// A block from the hook may be aligned to anything, so it is taken 16 bytes larger and the byte
// before the pixels tells how far they lie from its start (1..16).
bool pantin_canvas_create(int width, int height, pantin_canvas *canvas, pantin_error *error) {
    if (width < 1 || height < 1)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "canvas",
                           "a canvas of %d x %d px has no pixel: give both sides 1 px or more",
                           width, height);
    if ((int64_t)width * height > PANTIN_PIXEL_LIMIT)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "canvas",
                           "%d x %d px is more than 64 Mpx: make it smaller", width, height);
    // Counted in pixels of 16 bytes: the sum cannot overflow before the product is checked.
    uint8_t *block = memory_allocate((size_t)width * (size_t)height + 1, CANVAS_ALIGNMENT);
    if (!block) return memory_fail(error, "a canvas");
    size_t pad = CANVAS_ALIGNMENT - (size_t)((uintptr_t)block % CANVAS_ALIGNMENT);
    block[pad - 1] = (uint8_t)pad;
    *canvas = (pantin_canvas){ width, height, (float *)(void *)(block + pad) };
    return true;
}

void pantin_canvas_free(pantin_canvas *canvas) {
    if (!canvas) return;
    if (canvas->pixels) {
        uint8_t *aligned = (uint8_t *)canvas->pixels;
        memory_free(aligned - aligned[-1], (size_t)canvas->width * (size_t)canvas->height + 1,
                    CANVAS_ALIGNMENT);
    }
    *canvas = (pantin_canvas){ 0 };
}

void pantin_canvas_fill(pantin_canvas *canvas, const float color[4]) {
    float4 pixel = { color[0] * color[3], color[1] * color[3], color[2] * color[3], color[3] };
    size_t count = (size_t)canvas->width * (size_t)canvas->height;
    for (size_t i = 0; i < count; i++) float4_store(canvas->pixels + 4 * i, pixel);
}

// --- resolving, the definition ------------------------------------------------------------------

static uint32_t byte_of(float scaled) {
    if (!(scaled > 0.0f)) return 0; // NaN too
    return (uint32_t)(int32_t)((scaled < 255.0f ? scaled : 255.0f) + 0.5f);
}

void canvas_resolve_plain(const float *pixels, size_t count, uint8_t *bytes) {
    for (size_t i = 0; i < count; i++) {
        const float *p = pixels + 4 * i;
        uint8_t *to = bytes + 4 * i;
        uint32_t alpha = byte_of(p[3] * 255.0f);
        float scale = 255.0f / (p[3] < 1.0f ? p[3] : 1.0f);
        for (int k = 0; k < 3; k++) to[k] = (uint8_t)(alpha ? byte_of(p[k] * scale) : 0);
        to[3] = (uint8_t)alpha;
    }
}

// --- resolving, four pixels at a time -----------------------------------------------------------

static inline float4 select4(int4 mask, float4 yes, float4 no) {
    return (float4)((mask & (int4)yes) | (~mask & (int4)no));
}

static inline uint4 bytes_of(float4 scaled) {
    scaled = (float4)((scaled > 0.0f) & (int4)scaled); // first, so that NaN is 0 too
    scaled = select4(scaled < 255.0f, scaled, float4_splat(255.0f));
    return (uint4) __builtin_convertvector(scaled + 0.5f, int4);
}

static inline uint4 resolve_four(const float *from) {
    float4 p0 = float4_load(from), p1 = float4_load(from + 4);
    float4 p2 = float4_load(from + 8), p3 = float4_load(from + 12);
    float4 rg01 = __builtin_shufflevector(p0, p1, 0, 4, 1, 5);
    float4 rg23 = __builtin_shufflevector(p2, p3, 0, 4, 1, 5);
    float4 ba01 = __builtin_shufflevector(p0, p1, 2, 6, 3, 7);
    float4 ba23 = __builtin_shufflevector(p2, p3, 2, 6, 3, 7);
    float4 r = __builtin_shufflevector(rg01, rg23, 0, 1, 4, 5);
    float4 g = __builtin_shufflevector(rg01, rg23, 2, 3, 6, 7);
    float4 b = __builtin_shufflevector(ba01, ba23, 0, 1, 4, 5);
    float4 a = __builtin_shufflevector(ba01, ba23, 2, 3, 6, 7);

    float4 scale = float4_splat(255.0f) / select4(a < 1.0f, a, float4_splat(1.0f));
    uint4 alpha = bytes_of(a * 255.0f);
    uint4 color = bytes_of(r * scale) | bytes_of(g * scale) << 8 | bytes_of(b * scale) << 16;
    return (color & (uint4)(alpha != 0)) | alpha << 24;
}

void canvas_resolve_lanes(const float *pixels, size_t count, uint8_t *bytes) {
    size_t i = 0;
    for (; i + 4 <= count; i += 4) {
        uint4 four = resolve_four(pixels + 4 * i);
        memcpy(bytes + 4 * i, &four, sizeof four);
    }
    canvas_resolve_plain(pixels + 4 * i, count - i, bytes + 4 * i);
}

void pantin_canvas_resolve(const pantin_canvas *canvas, int from, int to, pantin_image *image) {
    if (from < 0) from = 0;
    if (to > canvas->height) to = canvas->height;
    if (from >= to || image->width != canvas->width || image->height != canvas->height) return;
    size_t start = 4 * (size_t)from * (size_t)canvas->width;
    canvas_resolve_lanes(canvas->pixels + start, (size_t)(to - from) * (size_t)canvas->width,
                         image->pixels + start);
}

void pantin_canvas_resolve_run(const pantin_canvas *canvas, int from, int to, int y,
                               pantin_image *image) {
    if (from < 0) from = 0;
    if (to > canvas->width) to = canvas->width;
    if (from >= to || y < 0 || y >= canvas->height || image->width != canvas->width ||
        image->height != canvas->height)
        return;
    size_t start = 4 * ((size_t)y * (size_t)canvas->width + (size_t)from);
    canvas_resolve_lanes(canvas->pixels + start, (size_t)(to - from), image->pixels + start);
}
