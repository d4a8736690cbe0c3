// test_shoot.c — what goes wrong while a film is shot, and strange casts through the whole road.
// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700 // mkdtemp
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "refusals.h"
#include "with_show.h"

// --- failures -----------------------------------------------------------------------------------------

static void a_sink_that_fails_is_abandoned_and_asked_for_nothing_more(void **state) {
    (void)state;
    static const int workers[] = { 1, 3 };
    pantin_show *show = show_or_fail(NULL);
    for (size_t w = 0; w < 2; w++)
        for (int k = 1; k <= TINY_FRAMES; k++) {
            pantin_shoot_options options = pantin_shoot_defaults();
            pantin_error error = { 0 };
            assert_true(pantin_threads_create(workers[w], &options.runner, NULL));
            seen_film = (seen){ .fail_at = k };
            assert_false(shoot_seen(show, &options, &error));
            assert_string_equal(error.text, "the disk is full");
            assert_int_equal(seen_film.count, k);
            assert_int_equal(seen_film.abandoned, 1);
            assert_int_equal(seen_film.closed, 0);
            pantin_threads_destroy(&options.runner);
        }
    pantin_show_close(show);
}

static bool watch(void *self, const pantin_take_frame *frame, const pantin_image *picture,
                  const pantin_ids *ids, pantin_error *error) {
    int *next = self;
    assert_int_equal(frame->frame, *next);
    assert_int_equal(picture->width, 320);
    assert_non_null(ids);
    int covered = 0;
    for (int k = 0; k < 320 * 240; k++) {
        assert_true(ids->ids[k] <= 1); // one actor
        covered += ids->ids[k];
    }
    assert_true(covered > 2000);
    if (++*next == 11) return pantin_fail(error, PANTIN_ERROR_FILE, "watcher", "seen enough");
    return true;
}

static void an_observer_sees_every_frame_in_order_and_may_end_it(void **state) {
    (void)state;
    pantin_show *show = show_or_fail(NULL);
    int next = 0;
    pantin_observer observer = { watch, &next, true };
    pantin_shoot_options options = pantin_shoot_defaults();
    pantin_error error = { 0 };
    options.observers = &observer, options.observer_count = 1;
    seen_film = (seen){ 0 };
    assert_false(shoot_seen(show, &options, &error));
    assert_string_equal(error.text, "seen enough");
    assert_int_equal(next, 11);
    assert_int_equal(seen_film.abandoned, 1);
    // From another frame on, to the end.
    next = 15;
    options.from = 15;
    seen_film = (seen){ 0 };
    assert_true(shoot_seen(show, &options, &error));
    assert_int_equal(next, 24);
    pantin_show_close(show);
}

static bool fail_at_once(void *self, const pantin_take_frame *frame, const pantin_image *picture,
                         const pantin_ids *ids, pantin_error *error) {
    (void)self, (void)picture, (void)ids;
    return frame->frame < 5 || pantin_fail(error, PANTIN_ERROR_FILE, "watcher", "no");
}

static void a_failed_film_leaves_no_file(void **state) {
    (void)state;
    char folder[] = "shoot_test.XXXXXX", path[64];
    pantin_show *show = show_or_fail(NULL);
    pantin_observer observer = { fail_at_once, NULL, false };
    pantin_shoot_options options = pantin_shoot_defaults();
    pantin_error error = { 0 };
    options.observers = &observer, options.observer_count = 1;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/f%%03d.png", folder);
    assert_false(pantin_shoot(show, &pantin_sink_png, path, &pantin_show_describe(show)->format,
                              &options, NULL, NULL, &error));
    assert_int_equal(rmdir(folder), 0); // empty, or it would not go
    pantin_show_close(show);
}

