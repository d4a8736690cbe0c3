// test_arap.c — what "arap" promises of a frame: never turned over, back home after any way, told when held
// back or stuck, nothing hidden between frames.
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

static const pantin_deformer *const player = &deform_arap;

// Feet held level, a free head, a held hand.
static rig figure(uint64_t seed) {
    random_state random = random_make(seed);
    rig r = rig_make(mesh_shaken_grid(16, 12, 10, (vec2){ 20, 30 }, 0.2, &random));
    rig_hold(&r, (vec2){ 30, 140 }, 16, false);
    rig_hold(&r, (vec2){ 170, 140 }, 16, false);
    rig_hold(&r, (vec2){ 100, 40 }, 16, true);
    rig_hold(&r, (vec2){ 170, 40 }, 16, false);
    return r;
}

static void assert_sound(const pantin_deform_report *report) {
    assert_int_equal(report->quality.inverted, 0);
    assert_int_equal(report->quality.branch_points, 0);
    assert_true(report->quality.min_area_ratio >= 0.01);
}

// --- where it comes home ------------------------------------------------------------------------

static void a_hand_wound_up_twice_and_back_comes_home(void **state) {
    (void)state;
    rig r = figure(1);
    void *machine = rig_machine(&r, player, NULL);
    pantin_point32 *rest = points_make(&r.mesh), *out = points_make(&r.mesh);
    double least = 1;
    for (int frame = 0; frame <= 240; frame++) {
        int step = frame <= 120 ? frame : 240 - frame;
        r.targets[3].angle = step * 6 * TRIG_DEGREE; // 720 degrees
        pantin_deform_report report = rig_solve(&r, player, machine, frame ? out : NULL, 0, out);
        assert_sound(&report);
        least = fmin(least, report.quality.min_area_ratio);
        assert_true(report.status == PANTIN_REACHED || report.status == PANTIN_LAGGING);
    }
    assert_true(least < 0.6); // it was wound up indeed
    assert_true(points_apart(out, rest, r.mesh.vertex_count) < 0.001);
    player->destroy(machine);
    points_drop(rest, &r.mesh);
    points_drop(out, &r.mesh);
    rig_drop(&r);
}

static void a_settled_sheet_stays(void **state) {
    (void)state;
    rig r = figure(2);
    r.targets[2].center.x += 12;
    r.targets[3].angle = 0.4;
    void *machine = rig_machine(&r, player, NULL);
    pantin_point32 *out = points_make(&r.mesh), *first = points_make(&r.mesh);
    rig_solve(&r, player, machine, NULL, 0, out);
    rig_solve(&r, player, machine, out, 0, out);
    memcpy(first, out, sizeof *out * (size_t)r.mesh.vertex_count);
    for (int frame = 0; frame < 50; frame++)
        assert_true(rig_solve(&r, player, machine, out, 0, out).iterations <= 1);
    assert_true(points_apart(out, first, r.mesh.vertex_count) < 1e-3);
    player->destroy(machine);
    points_drop(first, &r.mesh);
    points_drop(out, &r.mesh);
    rig_drop(&r);
}

// Where nothing is squeezed to 0.3 of its area the barrier is exactly 0, and this is the minimum that
// "arap-triangle" has too.
static void a_mild_bend_is_the_one_as_rigid_as_possible(void **state) {
    (void)state;
    rig r = figure(3);
    r.targets[2].center = vec2_add(r.targets[2].center, (vec2){ 9, -6 });
    r.targets[3].angle = -0.2;
    const pantin_deformer *plain = pantin_deformer_find("arap-triangle", NULL);
    void *machine = rig_machine(&r, player, NULL), *other = rig_machine(&r, plain, NULL);
    pantin_point32 *out = points_make(&r.mesh), *want = points_make(&r.mesh);
    pantin_deform_report report = player->solve(machine, r.targets, NULL, NULL, NULL, 0,
                                                (pantin_budget){ 200, 1e-4 }, out, NULL, NULL);
    plain->solve(other, r.targets, NULL, NULL, NULL, 0, (pantin_budget){ 2000, 1e-5 }, want, NULL,
                 NULL);
    assert_true(report.quality.min_area_ratio > 0.3);
    assert_true(points_apart(out, want, r.mesh.vertex_count) < 2e-3);
    report = player->solve(machine, r.targets, NULL, want, NULL, 0, (pantin_budget){ 0, 0 }, out,
                           NULL, NULL);
    assert_true(report.iterations <= 1 && points_apart(out, want, r.mesh.vertex_count) < 2e-3);
    player->destroy(machine);
    plain->destroy(other);
    points_drop(want, &r.mesh);
    points_drop(out, &r.mesh);
    rig_drop(&r);
}

