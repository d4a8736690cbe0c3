// cut_line.c — the lines of the cuts: checked, thinned, and led out of the sheet where the ink has ended.
//
// A line drawn by hand has more points than a mesh has edges; those that change it by less than THIN of an
// edge (half a px at most) are left out (Douglas, Peucker: Algorithms for the reduction of the number of
// points, 1973), so that no triangle becomes smaller than the line needs.
// SPDX-License-Identifier: MIT
#include "mesh/cut.h"

#define THIN 0.04
#define THIN_MOST 0.5 // px

enum { POINTS_MOST = 4096, ALL_POINTS_MOST = 16384 };

// --- thinning -----------------------------------------------------------------------------------

static double distance_to_segment(vec2 a, vec2 b, vec2 p) {
    vec2 d = vec2_sub(b, a), e = vec2_sub(p, a);
    double squared = vec2_dot(d, d);
    double t = squared > 0 ? clamp_double(vec2_dot(d, e) / squared, 0, 1) : 0;
    return vec2_distance(p, vec2_mix(a, b, t));
}

/// Keeps, between `from` and `to`, the farthest point as long as one is too far off. `stack` holds 2 ints
/// a point.
static void keep_corners(const vec2 *points, int count, double most, uint8_t *kept, int *stack) {
    int depth = 0;
    kept[0] = kept[count - 1] = 1;
    stack[depth++] = 0, stack[depth++] = count - 1;
    while (depth > 0) {
        int to = stack[--depth], from = stack[--depth], farthest = PANTIN_NONE;
        double worst = most;
        for (int k = from + 1; k < to; k++) {
            double off = distance_to_segment(points[from], points[to], points[k]);
            if (off > worst) worst = off, farthest = k;
        }
        if (farthest == PANTIN_NONE) continue;
        kept[farthest] = 1;
        stack[depth++] = from, stack[depth++] = farthest;
        stack[depth++] = farthest, stack[depth++] = to;
    }
}

static bool thin(cutter *c, int cut) {
    const pantin_mesh_cut *asked = &c->cuts[cut];
    cut_path *path = &c->paths[cut];
    if (asked->line_count > POINTS_MOST)
        return cut_fail(c, cut, "has %d points, more than %d: thin it out", asked->line_count,
                        POINTS_MOST);
    vec2 *points = ARENA_ARRAY(&c->memory, vec2, max_int(asked->line_count, 1));
    int count = 0;
    if (points == NULL) return memory_fail(c->error, "a cut");
    for (int k = 0; k < asked->line_count; k++) {
        vec2 p = asked->line[k];
        if (!(p.x >= -MESH_REACH_LIMIT && p.x <= MESH_REACH_LIMIT && p.y >= -MESH_REACH_LIMIT &&
              p.y <= MESH_REACH_LIMIT))
            return cut_fail(c, cut, "point %d lies at %g, %g px, not within +-%g px", k, p.x, p.y,
                            MESH_REACH_LIMIT);
        if (count == 0 || vec2_distance(points[count - 1], p) > 1e-3) points[count++] = p;
    }
    if (count < 2) return cut_fail(c, cut, "is no line: give two points or more that differ");
    uint8_t *kept = ARENA_ARRAY(&c->memory, uint8_t, count);
    int *stack = ARENA_ARRAY(&c->memory, int, 4 * count);
    if (arena_failed(&c->memory)) return memory_fail(c->error, "a cut");
    keep_corners(points, count, min_double(THIN * c->spacing, THIN_MOST), kept, stack);
    path->line = points;
    for (int k = 0; k < count; k++)
        if (kept[k]) points[path->line_count++] = points[k];
    return true;
}

// --- crossings ----------------------------------------------------------------------------------

static bool between(vec2 a, vec2 b, vec2 p) {
    return p.x >= min_double(a.x, b.x) && p.x <= max_double(a.x, b.x) &&
           p.y >= min_double(a.y, b.y) && p.y <= max_double(a.y, b.y);
}

/// Do the segments a b and p q have a point in common? `at`: one of them.
static bool meet(vec2 a, vec2 b, vec2 p, vec2 q, vec2 *at) {
    double sa = cut_side(p, q, a), sb = cut_side(p, q, b);
    double sp = cut_side(a, b, p), sq = cut_side(a, b, q);
    if (((sa > 0 && sb < 0) || (sa < 0 && sb > 0)) && ((sp > 0 && sq < 0) || (sp < 0 && sq > 0))) {
        *at = vec2_mix(a, b, sa / (sa - sb));
        return true;
    }
    if (sa == 0 && between(p, q, a))
        *at = a;
    else if (sb == 0 && between(p, q, b))
        *at = b;
    else if (sp == 0 && between(a, b, p))
        *at = p;
    else if (sq == 0 && between(a, b, q))
        *at = q;
    else
        return false;
    return true;
}

