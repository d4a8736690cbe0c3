// test_handles.c — what patches may be, what targets may be, and what is reported of them.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "with_sheet.h"

#include "base/trig.h"
#include "deform/arap_triangle.h"

static const pantin_deformer *const player = &deform_arap_triangle;

static void expect_refusal(const pantin_deform_setup *setup, const pantin_deform_options *options,
                           const char *where, const char *text) {
    pantin_error error = { 0 };
    assert_null(player->create(setup, options, &error));
    assert_int_equal(error.kind, PANTIN_ERROR_ARGUMENT);
    assert_string_equal(error.where, where);
    assert_string_equal(error.text, text);
    assert_null(player->create(setup, options, NULL)); // and nobody need listen
}

static void a_vertex_in_two_patches_is_an_error_that_names_both(void **state) {
    (void)state;
    rig r = rig_make(mesh_grid(4, 4, 8, (vec2){ 0, 0 }));
    int zero[] = { 0, 1 }, one[] = { 7 }, two[] = { 12, 1 };
    pantin_patch patches[] = { { zero, 2, 1000, false },
                               { one, 1, 1000, false },
                               { two, 2, 1000, false } };
    pantin_deform_setup setup = { .rest = &r.mesh, .patches = patches, .patch_count = 3 };
    expect_refusal(&setup, NULL, "patches",
                   "vertex 1 is in patch 0 and in patch 2, take it out of one");
    rig_drop(&r);
}

static void a_patch_that_cannot_be_is_refused_by_number(void **state) {
    (void)state;
    rig r = rig_make(mesh_grid(4, 4, 8, (vec2){ 0, 0 }));
    int good[] = { 0 }, twice[] = { 3, 3 }, beyond[] = { 25 };
    pantin_patch patches[2] = { { good, 1, 1000, false }, { twice, 2, 1000, false } };
    pantin_deform_setup setup = { .rest = &r.mesh, .patches = patches, .patch_count = 2 };
    expect_refusal(&setup, NULL, "patches", "patch 1 names vertex 3 twice");
    patches[1] = (pantin_patch){ beyond, 1, 1000, false };
    expect_refusal(&setup, NULL, "patches", "patch 1 names vertex 25 of 25");
    patches[1] = (pantin_patch){ good, 0, 1000, false };
    expect_refusal(&setup, NULL, "patches", "patch 1 holds no vertex, a patch needs at least one");
    patches[1] = (pantin_patch){ beyond, 1, 0, false };
    expect_refusal(&setup, NULL, "patches",
                   "patch 1 has weight 0, it must be above 0 and at most 1e9");
    patches[1].weight = NAN;
    assert_null(player->create(&setup, NULL, NULL));
    patches[1].weight = INFINITY;
    assert_null(player->create(&setup, NULL, NULL));
    rig_drop(&r);
}

static void an_option_out_of_range_is_refused_by_name(void **state) {
    (void)state;
    rig r = rig_make(mesh_grid(2, 2, 8, (vec2){ 0, 0 }));
    pantin_deform_setup setup = rig_setup(&r);
    pantin_deform_options options = { 0 }; // forgotten defaults
    expect_refusal(&setup, &options, "warm_iterations", "0 is not in 1..1000");
    options = pantin_deform_defaults();
    options.cold_iterations = 1001;
    expect_refusal(&setup, &options, "cold_iterations", "1001 is not in 1..1000");
    options = pantin_deform_defaults();
    options.repair_rounds = 11;
    expect_refusal(&setup, &options, "repair_rounds", "11 is not in 0..10");
    double rigidity[8] = { 1, 1, 1, 0.5, 1, 1, 1, 1 };
    setup.rigidity = rigidity;
    expect_refusal(&setup, NULL, "rigidity", "triangle 3 has 0.5, it must be in 1..1e6");
    rig_drop(&r);
}

static void a_mesh_without_islands_is_refused(void **state) {
    (void)state;
    rig r = rig_make(mesh_grid(2, 2, 8, (vec2){ 0, 0 }));
    pantin_mesh bare = r.mesh;
    bare.islands = NULL;
    pantin_deform_setup setup = { .rest = &bare };
    pantin_error error = { 0 };
    assert_null(player->create(&setup, NULL, &error));
    assert_int_equal(error.kind, PANTIN_ERROR_ARGUMENT);
    rig_drop(&r);
}

