// find_loop.c — the best loops of a clip: start and end chosen together, the seam a gate, motion the goal.
//
// Pairs of rows that are local minima (find_diagonals.c) are priced exactly (find_cost.c) and the best of
// them moved, frame by frame, to where they are cheapest. They are ranked by
//     cost + 0.35 log2 (motion of the clip / motion kept)
// so that half the motion has to buy a third of what makes a loop poor. Motion is way, not time: a still
// stretch loops perfectly and keeps nothing, so it never wins. Loops that are poor come after all others.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/sort.h"
#include "base/text.h"
#include "motion/fix.h"
#include "motion/find.h"

/// A loop on the way to the list.
typedef struct loop_choice {
    int start, end;
    loop_price price;
    double rank;
} loop_choice;

typedef struct loop_finder {
    const pantin_clip *clip;
    const pantin_loop_options *options;
    features features;
    pantin_figure figure;
    pricer pricer;
    diagonals pairs;
    int least_frames; // end - start, at least
    loop_choice *choices;
    int choice_count;
    bool named; // the frames were given
    arena memory;
} loop_finder;

// --- what is allowed ----------------------------------------------------------------------------

static int least_frames(const pantin_clip *clip, const pantin_loop_options *options) {
    double seconds = FIND_LEAST_SECONDS * clip->fps;
    int least = max_int(FIND_LEAST_FRAMES - 1, (int)min_double(seconds, 1e6));
    if (options->min_keep >= 0) {
        double keep = options->min_keep * clip->frames;
        int whole = (int)keep;
        least = max_int(2, whole + (keep - whole > 1e-9) - 1);
    }
    return clamp_int(least, 2, clip->frames - 1);
}

static bool is_allowed(const loop_finder *l, int start, int end) {
    const pantin_loop_options *o = l->options;
    if (end > l->clip->frames - 1) return false;
    if (o->start != PANTIN_NONE ? start != o->start : start < l->features.first) return false;
    if (o->end != PANTIN_NONE && end != o->end) return false;
    return end - start >= l->least_frames && period_fits((end - start) / l->clip->fps, o->period_s);
}

// --- pricing ------------------------------------------------------------------------------------

#define RANK_OF_POOR 10.0 // is added to the rank of poor ones: they come after all others

/// Prices a choice; a rank of `most` or more need not be exact.
static void price_choice(const loop_finder *l, loop_choice *choice, double most) {
    double kept = find_cost_kept(&l->pricer, choice->start, choice->end);
    choice->price = find_cost_price(&l->pricer, choice->start, choice->end, most - kept);
    choice->rank = choice->price.cost + kept;
    if (choice->price.cost > PANTIN_LOOP_POOR) choice->rank += RANK_OF_POOR;
}

static void add_choice(loop_finder *l, int start, int end) {
    loop_choice *choice = &l->choices[l->choice_count++];
    *choice = (loop_choice){ .start = start, .end = end };
    price_choice(l, choice, 1e300);
}

/// Moves start and end to where the loop ranks best, in steps from a row down to a frame.
static void refine(const loop_finder *l, loop_choice *choice) {
    for (int step = 4 * l->features.stride; step >= 1; step /= 2)
        for (int turns = 0; turns < 8; turns++) {
            loop_choice best = *choice;
            for (int move = 0; move < 9; move++) {
                loop_choice moved = { .start = choice->start + (move / 3 - 1) * step,
                                      .end = choice->end + (move % 3 - 1) * step };
                if (move == 4 || !is_allowed(l, moved.start, moved.end)) continue;
                price_choice(l, &moved, best.rank);
                if (moved.rank < best.rank) best = moved;
            }
            if (best.start == choice->start && best.end == choice->end) break;
            *choice = best;
        }
}

static int compare_choices(const void *context, int a, int b) {
    const loop_choice *choices = context;
    double x = choices[a].rank, y = choices[b].rank;
    return (x > y) - (x < y);
}

/// The same loop but for a few frames: both ends near each other, or as long and mostly the same frames.
static bool is_same(const loop_finder *l, const loop_choice *a, const loop_choice *b) {
    int near = max_int(2, (int)(0.2 * l->clip->fps));
    int start = a->start - b->start, end = a->end - b->end, length = end - start;
    start = start < 0 ? -start : start;
    end = end < 0 ? -end : end;
    length = length < 0 ? -length : length;
    if (start <= near && end <= near) return true;
    int common = min_int(a->end, b->end) - max_int(a->start, b->start);
    return length <= near && 2 * common > a->end - a->start;
}

