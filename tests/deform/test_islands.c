// test_islands.c — no handle, one, very many; pieces without one; all in one place. (Cases T3 and
// T9.)
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
#include "deform/arap_triangle.h"

static const pantin_deformer *const player = &deform_arap_triangle;

static void one_handle_moves_the_sheet_to_a_billionth_of_a_px(void **state) {
    (void)state;
    for (int free_turn = 0; free_turn < 2; free_turn++)
        for (int vertices = 0; vertices < 2; vertices++) { // one vertex, and a patch
            rig r = rig_make(mesh_grid(4, 4, 10, (vec2){ 0, 0 }));
            rig_hold(&r, (vec2){ 20, 10 }, vertices ? 11 : 0, free_turn);
            r.targets[0].center = vec2_add(r.centroids[0], (vec2){ 3, 2 });
            void *machine = rig_machine(&r, player, NULL);
            pantin_point32 *out = points_make(&r.mesh);
            for (int warm = 0; warm < 2; warm++) {
                pantin_deform_report report =
                    rig_solve(&r, player, machine, warm ? out : NULL, 0, out);
                assert_int_equal(report.status, PANTIN_REACHED);
                const double *x = arap_triangle_iterate(machine);
                for (int v = 0; v < r.mesh.vertex_count; v++) {
                    assert_near(x[2 * v], r.mesh.vertices[v].x + 3, 1e-9);
                    assert_near(x[2 * v + 1], r.mesh.vertices[v].y + 2, 1e-9);
                    assert_true(out[v].x == r.mesh.vertices[v].x + 3); // whole numbers, so exact
                }
            }
            player->destroy(machine);
            points_drop(out, &r.mesh);
            rig_drop(&r);
        }
}

static void one_held_handle_turns_the_sheet_rigidly_from_any_start(void **state) {
    (void)state;
    random_state random = random_make(2);
    rig r = rig_make(mesh_shaken_grid(12, 9, 10, (vec2){ 40, 50 }, 0.2, &random));
    rig_hold(&r, (vec2){ 60, 70 }, 15, false);
    void *machine = rig_machine(&r, player, NULL);
    pantin_point32 *out = points_make(&r.mesh);
    for (int frame = 0; frame < 20; frame++) {
        double angle = 0.9 * frame, sine, cosine;
        trig_sincos(angle, &sine, &cosine);
        r.targets[0] = (pantin_target){ { 90 + 7 * frame, 80 - 5 * frame }, angle, 1 };
        pantin_deform_report report = rig_solve(&r, player, machine, frame ? out : NULL, 0, out);
        const double *x = arap_triangle_iterate(machine);
        for (int v = 0; v < r.mesh.vertex_count; v++) {
            vec2 p = vec2_turn(vec2_sub(r.mesh.vertices[v], r.centroids[0]), cosine, sine);
            assert_near(x[2 * v], r.targets[0].center.x + p.x, 1e-9);
            assert_near(x[2 * v + 1], r.targets[0].center.y + p.y, 1e-9);
        }
        assert_true(report.quality.energy_normalized < 1e-10);
    }
    player->destroy(machine);
    points_drop(out, &r.mesh);
    rig_drop(&r);
}

static void one_free_handle_keeps_the_turn_the_sheet_had(void **state) {
    (void)state;
    rig r = rig_make(mesh_grid(8, 8, 10, (vec2){ 0, 0 }));
    rig_hold(&r, (vec2){ 0, 0 }, 12, true);
    void *machine = rig_machine(&r, player, NULL);
    pantin_point32 *out = points_make(&r.mesh);
    double sine, cosine;
    trig_sincos(0.7, &sine, &cosine);
    for (int v = 0; v < r.mesh.vertex_count; v++) {
        vec2 p = vec2_turn(r.mesh.vertices[v], cosine, sine);
        out[v] = (pantin_point32){ (float)p.x, (float)p.y };
    }
    for (int frame = 0; frame < 200; frame++) {
        r.targets[0].center.x += 0.5;
        rig_solve(&r, player, machine, out, 0, out);
    }
    vec2 side = vec2_sub(vec2_from32(out[8]), vec2_from32(out[0])); // 80 px along x at rest
    assert_near(side.x, 80 * cosine, 1e-3);
    assert_near(side.y, 80 * sine, 1e-3); // in 200 frames nothing has crept
    player->destroy(machine);
    points_drop(out, &r.mesh);
    rig_drop(&r);
}

