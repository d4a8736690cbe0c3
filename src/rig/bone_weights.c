// bone_weights.c — which triangles a bone turns, and how hard.
//
// A thin strip bends anywhere as gladly as at its knee (its stiffness falls with the cube of its width), so a
// bone pulls the rotation of its own triangles, and leaves the joints alone:
//
//     k(t) = pull f(from) f(to),   f(joint) = smoothstep((|c - joint| / R - 0.7) / 0.6),
//     R = 0.7 max(half width at the joint, h),
//
// c the triangle's centroid, h the spacing of the mesh (1.5 h leaves limbs of two cells too slack: at 700
// vertices 18 degrees of sag, not 15). A bone's triangles lie beside it (between its joints, within 1.3
// half widths) and hang together with its middle, so that an arm beside the trunk does not take hold of it.
// The half width is the distance from the axis to the nearest border: where the axis runs inside the trunk
// that is the trunk's, so no place counts as wider than 1.5 times the limb's median.
// SPDX-License-Identifier: MIT
#include "bone_weights.h"

#include "base/vec.h"

enum { PROFILE = 9 };

/// The mesh as a bone looks at it. Scratch of one piece.
typedef struct terrain {
    const pantin_mesh *mesh;
    int (*beside)[3]; // a triangle: the one across the edge from corner k to k + 1, or PANTIN_NONE
    int *queue;       // triangles
    double *weight;   // a triangle: of the bone at hand; 0 outside
    bool *seen;
    arena memory;
} terrain;

/// Triangles around vertices in one pass, then each edge is looked up among its corner's.
static bool survey(terrain *land, const pantin_mesh *mesh) {
    int count = mesh->triangle_count;
    *land = (terrain){ .mesh = mesh };
    int *first = ARENA_ARRAY(&land->memory, int, mesh->vertex_count + 1);
    int *around = ARENA_ARRAY(&land->memory, int, 3 * count);
    land->beside = arena_take(&land->memory, (size_t)count, sizeof *land->beside);
    land->queue = ARENA_ARRAY(&land->memory, int, count);
    land->weight = ARENA_ARRAY(&land->memory, double, count);
    land->seen = ARENA_ARRAY(&land->memory, bool, count);
    if (arena_failed(&land->memory)) return false;
    for (int t = 0; t < count; t++)
        for (int k = 0; k < 3; k++) first[mesh->triangles[t][k]]++;
    for (int v = 0, sum = 0; v <= mesh->vertex_count; v++) {
        int of_vertex = v < mesh->vertex_count ? first[v] : 0;
        first[v] = sum += of_vertex; // one past its last: filling counts down
    }
    for (int t = count - 1; t >= 0; t--)
        for (int k = 0; k < 3; k++) around[--first[mesh->triangles[t][k]]] = t;
    for (int t = 0; t < count; t++)
        for (int k = 0; k < 3; k++) {
            int a = mesh->triangles[t][k], b = mesh->triangles[t][(k + 1) % 3];
            land->beside[t][k] = PANTIN_NONE;
            for (int at = first[a]; at < first[a + 1]; at++) {
                const int *other = mesh->triangles[around[at]];
                if (around[at] != t && (other[0] == b || other[1] == b || other[2] == b))
                    land->beside[t][k] = around[at];
            }
        }
    return true;
}

static double distance_to_segment(vec2 p, vec2 a, vec2 b) {
    vec2 along = vec2_sub(b, a);
    double length2 = vec2_dot(along, along);
    double t = length2 > 0 ? clamp_double(vec2_dot(vec2_sub(p, a), along) / length2, 0, 1) : 0;
    return vec2_distance(p, vec2_mix(a, b, t));
}

static double distance_to_border(const terrain *land, vec2 p) {
    double nearest = 1e300;
    for (int t = 0; t < land->mesh->triangle_count; t++)
        for (int k = 0; k < 3; k++) {
            if (land->beside[t][k] != PANTIN_NONE) continue;
            const int *corners = land->mesh->triangles[t];
            nearest = min_double(nearest,
                                 distance_to_segment(p, land->mesh->vertices[corners[k]],
                                                     land->mesh->vertices[corners[(k + 1) % 3]]));
        }
    return nearest;
}

typedef struct limb_shape {
    vec2 from, to;
    double half_width[PROFILE]; // along the bone, px
} limb_shape;

static double median_of_profile(const double *values) {
    double sorted[PROFILE];
    for (int k = 0; k < PROFILE; k++) {
        int at = k;
        for (; at > 0 && sorted[at - 1] > values[k]; at--) sorted[at] = sorted[at - 1];
        sorted[at] = values[k];
    }
    return sorted[PROFILE / 2];
}

