// with_png.c — samples are a fixed pattern of place and channel, so both the file and the image
// that it must decode to are made from the same numbers, the image without libpng.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include <png.h>

#include "base/text.h"
#include "with_png.h"

// What can stand in a header: color type, its channels, its depths, whether tRNS may come with it.
static const struct {
    int color_type, depth;
    bool may_have_trns;
    const char *name;
} forms[] = {
    { PNG_COLOR_TYPE_GRAY, 1, true, "grey 1" },
    { PNG_COLOR_TYPE_GRAY, 2, true, "grey 2" },
    { PNG_COLOR_TYPE_GRAY, 4, true, "grey 4" },
    { PNG_COLOR_TYPE_GRAY, 8, true, "grey 8" },
    { PNG_COLOR_TYPE_GRAY, 16, true, "grey 16" },
    { PNG_COLOR_TYPE_RGB, 8, true, "rgb 8" },
    { PNG_COLOR_TYPE_RGB, 16, true, "rgb 16" },
    { PNG_COLOR_TYPE_PALETTE, 1, true, "palette 1" },
    { PNG_COLOR_TYPE_PALETTE, 2, true, "palette 2" },
    { PNG_COLOR_TYPE_PALETTE, 4, true, "palette 4" },
    { PNG_COLOR_TYPE_PALETTE, 8, true, "palette 8" },
    { PNG_COLOR_TYPE_GRAY_ALPHA, 8, false, "grey alpha 8" },
    { PNG_COLOR_TYPE_GRAY_ALPHA, 16, false, "grey alpha 16" },
    { PNG_COLOR_TYPE_RGB_ALPHA, 8, false, "rgba 8" },
    { PNG_COLOR_TYPE_RGB_ALPHA, 16, false, "rgba 16" },
};
enum { FORMS = sizeof forms / sizeof forms[0] };

png_kind png_kind_at(int i) {
    for (int interlaced = 0; interlaced < 2; interlaced++)
        for (int form = 0; form < FORMS; form++)
            for (int trns = 0; trns <= (forms[form].may_have_trns ? 1 : 0); trns++)
                if (i-- == 0)
                    return (png_kind){ forms[form].name, forms[form].color_type, forms[form].depth,
                                       trns == 1, interlaced == 1 };
    return (png_kind){ 0 };
}

static int channels_of(int color_type) {
    return color_type == PNG_COLOR_TYPE_RGB          ? 3
           : color_type == PNG_COLOR_TYPE_RGB_ALPHA  ? 4
           : color_type == PNG_COLOR_TYPE_GRAY_ALPHA ? 2
                                                     : 1;
}

static unsigned sample_at(png_kind kind, int x, int y, int channel) {
    unsigned v = (unsigned)(x * 2477 + y * 9973 + channel * 15731 + x * y * 31);
    return v & ((1u << kind.depth) - 1);
}

// The transparent color is that of a pixel in the middle, so that it does occur.
static unsigned key_at(png_kind kind, int channel) { return sample_at(kind, 4, 3, channel); }

static png_color palette_color(unsigned i) {
    return (png_color){ (png_byte)(i * 37), (png_byte)(255 - i * 11), (png_byte)(i * i) };
}
static unsigned palette_alpha(unsigned i) { return (200 + i * 91) & 255; }
static unsigned palette_count(png_kind kind) { return 1u << kind.depth; }
// tRNS may be shorter than the palette: the rest is opaque.
static unsigned palette_alphas(png_kind kind) { return (palette_count(kind) + 1) / 2; }

// --- the file -----------------------------------------------------------------------------------

static void append(png_structp png, png_bytep data, size_t size) {
    text_bytes(png_get_io_ptr(png), (const char *)data, size);
}
static void flush(png_structp png) { (void)png; }

static void put_sample(uint8_t *row, int index, unsigned value, int depth) {
    if (depth == 16) {
        row[2 * index] = (uint8_t)(value >> 8);
        row[2 * index + 1] = (uint8_t)value;
    } else {
        int bit = index * depth;
        row[bit / 8] |= (uint8_t)(value << (8 - depth - bit % 8));
    }
}

static void set_colors(png_structp png, png_infop info, png_kind kind) {
    if (kind.color_type == PNG_COLOR_TYPE_PALETTE) {
        png_color palette[256];
        png_byte alphas[256];
        for (unsigned i = 0; i < palette_count(kind); i++) {
            palette[i] = palette_color(i);
            alphas[i] = (png_byte)palette_alpha(i);
        }
        png_set_PLTE(png, info, palette, (int)palette_count(kind));
        if (kind.transparent) png_set_tRNS(png, info, alphas, (int)palette_alphas(kind), NULL);
    } else if (kind.transparent) {
        png_color_16 key = { 0 };
        key.gray = (png_uint_16)key_at(kind, 0);
        key.red = (png_uint_16)key_at(kind, 0);
        key.green = (png_uint_16)key_at(kind, 1);
        key.blue = (png_uint_16)key_at(kind, 2);
        png_set_tRNS(png, info, NULL, 0, &key);
    }
}

