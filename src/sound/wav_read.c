// wav_read.c — RIFF WAVE: a list of chunks; `fmt ` says how the samples in `data` are packed.
//
// Every size is held to what is left of the file before a byte is read. A file that was cut short
// is refused, with how much is missing, rather than played to where it breaks. Samples become float
// by a division that is exact for 8, 16 and 24 bit; 32-bit integers are rounded to 24. Microsoft,
// IBM: Multimedia Programming Interface and Data Specifications 1.0, 1991; KSDATAFORMAT of 2001.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/bytes.h"
#include "wav.h"

enum { PCM = 1, IEEE_FLOAT = 3, EXTENSIBLE = 0xFFFE };

bool wav_next_chunk(const uint8_t **at, const uint8_t *end, char id[4], wav_chunk *chunk) {
    if (end - *at < 8) return false;
    memcpy(id, *at, 4);
    *at += 4;
    chunk->size = get_u32(at);
    chunk->data = *at;
    if (chunk->size > (size_t)(end - *at)) return false;
    *at += chunk->size;
    if ((chunk->size & 1) && *at < end) (*at)++;
    return true;
}

bool wav_find_chunks(const char *name, const void *data, size_t size, wav_file *file,
                     pantin_error *error) {
    const uint8_t *at = data, *end = at + size;
    if (size < 12 || memcmp(at, "RIFF", 4) != 0 || memcmp(at + 8, "WAVE", 4) != 0)
        return pantin_fail(error, PANTIN_ERROR_FORMAT, name, "is no WAV file");
    *file = (wav_file){ 0 };
    at += 12;
    while (end - at >= 8) {
        char id[4];
        wav_chunk chunk;
        const uint8_t *head = at;
        if (!wav_next_chunk(&at, end, id, &chunk)) {
            memcpy(id, head, 4);
            if (file->samples.data != NULL) break; // what is torn behind the samples is not needed
            const uint8_t *told = head + 4;
            uint32_t wanted = get_u32(&told);
            return pantin_fail(error, PANTIN_ERROR_FORMAT, name,
                               "is cut short: a chunk announces %u bytes and %zu are left", wanted,
                               (size_t)(end - told));
        }
        if (memcmp(id, "fmt ", 4) == 0 && file->format.data == NULL) file->format = chunk;
        if (memcmp(id, "data", 4) == 0 && file->samples.data == NULL) file->samples = chunk;
        if (memcmp(id, "cue ", 4) == 0) file->cues = chunk;
        if (memcmp(id, "LIST", 4) == 0 && chunk.size >= 4 && memcmp(chunk.data, "adtl", 4) == 0)
            file->labels = (wav_chunk){ chunk.data + 4, chunk.size - 4 };
    }
    if (file->format.data == NULL || file->format.size < 16)
        return pantin_fail(error, PANTIN_ERROR_FORMAT, name,
                           "does not say how its samples are packed");
    if (file->samples.data == NULL)
        return pantin_fail(error, PANTIN_ERROR_FORMAT, name, "holds no samples");
    return true;
}

typedef struct packing {
    uint32_t kind, channels, bits, rate_hz;
} packing;

static uint32_t get_u16(const uint8_t *at) { return (uint32_t)at[0] | (uint32_t)at[1] << 8; }

static packing read_packing(const wav_chunk *format) {
    const uint8_t *rate = format->data + 4;
    packing p = { get_u16(format->data), get_u16(format->data + 2), get_u16(format->data + 14),
                  get_u32(&rate) };
    // The extensible kind keeps the real one in the first two bytes of a long name.
    if (p.kind == EXTENSIBLE && format->size >= 40) p.kind = get_u16(format->data + 24);
    return p;
}

static bool check_packing(const char *name, packing p, pantin_error *error) {
    bool whole = p.kind == PCM && (p.bits == 8 || p.bits == 16 || p.bits == 24 || p.bits == 32);
    bool real = p.kind == IEEE_FLOAT && (p.bits == 32 || p.bits == 64);
    if (!whole && !real)
        return pantin_fail(
            error, PANTIN_ERROR_FORMAT, name,
            "is packed in a way (kind %u, %u bit) that is not read; save it as 16-bit PCM", p.kind,
            p.bits);
    if (p.channels < 1 || p.channels > 2)
        return pantin_fail(error, PANTIN_ERROR_FORMAT, name,
                           "has %u channels; save it with one or two", p.channels);
    if (p.rate_hz < 8000 || p.rate_hz > 192000)
        return pantin_fail(error, PANTIN_ERROR_FORMAT, name,
                           "has %u Hz, which is outside 8000..192000", p.rate_hz);
    return true;
}

static float read_sample(const uint8_t *at, packing p) {
    if (p.kind == IEEE_FLOAT) {
        double v = p.bits == 32 ? (double)get_float(&at) : get_double(&at);
        return v >= -1e6 && v <= 1e6 ? (float)v : 0; // what is no number is silence
    }
    if (p.bits == 8) return (float)((int)at[0] - 128) / 128.0f;
    uint32_t high = 0; // the sample's bits, from the top
    for (uint32_t k = 0; k < p.bits / 8; k++) high |= (uint32_t)at[k] << (32 - p.bits + 8 * k);
    return (float)((double)(int32_t)high / 2147483648.0);
}

bool wav_read_samples(const char *name, const wav_file *file, pantin_sound *sound,
                      pantin_error *error) {
    packing p = read_packing(&file->format);
    if (!check_packing(name, p, error)) return false;
    size_t step = p.bits / 8, frames = file->samples.size / (step * p.channels);
    if (frames == 0) return pantin_fail(error, PANTIN_ERROR_FORMAT, name, "holds no samples");
    if (frames > PANTIN_SOUND_FILE_LIMIT / p.channels)
        return pantin_fail(error, PANTIN_ERROR_FORMAT, name,
                           "has more than %d million samples; cut it, or make it mono",
                           PANTIN_SOUND_FILE_LIMIT / 1000000);
    pantin_sound made = { 0 };
    if (!pantin_sound_create((int)p.rate_hz, (int)p.channels, frames, &made, error)) return false;
    for (size_t i = 0; i < frames * p.channels; i++)
        made.samples[i] = read_sample(file->samples.data + i * step, p);
    *sound = made;
    return true;
}

bool pantin_wav_read(const char *name, const void *data, size_t size, pantin_sound *sound,
                     pantin_error *error) {
    wav_file file;
    return wav_find_chunks(name, data, size, &file, error) &&
           wav_read_samples(name, &file, sound, error);
}
