// test_image.c — masks by lightness and by alpha, and the sRGB curve.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "pantin/image.h"

static pantin_image one_row(const uint8_t *pixels, int width) {
    pantin_image image = { 0 };
    assert_true(pantin_image_create(width, 1, &image, NULL));
    memcpy(image.pixels, pixels, (size_t)(4 * width));
    return image;
}

static void an_opaque_mask_keeps_where_it_is_white(void **state) {
    (void)state;
    static const uint8_t drawn[] = { 1, 2, 3, 255, 1, 2, 3, 255, 1, 2, 3, 100, 9, 9, 9, 255 };
    static const uint8_t masked[] = { 255, 255, 255, 255, 0, 0,   0, 255,
                                      128, 128, 128, 255, 0, 255, 0, 255 };
    pantin_image image = one_row(drawn, 4), mask = one_row(masked, 4);
    assert_true(pantin_image_mask(&image, &mask, "m.png", NULL));
    assert_int_equal(image.pixels[3], 255);
    assert_int_equal(image.pixels[7], 0);
    assert_int_equal(image.pixels[11], 50);  // 100 * 128 / 255 = 50.2
    assert_int_equal(image.pixels[15], 182); // green is light: 183 / 256 of white
    assert_int_equal(image.pixels[4], 1);    // colors stay
    pantin_image_free(&image);
    pantin_image_free(&mask);
}

static void a_mask_with_an_alpha_multiplies_by_it_and_not_by_its_color(void **state) {
    (void)state;
    static const uint8_t drawn[] = { 1, 2, 3, 255, 1, 2, 3, 255, 1, 2, 3, 128 };
    static const uint8_t masked[] = { 0, 0, 0, 255, 255, 255, 255, 0, 0, 0, 0, 128 };
    pantin_image image = one_row(drawn, 3), mask = one_row(masked, 3);
    assert_true(pantin_image_mask(&image, &mask, "m.png", NULL));
    assert_int_equal(image.pixels[3], 255);
    assert_int_equal(image.pixels[7], 0);
    assert_int_equal(image.pixels[11], 64); // 128 * 128 / 255 = 64.25
    pantin_image_free(&image);
    pantin_image_free(&mask);
}

static void a_mask_of_another_size_is_an_error_that_names_both(void **state) {
    (void)state;
    static const uint8_t pixels[12] = { 0 };
    pantin_image image = one_row(pixels, 3), mask = one_row(pixels, 2);
    pantin_error error = { 0 };
    assert_false(pantin_image_mask(&image, &mask, "m.png", &error));
    assert_string_equal(error.where, "m.png");
    assert_string_equal(error.text,
                        "the mask is 2 x 1 px, the picture 3 x 1: make them the same size");
    pantin_image_free(&image);
    pantin_image_free(&mask);
}

static void the_srgb_curve_goes_and_returns(void **state) {
    (void)state;
    for (int i = 0; i <= 1000; i++) {
        double e = i / 1000.0, linear = pantin_srgb_to_linear(e);
        double wanted = e <= 0.04045 ? e / 12.92 : pow((e + 0.055) / 1.055, 2.4);
        assert_true(fabs(linear - wanted) < 1e-14);
        assert_true(fabs(pantin_srgb_from_linear(linear) - e) < 1e-7); // the standard's own step
    }
    assert_true(pantin_srgb_to_linear(0) == 0 && pantin_srgb_to_linear(1) == 1);
    assert_true(pantin_srgb_to_linear(-3) == 0 && pantin_srgb_to_linear(9) == 1);
    assert_true(pantin_srgb_to_linear(NAN) == 0 && pantin_srgb_from_linear(NAN) == 0);
    assert_true(pantin_srgb_from_linear(2) == 1 && pantin_srgb_from_linear(-2) == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_opaque_mask_keeps_where_it_is_white),
        cmocka_unit_test(a_mask_with_an_alpha_multiplies_by_it_and_not_by_its_color),
        cmocka_unit_test(a_mask_of_another_size_is_an_error_that_names_both),
        cmocka_unit_test(the_srgb_curve_goes_and_returns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
