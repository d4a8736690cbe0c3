// advise.c — the few edits that would clear most of what binds, each tried before it is told.
//
// At the hottest spot every guess of advise_find.c is made in the puppet's text, loaded and bent, and the one
// that leaves least is kept; the next is sought on top of it, until nothing is PANTIN_BIND_HOT or nothing
// helps. What was won at one spot must not be paid for at another. In the end only edits stay after
// which the worst multiplier of the whole figure is a quarter lower: of two knees alike the first may count
// only with the second.
//
// And a limit: the largest share of one pose at which it binds no more, found by halving, all other poses
// as they are. It is what helps where nothing else does, and a choice where something does.
// SPDX-License-Identifier: MIT
#include "advise.h"

#include <string.h>

#include "base/trig.h"
#include "base/vec.h"

#define REACH_CELLS 8.0   // of a spot: as far as an edit there is meant to help
#define NOT_WORSE 1.1     // elsewhere
#define FINE_ERROR_PX 0.5 // that handles may miss by
#define ERROR_GROWS 1.5
enum { LIMIT_POSES = 4, LIMIT_STEPS = 5, SPOTS = 4 };

/// How much a kind of edit must do more than others: finer meshes cost every frame, softer bones shape.
static double price_of(pantin_puppet_edit_kind kind) {
    return kind == PANTIN_EDIT_SPACING ? 1.6 : kind == PANTIN_EDIT_PULL ? 1.15 : 1.0;
}

typedef struct adviser {
    const pantin_ask *ask;
    pantin_advice *advice;
    advise_store store;
    pantin_assets assets;
    const char *path;
    advise_bent slots[3];
    advise_bent *now, *best, *trial;
    pantin_bytes best_text, trial_text;
    double *weights, *shares;
    arena memory;
    pantin_error *error;
} adviser;

static void swap(advise_bent **a, advise_bent **b) {
    advise_bent *held = *a;
    *a = *b;
    *b = held;
}

/// Memory that is refused ends all; anything else only this try.
static bool is_fatal(const adviser *a, const pantin_error *inner) {
    if (inner->kind != PANTIN_ERROR_MEMORY) return false;
    if (a->error != NULL) *a->error = *inner;
    return true;
}

// --- one edit ------------------------------------------------------------------------------------

/// Into a->trial; `made` false: it cannot be made. False only when memory is refused.
static bool try_edit(adviser *a, const pantin_puppet_edit *edit, bool *made) {
    pantin_error inner = { 0 };
    pantin_bytes_free(&a->trial_text);
    advise_close(a->trial);
    a->advice->tried++;
    *made = pantin_puppet_change(&a->now->puppet, edit, &a->trial_text, &inner) &&
            advise_open(a->trial, a->path, &a->trial_text, &a->assets, a->ask, &inner);
    if (!*made) return !is_fatal(a, &inner);
    advise_bend(a->trial, a->ask, NULL, a->weights);
    return true;
}

/// Sound, in as many parts as before, and its handles get where they did.
static bool is_usable(const adviser *a, const pantin_puppet_edit *edit) {
    const advise_bent *now = a->now, *trial = a->trial;
    if (!trial->sound || trial->error_px > max_double(FINE_ERROR_PX, ERROR_GROWS * now->error_px))
        return false;
    return edit->kind != PANTIN_EDIT_CUT ||
           trial->puppet.pieces[edit->piece].triangles.island_count ==
               now->puppet.pieces[edit->piece].triangles.island_count;
}

/// The best edit at a spot, into a->best, a->best_text and `found`; `after` 0: there is none.
static bool find_best(adviser *a, const pantin_hot_spot *spot, pantin_puppet_edit *found,
                      double *after, bool *any) {
    pantin_puppet_edit edits[ADVISE_TRIES];
    double reach = REACH_CELLS * a->now->puppet.pieces[spot->piece].triangles.spacing_px;
    double here, elsewhere, least = 1e300;
    advise_look(a->now, spot, reach, &here, &elsewhere);
    int count = advise_find(&a->now->puppet, &a->now->pose, a->ask, spot, edits, ADVISE_TRIES);
    *any = false;
    for (int k = 0; k < count; k++) {
        bool made;
        double inside, outside;
        if (!try_edit(a, &edits[k], &made)) return false;
        if (!made || !is_usable(a, &edits[k])) continue;
        advise_look(a->trial, spot, reach, &inside, &outside);
        double score = (a->trial->worst + inside) * price_of(edits[k].kind);
        if (inside > ADVISE_ENOUGH * here || score >= least ||
            outside > max_double(NOT_WORSE * elsewhere, ADVISE_ENOUGH * here))
            continue;
        least = score;
        *found = edits[k];
        *after = inside;
        *any = true;
        swap(&a->best, &a->trial);
        pantin_bytes held = a->best_text;
        a->best_text = a->trial_text;
        a->trial_text = held;
    }
    return true;
}

