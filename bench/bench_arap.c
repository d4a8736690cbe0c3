// bench_arap.c — what never folding costs: frames of a walking figure, and jumps to hard poses.
//
// Run: bench_arap [SIZE…] (vertices of the walking figure, about; default 400 800 1600 3200). Prints two
// CSV tables. Track: a figure of two-boned limbs swings them at `amount` of a brisk walk of 32
// frames, without bones and with (k_b 3); every solve with verification and report, every frame the
// least of ten rounds. Poses: 60 of up to so
// many degrees a joint, jumped to along the joints' own path and without any; energies are those of
// the same poses by "arap-triangle", settled along the same path without repair, folds and all.
// SPDX-License-Identifier: MIT
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "base/trig.h"
#include "base/vec.h"
#include "pantin/deform.h"

enum { HANDLES = 10, BONES = 8, FRAMES = 32, ROUNDS = 11, POSES = 60, STEPS = 12 };

typedef struct figure {
    pantin_mesh mesh;
    pantin_mesh_grip grips[HANDLES];
    pantin_patch patches[HANDLES];
    pantin_target home[HANDLES], targets[HANDLES];
    pantin_bone bones[BONES];
    double angles[BONES];
} figure;

static void fail(const char *what) {
    fprintf(stderr, "bench_arap: %s\n", what);
    exit(2);
}

static void *room(size_t count, size_t size) {
    void *block = calloc(count, size);
    if (block == NULL) fail("out of memory");
    return block;
}

// --- the figure: 308 x 392 px, a trunk with head, arms of 35 px and legs of 35 -------------------

/// Root, middle and end of each limb, px.
static const vec2 limbs[4][3] = {
    { { 119, 115.5 }, { 70, 115.5 }, { 24.5, 115.5 } },
    { { 189, 115.5 }, { 238, 115.5 }, { 283.5, 115.5 } },
    { { 129.5, 231 }, { 129.5, 301 }, { 129.5, 371 } },
    { { 178.5, 231 }, { 178.5, 301 }, { 178.5, 371 } },
};

static bool is_inside(double x, double y) {
    bool trunk = x >= 119 && x < 189 && y >= 84 && y < 238, head = x >= 126 && x < 182 && y < 84;
    bool arms = y >= 98 && y < 133 && x >= 14 && x < 294;
    bool legs = y >= 210 && ((x >= 112 && x < 147) || (x >= 161 && x < 196));
    return trunk || head || arms || legs;
}

static void make_mesh(figure *f, double cell) {
    int wide = (int)(308 / cell) + 1, high = (int)(392 / cell) + 1, n = 0, m = 0;
    size_t most = (size_t)(wide + 1) * (size_t)(high + 1);
    int *index = room(most, sizeof *index);
    vec2 *vertices = room(most, sizeof *vertices);
    int(*triangles)[3] = room(2 * most, sizeof *triangles);
    random_state r = random_make(3);
    for (int y = 0; y < high; y++)
        for (int x = 0; x < wide; x++) {
            if (!is_inside((x + 0.5) * cell, (y + 0.5) * cell)) continue;
            int at = y * (wide + 1) + x, c[4] = { at, at + 1, at + wide + 2, at + wide + 1 };
            for (int k = 0; k < 4; k++) {
                if (index[c[k]] > 0) continue;
                double dx = random_between(&r, -0.2, 0.2), dy = random_between(&r, -0.2, 0.2);
                vertices[n] = (vec2){ (c[k] % (wide + 1) + dx) * cell,
                                      (double)(c[k] / (wide + 1)) * cell + dy * cell };
                index[c[k]] = ++n;
            }
            const int a = index[c[0]] - 1, b = index[c[1]] - 1, d = index[c[2]] - 1;
            memcpy(triangles[m++], (int[3]){ a, b, d }, sizeof(int[3]));
            memcpy(triangles[m++], (int[3]){ a, d, index[c[3]] - 1 }, sizeof(int[3]));
        }
    if (!pantin_mesh_copy(vertices, n, (const int(*)[3])triangles, m, &f->mesh, NULL))
        fail("no mesh");
    free(index);
    free(vertices);
    free(triangles);
}

static void hold(figure *f, int h, vec2 at) {
    if (!pantin_mesh_grip_at(&f->mesh, NULL, "h", at, 11, &f->grips[h], NULL)) fail("no grip");
    f->patches[h] = (pantin_patch){ f->grips[h].vertices, f->grips[h].count, 1000, true };
    f->home[h] = f->targets[h] = (pantin_target){ f->grips[h].center, 0, 1 };
}

