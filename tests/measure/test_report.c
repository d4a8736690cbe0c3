// test_report.c — report.html is one page, complete in itself, at most 5 MB, the same bytes each
// run.
// SPDX-License-Identifier: MIT
#include <stdio.h>
#include <stdlib.h>

#include "measure/with_film.h"
#include "refusals.h"

static pantin_bytes write_report(const pantin_trace *trace, bool with_png) {
    pantin_bytes page;
    pantin_error error = { 0 };
    bool done =
        pantin_report_write(trace, with_png ? pantin_png_encode : film_encode_small, &page, &error);
    if (!done) print_error("%s\n", error.text);
    assert_true(done);
    return page;
}

static int place_of(const pantin_bytes *page, const char *word) {
    const char *at = strstr((const char *)page->data, word);
    if (at == NULL) print_error("\"%s\" is not there\n", word);
    assert_non_null(at);
    return (int)(at - (const char *)page->data);
}

static void it_asks_nothing_of_the_world(void **state) {
    (void)state;
    pantin_show *show = film_open();
    pantin_trace *trace = film_trace(show, 1);
    pantin_bytes page = write_report(trace, true);
    assert_true(page.size <= 5000000);
    assert_int_equal(film_count(&page, "http"), 0);
    assert_int_equal(film_count(&page, "url("), 0);
    assert_int_equal(film_count(&page, "@import"), 0);
    assert_int_equal(film_count(&page, "<script"), 0);
    assert_int_equal(film_count(&page, "<link"), 0);
    assert_int_equal(film_count(&page, "src=\""),
                     film_count(&page, "src=\"data:image/png;base64,"));
    // 24 on the contact sheet, 3 or 4 worst frames twice, one piece at rest.
    assert_in_range(film_count(&page, "<img "), 24 + 6 + 1, 24 + 8 + 1);
    assert_int_equal(film_count(&page, "<img "), film_count(&page, " alt=\""));
    assert_int_equal(film_count(&page, "<h1>"), 1);
    assert_int_equal(film_count(&page, "prefers-color-scheme:dark"), 1);
    pantin_bytes_free(&page);
    pantin_trace_destroy(trace);
    pantin_show_close(show);
}

static void it_says_what_the_film_is_and_how_it_fared(void **state) {
    (void)state;
    pantin_show *show = film_open();
    pantin_trace *trace = film_trace(show, 1);
    pantin_bytes page = write_report(trace, false);
    place_of(&page, "<h1>Ginger &lt;says&gt; &quot;hello&quot; &amp; bows</h1>");
    place_of(&page, "<h2>0 triangles turned over in 24 frames</h2>");
    place_of(&page, "<b>greet</b> <span>choice of ginger, frame 3</span>");
    place_of(&page, "<b>bow</b> <span>event of ginger, frame 14</span>");
    assert_int_equal(film_count(&page, "class=\"cue\""), 2 * 5); // two cues in each of five curves
    // Every link goes to a place on the page.
    const char *at = (const char *)page.data;
    while ((at = strstr(at, "href=\"#")) != NULL) {
        char id[96];
        at += strlen("href=\"#");
        snprintf(id, sizeof id, "id=\"%.*s\"", (int)(strchr(at, '"') - at), at);
        place_of(&page, id);
    }
    pantin_bytes_free(&page);
    pantin_trace_destroy(trace);
    pantin_show_close(show);
}

static void bad_frames_are_said_and_stand_in_their_order(void **state) {
    (void)state;
    pantin_show *show = film_open();
    pantin_take *take = film_take(show);
    pantin_trace *trace = pantin_trace_create(show, 0, 0, NULL, NULL);
    static const int planted[3][2] = { { 20, 60 },
                                       { 3, 20 },
                                       { 12, 1 } }; // frame, vertices thrown about
    for (int k = 0; k < 3; k++) {
        const pantin_bent *bent = &pantin_take_slot(take, planted[k][0])->actors[0].pieces[0];
        pantin_point32 *points = (pantin_point32 *)(uintptr_t)bent->vertices;
        for (int v = 0; v < planted[k][1]; v++) points[100 + 2 * v].x += 40.0f;
    }
    for (int f = 0; f < TINY_FRAMES; f++)
        film_show(pantin_trace_observer(trace), pantin_take_slot(take, f));
    pantin_trace_summary sum = pantin_trace_summarize(trace);
    assert_int_equal(sum.worst_frame, 20);
    assert_int_equal(sum.inverted_frames, 3);
    pantin_bytes page = write_report(trace, false);
    char headline[120];
    snprintf(headline, sizeof headline, "<h2>%d triangles turned over in 3 of 24 frames</h2>",
             sum.inverted);
    place_of(&page, headline);
    place_of(&page, "class=\"verdict bad\"");
    int first = place_of(&page, "1</span> Frame 20</h3>"),
        second = place_of(&page, "2</span> Frame 3</h3>");
    int third = place_of(&page, "3</span> Frame 12</h3>");
    assert_true(first < second && second < third);
    pantin_bytes_free(&page);
    pantin_trace_destroy(trace);
    pantin_take_destroy(take);
    pantin_show_close(show);
}

