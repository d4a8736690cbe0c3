// test_text.c — the growing buffer, the formatter, nearest words, places and paths.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "base/with_refusal.h"

static void a_text_grows_and_always_ends_with_a_zero(void **state) {
    (void)state;
    text t = { 0 };
    for (int i = 0; i < 1000; i++) {
        text_char(&t, (char)('a' + i % 26));
        assert_int_equal(t.size, i + 1);
        assert_int_equal(t.data[t.size], 0);
        assert_true(t.capacity > t.size);
    }
    text_bytes(&t, "\0x", 2); // a zero inside is a byte like any other
    assert_int_equal(t.size, 1002);
    text_string(&t, "");
    assert_int_equal(t.size, 1002);
    assert_false(t.failed);
    text_free(&t);
    assert_null(t.data);
}

static void taking_hands_over_bytes_with_their_zero(void **state) {
    (void)state;
    text t = { 0 };
    pantin_bytes bytes;
    text_string(&t, "whole");
    assert_true(text_take(&t, &bytes, NULL));
    assert_int_equal(bytes.size, 5);
    assert_string_equal((char *)bytes.data, "whole");
    assert_null(t.data);
    pantin_bytes_free(&bytes);
    assert_true(text_take(&t, &bytes, NULL)); // an empty one, too
    assert_int_equal(bytes.size, 0);
    assert_int_equal(bytes.data[0], 0);
    pantin_bytes_free(&bytes);
}

static void a_text_without_memory_fails_once_at_the_end(void **state) {
    (void)state;
    for (int n = 1;; n++) {
        refusal r;
        text t = { 0 };
        pantin_bytes bytes = { 0 };
        pantin_error error = { 0 };
        refusal_begin(&r, n);
        for (int i = 0; i < 100; i++) text_format(&t, "line %d of a long text\n", i);
        bool taken = text_take(&t, &bytes, &error);
        pantin_bytes_free(&bytes);
        refusal_end();
        assert_int_equal(r.blocks, 0);
        if (taken) {
            assert_true(n > 3); // it grew more than once
            return;
        }
        assert_int_equal(error.kind, PANTIN_ERROR_MEMORY);
    }
}

#define SAME(format, ...)                                                                     \
    do {                                                                                      \
        char ours[512], theirs[512];                                                          \
        int length = snprintf(theirs, sizeof theirs, format, __VA_ARGS__);                    \
        assert_int_equal(text_print(ours, sizeof ours, format, __VA_ARGS__), length);         \
        assert_string_equal(ours, theirs);                                                    \
    } while (0)

static void formats_say_what_printf_says(void **state) {
    (void)state;
    SAME("%s and %s", "one", "");
    SAME("%.*s|%.2s|%.9s", 3, "abcdef", "abcdef", "abc");
    SAME("%5s|%-5s|%2s", "ab", "ab", "abcd");
    SAME("%d %i %d %d", 0, -1, INT_MAX, INT_MIN);
    SAME("%5d|%-5d|%05d|%05d|%.3d|%8.3d", 42, 42, 42, -42, 7, -7);
    SAME("%*d|%*d|%-*d", 6, 42, -6, 42, 6, 42);
    SAME("%u %u", 0u, UINT_MAX);
    SAME("%x %X %04x %08x", 255u, 48879u, 10u, UINT_MAX);
    SAME("%ld %ld %lu", LONG_MIN, LONG_MAX, ULONG_MAX);
    SAME("%lld %lld %llu", LLONG_MIN, LLONG_MAX, ULLONG_MAX);
    SAME("%016llx", 0x123456789abcdefull);
    SAME("%zu", SIZE_MAX);
    SAME("%c%c%3c|%-3c|", 'a', 'b', 'c', 'd');
    SAME("100%% %s", "sure");
    SAME("%.0f %.0f %.0f %.0f %f", 0.5, 1.5, 2.5, -0.6, 3.25);
    SAME("%.3f|%8.2f|%-8.2f|%08.2f", 1e-4, 3.14159, 3.14159, -3.14159);
    SAME("%g %g %g", 0.5, 100.0, -2.0);
    // printf's own %g would say 1e+21 and six digits; ours is the shortest that reads back
    char line[64];
    text_print(line, sizeof line, "%g %g %g", 0.1 + 0.2, 1e21, 1234567.0);
    assert_string_equal(line, "0.30000000000000004 1e21 1234567");
    // and "-0.00", which reads like a fault
    text_print(line, sizeof line, "%.2f %5.1f %.0f %.2f", -0.001, -0.0, -0.4, -0.006);
    assert_string_equal(line, "0.00   0.0 0 -0.01");
}

static void a_fixed_buffer_is_cut_and_ends_with_a_zero(void **state) {
    (void)state;
    for (size_t size = 1; size < 20; size++) {
        char buffer[32];
        memset(buffer, '#', sizeof buffer);
        size_t used = text_print(buffer, size, "%s %d", "abcdefgh", 12345);
        assert_int_equal(used, size - 1 < 14 ? size - 1 : 14);
        assert_int_equal(strlen(buffer), used);
        assert_memory_equal(buffer, "abcdefgh 12345", used);
        assert_int_equal(buffer[size], '#');
    }
    assert_int_equal(text_print(NULL, 0, "%d", 5), 0);
}

