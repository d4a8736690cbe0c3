// skeleton.c — the bones of a piece as a tree, their angles, and the way a jump takes.
//
// Where a sheet jumps to a new pose the solver needs a way there, and the straight one folds it. A body
// would turn its joints: so the angles between bones go from 0 to the pose's in S equal steps,
//
//     theta_b(t) = theta_parent(t) + t wrap(theta_b - theta_parent),     S = max(8, largest / 20 deg) <= 16,
//     p_to(t) = p_from(t) + (1 + t (l - 1)) R(theta_b(t)) (q_to - q_from),
//
// q at rest, l the bone's length against rest (of the ways tried the one that costs least energy and makes
// no branch points: docs/deform-measured.md).
// SPDX-License-Identifier: MIT
#include "skeleton.h"

#include "base/trig.h"
#include "base/vec.h"

#define STEP_ANGLE (20 * TRIG_DEGREE)
enum { STEPS_LEAST = 8 };

bool skeleton_create(skeleton *bones, const pantin_puppet_piece *piece, const pantin_target *rest,
                     arena *memory) {
    int count = piece->bone_count, ordered = 0;
    *bones = (skeleton){ .piece = piece, .bone_count = count, .rest = rest };
    bones->order = ARENA_ARRAY(memory, int, count);
    bones->parent = ARENA_ARRAY(memory, int, count);
    bones->ends = ARENA_ARRAY(memory, int, piece->handle_count);
    bones->angles = ARENA_ARRAY(memory, double, count);
    bones->steps = ARENA_ARRAY(memory, pantin_target, SKELETON_STEPS_MOST * piece->handle_count);
    if (arena_failed(memory)) return false;
    for (int h = 0; h < piece->handle_count; h++) bones->ends[h] = PANTIN_NONE;
    for (int b = 0; b < count; b++) bones->ends[piece->bones[b].to_handle] = b;
    for (int b = 0; b < count; b++) bones->parent[b] = bones->ends[piece->bones[b].from_handle];
    // The names were checked to make trees, so each round orders at least one bone more.
    for (int round = 0; round < count && ordered < count; round++)
        for (int b = 0; b < count; b++) {
            bool there = false, ready = bones->parent[b] == PANTIN_NONE;
            for (int k = 0; k < ordered; k++) {
                there = there || bones->order[k] == b;
                ready = ready || bones->order[k] == bones->parent[b];
            }
            if (ready && !there) bones->order[ordered++] = b;
        }
    for (int k = 0; k < SKELETON_STEPS_MOST; k++)
        bones->path[k] = bones->steps + k * piece->handle_count;
    return true;
}

static vec2 bone_at_rest(const skeleton *bones, int b) {
    const pantin_puppet_bone *bone = &bones->piece->bones[b];
    return vec2_sub(bones->rest[bone->to_handle].center, bones->rest[bone->from_handle].center);
}

static vec2 bone_of(const skeleton *bones, int b, const pantin_target *targets) {
    const pantin_puppet_bone *bone = &bones->piece->bones[b];
    return vec2_sub(targets[bone->to_handle].center, targets[bone->from_handle].center);
}

void skeleton_read(skeleton *bones, const pantin_target *targets) {
    for (int k = 0; k < bones->bone_count; k++) {
        int b = bones->order[k], parent = bones->parent[b];
        double carried = parent == PANTIN_NONE ? 0 : bones->angles[parent];
        vec2 rest = bone_at_rest(bones, b), now = bone_of(bones, b, targets);
        // A bone of no length points nowhere: it goes with its parent.
        double turn = vec2_dot(now, now) > 0 && finite_double(vec2_dot(now, now))
                          ? trig_atan2(vec2_cross(rest, now), vec2_dot(rest, now))
                          : carried;
        bones->angles[b] = trig_unwrap(turn, carried);
    }
}

void skeleton_turn(const skeleton *bones, pantin_target *targets) {
    const pantin_puppet_piece *piece = bones->piece;
    for (int h = 0; h < piece->handle_count; h++) {
        if (piece->handles[h].turn != PANTIN_TURN_BONE) continue;
        double sum = 0;
        int met = 0;
        for (int b = 0; b < bones->bone_count; b++) {
            if (piece->bones[b].from_handle != h && piece->bones[b].to_handle != h) continue;
            sum += bones->angles[b];
            met++;
        }
        if (met > 0) targets[h].angle += sum / met;
    }
}

int skeleton_ramp(skeleton *bones, const pantin_target *targets) {
    if (bones->bone_count == 0) return 0;
    double largest = 0;
    for (int b = 0; b < bones->bone_count; b++) {
        int parent = bones->parent[b];
        double turn = bones->angles[b] - (parent == PANTIN_NONE ? 0 : bones->angles[parent]);
        largest = max_double(largest, turn < 0 ? -turn : turn);
    }
    int handles = bones->piece->handle_count;
    int steps = clamp_int((int)(largest / STEP_ANGLE) + 1, STEPS_LEAST, SKELETON_STEPS_MOST);
    for (int s = 0; s < steps; s++) {
        double t = (s + 1.0) / steps;
        pantin_target *set = bones->steps + s * handles;
        for (int h = 0; h < handles; h++) {
            const pantin_target *from = &bones->rest[h], *to = &targets[h];
            set[h].center = vec2_mix(from->center, to->center, t);
            set[h].angle = from->angle + t * (to->angle - from->angle);
            set[h].scale = from->scale + t * (to->scale - from->scale);
        }
        if (s == steps - 1) break; // the last step is the pose itself, to the bit
        for (int k = 0; k < bones->bone_count; k++) {
            int b = bones->order[k];
            const pantin_puppet_bone *bone = &bones->piece->bones[b];
            vec2 rest = bone_at_rest(bones, b);
            double length = vec2_length(rest), sine, cosine;
            double ratio = length > 0 ? vec2_length(bone_of(bones, b, targets)) / length : 1;
            trig_sincos(t * bones->angles[b], &sine, &cosine);
            vec2 along = vec2_scale(vec2_turn(rest, cosine, sine), 1 + t * (ratio - 1));
            set[bone->to_handle].center = vec2_add(set[bone->from_handle].center, along);
        }
    }
    for (int h = 0; h < handles; h++) bones->steps[(steps - 1) * handles + h] = targets[h];
    return steps;
}
