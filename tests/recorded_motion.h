// recorded_motion.h — real motion for drawn figures: clips of shared/data/motion/bvh on the joints of a drawing.
//
// Not the product's retargeting, but what a test needs of it: each frame the directions from joint to joint
// are projected on the plane in which the limb moves most (the trunk: always seen from the front) and
// forward kinematics lays them on the drawing's own bone lengths. A joint without a direction of its own
// turns with its parent. The mapping is read from shared/data/drawings/retarget.
// SPDX-License-Identifier: MIT
#ifndef TESTS_RECORDED_MOTION_H
#define TESTS_RECORDED_MOTION_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/trig.h"
#include "base/vec.h"
#include "pantin/motion.h"
#include "pantin/puppet.h"

enum { RECORDED_JOINTS = 32 };

typedef struct recorded_motion {
    pantin_rig_joints joints; // of the drawing
    int frames;
    double fps;
    vec2 *places; // [frame * RECORDED_JOINTS + joint], px
} recorded_motion;

/// A drawing's joint that a clip drives: the direction from one of its joints to another.
typedef struct recorded_drive {
    int from, to; // clip joints, PANTIN_NONE: not driven
    bool trunk;
} recorded_drive;

static inline bool recorded_file(const char *folder, const char *name, pantin_bytes *bytes) {
    char path[1024];
    pantin_error error = { 0 };
    snprintf(path, sizeof path, "%s/data/%s/%s", PANTIN_SHARED, folder, name);
    return pantin_file_read(path, (size_t)64 << 20, bytes, &error);
}

static inline int recorded_clip_joint(const pantin_clip *clip, const char *name) {
    for (int k = 0; k < clip->joint_count; k++)
        if (strcmp(clip->joints[k].name, name) == 0) return k;
    return PANTIN_NONE;
}

/// `text` from "char_joint_bvh_joints_mapping:" on: "  name: …", "  - From", "  - To".
static inline recorded_drive recorded_find_drive(const char *text, const char *joint,
                                                 const pantin_clip *clip) {
    recorded_drive drive = { PANTIN_NONE, PANTIN_NONE, false };
    char key[96], from[64], to[64];
    const char *at = strstr(text, "char_joint_bvh_joints_mapping:");
    snprintf(key, sizeof key, "\n  %s:", joint);
    at = at != NULL ? strstr(at, key) : NULL;
    if (at == NULL) return drive;
    at += strlen(key);
    at += strcspn(at, "\n");
    if (sscanf(at, " - %63s - %63s", from, to) != 2) return drive;
    drive.from = recorded_clip_joint(clip, from);
    drive.to = recorded_clip_joint(clip, to);
    drive.trunk = strcmp(joint, "torso") == 0 || strcmp(joint, "neck") == 0;
    if (drive.to == PANTIN_NONE) drive.from = PANTIN_NONE;
    return drive;
}

static inline pantin_vec3 recorded_way(const pantin_vec3 *places, int from, int to) {
    return (pantin_vec3){ places[to].x - places[from].x, places[to].y - places[from].y,
                          places[to].z - places[from].z };
}

/// From the figure's right to its left, on the floor, of length 1.
static inline vec2 recorded_left(const pantin_vec3 *places, const pantin_figure *figure) {
    pantin_vec3 hips = recorded_way(places, figure->right_hip, figure->left_hip);
    pantin_vec3 shoulders = recorded_way(places, figure->right_shoulder, figure->left_shoulder);
    vec2 sum = { hips.x + shoulders.x, hips.z + shoulders.z };
    double length = vec2_length(sum);
    return length > 0 ? vec2_scale(sum, 1 / length) : (vec2){ 1, 0 };
}

/// Does the driven direction move more along the figure's front than across it?
static inline bool recorded_is_sagittal(const pantin_clip *clip, const pantin_figure *figure,
                                        recorded_drive drive, pantin_vec3 *places) {
    double sum[2] = { 0, 0 }, squares[2] = { 0, 0 };
    for (int i = 0; i < clip->frames; i++) {
        pantin_clip_places(clip, i, places);
        vec2 left = recorded_left(places, figure);
        pantin_vec3 way = recorded_way(places, drive.from, drive.to);
        double across[2] = { way.x * left.x + way.z * left.y, way.x * left.y - way.z * left.x };
        for (int k = 0; k < 2; k++) {
            sum[k] += across[k];
            squares[k] += across[k] * across[k];
        }
    }
    double n = clip->frames;
    return squares[1] - sum[1] * sum[1] / n > squares[0] - sum[0] * sum[0] / n;
}

