// with_miser.c — see with_miser.h.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>

#include "with_miser.h"

typedef struct miser {
    int left; // calls until the refusal
    int live; // blocks not yet given back
} miser;

static void *miser_resize(void *user, void *block, size_t old_size, size_t new_size) {
    (void)old_size;
    miser *m = user;
    if (new_size == 0) {
        m->live -= block != NULL;
        free(block);
        return NULL;
    }
    if (m->left-- == 0) return NULL;
    void *moved = realloc(block, new_size);
    m->live += block == NULL && moved != NULL;
    return moved;
}

int sweep_open(const pantin_film_sink *sink, const char *output) {
    pantin_film_format format = pantin_film_defaults(16, 16);
    for (int refusals = 0;; refusals++) {
        miser m = { .left = refusals };
        pantin_memory_set_hook(&(pantin_memory_hook){ miser_resize, &m });
        pantin_error error = { 0 };
        void *film = sink->open(output, &format, &error);
        if (film != NULL) sink->abandon(film);
        pantin_memory_set_hook(NULL);
        assert_int_equal(m.live, 0);
        if (film != NULL) return refusals;
        assert_int_equal(error.kind, PANTIN_ERROR_MEMORY);
        assert_true(refusals < 100);
    }
}
