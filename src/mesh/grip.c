// grip.c — which vertices a handle holds.
//
// A handle is a small rigid patch, so it needs three vertices or the sheet around it can spin;
// fewer grow to the three nearest, of the same piece, so that no handle ties two pieces together by
// chance. Its point is their centroid: a target is compared with what can be reached exactly, for a
// handle whose point is not its centroid pulls a constant shear into the sheet.
// SPDX-License-Identifier: MIT
#include "mesh/build.h"

#include <string.h>

#include "base/memory.h"
#include "base/trig.h"
#include "base/vec.h"

enum { GRIP_LEAST = 3 };

/// The three nearest vertices of one piece, nearest first; equally near ones by index.
typedef struct nearest_three {
    int vertices[GRIP_LEAST];
    double squared[GRIP_LEAST];
    int count;
} nearest_three;

static void offer(nearest_three *best, int vertex, double squared) {
    int place = best->count;
    while (place > 0 && squared < best->squared[place - 1]) place--;
    if (place == GRIP_LEAST) return;
    if (best->count < GRIP_LEAST) best->count++;
    for (int k = best->count - 1; k > place; k--) {
        best->vertices[k] = best->vertices[k - 1];
        best->squared[k] = best->squared[k - 1];
    }
    best->vertices[place] = vertex;
    best->squared[place] = squared;
}

static double squared_distance(const pantin_mesh *mesh, int vertex, vec2 point) {
    vec2 d = vec2_sub(mesh->vertices[vertex], point);
    return vec2_dot(d, d);
}

static int nearest_vertex(const pantin_mesh *mesh, vec2 point) {
    int nearest = 0;
    double best = squared_distance(mesh, 0, point);
    for (int v = 1; v < mesh->vertex_count; v++) {
        double squared = squared_distance(mesh, v, point);
        if (squared < best) best = squared, nearest = v;
    }
    return nearest;
}

static vec2 centroid(const pantin_mesh *mesh, const int *vertices, int count) {
    vec2 sum = { 0, 0 };
    for (int k = 0; k < count; k++) sum = vec2_add(sum, mesh->vertices[vertices[k]]);
    return vec2_scale(sum, 1.0 / count);
}

// --- sides of a cut -----------------------------------------------------------------------------
//
// Which vertices a handle may hold: `barred` marks those that a triangle of a stranger has.

static bool strangers(const pantin_mesh *mesh, int a, int b) {
    return mesh->strangers[a * mesh->part_count + b] != 0;
}

static void bar_triangle(const pantin_mesh *mesh, int t, uint8_t *barred) {
    for (int k = 0; k < 3; k++) barred[mesh->triangles[t][k]] = 1;
}

/// The triangle the point lies in, or else the one whose centroid is nearest.
static int triangle_of(const pantin_mesh *mesh, vec2 point) {
    double best = INFINITY;
    int nearest = 0;
    for (int t = 0; t < mesh->triangle_count; t++) {
        vec2 c[3], sum = { 0, 0 };
        bool inside = true;
        for (int k = 0; k < 3; k++) c[k] = mesh->vertices[mesh->triangles[t][k]];
        for (int k = 0; k < 3; k++) {
            sum = vec2_add(sum, c[k]);
            inside &= vec2_cross(vec2_sub(c[(k + 1) % 3], c[k]), vec2_sub(point, c[k])) >= 0;
        }
        if (inside) return t;
        double away = vec2_distance(vec2_scale(sum, 1.0 / 3.0), point);
        if (away < best) best = away, nearest = t;
    }
    return nearest;
}

static bool touches(const pantin_mesh *mesh, int t, vec2 point, double limit) {
    for (int k = 0; k < 3; k++)
        if (squared_distance(mesh, mesh->triangles[t][k], point) <= limit) return true;
    return false;
}

/// Of a handle between the sides (on the hip, at the end of a cut): both are barred where both are in reach.
static void bar_both(const pantin_mesh *mesh, vec2 point, double limit, uint8_t *near,
                     uint8_t *barred) {
    for (int t = 0; t < mesh->triangle_count; t++)
        if (touches(mesh, t, point, limit)) near[mesh->parts[t]] = 1;
    for (int t = 0; t < mesh->triangle_count; t++)
        for (int p = 0; p < mesh->part_count; p++)
            if (near[p] && strangers(mesh, p, mesh->parts[t])) {
                bar_triangle(mesh, t, barred);
                break;
            }
}