static inline void recorded_lay(const recorded_motion *motion, const double *angles,
                                const bool *driven, vec2 *places) {
    const pantin_rig_joint *joints = motion->joints.joints;
    bool laid[RECORDED_JOINTS] = { false };
    double turns[RECORDED_JOINTS] = { 0 };
    for (int round = 0; round < motion->joints.count; round++)
        for (int j = 0; j < motion->joints.count; j++) {
            int parent = joints[j].parent;
            if (laid[j] || (parent != PANTIN_NONE && !laid[parent])) continue;
            laid[j] = true;
            if (parent == PANTIN_NONE) {
                places[j] = joints[j].at_px;
                continue;
            }
            vec2 rest = vec2_sub(joints[j].at_px, joints[parent].at_px);
            turns[j] = turns[parent];
            if (driven[j]) turns[j] = angles[j] - trig_atan2(rest.y, rest.x);
            places[j] =
                vec2_add(places[parent], vec2_turn(rest, trig_cos(turns[j]), trig_sin(turns[j])));
        }
}

static inline void recorded_free(recorded_motion *motion) {
    pantin_rig_joints_free(&motion->joints);
    free(motion->places);
    *motion = (recorded_motion){ 0 };
}

/// `clip_name` "dab", `drawing` "char1". False where the shared data are not at hand.
static inline bool recorded_load(const char *clip_name, const char *drawing,
                                 recorded_motion *motion) {
    char path[256];
    pantin_bytes bvh = { 0 }, cfg = { 0 }, map = { 0 };
    pantin_error error = { 0 };
    pantin_clip clip = { 0 };
    pantin_motion *file = NULL;
    bool cmu = strcmp(clip_name, "jumping_jacks") == 0;
    *motion = (recorded_motion){ 0 };
    snprintf(path, sizeof path, "%s.bvh", clip_name);
    bool done = recorded_file("motion/bvh", path, &bvh);
    snprintf(path, sizeof path, "%s/char_cfg.yaml", drawing);
    done = done && recorded_file("drawings", path, &cfg) &&
           recorded_file("drawings/retarget", cmu ? "cmu1_pfp.yaml" : "fair1_ppf.yaml", &map) &&
           pantin_rig_read_yaml(path, (const char *)cfg.data, cfg.size, &motion->joints, &error) &&
           (file = pantin_motion_read(clip_name, bvh.data, bvh.size, NULL, &error)) != NULL &&
           pantin_motion_sample(file, 0, &clip, &error) && motion->joints.count <= RECORDED_JOINTS;
    if (done) {
        pantin_figure figure = pantin_figure_find(&clip);
        pantin_vec3 *places = calloc((size_t)clip.joint_count, sizeof *places);
        recorded_drive drives[RECORDED_JOINTS];
        bool driven[RECORDED_JOINTS], sagittal[RECORDED_JOINTS] = { false };
        double angles[RECORDED_JOINTS] = { 0 };
        for (int j = 0; j < motion->joints.count; j++) {
            drives[j] =
                recorded_find_drive((const char *)map.data, motion->joints.joints[j].name, &clip);
            driven[j] = drives[j].from != PANTIN_NONE;
            if (driven[j] && !drives[j].trunk)
                sagittal[j] = recorded_is_sagittal(&clip, &figure, drives[j], places);
        }
        motion->frames = clip.frames;
        motion->fps = clip.fps;
        motion->places = calloc((size_t)clip.frames * RECORDED_JOINTS, sizeof *motion->places);
        for (int i = 0; i < clip.frames; i++) {
            pantin_clip_places(&clip, i, places);
            vec2 left = recorded_left(places, &figure);
            for (int j = 0; j < motion->joints.count; j++) {
                if (!driven[j]) continue;
                pantin_vec3 way = recorded_way(places, drives[j].from, drives[j].to);
                double along =
                    sagittal[j] ? way.x * left.y - way.z * left.x : way.x * left.x + way.z * left.y;
                angles[j] = trig_atan2(-way.y, along); // pictures' y runs down
            }
            recorded_lay(motion, angles, driven, motion->places + i * RECORDED_JOINTS);
        }
        free(places);
    }
    pantin_clip_free(&clip);
    if (file != NULL) pantin_motion_free(file);
    pantin_bytes_free(&bvh);
    pantin_bytes_free(&cfg);
    pantin_bytes_free(&map);
    if (!done) recorded_free(motion);
    return done;
}

#endif
