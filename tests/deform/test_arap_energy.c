// test_arap_energy.c — the flip-free energy of triangles and handles beside finite differences, an
// eigenvalue oracle, and bisection.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "with_sheet.h"

#include "base/memory.h"
#include "base/trig.h"
#include "deform/arap.h"

// --- one triangle -------------------------------------------------------------------------------

typedef struct lone {
    arena owner;
    elements parts;
} lone;

// Corner k is vertex numbers[k]; blocks 0..2 are the vertices', 3 + v that of the edge across from v.
static lone lone_make(const vec2 *corners, const int *numbers, double rigidity, double limb) {
    lone l = { 0 };
    int places[3] = { 0, 1, 2 }, sides[1][3];
    double area = vec2_cross(vec2_sub(corners[1], corners[0]), vec2_sub(corners[2], corners[0]));
    element one = { .area = area / 2, .rigidity = rigidity, .bone = limb };
    for (int k = 0; k < 3; k++) {
        one.corners[k] = corners[k];
        one.numbers[k] = numbers[k];
        sides[0][k] = 3 + numbers[k];
    }
    assert_true(elements_create(&l.parts, &l.owner, &one, 1, places, (const int(*)[3])sides));
    return l;
}

// Second derivatives as a matrix of 6, with the constant part.
static void lone_matrix(const lone *l, const double *x, bool exact, double *slope, double h[6][6]) {
    static const int rows_of[6] = { 0, 1, 2, 2, 2, 1 }, columns_of[6] = { 0, 1, 2, 1, 0, 0 };
    double2 places[12], found[4], at[4];
    memset(places, 0, sizeof places);
    memset(found, 0, sizeof found);
    memcpy(at, x, 6 * sizeof *x);
    elements_add_constant(&l->parts, (double *)places);
    elements_assemble(&l->parts, (double *)at, exact, (double *)found, (double *)places);
    memcpy(slope, found, 6 * sizeof *slope);
    for (int p = 0; p < 6; p++)
        for (int c = 0; c < 2; c++)
            for (int r = 0; r < 2; r++) {
                double value = places[2 * p + c][r];
                h[2 * rows_of[p] + r][2 * columns_of[p] + c] = value;
                h[2 * columns_of[p] + c][2 * rows_of[p] + r] = value;
            }
}

static double lone_energy(const lone *l, const double *x) {
    double2 at[4];
    memset(at, 0, sizeof at);
    memcpy(at, x, 6 * sizeof *x);
    return elements_energy(&l->parts, (double *)at);
}

typedef struct shape {
    vec2 rest[3];
    int numbers[3];
    double x[6]; // by number
    double rigidity, bone, angle;
    double ratio;
} shape;

// A random triangle, bent at random to a ratio of areas in low..high, and numbered at random.
static shape random_shape(random_state *r, double low, double high) {
    static const int orders[6][3] = { { 0, 1, 2 }, { 1, 2, 0 }, { 2, 0, 1 },
                                      { 0, 2, 1 }, { 2, 1, 0 }, { 1, 0, 2 } };
    shape s = { .rigidity = random_below(r, 2) ? 1 : random_between(r, 1, 40) };
    s.bone = random_below(r, 2) ? 0 : random_between(r, 0, 10);
    s.angle = random_between(r, -3, 3);
    memcpy(s.numbers, orders[random_below(r, 6)], sizeof s.numbers);
    for (;;) {
        vec2 bent[3];
        for (int k = 0; k < 3; k++) {
            s.rest[k] = vec2_make(random_between(r, -10, 10), random_between(r, -10, 10));
            bent[k] = vec2_make(random_between(r, -10, 10), random_between(r, -10, 10));
            s.x[2 * s.numbers[k]] = bent[k].x;
            s.x[2 * s.numbers[k] + 1] = bent[k].y;
        }
        double area = vec2_cross(vec2_sub(s.rest[1], s.rest[0]), vec2_sub(s.rest[2], s.rest[0]));
        double now = vec2_cross(vec2_sub(bent[1], bent[0]), vec2_sub(bent[2], bent[0]));
        s.ratio = now / area;
        if (area > 4 && s.ratio > low && s.ratio < high) return s;
    }
}

