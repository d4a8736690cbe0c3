// test_error.c — a failure is one line, whatever strangers put into it.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "base/memory.h"

static void failing_answers_false_and_fills_all_three(void **state) {
    (void)state;
    pantin_error error = { 0 };
    assert_false(
        pantin_fail(&error, PANTIN_ERROR_FORMAT, "walk.bvh:41:3", "%d channels of %d", 5, 6));
    assert_int_equal(error.kind, PANTIN_ERROR_FORMAT);
    assert_string_equal(error.where, "walk.bvh:41:3");
    assert_string_equal(error.text, "5 channels of 6");
}

static void nobody_has_to_listen(void **state) {
    (void)state;
    assert_false(pantin_fail(NULL, PANTIN_ERROR_FILE, NULL, "%s", "unheard"));
    pantin_error error = { 0 };
    assert_false(pantin_fail(&error, PANTIN_ERROR_ARGUMENT, NULL, "placeless"));
    assert_string_equal(error.where, "");
}

static void a_line_stays_one_line(void **state) {
    (void)state;
    pantin_error error = { 0 };
    pantin_fail(&error, PANTIN_ERROR_FILE, "two\nlines\x1b[31m.png", "key \"%s\"",
                "a\r\n\x7f"
                "b");
    assert_string_equal(error.where, "two?lines?[31m.png");
    assert_string_equal(error.text, "key \"a???b\"");
}

static void a_long_place_keeps_its_line_and_column(void **state) {
    (void)state;
    char place[2000];
    memset(place, 'x', sizeof place);
    memcpy(place + sizeof place - 8, ":120:45", 8); // with its zero
    pantin_error error = { 0 };
    pantin_fail(&error, PANTIN_ERROR_FORMAT, place, "too long");
    assert_int_equal(strlen(error.where), sizeof error.where - 1);
    assert_memory_equal(error.where, "...x", 4);
    assert_string_equal(error.where + strlen(error.where) - 7, ":120:45");
}

static bool is_whole_utf8(const char *text) {
    const unsigned char *c = (const unsigned char *)text;
    while (*c) {
        int more = *c < 0x80 ? 0 : *c >= 0xF0 ? 3 : *c >= 0xE0 ? 2 : *c >= 0xC0 ? 1 : -1;
        if (more < 0) return false;
        c++;
        for (; more > 0; more--, c++)
            if ((*c & 0xC0) != 0x80) return false;
    }
    return true;
}

static void what_is_cut_is_cut_between_characters(void **state) {
    (void)state;
    static const char *const letters[] = { "a", "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x90\x95" };
    for (int kind = 0; kind < 4; kind++)
        for (int shift = 0; shift < 4; shift++) {
            char line[1400] = "aaa";
            line[shift] = '\0';
            while (strlen(line) < 1300) strcat(line, letters[kind]);
            pantin_error error = { 0 };
            pantin_fail(&error, PANTIN_ERROR_FORMAT, line, "%s", line);
            assert_true(is_whole_utf8(error.text));
            assert_true(is_whole_utf8(error.where));
            assert_true(strlen(error.text) >= sizeof error.text - 4);
            assert_true(strlen(error.where) >= sizeof error.where - 4);
        }
}

static void an_error_can_be_told_again_in_its_own_words(void **state) {
    (void)state;
    pantin_error error = { 0 };
    pantin_fail(&error, PANTIN_ERROR_FILE, "dog.png", "not a PNG");
    pantin_fail(&error, error.kind, error.where, "the drawing of \"dog\": %s", error.text);
    assert_string_equal(error.where, "dog.png");
    assert_string_equal(error.text, "the drawing of \"dog\": not a PNG");
}

static void refused_memory_names_what_it_was_for(void **state) {
    (void)state;
    pantin_error error = { 0 };
    assert_false(memory_fail(&error, "a mesh of 12 vertices"));
    assert_int_equal(error.kind, PANTIN_ERROR_MEMORY);
    assert_non_null(strstr(error.text, "a mesh of 12 vertices"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(failing_answers_false_and_fills_all_three),
        cmocka_unit_test(nobody_has_to_listen),
        cmocka_unit_test(a_line_stays_one_line),
        cmocka_unit_test(a_long_place_keeps_its_line_and_column),
        cmocka_unit_test(what_is_cut_is_cut_between_characters),
        cmocka_unit_test(an_error_can_be_told_again_in_its_own_words),
        cmocka_unit_test(refused_memory_names_what_it_was_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
