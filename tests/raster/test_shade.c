// test_shade.c — the linear-light hook: what it is given, and that doing nothing changes nothing.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "with_scene.h"

typedef struct notes {
    int runs, pixels, last_x, last_y;
    float gain;
    bool spoil; // writes nonsense, alpha too
} notes;

static void note(void *context, int x, int y, int count, float (*pixels)[4]) {
    notes *n = context;
    // Runs come from the top, and two of one row do not touch: each is whole.
    assert_true(y > n->last_y || (y == n->last_y && x > n->last_x));
    n->runs++;
    n->pixels += count;
    n->last_x = x + count;
    n->last_y = y;
    for (int i = 0; i < count; i++) {
        assert_true(pixels[i][3] > 0.0f);
        for (int k = 0; k < 3; k++) {
            assert_true(pixels[i][k] >= 0.0f && pixels[i][k] <= pixels[i][3] * 1.000001f);
            pixels[i][k] = n->spoil ? (k ? 1e30f : (float)(0.0 / 0.0)) : pixels[i][k] * n->gain;
        }
        if (n->spoil) pixels[i][3] = -4.0f;
    }
}

static pantin_image draw(const pantin_image *picture, pantin_affine m, notes *n) {
    pantin_mesh mesh = scene_grid(picture->width, picture->height, 8.0, picture);
    pantin_point32 *rest = scene_rest(&mesh);
    pantin_texture *texture = pantin_texture_create(picture, NULL);
    pantin_raster *raster = pantin_raster_create(100, 100, mesh.vertex_count, mesh.triangle_count, NULL);
    pantin_canvas canvas;
    assert_true(texture && raster && pantin_canvas_create(100, 100, &canvas, NULL));
    pantin_shade shade = { note, n };
    pantin_sheet sheet = { texture, &mesh, rest, m, 1.0, 1, n ? &shade : NULL };
    if (n) n->last_x = n->last_y = -1;
    pantin_raster_sheet(raster, &sheet, &canvas, NULL);
    pantin_image image = scene_resolve(&canvas);
    pantin_canvas_free(&canvas);
    pantin_raster_destroy(raster);
    pantin_texture_destroy(texture);
    scene_free(&mesh, rest);
    return image;
}

static void a_hook_that_does_nothing_changes_nothing(void **state) {
    (void)state;
    pantin_image disc = scene_disc(64), ramp = scene_solid(64, 64, (scene_color){ 0, 0, 0, 255 });
    for (size_t i = 0; i < 64 * 64; i++) { // every byte, every alpha
        uint8_t value[4] = { (uint8_t)i, (uint8_t)(255 - i), (uint8_t)(i * 7), (uint8_t)(1 + i / 17) };
        memcpy(ramp.pixels + 4 * i, value, 4);
    }
    for (int k = 0; k < 6; k++) {
        const pantin_image *picture = k < 3 ? &disc : &ramp;
        pantin_affine m = k % 3 ? scene_turn(20.0 * k, 0.8, 32, 32, 50, 50) : affine_identity();
        notes n = { .gain = 1.0f };
        pantin_image with = draw(picture, m, &n), without = draw(picture, m, NULL);
        assert_true(n.runs > 20 && n.pixels >= n.runs);
        for (int i = 0; i < 4 * 100 * 100; i++)
            assert_true(abs(with.pixels[i] - without.pixels[i]) <= 1);
        pantin_image_free(&with);
        pantin_image_free(&without);
    }
    pantin_image_free(&ramp);
    pantin_image_free(&disc);
}

static void light_is_halved_in_light_not_in_code(void **state) {
    (void)state;
    pantin_image grey = scene_solid(64, 64, (scene_color){ 188, 255, 0, 255 });
    notes n = { .gain = 0.5f };
    pantin_image image = draw(&grey, affine_identity(), &n);
    // sRGB 188 is 0.503 of the light; half of it is sRGB 137; half of white is 188; black stays.
    assert_int_equal(n.runs, 64);
    assert_memory_equal(scene_pixel(&image, 30, 30), ((uint8_t[]){ 137, 188, 0, 255 }), 4);
    pantin_image_free(&image);
    pantin_image_free(&grey);
}

static void nonsense_from_a_hook_stays_within_the_picture(void **state) {
    (void)state;
    pantin_image disc = scene_disc(64);
    notes n = { .spoil = true };
    pantin_image with = draw(&disc, affine_identity(), &n), without = draw(&disc, affine_identity(), NULL);
    for (size_t i = 0; i < 100 * 100; i++)
        assert_int_equal(with.pixels[4 * i + 3], without.pixels[4 * i + 3]);
    assert_int_equal(scene_pixel(&with, 32, 32)[0], 0);
    assert_int_equal(scene_pixel(&with, 32, 32)[1], 255);
    pantin_image_free(&with);
    pantin_image_free(&without);
    pantin_image_free(&disc);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hook_that_does_nothing_changes_nothing),
        cmocka_unit_test(light_is_halved_in_light_not_in_code),
        cmocka_unit_test(nonsense_from_a_hook_stays_within_the_picture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