static void without_handles_the_rest_is_the_answer(void **state) {
    (void)state;
    rig r = rig_make(mesh_grid(4, 4, 10, (vec2){ 3, 4 }));
    void *machine = rig_machine(&r, player, NULL);
    pantin_point32 *out = points_make(&r.mesh), *rest = points_make(&r.mesh);
    memset(out, 0x3f, sizeof *out * (size_t)r.mesh.vertex_count);
    pantin_deform_report report =
        player->solve(machine, NULL, NULL, out, NULL, 0, (pantin_budget){ 0, 0 }, out, NULL, NULL);
    assert_int_equal(report.status, PANTIN_REACHED);
    assert_int_equal(report.iterations, 0);
    assert_true(report.energy == 0);
    assert_memory_equal(out, rest, sizeof *out * (size_t)r.mesh.vertex_count);
    player->destroy(machine);
    points_drop(out, &r.mesh);
    points_drop(rest, &r.mesh);
    rig_drop(&r);
}

static void a_mesh_of_nothing_is_bent_into_nothing(void **state) {
    (void)state;
    pantin_mesh nothing = { 0 };
    pantin_deform_setup setup = { .rest = &nothing };
    pantin_error error = { 0 };
    void *machine = player->create(&setup, NULL, &error);
    assert_non_null(machine);
    pantin_deform_report report = player->solve(machine, NULL, NULL, NULL, NULL, 0,
                                                (pantin_budget){ 0, 0 }, NULL, NULL, NULL);
    assert_int_equal(report.quality.inverted, 0);
    assert_true(report.quality.min_area_ratio == 1 && report.quality.stretch_p95 == 0);
    player->destroy(machine);
}

// A body of 60 x 90 px and above its right shoulder a hat of 20 x 20, 10 px away.
static rig body_and_hat(void) {
    rig r = rig_make(
        mesh_join(mesh_grid(6, 9, 10, (vec2){ 100, 60 }), mesh_grid(2, 2, 10, (vec2){ 150, 30 })));
    assert_int_equal(r.mesh.island_count, 2);
    return r;
}

static void a_hat_without_a_handle_keeps_its_shape_and_rides_on_the_nearest_piece(void **state) {
    (void)state;
    rig r = body_and_hat();
    rig_hold(&r, (vec2){ 130, 150 }, 25, false);
    int head = rig_hold(&r, (vec2){ 160, 60 }, 15, false);
    int n = r.mesh.vertex_count, first = 70; // the body has 7 x 10 vertices
    r.targets[head].center.x += 12;
    r.targets[head].center.y += 6;
    r.targets[head].angle = 0.5;
    void *machine = rig_machine(&r, player, NULL);
    pantin_point32 *out = points_make(&r.mesh);
    pantin_deform_report report = rig_solve(&r, player, machine, NULL, 0, out);
    assert_int_equal(report.quality.inverted, 0);
    for (int a = first; a < n; a++)
        for (int b = first; b < a; b++)
            assert_near(vec2_distance(vec2_from32(out[a]), vec2_from32(out[b])),
                        vec2_distance(r.mesh.vertices[a], r.mesh.vertices[b]), 1e-4);
    vec2 edge = vec2_sub(vec2_from32(out[first + 2]), vec2_from32(out[first]));
    double turned = atan2(edge.y, edge.x);
    assert_true(turned > 0.3 && turned < 0.55); // it tips with the head, not with the feet
    // The gap between the hat's lower right corner and the shoulder below stays about as wide.
    assert_near(vec2_distance(vec2_from32(out[n - 1]), vec2_from32(out[6])),
                vec2_distance(r.mesh.vertices[n - 1], r.mesh.vertices[6]), 4);
    player->destroy(machine);
    points_drop(out, &r.mesh);
    rig_drop(&r);
}

