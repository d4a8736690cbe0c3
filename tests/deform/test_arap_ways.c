// test_arap_ways.c — how "arap" gets there: rigid moves, pieces, stiff parts, bones, paths, jams.
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

static void assert_sound(const pantin_deform_report *report) {
    assert_int_equal(report->quality.inverted, 0);
    assert_int_equal(report->quality.branch_points, 0);
    assert_true(report->quality.min_area_ratio >= 0.01);
}

static void a_tracked_rigid_move_moves_the_sheet_rigidly(void **state) {
    (void)state;
    random_state random = random_make(1);
    rig r = rig_make(mesh_shaken_grid(14, 10, 10, (vec2){ 0, 0 }, 0.2, &random));
    rig_hold(&r, (vec2){ 10, 10 }, 14, true);
    rig_hold(&r, (vec2){ 130, 20 }, 14, false);
    rig_hold(&r, (vec2){ 70, 90 }, 14, true);
    r.targets[1].angle = 0.3;
    r.targets[1].center.y += 12;
    void *machine = rig_machine(&r, player, NULL);
    pantin_point32 *first = points_make(&r.mesh), *out = points_make(&r.mesh);
    rig_solve(&r, player, machine, NULL, 0, first);
    rig_solve(&r, player, machine, first, 0, first);
    memcpy(out, first, sizeof *out * (size_t)r.mesh.vertex_count);
    for (int frame = 0; frame < 30; frame++) {
        rig_move(&r, (vec2){ 70, 50 }, 0.1, (vec2){ 2, 1 });
        pantin_deform_report report = rig_solve(&r, player, machine, out, 0, out);
        assert_sound(&report);
        assert_int_equal(report.status, PANTIN_REACHED);
    }
    // Where 30 such moves take a point.
    for (int v = 0; v < r.mesh.vertex_count; v++) {
        vec2 at = vec2_from32(first[v]);
        for (int k = 0; k < 30; k++) {
            vec2 turned = vec2_turn(vec2_sub(at, (vec2){ 70, 50 }), cos(0.1), sin(0.1));
            at = vec2_add(turned, (vec2){ 72, 51 });
        }
        assert_near(out[v].x, at.x, 0.01);
        assert_near(out[v].y, at.y, 0.01);
    }
    player->destroy(machine);
    points_drop(first, &r.mesh);
    points_drop(out, &r.mesh);
    rig_drop(&r);
}

// One island bends, one hangs on a single handle, one on none; and a stiff square keeps its shape.
static void pieces_go_their_own_ways_and_a_stiff_part_keeps_its_shape(void **state) {
    (void)state;
    random_state random = random_make(2);
    pantin_mesh body = mesh_shaken_grid(16, 8, 10, (vec2){ 0, 0 }, 0.2, &random);
    int body_count = body.vertex_count;
    pantin_mesh both = mesh_join(body, mesh_grid(3, 3, 8, (vec2){ 40, -40 }));
    rig r = rig_make(mesh_join(both, mesh_grid(2, 2, 8, (vec2){ 100, -30 })));
    double *rigidity = memory_allocate((size_t)r.mesh.triangle_count, sizeof *rigidity);
    for (int t = 0; t < r.mesh.triangle_count; t++) {
        vec2 at = r.mesh.vertices[r.mesh.triangles[t][0]];
        bool stiff = at.x >= 60 && at.x < 100 && at.y >= 20 && at.y < 60;
        rigidity[t] = stiff ? 40 : 1;
    }
    r.rigidity = rigidity;
    rig_hold(&r, (vec2){ 5, 40 }, 14, false);
    rig_hold(&r, (vec2){ 155, 40 }, 14, false);
    rig_hold(&r, (vec2){ 52, -28 }, 0, true);
    void *machine = rig_machine(&r, player, NULL);
    pantin_point32 *out = points_make(&r.mesh);
    pantin_deform_report report = { 0 };
    for (int frame = 0; frame < 40; frame++) {
        r.targets[1].center = vec2_add(r.centroids[1], (vec2){ -frame, 2 * frame });
        r.targets[1].angle = 0.04 * frame;
        r.targets[2].center.x = r.centroids[2].x + 3 * frame;
        report = rig_solve(&r, player, machine, frame ? out : NULL, 0, out);
        assert_sound(&report);
    }
    for (int v = body_count; v < body_count + 16; v++) {
        assert_near(out[v].x, r.mesh.vertices[v].x + 117, 1e-3);
        assert_near(out[v].y, r.mesh.vertices[v].y, 1e-3);
    }
    assert_true(report.quality.feature_distortion < 0.05);
    assert_true(report.quality.stretch_p95 > 0.1);
    player->destroy(machine);
    memory_free(rigidity, (size_t)r.mesh.triangle_count, sizeof *rigidity);
    points_drop(out, &r.mesh);
    rig_drop(&r);
}

