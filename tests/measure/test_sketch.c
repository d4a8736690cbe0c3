// test_sketch.c — a sketch's pixels: areas cover exactly what they should, strokes are as wide as they say, and
// what is not finite is left out.
// SPDX-License-Identifier: MIT
#include "refusals.h"

#include <math.h>

#include "measure/sketch.h"

enum { SIDE = 64 };

static sketch blank(void) { return (sketch){ .width = SIDE, .height = SIDE, .title = "t" }; }

static pantin_image paint(sketch *s, double scale) {
    pantin_image image = { 0 };
    pantin_error error = { 0 };
    assert_false(s->failed);
    if (!sketch_paint(s, scale, &image, &error)) fail_msg("%s", error.text);
    sketch_free(s);
    return image;
}

/// How much of a pixel is ink, 0..1: ink is nearly black, the paper nearly white.
static double ink_at(const pantin_image *image, int x, int y) {
    double paper = sketch_colors[SKETCH_PAPER][0], ink = sketch_colors[SKETCH_INK][0];
    return (paper - image->pixels[4 * (y * image->width + x)]) / (paper - ink);
}

static double all_ink(const pantin_image *image) {
    double sum = 0;
    for (int y = 0; y < image->height; y++)
        for (int x = 0; x < image->width; x++) sum += ink_at(image, x, y);
    return sum;
}

static void a_box_covers_the_parts_of_pixels_it_covers(void **state) {
    (void)state;
    sketch s = blank();
    sketch_box(&s, 10.25, 20.5, 5.5, 3.25, 0, SKETCH_INK, 1);
    pantin_image image = paint(&s, 1);
    assert_true(fabs(ink_at(&image, 10, 22) - 0.75) < 0.01);  // its left edge
    assert_true(fabs(ink_at(&image, 15, 22) - 0.75) < 0.01);  // its right edge
    assert_true(fabs(ink_at(&image, 12, 20) - 0.5) < 0.01);   // its top
    assert_true(fabs(ink_at(&image, 12, 23) - 0.75) < 0.01);  // its bottom
    assert_true(fabs(ink_at(&image, 10, 20) - 0.375) < 0.01); // a corner
    assert_true(ink_at(&image, 12, 22) > 0.999 && ink_at(&image, 9, 22) < 0.001);
    assert_true(fabs(all_ink(&image) - 5.5 * 3.25) < 0.1);
    pantin_image_free(&image);
}

static void a_slanted_area_has_its_area_whichever_way_it_is_wound(void **state) {
    (void)state;
    const pantin_vec2 forth[3] = { { 5.3, 7.1 }, { 58.9, 21.7 }, { 17.2, 60.4 } };
    const pantin_vec2 back[3] = { forth[2], forth[1], forth[0] };
    double area = 0.5 * fabs((58.9 - 5.3) * (60.4 - 7.1) - (17.2 - 5.3) * (21.7 - 7.1));
    for (int way = 0; way < 2; way++) {
        sketch s = blank();
        sketch_area(&s, way == 0 ? forth : back, 3, SKETCH_INK, 1);
        pantin_image image = paint(&s, 1);
        assert_true(fabs(all_ink(&image) - area) < 0.004 * area);
        pantin_image_free(&image);
    }
}

static void what_reaches_beyond_the_picture_is_cut_at_its_edges(void **state) {
    (void)state;
    sketch s = blank();
    sketch_box(&s, -50, -50, 60, 60, 0, SKETCH_INK, 1); // a corner of 10 x 10 is seen
    sketch_box(&s, 60, 60, 1e9, 1e9, 0, SKETCH_INK, 1); // and one of 4 x 4
    pantin_image image = paint(&s, 1);
    assert_true(fabs(all_ink(&image) - 116) < 0.5);
    pantin_image_free(&image);
}

