// test_wav.c — WAV files: every packing, there and back, and whatever a stranger sends.
// SPDX-License-Identifier: MIT
#include <math.h>
#include <string.h>

#include "base/bytes.h"
#include "base/random.h"
#include "refusals.h"
#include "with_tones.h"
#include "with_wav.h"

static void every_packing_is_read_exactly(void **state) {
    (void)state;
    uint8_t file[256], reals[24], *at = reals;
    put_float(&at, 0.125f), put_float(&at, -2.5f);
    at = reals + 8;
    put_double(&at, 0.3), put_double(&at, NAN);
    static const uint8_t u8[] = { 0, 255 }, s16[] = { 0, 0x80, 0xFF, 0x7F },
                         s24[] = { 0, 0, 0x80, 1, 0, 0 }, s32[] = { 0, 0, 0, 0x80, 0, 0, 0, 0x40 };
    const struct {
        int kind, bits;
        const void *samples;
        size_t size;
        float first, second;
    } cases[] = {
        { 1, 8, u8, 2, -1, 127 / 128.0f },     { 1, 16, s16, 4, -1, 32767 / 32768.0f },
        { 1, 24, s24, 6, -1, 1 / 8388608.0f }, { 1, 32, s32, 8, -1, 0.5f },
        { 3, 32, reals, 8, 0.125f, -2.5f },    { 3, 64, reals + 8, 16, (float)0.3, 0 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (int channels = 1; channels <= 2; channels++) {
            pantin_sound sound = { 0 };
            size_t size = make_wav(cases[i].kind, channels, 44100, cases[i].bits, cases[i].samples,
                                   cases[i].size, file);
            assert_true(pantin_wav_read("x.wav", file, size, &sound, NULL));
            assert_int_equal(sound.channels, channels);
            assert_int_equal(sound.frames, 2 / channels);
            assert_int_equal(sound.rate_hz, 44100);
            assert_true(sound.samples[0] == cases[i].first && sound.samples[1] == cases[i].second);
            pantin_sound_free(&sound);
        }
}

static void floats_come_back_bit_by_bit_and_16_bit_to_half_a_step(void **state) {
    (void)state;
    random_state r = random_make(2);
    pantin_sound sound = silence(48000, 2, 0.1), back = { 0 };
    pantin_bytes bytes;
    for (size_t i = 0; i < 2 * sound.frames; i++)
        sound.samples[i] = (float)random_between(&r, -1, 1);
    assert_true(pantin_wav_write(&sound, 32, &bytes, NULL));
    assert_true(pantin_wav_read("x", bytes.data, bytes.size, &back, NULL));
    assert_int_equal(back.frames, sound.frames);
    assert_memory_equal(back.samples, sound.samples, 2 * sound.frames * sizeof(float));
    pantin_sound_free(&back);
    pantin_bytes_free(&bytes);
    sound.samples[0] = 1, sound.samples[1] = -7, sound.samples[2] = NAN, sound.samples[3] = 7;
    assert_true(pantin_wav_write(&sound, 16, &bytes, NULL));
    assert_true(pantin_wav_read("x", bytes.data, bytes.size, &back, NULL));
    assert_true(back.samples[0] == 32767 / 32768.0f && back.samples[1] == -1);
    assert_true(back.samples[2] == 0 && back.samples[3] == 32767 / 32768.0f);
    for (size_t i = 4; i < 2 * sound.frames; i++)
        assert_true(fabs((double)(back.samples[i] - sound.samples[i])) <= 1.01 / 65536);
    pantin_sound_free(&back);
    pantin_sound_free(&sound);
    pantin_bytes_free(&bytes);
}

static void what_is_no_wav_is_one_line_with_its_name(void **state) {
    (void)state;
    uint8_t file[256];
    static const uint8_t samples[12] = { 0 };
    const struct {
        int kind, channels, rate_hz, bits;
        const char *text;
    } cases[] = {
        { 17, 1, 44100, 4, "kind 17, 4 bit" }, { 1, 1, 44100, 12, "12 bit" },
        { 1, 6, 44100, 16, "6 channels" },     { 1, 0, 44100, 16, "0 channels" },
        { 1, 1, 4000, 16, "4000 Hz" },         { 3, 1, 44100, 16, "16 bit" },
        { 1, 1, 44100, 0, "0 bit" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        pantin_sound sound = { 0 };
        pantin_error error = { 0 };
        size_t size = make_wav(cases[i].kind, cases[i].channels, cases[i].rate_hz, cases[i].bits,
                               samples, 12, file);
        assert_false(pantin_wav_read("odd.wav", file, size, &sound, &error));
        assert_int_equal(error.kind, PANTIN_ERROR_FORMAT);
        assert_string_equal(error.where, "odd.wav");
        assert_non_null(strstr(error.text, cases[i].text));
        assert_null(sound.samples);
    }
}

static void a_file_cut_anywhere_is_an_error(void **state) {
    (void)state;
    uint8_t file[256];
    static const uint8_t samples[12] = { 1 };
    size_t size = make_wav(1, 1, 8000, 16, samples, 12, file);
    for (size_t cut = 0; cut < size; cut++) {
        // In a block of its own, so that a step beyond it is caught.
        uint8_t *part = malloc(cut + 1);
        memcpy(part, file, cut);
        pantin_sound sound = { 0 };
        pantin_error error = { 0 };
        assert_false(pantin_wav_read("cut.wav", part, cut, &sound, &error));
        assert_int_equal(error.kind, PANTIN_ERROR_FORMAT);
        assert_null(strchr(error.text, '\n'));
        free(part);
    }
}

static void flipped_bytes_never_crash(void **state) {
    (void)state;
    random_state r = random_make(9);
    uint8_t file[256];
    static const uint8_t samples[12] = { 1 };
    size_t size = make_wav(1, 2, 8000, 16, samples, 12, file);
    for (int i = 0; i < 20000; i++) {
        uint8_t *copy = malloc(size);
        memcpy(copy, file, size);
        for (int k = random_below(&r, 4); k >= 0; k--)
            copy[random_below(&r, (int)size)] = (uint8_t)random_below(&r, 256);
        pantin_speech speech = { 0 };
        if (pantin_speech_read("x", copy, size, &speech, NULL)) pantin_speech_free(&speech);
        free(copy);
    }
}

static bool there_and_back(void *context, pantin_error *error) {
    pantin_sound back = { 0 };
    pantin_bytes bytes = { 0 };
    bool done = pantin_wav_write(context, 16, &bytes, error) &&
                pantin_wav_read("x", bytes.data, bytes.size, &back, error);
    pantin_bytes_free(&bytes);
    pantin_sound_free(&back);
    return done;
}

static void refused_memory_is_an_error_and_leaks_nothing(void **state) {
    (void)state;
    pantin_sound sound = silence(8000, 1, 0.1);
    assert_int_equal(refusals_sweep(there_and_back, &sound), 2);
    pantin_sound_free(&sound);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_packing_is_read_exactly),
        cmocka_unit_test(floats_come_back_bit_by_bit_and_16_bit_to_half_a_step),
        cmocka_unit_test(what_is_no_wav_is_one_line_with_its_name),
        cmocka_unit_test(a_file_cut_anywhere_is_an_error),
        cmocka_unit_test(flipped_bytes_never_crash),
        cmocka_unit_test(refused_memory_is_an_error_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
