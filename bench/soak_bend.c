// soak_bend.c — "arap" under everything: many meshes, many ways to pull, every written frame checked from outside.
//
// Run: soak_bend                                 a short run on small meshes, ends well or with code 1
//      soak_bend --shard I/N --results FILE.csv  every N-th of 4,000 units of 250 frames (--units: others);
//                                                a finished unit adds a line, the next run goes on behind it
//      soak_bend --sum FILE…                     what the lines come to
//      soak_bend --unit K                        one unit, frame by frame
//      --workers W                               units at a time (default 1; a short run: 2)
// A unit is told by its number alone: mesh, way of pulling, bones, stiff places, slivers, mirrored rest, loose
// handles, caps. Units from 100,000 on have meshes of at most 450 vertices. Checked of each frame: signs
// of areas and soak_sums of angles (bent_check.h), that the report says the same, and of one in 25 that the
// frame before and the report's memory bring the same bytes again.
// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L // for the time a thread has had of its processor

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bent_check.h"
#include "recorded_motion.h"
#include "with_soak.h"

enum { UNITS = 4000, SMALL_FROM = 100000, SMALL_SIZE = 450, SHORT_UNITS = 90 };

static const soak_kind plan[] = { SOAK_DRAG,     SOAK_FLOW,  SOAK_JUMPS,    SOAK_RECORDED,
                                  SOAK_PERMUTED, SOAK_POSES, SOAK_DRAG,     SOAK_FLOW,
                                  SOAK_POINT,    SOAK_FLOW,  SOAK_SPIN,     SOAK_RECORDED,
                                  SOAK_FAR,      SOAK_POSES, SOAK_MIRRORED, SOAK_RECORDED,
                                  SOAK_JUMPS,    SOAK_FLOW,  SOAK_DRAG,     SOAK_RECORDED };
enum { PLAN = sizeof plan / sizeof *plan };

// --- a unit -------------------------------------------------------------------------------------

typedef struct unit {
    int number;
    bool loud;
    FILE *out; // where broken frames are told
    bendable b;
    recorded_motion recorded;
    soak_motion motion;
    double *rigidity;
    bool bones, capped;
    int held[DRAWN_JOINTS], held_count;
    pantin_patch patches[DRAWN_JOINTS];
    pantin_target aims[SKELETON_STEPS_MOST + 1][DRAWN_JOINTS];
    const pantin_target *path[SKELETON_STEPS_MOST];
    pantin_handle_report reports[DRAWN_JOINTS];
    void *machine;
    bent_checker checker;
    pantin_point32 *before, *now, *again;
    soak_result r;
} unit;

static const pantin_deformer *player;

static int choose_subject(int number, soak_kind kind, random_state *random) {
    bool real = kind == SOAK_RECORDED;
    int first = real ? soak_subject_first_real() : 0, count = soak_subject_count() - first;
    int which = first + random_below(random, count);
    for (int k = 0; k < count && number >= SMALL_FROM && soak_subject_size(which) > SMALL_SIZE; k++)
        which = first + (which - first + 1) % count;
    return which;
}

/// A drawing's motion, or, without drawings, a figure that swings its limbs.
static bool load_subject(unit *u, soak_kind *kind, random_state *random, pantin_error *error) {
    static const char *const clips[] = { "dab", "jesse_dance", "jumping_jacks", "zombie",
                                         "wave_hello" };
    static const int strides[] = { 1, 4, 1, 1, 5 };
    int which = choose_subject(u->number, *kind, random), clip = random_below(random, 5);
    if (!soak_subject_make(which, &u->b, error)) {
        if (which < soak_subject_first_real()) return false;
        which = choose_subject(u->number, SOAK_FLOW, random) % 30; // figures
        if (!soak_subject_make(which, &u->b, error)) return false;
    }
    char name[8] = { 0 };
    memcpy(name, u->b.name, 5);
    if (*kind == SOAK_RECORDED && !recorded_load(clips[clip], name, &u->recorded))
        *kind = SOAK_FLOW;
    if (*kind != SOAK_RECORDED && random_below(random, 8) == 0) {
        soak_press_slivers(&u->b, random);
        strcat(u->b.name, "-slivers");
    }
    u->b.mirrored = *kind != SOAK_RECORDED && random_below(random, 8) == 0;
    if (!bendable_finish(&u->b)) return false;
    u->motion = soak_motion_begin(*kind, &u->b, (uint64_t)u->number * 2654435761u + 7);
    u->motion.places = u->recorded.places;
    u->motion.frames = u->recorded.frames;
    if (*kind == SOAK_RECORDED) {
        u->motion.stride = strides[clip];
        u->motion.at = random_below(random, u->recorded.frames);
    }
    return true;
}

