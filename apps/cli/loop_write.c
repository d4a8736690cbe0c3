// loop_write.c — where the outputs of `pantin loop` go, and how they get there: never over an input, never two
// into one file, a .gltf with the files it names.
// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L // sys/stat.h's names
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "loop.h"

#define RESOURCE_LIMIT ((size_t)1 << 30)

const char *loop_file_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

static const char *joint(const char *folder) { return cli_ends_with(folder, "/") ? "" : "/"; }

/// Is OUT a folder: several clips go there, or it is one already?
static bool into_folder(const char *given, bool several) {
    return several || cli_ends_with(given, "/") || cli_is_folder(given);
}

bool loop_output_path(const loop_wish *w, const char *file, char *path, size_t size) {
    if (w->task != PANTIN_LOOP_FIX || w->output == NULL) return false;
    if (into_folder(w->output, w->many))
        snprintf(path, size, "%s%s%s", w->output, joint(w->output), loop_file_name(file));
    else
        snprintf(path, size, "%s", w->output);
    return true;
}

bool loop_picture_path(const loop_wish *w, const char *kind, const char *given, const char *file,
                       int animation, char *path, size_t size) {
    char number[16] = "";
    if (given == NULL) return false;
    if (w->all) snprintf(number, sizeof number, ".%d", animation);
    if (into_folder(given, w->multi))
        snprintf(path, size, "%s%s%s%s.%s.svg", given, joint(given), loop_file_name(file), number,
                 kind);
    else
        snprintf(path, size, "%s", given);
    return true;
}

// --- before the work -------------------------------------------------------------------------------------

/// A file's name alone is what its outputs are called in a folder.
static bool names_differ(const loop_wish *w, const char *option, pantin_error *error) {
    for (int a = 0; a < w->file_count; a++)
        for (int b = a + 1; b < w->file_count; b++)
            if (strcmp(loop_file_name(w->files[a]), loop_file_name(w->files[b])) == 0)
                return pantin_fail(error, PANTIN_ERROR_ARGUMENT, option,
                                   "%.200s and %.200s would be one file there: do them apart",
                                   w->files[a], w->files[b]);
    return true;
}

static bool is_clip_name(const char *path) {
    return cli_ends_like(path, ".bvh") || cli_ends_like(path, ".glb") ||
           cli_ends_like(path, ".gltf");
}

static bool picture_suits(const loop_wish *w, const char *option, const char *given,
                          pantin_error *error) {
    if (given == NULL || into_folder(given, false)) return true;
    const char *dot = strrchr(given, '.');
    bool picture = dot != NULL && (strcmp(dot, ".svg") == 0 || strcmp(dot, ".png") == 0);
    if (strcmp(given, "-") == 0)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, option, "name a file: a .svg or a .png");
    if (w->multi && picture)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, option,
                           "several clips do not go into %.128s: name a folder", given);
    return w->multi || picture ||
           pantin_fail(error, PANTIN_ERROR_ARGUMENT, option,
                       "\"%.128s\" must end in .svg or .png, or be a folder", given);
}

bool loop_may_write(const loop_wish *w, pantin_error *error) {
    char path[8192];
    bool pictures = w->plot != NULL || w->strip != NULL;
    for (int k = 0; k < w->file_count; k++) cli_reads(w->files[k]);
    if (w->many && w->output != NULL && strcmp(w->output, "-") == 0)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "-o",
                           "several clips do not go to stdout: name a folder");
    if (w->many && w->output != NULL && is_clip_name(w->output) && !cli_is_folder(w->output))
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "-o",
                           "several clips do not go into %.200s: name a folder", w->output);
    if (w->many && w->output != NULL && !names_differ(w, "-o", error)) return false;
    if (w->many && pictures && !names_differ(w, w->plot != NULL ? "--plot" : "--strip", error))
        return false;
    if (!picture_suits(w, "--plot", w->plot, error) ||
        !picture_suits(w, "--strip", w->strip, error))
        return false;
    for (int k = 0; k < w->file_count; k++) {
        if (loop_output_path(w, w->files[k], path, sizeof path) &&
            !cli_may_write("-o", path, error))
            return false;
        if (loop_picture_path(w, "plot", w->plot, w->files[k], 0, path, sizeof path) &&
            !cli_may_write("--plot", path, error))
            return false;
        if (loop_picture_path(w, "strip", w->strip, w->files[k], 0, path, sizeof path) &&
            !cli_may_write("--strip", path, error))
            return false;
    }
    return true;
}

