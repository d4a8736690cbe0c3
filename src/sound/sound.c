// sound.c — samples as blocks of memory: made, given back, judged when they come from outside.
// SPDX-License-Identifier: MIT
#include "base/memory.h"
#include "sound.h"

enum { RATE_LEAST = 8000, RATE_MOST = 192000 };

static bool check_shape(int rate_hz, int channels, pantin_error *error) {
    if (rate_hz < RATE_LEAST || rate_hz > RATE_MOST)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "rate_hz", "%d Hz is outside %d..%d",
                           rate_hz, RATE_LEAST, RATE_MOST);
    if (channels < 1 || channels > 2)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "channels", "%d is not 1 or 2", channels);
    return true;
}

bool pantin_sound_create(int rate_hz, int channels, size_t frames, pantin_sound *sound,
                         pantin_error *error) {
    if (!check_shape(rate_hz, channels, error)) return false;
    if (frames > PANTIN_SOUND_LIMIT / (size_t)channels)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "frames",
                           "%zu frames of %d channels are more than %d million samples; make it "
                           "shorter, mono or of a lower rate",
                           frames, channels, PANTIN_SOUND_LIMIT / 1000000);
    float *samples = memory_allocate((size_t)channels * frames, sizeof *samples);
    if (samples == NULL) return memory_fail(error, "samples");
    *sound = (pantin_sound){ rate_hz, channels, frames, samples };
    return true;
}

void pantin_sound_free(pantin_sound *sound) {
    if (sound == NULL) return;
    memory_free(sound->samples, (size_t)sound->channels * sound->frames, sizeof *sound->samples);
    *sound = (pantin_sound){ 0 };
}

void pantin_speech_free(pantin_speech *speech) {
    if (speech == NULL) return;
    pantin_sound_free(&speech->sound);
    memory_free(speech->phonemes, (size_t)speech->phoneme_count, sizeof *speech->phonemes);
    *speech = (pantin_speech){ 0 };
}

bool sound_admit(pantin_sound *sound, const char *where, pantin_error *error) {
    pantin_error inner = { 0 };
    if (!check_shape(sound->rate_hz, sound->channels, &inner))
        return pantin_fail(error, PANTIN_ERROR_FORMAT, where, "%s: %s", inner.where, inner.text);
    if (sound->frames == 0 || sound->samples == NULL)
        return pantin_fail(error, PANTIN_ERROR_FORMAT, where, "holds no sound at all");
    for (size_t i = 0; i < (size_t)sound->channels * sound->frames; i++) {
        float v = sound->samples[i];
        if (!(v >= -16 && v <= 16)) sound->samples[i] = v > 16 ? 16.0f : v < -16 ? -16.0f : 0.0f;
    }
    return true;
}
