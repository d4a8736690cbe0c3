// hash.c — 64 bits of fingerprint: goldens, caches and the hash sink use it. Not for secrets.
//
// Eight bytes at a time, read as little-endian, go into a lane:
//     lane' = rotate((lane ^ word) m, 29) n,   m and n odd.
// A step is a bijection of the word for a given lane, and of the lane for a given word: one changed
// word always changes the lane. Four lanes run side by side, for each waits on its multiplier; at
// the end they are folded in order. No 128-bit product, which wasm has not. The length goes in
// first, so zeros at the end count. The last mix is Stafford's Mix13 (Better Bit Mixing, 2011).
// SPDX-License-Identifier: MIT
#include "pantin/base.h"

#define MULTIPLIER_A 0x9E3779B97F4A7C15u // 2^64 / golden ratio, odd
#define MULTIPLIER_B 0xC2B2AE3D27D4EB4Fu

enum { WORD = 8, LANES = 4 };

static uint64_t load_word(const uint8_t *at) {
    return (uint64_t)at[0] | (uint64_t)at[1] << 8 | (uint64_t)at[2] << 16 | (uint64_t)at[3] << 24 |
           (uint64_t)at[4] << 32 | (uint64_t)at[5] << 40 | (uint64_t)at[6] << 48 |
           (uint64_t)at[7] << 56;
}

static uint64_t load_rest(const uint8_t *at, size_t size) {
    uint64_t word = 0;
    for (size_t i = 0; i < size; i++) word |= (uint64_t)at[i] << (8 * i);
    return word;
}

static uint64_t take_word(uint64_t lane, uint64_t word) {
    uint64_t v = (lane ^ word) * MULTIPLIER_A;
    return (v << 29 | v >> 35) * MULTIPLIER_B;
}

static uint64_t avalanche(uint64_t v) {
    v = (v ^ (v >> 30)) * 0xBF58476D1CE4E5B9u;
    v = (v ^ (v >> 27)) * 0x94D049BB133111EBu;
    return v ^ (v >> 31);
}

uint64_t pantin_hash(const void *data, size_t size, uint64_t seed) {
    const uint8_t *at = data;
    size_t left = size;
    uint64_t hash = take_word(seed ^ MULTIPLIER_B, (uint64_t)size);
    if (left >= LANES * WORD) {
        uint64_t lane[LANES];
        for (int k = 0; k < LANES; k++) lane[k] = hash + (uint64_t)k * MULTIPLIER_A;
        for (; left >= LANES * WORD; at += LANES * WORD, left -= LANES * WORD)
            for (int k = 0; k < LANES; k++) lane[k] = take_word(lane[k], load_word(at + k * WORD));
        for (int k = 0; k < LANES; k++) hash = take_word(hash, avalanche(lane[k]));
    }
    for (; left >= WORD; at += WORD, left -= WORD) hash = take_word(hash, load_word(at));
    if (left > 0) hash = take_word(hash, load_rest(at, left));
    return avalanche(hash);
}