// --- bones --------------------------------------------------------------------------------------

// A limb of two bones along x, 200 x 30 px, its joint in the middle, held only at its ends.
typedef struct limb {
    rig r;
    int *triangles[2];
    double *weights[2];
    pantin_bone bones[2];
    pantin_deform_setup setup;
} limb;

static limb limb_make(double weight) {
    random_state random = random_make(3);
    limb l = { .r = rig_make(mesh_shaken_grid(40, 6, 5, (vec2){ 0, 0 }, 0.15, &random)) };
    rig_hold(&l.r, (vec2){ 5, 15 }, 9, false);
    rig_hold(&l.r, (vec2){ 195, 15 }, 9, false);
    for (int b = 0; b < 2; b++) {
        int count = 0;
        l.triangles[b] = memory_allocate((size_t)l.r.mesh.triangle_count, sizeof(int));
        l.weights[b] = memory_allocate((size_t)l.r.mesh.triangle_count, sizeof(double));
        for (int t = 0; t < l.r.mesh.triangle_count; t++) {
            double x = 0;
            for (int k = 0; k < 3; k++) x += l.r.mesh.vertices[l.r.mesh.triangles[t][k]].x / 3;
            double away = (b ? x - 100 : 100 - x) / 10.5, part = (away - 0.7) / 0.6;
            part = clamp_double(part, 0, 1);
            if (part == 0) continue;
            l.triangles[b][count] = t;
            l.weights[b][count++] = weight * part * part * (3 - 2 * part);
        }
        l.bones[b] = (pantin_bone){ l.triangles[b], l.weights[b], count };
    }
    l.setup = rig_setup(&l.r);
    return l;
}

static void limb_drop(limb *l) {
    for (int b = 0; b < 2; b++) {
        memory_free(l->triangles[b], (size_t)l->r.mesh.triangle_count, sizeof(int));
        memory_free(l->weights[b], (size_t)l->r.mesh.triangle_count, sizeof(double));
    }
    rig_drop(&l->r);
}

static void bend_limb(limb *l, double angle) {
    vec2 joint = { 100, 15 }, out = vec2_sub(l->r.centroids[1], joint);
    l->r.targets[1].center = vec2_add(joint, vec2_turn(out, cos(angle), sin(angle)));
    l->r.targets[1].angle = angle;
}

// The share of the turn that lies within 16 px of the joint, from the turns of the triangles.
static double share_at_joint(const limb *l, const pantin_point32 *out) {
    double turns[2] = { 0, 0 }, counts[2] = { 0, 0 };
    for (int t = 0; t < l->r.mesh.triangle_count; t++) {
        const int *corner = l->r.mesh.triangles[t];
        double x = (l->r.mesh.vertices[corner[0]].x + l->r.mesh.vertices[corner[1]].x +
                    l->r.mesh.vertices[corner[2]].x) /
                   3;
        int side = x < 84 && x > 74 ? 0 : x > 116 && x < 126 ? 1 : 2;
        if (side == 2) continue;
        double c = 0, s = 0;
        for (int k = 0; k < 3; k++) {
            int a = corner[k], b = corner[(k + 1) % 3];
            vec2 p = vec2_sub(l->r.mesh.vertices[b], l->r.mesh.vertices[a]);
            vec2 q = vec2_sub(vec2_from32(out[b]), vec2_from32(out[a]));
            c += vec2_dot(p, q), s += vec2_cross(p, q);
        }
        turns[side] += atan2(s, c);
        counts[side]++;
    }
    return turns[1] / counts[1] - turns[0] / counts[0];
}

