// repair.h — what turned over grows stiffer: one way of mending, two films' rules for it.
// SPDX-License-Identifier: MIT
#ifndef DEFORM_REPAIR_H
#define DEFORM_REPAIR_H

#include "deform/sheet.h"

typedef struct repair_rule {
    double growth; // a round makes a triangle so many times stiffer, > 1
    double most;   // and never more than so many times in all: uncapped it reached NaN
} repair_rule;

typedef struct repair {
    repair_rule rule;
    double *factor; // a triangle: it is so many times as stiff, 1..most
    double *before; // and was, before the last repair_raise
    bool *touched;  // a triangle: raised in this round
    int *flipped;   // what the last repair_find found
    int flipped_count;
} repair;

/// Taken from `owner`. False, and nothing may be used, when it failed.
bool repair_create(repair *r, arena *owner, const sheet *rest, repair_rule rule);

/// Among `triangles` finds those that would be turned over (area <= 0) if `x` (2 numbers a vertex)
/// were written as float32 now. Answers how many.
int repair_find(repair *r, const sheet *rest, const int *triangles, int count, const double *x);

/// Stiffens what repair_find found and the triangles across its edges, once each. False when all of them are as stiff
/// as may be.
bool repair_raise(repair *r, const sheet *rest);

/// Takes the last repair_raise back.
void repair_lower(repair *r, const sheet *rest);

/// Multiplies all stiffness by `by` < 1, to no less than 1. False when there was none.
bool repair_relax(repair *r, const sheet *rest, double by);

/// Forgets everything. False when there was nothing to forget.
bool repair_reset(repair *r, const sheet *rest);

/// How many rounds each triangle bears, the logarithm of its factor: the heat map.
void repair_show(const repair *r, const sheet *rest, float *bind);

#endif
