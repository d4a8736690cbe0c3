// runner.c — the runner without threads: a plain loop, which every pool must equal.
// SPDX-License-Identifier: MIT
#include "pantin/base.h"

static void run_in_order(void *self, int count, void (*task)(void *context, int index, int worker),
                         void *context) {
    (void)self;
    for (int i = 0; i < count; i++) task(context, i, 0);
}

pantin_runner pantin_runner_serial(void) {
    return (pantin_runner){ .run = run_in_order, .self = NULL, .workers = 1 };
}
