// test_json.c — strict JSON: what is refused and how it is told, and what the tape says of the rest.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/random.h"
#include "base/with_refusal.h"

#define BYTES(literal) literal, sizeof(literal) - 1

typedef struct refused {
    const char *source;
    size_t size;
    const char *place; // line:column
    const char *part;  // of the message
} refused;

// Reads a copy of exactly `size` bytes, so that a step beyond the end is seen by the sanitizer.
static bool read_copy(const char *source, size_t size, pantin_error *error) {
    char *copy = malloc(size ? size : 1);
    if (size) memcpy(copy, source, size);
    arena memory = { 0 };
    json_tape tape;
    bool fine = json_read("f.json", copy, size, &memory, &tape, error);
    for (int i = 0; fine && i < tape.count; i++) {
        const json_token *t = &tape.tokens[i];
        fine = t->start >= 0 && t->start <= t->end && (size_t)t->end <= size && t->next > i &&
               t->next <= tape.count && t->count >= 0;
        if (t->kind == JSON_STRING) fine = fine && json_text(&tape, i, &memory) != NULL;
        if (t->kind == JSON_NUMBER) json_number(&tape, i);
        if (!fine) fail_msg("token %d is out of order", i);
    }
    arena_free(&memory);
    free(copy);
    return fine;
}

