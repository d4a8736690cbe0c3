// islands.h — pieces of a sheet that no handle holds go along with the nearest piece that one does.
// SPDX-License-Identifier: MIT
#ifndef DEFORM_ISLANDS_H
#define DEFORM_ISLANDS_H

#include "deform/handles.h"

/// An island without a handle.
typedef struct follower {
    int first, count;           // its vertices, in follower_set.vertices
    int near_first, near_count; // the held vertices it goes along with, in follower_set.near
    vec2 near_centroid;         // of those, at rest
} follower;

typedef struct follower_set {
    int count;
    follower *list;
    int *vertices, *near;
    bool *held; // an island: some handle holds a vertex of it
} follower_set;

/// Taken from `owner`. Fails on memory only.
PANTIN_CHECKED bool deform_followers_create(follower_set *set, arena *owner, const sheet *rest,
                                            const handle_set *handles, pantin_error *error);

/// Places the vertices of all followers in `x` (2 numbers a vertex), whose held vertices are done.
/// With no handle anywhere they lie at rest.
void deform_followers_place(const follower_set *set, const sheet *rest, double *x);

#endif
