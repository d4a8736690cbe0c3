// test_shrink.c — a smaller picture has the mean light of what it covers.
// SPDX-License-Identifier: MIT
#include "measure/shrink.h"
#include "measure/with_film.h"

typedef struct bench {
    arena memory;
    shrinker shrink;
    pantin_image source, target;
} bench;

static bench begin(int width, int height, int to_width, int to_height) {
    bench b = { 0 };
    shrink_prepare(&b.shrink, &b.memory, to_width);
    assert_true(pantin_image_create(width, height, &b.source, NULL));
    assert_true(pantin_image_create(to_width, to_height, &b.target, NULL));
    return b;
}

static void end(bench *b) {
    pantin_image_free(&b->source);
    pantin_image_free(&b->target);
    arena_free(&b->memory);
}

static void one_color_stays_itself_at_any_size(void **state) {
    (void)state;
    static const int sizes[][2] = { { 97, 61 }, { 50, 31 }, { 33, 7 }, { 1, 1 } };
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (int value = 0; value < 256; value += 15) {
            bench b = begin(97, 61, sizes[k][0], sizes[k][1]);
            const uint8_t color[4] = { (uint8_t)value, (uint8_t)(255 - value), 77, 255 };
            for (int i = 0; i < 97 * 61; i++) memcpy(b.source.pixels + 4 * i, color, 4);
            shrink_image(&b.shrink, &b.source, &b.target);
            for (int i = 0; i < sizes[k][0] * sizes[k][1]; i++)
                assert_memory_equal(b.target.pixels + 4 * i, color, 4);
            end(&b);
        }
}

static void black_and_white_make_half_the_light(void **state) {
    (void)state;
    bench b = begin(8, 8, 4, 4);
    for (int i = 0; i < 64; i++) memset(b.source.pixels + 4 * i, (i + i / 8) % 2 ? 255 : 0, 3);
    for (int i = 0; i < 64; i++) b.source.pixels[4 * i + 3] = 255;
    shrink_image(&b.shrink, &b.source, &b.target);
    // Half the light is 188 in sRGB: 255 (1.055 (1/2)^(1/2.4) - 0.055) = 187.5.
    for (int i = 0; i < 16; i++) assert_in_range(b.target.pixels[4 * i], 187, 188);
    end(&b);
}

static void what_is_clear_has_no_say_in_the_color(void **state) {
    (void)state;
    bench b = begin(2, 2, 1, 1);
    static const uint8_t pixels[16] = { 200, 40,  10,  255, 9,   9,  9,  0,
                                        255, 255, 255, 0,   200, 40, 10, 255 };
    memcpy(b.source.pixels, pixels, 16);
    shrink_image(&b.shrink, &b.source, &b.target);
    static const uint8_t wanted[4] = { 200, 40, 10, 128 };
    assert_memory_equal(b.target.pixels, wanted, 4);
    end(&b);
}

static void cut_pixels_count_by_their_part(void **state) {
    (void)state;
    bench b = begin(3, 1, 2, 1); // the middle pixel is split in two
    for (int i = 0; i < 3; i++) b.source.pixels[4 * i + 3] = i == 1 ? 255 : 0;
    shrink_image(&b.shrink, &b.source, &b.target);
    assert_int_equal(b.target.pixels[3], 85); // a third
    assert_int_equal(b.target.pixels[7], 85);
    end(&b);
}

static void sizes_fit_and_never_grow(void **state) {
    (void)state;
    int width, height;
    shrink_fit(1280, 720, 320, &width, &height);
    assert_int_equal(width, 320);
    assert_int_equal(height, 180);
    shrink_fit(100, 50, 320, &width, &height);
    assert_int_equal(width, 100);
    assert_int_equal(height, 50);
    shrink_fit(8192, 1, 320, &width, &height);
    assert_int_equal(height, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_color_stays_itself_at_any_size),
        cmocka_unit_test(black_and_white_make_half_the_light),
        cmocka_unit_test(what_is_clear_has_no_say_in_the_color),
        cmocka_unit_test(cut_pixels_count_by_their_part),
        cmocka_unit_test(sizes_fit_and_never_grow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
