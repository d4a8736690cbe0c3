// cut_sides.c — what lies beside a cut, near or far, and the order in which parts are drawn.
//
// Beside a cut is what can be reached from it through the sheet, is not farther from the line than the line
// is long, and does not lie beyond an end that is held: there the sheet goes on undivided. An open end goes
// on straight until it meets the sheet again: two legs whose feet touch are parted by a cut between the
// feet, and the gap above it counts too. So a leg is near or far from the foot to the cut's end, the body
// is neither.
//
// Triangles with the same answers for all cuts are a part. A part is stranger to another when one is near
// and the other far of the same cut: the one must not see the other's ink. Parts are drawn from far to near;
// what is beside no cut lies between.
// SPDX-License-Identifier: MIT
#include "mesh/cut.h"

#include <string.h>

#include "base/memory.h"
#include "base/sort.h"

/// For each side of a triangle, the triangle across it or PANTIN_NONE.
typedef int neighbor_list[3];

typedef struct sides {
    cutter *c;
    neighbor_list *neighbors;
    int8_t *signs; // of the cut at hand, a triangle: CUT_LEFT, CUT_RIGHT or 0
    int *queue;
    int *groups;     // a triangle: the set of answers so far
    int8_t *answers; // [group * cut_count + cut]: +1 near, -1 far, 0 neither
    int group_count, group_room;
} sides;

// --- neighbors ----------------------------------------------------------------------------------

static void edge_ends(const cutter *c, int edge, int *low, int *high) {
    const int *t = c->triangles[edge / 3];
    int u = t[edge % 3], v = t[(edge % 3 + 1) % 3];
    *low = min_int(u, v), *high = max_int(u, v);
}

static int by_ends(const void *context, int a, int b) {
    int la, ha, lb, hb;
    edge_ends(context, a, &la, &ha);
    edge_ends(context, b, &lb, &hb);
    return la != lb ? (la > lb) - (la < lb) : (ha > hb) - (ha < hb);
}

static bool find_neighbors(sides *s) {
    cutter *c = s->c;
    int count = 3 * c->triangle_count;
    int *order = ARENA_ARRAY(&c->memory, int, count),
        *scratch = ARENA_ARRAY(&c->memory, int, count);
    s->neighbors = ARENA_ARRAY(&c->memory, neighbor_list, c->triangle_count);
    if (arena_failed(&c->memory)) return memory_fail(c->error, "a cut");
    for (int e = 0; e < count; e++) {
        order[e] = e;
        s->neighbors[e / 3][e % 3] = PANTIN_NONE;
    }
    sort_indices(order, count, by_ends, c, scratch);
    for (int i = 0; i + 1 < count; i++) {
        if (by_ends(c, order[i], order[i + 1]) != 0) continue;
        s->neighbors[order[i] / 3][order[i] % 3] = order[i + 1] / 3;
        s->neighbors[order[i + 1] / 3][order[i + 1] % 3] = order[i] / 3;
    }
    return true;
}

// --- beside a cut -------------------------------------------------------------------------------

/// How far a ray from an open end goes before it meets the sheet again; INFINITY: it does not.
static double gap_ahead(const sides *s, vec2 from, vec2 along) {
    const cutter *c = s->c;
    double nearest = INFINITY;
    for (int t = 0; t < c->triangle_count; t++)
        for (int k = 0; k < 3; k++) {
            if (s->neighbors[t][k] != PANTIN_NONE) continue;
            vec2 a = cut_corner(c, t, k), edge = vec2_sub(cut_corner(c, t, (k + 1) % 3), a);
            double across = vec2_cross(along, edge);
            if (across == 0) continue;
            double ahead = vec2_cross(vec2_sub(a, from), edge) / across;
            double place = vec2_cross(vec2_sub(a, from), along) / across;
            if (place < 0 || place > 1 || ahead < 1e-3 * c->spacing) continue;
            nearest = min_double(nearest, ahead);
        }
    return nearest;
}

/// The line with its open ends led on; `open`: that end goes on for ever.
typedef struct guide {
    vec2 *line;
    int count;
    bool open[2];
    double reach; // px: no farther from the line is beside
} guide;

static bool make_guide(sides *s, int cut, guide *g) {
    cutter *c = s->c;
    const cut_path *path = &c->paths[cut];
    g->count = path->line_count;
    g->line = ARENA_ARRAY(&c->memory, vec2, g->count);
    if (g->line == NULL) return memory_fail(c->error, "a cut");
    memcpy(g->line, path->line, (size_t)g->count * sizeof *g->line);
    for (int end = 0; end < 2; end++) {
        vec2 *last = end == 0 ? &g->line[0] : &g->line[g->count - 1];
        vec2 before = end == 0 ? g->line[1] : g->line[g->count - 2];
        g->open[end] = false;
        if (path->held[end]) continue;
        vec2 along = vec2_scale(vec2_sub(*last, before), 1.0 / vec2_distance(*last, before));
        double gap = gap_ahead(s, *last, along);
        g->open[end] = gap == INFINITY;
        if (!g->open[end]) *last = vec2_add(*last, vec2_scale(along, gap));
    }
    g->reach = 3 * c->spacing;
    double length = 0;
    for (int k = 0; k + 1 < g->count; k++) length += vec2_distance(g->line[k], g->line[k + 1]);
    g->reach = max_double(g->reach, length);
    return true;
}

