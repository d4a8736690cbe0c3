// elements.c — what the triangles of a sheet add to the flip-free energy, its slope and its curvature.
//
// A triangle's map as z -> u z + v conj(z), both linear in its corners z_i = x_i + i y_i:
//     u = sum D_i z_i,  v = sum conj(D_i) z_i,  D_i = (gx_i - i gy_i) / 2,
// g_i the gradient of the hat at corner i. s = |u|, q = |v| are half the sum and half the difference of the
// singular values, d = s^2 - q^2 is the ratio of areas. Its energy, k the rigidity,
//     A [ k (2 (s - 1)^2 + 2 q^2) + b(d) + sum_bones k_b (2 |u - r_b|^2 + 2 q^2) ].
// First: the barrier (barrier.h), then derivatives: with U, V what the energy's change is of du, dv,
//     U = (4kA + 4 k_b A + 2 A b') u - 4kA u/s - pull,   V = (4kA + 4 k_b A - 2 A b') v,
// a corner gets conj(D_i) U + D_i V. Second derivatives are diagonal in the directions along and across
// u and v but for one pair:
//     along u: a = 4k + 2 b' + 4 s^2 b'',  along v: b = 4k - 2 b' + 4 q^2 b'',  both: c = -4 s q b''
//     across u: 4k (1 - 1/s) + 2 b',  across v: 4k - 2 b',   with 4 k_b on all four,
// and what is negative in them is taken away. Where there is no barrier all are 4k + 4k_b but the one
// across u; so the constant part (a weight times unit blocks) is made once, and such a triangle only takes
// away a matrix of rank 1. That is most triangles in most frames, and three times as fast.
//
// Smith, Schaefer: Bijective Parameterization with Free Boundaries, 2015 (barriers, the exact step).
// Teran, Sifakis, Irving, Fedkiw: Robust Quasistatic Finite Elements, 2005 (projection by element).
// SPDX-License-Identifier: MIT
#include "deform/elements.h"

#include "base/sort.h"

#define INLINE static inline __attribute__((always_inline))

INLINE double2 seat_at(const double *x, int seat) {
    return *(const double2 *)((const char *)x + (unsigned)seat);
}

INLINE void seat_add(double *x, int seat, double2 by) {
    *(double2 *)((char *)x + (unsigned)seat) += by;
}

INLINE double2 lows(double2 a, double2 b) { return (double2){ a[0], b[0] }; }
INLINE double2 highs(double2 a, double2 b) { return (double2){ a[1], b[1] }; }
INLINE double2 low(double2 a) { return (double2){ a[0], a[0] }; }
INLINE double2 high(double2 a) { return (double2){ a[1], a[1] }; }

// --- a pair -------------------------------------------------------------------------------------

/// Edges from corner 0 to corners 1 and 2.
typedef struct edges {
    double2 x1, y1, x2, y2;
} edges;

INLINE edges edges_at(const element_pair *p, const double *x) {
    const int *k = p->seat[0], *l = p->seat[1];
    double2 o0 = seat_at(x, k[0]), o1 = seat_at(x, l[0]);
    double2 m0 = seat_at(x, k[1]) - o0, m1 = seat_at(x, l[1]) - o1;
    double2 n0 = seat_at(x, k[2]) - o0, n1 = seat_at(x, l[2]) - o1;
    return (edges){ lows(m0, m1), highs(m0, m1), lows(n0, n1), highs(n0, n1) };
}

typedef struct map {
    double2 ux, uy, vx, vy;
} map;

INLINE map map_of(const element_pair *p, edges e) {
    double2 xx = p->fx * e.x1 + p->gx * e.x2, yy = p->fy * e.y1 + p->gy * e.y2;
    double2 xy = p->fx * e.y1 + p->gx * e.y2, yx = p->fy * e.x1 + p->gy * e.x2;
    return (map){ xx + yy, xy - yx, xx - yy, xy + yx };
}

INLINE double2 ratio_of(const element_pair *p, edges e) {
    return (e.x1 * e.y2 - e.y1 * e.x2) * p->per_twice;
}

INLINE double2 height_above(const element_pair *p, double2 ratio) {
    return (ratio - p->floor) * (1 / BARRIER_SPAN);
}

// --- create -------------------------------------------------------------------------------------

