// test_advise.c — what is advised was tried: done by hand it helps as much, and on hard cases by half.
// labels: long
// SPDX-License-Identifier: MIT
#include "measure/with_hard.h"

#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "refusals.h"

static const pantin_remedy *last_of(const pantin_advice *advice) {
    assert_true(advice->count > 0);
    return &advice->remedies[advice->count - 1];
}

/// What a person would do: write the file as advised and bend again.
static double do_it(const pantin_remedy *remedy, const pantin_assets *assets, const char *path,
                    const char *pose) {
    assert_true(remedy->file.size > 0);
    return hard_worst((const char *)remedy->file.data, remedy->file.size, assets, path, pose);
}

/// Does as advised and expects half the worst multiplier or less; each remedy to do what it says.
static pantin_advice expect_half(const char *words, const char *pose) {
    pantin_puppet puppet = hard_load(words);
    pantin_assets assets = hard_assets();
    pantin_advice advice = hard_advise(&puppet, &assets, pose);
    double before = hard_worst(words, strlen(words), &assets, "hard.puppet.json", pose);
    assert_true(before >= PANTIN_BIND_HOT);
    assert_true(advice.worst == before);
    for (int k = 0; k < advice.count; k++) {
        const pantin_remedy *remedy = &advice.remedies[k];
        assert_true(remedy->after <= 0.75 * remedy->before);
        assert_true(remedy->worst_after == do_it(remedy, &assets, "hard.puppet.json", pose));
    }
    assert_true(last_of(&advice)->worst_after <= 0.5 * before);
    pantin_puppet_free(&puppet);
    return advice;
}

static void legs_that_webbing_ties_together_want_a_cut(void **state) {
    (void)state;
    pantin_advice advice = expect_half(hard_trousers, "cross");
    const pantin_remedy *remedy = &advice.remedies[0];
    assert_int_equal(advice.count, 1);
    assert_int_equal(remedy->edit.kind, PANTIN_EDIT_CUT);
    assert_true(remedy->worst_after < PANTIN_BIND_LEAST);
    assert_string_equal(remedy->place, "pieces.body.cuts");
    // Up the gap between the legs: in its middle, from beyond the feet to about its end.
    assert_true(remedy->edit.line[0].y > 210);
    for (int k = 0; k < remedy->edit.line_count; k++) {
        assert_true(remedy->edit.line[k].x > 75 && remedy->edit.line[k].x < 85);
        assert_true(remedy->edit.line[k].y > 80);
    }
    assert_non_null(strstr(remedy->words, "between left_foot and right_foot"));
    // And who does not want it learns how far the pose may go.
    assert_true(advice.has_instead);
    assert_int_equal(advice.instead.edit.kind, PANTIN_EDIT_POSE);
    pantin_advice_free(&advice);
}

static void patches_that_turn_against_each_other_hold_less_or_stand_apart(void **state) {
    (void)state;
    pantin_advice advice = expect_half(hard_band, "apart");
    for (int k = 0; k < advice.count; k++) {
        int kind = advice.remedies[k].edit.kind;
        assert_true(kind == PANTIN_EDIT_RADIUS || kind == PANTIN_EDIT_MOVE ||
                    kind == PANTIN_EDIT_FREE);
    }
    pantin_advice_free(&advice);
}

static void a_knee_bent_too_far_learns_its_limit(void **state) {
    (void)state;
    pantin_assets assets = hard_assets();
    pantin_advice advice = expect_half(hard_leg, "fold");
    // A softer bone helps as well, so the limit is told as the other way.
    assert_true(advice.has_instead);
    assert_int_equal(advice.instead.edit.kind, PANTIN_EDIT_POSE);
    assert_string_equal(advice.instead.place, "poses.fold");
    assert_true(do_it(&advice.instead, &assets, "hard.puppet.json", "fold") <= PANTIN_BIND_HOT);
    assert_non_null(strstr(advice.instead.words, "foot turns about knee by "));
    assert_non_null(strstr(advice.instead.words, " deg instead of 150"));
    pantin_advice_free(&advice);
}

