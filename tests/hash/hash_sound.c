// hash_sound.c — beds, resampling, the limiter, and a whole track with a voice of numbers.
// SPDX-License-Identifier: MIT
#include "base/memory.h"
#include "base/random.h"
#include "base/trig.h"
#include "hash_cases.h"
#include "pantin/sound.h"

static uint64_t hash_samples(const pantin_sound *sound, uint64_t seed) {
    return pantin_hash(sound->samples, sound->frames * (size_t)sound->channels * sizeof(float),
                       seed);
}

/// A sweep with noise on it.
static bool make_sweep(int rate_hz, int channels, size_t frames, pantin_sound *sound) {
    if (!pantin_sound_create(rate_hz, channels, frames, sound, NULL)) return false;
    random_state r = random_make(12);
    for (size_t n = 0; n < frames; n++)
        for (int c = 0; c < channels; c++) {
            double t = (double)n / rate_hz;
            sound->samples[n * (size_t)channels + (size_t)c] =
                (float)(0.7 * trig_sin((800 + 9000 * t) * t * (c + 1)) +
                        random_between(&r, -0.1, 0.1));
        }
    return true;
}

static uint64_t hash_resample(void) {
    static const int rates[] = { 48000, 44100, 11025, 96000 };
    pantin_sound from = { 0 }, to = { 0 };
    uint64_t hash = 0;
    if (!make_sweep(16000, 2, 1600, &from)) return 0;
    for (int i = 0; i < 4; i++) {
        if (!pantin_sound_resample(&from, rates[i], &to, NULL)) return 0;
        hash = hash_samples(&to, hash);
        pantin_sound_free(&to);
    }
    pantin_sound_free(&from);
    return hash;
}

static uint64_t hash_limit(void) {
    pantin_sound sound = { 0 };
    double taken_db = 0;
    if (!make_sweep(48000, 2, 9600, &sound) || !pantin_sound_limit(&sound, -9, &taken_db, NULL))
        return 0;
    uint64_t hash = hash_double(taken_db, hash_samples(&sound, 0));
    pantin_level level = pantin_sound_level(&sound, 100, 9000);
    hash = hash_double(level.peak_dbfs, hash_double(level.rms_dbfs, hash));
    pantin_sound_free(&sound);
    return hash;
}

/// Any text is a sweep after some silence.
static bool speak(void *self, const char *voice, const char *text, double rate, double pitch,
                  pantin_speech *speech, pantin_error *error) {
    (void)self, (void)voice, (void)text, (void)rate, (void)pitch, (void)error;
    pantin_speech made = { .phoneme_count = 2 };
    made.phonemes = memory_allocate(2, sizeof *made.phonemes);
    if (made.phonemes == NULL || !make_sweep(16000, 1, 8000, &made.sound)) return false;
    made.phonemes[0] = (pantin_phoneme){ "m", 0.1, 0.3 };
    made.phonemes[1] = (pantin_phoneme){ "aa", 0.3, 0.5 };
    for (size_t n = 0; n < 1600; n++) made.sound.samples[n] = 0;
    *speech = made;
    return true;
}

/// The samples, and the report as it is written.
static uint64_t hash_track(void) {
    static const double notes[] = { 110, 165, 220 };
    static const float gains[] = { 0, 0.25f, 1, 1, 0.5f };
    const pantin_track_line lines[] = { { "a", NULL, "v", "x", 0.3, { -6, 1, 1 } },
                                        { "b", NULL, "v", "x", 1.21, { -30, 1, 1 } } };
    const pantin_track_bed beds[] = {
        { .kind = PANTIN_BED_CRICKETS, .seed = 3, .level_dbfs = -45 },
        { .kind = PANTIN_BED_CHORD,
          .seed = 1,
          .notes_hz = notes,
          .note_count = 3,
          .level_dbfs = -35,
          .gains = gains,
          .gain_count = 5 },
        { .kind = PANTIN_BED_ROOM, .seed = 2, .level_dbfs = -50 },
    };
    const pantin_sound_sources sources = { NULL, speak, NULL };
    pantin_track_plan plan = pantin_track_defaults(24, 1, 48);
    plan.lines = lines, plan.line_count = 2;
    plan.beds = beds, plan.bed_count = 3;
    pantin_track track = { 0 };
    pantin_bytes bytes = { 0 };
    if (!pantin_track_make(&plan, &sources, &track, NULL) ||
        !pantin_track_levels(&track, &bytes, NULL))
        return 0;
    uint64_t hash = pantin_hash(bytes.data, bytes.size, hash_samples(&track.sound, 0));
    for (int i = 0; i <= 40; i++)
        hash = hash_double(
            pantin_mouth_open(track.lines[0].phonemes, track.lines[0].phoneme_count, i / 40.0),
            hash);
    pantin_bytes_free(&bytes);
    pantin_track_free(&track);
    return hash;
}

const hash_case hash_sound_cases[] = {
    { "sound.resample", hash_resample },
    { "sound.limit", hash_limit },
    { "sound.track", hash_track },
    { 0 },
};
