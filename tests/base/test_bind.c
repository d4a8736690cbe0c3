// test_bind.c — reading by a table: every fault has its place and its sentence; what is fine is in the struct.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "base/with_refusal.h"
#include "base/with_sample_table.h"

typedef struct reading {
    arena memory;
    json_tape tape;
    pantin_error error;
    bind_reader reader;
    sample_puppet puppet;
    bool fine;
} reading;

static void read_puppet(reading *r, const char *source) {
    *r = (reading){ 0 };
    r->fine = json_read("walk.show.json", source, strlen(source), &r->memory, &r->tape, &r->error);
    if (!r->fine) return;
    r->reader = bind_reader_make(&r->tape, &r->memory, &r->error);
    r->fine = bind_read(&r->reader, &sample_puppet_table, 0, &r->puppet);
}

#define CLOSE_TO(a, b) assert_true((a) - (b) < 1e-6 && (b) - (a) < 1e-6)

static void a_file_becomes_a_struct(void **state) {
    (void)state;
    reading r;
    read_puppet(&r,
        "{ \"name\": \"d\\u00f6g\", \"lit\": false, \"paint\": \"#FF8000\", \"mask\": null,\n"
        "  \"mesh\": { \"spacing_px\": 8, \"seed\": 9007199254740992, \"rounds\": 1e1, \"reach\": [0.1, 1] },\n"
        "  \"handles\": { \"hip\": { \"at_px\": [330, 130.5], \"turn\": \"bone\" }, \"a\": { \"at_px\": [1, 2] } },\n"
        "  \"draw\": [\"body\", \"head\"], \"vertices\": [14, 15, 31], \"notes_hz\": [110, 164.81],\n"
        "  \"line_px\": [[212, 300], [216, 372]], \"key\": [24, 0.5], \"level\": -3, \"power\": -1e300 }");
    if (!r.fine) fail_msg("%s", r.error.text);
    const sample_puppet *p = &r.puppet;
    assert_string_equal(p->name, "d\xc3\xb6g");
    assert_null(p->mask);
    assert_false(p->lit);
    CLOSE_TO(p->paint[0], 1);
    CLOSE_TO(p->paint[1], 128 / 255.0);
    CLOSE_TO(p->paint[2], 0);
    assert_true(p->mesh.spacing_px == 8 && p->mesh.seed == 1ull << 53 && p->mesh.rounds == 10);
    assert_true(p->mesh.reach[0] == 0.1 && p->mesh.reach[1] == 1);
    assert_int_equal(p->handle_count, 2);
    assert_string_equal(p->handles[0].name, "hip"); // the file's order
    assert_string_equal(p->handles[1].name, "a");
    assert_true(p->handles[0].at_px[1] == 130.5 && p->handles[0].turn == 2);
    assert_true(p->handles[1].turn == 1 && p->handles[1].radius_px == 9 && p->handles[1].weight == 1000);
    assert_int_equal(p->draw_count, 2);
    assert_string_equal(p->draw[1], "head");
    assert_int_equal(p->vertex_count, 3);
    assert_int_equal(p->vertices[2], 31);
    assert_true(p->note_count == 2 && p->notes_hz[1] == 164.81);
    assert_true(p->line_count == 2 && p->line_px[1].x == 216 && p->line_px[1].y == 372);
    assert_true(p->key.frame == 24 && p->key.value == 0.5);
    assert_true(p->level == -3 && p->power == -1e300);
    assert_int_equal(r.reader.later_at, PANTIN_NONE);
    arena_free(&r.memory);
}

static void what_is_not_given_has_its_default(void **state) {
    (void)state;
    reading r;
    read_puppet(&r, "  {\"name\": \"x\"}");
    assert_true(r.fine);
    assert_true(r.puppet.lit && r.puppet.mesh.spacing_px == 14 && r.puppet.mesh.seed == 1);
    assert_true(r.puppet.mesh.rounds == 3);
    assert_true(r.puppet.mesh.reach[0] == 0.35 && r.puppet.mesh.reach[1] == 0.995);
    CLOSE_TO(r.puppet.paint[2], 0xd8 / 255.0);
    assert_int_equal(r.puppet.handle_count, 0);
    assert_int_equal(r.puppet.head.at, 2);
    assert_int_equal(r.puppet.mesh.head.at, 2); // an absent struct stands where its owner stands
    assert_true(bind_given(&sample_puppet_table, &r.puppet, "name"));
    assert_false(bind_given(&sample_puppet_table, &r.puppet, "mesh"));
    assert_false(bind_given(&sample_puppet_table, &r.puppet, "no such field"));
    sample_puppet bare = { 0 };
    bind_defaults(&sample_puppet_table, &bare, &r.memory);
    assert_true(bare.lit && bare.mesh.spacing_px == 14 && bare.head.given == 0);
    arena_free(&r.memory);
}

