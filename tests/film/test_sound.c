// test_sound.c — what is heard in the film stands where it stood in the track: begin, onset, level,
// end.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <stdio.h>

#include "pantin/sound.h"
#include "with_decoder.h"
#include "with_room.h"

enum { RATE = 48000, FRAMES = 48 };

/// Two seconds: clicks at 0.25 and 1.75 s and a tone of -18 dBFS from 0.9 s to 1.4 s.
static pantin_sound make_track(void) {
    pantin_sound track = { 0 };
    assert_true(pantin_sound_create(RATE, 2, 2 * RATE, &track, NULL));
    for (size_t n = RATE * 9 / 10; n < RATE * 14 / 10; n++)
        for (size_t c = 0; c < 2; c++)
            track.samples[2 * n + c] = (float)(0.178 * sin(0.08 * (double)n));
    for (size_t c = 0; c < 2; c++)
        track.samples[2 * (RATE / 4) + c] = track.samples[2 * (RATE * 7 / 4) + c] = 0.8f;
    return track;
}

static film_facts film_it(const char *output, const pantin_sound *track) {
    pantin_film_format format = quick_format(64, 48);
    format.sound_rate_hz = track->rate_hz;
    format.sound_channels = track->channels;
    void *film = film_open_or_fail(output, &format);
    assert_true(pantin_sink_ffmpeg.sound(film, track->samples, track->frames, NULL));
    film_give_pictures(film, 64, 48, 0, FRAMES);
    film_close_or_fail(film);
    film_facts facts;
    assert_true(film_facts_read(output, &facts));
    assert_int_equal(remove(output), 0);
    return facts;
}

static size_t loudest(const film_facts *facts, size_t from, size_t to) {
    size_t at = from;
    for (size_t n = from; n < to; n++)
        if (fabsf(facts->sound[n]) > fabsf(facts->sound[at])) at = n;
    return at;
}

static void pictures_and_sound_begin_together_and_nothing_is_late(void **state) {
    (void)state;
    static const char *const outputs[] = { "a.mp4", "a.mov", "a.mkv" };
    pantin_sound track = make_track();
    for (int i = 0; i < 3; i++) {
        film_facts facts = film_it(outputs[i], &track);
        // Decoders give AAC's 1024 samples of priming or cut them; times in the file count without
        // them. Matroska cannot say so: there pictures and sound both stand 1024 samples later.
        double priming_s = i == 2 ? 1024.0 / RATE : 0;
        assert_true(fabs(facts.video_start_s - priming_s) < 0.001);
        size_t cut = facts.sound_frames >= 2 * RATE + 1024 ? 1024 : 0;
        double begin_s = facts.sound_start_s + (double)cut / RATE - facts.video_start_s;
        assert_true(fabs(begin_s) < 0.001 || cut == 0);
        assert_int_equal(loudest(&facts, 0, RATE / 2) - cut, RATE / 4);
        assert_int_equal(loudest(&facts, RATE * 3 / 2 + cut, 2 * RATE + cut) - cut, RATE * 7 / 4);
        pantin_sound heard = { RATE, 1, (size_t)facts.sound_frames - cut, facts.sound + cut };
        pantin_onset onset = pantin_onset_defaults();
        double found_s = pantin_sound_onset(&heard, 0.5, 1.5, &onset);
        assert_true(fabs(found_s - 0.9) < 0.010); // AAC rings a little before what begins at once
        assert_true(fabs(pantin_sound_level(&heard, RATE, RATE * 13 / 10).rms_dbfs + 18) < 0.1);
        assert_int_equal(facts.pictures, FRAMES);
        film_facts_free(&facts);
    }
    pantin_sound_free(&track);
}

static void a_voice_thirty_milliseconds_late_is_told_in_the_film_itself(void **state) {
    (void)state;
    pantin_sound track = make_track(), late = { 0 };
    assert_true(pantin_sound_create(RATE, 2, track.frames, &late, NULL));
    pantin_sound_add(&late, &track, RATE * 3 / 100, NULL);
    film_facts facts[2] = { film_it("a.mp4", &track), film_it("b.mp4", &late) };
    double found_s[2];
    for (int i = 0; i < 2; i++) {
        pantin_sound heard = { RATE, 1, (size_t)facts[i].sound_frames, facts[i].sound };
        pantin_onset onset = pantin_onset_defaults();
        found_s[i] = pantin_sound_onset(&heard, 0.5, 1.5, &onset);
        film_facts_free(&facts[i]);
    }
    assert_true(fabs(found_s[1] - found_s[0] - 0.03) < 0.010);
    pantin_sound_free(&track);
    pantin_sound_free(&late);
}

static void a_spoken_track_is_filmed_with_its_onsets(void **state) {
    (void)state;
    const pantin_track_line lines[] = {
        { "call", NULL, "slt", "Come here!", 0.9, { -18, 1.05, 1.15 } },
        { "soft", NULL, "slt", "It's all right.", 2.41, { -30, 0.9, 0.95 } },
    };
    const pantin_track_bed bed = { .kind = PANTIN_BED_CRICKETS, .seed = 3, .level_dbfs = -50 };
    pantin_track_plan plan = pantin_track_defaults(24, 1, 96);
    plan.lines = lines, plan.line_count = 2;
    plan.beds = &bed, plan.bed_count = 1;
    const pantin_sound_sources sources = { NULL, pantin_voice_flite, pantin_sound_file };
    pantin_track track = { 0 };
    assert_true(pantin_track_make(&plan, &sources, &track, NULL));
    film_facts facts = film_it("spoken.mp4", &track.sound);
    size_t cut = facts.sound_frames >= 4 * RATE + 1024 ? 1024 : 0;
    pantin_sound heard = { RATE, 1, (size_t)facts.sound_frames - cut, facts.sound + cut };
    for (int k = 0; k < 2; k++) {
        double at_s = lines[k].at_s;
        double found_s = pantin_sound_onset(&heard, at_s - 0.1, at_s + 1, &plan.onset);
        assert_true(fabs(found_s - at_s) < 0.010);
        pantin_level level = pantin_sound_level(&heard, (size_t)(RATE * track.lines[k].from_s),
                                                (size_t)(RATE * track.lines[k].to_s));
        assert_true(fabs(level.rms_dbfs - lines[k].tone.rms_dbfs) < 0.3);
    }
    assert_true(pantin_sound_level(&heard, 0, heard.frames).peak_dbfs <= -1.5);
    film_facts_free(&facts);
    pantin_track_free(&track);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_ROOM(pictures_and_sound_begin_together_and_nothing_is_late),
        IN_ROOM(a_voice_thirty_milliseconds_late_is_told_in_the_film_itself),
        IN_ROOM(a_spoken_track_is_filmed_with_its_onsets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
