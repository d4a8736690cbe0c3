// Handles that share a triangle are told, each pair once, and handles two edges apart are not.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "pantin/puppet.h"

static bool square(void *self, const char *path, pantin_image *image, pantin_error *error) {
    (void)self, (void)path;
    if (!pantin_image_create(100, 100, image, error)) return false;
    memset(image->pixels, 255, 4 * 100 * 100);
    return true;
}

/// The warnings of a 100 x 100 sheet of 10-px cells with two handles of three vertices, `gap` px apart.
static pantin_bytes warnings_at(double gap) {
    char source[512];
    int length = snprintf(
        source, sizeof source,
        "{\"pantin\":\"puppet/1\",\"name\":\"s\",\"drawings\":{\"d\":{\"image\":\"d.png\"}},"
        "\"pieces\":{\"p\":{\"drawing\":\"d\",\"mesh\":{\"spacing_px\":10},\"handles\":{"
        "\"one\":{\"at_px\":[20,50],\"radius_px\":10},"
        "\"two\":{\"at_px\":[%g,50],\"radius_px\":10}}}},"
        "\"views\":{\"v\":{\"draw\":[\"p\"],\"ground_px\":[50,100]}}}",
        20 + gap);
    pantin_assets assets = { .image = square };
    pantin_puppet puppet;
    pantin_error error = { 0 };
    if (!pantin_puppet_load("s.json", source, (size_t)length, &assets, &puppet, &error))
        fail_msg("%s: %s", error.where, error.text);
    pantin_bytes lines = { 0 };
    assert_true(pantin_puppet_warnings(&puppet, &lines, &error));
    pantin_puppet_free(&puppet);
    return lines;
}

static void a_shared_triangle_is_told_once(void **state) {
    (void)state;
    // Radius 10 holds the point's vertex and its four neighbors; 30 px apart the two crosses' arms are
    // one edge apart, 40 px two.
    pantin_bytes lines = warnings_at(30);
    assert_non_null(strstr((char *)lines.data, "\"one\" and \"two\" share a triangle"));
    assert_ptr_equal(strchr((char *)lines.data, '\n'), (char *)lines.data + lines.size - 1);
    pantin_bytes_free(&lines);
    lines = warnings_at(40);
    assert_int_equal(lines.size, 0);
    pantin_bytes_free(&lines);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(a_shared_triangle_is_told_once) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
