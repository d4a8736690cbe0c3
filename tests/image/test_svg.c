// test_svg.c — an SVG becomes pixels, whole and in parts; what is wrong with one is told.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "pantin/image.h"
#include "refusals.h"

#define SVG                                                                                        \
    "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" "

static pantin_image draw(const char *text, const char *id, double density) {
    pantin_image image = { 0 };
    pantin_error error = { 0 };
    if (!pantin_svg_decode("f.svg", text, strlen(text), id, density, &image, &error))
        fail_msg("%s: %s", error.where, error.text);
    return image;
}

static const uint8_t *pixel(const pantin_image *image, int x, int y) {
    return image->pixels + 4 * (y * image->width + x);
}

static void expect_pixel(const pantin_image *image, int x, int y, int r, int g, int b, int a) {
    const uint8_t *p = pixel(image, x, y);
    if (p[0] != r || p[1] != g || p[2] != b || p[3] != a)
        fail_msg("%d, %d is %d %d %d %d", x, y, p[0], p[1], p[2], p[3]);
}

static void colors_are_straight_and_not_premultiplied(void **state) {
    (void)state;
    pantin_image image = draw(SVG "width=\"4\" height=\"2\"><rect width=\"2\" height=\"2\" "
                                  "fill=\"#ff8000\"/><rect x=\"2\" width=\"2\" height=\"2\" "
                                  "fill=\"#ff8000\" fill-opacity=\"0.5\"/></svg>",
                              NULL, 1);
    assert_int_equal(image.width, 4);
    assert_int_equal(image.height, 2);
    expect_pixel(&image, 0, 0, 255, 128, 0, 255);
    const uint8_t *half = pixel(&image, 3, 1);
    assert_true(half[3] == 127 || half[3] == 128);
    // 64 of 128 is the nearest that 8 premultiplied bits can say.
    assert_true(half[0] == 255 && abs(half[1] - 128) <= 1 && half[2] == 0);
    pantin_image_free(&image);
}

static void the_size_is_the_documents_or_its_view_box_times_the_density(void **state) {
    (void)state;
    static const struct {
        const char *size;
        double density;
        int width, height;
    } cases[] = {
        { "width=\"30\" height=\"20\"", 1, 30, 20 },
        { "width=\"30\" height=\"20\"", 2.5, 75, 50 },
        { "viewBox=\"5 5 40 30\"", 1, 40, 30 },
        { "viewBox=\"5 5 40.2 30\"", 1, 41, 30 },
        { "width=\"1in\" height=\"0.5in\"", 1, 96, 48 },
        { "width=\"100%\" height=\"100%\" viewBox=\"0 0 8 9\"", 1, 8, 9 },
        { "width=\"30\" height=\"20\" viewBox=\"0 0 3 2\"", 0.1, 3, 2 },
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[300];
        snprintf(text, sizeof text, SVG "%s><rect width=\"9\" height=\"9\"/></svg>", cases[k].size);
        pantin_image image = draw(text, NULL, cases[k].density);
        assert_int_equal(image.width, cases[k].width);
        assert_int_equal(image.height, cases[k].height);
        pantin_image_free(&image);
    }
}

static const char figure[] =
    "<?xml version=\"1.0\"?>\n<!DOCTYPE svg [ <!ENTITY e \"<g id='no'/>\"> ]>\n<!-- <g id=\"no\"/> "
    "-->\n" SVG
    "viewBox=\"0 0 20 10\">\n<defs id=\"stuff\"><g id=\"no\"/></defs><style id=\"look\"/>\n"
    "<rect id=\"far\" x=\"2\" width=\"8\" height=\"10\" fill=\"#f00\"/>\n"
    "<g title='a > \" id=\"no\"' id = 'body'><rect id=\"inner\" x=\"4\" width=\"10\" height=\"10\" "
    "fill=\"#0f0\"/></g>\n<rect width=\"1\" height=\"1\"/><x:thing id=\"no\"/>"
    "<![CDATA[ <g id=\"no\"> ]]>\n<rect id=\"near\" x=\"12\" width=\"4\" height=\"10\" "
    "fill=\"#00f\"/>\n"
    "</svg>\n";

