// vec.h — short names for formulas. The one place where a type drops the prefix.
// SPDX-License-Identifier: MIT
#ifndef BASE_VEC_H
#define BASE_VEC_H

#include <math.h> // sqrt only: the one libm function that is exact everywhere

#include "pantin/base.h"

typedef pantin_vec2 vec2;

static inline vec2 vec2_make(double x, double y) { return (vec2){ x, y }; }
static inline vec2 vec2_add(vec2 a, vec2 b) { return (vec2){ a.x + b.x, a.y + b.y }; }
static inline vec2 vec2_sub(vec2 a, vec2 b) { return (vec2){ a.x - b.x, a.y - b.y }; }
static inline vec2 vec2_scale(vec2 a, double s) { return (vec2){ a.x * s, a.y * s }; }
static inline double vec2_dot(vec2 a, vec2 b) { return a.x * b.x + a.y * b.y; }
static inline double vec2_cross(vec2 a, vec2 b) { return a.x * b.y - a.y * b.x; }
static inline double vec2_length(vec2 a) { return sqrt(vec2_dot(a, a)); }
static inline double vec2_distance(vec2 a, vec2 b) { return vec2_length(vec2_sub(a, b)); }
static inline vec2 vec2_mix(vec2 a, vec2 b, double t) {
    return (vec2){ a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t };
}
/// Turned by the angle whose cosine and sine are given: x toward y.
static inline vec2 vec2_turn(vec2 a, double cosine, double sine) {
    return (vec2){ cosine * a.x - sine * a.y, sine * a.x + cosine * a.y };
}
static inline vec2 vec2_from32(pantin_point32 p) { return (vec2){ p.x, p.y }; }

static inline pantin_affine affine_identity(void) { return (pantin_affine){ 1, 0, 0, 1, 0, 0 }; }
static inline vec2 affine_point(pantin_affine m, vec2 p) {
    return (vec2){ m.xx * p.x + m.xy * p.y + m.x0, m.yx * p.x + m.yy * p.y + m.y0 };
}
/// First `b`, then `a`.
static inline pantin_affine affine_compose(pantin_affine a, pantin_affine b) {
    return (pantin_affine){ a.xx * b.xx + a.xy * b.yx, a.xx * b.xy + a.xy * b.yy,
                            a.yx * b.xx + a.yy * b.yx, a.yx * b.xy + a.yy * b.yy,
                            a.xx * b.x0 + a.xy * b.y0 + a.x0, a.yx * b.x0 + a.yy * b.y0 + a.y0 };
}

static inline double clamp_double(double v, double low, double high) {
    return v < low ? low : v > high ? high : v;
}
static inline int clamp_int(int v, int low, int high) { return v < low ? low : v > high ? high : v; }
static inline int min_int(int a, int b) { return a < b ? a : b; }
static inline int max_int(int a, int b) { return a > b ? a : b; }
static inline double min_double(double a, double b) { return a < b ? a : b; }
static inline double max_double(double a, double b) { return a > b ? a : b; }

/// False for NaN and the infinities. (No libm macro: those may call out on some platforms.)
static inline bool finite_double(double v) { return v - v == 0.0; }

#endif