// A sheet held left and right, the left foot level, the right one free.
static rig held_sheet(void) {
    rig r = rig_make(mesh_grid(20, 8, 8, (vec2){ 0, 0 }));
    rig_hold(&r, (vec2){ 8, 32 }, 10, false);
    rig_hold(&r, (vec2){ 152, 32 }, 10, true);
    return r;
}

static pantin_deform_report solve_cold(const rig *r, pantin_handle_report *handles,
                                       pantin_point32 *out) {
    void *machine = rig_machine(r, player, NULL);
    pantin_deform_report report = player->solve(machine, r->targets, NULL, NULL, NULL, 0,
                                                (pantin_budget){ 0, 0 }, out, handles, NULL);
    player->destroy(machine);
    return report;
}

static void reports_are_what_the_written_vertices_say(void **state) {
    (void)state;
    rig r = held_sheet();
    pantin_point32 *out = points_make(&r.mesh);
    pantin_handle_report handles[2];
    r.targets[0].angle = 0.5;
    r.targets[1].center = (vec2){ 150, 60 };
    r.targets[1].angle = 99; // unused where the turn is free
    pantin_deform_report report = solve_cold(&r, handles, out);
    for (int i = 0; i < 2; i++) {
        vec2 mean = { 0, 0 };
        for (int k = 0; k < r.patches[i].count; k++)
            mean = vec2_add(mean, vec2_from32(out[r.lists[i][k]]));
        mean = vec2_scale(mean, 1.0 / r.patches[i].count);
        assert_near(handles[i].error.x, mean.x - r.targets[i].center.x, 1e-9);
        assert_near(handles[i].error.y, mean.y - r.targets[i].center.y, 1e-9);
        assert_near(handles[i].error_px, vec2_distance(mean, r.targets[i].center), 1e-9);
        assert_true(handles[i].target.x == r.targets[i].center.x);
        double cosine = 0, sine = 0, worst = 0;
        for (int k = 0; k < r.patches[i].count; k++) {
            vec2 p = vec2_sub(r.mesh.vertices[r.lists[i][k]], r.centroids[i]);
            vec2 x = vec2_sub(vec2_from32(out[r.lists[i][k]]), mean);
            cosine += vec2_dot(p, x);
            sine += vec2_cross(p, x);
        }
        double seen = atan2(sine, cosine), wanted = i == 0 ? 0.5 : seen;
        assert_near(handles[i].angle_error, seen - wanted, 1e-9);
        for (int k = 0; k < r.patches[i].count; k++) {
            vec2 p = vec2_sub(r.mesh.vertices[r.lists[i][k]], r.centroids[i]);
            vec2 goal = vec2_add(r.targets[i].center, vec2_turn(p, cos(wanted), sin(wanted)));
            worst = fmax(worst, vec2_distance(goal, vec2_from32(out[r.lists[i][k]])));
        }
        assert_near(handles[i].vertex_error_px, worst, 1e-9);
    }
    assert_int_equal(report.status, PANTIN_REACHED);
    assert_true(handles[0].error_px < 0.5 && handles[1].error_px < 0.5);
    points_drop(out, &r.mesh);
    rig_drop(&r);
}

static void a_target_that_is_no_number_leaves_the_handle_at_rest_and_is_short(void **state) {
    (void)state;
    rig r = held_sheet();
    pantin_point32 *out = points_make(&r.mesh), *rest = points_make(&r.mesh);
    pantin_handle_report handles[2];
    r.targets[1].center.x = NAN;
    pantin_deform_report report = solve_cold(&r, handles, out);
    assert_int_equal(report.status, PANTIN_SHORT);
    assert_true(points_apart(out, rest, r.mesh.vertex_count) < 1e-3);
    assert_near(handles[1].target.x, r.centroids[1].x, 1e-12);
    // The angle of a free handle is nobody's business, that of a held one is.
    r.targets[1] = (pantin_target){ r.centroids[1], NAN, 1 };
    assert_int_equal(solve_cold(&r, handles, out).status, PANTIN_REACHED);
    r.targets[0].angle = INFINITY;
    assert_int_equal(solve_cold(&r, handles, out).status, PANTIN_SHORT);
    points_drop(out, &r.mesh);
    points_drop(rest, &r.mesh);
    rig_drop(&r);
}

