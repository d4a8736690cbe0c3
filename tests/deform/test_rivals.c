// test_rivals.c — the rival methods beside their papers' equations, written out plainly.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <complex.h>
#include <string.h>

#include "with_sheet.h"

#include "base/memory.h"
#include "base/trig.h"
#include "deform/arap_triangle.h"
#include "deform/arap_vertex.h"
#include "deform/blend.h"
#include "deform/igarashi09.h"
#include "deform/mls.h"
#include "deform/shepard.h"

typedef double complex point;

static point rest_at(const rig *r, int v) {
    return r->mesh.vertices[v].x + I * r->mesh.vertices[v].y;
}
static point written_at(const pantin_point32 *out, int v) {
    return (double)out[v].x + I * (double)out[v].y;
}
static point centroid(const rig *r, int h) { return r->centroids[h].x + I * r->centroids[h].y; }
static point center(const rig *r, int h) {
    return r->targets[h].center.x + I * r->targets[h].center.y;
}
static point unit(point z) { return cabs(z) > 0 ? z / cabs(z) : 1; }

// Where the k-th vertex of a patch should be, when the patch turns by `turn`.
static point goal(const rig *r, int h, int k, point turn) {
    return center(r, h) +
           r->targets[h].scale * turn * (rest_at(r, r->lists[h][k]) - centroid(r, h));
}

static rig bent_rig(uint64_t seed) {
    random_state random = random_make(seed);
    rig r = rig_make(mesh_shaken_grid(7, 5, 10, (vec2){ 5, 5 }, 0.2, &random));
    rig_hold(&r, (vec2){ 10, 50 }, 12, false);
    rig_hold(&r, (vec2){ 70, 50 }, 12, true);
    rig_hold(&r, (vec2){ 40, 8 }, 3, true);
    rig_hold(&r, (vec2){ 72, 8 }, 9, false);
    r.patches[1].weight = 300;
    for (int i = 0; i < r.count; i++) {
        r.targets[i].center.x += random_between(&random, -14, 14);
        r.targets[i].center.y += random_between(&random, -14, 14);
        r.targets[i].angle = random_between(&random, -0.7, 0.7);
    }
    r.targets[3].scale = 1.2;
    return r;
}

/// For each of ten seeds: the player's answer, and the equation's.
static void compare(const pantin_deformer *player, void (*plain)(const rig *, point *)) {
    for (uint64_t seed = 1; seed <= 10; seed++) {
        rig r = bent_rig(seed);
        int n = r.mesh.vertex_count;
        void *machine = rig_machine(&r, player, NULL);
        pantin_point32 *out = points_make(&r.mesh);
        point *x = memory_allocate((size_t)n, sizeof *x);
        rig_solve(&r, player, machine, NULL, 0, out);
        plain(&r, x);
        for (int v = 0; v < n; v++) {
            assert_near(out[v].x, creal(x[v]), 1e-4);
            assert_near(out[v].y, cimag(x[v]), 1e-4);
        }
        memory_free(x, (size_t)n, sizeof *x);
        player->destroy(machine);
        points_drop(out, &r.mesh);
        rig_drop(&r);
    }
}

// --- shepard ------------------------------------------------------------------------------------

static void plain_shepard(const rig *r, point *x) {
    for (int v = 0; v < r->mesh.vertex_count; v++) {
        point move = 0, here = 0;
        double sum = 0;
        bool on = false;
        for (int h = 0; h < r->count; h++)
            for (int k = 0; k < r->patches[h].count; k++) {
                point from = rest_at(r, r->lists[h][k]);
                point turn = r->patches[h].free_turn ? 1 : cexp(I * r->targets[h].angle);
                if (r->lists[h][k] == v) on = true, here = goal(r, h, k, turn) - from;
                double w = 1 / creal((from - rest_at(r, v)) * conj(from - rest_at(r, v)));
                move += w * (goal(r, h, k, turn) - from);
                sum += w;
            }
        x[v] = rest_at(r, v) + (on ? here : move / sum);
    }
}

static void shepard_averages_moves_by_inverse_square_distance(void **state) {
    (void)state;
    compare(&deform_shepard, plain_shepard);
}

// --- mls ----------------------------------------------------------------------------------------

