// test_yuv.c — RGBA to 4:2:0: exactness against the real-valued matrix, lanes against
// the plain twin.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "film/yuv.h"

enum { GUARD = 0xA5 };

typedef struct planes {
    uint8_t *bytes, *plane[3];
    size_t size;
    int stride[3];
} planes;

/// Planes of the padded even size; strides larger than the rows, so that writing past a row shows.
static planes planes_make(int width, int height) {
    int w = width + (width & 1), h = height + (height & 1);
    planes p = { .stride = { w + 3, w / 2 + 5, w / 2 + 1 } };
    size_t sizes[3] = { (size_t)p.stride[0] * h, (size_t)p.stride[1] * (h / 2),
                        (size_t)p.stride[2] * (h / 2) };
    p.size = sizes[0] + sizes[1] + sizes[2];
    p.bytes = malloc(p.size);
    memset(p.bytes, GUARD, p.size);
    p.plane[0] = p.bytes;
    p.plane[1] = p.plane[0] + sizes[0];
    p.plane[2] = p.plane[1] + sizes[1];
    return p;
}

static pantin_image noise(int width, int height, bool opaque, uint64_t seed) {
    pantin_image image;
    assert_true(pantin_image_create(width, height, &image, NULL));
    random_state random = random_make(seed);
    for (size_t i = 0; i < 4 * (size_t)width * (size_t)height; i++) {
        uint32_t v = random_u32(&random);
        // one in four is an extreme, where sums overflow if they can
        image.pixels[i] = (v & 0x300) == 0 ? (v & 1 ? 255 : 0) : (uint8_t)v;
        if (i % 4 == 3 && opaque) image.pixels[i] = 255;
    }
    return image;
}

static void real_pixel(const pantin_image *image, int x, int y, double c[3]) {
    if (x >= image->width) x = image->width - 1;
    if (y >= image->height) y = image->height - 1;
    const uint8_t *p = image->pixels + 4 * ((size_t)y * (size_t)image->width + (size_t)x);
    for (int k = 0; k < 3; k++) c[k] = p[k] * (p[3] / 255.0);
}

static void real_yuv(const double c[3], double yuv[3]) {
    double y = 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2];
    yuv[0] = 16 + y * 219 / 255;
    yuv[1] = 128 + (c[2] - y) / 1.8556 * 224 / 255;
    yuv[2] = 128 + (c[0] - y) / 1.5748 * 224 / 255;
}

/// Largest distance of any byte of the planes from the matrix in doubles.
static double worst_error(const pantin_image *image, const planes *p) {
    double worst = 0;
    for (int y = 0; y < image->height; y += 2)
        for (int x = 0; x < image->width; x += 2) {
            double mean[3] = { 0, 0, 0 }, yuv[3];
            for (int corner = 0; corner < 4; corner++) {
                int cx = x + (corner & 1), cy = y + (corner >> 1);
                double c[3];
                real_pixel(image, cx, cy, c);
                real_yuv(c, yuv);
                worst = fmax(worst, fabs(yuv[0] - p->plane[0][cy * p->stride[0] + cx]));
                for (int k = 0; k < 3; k++) mean[k] += c[k] / 4;
            }
            real_yuv(mean, yuv);
            for (int k = 1; k < 3; k++)
                worst = fmax(worst, fabs(yuv[k] - p->plane[k][y / 2 * p->stride[k] + x / 2]));
        }
    return worst;
}

static void opaque_pixels_are_within_two_thirds_of_the_real_matrix(void **state) {
    (void)state;
    pantin_image image = noise(640, 480, true, 1);
    planes p = planes_make(640, 480);
    pantin_film_to_yuv420(&image, p.plane, p.stride);
    // rounding gives 0.5, the chroma coefficients' 12 bits the rest
    assert_true(worst_error(&image, &p) < 0.66);
    free(p.bytes);
    pantin_image_free(&image);
}

static void transparent_pixels_are_within_one_of_the_real_matrix_over_black(void **state) {
    (void)state;
    pantin_image image = noise(640, 480, false, 2);
    planes p = planes_make(640, 480);
    pantin_film_to_yuv420(&image, p.plane, p.stride);
    assert_true(worst_error(&image, &p) < 1.0);
    free(p.bytes);
    pantin_image_free(&image);
}

