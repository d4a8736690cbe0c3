// loop_report.c — one set of entries, five ways to read it.
// SPDX-License-Identifier: MIT
#include "loop.h"

bool pantin_loop_report(const pantin_loop_entry *entries, int count, pantin_loop_format format,
                        pantin_bytes *bytes, pantin_error *error) {
    text out = { 0 };
    if (format == PANTIN_LOOP_JSON)
        loop_write_json(&out, entries, count);
    else if (format == PANTIN_LOOP_CSV)
        loop_write_csv(&out, entries, count);
    else if (format == PANTIN_LOOP_MARKDOWN)
        loop_write_markdown(&out, entries, count);
    else if (format == PANTIN_LOOP_TEXT && count != 1)
        loop_write_lines(&out, entries, count);
    else
        for (int k = 0; k < count; k++) {
            bool reference =
                entries[k].task == PANTIN_LOOP_FIX && entries[k].method == PANTIN_FIX_CROSSFADE;
            if (k > 0 && !reference) text_char(&out, '\n'); // there each line begins alike
            loop_write_text(&out, &entries[k]);
        }
    return text_take(&out, bytes, error);
}
