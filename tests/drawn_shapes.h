// drawn_shapes.h — drawings made by arithmetic, with joints: figures, stars, combs, rings, spirals, letters.
//
// Everything is a stroke: a segment with a round brush that may grow on the way. Joints are a tree; where
// the ink is one too, turning them about each other is a pose that the sheet can reach (`bends`).
// SPDX-License-Identifier: MIT
#ifndef TESTS_DRAWN_SHAPES_H
#define TESTS_DRAWN_SHAPES_H

#include <stdio.h>
#include <string.h>

#include "base/trig.h"
#include "base/vec.h"
#include "pantin/puppet.h"

enum { DRAWN_STROKES = 160, DRAWN_JOINTS = 32, DRAWN_SHAPES = 30 };

typedef struct drawn_stroke {
    vec2 from, to;
    double from_radius, to_radius; // px
} drawn_stroke;

typedef struct drawn_shape {
    char name[24];
    int width, height;
    drawn_stroke strokes[DRAWN_STROKES];
    int stroke_count;
    pantin_rig_joint joints[DRAWN_JOINTS];
    char names[DRAWN_JOINTS][24];
    double limits[DRAWN_JOINTS]; // rad: how far the way from a joint's parent to it may turn
    int joint_count;
    bool bends;
} drawn_shape;

static inline void drawn_stroke_add(drawn_shape *s, vec2 from, vec2 to, double from_radius,
                                    double to_radius) {
    if (s->stroke_count < DRAWN_STROKES)
        s->strokes[s->stroke_count++] = (drawn_stroke){ from, to, from_radius, to_radius };
}

/// Answers its index.
static inline int drawn_joint_add(drawn_shape *s, const char *name, vec2 at, int parent,
                                  double limit_deg) {
    int j = s->joint_count++;
    snprintf(s->names[j], sizeof s->names[j], "%s", name);
    s->joints[j] = (pantin_rig_joint){ NULL, at, parent }; // its name: when all stand
    s->limits[j] = limit_deg * TRIG_DEGREE;
    return j;
}

static inline vec2 drawn_polar(vec2 center, double radius, double degrees) {
    return vec2_make(center.x + radius * trig_cos(degrees * TRIG_DEGREE),
                     center.y + radius * trig_sin(degrees * TRIG_DEGREE));
}

/// Two strokes and two joints from a root joint, as an arm or leg has.
static inline void drawn_limb(drawn_shape *s, int root, const char *mid, const char *end, vec2 at,
                              vec2 to, double root_radius, double end_radius) {
    vec2 from = s->joints[root].at_px;
    double middle = 0.5 * (root_radius + end_radius);
    drawn_stroke_add(s, from, at, root_radius, middle);
    drawn_stroke_add(s, at, to, middle, end_radius);
    int joint = drawn_joint_add(s, mid, at, root, 150);
    drawn_joint_add(s, end, vec2_mix(to, at, 0.05), joint, 150);
}

// --- shapes -------------------------------------------------------------------------------------

