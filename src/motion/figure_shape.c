// figure_shape.c — legs and shoulders of a figure whose joints have no names.
//
// Seen at rest. A leg is a branch of at least three joints that ends near the floor (within a tenth of the
// figure's height of its lowest joint), beside another such branch, and holds no smaller leg. Its thigh and
// shin are the two joints in a row whose bones together are longest. Arms: of two branches of like size that
// leave one joint above the legs, the largest pair. Left is known from where the toes point, else it is
// the first in order: only the turn of the line matters.
// SPDX-License-Identifier: MIT
#include "motion/figure.h"

typedef struct shape {
    vec3 places[FIGURE_SHAPE_MOST];
    short size[FIGURE_SHAPE_MOST];  // joints in the branch
    short ends[FIGURE_SHAPE_MOST];  // those of them that end near the floor
    short depth[FIGURE_SHAPE_MOST]; // joints from here down to the deepest such end, both counted
    bool holds_leg[FIGURE_SHAPE_MOST];
    int count;
} shape;

static bool read_shape(const pantin_clip *clip, shape *s) {
    s->count = clip->joint_count;
    if (s->count > FIGURE_SHAPE_MOST) return false;
    double low = 1e300, high = -1e300;
    for (int k = 0; k < s->count; k++) {
        s->places[k] = figure_rest_place(clip, k);
        s->size[k] = 1;
        s->ends[k] = s->depth[k] = 0;
        s->holds_leg[k] = false;
        low = min_double(low, s->places[k].y);
        high = max_double(high, s->places[k].y);
    }
    double floor = low + 0.1 * (high - low);
    for (int k = s->count - 1; k >= 0; k--) {
        bool bone = clip->joints[k].bone && !clip->joints[k].end;
        if (bone && s->ends[k] == 0 && s->places[k].y <= floor) s->ends[k] = 1;
        if (s->ends[k] > 0) s->depth[k]++;
        int parent = clip->joints[k].parent;
        if (parent == PANTIN_NONE) continue;
        s->size[parent] = (short)(s->size[parent] + s->size[k]);
        s->ends[parent] = (short)(s->ends[parent] + s->ends[k]);
        if (s->depth[k] > s->depth[parent]) s->depth[parent] = s->depth[k];
    }
    return high > low;
}

static double segment(const shape *s, int a, int b) {
    return vec3_distance(s->places[a], s->places[b]);
}

/// The chain from a leg's top to its end near the floor becomes a leg.
static void add_chain(const pantin_clip *clip, const shape *s, int top, pantin_figure *figure) {
    int chain[FIGURE_DEPTH_MOST], count = 0;
    for (int k = top; k != PANTIN_NONE && count < FIGURE_DEPTH_MOST;) {
        chain[count++] = k;
        int next = PANTIN_NONE;
        for (int c = k + 1; c < s->count; c++)
            if (clip->joints[c].parent == k && s->ends[c] > 0 &&
                (next == PANTIN_NONE || s->depth[c] > s->depth[next]))
                next = c;
        k = next;
    }
    if (count < 3 || figure->leg_count == PANTIN_LEGS_MOST) return;
    int best = 0;
    double longest = -1;
    for (int k = 0; k + 2 < count; k++) {
        double length = segment(s, chain[k], chain[k + 1]) + segment(s, chain[k + 1], chain[k + 2]);
        if (length > longest) {
            longest = length;
            best = k;
        }
    }
    figure->legs[figure->leg_count++] =
        (pantin_leg){ .thigh = chain[best],
                      .shin = chain[best + 1],
                      .foot = chain[best + 2],
                      .toe = best + 3 < count ? chain[best + 3] : PANTIN_NONE };
}

void figure_find_legs_by_shape(const pantin_clip *clip, pantin_figure *figure) {
    shape s;
    if (!read_shape(clip, &s)) return;
    for (int k = s.count - 1; k >= 0; k--) {
        int parent = clip->joints[k].parent;
        if (parent == PANTIN_NONE) continue;
        bool beside = s.ends[parent] > s.ends[k];
        bool leg = beside && s.depth[k] >= 3 && !s.holds_leg[k];
        if (leg || s.holds_leg[k]) s.holds_leg[parent] = true;
    }
    for (int k = 0; k < s.count; k++) {
        int parent = clip->joints[k].parent;
        if (parent == PANTIN_NONE || s.holds_leg[k] || s.depth[k] < 3) continue;
        if (s.ends[parent] > s.ends[k]) add_chain(clip, &s, k, figure);
    }
    if (figure->leg_count == 1) figure->leg_count = 0; // a tail that hangs down
}

/// Which way is left: up x forward, forward being where the toes point.
static vec3 find_left(const shape *s, const pantin_figure *figure) {
    vec3 forward = { 0, 0, 0 };
    for (int k = 0; k < figure->leg_count; k++) {
        const pantin_leg *leg = &figure->legs[k];
        if (leg->toe == PANTIN_NONE) continue;
        forward = vec3_add(forward, vec3_sub(s->places[leg->toe], s->places[leg->foot]));
    }
    return vec3_make(forward.z, 0, -forward.x);
}

static void order_sides(const shape *s, vec3 left, int *a, int *b) {
    if (vec3_dot(left, vec3_sub(s->places[*b], s->places[*a])) <= 0) return;
    int other = *a;
    *a = *b;
    *b = other;
}

/// The largest pair of like branches that leave one joint and hold no leg. Their second joints are the
/// shoulders where there are such: the first lie close to the spine.
static bool find_arms(const pantin_clip *clip, const shape *s, int *a, int *b) {
    int largest = 1;
    for (int p = 0; p < s->count; p++) {
        int first = PANTIN_NONE;
        for (int k = p + 1; k < s->count; k++) {
            if (clip->joints[k].parent != p || s->ends[k] > 0 || s->size[k] <= largest) continue;
            if (first == PANTIN_NONE || s->size[first] != s->size[k]) {
                first = k;
                continue;
            }
            largest = s->size[k];
            *a = first;
            *b = k;
        }
    }
    if (largest == 1) return false;
    for (int k = 0; k < 2; k++) {
        int *arm = k == 0 ? a : b, parent = *arm;
        for (int c = parent + 1; c < s->count; c++)
            if (clip->joints[c].parent == parent && s->size[c] == s->size[parent] - 1) *arm = c;
    }
    return true;
}

void figure_find_line_by_shape(const pantin_clip *clip, pantin_figure *figure) {
    shape s;
    if (figure->leg_count < 2 || !read_shape(clip, &s)) return;
    vec3 left = find_left(&s, figure);
    if (figure->left_hip == PANTIN_NONE) {
        figure->left_hip = figure->legs[0].thigh;
        figure->right_hip = figure->legs[1].thigh;
        order_sides(&s, left, &figure->left_hip, &figure->right_hip);
    }
    int a, b;
    if (figure->left_shoulder != PANTIN_NONE || !find_arms(clip, &s, &a, &b)) return;
    order_sides(&s, left, &a, &b);
    figure->left_shoulder = a;
    figure->right_shoulder = b;
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
