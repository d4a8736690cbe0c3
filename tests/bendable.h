// bendable.h — a drawing with joints, meshed and made a puppet: what a player needs to bend it, and poses of it.
//
// Poses are forward kinematics: each joint's way from its parent turns by an angle of its own, and the patch
// at a joint turns half way between the bones that meet there.
// SPDX-License-Identifier: MIT
#ifndef TESTS_BENDABLE_H
#define TESTS_BENDABLE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "drawn_shapes.h"
#include "rig/skeleton.h"

typedef struct bendable {
    char name[40];
    pantin_puppet puppet;
    const pantin_puppet_piece *piece;      // its only one; handles and bones are its
    pantin_rig_joint joints[DRAWN_JOINTS]; // without names
    char names[DRAWN_JOINTS][24];
    double limits[DRAWN_JOINTS]; // rad
    int handle_of[DRAWN_JOINTS]; // a joint: its handle, PANTIN_NONE: another's
    int joint_count;
    bool bends;    // FK poses within the limits can be reached
    bool mirrored; // bent from the mirror image
    double mirror_x;
    pantin_patch patches[DRAWN_JOINTS]; // a handle
    pantin_target rest[DRAWN_JOINTS];   // a handle
    pantin_bone bones[DRAWN_JOINTS];
    int count; // of handles
    skeleton tree;
    arena memory;
} bendable;

static inline bool bendable_give_image(void *self, const char *path, pantin_image *image,
                                       pantin_error *error) {
    const pantin_image *whole = self;
    (void)path;
    if (!pantin_image_create(whole->width, whole->height, image, error)) return false;
    memcpy(image->pixels, whole->pixels, 4 * (size_t)whole->width * (size_t)whole->height);
    return true;
}

/// The spacing at which the drawing's mesh has about so many vertices.
static inline double bendable_spacing(const pantin_drawing *drawing, pantin_mesh_style style,
                                      int vertices) {
    double spacing = sqrt((double)drawing->ink_count / vertices);
    for (int k = 0; k < 4; k++) {
        pantin_mesh mesh = { 0 };
        pantin_mesh_options options = pantin_mesh_defaults();
        options.style = style;
        options.spacing_px = clamp_double(spacing, 2, 60);
        if (!pantin_mesh_make(drawing, &options, &mesh, NULL)) break;
        spacing = clamp_double(spacing * sqrt((double)mesh.vertex_count / vertices), 2, 60);
        pantin_mesh_free(&mesh);
    }
    return trig_round(10 * spacing) / 10;
}

static inline void bendable_free(bendable *b) {
    arena_free(&b->memory);
    pantin_puppet_free(&b->puppet);
    *b = (bendable){ 0 };
}

/// Fills what follows from the puppet and from whether it is mirrored.
static inline bool bendable_finish(bendable *b) {
    const pantin_puppet_piece *piece = b->piece = &b->puppet.pieces[0];
    b->count = piece->handle_count;
    b->mirror_x = pantin_puppet_mirror_x(&b->puppet, piece);
    for (int h = 0; h < b->count; h++) {
        const pantin_puppet_handle *handle = &piece->handles[h];
        b->patches[h] =
            (pantin_patch){ handle->grip.vertices, handle->grip.count, handle->weight, false };
        vec2 sum = { 0, 0 };
        for (int k = 0; k < handle->grip.count; k++)
            sum = vec2_add(sum, piece->triangles.vertices[handle->grip.vertices[k]]);
        b->rest[h] = (pantin_target){ vec2_scale(sum, 1.0 / handle->grip.count), 0, 1 };
        if (b->mirrored) b->rest[h].center.x = 2 * b->mirror_x - b->rest[h].center.x;
    }
    for (int k = 0; k < piece->bone_count; k++)
        b->bones[k] = (pantin_bone){ piece->bones[k].triangles, piece->bones[k].weights,
                                     piece->bones[k].triangle_count };
    return skeleton_create(&b->tree, piece, b->rest, &b->memory);
}

