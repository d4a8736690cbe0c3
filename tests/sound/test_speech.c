// test_speech.c — spoken lines as files, their names, and the mouth they move.
// SPDX-License-Identifier: MIT
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "refusals.h"
#include "with_tones.h"

static pantin_speech say(void) {
    tone_voice voice = { .lead_s = 0.2, .rate_hz = 16000, .channels = 1 };
    pantin_speech speech = { 0 };
    assert_true(tone_voice_speak(&voice, "a", "x", 1, 1, &speech, NULL));
    // as a voice gives them: 16-bit values, times on whole samples
    for (size_t i = 0; i < speech.sound.frames; i++)
        speech.sound.samples[i] = (float)(int)(speech.sound.samples[i] * 32768) / 32768;
    return speech;
}

static void a_spoken_line_comes_back_from_its_file_as_it_was(void **state) {
    (void)state;
    pantin_speech speech = say(), back = { 0 };
    pantin_bytes bytes;
    assert_true(pantin_speech_write(&speech, &bytes, NULL));
    assert_true(pantin_speech_read("x.wav", bytes.data, bytes.size, &back, NULL));
    assert_int_equal(back.sound.frames, speech.sound.frames);
    assert_memory_equal(back.sound.samples, speech.sound.samples,
                        speech.sound.frames * sizeof(float));
    assert_int_equal(back.phoneme_count, 3);
    for (int i = 0; i < 3; i++) {
        assert_string_equal(back.phonemes[i].name, speech.phonemes[i].name);
        assert_true(back.phonemes[i].from_s == speech.phonemes[i].from_s);
        assert_true(fabs(back.phonemes[i].to_s - speech.phonemes[i].to_s) < 1e-12);
    }
    // and any reader of WAV takes it for a sound
    pantin_sound plain = { 0 };
    assert_true(pantin_wav_read("x.wav", bytes.data, bytes.size, &plain, NULL));
    assert_int_equal(plain.frames, speech.sound.frames);
    pantin_sound_free(&plain);
    pantin_sound_free(&back.sound);
    memory_free(back.phonemes, 3, sizeof *back.phonemes);
    pantin_speech_free(&speech);
    pantin_bytes_free(&bytes);
}

static void cue_points_that_lie_are_an_error(void **state) {
    (void)state;
    pantin_speech speech = say(), back = { 0 };
    pantin_bytes bytes;
    assert_true(pantin_speech_write(&speech, &bytes, NULL));
    size_t cue = 44 + 2 * speech.sound.frames; // "cue ", size, count, points of 24
    assert_memory_equal(bytes.data + cue, "cue ", 4);
    static const struct {
        size_t at;
        uint8_t byte;
        const char *text;
    } lies[] = { { 8, 0, "0 cue points" },    { 8, 255, "255 cue points" },
                 { 11, 255, "cue points" },   { 12, 9, "point 1 is out of order" },
                 { 34, 255, "out of order" }, { 12 + 24 + 23, 1, "point 2 is out of order" } };
    for (size_t i = 0; i < sizeof lies / sizeof lies[0]; i++) {
        pantin_error error = { 0 };
        uint8_t kept = bytes.data[cue + lies[i].at];
        bytes.data[cue + lies[i].at] = lies[i].byte;
        assert_false(pantin_speech_read("x.wav", bytes.data, bytes.size, &back, &error));
        assert_string_equal(error.where, "x.wav");
        assert_non_null(strstr(error.text, lies[i].text));
        bytes.data[cue + lies[i].at] = kept;
    }
    bytes.data[bytes.size - 12 - 2] = 0; // the size of the last label
    for (size_t i = bytes.size - 1; i > cue + 120; i--) bytes.data[i] = 0;
    pantin_error error = { 0 };
    assert_false(pantin_speech_read("x.wav", bytes.data, bytes.size, &back, &error));
    assert_non_null(strstr(error.text, "bears no phoneme's name"));
    pantin_speech_free(&speech);
    pantin_bytes_free(&bytes);
}

