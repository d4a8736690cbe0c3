// clip_maker.h — clips whose truth is known: a walk, a dance, a swing, a spin, of a figure of 66 joints.
//
// The figure is 1.75 m tall, faces +z, its left is +x; at rest it stands with its arms held sideways (the
// T-pose). Legs are posed by two-bone IK in closed form, so a planted ankle stays where it is to the last
// bits. Everything is arithmetic on the frame number: no file, no clock, and any frame count.
//
//   clip_recipe recipe = clip_recipe_make();      // 91 frames, 30 a second, 30 a cycle: closed
//   recipe.turn_deg = 30;
//   pantin_clip clip;
//   assert_true(make_walk(&recipe, &clip));       // false: memory
//   … pantin_clip_free(&clip);
// SPDX-License-Identifier: MIT
#ifndef TESTS_CLIP_MAKER_H
#define TESTS_CLIP_MAKER_H

#include "base/random.h"
#include "motion/clip.h"

// --- the figure ---------------------------------------------------------------------------------

/// Joints of the figure. The right side's are the left's + MAKER_SIDE.
enum {
    MAKER_HIPS,
    MAKER_SPINE,
    MAKER_CHEST,
    MAKER_UPPER_CHEST,
    MAKER_NECK,
    MAKER_HEAD,
    MAKER_JAW,
    MAKER_LEFT_EYE,
    MAKER_RIGHT_EYE,
    MAKER_HEAD_TOP,
    MAKER_LEFT_SHOULDER,
    MAKER_LEFT_ARM,
    MAKER_LEFT_FOREARM,
    MAKER_LEFT_HAND,
    MAKER_LEFT_THUMB, // four joints; then index, middle, ring and pinky
    MAKER_LEFT_THIGH = MAKER_LEFT_THUMB + 20,
    MAKER_LEFT_SHIN,
    MAKER_LEFT_FOOT,
    MAKER_LEFT_TOE,
    MAKER_SIDE = MAKER_LEFT_TOE + 1 - MAKER_LEFT_SHOULDER,
    MAKER_JOINTS = MAKER_LEFT_SHOULDER + 2 * MAKER_SIDE,
};

typedef struct maker_joint {
    const char *name;
    int parent;
    double x, y, z; // m from its parent, the figure at rest
} maker_joint;

#define MAKER_FINGER(side, name, hand, s, x, z)                                                    \
    { side "Hand" name "1", hand, (s) * (x), 0, z },                                               \
        { side "Hand" name "2", (hand) + 1, (s)*0.03, 0, 0 },                                      \
        { side "Hand" name "3", (hand) + 2, (s)*0.025, 0, 0 }, {                                   \
        side "Hand" name "4", (hand) + 3, (s)*0.02, 0, 0                                           \
    }
/// A finger's first joint hangs on the hand; maker_figure mends the parents of the other three.
#define MAKER_HALF(side, first, s)                                                                 \
    { side "Shoulder", MAKER_UPPER_CHEST, (s)*0.06, 0.1, 0 },                                      \
        { side "Arm", first, (s)*0.12, 0, 0 }, { side "ForeArm", (first) + 1, (s)*0.28, 0, 0 },    \
        { side "Hand", (first) + 2, (s)*0.25, 0, 0 },                                              \
        MAKER_FINGER(side, "Thumb", (first) + 3, s, 0.03, 0.03),                                   \
        MAKER_FINGER(side, "Index", (first) + 3, s, 0.09, 0.02),                                   \
        MAKER_FINGER(side, "Middle", (first) + 3, s, 0.09, 0),                                     \
        MAKER_FINGER(side, "Ring", (first) + 3, s, 0.085, -0.02),                                  \
        MAKER_FINGER(side, "Pinky", (first) + 3, s, 0.08, -0.04),                                  \
        { side "UpLeg", MAKER_HIPS, (s)*0.1, 0, 0 }, { side "Leg", (first) + 24, 0, -0.42, 0 },    \
        { side "Foot", (first) + 25, 0, -0.42, 0 }, {                                              \
        side "ToeBase", (first) + 26, 0, -0.06, 0.13                                               \
    }

