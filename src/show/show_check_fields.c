// show_check_fields.c — the grammar of a show file, third part: what the film is held to, and which
// pictures of it are kept.
// SPDX-License-Identifier: MIT
#include "show_file.h"

#define FRAME_LIMIT 1e7

static const char *const kind_words[] = { "choices", "least_and_last", "correlation", "share",
                                          "onset",   "limit",          "onset_sound", NULL };

static const bind_field signal_fields[] = {
    { .name = "track",
      .kind = BIND_TEXT,
      BIND_AT(show_signal, track),
      .flags = BIND_REQUIRED,
      .doc = "what is looked at" },
    { .name = "in",
      .kind = BIND_TEXTS,
      BIND_MANY(show_signal, in, in_count),
      .doc = "it is one of these" },
    { .name = "beyond",
      .kind = BIND_TEXT,
      BIND_AT(show_signal, beyond),
      .doc = "it lies beyond this track, seen from `from`" },
    { .name = "from", .kind = BIND_TEXT, BIND_AT(show_signal, from), .doc = "a layer or somebody" },
    { .name = "under",
      .kind = BIND_TEXT,
      BIND_AT(show_signal, under),
      .doc = "it lies under this track" },
    { .name = "and",
      .kind = BIND_TEXT,
      BIND_AT(show_signal, and_under),
      .doc = "and so does this one" },
    { .name = "away_from",
      .kind = BIND_TEXT,
      BIND_AT(show_signal, away_from),
      .doc = "it moves away from this" },
    { .name = "toward",
      .kind = BIND_TEXT,
      BIND_AT(show_signal, toward),
      .doc = "it moves toward this" },
    { .name = "falls_px",
      .kind = BIND_NUMBER,
      BIND_AT(show_signal, falls_px),
      .low = 0,
      .high = 1e4,
      .unit = "px",
      .doc = "it falls by more than this" },
    { .name = "rises_px",
      .kind = BIND_NUMBER,
      BIND_AT(show_signal, rises_px),
      .low = 0,
      .high = 1e4,
      .unit = "px",
      .doc = "it rises by more than this" },
    { .name = "moves_px",
      .kind = BIND_NUMBER,
      BIND_AT(show_signal, moves_px),
      .low = 0,
      .high = 1e4,
      .unit = "px",
      .doc = "it moves by more than this" },
};
static const bind_table signal_table = {
    .name = "signal",
    .doc = "One way a check can be met.",
    .size = sizeof(show_signal),
    .fields = signal_fields,
    .count = BIND_COUNT(signal_fields),
};

static bool read_span(bind_reader *reader, int token, void *field) {
    const json_token *tokens = reader->tape->tokens;
    show_span *span = field;
    if (tokens[token].kind != JSON_ARRAY || tokens[token].count != 2)
        return bind_fail(reader, token,
                         "\"frames\" must be two of frame or cue: [24, \"retreat\"]");
    int item = token + 1;
    for (int k = 0; k < 2; k++, item = tokens[item].next) {
        if (tokens[item].kind == JSON_NUMBER) {
            span->frame[k] = json_number(reader->tape, item);
            if (span->frame[k] < 0 || span->frame[k] > FRAME_LIMIT)
                return bind_fail(reader, item, "a frame must be 0..1e7");
        } else if (tokens[item].kind == JSON_STRING) {
            span->cue[k] = json_text(reader->tape, item, reader->memory);
            if (span->cue[k] == NULL) return memory_fail(reader->error, "a show");
        } else {
            return bind_fail(reader, item, "must be a frame or the id of a cue");
        }
    }
    return true;
}

static void write_span(json_writer *w, const void *field) {
    const show_span *span = field;
    json_inline(w);
    json_array(w);
    for (int k = 0; k < 2; k++)
        if (span->cue[k] != NULL)
            json_put_text(w, span->cue[k]);
        else
            json_put_number(w, span->frame[k]);
    json_end(w, ']');
}

static const bind_custom span_form = {
    .read = read_span,
    .write = write_span,
    .form = "[frame or cue, frame or cue]",
    .schema = "{\"type\":\"array\",\"items\":{\"type\":[\"number\",\"string\"]},\"minItems\":2,"
              "\"maxItems\":2}",
};

