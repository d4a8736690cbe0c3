// test_proof.c — a proof compares what it says it does, measures it as everything else is measured,
// and is the same bytes each run.
// SPDX-License-Identifier: MIT
#include "measure/with_film.h"

#include "base/json.h"
#include "measure/proof.h"
#include "measure/trace.h"

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

#define POSES                                                                                      \
    "\"proof_poses\": [ { \"name\": \"up\", \"frames\": [6, 12], \"who\": \"ginger\" }, { "        \
    "\"name\": "                                                                                   \
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
    pantin_show *show = film_open_edited("\"timeline\"", POSES);
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
    pantin_show *show = film_open_edited("\"timeline\"", POSES);
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
    pantin_show *show = film_open_edited("\"timeline\"", POSES);
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
    tiny_texts texts = { .show = film_text("\"timeline\"", poses) };
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
    expect_bad_show(ONE("\"frames\": [2], \"methods\": [\"shepherd\"]"),
                    "tiny/show.json:3:", "shepard");
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
        cmocka_unit_test(line_spacing_follows_its_definition),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
