// fix.c — a loop out of a clip, in order: leave what loops, choose the piece, take its way over the floor out,
// close the seam, hold the feet, put the way back, measure.
//
// Nothing here judges by the checker's limits; what it measures are the goals of fix_report.c. What already
// loops is not touched, however fast it is; an open loop gets its closing frame and nothing else.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/text.h"
#include "motion/fix.h"

/// One frame of a clip over another's, all channels.
static void copy_frame(const pantin_clip *from, int source, pantin_clip *to, int target) {
    size_t joints = (size_t)from->joint_count;
    memcpy(clip_rotation(to, target, 0), clip_rotation(from, source, 0),
           joints * sizeof *to->rotations);
    memcpy(clip_translation(to, target, 0), clip_translation(from, source, 0),
           joints * sizeof *to->translations);
    if (to->scales != NULL)
        memcpy(to->scales + (size_t)target * joints, from->scales + (size_t)source * joints,
               joints * sizeof *to->scales);
    if (to->ground != NULL) to->ground[target] = from->ground[source];
    for (int k = 0; k < to->morph_count; k++) {
        size_t count = (size_t)to->morphs[k].count;
        memcpy(to->morphs[k].weights + (size_t)target * count,
               from->morphs[k].weights + (size_t)source * count, count * sizeof(float));
    }
}

/// A frame of `to` between two of `from`, t of the way, as between LINEAR keys.
static void mix_frame(const pantin_clip *from, int a, int b, double t, pantin_clip *to,
                      int target) {
    copy_frame(from, a, to, target);
    for (int k = 0; k < from->joint_count; k++) {
        size_t slot = (size_t)target * (size_t)from->joint_count + (size_t)k;
        size_t other = (size_t)b * (size_t)from->joint_count + (size_t)k;
        to->rotations[slot] = quat_mix(to->rotations[slot], from->rotations[other], t);
        to->translations[slot] = vec3_mix(to->translations[slot], from->translations[other], t);
        if (to->scales != NULL)
            to->scales[slot] = vec3_mix(to->scales[slot], from->scales[other], t);
    }
    for (int k = 0; k < from->morph_count; k++) {
        int count = from->morphs[k].count;
        float *weights = to->morphs[k].weights + (size_t)target * (size_t)count;
        const float *last = from->morphs[k].weights + (size_t)b * (size_t)count;
        for (int n = 0; n < count; n++)
            weights[n] = (float)(weights[n] + t * ((double)last[n] - weights[n]));
    }
}

// --- what needs no fix ---------------------------------------------------------------------------

static void tell_whole(const pantin_clip *clip, pantin_loop_fixed *report) {
    report->piece = (pantin_loop_candidate){
        .start = 0, .end = clip->frames - 1, .seconds = (clip->frames - 1) / clip->fps, .kept = 1
    };
    report->source = report->after = report->before;
    report->kept = 1;
    report->goals_met = true;
    report->deviation_bone = report->anchor_bone = clip->root;
    report->vertical_kept_cm = 100 * root_vertical_range(clip);
}

/// Already a loop: nothing to do, but perhaps to leave out the frame that stands twice.
static bool leave(const pantin_clip *clip, const pantin_loop_options *options,
                  pantin_clip *fixed_clip, pantin_loop_fixed *report, pantin_error *error) {
    tell_whole(clip, report);
    if (options->root == PANTIN_ROOT_TRAVEL) report->stride_cm = report->before.stride_cm;
    report->untouched = options->closed || clip->frames < 4;
    return report->untouched || pantin_clip_slice(clip, 0, clip->frames - 2, fixed_clip, error);
}

/// Whose root is to keep its way loops when all else does: a way is drift in place only.
static bool keeps_looping(const pantin_clip *clip, const pantin_loop_fixed *report, bool *loops,
                          pantin_error *error) {
    pantin_loop_measure travelling;
    if (!pantin_loop_check(clip, PANTIN_ROOT_TRAVEL, &travelling, error)) return false;
    // A turn that travelling excuses is a gap of the pose here.
    double excused = report->before.pose_gap_deg - travelling.pose_gap_deg;
    *loops = travelling.loops && excused <= 1e-9;
    return true;
}

