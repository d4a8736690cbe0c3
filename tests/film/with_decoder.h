// with_decoder.h — reads a film back through FFmpeg's own demuxers and decoders.
// SPDX-License-Identifier: MIT
#ifndef FILM_WITH_DECODER_H
#define FILM_WITH_DECODER_H

#include <stdbool.h>
#include <stdint.h>

typedef struct film_facts {
    int width, height, pictures;
    char pixels[16], range[16], primaries[16], transfer[16], matrix[16]; // FFmpeg's words
    char video_codec[16], sound_codec[16];
    int rate_numerator, rate_denominator;
    double duration_s, video_start_s, sound_start_s, video_duration_s;
    int sound_rate_hz, sound_channels;
    int64_t sound_frames;  // decoded, after the encoder's priming is cut
    double sound_loudness; // root mean square of the first channel
    float *sound;          // the first channel's samples as decoders give them
    double sound_late_s;   // furthest that sound lags behind pictures in the order of the file
    uint8_t *yuv;          // the last picture: planes without padding; free with film_facts_free
} film_facts;

/// False when it cannot be opened or any packet fails to decode.
bool film_facts_read(const char *path, film_facts *facts);
void film_facts_free(film_facts *facts);

/// A pixel of the last picture read as BT.709 limited range.
void film_facts_color(const film_facts *facts, int x, int y, int rgb[3]);

/// Is the index in front of the pictures, and is there a color box in it? (mp4 and mov)
bool film_index_is_first(const char *path, bool *has_color_box);

#endif
