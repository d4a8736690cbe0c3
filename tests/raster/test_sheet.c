// test_sheet.c — what a sheet promises: itself when unmoved, no seam, hairline or fringe when bent.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "base/random.h"
#include "base/vec.h"
#include "with_scene.h"

static const scene_color red = { 255, 0, 0, 255 };

static void assert_pixel(const pantin_image *image, int x, int y, scene_color color) {
    assert_memory_equal(scene_pixel(image, x, y), &color, 4);
}

static void an_unmoved_drawing_comes_out_as_it_went_in(void **state) {
    (void)state;
    pantin_image disc = scene_disc(64);
    const double spacings[] = { 4.0, 8.0, 7.3, 16.0 };
    for (int k = 0; k < 4; k++) {
        pantin_mesh mesh = scene_grid(64, 64, spacings[k], &disc);
        pantin_point32 *rest = scene_rest(&mesh);
        pantin_image image = scene_draw(&disc, &mesh, rest, affine_identity(), 1.0, 64, 64, false);
        assert_memory_equal(image.pixels, disc.pixels, 4 * 64 * 64);
        pantin_image_free(&image);
        // Whole px aside is as good; what leaves the canvas is cut off.
        pantin_affine aside = { 1, 0, 0, 1, 5, -3 };
        image = scene_draw(&disc, &mesh, rest, aside, 1.0, 64, 64, false);
        for (int y = 0; y < 61; y++)
            assert_memory_equal(scene_pixel(&image, 5, y), scene_pixel(&disc, 0, y + 3), 4 * 59);
        pantin_image_free(&image);
        scene_free(&mesh, rest);
    }
    pantin_image_free(&disc);
}

static void an_unmoved_uneven_mesh_gives_the_same_picture_too(void **state) {
    (void)state;
    // Vertices that floats cannot hold: the map is off by 1e-6 texel, which the 1/256 steps swallow.
    pantin_image disc = scene_disc(64);
    pantin_mesh mesh = scene_grid(64, 64, 8.0, &disc);
    random_state r = random_make(5);
    for (int v = 0; v < mesh.vertex_count; v++) {
        vec2 *p = &mesh.vertices[v];
        if (p->x < 1 || p->y < 1 || p->x > 63 || p->y > 63) continue;
        p->x += random_between(&r, -1.5, 1.5);
        p->y += random_between(&r, -1.5, 1.5);
    }
    pantin_point32 *rest = scene_rest(&mesh);
    pantin_image image = scene_draw(&disc, &mesh, rest, affine_identity(), 1.0, 64, 64, false);
    assert_memory_equal(image.pixels, disc.pixels, 4 * 64 * 64);
    pantin_image_free(&image);
    scene_free(&mesh, rest);
    pantin_image_free(&disc);
}

static void shifted_red_stays_red(void **state) {
    (void)state;
    pantin_image solid = scene_solid(100, 100, red);
    pantin_mesh mesh = scene_grid(100, 100, 10.0, NULL);
    assert_true(mesh.triangle_count >= 200);
    pantin_point32 *rest = scene_rest(&mesh);
    pantin_affine shift = { 1, 0, 0, 1, 10.37, 10.61 };
    pantin_image image = scene_draw(&solid, &mesh, rest, shift, 1.0, 120, 120, false);
    for (int y = 12; y <= 108; y++) // the sheet is 10.61..110.61
        for (int x = 12; x <= 108; x++) assert_pixel(&image, x, y, red);
    assert_pixel(&image, 9, 60, (scene_color){ 0, 0, 0, 0 });
    pantin_image_free(&image);
    scene_free(&mesh, rest);
    pantin_image_free(&solid);
}

/// Distance of a pixel's center to the nearest side of the turned square, < 0 outside.
static double depth_in_square(int x, int y, pantin_affine m, double side) {
    double det = m.xx * m.yy - m.xy * m.yx, dx = x + 0.5 - m.x0, dy = y + 0.5 - m.y0;
    double u = (m.yy * dx - m.xy * dy) / det, v = (m.xx * dy - m.yx * dx) / det;
    return min_double(min_double(u, side - u), min_double(v, side - v)) * sqrt(det);
}

