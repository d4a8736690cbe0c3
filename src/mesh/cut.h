// cut.h — what the steps of cutting share: the growing mesh, and the path of each cut through it.
//
//   cut_line   checks the lines, thins them, lets their ends reach out of the sheet
//   cut_embed  makes each line a chain of mesh edges
//   cut_part   doubles the vertices of the chains
//   cut_sides  finds what lies beside a cut, and the parts that must not see one another's ink
// SPDX-License-Identifier: MIT
#ifndef MESH_CUT_H
#define MESH_CUT_H

#include "base/arena.h"
#include "base/vec.h"
#include "mesh/build.h"

enum { CUT_LEFT = -1, CUT_RIGHT = 1 };

/// A stop of a path: a vertex of the mesh, or a place outside it.
typedef struct cut_stop {
    vec2 at;
    int vertex; // or PANTIN_NONE
} cut_stop;

/// A triangle at a cut, and on which side.
typedef struct cut_seed {
    int triangle, side;
} cut_seed;

typedef struct cut_path {
    vec2 *line; // as asked for, thinned, its ends perhaps moved outward
    int line_count;
    cut_stop *stops;
    int stop_count, stop_room;
    cut_seed *seeds;
    int seed_count, seed_room;
    bool held[2]; // the first, the last end stays joined
} cut_path;

/// A vertex of the growing mesh.
typedef struct cut_vertex {
    vec2 at;
    int owner;       // the cut whose path it is on, or PANTIN_NONE
    int rank;        // its place on that path
    int twin;        // the vertex it was parted from, itself if from none
    int mark;        // the segment it was last looked at for
    double shortest; // its shortest edge, where marked
} cut_vertex;

typedef struct cutter {
    const pantin_mesh_cut *cuts;
    cut_path *paths;
    int cut_count;
    const pantin_drawing *drawing; // or NULL
    double spacing;
    // the mesh, growing
    cut_vertex *vertices;
    int vertex_count, vertex_room;
    int (*triangles)[3];
    int triangle_count, triangle_room;
    // the triangles near the segment at hand
    int *near;
    int near_count, near_room;
    int segment;  // how many were looked at
    arena memory; // lines and what the sides need
    pantin_error *error;
} cutter;

/// The block, or a larger one with room for `need` items; NULL when memory is refused.
void *cut_grow(void *block, int *room, int need, size_t size, pantin_error *error);

/// Fails at a cut.
bool cut_fail(const cutter *c, int cut, const char *format, ...) PANTIN_FORMAT(3, 4);
/// A px as messages give it: to a tenth.
double cut_tenth(double v);

/// The line of each cut: checked, thinned, checked against all others, its ends perhaps moved outward.
bool cut_make_lines(cutter *c);
/// The line of one cut becomes mesh edges, paths[cut].stops.
bool cut_embed(cutter *c, int cut);
/// Doubles vertices; fills seeds and held. Error: nothing was parted.
bool cut_part(cutter *c, int cut);
/// Sorts the triangles of the finished mesh into parts; fills parts, part_count and strangers.
bool cut_find_sides(cutter *c, pantin_mesh *mesh);

/// The index of a new vertex on the way of a cut; PANTIN_NONE after an error.
int cut_add_vertex(cutter *c, vec2 at);
bool cut_add_triangle(cutter *c, int a, int b, int d);

/// > 0: p lies to the right of a -> b as seen.
static inline double cut_side(vec2 a, vec2 b, vec2 p) {
    return vec2_cross(vec2_sub(b, a), vec2_sub(p, a));
}
static inline vec2 cut_corner(const cutter *c, int triangle, int k) {
    return c->vertices[c->triangles[triangle][k]].at;
}
/// Twice the area.
static inline double cut_area(const cutter *c, int t) {
    return cut_side(cut_corner(c, t, 0), cut_corner(c, t, 1), cut_corner(c, t, 2));
}
static inline vec2 cut_centroid(const cutter *c, int t) {
    vec2 sum = vec2_add(vec2_add(cut_corner(c, t, 0), cut_corner(c, t, 1)), cut_corner(c, t, 2));
    return vec2_scale(sum, 1.0 / 3.0);
}
/// Is the edge a step of the path of some cut? Answers which, or PANTIN_NONE.
static inline int cut_of_edge(const cutter *c, int u, int v) {
    const cut_vertex *a = &c->vertices[u], *b = &c->vertices[v];
    int d = a->rank - b->rank;
    return a->owner != PANTIN_NONE && a->owner == b->owner && (d == 1 || d == -1) ? a->owner
                                                                                  : PANTIN_NONE;
}

#endif
