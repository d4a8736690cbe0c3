// film.c — `pantin film SHOW -o OUT`: the main job.
// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L // sysconf
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "pantin/measure.h"

#define TAKE_LIMIT ((size_t)1 << 31)

typedef struct wish {
    const char *show, *output, *report, *frames, *shard, *take, *mesh_cache, *method;
    bool act_only, advise;
    int threads, crf;
} wish;

typedef struct filming {
    const wish *w;
    pantin_show *show;
    pantin_film_format format;
    pantin_shoot_options options;
    pantin_shoot_times times;
    pantin_trace *trace;
    pantin_mesh_cache *cache;
    pantin_take *take;
    pantin_advice advice;
    pantin_observer observers[2];
    uint64_t hash;
    pantin_error error;
} filming;

// --- what was asked for ----------------------------------------------------------------------------------

static bool read_frames(filming *f) {
    const char *text = f->w->frames;
    char rest;
    int from, to;
    if (text == NULL) return true;
    if (sscanf(text, "%9d-%9d%c", &from, &to, &rest) != 2) {
        if (sscanf(text, "%9d%c", &from, &rest) != 1)
            from = to = -1;
        else
            to = from;
    }
    if (from < 0 || to < from)
        return pantin_fail(&f->error, PANTIN_ERROR_ARGUMENT, "--frames",
                           "\"%.32s\" must be A-B, like 0-23", text);
    int last = pantin_show_describe(f->show)->frame_count - 1;
    if (to > last)
        return pantin_fail(&f->error, PANTIN_ERROR_ARGUMENT, "--frames",
                           "%.32s: this film ends with frame %d", text, last);
    f->options.from = from;
    f->options.to = to + 1;
    return true;
}

static bool read_shard(filming *f) {
    const char *text = f->w->shard;
    char rest;
    int index, count;
    if (text == NULL) return true;
    if (sscanf(text, "%6d/%6d%c", &index, &count, &rest) != 2 || count < 1 || index < 1 ||
        index > count)
        return pantin_fail(&f->error, PANTIN_ERROR_ARGUMENT, "--shard",
                           "\"%.32s\" must be I/N, like 1/4", text);
    f->options.shard_index = index;
    f->options.shard_count = count;
    return true;
}

static bool is_nowhere(const char *output) {
    return strncmp(output, "hash:", 5) == 0 || strncmp(output, "null:", 5) == 0;
}

/// "x/wave.mp4" and "x/wave/" have their report in "x/wave.report", "x/f%04d.png" in "x/frames.report"; shards
/// keep theirs apart: "x/wave.1-of-4.report".
static void report_folder(const filming *f, char *folder, size_t size) {
    const char *output = f->w->output, *slash = strrchr(output, '/');
    int above = slash != NULL ? (int)(slash - output + 1) : 0;
    char stem[1024], shard[32] = "";
    size_t length = strlen(output);
    if (f->options.shard_count > 0)
        snprintf(shard, sizeof shard, ".%d-of-%d", f->options.shard_index, f->options.shard_count);
    if (slash != NULL && slash == output + length - 1) {
        snprintf(folder, size, "%.*s%s.report", (int)length - 1, output, shard);
        return;
    }
    cli_stem(stem, sizeof stem, output);
    snprintf(folder, size, "%.*s%s%s.report", above, output,
             strchr(stem, '%') != NULL ? "frames" : stem, shard);
}

// --- the work --------------------------------------------------------------------------------------------

static bool load_take(filming *f) {
    if (f->w->take == NULL) return true;
    pantin_bytes file = { 0 };
    f->take = pantin_take_create(f->show, pantin_show_describe(f->show)->frame_count, &f->error);
    bool done = f->take != NULL && pantin_file_read(f->w->take, TAKE_LIMIT, &file, &f->error) &&
                pantin_take_read(f->w->take, file.data, file.size, f->show, f->take, &f->error);
    pantin_bytes_free(&file);
    f->options.take = f->take;
    return done;
}

static void observe(filming *f, pantin_observer observer) {
    f->observers[f->options.observer_count++] = observer;
    f->options.observers = f->observers;
}

/// The film frames that will be seen, for what observes them.
static void seen_frames(const filming *f, int *from, int *to) {
    int end = f->options.to == 0 ? pantin_show_describe(f->show)->frame_count : f->options.to;
    int length = end - f->options.from, n = f->options.shard_count, i = f->options.shard_index;
    *from = n == 0 ? f->options.from : f->options.from + (int)((int64_t)length * (i - 1) / n);
    *to = n == 0 ? end : f->options.from + (int)((int64_t)length * i / n);
}

