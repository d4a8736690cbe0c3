// fuzz_png.c — any bytes as a PNG: an image or an error; what was decoded survives its own encoding.
// SPDX-License-Identifier: MIT
#include <stdlib.h>
#include <string.h>

#include "pantin/image.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size); // by libFuzzer

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    pantin_image image = { 0 }, again = { 0 };
    pantin_bytes bytes = { 0 };
    if (!pantin_png_decode("x.png", data, size, &image, NULL)) return 0;
    size_t area = (size_t)image.width * (size_t)image.height;
    // Encoding a large picture takes longer than it teaches.
    if (area <= 65536) {
        if (!pantin_png_encode(&image, 1, &bytes, NULL)) abort();
        if (!pantin_png_decode("y.png", bytes.data, bytes.size, &again, NULL)) abort();
        if (again.width != image.width || again.height != image.height) abort();
        if (memcmp(again.pixels, image.pixels, 4 * area) != 0) abort();
    }
    pantin_bytes_free(&bytes);
    pantin_image_free(&image);
    pantin_image_free(&again);
    return 0;
}
