// test_cut.c — a sheet is parted along lines: what is split, doubled, near and far, and what is refused.
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

/// A body 60..140 x 20..100 on two legs that touch at x = 100, down to y = 200.
static pantin_drawing legs(void) {
    pantin_image image = figure_blank(200, 220);
    figure_fill(&image, 60, 20, 140, 100);
    figure_fill(&image, 65, 100, 135, 200);
    for (int y = 0; y < 220; y++)
        for (int x = 0; x < 200; x++) // the left one red, the right one blue
            image.pixels[4 * (y * 200 + x) + (x < 100 ? 0 : 2)] = 255;
    return figure_drawing(&image);
}

static bool cut_mesh(const pantin_drawing *drawing, double spacing, const pantin_mesh_cut *cuts,
                     int count, pantin_mesh *mesh, pantin_error *error) {
    pantin_mesh_options options = pantin_mesh_defaults();
    options.spacing_px = spacing;
    options.cuts = cuts;
    options.cut_count = count;
    return pantin_mesh_make(drawing, &options, mesh, error);
}

static pantin_mesh cut_or_fail(const pantin_drawing *drawing, double spacing,
                               const pantin_mesh_cut *cuts, int count) {
    pantin_mesh mesh = { 0 };
    pantin_error error = { 0 };
    if (!cut_mesh(drawing, spacing, cuts, count, &mesh, &error))
        fail_msg("%s: %s", error.where, error.text);
    return mesh;
}

static double area_of(const pantin_mesh *mesh, int t) {
    const int *c = mesh->triangles[t];
    pantin_vec2 a = mesh->vertices[c[0]], b = mesh->vertices[c[1]], d = mesh->vertices[c[2]];
    return ((b.x - a.x) * (d.y - a.y) - (b.y - a.y) * (d.x - a.x)) / 2;
}

static pantin_vec2 centroid_of(const pantin_mesh *mesh, int t) {
    pantin_vec2 sum = { 0, 0 };
    for (int k = 0; k < 3; k++) {
        sum.x += mesh->vertices[mesh->triangles[t][k]].x / 3;
        sum.y += mesh->vertices[mesh->triangles[t][k]].y / 3;
    }
    return sum;
}

/// Answers the whole area. Fails where a triangle has none, or parts and twins are not as promised.
static double check_cut_mesh(const pantin_mesh *mesh) {
    double sum = 0;
    for (int t = 0; t < mesh->triangle_count; t++) {
        double area = area_of(mesh, t);
        assert_true(area > 0);
        sum += area;
        assert_true(mesh->parts[t] >= (t > 0 ? mesh->parts[t - 1] : 0));
        assert_true(mesh->parts[t] < mesh->part_count);
    }
    for (int v = 0; v < mesh->vertex_count; v++) {
        int twin = mesh->twins[v];
        assert_true(twin >= 0 && twin <= v && mesh->twins[twin] == twin);
        assert_true(mesh->vertices[v].x == mesh->vertices[twin].x);
        assert_true(mesh->vertices[v].y == mesh->vertices[twin].y);
    }
    return sum;
}

static int twin_count(const pantin_mesh *mesh) {
    int count = 0;
    for (int v = 0; v < mesh->vertex_count; v++) count += mesh->twins[v] != v;
    return count;
}

/// Does a triangle that reaches over the line between the two points join both sides of it?
static bool crossed(const pantin_mesh *mesh, pantin_vec2 a, pantin_vec2 b) {
    for (int t = 0; t < mesh->triangle_count; t++) {
        double least = 0, most = 0, ahead = INFINITY, behind = -INFINITY;
        for (int k = 0; k < 3; k++) {
            pantin_vec2 p = mesh->vertices[mesh->triangles[t][k]];
            double length = hypot(b.x - a.x, b.y - a.y);
            double off = ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)) / length;
            double along = ((b.x - a.x) * (p.x - a.x) + (b.y - a.y) * (p.y - a.y)) / length;
            least = fmin(least, off), most = fmax(most, off);
            ahead = fmin(ahead, along), behind = fmax(behind, along);
        }
        bool beside = ahead > 0 && behind < hypot(b.x - a.x, b.y - a.y);
        if (beside && least < -0.05 && most > 0.05) return true;
    }
    return false;
}

