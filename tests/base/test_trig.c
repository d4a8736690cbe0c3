// test_trig.c — within 2 ulp of libm on a million arguments each, and exact where it must be.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/random.h"
#include "base/trig.h"

enum { COUNT = 1000000 };
static const double pi = 3.141592653589793;

static double any_double(random_state *r) {
    for (;;) {
        uint64_t bits = (uint64_t)random_u32(r) << 32 | random_u32(r);
        double v;
        memcpy(&v, &bits, sizeof v);
        if (isfinite(v)) return v;
    }
}

static bool same(double a, double b) {
    return (isnan(a) && isnan(b)) || (a == b && !signbit(a) == !signbit(b));
}

/// 2 ulp of `wanted` (glibc's own error, below 1 ulp, included).
static bool close_to(double got, double wanted) {
    if (isnan(wanted) || isinf(wanted) || isinf(got) || wanted == 0.0) return same(got, wanted);
    int exponent;
    frexp(wanted, &exponent);
    if (exponent < -1021) exponent = -1021;
    return fabs(got - wanted) <= ldexp(2.0, exponent - 53);
}

// Without a print, a failure among a million would not tell its argument.
static void check(const char *name, double got, double wanted, double x, double y) {
    if (!close_to(got, wanted)) fail_msg("%s(%a, %a) = %a, not %a", name, x, y, got, wanted);
}

static void check_sincos(double angle) {
    double sine, cosine;
    trig_sincos(angle, &sine, &cosine);
    check("sin", sine, sin(angle), angle, 0);
    check("cos", cosine, cos(angle), angle, 0);
}

static void sine_and_cosine_follow_libm_at_every_size(void **state) {
    (void)state;
    random_state r = random_make(1);
    for (int i = 0; i < COUNT; i++) check_sincos(random_between(&r, -7.0, 7.0));
    for (int i = 0; i < COUNT / 2; i++)
        check_sincos(random_between(&r, -1.1e6, 1.1e6)); // both reductions
    for (int i = 0; i < COUNT / 4; i++) check_sincos(random_between(&r, -1e9, 1e9));
    for (int i = 0; i < COUNT / 4; i++) check_sincos(any_double(&r)); // to 1e308, and subnormal
}

static void sine_keeps_its_digits_where_it_is_nearly_zero(void **state) {
    (void)state;
    random_state r = random_make(2);
    for (int i = 0; i < COUNT / 2; i++) {
        double angle = random_below(&r, 1 << (1 + i % 30)) * (pi / 2);
        check_sincos(angle);
        check_sincos(-nextafter(angle, 0.0));
    }
    // Of all doubles the one nearest to a multiple of pi/2 (Muller, Elementary Functions, 11.3).
    // glibc 2.36 errs there by 8 ulp, so the value is mpmath's, with 2000 bits.
    double nearest = 6381956970095103.0 * 0x1p797;
    assert_true(trig_cos(nearest) == -0x1.14ae72e6ba22fp-61);
    assert_true(trig_sin(nearest) == sin(nearest));
}

static void sine_and_cosine_are_exact_at_their_edges(void **state) {
    (void)state;
    static const double none[] = { NAN, INFINITY, -INFINITY };
    for (int i = 0; i < 3; i++) {
        assert_true(isnan(trig_sin(none[i])));
        assert_true(isnan(trig_cos(none[i])));
    }
    static const double tiny[] = { 0.0, -0.0, 5e-324, -5e-324, 1e-310, DBL_MIN, -1e-300, 1e-9 };
    for (size_t i = 0; i < sizeof tiny / sizeof *tiny; i++) {
        assert_true(same(trig_sin(tiny[i]), tiny[i]));
        assert_true(trig_cos(tiny[i]) == 1.0);
    }
    static const double large[] = { 0x1p20, 0x1.fffffp19, 1e22, DBL_MAX, -DBL_MAX };
    for (size_t i = 0; i < sizeof large / sizeof *large; i++) check_sincos(large[i]);
}

static void sine_is_odd_and_cosine_even_to_the_bit(void **state) {
    (void)state;
    random_state r = random_make(3);
    for (int i = 0; i < 100000; i++) {
        double angle = i % 2 ? random_between(&r, -20.0, 20.0) : any_double(&r);
        assert_true(same(trig_sin(-angle), -trig_sin(angle)));
        assert_true(same(trig_cos(-angle), trig_cos(angle)));
    }
}

