// test_memory.c — the hook sees every block, the counter counts, arenas align and free whole.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/random.h"

/// A hook that keeps a ledger: what is out, whether sizes given back were those taken.
typedef struct ledger {
    int calls, blocks;
    size_t bytes;
    int refuse_from; // the call from which on it refuses, 0: never
    bool wrong_size;
} ledger;

// Each block is preceded by its size, and stands 8 bytes off 16: the arena must align by itself.
enum { HEAD = 24 };

static void *ledger_resize(void *user, void *block, size_t old_size, size_t new_size) {
    ledger *l = user;
    unsigned char *base = block ? (unsigned char *)block - HEAD : NULL;
    if (base && memcmp(base, &old_size, sizeof old_size) != 0) l->wrong_size = true;
    if (!base && old_size != 0) l->wrong_size = true;
    if (new_size == 0) {
        if (base) l->blocks--, l->bytes -= old_size;
        free(base);
        return NULL;
    }
    l->calls++;
    if (l->refuse_from && l->calls >= l->refuse_from) return NULL;
    unsigned char *moved = realloc(base, HEAD + new_size);
    if (!moved) return NULL;
    if (new_size > old_size) memset(moved + HEAD + old_size, 0xAA, new_size - old_size);
    memcpy(moved, &new_size, sizeof new_size);
    if (!base) l->blocks++;
    l->bytes += new_size - old_size;
    return moved + HEAD;
}

static void watch(ledger *l, int refuse_from) {
    *l = (ledger){ .refuse_from = refuse_from };
    pantin_memory_set_hook(&(pantin_memory_hook){ ledger_resize, l });
}

static int unwatch(void **state) {
    (void)state;
    pantin_memory_set_hook(NULL);
    return 0;
}

static bool all_zero(const void *block, size_t size) {
    const unsigned char *c = block;
    for (size_t i = 0; i < size; i++)
        if (c[i]) return false;
    return true;
}

static void blocks_come_zeroed_and_go_back_with_their_size(void **state) {
    (void)state;
    ledger l;
    watch(&l, 0);
    int *v = memory_allocate(10, sizeof *v);
    assert_true(all_zero(v, 10 * sizeof *v));
    for (int i = 0; i < 10; i++) v[i] = i + 1;
    v = memory_resize(v, 10, 1000, sizeof *v);
    for (int i = 0; i < 10; i++) assert_int_equal(v[i], i + 1);
    assert_true(all_zero(v + 10, 990 * sizeof *v));
    v = memory_resize(v, 1000, 3, sizeof *v);
    assert_int_equal(v[2], 3);
    assert_int_equal(l.bytes, 3 * sizeof *v);
    memory_free(v, 3, sizeof *v);
    assert_int_equal(l.blocks, 0);
    assert_int_equal(l.bytes, 0);
    assert_false(l.wrong_size);
}

static void nothing_is_a_block_too(void **state) {
    (void)state;
    ledger l;
    watch(&l, 0);
    int *v = memory_allocate(0, sizeof *v);
    assert_non_null(v);
    v = memory_resize(v, 0, 2, sizeof *v);
    assert_true(all_zero(v, 2 * sizeof *v)); // also the one byte that the empty block had
    v = memory_resize(v, 2, 0, sizeof *v);
    assert_non_null(v);
    memory_free(v, 0, sizeof *v);
    memory_free(NULL, 7, 7);
    v = memory_resize(NULL, 0, 4, sizeof *v);
    assert_true(all_zero(v, 4 * sizeof *v));
    memory_free(v, 4, sizeof *v);
    assert_int_equal(l.blocks, 0);
    assert_false(l.wrong_size);
}

static void a_product_too_large_is_refused_before_the_hook(void **state) {
    (void)state;
    ledger l;
    watch(&l, 0);
    volatile size_t huge = SIZE_MAX; // volatile: the compiler would warn of what we do on purpose
    assert_null(memory_allocate(huge, 2));
    assert_null(memory_allocate(huge / 2 + 1, 2)); // wraps to exactly 0
    assert_null(memory_allocate(huge, 1));         // beyond PTRDIFF_MAX
    int *v = memory_allocate(1, sizeof *v);
    *v = 7;
    assert_null(memory_resize(v, 1, huge / 2, sizeof *v));
    assert_int_equal(*v, 7);
    memory_free(v, 1, sizeof *v);
    assert_int_equal(l.calls, 1);
}

static void a_refused_growth_leaves_the_old_block(void **state) {
    (void)state;
    ledger l;
    watch(&l, 2);
    int *v = memory_allocate(1, sizeof *v);
    *v = 7;
    assert_null(memory_resize(v, 1, 100, sizeof *v));
    assert_int_equal(*v, 7);
    memory_free(v, 1, sizeof *v);
    assert_int_equal(l.blocks, 0);
}

