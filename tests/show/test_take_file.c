// test_take_file.c — a take written and read is the same film; a damaged or foreign one is refused.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "refusals.h"
#include "with_show.h"

static pantin_bytes written(const pantin_show *show) {
    int count = pantin_show_describe(show)->frame_count;
    pantin_act *act = pantin_act_create(show, NULL);
    pantin_take *take = pantin_take_create(show, count, NULL);
    pantin_bytes bytes = { 0 };
    for (int n = 0; n < count; n++) pantin_act_step(act, take, n);
    assert_true(pantin_take_write(take, show, &bytes, NULL));
    pantin_take_destroy(take);
    pantin_act_destroy(act);
    return bytes;
}

static void a_take_that_was_read_paints_the_same_film_and_writes_the_same_bytes(void **state) {
    (void)state;
    pantin_show *show = show_or_fail(NULL);
    pantin_bytes bytes = written(show), again = { 0 };
    pantin_error error = { 0 };
    seen_film = (seen){ 0 };
    assert_true(shoot_seen(show, NULL, NULL));
    seen acted = seen_film;
    pantin_take *take = pantin_take_create(show, TINY_FRAMES, NULL);
    if (!pantin_take_read("x.take", bytes.data, bytes.size, show, take, &error))
        fail_msg("%s: %s", error.where, error.text);
    pantin_shoot_options options = pantin_shoot_defaults();
    options.take = take;
    options.from = 3;
    seen_film = (seen){ 0 };
    assert_true(shoot_seen(show, &options, NULL));
    assert_memory_equal(seen_film.pictures + 3, acted.pictures + 3,
                        sizeof(uint64_t) * (TINY_FRAMES - 3));
    assert_true(pantin_take_write(take, show, &again, NULL));
    assert_int_equal(again.size, bytes.size);
    assert_memory_equal(again.data, bytes.data, bytes.size);
    pantin_bytes_free(&again), pantin_bytes_free(&bytes);
    pantin_take_destroy(take);
    pantin_show_close(show);
}

static void a_take_cut_short_or_with_one_byte_turned_is_refused(void **state) {
    (void)state;
    pantin_show *show = show_or_fail(NULL);
    pantin_bytes bytes = written(show);
    pantin_take *take = pantin_take_create(show, TINY_FRAMES, NULL);
    for (size_t size = 0; size < bytes.size; size += size < 200 ? 1 : 9973) {
        pantin_error error = { 0 };
        assert_false(pantin_take_read("x.take", bytes.data, size, show, take, &error));
        assert_int_equal(error.kind, PANTIN_ERROR_FORMAT);
        assert_string_equal(error.where, "x.take");
    }
    for (size_t at = 0; at < bytes.size; at += at < 100 ? 1 : 7919) {
        bytes.data[at] ^= 0x10;
        assert_false(pantin_take_read("x.take", bytes.data, bytes.size, show, take, NULL));
        bytes.data[at] ^= 0x10;
    }
    assert_true(pantin_take_read("x.take", bytes.data, bytes.size, show, take, NULL));
    pantin_bytes_free(&bytes);
    pantin_take_destroy(take);
    pantin_show_close(show);
}

static void expect_foreign(const pantin_bytes *bytes, const tiny_texts *texts) {
    pantin_show *other = show_or_fail(texts);
    pantin_take *take = pantin_take_create(other, pantin_show_describe(other)->frame_count, NULL);
    pantin_error error = { 0 };
    assert_false(pantin_take_read("x.take", bytes->data, bytes->size, other, take, &error));
    assert_int_equal(error.kind, PANTIN_ERROR_ARGUMENT);
    assert_non_null(strstr(error.text, "another version of this show"));
    pantin_take_destroy(take);
    pantin_show_close(other);
}

