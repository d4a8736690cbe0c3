// test_predicates.c — the sign of orient and incircle against whole-number arithmetic.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/random.h"
#include "mesh/predicate.h"

__extension__ typedef __int128 whole;

/// A point with whole coordinates, and the same scaled by a power of two.
typedef struct lattice_point {
    int64_t x, y;
} lattice_point;

static vec2 scaled(lattice_point p, double unit) {
    return vec2_make((double)p.x * unit, (double)p.y * unit);
}

static int sign_of(whole v) { return (v > 0) - (v < 0); }
static int sign_of_double(double v) { return (v > 0) - (v < 0); }

static int orient_sign(lattice_point a, lattice_point b, lattice_point c) {
    return sign_of((whole)(a.x - c.x) * (b.y - c.y) - (whole)(a.y - c.y) * (b.x - c.x));
}

static whole lifted(lattice_point a, lattice_point b, lattice_point c, lattice_point d) {
    whole square = (whole)(a.x - d.x) * (a.x - d.x) + (whole)(a.y - d.y) * (a.y - d.y);
    whole cross = (whole)(b.x - d.x) * (c.y - d.y) - (whole)(b.y - d.y) * (c.x - d.x);
    return square * cross;
}

static int incircle_sign(lattice_point a, lattice_point b, lattice_point c, lattice_point d) {
    return sign_of(lifted(a, b, c, d) + lifted(b, c, a, d) + lifted(c, a, b, d));
}

static int64_t any(random_state *random, int bits) {
    return (int64_t)(random_double(random) * (double)((int64_t)1 << bits)) -
           ((int64_t)1 << (bits - 1));
}

static void orient_is_right_for_points_a_hair_off_a_line(void **state) {
    (void)state;
    random_state random = random_make(5);
    int zeros = 0;
    for (int i = 0; i < 200000; i++) {
        // c = a + k (b - a) / m, off by at most one in each coordinate, far from the origin.
        lattice_point a = { any(&random, 50), any(&random, 50) };
        lattice_point step = { any(&random, 20), any(&random, 20) };
        int64_t m = 1 + random_below(&random, 40), k = random_below(&random, 60) - 10;
        lattice_point b = { a.x + m * step.x, a.y + m * step.y };
        lattice_point c = { a.x + k * step.x + random_below(&random, 3) - 1,
                            a.y + k * step.y + random_below(&random, 3) - 1 };
        double unit = i & 1 ? 0x1p-44 : 1.0;
        int wanted = orient_sign(a, b, c);
        zeros += wanted == 0;
        int found =
            sign_of_double(predicate_orient(scaled(a, unit), scaled(b, unit), scaled(c, unit)));
        assert_int_equal(found, wanted);
    }
    assert_true(zeros > 10000); // both outcomes are met
}

static void orient_is_right_where_differences_are_rounded(void **state) {
    (void)state;
    // a - c takes more than 53 bits: 2^52 and quarters of one.
    random_state random = random_make(6);
    for (int i = 0; i < 100000; i++) {
        lattice_point p[3];
        for (int k = 0; k < 3; k++) {
            bool far = random_below(&random, 2) == 1;
            p[k].x = far ? ((int64_t)1 << 54) + 8 * any(&random, 10) : any(&random, 12);
            p[k].y = far ? ((int64_t)1 << 54) + 8 * any(&random, 10) : any(&random, 12);
        }
        int found = sign_of_double(
            predicate_orient(scaled(p[0], 0.25), scaled(p[1], 0.25), scaled(p[2], 0.25)));
        assert_int_equal(found, orient_sign(p[0], p[1], p[2]));
    }
}

static void incircle_is_right_for_points_a_hair_off_a_circle(void **state) {
    (void)state;
    // Whole points of one circle: (±3,±4), (±5,0) and their turns, scaled.
    static const int circle[12][2] = { { 5, 0 },   { 4, 3 },  { 3, 4 },  { 0, 5 },
                                       { -3, 4 },  { -4, 3 }, { -5, 0 }, { -4, -3 },
                                       { -3, -4 }, { 0, -5 }, { 3, -4 }, { 4, -3 } };
    random_state random = random_make(7);
    int zeros = 0;
    for (int i = 0; i < 100000; i++) {
        int first = random_below(&random, 12);
        int second = (first + 1 + random_below(&random, 4)) % 12;
        int third = (second + 1 + random_below(&random, 4)) % 12;
        int picked[4] = { first, second, third, random_below(&random, 12) };
        int64_t size = 1 + random_below(&random, 1 << 24), at = any(&random, 27);
        lattice_point p[4];
        for (int k = 0; k < 4; k++)
            p[k] = (lattice_point){ at + size * circle[picked[k]][0],
                                    at + size * circle[picked[k]][1] };
        p[3].x += random_below(&random, 3) - 1;
        p[3].y += random_below(&random, 3) - 1;
        if (orient_sign(p[0], p[1], p[2]) <= 0) continue;
        int wanted = incircle_sign(p[0], p[1], p[2], p[3]);
        zeros += wanted == 0;
        double found = predicate_incircle(scaled(p[0], 0x1p-10), scaled(p[1], 0x1p-10),
                                          scaled(p[2], 0x1p-10), scaled(p[3], 0x1p-10));
        assert_int_equal(sign_of_double(found), wanted);
    }
    assert_true(zeros > 5000);
}

static void incircle_is_right_where_differences_are_rounded(void **state) {
    (void)state;
    // Coordinates near 2^28 and near 0 of units 2^-30: differences need 58 bits, products fit 128.
    random_state random = random_make(8);
    for (int i = 0; i < 20000; i++) {
        vec2 p[4];
        for (int k = 0; k < 4; k++) {
            p[k].x = random_below(&random, 2) ? 1.0 + random_double(&random) * 0x1p-40
                                              : random_double(&random) * 0x1p-20;
            p[k].y = random_below(&random, 2) ? 1.0 + random_double(&random) * 0x1p-40
                                              : random_double(&random) * 0x1p-20;
        }
        // Turning the four about, or swapping two, must turn or swap the sign with them: exact
        // signs are consistent, rounded ones are not.
        double one = predicate_incircle(p[0], p[1], p[2], p[3]);
        double turned = predicate_incircle(p[1], p[2], p[0], p[3]);
        double swapped = predicate_incircle(p[1], p[0], p[2], p[3]);
        double exchanged = predicate_incircle(p[0], p[1], p[3], p[2]);
        assert_int_equal(sign_of_double(one), sign_of_double(turned));
        assert_int_equal(sign_of_double(one), -sign_of_double(swapped));
        assert_int_equal(sign_of_double(one), -sign_of_double(exchanged));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orient_is_right_for_points_a_hair_off_a_line),
        cmocka_unit_test(orient_is_right_where_differences_are_rounded),
        cmocka_unit_test(incircle_is_right_for_points_a_hair_off_a_circle),
        cmocka_unit_test(incircle_is_right_where_differences_are_rounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
