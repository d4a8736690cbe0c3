// sample_figure.h — the clip maker's figure with a body: what samples/*.glb and *.bvh are written from.
//
// Of its 66 joints the 23 that carry a limb are kept. Each limb is a tapered box of 8 corners that follows one
// joint alone; no normals are written, so a viewer shades the faces flat, as glTF asks it to. Numbers are
// written in a way that is the same everywhere, so the files are too.
// SPDX-License-Identifier: MIT
#ifndef TESTS_SAMPLE_FIGURE_H
#define TESTS_SAMPLE_FIGURE_H

#include "base/text.h"
#include "clip_maker.h"

enum { FIGURE_JOINTS = 23, FIGURE_CORNERS = 8, FIGURE_FACES = 12 };

/// Is the joint one of the 23? Not fingers, jaw, eyes.
static inline bool figure_keeps(int joint) {
    if (joint >= MAKER_LEFT_SHOULDER) {
        int in_side = (joint - MAKER_LEFT_SHOULDER) % MAKER_SIDE + MAKER_LEFT_SHOULDER;
        return in_side < MAKER_LEFT_THUMB || in_side >= MAKER_LEFT_THIGH;
    }
    return joint != MAKER_JAW && joint != MAKER_LEFT_EYE && joint != MAKER_RIGHT_EYE;
}

/// joints[k]: the maker's index of the k-th kept one; parents[k]: its parent among the kept.
typedef struct sample_figure {
    int joints[FIGURE_JOINTS], parents[FIGURE_JOINTS];
    vec3 places[FIGURE_JOINTS]; // in the world, at rest
} sample_figure;

static inline sample_figure sample_figure_make(const pantin_clip *clip) {
    sample_figure f = { 0 };
    int at[MAKER_JOINTS], count = 0;
    for (int k = 0; k < MAKER_JOINTS; k++) {
        at[k] = PANTIN_NONE;
        if (!figure_keeps(k)) continue;
        const pantin_joint *joint = &clip->joints[k];
        int parent = joint->parent == PANTIN_NONE ? PANTIN_NONE : at[joint->parent];
        f.joints[count] = k;
        f.parents[count] = parent;
        f.places[count] = parent == PANTIN_NONE ? joint->translation
                                                : vec3_add(f.places[parent], joint->translation);
        at[k] = count++;
    }
    return f;
}

/// Half the thickness of a limb across it, m: at its beginning and end, and from front to back.
typedef struct figure_limb {
    double begin, end, depth;
    vec3 tip; // where it ends, from its joint, if no kept child says so
} figure_limb;

static inline figure_limb figure_limb_of(int joint) {
    int k = joint < MAKER_LEFT_SHOULDER
                ? joint
                : (joint - MAKER_LEFT_SHOULDER) % MAKER_SIDE + MAKER_LEFT_SHOULDER;
    double side = joint >= MAKER_LEFT_SHOULDER + MAKER_SIDE ? -1 : 1;
    switch (k) {
    case MAKER_HIPS:
        return (figure_limb){ 0.15, 0.12, 0.09, { 0, 0.1, 0 } };
    case MAKER_SPINE:
        return (figure_limb){ 0.12, 0.13, 0.085, { 0, 0.15, 0 } };
    case MAKER_CHEST:
        return (figure_limb){ 0.13, 0.17, 0.1, { 0, 0.15, 0 } };
    case MAKER_UPPER_CHEST:
        return (figure_limb){ 0.17, 0.1, 0.1, { 0, 0.14, 0 } };
    case MAKER_NECK:
        return (figure_limb){ 0.045, 0.045, 0.045, { 0, 0.09, 0.02 } };
    case MAKER_HEAD:
        return (figure_limb){ 0.07, 0.08, 0.1, { 0, 0.21, 0 } };
    case MAKER_LEFT_SHOULDER:
        return (figure_limb){ 0.06, 0.06, 0.06, { side * 0.12, 0, 0 } };
    case MAKER_LEFT_ARM:
        return (figure_limb){ 0.055, 0.04, 0.05, { side * 0.28, 0, 0 } };
    case MAKER_LEFT_FOREARM:
        return (figure_limb){ 0.042, 0.03, 0.04, { side * 0.25, 0, 0 } };
    case MAKER_LEFT_HAND:
        return (figure_limb){ 0.02, 0.015, 0.045, { side * 0.17, 0, 0 } };
    case MAKER_LEFT_THIGH:
        return (figure_limb){ 0.085, 0.06, 0.08, { 0, -0.42, 0 } };
    case MAKER_LEFT_SHIN:
        return (figure_limb){ 0.06, 0.04, 0.055, { 0, -0.42, 0 } };
    case MAKER_LEFT_FOOT:
        return (figure_limb){ 0.045, 0.03, 0.045, { 0, -0.055, 0.13 } };
    case MAKER_LEFT_TOE:
        return (figure_limb){ 0.025, 0.012, 0.045, { 0, -0.005, 0.07 } };
    default:
        return (figure_limb){ 0 }; // the top of the head
    }
}

/// The 8 corners of a limb in the world at rest: 4 about its joint, 4 about its tip. False: it has none.
static inline bool figure_corners(const sample_figure *f, int k, vec3 corners[FIGURE_CORNERS]) {
    figure_limb limb = figure_limb_of(f->joints[k]);
    double length = vec3_length(limb.tip);
    if (!(length > 0)) return false;
    vec3 along = vec3_scale(limb.tip, 1 / length);
    // Across: sideways for what stands or points forth, upward for arms held out.
    bool arm = along.x > 0.9 || along.x < -0.9;
    vec3 across = arm ? vec3_make(0, 1, 0) : vec3_make(1, 0, 0);
    vec3 depth = vec3_cross(along, across);
    for (int c = 0; c < FIGURE_CORNERS; c++) {
        double half = c < 4 ? limb.begin : limb.end;
        vec3 place = c < 4 ? f->places[k] : vec3_add(f->places[k], limb.tip);
        place = vec3_add(place, vec3_scale(across, (c & 1) != 0 ? half : -half));
        corners[c] = vec3_add(place, vec3_scale(depth, (c & 2) != 0 ? limb.depth : -limb.depth));
    }
    return true;
}

/// Corners of a box's 12 triangles, seen from outside counter-clockwise when across, depth and along are
/// right-handed: across x depth = along x (along is at right angles to across).
static const uint8_t figure_faces[FIGURE_FACES][3] = {
    { 0, 2, 3 }, { 0, 3, 1 }, { 4, 5, 7 }, { 4, 7, 6 }, { 0, 1, 5 }, { 0, 5, 4 },
    { 2, 6, 7 }, { 2, 7, 3 }, { 0, 4, 6 }, { 0, 6, 2 }, { 1, 3, 7 }, { 1, 7, 5 },
};

#endif
