// bend.h — private to rig: one piece of an actor, from its handles' targets to its bent mesh.
// SPDX-License-Identifier: MIT
#ifndef RIG_BEND_H
#define RIG_BEND_H

#include "skeleton.h"

/// A piece's solver, what it is told each frame, and its bones.
typedef struct bend {
    void *machine;
    int *held; // a patch: its handle. A loose handle (limbs.h) is no patch
    int held_count;
    skeleton bones;
    pantin_target *rest; // a handle; mirrored where the piece is
    pantin_target *aims; // a patch: targets and path, once more, where a handle is loose
    const pantin_target *aim_path[SKELETON_STEPS_MOST];
    pantin_handle_report *reports; // a patch
} bend;

/// `rest`: one a handle of the piece, mirrored where it is; copied. Everything else from `memory`.
bool bend_create(bend *b, const pantin_puppet *puppet, int piece, const pantin_deformer *deformer,
                 const pantin_deform_options *options, const pantin_target *rest, arena *memory,
                 pantin_error *error);

/// `targets` of the piece's handles are read, and completed: loose joints are placed, handles turned with their
/// bones. `start` NULL: a jump. `handles`: one a handle of the piece.
pantin_deform_report bend_solve(bend *b, const pantin_puppet *puppet, int piece,
                                const pantin_deformer *deformer, pantin_target *targets,
                                const pantin_point32 *start, pantin_point32 *out,
                                pantin_handle_report *handles, float *heat);

#endif
