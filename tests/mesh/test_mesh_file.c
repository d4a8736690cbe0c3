// test_mesh_file.c — meshes of strangers are checked, and files return what was written or say why
// not.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mesh/build.h"
#include "with_figures.h"

// Two triangles over a square, clockwise as seen.
static const pantin_vec2 square[4] = { { 0, 0 }, { 10, 0 }, { 10, 10 }, { 0, 10 } };
static const int halves[2][3] = { { 0, 1, 2 }, { 0, 2, 3 } };

static void a_copy_finds_its_pieces_and_figures(void **state) {
    (void)state;
    static const pantin_vec2 points[7] = { { 0, 0 },   { 10, 0 },  { 0, 10 }, { 50, 50 },
                                           { 60, 50 }, { 50, 60 }, { -10, 0 } };
    static const int triangles[3][3] = { { 3, 4, 5 }, { 0, 1, 2 }, { 0, 2, 6 } };
    pantin_mesh mesh = { 0 };
    assert_true(pantin_mesh_copy(points, 7, triangles, 3, &mesh, NULL));
    figure_check_mesh(&mesh);
    static const int wanted[7] = { 0, 0, 0, 1, 1, 1, 0 };
    assert_int_equal(mesh.island_count, 2);
    assert_memory_equal(mesh.islands, wanted, sizeof wanted);
    assert_true(fabs(mesh.smallest_angle - atan(1.0)) < 1e-15);
    assert_true(fabs(mesh.spacing_px - (20 + sqrt(200)) / 3) < 1e-12);
    assert_true(mesh.coverage == 0); // no ink is known
    pantin_mesh_free(&mesh);
}

static void refuse(const pantin_vec2 *points, int count, const int (*triangles)[3],
                   int triangle_count, const char *said) {
    pantin_mesh mesh = { 0 };
    pantin_error error = { 0 };
    assert_false(pantin_mesh_copy(points, count, triangles, triangle_count, &mesh, &error));
    assert_int_equal(error.kind, PANTIN_ERROR_ARGUMENT);
    if (!strstr(error.text, said)) fail_msg("said: %s", error.text);
    assert_null(mesh.vertices);
}

static void what_is_no_mesh_is_refused_with_its_place(void **state) {
    (void)state;
    refuse(square, 4, (const int[2][3]){ { 0, 1, 2 }, { 0, 2, 4 } }, 2,
           "triangle 1 names vertex 4");
    refuse(square, 4, (const int[2][3]){ { 0, 1, 2 }, { 0, -1, 3 } }, 2,
           "triangle 1 names vertex -1");
    refuse(square, 4, (const int[2][3]){ { 0, 1, 2 }, { 0, 3, 2 } }, 2,
           "triangle 1 has area -50 px^2");
    refuse(square, 4, (const int[2][3]){ { 0, 1, 2 }, { 3, 3, 3 } }, 2,
           "triangle 1 has area 0 px^2");
    refuse(square, 4, (const int[1][3]){ { 0, 1, 2 } }, 1, "vertex 3 is in no triangle");
    refuse(square, 4, halves, 0, "needs 3 and 1");
    refuse(square, 2, halves, 2, "needs 3 and 1");
    refuse(square, -4, halves, -2, "needs 3 and 1");
    refuse(square, MESH_VERTEX_LIMIT + 1, halves, 2,
           "make it coarser"); // before any of them is read
    static const double odd[] = { NAN, INFINITY, -INFINITY, 1e7 };
    for (int i = 0; i < 4; i++) {
        pantin_vec2 points[4];
        memcpy(points, square, sizeof points);
        points[2].y = odd[i];
        refuse(points, 4, halves, 2, "vertex 2 lies at");
    }
}

static pantin_mesh person(void) {
    pantin_image image = figure_person(3, 20, 180);
    figure_fill(&image, 150, 20, 170, 40);
    pantin_drawing drawing = figure_drawing(&image);
    pantin_mesh mesh = figure_mesh(&drawing, 7.3);
    pantin_drawing_free(&drawing);
    return mesh;
}

