/// @file pantin/sound.h — samples.
// SPDX-License-Identifier: MIT
#ifndef PANTIN_SOUND_H
#define PANTIN_SOUND_H

#include "pantin/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Interleaved samples, -1..1.
typedef struct pantin_sound {
    int rate_hz;    ///< 8000..192000
    int channels;   ///< 1 or 2
    size_t frames;  ///< samples a channel
    float *samples; ///< channels * frames, owned
} pantin_sound;

#ifdef __cplusplus
}
#endif
#endif
