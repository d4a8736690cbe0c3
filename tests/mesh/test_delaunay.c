// test_delaunay.c — meshes that follow the outline: what users draw, four children's drawings, 200
// polygons with holes, and masks that no one should draw.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "refusals.h"
#include "with_figures.h"

#define DEGREE (3.14159265358979323846 / 180.0)

// --- judging ------------------------------------------------------------------------------------

/// An edge that one triangle has, inside on the side where area is positive.
typedef struct border_edge {
    pantin_vec2 from, to;
} border_edge;

static int compare_keys(const void *a, const void *b) {
    const int64_t *p = a, *q = b;
    return (p[0] > q[0]) - (p[0] < q[0]);
}

/// The edges without a neighbour; owned by the caller.
static border_edge *border_of(const pantin_mesh *mesh, int *count) {
    size_t edges = (size_t)mesh->triangle_count * 3;
    int64_t(*keys)[2] = calloc(edges, sizeof *keys); // lesser vertex, greater; triangle and corner
    border_edge *border = calloc(edges, sizeof *border);
    assert_non_null(keys);
    assert_non_null(border);
    for (size_t i = 0; i < edges; i++) {
        int a = mesh->triangles[i / 3][i % 3], b = mesh->triangles[i / 3][(i + 1) % 3];
        keys[i][0] = (int64_t)(a < b ? a : b) * mesh->vertex_count + (a < b ? b : a);
        keys[i][1] = (int64_t)i;
    }
    qsort(keys, edges, sizeof *keys, compare_keys);
    *count = 0;
    for (size_t i = 0; i < edges; i++) {
        bool twice = i + 1 < edges && keys[i + 1][0] == keys[i][0];
        if (twice) { // at most two triangles share an edge
            assert_false(i + 2 < edges && keys[i + 2][0] == keys[i][0]);
            i++;
            continue;
        }
        size_t at = (size_t)keys[i][1];
        border[*count].from = mesh->vertices[mesh->triangles[at / 3][at % 3]];
        border[(*count)++].to = mesh->vertices[mesh->triangles[at / 3][(at + 1) % 3]];
    }
    free(keys);
    return border;
}

/// From the middle of edge i straight inward to the next edge.
static double width_at(const border_edge *border, int count, int i) {
    pantin_vec2 a = border[i].from, b = border[i].to;
    pantin_vec2 from = { (a.x + b.x) / 2, (a.y + b.y) / 2 };
    double length = hypot(b.x - a.x, b.y - a.y), nearest = INFINITY;
    pantin_vec2 way = { -(b.y - a.y) / length, (b.x - a.x) / length };
    for (int j = 0; j < count; j++) {
        pantin_vec2 p = border[j].from, q = border[j].to;
        double left = way.x * (p.y - from.y) - way.y * (p.x - from.x);
        double right = way.x * (q.y - from.y) - way.y * (q.x - from.x);
        if (j == i || (left > 0) == (right > 0)) continue;
        double share = left / (left - right);
        double away = (p.x + (q.x - p.x) * share - from.x) * way.x +
                      (p.y + (q.y - p.y) * share - from.y) * way.y;
        if (away > 0 && away < nearest) nearest = away;
    }
    return nearest;
}

static void check_segments(const pantin_mesh *mesh) {
    int count;
    border_edge *border = border_of(mesh, &count);
    for (int i = 0; i < count; i++) {
        double length = hypot(border[i].to.x - border[i].from.x, border[i].to.y - border[i].from.y);
        assert_true(length <= 8 * width_at(border, count, i));
    }
    free(border);
}

/// What holds for every mesh: sound, as many pieces as the ink, all the ink, no sharp triangle.
static void check_all(const pantin_drawing *drawing, const pantin_mesh *mesh) {
    figure_check_mesh(mesh);
    assert_int_equal(mesh->island_count, drawing->island_count);
    assert_true(mesh->coverage >= 0.99);
    assert_true(mesh->smallest_angle >= 20 * DEGREE);
}

// --- figures ------------------------------------------------------------------------------------

