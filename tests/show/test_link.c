// test_link.c — names of show, score and puppets are held against each other; a whole show is checked.
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
#include "with_show.h"

typedef enum part { SHOW, SCORE, PUPPET } part;

/// In one of the three texts `to` replaces `from`; the error stands at `at` (in `where`, SHOW or SCORE…).
typedef struct fault {
    part edit;
    const char *from, *to;
    part where;
    const char *at, *says;
} fault;

static const char *const paths[] = { "tiny/show.json", "tiny/ginger.score.json",
                                     "tiny/ginger.puppet.json" };

static void place(char *where, size_t size, const char *path, const char *text, const char *what) {
    const char *at = strstr(text, what);
    if (at == NULL) fail_msg("the text does not hold %s", what);
    int line = 1, column = 1;
    for (const char *c = text; c < at; c++)
        column = *c == '\n' ? 1 : column + 1, line += *c == '\n';
    snprintf(where, size, "%s:%d:%d", path, line, column);
}

static void expect_fault(const fault *f) {
    const char *plain[] = { tiny_show_text, tiny_score_text, tiny_puppet_text };
    const char *now[] = { plain[0], plain[1], plain[2] };
    char *text = edited(plain[f->edit], f->from, f->to);
    now[f->edit] = text;
    tiny_texts texts = { now[0], now[1], now[2] };
    pantin_error error = { 0 };
    char where[512];
    pantin_show *show = tiny_show_open(&texts, &error);
    if (show != NULL) fail_msg("accepted: %s", f->to);
    place(where, sizeof where, paths[f->where], now[f->where], f->at);
    if (strcmp(error.where, where) != 0)
        fail_msg("%s: at %s, not %s: %s", f->to, error.where, where, error.text);
    if (strstr(error.text, f->says) == NULL) fail_msg("%s: says \"%s\"", f->to, error.text);
    free(text);
}

