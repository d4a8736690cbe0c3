// test_beds.c — what is made under everything: its level, its bits, its band, its end and its
// beginning.
// SPDX-License-Identifier: MIT
#include <math.h>
#include <string.h>

#include "refusals.h"
#include "sound/sound.h"
#include "with_tones.h"

static const double notes[] = { 110, 165, 220 };

static pantin_track_bed bed_of(pantin_bed_kind kind) {
    return (pantin_track_bed){
        .kind = kind, .seed = 3, .notes_hz = notes, .note_count = 3, .level_dbfs = -49
    };
}

static pantin_sound make_bed(const pantin_track_bed *bed, int rate_hz, int channels,
                             double length_s) {
    pantin_sound sound = silence(rate_hz, channels, length_s);
    assert_true(sound_bed_make(bed, NULL, &sound, NULL));
    return sound;
}

static void every_bed_has_its_level_at_any_rate(void **state) {
    (void)state;
    static const int rates[] = { 8000, 16000, 48000 };
    for (int kind = PANTIN_BED_CRICKETS; kind <= PANTIN_BED_ROOM; kind++)
        for (int i = 0; i < 6; i++) {
            pantin_track_bed bed = bed_of((pantin_bed_kind)kind);
            pantin_sound sound = make_bed(&bed, rates[i / 2], 1 + i % 2, 4);
            pantin_level level = pantin_sound_level(&sound, 0, sound.frames);
            assert_true(fabs(level.rms_dbfs + 49) < 1e-4);
            assert_true(level.peak_dbfs < -25); // nothing in it stands out by more than 24 dB
            pantin_sound_free(&sound);
        }
}

static void no_second_stands_out(void **state) {
    (void)state;
    for (int kind = PANTIN_BED_CRICKETS; kind <= PANTIN_BED_ROOM; kind++) {
        pantin_track_bed bed = bed_of((pantin_bed_kind)kind);
        pantin_sound sound = make_bed(&bed, 48000, 2, 20);
        for (size_t s = 0; s < 20; s++) {
            double dbfs = pantin_sound_level(&sound, 48000 * s, 48000 * (s + 1)).rms_dbfs;
            assert_true(fabs(dbfs + 49) < 3);
        }
        pantin_sound_free(&sound);
    }
}

static void the_same_seed_gives_the_same_bits_and_another_does_not(void **state) {
    (void)state;
    for (int kind = PANTIN_BED_CRICKETS; kind <= PANTIN_BED_ROOM; kind++) {
        pantin_track_bed bed = bed_of((pantin_bed_kind)kind);
        pantin_sound a = make_bed(&bed, 48000, 2, 1), b = make_bed(&bed, 48000, 2, 1);
        assert_memory_equal(a.samples, b.samples, 2 * a.frames * sizeof(float));
        bed.seed = 4;
        pantin_sound c = make_bed(&bed, 48000, 2, 1);
        assert_memory_not_equal(a.samples, c.samples, 2 * a.frames * sizeof(float));
        pantin_sound_free(&a);
        pantin_sound_free(&b);
        pantin_sound_free(&c);
    }
}

/// RMS above and below a frequency, by a difference and a sum of neighbors: enough to tell hiss
/// from hum.
static double brightness(const pantin_sound *sound) {
    double high = 0, low = 0;
    for (size_t n = 1; n < sound->frames; n++) {
        double a = (double)sound->samples[n], b = (double)sound->samples[n - 1];
        high += (a - b) * (a - b);
        low += (a + b) * (a + b);
    }
    return high / low;
}

static void crickets_are_high_and_chord_and_room_are_low(void **state) {
    (void)state;
    pantin_track_bed bed = bed_of(PANTIN_BED_CRICKETS);
    pantin_sound sound = make_bed(&bed, 16000, 1, 4);
    assert_true(brightness(&sound) > 0.6); // tan^2(pi f / rate): 4 kHz gives 1
    pantin_sound_free(&sound);
    bed.kind = PANTIN_BED_CHORD;
    sound = make_bed(&bed, 16000, 1, 4);
    assert_true(brightness(&sound) < 0.02);
    for (int i = 0; i < 3; i++) assert_true(amplitude_at(&sound, notes[i], 0, 16000) > 2e-4);
    assert_true(amplitude_at(&sound, 140, 0, 16000) < 1e-5);
    pantin_sound_free(&sound);
    bed.kind = PANTIN_BED_ROOM;
    sound = make_bed(&bed, 16000, 1, 4);
    assert_true(brightness(&sound) < 0.2);
    pantin_sound_free(&sound);
}

// --- files ----------------------------------------------------------------------------------------

typedef struct shelf {
    int rate_hz, channels;
    size_t frames;
    float first; // added to all samples
} shelf;

static bool take_from_shelf(void *self, const char *path, pantin_sound *sound,
                            pantin_error *error) {
    const shelf *s = self;
    if (strcmp(path, "wind.flac") != 0)
        return pantin_fail(error, PANTIN_ERROR_FILE, path, "there is no such file");
    if (!pantin_sound_create(s->rate_hz, s->channels, s->frames, sound, error)) return false;
    for (size_t i = 0; i < s->frames * (size_t)s->channels; i++) sound->samples[i] = s->first;
    if (s->first == 0) add_tone(sound, 1000, -3, 0, 1e6);
    return true;
}

