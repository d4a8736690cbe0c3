// with_sheet.c — small meshes made by hand, patches around points, and a player that bends them.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "with_sheet.h"

#include "base/memory.h"
#include "base/trig.h"

static int root_of(const int *parent, int v) {
    while (parent[v] != v) v = parent[v];
    return v;
}

static void find_islands(pantin_mesh *mesh) {
    int *parent = memory_allocate((size_t)mesh->vertex_count, sizeof(int));
    assert_non_null(parent);
    for (int v = 0; v < mesh->vertex_count; v++) parent[v] = v;
    for (int t = 0; t < mesh->triangle_count; t++)
        for (int k = 1; k < 3; k++) {
            int a = root_of(parent, mesh->triangles[t][0]),
                b = root_of(parent, mesh->triangles[t][k]);
            parent[a < b ? b : a] = a < b ? a : b;
        }
    mesh->island_count = 0;
    for (int v = 0; v < mesh->vertex_count; v++) {
        int root = root_of(parent, v);
        mesh->islands[v] = root == v ? mesh->island_count++ : mesh->islands[root];
    }
    memory_free(parent, (size_t)mesh->vertex_count, sizeof(int));
}

static pantin_mesh mesh_empty(int vertices, int triangles) {
    pantin_mesh mesh = { .vertex_count = vertices, .triangle_count = triangles };
    mesh.vertices = memory_allocate((size_t)vertices, sizeof *mesh.vertices);
    mesh.triangles = memory_allocate((size_t)triangles, sizeof *mesh.triangles);
    mesh.islands = memory_allocate((size_t)vertices, sizeof *mesh.islands);
    assert_true(mesh.vertices != NULL && mesh.triangles != NULL && mesh.islands != NULL);
    return mesh;
}

pantin_mesh mesh_from(const vec2 *vertices, int vertex_count, const int (*triangles)[3],
                      int triangle_count) {
    pantin_mesh mesh = mesh_empty(vertex_count, triangle_count);
    memcpy(mesh.vertices, vertices, sizeof *vertices * (size_t)vertex_count);
    memcpy(mesh.triangles, triangles, sizeof *triangles * (size_t)triangle_count);
    find_islands(&mesh);
    return mesh;
}

pantin_mesh mesh_shaken_grid(int columns, int rows, double cell, vec2 corner, double shake,
                             random_state *r) {
    pantin_mesh mesh = mesh_empty((columns + 1) * (rows + 1), 2 * columns * rows);
    for (int y = 0; y <= rows; y++)
        for (int x = 0; x <= columns; x++) {
            vec2 p = { corner.x + x * cell, corner.y + y * cell };
            if (shake > 0) {
                p.x += random_between(r, -shake, shake) * cell;
                p.y += random_between(r, -shake, shake) * cell;
            }
            mesh.vertices[y * (columns + 1) + x] = p;
        }
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < columns; x++) {
            int a = y * (columns + 1) + x, b = a + 1, c = a + columns + 1, d = c + 1;
            int *t = mesh.triangles[2 * (y * columns + x)];
            t[0] = a, t[1] = b, t[2] = d;
            t[3] = a, t[4] = d, t[5] = c;
        }
    mesh.spacing_px = cell;
    find_islands(&mesh);
    return mesh;
}

pantin_mesh mesh_grid(int columns, int rows, double cell, vec2 corner) {
    return mesh_shaken_grid(columns, rows, cell, corner, 0, NULL);
}

pantin_mesh mesh_join(pantin_mesh a, pantin_mesh b) {
    pantin_mesh both =
        mesh_empty(a.vertex_count + b.vertex_count, a.triangle_count + b.triangle_count);
    memcpy(both.vertices, a.vertices, sizeof *a.vertices * (size_t)a.vertex_count);
    memcpy(both.vertices + a.vertex_count, b.vertices, sizeof *b.vertices * (size_t)b.vertex_count);
    memcpy(both.triangles, a.triangles, sizeof *a.triangles * (size_t)a.triangle_count);
    for (int t = 0; t < b.triangle_count; t++)
        for (int k = 0; k < 3; k++)
            both.triangles[a.triangle_count + t][k] = b.triangles[t][k] + a.vertex_count;
    find_islands(&both);
    mesh_drop(&a);
    mesh_drop(&b);
    return both;
}

void mesh_drop(pantin_mesh *mesh) {
    memory_free(mesh->vertices, (size_t)mesh->vertex_count, sizeof *mesh->vertices);
    memory_free(mesh->triangles, (size_t)mesh->triangle_count, sizeof *mesh->triangles);
    memory_free(mesh->islands, (size_t)mesh->vertex_count, sizeof *mesh->islands);
    *mesh = (pantin_mesh){ 0 };
}

rig rig_make(pantin_mesh mesh) {
    rig r = { .mesh = mesh };
    return r;
}

