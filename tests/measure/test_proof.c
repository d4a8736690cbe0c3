// test_proof.c — a proof compares what it says it does, measures it as everything else is measured,
// and is the same bytes each run.
// SPDX-License-Identifier: MIT
#include "measure/with_film.h"

#include "base/json.h"
#include "measure/proof.h"
#include "measure/trace.h"
#include "refusals.h"

static pantin_bytes proof_text(const pantin_proof *proof) {
    pantin_bytes bytes = { 0 };
    assert_true(pantin_proof_write(proof, &bytes, NULL));
    return bytes;
}

static pantin_proof *prove(const pantin_show *show, int workers) {
    pantin_error error = { 0 };
    pantin_proof_options options = pantin_proof_defaults();
    if (workers > 1) assert_true(pantin_threads_create(workers, &options.runner, &error));
    pantin_proof *proof = pantin_proof_of_show(show, &options, &error);
    if (proof == NULL) print_error("%s: %s\n", error.where, error.text);
    assert_non_null(proof);
    if (workers > 1) pantin_threads_destroy(&options.runner);
    return proof;
}

/// The tiny show with its proof poses, or another size.
static const char *edited(const char *from, const char *to) {
    static char words[4096];
    const char *at = strstr(tiny_show_text, from);
    assert_non_null(at);
    text_print(words, sizeof words, "%.*s%s%s", (int)(at - tiny_show_text), tiny_show_text, to,
               at + strlen(from));
    return words;
}

static pantin_show *open_edited(const char *from, const char *to) {
    pantin_error error = { 0 };
    tiny_texts texts = { .show = edited(from, to) };
    pantin_show *show = tiny_show_open(&texts, &error);
    if (show == NULL) print_error("%s: %s\n", error.where, error.text);
    assert_non_null(show);
    return show;
}

#define POSES                                                                                      \
    "\"proof_poses\": [ { \"name\": \"up\", \"frames\": [6, 12], \"who\": \"ginger\" }, { \"name\": " \
    "\"bow\", \"frames\": [18], \"methods\": [\"shepard\"] } ], \"timeline\""

static double number(const json_tape *tape, int object, const char *key) {
    int at = json_find(tape, object, key);
    assert_true(at != PANTIN_NONE);
    return json_number(tape, at);
}

static int list_at(const json_tape *tape, int array, int index) {
    int at = array + 1;
    for (int k = 0; k < index; k++) at = tape->tokens[at].next;
    return at;
}

/// The figures of a pose and a method in proof.json.
static int find_cell(const json_tape *tape, int pose, int method) {
    int poses = json_find(tape, 0, "poses");
    int methods = json_find(tape, list_at(tape, poses, pose), "methods");
    return list_at(tape, methods, method);
}

static void ours_is_what_the_film_shows(void **state) {
    (void)state;
    pantin_show *show = open_edited("\"timeline\"", POSES);
    pantin_proof *proof = prove(show, 1);
    pantin_bytes bytes = proof_text(proof);
    arena memory = { 0 };
    json_tape tape;
    assert_true(json_read("proof.json", (char *)bytes.data, bytes.size, &memory, &tape, NULL));
    const int frames[] = { 6, 12, 18 };
    const pantin_puppet_piece *piece = &pantin_show_describe(show)->cast[0].puppet->pieces[0];
    pantin_bend_meter *meter =
        pantin_bend_meter_create(&piece->triangles, false, piece->rigidity, NULL);
    pantin_take *take = film_take(show);
    assert_int_equal(proof->pose_count, 3);
    for (int k = 0; k < 3; k++) {
        const pantin_pose_frame *pose = &pantin_take_slot(take, frames[k])->actors[0];
        const proof_cell *cell = proof_cell_at(proof, k, 0);
        assert_memory_equal(cell->frame.pieces[0].vertices, pose->pieces[0].vertices,
                            sizeof(pantin_point32) * (size_t)piece->triangles.vertex_count);
        pantin_bend_quality q = pantin_bend_measure(meter, pose->pieces[0].vertices, NULL, NULL);
        int at = find_cell(&tape, k, 0);
        assert_true(number(&tape, at, "inverted") == q.inverted);
        assert_true(number(&tape, at, "branch_points") == q.branch_points);
        assert_true(number(&tape, at, "energy_normalized") == trace_round(q.energy_normalized));
        assert_true(number(&tape, at, "stretch_mean") == trace_round(q.stretch_mean));
        assert_true(number(&tape, at, "stretch_p95") == trace_round(q.stretch_p95));
        assert_true(number(&tape, at, "min_area_ratio") == trace_round(q.min_area_ratio));
        assert_true(number(&tape, at, "feature_distortion") == trace_round(q.feature_distortion));
    }
    pantin_take_destroy(take);
    pantin_bend_meter_destroy(meter);
    arena_free(&memory);
    pantin_bytes_free(&bytes);
    pantin_proof_destroy(proof);
    pantin_show_close(show);
}

