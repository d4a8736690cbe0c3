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
// size are exact in double, and so is their product, hence the count is exact. A triangle's own three
// corners share its one cross product.
//
// Lanes: two triangles at a time, u and v by
//     f = i conj(e2) / 2 cross,   g = -i conj(e1) / 2 cross:   u = f d1 + g d2,   v = conj(f) d1 + conj(g) d2,
// which have their four sums of products in common.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/lanes.h"
#include "base/sort.h"
#include "deform/quality.h"
#include "deform/sheet.h"

#define BINS 2048

typedef int64_t long2 __attribute__((vector_size(16)));

/// Triangles 2 i and 2 i + 1, one a lane.
typedef struct measured_pair {
    double2 fx, fy, gx, gy; // 1/px
    double2 per_twice;      // 1 / twice the area
    double2 area;           // px^2; 0 in a lane without a triangle
    double2 real;           // 1, and 0 in such a lane
    int corner[2][3];
} measured_pair;

struct pantin_bend_meter {
    arena owner;
    sheet rest;
    double total_area; // px^2
    measured_pair *pairs;
    int pair_count;
    double *points;               // px, as they are to be measured
    int *features, feature_count; // triangles with rigidity > 1
    double *winding;              // a vertex: twice the turns of its ring around it
    double *stretch;              // a triangle, padded to pairs
    double *away;                 // a triangle, padded to pairs: |J - R|^2
    int *bin;                     // a triangle: of its stretch
    int *order, *scratch;
    double bins[BINS]; // area by stretch, px^2
};

static void prepare_pairs(pantin_bend_meter *meter) {
    const sheet *rest = &meter->rest;
    for (int t = 0; t < rest->triangle_count; t++) {
        measured_pair *pair = &meter->pairs[t / 2];
        int lane = t % 2;
        const int *corner = rest->triangles[t];
        vec2 e1 = vec2_sub(rest->rest[corner[1]], rest->rest[corner[0]]);
        vec2 e2 = vec2_sub(rest->rest[corner[2]], rest->rest[corner[0]]);
        double twice = 2 * rest->area[t];
        pair->fx[lane] = e2.y / (2 * twice), pair->fy[lane] = e2.x / (2 * twice);
        pair->gx[lane] = -e1.y / (2 * twice), pair->gy[lane] = -e1.x / (2 * twice);
        pair->per_twice[lane] = 1 / twice;
        pair->area[lane] = rest->area[t];
        pair->real[lane] = 1;
        memcpy(pair->corner[lane], corner, sizeof pair->corner[lane]);
    }
    if (rest->triangle_count % 2 == 0) return;
    // A lane without a triangle has its neighbor again, at no weight.
    measured_pair *last = &meter->pairs[meter->pair_count - 1];
    last->fx[1] = last->fx[0], last->fy[1] = last->fy[0];
    last->gx[1] = last->gx[0], last->gy[1] = last->gy[0];
    last->per_twice[1] = last->per_twice[0];
    memcpy(last->corner[1], last->corner[0], sizeof last->corner[1]);
}

pantin_bend_meter *pantin_bend_meter_create(const pantin_mesh *rest, bool mirrored_rest,
                                            const double *rigidity, pantin_error *error) {
    arena owner = { 0 };
    pantin_bend_meter *meter = ARENA_ARRAY(&owner, pantin_bend_meter, 1);
    if (meter == NULL) {
        memory_fail(error, "a bend meter");
        return NULL;
    }
    if (!sheet_create(&meter->rest, &owner, rest, mirrored_rest, 0, error)) goto fail;
    int n = rest->vertex_count, m = rest->triangle_count, padded = m + m % 2;
    meter->pair_count = padded / 2;
    meter->pairs = ARENA_ARRAY(&owner, measured_pair, meter->pair_count);
    meter->points = ARENA_ARRAY(&owner, double, 2 * (size_t)n);
    meter->features = ARENA_ARRAY(&owner, int, m);
    meter->winding = ARENA_ARRAY(&owner, double, n);
    meter->stretch = ARENA_ARRAY(&owner, double, padded);
    meter->away = ARENA_ARRAY(&owner, double, padded);
    meter->bin = ARENA_ARRAY(&owner, int, m);
    meter->order = ARENA_ARRAY(&owner, int, m);
    meter->scratch = ARENA_ARRAY(&owner, int, m);
    if (arena_failed(&owner)) {
        memory_fail(error, "a bend meter");
        goto fail;
    }
    for (int t = 0; t < m; t++) {
        meter->total_area += meter->rest.area[t];
        if (rigidity != NULL && rigidity[t] > 1) meter->features[meter->feature_count++] = t;
    }
    prepare_pairs(meter);
    meter->owner = owner;
    return meter;
fail:
    arena_free(&owner);
    return NULL;
}

