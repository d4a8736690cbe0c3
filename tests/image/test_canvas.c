// test_canvas.c — pictures return from a canvas bit for bit; resolving rounds, divides and clamps.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>

#include "base/random.h"
#include "image/canvas.h"
#include "refusals.h"

static void every_value_under_every_alpha_comes_back(void **state) {
    (void)state;
    pantin_canvas canvas = { 0 };
    pantin_image image = { 0 };
    assert_true(pantin_canvas_create(256, 256, &canvas, NULL));
    assert_true(pantin_image_create(256, 256, &image, NULL));
    for (int alpha = 0; alpha < 256; alpha++) {
        for (int value = 0; value < 256; value++) {
            float *p = canvas.pixels + 4 * (256 * alpha + value);
            float a = (float)alpha / 255.0f;
            p[0] = (float)value / 255.0f * a;
            p[1] = (float)(255 - value) / 255.0f * a;
            p[2] = (float)(value ^ 0x55) / 255.0f * a;
            p[3] = a;
        }
    }
    pantin_canvas_resolve(&canvas, 0, 256, &image);
    for (int alpha = 0; alpha < 256; alpha++) {
        for (int value = 0; value < 256; value++) {
            const uint8_t *p = image.pixels + 4 * (256 * alpha + value);
            assert_int_equal(p[0], alpha ? value : 0);
            assert_int_equal(p[1], alpha ? 255 - value : 0);
            assert_int_equal(p[2], alpha ? value ^ 0x55 : 0);
            assert_int_equal(p[3], alpha);
        }
    }
    pantin_canvas_free(&canvas);
    pantin_image_free(&image);
}

static void values_between_two_bytes_go_to_the_nearer(void **state) {
    (void)state;
    // Quarter steps between bytes; alpha 1 needs no division, alpha 1/2 divides.
    for (int quarter = 0; quarter <= 4 * 255; quarter++) {
        float value = (float)quarter / (4.0f * 255.0f);
        float pixels[8] = { value, value, value, 1, value / 2, value / 2, value / 2, 0.5f };
        uint8_t bytes[8];
        canvas_resolve_plain(pixels, 2, bytes);
        int down = quarter / 4, rest = quarter % 4;
        if (rest == 2) continue; // a tie may go either way by a rounding of the input
        int nearest = down + (rest > 2);
        assert_int_equal(bytes[0], nearest);
        assert_int_equal(bytes[3], 255);
        assert_int_equal(bytes[4], nearest);
        assert_int_equal(bytes[7], 128); // 127.5
    }
}

static void the_fast_form_gives_the_bytes_of_the_plain_one(void **state) {
    (void)state;
    enum { COUNT = 4099 }; // not a multiple of four
    static float pixels[4 * COUNT];
    static uint8_t plain[4 * COUNT], fast[4 * COUNT];
    static const float hostile[] = { NAN, INFINITY, -INFINITY, -1, 2, 0, 1, -0.0f, 1e-30f, 1e30f };
    random_state random = random_make(7);
    for (int i = 0; i < 4 * COUNT; i++) {
        pixels[i] = (float)random_between(&random, -0.1, 1.1);
        if (random_below(&random, 8) == 0) pixels[i] = hostile[random_below(&random, 10)];
    }
    canvas_resolve_plain(pixels, COUNT, plain);
    canvas_resolve_lanes(pixels, COUNT, fast);
    assert_memory_equal(plain, fast, sizeof plain);
}

static void hostile_floats_become_bytes(void **state) {
    (void)state;
    float pixels[] = {
        NAN, -1, 2, 1, 0.5f, 0.5f, 0.5f, NAN, 1, 1, 1, 0, INFINITY, 0, -INFINITY, 2
    };
    static const uint8_t wanted[] = { 0, 0, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 255 };
    uint8_t bytes[16];
    canvas_resolve_plain(pixels, 4, bytes);
    assert_memory_equal(bytes, wanted, sizeof wanted);
    canvas_resolve_lanes(pixels, 4, bytes);
    assert_memory_equal(bytes, wanted, sizeof wanted);
}

