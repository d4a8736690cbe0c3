// number.h — what reading and writing of numbers share: powers of ten in 128 bits, small big integers.
// SPDX-License-Identifier: MIT
#ifndef BASE_NUMBER_H
#define BASE_NUMBER_H

#include "base/text.h"

/// 10^k = (high:low + r) 2^exponent with 0 <= r < 1; the top bit of `high` is set, r = 0 if exact.
typedef struct number_power {
    uint64_t high, low;
    int exponent;
    bool exact;
} number_power;

enum { NUMBER_POWER_MIN = -351, NUMBER_POWER_MAX = 350 };

number_power number_power_of_ten(int k);

/// The 128 bits of a b: answers the low half.
static inline uint64_t number_product(uint64_t a, uint64_t b, uint64_t *high) {
    // In 32-bit pieces: a 128-bit type would call a compiler's library in the browser.
    uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    uint64_t low = a0 * b0, cross = a1 * b0 + (low >> 32), other = a0 * b1 + (uint32_t)cross;
    *high = a1 * b1 + (cross >> 32) + (other >> 32);
    return (other << 32) | (uint32_t)low;
}

/// The value whose IEEE 754 bits these are, and back.
double number_from_bits(uint64_t bits);
uint64_t number_bits(double value);

enum { NUMBER_FIXED_MOST = 40, NUMBER_FIXED_SIZE = 384 };

/// `value` with `places` digits behind the point (at most NUMBER_FIXED_MOST), exactly rounded, a tie
/// to even. `buffer` holds NUMBER_FIXED_SIZE. Answers the length. Not finite: "nan", "inf", "-inf".
size_t number_fixed(char *buffer, double value, int places);

// --- a small big integer -------------------------------------------------------------------------

/// Room for 10^780 2^1100 or 2^53 10^1150: what the longest useful decimal text can ask for.
enum { NUMBER_LIMBS = 144 };

typedef struct number_big {
    uint32_t limbs[NUMBER_LIMBS]; // least first; those at `count` and beyond are not set
    int count;                    // no leading zero limb; 0 is zero
} number_big;

void number_big_set(number_big *a, uint64_t value);
void number_big_multiply(number_big *a, uint32_t by, uint32_t add);   // a = a by + add
void number_big_power_of_ten(number_big *a, int power);               // a = a 10^power
void number_big_shift(number_big *a, int bits);                       // a = a 2^bits
uint32_t number_big_divide(number_big *a, uint32_t by);               // a = a / by, answers the rest
int number_big_compare(const number_big *a, const number_big *b);     // < 0, 0, > 0
void number_big_subtract(number_big *a, const number_big *b);         // a = a - b, a >= b
int number_big_bits(const number_big *a);                             // 0 for zero
/// a = floor(a / 2^bits); answers how the rest compares with one half: < 0, 0, > 0.
int number_big_cut(number_big *a, int bits);

#endif
