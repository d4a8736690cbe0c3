// trig.c — sine, cosine, arctangent, exponential and kin, from + - * / and sqrt alone.
//
// Each function: (1) reduce the argument to a short interval, keeping what rounding loses as a
// second, small number; (2) there a minimax polynomial, in a form whose leading term is exact, as
// x + x^3 P(x^2) or 1 - x^2/2 + x^4 Q(x^2), so that its own rounding is a small part of an ulp;
// (3) undo the reduction. Every step is a correctly rounded operation in a fixed order.
//   angles   r = x - n pi/2. |n| < 2^20: pi/2 in pieces of 33 bits, whose products with n are exact
//            (Cody, Waite: Software Manual for the Elementary Functions, 1980). Beyond: the bits of
//            2/pi that matter times the mantissa, in integers (Payne, Hanek: Radian Reduction for
//            Trigonometric Functions, 1983).
//   atan2    the smaller over the larger; above tan(pi/8) pi/4 - atan((1 - t)/(1 + t)). What the
//            division leaves is divided too: without that the error was 2.3 ulp near pi/8.
//   acos     by arcsine; above 1/2: acos c = 2 asin sqrt((1 - c)/2), where 1 - c is exact.
//   exp      x = k ln 2 + r.    log  x = 2^k m, s = (m - 1)/(m + 1), log m = 2 (s + s^3/3 + ...).
//   pow      exp(p log x) with the logarithm to 64 bits and more, as a sum of two doubles; its
//            products and sums keep their errors (Dekker: A Floating-Point Technique for Extending
//            the Available Precision, 1971; Knuth: TAOCP 2, section 4.2.2).
// Muller: Elementary Functions: Algorithms and Implementation, 2016, has all of it. Coefficients
// and constants are printed by tools/fit_trig: Remez exchange in 60 digits, no fit worse than
// 2^-58. Largest error seen on a million arguments each, against 113 bits, in ulp: sin cos 0.78,
// atan2 0.67, acos 1.13, exp 0.85, log 0.81, pow 0.87.
// SPDX-License-Identifier: MIT
#include "base/trig.h"

#include <math.h> // sqrt only
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// --- bits and pairs -----------------------------------------------------------------------------

#define EXPONENT_BIAS 1023
#define MANTISSA_BITS 52
#define MANTISSA_MASK ((UINT64_C(1) << MANTISSA_BITS) - 1)

/// high + low, |low| at most half an ulp of high.
typedef struct pair {
    double high, low;
} pair;

static uint64_t bits_of(double v) {
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    return bits;
}

