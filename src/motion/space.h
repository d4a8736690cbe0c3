// space.h — short names for formulas in space: vectors, unit quaternions, rotation vectors, frames.
//
// Angles come from atan2(|xyz|, |w|), never acos, which loses everything under 0.03 degrees in float.
// SPDX-License-Identifier: MIT
#ifndef MOTION_SPACE_H
#define MOTION_SPACE_H

#include "base/trig.h"
#include "base/vec.h"
#include "pantin/motion.h"

typedef pantin_vec3 vec3;
typedef pantin_quat quat;

static inline vec3 vec3_make(double x, double y, double z) { return (vec3){ x, y, z }; }
static inline vec3 vec3_add(vec3 a, vec3 b) { return (vec3){ a.x + b.x, a.y + b.y, a.z + b.z }; }
static inline vec3 vec3_sub(vec3 a, vec3 b) { return (vec3){ a.x - b.x, a.y - b.y, a.z - b.z }; }
static inline vec3 vec3_scale(vec3 a, double s) { return (vec3){ a.x * s, a.y * s, a.z * s }; }
static inline vec3 vec3_times(vec3 a, vec3 b) { return (vec3){ a.x * b.x, a.y * b.y, a.z * b.z }; }
static inline double vec3_dot(vec3 a, vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline vec3 vec3_cross(vec3 a, vec3 b) {
    return (vec3){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}
static inline double vec3_length(vec3 a) { return sqrt(vec3_dot(a, a)); }
static inline double vec3_distance(vec3 a, vec3 b) { return vec3_length(vec3_sub(a, b)); }
static inline vec3 vec3_mix(vec3 a, vec3 b, double t) {
    return vec3_add(a, vec3_scale(vec3_sub(b, a), t));
}
static inline bool vec3_same(vec3 a, vec3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }
/// Distance on the floor: y is up.
static inline double vec3_floor_distance(vec3 a, vec3 b) {
    return sqrt((a.x - b.x) * (a.x - b.x) + (a.z - b.z) * (a.z - b.z));
}
static inline bool vec3_finite(vec3 a) {
    return finite_double(a.x) && finite_double(a.y) && finite_double(a.z);
}

static inline quat quat_identity(void) { return (quat){ 0, 0, 0, 1 }; }
static inline quat quat_inverse(quat q) { return (quat){ -q.x, -q.y, -q.z, q.w }; }
static inline quat quat_negate(quat q) { return (quat){ -q.x, -q.y, -q.z, -q.w }; }
static inline double quat_dot(quat a, quat b) {
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
static inline bool quat_same(quat a, quat b) {
    return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w;
}
/// First `b`, then `a`.
static inline quat quat_multiply(quat a, quat b) {
    return (quat){ a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                   a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                   a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
                   a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z };
}
/// Of unit length; what has no direction becomes the identity.
static inline quat quat_normalize(quat q) {
    double length = sqrt(quat_dot(q, q));
    if (!(length > 1e-12) || !finite_double(length)) return quat_identity();
    return (quat){ q.x / length, q.y / length, q.z / length, q.w / length };
}
/// q or -q, whichever lies on the side of `near`.
static inline quat quat_beside(quat q, quat near) {
    return quat_dot(q, near) < 0 ? quat_negate(q) : q;
}
static inline vec3 quat_rotate(quat q, vec3 v) {
    vec3 axis = { q.x, q.y, q.z };
    vec3 t = vec3_scale(vec3_cross(axis, v), 2);
    return vec3_add(vec3_add(v, vec3_scale(t, q.w)), vec3_cross(axis, t));
}
/// The angle, rad, 0..pi.
static inline double quat_angle(quat q) {
    return 2 * trig_atan2(sqrt(q.x * q.x + q.y * q.y + q.z * q.z), q.w < 0 ? -q.w : q.w);
}
/// The turn that leads from a to b, in a's own axes: a⁻¹ b.
static inline quat quat_between(quat a, quat b) { return quat_multiply(quat_inverse(a), b); }

/// Rotation vector (axis times angle, rad, at most pi long) of a rotation, and back.
static inline vec3 quat_log(quat q) {
    if (q.w < 0) q = quat_negate(q);
    double sine = sqrt(q.x * q.x + q.y * q.y + q.z * q.z);
    // sin(a/2) ~ a/2: the ratio's limit is 2 and its error below 1e-16 under this bound.
    double ratio = sine < 1e-8 ? 2 : 2 * trig_atan2(sine, q.w) / sine;
    return (vec3){ q.x * ratio, q.y * ratio, q.z * ratio };
}
static inline quat quat_exp(vec3 v) {
    double angle = vec3_length(v), sine, cosine;
    trig_sincos(angle / 2, &sine, &cosine);
    double ratio = angle < 1e-8 ? 0.5 : sine / angle;
    return (quat){ v.x * ratio, v.y * ratio, v.z * ratio, cosine };
}
static inline quat quat_about(vec3 unit_axis, double angle) {
    return quat_exp(vec3_scale(unit_axis, angle));
}
/// The shorter way from a to b, t in 0..1 (slerp). Both ends are met exactly.
static inline quat quat_mix(quat a, quat b, double t) {
    if (t <= 0) return a;
    if (t >= 1) return b;
    b = quat_beside(b, a);
    return quat_normalize(quat_multiply(a, quat_exp(vec3_scale(quat_log(quat_between(a, b)), t))));
}

/// 3 rows of 4: x' = m[0] x + m[1] y + m[2] z + m[3], …
typedef struct frame3 {
    double m[12];
} frame3;

/// The rotation whose columns are these: unit axes at right angles, right-handed.
quat space_rotation(vec3 x, vec3 y, vec3 z);

frame3 space_frame_identity(void);
frame3 space_frame_make(vec3 translation, quat rotation, vec3 scale);
/// First `b`, then `a`.
frame3 space_frame_compose(const frame3 *a, const frame3 *b);
static inline vec3 space_frame_point(const frame3 *f, vec3 p) {
    const double *m = f->m;
    return (vec3){ m[0] * p.x + m[1] * p.y + m[2] * p.z + m[3],
                   m[4] * p.x + m[5] * p.y + m[6] * p.z + m[7],
                   m[8] * p.x + m[9] * p.y + m[10] * p.z + m[11] };
}
static inline vec3 space_frame_origin(const frame3 *f) {
    return (vec3){ f->m[3], f->m[7], f->m[11] };
}
/// The offset, in the frame's own axes, that moves a point by `world`. False where the frame is flat.
bool space_frame_unmap(const frame3 *f, vec3 world, vec3 *local);

#endif