static void bones_bend_a_limb_at_its_joint(void **state) {
    (void)state;
    double shares[2];
    for (int k = 0; k < 2; k++) {
        limb l = limb_make(3);
        if (k == 1) {
            l.setup.bones = l.bones;
            l.setup.bone_count = 2;
        }
        pantin_error error = { 0 };
        void *machine = player->create(&l.setup, NULL, &error);
        assert_non_null(machine);
        pantin_point32 *out = points_make(&l.r.mesh);
        pantin_deform_report report = { 0 };
        for (int frame = 0; frame <= 30; frame++) {
            double angle = frame * 3 * TRIG_DEGREE, angles[2] = { 0, angle };
            bend_limb(&l, angle);
            report = player->solve(machine, l.r.targets, k ? angles : NULL, frame ? out : NULL,
                                   NULL, 0, (pantin_budget){ 0, 0 }, out, NULL, NULL);
            assert_sound(&report);
        }
        assert_int_equal(report.status, PANTIN_REACHED);
        shares[k] = share_at_joint(&l, out) / (90 * TRIG_DEGREE);
        player->destroy(machine);
        points_drop(out, &l.r.mesh);
        limb_drop(&l);
    }
    assert_true(shares[0] < 0.6);
    assert_true(shares[1] > 0.85);
}

// Without an angle a bone takes the turn of its triangles: it cannot know the joint's, but keeps straight.
static void bones_without_an_angle_keep_straight(void **state) {
    (void)state;
    limb l = limb_make(10);
    l.setup.bones = l.bones;
    l.setup.bone_count = 2;
    void *machine = player->create(&l.setup, NULL, NULL);
    assert_non_null(machine);
    pantin_point32 *out = points_make(&l.r.mesh);
    pantin_deform_report report = { 0 };
    double bad[] = { NAN, INFINITY };
    for (int frame = 0; frame <= 30; frame++) {
        bend_limb(&l, frame * 3 * TRIG_DEGREE);
        report = player->solve(machine, l.r.targets, frame % 2 ? bad : NULL, frame ? out : NULL,
                               NULL, 0, (pantin_budget){ 0, 0 }, out, NULL, NULL);
        assert_sound(&report);
    }
    assert_true(share_at_joint(&l, out) / (90 * TRIG_DEGREE) > 0.8);
    player->destroy(machine);
    points_drop(out, &l.r.mesh);
    limb_drop(&l);
}

static void bones_that_cannot_be_are_refused_by_number(void **state) {
    (void)state;
    limb l = limb_make(3);
    pantin_error error = { 0 };
    l.setup.bones = l.bones;
    l.setup.bone_count = 2;
    l.triangles[1][2] = l.r.mesh.triangle_count;
    assert_null(player->create(&l.setup, NULL, &error));
    assert_string_equal(error.where, "bones");
    assert_string_equal(error.text, "bone 1 names triangle 480 of 480");
    l.triangles[1][2] = 0;
    l.weights[0][1] = NAN;
    assert_null(player->create(&l.setup, NULL, &error));
    l.weights[0][1] = -1;
    assert_null(player->create(&l.setup, NULL, &error));
    assert_string_equal(error.text, "bone 0 has weight -1, it must be in 0..1e6");
    limb_drop(&l);
}

// --- jumps --------------------------------------------------------------------------------------