static void a_stroke_is_as_wide_as_it_says_and_shows_no_joint(void **state) {
    (void)state;
    const pantin_vec2 points[4] = { { 8, 32.5 }, { 30, 32.5 }, { 20, 32.5 }, { 56, 32.5 } };
    sketch s = blank();
    sketch_stroke(&s, points, 4, 3, SKETCH_INK, 0.5); // there and back: laid once
    pantin_image image = paint(&s, 1);
    for (int x = 10; x < 54; x++) {
        double across = 0;
        for (int y = 0; y < SIDE; y++) across += ink_at(&image, x, y);
        assert_true(fabs(across - 1.5) < 0.03); // 3 px at one half
        assert_true(fabs(ink_at(&image, x, 32) - 0.5) < 0.01);
    }
    pantin_image_free(&image);
}

static void a_hairline_is_faint_not_wide(void **state) {
    (void)state;
    sketch s = blank();
    sketch_line(&s, 4, 20.5, 60, 20.5, 0.2, SKETCH_INK, 1);
    pantin_image image = paint(&s, 1);
    double across = 0;
    for (int y = 0; y < SIDE; y++) across += ink_at(&image, 30, y);
    assert_true(fabs(across - 0.2) < 0.02);
    pantin_image_free(&image);
}

static void words_that_follow_stand_after_those_before(void **state) {
    (void)state;
    sketch s = blank();
    sketch_words(&s, 60, 30, 12, SKETCH_INK, 1, false, "%d", 12);
    sketch_more(&s, 4, 12, SKETCH_INK, true, "cm");
    text out = { 0 };
    sketch_write(&s, false, &out);
    assert_non_null(strstr(out.data, ">12<tspan dx=\"4\""));
    assert_non_null(strstr(out.data, ">cm</tspan></text>"));
    text_free(&out);
    pantin_image image = paint(&s, 1);
    double right = 0;
    for (int y = 0; y < SIDE; y++)
        for (int x = 62; x < SIDE; x++) right += ink_at(&image, x, y);
    assert_true(right < 0.5 && all_ink(&image) > 20); // all of it ends at 60
    pantin_image_free(&image);
}

static void what_is_not_finite_is_left_out(void **state) {
    (void)state;
    sketch s = blank();
    sketch_line(&s, 0, (double)NAN, 9, 9, 2, SKETCH_INK, 1);
    sketch_dot(&s, (double)INFINITY, 4, 3, SKETCH_INK, 1);
    sketch_box(&s, 3, 3, (double)NAN, 3, 1, SKETCH_INK, 1);
    sketch_words(&s, 3, 3, 12, SKETCH_INK, 0, false, "%s", "");
    assert_int_equal(s.mark_count, 0);
    sketch_dot(&s, 1e300, -1e300, 3, SKETCH_INK, 1); // far away is no harm
    pantin_image image = paint(&s, 0.25);
    assert_int_equal(image.width, 16);
    pantin_image_free(&image);
}

static bool sketch_and_paint(void *context, pantin_error *error) {
    (void)context;
    sketch s = blank();
    pantin_image image = { 0 };
    for (int k = 0; k < 200; k++) {
        sketch_line(&s, k, 0, 0, k, 1, SKETCH_LINE, 1);
        sketch_words(&s, k, k, 9, SKETCH_INK, 0, false, "%d", k);
    }
    bool done = s.failed ? memory_fail(error, "a sketch") : sketch_paint(&s, 1, &image, error);
    pantin_image_free(&image);
    sketch_free(&s);
    return done;
}

static void refused_memory_is_told(void **state) {
    (void)state;
    assert_true(refusals_sweep(sketch_and_paint, NULL) > 6);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_covers_the_parts_of_pixels_it_covers),
        cmocka_unit_test(a_slanted_area_has_its_area_whichever_way_it_is_wound),
        cmocka_unit_test(what_reaches_beyond_the_picture_is_cut_at_its_edges),
        cmocka_unit_test(a_stroke_is_as_wide_as_it_says_and_shows_no_joint),
        cmocka_unit_test(a_hairline_is_faint_not_wide),
        cmocka_unit_test(words_that_follow_stand_after_those_before),
        cmocka_unit_test(what_is_not_finite_is_left_out),
        cmocka_unit_test(refused_memory_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
