// arap_local.c — one local step: every triangle's best turn, and what it asks of the global step.
//
// A triangle's energy is sum_e c_e |d_e - R e|^2 over its three edges, rest e and bent d. With
//     G_i = sum over the edges at corner i of c_e (p_i - p_j)
// (for plain cotangents G_i is a quarter turn of half the opposite edge; any symmetric c will do)
// the three edges fold into the corners, and since G_0 + G_1 + G_2 = 0 into two of them:
//     m = sum_e c_e conj(e) d = sum_i conj(G_i) x_i = conj(G_0)(x_0 - x_2) + conj(G_1)(x_1 - x_2),
//     R = m / |m|,    right-hand side of corner i: R G_i.
// So a triangle is two complex numbers and three indices, and no cotangent is read. Its weight is
// in G already, for the direction of m does not mind. R is no turn where m = 0, every turn being as
// good.
//
// Kites: two triangles on a common edge read and write four vertices instead of six (a quarter of
// the work is moving vertices). Lanes: kites i and i + half share a pair, far apart so that they
// seldom add to the same vertex.
//
// Liu, Zhang, Xu, Gotsman, Gortler: A Local/Global Approach to Mesh Parameterization, 2008.
// SPDX-License-Identifier: MIT
#include "deform/arap_local.h"

#include <string.h>

#include "deform/rigid.h"

enum { SEAT = 2 * sizeof(double), NONE = PANTIN_NONE };

// --- kites --------------------------------------------------------------------------------------

/// Which of the triangle's corners is not `vertex_a` or `vertex_b`; NONE unless both are corners.
static int corner_apart(const int *corners, int vertex_a, int vertex_b) {
    for (int k = 0; k < 3; k++) {
        int a = corners[(k + 1) % 3], b = corners[(k + 2) % 3];
        if ((a == vertex_a && b == vertex_b) || (a == vertex_b && b == vertex_a)) return k;
    }
    return NONE;
}

typedef struct matching {
    const int (*triangles)[3];
    int count, vertex_count;
    int *start, *around; // a vertex: its triangles
    int (*beside)[3];    // a triangle: that across the edge opposite a corner, NONE
    int *partner;        // NONE: alone, or not seen yet
    bool *seen;
    int *waiting, waiting_count; // triangles that had one free neighbor when they were put here
} matching;

static void find_neighbors(matching *m) {
    for (int t = 0; t < m->count; t++)
        for (int k = 0; k < 3; k++) m->start[m->triangles[t][k] + 1]++;
    for (int v = 0; v < m->vertex_count; v++) m->start[v + 1] += m->start[v];
    for (int t = 0; t < m->count; t++)
        for (int k = 0; k < 3; k++) m->around[m->start[m->triangles[t][k]]++] = t;
    for (int v = m->vertex_count; v > 0; v--) m->start[v] = m->start[v - 1];
    m->start[0] = 0;
    for (int t = 0; t < m->count; t++)
        for (int k = 0; k < 3; k++) {
            int a = m->triangles[t][(k + 1) % 3], b = m->triangles[t][(k + 2) % 3];
            m->beside[t][k] = NONE;
            for (int i = m->start[a]; i < m->start[a + 1]; i++)
                if (m->around[i] != t && corner_apart(m->triangles[m->around[i]], a, b) != NONE)
                    m->beside[t][k] = m->around[i];
        }
}

/// How many neighbors have no partner yet; `last` is one of them.
static int count_free(const matching *m, int t, int *last) {
    int count = 0;
    for (int k = 0; k < 3; k++) {
        int other = m->beside[t][k];
        if (other == NONE || m->seen[other]) continue;
        *last = other;
        count++;
    }
    return count;
}

static void await_neighbors(matching *m, int t) {
    for (int k = 0, only; k < 3; k++) {
        int other = m->beside[t][k];
        if (other != NONE && !m->seen[other] && count_free(m, other, &only) == 1)
            m->waiting[m->waiting_count++] = other;
    }
}

static void pair_off(matching *m, int t) {
    int other = NONE;
    if (m->seen[t]) return;
    m->seen[t] = true;
    if (count_free(m, t, &other) > 0) {
        m->seen[other] = true;
        m->partner[t] = other;
        m->partner[other] = t;
        await_neighbors(m, other);
    }
    await_neighbors(m, t);
}

/// Who has only one neighbor left goes first (Karp, Sipser: Maximum Matching in Sparse Random Graphs,
/// 1981): next to none stay alone.
static void match(matching *m) {
    for (int t = 0; t < m->count; t++) m->partner[t] = NONE;
    for (int t = 0; t < m->count; t++) {
        pair_off(m, t);
        while (m->waiting_count > 0) pair_off(m, m->waiting[--m->waiting_count]);
    }
}

