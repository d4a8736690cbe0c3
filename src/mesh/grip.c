// grip.c — which vertices a handle holds.
//
// A handle is a small rigid patch, so it needs three vertices or the sheet around it can spin;
// fewer grow to the three nearest, of the same piece, so that no handle ties two pieces together by
// chance. Its point is their centroid: a target is compared with what can be reached exactly, for a
// handle whose point is not its centroid pulls a constant shear into the sheet.
// SPDX-License-Identifier: MIT
#include "mesh/build.h"

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

static void sort_few(int *vertices, int count) {
    for (int k = 1; k < count; k++) {
        int v = vertices[k], at = k;
        for (; at > 0 && vertices[at - 1] > v; at--) vertices[at] = vertices[at - 1];
        vertices[at] = v;
    }
}

/// Holds the given (fewer than three) and the vertices of `island` nearest to `point`, three in all.
static bool hold_grown(const pantin_mesh *mesh, const int *given, int given_count, int island,
                       vec2 point, double snapped_px, pantin_mesh_grip *grip, pantin_error *error) {
    nearest_three best = { .count = 0 };
    for (int k = 0; k < given_count; k++) offer(&best, given[k], -1.0); // before all others
    for (int v = 0; v < mesh->vertex_count; v++) {
        if (mesh->islands[v] != island) continue;
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
    double limit = radius_px * radius_px;
    int count = 0;
    for (int v = 0; v < mesh->vertex_count; v++) count += squared_distance(mesh, v, point) <= limit;
    if (count < GRIP_LEAST)
        return hold_grown(mesh, NULL, 0, mesh->islands[nearest_vertex(mesh, point)], point,
                          snapped_px, grip, error);
    int *held = memory_allocate((size_t)count, sizeof *held);
    if (!held) return memory_fail(error, "a handle's vertices");
    for (int v = 0, next = 0; v < mesh->vertex_count; v++)
        if (squared_distance(mesh, v, point) <= limit) held[next++] = v;
    *grip = (pantin_mesh_grip){ held, count, centroid(mesh, held, count), snapped_px, false };
    return true;
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
    if (done && count < GRIP_LEAST)
        done = hold_grown(mesh, vertices, count, mesh->islands[vertices[0]],
                          centroid(mesh, vertices, count), 0.0, grip, error);
    else if (done)
        done = hold_marked(mesh, marks, count, grip, error);
    memory_free(marks, (size_t)mesh->vertex_count, 1);
    return done;
}

void pantin_mesh_grip_free(pantin_mesh_grip *grip) {
    if (!grip) return;
    memory_free(grip->vertices, (size_t)grip->count, sizeof *grip->vertices);
    *grip = (pantin_mesh_grip){ 0 };
}
