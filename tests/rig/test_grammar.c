// test_grammar.c — a puppet file that uses every key is read, resolved and written; a wrong one is told
// where it is wrong and what was perhaps meant.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "refusals.h"
#include "with_dog.h"

static pantin_puppet dog_or_fail(const char *text) {
    pantin_puppet puppet = { 0 };
    pantin_error error = { 0 };
    if (!puppet_check(text, &puppet, &error)) fail_msg("%s: %s", error.where, error.text);
    return puppet;
}

static void every_name_of_the_whole_dog_leads_somewhere(void **state) {
    (void)state;
    pantin_puppet dog = dog_or_fail(dog_text());
    assert_int_equal(dog.piece_count, 5);
    assert_int_equal(dog.handle_count,
                     12 + 6 + 6 + 2 + 2); // the turned head has a copy of the head's
    assert_int_equal(dog.pieces[1].first_handle, 12);
    assert_int_equal(dog.pieces[2].drawing_index, 1);
    assert_int_equal(dog.pieces[2].handle_count, 6);
    assert_string_equal(dog.pieces[2].handles[1].name, "skull");
    assert_int_equal(dog.views[1].pieces[0], 3);
    assert_int_equal(dog.controls[3].drives[0].pose_index, 0);
    assert_true(dog.transitions[0].when.control == NULL);
    assert_true(dog.transitions[1].when.above == 0.55);
    assert_string_equal(dog.transitions[1].match.y[1], "neck");
    assert_int_equal(dog.transitions[1].in.control_count, 2);
    pantin_puppet_free(&dog);
}

static void a_bare_handle_of_a_pose_means_every_piece_that_has_one(void **state) {
    (void)state;
    pantin_puppet dog = dog_or_fail(dog_text());
    const pantin_puppet_offset *ear =
        &dog.poses[pantin_puppet_find_pose(&dog, "ears_flat")].handles[0];
    assert_int_equal(ear->found_count, 2); // head and head_over_shoulder
    assert_int_equal(ear->found[0], 12 + 5);
    assert_int_equal(ear->found_about[0], 12 + 1);
    assert_int_equal(ear->found[1], 18 + 5);
    assert_int_equal(ear->found_about[1], 18 + 1);
    const pantin_puppet_offset *tip =
        &dog.poses[pantin_puppet_find_pose(&dog, "tail_side")].handles[0];
    assert_int_equal(tip->found_count, 1);
    assert_int_equal(tip->found[0], 11);
    // Only the pieces of the pose's own view: the hip of the profile, not the one from behind.
    assert_int_equal(dog.poses[0].handles[1].found_count, 1);
    pantin_puppet_free(&dog);
}

static void a_puppet_written_and_read_again_is_the_same_bytes(void **state) {
    (void)state;
    pantin_puppet dog = dog_or_fail(dog_text());
    pantin_bytes first = { 0 }, second = { 0 };
    assert_true(pantin_puppet_write(&dog, &first, NULL));
    pantin_puppet again = dog_or_fail((const char *)first.data);
    assert_true(pantin_puppet_write(&again, &second, NULL));
    assert_int_equal(first.size, second.size);
    assert_memory_equal(first.data, second.data, first.size);
    // What a person wrote is there, what was not written is not.
    assert_non_null(strstr((const char *)first.data, "\"same_as\": \"head\""));
    assert_null(
        strstr((const char *)first.data, "\"near_hock\": { \"at_px\": [340, 260], \"radius_px\""));
    assert_int_equal(again.handle_count, dog.handle_count);
    assert_int_equal(again.transition_count, 3);
    pantin_bytes_free(&first);
    pantin_bytes_free(&second);
    pantin_puppet_free(&dog);
    pantin_puppet_free(&again);
}

