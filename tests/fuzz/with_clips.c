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

static void check_animation(const pantin_motion *motion, int animation) {
    pantin_clip clip = { 0 };
    pantin_error error = { 0 };
    if (!pantin_motion_sample(motion, animation, &clip, &error)) {
        if (error.kind == PANTIN_OK || error.text[0] == '\0') abort();
        return;
    }
    check_joints(&clip);
    check_frames(&clip);
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
