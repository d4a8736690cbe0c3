// test_hash.c — one fingerprint everywhere; each bit counts, and so do length, place and seed.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "base/random.h"
#include "base/sort.h"

static void hashes_are_what_they_always_were(void **state) {
    (void)state;
    uint8_t bytes[100];
    for (int i = 0; i < 100; i++) bytes[i] = (uint8_t)(i * 37 + 11);
    // Frozen: caches and goldens are named by them. Lengths on both sides of a word and of four.
    static const struct {
        size_t size;
        uint64_t seed, hash;
    } golden[] = {
        { 0, 0, 0x266538a8d1c37f88 },   { 1, 0, 0xa634a93d39a2619e },
        { 7, 0, 0x584ccbf98722a5c6 },   { 8, 0, 0x1a8b46ffd8aeab2d },
        { 9, 0, 0x530d6789e6531054 },   { 31, 0, 0x9cb7b47d1a54474f },
        { 32, 0, 0xf83d2ba9bd501baf },  { 33, 0, 0xdace85043f27e8b6 },
        { 64, 0, 0x7a4f56c157ec9467 },  { 100, 0, 0x17b3e61d083d2b8b },
        { 100, 1, 0xcab2ff751b365bee },
    };
    for (size_t i = 0; i < sizeof golden / sizeof *golden; i++)
        assert_true(pantin_hash(bytes, golden[i].size, golden[i].seed) == golden[i].hash);
    assert_true(pantin_hash(NULL, 0, 0) == golden[0].hash);
}

static void each_flipped_bit_flips_half_the_hash(void **state) {
    (void)state;
    uint8_t bytes[67] = { 0 };
    random_state r = random_make(1);
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (uint8_t)random_u32(&r);
    static const size_t sizes[] = { 1, 3, 8, 9, 31, 32, 33, 64, 67 };
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        uint64_t plain = pantin_hash(bytes, sizes[s], 0);
        int64_t flipped = 0;
        for (size_t bit = 0; bit < 8 * sizes[s]; bit++) {
            bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
            int changed = __builtin_popcountll(plain ^ pantin_hash(bytes, sizes[s], 0));
            bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
            assert_in_range(changed, 10, 54); // 32 +- 5.5 sigma
            flipped += changed;
        }
        double mean = (double)flipped / (double)(8 * sizes[s]);
        assert_true(mean > 28.0 && mean < 36.0);
    }
}

static void zeros_of_each_length_differ(void **state) {
    (void)state;
    static const uint8_t zeros[300];
    uint64_t seen[300];
    for (size_t i = 0; i < 300; i++) {
        seen[i] = pantin_hash(zeros, i, 0);
        for (size_t k = 0; k < i; k++) assert_true(seen[k] != seen[i]);
    }
}

static void order_of_words_and_of_lanes_counts(void **state) {
    (void)state;
    uint64_t words[12], swapped[12];
    for (int i = 0; i < 12; i++) words[i] = (uint64_t)i;
    uint64_t plain = pantin_hash(words, sizeof words, 0);
    for (int a = 0; a < 12; a++)
        for (int b = a + 1; b < 12; b++) {
            memcpy(swapped, words, sizeof words);
            swapped[a] = words[b], swapped[b] = words[a];
            assert_true(pantin_hash(swapped, sizeof swapped, 0) != plain);
        }
}

static int by_value(const void *context, int a, int b) {
    const uint64_t *v = context;
    return v[a] < v[b] ? -1 : v[a] > v[b];
}

static void a_hundred_thousand_floats_do_not_collide(void **state) {
    (void)state;
    enum { COUNT = 100000 };
    static uint64_t hashes[COUNT];
    static int order[COUNT], scratch[COUNT];
    for (int i = 0; i < COUNT; i++) {
        double point[2] = { i % 317 * 0.5, i / 317 * 0.25 }; // few bits differ, and high ones
        hashes[i] = pantin_hash(point, sizeof point, 0);
        order[i] = i;
    }
    sort_indices(order, COUNT, by_value, hashes, scratch);
    for (int i = 1; i < COUNT; i++) assert_true(hashes[order[i - 1]] != hashes[order[i]]);
}

static void chaining_and_alignment_behave(void **state) {
    (void)state;
    uint8_t bytes[80];
    for (int i = 0; i < 80; i++) bytes[i] = (uint8_t)(i * i);
    uint64_t one = pantin_hash(bytes + 40, 40, pantin_hash(bytes, 40, 0));
    uint64_t other = pantin_hash(bytes, 40, pantin_hash(bytes + 40, 40, 0));
    assert_true(one != other);
    assert_true(pantin_hash(bytes, 40, 1) != pantin_hash(bytes, 40, 2));
    uint64_t plain = pantin_hash(bytes, 70, 9);
    for (int shift = 1; shift < 9; shift++) {
        uint8_t moved[80];
        memcpy(moved + shift, bytes, 70);
        assert_true(pantin_hash(moved + shift, 70, 9) == plain);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hashes_are_what_they_always_were),
        cmocka_unit_test(each_flipped_bit_flips_half_the_hash),
        cmocka_unit_test(zeros_of_each_length_differ),
        cmocka_unit_test(order_of_words_and_of_lanes_counts),
        cmocka_unit_test(a_hundred_thousand_floats_do_not_collide),
        cmocka_unit_test(chaining_and_alignment_behave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
