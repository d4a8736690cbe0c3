// talk.c — what the command says: one line for an error, remarks, reports, a progress bar.
// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L // isatty
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"

static const char *error_begins(void) {
    return cli_chosen.before != NULL ? cli_chosen.before : "pantin: ";
}
static const char *line_begins(void) { return cli_chosen.before != NULL ? cli_chosen.before : ""; }

int cli_fail(const pantin_error *error) {
    const char *dashes =
        error->kind == PANTIN_ERROR_ARGUMENT && cli_is_option(error->where) ? "--" : "";
    if (cli_interrupted())
        fprintf(stderr, "%sinterrupted\n", error_begins());
    else if (error->where[0] != '\0')
        fprintf(stderr, "%s%s%s: %s\n", error_begins(), dashes, error->where, error->text);
    else
        fprintf(stderr, "%s%s\n", error_begins(), error->text);
    return CLI_FAILED;
}

int cli_misuse(const char *where, const char *format, ...) {
    va_list arguments;
    fprintf(stderr, "%s%s: ", error_begins(), where);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    return CLI_FAILED;
}

int cli_unknown(const char *name, const char *what, const char *file, const char *const *first,
                size_t stride, int count) {
    const char **names = calloc((size_t)count + 1, sizeof *names);
    for (int k = 0; names != NULL && k < count; k++)
        names[k] = *(const char *const *)((const char *)first + stride * (size_t)k);
    const char *near = names != NULL ? pantin_word_nearest(name, names) : NULL;
    if (near != NULL)
        cli_misuse(name, "%s has no such %s; did you mean \"%s\"?", file, what, near);
    else
        cli_misuse(name, "%s has no such %s; `pantin inspect` lists them", file, what);
    free(names);
    return CLI_FAILED;
}

void cli_say(const char *format, ...) {
    if (cli_chosen.quiet) return;
    FILE *out = cli_chosen.json || cli_chosen.aside ? stderr : stdout;
    va_list arguments;
    fputs(line_begins(), out);
    va_start(arguments, format);
    vfprintf(out, format, arguments);
    va_end(arguments);
    fputc('\n', out);
}

void cli_remark(const char *format, ...) {
    if (cli_chosen.quiet) return;
    va_list arguments;
    fputs(line_begins(), stderr);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
}

void cli_report(pantin_bytes *bytes) {
    FILE *out = cli_chosen.aside ? stderr : stdout;
    if (cli_chosen.json || !cli_chosen.quiet) fwrite(bytes->data, 1, bytes->size, out);
    pantin_bytes_free(bytes);
}

// --- progress ------------------------------------------------------------------------------------------

enum { BAR = 30 };

cli_progress cli_progress_begin(const char *what) {
    bool shown = !cli_chosen.quiet && isatty(STDERR_FILENO);
    return (cli_progress){ what, "frames", pantin_clock_seconds(), shown };
}

void cli_progress_show(void *context, int done, int count) {
    const cli_progress *progress = context;
    if (!progress->shown || count < 1) return;
    double passed = pantin_clock_seconds() - progress->start;
    double rate = passed > 0 ? done / passed : 0, left = rate > 0 ? (count - done) / rate : 0;
    char bar[BAR + 1];
    int filled = (int)((long long)BAR * done / count);
    memset(bar, '.', BAR);
    memset(bar, '#', (size_t)filled);
    bar[BAR] = '\0';
    fprintf(stderr, "\r%s%s [%s] %d/%d  %.1f %s/s  %.0f s left ", line_begins(), progress->what,
            bar, done, count, rate, progress->unit, left);
    fflush(stderr);
}

void cli_progress_clear(const cli_progress *progress) {
    if (progress->shown) fputs("\r\033[K", stderr);
}

void cli_progress_end(cli_progress *progress) {
    cli_progress_clear(progress);
    progress->shown = false;
}
