// with_figures.h — the made figures that the tests of meshes share.
// SPDX-License-Identifier: MIT
#ifndef WITH_FIGURES_H
#define WITH_FIGURES_H

#include "pantin/mesh.h"

/// A blank picture, and a filled rectangle [left, right) x [top, bottom) of it.
pantin_image figure_blank(int width, int height);
void figure_fill(pantin_image *image, int left, int top, int right, int bottom);
void figure_erase(pantin_image *image, int left, int top, int right, int bottom);

/// A person of bars, 200 x 200: body, head, an arm bar from column `arm_left` to `arm_right`, two
/// legs; arms and legs `limb` px thick.
pantin_image figure_person(int limb, int arm_left, int arm_right);

enum { FIGURE_JOINTS = 13 };
/// Where a rig would put its handles on that person, and what it would call them.
void figure_joints(int limb, pantin_vec2 joints[FIGURE_JOINTS]);
extern const char *const figure_joint_names[FIGURE_JOINTS];

/// The drawing of an image, which is taken over; and its mesh with a spacing (0: the default).
pantin_drawing figure_drawing(pantin_image *image);
pantin_mesh figure_mesh(const pantin_drawing *drawing, double spacing_px);

/// The same by style delaunay, with a border.
pantin_mesh figure_delaunay(const pantin_drawing *drawing, double spacing_px, double border_px);
double figure_area(const pantin_mesh *mesh);

/// The joints of a char_cfg.yaml; answers how many, 0 where there is no such file.
int figure_read_joints(const char *path, pantin_vec2 *points, char (*names)[64], int most);
/// A child's drawing with its mask; `folder` holds texture.png and mask.png.
void figure_read_child(const char *folder, pantin_drawing *drawing);

/// Fails the test when a triangle has no positive area, an index is wrong, a vertex is unused or
/// twice.
void figure_check_mesh(const pantin_mesh *mesh);

#endif