static void check_person(pantin_image *image, int limb, double spacing, double border) {
    pantin_drawing drawing = figure_drawing(image);
    pantin_mesh mesh = figure_delaunay(&drawing, spacing, border);
    check_all(&drawing, &mesh);
    check_segments(&mesh);
    assert_int_equal(mesh.island_count, 1);
    // Half a pixel of the outline may be missing: 1 % of 4,470 px is less than its corners.
    assert_true(figure_area(&mesh) >= 0.99 * drawing.ink_count);
    pantin_vec2 joints[FIGURE_JOINTS];
    figure_joints(limb, joints);
    for (int i = 0; i < FIGURE_JOINTS; i++) {
        pantin_mesh_grip grip = { 0 };
        pantin_error error = { 0 };
        if (!pantin_mesh_grip_at(&mesh, &drawing, figure_joint_names[i], joints[i],
                                 0.8 * mesh.spacing_px, &grip, &error))
            fail_msg("limbs of %d px: %s %s", limb, error.where, error.text);
        assert_true(grip.count >= 3);
        pantin_mesh_grip_free(&grip);
    }
    pantin_mesh_free(&mesh);
    pantin_drawing_free(&drawing);
}

static void limbs_of_any_thickness_stay_whole_at_any_spacing(void **state) {
    (void)state;
    static const int limbs[] = { 1, 2, 3, 5, 9 };
    static const double spacings[] = { 0, 2, 7, 20, 200 }, borders[] = { 0, 1, 3, 10 };
    for (int i = 0; i < 5; i++)
        for (int s = 0; s < 5; s++)
            for (int b = 0; b < 4; b++) {
                pantin_image image = figure_person(limbs[i], 20, 180);
                check_person(&image, limbs[i], spacings[s], borders[b]);
            }
}

static void arms_that_run_off_the_picture_lose_nothing(void **state) {
    (void)state;
    static const int limbs[] = { 1, 2, 3, 5, 9 };
    for (int i = 0; i < 5; i++) {
        pantin_image image = figure_person(limbs[i], 0, 200);
        check_person(&image, limbs[i], 0, i % 2 ? 0 : 3);
    }
}

static void a_hand_3_px_off_snaps_and_one_30_px_off_is_named(void **state) {
    (void)state;
    pantin_image image = figure_person(9, 20, 180);
    pantin_drawing drawing = figure_drawing(&image);
    pantin_mesh mesh = figure_delaunay(&drawing, 0, 3);
    pantin_mesh_grip grip = { 0 };
    pantin_error error = { 0 };
    assert_true(
        pantin_mesh_grip_at(&mesh, &drawing, "hand", (pantin_vec2){ 30, 72 }, 2.4, &grip, &error));
    assert_true(grip.snapped_px == 3.0);
    pantin_mesh_grip_free(&grip);
    assert_false(
        pantin_mesh_grip_at(&mesh, &drawing, "hand", (pantin_vec2){ 30, 45 }, 2.4, &grip, &error));
    assert_string_equal(error.where, "hand");
    assert_non_null(strstr(error.text, "lies 30 px off the ink"));
    pantin_mesh_free(&mesh);
    pantin_drawing_free(&drawing);
}

static void a_hat_that_floats_and_a_head_2_px_above_are_pieces(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++)
        for (int border = 0; border <= 32; border += 4) {
            pantin_image image = figure_person(9, 20, 180);
            if (k == 0) figure_fill(&image, 150, 20, 170, 40);
            if (k == 1) figure_erase(&image, 0, 60, 200, 62);
            pantin_drawing drawing = figure_drawing(&image);
            pantin_mesh mesh = figure_delaunay(&drawing, 0, border);
            check_all(&drawing, &mesh);
            assert_int_equal(mesh.island_count, 2);
            pantin_mesh_free(&mesh);
            pantin_drawing_free(&drawing);
        }
}