pantin_bytes png_kind_file(png_kind kind) {
    enum { ROW = PNG_KIND_WIDTH * 8 };
    static uint8_t rows[PNG_KIND_HEIGHT][ROW];
    png_bytep pointers[PNG_KIND_HEIGHT];
    text out = { 0 };
    memset(rows, 0, sizeof rows);
    for (int y = 0; y < PNG_KIND_HEIGHT; y++) {
        int channels = channels_of(kind.color_type);
        for (int x = 0; x < PNG_KIND_WIDTH; x++)
            for (int c = 0; c < channels; c++)
                put_sample(rows[y], x * channels + c, sample_at(kind, x, y, c), kind.depth);
        pointers[y] = rows[y];
    }
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    assert_non_null(info);
    if (setjmp(png_jmpbuf(png)) != 0) fail_msg("libpng could not write %s", kind.name);
    png_set_write_fn(png, &out, append, flush);
    png_set_IHDR(png, info, PNG_KIND_WIDTH, PNG_KIND_HEIGHT, kind.depth, kind.color_type,
                 kind.interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE, 0, 0);
    set_colors(png, info, kind);
    png_write_info(png, info);
    png_write_image(png, pointers);
    png_write_end(png, NULL);
    png_destroy_write_struct(&png, &info);
    pantin_bytes bytes = { 0 };
    assert_true(text_take(&out, &bytes, NULL));
    return bytes;
}

// --- the image ----------------------------------------------------------------------------------

/// A sample at 8 bits, rounded to nearest.
static uint8_t as_byte(unsigned value, int depth) {
    unsigned most = (1u << depth) - 1;
    return (uint8_t)((2 * value * 255 + most) / (2 * most));
}

static void put_pixel(png_kind kind, int x, int y, uint8_t *rgba) {
    unsigned v[4];
    for (int c = 0; c < 4; c++) v[c] = sample_at(kind, x, y, c);
    int last = channels_of(kind.color_type) - 1;
    bool color = kind.color_type & PNG_COLOR_MASK_COLOR;
    if (kind.color_type == PNG_COLOR_TYPE_PALETTE) {
        png_color p = palette_color(v[0]);
        bool listed = kind.transparent && v[0] < palette_alphas(kind);
        rgba[0] = p.red, rgba[1] = p.green, rgba[2] = p.blue;
        rgba[3] = (uint8_t)(listed ? palette_alpha(v[0]) : 255);
        return;
    }
    bool keyed = kind.transparent;
    for (int c = 0; c <= last; c++) keyed = keyed && v[c] == key_at(kind, c);
    for (int c = 0; c < 3; c++) rgba[c] = as_byte(v[color ? c : 0], kind.depth);
    rgba[3] = keyed ? 0 : 255;
    if (kind.color_type & PNG_COLOR_MASK_ALPHA) rgba[3] = as_byte(v[last], kind.depth);
}

pantin_image png_kind_image(png_kind kind) {
    pantin_image image = { 0 };
    assert_true(pantin_image_create(PNG_KIND_WIDTH, PNG_KIND_HEIGHT, &image, NULL));
    for (int y = 0; y < image.height; y++)
        for (int x = 0; x < image.width; x++)
            put_pixel(kind, x, y, image.pixels + 4 * (y * image.width + x));
    return image;
}

// --- forging ------------------------------------------------------------------------------------

static uint32_t checksum(const uint8_t *data, size_t size) {
    uint32_t crc = 0xFFFFFFFFu;
    for (size_t i = 0; i < size; i++) {
        crc ^= data[i];
        for (int k = 0; k < 8; k++) crc = (crc >> 1) ^ (crc & 1 ? 0xEDB88320u : 0);
    }
    return ~crc;
}

void png_seal(uint8_t *data, size_t size) {
    for (size_t at = 8; at + 12 <= size;) {
        size_t length = (size_t)data[at] << 24 | (size_t)data[at + 1] << 16 |
                        (size_t)data[at + 2] << 8 | (size_t)data[at + 3];
        if (length > size - at - 12) return;
        uint32_t crc = checksum(data + at + 4, length + 4);
        uint8_t *to = data + at + 8 + length;
        for (int k = 0; k < 4; k++) to[k] = (uint8_t)(crc >> (24 - 8 * k));
        at += 12 + length;
    }
}
