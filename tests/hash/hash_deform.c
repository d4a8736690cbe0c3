// hash_deform.c — wavy sheets with a loose piece, bent by every player: mild, folded and repaired,
// mirrored, settled; with every number of the reports.
// SPDX-License-Identifier: MIT
#include "base/memory.h"
#include "base/random.h"
#include "base/trig.h"
#include "base/vec.h"
#include "hash_cases.h"
#include "pantin/deform.h"

enum { COLUMNS = 21, ROWS = 15, LOOSE = 9, VERTICES = COLUMNS * ROWS + LOOSE };
enum { TRIANGLES = 2 * (COLUMNS - 1) * (ROWS - 1) + 8, FRAMES = 6 };

static int list_cell(int (*triangles)[3], int count, int corner, int stride) {
    int *t = triangles[count];
    t[0] = corner, t[1] = corner + 1, t[2] = corner + stride + 1;
    t[3] = corner, t[4] = corner + stride + 1, t[5] = corner + stride;
    return count + 2;
}

/// A sheet of 20 x 14 cells of 7 px, waved so that no two triangles are alike, and a hat of 2 x 2.
static bool make_sheet(pantin_mesh *mesh) {
    static pantin_vec2 vertices[VERTICES];
    static int triangles[TRIANGLES][3];
    int v = 0, t = 0;
    for (int y = 0; y < ROWS; y++)
        for (int x = 0; x < COLUMNS; x++) {
            double sine, cosine;
            trig_sincos(0.7 * x + 1.3 * y, &sine, &cosine);
            vertices[v++] = (pantin_vec2){ 7 * x + 1.4 * sine, 40 + 7 * y + 1.4 * cosine };
        }
    for (int i = 0; i < LOOSE; i++)
        vertices[v++] = (pantin_vec2){ 30 + 6 * (i % 3), 15 + 6 * (i / 3) };
    for (int y = 0; y + 1 < ROWS; y++)
        for (int x = 0; x + 1 < COLUMNS; x++) t = list_cell(triangles, t, y * COLUMNS + x, COLUMNS);
    for (int i = 0; i < 4; i++)
        t = list_cell(triangles, t, COLUMNS * ROWS + i % 2 + 3 * (i / 2), 3);
    return pantin_mesh_copy(vertices, VERTICES, (const int(*)[3])triangles, TRIANGLES, mesh, NULL);
}

static uint64_t hash_report(const pantin_deform_report *r, uint64_t hash) {
    const pantin_bend_quality *q = &r->quality;
    hash = hash_int(r->status, hash);
    hash = hash_int(r->iterations, hash);
    hash = hash_int(r->repair_rounds, hash);
    hash = hash_int(r->inverted_raw, hash);
    hash = hash_double(r->energy, hash);
    hash = hash_double(r->last_move_px, hash);
    hash = hash_int(q->inverted, hash);
    hash = hash_int(q->branch_points, hash);
    hash = hash_double(q->min_area_ratio, hash);
    hash = hash_double(q->energy_normalized, hash);
    hash = hash_double(q->stretch_mean, hash);
    hash = hash_double(q->stretch_p95, hash);
    return hash_double(q->feature_distortion, hash);
}

static uint64_t hash_handles(const pantin_handle_report *handles, int count, uint64_t hash) {
    for (int i = 0; i < count; i++) {
        hash = hash_double(handles[i].error.x, hash);
        hash = hash_double(handles[i].error.y, hash);
        hash = hash_double(handles[i].angle_error, hash);
        hash = hash_double(handles[i].vertex_error_px, hash);
    }
    return hash;
}

/// Four patches, two held and two free, pulled about by `reach` px over six frames.
static uint64_t bend(const char *method, bool mirrored, double reach, pantin_budget budget) {
    static const int left[] = { 252, 253, 273, 274 }, right[] = { 267, 268, 288, 289 };
    static const int head[] = { 2, 3, 4, 23, 24, 25 }, hand[] = { 19, 20, 40, 41 };
    const pantin_patch patches[] = {
        { left, 4, 1000, false },
        { right, 4, 1000, false },
        { head, 6, 500, true },
        { hand, 4, 1000, true },
    };
    static double rigidity[TRIANGLES];
    static pantin_point32 out[VERTICES];
    static float bind[TRIANGLES];
    pantin_mesh mesh = { 0 };
    if (!make_sheet(&mesh)) return 0;
    for (int t = 0; t < TRIANGLES; t++) rigidity[t] = t > 150 && t < 180 ? 40 : 1;
    pantin_deform_setup setup = { .rest = &mesh,
                                  .mirrored_rest = mirrored,
                                  .mirror_x = 70,
                                  .rigidity = rigidity,
                                  .patches = patches,
                                  .patch_count = 4 };
    const pantin_deformer *player = pantin_deformer_find(method, NULL);
    void *machine = player->create(&setup, NULL, NULL);
    uint64_t hash = machine != NULL;
    random_state r = random_make(43);
    for (int frame = 0; frame < FRAMES && machine != NULL; frame++) {
        pantin_target targets[4];
        pantin_handle_report handles[4];
        for (int i = 0; i < 4; i++) {
            pantin_vec2 at = mesh.vertices[patches[i].vertices[0]];
            if (mirrored) at.x = 140 - at.x;
            targets[i].center.x = at.x + random_between(&r, -reach, reach);
            targets[i].center.y = at.y + random_between(&r, -reach, reach);
            targets[i].angle = random_between(&r, -0.5, 0.5);
            targets[i].scale = 1;
        }
        pantin_deform_report report = player->solve(machine, targets, NULL, frame ? out : NULL,
                                                    NULL, 0, budget, out, handles, bind);
        hash = pantin_hash(out, sizeof out, hash);
        hash = pantin_hash(bind, sizeof bind, hash);
        hash = hash_handles(handles, 4, hash_report(&report, hash));
    }
    player->destroy(machine);
    pantin_mesh_free(&mesh);
    return hash;
}

