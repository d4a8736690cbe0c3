// test_ffmpeg_failures.c — the sink ffmpeg says no in one line and leaves nothing behind.
// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "with_miser.h"
#include "with_room.h"

static void samples_that_are_no_numbers_become_silence(void **state) {
    (void)state;
    pantin_film_format format = quick_format(16, 16);
    format.sound_rate_hz = 48000;
    format.sound_channels = 1;
    void *film = film_open_or_fail("nan.mp4", &format);
    float samples[2048];
    for (int i = 0; i < 2048; i++)
        samples[i] = i % 3 == 0 ? NAN : i % 3 == 1 ? INFINITY : -INFINITY;
    assert_true(pantin_sink_ffmpeg.sound(film, samples, 2048, NULL));
    film_give_pictures(film, 16, 16, 0, 1);
    film_close_or_fail(film);
    assert_int_equal(remove("nan.mp4"), 0);
}

static void sound_that_was_not_announced_is_an_error(void **state) {
    (void)state;
    pantin_film_format format = quick_format(16, 16);
    void *film = film_open_or_fail("silent.mp4", &format);
    float samples[8] = { 0 };
    pantin_error error = { 0 };
    assert_false(pantin_sink_ffmpeg.sound(film, samples, 4, &error));
    assert_string_equal(error.where, "sound_rate_hz");
    pantin_sink_ffmpeg.abandon(film);
}

static void a_rate_that_aac_does_not_have_is_told_before_the_first_picture(void **state) {
    (void)state;
    pantin_film_format format = quick_format(16, 16);
    format.sound_rate_hz = 47999;
    pantin_error error = { 0 };
    assert_null(pantin_sink_ffmpeg.open("x.mp4", &format, &error));
    assert_string_equal(error.where, "sound_rate_hz");
    assert_non_null(strstr(error.text, "48000"));
}

static void giving_up_leaves_nothing_and_keeps_an_older_film(void **state) {
    (void)state;
    assert_true(pantin_file_write("old.mp4", "old", 3, NULL));
    pantin_film_format format = quick_format(64, 48);
    void *film = film_open_or_fail("old.mp4", &format);
    film_give_pictures(film, 64, 48, 0, 60);
    assert_true(is_there("old.mp4.part"));
    pantin_sink_ffmpeg.abandon(film);
    assert_false(is_there("old.mp4.part"));
    pantin_bytes bytes;
    assert_true(pantin_file_read("old.mp4", 16, &bytes, NULL));
    assert_string_equal((char *)bytes.data, "old");
    pantin_bytes_free(&bytes);
    assert_int_equal(remove("old.mp4"), 0);
}

static void a_film_of_no_picture_is_an_error_and_no_file(void **state) {
    (void)state;
    pantin_film_format format = quick_format(64, 48);
    format.sound_rate_hz = 48000;
    void *film = film_open_or_fail("none.mp4", &format);
    film_give_tone(film, 2, 0, 5000);
    pantin_error error = { 0 };
    assert_false(pantin_sink_ffmpeg.close(film, NULL, &error));
    assert_string_equal(error.where, "none.mp4");
}

static void a_place_that_cannot_be_written_is_one_line_and_leaves_nothing(void **state) {
    (void)state;
    assert_true(pantin_file_write("plain", "x", 1, NULL));
    assert_int_equal(mkdir("folder.mp4", 0777), 0);
    static const char *const names[] = { "none/x.mp4", "plain/x.mkv", "folder.mp4" };
    pantin_film_format format = quick_format(16, 16);
    for (int i = 0; i < 3; i++) {
        pantin_error error = { 0 };
        assert_null(pantin_sink_ffmpeg.open(names[i], &format, &error));
        assert_int_equal(error.kind, PANTIN_ERROR_FILE);
        assert_string_equal(error.where, names[i]);
        assert_non_null(strstr(error.text, "name"));
        assert_null(strchr(error.text, '\n'));
    }
    assert_int_equal(rmdir("folder.mp4"), 0);
    assert_int_equal(remove("plain"), 0);
}

static void a_colon_in_a_name_is_no_protocol(void **state) {
    (void)state;
    pantin_film_format format = quick_format(16, 16);
    void *film = film_open_or_fail("http:x%04d.mp4", &format);
    film_give_pictures(film, 16, 16, 0, 1);
    film_close_or_fail(film);
    assert_int_equal(remove("http:x%04d.mp4"), 0);
}

