// actor.h — private to rig: what one actor keeps between frames, and the parts of its step.
// SPDX-License-Identifier: MIT
#ifndef RIG_ACTOR_H
#define RIG_ACTOR_H

#include "bend.h"

/// The controls every actor has, before its puppet's own.
enum { CONTROL_X, CONTROL_Y, CONTROL_TILT, CONTROL_OPACITY, CONTROL_ORDER, CONTROL_BUILT_IN };

struct pantin_actor {
    const pantin_puppet *puppet;
    const pantin_deformer *deformer;
    bend *bends;              // one a piece
    pantin_control *controls; // built-ins, then the puppet's
    int control_count;
    const char **order_words; // of all views, each once; word 0 is "" (the view's own order)
    int order_count;
    pantin_target *rest;             // one a handle: where it is when nothing moves it
    pantin_target *targets;          // scratch: this frame's
    double *weights;                 // scratch: one a pose
    int max_pieces;                  // of a view
    int max_vertices, max_triangles; // of a view's pieces together
    arena memory;
};

/// Lists built-in and own controls, and the words of `order`. False: memory was refused.
bool actor_list_controls(pantin_actor *actor);

/// The weight of each pose: the sum over all controls of their maps.
void actor_weigh_poses(const pantin_actor *actor, const double *values, double *weights);

/// Rest place of every handle, from the grips, as drawn.
void actor_rest_targets(const pantin_puppet *puppet, pantin_target *rest);

/// What is said of the drawing as drawn becomes what a piece with a mirrored rest does.
void actor_mirror_targets(const pantin_puppet *puppet, pantin_target *targets);

/// Handles kept level turn against the root's tilt (rad, counter-clockwise as seen).
void actor_level_targets(const pantin_puppet *puppet, double tilt, pantin_target *targets);

#endif
