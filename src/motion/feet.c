// feet.c — the feet over all frames, and how much they slide while they are near the floor.
//
// The ground frame is the world with the travel put back that was taken from the root, or every walk in
// place would slide. A foot's height h is that over its own 5th percentile.
//     skate = mean over ankles, toes and steps of v_floor (2 - 2^(h / 2.5 cm)) where h < 2.5 cm, else 0
// Zhang, Starke, Komura, Saito: Mode-Adaptive Neural Networks for Quadruped Motion Control, 2018.
// SPDX-License-Identifier: MIT
#include "motion/measure.h"

#include "base/sort.h"

static int compare_values(const void *context, int a, int b) {
    const double *values = context;
    return values[a] < values[b] ? -1 : values[a] > values[b];
}

double measure_percentile(const double *values, int count, double share, arena *memory) {
    if (count < 1) return 0;
    int *order = ARENA_ARRAY(memory, int, count), *scratch = ARENA_ARRAY(memory, int, count);
    if (arena_failed(memory)) return 0;
    for (int k = 0; k < count; k++) order[k] = k;
    sort_indices(order, count, compare_values, values, scratch);
    double rank = share * (count - 1);
    int below = clamp_int((int)rank, 0, count - 1), above = min_int(below + 1, count - 1);
    double low = values[order[below]], high = values[order[above]];
    return low + (high - low) * (rank - below);
}

/// The joints on the way to the feet, parents first.
static int find_path(const pantin_clip *clip, const feet *f, int *path, bool *wanted) {
    for (int k = 0; k < f->count; k++)
        for (int j = f->joints[k]; j != PANTIN_NONE; j = clip->joints[j].parent) wanted[j] = true;
    for (int j = clip->root; j != PANTIN_NONE; j = clip->joints[j].parent) wanted[j] = true;
    int count = 0;
    for (int j = 0; j < clip->joint_count; j++)
        if (wanted[j]) path[count++] = j;
    return count;
}

static void read_places(const pantin_clip *clip, const int *path, int path_count, frame3 *frames,
                        feet *f) {
    for (int i = 0; i < f->frames; i++) {
        for (int k = 0; k < path_count; k++) {
            int joint = path[k], parent = clip->joints[joint].parent;
            frame3 local = clip_local(clip, i, joint);
            frames[joint] =
                parent == PANTIN_NONE ? local : space_frame_compose(&frames[parent], &local);
        }
        vec3 ground = clip->ground != NULL ? clip->ground[i] : vec3_make(0, 0, 0);
        ground.y = 0;
        for (int k = 0; k < f->count; k++)
            f->places[k * f->frames + i] =
                vec3_add(space_frame_origin(&frames[f->joints[k]]), ground);
        f->root[i] = vec3_add(space_frame_origin(&frames[clip->root]), ground);
    }
}

bool feet_read(const pantin_clip *clip, const pantin_figure *figure, feet *f, arena *memory) {
    *f = (feet){ .frames = clip->frames };
    for (int k = 0; k < figure->leg_count; k++) {
        f->joints[f->count++] = figure->legs[k].foot;
        if (figure->legs[k].toe != PANTIN_NONE) f->joints[f->count++] = figure->legs[k].toe;
    }
    int *path = ARENA_ARRAY(memory, int, clip->joint_count);
    bool *wanted = ARENA_ARRAY(memory, bool, clip->joint_count);
    frame3 *frames = ARENA_ARRAY(memory, frame3, clip->joint_count);
    double *heights = ARENA_ARRAY(memory, double, clip->frames);
    f->places = ARENA_ARRAY(memory, vec3, (size_t)f->count * (size_t)clip->frames);
    f->root = ARENA_ARRAY(memory, vec3, clip->frames);
    if (arena_failed(memory)) return false;
    int path_count = find_path(clip, f, path, wanted);
    read_places(clip, path, path_count, frames, f);
    for (int k = 0; k < f->count; k++) {
        for (int i = 0; i < f->frames; i++) heights[i] = f->places[k * f->frames + i].y;
        f->level[k] = measure_percentile(heights, f->frames, 0.05, memory);
    }
    return !arena_failed(memory);
}

// --- skate --------------------------------------------------------------------------------------

static const double skate_height = 0.025; // m, above which a foot is in the air

typedef struct skate_sum {
    double weighted; // cm/s
    int steps;
} skate_sum;

/// A step of a foot from a place to the next: its speed, cm/s, weighed by the height of its middle.
static double slide(const feet *f, int foot, vec3 from, vec3 to, double fps) {
    double height = max_double(0.5 * (from.y + to.y) - f->level[foot], 0);
    if (!(height < skate_height)) return 0;
    double weight = 2 - trig_pow(2, height / skate_height);
    return weight * 100 * fps * vec3_floor_distance(from, to);
}

static void add_steps(const feet *f, int foot, int from, int to, double fps, skate_sum *sum) {
    const vec3 *places = f->places + foot * f->frames;
    for (int i = from; i < to; i++) sum->weighted += slide(f, foot, places[i], places[i + 1], fps);
    if (to > from) sum->steps += to - from;
}

/// The step over the wrap. The ground runs on with the root where it travels, turned with its heading. In
/// a closed loop it is a jump in no time: it adds its way, but it is no step of its own.
static void add_wrap(const measure_work *work, const feet *f, int foot, skate_sum *sum) {
    const vec3 *places = f->places + foot * f->frames;
    int last = f->frames - 1;
    vec3 next = places[0];
    if (work->root == PANTIN_ROOT_TRAVEL || work->clip->ground != NULL) {
        vec3 offset = vec3_sub(places[0], f->root[0]);
        offset = quat_rotate(quat_about(vec3_make(0, 1, 0), work->excused_turn), offset);
        next = vec3_add(f->root[last], offset);
        next.y = places[0].y;
    }
    sum->weighted += slide(f, foot, places[last], next, work->clip->fps);
    sum->steps += work->turns_lead_on;
}

/// Frames within 0.25 s of an end.
static int seam_frames(const feet *f, double fps) {
    return (int)clamp_double(0.25 * fps + 0.5, 1, f->frames - 1);
}

static void add_seam(const feet *f, int foot, double fps, skate_sum *sum) {
    int near = seam_frames(f, fps), last = f->frames - 1;
    add_steps(f, foot, 0, near, fps, sum);
    add_steps(f, foot, max_int(near, last - near), last, fps, sum);
}

static double mean_of(skate_sum sum) { return sum.steps > 0 ? sum.weighted / sum.steps : 0; }

double feet_seam_skate(const feet *f, double fps) {
    skate_sum seam = { 0, 0 };
    for (int foot = 0; foot < f->count; foot++) add_seam(f, foot, fps, &seam);
    return mean_of(seam);
}

bool measure_skate(measure_work *work, pantin_loop_measure *m) {
    const pantin_clip *clip = work->clip;
    if (work->figure.leg_count == 0) return true;
    feet f;
    if (!feet_read(clip, &work->figure, &f, &work->memory)) return false;
    skate_sum all = { 0, 0 }, seam = { 0, 0 };
    for (int foot = 0; foot < f.count; foot++) {
        add_steps(&f, foot, 0, clip->frames - 1, clip->fps, &all);
        add_seam(&f, foot, clip->fps, &seam);
        add_wrap(work, &f, foot, &seam);
    }
    m->has_feet = true;
    m->skate_cm_per_s = mean_of(all);
    m->skate_seam_cm_per_s = mean_of(seam);
    return true;
}
