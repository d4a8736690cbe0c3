// test_machine.c — memory refused, memory not asked for, factors counted, and the fast local step.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "with_sheet.h"

#include "base/memory.h"
#include "deform/arap_local.h"
#include "deform/arap_triangle.h"

static const pantin_deformer *const player = &deform_arap_triangle;

// Two pieces, one of them loose; handles held and free; a stiff part.
static rig usual_rig(void) {
    random_state random = random_make(8);
    pantin_mesh body = mesh_shaken_grid(20, 14, 8, (vec2){ 0, 0 }, 0.2, &random);
    rig r = rig_make(mesh_join(body, mesh_grid(3, 3, 6, (vec2){ 20, -30 })));
    rig_hold(&r, (vec2){ 20, 100 }, 14, false);
    rig_hold(&r, (vec2){ 140, 100 }, 14, false);
    rig_hold(&r, (vec2){ 80, 10 }, 14, true);
    return r;
}

// --- memory -------------------------------------------------------------------------------------

static long calls_left, blocks_open;

static void *refuse_later(void *user, void *block, size_t old_size, size_t new_size) {
    (void)user, (void)old_size;
    if (new_size == 0) {
        blocks_open -= block != NULL;
        free(block);
        return NULL;
    }
    if (calls_left-- <= 0) return NULL;
    void *fresh = realloc(block, new_size);
    blocks_open += block == NULL && fresh != NULL;
    return fresh;
}

static void every_allocation_of_a_meter_may_be_refused(void **state) {
    (void)state;
    rig r = usual_rig();
    const pantin_memory_hook hook = { refuse_later, NULL };
    pantin_memory_set_hook(&hook);
    bool made = false;
    for (long refused = 0; !made && refused < 1000; refused++) {
        pantin_error error = { 0 };
        calls_left = refused;
        blocks_open = 0;
        pantin_bend_meter *meter = pantin_bend_meter_create(&r.mesh, true, NULL, &error);
        made = meter != NULL;
        pantin_bend_meter_destroy(meter);
        if (blocks_open != 0 || (!made && error.kind != PANTIN_ERROR_MEMORY)) break;
    }
    pantin_memory_set_hook(NULL);
    assert_true(made);
    assert_int_equal(blocks_open, 0);
    rig_drop(&r);
}

static void solving_allocates_nothing_and_factors_once_a_handle_set(void **state) {
    (void)state;
    rig r = usual_rig();
    void *machine = rig_machine(&r, player, NULL);
    pantin_point32 *out = points_make(&r.mesh);
    assert_int_equal(arap_triangle_count(machine).factors, 1);
    uint64_t before = pantin_memory_calls();
    for (int frame = 0; frame < 50; frame++) {
        r.targets[2].center.x += 0.3;
        r.targets[1].angle += 0.004;
        pantin_deform_report report =
            rig_solve(&r, player, machine, frame % 9 ? out : NULL, 0, out);
        assert_int_equal(report.repair_rounds, 0);
    }
    assert_int_equal(pantin_memory_calls(), before);
    assert_int_equal(arap_triangle_count(machine).factors, 1);
    assert_int_equal(arap_triangle_count(machine).solves, 44 * 8 + 6 * 40);
    player->reset(machine); // nothing was stiffened, so there is nothing to factor
    assert_int_equal(arap_triangle_count(machine).factors, 1);
    player->destroy(machine);
    points_drop(out, &r.mesh);
    rig_drop(&r);
}

static void repair_factors_once_a_round_and_allocates_nothing(void **state) {
    (void)state;
    rig r = usual_rig();
    void *machine = rig_machine(&r, player, NULL);
    pantin_point32 *out = points_make(&r.mesh);
    random_state random = random_make(5);
    int rounds = 0;
    uint64_t before = pantin_memory_calls();
    for (int frame = 0; frame < 20; frame++) {
        for (int i = 0; i < r.count; i++) {
            r.targets[i].center.x = random_between(&random, 0, 160);
            r.targets[i].center.y = random_between(&random, 0, 110);
        }
        rounds += rig_solve(&r, player, machine, frame ? out : NULL, 0, out).repair_rounds;
        assert_int_equal(arap_triangle_count(machine).factors, 1 + rounds);
    }
    assert_true(rounds > 0);
    player->reset(machine);
    assert_int_equal(arap_triangle_count(machine).factors, 2 + rounds);
    assert_int_equal(pantin_memory_calls(), before);
    player->destroy(machine);
    points_drop(out, &r.mesh);
    rig_drop(&r);
}

static void measuring_allocates_nothing(void **state) {
    (void)state;
    rig r = usual_rig();
    pantin_bend_meter *meter = pantin_bend_meter_create(&r.mesh, false, NULL, NULL);
    pantin_point32 *out = points_make(&r.mesh);
    uint64_t before = pantin_memory_calls();
    pantin_bend_measure(meter, out, NULL, NULL);
    assert_int_equal(pantin_memory_calls(), before);
    pantin_bend_meter_destroy(meter);
    points_drop(out, &r.mesh);
    rig_drop(&r);
}

// --- the matrix and the local step --------------------------------------------------------------

static void square_cells_leave_their_diagonals_out_of_the_matrix(void **state) {
    (void)state;
    rig square = rig_make(mesh_grid(20, 20, 8, (vec2){ 0, 0 }));
    random_state random = random_make(1);
    rig shaken = rig_make(mesh_shaken_grid(20, 20, 8, (vec2){ 0, 0 }, 0.1, &random));
    rig_hold(&square, (vec2){ 80, 80 }, 9, false);
    rig_hold(&shaken, (vec2){ 80, 80 }, 9, false);
    void *a = rig_machine(&square, player, NULL), *b = rig_machine(&shaken, player, NULL);
    assert_true(arap_triangle_count(a).factor_entries < arap_triangle_count(b).factor_entries);
    player->destroy(a);
    player->destroy(b);
    rig_drop(&square);
    rig_drop(&shaken);
}

