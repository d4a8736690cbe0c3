// limb_bend.h — where a limb bends that is held at its two ends: at its joint, or anywhere.
//
// Along the way root, joint, end at rest the turns of its triangles are averaged in slices. `near` is the share
// of the joint's whole turn that happens within 1.05 half widths of it, `sag` the largest turn within a bone
// (outside those zones), `area` what became of the limb's.
// SPDX-License-Identifier: MIT
#ifndef TESTS_LIMB_BEND_H
#define TESTS_LIMB_BEND_H

#include "bendable.h"

enum { LIMB_SLICES = 64 };

typedef struct limb_bend {
    double near, sag_deg, area, min_ratio, worst_px;
    int flaws;
} limb_bend;

typedef struct limb_land {
    const bendable *b;
    vec2 root, mid, end;
    double upper, lower, half_width; // px
    bool *taken;                     // a triangle
} limb_land;

static inline vec2 limb_centroid(const pantin_mesh *mesh, int t) {
    const int *k = mesh->triangles[t];
    vec2 sum = vec2_add(mesh->vertices[k[0]], mesh->vertices[k[1]]);
    return vec2_scale(vec2_add(sum, mesh->vertices[k[2]]), 1.0 / 3);
}

/// How far along root, mid, end, and how far off it.
static inline double limb_along(const limb_land *land, vec2 p, double *off) {
    vec2 corners[3] = { land->root, land->mid, land->end };
    double best = 0, begun = 0, least = INFINITY;
    for (int k = 0; k < 2; k++) {
        vec2 along = vec2_sub(corners[k + 1], corners[k]), out = vec2_sub(p, corners[k]);
        double length = vec2_length(along), t = vec2_dot(out, along) / (length * length);
        double inside = clamp_double(t, k == 0 ? -9 : 0, k == 0 ? 1 : 9);
        double distance = vec2_length(vec2_sub(out, vec2_scale(along, inside)));
        if (distance < least) least = distance, best = begun + inside * length;
        begun += length;
    }
    *off = least;
    return best;
}

static inline int limb_shared_edge(const int *a, const int *b) {
    int shared = 0;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) shared += a[i] == b[k];
    return shared == 2;
}

/// The distance from the joint to the nearest edge that only one triangle has.
static inline double limb_half_width(const pantin_mesh *mesh, vec2 at) {
    double least = INFINITY;
    for (int t = 0; t < mesh->triangle_count; t++)
        for (int k = 0; k < 3; k++) {
            int a = mesh->triangles[t][k], b = mesh->triangles[t][(k + 1) % 3];
            vec2 from = mesh->vertices[a], along = vec2_sub(mesh->vertices[b], from);
            double part =
                clamp_double(vec2_dot(vec2_sub(at, from), along) / vec2_dot(along, along), 0, 1);
            double distance = vec2_distance(at, vec2_add(from, vec2_scale(along, part)));
            if (distance >= least) continue;
            int faces = 0;
            for (int o = 0; o < mesh->triangle_count; o++) {
                const int *c = mesh->triangles[o];
                faces +=
                    (c[0] == a || c[1] == a || c[2] == a) && (c[0] == b || c[1] == b || c[2] == b);
            }
            if (faces == 1) least = distance;
        }
    return least;
}

/// The limb's triangles: beside its way, and hanging together with the joint.
static inline void limb_take(limb_land *land) {
    const pantin_mesh *mesh = &land->b->piece->triangles;
    int count = mesh->triangle_count, nearest = 0;
    double least = INFINITY;
    bool *beside = calloc((size_t)count, sizeof *beside);
    for (int t = 0; t < count; t++) {
        double off, s = limb_along(land, limb_centroid(mesh, t), &off);
        double distance = vec2_distance(limb_centroid(mesh, t), land->mid);
        beside[t] = off <= 1.3 * land->half_width && s >= 0 && s <= land->upper + land->lower;
        if (beside[t] && distance < least) least = distance, nearest = t;
    }
    land->taken[nearest] = true;
    for (bool grown = true; grown;) {
        grown = false;
        for (int t = 0; t < count; t++)
            for (int o = 0; o < count && land->taken[t]; o++)
                if (beside[o] && !land->taken[o] &&
                    limb_shared_edge(mesh->triangles[t], mesh->triangles[o]))
                    land->taken[o] = grown = true;
    }
    free(beside);
}

