// with_room.h — an empty folder for each test, and what tests of films share.
// SPDX-License-Identifier: MIT
#ifndef FILM_WITH_ROOM_H
#define FILM_WITH_ROOM_H

#include "pantin/film.h"

/// Setup and teardown: a folder of the test's own, and back. Leaving fails unless it is empty
/// again, so every test also says that nothing was left behind.
int room_enter(void **state);
int room_leave(void **state);
#define IN_ROOM(test) cmocka_unit_test_setup_teardown(test, room_enter, room_leave)

bool is_there(const char *path);

/// Defaults with x264's quickest preset.
pantin_film_format quick_format(int width, int height);

pantin_image noise_picture(int width, int height, bool opaque, uint64_t seed);

/// Through the sink ffmpeg; each fails the test with what was said.
void *film_open_or_fail(const char *output, const pantin_film_format *format);
void film_give_pictures(void *film, int width, int height, int from, int to);
/// A tone of 440 Hz at half of full scale, 48 kHz, `frames` of it from `at` on.
void film_give_tone(void *film, int channels, size_t at, size_t frames);
void film_close_or_fail(void *film);

#endif