/// Sorts the choices by rank and drops all that are the same as a better one; at most `most` stay.
static bool thin(loop_finder *l, int most) {
    int count = l->choice_count, kept = 0;
    int *order = ARENA_ARRAY(&l->memory, int, count),
        *scratch = ARENA_ARRAY(&l->memory, int, count);
    loop_choice *sorted = ARENA_ARRAY(&l->memory, loop_choice, count);
    if (arena_failed(&l->memory)) return false;
    for (int k = 0; k < count; k++) order[k] = k;
    sort_indices(order, count, compare_choices, l->choices, scratch);
    for (int k = 0; k < count && kept < most; k++) {
        const loop_choice *choice = &l->choices[order[k]];
        bool known = false;
        for (int j = 0; j < kept && !known; j++) known = is_same(l, &sorted[j], choice);
        if (!known) sorted[kept++] = *choice;
    }
    if (kept > 0) memcpy(l->choices, sorted, (size_t)kept * sizeof *sorted);
    l->choice_count = kept;
    return true;
}

// --- the search ---------------------------------------------------------------------------------

/// The rows that may start and end a loop, from the frames the options name.
static void bound_pairs(loop_finder *l) {
    const features *f = &l->features;
    diagonals *d = &l->pairs;
    *d = (diagonals){ .features = f,
                      .travels = f->travels || l->options->root == PANTIN_ROOT_TRAVEL,
                      .least_lag = max_int(2, l->least_frames / f->stride),
                      .most_lag = f->rows - 1,
                      .start_high = f->rows - 1,
                      .end_high = f->rows - 1,
                      .period_rows = l->options->period_s / f->row_s };
    if (l->options->start != PANTIN_NONE) {
        int row = (l->options->start - f->first) / f->stride;
        d->start_low = d->start_high = clamp_int(row, 0, f->rows - 1);
    }
    if (l->options->end != PANTIN_NONE) {
        int row = (l->options->end - f->first) / f->stride;
        d->end_low = d->end_high = clamp_int(row, 0, f->rows - 1);
    }
}

static bool search_pairs(loop_finder *l, pantin_loop_search *search) {
    const features *f = &l->features;
    int last = l->clip->frames - 1, most = max_int(l->options->candidates, l->options->pick + 1);
    bound_pairs(l);
    if (!find_diagonals_search(&l->pairs, &l->memory)) return false;
    search->period_searched = true;
    search->period_s = f->row_s * period_find(l->pairs.correlation, f->rows, l->pairs.least_lag,
                                              &search->period_strength);
    l->choices = ARENA_ARRAY(&l->memory, loop_choice, FIND_POOL + 1);
    if (arena_failed(&l->memory)) return false;
    if (is_allowed(l, f->first, last)) add_choice(l, f->first, last);
    for (int k = 0; k < l->pairs.pool_count; k++) {
        const pair_found *pair = &l->pairs.pool[k];
        int start = features_frame(f, pair->row), end = features_frame(f, pair->row + pair->lag);
        if (l->options->start != PANTIN_NONE) start = l->options->start;
        if (l->options->end != PANTIN_NONE) end = l->options->end;
        if (is_allowed(l, start, end)) add_choice(l, start, end);
    }
    if (!thin(l, max_int(40, 2 * most))) return false;
    for (int k = 0; k < l->choice_count; k++) refine(l, &l->choices[k]);
    return thin(l, most);
}

/// The one loop that the options name; nothing is searched.
static bool choose_named(loop_finder *l, int start, int end) {
    l->choices = ARENA_ARRAY(&l->memory, loop_choice, 1);
    if (arena_failed(&l->memory)) return false;
    add_choice(l, start, end);
    return true;
}

// --- the list -----------------------------------------------------------------------------------

static pantin_loop_candidate describe(const loop_finder *l, const loop_choice *choice) {
    const loop_price *price = &choice->price;
    bool fades = l->options->method == PANTIN_FIX_CROSSFADE;
    double deviation =
        !fades ? price->deviation_deg
               : crossfade_deviation(l->clip, choice->start, choice->end, l->options->blend_frames);
    return (pantin_loop_candidate){ .start = choice->start,
                                    .end = choice->end,
                                    .seconds = (choice->end - choice->start) / l->clip->fps,
                                    .cost = price->cost,
                                    .gap_deg = price->gap_deg,
                                    .gap_cm = price->gap_cm,
                                    .peak_deviation_deg = deviation,
                                    .skate_cm_per_s = price->skate_cm_per_s,
                                    .kept =
                                        features_kept(&l->features, choice->start, choice->end) };
}

