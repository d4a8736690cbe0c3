// test_trace.c — trace.json says what the vertices say, in the documented words, the same bytes
// each run.
// SPDX-License-Identifier: MIT
#include "base/json.h"
#include "measure/with_film.h"
#include "refusals.h"

/// trace.json as a tape.
typedef struct reading {
    pantin_bytes bytes;
    arena memory;
    json_tape tape;
} reading;

static reading read_trace(const pantin_trace *trace) {
    reading r = { 0 };
    pantin_error error = { 0 };
    assert_true(pantin_trace_write(trace, &r.bytes, &error));
    assert_true(json_read("trace.json", (const char *)r.bytes.data, r.bytes.size, &r.memory,
                          &r.tape, &error));
    return r;
}

static void end_reading(reading *r) {
    arena_free(&r->memory);
    pantin_bytes_free(&r->bytes);
}

static int key(const reading *r, int object, const char *name) {
    int value = json_find(&r->tape, object, name);
    if (value == PANTIN_NONE) print_error("no key %s\n", name);
    assert_int_not_equal(value, PANTIN_NONE);
    return value;
}

static int item(const reading *r, int array, int index) {
    assert_true(index < r->tape.tokens[array].count);
    int at = array + 1;
    while (index-- > 0) at = r->tape.tokens[at].next;
    return at;
}

static double number(const reading *r, int object, const char *name) {
    int value = key(r, object, name);
    assert_int_equal(r->tape.tokens[value].kind, JSON_NUMBER);
    return json_number(&r->tape, value);
}

static int actor_of(const reading *r, int frame) {
    return item(r, key(r, item(r, key(r, 0, "frames"), frame), "actors"), 0);
}

static int body_of(const reading *r, int frame) {
    return item(r, key(r, actor_of(r, frame), "pieces"), 0);
}

// Six significant digits.
static void same(double found, double wanted) {
    double size = wanted < 0 ? -wanted : wanted,
           off = found < wanted ? wanted - found : found - wanted;
    assert_true(off <= 5.1e-6 * size + 1e-20);
}

static void the_documented_keys_are_there(void **state) {
    (void)state;
    static const char *const actor_keys[] = { "name", "view", "drawings", "feet_slide_px",
                                              "pieces" };
    static const char *const piece_keys[] = {
        "name",           "inverted",          "branch_points",
        "min_area_ratio", "energy_normalized", "feature_distortion",
        "status"
    };
    pantin_show *show = film_open();
    pantin_trace *trace = film_trace(show, 1);
    reading r = read_trace(trace);
    assert_int_equal(r.tape.tokens[key(&r, 0, "frames")].count, TINY_FRAMES);
    for (int f = 0; f < TINY_FRAMES; f++) {
        assert_int_equal((int)number(&r, item(&r, key(&r, 0, "frames"), f), "frame"), f);
        for (size_t k = 0; k < sizeof actor_keys / sizeof *actor_keys; k++)
            key(&r, actor_of(&r, f), actor_keys[k]);
        for (size_t k = 0; k < sizeof piece_keys / sizeof *piece_keys; k++)
            key(&r, body_of(&r, f), piece_keys[k]);
        assert_true(json_equal(&r.tape, key(&r, actor_of(&r, f), "view"), "front"));
        assert_int_equal((int)number(&r, actor_of(&r, f), "drawings"), 1);
    }
    end_reading(&r);
    pantin_trace_destroy(trace);
    pantin_show_close(show);
}

