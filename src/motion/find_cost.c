// find_cost.c — what a loop a..b costs: what the seam's offset will do to the motion, before it is done.
//
// Closing the loop adds to each end half of what parts the two poses, decaying over T seconds, and half of
// what parts their velocities (offset.c). Of a point whose aligned places are d apart and velocities v, the
// area under that offset, both ends together, is about
//     |d| T / 2 + |v| s²,      the area of ½ H0 being T / 4 and s² what a jump of speed is worth.
// The transition's cost is its root mean square over the figure's mass, at the cut and 0.1 s to either side of
// it: a pose met while moving the other way, or held, is no match. With the worst bone's angle and the feet
// dragged along the floor, each in shares of what alone makes a loop poor,
//     cost = sqrt(area² + deviation² + skate²) + unlike + root + turn
// where the last three tell apart what none of the first sees: how unlike the two moments are by the clip's own
// measure (a clip that hardly moves), the slide of the root that is to be undone, and its turn.
// SPDX-License-Identifier: MIT
#include "motion/find.h"

#define AREA_POOR 0.35       // sizes * s
#define DEVIATION_POOR 60.0  // degrees of a bone, at each end
#define SLIDE_POOR 1.5       // sizes / s
#define TURN_POOR 360.0      // degrees
#define SKATE_POOR 8.0       // cm / s more than the source itself, beyond …
#define SKATE_FREE 1.0       // … what no one sees
#define SKATE_SHARE_MOST 0.8 // a foot lock mends what it can
#define FIXED_SHARE_MOST                                                                           \
    0.15                  // of each that is undone along the whole piece, so that no one sees it
#define UNLIKE_SHARE 0.1  // of two moments as unlike as any two of the clip
#define WINDOW_LEAST 0.35 // s
#define ENDS_MEET 0.01    // of what parts two frames at random
#define JUMP_SQUARE 0.05  // s²
#define JUMP_BEND 0.015   // s: how far a jump of a bone's speed bends it while it is led over
#define KEPT_SHARE 0.35   // cost that a halving of the motion kept is worth
#define STILL 0.2    // a piece that moves less than this share of the clip's mean is a still one
#define ROW_COST 1.2 // cost of a pair of rows one size apart

// --- the coarse rank ----------------------------------------------------------------------------

/// Bits by which the piece keeps less than the whole motion. False: a still piece.
static bool kept_bits(const features *f, int a, int b, double *bits) {
    double kept = features_kept(f, a, b), frames = (double)(b - a) / f->frames;
    *bits = 0;
    if (!(kept > 1e-9) || kept < STILL * frames) return false;
    *bits = kept < 1 ? -trig_log(kept) / 0.69314718055994531 : 0;
    return true;
}

static double turn_between(const features *f, int a, int b) {
    vec2 u = f->heading[a], v = f->heading[b];
    double turn = trig_atan2(u.x * v.y - u.y * v.x, u.x * v.x + u.y * v.y) / TRIG_DEGREE;
    return turn < 0 ? -turn : turn;
}

static double slide_share(const features *f, int a, int b, double seconds) {
    double slide = vec3_floor_distance(f->root[a], f->root[b]) / f->size;
    return min_double(FIXED_SHARE_MOST,
                      (slide / max_double(seconds, 0.1) + slide / 4) / SLIDE_POOR);
}

bool find_pair_rank(const features *f, bool travels, int row, int lag, double square,
                    double *rank) {
    int a = features_frame(f, row), b = features_frame(f, row + lag);
    double bits, cost = ROW_COST * sqrt(square);
    if (!kept_bits(f, a, b, &bits)) return false;
    if (!travels) {
        double turn = min_double(FIXED_SHARE_MOST, turn_between(f, a, b) / TURN_POOR);
        double slide = slide_share(f, a, b, lag * f->row_s);
        cost += slide + turn;
    }
    *rank = cost + KEPT_SHARE * bits;
    return finite_double(*rank);
}

// --- the pricer ---------------------------------------------------------------------------------

bool find_cost_make(pricer *p, arena *memory) {
    p->core = ARENA_ARRAY(memory, bool, p->clip->joint_count);
    if (arena_failed(memory)) return false;
    bool any = false;
    for (int k = 0; k < p->clip->joint_count; k++) {
        const pantin_joint *joint = &p->clip->joints[k];
        p->core[k] = joint->bone && names_joint_is_core(joint);
        any = any || p->core[k];
    }
    for (int k = 0; k < p->clip->joint_count && !any; k++) p->core[k] = p->clip->joints[k].bone;
    return find_feet_make(p->features, p->figure, &p->feet, memory);
}

/// Are the root's way and turn over the floor no fault? A loop that travels goes on in its new heading, and
/// from a figure that goes somewhere they are taken out along the whole piece.
static bool goes_on(const pricer *p) {
    return p->options->root == PANTIN_ROOT_TRAVEL || p->features->travels;
}