static const pantin_vec2 between_legs[] = { { 100, 120 }, { 100, 215 } };

static void a_cut_between_two_legs_parts_them_up_to_its_held_end(void **state) {
    (void)state;
    pantin_drawing drawing = legs();
    pantin_mesh whole = figure_mesh(&drawing, 10);
    pantin_mesh_cut cut = { "legs", between_legs, 2, true };
    pantin_mesh mesh = cut_or_fail(&drawing, 10, &cut, 1);
    // On the grid's own column: y = 120 is the held end, 130 to 200 are doubled.
    assert_int_equal(mesh.vertex_count, whole.vertex_count + 8);
    assert_int_equal(mesh.triangle_count, whole.triangle_count);
    assert_int_equal(twin_count(&mesh), 8);
    assert_true(fabs(check_cut_mesh(&mesh) - 100.0 * 2 * whole.triangle_count / 4) < 1e-6);
    assert_int_equal(mesh.island_count, 1); // they hang together at the hip
    assert_true(mesh.coverage == 1);
    pantin_mesh_free(&whole);
    pantin_mesh_free(&mesh);
    pantin_drawing_free(&drawing);
}

static void the_far_side_is_drawn_first_and_is_told_from_the_near_one(void **state) {
    (void)state;
    pantin_drawing drawing = legs();
    for (int far_right = 0; far_right < 2; far_right++) {
        // Seen along a line that goes down, the right side is the picture's left.
        pantin_mesh_cut cut = { "legs", between_legs, 2, far_right == 1 };
        pantin_mesh mesh = cut_or_fail(&drawing, 10, &cut, 1);
        assert_int_equal(mesh.part_count, 3); // far, body, near
        for (int t = 0; t < mesh.triangle_count; t++) {
            pantin_vec2 at = centroid_of(&mesh, t);
            bool left = at.x < 100;
            int wanted = at.y < 120 ? 1 : left == (far_right == 1) ? 0 : 2;
            assert_int_equal(mesh.parts[t], wanted);
        }
        static const uint8_t strangers[9] = { 0, 0, 1, 0, 0, 0, 1, 0, 0 };
        assert_memory_equal(mesh.strangers, strangers, sizeof strangers);
        pantin_mesh_free(&mesh);
    }
    pantin_drawing_free(&drawing);
}

static void lines_at_any_place_part_without_slivers_or_lost_ink(void **state) {
    (void)state;
    pantin_drawing drawing = legs();
    random_state r = random_make(7);
    pantin_mesh whole = figure_mesh(&drawing, 10);
    double area = 50.0 * whole.triangle_count;
    for (int round = 0; round < 300; round++) {
        pantin_vec2 line[3] = { { random_between(&r, 85, 115), random_between(&r, 60, 130) },
                                { random_between(&r, 85, 115), random_between(&r, 140, 180) },
                                { random_between(&r, 85, 115), 215 } };
        pantin_mesh_cut cut = { "c", line, 3, false };
        double spacing = round % 3 == 0 ? 7.3 : 10;
        pantin_mesh mesh = cut_or_fail(&drawing, spacing, &cut, 1);
        double covered = check_cut_mesh(&mesh);
        if (spacing == 10) assert_true(fabs(covered - area) < 1e-6 * area);
        assert_true(twin_count(&mesh) > 0);
        assert_int_equal(mesh.island_count, 1);
        assert_true(mesh.coverage == 1);
        // 4 degrees: one of these 300 is below 5. The uncut grid has 45.
        assert_true(mesh.smallest_angle > 0.0698);
        pantin_mesh_free(&mesh);
    }
    pantin_mesh_free(&whole);
    pantin_drawing_free(&drawing);
}

