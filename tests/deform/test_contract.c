// test_contract.c — the table of players: names, nearest names, and those still to come.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "pantin/deform.h"

static void the_default_is_found_and_is_the_first_that_works(void **state) {
    (void)state;
    pantin_error error = { 0 };
    const pantin_deformer *found = pantin_deformer_find(PANTIN_DEFAULT_METHOD, &error);
    assert_non_null(found);
    assert_int_equal(error.kind, PANTIN_OK);
    int count = 0, first = 0;
    const pantin_deformer *const *all = pantin_deformers(&count);
    while (all[first]->not_yet != NULL) first++;
    assert_ptr_equal(all[first], found);
}

static void every_player_fills_every_slot_and_has_its_own_name(void **state) {
    (void)state;
    int count = 0;
    const pantin_deformer *const *all = pantin_deformers(&count);
    assert_int_equal(count, 7);
    for (int i = 0; i < count; i++) {
        assert_true(all[i]->create != NULL && all[i]->solve != NULL && all[i]->reset != NULL &&
                    all[i]->resume != NULL && all[i]->destroy != NULL);
        for (int j = 0; j < i; j++) assert_string_not_equal(all[i]->name, all[j]->name);
    }
}

static void a_misspelled_name_is_answered_with_the_nearest(void **state) {
    (void)state;
    pantin_error error = { 0 };
    assert_null(pantin_deformer_find("arap-triangel", &error));
    assert_int_equal(error.kind, PANTIN_ERROR_ARGUMENT);
    assert_string_equal(error.where, "arap-triangel");
    assert_non_null(strstr(error.text, "did you mean \"arap-triangle\"?"));
}

static void a_name_like_no_other_is_answered_with_the_default(void **state) {
    (void)state;
    pantin_error error = { 0 };
    assert_null(pantin_deformer_find("thin-plate-spline", &error));
    assert_int_equal(error.kind, PANTIN_ERROR_ARGUMENT);
    assert_non_null(strstr(error.text, PANTIN_DEFAULT_METHOD));
    assert_null(pantin_deformer_find("", NULL));
}

static void the_default_never_flips(void **state) {
    (void)state;
    const pantin_deformer *found = pantin_deformer_find(PANTIN_DEFAULT_METHOD, NULL);
    assert_string_equal(found->name, "arap");
    assert_true((found->promises & PANTIN_NEVER_FLIPS) != 0);
}

static void a_player_to_come_says_so_from_find_and_from_create(void **state) {
    (void)state;
    pantin_error error = { 0 };
    int count = 0;
    const pantin_deformer *const *all = pantin_deformers(&count);
    for (int i = 0; i < count; i++) {
        if (all[i]->not_yet == NULL) continue;
        error = (pantin_error){ 0 };
        assert_null(all[i]->create(&(pantin_deform_setup){ 0 }, NULL, &error));
        assert_int_equal(error.kind, PANTIN_ERROR_NOT_YET);
        error = (pantin_error){ 0 };
        assert_null(pantin_deformer_find(all[i]->name, &error));
        assert_int_equal(error.kind, PANTIN_ERROR_NOT_YET);
        assert_non_null(strstr(error.text, PANTIN_DEFAULT_METHOD));
    }
}

static void every_status_has_a_name_of_its_own(void **state) {
    (void)state;
    static const char *const names[] = { "reached", "short",   "capped",
                                         "lagging", "reposed", "stalled" };
    for (int s = PANTIN_REACHED; s <= PANTIN_STALLED; s++)
        assert_string_equal(pantin_deform_status_name((pantin_deform_status)s), names[s]);
    assert_string_equal(pantin_deform_status_name((pantin_deform_status)99), "unknown");
}

static void the_defaults_are_the_paper_films(void **state) {
    (void)state;
    pantin_deform_options o = pantin_deform_defaults();
    assert_int_equal(o.warm_iterations, 8);
    assert_int_equal(o.cold_iterations, 40);
    assert_true(o.repair);
    assert_int_equal(o.repair_rounds, 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_default_is_found_and_is_the_first_that_works),
        cmocka_unit_test(every_player_fills_every_slot_and_has_its_own_name),
        cmocka_unit_test(a_misspelled_name_is_answered_with_the_nearest),
        cmocka_unit_test(a_name_like_no_other_is_answered_with_the_default),
        cmocka_unit_test(the_default_never_flips),
        cmocka_unit_test(a_player_to_come_says_so_from_find_and_from_create),
        cmocka_unit_test(every_status_has_a_name_of_its_own),
        cmocka_unit_test(the_defaults_are_the_paper_films),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