/// The last frame leads on to the first: the loop lacks its closing frame alone, or the straight step from the last
/// of its keys to the first.
static bool close_open(const pantin_clip *clip, const pantin_loop_options *options,
                       pantin_clip *fixed_clip, pantin_loop_fixed *report, pantin_error *error) {
    tell_whole(clip, report);
    int frames = clip->frames, step = report->before.open_frames;
    report->piece.seconds = (frames - 1 + step) / clip->fps;
    if (!options->closed && step == 1) {
        report->untouched = true;
        return true;
    }
    if (!pantin_clip_blank(clip, frames + step, fixed_clip, error)) return false;
    for (int i = 0; i < frames; i++) copy_frame(clip, i, fixed_clip, i);
    for (int i = 1; i < step; i++)
        mix_frame(clip, frames - 1, 0, (double)i / step, fixed_clip, frames - 1 + i);
    copy_frame(clip, 0, fixed_clip, frames - 1 + step);
    for (int i = frames; fixed_clip->ground != NULL && i < frames + step; i++) {
        vec3 *ground = fixed_clip->ground + i; // what was taken from the root runs on
        *ground = vec3_add(ground[-1], vec3_sub(ground[-1], ground[-2]));
    }
    if (options->root == PANTIN_ROOT_TRAVEL)
        report->turn_deg = root_lead_on(fixed_clip) / TRIG_DEGREE;
    clip_align_signs(fixed_clip);
    if (!pantin_loop_check(fixed_clip, options->root, &report->after, error)) return false;
    if (options->root == PANTIN_ROOT_TRAVEL) report->stride_cm = report->after.stride_cm;
    if (options->closed) return true;
    pantin_clip closed = *fixed_clip;
    bool done = pantin_clip_slice(&closed, 0, closed.frames - 2, fixed_clip, error);
    pantin_clip_free(&closed);
    return done;
}

// --- the piece -----------------------------------------------------------------------------------

/// The search, or the pricing of the one piece that was asked for in so many words: by both ends, or by one of
/// them and the period.
static bool choose(const pantin_clip *clip, const pantin_loop_options *options,
                   pantin_loop_search *search, pantin_loop_candidate *piece, pantin_error *error) {
    pantin_loop_options o = *options;
    double period = trig_round(o.period_s * clip->fps);
    if (period >= 2 && period < clip->frames) {
        int frames = (int)period;
        if (o.start != PANTIN_NONE && o.end == PANTIN_NONE && o.start + frames < clip->frames)
            o.end = o.start + frames;
        else if (o.end != PANTIN_NONE && o.start == PANTIN_NONE && o.end >= frames)
            o.start = o.end - frames;
    }
    if (!pantin_loop_find(clip, &o, search, error)) return false;
    if (o.pick >= search->count)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "pick",
                           "candidate %d was asked for, and %d were found", o.pick + 1,
                           search->count);
    *piece = search->candidates[o.pick];
    return true;
}

/// Frames over which the seam is led together at each end: 0.35 s to 1 s as the gap grows to 100 degrees.
/// The gap is that of the moved frame: a turn of the whole figure is none.
static int choose_window(const fix_work *work) {
    const pantin_loop_options *o = work->options;
    int most = work->frames - 1, bone;
    if (o->method == PANTIN_FIX_CROSSFADE) return work->window;
    bool one_end = o->method == PANTIN_FIX_ONE_SIDED || o->method == PANTIN_FIX_SOFTFADE;
    if (!one_end) most = max_int(1, most / 2);
    double gap = fix_gap_deg(&work->base, 0, work->frames - 1, true, &bone);
    double seconds = o->window_s > 0 ? o->window_s : clamp_double(gap / 100, 0.35, 1);
    return (int)clamp_double(trig_round(seconds * work->clip->fps), 1, most);
}

// --- the work ------------------------------------------------------------------------------------

static void free_work(fix_work *work, pantin_clip *piece) {
    pantin_clip_free(piece);
    pantin_clip_free(&work->base);
    pantin_clip_free(&work->out);
    arena_free(&work->memory);
}

static bool cut(fix_work *work, pantin_clip *piece, pantin_error *error) {
    work->frames = work->end - work->start + 1;
    work->window = min_int(work->options->blend_frames, work->frames - 1);
    if (work->options->method == PANTIN_FIX_CROSSFADE && work->options->blend)
        work->lead = min_int(work->window, work->start);
    return pantin_clip_slice(work->clip, work->start, work->end, piece, error) &&
           pantin_clip_slice(work->clip, work->start - work->lead, work->end, &work->base, error);
}

static bool memory_error(pantin_error *error) {
    return pantin_fail(error, PANTIN_ERROR_MEMORY, "clip", "no memory to close its seam");
}

static void tell_root(const fix_work *work, const root_path *path, pantin_loop_fixed *report) {
    double drift = 100 * sqrt(path->drift_x * path->drift_x + path->drift_z * path->drift_z);
    if (work->options->root == PANTIN_ROOT_TRAVEL) {
        report->stride_cm = report->after.stride_cm; // on an arc, closing the seam moves its ends
        report->turn_deg = path->centered ? 0 : path->turn / TRIG_DEGREE;
    } else {
        report->drift_removed_cm = drift;
    }
    report->vertical_kept_cm = 100 * root_vertical_range(&work->out);
}

