// test_texture.c — levels of a picture: nothing lost at full size, nothing gained at smaller ones.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/vec.h"
#include "raster/texel.h"
#include "raster/texture.h"
#include "with_scene.h"

static void sixteen_bits_keep_every_byte_under_every_alpha(void **state) {
    (void)state;
    pantin_image all;
    assert_true(pantin_image_create(256, 256, &all, NULL));
    for (int alpha = 0; alpha < 256; alpha++)
        for (int value = 0; value < 256; value++) {
            uint8_t *p = all.pixels + 4 * ((size_t)alpha * 256 + (size_t)value);
            p[0] = p[1] = p[2] = alpha ? (uint8_t)value : 0;
            p[3] = (uint8_t)alpha;
        }
    pantin_texture *texture = pantin_texture_create(&all, NULL);
    pantin_canvas canvas;
    assert_true(texture && pantin_canvas_create(256, 256, &canvas, NULL));
    const texture_level *level = &texture->levels[0];
    for (int y = 0; y < 256; y++)
        for (int x = 0; x < 256; x++)
            float4_store(canvas.pixels + 4 * (256 * y + x),
                         texel_load(level->texels + 4 * (level->stride * y + x)) * TEXEL_ONE);
    pantin_image image = scene_resolve(&canvas);
    assert_memory_equal(image.pixels, all.pixels, 4 * 256 * 256);
    assert_true(65535.0f * TEXEL_ONE == 1.0f);
    pantin_image_free(&image);
    pantin_canvas_free(&canvas);
    pantin_texture_destroy(texture);
    pantin_image_free(&all);
}

static void every_level_of_a_solid_picture_is_solid(void **state) {
    (void)state;
    pantin_image solid = scene_solid(150, 37, (scene_color){ 255, 128, 0, 255 });
    pantin_texture *texture = pantin_texture_create(&solid, NULL);
    assert_non_null(texture);
    for (int k = 0; k < texture->level_count; k++) {
        const texture_level *level = &texture->levels[k];
        for (int y = 0; y < level->height; y++)
            for (int x = 0; x < level->width; x++) {
                const uint16_t *p = level->texels + 4 * (level->stride * y + x);
                assert_int_equal(p[0], 65535);
                assert_in_range(p[1], 128 * 257 - 1, 128 * 257 + 1);
                assert_int_equal(p[2], 0);
                assert_int_equal(p[3], 65535);
            }
        // One texel around is transparent, two after the last: bilinear looks need no test.
        for (int y = -1; y < level->height + 2; y++) {
            assert_int_equal(level->texels[4 * (level->stride * y - 1) + 3], 0);
            assert_int_equal(level->texels[4 * (level->stride * y + level->width) + 3], 0);
        }
    }
    const texture_level *last = &texture->levels[texture->level_count - 1];
    assert_true(last->width == 1 && last->height == 1);
    pantin_texture_destroy(texture);
    pantin_image_free(&solid);
}

static void a_level_keeps_the_mean_and_no_color_exceeds_its_alpha(void **state) {
    (void)state;
    pantin_image figure = scene_figure(200, 240);
    pantin_texture *texture = pantin_texture_create(&figure, NULL);
    assert_non_null(texture);
    double mean[6] = { 0 };
    for (int k = 0; k < 6; k++) {
        const texture_level *level = &texture->levels[k];
        for (int y = 0; y < level->height; y++)
            for (int x = 0; x < level->width; x++) {
                const uint16_t *p = level->texels + 4 * (level->stride * y + x);
                for (int c = 0; c < 3; c++) assert_true(p[c] <= p[3]);
                mean[k] += p[0] / (65535.0 * level->width * level->height);
            }
        // Overshoot cut off at black and at alpha brings in a little.
        assert_true(mean[k] > mean[0] - 0.001 && mean[k] < mean[0] + 0.005);
    }
    pantin_texture_destroy(texture);
    pantin_image_free(&figure);
}

static void the_level_follows_the_scale(void **state) {
    (void)state;
    pantin_image solid = scene_solid(512, 512, (scene_color){ 1, 2, 3, 255 });
    pantin_texture *texture = pantin_texture_create(&solid, NULL);
    assert_non_null(texture);
    const texture_level *levels = texture->levels;
    assert_ptr_equal(texture_level_for(texture, affine_identity()), levels);
    assert_ptr_equal(texture_level_for(texture, scene_turn(30, 8.0, 0, 0, 0, 0)), levels);
    // 2.5 texels a px: a scale of 0.4 is level 0, 0.2 level 2, 0.1 level 4, however it is turned.
    assert_ptr_equal(texture_level_for(texture, scene_turn(50, 0.4, 0, 0, 0, 0)), levels);
    assert_ptr_equal(texture_level_for(texture, scene_turn(50, 0.2, 0, 0, 0, 0)), levels + 2);
    assert_ptr_equal(texture_level_for(texture, scene_turn(50, 0.1, 0, 0, 0, 0)), levels + 4);
    // A card seen from the side keeps its level up to 4 : 1, and then gives way.
    assert_ptr_equal(texture_level_for(texture, (pantin_affine){ 0.25, 0, 0, 1, 0, 0 }), levels);
    assert_ptr_equal(texture_level_for(texture, (pantin_affine){ 0.05, 0, 0, 1, 0, 0 }), levels + 2);
    // What makes no sense still has an answer.
    assert_non_null(texture_level_for(texture, (pantin_affine){ 0 }));
    double none = 0.0 / 0.0;
    assert_non_null(texture_level_for(texture, (pantin_affine){ none, none, none, none, 0, 0 }));
    pantin_texture_destroy(texture);
    pantin_image_free(&solid);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sixteen_bits_keep_every_byte_under_every_alpha),
        cmocka_unit_test(every_level_of_a_solid_picture_is_solid),
        cmocka_unit_test(a_level_keeps_the_mean_and_no_color_exceeds_its_alpha),
        cmocka_unit_test(the_level_follows_the_scale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
