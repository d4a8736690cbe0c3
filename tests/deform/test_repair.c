// test_repair.c — what turned over grows stiffer: caps, what is kept, and the hard bend (case T11).
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
#include "deform/repair.h"

static const pantin_deformer *const player = &deform_arap_triangle;
static const repair_rule paper = { .growth = 4, .most = 65536 };

static pantin_deform_report solve_with_bind(const rig *r, void *machine,
                                            const pantin_point32 *start, pantin_point32 *out,
                                            float *bind) {
    return player->solve(machine, r->targets, NULL, start, NULL, 0, (pantin_budget){ 0, 0 }, out,
                         NULL, bind);
}

// --- the rule, by itself ------------------------------------------------------------------------

static void
a_turned_triangle_and_its_neighbors_rise_once_a_round_and_eight_times_in_all(void **state) {
    (void)state;
    pantin_mesh mesh =
        mesh_grid(4, 1, 10, (vec2){ 0, 0 }); // cells in a row; triangles 2 c, 2 c + 1
    arena owner = { 0 };
    sheet rest;
    assert_true(sheet_create(&rest, &owner, &mesh, false, 0, NULL));
    repair mends;
    assert_true(repair_create(&mends, &owner, &rest, paper));
    double x[20];
    int all[8];
    for (int t = 0; t < 8; t++) all[t] = t;
    for (int v = 0; v < 10; v++) x[2 * v] = mesh.vertices[v].x, x[2 * v + 1] = mesh.vertices[v].y;
    assert_int_equal(repair_find(&mends, &rest, all, 8, x), 0);
    assert_false(repair_raise(&mends, &rest));

    x[5] = 25; // vertex 2, above the middle, pulled through the floor: of its triangles 2, 4 and 5
    assert_int_equal(repair_find(&mends, &rest, all, 8, x), 2); // 4 leans but stays positive
    assert_true(mends.flipped[0] == 2 && mends.flipped[1] == 5);
    assert_true(repair_raise(&mends, &rest));
    // 2 borders on 3 and 5, and 5 on 2 and 4: each is raised once though two ask for it.
    static const int raised[8] = { 0, 0, 1, 1, 1, 1, 0, 0 };
    for (int t = 0; t < 8; t++) assert_true(mends.factor[t] == (raised[t] ? 4 : 1));
    repair_lower(&mends, &rest);
    for (int t = 0; t < 8; t++) assert_true(mends.factor[t] == 1);

    for (int round = 0; round < 8; round++) assert_true(repair_raise(&mends, &rest));
    assert_false(repair_raise(&mends, &rest));
    float bind[8];
    repair_show(&mends, &rest, bind);
    for (int t = 0; t < 8; t++) {
        assert_true(mends.factor[t] == (raised[t] ? 65536 : 1));
        assert_true(bind[t] == (raised[t] ? 8 : 0));
    }
    assert_true(repair_reset(&mends, &rest));
    assert_false(repair_reset(&mends, &rest));
    assert_true(mends.factor[3] == 1);
    arena_free(&owner);
    mesh_drop(&mesh);
}

static void what_is_stiff_relaxes_to_what_it_was(void **state) {
    (void)state;
    pantin_mesh mesh = mesh_grid(4, 1, 10, (vec2){ 0, 0 });
    arena owner = { 0 };
    sheet rest;
    assert_true(sheet_create(&rest, &owner, &mesh, false, 0, NULL));
    repair mends;
    const repair_rule engraving = { .growth = 3, .most = 400 };
    assert_true(repair_create(&mends, &owner, &rest, engraving));
    mends.flipped[mends.flipped_count++] = 2;
    double factor = 1;
    while (factor < 400) {
        factor = fmin(3 * factor, 400);
        assert_true(repair_raise(&mends, &rest));
        for (int t = 0; t < 8; t++) // 2 borders on 3 and 5
            assert_true(mends.factor[t] == (t == 2 || t == 3 || t == 5 ? factor : 1));
    }
    assert_false(repair_raise(&mends, &rest));
    assert_true(repair_relax(&mends, &rest, 0.93));
    assert_near(mends.factor[2], 372, 1e-9);
    for (int frame = 0; frame < 83; frame++) repair_relax(&mends, &rest, 0.93);
    assert_false(repair_relax(&mends, &rest, 0.93)); // 400 * 0.93^83 < 1
    for (int t = 0; t < 8; t++) assert_true(mends.factor[t] == 1);
    arena_free(&owner);
    mesh_drop(&mesh);
}

static void a_needle_that_only_rounding_turns_over_is_found(void **state) {
    (void)state;
    vec2 vertices[] = { { 0, 0 }, { 10, 0 }, { 10, 10 } };
    int triangles[][3] = { { 0, 1, 2 } };
    pantin_mesh mesh = mesh_from(vertices, 3, (const int(*)[3])triangles, 1);
    arena owner = { 0 };
    sheet rest;
    assert_true(sheet_create(&rest, &owner, &mesh, false, 0, NULL));
    repair mends;
    assert_true(repair_create(&mends, &owner, &rest, paper));
    double flat[6] = { 1000, 0, 1010, 0, 1005, 1e-6 }; // positive, in float32 too: y near 0 is fine
    double lost[6] = { 1000, 1000, 1010, 1000, 1005, 1000 + 1e-6 }; // float32 there: steps of 6e-5
    int all[1] = { 0 };
    assert_int_equal(repair_find(&mends, &rest, all, 1, flat), 0);
    assert_int_equal(repair_find(&mends, &rest, all, 1, lost), 1);
    arena_free(&owner);
    mesh_drop(&mesh);
}