static void handles_are_found_by_bare_name_only_where_it_is_the_only_one(void **state) {
    (void)state;
    pantin_puppet dog = dog_or_fail(dog_text());
    pantin_error error = { 0 };
    assert_int_equal(pantin_puppet_find_handle(&dog, "withers", NULL), 0);
    assert_int_equal(pantin_puppet_find_handle(&dog, "head.skull", NULL), 13);
    assert_int_equal(pantin_puppet_find_handle(&dog, "head_over_shoulder.skull", NULL), 19);
    assert_int_equal(pantin_puppet_find_handle(&dog, "skull", &error), PANTIN_NONE);
    assert_string_equal(error.text,
                        "stands in several pieces; write head.skull or head_over_shoulder.skull");
    assert_int_equal(pantin_puppet_find_handle(&dog, "wither", &error), PANTIN_NONE);
    assert_string_equal(error.text,
                        "dog/dog.puppet.json has no such handle; did you mean \"withers\"?");
    int piece = 9;
    assert_string_equal(pantin_puppet_handle_at(&dog, 19, &piece)->name, "skull");
    assert_int_equal(piece, 2);
    assert_null(pantin_puppet_handle_at(&dog, dog.handle_count, NULL));
    assert_null(pantin_puppet_handle_at(&dog, -1, NULL));
    pantin_puppet_free(&dog);
}

/// `to` replaces `from`; the error stands at the first `at` of the edited text, and says `says`.
typedef struct fault {
    const char *from, *to, *at, *says;
} fault;

static void expect_fault(const char *text, const fault *f) {
    pantin_puppet puppet = { 0 };
    pantin_error error = { 0 };
    char where[512];
    char *edited = text_edited(text, f->from, f->to);
    if (puppet_check(edited, &puppet, &error)) fail_msg("%s was accepted", f->to);
    text_where("dog/dog.puppet.json", edited, f->at, 0, where);
    if (strcmp(error.where, where) != 0)
        fail_msg("%s: at %s instead of %s: %s", f->to, error.where, where, error.text);
    if (strstr(error.text, f->says) == NULL) fail_msg("%s: says \"%s\"", f->to, error.text);
    assert_int_equal(error.kind, PANTIN_ERROR_FORMAT);
    assert_null(strchr(error.text, '\n'));
    assert_true(puppet.memory == NULL); // untouched
    free(edited);
}

