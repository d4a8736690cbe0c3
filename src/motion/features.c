// features.c — a clip as points in a small space, in which distance says how unlike two poses are.
//
// A joint stands for half the length of the bones that meet in it, so that a cloud of points spread evenly
// along the bones is compared (Kovar, Gleicher, Pighin: Motion Graphs, 2002), fingers weighing what they
// are long. A bone that ends in nothing gets a tip, half as long as the bone before it, or its turns would not
// be seen. Places are seen from the root on the floor and turned to one heading (the left-right line of
// hips and shoulders, or else the root's turn about the up axis), and divided by the figure's size.
//
// The places of a frame are 3 joints wide, but poses lie near a space of few dimensions. Its basis is grown
// by the frame it says least of (Gram-Schmidt with pivots; a pivoted Cholesky of the frames' products): 24
// vectors, by which a distance is at most 1.4 % of the figure's size short on every clip at hand.
// Velocities are differences of the same coordinates, times 0.1 s.
// SPDX-License-Identifier: MIT
#include "motion/find.h"

#define LEAST_SIZE 1e-9

// --- the figure ---------------------------------------------------------------------------------

/// Does a place of this joint belong to the figure? Not the armature's own node, nor wrappers above the root.
static bool of_figure(const pantin_clip *clip, int k) {
    return clip->joints[k].bone || clip->joints[k].end || k == clip->root;
}

/// The tips: which joint bears each, and where, in its frame.
typedef struct tips {
    int *joint, count;
    vec3 *offset;
} tips;

static bool find_tips(const pantin_clip *clip, tips *t, arena *memory) {
    int joints = clip->joint_count;
    bool *bears = ARENA_ARRAY(memory, bool, joints);
    t->joint = ARENA_ARRAY(memory, int, joints);
    t->offset = ARENA_ARRAY(memory, vec3, joints);
    if (arena_failed(memory)) return false;
    for (int k = 0; k < joints; k++)
        if (of_figure(clip, k) && clip->joints[k].parent != PANTIN_NONE)
            bears[clip->joints[k].parent] = true;
    for (int k = 0; k < joints; k++) {
        if (bears[k] || !of_figure(clip, k) || clip->joints[k].end) continue;
        vec3 half = vec3_scale(clip->joints[k].translation, 0.5);
        // A lone joint has no bone before it: any offset along no axis shows its turns.
        if (!(vec3_length(half) > LEAST_SIZE)) half = vec3_make(0.1, 0.06, 0.03);
        t->offset[t->count] = half;
        t->joint[t->count++] = k;
    }
    return true;
}

/// All points of a frame, in the world.
static void place_points(const pantin_clip *clip, const tips *t, const frame3 *frames, vec3 *to) {
    for (int k = 0; k < clip->joint_count; k++) to[k] = space_frame_origin(&frames[k]);
    for (int k = 0; k < t->count; k++)
        to[clip->joint_count + k] = space_frame_point(&frames[t->joint[k]], t->offset[k]);
}

/// Half of a bone's length to the points at both its ends.
static double weigh_bone(const vec3 *places, int from, int to, double *weights) {
    double half = vec3_distance(places[from], places[to]) / 2;
    if (!finite_double(half)) return 0;
    weights[from] += half;
    weights[to] += half;
    return 2 * half;
}

static void weigh_points(const pantin_clip *clip, const tips *t, const vec3 *places,
                         double *weights) {
    double sum = 0;
    int points = clip->joint_count + t->count, members = t->count;
    for (int k = 0; k < clip->joint_count; k++) {
        int parent = clip->joints[k].parent;
        if (!of_figure(clip, k)) continue;
        members++;
        if (parent != PANTIN_NONE && of_figure(clip, parent))
            sum += weigh_bone(places, k, parent, weights);
    }
    for (int k = 0; k < t->count; k++)
        sum += weigh_bone(places, clip->joint_count + k, t->joint[k], weights);
    for (int k = 0; k < points; k++) {
        if (sum > LEAST_SIZE)
            weights[k] /= sum;
        else
            weights[k] =
                k >= clip->joint_count || of_figure(clip, k) ? 1.0 / max_int(members, 1) : 0;
    }
}