static const char *const report_names[] = { "trace.json", "diagnostics.json", "report.html" };

/// Everything that will be written, held against what was read and against each other.
static bool may_write(const filming *f, const char *folder, pantin_error *error) {
    int from, to;
    char path[8192];
    seen_frames(f, &from, &to);
    bool fine = cli_may_write("--mesh-cache", f->w->mesh_cache, error) &&
                cli_may_write("--report", folder, error);
    for (int k = 0; k < 3 && fine && folder != NULL; k++) {
        snprintf(path, sizeof path, "%s/%s", folder, report_names[k]);
        fine = cli_may_write("--report", path, error);
    }
    return fine && cli_may_write_film("-o", f->w->output, from, to, error);
}

static bool prepare_observers(filming *f) {
    int from, to;
    seen_frames(f, &from, &to);
    f->trace = pantin_trace_create(f->show, from, to, NULL, &f->error);
    if (f->trace == NULL) return false;
    observe(f, pantin_trace_observer(f->trace));
    if (f->w->mesh_cache == NULL) return true;
    f->cache = pantin_mesh_cache_create(f->show, from, to, &f->error);
    if (f->cache == NULL) return false;
    observe(f, pantin_mesh_cache_observer(f->cache));
    return true;
}

static const pantin_film_sink *find_sink(const char *output, pantin_error *error) {
    static const pantin_film_sink *const sinks[] = { &pantin_sink_ffmpeg, &pantin_sink_png,
                                                     &pantin_sink_hash, &pantin_sink_null };
    return pantin_film_sink_find(sinks, 4, output, error);
}

static bool shoot(filming *f) {
    const pantin_film_sink *sink = find_sink(f->w->output, &f->error);
    if (sink == NULL) return false;
    cli_progress progress = cli_progress_begin("film");
    f->options.progress = cli_progress_show;
    f->options.progress_self = &progress;
    f->options.clock = pantin_clock_seconds;
    f->options.stopped = cli_interrupted;
    bool done = pantin_shoot(f->show, sink, f->w->output, &f->format, &f->options, &f->times,
                             &f->hash, &f->error);
    cli_progress_end(&progress);
    return done;
}

static bool write_file(filming *f, const char *folder, const char *name, pantin_bytes *bytes) {
    char path[8192];
    snprintf(path, sizeof path, "%s%s%s", folder, *folder != '\0' ? "/" : "", name);
    bool done = pantin_file_write(path, bytes->data, bytes->size, &f->error);
    pantin_bytes_free(bytes);
    return done;
}

static bool write_report(filming *f, const char *folder) {
    pantin_bytes trace = { 0 }, diagnostics = { 0 }, page = { 0 };
    return cli_make_folder(folder, &f->error) && pantin_trace_write(f->trace, &trace, &f->error) &&
           write_file(f, folder, report_names[0], &trace) &&
           pantin_diagnostics_write(f->trace, &f->times, &diagnostics, &f->error) &&
           write_file(f, folder, report_names[1], &diagnostics) &&
           pantin_report_write(f->trace, pantin_png_encode, &page, &f->error) &&
           write_file(f, folder, report_names[2], &page);
}

static bool write_cache(filming *f) {
    pantin_bytes bytes = { 0 };
    return f->cache == NULL || (pantin_mesh_cache_write(f->cache, &bytes, &f->error) &&
                                write_file(f, "", f->w->mesh_cache, &bytes));
}

/// A film that went into a hash says it: alone on stdout, or in the JSON.
static bool say_result(filming *f, const char *folder) {
    pantin_trace_summary summary = pantin_trace_summarize(f->trace);
    pantin_bytes report = { 0 };
    char hash[20];
    bool hashed = strncmp(f->w->output, "hash:", 5) == 0;
    double seconds = f->times.wall_ms / 1000;
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)f->hash);
    if (!pantin_summary_report(&summary, hashed ? hash : NULL, f->w->advise ? &f->advice : NULL,
                               cli_chosen.json, &report, &f->error))
        return false;
    if (hashed && cli_chosen.quiet && !cli_chosen.json) puts(hash);
    cli_report(&report);
    cli_say("%d frames in %.1f s (%.1f frames/s)", summary.frames, seconds,
            seconds > 0 ? summary.frames / seconds : 0);
    if (!is_nowhere(f->w->output)) cli_say("film: %s", f->w->output);
    if (folder != NULL) cli_say("report: %s/report.html", folder);
    return true;
}