/// Control points: every vertex of a held patch, the centroid of a free one.
static int list_controls(const rig *r, point *from, point *to) {
    int count = 0;
    for (int h = 0; h < r->count; h++) {
        if (r->patches[h].free_turn) {
            from[count] = centroid(r, h);
            to[count++] = center(r, h);
        }
        for (int k = 0; k < r->patches[h].count && !r->patches[h].free_turn; k++) {
            from[count] = rest_at(r, r->lists[h][k]);
            to[count++] = goal(r, h, k, cexp(I * r->targets[h].angle));
        }
    }
    return count;
}

// Section 2.3 of the paper with its matrices: f = sum q^_i A_i, A_i = w_i (p^_i; -p^_i') (v - p*; -(v
// - p*)')^T, ' a quarter turn; then |v - p*| f / |f| + q*.
static void plain_mls(const rig *r, point *x) {
    point from[64], to[64];
    int count = list_controls(r, from, to);
    for (int v = 0; v < r->mesh.vertex_count; v++) {
        point at = rest_at(r, v), p = 0, q = 0;
        double w[64], sum = 0;
        int on = PANTIN_NONE;
        for (int i = 0; i < count; i++) {
            w[i] = 1 / creal((from[i] - at) * conj(from[i] - at));
            if (from[i] == at) on = i;
            sum += w[i];
            p += w[i] * from[i];
            q += w[i] * to[i];
        }
        p /= sum;
        q /= sum;
        double fx = 0, fy = 0;
        for (int i = 0; i < count; i++) {
            double px = creal(from[i] - p), py = cimag(from[i] - p);
            double dx = creal(at - p), dy = cimag(at - p);
            double qx = creal(to[i] - q), qy = cimag(to[i] - q);
            // Rows (p^) and (-p^'), p^' = (-py, px); columns (d) and (-d').
            double a[2][2] = { { px * dx + py * dy, px * dy - py * dx },
                               { py * dx - px * dy, py * dy + px * dx } };
            fx += w[i] * (qx * a[0][0] + qy * a[1][0]);
            fy += w[i] * (qx * a[0][1] + qy * a[1][1]);
        }
        point f = fx + I * fy;
        x[v] = on != PANTIN_NONE ? to[on] : cabs(at - p) * unit(f) + q;
    }
}

static void mls_is_schaefers_rigid_deformation(void **state) {
    (void)state;
    compare(&deform_mls, plain_mls);
}

// --- igarashi09 ---------------------------------------------------------------------------------

/// A dense complex least-squares system: |row x - value|^2, each row added with a weight.
typedef struct dense {
    int n;
    point *matrix, *rhs; // [n][n], [n]
} dense;

static dense dense_make(int n) {
    return (dense){ n, memory_allocate((size_t)(n * n), sizeof(point)),
                    memory_allocate((size_t)n, sizeof(point)) };
}

static void dense_drop(dense *d) {
    memory_free(d->matrix, (size_t)(d->n * d->n), sizeof(point));
    memory_free(d->rhs, (size_t)d->n, sizeof(point));
}

static void dense_ask(dense *d, double weight, const point *row, point value) {
    for (int i = 0; i < d->n; i++) {
        if (row[i] == 0) continue;
        d->rhs[i] += weight * conj(row[i]) * value;
        for (int k = 0; k < d->n; k++) d->matrix[i * d->n + k] += weight * conj(row[i]) * row[k];
    }
}

static void dense_solve(dense *d, point *x) {
    int n = d->n;
    point *a = d->matrix;
    for (int c = 0; c < n; c++) {
        int best = c;
        for (int i = c + 1; i < n; i++)
            if (cabs(a[i * n + c]) > cabs(a[best * n + c])) best = i;
        for (int k = 0; k < n; k++) {
            point kept = a[c * n + k];
            a[c * n + k] = a[best * n + k], a[best * n + k] = kept;
        }
        point kept = d->rhs[c];
        d->rhs[c] = d->rhs[best], d->rhs[best] = kept;
        for (int i = c + 1; i < n; i++) {
            point by = a[i * n + c] / a[c * n + c];
            for (int k = c; k < n; k++) a[i * n + k] -= by * a[c * n + k];
            d->rhs[i] -= by * d->rhs[c];
        }
    }
    for (int i = n - 1; i >= 0; i--) {
        x[i] = d->rhs[i];
        for (int k = i + 1; k < n; k++) x[i] -= a[i * n + k] * x[k];
        x[i] /= a[i * n + i];
    }
}