static bool check_itself(const cutter *c, int cut) {
    const vec2 *line = c->paths[cut].line;
    int count = c->paths[cut].line_count;
    for (int i = 0; i + 1 < count; i++)
        for (int j = i + 1; j + 1 < count; j++) {
            vec2 at = line[j];
            bool next = j == i + 1;
            bool turns_back =
                next && cut_side(line[i], line[j], line[j + 1]) == 0 &&
                vec2_dot(vec2_sub(line[j], line[i]), vec2_sub(line[j + 1], line[j])) < 0;
            if (turns_back || (!next && meet(line[i], line[i + 1], line[j], line[j + 1], &at)))
                return cut_fail(c, cut,
                                "crosses itself at %g, %g: part the sheet with two cuts, or"
                                " draw the line without the loop",
                                cut_tenth(at.x), cut_tenth(at.y));
        }
    return true;
}

static bool check_other(const cutter *c, int cut, int other) {
    const cut_path *a = &c->paths[cut], *b = &c->paths[other];
    for (int i = 0; i + 1 < a->line_count; i++)
        for (int j = 0; j + 1 < b->line_count; j++) {
            vec2 at;
            if (meet(a->line[i], a->line[i + 1], b->line[j], b->line[j + 1], &at))
                return cut_fail(c, cut, "crosses cut \"%.64s\" at %g, %g: cuts must not meet",
                                c->cuts[other].name, cut_tenth(at.x), cut_tenth(at.y));
        }
    return true;
}

// --- ends beyond the ink ------------------------------------------------------------------------

/// Where the ray from `from` is in the triangle: low..high, in px.
static bool ray_in_triangle(const cutter *c, int t, vec2 from, vec2 along, double *low,
                            double *high) {
    *low = -INFINITY, *high = INFINITY;
    for (int k = 0; k < 3; k++) {
        vec2 a = cut_corner(c, t, k), edge = vec2_sub(cut_corner(c, t, (k + 1) % 3), a);
        double gain = vec2_cross(edge, along), start = vec2_cross(edge, vec2_sub(from, a));
        if (gain == 0 && start < 0) return false;
        if (gain > 0) *low = max_double(*low, -start / gain);
        if (gain < 0) *high = min_double(*high, -start / gain);
    }
    return *low <= *high;
}

static bool on_ink(const pantin_drawing *drawing, vec2 p) {
    if (!(p.x >= 0 && p.y >= 0 && p.x < drawing->image.width && p.y < drawing->image.height))
        return false;
    return drawing->ink[(size_t)p.y * (size_t)drawing->image.width + (size_t)p.x] == 2;
}

/// How far the sheet goes on from here without a gap, 0: it is not here; at most `most`.
static double sheet_ahead(const cutter *c, vec2 from, vec2 along, double most) {
    double reach = 0;
    for (bool grown = true; grown && reach < most;) {
        grown = false;
        for (int t = 0; t < c->triangle_count; t++) {
            double low, high;
            if (!ray_in_triangle(c, t, from, along, &low, &high)) continue;
            if (low <= reach + 1e-9 && high > reach + 1e-9) reach = high, grown = true;
        }
    }
    return reach;
}

/// An end in the blank border of the sheet goes on outward until it has left it, unless ink comes first.
static void lead_out(const cutter *c, vec2 before, vec2 *end) {
    double most = 4 * c->spacing + 64, length = vec2_distance(before, *end);
    if (c->drawing == NULL || on_ink(c->drawing, *end)) return;
    vec2 along = vec2_scale(vec2_sub(*end, before), 1.0 / length);
    double reach = sheet_ahead(c, *end, along, most);
    if (reach == 0 || reach >= most) return;
    for (double t = 0; t < reach; t += 0.25)
        if (on_ink(c->drawing, vec2_add(*end, vec2_scale(along, t)))) return;
    *end = vec2_add(*end, vec2_scale(along, reach + min_double(1.0, 0.1 * c->spacing)));
}

bool cut_make_lines(cutter *c) {
    int all = 0;
    for (int k = 0; k < c->cut_count; k++) {
        cut_path *path = &c->paths[k];
        if (!thin(c, k)) return false;
        all += path->line_count;
        if (all > ALL_POINTS_MOST)
            return cut_fail(c, k, "with it all cuts have more than %d corners: thin them out",
                            ALL_POINTS_MOST);
        lead_out(c, path->line[1], &path->line[0]);
        lead_out(c, path->line[path->line_count - 2], &path->line[path->line_count - 1]);
        if (!check_itself(c, k)) return false;
        for (int other = 0; other < k; other++)
            if (!check_other(c, k, other)) return false;
    }
    return true;
}