static void a_turned_sheet_is_exactly_opaque_inside(void **state) {
    (void)state;
    pantin_image solid = scene_solid(80, 80, red); // the sheet is cut from its middle
    for (int seed = 0; seed < 60; seed++) {
        random_state r = random_make((uint64_t)seed);
        pantin_mesh mesh = scene_grid(64, 64, 64.0 / (4 + seed % 5), NULL);
        pantin_point32 *bent = scene_rest(&mesh);
        for (int v = 0; v < mesh.vertex_count; v++) { // inner vertices anywhere, folds and all
            vec2 p = mesh.vertices[v];
            if (p.x < 1 || p.y < 1 || p.x > 63 || p.y > 63) continue;
            bent[v].x += (float)random_between(&r, -14.0, 14.0);
            bent[v].y += (float)random_between(&r, -14.0, 14.0);
        }
        for (int v = 0; v < mesh.vertex_count; v++)
            mesh.vertices[v] = vec2_add(mesh.vertices[v], vec2_make(8, 8));
        double scale = random_between(&r, 0.6, 1.3);
        pantin_affine m = scene_turn(6.1 * seed, scale, 32, 32, 50.2, 50.7);
        pantin_image image = scene_draw(&solid, &mesh, bent, m, 1.0, 100, 100, false);
        for (int y = 0; y < 100; y++)
            for (int x = 0; x < 100; x++) {
                double depth = depth_in_square(x, y, m, 64.0);
                if (depth > 0.75) assert_pixel(&image, x, y, red); // no side cuts the pixel
                if (depth < -15.0) assert_int_equal(scene_pixel(&image, x, y)[3], 0);
            }
        pantin_image_free(&image);
        scene_free(&mesh, bent);
    }
    pantin_image_free(&solid);
}

/// A sheet of two halves, left red and right blue, whose right half is turned over onto the left.
static pantin_image draw_folded(double opacity, double shift) {
    pantin_image halves = scene_solid(80, 40, red);
    for (int i = 0; i < 80 * 40; i++)
        if (i % 80 >= 40) memcpy(halves.pixels + 4 * (size_t)i, (uint8_t[]){ 0, 0, 255, 255 }, 4);
    pantin_mesh mesh = scene_grid(80, 40, 5.0, NULL);
    pantin_point32 *bent = scene_rest(&mesh);
    for (int v = 0; v < mesh.vertex_count; v++)
        if (bent[v].x > 45.0f) bent[v].x = 90.0f - bent[v].x;
    pantin_affine m = { 1, 0, 0, 1, 5.0 + shift, 5.0 };
    pantin_image image = scene_draw(&halves, &mesh, bent, m, opacity, 60, 50, false);
    scene_free(&mesh, bent);
    pantin_image_free(&halves);
    return image;
}

static void what_comes_later_lies_over_what_came_before(void **state) {
    (void)state;
    for (int k = 0; k < 8; k++) {
        pantin_image image = draw_folded(1.0, k / 8.0);
        for (int y = 7; y < 43; y++)
            for (int x = 7; x < 48; x++) {
                const uint8_t *p = scene_pixel(&image, x, y);
                assert_int_equal(p[3], 255); // also along the fold and where the upper sheet ends
                if (x >= 18) assert_pixel(&image, x, y, (scene_color){ 0, 0, 255, 255 });
                if (x < 13) assert_pixel(&image, x, y, red);
            }
        pantin_image_free(&image);
    }
}

static void half_opacity_is_even(void **state) {
    (void)state;
    // Over the fold, the inner edges and the overlap alike: the sheet fades as one.
    pantin_image image = draw_folded(0.5, 0.3);
    for (int y = 7; y < 43; y++)
        for (int x = 7; x < 48; x++) assert_int_equal(scene_pixel(&image, x, y)[3], 128);
    pantin_image_free(&image);
}

static void a_translucent_drawing_does_not_double_at_inner_edges(void **state) {
    (void)state;
    const scene_color glass = { 200, 100, 50, 85 };
    pantin_image solid = scene_solid(64, 64, glass);
    pantin_mesh mesh = scene_grid(64, 64, 6.0, NULL);
    pantin_point32 *rest = scene_rest(&mesh);
    for (int k = 0; k < 24; k++) {
        pantin_affine m = scene_turn(15.0 * k + 3.0, 1.0, 32, 32, 50.0, 50.0);
        pantin_image image = scene_draw(&solid, &mesh, rest, m, 1.0, 100, 100, false);
        for (int y = 0; y < 100; y++)
            for (int x = 0; x < 100; x++)
                if (depth_in_square(x, y, m, 64.0) > 1.5) assert_pixel(&image, x, y, glass);
        pantin_image_free(&image);
    }
    scene_free(&mesh, rest);
    pantin_image_free(&solid);
}

