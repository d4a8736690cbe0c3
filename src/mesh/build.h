// build.h — what the files of this module share: how a mesh is begun, finished and measured.
// SPDX-License-Identifier: MIT
#ifndef MESH_BUILD_H
#define MESH_BUILD_H

#include "pantin/mesh.h"

enum { MESH_VERTEX_LIMIT = 1000000, MESH_TRIANGLE_LIMIT = 4000000, MESH_CUT_LIMIT = 256 };
#define MESH_REACH_LIMIT 1e6 // px: no vertex lies farther from the origin

/// Takes the arrays of a mesh, zeroed. On failure `mesh` is empty.
PANTIN_CHECKED bool mesh_allocate(int vertex_count, int triangle_count, pantin_mesh *mesh,
                                  pantin_error *error);

/// A grid of square cells over the traces of a drawing: vertices and triangles, nothing else.
PANTIN_CHECKED bool mesh_make_grid(const pantin_drawing *drawing, double spacing_px,
                                   pantin_mesh *mesh, pantin_error *error);
/// Triangles that follow the outline of the ink: vertices and triangles, nothing else. spacing_px
/// is set.
PANTIN_CHECKED bool mesh_make_delaunay(const pantin_drawing *drawing,
                                       const pantin_mesh_options *options, pantin_mesh *mesh,
                                       pantin_error *error);
/// The spacing pantin_mesh_spacing answers, or why it cannot be found.
PANTIN_CHECKED bool mesh_find_spacing(const pantin_drawing *drawing, double *spacing_px,
                                      pantin_error *error);

/// Checks that vertices and triangles are a mesh; an error is of `kind`, at `where`.
PANTIN_CHECKED bool mesh_check(const pantin_mesh *mesh, pantin_error_kind kind, const char *where,
                               pantin_error *error);

/// Fills islands (by shared vertices, numbered by their first vertex) and island_count.
void mesh_find_islands(pantin_mesh *mesh);
/// Sorts the triangles into the order in which they are drawn: trunk, then limb by limb (layers.c). The
/// islands must be known.
PANTIN_CHECKED bool mesh_layer_triangles(pantin_mesh *mesh, pantin_error *error);
/// rad; of a mesh of positive triangles.
double mesh_smallest_angle(const pantin_mesh *mesh);
/// px, mean length over the edges of all triangles.
double mesh_mean_edge(const pantin_mesh *mesh);

/// Writes `mark` to every pixel of width x height whose center lies in the triangle or on its border.
void mesh_mark_triangle(const pantin_mesh *mesh, int t, int width, int height, uint8_t mark,
                        uint8_t *marks);
/// The share of the drawing's ink whose pixel centers lie in a triangle.
PANTIN_CHECKED bool mesh_measure_coverage(const pantin_drawing *drawing, const pantin_mesh *mesh,
                                          double *coverage, pantin_error *error);

#endif
