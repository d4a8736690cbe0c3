// test_sinks.c — names choose sinks; the hash of a film; ranges.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "film/sink_null.h"

static const pantin_film_sink *const all[] = { &pantin_sink_png, &pantin_sink_ffmpeg,
                                               &pantin_sink_hash, &pantin_sink_null };
static const pantin_film_sink *const core[] = { &pantin_sink_hash, &pantin_sink_null };

static void every_name_finds_its_sink(void **state) {
    (void)state;
    static const struct {
        const char *output, *sink;
    } cases[] = {
        { "x.mp4", "ffmpeg" },        { "a/b.c/x.MOV", "ffmpeg" }, { "x.mkv", "ffmpeg" },
        { "frames/", "png" },         { "f%04d.png", "png" },      { "hash:", "hash" },
        { "hash:wave.mp4x", "hash" }, { "null:", "null" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const pantin_film_sink *sink = pantin_film_sink_find(all, 4, cases[i].output, NULL);
        assert_non_null(sink);
        assert_string_equal(sink->name, cases[i].sink);
    }
}

static void an_unknown_ending_lists_what_can_be_written(void **state) {
    (void)state;
    static const char *const names[] = { "film", "film.doc", "", "a.mp4/film", "mp4", "x.mp4~~~~" };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        pantin_error error = { 0 };
        assert_null(pantin_film_sink_find(all, 4, names[i], &error));
        assert_int_equal(error.kind, PANTIN_ERROR_ARGUMENT);
        assert_string_equal(error.where, names[i]);
        assert_non_null(strstr(error.text, ".mp4 .mov .mkv FOLDER/ f%04d.png hash: null:"));
        assert_null(strchr(error.text, '\n'));
    }
}

static void the_nearest_ending_is_suggested(void **state) {
    (void)state;
    static const struct {
        const char *output, *meant;
    } cases[] = { { "film.mp5", "did you mean \".mp4\"?" },
                  { "film.mvo", "did you mean \".mov\"?" },
                  { "f%04d.pgn", "did you mean \".png\"?" },
                  { "hahs:", "did you mean \"hash:\"?" } };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        pantin_error error = { 0 };
        assert_null(pantin_film_sink_find(all, 4, cases[i].output, &error));
        assert_non_null(strstr(error.text, cases[i].meant));
        assert_non_null(strstr(error.text, ".mp4 .mov .mkv FOLDER/"));
    }
}

static void formats_of_later_versions_say_not_yet(void **state) {
    (void)state;
    static const char *const names[] = { "x.webm", "x.gif", "x.apng", "x.WebP" };
    for (size_t i = 0; i < 4; i++) {
        pantin_error error = { 0 };
        assert_null(pantin_film_sink_find(all, 4, names[i], &error));
        assert_int_equal(error.kind, PANTIN_ERROR_NOT_YET);
    }
}

static void stdout_is_refused_with_the_reason(void **state) {
    (void)state;
    pantin_error error = { 0 };
    assert_null(pantin_film_sink_find(all, 4, "-", &error));
    assert_int_equal(error.kind, PANTIN_ERROR_ARGUMENT);
    assert_non_null(strstr(error.text, "index"));
}

static void a_build_without_an_encoder_does_not_offer_it(void **state) {
    (void)state;
    pantin_error error = { 0 };
    assert_null(pantin_film_sink_find(core, 2, "x.mp4", &error));
    assert_null(strstr(error.text, ".mp4"));
    assert_non_null(strstr(error.text, "hash: null:"));
}