static void every_name_between_the_files_is_checked_and_told_at_its_place(void **state) {
    (void)state;
    static const fault faults[] = {
        { SCORE, "\"ginger.bow\":", "\"ginge.bow\":", SCORE,
          "{ \"ease\": \"smooth\", \"keys\": [[12",
          "nothing reads the channel \"ginge.bow\"; did you mean \"ginger.bow\"?" },
        { SCORE, "\"ginger.bow\":", "\"bow\":", SCORE, "{ \"ease\": \"smooth\", \"keys\": [[12",
          "nothing reads the channel \"bow\"" },
        { SCORE, "\"ginger.bow\":", "\"ginger.bwo\":", SCORE,
          "{ \"ease\": \"smooth\", \"keys\": [[12",
          "\"ginger\" has no control \"bwo\"; did you mean \"bow\"?" },
        { SCORE, "\"ginger.bow\":", "\"ginger.tilt_dge\":", SCORE,
          "{ \"ease\": \"smooth\", \"keys\": [[12",
          "no control \"tilt_dge\"; did you mean \"tilt_deg\"?" },
        { SCORE, "\"ginger.bow\":", "\"ginger\":", SCORE, "{ \"ease\": \"smooth\", \"keys\": [[12",
          "nothing reads the channel \"ginger\"; a channel names a control, too, such as "
          "\"ginger.x_m\"" },
        { SCORE, "\"ginger.bow\":", "\"gingerr.x_m\":", SCORE,
          "{ \"ease\": \"smooth\", \"keys\": [[12", "did you mean \"ginger.x_m\"?" },
        { SCORE, "\"ginger.bow\":", "\"gingerr.x_mm\":", SCORE,
          "{ \"ease\": \"smooth\", \"keys\": [[12", "did you mean \"ginger.x_m\"?" },
        { SCORE, "\"ginger.bow\":", "\"gingerr.somersault\":", SCORE,
          "{ \"ease\": \"smooth\", \"keys\": [[12", "did you mean a control of \"ginger\"?" },
        { SCORE, "\"ginger.bow\":", "\"bow\":", SCORE, "{ \"ease\": \"smooth\", \"keys\": [[12",
          "did you mean \"ginger.bow\"?" },
        { SCORE, "\"ginger.bow\":", "\"camera.xm\":", SCORE,
          "{ \"ease\": \"smooth\", \"keys\": [[12", "did you mean \"camera.x_m\"?" },
        { SCORE, "[18, 1]", "[18, 1.5]", SCORE, "[18, 1.5]",
          "\"ginger.bow\" is 1.5 at frame 18, outside 0..1" },
        { SCORE, "[[12, 0]", "[[12, -0.1]", SCORE, "[12, -0.1]", "outside 0..1" },
        { SCORE,
          "\"ginger.bow\":  { \"ease\": \"smooth\", \"keys\": [[12, 0], [18, 1], [23, 0.2]] }",
          "\"ginger.tilt_deg\": { \"keys\": [[0, 0], { \"at\": 1, \"value\": 3601 }] }", SCORE,
          "{ \"at\": 1", "\"ginger.tilt_deg\" is 3601 at frame 1, outside -3600..3600 deg" },
        { SCORE, "[[12, 0], [18, 1], [23, 0.2]]", "[[12, \"low\"]]", SCORE, "[12, \"low\"]",
          "\"ginger.bow\" takes numbers" },
        { SCORE, "\"ginger.bow\":", "\"ginger.order\":", SCORE, "[12, 0]",
          "\"ginger.order\" takes words" },
        { SCORE,
          "\"ginger.bow\":  { \"ease\": \"smooth\", \"keys\": [[12, 0], [18, 1], [23, 0.2]] }",
          "\"ginger.order\": { \"keys\": [[0, \"\"], [1, \"up\"]] }", SCORE, "[1, \"up\"]",
          "no view has an order \"up\"" },
        { SCORE, "\"id\": \"greet\", \"who\": \"ginger\"", "\"id\": \"greet\", \"who\": \"gingre\"",
          SCORE, "\"gingre\"",
          "nobody in the cast is called \"gingre\"; did you mean \"ginger\"?" },
        { SCORE, "\"id\": \"bow\", \"who\": \"ginger\"", "\"id\": \"bow\", \"who\": \"rex\"", SCORE,
          "\"rex\"", "nobody in the cast is called \"rex\"" },
        { SCORE, "\"id\": \"bow\"", "\"id\": \"greet\"", SCORE,
          "{ \"id\": \"greet\", \"who\": \"ginger\", \"frame\": 14", "the id of two cues" },
        { SCORE, "\"rate\": [24, 1]", "\"rate\": [25, 1]", SHOW, "[24, 1]",
          "the film runs at 24/1 frames a second, its score at 25/1" },
        { SCORE, "\"frames\": 24", "\"frames\": 23", SHOW, "24 } ]",
          "the scene is 24 frames long, its score only 23" },
        { SHOW, "\"frames\": 24 } ]", "\"frames\": 12 }, { \"scene\": true, \"frames\": 12 } ]",
          SHOW, "{ \"scene\": true, \"frames\": 12 } ]", "second scene" },
        { SHOW, "\"frames\": 24 } ]", "\"frames\": 24, \"card\": \"title\" } ]", SHOW,
          "{ \"scene\"", "one of the two" },
        { SHOW, "\"slot\": \"floor\" } }", "\"slot\": \"flor\" } }", SHOW, "\"flor\"",
          "no slot \"flor\"; did you mean \"floor\"?" },
        { SHOW, "{ \"slot\": \"floor\" } ]", "{ \"slot\": \"floor\" }, { \"slot\": \"floor\" } ]",
          SHOW, "{ \"slot\": \"floor\" } ]", "two layers are called \"floor\"" },
        { SHOW, "{ \"slot\": \"floor\" } ]", "{ \"slot\": \"floor\" }, { \"slot\": \"wall\" } ]",
          SHOW, "{ \"slot\": \"wall\" }", "two layers are called \"wall\"" },
        { SHOW, "{ \"slot\": \"floor\" } ]", "{ \"slot\": \"floor\", \"image\": \"wall.png\" } ]",
          SHOW, "{ \"slot\": \"floor\", \"image\"", "one of the two" },
        { SHOW, "\"cameras\":", "\"camera\": \"cam\", \"cameras\":", SHOW, "\"cam\"",
          "the score has no channel \"cam\"" },
        { SHOW, "\"cast\": {",
          "\"cast\": { \"ginger\": { \"puppet\": \"x\", \"start\": { \"slot\": \"floor\" } },",
          SHOW, "\"ginger\": { \"puppet\": \"ginger", "ginger" },
        { SHOW, "\"puppet\": \"ginger.puppet.json\"", "\"puppet\": \"none.json\"", SHOW,
          "\"none.json\"", "tiny/none.json: there is no such file" },
        { SHOW, "\"score\": \"ginger.score.json\"", "\"score\": \"none\"", SHOW, "\"none\"",
          "tiny/none: there is no such file" },
        { SHOW, "\"image\": \"wall.png\"", "\"image\": \"wal.png\"", SHOW, "\"wal.png\"",
          "tiny/wal.png: there is no such picture" },
        { SHOW, "\"puppet\": \"ginger.puppet.json\"",
          "\"puppet\": \"ginger.puppet.json\", \"method\": \"arap-tringle\"", SHOW,
          "\"arap-tringle\"", "arap-triangle" },
        { SHOW, "\"size_px\": [320, 240]", "\"size_px\": [320, 240, 1]", SHOW, "[320, 240, 1]",
          "two whole numbers" },
        { SHOW, "\"size_px\": [320, 240]", "\"size_px\": [0, 240]", SHOW, "0, 240]",
          "outside 1..8192 px" },
        { SHOW, "\"show/1\"", "\"show/2\"", SHOW, "\"show/2\"", "a show is \"show/1\"" },
        { SHOW, "\"timeline\"", "\"timelien\"", SHOW, "\"timelien\"",
          "did you mean \"timeline\"?" },
        { PUPPET, "\"name\": \"ginger\"", "\"name\": 5", PUPPET, "5", "must be a string" },
        { PUPPET, "\"right_hand\": { \"move_px\"", "\"right_hnad\": { \"move_px\"", PUPPET,
          "{ \"move_px\": [-18", "did you mean \"right_hand\"?" },
        { PUPPET, "\"image\": \"ginger.png\"", "\"image\": \"gigner.png\"", PUPPET,
          "\"gigner.png\"", "tiny/gigner.png" },
    };
    for (size_t k = 0; k < sizeof faults / sizeof *faults; k++) expect_fault(&faults[k]);
}

