// sample.c — the picture as a triangle sees it.
//
// The map from canvas px to texels is the affine one that takes the bent corners to the rest corners. It
// is found from the corners before they are snapped, so that a drawing that did not move gives whole
// texels. Its singular values p1 >= p2 are the axes of a pixel's footprint in texels. Up to SINGLE texels
// one bilinear look does; beyond, ceil(p / SPACING) looks are spread along each axis, so that a pixel
// shows the mean of what it covers. The level was chosen for the sheet as a whole, so that no edge
// between triangles shows: a sheet at its own size takes one look a pixel, a smaller one 2x2, and where
// the bend squeezes it more, so that nothing shimmers there.
// SPDX-License-Identifier: MIT
#include "raster/sample.h"

#include <math.h>

#include "base/vec.h"

/// Footprint that one look still does for, and most texels between two; docs/raster.md has the table.
/// Levels are a half-octave apart, so a sheet's footprint lies within 2.1 and 2.97 < 2 * SPACING texels.
#define SAMPLE_SINGLE 1.2
#define SAMPLE_SPACING 1.5
/// Squared axes that differ by less than this share are equal.
#define SAMPLE_ROUND 1e-3

/// How many texels beyond the rest triangle's box looks may spread (and one more for the mixing).
#define FENCE_SPILL 2.0
/// A triangle squeezed below 1/STEEPEST px a texel shows one color. A map serves pixels of one tile, so it
/// reaches STEEPEST * (PAINTER_TILE + PAINTER_BAND) < 2^25 texels beyond its triangle, which lies below
/// 2^27: with 32 fractional bits no sum passes 2^61.
#define STEEPEST 8192.0
/// Rest vertices farther out than this are no place in a picture (which has 64 Mpx at most).
#define REST_FAR 1e8

static int64_t fixed(double v) {
    return (int64_t)(clamp_double(v, -1073741824.0, 1073741824.0) * 4294967296.0);
}

static int looks_for(double axis, int most) {
    if (axis <= SAMPLE_SINGLE) return 1;
    int looks = 2;
    while (looks < most && looks * SAMPLE_SPACING < axis) looks++;
    return looks;
}

/// Texels a px: how (u, v) changes across and down.
typedef struct slope {
    double u_across, v_across, u_down, v_down;
} slope;

/// Spreads looks over the footprint. Answers how far one may then lie from the middle, texels.
static double spread_looks(sample_map *map, slope s) {
    map->looks_long = map->looks_wide = 1;
    map->long_u = map->long_v = map->wide_u = map->wide_v = 0;
    map->first_u = map->first_v = 0;
    double uu = s.u_across * s.u_across + s.u_down * s.u_down;
    double vv = s.v_across * s.v_across + s.v_down * s.v_down;
    double uv = s.u_across * s.v_across + s.u_down * s.v_down;
    if (uu + vv <= SAMPLE_SINGLE * SAMPLE_SINGLE) return 0.0;
    double half = 0.5 * (uu - vv), root = sqrt(half * half + uv * uv), mean = 0.5 * (uu + vv);
    double length = sqrt(mean + root), width = sqrt(max_double(mean - root, 0.0));
    map->looks_long = looks_for(length, SAMPLE_LOOKS_LONG);
    if (map->looks_long == 1) return 0.0;
    map->looks_wide = looks_for(width, SAMPLE_LOOKS_WIDE);
    // The direction of the longer axis; of the two forms the one that does not cancel. A round footprint
    // has none but what rounding makes of it, which two triangles side by side need not share.
    vec2 axis = half >= 0.0 ? vec2_make(half + root, uv) : vec2_make(uv, root - half);
    double norm = vec2_length(axis);
    axis = root > SAMPLE_ROUND * mean ? vec2_scale(axis, 1.0 / norm) : vec2_make(1.0, 0.0);
    double step = min_double(length / map->looks_long, 2.0 * SAMPLE_SPACING);
    double gap = min_double(width / map->looks_wide, 2.0 * SAMPLE_SPACING);
    map->long_u = fixed(axis.x * step);
    map->long_v = fixed(axis.y * step);
    map->wide_u = fixed(-axis.y * gap);
    map->wide_v = fixed(axis.x * gap);
    int along = map->looks_long - 1, wide = map->looks_wide - 1;
    map->first_u = (map->long_u * along + map->wide_u * wide) / 2;
    map->first_v = (map->long_v * along + map->wide_v * wide) / 2;
    return 0.5 * (step * along + gap * wide);
}

