// with_wav.h — WAV files of every kind, made byte by byte.
// SPDX-License-Identifier: MIT
#ifndef SOUND_WITH_WAV_H
#define SOUND_WITH_WAV_H

#include <stddef.h>
#include <stdint.h>

/// A WAV of that packing with `size` bytes of samples; `to` holds 128 + size. Answers the file's
/// size.
size_t make_wav(int kind, int channels, int rate_hz, int bits, const void *samples, size_t size,
                uint8_t *to);

#endif
