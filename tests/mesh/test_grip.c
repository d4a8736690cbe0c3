// test_grip.c — what a handle holds, and which triangles a protected region stiffens.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "with_figures.h"

/// A full sheet of 5 x 5 cells of 10 px: vertex 6 j + i lies at (10 i, 10 j).
typedef struct sheet {
    pantin_drawing drawing;
    pantin_mesh mesh;
} sheet;

static sheet make_sheet(void) {
    pantin_image image = figure_blank(50, 50);
    figure_fill(&image, 0, 0, 50, 50);
    sheet s = { .drawing = figure_drawing(&image) };
    s.mesh = figure_mesh(&s.drawing, 10);
    assert_int_equal(s.mesh.vertex_count, 36);
    return s;
}

static void free_sheet(sheet *s) {
    pantin_mesh_free(&s->mesh);
    pantin_drawing_free(&s->drawing);
}

static void expect(const pantin_mesh_grip *grip, const int *vertices, int count, double x,
                   double y) {
    assert_int_equal(grip->count, count);
    assert_memory_equal(grip->vertices, vertices, (size_t)count * sizeof *vertices);
    assert_true(fabs(grip->center.x - x) < 1e-12 && fabs(grip->center.y - y) < 1e-12);
}

static void a_radius_holds_what_lies_within_it(void **state) {
    (void)state;
    sheet s = make_sheet();
    pantin_mesh_grip grip = { 0 };
    assert_true(
        pantin_mesh_grip_at(&s.mesh, &s.drawing, "h", (pantin_vec2){ 20, 20 }, 10, &grip, NULL));
    expect(&grip, (const int[]){ 8, 13, 14, 15, 20 }, 5, 20, 20); // the border of the radius is in
    assert_false(grip.grown);
    assert_true(grip.snapped_px == 0);
    pantin_mesh_grip_free(&grip);
    free_sheet(&s);
}

static void too_small_a_radius_takes_the_three_nearest(void **state) {
    (void)state;
    sheet s = make_sheet();
    pantin_mesh_grip grip = { 0 };
    // In the middle of a cell four are equally near: the first three by index.
    assert_true(
        pantin_mesh_grip_at(&s.mesh, &s.drawing, "h", (pantin_vec2){ 15, 15 }, 0, &grip, NULL));
    expect(&grip, (const int[]){ 7, 8, 13 }, 3, 40.0 / 3, 40.0 / 3);
    assert_true(grip.grown);
    pantin_mesh_grip_free(&grip);
    // Two within the radius stay, the third comes to them.
    assert_true(
        pantin_mesh_grip_at(&s.mesh, &s.drawing, "h", (pantin_vec2){ 25, 21 }, 5.2, &grip, NULL));
    expect(&grip, (const int[]){ 14, 15, 20 }, 3, 70.0 / 3, 70.0 / 3);
    pantin_mesh_grip_free(&grip);
    free_sheet(&s);
}

static void without_a_drawing_the_nearest_vertex_is_the_measure(void **state) {
    (void)state;
    sheet s = make_sheet();
    pantin_mesh_grip grip = { 0 };
    pantin_error error = { 0 };
    assert_true(
        pantin_mesh_grip_at(&s.mesh, NULL, "h", (pantin_vec2){ 55, 25 }, 16, &grip, &error));
    assert_true(grip.snapped_px == 0 && !grip.grown && grip.count == 6);
    pantin_mesh_grip_free(&grip);
    assert_false(
        pantin_mesh_grip_at(&s.mesh, NULL, "tail", (pantin_vec2){ 80, 20 }, 12, &grip, &error));
    assert_string_equal(error.where, "tail");
    assert_non_null(strstr(error.text, "lies 30 px off the mesh"));
    free_sheet(&s);
}

