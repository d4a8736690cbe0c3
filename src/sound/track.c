// track.c — lines and beds become the film's track, and the track is measured.
//
//     mix = limit( sum of beds x gains  +  sum of lines, each with its onset on its time )
//
// The voices are kept beside the mix, under the same gains of the limiter, so that a report can
// tell them from the room: the room is mix - voices. With a room louder than the onset's threshold
// only the voices can say when they begin; both answers are given. Nothing is reported that was not
// measured in the finished samples.
// SPDX-License-Identifier: MIT
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "sound.h"

#define SEARCH_S 0.1 // an onset is looked for from so long before its time

typedef struct mixing {
    const pantin_track_plan *plan;
    const pantin_sound_sources *sources;
    arena memory;
    pantin_sound mix, voices; // voices: mono
    pantin_track *track;
    pantin_error *error;
} mixing;

pantin_track_plan pantin_track_defaults(int rate_numerator, int rate_denominator, int frame_count) {
    return (pantin_track_plan){ .rate_hz = 48000,
                                .channels = 2,
                                .rate_numerator = rate_numerator,
                                .rate_denominator = rate_denominator,
                                .frame_count = frame_count,
                                .peak_dbfs = -1.5,
                                .onset = pantin_onset_defaults() };
}

static bool check_plan(const pantin_track_plan *plan, pantin_error *error) {
    if (plan->rate_numerator < 1 || plan->rate_denominator < 1 || plan->rate_numerator > 1000000 ||
        plan->rate_denominator > 1000000)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "rate", "%d/%d frames a second is no rate",
                           plan->rate_numerator, plan->rate_denominator);
    if (plan->frame_count < 1)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "frame_count",
                           "a film of %d frames has no sound", plan->frame_count);
    if (!(plan->peak_dbfs >= -60 && plan->peak_dbfs <= 0))
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "peak_dbfs", "%g is outside -60..0 dBFS",
                           plan->peak_dbfs);
    if (!(plan->onset.window_ms >= 0.1 && plan->onset.window_ms <= 1000))
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "window_ms", "%g is outside 0.1..1000",
                           plan->onset.window_ms);
    if (!(plan->onset.over_dbfs >= -120 && plan->onset.over_dbfs <= 0))
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "over_dbfs", "%g is outside -120..0 dBFS",
                           plan->onset.over_dbfs);
    return true;
}

/// The film's length, rounded up: a picture is never without sound.
static size_t count_frames(const pantin_track_plan *plan) {
    uint64_t top = (uint64_t)plan->frame_count * (uint64_t)plan->rate_denominator;
    uint64_t numerator = (uint64_t)plan->rate_numerator;
    uint64_t rate = (uint64_t)(plan->rate_hz > 0 ? plan->rate_hz : 1);
    if (top / numerator > PANTIN_SOUND_LIMIT / rate) return SIZE_MAX; // too long, told by create
    return (size_t)((top * rate + numerator - 1) / numerator);
}

// --- mixing ---------------------------------------------------------------------------------------

static bool lay_beds(mixing *m) {
    const pantin_track_plan *plan = m->plan;
    for (int i = 0; i < plan->bed_count; i++) {
        const pantin_track_bed *bed = &plan->beds[i];
        const pantin_gain gain = { bed->gains, bed->gains != NULL ? bed->gain_count : 0,
                                   plan->rate_numerator, plan->rate_denominator };
        pantin_sound sound = { 0 };
        if (!pantin_sound_create(plan->rate_hz, plan->channels, m->mix.frames, &sound, m->error))
            return false;
        bool done = sound_bed_make(bed, m->sources, &sound, m->error);
        if (done) {
            sound_dim(&sound, &gain);
            m->track->bed_dbfs[i] = pantin_sound_level(&sound, 0, sound.frames).rms_dbfs;
            pantin_sound_add(&m->mix, &sound, 0, NULL);
        }
        pantin_sound_free(&sound);
        if (!done) return false;
    }
    return true;
}