static const bind_field check_fields[] = {
    { .name = "name",
      .kind = BIND_TEXT,
      BIND_AT(show_check, name),
      .flags = BIND_REQUIRED,
      .doc = "its name" },
    { .name = "kind",
      .kind = BIND_WORD,
      BIND_AT(show_check, kind),
      .words = kind_words,
      .flags = BIND_REQUIRED,
      .doc = "what is asked" },
    { .name = "track", .kind = BIND_TEXT, BIND_AT(show_check, track), .doc = "what is measured" },
    { .name = "channel",
      .kind = BIND_TEXT,
      BIND_AT(show_check, channel),
      .doc = "what it is compared with" },
    { .name = "of", .kind = BIND_TEXT, BIND_AT(show_check, of), .doc = "the cue" },
    { .name = "value",
      .kind = BIND_NUMBER,
      BIND_AT(show_check, value),
      .low = -1e9,
      .high = 1e9,
      .doc = "what it should be" },
    { .name = "within",
      .kind = BIND_NUMBER,
      BIND_AT(show_check, within),
      .low = 0,
      .high = 1e9,
      .doc = "how far off it may be" },
    { .name = "min",
      .kind = BIND_NUMBER,
      BIND_AT(show_check, min),
      .low = -1e9,
      .high = 1e9,
      .doc = "not less" },
    { .name = "max",
      .kind = BIND_NUMBER,
      BIND_AT(show_check, max),
      .low = -1e9,
      .high = 1e9,
      .doc = "not more" },
    { .name = "max_dt_frames",
      .kind = BIND_NUMBER,
      BIND_AT(show_check, max_dt_frames),
      .low = 0,
      .high = FRAME_LIMIT,
      .unit = "frames",
      .doc = "how late it may be" },
    { .name = "max_dt_s",
      .kind = BIND_NUMBER,
      BIND_AT(show_check, max_dt_s),
      .low = 0,
      .high = 1e6,
      .unit = "s",
      .doc = "how late it may be" },
    { .name = "search_s",
      .kind = BIND_NUMBERS,
      BIND_AT(show_check, search_s),
      .length = 2,
      .low = -1000,
      .high = 1000,
      .unit = "s",
      .doc = "where it is looked for, around the cue" },
    { .name = "frames",
      .kind = BIND_CUSTOM,
      BIND_AT(show_check, frames),
      .custom = &span_form,
      .doc = "from where to where" },
    { .name = "any",
      .kind = BIND_LIST,
      BIND_MANY(show_check, any, any_count),
      .table = &signal_table,
      .doc = "one of these is enough" },
};
const bind_table show_check_table = {
    .name = "check",
    .doc = "A statement about the film that `pantin check` measures.",
    .size = sizeof(show_check),
    .fields = check_fields,
    .count = BIND_COUNT(check_fields),
};

static const bind_field still_fields[] = {
    { .name = "name",
      .kind = BIND_TEXT,
      BIND_AT(show_still, name),
      .flags = BIND_REQUIRED,
      .doc = "of the picture" },
    { .name = "frames",
      .kind = BIND_INTS,
      BIND_MANY(show_still, frames, frame_count),
      .flags = BIND_REQUIRED,
      .length = 1,
      .low = 0,
      .high = FRAME_LIMIT,
      .unit = "frames",
      .doc = "of the score" },
    { .name = "box_px",
      .kind = BIND_NUMBERS,
      BIND_AT(show_still, box_px),
      .length = 4,
      .low = 0,
      .high = 8192,
      .unit = "px",
      .doc = "left, top, width, height of a crop" },
    { .name = "columns",
      .kind = BIND_INT,
      BIND_AT(show_still, columns),
      .low = 1,
      .high = 64,
      .fallback = 4,
      .doc = "of a sheet" },
    { .name = "who",
      .kind = BIND_TEXT,
      BIND_AT(show_still, who),
      .doc = "only this one of the cast (proof)" },
    { .name = "methods",
      .kind = BIND_TEXTS,
      BIND_MANY(show_still, methods, method_count),
      .doc = "ways of bending that are compared (proof)" },
};
const bind_table show_still_table = {
    .name = "still",
    .doc = "A picture taken out of the film.",
    .size = sizeof(show_still),
    .fields = still_fields,
    .count = BIND_COUNT(still_fields),
};
