// sound.h — what the files of this module share.
// SPDX-License-Identifier: MIT
#ifndef SOUND_SOUND_H
#define SOUND_SOUND_H

#include "pantin/sound.h"

/// dB of an amplitude or RMS (1: 0 dB), not under PANTIN_SILENCE_DBFS; and back.
double sound_dbfs(double amplitude);
double sound_amplitude(double dbfs);

/// Whole frames nearest to a time, held to 0..2^53.
double sound_frames_of(double seconds, int rate_hz);

/// Sum of the squares of one frame's channels, after `without` (mono, as long; may be NULL) is
/// taken from each.
double sound_power(const pantin_sound *sound, const pantin_sound *without, size_t frame);
/// As pantin_sound_onset, of the sound without another.
double sound_onset(const pantin_sound *sound, const pantin_sound *without, double from_s,
                   double to_s, const pantin_onset *onset);

/// Times the gain at each frame's time.
void sound_dim(pantin_sound *sound, const pantin_gain *gain);

/// The limiter's gain at each frame, 0..1; answers the least. `ceiling` > 0.
PANTIN_CHECKED bool sound_limiter_gains(const pantin_sound *sound, float ceiling, float *gains,
                                        float *least, pantin_error *error);
/// The largest float that is not above the peak.
float sound_ceiling(double peak_dbfs);
/// Samples times the gains, none above the ceiling.
void sound_limiter_apply(pantin_sound *sound, const float *gains, float ceiling);

/// Did a callback give a sound that can be worked with? Its samples are made finite and at most 16.
bool sound_admit(pantin_sound *sound, const char *where, pantin_error *error);

/// A bed for the whole film at its level, gains not applied.
PANTIN_CHECKED bool sound_bed_make(const pantin_track_bed *bed, const pantin_sound_sources *sources,
                                   pantin_sound *sound, pantin_error *error);
void sound_crickets(pantin_sound *sound, uint64_t seed);
void sound_chord(pantin_sound *sound, const double *notes_hz, int count, uint64_t seed);
void sound_room(pantin_sound *sound, uint64_t seed);

/// A line ready to be laid: mono, at the track's rate and its tone's level, silence at both ends
/// gone.
typedef struct sound_line {
    pantin_speech
        speech; // phonemes count from the first sample; those left over are empty, at its end
    double from_s, to_s; // of it: what is heard
    double onset_s;      // of it: what falls on the line's time
} sound_line;

PANTIN_CHECKED bool sound_line_speak(const pantin_track_line *line, int rate_hz,
                                     const pantin_onset *onset, const pantin_sound_sources *sources,
                                     sound_line *spoken, pantin_error *error);

#endif