static void a_limit_is_the_largest_share_that_helps(void **state) {
    (void)state;
    pantin_puppet puppet = hard_load(hard_leg);
    pantin_assets assets = hard_assets();
    pantin_advice advice = hard_advise(&puppet, &assets, "fold");
    double share = advice.instead.edit.value;
    assert_true(share > 0.3 && share < 0.95);
    hard_pose farther = hard_bend(&puppet, "fold", share + 0.05); // halving five times: 1/32
    assert_true(pantin_bind_worst(&puppet, &farther.frame) > PANTIN_BIND_HOT);
    hard_done(&farther);
    pantin_advice_free(&advice);
    pantin_puppet_free(&puppet);
}

static void nothing_is_told_where_nothing_binds(void **state) {
    (void)state;
    pantin_puppet puppet = hard_load(hard_trousers);
    pantin_assets assets = hard_assets();
    pantin_advice advice = hard_advise(&puppet, &assets, "nod");
    assert_int_equal(advice.count, 0);
    assert_false(advice.has_instead);
    assert_int_equal(advice.tried, 0);
    pantin_advice_free(&advice);
    pantin_puppet_free(&puppet);
}

static void handles_put_by_hand_get_a_limit_in_the_words_of_the_command(void **state) {
    (void)state;
    pantin_puppet puppet = hard_load(hard_leg);
    pantin_assets assets = hard_assets();
    pantin_error error = { 0 };
    double none[1] = { 0 };
    int foot = pantin_puppet_find_handle(&puppet, "foot", &error);
    // The place where the pose takes it: 150 degrees about the knee.
    pantin_ask_handle put = { foot, { 102, 37 }, true, -2.6 };
    pantin_ask ask = { .method = "arap", .pose_weights = none, .handles = &put, .handle_count = 1 };
    pantin_advice advice;
    assert_true(pantin_advise(&puppet, &assets, &ask, &advice, &error));
    assert_true(advice.worst >= PANTIN_BIND_HOT);
    const pantin_remedy *limit = advice.has_instead ? &advice.instead : last_of(&advice);
    assert_int_equal(limit->edit.kind, PANTIN_EDIT_NONE);
    assert_ptr_equal(strstr(limit->paste, "--handle foot="), limit->paste);
    assert_int_equal(limit->file.size, 0);
    pantin_advice_free(&advice);
    pantin_puppet_free(&puppet);
}

static void the_report_says_the_same_in_lines_and_in_json(void **state) {
    (void)state;
    pantin_puppet puppet = hard_load(hard_trousers);
    pantin_assets assets = hard_assets();
    pantin_advice advice = hard_advise(&puppet, &assets, "cross");
    pantin_bytes lines = { 0 }, json = { 0 };
    assert_true(pantin_advice_report(&advice, false, &lines, NULL));
    assert_true(pantin_advice_report(&advice, true, &json, NULL));
    assert_non_null(strstr((const char *)lines.data, "cut the sheet between left_foot"));
    assert_non_null(strstr((const char *)lines.data, "tried: worst bind from 77"));
    assert_non_null(strstr((const char *)lines.data, "place: pieces.body.cuts"));
    assert_non_null(strstr((const char *)lines.data, "or instead of all that:"));
    arena memory = { 0 };
    json_tape tape;
    assert_true(json_read("advice", (const char *)json.data, json.size, &memory, &tape, NULL));
    int object = json_find(&tape, 0, "advice");
    assert_true(json_find(&tape, object, "remedies") != PANTIN_NONE);
    assert_true(json_find(&tape, object, "edits_tried") != PANTIN_NONE);
    arena_free(&memory);
    pantin_bytes_free(&lines);
    pantin_bytes_free(&json);
    pantin_advice_free(&advice);
    pantin_puppet_free(&puppet);
}