static void white_on_white_shows_no_fringe(void **state) {
    (void)state;
    // Transparent pixels are black, as many programs write them: a straight-alpha filter shows them.
    pantin_image disc = scene_disc(64);
    for (size_t i = 0; i < 64 * 64; i++) {
        uint8_t *p = disc.pixels + 4 * i, light = p[3] ? 255 : 0;
        p[0] = p[1] = p[2] = light;
    }
    pantin_mesh mesh = scene_grid(64, 64, 8.0, &disc);
    pantin_point32 *rest = scene_rest(&mesh);
    pantin_texture *texture = pantin_texture_create(&disc, NULL);
    pantin_raster *raster = pantin_raster_create(100, 100, mesh.vertex_count, mesh.triangle_count, NULL);
    pantin_canvas canvas;
    assert_true(texture && raster && pantin_canvas_create(100, 100, &canvas, NULL));
    const double scales[] = { 1.4, 1.0, 0.8, 0.5, 0.3, 0.1 };
    for (int k = 0; k < 6; k++) {
        pantin_canvas_fill(&canvas, (float[]){ 1, 1, 1, 1 });
        pantin_sheet sheet = { texture, &mesh, rest, scene_turn(17.0 * k, scales[k], 32, 32, 50, 50),
                               0.9, 1, NULL };
        pantin_raster_sheet(raster, &sheet, &canvas, NULL);
        pantin_image image = scene_resolve(&canvas);
        for (int i = 0; i < 4 * 100 * 100; i++) assert_int_equal(image.pixels[i], 255);
        pantin_image_free(&image);
    }
    pantin_canvas_free(&canvas);
    pantin_raster_destroy(raster);
    pantin_texture_destroy(texture);
    scene_free(&mesh, rest);
    pantin_image_free(&disc);
}

static void a_mirrored_sheet_is_the_mirror_image(void **state) {
    (void)state;
    pantin_image disc = scene_disc(64);
    pantin_mesh mesh = scene_grid(64, 64, 8.0, &disc);
    pantin_point32 *rest = scene_rest(&mesh);
    pantin_affine mirror = { -1, 0, 0, 1, 64, 0 };
    pantin_image image = scene_draw(&disc, &mesh, rest, mirror, 1.0, 64, 64, false);
    for (int y = 0; y < 64; y++)
        for (int x = 0; x < 64; x++)
            assert_memory_equal(scene_pixel(&image, x, y), scene_pixel(&disc, 63 - x, y), 4);
    pantin_image_free(&image);
    scene_free(&mesh, rest);
    pantin_image_free(&disc);
}

static void ids_name_what_covers_half_a_pixel(void **state) {
    (void)state;
    pantin_image solid = scene_solid(20, 20, red);
    pantin_mesh mesh = scene_grid(20, 20, 5.0, NULL);
    pantin_point32 *rest = scene_rest(&mesh);
    pantin_texture *texture = pantin_texture_create(&solid, NULL);
    pantin_raster *raster = pantin_raster_create(30, 30, mesh.vertex_count, mesh.triangle_count, NULL);
    pantin_canvas canvas;
    pantin_ids ids;
    assert_true(texture && raster && pantin_canvas_create(30, 30, &canvas, NULL));
    assert_true(pantin_ids_create(30, 30, &ids, NULL));
    // A quarter px to the right: column 5 keeps 3/4 of its coverage, column 25 gets 1/4.
    pantin_sheet sheet = { texture, &mesh, rest, { 1, 0, 0, 1, 5.125, 5 }, 1.0, 7, NULL };
    pantin_raster_sheet(raster, &sheet, &canvas, &ids);
    assert_int_equal(ids.ids[10 * 30 + 4], 0);
    for (int x = 5; x < 25; x++) assert_int_equal(ids.ids[10 * 30 + x], 7);
    assert_int_equal(ids.ids[10 * 30 + 25], 0);
    sheet.opacity = 0.49; // too faint to own a pixel
    sheet.id = 9;
    pantin_raster_sheet(raster, &sheet, &canvas, &ids);
    assert_int_equal(ids.ids[10 * 30 + 12], 7);
    sheet.opacity = 0.51;
    pantin_raster_sheet(raster, &sheet, &canvas, &ids);
    assert_int_equal(ids.ids[10 * 30 + 12], 9);
    pantin_ids_free(&ids);
    pantin_canvas_free(&canvas);
    pantin_raster_destroy(raster);
    pantin_texture_destroy(texture);
    scene_free(&mesh, rest);
    pantin_image_free(&solid);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_unmoved_drawing_comes_out_as_it_went_in),
        cmocka_unit_test(an_unmoved_uneven_mesh_gives_the_same_picture_too),
        cmocka_unit_test(shifted_red_stays_red),
        cmocka_unit_test(a_turned_sheet_is_exactly_opaque_inside),
        cmocka_unit_test(what_comes_later_lies_over_what_came_before),
        cmocka_unit_test(half_opacity_is_even),
        cmocka_unit_test(a_translucent_drawing_does_not_double_at_inner_edges),
        cmocka_unit_test(white_on_white_shows_no_fringe),
        cmocka_unit_test(a_mirrored_sheet_is_the_mirror_image),
        cmocka_unit_test(ids_name_what_covers_half_a_pixel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
