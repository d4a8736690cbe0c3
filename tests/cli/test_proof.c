// test_proof.c — `pantin proof`: what it writes, says and answers, and what it refuses.
// SPDX-License-Identifier: MIT
#include "with_command.h"

#include <string.h>

#include "tiny_show.h"

static void a_show_is_proved_in_three_files(void **state) {
    (void)state;
    ran r = run("proof show.json -o proof");
    assert_int_equal(r.err_size, 0);
    assert_true(r.code == 0 || r.code == 1);
    assert_true(is_there("proof/proof.json"));
    assert_true(is_there("proof/proof.png"));
    assert_true(is_there("proof/proof.html"));
    assert_non_null(strstr(r.out, "arap"));
    assert_non_null(strstr(r.out, "arap-triangle"));
    assert_non_null(strstr(r.out, "shepard"));
    assert_non_null(strstr(r.out, "proof: proof/proof.html"));
}

static void a_proof_is_the_same_bytes_each_run(void **state) {
    (void)state;
    run("proof show.json -o one --threads 1 --quiet");
    run("proof show.json -o four --threads 4 --quiet");
    assert_true(same_files("one/proof.json", "four/proof.json"));
    assert_true(same_files("one/proof.png", "four/proof.png"));
    assert_true(same_files("one/proof.html", "four/proof.html"));
}

static void a_puppet_is_proved_by_the_methods_asked_for(void **state) {
    (void)state;
    ran r = run("proof ginger.puppet.json -o p --methods shepard,arap-triangle --json");
    assert_int_equal(r.code, 1); // the first method folds it
    assert_int_equal(r.out[0], '{');
    const char *first = strstr(r.out, "\"shepard\""), *second = strstr(r.out, "arap-triangle");
    assert_true(first != NULL && second > first);
    assert_null(strstr(r.out, "mls"));
    r = run("proof ginger.puppet.json -o p --methods arap-triangle --quiet");
    assert_int_equal(r.code, 0);
    assert_int_equal(r.out_size, 0);
}

static void a_scene_is_filmed_side_by_side(void **state) {
    (void)state;
    char said[4096] = "";
    ran r = expect_fine("proof show.json --film hash: --threads 1");
    strncpy(said, r.out, sizeof said - 1);
    assert_non_null(strstr(said, "shepard"));
    assert_non_null(strstr(said, "hash: "));
    assert_string_equal(expect_fine("proof show.json --film hash: --threads 4").out, said);
    assert_string_not_equal(expect_fine("proof show.json --film hash: --against mls").out, said);
    expect_fine("proof show.json --film frames/");
    assert_true(is_there("frames/f0003.png"));
}

static void what_cannot_be_proved_is_told(void **state) {
    (void)state;
    expect_refusal("name a folder with -o", "proof show.json");
    expect_refusal("name a show", "proof ginger.puppet.json -o p2 --film x.mp4");
    expect_refusal("did you mean \"shepard\"?", "proof show.json -o p2 --methods sheppard");
    expect_refusal("did you mean \"shepard\"?", "proof show.json --film hash: --against sheppard");
    expect_refusal("--methods", "proof show.json -o p2 --methods \"\"");
    expect_refusal("x.avi", "proof show.json --film x.avi");
    expect_refusal("gone.json", "proof gone.json -o p2");
    expect_refusal("ginger.score.json:1:", "proof ginger.score.json -o p2");
    write_edited("bad.json", show_text, "\"timeline\"",
                 "\"proof_poses\": [ { \"name\": \"a\", \"frames\": [4] } ], \"timeline\"");
    expect_refusal("bad.json:3:", "proof bad.json -o p2");
    write_edited("proof.json", tiny_puppet_text, "ginger.png", "ginger.png");
    expect_refusal("never written over", "proof proof.json -o .");
    write_text("file", "x");
    expect_refusal("file", "proof show.json -o file");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_show_is_proved_in_three_files),
        cmocka_unit_test(a_proof_is_the_same_bytes_each_run),
        cmocka_unit_test(a_puppet_is_proved_by_the_methods_asked_for),
        cmocka_unit_test(a_scene_is_filmed_side_by_side),
        cmocka_unit_test(what_cannot_be_proved_is_told),
    };
    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