/// The turn from frame to frame as a vector, rad: twice the sine of its half, which is 1 % short at 30 degrees.
static vec3 step_of(quat from, quat to) {
    quat turn = quat_between(from, to);
    double twice = turn.w < 0 ? -2 : 2;
    return vec3_make(twice * turn.x, twice * turn.y, twice * turn.z);
}

/// Which steps tell the velocities at the two frames: those after both, or before both, where the clip has
/// them. A whole clip has neither: the step after a and that before b lie a frame apart, and what their
/// neighbours change by is taken off (the seam residual of measure_turns.c).
typedef enum seam_steps { STEPS_AFTER, STEPS_BEFORE, STEPS_INSIDE } seam_steps;

static seam_steps choose_steps(const features *f, int a, int b) {
    if (b + 1 < f->frames) return STEPS_AFTER;
    return a - 1 >= f->first ? STEPS_BEFORE : STEPS_INSIDE;
}

/// s - (p + n) / 2 of the changes before, at and after the seam, from the steps around it.
static vec3 residual(vec3 leaving, vec3 next, vec3 arriving, vec3 earlier) {
    vec3 seam = vec3_sub(leaving, arriving);
    vec3 sides = vec3_add(vec3_sub(arriving, earlier), vec3_sub(next, leaving));
    return vec3_sub(seam, vec3_scale(sides, 0.5));
}

static vec3 bone_step(const pantin_clip *clip, int frame, int joint) {
    return step_of(*clip_rotation(clip, frame, joint), *clip_rotation(clip, frame + 1, joint));
}

static vec3 bone_jump(const pricer *p, int joint, int a, int b) {
    const pantin_clip *clip = p->clip;
    seam_steps steps = choose_steps(p->features, a, b);
    if (steps == STEPS_INSIDE)
        return residual(bone_step(clip, a, joint), bone_step(clip, a + 1, joint),
                        bone_step(clip, b - 1, joint), bone_step(clip, b - 2, joint));
    int back = steps == STEPS_BEFORE;
    return vec3_sub(bone_step(clip, a - back, joint), bone_step(clip, b - back, joint));
}

/// A bone's angle between the two frames, and how far it will be bent; degrees.
static double bone_gap(const pricer *p, int joint, int a, int b, bool judge_jump, double *bend) {
    const pantin_clip *clip = p->clip;
    quat at_a = *clip_rotation(clip, a, joint), at_b = *clip_rotation(clip, b, joint);
    double gap = quat_angle(quat_between(at_a, at_b)) / TRIG_DEGREE;
    double jump = judge_jump ? vec3_length(bone_jump(p, joint, a, b)) * clip->fps / TRIG_DEGREE : 0;
    if (joint == clip->root && goes_on(p))
        gap = max_double(0, gap - turn_between(p->features, a, b));
    // Half the gap to each end; these two lead it away over one.
    bool one_end =
        p->options->method == PANTIN_FIX_ONE_SIDED || p->options->method == PANTIN_FIX_SOFTFADE;
    *bend = (one_end ? gap : gap / 2) + JUMP_BEND * jump;
    return gap;
}

static void price_bones(const pricer *p, int a, int b, bool judge_jump, loop_price *price) {
    price->gap_joint = price->deviation_joint = p->clip->root;
    for (int k = 0; k < p->clip->joint_count; k++) {
        if (!p->clip->joints[k].bone) continue;
        double bend, gap = bone_gap(p, k, a, b, judge_jump, &bend);
        if (p->core[k] && gap > price->gap_deg) {
            price->gap_deg = gap;
            price->gap_joint = k;
        }
        if (bend > price->deviation_deg) {
            price->deviation_deg = bend;
            price->deviation_joint = k;
        }
    }
    price->deviation = price->deviation_deg / DEVIATION_POOR;
}

static vec3 point_step(const features *f, int frame, int point) {
    return vec3_sub(features_place(f, frame + 1, point), features_place(f, frame, point));
}

static vec3 point_jump(const features *f, int point, int a, int b, seam_steps steps) {
    if (steps == STEPS_INSIDE)
        return residual(point_step(f, a, point), point_step(f, a + 1, point),
                        point_step(f, b - 1, point), point_step(f, b - 2, point));
    int back = steps == STEPS_BEFORE;
    return vec3_sub(point_step(f, a - back, point), point_step(f, b - back, point));
}

/// Squares of what parts two frames: places, and (in `jumps`) velocities.
static double part_squares(const features *f, int a, int b, double *jumps) {
    seam_steps steps = choose_steps(f, a, b);
    double square = 0, jump_square = 0;
    for (int k = 0; k < f->points; k++) {
        if (f->weights[k] <= 0) continue;
        vec3 apart = vec3_sub(features_place(f, b, k), features_place(f, a, k));
        vec3 jump = point_jump(f, k, a, b, steps);
        square += f->weights[k] * vec3_dot(apart, apart);
        jump_square += f->weights[k] * vec3_dot(jump, jump);
    }
    *jumps = jump_square * f->fps * f->fps;
    return square;
}

