// test_law.c — the law of the house: take = act(show), in order and deterministic; picture n = paint(show,
// take[n]), pure, whoever paints it and when.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "with_show.h"

static pantin_take *act_whole(const pantin_show *show) {
    int count = pantin_show_describe(show)->frame_count;
    pantin_act *act = pantin_act_create(show, NULL);
    pantin_take *take = pantin_take_create(show, count, NULL);
    assert_true(act != NULL && take != NULL);
    for (int n = 0; n < count; n++) pantin_act_step(act, take, n);
    pantin_act_destroy(act);
    return take;
}

static void two_acts_of_a_show_give_the_same_bytes(void **state) {
    (void)state;
    pantin_show *one = show_or_fail(NULL), *other = show_or_fail(NULL);
    pantin_take *first = act_whole(one), *again = act_whole(one), *second = act_whole(other);
    pantin_bytes a = { 0 }, b = { 0 }, c = { 0 };
    assert_true(pantin_take_write(first, one, &a, NULL));
    assert_true(pantin_take_write(again, one, &b, NULL));
    assert_true(pantin_take_write(second, other, &c, NULL));
    assert_int_equal(a.size, b.size);
    assert_memory_equal(a.data, b.data, a.size);
    assert_int_equal(a.size, c.size);
    assert_memory_equal(a.data, c.data, a.size);
    pantin_bytes_free(&a), pantin_bytes_free(&b), pantin_bytes_free(&c);
    pantin_take_destroy(first), pantin_take_destroy(again), pantin_take_destroy(second);
    pantin_show_close(one), pantin_show_close(other);
}

static void the_tiny_film_moves_and_every_frame_is_another_picture(void **state) {
    (void)state;
    pantin_show *show = show_or_fail(NULL);
    seen_film = (seen){ 0 };
    assert_true(shoot_seen(show, NULL, NULL));
    assert_int_equal(seen_film.count, TINY_FRAMES);
    assert_int_equal(seen_film.closed, 1);
    for (int n = 1; n < TINY_FRAMES; n++)
        assert_true(seen_film.pictures[n] != seen_film.pictures[n - 1]);
    pantin_show_close(show);
}

static void pictures_do_not_depend_on_the_order_they_are_painted_in(void **state) {
    (void)state;
    pantin_show *show = show_or_fail(NULL);
    const pantin_show_info *info = pantin_show_describe(show);
    size_t size = 4 * (size_t)info->width * (size_t)info->height;
    pantin_take *take = act_whole(show);
    pantin_painter *painter = pantin_painter_create(show, NULL),
                   *other = pantin_painter_create(show, NULL);
    pantin_image picture = { 0 };
    pantin_ids ids = { 0 };
    assert_true(painter != NULL && other != NULL &&
                pantin_image_create(info->width, info->height, &picture, NULL) &&
                pantin_ids_create(info->width, info->height, &ids, NULL));
    seen_film = (seen){ 0 };
    assert_true(shoot_seen(show, NULL, NULL));
    // 7 is prime to 24, so every frame comes once; each by another painter than the time before.
    for (int k = 0; k < 2 * TINY_FRAMES; k++) {
        int n = 7 * k % TINY_FRAMES;
        memset(picture.pixels, 0x5a, size);
        pantin_paint(k % 3 != 0 ? painter : other, pantin_take_slot(take, n), &picture,
                     k % 2 ? &ids : NULL);
        assert_true(pantin_hash(picture.pixels, size, 1) == seen_film.pictures[n]);
    }
    pantin_ids_free(&ids);
    pantin_image_free(&picture);
    pantin_painter_destroy(painter), pantin_painter_destroy(other);
    pantin_take_destroy(take);
    pantin_show_close(show);
}

static void any_number_of_painters_makes_the_same_film(void **state) {
    (void)state;
    static const int workers[] = { 1, 2, 5, 16 };
    pantin_show *show = show_or_fail(NULL);
    seen_film = (seen){ 0 };
    assert_true(shoot_seen(show, NULL, NULL));
    seen serial = seen_film;
    for (size_t k = 0; k < sizeof workers / sizeof *workers; k++) {
        pantin_shoot_options options = pantin_shoot_defaults();
        assert_true(pantin_threads_create(workers[k], &options.runner, NULL));
        seen_film = (seen){ 0 };
        assert_true(shoot_seen(show, &options, NULL));
        assert_memory_equal(seen_film.pictures, serial.pictures, sizeof serial.pictures);
        pantin_threads_destroy(&options.runner);
    }
    pantin_show_close(show);
}

