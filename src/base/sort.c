// sort.c — bottom-up merge sort: short runs by insertion, then merged pair by pair.
//
// Stable by construction: an element passes another only when it is strictly less. A comparison
// that contradicts itself (a NaN among the keys) still ends, with the same indices in some order.
// Where a pair of runs is in order already, its merge is skipped: sorted input costs n comparisons.
// Knuth: The Art of Computer Programming 3, section 5.2.4.
// SPDX-License-Identifier: MIT
#include "base/sort.h"

#include <string.h>

enum { RUN = 12 };

typedef int (*comparison)(const void *context, int a, int b);

static void insert_run(int *order, int low, int high, comparison compare, const void *context) {
    for (int i = low + 1; i < high; i++) {
        int moving = order[i], j = i;
        while (j > low && compare(context, moving, order[j - 1]) < 0) {
            order[j] = order[j - 1];
            j--;
        }
        order[j] = moving;
    }
}

/// Merges order[low, middle) and order[middle, high). Only the left run is set aside.
static void merge_runs(int *order, int low, int middle, int high, comparison compare,
                       const void *context, int *scratch) {
    if (compare(context, order[middle], order[middle - 1]) >= 0) return;
    int left_count = middle - low;
    memcpy(scratch, order + low, (size_t)left_count * sizeof *order);
    int left = 0, right = middle, to = low;
    while (left < left_count && right < high)
        order[to++] =
            compare(context, order[right], scratch[left]) < 0 ? order[right++] : scratch[left++];
    memcpy(order + to, scratch + left, (size_t)(left_count - left) * sizeof *order);
}

void sort_indices(int *order, int count, int (*compare)(const void *context, int a, int b),
                  const void *context, int *scratch) {
    for (int low = 0; low < count; low += RUN) {
        insert_run(order, low, count - low > RUN ? low + RUN : count, compare, context);
        if (count - low <= RUN) break; // low + RUN could overflow
    }
    for (int64_t width = RUN; width < count; width *= 2) {
        for (int64_t low = 0; low + width < count; low += 2 * width) {
            int64_t high = low + 2 * width < count ? low + 2 * width : count;
            merge_runs(order, (int)low, (int)(low + width), (int)high, compare, context, scratch);
        }
    }
}