static void swap_corners(element *t, int *sides, int a, int b) {
    vec2 corner = t->corners[a];
    t->corners[a] = t->corners[b], t->corners[b] = corner;
    int number = t->numbers[a], side = sides[a];
    t->numbers[a] = t->numbers[b], t->numbers[b] = number;
    sides[a] = sides[b], sides[b] = side;
    t->area = -t->area;
}

/// Corners by number; a swap turns the triangle round, which its area remembers.
static void order_corners(element *t, int *sides) {
    if (t->numbers[0] > t->numbers[1]) swap_corners(t, sides, 0, 1);
    if (t->numbers[1] > t->numbers[2]) swap_corners(t, sides, 1, 2);
    if (t->numbers[0] > t->numbers[1]) swap_corners(t, sides, 0, 1);
}

static void fill_lane(element_pair *p, int lane, const element *t, const int *places,
                      const int *sides) {
    vec2 e1 = vec2_sub(t->corners[1], t->corners[0]), e2 = vec2_sub(t->corners[2], t->corners[0]);
    double twice = 2 * t->area, size = t->area < 0 ? -t->area : t->area;
    p->fx[lane] = e2.y / (2 * twice), p->fy[lane] = -e2.x / (2 * twice);
    p->gx[lane] = -e1.y / (2 * twice), p->gy[lane] = e1.x / (2 * twice);
    p->per_twice[lane] = 1 / twice;
    p->area[lane] = size;
    p->rigid[lane] = 4 * size * t->rigidity;
    p->bone[lane] = 4 * size * t->bone;
    p->floor[lane] = BARRIER_FLOOR;
    const int blocks[6] = { places[t->numbers[0]],
                            places[t->numbers[1]],
                            places[t->numbers[2]],
                            sides[2],
                            sides[1],
                            sides[0] };
    for (int k = 0; k < 3; k++) p->seat[lane][k] = 16 * t->numbers[k];
    for (int k = 0; k < 6; k++) p->place[lane][k] = 32 * blocks[k];
}

static int compare_elements(const void *context, int first, int second) {
    const element *a = (const element *)context + first, *b = (const element *)context + second;
    for (int k = 0; k < 3; k++)
        if (a->numbers[k] != b->numbers[k]) return a->numbers[k] < b->numbers[k] ? -1 : 1;
    return 0;
}

bool elements_create(elements *e, arena *owner, element *list, int count,
                     const int *places_of_vertices, const int (*places_of_sides)[3]) {
    arena brief = { 0 };
    e->triangle_count = count;
    e->pair_count = count / 2 + count % 2;
    e->pairs = ARENA_ARRAY(owner, element_pair, e->pair_count);
    e->order = ARENA_ARRAY(owner, int, 2 * e->pair_count);
    int *sorted = ARENA_ARRAY(&brief, int, count), *scratch = ARENA_ARRAY(&brief, int, count);
    int(*sides)[3] = arena_take(&brief, (size_t)count, sizeof *sides);
    bool ready = !arena_failed(owner) && !arena_failed(&brief);
    for (int t = 0; ready && t < count; t++) {
        sorted[t] = t;
        for (int k = 0; k < 3; k++) sides[t][k] = places_of_sides[t][k];
        order_corners(&list[t], sides[t]);
    }
    if (ready) sort_indices(sorted, count, compare_elements, list, scratch);
    for (int i = 0; ready && i < 2 * e->pair_count; i++) {
        int t = sorted[min_int(i, count - 1)];
        e->order[i] = list[t].triangle;
        fill_lane(&e->pairs[i / 2], i % 2, &list[t], places_of_vertices, sides[t]);
        if (i < count) continue;
        element_pair *last = &e->pairs[i / 2];
        last->area[1] = last->rigid[1] = last->bone[1] = 0;
    }
    arena_free(&brief);
    return ready;
}

// --- values -------------------------------------------------------------------------------------

