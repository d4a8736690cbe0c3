// svg.c — edge: an SVG, or one part of it, becomes pixels, by librsvg on cairo.
//
// The file is given as bytes without an address, so librsvg has nowhere to fetch what lies outside it:
// pictures and style sheets it links to are not read. A part is drawn where it stands in the whole, on a
// picture of the same size, so that all parts share their px. cairo's pixels are premultiplied; they are
// divided here, once, to nearest.
// SPDX-License-Identifier: MIT
#include <string.h>

#include <librsvg/rsvg.h>

#include "base/memory.h"
#include "base/text.h"
#include "pantin/image.h"

enum { SIDE_LIMIT = 32767 }; // cairo's

/// "… on line 3 column 8 of file: …" becomes a place and a text.
static bool parse_fail(const char *name, const GError *from, pantin_error *error) {
    char where[512], line[400];
    size_t length = 0;
    const char *said = from != NULL ? from->message : "it cannot be read";
    const char *at = strstr(said, "line ");
    int row = 0, column = 0;
    for (const char *p = at != NULL ? at + 5 : ""; *p >= '0' && *p <= '9' && row < 100000000; p++)
        row = 10 * row + (*p - '0');
    const char *second = at != NULL ? strstr(at, "column ") : NULL;
    for (const char *p = second != NULL ? second + 7 : "";
         *p >= '0' && *p <= '9' && column < 100000000; p++)
        column = 10 * column + (*p - '0');
    if (row > 0)
        text_print(where, sizeof where, "%s:%d:%d", name, row, column);
    else
        text_print(where, sizeof where, "%s", name);
    // What librsvg says ends in libxml's own words.
    const char *words = strstr(said, "of data: ");
    if (words != NULL) said = words + 9;
    for (const char *p = said; *p != '\0' && length + 1 < sizeof line; p++)
        line[length++] = *p == '\n' || *p == '\r' || *p == '\t' ? ' ' : *p;
    while (length > 0 && (line[length - 1] == ' ' || line[length - 1] == '.')) length--;
    line[length] = '\0';
    return pantin_fail(error, PANTIN_ERROR_FORMAT, where, "not a sound SVG: %s", line);
}

/// The size of the document, px at density 1.
static bool find_size(RsvgHandle *handle, const char *name, double *width, double *height,
                      pantin_error *error) {
    gboolean has_width, has_height, has_box;
    RsvgLength across, down;
    RsvgRectangle box = { 0 };
    if (!rsvg_handle_get_intrinsic_size_in_pixels(handle, width, height)) {
        rsvg_handle_get_intrinsic_dimensions(handle, &has_width, &across, &has_height, &down,
                                             &has_box, &box);
        *width = has_box ? box.width : 0;
        *height = has_box ? box.height : 0;
    }
    if (*width > 0 && *height > 0) return true;
    return pantin_fail(error, PANTIN_ERROR_FORMAT, name,
                       "has neither a width and a height nor a viewBox: give it a viewBox");
}

static void divide(cairo_surface_t *surface, pantin_image *image) {
    const uint8_t *rows = cairo_image_surface_get_data(surface);
    int stride = cairo_image_surface_get_stride(surface);
    for (int y = 0; y < image->height; y++)
        for (int x = 0; x < image->width; x++) {
            uint32_t argb;
            memcpy(&argb, rows + (ptrdiff_t)y * stride + 4 * (ptrdiff_t)x, sizeof argb);
            uint8_t *to = image->pixels + 4 * ((size_t)y * (size_t)image->width + (size_t)x);
            uint32_t alpha = argb >> 24;
            for (int k = 0; k < 3 && alpha > 0; k++) {
                uint32_t value = ((argb >> (16 - 8 * k) & 255) * 255 + alpha / 2) / alpha;
                to[k] = (uint8_t)(value > 255 ? 255 : value);
            }
            to[3] = (uint8_t)alpha;
        }
}

static bool render(RsvgHandle *handle, const char *name, const char *part, RsvgRectangle place,
                   pantin_image *image, pantin_error *error) {
    cairo_surface_t *surface =
        cairo_image_surface_create(CAIRO_FORMAT_ARGB32, image->width, image->height);
    cairo_t *pen = cairo_create(surface);
    GError *inner = NULL;
    bool drawn = part != NULL ? rsvg_handle_render_layer(handle, pen, part, &place, &inner)
                              : rsvg_handle_render_document(handle, pen, &place, &inner);
    bool done = drawn && cairo_status(pen) == CAIRO_STATUS_SUCCESS;
    if (!drawn)
        parse_fail(name, inner, error);
    else if (!done)
        memory_fail(error, "a picture of an SVG");
    cairo_surface_flush(surface);
    if (done) divide(surface, image);
    g_clear_error(&inner);
    cairo_destroy(pen);
    cairo_surface_destroy(surface);
    return done;
}

static bool draw(RsvgHandle *handle, const char *name, const char *id, double density,
                 pantin_image *image, pantin_error *error) {
    char part[128];
    double width, height;
    rsvg_handle_set_dpi(handle, 96);
    if (!find_size(handle, name, &width, &height, error)) return false;
    text_print(part, sizeof part, "#%.100s", id != NULL ? id : "");
    if (id != NULL && !rsvg_handle_has_sub(handle, part))
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, name, "has no element of the id \"%.64s\"",
                           id);
    RsvgRectangle place = { 0, 0, width * density, height * density };
    if (!(place.width <= SIDE_LIMIT && place.height <= SIDE_LIMIT &&
          place.width * place.height <= PANTIN_PIXEL_LIMIT))
        return pantin_fail(error, PANTIN_ERROR_FORMAT, name,
                           "would have %g x %g px, more than %d a side or 64 Mpx: choose a smaller "
                           "density",
                           place.width, place.height, (int)SIDE_LIMIT);
    int columns = (int)place.width, rows = (int)place.height;
    columns += columns < place.width || columns == 0;
    rows += rows < place.height || rows == 0;
    pantin_image made = { 0 };
    if (!pantin_image_create(columns, rows, &made, error)) return false;
    if (!render(handle, name, id != NULL ? part : NULL, place, &made, error)) {
        pantin_image_free(&made);
        return false;
    }
    *image = made;
    return true;
}

bool pantin_svg_decode(const char *name, const void *data, size_t size, const char *id,
                       double density, pantin_image *image, pantin_error *error) {
    GError *inner = NULL;
    if (!(density >= 0.01 && density <= 100))
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "density", "is %g, not within 0.01..100",
                           density);
    RsvgHandle *handle = size > 0 ? rsvg_handle_new_from_data(data, size, &inner) : NULL;
    bool done = handle != NULL ? draw(handle, name, id, density, image, error)
                               : parse_fail(name, inner, error);
    g_clear_error(&inner);
    if (handle != NULL) g_object_unref(handle);
    return done;
}
