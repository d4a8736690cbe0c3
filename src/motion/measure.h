// measure.h — what the files that measure a seam hand to each other.
//
//   measure.c         the check: who measures what, and in which order
//   measure_turns.c   rotations: gaps of pose, velocity, acceleration; the seam residual and its interior
//   measure_open.c    is only the closing frame missing
//   measure_places.c  places: drift, height, heading, stride, position gaps
//   feet.c            feet over all frames: their places, heights over the floor, and skate
//   contacts.c        when a foot stands
//   limits.c          the judge
// SPDX-License-Identifier: MIT
#ifndef MOTION_MEASURE_H
#define MOTION_MEASURE_H

#include "motion/clip.h"

typedef struct measure_work {
    const pantin_clip *clip;
    pantin_figure figure;
    pantin_root_mode root;
    arena memory;
    int turns_lead_on;   // measure_open
    double excused_turn; // travelling: rad about the up axis that is heading, and no gap of pose
} measure_work;

// All of them fill their own fields of `m`. False: memory was refused.
PANTIN_CHECKED bool measure_turns(measure_work *work, pantin_loop_measure *m);
PANTIN_CHECKED bool measure_places(measure_work *work, pantin_loop_measure *m);
PANTIN_CHECKED bool measure_skate(measure_work *work, pantin_loop_measure *m);

/// Is a residual no larger than the interior's? With room for what float32 keys cannot say: 1e-4 degrees a
/// frame, eight times the last bit of a quaternion.
bool measure_no_rougher(const pantin_loop_measure *m, double residual_deg_per_s);

/// How many frames the step is by which the last frame leads on to the first, going by the rotations: 1, or those
/// from key to key; 0: it does not.
int measure_open(const measure_work *work, const pantin_loop_measure *m);

/// The step w of a bone from one frame to another, in its own axes.
static inline vec3 measure_step(const pantin_clip *clip, int from, int to, int joint) {
    return quat_log(
        quat_between(*clip_rotation(clip, from, joint), *clip_rotation(clip, to, joint)));
}
/// |(3 (c - b) - (d - a)) / 2|, which is |Δ(f) - ½ (Δ(f-1) + Δ(f+1))| of four steps in a row.
static inline double measure_residual(vec3 a, vec3 b, vec3 c, vec3 d) {
    vec3 middle = vec3_scale(vec3_sub(c, b), 1.5), around = vec3_scale(vec3_sub(d, a), 0.5);
    return vec3_length(vec3_sub(middle, around));
}

/// The value below which a share (0..1) of the values lies, between neighbours in a line (rank p (n - 1));
/// 0 of none. `memory` gives scratch; where it is refused the answer means nothing and the arena says so.
double measure_percentile(const double *values, int count, double share, arena *memory);

/// Feet: the ankles and toes of all legs.
enum { MEASURE_FEET_MOST = 2 * PANTIN_LEGS_MOST };
typedef struct feet {
    int joints[MEASURE_FEET_MOST], count;
    int frames;
    vec3 *places;                    // [foot * frames + frame], m, in the ground frame
    double level[MEASURE_FEET_MOST]; // the foot's own 5th percentile of height, m
    vec3 *root;                      // frames: the root's, likewise
} feet;
/// False: memory was refused.
PANTIN_CHECKED bool feet_read(const pantin_clip *clip, const pantin_figure *figure, feet *f,
                              arena *memory);
/// Skate within 0.25 s of both ends, cm/s, the wrap left out: of a piece just cut out, whose wrap is a jump.
double feet_seam_skate(const feet *f, double fps);

#endif