/// The side of the line that p is beside; 0: neither.
static int side_of_guide(const guide *g, vec2 p) {
    double best = INFINITY;
    int nearest = 0;
    double place = 0;
    for (int k = 0; k + 1 < g->count; k++) {
        vec2 d = vec2_sub(g->line[k + 1], g->line[k]);
        double t = vec2_dot(d, vec2_sub(p, g->line[k])) / vec2_dot(d, d), held = t;
        if (!(k == 0 && g->open[0])) held = max_double(held, 0);
        if (!(k + 2 == g->count && g->open[1])) held = min_double(held, 1);
        double away = vec2_distance(p, vec2_mix(g->line[k], g->line[k + 1], held));
        if (away < best) best = away, nearest = k, place = t;
    }
    if (best > g->reach) return 0;
    if (nearest == 0 && place < 0 && !g->open[0]) return 0;
    if (nearest + 2 == g->count && place > 1 && !g->open[1]) return 0;
    vec2 a = g->line[nearest], b = g->line[nearest + 1];
    double off = cut_side(a, b, p);
    // At a corner of the line two segments are equally near; the farther off tells.
    for (int step = -1; step <= 1; step += 2) {
        int k = nearest + step;
        bool at_corner = step < 0 ? place <= 0 : place >= 1;
        if (!at_corner || k < 0 || k + 1 >= g->count) continue;
        double other = cut_side(g->line[k], g->line[k + 1], p);
        other *= vec2_distance(a, b) / vec2_distance(g->line[k], g->line[k + 1]);
        if (other * other > off * off) off = other;
    }
    return off > 0 ? CUT_RIGHT : CUT_LEFT;
}

/// The triangle joins the side when no neighbor of it is of the other.
static bool may_join(const sides *s, const guide *g, int t, int side) {
    if (s->signs[t] != 0 || side_of_guide(g, cut_centroid(s->c, t)) != side) return false;
    for (int k = 0; k < 3; k++) {
        int other = s->neighbors[t][k];
        if (other != PANTIN_NONE && s->signs[other] == -side) return false;
    }
    return true;
}

static void flood(sides *s, int cut, const guide *g, int side) {
    const cut_path *path = &s->c->paths[cut];
    int count = 0;
    for (int k = 0; k < path->seed_count; k++)
        if (path->seeds[k].side == side) s->queue[count++] = path->seeds[k].triangle;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 3; k++) {
            int t = s->neighbors[s->queue[i]][k];
            if (t == PANTIN_NONE || !may_join(s, g, t, side)) continue;
            s->signs[t] = (int8_t)side;
            s->queue[count++] = t;
        }
}

// --- groups -------------------------------------------------------------------------------------

static int find_group(sides *s, const int8_t *answers) {
    int cuts = s->c->cut_count;
    for (int g = 0; g < s->group_count; g++)
        if (memcmp(s->answers + (size_t)g * (size_t)cuts, answers, (size_t)cuts) == 0) return g;
    int8_t *grown =
        cut_grow(s->answers, &s->group_room, s->group_count + 1, (size_t)cuts, s->c->error);
    if (grown == NULL) return PANTIN_NONE;
    s->answers = grown;
    memcpy(grown + (size_t)s->group_count * (size_t)cuts, answers, (size_t)cuts);
    return s->group_count++;
}

/// Splits the groups by the answer for one cut.
static bool refine_groups(sides *s, int cut) {
    int cuts = s->c->cut_count, far = s->c->cuts[cut].far_right ? CUT_RIGHT : CUT_LEFT;
    int8_t answers[MESH_CUT_LIMIT];
    int known[2][3] = { { PANTIN_NONE, PANTIN_NONE, PANTIN_NONE },
                        { PANTIN_NONE, PANTIN_NONE, PANTIN_NONE } }; // the last from -> to
    for (int t = 0; t < s->c->triangle_count; t++) {
        int sign = s->signs[t], from = s->groups[t];
        if (sign == 0) continue;
        if (known[0][sign + 1] != from || known[1][sign + 1] == PANTIN_NONE) {
            memcpy(answers, s->answers + (size_t)from * (size_t)cuts, (size_t)cuts);
            answers[cut] = sign == far ? -1 : 1;
            known[0][sign + 1] = from;
            known[1][sign + 1] = find_group(s, answers);
            if (known[1][sign + 1] == PANTIN_NONE) return false;
        }
        s->groups[t] = known[1][sign + 1];
    }
    return true;
}

static int answer(const sides *s, int group, int cut) {
    return s->answers[(size_t)group * (size_t)s->c->cut_count + (size_t)cut];
}

