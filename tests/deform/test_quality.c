// test_quality.c — the bend meter against cases worked out by hand.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>

#include "with_sheet.h"

#include "base/trig.h"

static pantin_bend_meter *meter_of(const pantin_mesh *mesh, bool mirrored, const double *rigidity) {
    pantin_error error = { 0 };
    pantin_bend_meter *meter = pantin_bend_meter_create(mesh, mirrored, rigidity, &error);
    if (meter == NULL) fail_msg("%s: %s", error.where, error.text);
    return meter;
}

static pantin_bend_quality measure_once(const pantin_mesh *mesh, const pantin_point32 *bent) {
    pantin_bend_meter *meter = meter_of(mesh, false, NULL);
    pantin_bend_quality quality = pantin_bend_measure(meter, bent, NULL, NULL);
    pantin_bend_meter_destroy(meter);
    return quality;
}

// Two right triangles of area 2, sharing the diagonal of a square of side 2.
static pantin_mesh square(void) { return mesh_grid(1, 1, 2, (vec2){ 0, 0 }); }

static void at_rest_nothing_is_bent(void **state) {
    (void)state;
    pantin_mesh mesh = mesh_grid(4, 3, 8, (vec2){ 5, 6 });
    pantin_point32 *points = points_make(&mesh);
    pantin_bend_quality q = measure_once(&mesh, points);
    assert_int_equal(q.inverted, 0);
    assert_int_equal(q.branch_points, 0);
    // Small whole numbers: every product is exact, so there is no tolerance.
    assert_true(q.min_area_ratio == 1 && q.energy_normalized == 0);
    assert_true(q.stretch_mean == 0 && q.stretch_p95 == 0 && q.feature_distortion == 0);
    points_drop(points, &mesh);
    mesh_drop(&mesh);
}

static void stretching_x_threefold_is_told_in_every_figure(void **state) {
    (void)state;
    pantin_mesh mesh = square();
    pantin_point32 *points = points_make(&mesh);
    for (int v = 0; v < 4; v++) points[v].x *= 3;
    double stretch[2], ratio[2], rigidity[2] = { 1, 40 };
    pantin_bend_meter *meter = meter_of(&mesh, false, rigidity);
    pantin_bend_quality q = pantin_bend_measure(meter, points, stretch, ratio);
    // J = diag(3, 1): det 3, |J - I|^2 = 4, sigma 3 and 1.
    assert_int_equal(q.inverted, 0);
    assert_near(q.min_area_ratio, 3, 1e-15);
    assert_near(q.energy_normalized, 4, 1e-14);
    assert_near(q.stretch_mean, 2, 1e-15);
    assert_near(q.stretch_p95, 2, 1e-15);
    assert_near(q.feature_distortion, 2, 1e-15);
    for (int t = 0; t < 2; t++) {
        assert_near(stretch[t], 2, 1e-15);
        assert_near(ratio[t], 3, 1e-15);
    }
    pantin_bend_meter_destroy(meter);
    points_drop(points, &mesh);
    mesh_drop(&mesh);
}

static void a_turned_over_triangle_counts_and_its_small_singular_value_is_negative(void **state) {
    (void)state;
    pantin_mesh mesh = square();
    pantin_point32 *points = points_make(&mesh);
    points[1] = points[2]; // corner b of triangle a b d laid upon c: the triangle is a mirror image
    double stretch[2], ratio[2];
    pantin_bend_meter *meter = meter_of(&mesh, false, NULL);
    pantin_bend_quality q = pantin_bend_measure(meter, points, stretch, ratio);
    assert_int_equal(q.inverted, 1);
    assert_near(q.min_area_ratio, -1, 1e-15);
    // sigma 1 and -1: |sigma2 - 1| = 2. The nearest rotation of a reflection is sqrt 4 away.
    assert_near(stretch[0], 2, 1e-15);
    assert_near(ratio[1], 1, 1e-15);
    assert_near(q.energy_normalized, 4 * 0.5, 1e-14);
    pantin_bend_meter_destroy(meter);
    points_drop(points, &mesh);
    mesh_drop(&mesh);
}

