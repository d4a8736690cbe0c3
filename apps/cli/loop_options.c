// loop_options.c — the words of `pantin loop`: read, checked, and made into options of the library.
// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700 // strdup
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "loop.h"

enum { FILES_MOST = 4096, OPTIONS_MOST = 48 };

// --- words -------------------------------------------------------------------------------------------

/// Which of `words` it is. False with a line that names the nearest.
static bool choose(const char *option, const char *word, const char *const *words, int *chosen) {
    char list[256] = "";
    for (int k = 0; words[k] != NULL; k++)
        if (strcmp(words[k], word) == 0) {
            *chosen = k;
            return true;
        }
    const char *near = pantin_word_nearest(word, words);
    if (near != NULL) {
        cli_misuse(option, "\"%.64s\" is none of its words; did you mean \"%s\"?", word, near);
        return false;
    }
    for (int k = 0; words[k] != NULL; k++)
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", k > 0 ? ", " : "",
                 words[k]);
    cli_misuse(option, "\"%.64s\" must be one of %s", word, list);
    return false;
}

/// "120" frames, "4.5s" seconds, "12f" frames; without a letter `seconds` says which.
static bool read_moment(const char *option, const char *word, bool seconds, loop_moment *moment) {
    char *end;
    if (word == NULL) return true;
    double value = strtod(word, &end);
    bool decimal = *word != '\0' && strspn(word, "0123456789.") > 0 && end != word;
    moment->seconds = *end == 's' || (*end == '\0' && seconds);
    if (*end == 's' || *end == 'f') end++;
    bool fine = decimal && *end == '\0' && value >= 0 && value < 1e9 &&
                (moment->seconds || value == (double)(int)value);
    if (!fine) {
        cli_misuse(option, "\"%.64s\" must be whole frames like 24f or seconds like 1.5s", word);
        return false;
    }
    moment->given = true;
    moment->value = value;
    return true;
}

static bool read_range(loop_wish *w) {
    char first[64];
    if (w->range == NULL) return true;
    const char *colon = strchr(w->range, ':');
    if (w->start_word != NULL || w->end_word != NULL) {
        cli_misuse("--range", "says what --start and --end say: give one or the other");
        return false;
    }
    if (colon == NULL || colon - w->range >= (int)sizeof first) {
        cli_misuse("--range", "\"%.64s\" must be A:B, like 24:188 or 1s:4.5s", w->range);
        return false;
    }
    snprintf(first, sizeof first, "%.*s", (int)(colon - w->range), w->range);
    return read_moment("--range", first, false, &w->start) &&
           read_moment("--range", colon + 1, false, &w->end);
}

static bool read_moments(loop_wish *w) {
    bool fine = read_range(w) && read_moment("--start", w->start_word, false, &w->start) &&
                read_moment("--end", w->end_word, false, &w->end) &&
                read_moment("--period", w->period_word, true, &w->period) &&
                read_moment("--window", w->window_word, true, &w->window);
    if (!fine) return false;
    if (w->start.given && w->end.given && w->start.seconds == w->end.seconds &&
        w->start.value >= w->end.value) {
        cli_misuse(w->range != NULL ? "--range" : "--end", "must lie after where the loop starts");
        return false;
    }
    return true;
}