// A limb curled by 300 degrees: straight ways lead elsewhere, the joints' own way does not.
enum { CURL_STEPS = 16, CURL_HANDLES = 7 };
typedef struct curl {
    rig r;
    pantin_target sets[CURL_STEPS][CURL_HANDLES];
    const pantin_target *path[CURL_STEPS];
} curl;

static void curl_make(curl *c) {
    *c = (curl){ .r = rig_make(mesh_grid(60, 4, 5, (vec2){ 0, 0 })) };
    rig *r = &c->r;
    for (int i = 0; i < CURL_HANDLES; i++) rig_hold(r, (vec2){ 10 + i * 280 / 6.0, 10 }, 8, false);
    for (int k = 0; k < CURL_STEPS; k++) {
        double bend = (k + 1.0) / CURL_STEPS * 300 * TRIG_DEGREE / 6;
        vec2 at = r->centroids[0];
        c->sets[k][0] = r->targets[0];
        for (int i = 1; i < CURL_HANDLES; i++) {
            vec2 bone_way = vec2_sub(r->centroids[i], r->centroids[i - 1]);
            double angle = bend * (i - 0.5);
            at = vec2_add(at, vec2_turn(bone_way, cos(angle), sin(angle)));
            c->sets[k][i] = (pantin_target){ at, bend * i, 1 };
        }
        c->path[k] = c->sets[k];
    }
}

static pantin_deform_report curl_solve(curl *c, void *machine, int set, const pantin_point32 *start,
                                       bool along, pantin_point32 *out) {
    return player->solve(machine, c->sets[set], NULL, start, along ? c->path : NULL,
                         along ? CURL_STEPS : 0, (pantin_budget){ 0, 0 }, out, NULL, NULL);
}

static void a_jump_along_a_path_comes_where_the_joints_lead(void **state) {
    (void)state;
    curl c;
    curl_make(&c);
    void *machine = rig_machine(&c.r, player, NULL);
    pantin_point32 *out = points_make(&c.r.mesh), *tracked = points_make(&c.r.mesh);
    pantin_deform_report report = curl_solve(&c, machine, CURL_STEPS - 1, NULL, true, out);
    assert_sound(&report);
    assert_int_equal(report.status, PANTIN_REACHED);
    // The same as tracking it frame by frame.
    for (int k = 0; k < CURL_STEPS + 8; k++)
        curl_solve(&c, machine, min_int(k, CURL_STEPS - 1), k ? tracked : NULL, false, tracked);
    assert_true(points_apart(out, tracked, c.r.mesh.vertex_count) < 0.01);
    player->destroy(machine);
    points_drop(tracked, &c.r.mesh);
    points_drop(out, &c.r.mesh);
    rig_drop(&c.r);
}

static void a_path_is_taken_where_a_handle_is_far_off_and_nowhere_else(void **state) {
    (void)state;
    curl c;
    curl_make(&c);
    size_t size = sizeof(pantin_point32) * (size_t)c.r.mesh.vertex_count;
    void *machine = rig_machine(&c.r, player, NULL);
    pantin_point32 *start = points_make(&c.r.mesh), *with = points_make(&c.r.mesh),
                   *without = points_make(&c.r.mesh);
    // Near: the path, which begins at rest and ends elsewhere, changes no byte.
    uint32_t memory = curl_solve(&c, machine, 1, NULL, false, start).memory;
    pantin_deform_report report = curl_solve(&c, machine, 2, start, false, without);
    assert_int_equal(report.status, PANTIN_REACHED);
    player->resume(machine, memory);
    curl_solve(&c, machine, 2, start, true, with);
    assert_memory_equal(with, without, size);
    // Far: the frame before does not matter.
    curl_solve(&c, machine, CURL_STEPS - 1, NULL, true, without);
    for (int from = 0; from < 3; from++) {
        curl_solve(&c, machine, from, NULL, false, start);
        player->resume(machine, 0); // no try at another shape just before
        report = curl_solve(&c, machine, CURL_STEPS - 1, start, true, with);
        assert_true(report.status == PANTIN_REPOSED || report.status == PANTIN_REACHED);
        assert_memory_equal(with, without, size);
    }
    player->destroy(machine);
    points_drop(without, &c.r.mesh);
    points_drop(with, &c.r.mesh);
    points_drop(start, &c.r.mesh);
    rig_drop(&c.r);
}

