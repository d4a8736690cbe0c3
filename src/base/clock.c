// clock.c — the one look at the clock, for progress bars and diagnostics.
// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L // clock_gettime

#include <time.h>

#include "pantin/base.h"

double pantin_clock_seconds(void) {
    struct timespec now = { 0 };
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
