// test_backdrop.c — what is kept from picture to picture never shows: the bytes are those of drawing all.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "base/random.h"
#include "refusals.h"
#include "with_stage.h"

enum { WIDE = 90, HIGH = 60, LAYERS = 6, FIGURES = 2 };

/// Two slots with pictures below, between and above, one of them half transparent, one turned.
typedef struct theater {
    pantin_raster *raster;
    pantin_canvas canvas, scratch;
    pantin_ids ids, own_ids;
    pantin_image drawn, painted;
    pantin_texture *disc, *tile;
    player players[FIGURES];
    const pantin_mesh *meshes[FIGURES][1];
    const pantin_texture *textures[1];
    pantin_stage_layer layers[LAYERS];
    pantin_stage_figure figures[FIGURES];
    pantin_stage_scene scene;
} theater;

static void open_theater(theater *t) {
    memset(t, 0, sizeof *t);
    t->raster = pantin_raster_create(WIDE, HIGH, 4096, 8192, NULL);
    assert_non_null(t->raster);
    assert_true(pantin_canvas_create(WIDE, HIGH, &t->canvas, NULL) &&
                pantin_canvas_create(WIDE, HIGH, &t->scratch, NULL) &&
                pantin_ids_create(WIDE, HIGH, &t->ids, NULL) &&
                pantin_ids_create(WIDE, HIGH, &t->own_ids, NULL) &&
                pantin_image_create(WIDE, HIGH, &t->drawn, NULL) &&
                pantin_image_create(WIDE, HIGH, &t->painted, NULL));
    pantin_image disc = checkered_disc(), tile = plain_picture(40, 30, 0x30a060c0u);
    t->disc = pantin_texture_create(&disc, NULL);
    t->tile = pantin_texture_create(&tile, NULL);
    assert_true(t->disc != NULL && t->tile != NULL);
    pantin_image_free(&disc), pantin_image_free(&tile);
    t->textures[0] = t->disc;
    pantin_affine whole = { .xx = 0.1, .yy = -0.1, .x0 = 0, .y0 = 6 };
    pantin_affine turned = { .xx = 0.12, .xy = 0.05, .yx = 0.06, .yy = -0.11, .x0 = 2, .y0 = 5 };
    t->layers[0] = (pantin_stage_layer){ t->tile, whole, 1 };
    t->layers[2] = (pantin_stage_layer){ t->disc, turned, 0.6 };
    t->layers[4] = (pantin_stage_layer){ t->tile, turned, 1 };
    t->layers[5] = (pantin_stage_layer){ t->disc, whole, 0.25 };
    for (int f = 0; f < FIGURES; f++) {
        pantin_image picture = checkered_disc();
        t->players[f] = player_enter(puppet_of(&picture, 8, "\"h\": { \"at_px\": [32, 32] }"));
        t->meshes[f][0] = &t->players[f].puppet->pieces[0].triangles;
        t->figures[f] = (pantin_stage_figure){ &t->players[f].pose, t->meshes[f], t->textures,
                                               (uint16_t)(f + 1) };
    }
    t->scene = (pantin_stage_scene){ .background = { 0.2f, 0.3f, 0.4f, 1 },
                                     .camera = { { 0, HIGH }, 10 },
                                     .layers = t->layers,
                                     .layer_count = LAYERS,
                                     .figures = t->figures,
                                     .figure_count = FIGURES };
}

static void close_theater(theater *t) {
    for (int f = 0; f < FIGURES; f++) player_leave(&t->players[f]);
    pantin_texture_destroy(t->disc), pantin_texture_destroy(t->tile);
    pantin_image_free(&t->drawn), pantin_image_free(&t->painted);
    pantin_ids_free(&t->ids), pantin_ids_free(&t->own_ids);
    pantin_canvas_free(&t->canvas), pantin_canvas_free(&t->scratch);
    pantin_raster_destroy(t->raster);
}

static void check_same(theater *t, pantin_stage_backdrop *backdrop) {
    pantin_stage_draw(t->raster, &t->scene, &t->canvas, &t->ids);
    pantin_canvas_resolve(&t->canvas, 0, HIGH, &t->drawn);
    pantin_stage_paint(backdrop, t->raster, &t->scene, &t->scratch, &t->painted, &t->own_ids);
    assert_memory_equal(t->painted.pixels, t->drawn.pixels, 4 * WIDE * HIGH);
    assert_memory_equal(t->own_ids.ids, t->ids.ids, sizeof(uint16_t) * WIDE * HIGH);
}

