// key_form.c — how a key is written: [frame, value], or { "at": …, "value": …, "ease": … }.
//
// The short form takes the channel's ease. A value is a number or a word; a channel holds one kind.
// Frames ascend strictly: two keys on one frame would leave the value between them to chance.
// SPDX-License-Identifier: MIT
#include "score_fields.h"

#include "base/vec.h"

/// The long form while it is read and written.
typedef struct long_key {
    pantin_written head;
    double at;
    pantin_key value; // only value and word
    pantin_key ease;  // only ease and bezier
} long_key;

static bool read_value(bind_reader *reader, int token, void *field) {
    pantin_key *key = field;
    json_kind kind = reader->tape->tokens[token].kind;
    if (kind == JSON_NUMBER) {
        key->value = json_number(reader->tape, token);
        if (key->value < -1e9 || key->value > 1e9)
            return bind_fail(reader, token, "a key's value lies outside -1e9..1e9");
        return true;
    }
    if (kind != JSON_STRING)
        return bind_fail(reader, token, "a key's value must be a number or a word");
    key->word = json_text(reader->tape, token, reader->memory);
    return key->word != NULL || memory_fail(reader->error, "a score");
}

static bool read_bezier(bind_reader *reader, int token, pantin_key *key) {
    const json_token *tokens = reader->tape->tokens;
    if (tokens[token].count != 4)
        return bind_fail(reader, token, "a Bezier ease is four numbers: [x1, y1, x2, y2]");
    int item = token + 1;
    for (int k = 0; k < 4; k++, item = tokens[item].next) {
        double v = tokens[item].kind == JSON_NUMBER ? json_number(reader->tape, item) : 1e9;
        double low = k % 2 == 0 ? 0.0 : -10.0, high = k % 2 == 0 ? 1.0 : 10.0;
        if (v < low || v > high)
            return bind_fail(reader, item, "%s of a Bezier ease must be a number %g..%g",
                             (const char *const[]){ "x1", "y1", "x2", "y2" }[k], low, high);
        key->bezier[k] = v;
    }
    key->ease = PANTIN_EASE_BEZIER;
    return true;
}

static bool read_ease(bind_reader *reader, int token, void *field) {
    pantin_key *key = field;
    json_kind kind = reader->tape->tokens[token].kind;
    if (kind == JSON_ARRAY) return read_bezier(reader, token, key);
    if (kind != JSON_STRING)
        return bind_fail(reader, token, "\"ease\" must be a word or four Bezier numbers");
    for (int e = 0; score_ease_words[e] != NULL; e++)
        if (json_equal(reader->tape, token, score_ease_words[e])) {
            key->ease = (pantin_ease)e;
            return true;
        }
    return bind_fail_word(reader, token, "ease", score_ease_words);
}

static void write_value(json_writer *w, const void *field) {
    const pantin_key *key = field;
    if (key->word != NULL)
        json_put_text(w, key->word);
    else
        json_put_number(w, key->value);
}

static void write_ease(json_writer *w, const void *field) {
    const pantin_key *key = field;
    if (key->ease != PANTIN_EASE_BEZIER) {
        json_put_text(w, score_ease_words[key->ease]);
        return;
    }
    json_array(w);
    for (int k = 0; k < 4; k++) json_put_number(w, key->bezier[k]);
    json_end(w, ']');
}

static const bind_custom value_form = {
    .read = read_value,
    .write = write_value,
    .form = "a number or a word",
    .schema = "{\"type\":[\"number\",\"string\"]}",
};
static const bind_custom ease_form = {
    .read = read_ease,
    .write = write_ease,
    .form = "a word or [x1, y1, x2, y2]",
    .schema =
        "{\"oneOf\":[{\"enum\":[\"hold\",\"linear\",\"smooth\",\"in\",\"out\",\"auto\"]},"
        "{\"type\":\"array\",\"items\":{\"type\":\"number\"},\"minItems\":4,\"maxItems\":4}]}",
};

#define FRAME_LIMIT 1e7

static const bind_field long_fields[] = {
    { .name = "at",
      .kind = BIND_NUMBER,
      BIND_AT(long_key, at),
      .flags = BIND_REQUIRED,
      .low = -FRAME_LIMIT,
      .high = FRAME_LIMIT,
      .unit = "frames",
      .doc = "when" },
    { .name = "value",
      .kind = BIND_CUSTOM,
      BIND_AT(long_key, value),
      .flags = BIND_REQUIRED,
      .custom = &value_form,
      .doc = "what" },
    { .name = "ease",
      .kind = BIND_CUSTOM,
      BIND_AT(long_key, ease),
      .custom = &ease_form,
      .doc = "the way to the next key" },
};
static const bind_table long_table = {
    .name = "key",
    .doc = "A key that says its own ease.",
    .size = sizeof(long_key),
    .fields = long_fields,
    .count = BIND_COUNT(long_fields),
};

