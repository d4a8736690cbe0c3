// with_png.h — PNG files of every kind, made by libpng, with the pixels they must decode to.
// SPDX-License-Identifier: MIT
#ifndef WITH_PNG_H
#define WITH_PNG_H

#include "pantin/image.h"

typedef struct png_kind {
    const char *name;
    int color_type, depth; ///< libpng's
    bool transparent;      ///< with a tRNS chunk
    bool interlaced;
} png_kind;

enum { PNG_KIND_WIDTH = 13, PNG_KIND_HEIGHT = 9 };

/// The i-th of all kinds there are; beyond the last its name is NULL.
png_kind png_kind_at(int i);

/// A file of that kind and the image it holds.
pantin_bytes png_kind_file(png_kind kind);
pantin_image png_kind_image(png_kind kind);

/// Puts a right checksum at the end of each whole chunk, as a forger would.
void png_seal(uint8_t *data, size_t size);

#endif