/// c of edge a-b as a row: the best similarity of the corners of all triangles that have the edge.
static void similarity_row(const rig *r, int a, int b, point *row) {
    bool in[64] = { false };
    point mean = 0;
    double sum = 0;
    int count = 0;
    for (int t = 0; t < r->mesh.triangle_count; t++) {
        const int *c = r->mesh.triangles[t];
        bool has_a = c[0] == a || c[1] == a || c[2] == a;
        bool has_b = c[0] == b || c[1] == b || c[2] == b;
        for (int k = 0; k < 3 && has_a && has_b; k++) in[c[k]] = true;
    }
    for (int v = 0; v < r->mesh.vertex_count; v++)
        if (in[v]) mean += rest_at(r, v), count++;
    mean /= count;
    for (int v = 0; v < r->mesh.vertex_count; v++)
        if (in[v]) sum += creal((rest_at(r, v) - mean) * conj(rest_at(r, v) - mean));
    for (int v = 0; v < r->mesh.vertex_count; v++)
        row[v] = in[v] ? conj(rest_at(r, v) - mean) / sum : 0;
}

static bool is_edge(const rig *r, int a, int b) {
    for (int t = 0; t < r->mesh.triangle_count; t++) {
        const int *c = r->mesh.triangles[t];
        if ((c[0] == a || c[1] == a || c[2] == a) && (c[0] == b || c[1] == b || c[2] == b))
            return true;
    }
    return false;
}

static point times(const point *row, const point *x, int n) {
    point sum = 0;
    for (int v = 0; v < n; v++) sum += row[v] * x[v];
    return sum;
}

static void plain_igarashi(const rig *r, point *x) {
    int n = r->mesh.vertex_count, rows = n + r->count;
    dense similar = dense_make(rows), rigid = dense_make(n);
    point row[72], found[72];
    assert_true(rows <= 72);
    for (int a = 0; a < n; a++)
        for (int b = 0; b < a; b++) {
            if (!is_edge(r, a, b)) continue;
            memset(row, 0, sizeof row);
            similarity_row(r, a, b, row);
            for (int v = 0; v < n; v++) row[v] *= -(rest_at(r, a) - rest_at(r, b));
            row[a] += 1;
            row[b] -= 1;
            dense_ask(&similar, 1, row, 0);
        }
    for (int h = 0; h < r->count; h++) {
        bool turns = r->patches[h].free_turn && r->patches[h].count > 1;
        for (int k = 0; k < r->patches[h].count; k++) {
            memset(row, 0, sizeof row);
            row[r->lists[h][k]] = 1;
            if (turns) row[n + h] = -(rest_at(r, r->lists[h][k]) - centroid(r, h));
            dense_ask(&similar, r->patches[h].weight, row,
                      turns ? center(r, h) : goal(r, h, k, cexp(I * r->targets[h].angle)));
        }
        memset(row, 0, sizeof row);
        row[n + h] = 1;
        if (!turns) dense_ask(&similar, 1, row, 0);
    }
    dense_solve(&similar, found);
    for (int a = 0; a < n; a++)
        for (int b = 0; b < a; b++) {
            if (!is_edge(r, a, b)) continue;
            memset(row, 0, sizeof row);
            similarity_row(r, a, b, row);
            point c = times(row, found, n);
            memset(row, 0, sizeof row);
            row[a] = 1;
            row[b] = -1;
            dense_ask(&rigid, 1, row, unit(c) * (rest_at(r, a) - rest_at(r, b)));
        }
    for (int h = 0; h < r->count; h++) {
        point fit = 0, turn = cexp(I * r->targets[h].angle);
        for (int k = 0; k < r->patches[h].count; k++)
            fit += conj(rest_at(r, r->lists[h][k]) - centroid(r, h)) *
                   (found[r->lists[h][k]] - center(r, h));
        if (r->patches[h].free_turn) turn = unit(fit);
        for (int k = 0; k < r->patches[h].count; k++) {
            memset(row, 0, sizeof row);
            row[r->lists[h][k]] = 1;
            dense_ask(&rigid, r->patches[h].weight, row, goal(r, h, k, turn));
        }
    }
    dense_solve(&rigid, x);
    dense_drop(&similar);
    dense_drop(&rigid);
}