static void some_frames_are_those_frames_of_the_whole_film(void **state) {
    (void)state;
    static const int spans[][2] = { { 0, 1 }, { 0, 24 }, { 5, 9 }, { 23, 24 }, { 13, 0 } };
    pantin_show *show = show_or_fail(NULL);
    seen_film = (seen){ 0 };
    assert_true(shoot_seen(show, NULL, NULL));
    seen whole = seen_film;
    for (size_t k = 0; k < sizeof spans / sizeof *spans; k++) {
        pantin_shoot_options options = pantin_shoot_defaults();
        options.from = spans[k][0], options.to = spans[k][1];
        seen_film = (seen){ 0 };
        assert_true(shoot_seen(show, &options, NULL));
        int end = spans[k][1] == 0 ? TINY_FRAMES : spans[k][1];
        assert_int_equal(seen_film.count, end - spans[k][0]);
        for (int n = 0; n < TINY_FRAMES; n++)
            assert_true(seen_film.pictures[n] ==
                        (n >= spans[k][0] && n < end ? whole.pictures[n] : 0));
    }
    pantin_show_close(show);
}

static void shards_together_are_the_whole_film_each_frame_once(void **state) {
    (void)state;
    static const int counts[] = { 1, 2, 5, 7, 24 };
    pantin_show *show = show_or_fail(NULL);
    seen_film = (seen){ 0 };
    assert_true(shoot_seen(show, NULL, NULL));
    seen whole = seen_film;
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
        seen_film = (seen){ 0 };
        for (int shard = counts[k]; shard >= 1; shard--) {
            pantin_shoot_options options = pantin_shoot_defaults();
            options.shard_index = shard, options.shard_count = counts[k];
            assert_true(shoot_seen(show, &options, NULL));
        }
        assert_int_equal(seen_film.count, TINY_FRAMES);
        assert_memory_equal(seen_film.pictures, whole.pictures, sizeof whole.pictures);
    }
    pantin_show_close(show);
}

static void frames_and_shards_that_are_not_there_are_told(void **state) {
    (void)state;
    static const int wrong[][4] = { { -1, 5, 0, 0 }, { 24, 0, 0, 0 }, { 5, 5, 0, 0 },
                                    { 0, 25, 0, 0 }, { 0, 0, 0, 3 },  { 0, 0, 4, 3 },
                                    { 0, 0, 1, 25 } };
    pantin_show *show = show_or_fail(NULL);
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        pantin_shoot_options options = pantin_shoot_defaults();
        pantin_error error = { 0 };
        options.from = wrong[k][0], options.to = wrong[k][1];
        options.shard_index = wrong[k][2], options.shard_count = wrong[k][3];
        seen_film = (seen){ 0 };
        assert_false(shoot_seen(show, &options, &error));
        assert_int_equal(error.kind, PANTIN_ERROR_ARGUMENT);
        assert_int_equal(seen_film.opened, 0);
    }
    pantin_show_close(show);
}

static void a_take_acted_before_gives_the_same_film(void **state) {
    (void)state;
    pantin_show *show = show_or_fail(NULL);
    pantin_take *take = act_whole(show);
    seen_film = (seen){ 0 };
    assert_true(shoot_seen(show, NULL, NULL));
    seen whole = seen_film;
    pantin_shoot_options options = pantin_shoot_defaults();
    options.take = take;
    seen_film = (seen){ 0 };
    assert_true(shoot_seen(show, &options, NULL));
    assert_memory_equal(seen_film.pictures, whole.pictures, sizeof whole.pictures);
    pantin_take_destroy(take);
    pantin_show_close(show);
}

