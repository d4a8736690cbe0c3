/// @file pantin/mesh.h — a drawing becomes triangles.
/// In: a drawing. Out: a mesh, plain data, freed with pantin_mesh_free; the vertices a handle holds.
/// Promise: every triangle has positive area; the same drawing and options give the same mesh, bit
/// for bit, on every platform.
// SPDX-License-Identifier: MIT
#ifndef PANTIN_MESH_H
#define PANTIN_MESH_H

#include "pantin/drawing.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The rest shape. Read freely. x right, y down, px; positive area means
/// cross(p1 - p0, p2 - p0) > 0, which is clockwise as seen.
typedef struct pantin_mesh {
    pantin_vec2 *vertices; ///< px, owned
    int vertex_count;
    int (*triangles)
        [3]; ///< vertex indices, in the order they are drawn: trunk, then limb by limb; owned
    int triangle_count;
    int *islands; ///< a vertex: which connected part of the mesh it is in, from 0; owned
    int island_count;
    double spacing_px; ///< the edge length it was made for; of a copy, the mean edge
    double coverage;   ///< share of the ink that lies in a triangle, 0..1 (a copy knows no ink: 0)
    double smallest_angle; ///< rad
    // Of a mesh that was cut; NULL and 0 of another.
    int *parts;     ///< a triangle: its part, ascending: what lies farther is drawn first; owned
    int part_count; ///< 0: not cut
    uint8_t *strangers; ///< [a * part_count + b]: part a must not see the ink of part b; owned
    int *twins;         ///< a vertex: the one it was parted from, itself if from none; owned
} pantin_mesh;

/// A line along which the sheet is parted.
typedef struct pantin_mesh_cut {
    const char *name; ///< for messages; borrowed
    const pantin_vec2
        *line;      ///< px; an end in the sheet's inside stays joined, an end beyond the ink
                    ///< opens its edge; borrowed
    int line_count; ///< 2 or more
    bool far_right; ///< which side lies farther, seen along the line: the right one, else the left
} pantin_mesh_cut;

/// Where the sheet is stiffer, and a delaunay mesh denser. `polygon` (3 points or more) or `mask`, the
/// other is NULL.
typedef struct pantin_mesh_region {
    double rigidity;            ///< 1..1000
    const pantin_vec2 *polygon; ///< px, borrowed
    int polygon_count;
    const pantin_image *mask; ///< as large as the drawing, lightness >= 128 is inside; borrowed
} pantin_mesh_region;

typedef enum pantin_mesh_style { PANTIN_MESH_GRID, PANTIN_MESH_DELAUNAY } pantin_mesh_style;

typedef struct pantin_mesh_options {
    pantin_mesh_style style; ///< default PANTIN_MESH_GRID
    double spacing_px; ///< cell side or target edge length, 2..200 px; 0 (the default): chosen by
                       ///< pantin_mesh_spacing for the drawing
    double detail_px;  ///< edge length in protected regions, 1..200 px (delaunay; default 4)
    double border_px;  ///< how far a delaunay mesh reaches beyond the ink, 0..32 px (default 3)
    uint64_t seed;     ///< of the Poisson samples (default 1)
    const pantin_mesh_cut *PANTIN_NULLABLE
        cuts;      ///< where the mesh is parted; default NULL; borrowed
    int cut_count; ///< default 0
    const pantin_mesh_region *PANTIN_NULLABLE
        regions;      ///< where edges are detail_px long (delaunay);
                      ///< default NULL; borrowed
    int region_count; ///< default 0
} pantin_mesh_options;

pantin_mesh_options pantin_mesh_defaults(void);

/// A spacing for which a grid of this drawing has about 1,500 vertices, a whole number of px in 3..64
/// (estimated from the ink's area alone where memory is refused).
double pantin_mesh_spacing(const pantin_drawing *drawing);

/// Makes the mesh. A delaunay mesh follows the outline (pantin_outline_make): parts that touch nowhere
/// stay apart, thin limbs and holes are kept. Errors: an option out of range (named), more than
/// 1,000,000 vertices, an outline that is noise (delaunay), memory.
PANTIN_CHECKED bool pantin_mesh_make(const pantin_drawing *drawing,
                                     const pantin_mesh_options *PANTIN_NULLABLE options,
                                     pantin_mesh *mesh, pantin_error *error);

