// interrupt.c — a film that is stopped from outside ends like one that failed: cleaned up, with one line.
//
// The handler only sets a flag. The film asks for it at every frame, and its sink takes away what was begun.
// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L // sigaction
#include <signal.h>
#include <stdatomic.h>

#include "cli.h"

static atomic_int caught;

static void catch (int signal) {
    (void)signal;
    atomic_store(&caught, 1);
}

void cli_catch_interrupts(void) {
    static const int signals[] = { SIGINT, SIGTERM, SIGHUP };
    for (int k = 0; k < 3; k++) {
        struct sigaction before, after = { .sa_handler = catch, .sa_flags = SA_RESTART };
        // What nohup or a shell told us to ignore stays ignored.
        if (sigaction(signals[k], NULL, &before) != 0 || before.sa_handler == SIG_IGN) continue;
        sigemptyset(&after.sa_mask);
        sigaction(signals[k], &after, NULL);
    }
}

bool cli_interrupted(void) { return atomic_load(&caught) != 0; }
