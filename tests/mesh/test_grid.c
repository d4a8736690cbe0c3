// test_grid.c — which cells are kept, how they are cut and numbered, and what is refused.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "refusals.h"
#include "with_figures.h"

static pantin_drawing noise(uint64_t seed, int width, int height, double share) {
    random_state random = random_make(seed);
    pantin_image image = figure_blank(width, height);
    int sure = random_below(&random, width * height);
    for (int i = 0; i < width * height; i++) {
        bool drawn = random_double(&random) < share;
        // Half of it ink, half only traces.
        int alpha = random_below(&random, 2) ? 255 : PANTIN_TRACE_ALPHA;
        image.pixels[4 * i + 3] = (uint8_t)(i == sure ? 255 : drawn ? alpha : 0);
    }
    return figure_drawing(&image);
}

static void two_cells_are_numbered_row_by_row_and_cut_by_turns(void **state) {
    (void)state;
    pantin_image image = figure_blank(20, 10);
    figure_fill(&image, 0, 0, 20, 10);
    pantin_drawing drawing = figure_drawing(&image);
    pantin_mesh mesh = figure_mesh(&drawing, 10);
    // 0 1 2    the first cell's diagonal falls,
    // 3 4 5    the second's rises
    static const int wanted[4][3] = { { 0, 1, 4 }, { 0, 4, 3 }, { 1, 2, 4 }, { 2, 5, 4 } };
    assert_int_equal(mesh.vertex_count, 6);
    assert_int_equal(mesh.triangle_count, 4);
    assert_memory_equal(mesh.triangles, wanted, sizeof wanted);
    for (int v = 0; v < 6; v++) {
        assert_true(mesh.vertices[v].x == 10.0 * (v % 3));
        assert_true(mesh.vertices[v].y == 10.0 * (v / 3));
        assert_int_equal(mesh.islands[v], 0);
    }
    assert_true(mesh.spacing_px == 10);
    pantin_mesh_free(&mesh);
    pantin_drawing_free(&drawing);
}

static void border_cells_reach_beyond_the_picture(void **state) {
    (void)state;
    pantin_image image = figure_blank(11, 7);
    figure_fill(&image, 10, 6, 11, 7);
    pantin_drawing drawing = figure_drawing(&image);
    pantin_mesh mesh = figure_mesh(&drawing, 4);
    assert_int_equal(mesh.vertex_count, 4);
    assert_true(mesh.vertices[3].x == 12 && mesh.vertices[3].y == 8);
    assert_true(mesh.coverage == 1.0);
    pantin_mesh_free(&mesh);
    pantin_drawing_free(&drawing);
}

/// Does the open cell (i, j) overlap the square of a pixel with a trace?
static bool cell_touches(const pantin_drawing *drawing, int i, int j, double side) {
    for (int y = 0; y < drawing->image.height; y++)
        for (int x = 0; x < drawing->image.width; x++)
            if (drawing->ink[y * drawing->image.width + x] && x < (i + 1) * side &&
                x + 1 > i * side && y < (j + 1) * side && y + 1 > j * side)
                return true;
    return false;
}

