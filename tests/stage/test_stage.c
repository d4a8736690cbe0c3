// test_stage.c — layers, slots, figures and a camera become one picture.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "base/vec.h"
#include "with_stage.h"

enum { WIDE = 60, HIGH = 40 };
static const uint32_t RED = 0xff0000ffu, GREEN = 0x00ff00ffu, BLUE = 0x0000ffffu,
                      WHITE = 0xffffffffu;

/// A stage of 6 x 4 m at 10 px a meter, its origin in the lower left corner.
typedef struct theater {
    pantin_raster *raster;
    pantin_canvas canvas;
    pantin_ids ids;
    pantin_image picture;
    pantin_stage_scene scene;
    pantin_stage_layer layers[4];
    pantin_stage_figure figures[3];
} theater;

static void open_theater(theater *t) {
    memset(t, 0, sizeof *t);
    t->raster = pantin_raster_create(WIDE, HIGH, 4096, 8192, NULL);
    assert_non_null(t->raster);
    assert_true(pantin_canvas_create(WIDE, HIGH, &t->canvas, NULL) &&
                pantin_ids_create(WIDE, HIGH, &t->ids, NULL) &&
                pantin_image_create(WIDE, HIGH, &t->picture, NULL));
    t->scene = (pantin_stage_scene){ .background = { 1, 1, 1, 1 },
                                     .camera = { { 0, HIGH }, 10 },
                                     .layers = t->layers,
                                     .figures = t->figures };
    for (int k = 0; k < 4; k++) t->layers[k].opacity = 1;
}

static void draw(theater *t) {
    pantin_stage_draw(t->raster, &t->scene, &t->canvas, &t->ids);
    pantin_canvas_resolve(&t->canvas, 0, HIGH, &t->picture);
}

static void close_theater(theater *t) {
    pantin_raster_destroy(t->raster);
    pantin_canvas_free(&t->canvas);
    pantin_ids_free(&t->ids);
    pantin_image_free(&t->picture);
}

static pantin_texture *texture_of(int width, int height, uint32_t rgba) {
    pantin_image image = plain_picture(width, height, rgba);
    pantin_texture *texture = pantin_texture_create(&image, NULL);
    assert_non_null(texture);
    pantin_image_free(&image);
    return texture;
}

/// A picture layer whose lower left corner is at x, y m; 10 px a meter.
static pantin_stage_layer layer_at(const pantin_texture *texture, double x, double y, int height,
                                   double opacity) {
    return (pantin_stage_layer){ texture,
                                 { .xx = 0.1, .yy = -0.1, .x0 = x, .y0 = y + 0.1 * height },
                                 opacity };
}

static void a_camera_looks_with_y_up(void **state) {
    (void)state;
    pantin_camera camera = { { 320, 590 }, 190 };
    vec2 p = affine_point(pantin_camera_affine(&camera), (vec2){ 1, 2 });
    assert_true(p.x == 510 && p.y == 210);
    p = affine_point(pantin_camera_affine(&camera), (vec2){ 0, 0 });
    assert_true(p.x == 320 && p.y == 590);
}

static void layers_lie_over_each_other_in_their_order(void **state) {
    (void)state;
    theater t;
    open_theater(&t);
    pantin_texture *red = texture_of(20, 20, RED), *blue = texture_of(20, 20, BLUE);
    t.layers[0] = layer_at(red, 1, 1, 20, 1);
    t.layers[1] = layer_at(blue, 2, 1, 20, 1);
    t.scene.layer_count = 2;
    draw(&t);
    // Red is at 10..30 px across and, its foot 1 m up, at 10..30 px down.
    assert_true(pixel_at(&t.picture, 15, 15) == RED);
    assert_true(pixel_at(&t.picture, 25, 15) == BLUE);
    assert_true(pixel_at(&t.picture, 9, 15) == WHITE && pixel_at(&t.picture, 40, 15) == WHITE);
    assert_true(pixel_at(&t.picture, 15, 9) == WHITE && pixel_at(&t.picture, 15, 30) == WHITE);
    t.layers[1].opacity = 0.5;
    draw(&t);
    uint32_t mixed = pixel_at(&t.picture, 25, 15);
    assert_true((mixed >> 24) == 128 || (mixed >> 24) == 127);
    t.layers[1].opacity = 0;
    draw(&t);
    assert_true(pixel_at(&t.picture, 25, 15) == RED);
    for (int k = 0; k < WIDE * HIGH; k++) assert_int_equal(t.ids.ids[k], 0); // layers are nobody
    pantin_texture_destroy(red), pantin_texture_destroy(blue);
    close_theater(&t);
}

