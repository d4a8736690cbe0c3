// test_drawing.c — what counts as ink, how many pieces it has, and how far away it is.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "base/random.h"
#include "pantin/drawing.h"
#include "refusals.h"

static void draw_square(pantin_image *image, int left, int top, int right, int bottom, int alpha) {
    for (int y = top; y < bottom; y++)
        for (int x = left; x < right; x++)
            image->pixels[4 * (y * image->width + x) + 3] = (uint8_t)alpha;
}

static pantin_image blank(int width, int height) {
    pantin_image image = { 0 };
    assert_true(pantin_image_create(width, height, &image, NULL));
    return image;
}

/// A picture in letters: '#' ink, '.' a trace, ' ' blank.
static pantin_drawing draw(const char *const *rows, int height) {
    int width = (int)strlen(rows[0]);
    pantin_image image = blank(width, height);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            image.pixels[4 * (y * width + x) + 3] = rows[y][x] == '#'   ? 255
                                                    : rows[y][x] == '.' ? PANTIN_TRACE_ALPHA
                                                                        : 0;
    pantin_drawing drawing = { 0 };
    assert_true(pantin_drawing_make("letters", &image, &drawing, NULL));
    return drawing;
}

static int islands_of(const char *const *rows, int height) {
    pantin_drawing drawing = draw(rows, height);
    int count = drawing.island_count;
    pantin_drawing_free(&drawing);
    return count;
}

static void a_faint_rim_belongs_to_the_figure_and_faint_dust_does_not(void **state) {
    (void)state;
    // A shadow that fades to 1, then nothing, then dust of 7; below it a rim that winds up again.
    pantin_image image = blank(9, 3);
    static const uint8_t alphas[3][9] = { { 255, 60, 9, 5, 3, 1, 0, 7, 7 },
                                          { 0, 0, 0, 0, 0, 0, 1, 0, 0 },
                                          { 0, 0, 0, 2, 2, 2, 0, 0, 0 } };
    static const uint8_t wanted[3][9] = { { 2, 1, 1, 1, 1, 1, 0, 1, 1 },
                                          { 0, 0, 0, 0, 0, 0, 1, 0, 0 },
                                          { 0, 0, 0, 1, 1, 1, 0, 0, 0 } };
    for (int y = 0; y < 3; y++)
        for (int x = 0; x < 9; x++) image.pixels[4 * (9 * y + x) + 3] = alphas[y][x];
    pantin_drawing drawing = { 0 };
    assert_true(pantin_drawing_make("d", &image, &drawing, NULL));
    assert_memory_equal(drawing.ink, wanted,
                        27); // the 1 at its corner ties the 7s and the 2s to it
    pantin_drawing_free(&drawing);

    image = blank(9, 3);
    image.pixels[3] = 255;
    for (int y = 0; y < 3; y++) image.pixels[4 * (9 * y + 4) + 3] = 7; // touches nothing
    assert_true(pantin_drawing_make("d", &image, &drawing, NULL));
    for (int p = 1; p < 27; p++) assert_int_equal(drawing.ink[p], 0);
    pantin_drawing_free(&drawing);
}

static void the_two_thresholds_divide_blank_traces_and_ink(void **state) {
    (void)state;
    pantin_image image = blank(6, 1);
    static const uint8_t alphas[6] = { 7, 0, 8, 127, 128, 255 };
    for (int x = 0; x < 6; x++) image.pixels[4 * x + 3] = alphas[x];
    pantin_drawing drawing = { 0 };
    assert_true(pantin_drawing_make("d", &image, &drawing, NULL));
    static const uint8_t wanted[6] = { 0, 0, 1, 1, 2, 2 };
    assert_memory_equal(drawing.ink, wanted, 6);
    assert_int_equal(drawing.ink_count, 2);
    assert_true(drawing.ink_box.left == 2 && drawing.ink_box.right == 6); // around the traces
    assert_true(drawing.ink_box.top == 0 && drawing.ink_box.bottom == 1);
    assert_null(image.pixels); // taken over
    pantin_drawing_free(&drawing);
}

