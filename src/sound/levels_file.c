// levels_file.c — sound_levels.json: what was measured in the track, rounded so that a reader sees
// the number and not the noise.
// SPDX-License-Identifier: MIT
#include "base/json.h"
#include "base/trig.h"
#include "sound.h"

static void put(json_writer *w, const char *key, double value, double steps) {
    json_key(w, key);
    // + 0 makes -0 a 0.
    json_put_number(w, trig_round(value * steps) / steps + 0.0);
}

static void put_s(json_writer *w, const char *key, double seconds) { put(w, key, seconds, 1e4); }
static void put_db(json_writer *w, const char *key, double db) { put(w, key, db, 1e2); }

static void put_onset(json_writer *w, const char *key, double seconds) {
    if (seconds >= 0) {
        put_s(w, key, seconds);
        return;
    }
    json_key(w, key);
    json_put_null(w);
}

static void put_list(json_writer *w, const char *key, const double *values, int count) {
    json_key(w, key);
    json_inline(w);
    json_array(w);
    for (int i = 0; i < count; i++) json_put_number(w, trig_round(values[i] * 1e2) / 1e2);
    json_end(w, ']');
}

static void put_phonemes(json_writer *w, const pantin_heard_line *line) {
    json_key(w, "phonemes");
    json_array(w);
    for (int i = 0; i < line->phoneme_count; i++) {
        const pantin_phoneme *p = &line->phonemes[i];
        json_inline(w);
        json_object(w);
        json_key(w, "name");
        json_put_text(w, p->name);
        put_s(w, "from_s", p->from_s);
        put_s(w, "to_s", p->to_s);
        json_end(w, '}');
    }
    json_end(w, ']');
}

static void put_line(json_writer *w, const pantin_heard_line *line) {
    json_object(w);
    json_key(w, "id");
    json_put_text(w, line->id);
    put_s(w, "asked_at_s", line->asked_at_s);
    put_onset(w, "onset_s", line->onset_s);
    put_onset(w, "track_onset_s", line->track_onset_s);
    put_s(w, "from_s", line->from_s);
    put_s(w, "to_s", line->to_s);
    put_s(w, "cut_s", line->cut_s);
    put_db(w, "asked_rms_dbfs", line->asked_rms_dbfs);
    put_db(w, "rms_dbfs", line->rms_dbfs);
    put_db(w, "peak_dbfs", line->peak_dbfs);
    put_db(w, "room_dbfs", line->room_dbfs);
    put_phonemes(w, line);
    json_end(w, '}');
}

bool pantin_track_levels(const pantin_track *track, pantin_bytes *bytes, pantin_error *error) {
    text out = { 0 };
    json_writer w = { .out = &out };
    json_object(&w);
    json_key(&w, "rate_hz");
    json_put_int(&w, track->sound.rate_hz);
    json_key(&w, "channels");
    json_put_int(&w, track->sound.channels);
    put_s(&w, "duration_s", (double)track->sound.frames / track->sound.rate_hz);
    put_db(&w, "peak_dbfs", track->level.peak_dbfs);
    put_db(&w, "rms_dbfs", track->level.rms_dbfs);
    put_db(&w, "limited_db", track->reduction_db);
    json_key(&w, "onset");
    json_inline(&w);
    json_object(&w);
    put(&w, "window_ms", track->onset.window_ms, 1e4);
    put_db(&w, "over_dbfs", track->onset.over_dbfs);
    json_end(&w, '}');
    json_key(&w, "lines");
    json_array(&w);
    for (int i = 0; i < track->line_count; i++) put_line(&w, &track->lines[i]);
    json_end(&w, ']');
    put_list(&w, "beds_dbfs", track->bed_dbfs, track->bed_count);
    put_list(&w, "seconds_dbfs", track->track_dbfs, track->second_count);
    put_list(&w, "seconds_room_dbfs", track->room_dbfs, track->second_count);
    json_end(&w, '}');
    text_char(&out, '\n');
    return text_take(&out, bytes, error);
}
