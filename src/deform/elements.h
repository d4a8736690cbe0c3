// elements.h — what the triangles of a sheet add to the flip-free energy, its slope and its curvature.
// SPDX-License-Identifier: MIT
#ifndef DEFORM_ELEMENTS_H
#define DEFORM_ELEMENTS_H

#include "base/arena.h"
#include "deform/barrier.h"

/// Two triangles, one a lane. Their corners 0, 1, 2 stand in the order of their vertices' numbers,
/// so that of two of them the later is the row of the matrix.
typedef struct element_pair {
    double2 fx, fy, gx, gy; // half the gradients of corner 1 and of corner 2, 1/px
    double2 per_twice; // 1 / twice the area, negative where the order turned the triangle round
    double2 area;      // px^2; 0 in a lane without a triangle, which has its neighbor again
    double2 rigid;     // 4 area rigidity
    double2 bone;      // 4 area, times the weights of its bones
    double2 pull_x, pull_y; // the same times where these want u to be, this frame
    double2 floor;          // the least ratio of area, this frame
    int seat[2][3];         // of the corners: 16 number, bytes
    int place[2][6];        // of the matrix' blocks 00, 11, 22, 10, 20, 21: 32 place, bytes
} element_pair;

typedef struct elements {
    element_pair *pairs;
    int pair_count, triangle_count;
    int *order; // order[2 pair + lane] = triangle
} elements;

/// A triangle as the caller has it.
typedef struct element {
    int triangle; // what `order` says of it
    vec2 corners[3];
    int numbers[3];
    double area, rigidity, bone;
} element;

/// Taken from `owner`; false when memory was refused. `places_of_edges[k]` of a triangle: of the block
/// between its corners k + 1 and k + 2 (modulo 3). `list` is sorted.
bool elements_create(elements *e, arena *owner, element *list, int count,
                     const int *places_of_vertices, const int (*places_of_sides)[3]);

/// The triangles' energy, endless (INFINITY) where one is at its floor or under it.
double elements_energy(const elements *e, const double *x);

/// Adds to `slope` (2 numbers a vertex) the first derivatives, and to `places` the second ones, less
/// the constant part of elements_add_constant; unless `exact` made positive semidefinite triangle by
/// triangle.
void elements_assemble(const elements *e, const double *x, bool exact, double *slope,
                       double *places);

/// What the second derivatives would be if all turns and no barrier took part: 4 (k + bone) A
/// (|du|^2 + |dv|^2), a weight times the unit matrix at every block.
void elements_add_constant(const elements *e, double *places);

/// Whether no barrier is felt.
bool elements_are_easy(const elements *e, const double *x);

/// How many times a step from x can be taken: 0.9 of the way to the first floor, INFINITY if there is none.
double elements_step_limit(const elements *e, const double *x, const double *step);

/// Sum over a bone's triangles: where u would be if nothing held it, times area (see bones.c).
vec2 elements_turn(const elements *e, int pair, int lane, const double *x);

/// Sets the floors for a frame from how the sheet is at its start: lower where a triangle is already
/// near its own. False: one is under what a written frame may have. `own`: a triangle's usual floor.
bool elements_set_floors(elements *e, const double *x, const double *own);

#endif
