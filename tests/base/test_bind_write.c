// test_bind_write.c — what is written is canonical; schema and docs say what the reader does.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "base/with_refusal.h"
#include "base/with_sample_table.h"

// Read and written again; empty when it cannot be read.
static text rewritten(const char *source, size_t size) {
    text out = { 0 };
    arena memory = { 0 };
    json_tape tape;
    sample_puppet puppet = { 0 };
    char *copy = malloc(size ? size : 1); // of exactly this size: the sanitizer sees a step beyond
    if (size) memcpy(copy, source, size);
    if (json_read("f", copy, size, &memory, &tape, NULL)) {
        bind_reader reader = bind_reader_make(&tape, &memory, NULL);
        json_writer w = { .out = &out };
        if (bind_read(&reader, &sample_puppet_table, 0, &puppet)) bind_write(&w, &sample_puppet_table, &puppet);
    }
    arena_free(&memory);
    free(copy);
    return out;
}

static const char source[] =
    "{\"power\": 1e3, \"line_px\": [[212, 300.50], [216, 372]], \"name\": \"d\\u00f6g \\\"x\\\"\", \"mask\": null,\n"
    "\"handles\": {\"hip\": {\"weight\": 1000, \"at_px\": [330, 1.3e2], \"turn\": \"set\"}, \"a\": {\"at_px\": [1, -0]}},"
    "\"mesh\": {\"seed\": 9007199254740992, \"reach\": [0.1, 1], \"spacing_px\": 8}, \"lit\": true, \"key\": 5,\n"
    "\"bones\": [{\"name\": \"b\"}], \"draw\": [\"body\", \"head\"], \"vertices\": [14, 15], \"notes_hz\": [],"
    "\"paint\": \"#FF8000\"}";

static void written_is_the_tables_order_and_only_what_was_given(void **state) {
    (void)state;
    text once = rewritten(source, sizeof source - 1);
    assert_string_equal(once.data,
                        "{\n"
                        "  \"name\": \"d\xc3\xb6g \\\"x\\\"\",\n"
                        "  \"lit\": true,\n"
                        "  \"paint\": \"#ff8000\",\n"
                        "  \"mesh\": { \"spacing_px\": 8, \"reach\": [0.1, 1], \"seed\": 9007199254740992 },\n"
                        "  \"handles\": {\n"
                        "    \"hip\": { \"at_px\": [330, 130], \"turn\": \"set\", \"weight\": 1000 },\n"
                        "    \"a\": { \"at_px\": [1, -0] }\n"
                        "  },\n"
                        "  \"bones\": [\n"
                        "    { \"name\": \"b\" }\n"
                        "  ],\n"
                        "  \"draw\": [\"body\", \"head\"],\n"
                        "  \"vertices\": [14, 15],\n"
                        "  \"notes_hz\": [],\n"
                        "  \"line_px\": [[212, 300.5], [216, 372]],\n"
                        "  \"key\": [0, 5],\n"
                        "  \"power\": 1000\n"
                        "}");
    text twice = rewritten(once.data, once.size);
    assert_string_equal(once.data, twice.data);
    text_free(&once);
    text_free(&twice);
}

static void a_program_says_what_it_gives(void **state) {
    (void)state;
    sample_handle handle = { .name = "hip", .at_px = { 1, 2 }, .radius_px = 3, .turn = 7 };
    sample_puppet puppet = { .name = "dog", .handles = &handle, .handle_count = 1, .gain = 0.5 };
    bind_give(&sample_puppet_table, &puppet, "name");
    bind_give(&sample_puppet_table, &puppet, "handles");
    bind_give(&sample_puppet_table, &puppet, "no such field");
    const bind_table *handles = NULL;
    for (int i = 0; i < sample_puppet_table.count; i++)
        if (strcmp(sample_puppet_table.fields[i].name, "handles") == 0)
            handles = sample_puppet_table.fields[i].table;
    bind_give(handles, &handle, "at_px");
    bind_give(handles, &handle, "turn");
    text out = { 0 };
    json_writer w = { .out = &out };
    bind_write(&w, &sample_puppet_table, &puppet);
    assert_string_equal(out.data, "{\n  \"name\": \"dog\",\n  \"handles\": {\n"
                                  "    \"hip\": { \"at_px\": [1, 2], \"turn\": null }\n" // no word has index 7
                                  "  }\n}");
    text_free(&out);
}