static void a_handle_alone_carries_its_sheet_exactly(void **state) {
    (void)state;
    rig r = rig_make(mesh_grid(9, 7, 8, (vec2){ 0, 0 }));
    rig_hold(&r, (vec2){ 30, 30 }, 14, false);
    void *machine = rig_machine(&r, player, NULL);
    pantin_point32 *out = points_make(&r.mesh);
    for (int frame = 0; frame < 40; frame++) {
        vec2 by = { 0.5 * frame, 2.25 * frame };
        r.targets[0].center = vec2_add(r.centroids[0], by);
        pantin_deform_report report = rig_solve(&r, player, machine, frame ? out : NULL, 0, out);
        assert_int_equal(report.status, PANTIN_REACHED);
        for (int v = 0; v < r.mesh.vertex_count; v++) {
            assert_near(out[v].x, r.mesh.vertices[v].x + by.x, 1e-5);
            assert_near(out[v].y, r.mesh.vertices[v].y + by.y, 1e-5);
        }
    }
    player->destroy(machine);
    points_drop(out, &r.mesh);
    rig_drop(&r);
}

// --- what no target may do ----------------------------------------------------------------------

static void everything_to_one_point_is_short_but_sound(void **state) {
    (void)state;
    rig r = figure(4);
    void *machine = rig_machine(&r, player, NULL);
    pantin_point32 *out = points_make(&r.mesh);
    pantin_handle_report handles[4];
    for (int i = 0; i < r.count; i++) r.targets[i].center = (vec2){ 90, 90 };
    for (int frame = 0; frame < 40; frame++) {
        pantin_deform_report report =
            player->solve(machine, r.targets, NULL, frame ? out : NULL, NULL, 0,
                          (pantin_budget){ 1 + frame % 40, 0 }, out, handles, NULL);
        assert_sound(&report);
        assert_true(report.status != PANTIN_REACHED && report.status != PANTIN_STALLED);
    }
    player->destroy(machine);
    points_drop(out, &r.mesh);
    rig_drop(&r);
}

static void targets_100000_px_away_are_sound(void **state) {
    (void)state;
    rig r = figure(5);
    random_state random = random_make(5);
    void *machine = rig_machine(&r, player, NULL);
    pantin_point32 *out = points_make(&r.mesh);
    for (int frame = 0; frame < 60; frame++) {
        for (int i = 0; i < r.count; i++) {
            r.targets[i].center.x = random_between(&random, -1e5, 1e5);
            r.targets[i].center.y = random_between(&random, -1e5, 1e5);
            r.targets[i].angle = random_between(&random, -10, 10);
        }
        pantin_deform_report report = rig_solve(&r, player, machine, frame ? out : NULL, 0, out);
        assert_sound(&report);
    }
    player->destroy(machine);
    points_drop(out, &r.mesh);
    rig_drop(&r);
}

static void slivers_at_rest_stay_the_right_way_round(void **state) {
    (void)state;
    // Every second row of the grid is 0.02 px high: corners of 0.11 degrees.
    pantin_mesh mesh = mesh_grid(16, 12, 10, (vec2){ 0, 0 });
    for (int y = 0; y <= 12; y++)
        for (int x = 0; x <= 16; x++)
            mesh.vertices[17 * y + x].y = (y + 1) / 2 * 10.0 + y / 2 * 0.02;
    rig r = rig_make(mesh);
    rig_hold(&r, (vec2){ 10, 55 }, 13, false);
    rig_hold(&r, (vec2){ 150, 55 }, 13, false);
    rig_hold(&r, (vec2){ 80, 5 }, 13, true);
    void *machine = rig_machine(&r, player, NULL);
    pantin_point32 *out = points_make(&r.mesh);
    for (int frame = 0; frame < 90; frame++) {
        r.targets[1].angle = 1.5 * sin(frame * 0.2);
        r.targets[2].center.y = 5 + 30 * sin(frame * 0.13);
        pantin_deform_report report = rig_solve(&r, player, machine, frame ? out : NULL, 0, out);
        assert_sound(&report);
        assert_int_not_equal(report.status, PANTIN_STALLED);
    }
    player->destroy(machine);
    points_drop(out, &r.mesh);
    rig_drop(&r);
}

