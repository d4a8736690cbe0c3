// bvh_angles.c — a joint's listed angles as one rotation, and back, nearest to the angles they were.
//
// Channels a, b, c about axes i, j, k turn by R = Ri(a) Rj(b) Rk(c): the first one listed turns last. For
// i, j, k all different, e the sign of that permutation, c' = e c and q the quaternion of R,
//     w + qj = u cos((a + c')/2)    qi + e qk = u sin((a + c')/2)     u = cos(b/2) + sin(b/2)
//     w - qj = v cos((a - c')/2)    qi - e qk = v sin((a - c')/2)     v = cos(b/2) - sin(b/2)
// and for k = i, with l the third axis,
//     w = cos(b/2) cos((a + c)/2)   qi = cos(b/2) sin((a + c)/2)
//     qj = sin(b/2) cos((a - c)/2)  e ql = sin(b/2) sin((a - c)/2).
// Of two channels a, b alone the best fit (largest |q . Ri(a) Rj(b)|) has, with l the third axis,
//     (a + b)/2 = atan2(qi + qj, w - e ql)        (a - b)/2 = atan2(qi - qj, w + e ql).
// Half sum and half difference come from pairs of their own, so that near a gimbal lock one pair fades and the
// other stays exact: the rotation keeps full precision, and the faded angle may be chosen freely. The second
// solution is (a + 180, 180 - b, c + 180), or (a + 180, -b, c + 180); each angle may gain whole turns.
// Bernardes and Viollet: Quaternion to Euler angles conversion, 2022.
// SPDX-License-Identifier: MIT
#include "motion/bvh_file.h"

/// A pair shorter than this has no direction worth keeping: choosing one turns by at most 1e-7 degrees.
#define FADED 1e-9

quat bvh_angles_turn(const bvh_joint *joint, const double *values) {
    quat turn = quat_identity();
    for (int k = 0; k < joint->channel_count; k++) {
        if (!bvh_channel_turns(joint->channels[k])) continue;
        double sine, cosine, about[3] = { 0, 0, 0 };
        trig_sincos(values[k] * (TRIG_DEGREE / 2), &sine, &cosine);
        about[bvh_channel_axis(joint->channels[k])] = sine;
        turn = quat_multiply(turn, (quat){ about[0], about[1], about[2], cosine });
    }
    return quat_normalize(turn);
}

/// Up to three channels that make any rotation: each about another axis than the one before.
static int pick_channels(const bvh_joint *joint, int picked[3]) {
    int count = 0;
    for (int k = 0; k < joint->channel_count && count < 3; k++) {
        if (!bvh_channel_turns(joint->channels[k])) continue;
        if (count > 0 && joint->channels[k] == joint->channels[picked[count - 1]]) continue;
        picked[count++] = k;
    }
    return count;
}

static double sign_of(int i, int j) { return (i + 1) % 3 == j ? 1 : -1; }

/// The direction of a pair; of a faded one the direction it would have had before.
static double half_angle(double sine, double cosine, double before) {
    if (sine * sine + cosine * cosine < FADED * FADED) return before;
    return trig_atan2(sine, cosine);
}

/// a, b, c (rad) for axes i, j and the third one.
static void solve_three(quat turn, const int axes[3], const double before[3], double angles[3]) {
    const double q[3] = { turn.x, turn.y, turn.z };
    double e = sign_of(axes[0], axes[1]);
    double qi = q[axes[0]], qj = q[axes[1]], qk = e * q[3 - axes[0] - axes[1]];
    double uc = turn.w + qj, us = qi + qk, vc = turn.w - qj, vs = qi - qk;
    double sum = half_angle(us, uc, (before[0] + e * before[2]) / 2);
    double difference = half_angle(vs, vc, (before[0] - e * before[2]) / 2);
    angles[0] = sum + difference;
    angles[1] = 2 * trig_atan2(sqrt(uc * uc + us * us), sqrt(vc * vc + vs * vs)) - TRIG_PI / 2;
    angles[2] = e * (sum - difference);
}

/// The same for axes i, j, i.
static void solve_twice(quat turn, const int axes[3], const double before[3], double angles[3]) {
    const double q[3] = { turn.x, turn.y, turn.z };
    double qi = q[axes[0]], qj = q[axes[1]];
    double ql = sign_of(axes[0], axes[1]) * q[3 - axes[0] - axes[1]];
    double sum = half_angle(qi, turn.w, (before[0] + before[2]) / 2);
    double difference = half_angle(ql, qj, (before[0] - before[2]) / 2);
    angles[0] = sum + difference;
    angles[1] = 2 * trig_atan2(sqrt(qj * qj + ql * ql), sqrt(turn.w * turn.w + qi * qi));
    angles[2] = sum - difference;
}

/// a and b alone, for axes i and j: the best fit.
static void solve_pair(quat turn, const int axes[3], const double before[3], double angles[3]) {
    const double q[3] = { turn.x, turn.y, turn.z };
    double qi = q[axes[0]], qj = q[axes[1]];
    double ql = sign_of(axes[0], axes[1]) * q[3 - axes[0] - axes[1]];
    double sum = half_angle(qi + qj, turn.w - ql, (before[0] + before[1]) / 2);
    double difference = half_angle(qi - qj, turn.w + ql, (before[0] - before[1]) / 2);
    angles[0] = sum + difference;
    angles[1] = sum - difference;
}

/// Brings each angle within half a turn of what it was; answers how far they are from it in all.
static double unwrap_all(int count, double *angles, const double *before) {
    double off = 0;
    for (int k = 0; k < count; k++) {
        angles[k] = trig_unwrap(angles[k], before[k]);
        off += angles[k] > before[k] ? angles[k] - before[k] : before[k] - angles[k];
    }
    return off;
}

/// Three angles: of the two solutions the one nearer to what was.
static void solve_nearest(quat turn, const int axes[3], const double before[3], double angles[3]) {
    bool twice = axes[2] == axes[0];
    if (twice)
        solve_twice(turn, axes, before, angles);
    else
        solve_three(turn, axes, before, angles);
    double second[3] = { angles[0] + TRIG_PI, twice ? -angles[1] : TRIG_PI - angles[1],
                         angles[2] + TRIG_PI };
    double off_first = unwrap_all(3, angles, before), off_second = unwrap_all(3, second, before);
    for (int k = 0; off_second < off_first && k < 3; k++) angles[k] = second[k];
}

void bvh_turn_angles(const bvh_joint *joint, quat turn, double *values) {
    int picked[3] = { 0, 0, 0 }, axes[3] = { 0, 0, 0 }, count = pick_channels(joint, picked);
    double before[3] = { 0, 0, 0 }, angles[3] = { 0, 0, 0 };
    const double q[3] = { turn.x, turn.y, turn.z };
    for (int k = 0; k < count; k++) {
        axes[k] = bvh_channel_axis(joint->channels[picked[k]]);
        before[k] = values[picked[k]] * TRIG_DEGREE;
    }
    if (count == 1) angles[0] = 2 * trig_atan2(q[axes[0]], turn.w); // leaves least over
    if (count == 2) solve_pair(turn, axes, before, angles);
    if (count == 3) solve_nearest(turn, axes, before, angles);
    unwrap_all(count, angles, before);
    for (int k = 0; k < joint->channel_count; k++)
        if (bvh_channel_turns(joint->channels[k])) values[k] = 0;
    for (int k = 0; k < count; k++) values[picked[k]] = angles[k] / TRIG_DEGREE;
}
