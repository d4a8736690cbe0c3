// canvas.h — resolving as it is defined, beside the fast way, for the test that compares them.
// SPDX-License-Identifier: MIT
#ifndef IMAGE_CANVAS_H
#define IMAGE_CANVAS_H

#include "pantin/image.h"

/// Straight-alpha bytes of `count` premultiplied pixels, one at a time: the definition.
void canvas_resolve_plain(const float *pixels, size_t count, uint8_t *bytes);

/// The same bytes, four pixels at a time.
void canvas_resolve_lanes(const float *pixels, size_t count, uint8_t *bytes);

#endif
