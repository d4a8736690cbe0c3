// bed.c — a sound under everything: made or read, as long as the film, at its level.
//
// A file that is shorter is begun again; its end and its new beginning overlap for a quarter of a
// second (or a quarter of the file) under sin and cos, whose squares sum to 1, so that noise keeps
// its level.
// SPDX-License-Identifier: MIT
#include <math.h>

#include "base/trig.h"
#include "sound.h"

#define OVERLAP_S 0.25

static const char *bed_name(const pantin_track_bed *bed) {
    static const char *const names[] = { "file", "crickets", "chord", "room" };
    return bed->where != NULL ? bed->where : names[bed->kind];
}

/// RMS of the whole becomes the bed's level; what is silent stays so.
static void set_level(pantin_sound *sound, double level_dbfs) {
    size_t count = sound->frames * (size_t)sound->channels;
    double sum = 0;
    for (size_t i = 0; i < count; i++) sum += (double)sound->samples[i] * (double)sound->samples[i];
    if (!(sum > 0)) return;
    double gain = sound_amplitude(level_dbfs) / sqrt(sum / (double)count);
    for (size_t i = 0; i < count; i++)
        sound->samples[i] = (float)(gain * (double)sound->samples[i]);
}

/// Lays a file end to end; both have the same rate.
static void lay_file(const pantin_sound *file, pantin_sound *sound) {
    size_t overlap = (size_t)sound_frames_of(OVERLAP_S, file->rate_hz);
    if (overlap > file->frames / 4) overlap = file->frames / 4;
    if (file->frames >= sound->frames) overlap = 0;
    size_t turn = file->frames - overlap;
    if (turn == 0) return;
    int last = file->channels - 1;
    for (size_t n = 0; n < sound->frames; n++) {
        size_t at = n % turn;
        const float *now = file->samples + at * (size_t)file->channels;
        double sides[2] = { (double)now[0], (double)now[last] };
        if (n >= turn && at < overlap) {
            const float *before = file->samples + (turn + at) * (size_t)file->channels;
            double in, out;
            trig_sincos(TRIG_PI / 2 * ((double)at + 0.5) / (double)overlap, &in, &out);
            sides[0] = in * sides[0] + out * (double)before[0];
            sides[1] = in * sides[1] + out * (double)before[last];
        }
        float *to = sound->samples + n * (size_t)sound->channels;
        to[0] = (float)(sound->channels == 1 ? (sides[0] + sides[1]) / 2 : sides[0]);
        if (sound->channels == 2) to[1] = (float)sides[1];
    }
}

static bool read_file(const pantin_track_bed *bed, const pantin_sound_sources *sources,
                      pantin_sound *sound, pantin_error *error) {
    pantin_sound file = { 0 }, fitting = { 0 };
    if (bed->file == NULL)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, bed_name(bed),
                           "names neither a synth nor a file; give it one of both");
    if (sources == NULL || sources->file == NULL)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, bed_name(bed),
                           "no way to read %s is at hand here", bed->file);
    if (!sources->file(sources->self, bed->file, &file, error)) return false;
    bool done = sound_admit(&file, bed->file, error) &&
                pantin_sound_resample(&file, sound->rate_hz, &fitting, error);
    if (done) lay_file(&fitting, sound);
    pantin_sound_free(&file);
    pantin_sound_free(&fitting);
    return done;
}

static bool check_bed(const pantin_track_bed *bed, pantin_error *error) {
    if (!(bed->level_dbfs <= 0 && bed->level_dbfs >= PANTIN_SILENCE_DBFS))
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, bed_name(bed),
                           "the level %g is outside %g..0 dBFS", bed->level_dbfs,
                           PANTIN_SILENCE_DBFS);
    if (bed->kind != PANTIN_BED_CHORD) return true;
    if (bed->note_count < 1)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, bed_name(bed),
                           "a chord needs notes_hz, such as [110, 165, 220]");
    for (int i = 0; i < bed->note_count; i++)
        if (!(bed->notes_hz[i] >= 20 && bed->notes_hz[i] <= 20000))
            return pantin_fail(error, PANTIN_ERROR_ARGUMENT, bed_name(bed),
                               "a note of %g Hz is outside 20..20000", bed->notes_hz[i]);
    return true;
}

bool sound_bed_make(const pantin_track_bed *bed, const pantin_sound_sources *sources,
                    pantin_sound *sound, pantin_error *error) {
    if (!check_bed(bed, error)) return false;
    switch (bed->kind) {
    case PANTIN_BED_FILE:
        if (!read_file(bed, sources, sound, error)) return false;
        break;
    case PANTIN_BED_CRICKETS:
        sound_crickets(sound, bed->seed);
        break;
    case PANTIN_BED_CHORD:
        sound_chord(sound, bed->notes_hz, bed->note_count, bed->seed);
        break;
    case PANTIN_BED_ROOM:
        sound_room(sound, bed->seed);
        break;
    }
    set_level(sound, bed->level_dbfs);
    return true;
}