static void every_field_is_held_to_its_range_by_every_sink(void **state) {
    (void)state;
    pantin_film_format good = pantin_film_defaults(8, 6), bad[16];
    static const char *const fields[] = { "width",
                                          "height",
                                          "width",
                                          "rate_numerator",
                                          "rate_denominator",
                                          "frame_count",
                                          "first_frame",
                                          "crf",
                                          "threads",
                                          "png_level",
                                          "preset",
                                          "sound_rate_hz",
                                          "sound_channels",
                                          "sound_kbps" };
    for (int i = 0; i < 14; i++) bad[i] = good;
    bad[0].width = 0;
    bad[1].height = -1;
    bad[2].width = bad[2].height = 8193; // just over 64 Mpx
    bad[3].rate_numerator = 0;
    bad[4].rate_denominator = -24;
    bad[5].frame_count = -1;
    bad[6].first_frame = -1;
    bad[7].crf = 52;
    bad[8].threads = 0;
    bad[9].png_level = 10;
    bad[10].preset = NULL;
    bad[11].sound_rate_hz = 7999;
    bad[12].sound_rate_hz = 48000, bad[12].sound_channels = 3;
    bad[13].sound_rate_hz = 48000, bad[13].sound_kbps = 0;
    static const char *const outputs[] = { "never_%d.png", "never.mp4", "hash:", "null:" };
    for (int s = 0; s < 4; s++)
        for (int i = 0; i < 14; i++) {
            pantin_error error = { 0 };
            assert_null(all[s]->open(outputs[s], &bad[i], &error));
            assert_int_equal(error.kind, PANTIN_ERROR_ARGUMENT);
            assert_string_equal(error.where, fields[i]);
        }
}

static uint64_t hash_film(const pantin_film_format *format, const pantin_image *pictures,
                          int count) {
    uint64_t hash = 0;
    void *film = pantin_sink_hash.open("hash:", format, NULL);
    assert_non_null(film);
    float samples[4] = { 0 };
    for (int i = 0; i < count; i++) {
        assert_true(pantin_sink_hash.sound(film, samples, 2, NULL));
        assert_true(pantin_sink_hash.picture(film, &pictures[i], NULL));
    }
    assert_true(pantin_sink_hash.close(film, &hash, NULL));
    return hash;
}

static void the_hash_is_that_of_size_rate_and_pixels_in_order(void **state) {
    (void)state;
    uint8_t first[4] = { 1, 2, 3, 4 }, second[4] = { 5, 6, 7, 8 };
    pantin_image pictures[2] = { { 1, 1, first }, { 1, 1, second } };
    pantin_film_format format = pantin_film_defaults(1, 1);
    uint64_t hash = hash_film(&format, pictures, 2);
    uint64_t expected = 0;
    static const uint8_t head[4][4] = { { 1 }, { 1 }, { 24 }, { 1 } };
    for (int i = 0; i < 4; i++) expected = pantin_hash(head[i], 4, expected);
    expected = pantin_hash(first, 4, expected);
    expected = pantin_hash(second, 4, expected);
    assert_true(hash == expected);

    pantin_image swapped[2] = { pictures[1], pictures[0] };
    assert_true(hash_film(&format, swapped, 2) != hash);
    assert_true(hash_film(&format, pictures, 1) != hash);
    format.rate_numerator = 25;
    assert_true(hash_film(&format, pictures, 2) != hash);
}

/// A film of one picture, its sound given in portions of that many frames.
static uint64_t hash_sound_film(int rate_hz, int channels, const float *samples, size_t frames,
                                size_t portion) {
    uint8_t pixels[4] = { 1, 2, 3, 4 };
    pantin_image picture = { 1, 1, pixels };
    pantin_film_format format = pantin_film_defaults(1, 1);
    format.sound_rate_hz = rate_hz;
    format.sound_channels = channels;
    uint64_t hash = 0;
    void *film = pantin_sink_hash.open("hash:", &format, NULL);
    assert_non_null(film);
    for (size_t at = 0; at < frames; at += portion) {
        size_t count = frames - at < portion ? frames - at : portion;
        assert_true(pantin_sink_hash.sound(film, samples + at * (size_t)channels, count, NULL));
        if (at == 0) assert_true(pantin_sink_hash.picture(film, &picture, NULL));
    }
    if (frames == 0) assert_true(pantin_sink_hash.picture(film, &picture, NULL));
    assert_true(pantin_sink_hash.close(film, &hash, NULL));
    return hash;
}