static void a_picture_without_ink_is_an_error_and_is_taken_over_all_the_same(void **state) {
    (void)state;
    pantin_image image = blank(4, 4);
    draw_square(&image, 0, 0, 4, 4, 127);
    pantin_drawing drawing = { 0 };
    pantin_error error = { 0 };
    assert_false(pantin_drawing_make("art/pale.png", &image, &drawing, &error));
    assert_int_equal(error.kind, PANTIN_ERROR_FORMAT);
    assert_string_equal(error.where, "art/pale.png");
    assert_non_null(strstr(error.text, "no ink"));
    assert_null(image.pixels);
    assert_null(drawing.ink);
}

static void pieces_that_touch_at_a_corner_are_one(void **state) {
    (void)state;
    assert_int_equal(islands_of((const char *[]){ "##  ", "##  ", "  ##", "  ##" }, 4), 1);
    assert_int_equal(islands_of((const char *[]){ "  ##", "  ##", "##  ", "##  " }, 4), 1);
    assert_int_equal(islands_of((const char *[]){ "##   ", "##   ", "   ##" }, 3), 2);
    assert_int_equal(islands_of((const char *[]){ "# # #", "     ", "# # #" }, 3), 6);
    assert_int_equal(islands_of((const char *[]){ "# # #", " # # ", "# # #" }, 3), 1);
}

static void pieces_that_meet_far_below_are_one(void **state) {
    (void)state;
    assert_int_equal(islands_of((const char *[]){ "# # # #", "# # # #", "#######" }, 3), 1);
    assert_int_equal(
        islands_of((const char *[]){ "#######", "#     #", "# ### #", "#     #", "#######" }, 5),
        2);
    assert_int_equal(islands_of((const char *[]){ "#   #", " # # ", "  #  ", "     ", "#   #" }, 5),
                     3);
}

static void traces_join_no_pieces(void **state) {
    (void)state;
    assert_int_equal(islands_of((const char *[]){ "##..##" }, 1), 2);
}

/// The plain way to count: paint each piece over from a stack.
static int count_by_painting(uint8_t *ink, int width, int height) {
    static int stack[64 * 64];
    int count = 0;
    for (int start = 0; start < width * height; start++) {
        if (ink[start] != 2) continue;
        int depth = 0;
        count++;
        ink[start] = 0;
        stack[depth++] = start;
        while (depth > 0) {
            int at = stack[--depth];
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++) {
                    int x = at % width + dx, y = at / width + dy;
                    if (x < 0 || y < 0 || x >= width || y >= height) continue;
                    if (ink[y * width + x] != 2) continue;
                    ink[y * width + x] = 0;
                    stack[depth++] = y * width + x;
                }
        }
    }
    return count;
}

static pantin_drawing noise(uint64_t seed, int width, int height, double share) {
    random_state random = random_make(seed);
    pantin_image image = blank(width, height);
    image.pixels[4 * random_below(&random, width * height) + 3] = 255; // never without ink
    for (int i = 0; i < width * height; i++)
        if (random_double(&random) < share) image.pixels[4 * i + 3] = 200;
    pantin_drawing drawing = { 0 };
    assert_true(pantin_drawing_make("noise", &image, &drawing, NULL));
    return drawing;
}

static void the_count_of_pieces_is_that_of_painting_them(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 400; seed++) {
        // Around 0.4 the pieces of 8-connected noise are largest and most entangled.
        int width = 1 + (int)(seed * 7 % 61), height = 1 + (int)(seed * 13 % 47);
        pantin_drawing drawing = noise(seed, width, height, 0.05 + 0.1 * (double)(seed % 6));
        int islands = drawing.island_count;
        assert_int_equal(islands, count_by_painting(drawing.ink, width, height));
        pantin_drawing_free(&drawing);
    }
}

