// proof.c — `pantin proof SHOW|PUPPET -o DIR`: the same poses by ARAP and by its rivals.
// SPDX-License-Identifier: MIT
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "pantin/measure.h"

#define FILE_LIMIT ((size_t)64 << 20)
enum { PNG_LEVEL = 6, METHODS = 32 };

typedef struct wish {
    const char *file, *folder, *film, *against, *method, *methods;
    int threads;
} wish;

typedef struct proving {
    const wish *w;
    const char *names[METHODS];
    char words[1024]; // of --methods, cut at the commas
    pantin_proof_options options;
    pantin_runner runner;
    pantin_error error;
} proving;

static bool read_methods(proving *p) {
    if (p->w->methods == NULL) return true;
    if (strlen(p->w->methods) >= sizeof p->words)
        return pantin_fail(&p->error, PANTIN_ERROR_ARGUMENT, "--methods", "the list is too long");
    snprintf(p->words, sizeof p->words, "%s", p->w->methods);
    for (char *at = p->words; at != NULL;) {
        char *comma = strchr(at, ',');
        if (comma != NULL) *comma = '\0';
        if (*at == '\0')
            return pantin_fail(&p->error, PANTIN_ERROR_ARGUMENT, "--methods",
                               "\"%.64s\" must be names with commas between, like blend,mls",
                               p->w->methods);
        if (p->options.method_count == METHODS)
            return pantin_fail(&p->error, PANTIN_ERROR_ARGUMENT, "--methods", "more than %d",
                               METHODS);
        p->names[p->options.method_count++] = at;
        at = comma != NULL ? comma + 1 : NULL;
    }
    p->options.methods = p->names;
    return true;
}

/// What will be written, held against what was read: the three files, and the film of `frames`.
static bool may_write(proving *p, int frames) {
    static const char *const names[] = { "proof.json", "proof.png", "proof.html" };
    bool fine = cli_may_write("-o", p->w->folder, &p->error);
    for (int k = 0; k < 3 && fine && p->w->folder != NULL; k++) {
        char path[8192];
        snprintf(path, sizeof path, "%s/%s", p->w->folder, names[k]);
        fine = cli_may_write("-o", path, &p->error);
    }
    return fine &&
           (p->w->film == NULL || cli_may_write_film("--film", p->w->film, 0, frames, &p->error));
}

static bool write_file(proving *p, const char *name, const pantin_bytes *bytes) {
    char path[8192];
    snprintf(path, sizeof path, "%s/%s", p->w->folder, name);
    return pantin_file_write(path, bytes->data, bytes->size, &p->error);
}

static bool write_results(proving *p, const pantin_proof *proof) {
    pantin_bytes json = { 0 }, png = { 0 }, page = { 0 };
    pantin_image sheet = { 0 };
    bool done = pantin_proof_write(proof, &json, &p->error) &&
                pantin_proof_sheet(proof, &sheet, &p->error) &&
                pantin_png_encode(&sheet, PNG_LEVEL, &png, &p->error) &&
                pantin_proof_page(proof, pantin_png_encode, &page, &p->error) &&
                cli_make_folder(p->w->folder, &p->error) && write_file(p, "proof.json", &json) &&
                write_file(p, "proof.png", &png) && write_file(p, "proof.html", &page);
    pantin_image_free(&sheet);
    pantin_bytes_free(&json);
    pantin_bytes_free(&png);
    pantin_bytes_free(&page);
    return done;
}

/// 1: a triangle is turned over by the first method, which is ours unless --methods said otherwise.
static int finish(proving *p, pantin_proof *proof) {
    pantin_bytes report = { 0 };
    int code = CLI_FAILED;
    if (proof != NULL && write_results(p, proof) &&
        pantin_proof_report(proof, cli_chosen.json, &report, &p->error)) {
        code = pantin_proof_summarize(proof, 0).inverted > 0 ? CLI_SHORT : CLI_FINE;
        cli_report(&report);
        cli_say("proof: %s/proof.html", p->w->folder);
    }
    pantin_proof_destroy(proof);
    return code != CLI_FAILED ? code : cli_fail(&p->error);
}

static const pantin_film_sink *find_sink(proving *p) {
    static const pantin_film_sink *const sinks[] = { &pantin_sink_ffmpeg, &pantin_sink_png,
                                                     &pantin_sink_hash, &pantin_sink_null };
    return pantin_film_sink_find(sinks, 4, p->w->film, &p->error);
}

static bool film(proving *p, const pantin_show *show) {
    const pantin_film_sink *sink = find_sink(p);
    cli_progress progress = cli_progress_begin("proof");
    pantin_proof_film_options options = { p->w->against, p->runner, cli_progress_show, &progress,
                                          cli_interrupted };
    cli_catch_interrupts();
    pantin_proof_film_counts counts;
    pantin_film_format format = pantin_show_describe(show)->format;
    uint64_t hash = 0;
    pantin_proof_film_size(show, &format.width, &format.height);
    bool done =
        pantin_proof_film(show, sink, p->w->film, &format, &options, &counts, &hash, &p->error);
    cli_progress_end(&progress);
    if (!done) return false;
    cli_say("turned over in %d frames: %d in %d frames, %s %d in %d frames", counts.frames,
            counts.inverted[0], counts.inverted_frames[0], p->w->against, counts.inverted[1],
            counts.inverted_frames[1]);
    if (strncmp(p->w->film, "hash:", 5) == 0)
        cli_say("hash: %016llx", (unsigned long long)hash);
    else
        cli_say("film: %s", p->w->film);
    return true;
}

