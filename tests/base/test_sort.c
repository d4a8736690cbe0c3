// test_sort.c — sorted, stable, and unimpressed by comparisons that contradict themselves.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>

#include "base/memory.h"
#include "base/random.h"
#include "base/sort.h"

enum { MOST = 3000 };
static double keys[MOST];
static int order[MOST + 1], scratch[MOST + 1];
static int64_t comparisons;

static int by_key(const void *context, int a, int b) {
    const double *key = context;
    comparisons++;
    return key[a] < key[b] ? -1 : key[a] > key[b];
}

static void equal_keys_keep_their_order_for_200_seeds(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        random_state r = random_make(seed);
        int count = random_below(&r, seed % 4 ? 100 : MOST), distinct = 1 + random_below(&r, 50);
        for (int i = 0; i < count; i++) keys[i] = random_below(&r, distinct), order[i] = i;
        order[count] = scratch[count] = 12345; // nothing beyond the end is touched
        sort_indices(order, count, by_key, keys, scratch);
        for (int i = 1; i < count; i++) {
            double before = keys[order[i - 1]], after = keys[order[i]];
            assert_true(before < after || (before == after && order[i - 1] < order[i]));
        }
        assert_int_equal(order[count], 12345);
        assert_int_equal(scratch[count], 12345);
    }
}

static void every_length_to_200_is_sorted(void **state) {
    (void)state;
    for (int count = 0; count <= 200; count++) {
        for (int i = 0; i < count; i++) keys[i] = -i, order[i] = i;
        sort_indices(order, count, by_key, keys, scratch);
        for (int i = 0; i < count; i++) assert_int_equal(order[i], count - 1 - i);
    }
}

static void nothing_needs_no_memory(void **state) {
    (void)state;
    sort_indices(NULL, 0, by_key, keys, NULL);
    int one = 5;
    uint64_t before = pantin_memory_calls();
    sort_indices(&one, 1, by_key, keys, NULL);
    assert_int_equal(one, 5);
    assert_int_equal(pantin_memory_calls(), before);
}

static void sorted_input_costs_a_comparison_each_and_none_costs_more_than_n_log_n(void **state) {
    (void)state;
    for (int i = 0; i < MOST; i++) keys[i] = i, order[i] = i;
    comparisons = 0;
    sort_indices(order, MOST, by_key, keys, scratch);
    assert_true(comparisons < 2 * MOST);

    random_state r = random_make(3);
    for (int i = 0; i < MOST; i++) keys[i] = random_double(&r);
    comparisons = 0;
    sort_indices(order, MOST, by_key, keys, scratch);
    assert_true(comparisons < 13 * MOST); // log2(3000) = 11.6, and insertion's surplus
}

static int by_malice(const void *context, int a, int b) {
    (void)context;
    return (a * 7 + b * 13) % 3 - 1; // neither antisymmetric nor transitive
}

static void a_comparison_without_sense_still_gives_each_index_once(void **state) {
    (void)state;
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < MOST; i++) keys[i] = i % 7 ? i * 37 % 101 : (double)NAN, order[i] = i;
        sort_indices(order, MOST, round ? by_malice : by_key, keys, scratch);
        static bool seen[2][MOST];
        for (int i = 0; i < MOST; i++) {
            assert_in_range(order[i], 0, MOST - 1);
            assert_false(seen[round][order[i]]);
            seen[round][order[i]] = true;
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_keys_keep_their_order_for_200_seeds),
        cmocka_unit_test(every_length_to_200_is_sorted),
        cmocka_unit_test(nothing_needs_no_memory),
        cmocka_unit_test(sorted_input_costs_a_comparison_each_and_none_costs_more_than_n_log_n),
        cmocka_unit_test(a_comparison_without_sense_still_gives_each_index_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
