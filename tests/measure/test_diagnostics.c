// test_diagnostics.c — diagnostics.json: times with their units, what the solvers did, no time
// without a clock.
// SPDX-License-Identifier: MIT
#include "base/json.h"
#include "measure/with_film.h"
#include "refusals.h"

static double number_of(const json_tape *tape, int object, const char *name) {
    int value = json_find(tape, object, name);
    if (value == PANTIN_NONE) print_error("no key %s\n", name);
    assert_int_not_equal(value, PANTIN_NONE);
    return json_number(tape, value);
}

static void efforts_add_up_and_times_are_a_frame(void **state) {
    (void)state;
    pantin_show *show = film_open();
    pantin_trace *trace = film_trace(show, 1);
    pantin_shoot_times times = {
        .act_ms = 24, .paint_ms = 48, .write_ms = 12, .wall_ms = 96, .frames = 24
    };
    pantin_bytes bytes;
    arena memory = { 0 };
    json_tape tape;
    assert_true(pantin_diagnostics_write(trace, &times, &bytes, NULL));
    assert_true(
        json_read("diagnostics.json", (const char *)bytes.data, bytes.size, &memory, &tape, NULL));
    assert_true(number_of(&tape, 0, "frame_ms") == 4);
    assert_true(number_of(&tape, 0, "act_ms_per_frame") == 1);
    assert_true(number_of(&tape, 0, "paint_ms_per_frame") == 2);
    assert_true(number_of(&tape, 0, "write_ms_per_frame") == 0.5);
    assert_true(number_of(&tape, 0, "frames_per_s") == 250);
    assert_true(number_of(&tape, 0, "frames") == TINY_FRAMES);
    assert_true(number_of(&tape, 0, "solves") == TINY_FRAMES);
    double most = number_of(&tape, 0, "iterations_max");
    double mean = number_of(&tape, 0, "iterations_mean");
    assert_true(mean > 0 && most >= mean && most <= 1000);
    int statuses = json_find(&tape, 0, "statuses"), all = 0;
    for (int s = 0; s <= PANTIN_STALLED; s++)
        all += (int)number_of(&tape, statuses, pantin_deform_status_name((pantin_deform_status)s));
    assert_int_equal(all, TINY_FRAMES);
    arena_free(&memory);
    pantin_bytes_free(&bytes);
    pantin_trace_destroy(trace);
    pantin_show_close(show);
}

static bool write_once(void *context, pantin_error *error) {
    pantin_bytes bytes = { 0 };
    bool done = pantin_diagnostics_write(context, &(pantin_shoot_times){ 0 }, &bytes, error);
    pantin_bytes_free(&bytes);
    return done;
}

static void no_clock_is_zero_and_refused_blocks_are_survived(void **state) {
    (void)state;
    pantin_show *show = film_open();
    pantin_trace *trace = film_trace(show, 1);
    pantin_bytes bytes;
    assert_true(pantin_diagnostics_write(trace, &(pantin_shoot_times){ 0 }, &bytes, NULL));
    assert_int_equal(film_count(&bytes, "\"frame_ms\": 0,"), 1);
    assert_int_equal(film_count(&bytes, "null"), 0);
    pantin_bytes_free(&bytes);
    assert_true(refusals_sweep(write_once, trace) > 0);
    pantin_trace_destroy(trace);
    pantin_show_close(show);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(efforts_add_up_and_times_are_a_frame),
        cmocka_unit_test(no_clock_is_zero_and_refused_blocks_are_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
