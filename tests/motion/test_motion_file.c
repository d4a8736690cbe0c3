// test_motion_file.c — a motion file is known by its bytes, its animation by name or number, its options by their ranges.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "tiny_bvh.h"

static void formats_are_told_by_their_bytes(void **state) {
    (void)state;
    static const struct {
        const char *bytes;
        bool is;
    } cases[] = { { TINY_BVH, true },
                  { "hierarchy", true },
                  { "\xEF\xBB\xBF\r\n Hierarchy\tROOT", true },
                  { "HIERARCHYX", false },
                  { "glTF\2", true },
                  { "glT", false },
                  { " {\"scene\":0,\"asset\":{\"version\":\"2.0\"}}", true },
                  { "{\"scene\":0}", false },
                  { "[\"asset\"]", false },
                  { "PK\3\4", false },
                  { "", false },
                  { "   ", false } };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        assert_true(pantin_motion_is(cases[k].bytes, strlen(cases[k].bytes)) == cases[k].is);
}

static void what_is_no_motion_is_refused_in_one_line(void **state) {
    (void)state;
    pantin_error error = { 0 };
    assert_null(pantin_motion_read("a/b.fbx", "Kaydara", 7, NULL, &error));
    assert_int_equal(error.kind, PANTIN_ERROR_FORMAT);
    assert_string_equal(error.where, "a/b.fbx");
    assert_non_null(strstr(error.text, "HIERARCHY"));
    assert_null(pantin_motion_read("empty.bvh", "", 0, NULL, &error));
    assert_non_null(strstr(error.text, "empty file"));
}

static void options_outside_their_range_name_their_field(void **state) {
    (void)state;
    static const struct {
        pantin_motion_options options;
        const char *field;
    } cases[] = { { { .unit_cm = -1 }, "unit_cm" }, { { .unit_cm = NAN }, "unit_cm" },
                  { { .up = 'w' }, "up" },          { { .up = 'Y' }, "up" },
                  { { .fps = -24 }, "fps" },        { { .fps = 1e9 }, "fps" } };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        pantin_error error = { 0 };
        assert_null(
            pantin_motion_read("t.bvh", TINY_BVH, strlen(TINY_BVH), &cases[k].options, &error));
        assert_int_equal(error.kind, PANTIN_ERROR_ARGUMENT);
        assert_string_equal(error.where, cases[k].field);
    }
}

static pantin_motion *named(const char *path) {
    pantin_motion *motion = pantin_motion_read(path, TINY_BVH, strlen(TINY_BVH), NULL, NULL);
    assert_non_null(motion);
    return motion;
}

static void a_bvh_has_one_animation_named_after_its_file(void **state) {
    (void)state;
    static const char *const cases[][2] = { { "walk.bvh", "walk" },
                                            { "a/b.c/slow walk.v2.bvh", "slow walk.v2" },
                                            { "C:\\clips\\run.BVH", "run" },
                                            { "noend", "noend" },
                                            { "a/.bvh", ".bvh" },
                                            { "", "" } };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        pantin_motion *motion = named(cases[k][0]);
        assert_int_equal(pantin_motion_kind_of(motion), PANTIN_BVH);
        assert_string_equal(pantin_motion_name(motion), cases[k][0]);
        assert_int_equal(pantin_motion_animations(motion), 1);
        assert_string_equal(pantin_motion_animation_name(motion, 0), cases[k][1]);
        assert_string_equal(pantin_motion_animation_name(motion, 1), "");
        assert_int_equal(pantin_motion_animation_default(motion, NULL), 0);
        assert_null(pantin_motion_resource(motion, 0));
        pantin_motion_free(motion);
    }
}

static void an_animation_is_found_by_name_or_number_or_its_nearest_told(void **state) {
    (void)state;
    pantin_motion *motion = named("walk.bvh");
    pantin_error error = { 0 };
    assert_int_equal(pantin_motion_animation_find(motion, "walk", &error), 0);
    assert_int_equal(pantin_motion_animation_find(motion, "0", &error), 0);
    assert_int_equal(error.kind, PANTIN_OK);
    static const char *const wrong[][2] = { { "wakl", "did you mean \"walk\"?" },
                                            { "1", "the first name is \"walk\"" },
                                            { "-1", "no animation \"-1\"" },
                                            { "99999999999999999999", "the first name" },
                                            { "", "no animation \"\"" } };
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        error = (pantin_error){ 0 };
        assert_int_equal(pantin_motion_animation_find(motion, wrong[k][0], &error), PANTIN_NONE);
        assert_int_equal(error.kind, PANTIN_ERROR_ARGUMENT);
        if (strstr(error.text, wrong[k][1]) == NULL) fail_msg("%s", error.text);
    }
    pantin_motion_free(motion);
    motion = named(""); // it has no name: it is found by its number alone
    assert_int_equal(pantin_motion_animation_find(motion, "0", &error), 0);
    assert_int_equal(pantin_motion_animation_find(motion, "", &error), PANTIN_NONE);
    assert_non_null(strstr(error.text, "say an index"));
    pantin_motion_free(motion);
}

static void an_animation_that_is_not_there_is_not_sampled(void **state) {
    (void)state;
    pantin_motion *motion = named("walk.bvh");
    pantin_error error = { 0 };
    pantin_clip clip = { 0 };
    assert_false(pantin_motion_sample(motion, 1, &clip, &error));
    assert_int_equal(error.kind, PANTIN_ERROR_ARGUMENT);
    assert_false(pantin_motion_sample(motion, -2, &clip, &error));
    pantin_motion_free(motion);
    pantin_motion_free(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formats_are_told_by_their_bytes),
        cmocka_unit_test(what_is_no_motion_is_refused_in_one_line),
        cmocka_unit_test(options_outside_their_range_name_their_field),
        cmocka_unit_test(a_bvh_has_one_animation_named_after_its_file),
        cmocka_unit_test(an_animation_is_found_by_name_or_number_or_its_nearest_told),
        cmocka_unit_test(an_animation_that_is_not_there_is_not_sampled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
