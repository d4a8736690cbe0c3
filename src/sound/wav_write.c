// wav_write.c — samples as a WAV file of 16-bit integers or of floats. Same samples, same bytes.
// SPDX-License-Identifier: MIT
#include "base/bytes.h"
#include "base/memory.h"
#include "base/trig.h"
#include "wav.h"

enum { HEAD = 44 };

size_t wav_size(const pantin_sound *sound, int bits, size_t extra) {
    uint64_t samples = (uint64_t)sound->frames * (uint64_t)sound->channels * (uint64_t)(bits / 8);
    uint64_t size = HEAD + samples + extra;
    // 16-bit mono of an odd count of bytes does not exist: no pad is ever needed.
    return size <= 0xFFFFFFFFu && size <= SIZE_MAX ? (size_t)size : 0;
}

static void put_word(uint8_t **at, const char word[4]) {
    memcpy(*at, word, 4);
    *at += 4;
}

static void put_u16(uint8_t **at, uint32_t value) {
    *(*at)++ = (uint8_t)value;
    *(*at)++ = (uint8_t)(value >> 8);
}

static uint32_t round_to_16(float v) {
    double scaled = trig_floor((double)v * 32768 + 0.5);
    if (!(scaled >= -32768)) return (uint32_t)(v < 0 ? -32768 : 0); // below, or no number
    return (uint32_t)(int32_t)(scaled > 32767 ? 32767 : scaled);
}

uint8_t *wav_put(const pantin_sound *sound, int bits, size_t extra, uint8_t *to) {
    uint32_t channels = (uint32_t)sound->channels, rate = (uint32_t)sound->rate_hz;
    uint32_t frame_size = channels * (uint32_t)(bits / 8);
    uint32_t size = (uint32_t)(sound->frames * frame_size);
    put_word(&to, "RIFF");
    put_u32(&to, HEAD - 8 + size + (uint32_t)extra);
    put_word(&to, "WAVE");
    put_word(&to, "fmt ");
    put_u32(&to, 16);
    put_u16(&to, bits == 16 ? 1 : 3);
    put_u16(&to, channels);
    put_u32(&to, rate);
    put_u32(&to, rate * frame_size);
    put_u16(&to, frame_size);
    put_u16(&to, (uint32_t)bits);
    put_word(&to, "data");
    put_u32(&to, size);
    for (size_t i = 0; i < sound->frames * channels; i++)
        if (bits == 16)
            put_u16(&to, round_to_16(sound->samples[i]));
        else
            put_float(&to, sound->samples[i]);
    return to;
}

bool pantin_wav_write(const pantin_sound *sound, int bits, pantin_bytes *bytes,
                      pantin_error *error) {
    if (bits != 16 && bits != 32)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "bits", "%d is not 16 or 32", bits);
    size_t size = wav_size(sound, bits, 0);
    if (size == 0)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "frames",
                           "a WAV file holds 4 GiB at most; make it shorter");
    uint8_t *data = memory_allocate(size + 1, 1);
    if (data == NULL) return memory_fail(error, "a WAV file");
    wav_put(sound, bits, 0, data);
    *bytes = (pantin_bytes){ data, size };
    return true;
}
