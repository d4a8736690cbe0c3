// handles.h — patches and their targets become a goal for each of their vertices, and a report.
// SPDX-License-Identifier: MIT
#ifndef DEFORM_HANDLES_H
#define DEFORM_HANDLES_H

#include "deform/rigid.h"
#include "deform/sheet.h"

typedef struct handle {
    int first, count; // its vertices, in handle_set.vertices
    double weight;
    bool free_turn;
    vec2 centroid; // of its rest vertices, px
    double spread; // sum |p - centroid|^2, px^2: 0 where it cannot show a turn
    // this frame
    vec2 asked;  // the target as it was given, px
    vec2 center; // the same, kept within the work box
    double angle, scale;
    turn by;      // angle of a held one; the best fit so far of a free one
    bool refused; // the target was not finite: the rest place stands in for it
} handle;

typedef struct handle_set {
    int count, vertex_count;
    handle *list;
    int *vertices; // of all handles, one after another
    vec2 *offsets; // p - centroid of each, px
} handle_set;

/// Errors: a vertex out of range, twice in a patch or in two patches (both named), an empty patch,
/// a weight out of range, memory.
PANTIN_CHECKED bool handles_create(handle_set *set, arena *owner, const sheet *rest,
                                   const pantin_deform_setup *setup, pantin_error *error);

/// Takes a frame's targets (NULL: all at rest). What is not finite becomes the rest place, what
/// lies far off is drawn in to the work box: the box around the rest, 4 diagonals wider. Free turns
/// start at none.
void handles_receive(handle_set *set, const sheet *rest, const pantin_target *targets);

/// Fits the turn of the free ones to where their vertices are (`x`: 2 numbers a vertex).
void handles_turn_free(handle_set *set, const double *x);

/// Where the k-th of all handles' vertices, one of `h`, should be, px.
static inline vec2 handles_goal(const handle_set *set, const handle *h, int k) {
    vec2 turned = vec2_turn(set->offsets[k], h->by.cosine, h->by.sine);
    return vec2_add(h->center, vec2_scale(turned, h->scale));
}

/// What became of each handle in the points written. True when all are within 0.5 px and none was
/// refused. `reports` may be NULL.
bool handles_measure(const handle_set *set, const pantin_point32 *written,
                     pantin_handle_report *reports);

#endif