static void a_film_to_nowhere_that_cannot_open_is_told(void **state) {
    (void)state;
    pantin_show *show = show_or_fail(NULL);
    pantin_error error = { 0 };
    assert_false(pantin_shoot(show, &pantin_sink_png, "/proc/none/f%03d.png",
                              &pantin_show_describe(show)->format, NULL, NULL, NULL, &error));
    assert_int_equal(error.kind, PANTIN_ERROR_FILE);
    pantin_show_close(show);
}

// --- strange casts --------------------------------------------------------------------------------------

static void expect_sound_film(const tiny_texts *texts, int ids) {
    pantin_show *show = show_or_fail(texts);
    const pantin_show_info *info = pantin_show_describe(show);
    pantin_act *act = pantin_act_create(show, NULL);
    pantin_take *take = pantin_take_create(show, 2, NULL);
    pantin_painter *painter = pantin_painter_create(show, NULL);
    pantin_image picture = { 0 };
    pantin_ids seen_ids = { 0 };
    assert_true(act != NULL && take != NULL && painter != NULL);
    assert_true(pantin_image_create(info->width, info->height, &picture, NULL));
    assert_true(pantin_ids_create(info->width, info->height, &seen_ids, NULL));
    for (int n = 0; n < info->frame_count; n++) {
        pantin_act_step(act, take, n);
        const pantin_take_frame *frame = pantin_take_slot(take, n);
        for (int a = 0; a < frame->actor_count; a++)
            for (int p = 0; p < frame->actors[a].piece_count; p++) {
                const pantin_bent *bent = &frame->actors[a].pieces[p];
                const pantin_mesh *mesh = &info->cast[a].puppet->pieces[bent->piece].triangles;
                for (int v = 0; v < mesh->vertex_count; v++)
                    assert_true(isfinite(bent->vertices[v].x) && isfinite(bent->vertices[v].y));
                assert_true(isfinite(bent->report.quality.energy_normalized) &&
                            isfinite(bent->report.energy));
            }
        pantin_paint(painter, frame, &picture, &seen_ids);
    }
    int most = 0;
    for (int k = 0; k < info->width * info->height; k++)
        most = seen_ids.ids[k] > most ? seen_ids.ids[k] : most;
    assert_int_equal(most, ids);
    pantin_ids_free(&seen_ids);
    pantin_image_free(&picture);
    pantin_painter_destroy(painter);
    pantin_take_destroy(take);
    pantin_act_destroy(act);
    seen_film = (seen){ 0 };
    assert_true(shoot_seen(show, NULL, NULL));
    pantin_show_close(show);
}

static char *score_without_channels(void) {
    return edited(
        tiny_score_text,
        "\"ginger.wave\": { \"ease\": \"smooth\", \"keys\": [[0, 0], [6, 1], [9, 0.4], [12, 1], "
        "[16, 0]] },\n"
        "    \"ginger.bow\":  { \"ease\": \"smooth\", \"keys\": [[12, 0], [18, 1], [23, 0.2]] }",
        "");
}

static void nobody_at_all_still_makes_a_film_of_the_stage(void **state) {
    (void)state;
    char *show_text = edited(
        tiny_show_text,
        "\"ginger\": { \"puppet\": \"ginger.puppet.json\", \"start\": { \"slot\": \"floor\" } }",
        "");
    tiny_texts texts = { .show = show_text,
                         .score =
                             "{ \"pantin\": \"score/1\", \"rate\": [24, 1], \"frames\": 24 }" };
    expect_sound_film(&texts, 0);
    // And with no layer at all: the ground alone.
    char *bare = edited(show_text,
                        "{ \"name\": \"wall\", \"image\": \"wall.png\", \"at_m\": [-1.4, -0.2], "
                        "\"px_per_m\": 120 },\n    { \"slot\": \"floor\" }",
                        "");
    texts.show = bare;
    expect_sound_film(&texts, 0);
    free(show_text), free(bare);
}

