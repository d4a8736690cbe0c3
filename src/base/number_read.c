// number_read.c — decimal text to the nearest double, ties to even, always.
//
// Three paths, each exact. (1) At most 2^53 times or over 10^0..22: both are doubles, one rounding
// (Clinger 1990). (2) The first 19 digits w times 10^q in 128 bits give a lower and an upper bound; if
// both round to the same double, that is it (after Lemire: Number parsing at a gigabyte per second,
// 2021). (3) The rest (one random number in 10,000 of 17 digits, one in 600 of more) by long division of
// big integers, a bit at a time. No double or midpoint of two needs more than 768 digits, so a longer text is cut
// there and a 1 appended if anything but zeros was lost: time is linear in the text.
// SPDX-License-Identifier: MIT
#include "base/number.h"

enum { DIGITS_KEPT = 770 };

typedef struct scanned {
    bool negative, cut;      // cut: `first` lacks digits that are not zero
    uint64_t first;          // up to 19 significant digits
    int64_t exponent;        // value ~ first 10^exponent
    const char *digits;      // the first significant digit
    const char *end;         // of the digits, before an exponent
    int64_t last_place;      // power of ten of the digit before `end`
} scanned;

static bool is_digit(const char *at, const char *end) { return at < end && *at >= '0' && *at <= '9'; }

// The exponent behind `e`, held within what cannot overflow when a text's length is added.
static const char *scan_exponent(const char *at, const char *end, int64_t *exponent) {
    bool negative = at < end && *at == '-';
    if (at < end && (*at == '-' || *at == '+')) at++;
    if (!is_digit(at, end)) return NULL;
    int64_t value = 0;
    for (; is_digit(at, end); at++)
        if (value < (int64_t)1 << 56) value = value * 10 + (*at - '0');
    *exponent = negative ? -value : value;
    return at;
}

// JSON's grammar of a number; false when the text is anything else.
static bool scan(const char *at, const char *end, scanned *s) {
    *s = (scanned){ 0 };
    s->negative = at < end && *at == '-';
    if (s->negative) at++;
    if (!is_digit(at, end)) return false;
    bool zero = *at == '0', point = false;
    const char *begin = at;
    int taken = 0;
    int64_t behind_point = 0, dropped = 0, power = 0;
    for (; at < end; at++) {
        if (*at == '.' && !point) {
            point = true;
            if (!is_digit(at + 1, end)) return false;
            continue;
        }
        if (!is_digit(at, end)) break;
        if (zero && !point && at > begin) return false; // 01
        behind_point += point;
        if (taken == 0 && *at == '0') continue;
        if (taken == 0) s->digits = at;
        if (taken < 19) {
            s->first = s->first * 10 + (uint64_t)(*at - '0');
            taken++;
        } else {
            dropped++;
            s->cut = s->cut || *at != '0';
        }
    }
    s->end = at;
    if (at < end && (*at == 'e' || *at == 'E')) at = scan_exponent(at + 1, end, &power);
    s->last_place = power - behind_point;
    s->exponent = s->last_place + dropped;
    return at == end;
}

// Rounds w 10^q to the bits of a double (0x7ff << 52 when it is too large). False if 128 bits of 10^q
// do not tell.
static bool round_product(uint64_t w, int q, uint64_t *bits) {
    int zeros = __builtin_clzll(w);
    w <<= zeros;
    number_power power = number_power_of_ten(q);
    uint64_t high, middle, low, part; // w times the power, 192 bits
    low = number_product(w, power.low, &part);
    middle = number_product(w, power.high, &high) + part;
    if (middle < part) high++;
    // Bits cut from `high`: 53 stay, or fewer below 2^-1022. The product's unit is 2^(exponent - zeros).
    int top = high >> 63 ? 63 : 62, cut = top - 52;
    int unit = power.exponent - zeros + 128; // of the bits of `high`
    int raised = top + unit + 1023;
    if (raised <= 0) cut = -1074 - unit;
    if (cut > 64) {
        *bits = 0; // below half the least double, and so is the bound above
        return true;
    }
    uint64_t rounded = ((high >> (cut - 1)) + 1) >> 1;
    if (power.exact) {
        uint64_t behind = high << (64 - cut);
        if (behind == 1ull << 63 && middle == 0 && low == 0) rounded &= ~1ull; // a tie, to even
    } else if (middle == UINT64_MAX && low + w < low) {
        // The true product lies below high:middle:low + w, and that carries into `high`.
        if (rounded != (((high + 1) >> (cut - 1)) + 1) >> 1) return false;
    }
    // A mantissa that rounds up to 2^53 carries into the exponent by itself.
    *bits = raised <= 0 ? rounded : ((uint64_t)(raised - 1) << 52) + rounded;
    if (raised >= 0x7ff || *bits > 0x7ffull << 52) *bits = 0x7ffull << 52;
    return true;
}

