// repair.h — what turned over grows stiffer, and stays so.
// SPDX-License-Identifier: MIT
#ifndef DEFORM_REPAIR_H
#define DEFORM_REPAIR_H

#include "deform/sheet.h"

#define REPAIR_TOP 8 // 4^8 = 65,536 times as stiff, and no stiffer: uncapped it reached NaN

typedef struct repair {
    int *level;    // a triangle: it is 4^level times as stiff, 0..REPAIR_TOP
    bool *touched; // a triangle: raised in this round
    int *flipped;  // what the last repair_find found
    int flipped_count;
} repair;

/// Taken from `owner`; the caller checks arena_failed.
void repair_create(repair *r, arena *owner, const sheet *rest);

/// Among `triangles` finds those that would be turned over (area <= 0) if `x` (2 numbers a vertex)
/// were written as float32 now. Answers how many.
int repair_find(repair *r, const sheet *rest, const int *triangles, int count, const double *x);

/// Raises what repair_find found and the triangles across their edges by one level. False when all
/// of them are at the top already.
bool repair_raise(repair *r, const sheet *rest);

/// Takes the last repair_raise back.
void repair_lower(repair *r, const sheet *rest);

/// Forgets everything. False when there was nothing to forget.
bool repair_reset(repair *r, const sheet *rest);

/// 4^level.
static inline double repair_factor(const repair *r, int triangle) {
    return (double)(1 << 2 * r->level[triangle]);
}

#endif
