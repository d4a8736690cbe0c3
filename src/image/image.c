// image.c — pixels as files hold them, and what a separate mask does to their alpha.
//
// A mask comes in two forms people really have: a black and white picture (white keeps), and a
// cut-out whose own alpha is the mask. The second is told from the first by any pixel that is not
// opaque. Lightness is BT.709 luma of the encoded values, in whole numbers that sum to 256, so that
// grey g has lightness g exactly.
// SPDX-License-Identifier: MIT
#include "pantin/image.h"

#include "base/memory.h"

bool pantin_image_create(int width, int height, pantin_image *image, pantin_error *error) {
    if (width < 1 || height < 1)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "image",
                           "a picture of %d x %d px has no pixel: give both sides 1 px or more",
                           width, height);
    if ((int64_t)width * height > PANTIN_PIXEL_LIMIT)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "image",
                           "%d x %d px is more than 64 Mpx: make it smaller", width, height);
    uint8_t *pixels = memory_allocate((size_t)width * (size_t)height, 4);
    if (!pixels) return memory_fail(error, "a picture's pixels");
    *image = (pantin_image){ width, height, pixels };
    return true;
}

void pantin_image_free(pantin_image *image) {
    if (!image) return;
    memory_free(image->pixels, (size_t)image->width * (size_t)image->height, 4);
    *image = (pantin_image){ 0 };
}

static bool opaque_everywhere(const pantin_image *image) {
    size_t count = (size_t)image->width * (size_t)image->height;
    for (size_t i = 0; i < count; i++)
        if (image->pixels[4 * i + 3] != 255) return false;
    return true;
}

static unsigned lightness(const uint8_t *rgba) {
    return (54u * rgba[0] + 183u * rgba[1] + 19u * rgba[2] + 128u) >> 8;
}

bool pantin_image_mask(pantin_image *image, const pantin_image *mask, const char *where,
                       pantin_error *error) {
    if (image->width != mask->width || image->height != mask->height)
        return pantin_fail(error, PANTIN_ERROR_FORMAT, where,
                           "the mask is %d x %d px, the picture %d x %d: make them the same size",
                           mask->width, mask->height, image->width, image->height);
    bool by_lightness = opaque_everywhere(mask);
    size_t count = (size_t)image->width * (size_t)image->height;
    for (size_t i = 0; i < count; i++) {
        const uint8_t *m = mask->pixels + 4 * i;
        uint8_t *alpha = image->pixels + 4 * i + 3;
        unsigned keep = by_lightness ? lightness(m) : m[3];
        *alpha = (uint8_t)((*alpha * keep + 127u) / 255u);
    }
    return true;
}
