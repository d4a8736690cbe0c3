// test_arap_fuzz.c — a few thousand frames of anything: no triangle of "arap" turns over, no vertex is wound
// around twice, and every number can be believed.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "with_sheet.h"

#include "base/memory.h"
#include "base/trig.h"

enum { CLIPS = 60, FRAMES = 40 };

typedef enum motion { WALK, FAR, WILD, PERMUTED, ONE_POINT, SPIN, MOTIONS } motion;

static void move_targets(rig *r, const pantin_target *homes, motion kind, int frame,
                         random_state *random) {
    double reach = kind == FAR ? 1e5 : kind == WILD ? 100 : 15;
    for (int i = 0; i < r->count; i++) {
        pantin_target *t = &r->targets[i];
        if (kind == PERMUTED) {
            *t = homes[(i + frame / 10) % r->count];
        } else if (kind == ONE_POINT) {
            t->center = homes[0].center;
        } else if (kind == SPIN) {
            t->angle += random_between(random, 0, 0.4);
        } else {
            t->center.x += random_between(random, -reach, reach);
            t->center.y += random_between(random, -reach, reach);
            t->angle += random_between(random, -0.5, 0.5);
            if (random_below(random, 9) == 0) t->angle = random_between(random, -10, 10);
            if (random_below(random, 20) == 0) t->scale = random_between(random, 0.2, 4);
        }
    }
}

// A shaken sheet, sometimes with a loose piece, sometimes mirrored, one to seven handles.
static rig random_rig(random_state *random) {
    int columns = 5 + random_below(random, 9), rows = 4 + random_below(random, 8);
    pantin_mesh mesh = mesh_shaken_grid(columns, rows, 10, (vec2){ 0, 0 }, 0.24, random);
    if (random_below(random, 4) == 0)
        mesh = mesh_join(mesh, mesh_grid(3, 3, 8, (vec2){ columns * 10 + 20, 0 }));
    rig r = rig_make(mesh);
    int count = 1 + random_below(random, 7);
    for (int i = 0; i < count; i++) {
        vec2 at = { random_between(random, 0, columns * 10), random_between(random, 0, rows * 10) };
        rig_hold(&r, at, random_between(random, 0, 22), random_below(random, 2) == 0);
    }
    r.mirrored = random_below(random, 6) == 0;
    return r;
}

static void check_frame(const pantin_deform_report *report, const pantin_handle_report *handles,
                        const rig *r, const pantin_point32 *out) {
    assert_int_equal(report->quality.inverted, 0);
    assert_int_equal(report->quality.branch_points, 0);
    assert_true(report->quality.min_area_ratio >= 0.01);
    assert_true(finite_double(report->energy) && report->energy >= 0);
    assert_true(points_are_finite(out, r->mesh.vertex_count));
    for (int i = 0; i < r->count; i++) {
        vec2 sum = { 0, 0 };
        for (int k = 0; k < r->patches[i].count; k++)
            sum = vec2_add(sum, vec2_from32(out[r->lists[i][k]]));
        sum = vec2_scale(sum, 1.0 / r->patches[i].count);
        double off = vec2_distance(sum, r->targets[i].center);
        assert_near(handles[i].error_px, off, 1e-6 * (1 + off));
    }
}

static void whatever_is_asked_no_triangle_turns_over(void **state) {
    (void)state;
    const pantin_deformer *player = pantin_deformer_find("arap", NULL);
    int statuses[PANTIN_STALLED + 1] = { 0 };
    for (uint64_t seed = 1; seed <= CLIPS; seed++) {
        random_state random = random_make(seed);
        rig r = random_rig(&random);
        motion kind = (motion)(seed % MOTIONS);
        void *machine = rig_machine(&r, player, NULL);
        pantin_point32 *out = points_make(&r.mesh);
        pantin_target homes[MOST_PATCHES];
        memcpy(homes, r.targets, sizeof homes);
        for (int frame = 0; frame < FRAMES; frame++) {
            pantin_handle_report handles[7];
            pantin_budget budget = { random_below(&random, 3) ? 1 + random_below(&random, 40) : 0,
                                     0 };
            move_targets(&r, homes, kind, frame, &random);
            pantin_deform_report report = player->solve(
                machine, r.targets, NULL, frame ? out : NULL, NULL, 0, budget, out, handles, NULL);
            check_frame(&report, handles, &r, out);
            statuses[report.status]++;
        }
        player->destroy(machine);
        points_drop(out, &r.mesh);
        rig_drop(&r);
    }
    assert_true(statuses[PANTIN_STALLED] <= CLIPS * FRAMES / 1000);
    for (int s = PANTIN_REACHED; s < PANTIN_STALLED; s++) assert_true(statuses[s] > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whatever_is_asked_no_triangle_turns_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
