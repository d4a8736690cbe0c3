// test_settled.c — where convergence is asked for, it is reached: Newton's method finds nothing left.
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
#include "deform/arap_triangle.h"

typedef double complex point;

// --- the oracle: E straight from the equation, its slope, and Newton with a dense matrix ---------

typedef struct oracle {
    const rig *r;
    int n, size;   // vertices, unknowns
    double *slope; // [size], and below another for differences
    double *other, *matrix, *way;
} oracle;

static point rest_at(const oracle *o, int v) {
    return o->r->mesh.vertices[v].x + I * o->r->mesh.vertices[v].y;
}

static point at(const double *x, int v) { return x[2 * v] + I * x[2 * v + 1]; }

static void lean(double *slope, int v, point by) {
    slope[2 * v] += creal(by);
    slope[2 * v + 1] += cimag(by);
}

// All turns at their best, so the gradient is that of E with the turns held.
static double energy_at(const oracle *o, const double *x, double *slope) {
    double energy = 0;
    memset(slope, 0, sizeof *slope * (size_t)o->size);
    for (int t = 0; t < o->r->mesh.triangle_count; t++) {
        const int *corner = o->r->mesh.triangles[t];
        point rest[3], bent[3], fit = 0;
        double c[3];
        for (int k = 0; k < 3; k++) {
            int a = corner[(k + 1) % 3], b = corner[(k + 2) % 3];
            point both = conj(rest_at(o, a) - rest_at(o, corner[k])) *
                         (rest_at(o, b) - rest_at(o, corner[k]));
            c[k] = creal(both) / cimag(both) / 2;
            rest[k] = rest_at(o, a) - rest_at(o, b);
            bent[k] = at(x, a) - at(x, b);
            fit += c[k] * conj(rest[k]) * bent[k];
        }
        for (int k = 0; k < 3; k++) {
            point off = bent[k] - fit / cabs(fit) * rest[k];
            energy += c[k] * creal(off * conj(off));
            lean(slope, corner[(k + 1) % 3], 2 * c[k] * off);
            lean(slope, corner[(k + 2) % 3], -2 * c[k] * off);
        }
    }
    for (int h = 0; h < o->r->count; h++) {
        const pantin_patch *patch = &o->r->patches[h];
        point center = o->r->targets[h].center.x + I * o->r->targets[h].center.y, fit = 0;
        point turn = cexp(I * o->r->targets[h].angle);
        point middle = o->r->centroids[h].x + I * o->r->centroids[h].y;
        for (int k = 0; k < patch->count; k++)
            fit += conj(rest_at(o, patch->vertices[k]) - middle) *
                   (at(x, patch->vertices[k]) - center);
        if (patch->free_turn) turn = cabs(fit) > 0 ? fit / cabs(fit) : 1;
        for (int k = 0; k < patch->count; k++) {
            int v = patch->vertices[k];
            point off = at(x, v) - center - turn * (rest_at(o, v) - middle);
            energy += patch->weight * creal(off * conj(off));
            lean(slope, v, 2 * patch->weight * off);
        }
    }
    return energy;
}

static void fill_matrix(oracle *o, double *x) {
    const double step = 1e-5;
    for (int i = 0; i < o->size; i++) {
        double kept = x[i];
        x[i] = kept + step;
        energy_at(o, x, o->slope);
        x[i] = kept - step;
        energy_at(o, x, o->other);
        x[i] = kept;
        for (int k = 0; k < o->size; k++)
            o->matrix[k * o->size + i] = (o->slope[k] - o->other[k]) / (2 * step);
    }
}

