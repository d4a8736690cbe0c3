// with_show.h — what tests of shows share: the tiny show in other words, and what its films come to.
// SPDX-License-Identifier: MIT
#ifndef SHOW_WITH_SHOW_H
#define SHOW_WITH_SHOW_H

#include "tiny_show.h"

/// Fails the test with what was said. NULL: the tiny show as it is.
pantin_show *show_or_fail(const tiny_texts *texts);

/// The tiny show, `frames` long; freed with free.
char *show_text_of(int frames);
char *score_text_of(int frames);

/// Like `text` with the first `from` replaced by `to`. Freed with free.
char *edited(const char *text, const char *from, const char *to);

/// A sink that keeps each picture's hash under its number, and can fail at one.
enum { SEEN_MOST = 512 };
typedef struct seen {
    uint64_t pictures[SEEN_MOST]; // by film frame; 0: not seen
    int count, next, fail_at;     // fail_at: the how-manieth picture fails, 0: none
    int opened, closed, abandoned;
} seen;
extern seen seen_film;
extern const pantin_film_sink sink_seen;

/// Shoots into `seen_film`; false when the shoot failed.
bool shoot_seen(const pantin_show *show, const pantin_shoot_options *options, pantin_error *error);

#endif
