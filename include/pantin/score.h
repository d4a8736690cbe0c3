/// @file pantin/score.h — what happens at which frame: names and numbers only, no objects.
/// In: the text of a score file. Out: a score, plain data, freed with pantin_score_free; the value of a
/// channel at any time. The show resolves the names.
/// Promise: a channel passes exactly through its keys, and its value depends on nothing but time.
// SPDX-License-Identifier: MIT
#ifndef PANTIN_SCORE_H
#define PANTIN_SCORE_H

#include "pantin/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Frames a second, exactly.
typedef struct pantin_rate {
    int numerator, denominator; ///< both >= 1
} pantin_rate;

/// How a value goes from its key to the next. Formulas: spec of files, `docs/score.md`.
typedef enum pantin_ease {
    PANTIN_EASE_HOLD,
    PANTIN_EASE_LINEAR,
    PANTIN_EASE_SMOOTH,
    PANTIN_EASE_IN,
    PANTIN_EASE_OUT,
    PANTIN_EASE_AUTO,   ///< monotone cubic (Fritsch-Carlson)
    PANTIN_EASE_BEZIER, ///< cubic-bezier(x1, y1, x2, y2), 0 <= x <= 1
} pantin_ease;

typedef struct pantin_key {
    double frame;     ///< may lie between frames
    double value;     ///< 0 where `word` is set
    const char *word; ///< of a word channel, else NULL
    pantin_ease ease; ///< from here to the next key
    double bezier[4]; ///< for PANTIN_EASE_BEZIER
    bool own_ease;    ///< the key says its ease itself; else it is the channel's
    int at;           ///< byte offset in the source, for messages
} pantin_key;

typedef struct pantin_channel {
    pantin_written head;
    const char *name; ///< "dog.x_m"
    int ease;         ///< of keys that say none (pantin_ease; never BEZIER)
    pantin_key *keys; ///< frames strictly ascending, at least one
    int key_count;
    bool words;     ///< the keys are words: they hold
    double *slopes; ///< a key: value per frame, for PANTIN_EASE_AUTO
} pantin_channel;

/// A choice or an event: something that happens at a frame.
typedef struct pantin_cue {
    pantin_written head;
    const char *id, *who;
    double frame;
} pantin_cue;

typedef struct pantin_line {
    pantin_written head;
    const char *id, *who;
    double at_s;
    const char *text, *tone;
} pantin_line;

/// A scored step of one foot.
typedef struct pantin_score_step {
    pantin_written head;
    const char *who, *limb;
    double frame, frames, to_x_m;
} pantin_score_step;

/// Channels baked to numbers, a row a frame.
typedef struct pantin_score_table {
    pantin_written head;
    const char *file;
    const char **channels;
    int channel_count;
} pantin_score_table;

typedef struct pantin_score {
    pantin_written head;
    const char *format; ///< "score/1"
    pantin_rate rate;
    int frames; ///< of the scene
    pantin_channel *channels;
    int channel_count;
    pantin_cue *choices, *events;
    int choice_count, event_count;
    pantin_line *lines;
    int line_count;
    pantin_score_step *steps;
    int step_count;
    pantin_score_table *tables;
    int table_count;
    // what the file was, for messages
    const char *name; ///< path
    const char *source;
    size_t source_size;
    int later_at; ///< offset of the first thing asked for that is not done yet; PANTIN_NONE
    const char *later_key, *later; ///< its key, and what will do it
    void *memory;                  ///< owns all of the above
} pantin_score;

/// Reads and checks. Everything is copied. Errors: name:line:column.
PANTIN_CHECKED bool pantin_score_load(const char *name, const char *text, size_t size,
                                      pantin_score *score, pantin_error *error);
void pantin_score_free(pantin_score *score);
/// Canonical text; loaded and written again it is the same bytes.
PANTIN_CHECKED bool pantin_score_write(const pantin_score *score, pantin_bytes *bytes,
                                       pantin_error *error);

/// The grammar of the file, from the tables that read it: JSON Schema, or Markdown.
PANTIN_CHECKED bool pantin_score_grammar(bool markdown, pantin_bytes *bytes, pantin_error *error);

/// Index of a channel, PANTIN_NONE: no such.
int pantin_score_find(const pantin_score *score, const char *channel);

/// The value at a time in frames (any finite number); before the first key its value, after the last
/// likewise. Of a word channel: 0.
double pantin_channel_sample(const pantin_channel *channel, double frame);
/// The word at a time, NULL for a number channel.
const char *pantin_channel_word(const pantin_channel *channel, double frame);

#ifdef __cplusplus
}
#endif
#endif
