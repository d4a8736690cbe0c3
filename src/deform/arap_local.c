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
// Lanes: triangles i and i + half share a pair, far apart so that they seldom add to the same
// vertex.
//
// Liu, Zhang, Xu, Gotsman, Gortler: A Local/Global Approach to Mesh Parameterization, 2008.
// SPDX-License-Identifier: MIT
#include "deform/arap_local.h"

#include "deform/rigid.h"

void arap_local_create(local_step *step, arena *owner, int triangle_count, int vertex_count) {
    step->pair_count = (triangle_count + 1) / 2;
    step->spare = vertex_count;
    step->pairs = ARENA_ARRAY(owner, local_pair, step->pair_count);
    if (arena_failed(owner)) return;
    for (int i = 0; i < step->pair_count; i++)
        for (int k = 0; k < 6; k++) step->pairs[i].corner[k / 3][k % 3] = vertex_count;
}

void arap_local_set(local_step *step, int i, const int *corners, vec2 pull0, vec2 pull1) {
    int lane = i >= step->pair_count;
    local_pair *pair = &step->pairs[lane ? i - step->pair_count : i];
    for (int k = 0; k < 3; k++) pair->corner[lane][k] = corners[k];
    pair->ax[lane] = pull0.x;
    pair->ay[lane] = pull0.y;
    pair->bx[lane] = pull1.x;
    pair->by[lane] = pull1.y;
}

static inline void add_to(double *rhs, int vertex, double2 v) {
    double *at = rhs + 2 * (size_t)vertex;
    double2_store(at, double2_load(at) + v);
}

void arap_local_gather(const local_step *step, const double *x, double *rhs) {
    for (int i = 0; i < step->pair_count; i++) {
        const local_pair *p = &step->pairs[i];
        const int *c = p->corner[0], *e = p->corner[1];
        double2 last0 = double2_load(x + 2 * (size_t)c[2]),
                last1 = double2_load(x + 2 * (size_t)e[2]);
        double2 u0 = double2_load(x + 2 * (size_t)c[0]) - last0;
        double2 v0 = double2_load(x + 2 * (size_t)c[1]) - last0;
        double2 u1 = double2_load(x + 2 * (size_t)e[0]) - last1;
        double2 v1 = double2_load(x + 2 * (size_t)e[1]) - last1;
        double2 ux = { u0[0], u1[0] }, uy = { u0[1], u1[1] };
        double2 vx = { v0[0], v1[0] }, vy = { v0[1], v1[1] };

        double2 cosine = p->ax * ux + p->ay * uy + p->bx * vx + p->by * vy;
        double2 sine = p->ax * uy - p->ay * ux + p->bx * vy - p->by * vx;
        double2 square = cosine * cosine + sine * sine;
        double2 inverse = 1.0 / (double2){ sqrt(square[0]), sqrt(square[1]) };
        cosine = cosine * inverse;
        sine = sine * inverse;
        for (int lane = 0; lane < 2; lane++)
            if (!(square[lane] > 0)) cosine[lane] = 1, sine[lane] = 0;

        double2 ax = cosine * p->ax - sine * p->ay, ay = sine * p->ax + cosine * p->ay;
        double2 bx = cosine * p->bx - sine * p->by, by = sine * p->bx + cosine * p->by;
        double2 a0 = { ax[0], ay[0] }, b0 = { bx[0], by[0] };
        double2 a1 = { ax[1], ay[1] }, b1 = { bx[1], by[1] };
        add_to(rhs, c[0], a0);
        add_to(rhs, c[1], b0);
        add_to(rhs, c[2], -(a0 + b0));
        add_to(rhs, e[0], a1);
        add_to(rhs, e[1], b1);
        add_to(rhs, e[2], -(a1 + b1));
    }
}

static vec2 point(const double *x, int vertex) {
    return vec2_make(x[2 * (size_t)vertex], x[2 * (size_t)vertex + 1]);
}

void arap_local_gather_plain(const local_step *step, const double *x, double *rhs) {
    for (int i = 0; i < 2 * step->pair_count; i++) {
        const local_pair *p = &step->pairs[i / 2];
        int lane = i % 2;
        const int *corner = p->corner[lane];
        vec2 pull[3] = { { p->ax[lane], p->ay[lane] }, { p->bx[lane], p->by[lane] }, { 0, 0 } };
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