static limb_shape measure_limb(const terrain *land, vec2 from, vec2 to, double given_px) {
    limb_shape shape = { .from = from, .to = to };
    for (int k = 0; k < PROFILE; k++)
        shape.half_width[k] =
            given_px > 0 ? given_px
                         : distance_to_border(land, vec2_mix(from, to, k / (PROFILE - 1.0)));
    double most = 1.5 * median_of_profile(shape.half_width);
    for (int k = 0; k < PROFILE; k++) shape.half_width[k] = min_double(shape.half_width[k], most);
    return shape;
}

static double half_width_at(const limb_shape *shape, double t) {
    double at = t * (PROFILE - 1);
    int k = clamp_int((int)at, 0, PROFILE - 2);
    double part = at - k;
    return shape->half_width[k] * (1 - part) + shape->half_width[k + 1] * part;
}

static double smoothstep(double t) {
    t = clamp_double(t, 0, 1);
    return t * t * (3 - 2 * t);
}

/// 0..1: how much of the bone's pull a triangle at `center` gets.
static double share_of_pull(const limb_shape *shape, double spacing, vec2 center) {
    vec2 along = vec2_sub(shape->to, shape->from);
    double length = vec2_length(along);
    if (!(length > 0)) return 0;
    vec2 out = vec2_sub(center, shape->from);
    double t = vec2_dot(out, along) / (length * length);
    double off = vec2_cross(along, out) / length;
    if (t < 0 || t > 1) return 0;
    double reach = 1.3 * max_double(half_width_at(shape, t), 0.75 * spacing);
    if (off > reach || off < -reach) return 0;
    double ends[2] = { shape->half_width[0], shape->half_width[PROFILE - 1] };
    double share = 1;
    for (int k = 0; k < 2; k++) {
        double radius = 0.7 * max_double(ends[k], spacing);
        double distance = vec2_distance(center, k == 0 ? shape->from : shape->to);
        share *= smoothstep((distance / radius - 0.7) / 0.6);
    }
    return share;
}

/// Keeps the weights of what hangs together with the triangle nearest to the bone's middle.
static int keep_connected(terrain *land, const limb_shape *shape) {
    const pantin_mesh *mesh = land->mesh;
    vec2 middle = vec2_mix(shape->from, shape->to, 0.5);
    int nearest = PANTIN_NONE, count = 0;
    double least = 1e300;
    for (int t = 0; t < mesh->triangle_count; t++) {
        land->seen[t] = false;
        if (land->weight[t] <= 0) continue;
        const int *c = mesh->triangles[t];
        vec2 center = vec2_scale(
            vec2_add(vec2_add(mesh->vertices[c[0]], mesh->vertices[c[1]]), mesh->vertices[c[2]]),
            1.0 / 3);
        double distance = vec2_distance(center, middle);
        if (distance >= least) continue;
        least = distance;
        nearest = t;
    }
    if (nearest == PANTIN_NONE) return 0;
    land->seen[nearest] = true;
    land->queue[count++] = nearest;
    for (int at = 0; at < count; at++)
        for (int k = 0; k < 3; k++) {
            int next = land->beside[land->queue[at]][k];
            if (next == PANTIN_NONE || land->seen[next] || land->weight[next] <= 0) continue;
            land->seen[next] = true;
            land->queue[count++] = next;
        }
    return count;
}

static bool weigh_bone(terrain *land, const pantin_puppet_piece *piece, pantin_puppet_bone *bone,
                       arena *memory) {
    const pantin_mesh *mesh = land->mesh;
    limb_shape shape =
        measure_limb(land, piece->handles[bone->from_handle].grip.center,
                     piece->handles[bone->to_handle].grip.center, bone->half_width_px);
    for (int t = 0; t < mesh->triangle_count; t++) {
        const int *c = mesh->triangles[t];
        vec2 center = vec2_scale(
            vec2_add(vec2_add(mesh->vertices[c[0]], mesh->vertices[c[1]]), mesh->vertices[c[2]]),
            1.0 / 3);
        land->weight[t] = bone->pull * share_of_pull(&shape, mesh->spacing_px, center);
    }
    int count = keep_connected(land, &shape);
    bone->triangles = ARENA_ARRAY(memory, int, count);
    bone->weights = ARENA_ARRAY(memory, double, count);
    if (arena_failed(memory)) return false;
    for (int t = 0; t < mesh->triangle_count; t++) {
        if (!land->seen[t]) continue;
        bone->triangles[bone->triangle_count] = t;
        bone->weights[bone->triangle_count++] = land->weight[t];
    }
    return true;
}

bool bone_weights_find(pantin_puppet_piece *piece, arena *memory, pantin_error *error) {
    if (piece->bone_count == 0) return true;
    terrain land;
    bool done = survey(&land, &piece->triangles);
    for (int b = 0; b < piece->bone_count && done; b++)
        done = weigh_bone(&land, piece, &piece->bones[b], memory);
    arena_free(&land.memory);
    return done || memory_fail(error, "a puppet's bones");
}