static void squares_that_touch_at_a_corner_are_one_piece(void **state) {
    (void)state;
    for (int border = 0; border <= 3; border++) {
        pantin_image image = figure_blank(120, 120);
        figure_fill(&image, 10, 10, 60, 60);
        figure_fill(&image, 60, 60, 110, 110);
        pantin_drawing drawing = figure_drawing(&image);
        pantin_mesh mesh = figure_delaunay(&drawing, 10, border);
        check_all(&drawing, &mesh);
        check_segments(&mesh);
        assert_int_equal(mesh.island_count, 1);
        pantin_mesh_free(&mesh);
        pantin_drawing_free(&drawing);
    }
}

/// Two arms 4 px thick, 3 px apart, on a body at one end.
static void arms_side_by_side_are_not_webbed(void **state) {
    (void)state;
    pantin_image image = figure_blank(160, 80);
    figure_fill(&image, 10, 10, 50, 70);
    figure_fill(&image, 50, 30, 150, 34);
    figure_fill(&image, 50, 37, 150, 41);
    pantin_drawing drawing = figure_drawing(&image);
    for (int border = 0; border <= 6; border += 3) {
        pantin_mesh mesh = figure_delaunay(&drawing, 8, border);
        check_all(&drawing, &mesh);
        // No triangle has corners on both sides of the gap, but where the border fills its end.
        for (int t = 0; t < mesh.triangle_count; t++) {
            bool above = false, below = false;
            for (int k = 0; k < 3; k++) {
                pantin_vec2 p = mesh.vertices[mesh.triangles[t][k]];
                if (p.x < 58 + 2 * border || p.x > 149) continue;
                above |= p.y < 35;
                below |= p.y > 36;
            }
            assert_false(above && below);
        }
        pantin_mesh_free(&mesh);
    }
    pantin_drawing_free(&drawing);
}

/// Alpha as a soft stroke `radius` thick around (x, y) covers each pixel.
static void stroke(pantin_image *image, double x, double y, double radius) {
    for (int py = (int)(y - radius - 2); py < y + radius + 2; py++)
        for (int px = (int)(x - radius - 2); px < x + radius + 2; px++) {
            double in = radius - hypot(px + 0.5 - x, py + 0.5 - y) + 0.5;
            uint8_t *to = image->pixels + 4 * (py * image->width + px) + 3;
            uint8_t alpha = (uint8_t)(in <= 0 ? 0 : in >= 1 ? 255 : 255 * in);
            if (alpha > *to) *to = alpha;
        }
}

static pantin_image draw_letter_s(void) {
    pantin_image image = figure_blank(200, 240);
    for (int k = 0; k <= 2000; k++) {
        double share = k / 2000.0 * 2, turn = 4.4 * (share < 1 ? share : share - 1);
        if (share < 1)
            stroke(&image, 100 + 45 * cos(-0.3 - turn), 70 + 45 * sin(-0.3 - turn), 12);
        else
            stroke(&image, 100 + 45 * cos(-1.57 + turn), 160 + 45 * sin(-1.57 + turn), 12);
    }
    return image;
}

static void a_letter_s_and_a_ring_have_the_area_of_their_ink(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        pantin_image image = k == 0 ? draw_letter_s() : figure_blank(200, 200);
        if (k == 1)
            for (int turn = 0; turn < 3000; turn++)
                stroke(&image, 100 + 60 * cos(turn / 477.0), 100 + 60 * sin(turn / 477.0), 20);
        pantin_drawing drawing = figure_drawing(&image);
        pantin_mesh mesh = figure_delaunay(&drawing, 0, 0);
        check_all(&drawing, &mesh);
        assert_true(fabs(figure_area(&mesh) / drawing.ink_count - 1) < 0.01);
        int count;
        border_edge *border = border_of(&mesh, &count);
        double hole = 0; // the ring's inner border runs the other way
        for (int i = 0; i < count && k == 1; i++) {
            pantin_vec2 a = border[i].from, b = border[i].to;
            if (hypot(a.x - 100, a.y - 100) < 60) hole += (a.x * b.y - a.y * b.x) / 2;
        }
        if (k == 1) assert_true(fabs(-hole / (acos(-1) * 40 * 40) - 1) < 0.02);
        free(border);
        pantin_mesh_free(&mesh);
        pantin_drawing_free(&drawing);
    }
}