/// The worst place at the cut itself, sizes.
static double worst_gap(const features *f, int a, int b) {
    double worst = 0;
    for (int k = 0; k < f->points; k++)
        if (f->weights[k] > 0)
            worst =
                max_double(worst, vec3_distance(features_place(f, a, k), features_place(f, b, k)));
    return worst;
}

/// Root mean squares about the cut: places apart, sizes, and velocities, sizes/s. False: a whole clip whose
/// ends meet. Its maker cut it there, and no speed of its ends is a fault, however fast (a run of 25 frames).
static bool look_around(const features *f, int a, int b, double *gap, double *jump) {
    int reach = max_int(1, (int)(FEATURE_SECONDS * f->fps + 0.5)), looks = 0;
    double gaps = 0, jumps = 0;
    for (int shift = -reach; shift <= reach; shift += reach) {
        if (a + shift < f->first || b + shift >= f->frames) continue;
        double jump_square;
        gaps += part_squares(f, a + shift, b + shift, &jump_square);
        jumps += jump_square;
        looks++;
    }
    looks = max_int(looks, 1);
    *gap = sqrt(gaps / looks);
    *jump = sqrt(jumps / looks);
    if (*gap > ENDS_MEET * sqrt(2 * f->mean_norm) || choose_steps(f, a, b) != STEPS_INSIDE)
        return true;
    *jump = 0;
    return false;
}

static double unlike_share(const features *f, double gap, double jump) {
    double square = gap * gap + jump * jump * FEATURE_SECONDS * FEATURE_SECONDS;
    double usual = 2 * f->mean_norm;
    return usual > 1e-12 ? UNLIKE_SHARE * min_double(1, sqrt(square / usual)) : 0;
}

static double area_share(double gap, double jump, double window_s) {
    return (gap * window_s / 2 + jump * JUMP_SQUARE) / AREA_POOR;
}

static void price_feet(const pricer *p, int a, int b, double window_s, loop_price *price) {
    if (p->feet.count == 0) return;
    price->skate_cm_per_s =
        find_feet_skate(&p->feet, p->features, a, b, window_s, &price->source_skate_cm_per_s);
    double more = price->skate_cm_per_s - price->source_skate_cm_per_s - SKATE_FREE;
    price->skate = clamp_double(more / SKATE_POOR, 0, SKATE_SHARE_MOST);
}

static void price_root(const pricer *p, int a, int b, loop_price *price) {
    const features *f = p->features;
    if (goes_on(p)) return;
    price->root = slide_share(f, a, b, (b - a) / f->fps);
    price->turn = min_double(FIXED_SHARE_MOST, turn_between(f, a, b) / TURN_POOR);
}

/// The seconds over which a fix leads the ends together: by the size of the gap, at most half the piece.
static double window_of(const pricer *p, double gap_deg, int a, int b) {
    double wished = p->options->window_s > 0 ? p->options->window_s
                                             : clamp_double(gap_deg / 100, WINDOW_LEAST, 1);
    double half = (b - a) / p->features->fps / 2;
    return max_double(min_double(wished, half), 1 / p->features->fps);
}

/// Sums the shares up. True: it is no less than `most`, so that what is left need not be priced.
static bool sum_up(loop_price *price, double most) {
    price->cost = sqrt(price->area * price->area + price->deviation * price->deviation +
                       price->skate * price->skate) +
                  price->unlike + price->root + price->turn;
    if (!finite_double(price->cost)) price->cost = 1e9;
    return price->cost >= most;
}

loop_price find_cost_price(const pricer *p, int a, int b, double most) {
    const features *f = p->features;
    loop_price price = { 0 };
    double gap, jump;
    bool judge_jump = look_around(f, a, b, &gap, &jump);
    price.unlike = unlike_share(f, gap, jump);
    price_root(p, a, b, &price);
    price.area = area_share(gap, jump, window_of(p, 0, a, b));
    if (sum_up(&price, most)) return price;
    price_bones(p, a, b, judge_jump, &price);
    double window_s = window_of(p, price.gap_deg, a, b);
    price.area = area_share(gap, jump, window_s);
    if (sum_up(&price, most)) return price;
    price_feet(p, a, b, window_s, &price);
    if (!judge_jump) price.skate = 0; // the feet slide there as they did
    price.gap_cm = worst_gap(f, a, b) * f->size * 100;
    sum_up(&price, most);
    return price;
}

double find_cost_kept(const pricer *p, int a, int b) {
    double bits;
    return kept_bits(p->features, a, b, &bits) ? KEPT_SHARE * bits : 1e9;
}
