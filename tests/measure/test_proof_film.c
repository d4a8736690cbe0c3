// test_proof_film.c — the scene side by side counts what it shows, the same with any workers; and a refused
// block of memory leaves nothing behind.
// SPDX-License-Identifier: MIT
#include "measure/with_film.h"

#include "base/text.h"
#include "measure/proof.h"
#include "refusals.h"

static uint64_t film_hash(const pantin_show *show, int workers, pantin_proof_film_counts *counts) {
    pantin_proof_film_options options = pantin_proof_film_defaults();
    pantin_film_format format = pantin_show_describe(show)->format;
    uint64_t hash = 0;
    pantin_proof_film_size(show, &format.width, &format.height);
    if (workers > 1) assert_true(pantin_threads_create(workers, &options.runner, NULL));
    assert_true(pantin_proof_film(show, &pantin_sink_hash, "hash:", &format, &options, counts,
                                  &hash, NULL));
    if (workers > 1) pantin_threads_destroy(&options.runner);
    return hash;
}

static void a_side_by_side_film_is_the_same_with_any_workers(void **state) {
    (void)state;
    pantin_show *show = film_open();
    pantin_proof_film_counts one, four;
    uint64_t hash = film_hash(show, 1, &one);
    assert_true(hash == film_hash(show, 4, &four));
    assert_true(hash == film_hash(show, 1, NULL));
    assert_memory_equal(&one, &four, sizeof one);
    assert_int_equal(one.frames, TINY_FRAMES);
    pantin_trace *trace = film_trace(show, 1);
    pantin_trace_summary sum = pantin_trace_summarize(trace);
    assert_int_equal(one.inverted[0], sum.inverted);
    assert_int_equal(one.inverted_frames[0], sum.inverted_frames);
    assert_true(one.inverted[1] > 0); // inverse distances fold this wave
    pantin_trace_destroy(trace);
    pantin_show_close(show);
}

static void a_film_of_odd_size_is_made(void **state) {
    (void)state;
    pantin_show *show = film_open_edited("[320, 240]", "[317, 241]");
    int width, height;
    pantin_proof_film_size(show, &width, &height);
    assert_int_equal(width, 2 * 317 + 4);
    assert_true(film_hash(show, 2, NULL) == film_hash(show, 1, NULL));
    pantin_show_close(show);
}

static void an_unknown_rival_is_told(void **state) {
    (void)state;
    pantin_show *show = film_open();
    pantin_proof_film_options options = pantin_proof_film_defaults();
    pantin_film_format format = pantin_show_describe(show)->format;
    pantin_error error = { 0 };
    options.rival = "sheppard";
    pantin_proof_film_size(show, &format.width, &format.height);
    assert_false(
        pantin_proof_film(show, &pantin_sink_hash, "hash:", &format, &options, NULL, NULL, &error));
    assert_non_null(strstr(error.text, "shepard"));
    pantin_show_close(show);
}

// --- memory --------------------------------------------------------------------------------------

static bool prove_all(void *context, pantin_error *error) {
    static const char *const names[] = { "arap-triangle", "shepard" };
    const pantin_show *show = context;
    pantin_proof_options options = pantin_proof_defaults();
    pantin_bytes json = { 0 }, page = { 0 }, report = { 0 };
    pantin_image sheet = { 0 };
    options.methods = names;
    options.method_count = 2;
    pantin_proof *proof = pantin_proof_of_show(show, &options, error);
    bool done = proof != NULL && pantin_proof_write(proof, &json, error) &&
                pantin_proof_report(proof, true, &report, error) &&
                pantin_proof_sheet(proof, &sheet, error) &&
                pantin_proof_page(proof, film_encode_small, &page, error);
    pantin_bytes_free(&json);
    pantin_bytes_free(&report);
    pantin_bytes_free(&page);
    pantin_image_free(&sheet);
    pantin_proof_destroy(proof);
    return done;
}

static bool film_all(void *context, pantin_error *error) {
    const pantin_show *show = context;
    pantin_film_format format = pantin_show_describe(show)->format;
    pantin_proof_film_size(show, &format.width, &format.height);
    return pantin_proof_film(show, &pantin_sink_null, "null:", &format, NULL, NULL, NULL, error);
}

/// One pose, two frames: a sweep repeats all work at every allocation.
#define SHORT "\"proof_poses\": [ { \"name\": \"a\", \"frames\": [1] } ], \"timeline\""

static void refused_memory_leaves_nothing_behind(void **state) {
    (void)state;
    char words[4096];
    const char *line = film_text("\"timeline\"", SHORT);
    const char *at = strstr(line, "\"frames\": 24");
    text_print(words, sizeof words, "%.*s\"frames\": 2%s", (int)(at - line), line, at + 12);
    tiny_texts texts = { .show = words };
    pantin_show *show = tiny_show_open(&texts, NULL);
    assert_non_null(show);
    assert_true(refusals_sweep(prove_all, show) > 50);
    assert_true(refusals_sweep(film_all, show) > 50);
    pantin_show_close(show);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_side_by_side_film_is_the_same_with_any_workers),
        cmocka_unit_test(a_film_of_odd_size_is_made),
        cmocka_unit_test(an_unknown_rival_is_told),
        cmocka_unit_test(refused_memory_leaves_nothing_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