// Cholesky in place, then both substitutions into `way`; false where it is not positive definite.
static bool solve_dense(oracle *o) {
    int n = o->size;
    double *l = o->matrix;
    for (int j = 0; j < n; j++) {
        for (int k = 0; k < j; k++)
            for (int i = j; i < n; i++) l[i * n + j] -= l[i * n + k] * l[j * n + k];
        if (!(l[j * n + j] > 0)) return false;
        double root = sqrt(l[j * n + j]);
        for (int i = j; i < n; i++) l[i * n + j] /= root;
    }
    for (int i = 0; i < n; i++) {
        o->way[i] = -o->slope[i];
        for (int k = 0; k < i; k++) o->way[i] -= l[i * n + k] * o->way[k];
        o->way[i] /= l[i * n + i];
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++) o->way[i] -= l[k * n + i] * o->way[k];
        o->way[i] /= l[i * n + i];
    }
    return true;
}

// Newton from x, halving what does not go down. Answers the energy found.
static double polish(oracle *o, double *x) {
    double energy = energy_at(o, x, o->slope);
    double *trial = memory_allocate((size_t)o->size, sizeof *trial);
    for (int step = 0; step < 8; step++) {
        fill_matrix(o, x);
        for (int i = 0; i < o->size; i++) o->matrix[i * o->size + i] += 1e-9;
        energy_at(o, x, o->slope);
        if (!solve_dense(o)) break; // no minimum: the test will say by how much
        double scale = 1, lower = energy;
        for (; scale > 1e-4; scale /= 2) {
            for (int i = 0; i < o->size; i++) trial[i] = x[i] + scale * o->way[i];
            lower = energy_at(o, trial, o->other);
            if (lower < energy) break;
        }
        if (!(lower < energy)) break;
        energy = lower;
        memcpy(x, trial, sizeof *x * (size_t)o->size);
    }
    memory_free(trial, (size_t)o->size, sizeof *trial);
    return energy;
}

static rig bent_rig(uint64_t seed) {
    random_state random = random_make(seed);
    rig r = rig_make(mesh_shaken_grid(9, 6, 10, (vec2){ 5, 5 }, 0.2, &random));
    rig_hold(&r, (vec2){ 10, 60 }, 12, false);
    rig_hold(&r, (vec2){ 90, 60 }, 12, true);
    rig_hold(&r, (vec2){ 50, 8 }, 8, true);
    for (int i = 0; i < 3; i++) {
        r.targets[i].center.x += random_between(&random, -18, 18);
        r.targets[i].center.y += random_between(&random, -18, 18);
        r.targets[i].angle = random_between(&random, -0.6, 0.6);
    }
    return r;
}

static pantin_deform_report settle(const rig *r, void *machine, int most, double tolerance,
                                   pantin_point32 *out) {
    return deform_arap_triangle.solve(machine, r->targets, NULL, NULL, NULL, 0,
                                      (pantin_budget){ most, tolerance }, out, NULL, NULL);
}

static void newton_gains_less_than_a_millionth_of_what_has_settled(void **state) {
    (void)state;
    double worst = 0;
    for (uint64_t seed = 1; seed <= 8; seed++) {
        rig r = bent_rig(seed);
        int n = r.mesh.vertex_count, size = 2 * n;
        pantin_deform_options options = pantin_deform_defaults();
        options.repair = false;
        void *machine = rig_machine(&r, &deform_arap_triangle, &options);
        pantin_point32 *out = points_make(&r.mesh);
        pantin_deform_report report = settle(&r, machine, 2000, 1e-4, out);
        assert_true(report.iterations < 500 && report.last_move_px <= 1e-4);
        oracle o = { &r, n, size, NULL, NULL, NULL, NULL };
        double *x = memory_allocate((size_t)size, sizeof *x);
        o.slope = memory_allocate((size_t)size, sizeof(double));
        o.other = memory_allocate((size_t)size, sizeof(double));
        o.way = memory_allocate((size_t)size, sizeof(double));
        o.matrix = memory_allocate((size_t)(size * size), sizeof(double));
        memcpy(x, arap_triangle_iterate(machine), sizeof *x * (size_t)size);
        double settled = energy_at(&o, x, o.slope), best = polish(&o, x);
        worst = fmax(worst, (settled - best) / settled);
        if (!(settled - best < 1e-6 * settled))
            fail_msg("seed %d: %.9g, and Newton finds %.9g", (int)seed, settled, best);
        memory_free(x, (size_t)size, sizeof *x);
        memory_free(o.slope, (size_t)size, sizeof(double));
        memory_free(o.other, (size_t)size, sizeof(double));
        memory_free(o.way, (size_t)size, sizeof(double));
        memory_free(o.matrix, (size_t)(size * size), sizeof(double));
        deform_arap_triangle.destroy(machine);
        points_drop(out, &r.mesh);
        rig_drop(&r);
    }
    print_message("Newton gained %.2g of the energy at most\n", worst);
}

