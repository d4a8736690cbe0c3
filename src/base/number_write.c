// number_write.c — the shortest decimal that reads back as the same double, and exact fixed places.
//
// Shortest (Giulietti: The Schubfach way to render doubles, 2020). The doubles next to v = c 2^q bound
// an interval of decimals that read back as v. With k = floor(log10 of its width) at most one multiple
// of 10^(k+1) and at least one of 10^k lies in it; the first wins if there is one, else the multiple of
// 10^k nearest to v. Products with 10^-k are taken from 128 bits, rounded to odd, which keeps every
// comparison exact.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/number.h"

double number_from_bits(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

uint64_t number_bits(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

typedef struct decimal {
    uint64_t digits; // value = digits 10^exponent
    int exponent;
} decimal;

// floor(power c / 2^128), its last bit set if anything was cut off.
static uint64_t scaled_to_odd(number_power power, uint64_t c) {
    uint64_t low_high, high;
    number_product(power.low, c, &low_high);
    uint64_t middle = number_product(power.high, c, &high) + low_high;
    if (middle < low_high) high++;
    return high | (middle > 1);
}

static decimal shortest(uint64_t bits) {
    uint64_t fraction = bits & 0xfffffffffffffull;
    int raised = (int)(bits >> 52 & 0x7ff);
    uint64_t c = raised ? fraction | 1ull << 52 : fraction;
    int q = (raised ? raised : 1) - 1075;
    bool closer_below = fraction == 0 && raised > 1; // the double below is half as far away
    bool even = (c & 1) == 0;                        // then the bounds themselves read back as v
    // floor(log10 2^q), or of 3/4 2^q
    int k = (int)(((int64_t)q * 1262611 - (closer_below ? 524031 : 0)) >> 22);
    number_power power = number_power_of_ten(-k);
    if (!power.exact && ++power.low == 0) power.high++; // the method wants it rounded up
    int h = q + power.exponent + 128;
    uint64_t lower = scaled_to_odd(power, (4 * c - 2 + closer_below) << h) + !even;
    uint64_t middle = scaled_to_odd(power, 4 * c << h);
    uint64_t upper = scaled_to_odd(power, (4 * c + 2) << h) - !even;
    uint64_t s = middle / 4;
    if (s >= 10) {
        uint64_t tens = s / 10;
        bool below = lower <= 40 * tens, above = 40 * tens + 40 <= upper;
        if (below != above) return (decimal){ tens + above, k + 1 };
    }
    bool below = lower <= 4 * s, above = 4 * s + 4 <= upper;
    if (below != above) return (decimal){ s + above, k };
    uint64_t tie = 4 * s + 2;
    bool up = middle > tie || (middle == tie && (s & 1));
    return (decimal){ s + up, k };
}

// Digits of `value`, most significant first; answers how many.
static int put_digits(char *to, uint64_t value) {
    char turned[20] = { 0 };
    int count = 0;
    for (; value > 0; value /= 10) turned[count++] = (char)('0' + value % 10);
    for (int i = 0; i < count; i++) to[i] = turned[count - 1 - i];
    return count;
}

// The digits with a point behind the first `point` of them (ECMAScript's rule for which notation).
static char *put_decimal(char *to, const char *digits, int count, int point) {
    if (point > 0 && point <= 21) {
        int whole = count < point ? count : point;
        memcpy(to, digits, (size_t)whole);
        memset(to + whole, '0', (size_t)(point - whole));
        to += point;
        if (count <= point) return to;
        *to++ = '.';
        memcpy(to, digits + point, (size_t)(count - point));
        return to + count - point;
    }
    if (point > -6 && point <= 0) {
        memcpy(to, "0.000000", (size_t)(2 - point));
        memcpy(to + 2 - point, digits, (size_t)count);
        return to + 2 - point + count;
    }
    *to++ = digits[0];
    if (count > 1) {
        *to++ = '.';
        memcpy(to, digits + 1, (size_t)count - 1);
        to += count - 1;
    }
    *to++ = 'e';
    int power = point - 1;
    if (power < 0) {
        *to++ = '-';
        power = -power;
    }
    return to + put_digits(to, (uint64_t)power);
}

size_t text_from_double(char *buffer, double value) {
    if (value - value != 0) {
        memcpy(buffer, "null", 5);
        return 4;
    }
    char *to = buffer;
    uint64_t bits = number_bits(value);
    if (bits >> 63) *to++ = '-';
    bits &= INT64_MAX;
    if (bits == 0) {
        *to++ = '0';
    } else {
        double size = number_from_bits(bits);
        decimal d = { 0, 0 };
        if (size < 9007199254740992.0) d.digits = (uint64_t)size; // whole numbers are themselves
        if ((double)d.digits != size) d = shortest(bits);
        char digits[24] = { 0 };
        int count = put_digits(digits, d.digits), point = count + d.exponent;
        while (count > 1 && digits[count - 1] == '0') count--;
        to = put_decimal(to, digits, count, point);
    }
    *to = 0;
    return (size_t)(to - buffer);
}

size_t number_fixed(char *buffer, double value, int places) {
    if (value - value != 0) {
        const char *name = value != value ? "nan" : value > 0 ? "inf" : "-inf";
        memcpy(buffer, name, strlen(name) + 1);
        return strlen(name);
    }
    if (places < 0) places = 0;
    if (places > NUMBER_FIXED_MOST) places = NUMBER_FIXED_MOST;
    // value 10^places as a whole number, then its digits from the last to the first.
    uint64_t bits = number_bits(value), fraction = bits & 0xfffffffffffffull;
    int raised = (int)(bits >> 52 & 0x7ff), q = (raised ? raised : 1) - 1075;
    number_big a;
    number_big_set(&a, raised ? fraction | 1ull << 52 : fraction);
    number_big_power_of_ten(&a, places);
    if (q >= 0) {
        number_big_shift(&a, q);
    } else {
        int half = number_big_cut(&a, -q);
        bool odd = a.count > 0 && (a.limbs[0] & 1);
        if (half > 0 || (half == 0 && odd)) number_big_multiply(&a, 1, 1);
    }
    char turned[NUMBER_FIXED_SIZE];
    int count = 0;
    while (a.count > 0) {
        uint32_t nine = number_big_divide(&a, 1000000000);
        for (int i = 0; i < 9; i++, nine /= 10) turned[count++] = (char)('0' + nine % 10);
    }
    while (count > places + 1 && turned[count - 1] == '0') count--;
    while (count < places + 1) turned[count++] = '0';
    char *to = buffer;
    if (bits >> 63) *to++ = '-';
    while (count > 0) {
        if (count == places) *to++ = '.';
        *to++ = turned[--count];
    }
    *to = 0;
    return (size_t)(to - buffer);
}
