// with_clips.c — what every motion file that was read must be like, for fuzzers.
// SPDX-License-Identifier: MIT
#include "with_clips.h"

#include <stdlib.h>

enum { ANIMATIONS_MOST = 4 };

static bool finite(double v) { return v - v == 0; }

static void check_vector(pantin_vec3 v) {
    if (!finite(v.x) || !finite(v.y) || !finite(v.z)) abort();
}

static void check_joints(const pantin_clip *clip) {
    int bones = 0;
    for (int j = 0; j < clip->joint_count; j++) {
        const pantin_joint *joint = &clip->joints[j];
        if (joint->name == NULL || joint->parent >= j || joint->parent < PANTIN_NONE) abort();
        check_vector(joint->translation);
        check_vector(joint->scale);
        bones += joint->bone;
    }
    if (bones != clip->bone_count || bones == 0) abort();
    if (clip->root < 0 || clip->root >= clip->joint_count) abort();
}

static void check_frames(const pantin_clip *clip) {
    if (clip->frames < 3 || !(clip->fps > 0) || !finite(clip->fps)) abort();
    for (size_t k = 0; k < (size_t)clip->frames * (size_t)clip->joint_count; k++) {
        pantin_quat q = clip->rotations[k];
        double length = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
        if (!(length > 0.999999 && length < 1.000001)) abort();
        check_vector(clip->translations[k]);
        if (clip->scales != NULL) check_vector(clip->scales[k]);
    }
    for (int m = 0; m < clip->morph_count; m++)
        if (clip->morphs[m].count < 1 || clip->morphs[m].weights == NULL) abort();
}

/// What is written of a glTF (all of the clip, or its second half) is read again.
static void check_written(const pantin_motion *motion, const pantin_clip *clip) {
    pantin_clip half = { 0 };
    pantin_error error = { 0 };
    if (!pantin_clip_slice(clip, clip->frames / 2, clip->frames - 1, &half, &error)) abort();
    for (int part = 0; part < 2; part++) {
        pantin_bytes bytes = { 0 };
        const pantin_loop_mark mark = { .closed = part == 0, .name = part == 0 ? NULL : "half" };
        error = (pantin_error){ 0 };
        if (!pantin_motion_write(motion, part == 0 ? clip : &half, &mark, &bytes, &error)) {
            if (error.kind == PANTIN_OK || error.text[0] == '\0') abort();
            continue;
        }
        pantin_motion *again = pantin_motion_read("y", bytes.data, bytes.size, NULL, &error);
        if (again == NULL || pantin_motion_kind_of(again) != pantin_motion_kind_of(motion) ||
            pantin_motion_animations(again) != pantin_motion_animations(motion))
            abort();
        pantin_motion_free(again);
        pantin_bytes_free(&bytes);
    }
    pantin_clip_free(&half);
}

static void check_animation(const pantin_motion *motion, int animation) {
    pantin_clip clip = { 0 };
    pantin_error error = { 0 };
    if (!pantin_motion_sample(motion, animation, &clip, &error)) {
        if (error.kind == PANTIN_OK || error.text[0] == '\0') abort();
        return;
    }
    check_joints(&clip);
    check_frames(&clip);
    if (pantin_motion_kind_of(motion) != PANTIN_BVH) check_written(motion, &clip);
    pantin_clip_free(&clip);
}

void clips_check(const char *name, const uint8_t *data, size_t size) {
    pantin_error error = { 0 };
    pantin_motion *motion = pantin_motion_read(name, data, size, NULL, &error);
    if (motion == NULL) {
        if (error.kind == PANTIN_OK || error.text[0] == '\0') abort();
        return;
    }
    int count = pantin_motion_animations(motion);
    for (int k = 0; k < count && k < ANIMATIONS_MOST; k++) check_animation(motion, k);
    pantin_motion_free(motion);
}
