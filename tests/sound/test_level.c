// test_level.c — levels of known tones, and the moment from which something is heard.
// SPDX-License-Identifier: MIT
#include <math.h>

#include "base/random.h"
#include "with_tones.h"

static bool near(double a, double b, double by) { return fabs(a - b) <= by; }

static void levels_of_known_tones_are_exact(void **state) {
    (void)state;
    for (int channels = 1; channels <= 2; channels++) {
        pantin_sound sound = silence(48000, channels, 1);
        add_tone(&sound, 1000, -20 * log10(sqrt(2)), 0, 1); // full scale
        pantin_level level = pantin_sound_level(&sound, 0, sound.frames);
        assert_true(near(level.rms_dbfs, -3.0103, 1e-4));
        assert_true(level.peak_dbfs <= 1e-6 && level.peak_dbfs > -0.02);
        pantin_sound_free(&sound);
    }
    pantin_sound square = silence(8000, 1, 0.5);
    for (size_t n = 0; n < square.frames; n++) square.samples[n] = n % 2 ? 0.5f : -0.5f;
    pantin_level level = pantin_sound_level(&square, 0, square.frames);
    assert_true(near(level.rms_dbfs, 20 * log10(0.5), 1e-9));
    assert_true(near(level.peak_dbfs, 20 * log10(0.5), 1e-9));
    pantin_sound_free(&square);
}

static void silence_and_no_numbers_read_as_silence(void **state) {
    (void)state;
    pantin_sound sound = silence(8000, 2, 0.1);
    assert_true(pantin_sound_level(&sound, 0, 800).rms_dbfs == PANTIN_SILENCE_DBFS);
    assert_true(pantin_sound_level(&sound, 700, 3).rms_dbfs == PANTIN_SILENCE_DBFS);
    assert_true(pantin_sound_level(&sound, 5000, 9000).peak_dbfs == PANTIN_SILENCE_DBFS);
    sound.samples[7] = NAN;
    sound.samples[8] = INFINITY;
    assert_true(pantin_sound_level(&sound, 0, SIZE_MAX).peak_dbfs == PANTIN_SILENCE_DBFS);
    pantin_onset onset = pantin_onset_defaults();
    assert_true(pantin_sound_onset(&sound, 0, 1, &onset) == -1);
    pantin_sound_free(&sound);
}

/// What a tone of that level, begun at that time, is measured to begin at.
static double measured(double rms_dbfs, double at_s, int channels) {
    pantin_sound sound = silence(48000, channels, 1);
    add_tone(&sound, 700, rms_dbfs, at_s, 1);
    pantin_onset onset = pantin_onset_defaults();
    double found_s = pantin_sound_onset(&sound, 0, 1, &onset);
    pantin_sound_free(&sound);
    return found_s;
}

static void an_onset_is_found_within_a_millisecond(void **state) {
    (void)state;
    for (int channels = 1; channels <= 2; channels++)
        for (int i = 0; i < 40; i++) {
            double at_s = 0.1 + 0.01237 * i;
            // 22 dB above the threshold: a window is over it once 0.06 of its 10 ms are filled,
            // plus what the sine takes to rise from its zero.
            double late_s = measured(-18, at_s, channels) - at_s;
            assert_true(late_s >= 0 && late_s < 0.0003);
            // 14 dB above: 0.4 ms, and a third of one for the sine to rise
            late_s = measured(-26, at_s, channels) - at_s;
            assert_true(late_s >= 0 && late_s < 0.001);
            // 10 dB above, the softest of the films' tones: 1 ms, and that third
            late_s = measured(-30, at_s, channels) - at_s;
            assert_true(late_s >= 0 && late_s < 0.0014);
        }
}

static void thirty_milliseconds_late_are_told(void **state) {
    (void)state;
    double late_s = measured(-18, 0.43, 2) - measured(-18, 0.4, 2);
    assert_true(near(late_s, 0.03, 0.0002));
}

static void what_is_too_soft_or_over_already_is_told_apart(void **state) {
    (void)state;
    assert_true(measured(-41, 0.2, 1) == -1);
    pantin_sound sound = silence(48000, 1, 1);
    add_tone(&sound, 700, -30, 0, 1);
    pantin_onset onset = pantin_onset_defaults();
    assert_true(pantin_sound_onset(&sound, 0.5, 1, &onset) == 0.5);  // loud already
    assert_true(pantin_sound_onset(&sound, 0.5, 0.5, &onset) == -1); // no time at all
    assert_true(pantin_sound_onset(&sound, 2, 3, &onset) == -1);
    double found_s = pantin_sound_onset(&sound, -1, 1, &onset);
    assert_true(found_s > 0 && found_s < 0.002);
    pantin_sound_free(&sound);
}

static void loudness_before_the_search_does_not_hide_the_rest(void **state) {
    (void)state;
    pantin_sound sound = silence(48000, 1, 3);
    add_tone(&sound, 500, -1, 0, 1);
    add_tone(&sound, 500, -79, 2, 3); // sums of squares of the first tone are 1e8 times larger
    pantin_onset onset = { 10, -90 };
    double found_s = pantin_sound_onset(&sound, 1.5, 3, &onset);
    assert_true(found_s >= 2 && found_s < 2.002);
    pantin_sound_free(&sound);
}

/// The definition in the films' own words, on a grid: the first 10 ms whose RMS is above -40 dBFS.
static double on_a_grid(const pantin_sound *sound) {
    for (size_t at = 0; at < sound->frames; at += 480)
        if (pantin_sound_level(sound, at, at + 480).rms_dbfs > -40) return (double)at / 48000;
    return -1;
}

static void the_films_definition_agrees_where_it_can_tell(void **state) {
    (void)state;
    random_state r = random_make(5);
    pantin_onset onset = pantin_onset_defaults();
    for (int i = 0; i < 100; i++) {
        // Begins with a soft rise, as voices do, of up to 60 ms.
        pantin_sound sound = silence(48000, 1, 0.5);
        double rise_s = random_between(&r, 0.001, 0.06), at_s = random_between(&r, 0.1, 0.2);
        add_tone(&sound, random_between(&r, 120, 3000), random_between(&r, -32, -12), at_s, 0.5);
        for (size_t n = 0; n < sound.frames; n++) {
            double t = (double)n / 48000 - at_s;
            if (t < rise_s && t > 0) sound.samples[n] *= (float)(t / rise_s);
        }
        double found_s = pantin_sound_onset(&sound, 0, 1, &onset), grid_s = on_a_grid(&sound);
        assert_true(found_s > grid_s - 1e-9 && found_s <= grid_s + 0.0100001);
        pantin_sound_free(&sound);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(levels_of_known_tones_are_exact),
        cmocka_unit_test(silence_and_no_numbers_read_as_silence),
        cmocka_unit_test(an_onset_is_found_within_a_millisecond),
        cmocka_unit_test(thirty_milliseconds_late_are_told),
        cmocka_unit_test(what_is_too_soft_or_over_already_is_told_apart),
        cmocka_unit_test(loudness_before_the_search_does_not_hide_the_rest),
        cmocka_unit_test(the_films_definition_agrees_where_it_can_tell),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
