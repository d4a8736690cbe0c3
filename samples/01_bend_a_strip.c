// 01_bend_a_strip.c — the smallest use of the library: a mesh, two handles, one solve, its report.
//
// What: a strip of 40 x 4 cells is held at both ends; its right end is carried toward its left one,
//       so that the strip becomes an arch. Why: this is the bending contract, all of it. All else
//       (puppets, scores, shows) only makes meshes, handles and targets for this one call.
// Run:  01_bend_a_strip            (needs only libpantin: no file, no drawing)
// Look: no triangle is turned over; the ends are where they were sent; the rest found its own way.
// SPDX-License-Identifier: MIT
#include <stdio.h>
#include <stdlib.h>

#include "pantin/deform.h"

enum { CELLS = 40, ROWS = 4, SIDE = 5, VERTICES = (CELLS + 1) * (ROWS + 1) };

static int vertex_at(int column, int row) { return row * (CELLS + 1) + column; }

static bool make_strip(pantin_mesh *mesh, pantin_error *error) {
    static pantin_vec2 vertices[VERTICES];
    static int triangles[2 * CELLS * ROWS][3];
    for (int row = 0; row <= ROWS; row++)
        for (int column = 0; column <= CELLS; column++)
            vertices[vertex_at(column, row)] = (pantin_vec2){ SIDE * column, SIDE * row };
    int (*next)[3] = triangles;
    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column < CELLS; column++) {
            int a = vertex_at(column, row), b = vertex_at(column + 1, row);
            int c = vertex_at(column + 1, row + 1), d = vertex_at(column, row + 1);
            // x right, y down: clockwise as seen is positive area.
            const int cell[2][3] = { { a, b, c }, { a, c, d } };
            for (int t = 0; t < 2; t++, next++)
                for (int k = 0; k < 3; k++) (*next)[k] = cell[t][k];
        }
    return pantin_mesh_copy(vertices, VERTICES, (const int (*)[3])triangles, 2 * CELLS * ROWS, mesh,
                            error);
}

/// A picture in letters: the strip's middle line, 60 columns wide.
static void draw(const pantin_point32 *bent) {
    char page[12][61];
    for (int y = 0; y < 12; y++) snprintf(page[y], sizeof page[y], "%60s", "");
    for (int column = 0; column <= CELLS; column++) {
        pantin_point32 at = bent[vertex_at(column, ROWS / 2)];
        int x = 6 + (int)(at.x / 4), y = 9 + (int)(at.y / 8);
        if (x >= 0 && x < 60 && y >= 0 && y < 12) page[y][x] = '#';
    }
    for (int y = 0; y < 12; y++) printf("%s\n", page[y]);
}

int main(void) {
    pantin_error error = { 0 };
    pantin_mesh mesh = { 0 };
    int left[ROWS + 1], right[ROWS + 1];
    for (int row = 0; row <= ROWS; row++) {
        left[row] = vertex_at(0, row);
        right[row] = vertex_at(CELLS, row);
    }
    // free_turn false: the ends are held at an angle, too.
    const pantin_patch patches[2] = { { left, ROWS + 1, 1000, false },
                                      { right, ROWS + 1, 1000, false } };
    // A quarter turn to the left, a quarter turn to the right: both ends stand on the ground.
    const double quarter = 1.5707963267948966;
    const pantin_target targets[2] = { { { 0, 10 }, -quarter, 1 }, { { 120, 10 }, quarter, 1 } };

    const pantin_deformer *deformer = pantin_deformer_find(PANTIN_DEFAULT_METHOD, &error);
    void *machine = NULL;
    int code = 2;
    if (deformer != NULL && make_strip(&mesh, &error)) {
        pantin_deform_setup setup = { .rest = &mesh, .patches = patches, .patch_count = 2 };
        machine = deformer->create(&setup, NULL, &error); // orders and factors: once a handle set
    }
    if (machine != NULL) {
        static pantin_point32 bent[VERTICES];
        pantin_handle_report handles[2];
        const pantin_point32 *before = NULL; // no frame before: a jump, from the rest
        pantin_deform_report report = { 0 };
        for (int frame = 0; frame < 20; frame++) { // each solve starts where the last one stopped
            report = deformer->solve(machine, targets, NULL, before, NULL, 0, (pantin_budget){ 0 },
                                     bent, handles, NULL);
            before = bent;
        }
        draw(bent);
        printf("%s: %s, %d of %d triangles turned over, smallest area ratio %.2f, energy %.4f\n",
               deformer->name, pantin_deform_status_name(report.status), report.quality.inverted,
               mesh.triangle_count, report.quality.min_area_ratio,
               report.quality.energy_normalized);
        printf("the ends missed their targets by %.3f and %.3f px\n", handles[0].error_px,
               handles[1].error_px);
        code = report.quality.inverted > 0;
        deformer->destroy(machine);
    } else {
        fprintf(stderr, "01_bend_a_strip: %s: %s\n", error.where, error.text);
    }
    pantin_mesh_free(&mesh);
    return code;
}
