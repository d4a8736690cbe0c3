// loop_batch.c — many clips of `pantin loop`: done in parallel, written and told in the order they were named, so
// that neither outputs nor report depend on the threads. A clip that fails has its line and stops no other.
//
// Files are done a few at a time for each worker, and written before the next: a large folder needs no more
// memory than that.
// SPDX-License-Identifier: MIT
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "loop.h"

enum { PER_WORKER = 4, CHUNK_MOST = 64 };

typedef struct batch {
    const loop_wish *w;
    pantin_loop_entry *entries;
    int count, room;
    int first;                     // of this chunk, among the files
    loop_result chunk[CHUNK_MOST]; // of `first` and on
    pantin_runner runner;
    pantin_error error;
} batch;

static void do_task(void *context, int index, int worker) {
    batch *b = context;
    (void)worker;
    if (cli_interrupted()) {
        b->chunk[index] = (loop_result){ .file = b->w->files[b->first + index] };
        return;
    }
    loop_do_file(b->w, b->w->files[b->first + index], &b->chunk[index]);
}

/// The entries of a result, which gives them away.
static bool take_entries(batch *b, loop_result *r) {
    if (b->count + r->count > b->room) {
        int room = 2 * (b->count + r->count) + 16;
        pantin_loop_entry *grown = realloc(b->entries, (size_t)room * sizeof *grown);
        if (grown == NULL)
            return pantin_fail(&b->error, PANTIN_ERROR_MEMORY, "loop", "memory is used up");
        b->entries = grown;
        b->room = room;
    }
    for (int k = 0; k < r->count; k++) {
        b->entries[b->count++] = r->entries[k];
        r->entries[k] = (pantin_loop_entry){ 0 };
    }
    return true;
}

/// The line of what failed: one of all animations that is no clip has none.
static void say_failure(const pantin_loop_entry *e) {
    if (e->failure == NULL || e->left_out) return;
    const char *colon = strstr(e->failure, ": ");
    char where[1024];
    snprintf(where, sizeof where, "%.*s", colon != NULL ? (int)(colon - e->failure) : 0,
             e->failure);
    cli_misuse(colon != NULL ? where : e->file, "%s", colon != NULL ? colon + 2 : e->failure);
}

static bool finish_file(batch *b, loop_result *r) {
    pantin_error why = { 0 };
    if (!loop_write_result(b->w, r, &why)) loop_fail_result(b->w, r, &why);
    for (int k = 0; k < r->count; k++) say_failure(&r->entries[k]);
    if (r->failed && r->count == 0)
        return pantin_fail(&b->error, PANTIN_ERROR_MEMORY, r->file, "memory is used up");
    return take_entries(b, r);
}

static bool do_files(batch *b) {
    const loop_wish *w = b->w;
    int step = b->runner.workers * PER_WORKER;
    if (step > CHUNK_MOST) step = CHUNK_MOST;
    cli_progress progress = cli_progress_begin("loop");
    progress.unit = "clips";
    progress.shown = progress.shown && w->file_count > 1;
    bool done = true;
    for (b->first = 0; done && b->first < w->file_count; b->first += step) {
        int left = w->file_count - b->first, count = left < step ? left : step;
        cli_progress_show(&progress, b->first, w->file_count);
        b->runner.run(b->runner.self, count, do_task, b);
        cli_progress_clear(&progress);
        if (cli_interrupted()) done = pantin_fail(&b->error, PANTIN_ERROR_FILE, "", "interrupted");
        for (int k = 0; k < count; k++) {
            done = done && finish_file(b, &b->chunk[k]);
            loop_free_result(&b->chunk[k]);
        }
    }
    cli_progress_end(&progress);
    return done;
}

// --- what is told ----------------------------------------------------------------------------------------

static void report_path(const loop_wish *w, const char *ending, char *path, size_t size) {
    char shard[48] = "";
    if (w->shard_count > 0)
        snprintf(shard, sizeof shard, ".%d-of-%d", w->shard_index, w->shard_count);
    snprintf(path, size, "%s%sreport%s.%s", w->report, cli_ends_with(w->report, "/") ? "" : "/",
             shard, ending);
}