static void a_triangle_of_no_area_counts_as_turned_over(void **state) {
    (void)state;
    pantin_mesh mesh = square();
    pantin_point32 *points = points_make(&mesh);
    points[1] = (pantin_point32){ 1, 1 }; // on the diagonal
    pantin_bend_quality q = measure_once(&mesh, points);
    assert_int_equal(q.inverted, 1);
    assert_true(q.min_area_ratio == 0);
    points_drop(points, &mesh);
    mesh_drop(&mesh);
}

// Stretch is weighed by area: of 20 equal cells one pair is pulled far, 5 % of the area.
static void the_95th_percentile_goes_by_area(void **state) {
    (void)state;
    pantin_mesh mesh = square();
    for (int extra = 1; extra < 20; extra++)
        mesh = mesh_join(mesh, mesh_grid(1, 1, 2, (vec2){ 10.0 * extra, 0 }));
    pantin_point32 *points = points_make(&mesh);
    for (int v = 0; v < 4; v++) points[v].y *= 8;
    pantin_bend_quality q = measure_once(&mesh, points);
    assert_true(q.stretch_p95 == 0); // 95 % of the area is not stretched at all
    assert_near(q.stretch_mean, 7 * 0.05, 1e-14);
    for (int v = 4; v < 8; v++) points[v].y *= 4;
    q = measure_once(&mesh, points);
    assert_near(q.stretch_p95, 3, 1e-14); // 90 % at 0, then 5 % at 3, then 5 % at 7
    points_drop(points, &mesh);
    mesh_drop(&mesh);
}

// The answer by sorting everything, as the definition reads.
static double p95_plain(const double *stretch, const double *area, int count, double total) {
    double best = INFINITY;
    for (int candidate = 0; candidate < count; candidate++) {
        double within = 0;
        for (int t = 0; t < count; t++)
            if (stretch[t] <= stretch[candidate]) within += area[t];
        if (within >= 0.95 * total - 1e-9 && stretch[candidate] < best) best = stretch[candidate];
    }
    return best;
}

static void the_95th_percentile_of_random_shapes_is_that_of_the_definition(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        random_state r = random_make(seed);
        pantin_mesh mesh = mesh_shaken_grid(9, 8, 10, (vec2){ 0, 0 }, 0.2, &r);
        pantin_point32 *points = points_make(&mesh);
        double amount = seed % 2 ? 1e-6 : 30; // within the finest bins, and beyond the coarsest
        for (int v = 0; v < mesh.vertex_count; v++) {
            points[v].x += (float)random_between(&r, -amount, amount);
            points[v].y += (float)random_between(&r, -amount, amount);
        }
        double stretch[144], area[144], total = 0;
        for (int t = 0; t < mesh.triangle_count; t++) {
            const int *c = mesh.triangles[t];
            area[t] = vec2_cross(vec2_sub(mesh.vertices[c[1]], mesh.vertices[c[0]]),
                                 vec2_sub(mesh.vertices[c[2]], mesh.vertices[c[0]])) /
                      2;
            total += area[t];
        }
        pantin_bend_meter *meter = meter_of(&mesh, false, NULL);
        pantin_bend_quality q = pantin_bend_measure(meter, points, stretch, NULL);
        assert_true(q.stretch_p95 == p95_plain(stretch, area, mesh.triangle_count, total));
        pantin_bend_meter_destroy(meter);
        points_drop(points, &mesh);
        mesh_drop(&mesh);
    }
}

// Twelve triangles around a middle vertex, their rim on the unit circle times 10.
static pantin_mesh fan(void) {
    vec2 vertices[13] = { { 0, 0 } };
    int triangles[12][3];
    for (int i = 0; i < 12; i++) {
        double sine, cosine;
        trig_sincos(i * TRIG_PI / 6, &sine, &cosine);
        vertices[1 + i] = (vec2){ 10 * cosine, 10 * sine };
        triangles[i][0] = 0;
        triangles[i][1] = 1 + i;
        triangles[i][2] = 1 + (i + 1) % 12;
    }
    return mesh_from(vertices, 13, (const int(*)[3])triangles, 12);
}