static void settling_takes_a_fraction_of_the_plain_steps_and_is_no_worse(void **state) {
    (void)state;
    random_state random = random_make(3);
    rig r = rig_make(mesh_shaken_grid(30, 20, 8, (vec2){ 0, 0 }, 0.2, &random));
    rig_hold(&r, (vec2){ 20, 140 }, 14, false);
    rig_hold(&r, (vec2){ 220, 140 }, 14, false);
    rig_hold(&r, (vec2){ 120, 20 }, 14, true);
    r.targets[1].center = (vec2){ 150, 190 };
    r.targets[1].angle = 0.9;
    r.targets[2].center.x += 60;
    pantin_deform_options options = pantin_deform_defaults();
    options.repair = false;
    void *machine = rig_machine(&r, &deform_arap_triangle, &options);
    pantin_point32 *out = points_make(&r.mesh);
    pantin_deform_report plain = settle(&r, machine, 1000, 0, out);
    pantin_deform_report quick = settle(&r, machine, 1000, 1e-4, out);
    print_message("1000 plain steps: %.6f; %d of L-BFGS: %.6f\n", plain.energy, quick.iterations,
                  quick.energy);
    assert_true(quick.iterations < 200);
    assert_true(quick.energy <= plain.energy * (1 + 1e-5));
    deform_arap_triangle.destroy(machine);
    points_drop(out, &r.mesh);
    rig_drop(&r);
}

static void what_is_at_rest_or_cannot_move_settles_at_once(void **state) {
    (void)state;
    rig r = bent_rig(1);
    for (int i = 0; i < r.count; i++) r.targets[i] = (pantin_target){ r.centroids[i], 0, 1 };
    void *machine = rig_machine(&r, &deform_arap_triangle, NULL);
    pantin_point32 *out = points_make(&r.mesh), *rest = points_make(&r.mesh);
    uint64_t before = pantin_memory_calls();
    pantin_deform_report report = settle(&r, machine, 1000, 1e-3, out);
    assert_true(report.iterations <= 1);
    assert_int_equal(report.status, PANTIN_REACHED);
    assert_true(points_apart(out, rest, r.mesh.vertex_count) < 1e-4);
    for (int i = 0; i < r.count; i++) r.targets[i].center = (vec2){ NAN, 1e300 };
    report = settle(&r, machine, 1000, 1e-3, out);
    assert_true(points_are_finite(out, r.mesh.vertex_count) && finite_double(report.energy));
    for (int i = 0; i < r.count; i++) r.targets[i] = (pantin_target){ { 50, 30 }, 9, 4 };
    report = settle(&r, machine, 1000, 1e-9, out);
    assert_true(points_are_finite(out, r.mesh.vertex_count) && report.iterations <= 11000);
    assert_int_equal(pantin_memory_calls(), before);
    deform_arap_triangle.destroy(machine);
    points_drop(out, &r.mesh);
    points_drop(rest, &r.mesh);
    rig_drop(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(newton_gains_less_than_a_millionth_of_what_has_settled),
        cmocka_unit_test(settling_takes_a_fraction_of_the_plain_steps_and_is_no_worse),
        cmocka_unit_test(what_is_at_rest_or_cannot_move_settles_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
