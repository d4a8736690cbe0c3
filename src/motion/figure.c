// figure.c — which joints are legs, and where hips and shoulders lie: by their names, else by their shape.
//
// By name: a foot is the first joint on its branch called foot or ankle; above it are shin and thigh, below
// it the toe. Hands count as feet where they reach down to where the feet are (a fox). Heights are
// means over a few frames: rest poses of files are anything, with all bones in one line at worst.
// By shape (figure_shape.c), where names say nothing.
// The heading's line runs from right to left hip and shoulder: only its turn is measured, so that upper arms
// do as well as collar bones.
// SPDX-License-Identifier: MIT
#include "motion/figure.h"

#include "motion/clip.h"
#include "motion/joint_words.h"

// Bones that steer others or lie beside the limb.
static const char *const helpers[] = { "ik",   "ctrl",  "control", "target", "pole", "roll",
                                       "heel", "twist", "helper",  "mch",    NULL };
static const char *const foot_names[] = { "foot", "ankle", "feet", "paw", "hoof", NULL };
static const char *const hand_names[] = { "hand", "wrist", NULL };
static const char *const toe_names[] = { "toe", "toes", "ball", "toebase", NULL };

int figure_sample(const pantin_clip *clip, int k) {
    return (int)((long long)clip->frames * (2 * k + 1) / (2 * FIGURE_SAMPLES));
}

bool figure_is_under(const pantin_clip *clip, int joint, int above) {
    for (int steps = 0; joint != PANTIN_NONE && steps < FIGURE_DEPTH_MOST; steps++) {
        if (joint == above) return true;
        joint = clip->joints[joint].parent;
    }
    return false;
}

static bool is_named(const pantin_joint *joint, const char *const *list) {
    joint_words words = joint_words_of(joint->name);
    return joint->bone && joint_words_any(&words, list) && !joint_words_any(&words, helpers);
}

/// The joint above, over twist bones that lie in the chain.
static int above(const pantin_clip *clip, int joint) {
    int parent = clip->joints[joint].parent;
    for (int steps = 0; parent != PANTIN_NONE && steps < FIGURE_DEPTH_MOST; steps++) {
        joint_words words = joint_words_of(clip->joints[parent].name);
        if (!joint_words_any(&words, helpers)) break;
        parent = clip->joints[parent].parent;
    }
    return parent;
}

/// The foot's child that a step rolls over: called toe or ball, else its first bone.
static int find_toe(const pantin_clip *clip, int foot) {
    int first = PANTIN_NONE;
    for (int k = foot + 1; k < clip->joint_count; k++) {
        const pantin_joint *joint = &clip->joints[k];
        if (joint->parent != foot || !joint->bone || joint->end) continue;
        joint_words words = joint_words_of(joint->name);
        if (joint_words_any(&words, helpers)) continue;
        if (joint_words_any(&words, toe_names)) return k;
        if (first == PANTIN_NONE) first = k;
    }
    return first;
}

/// The leg that ends in a foot. False where there is no thigh and shin above it, or it takes a bone of
/// another leg (feet that hang on the root and only steer).
static bool add_leg(const pantin_clip *clip, int foot, pantin_figure *figure) {
    if (figure->leg_count == PANTIN_LEGS_MOST) return false;
    int shin = above(clip, foot), thigh = shin == PANTIN_NONE ? PANTIN_NONE : above(clip, shin);
    if (thigh == PANTIN_NONE || thigh == clip->root || shin == clip->root) return false;
    for (int k = 0; k < figure->leg_count; k++) {
        const pantin_leg *leg = &figure->legs[k];
        if (figure_is_under(clip, foot, leg->foot)) return false;
        if (figure_is_under(clip, leg->foot, thigh)) return false;
    }
    figure->legs[figure->leg_count++] =
        (pantin_leg){ .thigh = thigh, .shin = shin, .foot = foot, .toe = find_toe(clip, foot) };
    return true;
}

/// The lowest place of a joint and its branch, as a mean over some frames.
static double lowest_under(const pantin_clip *clip, int joint) {
    double low = 1e300;
    for (int k = joint; k < clip->joint_count; k++) {
        if (!figure_is_under(clip, k, joint)) continue;
        double mean = 0;
        for (int sample = 0; sample < FIGURE_SAMPLES; sample++) {
            frame3 world = clip_frame_of(clip, figure_sample(clip, sample), k);
            mean += world.m[7] / FIGURE_SAMPLES;
        }
        low = min_double(low, mean);
    }
    return low;
}

