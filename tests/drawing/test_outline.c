// test_outline.c — closed polygons around the ink, to a fraction of a pixel, that join and lose nothing.
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
#include "pantin/drawing.h"
#include "refusals.h"

// --- making and judging -------------------------------------------------------------------------

static pantin_image blank(int width, int height) {
    pantin_image image = { 0 };
    assert_true(pantin_image_create(width, height, &image, NULL));
    return image;
}

static void fill(pantin_image *image, int left, int top, int right, int bottom, uint8_t alpha) {
    for (int y = top; y < bottom; y++)
        for (int x = left; x < right; x++) image->pixels[4 * (y * image->width + x) + 3] = alpha;
}

static pantin_drawing drawing_of(pantin_image *image) {
    pantin_drawing drawing = { 0 };
    assert_true(pantin_drawing_make("d", image, &drawing, NULL));
    return drawing;
}

static pantin_outline outline_of(const pantin_drawing *drawing, double border_px) {
    pantin_outline outline = { 0 };
    pantin_error error = { 0 };
    if (!pantin_outline_make(drawing, border_px, &outline, &error))
        fail_msg("%s: %s", error.where, error.text);
    return outline;
}

static double area_of(const pantin_outline *outline, int c) {
    double area = 0;
    int first = outline->starts[c], end = outline->starts[c + 1];
    for (int i = first; i < end; i++) {
        pantin_vec2 a = outline->points[i], b = outline->points[i + 1 < end ? i + 1 : first];
        area += (a.x * b.y - a.y * b.x) / 2;
    }
    return area;
}

static int count_outer(const pantin_outline *outline) {
    int outer = 0;
    for (int c = 0; c < outline->polygon_count; c++) outer += area_of(outline, c) > 0;
    return outer;
}

/// Even-odd, over all polygons.
static bool contains(const pantin_outline *outline, double x, double y) {
    bool inside = false;
    for (int c = 0; c < outline->polygon_count; c++) {
        int first = outline->starts[c], end = outline->starts[c + 1];
        for (int i = first; i < end; i++) {
            pantin_vec2 a = outline->points[i], b = outline->points[i + 1 < end ? i + 1 : first];
            if ((a.y > y) != (b.y > y) && x < a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y))
                inside = !inside;
        }
    }
    return inside;
}