/// A sheet with bones left and right, squeezed, torn about, jumping every third frame, capped at times.
static uint64_t bend_arap(void) {
    static const int left[] = { 252, 253, 273, 274 }, right[] = { 267, 268, 288, 289 };
    static const int head[] = { 2, 3, 4, 23, 24, 25 }, hand[] = { 19, 20, 40, 41 };
    const pantin_patch patches[] = { { left, 4, 1000, false },
                                     { right, 4, 1000, false },
                                     { head, 6, 500, true },
                                     { hand, 4, 1000, true } };
    static int triangles[2][100];
    static double weights[100];
    static pantin_point32 out[VERTICES];
    static float bind[TRIANGLES];
    for (int k = 0; k < 100; k++) {
        triangles[0][k] = k, triangles[1][k] = 300 + k;
        weights[k] = 0.1 * (k % 40);
    }
    const pantin_bone bones[] = { { triangles[0], weights, 100 }, { triangles[1], weights, 100 } };
    pantin_mesh mesh = { 0 };
    if (!make_sheet(&mesh)) return 0;
    pantin_deform_setup setup = {
        .rest = &mesh, .patches = patches, .patch_count = 4, .bones = bones, .bone_count = 2
    };
    const pantin_deformer *player = pantin_deformer_find("arap", NULL);
    void *machine = player->create(&setup, NULL, NULL);
    uint64_t hash = machine != NULL;
    random_state r = random_make(44);
    for (int frame = 0; frame < 12 && machine != NULL; frame++) {
        pantin_target targets[4], half[4];
        pantin_handle_report handles[4];
        double angles[2] = { random_between(&r, -1, 1), random_between(&r, -2, 2) };
        for (int i = 0; i < 4; i++) {
            pantin_vec2 at = mesh.vertices[patches[i].vertices[0]];
            vec2 way = { random_between(&r, -50, 50), random_between(&r, -50, 50) };
            double angle = random_between(&r, -2, 2);
            targets[i] = (pantin_target){ vec2_add(at, way), angle, 1 };
            half[i] = (pantin_target){ vec2_add(at, vec2_scale(way, 0.5)), angle / 2, 1 };
        }
        const pantin_target *path[] = { half, targets };
        pantin_budget budget = { frame % 4 == 1 ? 3 : 0, 0 };
        pantin_deform_report report =
            player->solve(machine, targets, frame % 2 ? angles : NULL, frame % 3 ? out : NULL, path,
                          frame % 6 ? 0 : 2, budget, out, handles, bind);
        hash = pantin_hash(out, sizeof out, hash);
        hash = pantin_hash(bind, sizeof bind, hash);
        hash = hash_handles(handles, 4, hash_report(&report, hash));
        hash = hash_int((int)report.memory, hash);
    }
    player->destroy(machine);
    pantin_mesh_free(&mesh);
    return hash;
}

static const pantin_budget usual = { 0, 0 }, settled = { 200, 1e-4 };

static uint64_t arap_mild(void) { return bend("arap", false, 8, usual); }
static uint64_t arap_folded(void) { return bend("arap", false, 60, usual); }
static uint64_t arap_mirrored(void) { return bend("arap", true, 12, usual); }
static uint64_t arap_settled(void) { return bend("arap", false, 12, settled); }
static uint64_t triangle_mild(void) { return bend("arap-triangle", false, 8, usual); }
static uint64_t triangle_folded(void) { return bend("arap-triangle", false, 60, usual); }
static uint64_t triangle_mirrored(void) { return bend("arap-triangle", true, 12, usual); }
static uint64_t triangle_settled(void) { return bend("arap-triangle", false, 12, settled); }
static uint64_t vertex_mild(void) { return bend("arap-vertex", false, 8, usual); }
static uint64_t vertex_folded(void) { return bend("arap-vertex", false, 60, usual); }
static uint64_t vertex_mirrored(void) { return bend("arap-vertex", true, 12, usual); }
static uint64_t blend(void) { return bend("blend", false, 20, usual); }
static uint64_t shepard(void) { return bend("shepard", false, 20, usual); }
static uint64_t mls(void) { return bend("mls", false, 20, usual); }
static uint64_t igarashi09(void) { return bend("igarashi09", false, 20, usual); }

const hash_case hash_deform_cases[] = {
    { "deform.arap_mild", arap_mild },
    { "deform.arap_folded", arap_folded },
    { "deform.arap_mirrored", arap_mirrored },
    { "deform.arap_settled", arap_settled },
    { "deform.arap_ways", bend_arap },
    { "deform.triangle_mild", triangle_mild },
    { "deform.triangle_folded", triangle_folded },
    { "deform.triangle_mirrored", triangle_mirrored },
    { "deform.triangle_settled", triangle_settled },
    { "deform.vertex_mild", vertex_mild },
    { "deform.vertex_folded", vertex_folded },
    { "deform.vertex_mirrored", vertex_mirrored },
    { "deform.blend", blend },
    { "deform.shepard", shepard },
    { "deform.mls", mls },
    { "deform.igarashi09", igarashi09 },
    { 0 },
};