static void choose_handles(unit *u, soak_kind kind, random_state *random) {
    bool some_free = random_below(random, 2) == 0, some_dropped = random_below(random, 6) == 0;
    bool weights = random_below(random, 8) == 0;
    for (int h = 0; h < u->b.count; h++) {
        bool dropped = some_dropped && kind != SOAK_RECORDED && random_below(random, 5) < 2;
        if (dropped && (u->held_count > 0 || h < u->b.count - 1)) continue;
        pantin_patch *patch = &u->patches[u->held_count];
        *patch = u->b.patches[h];
        patch->free_turn = some_free && random_below(random, 2) == 0;
        if (weights) patch->weight = exp2(random_between(random, 3, 14));
        u->held[u->held_count++] = h;
    }
}

/// Protected places: triangles near one point are up to 40 times as stiff.
static void choose_rigidity(unit *u, random_state *random) {
    const pantin_mesh *mesh = &u->b.piece->triangles;
    vec2 at = mesh->vertices[random_below(random, mesh->vertex_count)];
    double reach = 0.15 * u->motion.diagonal, most = random_between(random, 1, 40);
    if (random_below(random, 6) != 0) return;
    u->rigidity = malloc(sizeof *u->rigidity * (size_t)mesh->triangle_count);
    for (int t = 0; t < mesh->triangle_count; t++) {
        vec2 p = mesh->vertices[mesh->triangles[t][0]];
        u->rigidity[t] = vec2_distance(p, at) < reach ? most : 1;
    }
}

static bool unit_begin(unit *u, pantin_error *error) {
    random_state random = random_make((uint64_t)u->number + 1);
    soak_kind kind = plan[u->number % PLAN];
    if (!load_subject(u, &kind, &random, error)) return false;
    choose_handles(u, kind, &random);
    choose_rigidity(u, &random);
    u->bones = u->b.piece->bone_count > 0 && random_below(&random, 2) == 0;
    u->capped = random_below(&random, kind >= SOAK_POSES ? 4 : 2) == 0;
    if (kind == SOAK_RECORDED) u->capped = false; // these are timed
    pantin_deform_setup setup = bendable_setup(&u->b, u->bones);
    setup.rigidity = u->rigidity;
    setup.patches = u->patches;
    setup.patch_count = u->held_count;
    u->machine = player->create(&setup, NULL, error);
    if (u->machine == NULL) return false;
    u->checker = bent_checker_make(&u->b.piece->triangles, u->b.mirrored);
    size_t count = (size_t)u->b.piece->triangles.vertex_count;
    u->before = calloc(count, sizeof *u->before);
    u->now = calloc(count, sizeof *u->now);
    u->again = calloc(count, sizeof *u->again);
    u->r = (soak_result){ .unit = u->number,
                          .vertices = (int)count,
                          .kind = kind,
                          .bones = u->bones,
                          .min_ratio = INFINITY };
    snprintf(u->r.subject, sizeof u->r.subject, "%s", u->b.name);
    return true;
}

static void unit_end(unit *u) {
    if (u->machine != NULL) player->destroy(u->machine);
    if (u->machine != NULL) bent_checker_free(&u->checker);
    free(u->before);
    free(u->now);
    free(u->again);
    free(u->rigidity);
    recorded_free(&u->recorded);
    bendable_free(&u->b);
}

