// space.c — affine frames in space: a local frame is translation x rotation x scale, and they nest.
// SPDX-License-Identifier: MIT
#include "motion/space.h"

frame3 space_frame_identity(void) { return (frame3){ { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0 } }; }

frame3 space_frame_make(vec3 translation, quat q, vec3 scale) {
    double xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z;
    double xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z;
    double wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
    return (frame3){ { (1 - 2 * (yy + zz)) * scale.x, 2 * (xy - wz) * scale.y,
                       2 * (xz + wy) * scale.z, translation.x, 2 * (xy + wz) * scale.x,
                       (1 - 2 * (xx + zz)) * scale.y, 2 * (yz - wx) * scale.z, translation.y,
                       2 * (xz - wy) * scale.x, 2 * (yz + wx) * scale.y,
                       (1 - 2 * (xx + yy)) * scale.z, translation.z } };
}

frame3 space_frame_compose(const frame3 *a, const frame3 *b) {
    frame3 product;
    for (int row = 0; row < 3; row++) {
        const double *r = &a->m[4 * row];
        for (int column = 0; column < 4; column++)
            product.m[4 * row + column] = r[0] * b->m[column] + r[1] * b->m[4 + column] +
                                          r[2] * b->m[8 + column] + (column == 3 ? r[3] : 0);
    }
    return product;
}

// Of the four components the largest is read off the diagonal, the others against it.
quat space_rotation(vec3 x, vec3 y, vec3 z) {
    double trace = x.x + y.y + z.z;
    quat q;
    if (trace > 0)
        q = (quat){ y.z - z.y, z.x - x.z, x.y - y.x, 1 + trace };
    else if (x.x >= y.y && x.x >= z.z)
        q = (quat){ 1 + x.x - y.y - z.z, x.y + y.x, z.x + x.z, y.z - z.y };
    else if (y.y >= z.z)
        q = (quat){ x.y + y.x, 1 + y.y - x.x - z.z, y.z + z.y, z.x - x.z };
    else
        q = (quat){ z.x + x.z, y.z + z.y, 1 + z.z - x.x - y.y, x.y - y.x };
    return quat_normalize(q);
}

bool space_frame_unmap(const frame3 *f, vec3 world, vec3 *local) {
    const double *m = f->m;
    vec3 x = { m[0], m[4], m[8] }, y = { m[1], m[5], m[9] }, z = { m[2], m[6], m[10] };
    vec3 yz = vec3_cross(y, z);
    double volume = vec3_dot(x, yz);
    double size = vec3_length(x) * vec3_length(y) * vec3_length(z);
    // A frame thinner than one part in a million of what its axes could span is flat.
    if (!(volume > 1e-6 * size || volume < -1e-6 * size)) return false;
    *local = (vec3){ vec3_dot(world, yz) / volume, vec3_dot(world, vec3_cross(z, x)) / volume,
                     vec3_dot(world, vec3_cross(x, y)) / volume };
    return vec3_finite(*local);
}
