// measure_turns.c — how the rotations meet at the seam, and how rough they are inside the clip.
//
// With w(i) the rotation vector of q(i)⁻¹ q(i+1), the step out of frame i in the bone's own axes, of each
// bone and in N frames, i = 0 .. N-2:
//     pose           angle of q(0)⁻¹ q(N-1)
//     velocity       | |w(N-2)| - |w(0)| |
//     vector         |w(N-2) - w(0)|
//     acceleration   |(w(N-2) - w(N-3)) - (w(1) - w(0))|
//     residual(f)    |Δ(f) - ½ (Δ(f-1) + Δ(f+1))|,  Δ(f) = w(f) - w(f-1)
// the worst bone speaking for all. At the seam Δ = w(0) - w(N-2), between w(N-2) - w(N-3) and w(1) - w(0); the
// interior are the frames f = 2 .. N-3. One pass over the frames keeps four rows of steps.
// SPDX-License-Identifier: MIT
#include "motion/measure.h"

enum { ROWS = 4 };
// No limb turns so far in one frame: a fault of the source's (a solved pose that flipped), worth a remark.
static const double turns_flip = 120 * TRIG_DEGREE;

typedef struct turns {
    const pantin_clip *clip;
    vec3 *rows[ROWS];                    // rows[i % 4]: w(i), joints
    vec3 *first, *second;                // w(0), w(1)
    double *interior;                    // frames: the worst bone's residual, rad a frame
    double largest_first, largest_other; // steps out of frame 0 and out of others, rad
    int largest_bone, largest_frame;     // of the others: whose, and the frame it comes to
} turns;

static bool turns_make(turns *t, const pantin_clip *clip, arena *memory) {
    t->clip = clip;
    t->largest_first = t->largest_other = 0;
    t->largest_bone = t->largest_frame = 0;
    for (int k = 0; k < ROWS; k++) t->rows[k] = ARENA_ARRAY(memory, vec3, clip->joint_count);
    t->first = ARENA_ARRAY(memory, vec3, clip->joint_count);
    t->second = ARENA_ARRAY(memory, vec3, clip->joint_count);
    t->interior = ARENA_ARRAY(memory, double, clip->frames);
    return !arena_failed(memory);
}

static void read_steps(turns *t) {
    const pantin_clip *clip = t->clip;
    for (int i = 0; i + 1 < clip->frames; i++) {
        const vec3 *a = t->rows[(i + 1) % ROWS], *b = t->rows[(i + 2) % ROWS];
        const vec3 *c = t->rows[(i + 3) % ROWS];
        vec3 *d = t->rows[i % ROWS];
        double worst = 0, largest = 0;
        int whose = 0;
        for (int k = 0; k < clip->joint_count; k++) {
            if (!clip->joints[k].bone) continue;
            d[k] = measure_step(clip, i, i + 1, k);
            double square = vec3_dot(d[k], d[k]);
            if (square > largest) largest = square, whose = k;
            if (i < 3) continue;
            worst = max_double(worst, measure_residual(a[k], b[k], c[k], d[k]));
        }
        for (int k = 0; i < 2 && k < clip->joint_count; k++)
            (i == 0 ? t->first : t->second)[k] = d[k];
        if (i >= 3) t->interior[i - 1] = worst;
        largest = sqrt(largest);
        if (i == 0) {
            t->largest_first = largest;
        } else if (largest > t->largest_other) {
            t->largest_other = largest;
            t->largest_bone = whose;
            t->largest_frame = i + 1;
        }
    }
}

