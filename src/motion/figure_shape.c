// figure_shape.c — legs and shoulders of a figure whose joints have no names.
//
// Limbs come in pairs: two branches that leave one joint, each at least three joints deep, whose longest two
// bones in a row are together of like length (within 5 %) and which hang in no other limb (fingers do). Seen in
// a few frames, the pair whose feet are lowest are legs, if they reach down to the lowest quarter of the figure,
// and so are other pairs that come within a quarter of a leg of them; of the rest the first pair are arms. Left
// is known from where the toes point, else it is the first in order: only the turn of the line matters.
// SPDX-License-Identifier: MIT
#include "motion/figure.h"

#include "motion/clip.h"

enum { PAIRS_MOST = 8 };

typedef struct limb {
    int thigh, shin, foot, toe; // or upper arm, forearm, hand, finger
    double length;              // m, of the two bones
    double height;              // m, of the foot, mean over the samples
} limb;

typedef struct shape {
    vec3 places[FIGURE_SHAPE_MOST]; // in the middle of the clip
    double heights[FIGURE_SHAPE_MOST];
    short depth[FIGURE_SHAPE_MOST];   // joints from here down to the deepest end, both counted
    short deepest[FIGURE_SHAPE_MOST]; // the child on that way
    bool in_limb[FIGURE_SHAPE_MOST];
    int count;
    double low, high; // m, of bones
    limb limbs[PAIRS_MOST][2];
    bool leg[PAIRS_MOST];
    int pairs;
} shape;

/// The middle sample comes last, so that its places stay.
static void read_samples(const pantin_clip *clip, shape *s) {
    for (int k = 0; k < s->count; k++) s->heights[k] = 0;
    for (int n = 1; n <= FIGURE_SAMPLES; n++) {
        int sample = (FIGURE_SAMPLES / 2 + n) % FIGURE_SAMPLES;
        pantin_clip_places(clip, figure_sample(clip, sample), s->places);
        for (int k = 0; k < s->count; k++) s->heights[k] += s->places[k].y / FIGURE_SAMPLES;
    }
    s->low = 1e300;
    s->high = -1e300;
    for (int k = 0; k < s->count; k++) {
        if (!clip->joints[k].bone) continue;
        s->low = min_double(s->low, s->heights[k]);
        s->high = max_double(s->high, s->heights[k]);
    }
}

static void read_depths(const pantin_clip *clip, shape *s) {
    for (int k = 0; k < s->count; k++) {
        s->depth[k] = 0;
        s->deepest[k] = PANTIN_NONE;
        s->in_limb[k] = false;
    }
    for (int k = s->count - 1; k >= 0; k--) {
        if (!clip->joints[k].bone || clip->joints[k].end) continue;
        s->depth[k]++;
        int parent = clip->joints[k].parent;
        // Children come in falling order: of equal depths the first child is kept.
        if (parent == PANTIN_NONE || s->depth[k] < s->depth[parent]) continue;
        s->depth[parent] = s->depth[k];
        s->deepest[parent] = (short)k;
    }
}

/// The two longest bones in a row on the way down from a branch's top. False: it is no limb.
static bool read_limb(const shape *s, int top, limb *found) {
    if (s->depth[top] < 3) return false;
    found->length = 0;
    for (int a = top; a != PANTIN_NONE; a = s->deepest[a]) {
        int b = s->deepest[a], c = b == PANTIN_NONE ? PANTIN_NONE : s->deepest[b];
        if (c == PANTIN_NONE) break;
        double length =
            vec3_distance(s->places[a], s->places[b]) + vec3_distance(s->places[b], s->places[c]);
        if (!(length > found->length)) continue;
        *found = (limb){ a, b, c, s->deepest[c], length, s->heights[c] };
    }
    return found->length > 0;
}

/// The two branches of a joint that are most alike. False: it has no such.
static bool find_pair(const pantin_clip *clip, const shape *s, int joint, int tops[2],
                      limb pair[2]) {
    double best = 0.05;
    bool found = false;
    limb a, b;
    for (int m = joint + 1; m < s->count; m++) {
        if (clip->joints[m].parent != joint || !read_limb(s, m, &a)) continue;
        for (int n = m + 1; n < s->count; n++) {
            if (clip->joints[n].parent != joint || !read_limb(s, n, &b)) continue;
            double difference = (a.length - b.length) / max_double(a.length, b.length);
            if (difference < 0) difference = -difference;
            if (!(difference < best)) continue;
            best = difference;
            found = true;
            tops[0] = m;
            tops[1] = n;
            pair[0] = a;
            pair[1] = b;
        }
    }
    return found;
}

static double pair_height(const limb pair[2]) { return (pair[0].height + pair[1].height) / 2; }

