// A score: what is read, what a channel is worth at a time, and how a broken file is answered.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "pantin/score.h"

static const char *const text =
    "{\n"
    "  \"pantin\": \"score/1\", \"rate\": [24, 1], \"frames\": 120,\n"
    "  \"channels\": {\n"
    "    \"dog.x_m\": { \"ease\": \"smooth\", \"keys\": [[0, 1], [10, 3], [20, 3]] },\n"
    "    \"dog.head\": { \"keys\": [[0, 0], { \"at\": 21.6, \"value\": 1, \"ease\": [0.3, 0, 0.2, "
    "1] }, [40, 0]] },\n"
    "    \"camera\": { \"keys\": [[0, \"A\"], [60, \"B\"]] }\n"
    "  },\n"
    "  \"choices\": [ { \"id\": \"retreat\", \"who\": \"dog\", \"frame\": 24 } ]\n"
    "}\n";

static pantin_score load(const char *source) {
    pantin_score score;
    pantin_error error = { 0 };
    if (!pantin_score_load("s.json", source, strlen(source), &score, &error))
        fail_msg("%s: %s", error.where, error.text);
    return score;
}

static void refused(const char *source, const char *where, const char *part) {
    pantin_score score;
    pantin_error error = { 0 };
    assert_false(pantin_score_load("s.json", source, strlen(source), &score, &error));
    assert_string_equal(error.where, where);
    if (strstr(error.text, part) == NULL) fail_msg("\"%s\" does not say \"%s\"", error.text, part);
}

/// A score of one channel with these keys and this ease.
static pantin_score channel(const char *ease, const char *keys) {
    char source[512];
    snprintf(source, sizeof source,
             "{\"pantin\":\"score/1\",\"rate\":[24,1],\"frames\":9,"
             "\"channels\":{\"c\":{\"ease\":\"%s\",\"keys\":%s}}}",
             ease, keys);
    return load(source);
}

static void eases_follow_their_formulas(void **state) {
    (void)state;
    // From 2 at frame 0 to 6 at frame 8; at frame 2, t = 1/4.
    const struct {
        const char *ease;
        double value;
    } cases[] = {
        { "hold", 2 },                               // the first key's value until the next
        { "linear", 3 },                             // 2 + 4 / 4
        { "smooth", 2 + 4 * (3.0 / 16 - 2.0 / 64) }, // 3 t^2 - 2 t^3
        { "in", 2 + 4.0 / 16 },                      // t^2
        { "out", 2 + 4 * (1 - 9.0 / 16) },           // 1 - (1 - t)^2
        { "auto", 3 },                               // two keys: the straight line
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        pantin_score s = channel(cases[k].ease, "[[0,2],[8,6]]");
        assert_true(fabs(pantin_channel_sample(&s.channels[0], 2) - cases[k].value) < 1e-15);
        assert_true(pantin_channel_sample(&s.channels[0], 0) == 2); // through its keys, exactly
        assert_true(pantin_channel_sample(&s.channels[0], 8) == 6);
        assert_true(pantin_channel_sample(&s.channels[0], -5) == 2); // before the first, its value
        assert_true(pantin_channel_sample(&s.channels[0], 99) == 6);
        pantin_score_free(&s);
    }
}

static void bezier_ease_matches_its_curve(void **state) {
    (void)state;
    pantin_score s = channel("linear", "[{\"at\":0,\"value\":0,\"ease\":[0.25,0.1,0.25,1]},[1,1]]");
    for (int k = 0; k <= 100; k++) {
        double u = k / 100.0, r = 1 - u;
        double x = 3 * r * r * u * 0.25 + 3 * r * u * u * 0.25 + u * u * u;
        double y = 3 * r * r * u * 0.1 + 3 * r * u * u * 1.0 + u * u * u;
        assert_true(fabs(pantin_channel_sample(&s.channels[0], x) - y) < 1e-12);
    }
    pantin_score_free(&s);
}

static void auto_never_overshoots(void **state) {
    (void)state;
    pantin_score s = channel("auto", "[[0,0],[1,0],[2,5],[2.5,5],[9,1],[12,1]]");
    const pantin_channel *c = &s.channels[0];
    for (int k = 0; k + 1 < c->key_count; k++) {
        double low = fmin(c->keys[k].value, c->keys[k + 1].value);
        double high = fmax(c->keys[k].value, c->keys[k + 1].value), last = c->keys[k].value;
        for (int i = 0; i <= 200; i++) {
            double frame = c->keys[k].frame + (c->keys[k + 1].frame - c->keys[k].frame) * i / 200.0;
            double v = pantin_channel_sample(c, frame);
            assert_true(v >= low - 1e-12 && v <= high + 1e-12);
            // and it is monotone between keys
            if (c->keys[k + 1].value >= c->keys[k].value)
                assert_true(v >= last - 1e-12);
            else
                assert_true(v <= last + 1e-12);
            last = v;
        }
    }
    pantin_score_free(&s);
}

