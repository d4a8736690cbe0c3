// test_peers.c — what every way of bending must do with few handles, odd ones and many, with pieces,
// and with memory: looped over the table of players, as test_laws.c is. (Case T9.)
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
#include "base/trig.h"

static bool follows_rigid(const pantin_deformer *player) {
    return (player->promises & PANTIN_FOLLOWS_RIGID) != 0;
}

// From rest and then from there; every vertex must be where `turn` about `from` and a shift put it.
static void check_motion(const pantin_deformer *player, const rig *r, vec2 from, double turn,
                         vec2 to) {
    double sine, cosine;
    trig_sincos(turn, &sine, &cosine);
    void *machine = rig_machine(r, player, NULL);
    pantin_point32 *out = points_make(&r->mesh);
    for (int warm = 0; warm < 2; warm++) {
        rig_solve(r, player, machine, warm ? out : NULL, 0, out);
        for (int v = 0; v < r->mesh.vertex_count; v++) {
            vec2 p = vec2_turn(vec2_sub(r->mesh.vertices[v], from), cosine, sine);
            assert_near(out[v].x, to.x + p.x, 1e-4);
            assert_near(out[v].y, to.y + p.y, 1e-4);
        }
    }
    player->destroy(machine);
    points_drop(out, &r->mesh);
}

static void check_one_handle(const pantin_deformer *player) {
    for (int free_turn = 0; free_turn < 2; free_turn++)
        for (int vertices = 0; vertices < 2; vertices++) { // one vertex, and a patch
            rig r = rig_make(mesh_grid(4, 4, 10, (vec2){ 0, 0 }));
            rig_hold(&r, (vec2){ 20, 10 }, vertices ? 11 : 0, free_turn);
            r.targets[0].center = vec2_add(r.centroids[0], (vec2){ 3, 2 });
            check_motion(player, &r, r.centroids[0], 0, r.targets[0].center);
            r.targets[0].angle = 2.5;
            if (vertices && !free_turn && follows_rigid(player))
                check_motion(player, &r, r.centroids[0], 2.5, r.targets[0].center);
            rig_drop(&r);
        }
}

static void one_handle_moves_the_whole_sheet(void **state) {
    (void)state;
    for_each_player(check_one_handle);
}

static void check_points(const pantin_deformer *player) {
    if (!follows_rigid(player)) return;
    rig r = rig_make(mesh_grid(8, 8, 10, (vec2){ 10, 20 }));
    for (int i = 0; i < 4; i++)
        rig_hold(&r, (vec2){ 20.0 + 60 * (i % 2), 30.0 + 60 * (i / 2) }, 0, true);
    rig_move(&r, (vec2){ 0, 0 }, 1.9, (vec2){ 100, 40 });
    double sine, cosine;
    trig_sincos(1.9, &sine, &cosine);
    vec2 to = vec2_add(vec2_turn(r.mesh.vertices[0], cosine, sine), (vec2){ 100, 40 });
    check_motion(player, &r, r.mesh.vertices[0], 1.9, to);
    rig_drop(&r);
}

static void handles_of_one_vertex_can_turn_a_sheet(void **state) {
    (void)state;
    for_each_player(check_points);
}

static void check_none(const pantin_deformer *player) {
    rig r = rig_make(mesh_grid(4, 4, 10, (vec2){ 3, 4 }));
    void *machine = rig_machine(&r, player, NULL);
    pantin_point32 *out = points_make(&r.mesh), *rest = points_make(&r.mesh);
    memset(out, 0x3f, sizeof *out * (size_t)r.mesh.vertex_count);
    float bind[32];
    pantin_deform_report report =
        player->solve(machine, NULL, NULL, out, NULL, 0, (pantin_budget){ 0, 0 }, out, NULL, bind);
    assert_int_equal(report.status, PANTIN_REACHED);
    assert_true(report.energy == 0);
    assert_memory_equal(out, rest, sizeof *out * (size_t)r.mesh.vertex_count);
    for (int t = 0; t < r.mesh.triangle_count; t++) assert_true(bind[t] == 0);
    player->destroy(machine);
    points_drop(out, &r.mesh);
    points_drop(rest, &r.mesh);
    rig_drop(&r);

    pantin_mesh nothing = { 0 };
    pantin_deform_setup setup = { .rest = &nothing };
    machine = player->create(&setup, NULL, NULL);
    assert_non_null(machine);
    report = player->solve(machine, NULL, NULL, NULL, NULL, 0, (pantin_budget){ 0, 0 }, NULL, NULL,
                           NULL);
    assert_int_equal(report.quality.inverted, 0);
    player->destroy(machine);
}

