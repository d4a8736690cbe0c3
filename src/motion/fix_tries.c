// fix_tries.c — the seam closed in more ways than one, each measured, and the best of them kept.
//
// No one way is the best for all clips:
//   - a bone's seam may show twice the mean of its own residuals, or twice their root mean square, which knows
//     of single kinks and bends less for it, and is rougher (offset.c);
//   - where a joint jolts at the wrap beside what it does there (fix_jolt.c), the largest residual of its bones near
//     the seam, or a half or a quarter of it: smoother where the clip is slow, and bent farther;
//   - a foot that is held slides less, and its leg pays for it (foot_lock.c): holding stays only where a goal is
//     met for it, or it spares standing feet half a centimetre of way, or all feet half a cm/s;
//   - where a goal is missed by all of these, a window twice as wide: what has to slide slides slower.
// Kept is what misses the fewest goals, and among equals the least of
//     residual / (95 % of the source's) + peak deviation / 60° + skate at the seam / 8 cm/s
// and a jolt's excess, each in shares of what makes a loop poor by itself (find_cost.c).
// SPDX-License-Identifier: MIT
#include "motion/fix.h"

// Shares of what is poor by which a later way must be better: less is a toss.
static const double worth_score = 0.02;
static const double worth_m = 0.005, worth_cm_per_s = 0.5;
// What a calmer wrap may be bent by more than one that jolts.
static const double calm_bend = 1.25, calm_bend_deg = 3;
static const double poor_bend_deg = 60, poor_skate_cm_per_s = 8;

/// One way of closing the seam, and what became of it.
typedef struct fix_try {
    pantin_clip clip;
    pantin_loop_measure measure;
    fix_lock lock;
    fix_jolt jolt;
    int window, faults;
    double bend, score; // bend: degrees
} fix_try;

/// What all ways have in common.
typedef struct fix_tries {
    fix_work *work;
    const root_path *path;
    const pantin_clip *piece;
    const pantin_loop_measure *source;
    bool feet; // they are judged
    fix_try best;
} fix_tries;

static bool memory_error(pantin_error *error) {
    return pantin_fail(error, PANTIN_ERROR_MEMORY, "clip", "no memory to close its seam");
}

/// The seam, led together in the moved frame; then the feet, if `lock` is given.
static bool close_seam(fix_work *work, const root_path *path, fix_lock *lock, pantin_error *error) {
    pantin_clip_free(&work->out);
    if (!pantin_clip_slice(&work->base, work->lead, work->lead + work->frames - 1, &work->out,
                           error))
        return false;
    if (!work->options->blend) return true;
    if (work->options->method == PANTIN_FIX_CROSSFADE)
        crossfade_close(work);
    else if (!offset_close(work))
        return memory_error(error);
    if (work->options->root == PANTIN_ROOT_KEEP) root_keep(work, path);
    return lock == NULL || foot_lock(work, lock, error);
}

static bool finish(fix_work *work, const root_path *path, pantin_loop_measure *after,
                   pantin_error *error) {
    clip_align_signs(&work->out);
    if (!root_finish(work, path)) return memory_error(error);
    if (!pantin_loop_check(&work->out, work->options->root, after, error)) return false;
    // What is kept on the floor jumps back at the wrap: that is no slide of a foot.
    return work->options->root != PANTIN_ROOT_KEEP ||
           fix_seam_skate(work, &work->out, &after->skate_seam_cm_per_s) || memory_error(error);
}

static void rate(const fix_tries *all, fix_try *t) {
    const pantin_loop_measure *source = all->source;
    int bone;
    double most = source->seam_residual_interior_p95_deg_per_s,
           skate = t->measure.skate_seam_cm_per_s;
    t->bend = fix_bend_deg(all->piece, &t->clip, root_turned(all->path), &bone);
    t->score = t->bend / poor_bend_deg;
    if (source->has_interior) {
        t->faults += t->measure.seam_residual_deg_per_s > fix_most_residual(source);
        t->score += t->measure.seam_residual_deg_per_s / max_double(most, 1e-2);
    }
    t->faults += t->jolt.share > 1;
    t->score += max_double(t->jolt.share - 1, 0);
    if (!all->feet) return;
    t->faults += skate > fix_most_skate(source);
    t->score += skate / poor_skate_cm_per_s;
}

