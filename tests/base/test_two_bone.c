// test_two_bone.c — lengths, side and limits are kept, and everything has an answer.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <float.h>

#include "base/random.h"
#include "base/trig.h"
#include "base/two_bone.h"

static double off(double a, double b) { return a < b ? b - a : a - b; }

static bool finite_pose(two_bone_pose p) {
    return finite_double(p.mid.x) && finite_double(p.mid.y) && finite_double(p.end.x) &&
           finite_double(p.end.y) && finite_double(p.short_by);
}

/// The turn of the second bone from the line of the first, 0..pi.
static double turn_of(vec2 root, two_bone_pose p) {
    vec2 first = vec2_sub(p.mid, root), second = vec2_sub(p.end, p.mid);
    double turn = trig_atan2(vec2_cross(first, second), vec2_dot(first, second));
    return turn < 0.0 ? -turn : turn;
}

static void three_four_five_is_a_right_angle(void **state) {
    (void)state;
    two_bone limb = two_bone_make(3.0, 4.0, 1);
    two_bone_pose p = two_bone_solve(&limb, vec2_make(10.0, 20.0), vec2_make(15.0, 20.0));
    assert_true(p.reached && p.short_by == 0.0);
    assert_true(p.end.x == 15.0 && p.end.y == 20.0); // the target itself, not a rounding of it
    // x = (25 + 9 - 16) / 10 = 1.8, h = sqrt(9 - 3.24) = 2.4; +1 on a drawing is below this line.
    assert_true(off(p.mid.x, 11.8) < 1e-14 && off(p.mid.y, 22.4) < 1e-14);
    limb.bend = -1;
    p = two_bone_solve(&limb, vec2_make(10.0, 20.0), vec2_make(15.0, 20.0));
    assert_true(off(p.mid.x, 11.8) < 1e-14 && off(p.mid.y, 17.6) < 1e-14);
}

static void lengths_side_and_end_are_kept_for_200_seeds(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        random_state r = random_make(seed);
        two_bone limb = two_bone_make(random_between(&r, 0.1, 100.0),
                                      random_between(&r, 0.1, 100.0), seed % 2 ? 1 : -1);
        double full = limb.first + limb.second;
        double least =
            limb.first > limb.second ? limb.first - limb.second : limb.second - limb.first;
        for (int i = 0; i < 100; i++) {
            vec2 root = { random_between(&r, -500, 500), random_between(&r, -500, 500) };
            vec2 way = { random_between(&r, -1.2, 1.2), random_between(&r, -1.2, 1.2) };
            vec2 target = vec2_add(root, vec2_scale(way, full));
            two_bone_pose p = two_bone_solve(&limb, root, target);
            double away = vec2_distance(root, target), stretch = vec2_distance(root, p.end);
            assert_true(off(vec2_distance(root, p.mid), limb.first) < 1e-12 * 1000);
            assert_true(off(vec2_distance(p.mid, p.end), limb.second) < 1e-12 * 1000);
            double side = vec2_cross(vec2_sub(p.end, root), vec2_sub(p.mid, root));
            assert_true(side * limb.bend >= -1e-9 * full * full);
            assert_true(off(p.short_by, away - stretch) < 1e-9);
            assert_true(p.reached == (away <= full && away >= least));
            if (p.reached) assert_true(p.end.x == target.x && p.end.y == target.y);
            // Short or not, the end is on the ray to the target.
            assert_true(off(vec2_distance(p.end, target),
                            p.short_by < 0 ? -p.short_by : p.short_by) < 1e-9);
        }
    }
}

static void too_far_is_straight_and_says_how_far(void **state) {
    (void)state;
    two_bone limb = two_bone_make(3.0, 4.0, 1);
    two_bone_pose p = two_bone_solve(&limb, vec2_make(0, 0), vec2_make(0.0, 10.0));
    assert_false(p.reached);
    assert_true(p.short_by == 3.0);
    assert_true(p.mid.x == 0.0 && p.mid.y == 3.0 && p.end.x == 0.0 && p.end.y == 7.0);
}