static void igarashi09_solves_both_of_its_least_squares(void **state) {
    (void)state;
    compare(&deform_igarashi09, plain_igarashi);
}

// --- blend --------------------------------------------------------------------------------------

// With every handle held and one moved by 64 px, each vertex moves by its weight.
static void blend_weights_are_harmonic_and_sum_to_one(void **state) {
    (void)state;
    rig r = bent_rig(1);
    int n = r.mesh.vertex_count;
    double *weights = memory_allocate((size_t)(4 * n), sizeof *weights);
    pantin_point32 *out = points_make(&r.mesh);
    for (int h = 0; h < 4; h++) r.patches[h].free_turn = false;
    void *machine = rig_machine(&r, &deform_blend, NULL);
    for (int h = 0; h < 4; h++) {
        for (int i = 0; i < 4; i++)
            r.targets[i] =
                (pantin_target){ vec2_add(r.centroids[i], (vec2){ 64 * (i == h), 0 }), 0, 1 };
        rig_solve(&r, &deform_blend, machine, NULL, 0, out);
        for (int v = 0; v < n; v++) weights[4 * v + h] = (out[v].x - r.mesh.vertices[v].x) / 64;
    }
    for (int v = 0; v < n; v++) {
        double sum = 0;
        int holder = PANTIN_NONE;
        for (int h = 0; h < 4; h++) {
            sum += weights[4 * v + h];
            assert_true(weights[4 * v + h] > -1e-5 && weights[4 * v + h] < 1 + 1e-5);
            for (int k = 0; k < r.patches[h].count; k++)
                if (r.lists[h][k] == v) holder = h;
        }
        assert_near(sum, 1, 1e-5);
        if (holder != PANTIN_NONE) {
            assert_near(weights[4 * v + holder], 1, 1e-5);
            continue;
        }
        // The mean value property, with every cotangent of the triangles around v.
        double away = 0, all = 0;
        for (int t = 0; t < r.mesh.triangle_count; t++)
            for (int k = 0; k < 3; k++) {
                const int *c = r.mesh.triangles[t];
                int a = c[k], b = c[(k + 1) % 3], top = c[(k + 2) % 3];
                if (a != v && b != v) continue;
                point both =
                    conj(rest_at(&r, a) - rest_at(&r, top)) * (rest_at(&r, b) - rest_at(&r, top));
                double w = fmax(creal(both) / cimag(both), 1e-3);
                away += w * (weights[4 * (a == v ? b : a)] - weights[4 * v]);
                all += w;
            }
        assert_near(away / all, 0, 1e-5);
    }
    deform_blend.destroy(machine);
    memory_free(weights, (size_t)(4 * n), sizeof *weights);
    points_drop(out, &r.mesh);
    rig_drop(&r);
}

static void blend_turns_free_handles_as_arap_does(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        rig r = bent_rig(seed);
        pantin_deform_options options = pantin_deform_defaults();
        options.repair = false;
        void *blend = rig_machine(&r, &deform_blend, NULL);
        void *arap = rig_machine(&r, &deform_arap_triangle, &options);
        pantin_point32 *mixed = points_make(&r.mesh), *solved = points_make(&r.mesh);
        rig_solve(&r, &deform_blend, blend, NULL, 0, mixed);
        rig_solve(&r, &deform_arap_triangle, arap, NULL, 0, solved);
        point turn[2] = { 0, 0 }; // of patch 1, in both
        for (int k = 0; k < r.patches[1].count; k++) {
            int v = r.lists[1][k];
            point arm = rest_at(&r, v) - centroid(&r, 1);
            turn[0] += conj(arm) * (written_at(mixed, v) - center(&r, 1));
            turn[1] += conj(arm) * (written_at(solved, v) - center(&r, 1));
        }
        double apart = carg(turn[0] * conj(turn[1]));
        assert_near(apart, 0, 1e-6);
        deform_blend.destroy(blend);
        deform_arap_triangle.destroy(arap);
        points_drop(mixed, &r.mesh);
        points_drop(solved, &r.mesh);
        rig_drop(&r);
    }
}

