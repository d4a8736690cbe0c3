// voice_flite.c — edge: flite speaks a line and says when each of its phonemes ends.
//
// Rate is its `duration_stretch`, pitch its `f0_shift`: both are its own, so the sound of the voice
// stays. rms does not know f0_shift; it speaks slower by as much, and its samples are taken for
// those of a higher rate, which makes it sound like a smaller person. A phoneme begins where the
// one before ends. Times are put on whole samples, which is what a WAV can keep; the pause that kal
// and kal16 announce at the end and do not speak in full is cut to what came. flite's lexicon and
// voices are static data of its libraries, made ready once; two threads at a time it does not bear.
//
// slt, awb and rms draw the breath in their sound from C's rand(): the same line came out different
// each time it was spoken. It gets a sequence of its own for each line, and the program's is put
// back.
// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700 // initstate
#include <stdlib.h>
#include <string.h>

#include <flite/flite.h>

#include "base/memory.h"
#include "base/text.h"
#include "base/trig.h"
#include "sound.h"

enum { TEXT_LIMIT = 2000, VOICES = 5 };

// In no header of flite's.
cst_voice *register_cmu_us_kal(const char *folder);
cst_voice *register_cmu_us_kal16(const char *folder);
cst_voice *register_cmu_us_slt(const char *folder);
cst_voice *register_cmu_us_awb(const char *folder);
cst_voice *register_cmu_us_rms(const char *folder);

static const char *const names[VOICES + 1] = { "kal", "kal16", "slt", "awb", "rms", NULL };
static cst_voice *(*const makers[VOICES])(const char *) = {
    register_cmu_us_kal, register_cmu_us_kal16, register_cmu_us_slt, register_cmu_us_awb,
    register_cmu_us_rms
};
static cst_voice *voices[VOICES];

static cst_voice *find_voice(const char *name, pantin_error *error) {
    for (int i = 0; i < VOICES; i++) {
        if (strcmp(name, names[i]) != 0) continue;
        if (voices[i] == NULL) {
            flite_init();
            voices[i] = makers[i](NULL);
        }
        if (voices[i] == NULL) pantin_fail(error, PANTIN_ERROR_MEMORY, name, "flite gave no voice");
        return voices[i];
    }
    const char *nearest = text_nearest(name, strlen(name), names);
    if (nearest != NULL)
        pantin_fail(error, PANTIN_ERROR_ARGUMENT, name,
                    "flite has no such voice; did you mean \"%s\"? It has kal kal16 slt awb rms",
                    nearest);
    else
        pantin_fail(error, PANTIN_ERROR_ARGUMENT, name,
                    "flite has no such voice; it has kal kal16 slt awb rms");
    return NULL;
}

/// What typesetting writes for plain signs.
static const struct {
    char bytes[4];
    const char *plain;
} typeset[] = { { "\xE2\x80\x98", "'" },   { "\xE2\x80\x99", "'" },  { "\xE2\x80\x9C", " " },
                { "\xE2\x80\x9D", " " },   { "\xE2\x80\x93", ", " }, { "\xE2\x80\x94", ", " },
                { "\xE2\x80\xA6", "..." }, { "\xC2\xA0", " " } };

/// ASCII that flite can say, in `plain`. False: a character of another kind, or nothing to say.
static bool make_plain(const char *given, char plain[3 * TEXT_LIMIT + 4], pantin_error *error) {
    size_t used = 0, length = strlen(given), letters = 0;
    if (length > TEXT_LIMIT)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "text",
                           "a line of %zu bytes is too long to speak at once; at most %d", length,
                           TEXT_LIMIT);
    for (size_t at = 0; at < length;) {
        const char *as = NULL;
        size_t step = 1;
        for (size_t i = 0; i < sizeof typeset / sizeof typeset[0] && as == NULL; i++) {
            step = strlen(typeset[i].bytes);
            if (strncmp(given + at, typeset[i].bytes, step) == 0) as = typeset[i].plain;
        }
        unsigned char c = (unsigned char)given[at];
        char sign[2] = { c < 32 ? ' ' : (char)c, '\0' };
        if (as == NULL && c >= 127)
            return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "text",
                               "flite speaks English in plain letters, not what stands at byte %zu",
                               at);
        if (as == NULL) as = sign, step = 1;
        letters += (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
        memcpy(plain + used, as, strlen(as));
        used += strlen(as);
        at += step;
    }
    plain[used] = '\0';
    return letters > 0 ||
           pantin_fail(error, PANTIN_ERROR_ARGUMENT, "text", "there is nothing to say");
}