static void a_rival_gets_the_same_targets(void **state) {
    (void)state;
    pantin_show *show = open_edited("\"timeline\"", POSES);
    pantin_proof *proof = prove(show, 1);
    for (int k = 0; k < proof->pose_count; k++) {
        const proof_cell *ours = proof_cell_at(proof, k, 0);
        for (int m = 1; m < proof->method_count; m++) {
            const proof_cell *cell = proof_cell_at(proof, k, m);
            if (!proof->poses[k].wanted[m]) continue;
            for (int h = 0; h < ours->frame.handle_count; h++) {
                assert_true(cell->frame.handles[h].target.x == ours->frame.handles[h].target.x);
                assert_true(cell->frame.handles[h].target.y == ours->frame.handles[h].target.y);
            }
        }
    }
    pantin_proof_destroy(proof);
    pantin_show_close(show);
}

static void a_pose_names_its_methods_and_ours_is_always_there(void **state) {
    (void)state;
    pantin_show *show = open_edited("\"timeline\"", POSES);
    pantin_proof *proof = prove(show, 1);
    assert_string_equal(proof->methods[0], PANTIN_DEFAULT_METHOD);
    for (int m = 0; m < proof->method_count; m++) {
        assert_true(proof->poses[0].wanted[m]); // it names none: all
        assert_int_equal(proof->poses[2].wanted[m],
                         m == 0 || strcmp(proof->methods[m], "shepard") == 0);
    }
    pantin_proof_destroy(proof);
    pantin_show_close(show);
}

static void without_poses_the_frames_that_strain_most_are_taken(void **state) {
    (void)state;
    pantin_show *show = film_open();
    pantin_proof *proof = prove(show, 1);
    pantin_take *take = film_take(show);
    double most = 0;
    int hardest = PANTIN_NONE;
    for (int f = 0; f < TINY_FRAMES; f++) {
        double e = pantin_take_slot(take, f)->actors[0].pieces[0].report.quality.energy_normalized;
        if (e > most) most = e, hardest = f;
    }
    bool found = false;
    assert_in_range(proof->pose_count, 2, PROOF_FRAMES);
    for (int k = 0; k < proof->pose_count; k++) {
        found |= proof->poses[k].frame == hardest;
        if (k > 0) assert_true(proof->poses[k].frame - proof->poses[k - 1].frame >= 6);
    }
    assert_true(found);
    pantin_take_destroy(take);
    pantin_proof_destroy(proof);
    pantin_show_close(show);
}

