// bench_deform.c — what a bend costs, beside the same iterations on CHOLMOD, and what repair mends.
//
// Run: bench_deform [SIZE…] (vertices, default 400 1500 10000 40000). Prints three CSV tables. Time:
// a sheet of shaken square cells with four patches, minimum of many turns, ours and the peer's
// alternating; a solve is 8 iterations with verification and report. `cholmod` is the local step as
// the equation reads and two right-hand sides through cholmod_solve2. Players: every way of
// bending on 100 poses of a figure whose four two-boned limbs are turned by up to 80 degrees at each
// joint, jumped to from rest. Repair: what the film's two solvers mend of the like.
// SPDX-License-Identifier: MIT
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef PANTIN_HAS_CHOLMOD
#include <suitesparse/cholmod.h>
#endif

#include "base/random.h"
#include "base/trig.h"
#include "base/vec.h"
#include "deform/arap_local.h"
#include "deform/arap_triangle.h"
#include "deform/arap_vertex.h"

static double clock_us(void) { return 1e6 * pantin_clock_seconds(); }

static void keep_least(double *least, double value) {
    if (*least == 0 || value < *least) *least = value;
}

// --- sheets -------------------------------------------------------------------------------------

typedef struct bed {
    pantin_mesh mesh;
    pantin_mesh_grip grips[16];
    pantin_patch patches[16];
    pantin_target targets[16];
    int count;
} bed;

static pantin_mesh make_mesh(const vec2 *vertices, int n, const int (*triangles)[3], int m) {
    pantin_mesh mesh;
    pantin_error error = { 0 };
    if (pantin_mesh_copy(vertices, n, triangles, m, &mesh, &error)) return mesh;
    fprintf(stderr, "bench_deform: %s\n", error.text);
    exit(2);
}

/// Cells for which `inside` holds, shaken by up to `shake` cells.
static pantin_mesh make_cells(int columns, int rows, double cell, double shake,
                              bool (*inside)(int x, int y)) {
    int wide = columns + 1, n = 0, m = 0, size = wide * (rows + 1);
    int *index = malloc(sizeof *index * (size_t)size);
    vec2 *vertices = malloc(sizeof *vertices * (size_t)size);
    int(*triangles)[3] = malloc(sizeof *triangles * (size_t)(2 * columns * rows));
    random_state r = random_make(1);
    for (int i = 0; i < size; i++) index[i] = PANTIN_NONE;
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < columns; x++) {
            if (inside != NULL && !inside(x, y)) continue;
            int c[4] = { y * wide + x, y * wide + x + 1, (y + 1) * wide + x + 1,
                         (y + 1) * wide + x };
            for (int k = 0; k < 4; k++) {
                if (index[c[k]] != PANTIN_NONE) continue;
                double dx = random_between(&r, -shake, shake),
                       dy = random_between(&r, -shake, shake);
                vertices[n] = (vec2){ (c[k] % wide + dx) * cell, (c[k] / wide + dy) * cell };
                index[c[k]] = n++;
            }
            memcpy(triangles[m++], (int[3]){ index[c[0]], index[c[1]], index[c[2]] },
                   sizeof(int[3]));
            memcpy(triangles[m++], (int[3]){ index[c[0]], index[c[2]], index[c[3]] },
                   sizeof(int[3]));
        }
    pantin_mesh mesh = make_mesh(vertices, n, (const int(*)[3])triangles, m);
    free(index);
    free(vertices);
    free(triangles);
    return mesh;
}

static void hold(bed *b, vec2 point, double radius, bool free_turn) {
    pantin_error error = { 0 };
    if (!pantin_mesh_grip_at(&b->mesh, NULL, "h", point, radius, &b->grips[b->count], &error)) {
        fprintf(stderr, "bench_deform: %s\n", error.text);
        exit(2);
    }
    const pantin_mesh_grip *grip = &b->grips[b->count];
    b->patches[b->count] = (pantin_patch){ grip->vertices, grip->count, 1000, free_turn };
    b->targets[b->count++] = (pantin_target){ grip->center, 0, 1 };
}