/// Pairs of limbs, and which are legs.
static bool read_shape(const pantin_clip *clip, shape *s) {
    s->count = clip->joint_count;
    s->pairs = 0;
    if (s->count > FIGURE_SHAPE_MOST) return false;
    read_samples(clip, s);
    read_depths(clip, s);
    int lowest = 0;
    for (int k = 0; k < s->count && s->pairs < PAIRS_MOST; k++) {
        int tops[2], parent = clip->joints[k].parent;
        s->in_limb[k] = s->in_limb[k] || (parent != PANTIN_NONE && s->in_limb[parent]);
        if (s->in_limb[k] || s->depth[k] < 4) continue;
        if (!find_pair(clip, s, k, tops, s->limbs[s->pairs])) continue;
        s->in_limb[tops[0]] = s->in_limb[tops[1]] = true;
        if (pair_height(s->limbs[s->pairs]) < pair_height(s->limbs[lowest])) lowest = s->pairs;
        s->pairs++;
    }
    if (s->pairs == 0) return false;
    const limb *legs = s->limbs[lowest];
    double floor = pair_height(legs);
    bool reach = floor <= s->low + 0.25 * (s->high - s->low);
    for (int k = 0; k < s->pairs; k++)
        s->leg[k] = reach && pair_height(s->limbs[k]) <= floor + 0.25 * legs->length;
    return true;
}

void figure_find_legs_by_shape(const pantin_clip *clip, pantin_figure *figure) {
    shape s;
    if (!read_shape(clip, &s)) return;
    for (int k = 0; k < s.pairs; k++)
        for (int side = 0; side < 2; side++) {
            const limb *from = &s.limbs[k][side];
            if (!s.leg[k] || figure->leg_count == PANTIN_LEGS_MOST) continue;
            figure->legs[figure->leg_count++] = (pantin_leg){
                .thigh = from->thigh, .shin = from->shin, .foot = from->foot, .toe = from->toe
            };
        }
}

/// Which way is left: up x forward, forward being where the toes point over all samples.
static vec3 find_left(const pantin_clip *clip, const pantin_figure *figure) {
    vec3 forward = { 0, 0, 0 };
    for (int n = 0; n < FIGURE_SAMPLES * figure->leg_count; n++) {
        const pantin_leg *leg = &figure->legs[n / FIGURE_SAMPLES];
        int frame = figure_sample(clip, n % FIGURE_SAMPLES);
        if (leg->toe == PANTIN_NONE) continue;
        frame3 foot = clip_frame_of(clip, frame, leg->foot);
        frame3 toe = clip_frame_of(clip, frame, leg->toe);
        forward = vec3_add(forward, vec3_sub(space_frame_origin(&toe), space_frame_origin(&foot)));
    }
    return vec3_make(forward.z, 0, -forward.x);
}

static void take_line(const shape *s, vec3 left, int a, int b, int *left_joint, int *right_joint) {
    bool turned = vec3_dot(left, vec3_sub(s->places[b], s->places[a])) > 0;
    *left_joint = turned ? b : a;
    *right_joint = turned ? a : b;
}

void figure_find_line_by_shape(const pantin_clip *clip, pantin_figure *figure) {
    shape s;
    if (figure->leg_count < 2 || !read_shape(clip, &s)) return;
    if (figure->left_hip == PANTIN_NONE)
        take_line(&s, find_left(clip, figure), figure->legs[0].thigh, figure->legs[1].thigh,
                  &figure->left_hip, &figure->right_hip);
    // The shoulders' line goes with the hips', or the two would cancel.
    vec3 left = vec3_sub(s.places[figure->left_hip], s.places[figure->right_hip]);
    for (int k = 0; k < s.pairs && figure->left_shoulder == PANTIN_NONE; k++)
        if (!s.leg[k])
            take_line(&s, left, s.limbs[k][0].thigh, s.limbs[k][1].thigh, &figure->left_shoulder,
                      &figure->right_shoulder);
}

static void add_line(const vec3 *places, int left, int right, vec3 *line) {
    if (left == PANTIN_NONE || right == PANTIN_NONE) return;
    *line = vec3_add(*line, vec3_sub(places[left], places[right]));
}

bool figure_heading(const pantin_figure *figure, const vec3 *places, double *heading) {
    vec3 line = { 0, 0, 0 };
    add_line(places, figure->left_hip, figure->right_hip, &line);
    add_line(places, figure->left_shoulder, figure->right_shoulder, &line);
    *heading = 0;
    double floor = line.x * line.x + line.z * line.z;
    // Steeper than 84 degrees the line's direction on the floor means nothing.
    if (!(floor > 0.01 * vec3_dot(line, line))) return false;
    *heading = trig_atan2(-line.z, line.x);
    return true;
}
