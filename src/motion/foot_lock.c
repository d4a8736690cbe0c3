// foot_lock.c — a standing foot keeps standing while the seam bends the body above it.
//
// Closing the seam moves the hips, and with them feet that stood. Where a foot stands (contacts of the source
// piece), it is led back to move as in the source, at a place of its own choice: with F the ankle before the
// seam was closed, G after, and n the frame of that stance nearest to the seam, the ankle of frame i goes to
//     F(i) + (G(n) - F(n)),      its correction being  c(i) = F(i) + G(n) - F(n) - G(i),
// and the foot's turn likewise. So a foot that stands through the wrap has one place on both sides of it, the
// one that lies between those of the two ends; and as F and G share all that the performer did, c is as
// smooth as the offsets are. Beyond the stance c fades over 0.2 s, while the foot swings. A stance that
// does not end within 2 s (a figure that never lifts the foot) gives its shift back over that time.
//
// A foot that stands on one side of the wrap and swings on the other would, halfway between, stand in the air
// and drag the floor as it swings. It stands where the source stood, G(n) - F(n) being taken as 0, and the
// side where it swings, free to land anywhere, comes the whole way: over the window along the floor; in
// height and turn within 0.2 s, so that until then it is lifted as it was.
//
// A foot that swings on both sides need not be anywhere; but joints led halfway between two bent legs hang
// lower than either foot did. It passes the seam at the mean of the two heights and halfway between the two
// turns, and has its own height back within 0.2 s too.
//
// The seam's velocity is then smoothed once more for the joints of the legs. A leg that is bent or jerked too much
// for its foot (foot_strain.c) gives way: the foot is held by half, or not. All in the moved frame
// (root.c), where the ground runs with the figure on both sides alike; or, under a root that is kept, each side
// on its own ground.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "motion/fix.h"

static const double lock_ease_s = 0.2, lock_hold_s = 2;
// A foot that would have to be moved by more of its leg than this is no standing foot but a different pose (a
// jump, cut in the air): dragging it there bends the leg worse than sliding does, and it is left alone.
static const double lock_most = 0.2;
// What holding may add to how far a leg is bent; and how much more its knee may change its velocity from frame to
// frame than it does in the source, or when the foot is not held. Else the foot is held by half, or not.
static const double lock_bend = 15 * TRIG_DEGREE, lock_jerk = 1.5;
// m by which a foot must be led to its stance before its speed is calmed in full.
static const double lock_calm = 0.03;

/// What is to be done to a leg at a frame: m and rotation vectors, in the world.
typedef struct lock_frame {
    vec3 swing, swing_turn; // of a foot that swings beside its stance at the seam
    vec3 shift, turn;       // of stances, the sum of weight times correction
    double weight;
} lock_frame;

/// One leg at work.
typedef struct lock_leg {
    const pantin_leg *leg;
    const bool *contacts; // a frame
    lock_frame *frames;
    vec3 bend; // where the knee points to, in the thigh's axes
    double length;
    int ease, half; // frames: of a fade; of the farthest reach from the seam
    fix_sides free; // where the foot swings alone, the seam is smoothed there alone
    fix_lock done;
} lock_leg;

static bool may_pose(const pantin_clip *clip, const pantin_leg *leg) {
    int joints[] = { leg->thigh, leg->shin, leg->foot };
    for (int k = 0; k < 3; k++) {
        if (joints[k] < 0 || joints[k] >= clip->joint_count) return false;
        unsigned moves = clip->joints[joints[k]].moves;
        if (!(moves & PANTIN_MOVES_ROTATION) || (moves & PANTIN_STEP_ROTATION)) return false;
        if (clip->joints[joints[k]].matrix != NULL) return false;
    }
    return true;
}

/// The frame `s` frames from the seam, on its right (side 0) or left.
static int frame_at(const fix_work *work, int side, int s) {
    return side == 0 ? s : work->frames - 1 - s;
}

static bool read_both(const fix_work *work, const lock_leg *l, int frame, foot_leg_pose *before,
                      foot_leg_pose *after) {
    return foot_leg_read(&work->base, work->lead + frame, l->leg, before) &&
           foot_leg_read(&work->out, frame, l->leg, after);
}