static void parts_are_what_lies_below_the_root_and_draws(void **state) {
    (void)state;
    pantin_svg_parts parts = { 0 };
    assert_true(pantin_svg_list("f.svg", figure, strlen(figure), &parts, NULL));
    assert_int_equal(parts.count, 3);
    assert_string_equal(parts.ids[0], "far");
    assert_string_equal(parts.ids[1], "body");
    assert_string_equal(parts.ids[2], "near");
    pantin_svg_parts_free(&parts);
    for (size_t size = 0; size < strlen(figure); size++) { // any beginning of it lists no more
        assert_true(pantin_svg_list("f.svg", figure, size, &parts, NULL));
        assert_true(parts.count <= 3);
        pantin_svg_parts_free(&parts);
    }
    static const char twice[] = "<svg><g id=\"a\"/><g id=\"a\"/></svg>";
    pantin_error error = { 0 };
    assert_false(pantin_svg_list("f.svg", twice, strlen(twice), &parts, &error));
    assert_non_null(strstr(error.text, "two parts have the id \"a\""));
}

static void a_part_is_drawn_at_its_place_in_the_whole(void **state) {
    (void)state;
    static const char text[] = SVG "viewBox=\"0 0 20 10\"><rect id=\"far\" x=\"2\" width=\"8\" "
                                   "height=\"10\" fill=\"#f00\"/><g id=\"body\"><rect id=\"inner\" "
                                   "x=\"4\" width=\"10\" height=\"10\" fill=\"#0f0\"/></g></svg>";
    pantin_image far = draw(text, "far", 2), inner = draw(text, "inner", 2);
    assert_int_equal(far.width, 40);
    assert_int_equal(inner.width, 40);
    expect_pixel(&far, 3, 10, 0, 0, 0, 0);
    expect_pixel(&far, 4, 10, 255, 0, 0, 255);
    expect_pixel(&far, 12, 10, 255, 0, 0, 255); // the body over it is not there
    expect_pixel(&far, 20, 10, 0, 0, 0, 0);
    expect_pixel(&inner, 8, 10, 0, 255, 0, 255);
    expect_pixel(&inner, 28, 10, 0, 0, 0, 0);
    pantin_image_free(&far);
    pantin_image_free(&inner);
}

static void what_is_wrong_is_told_with_its_place(void **state) {
    (void)state;
    static const struct {
        const char *text, *id;
        double density;
        pantin_error_kind kind;
        const char *where, *says;
    } cases[] = {
        { SVG "width=\"5\" height=\"5\">\n <g>\n</svg>", NULL, 1, PANTIN_ERROR_FORMAT,
          "f.svg:3:", "not a sound SVG" },
        { "", NULL, 1, PANTIN_ERROR_FORMAT, "f.svg", "not a sound SVG" },
        { SVG "width=\"5\" height=\"5\"/>", "arm", 1, PANTIN_ERROR_ARGUMENT, "f.svg",
          "has no element of the id \"arm\"" },
        { SVG "><rect/></svg>", NULL, 1, PANTIN_ERROR_FORMAT, "f.svg", "nor a viewBox" },
        { SVG "width=\"40000\" height=\"2\"/>", NULL, 1, PANTIN_ERROR_FORMAT, "f.svg", "smaller" },
        { SVG "viewBox=\"0 0 1e30 1e30\"/>", NULL, 1, PANTIN_ERROR_FORMAT, "f.svg", "smaller" },
        { SVG "width=\"500\" height=\"500\"/>", NULL, 90, PANTIN_ERROR_FORMAT, "f.svg", "smaller" },
        { SVG "width=\"5\" height=\"5\"/>", NULL, 0, PANTIN_ERROR_ARGUMENT, "density",
          "0.01..100" },
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        pantin_image image = { 0 };
        pantin_error error = { 0 };
        assert_false(pantin_svg_decode("f.svg", cases[k].text, strlen(cases[k].text), cases[k].id,
                                       cases[k].density, &image, &error));
        assert_null(image.pixels);
        assert_int_equal(error.kind, cases[k].kind);
        if (strncmp(error.where, cases[k].where, strlen(cases[k].where)) != 0 ||
            strstr(error.text, cases[k].says) == NULL)
            fail_msg("%s: %s", error.where, error.text);
    }
}

