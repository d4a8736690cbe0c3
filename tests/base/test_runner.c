// test_runner.c — each index once, one task a worker at a time, the plain loop's result.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <limits.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/trig.h"

enum { MOST = 5000 };

typedef struct visits {
    int seen[MOST]; // written only by the task of that index
    double results[MOST];
    atomic_int busy[64];     // a worker, which no two tasks may share
    atomic_int workers_used; // the highest, plus one
    atomic_bool clash;
} visits;

static void visit(void *context, int index, int worker) {
    visits *v = context;
    if (atomic_fetch_add(&v->busy[worker], 1) != 0) atomic_store(&v->clash, true);
    v->seen[index]++;
    double sum = 0.0;
    for (int i = 0; i < index % 17 + 3; i++) sum += trig_sin(index * 0.1 + i);
    v->results[index] = sum;
    int used = atomic_load(&v->workers_used);
    while (used < worker + 1 &&
           !atomic_compare_exchange_weak(&v->workers_used, &used, worker + 1)) {
    }
    atomic_fetch_sub(&v->busy[worker], 1);
}

static visits serial, parallel;

static void check_run(const pantin_runner *runner, int count) {
    memset(&parallel, 0, sizeof parallel);
    runner->run(runner->self, count, visit, &parallel);
    assert_false(parallel.clash);
    assert_true(parallel.workers_used <= runner->workers);
    for (int i = 0; i < MOST; i++) assert_int_equal(parallel.seen[i], i < count);
    assert_memory_equal(parallel.results, serial.results,
                        (size_t)(count > 0 ? count : 0) * sizeof(double));
}

static int run_serial(void **state) {
    (void)state;
    pantin_runner runner = pantin_runner_serial();
    runner.run(runner.self, MOST, visit, &serial);
    return runner.workers == 1 ? 0 : 1;
}

static void the_serial_runner_goes_in_order_as_worker_zero(void **state) {
    (void)state;
    pantin_runner runner = pantin_runner_serial();
    check_run(&runner, MOST);
    assert_int_equal(parallel.workers_used, 1);
    check_run(&runner, 0);
    check_run(&runner, -3);
}

static void pools_of_every_size_do_each_index_once(void **state) {
    (void)state;
    static const int sizes[] = { 1, 2, 3, 8, 64 };
    static const int counts[] = { 0, 1, 2, 3, 7, 64, 65, 1000, MOST, -1, INT_MIN };
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        pantin_runner runner;
        assert_true(pantin_threads_create(sizes[s], &runner, NULL));
        assert_in_range(runner.workers, 1, sizes[s]);
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) check_run(&runner, counts[c]);
        pantin_threads_destroy(&runner);
    }
}

static void count_one(void *context, int index, int worker) {
    (void)index, (void)worker;
    atomic_fetch_add((atomic_int *)context, 1);
}

static void many_small_jobs_follow_each_other(void **state) {
    (void)state;
    pantin_runner runner;
    assert_true(pantin_threads_create(4, &runner, NULL));
    for (int job = 0; job < 20000; job++) {
        atomic_int done = 0; // gone when the loop turns: a task that came late would hit the stack
        runner.run(runner.self, 1 + job % 5, count_one, &done);
        assert_int_equal(atomic_load(&done), 1 + job % 5);
    }
    pantin_threads_destroy(&runner);
}

static void pools_come_and_go_unused(void **state) {
    (void)state;
    for (int i = 0; i < 200; i++) {
        pantin_runner runner;
        assert_true(pantin_threads_create(1 + i % 9, &runner, NULL));
        pantin_threads_destroy(&runner);
        assert_int_equal(runner.workers, 1); // what is left still runs
        pantin_threads_destroy(&runner);     // and is not destroyed twice
        check_run(&runner, 10);
    }
    pantin_threads_destroy(NULL);
}

static void running_allocates_nothing(void **state) {
    (void)state;
    pantin_runner runner;
    assert_true(pantin_threads_create(3, &runner, NULL));
    uint64_t before = pantin_memory_calls();
    check_run(&runner, MOST);
    assert_int_equal(pantin_memory_calls(), before);
    pantin_threads_destroy(&runner);
}

static void allocate_and_free(void *context, int index, int worker) {
    (void)context, (void)worker;
    memory_free(memory_allocate((size_t)index + 1, 3), (size_t)index + 1, 3);
}

static void threads_may_allocate_at_once(void **state) {
    (void)state;
    pantin_runner runner;
    assert_true(pantin_threads_create(4, &runner, NULL));
    uint64_t before = pantin_memory_calls();
    runner.run(runner.self, 2000, allocate_and_free, NULL);
    assert_int_equal(pantin_memory_calls() - before, 2000); // after the run it is exact
    pantin_threads_destroy(&runner);
}

static void impossible_pools_are_refused_by_name(void **state) {
    (void)state;
    static const int wrong[] = { 0, -1, 65, INT_MAX, INT_MIN };
    for (int i = 0; i < 5; i++) {
        pantin_runner runner = pantin_runner_serial();
        pantin_error error = { 0 };
        assert_false(pantin_threads_create(wrong[i], &runner, &error));
        assert_int_equal(error.kind, PANTIN_ERROR_ARGUMENT);
        assert_string_equal(error.where, "threads");
        assert_int_equal(runner.workers, 1); // untouched
    }
}

static void *refuse(void *user, void *block, size_t old_size, size_t new_size) {
    (void)user, (void)block, (void)old_size, (void)new_size;
    return NULL;
}

static void a_pool_without_memory_is_an_error(void **state) {
    (void)state;
    pantin_runner runner;
    pantin_error error = { 0 };
    pantin_memory_set_hook(&(pantin_memory_hook){ refuse, NULL });
    bool made = pantin_threads_create(2, &runner, &error);
    pantin_memory_set_hook(NULL);
    assert_false(made);
    assert_int_equal(error.kind, PANTIN_ERROR_MEMORY);
}

static void the_clock_never_goes_back(void **state) {
    (void)state;
    double before = pantin_clock_seconds();
    for (int i = 0; i < 1000; i++) {
        double now = pantin_clock_seconds();
        assert_true(now >= before);
        before = now;
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_serial_runner_goes_in_order_as_worker_zero),
        cmocka_unit_test(pools_of_every_size_do_each_index_once),
        cmocka_unit_test(many_small_jobs_follow_each_other),
        cmocka_unit_test(pools_come_and_go_unused),
        cmocka_unit_test(running_allocates_nothing),
        cmocka_unit_test(threads_may_allocate_at_once),
        cmocka_unit_test(impossible_pools_are_refused_by_name),
        cmocka_unit_test(a_pool_without_memory_is_an_error),
        cmocka_unit_test(the_clock_never_goes_back),
    };
    return cmocka_run_group_tests(tests, run_serial, NULL);
}