static bool try_close(fix_tries *all, bool locks, int window, fix_try *t, pantin_error *error) {
    fix_work *work = all->work;
    *t = (fix_try){ .window = window };
    work->window = window;
    if (!close_seam(work, all->path, locks ? &t->lock : NULL, error) ||
        (!fix_jolt_find(work, &t->jolt) && !memory_error(error)) ||
        !finish(work, all->path, &t->measure, error))
        return false;
    t->clip = work->out;
    work->out = (pantin_clip){ 0 };
    rate(all, t);
    return true;
}

/// The better one stays; the other is freed.
static void keep_better(fix_try *best, fix_try *other, bool better) {
    fix_try loser = better ? *best : *other;
    if (better) *best = *other;
    pantin_clip_free(&loser.clip);
}

/// Is it worth the bending of its legs that feet are held?
static bool earns(const fix_try *held, const fix_try *loose) {
    if (held->lock.correction_m == 0 || held->faults != loose->faults)
        return held->faults < loose->faults;
    double less = loose->measure.skate_seam_cm_per_s - held->measure.skate_seam_cm_per_s;
    return held->lock.slide_less_m >= worth_m || less >= worth_cm_per_s;
}

/// All ways of one window.
static bool try_window(fix_tries *all, bool locks, int window, pantin_error *error) {
    int aims = offset_aims_at_velocity(all->work->options->method) ? FIX_AIMS : 1;
    for (int aim = 0; aim < aims; aim++) {
        fix_try here, held, *best = &all->best;
        if (aim >= FIX_AIM_NEAR && best->jolt.share <= 1) break; // what they are for is met
        all->work->aim = (fix_aim)aim;
        if (!try_close(all, false, window, &here, error)) return false;
        if (locks && !try_close(all, true, window, &held, error)) {
            pantin_clip_free(&here.clip);
            return false;
        }
        if (locks) keep_better(&here, &held, earns(&held, &here));
        bool better = best->clip.frames == 0 || here.faults < best->faults ||
                      (here.faults == best->faults && here.score < best->score - worth_score);
        if (aim >= FIX_AIM_NEAR)
            better = better && here.bend <= calm_bend * best->bend + calm_bend_deg;
        keep_better(best, &here, better);
    }
    return true;
}

bool fix_close(fix_work *work, const root_path *path, const pantin_clip *piece,
               pantin_loop_fixed *report, pantin_error *error) {
    const pantin_loop_options *o = work->options;
    fix_tries all = { .work = work, .path = path, .piece = piece, .source = &report->source };
    all.feet = report->source.has_feet && fix_stands(work->clip);
    int window = work->window, wide = min_int(2 * window, max_int(window, (work->frames - 1) / 2));
    bool fades = o->method == PANTIN_FIX_CROSSFADE;
    bool locks = o->foot_lock && !fades && o->blend && all.feet;
    bool widens = locks && o->window_s == 0 && wide > window;
    bool done = fades || !o->blend ? try_close(&all, false, window, &all.best, error)
                                   : try_window(&all, locks, window, error);
    if (done && widens && all.best.faults > 0) done = try_window(&all, locks, wide, error);
    if (!done) {
        pantin_clip_free(&all.best.clip);
        return false;
    }
    work->out = all.best.clip;
    work->window = all.best.window;
    report->after = all.best.measure;
    report->jolt_share = all.best.jolt.share;
    report->jolt_cm_per_frame = 100 * all.best.jolt.change_m;
    report->jolt_near_cm_per_frame = 100 * all.best.jolt.near_m;
    report->jolt_joint = all.best.jolt.joint;
    report->locked_contacts = all.best.lock.contacts;
    report->lock_correction_cm = 100 * all.best.lock.correction_m;
    return true;
}
