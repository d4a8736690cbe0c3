// sink_hash.c — `hash:` or `hash:NAME`: a film as one number.
//
// The chained hash of width, height, rate (four little-endian 32-bit numbers) and then of every
// picture's pixels, in order. It says that two machines made the same pictures without an encoder
// or a disk. NAME is for people; it changes nothing.
//
// Where the format has sound, rate and channels, the number of samples and a hash of all of them follow
// at the end. Samples are hashed in blocks of a fixed size, whatever portions they came in, so that a
// film is the same number whether its sound came at once or picture by picture.
// SPDX-License-Identifier: MIT
#include "base/bytes.h"
#include "base/memory.h"
#include "format.h"

enum { SOUND_BLOCK = 1024 };

typedef struct hash_sink {
    pantin_film_format format;
    uint64_t hash;
    uint64_t sound_hash, samples;
    size_t filled; // bytes in the block
    uint8_t block[4 * SOUND_BLOCK];
} hash_sink;

static bool hash_takes(const char *output) { return format_name_begins(output, "hash:"); }

static uint64_t hash_numbers(const uint32_t *numbers, int count, uint64_t seed) {
    for (int i = 0; i < count; i++) {
        uint8_t bytes[4];
        for (int k = 0; k < 4; k++) bytes[k] = (uint8_t)(numbers[i] >> (8 * k));
        seed = pantin_hash(bytes, sizeof bytes, seed);
    }
    return seed;
}

static void *hash_open(const char *output, const pantin_film_format *format, pantin_error *error) {
    (void)output;
    if (!format_check(format, error)) return NULL;
    hash_sink *sink = memory_allocate(1, sizeof *sink);
    if (sink == NULL) {
        memory_fail(error, "the film's hash");
        return NULL;
    }
    sink->format = *format;
    const uint32_t head[4] = { (uint32_t)format->width, (uint32_t)format->height,
                               (uint32_t)format->rate_numerator,
                               (uint32_t)format->rate_denominator };
    sink->hash = hash_numbers(head, 4, 0);
    return sink;
}

static bool hash_picture(void *self, const pantin_image *picture, pantin_error *error) {
    hash_sink *sink = self;
    if (!format_check_picture(&sink->format, picture, error)) return false;
    sink->hash = pantin_hash(picture->pixels, 4 * (size_t)picture->width * (size_t)picture->height,
                             sink->hash);
    return true;
}

static void hash_block(hash_sink *sink) {
    sink->sound_hash = pantin_hash(sink->block, sink->filled, sink->sound_hash);
    sink->filled = 0;
}

static bool hash_sound(void *self, const float *samples, size_t frames, pantin_error *error) {
    (void)error;
    hash_sink *sink = self;
    if (sink->format.sound_rate_hz == 0) return true;
    size_t count = frames * (size_t)sink->format.sound_channels;
    for (size_t i = 0; i < count; i++) {
        uint8_t *at = sink->block + sink->filled;
        put_float(&at, samples[i] == samples[i] ? samples[i] : 0); // every NaN is the same silence
        sink->filled += 4;
        if (sink->filled == sizeof sink->block) hash_block(sink);
    }
    sink->samples += count;
    return true;
}

static void hash_rest_of_sound(hash_sink *sink) {
    if (sink->filled > 0) hash_block(sink);
    const uint32_t tail[6] = { (uint32_t)sink->format.sound_rate_hz,
                               (uint32_t)sink->format.sound_channels,
                               (uint32_t)sink->samples,
                               (uint32_t)(sink->samples >> 32),
                               (uint32_t)sink->sound_hash,
                               (uint32_t)(sink->sound_hash >> 32) };
    sink->hash = hash_numbers(tail, 6, sink->hash);
}

static bool hash_close(void *self, uint64_t *hash, pantin_error *error) {
    (void)error;
    hash_sink *sink = self;
    if (sink->format.sound_rate_hz > 0) hash_rest_of_sound(sink);
    if (hash != NULL) *hash = sink->hash;
    memory_free(sink, 1, sizeof *sink);
    return true;
}

static void hash_abandon(void *self) { memory_free(self, 1, sizeof(hash_sink)); }

const pantin_film_sink pantin_sink_hash = {
    .name = "hash",
    .takes = hash_takes,
    .open = hash_open,
    .picture = hash_picture,
    .sound = hash_sound,
    .close = hash_close,
    .abandon = hash_abandon,
};
