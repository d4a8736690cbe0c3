// test_random.c — the same numbers everywhere, in their ranges, evenly.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>

#include "base/random.h"

static void seed_one_begins_as_it_always_did(void **state) {
    (void)state;
    // Frozen: meshes, goldens and films of every user depend on them.
    static const uint32_t golden[] = { 0x4d700850, 0xb09737a5, 0x3fdc497c,
                                       0x82dc4f29, 0x48103d83, 0xe2122ad4 };
    random_state r = random_make(1);
    for (int i = 0; i < 6; i++) assert_int_equal(random_u32(&r), golden[i]);
}

static void it_is_pcg32_as_published(void **state) {
    (void)state;
    // O'Neill's demo, pcg32_srandom(42, 54), prints these; its seeding is done here by hand.
    uint64_t stream = 54u << 1 | 1, state_of = (0 * 6364136223846793005u + stream + 42);
    random_state r = { state_of * 6364136223846793005u + stream, stream };
    static const uint32_t published[] = { 0xa15c02b7, 0x7b47f409, 0xba1d3330,
                                          0x83d2f293, 0xbfa4784b, 0xcbed606e };
    for (int i = 0; i < 6; i++) assert_int_equal(random_u32(&r), published[i]);
}

static void neighboring_seeds_begin_unlike(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 1000; seed++) {
        random_state a = random_make(seed), b = random_make(seed + 1);
        int differing = __builtin_popcount(random_u32(&a) ^ random_u32(&b));
        assert_in_range(differing, 2, 30); // 16 expected; 2 or fewer has odds of 1 in 8 million
    }
}

static void doubles_fill_zero_to_one_evenly(void **state) {
    (void)state;
    random_state r = random_make(5);
    double sum = 0.0, squares = 0.0, least = 1.0, most = 0.0;
    enum { COUNT = 1000000 };
    for (int i = 0; i < COUNT; i++) {
        double v = random_double(&r);
        assert_true(v >= 0.0 && v < 1.0);
        sum += v, squares += v * v;
        least = v < least ? v : least, most = v > most ? v : most;
    }
    assert_true(fabs(sum / COUNT - 0.5) < 0.0015);         // 5 sigma
    assert_true(fabs(squares / COUNT - 1.0 / 3) < 0.0015); // 5 sigma
    assert_true(least < 2e-5 && most > 1.0 - 2e-5);
}

static void between_stays_below_its_end(void **state) {
    (void)state;
    random_state r = random_make(6);
    for (int i = 0; i < 100000; i++) {
        double v = random_between(&r, -3.0, 7.0);
        assert_true(v >= -3.0 && v < 7.0);
        double next = nextafter(1.0, 2.0); // one value only: rounding would reach the end
        assert_true(random_between(&r, 1.0, next) == 1.0);
    }
    assert_true(random_between(&r, 2.0, 2.0) == 2.0);
    assert_true(random_between(&r, -1.7e308, 1.7e308) == -1.7e308); // its length is not finite
}

static void below_is_even_for_awkward_counts(void **state) {
    (void)state;
    random_state r = random_make(8);
    for (int count = 1; count <= 17; count++) {
        int seen[17] = { 0 };
        enum { DRAWS = 20000 };
        for (int i = 0; i < DRAWS; i++) seen[random_below(&r, count)]++;
        double expected = (double)DRAWS / count;
        for (int k = 0; k < count; k++)
            assert_true(fabs(seen[k] - expected) < 6.0 * sqrt(expected));
    }
    // Without rejection the lower third of 3/4 of the range would come twice as often as the rest.
    int count = 1610612736, low = 0; // 3 * 2^29
    for (int i = 0; i < 30000; i++) low += random_below(&r, count) < count / 2;
    assert_in_range(low, 15000 - 520, 15000 + 520); // 6 sigma
    for (int i = 0; i < 1000; i++) assert_in_range(random_below(&r, INT32_MAX), 0, INT32_MAX - 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seed_one_begins_as_it_always_did),
        cmocka_unit_test(it_is_pcg32_as_published),
        cmocka_unit_test(neighboring_seeds_begin_unlike),
        cmocka_unit_test(doubles_fill_zero_to_one_evenly),
        cmocka_unit_test(between_stays_below_its_end),
        cmocka_unit_test(below_is_even_for_awkward_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
