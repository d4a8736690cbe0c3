// system.h — what linear.h hides.
// SPDX-License-Identifier: MIT
#ifndef LINEAR_SYSTEM_H
#define LINEAR_SYSTEM_H

#include "linear/plan.h"

struct linear_system {
    arena memory;
    linear_plan plan;
    double *values; // the factor
    double *stack;  // update matrices of fronts whose parents wait
    double *work;   // right-hand side in number order, one vertex more for gaps
    bool ready;     // the factor may be used
    linear_counts counts;
};

#endif