/// What is told of the edit from a->now to `then`; the text is handed over.
static bool tell(adviser *a, const pantin_puppet_edit *edit, const pantin_hot_spot *spot,
                 const advise_bent *then, double before, double after, pantin_bytes *file,
                 pantin_remedy *remedy) {
    char where[320];
    pantin_bytes paste = { 0 };
    *remedy = (pantin_remedy){ .edit = *edit,
                               .before = before,
                               .after = after,
                               .worst_before = a->now->worst,
                               .worst_after = then->worst,
                               .error_before_px = a->now->error_px,
                               .error_after_px = then->error_px };
    advise_say(&a->now->puppet, edit, spot, remedy->words, sizeof remedy->words);
    pantin_hot_spot_words(&a->now->puppet, spot, where, sizeof where);
    if (!pantin_puppet_change_paste(&a->now->puppet, edit, remedy->place, sizeof remedy->place,
                                    &paste, a->error))
        return false;
    arena *kept = a->advice->memory;
    remedy->paste = arena_text(kept, (const char *)paste.data, paste.size);
    remedy->where = arena_text(kept, where, strlen(where));
    pantin_bytes_free(&paste);
    if (arena_failed(kept)) return memory_fail(a->error, "an advice");
    remedy->file = *file;
    *file = (pantin_bytes){ 0 };
    return true;
}

// --- edits on top of each other ------------------------------------------------------------------

static bool add_edits(adviser *a) {
    pantin_advice *advice = a->advice;
    while (advice->count < PANTIN_REMEDIES_MOST && a->now->worst >= PANTIN_BIND_HOT) {
        pantin_hot_spot spot;
        pantin_puppet_edit edit;
        double here, elsewhere, after = 0;
        int spots;
        bool any;
        if (!pantin_hot_spots_find(&a->now->puppet, &a->now->pose, &spot, 1, &spots, a->error) ||
            !find_best(a, &spot, &edit, &after, &any))
            return false;
        if (!any) break;
        advise_look(a->now, &spot,
                    REACH_CELLS * a->now->puppet.pieces[spot.piece].triangles.spacing_px, &here,
                    &elsewhere);
        if (!tell(a, &edit, &spot, a->best, here, after, &a->best_text,
                  &advice->remedies[advice->count]))
            return false;
        advice->count++;
        swap(&a->now, &a->best);
        advise_close(a->best);
    }
    return true;
}

static void forget(pantin_remedy *remedy) {
    pantin_bytes_free(&remedy->file);
    *remedy = (pantin_remedy){ .before = 0 };
}

void advise_drop_idle(pantin_advice *advice) {
    while (advice->count > 0) {
        const pantin_remedy *last = &advice->remedies[advice->count - 1];
        // Those before it that were of no use by themselves lead up to it.
        int first = advice->count - 1;
        while (first > 0 && advice->remedies[first - 1].worst_after >
                                ADVISE_ENOUGH * advice->remedies[first - 1].worst_before)
            first--;
        if (last->worst_after <= ADVISE_ENOUGH * advice->remedies[first].worst_before) break;
        forget(&advice->remedies[--advice->count]);
    }
}

// --- a limit -------------------------------------------------------------------------------------

/// The largest share of one part of what was asked at which nothing is above `limit`; 0: none.
static double largest_share(adviser *a, int part, double limit) {
    int parts = a->now->puppet.pose_count + 1;
    double low = 0, high = 1;
    for (int k = 0; k < parts; k++) a->shares[k] = 1;
    for (int k = 0; k < LIMIT_STEPS + 1; k++) {
        double middle = k == 0 ? 0 : 0.5 * (low + high);
        a->shares[part] = middle;
        advise_bend(a->now, a->ask, a->shares, a->weights);
        bool fine = a->now->sound && a->now->worst <= limit;
        if (k == 0 && !fine) return 0; // it is not this one's fault
        if (k == 0) continue;
        if (fine)
            low = middle;
        else
            high = middle;
    }
    return trig_floor(100 * low) / 100;
}