static void drop(bed *b) {
    for (int i = 0; i < b->count; i++) pantin_mesh_grip_free(&b->grips[i]);
    pantin_mesh_free(&b->mesh);
}

static void *make_machine(const bed *b, const pantin_deformer *player) {
    pantin_deform_setup setup = { .rest = &b->mesh,
                                  .patches = b->patches,
                                  .patch_count = b->count };
    pantin_error error = { 0 };
    void *machine = player->create(&setup, NULL, &error);
    if (machine != NULL) return machine;
    fprintf(stderr, "bench_deform: %s\n", error.text);
    exit(2);
}

// --- the peer -----------------------------------------------------------------------------------

#ifdef PANTIN_HAS_CHOLMOD
typedef struct peer {
    const bed *b;
    local_step step;
    arena owner;
    cholmod_common common;
    cholmod_factor *factor;
    cholmod_dense *rhs, *x, *y, *e;
    double *at, *none, *sum;
} peer;

static double cotangent(const pantin_mesh *mesh, const int *corner, int k) {
    vec2 p = mesh->vertices[corner[k]];
    vec2 a = vec2_sub(mesh->vertices[corner[(k + 1) % 3]], p);
    vec2 c = vec2_sub(mesh->vertices[corner[(k + 2) % 3]], p);
    return vec2_dot(a, c) / vec2_cross(a, c);
}

static void peer_entry(cholmod_triplet *list, int a, int c, double value) {
    ((int *)list->i)[list->nnz] = a > c ? a : c;
    ((int *)list->j)[list->nnz] = a > c ? c : a;
    ((double *)list->x)[list->nnz++] = value;
}

static void peer_create(peer *p, const bed *b) {
    const pantin_mesh *mesh = &b->mesh;
    size_t n = (size_t)mesh->vertex_count;
    *p = (peer){ .b = b };
    cholmod_start(&p->common);
    arap_local_create(&p->step, &p->owner, (const int(*)[3])mesh->triangles, mesh->triangle_count,
                      mesh->vertex_count);
    p->none = ARENA_ARRAY(&p->owner, double, 2 * (n + 1));
    p->at = ARENA_ARRAY(&p->owner, double, 2 * (n + 1));
    p->sum = ARENA_ARRAY(&p->owner, double, 2 * (n + 1));
    cholmod_triplet *list = cholmod_allocate_triplet(n, n, n + 9 * (size_t)mesh->triangle_count, -1,
                                                     CHOLMOD_REAL, &p->common);
    for (int t = 0; t < mesh->triangle_count; t++) {
        const int *corner = mesh->triangles[t];
        double half[3];
        for (int k = 0; k < 3; k++) {
            int a = corner[(k + 1) % 3], c = corner[(k + 2) % 3];
            half[k] = cotangent(mesh, corner, k) / 2;
            peer_entry(list, a, a, half[k]);
            peer_entry(list, c, c, half[k]);
            peer_entry(list, a, c, -half[k]);
        }
        vec2 e01 =
            vec2_scale(vec2_sub(mesh->vertices[corner[0]], mesh->vertices[corner[1]]), half[2]);
        vec2 e02 =
            vec2_scale(vec2_sub(mesh->vertices[corner[0]], mesh->vertices[corner[2]]), half[1]);
        vec2 e12 =
            vec2_scale(vec2_sub(mesh->vertices[corner[1]], mesh->vertices[corner[2]]), half[0]);
        arap_local_set(&p->step, t, vec2_add(e01, e02), vec2_sub(e12, e01));
    }
    for (int h = 0; h < b->count; h++)
        for (int k = 0; k < b->patches[h].count; k++)
            peer_entry(list, b->patches[h].vertices[k], b->patches[h].vertices[k],
                       b->patches[h].weight);
    cholmod_sparse *matrix = cholmod_triplet_to_sparse(list, 0, &p->common);
    p->factor = cholmod_analyze(matrix, &p->common);
    cholmod_factorize(matrix, p->factor, &p->common);
    cholmod_free_sparse(&matrix, &p->common);
    cholmod_free_triplet(&list, &p->common);
    p->rhs = cholmod_zeros(n, 2, CHOLMOD_REAL, &p->common);
}

