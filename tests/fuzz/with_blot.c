// with_blot.c — see with_blot.h.
// SPDX-License-Identifier: MIT
#include "with_blot.h"

bool blot_image(void *self, const char *path, pantin_image *image, pantin_error *error) {
    (void)self;
    (void)path;
    if (!pantin_image_create(40, 32, image, error)) return false;
    for (int y = 0; y < 32; y++)
        for (int x = 0; x < 40; x++) {
            bool disc = (x - 14) * (x - 14) + (y - 16) * (y - 16) < 150,
                 arm = y >= 14 && y < 19 && x > 14;
            uint8_t *p = image->pixels + 4 * (y * 40 + x);
            if (!disc && !arm) continue;
            p[0] = (uint8_t)(6 * x), p[1] = (uint8_t)(7 * y), p[2] = 90, p[3] = 255;
        }
    return true;
}

bool blot_no_bytes(void *self, const char *path, size_t limit, pantin_bytes *bytes,
                   pantin_error *error) {
    (void)self;
    (void)limit;
    (void)bytes;
    return pantin_fail(error, PANTIN_ERROR_FILE, path, "there is no such file");
}