/// A kite of `t` and the one beside it, or of `t` alone, into a lane.
static void put_kite(local_step *step, const matching *m, int t, int kite) {
    int lane = kite >= step->pair_count, other = m->partner[t], apart = 0;
    int index = lane ? kite - step->pair_count : kite;
    if (other != NONE)
        for (int k = 0; k < 3; k++)
            if (m->beside[t][k] == other) apart = k;
    const int *corners = m->triangles[t];
    int one = (apart + 1) % 3, three = (apart + 2) % 3;
    int *seat = step->pairs[index].seat[lane];
    seat[0] = SEAT * corners[apart];
    seat[1] = SEAT * corners[one];
    seat[2] = seat[3] = SEAT * corners[three]; // alone: the other half stands in one point
    step->places[t] = (local_place){ index, (int8_t)lane, 0, (int8_t)apart, (int8_t)one };
    if (other == NONE) return;
    corners = m->triangles[other];
    int two = corner_apart(corners, seat[1] / SEAT, seat[3] / SEAT), first = (two + 1) % 3;
    if (corners[first] != seat[1] / SEAT) first = (two + 2) % 3;
    seat[2] = SEAT * corners[two];
    step->places[other] = (local_place){ index, (int8_t)lane, 1, (int8_t)first, (int8_t)two };
}

void arap_local_create(local_step *step, arena *owner, const int (*triangles)[3],
                       int triangle_count, int vertex_count) {
    *step =
        (local_step){ .triangle_count = triangle_count, .numbers = 2 * ((size_t)vertex_count + 1) };
    arena brief = { 0 };
    matching m = { .triangles = triangles, .count = triangle_count, .vertex_count = vertex_count };
    size_t count = (size_t)triangle_count;
    m.start = ARENA_ARRAY(&brief, int, vertex_count + 1);
    m.around = ARENA_ARRAY(&brief, int, 3 * count);
    m.beside = arena_take(&brief, count, sizeof *m.beside);
    m.partner = ARENA_ARRAY(&brief, int, count);
    m.seen = ARENA_ARRAY(&brief, bool, count);
    m.waiting = ARENA_ARRAY(&brief, int, 3 * count);
    step->places = ARENA_ARRAY(owner, local_place, count);
    if (!arena_failed(owner) && !arena_failed(&brief)) {
        find_neighbors(&m);
        match(&m);
        int kites = 0;
        for (int t = 0; t < triangle_count; t++) kites += m.partner[t] < t; // NONE too
        step->pair_count = (kites + 1) / 2;
        step->pairs = ARENA_ARRAY(owner, local_pair, step->pair_count);
    }
    owner->failed = owner->failed || arena_failed(&brief);
    for (int i = 0; i < step->pair_count && !arena_failed(owner); i++)
        for (int k = 0; k < 8; k++) step->pairs[i].seat[k / 4][k % 4] = SEAT * vertex_count;
    for (int t = 0, kite = 0; t < triangle_count && !arena_failed(owner); t++)
        if (m.partner[t] == NONE || m.partner[t] > t) put_kite(step, &m, t, kite++);
    arena_free(&brief);
}

void arap_local_set(local_step *step, int triangle, vec2 pull0, vec2 pull1) {
    const local_place *place = &step->places[triangle];
    local_pair *pair = &step->pairs[place->pair];
    vec2 pulls[3] = { pull0, pull1, vec2_scale(vec2_add(pull0, pull1), -1) };
    vec2 first = pulls[place->first_corner], second = pulls[place->second_corner];
    int lane = place->lane;
    if (place->second) {
        pair->cx[lane] = first.x, pair->cy[lane] = first.y;
        pair->dx[lane] = second.x, pair->dy[lane] = second.y;
    } else {
        pair->ax[lane] = first.x, pair->ay[lane] = first.y;
        pair->bx[lane] = second.x, pair->by[lane] = second.y;
    }
}

// --- the step -----------------------------------------------------------------------------------

static inline double2 seat_load(const double *x, int offset) {
    return double2_load((const double *)((const char *)x + (unsigned)offset));
}

static inline void seat_add(double *rhs, int offset, double2 v) {
    double *at = (double *)((char *)rhs + (unsigned)offset);
    double2_store(at, double2_load(at) + v);
}

/// (x, y) of two vertices to the lanes of their x and their y, and back.
static inline double2 lows(double2 a, double2 b) { return (double2){ a[0], b[0] }; }
static inline double2 highs(double2 a, double2 b) { return (double2){ a[1], b[1] }; }