static int prove_show(proving *p) {
    pantin_assets assets = cli_assets();
    pantin_show_options options = { .method = p->w->method };
    pantin_show *show = pantin_show_open(p->w->file, &options, &assets, &p->error);
    if (show == NULL) return cli_fail(&p->error);
    const pantin_show_info *info = pantin_show_describe(show);
    for (int c = 0; c < info->cast_count; c++) cli_reads_puppet(info->cast[c].puppet);
    bool spared = may_write(p, info->frame_count);
    int code = spared ? CLI_FINE : cli_fail(&p->error);
    if (spared && p->w->folder != NULL)
        code = finish(p, pantin_proof_of_show(show, &p->options, &p->error));
    if (code != CLI_FAILED && p->w->film != NULL && !film(p, show)) code = cli_fail(&p->error);
    pantin_show_close(show);
    return code;
}

static int prove_puppet(proving *p, const pantin_bytes *file) {
    pantin_puppet puppet = { 0 };
    pantin_assets assets = cli_assets();
    if (p->w->film != NULL)
        return cli_misuse("--film", "a puppet has no scene to film: name a show");
    if (!pantin_puppet_load(p->w->file, (const char *)file->data, file->size, &assets, &puppet,
                            &p->error))
        return cli_fail(&p->error);
    if (p->w->method != NULL) p->options.method = p->w->method;
    cli_reads_puppet(&puppet);
    int code = may_write(p, 0) ? finish(p, pantin_proof_of_puppet(&puppet, &p->options, &p->error))
                               : cli_fail(&p->error);
    pantin_puppet_free(&puppet);
    return code;
}

static int prove(proving *p) {
    pantin_bytes file = { 0 };
    // What is misspelt is said before the work.
    if (!read_methods(p) || (p->w->film != NULL && find_sink(p) == NULL))
        return cli_fail(&p->error);
    if (cli_is_folder(p->w->file)) return prove_show(p);
    if (!pantin_file_read(p->w->file, FILE_LIMIT, &file, &p->error)) return cli_fail(&p->error);
    int code = cli_says(&file, "show") ? prove_show(p) : prove_puppet(p, &file);
    pantin_bytes_free(&file);
    return code;
}

static int run(int count, char **words) {
    wish w = { .against = pantin_proof_film_defaults().rival };
    const char *rest[1];
    const cli_option options[] = {
        { "output", 'o', CLI_TEXT, &w.folder, 0, 0, "DIR",
          "where proof.json, proof.png and proof.html go" },
        { "film", 0, CLI_TEXT, &w.film, 0, 0, "OUT",
          "the whole scene side by side, ours and a rival; as for `pantin film`" },
        { "against", 0, CLI_TEXT, &w.against, 0, 0, "M", "the rival in that film" },
        { "methods", 0, CLI_TEXT, &w.methods, 0, 0, "M,M...",
          "these ways of bending; without it those the show names, or all" },
        { "method", 0, CLI_TEXT, &w.method, 0, 0, "M", "ours; without it as the show says" },
        { "threads", 0, CLI_INT, &w.threads, 1, 64, NULL,
          "workers, which never change a result; without it one a core" },
        CLI_COMMON,
    };
    const cli_usage usage = {
        "proof",
        "SHOW|PUPPET -o DIR [--film OUT]",
        "Bends the same poses by ARAP and by its rivals and measures them alike. Of a show: its "
        "proof_poses,\n"
        "or the six frames that strain most. Of a puppet: each of its poses, or, when it has none, "
        "hard bends\n"
        "of its limbs. Exit code 1: the first method turned a triangle over.",
        "  pantin proof shows/wave -o proof/\n"
        "  pantin proof shows/wave -o proof/ --film side_by_side.mp4 --against mls\n"
        "  pantin proof dog.puppet.json -o proof/ --methods arap-triangle,blend\n",
        options,
        sizeof options / sizeof options[0],
        1,
        1,
    };
    cli_next next = cli_read(&usage, count, words, rest);
    if (next != CLI_GO) return next == CLI_HELPED ? CLI_FINE : CLI_FAILED;
    w.file = rest[0];
    if (w.folder == NULL && w.film == NULL)
        return cli_misuse("proof", "nothing to write: name a folder with -o, or a --film");
    proving p = { .w = &w, .options = pantin_proof_defaults() };
    if (!pantin_threads_create(w.threads > 0 ? w.threads : cli_processors(), &p.runner, &p.error))
        return cli_fail(&p.error);
    p.options.runner = p.runner;
    int code = prove(&p);
    pantin_threads_destroy(&p.runner);
    return code;
}

const cli_command cli_proof = { "proof", "the same poses by ARAP and by its rivals", run, NULL };
