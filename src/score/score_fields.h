// score_fields.h — the score's grammar as tables (base/bind.h), shared by reading, writing and docs.
// SPDX-License-Identifier: MIT
#ifndef SCORE_FIELDS_H
#define SCORE_FIELDS_H

#include "base/bind.h"
#include "pantin/score.h"

extern const bind_table score_table;

/// "[frame, value]" or "{ at, value, ease }", in a list: fills keys, key_count and words of a channel.
extern const bind_custom score_keys_form;

/// The words of an ease, without the Bezier form; NULL-terminated, in the order of pantin_ease.
extern const char *const score_ease_words[];

#endif