static void every_name_that_leads_nowhere_is_told_with_its_place_and_the_nearest(void **state) {
    (void)state;
    static const fault faults[] = {
        { "\"drawing\": \"profile\"", "\"drawing\": \"profil\"", "\"profil\"",
          "there is no drawing \"profil\"; did you mean \"profile\"?" },
        { "{ \"same_as\": \"head\" }, \"handles\"", "{ \"same_as\": \"haed\" }, \"handles\"",
          "\"haed\"", "no piece \"haed\"; did you mean \"head\"?" },
        { "\"handles\": { \"same_as\": \"head\" }", "\"handles\": { \"same_as\": \"heda\" }",
          "\"heda\"", "no piece \"heda\"; did you mean \"head\"?" },
        { "\"handles\": { \"same_as\": \"head\" }",
          "\"handles\": { \"same_as\": \"head_over_shoulder\" }", "\"head_over_shoulder\" } }",
          "has no handles of its own" },
        { "{ \"same_as\": \"head\" }, \"handles\"",
          "{ \"same_as\": \"head_over_shoulder\" }, \"handles\"",
          "\"head_over_shoulder\" }, \"handles\"", "has no mesh of its own" },
        { "{ \"same_as\": \"head\" }, \"handles\"", "{ \"same_as\": \"body\" }, \"handles\"",
          "\"body\" }, \"handles\"", "another drawing" },
        { "\"from\": \"near_shoulder\"", "\"from\": \"near_shuolder\"", "\"near_shuolder\"",
          "no handle \"near_shuolder\"; did you mean \"near_shoulder\"?" },
        { "\"to\": \"near_knee\"", "\"to\": \"skull\"", "\"skull\", \"pull\"",
          "no handle \"skull\"" }, // another piece's
        { "\"mid\": \"near_knee\"", "\"mid\": \"near_kne\"", "\"near_kne\"",
          "did you mean \"near_knee\"?" },
        { "\"end\": \"near_paw\"", "\"end\": \"near_pow\"", "\"near_pow\"",
          "did you mean \"near_paw\"?" },
        { "\"piece\": \"body\", \"root\"", "\"piece\": \"boby\", \"root\"", "\"boby\"",
          "did you mean \"body\"?" },
        { "\"piece\": \"head\", \"to\"", "\"piece\": \"hed\", \"to\"", "\"hed\"",
          "did you mean \"head\"?" },
        { "\"to\": \"body\"", "\"to\": \"bdoy\"", "\"bdoy\"", "did you mean \"body\"?" },
        { "\"to\": \"body\"", "\"to\": \"head\"", "\"head\", \"weld\"",
          "cannot be attached to itself" },
        { "[\"neck_b\", \"neck_b\"]", "[\"neck_b\", \"neck_c\"]", "\"neck_c\"",
          "no handle \"neck_c\"; did you mean \"neck_a\"?" },
        { "[\"neck_b\", \"neck_b\"]", "[\"withers\", \"neck_b\"]", "\"withers\", \"neck_b\"",
          "no handle \"withers\"" }, // the parent's, not the child's
        { "\"pivot\": \"neck_a\"", "\"pivot\": \"nack_a\"", "\"nack_a\"",
          "did you mean \"neck_a\"?" },
        { "\"muzzle\", \"near_ear_tip\", \"far", "\"muzle\", \"near_ear_tip\", \"far", "\"muzle\"",
          "did you mean \"muzzle\"?" },
        { "[\"body\", \"head\"]", "[\"body\", \"heat\"]", "\"heat\"",
          "no piece \"heat\"; did you mean \"head\"?" },
        { "[\"body\", \"head\"]", "[\"body\", \"body\"]", "\"body\"], \"ground_px\"",
          "draws \"body\" twice" },
        { "\"gait\": \"walk\"", "\"gait\": \"wakl\"", "\"wakl\"",
          "no gait \"wakl\"; did you mean \"walk\"?" },
        { "[\"head\", \"body\"] } } }", "[\"head\", \"bobby\"] } } }", "\"bobby\"",
          "no piece \"bobby\"; did you mean \"body\"?" },
        { "[\"head\", \"body\"] } } }", "[\"head\", \"head\"] } } }", "[\"head\", \"head\"] } } }",
          "must list \"body\" once" },
        { "\"crouch\":  { \"view\": \"profile\"", "\"crouch\":  { \"view\": \"profle\"",
          "\"profle\"", "no view \"profle\"; did you mean \"profile\"?" },
        { "\"withers\": { \"move_px\": [0, 46]", "\"whiters\": { \"move_px\": [0, 46]",
          "{ \"move_px\": [0, 46]", "no handle \"whiters\"; did you mean \"withers\"?" },
        { "\"about\": \"skull\"", "\"about\": \"skul\"", "\"skul\"",
          "no handle \"skul\"; did you mean \"skull\"?" },
        { "\"near_ear_tip\": { \"about\"", "\"near_ear_tap\": { \"about\"", "{ \"about\"",
          "no handle \"near_ear_tap\"; did you mean \"near_ear_tip\"?" },
        { "\"attachment\": \"head\"", "\"attachment\": \"haed\"", "\"haed\"",
          "no attachment \"haed\"; did you mean \"head\"?" },
        { "\"pose\": \"tail_tuck\"", "\"pose\": \"tail_tock\"", "\"tail_tock\"",
          "no pose \"tail_tock\"; did you mean \"tail_tuck\"?" },
        { "\"driver\": \"wag\"", "\"driver\": \"wga\"", "\"wga\"",
          "no driver \"wga\"; did you mean \"wag\"?" },
        { "\"reach\": \"near_fore\"", "\"reach\": \"near_four\"", "\"near_four\"",
          "no limb \"near_four\"; did you mean \"near_fore\"?" },
        { "{ \"pose\": \"tail_side\" }", "{ \"pose\": \"tail_sied\" }", "\"tail_sied\"",
          "did you mean \"tail_side\"?" },
        { "{ \"limb\": \"near_hind\", \"home_px\"", "{ \"limb\": \"near_hand\", \"home_px\"",
          "\"near_hand\"", "no limb \"near_hand\"; did you mean \"near_hind\"?" },
        { "\"from\": \"profile\", \"to\": \"rear\"", "\"from\": \"proflie\", \"to\": \"rear\"",
          "\"proflie\"", "did you mean \"profile\"?" },
        { "\"to\": \"rear\"", "\"to\": \"raer\"", "\"raer\"",
          "no view \"raer\"; did you mean \"rear\"?" },
        { "\"controls\": { \"gather\": [0, 1] }", "\"controls\": { \"gahter\": [0, 1] }",
          "\"gahter\"", "no control \"gahter\"; did you mean \"gather\"?" },
        { "[1, 0], \"crouch\": [1, 0]", "[1, 0], \"couch\": [1, 0]", "\"couch\"",
          "no control \"couch\"; did you mean \"crouch\"?" },
        { "\"near_hind\"] }", "\"near_hide\"] }", "\"near_hide\"",
          "no limb \"near_hide\"; did you mean \"near_hind\"?" },
        { "\"control\": \"lie\"", "\"control\": \"lei\"", "\"lei\"",
          "no control \"lei\"; did you mean \"lie\"?" },
        { "\"until_below\": 0.45", "\"until_below\": 0.65", "0.65",
          "above the 0.55 where it begins" },
        { "[\"withers\", \"neck\"]", "[\"wither\", \"neck\"]", "\"wither\"",
          "did you mean \"withers\"?" },
        { "[\"withers\", \"neck\"]", "[\"withers\", \"withers\"]", "\"withers\"] } }",
          "no handle \"withers\"" }, // not where it comes
        { "\"x\": [\"skull\", \"muzzle\"]", "\"x\": [\"skull\", \"muzle\"]", "\"muzle\"",
          "did you mean \"muzzle\"?" },
        { "\"piece\": \"head\", \"out\"", "\"piece\": \"haed\", \"out\"", "\"haed\"",
          "did you mean \"head\"?" },
        { "\"name\": \"near_fore_lower\"", "\"name\": \"near_fore_upper\"",
          "\"near_fore_upper\", \"from\": \"near_knee\"", "two bones are called" },
    };
    for (size_t k = 0; k < sizeof faults / sizeof *faults; k++)
        expect_fault(dog_text(), &faults[k]);
}