static void arctangent_follows_libm_in_all_quadrants(void **state) {
    (void)state;
    random_state r = random_make(4);
    for (int i = 0; i < COUNT; i++) {
        double y = random_between(&r, -1.0, 1.0), x = random_between(&r, -1.0, 1.0);
        check("atan2", trig_atan2(y, x), atan2(y, x), y, x);
    }
    for (int i = 0; i < COUNT / 2; i++) {
        double y = any_double(&r), x = any_double(&r);
        check("atan2", trig_atan2(y, x), atan2(y, x), y, x);
        y = random_between(&r, -1.0, 1.0) * x; // of like size, at every size
        check("atan2", trig_atan2(y, x), atan2(y, x), y, x);
        check("atan2", trig_atan2(x, y), atan2(x, y), x, y);
    }
}

static void arctangent_is_exact_on_axes_and_diagonals(void **state) {
    (void)state;
    static const double sizes[] = {
        5e-324, 1e-310, 1e-200, 0.3, 1.0, 7.0, 1e200, DBL_MAX, INFINITY
    };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        double v = sizes[i];
        assert_true(trig_atan2(v, v) == pi / 4);
        assert_true(trig_atan2(v, -v) == 3 * (pi / 4));
        assert_true(trig_atan2(-v, -v) == -3 * (pi / 4));
        assert_true(trig_atan2(-v, v) == -pi / 4);
        assert_true(trig_atan2(v, 0.0) == pi / 2);
        assert_true(trig_atan2(-v, -0.0) == -pi / 2);
        assert_true(same(trig_atan2(0.0, v), 0.0));
        assert_true(same(trig_atan2(-0.0, v), -0.0));
        assert_true(trig_atan2(0.0, -v) == pi);
        assert_true(trig_atan2(-0.0, -v) == -pi);
    }
    // C gives pi for (0, -0); here a vector without length has angle 0, whatever rounding left.
    assert_true(trig_atan2(0.0, 0.0) == 0.0);
    assert_true(trig_atan2(0.0, -0.0) == 0.0);
    assert_true(trig_atan2(1.0, INFINITY) == 0.0);
    assert_true(trig_atan2(1.0, -INFINITY) == pi);
    assert_true(trig_atan2(-INFINITY, 1e300) == -pi / 2);
    assert_true(isnan(trig_atan2(NAN, 1.0)));
    assert_true(isnan(trig_atan2(1.0, NAN)));
}

static void arccosine_follows_libm_and_clamps(void **state) {
    (void)state;
    random_state r = random_make(5);
    for (int i = 0; i < COUNT; i++) {
        double c = random_between(&r, -1.0, 1.0);
        if (i % 4 == 0) c = (c < 0 ? -1.0 : 1.0) - c * random_between(&r, 0.0, 1e-9);
        check("acos", trig_acos(c), acos(c), c, 0);
    }
    assert_true(trig_acos(1.0) == 0.0 && trig_acos(1.0000001) == 0.0 && trig_acos(INFINITY) == 0.0);
    assert_true(trig_acos(-1.0) == pi && trig_acos(-2.0) == pi && trig_acos(-INFINITY) == pi);
    assert_true(trig_acos(0.0) == pi / 2 && trig_acos(-0.0) == pi / 2);
    assert_true(isnan(trig_acos(NAN)));
}

static void exponential_follows_libm(void **state) {
    (void)state;
    random_state r = random_make(6);
    for (int i = 0; i < COUNT; i++) {
        double x = i % 2 ? random_between(&r, -1.0, 1.0) : random_between(&r, -746.0, 710.0);
        check("exp", trig_exp(x), exp(x), x, 0);
    }
    static const double edges[] = { 0.0,      -0.0,     5e-324,    1e-20,  709.782712893384,
                                    709.7828, -708.39,  -745.1332, -745.2, -745.13321910194122,
                                    1e300,    INFINITY, -INFINITY, -1e300, DBL_MAX };
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++)
        check("exp", trig_exp(edges[i]), exp(edges[i]), edges[i], 0);
    assert_true(trig_exp(0.0) == 1.0);
    assert_true(isnan(trig_exp(NAN)));
}

static void logarithm_follows_libm(void **state) {
    (void)state;
    random_state r = random_make(7);
    for (int i = 0; i < COUNT; i++) {
        double x = i % 2 ? fabs(any_double(&r)) : random_between(&r, 0.5, 2.0);
        check("log", trig_log(x), log(x), x, 0);
    }
    static const double edges[] = {
        5e-324, 1e-310, DBL_MIN, DBL_MAX, 1.0, 2.0, 0x1.fffffffffffffp-1
    };
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++)
        check("log", trig_log(edges[i]), log(edges[i]), edges[i], 0);
    assert_true(same(trig_log(1.0), 0.0));
    assert_true(trig_log(0.0) == -INFINITY && trig_log(-0.0) == -INFINITY);
    assert_true(trig_log(INFINITY) == INFINITY);
    assert_true(isnan(trig_log(-1.0)) && isnan(trig_log(-INFINITY)) && isnan(trig_log(NAN)));
}

