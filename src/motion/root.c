// root.c — the figure's way over the floor: taken out before the seam is closed, put back after.
//
// Seen from above, with u = z + i x, a turn by φ about the up axis is a factor exp(iφ). Of a piece whose
// root goes from p to p + D and turns by θ, the way
//     G(t) u = p + s(t) + exp(iθt) (u - p),    s(t) = D (exp(iθt) - 1) / (exp(iθ) - 1),  t = 0..1
// (s = D t when θ = 0) leads the first frame to the last along an arc at constant speed, and
// G(t + 1) = G(1) G(t): it runs on from cycle to cycle. Frame t of the piece is moved by G(t)⁻¹; there the
// last frame stands where the first stood, and the seam is closed as if in place. Travelling, G is put back:
// the seam's step is then as smooth as it was in the moved frame, whatever the travel.
//
// In place the reference subtracts D t alone, θ = 0. With a heading that drifts we take the turn out as
// well, half of it at each end, so that the middle of the piece keeps its heading.
//
// The world's motion is given to the carrier, the highest joint above the root (or it) that moves: local
// places change through the inverse of its parent's frame, local turns through its parent's turn.
// SPDX-License-Identifier: MIT
#include "motion/fix.h"

// Under this a turn is the sway of a cut, not a way: the reference's own limit for a pose gap.
static const double root_straight = 5 * TRIG_DEGREE;

vec3 root_place(const pantin_clip *clip, int frame) {
    frame3 world = clip_frame_of(clip, frame, clip->root);
    return space_frame_origin(&world);
}

double root_vertical_range(const pantin_clip *clip) {
    double low = 0, high = 0;
    for (int i = 0; i < clip->frames; i++) {
        double y = root_place(clip, i).y;
        if (i == 0 || y < low) low = y;
        if (i == 0 || y > high) high = y;
    }
    return high - low;
}

bool root_frame_turn(const frame3 *frame, quat *turn) {
    const double *m = frame->m;
    vec3 x = { m[0], m[4], m[8] }, y = { m[1], m[5], m[9] }, z = { m[2], m[6], m[10] };
    double size = vec3_length(x), near = 1e-3 * size * size;
    double lengths[] = { vec3_dot(y, y) - size * size, vec3_dot(z, z) - size * size };
    double angles[] = { vec3_dot(x, y), vec3_dot(y, z), vec3_dot(z, x) };
    if (!(size > 1e-9) || !finite_double(size)) return false;
    for (int k = 0; k < 2; k++)
        if (!(lengths[k] < near && lengths[k] > -near)) return false;
    for (int k = 0; k < 3; k++)
        if (!(angles[k] < near && angles[k] > -near)) return false;
    double s = vec3_dot(vec3_cross(x, y), z) < 0 ? -1 / size : 1 / size;
    x = vec3_scale(x, s);
    y = vec3_scale(y, s);
    z = vec3_scale(z, s);
    *turn = space_rotation(x, y, z);
    return true;
}

double root_turn(const pantin_clip *clip, int from, int to) {
    frame3 first = clip_frame_of(clip, from, clip->root),
           last = clip_frame_of(clip, to, clip->root);
    quat a, b;
    if (!root_frame_turn(&first, &a) || !root_frame_turn(&last, &b)) return 0;
    quat turn = quat_multiply(b, quat_inverse(a));
    if (turn.w < 0) turn = quat_negate(turn);
    // Swing and twist: what turns about the up axis. Near a half swing the twist has no meaning.
    if (turn.y * turn.y + turn.w * turn.w < 0.25) return 0;
    return 2 * trig_atan2(turn.y, turn.w);
}

/// Does the joint's own place change over the piece, by more than a rounding?
static bool shifts(const pantin_clip *clip, int joint) {
    vec3 first = *clip_translation(clip, 0, joint);
    double near = 1e-6 * (1 + vec3_length(first));
    for (int i = 1; i < clip->frames; i++)
        if (vec3_distance(*clip_translation(clip, i, joint), first) > near) return true;
    return false;
}