static void cameras_are_chosen_by_words_of_a_channel(void **state) {
    (void)state;
    char *show_text = edited(tiny_show_text, "\"cameras\": {",
                             "\"camera\": \"camera\", \"cameras\": { \"B\": { \"origin_px\": [100, "
                             "200], \"px_per_m\": 60 },");
    char *score_text =
        edited(tiny_score_text, "\"channels\": {",
               "\"channels\": { \"camera\": { \"keys\": [[3, \"A\"], [10.5, \"B\"]] },");
    tiny_texts texts = { .show = show_text, .score = score_text };
    pantin_show *show = show_or_fail(&texts);
    pantin_act *act = pantin_act_create(show, NULL);
    pantin_take *take = pantin_take_create(show, 24, NULL);
    for (int n = 0; n < 24; n++) pantin_act_step(act, take, n);
    assert_int_equal(pantin_take_slot(take, 0)->camera,
                     1); // before the first key, its value: A is the second
    assert_int_equal(pantin_take_slot(take, 10)->camera, 1);
    assert_int_equal(pantin_take_slot(take, 11)->camera, 0);
    pantin_take_destroy(take);
    pantin_act_destroy(act);
    pantin_show_close(show);
    // A camera that is not there, with the nearest; a channel of numbers.
    char *wrong = edited(score_text, "\"B\"]", "\"b\"]");
    pantin_error error = { 0 };
    texts.score = wrong;
    assert_null(tiny_show_open(&texts, &error));
    assert_non_null(strstr(error.text, "there is no camera \"b\""));
    free(wrong);
    wrong = edited(score_text, "[[3, \"A\"], [10.5, \"B\"]]", "[[3, 1]]");
    texts.score = wrong;
    assert_null(tiny_show_open(&texts, &error));
    assert_non_null(strstr(error.text, "takes words"));
    free(wrong), free(show_text), free(score_text);
}

static void a_channel_that_dims_a_lamp_turns_its_control_too(void **state) {
    (void)state;
    char *show_text = edited(tiny_show_text, "\"cameras\":",
                             "\"light\": { \"ambient\": { \"from\": \"#000000\", \"to\": "
                             "\"#ffffff\", \"by\": \"ginger.bow\" } }, \"cameras\":");
    tiny_texts texts = { .show = show_text };
    pantin_assets assets = { &texts, tiny_bytes, tiny_image };
    pantin_show_options looking = { .check_only = true };
    pantin_error error = { 0 };
    pantin_show *show = pantin_show_open("tiny/show.json", &looking, &assets, &error);
    assert_non_null(show);
    assert_false(pantin_show_ready(show, &error));
    assert_int_equal(error.kind, PANTIN_ERROR_NOT_YET);
    pantin_show_close(show);
    // Words for its keys are wrong for the control, so it was looked at.
    char *score_text = edited(tiny_score_text, "[[12, 0], [18, 1], [23, 0.2]]", "[[12, \"a\"]]");
    texts.score = score_text;
    assert_null(pantin_show_open("tiny/show.json", &looking, &assets, &error));
    assert_non_null(strstr(error.text, "\"ginger.bow\" takes numbers"));
    free(show_text), free(score_text);
}