/// 8 iterations with targets at the centers; turns of patches are left out, which favors the peer.
static void peer_solve(peer *p, const pantin_point32 *start) {
    int n = p->b->mesh.vertex_count;
    double *b = p->rhs->x;
    for (int v = 0; v < n; v++) p->at[2 * v] = start[v].x, p->at[2 * v + 1] = start[v].y;
    for (int i = 0; i < 8; i++) {
        arap_local_gather_plain(&p->step, p->at, p->none, p->sum);
        for (int h = 0; h < p->b->count; h++)
            for (int k = 0; k < p->b->patches[h].count; k++) {
                int v = p->b->patches[h].vertices[k];
                vec2 off = vec2_sub(p->b->mesh.vertices[v], p->b->grips[h].center);
                p->sum[2 * v] += p->b->patches[h].weight * (p->b->targets[h].center.x + off.x);
                p->sum[2 * v + 1] += p->b->patches[h].weight * (p->b->targets[h].center.y + off.y);
            }
        for (int v = 0; v < n; v++) b[v] = p->sum[2 * v], b[n + v] = p->sum[2 * v + 1];
        cholmod_solve2(CHOLMOD_A, p->factor, p->rhs, NULL, &p->x, NULL, &p->y, &p->e, &p->common);
        const double *x = p->x->x;
        for (int v = 0; v < n; v++) p->at[2 * v] = x[v], p->at[2 * v + 1] = x[n + v];
    }
}

static void peer_destroy(peer *p) {
    cholmod_dense **all[] = { &p->rhs, &p->x, &p->y, &p->e };
    for (int i = 0; i < 4; i++)
        if (*all[i] != NULL) cholmod_free_dense(all[i], &p->common);
    cholmod_free_factor(&p->factor, &p->common);
    cholmod_finish(&p->common);
    arena_free(&p->owner);
}
#endif

// --- time ---------------------------------------------------------------------------------------

static void time_size(int size) {
    int rows = (int)sqrt(0.6 * size) - 1, columns = size / (rows + 1) - 1;
    bed b = { .mesh = make_cells(columns, rows, 8, 0.2, NULL) };
    double w = 8.0 * columns, h = 8.0 * rows;
    hold(&b, (vec2){ 10, h - 10 }, 13, false);
    hold(&b, (vec2){ w - 10, h - 10 }, 13, false);
    hold(&b, (vec2){ w / 2, 10 }, 13, true);
    hold(&b, (vec2){ w - 10, 10 }, 13, true);
    b.targets[2].center.y += h / 8;
    b.targets[3].center.x -= w / 8;
    double create = 0, eight = 0, one = 0, measure = 0, other = 0;
    int turns = size > 5000 ? 40 : 300;
    for (int i = 0; i < 5; i++) {
        double begin = clock_us();
        void *machine = make_machine(&b, &deform_arap_triangle);
        keep_least(&create, clock_us() - begin);
        deform_arap_triangle.destroy(machine);
    }
    void *machine = make_machine(&b, &deform_arap_triangle);
    pantin_point32 *out = malloc(sizeof *out * (size_t)b.mesh.vertex_count);
    pantin_bend_meter *meter = pantin_bend_meter_create(&b.mesh, false, NULL, NULL);
    if (meter == NULL || out == NULL) exit(2);
    deform_arap_triangle.solve(machine, b.targets, NULL, NULL, NULL, 0, (pantin_budget){ 0, 0 },
                               out, NULL, NULL);
#ifdef PANTIN_HAS_CHOLMOD
    peer p;
    peer_create(&p, &b);
#endif
    for (int i = 0; i < turns; i++)
        for (int count = 1; count <= 8; count += 7) {
            double begin = clock_us();
            deform_arap_triangle.solve(machine, b.targets, NULL, out, NULL, 0,
                                       (pantin_budget){ count, 0 }, out, NULL, NULL);
            keep_least(count == 1 ? &one : &eight, clock_us() - begin);
            begin = clock_us();
            pantin_bend_measure(meter, out, NULL, NULL);
            keep_least(&measure, clock_us() - begin);
#ifdef PANTIN_HAS_CHOLMOD
            begin = clock_us();
            peer_solve(&p, out);
            keep_least(&other, clock_us() - begin);
#endif
        }
    printf("%d,%d,%.2f,%.1f,%.1f,%.1f,%.1f,%.2f\n", b.mesh.vertex_count, b.mesh.triangle_count,
           create / 1000, eight, (eight - one) / 7, measure, other, other / eight);
#ifdef PANTIN_HAS_CHOLMOD
    peer_destroy(&p);
#endif
    pantin_bend_meter_destroy(meter);
    deform_arap_triangle.destroy(machine);
    free(out);
    drop(&b);
}