static double side(pantin_vec2 a, pantin_vec2 b, pantin_vec2 c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// No two sides of any polygons share a point but neighbours their corner.
static void check_crosses_nothing(const pantin_outline *outline) {
    int count = outline->point_count;
    int *next = calloc((size_t)count, sizeof *next);
    assert_non_null(next);
    for (int c = 0; c < outline->polygon_count; c++)
        for (int i = outline->starts[c]; i < outline->starts[c + 1]; i++)
            next[i] = i + 1 < outline->starts[c + 1] ? i + 1 : outline->starts[c];
    for (int i = 0; i < count; i++)
        for (int j = i + 1; j < count; j++) {
            if (next[i] == j || next[j] == i) continue;
            pantin_vec2 a = outline->points[i], b = outline->points[next[i]];
            pantin_vec2 c = outline->points[j], d = outline->points[next[j]];
            if (fmax(a.x, b.x) < fmin(c.x, d.x) || fmax(c.x, d.x) < fmin(a.x, b.x) ||
                fmax(a.y, b.y) < fmin(c.y, d.y) || fmax(c.y, d.y) < fmin(a.y, b.y))
                continue; // also of one line
            bool apart = side(a, b, c) * side(a, b, d) > 0 || side(c, d, a) * side(c, d, b) > 0;
            assert_true(apart);
        }
    free(next);
}

// --- facts --------------------------------------------------------------------------------------

static void a_rectangle_is_followed_exactly_but_for_its_corners(void **state) {
    (void)state;
    pantin_image image = blank(40, 30);
    fill(&image, 5, 6, 25, 16, 255);
    pantin_drawing drawing = drawing_of(&image);
    pantin_outline outline = outline_of(&drawing, 0);
    assert_int_equal(outline.polygon_count, 1);
    assert_int_equal(outline.point_count, 2 * (20 + 10));
    // Each corner is cut by a triangle with legs of half a pixel.
    assert_true(fabs(area_of(&outline, 0) - (20 * 10 - 4 * 0.125)) < 1e-9);
    for (int i = 0; i < outline.point_count; i++) {
        pantin_vec2 p = outline.points[i];
        assert_true(p.x == 5 || p.x == 25 || p.y == 6 || p.y == 16);
        assert_true(outline.margins[i] == 0);
        // Across is 10 px from the long sides and 20 from the short.
        assert_true(outline.widths[i] <= 22); // slantwise, near a corner
    }
    pantin_outline_free(&outline);
    pantin_drawing_free(&drawing);
}

static void a_soft_disc_has_its_own_area_to_a_thousandth(void **state) {
    (void)state;
    pantin_image image = blank(100, 100);
    for (int y = 0; y < 100; y++)
        for (int x = 0; x < 100; x++) {
            double inside = 30.3 - hypot(x + 0.5 - 49.7, y + 0.5 - 50.4) + 0.5;
            double alpha = inside < 0 ? 0 : inside > 1 ? 255 : 255 * inside;
            image.pixels[4 * (y * 100 + x) + 3] = (uint8_t)(alpha + 0.5);
        }
    pantin_drawing drawing = drawing_of(&image);
    pantin_outline outline = outline_of(&drawing, 0);
    double disc = acos(-1) * 30.3 * 30.3;
    assert_true(fabs(area_of(&outline, 0) / disc - 1) < 0.002);
    pantin_outline_free(&outline);
    // And grown by 4 px it is the disc of radius 34.3, within a third of a pixel all around.
    outline = outline_of(&drawing, 4);
    for (int i = 0; i < outline.point_count; i++) {
        double radius = hypot(outline.points[i].x - 49.7, outline.points[i].y - 50.4);
        assert_true(fabs(radius - 34.3) < 0.3);
    }
    assert_true(fabs(area_of(&outline, 0) / (acos(-1) * 34.3 * 34.3) - 1) < 0.01);
    pantin_outline_free(&outline);
    pantin_drawing_free(&drawing);
}

static void a_ring_keeps_its_hole_and_an_island_in_it(void **state) {
    (void)state;
    pantin_image image = blank(60, 60);
    fill(&image, 10, 10, 50, 50, 255);
    fill(&image, 15, 15, 45, 45, 0);
    fill(&image, 28, 28, 32, 32, 255);
    pantin_drawing drawing = drawing_of(&image);
    for (int border = 0; border <= 32; border += 4) {
        pantin_outline outline = outline_of(&drawing, border);
        assert_int_equal(outline.polygon_count, 3);
        assert_int_equal(count_outer(&outline), 2);
        check_crosses_nothing(&outline);
        assert_true(contains(&outline, 30, 30) && contains(&outline, 12, 30));
        pantin_outline_free(&outline);
    }
    pantin_drawing_free(&drawing);
}

static void a_gap_of_one_or_two_pixels_stays_open_at_any_border(void **state) {
    (void)state;
    for (int gap = 1; gap <= 2; gap++) {
        pantin_image image = blank(60, 40);
        fill(&image, 5, 5, 25, 35, 255);
        fill(&image, 25 + gap, 5, 50, 35, 255);
        pantin_drawing drawing = drawing_of(&image);
        for (int border = 0; border <= 32; border += 2) {
            pantin_outline outline = outline_of(&drawing, border);
            assert_int_equal(outline.polygon_count, 2);
            check_crosses_nothing(&outline);
            assert_true(contains(&outline, 24.5, 20) && contains(&outline, 25.5 + gap, 20));
            pantin_outline_free(&outline);
        }
        pantin_drawing_free(&drawing);
    }
}

static void squares_that_touch_at_a_corner_are_one(void **state) {
    (void)state;
    pantin_image image = blank(40, 40);
    fill(&image, 5, 5, 20, 20, 255);
    fill(&image, 20, 20, 35, 35, 255);
    pantin_drawing drawing = drawing_of(&image);
    for (int border = 0; border < 5; border++) {
        pantin_outline outline = outline_of(&drawing, border);
        assert_int_equal(outline.polygon_count, 1);
        check_crosses_nothing(&outline);
        pantin_outline_free(&outline);
    }
    pantin_drawing_free(&drawing);
}

static void ink_at_the_border_of_the_picture_is_followed_beyond_it(void **state) {
    (void)state;
    pantin_image image = blank(10, 10);
    fill(&image, 0, 0, 10, 10, 255);
    pantin_drawing drawing = drawing_of(&image);
    pantin_outline outline = outline_of(&drawing, 3);
    double low = 100, high = -100;
    for (int i = 0; i < outline.point_count; i++) {
        low = fmin(low, outline.points[i].x);
        high = fmax(high, outline.points[i].y);
    }
    assert_true(fabs(low + 3) < 0.01 && fabs(high - 13) < 0.01);
    pantin_outline_free(&outline);
    pantin_drawing_free(&drawing);
}

static void one_pixel_is_a_polygon_of_four_points(void **state) {
    (void)state;
    pantin_image image = blank(3, 3);
    fill(&image, 1, 1, 2, 2, 255);
    pantin_drawing drawing = drawing_of(&image);
    pantin_outline outline = outline_of(&drawing, 0);
    assert_int_equal(outline.point_count, 4);
    assert_true(contains(&outline, 1.5, 1.5));
    assert_true(area_of(&outline, 0) == 0.5);
    pantin_outline_free(&outline);
    pantin_drawing_free(&drawing);
}

static void a_fading_end_is_reached_over_and_a_faint_mark_is_a_part(void **state) {
    (void)state;
    pantin_image image = blank(80, 40);
    fill(&image, 5, 15, 25, 25, 255);
    for (int x = 25; x < 50; x++) fill(&image, x, 15, x + 1, 25, (uint8_t)(127 - 4 * (x - 25)));
    fill(&image, 65, 10, 70, 30, 60); // hangs on nothing
    pantin_drawing drawing = drawing_of(&image);
    pantin_outline outline = outline_of(&drawing, 2);
    assert_int_equal(outline.polygon_count, 2);
    assert_true(contains(&outline, 49.5, 20)); // 25 px from the ink, though the border is 2
    assert_true(contains(&outline, 67.5, 20));
    pantin_outline_free(&outline);
    outline = outline_of(&drawing, 0); // without a border it is the ink alone
    assert_int_equal(outline.polygon_count, 1);
    assert_false(contains(&outline, 30.5, 20));
    pantin_outline_free(&outline);
    pantin_drawing_free(&drawing);
}

static void pinholes_close_with_a_border_and_larger_holes_do_not(void **state) {
    (void)state;
    pantin_image image = blank(60, 40);
    fill(&image, 5, 5, 55, 35, 255);
    fill(&image, 10, 10, 13, 13, 0); // 9 pixels
    fill(&image, 20, 10, 25, 12, 0); // 10
    fill(&image, 40, 20, 43, 23, 0); // 9 less the island in it
    fill(&image, 41, 21, 42, 22, 255);
    pantin_drawing drawing = drawing_of(&image);
    pantin_outline outline = outline_of(&drawing, 0);
    assert_int_equal(outline.polygon_count, 1 + 1 + 1 + 2);
    pantin_outline_free(&outline);
    outline = outline_of(&drawing, 3);
    assert_int_equal(outline.polygon_count, 1 + 1 + 2);
    pantin_outline_free(&outline);
    pantin_drawing_free(&drawing);
}

// --- laws ---------------------------------------------------------------------------------------

/// Parts (over corners) or holes (over sides, without the outside), by filling.
static int count_parts(const pantin_drawing *drawing, bool ink) {
    int width = drawing->image.width + 2, height = drawing->image.height + 2, parts = 0;
    int *stack = calloc((size_t)(width * height) * 8, sizeof *stack);
    uint8_t *seen = calloc((size_t)(width * height), 1);
    assert_non_null(stack);
    assert_non_null(seen);
    for (int i = 0; i < width * height; i++) {
        int x = i % width - 1, y = i / width - 1;
        bool in = x >= 0 && y >= 0 && x < width - 2 && y < height - 2;
        seen[i] = (in && drawing->ink[y * (width - 2) + x] == 2) == ink ? 0 : 1;
    }
    for (int i = 0; i < width * height; i++) {
        if (seen[i]) continue;
        int count = 0;
        parts++;
        stack[count++] = i;
        seen[i] = 1;
        while (count > 0) {
            int at = stack[--count];
            for (int k = 0; k < 9; k++) {
                int dx = k % 3 - 1, dy = k / 3 - 1, x = at % width + dx, y = at / width + dy;
                if (!ink && dx * dy != 0) continue;
                if (x < 0 || y < 0 || x >= width || y >= height || seen[y * width + x]) continue;
                seen[y * width + x] = 1;
                stack[count++] = y * width + x;
            }
        }
    }
    free(stack);
    free(seen);
    return ink ? parts : parts - 1;
}

static void check_law(const pantin_drawing *drawing, double border) {
    pantin_outline outline = outline_of(drawing, border);
    int parts = count_parts(drawing, true), holes = count_parts(drawing, false);
    int outer = count_outer(&outline);
    assert_int_equal(outer, parts);
    assert_int_equal(outer, drawing->island_count);
    if (border < 1)
        assert_int_equal(outline.polygon_count - outer, holes);
    else
        assert_true(outline.polygon_count - outer <= holes);
    check_crosses_nothing(&outline);
    for (int y = 0; y < drawing->image.height; y++)
        for (int x = 0; x < drawing->image.width; x++) {
            bool ink = drawing->ink[y * drawing->image.width + x] == 2;
            bool inside = contains(&outline, x + 0.5, y + 0.5 + 1e-9);
            if (ink) assert_true(inside);
            if (!ink && border == 0) assert_false(inside);
        }
    pantin_outline_free(&outline);
}

static void noise_keeps_its_parts_and_holes_whatever_the_border(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        random_state random = random_make(seed);
        int width = 3 + random_below(&random, 22), height = 3 + random_below(&random, 22);
        int share = 5 + random_below(&random, 90);
        pantin_image image = blank(width, height);
        for (int i = 0; i < width * height; i++)
            if (random_below(&random, 100) < share)
                image.pixels[4 * i + 3] = (uint8_t)(128 + random_below(&random, 128));
        image.pixels[3] = 255;
        pantin_drawing drawing = drawing_of(&image);
        static const double borders[] = { 0, 0.7, 1, 2.5, 6 };
        check_law(&drawing, borders[seed % 5]);
        pantin_drawing_free(&drawing);
    }
}

