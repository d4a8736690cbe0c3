// sink_hash.c — `hash:` or `hash:NAME`: a film as one number.
//
// The chained hash of width, height, rate (four little-endian 32-bit numbers) and then of every
// picture's pixels, in order. It says that two machines made the same pictures without an encoder
// or a disk. NAME is for people; it changes nothing. Sound is not part of it.
// SPDX-License-Identifier: MIT
#include "base/memory.h"
#include "format.h"

typedef struct hash_sink {
    pantin_film_format format;
    uint64_t hash;
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

static bool hash_sound(void *self, const float *samples, size_t frames, pantin_error *error) {
    (void)self, (void)samples, (void)frames, (void)error;
    return true;
}

static bool hash_close(void *self, uint64_t *hash, pantin_error *error) {
    (void)error;
    hash_sink *sink = self;
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