static void a_figure_stands_in_its_slot_between_the_layers(void **state) {
    (void)state;
    theater t;
    open_theater(&t);
    pantin_image picture = plain_picture(20, 20, GREEN);
    player p = player_enter(puppet_of(&picture, 5, ""));
    pantin_texture *red = texture_of(60, 40, RED), *blue = texture_of(20, 40, BLUE),
                   *green = texture_of(20, 20, GREEN);
    const pantin_mesh *meshes[] = { &p.puppet->pieces[0].triangles };
    const pantin_texture *textures[] = { green };
    t.layers[0] = layer_at(red, 0, 0, 40, 1);
    t.layers[1].picture = NULL;
    t.layers[2] = layer_at(blue, 2, 0, 40, 1);
    t.layers[3].picture = NULL;
    t.scene.layer_count = 4;
    t.figures[0] = (pantin_stage_figure){ &p.pose, meshes, textures, 7 };
    t.scene.figure_count = 1;
    // 20 px of drawing at 10 px a meter: 2 m, from 1 to 3 across, its upper left corner 3 m up.
    p.pose.to_stage = (pantin_affine){ .xx = 0.1, .yy = -0.1, .x0 = 1, .y0 = 3 };
    p.pose.layer = 1;
    draw(&t);
    assert_true(pixel_at(&t.picture, 12, 12) == GREEN && pixel_at(&t.picture, 25, 12) == BLUE);
    assert_true(pixel_at(&t.picture, 5, 12) == RED && pixel_at(&t.picture, 12, 35) == RED);
    p.pose.layer = 3;
    draw(&t);
    assert_true(pixel_at(&t.picture, 12, 12) == GREEN && pixel_at(&t.picture, 25, 12) == GREEN);
    assert_int_equal(t.ids.ids[12 * WIDE + 25], 7);
    assert_int_equal(t.ids.ids[12 * WIDE + 35], 0);
    p.pose.opacity = 0;
    draw(&t);
    assert_true(pixel_at(&t.picture, 12, 12) == RED && pixel_at(&t.picture, 25, 12) == BLUE);
    // Without ids the picture is the same.
    pantin_stage_draw(t.raster, &t.scene, &t.canvas, NULL);
    pantin_image again = { 0 };
    assert_true(pantin_image_create(WIDE, HIGH, &again, NULL));
    pantin_canvas_resolve(&t.canvas, 0, HIGH, &again);
    assert_memory_equal(again.pixels, t.picture.pixels, 4 * WIDE * HIGH);
    pantin_image_free(&again);
    pantin_texture_destroy(red), pantin_texture_destroy(blue), pantin_texture_destroy(green);
    player_leave(&p);
    close_theater(&t);
}

static void figures_of_one_slot_are_drawn_in_their_order(void **state) {
    (void)state;
    theater t;
    open_theater(&t);
    pantin_image picture = plain_picture(20, 20, GREEN);
    player p = player_enter(puppet_of(&picture, 5, ""));
    pantin_texture *red = texture_of(20, 20, RED), *green = texture_of(20, 20, GREEN);
    const pantin_mesh *meshes[] = { &p.puppet->pieces[0].triangles };
    const pantin_texture *reds[] = { red }, *greens[] = { green };
    t.scene.layer_count = 1;
    t.scene.figure_count = 2;
    p.pose.to_stage = (pantin_affine){ .xx = 0.1, .yy = -0.1, .x0 = 1, .y0 = 3 };
    for (int k = 0; k < 2; k++) {
        t.figures[k] = (pantin_stage_figure){ &p.pose, meshes, reds, 1 };
        t.figures[1 - k] = (pantin_stage_figure){ &p.pose, meshes, greens, 2 };
        draw(&t);
        assert_true(pixel_at(&t.picture, 15, 15) == (k == 0 ? GREEN : RED));
        assert_int_equal(t.ids.ids[15 * WIDE + 15], k == 0 ? 2 : 1);
    }
    // One that stands in no slot of this stage is not seen.
    p.pose.layer = 5;
    draw(&t);
    assert_true(pixel_at(&t.picture, 15, 15) == WHITE);
    pantin_texture_destroy(red), pantin_texture_destroy(green);
    player_leave(&p);
    close_theater(&t);
}