static lone shape_element(const shape *s) {
    lone l = lone_make(s->rest, s->numbers, s->rigidity, s->bone);
    element_pair *p = &l.parts.pairs[0];
    p->pull_x = p->bone * cos(s->angle);
    p->pull_y = p->bone * sin(s->angle);
    return l;
}

static void the_energy_is_the_formula(void **state) {
    (void)state;
    random_state r = random_make(1);
    for (int n = 0; n < 500; n++) {
        shape s = random_shape(&r, 0.03, 3);
        lone l = shape_element(&s);
        // J by columns: the bent edges times the inverse of the rest ones.
        vec2 e1 = vec2_sub(s.rest[1], s.rest[0]), e2 = vec2_sub(s.rest[2], s.rest[0]), at[3];
        for (int k = 0; k < 3; k++)
            at[k] = vec2_make(s.x[2 * s.numbers[k]], s.x[2 * s.numbers[k] + 1]);
        vec2 d1 = vec2_sub(at[1], at[0]), d2 = vec2_sub(at[2], at[0]);
        double twice = vec2_cross(e1, e2), area = twice / 2;
        double a = (d1.x * e2.y - d2.x * e1.y) / twice, b = (d2.x * e1.x - d1.x * e2.x) / twice;
        double c = (d1.y * e2.y - d2.y * e1.y) / twice, d = (d2.y * e1.x - d1.y * e2.x) / twice;
        double ux = (a + d) / 2, uy = (c - b) / 2, q2 = ((a - d) * (a - d) + (b + c) * (b + c)) / 4;
        double length = sqrt(ux * ux + uy * uy), y = (a * d - b * c - 0.02) / 0.28;
        double want = s.rigidity * (2 * (length - 1) * (length - 1) + 2 * q2);
        want += y < 1 ? 0.3 * (1 - y) * (1 - y) * (1 - y) / y : 0;
        double off =
            (ux - cos(s.angle)) * (ux - cos(s.angle)) + (uy - sin(s.angle)) * (uy - sin(s.angle));
        want += s.bone * (2 * off + 2 * q2);
        assert_near(lone_energy(&l, s.x) / (area * want), 1, 1e-9);
        arena_free(&l.owner);
    }
}

static void slopes_and_curvatures_are_those_of_finite_differences(void **state) {
    (void)state;
    random_state r = random_make(2);
    for (int n = 0; n < 500; n++) {
        shape s = random_shape(&r, 0.06, n % 2 ? 0.29 : 3);
        if (fabs(s.ratio - 0.3) < 0.01) continue; // where B begins its third derivative jumps
        lone l = shape_element(&s);
        double h[6][6], none[6][6], slope[6], above[6], below[6], scale = 1;
        lone_matrix(&l, s.x, true, slope, h);
        for (int k = 0; k < 6; k++) scale = fmax(scale, fmax(fabs(slope[k]), fabs(h[k][k])));
        for (int k = 0; k < 6; k++) {
            double step = 1e-6, at = s.x[k];
            s.x[k] = at + step;
            double high = lone_energy(&l, s.x);
            lone_matrix(&l, s.x, true, above, none);
            s.x[k] = at - step;
            double low = lone_energy(&l, s.x);
            lone_matrix(&l, s.x, true, below, none);
            s.x[k] = at;
            assert_near((high - low) / (2 * step), slope[k], 1e-5 * scale);
            for (int j = 0; j < 6; j++)
                assert_near((above[j] - below[j]) / (2 * step), h[j][k], 2e-5 * scale);
        }
        arena_free(&l.owner);
    }
}

// Cyclic Jacobi: the eigenvalues of a symmetric matrix, in place.
static void eigenvalues(double h[6][6], double *values) {
    for (int sweep = 0; sweep < 30; sweep++)
        for (int p = 0; p < 6; p++)
            for (int q = p + 1; q < 6; q++) {
                if (h[p][q] == 0) continue;
                double angle = 0.5 * atan2(2 * h[p][q], h[q][q] - h[p][p]);
                double c = cos(angle), s = sin(angle);
                for (int k = 0; k < 6; k++) {
                    double a = h[k][p], b = h[k][q];
                    h[k][p] = c * a - s * b, h[k][q] = s * a + c * b;
                }
                for (int k = 0; k < 6; k++) {
                    double a = h[p][k], b = h[q][k];
                    h[p][k] = c * a - s * b, h[q][k] = s * a + c * b;
                }
            }
    for (int k = 0; k < 6; k++) values[k] = h[k][k];
}

