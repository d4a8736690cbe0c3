// test_bending.c — a limb held at its ends alone bends at its elbow or knee, and its bones stay straight.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "limb_bend.h"

enum { LIMBS = 5, ANGLES = 3, CASES = LIMBS * ANGLES };

typedef struct limb {
    int body;
    const char *side, *joint;
} limb;

static int compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/// In place: its skeleton points into it.
static void load(bendable *b, bool real, int body) {
    pantin_error error = { 0 };
    char name[16];
    snprintf(name, sizeof name, "char%d", body + 1);
    if (!(real ? bendable_from_drawing(b, name, PANTIN_MESH_DELAUNAY, 1500, &error)
               : bendable_from_shape(b, body, PANTIN_MESH_DELAUNAY, 900, &error)))
        fail_msg("%s: %s", error.where, error.text);
}

/// Bones as they are made, pull 3; 60, -100 and 140 degrees.
static void bend_limbs(bool real, const limb *limbs) {
    static const double angles[ANGLES] = { 60, -100, 140 };
    double near[CASES], sag[CASES];
    for (int k = 0; k < CASES; k++) {
        const limb *l = &limbs[k / ANGLES];
        bendable b;
        load(&b, real, l->body);
        limb_bend got = { 0 };
        assert_true(limb_bend_at(&b, l->side, l->joint, angles[k % ANGLES], 3, false, &got));
        assert_int_equal(got.flaws, 0);
        assert_true(got.worst_px <= 0.5);
        near[k] = got.near;
        sag[k] = got.sag_deg;
        bendable_free(&b);
    }
    qsort(near, CASES, sizeof *near, compare_doubles);
    qsort(sag, CASES, sizeof *sag, compare_doubles);
    print_message("%.1f %% of the turn near the joint (least %.1f), sag %.1f degrees (most %.1f)\n",
                  100 * near[CASES / 2], 100 * near[0], sag[CASES / 2], sag[CASES - 1]);
    assert_true(near[CASES / 2] >= 0.85);
    assert_true(sag[CASES / 2] <= 5);
    assert_true(sag[CASES - 1] <= 10);
}

static void limbs_of_figures_bend_at_their_joints(void **state) {
    (void)state;
    static const limb limbs[LIMBS] = { { 0, "right", "elbow" },
                                       { 1, "left", "knee" },
                                       { 2, "right", "elbow" },
                                       { 3, "right", "knee" },
                                       { 4, "left", "elbow" } };
    bend_limbs(false, limbs);
}

static void limbs_of_real_drawings_bend_at_their_joints(void **state) {
    (void)state;
    static const limb limbs[LIMBS] = { { 1, "right", "elbow" },
                                       { 1, "left", "knee" },
                                       { 2, "right", "elbow" },
                                       { 3, "right", "knee" },
                                       { 3, "left", "elbow" } };
    pantin_bytes bytes = { 0 };
    if (!bendable_file("char1", "char_cfg.yaml", &bytes, NULL)) skip();
    pantin_bytes_free(&bytes);
    bend_limbs(true, limbs);
}

static void limbs_that_share_a_handle_do_not_both_get_bones(void **state) {
    (void)state;
    // A comb so coarse that the middles of its third and fourth tooth hold the same vertices.
    bendable b;
    pantin_error error = { 0 };
    if (!bendable_from_shape(&b, 13, PANTIN_MESH_GRID, 150, &error))
        fail_msg("%s: %s", error.where, error.text);
    assert_true(b.count < b.joint_count);
    assert_true(b.piece->bone_count > 0 && b.piece->bone_count < 16);
    bendable_free(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limbs_of_figures_bend_at_their_joints),
        cmocka_unit_test(limbs_of_real_drawings_bend_at_their_joints),
        cmocka_unit_test(limbs_that_share_a_handle_do_not_both_get_bones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
