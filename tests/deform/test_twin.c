// test_twin.c — "arap-triangle" beside a twin written straight from the equation, on CHOLMOD:
//     E = sum_t w_t sum_e c_e |(x_i - x_j) - R_t (p_i - p_j)|^2
//       + sum_h lambda_h sum_v |x_v - (target_h + scale_h R_h (p_v - centroid_h))|^2,  c_e = cot/2.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "with_twin.h"

#include "base/memory.h"
#include "deform/arap_triangle.h"

#ifdef PANTIN_HAS_CHOLMOD

typedef struct twin {
    const rig *r;
    point *rest, *x; // vertices as complex numbers
    twin_system system;
} twin;

static twin *twin_create(const rig *r) {
    int n = r->mesh.vertex_count;
    twin *t = memory_allocate(1, sizeof *t);
    t->r = r;
    t->rest = memory_allocate((size_t)n, sizeof *t->rest);
    t->x = memory_allocate((size_t)n, sizeof *t->x);
    for (int v = 0; v < n; v++) t->rest[v] = twin_rest(r, v);
    twin_system_begin(&t->system, n, n + 9 * r->mesh.triangle_count);
    for (int i = 0; i < r->mesh.triangle_count; i++)
        for (int k = 0; k < 3; k++) {
            const int *corner = r->mesh.triangles[i];
            int a = corner[(k + 1) % 3], b = corner[(k + 2) % 3];
            double c = twin_rigidity(r, i) * twin_half_cotangent(t->rest, corner, k);
            twin_system_add(&t->system, a, a, c);
            twin_system_add(&t->system, b, b, c);
            twin_system_add(&t->system, a, b, -c);
        }
    for (int h = 0; h < r->count; h++)
        for (int k = 0; k < r->patches[h].count; k++)
            twin_system_add(&t->system, r->lists[h][k], r->lists[h][k], r->patches[h].weight);
    twin_system_factor(&t->system);
    return t;
}

static void twin_destroy(twin *t) {
    int n = t->r->mesh.vertex_count;
    twin_system_end(&t->system);
    memory_free(t->rest, (size_t)n, sizeof *t->rest);
    memory_free(t->x, (size_t)n, sizeof *t->x);
    memory_free(t, 1, sizeof *t);
}

static void pull(twin *t, int vertex, point by) { twin_system_pull(&t->system, vertex, by); }

// Gaussian elimination without pivots: the matrix is positive definite. Leaves the answer in b.
static void solve_small(double *a, point *b, int n) {
    for (int c = 0; c < n; c++)
        for (int i = c + 1; i < n; i++) {
            double by = a[i * n + c] / a[c * n + c];
            for (int k = c; k < n; k++) a[i * n + k] -= by * a[c * n + k];
            b[i] -= by * b[c];
        }
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++) b[i] -= a[i * n + k] * b[k];
        b[i] /= a[i * n + i];
    }
}

static int place_in(const pantin_patch *patch, int vertex) {
    for (int k = 0; k < patch->count; k++)
        if (patch->vertices[k] == vertex) return k;
    return PANTIN_NONE;
}

// The turn of a free patch that, with its own vertices free to follow and all else held, makes E
// least: E is |..|^2 of those vertices, so with A y = b their answer without a turn, it is that of
// sum conj(o) y. The pulls of the triangles are in the system already.
static point best_turn(const twin *t, int h, point centroid, point center) {
    const pantin_patch *patch = &t->r->patches[h];
    int n = patch->count;
    double a[40 * 40] = { 0 };
    point b[40], fit = 0;
    assert_true(n <= 40);
    for (int k = 0; k < n; k++) {
        const double *pulled = t->system.b->x;
        int v = patch->vertices[k];
        a[k * n + k] = patch->weight;
        b[k] = pulled[v] + I * pulled[t->system.n + v];
    }
    for (int i = 0; i < t->r->mesh.triangle_count; i++)
        for (int k = 0; k < 3; k++) {
            const int *corner = t->r->mesh.triangles[i];
            int v = corner[(k + 1) % 3], w = corner[(k + 2) % 3];
            int p = place_in(patch, v), q = place_in(patch, w);
            double c = twin_rigidity(t->r, i) * twin_half_cotangent(t->rest, corner, k);
            if (p != PANTIN_NONE) a[p * n + p] += c;
            if (q != PANTIN_NONE) a[q * n + q] += c;
            if (p != PANTIN_NONE && q != PANTIN_NONE) a[p * n + q] -= c, a[q * n + p] -= c;
            if (p != PANTIN_NONE && q == PANTIN_NONE) b[p] += c * (t->x[w] - center);
            if (q != PANTIN_NONE && p == PANTIN_NONE) b[q] += c * (t->x[v] - center);
        }
    solve_small(a, b, n);
    for (int k = 0; k < n; k++) fit += conj(t->rest[patch->vertices[k]] - centroid) * b[k];
    return n > 1 ? fit / cabs(fit) : 1;
}