static void no_triangle_lies_on_both_sides(void **state) {
    (void)state;
    pantin_drawing drawing = legs();
    pantin_vec2 line[2] = { { 97.3, 115 }, { 103.9, 215 } };
    pantin_mesh_cut cut = { "c", line, 2, false };
    pantin_mesh mesh = cut_or_fail(&drawing, 9, &cut, 1);
    pantin_vec2 low = { 97.3 + 6.6 * 0.8, 115 + 80 };
    assert_false(crossed(&mesh, line[0], low));
    pantin_mesh_free(&mesh);
    pantin_drawing_free(&drawing);
}

static void a_cut_through_all_makes_two_pieces(void **state) {
    (void)state;
    pantin_drawing drawing = legs();
    pantin_vec2 line[2] = { { 40, 71.7 }, { 160, 64.2 } };
    pantin_mesh_cut cut = { "waist", line, 2, false };
    pantin_mesh mesh = cut_or_fail(&drawing, 10, &cut, 1);
    check_cut_mesh(&mesh);
    assert_int_equal(mesh.island_count, 2);
    pantin_mesh_free(&mesh);
    pantin_drawing_free(&drawing);
}

static void a_slit_inside_opens_between_its_held_ends(void **state) {
    (void)state;
    pantin_drawing drawing = legs();
    pantin_vec2 line[2] = { { 80, 60 }, { 120, 60 } };
    pantin_mesh_cut cut = { "mouth", line, 2, false };
    pantin_mesh mesh = cut_or_fail(&drawing, 10, &cut, 1);
    check_cut_mesh(&mesh);
    assert_int_equal(twin_count(&mesh), 3); // 90, 100, 110
    assert_int_equal(mesh.island_count, 1);
    pantin_mesh_free(&mesh);
    pantin_drawing_free(&drawing);
}

static void an_end_in_the_blank_border_opens_the_edge(void **state) {
    (void)state;
    // Cells of 30 px reach to y = 210; the ink ends at 200, the line at 204.
    pantin_drawing drawing = legs();
    pantin_vec2 line[2] = { { 100, 120 }, { 100, 204 } };
    pantin_mesh_cut cut = { "legs", line, 2, false };
    pantin_mesh mesh = cut_or_fail(&drawing, 30, &cut, 1);
    int lowest = 0;
    for (int v = 0; v < mesh.vertex_count; v++)
        lowest += mesh.twins[v] != v && mesh.vertices[v].y == 210;
    assert_int_equal(lowest, 1);
    pantin_mesh_free(&mesh);
    pantin_drawing_free(&drawing);
}

static void three_legs_take_two_cuts_and_lie_in_a_row(void **state) {
    (void)state;
    pantin_drawing drawing = legs();
    pantin_vec2 first[2] = { { 88, 110 }, { 88, 215 } }, second[2] = { { 112, 110 }, { 112, 215 } };
    pantin_mesh_cut cuts[2] = { { "a", first, 2, true }, { "b", second, 2, true } };
    pantin_mesh mesh = cut_or_fail(&drawing, 6, cuts, 2);
    check_cut_mesh(&mesh);
    assert_int_equal(mesh.part_count, 4); // the body and three legs
    // The middle one is near of the one cut and far of the other: the left lies under it, the right over.
    int part[3] = { -1, -1, -1 };
    for (int t = 0; t < mesh.triangle_count; t++) {
        pantin_vec2 at = centroid_of(&mesh, t);
        if (at.y > 190) part[at.x < 88 ? 0 : at.x < 112 ? 1 : 2] = mesh.parts[t];
    }
    assert_true(part[0] < part[1] && part[1] < part[2]);
    assert_int_equal(mesh.strangers[part[0] * 4 + part[1]], 1);
    assert_int_equal(mesh.strangers[part[1] * 4 + part[2]], 1);
    pantin_mesh_free(&mesh);
    pantin_drawing_free(&drawing);
}

