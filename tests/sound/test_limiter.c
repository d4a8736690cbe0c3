// test_limiter.c — no sample is above the peak, and nothing is turned down that need not be.
// SPDX-License-Identifier: MIT
#include <math.h>
#include <string.h>

#include "base/random.h"
#include "refusals.h"
#include "sound/sound.h"
#include "with_tones.h"

static double loudest(const pantin_sound *sound) {
    double most = 0;
    for (size_t i = 0; i < sound->frames * (size_t)sound->channels; i++) {
        assert_true(isfinite(sound->samples[i]));
        most = fmax(most, fabs((double)sound->samples[i]));
    }
    return most;
}

static void no_sample_is_ever_above_the_peak(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        random_state r = random_make(seed);
        pantin_sound sound = { 0 };
        int channels = 1 + random_below(&r, 2);
        assert_true(pantin_sound_create(8000 + random_below(&r, 40000), channels,
                                        (size_t)random_below(&r, 6000), &sound, NULL));
        double peak_dbfs = random_between(&r, -40, 0), size = random_between(&r, 0, 3);
        for (size_t i = 0; i < sound.frames * (size_t)channels; i++) {
            sound.samples[i] = (float)random_between(&r, -size, size);
            if (random_below(&r, 400) == 0) sound.samples[i] *= 40;
            if (seed % 5 == 0 && random_below(&r, 300) == 0)
                sound.samples[i] = random_below(&r, 2) ? NAN : INFINITY;
        }
        assert_true(pantin_sound_limit(&sound, peak_dbfs, NULL, NULL));
        assert_true(loudest(&sound) <= pow(10, peak_dbfs / 20) * (1 + 1e-15));
        pantin_sound_free(&sound);
    }
}

static void the_gain_alone_is_enough(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 100; seed++) {
        random_state r = random_make(seed);
        pantin_sound sound = { 0 };
        static float gains[3000];
        float least, ceiling = sound_ceiling(-3);
        assert_true(pantin_sound_create(8000, 1, 1 + (size_t)random_below(&r, 2999), &sound, NULL));
        for (size_t i = 0; i < sound.frames; i++)
            sound.samples[i] =
                (float)(random_between(&r, -1, 1) * (random_below(&r, 50) ? 0.8 : 4));
        assert_true(sound_limiter_gains(&sound, ceiling, gains, &least, NULL));
        // what is cut afterwards is rounding and nothing else
        for (size_t i = 0; i < sound.frames; i++)
            assert_true(fabs((double)(gains[i] * sound.samples[i])) <=
                        (double)ceiling * (1 + 2e-7));
        pantin_sound_free(&sound);
    }
}

static void what_is_never_too_loud_keeps_its_bits(void **state) {
    (void)state;
    pantin_sound sound = silence(48000, 2, 0.3), copy = silence(48000, 2, 0.3);
    add_tone(&sound, 440, -6, 0, 1);
    add_tone(&copy, 440, -6, 0, 1);
    double taken_db = 7;
    assert_true(pantin_sound_limit(&sound, -1.5, &taken_db, NULL));
    assert_true(taken_db == 0);
    assert_memory_equal(sound.samples, copy.samples, 2 * sound.frames * sizeof(float));
    pantin_sound_free(&sound);
    pantin_sound_free(&copy);
}

static void a_peak_is_turned_down_before_and_after_and_no_further(void **state) {
    (void)state;
    // a tone at a quarter, with one sample at twice full scale in its middle
    pantin_sound sound = silence(48000, 1, 2), plain = silence(48000, 1, 2);
    add_tone(&sound, 440, -15, 0, 2);
    add_tone(&plain, 440, -15, 0, 2);
    sound.samples[48000] = 2;
    double taken_db;
    assert_true(pantin_sound_limit(&sound, -1.5, &taken_db, NULL));
    assert_true(fabs(taken_db - (1.5 + 20 * log10(2))) < 0.001);
    // to the last bit as it was until 10 ms before, and as good as that a second later
    assert_memory_equal(sound.samples, plain.samples, (48000 - 480) * sizeof(float));
    for (size_t n = 48000 - 480; n < sound.frames; n++) {
        if (n == 48000 || fabs((double)plain.samples[n]) < 0.01) continue;
        double gain = (double)(sound.samples[n] / plain.samples[n]);
        assert_true(gain > 0.42 - 1e-6 && gain <= 1 + 1e-6);
        if (n > 48000 + 40000) assert_true(gain > 0.999);
    }
    pantin_sound_free(&sound);
    pantin_sound_free(&plain);
}

static void the_gain_never_jumps(void **state) {
    (void)state;
    pantin_sound sound = silence(48000, 1, 1);
    for (size_t n = 0; n < sound.frames; n++)
        sound.samples[n] = n >= 20000 && n < 30000 ? 1.6f : 0.1f;
    assert_true(pantin_sound_limit(&sound, -1.5, NULL, NULL));
    for (size_t n = 1; n < sound.frames; n++) {
        if (n == 20000 || n == 30000) continue;
        double before = (double)sound.samples[n - 1], step = (double)sound.samples[n] - before;
        assert_true(fabs(step) < 0.005 * before); // 5 ms for at most 6 dB
    }
    pantin_sound_free(&sound);
}

static void stereo_is_turned_down_as_one(void **state) {
    (void)state;
    pantin_sound sound = silence(8000, 2, 0.1);
    for (size_t n = 0; n < sound.frames; n++)
        sound.samples[2 * n] = 1, sound.samples[2 * n + 1] = 0.5f;
    assert_true(pantin_sound_limit(&sound, -6, NULL, NULL));
    for (size_t n = 0; n < sound.frames; n++)
        assert_true(fabs((double)(sound.samples[2 * n + 1] / sound.samples[2 * n]) - 0.5) < 1e-6);
    pantin_sound_free(&sound);
}

static void a_peak_out_of_range_is_an_error(void **state) {
    (void)state;
    pantin_sound sound = silence(8000, 1, 0.1);
    const double bad[] = { 0.1, NAN, -201, INFINITY };
    for (int i = 0; i < 4; i++) {
        pantin_error error = { 0 };
        assert_false(pantin_sound_limit(&sound, bad[i], NULL, &error));
        assert_string_equal(error.where, "peak_dbfs");
    }
    pantin_sound_free(&sound);
}

static bool limit(void *context, pantin_error *error) {
    return pantin_sound_limit(context, -3, NULL, error);
}

static void refused_memory_is_an_error_and_leaks_nothing(void **state) {
    (void)state;
    pantin_sound sound = silence(8000, 1, 0.1);
    assert_int_equal(refusals_sweep(limit, &sound), 3);
    pantin_sound_free(&sound);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_sample_is_ever_above_the_peak),
        cmocka_unit_test(the_gain_alone_is_enough),
        cmocka_unit_test(what_is_never_too_loud_keeps_its_bits),
        cmocka_unit_test(a_peak_is_turned_down_before_and_after_and_no_further),
        cmocka_unit_test(the_gain_never_jumps),
        cmocka_unit_test(stereo_is_turned_down_as_one),
        cmocka_unit_test(a_peak_out_of_range_is_an_error),
        cmocka_unit_test(refused_memory_is_an_error_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
