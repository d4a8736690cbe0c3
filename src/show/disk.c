// disk.c — edge: what a show names is fetched from the disk.
// SPDX-License-Identifier: MIT
#include "pantin/show.h"

static bool disk_bytes(void *self, const char *path, size_t limit, pantin_bytes *bytes,
                       pantin_error *error) {
    (void)self;
    return pantin_file_read(path, limit, bytes, error);
}

static bool disk_image(void *self, const char *path, pantin_image *image, pantin_error *error) {
    (void)self;
    return pantin_image_load(path, image, error);
}

pantin_assets pantin_assets_disk(void) {
    return (pantin_assets){ .self = NULL, .bytes = disk_bytes, .image = disk_image };
}