static void without_handles_or_without_a_mesh_nothing_moves(void **state) {
    (void)state;
    for_each_player(check_none);
}

static void check_pieces(const pantin_deformer *player) {
    if (!follows_rigid(player)) return;
    for (int across = 0; across < 2; across++) { // a patch on the body, or on body and hat
        rig r = rig_make(mesh_join(mesh_grid(6, 9, 10, (vec2){ 100, 60 }),
                                   mesh_grid(2, 2, 10, (vec2){ 150, 30 })));
        rig_hold(&r, across ? (vec2){ 155, 55 } : (vec2){ 110, 140 }, 15, false);
        r.targets[0] = (pantin_target){ { 70, 90 }, -0.8, 1 };
        check_motion(player, &r, r.centroids[0], -0.8, (vec2){ 70, 90 });
        rig_drop(&r);
    }
}

static void two_pieces_and_one_handle_move_as_one_body(void **state) {
    (void)state;
    for_each_player(check_pieces);
}

static void check_many(const pantin_deformer *player) {
    rig r = rig_make(mesh_grid(45, 22, 6.5, (vec2){ 0, 0 }));
    for (int i = 0; i < 100; i++)
        rig_hold(&r, (vec2){ 12 + 28.0 * (i % 10), 8 + 14.0 * (i / 10) }, i % 3 ? 7 : 0, i % 2);
    random_state random = random_make(4);
    for (int i = 0; i < r.count; i++) {
        r.targets[i].center.x += random_between(&random, -1, 1);
        r.targets[i].center.y += random_between(&random, -1, 1);
    }
    void *machine = rig_machine(&r, player, NULL);
    pantin_point32 *out = points_make(&r.mesh);
    pantin_deform_report report = rig_solve(&r, player, machine, NULL, 0, out);
    assert_true(points_are_finite(out, r.mesh.vertex_count));
    assert_true(report.quality.energy_normalized < 1);
    for (int i = 0; i < r.count; i++) r.targets[i].center = (vec2){ 150, 70 }; // all in one place
    report = rig_solve(&r, player, machine, out, 0, out);
    assert_true(points_are_finite(out, r.mesh.vertex_count));
    assert_true(report.quality.energy_normalized > 0.1); // it is crushed, and says so
    player->destroy(machine);
    points_drop(out, &r.mesh);
    rig_drop(&r);
}

static void a_hundred_handles_are_fine_also_all_in_one_place(void **state) {
    (void)state;
    for_each_player(check_many);
}

