// with_tones.c — see with_tones.h.
// SPDX-License-Identifier: MIT
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/trig.h"
#include "with_tones.h"

pantin_sound silence(int rate_hz, int channels, double length_s) {
    pantin_sound sound = { 0 };
    assert_true(
        pantin_sound_create(rate_hz, channels, (size_t)(length_s * rate_hz + 0.5), &sound, NULL));
    return sound;
}

void add_tone(pantin_sound *sound, double hz, double rms_dbfs, double from_s, double to_s) {
    double size = sqrt(2) * pow(10, rms_dbfs / 20);
    size_t from = (size_t)(from_s * sound->rate_hz + 0.5);
    for (size_t n = from; n < sound->frames && (double)n < to_s * sound->rate_hz; n++)
        for (int c = 0; c < sound->channels; c++)
            sound->samples[n * (size_t)sound->channels + (size_t)c] +=
                (float)(size * sin(2 * TRIG_PI * hz * (double)n / sound->rate_hz + 0.3));
}

double amplitude_at(const pantin_sound *sound, double hz, size_t from, size_t to) {
    double c = 0, s = 0, weights = 0;
    for (size_t n = from; n < to; n++) {
        // Hann's window, so that what stands beside does not leak in.
        double w = 0.5 - 0.5 * cos(2 * TRIG_PI * ((double)(n - from) + 0.5) / (double)(to - from));
        double v = w * (double)sound->samples[n * (size_t)sound->channels];
        double angle = 2 * TRIG_PI * hz * (double)n / sound->rate_hz;
        c += v * cos(angle), s += v * sin(angle), weights += w;
    }
    return 2 * sqrt(c * c + s * s) / weights;
}

bool tone_voice_speak(void *self, const char *voice, const char *text, double rate, double pitch,
                      pantin_speech *speech, pantin_error *error) {
    tone_voice *v = self;
    v->said++;
    if (strcmp(voice, "mute") == 0)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "voice", "mute has no voice for \"%s\"",
                           text);
    double lead_s = v->lead_s / rate, length_s = 1 / rate, whole_s = lead_s + length_s + 0.2 / rate;
    pantin_speech made = { 0 };
    if (!pantin_sound_create(v->rate_hz, v->channels, (size_t)(whole_s * v->rate_hz + 0.5),
                             &made.sound, error))
        return false;
    made.phonemes = memory_allocate(3, sizeof *made.phonemes);
    if (made.phonemes == NULL) {
        pantin_speech_free(&made);
        return memory_fail(error, "phonemes");
    }
    made.phoneme_count = 3;
    made.phonemes[0] = (pantin_phoneme){ "pau", 0, lead_s };
    made.phonemes[1] = (pantin_phoneme){ "aa", lead_s, lead_s + length_s };
    made.phonemes[2] = (pantin_phoneme){ "pau", lead_s + length_s, whole_s };
    if (!v->is_silent) add_tone(&made.sound, 300 * pitch, -9.03, lead_s, lead_s + length_s);
    if (v->has_holes)
        for (size_t n = 100; n < made.sound.frames * (size_t)v->channels; n += 997)
            made.sound.samples[n] = n % 3 == 0 ? NAN : n % 3 == 1 ? INFINITY : -INFINITY;
    *speech = made;
    return true;
}