static bool beside_none(const sides *s, int group) {
    for (int k = 0; k < s->c->cut_count; k++)
        if (answer(s, group, k) != 0) return false;
    return true;
}

/// Must `a` be drawn before `b`?
static bool lies_under(const sides *s, int a, int b) {
    bool none_a = beside_none(s, a), none_b = beside_none(s, b);
    for (int k = 0; k < s->c->cut_count; k++) {
        int one = answer(s, a, k), other = answer(s, b, k);
        if ((one == -1 && (other == 1 || none_b)) || (none_a && other == 1)) return true;
    }
    return false;
}

/// Longest chains of what lies under what. Where cuts contradict one another the rounds end it.
static void rank_groups(const sides *s, int *ranks) {
    for (int g = 0; g < s->group_count; g++) ranks[g] = 0;
    bool changed = true;
    for (int round = 0; round < s->group_count && changed; round++) {
        changed = false;
        for (int a = 0; a < s->group_count; a++)
            for (int b = 0; b < s->group_count; b++) {
                if (a == b || ranks[b] > ranks[a] || !lies_under(s, a, b) || lies_under(s, b, a))
                    continue;
                ranks[b] = ranks[a] + 1;
                changed = true;
            }
    }
}

static int by_number(const void *context, int a, int b) {
    const int *numbers = context;
    return (numbers[a] > numbers[b]) - (numbers[a] < numbers[b]);
}

/// Groups in their order become the mesh's parts, its triangles sorted by them.
static bool write_parts(sides *s, pantin_mesh *mesh) {
    cutter *c = s->c;
    int groups = s->group_count, count = c->triangle_count;
    int *ranks = ARENA_ARRAY(&c->memory, int, groups),
        *order = ARENA_ARRAY(&c->memory, int, groups);
    int *parts = ARENA_ARRAY(&c->memory, int, groups);
    int *sorted = ARENA_ARRAY(&c->memory, int, count);
    int *scratch = ARENA_ARRAY(&c->memory, int, max_int(count, groups));
    if (arena_failed(&c->memory)) return memory_fail(c->error, "a cut");
    rank_groups(s, ranks);
    // A group all of whose triangles went into others is no part.
    bool *used = ARENA_ARRAY(&c->memory, bool, groups);
    if (used == NULL) return memory_fail(c->error, "a cut");
    for (int t = 0; t < count; t++) used[s->groups[t]] = true;
    int part_count = 0;
    for (int g = 0; g < groups; g++) order[g] = g;
    sort_indices(order, groups, by_number, ranks, scratch);
    for (int g = 0; g < groups; g++)
        if (used[order[g]]) {
            parts[order[g]] = part_count;
            order[part_count++] = order[g];
        }
    mesh->strangers = memory_allocate((size_t)part_count, (size_t)part_count);
    if (mesh->strangers == NULL) return memory_fail(c->error, "a cut");
    mesh->part_count = part_count;
    for (int a = 0; a < part_count; a++)
        for (int b = 0; b < part_count; b++)
            for (int k = 0; k < c->cut_count; k++)
                mesh->strangers[a * part_count + b] |=
                    answer(s, order[a], k) * answer(s, order[b], k) < 0;
    for (int t = 0; t < count; t++) {
        sorted[t] = t;
        s->groups[t] = parts[s->groups[t]];
    }
    sort_indices(sorted, count, by_number, s->groups, scratch);
    for (int t = 0; t < count; t++) {
        memcpy(mesh->triangles[t], c->triangles[sorted[t]], sizeof mesh->triangles[t]);
        mesh->parts[t] = s->groups[sorted[t]];
    }
    return true;
}

static bool find_beside(sides *s) {
    cutter *c = s->c;
    for (int cut = 0; cut < c->cut_count; cut++) {
        guide g = { 0 };
        const cut_path *path = &c->paths[cut];
        if (!make_guide(s, cut, &g)) return false;
        memset(s->signs, 0, (size_t)c->triangle_count);
        for (int k = 0; k < path->seed_count; k++)
            s->signs[path->seeds[k].triangle] = (int8_t)path->seeds[k].side;
        flood(s, cut, &g, CUT_LEFT);
        flood(s, cut, &g, CUT_RIGHT);
        if (!refine_groups(s, cut)) return false;
    }
    return true;
}

bool cut_find_sides(cutter *c, pantin_mesh *mesh) {
    sides s = { .c = c };
    int8_t neither[MESH_CUT_LIMIT] = { 0 };
    s.signs = ARENA_ARRAY(&c->memory, int8_t, c->triangle_count);
    s.queue = ARENA_ARRAY(&c->memory, int, 4 * (size_t)c->triangle_count);
    s.groups = ARENA_ARRAY(&c->memory, int, c->triangle_count);
    bool done = !arena_failed(&c->memory) || memory_fail(c->error, "a cut");
    done = done && find_neighbors(&s) && find_group(&s, neither) == 0 && find_beside(&s) &&
           write_parts(&s, mesh);
    memory_free(s.answers, (size_t)s.group_room, (size_t)c->cut_count);
    return done;
}