// --- repair -------------------------------------------------------------------------------------

static bool in_figure(int x, int y) {
    bool trunk = x >= 17 && x < 27 && y >= 12 && y < 34, head = x >= 18 && x < 26 && y < 12;
    bool arms = y >= 14 && y < 19 && x >= 2 && x < 42;
    bool legs = y >= 30 && ((x >= 16 && x < 21) || (x >= 23 && x < 28));
    return trunk || head || arms || legs;
}

/// Root, middle and end of each limb, in cells.
static const vec2 limbs[4][3] = {
    { { 18, 16.5 }, { 10, 16.5 }, { 3, 16.5 } },
    { { 26, 16.5 }, { 34, 16.5 }, { 41, 16.5 } },
    { { 18.5, 34 }, { 18.5, 43 }, { 18.5, 55 } },
    { { 25.5, 34 }, { 25.5, 43 }, { 25.5, 55 } },
};

static vec2 turned_about(vec2 pivot, vec2 from, vec2 to, double angle) {
    double sine, cosine;
    trig_sincos(angle, &sine, &cosine);
    return vec2_add(pivot, vec2_turn(vec2_sub(to, from), cosine, sine));
}

static void pose_figure(bed *b, double degrees, uint64_t seed) {
    random_state r = random_make(seed);
    for (int i = 0; i < 4; i++) {
        double upper = random_between(&r, -degrees, degrees) * TRIG_DEGREE;
        double lower = random_between(&r, -degrees, degrees) * TRIG_DEGREE;
        vec2 root = vec2_scale(limbs[i][0], 7);
        vec2 middle = b->grips[2 + 2 * i].center, end = b->grips[3 + 2 * i].center;
        vec2 knee = turned_about(root, root, middle, upper);
        b->targets[2 + 2 * i].center = knee;
        b->targets[3 + 2 * i].center = turned_about(knee, middle, end, upper + lower);
    }
}

static bed make_figure(void) {
    bed b = { .mesh = make_cells(44, 56, 7, 0, in_figure) };
    hold(&b, (vec2){ 22 * 7, 4 * 7 }, 11, true);
    hold(&b, (vec2){ 22 * 7, 22 * 7 }, 11, true);
    for (int i = 0; i < 4; i++)
        for (int k = 1; k < 3; k++) hold(&b, vec2_scale(limbs[i][k], 7), 11, true);
    return b;
}

