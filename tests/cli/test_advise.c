// test_advise.c — `pantin pose --advise --heat` and `pantin film --advise`: what they say, write and refuse.
// SPDX-License-Identifier: MIT
#include "with_command.h"

#include <stdio.h>
#include <string.h>

#include "tiny_show.h"

/// The tiny puppet, whose right hand is turned too far beside an elbow that is turned back.
static void write_twisted(void) {
    char words[4096];
    const char *from =
        "\"right_hand\": { \"at_px\": [144, 88], \"radius_px\": 8, \"turn\": \"free\" }";
    const char *at = strstr(tiny_puppet_text, from);
    assert_non_null(at);
    snprintf(words, sizeof words,
             "%.*s\"elbow\": { \"at_px\": [122, 88], \"radius_px\": 9, \"turn\": \"set\" },\n"
             "\"right_hand\": { \"at_px\": [144, 88], \"radius_px\": 9, \"turn\": \"set\" }%s",
             (int)(at - tiny_puppet_text), tiny_puppet_text, at + strlen(from));
    write_edited("twisted.puppet.json", words, "\"right_hand\": { \"move_px\": [-18, -64] }",
                 "\"right_hand\": { \"turn_deg\": 130 }, \"elbow\": { \"turn_deg\": -130 }");
}

static void a_pose_that_binds_gets_advice_and_a_picture(void **state) {
    (void)state;
    write_twisted();
    ran r = run("pose twisted.puppet.json --method arap --pose wave=1 --advise --heat "
                "heat.png");
    assert_int_equal(r.code, 0); // on stderr stands that both handles share a triangle
    assert_true(is_there("heat.png"));
    assert_non_null(strstr(r.out, "bind max: "));
    assert_non_null(strstr(r.out, "edits tried: "));
    assert_non_null(strstr(r.out, "tried: worst bind from "));
    assert_non_null(strstr(r.out, "place: pieces.body.handles."));
    r = run("pose twisted.puppet.json --method arap --pose wave=1 --advise --json");
    assert_non_null(strstr(r.out, "\"remedies\": ["));
    // The file itself is never touched, and a pose that is at ease needs nothing.
    r = run("pose twisted.puppet.json --method arap --pose bow=0.1 --advise");
    assert_non_null(strstr(r.out, "advice: none needed"));
}

static void a_film_is_advised_beside_its_summary_and_in_its_report(void **state) {
    (void)state;
    ran r = expect_fine("film show.json --method arap -o null: --advise --report advised");
    assert_non_null(strstr(r.out, "advice: none needed"));
    assert_true(is_there("advised/report.html"));
}

static void advice_needs_a_method_with_a_barrier(void **state) {
    (void)state;
    expect_refusal("has no barrier", "pose ginger.puppet.json --method mls --advise");
    expect_refusal("nobody is bent by a method that never flips",
                   "film show.json --method mls -o null: --advise");
    expect_refusal("makes no sense with --act-only",
                   "film show.json -o x.take --act-only --advise");
}

static void a_heat_map_is_a_png_of_its_own(void **state) {
    (void)state;
    expect_refusal("is written as PNG", "pose ginger.puppet.json --heat heat.jpg");
    expect_refusal("--heat", "pose ginger.puppet.json -o same.png --heat same.png");
    expect_refusal("ginger.png", "pose ginger.puppet.json --heat ginger.png");
}

static void an_inspected_puppet_says_how_hard_its_poses_bind(void **state) {
    (void)state;
    write_twisted();
    ran r = expect_fine("inspect twisted.puppet.json");
    const char *wave = strstr(r.out, "  wave\n    bind max: ");
    assert_non_null(wave);
    assert_non_null(strstr(wave, "    binds: "));
    assert_non_null(strstr(r.out, "  bow\n    bind max: "));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pose_that_binds_gets_advice_and_a_picture),
        cmocka_unit_test(a_film_is_advised_beside_its_summary_and_in_its_report),
        cmocka_unit_test(advice_needs_a_method_with_a_barrier),
        cmocka_unit_test(a_heat_map_is_a_png_of_its_own),
        cmocka_unit_test(an_inspected_puppet_says_how_hard_its_poses_bind),
    };
    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