/// u of a bent triangle, times its area: its turn and how much of it there is.
static inline vec2 limb_turn(const pantin_mesh *mesh, int t, const pantin_point32 *out) {
    const int *k = mesh->triangles[t];
    vec2 e1 = vec2_sub(mesh->vertices[k[1]], mesh->vertices[k[0]]);
    vec2 e2 = vec2_sub(mesh->vertices[k[2]], mesh->vertices[k[0]]);
    vec2 d1 = vec2_sub(vec2_from32(out[k[1]]), vec2_from32(out[k[0]]));
    vec2 d2 = vec2_sub(vec2_from32(out[k[2]]), vec2_from32(out[k[0]]));
    // i (d1 conj(e2) - d2 conj(e1)) / 2
    double re = d1.x * e2.x + d1.y * e2.y - d2.x * e1.x - d2.y * e1.y;
    double im = d1.y * e2.x - d1.x * e2.y - d2.y * e1.x + d2.x * e1.y;
    return vec2_make(-0.5 * im, 0.5 * re);
}

static inline void limb_read(const limb_land *land, const pantin_point32 *out, double angle,
                             limb_bend *result) {
    const pantin_mesh *mesh = &land->b->piece->triangles;
    double length = land->upper + land->lower, zone = 1.05 * land->half_width, before = 0,
           after = 0;
    vec2 sums[LIMB_SLICES] = { { 0, 0 } };
    double areas[2] = { 0, 0 }, turns[LIMB_SLICES], low[2] = { 0, 0 }, high[2] = { 0, 0 }, last = 0;
    bool met[2] = { false, false };
    int slices = clamp_int((int)(length / mesh->spacing_px), 8, LIMB_SLICES);
    for (int t = 0; t < mesh->triangle_count; t++) {
        if (!land->taken[t]) continue;
        double off, s = limb_along(land, limb_centroid(mesh, t), &off);
        int slice = clamp_int((int)(s / length * slices), 0, slices - 1);
        const int *k = mesh->triangles[t];
        sums[slice] = vec2_add(sums[slice], limb_turn(mesh, t, out));
        areas[0] += vec2_cross(vec2_sub(mesh->vertices[k[1]], mesh->vertices[k[0]]),
                               vec2_sub(mesh->vertices[k[2]], mesh->vertices[k[0]]));
        areas[1] += vec2_cross(vec2_sub(vec2_from32(out[k[1]]), vec2_from32(out[k[0]])),
                               vec2_sub(vec2_from32(out[k[2]]), vec2_from32(out[k[0]])));
    }
    for (int k = 0; k < slices; k++) {
        double s = (k + 0.5) / slices * length;
        bool empty = sums[k].x == 0 && sums[k].y == 0;
        turns[k] = last = empty ? last : trig_unwrap(trig_atan2(sums[k].y, sums[k].x), last);
        if (s <= land->upper - zone) before = turns[k];
        int bone = s < land->upper ? 0 : 1;
        if (s < zone || (s > land->upper - zone && s < land->upper + zone)) continue;
        if (bone == 1 && !met[1]) after = turns[k];
        low[bone] = met[bone] ? min_double(low[bone], turns[k]) : turns[k];
        high[bone] = met[bone] ? max_double(high[bone], turns[k]) : turns[k];
        met[bone] = true;
    }
    double sag = max_double(high[0] - low[0], high[1] - low[1]);
    result->near = (after - before) / angle;
    result->sag_deg = sag / TRIG_DEGREE;
    result->area = areas[1] / areas[0];
}

