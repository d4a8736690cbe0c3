// test_known_loops.c — what shipped cycles are like at their seam, and that each of them loops already.
//
// The figures are those of an independent prototype, as they were printed: to the last digit given.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "near.h"
#include "shared_clip.h"
#include "with_check.h"

typedef struct known {
    const char *file;
    double vector, residual, p95, largest, digit; // deg/s
    bool loops;
} known;

static const known table[] = {
    { "variants/a10_sine.glb", 3.3, 0.0, 0.0, 0.0, 0.1, true },
    { "glb/Fox_khronos.glb#0", 37, 25, 29, 53, 1, true },
    { "glb/Fox_khronos.glb#1", 1282, 1422, 1825, 2172, 1, true },
    { "glb/Fox_khronos.glb#2", 303, 303, 685, 1190, 1, true },
    { "glb/Med_MovementBasic.glb#5", 1518, 1494, 2115, 2118, 1, true },
    { "glb/Med_MovementBasic.glb#6", 836, 617, 5173, 5174, 1, true },
    { "glb/Med_MovementBasic.glb#8", 772, 508, 1625, 2286, 1, true },
    { "glb/Med_MovementBasic.glb#9", 810, 585, 849, 1039, 1, true },
    { "glb/Med_General.glb#6", 7, 9, 9.5, 13, 1, true },
    { "glb/Med_General.glb#7", 59, 11, 20, 29, 1, true },
    { "glb/cesium_man.gltf", 164, 42, 48, 54, 1, true },
    { "glb/rigged_simple.gltf", 66, 66, 25, 66, 1.1, true },
    { "glb/pab_walk.glb", 127, 70, 342, 460, 1, true },        // it travels
    { "glb/Med_General.glb#9", 150, 53, 29, 31, 1, false },    // a pose that closes, and no loop
    { "glb/pab_crossarms.glb", 182, 182, 105, 249, 1, false }, // a pose gap of 1.27°
};

static void shipped_cycles_have_their_known_residuals(void **state) {
    (void)state;
    pantin_clip clip;
    if (!shared_clip("glb/cesium_man.gltf", &clip, NULL)) skip();
    pantin_clip_free(&clip);
    for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
        const known *t = &table[k];
        pantin_error error = { 0 };
        if (!shared_clip(t->file, &clip, &error)) fail_msg("%s: %s", error.where, error.text);
        pantin_loop_measure m = measure_of(&clip, PANTIN_ROOT_TRAVEL);
        print_message("%s\n", t->file);
        double by = 0.51 * t->digit; // the prototype read keys as float32
        assert_near(m.velocity_vector_gap_deg_per_frame * m.fps, t->vector, by);
        assert_near(m.seam_residual_deg_per_s, t->residual, by);
        assert_near(m.seam_residual_interior_p95_deg_per_s, t->p95, by);
        assert_near(m.seam_residual_interior_max_deg_per_s, t->largest, by);
        assert_int_equal(m.loops, t->loops);
        assert_false(m.open);
        // None of those that loop fails for being fast.
        pantin_loop_verdict verdict =
            pantin_loop_judge(&m, PANTIN_LIMITS_RELATIVE, PANTIN_ROOT_TRAVEL);
        if (t->loops) assert_true(verdict.pass && verdict.no_rougher);
        pantin_clip_free(&clip);
    }
}

static void a_loop_that_lost_its_closing_frame_is_recognised(void **state) {
    (void)state;
    pantin_clip clip, shorter;
    if (!shared_clip("variants/v23_closed_loop.glb", &clip, NULL)) skip();
    assert_true(measure_of(&clip, PANTIN_ROOT_IN_PLACE).loops);
    assert_true(pantin_clip_slice(&clip, 0, clip.frames - 2, &shorter, NULL));
    pantin_loop_measure m = measure_of(&shorter, PANTIN_ROOT_IN_PLACE);
    assert_near(m.pose_gap_deg, 11.9, 0.05);
    assert_false(m.loops);
    assert_true(m.open);
    pantin_clip_free(&clip);
    pantin_clip_free(&shorter);
}

static void t_poses_before_real_motion_are_told(void **state) {
    (void)state;
    static const struct {
        const char *file;
        bool apart;
    } cases[] = { { "bvh/cmu_12_01_walk.bvh", true },    { "variants/v25_tpose_frame0.glb", true },
                  { "variants/v01_base_30.glb", false }, { "bvh/dab.bvh", false },
                  { "bvh/zombie.bvh", false },           { "bvh/jesse_dance.bvh", false } };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        pantin_clip clip;
        if (!shared_clip(cases[k].file, &clip, NULL)) skip();
        assert_int_equal(measure_of(&clip, PANTIN_ROOT_IN_PLACE).first_apart, cases[k].apart);
        pantin_clip_free(&clip);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shipped_cycles_have_their_known_residuals),
        cmocka_unit_test(a_loop_that_lost_its_closing_frame_is_recognised),
        cmocka_unit_test(t_poses_before_real_motion_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
