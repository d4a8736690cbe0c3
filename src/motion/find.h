// find.h — what the search for loops hands from step to step.
//
//   features.c         the clip as points in a small space: aligned places and their velocities
//   find_diagonals.c   every pair of frames, lag by lag: local minima and the autocorrelation
//   period.c           the natural period out of that autocorrelation
//   find_feet.c        how feet will slide at a seam
//   find_cost.c        what one loop a..b costs, exactly
//   find_loop.c        the candidates: gathered, refined, ranked, and in words when poor
//   crossfade_find.c   the reference's one choice
// SPDX-License-Identifier: MIT
#ifndef MOTION_FIND_H
#define MOTION_FIND_H

#include "motion/clip.h"

enum {
    FEATURE_DIMS = 24, // of the basis the aligned places are written in
    FIND_ROWS_MOST =
        20000, // rows that are compared with each other; frames beyond are skipped, told
    FIND_LEAST_FRAMES = 8, // no loop is searched that is shorter …
    FIND_POOL = 384,       // pairs that are priced
    FIND_FEET_MOST = 2 * PANTIN_LEGS_MOST,
};
#define FIND_LEAST_SECONDS 0.25 // … nor than this
#define FIND_RATE_MOST 1e6      // frames a second
#define FEATURE_SECONDS 0.1     // what a velocity is worth as a distance
#define FIND_RATE 30.0 // rows a second, about: faster clips are searched by every k-th frame

/// A clip as points. Places are seen from the root on the floor, turned to one heading, their height kept,
/// in sizes of the figure, so that a fox of 100 m and a child are judged alike.
typedef struct features {
    int frames, points; // points: the joints, then the tips of those that end in nothing
    int first;          // first frame in use: 1 where frame 0 is a pose apart (a T-pose), else 0
    int stride, rows;   // row r is frame first + r * stride
    double fps, row_s;  // of the clip; seconds from row to row
    double size;        // m: root mean square distance of the figure's mass from its center
    float *places;      // frames * points * 3
    double *weights;    // points, of sum 1: half the length of the bones that meet in the point
    double *motion;     // frames: way of the aligned places from `first` on, in sizes
    vec3 *root;         // frames: world place of the root, m
    vec2 *heading;      // frames: cosine and sine
    bool travels;       // the root goes somewhere, so distance on the floor is no fault
    int dims, pitch;    // columns of rows; column k begins at k * pitch
    float *columns;     // places in an orthonormal basis, then as many of velocities times 0.1 s
    double *norms;      // rows: squared length of a row
    double mean_norm;   // of them all: half of what parts two rows at random
} features;

/// All memory comes from `memory`. False: it was refused.
PANTIN_CHECKED bool features_make(const pantin_clip *clip, const pantin_figure *figure, features *f,
                                  arena *memory);
static inline vec3 features_place(const features *f, int frame, int point) {
    const float *p = f->places + ((size_t)frame * (size_t)f->points + (size_t)point) * 3;
    return vec3_make((double)p[0], (double)p[1], (double)p[2]);
}
static inline int features_frame(const features *f, int row) { return f->first + row * f->stride; }
/// Motion kept by frames a..b, as a share of the clip's (of its frames where nothing moves).
double features_kept(const features *f, int a, int b);

/// A pair of rows, coarsely priced.
typedef struct pair_found {
    int row, lag;
    double rank;
} pair_found;

/// What all pairs of rows are asked for.
typedef struct diagonals {
    const features *features;
    int least_lag, most_lag;                      // rows, of the pairs gathered
    int start_low, start_high, end_low, end_high; // rows that may start, and end, a loop
    double period_rows;                           // > 0: only near whole numbers of it
    bool travels;                                 // distance on the floor and turn are no fault
    pair_found *pool;                             // FIND_POOL, the best by rank, in no order
    int pool_count;
    double *correlation; // rows: by lag
} diagonals;
/// What a pair ranks by its mean square distance alone, low is best; false: too little moves in it.
bool find_pair_rank(const features *f, bool travels, int row, int lag, double square, double *rank);
PANTIN_CHECKED bool find_diagonals_search(diagonals *d, arena *memory);
/// Does a length of so many rows lie near a whole number of periods? Always where none is asked for.
bool period_fits(double rows, double period_rows);

/// The natural period, rows, by the first clear peak of a correlation by lag; 0: none. Its strength is 0..1.
double period_find(const double *correlation, int rows, int least_lag, double *strength);

/// The feet of a figure over all frames, in the world, m.
typedef struct foot_tracks {
    int joints[FIND_FEET_MOST], count, frames;
    vec3 *places; // [foot * frames + frame]
} foot_tracks;
PANTIN_CHECKED bool find_feet_make(const features *f, const pantin_figure *figure, foot_tracks *t,
                                   arena *memory);
/// Skate about the seam of the loop a..b, cm/s, and the piece's own.
double find_feet_skate(const foot_tracks *t, const features *f, int a, int b, double window_s,
                       double *source);

/// The price of a loop and what it is made of.
typedef struct loop_price {
    double cost;
    double area, deviation, skate, unlike, root, turn; // its shares
    double gap_deg, gap_cm, deviation_deg;
    double skate_cm_per_s, source_skate_cm_per_s;
    int gap_joint, deviation_joint;
} loop_price;

typedef struct pricer {
    const pantin_clip *clip;
    const features *features;
    const pantin_loop_options *options;
    const pantin_figure *figure;
    bool *core; // joints
    foot_tracks feet;
} pricer;
PANTIN_CHECKED bool find_cost_make(pricer *p, arena *memory);
/// Exact, unless the cost is `most` or more: then some share may be missing.
loop_price find_cost_price(const pricer *p, int a, int b, double most);
/// What is added to the cost to rank loops, low is best: a share for every halving of the motion.
double find_cost_kept(const pricer *p, int a, int b);

/// The reference's choice (docs/motion.md). False: the clip is too short.
PANTIN_CHECKED bool crossfade_find(const pantin_clip *clip, const pantin_loop_options *options,
                                   int *start, int *end, pantin_error *error);
/// The worst bone's angle, degrees, by which its fade leads frames away from the source's.
double crossfade_deviation(const pantin_clip *clip, int start, int end, int window);

#endif