/// Six bodies: plain, thin, fat, long-legged, short-legged with long arms, arms down.
static inline void drawn_figure(drawn_shape *s, int kind) {
    static const double limbs[] = { 17, 9, 27, 15, 19, 14 }, legs[] = { 65, 70, 60, 95, 40, 70 };
    static const double arms[] = { 60, 62, 55, 50, 80, 60 }, drops[] = { 12, 0, 20, 8, 5, 55 };
    double limb = limbs[kind], leg = legs[kind], arm = arms[kind], drop = drops[kind];
    double trunk = 30 + limb / 2, hip = 0.75 * trunk;
    vec2 neck = { 200, 130 }, root = { 200, 230 };
    drawn_stroke_add(s, vec2_make(200, 62), vec2_make(200, 66), 38, 38);
    drawn_stroke_add(s, vec2_make(200, 80), vec2_make(200, 130), 14, 16);
    drawn_stroke_add(s, vec2_make(neck.x, neck.y + 15), root, trunk, trunk);
    int hips = drawn_joint_add(s, "root", root, PANTIN_NONE, 0);
    int chest = drawn_joint_add(s, "torso", vec2_make(200, 150), hips, 25);
    drawn_joint_add(s, "neck", vec2_make(200, 70), chest, 30);
    for (int side = -1; side <= 1; side += 2) {
        const char *const names[2][6] = { { "right_shoulder", "right_elbow", "right_hand",
                                            "right_hip", "right_knee", "right_foot" },
                                          { "left_shoulder", "left_elbow", "left_hand", "left_hip",
                                            "left_knee", "left_foot" } };
        const char *const *name = names[side > 0];
        vec2 at = { 200 + side * (trunk - 4), 146 };
        int shoulder = drawn_joint_add(s, name[0], at, chest, 0);
        drawn_limb(s, shoulder, name[1], name[2], vec2_make(at.x + side * arm, at.y + drop),
                   vec2_make(at.x + side * 1.9 * arm, at.y + 2.2 * drop), limb, 0.8 * limb);
        at = vec2_make(200 + side * hip * 0.8, 248);
        int socket = drawn_joint_add(s, name[3], at, hips, 0);
        drawn_limb(s, socket, name[4], name[5], vec2_make(at.x + side * 8, at.y + leg),
                   vec2_make(at.x + side * 14, at.y + 2 * leg), 1.1 * limb, 0.8 * limb);
    }
    s->width = 400 + (int)(2 * arm), s->height = (int)(300 + 2 * leg);
    for (int k = 0; k < s->stroke_count; k++)
        s->strokes[k].from.x += arm, s->strokes[k].to.x += arm;
    for (int j = 0; j < s->joint_count; j++) s->joints[j].at_px.x += arm;
    s->bends = true;
}

static inline void drawn_star(drawn_shape *s, int arms) {
    vec2 center = { 220, 220 };
    drawn_stroke_add(s, center, center, 42, 42);
    int root = drawn_joint_add(s, "center", center, PANTIN_NONE, 0);
    for (int k = 0; k < arms; k++) {
        double way = 360.0 * k / arms + 7;
        char mid[24], end[24];
        snprintf(mid, sizeof mid, "arm_%d_elbow", k);
        snprintf(end, sizeof end, "arm_%d_hand", k);
        drawn_limb(s, root, mid, end, drawn_polar(center, 110, way), drawn_polar(center, 190, way),
                   200.0 / (arms + 2), 9);
    }
    s->width = s->height = 440;
    s->bends = true;
}

static inline void drawn_comb(drawn_shape *s, int teeth) {
    double step = 400.0 / (teeth - 1), thick = min_double(0.27 * step, 18);
    int before = PANTIN_NONE;
    drawn_stroke_add(s, vec2_make(40, 50), vec2_make(440, 50), 22, 22);
    for (int k = 0; k < teeth; k++) {
        double x = 40 + k * step;
        char name[24], mid[24], end[24];
        snprintf(name, sizeof name, "back_%d", k);
        snprintf(mid, sizeof mid, "tooth_%d_knee", k);
        snprintf(end, sizeof end, "tooth_%d_foot", k);
        before = drawn_joint_add(s, name, vec2_make(x, 50), before, 30);
        drawn_limb(s, before, mid, end, vec2_make(x, 140), vec2_make(x, 220), thick, thick);
    }
    s->width = 480, s->height = 250;
    s->bends = true;
}

static inline void drawn_ring(drawn_shape *s, double thick) {
    enum { SIDES = 48, HELD = 6 };
    vec2 center = { 200, 200 };
    for (int k = 0; k < SIDES; k++)
        drawn_stroke_add(s, drawn_polar(center, 150, 360.0 * k / SIDES),
                         drawn_polar(center, 150, 360.0 * (k + 1) / SIDES), thick, thick);
    for (int k = 0; k < HELD; k++) {
        char name[24];
        snprintf(name, sizeof name, "hold_%d", k);
        drawn_joint_add(s, name, drawn_polar(center, 150, 360.0 * k / HELD),
                        k > 0 ? 0 : PANTIN_NONE, 0);
    }
    s->width = s->height = 400;
}