static bool read_key(bind_reader *reader, int token, pantin_key *key) {
    const json_token *tokens = reader->tape->tokens;
    key->at = tokens[token].start;
    if (tokens[token].kind == JSON_OBJECT) {
        long_key form = { 0 };
        if (!bind_read(reader, &long_table, token, &form)) return false;
        key->frame = form.at;
        key->value = form.value.value;
        key->word = form.value.word;
        key->ease = form.ease.ease;
        for (int k = 0; k < 4; k++) key->bezier[k] = form.ease.bezier[k];
        key->own_ease = bind_given(&long_table, &form, "ease");
        return true;
    }
    if (tokens[token].kind != JSON_ARRAY || tokens[token].count != 2)
        return bind_fail(reader, token,
                         "a key must be [frame, value] or { \"at\", \"value\", \"ease\" }");
    int frame = token + 1;
    if (tokens[frame].kind != JSON_NUMBER)
        return bind_fail(reader, frame, "a key's frame must be a number");
    key->frame = json_number(reader->tape, frame);
    if (key->frame < -FRAME_LIMIT || key->frame > FRAME_LIMIT)
        return bind_fail(reader, frame, "a key's frame lies outside -1e7..1e7");
    return read_value(reader, tokens[frame].next, key);
}

static pantin_channel *channel_of(void *keys) {
    return (pantin_channel *)((char *)keys - offsetof(pantin_channel, keys));
}

static bool read_keys(bind_reader *reader, int token, void *field) {
    pantin_channel *channel = channel_of(field);
    const json_token *tokens = reader->tape->tokens;
    if (tokens[token].kind != JSON_ARRAY || tokens[token].count < 1)
        return bind_fail(reader, token, "\"keys\" must be a list of at least one [frame, value]");
    int count = tokens[token].count;
    channel->keys = ARENA_ARRAY(reader->memory, pantin_key, count);
    if (channel->keys == NULL) return memory_fail(reader->error, "a score");
    channel->key_count = count;
    int item = token + 1;
    for (int k = 0; k < count; k++, item = tokens[item].next) {
        pantin_key *key = &channel->keys[k];
        if (!read_key(reader, item, key)) return false;
        if (k > 0 && key->frame <= key[-1].frame)
            return bind_fail(reader, item,
                             "key at frame %g follows one at frame %g: frames must ascend",
                             key->frame, key[-1].frame);
        if (k > 0 && (key->word != NULL) != (key[-1].word != NULL))
            return bind_fail(reader, item, "a channel's values are all numbers or all words");
    }
    channel->words = channel->keys[0].word != NULL;
    return true;
}

static void write_keys(json_writer *w, const void *field) {
    const pantin_channel *channel = channel_of((void *)(uintptr_t)field);
    json_array(w);
    for (int k = 0; k < channel->key_count; k++) {
        const pantin_key *key = &channel->keys[k];
        json_inline(w);
        if (!key->own_ease) {
            json_array(w);
            json_put_number(w, key->frame);
            write_value(w, key);
            json_end(w, ']');
            continue;
        }
        json_object(w);
        json_key(w, "at");
        json_put_number(w, key->frame);
        json_key(w, "value");
        write_value(w, key);
        json_key(w, "ease");
        write_ease(w, key);
        json_end(w, '}');
    }
    json_end(w, ']');
}

const bind_custom score_keys_form = {
    .read = read_keys,
    .write = write_keys,
    .form = "a list of [frame, value] or { at, value, ease }; ease is a word or [x1, y1, x2, y2]",
    .schema =
        "{\"type\":\"array\",\"minItems\":1,\"items\":{\"oneOf\":["
        "{\"type\":\"array\",\"minItems\":2,\"maxItems\":2,\"prefixItems\":"
        "[{\"type\":\"number\"},{\"type\":[\"number\",\"string\"]}]},"
        "{\"type\":\"object\",\"required\":[\"at\",\"value\"],\"additionalProperties\":false,"
        "\"properties\":{\"at\":{\"type\":\"number\"},\"value\":{\"type\":[\"number\",\"string\"]},"
        "\"ease\":{\"oneOf\":[{\"enum\":[\"hold\",\"linear\",\"smooth\",\"in\",\"out\",\"auto\"]},"
        "{\"type\":\"array\",\"items\":{\"type\":\"number\"},\"minItems\":4,\"maxItems\":4}]}}}]}}",
};