// --- what comes later ---------------------------------------------------------------------------------

static void what_a_later_version_does_is_told_where_it_is_asked_for(void **state) {
    (void)state;
    static const fault faults[] = {
        { SHOW, "\"cameras\":", "\"light\": {}, \"cameras\":", SHOW, "\"light\"",
          "\"light\" is not done yet" },
        { SHOW, "\"cameras\":", "\"sound\": {}, \"cameras\":", SHOW, "\"sound\"",
          "\"sound\" is not done yet" },
        { SHOW, "\"cameras\":", "\"subtitles\": {}, \"cameras\":", SHOW, "\"subtitles\"",
          "\"subtitles\" is not done yet" },
        { SHOW, "\"cameras\":", "\"cards\": {}, \"cameras\":", SHOW, "\"cards\"",
          "\"cards\" is not done yet" },
        { SHOW, "\"cameras\":", "\"stills\": [], \"cameras\":", SHOW, "\"stills\"",
          "\"stills\" is not done yet" },
        { SHOW, "{ \"slot\": \"floor\" } ]",
          "{ \"slot\": \"floor\", \"clip\": \"c\" } ], \"clips\": { \"c\": { \"polygon_m\": [[0, "
          "0], [1, 0], [1, 1]] } }",
          SHOW, "\"clip\"", "\"clip\" is not done yet" },
        { SHOW, "\"px_per_m\": 120 },\n", "\"px_per_m\": 120, \"blend\": \"screen\" },\n", SHOW,
          "\"screen\"", "\"blend\" is not done yet" },
        { SCORE, "\"choices\":", "\"lines\": [], \"choices\":", SCORE, "\"lines\"",
          "\"lines\" is not done yet" },
        { SCORE, "\"choices\":", "\"steps\": [], \"choices\":", SCORE, "\"steps\"",
          "\"steps\" is not done yet" },
        { SCORE, "\"choices\":", "\"tables\": [], \"choices\":", SCORE, "\"tables\"",
          "\"tables\" is not done yet" },
        { SCORE,
          "\"ginger.bow\":  { \"ease\": \"smooth\", \"keys\": [[12, 0], [18, 1], [23, 0.2]] }",
          "\"ginger.view\": { \"keys\": [[0, \"front\"]] }", SCORE,
          "{ \"keys\": [[0, \"front\"]] }", "\"ginger.view\" is not done yet" },
        { SCORE, "\"ginger.bow\":", "\"camera.x_m\":", SCORE,
          "{ \"ease\": \"smooth\", \"keys\": [[12", "\"camera.x_m\" is not done yet" },
        { SCORE, "\"ginger.bow\":", "\"camera.px_per_m\":", SCORE,
          "{ \"ease\": \"smooth\", \"keys\": [[12", "\"camera.px_per_m\" is not done yet" },
        { PUPPET, "\"poses\":", "\"springs\": [], \"poses\":", PUPPET, "\"springs\"",
          "\"springs\" is not done yet" },
    };
    for (size_t k = 0; k < sizeof faults / sizeof *faults; k++) {
        const fault *f = &faults[k];
        const char *now[] = { tiny_show_text, tiny_score_text, tiny_puppet_text };
        expect_fault(f);
        // The same is fine to look at, and is then said not to be ready.
        char *text = edited(now[f->edit], f->from, f->to);
        now[f->edit] = text;
        tiny_texts texts = { now[0], now[1], now[2] };
        pantin_assets assets = { &texts, tiny_bytes, tiny_image };
        pantin_show_options looking = { .check_only = true };
        pantin_error error = { 0 };
        pantin_show *show = pantin_show_open("tiny/show.json", &looking, &assets, &error);
        if (show == NULL) fail_msg("%s: %s", error.where, error.text);
        assert_false(pantin_show_ready(show, &error));
        assert_int_equal(error.kind, PANTIN_ERROR_NOT_YET);
        pantin_show_close(show);
        free(text);
    }
}

