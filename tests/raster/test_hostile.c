// test_hostile.c — vertices that are no places, canvases of odd sizes, and memory that is refused.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <float.h>

#include "base/random.h"
#include "base/vec.h"
#include "raster/painter.h"
#include "base/with_refusal.h"
#include "with_scene.h"

static const scene_color blue = { 10, 20, 200, 255 };

typedef struct fixture {
    pantin_image solid;
    pantin_texture *texture;
    pantin_mesh mesh;
    pantin_point32 *bent;
    pantin_raster *raster;
    pantin_canvas canvas;
    pantin_ids ids;
} fixture;

static fixture make(int width, int height) {
    fixture f = { .solid = scene_solid(64, 64, blue), .mesh = scene_grid(64, 64, 8.0, NULL) };
    f.bent = scene_rest(&f.mesh);
    f.texture = pantin_texture_create(&f.solid, NULL);
    f.raster = pantin_raster_create(width, height, f.mesh.vertex_count, f.mesh.triangle_count, NULL);
    assert_true(f.texture && f.raster && pantin_canvas_create(width, height, &f.canvas, NULL));
    assert_true(pantin_ids_create(width, height, &f.ids, NULL));
    return f;
}

static void drop(fixture *f) {
    pantin_ids_free(&f->ids);
    pantin_canvas_free(&f->canvas);
    pantin_raster_destroy(f->raster);
    pantin_texture_destroy(f->texture);
    scene_free(&f->mesh, f->bent);
    pantin_image_free(&f->solid);
}

static void draw(fixture *f, pantin_affine m, double opacity) {
    pantin_sheet sheet = { f->texture, &f->mesh, f->bent, m, opacity, 3, NULL };
    pantin_raster_sheet(f->raster, &sheet, &f->canvas, &f->ids);
}

/// Every value between 0 and 1, and the painter's scratch blank again.
static void assert_sane(const fixture *f) {
    for (int i = 0; i < 4 * f->canvas.width * f->canvas.height; i++) {
        float v = f->canvas.pixels[i];
        assert_true(v >= 0.0f && v <= 1.0f + 1e-6f);
    }
    const pantin_raster *r = f->raster;
    for (size_t i = 0; i < r->crossed_words * (size_t)r->height; i++) assert_true(r->crossed[i] == 0);
    for (size_t i = 0; i < (size_t)r->tile_width * PAINTER_BAND; i++) {
        for (int k = 0; k < 4; k++) assert_true(r->layer[i][k] == 0.0f);
        for (int k = 0; k < PAINTER_SAMPLES; k++)
            assert_true(r->veils[i].clear[k / 4][k % 4] == 1.0f);
    }
}

static int covered(const fixture *f) {
    int count = 0;
    for (int i = 0; i < f->canvas.width * f->canvas.height; i++) count += f->canvas.pixels[4 * i + 3] > 0;
    return count;
}

static void vertices_that_are_no_place_take_their_triangles_along(void **state) {
    (void)state;
    const float none = (float)(0.0 / 0.0), endless = FLT_MAX * 2.0f;
    const float hostile[] = { none, endless, -endless, 1e30f, -1e30f, 1.0001e6f, -1.0001e6f };
    for (int k = 0; k < 7; k++) {
        fixture f = make(64, 64);
        f.bent[4 * 9 + 4].x = hostile[k]; // the middle of 8x8 cells
        draw(&f, affine_identity(), 1.0);
        assert_sane(&f);
        // Its six triangles are gone, the rest is whole: 64 cells less six halves.
        assert_true(f.canvas.pixels[4 * (64 * 31 + 31) + 3] < 1.0f);
        assert_true(f.canvas.pixels[4 * (64 * 20 + 20) + 3] == 1.0f);
        int left = covered(&f), whole = 64 * 64 - 6 * 32;
        assert_in_range(left, whole, whole + 6 * 12); // edges touch a few pixels more
        for (int v = 0; v < f.mesh.vertex_count; v++) f.bent[v].y = hostile[k];
        pantin_canvas_fill(&f.canvas, (float[]){ 0, 0, 0, 0 });
        draw(&f, affine_identity(), 1.0);
        assert_int_equal(covered(&f), 0);
        drop(&f);
    }
}

