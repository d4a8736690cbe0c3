// test_figures.c — thin limbs, islands, ink at the border, handles off the ink: what users draw and
// other tools lose. Then four children's drawings with their masks and joints, where at hand.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>

#include "with_figures.h"

/// A handle is 1.6 cells across.
static bool attach(const pantin_mesh *mesh, const pantin_drawing *drawing, const char *name,
                   pantin_vec2 point, pantin_mesh_grip *grip, pantin_error *error) {
    return pantin_mesh_grip_at(mesh, drawing, name, point, 0.8 * mesh->spacing_px, grip, error);
}

static void check_person(pantin_image *image, int limb) {
    pantin_drawing drawing = figure_drawing(image);
    assert_int_equal(drawing.island_count, 1);
    pantin_mesh mesh = figure_mesh(&drawing, 0);
    figure_check_mesh(&mesh);
    assert_int_equal(mesh.island_count, 1);
    assert_true(mesh.coverage == 1.0); // whole cells over every trace: all of the ink, not 99 %
    assert_true(fabs(mesh.smallest_angle - atan(1.0)) < 1e-15);
    pantin_vec2 joints[FIGURE_JOINTS];
    figure_joints(limb, joints);
    for (int i = 0; i < FIGURE_JOINTS; i++) {
        pantin_mesh_grip grip = { 0 };
        pantin_error error = { 0 };
        if (!attach(&mesh, &drawing, figure_joint_names[i], joints[i], &grip, &error))
            fail_msg("limbs of %d px: %s %s", limb, error.where, error.text);
        assert_true(grip.count >= 3);
        assert_true(grip.snapped_px == 0);
        pantin_mesh_grip_free(&grip);
    }
    pantin_mesh_free(&mesh);
    pantin_drawing_free(&drawing);
}

static void limbs_of_any_thickness_stay_whole_and_hold_handles(void **state) {
    (void)state;
    static const int limbs[] = { 1, 2, 3, 5, 9 };
    for (int i = 0; i < 5; i++) {
        pantin_image image = figure_person(limbs[i], 20, 180);
        check_person(&image, limbs[i]);
    }
}

static void arms_that_run_off_the_picture_lose_nothing(void **state) {
    (void)state;
    static const int limbs[] = { 1, 2, 3, 5, 9 };
    for (int i = 0; i < 5; i++) {
        pantin_image image = figure_person(limbs[i], 0, 200);
        check_person(&image, limbs[i]);
    }
}

static void a_hand_3_px_off_snaps_and_one_30_px_off_is_named(void **state) {
    (void)state;
    pantin_image image = figure_person(9, 20, 180);
    pantin_drawing drawing = figure_drawing(&image);
    pantin_mesh mesh = figure_mesh(&drawing, 0);
    pantin_mesh_grip grip = { 0 };
    pantin_error error = { 0 };
    assert_true(attach(&mesh, &drawing, "right_hand", (pantin_vec2){ 30, 72 }, &grip, &error));
    assert_true(grip.snapped_px == 3.0);
    assert_true(grip.count >= 3);
    // It holds the top of the arm now, within a cell.
    assert_true(fabs(grip.center.x - 30) < mesh.spacing_px &&
                fabs(grip.center.y - 75) < mesh.spacing_px);
    pantin_mesh_grip_free(&grip);

    assert_false(attach(&mesh, &drawing, "right_hand", (pantin_vec2){ 30, 45 }, &grip, &error));
    assert_int_equal(error.kind, PANTIN_ERROR_ARGUMENT);
    assert_string_equal(error.where, "right_hand");
    assert_string_equal(error.text,
                        "lies 30 px off the ink, and only 3 px can be bridged: the nearest "
                        "place is 29.5, 75.5");
    assert_null(grip.vertices);
    pantin_mesh_free(&mesh);
    pantin_drawing_free(&drawing);
}

static void a_hat_that_floats_is_a_piece_of_its_own(void **state) {
    (void)state;
    pantin_image image = figure_person(9, 20, 180);
    figure_fill(&image, 150, 20, 170, 40);
    pantin_drawing drawing = figure_drawing(&image);
    assert_int_equal(drawing.island_count, 2);
    pantin_mesh mesh = figure_mesh(&drawing, 0);
    figure_check_mesh(&mesh);
    assert_int_equal(mesh.island_count, 2);
    assert_true(mesh.coverage == 1.0);
    // Its vertices are the ones right of the head and above the arms.
    int in_hat = 0;
    for (int v = 0; v < mesh.vertex_count; v++) {
        bool hat = mesh.vertices[v].x > 130 && mesh.vertices[v].y < 60;
        in_hat += hat;
        // Numbered by their first vertex, and the hat's top lies above the head's.
        assert_int_equal(mesh.islands[v], hat ? 0 : 1);
    }
    assert_int_equal(in_hat, 8 * 9); // columns 150..170 and rows 20..40 in cells of 3 px: 7 x 8
    pantin_mesh_free(&mesh);
    pantin_drawing_free(&drawing);
}