static void put_line(pantin_image *image, int x0, int y0, int x1, int y1) {
    for (int k = 0; k <= 400; k++) {
        int x = (int)lround(x0 + (x1 - x0) * (k / 400.0)),
            y = (int)lround(y0 + (y1 - y0) * (k / 400.0));
        figure_fill(image, x, y, x + 1, y + 1);
    }
}

static void a_stick_figure_one_pixel_thin_is_one_mesh(void **state) {
    (void)state;
    static const double spacings[] = { 0, 2, 11, 60 };
    for (int k = 0; k < 16; k++) {
        pantin_image image = figure_blank(160, 200);
        put_line(&image, 80, 60, 80, 120);
        put_line(&image, 80, 70, 30, 100);
        put_line(&image, 80, 70, 125, 40);
        put_line(&image, 80, 120, 50, 180);
        put_line(&image, 80, 120, 113, 185);
        for (int turn = 0; turn < 2000; turn++) {
            int x = (int)lround(80 + 20 * cos(turn / 318.0));
            int y = (int)lround(40 + 20 * sin(turn / 318.0));
            figure_fill(&image, x, y, x + 1, y + 1);
        }
        pantin_drawing drawing = figure_drawing(&image);
        pantin_mesh mesh = figure_delaunay(&drawing, spacings[k % 4], k / 4);
        check_all(&drawing, &mesh);
        check_segments(&mesh);
        assert_int_equal(mesh.island_count, 1);
        pantin_mesh_free(&mesh);
        pantin_drawing_free(&drawing);
    }
}

// --- children's drawings ------------------------------------------------------------------------

static void four_childrens_drawings_are_kept_whole_and_hold_their_joints(void **state) {
    (void)state;
    for (int child = 1; child <= 4; child++) {
        char folder[512], path[600], names[32][64];
        pantin_vec2 joints[32];
        snprintf(folder, sizeof folder, PANTIN_SHARED "/data/drawings/char%d", child);
        snprintf(path, sizeof path, "%s/char_cfg.yaml", folder);
        int count = figure_read_joints(path, joints, names, 32);
        if (count == 0) skip();
        pantin_drawing drawing = { 0 };
        figure_read_child(folder, &drawing);
        pantin_mesh mesh = figure_delaunay(&drawing, 0, 3);
        check_all(&drawing, &mesh);
        check_segments(&mesh);
        print_message(
            "char%d: %g px: %d vertices, %d triangles, %d pieces, coverage %g, angle %.1f\n", child,
            mesh.spacing_px, mesh.vertex_count, mesh.triangle_count, mesh.island_count,
            mesh.coverage, mesh.smallest_angle / DEGREE);
        assert_in_range(mesh.vertex_count, 1000, 2000);
        for (int i = 0; i < count; i++) {
            pantin_mesh_grip grip = { 0 };
            pantin_error error = { 0 };
            if (!pantin_mesh_grip_at(&mesh, &drawing, names[i], joints[i], 0.8 * mesh.spacing_px,
                                     &grip, &error))
                fail_msg("char%d: %s %s", child, error.where, error.text);
            pantin_mesh_grip_free(&grip);
        }
        pantin_mesh_free(&mesh);
        pantin_drawing_free(&drawing);
    }
}

// --- laws ---------------------------------------------------------------------------------------

/// Fills what an even-odd polygon of up to 30 corners anywhere encloses, and erases another.
static pantin_image draw_any(uint64_t seed) {
    random_state random = random_make(seed);
    int width = 40 + random_below(&random, 120), height = 40 + random_below(&random, 120);
    pantin_image image = figure_blank(width, height);
    for (int pass = 0; pass < 3; pass++) {
        pantin_vec2 corners[30];
        int count = 3 + random_below(&random, 28);
        for (int i = 0; i < count; i++)
            corners[i] = (pantin_vec2){ random_between(&random, -5, width + 5),
                                        random_between(&random, -5, height + 5) };
        for (int i = 0; i < width * height; i++) {
            double x = i % width + 0.5, y = i / width + 0.5;
            bool inside = false;
            for (int k = 0, j = count - 1; k < count; j = k++) {
                pantin_vec2 a = corners[j], b = corners[k];
                if ((a.y > y) != (b.y > y) && x < a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y))
                    inside = !inside;
            }
            if (inside) image.pixels[4 * i + 3] = pass == 1 ? 0 : 255;
        }
    }
    return image;
}