static const maker_joint maker_joints[MAKER_JOINTS] = {
    { "Hips", PANTIN_NONE, 0, 0.92, 0 },
    { "Spine", MAKER_HIPS, 0, 0.1, 0 },
    { "Chest", MAKER_SPINE, 0, 0.15, 0 },
    { "UpperChest", MAKER_CHEST, 0, 0.15, 0 },
    { "Neck", MAKER_UPPER_CHEST, 0, 0.15, 0 },
    { "Head", MAKER_NECK, 0, 0.09, 0.02 },
    { "Jaw", MAKER_HEAD, 0, 0.02, 0.04 },
    { "LeftEye", MAKER_HEAD, 0.03, 0.07, 0.08 },
    { "RightEye", MAKER_HEAD, -0.03, 0.07, 0.08 },
    { "HeadTop", MAKER_HEAD, 0, 0.19, 0 },
    MAKER_HALF("Left", MAKER_LEFT_SHOULDER, 1),
    MAKER_HALF("Right", MAKER_LEFT_SHOULDER + MAKER_SIDE, -1),
};

// --- what is made -------------------------------------------------------------------------------

typedef struct clip_recipe {
    double fps;
    int frames;       // closed when frames - 1 is a whole number of periods
    double period;    // frames a cycle
    double stride_m;  // floor travel a cycle of the walk
    double duty;      // share of a cycle for which a foot stands
    double turn_deg;  // heading drift over the clip; a walk goes along an arc
    vec3 drift_m;     // root drift a frame, the feet sliding along with it
    bool in_place;    // the walk's travel is taken from the root …
    bool ground;      // … and told in clip.ground
    bool t_pose;      // frame 0 is the figure at rest
    int moving;       // frames that move, the others hold the last of them: a dead tail. 0: all
    double noise_deg; // white noise on every joint but hips and legs
    uint64_t seed;
} clip_recipe;

static inline clip_recipe clip_recipe_make(void) {
    return (clip_recipe){
        .fps = 30, .frames = 91, .period = 30, .stride_m = 1.2, .duty = 0.6, .seed = 1
    };
}

/// The phase of a frame, in cycles: a dead tail holds its last.
static inline double maker_phase(const clip_recipe *recipe, int frame) {
    int moving = recipe->moving > 0 ? recipe->moving : recipe->frames;
    return (frame < moving ? frame : moving - 1) / recipe->period;
}

/// Begins a clip of the figure at rest in all frames, a bone for each joint.
static inline bool maker_figure(const clip_recipe *recipe, const char *name, pantin_clip *clip) {
    if (!clip_begin(clip, MAKER_JOINTS, recipe->frames, false, NULL)) return false;
    clip->name = name;
    clip->fps = recipe->fps;
    clip->bone_count = MAKER_JOINTS;
    for (int k = 0; k < MAKER_JOINTS; k++) {
        const maker_joint *from = &maker_joints[k];
        pantin_joint *to = &clip->joints[k];
        *to = (pantin_joint){ .name = from->name,
                              .parent = from->parent,
                              .node = k,
                              .bone = true,
                              .moves = PANTIN_MOVES_ROTATION,
                              .translation = { from->x, from->y, from->z },
                              .rotation = quat_identity(),
                              .scale = { 1, 1, 1 } };
        int in_side = k < MAKER_LEFT_SHOULDER ? 0 : (k - MAKER_LEFT_SHOULDER) % MAKER_SIDE;
        int in_fingers = in_side - (MAKER_LEFT_THUMB - MAKER_LEFT_SHOULDER);
        if (in_fingers >= 0 && in_fingers < 20 && in_fingers % 4 != 0) to->parent = k - 1;
    }
    clip->joints[MAKER_HIPS].moves |= PANTIN_MOVES_TRANSLATION;
    for (int i = 0; i < recipe->frames; i++)
        for (int k = 0; k < MAKER_JOINTS; k++) {
            *clip_rotation(clip, i, k) = quat_identity();
            *clip_translation(clip, i, k) = clip->joints[k].translation;
        }
    return true;
}

