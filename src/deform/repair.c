// repair.c — what turned over grows stiffer, and stays so.
//
// The paper film's remedy: a triangle that came out turned over, and its neighbours across an edge,
// get four times the weight, the system is factored anew and the solve repeats. Weights stay raised
// from frame to frame, so that a trouble spot is paid for once and shows as a heat map: log4 of the
// weight. It mends mild poses and promises nothing: in 288 hard ones 30 % kept flips. Bounded here:
// a triangle is raised once a round however many neighbours ask, and 8 times in all.
//
// Turned over is what would be seen as turned over: areas are taken of the points as they would be
// written, since rounding to float32 can turn a needle that is still positive in double.
// SPDX-License-Identifier: MIT
#include "deform/repair.h"

void repair_create(repair *r, arena *owner, const sheet *rest) {
    r->level = ARENA_ARRAY(owner, int, rest->triangle_count);
    r->touched = ARENA_ARRAY(owner, bool, rest->triangle_count);
    r->flipped = ARENA_ARRAY(owner, int, rest->triangle_count);
    r->flipped_count = 0;
}

static vec2 as_written(const double *x, int vertex) {
    return vec2_make((float)x[2 * (size_t)vertex], (float)x[2 * (size_t)vertex + 1]);
}

int repair_find(repair *r, const sheet *rest, const int *triangles, int count, const double *x) {
    r->flipped_count = 0;
    for (int i = 0; i < count; i++) {
        const int *corner = rest->triangles[triangles[i]];
        double area = sheet_cross(as_written(x, corner[0]), as_written(x, corner[1]),
                                  as_written(x, corner[2]));
        if (!(area > 0)) r->flipped[r->flipped_count++] = triangles[i];
    }
    return r->flipped_count;
}

static bool raise_triangle(repair *r, int triangle) {
    if (triangle == PANTIN_NONE || r->touched[triangle] || r->level[triangle] == REPAIR_TOP)
        return false;
    r->touched[triangle] = true;
    r->level[triangle]++;
    return true;
}

bool repair_raise(repair *r, const sheet *rest) {
    bool raised = false;
    for (int t = 0; t < rest->triangle_count; t++) r->touched[t] = false;
    for (int i = 0; i < r->flipped_count; i++) {
        int t = r->flipped[i];
        raised |= raise_triangle(r, t);
        for (int k = 0; k < 3; k++) {
            const int *owners = rest->owners[rest->sides[t][k]];
            raised |= raise_triangle(r, owners[0] == t ? owners[1] : owners[0]);
        }
    }
    return raised;
}

void repair_lower(repair *r, const sheet *rest) {
    for (int t = 0; t < rest->triangle_count; t++) r->level[t] -= r->touched[t];
}

bool repair_reset(repair *r, const sheet *rest) {
    bool any = false;
    for (int t = 0; t < rest->triangle_count; t++) {
        any |= r->level[t] > 0;
        r->level[t] = 0;
    }
    return any;
}
