// test_laws.c — what every way of bending must do, looped over the table of players.
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

// A sheet with feet held level, a free head and a free hand.
static rig puppet(uint64_t seed, double scale) {
    random_state r = random_make(seed);
    pantin_mesh mesh = mesh_shaken_grid(18, 12, 8, (vec2){ 20, 30 }, 0.15, &r);
    for (int v = 0; v < mesh.vertex_count; v++)
        mesh.vertices[v] = vec2_scale(mesh.vertices[v], scale);
    rig puppet = rig_make(mesh);
    static const double places[4][3] = {
        { 30, 120, 0 }, { 150, 120, 0 }, { 90, 40, 1 }, { 160, 40, 1 }
    };
    for (int i = 0; i < 4; i++)
        rig_hold(&puppet, (vec2){ places[i][0] * scale, places[i][1] * scale }, 14 * scale,
                 places[i][2] > 0);
    return puppet;
}

static void pose(rig *r, uint64_t seed, double amount) {
    random_state random = random_make(seed + 1000);
    for (int i = 0; i < r->count; i++) {
        r->targets[i].center.x += random_between(&random, -amount, amount);
        r->targets[i].center.y += random_between(&random, -amount, amount);
        r->targets[i].angle = random_between(&random, -0.3, 0.3);
    }
}

static void check_rest(const pantin_deformer *player) {
    rig r = puppet(1, 1);
    void *machine = rig_machine(&r, player, NULL);
    pantin_point32 *rest = points_make(&r.mesh), *out = points_make(&r.mesh);
    for (int warm = 0; warm < 2; warm++) {
        memset(out, 0, sizeof *out * (size_t)r.mesh.vertex_count);
        pantin_deform_report report = rig_solve(&r, player, machine, warm ? rest : NULL, 0, out);
        assert_int_equal(report.status, PANTIN_REACHED);
        assert_int_equal(report.quality.inverted + report.inverted_raw + report.repair_rounds, 0);
        assert_true(points_apart(rest, out, r.mesh.vertex_count) < 1e-3);
    }
    player->destroy(machine);
    points_drop(rest, &r.mesh);
    points_drop(out, &r.mesh);
    rig_drop(&r);
}

static void targets_at_rest_give_the_rest(void **state) {
    (void)state;
    for_each_player(check_rest);
}

static void check_mirrored_rest(const pantin_deformer *player) {
    rig r = puppet(2, 1);
    r.mirrored = true;
    double left = INFINITY, right = -INFINITY;
    for (int v = 0; v < r.mesh.vertex_count; v++) {
        left = fmin(left, r.mesh.vertices[v].x);
        right = fmax(right, r.mesh.vertices[v].x);
    }
    for (int i = 0; i < r.count; i++) r.targets[i].center.x = left + right - r.centroids[i].x;
    void *machine = rig_machine(&r, player, NULL);
    pantin_point32 *out = points_make(&r.mesh);
    pantin_deform_report report = rig_solve(&r, player, machine, NULL, 0, out);
    assert_int_equal(report.status, PANTIN_REACHED);
    assert_int_equal(report.quality.inverted, 0);
    for (int v = 0; v < r.mesh.vertex_count; v++) {
        assert_near(out[v].x, left + right - r.mesh.vertices[v].x, 1e-3);
        assert_near(out[v].y, r.mesh.vertices[v].y, 1e-3);
    }
    player->destroy(machine);
    points_drop(out, &r.mesh);
    rig_drop(&r);
}

static void mirrored_targets_on_a_mirrored_rest_give_the_mirror_image(void **state) {
    (void)state;
    for_each_player(check_mirrored_rest);
}

static void check_rigid(const pantin_deformer *player) {
    if ((player->promises & PANTIN_FOLLOWS_RIGID) == 0) return;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        rig r = puppet(seed, 1);
        pose(&r, seed, 8);
        pantin_deform_options options = pantin_deform_defaults();
        options.repair = false; // a triangle within rounding of no area would part the two ways
        void *machine = rig_machine(&r, player, &options);
        pantin_point32 *still = points_make(&r.mesh), *moved = points_make(&r.mesh);
        rig_solve(&r, player, machine, NULL, 0, still);
        double angle = 0.3 * (double)seed, sine, cosine;
        vec2 about = { 70, 90 }, by = { 13, -21 };
        rig_move(&r, about, angle, by);
        rig_solve(&r, player, machine, NULL, 0, moved);
        trig_sincos(angle, &sine, &cosine);
        for (int v = 0; v < r.mesh.vertex_count; v++) {
            vec2 turned = vec2_turn(vec2_sub(vec2_from32(still[v]), about), cosine, sine);
            vec2 expected = vec2_add(vec2_add(about, turned), by);
            assert_near(moved[v].x, expected.x, 1e-3);
            assert_near(moved[v].y, expected.y, 1e-3);
        }
        player->destroy(machine);
        points_drop(still, &r.mesh);
        points_drop(moved, &r.mesh);
        rig_drop(&r);
    }
}