double elements_energy(const elements *e, const double *x) {
    double2 rigid = { 0, 0 }, bone = { 0, 0 }, barrier = { 0, 0 }, one = { 1, 1 };
    for (const element_pair *p = e->pairs, *end = p + e->pair_count; p < end; p++) {
        edges at = edges_at(p, x);
        map m = map_of(p, at);
        double2 y = height_above(p, ratio_of(p, at));
        double2 s2 = m.ux * m.ux + m.uy * m.uy, q2 = m.vx * m.vx + m.vy * m.vy;
        double2 off = double2_root(s2) - one;
        rigid += p->rigid * (off * off + q2);
        bone += p->bone * (s2 + q2 + one) - 2.0 * (m.ux * p->pull_x + m.uy * p->pull_y);
        if (y[0] >= 1 && y[1] >= 1) continue;
        if (!(y[0] > 0) || !(y[1] > 0)) return INFINITY;
        barrier += p->area * barrier_value(y);
    }
    return 0.5 * ((rigid[0] + rigid[1]) + (bone[0] + bone[1])) + (barrier[0] + barrier[1]);
}

bool elements_are_easy(const elements *e, const double *x) {
    for (const element_pair *p = e->pairs, *end = p + e->pair_count; p < end; p++) {
        double2 y = height_above(p, ratio_of(p, edges_at(p, x)));
        if (!(y[0] >= 1) || !(y[1] >= 1)) return false;
    }
    return true;
}

double elements_step_limit(const elements *e, const double *x, const double *step) {
    double2 rate = { 0, 0 };
    for (const element_pair *p = e->pairs, *end = p + e->pair_count; p < end; p++) {
        edges at = edges_at(p, x), by = edges_at(p, step);
        double2 above = ratio_of(p, at) - p->floor;
        double2 linear = (at.x1 * by.y2 - at.y1 * by.x2) + (by.x1 * at.y2 - by.y1 * at.x2);
        rate = double2_most(barrier_rate(above, linear * p->per_twice, ratio_of(p, by)), rate);
    }
    double fastest = rate[0] > rate[1] ? rate[0] : rate[1];
    return fastest > 0 ? 0.9 / fastest : INFINITY;
}

vec2 elements_turn(const elements *e, int pair, int lane, const double *x) {
    const element_pair *p = &e->pairs[pair];
    map m = map_of(p, edges_at(p, x));
    return vec2_make(m.ux[lane], m.uy[lane]);
}

// A frame that was written may have half the usual floor; 0.0095 leaves its rounding some room. A triangle
// that is at its floor, or that rounding put under it, begins this little above a lower one: under a pull
// that never ends it takes some thousand frames to come down to the half.
#define WRITTEN_LEAST (BARRIER_FLOOR / 2)
#define LOWEST_FLOOR 0.0095
#define SHARE_ABOVE 0.002

bool elements_set_floors(elements *e, const double *x, const double *own) {
    bool good = true;
    for (int i = 0; i < e->pair_count; i++) {
        element_pair *p = &e->pairs[i];
        double2 ratio = ratio_of(p, edges_at(p, x));
        for (int lane = 0; lane < 2; lane++) {
            double at = ratio[lane], floor = own[e->order[2 * i + lane]];
            p->floor[lane] = min_double(floor, at - SHARE_ABOVE * (at - LOWEST_FLOOR));
            good = good && at >= WRITTEN_LEAST;
        }
    }
    return good;
}

// --- derivatives --------------------------------------------------------------------------------

/// What a corner gets of U and V, the gradient of its hat being 2 (fx, fy).
INLINE void gather_corner(double2 fx, double2 fy, map slope, double2 *x, double2 *y) {
    *x = fx * (slope.ux + slope.vx) + fy * (slope.vy - slope.uy);
    *y = fx * (slope.uy + slope.vy) + fy * (slope.ux - slope.vx);
}

INLINE void add_slope(const element_pair *p, map slope, double *to) {
    double2 x1, y1, x2, y2;
    gather_corner(p->fx, p->fy, slope, &x1, &y1);
    gather_corner(p->gx, p->gy, slope, &x2, &y2);
    double2 one0 = lows(x1, y1), one1 = highs(x1, y1), two0 = lows(x2, y2), two1 = highs(x2, y2);
    const int *k = p->seat[0], *l = p->seat[1];
    seat_add(to, k[0], -(one0 + two0));
    seat_add(to, k[1], one0);
    seat_add(to, k[2], two0);
    seat_add(to, l[0], -(one1 + two1));
    seat_add(to, l[1], one1);
    seat_add(to, l[2], two1);
}

INLINE void add_block(double *places, int place, double2 column_x, double2 column_y) {
    seat_add(places, place, column_x);
    seat_add(places, place + 16, column_y);
}

