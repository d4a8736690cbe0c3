// advise_links.c — what a cut must not part: bones, and handles that stay together in a pose.
//
// Webbing ties what wants to go different ways. So handles that keep their places to each other, within STILL
// of their distance, are one thing, and the shortest lines that join them (Prim's trees) must stay whole, as
// must every bone.
// SPDX-License-Identifier: MIT
#include "advise.h"
#include "base/vec.h"

#define STILL 0.15

/// Does b keep its place to a?
static bool stay_together(const pantin_puppet_piece *piece, const pantin_pose_frame *pose, int a,
                          int b) {
    vec2 rest = vec2_sub(piece->handles[b].grip.center, piece->handles[a].grip.center);
    vec2 now = vec2_sub(pose->handles[piece->first_handle + b].target,
                        pose->handles[piece->first_handle + a].target);
    if (pantin_puppet_is_mirrored(piece)) now.x = -now.x;
    return vec2_distance(rest, now) <= STILL * vec2_length(rest);
}

/// Prim: the nearest handle that stays together with one of the tree joins it; else a new tree begins.
static void grow_trees(const pantin_puppet_piece *piece, const pantin_pose_frame *pose,
                       double *nearest, int *to, advise_links *links) {
    int count = piece->handle_count;
    for (int h = 0; h < count; h++) nearest[h] = 1e300, to[h] = PANTIN_NONE;
    for (int round = 0; round < count; round++) {
        int next = PANTIN_NONE;
        for (int h = 0; h < count; h++)
            if (nearest[h] >= 0 && (next == PANTIN_NONE || nearest[h] < nearest[next])) next = h;
        if (to[next] != PANTIN_NONE) {
            links->ends[links->count][0] = piece->handles[to[next]].grip.center;
            links->ends[links->count++][1] = piece->handles[next].grip.center;
        }
        nearest[next] = -1; // in a tree
        for (int h = 0; h < count; h++) {
            double away =
                vec2_distance(piece->handles[h].grip.center, piece->handles[next].grip.center);
            if (away >= nearest[h] || !stay_together(piece, pose, next, h)) continue;
            nearest[h] = away;
            to[h] = next;
        }
    }
}

bool advise_find_links(const pantin_puppet *puppet, const pantin_pose_frame *pose, int piece,
                       arena *memory, advise_links *links) {
    const pantin_puppet_piece *part = &puppet->pieces[piece];
    size_t most = (size_t)part->handle_count + (size_t)part->bone_count;
    *links = (advise_links){ .count = 0 };
    links->ends = arena_take(memory, most, sizeof *links->ends);
    double *nearest = ARENA_ARRAY(memory, double, part->handle_count);
    int *to = ARENA_ARRAY(memory, int, part->handle_count);
    if (arena_failed(memory)) return false;
    for (int b = 0; b < part->bone_count; b++) {
        const pantin_puppet_bone *bone = &part->bones[b];
        links->ends[links->count][0] = part->handles[bone->from_handle].grip.center;
        links->ends[links->count++][1] = part->handles[bone->to_handle].grip.center;
    }
    grow_trees(part, pose, nearest, to, links);
    return true;
}

static double side_of(vec2 a, vec2 b, vec2 p) { return vec2_cross(vec2_sub(b, a), vec2_sub(p, a)); }

bool advise_crosses(const advise_links *links, pantin_vec2 from, pantin_vec2 to) {
    for (int k = 0; k < links->count; k++) {
        vec2 a = links->ends[k][0], b = links->ends[k][1];
        if (side_of(from, to, a) * side_of(from, to, b) < 0 &&
            side_of(a, b, from) * side_of(a, b, to) < 0)
            return true;
    }
    return false;
}
