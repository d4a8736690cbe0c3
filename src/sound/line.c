// line.c — a spoken line made ready: its silences cut, its level set, its onset found.
//
// What counts as silence at both ends is told by blocks of 5 ms: those 30 dB under the RMS of the
// whole. A synthesiser's own silence is digital or far below that; a soft "h" or "s" lies 15 to 25
// dB under, and stays. Level: the RMS from the first to the last block that is heard becomes the
// tone's. Only then is the onset looked for, since its threshold is absolute; what is softer than
// it stands before the line's time, 80 ms at most.
// SPDX-License-Identifier: MIT
#include "sound.h"

#define BLOCK_S 0.005
#define SILENT_DB 30
#define FADE_IN_S 0.005 // kept before the first block that is heard, and after the last
#define FADE_OUT_S 0.025
#define SOFT_S 0.08 // of a beginning softer than the onset's threshold, no more is kept

static const char *place_of(const pantin_track_line *line) {
    return line->where != NULL ? line->where : line->id;
}

static bool check_line(const pantin_track_line *line, pantin_error *error) {
    const pantin_tone *tone = &line->tone;
    if (line->text == NULL || line->voice == NULL)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, place_of(line), "has no %s",
                           line->text == NULL ? "text" : "voice");
    if (!(tone->rms_dbfs >= -90 && tone->rms_dbfs <= 0))
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, place_of(line),
                           "a tone of %g dBFS is outside -90..0", tone->rms_dbfs);
    if (!(tone->rate >= 0.25 && tone->rate <= 4) || !(tone->pitch >= 0.25 && tone->pitch <= 4))
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, place_of(line),
                           "a tone's rate %g or pitch %g is outside 0.25..4", tone->rate,
                           tone->pitch);
    return true;
}

/// Both channels as one.
static bool fold(pantin_sound *sound, pantin_error *error) {
    pantin_sound mono = { 0 };
    if (sound->channels == 1) return true;
    if (!pantin_sound_create(sound->rate_hz, 1, sound->frames, &mono, error)) return false;
    pantin_sound_add(&mono, sound, 0, NULL);
    pantin_sound_free(sound);
    *sound = mono;
    return true;
}

/// Frames of the first and behind the last block that is heard. False: all is silent.
static bool find_heard(const pantin_sound *sound, size_t *from, size_t *to) {
    double silent = pantin_sound_level(sound, 0, sound->frames).rms_dbfs;
    if (silent <= PANTIN_SILENCE_DBFS) return false;
    silent -= SILENT_DB;
    size_t block = (size_t)sound_frames_of(BLOCK_S, sound->rate_hz);
    *from = sound->frames;
    for (size_t at = 0; at < sound->frames; at += block) {
        if (!(pantin_sound_level(sound, at, at + block).rms_dbfs > silent)) continue;
        if (*from == sound->frames) *from = at;
        *to = at + block < sound->frames ? at + block : sound->frames;
    }
    return *from < sound->frames;
}

/// Keeps [begin, end) times `gain`, faded in up to `from` and out after `to`.
static bool cut(const pantin_sound *sound, size_t from, size_t to, double gain, size_t *begin,
                pantin_sound *kept, pantin_error *error) {
    size_t before = (size_t)sound_frames_of(FADE_IN_S, sound->rate_hz);
    size_t after = (size_t)sound_frames_of(FADE_OUT_S, sound->rate_hz);
    if (before > from) before = from;
    if (after > sound->frames - to) after = sound->frames - to;
    *begin = from - before;
    size_t frames = to + after - *begin;
    if (!pantin_sound_create(sound->rate_hz, 1, frames, kept, error)) return false;
    for (size_t i = 0; i < frames; i++) {
        double fade = 1;
        if (i < before) fade = ((double)i + 0.5) / (double)before;
        if (i >= frames - after) fade = ((double)(frames - i) - 0.5) / (double)after;
        kept->samples[i] = (float)(gain * fade * (double)sound->samples[*begin + i]);
    }
    return true;
}

static bool cut_and_level(const pantin_sound *sound, double rms_dbfs, size_t from, size_t to,
                          size_t *begin, pantin_sound *kept, pantin_error *error) {
    double gain = sound_amplitude(rms_dbfs - pantin_sound_level(sound, from, to).rms_dbfs);
    return cut(sound, from, to, gain, begin, kept, error);
}

