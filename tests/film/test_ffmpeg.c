// test_ffmpeg.c — films that play everywhere: size, color, time, sound and bytes.
// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "with_decoder.h"
#include "with_room.h"

// --- size and color -----------------------------------------------------------------------------

static const int patches[4][3] = {
    { 0xE4, 0x18, 0x18 }, { 0x18, 0xE4, 0x18 }, { 0x18, 0x18, 0xE4 }, { 128, 128, 128 }
};

/// Quarters of flat color.
static pantin_image patchwork(int width, int height) {
    pantin_image image;
    assert_true(pantin_image_create(width, height, &image, NULL));
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            const int *c = patches[(x >= width / 2) + 2 * (y >= height / 2)];
            uint8_t *p = image.pixels + 4 * (y * width + x);
            for (int k = 0; k < 3; k++) p[k] = (uint8_t)c[k];
            p[3] = 255;
        }
    return image;
}

static void check_patches(const char *output) {
    pantin_film_format format = pantin_film_defaults(641, 481); // preset medium, as users get it
    void *film = film_open_or_fail(output, &format);
    pantin_image image = patchwork(641, 481);
    for (int i = 0; i < 3; i++) assert_true(pantin_sink_ffmpeg.picture(film, &image, NULL));
    film_close_or_fail(film);
    pantin_image_free(&image);

    film_facts facts;
    assert_true(film_facts_read(output, &facts));
    assert_int_equal(facts.width, 642);
    assert_int_equal(facts.height, 482);
    assert_int_equal(facts.pictures, 3);
    assert_string_equal(facts.video_codec, "h264");
    assert_string_equal(facts.pixels, "yuv420p");
    assert_string_equal(facts.range, "tv");
    assert_string_equal(facts.primaries, "bt709");
    assert_string_equal(facts.transfer, "bt709");
    assert_string_equal(facts.matrix, "bt709");
    // at the middles, and beside the repeated last column and row
    static const int at[4][2] = { { 160, 120 }, { 641, 120 }, { 160, 481 }, { 641, 481 } };
    for (int i = 0; i < 4; i++) {
        int rgb[3];
        film_facts_color(&facts, at[i][0], at[i][1], rgb);
        for (int k = 0; k < 3; k++) assert_in_range(rgb[k] + 3, patches[i][k], patches[i][k] + 6);
    }
    film_facts_free(&facts);
}

static void an_mp4_of_odd_size_is_padded_and_keeps_its_colors(void **state) {
    (void)state;
    check_patches("patches.mp4");
    bool has_color_box;
    assert_true(film_index_is_first("patches.mp4", &has_color_box));
    assert_true(has_color_box);
    assert_int_equal(remove("patches.mp4"), 0);
}

static void a_mov_is_as_good(void **state) {
    (void)state;
    check_patches("patches.mov");
    bool has_color_box;
    assert_true(film_index_is_first("patches.mov", &has_color_box));
    assert_true(has_color_box);
    assert_int_equal(remove("patches.mov"), 0);
}

static void an_mkv_is_as_good(void **state) {
    (void)state;
    check_patches("patches.mkv");
    assert_int_equal(remove("patches.mkv"), 0);
}

static void the_smallest_and_narrowest_sizes_are_filmed(void **state) {
    (void)state;
    static const int sizes[][2] = { { 1, 1 }, { 3, 5 }, { 1, 300 }, { 257, 2 } };
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        int width = sizes[i][0], height = sizes[i][1];
        pantin_film_format format = pantin_film_defaults(width, height);
        void *film = film_open_or_fail("small.mp4", &format);
        film_give_pictures(film, width, height, 0, 2);
        film_close_or_fail(film);
        film_facts facts;
        assert_true(film_facts_read("small.mp4", &facts));
        assert_int_equal(facts.width, width + width % 2);
        assert_int_equal(facts.height, height + height % 2);
        assert_int_equal(facts.pictures, 2);
        film_facts_free(&facts);
        assert_int_equal(remove("small.mp4"), 0);
    }
}