/// The highest joint from the root up that moves from place to place; else the root, if it may.
static int find_carrier(const pantin_clip *clip) {
    int carrier = PANTIN_NONE;
    for (int k = clip->root; k != PANTIN_NONE; k = clip->joints[k].parent) {
        const pantin_joint *joint = &clip->joints[k];
        if (!(joint->moves & PANTIN_MOVES_TRANSLATION) || joint->matrix != NULL) continue;
        if (carrier == PANTIN_NONE || shifts(clip, k)) carrier = k;
    }
    return carrier;
}

/// May the carrier be turned in every frame: does it turn at all, under a parent that keeps angles?
static bool may_turn(const pantin_clip *clip, int carrier) {
    if (!(clip->joints[carrier].moves & PANTIN_MOVES_ROTATION)) return false;
    for (int i = 0; i < clip->frames; i++) {
        frame3 parent = clip_parent_frame(clip, i, carrier);
        quat turn;
        if (!root_frame_turn(&parent, &turn)) return false;
    }
    return true;
}

root_path root_find(const fix_work *work) {
    const pantin_loop_options *o = work->options;
    const pantin_clip *base = &work->base;
    int first = work->lead, last = work->lead + work->frames - 1;
    root_path path = { .carrier = find_carrier(base), .steps = work->frames - 1 };
    vec3 from = root_place(base, first), to = root_place(base, last);
    path.at_x = from.x;
    path.at_z = from.z;
    if (path.carrier == PANTIN_NONE || o->root == PANTIN_ROOT_KEEP) return path;
    if (o->root == PANTIN_ROOT_IN_PLACE && !o->dedrift) return path;
    frame3 parent = clip_parent_frame(base, first, path.carrier);
    vec3 local, across = { to.x - from.x, 0, to.z - from.z };
    if (!space_frame_unmap(&parent, across, &local))
        return path; // a flat parent cannot be moved in
    path.drift_x = across.x;
    path.drift_z = across.z;
    if (o->method == PANTIN_FIX_CROSSFADE) return path; // the reference takes out places alone
    path.turnable = may_turn(base, path.carrier);
    if (path.turnable) path.turn = root_turn(base, first, last);
    bool curve = path.turn > root_straight || path.turn < -root_straight;
    path.centered = !(o->root == PANTIN_ROOT_TRAVEL && curve);
    return path;
}

/// A rigid motion over the floor: u -> factor (u - about) + to.
typedef struct floor_motion {
    double cosine, sine, about_x, about_z, to_x, to_z;
    quat turn;
} floor_motion;

static vec3 floor_point(const floor_motion *m, vec3 p) {
    double x = p.x - m->about_x, z = p.z - m->about_z;
    return (vec3){ m->to_x + x * m->cosine + z * m->sine, p.y,
                   m->to_z + z * m->cosine - x * m->sine };
}

/// s(t) of the head comment, as x and z.
static void shift_at(const root_path *path, double t, double *x, double *z) {
    double c1, s1, ct, st, real = t, imaginary = 0;
    if (path->turn > 1e-6 || path->turn < -1e-6) {
        trig_sincos(path->turn, &s1, &c1);
        trig_sincos(path->turn * t, &st, &ct);
        double size = (c1 - 1) * (c1 - 1) + s1 * s1;
        real = ((ct - 1) * (c1 - 1) + st * s1) / size;
        imaginary = (st * (c1 - 1) - (ct - 1) * s1) / size;
    }
    *z = path->drift_z * real - path->drift_x * imaginary;
    *x = path->drift_x * real + path->drift_z * imaginary;
}

static floor_motion turn_about(double x, double z, double angle) {
    floor_motion m = { .about_x = x, .about_z = z, .to_x = x, .to_z = z };
    trig_sincos(angle, &m.sine, &m.cosine);
    m.turn = quat_about((vec3){ 0, 1, 0 }, angle);
    return m;
}

