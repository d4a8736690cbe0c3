// fill.c — a triangle into the layer of a tile.
//
// Coverage is exact: corners lie on a grid of 1/256 px, the three edge functions
//     e(p) = (b.x - a.x)(p.y - a.y) - (b.y - a.y)(p.x - a.x)
// are whole numbers, and a sample on an edge belongs to the triangle for which the edge is top or left
// (e is lowered by one for the others, so inside is e >= 0 everywhere). Neighbors therefore share out
// their samples, none twice and none missed. Pineda: A Parallel Algorithm for Polygon Rasterization, 1988.
//
// Triangles come latest first, so each one is put *under* what the layer holds:
//     layer += (1 - layer.alpha) * color.
// A pixel that no outer edge crosses takes one look at the texture, at its center. A crossed one has 16
// samples, each with its own visibility c_k (1 before anything was painted), and a triangle adds, with
// one look at the texture in the middle of the samples it covers,
//     layer += color * (sum of its c_k) / 16,    c_k *= 1 - alpha.
// So what overlaps hides what lies below it sample by sample, and pieces of one pixel that lie side by
// side add up to all of it: no hairline. (A single coverage per pixel cannot tell the two apart.)
//
// Where the bend squeezes the texture beyond what its level was made for, several looks are spread over
// the pixel's footprint along its axes (sample.h).
// SPDX-License-Identifier: MIT
#include "raster/painter.h"

#include "base/vec.h"
#include "raster/sample.h"

/// Rows of the 16 samples, by column, in 1/16 px: no two in one row or column, so that a steep or a flat
/// edge sees 17 shades; symmetric about the center. Found by a search for the least error of a half
/// plane's area over all angles: rms 0.041 at the worst angle, 0.033 on average (a 3x3 grid has 0.085
/// and 0.048, a 4x4 grid 0.060 and 0.031).
static const int8_t sample_rows[PAINTER_SAMPLES] = { 5, 13, 0, 11, 7, 3, 14, 6,
                                                     9, 1, 12, 8, 4, 15, 2, 10 };
enum {
    SAMPLE_STEP = PAINTER_UNIT / PAINTER_SAMPLES,
    SAMPLE_FIRST = SAMPLE_STEP / 2 - PAINTER_UNIT / 2, // from the center to the first column
};

/// One side as the row at hand sees it.
typedef struct side {
    int64_t value;         // e at the center of the tile's first column
    int64_t across, down;  // what it gains to the right and downward, per 1/256 px
    int64_t bound, rest;   // the first column inside (across > 0) or outside (across < 0), with remainder
    int64_t bound_step, rest_step, divisor;
} side;

typedef struct triangle_fill {
    pantin_raster *raster;
    painter_tile tile;
    side sides[3];
    int first, top; // column and row that the map was made for
    sample_map map;
    bool spread;
    int4 offsets[3][PAINTER_SAMPLES / 4]; // of the samples' e from the center's
} triangle_fill;

static int64_t floor_divide(int64_t a, int64_t b, int64_t *rest) {
    int64_t q, r;
    if (a == (int32_t)a && b == (int32_t)b) { // most are small, and a short division is quicker
        q = (int32_t)a / (int32_t)b;
        r = (int32_t)a % (int32_t)b;
    } else {
        q = a / b;
        r = a % b;
    }
    if (r < 0) {
        r += b;
        q--;
    }
    *rest = r;
    return q;
}

/// For b > 0. The side from a to b of a triangle that lies on its positive side, at row y.
static void side_make(side *s, const painter_corner *a, const painter_corner *b, int left, int y) {
    int64_t dx = (int64_t)b->fx - a->fx, dy = (int64_t)b->fy - a->fy;
    bool owns = dy < 0 || (dy == 0 && dx > 0);
    int64_t half = PAINTER_UNIT / 2;
    s->across = -dy;
    s->down = dx;
    s->value = dx * ((int64_t)y * PAINTER_UNIT + half - a->fy) -
               dy * ((int64_t)left * PAINTER_UNIT + half - a->fx) - (owns ? 0 : 1);
    // e + 256 across c >= 0 for whole c: rounded to 256 first, then by |across|, which is the same.
    if (dy < 0) {
        s->divisor = -dy;
        s->bound = floor_divide(((-s->value + 255) >> 8) + s->divisor - 1, s->divisor, &s->rest);
        s->bound_step = floor_divide(-s->down, s->divisor, &s->rest_step);
    } else if (dy > 0) {
        s->divisor = dy;
        s->bound = floor_divide(s->value >> 8, s->divisor, &s->rest) + 1;
        s->bound_step = floor_divide(s->down, s->divisor, &s->rest_step);
    } else {
        s->divisor = 1;
        s->bound = s->rest = s->bound_step = s->rest_step = 0;
    }
}