// --- a strip ------------------------------------------------------------------------------------

// 200 x 4 px, held at both ends.
static rig strip(void) {
    rig r = rig_make(mesh_grid(50, 1, 4, (vec2){ 0, 0 }));
    rig_hold(&r, (vec2){ 2, 2 }, 5, false);
    rig_hold(&r, (vec2){ 198, 2 }, 5, false);
    return r;
}

static double strip_length(const pantin_point32 *at) {
    double length = 0;
    for (int x = 0; x < 50; x++)
        for (int y = 0; y < 2; y++)
            length +=
                vec2_distance(vec2_from32(at[51 * y + x]), vec2_from32(at[51 * y + x + 1])) / 2;
    return length;
}

// The far end of an arc as long as the strip that turns by `angle`.
static void bend_strip(rig *r, double angle) {
    double length = r->centroids[1].x - r->centroids[0].x, radius = length / angle;
    r->targets[1].center =
        (vec2){ r->centroids[0].x + radius * sin(angle), 2 + radius * (1 - cos(angle)) };
    r->targets[1].angle = angle;
}

static void a_strip_bent_by_170_degrees_keeps_its_length(void **state) {
    (void)state;
    rig r = strip();
    void *machine = rig_machine(&r, player, NULL);
    pantin_point32 *out = points_make(&r.mesh);
    bend_strip(&r, 170 * TRIG_DEGREE);
    pantin_deform_report report = rig_solve(&r, player, machine, NULL, 0, out);
    assert_sound(&report);
    assert_int_equal(report.status, PANTIN_REACHED);
    assert_near(strip_length(out), 200, 4);
    for (int frame = 1; frame <= 34; frame++) {
        bend_strip(&r, frame * 5 * TRIG_DEGREE);
        report = rig_solve(&r, player, machine, frame > 1 ? out : NULL, 0, out);
        assert_sound(&report);
    }
    assert_int_equal(report.status, PANTIN_REACHED);
    assert_near(strip_length(out), 200, 4);
    player->destroy(machine);
    points_drop(out, &r.mesh);
    rig_drop(&r);
}

static void a_strip_asked_to_be_its_mirror_image_is_told_not_crumpled(void **state) {
    (void)state;
    rig r = rig_make(mesh_grid(50, 1, 4, (vec2){ 0, 0 }));
    for (int i = 0; i < 102; i++) {
        rig_hold(&r, r.mesh.vertices[i], 0, true);
        r.targets[i].center.x = 200 - r.targets[i].center.x;
    }
    void *machine = rig_machine(&r, player, NULL);
    pantin_point32 *out = points_make(&r.mesh);
    pantin_handle_report handles[102];
    double worst = 0;
    pantin_deform_report report = player->solve(machine, r.targets, NULL, NULL, NULL, 0,
                                                (pantin_budget){ 0, 0 }, out, handles, NULL);
    for (int i = 0; i < r.count; i++) worst = fmax(worst, handles[i].error_px);
    assert_sound(&report);
    assert_int_equal(report.status, PANTIN_SHORT);
    assert_true(worst > 0.5 && worst < 4);
    player->destroy(machine);
    points_drop(out, &r.mesh);
    rig_drop(&r);
}

// --- held back ----------------------------------------------------------------------------------