static void every_fault_has_its_place_and_its_sentence(void **state) {
    (void)state;
#define H(inside) "{\"name\": \"d\",\n\"handles\": {\"hip\": {" inside "}}}"
#define N(inside) "{\"name\": \"d\",\n" inside "}"
    static const struct { const char *source, *place, *line; } cases[] = {
        { H("\"wieght\": 3"), "2:21", "unknown key \"wieght\" in handle; did you mean \"weight\"?" },
        { H("\"position\": 3"), "2:21",
          "unknown key \"position\" in handle; known: at_px, radius_px, turn, weight" },
        { H(""), "2:20", "\"at_px\" is missing from handle \"hip\"" },
        { H("\"at_px\": [1]"), "2:30", "\"at_px\" must hold 2 numbers, not 1" },
        { H("\"at_px\": [1, 2, 3]"), "2:30", "\"at_px\" must hold 2 numbers, not 3" },
        { H("\"at_px\": [1, \"2\"]"), "2:34", "\"at_px\" must be a number, not a string" },
        { H("\"at_px\": [1, 2e5]"), "2:34", "\"at_px\" is 200000, outside -100000..100000 px" },
        { H("\"at_px\": 3"), "2:30", "\"at_px\" must be a list of numbers, not a number" },
        { H("\"at_px\": null"), "2:30", "\"at_px\" must be a list of numbers, not null" },
        { H("\"radius_px\": 0"), "2:34", "\"radius_px\" is 0; it must be above 0, at most 100 px" },
        { H("\"radius_px\": 100.5"), "2:34", "\"radius_px\" is 100.5; it must be above 0, at most 100 px" },
        { H("\"weight\": 0"), "2:31", "\"weight\" is 0, outside 1..1000000" }, // the unit 1 is not said
        { H("\"turn\": \"sett\""), "2:29", "unknown turn \"sett\"; did you mean \"set\"?" },
        { H("\"turn\": \"sideways\""), "2:29", "unknown turn \"sideways\"; known: set, free, bone, level" },
        { H("\"turn\": 2"), "2:29", "\"turn\" must be a word, not a number" },
        { N("\"mesh\": {\"spacing_px\": 1}"), "2:24", "\"spacing_px\" is 1, outside 2..200 px" },
        { N("\"mesh\": {\"spacing_px\": \"8\"}"), "2:24", "\"spacing_px\" must be a number, not a string" },
        { N("\"mesh\": {\"rounds\": 2.5}"), "2:20", "\"rounds\" must be a whole number, not 2.5" },
        { N("\"mesh\": {\"rounds\": 3e9}"), "2:20", "\"rounds\" is 3000000000, outside -2147483648..2147483647" },
        { N("\"mesh\": {\"rounds\": true}"), "2:20", "\"rounds\" must be a whole number, not true" },
        { N("\"mesh\": {\"seed\": -1}"), "2:18", "\"seed\" is -1, outside 0..9007199254740992" },
        { N("\"mesh\": {\"seed\": 1e300}"), "2:18", "\"seed\" is 1e300, outside 0..9007199254740992" },
        { N("\"mesh\": {\"reach\": [1, 0.5]}"), "2:19", "\"reach\" begins at 1, beyond its end 0.5" },
        { N("\"mesh\": []"), "2:9", "\"mesh\" must be an object, not a list" },
        { N("\"lit\": 1"), "2:8", "\"lit\" must be true or false, not a number" },
        { N("\"paint\": \"red\""), "2:10", "\"paint\" must be a color \"#rrggbb\", not \"red\"" },
        { N("\"paint\": \"#12345g\""), "2:10", "\"paint\" must be a color \"#rrggbb\", not \"#12345g\"" },
        { N("\"paint\": [0, 0, 0]"), "2:10", "\"paint\" must be a color \"#rrggbb\", not a list" },
        { N("\"handles\": []"), "2:12", "\"handles\" must be an object of named objects, not a list" },
        { N("\"handles\": {\"hip\": 3}"), "2:20", "\"handles\" must hold objects, not a number" },
        { N("\"handles\": {\"\": {}}"), "2:13", "a name in \"handles\" is empty" },
        { N("\"handles\": {\"a\": {\"at_px\": [0, 0]},\n\"a\": {}}"), "3:1",
          "\"a\" stands twice here; first at line 2" },
        { N("\"bones\": [{}]"), "2:11", "\"name\" is missing from bone" },
        { N("\"bones\": [3]"), "2:11", "\"bones\" must hold objects, not a number" },
        { N("\"bones\": {}"), "2:10", "\"bones\" must be a list of objects, not an object" },
        { N("\"bones\": [{\"name\": \"\"}]"), "2:20", "\"name\" must not be empty" },
        { N("\"bones\": [{\"name\": \"b\", \"pull\": -1}]"), "2:33", "\"pull\" is -1; it must be at least 0" },
        { N("\"draw\": [\"a\", 3]"), "2:15", "\"draw\" must hold strings, not a number" },
        { N("\"draw\": \"a\""), "2:9", "\"draw\" must be a list of strings, not a string" },
        { N("\"vertices\": [1]"), "2:13", "\"vertices\" must hold at least 2, not 1" },
        { N("\"vertices\": [1, -1]"), "2:17", "\"vertices\" is -1, outside 0..1000000" },
        { N("\"vertices\": [1, 1.5]"), "2:17", "\"vertices\" must be a whole number, not 1.5" },
        { N("\"notes_hz\": [null]"), "2:14", "\"notes_hz\" must be a number, not null" },
        { N("\"line_px\": [[1, 2], [3]]"), "2:21", "\"line_px\" must hold pairs [x, y]" },
        { N("\"line_px\": [1, 2]"), "2:13", "\"line_px\" must hold pairs [x, y]" },
        { N("\"line_px\": [[1, 2]]"), "2:12", "\"line_px\" must hold at least 2, not 1" },
        { N("\"key\": \"soon\""), "2:8", "a key is a number or [frame, value]" },
        { N("\"level\": 1"), "2:10", "\"level\" is 1; it must be at most 0 dB" },
        { N("\"mask\": 5"), "2:9", "\"mask\" must be a string, not a number" },
        { N("\"gain\": 2"), "2:9", "\"gain\" is 2, outside 0..1" }, // checked, though not done yet
        { "{\"name\": \"d\",\n\"name\": \"e\"}", "2:1", "\"name\" stands twice here; first at line 1" },
        { "{}", "1:1", "\"name\" is missing from puppet" },
        { "[]", "1:1", "the file must hold an object (puppet), not a list" },
        { "{\"name\": \"\"}", "1:10", "\"name\" must not be empty" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        reading r;
        read_puppet(&r, cases[i].source);
        if (r.fine) fail_msg("read: %s", cases[i].source);
        assert_int_equal(r.error.kind, PANTIN_ERROR_FORMAT);
        assert_string_equal(r.error.text, cases[i].line);
        assert_memory_equal(r.error.where, "walk.show.json:", 15);
        if (strcmp(r.error.where + 15, cases[i].place) != 0)
            fail_msg("%s: %s, not %s", cases[i].source, r.error.where, cases[i].place);
        arena_free(&r.memory);
    }
}

static void what_a_stranger_wrote_is_cut_and_stays_on_one_line(void **state) {
    (void)state;
    char source[3000] = "{\"name\": \"d\", \"";
    size_t begin = strlen(source);
    memset(source + begin, 'k', 2000);
    strcpy(source + begin + 2000, "\": 1}");
    reading r;
    read_puppet(&r, source);
    assert_false(r.fine);
    assert_non_null(strstr(r.error.text, "kkk...\" in puppet; known: name, mask, lit"));
    assert_true(strlen(r.error.text) < 300);
    arena_free(&r.memory);
    read_puppet(&r, "{\"name\": \"d\", \"a\\nb\\u001b[31m\xe2\x80\xae\": 1}");
    assert_false(r.fine);
    assert_non_null(strstr(r.error.text, "unknown key \"a\\nb\\u001b[31m\\xe2\\x80\\xae\" in puppet"));
    arena_free(&r.memory);
}

static void a_key_of_a_later_version_is_checked_and_remembered(void **state) {
    (void)state;
    reading r;
    read_puppet(&r, "{\"name\": \"d\",\n \"gain\": null, \"bones\": [{\"name\": \"b\"}], \"gain2\": 1}");
    assert_false(r.fine); // an unknown key comes before what is not done yet
    arena_free(&r.memory);
    read_puppet(&r, "{\"name\": \"d\", \"gain\": null}");
    assert_true(r.fine);
    assert_int_equal(r.reader.later_at, PANTIN_NONE); // null asks for nothing
    arena_free(&r.memory);
    static const char source[] = "{\"name\": \"d\",\n \"bones\": [{\"name\": \"b\"}], \"gain\": 0.5}";
    read_puppet(&r, source);
    assert_true(r.fine);
    assert_int_equal(r.reader.later_at, strstr(source, "\"bones\"") - source);
    assert_string_equal(r.reader.later_key, "bones");
    assert_string_equal(r.reader.later->later, "bones come with the flip-free solver");
    assert_int_equal(r.puppet.bone_count, 1); // and read all the same
    arena_free(&r.memory);
}

static void a_value_is_found_again_by_its_key(void **state) {
    (void)state;
    static const char source[] = "{ \"x\": [{\"y\": \"}\\\"\"}], \"s\": \"y\", \"y\" : { \"z\": 1 } }";
    size_t size = sizeof source - 1;
    assert_int_equal(bind_locate(source, size, 0, "y"), strstr(source, "{ \"z\"") - source);
    assert_int_equal(bind_locate(source, size, 0, "x"), strchr(source, '[') - source);
    assert_int_equal(bind_locate(source, size, 0, "z"), 0); // not in this object
    assert_int_equal(bind_locate(source, size, 1, "y"), 1);  // no object there
    assert_int_equal(bind_locate(source, size, -1, "y"), -1);
    assert_int_equal(bind_locate(source, size, 5000, "y"), 5000);
    for (size_t cut = 0; cut < size; cut++) (void)bind_locate(source, cut, 0, "nowhere");
    pantin_error error;
    assert_false(bind_fail_source("f", source, size, 7, &error, "%s is wrong", "this"));
    assert_string_equal(error.where, "f:1:8");
    assert_string_equal(error.text, "this is wrong");
}

static void unknown_words_name_the_nearest_or_all(void **state) {
    (void)state;
    static const char *const few[] = { "arap", "mls", NULL }, *const none[] = { NULL };
    const char *many[200];
    for (int i = 0; i < 199; i++) many[i] = "something else";
    many[199] = NULL;
    reading r;
    read_puppet(&r, "{\"name\": \"d\", \"mask\": \"arrap\"}");
    assert_true(r.fine);
    int token = json_find(&r.tape, 0, "mask");
    assert_false(bind_fail_word(&r.reader, token, "method", few));
    assert_string_equal(r.error.text, "unknown method \"arrap\"; did you mean \"arap\"?");
    assert_false(bind_fail_word(&r.reader, token, "piece", none));
    assert_string_equal(r.error.text, "unknown piece \"arrap\"; there is none");
    assert_false(bind_fail_word(&r.reader, token, "thing", many));
    assert_non_null(strstr(r.error.text, "something else, ..."));
    arena_free(&r.memory);
}

static void refused_memory_is_told_once_and_given_back(void **state) {
    (void)state;
    static const char source[] =
        "{\"name\": \"d\", \"mesh\": {}, \"handles\": {\"a\": {\"at_px\": [0, 0]}}, \"bones\": [{\"name\": \"b\"}],"
        "\"draw\": [\"a\", \"b\"], \"vertices\": [1, 2], \"notes_hz\": [1], \"line_px\": [[1, 2], [3, 4]]}";
    for (int n = 1;; n++) {
        refusal hook;
        refusal_begin(&hook, n);
        reading r;
        read_puppet(&r, source);
        arena_free(&r.memory);
        refusal_end();
        assert_int_equal(hook.blocks, 0);
        if (r.fine) break;
        assert_int_equal(r.error.kind, PANTIN_ERROR_MEMORY);
    }
}

static void nobody_has_to_listen(void **state) {
    (void)state;
    static const char source[] = "{\"nam\": 1}";
    arena memory = { 0 };
    json_tape tape;
    sample_puppet puppet = { 0 };
    assert_true(json_read("f", source, sizeof source - 1, &memory, &tape, NULL));
    bind_reader reader = bind_reader_make(&tape, &memory, NULL);
    assert_false(bind_read(&reader, &sample_puppet_table, 0, &puppet));
    arena_free(&memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_becomes_a_struct),
        cmocka_unit_test(what_is_not_given_has_its_default),
        cmocka_unit_test(every_fault_has_its_place_and_its_sentence),
        cmocka_unit_test(what_a_stranger_wrote_is_cut_and_stays_on_one_line),
        cmocka_unit_test(a_key_of_a_later_version_is_checked_and_remembered),
        cmocka_unit_test(a_value_is_found_again_by_its_key),
        cmocka_unit_test(unknown_words_name_the_nearest_or_all),
        cmocka_unit_test(refused_memory_is_told_once_and_given_back),
        cmocka_unit_test(nobody_has_to_listen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