static bool disk_bytes(void *self, const char *path, size_t limit, pantin_bytes *bytes,
                       pantin_error *error) {
    (void)self;
    return pantin_file_read(path, limit, bytes, error);
}

static bool no_image(void *self, const char *path, pantin_image *image, pantin_error *error) {
    (void)self, (void)image;
    return pantin_fail(error, PANTIN_ERROR_FILE, path, "no picture is fetched for a check");
}

static const char whole[] = PANTIN_SOURCE "/tests/show/whole";

static void the_whole_grammar_of_a_show_is_read_and_its_first_late_part_named(void **state) {
    (void)state;
    pantin_assets assets = { NULL, disk_bytes, no_image };
    pantin_show_options looking = { .check_only = true };
    pantin_error error = { 0 };
    pantin_show *show = pantin_show_open(whole, &looking, &assets, &error);
    if (show == NULL) fail_msg("%s: %s", error.where, error.text);
    const pantin_show_info *info = pantin_show_describe(show);
    assert_int_equal(info->frame_count, 72 + 768 + 72);
    assert_int_equal(info->cast_count, 2);
    assert_int_equal(info->width, 1280);
    assert_int_equal(info->format.crf, 18);
    assert_string_equal(info->format.preset, "medium");
    assert_int_equal(info->score->channel_count, 9);
    assert_false(pantin_show_ready(show, &error));
    assert_string_equal(error.where, PANTIN_SOURCE "/tests/show/whole/show.json:4:19");
    assert_string_equal(error.text, "\"card\" is not done yet: cards come with the stage");
    pantin_show_close(show);
    // Filming says the same, and fetches no picture first.
    error = (pantin_error){ 0 };
    assert_null(pantin_show_open(whole, NULL, &assets, &error));
    assert_int_equal(error.kind, PANTIN_ERROR_NOT_YET);
    assert_string_equal(error.where, PANTIN_SOURCE "/tests/show/whole/show.json:4:19");
}

// Of the whole show one file is edited on its way.
typedef struct editing {
    const char *file, *from, *to;
} editing;

static bool edited_bytes(void *self, const char *path, size_t limit, pantin_bytes *bytes,
                         pantin_error *error) {
    const editing *e = self;
    pantin_bytes file = { 0 };
    if (!pantin_file_read(path, limit, &file, error)) return false;
    size_t length = strlen(path), tail = strlen(e->file);
    if (length < tail || strcmp(path + length - tail, e->file) != 0) {
        *bytes = file;
        return true;
    }
    char *text = edited((const char *)file.data, e->from, e->to);
    pantin_bytes_free(&file);
    size_t size = strlen(text);
    uint8_t *data = memory_allocate(size + 1, 1);
    memcpy(data, text, size);
    free(text);
    *bytes = (pantin_bytes){ data, size };
    return true;
}