/// Moves the carrier of a frame by a motion of the world.
static void carry(pantin_clip *clip, int frame, const root_path *path, const floor_motion *m) {
    frame3 parent = clip_parent_frame(clip, frame, path->carrier);
    vec3 *place = clip_translation(clip, frame, path->carrier), local;
    vec3 world = space_frame_point(&parent, *place);
    if (space_frame_unmap(&parent, vec3_sub(floor_point(m, world), world), &local))
        *place = vec3_add(*place, local);
    quat around;
    if (!path->turnable || m->sine == 0 || !root_frame_turn(&parent, &around)) return;
    quat *q = clip_rotation(clip, frame, path->carrier);
    quat turn = quat_multiply(quat_inverse(around), quat_multiply(m->turn, around));
    *q = quat_beside(quat_normalize(quat_multiply(turn, *q)), *q);
}

void root_take_out(fix_work *work, const root_path *path) {
    if (path->carrier == PANTIN_NONE) return;
    if (path->drift_x == 0 && path->drift_z == 0 && path->turn == 0) return;
    for (int i = 0; i < work->base.frames; i++) {
        double t = (i - work->lead) / path->steps, x, z;
        shift_at(path, t, &x, &z);
        double angle = path->turn * ((path->centered ? 0.5 : 0) - t);
        floor_motion m = turn_about(path->at_x, path->at_z, angle);
        m.about_x += x;
        m.about_z += z;
        carry(&work->base, i, path, &m);
    }
}

double root_lead_on(pantin_clip *clip) {
    int last = clip->frames - 1;
    root_path path = { .carrier = find_carrier(clip) };
    if (path.carrier == PANTIN_NONE || last < 3) return 0;
    path.turnable = may_turn(clip, path.carrier);
    double step_turn = (root_turn(clip, last - 2, last - 1) + root_turn(clip, 0, 1)) / 2;
    double turn = root_turn(clip, 0, last - 1) + step_turn;
    if (!path.turnable || (turn < root_straight && turn > -root_straight)) turn = 0;
    vec3 first = root_place(clip, 0), end = root_place(clip, last - 1);
    floor_motion m = turn_about(first.x, first.z, turn);
    vec3 step = quat_rotate(m.turn, vec3_sub(root_place(clip, 1), first));
    step = vec3_scale(vec3_add(step, vec3_sub(end, root_place(clip, last - 2))), 0.5);
    m.to_x = end.x + step.x;
    m.to_z = end.z + step.z;
    carry(clip, last, &path, &m);
    return turn;
}

/// The ground that runs away under a figure whose way was straightened. A foot that stood still moves, in the
/// moved frame, by -exp(iθ(½ - t)) s'(t) = -D (θ/2) / sin(θ/2), the same in every frame, and turns by -θ a
/// cycle about the point the root started from. The former and the root's own share of the latter are put
/// back; what is left is the turn of the foot about the root.
static void find_ground(const fix_work *work, const root_path *path, vec3 *ground) {
    double half = path->turn / 2, share = 1;
    if (half > 1e-6 || half < -1e-6) share = half / trig_sin(half);
    double x = path->drift_x * share / path->steps, z = path->drift_z * share / path->steps;
    double turn = path->turn / path->steps;
    vec3 here = root_place(&work->base, work->lead);
    ground[0] = vec3_make(0, 0, 0);
    for (int i = 1; i < work->frames; i++) {
        vec3 next = root_place(&work->base, work->lead + i);
        double off_x = (here.x + next.x) / 2 - path->at_x,
               off_z = (here.z + next.z) / 2 - path->at_z;
        ground[i] =
            vec3_make(ground[i - 1].x + x + turn * off_z, 0, ground[i - 1].z + z - turn * off_x);
        here = next;
    }
}

/// Puts G(t) back; of a straightened way, the ground.
static void put_back(fix_work *work, const root_path *path, const vec3 *ground) {
    for (int i = 0; i < work->out.frames; i++) {
        double t = i / path->steps, x = ground[i].x, z = ground[i].z;
        if (!path->centered) shift_at(path, t, &x, &z);
        double angle = path->centered ? 0 : path->turn * t;
        floor_motion m = turn_about(path->at_x, path->at_z, angle);
        m.to_x += x;
        m.to_z += z;
        carry(&work->out, i, path, &m);
    }
}

void root_keep(fix_work *work, const root_path *path) {
    if (path->carrier == PANTIN_NONE) return;
    for (int i = 0; i < work->out.frames; i++) {
        vec3 was = root_place(work->clip, work->start + i), is = root_place(&work->out, i);
        floor_motion m = turn_about(0, 0, 0);
        m.to_x = was.x - is.x;
        m.to_z = was.z - is.z;
        carry(&work->out, i, path, &m);
    }
}

