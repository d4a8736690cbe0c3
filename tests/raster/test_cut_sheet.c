// test_cut_sheet.c — a cut sheet: unseen while closed, without the other side's ink when open.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>

#include "with_scene.h"

enum { WIDTH = 120, HEIGHT = 160 };

/// A body on two legs that touch at x = 60: the left one red, the right one blue, the body of both.
static pantin_drawing legs(void) {
    pantin_image image = scene_solid(WIDTH, HEIGHT, (scene_color){ 0, 0, 0, 0 });
    pantin_drawing drawing = { 0 };
    for (int y = 10; y < 140; y++)
        for (int x = 30; x < 90; x++) {
            uint8_t *p = image.pixels + 4 * (y * WIDTH + x);
            p[x < 60 ? 0 : 2] = 255;
            p[1] = (uint8_t)((x * 7 + y * 3) % 64); // a pattern, so that a shifted pixel shows
            p[3] = 255;
        }
    assert_true(pantin_drawing_make("legs", &image, &drawing, NULL));
    return drawing;
}

static pantin_mesh mesh_of(const pantin_drawing *drawing, bool cut) {
    static const pantin_vec2 line[] = { { 60.3, 60 }, { 59.9, 150 } };
    static const pantin_mesh_cut legs_cut = { "legs", line, 2, true }; // the left leg is far
    pantin_mesh_options options = pantin_mesh_defaults();
    pantin_mesh mesh = { 0 };
    options.spacing_px = 7;
    options.cuts = cut ? &legs_cut : NULL;
    options.cut_count = cut;
    assert_true(pantin_mesh_make(drawing, &options, &mesh, NULL));
    return mesh;
}

static pantin_point32 *rest_of(const pantin_mesh *mesh) {
    pantin_point32 *vertices = malloc((size_t)mesh->vertex_count * sizeof *vertices);
    assert_non_null(vertices);
    for (int v = 0; v < mesh->vertex_count; v++)
        vertices[v] = (pantin_point32){ (float)mesh->vertices[v].x, (float)mesh->vertices[v].y };
    return vertices;
}

static void let_go(pantin_mesh *mesh, pantin_point32 *vertices) {
    free(vertices);
    pantin_mesh_free(mesh);
}

static pantin_image draw(const pantin_drawing *drawing, const pantin_mesh *mesh,
                         const pantin_point32 *bent, pantin_affine place, int width, int height) {
    pantin_texture *texture = pantin_texture_create_for(&drawing->image, mesh, NULL);
    pantin_raster *raster =
        pantin_raster_create(width, height, mesh->vertex_count, mesh->triangle_count, NULL);
    pantin_canvas canvas = { 0 };
    assert_non_null(texture);
    assert_non_null(raster);
    assert_true(pantin_canvas_create(width, height, &canvas, NULL));
    pantin_sheet sheet = { texture, mesh, bent, place, 1.0, 1, NULL };
    pantin_raster_sheet(raster, &sheet, &canvas, NULL);
    pantin_image image = scene_resolve(&canvas);
    pantin_canvas_free(&canvas);
    pantin_raster_destroy(raster);
    pantin_texture_destroy(texture);
    return image;
}

/// Pixels that differ by more than this in a channel.
static int differing(const pantin_image *a, const pantin_image *b, int most) {
    int count = 0;
    for (int i = 0; i < a->width * a->height; i++) {
        bool differs = false;
        for (int k = 0; k < 4; k++)
            differs |= abs(a->pixels[4 * i + k] - b->pixels[4 * i + k]) > most;
        count += differs;
    }
    return count;
}

static void a_closed_cut_is_not_seen_at_any_scale(void **state) {
    (void)state;
    static const double scales[] = { 1, 0.3, 0.5, 0.71, 1.4, 2.6 };
    pantin_drawing drawing = legs();
    pantin_mesh whole = mesh_of(&drawing, false), cut = mesh_of(&drawing, true);
    pantin_point32 *a = rest_of(&whole), *b = rest_of(&cut);
    assert_int_equal(cut.part_count, 3);
    for (size_t k = 0; k < sizeof scales / sizeof *scales; k++)
        for (int turned = 0; turned < 2; turned++) {
            pantin_affine place = scene_turn(turned ? 11.0 : 0.0, scales[k], 60, 80, 160.3, 210.7);
            if (scales[k] == 1 && !turned) place = (pantin_affine){ 1, 0, 0, 1, 5, 5 };
            pantin_image one = draw(&drawing, &whole, a, place, 330, 420);
            pantin_image other = draw(&drawing, &cut, b, place, 330, 420);
            // At the sole, where the border got a vertex more, a sample may fall otherwise.
            bool as_drawn = scales[k] == 1 && !turned;
            assert_true(differing(&one, &other, as_drawn ? 0 : 1) <= (as_drawn ? 0 : 2));
            pantin_image_free(&one);
            pantin_image_free(&other);
        }
    let_go(&whole, a);
    let_go(&cut, b);
    pantin_drawing_free(&drawing);
}

/// Swings what belongs to a part by `across` px a px below y = 60.
static void swing(const pantin_mesh *mesh, int part, float across, pantin_point32 *bent) {
    for (int t = 0; t < mesh->triangle_count; t++)
        for (int k = 0; k < 3 && mesh->parts[t] == part; k++) {
            int v = mesh->triangles[t][k];
            float below = (float)mesh->vertices[v].y - 60.0f;
            if (below > 0) bent[v].x = (float)mesh->vertices[v].x + across * below;
        }
}

static void a_leg_that_swings_shows_none_of_the_other(void **state) {
    (void)state;
    pantin_drawing drawing = legs();
    pantin_mesh cut = mesh_of(&drawing, true);
    for (int part = 0; part < 3;
         part += 2) { // the far red one to the left, the near blue one right
        pantin_point32 *bent = rest_of(&cut);
        swing(&cut, part, part == 0 ? -0.4f : 0.4f, bent);
        pantin_image image =
            draw(&drawing, &cut, bent, (pantin_affine){ 3, 0, 0, 3, 60, 0 }, 480, 480);
        for (int y = 3 * 75; y < 480; y++)
            for (int x = 0; x < 480; x++) {
                const uint8_t *p = scene_pixel(&image, x, y);
                // Beside the cut, which ran within a px of 3 * 60 + 60: what is seen there has swung.
                if (p[3] == 0 || (part == 0 ? x >= 238 : x < 242)) continue;
                assert_int_equal(p[part == 0 ? 2 : 0], 0);
            }
        pantin_image_free(&image);
        free(bent);
    }
    pantin_mesh_free(&cut);
    pantin_drawing_free(&drawing);
}

static void the_near_leg_lies_over_the_far_one(void **state) {
    (void)state;
    pantin_drawing drawing = legs();
    pantin_mesh cut = mesh_of(&drawing, true);
    pantin_point32 *bent = rest_of(&cut);
    swing(&cut, 0, 0.5f, bent); // red goes behind blue
    pantin_image image = draw(&drawing, &cut, bent, (pantin_affine){ 1, 0, 0, 1, 0, 0 }, 160, 160);
    for (int y = 70; y < 138; y++)
        for (int x = 61; x < 88; x++) {
            const uint8_t *p = scene_pixel(&image, x, y);
            assert_true(p[0] == 0 && p[2] == 255 && p[3] == 255);
        }
    pantin_image_free(&image);
    let_go(&cut, bent);
    pantin_drawing_free(&drawing);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_closed_cut_is_not_seen_at_any_scale),
        cmocka_unit_test(a_leg_that_swings_shows_none_of_the_other),
        cmocka_unit_test(the_near_leg_lies_over_the_far_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