// --- two triangles ------------------------------------------------------------------------------

static inline double2 point_at(const double *points, int vertex) {
    return double2_load(points + 2 * (size_t)vertex);
}

static inline double2 choose(long2 mask, double2 yes, double2 no) {
    return (double2)(((long2)yes & mask) | ((long2)no & ~mask));
}

static inline double2 root(double2 v) { return (double2){ sqrt(v[0]), sqrt(v[1]) }; }

static inline double2 absolute(double2 v) { return choose(v < 0, -v, v); }

typedef struct bend {
    double2 determinant, away; // away: |J - R|^2
    double2 stretch;
    double2 y1, y2; // of corners 1 and 2, from corner 0
} bend;

static inline bend measure_pair(const measured_pair *p, const double *points) {
    const int *k = p->corner[0], *l = p->corner[1];
    double2 origin0 = point_at(points, k[0]), origin1 = point_at(points, l[0]);
    double2 m0 = point_at(points, k[1]) - origin0, m1 = point_at(points, l[1]) - origin1;
    double2 n0 = point_at(points, k[2]) - origin0, n1 = point_at(points, l[2]) - origin1;
    double2 x1 = { m0[0], m1[0] }, y1 = { m0[1], m1[1] };
    double2 x2 = { n0[0], n1[0] }, y2 = { n0[1], n1[1] };
    double2 xx = p->fx * x1 + p->gx * x2, yy = p->fy * y1 + p->gy * y2;
    double2 xy = p->fx * y1 + p->gx * y2, yx = p->fy * x1 + p->gy * x2;
    double2 ux = xx - yy, uy = xy + yx, vx = xx + yy, vy = xy - yx;
    double2 s = root(ux * ux + uy * uy), q = root(vx * vx + vy * vy), off = s - 1;
    double2 high = absolute(off + q), low = absolute(off - q);
    return (bend){ .determinant = (x1 * y2 - y1 * x2) * p->per_twice,
                   .away = 2 * (off * off + q * q),
                   .stretch = choose(high > low, high, low),
                   .y1 = y1,
                   .y2 = y2 };
}

/// 1 where the mask holds, else 0.
static inline double2 one_where(long2 mask) { return (double2)(mask & (long2)double2_splat(1.0)); }

// How often the way from corner k + 1 to corner k + 2 crosses the ray from corner k toward +x: up by
// d = 1 where only the latter lies above corner k, down by d = -1 where only the former does. A
// triangle that is the right way round (side 1) only crosses up, one turned over (-1) only down, so
// that side d (side + d) is twice what the corner's winding gets. In numbers, not masks, because
// 16-byte lanes of baseline processors compare doubles but not long integers.
static inline void wind_pair(const measured_pair *p, const bend *b, double2 side, double *winding) {
    double2 zero = { 0, 0 };
    double2 d[3] = { one_where(b->y2 > zero) - one_where(b->y1 > zero),
                     one_where(b->y1 < zero) - one_where(b->y2 > b->y1),
                     one_where(b->y1 > b->y2) - one_where(b->y2 < zero) };
    for (int k = 0; k < 3; k++) {
        double2 gain = side * d[k] * (side + d[k]);
        winding[p->corner[0][k]] += gain[0];
        winding[p->corner[1][k]] += gain[1];
    }
}

