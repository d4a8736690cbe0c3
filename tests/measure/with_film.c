// with_film.c — the tiny show, shot for an observer.
// SPDX-License-Identifier: MIT
#include "measure/with_film.h"

#include "base/text.h"

pantin_show *film_open(void) {
    pantin_error error = { 0 };
    pantin_show *show = tiny_show_open(NULL, &error);
    if (show == NULL) print_error("%s: %s\n", error.where, error.text);
    assert_non_null(show);
    return show;
}

const char *film_text(const char *from, const char *to) {
    static char words[4096];
    const char *at = strstr(tiny_show_text, from);
    assert_non_null(at);
    text_print(words, sizeof words, "%.*s%s%s", (int)(at - tiny_show_text), tiny_show_text, to,
               at + strlen(from));
    return words;
}

pantin_show *film_open_edited(const char *from, const char *to) {
    pantin_error error = { 0 };
    tiny_texts texts = { .show = film_text(from, to) };
    pantin_show *show = tiny_show_open(&texts, &error);
    if (show == NULL) print_error("%s: %s\n", error.where, error.text);
    assert_non_null(show);
    return show;
}

void film_shoot(const pantin_show *show, const pantin_observer *observers, int count, int workers,
                pantin_shoot_times *times) {
    pantin_error error = { 0 };
    pantin_shoot_options options = pantin_shoot_defaults();
    pantin_runner pool = { 0 };
    options.observers = observers;
    options.observer_count = count;
    options.clock = pantin_clock_seconds;
    if (workers > 1) {
        assert_true(pantin_threads_create(workers, &pool, &error));
        options.runner = pool;
    }
    assert_true(pantin_shoot(show, &pantin_sink_null, "null:", &pantin_show_describe(show)->format,
                             &options, times, NULL, &error));
    if (workers > 1) pantin_threads_destroy(&pool);
}

pantin_trace *film_trace(const pantin_show *show, int workers) {
    pantin_error error = { 0 };
    pantin_trace *trace = pantin_trace_create(show, 0, 0, NULL, &error);
    assert_non_null(trace);
    pantin_observer observer = pantin_trace_observer(trace);
    film_shoot(show, &observer, 1, workers, NULL);
    return trace;
}

pantin_take *film_take(const pantin_show *show) {
    int frames = pantin_show_describe(show)->frame_count;
    pantin_take *take = pantin_take_create(show, frames, NULL);
    pantin_act *act = pantin_act_create(show, NULL);
    assert_non_null(take);
    assert_non_null(act);
    for (int f = 0; f < frames; f++) pantin_act_step(act, take, f);
    pantin_act_destroy(act);
    return take;
}

void film_show(pantin_observer observer, const pantin_take_frame *frame) {
    static uint8_t grey[4 * 320 * 240];
    pantin_image picture = { 320, 240, grey };
    assert_true(observer.frame(observer.self, frame, &picture, NULL, NULL));
}

bool film_encode_small(const pantin_image *image, int level, pantin_bytes *bytes,
                       pantin_error *error) {
    enum { SIZE = 12 };
    (void)level;
    uint8_t *data = memory_allocate(SIZE + 1, 1);
    if (data == NULL) return memory_fail(error, "a picture");
    memset(data, image->width & 255, SIZE);
    *bytes = (pantin_bytes){ data, SIZE };
    return true;
}

int film_count(const pantin_bytes *bytes, const char *word) {
    size_t length = strlen(word);
    int count = 0;
    for (size_t i = 0; i + length <= bytes->size; i++)
        count += memcmp(bytes->data + i, word, length) == 0;
    return count;
}