/// Answers a vertex of the handle's own triangle that it may hold.
static bool bar_strangers(const pantin_mesh *mesh, vec2 point, double limit, uint8_t *barred,
                          int *home, pantin_error *error) {
    int triangle = triangle_of(mesh, point), part = mesh->parts[triangle];
    uint8_t *near = memory_allocate((size_t)mesh->part_count, 1);
    if (near == NULL) return memory_fail(error, "a handle's vertices");
    *home = PANTIN_NONE;
    for (int round = 0; round < 2 && *home == PANTIN_NONE; round++) {
        memset(barred, 0, (size_t)mesh->vertex_count);
        bool between = round == 0;
        for (int p = 0; p < mesh->part_count; p++) between &= !strangers(mesh, part, p);
        if (between) bar_both(mesh, point, limit, near, barred);
        // So close to the end of a cut that no corner is left: then it is of the first side in reach.
        for (int p = 0; round == 1 && p < mesh->part_count; p++)
            for (int q = 0; q < mesh->part_count && near[p]; q++)
                if (near[q] && strangers(mesh, p, q)) part = p;
        for (int t = 0; t < mesh->triangle_count && !between; t++)
            if (strangers(mesh, part, mesh->parts[t])) bar_triangle(mesh, t, barred);
        for (int k = 0; k < 3 && *home == PANTIN_NONE; k++)
            if (!barred[mesh->triangles[triangle][k]]) *home = mesh->triangles[triangle][k];
    }
    memory_free(near, (size_t)mesh->part_count, 1);
    if (*home == PANTIN_NONE) *home = mesh->triangles[triangle][0];
    return true;
}

/// Vertices that were named must not be of both sides; those that join them must be of theirs.
static bool bar_from_set(const pantin_mesh *mesh, const char *name, const uint8_t *marks,
                         uint8_t *present, uint8_t *barred, pantin_error *error) {
    for (int t = 0; t < mesh->triangle_count; t++) {
        const int *c = mesh->triangles[t];
        if (marks[c[0]] || marks[c[1]] || marks[c[2]]) present[mesh->parts[t]] = 1;
    }
    for (int p = 0; p < mesh->part_count; p++)
        for (int q = p + 1; q < mesh->part_count && present[p]; q++)
            if (present[q] && strangers(mesh, p, q))
                return pantin_fail(error, PANTIN_ERROR_ARGUMENT, name,
                                   "holds vertices on both sides of a cut: leave out one side's");
    for (int t = 0; t < mesh->triangle_count; t++)
        for (int p = 0; p < mesh->part_count; p++)
            if (present[p] && strangers(mesh, p, mesh->parts[t])) bar_triangle(mesh, t, barred);
    return true;
}

static void sort_few(int *vertices, int count) {
    for (int k = 1; k < count; k++) {
        int v = vertices[k], at = k;
        for (; at > 0 && vertices[at - 1] > v; at--) vertices[at] = vertices[at - 1];
        vertices[at] = v;
    }
}

/// Holds the given (fewer than three) and the vertices of `island` nearest to `point`, three in all.
/// None that is barred (NULL: no vertex is).
static bool hold_grown(const pantin_mesh *mesh, const int *given, int given_count, int island,
                       vec2 point, double snapped_px, const uint8_t *barred, pantin_mesh_grip *grip,
                       pantin_error *error) {
    nearest_three best = { .count = 0 };
    for (int k = 0; k < given_count; k++) offer(&best, given[k], -1.0); // before all others
    for (int v = 0; v < mesh->vertex_count; v++) {
        if (mesh->islands[v] != island || (barred != NULL && barred[v])) continue;
        bool already = false;
        for (int k = 0; k < given_count; k++) already |= given[k] == v;
        if (!already) offer(&best, v, squared_distance(mesh, v, point));
    }
    sort_few(best.vertices, best.count);
    int *held = memory_allocate((size_t)best.count, sizeof *held);
    if (!held) return memory_fail(error, "a handle's vertices");
    for (int k = 0; k < best.count; k++) held[k] = best.vertices[k];
    *grip =
        (pantin_mesh_grip){ held, best.count, centroid(mesh, held, best.count), snapped_px, true };
    return true;
}

// --- by point and radius ------------------------------------------------------------------------

/// Moves the point onto the ink, or says that it lies too far off.
static bool snap(const pantin_mesh *mesh, const pantin_drawing *drawing, const char *name,
                 vec2 *point, double *snapped_px, pantin_error *error) {
    vec2 nearest;
    double away;
    if (drawing) {
        away = pantin_drawing_distance(drawing, *point, &nearest);
    } else {
        nearest = mesh->vertices[nearest_vertex(mesh, *point)];
        away = vec2_distance(*point, nearest);
    }
    if (!(away <= mesh->spacing_px))
        return pantin_fail(
            error, PANTIN_ERROR_ARGUMENT, name,
            "lies %g px off the %s, and only %g px can be bridged: the nearest place is %g, %g",
            trig_round(away * 10) / 10, drawing ? "ink" : "mesh",
            trig_round(mesh->spacing_px * 10) / 10, trig_round(nearest.x * 10) / 10,
            trig_round(nearest.y * 10) / 10);
    *snapped_px = drawing ? away : 0.0;
    if (*snapped_px > 0) *point = nearest;
    return true;
}