static void legs_whose_feet_alone_touch_are_far_and_near_up_the_gap(void **state) {
    (void)state;
    pantin_drawing drawing;
    pantin_image image = figure_blank(200, 220);
    figure_fill(&image, 60, 20, 140, 100);
    figure_fill(&image, 65, 100, 135, 200);
    figure_erase(&image, 92, 100, 108, 180);
    drawing = figure_drawing(&image);
    pantin_vec2 line[2] = { { 100, 170 }, { 100, 215 } };
    pantin_mesh_cut cut = { "feet", line, 2, true };
    pantin_mesh mesh = cut_or_fail(&drawing, 4, &cut, 1);
    check_cut_mesh(&mesh);
    assert_int_equal(mesh.island_count, 1);
    for (int t = 0; t < mesh.triangle_count; t++) {
        pantin_vec2 at = centroid_of(&mesh, t);
        int wanted = at.y < 100 ? 1 : at.x < 100 ? 0 : 2;
        if (at.y < 96 || at.y > 104) assert_int_equal(mesh.parts[t], wanted);
    }
    pantin_mesh_free(&mesh);
    pantin_drawing_free(&drawing);
}

static void a_line_drawn_by_hand_is_thinned(void **state) {
    (void)state;
    pantin_drawing drawing = legs();
    pantin_vec2 line[200], straight[2];
    random_state r = random_make(3);
    for (int k = 0; k < 200; k++)
        line[k] = (pantin_vec2){ 101 + random_between(&r, -0.15, 0.15), 115 + k * 0.5 };
    straight[0] = line[0], straight[1] = line[199];
    pantin_mesh_cut cut = { "c", line, 200, false }, two = { "c", straight, 2, false };
    pantin_mesh mesh = cut_or_fail(&drawing, 10, &cut, 1),
                same = cut_or_fail(&drawing, 10, &two, 1);
    assert_int_equal(mesh.vertex_count, same.vertex_count);
    assert_memory_equal(mesh.vertices, same.vertices,
                        (size_t)mesh.vertex_count * sizeof *mesh.vertices);
    pantin_mesh_free(&mesh);
    pantin_mesh_free(&same);
    pantin_drawing_free(&drawing);
}

// --- what is refused ----------------------------------------------------------------------------

static void what_is_no_cut_is_told_by_name_and_place(void **state) {
    (void)state;
    static const pantin_vec2 loop[] = {
        { 80, 60 }, { 120, 60 }, { 120, 80 }, { 90, 80 }, { 90, 40 }
    };
    static const pantin_vec2 back[] = { { 80, 60 }, { 120, 60 }, { 100, 60 } };
    static const pantin_vec2 away[] = { { 5, 5 }, { 5, 50 } };
    static const pantin_vec2 point[] = { { 80, 60 }, { 80, 60 } };
    static const pantin_vec2 tiny[] = { { 81, 61 }, { 83, 62 } };
    static const pantin_vec2 nowhere[] = { { 81, 61 }, { NAN, 62 } };
    static const pantin_vec2 across[] = { { 70, 150 }, { 130, 150 } };
    static const struct {
        const pantin_vec2 *line;
        int count;
        const char *says;
    } cases[] = {
        { loop, 5, "crosses itself at 90, 60" },
        { back, 3, "crosses itself at 120, 60" },
        { away, 2, "lies off the ink, beginning at 5, 5" },
        { point, 2, "is no line" },
        { tiny, 2, "parts nothing at" },
        { nowhere, 2, "point 1 lies at" },
        { across, 2, "crosses cut \"legs\" at 100, 150" },
    };
    pantin_drawing drawing = legs();
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        pantin_mesh_cut cuts[2] = { { "legs", between_legs, 2, false },
                                    { "bad", cases[k].line, cases[k].count, false } };
        pantin_mesh mesh = { 0 };
        pantin_error error = { 0 };
        assert_false(cut_mesh(&drawing, 10, cuts, 2, &mesh, &error));
        assert_string_equal(error.where, "bad");
        if (strstr(error.text, cases[k].says) == NULL) fail_msg("says %s", error.text);
        assert_null(mesh.vertices);
    }
    pantin_drawing_free(&drawing);
}

