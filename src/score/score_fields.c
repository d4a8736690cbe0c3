// score_fields.c — the grammar of a score file: names and frames, no objects and no expressions.
//
// Channels are named OWNER.CONTROL ("dog.x_m", "light.hall", "camera"); who owns what is the show's
// business. Everything else a score holds is a cue: a choice, an event, a line, a step.
// SPDX-License-Identifier: MIT
#include "score_fields.h"

#include <string.h>

const char *const score_ease_words[] = { "hold", "linear", "smooth", "in", "out", "auto", NULL };

enum { CHANNELS_MOST = 16384 };

static const bind_field channel_fields[] = {
    { .name = "ease",
      .kind = BIND_WORD,
      BIND_AT(pantin_channel, ease),
      .words = score_ease_words,
      .fallback_text = "smooth",
      .doc = "the way to the next key, for keys that say none" },
    { .name = "keys",
      .kind = BIND_CUSTOM,
      BIND_AT(pantin_channel, keys),
      .custom = &score_keys_form,
      .flags = BIND_REQUIRED,
      .doc = "what the value is at which frame, ascending; text values hold" },
};

static const bind_table channel_table = {
    .name = "channel",
    .doc = "A value over time, named OWNER.CONTROL.",
    .size = sizeof(pantin_channel),
    .fields = channel_fields,
    .count = BIND_COUNT(channel_fields),
    .name_offset = offsetof(pantin_channel, name),
};

#define CUE_FRAME_LIMIT 1e7

static const bind_field cue_fields[] = {
    { .name = "id",
      .kind = BIND_TEXT,
      BIND_AT(pantin_cue, id),
      .flags = BIND_REQUIRED,
      .doc = "its name, used once" },
    { .name = "who",
      .kind = BIND_TEXT,
      BIND_AT(pantin_cue, who),
      .flags = BIND_REQUIRED,
      .doc = "of the cast" },
    { .name = "frame",
      .kind = BIND_NUMBER,
      BIND_AT(pantin_cue, frame),
      .flags = BIND_REQUIRED,
      .low = 0,
      .high = CUE_FRAME_LIMIT,
      .unit = "frames",
      .doc = "when it happens" },
};

static const bind_table cue_table = {
    .name = "cue",
    .doc = "A choice or an event: something that happens at a frame.",
    .size = sizeof(pantin_cue),
    .fields = cue_fields,
    .count = BIND_COUNT(cue_fields),
};

static const bind_field line_fields[] = {
    { .name = "id",
      .kind = BIND_TEXT,
      BIND_AT(pantin_line, id),
      .flags = BIND_REQUIRED,
      .doc = "its name, used once" },
    { .name = "who",
      .kind = BIND_TEXT,
      BIND_AT(pantin_line, who),
      .flags = BIND_REQUIRED,
      .doc = "of the cast" },
    { .name = "at_s",
      .kind = BIND_NUMBER,
      BIND_AT(pantin_line, at_s),
      .flags = BIND_REQUIRED,
      .low = 0,
      .high = 1e6,
      .unit = "s",
      .doc = "when its first sound is heard" },
    { .name = "text",
      .kind = BIND_TEXT,
      BIND_AT(pantin_line, text),
      .flags = BIND_REQUIRED,
      .doc = "what is said" },
    { .name = "tone",
      .kind = BIND_TEXT,
      BIND_AT(pantin_line, tone),
      .doc = "how it is said, one of the show's tones" },
};

static const bind_table line_table = {
    .name = "line",
    .doc = "Words somebody says.",
    .size = sizeof(pantin_line),
    .fields = line_fields,
    .count = BIND_COUNT(line_fields),
};

static const bind_field step_fields[] = {
    { .name = "who",
      .kind = BIND_TEXT,
      BIND_AT(pantin_score_step, who),
      .flags = BIND_REQUIRED,
      .doc = "of the cast" },
    { .name = "limb",
      .kind = BIND_TEXT,
      BIND_AT(pantin_score_step, limb),
      .flags = BIND_REQUIRED,
      .doc = "of its puppet" },
    { .name = "frame",
      .kind = BIND_NUMBER,
      BIND_AT(pantin_score_step, frame),
      .flags = BIND_REQUIRED,
      .low = 0,
      .high = CUE_FRAME_LIMIT,
      .unit = "frames",
      .doc = "when the foot lifts" },
    { .name = "frames",
      .kind = BIND_NUMBER,
      BIND_AT(pantin_score_step, frames),
      .flags = BIND_REQUIRED | BIND_OPEN_LOW,
      .low = 0,
      .high = 1e4,
      .unit = "frames",
      .doc = "how long it is in the air" },
    { .name = "to_x_m",
      .kind = BIND_NUMBER,
      BIND_AT(pantin_score_step, to_x_m),
      .flags = BIND_REQUIRED,
      .low = -1e4,
      .high = 1e4,
      .unit = "m",
      .doc = "where it lands" },
};

static const bind_table step_table = {
    .name = "step",
    .doc = "One scored step of one foot.",
    .size = sizeof(pantin_score_step),
    .fields = step_fields,
    .count = BIND_COUNT(step_fields),
};