static void a_head_2_px_above_the_body_is_joined_by_its_cell(void **state) {
    (void)state;
    pantin_image image = figure_person(9, 20, 180);
    figure_erase(&image, 0, 60, 200, 62);
    pantin_drawing drawing = figure_drawing(&image);
    assert_int_equal(drawing.island_count, 2); // of ink
    pantin_mesh mesh = figure_mesh(&drawing, 0);
    figure_check_mesh(&mesh);
    assert_int_equal(mesh.island_count, 1); // of the sheet: rows 60..62 are one row of cells
    assert_true(mesh.coverage == 1.0);
    pantin_mesh_free(&mesh);
    pantin_drawing_free(&drawing);
}

static void squares_that_touch_at_a_corner_share_its_vertex(void **state) {
    (void)state;
    pantin_image image = figure_blank(120, 120);
    figure_fill(&image, 10, 10, 60, 60);
    figure_fill(&image, 60, 60, 110, 110);
    pantin_drawing drawing = figure_drawing(&image);
    assert_int_equal(drawing.island_count, 1);
    // Cells of 10 px meet at exactly the corner (60, 60).
    pantin_mesh mesh = figure_mesh(&drawing, 10);
    figure_check_mesh(&mesh);
    assert_int_equal(mesh.island_count, 1);
    assert_int_equal(mesh.vertex_count, 36 + 36 - 1);
    assert_int_equal(mesh.triangle_count, 2 * (25 + 25));
    pantin_mesh_free(&mesh);
    pantin_drawing_free(&drawing);
}

// --- children's drawings ------------------------------------------------------------------------

static void every_joint_of_four_childrens_drawings_attaches(void **state) {
    (void)state;
    for (int child = 1; child <= 4; child++) {
        char folder[512], path[600], names[32][64];
        pantin_vec2 joints[32];
        snprintf(folder, sizeof folder, PANTIN_SHARED "/data/drawings/char%d", child);
        snprintf(path, sizeof path, "%s/char_cfg.yaml", folder);
        int count = figure_read_joints(path, joints, names, 32);
        if (count == 0) skip();
        assert_int_equal(count, 16);
        pantin_drawing drawing = { 0 };
        figure_read_child(folder, &drawing);
        pantin_mesh mesh = figure_mesh(&drawing, 0);
        figure_check_mesh(&mesh);
        print_message(
            "char%d: %d px of ink in %d pieces; %g px: %d vertices, %d triangles, %d pieces, "
            "coverage %g\n",
            child, drawing.ink_count, drawing.island_count, mesh.spacing_px, mesh.vertex_count,
            mesh.triangle_count, mesh.island_count, mesh.coverage);
        assert_true(mesh.coverage == 1.0);
        assert_in_range(mesh.vertex_count, 1000, 2250); // about 1,500
        for (int i = 0; i < count; i++) {
            pantin_mesh_grip grip = { 0 };
            pantin_error error = { 0 };
            if (!attach(&mesh, &drawing, names[i], joints[i], &grip, &error))
                fail_msg("char%d: %s %s", child, error.where, error.text);
            assert_true(grip.count >= 3);
            pantin_mesh_grip_free(&grip);
        }
        pantin_mesh_free(&mesh);
        pantin_drawing_free(&drawing);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limbs_of_any_thickness_stay_whole_and_hold_handles),
        cmocka_unit_test(arms_that_run_off_the_picture_lose_nothing),
        cmocka_unit_test(a_hand_3_px_off_snaps_and_one_30_px_off_is_named),
        cmocka_unit_test(a_hat_that_floats_is_a_piece_of_its_own),
        cmocka_unit_test(a_head_2_px_above_the_body_is_joined_by_its_cell),
        cmocka_unit_test(squares_that_touch_at_a_corner_share_its_vertex),
        cmocka_unit_test(every_joint_of_four_childrens_drawings_attaches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