static void noise_beyond_measure_is_refused_with_a_way_out(void **state) {
    (void)state;
    pantin_image image = blank(1500, 1500);
    for (int i = 0; i < 1500 * 1500; i++)
        image.pixels[4 * i + 3] = (i % 1500 + i / 1500) & 1 ? 255 : 0;
    pantin_drawing drawing = drawing_of(&image);
    pantin_outline outline = { 0 };
    pantin_error error = { 0 };
    assert_false(pantin_outline_make(&drawing, 3, &outline, &error));
    assert_int_equal(error.kind, PANTIN_ERROR_ARGUMENT);
    assert_non_null(strstr(error.text, "is it noise? Clean the mask, or use style grid"));
    assert_null(outline.points);
    pantin_drawing_free(&drawing);
}

static void a_border_out_of_range_is_named(void **state) {
    (void)state;
    pantin_image image = blank(4, 4);
    fill(&image, 1, 1, 3, 3, 255);
    pantin_drawing drawing = drawing_of(&image);
    const double wrong[] = { -1, 32.5, NAN, INFINITY };
    for (int i = 0; i < 4; i++) {
        pantin_outline outline = { 0 };
        pantin_error error = { 0 };
        assert_false(pantin_outline_make(&drawing, wrong[i], &outline, &error));
        assert_string_equal(error.where, "border_px");
    }
    pantin_drawing_free(&drawing);
}