/// Phonemes as they stand in the film, in the track's memory.
static void keep_phonemes(mixing *m, const pantin_speech *speech, double at_s,
                          pantin_heard_line *heard) {
    pantin_phoneme *kept = ARENA_ARRAY(&m->memory, pantin_phoneme, speech->phoneme_count);
    int count = 0;
    for (int i = 0; i < speech->phoneme_count && kept != NULL; i++) {
        kept[count] = speech->phonemes[i];
        kept[count].from_s += at_s;
        kept[count].to_s += at_s;
        count += kept[count].to_s > kept[count].from_s;
    }
    heard->phonemes = kept;
    heard->phoneme_count = count;
}

static bool lay_line(mixing *m, const pantin_track_line *line, pantin_heard_line *heard) {
    const pantin_track_plan *plan = m->plan;
    double rate = plan->rate_hz, end_s = (double)m->mix.frames / rate;
    if (!(line->at_s >= 0 && line->at_s < end_s))
        return pantin_fail(m->error, PANTIN_ERROR_ARGUMENT,
                           line->where != NULL ? line->where : line->id,
                           "begins at %g s, the film lasts from 0 to %g s", line->at_s, end_s);
    sound_line spoken = { 0 };
    if (!sound_line_speak(line, plan->rate_hz, &plan->onset, m->sources, &spoken, m->error))
        return false;
    int64_t at = (int64_t)sound_frames_of(line->at_s, plan->rate_hz) -
                 (int64_t)sound_frames_of(spoken.onset_s, plan->rate_hz);
    pantin_sound_add(&m->voices, &spoken.speech.sound, at, NULL);
    double at_s = (double)at / rate, to_s = at_s + spoken.to_s;
    *heard = (pantin_heard_line){ .id = arena_text(&m->memory, line->id, strlen(line->id)),
                                  .asked_at_s = line->at_s,
                                  .asked_rms_dbfs = line->tone.rms_dbfs,
                                  .from_s = at_s + spoken.from_s > 0 ? at_s + spoken.from_s : 0,
                                  .to_s = to_s < end_s ? to_s : end_s,
                                  .cut_s = to_s > end_s ? to_s - end_s : 0 };
    keep_phonemes(m, &spoken.speech, at_s, heard);
    pantin_speech_free(&spoken.speech);
    return true;
}

static bool limit(mixing *m) {
    float ceiling = sound_ceiling(m->plan->peak_dbfs), least = 1;
    float *gains = memory_allocate(m->mix.frames, sizeof *gains);
    if (gains == NULL) return memory_fail(m->error, "the limiter");
    bool done = sound_limiter_gains(&m->mix, ceiling, gains, &least, m->error);
    if (done) {
        sound_limiter_apply(&m->mix, gains, ceiling);
        sound_limiter_apply(&m->voices, gains, ceiling);
        m->track->reduction_db = 0 - sound_dbfs((double)least);
    }
    memory_free(gains, m->mix.frames, sizeof *gains);
    return done;
}

// --- measuring ------------------------------------------------------------------------------------

/// RMS of what is not voice in frames [from, to).
static double room_dbfs(const mixing *m, size_t from, size_t to) {
    double sum = 0;
    if (to > m->mix.frames) to = m->mix.frames;
    if (from >= to) return PANTIN_SILENCE_DBFS;
    for (size_t n = from; n < to; n++) sum += sound_power(&m->mix, &m->voices, n);
    return sound_dbfs(sqrt(sum / ((double)(to - from) * m->mix.channels)));
}

/// Onsets of the voices and of the track near the line's time; -1 where something else is that loud
/// already when the search begins, or where the room would have answered for the voice.
static void find_onsets(const mixing *m, pantin_heard_line *line) {
    const pantin_onset *onset = &m->plan->onset;
    double from_s = line->asked_at_s > SEARCH_S ? line->asked_at_s - SEARCH_S : 0;
    from_s = sound_frames_of(from_s, m->mix.rate_hz) / m->mix.rate_hz;
    double voice_s = pantin_sound_onset(&m->voices, from_s, line->to_s, onset);
    double track_s = pantin_sound_onset(&m->mix, from_s, line->to_s, onset);
    double room_s = sound_onset(&m->mix, &m->voices, from_s, line->to_s, onset);
    if (from_s > 0 && voice_s <= from_s) voice_s = -1;
    if (from_s > 0 && track_s <= from_s) track_s = -1;
    if (room_s >= 0 && room_s <= track_s) track_s = -1;
    line->onset_s = voice_s;
    line->track_onset_s = track_s;
}