// --- after it --------------------------------------------------------------------------------------------

static void in_folder_of(const char *file, const char *name, char *path, size_t size) {
    const char *slash = strrchr(file, '/');
    snprintf(path, size, "%.*s%s", slash != NULL ? (int)(slash - file + 1) : 0, file, name);
}

static bool same_file(const char *one, const char *other) {
    struct stat a, b;
    return stat(one, &a) == 0 && stat(other, &b) == 0 && a.st_dev == b.st_dev &&
           a.st_ino == b.st_ino;
}

static bool make_folder_of(const char *path, pantin_error *error) {
    char folder[8192];
    const char *slash = strrchr(path, '/');
    if (slash == NULL || slash == path) return true;
    snprintf(folder, sizeof folder, "%.*s", (int)(slash - path), path);
    return cli_is_folder(folder) || cli_make_folder(folder, error);
}

/// A file that a .gltf names, beside where the .gltf goes. One that is there must be the same.
static bool copy_resource(const char *from, const char *to, pantin_error *error) {
    pantin_bytes bytes = { 0 }, there = { 0 };
    if (same_file(from, to)) return true;
    if (!pantin_file_read(from, RESOURCE_LIMIT, &bytes, error)) return false;
    bool done = true, equal = false;
    struct stat about;
    if (stat(to, &about) == 0) {
        done = pantin_file_read(to, RESOURCE_LIMIT, &there, error);
        equal = done && there.size == bytes.size &&
                (bytes.size == 0 || memcmp(there.data, bytes.data, bytes.size) == 0);
        if (done && !equal)
            done = pantin_fail(error, PANTIN_ERROR_FILE, to,
                               "lies there and is not what the clip names: choose another folder");
    }
    if (done && !equal)
        done = make_folder_of(to, error) && cli_may_write("-o", to, error) &&
               pantin_file_write(to, bytes.data, bytes.size, error);
    pantin_bytes_free(&bytes);
    pantin_bytes_free(&there);
    return done;
}

static bool copy_resources(const loop_result *r, const char *output, pantin_error *error) {
    char from[8192], to[8192];
    for (int k = 0; k < r->resource_count; k++) {
        in_folder_of(r->file, r->resource_names[k], from, sizeof from);
        struct stat about;
        if (stat(from, &about) != 0) continue; // a picture that is not there is none of a clip's
        cli_reads(from);
        in_folder_of(output, r->resource_names[k], to, sizeof to);
        if (!copy_resource(from, to, error)) return false;
    }
    return true;
}

static bool write_clip(const loop_wish *w, const loop_result *r, pantin_error *error) {
    char path[8192];
    if (!r->writes || !loop_output_path(w, r->file, path, sizeof path)) return true;
    if (into_folder(w->output, w->many) && !cli_is_folder(w->output) &&
        !cli_make_folder(w->output, error))
        return false;
    return copy_resources(r, path, error) && cli_may_write("-o", path, error) &&
           pantin_file_write(path, r->bytes.data, r->bytes.size, error);
}

static bool write_picture(const loop_wish *w, const char *kind, const char *given,
                          const char *option, const loop_result *r, int k,
                          const pantin_bytes *picture, pantin_error *error) {
    char path[8192];
    if (picture->size == 0 ||
        !loop_picture_path(w, kind, given, r->file, r->entries[k].index, path, sizeof path))
        return true;
    if (into_folder(given, w->multi) && !cli_is_folder(given) && !cli_make_folder(given, error))
        return false;
    return cli_may_write(option, path, error) &&
           pantin_file_write(path, picture->data, picture->size, error);
}

bool loop_write_result(const loop_wish *w, const loop_result *r, pantin_error *error) {
    if (r->failed) return true;
    if (!write_clip(w, r, error)) return false;
    for (int k = 0; k < r->count; k++)
        if (!write_picture(w, "plot", w->plot, "--plot", r, k, &r->plots[k], error) ||
            !write_picture(w, "strip", w->strip, "--strip", r, k, &r->strips[k], error))
            return false;
    return true;
}