/// Looks stay near the rest triangle, so that a sliver, whose footprint is long, does not fetch what lies
/// beyond the mesh, and within a texel of the picture.
static void fence(sample_map *map, const painter_job *job, const vec2 texel[3], double spill) {
    double reach = 1.0 + min_double(spill, FENCE_SPILL), beyond = job->held ? 0.0 : 1.0;
    double right = job->level->width - 1 + beyond, low = job->level->height - 1 + beyond;
    double min_u = min_double(texel[0].x, min_double(texel[1].x, texel[2].x)) - reach;
    double max_u = max_double(texel[0].x, max_double(texel[1].x, texel[2].x)) + reach;
    double min_v = min_double(texel[0].y, min_double(texel[1].y, texel[2].y)) - reach;
    double max_v = max_double(texel[0].y, max_double(texel[1].y, texel[2].y)) + reach;
    map->low_u = fixed(clamp_double(min_u, -beyond, right));
    map->high_u = fixed(clamp_double(max_u, -beyond, right));
    map->low_v = fixed(clamp_double(min_v, -beyond, low));
    map->high_v = fixed(clamp_double(max_v, -beyond, low));
}

bool sample_map_make(sample_map *map, const painter_job *job, const texture_level *level,
                     const painter_corner *const corners[3], const pantin_vec2 rest[3], int x,
                     int y) {
    vec2 texel[3];
    for (int k = 0; k < 3; k++) {
        texel[k] = vec2_make(rest[k].x * level->scale_x - 0.5, rest[k].y * level->scale_y - 0.5);
        if (!(texel[k].x < REST_FAR && texel[k].x > -REST_FAR)) return false;
        if (!(texel[k].y < REST_FAR && texel[k].y > -REST_FAR)) return false;
    }
    vec2 d1 = vec2_make(corners[1]->x - corners[0]->x, corners[1]->y - corners[0]->y);
    vec2 d2 = vec2_make(corners[2]->x - corners[0]->x, corners[2]->y - corners[0]->y);
    vec2 r1 = vec2_sub(texel[1], texel[0]), r2 = vec2_sub(texel[2], texel[0]);
    double area = vec2_cross(d1, d2);
    slope s = { (r1.x * d2.y - r2.x * d1.y) / area, (r1.y * d2.y - r2.y * d1.y) / area,
                (r2.x * d1.x - r1.x * d2.x) / area, (r2.y * d1.x - r1.y * d2.x) / area };
    double size = s.u_across * s.u_across + s.u_down * s.u_down + s.v_across * s.v_across +
                  s.v_down * s.v_down;
    double dx = x + 0.5 - corners[0]->x, dy = y + 0.5 - corners[0]->y;
    vec2 start = vec2_make(texel[0].x + s.u_across * dx + s.u_down * dy,
                           texel[0].y + s.v_across * dx + s.v_down * dy);
    if (!(size < STEEPEST * STEEPEST)) { // NaN too
        s = (slope){ 0.0, 0.0, 0.0, 0.0 };
        start = vec2_scale(vec2_add(texel[0], vec2_add(texel[1], texel[2])), 1.0 / 3.0);
    }
    map->texels = level->texels;
    map->stride = level->stride;
    map->u = fixed(start.x);
    map->v = fixed(start.y);
    map->u_across = fixed(s.u_across);
    map->v_across = fixed(s.v_across);
    map->u_down = fixed(s.u_down);
    map->v_down = fixed(s.v_down);
    double spill = spread_looks(map, s);
    map->spill = fixed(spill);
    fence(map, job, texel, spill);
    return true;
}