static void too_near_is_folded_and_says_how_near(void **state) {
    (void)state;
    two_bone limb = two_bone_make(5.0, 2.0, 1);
    two_bone_pose p = two_bone_solve(&limb, vec2_make(0, 0), vec2_make(1.0, 0.0));
    assert_false(p.reached);
    assert_true(p.short_by == -2.0);
    assert_true(p.mid.x == 5.0 && p.mid.y == 0.0 && p.end.x == 3.0 && p.end.y == 0.0);
}

static void straight_to_a_hair_counts_as_reached(void **state) {
    (void)state;
    two_bone limb = two_bone_make(0.1, 0.2, 1); // 0.1 + 0.2 is not 0.3
    assert_true(two_bone_solve(&limb, vec2_make(0, 0), vec2_make(0.3, 0.0)).reached);
    assert_true(two_bone_solve(&limb, vec2_make(0, 0), vec2_make(0.3 + 1e-11, 0.0)).reached);
    assert_false(two_bone_solve(&limb, vec2_make(0, 0), vec2_make(0.3 + 1e-9, 0.0)).reached);
}

static void limits_hold_for_200_seeds(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        random_state r = random_make(seed);
        two_bone limb = two_bone_make(random_between(&r, 1, 10), random_between(&r, 1, 10), 1);
        limb.turn_low = random_between(&r, 0.0, 1.0);
        limb.turn_high = random_between(&r, 1.2, TRIG_PI);
        two_bone reach = two_bone_make(limb.first, limb.second, -1);
        double full = limb.first + limb.second;
        reach.reach_low = random_between(&r, 0.0, 0.95);
        reach.reach_high = random_between(&r, reach.reach_low, 1.0);
        for (int i = 0; i < 50; i++) {
            vec2 root = { 1, 2 }, target = { 1 + random_between(&r, -1, 1) * 1.3 * full,
                                             2 + random_between(&r, -1, 1) * 0.3 * full };
            two_bone_pose p = two_bone_solve(&limb, root, target);
            double turn = turn_of(root, p);
            assert_true(turn >= limb.turn_low - 1e-7 && turn <= limb.turn_high + 1e-7);
            assert_true(off(vec2_distance(p.mid, p.end), limb.second) < 1e-12 * full);
            if (!p.reached)
                assert_true(off(turn, p.short_by > 0 ? limb.turn_low : limb.turn_high) < 1e-7);

            p = two_bone_solve(&reach, root, target);
            double share = vec2_distance(root, p.end) / full,
                   least = off(limb.first, limb.second) / full;
            if (reach.reach_high > least) assert_true(share <= reach.reach_high + 1e-12);
            assert_true(share >= reach.reach_low - 1e-12 && share >= least - 1e-12);
            assert_true(off(vec2_distance(p.mid, p.end), limb.second) < 1e-12 * full);
        }
    }
}

static void where_reach_and_turn_disagree_turn_wins(void **state) {
    (void)state;
    two_bone limb = two_bone_make(1.0, 1.0, 1);
    limb.reach_low = 0.9;          // at least 1.8 long,
    limb.turn_low = TRIG_PI / 2.0; // yet bent to a right angle: sqrt(2) long
    two_bone_pose p = two_bone_solve(&limb, vec2_make(0, 0), vec2_make(5.0, 0.0));
    assert_true(off(p.end.x, 1.4142135623730951) < 1e-15);
    assert_true(off(p.short_by, 5.0 - 1.4142135623730951) < 1e-14);
}

static void a_target_on_the_root_has_an_answer(void **state) {
    (void)state;
    two_bone limb = two_bone_make(2.0, 2.0, -1);
    two_bone_pose p = two_bone_solve(&limb, vec2_make(7, 7), vec2_make(7, 7));
    assert_true(p.reached && p.end.x == 7.0 && p.end.y == 7.0); // folded flat, beside "down"
    assert_true(p.mid.x == 9.0 && p.mid.y == 7.0);
    limb.reach_low = 0.5;
    p = two_bone_solve(&limb, vec2_make(7, 7), vec2_make(7, 7));
    assert_true(!p.reached && p.short_by == -2.0 && p.end.x == 7.0 && p.end.y == 9.0);
}

