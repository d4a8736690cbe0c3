// test_ffmpeg.c — H.264 and AAC films that play everywhere: size, color, sound, bytes, and failures.
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
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/random.h"
#include "pantin/film.h"
#include "with_decoder.h"
#include "with_miser.h"

/// Each test in an empty folder of its own; that it can be removed at the end says it is empty again.
static char room[32];

static int enter(void **state) {
    (void)state;
    strcpy(room, "film_ffmpeg_test.XXXXXX");
    return mkdtemp(room) != NULL && chdir(room) == 0 ? 0 : -1;
}

static int leave(void **state) {
    (void)state;
    return chdir("..") == 0 && rmdir(room) == 0 ? 0 : -1;
}

static pantin_film_format small(int width, int height) {
    pantin_film_format format = pantin_film_defaults(width, height);
    format.preset = "ultrafast";
    return format;
}

static pantin_image noise(int width, int height, uint64_t seed) {
    pantin_image image;
    assert_true(pantin_image_create(width, height, &image, NULL));
    random_state random = random_make(seed);
    for (size_t i = 0; i < 4 * (size_t)width * (size_t)height; i++)
        image.pixels[i] = i % 4 == 3 ? 255 : (uint8_t)random_u32(&random);
    return image;
}

static void film_pictures(void *film, int width, int height, int from, int to) {
    for (int i = from; i < to; i++) {
        pantin_image picture = noise(width, height, (uint64_t)i + 1);
        assert_true(pantin_sink_ffmpeg.picture(film, &picture, NULL));
        pantin_image_free(&picture);
    }
}

static void *open_film(const char *output, const pantin_film_format *format) {
    pantin_error error = { 0 };
    void *film = pantin_sink_ffmpeg.open(output, format, &error);
    if (film == NULL) print_error("%s: %s\n", error.where, error.text);
    assert_non_null(film);
    return film;
}

static void close_film(void *film) {
    pantin_error error = { 0 };
    uint64_t hash = 1;
    if (!pantin_sink_ffmpeg.close(film, &hash, &error)) fail_msg("%s: %s", error.where, error.text);
    assert_true(hash == 0);
}

// --- size and color -----------------------------------------------------------------------------

static const int patches[4][3] = { { 0xE4, 0x18, 0x18 },
                                   { 0x18, 0xE4, 0x18 },
                                   { 0x18, 0x18, 0xE4 },
                                   { 128, 128, 128 } };

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
    void *film = open_film(output, &format);
    pantin_image image = patchwork(641, 481);
    for (int i = 0; i < 3; i++) assert_true(pantin_sink_ffmpeg.picture(film, &image, NULL));
    close_film(film);
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
        void *film = open_film("small.mp4", &format);
        film_pictures(film, width, height, 0, 2);
        close_film(film);
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
    void *film = open_film("rate.mp4", &format);
    film_pictures(film, 64, 48, 0, 31);
    close_film(film);
    film_facts facts;
    assert_true(film_facts_read("rate.mp4", &facts));
    assert_int_equal(facts.rate_numerator, 30000);
    assert_int_equal(facts.rate_denominator, 1001);
    assert_int_equal(facts.pictures, 31);
    assert_true(facts.video_start_s == 0);
    assert_true(fabs(facts.video_duration_s - 31 * 1001 / 30000.0) < 1e-4); // the last one lasts too
    film_facts_free(&facts);
    assert_int_equal(remove("rate.mp4"), 0);
}

// --- sound --------------------------------------------------------------------------------------

/// A tone of 440 Hz at half of full scale, `frames` of it from `at` on.
static void give_tone(void *film, int channels, size_t at, size_t frames) {
    float *samples = malloc(frames * (size_t)channels * sizeof *samples);
    for (size_t i = 0; i < frames; i++)
        for (int c = 0; c < channels; c++)
            samples[i * (size_t)channels + (size_t)c] =
                (float)(0.5 * sin(6.283185307179586 * 440 * (double)(at + i) / 48000));
    assert_true(pantin_sink_ffmpeg.sound(film, samples, frames, NULL));
    free(samples);
}

static void check_tone(const char *output, int channels) {
    film_facts facts;
    assert_true(film_facts_read(output, &facts));
    assert_string_equal(facts.sound_codec, "aac");
    assert_int_equal(facts.sound_rate_hz, 48000);
    assert_int_equal(facts.sound_channels, channels);
    assert_int_equal(facts.pictures, 24);
    // Matroska has no edit list: there the priming of AAC, 1024 samples, stands before the first picture
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
            pantin_film_format format = small(64, 48);
            format.sound_rate_hz = 48000;
            format.sound_channels = channels;
            void *film = open_film(outputs[ending], &format);
            if (ahead) give_tone(film, channels, 0, 48000);
            for (int i = 0; i < 24; i++) {
                if (!ahead) give_tone(film, channels, (size_t)(2000 * i), 2000);
                film_pictures(film, 64, 48, i, i + 1);
            }
            close_film(film);
            check_tone(outputs[ending], channels);
            assert_int_equal(remove(outputs[ending]), 0);
        }
}