static void count_repair(const pantin_deformer *player, double degrees) {
    bed b = make_figure();
    void *machine = make_machine(&b, player);
    pantin_point32 *out = malloc(sizeof *out * (size_t)b.mesh.vertex_count);
    int raw_poses = 0, raw = 0, left_poses = 0, left = 0, rounds = 0, branched = 0;
    for (uint64_t seed = 1; seed <= 100; seed++) {
        pose_figure(&b, degrees, seed);
        player->reset(machine);
        pantin_deform_report report = player->solve(machine, b.targets, NULL, NULL, NULL, 0,
                                                    (pantin_budget){ 0, 0 }, out, NULL, NULL);
        raw_poses += report.inverted_raw > 0;
        raw += report.inverted_raw;
        left_poses += report.quality.inverted > 0;
        left += report.quality.inverted;
        branched += report.quality.branch_points > 0;
        rounds += report.repair_rounds;
    }
    printf("%s,%g,%d,%.2f,%d,%.2f,%d,%.2f\n", player->name, degrees, raw_poses, raw / 100.0,
           left_poses, left / 100.0, branched, rounds / 100.0);
    player->destroy(machine);
    free(out);
    drop(&b);
}

// --- the players beside each other --------------------------------------------------------------

static int compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/// 100 poses of the figure of up to 80 degrees a joint, from rest, without repair; and the time of a
/// warm frame (the pose again, from its own answer), verification and report included.
static void compare_players(void) {
    int count = 0;
    const pantin_deformer *const *all = pantin_deformers(&count);
    for (int i = 0; i < count; i++) {
        if (all[i]->not_yet != NULL) continue;
        bed b = make_figure();
        pantin_deform_options bare = pantin_deform_defaults();
        bare.repair = false;
        pantin_deform_setup setup = { .rest = &b.mesh,
                                      .patches = b.patches,
                                      .patch_count = b.count };
        double begin = clock_us(), energy[100], stretch = 0, frame = 0, create;
        void *machine = all[i]->create(&setup, &bare, NULL);
        if (machine == NULL) exit(2);
        create = clock_us() - begin;
        pantin_point32 *out = malloc(sizeof *out * (size_t)b.mesh.vertex_count);
        int flips = 0, flipped = 0;
        for (uint64_t seed = 1; seed <= 100; seed++) {
            pose_figure(&b, 80, seed);
            pantin_deform_report report = all[i]->solve(machine, b.targets, NULL, NULL, NULL, 0,
                                                        (pantin_budget){ 0, 0 }, out, NULL, NULL);
            energy[seed - 1] = report.quality.energy_normalized;
            stretch += report.quality.stretch_p95 / 100;
            flips += report.quality.inverted;
            flipped += report.quality.inverted > 0;
            begin = clock_us();
            all[i]->solve(machine, b.targets, NULL, out, NULL, 0, (pantin_budget){ 0, 0 }, out,
                          NULL, NULL);
            keep_least(&frame, clock_us() - begin);
        }
        qsort(energy, 100, sizeof *energy, compare_doubles);
        printf("%s,%d,%.2f,%.0f,%d,%.2f,%.4f,%.4f,%.3f\n", all[i]->name, b.mesh.vertex_count,
               create / 1000, frame, flipped, flips / 100.0, energy[50], energy[99], stretch);
        all[i]->destroy(machine);
        free(out);
        drop(&b);
    }
}

int main(int count, char **words) {
    static const int usual[] = { 400, 1500, 10000, 40000 };
    printf("vertices,triangles,create_ms,solve_us,iteration_us,measure_us,cholmod_us,ratio\n");
    if (count < 2)
        for (int i = 0; i < 4; i++) time_size(usual[i]);
    for (int i = 1; i < count; i++) {
        int size = atoi(words[i]);
        if (size >= 100 && size <= 1000000) time_size(size);
    }
    printf(
        "\nplayer,vertices,create_ms,frame_us,poses_flipped,mean_flips,median_energy,worst_energy,"
        "mean_p95_stretch\n");
    compare_players();
    printf("\nplayer,degrees,poses_flipped,mean_flips,poses_left,mean_left,poses_branched,mean_"
           "rounds\n");
    const pantin_deformer *mended[] = { &deform_arap_triangle, &deform_arap_vertex };
    for (int p = 0; p < 2; p++)
        for (int degrees = 45; degrees <= 150; degrees += 35) count_repair(mended[p], degrees);
    return 0;
}
