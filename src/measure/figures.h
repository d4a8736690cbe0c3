// figures.h — private to measure: members of a JSON object as trace and proof write them, numbers to six
// significant digits.
// SPDX-License-Identifier: MIT
#ifndef MEASURE_FIGURES_H
#define MEASURE_FIGURES_H

#include "base/json.h"
#include "trace.h"

static inline void put(json_writer *w, const char *key, double value) {
    json_key(w, key);
    json_put_number(w, trace_round(value));
}

static inline void put_int(json_writer *w, const char *key, int value) {
    json_key(w, key);
    json_put_int(w, value);
}

static inline void put_text(json_writer *w, const char *key, const char *value) {
    json_key(w, key);
    json_put_text(w, value);
}

#endif