static void two_pieces_and_one_handle_move_as_one_body(void **state) {
    (void)state;
    rig r = body_and_hat();
    rig_hold(&r, (vec2){ 110, 140 }, 15, false);
    r.targets[0] = (pantin_target){ { 70, 90 }, -0.8, 1 };
    void *machine = rig_machine(&r, player, NULL);
    pantin_point32 *out = points_make(&r.mesh);
    for (int warm = 0; warm < 2; warm++) rig_solve(&r, player, machine, warm ? out : NULL, 0, out);
    double sine, cosine;
    trig_sincos(-0.8, &sine, &cosine);
    const double *x = arap_triangle_iterate(machine);
    for (int v = 0; v < r.mesh.vertex_count; v++) {
        vec2 p = vec2_turn(vec2_sub(r.mesh.vertices[v], r.centroids[0]), cosine, sine);
        assert_near(x[2 * v], 70 + p.x, 1e-9);
        assert_near(x[2 * v + 1], 90 + p.y, 1e-9);
    }
    player->destroy(machine);
    points_drop(out, &r.mesh);
    rig_drop(&r);
}

static void a_patch_across_two_pieces_holds_both(void **state) {
    (void)state;
    for (int free_turn = 0; free_turn < 2; free_turn++) {
        rig r = body_and_hat();
        rig_hold(&r, (vec2){ 155, 55 }, 14, free_turn);
        int in_body = 0, in_hat = 0;
        for (int k = 0; k < r.patches[0].count; k++)
            *(r.lists[0][k] < 70 ? &in_body : &in_hat) += 1;
        assert_true(in_body > 0 && in_hat > 0);
        r.targets[0].center = vec2_add(r.centroids[0], (vec2){ -20, 30 });
        r.targets[0].angle = 0; // held level or free, nothing turns it
        void *machine = rig_machine(&r, player, NULL);
        pantin_point32 *out = points_make(&r.mesh);
        for (int warm = 0; warm < 2; warm++) {
            rig_solve(&r, player, machine, warm ? out : NULL, 0, out);
            const double *x = arap_triangle_iterate(machine);
            for (int v = 0; v < r.mesh.vertex_count; v++) {
                assert_near(x[2 * v], r.mesh.vertices[v].x - 20, 1e-9);
                assert_near(x[2 * v + 1], r.mesh.vertices[v].y + 30, 1e-9);
            }
        }
        player->destroy(machine);
        points_drop(out, &r.mesh);
        rig_drop(&r);
    }
}

static void hundreds_of_loose_specks_follow_without_a_search_that_never_ends(void **state) {
    (void)state;
    pantin_mesh mesh = mesh_grid(10, 10, 10, (vec2){ 0, 0 });
    for (int i = 0; i < 300; i++)
        mesh = mesh_join(mesh, mesh_grid(1, 1, 1, (vec2){ 110 + 3 * (i % 20), 5 * (i / 20) }));
    rig r = rig_make(mesh);
    rig_hold(&r, (vec2){ 50, 50 }, 20, false);
    r.targets[0].center.x += 8;
    void *machine = rig_machine(&r, player, NULL);
    pantin_point32 *out = points_make(&r.mesh);
    rig_solve(&r, player, machine, NULL, 0, out);
    for (int v = 0; v < r.mesh.vertex_count; v++)
        assert_near(out[v].x, r.mesh.vertices[v].x + 8, 1e-4);
    player->destroy(machine);
    points_drop(out, &r.mesh);
    rig_drop(&r);
}

