// paths.c — names of files and folders.
// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700 // realpath
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"

bool cli_ends_with(const char *path, const char *ending) {
    size_t a = strlen(path), b = strlen(ending);
    return a >= b && strcmp(path + a - b, ending) == 0;
}

bool cli_ends_like(const char *path, const char *ending) {
    size_t a = strlen(path), b = strlen(ending);
    for (size_t k = 0; a >= b && k < b; k++) {
        char c = path[a - b + k];
        if ((c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c) != ending[k]) return false;
    }
    return a >= b;
}

void cli_stem(char *buffer, size_t size, const char *path) {
    const char *slash = strrchr(path, '/');
    snprintf(buffer, size, "%s", slash != NULL ? slash + 1 : path);
    char *dot = strrchr(buffer, '.');
    if (dot != NULL && dot != buffer) *dot = '\0';
}

bool cli_is_folder(const char *path) {
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

bool cli_says(const pantin_bytes *file, const char *kind) {
    const char *at = strstr((const char *)file->data, "\"pantin\"");
    if (at == NULL) return false;
    at += strlen("\"pantin\"") + strspn(at + strlen("\"pantin\""), " \t\r\n:\"");
    return strncmp(at, kind, strlen(kind)) == 0;
}

bool cli_has_folder(const char *path) {
    char above[4096];
    const char *slash = strrchr(path, '/');
    snprintf(above, sizeof above, "%.*s", slash != NULL ? (int)(slash - path + 1) : 1,
             slash != NULL ? path : ".");
    return cli_is_folder(above);
}

void cli_drop_folder(const char *path) {
    (void)rmdir(path); // refused by the system where something lies in it, and then it stays
}

bool cli_make_folder(const char *path, pantin_error *error) {
    char part[4096];
    if (strlen(path) >= sizeof part)
        return pantin_fail(error, PANTIN_ERROR_FILE, path, "the path is too long");
    for (size_t k = 0; k <= strlen(path); k++) {
        part[k] = path[k];
        if ((path[k] != '/' && path[k] != '\0') || k == 0) continue;
        part[k] = '\0';
        if (mkdir(part, 0777) != 0 && !cli_is_folder(part))
            return pantin_fail(error, PANTIN_ERROR_FILE, part, "cannot be made a folder: %s",
                               strerror(errno));
        part[k] = path[k];
    }
    if (access(path, W_OK | X_OK) != 0)
        return pantin_fail(error, PANTIN_ERROR_FILE, path,
                           "writing there is not permitted; check the permissions of the folder");
    return true;
}

/// An absolute path without . and .., links followed where the folder exists.
static bool absolute(const char *path, char *out, size_t size) {
    char folder[4096];
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    snprintf(folder, sizeof folder, "%.*s", slash != NULL ? (int)(slash - path + 1) : 1,
             slash != NULL ? path : ".");
    char *real = realpath(folder, NULL);
    if (real == NULL) return false;
    int length = snprintf(out, size, "%s/%s", strcmp(real, "/") == 0 ? "" : real, name);
    free(real);
    return length >= 0 && (size_t)length < size;
}

void cli_relative(char *buffer, size_t size, const char *target, const char *from) {
    char to[4096], base[4096];
    if (!absolute(target, to, sizeof to) || !absolute(from, base, sizeof base)) {
        snprintf(buffer, size, "%s", target);
        return;
    }
    size_t common = 0; // length of the common folders, with their slash
    for (size_t k = 0; to[k] != '\0' && to[k] == base[k]; k++)
        if (to[k] == '/') common = k + 1;
    size_t length = 0;
    buffer[0] = '\0';
    for (const char *rest = strchr(base + common, '/'); rest != NULL; rest = strchr(rest + 1, '/'))
        if (length + 4 < size) length += (size_t)snprintf(buffer + length, size - length, "../");
    snprintf(buffer + length, size - length, "%s", to + common);
}
