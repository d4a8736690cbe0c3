// score.c — a score file read, checked and written; the grammar itself is in score_fields.c.
// SPDX-License-Identifier: MIT
#include "channel.h"
#include "base/sort.h"
#include "score_fields.h"

#include <string.h>

static const pantin_cue *cue_at(const pantin_score *score, int index) {
    int choices = score->choice_count;
    return index < choices ? &score->choices[index] : &score->events[index - choices];
}

static int compare_ids(const void *context, int a, int b) {
    return strcmp(cue_at(context, a)->id, cue_at(context, b)->id);
}

/// Cues, choices and events alike, are told apart by their ids. Sorted, equal ones are neighbors.
static bool check_ids(bind_reader *reader, const pantin_score *score) {
    int count = score->choice_count + score->event_count;
    int *order = ARENA_ARRAY(reader->memory, int, count);
    int *scratch = ARENA_ARRAY(reader->memory, int, count);
    if (arena_failed(reader->memory)) return memory_fail(reader->error, "a score");
    for (int k = 0; k < count; k++) order[k] = k;
    sort_indices(order, count, compare_ids, score, scratch);
    for (int k = 1; k < count; k++) {
        const pantin_cue *second = cue_at(score, order[k]);
        if (strcmp(second->id, cue_at(score, order[k - 1])->id) == 0)
            return bind_fail_at(reader, second->head.at, "\"%.64s\" is the id of two cues",
                                second->id);
    }
    return true;
}

/// What the fields alone could not know: each key's ease and the slopes of a channel.
static bool finish_channels(bind_reader *reader, pantin_score *score) {
    for (int c = 0; c < score->channel_count; c++) {
        pantin_channel *channel = &score->channels[c];
        channel->slopes = ARENA_ARRAY(reader->memory, double, channel->key_count);
        if (channel->slopes == NULL) return memory_fail(reader->error, "a score");
        for (int k = 0; k < channel->key_count; k++) {
            pantin_key *key = &channel->keys[k];
            if (channel->words)
                key->ease = PANTIN_EASE_HOLD;
            else if (!key->own_ease)
                key->ease = (pantin_ease)channel->ease;
        }
        channel_prepare(channel);
    }
    return true;
}

static bool load(const char *name, const char *given, size_t size, arena *memory,
                 pantin_score *score, pantin_error *error) {
    char *path = arena_text(memory, name, strlen(name));
    char *source = arena_text(memory, given, size);
    if (arena_failed(memory)) return memory_fail(error, "a score");
    json_tape tape;
    if (!json_read(path, source, size, memory, &tape, error)) return false;
    bind_reader reader = bind_reader_make(&tape, memory, error);
    if (!bind_check_format(&reader, &score_table, "score/1") ||
        !bind_read(&reader, &score_table, 0, score))
        return false;
    score->name = path;
    score->source = source;
    score->source_size = size;
    score->later_at = reader.later_at;
    score->later = reader.later == NULL ? NULL : reader.later->later;
    score->later_key = reader.later == NULL ? NULL : reader.later_key;
    return check_ids(&reader, score) && finish_channels(&reader, score);
}

bool pantin_score_load(const char *name, const char *source, size_t size, pantin_score *score,
                       pantin_error *error) {
    arena *memory = memory_allocate(1, sizeof *memory);
    if (memory == NULL) return memory_fail(error, "a score");
    pantin_score loaded = { 0 };
    if (!load(name, source, size, memory, &loaded, error)) {
        arena_free(memory);
        memory_free(memory, 1, sizeof *memory);
        return false;
    }
    loaded.memory = memory;
    *score = loaded;
    return true;
}

void pantin_score_free(pantin_score *score) {
    if (score->memory != NULL) {
        arena_free(score->memory);
        memory_free(score->memory, 1, sizeof(arena));
    }
    *score = (pantin_score){ 0 };
}

bool pantin_score_write(const pantin_score *score, pantin_bytes *bytes, pantin_error *error) {
    text out = { 0 };
    json_writer writer = { .out = &out };
    bind_write(&writer, &score_table, score);
    text_char(&out, '\n');
    return text_take(&out, bytes, error);
}

bool pantin_score_grammar(bool markdown, pantin_bytes *bytes, pantin_error *error) {
    return bind_grammar(&score_table, "pantin score/1", markdown, bytes, error);
}

int pantin_score_find(const pantin_score *score, const char *channel) {
    for (int c = 0; c < score->channel_count; c++)
        if (strcmp(score->channels[c].name, channel) == 0) return c;
    return PANTIN_NONE;
}
