// with_room.c — see with_room.h.
// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/random.h"
#include "with_room.h"

static char room[32];

int room_enter(void **state) {
    (void)state;
    strcpy(room, "film_test.XXXXXX");
    return mkdtemp(room) != NULL && chdir(room) == 0 ? 0 : -1;
}

int room_leave(void **state) {
    (void)state;
    return chdir("..") == 0 && rmdir(room) == 0 ? 0 : -1;
}

pantin_film_format quick_format(int width, int height) {
    pantin_film_format format = pantin_film_defaults(width, height);
    format.preset = "ultrafast";
    return format;
}

pantin_image noise_picture(int width, int height, bool opaque, uint64_t seed) {
    pantin_image image;
    assert_true(pantin_image_create(width, height, &image, NULL));
    random_state random = random_make(seed);
    for (size_t i = 0; i < 4 * (size_t)width * (size_t)height; i++)
        image.pixels[i] = opaque && i % 4 == 3 ? 255 : (uint8_t)random_u32(&random);
    return image;
}

void film_give_pictures(void *film, int width, int height, int from, int to) {
    for (int i = from; i < to; i++) {
        pantin_image picture = noise_picture(width, height, true, (uint64_t)i + 1);
        assert_true(pantin_sink_ffmpeg.picture(film, &picture, NULL));
        pantin_image_free(&picture);
    }
}

void *film_open_or_fail(const char *output, const pantin_film_format *format) {
    pantin_error error = { 0 };
    void *film = pantin_sink_ffmpeg.open(output, format, &error);
    if (film == NULL) print_error("%s: %s\n", error.where, error.text);
    assert_non_null(film);
    return film;
}

void film_close_or_fail(void *film) {
    pantin_error error = { 0 };
    uint64_t hash = 1;
    if (!pantin_sink_ffmpeg.close(film, &hash, &error)) fail_msg("%s: %s", error.where, error.text);
    assert_true(hash == 0);
}

bool is_there(const char *path) { return access(path, F_OK) == 0; }

void film_give_tone(void *film, int channels, size_t at, size_t frames) {
    float *samples = malloc(frames * (size_t)channels * sizeof *samples);
    for (size_t i = 0; i < frames; i++)
        for (int c = 0; c < channels; c++)
            samples[i * (size_t)channels + (size_t)c] =
                (float)(0.5 * sin(6.283185307179586 * 440 * (double)(at + i) / 48000));
    assert_true(pantin_sink_ffmpeg.sound(film, samples, frames, NULL));
    free(samples);
}