/// Figures anywhere, also half and wholly outside, in any slot and in none, and other cameras.
static void shuffle(theater *t, random_state *r) {
    for (int f = 0; f < FIGURES; f++) {
        pantin_pose_frame *pose = &t->players[f].pose;
        pose->to_stage = (pantin_affine){ .xx = random_between(r, -0.1, 0.1),
                                          .xy = random_between(r, -0.05, 0.05),
                                          .yx = random_between(r, -0.05, 0.05),
                                          .yy = random_between(r, -0.1, 0.1),
                                          .x0 = random_between(r, -4, 11),
                                          .y0 = random_between(r, -4, 9) };
        pose->layer = (int[]){ 1, 3, 7 }[random_below(r, 3)];
        pose->opacity = (double[]){ 1, 0.5, 0 }[random_below(r, 3)];
    }
    t->scene.figure_count = random_below(r, FIGURES + 1);
    if (random_below(r, 4) == 0)
        t->scene.camera =
            (pantin_camera){ { random_below(r, 9) * 1.5, HIGH }, 8 + random_below(r, 3) };
    if (random_below(r, 9) == 0) t->scene.background[1] = 0.1f * (float)random_below(r, 9);
}

static void a_picture_has_the_bytes_of_drawing_everything(void **state) {
    (void)state;
    theater t;
    random_state r = random_make(3);
    open_theater(&t);
    pantin_stage_backdrop *backdrop = pantin_stage_backdrop_create(&t.scene, WIDE, HIGH, NULL);
    assert_non_null(backdrop);
    uint64_t calls = pantin_memory_calls();
    for (int k = 0; k < 300; k++) {
        shuffle(&t, &r);
        check_same(&t, backdrop);
    }
    assert_true(pantin_memory_calls() == calls);
    pantin_stage_backdrop_destroy(backdrop);
    close_theater(&t);
}

static void vertices_that_are_no_numbers_touch_nothing(void **state) {
    (void)state;
    theater t;
    random_state r = random_make(4);
    open_theater(&t);
    pantin_stage_backdrop *backdrop = pantin_stage_backdrop_create(&t.scene, WIDE, HIGH, NULL);
    assert_non_null(backdrop);
    pantin_bent *bent = &t.players[0].pose.pieces[0];
    float zero = 0, nowhere[] = { zero / zero, 1 / zero, -1 / zero, 1e30f, 2e7f };
    for (int k = 0; k < 60; k++) {
        shuffle(&t, &r);
        ((pantin_point32 *)(uintptr_t)bent->vertices)[k % 9].x = nowhere[k % 5];
        check_same(&t, backdrop);
    }
    pantin_stage_backdrop_destroy(backdrop);
    close_theater(&t);
}

static void stages_without_a_slot_or_without_a_layer_are_painted_too(void **state) {
    (void)state;
    theater t;
    open_theater(&t);
    for (int first = 0; first < LAYERS; first++)
        for (int count = 0; count <= LAYERS - first; count++) {
            t.scene.layers = t.layers + first;
            t.scene.layer_count = count;
            pantin_stage_backdrop *backdrop =
                pantin_stage_backdrop_create(&t.scene, WIDE, HIGH, NULL);
            assert_non_null(backdrop);
            for (int f = 0; f < FIGURES; f++) t.players[f].pose.layer = f;
            check_same(&t, backdrop);
            pantin_stage_backdrop_destroy(backdrop);
        }
    close_theater(&t);
}

static void another_stage_than_it_was_made_for_is_drawn_whole(void **state) {
    (void)state;
    theater t;
    random_state r = random_make(5);
    open_theater(&t);
    pantin_stage_scene other = t.scene;
    other.layer_count = 2;
    pantin_stage_backdrop *backdrop = pantin_stage_backdrop_create(&other, WIDE, HIGH, NULL);
    assert_non_null(backdrop);
    for (int k = 0; k < 20; k++) {
        shuffle(&t, &r);
        check_same(&t, backdrop);
    }
    pantin_stage_backdrop_destroy(backdrop);
    close_theater(&t);
}

static bool make_and_paint(void *context, pantin_error *error) {
    theater *t = context;
    pantin_stage_backdrop *backdrop = pantin_stage_backdrop_create(&t->scene, WIDE, HIGH, error);
    if (backdrop == NULL) return false;
    pantin_stage_paint(backdrop, t->raster, &t->scene, &t->scratch, &t->painted, NULL);
    pantin_stage_backdrop_destroy(backdrop);
    return true;
}

static void every_refused_allocation_is_told(void **state) {
    (void)state;
    theater t;
    open_theater(&t);
    assert_true(refusals_sweep(make_and_paint, &t) > 4);
    close_theater(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_picture_has_the_bytes_of_drawing_everything),
        cmocka_unit_test(vertices_that_are_no_numbers_touch_nothing),
        cmocka_unit_test(stages_without_a_slot_or_without_a_layer_are_painted_too),
        cmocka_unit_test(another_stage_than_it_was_made_for_is_drawn_whole),
        cmocka_unit_test(every_refused_allocation_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