static inline void drawn_spiral(drawn_shape *s, double turns, double thick) {
    enum { PARTS = 120, HELD = 10 };
    vec2 center = { 230, 230 }, last = { 0, 0 };
    int before = PANTIN_NONE;
    for (int k = 0; k <= PARTS; k++) {
        double t = (double)k / PARTS;
        vec2 at = drawn_polar(center, 200 - 150 * t, 360 * turns * t);
        if (k > 0) drawn_stroke_add(s, last, at, thick, thick);
        last = at;
        if (k % (PARTS / HELD) != 0) continue;
        char name[24];
        snprintf(name, sizeof name, "link_%d", before + 1);
        before = drawn_joint_add(s, name, at, before, 60);
    }
    s->width = s->height = 460;
    s->bends = true;
}

/// A letter: points of a box of 8 x 9, each hung to an earlier one by a stroke, and strokes that close rings.
typedef struct drawn_letter {
    const char *letter;
    int count;
    struct {
        int x, y, parent;
    } points[10];
    int extra[2][2], extra_count;
} drawn_letter;

static inline void drawn_letter_make(drawn_shape *s, int which, double thick) {
    static const drawn_letter letters[] = {
        { "H",
          7,
          { { 4, 4, -1 },
            { 0, 4, 0 },
            { 8, 4, 0 },
            { 0, 0, 1 },
            { 0, 9, 1 },
            { 8, 0, 2 },
            { 8, 9, 2 } },
          { { 0 } },
          0 },
        { "E",
          6,
          { { 0, 4, -1 }, { 0, 0, 0 }, { 0, 9, 0 }, { 7, 0, 1 }, { 6, 4, 0 }, { 7, 9, 2 } },
          { { 0 } },
          0 },
        { "T",
          5,
          { { 4, 0, -1 }, { 0, 0, 0 }, { 8, 0, 0 }, { 4, 5, 0 }, { 4, 9, 3 } },
          { { 0 } },
          0 },
        { "Y",
          7,
          { { 4, 5, -1 },
            { 2, 2, 0 },
            { 0, 0, 1 },
            { 6, 2, 0 },
            { 8, 0, 3 },
            { 4, 7, 0 },
            { 4, 9, 5 } },
          { { 0 } },
          0 },
        { "K",
          6,
          { { 0, 5, -1 }, { 0, 0, 0 }, { 0, 9, 0 }, { 3, 4, 0 }, { 7, 0, 3 }, { 7, 9, 3 } },
          { { 0 } },
          0 },
        { "M",
          5,
          { { 0, 9, -1 }, { 0, 0, 0 }, { 4, 6, 1 }, { 8, 0, 2 }, { 8, 9, 3 } },
          { { 0 } },
          0 },
        { "S",
          8,
          { { 7, 1, -1 },
            { 4, 0, 0 },
            { 1, 1, 1 },
            { 1, 3, 2 },
            { 7, 6, 3 },
            { 7, 8, 4 },
            { 4, 9, 5 },
            { 0, 8, 6 } },
          { { 0 } },
          0 },
        { "A",
          5,
          { { 4, 0, -1 }, { 2, 5, 0 }, { 6, 5, 0 }, { 0, 9, 1 }, { 8, 9, 2 } },
          { { 1, 2 } },
          1 },
        { "O",
          8,
          { { 4, 0, -1 },
            { 1, 1, 0 },
            { 0, 4, 1 },
            { 1, 8, 2 },
            { 4, 9, 3 },
            { 7, 8, 4 },
            { 8, 4, 5 },
            { 7, 1, 6 } },
          { { 7, 0 } },
          1 },
    };
    const drawn_letter *l = &letters[which];
    vec2 at[10];
    for (int k = 0; k < l->count; k++) {
        at[k] = vec2_make(40 + 36 * l->points[k].x, 40 + 40 * l->points[k].y);
        int parent = l->points[k].parent;
        char name[24];
        snprintf(name, sizeof name, "%s_%d", l->letter, k);
        drawn_joint_add(s, name, at[k], parent, 100);
        if (parent != PANTIN_NONE) drawn_stroke_add(s, at[parent], at[k], thick, thick);
    }
    for (int k = 0; k < l->extra_count; k++)
        drawn_stroke_add(s, at[l->extra[k][0]], at[l->extra[k][1]], thick, thick);
    s->bends = l->extra_count == 0;
    s->width = 370, s->height = 440;
}

