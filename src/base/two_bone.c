// two_bone.c — analytic inverse kinematics of two bones by the law of cosines.
//
// With bones a, b and the end at distance d along the unit vector u from the root, the mid joint
// lies x along u and h beside it:
//     x = (d^2 + a^2 - b^2) / 2d = (d + (a - b) (a + b) / d) / 2,      h = sqrt((a - x) (a + x)).
// The right forms neither overflow nor lose digits where d is near |a - b| or a + b.
// A turn t at the mid joint (0 straight, pi folded) means the distance
//     d(t) = sqrt(a^2 + b^2 + 2 a b cos t) = (a + b) sqrt(1 - 4 p q sin^2(t/2)),
// p = a/(a + b), q = b/(a + b), so limits on the turn and on the reach are both limits on d: d is
// clamped, first to the reach, then to the turn, whose range 0..pi is exactly |a - b|..a + b. After
// that the triangle always exists.
// Aristidou et al.: Inverse Kinematics Techniques in Computer Graphics: A Survey, 2018, section 4.
// SPDX-License-Identifier: MIT
#include "base/two_bone.h"

#include "base/trig.h"

#define LARGEST 1e100 // its square is finite
#define LEAST 1e-100  // its square is not 0
#define NEAR 1e-9     // of the full length: where a clamped end still counts as on its target

static double tame(double v) { return finite_double(v) ? clamp_double(v, -LARGEST, LARGEST) : 0.0; }

static vec2 tame_point(vec2 p) { return vec2_make(tame(p.x), tame(p.y)); }

static double tame_length(double v) {
    v = tame(v);
    return v < LEAST ? 0.0 : v;
}

/// A limit given as NaN limits nothing.
static double tame_limit(double v, double low, double high, double widest) {
    return v == v ? clamp_double(v, low, high) : widest;
}

/// Distance of end from root when the mid joint turns by `turn`.
static double distance_at_turn(double a, double b, double turn) {
    double full = a + b, least = a > b ? a - b : b - a;
    if (full == 0.0) return 0.0;
    if (turn >= TRIG_PI) return least;
    double sine = trig_sin(0.5 * turn);
    double rest = 1.0 - 4.0 * (a / full) * (b / full) * sine * sine;
    return clamp_double(rest > 0.0 ? full * sqrt(rest) : 0.0, least, full);
}

static double clamp_in_order(double v, double one, double other) {
    return clamp_double(v, min_double(one, other), max_double(one, other));
}

two_bone two_bone_make(double first, double second, int bend) {
    return (two_bone){
        .first = first, .second = second, .bend = bend, .reach_high = 1.0, .turn_high = TRIG_PI
    };
}

two_bone_pose two_bone_solve(const two_bone *limb, vec2 root, vec2 target) {
    double a = tame_length(limb->first), b = tame_length(limb->second), full = a + b;
    root = tame_point(root);
    target = tame_point(target);

    vec2 to_target = vec2_sub(target, root), u = { 0.0, 1.0 };
    double away = vec2_length(to_target);
    if (away < LEAST)
        away = 0.0;
    else
        u = vec2_make(to_target.x / away, to_target.y / away);

    double d = clamp_in_order(away, full * tame_limit(limb->reach_low, 0.0, 1.0, 0.0),
                              full * tame_limit(limb->reach_high, 0.0, 1.0, 1.0));
    d = clamp_in_order(d, distance_at_turn(a, b, tame_limit(limb->turn_low, 0.0, TRIG_PI, 0.0)),
                       distance_at_turn(a, b, tame_limit(limb->turn_high, 0.0, TRIG_PI, TRIG_PI)));

    // d = 0 needs a = b: the bones lie on each other, and beside u, as in the limit.
    double x = d > 0.0 ? clamp_double(0.5 * (d + (a - b) / d * full), -a, a) : 0.0;
    double h = sqrt((a - x) * (a + x));
    double side = limb->bend < 0 ? -h : h;
    two_bone_pose pose;
    pose.mid = vec2_make(root.x + u.x * x - u.y * side, root.y + u.y * x + u.x * side);
    pose.end = d == away ? target : vec2_add(root, vec2_scale(u, d));
    pose.short_by = away - d;
    pose.reached = away - d <= NEAR * full && d - away <= NEAR * full;
    return pose;
}