static int count_branch_points(const pantin_bend_meter *meter) {
    const sheet *rest = &meter->rest;
    int found = 0;
    for (int v = 0; v < rest->vertex_count; v++)
        found += rest->interior[v] & (meter->winding[v] != 2);
    return found;
}

// --- the stretch of the worst twentieth ---------------------------------------------------------

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
    for (int t = 0; t < rest->triangle_count; t++) {
        meter->bin[t] = find_bin(meter->stretch[t]);
        meter->bins[meter->bin[t]] += rest->area[t];
    }
    int bin = 0, count = 0, last = PANTIN_NONE;
    while (bin < BINS - 1 && below + meter->bins[bin] < wanted) below += meter->bins[bin++];
    for (int t = 0; t < rest->triangle_count; t++)
        if (meter->bin[t] == bin) meter->order[count++] = t;
    sort_indices(meter->order, count, compare_stretch, meter->stretch, meter->scratch);
    for (int i = 0; i < count && (i == 0 || below < wanted); i++) {
        last = meter->order[i];
        below += rest->area[last];
    }
    return last == PANTIN_NONE ? 0 : meter->stretch[last];
}

// --- the whole ----------------------------------------------------------------------------------

pantin_bend_quality pantin_bend_measure(pantin_bend_meter *meter, const pantin_point32 *vertices,
                                        double *stretch, double *area_ratio) {
    const sheet *rest = &meter->rest;
    pantin_bend_quality quality = { 0 };
    quality.min_area_ratio = 1;
    double2 away = { 0, 0 }, stretched = { 0, 0 }, least = { 0, 0 };
    double2 right = { 0, 0 }, zero = { 0, 0 };
    for (int v = 0; v < rest->vertex_count; v++) {
        meter->points[2 * (size_t)v] = vertices[v].x;
        meter->points[2 * (size_t)v + 1] = vertices[v].y;
        meter->winding[v] = 0;
    }
    for (int i = 0; i < meter->pair_count; i++) {
        const measured_pair *pair = &meter->pairs[i];
        bend b = measure_pair(pair, meter->points);
        double2 upright = pair->real * one_where(b.determinant > zero);
        if (i == 0) least = b.determinant;
        least = choose(b.determinant < least, b.determinant, least);
        right += upright;
        away += pair->area * b.away;
        stretched += pair->area * b.stretch;
        double2_store(meter->stretch + 2 * i, b.stretch);
        double2_store(meter->away + 2 * i, b.away);
        wind_pair(pair, &b, upright - pair->real * one_where(b.determinant < zero), meter->winding);
        if (area_ratio == NULL) continue;
        area_ratio[2 * i] = b.determinant[0];
        if (2 * i + 1 < rest->triangle_count) area_ratio[2 * i + 1] = b.determinant[1];
    }
    if (stretch != NULL)
        memcpy(stretch, meter->stretch, sizeof *stretch * (size_t)rest->triangle_count);
    for (int i = 0; i < meter->feature_count; i++)
        quality.feature_distortion =
            max_double(quality.feature_distortion, meter->stretch[meter->features[i]]);
    if (meter->total_area > 0) {
        quality.energy_normalized = (away[0] + away[1]) / meter->total_area;
        quality.stretch_mean = (stretched[0] + stretched[1]) / meter->total_area;
    }
    if (rest->triangle_count > 0)
        quality.min_area_ratio = least[1] < least[0] ? least[1] : least[0];
    quality.inverted = rest->triangle_count - (int)(right[0] + right[1]);
    quality.stretch_p95 = find_p95(meter);
    quality.branch_points = count_branch_points(meter);
    return quality;
}

const double *quality_away(const pantin_bend_meter *meter) { return meter->away; }

void pantin_bend_meter_destroy(pantin_bend_meter *meter) {
    if (meter == NULL) return;
    arena owner = meter->owner;
    arena_free(&owner);
}