static void only_the_rows_asked_for_are_resolved(void **state) {
    (void)state;
    pantin_canvas canvas = { 0 };
    pantin_image image = { 0 };
    assert_true(pantin_canvas_create(3, 5, &canvas, NULL));
    assert_true(pantin_image_create(3, 5, &image, NULL));
    pantin_canvas_fill(&canvas, (const float[4]){ 1, 0.5f, 0, 1 });
    pantin_canvas_resolve(&canvas, 1, 3, &image);
    for (int y = 0; y < 5; y++)
        for (int x = 0; x < 3; x++) {
            const uint8_t *p = image.pixels + 4 * (3 * y + x);
            bool asked = y == 1 || y == 2;
            assert_int_equal(p[0], asked ? 255 : 0);
            assert_int_equal(p[1], asked ? 128 : 0);
            assert_int_equal(p[3], asked ? 255 : 0);
        }
    pantin_canvas_resolve(&canvas, -7, 99, &image); // clamped to what there is
    assert_int_equal(image.pixels[4 * 14 + 3], 255);
    pantin_canvas_free(&canvas);
    pantin_image_free(&image);
}

static void filling_premultiplies(void **state) {
    (void)state;
    pantin_canvas canvas = { 0 };
    assert_true(pantin_canvas_create(2, 2, &canvas, NULL));
    pantin_canvas_fill(&canvas, (const float[4]){ 1, 0.5f, 0.25f, 0.5f });
    static const float wanted[4] = { 0.5f, 0.25f, 0.125f, 0.5f };
    assert_memory_equal(canvas.pixels + 12, wanted, sizeof wanted);
    pantin_canvas_free(&canvas);
}

// A hook whose blocks lie 8 bytes off a multiple of 16, as some allocators' do.
static void *odd_resize(void *user, void *block, size_t old_size, size_t new_size) {
    (void)user;
    (void)old_size;
    if (new_size == 0) {
        if (block) free((char *)block - 8);
        return NULL;
    }
    char *base = malloc(new_size + 8);
    return base ? base + 8 : NULL;
}

static void pixels_are_aligned_whatever_the_hook_gives(void **state) {
    (void)state;
    pantin_memory_set_hook(&(pantin_memory_hook){ odd_resize, NULL });
    pantin_canvas canvas = { 0 };
    assert_true(pantin_canvas_create(5, 3, &canvas, NULL));
    assert_int_equal((uintptr_t)canvas.pixels % 16, 0);
    pantin_canvas_fill(&canvas, (const float[4]){ 1, 1, 1, 1 });
    pantin_canvas_free(&canvas);
    pantin_memory_set_hook(NULL);
    assert_null(canvas.pixels);
}

static void sizes_that_cannot_be_are_refused(void **state) {
    (void)state;
    pantin_canvas canvas = { 0 };
    pantin_image image = { 0 };
    static const int sizes[][2] = {
        { 0, 5 }, { 5, 0 }, { -1, -1 }, { 8193, 8192 }, { 1 << 30, 1 << 30 }
    };
    for (int i = 0; i < 5; i++) {
        pantin_error error = { 0 };
        assert_false(pantin_canvas_create(sizes[i][0], sizes[i][1], &canvas, &error));
        assert_int_equal(error.kind, PANTIN_ERROR_ARGUMENT);
        error.kind = PANTIN_OK;
        assert_false(pantin_image_create(sizes[i][0], sizes[i][1], &image, &error));
        assert_int_equal(error.kind, PANTIN_ERROR_ARGUMENT);
    }
    assert_null(canvas.pixels);
    assert_null(image.pixels);
}

static bool make_both(void *context, pantin_error *error) {
    (void)context;
    pantin_canvas canvas = { 0 };
    pantin_image image = { 0 };
    bool done =
        pantin_canvas_create(9, 9, &canvas, error) && pantin_image_create(9, 9, &image, error);
    pantin_canvas_free(&canvas);
    pantin_image_free(&image);
    return done;
}

static void refused_memory_is_an_error_and_leaks_nothing(void **state) {
    (void)state;
    assert_int_equal(refusals_sweep(make_both, NULL), 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_value_under_every_alpha_comes_back),
        cmocka_unit_test(values_between_two_bytes_go_to_the_nearer),
        cmocka_unit_test(the_fast_form_gives_the_bytes_of_the_plain_one),
        cmocka_unit_test(hostile_floats_become_bytes),
        cmocka_unit_test(only_the_rows_asked_for_are_resolved),
        cmocka_unit_test(filling_premultiplies),
        cmocka_unit_test(pixels_are_aligned_whatever_the_hook_gives),
        cmocka_unit_test(sizes_that_cannot_be_are_refused),
        cmocka_unit_test(refused_memory_is_an_error_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