static void bones_without_length_have_an_answer(void **state) {
    (void)state;
    two_bone none = two_bone_make(0.0, 0.0, 1), first = two_bone_make(3.0, 0.0, 1),
             second = two_bone_make(-1.0, 3.0, 1);
    two_bone_pose p = two_bone_solve(&none, vec2_make(1, 1), vec2_make(4, 5));
    assert_true(p.mid.x == 1.0 && p.mid.y == 1.0 && p.end.x == 1.0 && p.short_by == 5.0 &&
                !p.reached);
    p = two_bone_solve(&none, vec2_make(1, 1), vec2_make(1, 1));
    assert_true(p.reached && p.short_by == 0.0);
    p = two_bone_solve(&first, vec2_make(0, 0), vec2_make(1, 0));
    assert_true(p.mid.x == 3.0 && p.end.x == 3.0 && p.short_by == -2.0);
    p = two_bone_solve(&second, vec2_make(0, 0), vec2_make(9, 0)); // a negative length counts as 0
    assert_true(p.mid.x == 0.0 && p.end.x == 3.0 && p.short_by == 6.0);
}

static void whatever_comes_in_the_answer_is_finite_and_whole(void **state) {
    (void)state;
    static const double odd[] = { (double)NAN,
                                  (double)INFINITY,
                                  -(double)INFINITY,
                                  DBL_MAX,
                                  -DBL_MAX,
                                  1e-320,
                                  -5e-324,
                                  0.0,
                                  -0.0,
                                  1e150,
                                  1e-150,
                                  1.0,
                                  -3.0,
                                  0.5 };
    enum { ODD = sizeof odd / sizeof *odd };
    random_state r = random_make(77);
    for (int i = 0; i < 200000; i++) {
        double v[10];
        for (int k = 0; k < 10; k++) v[k] = odd[random_below(&r, ODD)];
        two_bone limb = { v[0], v[1], random_below(&r, 5) - 2, v[2], v[3], v[4], v[5] };
        two_bone_pose p = two_bone_solve(&limb, vec2_make(v[6], v[7]), vec2_make(v[8], v[9]));
        assert_true(finite_pose(p));
    }
    two_bone limb = two_bone_make(3.0, 4.0, 1);
    limb.reach_low = limb.reach_high = limb.turn_low = limb.turn_high =
        (double)NAN; // limit nothing
    assert_true(two_bone_solve(&limb, vec2_make(0, 0), vec2_make(0, 7)).reached);
    assert_true(two_bone_solve(&limb, vec2_make(0, 0), vec2_make(1, 0)).reached);
}

static void the_elbow_moves_as_smoothly_as_the_hand(void **state) {
    (void)state;
    two_bone limb = two_bone_make(30.0, 25.0, 1);
    limb.reach_low = 0.35, limb.reach_high = 0.995;
    vec2 before = { 0, 0 };
    for (int i = 0; i <= 10000; i++) { // a circle about the root, inside the reach
        double sine, cosine;
        trig_sincos(i * 0.001, &sine, &cosine);
        two_bone_pose p =
            two_bone_solve(&limb, vec2_make(5, 5), vec2_make(5 + 40 * cosine, 5 + 40 * sine));
        if (i > 0) assert_true(off(vec2_distance(before, p.mid), 30.0 * 0.001) < 1e-6);
        before = p.mid;
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(three_four_five_is_a_right_angle),
        cmocka_unit_test(lengths_side_and_end_are_kept_for_200_seeds),
        cmocka_unit_test(too_far_is_straight_and_says_how_far),
        cmocka_unit_test(too_near_is_folded_and_says_how_near),
        cmocka_unit_test(straight_to_a_hair_counts_as_reached),
        cmocka_unit_test(limits_hold_for_200_seeds),
        cmocka_unit_test(where_reach_and_turn_disagree_turn_wins),
        cmocka_unit_test(a_target_on_the_root_has_an_answer),
        cmocka_unit_test(bones_without_length_have_an_answer),
        cmocka_unit_test(whatever_comes_in_the_answer_is_finite_and_whole),
        cmocka_unit_test(the_elbow_moves_as_smoothly_as_the_hand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
