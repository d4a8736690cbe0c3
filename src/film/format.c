// format.c — defaults and ranges of what is to be filmed; names of outputs.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "format.h"

enum { RATE_LIMIT = 1000000, FRAME_LIMIT = 1000000000 };

pantin_film_format pantin_film_defaults(int width, int height) {
    return (pantin_film_format){
        .width = width,
        .height = height,
        .rate_numerator = 24,
        .rate_denominator = 1,
        .crf = 18,
        .preset = "medium",
        .threads = 2,
        .png_level = 6,
        .sound_channels = 2,
        .sound_kbps = 160,
    };
}

static bool check_range(const char *field, int value, int low, int high, pantin_error *error) {
    if (value >= low && value <= high) return true;
    return pantin_fail(error, PANTIN_ERROR_ARGUMENT, field, "%d is outside %d..%d", value, low,
                       high);
}

static bool check_sound(const pantin_film_format *format, pantin_error *error) {
    return format->sound_rate_hz == 0 ||
           (check_range("sound_rate_hz", format->sound_rate_hz, 8000, 192000, error) &&
            check_range("sound_channels", format->sound_channels, 1, 2, error) &&
            check_range("sound_kbps", format->sound_kbps, 8, 512, error));
}

bool format_check(const pantin_film_format *format, pantin_error *error) {
    if (!check_range("width", format->width, 1, PANTIN_PIXEL_LIMIT, error) ||
        !check_range("height", format->height, 1, PANTIN_PIXEL_LIMIT, error))
        return false;
    if (format->width > PANTIN_PIXEL_LIMIT / format->height)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "width",
                           "%d x %d px is more than %d Mpx; film a smaller size", format->width,
                           format->height, PANTIN_PIXEL_LIMIT >> 20);
    if (!check_range("rate_numerator", format->rate_numerator, 1, RATE_LIMIT, error) ||
        !check_range("rate_denominator", format->rate_denominator, 1, RATE_LIMIT, error) ||
        !check_range("frame_count", format->frame_count, 0, FRAME_LIMIT, error) ||
        !check_range("first_frame", format->first_frame, 0, FRAME_LIMIT, error) ||
        !check_range("crf", format->crf, 0, 51, error) ||
        !check_range("threads", format->threads, 1, 64, error) ||
        !check_range("png_level", format->png_level, 0, 9, error))
        return false;
    if (format->preset == NULL)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "preset", "is missing; write medium");
    return check_sound(format, error);
}

bool format_check_picture(const pantin_film_format *format, const pantin_image *picture,
                          pantin_error *error) {
    if (picture->width == format->width && picture->height == format->height &&
        picture->pixels != NULL)
        return true;
    return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "picture",
                       "is %d x %d px where the film was opened for %d x %d", picture->width,
                       picture->height, format->width, format->height);
}

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

bool format_name_ends(const char *name, const char *ending) {
    size_t size = strlen(name), ending_size = strlen(ending);
    if (size < ending_size) return false;
    for (size_t i = 0; i < ending_size; i++)
        if (lower(name[size - ending_size + i]) != ending[i]) return false;
    return true;
}

bool format_name_begins(const char *name, const char *beginning) {
    size_t size = strlen(beginning);
    return strlen(name) >= size && memcmp(name, beginning, size) == 0;
}