static double smooth_fade(double s) {
    if (s <= 0) return 1;
    return s >= 1 ? 0 : 1 - s * s * s * (10 - s * (15 - 6 * s));
}

/// s (1 - s)³ (1 + 3 s): from 0 with slope 1 to 0, with two derivatives.
static double smooth_slope(double s) {
    return s >= 1 ? 0 : s * (1 - s) * (1 - s) * (1 - s) * (1 + 3 * s);
}

/// What leads one turn in the world to another, the whole of it or about the up axis alone.
static vec3 turn_between(quat from, quat to, bool level) {
    quat turn = quat_multiply(to, quat_inverse(from));
    if (level) turn = quat_normalize((quat){ 0, turn.y, 0, turn.w });
    return quat_log(turn);
}

/// One stance, from `near` to `far` frames off the seam on a side. `through`: the foot stands on the other
/// side of the seam too.
static bool hold(fix_work *work, lock_leg *l, int side, int near, int far, bool through) {
    foot_leg_pose before, after;
    if (!read_both(work, l, frame_at(work, side, near), &before, &after)) return false;
    vec3 place = vec3_sub(after.ankle, before.ankle);
    vec3 twist = turn_between(before.foot, after.foot, !through);
    if (!through) place.y = 0; // it stands on the floor, not where a swing was mixed in
    if (!through && near == 0) place = twist = vec3_make(0, 0, 0);
    // Contacts are told to a frame or so: the hold is one longer at both ends.
    if (near > 0) near--;
    if (far < work->frames - 2) far++;
    int ease_in = min_int(l->ease, near);
    int other = work->frames - 1,
        long_s = (int)clamp_double(lock_hold_s * work->clip->fps, 2, other);
    int reach = min_int(l->half, long_s), ease_out = min_int(l->ease, other - far);
    bool fades = far == other || far > long_s; // it never ends: the shift is given back on the way
    int last = fades ? reach : far + ease_out;
    for (int s = near - ease_in; s <= last; s++) {
        int i = frame_at(work, side, s);
        if (!read_both(work, l, i, &before, &after)) return false;
        double held = fades ? smooth_fade((double)(s - near) / max_int(1, reach - near)) : 1;
        double weight = 1;
        if (s < near) weight = smooth_fade((double)(near - s) / ease_in);
        if (s > far) weight = smooth_fade((double)(s - far) / ease_out);
        quat foot = quat_multiply(quat_exp(vec3_scale(twist, held)), before.foot);
        vec3 shift = vec3_sub(vec3_add(before.ankle, vec3_scale(place, held)), after.ankle);
        vec3 turn = turn_between(after.foot, foot, false);
        lock_frame *f = &l->frames[i];
        f->shift = vec3_add(f->shift, vec3_scale(shift, weight));
        f->turn = vec3_add(f->turn, vec3_scale(turn, weight));
        f->weight += weight;
    }
    l->done.contacts++;
    return true;
}

/// Takes `jump`, a step too much from the seam's frame to the next of a side, out of the way over the floor: a
/// foot that leaves rises first, one that lands comes from above.
static void calm(fix_work *work, lock_leg *l, int side, vec3 jump) {
    jump.y = 0;
    for (int s = 1; s <= l->half && s < l->ease; s++) {
        double slope = l->ease * smooth_slope((double)s / l->ease);
        vec3 *shift = &l->frames[frame_at(work, side, s)].swing;
        *shift = vec3_sub(*shift, vec3_scale(jump, slope));
    }
}

/// From the other side of the seam to this one, over the floor: nothing in the moved frame, but under a root that is kept
/// the figure jumps back at the wrap, and its stance with it.
static vec3 across(const fix_work *work, int side) {
    if (work->options->root != PANTIN_ROOT_KEEP) return vec3_make(0, 0, 0);
    vec3 here = root_place(&work->out, frame_at(work, side, 0));
    vec3 way = vec3_sub(here, root_place(&work->out, frame_at(work, 1 - side, 0)));
    return vec3_make(way.x, 0, way.z);
}