static void an_unknown_preset_lists_the_known_ones(void **state) {
    (void)state;
    pantin_film_format format = quick_format(16, 16);
    pantin_error error = { 0 };
    format.preset = "nonsense";
    assert_null(pantin_sink_ffmpeg.open("x.mp4", &format, &error));
    assert_string_equal(error.where, "preset");
    assert_non_null(strstr(error.text, "ultrafast superfast veryfast faster fast medium slow"));
    format.preset = "mediun";
    assert_null(pantin_sink_ffmpeg.open("x.mp4", &format, &error));
    assert_non_null(strstr(error.text, "did you mean \"medium\"?"));
}

static void a_size_beyond_h264_is_told_before_the_first_picture(void **state) {
    (void)state;
    pantin_film_format format = quick_format(16385, 16);
    pantin_error error = { 0 };
    assert_null(pantin_sink_ffmpeg.open("x.mp4", &format, &error));
    assert_string_equal(error.where, "width");
    assert_non_null(strstr(error.text, "FOLDER/"));
}

/// Films into a file that may not grow beyond `limit` bytes; what was said, or PANTIN_OK.
static pantin_error film_into(const char *output, rlim_t limit) {
    struct rlimit old, few;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    few = (struct rlimit){ limit, old.rlim_max };
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &few), 0);
    pantin_film_format format = quick_format(160, 120);
    pantin_error error = { 0 };
    void *film = pantin_sink_ffmpeg.open(output, &format, &error);
    bool good = film != NULL;
    for (int i = 0; good && i < 20; i++) {
        pantin_image picture = noise_picture(160, 120, true, (uint64_t)i + 1);
        good = pantin_sink_ffmpeg.picture(film, &picture, &error);
        pantin_image_free(&picture);
        if (!good) pantin_sink_ffmpeg.abandon(film);
    }
    if (good) pantin_sink_ffmpeg.close(film, NULL, &error);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
    signal(SIGXFSZ, SIG_DFL);
    return error;
}

static void a_full_disk_is_an_error_wherever_it_strikes_and_leaves_nothing(void **state) {
    (void)state;
    assert_int_equal(film_into("full.mp4", 1 << 26).kind, PANTIN_OK);
    struct stat whole;
    assert_int_equal(stat("full.mp4", &whole), 0);
    assert_int_equal(remove("full.mp4"), 0);
    // at once, in the pictures, in the index, in the shift that makes room for the index
    const off_t limits[] = { 0,
                             10,
                             40000,
                             whole.st_size / 2,
                             whole.st_size - 2000,
                             whole.st_size - 600,
                             whole.st_size - 10,
                             whole.st_size - 1 };
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        pantin_error error = film_into("full.mp4", (rlim_t)limits[i]);
        assert_int_equal(error.kind, PANTIN_ERROR_FILE);
        assert_string_equal(error.where, "full.mp4");
        assert_non_null(strstr(error.text, "too large"));
        assert_false(is_there("full.mp4"));
        assert_false(is_there("full.mp4.part"));
    }
}

static void a_refused_open_leaks_nothing_and_leaves_no_file(void **state) {
    (void)state;
    assert_true(sweep_open(&pantin_sink_ffmpeg, "refused.mp4") >= 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_ROOM(samples_that_are_no_numbers_become_silence),
        IN_ROOM(sound_that_was_not_announced_is_an_error),
        IN_ROOM(a_rate_that_aac_does_not_have_is_told_before_the_first_picture),
        IN_ROOM(giving_up_leaves_nothing_and_keeps_an_older_film),
        IN_ROOM(a_film_of_no_picture_is_an_error_and_no_file),
        IN_ROOM(a_place_that_cannot_be_written_is_one_line_and_leaves_nothing),
        IN_ROOM(a_colon_in_a_name_is_no_protocol),
        IN_ROOM(an_unknown_preset_lists_the_known_ones),
        IN_ROOM(a_size_beyond_h264_is_told_before_the_first_picture),
        IN_ROOM(a_full_disk_is_an_error_wherever_it_strikes_and_leaves_nothing),
        IN_ROOM(a_refused_open_leaks_nothing_and_leaves_no_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