static void the_counter_counts_takes_and_growths_but_no_frees(void **state) {
    (void)state;
    uint64_t before = pantin_memory_calls();
    void *v = memory_allocate(3, 5);
    v = memory_resize(v, 3, 6, 5);
    memory_free(v, 6, 5);
    assert_int_equal(pantin_memory_calls() - before, 2);
}

static void bytes_are_freed_with_their_zero_and_emptied(void **state) {
    (void)state;
    ledger l;
    watch(&l, 0);
    pantin_bytes bytes = { memory_allocate(6, 1), 5 };
    pantin_bytes_free(&bytes);
    assert_null(bytes.data);
    assert_int_equal(bytes.size, 0);
    pantin_bytes_free(&bytes);
    pantin_bytes_free(NULL);
    assert_int_equal(l.blocks, 0);
    assert_false(l.wrong_size);
}

static void arena_blocks_are_aligned_zeroed_and_apart(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 50; seed++) {
        ledger l;
        watch(&l, 0);
        random_state r = random_make(seed);
        arena a = { 0 };
        unsigned char *blocks[200];
        size_t sizes[200];
        for (int i = 0; i < 200; i++) {
            sizes[i] = (size_t)random_below(&r, i % 20 == 0 ? 100000 : 300);
            blocks[i] = arena_take(&a, sizes[i], 1);
            assert_non_null(blocks[i]);
            assert_int_equal((uintptr_t)blocks[i] % 16, 0);
            assert_true(all_zero(blocks[i], sizes[i]));
            memset(blocks[i], i + 1, sizes[i]);
        }
        for (int i = 0; i < 200; i++)
            for (size_t k = 0; k < sizes[i]; k++) assert_int_equal(blocks[i][k], i + 1);
        assert_false(arena_failed(&a));
        arena_free(&a);
        assert_null(a.last);
        assert_int_equal(l.blocks, 0);
        assert_false(l.wrong_size);
    }
}

static void an_arena_refuses_overflow_and_stays_failed(void **state) {
    (void)state;
    volatile size_t huge = SIZE_MAX;
    arena a = { 0 };
    assert_non_null(ARENA_ARRAY(&a, double, 0));
    assert_null(arena_take(&a, huge, 16));
    assert_true(arena_failed(&a));
    assert_null(arena_take(&a, 1, 1)); // one check at the end tells all
    arena_free(&a);
    assert_false(arena_failed(&a));
    assert_null(arena_take(&a, huge, 1));
    assert_null(arena_text(&a, "", huge));
    arena_free(&a);
    arena_free(&a);
}

static void an_arena_text_is_a_copy_with_its_zero(void **state) {
    (void)state;
    arena a = { 0 };
    char *copy = arena_text(&a, "elbow and knee", 5);
    assert_string_equal(copy, "elbow");
    assert_string_equal(arena_text(&a, NULL, 0), "");
    arena_free(&a);
}

static bool build_something(arena *a) {
    for (int i = 0; i < 12; i++) {
        double *v = ARENA_ARRAY(a, double, 1000 << i / 3);
        if (v) v[999] = 1.0;
    }
    return !arena_failed(a);
}

static void every_refusal_is_survived_and_leaks_nothing(void **state) {
    (void)state;
    ledger l;
    bool built = false;
    int refuse_from = 1;
    for (; !built && refuse_from < 100; refuse_from++) {
        watch(&l, refuse_from);
        arena a = { 0 };
        built = build_something(&a);
        arena_free(&a);
        assert_int_equal(l.blocks, 0);
        assert_false(l.wrong_size);
    }
    assert_true(built);
    assert_true(refuse_from > 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(blocks_come_zeroed_and_go_back_with_their_size, unwatch),
        cmocka_unit_test_teardown(nothing_is_a_block_too, unwatch),
        cmocka_unit_test_teardown(a_product_too_large_is_refused_before_the_hook, unwatch),
        cmocka_unit_test_teardown(a_refused_growth_leaves_the_old_block, unwatch),
        cmocka_unit_test(the_counter_counts_takes_and_growths_but_no_frees),
        cmocka_unit_test_teardown(bytes_are_freed_with_their_zero_and_emptied, unwatch),
        cmocka_unit_test_teardown(arena_blocks_are_aligned_zeroed_and_apart, unwatch),
        cmocka_unit_test(an_arena_refuses_overflow_and_stays_failed),
        cmocka_unit_test(an_arena_text_is_a_copy_with_its_zero),
        cmocka_unit_test_teardown(every_refusal_is_survived_and_leaks_nothing, unwatch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