// --- the rule at work ---------------------------------------------------------------------------

// A sheet held at its foot; two free handles that a seed pulls about.
static rig pulled_sheet(uint64_t seed, double amount) {
    random_state random = random_make(seed);
    rig r = rig_make(mesh_shaken_grid(16, 16, 6, (vec2){ 0, 0 }, seed % 2 ? 0.2 : 0, &random));
    rig_hold(&r, (vec2){ 48, 90 }, 12, false);
    rig_hold(&r, (vec2){ 12, 12 }, 9, true);
    rig_hold(&r, (vec2){ 84, 12 }, 9, false);
    for (int i = 1; i < 3; i++) {
        r.targets[i].center.x += random_between(&random, -amount, amount);
        r.targets[i].center.y += random_between(&random, -amount, amount);
        r.targets[i].angle = random_between(&random, -3, 3);
    }
    return r;
}

static void two_hundred_hostile_seeds_stay_finite_and_within_the_caps(void **state) {
    (void)state;
    int raw = 0, left = 0, mended = 0;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        rig r = pulled_sheet(seed, 120);
        int n = r.mesh.vertex_count;
        void *machine = rig_machine(&r, player, NULL);
        pantin_point32 *out = points_make(&r.mesh);
        float bind[512];
        for (int frame = 0; frame < 3; frame++) {
            pantin_deform_report report =
                solve_with_bind(&r, machine, frame ? out : NULL, out, bind);
            assert_true(points_are_finite(out, n));
            assert_true(finite_double(report.energy) && report.energy >= 0);
            assert_true(report.repair_rounds <= 10);
            assert_int_equal(report.iterations, (frame ? 8 : 40) * (1 + report.repair_rounds));
            assert_true(report.repair_rounds == 0 || report.inverted_raw > 0);
            for (int t = 0; t < r.mesh.triangle_count; t++) {
                assert_true(bind[t] >= 0 && bind[t] <= 8 && bind[t] == (float)(int)bind[t]);
            }
            if (frame > 0) continue;
            raw += report.inverted_raw;
            left += report.quality.inverted;
            mended += report.inverted_raw > 0 && report.quality.inverted == 0;
        }
        player->destroy(machine);
        points_drop(out, &r.mesh);
        rig_drop(&r);
    }
    print_message("200 seeds: %d turned over, %d after repair, %d poses mended\n", raw, left,
                  mended);
    assert_true(mended > 0 && left < raw);
}

// Of the seeds above one that repair mends, found by looking.
static rig mendable(void **machine, pantin_point32 **out, pantin_deform_report *report,
                    float *bind) {
    for (uint64_t seed = 1;; seed++) {
        assert_true(seed <= 200);
        rig r = pulled_sheet(seed, 60);
        *machine = rig_machine(&r, player, NULL);
        *out = points_make(&r.mesh);
        *report = solve_with_bind(&r, *machine, NULL, *out, bind);
        if (report->inverted_raw > 0 && report->quality.inverted == 0) return r;
        player->destroy(*machine);
        points_drop(*out, &r.mesh);
        rig_drop(&r);
    }
}

static void stiffness_is_kept_from_frame_to_frame_until_reset(void **state) {
    (void)state;
    float first[512], later[512];
    void *machine;
    pantin_point32 *out;
    pantin_deform_report report;
    rig r = mendable(&machine, &out, &report, first);
    int raised = 0;
    for (int t = 0; t < r.mesh.triangle_count; t++) raised += first[t] > 0;
    assert_true(raised >= report.inverted_raw);
    for (int i = 0; i < r.count; i++) r.targets[i] = (pantin_target){ r.centroids[i], 0, 1 };
    assert_int_equal(solve_with_bind(&r, machine, out, out, later).repair_rounds, 0);
    assert_memory_equal(first, later, sizeof(float) * (size_t)r.mesh.triangle_count);
    player->reset(machine);
    solve_with_bind(&r, machine, out, out, later);
    for (int t = 0; t < r.mesh.triangle_count; t++) assert_true(later[t] == 0);
    player->destroy(machine);
    points_drop(out, &r.mesh);
    rig_drop(&r);
}

static void without_repair_what_turned_over_is_written_and_reported(void **state) {
    (void)state;
    float bind[512];
    void *machine;
    pantin_point32 *out;
    pantin_deform_report mended;
    rig r = mendable(&machine, &out, &mended, bind);
    pantin_deform_options options = pantin_deform_defaults();
    options.repair = false;
    void *other = rig_machine(&r, player, &options);
    pantin_deform_report bare = solve_with_bind(&r, other, NULL, out, bind);
    assert_int_equal(bare.inverted_raw, mended.inverted_raw);
    assert_int_equal(bare.quality.inverted, mended.inverted_raw);
    assert_int_equal(bare.repair_rounds, 0);
    for (int t = 0; t < r.mesh.triangle_count; t++) assert_true(bind[t] == 0);
    player->destroy(machine);
    player->destroy(other);
    points_drop(out, &r.mesh);
    rig_drop(&r);
}