static void the_name_of_a_spoken_line_tells_all_that_decides_it(void **state) {
    (void)state;
    char name[32], other[32];
    pantin_speech_name("slt", "Come here", 1, 1, name);
    assert_int_equal(strlen(name), 20);
    assert_string_equal(name + 16, ".wav");
    pantin_speech_name("slt", "Come here", 1, 1, other);
    assert_string_equal(name, other);
    const struct {
        const char *voice, *text;
        double rate, pitch;
    } others[] = { { "kal", "Come here", 1, 1 },
                   { "slt", "Come here!", 1, 1 },
                   { "slt", "Come here", 1.05, 1 },
                   { "slt", "Come here", 1, 1.05 },
                   { "sltCome", " here", 1, 1 } };
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        pantin_speech_name(others[i].voice, others[i].text, others[i].rate, others[i].pitch, other);
        assert_string_not_equal(name, other);
    }
}

static const pantin_phoneme mama[] = { { "m", 1.0, 1.1 },  { "aa", 1.1, 1.3 }, { "m", 1.3, 1.4 },
                                       { "aa", 1.4, 1.6 }, { "pau", 1.6, 2 },  { "xx", 2, 2.2 } };

static void a_mouth_closes_on_m_and_opens_on_aa(void **state) {
    (void)state;
    assert_true(pantin_mouth_open(mama, 6, 1.05) == 0);
    assert_true(pantin_mouth_open(mama, 6, 1.2) == 1);
    assert_true(pantin_mouth_open(mama, 6, 1.35) == 0);
    assert_true(pantin_mouth_open(mama, 6, 1.5) == 1);
    assert_true(pantin_mouth_open(mama, 6, 1.8) == 0);
    assert_true(pantin_mouth_open(mama, 6, 2.1) > 0); // a phoneme nobody knows still says something
    assert_true(fabs(pantin_mouth_open(mama, 6, 1.125) - 0.5) < 1e-12); // half way from m to aa
}

static void a_mouth_is_closed_where_nothing_is_said_and_never_jumps(void **state) {
    (void)state;
    assert_true(pantin_mouth_open(mama, 6, 0.99) == 0);
    assert_true(pantin_mouth_open(mama, 6, 2.21) == 0);
    assert_true(pantin_mouth_open(mama, 6, NAN) == 0);
    assert_true(pantin_mouth_open(NULL, 0, 1) == 0);
    double before = 0;
    for (int i = 0; i <= 2400; i++) {
        double open = pantin_mouth_open(mama, 6, i / 1000.0);
        assert_true(open >= 0 && open <= 1);
        assert_true(fabs(open - before) < 0.02);
        before = open;
    }
}

static bool there_and_back(void *context, pantin_error *error) {
    pantin_speech back = { 0 };
    pantin_bytes bytes = { 0 };
    bool done = pantin_speech_write(context, &bytes, error) &&
                pantin_speech_read("x", bytes.data, bytes.size, &back, error);
    pantin_bytes_free(&bytes);
    pantin_speech_free(&back);
    return done;
}

static void refused_memory_is_an_error_and_leaks_nothing(void **state) {
    (void)state;
    pantin_speech speech = say();
    assert_int_equal(refusals_sweep(there_and_back, &speech), 3);
    pantin_speech_free(&speech);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_spoken_line_comes_back_from_its_file_as_it_was),
        cmocka_unit_test(cue_points_that_lie_are_an_error),
        cmocka_unit_test(the_name_of_a_spoken_line_tells_all_that_decides_it),
        cmocka_unit_test(a_mouth_closes_on_m_and_opens_on_aa),
        cmocka_unit_test(a_mouth_is_closed_where_nothing_is_said_and_never_jumps),
        cmocka_unit_test(refused_memory_is_an_error_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