/// Without a branch: whether the rest runs over is a toss of a coin, and took 17 % of the function's time.
static inline void side_next_row(side *s) {
    s->value += s->down * PAINTER_UNIT;
    int64_t rest = s->rest + s->rest_step, over = -(int64_t)(rest >= s->divisor);
    s->rest = rest - (s->divisor & over);
    s->bound += s->bound_step - over;
}

// --- crossed pixels -------------------------------------------------------------------------------

/// e of the samples relative to the center's. Sides shorter than this keep them in 32 bits.
enum { SIDE_SHORT = 1 << 21, VALUE_LIMIT = 1 << 30 };

static void spread_samples(triangle_fill *f) {
    for (int k = 0; k < 3; k++) {
        int32_t across = (int32_t)f->sides[k].across, down = (int32_t)f->sides[k].down;
        int32_t rows[PAINTER_SAMPLES], offsets[PAINTER_SAMPLES];
        for (int i = 0; i < PAINTER_SAMPLES; i++) rows[i] = down * (SAMPLE_FIRST + i * SAMPLE_STEP);
        for (int i = 0; i < PAINTER_SAMPLES; i++)
            offsets[i] = across * (SAMPLE_FIRST + i * SAMPLE_STEP) + rows[sample_rows[i]];
        for (int i = 0; i < PAINTER_SAMPLES / 4; i++)
            f->offsets[k][i] =
                (int4){ offsets[4 * i], offsets[4 * i + 1], offsets[4 * i + 2], offsets[4 * i + 3] };
    }
    f->spread = true;
}

/// Which samples lie inside: a lane is all ones. Answers false when none does.
static bool cover_short(const triangle_fill *f, const int64_t center[3],
                        int4 mask[PAINTER_SAMPLES / 4]) {
    int4 value[3];
    for (int k = 0; k < 3; k++) {
        int64_t v = center[k] < VALUE_LIMIT ? center[k] : VALUE_LIMIT;
        int32_t held = (int32_t)(v > -VALUE_LIMIT ? v : -VALUE_LIMIT);
        value[k] = (int4){ held, held, held, held };
    }
    int4 any = { 0 };
    for (int i = 0; i < PAINTER_SAMPLES / 4; i++) {
        int4 outside = (value[0] + f->offsets[0][i]) | (value[1] + f->offsets[1][i]) |
                       (value[2] + f->offsets[2][i]);
        mask[i] = ~(outside >> 31);
        any |= mask[i];
    }
    return (any[0] | any[1] | any[2] | any[3]) != 0;
}

/// The same for triangles thousands of px long.
static bool cover_long(const triangle_fill *f, const int64_t center[3],
                       int4 mask[PAINTER_SAMPLES / 4]) {
    bool any = false;
    for (int i = 0; i < PAINTER_SAMPLES; i++) {
        bool inside = true;
        for (int k = 0; k < 3; k++) {
            int64_t x = SAMPLE_FIRST + i * SAMPLE_STEP;
            int64_t y = SAMPLE_FIRST + sample_rows[i] * SAMPLE_STEP;
            inside &= center[k] + f->sides[k].across * x + f->sides[k].down * y >= 0;
        }
        mask[i / 4][i % 4] = inside ? -1 : 0;
        any |= inside;
    }
    return any;
}

static bool cover(triangle_fill *f, int column, int4 mask[PAINTER_SAMPLES / 4]) {
    int64_t center[3];
    bool is_short = true;
    for (int k = 0; k < 3; k++) {
        const side *s = &f->sides[k];
        int64_t across = s->across < 0 ? -s->across : s->across;
        int64_t down = s->down < 0 ? -s->down : s->down;
        center[k] = s->value + s->across * PAINTER_UNIT * column;
        if (center[k] + (PAINTER_UNIT / 2) * (across + down) < 0) return false;
        is_short &= across < SIDE_SHORT && down < SIDE_SHORT;
    }
    if (!is_short) return cover_long(f, center, mask);
    if (!f->spread) spread_samples(f);
    return cover_short(f, center, mask);
}

/// The middle of the covered samples, 1/PAINTER_UNIT px from the pixel's center. Three sums in one: the
/// count above bit 24, columns (0..15) above bit 12, rows (0..15) above bit 0; 16 of them stay below 2^12.
static void middle_of(const int4 mask[PAINTER_SAMPLES / 4], int *x, int *y) {
    int4 sum = { 0 };
    for (int i = 0; i < PAINTER_SAMPLES / 4; i++) {
        int4 packed;
        for (int k = 0; k < 4; k++)
            packed[k] = (1 << 24) + ((4 * i + k) << 12) + sample_rows[4 * i + k];
        sum += packed & mask[i];
    }
    int all = sum[0] + sum[1] + sum[2] + sum[3], count = all >> 24;
    *x = SAMPLE_FIRST + ((all >> 12) & 4095) * SAMPLE_STEP / count;
    *y = SAMPLE_FIRST + (all & 4095) * SAMPLE_STEP / count;
}