static const bind_field baked_fields[] = {
    { .name = "file",
      .kind = BIND_TEXT,
      BIND_AT(pantin_score_table, file),
      .flags = BIND_REQUIRED,
      .doc = "CSV, a row a frame" },
    { .name = "channels",
      .kind = BIND_TEXTS,
      BIND_MANY(pantin_score_table, channels, channel_count),
      .flags = BIND_REQUIRED,
      .length = 1,
      .doc = "the channels its columns are" },
};

static const bind_table baked_table = {
    .name = "table",
    .doc = "Channels baked to numbers: the way out for what cannot be declared.",
    .size = sizeof(pantin_score_table),
    .fields = baked_fields,
    .count = BIND_COUNT(baked_fields),
};

static bool read_rate(bind_reader *reader, int token, void *field) {
    const json_token *list = &reader->tape->tokens[token];
    pantin_rate *rate = field;
    if (list->kind != JSON_ARRAY || list->count != 2)
        return bind_fail(reader, token,
                         "\"rate\" must be two whole numbers, frames and seconds: [24, 1]");
    for (int k = 0; k < 2; k++) {
        int item = k == 0 ? token + 1 : reader->tape->tokens[token + 1].next;
        double value =
            reader->tape->tokens[item].kind == JSON_NUMBER ? json_number(reader->tape, item) : 0.0;
        if (!(value >= 1 && value <= 1000000) || value != (double)(int)value)
            return bind_fail(reader, item,
                             "\"rate\" must be two whole numbers 1..1000000: [24, 1]");
        *(k == 0 ? &rate->numerator : &rate->denominator) = (int)value;
    }
    if (rate->numerator / rate->denominator > 1000)
        return bind_fail(reader, token, "\"rate\" is over 1000 frames a second");
    return true;
}

static void write_rate(json_writer *w, const void *field) {
    const pantin_rate *rate = field;
    json_inline(w);
    json_array(w);
    json_put_int(w, rate->numerator);
    json_put_int(w, rate->denominator);
    json_end(w, ']');
}

static const bind_custom rate_form = {
    .read = read_rate,
    .write = write_rate,
    .form = "[frames, seconds]",
    .schema = "{\"type\":\"array\",\"items\":{\"type\":\"integer\",\"minimum\":1},"
              "\"minItems\":2,\"maxItems\":2}",
};

static bool check_score(bind_reader *reader, void *item) {
    pantin_score *score = item;
    if (score->channel_count > CHANNELS_MOST)
        return bind_fail_at(
            reader,
            bind_locate(reader->tape->source, reader->tape->size, score->head.at, "channels"),
            "\"channels\" holds %d, more than the %d that are allowed", score->channel_count,
            CHANNELS_MOST);
    return true;
}

static const bind_field score_fields[] = {
    { .name = "pantin",
      .kind = BIND_TEXT,
      BIND_AT(pantin_score, format),
      .flags = BIND_REQUIRED,
      .doc = "\"score/1\"" },
    { .name = "rate",
      .kind = BIND_CUSTOM,
      BIND_AT(pantin_score, rate),
      .flags = BIND_REQUIRED,
      .custom = &rate_form,
      .unit = "frames/s",
      .doc = "frames a second, as a fraction" },
    { .name = "frames",
      .kind = BIND_INT,
      BIND_AT(pantin_score, frames),
      .flags = BIND_REQUIRED,
      .low = 1,
      .high = 1000000,
      .unit = "frames",
      .doc = "length of the scene" },
    { .name = "channels",
      .kind = BIND_MAP,
      BIND_MANY(pantin_score, channels, channel_count),
      .table = &channel_table,
      .doc = "values over time" },
    { .name = "choices",
      .kind = BIND_LIST,
      BIND_MANY(pantin_score, choices, choice_count),
      .table = &cue_table,
      .doc = "what somebody decides, and when" },
    { .name = "events",
      .kind = BIND_LIST,
      BIND_MANY(pantin_score, events, event_count),
      .table = &cue_table,
      .doc = "what happens, and when" },
    { .name = "lines",
      .kind = BIND_LIST,
      BIND_MANY(pantin_score, lines, line_count),
      .table = &line_table,
      .flags = BIND_LATER,
      .later = "voices come with the stage",
      .doc = "what is said" },
    { .name = "steps",
      .kind = BIND_LIST,
      BIND_MANY(pantin_score, steps, step_count),
      .table = &step_table,
      .flags = BIND_LATER,
      .later = "steps come with the stage",
      .doc = "scored steps" },
    { .name = "tables",
      .kind = BIND_LIST,
      BIND_MANY(pantin_score, tables, table_count),
      .table = &baked_table,
      .flags = BIND_LATER,
      .later = "baked tables come with the stage",
      .doc = "baked channels" },
};

const bind_table score_table = {
    .name = "score",
    .doc = "What happens at which frame.",
    .size = sizeof(pantin_score),
    .fields = score_fields,
    .count = BIND_COUNT(score_fields),
    .check = check_score,
};