/// The gap of pose of a bone, rad. Travelling, a turn about the up axis is heading in the root and the joints
/// above it: where leaving it out makes their gap smaller it is left out.
static double pose_gap(const measure_work *work, int joint) {
    const pantin_clip *clip = work->clip;
    quat first = *clip_rotation(clip, 0, joint),
         last = *clip_rotation(clip, clip->frames - 1, joint);
    double gap = quat_angle(quat_between(first, last));
    if (work->excused_turn == 0) return gap;
    int above = clip->root;
    while (above != joint && above != PANTIN_NONE) above = clip->joints[above].parent;
    if (above != joint) return gap;
    frame3 parent = clip_parent_frame(clip, 0, joint);
    vec3 up, across, along;
    if (!space_frame_unmap(&parent, vec3_make(0, 1, 0), &up) ||
        !space_frame_unmap(&parent, vec3_make(0, 0, 1), &across) ||
        !space_frame_unmap(&parent, vec3_make(1, 0, 0), &along))
        return gap;
    // In a mirrored parent a turn runs the other way.
    double hand = vec3_dot(vec3_cross(across, along), up) < 0 ? -1 : 1;
    quat turn = quat_about(vec3_scale(up, 1 / vec3_length(up)), hand * work->excused_turn);
    return min_double(gap, quat_angle(quat_between(quat_multiply(turn, first), last)));
}

static void keep_worst(double value, int joint, double *worst, int *whose) {
    if (!(value > *worst)) return;
    *worst = value;
    *whose = joint;
}

static void read_seam(const measure_work *work, const turns *t, pantin_loop_measure *m) {
    const pantin_clip *clip = t->clip;
    const vec3 *last = t->rows[(clip->frames - 2) % ROWS];
    const vec3 *before = t->rows[(clip->frames - 3 + ROWS) % ROWS];
    for (int k = 0; k < clip->joint_count; k++) {
        if (!clip->joints[k].bone) continue;
        double speed = vec3_length(last[k]) - vec3_length(t->first[k]);
        keep_worst(pose_gap(work, k), k, &m->pose_gap_deg, &m->pose_bone);
        keep_worst(speed < 0 ? -speed : speed, k, &m->velocity_gap_deg_per_frame,
                   &m->velocity_bone);
        keep_worst(measure_residual(before[k], last[k], t->first[k], t->second[k]), k,
                   &m->seam_residual_deg_per_s, &m->residual_bone);
        double vector = vec3_distance(last[k], t->first[k]);
        double change =
            vec3_distance(vec3_sub(last[k], before[k]), vec3_sub(t->second[k], t->first[k]));
        m->velocity_vector_gap_deg_per_frame =
            max_double(m->velocity_vector_gap_deg_per_frame, vector);
        m->acceleration_gap_deg_per_frame2 = max_double(m->acceleration_gap_deg_per_frame2, change);
    }
}

static void to_degrees(pantin_loop_measure *m) {
    m->pose_gap_deg /= TRIG_DEGREE;
    m->velocity_gap_deg_per_frame /= TRIG_DEGREE;
    m->velocity_vector_gap_deg_per_frame /= TRIG_DEGREE;
    m->acceleration_gap_deg_per_frame2 /= TRIG_DEGREE;
    m->seam_residual_deg_per_s *= m->fps / TRIG_DEGREE;
    m->seam_residual_interior_p95_deg_per_s *= m->fps / TRIG_DEGREE;
    m->seam_residual_interior_max_deg_per_s *= m->fps / TRIG_DEGREE;
}

bool measure_turns(measure_work *work, pantin_loop_measure *m) {
    turns t;
    if (!turns_make(&t, work->clip, &work->memory)) return false;
    read_steps(&t);
    read_seam(work, &t, m);
    // A T-pose before the motion: a step four times as large as any other, and over 20 degrees.
    m->first_apart = t.largest_first > 20 * TRIG_DEGREE && t.largest_first > 4 * t.largest_other;
    if (t.largest_other > turns_flip) {
        m->flip_deg = t.largest_other / TRIG_DEGREE;
        m->flip_bone = t.largest_bone;
        m->flip_frame = t.largest_frame;
    }
    int inner = work->clip->frames - 4;
    m->has_interior = work->clip->frames >= 6;
    if (m->has_interior) {
        m->seam_residual_interior_p95_deg_per_s =
            measure_percentile(t.interior + 2, inner, 0.95, &work->memory);
        for (int f = 2; f < 2 + inner; f++)
            m->seam_residual_interior_max_deg_per_s =
                max_double(m->seam_residual_interior_max_deg_per_s, t.interior[f]);
    }
    to_degrees(m);
    return !arena_failed(&work->memory);
}