static void acting_and_painting_allocate_nothing(void **state) {
    (void)state;
    pantin_show *show = show_or_fail(NULL);
    const pantin_show_info *info = pantin_show_describe(show);
    pantin_act *act = pantin_act_create(show, NULL);
    pantin_take *take = pantin_take_create(show, 3, NULL);
    pantin_painter *painter = pantin_painter_create(show, NULL);
    pantin_image picture = { 0 };
    pantin_ids ids = { 0 };
    assert_true(act != NULL && take != NULL && painter != NULL);
    assert_true(pantin_image_create(info->width, info->height, &picture, NULL));
    assert_true(pantin_ids_create(info->width, info->height, &ids, NULL));
    uint64_t calls = pantin_memory_calls();
    for (int n = 0; n < TINY_FRAMES; n++) {
        pantin_act_step(act, take, n);
        pantin_paint(painter, pantin_take_slot(take, n), &picture, &ids);
    }
    assert_true(pantin_memory_calls() == calls);
    pantin_ids_free(&ids);
    pantin_image_free(&picture);
    pantin_painter_destroy(painter);
    pantin_take_destroy(take);
    pantin_act_destroy(act);
    pantin_show_close(show);
}

// --- memory -------------------------------------------------------------------------------------------

typedef struct meter {
    size_t now, most;
} meter;

static void *metered(void *user, void *block, size_t old_size, size_t new_size) {
    meter *m = user;
    m->now += new_size - old_size;
    if (m->now > m->most) m->most = m->now;
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    return realloc(block, new_size);
}

static size_t memory_of_a_film(int frames) {
    char *show_text = show_text_of(frames), *score_text = score_text_of(frames);
    tiny_texts texts = { .show = show_text, .score = score_text };
    meter m = { 0 };
    pantin_memory_set_hook(&(pantin_memory_hook){ metered, &m });
    pantin_show *show = show_or_fail(&texts);
    seen_film = (seen){ 0 };
    assert_true(shoot_seen(show, NULL, NULL));
    assert_int_equal(seen_film.count, frames);
    pantin_show_close(show);
    pantin_memory_set_hook(NULL);
    assert_int_equal(m.now, 0);
    free(show_text), free(score_text);
    return m.most;
}

static void memory_does_not_grow_with_the_length_of_the_film(void **state) {
    (void)state;
    // Texts are a byte or two longer, in an arena that grows in steps of 16 bytes.
    size_t least = memory_of_a_film(24), most = memory_of_a_film(400);
    assert_true(most <= least + 64);
}

static void large_pictures_are_made_few_at_a_time(void **state) {
    (void)state;
    // 69 MB a picture: with four in a batch 550 MB would be under way.
    char *show_text = edited(tiny_show_text, "[320, 240]", "[8192, 2100]");
    char *score_text = score_text_of(24);
    char *shorter = edited(show_text, "\"frames\": 24", "\"frames\": 2");
    tiny_texts texts = { .show = shorter, .score = score_text };
    meter m = { 0 };
    pantin_memory_set_hook(&(pantin_memory_hook){ metered, &m });
    pantin_show *show = show_or_fail(&texts);
    seen_film = (seen){ 0 };
    pantin_shoot_options options = pantin_shoot_defaults();
    assert_true(shoot_seen(show, &options, NULL));
    pantin_show_close(show);
    pantin_memory_set_hook(NULL);
    // Two batches of three pictures, one canvas of 275 MB, and what is small beside them.
    assert_true(m.most < (size_t)760 << 20);
    free(show_text), free(score_text), free(shorter);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_acts_of_a_show_give_the_same_bytes),
        cmocka_unit_test(the_tiny_film_moves_and_every_frame_is_another_picture),
        cmocka_unit_test(pictures_do_not_depend_on_the_order_they_are_painted_in),
        cmocka_unit_test(any_number_of_painters_makes_the_same_film),
        cmocka_unit_test(some_frames_are_those_frames_of_the_whole_film),
        cmocka_unit_test(shards_together_are_the_whole_film_each_frame_once),
        cmocka_unit_test(frames_and_shards_that_are_not_there_are_told),
        cmocka_unit_test(a_take_acted_before_gives_the_same_film),
        cmocka_unit_test(acting_and_painting_allocate_nothing),
        cmocka_unit_test(memory_does_not_grow_with_the_length_of_the_film),
        cmocka_unit_test(large_pictures_are_made_few_at_a_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