static void wrong_values_are_told_with_range_unit_and_words(void **state) {
    (void)state;
    static const fault faults[] = {
        { "\"faces\": \"away\"", "\"faces\": \"awy\"", "\"awy\"", "did you mean \"away\"?" },
        { "\"spacing_px\": 8", "\"spacing_px\": 1", "1, \"detail_px\"", "outside 2..200 px" },
        { "\"spacing_px\": 8", "\"spacing_pt\": 8", "\"spacing_pt\"",
          "did you mean \"spacing_px\"?" },
        { "\"weight\": 100 ", "\"weight\": \"much\" ", "\"much\"",
          "must be a number, not a string" },
        { "\"weight\": 100 ", "\"weight\": -1 ", "-1 ", "weight" },
        { "\"range\": [-2, 6]", "\"range\": [6, -2]", "{ \"range\": [6, -2]",
          "empty range [6, -2]" },
        { "[-0.5, 1], \"default\": 0", "[-0.5, 1], \"default\": 2",
          "{ \"range\": [-0.5, 1], \"default\": 2", "default 2" },
        { "[0.6, 1], [1, 1]]", "[0.6, 1], [0.6, 1]]", "[[0, 0], [0.6, 1], [0.6",
          "must ascend: 0.6 follows 0.6" },
        { "{ \"pose\": \"crouch\" }", "{ \"pose\": \"crouch\", \"driver\": \"wag\" }",
          "{ \"pose\": \"crouch\", \"driver\"", "names one of" },
        { "{ \"pose\": \"crouch\" }", "{ }", "{ }", "names one of" },
        { "\"vertices\": [14, 15, 31]", "\"vertices\": [14, 15, 31], \"at_px\": [1, 2]",
          "{ \"vertices\": [14", "one of the two" },
        { "{ \"at_px\": [340, 260] }", "{ }", "{ }", "\"near_hock\" must have" },
        { "\"gather\": {", "\"tilt_deg\": {",
          "{ \"range\": [0, 1], \"drives\": [ { \"pose\": \"crouch\" }",
          "every actor has a control \"tilt_deg\" already" },
        { "\"gather\": {", "\"width\": {",
          "{ \"range\": [0, 1], \"drives\": [ { \"pose\": \"crouch\" }",
          "every actor has a control \"width\" already" },
        { "\"y\": \"ground\"", "\"y\": \"gruond\"", "\"gruond\"", "did you mean \"ground\"?" },
        { "\"gather\": [0, 1] }", "\"gather\": [0] }", "[0] }", "[from, to]" },
        { "\"lift\": []", "\"lift\": 3", "3 }", "list of strings" },
        { "\"mask\": \"art/dog_profile_eye.png\"", "\"rigidity_\": 1", "\"rigidity_\"",
          "did you mean \"rigidity\"?" },
        { ", \"mask\": \"art/dog_profile_eye.png\"", "", "{ \"name\": \"eye\"", "one of the two" },
    };
    for (size_t k = 0; k < sizeof faults / sizeof *faults; k++)
        expect_fault(dog_text(), &faults[k]);
}