/// The foot swings on this side of the seam and stands on the other: it leaves (or reaches) that stance,
/// at the stance's own speed.
static bool swing_off(fix_work *work, lock_leg *l, int side) {
    foot_leg_pose before, after, stands, stood;
    if (!read_both(work, l, frame_at(work, 1 - side, 1), &stood, &after)) return false;
    if (!read_both(work, l, frame_at(work, 1 - side, 0), &stands, &after)) return false;
    vec3 way = vec3_sub(stands.ankle, after.ankle), jump = { 0, 0, 0 };
    vec3 tilt = turn_between(after.foot, stands.foot, false);
    stands.ankle = vec3_add(stands.ankle, across(work, side));
    stood.ankle = vec3_add(stood.ankle, across(work, side));
    double drop = 0;
    int wide = max_int(work->window, l->ease);
    for (int s = 0; s <= l->half && s <= wide; s++) {
        int i = frame_at(work, side, s);
        if (!read_both(work, l, i, &before, &after)) return false;
        if (s == 0) drop = stands.ankle.y - before.ankle.y;
        double near = smooth_fade((double)s / l->ease), far = smooth_fade((double)s / wide);
        vec3 *shift = &l->frames[i].swing;
        *shift = vec3_make(way.x * far, before.ankle.y + drop * near - after.ankle.y, way.z * far);
        l->frames[i].swing_turn = vec3_scale(tilt, near);
        if (s == 1) jump = vec3_sub(vec3_add(after.ankle, *shift), stands.ankle);
    }
    // A foot that comes down where it should anyway, at the speed it had in the source, needs no calming.
    jump = vec3_sub(jump, vec3_sub(stands.ankle, stood.ankle));
    calm(work, l, side, vec3_scale(jump, min_double(1, vec3_length(way) / lock_calm)));
    return true;
}

/// The correction of a swinging foot's turn: tilted as in the source, from the `tilt` it has at the seam on
/// (near 1), and headed as the body is.
static vec3 swing_turn(const foot_leg_pose *before, const foot_leg_pose *after, vec3 tilt,
                       double near) {
    quat foot = quat_multiply(quat_exp(vec3_scale(tilt, near)), before->foot);
    vec3 heading = vec3_scale(turn_between(foot, after->foot, true), 1 - near);
    return turn_between(after->foot, quat_multiply(quat_exp(heading), foot), false);
}

/// The foot swings on both sides: by its mean height and turn at the seam.
static bool swing_over(fix_work *work, lock_leg *l) {
    foot_leg_pose first, last, before, after;
    if (!read_both(work, l, 0, &first, &after)) return false;
    if (!read_both(work, l, work->frames - 1, &last, &after)) return false;
    double height = (first.ankle.y + last.ankle.y) / 2;
    quat foot = quat_mix(first.foot, last.foot, 0.5);
    vec3 tilts[2] = { turn_between(first.foot, foot, false), turn_between(last.foot, foot, false) };
    int wide = max_int(work->window, l->ease);
    for (int side = 0; side < 2; side++)
        for (int s = 0; s <= l->half && s <= wide; s++) {
            lock_frame *f = &l->frames[frame_at(work, side, s)];
            if (!read_both(work, l, frame_at(work, side, s), &before, &after)) return false;
            double own = side == 0 ? first.ankle.y : last.ankle.y;
            double near = smooth_fade((double)s / l->ease);
            f->swing.y = before.ankle.y + (height - own) * near - after.ankle.y;
            f->swing_turn = swing_turn(&before, &after, tilts[side], near);
        }
    return true;
}

/// The next stance of a side from frame `s` off the seam on, from..to; false: none that the window reaches.
/// One that begins within half a fade of the seam counts from the seam on: there is no time to come to it.
static bool next_stance(const fix_work *work, const lock_leg *l, int side, int s, int *from,
                        int *to) {
    int last = work->frames - 1, first = s;
    while (s <= l->half && s <= work->window && !l->contacts[frame_at(work, side, s)]) s++;
    if (s > l->half || s > work->window) return false;
    *from = first == 0 && 2 * s <= l->ease ? 0 : s;
    while (s < last && l->contacts[frame_at(work, side, s + 1)]) s++;
    *to = s;
    return true;
}