static void pick(const unit *u, const pantin_target *targets, pantin_target *picked) {
    for (int k = 0; k < u->held_count; k++) picked[k] = targets[u->held[k]];
}

static void tell_broken(unit *u, int frame, const char *what) {
    fprintf(u->out, "# unit %d frame %d: %s (%s, %s)\n", u->number, frame, what, u->r.subject,
            soak_kind_names[u->r.kind]);
}

/// What the report claims, checked by hand.
static bool report_is_true(const unit *u, const pantin_deform_report *report,
                           const bent_faults *found) {
    bool same = report->quality.inverted == found->inverted &&
                report->quality.branch_points == found->branched &&
                fabs(report->quality.min_area_ratio - found->min_ratio) <=
                    1e-6 * (1 + fabs(found->min_ratio));
    for (int k = 0; k < u->held_count; k++) {
        vec2 sum = { 0, 0 }, aim = u->aims[0][k].center;
        const pantin_patch *patch = &u->patches[k];
        for (int i = 0; i < patch->count; i++)
            sum = vec2_add(sum, vec2_from32(u->now[patch->vertices[i]]));
        double off = vec2_distance(vec2_scale(sum, 1.0 / patch->count), aim);
        if (finite_double(off))
            same = same && fabs(off - u->reports[k].error_px) <= 1e-6 * (1 + off);
    }
    return same;
}

static void count_frame(unit *u, int frame, const pantin_deform_report *report, double ms) {
    bent_faults found = bent_check(&u->checker, u->now);
    long *counts = u->r.counts;
    double worst = 0;
    bool alike = report_is_true(u, report, &found);
    for (int k = 0; k < u->held_count; k++) worst = max_double(worst, u->reports[k].error_px);
    counts[SOAK_FRAMES]++;
    counts[SOAK_INVERTED] += found.inverted > 0;
    counts[SOAK_BRANCHED] += found.branched > 0;
    counts[SOAK_NOT_NUMBERS] += found.not_numbers > 0;
    counts[SOAK_UNLIKE] += !alike;
    counts[SOAK_STALLED] += report->status == PANTIN_STALLED;
    counts[SOAK_REPOSED] += report->status == PANTIN_REPOSED;
    counts[SOAK_LAGGING] += report->status == PANTIN_LAGGING;
    counts[SOAK_SHORT] += report->status == PANTIN_SHORT;
    counts[SOAK_CAPPED] += report->status == PANTIN_CAPPED;
    counts[SOAK_HELD] += worst <= 0.5;
    u->r.min_ratio = min_double(u->r.min_ratio, found.min_ratio);
    u->r.ms += ms;
    u->r.buckets[soak_bucket(ms)]++;
    if (found.inverted > 0) tell_broken(u, frame, "triangles turned over");
    if (found.branched > 0) tell_broken(u, frame, "vertices wound around other than once");
    if (found.not_numbers > 0) tell_broken(u, frame, "not a number");
    if (!alike) tell_broken(u, frame, "the report says otherwise");
    if (report->status == PANTIN_STALLED && (u->r.kind >= SOAK_POSES || u->loud))
        tell_broken(u, frame, "stalled");
    if (u->loud)
        printf("%4d %-8s %3d iterations %7.2f ms ratio %7.4f worst %9.3f px energy %.4g\n", frame,
               pantin_deform_status_name(report->status), report->iterations, ms, found.min_ratio,
               worst, report->energy);
}

/// How long this thread has had a processor: others' work does not count.
static double spent_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