static void a_proof_is_the_same_bytes_with_any_workers(void **state) {
    (void)state;
    pantin_show *show = film_open();
    pantin_bytes json[2], page[2] = { { 0 }, { 0 } };
    pantin_image sheet[2] = { { 0 }, { 0 } };
    for (int k = 0; k < 2; k++) {
        pantin_proof *proof = prove(show, k == 0 ? 1 : 4);
        json[k] = proof_text(proof);
        assert_true(pantin_proof_sheet(proof, &sheet[k], NULL));
        assert_true(pantin_proof_page(proof, film_encode_small, &page[k], NULL));
        pantin_proof_destroy(proof);
    }
    assert_int_equal(json[0].size, json[1].size);
    assert_memory_equal(json[0].data, json[1].data, json[0].size);
    assert_int_equal(page[0].size, page[1].size);
    assert_memory_equal(page[0].data, page[1].data, page[0].size);
    assert_int_equal(sheet[0].width, sheet[1].width);
    assert_int_equal(sheet[0].height, sheet[1].height);
    assert_memory_equal(sheet[0].pixels, sheet[1].pixels,
                        4 * (size_t)sheet[0].width * (size_t)sheet[0].height);
    for (int k = 0; k < 2; k++) {
        pantin_bytes_free(&json[k]);
        pantin_bytes_free(&page[k]);
        pantin_image_free(&sheet[k]);
    }
    pantin_show_close(show);
}

/// The title of the tiny show has all that HTML must not see raw.
static void a_page_is_complete_and_escapes_names(void **state) {
    (void)state;
    pantin_show *show = film_open();
    pantin_proof *proof = prove(show, 1);
    pantin_bytes page = { 0 };
    assert_true(pantin_proof_page(proof, film_encode_small, &page, NULL));
    assert_int_equal(film_count(&page, "<says>"), 0);
    assert_int_equal(film_count(&page, "http"), 0);
    assert_int_equal(film_count(&page, "<table>"), proof->pose_count);
    assert_int_equal(film_count(&page, "</html>"), 1);
    pantin_bytes_free(&page);
    pantin_proof_destroy(proof);
    pantin_show_close(show);
}

static void a_sheet_shows_what_is_turned_over(void **state) {
    (void)state;
    pantin_show *show = film_open();
    pantin_proof *proof = prove(show, 1);
    pantin_image sheet = { 0 };
    int flips = 0, blue = 0;
    for (int m = 0; m < proof->method_count; m++)
        flips += pantin_proof_summarize(proof, m).inverted;
    assert_true(pantin_proof_sheet(proof, &sheet, NULL));
    for (int i = 0; i < sheet.width * sheet.height; i++)
        blue += sheet.pixels[4 * i] == 0 && sheet.pixels[4 * i + 1] == 107 &&
                sheet.pixels[4 * i + 2] == 255;
    assert_true(flips > 0); // some rival folds this figure
    assert_true(blue >= flips);
    pantin_image_free(&sheet);
    pantin_proof_destroy(proof);
    pantin_show_close(show);
}

// --- refusals ------------------------------------------------------------------------------------

static void expect_bad_show(const char *poses, const char *where, const char *says) {
    pantin_error error = { 0 };
    tiny_texts texts = { .show = edited("\"timeline\"", poses) };
    assert_null(tiny_show_open(&texts, &error));
    assert_int_equal(error.kind, PANTIN_ERROR_FORMAT);
    assert_non_null(strstr(error.where, where));
    assert_non_null(strstr(error.text, says));
}

#define ONE(rest) "\"proof_poses\": [ { \"name\": \"a\", " rest " } ], \"timeline\""

static void wrong_poses_are_told_where_they_stand(void **state) {
    (void)state;
    expect_bad_show(ONE("\"frames\": [24]"), "tiny/show.json:3:", "ends with frame 23");
    expect_bad_show(ONE("\"frames\": [-1]"), "tiny/show.json:3:", "-1");
    expect_bad_show(ONE("\"frames\": []"), "tiny/show.json:3:", "frames");
    expect_bad_show(ONE("\"frames\": [2], \"who\": \"gingr\""), "tiny/show.json:3:", "\"ginger\"");
    expect_bad_show(ONE("\"frames\": [2], \"methods\": [\"shepherd\"]"), "tiny/show.json:3:",
                    "shepard");
}

static void unknown_methods_are_told(void **state) {
    (void)state;
    static const char *const names[] = { "arap-triangle", "mlss" };
    pantin_error error = { 0 };
    pantin_show *show = film_open();
    pantin_proof_options options = pantin_proof_defaults();
    options.methods = names;
    options.method_count = 2;
    assert_null(pantin_proof_of_show(show, &options, &error));
    assert_string_equal(error.where, "mlss");
    assert_non_null(strstr(error.text, "mls"));
    pantin_show_close(show);
}

