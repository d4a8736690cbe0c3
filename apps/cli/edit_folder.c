// edit_folder.c — files below one folder, and only those.
//
// A path is walked part by part from the folder's own descriptor, never following a link: what lies outside
// cannot be named, whatever was moved or linked in the meantime.
// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L // openat, fdopendir
#include "edit_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"

#define FILE_LIMIT ((off_t)64 << 20)
enum { DEPTH_MOST = 5, FILES_MOST = 500, ENTRIES_MOST = 20000, NAME_ROOM = 256, PATH_ROOM = 1024 };

int edit_folder_open(const char *path, pantin_error *error) {
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) pantin_fail(error, PANTIN_ERROR_FILE, path, "is no folder that can be opened");
    return folder;
}

/// A name that may stand between slashes.
static bool is_plain(const char *name) {
    if (name[0] == '\0' || name[0] == '.' || strlen(name) >= NAME_ROOM) return false;
    for (const char *c = name; *c != '\0'; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7f || *c == '\\' || *c == '/') return false;
    return true;
}

/// Opens the folder a path lies in and puts its last part into `name`. `make`: makes folders on the way.
/// -1: there is none, or the path is not plain.
static int walk(int folder, const char *path, bool make, char name[NAME_ROOM]) {
    int at = dup(folder);
    for (int depth = 0; at >= 0; depth++) {
        const char *slash = strchr(path, '/');
        size_t size = slash != NULL ? (size_t)(slash - path) : strlen(path);
        if (size >= NAME_ROOM || depth > DEPTH_MOST) break;
        memcpy(name, path, size);
        name[size] = '\0';
        if (!is_plain(name)) break;
        if (slash == NULL) return at;
        if (make) mkdirat(at, name, 0777);
        int next = openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        close(at);
        at = next;
        path = slash + 1;
    }
    if (at >= 0) close(at);
    return -1;
}

/// The bytes of a file in an open folder; false: there is none, or it is no plain file, or too large.
static bool read_file(int folder, const char *name, char **bytes, size_t *size) {
    struct stat about;
    int file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) return false;
    bool done = fstat(file, &about) == 0 && S_ISREG(about.st_mode) && about.st_size <= FILE_LIMIT;
    *bytes = done ? malloc((size_t)about.st_size + 1) : NULL;
    *size = 0;
    done = *bytes != NULL;
    while (done && *size < (size_t)about.st_size) {
        ssize_t got = read(file, *bytes + *size, (size_t)about.st_size - *size);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        *size += (size_t)got;
    }
    close(file);
    return done;
}

static const char *type_of(const char *name) {
    static const char *const types[][2] = { { ".html", "text/html; charset=utf-8" },
                                            { ".js", "text/javascript; charset=utf-8" },
                                            { ".css", "text/css; charset=utf-8" },
                                            { ".json", "application/json" },
                                            { ".wasm", "application/wasm" },
                                            { ".png", "image/png" },
                                            { ".svg", "image/svg+xml" } };
    for (size_t k = 0; k < sizeof types / sizeof types[0]; k++)
        if (cli_ends_with(name, types[k][0])) return types[k][1];
    return "application/octet-stream";
}

static bool can_be_opened(const char *name) {
    return cli_ends_with(name, ".puppet.json") || cli_ends_with(name, ".png") ||
           cli_ends_with(name, ".svg");
}

void edit_folder_get(int folder, const char *path, bool foreign, http_answer *answer) {
    char name[NAME_ROOM];
    if (foreign && !can_be_opened(path)) return;
    int at = walk(folder, path, false, name);
    if (at < 0) return;
    if (read_file(at, name, &answer->body, &answer->body_size)) {
        answer->status = 200;
        answer->type = foreign ? "application/octet-stream" : type_of(name);
    }
    close(at);
}

// --- what there is to open ----------------------------------------------------------------------------------

typedef struct listing {
    char *paths[FILES_MOST];
    int count, entries;
} listing;