static void a_sheet_without_area_draws_nothing(void **state) {
    (void)state;
    fixture f = make(64, 64);
    for (int v = 0; v < f.mesh.vertex_count; v++) f.bent[v] = (pantin_point32){ 20.3f, 20.7f };
    draw(&f, affine_identity(), 1.0);
    for (int v = 0; v < f.mesh.vertex_count; v++) f.bent[v] = (pantin_point32){ (float)v, 20.7f };
    draw(&f, affine_identity(), 1.0);
    draw(&f, (pantin_affine){ 0 }, 1.0);
    assert_int_equal(covered(&f), 0);
    assert_sane(&f);
    drop(&f);
}

static void numbers_that_are_none_draw_nothing(void **state) {
    (void)state;
    const double none = 0.0 / 0.0;
    fixture f = make(64, 64);
    draw(&f, (pantin_affine){ none, 0, 0, 1, 0, 0 }, 1.0);
    draw(&f, (pantin_affine){ 1, 0, 0, 1, 1e300, 0 }, 1.0);
    draw(&f, affine_identity(), none);
    draw(&f, affine_identity(), 0.0);
    draw(&f, affine_identity(), -1.0);
    for (int v = 0; v < f.mesh.vertex_count; v++) f.mesh.vertices[v].x = none;
    draw(&f, affine_identity(), 1.0);
    assert_int_equal(covered(&f), 0);
    assert_sane(&f);
    drop(&f);
}

static void triangles_a_million_px_long_cover_the_canvas_exactly(void **state) {
    (void)state;
    fixture f = make(100, 50);
    const float far[][4] = { { -1e6f, -1e6f, 1e6f, 1e6f }, { 50.25f, -1e6f, 1e6f, 1e6f } };
    for (int k = 0; k < 2; k++) {
        for (int v = 0; v < f.mesh.vertex_count; v++) {
            double x = f.mesh.vertices[v].x / 64.0, y = f.mesh.vertices[v].y / 64.0;
            f.bent[v].x = (float)(far[k][0] + (far[k][2] - far[k][0]) * x);
            f.bent[v].y = (float)(far[k][1] + (far[k][3] - far[k][1]) * y);
        }
        pantin_canvas_fill(&f.canvas, (float[]){ 0, 0, 0, 0 });
        draw(&f, affine_identity(), 1.0);
        assert_sane(&f);
        for (int y = 0; y < 50; y++)
            for (int x = 0; x < 100; x++) {
                float alpha = f.canvas.pixels[4 * (100 * y + x) + 3];
                if (k == 0 || x > 60) assert_true(k == 1 || alpha == 1.0f);
                if (k == 1 && x < 50) assert_true(alpha == 0.0f);
            }
    }
    drop(&f);
}

static void slivers_and_noise_leave_no_trace_outside_0_to_1(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 60; seed++) {
        fixture f = make(90, 70);
        random_state r = random_make(seed);
        double spread = seed % 3 == 0 ? 40.0 : seed % 3 == 1 ? 900.0 : 9e5;
        for (int v = 0; v < f.mesh.vertex_count; v++) {
            f.bent[v].x = (float)random_between(&r, -spread, spread);
            f.bent[v].y = seed % 5 == 0 ? (float)(30.0 + 1e-3 * random_between(&r, -9, 9))
                                        : (float)random_between(&r, -spread, spread);
        }
        draw(&f, scene_turn(7.0 * (double)seed, 1.0, 0, 0, 45, 35), 1.0);
        assert_sane(&f);
        drop(&f);
    }
}

static void one_pixel_and_very_wide_canvases_work(void **state) {
    (void)state;
    fixture f = make(1, 1);
    draw(&f, affine_identity(), 1.0);
    assert_true(f.canvas.pixels[3] == 1.0f);
    assert_int_equal(f.ids.ids[0], 3);
    assert_sane(&f);
    drop(&f);
    // Several tiles: no seam where they meet.
    f = make(5000, 40);
    draw(&f, scene_turn(0, 100.0, 32, 32, 2500.3, 20.2), 1.0);
    for (int i = 0; i < 5000 * 40; i++) assert_true(f.canvas.pixels[4 * i + 3] == 1.0f);
    assert_sane(&f);
    drop(&f);
}

