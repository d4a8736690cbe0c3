// test_flite.c — flite speaks: the same each time, its phonemes where they are heard, at the rate
// and pitch asked.
// SPDX-License-Identifier: MIT
#include <math.h>
#include <string.h>

#include "refusals.h"
#include "with_tones.h"

static const char *const voices[] = { "kal", "kal16", "slt", "awb", "rms" };
static const char words[] = "Come here. It's all right.";

static pantin_speech say_or_fail(const char *voice, const char *text, double rate, double pitch) {
    pantin_speech speech = { 0 };
    pantin_error error = { 0 };
    if (!pantin_voice_flite(NULL, voice, text, rate, pitch, &speech, &error))
        fail_msg("%s: %s", error.where, error.text);
    return speech;
}

static void every_voice_says_the_same_each_time(void **state) {
    (void)state;
    for (int i = 0; i < 5; i++) {
        pantin_speech a = say_or_fail(voices[i], words, 1, 1);
        pantin_speech other = say_or_fail(voices[i], "Something else!", 1.2, 0.8);
        pantin_speech b = say_or_fail(voices[i], words, 1, 1);
        assert_int_equal(a.sound.frames, b.sound.frames);
        assert_memory_equal(a.sound.samples, b.sound.samples, a.sound.frames * sizeof(float));
        assert_int_equal(a.phoneme_count, b.phoneme_count);
        assert_memory_equal(a.phonemes, b.phonemes, (size_t)a.phoneme_count * sizeof *a.phonemes);
        pantin_speech_free(&a);
        pantin_speech_free(&b);
        pantin_speech_free(&other);
    }
}

static void phonemes_follow_each_other_and_end_with_the_sound(void **state) {
    (void)state;
    for (int i = 0; i < 5; i++) {
        pantin_speech s = say_or_fail(voices[i], words, 1, 1);
        double before = 0;
        assert_true(s.phoneme_count > 12);
        assert_string_equal(s.phonemes[0].name, "pau");
        assert_string_equal(s.phonemes[1].name, "k");
        assert_string_equal(s.phonemes[s.phoneme_count - 1].name, "pau");
        for (int k = 0; k < s.phoneme_count; k++) {
            assert_true(s.phonemes[k].from_s == before && s.phonemes[k].to_s >= before);
            before = s.phonemes[k].to_s;
            double frames = before * s.sound.rate_hz;
            assert_true(fabs(frames - round(frames)) < 1e-6); // what a WAV can keep
        }
        assert_true(fabs(before - (double)s.sound.frames / s.sound.rate_hz) < 0.006);
        pantin_speech_free(&s);
    }
}

static void the_silence_before_a_voice_is_trimmed_and_it_begins_on_time(void **state) {
    (void)state;
    for (int i = 0; i < 5; i++) {
        pantin_track_line lines[] = {
            { "call", NULL, voices[i], words, 0.9, { -18, 1.05, 1.15 } },
            { "soft", NULL, voices[i], words, 4.41, { -30, 0.9, 0.95 } }
        };
        pantin_track_plan plan = pantin_track_defaults(24, 1, 24 * 9);
        plan.lines = lines;
        plan.line_count = 2;
        const pantin_sound_sources sources = { NULL, pantin_voice_flite, NULL };
        pantin_track track = { 0 };
        assert_true(pantin_track_make(&plan, &sources, &track, NULL));
        for (int k = 0; k < 2; k++) {
            const pantin_heard_line *line = &track.lines[k];
            assert_true(fabs(line->onset_s - lines[k].at_s) < 0.0002);
            assert_true(fabs(line->track_onset_s - lines[k].at_s) < 0.0002);
            // the films' own words: the first 10 ms above -40 dBFS, on a grid, begin at the stated
            // time
            size_t at = (size_t)(48000 * lines[k].at_s + 0.5);
            assert_true(pantin_sound_level(&track.sound, at - 480, at).rms_dbfs <= -40);
            assert_true(pantin_sound_level(&track.sound, at, at + 480).rms_dbfs > -40);
            assert_true(lines[k].at_s - line->from_s <
                        0.1); // no more of a soft beginning than that
            assert_true(fabs(line->rms_dbfs - lines[k].tone.rms_dbfs) < 0.5);
            // the last phoneme but the pause ends where the sound does
            const pantin_phoneme *last = &line->phonemes[line->phoneme_count - 2];
            assert_true(fabs(last->to_s - line->to_s) < 0.12);
        }
        assert_true(track.level.peak_dbfs <= -1.5);
        pantin_track_free(&track);
    }
}

static void rate_makes_it_shorter_and_pitch_does_not(void **state) {
    (void)state;
    for (int i = 0; i < 5; i++) {
        pantin_speech plain = say_or_fail(voices[i], words, 1, 1);
        pantin_speech fast = say_or_fail(voices[i], words, 1.5, 1);
        pantin_speech high = say_or_fail(voices[i], words, 1, 1.3);
        double length = (double)plain.sound.frames;
        assert_true(fabs((double)fast.sound.frames / length - 1 / 1.5) < 0.02);
        assert_true(fabs((double)high.sound.frames / length - 1) < 0.02);
        assert_int_equal(fast.phoneme_count, plain.phoneme_count);
        assert_true(fabs(fast.phonemes[5].to_s / plain.phonemes[5].to_s - 1 / 1.5) < 0.02);
        assert_true(fabs(high.phonemes[5].to_s / plain.phonemes[5].to_s - 1) < 0.02);
        pantin_speech_free(&plain);
        pantin_speech_free(&fast);
        pantin_speech_free(&high);
    }
}

