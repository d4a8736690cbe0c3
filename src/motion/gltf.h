// gltf.h — GLB and glTF files: their animations read and replaced.
// SPDX-License-Identifier: MIT
#ifndef MOTION_GLTF_H
#define MOTION_GLTF_H

#include "motion/motion_file.h"

/// Parses motion->bytes into motion->gltf (in motion->memory).
PANTIN_CHECKED bool gltf_read(pantin_motion *motion, pantin_error *error);
int gltf_animations(const pantin_motion *motion);
const char *gltf_animation_name(const pantin_motion *motion, int animation); // "" where it has none
bool gltf_animation_moves_bone(const pantin_motion *motion, int animation);
bool gltf_is_clip(const pantin_motion *motion, int animation);
/// `by_default`: it was not asked for by name or index; those passed over are told.
PANTIN_CHECKED bool gltf_sample(const pantin_motion *motion, int animation, bool by_default,
                                pantin_clip *clip, pantin_error *error);
PANTIN_CHECKED bool gltf_write(const pantin_motion *motion, const pantin_clip *clip,
                               const pantin_loop_mark *mark, pantin_bytes *bytes,
                               pantin_error *error);
const char *gltf_resource(const pantin_motion *motion, int k);
/// The up axis that the options name: a clip read is turned upright, and turned back to be written (gltf_up.c).
PANTIN_CHECKED bool gltf_read_up(const pantin_motion *motion, pantin_clip *clip,
                                 pantin_error *error);
PANTIN_CHECKED bool gltf_write_up(const pantin_motion *motion, const pantin_clip *clip,
                                  const pantin_loop_mark *mark, pantin_bytes *bytes,
                                  pantin_error *error);

#endif