/// The turns of two triangles with pulls a, b at corners that lie at u, v from the third.
static inline void turns(double2 ax, double2 ay, double2 bx, double2 by, double2 ux, double2 uy,
                         double2 vx, double2 vy, double2 *cosine, double2 *sine) {
    double2 c = ax * ux + ay * uy + bx * vx + by * vy;
    double2 s = ax * uy - ay * ux + bx * vy - by * vx;
    double2 square = c * c + s * s;
    double2 inverse = double2_splat(1.0) / (double2){ sqrt(square[0]), sqrt(square[1]) };
    c = c * inverse;
    s = s * inverse;
    for (int lane = 0; lane < 2; lane++)
        if (!(square[lane] > 0)) c[lane] = 1, s[lane] = 0;
    *cosine = c;
    *sine = s;
}

/// Not memcpy, which for this size goes by bytes on some processors.
static void copy(double *to, const double *from, size_t numbers) {
    size_t k = 0;
    for (; k + 8 <= numbers; k += 8)
        for (size_t i = k; i < k + 8; i += 2) double2_store(to + i, double2_load(from + i));
    for (; k < numbers; k += 2) double2_store(to + k, double2_load(from + k));
}

void arap_local_gather(const local_step *step, const double *x, const double *from, double *rhs) {
    copy(rhs, from, step->numbers);
    for (int i = 0; i < step->pair_count; i++) {
        const local_pair *p = &step->pairs[i];
        const int *k = p->seat[0], *l = p->seat[1];
        double2 last0 = seat_load(x, k[3]), last1 = seat_load(x, l[3]);
        double2 u0 = seat_load(x, k[0]) - last0, u1 = seat_load(x, l[0]) - last1;
        double2 v0 = seat_load(x, k[1]) - last0, v1 = seat_load(x, l[1]) - last1;
        double2 w0 = seat_load(x, k[2]) - last0, w1 = seat_load(x, l[2]) - last1;
        double2 vx = lows(v0, v1), vy = highs(v0, v1), cosine, sine;

        turns(p->ax, p->ay, p->bx, p->by, lows(u0, u1), highs(u0, u1), vx, vy, &cosine, &sine);
        double2 ax = cosine * p->ax - sine * p->ay, ay = sine * p->ax + cosine * p->ay;
        double2 bx = cosine * p->bx - sine * p->by, by = sine * p->bx + cosine * p->by;
        turns(p->cx, p->cy, p->dx, p->dy, vx, vy, lows(w0, w1), highs(w0, w1), &cosine, &sine);
        bx += cosine * p->cx - sine * p->cy;
        by += sine * p->cx + cosine * p->cy;
        double2 dx = cosine * p->dx - sine * p->dy, dy = sine * p->dx + cosine * p->dy;

        double2 a0 = lows(ax, ay), b0 = lows(bx, by), d0 = lows(dx, dy);
        double2 a1 = highs(ax, ay), b1 = highs(bx, by), d1 = highs(dx, dy);
        seat_add(rhs, k[0], a0);
        seat_add(rhs, k[1], b0);
        seat_add(rhs, k[2], d0);
        seat_add(rhs, k[3], -(a0 + b0 + d0));
        seat_add(rhs, l[0], a1);
        seat_add(rhs, l[1], b1);
        seat_add(rhs, l[2], d1);
        seat_add(rhs, l[3], -(a1 + b1 + d1));
    }
}

static vec2 point(const double *x, int vertex) {
    return vec2_make(x[2 * (size_t)vertex], x[2 * (size_t)vertex + 1]);
}

void arap_local_gather_plain(const local_step *step, const double *x, const double *from,
                             double *rhs) {
    memcpy(rhs, from, step->numbers * sizeof *rhs);
    for (int t = 0; t < step->triangle_count; t++) {
        const local_place *place = &step->places[t];
        const local_pair *p = &step->pairs[place->pair];
        int lane = place->lane;
        const int *seat = p->seat[lane] + place->second;
        int corner[3] = { seat[0] / SEAT, seat[1] / SEAT, p->seat[lane][3] / SEAT };
        vec2 pull[3] = { { p->ax[lane], p->ay[lane] }, { p->bx[lane], p->by[lane] }, { 0, 0 } };
        if (place->second) {
            pull[0] = vec2_make(p->cx[lane], p->cy[lane]);
            pull[1] = vec2_make(p->dx[lane], p->dy[lane]);
        }
        pull[2] = vec2_scale(vec2_add(pull[0], pull[1]), -1);
        turn m = { 0, 0 };
        vec2 last = point(x, corner[2]); // so that a triangle in one place gives exactly 0
        for (int k = 0; k < 3; k++)
            turn_gather(&m, 1, pull[k], vec2_sub(point(x, corner[k]), last));
        m = turn_unit(m);
        for (int k = 0; k < 3; k++) {
            vec2 asked = vec2_turn(pull[k], m.cosine, m.sine);
            rhs[2 * (size_t)corner[k]] += asked.x;
            rhs[2 * (size_t)corner[k] + 1] += asked.y;
        }
    }
}