static void corners_of_the_color_cube_are_within_one(void **state) {
    (void)state;
    pantin_image image;
    assert_true(pantin_image_create(16, 2, &image, NULL));
    for (int corner = 0; corner < 8; corner++)
        for (int i = 0; i < 4; i++) {
            uint8_t *p = image.pixels + 4 * (16 * (i >> 1) + 2 * corner + (i & 1));
            for (int k = 0; k < 3; k++) p[k] = corner >> k & 1 ? 255 : 0;
            p[3] = 255;
        }
    planes p = planes_make(16, 2);
    pantin_film_to_yuv420(&image, p.plane, p.stride);
    assert_true(worst_error(&image, &p) < 0.66);
    for (int corner = 0; corner < 8; corner++)
        for (int k = 1; k < 3; k++) { // limited range: chroma is 16..240
            assert_true(p.plane[k][corner] >= 16 && p.plane[k][corner] <= 240);
        }
    free(p.bytes);
    pantin_image_free(&image);
}

static void every_grey_is_the_rounded_luma_and_has_no_color(void **state) {
    (void)state;
    for (int grey = 0; grey < 256; grey++) {
        pantin_image image;
        assert_true(pantin_image_create(16, 2, &image, NULL));
        memset(image.pixels, grey, 4 * 16 * 2);
        for (int i = 0; i < 32; i++) image.pixels[4 * i + 3] = 255;
        planes p = planes_make(16, 2);
        pantin_film_to_yuv420(&image, p.plane, p.stride);
        assert_int_equal(p.plane[0][0], (int)floor(16 + grey * 219 / 255.0 + 0.5));
        assert_int_equal(p.plane[1][0], 128);
        assert_int_equal(p.plane[2][0], 128);
        free(p.bytes);
        pantin_image_free(&image);
    }
}

static void lanes_give_the_bytes_of_the_plain_twin_at_every_size(void **state) {
    (void)state;
    for (int width = 1; width <= 50; width++)
        for (int height = 1; height <= 5; height++) {
            pantin_image image =
                noise(width, height, (width + height) % 3 == 0, (uint64_t)(100 * width + height));
            planes fast = planes_make(width, height), plain = planes_make(width, height);
            pantin_film_to_yuv420(&image, fast.plane, fast.stride);
            yuv_convert_plain(&image, plain.plane, plain.stride);
            assert_memory_equal(fast.bytes, plain.bytes, fast.size); // guard bytes too
            free(fast.bytes);
            free(plain.bytes);
            pantin_image_free(&image);
        }
}

static void odd_sides_repeat_the_last_row_and_column(void **state) {
    (void)state;
    uint8_t pixels[3 * 4] = { 255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255 };
    pantin_image image = { 3, 1, pixels };
    planes p = planes_make(3, 1);
    pantin_film_to_yuv420(&image, p.plane, p.stride);
    assert_memory_equal(p.plane[0], p.plane[0] + p.stride[0], 4); // the row below is the same
    assert_int_equal(p.plane[0][3], p.plane[0][2]);
    assert_int_equal(p.plane[0][3], 32); // 16 + 219 * 0.0722: blue
    assert_int_equal(p.plane[1][1], 240);
    free(p.bytes);
}

static void clear_pixels_are_black_whatever_their_color(void **state) {
    (void)state;
    uint8_t pixels[4 * 4];
    for (int i = 0; i < 4; i++) memcpy(pixels + 4 * i, (uint8_t[]){ 255, 90, 3, 0 }, 4);
    pantin_image image = { 2, 2, pixels };
    planes p = planes_make(2, 2);
    pantin_film_to_yuv420(&image, p.plane, p.stride);
    assert_int_equal(p.plane[0][0], 16);
    assert_int_equal(p.plane[1][0], 128);
    assert_int_equal(p.plane[2][0], 128);
    free(p.bytes);
}

static void converting_allocates_nothing(void **state) {
    (void)state;
    pantin_image image = noise(35, 7, false, 5);
    planes p = planes_make(35, 7);
    uint64_t before = pantin_memory_calls();
    pantin_film_to_yuv420(&image, p.plane, p.stride);
    assert_true(pantin_memory_calls() == before);
    free(p.bytes);
    pantin_image_free(&image);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(opaque_pixels_are_within_two_thirds_of_the_real_matrix),
        cmocka_unit_test(transparent_pixels_are_within_one_of_the_real_matrix_over_black),
        cmocka_unit_test(corners_of_the_color_cube_are_within_one),
        cmocka_unit_test(every_grey_is_the_rounded_luma_and_has_no_color),
        cmocka_unit_test(lanes_give_the_bytes_of_the_plain_twin_at_every_size),
        cmocka_unit_test(odd_sides_repeat_the_last_row_and_column),
        cmocka_unit_test(clear_pixels_are_black_whatever_their_color),
        cmocka_unit_test(converting_allocates_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
