// cut.c — a mesh is parted along lines: embedded as edges, doubled, put in order.
//
// All cuts are embedded before the first is parted, so that a line may run close to another. What was
// asked for is kept: the line is exact where it crosses the sheet's inside, for the division of the
// drawing's pixels follows it; vertices give way to it, not it to them, but at the border, whose outline
// must not change.
// SPDX-License-Identifier: MIT
#include "mesh/cut.h"

#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "base/trig.h"

void *cut_grow(void *block, int *room, int need, size_t size, pantin_error *error) {
    if (need <= *room) return block;
    int wanted = max_int(need, *room + *room / 2 + 16);
    void *grown = memory_resize(block, (size_t)*room, (size_t)wanted, size);
    if (grown == NULL) {
        memory_fail(error, "a cut");
        return NULL;
    }
    *room = wanted;
    return grown;
}

double cut_tenth(double v) { return trig_round(v * 10.0) / 10.0; }

int cut_add_vertex(cutter *c, vec2 at) {
    if (c->vertex_count == MESH_VERTEX_LIMIT) {
        pantin_fail(c->error, PANTIN_ERROR_ARGUMENT, "spacing_px",
                    "the cuts make more than %d vertices: make it larger", MESH_VERTEX_LIMIT);
        return PANTIN_NONE;
    }
    cut_vertex *grown =
        cut_grow(c->vertices, &c->vertex_room, c->vertex_count + 1, sizeof *grown, c->error);
    if (grown == NULL) return PANTIN_NONE;
    int v = c->vertex_count++;
    c->vertices = grown;
    grown[v] = (cut_vertex){ .at = at, .owner = PANTIN_NONE, .twin = v };
    return v;
}

/// It is near the segment at hand, being part of a triangle that was.
bool cut_add_triangle(cutter *c, int a, int b, int d) {
    int(*grown)[3] =
        cut_grow(c->triangles, &c->triangle_room, c->triangle_count + 1, sizeof *grown, c->error);
    if (grown == NULL) return false;
    c->triangles = grown;
    int *near = cut_grow(c->near, &c->near_room, c->near_count + 1, sizeof *near, c->error);
    if (near == NULL) return false;
    c->near = near;
    int t = c->triangle_count++;
    grown[t][0] = a, grown[t][1] = b, grown[t][2] = d;
    near[c->near_count++] = t;
    return true;
}

bool cut_fail(const cutter *c, int cut, const char *format, ...) {
    char line[sizeof c->error->text];
    va_list arguments;
    va_start(arguments, format);
    text_print_list(line, sizeof line, format, arguments);
    va_end(arguments);
    return pantin_fail(c->error, PANTIN_ERROR_ARGUMENT, c->cuts[cut].name, "%s", line);
}

// --- begin and end ------------------------------------------------------------------------------

static bool begin(cutter *c, const pantin_mesh *mesh) {
    c->paths = ARENA_ARRAY(&c->memory, cut_path, c->cut_count);
    c->vertex_count = mesh->vertex_count;
    c->triangle_count = mesh->triangle_count;
    c->vertices = cut_grow(NULL, &c->vertex_room, c->vertex_count, sizeof *c->vertices, c->error);
    if (c->vertices == NULL) return false;
    c->triangles =
        cut_grow(NULL, &c->triangle_room, c->triangle_count, sizeof *c->triangles, c->error);
    if (c->triangles == NULL) return false;
    if (c->paths == NULL) return memory_fail(c->error, "a cut");
    for (int v = 0; v < c->vertex_count; v++)
        c->vertices[v] = (cut_vertex){ .at = mesh->vertices[v], .owner = PANTIN_NONE, .twin = v };
    memcpy(c->triangles, mesh->triangles, (size_t)c->triangle_count * sizeof *c->triangles);
    return true;
}

static void end(cutter *c) {
    for (int k = 0; k < c->cut_count && c->paths != NULL; k++) {
        memory_free(c->paths[k].stops, (size_t)c->paths[k].stop_room, sizeof(cut_stop));
        memory_free(c->paths[k].seeds, (size_t)c->paths[k].seed_room, sizeof(cut_seed));
    }
    memory_free(c->vertices, (size_t)c->vertex_room, sizeof *c->vertices);
    memory_free(c->triangles, (size_t)c->triangle_room, sizeof *c->triangles);
    memory_free(c->near, (size_t)c->near_room, sizeof *c->near);
    arena_free(&c->memory);
}

/// The finished mesh, with all that is found and not made.
static bool finish(cutter *c, const pantin_mesh *before, pantin_mesh *made) {
    if (!mesh_allocate(c->vertex_count, c->triangle_count, made, c->error)) return false;
    made->spacing_px = before->spacing_px;
    made->coverage = before->coverage;
    made->parts = memory_allocate((size_t)c->triangle_count, sizeof *made->parts);
    made->twins = memory_allocate((size_t)c->vertex_count, sizeof *made->twins);
    if (!made->parts || !made->twins) return memory_fail(c->error, "a cut");
    for (int v = 0; v < c->vertex_count; v++) {
        made->vertices[v] = c->vertices[v].at;
        made->twins[v] = c->vertices[v].twin;
    }
    if (!cut_find_sides(c, made)) return false;
    made->smallest_angle = mesh_smallest_angle(made);
    mesh_find_islands(made);
    return true;
}

bool pantin_mesh_part(pantin_mesh *mesh, const pantin_drawing *drawing, const pantin_mesh_cut *cuts,
                      int count, pantin_error *error) {
    if (count == 0) return true;
    if (mesh->part_count > 0)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "cuts",
                           "the mesh was cut before: give all cuts at once");
    if (count < 0 || count > MESH_CUT_LIMIT)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "cuts", "are %d: give 1 to %d", count,
                           MESH_CUT_LIMIT);
    cutter c = { .cuts = cuts,
                 .cut_count = count,
                 .drawing = drawing,
                 .spacing = mesh->spacing_px,
                 .error = error };
    pantin_mesh made = { 0 };
    bool done = begin(&c, mesh) && cut_make_lines(&c);
    for (int k = 0; k < count && done; k++) done = cut_embed(&c, k);
    for (int k = 0; k < count && done; k++) done = cut_part(&c, k);
    done = done && finish(&c, mesh, &made);
    end(&c);
    if (!done) {
        pantin_mesh_free(&made);
        return false;
    }
    pantin_mesh_free(mesh);
    *mesh = made;
    return true;
}
