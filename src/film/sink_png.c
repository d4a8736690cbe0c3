// sink_png.c — a film as numbered PNG frames: lossless, with transparency, each whole or absent.
//
// `frames/` (made when missing) gives frames/f0000.png, frames/f0001.png, ...; a pattern such as
// shots/f%04d.png names them itself: one %d or %0Nd, then .png. Frames that were there are
// replaced. What this run wrote is its numbers from first_frame on, so giving up can remove exactly
// those.
// SPDX-License-Identifier: MIT
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/text.h"
#include "format.h"

typedef struct png_sink {
    pantin_film_format format;
    arena memory;
    char *name; // a frame's file, made anew for each
    size_t name_size;
    const char *before, *after; // the pattern's text around the number
    const char *output;
    bool made_folder; // by this run, so it goes again when giving up
    int digits;       // least, filled with zeros
    int written;
} png_sink;

static bool png_takes(const char *output) {
    return format_name_ends(output, "/") || format_name_ends(output, ".png");
}

static bool fail_pattern(const char *output, pantin_error *error) {
    return pantin_fail(error, PANTIN_ERROR_ARGUMENT, output,
                       "frames are named by one number, %%d or %%0Nd with N of 1..9; write "
                       "f%%04d.png or FOLDER/");
}

/// Splits the pattern at its number. Any other % is an error: no pattern ever reaches printf.
static bool read_pattern(png_sink *sink, const char *output, pantin_error *error) {
    size_t size = strlen(output), at = 0;
    while (at < size && output[at] != '%') at++;
    size_t next = at + 1;
    if (at == size) return fail_pattern(output, error);
    if (output[next] == '0') {
        next++;
        if (output[next] < '1' || output[next] > '9') return fail_pattern(output, error);
        sink->digits = output[next++] - '0';
    }
    if (output[next] != 'd') return fail_pattern(output, error);
    next++;
    for (size_t i = next; i < size; i++)
        if (output[i] == '%') return fail_pattern(output, error);
    sink->before = arena_text(&sink->memory, output, at);
    sink->after = arena_text(&sink->memory, output + next, size - next);
    return true;
}

/// A folder's frames are f0000.png, f0001.png, ... in it.
static void use_folder(png_sink *sink, const char *output) {
    size_t size = strlen(output);
    char *before = arena_take(&sink->memory, size + 2, 1);
    if (before != NULL) {
        memcpy(before, output, size);
        before[size] = 'f';
    }
    sink->before = before;
    sink->after = ".png";
    sink->digits = 4;
}

static bool make_folder(png_sink *sink, const char *output, pantin_error *error) {
    sink->made_folder = mkdir(output, 0777) == 0;
    if (sink->made_folder) return true;
    int code = errno;
    struct stat found;
    if (code == EEXIST && stat(output, &found) == 0 && S_ISDIR(found.st_mode)) return true;
    return pantin_fail(error, PANTIN_ERROR_FILE, output,
                       "cannot make the folder: %s; make the one above it, or name another",
                       strerror(code));
}

static const char *name_frame(png_sink *sink, int number, const char *ending) {
    char digits[16];
    text_print(digits, sizeof digits, "%d", number);
    size_t used = text_print(sink->name, sink->name_size, "%s", sink->before);
    for (int missing = sink->digits - (int)strlen(digits); missing > 0; missing--)
        sink->name[used++] = '0';
    text_print(sink->name + used, sink->name_size - used, "%s%s%s", digits, sink->after, ending);
    return sink->name;
}

/// A frame that cannot be written should be known before the first picture is painted.
static bool try_to_write(png_sink *sink, pantin_error *error) {
    const char *name = name_frame(sink, sink->format.first_frame, ".part");
    FILE *file = fopen(name, "wb");
    if (file == NULL)
        return pantin_fail(error, PANTIN_ERROR_FILE, name,
                           "cannot write frames there: %s; make the folder, or name another",
                           strerror(errno));
    fclose(file);
    remove(name);
    return true;
}

static void png_free(png_sink *sink) {
    arena_free(&sink->memory);
    memory_free(sink, 1, sizeof *sink);
}

/// Removes what this run wrote; the folder goes only when nothing else lies in it.
static void png_abandon(void *self) {
    png_sink *sink = self;
    for (int i = 0; i < sink->written; i++)
        remove(name_frame(sink, sink->format.first_frame + i, ""));
    if (sink->made_folder) remove(sink->output);
    png_free(sink);
}

static void *png_open(const char *output, const pantin_film_format *format, pantin_error *error) {
    if (!format_check(format, error)) return NULL;
    png_sink *sink = memory_allocate(1, sizeof *sink);
    if (sink == NULL) {
        memory_fail(error, "the sink of frames");
        return NULL;
    }
    sink->format = *format;
    sink->output = arena_text(&sink->memory, output, strlen(output));
    sink->name_size = strlen(output) + 40; // f, 10 digits, .png, .part
    sink->name = ARENA_ARRAY(&sink->memory, char, sink->name_size);
    bool is_folder = format_name_ends(output, "/");
    if (is_folder)
        use_folder(sink, output);
    else if (!read_pattern(sink, output, error))
        goto failed;
    if (arena_failed(&sink->memory)) {
        memory_fail(error, "the names of frames");
        goto failed;
    }
    if (is_folder && !make_folder(sink, output, error)) goto failed;
    if (!try_to_write(sink, error)) goto failed;
    return sink;
failed:
    png_abandon(sink);
    return NULL;
}

static bool png_picture(void *self, const pantin_image *picture, pantin_error *error) {
    png_sink *sink = self;
    pantin_bytes bytes = { 0 };
    if (!format_check_picture(&sink->format, picture, error) ||
        !pantin_png_encode(picture, sink->format.png_level, &bytes, error))
        return false;
    const char *name = name_frame(sink, sink->format.first_frame + sink->written, "");
    bool done = pantin_file_write(name, bytes.data, bytes.size, error);
    pantin_bytes_free(&bytes);
    if (done) sink->written++;
    return done;
}

/// Frames are silent.
static bool png_sound(void *self, const float *samples, size_t frames, pantin_error *error) {
    (void)self, (void)samples, (void)frames, (void)error;
    return true;
}

static bool png_close(void *self, uint64_t *hash, pantin_error *error) {
    (void)error;
    if (hash != NULL) *hash = 0;
    png_free(self);
    return true;
}

bool pantin_film_frame_name(const char *output, int frame, char *name, size_t size) {
    png_sink sink = { .name = name, .name_size = size };
    bool named = png_takes(output) && strlen(output) + 40 <= size;
    if (named && format_name_ends(output, "/"))
        use_folder(&sink, output);
    else if (named)
        named = read_pattern(&sink, output, NULL);
    named = named && !arena_failed(&sink.memory);
    if (named) name_frame(&sink, frame, "");
    arena_free(&sink.memory);
    return named;
}

const pantin_film_sink pantin_sink_png = {
    .name = "png",
    .takes = png_takes,
    .open = png_open,
    .picture = png_picture,
    .sound = png_sound,
    .close = png_close,
    .abandon = png_abandon,
};
