// ink.c — finding ink in a row, eight pixels at a time.
//
// Classes are 0, 1, 2, so full ink is the one class with bit 1 set: a word of eight pixels holds
// ink where it meets 0x0202...; only the word that does is looked at byte by byte.
// SPDX-License-Identifier: MIT
#include "drawing/ink.h"

#include <string.h>

#define FULL_OF_EIGHT 0x0202020202020202u

static uint64_t eight(const uint8_t *from) {
    uint64_t word;
    memcpy(&word, from, sizeof word);
    return word & FULL_OF_EIGHT;
}

int ink_next(const uint8_t *row, int from, int to) {
    while (to - from >= 8 && eight(row + from) == 0) from += 8;
    while (from < to && row[from] != INK_FULL) from++;
    return from;
}

int ink_previous(const uint8_t *row, int from, int to) {
    while (to - from >= 8 && eight(row + to - 8) == 0) to -= 8;
    while (to > from && row[to - 1] != INK_FULL) to--;
    return to - 1;
}

int ink_end(const uint8_t *row, int from, int to) {
    while (to - from >= 8 && eight(row + from) == FULL_OF_EIGHT) from += 8;
    while (from < to && row[from] == INK_FULL) from++;
    return from;
}