static void samples_that_are_no_numbers_become_silence(void **state) {
    (void)state;
    pantin_film_format format = small(16, 16);
    format.sound_rate_hz = 48000;
    format.sound_channels = 1;
    void *film = open_film("nan.mp4", &format);
    float samples[2048];
    for (int i = 0; i < 2048; i++) samples[i] = i % 3 == 0 ? NAN : i % 3 == 1 ? INFINITY : -INFINITY;
    assert_true(pantin_sink_ffmpeg.sound(film, samples, 2048, NULL));
    film_pictures(film, 16, 16, 0, 1);
    close_film(film);
    assert_int_equal(remove("nan.mp4"), 0);
}

static void sound_that_was_not_announced_is_an_error(void **state) {
    (void)state;
    pantin_film_format format = small(16, 16);
    void *film = open_film("silent.mp4", &format);
    float samples[8] = { 0 };
    pantin_error error = { 0 };
    assert_false(pantin_sink_ffmpeg.sound(film, samples, 4, &error));
    assert_string_equal(error.where, "sound_rate_hz");
    pantin_sink_ffmpeg.abandon(film);
}

static void a_rate_that_aac_does_not_have_is_told_before_the_first_picture(void **state) {
    (void)state;
    pantin_film_format format = small(16, 16);
    format.sound_rate_hz = 47999;
    pantin_error error = { 0 };
    assert_null(pantin_sink_ffmpeg.open("x.mp4", &format, &error));
    assert_string_equal(error.where, "sound_rate_hz");
    assert_non_null(strstr(error.text, "48000"));
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
            void *film = open_film(outputs[run][ending], &format);
            give_tone(film, 2, 0, 30000);
            film_pictures(film, 160, 120, 0, 12);
            close_film(film);
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

// --- failures -----------------------------------------------------------------------------------

static bool is_there(const char *path) { return access(path, F_OK) == 0; }

static void giving_up_leaves_nothing_and_keeps_an_older_film(void **state) {
    (void)state;
    assert_true(pantin_file_write("old.mp4", "old", 3, NULL));
    pantin_film_format format = small(64, 48);
    void *film = open_film("old.mp4", &format);
    film_pictures(film, 64, 48, 0, 60);
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
    pantin_film_format format = small(64, 48);
    format.sound_rate_hz = 48000;
    void *film = open_film("none.mp4", &format);
    give_tone(film, 2, 0, 5000);
    pantin_error error = { 0 };
    assert_false(pantin_sink_ffmpeg.close(film, NULL, &error));
    assert_string_equal(error.where, "none.mp4");
}

static void a_place_that_cannot_be_written_is_one_line_and_leaves_nothing(void **state) {
    (void)state;
    assert_true(pantin_file_write("plain", "x", 1, NULL));
    assert_int_equal(mkdir("folder.mp4", 0777), 0);
    static const char *const names[] = { "none/x.mp4", "plain/x.mkv", "folder.mp4" };
    pantin_film_format format = small(16, 16);
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
    pantin_film_format format = small(16, 16);
    void *film = open_film("http:x%04d.mp4", &format);
    film_pictures(film, 16, 16, 0, 1);
    close_film(film);
    assert_int_equal(remove("http:x%04d.mp4"), 0);
}

static void an_unknown_preset_lists_the_known_ones(void **state) {
    (void)state;
    pantin_film_format format = small(16, 16);
    pantin_error error = { 0 };
    format.preset = "nonsense";
    assert_null(pantin_sink_ffmpeg.open("x.mp4", &format, &error));
    assert_string_equal(error.where, "preset");
    assert_non_null(strstr(error.text, "ultrafast superfast veryfast faster fast medium slow"));
    format.preset = "mediun";
    assert_null(pantin_sink_ffmpeg.open("x.mp4", &format, &error));
    assert_non_null(strstr(error.text, "did you mean medium?"));
}

static void a_size_beyond_h264_is_told_before_the_first_picture(void **state) {
    (void)state;
    pantin_film_format format = small(16385, 16);
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
    pantin_film_format format = small(160, 120);
    pantin_error error = { 0 };
    void *film = pantin_sink_ffmpeg.open(output, &format, &error);
    bool good = film != NULL;
    for (int i = 0; good && i < 20; i++) {
        pantin_image picture = noise(160, 120, (uint64_t)i + 1);
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
    const off_t limits[] = { 0, 10, 40000, whole.st_size / 2, whole.st_size - 2000,
                             whole.st_size - 600, whole.st_size - 10, whole.st_size - 1 };
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
#define IN_ROOM(test) cmocka_unit_test_setup_teardown(test, enter, leave)
    const struct CMUnitTest tests[] = {
        IN_ROOM(an_mp4_of_odd_size_is_padded_and_keeps_its_colors),
        IN_ROOM(a_mov_is_as_good),
        IN_ROOM(an_mkv_is_as_good),
        IN_ROOM(the_smallest_and_narrowest_sizes_are_filmed),
        IN_ROOM(a_rational_rate_is_kept_and_the_film_begins_at_zero),
        IN_ROOM(a_second_of_tone_lasts_a_second_however_it_is_given),
        IN_ROOM(samples_that_are_no_numbers_become_silence),
        IN_ROOM(sound_that_was_not_announced_is_an_error),
        IN_ROOM(a_rate_that_aac_does_not_have_is_told_before_the_first_picture),
        IN_ROOM(the_same_pictures_and_samples_give_the_same_bytes),
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