static double measure_size(const vec3 *places, const double *weights, int points) {
    vec3 center = { 0, 0, 0 };
    double square = 0;
    for (int k = 0; k < points; k++) center = vec3_add(center, vec3_scale(places[k], weights[k]));
    for (int k = 0; k < points; k++) {
        vec3 away = vec3_sub(places[k], center);
        square += weights[k] * vec3_dot(away, away);
    }
    double size = sqrt(square);
    return size > LEAST_SIZE && finite_double(size) ? size : 1;
}

// --- aligned places -----------------------------------------------------------------------------

typedef struct aligner {
    const pantin_clip *clip;
    const pantin_figure *figure;
    frame3 *frames; // joints, of the frame at hand
    frame3 rest;    // the root's in the first frame
} aligner;

static void add_line(const aligner *a, int left, int right, vec3 *line, double *length) {
    if (left == PANTIN_NONE || right == PANTIN_NONE) return;
    vec3 across =
        vec3_sub(space_frame_origin(&a->frames[left]), space_frame_origin(&a->frames[right]));
    *line = vec3_add(*line, across);
    *length += vec3_length(across);
}

/// Cosine and sine of the heading; where it cannot be told (lying on the side) the one before stays.
static vec2 find_heading(const aligner *a, vec2 before) {
    vec3 line = { 0, 0, 0 };
    double length = 0;
    add_line(a, a->figure->left_hip, a->figure->right_hip, &line, &length);
    add_line(a, a->figure->left_shoulder, a->figure->right_shoulder, &line, &length);
    vec2 heading = { line.x, -line.z };
    double least = 0.2 * length;
    if (length <= 0) {
        // The turn about y nearest to R R0', from its entries on the floor.
        const double *now = a->frames[a->clip->root].m, *then = a->rest.m;
        double xx = 0, zz = 0, xz = 0, zx = 0;
        for (int k = 0; k < 3; k++) {
            xx += now[k] * then[k];
            zz += now[8 + k] * then[8 + k];
            xz += now[k] * then[8 + k];
            zx += now[8 + k] * then[k];
        }
        heading = vec2_make(xx + zz, xz - zx);
        least = 1e-12;
    }
    double norm = vec2_length(heading);
    return norm > least && finite_double(norm) ? vec2_scale(heading, 1 / norm) : before;
}

static void align_frame(const vec3 *places, int frame, features *f) {
    vec3 root = f->root[frame];
    vec2 heading = f->heading[frame];
    float *to = f->places + (size_t)frame * (size_t)f->points * 3;
    for (int k = 0; k < f->points; k++) {
        vec3 p = places[k];
        double x = (p.x - root.x) / f->size, z = (p.z - root.z) / f->size;
        to[3 * k] = (float)(heading.x * x - heading.y * z);
        to[3 * k + 1] = (float)(p.y / f->size);
        to[3 * k + 2] = (float)(heading.y * x + heading.x * z);
    }
}

static bool align_places(const pantin_clip *clip, const pantin_figure *figure, features *f,
                         arena *memory) {
    tips t = { 0 };
    if (!find_tips(clip, &t, memory)) return false;
    f->points = clip->joint_count + t.count;
    frame3 *frames = ARENA_ARRAY(memory, frame3, clip->joint_count);
    vec3 *places = ARENA_ARRAY(memory, vec3, f->points);
    f->places = ARENA_ARRAY(memory, float, (size_t)f->frames *(size_t)f->points * 3);
    f->weights = ARENA_ARRAY(memory, double, f->points);
    if (arena_failed(memory)) return false;
    clip_frames(clip, f->frames / 2, frames);
    place_points(clip, &t, frames, places);
    weigh_points(clip, &t, places, f->weights);
    f->size = measure_size(places, f->weights, f->points);
    aligner a = { .clip = clip, .figure = figure, .frames = frames };
    vec2 before = { 1, 0 };
    for (int i = 0; i < f->frames; i++) {
        clip_frames(clip, i, frames);
        if (i == 0) a.rest = frames[clip->root];
        f->root[i] = space_frame_origin(&frames[clip->root]);
        before = f->heading[i] = find_heading(&a, before);
        place_points(clip, &t, frames, places);
        align_frame(places, i, f);
    }
    return true;
}

// --- motion -------------------------------------------------------------------------------------

