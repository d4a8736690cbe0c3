// test_mix.c — sounds are laid at their frame, under a gain that film frames give.
// SPDX-License-Identifier: MIT
#include <math.h>

#include "with_tones.h"

static pantin_sound ones(int channels, size_t frames) {
    pantin_sound sound = { 0 };
    assert_true(pantin_sound_create(8000, channels, frames, &sound, NULL));
    for (size_t i = 0; i < frames * (size_t)channels; i++) sound.samples[i] = 1;
    return sound;
}

static void a_sound_begins_at_its_frame_and_never_leaves_the_other(void **state) {
    (void)state;
    pantin_sound from = ones(1, 4);
    static const struct {
        int64_t at;
        float wanted[6];
    } cases[] = { { 0, { 1, 1, 1, 1, 0, 0 } },  { 1, { 0, 1, 1, 1, 1, 0 } },
                  { 4, { 0, 0, 0, 0, 1, 1 } },  { 6, { 0 } },
                  { -3, { 1, 0, 0, 0, 0, 0 } }, { -4, { 0 } },
                  { INT64_MAX, { 0 } },         { INT64_MIN, { 0 } } };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        pantin_sound to = { 0 };
        assert_true(pantin_sound_create(8000, 1, 6, &to, NULL));
        pantin_sound_add(&to, &from, cases[i].at, NULL);
        assert_memory_equal(to.samples, cases[i].wanted, sizeof cases[i].wanted);
        pantin_sound_free(&to);
    }
    pantin_sound_free(&from);
}

static void mono_goes_to_both_sides_and_stereo_to_its_mean(void **state) {
    (void)state;
    pantin_sound mono = ones(1, 2), stereo = ones(2, 2), to_mono = { 0 }, to_stereo = { 0 };
    stereo.samples[1] = stereo.samples[3] = 0.5f;
    assert_true(pantin_sound_create(8000, 1, 2, &to_mono, NULL));
    assert_true(pantin_sound_create(8000, 2, 2, &to_stereo, NULL));
    pantin_sound_add(&to_mono, &stereo, 0, NULL);
    assert_true(to_mono.samples[0] == 0.75f && to_mono.samples[1] == 0.75f);
    pantin_sound_add(&to_stereo, &mono, 0, NULL);
    pantin_sound_add(&to_stereo, &stereo, 0, NULL);
    assert_true(to_stereo.samples[2] == 2 && to_stereo.samples[3] == 1.5f);
    pantin_sound_free(&mono);
    pantin_sound_free(&stereo);
    pantin_sound_free(&to_mono);
    pantin_sound_free(&to_stereo);
}

static void gains_are_straight_lines_between_film_frames(void **state) {
    (void)state;
    // 25 frames a second at 8000 Hz: 320 samples a frame
    const float values[] = { 0, 1, 0.5f };
    const pantin_gain gain = { values, 3, 25, 1 };
    pantin_sound from = ones(1, 1600), to = silence(8000, 1, 0.2);
    pantin_sound_add(&to, &from, 0, &gain);
    assert_true(to.samples[0] == 0 && to.samples[160] == 0.5f && to.samples[320] == 1);
    assert_true(to.samples[480] == 0.75f && to.samples[640] == 0.5f && to.samples[1599] == 0.5f);
    for (size_t n = 1; n < to.frames; n++)
        assert_true(fabs((double)(to.samples[n] - to.samples[n - 1])) < 0.0032); // no click
    pantin_sound_free(&to);
    // it counts by the time of what is mixed into, not of what is mixed
    to = silence(8000, 1, 0.2);
    pantin_sound_add(&to, &from, 160, &gain);
    assert_true(to.samples[159] == 0 && to.samples[160] == 0.5f && to.samples[320] == 1);
    pantin_sound_free(&to);
    pantin_sound_free(&from);
}

static void a_rational_rate_does_not_drift(void **state) {
    (void)state;
    // frame 30000 of 30000/1001 a second begins at 1001 s exactly
    static float values[30002];
    for (int i = 0; i < 30002; i++) values[i] = i >= 30000;
    const pantin_gain gain = { values, 30002, 30000, 1001 };
    pantin_sound from = ones(1, 8000 * 1001 + 10), to = { 0 };
    assert_true(pantin_sound_create(8000, 1, from.frames, &to, NULL));
    pantin_sound_add(&to, &from, 0, &gain);
    assert_true(to.samples[8000 * 1001] == 1 && to.samples[8000 * 1001 - 1] < 1);
    assert_true(to.samples[8000 * 1001 - 266] > 0 && to.samples[8000 * 1001 - 267] == 0);
    pantin_sound_free(&from);
    pantin_sound_free(&to);
}

static void a_gain_that_is_no_number_is_silence(void **state) {
    (void)state;
    const float values[] = { NAN, -3, INFINITY };
    const pantin_gain gain = { values, 3, 1000, 1 };
    pantin_sound from = ones(1, 40), to = silence(8000, 1, 0.005);
    pantin_sound_add(&to, &from, 0, &gain);
    for (size_t n = 0; n < to.frames; n++)
        assert_true(isfinite(to.samples[n]) && to.samples[n] >= 0);
    pantin_sound_free(&from);
    pantin_sound_free(&to);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sound_begins_at_its_frame_and_never_leaves_the_other),
        cmocka_unit_test(mono_goes_to_both_sides_and_stereo_to_its_mean),
        cmocka_unit_test(gains_are_straight_lines_between_film_frames),
        cmocka_unit_test(a_rational_rate_does_not_drift),
        cmocka_unit_test(a_gain_that_is_no_number_is_silence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
