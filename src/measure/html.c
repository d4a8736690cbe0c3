// html.c — words, numbers and pictures as HTML.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/trig.h"
#include "base/vec.h"
#include "page.h"

void html_text(text *out, const char *value, size_t most) {
    size_t left = strlen(value), used = 0;
    while (left > 0) {
        size_t size = text_utf8((const unsigned char *)value, left);
        size_t step = size > 0 ? size : 1;
        if (used + step > most) {
            text_string(out, "…");
            return;
        }
        if (!text_is_printable(value, step))
            text_string(out, "\xef\xbf\xbd");
        else if (*value == '<')
            text_string(out, "&lt;");
        else if (*value == '>')
            text_string(out, "&gt;");
        else if (*value == '&')
            text_string(out, "&amp;");
        else if (*value == '"')
            text_string(out, "&quot;");
        else
            text_bytes(out, value, size);
        value += step;
        left -= step;
        used += step;
    }
}

void html_number(text *out, double value) {
    static const double powers[] = { 1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7 };
    double size = value < 0 ? -value : value;
    if (!finite_double(value)) {
        text_string(out, "—");
        return;
    }
    int places = 0; // digits behind the point that leave three in all
    while (places < 7 && size > 0 && size * powers[places] < 99.95) places++;
    double rounded = size < 1e9 ? trig_round(size * powers[places]) / powers[places] : size;
    if (size > 0 && rounded == 0.0)
        text_string(out, value < 0 ? "−10⁻⁷" : "10⁻⁷");
    else
        text_format(out, "%s%g", value < 0 && rounded > 0 ? "−" : "", rounded);
}

void html_percent(text *out, double share) {
    html_number(out, share * 100.0);
    text_string(out, "\xe2\x80\xaf%");
}

void html_count(text *out, int64_t count, const char *one, const char *many) {
    text_format(out, "%lld %s", (long long)count, count == 1 ? one : many);
}

static void put_base64(text *out, const uint8_t *data, size_t size) {
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char line[4 * 256];
    size_t length = 0;
    for (size_t i = 0; i < size; i += 3) {
        uint32_t three = (uint32_t)data[i] << 16;
        if (i + 1 < size) three |= (uint32_t)data[i + 1] << 8;
        if (i + 2 < size) three |= data[i + 2];
        line[length++] = letters[three >> 18];
        line[length++] = letters[three >> 12 & 63];
        line[length++] = i + 1 < size ? letters[three >> 6 & 63] : '=';
        line[length++] = i + 2 < size ? letters[three & 63] : '=';
        if (length == sizeof line) {
            text_bytes(out, line, length);
            length = 0;
        }
    }
    text_bytes(out, line, length);
}

static void put_image(page *p, const pantin_bytes *png, int width, int height, const char *alt) {
    text_format(&p->out, "<img width=\"%d\" height=\"%d\" alt=\"%s\" src=\"data:image/png;base64,",
                width, height, alt);
    put_base64(&p->out, png->data, png->size);
    text_string(&p->out, "\">");
}

static bool encode_smaller(page *p, const pantin_image *image, int side, pantin_bytes *png,
                           int *width, int *height) {
    pantin_image small = { 0 };
    shrink_fit(image->width, image->height, side, width, height);
    if (*width == image->width && *height == image->height)
        return p->encode(image, 6, png, p->error);
    if (!pantin_image_create(*width, *height, &small, p->error)) return false;
    shrink_image(&p->shrink, image, &small);
    bool done = p->encode(&small, 6, png, p->error);
    pantin_image_free(&small);
    return done;
}

bool html_picture(page *p, const pantin_image *image, size_t room, double *density,
                  const char *alt) {
    enum { SMALLEST = 48 };
    int longer = max_int(image->width, image->height), width, height;
    int side = min_int(longer, PAGE_WIDEST);
    // Packing is what a report's time goes into: a picture like the last begins where that one
    // ended.
    if (*density > 0.0) {
        double whole = *density * image->width * image->height;
        side = min_int(side, max_int(SMALLEST, (int)(0.98 * longer * sqrt((double)room / whole))));
    }
    while (side >= SMALLEST || longer < SMALLEST) {
        pantin_bytes png = { 0 };
        if (!encode_smaller(p, image, side, &png, &width, &height)) return false;
        size_t size = (png.size + 2) / 3 * 4;
        if (size <= room) put_image(p, &png, width, height, alt);
        pantin_bytes_free(&png);
        *density = (double)size / ((double)width * height);
        if (size <= room) return true;
        // Bytes go about with the area; a little less, so that the next try mostly fits.
        double scale = 0.96 * sqrt((double)room / (double)size);
        side = (int)(side * clamp_double(scale, 0.3, 0.95));
        if (side < 1) break;
    }
    text_string(&p->out, "<p class=\"none\">Left out to keep this page under 5&nbsp;MB.</p>");
    return true;
}