static const struct {
    const char *ending;
    pantin_loop_format format;
    bool page;
} reports[] = {
    { "html", PANTIN_LOOP_TEXT, true },
    { "json", PANTIN_LOOP_JSON, false },
    { "csv", PANTIN_LOOP_CSV, false },
    { "md", PANTIN_LOOP_MARKDOWN, false },
};
enum { REPORTS = sizeof reports / sizeof reports[0] };

static bool may_report(batch *b) {
    char path[8192];
    for (int k = 0; b->w->report != NULL && k < REPORTS; k++) {
        report_path(b->w, reports[k].ending, path, sizeof path);
        if (!cli_may_write("--report", path, &b->error)) return false;
    }
    return true;
}

static bool write_reports(batch *b) {
    char path[8192];
    if (b->w->report == NULL) return true;
    if (!cli_make_folder(b->w->report, &b->error)) return false;
    for (int k = 0; k < REPORTS; k++) {
        pantin_bytes bytes = { 0 };
        bool done = reports[k].page ? pantin_loop_page(b->entries, b->count, &bytes, &b->error)
                                    : pantin_loop_report(b->entries, b->count, reports[k].format,
                                                         &bytes, &b->error);
        report_path(b->w, reports[k].ending, path, sizeof path);
        done = done && pantin_file_write(path, bytes.data, bytes.size, &b->error);
        pantin_bytes_free(&bytes);
        if (!done) return false;
    }
    return true;
}

/// Where things are, after the report.
static void say_places(const batch *b) {
    const loop_wish *w = b->w;
    char path[8192];
    if (w->task == PANTIN_LOOP_FIX && !cli_chosen.aside) {
        bool folder = w->many || w->file_count != 1;
        if (!folder) loop_output_path(w, w->files[0], path, sizeof path);
        cli_say("%s: %s", folder ? "clips" : "clip", folder ? w->output : path);
    }
    if (w->plot != NULL) cli_say("plot: %s", w->plot);
    if (w->strip != NULL) cli_say("strip: %s", w->strip);
    if (w->report == NULL) return;
    report_path(w, "html", path, sizeof path);
    cli_say("report: %s", path);
}

/// A single clip that failed has said its line, and that is all there is.
static bool tell(batch *b) {
    pantin_bytes bytes = { 0 };
    bool any = b->count != 1 || b->entries[0].failure == NULL;
    if (!any) return true;
    if (!pantin_loop_report(b->entries, b->count, b->w->format, &bytes, &b->error)) return false;
    cli_report(&bytes);
    bool some = false;
    for (int k = 0; k < b->count; k++) some = some || b->entries[k].failure == NULL;
    if (some) say_places(b);
    return true;
}

int loop_run_batch(const loop_wish *w) {
    batch b = { .w = w };
    int code = CLI_FINE, workers = w->threads > 0 ? w->threads : cli_processors();
    if (!loop_may_write(w, &b.error) || !may_report(&b)) return cli_fail(&b.error);
    if (workers > w->file_count) workers = w->file_count > 0 ? w->file_count : 1;
    if (!pantin_threads_create(workers, &b.runner, &b.error)) return cli_fail(&b.error);
    cli_catch_interrupts();
    bool done = do_files(&b);
    // A single clip that failed leaves nothing behind, no report either.
    bool none = b.count == 1 && b.entries[0].failure != NULL && !w->many;
    done = done && (none || write_reports(&b)) && tell(&b);
    for (int k = 0; k < b.count; k++) {
        int one = pantin_loop_entry_code(&b.entries[k]);
        if (one > code) code = one;
        pantin_loop_entry_free(&b.entries[k]);
    }
    free(b.entries);
    pantin_threads_destroy(&b.runner);
    return done ? code : cli_fail(&b.error);
}