/// The rotation whose columns are three orthonormal axes.
static inline quat maker_axes(vec3 x, vec3 y, vec3 z) {
    double w = 1 + x.x + y.y + z.z;
    if (w > 0.5) return quat_normalize((quat){ y.z - z.y, z.x - x.z, x.y - y.x, w });
    if (x.x >= y.y && x.x >= z.z)
        return quat_normalize((quat){ 1 + x.x - y.y - z.z, x.y + y.x, z.x + x.z, y.z - z.y });
    if (y.y >= z.z)
        return quat_normalize((quat){ x.y + y.x, 1 + y.y - x.x - z.z, y.z + z.y, z.x - x.z });
    return quat_normalize((quat){ z.x + x.z, y.z + z.y, 1 + z.z - x.x - y.y, x.y - y.x });
}
/// The rotation that takes a limb hanging down (-y), its knee toward +z, along `limb`.
static inline quat maker_along(vec3 limb, vec3 forward) {
    vec3 y = vec3_scale(limb, -1 / vec3_length(limb));
    vec3 z = vec3_sub(forward, vec3_scale(y, vec3_dot(forward, y)));
    z = vec3_scale(z, 1 / vec3_length(z));
    return maker_axes(vec3_cross(y, z), y, z);
}

/// Poses a leg so that its ankle is at `ankle` with the foot turned as `foot`, the hips being posed already.
/// Beyond its reach it is stretched out toward it.
static inline void maker_leg(pantin_clip *clip, int frame, int thigh, vec3 ankle, quat foot) {
    quat hips = *clip_rotation(clip, frame, MAKER_HIPS);
    vec3 hip = vec3_add(*clip_translation(clip, frame, MAKER_HIPS),
                        quat_rotate(hips, clip->joints[thigh].translation));
    vec3 forward = quat_rotate(hips, vec3_make(0, 0, 1)), reach = vec3_sub(ankle, hip);
    double upper = 0.42, lower = 0.42, far = vec3_length(reach);
    if (far > upper + lower - 1e-6) {
        reach = vec3_scale(reach, (upper + lower - 1e-6) / far);
        far = upper + lower - 1e-6;
    }
    vec3 along = vec3_scale(reach, 1 / far);
    vec3 out = vec3_sub(forward, vec3_scale(along, vec3_dot(forward, along)));
    out = vec3_scale(out, 1 / vec3_length(out));
    double at = (far * far + upper * upper - lower * lower) / (2 * far);
    double bent = upper * upper - at * at;
    vec3 knee = vec3_add(vec3_scale(along, at), vec3_scale(out, sqrt(bent > 0 ? bent : 0)));
    quat thigh_world = maker_along(knee, forward);
    quat shin_world = maker_along(vec3_sub(reach, knee), forward);
    *clip_rotation(clip, frame, thigh) = quat_between(hips, thigh_world);
    *clip_rotation(clip, frame, thigh + 1) = quat_between(thigh_world, shin_world);
    *clip_rotation(clip, frame, thigh + 2) = quat_between(shin_world, foot);
}

static inline quat maker_turn(double x, double y, double z, double degrees) {
    return quat_about((vec3){ x, y, z }, degrees * TRIG_DEGREE);
}
static inline double maker_wave(double phase) { return trig_sin(2 * TRIG_PI * phase); }

/// Turns the whole figure about the up axis through the world's origin, then moves it.
static inline void maker_carry(pantin_clip *clip, int frame, quat turn, vec3 move) {
    vec3 *place = clip_translation(clip, frame, MAKER_HIPS);
    quat *stance = clip_rotation(clip, frame, MAKER_HIPS);
    *place = vec3_add(quat_rotate(turn, *place), move);
    *stance = quat_multiply(turn, *stance);
}

/// What all of them end with: noise, signs, T-pose.
static inline void maker_finish(const clip_recipe *recipe, pantin_clip *clip) {
    random_state random = random_make(recipe->seed);
    for (int i = 0; recipe->noise_deg > 0 && i < recipe->frames; i++)
        for (int k = MAKER_SPINE; k < MAKER_JOINTS; k++) {
            int in_side = (k - MAKER_LEFT_SHOULDER) % MAKER_SIDE;
            if (in_side >= MAKER_LEFT_THIGH - MAKER_LEFT_SHOULDER) continue;
            double size = recipe->noise_deg * TRIG_DEGREE;
            double x = random_between(&random, -size, size);
            double y = random_between(&random, -size, size);
            double z = random_between(&random, -size, size);
            quat *q = clip_rotation(clip, i, k);
            *q = quat_multiply(*q, quat_exp((vec3){ x, y, z }));
        }
    for (int k = 0; recipe->t_pose && k < MAKER_JOINTS; k++) {
        *clip_rotation(clip, 0, k) = quat_identity();
        *clip_translation(clip, 0, k) = clip->joints[k].translation;
    }
    clip_align_signs(clip);
}

// --- the walk -----------------------------------------------------------------------------------