/// How far the mass moves from frame to frame, root mean square, in sizes.
static double step_length(const features *f, int frame) {
    const float *at = f->places + (size_t)frame * (size_t)f->points * 3;
    const float *next = at + (size_t)f->points * 3;
    double square = 0;
    for (int k = 0; k < f->points; k++) {
        double x = next[3 * k] - at[3 * k], y = next[3 * k + 1] - at[3 * k + 1];
        double z = next[3 * k + 2] - at[3 * k + 2];
        square += f->weights[k] * (x * x + y * y + z * z);
    }
    double length = sqrt(square);
    return finite_double(length) ? length : 0;
}

/// A pose apart in frame 0 (a T-pose) is taken by one step unlike all others: more than twice the
/// largest of them, and four times their mean.
static void measure_motion(features *f) {
    double largest = 0, sum = 0, first = 0;
    for (int i = 0; i + 1 < f->frames; i++) {
        double step = step_length(f, i);
        f->motion[i + 1] = step; // summed up below
        if (i == 0)
            first = step;
        else {
            largest = max_double(largest, step);
            sum += step;
        }
    }
    double mean = f->frames > 2 ? sum / (f->frames - 2) : 0;
    f->first = f->frames > 4 && first > 0.02 && first > 2 * largest && first > 4 * mean;
    for (int i = 0; i < f->frames; i++)
        f->motion[i] = i <= f->first ? 0 : f->motion[i - 1] + f->motion[i];
}

/// The root travels when it ends up far away, and went there rather than hither and thither.
static bool does_travel(const features *f) {
    double way = 0;
    vec3 mark = f->root[f->first];
    for (int i = f->first; i < f->frames; i += 4 * f->stride) {
        way += vec3_floor_distance(f->root[i], mark);
        mark = f->root[i];
    }
    double net = vec3_floor_distance(f->root[f->frames - 1], f->root[f->first]);
    return net > 1.5 * f->size && net > 0.5 * way;
}

double features_kept(const features *f, int a, int b) {
    double all = f->motion[f->frames - 1];
    if (!(all > 1e-4)) return (double)(b - a + 1) / f->frames;
    return (f->motion[b] - f->motion[a]) / all;
}

// --- the basis ----------------------------------------------------------------------------------

/// A row's places times the roots of the weights, less their mean over the rows: what the basis is of.
typedef struct basis {
    int width;       // coordinates of a row that carry weight
    const int *from; // which ones
    const double *root_weight;
    const double *mean;
} basis;

static void read_row(const features *f, const basis *b, int row, double *to) {
    const float *places = f->places + (size_t)features_frame(f, row) * (size_t)f->points * 3;
    for (int k = 0; k < b->width; k++)
        to[k] = ((double)places[b->from[k]] - b->mean[k]) * b->root_weight[k];
}

static int farthest(const double *left, int rows) {
    int far = 0;
    for (int r = 1; r < rows; r++)
        if (left[r] > left[far]) far = r;
    return far;
}

/// Takes from `vector` what the columns so far say of the row, and gives it unit length.
static bool orthogonalize(const features *f, const double *vectors, int width, int row, int columns,
                          double *vector) {
    double square = 0;
    for (int c = 0; c < columns; c++)
        for (int k = 0; k < width; k++)
            vector[k] -= (double)f->columns[(size_t)c * (size_t)f->pitch + (size_t)row] *
                         vectors[c * width + k];
    for (int k = 0; k < width; k++) square += vector[k] * vector[k];
    double length = sqrt(square);
    if (!(length > 1e-6) || !finite_double(length)) return false;
    for (int k = 0; k < width; k++) vector[k] /= length;
    return true;
}