// All digits, exactly: numerator / denominator in 0.5..2, then a bit of the quotient at a time.
static uint64_t round_division(const scanned *s) {
    number_big over, under;
    number_big_set(&over, 0);
    number_big_set(&under, 1);
    int64_t place = s->last_place;
    int taken = 0;
    bool more = false;
    for (const char *at = s->digits; at < s->end; at++) {
        if (*at == '.') continue;
        if (taken < DIGITS_KEPT) {
            number_big_multiply(&over, 10, (uint32_t)(*at - '0'));
            taken++;
        } else {
            more = more || *at != '0';
            place++;
        }
    }
    if (more) {
        number_big_multiply(&over, 10, 1);
        place--;
    }
    if (place >= 0) number_big_power_of_ten(&over, (int)place);
    else number_big_power_of_ten(&under, (int)-place);
    int exponent = number_big_bits(&over) - number_big_bits(&under);
    number_big_shift(exponent > 0 ? &under : &over, exponent > 0 ? exponent : -exponent);
    if (number_big_compare(&over, &under) < 0) {
        number_big_shift(&over, 1);
        exponent--;
    }
    // Now 1 <= over / under < 2, and the value is that times 2^exponent.
    int wanted = exponent >= -1022 ? 53 : 1075 + exponent; // bits to keep
    if (wanted < 0) return 0;
    uint64_t mantissa = 0;
    for (int i = 0; i < wanted; i++) {
        bool one = number_big_compare(&over, &under) >= 0;
        if (one) number_big_subtract(&over, &under);
        mantissa = mantissa << 1 | one;
        number_big_shift(&over, 1);
    }
    int half = number_big_compare(&over, &under); // over is twice the rest by now
    if (half > 0 || (half == 0 && (mantissa & 1))) mantissa++;
    uint64_t bits = wanted < 53 ? mantissa : ((uint64_t)(exponent + 1022) << 52) + mantissa;
    return exponent > 1023 || bits > 0x7ffull << 52 ? 0x7ffull << 52 : bits;
}

static uint64_t magnitude(const scanned *s) {
    static const double tens[] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                   1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };
    if (s->first == 0) return 0;
    if (s->exponent > 310) return 0x7ffull << 52;
    if (s->exponent < -345) return 0; // 10^19 10^-346 is less than half of 2^-1074
    int q = (int)s->exponent;
    if (!s->cut && s->first <= 1ull << 53 && q >= -22 && q <= 22) {
        double w = (double)s->first;
        return number_bits(q < 0 ? w / tens[-q] : w * tens[q]);
    }
    uint64_t bits, above;
    if (round_product(s->first, q, &bits)) {
        if (!s->cut) return bits;
        if (round_product(s->first + 1, q, &above) && above == bits) return bits;
    }
    return round_division(s);
}

bool text_to_double(const char *from, size_t size, double *value) {
    scanned s;
    if (size == 0 || !scan(from, from + size, &s)) return false;
    uint64_t bits = magnitude(&s);
    if (bits >= 0x7ffull << 52) return false;
    *value = number_from_bits(bits | (uint64_t)s.negative << 63);
    return true;
}
