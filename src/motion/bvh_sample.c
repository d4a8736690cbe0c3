// bvh_sample.c — the rows of a BVH as a clip: rotations for angles, metres for units, y for up.
//
// Only roots are turned: with U the turn that leads the file's axes to y up, a root's R becomes U R and
// its place U t; below it nothing changes.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "motion/bvh_file.h"

// --- frames ------------------------------------------------------------------------------------------------

static vec3 place_of(const bvh_joint *joint, const double *values) {
    double place[3] = { joint->offset[0], joint->offset[1], joint->offset[2] };
    for (int k = 0; k < joint->channel_count; k++) {
        int axis = bvh_channel_axis(joint->channels[k]);
        if (bvh_channel_turns(joint->channels[k])) continue;
        place[axis] = values[k] + (joint->absolute ? 0 : joint->offset[axis]);
    }
    return (vec3){ place[0], place[1], place[2] };
}

/// All frames, still in the file's units and axes.
static void fill_frames(const bvh_document *document, pantin_clip *clip) {
    for (int i = 0; i < clip->frames; i++) {
        const double *row = document->values + (size_t)i * (size_t)document->width;
        for (int k = 0; k < document->joint_count; k++) {
            const bvh_joint *joint = &document->joints[k];
            *clip_rotation(clip, i, k) = bvh_angles_turn(joint, row + joint->first);
            *clip_translation(clip, i, k) = place_of(joint, row + joint->first);
        }
    }
}

static void fill_joints(const bvh_document *document, pantin_clip *clip) {
    arena *memory = clip_memory(clip);
    clip->name = arena_text(memory, document->animation, strlen(document->animation));
    for (int k = 0; k < document->joint_count; k++) {
        const bvh_joint *joint = &document->joints[k];
        clip->joints[k] = (pantin_joint){
            .name = arena_text(memory, joint->name, strlen(joint->name)),
            .parent = joint->parent,
            .node = k,
            .bone = joint->channel_count > 0,
            .end = joint->end,
            .moves = (bvh_joint_turns(joint) ? PANTIN_MOVES_ROTATION : 0) |
                     (bvh_joint_moves(joint) ? PANTIN_MOVES_TRANSLATION : 0),
            .translation = { joint->offset[0], joint->offset[1], joint->offset[2] },
            .rotation = quat_identity(),
            .scale = { 1, 1, 1 },
        };
        clip->bone_count += clip->joints[k].bone;
    }
}

/// From the file's units and axes to metres and y up.
static void turn_upright(pantin_clip *clip) {
    double metres = clip->unit_cm / 100;
    quat turn = bvh_up_turn(clip->up);
    for (int k = 0; k < clip->joint_count; k++) {
        pantin_joint *joint = &clip->joints[k];
        bool root = joint->parent == PANTIN_NONE && clip->up != 'y';
        joint->translation = vec3_scale(joint->translation, metres);
        for (int i = 0; i < clip->frames; i++) {
            vec3 *place = clip_translation(clip, i, k);
            *place = vec3_scale(*place, metres);
            if (!root) continue;
            *place = quat_rotate(turn, *place);
            *clip_rotation(clip, i, k) = quat_multiply(turn, *clip_rotation(clip, i, k));
        }
        if (!root) continue;
        joint->translation = quat_rotate(turn, joint->translation);
        joint->rotation = turn;
    }
}

// --- the clip ------------------------------------------------------------------------------------------------

/// Joints without channels cost memory that no number in the file pays for: up to 4 million slots are given
/// (235 MB), beyond that only a few for each number.
static bool fits(const pantin_motion *motion, double frames, pantin_error *error) {
    const bvh_document *document = motion->bvh;
    double numbers = (double)document->frames * document->width;
    double most = 8 * numbers > 4e6 ? 8 * numbers : 4e6;
    if (frames * document->joint_count <= most) return true;
    return pantin_fail(error, PANTIN_ERROR_FORMAT, motion->name,
                       "%d joints over %.0f frames, of which the file moves only %d channels: too "
                       "large; cut it, or lower --fps",
                       document->joint_count, frames, document->width);
}

bool bvh_sample_own(const pantin_motion *motion, pantin_clip *clip, pantin_error *error) {
    const bvh_document *document = motion->bvh;
    if (!fits(motion, document->frames, error)) return false;
    if (!clip_begin(clip, document->joint_count, document->frames, false, error)) return false;
    clip->fps = document->fps > 0 ? document->fps : motion->options.fps;
    fill_joints(document, clip);
    fill_frames(document, clip);
    // Names are read from here on, so they must all be there.
    bool done = (!arena_failed(clip_memory(clip)) || memory_fail(error, "the clip")) &&
                bvh_guess_space(&motion->options, clip, error);
    if (done) {
        for (int k = 0; k < document->note_count; k++) clip_note(clip, "%s", document->notes[k]);
        turn_upright(clip);
        clip_align_signs(clip);
        clip->root = clip_find_root(clip);
        done = !arena_failed(clip_memory(clip)) || memory_fail(error, "the clip");
    }
    if (!done) pantin_clip_free(clip);
    return done;
}

/// The same motion at another rate, from the first frame; the old clip is given up.
static bool resample(const pantin_motion *motion, pantin_clip *clip, double fps,
                     pantin_error *error) {
    double last = clip->frames - 1, step = clip->fps / fps;
    double frames = trig_floor(last / step + 1e-3) + 1;
    if (frames < 3)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "fps",
                           "%g frames/s leave %.0f frames of the clip's %g s; 3 are needed", fps,
                           frames, last / clip->fps);
    pantin_clip finer;
    if (!fits(motion, frames, error) || !pantin_clip_blank(clip, (int)frames, &finer, error))
        return false;
    for (int i = 0; i < finer.frames; i++) {
        double at = i * step, near = trig_round(at);
        if (at - near < 1e-6 && near - at < 1e-6) at = near; // a frame of the file is met exactly
        if (at > last) at = last;
        int from = (int)at, to = from + 1 < clip->frames ? from + 1 : from;
        double t = at - from;
        for (int k = 0; k < clip->joint_count; k++) {
            *clip_rotation(&finer, i, k) =
                quat_mix(*clip_rotation(clip, from, k), *clip_rotation(clip, to, k), t);
            *clip_translation(&finer, i, k) =
                vec3_mix(*clip_translation(clip, from, k), *clip_translation(clip, to, k), t);
        }
    }
    finer.fps = fps;
    clip_align_signs(&finer);
    clip_note(&finer, "sampled at %g frames/s; the file has %g", fps, clip->fps);
    pantin_clip_free(clip);
    *clip = finer;
    return true;
}

bool bvh_sample(const pantin_motion *motion, pantin_clip *clip, pantin_error *error) {
    if (!bvh_sample_own(motion, clip, error)) return false;
    double fps = motion->options.fps;
    if (fps == 0 || fps == clip->fps) return true;
    if (resample(motion, clip, fps, error)) return true;
    pantin_clip_free(clip);
    return false;
}
