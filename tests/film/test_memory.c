// test_memory.c — every allocation of a sink's open, refused once.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "with_miser.h"

static void a_refused_open_of_hash_and_null_leaks_nothing(void **state) {
    (void)state;
    assert_int_equal(sweep_open(&pantin_sink_hash, "hash:"), 1);
    assert_int_equal(sweep_open(&pantin_sink_null, "null:"), 1);
}

static void a_refused_open_of_frames_leaks_nothing_and_leaves_no_file(void **state) {
    (void)state;
    assert_true(sweep_open(&pantin_sink_png, "refused_%03d.png") >= 1);
    assert_true(sweep_open(&pantin_sink_png, "refused.frames/") >= 1);
    pantin_bytes none = { 0 };
    assert_false(pantin_file_read("refused_000.png.part", 1, &none, NULL));
    assert_false(pantin_file_read("refused.frames", 1, &none, NULL));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_refused_open_of_hash_and_null_leaks_nothing),
        cmocka_unit_test(a_refused_open_of_frames_leaks_nothing_and_leaves_no_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