static void a_take_of_another_show_score_or_puppet_is_refused(void **state) {
    (void)state;
    pantin_show *show = show_or_fail(NULL);
    pantin_bytes bytes = written(show);
    char *show_text = edited(tiny_show_text, "\"px_per_m\": 120", "\"px_per_m\": 121");
    char *score_text = edited(tiny_score_text, "[9, 0.4]", "[9, 0.5]");
    char *puppet_text = edited(tiny_puppet_text, "[-18, -64]", "[-18, -63]");
    expect_foreign(&bytes, &(tiny_texts){ .show = show_text });
    expect_foreign(&bytes, &(tiny_texts){ .score = score_text });
    expect_foreign(&bytes, &(tiny_texts){ .puppet = puppet_text });
    free(show_text), free(score_text), free(puppet_text);
    // Less room than frames.
    pantin_take *small = pantin_take_create(show, TINY_FRAMES - 1, NULL);
    pantin_error error = { 0 };
    pantin_bytes none = { 0 };
    assert_false(pantin_take_read("x.take", bytes.data, bytes.size, show, small, &error));
    assert_string_equal(error.text, "has room for 23 of 24 frames");
    assert_false(pantin_take_write(small, show, &none, &error));
    pantin_take_destroy(small);
    pantin_bytes_free(&bytes);
    pantin_show_close(show);
}

/// The same texts, but the picture the mesh is cut from has lost a hand: same counts or not, another mesh.
static bool shifted_image(void *self, const char *path, pantin_image *image, pantin_error *error) {
    if (!tiny_image(self, path, image, error)) return false;
    if (!tiny_ends(path, "ginger.png")) return true;
    // All rows one px further down: as many vertices, elsewhere.
    size_t row = 4 * (size_t)image->width;
    memmove(image->pixels + 4 * row, image->pixels, row * (size_t)(image->height - 4));
    memset(image->pixels, 0, 4 * row);
    return true;
}

static void a_take_of_the_same_texts_but_another_drawing_is_refused(void **state) {
    (void)state;
    pantin_show *show = show_or_fail(NULL);
    pantin_bytes bytes = written(show);
    tiny_texts plain = { 0 };
    pantin_assets assets = { &plain, tiny_bytes, shifted_image };
    pantin_error error = { 0 };
    pantin_show *other = pantin_show_open("tiny/show.json", NULL, &assets, &error);
    if (other == NULL) fail_msg("%s: %s", error.where, error.text);
    pantin_take *take = pantin_take_create(other, TINY_FRAMES, NULL);
    assert_false(pantin_take_read("x.take", bytes.data, bytes.size, other, take, &error));
    pantin_take_destroy(take);
    pantin_show_close(other);
    pantin_bytes_free(&bytes);
    pantin_show_close(show);
}

static bool write_and_free(void *context, pantin_error *error) {
    const pantin_show *show = context;
    pantin_bytes bytes = { 0 };
    pantin_take *take = pantin_take_create(show, TINY_FRAMES, error);
    bool done = take != NULL;
    for (int n = 0; n < TINY_FRAMES && done; n++) { // an empty take can be written too
        pantin_take_slot(take, n)->frame = n;
        pantin_take_slot(take, n)->actors[0].piece_count = 0;
    }
    done = done && pantin_take_write(take, show, &bytes, error);
    pantin_bytes_free(&bytes);
    pantin_take_destroy(take);
    return done;
}

static void every_refused_allocation_of_writing_is_told(void **state) {
    (void)state;
    pantin_show *show = show_or_fail(NULL);
    assert_int_equal(refusals_sweep(write_and_free, show), 4);
    pantin_show_close(show);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_take_that_was_read_paints_the_same_film_and_writes_the_same_bytes),
        cmocka_unit_test(a_take_cut_short_or_with_one_byte_turned_is_refused),
        cmocka_unit_test(a_take_of_another_show_score_or_puppet_is_refused),
        cmocka_unit_test(a_take_of_the_same_texts_but_another_drawing_is_refused),
        cmocka_unit_test(every_refused_allocation_of_writing_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