static void sound_is_part_of_the_hash_however_it_is_portioned(void **state) {
    (void)state;
    static float samples[5000];
    for (int i = 0; i < 5000; i++) samples[i] = (float)i / 5000;
    uint64_t hash = hash_sound_film(48000, 1, samples, 5000, 5000);
    static const size_t portions[] = { 1, 7, 1024, 1025, 4999 };
    for (size_t i = 0; i < 5; i++)
        assert_true(hash_sound_film(48000, 1, samples, 5000, portions[i]) == hash);
    assert_true(hash_sound_film(44100, 1, samples, 5000, 5000) != hash);
    assert_true(hash_sound_film(48000, 2, samples, 2500, 2500) != hash);
    assert_true(hash_sound_film(48000, 1, samples, 4999, 5000) != hash);
    assert_true(hash_sound_film(48000, 1, samples, 0, 1) != hash_sound_film(0, 1, samples, 0, 1));
    samples[4990] += 1e-6f;
    assert_true(hash_sound_film(48000, 1, samples, 5000, 5000) != hash);
}

static void a_film_without_sound_keeps_its_hash(void **state) {
    (void)state;
    // what it was before sound was part of any
    uint8_t pixels[4] = { 1, 2, 3, 4 };
    static const uint8_t head[4][4] = { { 1 }, { 1 }, { 24 }, { 1 } };
    uint64_t expected = 0;
    for (int i = 0; i < 4; i++) expected = pantin_hash(head[i], 4, expected);
    expected = pantin_hash(pixels, 4, expected);
    static const float samples[4] = { 1, 1, 1, 1 };
    assert_true(hash_sound_film(0, 1, samples, 4, 4) == expected);
}

static void a_picture_of_another_size_is_an_error_and_not_a_crash(void **state) {
    (void)state;
    uint8_t pixels[8] = { 0 };
    pantin_image wrong = { 2, 1, pixels }, empty = { 1, 1, NULL };
    pantin_film_format format = pantin_film_defaults(1, 1);
    for (int s = 0; s < 2; s++) {
        void *film = core[s]->open(core[s]->name, &format, NULL);
        assert_non_null(film);
        pantin_error error = { 0 };
        assert_false(core[s]->picture(film, &wrong, &error));
        assert_string_equal(error.where, "picture");
        assert_false(core[s]->picture(film, &empty, &error));
        core[s]->abandon(film);
    }
}

static void null_counts_and_keeps_nothing(void **state) {
    (void)state;
    uint8_t pixels[4] = { 0 };
    pantin_image picture = { 1, 1, pixels };
    pantin_film_format format = pantin_film_defaults(1, 1);
    null_sink *film = pantin_sink_null.open("null:", &format, NULL);
    assert_non_null(film);
    uint64_t before = pantin_memory_calls();
    for (int i = 0; i < 5; i++) {
        assert_true(pantin_sink_null.picture(film, &picture, NULL));
        assert_true(pantin_sink_null.sound(film, NULL, 2000, NULL));
    }
    assert_true(pantin_memory_calls() == before);
    assert_true(film->pictures == 5 && film->sound_frames == 10000);
    uint64_t hash = 7;
    assert_true(pantin_sink_null.close(film, &hash, NULL));
    assert_true(hash == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_name_finds_its_sink),
        cmocka_unit_test(an_unknown_ending_lists_what_can_be_written),
        cmocka_unit_test(the_nearest_ending_is_suggested),
        cmocka_unit_test(formats_of_later_versions_say_not_yet),
        cmocka_unit_test(stdout_is_refused_with_the_reason),
        cmocka_unit_test(a_build_without_an_encoder_does_not_offer_it),
        cmocka_unit_test(every_field_is_held_to_its_range_by_every_sink),
        cmocka_unit_test(the_hash_is_that_of_size_rate_and_pixels_in_order),
        cmocka_unit_test(sound_is_part_of_the_hash_however_it_is_portioned),
        cmocka_unit_test(a_film_without_sound_keeps_its_hash),
        cmocka_unit_test(a_picture_of_another_size_is_an_error_and_not_a_crash),
        cmocka_unit_test(null_counts_and_keeps_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