static void a_mesh_written_and_read_is_the_same_and_so_are_its_bytes(void **state) {
    (void)state;
    pantin_mesh mesh = person(), read = { 0 };
    pantin_bytes first = { 0 }, second = { 0 };
    uint64_t made_from = 0;
    assert_true(pantin_mesh_write(&mesh, 0x0123456789ABCDEFu, &first, NULL));
    assert_true(pantin_mesh_read("m", first.data, first.size, &read, &made_from, NULL));
    assert_true(made_from == 0x0123456789ABCDEFu);
    assert_int_equal(read.vertex_count, mesh.vertex_count);
    assert_int_equal(read.triangle_count, mesh.triangle_count);
    assert_int_equal(read.island_count, mesh.island_count);
    size_t vertices = (size_t)mesh.vertex_count, triangles = (size_t)mesh.triangle_count;
    assert_memory_equal(read.vertices, mesh.vertices, vertices * sizeof *mesh.vertices);
    assert_memory_equal(read.triangles, mesh.triangles, triangles * sizeof *mesh.triangles);
    assert_memory_equal(read.islands, mesh.islands, vertices * sizeof *mesh.islands);
    assert_true(read.spacing_px == mesh.spacing_px && read.coverage == mesh.coverage);
    assert_true(read.smallest_angle == mesh.smallest_angle);
    assert_true(pantin_mesh_write(&read, made_from, &second, NULL));
    assert_int_equal(second.size, first.size);
    assert_memory_equal(second.data, first.data, first.size);
    assert_int_equal(first.data[first.size], 0);
    pantin_bytes_free(&first);
    pantin_bytes_free(&second);
    pantin_mesh_free(&mesh);
    pantin_mesh_free(&read);
}

static void the_layout_is_the_one_the_docs_tell(void **state) {
    (void)state;
    pantin_mesh mesh = { 0 };
    pantin_bytes bytes = { 0 };
    assert_true(pantin_mesh_copy(square, 4, halves, 2, &mesh, NULL));
    assert_true(pantin_mesh_write(&mesh, 0x1122334455667788u, &bytes, NULL));
    assert_int_equal(bytes.size, 48 + 4 * 16 + 2 * 12 + 8);
    static const uint8_t head[32] = { 'p', 'a', 'n',  't',  'i',  'n',  'M',  '\n', 1,    0,   0,
                                      0,   4,   0,    0,    0,    2,    0,    0,    0,    0,   0,
                                      0,   0,   0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11 };
    assert_memory_equal(bytes.data, head, sizeof head);
    // Vertex 1 is 10, 0: 10.0 is 0x4024000000000000.
    static const uint8_t ten[16] = { 0, 0, 0, 0, 0, 0, 0x24, 0x40 };
    assert_memory_equal(bytes.data + 48 + 16, ten, sizeof ten);
    static const uint8_t last[12] = { 0, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0 };
    assert_memory_equal(bytes.data + 48 + 4 * 16 + 12, last, sizeof last);
    pantin_bytes_free(&bytes);
    pantin_mesh_free(&mesh);
}