static void a_cell_is_kept_exactly_when_a_trace_lies_in_it(void **state) {
    (void)state;
    static const double sides[] = { 2, 3, 3.7, 5.25, 8, 200 };
    for (uint64_t seed = 1; seed <= 24; seed++) {
        double side = sides[seed % 6];
        pantin_drawing drawing = noise(seed, 33 + (int)seed, 50 - (int)seed, 0.02);
        pantin_mesh mesh = figure_mesh(&drawing, side);
        figure_check_mesh(&mesh);
        int triangle = 0;
        for (int j = 0; j * side < drawing.image.height; j++)
            for (int i = 0; i * side < drawing.image.width; i++) {
                if (!cell_touches(&drawing, i, j, side)) continue;
                // Its two triangles are the next in the list, and lie in it.
                for (int half = 0; half < 2; half++, triangle++)
                    for (int k = 0; k < 3; k++) {
                        assert_true(triangle < mesh.triangle_count);
                        pantin_vec2 p = mesh.vertices[mesh.triangles[triangle][k]];
                        assert_true(p.x == i * side || p.x == (i + 1) * side);
                        assert_true(p.y == j * side || p.y == (j + 1) * side);
                    }
            }
        assert_int_equal(triangle, mesh.triangle_count);
        assert_true(mesh.coverage == 1.0);
        for (int v = 1; v < mesh.vertex_count; v++) // row by row, and no vertex twice
            assert_true(mesh.vertices[v].y > mesh.vertices[v - 1].y ||
                        (mesh.vertices[v].y == mesh.vertices[v - 1].y &&
                         mesh.vertices[v].x > mesh.vertices[v - 1].x));
        pantin_mesh_free(&mesh);
        pantin_drawing_free(&drawing);
    }
}

static void neighbors_are_cut_by_turns_wherever_the_ink_lies(void **state) {
    (void)state;
    pantin_drawing drawing = noise(3, 60, 60, 0.05);
    pantin_mesh mesh = figure_mesh(&drawing, 6);
    for (int t = 0; t < mesh.triangle_count; t += 2) {
        pantin_vec2 low = { 1e9, 1e9 };
        for (int k = 0; k < 3; k++)
            for (int half = 0; half < 2; half++) {
                pantin_vec2 p = mesh.vertices[mesh.triangles[t + half][k]];
                low.x = fmin(low.x, p.x), low.y = fmin(low.y, p.y);
            }
        // The corner up and left is in both halves where the diagonal falls.
        int at_corner = 0;
        for (int k = 0; k < 6; k++) {
            pantin_vec2 p = mesh.vertices[mesh.triangles[t + k / 3][k % 3]];
            at_corner += p.x == low.x && p.y == low.y;
        }
        int parity = ((int)(low.x / 6) + (int)(low.y / 6)) % 2;
        assert_int_equal(at_corner, parity == 0 ? 2 : 1);
    }
    pantin_mesh_free(&mesh);
    pantin_drawing_free(&drawing);
}

static void options_out_of_range_are_named(void **state) {
    (void)state;
    pantin_image image = figure_person(5, 20, 180);
    pantin_drawing drawing = figure_drawing(&image);
    static const struct {
        double spacing, detail, border;
        const char *where;
    } wrong[] = {
        { 1.9, 4, 3, "spacing_px" }, { 201, 4, 3, "spacing_px" }, { NAN, 4, 3, "spacing_px" },
        { -4, 4, 3, "spacing_px" },  { 0, 0, 3, "detail_px" },    { 0, 201, 3, "detail_px" },
        { 0, 4, -1, "border_px" },   { 0, 4, NAN, "border_px" },  { INFINITY, 4, 3, "spacing_px" },
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        pantin_mesh_options options = { PANTIN_MESH_GRID,
                                        wrong[i].spacing,
                                        wrong[i].detail,
                                        wrong[i].border,
                                        1,
                                        NULL,
                                        0,
                                        NULL,
                                        0 };
        pantin_mesh mesh = { 0 };
        pantin_error error = { 0 };
        assert_false(pantin_mesh_make(&drawing, &options, &mesh, &error));
        assert_int_equal(error.kind, PANTIN_ERROR_ARGUMENT);
        assert_string_equal(error.where, wrong[i].where);
        assert_null(mesh.vertices);
    }
    pantin_drawing_free(&drawing);
}

