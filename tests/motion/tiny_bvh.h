// tiny_bvh.h — a BVH of two joints and three frames, whole and in parts, and doors to read it in one line.
// SPDX-License-Identifier: MIT
#ifndef TESTS_MOTION_TINY_BVH_H
#define TESTS_MOTION_TINY_BVH_H

#include <stdio.h>
#include <string.h>

#include "motion/clip.h"
#include "near.h"

#define TINY_FIGURE                                                                                \
    "HIERARCHY\nROOT Hips\n{\n\tOFFSET 0 0 0\n"                                                    \
    "\tCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"                   \
    "\tJOINT Chest\n\t{\n\t\tOFFSET 0 10 0\n\t\tCHANNELS 3 Xrotation Yrotation Zrotation\n"        \
    "\t\tEnd Site\n\t\t{\n\t\t\tOFFSET 0 10 0\n\t\t}\n\t}\n}\n"
#define TINY_HEAD "MOTION\nFrames: 3\nFrame Time: 0.0333333\n"
#define TINY_ROWS                                                                                  \
    "1 90 2 0 0 0 90 0 90\n"                                                                       \
    "2 91 2 90 90 0 90 0 90\n"                                                                     \
    "3.5 92 2 10 20 30 40 50 60\n"
#define TINY_BVH TINY_FIGURE TINY_HEAD TINY_ROWS

/// Centimetres and y up are said, so that nothing is guessed of so small a figure.
static inline pantin_motion_options tiny_options(void) {
    pantin_motion_options options = pantin_motion_defaults();
    options.unit_cm = 1;
    options.up = 'y';
    return options;
}

static inline pantin_motion *tiny_read(const char *text, pantin_error *error) {
    pantin_motion_options options = tiny_options();
    return pantin_motion_read("tiny.bvh", text, strlen(text), &options, error);
}

/// The clip of a text that must be readable.
static inline pantin_clip tiny_clip(const char *text) {
    pantin_error error = { 0 };
    pantin_clip clip = { 0 };
    pantin_motion *motion = tiny_read(text, &error);
    if (motion == NULL) fail_msg("%s: %s", error.where, error.text);
    if (!pantin_motion_sample(motion, 0, &clip, &error))
        fail_msg("%s: %s", error.where, error.text);
    pantin_motion_free(motion);
    return clip;
}

/// The text must be refused at "tiny.bvh:" place, with `hint` in the message.
static inline void tiny_refused(const char *text, const char *place, const char *hint) {
    pantin_error error = { 0 };
    char where[64];
    snprintf(where, sizeof where, "tiny.bvh:%s", place);
    assert_null(tiny_read(text, &error));
    assert_int_equal(error.kind, PANTIN_ERROR_FORMAT);
    assert_string_equal(error.where, where);
    if (strstr(error.text, hint) == NULL) fail_msg("\"%s\" says nothing of %s", error.text, hint);
}

static inline bool tiny_notes(const pantin_clip *clip, const char *part) {
    for (int k = 0; k < clip->note_count; k++)
        if (strstr(clip->notes[k], part) != NULL) return true;
    return false;
}

/// Where a joint stands, in cm.
static inline vec3 tiny_place(const pantin_clip *clip, int frame, int joint) {
    vec3 places[64];
    pantin_clip_places(clip, frame, places);
    return vec3_scale(places[joint], 100);
}

#define assert_place(place, px, py, pz)                                                            \
    do {                                                                                           \
        vec3 tiny_at = (place);                                                                    \
        assert_near(tiny_at.x, px, 1e-9);                                                          \
        assert_near(tiny_at.y, py, 1e-9);                                                          \
        assert_near(tiny_at.z, pz, 1e-9);                                                          \
    } while (0)

/// Equal in frames, joints and all that moves.
static inline void assert_same_motion(const pantin_clip *a, const pantin_clip *b, double by) {
    assert_int_equal(a->frames, b->frames);
    assert_int_equal(a->joint_count, b->joint_count);
    for (int i = 0; i < a->frames; i++)
        for (int k = 0; k < a->joint_count; k++) {
            quat turn = quat_between(*clip_rotation(a, i, k), *clip_rotation(b, i, k));
            assert_near(quat_angle(turn), 0, by);
            assert_near(vec3_distance(*clip_translation(a, i, k), *clip_translation(b, i, k)), 0,
                        by);
        }
}

#endif