static void figures_are_those_of_the_vertices(void **state) {
    (void)state;
    pantin_show *show = film_open();
    pantin_trace *trace = film_trace(show, 1);
    pantin_take *take = film_take(show);
    const pantin_puppet_piece *piece = &pantin_show_describe(show)->cast[0].puppet->pieces[0];
    pantin_bend_meter *meter =
        pantin_bend_meter_create(&piece->triangles, false, piece->rigidity, NULL);
    reading r = read_trace(trace);
    for (int f = 0; f < TINY_FRAMES; f++) {
        const pantin_pose_frame *pose = &pantin_take_slot(take, f)->actors[0];
        pantin_bend_quality q = pantin_bend_measure(meter, pose->pieces[0].vertices, NULL, NULL);
        int body = body_of(&r, f), handles = key(&r, actor_of(&r, f), "handles");
        assert_int_equal((int)number(&r, body, "inverted"), q.inverted);
        same(number(&r, body, "min_area_ratio"), q.min_area_ratio);
        same(number(&r, body, "energy_normalized"), q.energy_normalized);
        same(number(&r, body, "stretch_p95"), q.stretch_p95);
        same(number(&r, body, "feature_distortion"), q.feature_distortion);
        for (int h = 0; h < piece->handle_count; h++) {
            assert_true(
                json_equal(&r.tape, key(&r, item(&r, handles, h), "name"), piece->handles[h].name));
            // The solver's own figure, which it also takes from the written vertices.
            double off = number(&r, item(&r, handles, h), "error_px") - pose->handles[h].error_px;
            assert_true(off < 1e-5 && off > -1e-5);
        }
    }
    end_reading(&r);
    pantin_bend_meter_destroy(meter);
    pantin_take_destroy(take);
    pantin_trace_destroy(trace);
    pantin_show_close(show);
}

static void a_triangle_turned_over_is_seen_whatever_the_solver_says(void **state) {
    (void)state;
    pantin_show *show = film_open();
    pantin_take *take = film_take(show);
    pantin_trace *trace = pantin_trace_create(show, 0, 0, NULL, NULL);
    pantin_take_frame *frame = pantin_take_slot(take, 7);
    pantin_point32 *points = (pantin_point32 *)(uintptr_t)frame->actors[0].pieces[0].vertices;
    points[100].x += 90.0f; // far over its neighbors
    assert_int_equal(frame->actors[0].pieces[0].report.quality.inverted, 0);
    film_show(pantin_trace_observer(trace), frame);
    pantin_trace_summary sum = pantin_trace_summarize(trace);
    assert_true(sum.inverted > 0);
    assert_true(sum.min_area_ratio <= 0);
    assert_int_equal(sum.inverted_frames, 1);
    assert_int_equal(sum.frames, 1);
    assert_int_equal(sum.worst_frame, 7);
    pantin_trace_destroy(trace);
    pantin_take_destroy(take);
    pantin_show_close(show);
}

static void the_summary_is_that_of_the_frames(void **state) {
    (void)state;
    pantin_show *show = film_open();
    pantin_trace *trace = film_trace(show, 1);
    pantin_trace_summary sum = pantin_trace_summarize(trace);
    reading r = read_trace(trace);
    double area = 1, energy = 0;
    int worst = 0;
    for (int f = 0; f < TINY_FRAMES; f++) {
        double a = number(&r, body_of(&r, f), "min_area_ratio"),
               e = number(&r, body_of(&r, f), "energy_normalized");
        if (a < area) worst = f;
        area = a < area ? a : area;
        energy = e > energy ? e : energy;
    }
    same(area, sum.min_area_ratio);
    same(energy, sum.energy_max);
    assert_int_equal(sum.worst_frame, worst);
    assert_int_equal(sum.frames, TINY_FRAMES);
    assert_int_equal(sum.pieces, 1);
    assert_int_equal(sum.inverted, 0);
    assert_memory_equal(sum.handle_name, "ginger.", 7);
    end_reading(&r);
    pantin_trace_destroy(trace);
    pantin_show_close(show);
}

static void two_runs_and_four_workers_give_the_same_bytes(void **state) {
    (void)state;
    pantin_show *show = film_open();
    pantin_bytes first = { 0 };
    for (int run = 0; run < 3; run++) {
        pantin_trace *trace = film_trace(show, run == 2 ? 4 : 1);
        pantin_bytes bytes;
        assert_true(pantin_trace_write(trace, &bytes, NULL));
        if (run > 0) {
            assert_int_equal(bytes.size, first.size);
            assert_memory_equal(bytes.data, first.data, first.size);
            pantin_bytes_free(&bytes);
        } else {
            first = bytes;
        }
        pantin_trace_destroy(trace);
    }
    pantin_bytes_free(&first);
    pantin_show_close(show);
}

