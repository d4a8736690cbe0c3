// facts.h — private to measure: one list of facts, written as lines for people or as JSON.
// SPDX-License-Identifier: MIT
#ifndef MEASURE_FACTS_H
#define MEASURE_FACTS_H

#include "base/json.h"
#include "pantin/measure.h"

/// A report that is one of two things. Every fact is said once and comes out in either form.
typedef struct facts {
    text out;
    json_writer json;
    bool as_json;
    int depth;  // of lists, for indenting lines
    bool empty; // a list was begun and holds nothing yet
} facts;

/// `f` must stay where it is: its writer points into it.
void facts_begin(facts *f, bool as_json);
/// Hands the report over.
bool facts_end(facts *f, pantin_bytes *bytes, pantin_error *error);

void facts_text(facts *f, const char *key, const char *value);
void facts_int(facts *f, const char *key, int value);
void facts_bool(facts *f, const char *key, bool value);
/// For people rounded to `digits` after the point and followed by `unit`; in JSON whole.
void facts_number(facts *f, const char *key, double value, int digits, const char *unit);

/// A list of things under `key`; each thing begins with its name. Lists may nest.
void facts_list(facts *f, const char *key);
void facts_item(facts *f, const char *name);
void facts_item_end(facts *f);
void facts_list_end(facts *f);

/// What would help: a list for people, in JSON the object "advice".
void facts_advice(facts *f, const pantin_advice *advice);

/// The list of a puppet's poses, each with how hard it binds and where (inspect_poses.c).
PANTIN_CHECKED bool facts_poses(facts *f, const pantin_puppet *puppet, pantin_error *error);

/// A place where a sheet binds, as an item of a list.
void facts_spot(facts *f, const pantin_puppet *puppet, const pantin_hot_spot *spot);

#endif
