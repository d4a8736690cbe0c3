// sink_null.h — what the sink that keeps nothing has seen.
// SPDX-License-Identifier: MIT
#ifndef FILM_SINK_NULL_H
#define FILM_SINK_NULL_H

#include "pantin/film.h"

typedef struct null_sink {
    pantin_film_format format;
    uint64_t pictures, sound_frames;
} null_sink;

#endif
