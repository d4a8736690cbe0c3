// find_feet.c — how feet will slide at the seam of a loop, before it is made.
//
// The skate of feet.c, mean of v_floor (2 - 2^(h / 2.5 cm)) where h < 2.5 cm, over the
// frames within 0.25 s of both ends of the piece, with half of what parts the foot's two places led away
// over the window as offset.c does it. The floor and the source's own skate are those of the piece, by up to 144
// frames of it.
// Feet are seen as they are in the source: neither the travel that is taken out nor the foot lock counts.
// SPDX-License-Identifier: MIT
#include "motion/find.h"

enum { LEVEL_LOOKS = 48, SLIDE_LOOKS = 144 }; // frames of a piece that are looked at
#define SEAM_SECONDS 0.25
#define CONTACT_HEIGHT 0.025 // m

/// 2 - 2^x for x in 0..1, within 0.003: a weight, not a measure.
static double standing(double x) { return x <= 0 ? 1 : max_double(0, 1 - x * (0.657 + 0.343 * x)); }

static vec3 *track(const foot_tracks *t, int foot, int frame) {
    return &t->places[(size_t)foot * (size_t)t->frames + (size_t)frame];
}

// --- reading ------------------------------------------------------------------------------------

/// From the root's heading to the world.
static vec3 turn_back(vec2 heading, vec3 v) {
    return vec3_make(heading.x * v.x + heading.y * v.z, v.y, heading.x * v.z - heading.y * v.x);
}

static void add_foot(foot_tracks *t, int joint) {
    if (joint != PANTIN_NONE && t->count < FIND_FEET_MOST) t->joints[t->count++] = joint;
}

bool find_feet_make(const features *f, const pantin_figure *figure, foot_tracks *t, arena *memory) {
    *t = (foot_tracks){ .frames = f->frames };
    for (int k = 0; k < figure->leg_count; k++) {
        add_foot(t, figure->legs[k].foot);
        add_foot(t, figure->legs[k].toe);
    }
    size_t frames = (size_t)f->frames;
    t->places = ARENA_ARRAY(memory, vec3, (size_t)t->count * frames);
    if (arena_failed(memory)) return false;
    for (int foot = 0; foot < t->count; foot++) {
        for (int i = 0; i < t->frames; i++) {
            vec3 seen = features_place(f, i, t->joints[foot]);
            vec3 world = vec3_scale(turn_back(f->heading[i], seen), f->size);
            world.x += f->root[i].x;
            world.z += f->root[i].z;
            *track(t, foot, i) = world;
        }
    }
    return true;
}

// --- the piece ----------------------------------------------------------------------------------

/// Speed of a step, cm/s, by how near the floor it is.
static double slide(double level, vec3 from, vec3 to, double seconds) {
    double height = max_double(0, (from.y + to.y) / 2 - level) / CONTACT_HEIGHT;
    if (!(height < 1)) return 0;
    return standing(height) * 100 * vec3_floor_distance(from, to) / seconds;
}

/// The floor under a foot: the 5th percentile of its height over the piece, of LEVEL_LOOKS frames the third least.
static double find_level(const foot_tracks *t, int foot, int a, int b) {
    double least[3] = { 1e300, 1e300, 1e300 };
    for (int k = 0; k < LEVEL_LOOKS; k++) {
        double y = track(t, foot, a + (int)((int64_t)(b - a) * k / (LEVEL_LOOKS - 1)))->y;
        for (int j = 0; j < 3; j++)
            if (y < least[j]) {
                double swapped = least[j];
                least[j] = y;
                y = swapped;
            }
    }
    return least[2];
}

static double source_skate(const foot_tracks *t, int foot, double level, int a, int b, double fps) {
    double slid = 0;
    int looks = min_int(SLIDE_LOOKS, b - a);
    for (int k = 0; k < looks; k++) {
        int at = a + (int)((int64_t)(b - a) * k / looks);
        slid += slide(level, *track(t, foot, at), *track(t, foot, at + 1), 1 / fps);
    }
    return slid / looks;
}

// --- the seam -----------------------------------------------------------------------------------

/// One side of the seam: `edge` the frame of the piece's end, `inward` the way into it.
typedef struct seam_side {
    int edge, inward, frames, stride;
    double window; // frames
    double fps;
} seam_side;

static double fall(double s) { return s >= 1 ? 0 : 1 - s * s * s * (10 - s * (15 - 6 * s)); }

/// The sum of a foot's slides on that side, and how many steps they were.
static double side_slides(const foot_tracks *t, int foot, double level, const seam_side *side,
                          vec3 offset, int *steps) {
    vec3 before = vec3_add(*track(t, foot, side->edge), offset);
    double slid = 0;
    for (int k = side->stride; k <= side->frames; k += side->stride) {
        vec3 at = vec3_add(*track(t, foot, side->edge + side->inward * k),
                           vec3_scale(offset, fall(k / side->window)));
        slid += slide(level, before, at, side->stride / side->fps);
        (*steps)++;
        before = at;
    }
    return slid;
}

double find_feet_skate(const foot_tracks *t, const features *f, int a, int b, double window_s,
                       double *source) {
    seam_side start = { .edge = a, .inward = 1, .stride = f->stride, .fps = f->fps };
    start.frames = min_int((int)(SEAM_SECONDS * f->fps + 0.5), (b - a) / 2);
    start.window = window_s * f->fps;
    seam_side end = start;
    end.edge = b;
    end.inward = -1;
    double slid = 0;
    int steps = 0;
    *source = 0;
    for (int foot = 0; foot < t->count; foot++) {
        vec3 apart =
            vec3_sub(features_place(f, b, t->joints[foot]), features_place(f, a, t->joints[foot]));
        vec3 half = vec3_scale(apart, f->size / 2);
        vec3 at_a = turn_back(f->heading[a], half);
        vec3 at_b = turn_back(f->heading[b], vec3_scale(half, -1));
        double level = find_level(t, foot, a, b);
        slid += side_slides(t, foot, level, &start, at_a, &steps);
        slid += side_slides(t, foot, level, &end, at_b, &steps);
        *source += source_skate(t, foot, level, a, b, f->fps) / t->count;
    }
    return steps > 0 ? slid / steps : 0;
}