/// The vertices within the radius that are not barred, of `home`'s piece when they are too few.
static bool hold_near(const pantin_mesh *mesh, vec2 point, double limit, int home,
                      double snapped_px, const uint8_t *barred, pantin_mesh_grip *grip,
                      pantin_error *error) {
    int count = 0, next = 0;
    for (int v = 0; v < mesh->vertex_count; v++)
        count += squared_distance(mesh, v, point) <= limit && !(barred != NULL && barred[v]);
    if (count < GRIP_LEAST)
        return hold_grown(mesh, NULL, 0, mesh->islands[home], point, snapped_px, barred, grip,
                          error);
    int *held = memory_allocate((size_t)count, sizeof *held);
    if (!held) return memory_fail(error, "a handle's vertices");
    for (int v = 0; v < mesh->vertex_count; v++)
        if (squared_distance(mesh, v, point) <= limit && !(barred != NULL && barred[v]))
            held[next++] = v;
    *grip = (pantin_mesh_grip){ held, count, centroid(mesh, held, count), snapped_px, false };
    return true;
}

bool pantin_mesh_grip_at(const pantin_mesh *mesh, const pantin_drawing *drawing, const char *name,
                         pantin_vec2 point, double radius_px, pantin_mesh_grip *grip,
                         pantin_error *error) {
    if (!finite_double(point.x) || !finite_double(point.y))
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, name, "its point is not a number");
    if (!(radius_px >= 0) || !finite_double(radius_px))
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, name,
                           "its radius is %g px: give 0 px or more", radius_px);
    double snapped_px = 0;
    if (!snap(mesh, drawing, name, &point, &snapped_px, error)) return false;
    uint8_t *barred = NULL;
    int home = 0;
    double limit = radius_px * radius_px;
    bool cut = mesh->part_count > 0;
    if (cut) {
        barred = memory_allocate((size_t)mesh->vertex_count, 1);
        if (barred == NULL) return memory_fail(error, "a handle's vertices");
        // So wide that the three nearest are judged too.
        double wide = max_double(radius_px, 1.5 * mesh->spacing_px);
        if (!bar_strangers(mesh, point, wide * wide, barred, &home, error)) {
            memory_free(barred, (size_t)mesh->vertex_count, 1);
            return false;
        }
    } else {
        home = nearest_vertex(mesh, point);
    }
    bool done = hold_near(mesh, point, limit, home, snapped_px, barred, grip, error);
    memory_free(barred, (size_t)mesh->vertex_count, 1);
    return done;
}

// --- by vertices --------------------------------------------------------------------------------

/// Marks each vertex of the set; one out of range, or marked before, is an error.
static bool mark_set(const pantin_mesh *mesh, const char *name, const int *vertices, int count,
                     uint8_t *marks, pantin_error *error) {
    for (int k = 0; k < count; k++) {
        int v = vertices[k];
        if (v < 0 || v >= mesh->vertex_count)
            return pantin_fail(error, PANTIN_ERROR_ARGUMENT, name,
                               "holds vertex %d, but the last one is %d", v,
                               mesh->vertex_count - 1);
        if (marks[v])
            return pantin_fail(error, PANTIN_ERROR_ARGUMENT, name,
                               "holds vertex %d twice: name it once", v);
        marks[v] = 1;
    }
    return true;
}

static bool hold_marked(const pantin_mesh *mesh, const uint8_t *marks, int count,
                        pantin_mesh_grip *grip, pantin_error *error) {
    int *held = memory_allocate((size_t)count, sizeof *held);
    if (!held) return memory_fail(error, "a handle's vertices");
    int next = 0;
    for (int v = 0; v < mesh->vertex_count; v++)
        if (marks[v]) held[next++] = v;
    *grip = (pantin_mesh_grip){ held, count, centroid(mesh, held, count), 0.0, false };
    return true;
}

bool pantin_mesh_grip_of(const pantin_mesh *mesh, const char *name, const int *vertices, int count,
                         pantin_mesh_grip *grip, pantin_error *error) {
    if (count < 1)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, name,
                           "holds no vertex: name one at least");
    uint8_t *marks = memory_allocate((size_t)mesh->vertex_count, 1);
    if (!marks) return memory_fail(error, "a handle's vertices");
    bool done = mark_set(mesh, name, vertices, count, marks, error);
    size_t room = (size_t)mesh->vertex_count + (size_t)mesh->part_count;
    uint8_t *barred = NULL;
    if (done && mesh->part_count > 0) {
        barred = memory_allocate(room, 1);
        done = barred != NULL || memory_fail(error, "a handle's vertices");
        done = done && bar_from_set(mesh, name, marks, barred + mesh->vertex_count, barred, error);
    }
    if (done && count < GRIP_LEAST)
        done = hold_grown(mesh, vertices, count, mesh->islands[vertices[0]],
                          centroid(mesh, vertices, count), 0.0, barred, grip, error);
    else if (done)
        done = hold_marked(mesh, marks, count, grip, error);
    memory_free(barred, room, 1);
    memory_free(marks, (size_t)mesh->vertex_count, 1);
    return done;
}

void pantin_mesh_grip_free(pantin_mesh_grip *grip) {
    if (!grip) return;
    memory_free(grip->vertices, (size_t)grip->count, sizeof *grip->vertices);
    *grip = (pantin_mesh_grip){ 0 };
}
