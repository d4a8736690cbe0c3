// with_figures.c — a person made of bars whose limbs can be as thin as a pixel.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "with_figures.h"

#include <math.h>

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

/// Where a triangle of a grid stood before the sheet was layered: its cell row by row, then its half,
/// the one with the cell's whole upper edge first.
static double row_place(const pantin_mesh *mesh, int t) {
    pantin_vec2 p[3], low = { 1e9, 1e9 };
    int upper = 0;
    for (int k = 0; k < 3; k++) {
        p[k] = mesh->vertices[mesh->triangles[t][k]];
        low.x = fmin(low.x, p[k].x), low.y = fmin(low.y, p[k].y);
    }
    for (int k = 0; k < 3; k++) upper += p[k].y == low.y;
    return 1e6 * low.y + low.x + (upper == 2 ? 0 : 1e-3);
}

/// Grid meshes are looked at cell by cell; in which order they are drawn is test_layers' business.
static void sort_by_rows(pantin_mesh *mesh) {
    for (int a = 1; a < mesh->triangle_count; a++)
        for (int b = a; b > 0 && row_place(mesh, b) < row_place(mesh, b - 1); b--)
            for (int k = 0; k < 3; k++) {
                int held = mesh->triangles[b][k];
                mesh->triangles[b][k] = mesh->triangles[b - 1][k];
                mesh->triangles[b - 1][k] = held;
            }
}

pantin_mesh figure_mesh(const pantin_drawing *drawing, double spacing_px) {
    pantin_mesh_options options = pantin_mesh_defaults();
    options.spacing_px = spacing_px;
    pantin_mesh mesh = { 0 };
    pantin_error error = { 0 };
    if (!pantin_mesh_make(drawing, &options, &mesh, &error))
        fail_msg("%s: %s", error.where, error.text);
    if (mesh.triangle_count < 2000) sort_by_rows(&mesh);
    return mesh;
}

pantin_mesh figure_delaunay(const pantin_drawing *drawing, double spacing_px, double border_px) {
    pantin_mesh_options options = pantin_mesh_defaults();
    options.style = PANTIN_MESH_DELAUNAY;
    options.spacing_px = spacing_px;
    options.border_px = border_px;
    pantin_mesh mesh = { 0 };
    pantin_error error = { 0 };
    if (!pantin_mesh_make(drawing, &options, &mesh, &error))
        fail_msg("%s: %s", error.where, error.text);
    return mesh;
}

double figure_area(const pantin_mesh *mesh) {
    double area = 0;
    for (int t = 0; t < mesh->triangle_count; t++) {
        const int *c = mesh->triangles[t];
        pantin_vec2 p = mesh->vertices[c[0]], q = mesh->vertices[c[1]], r = mesh->vertices[c[2]];
        area += ((q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)) / 2;
    }
    return area;
}

/// The joints of a char_cfg.yaml, whose layout is always a dash, "loc:", two dashed numbers,
/// "name:".
int figure_read_joints(const char *path, pantin_vec2 *points, char (*names)[64], int most) {
    FILE *file = fopen(path, "r");
    if (!file) return 0;
    char line[256], name[64];
    int count = 0, seen = 0;
    double place[2] = { 0, 0 }, value;
    while (fgets(line, sizeof line, file)) {
        if (strstr(line, "loc:")) seen = 0;
        if (seen < 2 && sscanf(line, " - %lf", &value) == 1) place[seen++] = value;
        if (count < most && sscanf(line, " name: %63s", name) == 1) {
            points[count] = (pantin_vec2){ place[0], place[1] };
            memcpy(names[count++], name, sizeof name);
        }
    }
    fclose(file);
    return count;
}

void figure_read_child(const char *folder, pantin_drawing *drawing) {
    char path[600];
    pantin_error error = { 0 };
    pantin_image picture = { 0 }, mask = { 0 };
    snprintf(path, sizeof path, "%s/texture.png", folder);
    if (!pantin_image_load(path, &picture, &error)) fail_msg("%s: %s", error.where, error.text);
    snprintf(path, sizeof path, "%s/mask.png", folder);
    if (!pantin_image_load(path, &mask, &error)) fail_msg("%s: %s", error.where, error.text);
    assert_true(pantin_image_mask(&picture, &mask, path, &error));
    assert_true(pantin_drawing_make(folder, &picture, drawing, &error));
    pantin_image_free(&mask);
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
