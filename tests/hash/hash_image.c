// hash_image.c — canvases become bytes, and light becomes code values and back.
// SPDX-License-Identifier: MIT
#include "base/random.h"
#include "hash_cases.h"
#include "pantin/image.h"

/// Premultiplied noise, some of it beyond the range, resolved.
static uint64_t hash_resolve(void) {
    pantin_canvas canvas = { 0 };
    pantin_image image = { 0 };
    uint64_t hash = 0;
    random_state r = random_make(31);
    if (pantin_canvas_create(61, 47, &canvas, NULL) && pantin_image_create(61, 47, &image, NULL)) {
        for (int i = 0; i < 4 * 61 * 47; i++)
            canvas.pixels[i] = (float)random_between(&r, -0.1, 1.1);
        pantin_canvas_resolve(&canvas, 0, 47, &image);
        hash = pantin_hash(image.pixels, 4 * 61 * 47, 1);
    }
    pantin_canvas_free(&canvas);
    pantin_image_free(&image);
    return hash;
}

static uint64_t hash_srgb(void) {
    uint64_t hash = 0;
    for (int i = 0; i <= 1024; i++) {
        double linear = pantin_srgb_to_linear(i / 1024.0);
        hash = hash_double(linear, hash);
        hash = hash_double(pantin_srgb_from_linear(linear), hash);
    }
    return hash;
}

const hash_case hash_image_cases[] = {
    { "image.resolve", hash_resolve },
    { "image.srgb", hash_srgb },
    { 0 },
};