static void seeing_a_frame_allocates_nothing(void **state) {
    (void)state;
    pantin_show *show = film_open();
    pantin_take *take = film_take(show);
    pantin_trace *trace = pantin_trace_create(show, 0, 0, NULL, NULL);
    uint64_t before = pantin_memory_calls();
    for (int f = 0; f < TINY_FRAMES; f++)
        film_show(pantin_trace_observer(trace), pantin_take_slot(take, f));
    assert_int_equal(pantin_memory_calls() - before, 0);
    pantin_trace_destroy(trace);
    pantin_take_destroy(take);
    pantin_show_close(show);
}

static void what_is_not_to_be_seen_counts_no_drawing(void **state) {
    (void)state;
    pantin_show *show = film_open();
    pantin_take *take = film_take(show);
    pantin_trace *trace = pantin_trace_create(show, 0, 3, NULL, NULL);
    pantin_ids ids = { 0 };
    assert_true(pantin_ids_create(320, 240, &ids, NULL)); // nobody's pixels
    pantin_take_slot(take, 0)->actors[0].opacity = 0;
    film_show(pantin_trace_observer(trace), pantin_take_slot(take, 0));
    pantin_observer observer = pantin_trace_observer(trace);
    assert_true(observer.frame(observer.self, pantin_take_slot(take, 1),
                               &(pantin_image){ 1, 1, (uint8_t[4]){ 0 } }, &ids, NULL));
    ids.ids[500] = 1;
    assert_true(observer.frame(observer.self, pantin_take_slot(take, 2),
                               &(pantin_image){ 1, 1, (uint8_t[4]){ 0 } }, &ids, NULL));
    reading r = read_trace(trace);
    for (int f = 0; f < 2; f++) {
        assert_int_equal((int)number(&r, actor_of(&r, f), "drawings"), 0);
        assert_int_equal(r.tape.tokens[key(&r, actor_of(&r, f), "view")].kind, JSON_NULL);
    }
    assert_int_equal((int)number(&r, actor_of(&r, 2), "drawings"), 1);
    assert_int_equal((int)number(&r, actor_of(&r, 2), "visible_px"), 1);
    end_reading(&r);
    pantin_ids_free(&ids);
    pantin_trace_destroy(trace);
    pantin_take_destroy(take);
    pantin_show_close(show);
}

static void vertices_that_are_nowhere_are_told_and_do_no_harm(void **state) {
    (void)state;
    pantin_show *show = film_open();
    pantin_take *take = film_take(show);
    pantin_trace *trace = pantin_trace_create(show, 0, 0, NULL, NULL);
    pantin_point32 *points =
        (pantin_point32 *)(uintptr_t)pantin_take_slot(take, 4)->actors[0].pieces[0].vertices;
    for (int v = 0; v < 200; v++)
        points[v] = (pantin_point32){ (float)NAN, v % 2 ? (float)INFINITY : -1e38f };
    for (int f = 0; f < TINY_FRAMES; f++)
        film_show(pantin_trace_observer(trace), pantin_take_slot(take, f));
    assert_true(pantin_trace_summarize(trace).inverted > 0);
    assert_int_equal(pantin_trace_summarize(trace).worst_frame, 4);
    reading r = read_trace(trace); // it is still JSON
    end_reading(&r);
    pantin_bytes page;
    assert_true(pantin_report_write(trace, film_encode_small, &page, NULL));
    assert_int_equal(film_count(&page, "nan"), 0);
    pantin_bytes_free(&page);
    pantin_trace_destroy(trace);
    pantin_take_destroy(take);
    pantin_show_close(show);
}