static void what_is_not_json_is_refused_with_its_place_and_reason(void **state) {
    (void)state;
    static const refused cases[] = {
        { BYTES(""), "1:1", "empty" },
        { BYTES(" \n "), "2:2", "empty" },
        { BYTES("\xef\xbb\xbf[]"), "1:1", "byte order mark" },
        { BYTES("[1,2,]"), "1:6", "a comma stands before ]" },
        { BYTES("{\"a\":1,}"), "1:8", "a comma stands before }" },
        { BYTES("[,1]"), "1:2", "a value is expected" },
        { BYTES("[1,,2]"), "1:4", "a value is expected" },
        { BYTES("{\"a\" \"b\"}"), "1:6", "a colon is expected" },
        { BYTES("{\"a\"::1}"), "1:6", "a value is expected" },
        { BYTES("{\"a\"}"), "1:5", "a colon is expected" },
        { BYTES("{\"a\":}"), "1:6", "a value is missing before }" },
        { BYTES("{\"a\":1 \"b\":2}"), "1:8", "a comma or }" },
        { BYTES("[1 2]"), "1:4", "a comma or ]" },
        { BYTES("{1:2}"), "1:2", "a key in double quotes" },
        { BYTES("{a:1}"), "1:2", "a key in double quotes" },
        { BYTES("{null:1}"), "1:2", "a key in double quotes" },
        { BYTES("{,}"), "1:2", "a key in double quotes" },
        { BYTES("[hello]"), "1:2", "hello is no value" },
        { BYTES("[nul]"), "1:2", "nul is no value" },
        { BYTES("[truex]"), "1:2", "truex is no value" },
        { BYTES("[True]"), "1:2", "True is no value" },
        { BYTES("[NaN]"), "1:2", "NaN is no value" },
        { BYTES("[-Infinity]"), "1:2", "-Infinity is no value" },
        { BYTES("[01]"), "1:2", "does not begin with 0" },
        { BYTES("[-01]"), "1:2", "does not begin with 0" },
        { BYTES("[-]"), "1:2", "a digit is missing" },
        { BYTES("[.5]"), "1:2", "a digit is missing at the beginning" },
        { BYTES("[1.]"), "1:2", "a digit is missing after the point" },
        { BYTES("[1.e5]"), "1:2", "a digit is missing after the point" },
        { BYTES("[1e]"), "1:2", "a digit is missing in the exponent" },
        { BYTES("[1e+]"), "1:2", "a digit is missing in the exponent" },
        { BYTES("[+1]"), "1:2", "does not begin with +" },
        { BYTES("[0x10]"), "1:2", "0x10 is no number" },
        { BYTES("[1.2.3]"), "1:2", "1.2.3 is no number" },
        { BYTES("[1e999]"), "1:2", "too large" },
        { BYTES("[\"\\x\"]"), "1:3", "unknown escape" },
        { BYTES("[\"\\u12g4\"]"), "1:3", "four hex digits" },
        { BYTES("[\"\\u12\"]"), "1:3", "four hex digits" },
        { BYTES("[\"\\u12"), "1:3", "four hex digits" },
        { BYTES("[\"\\"), "1:3", "not closed" },
        { BYTES("[\"\\ud800\"]"), "1:3", "surrogate" },
        { BYTES("[\"\\ud800\\u0041\"]"), "1:3", "surrogate" },
        { BYTES("[\"\\ud83d\\ud83d\"]"), "1:3", "surrogate" },
        { BYTES("[\"\\udc00\"]"), "1:3", "surrogate" },
        { BYTES("[\"\\u0000\"]"), "1:3", "zero" },
        { BYTES("[\"\xff\"]"), "1:3", "UTF-8" },
        { BYTES("[\"\xc0\xaf\"]"), "1:3", "UTF-8" },             // overlong
        { BYTES("[\"\xe0\x80\xaf\"]"), "1:3", "UTF-8" },         // overlong
        { BYTES("[\"\xf0\x80\x80\xaf\"]"), "1:3", "UTF-8" },     // overlong
        { BYTES("[\"\xed\xa0\x80\"]"), "1:3", "UTF-8" },         // a surrogate
        { BYTES("[\"\xf4\x90\x80\x80\"]"), "1:3", "UTF-8" },     // beyond U+10FFFF
        { BYTES("[\"\xe2\x82\"]"), "1:3", "UTF-8" },
        { BYTES("[\"\xe2\x82"), "1:3", "UTF-8" },
        { BYTES("[\"a\nb\"]"), "1:4", "end of its line" },
        { BYTES("[\"a\tb\"]"), "1:4", "control character" },
        { BYTES("[\"\0\"]"), "1:3", "control character" },
        { BYTES("1 2"), "1:3", "goes on after" },
        { BYTES("{} []"), "1:4", "goes on after" },
        { BYTES("[1]]"), "1:4", "goes on after" },
        { BYTES("[1]\0"), "1:4", "goes on after" },
        { BYTES("\n[1,\n 2"), "3:3", "ends inside the [ of line 2" },
        { BYTES("{\"a\":1"), "1:7", "ends inside the { of line 1" },
        { BYTES("{\"a\""), "1:5", "ends inside the { of line 1" },
        { BYTES("[1}"), "1:3", "} does not close the [ of line 1" },
        { BYTES("{]"), "1:2", "] does not close the { of line 1" },
        { BYTES("]"), "1:1", "a value is expected" },
        { BYTES("[\"abc"), "1:2", "not closed" },
        { BYTES("[1] // c"), "1:5", "no comments" },
        { BYTES("[1, /* c */ 2]"), "1:5", "no comments" },
        { BYTES("# c\n[]"), "1:1", "no comments" },
        { BYTES("['a']"), "1:2", "double quotes" },
        { BYTES("[1\x0b]"), "1:3", "a comma or ]" },
        { BYTES("[1\xc2\xa0]"), "1:3", "a comma or ]" }, // a no-break space is no blank
        { BYTES("{\"a\":1,\n\"a\":2}"), "2:1", "\"a\" stands twice here; first at line 1" },
        { BYTES("{\"a\":1,\"\\u0061\":2}"), "1:8", "stands twice here" },
        { BYTES("{\"\xc3\xa9\":1,\"\\u00e9\":2}"), "1:9", "stands twice here" },
        { BYTES("{\"x\":{\"b\":1,\"c\":[{\"b\":1}],\"b\":2}}"), "1:27", "\"b\" stands twice here" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        pantin_error error = { 0 };
        if (read_copy(cases[i].source, cases[i].size, &error)) fail_msg("read: %s", cases[i].source);
        assert_int_equal(error.kind, PANTIN_ERROR_FORMAT);
        assert_memory_equal(error.where, "f.json:", 7);
        assert_string_equal(error.where + 7, cases[i].place);
        if (!strstr(error.text, cases[i].part)) fail_msg("%s: %s", cases[i].source, error.text);
        assert_null(strchr(error.text, '\n'));
        assert_false(read_copy(cases[i].source, cases[i].size, NULL)); // nobody has to listen
    }
}

static void what_is_json_is_read(void **state) {
    (void)state;
    static const char *const cases[] = {
        "[]", "{}", " [ ] ", "\t{\r\n}\n", "3", "-0", "\"x\"", "\"\"", "null", "true", "false",
        "[1, 2.5, -0, 0.1e+5, 1E-3, 10, 0, 1e-999]", "{\"a\":{\"b\":[null,false,{}]}}", "{\"\":1}",
        "[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uD83D\\uDE00\"]", "[\"\xe2\x82\xac \xf0\x9f\x98\x80 \x7f\"]",
        "{\"a\":1,\"A\":2,\"aa\":3,\"a \":4}", "[\"// no comment\"]",
        "[{\"a\":1},{\"a\":1}]", // the same key in two objects
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        pantin_error error = { 0 };
        if (!read_copy(cases[i], strlen(cases[i]), &error)) fail_msg("%s: %s", cases[i], error.text);
    }
}

static void the_tape_knows_bytes_counts_and_what_follows(void **state) {
    (void)state;
    static const char source[] = "{\"a\": [1, 22, \"x\\n\"], \"b\": {\"c\": null}, \"d\": true}";
    arena memory = { 0 };
    json_tape tape;
    assert_true(json_read("f", source, sizeof source - 1, &memory, &tape, NULL));
    assert_int_equal(tape.count, 12);
    assert_int_equal(tape.tokens[0].kind, JSON_OBJECT);
    assert_int_equal(tape.tokens[0].count, 3);
    assert_int_equal(tape.tokens[0].next, 12);
    assert_int_equal(tape.tokens[0].end, sizeof source - 1);
    int a = json_find(&tape, 0, "a"), b = json_find(&tape, 0, "b");
    assert_int_equal(tape.tokens[a].count, 3);
    assert_int_equal(source[tape.tokens[a].start], '[');
    assert_int_equal(source[tape.tokens[a].end - 1], ']');
    assert_int_equal(tape.tokens[a].next, b - 1); // the key "b"
    assert_true(json_number(&tape, a + 2) == 22);
    assert_string_equal(json_text(&tape, a + 3, &memory), "x\n");
    assert_true(json_equal(&tape, a + 3, "x\n"));
    assert_false(json_equal(&tape, a + 3, "x"));
    assert_false(json_equal(&tape, a + 3, "x\ny"));
    assert_int_equal(tape.tokens[json_find(&tape, b, "c")].kind, JSON_NULL);
    assert_int_equal(json_find(&tape, 0, "c"), PANTIN_NONE);
    assert_int_equal(json_find(&tape, a, "a"), PANTIN_NONE); // an array has no keys
    arena_free(&memory);
}

static void escapes_mean_their_characters(void **state) {
    (void)state;
    static const char source[] = "\"\\u0041\\u00e9\\u20ac\\ud83d\\ude00\\/\\\\\\\"\\b\\f\\r\\t\"";
    arena memory = { 0 };
    json_tape tape;
    assert_true(json_read("f", source, sizeof source - 1, &memory, &tape, NULL));
    assert_string_equal(json_text(&tape, 0, &memory), "A\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80/\\\"\b\f\r\t");
    arena_free(&memory);
}

static void nesting_ends_at_sixty_four(void **state) {
    (void)state;
    enum { DEEP = 10000 };
    static char source[2 * DEEP];
    for (int depth = 63; depth <= 65; depth++) {
        memset(source, '[', depth);
        memset(source + depth, ']', depth);
        pantin_error error = { 0 };
        assert_int_equal(read_copy(source, 2 * depth, &error), depth <= 64);
        if (depth > 64) {
            assert_string_equal(error.text, "nested deeper than 64");
            assert_string_equal(error.where, "f.json:1:65");
        }
    }
    memset(source, '[', DEEP);
    memset(source + DEEP, ']', DEEP);
    assert_false(read_copy(source, 2 * DEEP, NULL));
    assert_false(read_copy(source, DEEP, NULL)); // never closed
    for (int i = 0; i < DEEP; i++) memcpy(source + 2 * i, i % 3 ? "[{" : "{\"", 2);
    assert_false(read_copy(source, 2 * DEEP, NULL));
}

// As many keys as make sorting them worth while, of which two are the same.
static void among_thousands_of_keys_the_first_repetition_is_told(void **state) {
    (void)state;
    text t = { 0 };
    enum { KEYS = 3000 };
    for (int twice = 0; twice < 3; twice++) {
        text_string(&t, "{");
        for (int i = 0; i < KEYS; i++) {
            int name = i == 2000 && twice > 0 ? 77 : i == 2500 && twice > 1 ? 12 : i;
            text_format(&t, "%s\n\"key%d\": %d", i ? "," : "", name, i);
        }
        text_string(&t, "}");
        pantin_error error = { 0 };
        assert_int_equal(read_copy(t.data, t.size, &error), twice == 0);
        if (twice > 0) {
            assert_string_equal(error.where, "f.json:2002:1");
            assert_string_equal(error.text, "\"key77\" stands twice here; first at line 79");
        }
        text_free(&t);
    }
}

static const char sample[] =
    "{ \"pantin\": \"puppet/1\", \"n\\u00e9\": [1.5e-3, -20, 0.25, true, false, null],\n"
    "  \"deep\": {\"a\": [[[]], {\"b\": {}}], \"smile\": \"\\ud83d\\ude00 \xf0\x9f\x98\x80\"} }\n";

static void cut_anywhere_it_is_refused_and_nothing_breaks(void **state) {
    (void)state;
    size_t whole = sizeof sample - 1;
    for (size_t size = 0; size <= whole; size++) {
        pantin_error error = { 0 };
        bool fine = read_copy(sample, size, &error);
        assert_int_equal(fine, size >= whole - 1); // the last byte is a line end
        if (!fine) assert_true(error.text[0] != 0 && error.where[0] != 0);
    }
}

static void with_any_byte_changed_nothing_breaks(void **state) {
    (void)state;
    char changed[sizeof sample];
    random_state r = random_make(7);
    for (size_t at = 0; at + 1 < sizeof sample; at++)
        for (int byte = 0; byte < 256; byte++) {
            memcpy(changed, sample, sizeof sample);
            changed[at] = (char)byte;
            (void)read_copy(changed, sizeof sample - 1, NULL);
        }
    for (int i = 0; i < 20000; i++) { // pieces moved about
        memcpy(changed, sample, sizeof sample);
        int from = random_below(&r, sizeof sample - 1), to = random_below(&r, sizeof sample - 1);
        int most = (int)sizeof sample - 1 - (from > to ? from : to);
        memmove(changed + to, sample + from, (size_t)random_below(&r, most + 1));
        (void)read_copy(changed, sizeof sample - 1, NULL);
    }
}

static void refused_memory_is_told_and_given_back(void **state) {
    (void)state;
    text big = { 0 };
    text_string(&big, "{");
    for (int i = 0; i < 100; i++) text_format(&big, "\"k%d\": [%d, \"t\"],", i, i);
    text_string(&big, "\"last\": {}}");
    for (int n = 1;; n++) {
        refusal r;
        arena memory = { 0 };
        json_tape tape;
        pantin_error error = { 0 };
        refusal_begin(&r, n);
        bool fine = json_read("f", big.data, big.size, &memory, &tape, &error);
        arena_free(&memory);
        refusal_end();
        assert_int_equal(r.blocks, 0);
        if (fine) break;
        assert_int_equal(error.kind, PANTIN_ERROR_MEMORY);
    }
    text_free(&big);
}

static void a_long_path_keeps_line_and_column(void **state) {
    (void)state;
    char name[2000], where[512];
    memset(name, 'p', sizeof name);
    name[sizeof name - 1] = 0;
    json_where(name, "a\nb", 3, 2, where);
    assert_true(strlen(where) < sizeof where);
    assert_string_equal(where + strlen(where) - 4, ":2:1");
}

// --- writing --------------------------------------------------------------------------------------

static void written_json_is_indented_or_on_one_line(void **state) {
    (void)state;
    text t = { 0 };
    json_writer w = { .out = &t };
    json_object(&w);
    json_key(&w, "name");
    json_put_text(&w, "dog");
    json_key(&w, "rate");
    json_inline(&w);
    json_array(&w);
    json_put_int(&w, 24);
    json_put_int(&w, 1);
    json_end(&w, ']');
    json_key(&w, "line");
    json_inline(&w);
    json_object(&w);
    json_key(&w, "points");
    json_array(&w);
    json_inline(&w); // asked for twice is asked for once
    json_array(&w);
    json_put_number(&w, 0.5);
    json_put_number(&w, -1e-9);
    json_end(&w, ']');
    json_end(&w, ']');
    json_key(&w, "none");
    json_put_null(&w);
    json_end(&w, '}');
    json_key(&w, "empty");
    json_array(&w);
    json_end(&w, ']');
    json_key(&w, "frames");
    json_array(&w);
    json_object(&w);
    json_key(&w, "done");
    json_put_bool(&w, true);
    json_end(&w, '}');
    json_put_raw(&w, "{}", 2);
    json_end(&w, ']');
    json_end(&w, '}');
    assert_string_equal(t.data, "{\n"
                                "  \"name\": \"dog\",\n"
                                "  \"rate\": [24, 1],\n"
                                "  \"line\": { \"points\": [[0.5, -1e-9]], \"none\": null },\n"
                                "  \"empty\": [],\n"
                                "  \"frames\": [\n"
                                "    {\n"
                                "      \"done\": true\n"
                                "    },\n"
                                "    {}\n"
                                "  ]\n"
                                "}");
    assert_true(read_copy(t.data, t.size, NULL));
    text_free(&t);
}

static void any_bytes_put_in_come_out_as_json(void **state) {
    (void)state;
    random_state r = random_make(8);
    for (int i = 0; i < 5000; i++) {
        char bytes[24] = { 0 };
        for (int k = 0, n = random_below(&r, 23); k < n; k++) {
            bytes[k] = (char)(i % 2 ? 1 + random_below(&r, 255) : "\\\"\n\t\x1f\xc3\xa9\x80/a"[random_below(&r, 10)]);
        }
        text t = { 0 };
        json_writer w = { .out = &t };
        json_array(&w);
        json_put_text(&w, bytes);
        json_end(&w, ']');
        assert_true(read_copy(t.data, t.size, NULL));
        text_free(&t);
    }
    text t = { 0 };
    json_writer w = { .out = &t };
    double zero = 0.0;
    json_inline(&w);
    json_array(&w);
    json_put_number(&w, zero / zero);
    json_put_number(&w, 1 / zero);
    json_put_text(&w, NULL);
    json_put_text(&w, "\x01\xff");
    json_put_int(&w, INT64_MIN);
    json_end(&w, ']');
    assert_string_equal(t.data, "[null, null, null, \"\\u0001\xef\xbf\xbd\", -9223372036854775808]");
    text_free(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_not_json_is_refused_with_its_place_and_reason),
        cmocka_unit_test(what_is_json_is_read),
        cmocka_unit_test(the_tape_knows_bytes_counts_and_what_follows),
        cmocka_unit_test(escapes_mean_their_characters),
        cmocka_unit_test(nesting_ends_at_sixty_four),
        cmocka_unit_test(among_thousands_of_keys_the_first_repetition_is_told),
        cmocka_unit_test(cut_anywhere_it_is_refused_and_nothing_breaks),
        cmocka_unit_test(with_any_byte_changed_nothing_breaks),
        cmocka_unit_test(refused_memory_is_told_and_given_back),
        cmocka_unit_test(a_long_path_keeps_line_and_column),
        cmocka_unit_test(written_json_is_indented_or_on_one_line),
        cmocka_unit_test(any_bytes_put_in_come_out_as_json),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
