// loop.h — private to measure: what loop reports and pictures share: words, limits, writers, drawings.
// SPDX-License-Identifier: MIT
#ifndef MEASURE_LOOP_H
#define MEASURE_LOOP_H

#include "pantin/loop_report.h"
#include "sketch.h"

// --- words (loop_words.c) -----------------------------------------------------------------------

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
/// Does it fail for its speed alone, its seam being no rougher than the clip?
bool loop_only_fast(const pantin_loop_side *side);
/// Why it failed, without the file's name where that stands beside it.
const char *loop_failure(const pantin_loop_entry *entry);
/// The limit on the velocity gap in deg/frame at this rate; 0: there is none.
double loop_velocity_limit(pantin_limits limits, double fps);

// --- reports ------------------------------------------------------------------------------------

void loop_write_text(text *out, const pantin_loop_entry *entry);
void loop_write_lines(text *out, const pantin_loop_entry *entries, int count);
void loop_write_json(text *out, const pantin_loop_entry *entries, int count);
void loop_write_markdown(text *out, const pantin_loop_entry *entries, int count);
void loop_write_csv(text *out, const pantin_loop_entry *entries, int count);

/// "passes", "fails", "loops", "fell short" ...: what became of it, in a word or two.
const char *loop_outcome(const pantin_loop_entry *entry);
/// "13 clips: 11 loop, 1 fell short, 1 could not be read".
void loop_totals(char *out, size_t size, const pantin_loop_entry *entries, int count);

// --- pictures -----------------------------------------------------------------------------------

enum { LOOP_PICTURE_WIDTH = 1200, LOOP_PICTURE_MARGIN = 40 };

/// Title, what it is of, the verdict; and the key figures with their lights. `inside` a page the title stands
/// there already. Answers where it ends (y).
double loop_draw_head(sketch *s, const pantin_loop_work *work, bool inside);

/// Fill a sketch; `inside` a page, which says itself whose it is. Errors: memory.
PANTIN_CHECKED bool loop_draw_plot(const pantin_loop_work *work, bool inside, sketch *s,
                                   pantin_error *error);
PANTIN_CHECKED bool loop_draw_strip(const pantin_loop_work *work, bool inside, sketch *s,
                                    pantin_error *error);
/// Either.
PANTIN_CHECKED bool loop_draw(const pantin_loop_work *work, pantin_loop_picture picture,
                              bool inside, sketch *s, pantin_error *error);

/// 1, 2 or 5 times a power of ten, so that about `count` steps fill the range; at least 1.
int loop_nice_step(int range, int count);

#endif