static void a_long_film_lists_only_handles_that_are_off(void **state) {
    (void)state;
    char text_of_show[2048];
    const char *at = strstr(tiny_show_text, "\"frames\": 24");
    size_t head = (size_t)(at - tiny_show_text);
    memcpy(text_of_show, tiny_show_text, head);
    strcpy(text_of_show + head, "\"frames\": 20000");
    strcat(text_of_show, at + strlen("\"frames\": 24"));
    pantin_error error = { 0 };
    char text_of_score[2048];
    at = strstr(tiny_score_text, "\"frames\": 24");
    head = (size_t)(at - tiny_score_text);
    memcpy(text_of_score, tiny_score_text, head);
    strcpy(text_of_score + head, "\"frames\": 20000");
    strcat(text_of_score, at + strlen("\"frames\": 24"));
    pantin_show *show =
        tiny_show_open(&(tiny_texts){ .show = text_of_show, .score = text_of_score }, &error);
    assert_string_equal(error.text, "");
    assert_non_null(show);
    pantin_take *take = pantin_take_create(show, 1, NULL);
    pantin_act *act = pantin_act_create(show, NULL);
    pantin_trace *trace = pantin_trace_create(show, 0, 0, NULL, NULL);
    pantin_act_step(act, take, 0);
    pantin_take_slot(take, 0)->actors[0].handles[2].target.x += 3.0;
    film_show(pantin_trace_observer(trace), pantin_take_slot(take, 0));
    reading r = read_trace(trace);
    int handles = key(&r, actor_of(&r, 0), "handles");
    assert_int_equal(r.tape.tokens[handles].count, 1);
    assert_true(json_equal(&r.tape, key(&r, item(&r, handles, 0), "name"), "left_hand"));
    assert_true(json_equal(&r.tape, key(&r, 0, "handles_listed"), "error_px > 0.5"));
    end_reading(&r);
    pantin_trace_destroy(trace);
    pantin_act_destroy(act);
    pantin_take_destroy(take);
    pantin_show_close(show);
}

static void frames_and_options_out_of_range_are_named(void **state) {
    (void)state;
    pantin_show *show = film_open();
    pantin_error error = { 0 };
    assert_null(pantin_trace_create(show, 3, 25, NULL, &error));
    assert_string_equal(error.where, "frames");
    assert_null(pantin_trace_create(show, -1, 2, NULL, &error));
    assert_null(pantin_trace_create(show, 2, 2, NULL, &error));
    pantin_trace_options options = pantin_trace_defaults();
    options.contact_sheet = 65;
    assert_null(pantin_trace_create(show, 0, 0, &options, &error));
    assert_string_equal(error.where, "contact_sheet");
    options = (pantin_trace_options){ .worst_frames = 17 };
    assert_null(pantin_trace_create(show, 0, 0, &options, &error));
    assert_string_equal(error.where, "worst_frames");
    pantin_show_close(show);
}

static bool create_and_write(void *context, pantin_error *error) {
    const pantin_show *show = context;
    pantin_trace *trace = pantin_trace_create(show, 0, 0, NULL, error);
    pantin_bytes bytes = { 0 };
    bool done = trace != NULL && pantin_trace_write(trace, &bytes, error);
    pantin_bytes_free(&bytes);
    pantin_trace_destroy(trace);
    return done;
}

static void every_refused_block_is_survived(void **state) {
    (void)state;
    pantin_show *show = film_open();
    assert_true(refusals_sweep(create_and_write, show) > 5);
    pantin_show_close(show);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_documented_keys_are_there),
        cmocka_unit_test(figures_are_those_of_the_vertices),
        cmocka_unit_test(a_triangle_turned_over_is_seen_whatever_the_solver_says),
        cmocka_unit_test(the_summary_is_that_of_the_frames),
        cmocka_unit_test(two_runs_and_four_workers_give_the_same_bytes),
        cmocka_unit_test(seeing_a_frame_allocates_nothing),
        cmocka_unit_test(what_is_not_to_be_seen_counts_no_drawing),
        cmocka_unit_test(vertices_that_are_nowhere_are_told_and_do_no_harm),
        cmocka_unit_test(a_long_film_lists_only_handles_that_are_off),
        cmocka_unit_test(frames_and_options_out_of_range_are_named),
        cmocka_unit_test(every_refused_block_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