/// Nothing binds where nobody's method has a barrier: said before the film is made.
static bool may_advise(filming *f) {
    const pantin_show_info *info = pantin_show_describe(f->show);
    bool binds = !f->w->advise;
    for (int c = 0; c < info->cast_count; c++) {
        const pantin_deformer *deformer = pantin_deformer_find(info->cast[c].method, NULL);
        binds = binds || (deformer != NULL && (deformer->promises & PANTIN_NEVER_FLIPS) != 0);
    }
    return binds || pantin_fail(&f->error, PANTIN_ERROR_ARGUMENT, "--advise",
                                "nobody is bent by a method that never flips: choose one by "
                                "--method arap");
}

/// Acts the film again with edited puppets.
static bool advise(filming *f) {
    pantin_show_options options = { .method = f->w->method };
    pantin_assets assets = cli_assets();
    if (!f->w->advise) return true;
    if (!pantin_advise_show(f->w->show, &options, &assets, &f->advice, &f->error)) return false;
    pantin_trace_tell(f->trace, &f->advice);
    return true;
}

static bool film(filming *f) {
    char folder[4096];
    bool reports = f->w->report != NULL || !is_nowhere(f->w->output);
    if (!may_advise(f) || !read_frames(f) || !read_shard(f)) return false;
    if (f->w->report != NULL)
        snprintf(folder, sizeof folder, "%s", f->w->report);
    else
        report_folder(f, folder, sizeof folder);
    if (!may_write(f, reports ? folder : NULL, &f->error) || !load_take(f) || !prepare_observers(f))
        return false;
    // Before the first picture, so that no film is made whose report cannot be kept. Where the folder
    // above is missing the sink says so.
    bool early = reports && (f->w->report != NULL || cli_has_folder(folder));
    if (early && !cli_make_folder(folder, &f->error)) return false;
    bool done = shoot(f) && write_cache(f) && advise(f) && (!reports || write_report(f, folder));
    if (!done && early) cli_drop_folder(folder);
    return done && say_result(f, reports ? folder : NULL);
}

static bool act_only(filming *f) {
    const pantin_show_info *info = pantin_show_describe(f->show);
    if (!cli_may_write("-o", f->w->output, &f->error)) return false;
    pantin_bytes bytes = { 0 };
    pantin_act *act = pantin_act_create(f->show, &f->error);
    f->take = act != NULL ? pantin_take_create(f->show, info->frame_count, &f->error) : NULL;
    bool done = f->take != NULL;
    cli_progress progress = cli_progress_begin("act");
    for (int n = 0; n < info->frame_count && done; n++) {
        if (cli_interrupted()) {
            done = pantin_fail(&f->error, PANTIN_ERROR_FILE, "", "interrupted");
            break;
        }
        pantin_act_step(act, f->take, n);
        cli_progress_show(&progress, n + 1, info->frame_count);
    }
    cli_progress_end(&progress);
    pantin_act_destroy(act);
    if (done)
        done = pantin_take_write(f->take, f->show, &bytes, &f->error) &&
               write_file(f, "", f->w->output, &bytes);
    if (done) cli_say("take: %s (%d frames)", f->w->output, info->frame_count);
    return done;
}

int cli_processors(void) {
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > 64 ? 64 : (int)count;
}

static bool is_stdout(const char *output) { return output != NULL && strcmp(output, "-") == 0; }

static void read_cast(const pantin_show *show) {
    const pantin_show_info *info = pantin_show_describe(show);
    for (int c = 0; c < info->cast_count; c++) cli_reads_puppet(info->cast[c].puppet);
}

static int film_show(const wish *w) {
    cli_chosen.aside = is_stdout(w->output) || is_stdout(w->mesh_cache);
    filming f = { .w = w, .options = pantin_shoot_defaults() };
    pantin_assets assets = cli_assets();
    pantin_show_options options = { .method = w->method };
    bool pooled = false, done = false;
    cli_catch_interrupts();
    cli_reads(w->take);
    f.show = pantin_show_open(w->show, &options, &assets, &f.error);
    if (f.show != NULL) read_cast(f.show);
    if (f.show != NULL) {
        f.format = pantin_show_describe(f.show)->format;
        if (w->crf >= 0) f.format.crf = w->crf;
        pooled = pantin_threads_create(w->threads > 0 ? w->threads : cli_processors(),
                                       &f.options.runner, &f.error);
        done = pooled && (w->act_only ? act_only(&f) : film(&f));
    }
    pantin_trace_destroy(f.trace);
    pantin_advice_free(&f.advice);
    pantin_mesh_cache_destroy(f.cache);
    pantin_take_destroy(f.take);
    if (pooled) pantin_threads_destroy(&f.options.runner);
    pantin_show_close(f.show);
    return done ? CLI_FINE : cli_fail(&f.error);
}