// --- puppets -------------------------------------------------------------------------------------

static bool load(const char *words, pantin_puppet *puppet, pantin_error *error) {
    static const tiny_texts plain = { 0 };
    pantin_assets assets = { (void *)(uintptr_t)&plain, tiny_bytes, tiny_image };
    return pantin_puppet_load("tiny/ginger.puppet.json", words, strlen(words), &assets, puppet, error);
}

static void a_puppet_is_proved_in_each_of_its_poses(void **state) {
    (void)state;
    pantin_puppet puppet = { 0 };
    assert_true(load(tiny_puppet_text, &puppet, NULL));
    pantin_proof *proof = pantin_proof_of_puppet(&puppet, NULL, NULL);
    assert_non_null(proof);
    assert_int_equal(proof->pose_count, puppet.pose_count);
    assert_string_equal(proof->poses[0].name, "wave");
    // As `pantin pose --pose wave=1` has it.
    pantin_actor *actor = pantin_actor_create(&puppet, NULL, NULL);
    pantin_target *targets = calloc((size_t)puppet.handle_count, sizeof *targets);
    void *block = calloc(1, pantin_actor_frame_size(actor));
    pantin_pose_frame frame;
    pantin_actor_frame_place(actor, block, &frame);
    pantin_actor_targets(actor, 0, (double[]){ 1, 0 }, targets);
    pantin_actor_pose(actor, 0, targets, &frame);
    assert_memory_equal(
        proof_cell_at(proof, 0, 0)->frame.pieces[0].vertices, frame.pieces[0].vertices,
        sizeof(pantin_point32) * (size_t)puppet.pieces[0].triangles.vertex_count);
    free(block);
    free(targets);
    pantin_actor_destroy(actor);
    pantin_proof_destroy(proof);
    pantin_puppet_free(&puppet);
}

/// The tiny puppet without poses and controls, and with other handles.
static void load_plain(const char *handles, pantin_puppet *puppet) {
    char words[4096];
    const char *at = strstr(tiny_puppet_text, "    \"handles\": {");
    text_print(words, sizeof words,
               "%.*s    \"handles\": { %s } } },\n  \"views\": { \"front\": { \"draw\": [\"body\"], "
               "\"ground_px\": [80, 192] } } }",
               (int)(at - tiny_puppet_text), tiny_puppet_text, handles);
    pantin_error error = { 0 };
    if (!load(words, puppet, &error)) print_error("%s: %s\n", error.where, error.text);
    assert_non_null(puppet->name);
}

static void a_puppet_without_poses_is_bent_at_its_limbs(void **state) {
    (void)state;
    pantin_puppet puppet = { 0 };
    load_plain("\"chest\": { \"at_px\": [80, 92] }, \"hip\": { \"at_px\": [80, 124] }, "
               "\"hand\": { \"at_px\": [16, 88] }, \"foot\": { \"at_px\": [104, 182] }",
               &puppet);
    pantin_proof *proof = pantin_proof_of_puppet(&puppet, NULL, NULL);
    assert_non_null(proof);
    assert_int_equal(proof->pose_count, 2); // two ends; chest and hip are in the middle
    assert_string_equal(proof->poses[0].name, "hand about chest");
    assert_string_equal(proof->poses[1].name, "foot about hip");
    pantin_proof_destroy(proof);
    pantin_puppet_free(&puppet);
}

static void a_puppet_with_nothing_to_bend_says_so(void **state) {
    (void)state;
    pantin_puppet puppet = { 0 };
    pantin_error error = { 0 };
    load_plain("\"chest\": { \"at_px\": [80, 92] }", &puppet);
    assert_null(pantin_proof_of_puppet(&puppet, NULL, &error));
    assert_int_equal(error.kind, PANTIN_ERROR_ARGUMENT);
    assert_non_null(strstr(error.text, "no pose and no limb"));
    pantin_puppet_free(&puppet);
}

// --- line spacing ----------------------------------------------------------------------------------

