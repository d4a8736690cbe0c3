// test_match.c — the match curve: zero at its start, the check's own gaps at the last frame, and zeros where
// a cycle comes round.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "clip_maker.h"
#include "near.h"
#include "with_check.h"

enum { FRAMES = 91 };
static double pose[FRAMES], heading[FRAMES], height[FRAMES], floor_way[FRAMES];

static void match(const pantin_clip *clip, int start) {
    assert_int_equal(clip->frames, FRAMES);
    pantin_loop_match(clip, start, (pantin_match_curve){ pose, heading, height, floor_way });
}

static void the_curve_ends_in_the_checks_own_gaps(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    recipe.period = 37;
    recipe.noise_deg = 1;
    recipe.turn_deg = -25;
    recipe.drift_m = vec3_make(0.002, 0.0005, -0.001);
    pantin_clip clip;
    assert_true(make_dance(&recipe, &clip));
    pantin_loop_measure m = measure_of(&clip, PANTIN_ROOT_IN_PLACE);
    match(&clip, 0);
    assert_near(pose[0], 0, 1e-6);
    assert_near(heading[0], 0, 0);
    assert_near(pose[90], m.pose_gap_deg, 1e-9);
    assert_near(heading[90], m.heading_gap_deg, 1e-9);
    assert_near(height[90], m.root_drift_up_cm, 1e-9);
    assert_near(floor_way[90], m.root_drift_floor_cm, 1e-9);
    pantin_clip_free(&clip);
}

static void a_cycle_comes_round_where_its_period_says(void **state) {
    (void)state;
    clip_recipe recipe = clip_recipe_make();
    pantin_clip clip;
    assert_true(make_walk(&recipe, &clip));
    match(&clip, 12);
    for (int i = 0; i < FRAMES; i++) {
        bool again = (i - 12) % 30 == 0;
        assert_int_equal(pose[i] < 0.01, again);
        if (again) assert_near(floor_way[i], fabs(i - 12.0) / 30 * 120, 1e-9);
        if (again) assert_near(height[i], 0, 1e-9);
    }
    pantin_clip_free(&clip);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_curve_ends_in_the_checks_own_gaps),
        cmocka_unit_test(a_cycle_comes_round_where_its_period_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
