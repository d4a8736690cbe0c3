// The order in which a sheet is drawn: trunk first, each limb in one piece, large limbs under small ones.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "pantin/mesh.h"

typedef struct box {
    int left, top, right, bottom;
} box;

/// A body with a head on a neck and two thin arms.
static const box body = { 80, 90, 140, 180 }, neck = { 104, 76, 116, 90 },
                 head = { 86, 30, 134, 76 }, left_arm = { 10, 100, 80, 108 },
                 right_arm = { 140, 100, 210, 108 };

static pantin_drawing figure(void) {
    pantin_image image = { 0 };
    assert_true(pantin_image_create(220, 200, &image, NULL));
    const box parts[] = { body, neck, head, left_arm, right_arm };
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
        for (int y = parts[k].top; y < parts[k].bottom; y++)
            memset(image.pixels + 4 * (220 * y + parts[k].left), 255,
                   4 * (size_t)(parts[k].right - parts[k].left));
    pantin_drawing drawing = { 0 };
    assert_true(pantin_drawing_make("figure", &image, &drawing, NULL));
    return drawing;
}

/// Places in the drawing order of the triangles whose centroid lies well inside a part.
static void places(const pantin_mesh *mesh, box part, double margin, int *first, int *last,
                   int *count) {
    *first = mesh->triangle_count, *last = -1, *count = 0;
    for (int t = 0; t < mesh->triangle_count; t++) {
        double x = 0, y = 0;
        for (int k = 0; k < 3; k++) {
            x += mesh->vertices[mesh->triangles[t][k]].x / 3;
            y += mesh->vertices[mesh->triangles[t][k]].y / 3;
        }
        if (x < part.left + margin || x > part.right - margin || y < part.top - 3 ||
            y > part.bottom + 3)
            continue;
        if (*first > t) *first = t;
        *last = t;
        (*count)++;
    }
    assert_true(*count > 8);
}

static void a_limb_is_one_piece_over_the_trunk(void **state) {
    (void)state;
    const pantin_mesh_style styles[] = { PANTIN_MESH_GRID, PANTIN_MESH_DELAUNAY };
    for (int s = 0; s < 2; s++) {
        pantin_drawing drawing = figure();
        pantin_mesh_options options = pantin_mesh_defaults();
        options.style = styles[s];
        options.spacing_px = 4;
        pantin_mesh mesh = { 0 };
        assert_true(pantin_mesh_make(&drawing, &options, &mesh, NULL));
        int body_first, body_last, head_first, head_last, left_first, left_last, right_first,
            right_last, n;
        places(&mesh, (box){ body.left, 130, body.right, body.bottom }, 12, &body_first, &body_last,
               &n);
        places(&mesh, (box){ head.left, 36, head.right, 64 }, 6, &head_first, &head_last, &n);
        places(&mesh, (box){ left_arm.left, left_arm.top, 60, left_arm.bottom }, 4, &left_first,
               &left_last, &n);
        places(&mesh, (box){ 160, right_arm.top, right_arm.right, right_arm.bottom }, 4,
               &right_first, &right_last, &n);
        assert_true(body_last < head_first); // the head lies over the body
        assert_true(head_last < left_first); // the arms, which are smaller, over the head
        assert_true(head_last < right_first);
        assert_true(left_last < right_first || right_last < left_first); // and never mix
        pantin_mesh_free(&mesh);
        pantin_drawing_free(&drawing);
    }
}

static void within_a_limb_triangles_go_outward(void **state) {
    (void)state;
    pantin_drawing drawing = figure();
    pantin_mesh_options options = pantin_mesh_defaults();
    options.spacing_px = 4;
    pantin_mesh mesh = { 0 };
    assert_true(pantin_mesh_make(&drawing, &options, &mesh, NULL));
    double reached = 1e9;
    for (int t = 0; t < mesh.triangle_count; t++) {
        const int *v = mesh.triangles[t];
        double x = (mesh.vertices[v[0]].x + mesh.vertices[v[1]].x + mesh.vertices[v[2]].x) / 3;
        if (x > 60) continue; // the left arm, from the body to the hand
        assert_true(x < reached + 2 * options.spacing_px);
        if (x < reached) reached = x;
    }
    assert_true(reached < 14);
    pantin_mesh_free(&mesh);
    pantin_drawing_free(&drawing);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_limb_is_one_piece_over_the_trunk),
        cmocka_unit_test(within_a_limb_triangles_go_outward),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