static void any_200_polygons_with_holes_keep_their_pieces_and_fair_triangles(void **state) {
    (void)state;
    double sharpest = 90;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        pantin_image image = draw_any(seed);
        pantin_drawing drawing = figure_drawing(&image);
        static const double spacings[] = { 0, 2, 5, 9, 30 }, borders[] = { 3, 0, 1, 0.4, 8, 3, 0 };
        pantin_mesh mesh = figure_delaunay(&drawing, spacings[seed % 5], borders[seed % 7]);
        check_all(&drawing, &mesh);
        check_segments(&mesh);
        sharpest = fmin(sharpest, mesh.smallest_angle / DEGREE);
        pantin_mesh_free(&mesh);
        pantin_drawing_free(&drawing);
    }
    print_message("sharpest angle of 200 polygons: %.1f degrees\n", sharpest);
}

static void the_seed_decides_and_nothing_else(void **state) {
    (void)state;
    pantin_image image = draw_any(7);
    pantin_drawing drawing = figure_drawing(&image);
    pantin_mesh_options options = pantin_mesh_defaults();
    options.style = PANTIN_MESH_DELAUNAY;
    pantin_bytes first = { 0 };
    for (int k = 0; k < 3; k++) {
        pantin_mesh mesh = { 0 };
        pantin_bytes bytes = { 0 };
        options.seed = k == 2 ? 8 : 7;
        assert_true(pantin_mesh_make(&drawing, &options, &mesh, NULL));
        assert_true(pantin_mesh_write(&mesh, 0, &bytes, NULL));
        if (k == 0) first = bytes, bytes = (pantin_bytes){ 0 };
        if (k == 1) {
            assert_int_equal(bytes.size, first.size);
            assert_memory_equal(bytes.data, first.data, first.size);
        }
        if (k == 2)
            assert_true(bytes.size != first.size ||
                        memcmp(bytes.data, first.data, first.size) != 0);
        pantin_bytes_free(&bytes);
        pantin_mesh_free(&mesh);
    }
    pantin_bytes_free(&first);
    pantin_drawing_free(&drawing);
}

static double mean_edge_in(const pantin_mesh *mesh, double left, double top, double right,
                           double bottom) {
    double sum = 0;
    int count = 0;
    for (int t = 0; t < mesh->triangle_count; t++)
        for (int k = 0; k < 3; k++) {
            pantin_vec2 a = mesh->vertices[mesh->triangles[t][k]];
            pantin_vec2 b = mesh->vertices[mesh->triangles[t][(k + 1) % 3]];
            double x = (a.x + b.x) / 2, y = (a.y + b.y) / 2;
            if (x < left || x > right || y < top || y > bottom) continue;
            sum += hypot(b.x - a.x, b.y - a.y);
            count++;
        }
    assert_true(count > 0);
    return sum / count;
}