static void a_failed_cut_leaves_the_mesh_as_it_was(void **state) {
    (void)state;
    static const pantin_vec2 away[] = { { 5, 5 }, { 5, 50 } };
    pantin_drawing drawing = legs();
    pantin_mesh mesh = figure_mesh(&drawing, 10), before = figure_mesh(&drawing, 10);
    pantin_mesh_cut cut = { "away", away, 2, false };
    assert_false(pantin_mesh_part(&mesh, &drawing, &cut, 1, NULL));
    assert_int_equal(mesh.vertex_count, before.vertex_count);
    assert_memory_equal(mesh.triangles, before.triangles,
                        (size_t)mesh.triangle_count * sizeof *mesh.triangles);
    pantin_mesh_free(&mesh);
    pantin_mesh_free(&before);
    pantin_drawing_free(&drawing);
}

static void random_lines_end_in_a_mesh_or_an_error(void **state) {
    (void)state;
    pantin_drawing drawing = legs();
    random_state r = random_make(11);
    int made = 0;
    for (int round = 0; round < 400; round++) {
        pantin_vec2 lines[3][6];
        pantin_mesh_cut cuts[3];
        int count = 1 + random_below(&r, 3);
        for (int c = 0; c < count; c++) {
            int points = 2 + random_below(&r, 5);
            for (int k = 0; k < points; k++)
                lines[c][k] = (pantin_vec2){ trunc(random_between(&r, 40, 160)),
                                             trunc(random_between(&r, 10, 215)) };
            cuts[c] = (pantin_mesh_cut){ "c", lines[c], points, random_below(&r, 2) == 1 };
        }
        pantin_mesh mesh = { 0 };
        pantin_error error = { 0 };
        if (!cut_mesh(&drawing, 10, cuts, count, &mesh, &error)) {
            assert_true(error.kind == PANTIN_ERROR_ARGUMENT);
            assert_string_equal(error.where, "c");
            continue;
        }
        check_cut_mesh(&mesh);
        assert_true(mesh.coverage == 1);
        made++;
        pantin_mesh_free(&mesh);
    }
    assert_true(made > 100);
    pantin_drawing_free(&drawing);
}

// --- handles ------------------------------------------------------------------------------------

static void a_handle_holds_vertices_of_one_side_only(void **state) {
    (void)state;
    pantin_drawing drawing = legs();
    pantin_mesh_cut cut = { "legs", between_legs, 2, false };
    pantin_mesh mesh = cut_or_fail(&drawing, 10, &cut, 1);
    for (int k = 0; k < 2; k++) {
        pantin_mesh_grip grip = { 0 };
        pantin_vec2 at = { k == 0 ? 96 : 104, 180 };
        assert_true(pantin_mesh_grip_at(&mesh, &drawing, "foot", at, 25, &grip, NULL));
        for (int i = 0; i < grip.count; i++)
            for (int t = 0; t < mesh.triangle_count; t++)
                for (int c = 0; c < 3; c++)
                    if (mesh.triangles[t][c] == grip.vertices[i])
                        assert_true((centroid_of(&mesh, t).x < 100) == (k == 0));
        pantin_mesh_grip_free(&grip);
        // Too few: it grows, but not across.
        assert_true(pantin_mesh_grip_at(&mesh, &drawing, "foot", at, 0, &grip, NULL));
        assert_true(grip.grown && grip.count == 3);
        for (int i = 0; i < 3; i++) {
            double x = mesh.vertices[grip.vertices[i]].x;
            assert_true(k == 0 ? x <= 100 : x >= 100);
        }
        pantin_mesh_grip_free(&grip);
    }
    pantin_mesh_free(&mesh);
    pantin_drawing_free(&drawing);
}

