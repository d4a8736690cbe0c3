// test_heat.c — multipliers: what they are, where they are high, and how they are shown.
// SPDX-License-Identifier: MIT
#include "measure/with_hard.h"

#include <math.h>
#include <string.h>

#include "measure/heat.h"
#include "refusals.h"

static void the_ramp_of_multipliers_has_the_steps_of_the_ramp_of_stretches(void **state) {
    (void)state;
    for (int k = 0; k < HEAT_STEPS; k++)
        assert_true(fabs(heat_of_bind(heat_bind_marks[k]) - heat_ramp[k].stretch) < 1e-12);
    assert_true(heat_of_bind(5) > heat_of_bind(4));
    assert_true(heat_of_bind(1e9) == heat_of_bind(100)); // and what is beyond is as dark as it gets
    assert_true(heat_of_bind((double)NAN) == heat_of_bind(100));
}

/// docs/measures.md: -db/d(area ratio), with b the barrier of docs/deform.md.
static double multiplier(double ratio, double floor) {
    double y = (ratio - floor) / 0.28;
    return y < 1 ? 0.3 / 0.28 * (1 / (y * y) - 3 + 2 * y) : 0;
}

static void bind_is_the_slope_of_the_barrier_at_the_area_that_was_written(void **state) {
    (void)state;
    pantin_puppet puppet = hard_load(hard_trousers);
    hard_pose pose = hard_bend(&puppet, "cross", 1);
    const pantin_mesh *mesh = &puppet.pieces[0].triangles;
    pantin_bend_meter *meter = pantin_bend_meter_create(mesh, false, NULL, NULL);
    double *ratio = calloc((size_t)mesh->triangle_count, sizeof *ratio);
    int high = 0;
    pantin_bend_measure(meter, pose.frame.pieces[0].vertices, NULL, ratio);
    for (int t = 0; t < mesh->triangle_count; t++) {
        double bind = (double)pose.frame.pieces[0].bind[t];
        // The floor lies at 0.02 and what float32 can round away, some 1e-4.
        assert_true(fabs(bind - multiplier(ratio[t], 0.02)) <= 0.01 * bind + 1e-3);
        high += bind >= PANTIN_BIND_LEAST;
    }
    assert_true(high > 20);
    free(ratio);
    pantin_bend_meter_destroy(meter);
    hard_done(&pose);
    pantin_puppet_free(&puppet);
}

static void the_marks_stand_where_their_area_ratios_are_said_to(void **state) {
    (void)state;
    assert_true(multiplier(0.30, 0.02) == 0);
    assert_float_equal(multiplier(0.19, 0.02), PANTIN_BIND_LEAST, 0.1);
    assert_float_equal(multiplier(0.10, 0.02), PANTIN_BIND_HOT, 0.6);
    assert_float_equal(multiplier(0.05, 0.02), 100, 15);
}

static void spots_are_worst_first_and_named_by_their_handles(void **state) {
    (void)state;
    pantin_puppet puppet = hard_load(hard_leg);
    hard_pose pose = hard_bend(&puppet, "fold", 1);
    pantin_hot_spot spots[4];
    char words[128];
    int count;
    assert_true(pantin_hot_spots_find(&puppet, &pose.frame, spots, 4, &count, NULL));
    assert_true(count >= 2);
    assert_true(spots[0].bind == pantin_bind_worst(&puppet, &pose.frame));
    for (int k = 1; k < count; k++) assert_true(spots[k].bind <= spots[k - 1].bind);
    pantin_hot_spot_words(&puppet, &spots[0], words, sizeof words);
    assert_non_null(strstr(words, "knee"));
    int all = count;
    // The same worst ones when fewer are asked for.
    pantin_hot_spot one;
    assert_true(pantin_hot_spots_find(&puppet, &pose.frame, &one, 1, &count, NULL));
    assert_int_equal(count, 1);
    assert_true(one.triangle == spots[0].triangle && one.bind == spots[0].bind);
    assert_true(all > 1);
    hard_done(&pose);
    pantin_puppet_free(&puppet);
}

static void a_pose_that_binds_nowhere_has_no_spot(void **state) {
    (void)state;
    pantin_puppet puppet = hard_load(hard_trousers);
    hard_pose pose = hard_bend(&puppet, "nod", 1);
    pantin_hot_spot spot;
    int count;
    assert_true(pantin_hot_spots_find(&puppet, &pose.frame, &spot, 1, &count, NULL));
    assert_int_equal(count, 0);
    hard_done(&pose);
    pantin_puppet_free(&puppet);
}