static void a_name_twice_is_an_error_at_the_second(void **state) {
    (void)state;
    pantin_puppet puppet = { 0 };
    pantin_error error = { 0 };
    char *edited = text_edited(dog_text(), "\"neck_b\":     {", "\"neck_a\":     {");
    assert_false(puppet_check(edited, &puppet, &error));
    assert_non_null(strstr(error.text, "neck_a"));
    assert_non_null(strstr(error.where, "dog.puppet.json:27:"));
    free(edited);
}

static void what_is_not_done_yet_is_told_where_it_is_asked_for(void **state) {
    (void)state;
    static const struct {
        const char *from, *to, *key;
    } late[] = {
        { "\"poses\": {", "\"attachments\": [], \"poses\": {", "attachments" },
        { "\"poses\": {", "\"drivers\": [], \"poses\": {", "drivers" },
        { "\"poses\": {", "\"springs\": [], \"poses\": {", "springs" },
        { "\"poses\": {", "\"gaits\": {}, \"poses\": {", "gaits" },
        { "\"poses\": {", "\"transitions\": [], \"poses\": {", "transitions" },
    };
    static const char plain[] =
        "{ \"pantin\": \"puppet/1\", \"name\": \"p\",\n  \"drawings\": { \"d\": { \"image\": "
        "\"d.png\" } },\n"
        "  \"pieces\": { \"b\": { \"drawing\": \"d\", \"rest\": \"as_drawn\", \"mesh\": { "
        "\"style\": \"grid\" }, \"regions\": [],\n"
        "    \"handles\": { \"h\": { \"at_px\": [1, 1], \"turn\": \"set\" } } } },\n"
        "  \"views\": { \"v\": { \"draw\": [\"b\"], \"ground_px\": [1, 2] } },\n"
        "  \"poses\": { \"q\": { \"handles\": {} } },\n  \"controls\": { \"c\": { \"range\": [0, "
        "1], \"drives\": [] } } }\n";
    pantin_puppet puppet = { 0 };
    pantin_error error = { 0 };
    assert_true(puppet_check(plain, &puppet, NULL));
    assert_true(pantin_puppet_ready(&puppet, NULL));
    pantin_puppet_free(&puppet);
    for (size_t k = 0; k < sizeof late / sizeof *late; k++) {
        char *edited = text_edited(plain, late[k].from, late[k].to);
        char quoted[64], where[512];
        if (!puppet_check(edited, &puppet, &error)) fail_msg("%s: %s", error.where, error.text);
        assert_false(pantin_puppet_ready(&puppet, &error));
        assert_int_equal(error.kind, PANTIN_ERROR_NOT_YET);
        snprintf(quoted, sizeof quoted, "\"%s\" is not done yet: ", late[k].key);
        assert_memory_equal(error.text, quoted, strlen(quoted));
        snprintf(quoted, sizeof quoted, "\"%s\": ", late[k].key);
        // A key that waits as a whole is pointed at; of a word that waits, the word.
        bool word = strcmp(late[k].key, "turn") == 0;
        text_where("dog/dog.puppet.json", edited, quoted, word ? (int)strlen(quoted) : 0, where);
        assert_string_equal(error.where, where);
        pantin_puppet_free(&puppet);
        free(edited);
    }
}

static void the_first_late_thing_of_the_whole_dog_is_what_welds_its_head(void **state) {
    (void)state;
    pantin_puppet dog = dog_or_fail(dog_text());
    pantin_error error = { 0 };
    char where[512];
    assert_false(pantin_puppet_ready(&dog, &error));
    text_where("dog/dog.puppet.json", dog_text(), "\"attachments\"", 0, where);
    assert_string_equal(error.where, where);
    pantin_puppet_free(&dog);
}