static void any_value_survives_the_round_trip(void **state) {
    (void)state;
    static const char *const numbers[] = { "0.1", "1e-7", "123456789.123", "5e-324", "1.7976931348623157e308" };
    for (int i = 0; i < 256; i++) {
        text t = { 0 };
        text_format(&t, "{\n  \"name\": \"x\",\n  \"paint\": \"#%02x%02x%02x\",\n  \"power\": %s\n}", i, 255 - i,
                    i ^ 85, numbers[i % 5]);
        text once = rewritten(t.data, t.size);
        assert_string_equal(once.data, t.data);
        text_free(&t);
        text_free(&once);
    }
}

static void cut_or_changed_anywhere_nothing_breaks(void **state) {
    (void)state;
    for (size_t size = 0; size < sizeof source - 1; size++) {
        text out = rewritten(source, size);
        assert_null(out.data); // the last byte closes the file
        text_free(&out);
    }
    static char changed[sizeof source];
    static const char bytes[] = "\0\x01 \"\\,:[]{}0-.enu\x80\xc3\xff";
    for (size_t at = 0; at + 1 < sizeof source; at++)
        for (size_t k = 0; k < sizeof bytes - 1; k++) {
            memcpy(changed, source, sizeof source);
            changed[at] = bytes[k];
            text once = rewritten(changed, sizeof source - 1);
            if (once.data) { // whatever is read can be written, and stays the same
                text twice = rewritten(once.data, once.size);
                assert_non_null(twice.data);
                assert_string_equal(once.data, twice.data);
                text_free(&twice);
            }
            text_free(&once);
        }
}

static void null_stays_where_an_answer_is_required(void **state) {
    (void)state;
    static const bind_field fields[] = {
        { .name = "when", .kind = BIND_NUMBER, BIND_AT(sample_bone, pull), .low = 0, .high = 9,
          .flags = BIND_REQUIRED | BIND_NULLABLE },
    };
    static const bind_table table = { .name = "cue", .size = sizeof(sample_bone), .fields = fields, .count = 1 };
    static const char *const cases[] = { "{\n  \"when\": null\n}", "{\n  \"when\": 3\n}", "{}" };
    for (int i = 0; i < 3; i++) {
        arena memory = { 0 };
        json_tape tape;
        sample_bone cue = { 0 };
        text out = { 0 };
        assert_true(json_read("f", cases[i], strlen(cases[i]), &memory, &tape, NULL));
        bind_reader reader = bind_reader_make(&tape, &memory, NULL);
        assert_int_equal(bind_read(&reader, &table, 0, &cue), i < 2);
        bind_write(&(json_writer){ .out = &out }, &table, &cue);
        if (i < 2) assert_string_equal(out.data, cases[i]);
        text_free(&out);
        arena_free(&memory);
    }
}

// --- schema and docs ------------------------------------------------------------------------------

static void the_schema_is_json_and_knows_every_table_and_range(void **state) {
    (void)state;
    text out = { 0 };
    bind_schema(&out, &sample_puppet_table, "a puppet of the tests");
    assert_false(out.failed);
    arena memory = { 0 };
    json_tape tape;
    pantin_error error;
    if (!json_read("schema", out.data, out.size, &memory, &tape, &error))
        fail_msg("%s: %s", error.where, error.text);
    assert_true(json_equal(&tape, json_find(&tape, 0, "$schema"), "https://json-schema.org/draft/2020-12/schema"));
    assert_true(json_equal(&tape, json_find(&tape, 0, "$ref"), "#/$defs/puppet"));
    int defs = json_find(&tape, 0, "$defs");
    assert_int_equal(tape.tokens[defs].count, 4); // puppet, mesh, handle, bone
    int handle = json_find(&tape, defs, "handle");
    assert_int_equal(tape.tokens[json_find(&tape, handle, "additionalProperties")].kind, JSON_FALSE);
    assert_true(json_equal(&tape, json_find(&tape, handle, "required") + 1, "at_px"));
    int fields = json_find(&tape, handle, "properties");
    int radius = json_find(&tape, fields, "radius_px");
    assert_true(json_number(&tape, json_find(&tape, radius, "exclusiveMinimum")) == 0);
    assert_true(json_number(&tape, json_find(&tape, radius, "maximum")) == 100);
    assert_true(json_number(&tape, json_find(&tape, radius, "default")) == 9);
    assert_true(json_equal(&tape, json_find(&tape, radius, "description"), "how far it grips, in px"));
    int turn = json_find(&tape, json_find(&tape, fields, "turn"), "enum");
    assert_int_equal(tape.tokens[turn].count, 4);
    int bones = json_find(&tape, json_find(&tape, json_find(&tape, defs, "puppet"), "properties"), "bones");
    assert_true(json_equal(&tape, json_find(&tape, bones, "description"),
                           "what stays stiff; not yet: bones come with the flip-free solver"));
    arena_free(&memory);
    text_free(&out);
}