static void a_handle_above_the_end_holds_neither_side(void **state) {
    (void)state;
    pantin_drawing drawing = legs();
    pantin_mesh_cut cut = { "legs", between_legs, 2, false };
    pantin_mesh mesh = cut_or_fail(&drawing, 10, &cut, 1);
    pantin_mesh_grip grip = { 0 };
    assert_true(
        pantin_mesh_grip_at(&mesh, &drawing, "hip", (pantin_vec2){ 100, 112 }, 25, &grip, NULL));
    for (int i = 0; i < grip.count; i++) assert_true(mesh.vertices[grip.vertices[i]].y < 121);
    pantin_mesh_grip_free(&grip);
    // By vertices: both sides are an error.
    int pair[2] = { -1, -1 };
    for (int v = 0; v < mesh.vertex_count; v++)
        if (mesh.twins[v] != v) pair[0] = mesh.twins[v], pair[1] = v;
    pantin_error error = { 0 };
    assert_false(pantin_mesh_grip_of(&mesh, "h", pair, 2, &grip, &error));
    assert_non_null(strstr(error.text, "both sides of a cut"));
    pantin_mesh_free(&mesh);
    pantin_drawing_free(&drawing);
}

// --- the drawing as a part sees it --------------------------------------------------------------

static void a_part_sees_no_ink_of_its_stranger(void **state) {
    (void)state;
    pantin_drawing drawing = legs();
    pantin_mesh_cut cut = { "legs", between_legs, 2, true };
    pantin_mesh mesh = cut_or_fail(&drawing, 10, &cut, 1);
    pantin_image seen = { 0 };
    assert_true(pantin_mesh_part_image(&mesh, &drawing.image, 0, &seen, NULL));
    for (int y = 140; y < 185; y++) // the held end and the sole mix in other colors
        for (int x = 0; x < 200; x++) {
            const uint8_t *p = seen.pixels + 4 * (y * 200 + x);
            const uint8_t *was = drawing.image.pixels + 4 * (y * 200 + x);
            if (x < 100)
                assert_memory_equal(p, was, 4);
            else if (x < 108)
                assert_true(p[0] == 255 && p[2] == 0 && p[3] == 255); // goes on, red
            else if (x >= 112)
                assert_int_equal(p[3], 0);
        }
    pantin_image_free(&seen);
    assert_true(pantin_mesh_part_image(&mesh, &drawing.image, 1, &seen, NULL)); // the body: all
    assert_memory_equal(seen.pixels, drawing.image.pixels, 4 * 200 * 220);
    pantin_image_free(&seen);
    assert_false(pantin_mesh_part_image(&mesh, &drawing.image, 3, &seen, NULL));
    pantin_mesh_free(&mesh);
    pantin_drawing_free(&drawing);
}

// --- files and memory ---------------------------------------------------------------------------

static void a_cut_mesh_is_written_and_read_again(void **state) {
    (void)state;
    pantin_drawing drawing = legs();
    pantin_mesh_cut cut = { "legs", between_legs, 2, true };
    pantin_mesh mesh = cut_or_fail(&drawing, 10, &cut, 1), read = { 0 };
    pantin_bytes bytes = { 0 }, again = { 0 };
    assert_true(pantin_mesh_write(&mesh, 9, &bytes, NULL));
    assert_true(pantin_mesh_read("m", bytes.data, bytes.size, &read, NULL, NULL));
    assert_int_equal(read.part_count, 3);
    check_cut_mesh(&read);
    assert_true(pantin_mesh_write(&read, 9, &again, NULL));
    assert_int_equal(bytes.size, again.size);
    assert_memory_equal(bytes.data, again.data, bytes.size);
    for (size_t size = 0; size < bytes.size; size += 7) {
        pantin_mesh none = { 0 };
        assert_false(pantin_mesh_read("m", bytes.data, size, &none, NULL, NULL));
    }
    pantin_bytes_free(&bytes);
    pantin_bytes_free(&again);
    pantin_mesh_free(&mesh);
    pantin_mesh_free(&read);
    pantin_drawing_free(&drawing);
}