static void curvatures_made_positive_have_no_negative_eigenvalue(void **state) {
    (void)state;
    random_state r = random_make(3);
    int indefinite = 0, kept = 0;
    for (int n = 0; n < 2000; n++) {
        shape s = random_shape(&r, 0.0201, n % 3 ? 0.4 : 4);
        lone l = shape_element(&s);
        double h[6][6], exact[6][6], slope[6], values[6], size = 0;
        lone_matrix(&l, s.x, false, slope, h);
        lone_matrix(&l, s.x, true, slope, exact);
        bool same = true;
        for (int j = 0; j < 6; j++)
            for (int k = 0; k < 6; k++) {
                size = fmax(size, fabs(h[j][k]));
                same = same && fabs(h[j][k] - exact[j][k]) <= 1e-9 * (1 + fabs(h[j][k]));
            }
        eigenvalues(h, values);
        for (int k = 0; k < 6; k++) assert_true(values[k] >= -1e-9 * fmax(1, size));
        eigenvalues(exact, values);
        double least = 0;
        for (int k = 0; k < 6; k++) least = fmin(least, values[k]);
        // What was positive already is left as it is.
        if (least > -1e-12 * size) assert_true(same);
        indefinite += least < -1e-6 * size;
        kept += same;
        arena_free(&l.owner);
    }
    assert_true(indefinite > 200 && kept > 200);
}

// --- the way to the floor -----------------------------------------------------------------------

// Where (1 - t) of it remain: the smallest t in 0..100 at which d = above + linear t + square t^2 is 0.
static double bisect(double above, double linear, double square) {
    double low = 0, high = 0;
    bool found = false;
    for (int k = 1; k <= 400000 && !found; k++) {
        double t = k * 0.00025;
        found = above + t * (linear + t * square) <= 0;
        if (found) high = t, low = t - 0.00025;
    }
    if (!found) return INFINITY;
    for (int k = 0; k < 60; k++) {
        double t = (low + high) / 2;
        if (above + t * (linear + t * square) <= 0)
            high = t;
        else
            low = t;
    }
    return high;
}

static double root_of(double above, double linear, double square) {
    double2 rate = barrier_rate(double2_splat(above), double2_splat(linear), double2_splat(square));
    assert_true(rate[0] == rate[1]);
    return rate[0] > 0 ? 1 / rate[0] : INFINITY;
}

static void the_step_to_the_floor_is_what_bisection_finds(void **state) {
    (void)state;
    random_state r = random_make(4);
    for (int n = 0; n < 60; n++) {
        double above = n % 4 ? random_between(&r, 0.01, 2) : random_between(&r, 1e-6, 1e-5);
        double linear = random_between(&r, -3, 1), square = random_between(&r, -1, 1);
        if (n % 5 == 0) square = 0; // a shift, or two steps along one line
        double found = root_of(above, linear, square), want = bisect(above, linear, square);
        if (found > 100) continue;
        // A touch is met or passed by as rounding will have it.
        if (want == INFINITY) assert_true(fabs(linear * linear - 4 * square * above) < 1e-3);
        if (want < INFINITY) assert_near(found / want, 1, 1e-6);
    }
}

static void the_step_to_the_floor_knows_its_special_cases(void **state) {
    (void)state;
    assert_near(root_of(1, -2, 0), 0.5, 1e-15);             // no square
    assert_true(root_of(1, 2, 0) == INFINITY);              // away
    assert_true(root_of(1, 0, 0) == INFINITY);              // a step that does not turn or stretch
    assert_true(root_of(1, 1, 1) == INFINITY);              // never
    assert_near(root_of(1, -2, 1), 1, 1e-7);                // a touch
    assert_near(root_of(1, 0, -4), 0.5, 1e-15);             // curving down
    assert_near(root_of(1e-300, -1, 1e-8), 1e-300, 1e-310); // as good as there
    assert_near(root_of(1, -1, 1e-18), 1, 1e-15);           // no cancellation in a tiny square
}

// --- handles ------------------------------------------------------------------------------------

// A machine, and points shaken so that nothing is special.
typedef struct shaken {
    rig r;
    arap_machine *m;
    double *x;
} shaken;

