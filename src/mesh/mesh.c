// mesh.c — a mesh is made, copied and freed.
// SPDX-License-Identifier: MIT
#include "mesh/build.h"

#include <string.h>

#include "base/memory.h"

pantin_mesh_options pantin_mesh_defaults(void) {
    return (pantin_mesh_options){
        .style = PANTIN_MESH_GRID, .spacing_px = 0, .detail_px = 4, .border_px = 3, .seed = 1
    };
}

static bool check_range(const char *name, double value, double low, double high,
                        pantin_error *error) {
    if (value >= low && value <= high) return true;
    return pantin_fail(error, PANTIN_ERROR_ARGUMENT, name, "is %g, not within %g..%g px", value,
                       low, high);
}

static bool check_options(const pantin_mesh_options *options, pantin_error *error) {
    if (options->style != PANTIN_MESH_GRID && options->style != PANTIN_MESH_DELAUNAY)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "style", "is %d: choose grid or delaunay",
                           (int)options->style);
    if (options->spacing_px != 0 && !check_range("spacing_px", options->spacing_px, 2, 200, error))
        return false;
    return check_range("detail_px", options->detail_px, 1, 200, error) &&
           check_range("border_px", options->border_px, 0, 32, error);
}

bool mesh_allocate(int vertex_count, int triangle_count, pantin_mesh *mesh, pantin_error *error) {
    *mesh = (pantin_mesh){ .vertex_count = vertex_count, .triangle_count = triangle_count };
    mesh->vertices = memory_allocate((size_t)vertex_count, sizeof *mesh->vertices);
    mesh->triangles = memory_allocate((size_t)triangle_count, sizeof *mesh->triangles);
    mesh->islands = memory_allocate((size_t)vertex_count, sizeof *mesh->islands);
    if (mesh->vertices && mesh->triangles && mesh->islands) return true;
    pantin_mesh_free(mesh);
    return memory_fail(error, "a mesh");
}

void pantin_mesh_free(pantin_mesh *mesh) {
    if (!mesh) return;
    memory_free(mesh->vertices, (size_t)mesh->vertex_count, sizeof *mesh->vertices);
    memory_free(mesh->triangles, (size_t)mesh->triangle_count, sizeof *mesh->triangles);
    memory_free(mesh->islands, (size_t)mesh->vertex_count, sizeof *mesh->islands);
    memory_free(mesh->parts, (size_t)mesh->triangle_count, sizeof *mesh->parts);
    memory_free(mesh->strangers, (size_t)mesh->part_count, (size_t)mesh->part_count);
    memory_free(mesh->twins, (size_t)mesh->vertex_count, sizeof *mesh->twins);
    *mesh = (pantin_mesh){ 0 };
}

bool pantin_mesh_make(const pantin_drawing *drawing, const pantin_mesh_options *options,
                      pantin_mesh *mesh, pantin_error *error) {
    pantin_mesh_options wanted = options ? *options : pantin_mesh_defaults();
    if (!check_options(&wanted, error)) return false;
    if (wanted.spacing_px == 0 && !mesh_find_spacing(drawing, &wanted.spacing_px, error))
        return false;
    pantin_mesh made = { 0 };
    bool done = wanted.style == PANTIN_MESH_DELAUNAY
                    ? mesh_make_delaunay(drawing, &wanted, &made, error)
                    : mesh_make_grid(drawing, wanted.spacing_px, &made, error);
    if (!done) return false;
    made.spacing_px = wanted.spacing_px;
    made.smallest_angle = mesh_smallest_angle(&made);
    mesh_find_islands(&made);
    if (!mesh_layer_triangles(&made, error) ||
        !pantin_mesh_part(&made, drawing, wanted.cuts, wanted.cut_count, error) ||
        !mesh_measure_coverage(drawing, &made, &made.coverage, error)) {
        pantin_mesh_free(&made);
        return false;
    }
    *mesh = made;
    return true;
}

bool pantin_mesh_copy(const pantin_vec2 *vertices, int vertex_count, const int (*triangles)[3],
                      int triangle_count, pantin_mesh *mesh, pantin_error *error) {
    if (vertex_count < 3 || triangle_count < 1)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "mesh",
                           "has %d vertices and %d triangles: it needs 3 and 1 at least",
                           vertex_count, triangle_count);
    if (vertex_count > MESH_VERTEX_LIMIT || triangle_count > MESH_TRIANGLE_LIMIT)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "mesh",
                           "has %d vertices and %d triangles, more than %d and %d: make it coarser",
                           vertex_count, triangle_count, MESH_VERTEX_LIMIT, MESH_TRIANGLE_LIMIT);
    pantin_mesh made = { 0 };
    if (!mesh_allocate(vertex_count, triangle_count, &made, error)) return false;
    memcpy(made.vertices, vertices, (size_t)vertex_count * sizeof *vertices);
    memcpy(made.triangles, triangles, (size_t)triangle_count * sizeof *triangles);
    if (!mesh_check(&made, PANTIN_ERROR_ARGUMENT, "mesh", error)) {
        pantin_mesh_free(&made);
        return false;
    }
    made.spacing_px = mesh_mean_edge(&made);
    made.smallest_angle = mesh_smallest_angle(&made);
    mesh_find_islands(&made);
    *mesh = made;
    return true;
}