static void more_than_a_million_vertices_are_refused(void **state) {
    (void)state;
    pantin_image image = figure_blank(2048, 2048);
    figure_fill(&image, 0, 0, 2048, 2048);
    pantin_drawing drawing = figure_drawing(&image);
    pantin_mesh_options options = pantin_mesh_defaults();
    pantin_mesh mesh = { 0 };
    pantin_error error = { 0 };
    options.spacing_px = 2; // 1025^2 vertices
    assert_false(pantin_mesh_make(&drawing, &options, &mesh, &error));
    assert_int_equal(error.kind, PANTIN_ERROR_ARGUMENT);
    assert_string_equal(error.text,
                        "2 px makes 1050625 vertices, more than 1000000: make it larger");
    options.spacing_px = 2.1;
    assert_true(pantin_mesh_make(&drawing, &options, &mesh, &error));
    assert_int_equal(mesh.vertex_count, 977 * 977); // 2048 / 2.1 = 975.2, so 976 cells a side
    pantin_mesh_free(&mesh);
    pantin_drawing_free(&drawing);
}

static void the_default_spacing_gives_about_1500_vertices(void **state) {
    (void)state;
    static const int sizes[] = { 130, 300, 700, 1500 };
    for (int i = 0; i < 4; i++) {
        pantin_image image = figure_blank(sizes[i], sizes[i]);
        figure_fill(&image, sizes[i] / 8, sizes[i] / 8, sizes[i] - 3, sizes[i] - 3);
        pantin_drawing drawing = figure_drawing(&image);
        double spacing = pantin_mesh_spacing(&drawing);
        assert_true(spacing == floor(spacing) && spacing >= 3 && spacing <= 64);
        pantin_mesh mesh = figure_mesh(&drawing, 0);
        assert_true(mesh.spacing_px == spacing);
        // Whole pixels: one more px at 3 px is a factor of 16/9, so half of that each way.
        assert_in_range(mesh.vertex_count, 1500 * 3 / 4, 1500 * 4 / 3);
        pantin_mesh_free(&mesh);
        pantin_drawing_free(&drawing);
    }
    // A dot has 3 px cells, a wall 64 px ones.
    pantin_image image = figure_blank(9, 9);
    figure_fill(&image, 4, 4, 5, 5);
    pantin_drawing drawing = figure_drawing(&image);
    assert_true(pantin_mesh_spacing(&drawing) == 3);
    pantin_drawing_free(&drawing);
    image = figure_blank(4000, 4000);
    figure_fill(&image, 0, 0, 4000, 4000);
    drawing = figure_drawing(&image);
    assert_true(pantin_mesh_spacing(&drawing) == 64);
    pantin_drawing_free(&drawing);
}

static void the_same_drawing_gives_the_same_mesh(void **state) {
    (void)state;
    uint64_t seen = 0;
    for (int run = 0; run < 2; run++) {
        pantin_image image = figure_person(5, 20, 180);
        pantin_drawing drawing = figure_drawing(&image);
        pantin_mesh mesh = figure_mesh(&drawing, 0);
        pantin_bytes bytes = { 0 };
        assert_true(pantin_mesh_write(&mesh, 0, &bytes, NULL));
        uint64_t hash = pantin_hash(bytes.data, bytes.size, 0);
        if (run == 0) seen = hash;
        assert_true(hash == seen);
        pantin_bytes_free(&bytes);
        pantin_mesh_free(&mesh);
        pantin_drawing_free(&drawing);
    }
}

static void the_hash_follows_the_traces_and_the_options_that_matter(void **state) {
    (void)state;
    pantin_image image = figure_person(5, 20, 180), other = figure_person(5, 20, 180);
    pantin_drawing drawing = figure_drawing(&image);
    other.pixels[0] = 200; // color of a blank pixel: no matter
    pantin_drawing recolored = figure_drawing(&other);
    uint64_t hash = pantin_mesh_hash(&drawing, NULL);
    assert_true(pantin_mesh_hash(&recolored, NULL) == hash);
    pantin_mesh_options options = pantin_mesh_defaults();
    options.seed = 7; // a grid has no chance in it
    assert_true(pantin_mesh_hash(&drawing, &options) == hash);
    options.spacing_px = 9;
    assert_true(pantin_mesh_hash(&drawing, &options) != hash);
    recolored.ink[0] = 1;
    assert_true(pantin_mesh_hash(&recolored, NULL) != hash);
    pantin_drawing_free(&drawing);
    pantin_drawing_free(&recolored);
}