/// The pitch of the loudest tenth of a second, Hz, by autocorrelation: the shortest period that is
/// nearly as good as the best.
static double pitch_of(const pantin_sound *sound) {
    static double likeness[400];
    size_t rate = (size_t)sound->rate_hz, window = rate / 10, loudest = 0, shortest = rate / 350;
    double most = -300, best = 0;
    for (size_t at = 0; at + 2 * window < sound->frames; at += window / 4) {
        double dbfs = pantin_sound_level(sound, at, at + window).rms_dbfs;
        if (dbfs > most) most = dbfs, loudest = at;
    }
    for (size_t lag = shortest; lag < rate / 60; lag++) {
        double both = 0, one = 0, two = 0;
        for (size_t i = loudest; i < loudest + window; i++) {
            double a = (double)sound->samples[i], b = (double)sound->samples[i + lag];
            both += a * b, one += a * a, two += b * b;
        }
        likeness[lag] = both / sqrt(one * two);
        best = fmax(best, likeness[lag]);
    }
    size_t lag = shortest + 1;
    while (lag + 1 < rate / 60 &&
           !(likeness[lag] > 0.9 * best && likeness[lag] > likeness[lag - 1] &&
             likeness[lag] >= likeness[lag + 1]))
        lag++;
    return (double)rate / (double)lag;
}

static void pitch_raises_the_voice(void **state) {
    (void)state;
    for (int i = 0; i < 5; i++) {
        pantin_speech plain = say_or_fail(voices[i], words, 0.7, 1);
        pantin_speech high = say_or_fail(voices[i], words, 0.7, 1.3);
        assert_true(pitch_of(&plain.sound) > 70 && pitch_of(&plain.sound) < 220);
        double raised = pitch_of(&high.sound) / pitch_of(&plain.sound);
        assert_true(raised > (i == 1 ? 1.02 : 1.17) /* its loudest vowel moves */ && raised < 1.4);
        pantin_speech_free(&plain);
        pantin_speech_free(&high);
    }
}

static void typeset_signs_are_spoken(void **state) {
    (void)state;
    pantin_speech plain = say_or_fail("kal", "It's all right, come.", 1, 1);
    pantin_speech typeset = say_or_fail("kal", "It\xE2\x80\x99s all right, come.", 1, 1);
    assert_int_equal(plain.sound.frames, typeset.sound.frames);
    assert_memory_equal(plain.sound.samples, typeset.sound.samples,
                        plain.sound.frames * sizeof(float));
    pantin_speech_free(&plain);
    pantin_speech_free(&typeset);
}

static void what_cannot_be_said_is_one_line(void **state) {
    (void)state;
    static char endless[2002];
    memset(endless, 'a', sizeof endless - 1);
    const struct {
        const char *voice, *text;
        double rate;
        const char *where, *said;
    } cases[] = {
        { "slr", "x", 1, "slr", "did you mean \"slt\"? It has kal kal16 slt awb rms" },
        { "", "x", 1, "", "flite has no such voice" },
        { "slt", "Poj\xC4\x8F sem", 1, "text", "byte 3" },
        { "slt", "a\xE2\x80", 1, "text", "byte 1" },
        { "slt", "", 1, "text", "nothing to say" },
        { "slt", " .,!\t", 1, "text", "nothing to say" },
        { "slt", endless, 1, "text", "2001 bytes" },
        { "slt", "x", 0.2, "tone", "0.25..4" },
        { "slt", "x", NAN, "tone", "0.25..4" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        pantin_speech speech = { 0 };
        pantin_error error = { 0 };
        assert_false(pantin_voice_flite(NULL, cases[i].voice, cases[i].text, cases[i].rate, 1,
                                        &speech, &error));
        assert_string_equal(error.where, cases[i].where);
        assert_non_null(strstr(error.text, cases[i].said));
        assert_null(strchr(error.text, '\n'));
        assert_null(speech.sound.samples);
    }
}

static void odd_texts_are_spoken_or_refused(void **state) {
    (void)state;
    static const char *const odd[] = {
        "0",    "%s%n%d",   "<speak>&lt;",   "a\nb\r\nc",    "$5.00 on 3/4/1999",
        "((((", "I. V. X.", "......a......", "zxqj kkkk!!!", "'''s"
    };
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
        pantin_speech speech = { 0 };
        if (pantin_voice_flite(NULL, "kal", odd[i], 1, 1, &speech, NULL))
            pantin_speech_free(&speech);
    }
}

static bool say(void *context, pantin_error *error) {
    pantin_speech speech = { 0 };
    bool done = pantin_voice_flite(NULL, "kal", context, 1, 1, &speech, error);
    pantin_speech_free(&speech);
    return done;
}

static void refused_memory_is_an_error_and_leaks_nothing(void **state) {
    (void)state;
    assert_int_equal(refusals_sweep(say, "yes"), 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_voice_says_the_same_each_time),
        cmocka_unit_test(phonemes_follow_each_other_and_end_with_the_sound),
        cmocka_unit_test(the_silence_before_a_voice_is_trimmed_and_it_begins_on_time),
        cmocka_unit_test(rate_makes_it_shorter_and_pitch_does_not),
        cmocka_unit_test(pitch_raises_the_voice),
        cmocka_unit_test(typeset_signs_are_spoken),
        cmocka_unit_test(what_cannot_be_said_is_one_line),
        cmocka_unit_test(odd_texts_are_spoken_or_refused),
        cmocka_unit_test(refused_memory_is_an_error_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
