// with_refusal.h — memory that refuses its n-th request: a sweep over n makes every allocation fail once.
// SPDX-License-Identifier: MIT
#ifndef TESTS_WITH_REFUSAL_H
#define TESTS_WITH_REFUSAL_H

#include <stdlib.h>

#include "pantin/base.h"

typedef struct refusal {
    int calls, refuse_at; // refuse_at 0: never
    long blocks;          // not yet given back
} refusal;

static void *refusal_resize(void *user, void *block, size_t old_size, size_t new_size) {
    refusal *r = user;
    (void)old_size;
    if (new_size == 0) {
        if (block) r->blocks--;
        free(block);
        return NULL;
    }
    if (++r->calls == r->refuse_at) return NULL;
    void *moved = realloc(block, new_size);
    if (moved && !block) r->blocks++;
    return moved;
}

/// From here on memory comes from `r`, which refuses call number `refuse_at`.
static inline void refusal_begin(refusal *r, int refuse_at) {
    *r = (refusal){ .refuse_at = refuse_at };
    pantin_memory_set_hook(&(pantin_memory_hook){ refusal_resize, r });
}

static inline void refusal_end(void) { pantin_memory_set_hook(NULL); }

#endif