static void a_crowd_of_one_puppet_is_told_apart_by_ids(void **state) {
    (void)state;
    char *show_text = edited(tiny_show_text, "\"cast\": {",
                             "\"cast\": { \"twin\": { \"puppet\": \"ginger.puppet.json\", "
                             "\"start\": { \"slot\": \"back\" } },");
    char *slots = edited(show_text, "{ \"slot\": \"floor\" } ]",
                         "{ \"slot\": \"back\" }, { \"slot\": \"floor\" } ]");
    tiny_texts texts = { .show = slots };
    expect_sound_film(&texts, 2);
    free(show_text), free(slots);
}

static void pieces_with_and_without_handles_are_filmed_together(void **state) {
    (void)state;
    char *more = edited(
        tiny_puppet_text, "\"pieces\": {",
        "\"pieces\": { \"still\": { \"drawing\": \"front\", \"mesh\": { \"spacing_px\": 16 } },"
        " \"one\": { \"drawing\": \"front\", \"mesh\": { \"spacing_px\": 20 }, \"handles\": { "
        "\"h\": { \"at_px\": [80, 40] } } },");
    char *drawn = edited(more, "\"draw\": [\"body\"]",
                         "\"draw\": [\"still\", \"one\", \"body\"], \"orders\": { \"back\": { "
                         "\"draw\": [\"body\", \"one\", \"still\"] } }");
    char *ordered = edited(
        tiny_score_text, "\"channels\": {",
        "\"channels\": { \"ginger.order\": { \"keys\": [[0, \"\"], [9, \"back\"], [15, \"\"]] },");
    tiny_texts texts = { .puppet = drawn, .score = ordered };
    expect_sound_film(&texts, 1);
    free(more), free(drawn), free(ordered);
}

/// The figure cut into cells of 4 px, `count` handles on vertices 0 1 2, 4 5 6, …: rows do not matter.
static char *puppet_with_handles(int count) {
    char *handles = malloc(64 * (size_t)count + 64), *text;
    size_t n = 0;
    handles[0] = '\0';
    for (int h = 0; h < count; h++)
        n += (size_t)sprintf(handles + n, "%s\"h%d\": { \"vertices\": [%d, %d, %d] }",
                             h > 0 ? ", " : "", h, 3 * h, 3 * h + 1, 3 * h + 2);
    char *whole = malloc(n + 1024);
    sprintf(whole,
            "{ \"pantin\": \"puppet/1\", \"name\": \"g\", \"drawings\": { \"front\": { \"image\": "
            "\"ginger.png\", \"px_per_m\": 120 } },"
            " \"pieces\": { \"body\": { \"drawing\": \"front\", \"mesh\": { \"spacing_px\": 3 }, "
            "\"handles\": { %s } } },"
            " \"views\": { \"front\": { \"draw\": [\"body\"], \"ground_px\": [80, 192] } } %s }",
            handles,
            count > 0
                ? ", \"poses\": { \"p\": { \"handles\": { \"h0\": { \"move_px\": [9, 9] } } } },"
                  " \"controls\": { \"c\": { \"range\": [0, 1], \"default\": 1, \"drives\": [ { "
                  "\"pose\": \"p\" } ] } }"
                : "");
    free(handles);
    text = whole;
    return text;
}

static void none_one_and_three_hundred_handles_go_the_whole_road(void **state) {
    (void)state;
    static const int counts[] = { 0, 1, 300 };
    char *score_text = score_without_channels();
    for (size_t k = 0; k < 3; k++) {
        char *puppet_text = puppet_with_handles(counts[k]);
        tiny_texts texts = { .puppet = puppet_text, .score = score_text };
        expect_sound_film(&texts, 1);
        free(puppet_text);
    }
    free(score_text);
}

