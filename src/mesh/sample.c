// sample.c — points inside, about the wanted length apart and never nearer: a Poisson disk.
//
// From the outline inward, in the order they were made, each point offers ten places around it,
// evenly turned from an angle by chance, a little beyond the least distance r = 0.9 h by chance.
// One is taken when it lies inside, no point is nearer than r, and it crowds no edge of the
// outline. Offering places close to r rather than anywhere up to 2 r packs them nearly as tight as
// can be (0.7 to 0.8 of a hexagonal lattice), so few holes are left for refinement to fill, and
// rows follow the outline. Nearness is looked up in buckets, by straight distance: a point beyond a
// gap of paper counts too; refinement fills what that leaves out.
//
// Bridson: Fast Poisson Disk Sampling in Arbitrary Dimensions, 2007.
// SPDX-License-Identifier: MIT
#include "base/memory.h"
#include "base/trig.h"
#include "mesh/delaunay.h"

enum { OFFERS = 10 };
#define RADIUS 0.9
#define LOOSE 0.12

/// Points in square buckets: heads, and for each point the next in its bucket.
typedef struct sampler {
    triangulation *mesh;
    const mesh_sizing *sizing;
    double side;
    int columns, rows;
    int *heads; // owned
    int *next;  // owned, as large as the triangulation's points
    int next_capacity;
} sampler;

static int bucket_column(const sampler *s, double x) {
    return (int)clamp_double((x - s->sizing->left) / s->side, 0, s->columns - 1);
}
static int bucket_row(const sampler *s, double y) {
    return (int)clamp_double((y - s->sizing->top) / s->side, 0, s->rows - 1);
}

static void remember(sampler *s, int v) {
    vec2 p = s->mesh->points[v];
    int *head =
        &s->heads[(size_t)bucket_row(s, p.y) * (size_t)s->columns + (size_t)bucket_column(s, p.x)];
    s->next[v] = *head;
    *head = v;
}

static bool is_free(const sampler *s, vec2 p, double radius) {
    int left = bucket_column(s, p.x - radius), right = bucket_column(s, p.x + radius);
    int top = bucket_row(s, p.y - radius), bottom = bucket_row(s, p.y + radius);
    for (int row = top; row <= bottom; row++)
        for (int column = left; column <= right; column++) {
            int v = s->heads[(size_t)row * (size_t)s->columns + (size_t)column];
            for (; v != PANTIN_NONE; v = s->next[v]) {
                vec2 away = vec2_sub(s->mesh->points[v], p);
                if (vec2_dot(away, away) < radius * radius) return false;
            }
        }
    return true;
}

/// Adds p when it lies inside and crowds nothing.
static void try_add(sampler *s, vec2 p, int from) {
    triangulation *mesh = s->mesh;
    triangulation_place place = triangulation_find(mesh, p, mesh->around[from]);
    if (place.triangle == PANTIN_NONE || !mesh->triangles[place.triangle].inside) return;
    if (place.corner != PANTIN_NONE) return;
    if (place.edge != PANTIN_NONE && triangulation_is_fixed(mesh, place.triangle, place.edge))
        return;
    if (mesh_look_around(mesh, p, place, 0.0).edge != PANTIN_NONE) return;
    remember(s, triangulation_insert(mesh, p, place));
}

static bool reserve(sampler *s, pantin_error *error) {
    if (s->mesh->point_count >= MESH_VERTEX_LIMIT)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "spacing_px",
                           "%g px makes more than %d vertices: make it larger, or clear the mask "
                           "of specks",
                           s->sizing->most,
                           MESH_VERTEX_LIMIT);
    if (!triangulation_reserve(s->mesh, OFFERS, error)) return false;
    if (s->next != NULL && s->next_capacity >= s->mesh->point_capacity) return true;
    int *moved = memory_resize(s->next, (size_t)s->next_capacity, (size_t)s->mesh->point_capacity,
                               sizeof *moved);
    if (!moved) return memory_fail(error, "the points of a mesh");
    s->next = moved;
    s->next_capacity = s->mesh->point_capacity;
    return true;
}

static bool add_around(sampler *s, random_state *random, pantin_error *error) {
    for (int v = 4; v < s->mesh->point_count; v++) {
        vec2 from = s->mesh->points[v], turn, step;
        double wanted = RADIUS * mesh_sizing_at(s->sizing, from);
        if (!reserve(s, error)) return false;
        trig_sincos(random_double(random) * 2 * TRIG_PI, &turn.y, &turn.x);
        trig_sincos(2 * TRIG_PI / OFFERS, &step.y, &step.x);
        for (int k = 0; k < OFFERS; k++, turn = vec2_turn(turn, step.x, step.y)) {
            double distance = wanted * (1.0 + LOOSE * random_double(random));
            vec2 p = vec2_add(from, vec2_scale(turn, distance));
            double radius = min_double(RADIUS * mesh_sizing_at(s->sizing, p), distance);
            if (is_free(s, p, radius * (1 - 1e-9))) try_add(s, p, v);
        }
    }
    return true;
}

bool mesh_add_samples(triangulation *mesh, const mesh_sizing *sizing, random_state random,
                      pantin_error *error) {
    double width = sizing->columns * sizing->step, height = sizing->rows * sizing->step;
    sampler s = { .mesh = mesh, .sizing = sizing };
    s.side = max_double(sizing->most / 2, sqrt(width * height / (1 << 21)));
    s.columns = (int)(width / s.side) + 1;
    s.rows = (int)(height / s.side) + 1;
    size_t buckets = (size_t)s.columns * (size_t)s.rows;
    s.heads = memory_allocate(buckets, sizeof *s.heads);
    bool done = s.heads != NULL || memory_fail(error, "the points of a mesh");
    done = done && reserve(&s, error);
    if (done) {
        for (size_t b = 0; b < buckets; b++) s.heads[b] = PANTIN_NONE;
        for (int v = 4; v < mesh->point_count; v++) remember(&s, v);
        done = add_around(&s, &random, error);
    }
    memory_free(s.heads, buckets, sizeof *s.heads);
    memory_free(s.next, (size_t)s.next_capacity, sizeof *s.next);
    return done;
}