static pantin_sound lay(shelf s, double length_s) {
    pantin_sound_sources sources = { &s, NULL, take_from_shelf };
    pantin_track_bed bed = { .kind = PANTIN_BED_FILE, .file = "wind.flac", .level_dbfs = -30 };
    pantin_sound sound = silence(48000, 2, length_s);
    assert_true(sound_bed_make(&bed, &sources, &sound, NULL));
    return sound;
}

static void a_short_file_is_begun_again_without_a_click(void **state) {
    (void)state;
    // its turns fall on odd places of the tone, where a cut would jump by up to twice its size
    pantin_sound sound = lay((shelf){ 48000, 1, 40013, 0 }, 5);
    double size = sqrt(2) * pow(10, -30 / 20.0), most = 0;
    for (size_t n = 1; n < sound.frames; n++)
        most = fmax(most, fabs((double)(sound.samples[2 * n] - sound.samples[2 * n - 2])));
    assert_true(most < 1.5 * size * 2 * 3.14159265 * 1000 / 48000);
    pantin_sound_free(&sound);
}

static void a_file_of_any_rate_and_length_fills_the_film(void **state) {
    (void)state;
    static const shelf shelves[] = { { 44100, 2, 9000, 0 },   { 16000, 1, 100000, 0 },
                                     { 48000, 2, 1, 0.25f },  { 8000, 1, 3, 0.25f },
                                     { 48000, 1, 7, -0.25f }, { 192000, 2, 400000, 0 } };
    for (size_t i = 0; i < sizeof shelves / sizeof shelves[0]; i++) {
        pantin_sound sound = lay(shelves[i], 1.5);
        assert_true(fabs(pantin_sound_level(&sound, 0, sound.frames).rms_dbfs + 30) < 1e-3);
        assert_true(pantin_sound_level(&sound, 71000, 71900).rms_dbfs > -40);
        pantin_sound_free(&sound);
    }
}

static void what_cannot_be_laid_is_one_line(void **state) {
    (void)state;
    shelf s = { 48000, 1, 100, 0 };
    pantin_sound_sources sources = { &s, NULL, take_from_shelf };
    pantin_sound sound = silence(8000, 1, 0.1);
    double high = 25000;
    const struct {
        pantin_track_bed bed;
        const char *where, *text;
    } cases[] = {
        { { .kind = PANTIN_BED_FILE, .file = "lost.wav" }, "lost.wav", "no such file" },
        { { .kind = PANTIN_BED_FILE, .where = "x.json:3:4" }, "x.json:3:4", "neither a synth nor" },
        { { .kind = PANTIN_BED_CHORD }, "chord", "notes_hz" },
        { { .kind = PANTIN_BED_CHORD, .notes_hz = &high, .note_count = 1 }, "chord", "25000" },
        { { .kind = PANTIN_BED_ROOM, .level_dbfs = 3 }, "room", "level 3" },
        { { .kind = PANTIN_BED_ROOM, .level_dbfs = NAN }, "room", "level" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        pantin_error error = { 0 };
        assert_false(sound_bed_make(&cases[i].bed, &sources, &sound, &error));
        assert_string_equal(error.where, cases[i].where);
        assert_non_null(strstr(error.text, cases[i].text));
    }
    pantin_error error = { 0 };
    s.frames = 0;
    pantin_track_bed bed = { .kind = PANTIN_BED_FILE, .file = "wind.flac" };
    assert_false(sound_bed_make(&bed, &sources, &sound, &error));
    assert_non_null(strstr(error.text, "no sound"));
    pantin_sound_free(&sound);
}

static bool lay_small(void *context, pantin_error *error) {
    pantin_sound_sources sources = { context, NULL, take_from_shelf };
    pantin_track_bed bed = { .kind = PANTIN_BED_FILE, .file = "wind.flac" };
    pantin_sound sound = { 0 };
    bool done = pantin_sound_create(48000, 1, 500, &sound, error) &&
                sound_bed_make(&bed, &sources, &sound, error);
    pantin_sound_free(&sound);
    return done;
}

static void refused_memory_is_an_error_and_leaks_nothing(void **state) {
    (void)state;
    shelf s = { 8000, 2, 60, 0 };
    assert_int_equal(refusals_sweep(lay_small, &s), 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_bed_has_its_level_at_any_rate),
        cmocka_unit_test(no_second_stands_out),
        cmocka_unit_test(the_same_seed_gives_the_same_bits_and_another_does_not),
        cmocka_unit_test(crickets_are_high_and_chord_and_room_are_low),
        cmocka_unit_test(a_short_file_is_begun_again_without_a_click),
        cmocka_unit_test(a_file_of_any_rate_and_length_fills_the_film),
        cmocka_unit_test(what_cannot_be_laid_is_one_line),
        cmocka_unit_test(refused_memory_is_an_error_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