/// Phonemes count from `begin_s` on and end with the sound; those that lie outside are dropped.
static void shift_phonemes(pantin_speech *speech, double begin_s, double length_s) {
    int kept = 0;
    double before = 0;
    for (int i = 0; i < speech->phoneme_count; i++) {
        pantin_phoneme p = speech->phonemes[i];
        p.from_s -= begin_s;
        p.to_s -= begin_s;
        if (!(p.from_s >= before)) p.from_s = before;
        if (!(p.to_s <= length_s)) p.to_s = length_s;
        if (!(p.to_s > p.from_s)) continue;
        p.name[sizeof p.name - 1] = '\0';
        before = p.to_s;
        speech->phonemes[kept++] = p;
    }
    // The block keeps its size; what is left over is emptied, for the free asks for the whole of
    // it.
    for (int i = kept; i < speech->phoneme_count; i++)
        speech->phonemes[i] = (pantin_phoneme){ .from_s = length_s, .to_s = length_s };
}

static bool make_ready(const pantin_track_line *line, int rate_hz, const pantin_onset *onset,
                       pantin_speech *speech, sound_line *spoken, pantin_error *error) {
    pantin_sound even = { 0 }, kept = { 0 };
    size_t from = 0, to = 0, begin = 0;
    if (!fold(&speech->sound, error) ||
        !pantin_sound_resample(&speech->sound, rate_hz, &even, error))
        return false;
    bool done = find_heard(&even, &from, &to);
    if (!done)
        pantin_fail(error, PANTIN_ERROR_FORMAT, place_of(line),
                    "the voice \"%.64s\" gave only silence", line->voice);
    done = done && cut_and_level(&even, line->tone.rms_dbfs, from, to, &begin, &kept, error);
    double onset_s = done ? pantin_sound_onset(&kept, 0, 1e9, onset) : -1;
    // A beginning that is soft for too long is cut again, from where it is near enough.
    double soft_s = onset_s - (double)(from - begin) / rate_hz - SOFT_S;
    if (done && soft_s > 0) {
        from += (size_t)sound_frames_of(soft_s, rate_hz);
        pantin_sound_free(&kept);
        done = cut_and_level(&even, line->tone.rms_dbfs, from, to, &begin, &kept, error);
        if (done) onset_s = pantin_sound_onset(&kept, 0, 1e9, onset);
    }
    if (done) {
        double length_s = (double)kept.frames / rate_hz;
        shift_phonemes(speech, (double)begin / rate_hz, length_s);
        spoken->from_s = (double)(from - begin) / rate_hz;
        spoken->to_s = (double)(to - begin) / rate_hz;
        spoken->onset_s = onset_s >= 0 ? onset_s : spoken->from_s;
        pantin_sound_free(&speech->sound);
        speech->sound = kept;
        spoken->speech = *speech;
        *speech = (pantin_speech){ 0 };
    }
    pantin_sound_free(&even);
    return done;
}

bool sound_line_speak(const pantin_track_line *line, int rate_hz, const pantin_onset *onset,
                      const pantin_sound_sources *sources, sound_line *spoken,
                      pantin_error *error) {
    pantin_speech speech = { 0 };
    pantin_error inner = { 0 };
    if (!check_line(line, error)) return false;
    if (sources == NULL || sources->voice == NULL)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, place_of(line),
                           "no voice is at hand here to speak it");
    if (!sources->voice(sources->self, line->voice, line->text, line->tone.rate, line->tone.pitch,
                        &speech, &inner))
        return pantin_fail(error, inner.kind, place_of(line), "%s", inner.text);
    bool done = sound_admit(&speech.sound, place_of(line), error);
    if (done && (speech.phoneme_count < 0 || speech.phoneme_count > PANTIN_SPEECH_LIMIT ||
                 (speech.phoneme_count > 0 && speech.phonemes == NULL)))
        done = pantin_fail(error, PANTIN_ERROR_FORMAT, place_of(line), "the voice gave %d phonemes",
                           speech.phoneme_count);
    done = done && make_ready(line, rate_hz, onset, &speech, spoken, error);
    pantin_speech_free(&speech);
    return done;
}