static bool is_held(const rig *r, int vertex) {
    for (int i = 0; i < r->count; i++)
        for (int k = 0; k < r->patches[i].count; k++)
            if (r->lists[i][k] == vertex) return true;
    return false;
}

int rig_hold(rig *r, vec2 point, double radius, bool free_turn) {
    assert_true(r->count < MOST_PATCHES);
    int *list = memory_allocate((size_t)r->mesh.vertex_count, sizeof(int)), count = 0;
    int nearest = PANTIN_NONE;
    assert_non_null(list);
    for (int v = 0; v < r->mesh.vertex_count; v++) {
        if (is_held(r, v)) continue;
        double distance = vec2_distance(r->mesh.vertices[v], point);
        if (distance <= radius) list[count++] = v;
        if (nearest == PANTIN_NONE || distance < vec2_distance(r->mesh.vertices[nearest], point))
            nearest = v;
    }
    if (count == 0) list[count++] = nearest;
    vec2 sum = { 0, 0 };
    for (int k = 0; k < count; k++) sum = vec2_add(sum, r->mesh.vertices[list[k]]);
    int i = r->count++;
    r->lists[i] = list;
    r->patches[i] = (pantin_patch){ list, count, 1000, free_turn };
    r->centroids[i] = vec2_scale(sum, 1.0 / count);
    r->targets[i] = (pantin_target){ r->centroids[i], 0, 1 };
    return i;
}

double rig_middle(const rig *r) {
    double left = r->mesh.vertices[0].x, right = left;
    for (int v = 1; v < r->mesh.vertex_count; v++) {
        left = min_double(left, r->mesh.vertices[v].x);
        right = max_double(right, r->mesh.vertices[v].x);
    }
    return (left + right) / 2;
}

pantin_deform_setup rig_setup(const rig *r) {
    return (pantin_deform_setup){
        .rest = &r->mesh,
        .mirrored_rest = r->mirrored,
        .mirror_x = rig_middle(r),
        .rigidity = r->rigidity,
        .patches = r->patches,
        .patch_count = r->count,
    };
}

void rig_drop(rig *r) {
    for (int i = 0; i < r->count; i++)
        memory_free(r->lists[i], (size_t)r->mesh.vertex_count, sizeof(int));
    mesh_drop(&r->mesh);
}

void rig_move(rig *r, vec2 about, double angle, vec2 by) {
    double sine, cosine;
    trig_sincos(angle, &sine, &cosine);
    for (int i = 0; i < r->count; i++) {
        vec2 turned = vec2_turn(vec2_sub(r->targets[i].center, about), cosine, sine);
        r->targets[i].center = vec2_add(vec2_add(about, turned), by);
        r->targets[i].angle += angle;
    }
}

void *rig_machine(const rig *r, const pantin_deformer *player,
                  const pantin_deform_options *options) {
    pantin_deform_setup setup = rig_setup(r);
    pantin_error error = { 0 };
    void *machine = player->create(&setup, options, &error);
    if (machine == NULL) fail_msg("%s: %s", error.where, error.text);
    return machine;
}

pantin_deform_report rig_solve(const rig *r, const pantin_deformer *player, void *machine,
                               const pantin_point32 *start, int iterations, pantin_point32 *out) {
    return player->solve(machine, r->targets, NULL, start, NULL, 0,
                         (pantin_budget){ iterations, 0 }, out, NULL, NULL);
}

pantin_point32 *points_make(const pantin_mesh *mesh) {
    pantin_point32 *points = memory_allocate((size_t)mesh->vertex_count, sizeof *points);
    assert_non_null(points);
    for (int v = 0; v < mesh->vertex_count; v++)
        points[v] = (pantin_point32){ (float)mesh->vertices[v].x, (float)mesh->vertices[v].y };
    return points;
}

void points_drop(pantin_point32 *points, const pantin_mesh *mesh) {
    memory_free(points, (size_t)mesh->vertex_count, sizeof *points);
}

bool points_are_finite(const pantin_point32 *points, int count) {
    for (int v = 0; v < count; v++)
        if (!finite_double(points[v].x) || !finite_double(points[v].y)) return false;
    return true;
}

double points_apart(const pantin_point32 *a, const pantin_point32 *b, int count) {
    double apart = 0;
    for (int v = 0; v < count; v++)
        apart = max_double(apart, vec2_distance(vec2_from32(a[v]), vec2_from32(b[v])));
    return apart;
}

void for_each_player(void (*law)(const pantin_deformer *)) {
    int count = 0, works = 0;
    const pantin_deformer *const *all = pantin_deformers(&count);
    for (int i = 0; i < count; i++) {
        if (all[i]->not_yet != NULL) continue;
        law(all[i]);
        works++;
    }
    assert_true(works >= 6);
}