static bool keep_samples(const cst_wave *wave, pantin_sound *sound, pantin_error *error) {
    if (wave == NULL || wave->num_samples < 1 || wave->num_channels < 1)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "text", "flite made no sound of it");
    size_t channels = (size_t)wave->num_channels, frames = (size_t)wave->num_samples;
    if (!pantin_sound_create(wave->sample_rate, 1, frames, sound, error)) return false;
    for (size_t i = 0; i < frames; i++)
        sound->samples[i] = (float)wave->samples[i * channels] / 32768.0f;
    return true;
}

/// Samples become those of a sound `squeeze` times as high and as short, still in 16 bit.
static bool raise_pitch(pantin_sound *sound, double squeeze, pantin_error *error) {
    int rate_hz = sound->rate_hz;
    pantin_sound raised = { 0 };
    sound->rate_hz = (int)sound_frames_of(squeeze, rate_hz);
    bool done = pantin_sound_resample(sound, rate_hz, &raised, error);
    pantin_sound_free(sound);
    for (size_t i = 0; i < raised.frames; i++) {
        double v = trig_round((double)raised.samples[i] * 32768);
        raised.samples[i] = (float)(v < -32768 ? -32768 : v > 32767 ? 32767 : v) / 32768.0f;
    }
    *sound = raised;
    return done;
}

static bool keep_phonemes(const cst_utterance *utterance, double squeeze, pantin_speech *speech,
                          pantin_error *error) {
    cst_relation *segments = utt_relation(utterance, "Segment");
    int count = 0;
    for (const cst_item *s = relation_head(segments); s != NULL; s = item_next(s)) count++;
    if (count < 1 || count > PANTIN_SPEECH_LIMIT)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "text",
                           "flite made %d phonemes of it; 1..%d can be kept", count,
                           PANTIN_SPEECH_LIMIT);
    speech->phonemes = memory_allocate((size_t)count, sizeof *speech->phonemes);
    if (speech->phonemes == NULL) return memory_fail(error, "phonemes");
    speech->phoneme_count = count;
    double rate = speech->sound.rate_hz, frames = (double)speech->sound.frames, before_s = 0;
    pantin_phoneme *to = speech->phonemes;
    for (const cst_item *s = relation_head(segments); s != NULL; s = item_next(s), to++) {
        double at =
            sound_frames_of((double)item_feat_float(s, "end") / squeeze, speech->sound.rate_hz);
        if (at > frames) at = frames;
        text_print(to->name, sizeof to->name, "%s", item_feat_string(s, "name"));
        to->from_s = before_s;
        to->to_s = at / rate > before_s ? at / rate : before_s;
        before_s = to->to_s;
    }
    return true;
}

/// utt_synth with a sequence of rand() that begins anew.
static cst_utterance *synthesise(cst_utterance *utterance) {
    char own[128];
    char *theirs = initstate(1, own, sizeof own);
    srand(1); // where rand() and random() do not share their state
    cst_utterance *spoken = utt_synth(utterance);
    setstate(theirs);
    return spoken;
}

bool pantin_voice_flite(void *self, const char *voice, const char *said, double rate, double pitch,
                        pantin_speech *speech, pantin_error *error) {
    (void)self;
    char plain[3 * TEXT_LIMIT + 4];
    if (!(rate >= 0.25 && rate <= 4) || !(pitch >= 0.25 && pitch <= 4))
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "tone",
                           "rate %g or pitch %g is outside 0.25..4", rate, pitch);
    if (!make_plain(said, plain, error)) return false;
    cst_voice *speaker = find_voice(voice, error);
    cst_utterance *utterance = speaker != NULL ? new_utterance() : NULL;
    if (utterance == NULL) return speaker != NULL && memory_fail(error, "a spoken line");
    utt_set_input_text(utterance, plain);
    utt_init(utterance, speaker);
    // What flite cannot raise by itself is spoken slower by as much, and squeezed.
    double squeeze = strcmp(voice, "rms") == 0 ? pitch : 1;
    feat_set_float(utterance->features, "duration_stretch", (float)(squeeze / rate));
    feat_set_float(utterance->features, "f0_shift", (float)pitch);
    utterance = synthesise(utterance);
    pantin_speech made = { 0 };
    bool done = utterance != NULL && keep_samples(utt_wave(utterance), &made.sound, error) &&
                (squeeze == 1 || raise_pitch(&made.sound, squeeze, error)) &&
                keep_phonemes(utterance, squeeze, &made, error);
    if (utterance == NULL)
        pantin_fail(error, PANTIN_ERROR_ARGUMENT, "text", "flite could not speak it");
    else
        delete_utterance(utterance);
    if (done)
        *speech = made;
    else
        pantin_speech_free(&made);
    return done;
}