/// Takes the drawing's picture and joints (mirrored: see the fields) to a puppet.
static inline bool bendable_build(bendable *b, pantin_image *image, const pantin_rig_joints *joints,
                                  pantin_mesh_style style, int vertices, pantin_error *error) {
    pantin_image copy = { 0 };
    pantin_drawing drawing = { 0 };
    pantin_bytes text = { 0 };
    bool done = bendable_give_image(image, NULL, &copy, error) &&
                pantin_drawing_make(b->name, &copy, &drawing, error);
    if (done) {
        pantin_puppet_recipe recipe = { .name = "it",
                                        .image = "it.png",
                                        .joints = joints,
                                        .mesh = pantin_mesh_defaults(),
                                        .limbs = true,
                                        .px_per_m = 100 };
        recipe.mesh.style = style;
        recipe.mesh.spacing_px = bendable_spacing(&drawing, style, vertices);
        pantin_assets assets = { .self = image, .image = bendable_give_image };
        done = pantin_puppet_make(&drawing, &recipe, &text, NULL, error) &&
               pantin_puppet_load("it.json", (const char *)text.data, text.size, &assets,
                                  &b->puppet, error);
        pantin_drawing_free(&drawing);
    }
    for (int j = 0; j < joints->count && done; j++) {
        b->joints[j] = joints->joints[j];
        b->joints[j].name = NULL; // it goes with the joints
        snprintf(b->names[j], sizeof b->names[j], "%s", joints->joints[j].name);
        b->handle_of[j] = PANTIN_NONE;
        for (int h = 0; h < b->puppet.pieces[0].handle_count; h++)
            if (strcmp(b->puppet.pieces[0].handles[h].name, joints->joints[j].name) == 0)
                b->handle_of[j] = h;
    }
    b->joint_count = joints->count;
    pantin_bytes_free(&text);
    if (done && !bendable_finish(b)) done = pantin_fail(error, PANTIN_ERROR_MEMORY, "", "memory");
    if (!done) bendable_free(b);
    return done;
}

static inline bool bendable_from_shape(bendable *b, int which, pantin_mesh_style style,
                                       int vertices, pantin_error *error) {
    static _Thread_local drawn_shape
        shape; // too large for a stack; names are borrowed by nobody after
    pantin_image image = { 0 };
    drawn_shape_make(&shape, which);
    *b = (bendable){ .bends = shape.bends };
    snprintf(b->name, sizeof b->name, "%s", shape.name);
    memcpy(b->limits, shape.limits, sizeof b->limits);
    pantin_rig_joints joints = { shape.joints, shape.joint_count, 0, 0, NULL };
    bool done = drawn_paint(&shape, &image, error) &&
                bendable_build(b, &image, &joints, style, vertices, error);
    pantin_image_free(&image);
    return done;
}

static inline bool bendable_file(const char *name, const char *file, pantin_bytes *bytes,
                                 pantin_error *error) {
    char path[1024];
    snprintf(path, sizeof path, "%s/data/drawings/%s/%s", PANTIN_SHARED, name, file);
    return pantin_file_read(path, (size_t)64 << 20, bytes, error);
}

static inline bool bendable_image(const char *name, const char *file, pantin_image *image,
                                  pantin_error *error) {
    pantin_bytes bytes = { 0 };
    bool done = bendable_file(name, file, &bytes, error) &&
                pantin_png_decode(file, bytes.data, bytes.size, image, error);
    pantin_bytes_free(&bytes);
    return done;
}

/// "char1": false where the shared data are not at hand.
static inline bool bendable_from_drawing(bendable *b, const char *name, pantin_mesh_style style,
                                         int vertices, pantin_error *error) {
    pantin_image image = { 0 }, mask = { 0 };
    pantin_bytes cfg = { 0 };
    pantin_rig_joints joints = { 0 };
    *b = (bendable){ .bends = true };
    snprintf(b->name, sizeof b->name, "%s", name);
    bool done = bendable_image(name, "texture.png", &image, error) &&
                bendable_image(name, "mask.png", &mask, error) &&
                pantin_image_mask(&image, &mask, name, error) &&
                bendable_file(name, "char_cfg.yaml", &cfg, error) &&
                pantin_rig_read_yaml(name, (const char *)cfg.data, cfg.size, &joints, error) &&
                bendable_build(b, &image, &joints, style, vertices, error);
    for (int j = 0; j < joints.count && done; j++) {
        const char *joint = joints.joints[j].name;
        bool limb = strstr(joint, "elbow") || strstr(joint, "hand") || strstr(joint, "knee") ||
                    strstr(joint, "foot");
        bool trunk = strcmp(joint, "torso") == 0 || strcmp(joint, "neck") == 0;
        b->limits[j] = (limb ? 150 : trunk ? 25 : 0) * TRIG_DEGREE;
    }
    pantin_rig_joints_free(&joints);
    pantin_bytes_free(&cfg);
    pantin_image_free(&image);
    pantin_image_free(&mask);
    return done;
}

