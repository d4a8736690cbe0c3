// repair.c — what turned over grows stiffer: one way of mending, two films' rules for it.
//
// A triangle that came out turned over, and its neighbors across an edge, get several times the
// weight, the system is factored anew and the solve repeats. Weights stay raised from frame to frame, so that a trouble
// spot is paid for once and shows as a heat map: the logarithm of the weight. It mends mild poses
// and promises nothing: in 288 hard ones 30 % kept flips. Bounded here: a triangle is raised once a
// round however many neighbors ask, and to a highest factor in all.
//
// The paper film: 4 times, never forgotten. The engraving film: 3 times, at most 400 times, and a
// frame later a little less. (Its "one-ring" read as all triangles at a corner mends far less: of 101
// flips in 60 poses it left 93 where the neighbors across an edge left 39.)
//
// Turned over is what would be seen as turned over: areas are taken of the points as they would be
// written, since rounding to float32 can turn a needle that is still positive in double.
// SPDX-License-Identifier: MIT
#include "deform/repair.h"

#include "base/trig.h"

bool repair_create(repair *r, arena *owner, const sheet *rest, repair_rule rule) {
    r->rule = rule;
    r->factor = ARENA_ARRAY(owner, double, rest->triangle_count);
    r->before = ARENA_ARRAY(owner, double, rest->triangle_count);
    r->touched = ARENA_ARRAY(owner, bool, rest->triangle_count);
    r->flipped = ARENA_ARRAY(owner, int, rest->triangle_count);
    r->flipped_count = 0;
    if (arena_failed(owner)) return false;
    repair_reset(r, rest);
    return true;
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
    if (triangle == PANTIN_NONE || r->touched[triangle] || r->factor[triangle] >= r->rule.most)
        return false;
    r->touched[triangle] = true;
    r->factor[triangle] = min_double(r->factor[triangle] * r->rule.growth, r->rule.most);
    return true;
}

bool repair_raise(repair *r, const sheet *rest) {
    bool raised = false;
    for (int t = 0; t < rest->triangle_count; t++) {
        r->touched[t] = false;
        r->before[t] = r->factor[t];
    }
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
    for (int t = 0; t < rest->triangle_count; t++) r->factor[t] = r->before[t];
}

bool repair_relax(repair *r, const sheet *rest, double by) {
    bool any = false;
    for (int t = 0; t < rest->triangle_count; t++) {
        any |= r->factor[t] > 1;
        r->factor[t] = max_double(by * r->factor[t], 1);
    }
    return any;
}

bool repair_reset(repair *r, const sheet *rest) { return repair_relax(r, rest, 0); }

void repair_show(const repair *r, const sheet *rest, float *bind) {
    double unit = trig_log(r->rule.growth);
    for (int t = 0; t < rest->triangle_count; t++)
        bind[t] = r->factor[t] > 1 ? (float)(trig_log(r->factor[t]) / unit) : 0;
}