static void check_all_held(const pantin_deformer *player) {
    rig r = rig_make(mesh_grid(11, 11, 8, (vec2){ 0, 0 }));
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

static void every_vertex_may_be_held(void **state) {
    (void)state;
    for_each_player(check_all_held);
}

// Rings about one center, both free: nothing says how either turns, or how large they are together.
static void check_concentric(const pantin_deformer *player) {
    rig r = rig_make(mesh_grid(12, 12, 8, (vec2){ 0, 0 }));
    rig_hold(&r, (vec2){ 48, 48 }, 9, true);
    rig_hold(&r, (vec2){ 48, 48 }, 20, true);
    for (int i = 0; i < 2; i++) r.targets[i].center = (vec2){ 60, 40 };
    void *machine = rig_machine(&r, player, NULL);
    pantin_point32 *out = points_make(&r.mesh);
    pantin_deform_report report = rig_solve(&r, player, machine, NULL, 0, out);
    assert_int_equal(report.status, PANTIN_REACHED);
    for (int v = 0; v < r.mesh.vertex_count; v++) {
        assert_near(out[v].x, r.mesh.vertices[v].x + 12, 1e-3);
        assert_near(out[v].y, r.mesh.vertices[v].y - 8, 1e-3);
    }
    player->destroy(machine);
    points_drop(out, &r.mesh);
    rig_drop(&r);
}

static void two_free_handles_about_one_center_just_move_the_sheet(void **state) {
    (void)state;
    for_each_player(check_concentric);
}

// Corners of 1e-11 px and cotangents of 1e12 must not make a number that is none; and who promises that
// no triangle turns over cannot promise it of one that is thinner than the step of a float.
static void check_needle(const pantin_deformer *player) {
    vec2 vertices[] = { { 0, 0 }, { 10, 0 }, { 10, 10 }, { 0, 10 }, { 5, 10 + 1e-11 } };
    int triangles[][3] = { { 0, 1, 2 }, { 0, 2, 3 }, { 3, 2, 4 } };
    rig r = rig_make(mesh_from(vertices, 5, (const int(*)[3])triangles, 3));
    rig_hold(&r, vertices[0], 0, true);
    rig_hold(&r, vertices[2], 0, true);
    r.targets[1].center = (vec2){ 12, 11 };
    if ((player->promises & PANTIN_NEVER_FLIPS) != 0) {
        pantin_deform_setup setup = rig_setup(&r);
        pantin_error error = { 0 };
        assert_null(player->create(&setup, NULL, &error));
        assert_int_equal(error.kind, PANTIN_ERROR_ARGUMENT);
        assert_non_null(strstr(error.text, "triangle 2 is "));
        rig_drop(&r);
        return;
    }
    void *machine = rig_machine(&r, player, NULL);
    pantin_point32 *out = points_make(&r.mesh);
    pantin_deform_report report = rig_solve(&r, player, machine, NULL, 0, out);
    assert_true(points_are_finite(out, 5) && finite_double(report.energy));
    player->destroy(machine);
    points_drop(out, &r.mesh);
    rig_drop(&r);
}

static void a_needle_does_not_drown_the_sheet(void **state) {
    (void)state;
    for_each_player(check_needle);
}

// --- memory -------------------------------------------------------------------------------------

static rig usual_rig(void) {
    random_state random = random_make(8);
    pantin_mesh body = mesh_shaken_grid(12, 8, 8, (vec2){ 0, 0 }, 0.2, &random);
    rig r = rig_make(mesh_join(body, mesh_grid(3, 3, 6, (vec2){ 20, -30 })));
    rig_hold(&r, (vec2){ 16, 60 }, 12, false);
    rig_hold(&r, (vec2){ 84, 60 }, 12, false);
    rig_hold(&r, (vec2){ 48, 10 }, 12, true);
    return r;
}

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

static void check_refused(const pantin_deformer *player) {
    rig r = usual_rig();
    pantin_deform_setup setup = rig_setup(&r);
    const pantin_memory_hook hook = { refuse_later, NULL };
    pantin_memory_set_hook(&hook);
    bool made = false;
    long refused = 0;
    for (; !made && refused < 2000; refused++) {
        pantin_error error = { 0 };
        calls_left = refused;
        blocks_open = 0;
        void *machine = player->create(&setup, NULL, &error);
        made = machine != NULL;
        if (made) player->destroy(machine);
        if (blocks_open != 0 || (!made && error.kind != PANTIN_ERROR_MEMORY)) break;
    }
    pantin_memory_set_hook(NULL);
    assert_true(made);
    assert_int_equal(blocks_open, 0);
    assert_true(refused > 5);
    rig_drop(&r);
}

static void every_allocation_of_create_may_be_refused(void **state) {
    (void)state;
    for_each_player(check_refused);
}

static void check_allocations(const pantin_deformer *player) {
    rig r = usual_rig();
    void *machine = rig_machine(&r, player, NULL);
    pantin_point32 *out = points_make(&r.mesh);
    random_state random = random_make(5);
    uint64_t before = pantin_memory_calls();
    for (int frame = 0; frame < 12; frame++) {
        for (int i = 0; i < r.count; i++) {
            r.targets[i].center.x = random_between(&random, 0, 96);
            r.targets[i].center.y = random_between(&random, 0, 70);
        }
        rig_solve(&r, player, machine, frame ? out : NULL, 0, out);
        if (frame % 5 == 4) player->reset(machine);
    }
    player->solve(machine, r.targets, NULL, out, NULL, 0, (pantin_budget){ 100, 1e-3 }, out, NULL,
                  NULL);
    assert_int_equal(pantin_memory_calls(), before);
    player->destroy(machine);
    points_drop(out, &r.mesh);
    rig_drop(&r);
}

static void solving_allocates_nothing(void **state) {
    (void)state;
    for_each_player(check_allocations);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_handle_moves_the_whole_sheet),
        cmocka_unit_test(handles_of_one_vertex_can_turn_a_sheet),
        cmocka_unit_test(without_handles_or_without_a_mesh_nothing_moves),
        cmocka_unit_test(two_pieces_and_one_handle_move_as_one_body),
        cmocka_unit_test(a_hundred_handles_are_fine_also_all_in_one_place),
        cmocka_unit_test(every_vertex_may_be_held),
        cmocka_unit_test(two_free_handles_about_one_center_just_move_the_sheet),
        cmocka_unit_test(a_needle_does_not_drown_the_sheet),
        cmocka_unit_test(every_allocation_of_create_may_be_refused),
        cmocka_unit_test(solving_allocates_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