static inline pantin_deform_setup bendable_setup(const bendable *b, bool with_bones) {
    return (pantin_deform_setup){ .rest = &b->piece->triangles,
                                  .mirrored_rest = b->mirrored,
                                  .mirror_x = b->mirror_x,
                                  .patches = b->patches,
                                  .patch_count = b->count,
                                  .bones = with_bones ? b->bones : NULL,
                                  .bone_count = with_bones ? b->piece->bone_count : 0 };
}

/// A joint as it is at rest.
static inline vec2 bendable_joint(const bendable *b, int j) {
    vec2 at = b->joints[j].at_px;
    return b->mirrored ? vec2_make(2 * b->mirror_x - at.x, at.y) : at;
}

/// Targets from where the joints are, and the turn of each one's way from its parent (the root's: its own).
static inline void bendable_hold(const bendable *b, const vec2 *places, const double *turns,
                                 pantin_target *targets) {
    for (int j = 0; j < b->joint_count; j++) {
        int h = b->handle_of[j], children = 0, child = j;
        if (h == PANTIN_NONE) continue;
        for (int k = 0; k < b->joint_count; k++)
            if (b->joints[k].parent == j) children++, child = k;
        double angle = children == 1 ? 0.5 * (turns[j] + turns[child]) : turns[j];
        vec2 off = vec2_sub(b->rest[h].center, bendable_joint(b, j));
        off = vec2_turn(off, trig_cos(angle), trig_sin(angle));
        targets[h] = (pantin_target){ vec2_add(places[j], off), angle, 1 };
    }
}

/// Forward kinematics: `angles` a joint, the root's turns all of it.
static inline void bendable_pose(const bendable *b, const double *angles, vec2 shift,
                                 pantin_target *targets) {
    vec2 places[DRAWN_JOINTS];
    double turns[DRAWN_JOINTS];
    bool laid[DRAWN_JOINTS] = { false };
    for (int round = 0; round < b->joint_count; round++)
        for (int j = 0; j < b->joint_count; j++) {
            int parent = b->joints[j].parent;
            if (laid[j] || (parent != PANTIN_NONE && !laid[parent])) continue;
            laid[j] = true;
            turns[j] = angles[j] + (parent == PANTIN_NONE ? 0 : turns[parent]);
            vec2 rest = bendable_joint(b, j);
            if (parent == PANTIN_NONE) {
                places[j] = vec2_add(rest, shift);
                continue;
            }
            vec2 way = vec2_sub(rest, bendable_joint(b, parent));
            way = vec2_turn(way, trig_cos(turns[j]), trig_sin(turns[j]));
            places[j] = vec2_add(places[parent], way);
        }
    bendable_hold(b, places, turns, targets);
}

/// Targets from where a recorded motion has the joints; `before`, a joint each, keeps turns from jumping.
static inline void bendable_follow(const bendable *b, const vec2 *places, double *before,
                                   pantin_target *targets) {
    for (int j = 0; j < b->joint_count; j++) {
        int parent = b->joints[j].parent;
        if (parent == PANTIN_NONE) {
            before[j] = 0;
            continue;
        }
        vec2 rest = vec2_sub(bendable_joint(b, j), bendable_joint(b, parent));
        vec2 now = vec2_sub(places[j], places[parent]);
        if (vec2_dot(rest, rest) > 0)
            before[j] =
                trig_unwrap(trig_atan2(vec2_cross(rest, now), vec2_dot(rest, now)), before[j]);
    }
    bendable_hold(b, places, before, targets);
}

#endif
