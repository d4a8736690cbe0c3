// test_marks.c — lines, dots and flat triangles cover the area they have.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/random.h"
#include "base/trig.h"
#include "base/vec.h"
#include "with_scene.h"

static const float ink[4] = { 1.0f, 0.5f, 0.0f, 1.0f };

static double total(const pantin_canvas *canvas) {
    double sum = 0.0;
    for (int i = 0; i < canvas->width * canvas->height; i++) sum += canvas->pixels[4 * i + 3];
    return sum;
}

static pantin_canvas blank(void) {
    pantin_canvas canvas;
    assert_true(pantin_canvas_create(100, 100, &canvas, NULL));
    return canvas;
}

static void a_triangle_covers_exactly_its_area(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 200; seed++) {
        pantin_canvas canvas = blank();
        random_state r = random_make(seed);
        double size = seed % 2 ? 50.0 : 2.0;
        vec2 c[3];
        for (int k = 0; k < 3; k++)
            c[k] = vec2_make(50 + random_between(&r, -size, size), 50 + random_between(&r, -size, size));
        pantin_raster_triangle(c, ink, &canvas);
        double area = 0.5 * vec2_cross(vec2_sub(c[1], c[0]), vec2_sub(c[2], c[0]));
        if (area < 0.0) area = -area;
        assert_true(total(&canvas) > area - 1e-3 && total(&canvas) < area + 1e-3);
        pantin_canvas_free(&canvas);
    }
}

static void a_dot_covers_its_area_nearly(void **state) {
    (void)state;
    for (int k = 2; k <= 40; k++) {
        pantin_canvas canvas = blank();
        double radius = 0.5 * k;
        pantin_raster_dot((vec2){ 50.3, 49.8 }, radius, ink, &canvas);
        double area = TRIG_PI * radius * radius;
        assert_true(total(&canvas) > 0.97 * area - 0.3 && total(&canvas) < 1.03 * area + 0.3);
        pantin_canvas_free(&canvas);
    }
}

static void lines_have_their_width_and_do_not_double_where_they_meet(void **state) {
    (void)state;
    vec2 rest[4] = { { 10, 20.5 }, { 90, 20.5 }, { 90, 80.5 }, { 10, 80.5 } };
    int triangles[2][3] = { { 0, 1, 2 }, { 0, 2, 3 } };
    pantin_mesh mesh = { .vertices = rest, .vertex_count = 4, .triangles = triangles,
                         .triangle_count = 2 };
    pantin_point32 *points = scene_rest(&mesh);
    pantin_raster *raster = pantin_raster_create(100, 100, 4, 2, NULL);
    pantin_canvas canvas = blank();
    const float half[4] = { 1, 0, 0, 0.5f };
    pantin_raster_lines(raster, &mesh, points, affine_identity(), 3.0, half, &canvas);
    float most = 0.0f;
    for (int i = 0; i < 100 * 100; i++)
        most = canvas.pixels[4 * i + 3] > most ? canvas.pixels[4 * i + 3] : most;
    assert_true(most == 0.5f);
    // Rows 19, 20, 21 are the line's whole width; its neighbors are clear.
    for (int y = 19; y <= 21; y++) assert_true(canvas.pixels[4 * (100 * y + 60) + 3] == 0.5f);
    assert_true(canvas.pixels[4 * (100 * 18 + 60) + 3] == 0.0f);
    assert_true(canvas.pixels[4 * (100 * 22 + 60) + 3] == 0.0f);
    // A hair is as dark as it is wide.
    pantin_canvas_fill(&canvas, (float[]){ 0, 0, 0, 0 });
    pantin_raster_lines(raster, &mesh, points, affine_identity(), 0.25, ink, &canvas);
    assert_true(canvas.pixels[4 * (100 * 20 + 60) + 3] == 0.25f);
    scene_free(&(pantin_mesh){ .vertex_count = 4 }, points);
    pantin_canvas_free(&canvas);
    pantin_raster_destroy(raster);
}

static void marks_that_are_no_place_draw_nothing(void **state) {
    (void)state;
    const double none = 0.0 / 0.0, hostile[] = { none, 1e300, -1e300, 1e7 };
    pantin_canvas canvas = blank();
    for (int k = 0; k < 4; k++) {
        vec2 at = { hostile[k], 50 }, c[3] = { at, { 10, 10 }, { 50, 90 } };
        pantin_raster_dot(at, 5.0, ink, &canvas);
        pantin_raster_triangle(c, ink, &canvas);
    }
    pantin_raster_dot((vec2){ 50, 50 }, none, ink, &canvas);
    pantin_raster_dot((vec2){ 50, 50 }, -1.0, ink, &canvas);
    pantin_raster_dot((vec2){ 500, 50 }, 5.0, ink, &canvas);
    vec2 flat[3] = { { 1, 1 }, { 5, 5 }, { 9, 9 } };
    pantin_raster_triangle(flat, ink, &canvas);
    assert_true(total(&canvas) == 0.0);
    pantin_raster_dot((vec2){ 50, 50 }, 1e300, ink, &canvas);
    assert_true(total(&canvas) == 100.0 * 100.0);
    pantin_canvas_free(&canvas);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_triangle_covers_exactly_its_area),
        cmocka_unit_test(a_dot_covers_its_area_nearly),
        cmocka_unit_test(lines_have_their_width_and_do_not_double_where_they_meet),
        cmocka_unit_test(marks_that_are_no_place_draw_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
