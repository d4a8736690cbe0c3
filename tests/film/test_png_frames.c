// test_png_frames.c — films as numbered PNG files: names, round trip, giving up.
// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "with_room.h"

static void frames_read_back_have_the_hash_of_the_pictures(void **state) {
    (void)state;
    pantin_film_format format = pantin_film_defaults(13, 9);
    format.first_frame = 41;
    void *frames = pantin_sink_png.open("frames/", &format, NULL);
    void *sum = pantin_sink_hash.open("hash:", &format, NULL);
    void *again = pantin_sink_hash.open("hash:", &format, NULL);
    assert_true(frames != NULL && sum != NULL && again != NULL);
    for (int i = 0; i < 4; i++) {
        pantin_image picture = noise_picture(13, 9, i % 2 == 0, (uint64_t)i + 1);
        assert_true(pantin_sink_png.picture(frames, &picture, NULL));
        assert_true(pantin_sink_hash.picture(sum, &picture, NULL));
        pantin_image_free(&picture);
    }
    uint64_t expected = 0, found = 0, none = 1;
    assert_true(pantin_sink_png.close(frames, &none, NULL));
    assert_true(none == 0);
    static const char *const names[] = { "frames/f0041.png", "frames/f0042.png", "frames/f0043.png",
                                         "frames/f0044.png" };
    for (int i = 0; i < 4; i++) {
        pantin_image picture;
        assert_true(pantin_image_load(names[i], &picture, NULL));
        assert_true(pantin_sink_hash.picture(again, &picture, NULL));
        pantin_image_free(&picture);
        assert_int_equal(remove(names[i]), 0);
    }
    assert_int_equal(rmdir("frames"), 0);
    assert_true(pantin_sink_hash.close(sum, &expected, NULL));
    assert_true(pantin_sink_hash.close(again, &found, NULL));
    assert_true(expected == found);
}

static void write_one(const char *output, int first_frame, const char *expected) {
    pantin_film_format format = pantin_film_defaults(3, 2);
    format.first_frame = first_frame;
    void *film = pantin_sink_png.open(output, &format, NULL);
    assert_non_null(film);
    pantin_image picture = noise_picture(3, 2, false, 9);
    assert_true(pantin_sink_png.picture(film, &picture, NULL));
    assert_true(pantin_sink_png.close(film, NULL, NULL));
    pantin_image_free(&picture);
    assert_int_equal(remove(expected), 0);
}

static void patterns_name_their_frames(void **state) {
    (void)state;
    write_one("a%d.png", 7, "a7.png");
    write_one("a%04d.png", 7, "a0007.png");
    write_one("%02d-b.PNG", 123, "123-b.PNG"); // a longer number is not cut
    write_one("./%09d.png", 1000000000, "1000000000.png");
}

static void every_other_percent_is_refused(void **state) {
    (void)state;
    static const char *const names[] = { "f.png",     "f%s.png",    "f%n.png",   "f%4d.png",
                                         "f%00d.png", "f%010d.png", "f%d%d.png", "f%04d%%.png",
                                         "%%d.png",   "f%.png",     "f%0",       "f%ld.png",
                                         "f%-d.png",  "%" };
    pantin_film_format format = pantin_film_defaults(3, 2);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        pantin_error error = { 0 };
        assert_null(pantin_sink_png.open(names[i], &format, &error));
        assert_int_equal(error.kind, PANTIN_ERROR_ARGUMENT);
        assert_non_null(strstr(error.text, "f%04d.png"));
    }
}

static void giving_up_removes_the_frames_of_this_run_and_its_folder(void **state) {
    (void)state;
    pantin_film_format format = pantin_film_defaults(3, 2);
    void *film = pantin_sink_png.open("made/", &format, NULL);
    assert_non_null(film);
    pantin_image picture = noise_picture(3, 2, false, 9);
    for (int i = 0; i < 3; i++) assert_true(pantin_sink_png.picture(film, &picture, NULL));
    assert_true(is_there("made/f0002.png"));
    pantin_sink_png.abandon(film);
    assert_false(is_there("made"));
    pantin_image_free(&picture);
}

static void giving_up_keeps_what_was_there_before(void **state) {
    (void)state;
    assert_int_equal(mkdir("kept", 0777), 0);
    assert_true(pantin_file_write("kept/f0007.png", "old", 3, NULL));
    pantin_film_format format = pantin_film_defaults(3, 2);
    void *film = pantin_sink_png.open("kept/", &format, NULL);
    assert_non_null(film);
    pantin_image picture = noise_picture(3, 2, false, 9);
    assert_true(pantin_sink_png.picture(film, &picture, NULL));
    pantin_image_free(&picture);
    pantin_sink_png.abandon(film);
    assert_false(is_there("kept/f0000.png"));
    assert_true(is_there("kept/f0007.png"));
    assert_int_equal(remove("kept/f0007.png"), 0);
    assert_int_equal(rmdir("kept"), 0);
}

static void frames_that_were_there_are_replaced(void **state) {
    (void)state;
    assert_true(pantin_file_write("f0.png", "not a PNG", 9, NULL));
    pantin_film_format format = pantin_film_defaults(3, 2);
    void *film = pantin_sink_png.open("f%d.png", &format, NULL);
    assert_non_null(film);
    pantin_image picture = noise_picture(3, 2, false, 9), found;
    assert_true(pantin_sink_png.picture(film, &picture, NULL));
    assert_true(pantin_sink_png.close(film, NULL, NULL));
    assert_true(pantin_image_load("f0.png", &found, NULL));
    assert_memory_equal(found.pixels, picture.pixels, 4 * 3 * 2);
    pantin_image_free(&picture);
    pantin_image_free(&found);
    assert_int_equal(remove("f0.png"), 0);
}

static void a_place_that_cannot_be_written_is_told_before_the_first_picture(void **state) {
    (void)state;
    assert_true(pantin_file_write("plain", "x", 1, NULL));
    static const char *const names[] = { "plain/", "plain/f%d.png", "none/deeper/",
                                         "none/f%d.png" };
    pantin_film_format format = pantin_film_defaults(3, 2);
    for (int i = 0; i < 4; i++) {
        pantin_error error = { 0 };
        assert_null(pantin_sink_png.open(names[i], &format, &error));
        assert_int_equal(error.kind, PANTIN_ERROR_FILE);
        assert_null(strchr(error.text, '\n'));
    }
    assert_int_equal(remove("plain"), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_ROOM(frames_read_back_have_the_hash_of_the_pictures),
        IN_ROOM(patterns_name_their_frames),
        IN_ROOM(every_other_percent_is_refused),
        IN_ROOM(giving_up_removes_the_frames_of_this_run_and_its_folder),
        IN_ROOM(giving_up_keeps_what_was_there_before),
        IN_ROOM(frames_that_were_there_are_replaced),
        IN_ROOM(a_place_that_cannot_be_written_is_told_before_the_first_picture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
