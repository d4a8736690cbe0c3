// quality.c — how a bent mesh fares: turned over, covering itself, stretched.
//
// With e1, e2 two rest edges of a triangle and d1, d2 the bent ones, all as complex numbers, the
// map is
//     z -> u z + v conj(z),    u = (d1 conj(e2) - d2 conj(e1)) / D,    v = (e1 d2 - e2 d1) / D,
//     D = e1 conj(e2) - conj(e1) e2 = -2i cross(e1, e2),
// and with s = |u|, q = |v| its singular values are s + q and s - q (negative when turned over),
// its determinant s^2 - q^2, and its distance from the nearest rotation |J - R|^2 = 2 (s - 1)^2 + 2
// q^2.
//
// A branch point is an interior vertex around which the bent triangles wind other than once. The
// signed angles around it always sum to a whole number of turns, so nothing need be measured: we
// count how often its ring crosses the ray from it toward +x, upward ways minus downward ways. That
// takes only the signs of coordinate differences and cross products. Differences of floats of like
// size are exact in double, and so is their product, hence the count is exact.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/sort.h"
#include "deform/quality.h"
#include "deform/sheet.h"

#define BINS 2048

struct pantin_bend_meter {
    arena owner;
    sheet rest;
    double total_area; // px^2
    bool *feature;     // a triangle: rigidity > 1
    int *winding;      // a vertex: turns of its ring around it
    double *stretch;   // a triangle
    double *away;      // a triangle: |J - R|^2
    int *order, *scratch;
    double bins[BINS]; // area by stretch, px^2
};

pantin_bend_meter *pantin_bend_meter_create(const pantin_mesh *rest, bool mirrored_rest,
                                            const double *rigidity, pantin_error *error) {
    arena owner = { 0 };
    pantin_bend_meter *meter = ARENA_ARRAY(&owner, pantin_bend_meter, 1);
    if (meter == NULL) {
        memory_fail(error, "a bend meter");
        return NULL;
    }
    if (!sheet_create(&meter->rest, &owner, rest, mirrored_rest, 0, error)) goto fail;
    int n = rest->vertex_count, m = rest->triangle_count;
    meter->feature = ARENA_ARRAY(&owner, bool, m);
    meter->winding = ARENA_ARRAY(&owner, int, n);
    meter->stretch = ARENA_ARRAY(&owner, double, m);
    meter->away = ARENA_ARRAY(&owner, double, m);
    meter->order = ARENA_ARRAY(&owner, int, m);
    meter->scratch = ARENA_ARRAY(&owner, int, m);
    if (arena_failed(&owner)) {
        memory_fail(error, "a bend meter");
        goto fail;
    }
    for (int t = 0; t < m; t++) {
        meter->total_area += meter->rest.area[t];
        meter->feature[t] = rigidity != NULL && rigidity[t] > 1;
    }
    meter->owner = owner;
    return meter;
fail:
    arena_free(&owner);
    return NULL;
}

// +1 where the way from a to b crosses the ray from the origin toward +x upward in y, -1 downward.
// Without branches: which way it goes is as good as random.
static int crossing(vec2 a, vec2 b) {
    int above_a = a.y > 0, above_b = b.y > 0;
    double side = vec2_cross(a, b);
    return (above_b & ~above_a & (side > 0)) - (above_a & ~above_b & (side < 0));
}

static int count_branch_points(pantin_bend_meter *meter, const pantin_point32 *vertices) {
    const sheet *rest = &meter->rest;
    for (int v = 0; v < rest->vertex_count; v++) meter->winding[v] = 0;
    for (int t = 0; t < rest->triangle_count; t++) {
        const int *corner = rest->triangles[t];
        vec2 p[3];
        for (int k = 0; k < 3; k++) p[k] = vec2_from32(vertices[corner[k]]);
        for (int k = 0; k < 3; k++)
            meter->winding[corner[k]] +=
                crossing(vec2_sub(p[(k + 1) % 3], p[k]), vec2_sub(p[(k + 2) % 3], p[k]));
    }
    int found = 0;
    for (int v = 0; v < rest->vertex_count; v++)
        if (rest->interior[v] && meter->winding[v] != 1) found++;
    return found;
}

typedef struct bend {
    double determinant, away; // away: |J - R|^2
    double stretch;
} bend;