static void two_runs_and_four_workers_give_the_same_bytes(void **state) {
    (void)state;
    pantin_show *show = film_open();
    pantin_trace_options few = { .contact_sheet = 5, .worst_frames = 2 };
    pantin_trace *one = pantin_trace_create(show, 0, 0, &few, NULL);
    pantin_trace *four = pantin_trace_create(show, 0, 0, &few, NULL);
    pantin_observer watch_one = pantin_trace_observer(one),
                    watch_four = pantin_trace_observer(four);
    film_shoot(show, &watch_one, 1, 1, NULL);
    film_shoot(show, &watch_four, 1, 4, NULL);
    pantin_bytes first = write_report(one, true), again = write_report(one, true),
                 other = write_report(four, true);
    assert_int_equal(first.size, again.size);
    assert_int_equal(first.size, other.size);
    assert_memory_equal(first.data, again.data, first.size);
    assert_memory_equal(first.data, other.data, first.size);
    pantin_bytes_free(&first);
    pantin_bytes_free(&again);
    pantin_bytes_free(&other);
    pantin_trace_destroy(one);
    pantin_trace_destroy(four);
    pantin_show_close(show);
}

// Pixels that will not be packed: what noise is to PNG.
static bool encode_raw(const pantin_image *image, int level, pantin_bytes *bytes,
                       pantin_error *error) {
    size_t size = 4 * (size_t)image->width * (size_t)image->height;
    (void)level;
    uint8_t *data = memory_allocate(size + 1, 1);
    if (data == NULL) return memory_fail(error, "a picture");
    memcpy(data, image->pixels, size);
    *bytes = (pantin_bytes){ data, size };
    return true;
}

// However small the picture is.
static bool encode_huge(const pantin_image *image, int level, pantin_bytes *bytes,
                        pantin_error *error) {
    enum { SIZE = 4000000 };
    (void)image;
    (void)level;
    uint8_t *data = memory_allocate(SIZE + 1, 1);
    if (data == NULL) return memory_fail(error, "a picture");
    *bytes = (pantin_bytes){ data, SIZE };
    return true;
}

static void it_stays_under_five_megabytes_whatever_pictures_weigh(void **state) {
    (void)state;
    pantin_show *show = film_open();
    pantin_trace_options most = { .contact_sheet = 64, .worst_frames = 16 };
    pantin_trace *trace = pantin_trace_create(show, 0, 0, &most, NULL);
    pantin_observer observer = pantin_trace_observer(trace);
    film_shoot(show, &observer, 1, 1, NULL);
    pantin_bytes page;
    assert_true(pantin_report_write(trace, encode_raw, &page, NULL));
    assert_true(page.size <= 5000000);
    assert_int_equal(film_count(&page, "Left out"), 0); // smaller, but there
    pantin_bytes_free(&page);
    assert_true(pantin_report_write(trace, encode_huge, &page, NULL));
    assert_true(page.size <= 5000000);
    assert_int_equal(film_count(&page, "<img "), 0);
    assert_true(film_count(&page, "Left out") > 24);
    pantin_bytes_free(&page);
    pantin_trace_destroy(trace);
    pantin_show_close(show);
}

static void a_film_nobody_saw_and_a_report_without_pictures_are_fine(void **state) {
    (void)state;
    pantin_show *show = film_open();
    pantin_trace *trace = pantin_trace_create(show, 0, 0, NULL, NULL);
    pantin_bytes page = write_report(trace, false);
    place_of(&page, "No frame was seen");
    pantin_bytes_free(&page);
    pantin_trace_destroy(trace);
    pantin_trace_options none = { 0 };
    trace = pantin_trace_create(show, 5, 6, &none, NULL);
    pantin_observer observer = pantin_trace_observer(trace);
    film_shoot(show, &observer, 1, 1, NULL);
    page = write_report(trace, false);
    place_of(&page, "<h2>0 triangles turned over in 1 frame</h2>");
    pantin_bytes_free(&page);
    pantin_trace_destroy(trace);
    pantin_show_close(show);
}

static bool refuse_to_encode(const pantin_image *image, int level, pantin_bytes *bytes,
                             pantin_error *error) {
    (void)image;
    (void)level;
    (void)bytes;
    return pantin_fail(error, PANTIN_ERROR_FORMAT, "png", "no");
}

static bool write_once(void *context, pantin_error *error) {
    pantin_bytes page = { 0 };
    bool done = pantin_report_write(context, film_encode_small, &page, error);
    pantin_bytes_free(&page);
    return done;
}

static void failures_are_passed_on_and_nothing_is_lost(void **state) {
    (void)state;
    pantin_show *show = film_open();
    pantin_trace_options few = { .contact_sheet = 1, .worst_frames = 1 };
    pantin_trace *trace = pantin_trace_create(show, 0, 0, &few, NULL);
    pantin_observer observer = pantin_trace_observer(trace);
    film_shoot(show, &observer, 1, 1, NULL);
    pantin_bytes page = { 0 };
    pantin_error error = { 0 };
    assert_false(pantin_report_write(trace, refuse_to_encode, &page, &error));
    assert_string_equal(error.where, "png");
    assert_null(page.data);
    assert_true(refusals_sweep(write_once, trace) > 10);
    pantin_trace_destroy(trace);
    pantin_show_close(show);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_asks_nothing_of_the_world),
        cmocka_unit_test(it_says_what_the_film_is_and_how_it_fared),
        cmocka_unit_test(bad_frames_are_said_and_stand_in_their_order),
        cmocka_unit_test(two_runs_and_four_workers_give_the_same_bytes),
        cmocka_unit_test(it_stays_under_five_megabytes_whatever_pictures_weigh),
        cmocka_unit_test(a_film_nobody_saw_and_a_report_without_pictures_are_fine),
        cmocka_unit_test(failures_are_passed_on_and_nothing_is_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