static void a_handle_on_a_speck_grows_within_its_own_piece(void **state) {
    (void)state;
    pantin_image image = figure_blank(80, 40);
    figure_fill(&image, 0, 0, 38, 40);   // cells to 40
    figure_fill(&image, 52, 10, 58, 18); // one cell 50..60 x 10..20
    pantin_drawing drawing = figure_drawing(&image);
    pantin_mesh mesh = figure_mesh(&drawing, 10);
    assert_int_equal(mesh.island_count, 2);
    pantin_mesh_grip grip = { 0 };
    // Of all vertices (40, 10) would be the third nearest; it is the other piece's.
    assert_true(
        pantin_mesh_grip_at(&mesh, &drawing, "speck", (pantin_vec2){ 48, 12 }, 1, &grip, NULL));
    assert_true(grip.snapped_px == 4);
    for (int k = 0; k < 3; k++) assert_true(mesh.vertices[grip.vertices[k]].x >= 50);
    pantin_mesh_grip_free(&grip);
    pantin_mesh_free(&mesh);
    pantin_drawing_free(&drawing);
}

static void points_and_radii_that_are_none_are_refused(void **state) {
    (void)state;
    sheet s = make_sheet();
    static const double odd[][3] = { { NAN, 5, 5 },  { 5, INFINITY, 5 }, { 1e300, 5, 5 },
                                     { 5, 5, NAN },  { 5, 5, -1 },       { 5, 5, INFINITY },
                                     { -1e12, 5, 5 } };
    for (int i = 0; i < 7; i++) {
        pantin_mesh_grip grip = { 0 };
        pantin_error error = { 0 };
        assert_false(pantin_mesh_grip_at(&s.mesh, &s.drawing, "h",
                                         (pantin_vec2){ odd[i][0], odd[i][1] }, odd[i][2], &grip,
                                         &error));
        assert_int_equal(error.kind, PANTIN_ERROR_ARGUMENT);
        assert_string_equal(error.where, "h");
        assert_null(grip.vertices);
    }
    free_sheet(&s);
}

static void a_set_is_held_in_order_and_small_ones_grow(void **state) {
    (void)state;
    sheet s = make_sheet();
    pantin_mesh_grip grip = { 0 };
    assert_true(pantin_mesh_grip_of(&s.mesh, "h", (const int[]){ 20, 3, 8, 9 }, 4, &grip, NULL));
    expect(&grip, (const int[]){ 3, 8, 9, 20 }, 4, 25, 12.5);
    assert_false(grip.grown);
    pantin_mesh_grip_free(&grip);
    // One vertex and its two nearest, by index among equals: left and above come first.
    assert_true(pantin_mesh_grip_of(&s.mesh, "h", (const int[]){ 14 }, 1, &grip, NULL));
    expect(&grip, (const int[]){ 8, 13, 14 }, 3, 50.0 / 3, 50.0 / 3);
    assert_true(grip.grown);
    pantin_mesh_grip_free(&grip);
    // Two far apart both stay, and the nearest to their middle comes in.
    assert_true(pantin_mesh_grip_of(&s.mesh, "h", (const int[]){ 35, 7 }, 2, &grip, NULL));
    expect(&grip, (const int[]){ 7, 21, 35 }, 3, 30, 30);
    pantin_mesh_grip_free(&grip);
    free_sheet(&s);
}

static void a_set_that_is_none_is_refused(void **state) {
    (void)state;
    sheet s = make_sheet();
    static const struct {
        int vertices[3], count;
        const char *said;
    } wrong[] = { { { 0 }, 0, "holds no vertex" },
                  { { 1, 36, 2 }, 3, "holds vertex 36, but the last one is 35" },
                  { { -1 }, 1, "holds vertex -1" },
                  { { 4, 9, 4 }, 3, "holds vertex 4 twice" },
                  { { 4, 4 }, 2, "holds vertex 4 twice" } };
    for (int i = 0; i < 5; i++) {
        pantin_mesh_grip grip = { 0 };
        pantin_error error = { 0 };
        assert_false(
            pantin_mesh_grip_of(&s.mesh, "ear", wrong[i].vertices, wrong[i].count, &grip, &error));
        assert_string_equal(error.where, "ear");
        if (!strstr(error.text, wrong[i].said)) fail_msg("said: %s", error.text);
        assert_null(grip.vertices);
    }
    free_sheet(&s);
}

