// clip.h — what the module's files share about clips: making one, and its world frames.
// SPDX-License-Identifier: MIT
#ifndef MOTION_CLIP_H
#define MOTION_CLIP_H

#include "base/arena.h"
#include "motion/space.h"

/// Begins a clip: an arena of its own, to be given `joint_count` joints and `frames` frames, all zero (the
/// rotations are no rotations until they are filled). `with_scales`: scales too. False: memory.
PANTIN_CHECKED bool clip_begin(pantin_clip *clip, int joint_count, int frames, bool with_scales,
                               pantin_error *error);
/// What the clip owns lies here; texts and weights can be taken from it while it is filled.
arena *clip_memory(pantin_clip *clip);
/// Adds a remark (a format of text_format); beyond PANTIN_CLIP_NOTES or without memory it is dropped.
void clip_note(pantin_clip *clip, const char *format, ...) PANTIN_FORMAT(2, 3);

static inline quat *clip_rotation(const pantin_clip *clip, int frame, int joint) {
    return &clip->rotations[(size_t)frame * (size_t)clip->joint_count + (size_t)joint];
}
static inline vec3 *clip_translation(const pantin_clip *clip, int frame, int joint) {
    return &clip->translations[(size_t)frame * (size_t)clip->joint_count + (size_t)joint];
}
/// A joint's local frame, and the world frames of all joints (joint_count), at a frame.
frame3 clip_local(const pantin_clip *clip, int frame, int joint);
void clip_frames(const pantin_clip *clip, int frame, frame3 *frames);
/// The world frame of one joint alone, and of its parent (identity where it has none).
frame3 clip_frame_of(const pantin_clip *clip, int frame, int joint);
frame3 clip_parent_frame(const pantin_clip *clip, int frame, int joint);

/// Makes the signs of all rotations run on from frame to frame.
void clip_align_signs(pantin_clip *clip);

/// Names as the field uses them, in lower case. "LeftToeBase", "toe.L", "ball_l" are toes.
bool names_joint_is_core(
    const pantin_joint *joint); // no finger, thumb, toe, ball, hand, wrist, foot, …
/// The joint that carries the figure (docs/motion.md: the root).
int clip_find_root(const pantin_clip *clip);

#endif
