// loop_idle.c — what is asked of `pantin loop` and would do nothing: said before the work, not left unsaid.
//
// It is a misuse; but the reference tool's own words were free to be given together, and under its method they
// still are: there the line is a remark. What depends on the kind of file is a note of the clip (loop_file.c).
// SPDX-License-Identifier: MIT
#include <stdio.h>
#include <string.h>

#include "loop.h"

/// One of these: an option that was given, and why it has no effect.
typedef struct idle_option {
    const char *option;
    bool idle;
    bool reference; // the reference tool has both words
    const char *why;
} idle_option;

enum { IDLE_MOST = 16 };

/// Which frames become the loop is settled, so nothing that chooses them is asked.
static const char *settled_by(const loop_wish *w) {
    if (w->start.given && w->end.given) return w->range != NULL ? "--range" : "--start and --end";
    return w->no_trim ? "--no-trim" : NULL;
}

static int list_idle(const loop_wish *w, idle_option *list) {
    bool crossfade = w->options.method == PANTIN_FIX_CROSSFADE;
    const char *settled = settled_by(w);
    bool chosen = settled != NULL, trim = w->no_trim && w->start.given && w->end.given;
    bool keeps_way = w->options.root != PANTIN_ROOT_IN_PLACE;
    const idle_option all[] = {
        { "--blend-frames", w->blend_frames > 0 && !crossfade, false,
          "is the window of --method crossfade; that of the other methods is --window" },
        { "--window", w->window.given && crossfade, false,
          "is the window of the other methods; that of crossfade is --blend-frames" },
        { "--blend-frames", w->blend_frames > 0 && w->no_blend, true,
          "has no effect: --no-blend leaves nothing to blend" },
        { "--window", w->window.given && w->no_blend, false,
          "has no effect: --no-blend leaves nothing to blend" },
        { "--no-foot-lock", w->no_foot_lock && crossfade, false,
          "has no effect: crossfade holds no feet" },
        { "--no-foot-lock", w->no_foot_lock && w->no_blend, false,
          "has no effect: --no-blend holds no feet" },
        { "--no-dedrift", w->no_dedrift && keeps_way, false,
          "is of --root in-place; travel and keep leave the way as it is" },
        { "--no-trim", trim, false, "has no effect: both ends of the loop are given" },
        { "--min-keep", w->min_keep >= 0 && chosen, w->no_trim,
          "has no effect: the loop's frames are given by" },
        { "--period", w->period.given && chosen, false,
          "has no effect: the loop's frames are given by" },
        { "--pick", w->pick > 0 && chosen, false, "has no effect: the loop's frames are given by" },
        { "--candidates", w->candidates > 1 && chosen, false,
          "has no effect: the loop's frames are given by" },
        { "--period", w->period.given && crossfade, false,
          "has no effect: crossfade chooses without a period; give --start and --end" },
        { "--pick", w->pick > 0 && crossfade, false, "has no effect: crossfade makes one choice" },
        { "--candidates", w->candidates > 1 && crossfade, false,
          "has no effect: crossfade makes one choice" },
    };
    int count = 0;
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        if (all[k].idle) list[count++] = all[k];
    return count;
}

bool loop_all_used(const loop_wish *w) {
    idle_option list[IDLE_MOST];
    int count = list_idle(w, list);
    for (int k = 0; k < count; k++) {
        const idle_option *o = &list[k];
        bool by = cli_ends_with(o->why, " by");
        const char *settled = by ? settled_by(w) : "";
        if (o->reference && w->options.method == PANTIN_FIX_CROSSFADE) {
            cli_remark("%s %s%s%s", o->option, o->why, by ? " " : "", settled);
            continue;
        }
        cli_misuse(o->option, "%s%s%s", o->why, by ? " " : "", settled);
        return false;
    }
    return true;
}
