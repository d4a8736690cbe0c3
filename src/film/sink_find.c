// sink_find.c — an output name chooses its sink. A name that none takes gets one line that lists
// what this build writes (asked of the sinks themselves) and the nearest ending.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/text.h"
#include "format.h"

/// A name of each kind, how the kind is listed, and what its names end (or begin) with.
static const struct {
    const char *example, *shown, *ending;
} kinds[] = {
    { "film.mp4", ".mp4", ".mp4" },       { "film.mov", ".mov", ".mov" },
    { "film.mkv", ".mkv", ".mkv" },       { "frames/", "FOLDER/", NULL },
    { "f%04d.png", "f%04d.png", ".png" }, { "hash:", "hash:", "hash:" },
    { "null:", "null:", "null:" },
};
enum { KIND_COUNT = sizeof kinds / sizeof kinds[0] };

static const char *const later[] = { ".webm", ".gif", ".apng", ".webp", NULL };

static const pantin_film_sink *find_taker(const pantin_film_sink *const *sinks, int count,
                                          const char *output) {
    for (int i = 0; i < count; i++)
        if (sinks[i]->takes(output)) return sinks[i];
    return NULL;
}

/// What tells the kind of a name: from its last dot, else up to its first colon, else nothing.
static const char *find_ending(const char *output, size_t *size) {
    const char *from = NULL;
    size_t length = strlen(output);
    for (size_t i = 0; i < length; i++) {
        if (output[i] == '/') from = NULL;
        if (output[i] == '.') from = output + i;
    }
    if (from != NULL) {
        *size = (size_t)(output + length - from);
        return from;
    }
    for (size_t i = 0; i < length && output[i] != '/'; i++)
        if (output[i] == ':') {
            *size = i + 1;
            return output;
        }
    *size = 0;
    return output;
}

static bool fail_to_find(const pantin_film_sink *const *sinks, int count, const char *output,
                         pantin_error *error) {
    char list[128] = "";
    const char *endings[KIND_COUNT + 1] = { NULL };
    size_t used = 0, size;
    for (int i = 0, ending_count = 0; i < KIND_COUNT; i++) {
        if (find_taker(sinks, count, kinds[i].example) == NULL) continue;
        used += text_print(list + used, sizeof list - used, " %s", kinds[i].shown);
        if (kinds[i].ending != NULL) endings[ending_count++] = kinds[i].ending;
    }
    const char *ending = find_ending(output, &size);
    const char *nearest = size > 0 ? text_nearest(ending, size, endings) : NULL;
    if (nearest != NULL)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, output,
                           "no film is named so; did you mean \"%s\"? What can be written:%s", nearest,
                           list);
    return pantin_fail(error, PANTIN_ERROR_ARGUMENT, output,
                       "the name does not say what to write; what can be written:%s", list);
}

const pantin_film_sink *pantin_film_sink_find(const pantin_film_sink *const *sinks, int count,
                                              const char *output, pantin_error *error) {
    if (strcmp(output, "-") == 0) {
        pantin_fail(
            error, PANTIN_ERROR_ARGUMENT, "-",
            "a film cannot go to stdout, since its index is put in front of the pictures at "
            "the end; name a file, such as film.mp4");
        return NULL;
    }
    const pantin_film_sink *taker = find_taker(sinks, count, output);
    if (taker != NULL) return taker;
    for (int i = 0; later[i] != NULL; i++)
        if (format_name_ends(output, later[i])) {
            pantin_fail(error, PANTIN_ERROR_NOT_YET, output,
                        "this version does not write %s yet; write .mp4, or f%%04d.png with "
                        "transparency",
                        later[i]);
            return NULL;
        }
    fail_to_find(sinks, count, output, error);
    return NULL;
}