static void a_target_far_off_is_drawn_in_and_the_missing_way_reported(void **state) {
    (void)state;
    rig r =
        rig_make(mesh_grid(6, 8, 10, (vec2){ 0, 0 })); // box 60 x 80: diagonal 100, center 30, 40
    rig_hold(&r, (vec2){ 30, 40 }, 12, false);
    pantin_point32 *out = points_make(&r.mesh);
    pantin_handle_report handle;
    r.targets[0].center = (vec2){ 1e5, 40 };
    pantin_deform_report report = solve_cold(&r, &handle, out);
    assert_int_equal(report.status, PANTIN_SHORT);
    assert_near(handle.error.x, 30 + 400 - 1e5, 1e-3);
    assert_near(handle.error.y, 0, 1e-3);
    assert_int_equal(report.quality.inverted, 0); // a rigid sheet, 4 diagonals away
    points_drop(out, &r.mesh);
    rig_drop(&r);
}

static void angle_errors_are_told_within_half_a_turn(void **state) {
    (void)state;
    rig r = rig_make(mesh_grid(6, 6, 10, (vec2){ 0, 0 }));
    rig_hold(&r, (vec2){ 30, 30 }, 15, false);
    pantin_point32 *out = points_make(&r.mesh);
    pantin_handle_report handle;
    for (double angle = -10; angle <= 10; angle += 0.7) {
        r.targets[0].angle = angle;
        pantin_deform_report report = solve_cold(&r, &handle, out);
        assert_int_equal(report.status, PANTIN_REACHED);
        assert_near(handle.angle_error, 0, 1e-6);
    }
    points_drop(out, &r.mesh);
    rig_drop(&r);
}

static void a_scaled_target_swells_its_patch(void **state) {
    (void)state;
    rig r = rig_make(mesh_grid(12, 12, 10, (vec2){ 0, 0 }));
    rig_hold(&r, (vec2){ 60, 60 }, 25, false);
    rig_hold(&r, (vec2){ 0, 0 }, 0, true);
    r.patches[0].weight = 1e6;
    r.targets[0].scale = 1.5;
    pantin_point32 *out = points_make(&r.mesh);
    pantin_handle_report handles[2];
    solve_cold(&r, handles, out);
    assert_true(handles[0].vertex_error_px < 0.01);
    int last = r.patches[0].count - 1;
    double before =
        vec2_distance(r.mesh.vertices[r.lists[0][0]], r.mesh.vertices[r.lists[0][last]]);
    double after =
        vec2_distance(vec2_from32(out[r.lists[0][0]]), vec2_from32(out[r.lists[0][last]]));
    assert_near(after / before, 1.5, 1e-3);
    points_drop(out, &r.mesh);
    rig_drop(&r);
}

static void the_budget_caps_iterations_and_a_tolerance_ends_them_early(void **state) {
    (void)state;
    rig r = held_sheet();
    r.targets[1].center.y += 60;
    void *machine = rig_machine(&r, player, NULL);
    pantin_point32 *out = points_make(&r.mesh);
    pantin_deform_report report = rig_solve(&r, player, machine, NULL, 3, out);
    assert_int_equal(report.iterations, 3);
    assert_int_equal(rig_solve(&r, player, machine, out, 0, out).iterations, 8);
    assert_int_equal(rig_solve(&r, player, machine, NULL, 0, out).iterations, 40);
    report = player->solve(machine, r.targets, NULL, out, NULL, 0, (pantin_budget){ 5000, 1e-3 },
                           out, NULL, NULL);
    assert_true(report.iterations < 5000 && report.last_move_px <= 1e-3);
    assert_int_equal(report.status, PANTIN_REACHED);
    r.targets[1].center.y -= 30;
    report = player->solve(machine, r.targets, NULL, out, NULL, 0, (pantin_budget){ 2, 1e-9 }, out,
                           NULL, NULL);
    assert_int_equal(report.status, PANTIN_CAPPED);
    player->destroy(machine);
    points_drop(out, &r.mesh);
    rig_drop(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_vertex_in_two_patches_is_an_error_that_names_both),
        cmocka_unit_test(a_patch_that_cannot_be_is_refused_by_number),
        cmocka_unit_test(an_option_out_of_range_is_refused_by_name),
        cmocka_unit_test(a_mesh_without_islands_is_refused),
        cmocka_unit_test(reports_are_what_the_written_vertices_say),
        cmocka_unit_test(a_target_that_is_no_number_leaves_the_handle_at_rest_and_is_short),
        cmocka_unit_test(a_target_far_off_is_drawn_in_and_the_missing_way_reported),
        cmocka_unit_test(angle_errors_are_told_within_half_a_turn),
        cmocka_unit_test(a_scaled_target_swells_its_patch),
        cmocka_unit_test(the_budget_caps_iterations_and_a_tolerance_ends_them_early),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