static void words_hold_and_names_are_found(void **state) {
    (void)state;
    pantin_score s = load(text);
    int camera = pantin_score_find(&s, "camera");
    assert_int_equal(pantin_score_find(&s, "dog.tail"), PANTIN_NONE);
    assert_string_equal(pantin_channel_word(&s.channels[camera], 59.99), "A");
    assert_string_equal(pantin_channel_word(&s.channels[camera], 60), "B");
    assert_string_equal(pantin_channel_word(&s.channels[camera], -3), "A");
    assert_null(pantin_channel_word(&s.channels[0], 3));
    assert_true(pantin_channel_sample(&s.channels[1], 21.6) == 1); // a key between two frames
    pantin_score_free(&s);
}

static void written_and_read_again_is_the_same_bytes(void **state) {
    (void)state;
    pantin_score s = load(text);
    pantin_bytes first, second;
    assert_true(pantin_score_write(&s, &first, NULL));
    pantin_score t = load((const char *)first.data);
    assert_true(pantin_score_write(&t, &second, NULL));
    assert_int_equal(first.size, second.size);
    assert_memory_equal(first.data, second.data, first.size);
    assert_true(t.channels[1].keys[1].ease == PANTIN_EASE_BEZIER); // the ease survived
    pantin_score_free(&s);
    pantin_score_free(&t);
    pantin_bytes_free(&first);
    pantin_bytes_free(&second);
}

#define HEAD "{\"pantin\":\"score/1\",\"rate\":[24,1],\"frames\":9,\n"

static void a_broken_score_is_answered_with_its_place(void **state) {
    (void)state;
    refused(HEAD "\"chanels\":{}}", "s.json:2:1", "did you mean \"channels\"");
    refused("{\"pantin\":\"show/1\",\"rate\":[24,1],\"frames\":9}", "s.json:1:11",
            "a score is \"score/1\"");
    refused(HEAD "\"channels\":{\"a\":{\"keys\":[[3,1],[2,1]]}}}", "s.json:2:32", "must ascend");
    refused(HEAD "\"channels\":{\"a\":{\"keys\":[[3,1],[4,\"x\"]]}}}", "s.json:2:32",
            "all numbers or all words");
    refused(HEAD "\"channels\":{\"a\":{\"keys\":[]}}}", "s.json:2:25", "at least one");
    refused(HEAD "\"channels\":{\"a\":{\"ease\":\"smoth\",\"keys\":[[1,1]]}}}", "s.json:2:25",
            "smooth");
    refused("{\"pantin\":\"score/1\",\"rate\":[24,0],\"frames\":9}", "s.json:1:32",
            "whole numbers");
    refused(HEAD "\"choices\":[{\"id\":\"a\",\"who\":\"d\",\"frame\":1},\n{\"id\":\"a\",\"who\":"
                 "\"d\",\"frame\":2}]}",
            "s.json:3:1", "the id of two cues");
    refused("", "s.json:1:1", "");
}

static void what_is_not_done_yet_is_remembered_with_its_place(void **state) {
    (void)state;
    pantin_score s = load(
        HEAD "\"steps\":[{\"who\":\"p\",\"limb\":\"l\",\"frame\":1,\"frames\":4,\"to_x_m\":0.2}]}");
    assert_string_equal(s.later_key, "steps");
    assert_int_equal(s.later_at, strlen(HEAD)); // the key itself
    pantin_score_free(&s);
    s = load(text);
    assert_int_equal(s.later_at, PANTIN_NONE);
    pantin_score_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(eases_follow_their_formulas),
        cmocka_unit_test(bezier_ease_matches_its_curve),
        cmocka_unit_test(auto_never_overshoots),
        cmocka_unit_test(words_hold_and_names_are_found),
        cmocka_unit_test(written_and_read_again_is_the_same_bytes),
        cmocka_unit_test(a_broken_score_is_answered_with_its_place),
        cmocka_unit_test(what_is_not_done_yet_is_remembered_with_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