/// Does a hand walk? It reaches down to where the feet are, within a quarter of a leg.
static bool hand_walks(const pantin_clip *clip, int hand, const pantin_leg *hind) {
    double floor = lowest_under(clip, hind->foot), leg = 0;
    for (int sample = 0; sample < FIGURE_SAMPLES; sample++) {
        frame3 world = clip_frame_of(clip, figure_sample(clip, sample), hind->thigh);
        leg += (world.m[7] - floor) / FIGURE_SAMPLES;
    }
    return lowest_under(clip, hand) - floor < 0.25 * leg;
}

/// A beast's forelegs: a pair of hands that walk.
static void find_forelegs(const pantin_clip *clip, pantin_figure *figure) {
    int hands = 0, hind = figure->leg_count;
    if (hind == 0) return;
    for (int k = 0; k < clip->joint_count && hands < 2 * PANTIN_LEGS_MOST; k++) {
        if (!is_named(&clip->joints[k], hand_names)) continue;
        hands++;
        if (hand_walks(clip, k, &figure->legs[0])) add_leg(clip, k, figure);
    }
    if (figure->leg_count == hind + 1) figure->leg_count = hind;
}

/// The first joint of a side whose name holds the earliest possible of the pairs of words.
static int find_part(const pantin_clip *clip, joint_side side, const char *const (*pairs)[2]) {
    int best = PANTIN_NONE, best_rank = 100;
    for (int k = 0; k < clip->joint_count; k++) {
        joint_words words = joint_words_of(clip->joints[k].name);
        if (words.side != side || joint_words_any(&words, helpers)) continue;
        for (int rank = 0; rank < best_rank && pairs[rank][0] != NULL; rank++) {
            if (!joint_words_pair(&words, pairs[rank][0], pairs[rank][1])) continue;
            best = k;
            best_rank = rank;
        }
    }
    return best;
}

static void find_line_by_name(const pantin_clip *clip, pantin_figure *figure) {
    static const char *const hips[][2] = { { "up", "leg" }, { "upper", "leg" }, { "thigh", "" },
                                           { "leg", "" },   { "hip", "" },      { "hip", "joint" },
                                           { NULL, NULL } };
    static const char *const arms[][2] = { { "upper", "arm" }, { "up", "arm" },    { "arm", "" },
                                           { "shoulder", "" }, { "clavicle", "" }, { "collar", "" },
                                           { NULL, NULL } };
    figure->left_hip = find_part(clip, JOINT_LEFT, hips);
    figure->right_hip = find_part(clip, JOINT_RIGHT, hips);
    figure->left_shoulder = find_part(clip, JOINT_LEFT, arms);
    figure->right_shoulder = find_part(clip, JOINT_RIGHT, arms);
    // The legs that were found know better than a word.
    for (int k = figure->leg_count - 1; k >= 0; k--) {
        joint_words words = joint_words_of(clip->joints[figure->legs[k].foot].name);
        if (words.side == JOINT_LEFT) figure->left_hip = figure->legs[k].thigh;
        if (words.side == JOINT_RIGHT) figure->right_hip = figure->legs[k].thigh;
    }
}

pantin_figure pantin_figure_find(const pantin_clip *clip) {
    pantin_figure figure = { .left_hip = PANTIN_NONE,
                             .right_hip = PANTIN_NONE,
                             .left_shoulder = PANTIN_NONE,
                             .right_shoulder = PANTIN_NONE };
    for (int k = 0; k < clip->joint_count; k++) {
        if (is_named(&clip->joints[k], foot_names)) add_leg(clip, k, &figure);
    }
    find_forelegs(clip, &figure);
    find_line_by_name(clip, &figure);
    if (figure.leg_count == 0) figure_find_legs_by_shape(clip, &figure);
    if (figure.left_hip == PANTIN_NONE || figure.right_hip == PANTIN_NONE)
        figure.left_hip = figure.right_hip = PANTIN_NONE;
    if (figure.left_shoulder == PANTIN_NONE || figure.right_shoulder == PANTIN_NONE)
        figure.left_shoulder = figure.right_shoulder = PANTIN_NONE;
    if (figure.left_hip == PANTIN_NONE || figure.left_shoulder == PANTIN_NONE)
        figure_find_line_by_shape(clip, &figure);
    return figure;
}