static void measure_line(const mixing *m, pantin_heard_line *line) {
    int rate = m->mix.rate_hz;
    size_t from = (size_t)sound_frames_of(line->from_s, rate);
    size_t to = (size_t)sound_frames_of(line->to_s, rate);
    pantin_level level = pantin_sound_level(&m->voices, from, to);
    line->rms_dbfs = level.rms_dbfs;
    line->peak_dbfs = level.peak_dbfs;
    line->room_dbfs = room_dbfs(m, from, to);
    find_onsets(m, line);
}

static void measure(mixing *m) {
    pantin_track *track = m->track;
    track->level = pantin_sound_level(&m->mix, 0, m->mix.frames);
    track->onset = m->plan->onset;
    for (int i = 0; i < track->line_count; i++) measure_line(m, &track->lines[i]);
    size_t second = (size_t)m->mix.rate_hz;
    for (int i = 0; i < track->second_count; i++) {
        size_t from = (size_t)i * second;
        track->track_dbfs[i] = pantin_sound_level(&m->mix, from, from + second).rms_dbfs;
        track->room_dbfs[i] = room_dbfs(m, from, from + second);
    }
}

// --- the whole ------------------------------------------------------------------------------------

static bool make_room(mixing *m) {
    const pantin_track_plan *plan = m->plan;
    size_t frames = count_frames(plan);
    if (!pantin_sound_create(plan->rate_hz, plan->channels, frames, &m->mix, m->error) ||
        !pantin_sound_create(plan->rate_hz, 1, frames, &m->voices, m->error))
        return false;
    pantin_track *track = m->track;
    track->line_count = plan->line_count;
    track->bed_count = plan->bed_count;
    track->second_count = (int)((frames + (size_t)plan->rate_hz - 1) / (size_t)plan->rate_hz);
    track->lines = ARENA_ARRAY(&m->memory, pantin_heard_line, plan->line_count);
    track->bed_dbfs = ARENA_ARRAY(&m->memory, double, plan->bed_count);
    track->track_dbfs = ARENA_ARRAY(&m->memory, double, track->second_count);
    track->room_dbfs = ARENA_ARRAY(&m->memory, double, track->second_count);
    return !arena_failed(&m->memory) || memory_fail(m->error, "the track");
}

static bool mix(mixing *m) {
    if (!make_room(m) || !lay_beds(m)) return false;
    for (int i = 0; i < m->plan->line_count; i++)
        if (!lay_line(m, &m->plan->lines[i], &m->track->lines[i])) return false;
    pantin_sound_add(&m->mix, &m->voices, 0, NULL);
    if (!limit(m)) return false;
    // The arena's own head moves into it, so that freeing the track finds all of it.
    arena *kept = ARENA_ARRAY(&m->memory, arena, 1);
    if (arena_failed(&m->memory)) return memory_fail(m->error, "the track");
    measure(m);
    *kept = m->memory;
    m->track->memory = kept;
    return true;
}

bool pantin_track_make(const pantin_track_plan *plan, const pantin_sound_sources *sources,
                       pantin_track *track, pantin_error *error) {
    pantin_track made = { 0 };
    mixing m = { .plan = plan, .sources = sources, .track = &made, .error = error };
    if (!check_plan(plan, error)) return false;
    bool done = mix(&m);
    pantin_sound_free(&m.voices);
    if (done) {
        made.sound = m.mix;
        *track = made;
    } else {
        pantin_sound_free(&m.mix);
        arena_free(&m.memory);
    }
    return done;
}

void pantin_track_free(pantin_track *track) {
    if (track == NULL) return;
    pantin_sound_free(&track->sound);
    if (track->memory != NULL) {
        arena memory = *(arena *)track->memory;
        arena_free(&memory);
    }
    *track = (pantin_track){ 0 };
}
