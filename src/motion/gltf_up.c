// gltf_up.c — a glTF whose data stands on another axis than y, read upright and written back as it lay.
//
// The format says y up; exporters forget. With R the turn from the named axis to y, the joints without a parent are
// read as R T Q S, places and turns alike, and written with R taken off again. Rest poses stay the file's: they are
// what the writer compares with.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "motion/bvh_file.h"
#include "motion/gltf.h"

static void turn_matrix(pantin_clip *clip, pantin_joint *joint, quat turn) {
    double *turned = ARENA_ARRAY(clip_memory(clip), double, 12);
    if (turned == NULL) return; // the arena tells
    for (int column = 0; column < 4; column++) {
        const double *m = joint->matrix + column;
        vec3 v = quat_rotate(turn, vec3_make(m[0], m[4], m[8]));
        turned[column] = v.x;
        turned[4 + column] = v.y;
        turned[8 + column] = v.z;
    }
    joint->matrix = turned;
}

static bool turn_roots(pantin_clip *clip, quat turn, pantin_error *error) {
    for (int k = 0; k < clip->joint_count; k++) {
        if (clip->joints[k].parent != PANTIN_NONE) continue;
        if (clip->joints[k].matrix != NULL) turn_matrix(clip, &clip->joints[k], turn);
        for (int i = 0; i < clip->frames; i++) {
            vec3 *place = clip_translation(clip, i, k);
            quat *q = clip_rotation(clip, i, k);
            *place = quat_rotate(turn, *place);
            *q = quat_multiply(turn, *q);
        }
    }
    return !arena_failed(clip_memory(clip)) || memory_fail(error, "an animation");
}

bool gltf_read_up(const pantin_motion *motion, pantin_clip *clip, pantin_error *error) {
    char up = motion->options.up;
    if (up == 0 || up == 'y') return true;
    clip->up = up;
    clip_note(clip, "up axis %c, as was told: a glTF's is Y", up - 'x' + 'X');
    if (turn_roots(clip, bvh_up_turn(up), error)) return true;
    pantin_clip_free(clip);
    return false;
}

bool gltf_write_up(const pantin_motion *motion, const pantin_clip *clip,
                   const pantin_loop_mark *mark, pantin_bytes *bytes, pantin_error *error) {
    if (clip->up == 'y') return gltf_write(motion, clip, mark, bytes, error);
    pantin_clip lying;
    if (!pantin_clip_slice(clip, 0, clip->frames - 1, &lying, error)) return false;
    bool done = turn_roots(&lying, quat_inverse(bvh_up_turn(clip->up)), error) &&
                gltf_write(motion, &lying, mark, bytes, error);
    pantin_clip_free(&lying);
    return done;
}