static bool read_words(loop_wish *w) {
    static const char *const limits[] = { "reference", "per-second", "relative", NULL };
    static const char *const roots[] = { "in-place", "travel", "keep", NULL };
    static const char *const formats[] = { "text", "md", "csv", "json", NULL };
    static const pantin_loop_format meant[] = { PANTIN_LOOP_TEXT, PANTIN_LOOP_MARKDOWN,
                                                PANTIN_LOOP_CSV, PANTIN_LOOP_JSON };
    const char *methods[PANTIN_FIX_METHODS + 1] = { NULL };
    for (int k = 0; k < PANTIN_FIX_METHODS; k++)
        methods[k] = pantin_fix_method_name((pantin_fix_method)k);
    int k;
    if (w->limits_word != NULL) {
        if (!choose("--limits", w->limits_word, limits, &k)) return false;
        w->limits = (pantin_limits)k;
    }
    if (w->root != NULL) {
        if (!choose("--root", w->root, roots, &k)) return false;
        w->options.root = (pantin_root_mode)k;
        if (w->in_place && w->options.root != PANTIN_ROOT_IN_PLACE) {
            cli_misuse("--in-place", "is --root in-place, and --root says %s", w->root);
            return false;
        }
    }
    if (w->in_place) w->options.root = PANTIN_ROOT_IN_PLACE;
    if (w->method != NULL) {
        if (!choose("--method", w->method, methods, &k)) return false;
        w->options.method = (pantin_fix_method)k;
    }
    if (w->format_word != NULL) {
        if (!choose("--format", w->format_word, formats, &k)) return false;
        if (cli_chosen.json && meant[k] != PANTIN_LOOP_JSON) {
            cli_misuse("--json", "is --format json, and --format says %s", w->format_word);
            return false;
        }
        w->format = meant[k];
    }
    if (cli_chosen.json) w->format = PANTIN_LOOP_JSON;
    if (w->format == PANTIN_LOOP_TEXT && cli_chosen.verbose) w->format = PANTIN_LOOP_FULL_TEXT;
    // A table is a report like JSON: talk goes beside it.
    if (w->format != PANTIN_LOOP_TEXT && w->format != PANTIN_LOOP_FULL_TEXT) cli_chosen.json = true;
    return true;
}

static bool read_axis(loop_wish *w) {
    if (w->up == NULL) return true;
    if (strlen(w->up) != 1 || strchr("xyzXYZ", *w->up) == NULL) {
        cli_misuse("--up", "\"%.64s\" must be X, Y or Z", w->up);
        return false;
    }
    w->motion.up = (char)(*w->up >= 'x' ? *w->up : *w->up - 'X' + 'x');
    return true;
}

static bool read_shard(loop_wish *w) {
    char rest;
    int index, count;
    if (w->shard == NULL) return true;
    if (sscanf(w->shard, "%6d/%6d%c", &index, &count, &rest) != 2 || count < 1 || index < 1 ||
        index > count) {
        cli_misuse("--shard", "\"%.32s\" must be I/N, like 1/4", w->shard);
        return false;
    }
    w->shard_index = index;
    w->shard_count = count;
    return true;
}

static bool read_animation(loop_wish *w) {
    if (w->animation != NULL && strcmp(w->animation, "all") == 0) {
        w->all = true;
        w->animation = NULL;
    }
    if (w->all && w->animation != NULL) {
        cli_misuse("--all", "takes every animation, and --animation names one");
        return false;
    }
    if (w->all && w->name != NULL) {
        cli_misuse("--name",
                   "would name every animation alike; --name-suffix may be what you want");
        return false;
    }
    return true;
}

// --- files -------------------------------------------------------------------------------------------

