// advise_show.c — what would help a film: sought where it binds most, judged by acting all of it again.
//
// A frame of a film has a past, so an edit that helps the pose alone may do nothing in the film. Each remedy is
// therefore put into the puppet's text, the show is opened with it, and acted from its first frame to its last.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "advise.h"
#include "base/vec.h"

/// Where an actor binds most in a film.
typedef struct worst_moment {
    int actor, frame;
    double bind, error_px;
} worst_moment;

typedef struct rehearsal {
    const char *path;
    const pantin_show_options *options;
    advise_store store;
    pantin_assets assets;
    pantin_error *error;
} rehearsal;

static bool can_bind(const pantin_cast_member *member) {
    const pantin_deformer *deformer = pantin_deformer_find(member->method, NULL);
    return deformer != NULL && (deformer->promises & PANTIN_NEVER_FLIPS);
}

static void look_at_frame(const pantin_show_info *info, const pantin_take_frame *frame, int only,
                          worst_moment *worst) {
    for (int c = 0; c < info->cast_count; c++) {
        if (only != PANTIN_NONE ? c != only : !can_bind(&info->cast[c])) continue;
        const pantin_pose_frame *pose = &frame->actors[c];
        double bind = pantin_bind_worst(info->cast[c].puppet, pose);
        for (int h = 0; h < pose->handle_count && c == only; h++)
            worst->error_px = max_double(worst->error_px, pose->handles[h].error_px);
        if (worst->actor != PANTIN_NONE && bind <= worst->bind) continue;
        worst->actor = c;
        worst->frame = frame->frame;
        worst->bind = bind;
    }
}

/// Acts until `stop` (PANTIN_NONE: to the end); `act` may be kept for what its last step was given.
static bool act_show(const pantin_show *show, int stop, int only, worst_moment *worst,
                     pantin_act **kept, pantin_error *error) {
    const pantin_show_info *info = pantin_show_describe(show);
    int count = stop != PANTIN_NONE ? stop + 1 : info->frame_count;
    pantin_take *take = pantin_take_create(show, 2, error);
    pantin_act *act = take != NULL ? pantin_act_create(show, error) : NULL;
    *worst = (worst_moment){ .actor = PANTIN_NONE, .frame = PANTIN_NONE };
    for (int f = 0; act != NULL && f < count; f++) {
        pantin_act_step(act, take, f);
        look_at_frame(info, pantin_take_slot(take, f), only, worst);
    }
    bool done = act != NULL;
    pantin_take_destroy(take);
    if (kept != NULL && done)
        *kept = act;
    else
        pantin_act_destroy(act);
    return done;
}

/// The film with another text for one puppet.
static bool rehearse(rehearsal *r, const char *puppet_path, const pantin_bytes *file, int actor,
                     worst_moment *worst) {
    r->store.text_path = puppet_path;
    r->store.text = file;
    pantin_show *show = pantin_show_open(r->path, r->options, &r->assets, r->error);
    bool done = show != NULL && act_show(show, PANTIN_NONE, actor, worst, NULL, r->error);
    pantin_show_close(show);
    r->store.text_path = NULL;
    return done;
}

static void note(pantin_remedy *remedy, const worst_moment *before, const worst_moment *after) {
    remedy->worst_before = before->bind;
    remedy->worst_after = after->bind;
    remedy->error_before_px = before->error_px;
    remedy->error_after_px = after->error_px;
}

/// What was found for the pose, judged by the film.
static bool judge(rehearsal *r, const char *puppet_path, int actor, const worst_moment *as_it_is,
                  pantin_advice *advice) {
    worst_moment before = *as_it_is, after;
    for (int k = 0; k < advice->count; k++) {
        if (!rehearse(r, puppet_path, &advice->remedies[k].file, actor, &after)) return false;
        note(&advice->remedies[k], &before, &after);
        before = after;
    }
    advise_drop_idle(advice);
    if (!advice->has_instead) return true;
    if (!rehearse(r, puppet_path, &advice->instead.file, actor, &after)) return false;
    note(&advice->instead, as_it_is, &after);
    advice->has_instead = after.bind <= ADVISE_ENOUGH * as_it_is->bind;
    return true;
}

static bool advise_moment(rehearsal *r, const pantin_show *show, pantin_advice *advice) {
    const pantin_show_info *info = pantin_show_describe(show);
    worst_moment worst, again;
    pantin_act *act = NULL;
    if (!act_show(show, PANTIN_NONE, PANTIN_NONE, &worst, NULL, r->error)) return false;
    if (worst.actor == PANTIN_NONE)
        return pantin_fail(r->error, PANTIN_ERROR_ARGUMENT, info->path,
                           "nobody is bent by a method that never flips, so nothing binds: "
                           "choose \"arap\"");
    // A second time, for what its handles missed by and for the poses of that moment.
    int actor = worst.actor, frame = worst.frame;
    if (!act_show(show, PANTIN_NONE, actor, &worst, NULL, r->error) ||
        !act_show(show, frame, actor, &again, &act, r->error))
        return false;
    const pantin_cast_member *member = &info->cast[actor];
    pantin_ask ask = { .method = member->method, .pose_weights = pantin_act_weights(act, actor) };
    bool done = pantin_advise(member->puppet, &r->assets, &ask, advice, r->error);
    pantin_act_destroy(act);
    if (!done) return false;
    advice->worst = worst.bind;
    advice->actor = actor;
    advice->frame = frame;
    done = judge(r, member->puppet->path, actor, &worst, advice);
    if (!done) pantin_advice_free(advice);
    return done;
}

bool pantin_advise_show(const char *path, const pantin_show_options *options,
                        const pantin_assets *assets, pantin_advice *advice, pantin_error *error) {
    rehearsal r = { .path = path, .options = options, .error = error };
    r.store.from = assets;
    r.assets = advise_assets(&r.store);
    *advice = (pantin_advice){ .actor = PANTIN_NONE, .frame = PANTIN_NONE };
    pantin_show *show = pantin_show_open(path, options, &r.assets, error);
    bool done = show != NULL && advise_moment(&r, show, advice);
    pantin_show_close(show);
    advise_store_free(&r.store);
    return done;
}