/// Takes m h h^T away, h_k the rows of corner k.
INLINE void take_away(double *places, const int *place, double2 m, double2 h1, double2 h2) {
    double2 h0 = -(h1 + h2), m0 = m * h0, m1 = m * h1, m2 = m * h2;
    add_block(places, place[0], h0 * low(m0), h0 * high(m0));
    add_block(places, place[1], h1 * low(m1), h1 * high(m1));
    add_block(places, place[2], h2 * low(m2), h2 * high(m2));
    add_block(places, place[3], h1 * low(m0), h1 * high(m0));
    add_block(places, place[4], h2 * low(m0), h2 * high(m0));
    add_block(places, place[5], h2 * low(m1), h2 * high(m1));
}

/// Real and imaginary part of conj(direction) D, D = fx - i fy.
INLINE void turn_back(double2 fx, double2 fy, double2 dx, double2 dy, double2 *re, double2 *im) {
    *re = dx * fx - dy * fy;
    *im = -(dx * fy + dy * fx);
}

/// Without a barrier: U, V, and what goes away across u.
INLINE void assemble_plain(const element_pair *p, map m, double2 inverse, bool exact, double *slope,
                           double *places) {
    double2 dx = m.ux * inverse, dy = m.uy * inverse, all = p->rigid + p->bone;
    add_slope(p,
              (map){ all * m.ux - p->rigid * dx - p->pull_x, all * m.uy - p->rigid * dy - p->pull_y,
                     all * m.vx, all * m.vy },
              slope);
    double2 across = -p->rigid * inverse, re1, im1, re2, im2;
    if (!exact) across = double2_most(across, -all);
    turn_back(p->fx, p->fy, dx, dy, &re1, &im1);
    turn_back(p->gx, p->gy, dx, dy, &re2, &im2);
    take_away(places, p->place[0], low(across), lows(im1, re1), lows(im2, re2));
    take_away(places, p->place[1], high(across), highs(im1, re1), highs(im2, re2));
}

/// Rows of a corner in the directions along u, across u, along v, across v: lanes of (x, y).
typedef struct rows {
    double2 g[4];
} rows;

/// What the four second derivatives are more than the constant part.
typedef struct curvature {
    double2 a, b, c, across_u, across_v;
} curvature;

/// g_i^T M g_j for a row corner i and a column corner j, where q = M g_j.
INLINE void add_product(double *places, int place, const rows *row, const rows *column) {
    double2 x = { 0, 0 }, y = { 0, 0 };
    for (int k = 0; k < 4; k++) {
        x += row->g[k] * low(column->g[k]);
        y += row->g[k] * high(column->g[k]);
    }
    add_block(places, place, x, y);
}

INLINE rows weigh_rows(rows r, double2 a, double2 b, double2 c, double2 u, double2 v) {
    return (rows){ { a * r.g[0] + c * r.g[2], u * r.g[1], c * r.g[0] + b * r.g[2], v * r.g[3] } };
}

INLINE rows sum_rows(rows r, rows s) {
    rows sum;
    for (int k = 0; k < 4; k++) sum.g[k] = -(r.g[k] + s.g[k]);
    return sum;
}

static void add_curvature(const int *place, rows one, rows two, const curvature *m, int lane,
                          double *places) {
    rows corner[3] = { sum_rows(one, two), one, two }, weighed[3];
    double2 a = double2_splat(m->a[lane]), b = double2_splat(m->b[lane]);
    double2 c = double2_splat(m->c[lane]), u = double2_splat(m->across_u[lane]);
    double2 v = double2_splat(m->across_v[lane]);
    for (int k = 0; k < 3; k++) weighed[k] = weigh_rows(corner[k], a, b, c, u, v);
    for (int k = 0; k < 3; k++) add_product(places, place[k], &corner[k], &weighed[k]);
    add_product(places, place[3], &corner[1], &weighed[0]);
    add_product(places, place[4], &corner[2], &weighed[0]);
    add_product(places, place[5], &corner[2], &weighed[1]);
}