static void every_truncation_and_every_flipped_bit_is_refused(void **state) {
    (void)state;
    pantin_mesh mesh = { 0 }, read = { 0 };
    pantin_bytes bytes = { 0 };
    assert_true(pantin_mesh_copy(square, 4, halves, 2, &mesh, NULL));
    assert_true(pantin_mesh_write(&mesh, 5, &bytes, NULL));
    for (size_t size = 0; size < bytes.size; size++) {
        // A block of its own, so that reading beyond is seen by the sanitizer.
        uint8_t *cut = malloc(size + 1);
        assert_non_null(cut);
        memcpy(cut, bytes.data, size);
        uint8_t *exact = size ? realloc(cut, size) : cut;
        assert_non_null(exact);
        pantin_error error = { 0 };
        assert_false(pantin_mesh_read("m.bin", exact, size, &read, NULL, &error));
        assert_int_equal(error.kind, PANTIN_ERROR_FORMAT);
        assert_string_equal(error.where, "m.bin");
        free(exact);
    }
    for (size_t bit = 0; bit < 8 * bytes.size; bit++) {
        bytes.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
        pantin_error error = { 0 };
        assert_false(pantin_mesh_read("m.bin", bytes.data, bytes.size, &read, NULL, &error));
        assert_int_equal(error.kind, PANTIN_ERROR_FORMAT);
        bytes.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    assert_null(read.vertices);
    pantin_bytes_free(&bytes);
    pantin_mesh_free(&mesh);
}

/// With the checksum set right, as a forger would.
static void seal(pantin_bytes *bytes) {
    uint64_t check = pantin_hash(bytes->data, bytes->size - 8, 0);
    for (int k = 0; k < 8; k++)
        bytes->data[bytes->size - 8 + (size_t)k] = (uint8_t)(check >> (8 * k));
}

static void a_sealed_file_with_a_broken_mesh_is_refused(void **state) {
    (void)state;
    pantin_mesh mesh = { 0 }, read = { 0 };
    assert_true(pantin_mesh_copy(square, 4, halves, 2, &mesh, NULL));
    // Which byte, its new value: index 0x80000001; a NaN vertex; coverage 256 times too large;
    // spacing -.
    static const struct {
        size_t at;
        uint8_t value;
        const char *said;
    } broken[] = { { 48 + 64 + 3, 0x80, "names vertex" },
                   { 48 + 16 + 7, 0xFF, "vertex 1 lies" },
                   { 47, 0x7F, "damaged" },
                   { 39, 0xC0, "damaged" },
                   { 8, 3, "version 3" },
                   { 8, 2, "declares 0 parts" },
                   { 15, 0xFF, "declares" } };
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        pantin_bytes bytes = { 0 };
        pantin_error error = { 0 };
        assert_true(pantin_mesh_write(&mesh, 5, &bytes, NULL));
        bytes.data[broken[i].at] = broken[i].value;
        seal(&bytes);
        assert_false(pantin_mesh_read("m", bytes.data, bytes.size, &read, NULL, &error));
        if (!strstr(error.text, broken[i].said)) fail_msg("%zu said: %s", i, error.text);
        pantin_bytes_free(&bytes);
    }
    pantin_mesh_free(&mesh);
}

static void coverage_counts_centers_in_triangles(void **state) {
    (void)state;
    pantin_image image = figure_blank(20, 20);
    figure_fill(&image, 0, 0, 20, 20);
    pantin_drawing drawing = figure_drawing(&image);
    pantin_mesh mesh = { 0 };
    double coverage = -1;
    // The square 0..10 of 20 x 20 px: a quarter.
    assert_true(pantin_mesh_copy(square, 4, halves, 2, &mesh, NULL));
    assert_true(mesh_measure_coverage(&drawing, &mesh, &coverage, NULL));
    assert_true(coverage == 0.25);
    pantin_mesh_free(&mesh);
    // One half of it: the centers on the diagonal are on its border, so 55 of 400.
    assert_true(pantin_mesh_copy((const pantin_vec2[3]){ { 0, 0 }, { 10, 0 }, { 10, 10 } }, 3,
                                 halves, 1, &mesh, NULL));
    assert_true(mesh_measure_coverage(&drawing, &mesh, &coverage, NULL));
    assert_true(coverage == 55.0 / 400);
    pantin_mesh_free(&mesh);
    // Far outside, and far larger than the picture.
    assert_true(
        pantin_mesh_copy((const pantin_vec2[3]){ { -9e5, -9e5 }, { -8e5, -9e5 }, { -9e5, -8e5 } },
                         3, halves, 1, &mesh, NULL));
    assert_true(mesh_measure_coverage(&drawing, &mesh, &coverage, NULL));
    assert_true(coverage == 0);
    pantin_mesh_free(&mesh);
    assert_true(
        pantin_mesh_copy((const pantin_vec2[3]){ { -9e5, -9e5 }, { 9e5, -9e5 }, { 0, 9e5 } }, 3,
                         halves, 1, &mesh, NULL));
    assert_true(mesh_measure_coverage(&drawing, &mesh, &coverage, NULL));
    assert_true(coverage == 1);
    pantin_mesh_free(&mesh);
    pantin_drawing_free(&drawing);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_copy_finds_its_pieces_and_figures),
        cmocka_unit_test(what_is_no_mesh_is_refused_with_its_place),
        cmocka_unit_test(a_mesh_written_and_read_is_the_same_and_so_are_its_bytes),
        cmocka_unit_test(the_layout_is_the_one_the_docs_tell),
        cmocka_unit_test(every_truncation_and_every_flipped_bit_is_refused),
        cmocka_unit_test(a_sealed_file_with_a_broken_mesh_is_refused),
        cmocka_unit_test(coverage_counts_centers_in_triangles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
