// cli.h — what the commands of `pantin` share: their table, their arguments, what they say and how they end.
// SPDX-License-Identifier: MIT
#ifndef CLI_H
#define CLI_H

#include "pantin/puppet.h"

/// Exit codes: scripts rely on them.
enum { CLI_FINE = 0, CLI_SHORT = 1, CLI_FAILED = 2 };

typedef struct cli_command {
    const char *name;
    const char *does;                    ///< one line, for `pantin --help`
    int (*run)(int count, char **words); ///< the words after the command's name
    const char *later;                   ///< instead of run: what it comes with
} cli_command;

extern const cli_command cli_inspect, cli_mesh, cli_pose, cli_film, cli_proof, cli_loop,
    cli_edit, cli_methods, cli_schema;

// --- arguments ---------------------------------------------------------------------------------------

typedef enum cli_kind { CLI_FLAG, CLI_TEXT, CLI_INT, CLI_NUMBER, CLI_TEXTS } cli_kind;

enum { CLI_TEXTS_MOST = 512 };
typedef struct cli_texts {
    const char *items[CLI_TEXTS_MOST];
    int count;
} cli_texts;

/// An option: `--name VALUE`, `--name=VALUE`, `-l VALUE`. Its target keeps its value when it is not given.
/// --help prints it as the default, or what `help` says of it: "quality; without it the show's".
typedef struct cli_option {
    const char *name;
    char letter; ///< 0: none
    cli_kind kind;
    void *target;      ///< bool, const char *, int, double, cli_texts
    double low, high;  ///< of numbers; low == high: any
    const char *value; ///< how help calls it: "PX"
    const char *help;
} cli_option;

typedef struct cli_usage {
    const char *command;  ///< "mesh"
    const char *synopsis; ///< "DRAWING -o X.puppet.json"
    const char *about;    ///< a paragraph
    const char *examples; ///< lines, or NULL
    const cli_option *options;
    int option_count;
    int least, most; ///< words that are no options
} cli_usage;

typedef enum cli_next { CLI_GO, CLI_HELPED, CLI_MISUSED } cli_next;

/// Reads options and collects the other words into `rest` (usage->most of them, NULL where missing).
/// CLI_HELPED: --help was printed. CLI_MISUSED: a line said why.
cli_next cli_read(const cli_usage *usage, int count, char **words, const char **rest);

/// Is it an option (without dashes) of the command that was read last?
bool cli_is_option(const char *name);

/// What every command can be told; part of every option table by CLI_COMMON.
typedef struct cli_manner {
    bool json, quiet, verbose;
    bool aside;         ///< stdout holds a file or a report: talk goes to stderr
    const char *before; ///< what every line begins with, errors too; NULL: errors with "pantin: "
} cli_manner;
extern cli_manner cli_chosen;

#define CLI_COMMON                                                                                 \
    { "json",   0,                                                                                 \
      CLI_FLAG, &cli_chosen.json,                                                                  \
      0,        0,                                                                                 \
      NULL,     "the report as JSON on stdout (stderr when an output is -), talk on stderr" },     \
        { "quiet", 'q', CLI_FLAG, &cli_chosen.quiet, 0, 0, NULL, "say nothing but errors" }, {     \
        "verbose", 'v', CLI_FLAG, &cli_chosen.verbose, 0, 0, NULL, "say more"                      \
    }

// --- talk --------------------------------------------------------------------------------------------

/// "pantin: where: what" on stderr; answers CLI_FAILED. An option that is wrong is named with its dashes; after
/// a signal "pantin: interrupted", whatever failed of it.
int cli_fail(const pantin_error *error);
/// The same for a misused option.
int cli_misuse(const char *where, const char *format, ...) PANTIN_FORMAT(2, 3);
/// Fails: FILE has no `what` of this name; names the nearest of those that lie `stride` bytes apart.
int cli_unknown(const char *name, const char *what, const char *file, const char *const *first,
                size_t stride, int count);
/// A remark for people: on stdout, or on stderr where stdout holds a report. Nothing when quiet.
void cli_say(const char *format, ...) PANTIN_FORMAT(1, 2);
/// A remark that is no part of a report: always on stderr. Nothing when quiet.
void cli_remark(const char *format, ...) PANTIN_FORMAT(1, 2);
/// Prints a report on stdout (on stderr where a file goes there) and frees it.
void cli_report(pantin_bytes *bytes);

/// A progress line on stderr, when that is a terminal.
typedef struct cli_progress {
    const char *what; ///< "film"
    const char *unit; ///< of what is counted: "frames"
    double start;
    bool shown;
} cli_progress;
cli_progress cli_progress_begin(const char *what);
void cli_progress_show(void *progress, int done, int count);
/// Takes the line away, so that something may be said; the next show puts it back.
void cli_progress_clear(const cli_progress *progress);
void cli_progress_end(cli_progress *progress);

/// How many workers this machine keeps busy, 1..64.
int cli_processors(void);

// --- names of files ------------------------------------------------------------------------------------

bool cli_ends_with(const char *path, const char *ending);
/// The same for an ending in small letters, however the path writes it.
bool cli_ends_like(const char *path, const char *ending);
/// The last part of a path without its ending.
void cli_stem(char *buffer, size_t size, const char *path);
bool cli_is_folder(const char *path);
/// Does a file of ours say that it is a `kind`? By its "pantin" word alone.
bool cli_says(const pantin_bytes *file, const char *kind);
/// Is the folder that `path` would lie in there?
bool cli_has_folder(const char *path);
/// Removes a folder that holds nothing.
void cli_drop_folder(const char *path);
/// Makes a folder and those above it. False with a line when it cannot.
bool cli_make_folder(const char *path, pantin_error *error);
/// `target` as seen from the folder of `from`: what a file there should call it. Both may not exist yet.
void cli_relative(char *buffer, size_t size, const char *target, const char *from);

// --- what is read is never written over ------------------------------------------------------------------

/// Files from the disk, each noted as it is fetched.
pantin_assets cli_assets(void);
/// Notes a file that is read (NULL: none), and what a puppet names but may not have fetched.
void cli_reads(const char *path);
void cli_reads_puppet(const pantin_puppet *puppet);
/// Before the work: false with an error when writing `path` (NULL: nothing) would write over a file that is
/// read, or over an output of another option. `option` ("-o") must outlive the command.
bool cli_may_write(const char *option, const char *path, pantin_error *error);
/// The same for what a sink writes: a film, or the frames from..to of a folder or a pattern.
bool cli_may_write_film(const char *option, const char *path, int from, int to,
                        pantin_error *error);

// --- being stopped ---------------------------------------------------------------------------------------

/// From now on SIGINT, SIGTERM and SIGHUP no longer end the program, but are told by cli_interrupted.
void cli_catch_interrupts(void);
bool cli_interrupted(void);

#endif