static void the_same_is_advised_each_time(void **state) {
    (void)state;
    pantin_puppet puppet = hard_load(hard_band);
    pantin_assets assets = hard_assets();
    pantin_bytes reports[2] = { { 0 } };
    for (int k = 0; k < 2; k++) {
        pantin_advice advice = hard_advise(&puppet, &assets, "apart");
        assert_true(pantin_advice_report(&advice, true, &reports[k], NULL));
        pantin_advice_free(&advice);
    }
    assert_int_equal(reports[0].size, reports[1].size);
    assert_memory_equal(reports[0].data, reports[1].data, reports[0].size);
    for (int k = 0; k < 2; k++) pantin_bytes_free(&reports[k]);
    pantin_puppet_free(&puppet);
}

static void a_method_without_a_barrier_is_refused(void **state) {
    (void)state;
    pantin_puppet puppet = hard_load(hard_leg);
    pantin_assets assets = hard_assets();
    double weights[1] = { 1 };
    pantin_ask ask = { .method = "arap-triangle", .pose_weights = weights };
    pantin_advice advice;
    pantin_error error = { 0 };
    assert_false(pantin_advise(&puppet, &assets, &ask, &advice, &error));
    assert_int_equal(error.kind, PANTIN_ERROR_ARGUMENT);
    assert_non_null(strstr(error.text, "has no barrier"));
    pantin_puppet_free(&puppet);
}

// --- children's drawings -------------------------------------------------------------------------

#ifdef PANTIN_SHARED

/// A puppet of a child's drawing with one pose, as text.
static bool make_child(int child, const char *poses, pantin_bytes *file, pantin_assets *assets) {
    char paths[3][512];
    static const char *const names[] = { "texture.png", "mask.png", "char_cfg.yaml" };
    pantin_error error = { 0 };
    pantin_image picture = { 0 }, mask = { 0 };
    pantin_bytes yaml = { 0 }, made = { 0 };
    pantin_drawing drawing = { 0 };
    pantin_rig_joints joints = { 0 };
    for (int k = 0; k < 3; k++)
        snprintf(paths[k], sizeof paths[k], PANTIN_SHARED "/data/drawings/char%d/%s", child,
                 names[k]);
    *assets = pantin_assets_disk();
    bool done = pantin_image_load(paths[0], &picture, &error) &&
                pantin_image_load(paths[1], &mask, &error) &&
                pantin_image_mask(&picture, &mask, paths[1], &error) &&
                pantin_drawing_make(paths[0], &picture, &drawing, &error) &&
                pantin_file_read(paths[2], 1 << 20, &yaml, &error) &&
                pantin_rig_read_yaml(paths[2], (const char *)yaml.data, yaml.size, &joints, &error);
    pantin_puppet_recipe recipe = { .name = "child",
                                    .image = paths[0],
                                    .mask = paths[1],
                                    .mesh = pantin_mesh_defaults(),
                                    .joints = &joints,
                                    .limbs = true };
    done = done && pantin_puppet_make(&drawing, &recipe, &made, NULL, &error);
    if (done) { // poses go before the last brace
        size_t end = made.size;
        while (made.data[end - 1] != '}') end--;
        char *joined = memory_allocate(end + strlen(poses) + 8, 1);
        snprintf(joined, end + strlen(poses) + 8, "%.*s,%s}\n", (int)end - 1,
                 (const char *)made.data, poses);
        size_t length = strlen(joined);
        file->data = memory_allocate(length + 1, 1);
        memcpy(file->data, joined, length);
        file->size = length;
        memory_free(joined, end + strlen(poses) + 8, 1);
    }
    pantin_image_free(&picture);
    pantin_image_free(&mask);
    pantin_drawing_free(&drawing);
    pantin_bytes_free(&yaml);
    pantin_bytes_free(&made);
    pantin_rig_joints_free(&joints);
    return done;
}
#endif

