// worst.h — private to measure: the frames of a film that fared worst, kept whole while it passes.
// SPDX-License-Identifier: MIT
#ifndef MEASURE_WORST_H
#define MEASURE_WORST_H

#include "base/arena.h"
#include "pantin/show.h"

/// Two of the worst frames are at least this far apart: neighbors look alike.
enum { WORST_APART = 6 };

/// How a frame fared, over all pieces of all actors.
typedef struct worst_rank {
    int frame;
    int inverted;
    double min_area_ratio, energy;
} worst_rank;

/// < 0: `a` is worse. More triangles turned over, then the smaller area ratio, then the larger
/// energy, then the earlier frame.
int worst_compare(const worst_rank *a, const worst_rank *b);

typedef struct worst_frames {
    int wanted;          // frames to show at the end
    int capacity, count; // kept meanwhile
    worst_rank *ranks;
    pantin_take_frame *frames; // deep copies, at the same index
    pantin_point32 **points;   // one a kept frame and actor
    float **binds;
    int *order, *scratch;
    int cast_count, channel_count;
    int *max_pieces, *max_vertices, *max_triangles; // an actor
} worst_frames;

/// All memory from `memory`; check it once afterwards.
/// `seen`: how many frames will be offered.
void worst_create(worst_frames *worst, arena *memory, const pantin_show *show, int wanted,
                  int seen);
/// `puppets`: one an actor.
void worst_offer(worst_frames *worst, const pantin_take_frame *frame,
                 const pantin_puppet *const *puppets, worst_rank rank);
/// The worst frames, worst first, WORST_APART apart: indices of `frames`. Answers how many.
int worst_pick(const worst_frames *worst, int *picked);

/// The view with most pieces, vertices and triangles tells how much room any pose of a puppet
/// takes.
void worst_room(const pantin_puppet *puppet, int *pieces, int *vertices, int *triangles);

#endif