static void truncated_texts_are_refused_at_every_length(void **state) {
    (void)state;
    size_t whole = strlen(dog_text());
    for (size_t size = 0; size + 2 < whole; size += size < 400 ? 1 : 37) {
        pantin_puppet puppet = { 0 };
        pantin_error error = { 0 };
        assert_false(pantin_puppet_load("x", dog_text(), size, NULL, &puppet, &error));
        assert_int_equal(error.kind, PANTIN_ERROR_FORMAT);
        assert_true(error.where[0] != '\0');
    }
}

static void too_many_of_a_kind_are_refused(void **state) {
    (void)state;
    // 257 pieces of one letter pair each; one more than allowed.
    char *text = malloc(1 << 16);
    size_t n = (size_t)snprintf(text, 200,
                                "{ \"pantin\": \"puppet/1\", \"name\": \"p\", \"drawings\": { "
                                "\"d\": { \"image\": \"d\" } },\n\"pieces\": {");
    for (int k = 0; k < 257; k++)
        n += (size_t)snprintf(text + n, 64, "%s\"p%d\": { \"drawing\": \"d\" }", k > 0 ? ", " : "",
                              k);
    snprintf(text + n, 200,
             " },\n\"views\": { \"v\": { \"draw\": [\"p0\"], \"ground_px\": [0, 0] } } }");
    pantin_puppet puppet = { 0 };
    pantin_error error = { 0 };
    assert_false(puppet_check(text, &puppet, &error));
    assert_string_equal(error.text, "\"pieces\" holds 257, more than the 256 that are allowed");
    assert_string_equal(error.where, "dog/dog.puppet.json:2:11");
    free(text);
}

static bool load_and_free(void *context, pantin_error *error) {
    pantin_puppet puppet = { 0 };
    pantin_bytes bytes = { 0 };
    bool done =
        puppet_check(context, &puppet, error) && pantin_puppet_write(&puppet, &bytes, error);
    pantin_bytes_free(&bytes);
    pantin_puppet_free(&puppet);
    return done;
}

static void every_refused_allocation_of_reading_and_writing_is_told(void **state) {
    (void)state;
    assert_true(refusals_sweep(load_and_free, (void *)(uintptr_t)dog_text()) > 10);
}

static bool fault_and_free(void *context, pantin_error *error) {
    pantin_puppet puppet = { 0 };
    pantin_error inner = { 0 };
    bool done = puppet_check(context, &puppet, &inner);
    assert_false(done);
    if (inner.kind == PANTIN_ERROR_MEMORY) *error = inner;
    return inner.kind == PANTIN_ERROR_FORMAT;
}

static void refused_memory_never_hides_as_another_error(void **state) {
    (void)state;
    char *edited = text_edited(dog_text(), "\"about\": \"skull\"", "\"about\": \"skul\"");
    assert_true(refusals_sweep(fault_and_free, edited) > 10);
    free(edited);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_name_of_the_whole_dog_leads_somewhere),
        cmocka_unit_test(a_bare_handle_of_a_pose_means_every_piece_that_has_one),
        cmocka_unit_test(a_puppet_written_and_read_again_is_the_same_bytes),
        cmocka_unit_test(handles_are_found_by_bare_name_only_where_it_is_the_only_one),
        cmocka_unit_test(every_name_that_leads_nowhere_is_told_with_its_place_and_the_nearest),
        cmocka_unit_test(wrong_values_are_told_with_range_unit_and_words),
        cmocka_unit_test(a_name_twice_is_an_error_at_the_second),
        cmocka_unit_test(what_is_not_done_yet_is_told_where_it_is_asked_for),
        cmocka_unit_test(the_first_late_thing_of_the_whole_dog_is_what_welds_its_head),
        cmocka_unit_test(truncated_texts_are_refused_at_every_length),
        cmocka_unit_test(too_many_of_a_kind_are_refused),
        cmocka_unit_test(every_refused_allocation_of_reading_and_writing_is_told),
        cmocka_unit_test(refused_memory_never_hides_as_another_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
