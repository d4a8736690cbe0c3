// loop_words.h — private to measure: what loop reports and pictures call things, and the limits they draw.
// SPDX-License-Identifier: MIT
#ifndef MEASURE_LOOP_WORDS_H
#define MEASURE_LOOP_WORDS_H

#include "sketch.h"
#include "pantin/loop_report.h"

/// Where pantin_loop_judge changes its mind; a test holds the two together.
#define LOOP_POSE_LIMIT_DEG 5.0
#define LOOP_VELOCITY_LIMIT_DEG_PER_FRAME 3.0
#define LOOP_VELOCITY_LIMIT_DEG_PER_S 72.0
#define LOOP_DRIFT_LIMIT_CM 3.0

/// "reference", "per-second", "relative"; "in-place", "travel", "keep"; "green", "yellow", "red".
const char *loop_limits_word(pantin_limits limits);
const char *loop_root_word(pantin_root_mode root);
const char *loop_light_word(pantin_light light);
sketch_tone loop_light_tone(pantin_light light);
/// Green up to half the limit, yellow up to it.
pantin_light loop_light(double value, double limit);

/// The last part of a path.
const char *loop_base_name(const char *path);
/// "walk.glb", or "walk.glb: Run" where the file has several animations.
void loop_title(char *out, size_t size, const char *file, const char *animation, int index,
                int animations);
/// About three digits: "0.12", "3.40", "69.3", "1384"; not finite: a dash.
void loop_number(char *out, size_t size, double value);
/// A joint's name, "-" where there is none.
const char *loop_joint_name(const pantin_clip *clip, int joint);
/// Why a side fails its limits: "pose gap 69.3 > 5 deg, root drift 46.0 > 3 cm"; "" where it passes.
void loop_faults(char *out, size_t size, const pantin_loop_side *side, pantin_limits limits,
                 pantin_root_mode root);
/// The limit on the velocity gap in deg/frame at this rate; 0: there is none.
double loop_velocity_limit(pantin_limits limits, double fps);

#endif
