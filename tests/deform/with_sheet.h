// with_sheet.h — small meshes made by hand, patches around points, and a player that bends them.
// SPDX-License-Identifier: MIT
#ifndef WITH_SHEET_H
#define WITH_SHEET_H

#include <math.h>

#include "base/random.h"
#include "base/vec.h"
#include "pantin/deform.h"

#define MOST_PATCHES 320

/// Fails with both numbers where they are more than `by` apart (or one is NaN).
#define assert_near(value, expected, by)                                                           \
    do {                                                                                           \
        double near_value = (value), near_expected = (expected);                                   \
        if (!(fabs(near_value - near_expected) <= (by)))                                           \
            fail_msg("%s is %.17g, not %.17g", #value, near_value, near_expected);                 \
    } while (0)

/// A grid of cells, two triangles each; freed with mesh_drop. islands are found by with_sheet.c
/// itself.
pantin_mesh mesh_grid(int columns, int rows, double cell, vec2 corner);
/// The same with inner vertices shaken by up to `shake` cells, so that no angle is a right one.
pantin_mesh mesh_shaken_grid(int columns, int rows, double cell, vec2 corner, double shake,
                             random_state *r);
/// Both side by side in one mesh: two islands. Frees its parts.
pantin_mesh mesh_join(pantin_mesh a, pantin_mesh b);
/// From lists; islands found.
pantin_mesh mesh_from(const vec2 *vertices, int vertex_count, const int (*triangles)[3],
                      int triangle_count);
void mesh_drop(pantin_mesh *mesh);

/// A puppet under test: a mesh, its patches, and where they should be.
typedef struct rig {
    pantin_mesh mesh;
    pantin_patch patches[MOST_PATCHES];
    pantin_target targets[MOST_PATCHES];
    vec2 centroids[MOST_PATCHES]; // at rest
    int *lists[MOST_PATCHES];
    int count;
    double *rigidity;
    bool mirrored; // about the middle of its box
} rig;

/// Takes over the mesh.
rig rig_make(pantin_mesh mesh);
/// A patch of the free vertices within `radius` of a point (at least the nearest one), weight 1000,
/// at rest. Answers its index.
int rig_hold(rig *r, vec2 point, double radius, bool free_turn);
/// The middle of its vertices from left to right: where a mirrored one is mirrored.
double rig_middle(const rig *r);
pantin_deform_setup rig_setup(const rig *r);
void rig_drop(rig *r);

/// Moves all targets of the rig by a turn about a point, then by a shift.
void rig_move(rig *r, vec2 about, double angle, vec2 by);

/// A machine of the player, which must come to be.
void *rig_machine(const rig *r, const pantin_deformer *player,
                  const pantin_deform_options *options);

/// One solve from `start` (NULL: a jump) into `out`.
pantin_deform_report rig_solve(const rig *r, const pantin_deformer *player, void *machine,
                               const pantin_point32 *start, int iterations, pantin_point32 *out);

/// Calls the law for each player that works.
void for_each_player(void (*law)(const pantin_deformer *));

pantin_point32 *points_make(const pantin_mesh *mesh); // the rest, written
void points_drop(pantin_point32 *points, const pantin_mesh *mesh);
bool points_are_finite(const pantin_point32 *points, int count);
/// The largest distance between a written vertex and another, px.
double points_apart(const pantin_point32 *a, const pantin_point32 *b, int count);

#endif
