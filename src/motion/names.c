// names.c — what a joint is, by its name: part of the core of a figure, or its root.
//
// Names come from a dozen tools: LeftToeBase, toe.L, ball_l, mixamorig:LeftHandIndex1, lhand, RFingers. Long words are
// told wherever they stand; short ones (ear, ik, ring) would be found in forearm, spike and spring, so they
// have to be a part of their own.
// SPDX-License-Identifier: MIT
#include "motion/names.h"

#include <string.h>

#include "base/memory.h"
#include "motion/clip.h"

static bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
static bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
static bool is_letter(char c) { return is_upper(c) || is_lower(c); }
static char lower_of(char c) { return is_upper(c) ? (char)(c + ('a' - 'A')) : c; }

static bool same_letters(const char *name, const char *lower, size_t length) {
    for (size_t k = 0; k < length; k++)
        if (lower_of(name[k]) != lower[k]) return false; // the zero at the end differs too
    return true;
}

bool names_begin(const char *name, const char *lower) {
    return same_letters(name, lower, strlen(lower));
}

bool names_end(const char *name, const char *lower) {
    size_t size = strlen(name), length = strlen(lower);
    return size >= length && same_letters(name + size - length, lower, length);
}

bool names_hold(const char *name, const char *lower) {
    size_t length = strlen(lower);
    for (; *name != '\0'; name++)
        if (same_letters(name, lower, length)) return true;
    return false;
}

/// Where the part that begins here ends.
static size_t part_length(const char *at) {
    size_t k = 0;
    while (is_upper(at[k])) k++;
    if (k > 1 && is_lower(at[k])) return k - 1; // "IKTarget"
    while (is_lower(at[k])) k++;
    return k;
}

static bool part_is(const char *part, size_t length, const char *lower) {
    size_t wanted = strlen(lower);
    for (int side = 0; side < 2; side++) {
        if (side == 1) {
            if (length == 0 || (lower_of(*part) != 'l' && lower_of(*part) != 'r')) return false;
            part++, length--;
        }
        bool plural = length == wanted + 1 && lower_of(part[wanted]) == 's';
        if ((length == wanted || plural) && same_letters(part, lower, wanted)) return true;
    }
    return false;
}

bool names_have_part(const char *name, const char *lower) {
    while (*name != '\0') {
        if (!is_letter(*name)) {
            name++;
            continue;
        }
        size_t length = part_length(name);
        if (part_is(name, length, lower)) return true;
        name += length;
    }
    return false;
}

bool names_joint_is_core(const pantin_joint *joint) {
    static const char *const anywhere[] = { "finger", "thumb", "hand",  "wrist", "foot", "feet",
                                            "ankle",  "twist", "pinky", "hair",  "toe",  NULL };
    static const char *const parts[] = { "index", "middle", "ring", "little", "palm",
                                         "ball",  "ik",     "jaw",  "eye",    "eyes",
                                         "ear",   "face",   "brow", "tail",   NULL };
    for (int k = 0; anywhere[k] != NULL; k++)
        if (names_hold(joint->name, anywhere[k])) return false;
    for (int k = 0; parts[k] != NULL; k++)
        if (names_have_part(joint->name, parts[k])) return false;
    return true;
}

// --- the root ----------------------------------------------------------------------------------------------

static bool names_hip(const char *name) {
    if (names_hold(name, "pelvis") || names_hold(name, "cog")) return true;
    if (names_end(name, "hip") || names_end(name, "hips")) return true;
    return names_begin(name, "hip") && name[3] != '_';
}

static int depth_of(const pantin_clip *clip, int joint) {
    int depth = 0;
    for (int k = clip->joints[joint].parent; k != PANTIN_NONE; k = clip->joints[k].parent) depth++;
    return depth;
}

/// How far its own translation carries it, m in the world: the widest way from its first place, through its
/// parents as they stand at frame 0.
static double carried(const pantin_clip *clip, int joint) {
    if ((clip->joints[joint].moves & PANTIN_MOVES_TRANSLATION) == 0) return 0;
    frame3 parent = clip_parent_frame(clip, 0, joint);
    vec3 first = space_frame_point(&parent, *clip_translation(clip, 0, joint));
    double most = 0;
    for (int i = 1; i < clip->frames; i++) {
        vec3 place = space_frame_point(&parent, *clip_translation(clip, i, joint));
        double way = vec3_distance(place, first);
        if (way > most) most = way;
    }
    return most;
}

int clip_find_root(const pantin_clip *clip) {
    // The rule's three parts in order, each with the shallowest: hips by name, else a bone that is carried
    // by more than 0.5 cm (of equally deep ones the farthest), else any bone.
    int named = PANTIN_NONE, moved = PANTIN_NONE, any = PANTIN_NONE;
    int named_depth = 0, moved_depth = 0, any_depth = 0;
    double moved_most = 0;
    for (int k = 0; k < clip->joint_count; k++) {
        if (!clip->joints[k].bone) continue;
        int depth = depth_of(clip, k);
        if (any == PANTIN_NONE || depth < any_depth) any = k, any_depth = depth;
        if (names_hip(clip->joints[k].name) && (named == PANTIN_NONE || depth < named_depth))
            named = k, named_depth = depth;
        if (moved != PANTIN_NONE && depth > moved_depth) continue;
        double way = carried(clip, k);
        if (!(way > 0.005)) continue;
        if (moved == PANTIN_NONE || depth < moved_depth || way > moved_most)
            moved = k, moved_depth = depth, moved_most = way;
    }
    if (named != PANTIN_NONE) return named;
    if (moved != PANTIN_NONE) return moved;
    return any != PANTIN_NONE ? any : 0;
}