/// Length of the root's way over the floor from frame `from` to `to`.
static double way_length(const pantin_clip *clip, int from, int to) {
    double length = 0;
    vec3 last = root_place(clip, from);
    for (int i = from + 1; i <= to; i++) {
        vec3 next = root_place(clip, i);
        length += vec3_floor_distance(last, next);
        last = next;
    }
    return length;
}

/// By how much the second half of a stretch is faster than the first, as a share of the mean speed.
static double gains_speed(const pantin_clip *clip, int from, int to, double *mean) {
    int middle = from + (to - from) / 2;
    double first = way_length(clip, from, middle) / (middle - from);
    double second = way_length(clip, middle, to) / (to - middle);
    *mean = (first + second) / 2;
    return *mean > 0 ? (second - first) / *mean : 0;
}

/// What the seam's closing took from one half of the way and gave to the other is given back along the
/// way by a sine squared, which is 0 with its slope at both ends. The half cycles' mean speeds then agree
/// to 2 %, or as they did in the source: a limp stays a limp, and planted feet stay planted.
static void even_speed(fix_work *work, const root_path *path) {
    int last = work->frames - 1, middle = last / 2;
    if (middle < 2) return;
    double mean, own = gains_speed(work->clip, work->start, work->end, &mean);
    double low = own < -0.02 ? own : -0.02, high = own > 0.02 ? own : 0.02;
    for (int round = 0; round < 4; round++) {
        double gain = gains_speed(&work->out, 0, last, &mean);
        if (gain <= high && gain >= low) return;
        vec3 from = root_place(&work->out, 0), to = root_place(&work->out, last);
        double chord = vec3_floor_distance(from, to);
        if (chord < 0.5 * mean * last) return; // it goes nowhere: there is no way to even out along
        // Moving the middle on by d makes the first half longer by d and the second shorter. A little
        // more than is needed, so that rounding does not bring it back.
        double off = gain > high ? gain - 0.99 * high : gain - 0.99 * low;
        double d = off * mean * middle * (last - middle) / last;
        for (int i = 1; i < last; i++) {
            double wave = trig_sin(TRIG_PI * i / last);
            floor_motion m = turn_about(0, 0, 0);
            m.to_x = (to.x - from.x) / chord * d * wave * wave;
            m.to_z = (to.z - from.z) / chord * d * wave * wave;
            carry(&work->out, i, path, &m);
        }
    }
}

/// In place, a clip tells what was taken from its root, so that feet can be judged with it put back: on top
/// of what had been taken before, which turns with the figure.
static void tell_ground(fix_work *work, const root_path *path, vec3 *ground) {
    const vec3 *before = work->clip->ground;
    if (before == NULL && path->drift_x == 0 && path->drift_z == 0 && path->turn == 0) return;
    vec3 sum = before != NULL ? before[work->start] : vec3_make(0, 0, 0);
    for (int i = 0; i < work->frames; i++) {
        if (before != NULL && i > 0) {
            vec3 step = vec3_sub(before[work->start + i], before[work->start + i - 1]);
            double angle = path->turn * (0.5 - (i - 0.5) / path->steps);
            sum = vec3_add(sum, quat_rotate(quat_about((vec3){ 0, 1, 0 }, angle), step));
        }
        ground[i] = vec3_add(ground[i], sum);
    }
    work->out.ground = ground;
}

bool root_finish(fix_work *work, const root_path *path) {
    vec3 *ground = ARENA_ARRAY(clip_memory(&work->out), vec3, work->frames);
    if (ground == NULL) return false;
    find_ground(work, path, ground);
    switch (work->options->root) {
    case PANTIN_ROOT_IN_PLACE:
        tell_ground(work, path, ground);
        return true;
    case PANTIN_ROOT_TRAVEL:
        if (path->carrier == PANTIN_NONE) return true;
        put_back(work, path, ground);
        even_speed(work, path);
        return true;
    case PANTIN_ROOT_KEEP:
        return true;
    }
    return true;
}
