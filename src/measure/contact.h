// contact.h — private to measure: small pictures of evenly spaced frames, taken while the film
// passes.
// SPDX-License-Identifier: MIT
#ifndef MEASURE_CONTACT_H
#define MEASURE_CONTACT_H

#include "shrink.h"

enum { CONTACT_SIDE = 320 }; // px, the longer side of a picture on the sheet

typedef struct contact_sheet {
    int count;
    int *frames; // ascending; the first and the last frame are among them
    bool *seen;
    pantin_image *images; // pixels in the arena
    shrinker shrink;
} contact_sheet;

/// Memory from `memory`; check it once afterwards.
void contact_create(contact_sheet *sheet, arena *memory, int from, int frame_count, int wanted,
                    int width, int height);
void contact_offer(contact_sheet *sheet, int frame, const pantin_image *picture);

#endif