static double distance_by_trying_all(const pantin_drawing *drawing, pantin_vec2 p) {
    double best = INFINITY;
    for (int y = 0; y < drawing->image.height; y++)
        for (int x = 0; x < drawing->image.width; x++) {
            if (drawing->ink[y * drawing->image.width + x] != 2) continue;
            double dx = fmax(0, fmax(x - p.x, p.x - (x + 1))),
                   dy = fmax(0, fmax(y - p.y, p.y - (y + 1)));
            best = fmin(best, sqrt(dx * dx + dy * dy));
        }
    return best;
}

static void the_distance_is_that_of_trying_all_pixels(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        pantin_drawing drawing = noise(seed, 50, 37, seed % 3 == 0 ? 0.2 : 0.003);
        random_state random = random_make(seed);
        for (int i = 0; i < 50; i++) {
            double far = i % 5 == 0 ? 1000 : 60;
            pantin_vec2 p = { random_between(&random, -far, far),
                              random_between(&random, -far, far) },
                        at;
            if (i % 3 == 0)
                p = (pantin_vec2){ floor(p.x), floor(p.y) }; // on the lines between pixels
            double distance = pantin_drawing_distance(&drawing, p, &at);
            assert_true(fabs(distance - distance_by_trying_all(&drawing, p)) < 1e-9);
            // What it calls nearest is ink, at that distance.
            int x = (int)at.x, y = (int)at.y;
            assert_int_equal(drawing.ink[y * 50 + x], 2);
            double dx = fmax(0, fabs(p.x - at.x) - 0.5), dy = fmax(0, fabs(p.y - at.y) - 0.5);
            assert_true(fabs(sqrt(dx * dx + dy * dy) - distance) < 1e-9);
        }
        pantin_drawing_free(&drawing);
    }
}

static void a_point_that_is_none_is_infinitely_far(void **state) {
    (void)state;
    pantin_drawing drawing = draw((const char *[]){ "  ", " #" }, 2);
    static const double odd[] = { NAN, INFINITY, -INFINITY, 1e300 };
    for (int i = 0; i < 4; i++) {
        pantin_vec2 at;
        assert_true(pantin_drawing_distance(&drawing, (pantin_vec2){ odd[i], 0 }, &at) == INFINITY);
        assert_true(pantin_drawing_distance(&drawing, (pantin_vec2){ 0, odd[i] }, NULL) ==
                    INFINITY);
        assert_true(at.x == 1.5 && at.y == 1.5);
    }
    assert_true(fabs(pantin_drawing_distance(&drawing, (pantin_vec2){ 1e12, 1.5 }, NULL) - 1e12) <
                10);
    assert_true(pantin_drawing_distance(&drawing, (pantin_vec2){ 1.2, 1.9 }, NULL) == 0);
    pantin_drawing_free(&drawing);
}

static bool make_one(void *context, pantin_error *error) {
    (void)context;
    pantin_image image = { 0 };
    pantin_drawing drawing = { 0 };
    if (!pantin_image_create(8, 8, &image, error)) return false;
    draw_square(&image, 2, 2, 5, 5, 255);
    bool done = pantin_drawing_make("d", &image, &drawing, error);
    pantin_drawing_free(&drawing);
    return done;
}

static void refused_memory_is_an_error_and_leaks_nothing(void **state) {
    (void)state;
    assert_int_equal(refusals_sweep(make_one, NULL), 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_faint_rim_belongs_to_the_figure_and_faint_dust_does_not),
        cmocka_unit_test(the_two_thresholds_divide_blank_traces_and_ink),
        cmocka_unit_test(a_picture_without_ink_is_an_error_and_is_taken_over_all_the_same),
        cmocka_unit_test(pieces_that_touch_at_a_corner_are_one),
        cmocka_unit_test(pieces_that_meet_far_below_are_one),
        cmocka_unit_test(traces_join_no_pieces),
        cmocka_unit_test(the_count_of_pieces_is_that_of_painting_them),
        cmocka_unit_test(the_distance_is_that_of_trying_all_pixels),
        cmocka_unit_test(a_point_that_is_none_is_infinitely_far),
        cmocka_unit_test(refused_memory_is_an_error_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