static double from_bits(uint64_t bits) {
    double v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

static double magnitude(double v) { return from_bits(bits_of(v) & ~(UINT64_C(1) << 63)); }

static double with_sign_of(double v, double sign) {
    uint64_t mask = UINT64_C(1) << 63;
    return from_bits((bits_of(v) & ~mask) | (bits_of(sign) & mask));
}

/// One NaN, for those that arithmetic makes differ in sign and payload between machines.
static double not_a_number(void) { return from_bits(UINT64_C(0x7FF8000000000000)); }
static double infinity(void) { return from_bits(UINT64_C(0x7FF0000000000000)); }
static bool is_nan(double v) { return v != v; }

/// 2^k, -1022 <= k <= 1023.
static double power_of_two(int k) {
    return from_bits((uint64_t)(k + EXPONENT_BIAS) << MANTISSA_BITS);
}

/// a + b exactly.
static pair add_exactly(double a, double b) {
    double sum = a + b, b_seen = sum - a;
    return (pair){ sum, (a - (sum - b_seen)) + (b - b_seen) };
}

/// a + b exactly, where |a| >= |b|.
static pair add_smaller(double a, double b) {
    double sum = a + b;
    return (pair){ sum, b - (sum - a) };
}

/// a * b exactly (no overflow below 2^996; each factor is split into halves of 26 bits).
static pair multiply_exactly(double a, double b) {
    double a_wide = a * 0x1.000002p27, b_wide = b * 0x1.000002p27; // 2^27 + 1
    double a_high = a_wide - (a_wide - a), b_high = b_wide - (b_wide - b);
    double a_low = a - a_high, b_low = b - b_high, product = a * b;
    double error = ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low;
    return (pair){ product, error };
}

static double polynomial(double x, const double *coefficients, int count) {
    double v = coefficients[count - 1];
    for (int k = count - 2; k >= 0; k--) v = v * x + coefficients[k];
    return v;
}

#define POLYNOMIAL(x, coefficients)                                                                \
    polynomial((x), (coefficients), (int)(sizeof(coefficients) / sizeof *(coefficients)))

// --- angles: reduction --------------------------------------------------------------------------

#define TWO_OVER_PI 0x1.45f306dc9c883p-1
#define HALF_PI 0x1.921fb54442d18p+0
#define HALF_PI_LOW 0x1.1a62633145c07p-54
#define QUARTER_PI 0x1.921fb54442d18p-1
#define QUARTER_PI_LOW 0x1.1a62633145c07p-55

/// An angle as quadrant * pi/2 + rest, |rest| <= pi/4 and a little.
typedef struct reduced {
    int quadrant; // 0..3
    pair rest;
} reduced;

// pi/2 in pieces of 33 bits: times a whole number below 2^20 each product is exact.
static const double half_pi_pieces[4] = { 0x1.921fb54400000p+0, 0x1.0b4611a600000p-34,
                                          0x1.3198a2e000000p-69, 0x1.b839a252049c1p-104 };

static reduced reduce_near(double angle) {
    double turns = angle * TWO_OVER_PI;
    int n = (int)(turns < 0.0 ? turns - 0.5 : turns + 0.5);
    pair a = { angle - n * half_pi_pieces[0],
               0.0 }; // exact: what remains has no more bits than angle
    pair b = add_exactly(a.high, -n * half_pi_pieces[1]);
    pair c = add_exactly(b.high, -n * half_pi_pieces[2]);
    double low = (b.low + c.low) - n * half_pi_pieces[3];
    return (reduced){ n & 3, add_exactly(c.high, low) };
}

// 2/pi, 32 bits a word, behind two words of zeros, for windows that begin before the point.
static const uint32_t two_over_pi[39] = {
    0x00000000, 0x00000000, 0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041,
    0xfe5163ab, 0xdebbc561, 0xb7246e3a, 0x424dd2e0, 0x06492eea, 0x09d1921c, 0xfe1deb1c, 0xb129a73e,
    0xe88235f5, 0x2ebb4484, 0xe99c7026, 0xb45f7e41, 0x3991d639, 0x835339f4, 0x9c845f8b, 0xbdf9283b,
    0x1ff897ff, 0xde05980f, 0xef2f118b, 0x5a0a6d1f, 0x6d367ecf, 0x27cb09b7, 0x4f463f66, 0x9e5fea2d,
    0x7527bac7, 0xebe5f17b, 0x3d0739f7, 0x8a5292ea, 0x6bfb5fb1, 0x1f8d5d08, 0x56033046,
};

enum { LIMBS = 6 }; // 192 bits: 2 of quadrant, 61 that may cancel, and 129 that count

/// magnitude * 2/pi modulo 4, as a fraction of 4 in six words, the most significant first.
static void fraction_of_turn(double size, uint32_t fraction[LIMBS]) {
    uint64_t bits = bits_of(size);
    uint64_t mantissa = (bits & MANTISSA_MASK) | (UINT64_C(1) << MANTISSA_BITS);
    int exponent = (int)(bits >> MANTISSA_BITS) - EXPONENT_BIAS - MANTISSA_BITS;
    // size = mantissa 2^exponent. Bits of 2/pi above 2^(1 - exponent) give multiples of 4.
    int start = exponent - 2 + 64, word = start / 32, shift = start % 32;
    uint32_t factor[2] = { (uint32_t)mantissa, (uint32_t)(mantissa >> 32) };
    uint64_t carry[2] = { 0, 0 };
    uint32_t before = 0; // the window's previous limb
    for (int k = LIMBS - 1; k >= 0; k--) {
        uint64_t both = (uint64_t)two_over_pi[word + k] << 32 | two_over_pi[word + k + 1];
        uint32_t limb = (uint32_t)(both >> (32 - shift));
        // Column k of the long product: limb by the low factor, the limb before by the high.
        uint64_t low = (uint64_t)limb * factor[0] + carry[0];
        uint64_t high = (uint64_t)before * factor[1] + carry[1] + (uint32_t)low;
        fraction[k] = (uint32_t)high;
        carry[0] = low >> 32;
        carry[1] = high >> 32;
        before = limb;
    }
}

static reduced reduce_far(double angle) {
    uint32_t f[LIMBS];
    fraction_of_turn(magnitude(angle), f);
    int quadrant = (int)(f[0] >> 30);
    for (int k = 0; k < LIMBS; k++) f[k] = f[k] << 2 | (k + 1 < LIMBS ? f[k + 1] >> 30 : 0);
    bool back = f[0] >> 31; // nearer to the next quadrant: one up, and the rest is negative
    if (back) {
        quadrant++;
        for (int k = 0; k < LIMBS; k++) f[k] = ~f[k]; // minus 2^-190, far below what counts
    }
    pair sum = { 0.0, 0.0 };
    double unit = 0x1p-32;
    for (int k = 0; k < LIMBS; k++, unit *= 0x1p-32) {
        pair next = add_exactly(sum.high, f[k] * unit);
        sum = (pair){ next.high, sum.low + next.low };
    }
    pair rest = multiply_exactly(sum.high, HALF_PI);
    rest.low += sum.high * HALF_PI_LOW + sum.low * HALF_PI;
    rest = add_smaller(rest.high, rest.low);
    if (back != (angle < 0.0)) rest = (pair){ -rest.high, -rest.low };
    return (reduced){ (angle < 0.0 ? -quadrant : quadrant) & 3, rest };
}

// --- angles: sine and cosine --------------------------------------------------------------------

static const double sine_fit[] = {
    -0x1.5555555555549p-3, 0x1.111111110f881p-7,   -0x1.a01a019c126c8p-13,
    0x1.71de357875655p-19, -0x1.ae5e66d5860cap-26, 0x1.5d932f6e71b39p-33,
};
static const double cosine_fit[] = {
    0x1.555555555554cp-5,   -0x1.6c16c16c15184p-10, 0x1.a01a019cb26f3p-16,
    -0x1.27e4f80a765dbp-22, 0x1.1ee9ec47a128ap-29,  -0x1.8faecf1ef5a90p-37,
};

static double sine_of_rest(pair r) {
    double z = r.high * r.high;
    double sine = r.high + (r.high * z * POLYNOMIAL(z, sine_fit) + r.low * (1.0 - 0.5 * z));
    return with_sign_of(sine, r.high); // for -0, which the sum would lose
}

static double cosine_of_rest(pair r) {
    double z = r.high * r.high, half = 0.5 * z, most = 1.0 - half;
    return most + (((1.0 - most) - half) + (z * z * POLYNOMIAL(z, cosine_fit) - r.high * r.low));
}

static reduced reduce(double angle) {
    double size = magnitude(angle);
    if (size <= QUARTER_PI) return (reduced){ 0, { angle, 0.0 } };
    return size < 0x1p20 ? reduce_near(angle) : reduce_far(angle);
}

void trig_sincos(double angle, double *sine, double *cosine) {
    if (!(magnitude(angle) < infinity())) {
        *sine = *cosine = not_a_number();
        return;
    }
    reduced r = reduce(angle);
    double s = sine_of_rest(r.rest), c = cosine_of_rest(r.rest);
    *sine = r.quadrant == 0 ? s : r.quadrant == 1 ? c : r.quadrant == 2 ? -s : -c;
    *cosine = r.quadrant == 0 ? c : r.quadrant == 1 ? -s : r.quadrant == 2 ? -c : s;
}

double trig_sin(double angle) {
    double sine, cosine;
    trig_sincos(angle, &sine, &cosine);
    return sine;
}

double trig_cos(double angle) {
    double sine, cosine;
    trig_sincos(angle, &sine, &cosine);
    return cosine;
}

// --- angles: inverse ----------------------------------------------------------------------------

#define TAN_EIGHTH_PI 0x1.a827999fcef32p-2 // sqrt(2) - 1

static const double arctangent_fit[] = {
    -0x1.5555555555554p-2, 0x1.999999999965bp-3, -0x1.2492492475db1p-3, 0x1.c71c71b77b9ddp-4,
    -0x1.745d14c0380b3p-4, 0x1.3b136eb854ee7p-4, -0x1.110c7a67d7965p-4, 0x1.e1728e59ebe9dp-5,
    -0x1.ab80f097b5a9dp-5, 0x1.70fac50f13e78p-5, -0x1.1256274456813p-5, 0x1.f260b4faf0c97p-7,
};
static const double arcsine_fit[] = {
    0x1.5555555555578p-3, 0x1.333333332df7fp-4, 0x1.6db6db72260dap-5, 0x1.f1c71a8dc130fp-6,
    0x1.6e8bdfa6c1615p-6, 0x1.1c49e2b485f18p-6, 0x1.ca20cec522c35p-7, 0x1.757b73f3a1831p-7,
    0x1.61741681a8769p-7, 0x1.e2bc8100e0a7cp-9, 0x1.64934ce182d69p-6, -0x1.59555e5af2633p-6,
    0x1.0bb0a69428172p-5,
};

/// |t| <= 1/2.
static double arcsine_of_small(double t) {
    double z = t * t;
    return t + t * z * POLYNOMIAL(z, arcsine_fit);
}

/// atan((top + top_low) / (bottom + bottom_low)), the quotient at most tan(pi/8) in magnitude.
static pair arctangent_of_quotient(pair top, pair bottom) {
    double t = top.high / bottom.high, z = t * t;
    pair product = multiply_exactly(t, bottom.high);
    double left = ((top.high - product.high) - product.low) + (top.low - t * bottom.low);
    return (pair){ t, t * z * POLYNOMIAL(z, arctangent_fit) + left / (bottom.high * (1.0 + z)) };
}

/// v - a, where v's parts are those of a constant at least as large as a.
static pair subtract_from(double v, double v_low, pair a) {
    pair b = add_smaller(v, -a.high);
    return (pair){ b.high, b.low + (v_low - a.low) };
}

/// The angle of (large, small), 0 <= small <= large, large > 0 and finite: 0..pi/4.
static pair angle_of_ratio(double small, double large) {
    if (small / large < 0x1p-30)
        return (pair){ small / large, 0.0 }; // t^3/3 is beyond the last bit
    // Far from the ends of the range no sum overflows and no product's error is lost.
    double factor = large > 0x1p900 ? 0x1p-200 : large < 0x1p-800 ? 0x1p200 : 1.0;
    small *= factor, large *= factor;
    if (small <= TAN_EIGHTH_PI * large)
        return arctangent_of_quotient((pair){ small, 0.0 }, (pair){ large, 0.0 });
    pair below = arctangent_of_quotient(add_smaller(large, -small), add_smaller(large, small));
    return subtract_from(QUARTER_PI, QUARTER_PI_LOW, below);
}

double trig_atan2(double y, double x) {
    if (is_nan(x) || is_nan(y)) return not_a_number();
    double up = magnitude(y), along = magnitude(x);
    if (up == 0.0 && along == 0.0) return y;
    if (up == infinity() && along == infinity()) up = along = 1.0;
    bool steep = up > along;
    double small = steep ? along : up, large = steep ? up : along;
    pair angle = { 0.0, 0.0 };
    if (large < infinity()) angle = angle_of_ratio(small, large);
    if (steep) angle = subtract_from(HALF_PI, HALF_PI_LOW, angle);
    if (x < 0.0) angle = subtract_from(TRIG_PI, 2.0 * HALF_PI_LOW, angle);
    return with_sign_of(angle.high + angle.low, y);
}

double trig_acos(double cosine) {
    if (is_nan(cosine)) return not_a_number();
    if (cosine >= 1.0) return 0.0;
    if (cosine <= -1.0) return TRIG_PI;
    if (cosine > 0.5) return 2.0 * arcsine_of_small(sqrt(0.5 * (1.0 - cosine)));
    if (cosine < -0.5)
        return TRIG_PI - 2.0 * (arcsine_of_small(sqrt(0.5 * (1.0 + cosine))) - HALF_PI_LOW);
    double z = cosine * cosine, tail = cosine * z * POLYNOMIAL(z, arcsine_fit);
    return HALF_PI - (cosine - (HALF_PI_LOW - tail));
}

// --- exponential and logarithm ------------------------------------------------------------------

#define LOG2_OF_E 0x1.71547652b82fep+0
// ln 2 with few enough bits that k times it is exact for |k| <= 1075, and the rest.
#define LN2_HIGH 0x1.62e42fefa3800p-1
#define LN2_LOW 0x1.ef35793c76730p-45
#define SQRT_TWO 0x1.6a09e667f3bcdp+0
#define THIRD 0x1.5555555555555p-2
#define THIRD_LOW 0x1.5555555555555p-56

static const double exponential_fit[] = {
    0x1.0000000000000p-1,  0x1.555555555555cp-3,  0x1.555555555555ep-5,  0x1.111111110ebbap-7,
    0x1.6c16c16c1357dp-10, 0x1.a01a01b3b8235p-13, 0x1.a01a01b456eefp-16, 0x1.71ddef9b698c1p-19,
    0x1.27e4bf30daea9p-22, 0x1.af6cbf5b924e5p-26, 0x1.1f9deb8ebd8f7p-29,
};
static const double logarithm_fit[] = {
    0x1.5555555555592p-1, 0x1.999999997fdb8p-2, 0x1.24924941f119cp-2, 0x1.c71c520964f7ap-3,
    0x1.74663ee6f6c97p-3, 0x1.39a1bada90f65p-3, 0x1.2f056235b1ecap-3,
};
static const double power_fit[] = {
    0x1.9999999999b30p-3, 0x1.2492492457db9p-3, 0x1.c71c722d5dbdcp-4, 0x1.745ce9e670fe7p-4,
    0x1.3b1eeb786f905p-4, 0x1.0f7ff741497b4p-4, 0x1.0e422b303732ep-4,
};

/// v 2^k for v in 0.7..1.5, -1076 <= k <= 1024, rounded once even where the answer is subnormal.
static double scale(double v, int k) {
    if (k > 1023) return v * power_of_two(k - 1) * 2.0;
    if (k >= -1021) return v * power_of_two(k);
    return v * power_of_two(k + 128) * 0x1p-128;
}

/// exp(high + low), |low| far below |high|; neither NaN.
static double exponential_of_pair(double high, double low) {
    if (high > 709.8) return infinity(); // ln(DBL_MAX) = 709.7827
    if (high < -745.2) return 0.0;       // ln of half the least subnormal = -745.1332
    double whole = high * LOG2_OF_E;
    int k = (int)(whole < 0.0 ? whole - 0.5 : whole + 0.5);
    double rest = high - k * LN2_HIGH; // exact
    double tail = low - k * LN2_LOW, r = rest + tail;
    double v = 1.0 + (rest + (tail + r * r * POLYNOMIAL(r, exponential_fit)));
    return scale(v, k);
}

double trig_exp(double x) { return is_nan(x) ? not_a_number() : exponential_of_pair(x, 0.0); }

/// A positive finite x as 2^k m, m in sqrt(1/2)..sqrt(2).
static double split_power(double x, int *k) {
    *k = 0;
    if (x < 0x1p-1022) x *= 0x1p54, *k = -54;
    uint64_t bits = bits_of(x);
    *k += (int)(bits >> MANTISSA_BITS) - EXPONENT_BIAS;
    double m = from_bits((bits & MANTISSA_MASK) | (uint64_t)EXPONENT_BIAS << MANTISSA_BITS);
    if (m > SQRT_TWO) m *= 0.5, *k += 1;
    return m;
}

double trig_log(double x) {
    if (is_nan(x) || x < 0.0) return not_a_number();
    if (x == 0.0) return -infinity();
    if (x == infinity()) return x;
    int k;
    double f = split_power(x, &k) - 1.0;
    // log(1 + f) = f - f^2/2 + s (f^2/2 + R), R = log((1 + s)/(1 - s))/s - 2. f is exact.
    double s = f / (2.0 + f), z = s * s, half = 0.5 * f * f;
    double rest = s * (half + z * POLYNOMIAL(z, logarithm_fit));
    return k * LN2_HIGH - ((half - (rest + k * LN2_LOW)) - f);
}

/// log x to 2^-64 relative, for positive finite x.
static pair logarithm_pair(double x) {
    int k;
    double f = split_power(x, &k) - 1.0;
    pair below = add_smaller(2.0, f);
    double s = f / below.high;
    pair product = multiply_exactly(s, below.high);
    double s_low = (((f - product.high) - product.low) - s * below.low) / below.high;
    pair z = multiply_exactly(s, s);
    z.low += 2.0 * s * s_low;
    // w = z/3 + z^2 T(z), so that log m = 2 s (1 + w).
    pair third = multiply_exactly(z.high, THIRD);
    third.low += z.high * THIRD_LOW + z.low * THIRD;
    pair w = add_smaller(third.high, z.high * z.high * POLYNOMIAL(z.high, power_fit));
    w.low += third.low;
    pair more = multiply_exactly(2.0 * s, w.high);
    pair log_m = add_smaller(2.0 * s, more.high);
    log_m.low += more.low + 2.0 * (s * w.low + s_low * (1.0 + w.high));
    pair sum = add_exactly(k * LN2_HIGH, log_m.high);
    return add_smaller(sum.high, sum.low + (log_m.low + k * LN2_LOW));
}

double trig_pow(double x, double power) {
    if (x == 1.0 || power == 0.0) return 1.0;
    if (is_nan(power) || is_nan(x) || x < 0.0) return not_a_number();
    if (x == 0.0 || x == infinity()) return (x == 0.0) == (power > 0.0) ? 0.0 : infinity();
    pair log_x = logarithm_pair(x);
    double rough = log_x.high * power;
    if (rough > 710.0) return infinity();
    if (rough < -746.0) return 0.0;
    pair exponent = multiply_exactly(log_x.high, power);
    return exponential_of_pair(exponent.high, exponent.low + log_x.low * power);
}

// --- whole numbers and turns --------------------------------------------------------------------

double trig_floor(double v) {
    if (!(magnitude(v) < 0x1p52)) return v;
    double whole = (double)(int64_t)v;
    if (whole > v) whole -= 1.0;
    return whole == 0.0 ? with_sign_of(whole, v) : whole;
}

double trig_round(double v) {
    if (!(magnitude(v) < 0x1p52)) return v;
    double whole = (double)(int64_t)v; // toward zero; v - whole is exact
    if (v - whole >= 0.5)
        whole += 1.0;
    else if (whole - v >= 0.5)
        whole -= 1.0;
    return with_sign_of(whole, v);
}

double trig_unwrap(double angle, double near) {
    double turns = trig_round((near - angle) / (2.0 * TRIG_PI));
    if (!(magnitude(turns) < 0x1p52)) return angle; // no turn is known that well, or not a number
    return angle + turns * (2.0 * TRIG_PI);
}
