/// @file pantin/image.h — pixels: as files hold them, and as pictures are composed.
/// In: PNG bytes (edge), or pixels a program fills. Out: images and canvases, owned by the caller.
/// Promise: an image put on a canvas at full opacity and resolved again is the same image, bit for bit.
// SPDX-License-Identifier: MIT
#ifndef PANTIN_IMAGE_H
#define PANTIN_IMAGE_H

#include "pantin/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// No picture larger than this is decoded, made or filmed.
#define PANTIN_PIXEL_LIMIT 67108864 // 64 Mpx

/// What a PNG holds: 8-bit RGBA, straight alpha, sRGB, rows from the top, 4 * width bytes a row.
typedef struct pantin_image {
    int width, height;
    uint8_t *pixels; ///< 4 * width * height bytes, owned
} pantin_image;

/// Zeroed (transparent). Error: a side < 1 or more than PANTIN_PIXEL_LIMIT pixels, or memory.
PANTIN_CHECKED bool pantin_image_create(int width, int height, pantin_image *image,
                                        pantin_error *error);
void pantin_image_free(pantin_image *image);

/// Multiplies the image's alpha by the mask's lightness (white keeps, black clears; a mask with an
/// alpha of its own that is not opaque everywhere multiplies by that alpha instead). Error: sizes differ.
PANTIN_CHECKED bool pantin_image_mask(pantin_image *image, const pantin_image *mask,
                                      const char *where, pantin_error *error);

/// Where a picture is composed: premultiplied, sRGB-encoded, float 0..1, RGBA. The blend space is the
/// encoded one, as in browsers and drawing programs, so that soft edges look as they were drawn.
typedef struct pantin_canvas {
    int width, height;
    float *pixels; ///< 4 * width * height, 16-byte aligned, owned
} pantin_canvas;

PANTIN_CHECKED bool pantin_canvas_create(int width, int height, pantin_canvas *canvas,
                                         pantin_error *error);
void pantin_canvas_free(pantin_canvas *canvas);
/// Straight-alpha color, encoded, 0..1.
void pantin_canvas_fill(pantin_canvas *canvas, const float color[4]);
/// Rows [from, to) become straight-alpha 8-bit pixels, rounded to nearest; alpha 0 gives 0 0 0 0.
void pantin_canvas_resolve(const pantin_canvas *canvas, int from, int to, pantin_image *image);
/// The same for columns [from, to) of row y, held to the canvas.
void pantin_canvas_resolve_run(const pantin_canvas *canvas, int from, int to, int y,
                               pantin_image *image);

/// sRGB transfer: encoded 0..1 to linear light 0..1 and back, own arithmetic, same bits everywhere.
double pantin_srgb_to_linear(double encoded);
double pantin_srgb_from_linear(double linear);

// --- the parts of an SVG ------------------------------------------------------------------------

/// The ids of the elements right below the root, as they are drawn: back to front. Plain data.
typedef struct pantin_svg_parts {
    const char **ids;
    int count;
    void *memory;
} pantin_svg_parts;

/// Elements that draw nothing (definitions, style) and ids with a space, comma, &, # or @ are no parts.
/// Errors: an id twice, more than 256 parts, memory. Whether the file is sound is not judged here.
PANTIN_CHECKED bool pantin_svg_list(const char *name, const char *text, size_t size,
                                    pantin_svg_parts *parts, pantin_error *error);
void pantin_svg_parts_free(pantin_svg_parts *parts);

// --- edge: PNG (libpantin-edge) ---------------------------------------------------------------

/// Any PNG: 1..16 bit (16 reduced to 8, rounded), grey, palette, tRNS, interlaced. `name` is for
/// messages. A picture that declares more than PANTIN_PIXEL_LIMIT pixels is refused before any pixel is read.
PANTIN_CHECKED bool pantin_png_decode(const char *name, const void *data, size_t size,
                                      pantin_image *image, pantin_error *error);
/// `level`: zlib 0..9; 8-bit RGBA, or RGB where every pixel is opaque. Same pixels, same bytes.
PANTIN_CHECKED bool pantin_png_encode(const pantin_image *image, int level, pantin_bytes *bytes,
                                      pantin_error *error);
/// Do these bytes look like an SVG rather than a PNG?
bool pantin_svg_is(const void *data, size_t size);
/// A whole SVG, or (id not NULL) one element of it at its place in the whole; `density`: px a unit,
/// 0.01..100. What the file links to is not fetched. Errors: name:line:column where it is not sound; no
/// size; more than 64 Mpx; no such id.
PANTIN_CHECKED bool pantin_svg_decode(const char *name, const void *data, size_t size,
                                      const char *PANTIN_NULLABLE id, double density,
                                      pantin_image *image, pantin_error *error);

/// PNG or SVG, by what is in the file. Of an SVG a part can be named, and a density:
/// "figure.svg#arm", "figure.svg#arm@2", "figure.svg#@2".
PANTIN_CHECKED bool pantin_image_load(const char *path, pantin_image *image, pantin_error *error);
PANTIN_CHECKED bool pantin_image_save(const char *path, const pantin_image *image,
                                      pantin_error *error);

#ifdef __cplusplus
}
#endif
#endif
