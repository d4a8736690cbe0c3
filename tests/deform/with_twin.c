// with_twin.c — what the twins of the solvers share: the rest as complex numbers, and CHOLMOD.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "with_twin.h"

#ifdef PANTIN_HAS_CHOLMOD

#include "base/memory.h"

void twin_system_begin(twin_system *s, int n, int most_entries) {
    s->n = n;
    cholmod_start(&s->common);
    s->list = cholmod_allocate_triplet((size_t)n, (size_t)n, (size_t)most_entries, -1, CHOLMOD_REAL,
                                       &s->common);
    s->b = cholmod_zeros((size_t)n, 2, CHOLMOD_REAL, &s->common);
}

void twin_system_add(twin_system *s, int row, int column, double value) {
    cholmod_triplet *list = s->list;
    ((int *)list->i)[list->nnz] = row > column ? row : column; // the lower triangle is kept
    ((int *)list->j)[list->nnz] = row > column ? column : row;
    ((double *)list->x)[list->nnz++] = value;
}

void twin_system_factor(twin_system *s) {
    cholmod_sparse *matrix = cholmod_triplet_to_sparse(s->list, 0, &s->common);
    s->factor = cholmod_analyze(matrix, &s->common);
    assert_true(cholmod_factorize(matrix, s->factor, &s->common));
    cholmod_free_sparse(&matrix, &s->common);
}

void twin_system_clear(twin_system *s) {
    for (int i = 0; i < 2 * s->n; i++) ((double *)s->b->x)[i] = 0;
}

void twin_system_pull(twin_system *s, int row, point by) {
    double *b = s->b->x;
    b[row] += creal(by);
    b[s->n + row] += cimag(by);
}

void twin_system_solve(twin_system *s, point *x) {
    cholmod_dense *made = cholmod_solve(CHOLMOD_A, s->factor, s->b, &s->common);
    for (int v = 0; v < s->n; v++)
        x[v] = ((double *)made->x)[v] + I * ((double *)made->x)[s->n + v];
    cholmod_free_dense(&made, &s->common);
}

void twin_system_end(twin_system *s) {
    cholmod_free_triplet(&s->list, &s->common);
    cholmod_free_dense(&s->b, &s->common);
    cholmod_free_factor(&s->factor, &s->common);
    cholmod_finish(&s->common);
}

point twin_rest(const rig *r, int vertex) {
    vec2 p = r->mesh.vertices[vertex];
    return r->mirrored ? 2 * rig_middle(r) - p.x + I * p.y : p.x + I * p.y;
}

double twin_half_cotangent(const point *rest, const int *corner, int k) {
    point a = rest[corner[(k + 1) % 3]] - rest[corner[k]];
    point b = rest[corner[(k + 2) % 3]] - rest[corner[k]];
    point both = conj(a) * b; // |a| |b| e^(i angle)
    return creal(both) / fabs(cimag(both)) / 2;
}

double twin_rigidity(const rig *r, int triangle) {
    return r->rigidity != NULL ? r->rigidity[triangle] : 1;
}

rig twin_rig(uint64_t seed, bool mirrored, double shake) {
    random_state random = random_make(seed);
    rig r = rig_make(mesh_shaken_grid(24, 14, 9, (vec2){ 15, 30 }, shake, &random));
    rig_hold(&r, (vec2){ 30, 140 }, 15, false);
    rig_hold(&r, (vec2){ 215, 140 }, 12, false);
    rig_hold(&r, (vec2){ 120, 40 }, 20, true);
    rig_hold(&r, (vec2){ 60, 60 }, 0, true);
    rig_hold(&r, (vec2){ 200, 50 }, 10, true);
    r.patches[1].weight = 20;
    r.patches[4].weight = 5e4;
    r.mirrored = mirrored;
    r.rigidity = memory_allocate((size_t)r.mesh.triangle_count, sizeof(double));
    for (int t = 0; t < r.mesh.triangle_count; t++) r.rigidity[t] = t < 60 ? 40 : 1;
    for (int h = 0; h < r.count; h++) {
        pantin_target *target = &r.targets[h];
        point sum = 0;
        for (int k = 0; k < r.patches[h].count; k++) sum += twin_rest(&r, r.lists[h][k]);
        target->center = (vec2){ creal(sum) / r.patches[h].count, cimag(sum) / r.patches[h].count };
        target->center.x += random_between(&random, -25, 25);
        target->center.y += random_between(&random, -25, 25);
        target->angle = random_between(&random, -0.8, 0.8);
    }
    r.targets[1].scale = 1.25;
    return r;
}

pantin_point32 *twin_start(const rig *r) {
    pantin_point32 *start = points_make(&r->mesh);
    random_state random = random_make(7);
    for (int v = 0; v < r->mesh.vertex_count; v++) {
        point p = twin_rest(r, v);
        start[v].x = (float)(creal(p) + random_between(&random, -2, 2));
        start[v].y = (float)(cimag(p) + random_between(&random, -2, 2));
    }
    return start;
}

void twin_rig_drop(rig *r) {
    memory_free(r->rigidity, (size_t)r->mesh.triangle_count, sizeof(double));
    rig_drop(r);
}

static double ulp_of(float value) {
    return (double)nextafterf(fabsf(value), INFINITY) - fabsf(value);
}

bool twin_is_written(pantin_point32 out, point x) {
    return fabs(out.x - creal(x)) <= ulp_of((float)creal(x)) &&
           fabs(out.y - cimag(x)) <= ulp_of((float)cimag(x));
}

#endif