static void a_rigid_move_of_all_targets_moves_the_mesh_rigidly(void **state) {
    (void)state;
    for_each_player(check_rigid);
}

static void check_scale(const pantin_deformer *player) {
    rig small = puppet(3, 1), large = puppet(3, 4);
    pose(&small, 3, 8);
    for (int i = 0; i < small.count; i++) {
        large.targets[i] = small.targets[i];
        large.targets[i].center = vec2_scale(small.targets[i].center, 4);
    }
    void *of_small = rig_machine(&small, player, NULL),
         *of_large = rig_machine(&large, player, NULL);
    pantin_point32 *a = points_make(&small.mesh), *b = points_make(&large.mesh);
    rig_solve(&small, player, of_small, NULL, 0, a);
    rig_solve(&large, player, of_large, NULL, 0, b);
    for (int v = 0; v < small.mesh.vertex_count; v++) {
        assert_near(b[v].x, 4 * a[v].x, 4e-3);
        assert_near(b[v].y, 4 * a[v].y, 4e-3);
    }
    player->destroy(of_small);
    player->destroy(of_large);
    points_drop(a, &small.mesh);
    points_drop(b, &large.mesh);
    rig_drop(&small);
    rig_drop(&large);
}

static void a_sheet_four_times_as_large_bends_the_same(void **state) {
    (void)state;
    for_each_player(check_scale);
}

// The same rig with its vertices and triangles in another order; place[v] is where vertex v went.
static rig shuffled(const rig *from, int *place, random_state *random) {
    int n = from->mesh.vertex_count, m = from->mesh.triangle_count;
    for (int v = 0; v < n; v++) place[v] = v;
    for (int v = n - 1; v > 0; v--) {
        int other = random_below(random, v + 1), kept = place[v];
        place[v] = place[other];
        place[other] = kept;
    }
    vec2 *vertices = memory_allocate((size_t)n, sizeof *vertices);
    int(*triangles)[3] = memory_allocate((size_t)m, sizeof *triangles);
    for (int v = 0; v < n; v++) vertices[place[v]] = from->mesh.vertices[v];
    for (int t = 0; t < m; t++)
        for (int k = 0; k < 3; k++)
            triangles[m - 1 - t][(k + t) % 3] = place[from->mesh.triangles[t][k]];
    rig r = rig_make(mesh_from(vertices, n, (const int(*)[3])triangles, m));
    memory_free(vertices, (size_t)n, sizeof *vertices);
    memory_free(triangles, (size_t)m, sizeof *triangles);
    for (int i = 0; i < from->count; i++) {
        rig_hold(&r, from->centroids[i], 0, from->patches[i].free_turn);
        for (int k = 0; k < from->patches[i].count; k++) r.lists[i][k] = place[from->lists[i][k]];
        r.patches[i].count = from->patches[i].count;
        r.targets[i] = from->targets[i];
    }
    return r;
}

static void check_order(const pantin_deformer *player) {
    random_state random = random_make(11);
    rig r = puppet(4, 1);
    pose(&r, 4, 8);
    int n = r.mesh.vertex_count, *place = memory_allocate((size_t)n, sizeof *place);
    rig other = shuffled(&r, place, &random);
    void *one = rig_machine(&r, player, NULL), *two = rig_machine(&other, player, NULL);
    pantin_point32 *a = points_make(&r.mesh), *b = points_make(&other.mesh);
    rig_solve(&r, player, one, NULL, 0, a);
    rig_solve(&other, player, two, NULL, 0, b);
    for (int v = 0; v < n; v++) {
        assert_near(b[place[v]].x, a[v].x, 1e-3);
        assert_near(b[place[v]].y, a[v].y, 1e-3);
    }
    player->destroy(one);
    player->destroy(two);
    points_drop(a, &r.mesh);
    points_drop(b, &other.mesh);
    memory_free(place, (size_t)n, sizeof *place);
    rig_drop(&r);
    rig_drop(&other);
}

static void the_order_of_vertices_and_triangles_does_not_matter(void **state) {
    (void)state;
    for_each_player(check_order);
}