/// Triangles along a bone, fading to nothing at its joints.
static pantin_bone make_bone(const figure *f, vec2 from, vec2 to, bool end) {
    size_t most = (size_t)f->mesh.triangle_count;
    int *triangles = room(most, sizeof *triangles), count = 0;
    double *weights = room(most, sizeof *weights);
    vec2 way = vec2_sub(to, from);
    double length = vec2_length(way);
    for (int t = 0; t < f->mesh.triangle_count; t++) {
        vec2 c = { 0, 0 };
        for (int k = 0; k < 3; k++)
            c = vec2_add(c, vec2_scale(f->mesh.vertices[f->mesh.triangles[t][k]], 1 / 3.0));
        c = vec2_sub(c, from);
        double along = vec2_dot(way, c) / length, off = fabs(vec2_cross(way, c)) / length;
        double near = end ? along : fmin(along, length - along);
        double part = clamp_double((near / 14 - 0.7) / 0.6, 0, 1);
        if (part == 0 || off > 18.2) continue;
        triangles[count] = t;
        weights[count++] = 3 * part * part * (3 - 2 * part);
    }
    return (pantin_bone){ triangles, weights, count };
}

static figure make_figure(double cell) {
    figure f = { 0 };
    make_mesh(&f, cell);
    hold(&f, 0, (vec2){ 154, 28 });
    hold(&f, 1, (vec2){ 154, 154 });
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 2; k++) {
            hold(&f, 2 + 2 * i + k, limbs[i][k + 1]);
            f.bones[2 * i + k] = make_bone(&f, limbs[i][k], limbs[i][k + 1], k == 1);
        }
    return f;
}

static void drop_figure(figure *f) {
    for (int h = 0; h < HANDLES; h++) pantin_mesh_grip_free(&f->grips[h]);
    for (int b = 0; b < BONES; b++) {
        free((void *)(uintptr_t)f->bones[b].triangles);
        free((void *)(uintptr_t)f->bones[b].weights);
    }
    pantin_mesh_free(&f->mesh);
}

static void *make_machine(const figure *f, const char *method, int bones) {
    pantin_deform_options bare = pantin_deform_defaults();
    bare.repair = false;
    pantin_deform_setup setup = { .rest = &f->mesh,
                                  .patches = f->patches,
                                  .patch_count = HANDLES,
                                  .bones = f->bones,
                                  .bone_count = bones };
    pantin_error error = { 0 };
    void *machine = pantin_deformer_find(method, &error)->create(&setup, &bare, &error);
    if (machine == NULL) fail(error.text);
    return machine;
}

static vec2 turned_about(vec2 pivot, vec2 from, vec2 to, double angle) {
    return vec2_add(pivot, vec2_turn(vec2_sub(to, from), cos(angle), sin(angle)));
}

static void turn_limb(const figure *f, int i, double upper, double lower, pantin_target *targets,
                      double *angles) {
    vec2 root = limbs[i][0], middle = f->home[2 + 2 * i].center, end = f->home[3 + 2 * i].center;
    vec2 knee = turned_about(root, root, middle, upper);
    targets[2 + 2 * i].center = knee;
    targets[3 + 2 * i].center = turned_about(knee, middle, end, upper + lower);
    angles[2 * i] = upper;
    angles[2 * i + 1] = upper + lower;
}

static int compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// --- track --------------------------------------------------------------------------------------

static void walk(figure *f, double amount, int frame) {
    double phase = 2 * TRIG_PI * frame / FRAMES;
    for (int i = 0; i < 4; i++) {
        double side = i % 2 ? -1 : 1;
        double upper = (i < 2 ? 1.2 : 0.6) * side * sin(phase + (i / 2 ? 0.4 : 0));
        double lower = (i < 2 ? 0.45 : 0.55) * side * (1 + sin((i < 2 ? 2 : 1) * phase + 2 * i));
        turn_limb(f, i, amount * upper, amount * lower, f->targets, f->angles);
    }
}

static void print_track(int size, double amount, bool bones) {
    const pantin_deformer *player = pantin_deformer_find("arap", NULL);
    figure f = make_figure(sqrt(32800.0 / size));
    double ms[FRAMES] = { 0 }, sum = 0, least = 1, error = 0;
    int iterations = 0, late = 0;
    void *machine = make_machine(&f, "arap", bones ? BONES : 0);
    pantin_point32 *out = room((size_t)f.mesh.vertex_count, sizeof *out);
    for (int frame = 0; frame < ROUNDS * FRAMES; frame++) {
        pantin_handle_report handles[HANDLES];
        walk(&f, amount, frame);
        double begin = pantin_clock_seconds();
        pantin_deform_report report =
            player->solve(machine, f.targets, f.angles, frame ? out : NULL, NULL, 0,
                          (pantin_budget){ 0, 0 }, out, handles, NULL);
        double took = 1e3 * (pantin_clock_seconds() - begin), *kept = &ms[frame % FRAMES];
        if (frame < FRAMES) continue; // the first round begins at rest
        if (*kept == 0 || took < *kept) *kept = took;
        iterations += report.iterations;
        late += report.status != PANTIN_REACHED;
        least = fmin(least, report.quality.min_area_ratio);
        for (int h = 0; h < HANDLES; h++) error = fmax(error, handles[h].error_px);
    }
    for (int k = 0; k < FRAMES; k++) sum += ms[k];
    qsort(ms, FRAMES, sizeof *ms, compare_doubles);
    printf("%d,%d,%g,%d,%.2f,%.2f,%.2f,%.2f,%.0f,%.3f,%.4f,%d\n", f.mesh.vertex_count,
           f.mesh.triangle_count, amount, bones, sum / FRAMES, ms[FRAMES * 95 / 100],
           ms[FRAMES - 1], (double)iterations / (ROUNDS - 1) / FRAMES,
           1e3 * sum * (ROUNDS - 1) / iterations, least, error, late);
    player->destroy(machine);
    free(out);
    drop_figure(&f);
}

