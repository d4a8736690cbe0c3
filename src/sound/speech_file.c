// speech_file.c — a spoken line with its phonemes in one WAV file: a cue point where each begins,
// its name as the point's label. Sound editors show both; players skip them.
//
//     cue  count, { id, position, "data", 0, 0, sample }    LIST adtl { labl id name }
//
// Point i has the id i + 1. Phonemes touch, so a beginning is also the end of the one before; the
// last one ends at a point that is labelled "end". Times are kept as whole samples.
// SPDX-License-Identifier: MIT
#include "base/bytes.h"
#include "base/memory.h"
#include "wav.h"

enum { CUE_SIZE = 24, LABEL_HEAD = 12 };

static size_t name_length(const char name[8]) {
    size_t length = 0;
    while (length < 7 && name[length] != '\0') length++;
    return length;
}

/// Name and zero, made even.
static size_t label_room(const char name[8]) { return (name_length(name) + 2) & ~(size_t)1; }

static size_t extra_size(const pantin_speech *speech) {
    if (speech->phoneme_count == 0) return 0;
    size_t points = (size_t)speech->phoneme_count + 1;
    size_t size = 12 + CUE_SIZE * points + 12 + LABEL_HEAD * points + 4; // 4: "end"
    for (int i = 0; i < speech->phoneme_count; i++) size += label_room(speech->phonemes[i].name);
    return size;
}

static void put_word(uint8_t **at, const char word[4]) {
    memcpy(*at, word, 4);
    *at += 4;
}

static void put_cue(uint8_t **at, uint32_t id, uint32_t sample) {
    put_u32(at, id);
    put_u32(at, sample);
    put_word(at, "data");
    put_u32(at, 0);
    put_u32(at, 0);
    put_u32(at, sample);
}

static void put_label(uint8_t **at, uint32_t id, const char name[8]) {
    size_t length = name_length(name), room = label_room(name);
    put_word(at, "labl");
    put_u32(at, (uint32_t)(4 + length + 1));
    put_u32(at, id);
    memcpy(*at, name, length);
    memset(*at + length, 0, room - length);
    *at += room;
}

static void put_phonemes(const pantin_speech *speech, size_t size, uint8_t *at) {
    uint32_t count = (uint32_t)speech->phoneme_count;
    int rate = speech->sound.rate_hz;
    put_word(&at, "cue ");
    put_u32(&at, 4 + CUE_SIZE * (count + 1));
    put_u32(&at, count + 1);
    for (uint32_t i = 0; i < count; i++)
        put_cue(&at, i + 1, (uint32_t)sound_frames_of(speech->phonemes[i].from_s, rate));
    put_cue(&at, count + 1, (uint32_t)sound_frames_of(speech->phonemes[count - 1].to_s, rate));
    put_word(&at, "LIST");
    put_u32(&at, (uint32_t)(size - 12 - CUE_SIZE * (count + 1) - 8));
    put_word(&at, "adtl");
    for (uint32_t i = 0; i < count; i++) put_label(&at, i + 1, speech->phonemes[i].name);
    put_label(&at, count + 1, "end\0\0\0\0");
}

bool pantin_speech_write(const pantin_speech *speech, pantin_bytes *bytes, pantin_error *error) {
    if (speech->phoneme_count < 0 || speech->phoneme_count > PANTIN_SPEECH_LIMIT)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "phonemes", "%d are outside 0..%d",
                           speech->phoneme_count, PANTIN_SPEECH_LIMIT);
    size_t extra = extra_size(speech), size = wav_size(&speech->sound, 16, extra);
    if (size == 0)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "frames",
                           "a WAV file holds 4 GiB at most; make it shorter");
    uint8_t *data = memory_allocate(size + 1, 1);
    if (data == NULL) return memory_fail(error, "a WAV file");
    uint8_t *at = wav_put(&speech->sound, 16, extra, data);
    if (extra > 0) put_phonemes(speech, extra, at);
    *bytes = (pantin_bytes){ data, size };
    return true;
}

/// The places of the cue points, which must be in order; the last is the end.
static bool read_cues(const char *name, const wav_chunk *cues, pantin_speech *speech,
                      pantin_error *error) {
    const uint8_t *at = cues->data;
    uint32_t count = cues->size >= 4 ? get_u32(&at) : 0;
    if (count < 2 || count - 1 > PANTIN_SPEECH_LIMIT || (cues->size - 4) / CUE_SIZE < count)
        return pantin_fail(error, PANTIN_ERROR_FORMAT, name,
                           "has %u cue points, which is not sound", count);
    pantin_phoneme *phonemes = memory_allocate(count - 1, sizeof *phonemes);
    if (phonemes == NULL) return memory_fail(error, "phonemes");
    speech->phonemes = phonemes;
    speech->phoneme_count = (int)count - 1;
    uint32_t before = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *point = cues->data + 4 + CUE_SIZE * (size_t)i, *place = point + 20;
        uint32_t id = get_u32(&point), sample = get_u32(&place);
        if (id != i + 1 || sample < before || sample > speech->sound.frames)
            return pantin_fail(error, PANTIN_ERROR_FORMAT, name, "cue point %u is out of order",
                               i + 1);
        double time_s = (double)sample / speech->sound.rate_hz;
        if (i > 0) phonemes[i - 1].to_s = time_s;
        if (i + 1 < count) phonemes[i].from_s = time_s;
        before = sample;
    }
    return true;
}

static bool read_labels(const char *name, const wav_chunk *labels, pantin_speech *speech,
                        pantin_error *error) {
    static const uint8_t none[1] = { 0 };
    const uint8_t *at = labels->data != NULL ? labels->data : none, *end = at + labels->size;
    char id[4];
    wav_chunk label;
    while (wav_next_chunk(&at, end, id, &label)) {
        if (memcmp(id, "labl", 4) != 0 || label.size < 5) continue;
        const uint8_t *from = label.data;
        uint32_t point = get_u32(&from);
        size_t length = label.size - 4;
        if (point < 1 || point > (uint32_t)speech->phoneme_count || length > 8) continue;
        char *to = speech->phonemes[point - 1].name;
        memset(to, 0, 8);
        for (size_t i = 0; i < length && i < 7 && from[i] > 32 && from[i] < 127; i++)
            to[i] = (char)from[i];
    }
    for (int i = 0; i < speech->phoneme_count; i++)
        if (speech->phonemes[i].name[0] == '\0')
            return pantin_fail(error, PANTIN_ERROR_FORMAT, name,
                               "cue point %d bears no phoneme's name", i + 1);
    return true;
}

bool pantin_speech_read(const char *name, const void *data, size_t size, pantin_speech *speech,
                        pantin_error *error) {
    wav_file file;
    pantin_speech made = { 0 };
    bool done = wav_find_chunks(name, data, size, &file, error) &&
                wav_read_samples(name, &file, &made.sound, error);
    if (done && file.cues.data != NULL)
        done = read_cues(name, &file.cues, &made, error) &&
               read_labels(name, &file.labels, &made, error);
    if (done)
        *speech = made;
    else
        pantin_speech_free(&made);
    return done;
}
