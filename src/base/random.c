// random.c — PCG32: a 64-bit linear congruence, its high bits shuffled by a rotation they choose.
//
//     state' = a state + stream,   u32 = rotate(((state >> 18) ^ state) >> 27, state >> 59).
//
// The seed becomes state and stream through splitmix64, so that seeds 1, 2, 3 begin unlike.
// O'Neill: PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms for Random
// Number Generation, 2014 (XSH RR). Steele, Lea, Flood: Fast Splittable Pseudorandom Number
// Generators, 2014. Lemire: Fast Random Integer Generation in an Interval, 2019.
// SPDX-License-Identifier: MIT
#include "base/random.h"

#include "base/assert.h"

static uint64_t splitmix(uint64_t *seed) {
    uint64_t v = *seed += 0x9E3779B97F4A7C15u;
    v = (v ^ (v >> 30)) * 0xBF58476D1CE4E5B9u;
    v = (v ^ (v >> 27)) * 0x94D049BB133111EBu;
    return v ^ (v >> 31);
}

random_state random_make(uint64_t seed) {
    random_state r;
    r.state = splitmix(&seed);
    r.stream = splitmix(&seed) | 1; // an odd step gives the full period of 2^64
    return r;
}

uint32_t random_u32(random_state *r) {
    uint64_t old = r->state;
    r->state = old * 6364136223846793005u + r->stream;
    uint32_t shuffled = (uint32_t)(((old >> 18) ^ old) >> 27);
    uint32_t turn = (uint32_t)(old >> 59);
    return (shuffled >> turn) | (shuffled << (-turn & 31));
}

double random_double(random_state *r) {
    uint64_t high = random_u32(r) >> 5, low = random_u32(r) >> 6; // 27 + 26 bits
    return (double)(high << 26 | low) * 0x1p-53;
}

double random_between(random_state *r, double low, double high) {
    double v = low + (high - low) * random_double(r);
    return v < high ? v : low; // rounding may reach `high`; an empty or endless range answers `low`
}

int random_below(random_state *r, int count) {
    PANTIN_ASSERT(count >= 1);
    if (count <= 1) return 0;
    // Of the 2^32 values each answer owns floor(2^32 / count); the few left over are drawn again.
    uint32_t range = (uint32_t)count, left_over = -range % range;
    uint64_t product;
    do product = (uint64_t)random_u32(r) * range;
    while ((uint32_t)product < left_over);
    return (int)(product >> 32);
}