static void fill_crossed(triangle_fill *f, int column, int y) {
    int4 mask[PAINTER_SAMPLES / 4];
    if (!cover(f, column, mask)) return;
    int aside_x, aside_y;
    middle_of(mask, &aside_x, &aside_y);
    float4 color = sample_at(&f->map, column - f->first, y - f->top, aside_x, aside_y) * TEXEL_ONE;
    if (color[3] == 0.0f) return;
    size_t at = (size_t)(y - f->tile.top) * (size_t)f->raster->tile_width + (size_t)column;
    painter_veil *veil = &f->raster->veils[at];
    float4 alpha = float4_splat(color[3]), seen = { 0 };
    for (int i = 0; i < PAINTER_SAMPLES / 4; i++) {
        float4 mine = (float4)((int4)veil->clear[i] & mask[i]);
        seen += mine;
        veil->clear[i] -= mine * alpha;
    }
    float weight = ((seen[0] + seen[1]) + (seen[2] + seen[3])) * (1.0f / PAINTER_SAMPLES);
    f->raster->layer[at] += color * float4_splat(weight);
}

// --- rows -----------------------------------------------------------------------------------------

/// Columns [from, to) of row y, none crossed: one look each, at the center.
static inline void fill_run(triangle_fill *f, int from, int to, int y) {
    if (from >= to) return;
    float4 *layer =
        f->raster->layer + (size_t)(y - f->tile.top) * (size_t)f->raster->tile_width + (size_t)from;
    sample_run(&f->map, from - f->first, y - f->top, to - from, layer);
}

/// A row in which columns [first, end) may be touched and those in [from, to) have their centers inside.
static void fill_row(triangle_fill *f, int first, int end, int from, int to, int y) {
    const uint64_t *crossed = f->raster->crossed + f->raster->crossed_words * (size_t)y;
    int left = f->tile.left;
    for (int word = (left + first) >> 6; word <= (left + end - 1) >> 6; word++) {
        uint64_t bits = crossed[word];
        int base = word * 64 - left; // column of the word's first bit
        if (base < first) bits &= ~(uint64_t)0 << (first - base);
        if (base + 64 > end) bits &= ~(uint64_t)0 >> (base + 64 - end);
        for (; bits; bits &= bits - 1) {
            int column = base + __builtin_ctzll(bits);
            fill_crossed(f, column, y);
            if (column < from || column >= to) continue;
            fill_run(f, from, column, y);
            from = column + 1;
        }
    }
    fill_run(f, from, to, y);
}

static void touch(pantin_raster *raster, int row, int from, int to) {
    raster->touched_from[row] = min_int(raster->touched_from[row], from);
    raster->touched_to[row] = max_int(raster->touched_to[row], to);
}

void fill_triangle(pantin_raster *raster, const painter_job *job, int triangle, painter_tile tile) {
    const int *v = job->triangles[triangle];
    bool swap = raster->windings[triangle] < 0;
    int corners[3] = { v[0], swap ? v[2] : v[1], swap ? v[1] : v[2] };
    const painter_corner *a = &raster->corners[corners[0]], *b = &raster->corners[corners[1]];
    const painter_corner *c = &raster->corners[corners[2]];
    int low_x = min_int(a->fx, min_int(b->fx, c->fx)), high_x = max_int(a->fx, max_int(b->fx, c->fx));
    int low_y = min_int(a->fy, min_int(b->fy, c->fy)), high_y = max_int(a->fy, max_int(b->fy, c->fy));
    int first = max_int(low_x >> 8, tile.left) - tile.left;
    int end = min_int((high_x + 255) >> 8, tile.right) - tile.left;
    int top = max_int(low_y >> 8, tile.top), bottom = min_int((high_y + 255) >> 8, tile.bottom);
    if (first >= end || top >= bottom) return;

    triangle_fill f;
    f.raster = raster;
    f.tile = tile;
    f.first = first;
    f.top = top;
    f.spread = false;
    side_make(&f.sides[0], a, b, tile.left, top);
    side_make(&f.sides[1], b, c, tile.left, top);
    side_make(&f.sides[2], c, a, tile.left, top);
    const painter_corner *placed[3] = { a, b, c };
    vec2 rest[3] = { job->rest[corners[0]], job->rest[corners[1]], job->rest[corners[2]] };
    if (!sample_map_make(&f.map, job, painter_level(job, triangle), placed, rest, tile.left + first,
                         top))
        return;
    for (int y = top; y < bottom; y++) {
        int64_t from = first, to = end;
        for (int k = 0; k < 3; k++) {
            const side *s = &f.sides[k];
            if (s->across > 0) from = s->bound > from ? s->bound : from;
            else if (s->across < 0) to = s->bound < to ? s->bound : to;
            else if (s->value < 0) to = from;
        }
        if (from > to) from = to = first;
        fill_row(&f, first, end, (int)from, (int)to, y);
        touch(raster, y - tile.top, first, end);
        for (int k = 0; k < 3; k++) side_next_row(&f.sides[k]);
    }
}