// --- regions ------------------------------------------------------------------------------------

static int count_stiff(const pantin_mesh *mesh, const double *rigidity, double value) {
    int count = 0;
    for (int t = 0; t < mesh->triangle_count; t++) count += rigidity[t] == value;
    return count;
}

static void a_polygon_stiffens_the_triangles_it_touches(void **state) {
    (void)state;
    sheet s = make_sheet();
    double rigidity[50];
    // All of the middle cell and a little more: its corners belong to neighbors too.
    static const pantin_vec2 around[] = { { 19, 19 }, { 31, 19 }, { 31, 31 }, { 19, 31 } };
    // Inside the middle cell, away from corners and edge middles: only the centroids of its halves.
    static const pantin_vec2 within[] = { { 22, 22 }, { 28, 22 }, { 28, 28 }, { 22, 28 } };
    pantin_mesh_region region = { .rigidity = 40, .polygon = around, .polygon_count = 4 };
    int held = pantin_mesh_rigidity(&s.mesh, &region, 1, rigidity);
    assert_int_equal(held, count_stiff(&s.mesh, rigidity, 40));
    assert_int_equal(held + count_stiff(&s.mesh, rigidity, 1), 50);
    assert_true(held > 2 && held <= 18); // the cell and its eight neighbors
    assert_true(rigidity[24] == 40 && rigidity[25] == 40);
    assert_true(rigidity[0] == 1);
    region = (pantin_mesh_region){ .rigidity = 7, .polygon = within, .polygon_count = 4 };
    assert_int_equal(pantin_mesh_rigidity(&s.mesh, &region, 1, rigidity), 2);
    assert_true(rigidity[24] == 7 && rigidity[25] == 7);
    free_sheet(&s);
}

static void overlapping_regions_give_the_larger_and_the_fewest_is_told(void **state) {
    (void)state;
    sheet s = make_sheet();
    double rigidity[50];
    static const pantin_vec2 all[] = { { -1, -1 }, { 51, -1 }, { 51, 51 }, { -1, 51 } };
    static const pantin_vec2 middle[] = { { 22, 22 }, { 28, 22 }, { 28, 28 }, { 22, 28 } };
    static const pantin_vec2 nowhere[] = { { 90, 90 }, { 95, 90 }, { 95, 95 } };
    pantin_mesh_region regions[] = { { .rigidity = 40, .polygon = middle, .polygon_count = 4 },
                                     { .rigidity = 5, .polygon = all, .polygon_count = 4 },
                                     { .rigidity = 9, .polygon = nowhere, .polygon_count = 3 } };
    assert_int_equal(pantin_mesh_rigidity(&s.mesh, regions, 2, rigidity), 2);
    assert_int_equal(count_stiff(&s.mesh, rigidity, 40), 2);
    assert_int_equal(count_stiff(&s.mesh, rigidity, 5), 48);
    assert_int_equal(pantin_mesh_rigidity(&s.mesh, regions, 3, rigidity), 0);
    assert_int_equal(pantin_mesh_rigidity(&s.mesh, regions, 0, rigidity), 50); // nothing missed
    assert_int_equal(count_stiff(&s.mesh, rigidity, 1), 50);
    free_sheet(&s);
}

static void even_odd_leaves_the_hole_of_a_ring_soft(void **state) {
    (void)state;
    sheet s = make_sheet();
    double rigidity[50];
    // A square with a square hole, as one outline: out, and back along the same cut.
    static const pantin_vec2 ring[] = {
        { -1, -1 }, { 51, -1 }, { 51, 51 }, { -1, 51 }, { -1, -1 },
        { 15, 15 }, { 15, 35 }, { 35, 35 }, { 35, 15 }, { 15, 15 }
    };
    pantin_mesh_region region = { .rigidity = 3, .polygon = ring, .polygon_count = 10 };
    pantin_mesh_rigidity(&s.mesh, &region, 1, rigidity);
    assert_true(rigidity[24] == 1 && rigidity[25] == 1);
    assert_true(rigidity[0] == 3 && rigidity[49] == 3);
    free_sheet(&s);
}

