// bvh.h — BVH files: read with tolerance, reported with line and column, written back with their own words.
// SPDX-License-Identifier: MIT
#ifndef MOTION_BVH_H
#define MOTION_BVH_H

#include "motion/motion_file.h"

/// Parses motion->bytes into motion->bvh (in motion->memory).
PANTIN_CHECKED bool bvh_read(pantin_motion *motion, pantin_error *error);
/// The one animation of a BVH bears the file's name without folder and ending.
const char *bvh_animation_name(const pantin_motion *motion);
PANTIN_CHECKED bool bvh_sample(const pantin_motion *motion, pantin_clip *clip, pantin_error *error);
/// The file with its motion replaced: all text before the frame count is kept byte for byte, and so is the
/// order of the channels. A frame that is as the file had it gets the file's own numbers.
PANTIN_CHECKED bool bvh_write(const pantin_motion *motion, const pantin_clip *clip,
                              pantin_bytes *bytes, pantin_error *error);

#endif
