// fuzz_wav.c — any bytes as a WAV with a spoken line: a sound or an error; what was read is
// measured, laid into another, limited, and survives its own writing.
// SPDX-License-Identifier: MIT
#include <stdlib.h>
#include <string.h>

#include "pantin/sound.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size); // by libFuzzer

static void write_and_read(const pantin_speech *speech) {
    pantin_speech again = { 0 };
    pantin_bytes bytes = { 0 };
    if (!pantin_speech_write(speech, &bytes, NULL)) abort();
    if (!pantin_speech_read("y.wav", bytes.data, bytes.size, &again, NULL)) abort();
    if (again.sound.frames != speech->sound.frames || again.phoneme_count != speech->phoneme_count)
        abort();
    for (int i = 0; i < again.phoneme_count; i++)
        if (strcmp(again.phonemes[i].name, speech->phonemes[i].name) != 0 ||
            again.phonemes[i].from_s != speech->phonemes[i].from_s)
            abort();
    pantin_bytes_free(&bytes);
    pantin_speech_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    pantin_speech speech = { 0 };
    pantin_sound other = { 0 };
    if (size > 65536 || !pantin_speech_read("x.wav", data, size, &speech, NULL)) return 0;
    pantin_onset onset = pantin_onset_defaults();
    double found_s = pantin_sound_onset(&speech.sound, 0, 1e9, &onset);
    double open = pantin_mouth_open(speech.phonemes, speech.phoneme_count, found_s);
    if (!(open >= 0 && open <= 1)) abort();
    write_and_read(&speech);
    if (!pantin_sound_create(speech.sound.rate_hz, 2, 64, &other, NULL)) abort();
    pantin_sound_add(&other, &speech.sound, -3, NULL);
    if (!pantin_sound_limit(&other, -3, NULL, NULL)) abort();
    for (size_t i = 0; i < 128; i++)
        if (!(other.samples[i] <= 0.708f && other.samples[i] >= -0.708f)) abort();
    pantin_sound_free(&other);
    pantin_speech_free(&speech);
    return 0;
}