// --- poses --------------------------------------------------------------------------------------

typedef struct jumps {
    double energy[POSES], ms[POSES], worst;
    int reached;
} jumps;

static void jump(const figure *f, void *machine, const pantin_target *const *path, int steps,
                 double plain, int pose, pantin_point32 *out, jumps *j) {
    const pantin_deformer *player = pantin_deformer_find("arap", NULL);
    pantin_handle_report handles[HANDLES];
    double begin = pantin_clock_seconds();
    pantin_deform_report report = player->solve(machine, f->targets, NULL, NULL, path, steps,
                                                (pantin_budget){ 0, 0 }, out, handles, NULL);
    j->ms[pose] = 1e3 * (pantin_clock_seconds() - begin);
    j->energy[pose] = report.quality.energy_normalized / plain;
    j->reached += report.status == PANTIN_REACHED;
    for (int h = 0; h < HANDLES; h++) j->worst = fmax(j->worst, handles[h].vertex_error_px);
    if (report.quality.inverted + report.quality.branch_points > 0) fail("a fold");
}

static void print_jumps(const char *way, int vertices, double degrees, int folded, jumps *j) {
    qsort(j->energy, POSES, sizeof(double), compare_doubles);
    qsort(j->ms, POSES, sizeof(double), compare_doubles);
    printf("%s,%d,%g,%d,%.3f,%.3f,%.3f,%d,%.3f,%.1f,%.1f\n", way, vertices, degrees, folded,
           j->energy[POSES / 2], j->energy[POSES * 95 / 100], j->energy[POSES - 1], j->reached,
           j->worst, j->ms[POSES / 2], j->ms[POSES - 1]);
}

static void print_poses(double degrees) {
    const pantin_deformer *plain = pantin_deformer_find("arap-triangle", NULL);
    figure f = make_figure(5.4);
    void *machine = make_machine(&f, "arap", 0), *other = make_machine(&f, "arap-triangle", 0);
    pantin_point32 *out = room((size_t)f.mesh.vertex_count, sizeof *out);
    jumps along = { .worst = 0 }, straight = { .worst = 0 };
    int folded = 0;
    for (int pose = 0; pose < POSES; pose++) {
        pantin_target sets[STEPS][HANDLES];
        const pantin_target *path[STEPS];
        pantin_deform_report report = { 0 };
        for (int k = 0; k < STEPS; k++) {
            random_state r = random_make((uint64_t)pose + 1);
            memcpy(sets[k], f.home, sizeof sets[k]);
            for (int i = 0; i < 4; i++) {
                double upper = random_between(&r, -degrees, degrees) * TRIG_DEGREE;
                double lower = random_between(&r, -degrees, degrees) * TRIG_DEGREE;
                turn_limb(&f, i, upper * (k + 1) / STEPS, lower * (k + 1) / STEPS, sets[k],
                          f.angles);
            }
            path[k] = sets[k];
            report =
                plain->solve(other, sets[k], NULL, k ? out : NULL, NULL, 0,
                             (pantin_budget){ k + 1 < STEPS ? 60 : 800, 1e-3 }, out, NULL, NULL);
        }
        memcpy(f.targets, sets[STEPS - 1], sizeof f.targets);
        folded += report.quality.inverted + report.quality.branch_points > 0;
        double energy = report.quality.energy_normalized;
        jump(&f, machine, path, STEPS, energy, pose, out, &along);
        jump(&f, machine, NULL, 0, energy, pose, out, &straight);
    }
    print_jumps("path", f.mesh.vertex_count, degrees, folded, &along);
    print_jumps("none", f.mesh.vertex_count, degrees, folded, &straight);
    pantin_deformer_find("arap", NULL)->destroy(machine);
    plain->destroy(other);
    free(out);
    drop_figure(&f);
}

int main(int count, char **arguments) {
    static const int usual[] = { 400, 800, 1600, 3200 };
    static const double amounts[] = { 0.6, 1, 1.6 }, degrees[] = { 45, 80, 115, 150 };
    printf("vertices,triangles,amount,bones,mean_ms,p95_ms,max_ms,iterations,us_an_iteration,"
           "min_area_ratio,error_px,not_reached\n");
    for (int k = 0; k < (count > 1 ? count - 1 : 4); k++)
        for (int a = 0; a < 3; a++)
            for (int bones = 0; bones < 2; bones++)
                print_track(count > 1 ? atoi(arguments[k + 1]) : usual[k], amounts[a], bones);
    printf("\nway,vertices,degrees,plain_folded,energy_median,energy_p95,energy_max,reached,"
           "worst_vertex_px,ms_median,ms_max\n");
    for (int d = 0; d < 4; d++) print_poses(degrees[d]);
    return 0;
}
