// threads.c — a fixed pool: threads sleep until a job opens, then draw indices from one counter.
//
// The caller is worker 0 and works too; thread k is worker k for life: no two tasks share a worker.
// A job ends when the counter is used up and the last thread that joined it has left. A thread that
// wakes after that finds the job closed and sleeps on: the caller never waits for a sleeper.
// Two condition variables under one mutex; nobody spins. The counter is 64 bits wide, so the draws
// beyond the end (one a worker) cannot wrap it.
// SPDX-License-Identifier: MIT
#include <pthread.h>
#include <stdatomic.h>

#include "base/assert.h"
#include "base/memory.h"

enum { WORKERS_MOST = 64 };

typedef struct pool pool;

typedef struct pool_thread {
    pthread_t thread;
    pool *owner;
    int worker;
} pool_thread;

struct pool {
    pthread_mutex_t lock;
    pthread_cond_t opened; // a job, or the end of the pool
    pthread_cond_t left;   // the last thread left a closed job
    // Under the lock:
    uint64_t job; // how many were opened
    bool open, ending;
    int inside; // threads at work on the open job
    // Written before a job opens, read by those who joined it:
    void (*task)(void *context, int index, int worker);
    void *context;
    int count;
    _Atomic int64_t next;

    int thread_count;
    pool_thread threads[WORKERS_MOST - 1];
};

static void do_tasks(pool *p, int worker) {
    for (;;) {
        int64_t index = atomic_fetch_add_explicit(&p->next, 1, memory_order_relaxed);
        if (index >= p->count) return;
        p->task(p->context, (int)index, worker);
    }
}

static void *thread_main(void *argument) {
    pool_thread *self = argument;
    pool *p = self->owner;
    uint64_t seen = 0;
    pthread_mutex_lock(&p->lock);
    while (!p->ending) {
        if (!p->open || p->job == seen) {
            pthread_cond_wait(&p->opened, &p->lock);
            continue;
        }
        seen = p->job;
        p->inside++;
        pthread_mutex_unlock(&p->lock);
        do_tasks(p, self->worker);
        pthread_mutex_lock(&p->lock);
        if (--p->inside == 0) pthread_cond_signal(&p->left);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

static void pool_run(void *self, int count, void (*task)(void *context, int index, int worker),
                     void *context) {
    pool *p = self;
    if (count <= 1 || p->thread_count == 0) {
        for (int i = 0; i < count; i++) task(context, i, 0);
        return;
    }
    pthread_mutex_lock(&p->lock);
    PANTIN_ASSERT(!p->open); // one caller at a time, and never from inside a task
    p->task = task;
    p->context = context;
    p->count = count;
    atomic_store_explicit(&p->next, 0, memory_order_relaxed);
    p->job++;
    p->open = true;
    pthread_cond_broadcast(&p->opened);
    pthread_mutex_unlock(&p->lock);

    do_tasks(p, 0);

    pthread_mutex_lock(&p->lock);
    p->open = false;
    while (p->inside > 0) pthread_cond_wait(&p->left, &p->lock);
    pthread_mutex_unlock(&p->lock);
}

static bool start_locks(pool *p) {
    if (pthread_mutex_init(&p->lock, NULL) != 0) return false;
    if (pthread_cond_init(&p->opened, NULL) != 0) goto no_opened;
    if (pthread_cond_init(&p->left, NULL) != 0) goto no_left;
    return true;
no_left:
    pthread_cond_destroy(&p->opened);
no_opened:
    pthread_mutex_destroy(&p->lock);
    return false;
}

bool pantin_threads_create(int workers, pantin_runner *runner, pantin_error *error) {
    if (workers < 1 || workers > WORKERS_MOST)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "threads", "%d asked for, 1 to %d can be",
                           workers, WORKERS_MOST);
    pool *p = memory_allocate(1, sizeof *p);
    if (!p) return memory_fail(error, "a pool of threads");
    if (!start_locks(p)) {
        memory_free(p, 1, sizeof *p);
        return memory_fail(error, "the locks of a pool of threads");
    }
    for (int k = 0; k < workers - 1; k++) {
        pool_thread *t = &p->threads[k];
        t->owner = p;
        t->worker = k + 1;
        if (pthread_create(&t->thread, NULL, thread_main, t) != 0) break;
        p->thread_count++;
    }
    *runner = (pantin_runner){ .run = pool_run, .self = p, .workers = p->thread_count + 1 };
    return true;
}

void pantin_threads_destroy(pantin_runner *runner) {
    if (!runner || runner->run != pool_run) return;
    pool *p = runner->self;
    pthread_mutex_lock(&p->lock);
    p->ending = true;
    pthread_cond_broadcast(&p->opened);
    pthread_mutex_unlock(&p->lock);
    for (int k = 0; k < p->thread_count; k++) pthread_join(p->threads[k].thread, NULL);
    pthread_cond_destroy(&p->left);
    pthread_cond_destroy(&p->opened);
    pthread_mutex_destroy(&p->lock);
    memory_free(p, 1, sizeof *p);
    *runner = pantin_runner_serial();
}