/// Where the walker's hips are on the floor and which way they face: a line or an arc.
static inline void maker_path(const clip_recipe *recipe, double phase, vec3 *place, quat *facing) {
    double cycles = (recipe->frames - 1) / recipe->period;
    double turn = cycles > 0 ? recipe->turn_deg * TRIG_DEGREE / cycles : 0, angle = turn * phase;
    double way = recipe->stride_m * phase, sine, cosine;
    trig_sincos(angle, &sine, &cosine);
    bool straight = angle < 1e-9 && angle > -1e-9;
    *place = straight ? vec3_make(0, 0, way)
                      : vec3_make(way * (1 - cosine) / angle, 0, way * sine / angle);
    *facing = quat_about(vec3_make(0, 1, 0), angle);
}

/// Does the foot stand at this frame? side 0: left, 1: right. Exactly so: its ankle and toe are then where
/// they are in every frame of that stance (drift apart).
static inline bool walk_stands(const clip_recipe *recipe, int side, int frame) {
    double phase = maker_phase(recipe, frame) + 0.5 * side;
    double within = phase - trig_floor(phase + 1e-9);
    return within <= recipe->duty + 1e-9;
}

/// The ankle's place and the foot's turn. A swing is 3s² - 2s³ along the floor and 16 s²(1-s)² up: the foot
/// starts at once, so that the first and last frame of a stance are plain to see.
static inline void walk_ankle(const clip_recipe *recipe, int side, double phase, vec3 *ankle,
                              quat *foot) {
    double shifted = phase + 0.5 * side, cycle = trig_floor(shifted + 1e-9);
    double within = shifted - cycle, half = recipe->duty / 2;
    vec3 from, to;
    quat facing, next;
    maker_path(recipe, cycle + half - 0.5 * side, &from, &facing);
    maker_path(recipe, cycle + 1 + half - 0.5 * side, &to, &next);
    vec3 aside = { side == 0 ? 0.1 : -0.1, 0.08, 0 };
    from = vec3_add(from, quat_rotate(facing, aside));
    to = vec3_add(to, quat_rotate(next, aside));
    *ankle = from;
    *foot = facing;
    if (within <= recipe->duty + 1e-9) return;
    double s = (within - recipe->duty) / (1 - recipe->duty), lift = 16 * s * s * (1 - s) * (1 - s);
    double forth = s * s * (3 - 2 * s);
    *ankle = vec3_mix(from, to, forth);
    ankle->y += 0.12 * lift;
    *foot = quat_multiply(quat_mix(facing, next, forth), maker_turn(1, 0, 0, 20 * lift));
}

/// A walk toward +z (or along an arc) of recipe->stride_m a cycle.
static inline bool make_walk(const clip_recipe *recipe, pantin_clip *clip) {
    if (!maker_figure(recipe, "walk", clip)) return false;
    if (recipe->in_place && recipe->ground)
        clip->ground = ARENA_ARRAY(clip_memory(clip), vec3, recipe->frames);
    if (arena_failed(clip_memory(clip))) return pantin_clip_free(clip), false;
    for (int i = 0; i < recipe->frames; i++) {
        double phase = maker_phase(recipe, i), swing = maker_wave(phase + 0.2);
        vec3 place, ankle;
        quat facing, foot;
        maker_path(recipe, phase, &place, &facing);
        vec3 up = { 0, 0.82 + 0.01 * maker_wave(2 * (phase - recipe->duty / 2) + 0.25), 0 };
        *clip_translation(clip, i, MAKER_HIPS) = vec3_add(place, up);
        *clip_rotation(clip, i, MAKER_HIPS) =
            quat_multiply(facing, maker_turn(0, 1, 0, -5 * swing));
        for (int side = 0; side < 2; side++) {
            int shift = side * MAKER_SIDE, sign = side == 0 ? 1 : -1;
            walk_ankle(recipe, side, phase, &ankle, &foot);
            maker_leg(clip, i, MAKER_LEFT_THIGH + shift, ankle, foot);
            *clip_rotation(clip, i, MAKER_LEFT_ARM + shift) = quat_multiply(
                maker_turn(1, 0, 0, sign * 25 * swing), maker_turn(0, 0, 1, -75 * sign));
            *clip_rotation(clip, i, MAKER_LEFT_FOREARM + shift) =
                maker_turn(0, 1, 0, -sign * (20 + 10 * sign * swing));
        }
        *clip_rotation(clip, i, MAKER_CHEST) = maker_turn(0, 1, 0, 9 * swing);
        vec3 move = vec3_scale(recipe->drift_m, i);
        if (recipe->in_place) move = vec3_sub(move, place);
        if (clip->ground != NULL) clip->ground[i] = place;
        maker_carry(clip, i, quat_identity(), move);
    }
    maker_finish(recipe, clip);
    return true;
}

