// bytes.h — little-endian words of binary files, written and read one by one, so that a file is the same
// on every platform. `at` moves on; the caller has checked that the room is there.
// SPDX-License-Identifier: MIT
#ifndef BASE_BYTES_H
#define BASE_BYTES_H

#include <stdint.h>
#include <string.h>

static inline void put_u32(uint8_t **at, uint32_t value) {
    for (int k = 0; k < 4; k++) *(*at)++ = (uint8_t)(value >> (8 * k));
}
static inline void put_u64(uint8_t **at, uint64_t value) {
    for (int k = 0; k < 8; k++) *(*at)++ = (uint8_t)(value >> (8 * k));
}
static inline void put_i32(uint8_t **at, int32_t value) { put_u32(at, (uint32_t)value); }
static inline void put_float(uint8_t **at, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_u32(at, bits);
}
static inline void put_double(uint8_t **at, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_u64(at, bits);
}

static inline uint32_t get_u32(const uint8_t **at) {
    uint32_t value = 0;
    for (int k = 0; k < 4; k++) value |= (uint32_t)(*at)[k] << (8 * k);
    *at += 4;
    return value;
}
static inline uint64_t get_u64(const uint8_t **at) {
    uint64_t value = 0;
    for (int k = 0; k < 8; k++) value |= (uint64_t)(*at)[k] << (8 * k);
    *at += 8;
    return value;
}
static inline int32_t get_i32(const uint8_t **at) { return (int32_t)get_u32(at); }
static inline float get_float(const uint8_t **at) {
    uint32_t bits = get_u32(at);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}
static inline double get_double(const uint8_t **at) {
    uint64_t bits = get_u64(at);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

#endif