static bool make_all(void *context, pantin_error *error) {
    const pantin_drawing *drawing = context;
    pantin_mesh mesh = { 0 }, copy = { 0 }, again = { 0 };
    pantin_mesh_grip near = { 0 }, set = { 0 }, few = { 0 };
    pantin_bytes bytes = { 0 };
    bool done =
        pantin_mesh_make(drawing, NULL, &mesh, error) &&
        pantin_mesh_copy(mesh.vertices, mesh.vertex_count, (const int(*)[3])mesh.triangles,
                         mesh.triangle_count, &copy, error) &&
        pantin_mesh_write(&mesh, 1, &bytes, error) &&
        pantin_mesh_read("m", bytes.data, bytes.size, &again, NULL, error) &&
        pantin_mesh_grip_at(&mesh, drawing, "a", (pantin_vec2){ 100, 100 }, 8, &near, error) &&
        pantin_mesh_grip_of(&mesh, "b", (const int[]){ 3, 1, 7, 5 }, 4, &set, error) &&
        pantin_mesh_grip_of(&mesh, "c", (const int[]){ 3 }, 1, &few, error);
    pantin_mesh_grip_free(&near);
    pantin_mesh_grip_free(&set);
    pantin_mesh_grip_free(&few);
    pantin_bytes_free(&bytes);
    pantin_mesh_free(&mesh);
    pantin_mesh_free(&copy);
    pantin_mesh_free(&again);
    return done;
}

static void refused_memory_is_an_error_and_leaks_nothing(void **state) {
    (void)state;
    pantin_image image = figure_person(5, 20, 180);
    pantin_drawing drawing = figure_drawing(&image);
    assert_true(refusals_sweep(make_all, &drawing) >= 15);
    // The one answer that has no way to fail: it estimates.
    pantin_drawing_free(&drawing);
}

static void *refuse_all(void *user, void *block, size_t old_size, size_t new_size) {
    (void)user, (void)block, (void)old_size, (void)new_size;
    return NULL;
}

static void a_spacing_without_memory_is_estimated_from_the_ink(void **state) {
    (void)state;
    pantin_image image = figure_blank(700, 700);
    figure_fill(&image, 0, 0, 700, 700);
    pantin_drawing drawing = figure_drawing(&image);
    double counted = pantin_mesh_spacing(&drawing);
    pantin_memory_set_hook(&(pantin_memory_hook){ refuse_all, NULL });
    double estimated = pantin_mesh_spacing(&drawing);
    pantin_memory_set_hook(NULL);
    assert_true(fabs(estimated - counted) <= 1); // a full square has no outline to speak of
    pantin_drawing_free(&drawing);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_cells_are_numbered_row_by_row_and_cut_by_turns),
        cmocka_unit_test(border_cells_reach_beyond_the_picture),
        cmocka_unit_test(a_cell_is_kept_exactly_when_a_trace_lies_in_it),
        cmocka_unit_test(neighbors_are_cut_by_turns_wherever_the_ink_lies),
        cmocka_unit_test(options_out_of_range_are_named),
        cmocka_unit_test(more_than_a_million_vertices_are_refused),
        cmocka_unit_test(the_default_spacing_gives_about_1500_vertices),
        cmocka_unit_test(the_same_drawing_gives_the_same_mesh),
        cmocka_unit_test(the_hash_follows_the_traces_and_the_options_that_matter),
        cmocka_unit_test(refused_memory_is_an_error_and_leaks_nothing),
        cmocka_unit_test(a_spacing_without_memory_is_estimated_from_the_ink),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