// A strip pressed together has buckled to one side; its ends are slowly turned toward the other: it snaps.
static void a_snap_is_spread_over_a_few_frames(void **state) {
    (void)state;
    rig r = rig_make(mesh_grid(40, 2, 5, (vec2){ 0, 0 }));
    rig_hold(&r, (vec2){ 0, 5 }, 6, false);
    rig_hold(&r, (vec2){ 200, 5 }, 6, false);
    void *machine = rig_machine(&r, player, NULL);
    pantin_point32 *out = points_make(&r.mesh), *before = points_make(&r.mesh);
    int lagging = 0, row = 0, longest = 0;
    double worst = 0;
    for (int frame = 0; frame < 120; frame++) {
        // Pressed together; then both ends turned from rising to sinking.
        double tilt = frame < 20 ? 0.3 : 0.3 - 0.02 * (frame - 20);
        tilt = fmax(tilt, -1.2);
        r.targets[0].center.x = r.centroids[0].x + fmin(frame, 20) * 0.8;
        r.targets[1].center.x = r.centroids[1].x - fmin(frame, 20) * 0.8;
        r.targets[0].angle = -tilt, r.targets[1].angle = tilt;
        memcpy(before, out, sizeof *out * (size_t)r.mesh.vertex_count);
        pantin_deform_report report = rig_solve(&r, player, machine, frame ? out : NULL, 0, out);
        assert_sound(&report);
        assert_true(report.status != PANTIN_REPOSED && report.status != PANTIN_STALLED);
        double moved = points_apart(before, out, r.mesh.vertex_count);
        // Centers move 0.8 px a frame and turns, felt 100 px away, 2 px.
        if (frame > 1 && row == 0) worst = fmax(worst, moved);
        row = report.status == PANTIN_LAGGING ? row + 1 : 0;
        lagging += report.status == PANTIN_LAGGING;
        longest = row > longest ? row : longest;
    }
    assert_true(lagging > 0 && longest <= 6);
    assert_true(worst < 1.5 * (0.8 + 2.1) + 5 + 0.01);
    assert_true(out[20].y > 10); // and it did snap: y points down
    player->destroy(machine);
    points_drop(before, &r.mesh);
    points_drop(out, &r.mesh);
    rig_drop(&r);
}

// --- nothing hidden -----------------------------------------------------------------------------

// Another machine that has seen other frames goes on from any written frame and its report's memory.
static void a_frame_is_told_by_the_frame_before_and_its_memory(void **state) {
    (void)state;
    enum { FRAMES = 60 };
    rig r = figure(6);
    random_state random = random_make(6);
    void *one = rig_machine(&r, player, NULL), *two = rig_machine(&r, player, NULL);
    size_t size = sizeof(pantin_point32) * (size_t)r.mesh.vertex_count;
    pantin_point32 *at = points_make(&r.mesh), *next = points_make(&r.mesh);
    pantin_point32 *again = points_make(&r.mesh), *noise = points_make(&r.mesh);
    uint32_t memory = 0, seen = 0;
    for (int frame = 0; frame < FRAMES; frame++) {
        for (int i = 0; i < r.count; i++) {
            r.targets[i].center.x += random_between(&random, -25, 25);
            r.targets[i].center.y += random_between(&random, -25, 25);
        }
        pantin_deform_report first = rig_solve(&r, player, one, frame ? at : NULL, 0, next);
        rig_solve(&r, player, two, frame % 3 ? noise : NULL, 2, noise); // something else
        player->resume(two, memory);
        pantin_deform_report second = rig_solve(&r, player, two, frame ? at : NULL, 0, again);
        assert_memory_equal(next, again, size);
        assert_memory_equal(&first, &second, sizeof first);
        memory = first.memory;
        seen |= memory;
        memcpy(at, next, size);
    }
    assert_true(seen != 0); // there was something to remember
    player->destroy(one);
    player->destroy(two);
    points_drop(at, &r.mesh);
    points_drop(next, &r.mesh);
    points_drop(again, &r.mesh);
    points_drop(noise, &r.mesh);
    rig_drop(&r);
}

