// test_quality.c — one look or four a pixel look like nine samples: the plain definition is the judge.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/memory.h"
#include "base/random.h"
#include "base/trig.h"
#include "base/vec.h"
#include "with_scene.h"

/// Leans the upper and lower halves apart and squeezes them: between 0.5 and 1.2 of their size.
static void bend(const pantin_mesh *mesh, double width, double height, pantin_point32 *bent) {
    for (int v = 0; v < mesh->vertex_count; v++) {
        double y = mesh->vertices[v].y / height - 0.5, x = mesh->vertices[v].x - 0.5 * width;
        double sine, cosine;
        trig_sincos(0.9 * y, &sine, &cosine);
        bent[v].x = (float)(0.5 * width + cosine * x + sine * height * 0.35);
        bent[v].y = (float)(0.5 * height + y * height * (0.75 + 0.2 * cosine) + sine * x);
    }
}

/// Mean difference in 1/255 over the pixels that the sheet covers, at each of the scales.
static void compare(const char *name, const pantin_image *picture, const double *scales, int count) {
    pantin_mesh mesh = scene_grid(picture->width, picture->height, 16.0, picture);
    pantin_point32 *rest = scene_rest(&mesh), *bent = scene_rest(&mesh);
    double w = picture->width, h = picture->height;
    bend(&mesh, w, h, bent);
    for (int i = 0; i < 2 * count; i++) {
        double scale = scales[i / 2];
        int width = (int)(1.2 * w * scale) + 8, height = (int)(1.2 * h * scale) + 8, worst;
        const pantin_point32 *vertices = i % 2 ? bent : rest;
        pantin_affine m = scene_turn(i % 2 ? 11.0 : 0.0, scale, w / 2, h / 2, width / 2 + 0.3,
                                     height / 2 + 0.2);
        pantin_image fast = scene_draw(picture, &mesh, vertices, m, 1.0, width, height, false);
        pantin_image plain = scene_draw(picture, &mesh, vertices, m, 1.0, width, height, true);
        double mean = scene_difference(&fast, &plain, &worst);
        print_message("%s %s at %.3f: mean %.3f, worst %d of 255\n", name, i % 2 ? "bent" : "unbent",
                      scale, mean, worst);
        assert_true(mean <= 1.0);
        pantin_image_free(&fast);
        pantin_image_free(&plain);
    }
    scene_free(&mesh, bent);
    memory_free(rest, (size_t)mesh.vertex_count, sizeof *rest);
}

static void smaller_and_bent_figures_are_as_good_as_nine_samples(void **state) {
    (void)state;
    pantin_image figure = scene_figure(640, 640);
    const double scales[] = { 1.0, 0.8, 0.707, 0.6, 0.5, 0.42, 0.35, 0.25 };
    compare("figure", &figure, scales, 8);
    pantin_image_free(&figure);
}

static void a_real_drawing_is_as_good_as_nine_samples(void **state) {
    (void)state;
    pantin_image drawing, mask;
    if (!pantin_image_load(PANTIN_SHARED "/data/drawings/char1/texture.png", &drawing, NULL)) skip();
    assert_true(pantin_image_load(PANTIN_SHARED "/data/drawings/char1/mask.png", &mask, NULL));
    assert_true(pantin_image_mask(&drawing, &mask, "mask.png", NULL));
    const double scales[] = { 1.0, 0.9, 0.8, 0.6, 0.5, 0.4, 0.3, 0.25 };
    compare("char1", &drawing, scales, 8);
    pantin_image_free(&mask);
    pantin_image_free(&drawing);
}

static void any_heap_of_triangles_covers_what_nine_samples_say(void **state) {
    (void)state;
    // Noise: triangles of all sizes and both windings over each other, one color each layer half clear.
    pantin_image glass = scene_solid(200, 200, (scene_color){ 250, 120, 60, 128 });
    for (uint64_t seed = 0; seed < 20; seed++) {
        random_state r = random_make(seed);
        vec2 rest[120];
        pantin_point32 bent[120];
        int triangles[40][3];
        for (int v = 0; v < 120; v++) {
            double size = v % 4 ? 30.0 : 150.0;
            rest[v] = vec2_make(random_between(&r, 20, 180), random_between(&r, 20, 180));
            bent[v].x = (float)(60 + random_between(&r, -size, size));
            bent[v].y = (float)(60 + random_between(&r, -size, size));
            triangles[v / 3][v % 3] = v;
        }
        pantin_mesh mesh = { .vertices = rest, .vertex_count = 120, .triangles = triangles,
                             .triangle_count = 40 };
        pantin_image fast = scene_draw(&glass, &mesh, bent, affine_identity(), 1.0, 120, 120, false);
        pantin_image plain = scene_draw(&glass, &mesh, bent, affine_identity(), 1.0, 120, 120, true);
        int worst;
        // Sixteen samples against nine differ by a few levels on edges, and nowhere else.
        assert_true(scene_difference(&fast, &plain, &worst) <= 1.0);
        assert_true(worst <= 48);
        pantin_image_free(&fast);
        pantin_image_free(&plain);
    }
    pantin_image_free(&glass);
}

static void a_narrow_picture_shows_the_mean_of_its_stripes(void **state) {
    (void)state;
    // Black and white columns of a card that turns away: grey, no moire. (The mean of exactly three
    // columns is 85 or 170, so that much is right.)
    pantin_image stripes = scene_solid(200, 60, (scene_color){ 0, 0, 0, 255 });
    for (size_t i = 0; i < 200 * 60; i += 2)
        for (int k = 0; k < 3; k++) stripes.pixels[4 * i + (size_t)k] = 255;
    pantin_mesh mesh = scene_grid(200, 60, 10.0, NULL);
    pantin_point32 *rest = scene_rest(&mesh);
    const double widths[] = { 0.5, 0.33, 0.2, 0.1, 0.05 };
    for (int k = 0; k < 5; k++) {
        pantin_affine m = { widths[k], 0, 0, 1, 3.3, 2.4 };
        pantin_image image = scene_draw(&stripes, &mesh, rest, m, 1.0, 110, 70, false);
        for (int y = 5; y < 60; y++)
            for (int x = 6; x < 3 + (int)(200 * widths[k]) - 2; x++)
                assert_in_range(scene_pixel(&image, x, y)[1], 85, 170);
        pantin_image_free(&image);
    }
    scene_free(&mesh, rest);
    pantin_image_free(&stripes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(smaller_and_bent_figures_are_as_good_as_nine_samples),
        cmocka_unit_test(a_real_drawing_is_as_good_as_nine_samples),
        cmocka_unit_test(any_heap_of_triangles_covers_what_nine_samples_say),
        cmocka_unit_test(a_narrow_picture_shows_the_mean_of_its_stripes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
