// with_film.h — the tiny show, shot for an observer.
// SPDX-License-Identifier: MIT
#ifndef TESTS_WITH_FILM_H
#define TESTS_WITH_FILM_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "pantin/measure.h"
#include "tiny_show.h"

pantin_show *film_open(void);

/// The text of the tiny show with the first `from` replaced by `to`; kept until the next.
const char *film_text(const char *from, const char *to);
/// The tiny show with such a text.
pantin_show *film_open_edited(const char *from, const char *to);

/// The whole film past the observers, on `workers` threads.
void film_shoot(const pantin_show *show, const pantin_observer *observers, int count, int workers,
                pantin_shoot_times *times);

/// A trace that has seen the whole film.
pantin_trace *film_trace(const pantin_show *show, int workers);

/// The whole film acted, to be shown to observers by hand. Freed with pantin_take_destroy.
pantin_take *film_take(const pantin_show *show);

/// Shows one frame of a take, without ids, to an observer.
void film_show(pantin_observer observer, const pantin_take_frame *frame);

/// Bytes as PNG would be, without its work: a dozen bytes a picture.
bool film_encode_small(const pantin_image *image, int level, pantin_bytes *bytes,
                       pantin_error *error);

/// How often `word` stands in the bytes.
int film_count(const pantin_bytes *bytes, const char *word);

#endif
