// take.h — private to show: how a take's frames lie in memory.
// SPDX-License-Identifier: MIT
#ifndef SHOW_TAKE_H
#define SHOW_TAKE_H

#include "show.h"

struct pantin_take {
    const pantin_show *show;
    int capacity;
    size_t slot_size;
    char *block;               // capacity * slot_size
    pantin_take_frame *frames; // capacity
};

#endif