static void near(double found, double wanted, double off) {
    assert_true(found - wanted <= off && wanted - found <= off);
}

static void line_spacing_follows_its_definition(void **state) {
    (void)state;
    near(proof_line_spacing(1, 1), 0, 1e-15);
    near(proof_line_spacing(2, 2), 1, 1e-12); // twice as far apart, any direction
    near(proof_line_spacing(0.5, 0.5), 0.5, 1e-12);
    assert_true(proof_line_spacing(0, 0) == 1); // all lines fall together
    assert_true(proof_line_spacing(3, 0) == 1); // so do they on a line
    near(proof_line_spacing(1.5, 0.8), proof_line_spacing(0.8, 1.5), 1e-12);
    // Stretched to 2, lines across it lie 2 times as far apart, lines along it as before; the mean of
    // 2 / sqrt(4 c^2 + s^2) - 1 over directions is 0.3728805, by a million directions.
    near(proof_line_spacing(2, 1), 0.3728805, 1e-7);
}

// --- the film ------------------------------------------------------------------------------------

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
    pantin_show *show = open_edited("[320, 240]", "[317, 241]");
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
    assert_false(pantin_proof_film(show, &pantin_sink_hash, "hash:", &format, &options, NULL, NULL,
                                   &error));
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

static bool bend_all(void *context, pantin_error *error) {
    static const char *const names[] = { "mls" };
    pantin_proof_options options = pantin_proof_defaults();
    options.methods = names;
    options.method_count = 1;
    pantin_proof *proof = pantin_proof_of_puppet(context, &options, error);
    pantin_proof_destroy(proof);
    return proof != NULL;
}

/// One pose, two frames: a sweep repeats all work at every allocation.
#define SHORT                                                                                      \
    "\"proof_poses\": [ { \"name\": \"a\", \"frames\": [1] } ], \"timeline\""

static void refused_memory_leaves_nothing_behind(void **state) {
    (void)state;
    char words[4096];
    const char *line = edited("\"timeline\"", SHORT);
    const char *at = strstr(line, "\"frames\": 24");
    text_print(words, sizeof words, "%.*s\"frames\": 2%s", (int)(at - line), line, at + 12);
    tiny_texts texts = { .show = words };
    pantin_show *show = tiny_show_open(&texts, NULL);
    assert_non_null(show);
    assert_true(refusals_sweep(prove_all, show) > 50);
    assert_true(refusals_sweep(film_all, show) > 50);
    pantin_show_close(show);
    pantin_puppet puppet = { 0 };
    load_plain("\"hip\": { \"at_px\": [80, 124] }, \"hand\": { \"at_px\": [16, 88] }", &puppet);
    assert_true(refusals_sweep(bend_all, &puppet) > 10);
    pantin_puppet_free(&puppet);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ours_is_what_the_film_shows),
        cmocka_unit_test(a_rival_gets_the_same_targets),
        cmocka_unit_test(a_pose_names_its_methods_and_ours_is_always_there),
        cmocka_unit_test(without_poses_the_frames_that_strain_most_are_taken),
        cmocka_unit_test(a_proof_is_the_same_bytes_with_any_workers),
        cmocka_unit_test(a_page_is_complete_and_escapes_names),
        cmocka_unit_test(a_sheet_shows_what_is_turned_over),
        cmocka_unit_test(wrong_poses_are_told_where_they_stand),
        cmocka_unit_test(unknown_methods_are_told),
        cmocka_unit_test(a_puppet_is_proved_in_each_of_its_poses),
        cmocka_unit_test(a_puppet_without_poses_is_bent_at_its_limbs),
        cmocka_unit_test(a_puppet_with_nothing_to_bend_says_so),
        cmocka_unit_test(line_spacing_follows_its_definition),
        cmocka_unit_test(a_side_by_side_film_is_the_same_with_any_workers),
        cmocka_unit_test(a_film_of_odd_size_is_made),
        cmocka_unit_test(an_unknown_rival_is_told),
        cmocka_unit_test(refused_memory_leaves_nothing_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