static void an_inspected_puppet_tells_which_poses_bind(void **state) {
    (void)state;
    pantin_puppet puppet = hard_load(hard_trousers);
    pantin_bytes lines = { 0 };
    assert_true(pantin_inspect_puppet(&puppet, false, &lines, NULL));
    const char *cross =
        strstr((const char *)lines.data, "  cross\n    bind max: 77.1\n    binds: at");
    const char *nod = strstr((const char *)lines.data, "  nod\n    bind max: 0.0\n");
    assert_non_null(cross);
    assert_non_null(nod);
    pantin_bytes_free(&lines);
    pantin_puppet_free(&puppet);
}

static void the_report_of_a_pose_tells_where_it_binds(void **state) {
    (void)state;
    pantin_puppet puppet = hard_load(hard_leg);
    hard_pose pose = hard_bend(&puppet, "fold", 1);
    pantin_bytes json = { 0 };
    assert_true(pantin_pose_report(&puppet, &pose.frame, "arap", NULL, true, &json, NULL));
    assert_non_null(strstr((const char *)json.data, "\"bind_max\": "));
    assert_non_null(strstr((const char *)json.data, "\"binds\": ["));
    assert_null(strstr((const char *)json.data, "\"advice\""));
    pantin_bytes_free(&json);
    hard_done(&pose);
    pantin_puppet_free(&puppet);
}

/// Pixels of the darkest steps in the upper two thirds: below is the legend.
static int count_dark(const pantin_image *image) {
    int count = 0;
    for (int k = 0; k < image->width * (2 * image->height / 3); k++) {
        const uint8_t *p = image->pixels + 4 * k;
        count += p[0] > 90 && p[0] < 190 && p[1] < 60 && p[2] > 40 && p[2] < 100;
    }
    return count;
}

static void the_picture_shows_what_binds_and_the_cut_advised(void **state) {
    (void)state;
    pantin_puppet puppet = hard_load(hard_trousers);
    pantin_assets assets = hard_assets();
    hard_pose pose = hard_bend(&puppet, "cross", 1), calm = hard_bend(&puppet, "nod", 1);
    pantin_advice advice = hard_advise(&puppet, &assets, "cross");
    pantin_image plain = { 0 }, advised = { 0 }, quiet = { 0 };
    assert_true(pantin_heat_picture(&puppet, &pose.frame, NULL, &plain, NULL));
    assert_true(pantin_heat_picture(&puppet, &pose.frame, &advice, &advised, NULL));
    assert_true(pantin_heat_picture(&puppet, &calm.frame, NULL, &quiet, NULL));
    assert_true(count_dark(&plain) > 100 + count_dark(&quiet));
    int blue = 0;
    for (int k = 0; k < advised.width * advised.height; k++) {
        const uint8_t *a = advised.pixels + 4 * k;
        blue += a[0] < 30 && a[1] > 70 && a[1] < 110 && a[2] > 140;
    }
    assert_true(blue > 100);
    pantin_image_free(&plain);
    pantin_image_free(&advised);
    pantin_image_free(&quiet);
    pantin_advice_free(&advice);
    hard_done(&pose);
    hard_done(&calm);
    pantin_puppet_free(&puppet);
}

typedef struct sweep {
    pantin_puppet puppet;
    hard_pose pose;
} sweep;

static bool show_all(void *context, pantin_error *error) {
    sweep *s = context;
    pantin_image image = { 0 };
    pantin_bytes lines = { 0 }, poses = { 0 };
    bool done =
        pantin_heat_picture(&s->puppet, &s->pose.frame, NULL, &image, error) &&
        pantin_pose_report(&s->puppet, &s->pose.frame, "arap", NULL, false, &lines, error) &&
        pantin_inspect_puppet(&s->puppet, false, &poses, error);
    pantin_image_free(&image);
    pantin_bytes_free(&lines);
    pantin_bytes_free(&poses);
    return done;
}

static void refused_memory_leaves_nothing_behind(void **state) {
    (void)state;
    sweep s = { .puppet = hard_load(hard_leg) };
    s.pose = hard_bend(&s.puppet, "fold", 1);
    assert_true(refusals_sweep(show_all, &s) > 10);
    hard_done(&s.pose);
    pantin_puppet_free(&s.puppet);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_ramp_of_multipliers_has_the_steps_of_the_ramp_of_stretches),
        cmocka_unit_test(bind_is_the_slope_of_the_barrier_at_the_area_that_was_written),
        cmocka_unit_test(the_marks_stand_where_their_area_ratios_are_said_to),
        cmocka_unit_test(spots_are_worst_first_and_named_by_their_handles),
        cmocka_unit_test(a_pose_that_binds_nowhere_has_no_spot),
        cmocka_unit_test(an_inspected_puppet_tells_which_poses_bind),
        cmocka_unit_test(the_report_of_a_pose_tells_where_it_binds),
        cmocka_unit_test(the_picture_shows_what_binds_and_the_cut_advised),
        cmocka_unit_test(refused_memory_leaves_nothing_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