/// Grows the basis; the columns of places are filled as it grows.
static void grow_basis(features *f, const basis *b, double *vectors, double *row_scratch,
                       double *left) {
    int half = FEATURE_DIMS;
    for (int r = 0; r < f->rows; r++) {
        read_row(f, b, r, row_scratch);
        for (int k = 0; k < b->width; k++) left[r] += row_scratch[k] * row_scratch[k];
    }
    for (int c = 0; c < half; c++) {
        int far = farthest(left, f->rows);
        double *vector = vectors + (size_t)c * (size_t)b->width;
        if (!(left[far] > 1e-7)) return;
        read_row(f, b, far, vector);
        if (!orthogonalize(f, vectors, b->width, far, c, vector)) return;
        float *column = f->columns + (size_t)c * (size_t)f->pitch;
        for (int r = 0; r < f->rows; r++) {
            double dot = 0;
            read_row(f, b, r, row_scratch);
            for (int k = 0; k < b->width; k++) dot += row_scratch[k] * vector[k];
            column[r] = (float)dot;
            left[r] = max_double(0, left[r] - dot * dot);
        }
        left[far] = 0;
        f->dims = 2 * (c + 1);
    }
}

/// Columns of velocities behind those of places; at the ends the one step there is.
static void differentiate(features *f) {
    int half = f->dims / 2;
    float scale = (float)(FEATURE_SECONDS / f->row_s);
    for (int c = 0; c < half; c++) {
        const float *place = f->columns + (size_t)c * (size_t)f->pitch;
        float *speed = f->columns + (size_t)(half + c) * (size_t)f->pitch;
        for (int r = 0; r < f->rows; r++) {
            int before = max_int(r - 1, 0), after = min_int(r + 1, f->rows - 1);
            if (after == before) continue;
            speed[r] = (place[after] - place[before]) * scale / (float)(after - before);
        }
    }
    for (int r = 0; r < f->rows; r++) {
        f->norms[r] = 0;
        for (int c = 0; c < f->dims; c++) {
            double v = f->columns[(size_t)c * (size_t)f->pitch + (size_t)r];
            f->norms[r] += v * v;
        }
        f->mean_norm += f->norms[r] / f->rows;
    }
}

static bool make_columns(features *f, arena *memory) {
    size_t wide = (size_t)f->points * 3;
    int *from = ARENA_ARRAY(memory, int, wide);
    double *root_weight = ARENA_ARRAY(memory, double, wide);
    double *mean = ARENA_ARRAY(memory, double, wide);
    double *row = ARENA_ARRAY(memory, double, wide);
    double *vectors = ARENA_ARRAY(memory, double, wide *FEATURE_DIMS);
    double *left = ARENA_ARRAY(memory, double, f->rows);
    // Reading runs over in whole vectors; an odd pitch keeps the columns off each other's cache lines.
    f->pitch = (f->rows + 31) / 16 * 16 + 16;
    f->columns = ARENA_ARRAY(memory, float, (size_t)f->pitch * 2 * FEATURE_DIMS);
    f->norms = ARENA_ARRAY(memory, double, f->rows);
    if (arena_failed(memory)) return false;
    basis b = { .from = from, .root_weight = root_weight, .mean = mean };
    for (int k = 0; k < (int)wide; k++) {
        // A thousandth of the mass moves no distance by more than 3 %.
        if (!(f->weights[k / 3] > 1e-3)) continue;
        from[b.width] = k;
        root_weight[b.width] = sqrt(f->weights[k / 3]);
        for (int r = 0; r < f->rows; r++)
            mean[b.width] += f->places[(size_t)features_frame(f, r) * wide + (size_t)k];
        mean[b.width++] /= f->rows;
    }
    grow_basis(f, &b, vectors, row, left);
    differentiate(f);
    return true;
}

bool features_make(const pantin_clip *clip, const pantin_figure *figure, features *f,
                   arena *memory) {
    size_t frames = (size_t)clip->frames;
    *f = (features){ .frames = clip->frames, .fps = clip->fps };
    f->motion = ARENA_ARRAY(memory, double, frames);
    f->root = ARENA_ARRAY(memory, vec3, frames);
    f->heading = ARENA_ARRAY(memory, vec2, frames);
    if (arena_failed(memory) || !align_places(clip, figure, f, memory)) return false;
    measure_motion(f);
    f->stride = clip->fps > FIND_RATE ? (int)(clip->fps / FIND_RATE + 0.02) : 1;
    f->stride = clamp_int(f->stride, 1, max_int(1, clip->frames / 16));
    f->rows = min_int((f->frames - 1 - f->first) / f->stride + 1, FIND_ROWS_MOST);
    f->row_s = f->stride / clip->fps;
    f->travels = does_travel(f);
    return make_columns(f, memory);
}