static void names_that_wait_for_a_later_version_are_checked_now(void **state) {
    (void)state;
    static const struct {
        editing edit;
        const char *says;
    } cases[] = {
        { { "show.json", "\"clip\": \"opening\", \"lit\"", "\"clip\": \"openign\", \"lit\"" },
          "no clip \"openign\"; did you mean \"opening\"?" },
        { { "show.json", "{ \"card\": \"title\"", "{ \"card\": \"tilte\"" },
          "no card \"tilte\"; did you mean \"title\"?" },
        { { "show.json", "\"angle\": \"door.open_deg\"", "\"angle\": \"door.opne_deg\"" },
          "no channel \"door.opne_deg\"; did you mean \"door.open_deg\"?" },
        { { "show.json", "\"by\": \"light.dusk\"", "\"by\": \"light.duks\"" },
          "did you mean \"light.dusk\"?" },
        { { "show.json", "\"gain\": \"light.hall\" } ],\n    \"figures\"",
            "\"gain\": \"light.hell\" } ],\n    \"figures\"" },
          "did you mean \"light.hall\"?" },
        { { "show.json", "\"who\": \"dog\", \"view\"", "\"who\": \"dgo\", \"view\"" },
          "no member of the cast \"dgo\"; did you mean \"dog\"?" },
        { { "show.json", "\"view\": \"profile\"", "\"view\": \"profil\"" },
          "no view \"profil\"; did you mean \"profile\"?" },
        { { "show.json", "{ \"person\": { \"flite\"", "{ \"persom\": { \"flite\"" },
          "called \"persom\"; did you mean \"person\"?" },
        { { "show.json", "\"of\": \"retreat\"", "\"of\": \"retrat\"" },
          "no cue \"retrat\"; did you mean \"retreat\"?" },
        { { "show.json", "[362, \"lie_down\"]", "[362, \"lie_dwon\"]" },
          "no cue \"lie_dwon\"; did you mean \"lie_down\"?" },
        { { "show.json", "\"channel\": \"dog.x_m\"", "\"channel\": \"dog.x\"" },
          "no channel \"dog.x\"" },
        { { "show.json", "\"name\": \"I2\"", "\"name\": \"I1\"" }, "two checks are called \"I1\"" },
        { { "show.json", "\"who\": \"dog\", \"methods\"", "\"who\": \"cat\", \"methods\"" },
          "no member of the cast \"cat\"" },
        { { "show.json", "\"show\": \"sill.front\"", "\"show\": \"sill.fornt\"" }, "sill.f" },
        { { "threshold.score.json", "\"tone\": \"call\"", "\"tone\": \"cal\"" },
          "no tone \"cal\"; did you mean \"call\"?" },
        { { "threshold.score.json", "\"who\": \"person\", \"at_s\"",
            "\"who\": \"persno\", \"at_s\"" },
          "did you mean \"person\"?" },
        { { "threshold.score.json", "\"limb\": \"near_leg\"", "\"limb\": \"near_lag\"" },
          "no limb \"near_lag\"; did you mean \"near_leg\"?" },
        { { "threshold.score.json", "[\"dog.wag\"]", "[\"dog.wig\"]" },
          "no control \"wig\"; did you mean \"wag\"?" },
        { { "threshold.score.json", "[\"dog.wag\"]", "[\"dgo.wag\"]" },
          "nothing reads the channel \"dgo.wag\"; did you mean \"dog.wag\"?" },
        { { "threshold.score.json", "[87, \"rear\"]", "[87, \"raer\"]" },
          "there is no view \"raer\"; did you mean \"rear\"?" },
        { { "threshold.score.json", "[40, \"head_behind\"]", "[40, \"head_first\"]" },
          "no view has an order \"head_first\"" },
        { { "threshold.score.json", "[[148.8, 17.19], [175.2, 96]]", "[[148.8, \"open\"]]" },
          "takes numbers" },
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        pantin_assets assets = { (void *)(uintptr_t)&cases[k].edit, edited_bytes, no_image };
        pantin_show_options looking = { .check_only = true };
        pantin_error error = { 0 };
        pantin_show *show = pantin_show_open(whole, &looking, &assets, &error);
        if (show != NULL) fail_msg("accepted: %s", cases[k].edit.to);
        if (strstr(error.text, cases[k].says) == NULL)
            fail_msg("%s: says \"%s\"", cases[k].edit.to, error.text);
        assert_non_null(strstr(error.where, cases[k].edit.file));
        assert_int_equal(error.kind, PANTIN_ERROR_FORMAT);
    }
}

// --- refusals -----------------------------------------------------------------------------------------

static bool open_and_close(void *context, pantin_error *error) {
    pantin_show *show = tiny_show_open(context, error);
    pantin_show_close(show);
    return show != NULL;
}

static void every_refused_allocation_of_opening_is_told(void **state) {
    (void)state;
    assert_true(refusals_sweep(open_and_close, NULL) > 50);
}

static bool check_whole(void *context, pantin_error *error) {
    pantin_assets assets = { context, disk_bytes, no_image };
    pantin_show_options looking = { .check_only = true };
    pantin_show *show = pantin_show_open(whole, &looking, &assets, error);
    pantin_show_close(show);
    return show != NULL;
}

static void every_refused_allocation_of_checking_the_whole_show_is_told(void **state) {
    (void)state;
    assert_true(refusals_sweep(check_whole, NULL) > 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_name_between_the_files_is_checked_and_told_at_its_place),
        cmocka_unit_test(cameras_are_chosen_by_words_of_a_channel),
        cmocka_unit_test(a_channel_that_dims_a_lamp_turns_its_control_too),
        cmocka_unit_test(what_a_later_version_does_is_told_where_it_is_asked_for),
        cmocka_unit_test(the_whole_grammar_of_a_show_is_read_and_its_first_late_part_named),
        cmocka_unit_test(names_that_wait_for_a_later_version_are_checked_now),
        cmocka_unit_test(every_refused_allocation_of_opening_is_told),
        cmocka_unit_test(every_refused_allocation_of_checking_the_whole_show_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
