// placement.h — where a solve starts: the frame before, or the rest placed rigidly on its targets.
// SPDX-License-Identifier: MIT
#ifndef DEFORM_PLACEMENT_H
#define DEFORM_PLACEMENT_H

#include "deform/islands.h"

typedef struct place place;

/// A handle holds so many vertices of an island.
typedef struct placement_part {
    int handle, island, count;
} placement_part;

typedef struct placement {
    int count;   // islands
    place *list; // one an island, and one more for all together
    placement_part *parts;
    int part_count;
} placement;

/// Taken from `owner`; the caller checks arena_failed.
void placement_create(placement *p, arena *owner, const sheet *rest, const handle_set *handles);

/// Fills `x` (2 numbers a vertex) with a start. Without `start`, or with one that is not finite:
/// every held island at rest, moved rigidly so that it fits its handles best. With one: `start`,
/// but an island that a single handle of scale 1 holds is put where that handle wants it, which is
/// its exact minimum. Islands that no handle holds are left at rest. Answers whether `start` was
/// good.
bool placement_start(placement *p, const sheet *rest, const handle_set *handles,
                     const follower_set *followers, const pantin_point32 *start, double *x);

#endif