/// All stances of a side that the seam's window reaches, from frame `s` off the seam on.
static bool hold_side(fix_work *work, lock_leg *l, int side, int s, bool through) {
    int from, to;
    while (next_stance(work, l, side, s, &from, &to)) {
        if (!hold(work, l, side, from, to, through && from == 0)) return false;
        s = to + 1;
    }
    return true;
}

static bool hold_leg(fix_work *work, lock_leg *l) {
    int stands[2] = { 0, 0 }, skip[2] = { 0, 0 };
    for (int side = 0; side < 2; side++) {
        int from, to;
        if (next_stance(work, l, side, 0, &from, &to) && from == 0) stands[side] = to + 1;
    }
    // A foot that has just come down, or is about to leave, where the other side stands for long: it is
    // that stance that counts, and the short one is the end of a swing.
    for (int side = 0; side < 2; side++) {
        int here = stands[side], there = stands[1 - side];
        if (here == 0 || 2 * here > l->ease || there <= 2 * here) continue;
        skip[side] = here;
        stands[side] = 0;
    }
    bool through = stands[0] > 0 && stands[1] > 0;
    if (stands[0] == 0 && stands[1] == 0 && !swing_over(work, l)) return false;
    if ((stands[0] > 0) != (stands[1] > 0)) {
        int side = stands[0] > 0 ? 1 : 0;
        if (!swing_off(work, l, side)) return false;
        l->free = side == 0 ? FIX_RIGHT_SIDE : FIX_LEFT_SIDE;
    }
    return hold_side(work, l, 0, skip[0], through) && hold_side(work, l, 1, skip[1], through);
}

static void find_bend(const fix_work *work, lock_leg *l) {
    double most = -1;
    for (int i = 0; i < work->frames; i += max_int(1, work->frames / 64)) {
        foot_leg_pose pose;
        if (!foot_leg_read(&work->base, work->lead + i, l->leg, &pose)) continue;
        vec3 bend = foot_leg_bend(&pose);
        if (vec3_length(bend) <= most) continue;
        most = vec3_length(bend);
        l->bend = most > 1e-6 ? vec3_scale(bend, 1 / most) : vec3_make(0, 0, 1);
        l->length = vec3_distance(pose.hip, pose.knee) + vec3_distance(pose.knee, pose.ankle);
    }
}

/// Frame by frame what is to be done, its parts led together: into `shift` and `turn`. False: too much.
static bool settle_leg(const fix_work *work, lock_leg *l) {
    for (int i = 0; i < work->frames - 1; i++) {
        lock_frame *f = &l->frames[i];
        double rest = f->weight < 1 ? 1 - f->weight : 0, share = f->weight > 1 ? 1 / f->weight : 1;
        f->shift = vec3_add(vec3_scale(f->shift, share), vec3_scale(f->swing, rest));
        f->turn = vec3_add(vec3_scale(f->turn, share), vec3_scale(f->swing_turn, rest));
        l->done.correction_m = max_double(l->done.correction_m, vec3_length(f->shift));
    }
    return l->done.correction_m <= lock_most * l->length;
}

static void move_feet(fix_work *work, lock_leg *l, double share) {
    int last = work->frames - 1;
    for (int i = 0; i < last; i++) {
        const lock_frame *f = &l->frames[i];
        if (vec3_length(f->shift) == 0 && vec3_length(f->turn) == 0) continue;
        foot_leg_pose pose;
        if (foot_leg_read(&work->out, i, l->leg, &pose))
            foot_leg_move(&work->out, i, l->leg, &pose, l->bend, vec3_scale(f->shift, share),
                          quat_exp(vec3_scale(f->turn, share)));
    }
    int joints[] = { l->leg->thigh, l->leg->shin, l->leg->foot };
    for (int k = 0; k < 3; k++)
        *clip_rotation(&work->out, last, joints[k]) = *clip_rotation(&work->out, 0, joints[k]);
}

// --- what a leg bears ----------------------------------------------------------------------------

