// shrink.h — private to measure: a picture made smaller by averaging what each of its pixels
// covers.
// SPDX-License-Identifier: MIT
#ifndef MEASURE_SHRINK_H
#define MEASURE_SHRINK_H

#include "base/arena.h"
#include "pantin/image.h"

typedef struct shrinker {
    double linear[256]; // light of an encoded value
    double edges[256];  // the least light that is encoded so: half a step below
    double *row, *sum;  // 4 a column
    int max_width;
} shrinker;

/// For targets up to max_width wide. Memory from `memory`; check it once afterwards.
void shrink_prepare(shrinker *s, arena *memory, int max_width);

/// `target` has its size already, no side larger than the source's. Allocates nothing.
void shrink_image(shrinker *s, const pantin_image *source, pantin_image *target);

/// The size of a picture that fits into limit x limit, no side under 1 px, never enlarged.
void shrink_fit(int width, int height, int limit, int *fit_width, int *fit_height);

#endif