/// The source's feet at the seam, which the fix is judged by: as they slide in these frames, or all over the piece
/// where that is more. A footfall more or less in half a second is no fault of the seam's.
static bool measure_source_skate(fix_work *work, const pantin_clip *piece,
                                 pantin_loop_measure *source) {
    if (!fix_seam_skate(work, piece, &source->skate_seam_cm_per_s)) return false;
    source->skate_seam_cm_per_s = max_double(source->skate_seam_cm_per_s, source->skate_cm_per_s);
    return true;
}

static bool do_fix(fix_work *work, pantin_clip *piece, const pantin_loop_search *search,
                   pantin_clip *fixed_clip, pantin_loop_fixed *report, pantin_error *error) {
    if (!cut(work, piece, error) ||
        !pantin_loop_check(piece, work->options->root, &report->source, error))
        return false;
    work->target =
        report->source.has_interior
            ? report->source.seam_residual_interior_p95_deg_per_s * TRIG_DEGREE / work->clip->fps
            : 0;
    vec3 *places = ARENA_ARRAY(&work->memory, vec3, 2 * (size_t)work->clip->joint_count);
    if (places == NULL || !measure_source_skate(work, piece, &report->source))
        return memory_error(error);
    root_path path = root_find(work);
    root_take_out(work, &path);
    clip_align_signs(&work->base);
    work->window = choose_window(work);
    if (!fix_close(work, &path, piece, report, error)) return false;
    fix_measure_piece(work, report);
    fix_measure_deviation(work, piece, path.carrier, report, places);
    tell_root(work, &path, report);
    if (search->skipped_frames > 0)
        clip_note(&work->out,
                  "%d frames beyond what is searched were skipped; try --start and --end",
                  search->skipped_frames);
    if (work->options->root == PANTIN_ROOT_KEEP && !work->options->dedrift)
        clip_note(&work->out, "the root keeps its drift of %.2f cm a cycle, as was asked",
                  report->after.root_drift_floor_cm);
    if (report->after.has_feet && !fix_stands(work->clip))
        clip_note(&work->out,
                  "the figure lies, going by its up axis: its feet are not held, nor judged");
    fix_judge(work, search, &path, piece, report);
    if (!work->options->closed)
        return pantin_clip_slice(&work->out, 0, work->frames - 2, fixed_clip, error);
    *fixed_clip = work->out;
    work->out = (pantin_clip){ 0 };
    return true;
}

/// The reference's fade leaves no clip alone: of one that is too short for it that is said, too.
static void tell_looping(const pantin_loop_fixed *report, pantin_error *error) {
    if (error == NULL || error->kind != PANTIN_ERROR_ARGUMENT) return;
    if (!report->before.loops && !report->before.open) return;
    size_t used = strlen(error->text);
    text_print(error->text + used, sizeof error->text - used, "; it loops already%s",
               report->before.open ? ", but for its closing frame" : "");
}

bool pantin_loop_fix(const pantin_clip *clip, const pantin_loop_options *options,
                     pantin_clip *fixed_clip, pantin_loop_fixed *report, pantin_error *error) {
    pantin_loop_options own = options != NULL ? *options : pantin_loop_defaults();
    options = &own;
    // A drift that is to be left is left; the reference's flag merely leaves it to the fade.
    if (own.root == PANTIN_ROOT_IN_PLACE && !own.dedrift && own.method != PANTIN_FIX_CROSSFADE)
        own.root = PANTIN_ROOT_KEEP;
    *fixed_clip = (pantin_clip){ 0 };
    *report = (pantin_loop_fixed){ 0 };
    if (!fix_check_options(clip, options, error) ||
        !pantin_loop_check(clip, options->root, &report->before, error))
        return false;
    bool asked = options->start != PANTIN_NONE || options->end != PANTIN_NONE ||
                 options->period_s > 0 || options->pick > 0;
    if (!asked && options->method != PANTIN_FIX_CROSSFADE) {
        bool loops = report->before.loops;
        if (options->root == PANTIN_ROOT_KEEP && !loops &&
            !keeps_looping(clip, report, &loops, error))
            return false;
        if (loops) return leave(clip, options, fixed_clip, report, error);
        if (report->before.open) return close_open(clip, options, fixed_clip, report, error);
    }
    pantin_loop_search search = { 0 };
    pantin_clip piece = { 0 };
    fix_work work = { .clip = clip, .options = options };
    bool done = choose(clip, options, &search, &report->piece, error);
    if (!done && options->method == PANTIN_FIX_CROSSFADE) tell_looping(report, error);
    if (done) {
        work.start = report->piece.start;
        work.end = report->piece.end;
        done = do_fix(&work, &piece, &search, fixed_clip, report, error);
    }
    free_work(&work, &piece);
    pantin_loop_search_free(&search);
    return done;
}
