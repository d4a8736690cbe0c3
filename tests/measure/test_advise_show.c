// test_advise_show.c — what is advised for a film was tried on all of it, and stands in its report.
// SPDX-License-Identifier: MIT
#include "measure/with_film.h"

#include <stdlib.h>

#include "base/text.h"

/// The tiny show, bent by "arap", its figure turning a hand that it should not hold.
static const char *const puppet_edits[][2] = {
    { "\"radius_px\": 8, \"turn\": \"free\" },\n      \"right_hand\"",
      "\"radius_px\": 8, \"turn\": \"free\" },\n      \"elbow\": { \"at_px\": [122, 88], "
      "\"radius_px\": 9, \"turn\": \"set\" },\n      \"right_hand\"" },
    { "\"right_hand\": { \"at_px\": [144, 88], \"radius_px\": 8, \"turn\": \"free\" }",
      "\"right_hand\": { \"at_px\": [144, 88], \"radius_px\": 9, \"turn\": \"set\" }" },
    { "\"right_hand\": { \"move_px\": [-18, -64] }",
      "\"right_hand\": { \"turn_deg\": 130 }, \"elbow\": { \"turn_deg\": -130 }" },
};

static char edited_puppet[4096];

static tiny_texts hard_show(void) {
    char words[4096];
    text_print(edited_puppet, sizeof edited_puppet, "%s", tiny_puppet_text);
    for (size_t k = 0; k < sizeof puppet_edits / sizeof *puppet_edits; k++) {
        const char *at = strstr(edited_puppet, puppet_edits[k][0]);
        assert_non_null(at);
        text_print(words, sizeof words, "%.*s%s%s", (int)(at - edited_puppet), edited_puppet,
                   puppet_edits[k][1], at + strlen(puppet_edits[k][0]));
        text_print(edited_puppet, sizeof edited_puppet, "%s", words);
    }
    return (tiny_texts){ .puppet = edited_puppet };
}

/// The worst multiplier in any frame.
static double act_all(const tiny_texts *texts, const char *method) {
    pantin_assets assets = { (void *)(uintptr_t)texts, tiny_bytes, tiny_image };
    pantin_show_options options = { .method = method };
    pantin_show *show = pantin_show_open("tiny/show.json", &options, &assets, NULL);
    assert_non_null(show);
    pantin_take *take = film_take(show);
    const pantin_show_info *info = pantin_show_describe(show);
    double worst = 0;
    for (int f = 0; f < info->frame_count; f++) {
        double here =
            pantin_bind_worst(info->cast[0].puppet, &pantin_take_slot(take, f)->actors[0]);
        if (here > worst) worst = here;
    }
    pantin_take_destroy(take);
    pantin_show_close(show);
    return worst;
}

static void a_film_is_advised_where_it_binds_most_and_judged_as_a_whole(void **state) {
    (void)state;
    tiny_texts texts = hard_show();
    pantin_assets assets = { &texts, tiny_bytes, tiny_image };
    pantin_show_options options = { .method = "arap" };
    pantin_advice advice;
    pantin_error error = { 0 };
    assert_true(pantin_advise_show("tiny/show.json", &options, &assets, &advice, &error));
    double before = act_all(&texts, "arap");
    assert_true(before >= PANTIN_BIND_HOT);
    assert_true(advice.worst == before);
    assert_int_equal(advice.actor, 0);
    assert_true(advice.frame >= 4 && advice.frame <= 14); // the wave is over at 16
    assert_true(advice.count > 0);
    for (int k = 0; k < advice.count; k++) {
        tiny_texts mended = { .puppet = (const char *)advice.remedies[k].file.data };
        assert_true(advice.remedies[k].worst_after == act_all(&mended, "arap"));
    }
    assert_true(advice.remedies[advice.count - 1].worst_after <= 0.5 * before);
    pantin_advice_free(&advice);
}

static void the_report_holds_multipliers_and_advice(void **state) {
    (void)state;
    tiny_texts texts = hard_show();
    pantin_assets assets = { &texts, tiny_bytes, tiny_image };
    pantin_show_options options = { .method = "arap" };
    pantin_error error = { 0 };
    pantin_advice advice;
    assert_true(pantin_advise_show("tiny/show.json", &options, &assets, &advice, &error));
    pantin_show *show = pantin_show_open("tiny/show.json", &options, &assets, &error);
    assert_non_null(show);
    pantin_trace *trace = film_trace(show, 1);
    pantin_bytes pages[2] = { { 0 } }, json = { 0 }, summary = { 0 };
    assert_true(pantin_report_write(trace, film_encode_small, &pages[0], &error));
    pantin_trace_tell(trace, &advice);
    assert_true(pantin_report_write(trace, film_encode_small, &pages[1], &error));
    assert_true(pantin_trace_write(trace, &json, &error));
    pantin_trace_summary sum = pantin_trace_summarize(trace);
    assert_true(sum.bind_max == advice.worst);
    assert_true(pantin_summary_report(&sum, NULL, &advice, true, &summary, &error));
    assert_non_null(strstr((const char *)summary.data, "\"advice\": {"));
    for (int k = 0; k < 2; k++) {
        // A curve, a key figure, a definition; and a map of its own in each worst frame.
        assert_int_equal(film_count(&pages[k], "id=\"def-bind\""), 1);
        assert_true(film_count(&pages[k], "href=\"#def-bind\"") >= 3);
        assert_int_equal(film_count(&pages[k], "what holds its triangles up, with rings"),
                         film_count(&pages[k], "<article>"));
        assert_int_equal(film_count(&pages[k], "What would help"), k == 0 ? 0 : 2);
    }
    assert_int_equal(film_count(&json, "\"bind_max\""), TINY_FRAMES);
    for (int k = 0; k < 2; k++) pantin_bytes_free(&pages[k]);
    pantin_bytes_free(&json);
    pantin_bytes_free(&summary);
    pantin_trace_destroy(trace);
    pantin_show_close(show);
    pantin_advice_free(&advice);
}

static void a_calm_film_needs_none(void **state) {
    (void)state;
    static const tiny_texts plain = { 0 };
    pantin_assets assets = { (void *)(uintptr_t)&plain, tiny_bytes, tiny_image };
    pantin_show_options options = { .method = "arap" };
    pantin_advice advice;
    assert_true(pantin_advise_show("tiny/show.json", &options, &assets, &advice, NULL));
    assert_true(advice.worst < PANTIN_BIND_HOT);
    assert_int_equal(advice.count, 0);
    pantin_advice_free(&advice);
}

static void a_film_without_a_barrier_is_refused(void **state) {
    (void)state;
    static const tiny_texts plain = { 0 };
    pantin_assets assets = { (void *)(uintptr_t)&plain, tiny_bytes, tiny_image };
    pantin_show_options options = { .method = "mls" };
    pantin_advice advice;
    pantin_error error = { 0 };
    assert_false(pantin_advise_show("tiny/show.json", &options, &assets, &advice, &error));
    assert_int_equal(error.kind, PANTIN_ERROR_ARGUMENT);
    assert_non_null(strstr(error.text, "never flips"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_film_is_advised_where_it_binds_most_and_judged_as_a_whole),
        cmocka_unit_test(the_report_holds_multipliers_and_advice),
        cmocka_unit_test(a_calm_film_needs_none),
        cmocka_unit_test(a_film_without_a_barrier_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