// --- looking --------------------------------------------------------------------------------------

static inline int64_t hold(int64_t v, int64_t low, int64_t high) {
    return v < low ? low : v > high ? high : v;
}

/// Rounds to 1/256 texel after holding, so that a held look is on a texel.
static inline float4 look(const sample_map *map, int64_t u, int64_t v) {
    return texel_mix(map->texels, map->stride, hold(u, map->low_u, map->high_u) + TEXEL_HALF,
                     hold(v, map->low_v, map->high_v) + TEXEL_HALF);
}

/// The mean of the looks over the footprint whose middle is (u, v).
static float4 look_around(const sample_map *map, int64_t u, int64_t v) {
    int looks = map->looks_long, rows = map->looks_wide;
    if (looks == 1) return look(map, u, v);
    u -= map->first_u;
    v -= map->first_v;
    float4 sum = { 0 };
    for (int row = 0; row < rows; row++)
        for (int k = 0; k < looks; k++)
            sum += look(map, u + k * map->long_u + row * map->wide_u,
                        v + k * map->long_v + row * map->wide_v);
    return sum * float4_splat(1.0f / (float)(looks * rows));
}

float4 sample_at(const sample_map *map, int x, int y, int aside_x, int aside_y) {
    int64_t u = map->u + map->u_across * x + map->u_down * y;
    int64_t v = map->v + map->v_across * x + map->v_down * y;
    return look_around(map, u + (map->u_across * aside_x + map->u_down * aside_y) / PAINTER_UNIT,
                       v + (map->v_across * aside_x + map->v_down * aside_y) / PAINTER_UNIT);
}

static inline float4 under(float4 layer, float4 color) {
    return layer + color * float4_splat((1.0f - layer[3]) * TEXEL_ONE);
}

/// The same where no look needs holding; u, v are of the first look and rounded.
static inline float4 look_freely(const sample_map *map, int64_t u, int64_t v, int looks, int rows) {
    float4 sum = { 0 };
    for (int row = 0; row < rows; row++, u += map->wide_u, v += map->wide_v) {
        int64_t at_u = u, at_v = v;
        for (int k = 0; k < looks; k++, at_u += map->long_u, at_v += map->long_v)
            sum += texel_mix(map->texels, map->stride, at_u, at_v);
    }
    return sum;
}

/// Whether all looks for middles from a to b stay within low and high.
static inline bool stays(int64_t a, int64_t b, int64_t spill, int64_t low, int64_t high) {
    return (a < b ? a : b) - spill >= low && (a < b ? b : a) + spill <= high;
}

void sample_run(const sample_map *map, int x, int y, int count, float4 *layer) {
    int64_t du = map->u_across, dv = map->v_across;
    int64_t u = map->u + du * x + map->u_down * y, v = map->v + dv * x + map->v_down * y;
    bool free = stays(u, u + du * (count - 1), map->spill, map->low_u, map->high_u) &&
                stays(v, v + dv * (count - 1), map->spill, map->low_v, map->high_v);
    if (free && map->looks_long == 1) {
        u += TEXEL_HALF;
        v += TEXEL_HALF;
        for (int i = 0; i < count; i++, u += du, v += dv)
            layer[i] = under(layer[i], texel_mix(map->texels, map->stride, u, v));
    } else if (free) {
        u += TEXEL_HALF - map->first_u;
        v += TEXEL_HALF - map->first_v;
        int looks = map->looks_long, rows = map->looks_wide;
        float4 share = float4_splat(1.0f / (float)(looks * rows));
        if (looks == 2 && rows == 2) // what a smaller sheet takes: unrolled
            for (int i = 0; i < count; i++, u += du, v += dv)
                layer[i] = under(layer[i], look_freely(map, u, v, 2, 2) * share);
        else
            for (int i = 0; i < count; i++, u += du, v += dv)
                layer[i] = under(layer[i], look_freely(map, u, v, looks, rows) * share);
    } else {
        for (int i = 0; i < count; i++, u += du, v += dv)
            layer[i] = under(layer[i], look_around(map, u, v));
    }
}
