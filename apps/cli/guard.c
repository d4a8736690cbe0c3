// guard.c — no file that was read is ever written over, and no two outputs are one file.
//
// What a show names is known only to who fetches it, so the assets that commands hand to the library note every
// file as they fetch it. Each output is asked about before the work begins: OUT itself and OUT.part, which it is
// written to until it is whole. Two names are one file when the system says so, by device and number.
// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700 // realpath
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli.h"
#include "pantin/measure.h"

enum { PATH_ROOM = 8192, OUTPUTS_MOST = 16 };

typedef struct input {
    dev_t device;
    ino_t number;
} input;

typedef struct output {
    const char *option;
    char path[PATH_ROOM]; // absolute where its folder is there
} output;

static struct {
    input *inputs;
    int input_count, input_room;
    bool failed; // an input could not be noted: then nothing may be written
    output outputs[OUTPUTS_MOST];
    int output_count;
} noted;

// --- what is read ------------------------------------------------------------------------------------

void cli_reads(const char *path) {
    struct stat about;
    if (path == NULL || stat(path, &about) != 0 || !S_ISREG(about.st_mode)) return;
    if (noted.input_count == noted.input_room) {
        int room = noted.input_room == 0 ? 64 : 2 * noted.input_room;
        input *grown = realloc(noted.inputs, (size_t)room * sizeof *grown);
        if (grown == NULL) {
            noted.failed = true;
            return;
        }
        noted.inputs = grown;
        noted.input_room = room;
    }
    noted.inputs[noted.input_count++] = (input){ about.st_dev, about.st_ino };
}

static void reads_beside(const char *file, const char *name) {
    char path[PATH_ROOM];
    if (name == NULL) return;
    const char *slash = strrchr(file, '/');
    int folder = slash != NULL && *name != '/' ? (int)(slash - file + 1) : 0;
    snprintf(path, sizeof path, "%.*s%s", folder, file, name);
    cli_reads(path);
}

/// A mesh that was kept but is stale was not fetched; it is the puppet's all the same.
void cli_reads_puppet(const pantin_puppet *puppet) {
    cli_reads(puppet->path);
    for (int p = 0; p < puppet->piece_count; p++)
        reads_beside(puppet->path, puppet->pieces[p].mesh.file);
}

static bool fetch_bytes(void *self, const char *path, size_t limit, pantin_bytes *bytes,
                        pantin_error *error) {
    (void)self;
    if (cli_interrupted()) return pantin_fail(error, PANTIN_ERROR_FILE, "", "interrupted");
    cli_reads(path);
    return pantin_file_read(path, limit, bytes, error);
}

static bool fetch_image(void *self, const char *path, pantin_image *image, pantin_error *error) {
    (void)self;
    if (cli_interrupted()) return pantin_fail(error, PANTIN_ERROR_FILE, "", "interrupted");
    cli_reads(path);
    return pantin_image_load(path, image, error);
}

pantin_assets cli_assets(void) { return (pantin_assets){ NULL, fetch_bytes, fetch_image }; }

// --- what is written ---------------------------------------------------------------------------------

/// Absolute, links followed, where the folder is there; else as it was given.
static void resolve(const char *path, char out[PATH_ROOM]) {
    char folder[PATH_ROOM];
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    snprintf(folder, sizeof folder, "%.*s", slash != NULL ? (int)(slash - path + 1) : 1,
             slash != NULL ? path : ".");
    char *real = strcmp(path, "-") != 0 ? realpath(path, NULL) : NULL;
    if (real != NULL) {
        snprintf(out, PATH_ROOM, "%s", real);
    } else if (strcmp(path, "-") != 0 && (real = realpath(folder, NULL)) != NULL) {
        snprintf(out, PATH_ROOM, "%s/%s", strcmp(real, "/") == 0 ? "" : real, name);
    } else {
        snprintf(out, PATH_ROOM, "%s", path);
    }
    free(real);
}

static bool was_read(const char *path) {
    struct stat about;
    if (strcmp(path, "-") == 0 || stat(path, &about) != 0) return false;
    for (int k = 0; k < noted.input_count; k++)
        if (noted.inputs[k].device == about.st_dev && noted.inputs[k].number == about.st_ino)
            return true;
    return false;
}

static bool with_part(const char *one, const char *other) {
    size_t length = strlen(one);
    return strncmp(one, other, length) == 0 && strcmp(other + length, ".part") == 0;
}

static bool spares_inputs(const char *path, pantin_error *error) {
    char part[PATH_ROOM];
    snprintf(part, sizeof part, "%s.part", path);
    if (noted.failed) return pantin_fail(error, PANTIN_ERROR_MEMORY, path, "memory is used up");
    if (!was_read(path) && !was_read(part)) return true;
    return pantin_fail(error, PANTIN_ERROR_ARGUMENT, path,
                       "is what is read: inputs are never written over, name another output");
}

/// The noted output that is the same file, or NULL.
static const output *same_output(const char *option, const char *real) {
    for (int k = 0; k < noted.output_count; k++) {
        const output *other = &noted.outputs[k];
        bool same = strcmp(other->path, real) == 0 || with_part(other->path, real) ||
                    with_part(real, other->path);
        if (same && strcmp(option, other->option) != 0) return other;
    }
    return NULL;
}

static bool is_device(const char *path) {
    struct stat about;
    return strcmp(path, "-") != 0 && stat(path, &about) == 0 && !S_ISREG(about.st_mode) &&
           !S_ISDIR(about.st_mode);
}

static bool apart(const char *option, const char *path, char real[PATH_ROOM], pantin_error *error) {
    resolve(path, real);
    const output *other = is_device(path) ? NULL : same_output(option, real);
    return other == NULL ||
           pantin_fail(error, PANTIN_ERROR_ARGUMENT, path,
                       "is where both %s and %s would go: name two files", other->option, option);
}

bool cli_may_write(const char *option, const char *path, pantin_error *error) {
    char real[PATH_ROOM];
    if (path == NULL) return true;
    if (strlen(path) >= PATH_ROOM / 2)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, option, "the path is too long");
    if (!spares_inputs(path, error) || !apart(option, path, real, error)) return false;
    if (noted.output_count == OUTPUTS_MOST) return true;
    output *added = &noted.outputs[noted.output_count++];
    added->option = option;
    snprintf(added->path, sizeof added->path, "%s", real);
    return true;
}

bool cli_may_write_film(const char *option, const char *path, int from, int to,
                        pantin_error *error) {
    char name[PATH_ROOM / 2], real[PATH_ROOM];
    if (strncmp(path, "hash:", 5) == 0 || strncmp(path, "null:", 5) == 0) return true;
    if (!pantin_film_frame_name(path, from, name, sizeof name))
        return cli_may_write(option, path, error);
    for (int f = from; f < to; f++)
        if (!pantin_film_frame_name(path, f, name, sizeof name) || !spares_inputs(name, error) ||
            !apart(option, name, real, error))
            return false;
    return true;
}