static void heat_is_where_it_is_squeezed_and_nowhere_else(void **state) {
    (void)state;
    rig r = figure(7);
    void *machine = rig_machine(&r, player, NULL);
    pantin_point32 *out = points_make(&r.mesh);
    float *bind = memory_allocate((size_t)r.mesh.triangle_count, sizeof *bind);
    double *ratio = memory_allocate((size_t)r.mesh.triangle_count, sizeof *ratio);
    pantin_bend_meter *meter = pantin_bend_meter_create(&r.mesh, false, NULL, NULL);
    r.targets[3].angle = 2;
    r.targets[2].center = (vec2){ 140, 60 };
    player->solve(machine, r.targets, NULL, NULL, NULL, 0, (pantin_budget){ 0, 0 }, out, NULL,
                  bind);
    pantin_bend_measure(meter, out, NULL, ratio);
    int hot = 0;
    for (int t = 0; t < r.mesh.triangle_count; t++) {
        assert_true(bind[t] >= 0);
        if (ratio[t] > 0.301) assert_true(bind[t] == 0);
        if (ratio[t] < 0.299) assert_true(bind[t] > 0);
        hot += bind[t] > 0;
    }
    assert_true(hot > 0 && hot < r.mesh.triangle_count / 4);
    pantin_bend_meter_destroy(meter);
    memory_free(bind, (size_t)r.mesh.triangle_count, sizeof *bind);
    memory_free(ratio, (size_t)r.mesh.triangle_count, sizeof *ratio);
    player->destroy(machine);
    points_drop(out, &r.mesh);
    rig_drop(&r);
}

// --- failures made ------------------------------------------------------------------------------

static void a_number_that_is_none_in_the_matrix_leaves_the_frame_before(void **state) {
    (void)state;
    rig r = figure(8);
    arap_machine *machine = rig_machine(&r, player, NULL);
    pantin_point32 *out = points_make(&r.mesh), *again = points_make(&r.mesh);
    r.targets[2].center.x += 8;
    rig_solve(&r, player, machine, NULL, 0, out);
    machine->solver.base_part = 0; // made again
    machine->solver.rest_places[0] = NAN;
    r.targets[2].center.x += 8;
    pantin_deform_report report = rig_solve(&r, player, machine, out, 0, again);
    assert_memory_equal(out, again, sizeof *out * (size_t)r.mesh.vertex_count);
    assert_int_equal(report.status, PANTIN_SHORT);
    player->destroy(machine);
    points_drop(again, &r.mesh);
    points_drop(out, &r.mesh);
    rig_drop(&r);
}

static void what_cannot_be_verified_is_not_written(void **state) {
    (void)state;
    rig r = figure(9);
    arap_machine *machine = rig_machine(&r, player, NULL);
    pantin_point32 *out = points_make(&r.mesh), *again = points_make(&r.mesh);
    rig_solve(&r, player, machine, NULL, 0, out);
    // The solver is made to believe that every area is fifty times as large.
    for (int i = 0; i < machine->solver.parts.pair_count; i++)
        machine->solver.parts.pairs[i].per_twice *= 50;
    for (int i = 0; i < r.count; i++) r.targets[i].center = (vec2){ 90, 90 };
    pantin_handle_report handles[4];
    pantin_deform_report report = player->solve(machine, r.targets, NULL, out, NULL, 0,
                                                (pantin_budget){ 0, 0 }, again, handles, NULL);
    assert_int_equal(report.status, PANTIN_STALLED);
    assert_memory_equal(out, again, sizeof *out * (size_t)r.mesh.vertex_count);
    assert_sound(&report);
    assert_true(handles[0].error_px > 50); // measured on what was written
    // Without a frame before: the rest, where it was drawn or where its handles want it.
    report = rig_solve(&r, player, machine, NULL, 0, again);
    assert_int_equal(report.status, PANTIN_STALLED);
    assert_sound(&report);
    player->destroy(machine);
    points_drop(again, &r.mesh);
    points_drop(out, &r.mesh);
    rig_drop(&r);
}

