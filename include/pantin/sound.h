/// @file pantin/sound.h — samples: spoken lines and beds become one track that is measured. In:
/// lines with their times and tones, beds with a gain a film frame, and two callbacks: one that
/// speaks, one that reads a file. Out: the film's samples, and a report taken from those very
/// samples. Promise: no sample is louder than asked; what the core makes has the same bits on every
/// platform; no number in a report is one that was asked for: all are measured. Levels are dBFS of
/// samples -1..1: an RMS of 1 is 0 dBFS, so a sine of full scale reads -3.01.
// SPDX-License-Identifier: MIT
#ifndef PANTIN_SOUND_H
#define PANTIN_SOUND_H

#include "pantin/base.h"

#ifdef __cplusplus
extern "C" {
#endif

#define PANTIN_SOUND_LIMIT                                                                         \
    268435456 // samples that a sound may have, all channels: 46 min at 48 kHz
#define PANTIN_SOUND_FILE_LIMIT 67108864 // samples that are read of a file
#define PANTIN_SILENCE_DBFS (-200.0)     // what silence reads, and everything quieter
#define PANTIN_SPEECH_LIMIT 4096         // phonemes of one line

/// Interleaved samples, -1..1.
typedef struct pantin_sound {
    int rate_hz;    ///< 8000..192000
    int channels;   ///< 1 or 2
    size_t frames;  ///< samples a channel
    float *samples; ///< channels * frames, owned
} pantin_sound;

/// Silence. Error: a rate or channels out of range, more than PANTIN_SOUND_LIMIT samples, or
/// memory.
PANTIN_CHECKED bool pantin_sound_create(int rate_hz, int channels, size_t frames,
                                        pantin_sound *sound, pantin_error *error);
void pantin_sound_free(pantin_sound *sound);

/// The same sound at another rate, by a windowed sinc: flat to 0.01 dB up to 0.9 of the lower of
/// the two Nyquist frequencies, images and aliases 90 dB down. Times stay: frame n of `to` stands
/// at n / rate_hz s.
PANTIN_CHECKED bool pantin_sound_resample(const pantin_sound *from, int rate_hz, pantin_sound *to,
                                          pantin_error *error);

// --- mixing ---------------------------------------------------------------------------------------

/// A gain a film frame, straight lines between: values[i] holds at i / rate s, the last one to the
/// end. No values: 1 throughout.
typedef struct pantin_gain {
    const float *values;
    int count;
    int rate_numerator, rate_denominator; ///< film frames a second
} pantin_gain;

/// Adds `from`, begun at frame `at` of `to` (negative: its beginning is left out), times the gain
/// at that time of `to`. Same rate; mono goes to all channels, stereo to mono by its mean.
void pantin_sound_add(pantin_sound *to, const pantin_sound *from, int64_t at,
                      const pantin_gain *PANTIN_NULLABLE gain);

/// Turns down, before and while it is needed, what would be louder than `peak_dbfs` (<= 0): no
/// sample is above it afterwards. Sounds that never are keep their bits. `reduction_db` gets the
/// most that was taken.
PANTIN_CHECKED bool pantin_sound_limit(pantin_sound *sound, double peak_dbfs,
                                       double *PANTIN_NULLABLE reduction_db, pantin_error *error);

// --- measuring ------------------------------------------------------------------------------------

typedef struct pantin_level {
    double rms_dbfs;  ///< of all channels together
    double peak_dbfs; ///< of the loudest sample
} pantin_level;

/// Of frames [from, to), held to the sound. What is no number counts as silence.
pantin_level pantin_sound_level(const pantin_sound *sound, size_t from, size_t to);

/// When something counts as heard.
typedef struct pantin_onset {
    double window_ms; ///< 0.1..1000, default 10
    double over_dbfs; ///< default -40
} pantin_onset;

pantin_onset pantin_onset_defaults(void);

/// The first frame of [from_s, to_s) with which the RMS of the window that ends with it is above
/// `over_dbfs`, s; -1: none. What is that loud before `from_s` already answers `from_s`. A tone
/// that begins 10 dB above the threshold is found 1 ms late, 20 dB above 0.1 ms (docs/sound.md).
double pantin_sound_onset(const pantin_sound *sound, double from_s, double to_s,
                          const pantin_onset *onset);

// --- speech ---------------------------------------------------------------------------------------

/// A phoneme of English by its name in the CMU lexicon ("aa", "k"), or a pause ("pau").
typedef struct pantin_phoneme {
    char name[8];
    double from_s, to_s; ///< to_s >= from_s; a list is in order
} pantin_phoneme;

typedef struct pantin_speech {
    pantin_sound sound;
    pantin_phoneme *phonemes; ///< times of the sound; owned
    int phoneme_count;
} pantin_speech;

void pantin_speech_free(pantin_speech *speech);

/// How wide a mouth is at that time: 0 closed .. 1 as in "aa"; smooth, closed on m, b, p, at pauses
/// and outside.
double pantin_mouth_open(const pantin_phoneme *phonemes, int count, double time_s);

/// How the core fetches what it cannot make. Each fills its last struct or fails.
typedef struct pantin_sound_sources {
    void *self;
    /// Speaks: `rate` times as fast, `pitch` times as high as the voice's own; phonemes already so.
    bool (*voice)(void *self, const char *voice, const char *text, double rate, double pitch,
                  pantin_speech *speech, pantin_error *error);
    bool (*file)(void *self, const char *path, pantin_sound *sound, pantin_error *error);
} pantin_sound_sources;

/// The file that a spoken line is kept in, by the hash of all that decides it: 16 hex digits and
/// .wav.
void pantin_speech_name(const char *voice, const char *text, double rate, double pitch,
                        char name[32]);

/// WAV with its phonemes as cue points and labels, which sound editors show. 16 bit; what a voice
/// gave in 16 bit comes back the same, phonemes to the sample.
PANTIN_CHECKED bool pantin_speech_write(const pantin_speech *speech, pantin_bytes *bytes,
                                        pantin_error *error);
PANTIN_CHECKED bool pantin_speech_read(const char *name, const void *data, size_t size,
                                       pantin_speech *speech, pantin_error *error);

/// WAV: PCM of 8, 16, 24 and 32 bit and float of 32 and 64, one or two channels, without a library.
PANTIN_CHECKED bool pantin_wav_read(const char *name, const void *data, size_t size,
                                    pantin_sound *sound, pantin_error *error);
/// `bits` 16 (rounded, cut at full scale) or 32 (float, exact).
PANTIN_CHECKED bool pantin_wav_write(const pantin_sound *sound, int bits, pantin_bytes *bytes,
                                     pantin_error *error);

// --- the track ------------------------------------------------------------------------------------

/// A way of saying a line.
typedef struct pantin_tone {
    double rms_dbfs;    ///< -90..0, of the line from its first to its last sound
    double rate, pitch; ///< 0.25..4, default 1
} pantin_tone;

typedef struct pantin_track_line {
    const char *id;
    const char *where; ///< where it was written, for messages; NULL: the id
    const char *voice; ///< as the callback knows it
    const char *text;
    double at_s; ///< of the film; here its onset falls
    pantin_tone tone;
} pantin_track_line;

typedef enum pantin_bed_kind { // in the order of the grammar's words, `none` first
    PANTIN_BED_FILE,
    PANTIN_BED_CRICKETS,
    PANTIN_BED_CHORD,
    PANTIN_BED_ROOM,
} pantin_bed_kind;

/// A sound under everything.
typedef struct pantin_track_bed {
    pantin_bed_kind kind;
    const char *where; ///< for messages; NULL: its kind
    const char *file;  ///< of FILE: begun again with a crossfade where it is shorter than the film
    uint64_t seed;
    const double *notes_hz; ///< of CHORD
    int note_count;
    double level_dbfs;  ///< RMS of the whole at gain 1
    const float *gains; ///< one a film frame, or NULL: 1
    int gain_count;
} pantin_track_bed;

typedef struct pantin_track_plan {
    int rate_hz, channels;                ///< default 48000, 2
    int rate_numerator, rate_denominator; ///< film frames a second
    int frame_count;                      ///< of the film; the track lasts exactly as long
    const pantin_track_line *lines;
    int line_count;
    const pantin_track_bed *beds;
    int bed_count;
    double peak_dbfs; ///< default -1.5
    pantin_onset onset;
} pantin_track_plan;

pantin_track_plan pantin_track_defaults(int rate_numerator, int rate_denominator, int frame_count);

/// What became of a line. Levels and onsets are measured in the finished track.
typedef struct pantin_heard_line {
    const char *id;
    double asked_at_s, asked_rms_dbfs;
    double from_s, to_s;  ///< its first and last sound; soft ones come before the onset
    double onset_s;       ///< of the voices in the track, without the beds; -1: never that loud
    double track_onset_s; ///< of the track as it is; -1: never, or the rest is that loud already
    double rms_dbfs, peak_dbfs;     ///< of the voices, from_s..to_s
    double room_dbfs;               ///< RMS of the beds under it
    double cut_s;                   ///< how much of it the film's end cuts off
    const pantin_phoneme *phonemes; ///< times of the film
    int phoneme_count;
} pantin_heard_line;

typedef struct pantin_track {
    pantin_sound sound;
    pantin_level level;
    double reduction_db; ///< the most that the limiter took away
    pantin_onset onset;  ///< by which onsets were measured
    pantin_heard_line *lines;
    int line_count;
    double *bed_dbfs; ///< RMS of each bed in the mix, with its gains
    int bed_count;
    double *track_dbfs, *room_dbfs; ///< RMS of each second: of all, and of the beds alone
    int second_count;
    void *memory; ///< owns all but the samples
} pantin_track;

/// Errors: a callback's, with the line's place; a line outside the film; a chord without notes; a
/// film too long; memory. A line too soft to be heard, or cut off, is a number in the report.
PANTIN_CHECKED bool pantin_track_make(const pantin_track_plan *plan,
                                      const pantin_sound_sources *PANTIN_NULLABLE sources,
                                      pantin_track *track, pantin_error *error);
void pantin_track_free(pantin_track *track);

/// sound_levels.json: dB to 0.01, seconds to 0.0001; an onset that is none is null.
PANTIN_CHECKED bool pantin_track_levels(const pantin_track *track, pantin_bytes *bytes,
                                        pantin_error *error);

// --- edge: flite and libsndfile (libpantin-edge) ----------------------------------------------------

/// A callback `voice`: kal, kal16, slt, awb, rms of flite. English. Not from two threads at once.
bool pantin_voice_flite(void *self, const char *voice, const char *text, double rate, double pitch,
                        pantin_speech *speech, pantin_error *error);

/// WAV, FLAC, Ogg, MP3 and what else libsndfile knows, told by its bytes; one or two channels.
PANTIN_CHECKED bool pantin_sound_decode(const char *name, const void *data, size_t size,
                                        pantin_sound *sound, pantin_error *error);
/// A callback `file`: a path of the disk.
bool pantin_sound_file(void *self, const char *path, pantin_sound *sound, pantin_error *error);

#ifdef __cplusplus
}
#endif
#endif
