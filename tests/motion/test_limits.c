// test_limits.c — the judge: every limit passes when it is met exactly and fails a hair above it.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>

#include "pantin/motion.h"

static const double hair = 1e-9;

/// A seam without any fault.
static pantin_loop_measure perfect(void) {
    return (pantin_loop_measure){ .frames = 100, .fps = 24, .has_interior = true };
}

static pantin_loop_verdict judge(const pantin_loop_measure *m, pantin_limits limits) {
    return pantin_loop_judge(m, limits, PANTIN_ROOT_IN_PLACE);
}

static void a_perfect_seam_is_all_green(void **state) {
    (void)state;
    pantin_loop_measure m = perfect();
    for (int limits = PANTIN_LIMITS_REFERENCE; limits <= PANTIN_LIMITS_RELATIVE; limits++) {
        pantin_loop_verdict v = judge(&m, (pantin_limits)limits);
        assert_true(v.pass && v.no_rougher);
        assert_int_equal(v.pose + v.velocity + v.drift + v.heading + v.height + v.floor, 0);
    }
}

/// Green up to half of a limit, yellow up to it, red above; and red fails where `gate` says so.
static void check_limit(double *value, double limit, const pantin_loop_measure *m,
                        pantin_limits limits, size_t light_at, bool gate) {
    const struct {
        double value;
        pantin_light light;
    } cases[] = { { 0, PANTIN_GREEN },
                  { limit / 2, PANTIN_GREEN },
                  { limit / 2 * (1 + hair), PANTIN_YELLOW },
                  { limit, PANTIN_YELLOW },
                  { limit * (1 + hair), PANTIN_RED },
                  { INFINITY, PANTIN_RED },
                  { NAN, PANTIN_RED } };
    for (int k = 0; k < 7; k++) {
        *value = cases[k].value;
        pantin_loop_verdict v = judge(m, limits);
        pantin_light light = *(const pantin_light *)(const void *)((const char *)&v + light_at);
        assert_int_equal(light, cases[k].light);
        assert_int_equal(v.pass, !gate || light != PANTIN_RED);
    }
    *value = 0;
}

static void limits_hold_to_a_hair(void **state) {
    (void)state;
    pantin_loop_measure m = perfect();
    m.seam_residual_interior_max_deg_per_s = 50;
#define LIGHT(name) offsetof(pantin_loop_verdict, name)
    for (int k = PANTIN_LIMITS_REFERENCE; k <= PANTIN_LIMITS_RELATIVE; k++) {
        pantin_limits limits = (pantin_limits)k;
        check_limit(&m.pose_gap_deg, 5, &m, limits, LIGHT(pose), true);
        check_limit(&m.root_drift_cm, 3, &m, limits, LIGHT(drift), true);
        check_limit(&m.heading_gap_deg, 5, &m, limits, LIGHT(heading), false);
        check_limit(&m.root_drift_up_cm, 3, &m, limits, LIGHT(height), false);
        check_limit(&m.root_drift_floor_cm, 3, &m, limits, LIGHT(floor), false);
    }
    check_limit(&m.velocity_gap_deg_per_frame, 3, &m, PANTIN_LIMITS_REFERENCE, LIGHT(velocity),
                true);
    m.fps = 60; // 1.2° a frame are 72° a second
    check_limit(&m.velocity_gap_deg_per_frame, 1.2, &m, PANTIN_LIMITS_PER_SECOND, LIGHT(velocity),
                true);
}

static void a_sign_is_no_excuse(void **state) {
    (void)state;
    pantin_loop_measure m = perfect();
    m.heading_gap_deg = -4;
    m.root_drift_up_cm = -3.5;
    pantin_loop_verdict v = judge(&m, PANTIN_LIMITS_REFERENCE);
    assert_int_equal(v.heading, PANTIN_YELLOW);
    assert_int_equal(v.height, PANTIN_RED);
}

static void the_same_motion_at_24_30_and_60_frames_has_one_verdict_per_second(void **state) {
    (void)state;
    static const double rates[] = { 24, 30, 60, 120 };
    for (int k = 0; k < 4; k++) {
        pantin_loop_measure m = perfect();
        m.fps = rates[k];
        m.velocity_gap_deg_per_frame = 80 / rates[k];
        assert_false(judge(&m, PANTIN_LIMITS_PER_SECOND).pass);
        // The reference's word depends on the rate: 3.3, 2.7, 1.3 and 0.7° a frame.
        assert_int_equal(judge(&m, PANTIN_LIMITS_REFERENCE).pass, rates[k] > 24);
        m.velocity_gap_deg_per_frame = 70 / rates[k];
        assert_true(judge(&m, PANTIN_LIMITS_PER_SECOND).pass);
    }
}

static void no_clip_fails_relatively_for_being_fast(void **state) {
    (void)state;
    // A shipped walk: 22.5° a frame, residual 1,422 of an interior up to 2,172.
    pantin_loop_measure m = perfect();
    m.velocity_gap_deg_per_frame = 22.5;
    m.seam_residual_deg_per_s = 1422;
    m.seam_residual_interior_max_deg_per_s = 2172;
    assert_false(judge(&m, PANTIN_LIMITS_REFERENCE).pass);
    assert_true(judge(&m, PANTIN_LIMITS_REFERENCE).no_rougher);
    assert_true(judge(&m, PANTIN_LIMITS_RELATIVE).pass);
    // A pose that closes but is no loop: 53 of 31.
    m.velocity_gap_deg_per_frame = 0;
    m.seam_residual_deg_per_s = 53;
    m.seam_residual_interior_max_deg_per_s = 31;
    assert_true(judge(&m, PANTIN_LIMITS_REFERENCE).pass);
    assert_false(judge(&m, PANTIN_LIMITS_REFERENCE).no_rougher);
    assert_false(judge(&m, PANTIN_LIMITS_RELATIVE).pass);
    // The last bits of float32 keys at 24 frames a second are 0.0024° a second.
    m.seam_residual_deg_per_s = 31.002;
    assert_true(judge(&m, PANTIN_LIMITS_RELATIVE).pass);
    m.seam_residual_deg_per_s = 31.003;
    assert_false(judge(&m, PANTIN_LIMITS_RELATIVE).pass);
}

static void a_traveller_is_judged_by_its_height_alone(void **state) {
    (void)state;
    pantin_loop_measure m = perfect();
    m.root_drift_cm = m.root_drift_floor_cm = 142.5;
    m.heading_gap_deg = 30;
    assert_false(judge(&m, PANTIN_LIMITS_REFERENCE).pass);
    assert_false(pantin_loop_judge(&m, PANTIN_LIMITS_REFERENCE, PANTIN_ROOT_KEEP).pass);
    pantin_loop_verdict v = pantin_loop_judge(&m, PANTIN_LIMITS_REFERENCE, PANTIN_ROOT_TRAVEL);
    assert_true(v.pass);
    assert_int_equal(v.drift + v.floor + v.heading, PANTIN_GREEN);
    m.root_drift_up_cm = -3.1;
    v = pantin_loop_judge(&m, PANTIN_LIMITS_REFERENCE, PANTIN_ROOT_TRAVEL);
    assert_false(v.pass);
    assert_int_equal(v.drift, PANTIN_RED);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_perfect_seam_is_all_green),
        cmocka_unit_test(limits_hold_to_a_hair),
        cmocka_unit_test(a_sign_is_no_excuse),
        cmocka_unit_test(the_same_motion_at_24_30_and_60_frames_has_one_verdict_per_second),
        cmocka_unit_test(no_clip_fails_relatively_for_being_fast),
        cmocka_unit_test(a_traveller_is_judged_by_its_height_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