/// Why the best is poor: by what weighs most in its price.
static void explain(const loop_finder *l, pantin_loop_search *search) {
    const loop_choice *best = &l->choices[0];
    const loop_price *p = &best->price;
    char *to = search->reason, bone[64];
    size_t size = sizeof search->reason;
    const char *name = l->clip->joints[p->deviation_joint].name;
    text_printable(bone, sizeof bone, name, strlen(name));
    to += text_print(to, size, "%s, %d to %d, ",
                     l->named ? "these frames do not meet: the cut"
                              : "no moment comes back closely enough: the best cut",
                     best->start, best->end);
    size -= (size_t)(to - search->reason);
    if (p->deviation >= 1 || (p->deviation >= p->area && p->deviation >= p->skate))
        text_print(to, size, "would bend %s by %.0f degrees", bone, p->deviation_deg);
    else if (p->skate > p->area)
        text_print(to, size, "would drag the feet at %.0f cm/s", p->skate_cm_per_s);
    else
        text_print(to, size, "finds joints up to %.0f cm apart", p->gap_cm);
}

static bool list_choices(const loop_finder *l, pantin_loop_search *search, pantin_error *error) {
    search->candidates = memory_allocate((size_t)l->choice_count, sizeof *search->candidates);
    if (search->candidates == NULL) return memory_fail(error, "the loops found");
    search->count = l->choice_count;
    for (int k = 0; k < l->choice_count; k++) search->candidates[k] = describe(l, &l->choices[k]);
    // The reference judges nothing: its one choice is told with its cost, and no more.
    search->poor =
        search->candidates[0].cost > PANTIN_LOOP_POOR && l->options->method != PANTIN_FIX_CROSSFADE;
    if (search->poor) explain(l, search);
    return true;
}

void pantin_loop_search_free(pantin_loop_search *search) {
    memory_free(search->candidates, (size_t)search->count, sizeof *search->candidates);
    *search = (pantin_loop_search){ 0 };
}

static bool prepare(loop_finder *l) {
    l->figure = pantin_figure_find(l->clip);
    if (!features_make(l->clip, &l->figure, &l->features, &l->memory)) return false;
    l->pricer = (pricer){
        .clip = l->clip, .features = &l->features, .options = l->options, .figure = &l->figure
    };
    return find_cost_make(&l->pricer, &l->memory);
}

static bool search_clip(loop_finder *l, pantin_loop_search *search, pantin_error *error) {
    const pantin_loop_options *o = l->options;
    int start = o->start, end = o->end;
    if (o->method == PANTIN_FIX_CROSSFADE) {
        if (!crossfade_find(l->clip, o, &start, &end, error)) return false;
    } else if (!o->trim) {
        start = start == PANTIN_NONE ? 0 : start;
        end = end == PANTIN_NONE ? l->clip->frames - 1 : end;
    }
    if (!prepare(l)) return memory_fail(error, "the search for loops");
    const features *f = &l->features;
    search->skipped_frames =
        max_int(0, f->frames - (f->first + (f->rows - 1) * f->stride + f->stride));
    l->named = start != PANTIN_NONE && end != PANTIN_NONE;
    if (!(l->named ? choose_named(l, start, end) : search_pairs(l, search)))
        return memory_fail(error, "the search for loops");
    if (l->choice_count == 0)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "clip",
                           "%d frames hold no loop of what is asked, try a shorter period, a lower "
                           "--min-keep or another --start or --end",
                           l->clip->frames);
    return list_choices(l, search, error);
}

bool pantin_loop_find(const pantin_clip *clip, const pantin_loop_options *options,
                      pantin_loop_search *search, pantin_error *error) {
    *search = (pantin_loop_search){ 0 };
    if (!fix_check_options(clip, options, error)) return false;
    if (!(clip->fps > 0 && clip->fps <= FIND_RATE_MOST))
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "clip",
                           "%g frames a second: its rate must lie above 0, up to 1e6", clip->fps);
    loop_finder finder = { .clip = clip,
                           .options = options,
                           .least_frames = least_frames(clip, options) };
    bool found = search_clip(&finder, search, error);
    arena_free(&finder.memory);
    if (!found) pantin_loop_search_free(search);
    return found;
}