static void twin_iterate(twin *t) {
    const rig *r = t->r;
    twin_system_clear(&t->system);
    for (int i = 0; i < r->mesh.triangle_count; i++) {
        const int *corner = r->mesh.triangles[i];
        point fit = 0;
        for (int k = 0; k < 3; k++) {
            int a = corner[(k + 1) % 3], b = corner[(k + 2) % 3];
            fit += twin_half_cotangent(t->rest, corner, k) * conj(t->rest[a] - t->rest[b]) *
                   (t->x[a] - t->x[b]);
        }
        point turn = fit / cabs(fit);
        for (int k = 0; k < 3; k++) {
            int a = corner[(k + 1) % 3], b = corner[(k + 2) % 3];
            double c = twin_rigidity(r, i) * twin_half_cotangent(t->rest, corner, k);
            pull(t, a, c * turn * (t->rest[a] - t->rest[b]));
            pull(t, b, c * turn * (t->rest[b] - t->rest[a]));
        }
    }
    for (int h = 0; h < r->count; h++) {
        const pantin_patch *patch = &r->patches[h];
        point centroid = 0, turn = cexp(I * r->targets[h].angle);
        point center = r->targets[h].center.x + I * r->targets[h].center.y;
        for (int k = 0; k < patch->count; k++)
            centroid += t->rest[patch->vertices[k]] / patch->count;
        if (patch->free_turn) turn = best_turn(t, h, centroid, center);
        for (int k = 0; k < patch->count; k++)
            pull(t, patch->vertices[k],
                 patch->weight * (center + r->targets[h].scale * turn *
                                               (t->rest[patch->vertices[k]] - centroid)));
    }
    twin_system_solve(&t->system, t->x);
}

// E as the equation reads, every turn at its best for the points written.
static double energy_of(const twin *t, const pantin_point32 *out) {
    const rig *r = t->r;
    double energy = 0;
    for (int i = 0; i < r->mesh.triangle_count; i++) {
        const int *corner = r->mesh.triangles[i];
        point rest[3], bent[3], fit = 0;
        double c[3];
        for (int k = 0; k < 3; k++) {
            int a = corner[(k + 1) % 3], b = corner[(k + 2) % 3];
            c[k] = twin_half_cotangent(t->rest, corner, k);
            rest[k] = t->rest[a] - t->rest[b];
            bent[k] = (out[a].x - (double)out[b].x) + I * (out[a].y - (double)out[b].y);
            fit += c[k] * conj(rest[k]) * bent[k];
        }
        for (int k = 0; k < 3; k++) {
            double off = cabs(bent[k] - fit / cabs(fit) * rest[k]);
            energy += twin_rigidity(r, i) * c[k] * off * off;
        }
    }
    for (int h = 0; h < r->count; h++) {
        const pantin_patch *patch = &r->patches[h];
        point centroid = 0, fit = 0, turn = cexp(I * r->targets[h].angle);
        point center = r->targets[h].center.x + I * r->targets[h].center.y;
        for (int k = 0; k < patch->count; k++)
            centroid += t->rest[patch->vertices[k]] / patch->count;
        for (int k = 0; k < patch->count; k++) {
            int v = patch->vertices[k];
            fit += conj(t->rest[v] - centroid) * (out[v].x + I * out[v].y - center);
        }
        if (patch->free_turn) turn = cabs(fit) > 0 ? fit / cabs(fit) : 1;
        for (int k = 0; k < patch->count; k++) {
            int v = patch->vertices[k];
            double off = cabs(out[v].x + I * out[v].y - center -
                              r->targets[h].scale * turn * (t->rest[v] - centroid));
            energy += patch->weight * off * off;
        }
    }
    return energy;
}

// From the same start, after each of these many iterations.
static void compare_from(const rig *r, const pantin_point32 *start) {
    static const int counts[] = { 1, 2, 8, 40 };
    int n = r->mesh.vertex_count;
    pantin_deform_options options = pantin_deform_defaults();
    options.repair = false;
    void *machine = rig_machine(r, &deform_arap_triangle, &options);
    pantin_point32 *out = points_make(&r->mesh);
    twin *t = twin_create(r);
    for (int v = 0; v < n; v++) t->x[v] = start[v].x + I * start[v].y;
    for (int c = 0, done = 0; c < 4; c++) {
        for (; done < counts[c]; done++) twin_iterate(t);
        pantin_deform_report report =
            rig_solve(r, &deform_arap_triangle, machine, start, counts[c], out);
        assert_int_equal(report.iterations, counts[c]);
        const double *x = arap_triangle_iterate(machine);
        double largest = 0, apart = 0;
        for (int v = 0; v < n; v++) {
            largest = fmax(largest, cabs(t->x[v]));
            apart = fmax(apart, cabs(t->x[v] - (x[2 * v] + I * x[2 * v + 1])));
            assert_true(twin_is_written(out[v], t->x[v]));
        }
        double energy = energy_of(t, out);
        assert_near(report.energy, energy,
                    1e-6 * energy); // its handle part is that of float32 places
        if (apart > 1e-9 * largest) fail_msg("after %d: %g px of %g", counts[c], apart, largest);
    }
    twin_destroy(t);
    deform_arap_triangle.destroy(machine);
    points_drop(out, &r->mesh);
}

static void compare_rig(rig r) {
    pantin_point32 *start = twin_start(&r);
    compare_from(&r, start);
    points_drop(start, &r.mesh);
    twin_rig_drop(&r);
}

static void square_cells_bend_as_the_twin(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) compare_rig(twin_rig(seed, false, 0));
}

static void shaken_cells_with_blunt_corners_bend_as_the_twin(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) compare_rig(twin_rig(seed, false, 0.2));
}

static void a_mirrored_rest_bends_as_the_twin(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 3; seed++) compare_rig(twin_rig(seed, true, 0.2));
}

#else

static void skip_without_cholmod(void **state) {
    (void)state;
    skip();
}

#endif

int main(void) {
    const struct CMUnitTest tests[] = {
#ifdef PANTIN_HAS_CHOLMOD
        cmocka_unit_test(square_cells_bend_as_the_twin),
        cmocka_unit_test(shaken_cells_with_blunt_corners_bend_as_the_twin),
        cmocka_unit_test(a_mirrored_rest_bends_as_the_twin),
#else
        cmocka_unit_test(skip_without_cholmod),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