// --- others -------------------------------------------------------------------------------------

/// A dance on the spot: hips sway and bounce over planted feet, arms, spine and fingers wave at the period
/// and at half of it. The closing frame equals the first but for drift and heading. Fingers move fastest.
static inline bool make_dance(const clip_recipe *recipe, pantin_clip *clip) {
    if (!maker_figure(recipe, "dance", clip)) return false;
    for (int i = 0; i < recipe->frames; i++) {
        double phase = maker_phase(recipe, i), slow = maker_wave(phase),
               fast = maker_wave(2 * phase + 0.1);
        *clip_translation(clip, i, MAKER_HIPS) =
            vec3_make(0.06 * slow, 0.84 + 0.03 * fast, 0.02 * maker_wave(phase + 0.25));
        *clip_rotation(clip, i, MAKER_HIPS) =
            quat_multiply(maker_turn(0, 1, 0, 12 * slow), maker_turn(0, 0, 1, 4 * fast));
        *clip_rotation(clip, i, MAKER_SPINE) = maker_turn(0, 0, 1, 10 * maker_wave(phase + 0.15));
        *clip_rotation(clip, i, MAKER_CHEST) = maker_turn(0, 1, 0, 15 * slow);
        *clip_rotation(clip, i, MAKER_HEAD) = maker_turn(1, 0, 0, 12 * fast);
        for (int side = 0; side < 2; side++) {
            int shift = side * MAKER_SIDE, sign = side == 0 ? 1 : -1;
            vec3 ankle = { sign * 0.12, 0.08, 0 };
            maker_leg(clip, i, MAKER_LEFT_THIGH + shift, ankle, quat_identity());
            *clip_rotation(clip, i, MAKER_LEFT_ARM + shift) = quat_multiply(
                maker_turn(0, 0, 1, sign * (-20 + 45 * slow)), maker_turn(0, 1, 0, 25 * fast));
            *clip_rotation(clip, i, MAKER_LEFT_FOREARM + shift) =
                maker_turn(0, 1, 0, -sign * (50 + 35 * maker_wave(phase + 0.3 * side)));
            for (int k = 0; k < 20; k++)
                *clip_rotation(clip, i, MAKER_LEFT_THUMB + shift + k) =
                    maker_turn(0, 0, 1, -sign * 20 * (1 + maker_wave(2 * phase + 0.03 * k)));
        }
        double share = recipe->frames > 1 ? (double)i / (recipe->frames - 1) : 0;
        maker_carry(clip, i, maker_turn(0, 1, 0, recipe->turn_deg * share),
                    vec3_scale(recipe->drift_m, i));
    }
    maker_finish(recipe, clip);
    return true;
}

/// The left arm alone swings by ±40° as a sine, all else is at rest: a loop known in closed form.
static inline bool make_swing(const clip_recipe *recipe, pantin_clip *clip) {
    if (!maker_figure(recipe, "swing", clip)) return false;
    for (int i = 0; i < recipe->frames; i++) {
        double share = recipe->frames > 1 ? (double)i / (recipe->frames - 1) : 0;
        *clip_rotation(clip, i, MAKER_LEFT_ARM) =
            maker_turn(0, 0, 1, 40 * maker_wave(maker_phase(recipe, i)));
        maker_carry(clip, i, maker_turn(0, 1, 0, recipe->turn_deg * share),
                    vec3_scale(recipe->drift_m, i));
    }
    maker_finish(recipe, clip);
    return true;
}

/// The left hand turns about z without rest, once a period: every step is 360° / period.
static inline bool make_spin(const clip_recipe *recipe, pantin_clip *clip) {
    if (!maker_figure(recipe, "spin", clip)) return false;
    for (int i = 0; i < recipe->frames; i++)
        *clip_rotation(clip, i, MAKER_LEFT_HAND) =
            maker_turn(0, 0, 1, 360 * maker_phase(recipe, i));
    maker_finish(recipe, clip);
    return true;
}

#endif
