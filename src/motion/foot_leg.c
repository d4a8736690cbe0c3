// foot_leg.c — a leg posed in space: two bones in the plane of the knee, then the whole swung to its target.
//
// Within the plane through hip, knee and ankle the knee is found by base/two_bone; swinging that plane from
// the old line hip-ankle to the new one by the shortest turn keeps the knee where the performer held it.
// World turns W of a joint become local ones as P⁻¹ W P q, P its parent's turn in the world; what was done
// to the parent is undone first. The foot keeps the turn in the world that it is asked to have.
//
// A leg drawn out to its full length has an infinitely fast knee: near it, the distance asked for is bent
// down smoothly (an exponential beyond 97 % of the leg), relative to what the leg had.
// SPDX-License-Identifier: MIT
#include "base/two_bone.h"
#include "motion/fix.h"

static const double leg_soft = 0.97, leg_most = 0.9999;

bool foot_leg_read(const pantin_clip *clip, int frame, const pantin_leg *leg, foot_leg_pose *pose) {
    frame3 above_thigh = clip_parent_frame(clip, frame, leg->thigh);
    frame3 thigh = clip_frame_of(clip, frame, leg->thigh);
    frame3 above_shin = clip_parent_frame(clip, frame, leg->shin);
    frame3 shin = clip_frame_of(clip, frame, leg->shin);
    frame3 above_foot = clip_parent_frame(clip, frame, leg->foot);
    frame3 foot = clip_frame_of(clip, frame, leg->foot);
    *pose = (foot_leg_pose){ .hip = space_frame_origin(&thigh),
                             .knee = space_frame_origin(&shin),
                             .ankle = space_frame_origin(&foot) };
    return root_frame_turn(&above_thigh, &pose->thigh_parent) &&
           root_frame_turn(&thigh, &pose->thigh) &&
           root_frame_turn(&above_shin, &pose->shin_parent) &&
           root_frame_turn(&above_foot, &pose->foot_parent) && root_frame_turn(&foot, &pose->foot);
}

static vec3 direction(vec3 v, vec3 otherwise) {
    double length = vec3_length(v);
    return length > 1e-9 ? vec3_scale(v, 1 / length) : otherwise;
}
static vec3 across(vec3 v, vec3 line) { return vec3_sub(v, vec3_scale(line, vec3_dot(v, line))); }

vec3 foot_leg_bend(const foot_leg_pose *pose) {
    vec3 along = direction(vec3_sub(pose->ankle, pose->hip), (vec3){ 0, -1, 0 });
    vec3 out = across(vec3_sub(pose->knee, pose->hip), along);
    double upper = vec3_distance(pose->knee, pose->hip);
    out = vec3_scale(out, upper > 1e-9 ? 1 / upper : 0);
    return quat_rotate(quat_inverse(pose->thigh), out);
}

/// The shortest turn from one direction to another.
static quat swing(vec3 from, vec3 to) {
    double cosine = vec3_dot(from, to);
    vec3 axis = vec3_cross(from, to);
    return cosine < -0.999999 ? quat_identity()
                              : quat_normalize((quat){ axis.x, axis.y, axis.z, 1 + cosine });
}

/// Distances beyond the soft part of the leg approach its length and never reach it.
static double softened(double distance, double length) {
    double soft = leg_soft * length, rest = (leg_most - leg_soft) * length;
    return distance <= soft ? distance : soft + rest * (1 - trig_exp(-(distance - soft) / rest));
}

/// A world turn as one of the joint's own, under a parent that is turned by `parent`.
static void turn_joint(pantin_clip *clip, int frame, int joint, quat parent, quat world) {
    quat *q = clip_rotation(clip, frame, joint);
    quat local = quat_multiply(quat_inverse(parent), quat_multiply(world, parent));
    *q = quat_beside(quat_normalize(quat_multiply(local, *q)), *q);
}

void foot_leg_move(pantin_clip *clip, int frame, const pantin_leg *leg, const foot_leg_pose *pose,
                   vec3 bend, vec3 shift, quat turn) {
    double upper = vec3_distance(pose->hip, pose->knee);
    double lower = vec3_distance(pose->knee, pose->ankle), length = upper + lower;
    vec3 was = vec3_sub(pose->ankle, pose->hip), asked = vec3_add(was, shift);
    vec3 along = direction(was, (vec3){ 0, -1, 0 }), toward = direction(asked, along);
    // Where the knee points to; of an all but straight leg its own plane is noise, and `bend` leads.
    vec3 knee = vec3_sub(pose->knee, pose->hip);
    vec3 lead = across(quat_rotate(pose->thigh, bend), along);
    vec3 own = vec3_scale(across(knee, along), upper > 1e-9 ? 1 / upper : 0);
    vec3 side = direction(vec3_add(own, vec3_scale(lead, 0.02)), (vec3){ 0, 0, 1 });
    side = direction(across(side, along), (vec3){ 0, 0, 1 });
    double had = vec3_length(was), wants = vec3_length(asked);
    double distance = had + softened(wants, length) - softened(had, length);
    distance = min_double(distance, max_double(had, leg_most * length));
    two_bone limb = two_bone_make(upper, lower, 1);
    two_bone_pose found = two_bone_solve(&limb, vec2_make(0, 0), vec2_make(distance, 0));
    // In the plane: x along, y to the side of the knee. The old angles of both bones, then the new ones.
    vec2 old_knee = { vec3_dot(knee, along), vec3_dot(knee, side) };
    vec2 old_shin = { had - old_knee.x, -old_knee.y };
    vec2 new_shin = vec2_sub(found.end, found.mid);
    double first = trig_atan2(vec2_cross(old_knee, found.mid), vec2_dot(old_knee, found.mid));
    double second = trig_atan2(vec2_cross(old_shin, new_shin), vec2_dot(old_shin, new_shin));
    vec3 normal = vec3_cross(along, side);
    quat aim = swing(along, toward);
    quat thigh = quat_multiply(aim, quat_about(normal, first));
    quat shin = quat_multiply(aim, quat_about(normal, second));
    turn_joint(clip, frame, leg->thigh, pose->thigh_parent, thigh);
    turn_joint(clip, frame, leg->shin, pose->shin_parent, quat_multiply(quat_inverse(thigh), shin));
    turn_joint(clip, frame, leg->foot, pose->foot_parent, quat_multiply(quat_inverse(shin), turn));
}
