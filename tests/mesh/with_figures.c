// with_figures.c — a person made of bars whose limbs can be as thin as a pixel.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>

#include "with_figures.h"

static void set_alpha(pantin_image *image, int left, int top, int right, int bottom,
                      uint8_t alpha) {
    for (int y = top; y < bottom; y++)
        for (int x = left; x < right; x++) image->pixels[4 * (y * image->width + x) + 3] = alpha;
}

pantin_image figure_blank(int width, int height) {
    pantin_image image = { 0 };
    assert_true(pantin_image_create(width, height, &image, NULL));
    return image;
}

void figure_fill(pantin_image *image, int left, int top, int right, int bottom) {
    set_alpha(image, left, top, right, bottom, 255);
}

void figure_erase(pantin_image *image, int left, int top, int right, int bottom) {
    set_alpha(image, left, top, right, bottom, 0);
}

pantin_image figure_person(int limb, int arm_left, int arm_right) {
    pantin_image image = figure_blank(200, 200);
    figure_fill(&image, 80, 60, 120, 140);                   // body
    figure_fill(&image, 85, 25, 115, 60);                    // head
    figure_fill(&image, arm_left, 75, arm_right, 75 + limb); // both arms
    figure_fill(&image, 88, 140, 88 + limb, 190);            // legs
    figure_fill(&image, 108, 140, 108 + limb, 190);
    return image;
}

const char *const figure_joint_names[FIGURE_JOINTS] = {
    "centre",     "neck",      "head",      "left_elbow", "left_hand",  "left_tip",   "right_elbow",
    "right_hand", "right_tip", "left_knee", "left_foot",  "right_knee", "right_foot",
};

void figure_joints(int limb, pantin_vec2 joints[FIGURE_JOINTS]) {
    double arm = 75 + limb / 2.0, leg = limb / 2.0;
    const pantin_vec2 places[FIGURE_JOINTS] = {
        { 100, 100 },       { 100, 60 },       { 100, 40 },       { 150, arm }, { 170, arm },
        { 179, arm },       { 50, arm },       { 30, arm },       { 21, arm },  { 108 + leg, 165 },
        { 108 + leg, 188 }, { 88 + leg, 165 }, { 88 + leg, 188 },
    };
    for (int i = 0; i < FIGURE_JOINTS; i++) joints[i] = places[i];
}

pantin_drawing figure_drawing(pantin_image *image) {
    pantin_drawing drawing = { 0 };
    assert_true(pantin_drawing_make("figure", image, &drawing, NULL));
    return drawing;
}

pantin_mesh figure_mesh(const pantin_drawing *drawing, double spacing_px) {
    pantin_mesh_options options = pantin_mesh_defaults();
    options.spacing_px = spacing_px;
    pantin_mesh mesh = { 0 };
    pantin_error error = { 0 };
    if (!pantin_mesh_make(drawing, &options, &mesh, &error))
        fail_msg("%s: %s", error.where, error.text);
    return mesh;
}

void figure_check_mesh(const pantin_mesh *mesh) {
    unsigned char *used = calloc((size_t)mesh->vertex_count, 1);
    assert_non_null(used);
    for (int t = 0; t < mesh->triangle_count; t++) {
        const int *c = mesh->triangles[t];
        for (int k = 0; k < 3; k++) {
            assert_in_range(c[k], 0, mesh->vertex_count - 1);
            used[c[k]] = 1;
            assert_int_equal(mesh->islands[c[k]], mesh->islands[c[0]]);
        }
        pantin_vec2 p = mesh->vertices[c[0]], q = mesh->vertices[c[1]], r = mesh->vertices[c[2]];
        assert_true((q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x) > 0);
    }
    for (int v = 0; v < mesh->vertex_count; v++) {
        assert_true(used[v]);
        assert_in_range(mesh->islands[v], 0, mesh->island_count - 1);
    }
    free(used);
}