static void a_reachable_pose_is_jumped_to_without_a_path(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        random_state random = random_make(seed);
        rig r = rig_make(mesh_shaken_grid(30, 6, 8, (vec2){ 0, 0 }, 0.2, &random));
        rig_hold(&r, (vec2){ 10, 24 }, 14, false);
        rig_hold(&r, (vec2){ 120, 24 }, 14, true);
        rig_hold(&r, (vec2){ 230, 24 }, 14, false);
        double bend = random_between(&random, -2.2, 2.2);
        vec2 joint = r.centroids[1], far = vec2_sub(r.centroids[2], joint);
        r.targets[2].center = vec2_add(joint, vec2_turn(far, cos(bend), sin(bend)));
        r.targets[2].angle = bend;
        void *machine = rig_machine(&r, player, NULL);
        pantin_point32 *out = points_make(&r.mesh);
        pantin_deform_report report = rig_solve(&r, player, machine, NULL, 0, out);
        assert_sound(&report);
        assert_int_equal(report.status, PANTIN_REACHED);
        player->destroy(machine);
        points_drop(out, &r.mesh);
        rig_drop(&r);
    }
}

// Handles are torn about as no sheet can follow, and drawn home again.
static void a_jammed_sheet_is_freed(void **state) {
    (void)state;
    int reposed = 0;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        random_state random = random_make(seed);
        rig r = rig_make(mesh_shaken_grid(16, 12, 10, (vec2){ 0, 0 }, 0.2, &random));
        for (int i = 0; i < 5; i++)
            rig_hold(&r, (vec2){ random_between(&random, 0, 160), random_between(&random, 0, 120) },
                     16, false);
        pantin_target homes[5];
        memcpy(homes, r.targets, sizeof homes);
        void *machine = rig_machine(&r, player, NULL);
        pantin_point32 *out = points_make(&r.mesh);
        pantin_deform_report report = { 0 };
        for (int frame = 0; frame < 120; frame++) {
            for (int i = 0; i < 5; i++) {
                vec2 way = { random_between(&random, -60, 60), random_between(&random, -60, 60) };
                if (frame >= 60)
                    way = vec2_scale(vec2_sub(homes[i].center, r.targets[i].center), 0.2);
                if (frame == 100) r.targets[i] = homes[i];
                if (frame < 100) r.targets[i].center = vec2_add(r.targets[i].center, way);
            }
            report = rig_solve(&r, player, machine, frame ? out : NULL, 0, out);
            assert_sound(&report);
            reposed += report.status == PANTIN_REPOSED;
        }
        assert_int_equal(report.status, PANTIN_REACHED);
        player->destroy(machine);
        points_drop(out, &r.mesh);
        rig_drop(&r);
    }
    assert_true(reposed > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tracked_rigid_move_moves_the_sheet_rigidly),
        cmocka_unit_test(pieces_go_their_own_ways_and_a_stiff_part_keeps_its_shape),
        cmocka_unit_test(bones_bend_a_limb_at_its_joint),
        cmocka_unit_test(bones_without_an_angle_keep_straight),
        cmocka_unit_test(bones_that_cannot_be_are_refused_by_number),
        cmocka_unit_test(a_jump_along_a_path_comes_where_the_joints_lead),
        cmocka_unit_test(a_path_is_taken_where_a_handle_is_far_off_and_nowhere_else),
        cmocka_unit_test(a_reachable_pose_is_jumped_to_without_a_path),
        cmocka_unit_test(a_jammed_sheet_is_freed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
