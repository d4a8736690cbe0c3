/// @file pantin/loop_report.h — what people see of loops: reports, tables, plots, strips, one page.
/// In: clips and what measuring, finding and fixing said of them. Out: entries (plain data, one an animation),
/// and of any number of them text, JSON, Markdown, CSV or a page; pictures as SVG or pixels.
/// Promise: the keys of the JSON are those of docs/measures.md; the same entries give the same bytes.
// SPDX-License-Identifier: MIT
#ifndef PANTIN_LOOP_REPORT_H
#define PANTIN_LOOP_REPORT_H

#include "pantin/image.h"
#include "pantin/motion.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum pantin_loop_task {
    PANTIN_LOOP_CHECK,
    PANTIN_LOOP_FIND,
    PANTIN_LOOP_FIX
} pantin_loop_task;

/// What was done with one animation. Everything borrowed while an entry is made or a picture drawn.
typedef struct pantin_loop_work {
    pantin_loop_task task;
    const char *file; ///< as the user named it
    const pantin_clip *clip;
    const pantin_loop_options *options;
    pantin_limits limits;
    const pantin_loop_measure *measure; ///< of `clip` as it is; always
    const pantin_loop_search *search;   ///< FIND: what was found
    const pantin_loop_fixed *fixed;     ///< FIX: what was done
    const pantin_clip *fixed_clip; ///< FIX: and the loop; NULL where the clip was left untouched
    const char *output;            ///< FIX: where it goes; NULL: nowhere
} pantin_loop_work;

/// A clip measured and judged, its bones by name.
typedef struct pantin_loop_side {
    const char *file;
    pantin_loop_measure measure;
    pantin_loop_verdict verdict;
    const char *pose_bone, *velocity_bone, *residual_bone, *position_joint; ///< never NULL
} pantin_loop_side;

/// All that reports say of one animation. Plain data; its texts are its own.
typedef struct pantin_loop_entry {
    pantin_loop_task task;
    const char *file;
    const char *failure; ///< not NULL: why it could not be done; then only `file`, `animation` hold
    bool left_out;       ///< such a failure that does not count: one of all animations, and no clip
    const char *animation; ///< its name; "" where it has none
    int index, animations;
    const char *root;
    int bones;
    pantin_limits limits;
    pantin_root_mode root_mode;
    pantin_fix_method method;
    pantin_loop_side before;                               ///< the clip as it is
    pantin_loop_side after;                                ///< FIX
    const pantin_loop_candidate *candidates;               ///< FIND
    int candidate_count, skipped_frames;                   ///< FIND
    bool period_searched;                                  ///< FIND
    double period_s, period_strength;                      ///< FIND
    pantin_loop_fixed fixed;                               ///< FIX
    const char *deviation_bone, *anchor_bone, *jolt_joint; ///< FIX; never NULL
    bool poor;          ///< FIND: even the best is; FIX: a goal fell short
    const char *reason; ///< and why; "" where there is none
    const char *output; ///< FIX; NULL: nowhere
    const char *notes[PANTIN_CLIP_NOTES];
    int note_count;
    pantin_bytes plot, strip; ///< for a page: pictures as SVG; may be empty
    void *owner;              ///< (private) what its texts lie in
} pantin_loop_entry;

/// `pictures`: also draws the two that a page shows. Errors: memory.
PANTIN_CHECKED bool pantin_loop_entry_make(const pantin_loop_work *work, bool pictures,
                                           pantin_loop_entry *entry, pantin_error *error);
/// Of a file, or one of its animations ("" or a name), that could not be done.
PANTIN_CHECKED bool pantin_loop_entry_fail(pantin_loop_task task, const char *file,
                                           const char *animation, const pantin_error *failure,
                                           pantin_loop_entry *entry, pantin_error *error);
void pantin_loop_entry_free(pantin_loop_entry *entry);

/// What a program that did this ends with: 0 fine, 1 measured and fell short, 2 could not be done.
int pantin_loop_entry_code(const pantin_loop_entry *entry);

// --- reports ------------------------------------------------------------------------------------------

typedef enum pantin_loop_format {
    PANTIN_LOOP_TEXT,     ///< one: all that is known; several: a line each
    PANTIN_LOOP_MARKDOWN, ///< a table
    PANTIN_LOOP_CSV,      ///< a line each, columns named as in JSON
    PANTIN_LOOP_JSON,     ///< {"clips": [...]}
    PANTIN_LOOP_FULL_TEXT ///< all that is known of each
} pantin_loop_format;

PANTIN_CHECKED bool pantin_loop_report(const pantin_loop_entry *entries, int count,
                                       pantin_loop_format format, pantin_bytes *bytes,
                                       pantin_error *error);

/// One self-contained page that opens offline: what became of all clips, and the pictures of each.
PANTIN_CHECKED bool pantin_loop_page(const pantin_loop_entry *entries, int count,
                                     pantin_bytes *bytes, pantin_error *error);

// --- pictures -----------------------------------------------------------------------------------------

typedef enum pantin_loop_picture {
    PANTIN_LOOP_PLOT, ///< how well each frame closes: all in one, then pose, heading, height, floor
    PANTIN_LOOP_STRIP ///< the figure in the frames around the wrap, fixed over source, feet that stand
} pantin_loop_picture;

/// As an SVG file. (1200 units wide.)
PANTIN_CHECKED bool pantin_loop_draw_svg(const pantin_loop_work *work, pantin_loop_picture picture,
                                         pantin_bytes *bytes, pantin_error *error);
/// The same as pixels; `scale`: px a unit, 0.25..4.
PANTIN_CHECKED bool pantin_loop_draw_image(const pantin_loop_work *work,
                                           pantin_loop_picture picture, double scale,
                                           pantin_image *image, pantin_error *error);

#ifdef __cplusplus
}
#endif
#endif