static void the_hash_knows_the_cuts_but_not_their_names(void **state) {
    (void)state;
    pantin_drawing drawing = legs();
    pantin_mesh_cut cut = { "legs", between_legs, 2, true };
    pantin_mesh_options options = pantin_mesh_defaults();
    options.spacing_px = 10;
    uint64_t without = pantin_mesh_hash(&drawing, &options);
    options.cuts = &cut;
    options.cut_count = 1;
    uint64_t with = pantin_mesh_hash(&drawing, &options);
    assert_true(without != with);
    cut.name = "other";
    assert_true(pantin_mesh_hash(&drawing, &options) == with);
    cut.far_right = false;
    assert_true(pantin_mesh_hash(&drawing, &options) != with);
    pantin_drawing_free(&drawing);
}

static bool cut_and_grip(void *context, pantin_error *error) {
    const pantin_drawing *drawing = context;
    static const pantin_vec2 bent[] = { { 101, 112 }, { 99, 140 }, { 104, 215 } };
    pantin_mesh_cut cut = { "legs", bent, 3, true };
    pantin_mesh mesh = { 0 };
    pantin_mesh_grip grip = { 0 };
    pantin_image seen = { 0 };
    bool done =
        cut_mesh(drawing, 12, &cut, 1, &mesh, error) &&
        pantin_mesh_grip_at(&mesh, drawing, "h", (pantin_vec2){ 100, 180 }, 0, &grip, error) &&
        pantin_mesh_part_image(&mesh, &drawing->image, 0, &seen, error);
    pantin_image_free(&seen);
    pantin_mesh_grip_free(&grip);
    pantin_mesh_free(&mesh);
    return done;
}

static void refused_memory_is_told_and_given_back(void **state) {
    (void)state;
    pantin_drawing drawing = legs();
    assert_true(refusals_sweep(cut_and_grip, &drawing) > 20);
    pantin_drawing_free(&drawing);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cut_between_two_legs_parts_them_up_to_its_held_end),
        cmocka_unit_test(the_far_side_is_drawn_first_and_is_told_from_the_near_one),
        cmocka_unit_test(lines_at_any_place_part_without_slivers_or_lost_ink),
        cmocka_unit_test(no_triangle_lies_on_both_sides),
        cmocka_unit_test(a_cut_through_all_makes_two_pieces),
        cmocka_unit_test(a_slit_inside_opens_between_its_held_ends),
        cmocka_unit_test(an_end_in_the_blank_border_opens_the_edge),
        cmocka_unit_test(three_legs_take_two_cuts_and_lie_in_a_row),
        cmocka_unit_test(legs_whose_feet_alone_touch_are_far_and_near_up_the_gap),
        cmocka_unit_test(a_line_drawn_by_hand_is_thinned),
        cmocka_unit_test(what_is_no_cut_is_told_by_name_and_place),
        cmocka_unit_test(a_failed_cut_leaves_the_mesh_as_it_was),
        cmocka_unit_test(random_lines_end_in_a_mesh_or_an_error),
        cmocka_unit_test(a_handle_holds_vertices_of_one_side_only),
        cmocka_unit_test(a_handle_above_the_end_holds_neither_side),
        cmocka_unit_test(a_part_sees_no_ink_of_its_stranger),
        cmocka_unit_test(a_cut_mesh_is_written_and_read_again),
        cmocka_unit_test(the_hash_knows_the_cuts_but_not_their_names),
        cmocka_unit_test(refused_memory_is_told_and_given_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