static void bend_frame(unit *u, int frame, uint32_t *memory, random_state *random) {
    bool jump = soak_motion_step(&u->motion, frame) || frame == 0;
    pantin_budget budget = { u->capped ? 1 + random_below(random, 40) : 0, 0 };
    const pantin_point32 *start = jump ? NULL : u->before;
    skeleton_read(&u->b.tree, u->motion.now);
    // As the rig does, whether it comes to a jump or not; half of what nobody can reach goes without.
    bool guided = u->r.kind >= SOAK_POSES || u->number / PLAN % 2 == 0;
    int steps = guided ? skeleton_ramp(&u->b.tree, u->motion.now) : 0;
    pick(u, u->motion.now, u->aims[0]);
    for (int s = 0; s < steps; s++) {
        pick(u, u->b.tree.path[s], u->aims[s + 1]);
        u->path[s] = u->aims[s + 1];
    }
    const double *angles = u->bones ? u->b.tree.angles : NULL;
    const pantin_target *const *path = steps > 0 ? u->path : NULL;
    double begin = spent_ms();
    pantin_deform_report report = player->solve(u->machine, u->aims[0], angles, start, path, steps,
                                                budget, u->now, u->reports, NULL);
    double ms = spent_ms() - begin;
    count_frame(u, frame, &report, ms);
    size_t size = sizeof *u->now * (size_t)u->r.vertices;
    if (random_below(random, 25) == 0) {
        player->resume(u->machine, *memory);
        player->solve(u->machine, u->aims[0], angles, start, path, steps, budget, u->again, NULL,
                      NULL);
        if (memcmp(u->now, u->again, size) != 0) {
            u->r.counts[SOAK_UNLIKE]++;
            tell_broken(u, frame, "a second solve brings other bytes");
        }
        player->resume(u->machine, report.memory);
    }
    memcpy(u->before, u->now, size);
    *memory = report.memory;
}

/// False: could not begin, which is told.
static bool run_unit(int number, FILE *out, bool loud, soak_result *r) {
    unit *u = calloc(1, sizeof *u);
    pantin_error error = { 0 };
    u->number = number;
    u->loud = loud;
    u->out = out;
    bool begun = unit_begin(u, &error);
    if (begun) {
        random_state random = random_make((uint64_t)number * 77 + 3);
        uint32_t memory = 0;
        for (int frame = 0; frame < SOAK_UNIT; frame++) bend_frame(u, frame, &memory, &random);
        *r = u->r;
    } else {
        fprintf(out, "# unit %d: %s: %s\n", number, error.where, error.text);
    }
    unit_end(u);
    free(u);
    return begun;
}

// --- many ---------------------------------------------------------------------------------------

typedef struct run {
    int *units, count;
    FILE *out;
    soak_result *results;
    bool *done;
} run;

static void run_one(void *context, int index, int worker) {
    run *all = context;
    (void)worker;
    all->done[index] = run_unit(all->units[index], all->out, false, &all->results[index]);
    if (all->done[index]) soak_write_result(all->out, &all->results[index]);
}

/// Adds up lines of a file; marks their units where `finished` is not NULL.
static bool read_lines(const char *path, soak_sums *s, bool *finished, int unit_count) {
    FILE *file = fopen(path, "r");
    char line[4096];
    if (file == NULL) return false;
    while (fgets(line, sizeof line, file) != NULL) {
        soak_result r;
        if (line[0] == '#' && finished == NULL) fputs(line, stdout);
        if (line[0] == '#' || !soak_read_result(line, &r)) continue;
        soak_sums_add(s, &r);
        if (finished != NULL && r.unit < unit_count) finished[r.unit] = true;
    }
    fclose(file);
    return true;
}

/// `s`: what was counted before.
static int run_all(int *units, int count, int workers, FILE *out, soak_sums *s) {
    run all = { units, count, out, calloc((size_t)count + 1, sizeof *all.results),
                calloc((size_t)count + 1, sizeof *all.done) };
    pantin_runner runner;
    pantin_error error = { 0 };
    bool begun = true;
    if (!pantin_threads_create(workers, &runner, &error)) {
        fprintf(stderr, "soak_bend: %s\n", error.text);
        exit(2);
    }
    runner.run(runner.self, count, run_one, &all);
    pantin_threads_destroy(&runner);
    for (int k = 0; k < count; k++) {
        begun = begun && all.done[k];
        if (all.done[k]) soak_sums_add(s, &all.results[k]);
    }
    bool kept = soak_sums_print(s);
    free(all.results);
    free(all.done);
    return kept && begun ? 0 : 1;
}

