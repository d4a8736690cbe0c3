// number_big.c — just enough arithmetic on long integers to settle every doubtful digit.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/number.h"

void number_big_set(number_big *a, uint64_t value) {
    a->limbs[0] = (uint32_t)value;
    a->limbs[1] = (uint32_t)(value >> 32);
    a->count = value >> 32 ? 2 : value ? 1 : 0;
}

void number_big_multiply(number_big *a, uint32_t by, uint32_t add) {
    uint64_t carry = add;
    for (int i = 0; i < a->count; i++) {
        carry += (uint64_t)a->limbs[i] * by;
        a->limbs[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry && a->count < NUMBER_LIMBS) a->limbs[a->count++] = (uint32_t)carry;
}

void number_big_power_of_ten(number_big *a, int power) {
    static const uint32_t small[] = { 1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000 };
    for (; power >= 9; power -= 9) number_big_multiply(a, 1000000000, 0);
    number_big_multiply(a, small[power], 0);
}

void number_big_shift(number_big *a, int bits) {
    int limbs = bits / 32, rest = bits % 32;
    if (a->count == 0) return;
    if (rest) number_big_multiply(a, 1u << rest, 0);
    if (limbs + a->count > NUMBER_LIMBS) limbs = NUMBER_LIMBS - a->count;
    memmove(a->limbs + limbs, a->limbs, (size_t)a->count * sizeof a->limbs[0]);
    memset(a->limbs, 0, (size_t)limbs * sizeof a->limbs[0]);
    a->count += limbs;
}

static void trim(number_big *a) {
    while (a->count > 0 && a->limbs[a->count - 1] == 0) a->count--;
}

uint32_t number_big_divide(number_big *a, uint32_t by) {
    uint64_t rest = 0;
    for (int i = a->count - 1; i >= 0; i--) {
        rest = rest << 32 | a->limbs[i];
        a->limbs[i] = (uint32_t)(rest / by);
        rest %= by;
    }
    trim(a);
    return (uint32_t)rest;
}

int number_big_compare(const number_big *a, const number_big *b) {
    if (a->count != b->count) return a->count < b->count ? -1 : 1;
    for (int i = a->count - 1; i >= 0; i--)
        if (a->limbs[i] != b->limbs[i]) return a->limbs[i] < b->limbs[i] ? -1 : 1;
    return 0;
}

void number_big_subtract(number_big *a, const number_big *b) {
    int64_t borrow = 0;
    for (int i = 0; i < a->count; i++) {
        borrow += (int64_t)a->limbs[i] - (i < b->count ? b->limbs[i] : 0);
        a->limbs[i] = (uint32_t)borrow;
        borrow >>= 32;
    }
    trim(a);
}

int number_big_bits(const number_big *a) {
    if (a->count == 0) return 0;
    int bits = 32 * (a->count - 1);
    for (uint32_t top = a->limbs[a->count - 1]; top; top >>= 1) bits++;
    return bits;
}

int number_big_cut(number_big *a, int bits) {
    if (bits == 0) return -1;
    int all = number_big_bits(a);
    if (bits > all) {
        a->count = 0;
        return -1;
    }
    int half_limb = (bits - 1) / 32;
    uint32_t half = 1u << (bits - 1) % 32;
    bool reached = a->limbs[half_limb] & half, more = (a->limbs[half_limb] & (half - 1)) != 0;
    for (int i = 0; i < half_limb && !more; i++) more = a->limbs[i] != 0;
    int limbs = bits / 32, rest = bits % 32;
    for (int i = 0; i + limbs < a->count; i++) {
        uint64_t pair = a->limbs[i + limbs];
        if (i + limbs + 1 < a->count) pair |= (uint64_t)a->limbs[i + limbs + 1] << 32;
        a->limbs[i] = (uint32_t)(pair >> rest);
    }
    a->count -= limbs;
    trim(a);
    return !reached ? -1 : more ? 1 : 0;
}