static void edges_are_as_long_as_asked_and_detail_px_in_regions(void **state) {
    (void)state;
    pantin_image image = figure_blank(200, 200);
    figure_fill(&image, 5, 5, 195, 195);
    pantin_image mask = figure_blank(200, 200);
    for (int y = 140; y < 170; y++)
        for (int x = 140; x < 170; x++)
            for (int k = 0; k < 4; k++) mask.pixels[4 * (y * 200 + x) + k] = 255;
    pantin_drawing drawing = figure_drawing(&image);
    static const pantin_vec2 square[] = { { 30, 30 }, { 60, 30 }, { 60, 60 }, { 30, 60 } };
    const pantin_mesh_region regions[] = { { 30, square, 4, NULL }, { 30, NULL, 0, &mask } };
    pantin_mesh_options options = pantin_mesh_defaults();
    options.style = PANTIN_MESH_DELAUNAY;
    options.spacing_px = 12;
    uint64_t plain = pantin_mesh_hash(&drawing, &options);
    options.regions = regions;
    options.region_count = 2;
    assert_true(pantin_mesh_hash(&drawing, &options) != plain);
    pantin_mesh mesh = { 0 };
    assert_true(pantin_mesh_make(&drawing, &options, &mesh, NULL));
    check_all(&drawing, &mesh);
    // The shortest edges are as long as asked; the mean is 1.18 times that (of a grid 1.14).
    double far = mean_edge_in(&mesh, 20, 130, 80, 180);
    assert_true(far > 1.0 * 12 && far < 1.25 * 12);
    double polygon = mean_edge_in(&mesh, 30, 30, 60, 60);
    double masked = mean_edge_in(&mesh, 140, 140, 170, 170);
    assert_true(polygon > 1.0 * 4 && polygon < 1.25 * 4);
    assert_true(masked > 1.0 * 4 && masked < 1.25 * 4);
    pantin_mesh_free(&mesh);
    pantin_image_free(&mask);
    pantin_drawing_free(&drawing);
}

// --- what no one should draw --------------------------------------------------------------------

static void noise_of_any_density_keeps_every_speck(void **state) {
    (void)state;
    static const int shares[] = { 1, 5, 30, 50, 70, 95, 99 };
    for (int k = 0; k < 14; k++) {
        random_state random = random_make((uint64_t)k + 1);
        pantin_image image = figure_blank(150, 150);
        for (int i = 0; i < 150 * 150; i++)
            if (random_below(&random, 100) < shares[k / 2]) image.pixels[4 * i + 3] = 255;
        pantin_drawing drawing = figure_drawing(&image);
        pantin_mesh mesh = figure_delaunay(&drawing, 0, k % 2 ? 3 : 0);
        check_all(&drawing, &mesh);
        pantin_mesh_free(&mesh);
        pantin_drawing_free(&drawing);
    }
}

static void a_checkerboard_is_one_piece_with_every_hole(void **state) {
    (void)state;
    pantin_image image = figure_blank(60, 60);
    for (int i = 0; i < 3600; i++) image.pixels[4 * i + 3] = (i % 60 + i / 60) & 1 ? 255 : 0;
    pantin_drawing drawing = figure_drawing(&image);
    pantin_mesh mesh = figure_delaunay(&drawing, 0, 0);
    check_all(&drawing, &mesh);
    assert_int_equal(mesh.island_count, 1);
    // V - E + T = pieces - holes; E = (3 T + border) / 2.
    int border_count;
    free(border_of(&mesh, &border_count));
    int euler =
        mesh.vertex_count - (3 * mesh.triangle_count + border_count) / 2 + mesh.triangle_count;
    assert_int_equal(euler, 1 - 29 * 58); // blank cells not at the picture's border
    pantin_mesh_free(&mesh);
    pantin_drawing_free(&drawing);
}

static void one_pixel_has_a_mesh_at_any_spacing(void **state) {
    (void)state;
    for (int border = 0; border <= 32; border += 8) {
        pantin_image image = figure_blank(1, 1);
        figure_fill(&image, 0, 0, 1, 1);
        pantin_drawing drawing = figure_drawing(&image);
        pantin_mesh mesh = figure_delaunay(&drawing, border % 16 ? 200 : 2, border);
        check_all(&drawing, &mesh);
        pantin_mesh_free(&mesh);
        pantin_drawing_free(&drawing);
    }
}