static void list_into(int folder, const char *prefix, int depth, listing *found) {
    DIR *open = fdopendir(folder); // which closes it
    if (open == NULL) {
        close(folder);
        return;
    }
    for (struct dirent *entry; (entry = readdir(open)) != NULL;) {
        char path[PATH_ROOM];
        struct stat about;
        if (found->count == FILES_MOST || found->entries++ > ENTRIES_MOST) break;
        if (!is_plain(entry->d_name) || strcmp(entry->d_name, "node_modules") == 0 ||
            snprintf(path, sizeof path, "%s%s", prefix, entry->d_name) >= (int)sizeof path - 1 ||
            fstatat(dirfd(open), entry->d_name, &about, AT_SYMLINK_NOFOLLOW) != 0)
            continue;
        if (S_ISREG(about.st_mode) && can_be_opened(entry->d_name)) {
            found->paths[found->count] = strdup(path);
            if (found->paths[found->count] != NULL) found->count++;
        } else if (S_ISDIR(about.st_mode) && depth < DEPTH_MOST - 1) {
            int inner =
                openat(dirfd(open), entry->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
            memcpy(path + strlen(path), "/", 2); // there is room for it
            if (inner >= 0) list_into(inner, path, depth + 1, found);
        }
    }
    closedir(open);
}

/// Puppets before pictures, then by name.
static int compare_paths(const void *a, const void *b) {
    const char *one = *(char *const *)a, *other = *(char *const *)b;
    int puppet = cli_ends_with(other, ".json") - cli_ends_with(one, ".json");
    return puppet != 0 ? puppet : strcmp(one, other);
}

static void print_listing(const listing *found, FILE *out) {
    fputs("{\"files\": [", out);
    for (int k = 0; k < found->count; k++) {
        fputs(k > 0 ? ", \"" : "\"", out);
        for (const char *c = found->paths[k]; *c != '\0'; c++) { // plain: no control, no backslash
            if (*c == '"') fputc('\\', out);
            fputc(*c, out);
        }
        fputc('"', out);
    }
    fputs("]}\n", out);
}

void edit_folder_list(int folder, http_answer *answer) {
    listing *found = calloc(1, sizeof *found);
    int again = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (found != NULL && again >= 0) {
        list_into(again, "", 0, found);
        qsort(found->paths, (size_t)found->count, sizeof *found->paths, compare_paths);
        FILE *out = open_memstream(&answer->body, &answer->body_size);
        if (out != NULL) {
            print_listing(found, out);
            if (fclose(out) == 0) answer->status = 200, answer->type = "application/json";
        }
    } else if (again >= 0) {
        close(again);
    }
    for (int k = 0; found != NULL && k < found->count; k++) free(found->paths[k]);
    free(found);
}

// --- writing -------------------------------------------------------------------------------------------------

/// Is it what its name says, as far as the first bytes tell?
static bool is_sound(const char *name, const uint8_t *bytes, size_t size) {
    if (cli_ends_with(name, ".puppet.json")) return size > 0 && bytes[0] == '{';
    if (cli_ends_with(name, ".png")) return size > 8 && memcmp(bytes, "\x89PNG\r\n\x1a\n", 8) == 0;
    return cli_ends_with(name, ".svg") && pantin_svg_is(bytes, size);
}

static bool write_aside(int folder, const char *name, const http_request *request) {
    char aside[NAME_ROOM + 8];
    size_t done = 0;
    snprintf(aside, sizeof aside, "%s.part", name);
    unlinkat(folder, aside, 0);
    int file = openat(folder, aside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (file < 0) return false;
    while (done < request->body_size) {
        ssize_t put = write(file, request->body + done, request->body_size - done);
        if (put < 0 && errno == EINTR) continue;
        if (put <= 0) break;
        done += (size_t)put;
    }
    bool whole = close(file) == 0 && done == request->body_size;
    if (whole && renameat(folder, aside, folder, name) == 0) return true;
    unlinkat(folder, aside, 0);
    return false;
}

static void put_into(int folder, const char *name, const http_request *request,
                     http_answer *answer) {
    struct stat about;
    char *before = NULL;
    size_t size = 0;
    bool there = fstatat(folder, name, &about, AT_SYMLINK_NOFOLLOW) == 0;
    bool same = there && read_file(folder, name, &before, &size) && size == request->body_size &&
                (size == 0 || memcmp(before, request->body, size) == 0);
    free(before);
    if (same)
        answer->status = 204;
    else if (there && !S_ISREG(about.st_mode))
        http_say(answer, 409, "something else has that name");
    else if (there && request->only_new)
        http_say(answer, 412, "it is there already");
    else if (there && !cli_ends_with(name, ".json"))
        http_say(answer, 409, "a picture of that name is there already, and it is another");
    else if (write_aside(folder, name, request))
        answer->status = there ? 204 : 201;
    else
        http_say(answer, 409, "it cannot be written: is the disk full, the folder read-only?");
}

void edit_folder_put(int folder, const char *path, const http_request *request,
                     http_answer *answer) {
    char name[NAME_ROOM];
    if (!can_be_opened(path) || !is_sound(path, request->body, request->body_size)) {
        http_say(answer, 403, "only puppets (.puppet.json) and pictures (.png, .svg) are written");
        return;
    }
    int at = walk(folder, path, true, name);
    if (at < 0) {
        http_say(answer, 403, "that is no place below the folder");
        return;
    }
    put_into(at, name, request, answer);
    close(at);
}