/// The poses that were asked for, most first, then what was put by hand: how many.
static int list_parts(const adviser *a, int *parts) {
    int poses = a->now->puppet.pose_count, count = 0;
    for (int p = 0; p < poses; p++) {
        double weight =
            a->ask->pose_weights[p] < 0 ? -a->ask->pose_weights[p] : a->ask->pose_weights[p];
        if (!(weight > 0)) continue;
        int at = count < LIMIT_POSES ? count++ : LIMIT_POSES;
        for (; at > 0; at--) {
            double other = a->ask->pose_weights[parts[at - 1]];
            if ((other < 0 ? -other : other) >= weight) break;
            if (at < LIMIT_POSES) parts[at] = parts[at - 1];
        }
        if (at < LIMIT_POSES) parts[at] = p;
    }
    if (a->ask->handle_count > 0) parts[count++] = poses;
    return count;
}

/// A limit on what was put by hand is no edit of the file: it is said as the command line would.
static bool tell_by_hand(adviser *a, double share, const pantin_hot_spot *spot,
                         pantin_remedy *remedy) {
    arena *kept = a->advice->memory;
    text line = { 0 };
    char where[320];
    for (int k = 0; k < a->ask->handle_count; k++) {
        const pantin_ask_handle *put = &a->ask->handles[k];
        const pantin_target *target = &a->now->targets[put->handle];
        text_format(&line, "%s--handle %s=%.1f,%.1f", k > 0 ? " " : "",
                    pantin_puppet_handle_at(&a->now->puppet, put->handle, NULL)->name,
                    target->center.x, target->center.y);
        if (put->turned) text_format(&line, ",%.1f", -target->angle / TRIG_DEGREE);
    }
    pantin_hot_spot_words(&a->now->puppet, spot, where, sizeof where);
    if (!line.failed) remedy->paste = arena_text(kept, line.data, line.size);
    remedy->where = arena_text(kept, where, strlen(where));
    bool failed = line.failed || arena_failed(kept);
    text_free(&line);
    text_print(remedy->words, sizeof remedy->words,
               "put the handles no farther than %g of their way", share);
    return !failed || memory_fail(a->error, "an advice");
}

/// Of several poses the one that need give up least. `found`: it lowers the worst multiplier enough.
static bool find_limit(adviser *a, pantin_remedy *remedy, bool *found) {
    int parts[LIMIT_POSES + 1], part = PANTIN_NONE, spots, count = list_parts(a, parts);
    double share = 0, before = a->now->worst, error_before = a->now->error_px;
    pantin_hot_spot spot;
    *found = false;
    if (!pantin_hot_spots_find(&a->now->puppet, &a->now->pose, &spot, 1, &spots, a->error))
        return false;
    for (int k = 0; k < count; k++) {
        double here = largest_share(a, parts[k], min_double(PANTIN_BIND_HOT, 0.5 * before));
        a->advice->tried++;
        if (here > share) share = here, part = parts[k];
    }
    bool by_hand = part == a->now->puppet.pose_count, done = true, made = false;
    if (part != PANTIN_NONE && by_hand) {
        largest_share(a, part, -1); // shares of all others are whole again
        a->shares[part] = share;
        advise_bend(a->now, a->ask, a->shares, a->weights);
        *remedy = (pantin_remedy){ .worst_before = before,
                                   .worst_after = a->now->worst,
                                   .before = before,
                                   .after = a->now->worst,
                                   .error_before_px = error_before,
                                   .error_after_px = a->now->error_px };
        done = tell_by_hand(a, share, &spot, remedy);
        *found = done && remedy->worst_after <= ADVISE_ENOUGH * before;
    }
    advise_bend(a->now, a->ask, NULL, a->weights);
    if (part == PANTIN_NONE || by_hand || !done) return done;
    pantin_puppet_edit edit = { .kind = PANTIN_EDIT_POSE, .item = part, .value = share };
    if (!try_edit(a, &edit, &made)) return false;
    if (!made || !a->trial->sound || a->trial->worst > ADVISE_ENOUGH * before) return true;
    *found = tell(a, &edit, &spot, a->trial, before, a->trial->worst, &a->trial_text, remedy);
    return *found;
}