static void a_mask_stiffens_where_it_is_light_and_opaque(void **state) {
    (void)state;
    sheet s = make_sheet();
    double rigidity[50];
    pantin_image mask = figure_blank(50, 50); // black, transparent
    for (int y = 22; y < 28; y++)
        for (int x = 22; x < 28; x++) memset(mask.pixels + 4 * (50 * y + x), 255, 4);
    pantin_mesh_region region = { .rigidity = 40, .mask = &mask };
    assert_int_equal(pantin_mesh_rigidity(&s.mesh, &region, 1, rigidity), 2);
    assert_true(rigidity[24] == 40 && rigidity[25] == 40);
    for (int i = 0; i < 2500; i++) mask.pixels[4 * i + 3] = 0; // white, but transparent
    assert_int_equal(pantin_mesh_rigidity(&s.mesh, &region, 1, rigidity), 0);
    memset(mask.pixels, 255, 10000); // all: vertices on the right and bottom border too
    assert_int_equal(pantin_mesh_rigidity(&s.mesh, &region, 1, rigidity), 50);
    pantin_image_free(&mask);
    free_sheet(&s);
}

static void hostile_regions_stiffen_nothing_and_harm_nothing(void **state) {
    (void)state;
    sheet s = make_sheet();
    double rigidity[50];
    static const pantin_vec2 odd[] = { { NAN, 0 }, { INFINITY, 50 }, { -INFINITY, NAN } };
    pantin_mesh_region regions[] = { { .rigidity = 40, .polygon = odd, .polygon_count = 3 },
                                     { .rigidity = 40, .polygon = odd, .polygon_count = 0 },
                                     { .rigidity = 40 } };
    for (int r = 0; r < 3; r++) {
        pantin_mesh_rigidity(&s.mesh, &regions[r], 1, rigidity);
        for (int t = 0; t < 50; t++) assert_true(rigidity[t] == 1 || rigidity[t] == 40);
    }
    static const pantin_vec2 all[] = { { -1, -1 }, { 51, -1 }, { 51, 51 }, { -1, 51 } };
    static const double values[][2] = { { NAN, 1 }, { -5, 1 }, { 1e9, 1000 }, { INFINITY, 1000 } };
    for (int i = 0; i < 4; i++) {
        pantin_mesh_region region = { .rigidity = values[i][0],
                                      .polygon = all,
                                      .polygon_count = 4 };
        pantin_mesh_rigidity(&s.mesh, &region, 1, rigidity);
        assert_int_equal(count_stiff(&s.mesh, rigidity, values[i][1]), 50);
    }
    free_sheet(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_radius_holds_what_lies_within_it),
        cmocka_unit_test(too_small_a_radius_takes_the_three_nearest),
        cmocka_unit_test(without_a_drawing_the_nearest_vertex_is_the_measure),
        cmocka_unit_test(a_handle_on_a_speck_grows_within_its_own_piece),
        cmocka_unit_test(points_and_radii_that_are_none_are_refused),
        cmocka_unit_test(a_set_is_held_in_order_and_small_ones_grow),
        cmocka_unit_test(a_set_that_is_none_is_refused),
        cmocka_unit_test(a_polygon_stiffens_the_triangles_it_touches),
        cmocka_unit_test(overlapping_regions_give_the_larger_and_the_fewest_is_told),
        cmocka_unit_test(even_odd_leaves_the_hole_of_a_ring_soft),
        cmocka_unit_test(a_mask_stiffens_where_it_is_light_and_opaque),
        cmocka_unit_test(hostile_regions_stiffen_nothing_and_harm_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