static void edge_weights_are_half_the_cotangents_times_the_rigidity(void **state) {
    (void)state;
    // Right and isosceles: corners of 45, 90 and 45 degrees.
    vec2 vertices[] = { { 0, 0 }, { 10, 0 }, { 10, 10 } };
    int triangles[][3] = { { 0, 1, 2 } };
    rig r = rig_make(mesh_from(vertices, 3, (const int(*)[3])triangles, 1));
    double rigidity[] = { 40 };
    r.rigidity = rigidity;
    rig_hold(&r, vertices[0], 0, false);
    void *machine = rig_machine(&r, player, NULL);
    const double *weights = arap_triangle_edge_weights(machine, 0);
    assert_near(weights[0], 20, 1e-12);
    assert_near(weights[1], 0, 1e-12);
    assert_near(weights[2], 20, 1e-12);
    player->destroy(machine);
    rig_drop(&r);
}

static void a_needle_does_not_drown_the_sheet(void **state) {
    (void)state;
    // Below the edge of a cell a triangle 1e-11 px high: its cotangents reach 1e12.
    vec2 vertices[] = { { 0, 0 }, { 10, 0 }, { 10, 10 }, { 0, 10 }, { 5, 10 + 1e-11 } };
    int triangles[][3] = { { 0, 1, 2 }, { 0, 2, 3 }, { 3, 2, 4 } };
    rig r = rig_make(mesh_from(vertices, 5, (const int(*)[3])triangles, 3));
    rig_hold(&r, vertices[0], 0, true);
    rig_hold(&r, vertices[2], 0, true);
    r.targets[1].center = (vec2){ 12, 11 };
    void *machine = rig_machine(&r, player, NULL);
    pantin_point32 *out = points_make(&r.mesh);
    pantin_deform_report report = rig_solve(&r, player, machine, NULL, 0, out);
    assert_true(points_are_finite(out, 5) && finite_double(report.energy));
    player->destroy(machine);
    points_drop(out, &r.mesh);
    rig_drop(&r);
}

// Noise, collapsed triangles, several on one edge, odd counts: beside the readable version.
static void triangles_in_kites_ask_what_one_at_a_time_asks(void **state) {
    (void)state;
    enum { VERTICES = 60, NUMBERS = 2 * (VERTICES + 1) };
    for (uint64_t seed = 1; seed <= 200; seed++) {
        random_state r = random_make(seed);
        int triangles = random_below(&r, 90), corners[90][3];
        for (int t = 0; t < triangles; t++) {
            int first = t % 7 == 0 ? random_below(&r, 7) : random_below(&r, VERTICES - 2);
            for (int k = 0; k < 3; k++) corners[t][k] = first + (k + t) % 3;
        }
        arena owner = { 0 };
        local_step step;
        arap_local_create(&step, &owner, (const int(*)[3])corners, triangles, VERTICES);
        double x[NUMBERS] = { 0 }, from[NUMBERS] = { 0 }, fast[NUMBERS], plain[NUMBERS];
        for (int i = 0; i < 2 * VERTICES; i++) x[i] = random_between(&r, -500, 500);
        for (int i = 0; i < 2 * VERTICES; i++) from[i] = random_between(&r, -1, 1);
        for (int i = 0; i < 20; i++) x[i] = x[i % 2]; // ten vertices in one place
        for (int t = 0; t < triangles; t++) {
            vec2 a = { random_between(&r, -9, 9), random_between(&r, -9, 9) }, b = a;
            if (t % 11) b.x = random_between(&r, -9, 9);
            arap_local_set(&step, t, a, b);
        }
        arap_local_gather(&step, x, from, fast);
        arap_local_gather_plain(&step, x, from, plain);
        for (int i = 0; i < 2 * VERTICES; i++) assert_near(fast[i], plain[i], 1e-9);
        assert_true(fast[2 * VERTICES] == 0 && fast[2 * VERTICES + 1] == 0);
        arena_free(&owner);
    }
}

static void a_sheet_of_cells_is_all_kites(void **state) {
    (void)state;
    pantin_mesh mesh = mesh_grid(9, 7, 10, (vec2){ 0, 0 });
    arena owner = { 0 };
    local_step step;
    arap_local_create(&step, &owner, (const int(*)[3])mesh.triangles, mesh.triangle_count,
                      mesh.vertex_count);
    assert_int_equal(4 * step.pair_count, mesh.triangle_count + mesh.triangle_count / 2 % 2 * 2);
    arena_free(&owner);
    mesh_drop(&mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_allocation_of_a_meter_may_be_refused),
        cmocka_unit_test(solving_allocates_nothing_and_factors_once_a_handle_set),
        cmocka_unit_test(repair_factors_once_a_round_and_allocates_nothing),
        cmocka_unit_test(measuring_allocates_nothing),
        cmocka_unit_test(square_cells_leave_their_diagonals_out_of_the_matrix),
        cmocka_unit_test(edge_weights_are_half_the_cotangents_times_the_rigidity),
        cmocka_unit_test(a_needle_does_not_drown_the_sheet),
        cmocka_unit_test(triangles_in_kites_ask_what_one_at_a_time_asks),
        cmocka_unit_test(a_sheet_of_cells_is_all_kites),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
