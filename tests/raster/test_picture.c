// test_picture.c — whole pictures: as they are, scaled to the canvas' very edge, turned.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/vec.h"
#include "with_scene.h"

static const scene_color green = { 20, 200, 60, 255 };

static pantin_image draw(const pantin_image *picture, pantin_affine m, double opacity, int width,
                         int height) {
    pantin_canvas canvas;
    pantin_raster *raster = pantin_raster_create(width, height, 0, 0, NULL);
    pantin_texture *texture = pantin_texture_create(picture, NULL);
    assert_true(raster && texture && pantin_canvas_create(width, height, &canvas, NULL));
    pantin_raster_picture(raster, texture, m, opacity, 0, NULL, &canvas, NULL);
    pantin_image image = scene_resolve(&canvas);
    pantin_texture_destroy(texture);
    pantin_raster_destroy(raster);
    pantin_canvas_free(&canvas);
    return image;
}

static void whole_px_leave_a_picture_as_it_is(void **state) {
    (void)state;
    pantin_image disc = scene_disc(64);
    for (int k = 0; k < 2; k++) {
        // The second shear is too small to see, but takes the way of all other pictures.
        pantin_affine m = { 1, k ? 1e-12 : 0, 0, 1, 7, -5 };
        pantin_image image = draw(&disc, m, 1.0, 60, 70);
        for (int y = 0; y < 70; y++)
            for (int x = 0; x < 60; x++) {
                scene_color blank = { 0, 0, 0, 0 };
                bool inside = x >= 7 && y < 59;
                const void *want = inside ? (const void *)scene_pixel(&disc, x - 7, y + 5) : &blank;
                assert_memory_equal(scene_pixel(&image, x, y), want, 4);
            }
        pantin_image_free(&image);
    }
    pantin_image_free(&disc);
}

static void a_backdrop_scaled_to_the_canvas_covers_all_of_it(void **state) {
    (void)state;
    // Texels beyond the outermost go on as they are: no dark rim.
    pantin_image solid = scene_solid(64, 36, green);
    const double scales[] = { 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 7.0 };
    for (int k = 0; k < 7; k++) {
        int width = (int)(64 * scales[k]), height = (int)(36 * scales[k]);
        pantin_image image = draw(&solid, (pantin_affine){ scales[k], 0, 0, scales[k], 0, 0 }, 1.0, width,
                                  height);
        for (int i = 0; i < width * height; i++)
            assert_memory_equal(image.pixels + 4 * (size_t)i, &green, 4);
        pantin_image_free(&image);
    }
    pantin_image_free(&solid);
}

static void a_turned_picture_covers_its_area(void **state) {
    (void)state;
    pantin_image solid = scene_solid(60, 40, green);
    for (int k = 0; k < 12; k++) {
        pantin_image image = draw(&solid, scene_turn(29.0 * k + 1, 0.9, 30, 20, 50.1, 49.7), 1.0, 100,
                                  100);
        double sum = 0.0;
        for (int i = 0; i < 100 * 100; i++) sum += image.pixels[4 * i + 3] / 255.0;
        double area = 60 * 40 * 0.81;
        assert_true(sum > area - 3.0 && sum < area + 3.0);
        pantin_image_free(&image);
    }
    pantin_image_free(&solid);
}

static void opacity_and_ids_hold_for_pictures(void **state) {
    (void)state;
    pantin_image solid = scene_solid(10, 10, green);
    pantin_texture *texture = pantin_texture_create(&solid, NULL);
    pantin_raster *raster = pantin_raster_create(20, 20, 0, 0, NULL);
    pantin_canvas canvas;
    pantin_ids ids;
    assert_true(texture && raster && pantin_canvas_create(20, 20, &canvas, NULL));
    assert_true(pantin_ids_create(20, 20, &ids, NULL));
    pantin_affine whole = { 1, 0, 0, 1, 5, 5 }, turned = scene_turn(90, 1, 5, 5, 10, 10);
    pantin_raster_picture(raster, texture, whole, 0.4, 4, NULL, &canvas, &ids);
    assert_int_equal(ids.ids[20 * 10 + 10], 0);
    pantin_raster_picture(raster, texture, whole, 1.0, 4, NULL, &canvas, &ids);
    assert_int_equal(ids.ids[20 * 10 + 10], 4);
    assert_int_equal(ids.ids[20 * 4 + 10], 0);
    pantin_raster_picture(raster, texture, turned, 1.0, 0, NULL, &canvas, &ids);
    assert_int_equal(ids.ids[20 * 10 + 10], 4); // 0 leaves ids alone
    pantin_raster_picture(raster, texture, turned, 1.0, 5, NULL, &canvas, &ids);
    assert_int_equal(ids.ids[20 * 10 + 10], 5);
    assert_true(canvas.pixels[4 * (20 * 10 + 10) + 3] == 1.0f);
    pantin_affine far = { 1, 0, 0, 1, 1e9, 0 }, beside = { 1, 0, 0, 1, -999, 5 };
    pantin_raster_picture(raster, texture, far, 1.0, 1, NULL, &canvas, &ids);
    pantin_raster_picture(raster, texture, beside, 1.0, 1, NULL, &canvas, &ids);
    assert_int_equal(ids.ids[20 * 10 + 10], 5);
    pantin_ids_free(&ids);
    pantin_canvas_free(&canvas);
    pantin_raster_destroy(raster);
    pantin_texture_destroy(texture);
    pantin_image_free(&solid);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_px_leave_a_picture_as_it_is),
        cmocka_unit_test(a_backdrop_scaled_to_the_canvas_covers_all_of_it),
        cmocka_unit_test(a_turned_picture_covers_its_area),
        cmocka_unit_test(opacity_and_ids_hold_for_pictures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
