// with_command.h — the command itself, run in a folder of the test's own.
// SPDX-License-Identifier: MIT
#ifndef CLI_WITH_COMMAND_H
#define CLI_WITH_COMMAND_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "pantin/base.h"

/// Setup and teardown of a group: a folder with card.png (a figure of 160 x 200 px), wall.png,
/// ginger.puppet.json, ginger.score.json and show.json of the tiny show, 4 frames long.
int folder_enter(void **state);
int folder_leave(void **state);

typedef struct ran {
    int code;
    char *out, *err; // zero-terminated; kept until the next run
    size_t out_size, err_size;
} ran;

/// Runs `pantin ARGUMENTS` through the shell; PANTIN_COMMAND is the program.
ran run(const char *format, ...) PANTIN_FORMAT(1, 2);

/// Runs it and expects exit code 2, nothing on stdout, one line on stderr that holds `says` (and begins with
/// "pantin: "), and every file in the folder as it was.
void expect_refusal(const char *says, const char *format, ...) PANTIN_FORMAT(2, 3);
/// Runs it and expects exit code 0 and nothing on stderr.
ran expect_fine(const char *format, ...) PANTIN_FORMAT(1, 2);

/// The text of show.json: the tiny show, 4 frames long.
extern char show_text[4096];

void write_text(const char *path, const char *text);
void write_bytes(const char *path, const void *data, size_t size);
/// A text with the first `from` replaced by `to`, as `path`.
void write_edited(const char *path, const char *text, const char *from, const char *to);
bool is_there(const char *path);
bool same_files(const char *one, const char *other);
/// A hash of all names and bytes in this folder and below.
uint64_t folder_hash(const char *folder);

#endif