// --- case T11: a strip of 200 x 4 px, 50 vertices along, its end turned by 170 degrees -----------

static rig strip(void) {
    pantin_mesh mesh = mesh_grid(49, 1, 200.0 / 49, (vec2){ 0, 0 });
    for (int v = 50; v < 100; v++) mesh.vertices[v].y = 4;
    rig r = rig_make(mesh);
    rig_hold(&r, (vec2){ 4, 2 }, 5, false);
    rig_hold(&r, (vec2){ 196, 2 }, 5, false);
    return r;
}

// The end where an arc that turns by `angle` ends.
static pantin_target arc_end(const rig *r, double angle) {
    double length = r->centroids[1].x - r->centroids[0].x, sine, cosine;
    trig_sincos(angle, &sine, &cosine);
    double radius = length / angle;
    return (pantin_target){
        { r->centroids[0].x + radius * sine, r->centroids[0].y + radius * (1 - cosine) }, angle, 1
    };
}

static double middle_length(const pantin_point32 *out) {
    double length = 0;
    vec2 last = { 0, 0 };
    for (int x = 0; x < 50; x++) {
        vec2 middle = vec2_mix(vec2_from32(out[x]), vec2_from32(out[50 + x]), 0.5);
        if (x > 0) length += vec2_distance(last, middle);
        last = middle;
    }
    return length;
}

static void a_strip_bent_by_170_degrees_keeps_its_length_and_turns_nothing_over(void **state) {
    (void)state;
    rig r = strip();
    void *machine = rig_machine(&r, player, NULL);
    pantin_point32 *out = points_make(&r.mesh);
    int raw = 0, left = 0;
    for (int degrees = 5; degrees <= 170;
         degrees += 5) { // as a film does: 34 frames of 8 iterations
        r.targets[1] = arc_end(&r, degrees * TRIG_DEGREE);
        pantin_deform_report report = rig_solve(&r, player, machine, out, 0, out);
        assert_int_equal(report.status, PANTIN_REACHED);
        raw += report.inverted_raw;
        left += report.quality.inverted;
    }
    assert_int_equal(raw, 0);
    assert_int_equal(left, 0);
    assert_near(middle_length(out), 200, 0.02 * 200); // measured: -0.24 %
    // A jump has not settled after 40 iterations (length -3.0 %), but turns nothing over either.
    pantin_deform_report jump = rig_solve(&r, player, machine, NULL, 0, out);
    assert_int_equal(jump.inverted_raw, 0);
    assert_near(middle_length(out), 200, 0.04 * 200);
    player->destroy(machine);
    points_drop(out, &r.mesh);
    rig_drop(&r);
}

static void a_strip_asked_to_be_its_mirror_image_is_reported_and_mended_at_a_price(void **state) {
    (void)state;
    rig r = strip();
    for (int i = 0; i < 2; i++)
        r.targets[i].center.x = 200 - r.centroids[i].x; // the ends trade places
    pantin_point32 *out = points_make(&r.mesh);
    double energy[2];
    int raw[2], left[2];
    for (int mends = 0; mends < 2; mends++) {
        pantin_deform_options options = pantin_deform_defaults();
        options.repair = mends;
        void *machine = rig_machine(&r, player, &options);
        pantin_deform_report report = rig_solve(&r, player, machine, NULL, 0, out);
        assert_true(points_are_finite(out, r.mesh.vertex_count));
        raw[mends] = report.inverted_raw;
        left[mends] = report.quality.inverted;
        energy[mends] = report.quality.energy_normalized;
        player->destroy(machine);
    }
    print_message("mirrored ends: %d turned over, after repair %d; energy %.3f, then %.3f\n",
                  raw[1], left[1], energy[0], energy[1]);
    assert_true(raw[0] > 0 && left[0] == raw[0] && raw[1] == raw[0]);
    assert_int_equal(left[1], 0);
    assert_true(energy[1] > energy[0]);
    points_drop(out, &r.mesh);
    rig_drop(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(
            a_turned_triangle_and_its_neighbors_rise_once_a_round_and_eight_times_in_all),
        cmocka_unit_test(what_is_stiff_relaxes_to_what_it_was),
        cmocka_unit_test(a_needle_that_only_rounding_turns_over_is_found),
        cmocka_unit_test(two_hundred_hostile_seeds_stay_finite_and_within_the_caps),
        cmocka_unit_test(stiffness_is_kept_from_frame_to_frame_until_reset),
        cmocka_unit_test(without_repair_what_turned_over_is_written_and_reported),
        cmocka_unit_test(a_strip_bent_by_170_degrees_keeps_its_length_and_turns_nothing_over),
        cmocka_unit_test(a_strip_asked_to_be_its_mirror_image_is_reported_and_mended_at_a_price),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
