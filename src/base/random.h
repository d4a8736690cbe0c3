// random.h — a small seeded generator, passed by hand. Same numbers on every platform.
// SPDX-License-Identifier: MIT
#ifndef BASE_RANDOM_H
#define BASE_RANDOM_H

#include <stdint.h>

typedef struct random_state { uint64_t state, stream; } random_state;

random_state random_make(uint64_t seed);
uint32_t random_u32(random_state *r);
/// 0 <= v < 1, 53 bits.
double random_double(random_state *r);
/// low <= v < high.
double random_between(random_state *r, double low, double high);
/// 0 <= v < count, without bias; count >= 1.
int random_below(random_state *r, int count);

#endif