/// A body with a loose dot: two islands.
static inline void drawn_i(drawn_shape *s) {
    drawn_stroke_add(s, vec2_make(100, 60), vec2_make(104, 62), 34, 34);
    drawn_stroke_add(s, vec2_make(100, 150), vec2_make(100, 380), 26, 38);
    int root = drawn_joint_add(s, "i_foot", vec2_make(100, 380), PANTIN_NONE, 0);
    int top = drawn_joint_add(s, "i_top", vec2_make(100, 160), root, 60);
    drawn_joint_add(s, "i_dot", vec2_make(100, 60), top, 90);
    s->width = 200, s->height = 440;
    s->bends = true;
}

static const double drawn_letter_widths[] = { 25, 22, 30, 24, 22, 20, 18, 18, 26 };

/// 0..DRAWN_SHAPES - 1. Names and joints stay the caller's; do not copy it.
static inline void drawn_shape_make(drawn_shape *s, int which) {
    static const int counts[] = { 4, 5, 7, 8 };
    memset(s, 0, sizeof *s);
    const char *kind = "figure";
    if (which < 6)
        drawn_figure(s, which);
    else if (which < 10)
        kind = "star", drawn_star(s, counts[which - 6]);
    else if (which < 14)
        kind = "comb", drawn_comb(s, counts[which - 10]);
    else if (which < 17)
        kind = "ring", drawn_ring(s, 12 * (which - 13));
    else if (which < 20)
        kind = "spiral", drawn_spiral(s, 1.2 + 0.4 * (which - 17), 30 - 7 * (which - 17));
    else if (which < 29)
        kind = "letter", drawn_letter_make(s, which - 20, drawn_letter_widths[which - 20]);
    else
        kind = "letter", drawn_i(s);
    snprintf(s->name, sizeof s->name, "%s%d", kind, which);
    for (int j = 0; j < s->joint_count; j++) s->joints[j].name = s->names[j];
}

static inline bool drawn_is_inked(const drawn_shape *s, vec2 p) {
    for (int k = 0; k < s->stroke_count; k++) {
        const drawn_stroke *stroke = &s->strokes[k];
        vec2 along = vec2_sub(stroke->to, stroke->from), out = vec2_sub(p, stroke->from);
        double length2 = vec2_dot(along, along);
        double t = length2 > 0 ? clamp_double(vec2_dot(out, along) / length2, 0, 1) : 0;
        double radius = stroke->from_radius + t * (stroke->to_radius - stroke->from_radius);
        vec2 off = vec2_sub(p, vec2_mix(stroke->from, stroke->to, t));
        if (vec2_dot(off, off) <= radius * radius) return true;
    }
    return false;
}

/// Black ink, freed with pantin_image_free.
static inline bool drawn_paint(const drawn_shape *s, pantin_image *image, pantin_error *error) {
    if (!pantin_image_create(s->width, s->height, image, error)) return false;
    for (int y = 0; y < s->height; y++)
        for (int x = 0; x < s->width; x++)
            image->pixels[4 * ((size_t)y * (size_t)s->width + (size_t)x) + 3] =
                drawn_is_inked(s, vec2_make(x + 0.5, y + 0.5)) ? 255 : 0;
    return true;
}

#endif