static inline int limb_joint(const bendable *b, const char *side, const char *part) {
    char name[48];
    snprintf(name, sizeof name, "%s_%s", side, part);
    for (int j = 0; j < b->joint_count; j++)
        if (strcmp(b->names[j], name) == 0) return j;
    return PANTIN_NONE;
}

/// Bends "left" "elbow" (or "knee") by so many degrees, its joint held or not, its bones pulling by `pull`
/// (0: there are none): a jump along the skeleton's path.
static inline bool limb_bend_at(bendable *b, const char *side, const char *joint, double degrees,
                                double pull, bool hold_mid, limb_bend *result) {
    const pantin_deformer *player = pantin_deformer_find("arap", NULL);
    const pantin_mesh *mesh = &b->piece->triangles;
    int mid = limb_joint(b, side, joint);
    int end = limb_joint(b, side, strcmp(joint, "elbow") == 0 ? "hand" : "foot");
    if (mid == PANTIN_NONE || end == PANTIN_NONE) return false;
    limb_land land = { .b = b,
                       .root = b->joints[b->joints[mid].parent].at_px,
                       .mid = b->joints[mid].at_px,
                       .end = b->joints[end].at_px,
                       .taken = calloc((size_t)mesh->triangle_count, sizeof(bool)) };
    land.upper = vec2_distance(land.root, land.mid);
    land.lower = vec2_distance(land.mid, land.end);
    land.half_width = limb_half_width(mesh, land.mid);
    limb_take(&land);
    double angles[DRAWN_JOINTS] = { 0 };
    pantin_target targets[DRAWN_JOINTS], aims[SKELETON_STEPS_MOST + 1][DRAWN_JOINTS];
    const pantin_target *path[SKELETON_STEPS_MOST];
    pantin_patch patches[DRAWN_JOINTS];
    int held[DRAWN_JOINTS], count = 0;
    for (int h = 0; h < b->count; h++)
        if (hold_mid || h != b->handle_of[mid]) patches[count] = b->patches[h], held[count++] = h;
    angles[end] = degrees * TRIG_DEGREE;
    bendable_pose(b, angles, vec2_make(0, 0), targets);
    skeleton_read(&b->tree, targets);
    int steps = skeleton_ramp(&b->tree, targets);
    for (int s = 0; s <= steps; s++) {
        for (int k = 0; k < count; k++)
            aims[s][k] = (s < steps ? b->tree.path[s] : targets)[held[k]];
        if (s < steps) path[s] = aims[s];
    }
    pantin_deform_setup setup = bendable_setup(b, pull > 0);
    double *weights = calloc((size_t)mesh->triangle_count * DRAWN_JOINTS, sizeof *weights);
    for (int k = 0; k < b->piece->bone_count; k++) {
        const pantin_puppet_bone *bone = &b->piece->bones[k];
        double *own = weights + (size_t)k * (size_t)mesh->triangle_count;
        for (int i = 0; i < bone->triangle_count; i++)
            own[i] = bone->weights[i] * pull / bone->pull;
        b->bones[k].weights = own;
    }
    setup.patches = patches;
    setup.patch_count = count;
    void *machine = player->create(&setup, NULL, NULL);
    pantin_point32 *out = calloc((size_t)mesh->vertex_count, sizeof *out);
    pantin_handle_report reports[DRAWN_JOINTS];
    bool done = machine != NULL;
    if (done) {
        pantin_deform_report report =
            player->solve(machine, aims[steps], b->tree.angles, NULL, path, steps,
                          (pantin_budget){ 0 }, out, reports, NULL);
        limb_read(&land, out, angles[end], result);
        result->min_ratio = report.quality.min_area_ratio;
        result->flaws = report.quality.inverted + report.quality.branch_points;
        result->worst_px = 0;
        for (int k = 0; k < count; k++)
            result->worst_px = max_double(result->worst_px, reports[k].error_px);
    }
    if (done) player->destroy(machine);
    for (int k = 0; k < b->piece->bone_count; k++) b->bones[k].weights = b->piece->bones[k].weights;
    free(weights);
    free(out);
    free(land.taken);
    return done;
}

#endif
