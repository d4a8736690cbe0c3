// sort.h — a stable merge sort: equal keys keep their order, so the result is the same everywhere.
// SPDX-License-Identifier: MIT
#ifndef BASE_SORT_H
#define BASE_SORT_H

#include "pantin/base.h"

/// Sorts `order` (count indices) by compare(context, a, b) < 0. `scratch` holds count ints; nothing is
/// allocated. O(n log n), stable.
void sort_indices(int *order, int count, int (*compare)(const void *context, int a, int b),
                  const void *context, int *scratch);

#endif
