// influence.h — how much each handle has to say at each vertex, for players that only weigh.
// SPDX-License-Identifier: MIT
#ifndef DEFORM_INFLUENCE_H
#define DEFORM_INFLUENCE_H

#include "deform/handles.h"

/// Sums over the vertices of a handle, seen from one vertex of the sheet: of their weights w, of w o
/// and of w |o|^2, o from the handle's centroid, px. Over all handles the weights sum to 1.
typedef struct influence {
    double whole;
    vec2 arm;
    double spread;
} influence;

typedef struct influence_table {
    influence *list; // [vertex][handle]
    int handle_count;
} influence_table;

/// Taken from `owner`, all 0. False when it failed.
bool influence_create(influence_table *table, arena *owner, const sheet *rest,
                      const handle_set *handles);

/// w = 1 / distance^2 to every vertex of a handle; on one of them that vertex alone counts.
/// `free_as_points`: a handle with a free turn is its centroid alone.
void influence_by_distance(influence_table *table, const sheet *rest, const handle_set *handles,
                           bool free_as_points);

/// x_v = p_v + sum_h whole (center - centroid) + (scale R - 1) arm: every handle's move, weighed.
void influence_move(const influence_table *table, const sheet *rest, const handle_set *handles,
                    double *x);

#endif