static void drawing_allocates_nothing(void **state) {
    (void)state;
    fixture f = make(128, 96);
    uint64_t before = pantin_memory_calls();
    float color[4] = { 1, 0, 0, 0.5f };
    for (int k = 0; k < 10; k++) {
        draw(&f, scene_turn(9.0 * k, 0.4 + 0.1 * k, 32, 32, 60, 50), 0.7);
        pantin_raster_picture(f.raster, f.texture, scene_turn(5.0 * k, 1.1, 32, 32, 60, 50), 1.0, 2,
                              NULL, &f.canvas, &f.ids);
        pantin_raster_lines(f.raster, &f.mesh, f.bent, affine_identity(), 1.5, color, &f.canvas);
        pantin_raster_dot((pantin_vec2){ 30, 30 }, 4, color, &f.canvas);
    }
    assert_true(pantin_memory_calls() == before);
    drop(&f);
}

static void every_refused_allocation_is_an_error_and_leaves_nothing(void **state) {
    (void)state;
    pantin_image figure = scene_figure(60, 50);
    for (int what = 0; what < 3; what++) {
        int at = 0;
        bool made = false;
        while (!made) {
            refusal r;
            pantin_error error = { 0 };
            pantin_ids ids = { 0 };
            refusal_begin(&r, ++at);
            pantin_texture *texture = what == 0 ? pantin_texture_create(&figure, &error) : NULL;
            pantin_raster *raster = what == 1 ? pantin_raster_create(70, 50, 90, 80, &error) : NULL;
            made = what == 2 ? pantin_ids_create(70, 50, &ids, &error) : texture || raster;
            assert_true(made || error.kind == PANTIN_ERROR_MEMORY);
            pantin_texture_destroy(texture);
            pantin_raster_destroy(raster);
            pantin_ids_free(&ids);
            assert_int_equal(r.blocks, 0);
            refusal_end();
            assert_true(at < 1000);
        }
        assert_true(at > 1);
    }
    pantin_image_free(&figure);
}

static void sizes_that_make_no_sense_are_refused(void **state) {
    (void)state;
    const int sizes[][4] = { { 0, 5, 1, 1 }, { 5, -1, 1, 1 }, { 70000, 70000, 1, 1 }, { 5, 5, -1, 1 },
                             { 5, 5, 1, -1 }, { 5, 5, 1, INT32_MAX } };
    for (int k = 0; k < 6; k++) {
        pantin_error error = { 0 };
        assert_null(pantin_raster_create(sizes[k][0], sizes[k][1], sizes[k][2], sizes[k][3], &error));
        assert_int_equal(error.kind, PANTIN_ERROR_ARGUMENT);
    }
    pantin_ids ids;
    pantin_error error = { 0 };
    assert_false(pantin_ids_create(0, 1, &ids, &error));
    assert_int_equal(error.kind, PANTIN_ERROR_ARGUMENT);
    assert_null(pantin_texture_create(&(pantin_image){ 0 }, &error));
    pantin_raster_destroy(NULL);
    pantin_texture_destroy(NULL);
    pantin_ids_free(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vertices_that_are_no_place_take_their_triangles_along),
        cmocka_unit_test(a_sheet_without_area_draws_nothing),
        cmocka_unit_test(numbers_that_are_none_draw_nothing),
        cmocka_unit_test(triangles_a_million_px_long_cover_the_canvas_exactly),
        cmocka_unit_test(slivers_and_noise_leave_no_trace_outside_0_to_1),
        cmocka_unit_test(one_pixel_and_very_wide_canvases_work),
        cmocka_unit_test(drawing_allocates_nothing),
        cmocka_unit_test(every_refused_allocation_is_an_error_and_leaves_nothing),
        cmocka_unit_test(sizes_that_make_no_sense_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