// 25 x 12 patches of one vertex each, or, on a finer grid, of several that share triangles.
static void three_hundred_handles_are_fine(void **state) {
    (void)state;
    for (int fine = 0; fine < 2; fine++) {
        rig r = rig_make(mesh_grid(fine ? 75 : 30, fine ? 36 : 15, fine ? 4 : 10, (vec2){ 0, 0 }));
        for (int i = 0; i < 300; i++)
            rig_hold(&r, (vec2){ 6 + 12.0 * (i % 25), 6 + 12.0 * (i / 25) }, fine ? 6 : 0, i % 2);
        random_state random = random_make(4);
        for (int i = 0; i < 300; i++) {
            r.targets[i].center.x += random_between(&random, -1, 1);
            r.targets[i].center.y += random_between(&random, -1, 1);
        }
        void *machine = rig_machine(&r, player, NULL);
        pantin_point32 *out = points_make(&r.mesh);
        pantin_deform_report report = rig_solve(&r, player, machine, NULL, 0, out);
        assert_int_equal(report.status, PANTIN_REACHED);
        assert_true(points_are_finite(out, r.mesh.vertex_count));
        player->destroy(machine);
        points_drop(out, &r.mesh);
        rig_drop(&r);
    }
}

static void every_vertex_may_be_held(void **state) {
    (void)state;
    rig r = rig_make(mesh_grid(15, 15, 8, (vec2){ 0, 0 }));
    for (int v = 0; v < r.mesh.vertex_count; v++) rig_hold(&r, r.mesh.vertices[v], 0, v % 2);
    rig_move(&r, (vec2){ 0, 0 }, 0.4, (vec2){ 5, 5 });
    void *machine = rig_machine(&r, player, NULL);
    pantin_point32 *out = points_make(&r.mesh);
    assert_int_equal(rig_solve(&r, player, machine, NULL, 0, out).status, PANTIN_REACHED);
    for (int v = 0; v < r.mesh.vertex_count; v++)
        assert_true(vec2_distance(vec2_from32(out[v]), r.targets[v].center) < 1e-4);
    player->destroy(machine);
    points_drop(out, &r.mesh);
    rig_drop(&r);
}

static void all_handles_at_one_point_are_reported_short_and_finite(void **state) {
    (void)state;
    rig r = rig_make(mesh_grid(20, 12, 8, (vec2){ 0, 0 }));
    for (int i = 0; i < 6; i++)
        rig_hold(&r, (vec2){ 16 + 64.0 * (i % 3), 16 + 64.0 * (i / 3) }, 10, i % 2);
    for (int i = 0; i < 6; i++) r.targets[i].center = (vec2){ 80, 48 };
    void *machine = rig_machine(&r, player, NULL);
    pantin_point32 *out = points_make(&r.mesh);
    for (int frame = 0; frame < 5; frame++) {
        pantin_deform_report report = rig_solve(&r, player, machine, frame ? out : NULL, 0, out);
        assert_true(points_are_finite(out, r.mesh.vertex_count));
        assert_true(report.repair_rounds <= 10);
        assert_true(report.quality.energy_normalized > 0.1); // it is crushed, and says so
    }
    player->destroy(machine);
    points_drop(out, &r.mesh);
    rig_drop(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_handle_moves_the_sheet_to_a_billionth_of_a_px),
        cmocka_unit_test(one_held_handle_turns_the_sheet_rigidly_from_any_start),
        cmocka_unit_test(one_free_handle_keeps_the_turn_the_sheet_had),
        cmocka_unit_test(without_handles_the_rest_is_the_answer),
        cmocka_unit_test(a_mesh_of_nothing_is_bent_into_nothing),
        cmocka_unit_test(a_hat_without_a_handle_keeps_its_shape_and_rides_on_the_nearest_piece),
        cmocka_unit_test(two_pieces_and_one_handle_move_as_one_body),
        cmocka_unit_test(a_patch_across_two_pieces_holds_both),
        cmocka_unit_test(hundreds_of_loose_specks_follow_without_a_search_that_never_ends),
        cmocka_unit_test(three_hundred_handles_are_fine),
        cmocka_unit_test(every_vertex_may_be_held),
        cmocka_unit_test(all_handles_at_one_point_are_reported_short_and_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
