/// @file pantin/film.h — pictures and samples become a file.
/// In: pictures in order, all of one size. Out: a film, frames, or a hash, by the sink that was chosen.
/// Promise: nothing half-written is left behind; the same pictures give the same bytes.
// SPDX-License-Identifier: MIT
#ifndef PANTIN_FILM_H
#define PANTIN_FILM_H

#include "pantin/image.h"
#include "pantin/sound.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What is to be written. pantin_film_defaults() fills all but the size.
typedef struct pantin_film_format {
    int width, height; ///< px; odd sides are padded by repeating the last row or column (H.264)
    int rate_numerator, rate_denominator; ///< frames a second; default 24/1
    int frame_count;                      ///< how many pictures will come; 0: not known
    int first_frame;                      ///< number of the first picture, for names of frames
    int crf;                              ///< 0..51, default 18 (H.264)
    const char *preset;                   ///< x264's word, default "medium"
    int threads;        ///< of the encoder, default 2; part of what the bytes depend on
    int png_level;      ///< 0..9, default 6
    int sound_rate_hz;  ///< 0 (default): no sound
    int sound_channels; ///< 1 or 2
    int sound_kbps;     ///< default 160
} pantin_film_format;

pantin_film_format pantin_film_defaults(int width, int height);

/// A way to write a film. One file a sink, one table.
typedef struct pantin_film_sink {
    const char *name; ///< "png", "hash", "null", "ffmpeg"
    /// Does this output name belong to it? "x.mp4", "frames/" or "f%04d.png", "hash:", "null:".
    bool (*takes)(const char *output);
    /// Everything that can be checked is checked before the first picture.
    void *(*open)(const char *output, const pantin_film_format *format, pantin_error *error);
    bool (*picture)(void *, const pantin_image *picture, pantin_error *error);
    /// Any number of sample frames, in order, before or between pictures: -1..1, interleaved, at the
    /// format's rate and channels; sample 0 and picture 0 begin together.
    bool (*sound)(void *, const float *samples, size_t frames, pantin_error *error);
    /// Finishes and puts the file in place. `hash` (may be NULL) gets the film's (sink hash; else 0):
    /// of its pictures and, where the format has sound, of its samples.
    bool (*close)(void *, uint64_t *hash, pantin_error *error);
    /// Gives up: closes, and removes what it wrote.
    void (*abandon)(void *);
} pantin_film_sink;

/// The sinks of the core: hash and null.
extern const pantin_film_sink pantin_sink_hash, pantin_sink_null;
/// Edge: a folder or pattern of PNG frames; H.264 + AAC in .mp4 / .mov / .mkv.
extern const pantin_film_sink pantin_sink_png, pantin_sink_ffmpeg;

/// The sink of an output name among `sinks`; on none, an error that lists what can be written
/// (names that a later version will write are PANTIN_ERROR_NOT_YET).
const pantin_film_sink *pantin_film_sink_find(const pantin_film_sink *const *sinks, int count,
                                              const char *output, pantin_error *error);

/// The file that a frame of FOLDER/ or f%04d.png goes to. False: OUTPUT names no frames, or `name` is too
/// small.
bool pantin_film_frame_name(const char *output, int frame, char *name, size_t size);

/// RGBA to planar 4:2:0, BT.709 limited range; transparent is composed over black. Sides of `picture`
/// may be odd: planes are those of the padded even size. Exact to +-1 of the real-valued matrix.
void pantin_film_to_yuv420(const pantin_image *picture, uint8_t *const planes[3],
                           const int strides[3]);

#ifdef __cplusplus
}
#endif
#endif
