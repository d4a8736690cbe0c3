// summary.c — a film in a few numbers, for the terminal and for scripts.
// SPDX-License-Identifier: MIT
#include "facts.h"

bool pantin_summary_report(const pantin_trace_summary *s, const char *hash,
                           const pantin_advice *advice, bool json, pantin_bytes *bytes,
                           pantin_error *error) {
    char verdict[128];
    if (s->inverted == 0)
        text_print(verdict, sizeof verdict, "0 triangles turned over in %d frames", s->frames);
    else
        text_print(verdict, sizeof verdict, "%d triangle%s turned over, in %d of %d frames",
                   s->inverted, s->inverted == 1 ? "" : "s", s->inverted_frames, s->frames);
    facts f;
    facts_begin(&f, json);
    if (!json) facts_text(&f, "verdict", verdict);
    if (json) facts_int(&f, "frames", s->frames);
    if (json) facts_int(&f, "inverted", s->inverted);
    if (json) facts_int(&f, "inverted_frames", s->inverted_frames);
    facts_int(&f, "branch_points", s->branch_points);
    facts_number(&f, "min_area_ratio", s->min_area_ratio, 4, "");
    facts_number(&f, "energy_max", s->energy_max, 4, "");
    facts_number(&f, "feature_distortion", s->feature_distortion, 4, "");
    facts_number(&f, "bind_max", s->bind_max, 1, "");
    facts_number(&f, "handle_error_px", s->handle_error_px, 3, "px");
    if (s->handle_name[0] != '\0') facts_text(&f, "handle_name", s->handle_name);
    facts_int(&f, "worst_frame", s->worst_frame);
    if (hash != NULL) facts_text(&f, "hash", hash);
    if (advice != NULL) facts_advice(&f, advice);
    return facts_end(&f, bytes, error);
}