static bend measure_triangle(const sheet *rest, int t, const pantin_point32 *vertices) {
    const int *corner = rest->triangles[t];
    vec2 e1 = vec2_sub(rest->rest[corner[1]], rest->rest[corner[0]]);
    vec2 e2 = vec2_sub(rest->rest[corner[2]], rest->rest[corner[0]]);
    vec2 origin = vec2_from32(vertices[corner[0]]);
    vec2 d1 = vec2_sub(vec2_from32(vertices[corner[1]]), origin);
    vec2 d2 = vec2_sub(vec2_from32(vertices[corner[2]]), origin);
    double twice = 2 * rest->area[t];
    // u D and v D up to a factor i or conjugation: only their lengths are wanted.
    double ux = vec2_cross(d1, e2) - vec2_cross(d2, e1), uy = vec2_dot(d1, e2) - vec2_dot(d2, e1);
    double vx = e1.x * d2.y + e1.y * d2.x - e2.x * d1.y - e2.y * d1.x;
    double vy = e1.x * d2.x - e1.y * d2.y - e2.x * d1.x + e2.y * d1.y;
    double s = sqrt(ux * ux + uy * uy) / (2 * twice), q = sqrt(vx * vx + vy * vy) / (2 * twice);
    double high = s + q - 1, low = s - q - 1;
    return (bend){ vec2_cross(d1, d2) / twice, 2 * (s - 1) * (s - 1) + 2 * q * q,
                   max_double(high < 0 ? -high : high, low < 0 ? -low : low) };
}

static int compare_stretch(const void *context, int first, int second) {
    const double *stretch = context;
    return (stretch[first] > stretch[second]) - (stretch[first] < stretch[second]);
}

// Which bin a stretch falls into: 64 an octave from 2^-24 to 2^8, what lies beyond in the outer
// ones. The bits of doubles >= 0 stand in the order of their values; NaN ends up last.
static int find_bin(double stretch) {
    uint64_t bits;
    memcpy(&bits, &stretch, sizeof bits);
    int bin = (int)(bits >> 46) - ((1023 - 24) << 6);
    return clamp_int(bin, 0, BINS - 1);
}

// The smallest stretch that at least 95 % of the area does not exceed. Only the bin in which the 95
// % fall is sorted: sorting all took two thirds of the whole measurement.
static double find_p95(pantin_bend_meter *meter) {
    const sheet *rest = &meter->rest;
    double below = 0, wanted = 0.95 * meter->total_area;
    for (int b = 0; b < BINS; b++) meter->bins[b] = 0;
    for (int t = 0; t < rest->triangle_count; t++)
        meter->bins[find_bin(meter->stretch[t])] += rest->area[t];
    int bin = 0, count = 0, last = PANTIN_NONE;
    while (bin < BINS - 1 && below + meter->bins[bin] < wanted) below += meter->bins[bin++];
    for (int t = 0; t < rest->triangle_count; t++)
        if (find_bin(meter->stretch[t]) == bin) meter->order[count++] = t;
    sort_indices(meter->order, count, compare_stretch, meter->stretch, meter->scratch);
    for (int i = 0; i < count && (i == 0 || below < wanted); i++) {
        last = meter->order[i];
        below += rest->area[last];
    }
    return last == PANTIN_NONE ? 0 : meter->stretch[last];
}

pantin_bend_quality pantin_bend_measure(pantin_bend_meter *meter, const pantin_point32 *vertices,
                                        double *stretch, double *area_ratio) {
    const sheet *rest = &meter->rest;
    pantin_bend_quality quality = { 0 };
    quality.min_area_ratio = 1;
    double away = 0, stretched = 0;
    for (int t = 0; t < rest->triangle_count; t++) {
        bend b = measure_triangle(rest, t, vertices);
        if (!(b.determinant > 0)) quality.inverted++;
        if (t == 0 || b.determinant < quality.min_area_ratio)
            quality.min_area_ratio = b.determinant;
        away += rest->area[t] * b.away;
        stretched += rest->area[t] * b.stretch;
        if (meter->feature[t] && b.stretch > quality.feature_distortion)
            quality.feature_distortion = b.stretch;
        meter->stretch[t] = b.stretch;
        meter->away[t] = b.away;
        if (stretch != NULL) stretch[t] = b.stretch;
        if (area_ratio != NULL) area_ratio[t] = b.determinant;
    }
    if (meter->total_area > 0) {
        quality.energy_normalized = away / meter->total_area;
        quality.stretch_mean = stretched / meter->total_area;
    }
    quality.stretch_p95 = find_p95(meter);
    quality.branch_points = count_branch_points(meter, vertices);
    return quality;
}

const double *quality_away(const pantin_bend_meter *meter) { return meter->away; }

void pantin_bend_meter_destroy(pantin_bend_meter *meter) {
    if (meter == NULL) return;
    arena owner = meter->owner;
    arena_free(&owner);
}