/// How far the foot slides over the floor more than it did in the source while it stands, near the seam, m.
static double find_slide(const fix_work *work, const lock_leg *l) {
    double slide = 0;
    int reach = min_int(work->window, l->half);
    for (int side = 0; side < 2; side++)
        for (int s = 0; s < reach; s++) {
            int i = frame_at(work, side, s), from = side == 0 ? i : i - 1;
            if (!l->contacts[from] || !l->contacts[from + 1]) continue;
            vec3 step[2];
            for (int k = 0; k < 2; k++) {
                const pantin_clip *clip = k == 0 ? &work->base : &work->out;
                int lead = k == 0 ? work->lead : 0;
                frame3 here = clip_frame_of(clip, lead + from, l->leg->foot);
                frame3 next = clip_frame_of(clip, lead + from + 1, l->leg->foot);
                step[k] = vec3_sub(space_frame_origin(&next), space_frame_origin(&here));
            }
            slide += vec3_floor_distance(step[0], step[1]);
        }
    return slide;
}

/// Moves a leg's foot as it is to be held: in full, by half, or, where the leg bears neither, not at all.
static bool pose_leg(fix_work *work, lock_leg *l, quat *kept) {
    int joints[FOOT_LEG_JOINTS];
    foot_strain_joints(l->leg, joints);
    foot_strain before = foot_strain_find(work, l->leg);
    double jerk = foot_strain_change(&work->base, work->lead, work->frames, l->leg->shin, false);
    jerk = lock_jerk * max_double(jerk, before.jerk) + 1e-9;
    double slid = find_slide(work, l);
    foot_strain_swap(work, l->leg, kept, false);
    for (double share = 1; share >= 0.5; share /= 2) {
        move_feet(work, l, share);
        if (!offset_smooth(work, joints, FOOT_LEG_JOINTS, l->free)) return false;
        foot_strain strain = foot_strain_find(work, l->leg);
        if (strain.bend <= before.bend + lock_bend && strain.jerk <= jerk) {
            l->done.correction_m *= share;
            l->done.slide_less_m = slid - find_slide(work, l);
            return true;
        }
        foot_strain_swap(work, l->leg, kept, true);
    }
    l->done = (fix_lock){ 0 };
    return true;
}

bool foot_lock(fix_work *work, fix_lock *lock, pantin_error *error) {
    // Contacts are those of the whole source: at the ends of the piece, too, a foot has neighbors there.
    const pantin_clip *clip = work->clip;
    pantin_figure figure = pantin_figure_find(clip);
    *lock = (fix_lock){ 0 };
    if (work->frames < 4 || !fix_stands(clip)) return true;
    size_t frames = (size_t)work->frames, all = (size_t)clip->frames;
    bool *contacts = ARENA_ARRAY(&work->memory, bool, all *(size_t)figure.leg_count);
    lock_frame *moves = ARENA_ARRAY(&work->memory, lock_frame, frames);
    quat *kept = ARENA_ARRAY(&work->memory, quat, frames * FOOT_LEG_JOINTS);
    if (arena_failed(&work->memory))
        return pantin_fail(error, PANTIN_ERROR_MEMORY, "clip", "no memory for its contacts");
    if (!pantin_contacts_find(clip, &figure, false, contacts, error)) return false;
    for (int k = 0; k < figure.leg_count; k++) {
        lock_leg l = { .leg = &figure.legs[k],
                       .contacts = contacts + (size_t)k * all + work->start,
                       .frames = moves,
                       .ease = max_int(2, (int)trig_round(lock_ease_s * work->clip->fps)),
                       .half = (work->frames - 1) / 2 };
        if (!may_pose(clip, l.leg)) continue;
        memset(moves, 0, frames * sizeof *moves);
        find_bend(work, &l);
        if (!hold_leg(work, &l) || !settle_leg(work, &l)) continue;
        if (!pose_leg(work, &l, kept))
            return pantin_fail(error, PANTIN_ERROR_MEMORY, "clip",
                               "no memory for the seam's weights");
        lock->contacts += l.done.contacts;
        lock->correction_m = max_double(lock->correction_m, l.done.correction_m);
        lock->slide_less_m += l.done.slide_less_m;
    }
    return true;
}
