// loop.h — private to `pantin loop`: what was wished, and what became of one file.
// SPDX-License-Identifier: MIT
#ifndef CLI_LOOP_H
#define CLI_LOOP_H

#include "cli.h"
#include "pantin/loop_report.h"

/// A place or a length in a clip: in frames, or in seconds.
typedef struct loop_moment {
    bool given, seconds;
    double value;
} loop_moment;

typedef struct loop_wish {
    // As it was said.
    pantin_loop_task task;
    const char *output, *out, *src, *name, *name_suffix, *animation, *up, *limits_word, *root,
        *method, *range, *start_word, *end_word, *period_word, *window_word, *format_word, *plot,
        *strip, *report, *shard;
    bool all, in_place, no_trim, no_blend, no_dedrift, no_foot_lock, open;
    double fps, unit_cm, min_keep;
    int pick, blend_frames, candidates, threads;
    // What it means.
    pantin_motion_options motion;
    pantin_loop_options options;
    pantin_limits limits;
    pantin_loop_format format;
    loop_moment start, end, period, window;
    int shard_index, shard_count; // 0: all
    const char **files;
    int file_count;
    bool many;  // several files, or a folder: outputs go into folders
    bool multi; // more than one picture may come of it
} loop_wish;

/// What became of a file. Its outputs are held until all of its chunk are done, then written in order.
typedef struct loop_result {
    const char *file;
    pantin_loop_entry *entries;
    pantin_bytes *plots, *strips; // one an entry, or empty
    int count;
    pantin_bytes bytes; // to be written
    bool writes;
    char **resource_names; // what must lie beside it, relative
    int resource_count;
    char animation[256]; // the one that is done, where the file has several
    pantin_error error;  // memory, where even an entry could not be made
    bool failed;
} loop_result;

/// Reads the words of `pantin loop TASK`. CLI_GO: the wish is sound and its files are listed.
cli_next loop_read_wish(pantin_loop_task task, int count, char **words, loop_wish *w);
/// Is nothing asked that would have no effect? False with a line.
bool loop_all_used(const loop_wish *w);
void loop_free_wish(loop_wish *w);

/// Does one file. Reads only; any number at the same time.
void loop_do_file(const loop_wish *w, const char *file, loop_result *result);
void loop_free_result(loop_result *result);
/// The whole file failed, whatever was done of it before.
void loop_fail_result(const loop_wish *w, loop_result *result, const pantin_error *why);

/// Makes an error name its file, and the animation where the file has several, whatever it is about.
void loop_name_file(const loop_result *result, pantin_error *error);

/// Where a file's outputs go: its base name in a folder, or the name that was given. False: nowhere.
bool loop_output_path(const loop_wish *w, const char *file, char *path, size_t size);
/// "plot" or "strip" of an entry.
bool loop_picture_path(const loop_wish *w, const char *kind, const char *given, const char *file,
                       int animation, char *path, size_t size);
/// The last part of a path.
const char *loop_file_name(const char *path);
/// Before the work: no input is written over, no two outputs are one. `error` says why not.
bool loop_may_write(const loop_wish *w, pantin_error *error);
/// After it, in order: the file, what it names, its pictures.
bool loop_write_result(const loop_wish *w, const loop_result *result, pantin_error *error);

/// All files of the wish; answers the exit code.
int loop_run_batch(const loop_wish *w);

#endif