static void childrens_drawings_are_helped_by_half(void **state) {
    (void)state;
#ifndef PANTIN_SHARED
    skip();
#else
    static const struct {
        int child;
        const char *pose;
    } cases[] = {
        // A hand to the chest: the arm's underside is drawn against the belly.
        { 1, "\"poses\":{\"p\":{\"handles\":{"
             "\"left_elbow\":{\"turn_deg\":-110,\"about\":\"left_shoulder\"},"
             "\"left_hand\":{\"turn_deg\":-110,\"about\":\"left_shoulder\"}}}}" },
        // Legs that cross under one skirt.
        { 2, "\"poses\":{\"p\":{\"handles\":{"
             "\"left_knee\":{\"turn_deg\":-50,\"about\":\"left_hip\"},"
             "\"left_foot\":{\"turn_deg\":-50,\"about\":\"left_hip\"},"
             "\"right_knee\":{\"turn_deg\":50,\"about\":\"right_hip\"},"
             "\"right_foot\":{\"turn_deg\":50,\"about\":\"right_hip\"}}}}" },
        // An elbow and a knee bent by 140 degrees.
        { 3, "\"poses\":{\"p\":{\"handles\":{"
             "\"left_hand\":{\"turn_deg\":140,\"about\":\"left_elbow\"}}}}" },
        { 4, "\"poses\":{\"p\":{\"handles\":{"
             "\"left_foot\":{\"turn_deg\":140,\"about\":\"left_knee\"}}}}" },
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        pantin_bytes file = { 0 };
        pantin_assets assets;
        pantin_puppet puppet = { 0 };
        pantin_error error = { 0 };
        if (!make_child(cases[k].child, cases[k].pose, &file, &assets)) skip();
        if (!pantin_puppet_load("child.puppet.json", (const char *)file.data, file.size, &assets,
                                &puppet, &error))
            print_error("%s: %s\n", error.where, error.text);
        assert_non_null(puppet.name);
        pantin_advice advice = hard_advise(&puppet, &assets, "p");
        double after = do_it(last_of(&advice), &assets, "child.puppet.json", "p");
        print_message("char%d: %.1f -> %.1f, %d remedies of %d\n", cases[k].child, advice.worst,
                      after, advice.count, advice.tried);
        assert_true(advice.worst >= PANTIN_BIND_HOT);
        assert_true(after <= 0.5 * advice.worst);
        pantin_advice_free(&advice);
        pantin_puppet_free(&puppet);
        pantin_bytes_free(&file);
    }
#endif
}

// --- memory --------------------------------------------------------------------------------------

/// A coarse leg: few edits, small meshes.
static bool advise_all(void *context, pantin_error *error) {
    pantin_assets assets = hard_assets();
    double weights[1] = { 1 };
    pantin_ask ask = { .method = "arap", .pose_weights = weights };
    pantin_advice advice;
    bool done = pantin_advise(context, &assets, &ask, &advice, error);
    pantin_advice_free(&advice);
    return done;
}

static void refused_memory_leaves_nothing_behind(void **state) {
    (void)state;
    static char words[4096];
    const char *at = strstr(hard_leg, "\"spacing_px\": 6");
    snprintf(words, sizeof words, "%.*s\"spacing_px\": 24%s", (int)(at - hard_leg), hard_leg,
             at + strlen("\"spacing_px\": 6"));
    pantin_puppet puppet = hard_load(words);
    assert_true(refusals_sweep(advise_all, &puppet) > 50);
    pantin_puppet_free(&puppet);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(legs_that_webbing_ties_together_want_a_cut),
        cmocka_unit_test(patches_that_turn_against_each_other_hold_less_or_stand_apart),
        cmocka_unit_test(a_knee_bent_too_far_learns_its_limit),
        cmocka_unit_test(a_limit_is_the_largest_share_that_helps),
        cmocka_unit_test(nothing_is_told_where_nothing_binds),
        cmocka_unit_test(handles_put_by_hand_get_a_limit_in_the_words_of_the_command),
        cmocka_unit_test(the_report_says_the_same_in_lines_and_in_json),
        cmocka_unit_test(the_same_is_advised_each_time),
        cmocka_unit_test(a_method_without_a_barrier_is_refused),
        cmocka_unit_test(childrens_drawings_are_helped_by_half),
        cmocka_unit_test(refused_memory_leaves_nothing_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