static void the_wildest_values_a_score_may_hold_leave_numbers_and_a_film(void **state) {
    (void)state;
    static const char *const channels[] = {
        "\"ginger.x_m\": { \"keys\": [[0, -1e4], [1, 1e4], [2, 0], [23, 1e4]] }",
        "\"ginger.tilt_deg\": { \"ease\": \"linear\", \"keys\": [[-1e7, -3600], [1e7, 3600]] }",
        "\"ginger.opacity\": { \"keys\": [{ \"at\": 0, \"value\": 0, \"ease\": [0, 10, 1, -10] }, "
        "[12, 1]] }",
        "\"ginger.wave\": { \"ease\": \"auto\", \"keys\": [[0, 2], [1, 0], [1.0000001, 2], "
        "[5, 0]] }",
        "\"ginger.wave\": { \"keys\": [{ \"at\": 0, \"value\": 0, \"ease\": [0, 10, 1, -10] }, "
        "[20, 2]] }",
    };
    for (size_t k = 0; k < sizeof channels / sizeof *channels; k++) {
        char *empty = score_without_channels(),
             *score_text = edited(empty, "\"channels\": {", "\"channels\": {@");
        char *filled = edited(score_text, "@", channels[k]);
        tiny_texts texts = { .score = filled };
        pantin_show *show = show_or_fail(&texts);
        seen_film = (seen){ 0 };
        assert_true(shoot_seen(show, NULL, NULL));
        assert_int_equal(seen_film.count, TINY_FRAMES);
        pantin_show_close(show);
        free(empty), free(score_text), free(filled);
    }
    // The farthest a pose may be driven.
    char *far =
        edited(tiny_puppet_text, "\"move_px\": [-18, -64]", "\"move_px\": [-100000, 100000]");
    tiny_texts texts = { .puppet = far };
    expect_sound_film(&texts, 1);
    free(far);
}

// --- refusals ---------------------------------------------------------------------------------------------

static bool act_and_destroy(void *context, pantin_error *error) {
    pantin_act *act = pantin_act_create(context, error);
    pantin_act_destroy(act);
    return act != NULL;
}

static bool take_and_destroy(void *context, pantin_error *error) {
    pantin_take *take = pantin_take_create(context, 3, error);
    pantin_take_destroy(take);
    return take != NULL;
}

static bool painter_and_destroy(void *context, pantin_error *error) {
    pantin_painter *painter = pantin_painter_create(context, error);
    pantin_painter_destroy(painter);
    return painter != NULL;
}

static bool shoot_short(void *context, pantin_error *error) {
    int next = 3;
    pantin_observer observer = { watch, &next, true };
    pantin_shoot_options options = pantin_shoot_defaults();
    options.from = 3, options.to = 5;
    options.observers = &observer, options.observer_count = 1;
    seen_film = (seen){ 0 };
    bool done = shoot_seen(context, &options, error);
    assert_int_equal(seen_film.opened, seen_film.closed + seen_film.abandoned);
    return done;
}

static void every_refused_allocation_of_acting_painting_and_shooting_is_told(void **state) {
    (void)state;
    pantin_show *show = show_or_fail(NULL);
    assert_true(refusals_sweep(act_and_destroy, show) > 10);
    assert_true(refusals_sweep(take_and_destroy, show) == 3);
    assert_true(refusals_sweep(painter_and_destroy, show) > 4);
    assert_true(refusals_sweep(shoot_short, show) > 30);
    pantin_show_close(show);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sink_that_fails_is_abandoned_and_asked_for_nothing_more),
        cmocka_unit_test(an_observer_sees_every_frame_in_order_and_may_end_it),
        cmocka_unit_test(a_failed_film_leaves_no_file),
        cmocka_unit_test(a_film_to_nowhere_that_cannot_open_is_told),
        cmocka_unit_test(nobody_at_all_still_makes_a_film_of_the_stage),
        cmocka_unit_test(a_crowd_of_one_puppet_is_told_apart_by_ids),
        cmocka_unit_test(pieces_with_and_without_handles_are_filmed_together),
        cmocka_unit_test(none_one_and_three_hundred_handles_go_the_whole_road),
        cmocka_unit_test(the_wildest_values_a_score_may_hold_leave_numbers_and_a_film),
        cmocka_unit_test(every_refused_allocation_of_acting_painting_and_shooting_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
