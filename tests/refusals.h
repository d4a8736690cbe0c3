// refusals.h — what becomes of a call when each of its allocations is refused once, in turn.
//
// The sweep runs the call with the first block refused, then the second, and so on, until it gets
// through. After each run every block must be back and every size given back the one taken.
// SPDX-License-Identifier: MIT
#ifndef TESTS_REFUSALS_H
#define TESTS_REFUSALS_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "pantin/base.h"

typedef struct refusals {
    int calls, refused; // so far; the call to refuse, from 1 (0: none)
    int blocks;         // out now
    bool wrong_size;
} refusals;

enum { REFUSALS_HEAD = 16 };

static void *refusals_resize(void *user, void *block, size_t old_size, size_t new_size) {
    refusals *r = user;
    unsigned char *base = block ? (unsigned char *)block - REFUSALS_HEAD : NULL;
    if (base && memcmp(base, &old_size, sizeof old_size) != 0) r->wrong_size = true;
    if (new_size == 0) {
        r->blocks -= base != NULL;
        free(base);
        return NULL;
    }
    if (++r->calls == r->refused) return NULL;
    unsigned char *moved = realloc(base, REFUSALS_HEAD + new_size);
    if (!moved) return NULL;
    memcpy(moved, &new_size, sizeof new_size);
    r->blocks += base == NULL;
    return moved + REFUSALS_HEAD;
}

/// `call` does its work, frees what it got, and answers whether it succeeded. It is swept until it
/// does; each failure must be PANTIN_ERROR_MEMORY. Answers how many allocations a good run makes.
static inline int refusals_sweep(bool (*call)(void *context, pantin_error *error), void *context) {
    for (int refused = 1;; refused++) {
        refusals r = { .refused = refused };
        pantin_error error = { 0 };
        pantin_memory_set_hook(&(pantin_memory_hook){ refusals_resize, &r });
        bool done = call(context, &error);
        pantin_memory_set_hook(NULL);
        assert_int_equal(r.blocks, 0);
        assert_false(r.wrong_size);
        if (r.calls < refused) {
            assert_true(done);
            return r.calls;
        }
        // A call may do without a block it was refused; then it has to be right about it.
        if (!done) assert_int_equal(error.kind, PANTIN_ERROR_MEMORY);
    }
}

#endif
