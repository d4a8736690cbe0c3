// rig_joints.c — a rig's joints: linked to a tree, taken from a puppet, freed.
// SPDX-License-Identifier: MIT
#include "rig_joints.h"

#include <string.h>

#include "base/arena.h"
#include "base/text.h"

/// Every name is compared with every other, so how many there are is bounded.
enum { JOINTS_MOST = 4096 };

void pantin_rig_joints_free(pantin_rig_joints *joints) {
    if (joints->memory != NULL) {
        arena_free(joints->memory);
        memory_free(joints->memory, 1, sizeof(arena));
    }
    *joints = (pantin_rig_joints){ 0 };
}

static int joint_named(const pantin_rig_joints *joints, const char *name, int before) {
    for (int k = 0; k < before; k++)
        if (strcmp(joints->joints[k].name, name) == 0) return k;
    return PANTIN_NONE;
}

static bool unknown_parent(const pantin_rig_joints *joints, int joint, const char *parent,
                           pantin_error *error) {
    const char **names = memory_allocate((size_t)joints->count + 1, sizeof *names);
    if (names == NULL) return memory_fail(error, "a rig");
    for (int k = 0; k < joints->count; k++) names[k] = joints->joints[k].name;
    const char *near = text_nearest(parent, strlen(parent), names);
    memory_free(names, (size_t)joints->count + 1, sizeof *names);
    if (near == NULL)
        return pantin_fail(error, PANTIN_ERROR_FORMAT, "",
                           "joint \"%.64s\" has an unknown parent \"%.64s\"",
                           joints->joints[joint].name, parent);
    return pantin_fail(error, PANTIN_ERROR_FORMAT, "",
                       "joint \"%.64s\" has an unknown parent \"%.64s\"; did you mean \"%.64s\"?",
                       joints->joints[joint].name, parent, near);
}

/// Does the way up from a joint come back to it?
static bool in_cycle(const pantin_rig_joints *joints, int joint) {
    int at = joint;
    for (int step = 0; step <= joints->count && at != PANTIN_NONE; step++)
        at = joints->joints[at].parent;
    return at != PANTIN_NONE;
}

bool rig_link_joints(pantin_rig_joints *joints, const char *const *parents, int *culprit,
                     pantin_error *error) {
    int root = PANTIN_NONE;
    *culprit = 0;
    if (joints->count == 0)
        return pantin_fail(error, PANTIN_ERROR_FORMAT, "", "the skeleton has no joint");
    if (joints->count > JOINTS_MOST)
        return pantin_fail(error, PANTIN_ERROR_FORMAT, "",
                           "the skeleton has %d joints, more than %d", joints->count, JOINTS_MOST);
    for (int k = 0; k < joints->count; k++) {
        pantin_rig_joint *joint = &joints->joints[k];
        *culprit = k;
        if (joint_named(joints, joint->name, k) != PANTIN_NONE)
            return pantin_fail(error, PANTIN_ERROR_FORMAT, "", "two joints are called \"%.64s\"",
                               joint->name);
        joint->parent = PANTIN_NONE;
        if (parents[k] == NULL) {
            if (root != PANTIN_NONE)
                return pantin_fail(
                    error, PANTIN_ERROR_FORMAT, "",
                    "joint \"%.64s\" has no parent, nor has \"%.64s\": one joint is the root",
                    joint->name, joints->joints[root].name);
            root = k;
            continue;
        }
        joint->parent = joint_named(joints, parents[k], joints->count);
        if (joint->parent == PANTIN_NONE) return unknown_parent(joints, k, parents[k], error);
    }
    for (int k = 0; k < joints->count; k++) {
        *culprit = k;
        if (in_cycle(joints, k))
            return pantin_fail(error, PANTIN_ERROR_FORMAT, "",
                               "joint \"%.64s\" is its own ancestor: one joint must have no parent",
                               joints->joints[k].name);
    }
    return true;
}

bool pantin_rig_from_puppet(const pantin_puppet *puppet, pantin_rig_joints *joints,
                            pantin_error *error) {
    const pantin_puppet_piece *piece = &puppet->pieces[0];
    arena *memory = memory_allocate(1, sizeof *memory);
    if (memory == NULL) return memory_fail(error, "a rig");
    pantin_rig_joints made = { .count = piece->handle_count, .memory = memory };
    made.joints = ARENA_ARRAY(memory, pantin_rig_joint, piece->handle_count);
    for (int h = 0; h < piece->handle_count && !arena_failed(memory); h++) {
        const pantin_puppet_handle *handle = &piece->handles[h];
        // Where it was wanted, so that snapping starts from the same place again.
        bool by_vertices = handle->vertex_count > 0;
        pantin_vec2 at =
            by_vertices ? handle->grip.center : (pantin_vec2){ handle->at_px[0], handle->at_px[1] };
        made.joints[h] = (pantin_rig_joint){ arena_text(memory, handle->name, strlen(handle->name)),
                                             at, PANTIN_NONE };
    }
    if (arena_failed(memory)) {
        pantin_rig_joints_free(&made);
        return memory_fail(error, "a rig");
    }
    *joints = made;
    return true;
}