static void a_fan_wound_twice_around_is_a_branch_point_though_nothing_is_turned_over(void **state) {
    (void)state;
    pantin_mesh mesh = fan();
    pantin_point32 *points = points_make(&mesh);
    for (int turns = 1; turns <= 3; turns++) {
        for (int i = 0; i < 12; i++) {
            double sine, cosine;
            trig_sincos(turns * i * TRIG_PI / 6 + 0.1, &sine, &cosine);
            points[1 + i] = (pantin_point32){ (float)(10 * cosine), (float)(10 * sine) };
        }
        pantin_bend_quality q = measure_once(&mesh, points);
        assert_int_equal(q.inverted, 0); // 30, 60 and 90 degrees a triangle: all positive
        assert_int_equal(q.branch_points, turns == 1 ? 0 : 1);
    }
    points_drop(points, &mesh);
    mesh_drop(&mesh);
}

static void a_vertex_pulled_out_of_its_ring_is_a_branch_point_too(void **state) {
    (void)state;
    pantin_mesh mesh = fan();
    pantin_point32 *points = points_make(&mesh);
    points[0] = (pantin_point32){ 30, 1 }; // the angles around it sum to 0
    pantin_bend_quality q = measure_once(&mesh, points);
    assert_true(q.inverted > 0);
    assert_int_equal(q.branch_points, 1);
    points_drop(points, &mesh);
    mesh_drop(&mesh);
}

static void winding_agrees_with_the_sum_of_angles_on_random_folds(void **state) {
    (void)state;
    pantin_mesh mesh = fan();
    pantin_point32 *points = points_make(&mesh);
    random_state r = random_make(3);
    pantin_bend_meter *meter = meter_of(&mesh, false, NULL);
    int branched = 0;
    for (int trial = 0; trial < 20000; trial++) {
        for (int v = 0; v < 13; v++) {
            points[v].x = (float)random_between(&r, -9, 9);
            points[v].y = (float)random_between(&r, -9, 9);
        }
        double sum = 0;
        for (int t = 0; t < 12; t++) {
            vec2 o = vec2_from32(points[0]);
            vec2 a = vec2_sub(vec2_from32(points[mesh.triangles[t][1]]), o);
            vec2 b = vec2_sub(vec2_from32(points[mesh.triangles[t][2]]), o);
            sum += atan2(vec2_cross(a, b), vec2_dot(a, b));
        }
        bool branch = fabs(sum - 2 * TRIG_PI) > 1;
        branched += branch;
        assert_int_equal(pantin_bend_measure(meter, points, NULL, NULL).branch_points, branch);
    }
    assert_true(branched > 1000 && branched < 19000);
    pantin_bend_meter_destroy(meter);
    points_drop(points, &mesh);
    mesh_drop(&mesh);
}

static void the_rim_has_no_branch_points(void **state) {
    (void)state;
    pantin_mesh mesh = mesh_grid(3, 1, 4, (vec2){ 0, 0 }); // no interior vertex at all
    pantin_point32 *points = points_make(&mesh);
    random_state r = random_make(1);
    for (int v = 0; v < mesh.vertex_count; v++) points[v].x = (float)random_between(&r, -9, 9);
    assert_int_equal(measure_once(&mesh, points).branch_points, 0);
    points_drop(points, &mesh);
    mesh_drop(&mesh);
}

static void two_fans_that_meet_at_a_vertex_do_not_make_it_interior(void **state) {
    (void)state;
    // Two closed fans of three share vertex 0, as a drawing cut and glued at a point might.
    vec2 vertices[] = {
        { 0, 0 }, { 4, 0 }, { -2, 3 }, { -2, -3 }, { 5, 0 }, { -3, 4 }, { -3, -4 }
    };
    int triangles[][3] = { { 0, 1, 2 }, { 0, 2, 3 }, { 0, 3, 1 },
                           { 0, 4, 5 }, { 0, 5, 6 }, { 0, 6, 4 } };
    pantin_mesh mesh = mesh_from(vertices, 7, (const int(*)[3])triangles, 6);
    pantin_point32 *points = points_make(&mesh);
    assert_int_equal(measure_once(&mesh, points).branch_points, 0);
    points_drop(points, &mesh);
    mesh_drop(&mesh);
}