static void a_rational_rate_is_kept_and_the_film_begins_at_zero(void **state) {
    (void)state;
    pantin_film_format format = pantin_film_defaults(64, 48);
    format.rate_numerator = 30000;
    format.rate_denominator = 1001;
    void *film = film_open_or_fail("rate.mp4", &format);
    film_give_pictures(film, 64, 48, 0, 31);
    film_close_or_fail(film);
    film_facts facts;
    assert_true(film_facts_read("rate.mp4", &facts));
    assert_int_equal(facts.rate_numerator, 30000);
    assert_int_equal(facts.rate_denominator, 1001);
    assert_int_equal(facts.pictures, 31);
    assert_true(facts.video_start_s == 0);
    assert_true(fabs(facts.video_duration_s - 31 * 1001 / 30000.0) <
                1e-4); // the last one lasts too
    film_facts_free(&facts);
    assert_int_equal(remove("rate.mp4"), 0);
}

// --- sound --------------------------------------------------------------------------------------

static void check_tone(const char *output, int channels) {
    film_facts facts;
    assert_true(film_facts_read(output, &facts));
    assert_string_equal(facts.sound_codec, "aac");
    assert_int_equal(facts.sound_rate_hz, 48000);
    assert_int_equal(facts.sound_channels, channels);
    assert_int_equal(facts.pictures, 24);
    // Matroska has no edit list: there the priming of AAC, 1024 samples, stands before the first
    // picture
    double priming_s = strstr(output, ".mkv") != NULL ? 1024 / 48000.0 : 0;
    assert_true(fabs(facts.video_start_s - facts.sound_start_s - priming_s) < 0.001);
    assert_true(fabs(facts.video_start_s - priming_s) < 0.001);
    // decoders give whole AAC frames of 1024, and not every one cuts the priming
    assert_in_range(facts.sound_frames, 48000, 47 * 1024 + 1024);
    assert_true(fabs(facts.duration_s - 1) < 0.03);
    assert_true(fabs(facts.sound_loudness - 0.5 * sqrt(0.5)) < 0.01);
    assert_true(facts.sound_late_s < 0.1); // interleaved
    film_facts_free(&facts);
}

static void a_second_of_tone_lasts_a_second_however_it_is_given(void **state) {
    (void)state;
    static const char *const outputs[] = { "tone.mp4", "tone.mov", "tone.mkv" };
    for (int ending = 0; ending < 3; ending++)
        for (int ahead = 0; ahead < 2; ahead++) {
            int channels = 1 + ahead;
            pantin_film_format format = quick_format(64, 48);
            format.sound_rate_hz = 48000;
            format.sound_channels = channels;
            void *film = film_open_or_fail(outputs[ending], &format);
            if (ahead) film_give_tone(film, channels, 0, 48000);
            for (int i = 0; i < 24; i++) {
                if (!ahead) film_give_tone(film, channels, (size_t)(2000 * i), 2000);
                film_give_pictures(film, 64, 48, i, i + 1);
            }
            film_close_or_fail(film);
            check_tone(outputs[ending], channels);
            assert_int_equal(remove(outputs[ending]), 0);
        }
}

// --- bytes --------------------------------------------------------------------------------------

static void the_same_pictures_and_samples_give_the_same_bytes(void **state) {
    (void)state;
    static const char *const outputs[2][3] = { { "a.mp4", "a.mov", "a.mkv" },
                                               { "b.mp4", "b.mov", "b.mkv" } };
    for (int ending = 0; ending < 3; ending++) {
        pantin_bytes bytes[2];
        for (int run = 0; run < 2; run++) {
            pantin_film_format format = pantin_film_defaults(160, 120);
            format.sound_rate_hz = 48000;
            void *film = film_open_or_fail(outputs[run][ending], &format);
            film_give_tone(film, 2, 0, 30000);
            film_give_pictures(film, 160, 120, 0, 12);
            film_close_or_fail(film);
            assert_true(pantin_file_read(outputs[run][ending], 1 << 26, &bytes[run], NULL));
            assert_int_equal(remove(outputs[run][ending]), 0);
            if (run == 0) sleep(1); // a clock in the file would show
        }
        assert_int_equal(bytes[0].size, bytes[1].size);
        assert_memory_equal(bytes[0].data, bytes[1].data, bytes[0].size);
        pantin_bytes_free(&bytes[0]);
        pantin_bytes_free(&bytes[1]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_ROOM(an_mp4_of_odd_size_is_padded_and_keeps_its_colors),
        IN_ROOM(a_mov_is_as_good),
        IN_ROOM(an_mkv_is_as_good),
        IN_ROOM(the_smallest_and_narrowest_sizes_are_filmed),
        IN_ROOM(a_rational_rate_is_kept_and_the_film_begins_at_zero),
        IN_ROOM(a_second_of_tone_lasts_a_second_however_it_is_given),
        IN_ROOM(the_same_pictures_and_samples_give_the_same_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