static void blend_thins_in_a_half_turn_and_arap_does_not(void **state) {
    (void)state;
    double narrowest[2] = { INFINITY, INFINITY };
    for (int which = 0; which < 2; which++) {
        rig r = rig_make(mesh_grid(40, 4, 5, (vec2){ 0, 0 }));
        rig_hold(&r, (vec2){ 5, 10 }, 12, false);
        rig_hold(&r, (vec2){ 195, 10 }, 12, false);
        r.targets[1] = (pantin_target){ { r.centroids[0].x, r.centroids[0].y + 120 }, TRIG_PI, 1 };
        const pantin_deformer *player = which ? &deform_arap_triangle : &deform_blend;
        void *machine = rig_machine(&r, player, NULL);
        pantin_point32 *out = points_make(&r.mesh);
        rig_solve(&r, player, machine, NULL, 0, out);
        for (int x = 0; x <= 40; x++)
            narrowest[which] =
                fmin(narrowest[which], cabs(written_at(out, x) - written_at(out, 4 * 41 + x)));
        player->destroy(machine);
        points_drop(out, &r.mesh);
        rig_drop(&r);
    }
    assert_true(narrowest[0] < 2); // of 20 px
    assert_true(narrowest[1] > 12);
}

// --- arap-vertex's mending ----------------------------------------------------------------------

static void the_engraving_films_repair_stays_within_its_caps_and_relaxes(void **state) {
    (void)state;
    int raw = 0, left = 0;
    float bind[512];
    for (uint64_t seed = 1; seed <= 60; seed++) {
        random_state random = random_make(seed);
        rig r = rig_make(mesh_shaken_grid(14, 14, 7, (vec2){ 0, 0 }, 0.2, &random));
        rig_hold(&r, (vec2){ 48, 90 }, 12, false);
        rig_hold(&r, (vec2){ 12, 12 }, 9, true);
        rig_hold(&r, (vec2){ 84, 12 }, 9, false);
        for (int i = 1; i < 3; i++) {
            r.targets[i].center.x += random_between(&random, -70, 70);
            r.targets[i].center.y += random_between(&random, -70, 70);
            r.targets[i].angle = random_between(&random, -1.5, 1.5);
        }
        void *machine = rig_machine(&r, &deform_arap_vertex, NULL);
        pantin_point32 *out = points_make(&r.mesh);
        pantin_deform_report report = deform_arap_vertex.solve(
            machine, r.targets, NULL, NULL, NULL, 0, (pantin_budget){ 0, 0 }, out, NULL, bind);
        assert_true(report.repair_rounds <= 10 && points_are_finite(out, r.mesh.vertex_count));
        assert_int_equal(report.iterations, 40 * (1 + report.repair_rounds));
        raw += report.inverted_raw;
        left += report.quality.inverted;
        float stiffest = 0;
        for (int t = 0; t < r.mesh.triangle_count; t++) {
            assert_true(bind[t] >= 0 && bind[t] < 5.46F); // 3^5.45 = 400
            stiffest = fmaxf(stiffest, bind[t]);
        }
        assert_int_equal(stiffest > 0, report.repair_rounds > 0);
        for (int i = 0; i < r.count; i++) r.targets[i] = (pantin_target){ r.centroids[i], 0, 1 };
        for (int frame = 0; frame < 90; frame++) // 400 * 0.93^83 < 1
            deform_arap_vertex.solve(machine, r.targets, NULL, NULL, NULL, 0,
                                     (pantin_budget){ 1, 0 }, out, NULL, bind);
        for (int t = 0; t < r.mesh.triangle_count; t++) assert_true(bind[t] == 0);
        deform_arap_vertex.destroy(machine);
        points_drop(out, &r.mesh);
        rig_drop(&r);
    }
    print_message("60 poses: %d turned over, %d after repair\n", raw, left);
    assert_true(raw > 0 && left < raw);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shepard_averages_moves_by_inverse_square_distance),
        cmocka_unit_test(mls_is_schaefers_rigid_deformation),
        cmocka_unit_test(igarashi09_solves_both_of_its_least_squares),
        cmocka_unit_test(blend_weights_are_harmonic_and_sum_to_one),
        cmocka_unit_test(blend_turns_free_handles_as_arap_does),
        cmocka_unit_test(blend_thins_in_a_half_turn_and_arap_does_not),
        cmocka_unit_test(the_engraving_films_repair_stays_within_its_caps_and_relaxes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
