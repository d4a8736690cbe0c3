// with_tones.h — sounds whose levels and beginnings are known, and a voice that says a tone.
// SPDX-License-Identifier: MIT
#ifndef SOUND_WITH_TONES_H
#define SOUND_WITH_TONES_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "pantin/sound.h"

/// Silence of that length; fails the test when it cannot be had.
pantin_sound silence(int rate_hz, int channels, double length_s);
/// Adds a sine of that RMS to all channels, from and to those times.
void add_tone(pantin_sound *sound, double hz, double rms_dbfs, double from_s, double to_s);
/// Amplitude of a sine of that frequency in frames [from, to) of the first channel.
double amplitude_at(const pantin_sound *sound, double hz, size_t from, size_t to);

/// What a false voice does. It says any text as a tone of 300 Hz at half of full scale for a
/// second, after `lead_s` of silence and before 0.2 s more of it, in three phonemes: pau, aa, pau.
/// rate divides times, pitch multiplies the tone.
typedef struct tone_voice {
    double lead_s;
    int rate_hz, channels;
    bool is_silent, has_holes; // holes: NaN and infinity among the samples
    int said;                  // how often
} tone_voice;

bool tone_voice_speak(void *self, const char *voice, const char *text, double rate, double pitch,
                      pantin_speech *speech, pantin_error *error);

#endif
