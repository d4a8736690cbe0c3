// test_resample.c — a sound at another rate is the same sound.
// SPDX-License-Identifier: MIT
#include <math.h>
#include <string.h>

#include "refusals.h"
#include "with_tones.h"

static const int rates[][2] = { { 16000, 48000 }, { 8000, 48000 },  { 44100, 48000 },
                                { 48000, 16000 }, { 48000, 44100 }, { 22050, 8000 },
                                { 8000, 192000 }, { 192000, 8000 }, { 47999, 48000 } };
enum { RATES = sizeof rates / sizeof rates[0] };

static void the_same_rate_keeps_every_bit(void **state) {
    (void)state;
    pantin_sound from = silence(44100, 2, 0.1), to = { 0 };
    add_tone(&from, 5000, -3, 0, 1);
    assert_true(pantin_sound_resample(&from, 44100, &to, NULL));
    assert_int_equal(to.frames, from.frames);
    assert_memory_equal(to.samples, from.samples, 2 * from.frames * sizeof(float));
    pantin_sound_free(&from);
    pantin_sound_free(&to);
}

static void a_tone_stays_that_tone_at_its_time(void **state) {
    (void)state;
    for (int i = 0; i < RATES; i++) {
        int old_rate = rates[i][0], new_rate = rates[i][1];
        double hz = 0.3 * (old_rate < new_rate ? old_rate : new_rate) / 2;
        pantin_sound from = silence(old_rate, 1, 0.5), wanted = silence(new_rate, 1, 0.5), to;
        add_tone(&from, hz, -9, 0, 1);
        add_tone(&wanted, hz, -9, 0, 1);
        assert_true(pantin_sound_resample(&from, new_rate, &to, NULL));
        assert_true(to.frames >= wanted.frames && to.frames <= wanted.frames + 1);
        double most = 0;
        for (size_t n = to.frames / 4; n < 3 * to.frames / 4; n++)
            most = fmax(most, fabs((double)(to.samples[n] - wanted.samples[n])));
        assert_true(most < 3e-5); // -90 dB
        pantin_sound_free(&from);
        pantin_sound_free(&wanted);
        pantin_sound_free(&to);
    }
}

static void the_band_is_flat_and_what_lies_beyond_is_gone(void **state) {
    (void)state;
    // 0.9 of Nyquist passes; of its image, which would stand at 8.8 kHz, nothing is left
    pantin_sound from = silence(16000, 1, 0.5), to;
    add_tone(&from, 7200, -9, 0, 1);
    assert_true(pantin_sound_resample(&from, 48000, &to, NULL));
    double size = sqrt(2) * pow(10, -9 / 20.0);
    assert_true(fabs(20 * log10(amplitude_at(&to, 7200, 4800, 19200) / size)) < 0.01);
    assert_true(amplitude_at(&to, 8800, 4800, 19200) < 3e-5 * size);
    pantin_sound_free(&from);
    pantin_sound_free(&to);
    // a tone that the lower rate cannot hold does not come back as another
    from = silence(48000, 1, 0.5);
    add_tone(&from, 9200, -9, 0, 1);
    assert_true(pantin_sound_resample(&from, 16000, &to, NULL));
    assert_true(pantin_sound_level(&to, 2000, 6000).rms_dbfs < -9 - 88);
    pantin_sound_free(&from);
    pantin_sound_free(&to);
}

static void a_constant_stays_exactly_that_constant(void **state) {
    (void)state;
    pantin_sound from = silence(44100, 2, 0.2), to;
    for (size_t n = 0; n < from.frames; n++)
        from.samples[2 * n] = 0.25f, from.samples[2 * n + 1] = -0.5f;
    assert_true(pantin_sound_resample(&from, 48000, &to, NULL));
    for (size_t n = 100; n < to.frames - 100; n++) {
        assert_true(to.samples[2 * n] == 0.25f);
        assert_true(to.samples[2 * n + 1] == -0.5f);
    }
    pantin_sound_free(&from);
    pantin_sound_free(&to);
}

static void a_click_late_in_a_long_sound_has_not_drifted(void **state) {
    (void)state;
    pantin_sound from = silence(44100, 1, 20), to;
    from.samples[44100 * 19] = 1;
    assert_true(pantin_sound_resample(&from, 48000, &to, NULL));
    size_t loudest = 0;
    for (size_t n = 0; n < to.frames; n++)
        if (to.samples[n] > to.samples[loudest]) loudest = n;
    assert_int_equal(loudest, 48000 * 19);
    pantin_sound_free(&from);
    pantin_sound_free(&to);
}

static void one_frame_and_none_are_resampled_too(void **state) {
    (void)state;
    for (size_t frames = 0; frames < 3; frames++) {
        pantin_sound from = { 0 }, to;
        assert_true(pantin_sound_create(8000, 1, frames, &from, NULL));
        assert_true(pantin_sound_resample(&from, 48000, &to, NULL));
        assert_int_equal(to.frames, 6 * frames);
        pantin_sound_free(&from);
        pantin_sound_free(&to);
    }
}

static void a_rate_out_of_range_is_an_error(void **state) {
    (void)state;
    pantin_sound from = silence(8000, 1, 0.1), to = { 0 };
    static const int bad[] = { 0, -48000, 7999, 192001 };
    for (int i = 0; i < 4; i++) {
        pantin_error error = { 0 };
        assert_false(pantin_sound_resample(&from, bad[i], &to, &error));
        assert_string_equal(error.where, "rate_hz");
        assert_null(to.samples);
    }
    pantin_sound_free(&from);
}

static bool resample(void *context, pantin_error *error) {
    pantin_sound to = { 0 };
    bool done = pantin_sound_resample(context, 48000, &to, error);
    pantin_sound_free(&to);
    return done;
}

static void refused_memory_is_an_error_and_leaks_nothing(void **state) {
    (void)state;
    pantin_sound from = silence(8000, 1, 0.01);
    assert_int_equal(refusals_sweep(resample, &from), 3);
    pantin_sound_free(&from);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_rate_keeps_every_bit),
        cmocka_unit_test(a_tone_stays_that_tone_at_its_time),
        cmocka_unit_test(the_band_is_flat_and_what_lies_beyond_is_gone),
        cmocka_unit_test(a_constant_stays_exactly_that_constant),
        cmocka_unit_test(a_click_late_in_a_long_sound_has_not_drifted),
        cmocka_unit_test(one_frame_and_none_are_resampled_too),
        cmocka_unit_test(a_rate_out_of_range_is_an_error),
        cmocka_unit_test(refused_memory_is_an_error_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