static void the_docs_have_one_row_a_field(void **state) {
    (void)state;
    text out = { 0 };
    bind_docs(&out, &sample_puppet_table);
    static const char *const rows[] = {
        "## puppet\n\nA jointed figure.\n\n| key | form | unit | range | default | what |\n",
        "| `name` | text |  |  | required | how it is called |\n",
        "| `lit` | true or false |  |  | true | by the lamps |\n",
        "| `spacing_px` | number | px | 2..200 | 14 | target edge length |\n",
        "| `reach` | 2 numbers |  | 0..1 | [0.35, 0.995] | shortest and longest \\| of its length |\n",
        "| `radius_px` | number | px | above 0, at most 100 | 9 | how far it grips |\n",
        "| `turn` | `set`, `free`, `bone`, `level` |  |  | `free` | what turns it |\n",
        "| `handles` | named [handle](#handle) |  |  |  | by name |\n",
        "| `bones` | list of [bone](#bone) |  |  |  | what stays stiff; not yet: bones come",
        "| `key` | a number or [frame, value] or null |  |  |  | when |\n",
        "| `level` | number | dB | at most 0 | 0 | below full |\n",
        "\n## bone\n\nA stiff line.\n\n", // no second period
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (!strstr(out.data, rows[i])) fail_msg("%s is not in\n%s", rows[i], out.data);
    int sections = 0;
    for (const char *at = out.data; (at = strstr(at, "## ")); at++) sections++;
    assert_int_equal(sections, 4);
    text_free(&out);
}

typedef struct node {
    pantin_written head;
    struct node *nodes;
    int node_count;
} node;

static void tables_may_contain_themselves_and_share_a_name(void **state) {
    (void)state;
    static bind_table tree, other;
    static const bind_field fields[] = {
        { .name = "nodes", .kind = BIND_LIST, BIND_MANY(node, nodes, node_count), .table = &tree },
        { .name = "others", .kind = BIND_LIST, BIND_MANY(node, nodes, node_count), .table = &other },
    };
    tree = (bind_table){ .name = "tree", .size = sizeof(node), .fields = fields, .count = 2 };
    other = tree;
    text out = { 0 };
    bind_schema(&out, &tree, "trees");
    bind_docs(&out, &tree);
    assert_non_null(strstr(out.data, "\"tree_2\": {"));
    assert_non_null(strstr(out.data, "#/$defs/tree_2"));
    assert_non_null(strstr(out.data, "## tree_2\n"));
    text_free(&out);
}

static void refused_memory_marks_the_text(void **state) {
    (void)state;
    for (int n = 1;; n++) {
        refusal hook;
        text out = { 0 };
        refusal_begin(&hook, n);
        bind_schema(&out, &sample_puppet_table, "t");
        bind_docs(&out, &sample_puppet_table);
        bool fine = !out.failed;
        text_free(&out);
        refusal_end();
        assert_int_equal(hook.blocks, 0);
        assert_int_equal(fine, hook.calls < n);
        if (fine) break;
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(written_is_the_tables_order_and_only_what_was_given),
        cmocka_unit_test(a_program_says_what_it_gives),
        cmocka_unit_test(any_value_survives_the_round_trip),
        cmocka_unit_test(cut_or_changed_anywhere_nothing_breaks),
        cmocka_unit_test(null_stays_where_an_answer_is_required),
        cmocka_unit_test(the_schema_is_json_and_knows_every_table_and_range),
        cmocka_unit_test(the_docs_have_one_row_a_field),
        cmocka_unit_test(tables_may_contain_themselves_and_share_a_name),
        cmocka_unit_test(refused_memory_marks_the_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