static void a_start_that_is_folded_or_none_is_not_gone_on_from(void **state) {
    (void)state;
    rig r = figure(10);
    void *machine = rig_machine(&r, player, NULL);
    pantin_point32 *cold = points_make(&r.mesh), *out = points_make(&r.mesh);
    r.targets[2].center.y -= 15;
    rig_solve(&r, player, machine, NULL, 0, cold);
    for (int k = 0; k < 2; k++) {
        pantin_point32 *start = points_make(&r.mesh);
        start[40].x = k ? (float)NAN : start[40].x + 100;
        pantin_deform_report report = rig_solve(&r, player, machine, start, 0, out);
        assert_sound(&report);
        assert_true(points_apart(out, cold, r.mesh.vertex_count) < 0.05);
        points_drop(start, &r.mesh);
    }
    player->destroy(machine);
    points_drop(cold, &r.mesh);
    points_drop(out, &r.mesh);
    rig_drop(&r);
}

static void one_iteration_a_round_is_legal_and_said_to_be_capped(void **state) {
    (void)state;
    rig r = figure(11);
    void *machine = rig_machine(&r, player, NULL);
    pantin_point32 *out = points_make(&r.mesh);
    rig_solve(&r, player, machine, NULL, 0, out);
    r.targets[2].center.y -= 20;
    r.targets[3].angle = 1;
    pantin_deform_report report = rig_solve(&r, player, machine, out, 1, out);
    assert_int_equal(report.iterations, 1);
    assert_true(report.status == PANTIN_CAPPED || report.status == PANTIN_LAGGING);
    assert_sound(&report);
    for (int frame = 0; frame < 30; frame++) report = rig_solve(&r, player, machine, out, 1, out);
    assert_int_equal(report.status, PANTIN_REACHED);
    player->destroy(machine);
    points_drop(out, &r.mesh);
    rig_drop(&r);
}

static void energy_never_rises_within_a_descent(void **state) {
    (void)state;
    for (uint64_t seed = 20; seed < 30; seed++) {
        rig r = figure(seed);
        random_state random = random_make(seed);
        arap_machine *machine = rig_machine(&r, player, NULL);
        pantin_point32 *out = points_make(&r.mesh);
        rig_solve(&r, player, machine, NULL, 0, out);
        for (int i = 0; i < r.count; i++) {
            r.targets[i].center.x += random_between(&random, -60, 60);
            r.targets[i].angle = random_between(&random, -2, 2);
        }
        handles_receive(&machine->base.handles, &machine->base.rest, r.targets);
        double energy = newton_energy(&machine->solver, machine->x, 1);
        for (int k = 0; k < 60; k++) {
            newton_outcome next =
                newton_run(&machine->solver, machine->x, (newton_task){ 1, 1, 1e-3, INFINITY });
            assert_true(next.energy <= energy);
            assert_near(newton_energy(&machine->solver, machine->x, 1), next.energy, 1e-9 * energy);
            energy = next.energy;
        }
        player->destroy(machine);
        points_drop(out, &r.mesh);
        rig_drop(&r);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hand_wound_up_twice_and_back_comes_home),
        cmocka_unit_test(a_settled_sheet_stays),
        cmocka_unit_test(a_mild_bend_is_the_one_as_rigid_as_possible),
        cmocka_unit_test(a_handle_alone_carries_its_sheet_exactly),
        cmocka_unit_test(everything_to_one_point_is_short_but_sound),
        cmocka_unit_test(targets_100000_px_away_are_sound),
        cmocka_unit_test(slivers_at_rest_stay_the_right_way_round),
        cmocka_unit_test(a_strip_bent_by_170_degrees_keeps_its_length),
        cmocka_unit_test(a_strip_asked_to_be_its_mirror_image_is_told_not_crumpled),
        cmocka_unit_test(a_snap_is_spread_over_a_few_frames),
        cmocka_unit_test(a_frame_is_told_by_the_frame_before_and_its_memory),
        cmocka_unit_test(heat_is_where_it_is_squeezed_and_nowhere_else),
        cmocka_unit_test(a_number_that_is_none_in_the_matrix_leaves_the_frame_before),
        cmocka_unit_test(what_cannot_be_verified_is_not_written),
        cmocka_unit_test(a_start_that_is_folded_or_none_is_not_gone_on_from),
        cmocka_unit_test(one_iteration_a_round_is_legal_and_said_to_be_capped),
        cmocka_unit_test(energy_never_rises_within_a_descent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