static bool is_clip_name(const char *name) {
    return *name != '.' && (cli_ends_like(name, ".bvh") || cli_ends_like(name, ".glb") ||
                            cli_ends_like(name, ".gltf"));
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool add_file(loop_wish *w, char *file) {
    if (file == NULL || w->file_count == FILES_MOST) {
        free(file);
        cli_misuse("loop", file == NULL ? "memory is used up"
                                        : "more than 4096 clips at once: use --shard or fewer");
        return false;
    }
    w->files[w->file_count++] = file;
    return true;
}

/// The clips that lie in a folder, not those in folders below, in the order of their names.
static bool add_folder(loop_wish *w, const char *folder) {
    int first = w->file_count;
    DIR *open = opendir(folder);
    if (open == NULL) {
        cli_misuse(folder, "the folder cannot be read; check its permissions");
        return false;
    }
    bool fine = true;
    for (struct dirent *entry; fine && (entry = readdir(open)) != NULL;) {
        if (!is_clip_name(entry->d_name)) continue;
        size_t size = strlen(folder) + strlen(entry->d_name) + 2;
        char *path = malloc(size);
        if (path != NULL)
            snprintf(path, size, "%s%s%s", folder, cli_ends_with(folder, "/") ? "" : "/",
                     entry->d_name);
        if (path != NULL && cli_is_folder(path))
            free(path);
        else
            fine = add_file(w, path);
    }
    closedir(open);
    if (!fine) return false;
    if (w->file_count == first) {
        cli_misuse(folder, "holds no .bvh, .glb or .gltf file (folders in it are not searched)");
        return false;
    }
    qsort(w->files + first, (size_t)(w->file_count - first), sizeof *w->files, by_name);
    w->many = true;
    return true;
}

/// Part I of N: every N-th file from the I-th on.
static void take_shard(loop_wish *w) {
    int kept = 0;
    for (int k = 0; k < w->file_count; k++) {
        if (k % w->shard_count == w->shard_index - 1)
            w->files[kept++] = w->files[k];
        else
            free((char *)w->files[k]);
    }
    w->file_count = kept;
}

static bool list_files(loop_wish *w, const char *const *rest) {
    w->files = calloc(FILES_MOST, sizeof *w->files);
    if (w->files == NULL) {
        cli_misuse("loop", "memory is used up");
        return false;
    }
    int named = 0;
    for (int k = -1; k < FILES_MOST && (k < 0 || rest[k] != NULL); k++) {
        const char *file = k < 0 ? w->src : rest[k];
        if (file == NULL) continue;
        named++;
        if (cli_is_folder(file) ? !add_folder(w, file) : !add_file(w, strdup(file))) return false;
    }
    if (named == 0) {
        cli_misuse("loop", "something is missing: name a clip (.bvh, .glb, .gltf) or a folder");
        return false;
    }
    w->many = w->many || named > 1;
    w->multi = w->many || w->all;
    if (w->shard_count > 0) take_shard(w);
    return true;
}

void loop_free_wish(loop_wish *w) {
    for (int k = 0; k < w->file_count; k++) free((char *)w->files[k]);
    free(w->files);
    w->files = NULL;
    w->file_count = 0;
}

// --- the tables --------------------------------------------------------------------------------------

typedef struct option_list {
    cli_option items[OPTIONS_MOST];
    int count;
} option_list;

static void add_options(option_list *list, const cli_option *options, size_t count) {
    for (size_t k = 0; k < count; k++) list->items[list->count++] = options[k];
}
#define ADD(list, ...)                                                                             \
    do {                                                                                           \
        const cli_option added[] = { __VA_ARGS__ };                                                \
        add_options((list), added, sizeof added / sizeof added[0]);                                \
    } while (0)

static void add_clip_options(option_list *list, loop_wish *w) {
    ADD(list,
        { "src", 0, CLI_TEXT, &w->src, 0, 0, "CLIP", "a clip, as if named without this word" },
        { "animation", 0, CLI_TEXT, &w->animation, 0, 0, "NAME|INDEX|all",
          "which; without it the first that moves a bone" },
        { "all", 0, CLI_FLAG, &w->all, 0, 0, NULL,
          "every animation of the file; those that are no clips are left out" },
        { "fps", 0, CLI_NUMBER, &w->fps, 1, 1000, "RATE",
          "frames a second; without it the clip's" },
        { "unit", 0, CLI_NUMBER, &w->unit_cm, 1e-4, 1e4, "CM",
          "what a BVH's unit is; without it guessed from the stature" },
        { "up", 0, CLI_TEXT, &w->up, 0, 0, "X|Y|Z", "the up axis; without it Y, of a BVH guessed" },
        { "root", 0, CLI_TEXT, &w->root, 0, 0, "MODE",
          "in-place, travel or keep; without it in-place" },
        { "in-place", 0, CLI_FLAG, &w->in_place, 0, 0, NULL, "the same as --root in-place" },
        { "limits", 0, CLI_TEXT, &w->limits_word, 0, 0, "JUDGE",
          "reference, per-second or relative; without it reference" });
}

static void add_search_options(option_list *list, loop_wish *w) {
    ADD(list,
        { "method", 0, CLI_TEXT, &w->method, 0, 0, "M",
          "offset, crossfade, one-sided, shared, linear or softfade; without it offset" },
        { "range", 0, CLI_TEXT, &w->range, 0, 0, "A:B",
          "the loop's first and last frame (or 1s:4.5s); without it found" },
        { "start", 0, CLI_TEXT, &w->start_word, 0, 0, "A", "the first alone" },
        { "end", 0, CLI_TEXT, &w->end_word, 0, 0, "B", "the last alone" },
        { "period", 0, CLI_TEXT, &w->period_word, 0, 0, "S",
          "how long a cycle is, s (38f: frames); without it found" },
        { "min-keep", 0, CLI_NUMBER, &w->min_keep, 0, 1, NULL,
          "least share of the clip to keep; without it 0.6 for crossfade, else by score" },
        { "blend-frames", 0, CLI_INT, &w->blend_frames, 1, 1000, "N",
          "window of crossfade; without it 24" },
        { "window", 0, CLI_TEXT, &w->window_word, 0, 0, "S",
          "window of the others, s (12f: frames); without it from the gap" });
}

static void add_fix_options(option_list *list, loop_wish *w) {
    ADD(list,
        { "output", 'o', CLI_TEXT, &w->output, 0, 0, "OUT",
          "the file; of several clips a folder; - is stdout" },
        { "out", 0, CLI_TEXT, &w->out, 0, 0, "OUT", "the same" },
        { "name", 0, CLI_TEXT, &w->name, 0, 0, "NAME",
          "of the animation written; without it its own" },
        { "name-suffix", 0, CLI_TEXT, &w->name_suffix, 0, 0, "TEXT",
          "added to the name, like -loop" },
        { "pick", 0, CLI_INT, &w->pick, 0, 63, "K", "the K-th of what find lists; without it 0" },
        { "no-trim", 0, CLI_FLAG, &w->no_trim, 0, 0, NULL, "keep all frames" },
        { "no-blend", 0, CLI_FLAG, &w->no_blend, 0, 0, NULL, "cut, and leave the gap" },
        { "no-dedrift", 0, CLI_FLAG, &w->no_dedrift, 0, 0, NULL,
          "leave the root's drift; under crossfade, to the fade" },
        { "no-foot-lock", 0, CLI_FLAG, &w->no_foot_lock, 0, 0, NULL, "let feet slide" },
        { "open", 0, CLI_FLAG, &w->open, 0, 0, NULL,
          "leave out the last frame, which is the first again" });
}

static void add_report_options(option_list *list, loop_wish *w) {
    ADD(list,
        { "format", 0, CLI_TEXT, &w->format_word, 0, 0, "F",
          "text, md, csv or json; without it text" },
        { "plot", 0, CLI_TEXT, &w->plot, 0, 0, "FILE",
          "a picture of how each frame closes, .svg or .png; of several clips a folder" },
        { "strip", 0, CLI_TEXT, &w->strip, 0, 0, "FILE",
          "a picture of the figure around the wrap, .svg or .png" },
        { "report", 0, CLI_TEXT, &w->report, 0, 0, "DIR",
          "report.html with all pictures, report.json, .csv and .md" },
        { "shard", 0, CLI_TEXT, &w->shard, 0, 0, "I/N", "only every N-th clip from the I-th on" },
        { "threads", 0, CLI_INT, &w->threads, 1, 64, NULL,
          "workers, which never change a result; without it one a core" },
        CLI_COMMON);
}

static const struct {
    const char *command, *synopsis, *about, *examples;
} texts[] = {
    [PANTIN_LOOP_CHECK] = { "loop check", "CLIP...",
                            "Measures the seam of clips (.bvh, .glb, .gltf; of a folder all that "
                            "lie in it): from the "
                            "last frame to the\n"
                            "first, in pose, velocity, root drift and more, each per frame and per "
                            "second, with its "
                            "light.\n"
                            "Exit code 0: within the limits, 1: not, 2: could not be measured; of "
                            "several the worst.",
                            "  pantin loop check walk.bvh\n"
                            "  pantin loop check pack.glb --all --limits relative --format md\n"
                            "  pantin loop check clips/ --report qc/ --threads 4\n"
                            "  pantin loop check run.glb --plot run.png --strip run.svg --json\n" },
    [PANTIN_LOOP_FIND] = { "loop find", "CLIP...",
                           "Lists the best loops in clips: where they start and end, how long they "
                           "are, what they "
                           "cost, how far they\n"
                           "would be bent. Exit code 1: even the best is poor, with the reason.",
                           "  pantin loop find dance.glb\n"
                           "  pantin loop find dance.glb --start 24 --period 2.1s --plot "
                           "loops.svg\n"
                           "  pantin loop find clips/ --format csv\n" },
    [PANTIN_LOOP_FIX] = { "loop fix", "CLIP... -o OUT",
                          "Makes clips loop and writes them, each as the kind of file it was, with "
                          "only that "
                          "animation changed. What\n"
                          "loops already is copied byte for byte (--method crossfade fades it "
                          "all the same).\nOf several clips or a folder OUT is a folder. "
                          "Exit code 0: it loops,\n"
                          "1: written, but short of a goal or from a poor best (the reason is "
                          "told), 2: could not "
                          "be done, nothing written;\n"
                          "of several the worst: one bad clip never stops the others. With "
                          "--method crossfade "
                          "every line begins [loop_fix].",
                          "  pantin loop fix dance.glb -o dance_loop.glb\n"
                          "  pantin loop fix walk.bvh -o walk_loop.bvh --root travel --plot "
                          "seam.png --strip feet.png\n"
                          "  pantin loop fix clips/ -o looped/ --report qc/ --threads 4\n"
                          "  pantin loop fix pack.glb --animation Run --name-suffix -loop -o "
                          "pack_loop.glb\n"
                          "  pantin loop fix --src dance.glb --out out.glb --method crossfade "
                          "--blend-frames 24 "
                          "--min-keep 0.6\n" },
};

static void set_options(loop_wish *w) {
    w->motion.fps = w->fps;
    w->motion.unit_cm = w->unit_cm;
    w->options.min_keep = w->min_keep;
    // 0 or PANTIN_NONE: not given.
    if (w->pick > 0) w->options.pick = w->pick;
    if (w->blend_frames > 0) w->options.blend_frames = w->blend_frames;
    if (w->candidates > 0) w->options.candidates = w->candidates;
    if (w->options.candidates <= w->options.pick) w->options.candidates = w->options.pick + 1;
    w->options.trim = !w->no_trim;
    w->options.blend = !w->no_blend;
    w->options.dedrift = !w->no_dedrift;
    w->options.foot_lock = !w->no_foot_lock;
    w->options.closed = !w->open;
}

static bool read_output(loop_wish *w) {
    if (w->output != NULL && w->out != NULL && strcmp(w->output, w->out) != 0) {
        cli_misuse("--out", "is -o, and -o says %s", w->output);
        return false;
    }
    if (w->output == NULL) w->output = w->out;
    if (w->task == PANTIN_LOOP_FIX && w->output == NULL) {
        cli_misuse("loop fix", "nothing to write: name a file with -o, or a folder for several");
        return false;
    }
    cli_chosen.aside = w->output != NULL && strcmp(w->output, "-") == 0;
    return true;
}

static bool says_crossfade(int count, char **words) {
    bool says = false;
    for (int k = 0; k < count && strcmp(words[k], "--") != 0; k++) {
        if (strncmp(words[k], "--method=", 9) == 0) says = strcmp(words[k] + 9, "crossfade") == 0;
        if (strcmp(words[k], "--method") == 0 && k + 1 < count)
            says = strcmp(words[k + 1], "crossfade") == 0;
    }
    return says;
}

cli_next loop_read_wish(pantin_loop_task task, int count, char **words, loop_wish *w) {
    static const char *rest[FILES_MOST + 1];
    static option_list list; // outlives this call: errors ask what is an option
    static cli_usage usage;
    list.count = 0;
    *w = (loop_wish){ .task = task,
                      .motion = pantin_motion_defaults(),
                      .options = pantin_loop_defaults(),
                      .format = PANTIN_LOOP_TEXT };
    w->min_keep = w->options.min_keep;
    add_clip_options(&list, w);
    if (task != PANTIN_LOOP_CHECK) add_search_options(&list, w);
    if (task == PANTIN_LOOP_FIND)
        ADD(&list, { "candidates", 0, CLI_INT, &w->candidates, 1, 64, "N",
                     "how many to list; without it 8" });
    if (task == PANTIN_LOOP_FIX) add_fix_options(&list, w);
    add_report_options(&list, w);
    usage = (cli_usage){
        texts[task].command,
        texts[task].synopsis,
        texts[task].about,
        texts[task].examples,
        list.items,
        list.count,
        0,
        FILES_MOST,
    };
    // In the reference tool's manner every line begins alike, those of a misuse too.
    if (task == PANTIN_LOOP_FIX && says_crossfade(count, words)) cli_chosen.before = "[loop_fix] ";
    cli_next next = cli_read(&usage, count, words, rest);
    if (next != CLI_GO) return next;
    set_options(w);
    bool fine = read_words(w) && read_axis(w) && read_moments(w) && read_animation(w) &&
                read_shard(w) && loop_all_used(w) && read_output(w) && list_files(w, rest);
    return fine ? CLI_GO : CLI_MISUSED;
}