static shaken shaken_make(uint64_t seed) {
    random_state random = random_make(seed);
    shaken s = { .r = rig_make(mesh_shaken_grid(5, 4, 10, (vec2){ 0, 0 }, 0.15, &random)) };
    rig_hold(&s.r, (vec2){ 5, 5 }, 9, true);
    rig_hold(&s.r, (vec2){ 45, 35 }, 9, false);
    rig_hold(&s.r, (vec2){ 45, 5 }, 0, true);
    s.r.targets[0].center.x += 3;
    s.r.targets[0].scale = 1.25;
    s.r.targets[1].angle = 0.3;
    s.m = rig_machine(&s.r, &deform_arap, NULL);
    pantin_point32 *out = points_make(&s.r.mesh);
    rig_solve(&s.r, &deform_arap, s.m, NULL, 0, out);
    points_drop(out, &s.r.mesh);
    s.x = s.m->x;
    for (int k = 0; k < 2 * s.m->solver.row_count; k++) s.x[k] += random_between(&random, -1, 1);
    return s;
}

static void shaken_drop(shaken *s) {
    deform_arap.destroy(s->m);
    rig_drop(&s->r);
}

static void slopes_with_handles_are_those_of_finite_differences(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        shaken s = shaken_make(seed);
        newton *n = &s.m->solver;
        newton_assemble(n, s.x, 1, false);
        double scale = 1;
        for (int v = 0; v < n->vertex_count; v++)
            scale = fmax(scale, fabs(n->slope[2 * n->number[v]]));
        for (int v = 0; v < n->vertex_count; v++)
            for (int c = 0; c < 2; c++) {
                double *at = &s.x[2 * n->number[v] + c], was = *at;
                *at = was + 1e-6;
                double high = newton_energy(n, s.x, 1);
                *at = was - 1e-6;
                double low = newton_energy(n, s.x, 1);
                *at = was;
                assert_near((high - low) / 2e-6, n->slope[2 * n->number[v] + c], 3e-5 * scale);
            }
        shaken_drop(&s);
    }
}

// A free turn is an unknown of its own: with it gone, the matrix is the energy's. So the step it
// gives is Newton's, and slope(x + h step) = (1 - h) slope(x) + O(h^2).
static void a_step_is_newtons_although_turns_are_rows_of_their_own(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        shaken s = shaken_make(seed);
        newton *n = &s.m->solver;
        // Near a minimum, where the exact matrix is positive.
        newton_run(n, s.x, (newton_task){ 1, 100, 1e-3, INFINITY });
        random_state random = random_make(seed + 100);
        for (int v = 0; v < n->vertex_count; v++)
            s.x[2 * n->number[v]] += random_between(&random, -1e-3, 1e-3);
        size_t numbers = 2 * ((size_t)n->row_count + 1);
        double *step = arena_take(&s.m->base.owner, numbers, sizeof *step);
        double *slope = arena_take(&s.m->base.owner, numbers, sizeof *slope);
        newton_assemble(n, s.x, 1, true);
        assert_true(linear_factor_placed(n->system, n->places));
        memcpy(step, n->slope, numbers * sizeof *step);
        memcpy(slope, n->slope, numbers * sizeof *slope);
        linear_solve_numbered(n->system, step);
        double size = 0;
        for (int v = 0; v < n->vertex_count; v++)
            for (int c = 0; c < 2; c++) {
                size_t k = 2 * (size_t)n->number[v] + (size_t)c;
                size = fmax(size, fabs(slope[k]));
                s.x[k] -= step[k];
            }
        newton_assemble(n, s.x, 1, true);
        for (int v = 0; v < n->vertex_count; v++)
            for (int c = 0; c < 2; c++) assert_near(n->slope[2 * n->number[v] + c], 0, 2e-3 * size);
        shaken_drop(&s);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_energy_is_the_formula),
        cmocka_unit_test(slopes_and_curvatures_are_those_of_finite_differences),
        cmocka_unit_test(curvatures_made_positive_have_no_negative_eigenvalue),
        cmocka_unit_test(the_step_to_the_floor_is_what_bisection_finds),
        cmocka_unit_test(the_step_to_the_floor_knows_its_special_cases),
        cmocka_unit_test(slopes_with_handles_are_those_of_finite_differences),
        cmocka_unit_test(a_step_is_newtons_although_turns_are_rows_of_their_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
