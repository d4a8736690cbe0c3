// wav.h — the chunks of a WAV file, found and held to its size before anything is read of them.
// SPDX-License-Identifier: MIT
#ifndef SOUND_WAV_H
#define SOUND_WAV_H

#include "sound.h"

/// Borrowed bytes of a chunk; NULL: there is none.
typedef struct wav_chunk {
    const uint8_t *data;
    uint32_t size;
} wav_chunk;

typedef struct wav_file {
    wav_chunk format, samples, cues, labels; ///< `labels`: what follows "adtl" in its LIST
} wav_file;

PANTIN_CHECKED bool wav_find_chunks(const char *name, const void *data, size_t size, wav_file *file,
                                    pantin_error *error);
PANTIN_CHECKED bool wav_read_samples(const char *name, const wav_file *file, pantin_sound *sound,
                                     pantin_error *error);

/// Steps over the chunks in [*at, end): fills id and chunk and moves *at behind it and its pad
/// byte. False: no whole chunk is left.
bool wav_next_chunk(const uint8_t **at, const uint8_t *end, char id[4], wav_chunk *chunk);

/// Bytes of a file with such samples and `extra` bytes of chunks after them; 0: beyond the 4 GiB of
/// a WAV.
size_t wav_size(const pantin_sound *sound, int bits, size_t extra);
/// Head and samples; answers where the extra chunks begin.
uint8_t *wav_put(const pantin_sound *sound, int bits, size_t extra, uint8_t *to);

#endif