static void power_follows_libm(void **state) {
    (void)state;
    random_state r = random_make(8);
    for (int i = 0; i < COUNT; i++) {
        double x = i % 2 ? random_between(&r, 0.0, 10.0) : fabs(any_double(&r));
        double power = random_between(&r, -1.0, 1.0) * (i % 3 ? 3.0 : 300.0);
        check("pow", trig_pow(x, power), pow(x, power), x, power);
        x = random_between(&r, 0.999, 1.001); // where an error of log x is multiplied most
        power *= 3000.0;
        check("pow", trig_pow(x, power), pow(x, power), x, power);
    }
    for (int n = 0; n <= 30; n++) assert_true(trig_pow(2.0, n) == ldexp(1.0, n));
    for (int n = 0; n <= 20; n++) assert_true(trig_pow(10.0, n) == pow(10.0, n));
}

static void power_has_an_answer_at_every_edge(void **state) {
    (void)state;
    static const double v[] = { 0.0,  5e-324,  1e-310,   DBL_MIN,  0.5,     0x1.fffffffffffffp-1,
                                1.0,  1.5,     2.0,      1e300,    DBL_MAX, INFINITY,
                                -0.5, -5e-324, -1e-300,  -1.0,     -2.0,    -1e300,
                                NAN,  -0.0,    -DBL_MAX, -INFINITY };
    enum { VALUES = sizeof v / sizeof *v };
    for (int i = 0; i < VALUES; i++)
        for (int k = 0; k < VALUES; k++) {
            if (v[i] < 0.0) {
                double got = trig_pow(v[i], v[k]); // C has whole powers of these; we have none
                assert_true(v[k] == 0.0 ? got == 1.0 : isnan(got));
            } else if (i < 12 || isnan(v[i])) {
                check("pow", trig_pow(v[i], v[k]), pow(v[i], v[k]), v[i], v[k]);
            }
        }
}

static void floor_and_round_are_exact(void **state) {
    (void)state;
    random_state r = random_make(9);
    static const double edges[] = { 0.0,
                                    -0.0,
                                    0.5,
                                    -0.5,
                                    0x1.fffffffffffffp-2,
                                    -0x1.fffffffffffffp-2,
                                    1.5,
                                    -1.5,
                                    2.5,
                                    -2.5,
                                    0x1p52,
                                    -0x1p52,
                                    0x1.fffffffffffffp51,
                                    -0x1.fffffffffffffp51,
                                    5e-324,
                                    -5e-324,
                                    1e300,
                                    INFINITY,
                                    -INFINITY,
                                    NAN };
    for (int i = 0; i < 400000; i++) {
        double v = i < 20 ? edges[i] : i % 2 ? random_between(&r, -9.0, 9.0) : any_double(&r);
        if (i % 8 == 5) v = floor(v * 2.0) / 2.0; // halves
        assert_true(same(trig_floor(v), floor(v)));
        assert_true(same(trig_round(v), round(v)));
    }
}

static void unwrapped_angles_come_within_half_a_turn(void **state) {
    (void)state;
    random_state r = random_make(10);
    for (int i = 0; i < 100000; i++) {
        double angle = random_between(&r, -100.0, 100.0), near = random_between(&r, -100.0, 100.0);
        double got = trig_unwrap(angle, near), turns = (got - angle) / (2 * pi);
        assert_true(fabs(got - near) <= pi + 1e-12);
        assert_true(fabs(turns - round(turns)) < 1e-12);
    }
    assert_true(trig_unwrap(1.25, 1.0) == 1.25); // no turn, no rounding
    assert_true(trig_unwrap(0.0, 6.0) == 2 * pi);
    assert_true(trig_unwrap(1.0, INFINITY) == 1.0 && trig_unwrap(1.0, NAN) == 1.0);
    assert_true(trig_unwrap(1.0, 1e300) == 1.0 && isnan(trig_unwrap(NAN, 1.0)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sine_and_cosine_follow_libm_at_every_size),
        cmocka_unit_test(sine_keeps_its_digits_where_it_is_nearly_zero),
        cmocka_unit_test(sine_and_cosine_are_exact_at_their_edges),
        cmocka_unit_test(sine_is_odd_and_cosine_even_to_the_bit),
        cmocka_unit_test(arctangent_follows_libm_in_all_quadrants),
        cmocka_unit_test(arctangent_is_exact_on_axes_and_diagonals),
        cmocka_unit_test(arccosine_follows_libm_and_clamps),
        cmocka_unit_test(exponential_follows_libm),
        cmocka_unit_test(logarithm_follows_libm),
        cmocka_unit_test(power_follows_libm),
        cmocka_unit_test(power_has_an_answer_at_every_edge),
        cmocka_unit_test(floor_and_round_are_exact),
        cmocka_unit_test(unwrapped_angles_come_within_half_a_turn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