/// A mesh from vertices and triangles someone else made: checked (indices, positive area, at least one
/// triangle; vertices that no triangle uses are an error), copied, islands and angle found.
PANTIN_CHECKED bool pantin_mesh_copy(const pantin_vec2 *vertices, int vertex_count,
                                     const int (*triangles)[3], int triangle_count,
                                     pantin_mesh *mesh, pantin_error *error);
void pantin_mesh_free(pantin_mesh *mesh);

/// Parts a mesh that was not cut yet: triangles that a line crosses are split (vertices near it move onto
/// it, or it bends to those of the border, so that no sliver arises), vertices along it are doubled, and
/// triangles beside it are put in order, the far ones first. `drawing` (may be NULL) tells where the ink
/// ends: a line that ends beyond it opens the edge. On failure the mesh is as it was. Errors, at the
/// cut's name: it crosses itself or another, lies off the mesh, parts nothing, is no line; memory.
PANTIN_CHECKED bool pantin_mesh_part(pantin_mesh *mesh,
                                     const pantin_drawing *PANTIN_NULLABLE drawing,
                                     const pantin_mesh_cut *cuts, int count, pantin_error *error);

/// The drawing as a part of a cut mesh sees it: the ink of parts it must not see is taken away, and its
/// own goes on beyond the cut for the few px that a look between pixels reaches.
PANTIN_CHECKED bool pantin_mesh_part_image(const pantin_mesh *mesh, const pantin_image *image,
                                           int part, pantin_image *seen, pantin_error *error);

/// The generated part of a puppet, kept apart from what a person wrote (layout: docs/mesh.md).
PANTIN_CHECKED bool pantin_mesh_write(const pantin_mesh *mesh, uint64_t made_from,
                                      pantin_bytes *bytes, pantin_error *error);
PANTIN_CHECKED bool pantin_mesh_read(const char *name, const void *data, size_t size,
                                     pantin_mesh *mesh, uint64_t *made_from, pantin_error *error);

/// What a mesh depends on: the traces of ink, the options and the cuts. Two drawings with one hash give one mesh.
uint64_t pantin_mesh_hash(const pantin_drawing *drawing, const pantin_mesh_options *options);

// --- what a handle holds ------------------------------------------------------------------------

/// The vertices of a handle; owned, freed with pantin_mesh_grip_free.
typedef struct pantin_mesh_grip {
    int *vertices;      ///< ascending
    int count;          ///< >= 3 (fewer only where the whole mesh has fewer)
    pantin_vec2 center; ///< their centroid: this is the handle's point, px
    double snapped_px;  ///< how far the wanted point lay off the ink, 0 on it
    bool grown; ///< fewer than 3 lay within the radius, so the 3 nearest of its piece were taken
} pantin_mesh_grip;

/// By point and radius. A point up to one spacing off the ink snaps to it; farther is an error that
/// names `name` and the distance. `drawing` may be NULL: then nothing snaps and the distance is to the
/// nearest vertex. Of a cut mesh it holds vertices of the side the point lies on, never of both.
PANTIN_CHECKED bool pantin_mesh_grip_at(const pantin_mesh *mesh,
                                        const pantin_drawing *PANTIN_NULLABLE drawing,
                                        const char *name, pantin_vec2 point, double radius_px,
                                        pantin_mesh_grip *grip, pantin_error *error);
/// By vertices. Error: an index out of range or twice, vertices of both sides of a cut.
PANTIN_CHECKED bool pantin_mesh_grip_of(const pantin_mesh *mesh, const char *name,
                                        const int *vertices, int count, pantin_mesh_grip *grip,
                                        pantin_error *error);
void pantin_mesh_grip_free(pantin_mesh_grip *grip);

// --- protected regions --------------------------------------------------------------------------

/// Writes the rigidity of each triangle (1 outside all regions, the largest where they overlap): a
/// triangle is in a region when its centroid, a vertex or the middle of an edge is. Answers how many
/// triangles the region that got fewest has (a region with none is worth an error).
int pantin_mesh_rigidity(const pantin_mesh *mesh, const pantin_mesh_region *regions, int count,
                         double *rigidity);

#ifdef __cplusplus
}
#endif
#endif
