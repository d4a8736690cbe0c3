// file.c — whole files in, whole files out; a reader never sees half of one.
//
// Writing goes to `path.part`, which takes the place of `path` by rename only when it is complete:
// rename(2) is atomic within a folder. What is no regular file (a pipe, a device such as /dev/null)
// is written straight, for a rename would put a plain file in its place.
// Reading grows by doubling up to the limit: a pipe needs no known length, and an endless one ends.
// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L // sys/stat.h's names

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/memory.h"

enum { READ_FIRST = 1 << 16 };

// What the system says, as advice: to who reads, and to who writes.
static const struct {
    int code;
    const char *reading, *writing;
} advice[] = {
    { ENOENT, "there is no such file; check the name and the folder",
      "its folder does not exist; create it first" },
    { EACCES, "reading it is not permitted; check its permissions",
      "writing there is not permitted; check the permissions of file and folder" },
    { EPERM, "reading it is not permitted; check its permissions",
      "writing there is not permitted; check the permissions of file and folder" },
    { EISDIR, "it is a folder; name a file in it", "it is a folder; name a file in it" },
    { ENOTDIR, "a part of its path is a file, not a folder; check the path",
      "a part of its path is a file, not a folder; check the path" },
    { ENAMETOOLONG, "its name is too long for the system; check it",
      "its name is too long for the system; use a shorter one" },
    { ELOOP, "its links lead in a circle; name the file itself",
      "its links lead in a circle; name the file itself" },
    { EMFILE, "too many files are open; close some and try again",
      "too many files are open; close some and try again" },
    { ENOSPC, NULL, "the disk is full; free some room or write elsewhere" },
    { EDQUOT, NULL, "your share of the disk is full; free some room or write elsewhere" },
    { EFBIG, NULL, "it would be larger than the system allows; write elsewhere" },
    { EROFS, NULL, "that disk is read-only; write elsewhere" },
    { EPIPE, NULL, "the program that reads it has closed; let it read to the end" },
};

static bool fail_system(pantin_error *error, const char *path, bool reading, int code) {
    for (size_t i = 0; i < sizeof advice / sizeof *advice; i++) {
        const char *text = reading ? advice[i].reading : advice[i].writing;
        if (advice[i].code == code && text)
            return pantin_fail(error, PANTIN_ERROR_FILE, path, "%s", text);
    }
    return pantin_fail(error, PANTIN_ERROR_FILE, path, "the system could not %s it: %s",
                       reading ? "read" : "write", code ? strerror(code) : "no reason given");
}

// --- reading ------------------------------------------------------------------------------------

/// Room for what a regular file says it holds, or to begin with; and one byte more, to see the end.
static size_t first_room(FILE *file, size_t limit) {
    struct stat facts;
    size_t room = READ_FIRST;
    if (fstat(fileno(file), &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_size > 0)
        room = (uintmax_t)facts.st_size < SIZE_MAX - 1 ? (size_t)facts.st_size : SIZE_MAX - 1;
    return (room < limit ? room : limit) + 1;
}

/// Reads to the end. The block holds `*room` bytes, `*size` of them read; the caller frees it.
static bool read_all(FILE *file, const char *path, size_t limit, uint8_t **block, size_t *room,
                     size_t *size, pantin_error *error) {
    size_t wanted = first_room(file, limit);
    *block = memory_allocate(wanted, 1);
    if (!*block) return memory_fail(error, path);
    *room = wanted;
    for (;;) {
        errno = 0;
        *size += fread(*block + *size, 1, *room - *size, file);
        if (ferror(file)) return fail_system(error, path, true, errno);
        if (*size > limit)
            return pantin_fail(error, PANTIN_ERROR_FILE, path,
                               "it is larger than the %zu bytes that are read at most; "
                               "check that it is the right file",
                               limit);
        if (*size < *room) return true;
        wanted = *room > limit / 2 ? limit + 1 : 2 * *room;
        uint8_t *moved = memory_resize(*block, *room, wanted, 1);
        if (!moved) return memory_fail(error, path);
        *block = moved;
        *room = wanted;
    }
}

bool pantin_file_read(const char *path, size_t limit, pantin_bytes *bytes, pantin_error *error) {
    bool standard = strcmp(path, "-") == 0;
    const char *shown = standard ? "standard input" : path;
    if (limit > SIZE_MAX - 2) limit = SIZE_MAX - 2; // room for the byte beyond and the zero
    errno = 0;
    FILE *file = standard ? stdin : fopen(path, "rb");
    if (!file) return fail_system(error, shown, true, errno);

    uint8_t *block = NULL;
    size_t room = 0, size = 0;
    bool done = read_all(file, shown, limit, &block, &room, &size, error);
    if (!standard) fclose(file);
    if (done && room != size + 1) { // pantin_bytes_free counts on exactly size + 1
        uint8_t *exact = memory_resize(block, room, size + 1, 1);
        if (exact)
            block = exact, room = size + 1;
        else
            done = memory_fail(error, shown);
    }
    if (!done) {
        memory_free(block, room, 1);
        return false;
    }
    block[size] = 0;
    *bytes = (pantin_bytes){ block, size };
    return true;
}

// --- writing ------------------------------------------------------------------------------------

/// Writes and flushes. Answers 0 or the system's code.
static int write_all(FILE *file, const void *data, size_t size) {
    errno = 0;
    if (size > 0 && fwrite(data, 1, size, file) != size) return errno ? errno : EIO;
    if (fflush(file) != 0) return errno ? errno : EIO;
    return 0;
}

/// Opens, writes and closes. Answers 0 or the system's code.
static int write_named(const char *name, const void *data, size_t size) {
    errno = 0;
    FILE *file = fopen(name, "wb");
    if (!file) return errno ? errno : EIO;
    int code = write_all(file, data, size);
    if (fclose(file) != 0 && code == 0) code = errno ? errno : EIO;
    return code;
}

static bool write_aside(const char *path, const void *data, size_t size, pantin_error *error) {
    static const char ending[] = ".part";
    size_t length = strlen(path);
    char *part = memory_allocate(length + sizeof ending, 1);
    if (!part) return memory_fail(error, path);
    memcpy(part, path, length);
    memcpy(part + length, ending, sizeof ending);

    int code = write_named(part, data, size);
    if (code == 0 && rename(part, path) != 0) code = errno ? errno : EIO;
    struct stat facts;
    // Only what this call made: where opening failed, the name may belong to something else.
    if (code != 0 && stat(part, &facts) == 0 && S_ISREG(facts.st_mode)) remove(part);
    memory_free(part, length + sizeof ending, 1);
    return code == 0 ? true : fail_system(error, path, false, code);
}

bool pantin_file_write(const char *path, const void *data, size_t size, pantin_error *error) {
    int code;
    struct stat facts;
    if (strcmp(path, "-") == 0) {
        code = write_all(stdout, data, size);
        return code == 0 ? true : fail_system(error, "standard output", false, code);
    }
    if (stat(path, &facts) != 0 || S_ISREG(facts.st_mode))
        return write_aside(path, data, size, error);
    code = S_ISDIR(facts.st_mode) ? EISDIR : write_named(path, data, size);
    return code == 0 ? true : fail_system(error, path, false, code);
}