static void more_than_a_million_vertices_are_refused_before_they_are_made(void **state) {
    (void)state;
    pantin_image image = figure_blank(2600, 2600);
    figure_fill(&image, 0, 0, 2600, 2600);
    pantin_drawing drawing = figure_drawing(&image);
    pantin_mesh_options options = pantin_mesh_defaults();
    pantin_mesh mesh = { 0 };
    pantin_error error = { 0 };
    options.style = PANTIN_MESH_DELAUNAY;
    options.spacing_px = 2;
    assert_false(pantin_mesh_make(&drawing, &options, &mesh, &error));
    assert_int_equal(error.kind, PANTIN_ERROR_ARGUMENT);
    assert_string_equal(error.where, "spacing_px");
    assert_non_null(strstr(error.text, "more than 1000000: make it larger"));
    assert_null(mesh.vertices);
    pantin_drawing_free(&drawing);
}

static void regions_that_make_no_sense_do_no_harm(void **state) {
    (void)state;
    pantin_image image = figure_person(5, 20, 180);
    pantin_drawing drawing = figure_drawing(&image);
    static const pantin_vec2 wild[] = {
        { NAN, 3 }, { 1e300, -1e300 }, { -INFINITY, 70 }, { 100, 100 }, { 1e-300, 80 }
    };
    const pantin_mesh_region regions[] = { { 30, wild, 5, NULL },
                                           { 30, wild, 0, NULL },
                                           { 30, NULL, 0, NULL },
                                           { NAN, wild + 3, 1, NULL } };
    pantin_mesh_options options = pantin_mesh_defaults();
    options.style = PANTIN_MESH_DELAUNAY;
    options.regions = regions;
    options.region_count = 4;
    pantin_mesh mesh = { 0 };
    assert_true(pantin_mesh_make(&drawing, &options, &mesh, NULL));
    check_all(&drawing, &mesh);
    pantin_mesh_free(&mesh);
    pantin_drawing_free(&drawing);
}

static bool make_delaunay(void *context, pantin_error *error) {
    static const pantin_vec2 square[] = { { 90, 90 }, { 110, 90 }, { 110, 110 } };
    static const pantin_mesh_region region = { 30, square, 3, NULL };
    pantin_mesh_options options = pantin_mesh_defaults();
    pantin_mesh mesh = { 0 };
    options.style = PANTIN_MESH_DELAUNAY;
    options.spacing_px = 12;
    options.regions = &region;
    options.region_count = 1;
    bool done = pantin_mesh_make(context, &options, &mesh, error);
    pantin_mesh_free(&mesh);
    return done;
}

static void refused_memory_is_an_error_and_leaks_nothing(void **state) {
    (void)state;
    pantin_image image = figure_person(5, 20, 180);
    pantin_drawing drawing = figure_drawing(&image);
    assert_true(refusals_sweep(make_delaunay, &drawing) >= 25);
    pantin_drawing_free(&drawing);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limbs_of_any_thickness_stay_whole_at_any_spacing),
        cmocka_unit_test(arms_that_run_off_the_picture_lose_nothing),
        cmocka_unit_test(a_hand_3_px_off_snaps_and_one_30_px_off_is_named),
        cmocka_unit_test(a_hat_that_floats_and_a_head_2_px_above_are_pieces),
        cmocka_unit_test(squares_that_touch_at_a_corner_are_one_piece),
        cmocka_unit_test(arms_side_by_side_are_not_webbed),
        cmocka_unit_test(a_letter_s_and_a_ring_have_the_area_of_their_ink),
        cmocka_unit_test(a_stick_figure_one_pixel_thin_is_one_mesh),
        cmocka_unit_test(four_childrens_drawings_are_kept_whole_and_hold_their_joints),
        cmocka_unit_test(any_200_polygons_with_holes_keep_their_pieces_and_fair_triangles),
        cmocka_unit_test(the_seed_decides_and_nothing_else),
        cmocka_unit_test(edges_are_as_long_as_asked_and_detail_px_in_regions),
        cmocka_unit_test(noise_of_any_density_keeps_every_speck),
        cmocka_unit_test(a_checkerboard_is_one_piece_with_every_hole),
        cmocka_unit_test(one_pixel_has_a_mesh_at_any_spacing),
        cmocka_unit_test(more_than_a_million_vertices_are_refused_before_they_are_made),
        cmocka_unit_test(regions_that_make_no_sense_do_no_harm),
        cmocka_unit_test(refused_memory_is_an_error_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