static void drawing_allocates_nothing_and_gives_the_same_bytes(void **state) {
    (void)state;
    theater t;
    open_theater(&t);
    pantin_image picture = checkered_disc();
    player p = player_enter(puppet_of(&picture, 8, "\"h\": { \"at_px\": [32, 32] }"));
    pantin_texture *texture = pantin_texture_create(&p.puppet->drawings[0].drawing.image, NULL);
    const pantin_mesh *meshes[] = { &p.puppet->pieces[0].triangles };
    const pantin_texture *textures[] = { texture };
    t.scene.layer_count = 1;
    t.figures[0] = (pantin_stage_figure){ &p.pose, meshes, textures, 1 };
    t.scene.figure_count = 1;
    p.pose.to_stage =
        (pantin_affine){ .xx = 0.05, .xy = 0.01, .yx = 0.01, .yy = -0.05, .x0 = 1, .y0 = 3 };
    draw(&t);
    uint64_t first = pantin_hash(t.picture.pixels, 4 * WIDE * HIGH, 0),
             calls = pantin_memory_calls();
    for (int k = 0; k < 3; k++) draw(&t);
    assert_true(pantin_memory_calls() == calls);
    assert_true(pantin_hash(t.picture.pixels, 4 * WIDE * HIGH, 0) == first);
    pantin_texture_destroy(texture);
    player_leave(&p);
    close_theater(&t);
}

static void places_that_are_no_numbers_draw_nothing(void **state) {
    (void)state;
    static const double wild[] = { NAN, INFINITY, -INFINITY, 1e300, -1e300 };
    theater t;
    open_theater(&t);
    pantin_image picture = plain_picture(20, 20, GREEN);
    player p = player_enter(puppet_of(&picture, 5, ""));
    pantin_texture *green = texture_of(20, 20, GREEN);
    const pantin_mesh *meshes[] = { &p.puppet->pieces[0].triangles };
    const pantin_texture *textures[] = { green };
    t.layers[0] = layer_at(green, 1, 1, 20, 1);
    t.scene.layer_count = 2;
    t.figures[0] = (pantin_stage_figure){ &p.pose, meshes, textures, 1 };
    t.scene.figure_count = 1;
    p.pose.layer = 1;
    for (size_t k = 0; k < sizeof wild / sizeof *wild; k++)
        for (int which = 0; which < 6; which++) {
            pantin_affine place = { .xx = 0.1, .yy = -0.1, .x0 = 1, .y0 = 3 };
            double *const entries[] = { &place.xx, &place.xy, &place.yx,
                                        &place.yy, &place.x0, &place.y0 };
            *entries[which] = wild[k];
            p.pose.to_stage = t.layers[0].to_stage = place;
            p.pose.opacity = k % 2 ? wild[k] : 1;
            draw(&t); // must end, and write every pixel with numbers
        }
    pantin_texture_destroy(green);
    player_leave(&p);
    close_theater(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_camera_looks_with_y_up),
        cmocka_unit_test(layers_lie_over_each_other_in_their_order),
        cmocka_unit_test(a_figure_stands_in_its_slot_between_the_layers),
        cmocka_unit_test(figures_of_one_slot_are_drawn_in_their_order),
        cmocka_unit_test(drawing_allocates_nothing_and_gives_the_same_bytes),
        cmocka_unit_test(places_that_are_no_numbers_draw_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
