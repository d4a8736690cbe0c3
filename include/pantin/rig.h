/// @file pantin/rig.h — one puppet's step: controls become handle targets, targets a bent puppet.
/// In: a puppet (puppet.h), the value of each of its controls at a frame, the frame written before.
/// Out: a pose frame, plain data, all that paint and measure may know of an actor.
/// Promise: the same controls from the same frame before give the same bytes; a step allocates nothing.
// SPDX-License-Identifier: MIT
#ifndef PANTIN_RIG_H
#define PANTIN_RIG_H

#include "pantin/deform.h"
#include "pantin/puppet.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pantin_bent {
    int piece; ///< index into the puppet's pieces
    int order; ///< draw order, 0 first
    const pantin_point32
        *vertices; ///< verified in this precision; px of the view (of its first piece's drawing)
    const float *bind; ///< heat a triangle: barrier multiplier or stiffening; NULL: none
    pantin_deform_report report;
    int first_handle, handle_count; ///< of the pose frame's handles
} pantin_bent;

/// What one actor looks like at one frame.
typedef struct pantin_pose_frame {
    int view, layer; ///< index into the puppet's views; stage slot
    pantin_affine
        to_stage; ///< px of the view -> stage, m (x right, y up): mirror, tilt, width, place
    double opacity;
    int piece_count;
    pantin_bent *pieces;           ///< in draw order; borrowed from the take
    pantin_handle_report *handles; ///< of all pieces, one a handle in the puppet's order; borrowed
    int handle_count;
    uint32_t feet_planted;
    int status; ///< the worst of its pieces' (pantin_deform_status)
} pantin_pose_frame;

/// A knob of an actor: the puppet's own, after the built-ins every actor has
/// (x_m y_m tilt_deg opacity order, and view layer width when they come).
typedef struct pantin_control {
    const char *name;
    const char *unit; ///< "m", "deg", "1"
    double low, high, fallback;
    bool words; ///< takes words; its value is their index
} pantin_control;

typedef struct pantin_actor_options {
    const char *method; ///< a deformer's name, default PANTIN_DEFAULT_METHOD
    pantin_deform_options deform;
} pantin_actor_options;

pantin_actor_options pantin_actor_defaults(void);

/// The controls every actor has; the first of pantin_actor_controls are these.
const pantin_control *pantin_actor_built_in(int *count);
/// Built-ins that the grammar knows and this version does not do (NULL-terminated).
extern const char *const pantin_actor_later[];

typedef struct pantin_actor pantin_actor;

/// Meshes are the puppet's, which must outlive the actor. `error` names piece and handle.
PANTIN_CHECKED pantin_actor *pantin_actor_create(const pantin_puppet *puppet,
                                                 const pantin_actor_options *options,
                                                 pantin_error *error);
void pantin_actor_destroy(pantin_actor *actor);

const pantin_control *pantin_actor_controls(const pantin_actor *actor, int *count);
int pantin_actor_find_control(const pantin_actor *actor, const char *name); ///< or PANTIN_NONE
/// The value of a word of a word control, PANTIN_NONE: no such word.
int pantin_actor_word(const pantin_actor *actor, int control, const char *word);

/// Bytes that hold any pose frame of this actor; `place` lays a pose frame out in such a block
/// (16-byte aligned), which then owns its arrays.
size_t pantin_actor_frame_size(const pantin_actor *actor);
void pantin_actor_frame_place(const pantin_actor *actor, void *block, pantin_pose_frame *frame);

/// Where in such a block the vertices and the heat of a view's pieces lie, one piece behind the other:
/// for who fills a frame otherwise than by a step.
void pantin_actor_frame_room(const pantin_actor *actor, const pantin_pose_frame *frame,
                             pantin_point32 **vertices, float **heat);

/// One step. `values`: one a control. `before`: the frame written before, NULL: a jump (first frame,
/// seek). `out` was laid out by frame_place and is not `before`.
void pantin_actor_step(pantin_actor *actor, const double *values,
                       const pantin_pose_frame *PANTIN_NULLABLE before, pantin_pose_frame *out);

/// A still without controls: targets given by hand (one a handle of the puppet in its order), the
/// rest unmoved. For `pantin pose` and the editor. A jump from rest.
void pantin_actor_pose(pantin_actor *actor, int view, const pantin_target *targets,
                       pantin_pose_frame *out);

/// The same from a frame that this actor wrote before, NULL: a jump. For who has targets from
/// elsewhere, such as those that another method's actor was given.
void pantin_actor_bend(pantin_actor *actor, int view, const pantin_target *targets,
                       const pantin_pose_frame *PANTIN_NULLABLE before, pantin_pose_frame *out);

/// What the last step or bend aimed at, one a handle of the puppet. Borrowed until the next.
const pantin_target *pantin_actor_aims(const pantin_actor *actor);

/// The targets that the puppet's poses at these weights (one a pose) give: what actor_step feeds.
void pantin_actor_targets(const pantin_actor *actor, int view, const double *pose_weights,
                          pantin_target *targets);

/// How much each of the puppet's poses weighed in the last step. Borrowed until the next.
const double *pantin_actor_weights(const pantin_actor *actor);

/// Forgets what earlier frames left behind (repair stiffness): as just created.
void pantin_actor_reset(pantin_actor *actor);

#ifdef __cplusplus
}
#endif
#endif