// --- all of it -----------------------------------------------------------------------------------

static bool check(const pantin_puppet *puppet, const pantin_ask *ask, pantin_error *error) {
    const pantin_deformer *deformer = pantin_deformer_find(ask->method, error);
    if (deformer == NULL) return false;
    if (!(deformer->promises & PANTIN_NEVER_FLIPS))
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "method",
                           "\"%s\" has no barrier whose multipliers could be lowered: choose "
                           "\"arap\"",
                           ask->method);
    return puppet->source != NULL ||
           pantin_fail(error, PANTIN_ERROR_ARGUMENT, puppet->path, "has no text to be changed");
}

static bool begin(adviser *a, const pantin_puppet *puppet) {
    pantin_advice *advice = a->advice;
    size_t parts = (size_t)puppet->pose_count + 1;
    advice->memory = memory_allocate(1, sizeof(arena));
    a->weights = ARENA_ARRAY(&a->memory, double, parts);
    a->shares = ARENA_ARRAY(&a->memory, double, parts);
    if (advice->memory == NULL || arena_failed(&a->memory))
        return memory_fail(a->error, "an advice");
    pantin_bytes file = { (unsigned char *)(uintptr_t)puppet->source, puppet->source_size };
    if (!advise_open(a->now, puppet->path, &file, &a->assets, a->ask, a->error)) return false;
    advise_bend(a->now, a->ask, NULL, a->weights);
    advice->worst = a->now->worst;
    return true;
}

/// A limit besides what was found, or, where that was not enough, on top of it.
static bool add_limits(adviser *a) {
    pantin_advice *advice = a->advice;
    bool found = true;
    if (a->now->worst >= PANTIN_BIND_HOT && advice->count < PANTIN_REMEDIES_MOST) {
        if (!find_limit(a, &advice->remedies[advice->count], &found)) return false;
        advice->count += found;
    }
    return true;
}

/// On the puppet as it was.
static bool find_instead(adviser *a, const pantin_puppet *puppet) {
    pantin_advice *advice = a->advice;
    pantin_puppet_edit_kind first = advice->remedies[0].edit.kind;
    bool limited = first == PANTIN_EDIT_POSE || first == PANTIN_EDIT_NONE; // that is the limit
    if (advice->count == 0 || (advice->count == 1 && limited)) return true;
    pantin_bytes file = { (unsigned char *)(uintptr_t)puppet->source, puppet->source_size };
    advise_close(a->now);
    if (!advise_open(a->now, puppet->path, &file, &a->assets, a->ask, a->error)) return false;
    advise_bend(a->now, a->ask, NULL, a->weights);
    return find_limit(a, &advice->instead, &advice->has_instead);
}

bool pantin_advise(const pantin_puppet *puppet, const pantin_assets *assets, const pantin_ask *ask,
                   pantin_advice *advice, pantin_error *error) {
    adviser a = { .ask = ask, .advice = advice, .path = puppet->path, .error = error };
    a.store.from = assets;
    a.assets = advise_assets(&a.store);
    a.now = &a.slots[0];
    a.best = &a.slots[1];
    a.trial = &a.slots[2];
    *advice = (pantin_advice){ .actor = PANTIN_NONE, .frame = PANTIN_NONE };
    bool done = check(puppet, ask, error) && begin(&a, puppet);
    if (done && advice->worst >= PANTIN_BIND_HOT) {
        done = add_edits(&a) && add_limits(&a);
        if (done) advise_drop_idle(advice);
        done = done && find_instead(&a, puppet);
    }
    for (int k = 0; k < 3; k++) advise_close(&a.slots[k]);
    pantin_bytes_free(&a.best_text);
    pantin_bytes_free(&a.trial_text);
    advise_store_free(&a.store);
    arena_free(&a.memory);
    if (!done) pantin_advice_free(advice);
    return done;
}

void pantin_advice_free(pantin_advice *advice) {
    for (int k = 0; k < PANTIN_REMEDIES_MOST; k++) forget(&advice->remedies[k]);
    forget(&advice->instead);
    if (advice->memory != NULL) {
        arena_free(advice->memory);
        memory_free(advice->memory, 1, sizeof(arena));
    }
    *advice = (pantin_advice){ .actor = PANTIN_NONE, .frame = PANTIN_NONE };
}