static void nothing_outside_the_file_is_read(void **state) {
    (void)state;
    // A picture that is there, of which librsvg could read every pixel.
    pantin_image red = { 0 }, image;
    char path[300], text[900];
    assert_true(pantin_image_create(4, 4, &red, NULL));
    for (int i = 0; i < 16; i++) red.pixels[4 * i] = red.pixels[4 * i + 3] = 255;
    assert_non_null(getcwd(path, sizeof path - 40));
    strcat(path, "/test_svg_outside.png");
    assert_true(pantin_image_save(path, &red, NULL));
    snprintf(text, sizeof text,
             SVG "width=\"4\" height=\"4\"><image xlink:href=\"file://%s\" width=\"4\" "
                 "height=\"4\"/><image xlink:href=\"%s\" width=\"4\" height=\"4\"/></svg>",
             path, path);
    image = draw(text, NULL, 1);
    for (int i = 0; i < 16; i++) assert_int_equal(image.pixels[4 * i + 3], 0);
    pantin_image_free(&image);
    pantin_image_free(&red);
    remove(path);
}

static void a_file_is_told_by_its_content_and_its_fragment(void **state) {
    (void)state;
    FILE *file = fopen("test_svg_figure.svg", "wb");
    assert_non_null(file);
    fputs(SVG "viewBox=\"0 0 20 10\"><rect id=\"a\" width=\"20\" height=\"10\" "
              "fill=\"#f00\"/><rect id=\"b\" "
              "width=\"5\" height=\"5\" fill=\"#00f\"/></svg>",
          file);
    fclose(file);
    static const struct {
        const char *path;
        int width, r, b;
    } cases[] = {
        { "test_svg_figure.svg", 20, 0, 255 },
        { "test_svg_figure.svg#a", 20, 255, 0 },
        { "test_svg_figure.svg#b@2", 40, 0, 255 },
        { "test_svg_figure.svg#@0.5", 10, 0, 255 },
    };
    pantin_image image = { 0 };
    pantin_error error = { 0 };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        if (!pantin_image_load(cases[k].path, &image, &error)) fail_msg("%s", error.text);
        assert_int_equal(image.width, cases[k].width);
        expect_pixel(&image, 1, 1, cases[k].r, 0, cases[k].b, 255);
        pantin_image_free(&image);
    }
    assert_false(pantin_image_load("test_svg_figure.svg#c", &image, &error));
    assert_false(pantin_image_load("test_svg_figure.svg#a@x", &image, &error));
    assert_non_null(strstr(error.text, "0.01..100 px a unit, not \"x\""));
    remove("test_svg_figure.svg");
}

static bool list_parts(void *context, pantin_error *error) {
    pantin_svg_parts parts = { 0 };
    const char *text = context;
    bool done = pantin_svg_list("f.svg", text, strlen(text), &parts, error);
    pantin_svg_parts_free(&parts);
    return done;
}

static void refused_memory_is_told_and_given_back(void **state) {
    (void)state;
    char text[sizeof figure];
    memcpy(text, figure, sizeof figure);
    assert_true(refusals_sweep(list_parts, text) >= 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(colors_are_straight_and_not_premultiplied),
        cmocka_unit_test(the_size_is_the_documents_or_its_view_box_times_the_density),
        cmocka_unit_test(parts_are_what_lies_below_the_root_and_draws),
        cmocka_unit_test(a_part_is_drawn_at_its_place_in_the_whole),
        cmocka_unit_test(what_is_wrong_is_told_with_its_place),
        cmocka_unit_test(nothing_outside_the_file_is_read),
        cmocka_unit_test(a_file_is_told_by_its_content_and_its_fragment),
        cmocka_unit_test(refused_memory_is_told_and_given_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