static int run_shard(const char *shard, const char *path, int unit_count, int workers) {
    int which = 0, of = 0, count = 0;
    if (sscanf(shard, "%d/%d", &which, &of) != 2 || of < 1 || which < 1 || which > of) {
        fprintf(stderr, "soak_bend: --shard %s: I/N with 1 <= I <= N\n", shard);
        return 2;
    }
    bool *finished = calloc((size_t)unit_count, sizeof *finished);
    int *units = calloc((size_t)unit_count, sizeof *units);
    soak_sums *s = calloc(1, sizeof *s);
    bool fresh = !read_lines(path, s, finished, unit_count);
    FILE *out = fopen(path, "a");
    if (out == NULL) {
        fprintf(stderr, "soak_bend: cannot write %s\n", path);
        return 2;
    }
    if (fresh) soak_write_head(out);
    for (int k = which - 1; k < unit_count; k += of)
        if (!finished[k]) units[count++] = k;
    int code = run_all(units, count, workers, out, s);
    fclose(out);
    free(s);
    free(finished);
    free(units);
    return code;
}

static int run_short(int workers) {
    int units[SHORT_UNITS];
    for (int k = 0; k < SHORT_UNITS; k++) units[k] = SMALL_FROM + k;
    FILE *out = tmpfile();
    if (out == NULL) return 2;
    soak_sums *s = calloc(1, sizeof *s);
    int code = run_all(units, SHORT_UNITS, workers, out, s);
    free(s);
    char line[4096];
    rewind(out);
    while (fgets(line, sizeof line, out) != NULL)
        if (line[0] == '#') fputs(line, stdout);
    fclose(out);
    return code;
}

static int sum_files(char **paths, int count) {
    soak_sums *s = calloc(1, sizeof *s);
    int missing = 0;
    for (int k = 0; k < count; k++)
        if (!read_lines(paths[k], s, NULL, 0)) {
            fprintf(stderr, "soak_bend: cannot read %s\n", paths[k]);
            missing++;
        }
    bool kept = soak_sums_print(s);
    free(s);
    return missing > 0 ? 2 : kept ? 0 : 1;
}

int main(int count, char **words) {
    const char *shard = NULL, *results = "soak_bend.csv";
    int workers = 0, units = UNITS, one = PANTIN_NONE;
    player = pantin_deformer_find("arap", NULL);
    for (int k = 1; k < count; k++) {
        bool more = k + 1 < count;
        if (strcmp(words[k], "--sum") == 0) return sum_files(words + k + 1, count - k - 1);
        if (more && strcmp(words[k], "--shard") == 0)
            shard = words[++k];
        else if (more && strcmp(words[k], "--results") == 0)
            results = words[++k];
        else if (more && strcmp(words[k], "--units") == 0)
            units = max_int(atoi(words[++k]), 1);
        else if (more && strcmp(words[k], "--unit") == 0)
            one = atoi(words[++k]);
        else if (more && strcmp(words[k], "--workers") == 0)
            workers = atoi(words[++k]);
        else {
            fprintf(stderr, "soak_bend: %s: the head of bench/soak_bend.c tells the options\n",
                    words[k]);
            return 2;
        }
    }
    if (one >= 0) {
        soak_result r = { 0 };
        if (!run_unit(one, stdout, true, &r)) return 1;
        soak_write_head(stdout);
        soak_write_result(stdout, &r);
        return 0;
    }
    if (shard != NULL) return run_shard(shard, results, units, clamp_int(workers, 1, 64));
    return run_short(workers > 0 ? min_int(workers, 64) : 2);
}
