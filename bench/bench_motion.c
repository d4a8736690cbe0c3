// bench_motion.c — what a check, a search and a fix of a made clip of 66 joints cost, the minimum of some turns.
//
// Run: bench_motion [FRAMES…] (default 1000 10000). Prints CSV: the clip, its frames, and in ms a check, a
// search, a fix (which has a check before, a search, and two checks after in it), and the search's time by
// frames² (us for a million pairs of frames): it should not grow.
// SPDX-License-Identifier: MIT
#include <stdio.h>
#include <stdlib.h>

#include "motion/clip_maker.h"
#include "pantin/base.h"

typedef bool maker(const clip_recipe *, pantin_clip *);

typedef struct times {
    double check, find, fix;
} times;

static double clock_ms(void) { return 1e3 * pantin_clock_seconds(); }
static void keep_least(double *least, double from) {
    double spent = clock_ms() - from;
    if (*least == 0.0 || spent < *least) *least = spent;
}

static bool run_once(const pantin_clip *clip, times *least, pantin_error *error) {
    pantin_loop_options options = pantin_loop_defaults();
    pantin_loop_measure measure;
    double from = clock_ms();
    if (!pantin_loop_check(clip, options.root, &measure, error)) return false;
    keep_least(&least->check, from);

    pantin_loop_search search;
    from = clock_ms();
    if (!pantin_loop_find(clip, &options, &search, error)) return false;
    keep_least(&least->find, from);
    pantin_loop_search_free(&search);

    pantin_clip fixed = { 0 };
    pantin_loop_fixed report;
    from = clock_ms();
    if (!pantin_loop_fix(clip, &options, &fixed, &report, error)) return false;
    keep_least(&least->fix, from);
    pantin_clip_free(&fixed);
    return true;
}

static bool measure_clip(const char *name, maker *make, int frames) {
    clip_recipe recipe = clip_recipe_make();
    recipe.frames = frames;
    recipe.noise_deg = 1;
    pantin_clip clip;
    pantin_error error = { 0 };
    if (!make(&recipe, &clip)) return fprintf(stderr, "bench_motion: no memory\n"), false;
    times least = { 0 };
    bool done = true;
    for (int turn = 0; done && turn < (frames > 3000 ? 2 : 7); turn++)
        done = run_once(&clip, &least, &error);
    pantin_clip_free(&clip);
    if (!done) return fprintf(stderr, "bench_motion: %s: %s\n", error.where, error.text), false;
    double pairs = (double)frames * frames / 1e6;
    printf("%s,%d,%.1f,%.1f,%.1f,%.0f\n", name, frames, least.check, least.find, least.fix,
           1e3 * least.find / pairs);
    return true;
}

int main(int count, char **words) {
    static const int usual[] = { 1000, 10000 };
    printf("clip,frames,check_ms,find_ms,fix_ms,find_us_a_million_pairs\n");
    int sizes = count > 1 ? count - 1 : 2;
    for (int k = 0; k < sizes; k++) {
        int frames = count > 1 ? atoi(words[k + 1]) : usual[k];
        if (frames < 3) return fprintf(stderr, "bench_motion: 3 frames or more\n"), 2;
        if (!measure_clip("walk", make_walk, frames)) return 1;
        if (!measure_clip("dance", make_dance, frames)) return 1;
    }
    return 0;
}
