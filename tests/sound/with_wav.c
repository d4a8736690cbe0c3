// with_wav.c — see with_wav.h.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/bytes.h"
#include "with_wav.h"

static void put(uint8_t **at, const char *word) {
    memcpy(*at, word, 4);
    *at += 4;
}

static void put_u16(uint8_t **at, int value) {
    *(*at)++ = (uint8_t)value;
    *(*at)++ = (uint8_t)(value >> 8);
}

size_t make_wav(int kind, int channels, int rate_hz, int bits, const void *samples, size_t size,
                uint8_t *to) {
    uint8_t *at = to;
    put(&at, "RIFF");
    put_u32(&at, (uint32_t)(4 + 8 + 5 + 1 + 24 + 8 + size + size % 2));
    put(&at, "WAVE");
    put(&at, "odd "); // what a reader does not know it steps over, with its pad
    put_u32(&at, 5);
    memcpy(at, "chunk", 6);
    at += 6;
    put(&at, "fmt ");
    put_u32(&at, 16);
    put_u16(&at, kind);
    put_u16(&at, channels);
    put_u32(&at, (uint32_t)rate_hz);
    put_u32(&at, (uint32_t)(rate_hz * channels * bits / 8));
    put_u16(&at, channels * bits / 8);
    put_u16(&at, bits);
    put(&at, "data");
    put_u32(&at, (uint32_t)size);
    memcpy(at, samples, size);
    at += size;
    if (size % 2) *at++ = 0;
    return (size_t)(at - to);
}