static void check_hostile(const pantin_deformer *player) {
    static const double bad[] = { NAN, INFINITY, -INFINITY, 1e5, -1e5, 1e300, -1e308, 0, 10, -10 };
    enum { BAD = sizeof bad / sizeof bad[0] };
    random_state random = random_make(17);
    rig r = puppet(5, 1);
    int n = r.mesh.vertex_count;
    void *machine = rig_machine(&r, player, NULL);
    pantin_point32 *out = points_make(&r.mesh), *rest = points_make(&r.mesh);
    pantin_handle_report handles[4];
    for (int frame = 0; frame < 300; frame++) {
        for (int i = 0; i < r.count; i++) {
            double *numbers[] = { &r.targets[i].center.x, &r.targets[i].center.y,
                                  &r.targets[i].angle, &r.targets[i].scale };
            r.targets[i] = (pantin_target){ r.centroids[i], 0, 1 };
            for (int k = 0; k < 4; k++)
                if (random_below(&random, 3) == 0) *numbers[k] = bad[random_below(&random, BAD)];
        }
        if (frame % 50 == 49) out[random_below(&random, n)].x = NAN; // a start that is no start
        pantin_budget budget = { random_below(&random, 12), frame % 7 == 0 ? NAN : 0 };
        pantin_deform_report report = player->solve(
            machine, r.targets, NULL, frame % 5 ? out : NULL, NULL, 0, budget, out, handles, NULL);
        assert_true(points_are_finite(out, n));
        assert_true(finite_double(report.energy) && finite_double(report.last_move_px) &&
                    finite_double(report.quality.energy_normalized));
        for (int i = 0; i < r.count; i++) {
            const pantin_handle_report *h = &handles[i];
            assert_true(finite_double(h->target.x) && finite_double(h->target.y));
            assert_true(finite_double(h->error_px) && finite_double(h->angle_error) &&
                        finite_double(h->vertex_error_px));
        }
    }
    // And it comes home.
    for (int i = 0; i < r.count; i++) r.targets[i] = (pantin_target){ r.centroids[i], 0, 1 };
    player->reset(machine);
    rig_solve(&r, player, machine, NULL, 0, out);
    assert_true(points_apart(rest, out, n) < 1e-3);
    player->destroy(machine);
    points_drop(out, &r.mesh);
    points_drop(rest, &r.mesh);
    rig_drop(&r);
}

static void whatever_the_targets_every_number_is_finite_and_the_rest_is_found_again(void **state) {
    (void)state;
    for_each_player(check_hostile);
}

static void check_same_bytes(const pantin_deformer *player) {
    uint64_t hashes[2];
    for (int run = 0; run < 2; run++) {
        rig r = puppet(6, 1);
        void *machine = rig_machine(&r, player, NULL);
        pantin_point32 *out = points_make(&r.mesh);
        hashes[run] = 0;
        for (uint64_t frame = 0; frame < 6; frame++) {
            pose(&r, frame, 20);
            pantin_deform_report report =
                rig_solve(&r, player, machine, frame ? out : NULL, 0, out);
            hashes[run] = pantin_hash(out, sizeof *out * (size_t)r.mesh.vertex_count, hashes[run]);
            hashes[run] = pantin_hash(&report.energy, sizeof report.energy, hashes[run]);
        }
        player->destroy(machine);
        points_drop(out, &r.mesh);
        rig_drop(&r);
    }
    assert_true(hashes[0] == hashes[1]);
}

static void the_same_targets_give_the_same_bytes(void **state) {
    (void)state;
    for_each_player(check_same_bytes);
}

static void check_reset(const pantin_deformer *player) {
    rig r = puppet(7, 1);
    void *machine = rig_machine(&r, player, NULL);
    pantin_point32 *first = points_make(&r.mesh), *again = points_make(&r.mesh);
    pose(&r, 7, 10);
    rig_solve(&r, player, machine, NULL, 0, first);
    for (uint64_t frame = 0; frame < 5; frame++) {
        pose(&r, frame + 20, 60); // wild: whatever a player remembers, it has cause to
        rig_solve(&r, player, machine, NULL, 0, again);
    }
    for (int i = 0; i < r.count; i++) r.targets[i] = (pantin_target){ r.centroids[i], 0, 1 };
    pose(&r, 7, 10);
    player->reset(machine);
    rig_solve(&r, player, machine, NULL, 0, again);
    assert_memory_equal(first, again, sizeof *first * (size_t)r.mesh.vertex_count);
    player->destroy(machine);
    points_drop(first, &r.mesh);
    points_drop(again, &r.mesh);
    rig_drop(&r);
}

static void a_reset_machine_is_as_just_created(void **state) {
    (void)state;
    for_each_player(check_reset);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(targets_at_rest_give_the_rest),
        cmocka_unit_test(mirrored_targets_on_a_mirrored_rest_give_the_mirror_image),
        cmocka_unit_test(a_rigid_move_of_all_targets_moves_the_mesh_rigidly),
        cmocka_unit_test(a_sheet_four_times_as_large_bends_the_same),
        cmocka_unit_test(the_order_of_vertices_and_triangles_does_not_matter),
        cmocka_unit_test(whatever_the_targets_every_number_is_finite_and_the_rest_is_found_again),
        cmocka_unit_test(the_same_targets_give_the_same_bytes),
        cmocka_unit_test(a_reset_machine_is_as_just_created),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