/// The four second derivatives times area, made positive unless `exact`, less the constant part.
INLINE curvature curvature_at(const element_pair *p, double2 s, double2 q, barrier_slopes b,
                              bool exact) {
    double2 none = double2_splat(0), all = p->rigid + p->bone;
    double2 first = 2.0 * p->area * b.first, second = 4.0 * p->area * b.second;
    curvature m = { all + first + s * s * second, all - first + q * q * second, -(s * q) * second,
                    all - p->rigid / s + first, all - first };
    if (!exact) {
        barrier_project(&m.a, &m.b, &m.c);
        m.across_u = double2_most(m.across_u, none);
        m.across_v = double2_most(m.across_v, none);
    }
    m.a -= all;
    m.b -= all;
    m.across_u -= all;
    m.across_v -= all;
    return m;
}

static void assemble_squeezed(const element_pair *p, map m, double2 y, bool exact, double *slope,
                              double *places) {
    double2 one = { 1, 1 }, none = { 0, 0 };
    double2 s = double2_root(m.ux * m.ux + m.uy * m.uy);
    double2 q = double2_root(m.vx * m.vx + m.vy * m.vy);
    barrier_slopes b = barrier_slopes_at(y);
    double2 first = 2.0 * p->area * b.first, u = p->rigid + p->bone + first;
    double2 v = p->rigid + p->bone - first;
    double2 ux = m.ux / s, uy = m.uy / s; // s > 0: its square is above the ratio of areas
    long2 round = q < 1e-12 * one;
    double2 vx = double2_choose(round, one, m.vx / q), vy = double2_choose(round, none, m.vy / q);
    add_slope(p,
              (map){ u * m.ux - p->rigid * ux - p->pull_x, u * m.uy - p->rigid * uy - p->pull_y,
                     v * m.vx, v * m.vy },
              slope);
    curvature c = curvature_at(p, s, q, b, exact);
    double2 e[2][2], f[2][2]; // conj(u/s) D and conj(v/q) conj(D) of corners 1 and 2: re, im
    turn_back(p->fx, p->fy, ux, uy, &e[0][0], &e[0][1]);
    turn_back(p->gx, p->gy, ux, uy, &e[1][0], &e[1][1]);
    turn_back(p->fx, -p->fy, vx, vy, &f[0][0], &f[0][1]);
    turn_back(p->gx, -p->gy, vx, vy, &f[1][0], &f[1][1]);
    rows at[2][2];
    for (int k = 0; k < 2; k++) {
        at[0][k] = (rows){ { lows(e[k][0], -e[k][1]), lows(e[k][1], e[k][0]),
                             lows(f[k][0], -f[k][1]), lows(f[k][1], f[k][0]) } };
        at[1][k] = (rows){ { highs(e[k][0], -e[k][1]), highs(e[k][1], e[k][0]),
                             highs(f[k][0], -f[k][1]), highs(f[k][1], f[k][0]) } };
    }
    for (int lane = 0; lane < 2; lane++)
        add_curvature(p->place[lane], at[lane][0], at[lane][1], &c, lane, places);
}

void elements_assemble(const elements *e, const double *x, bool exact, double *slope,
                       double *places) {
    for (const element_pair *p = e->pairs, *end = p + e->pair_count; p < end; p++) {
        edges at = edges_at(p, x);
        map m = map_of(p, at);
        double2 y = height_above(p, ratio_of(p, at));
        if (y[0] >= 1 && y[1] >= 1) // then s^2 is above 0.3
            assemble_plain(p, m, 1.0 / double2_root(m.ux * m.ux + m.uy * m.uy), exact, slope,
                           places);
        else
            assemble_squeezed(p, m, y, exact, slope, places);
    }
}

void elements_add_constant(const elements *e, double *places) {
    for (const element_pair *p = e->pairs, *end = p + e->pair_count; p < end; p++)
        for (int lane = 0; lane < 2; lane++) {
            vec2 f[3] = { { 0, 0 }, { p->fx[lane], p->fy[lane] }, { p->gx[lane], p->gy[lane] } };
            f[0] = vec2_scale(vec2_add(f[1], f[2]), -1);
            double weight = 2 * (p->rigid[lane] + p->bone[lane]);
            const int rows_of[6] = { 0, 1, 2, 1, 2, 2 }, columns_of[6] = { 0, 1, 2, 0, 0, 1 };
            for (int k = 0; k < 6; k++) {
                double by = weight * vec2_dot(f[rows_of[k]], f[columns_of[k]]);
                add_block(places, p->place[lane][k], (double2){ by, 0 }, (double2){ 0, by });
            }
        }
}