static bool make_outline(void *context, pantin_error *error) {
    pantin_outline outline = { 0 };
    bool done = pantin_outline_make(context, 3, &outline, error);
    pantin_outline_free(&outline);
    return done;
}

static void refused_memory_is_an_error_and_leaks_nothing(void **state) {
    (void)state;
    pantin_image image = blank(50, 50);
    fill(&image, 5, 5, 25, 25, 255);
    fill(&image, 30, 5, 45, 25, 60);
    pantin_drawing drawing = drawing_of(&image);
    assert_true(refusals_sweep(make_outline, &drawing) >= 8);
    pantin_drawing_free(&drawing);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rectangle_is_followed_exactly_but_for_its_corners),
        cmocka_unit_test(a_soft_disc_has_its_own_area_to_a_thousandth),
        cmocka_unit_test(a_ring_keeps_its_hole_and_an_island_in_it),
        cmocka_unit_test(a_gap_of_one_or_two_pixels_stays_open_at_any_border),
        cmocka_unit_test(squares_that_touch_at_a_corner_are_one),
        cmocka_unit_test(ink_at_the_border_of_the_picture_is_followed_beyond_it),
        cmocka_unit_test(one_pixel_is_a_polygon_of_four_points),
        cmocka_unit_test(a_fading_end_is_reached_over_and_a_faint_mark_is_a_part),
        cmocka_unit_test(pinholes_close_with_a_border_and_larger_holes_do_not),
        cmocka_unit_test(noise_keeps_its_parts_and_holes_whatever_the_border),
        cmocka_unit_test(noise_beyond_measure_is_refused_with_a_way_out),
        cmocka_unit_test(a_border_out_of_range_is_named),
        cmocka_unit_test(refused_memory_is_an_error_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
