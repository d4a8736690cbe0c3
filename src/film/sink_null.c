// sink_null.c — `null:` takes pictures and samples, counts them and keeps nothing: what a film
// costs before it is written, and a film's checks without its file.
// SPDX-License-Identifier: MIT
#include "base/memory.h"
#include "format.h"
#include "sink_null.h"

static bool null_takes(const char *output) { return format_name_begins(output, "null:"); }

static void *null_open(const char *output, const pantin_film_format *format, pantin_error *error) {
    (void)output;
    if (!format_check(format, error)) return NULL;
    null_sink *sink = memory_allocate(1, sizeof *sink);
    if (sink == NULL) {
        memory_fail(error, "the sink that keeps nothing");
        return NULL;
    }
    sink->format = *format;
    return sink;
}

static bool null_picture(void *self, const pantin_image *picture, pantin_error *error) {
    null_sink *sink = self;
    if (!format_check_picture(&sink->format, picture, error)) return false;
    sink->pictures++;
    return true;
}

static bool null_sound(void *self, const float *samples, size_t frames, pantin_error *error) {
    (void)samples, (void)error;
    null_sink *sink = self;
    sink->sound_frames += frames;
    return true;
}

static void null_abandon(void *self) { memory_free(self, 1, sizeof(null_sink)); }

static bool null_close(void *self, uint64_t *hash, pantin_error *error) {
    (void)error;
    if (hash != NULL) *hash = 0;
    null_abandon(self);
    return true;
}

const pantin_film_sink pantin_sink_null = {
    .name = "null",
    .takes = null_takes,
    .open = null_open,
    .picture = null_picture,
    .sound = null_sound,
    .close = null_close,
    .abandon = null_abandon,
};