static void a_mirrored_rest_measures_from_its_mirror_image(void **state) {
    (void)state;
    random_state r = random_make(5);
    pantin_mesh mesh = mesh_shaken_grid(5, 4, 8, (vec2){ 3, 9 }, 0.2, &r);
    pantin_point32 *points = points_make(&mesh);
    double left = INFINITY, right = -INFINITY;
    for (int v = 0; v < mesh.vertex_count; v++) {
        left = fmin(left, mesh.vertices[v].x);
        right = fmax(right, mesh.vertices[v].x);
    }
    pantin_bend_meter *meter = meter_of(&mesh, true, NULL);
    pantin_bend_quality q = pantin_bend_measure(meter, points, NULL, NULL);
    assert_int_equal(q.inverted, mesh.triangle_count);
    for (int v = 0; v < mesh.vertex_count; v++)
        points[v].x = (float)(left + right - mesh.vertices[v].x);
    q = pantin_bend_measure(meter, points, NULL, NULL);
    assert_int_equal(q.inverted, 0);
    assert_int_equal(q.branch_points, 0);
    assert_true(q.stretch_p95 < 1e-6 && q.energy_normalized < 1e-12); // float32 of shaken places
    pantin_bend_meter_destroy(meter);
    points_drop(points, &mesh);
    mesh_drop(&mesh);
}

static void points_that_are_no_numbers_are_turned_over_and_nothing_hangs(void **state) {
    (void)state;
    pantin_mesh mesh = mesh_grid(6, 6, 4, (vec2){ 0, 0 });
    pantin_point32 *points = points_make(&mesh);
    for (int v = 0; v < mesh.vertex_count; v += 3) points[v].x = v % 2 ? NAN : INFINITY;
    pantin_bend_quality q = measure_once(&mesh, points);
    assert_true(q.inverted > 0);
    points_drop(points, &mesh);
    mesh_drop(&mesh);
}

static void a_broken_rest_is_refused_by_name(void **state) {
    (void)state;
    pantin_mesh mesh = square();
    pantin_error error = { 0 };
    mesh.triangles[1][2] = 9;
    assert_null(pantin_bend_meter_create(&mesh, false, NULL, &error));
    assert_int_equal(error.kind, PANTIN_ERROR_ARGUMENT);
    assert_string_equal(error.text, "triangle 1 names vertex 9 of 4");
    mesh.triangles[1][2] = 0; // two corners in one place
    assert_null(pantin_bend_meter_create(&mesh, false, NULL, &error));
    assert_string_equal(error.text, "triangle 1 has no positive area, clean the mesh first");
    mesh.triangles[1][2] = 2;
    mesh.vertices[2].y = NAN;
    assert_null(pantin_bend_meter_create(&mesh, false, NULL, &error));
    assert_string_equal(error.text, "vertex 2 is not within 1e7 px of the origin");
    mesh_drop(&mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(at_rest_nothing_is_bent),
        cmocka_unit_test(stretching_x_threefold_is_told_in_every_figure),
        cmocka_unit_test(a_turned_over_triangle_counts_and_its_small_singular_value_is_negative),
        cmocka_unit_test(a_triangle_of_no_area_counts_as_turned_over),
        cmocka_unit_test(the_95th_percentile_goes_by_area),
        cmocka_unit_test(the_95th_percentile_of_random_shapes_is_that_of_the_definition),
        cmocka_unit_test(a_fan_wound_twice_around_is_a_branch_point_though_nothing_is_turned_over),
        cmocka_unit_test(a_vertex_pulled_out_of_its_ring_is_a_branch_point_too),
        cmocka_unit_test(winding_agrees_with_the_sum_of_angles_on_random_folds),
        cmocka_unit_test(the_rim_has_no_branch_points),
        cmocka_unit_test(two_fans_that_meet_at_a_vertex_do_not_make_it_interior),
        cmocka_unit_test(a_mirrored_rest_measures_from_its_mirror_image),
        cmocka_unit_test(points_that_are_no_numbers_are_turned_over_and_nothing_hangs),
        cmocka_unit_test(a_broken_rest_is_refused_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