static void messages_show_strangers_bytes_as_one_printable_line(void **state) {
    (void)state;
    static const struct { const char *bytes, *shown; } cases[] = {
        { "plain", "plain" }, { "a\nb", "a\\x0ab" }, { "\x1b[31m", "\\x1b[31m" }, { "\x7f", "\\x7f" },
        { "caf\xc3\xa9", "caf\xc3\xa9" }, { "\xff", "\\xff" }, { "\xe2\x82", "\\xe2\\x82" },
        { "\xc2\x85", "\\xc2\\x85" },                    // next line, U+0085
        { "\xe2\x80\xae" "abc", "\\xe2\\x80\\xae" "abc" }, // would turn the rest of the line around
        { "\xe2\x80\xa8", "\\xe2\\x80\\xa8" }, { "\xe2\x82\xac", "\xe2\x82\xac" },
    };
    char shown[64];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        size_t used = text_printable(shown, sizeof shown, cases[i].bytes, strlen(cases[i].bytes));
        assert_string_equal(shown, cases[i].shown);
        assert_int_equal(used, strlen(shown));
    }
    text_printable(shown, 8, "abcdefghij", 10);
    assert_string_equal(shown, "abcd...");
    text_printable(shown, 8, "abcdefg", 7);
    assert_string_equal(shown, "abcdefg");
    text_printable(shown, 8, "abc\xc3\xa9\xc3\xa9\xc3\xa9", 9); // never half a character
    assert_string_equal(shown, "abc...");
    for (size_t size = 0; size < 6; size++) text_printable(shown, size, "\x01\x02\x03", 3);
}

static void the_nearest_word_is_the_one_that_was_meant(void **state) {
    (void)state;
    static const char *const keys[] = { "weight", "radius_px", "at_px", "turn", "vertices", "x", NULL };
    static const struct { const char *given, *nearest; } cases[] = {
        { "wieght", "weight" }, { "Weight", "weight" }, { "weights", "weight" }, { "radius", "radius_px" },
        { "radiuspx", "radius_px" }, { "at", NULL }, { "atpx", "at_px" }, { "trun", "turn" }, { "vertex", "vertices" },
        { "position", NULL }, { "zzzzzz", NULL }, { "", NULL }, { "y", NULL }, { "q", NULL },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *nearest = text_nearest(cases[i].given, strlen(cases[i].given), keys);
        if (!cases[i].nearest) {
            if (nearest) fail_msg("%s is not %s", cases[i].given, nearest);
            continue;
        }
        if (!nearest) fail_msg("%s is near to none", cases[i].given);
        assert_string_equal(nearest, cases[i].nearest);
    }
    char long_word[5000];
    memset(long_word, 'w', sizeof long_word);
    assert_null(text_nearest(long_word, sizeof long_word, keys));
    static const char *const none[] = { NULL };
    assert_null(text_nearest("weight", 6, none));
}

static void places_are_counted_from_one(void **state) {
    (void)state;
    static const char source[] = "ab\ncd\n\nef";
    static const struct { size_t offset; int line, column; } cases[] = {
        { 0, 1, 1 }, { 1, 1, 2 }, { 2, 1, 3 }, { 3, 2, 1 }, { 6, 3, 1 }, { 7, 4, 1 }, { 9, 4, 3 }, { 99, 4, 3 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int line, column;
        text_place(source, 9, cases[i].offset, &line, &column);
        assert_int_equal(line, cases[i].line);
        assert_int_equal(column, cases[i].column);
    }
}

static void paths_are_joined_and_parted(void **state) {
    (void)state;
    static const struct { const char *folder, *name, *joined; } joins[] = {
        { "shows/wave", "dog.png", "shows/wave/dog.png" }, { "shows/", "a", "shows/a" }, { "", "a", "a" },
        { ".", "a", "a" }, { "shows", "/abs", "/abs" }, { "/", "a", "/a" }, { "..", "a", "../a" },
    };
    static const struct { const char *path, *folder; } folders[] = {
        { "a/b/c.json", "a/b" }, { "c.json", "" }, { "/c.json", "/" }, { "", "" }, { "a/", "a" },
    };
    char buffer[64];
    for (size_t i = 0; i < sizeof joins / sizeof joins[0]; i++) {
        text_path_join(buffer, sizeof buffer, joins[i].folder, joins[i].name);
        assert_string_equal(buffer, joins[i].joined);
    }
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        text_path_folder(buffer, sizeof buffer, folders[i].path);
        assert_string_equal(buffer, folders[i].folder);
    }
    text_path_join(buffer, 8, "a long folder", "name");
    assert_string_equal(buffer, "a long ");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_text_grows_and_always_ends_with_a_zero),
        cmocka_unit_test(taking_hands_over_bytes_with_their_zero),
        cmocka_unit_test(a_text_without_memory_fails_once_at_the_end),
        cmocka_unit_test(formats_say_what_printf_says),
        cmocka_unit_test(a_fixed_buffer_is_cut_and_ends_with_a_zero),
        cmocka_unit_test(messages_show_strangers_bytes_as_one_printable_line),
        cmocka_unit_test(the_nearest_word_is_the_one_that_was_meant),
        cmocka_unit_test(places_are_counted_from_one),
        cmocka_unit_test(paths_are_joined_and_parted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