/// A take is no film, and of every frame: what asks for something else is a mistake.
static bool act_only_makes_sense(const wish *w) {
    const struct {
        const char *option;
        bool given;
    } others[] = {
        { "--take", w->take != NULL },     { "--mesh-cache", w->mesh_cache != NULL },
        { "--frames", w->frames != NULL }, { "--shard", w->shard != NULL },
        { "--report", w->report != NULL }, { "--crf", w->crf >= 0 },
        { "--advise", w->advise },
    };
    for (size_t k = 0; k < sizeof others / sizeof *others; k++)
        if (others[k].given) {
            cli_misuse(others[k].option,
                       "makes no sense with --act-only, which writes the take of the whole film");
            return false;
        }
    pantin_error error = { 0 };
    bool film = find_sink(w->output, &error) != NULL || error.kind == PANTIN_ERROR_NOT_YET ||
                cli_is_folder(w->output);
    if (!film || is_stdout(w->output)) return true;
    cli_misuse(w->output, "with --act-only OUT is one file, the take; name it film.take");
    return false;
}

static int run(int count, char **words) {
    wish w = { .crf = -1 };
    const char *rest[1];
    const cli_option options[] = {
        { "output", 'o', CLI_TEXT, &w.output, 0, 0, "OUT",
          ".mp4 .mov .mkv, FOLDER/ or f%04d.png, hash: or null:" },
        { "report", 0, CLI_TEXT, &w.report, 0, 0, "DIR",
          "where the report goes; without it OUT's name + .report" },
        { "frames", 0, CLI_TEXT, &w.frames, 0, 0, "A-B", "only these film frames" },
        { "shard", 0, CLI_TEXT, &w.shard, 0, 0, "I/N", "only the I-th of N parts" },
        { "act-only", 0, CLI_FLAG, &w.act_only, 0, 0, NULL,
          "no picture: OUT is the take, for --take" },
        { "take", 0, CLI_TEXT, &w.take, 0, 0, "FILE", "paint this take instead of acting" },
        { "mesh-cache", 0, CLI_TEXT, &w.mesh_cache, 0, 0, "FILE", "every bent mesh as float32" },
        { "method", 0, CLI_TEXT, &w.method, 0, 0, "M",
          "how all are bent; `pantin methods` lists them" },
        { "advise", 0, CLI_FLAG, &w.advise, 0, 0, NULL,
          "where it binds most, try edits of the puppet on the whole film, and tell those that "
          "help" },
        { "crf", 0, CLI_INT, &w.crf, 0, 51, NULL, "quality of H.264; without it the show's" },
        { "threads", 0, CLI_INT, &w.threads, 1, 64, NULL,
          "painters, which never change a result; without it one a core" },
        CLI_COMMON,
    };
    const cli_usage usage = {
        "film",
        "SHOW -o OUT",
        "Films a show: a show file, or a folder that holds show.json. Beside the film a report is "
        "written:\n"
        "trace.json, diagnostics.json and report.html, which opens offline.\n"
        "Exit code 0: it was filmed, whatever the figures.",
        "  pantin film shows/wave -o wave.mp4\n  pantin film shows/wave -o frames/ --frames 0-23\n"
        "  pantin film shows/wave -o hash:\n",
        options,
        sizeof options / sizeof options[0],
        1,
        1,
    };
    cli_next next = cli_read(&usage, count, words, rest);
    if (next != CLI_GO) return next == CLI_HELPED ? CLI_FINE : CLI_FAILED;
    if (w.output == NULL)
        return cli_misuse("film", "say where to with -o: wave.mp4, frames/, hash: or null:");
    if (is_stdout(rest[0]))
        return cli_misuse("-", "a show names files beside it: name its file, or its folder");
    if (w.act_only && !act_only_makes_sense(&w)) return CLI_FAILED;
    w.show = rest[0];
    return film_show(&w);
}

const cli_command cli_film = { "film", "a show becomes a film and its report", run, NULL };
