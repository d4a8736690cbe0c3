// test_film_file.c — a film to an .mp4: in place at the end, twice the same, nothing left of a failed one.
// SPDX-License-Identifier: MIT
#include "with_command.h"

#include <string.h>

static void a_film_file_is_twice_the_same_bytes(void **state) {
    (void)state;
    expect_fine("film show.json -o one.mp4");
    assert_true(is_there("one.report/report.html") && !is_there("one.mp4.part"));
    expect_fine("film show.json -o two.mp4 --threads 3 --quiet");
    assert_true(same_files("one.mp4", "two.mp4"));
    expect_fine("film show.json -o rough.mp4 --crf 51 -q");
    assert_false(same_files("one.mp4", "rough.mp4"));
}

static void a_film_that_cannot_be_made_leaves_the_old_one(void **state) {
    (void)state;
    write_text("old.mp4", "an older film");
    write_edited("bad.json", show_text, "wall.png", "gone.png");
    expect_refusal("gone.png", "film bad.json -o old.mp4");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_film_file_is_twice_the_same_bytes),
        cmocka_unit_test(a_film_that_cannot_be_made_leaves_the_old_one),
    };
    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
