// loop_report.h — private to measure: the writers of loop reports.
// SPDX-License-Identifier: MIT
#ifndef MEASURE_LOOP_REPORT_H
#define MEASURE_LOOP_REPORT_H

#include "loop_words.h"

void loop_write_text(text *out, const pantin_loop_entry *entry);
void loop_write_lines(text *out, const pantin_loop_entry *entries, int count);
void loop_write_json(text *out, const pantin_loop_entry *entries, int count);
void loop_write_markdown(text *out, const pantin_loop_entry *entries, int count);
void loop_write_csv(text *out, const pantin_loop_entry *entries, int count);

/// "passes", "fails", "loops", "fell short" ...: what became of it, in a word or two.
const char *loop_outcome(const pantin_loop_entry *entry);
/// "13 clips: 11 loop, 1 fell short, 1 could not be read".
void loop_totals(char *out, size_t size, const pantin_loop_entry *entries, int count);

#endif
