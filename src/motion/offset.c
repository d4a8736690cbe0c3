// offset.c — the seam closed by offsets that decay over its two sides: all modes but the crossfade.
//
// A channel x of the piece jumps at the wrap by δ = x(last) - x(0) in value and by some j in velocity and c in
// acceleration. To frame i we add
//     δ A(i) + k B(i) + m C(i),     A(0) - A(last) = 1,
// A, B, C being weights of the mode, 0 outside their windows. With s = frames from the seam / window,
//     H0 = 1 - 10s³ + 15s⁴ - 6s⁵,   H1 = s - 6s³ + 8s⁴ - 3s⁵,   H2 = ½ s² (1 - s)³
// are the quintics that carry a value, a slope, a curvature to 0 with two derivatives. By default
//     A = ±½ H0 (odd),   B = ½ (H1 - 0.1 H0) (even),   C = ±½ H2 (odd):
// half of each gap to each end, and value and slope do not disturb each other. (Both ends may move by the
// same 0.1: that halves how far the slope carries a limb, 0.19 to 0.11 of slope times window.)
//
// Rotations: q(i) exp(δ A) exp(k B + m C), δ = log(q(0)⁻¹ q(last)) on the shorter way, chosen once for the whole
// window. Turns do not commute, so what is left of j and c is measured again on the result, and corrected.
//
// How much velocity to close? Not all of it: two steps on either side of a seam differ by the acceleration
// between them, and driving that to 0 bends cycles that need nothing (a prototype bent a shipped run by
// 79°). What a seam must not show is the residual r = Δ(0) - ½ (Δ(-1) + Δ(1)), Δ the change of velocity from
// step to step: the jump of velocity beyond what its neighbours lead to expect. We leave as much of it as
// the clip itself shows (the 95th percentile of its interior, or what this bone shows, if that is less) and
// close the rest: k -= (r beyond the aim) / (r of B alone). An acceleration that jumps shows in the
// residuals of the two frames beside the seam, with opposite signs; m is found from these in the same way.
// B and C are as short as the clip allows: the first window in which they add no more than half the aim to
// the residual of any other frame. A long one would carry the limb farther for nothing that is seen.
//
// One-sided: all over the end (Bollo: Inertialization, 2018). Linear: the value along the whole piece, the
// velocity by a cubic; softfade: the value by a smooth step over the end (Holden: Creating Looping
// Animations from Motion Capture, 2022).
// SPDX-License-Identifier: MIT
#include <string.h>

#include "motion/fix.h"

enum { OFFSET_NEAR = 3, OFFSET_ROUNDS = 12, OFFSET_WINDOW_MOST = 64 };
// Of the aim: how near the residual is brought, so that rounding and the writing as float stay inside.
static const double offset_aim = 0.9;
// Seconds over which velocity decays at most.
static const double offset_slope_s = 0.35;
// Seconds about the seam in which a channel's own frames are asked for an aim.
static const double offset_near_s = 0.25;
// Of the aim: what slope and curve may add to the residual of another frame.
static const double offset_aside = 0.5;

/// One kind of correction (slope or curve) in all its windows: `most` + 1 weights each, by the distance
/// from the seam, times `left` before it and `right` after it.
typedef struct offset_bank {
    int most; // 0: the mode has none
    const double *weights;
    double left, right;
    double gain[OFFSET_WINDOW_MOST + 1];  // what 1 of it does to the residual that it is to mend
    double aside[OFFSET_WINDOW_MOST + 1]; // and, at most, to that of any other frame
} offset_bank;

/// What closes a seam by one mode.
typedef struct offset_weights {
    int frames;
    const double *value; // a frame
    offset_bank slope, curve;
} offset_weights;

// --- weights -------------------------------------------------------------------------------------

static double quintic_value(double s) {
    return s >= 1 ? 0 : 1 - s * s * s * (10 - s * (15 - 6 * s));
}
static double quintic_slope(double s) {
    return s >= 1 ? 0 : s * (1 - s * s * (6 - s * (8 - 3 * s)));
}
static double even_slope(double s) { return quintic_slope(s) - 0.1 * quintic_value(s); }
static double quintic_curve(double s) {
    double t = 1 - s;
    return s >= 1 ? 0 : 0.5 * s * s * t * t * t;
}
static double cubic_slope(double s) { return s >= 1 ? 0 : s * (1 - s) * (1 - s); }
static double smooth_fall(double s) { return s >= 1 ? 0 : 1 - s * s * (3 - 2 * s); }

typedef double shape(double s);

/// The residual at the middle of five values.
static double roughness(double a, double b, double c, double d, double e) {
    return -0.5 * (a - 4 * b + 6 * c - 4 * d + e);
}

static double bank_at(const offset_bank *bank, int window, int k) {
    int distance = k < 0 ? -k : k;
    if (distance > window) return 0;
    return (k < 0 ? bank->left : bank->right) * bank->weights[window * (bank->most + 1) + distance];
}
static double bank_roughness(const offset_bank *bank, int window, int at) {
    double v[5];
    for (int k = -2; k <= 2; k++) v[k + 2] = bank_at(bank, window, at + k);
    return roughness(v[0], v[1], v[2], v[3], v[4]);
}

/// `power`: of the window's frames, 1 for a slope, 2 for a curvature.
static bool make_bank(offset_bank *bank, int most, shape *f, int power, double left, double right,
                      arena *memory) {
    most = clamp_int(most, 1, OFFSET_WINDOW_MOST);
    double *weights = ARENA_ARRAY(memory, double, (most + 1) * (most + 1));
    if (weights == NULL) return false;
    *bank = (offset_bank){ .most = most, .weights = weights, .left = left, .right = right };
    for (int w = 1; w <= most; w++) {
        double scale = power == 1 ? w : (double)w * w;
        for (int k = 0; k <= w; k++) weights[w * (most + 1) + k] = scale * f((double)k / w);
        int reach = power == 1 ? 0 : 1; // frames whose residual it is meant for
        double gain = power == 1 ? bank_roughness(bank, w, 0)
                                 : 0.5 * (bank_roughness(bank, w, 1) - bank_roughness(bank, w, -1));
        double aside = 0;
        for (int k = -w - 2; k <= w + 2; k++) {
            double r = bank_roughness(bank, w, k);
            if (k >= -reach && k <= reach) continue;
            aside = max_double(aside, r < 0 ? -r : r);
        }
        bank->gain[w] = gain;
        bank->aside[w] = aside;
    }
    return true;
}

/// The value's weights: `right` on the frames after the seam, `left` on those before it.
static void fill(double *weights, int frames, int window, shape *f, double left, double right) {
    for (int k = 0; k <= window && k < frames; k++) {
        double w = f((double)k / window);
        if (right != 0) weights[k] += right * w;
        if (left != 0) weights[frames - 1 - k] += left * w;
    }
}

static bool make_weights(fix_work *work, offset_weights *w) {
    int frames = work->frames, window = work->window;
    pantin_fix_method method = work->options->method;
    double *value = ARENA_ARRAY(&work->memory, double, frames);
    if (value == NULL) return false;
    *w = (offset_weights){ .frames = frames, .value = value };
    bool one = method == PANTIN_FIX_ONE_SIDED;
    int most = one ? frames - 1 : (frames - 1) / 2;
    most = clamp_int((int)trig_round(offset_slope_s * work->clip->fps), 1, max_int(1, most));
    if (frames < 8) most = 0; // so few frames have no residual beside the seam
    double left = one ? 1 : 0.5, right = one ? 0 : 0.5;
    switch (method) {
    case PANTIN_FIX_SOFTFADE:
        fill(value, frames, window, smooth_fall, -1, 0);
        return true;
    case PANTIN_FIX_SHARED:
        fill(value, frames, window, quintic_value, -0.5, 0.5);
        return true;
    case PANTIN_FIX_LINEAR:
        for (int i = 0; i < frames; i++) value[i] = 0.5 - (double)i / (frames - 1);
        return most == 0 || make_bank(&w->slope, most, cubic_slope, 1, left, right, &work->memory);
    default:
        fill(value, frames, window, quintic_value, one ? -1 : -0.5, one ? 0 : 0.5);
        if (most == 0) return true;
        return make_bank(&w->slope, most, one ? quintic_slope : even_slope, 1, left, right,
                         &work->memory) &&
               make_bank(&w->curve, most, quintic_curve, 2, -left, right, &work->memory);
    }
}

// --- a channel -----------------------------------------------------------------------------------

/// What is added to a channel: value, slope, curve, and the windows of the latter two.
typedef struct offset {
    vec3 value, slope, curve;
    int slope_window, curve_window;
} offset;

/// Slope and curve of a correction at a frame.
static vec3 smooth_at(const offset_weights *w, const offset *o, int i) {
    int k = i < w->frames - 1 - i ? i : i - (w->frames - 1); // frames from the seam, -: before it
    vec3 v = { 0, 0, 0 };
    if (o->slope_window > 0) v = vec3_scale(o->slope, bank_at(&w->slope, o->slope_window, k));
    if (o->curve_window > 0)
        v = vec3_add(v, vec3_scale(o->curve, bank_at(&w->curve, o->curve_window, k)));
    return v;
}
static vec3 offset_at(const offset_weights *w, const offset *o, int i) {
    return vec3_add(vec3_scale(o->value, w->value[i]), smooth_at(w, o, i));
}

/// Residuals at the seam (index 1) and at the frames beside it, from the seven frames about it.
typedef struct seam {
    vec3 residual[3];
} seam;

static seam seam_of_steps(const vec3 steps[6]) {
    vec3 change[5];
    for (int k = 0; k < 5; k++) change[k] = vec3_sub(steps[k + 1], steps[k]);
    seam s;
    for (int k = 0; k < 3; k++)
        s.residual[k] =
            vec3_sub(change[k + 1], vec3_scale(vec3_add(change[k], change[k + 2]), 0.5));
    return s;
}

/// The part of `v` beyond `aim`.
static vec3 beyond(vec3 v, double aim) {
    double length = vec3_length(v);
    return length > aim ? vec3_scale(v, 1 - aim / length) : vec3_make(0, 0, 0);
}

/// Adds to a correction what takes `excess` away, widening its window where that shows beside it.
static bool mend(const offset_bank *bank, vec3 excess, double aim, vec3 *amount, int *window) {
    if (bank->most == 0 || vec3_length(excess) == 0) return false;
    vec3 done = *window > 0 ? vec3_scale(*amount, bank->gain[*window]) : vec3_make(0, 0, 0);
    vec3 wanted = vec3_sub(done, excess); // what the correction is to do to the residual, in all
    for (int wide = max_int(1, *window); wide <= bank->most; wide++) {
        if (bank->gain[wide] == 0) continue;
        *amount = vec3_scale(wanted, 1 / bank->gain[wide]);
        *window = wide;
        if (vec3_length(*amount) * bank->aside[wide] <= offset_aside * aim) break;
    }
    return *window > 0 && vec3_finite(*amount);
}

/// What a channel may show: at the seam, and in the frames beside it.
typedef struct offset_aims {
    double seam, beside;
} offset_aims;

/// Corrects slope and curve by what the seam still shows. False when there is nothing to correct.
static bool correct(const offset_weights *w, const seam *s, offset_aims aims, offset *o) {
    vec3 jump = beyond(s->residual[1], aims.seam);
    vec3 bend = vec3_scale(vec3_sub(s->residual[2], s->residual[0]), 0.5);
    bend = beyond(bend, aims.beside);
    bool any = mend(&w->slope, jump, aims.seam, &o->slope, &o->slope_window);
    return mend(&w->curve, bend, aims.beside, &o->curve, &o->curve_window) || any;
}

static bool nothing(vec3 v) { return v.x == 0 && v.y == 0 && v.z == 0; }

/// A turn with its offset. The value first, then the rest: so the two ends, once led together by the value,
/// are moved alike by what the seam may move. What is not moved keeps its bits.
static quat turned(const offset_weights *w, const offset *o, quat q, int i) {
    vec3 value = vec3_scale(o->value, w->value[i]), smooth = smooth_at(w, o, i);
    if (nothing(value) && nothing(smooth)) return q;
    if (!nothing(value)) q = quat_multiply(q, quat_exp(value));
    if (!nothing(smooth)) q = quat_multiply(q, quat_exp(smooth));
    return quat_normalize(q);
}

static seam rotation_seam(const fix_work *work, const offset_weights *w, const offset *o,
                          const pantin_clip *from, int joint) {
    vec3 steps[2 * OFFSET_NEAR];
    quat last = quat_identity();
    for (int k = -OFFSET_NEAR; k <= OFFSET_NEAR; k++) {
        int i = k < 0 ? work->frames - 1 + k : k;
        quat q = turned(w, o, *clip_rotation(from, i, joint), i);
        if (k > -OFFSET_NEAR) steps[k + OFFSET_NEAR - 1] = quat_log(quat_between(last, q));
        last = q;
    }
    return seam_of_steps(steps);
}

/// Does the channel's bytes never change over the piece? Then it is left alone.
static bool still(const void *first, size_t size, size_t stride, int frames) {
    for (int i = 1; i < frames; i++)
        if (memcmp(first, (const char *)first + (size_t)i * stride, size) != 0) return false;
    return true;
}

/// Twice the mean of a channel's residuals, or twice their root mean square: cheap stand-ins for its 95th
/// percentile. The latter knows of single kinks, as where a foot comes down.
typedef struct offset_mean {
    double sum, squares;
    double most; // within 0.25 s of the seam
    int count;
} offset_mean;

static void add_residual(offset_mean *mean, double square, bool near) {
    double residual = sqrt(square);
    if (near) mean->most = max_double(mean->most, residual);
    mean->sum += residual;
    mean->squares += square;
    mean->count++;
}
static bool is_near(const fix_work *work, int i) {
    int near = (int)trig_round(offset_near_s * work->clip->fps) + 2;
    return i < near || i > work->frames - 1 - near;
}
static double own_of(const offset_mean *mean, fix_aim aim) {
    if (mean->count == 0) return 0;
    switch (aim) {
    case FIX_AIM_SQUARE:
        return 2 * sqrt(mean->squares / mean->count);
    case FIX_AIM_NEAR:
        return mean->most;
    case FIX_AIM_NEAR_HALF:
        return mean->most / 2;
    case FIX_AIM_NEAR_QUARTER:
        return mean->most / 4;
    default:
        return 2 * mean->sum / mean->count;
    }
}

/// What a bone's own residual is. A small turn is twice the change of its quaternion, so the fourth difference of
/// that is the residual.
static double own_roughness(const fix_work *work, int joint) {
    const pantin_clip *clip = &work->base;
    int lead = work->lead, frames = work->frames;
    offset_mean mean = { 0 };
    for (int i = 2; i + 2 < frames; i++) {
        const quat *q[5];
        for (int k = 0; k < 5; k++) q[k] = clip_rotation(clip, lead + i + k - 2, joint);
        double x = roughness(q[0]->x, q[1]->x, q[2]->x, q[3]->x, q[4]->x);
        double y = roughness(q[0]->y, q[1]->y, q[2]->y, q[3]->y, q[4]->y);
        double z = roughness(q[0]->z, q[1]->z, q[2]->z, q[3]->z, q[4]->z);
        double a = roughness(q[0]->w, q[1]->w, q[2]->w, q[3]->w, q[4]->w);
        add_residual(&mean, 4 * (x * x + y * y + z * z + a * a), is_near(work, i));
    }
    return own_of(&mean, work->aim);
}

/// The aims of a bone: what the clip shows, and where this bone is quieter, at the seam nearly that.
static offset_aims rotation_aims(const fix_work *work, int joint) {
    double own = own_roughness(work, joint);
    bool near = work->aim >= FIX_AIM_NEAR;
    double at = offset_aim * clamp_double(own, (near ? 0.02 : 0.2) * work->target, work->target);
    return (offset_aims){ at, near ? at : offset_aim * work->target };
}

/// Finds slope and curve of a bone: measured on the turns themselves, again and again.
static void settle(const fix_work *work, const offset_weights *w, const pantin_clip *from,
                   int joint, offset *o) {
    if (w->slope.most == 0) return;
    offset_aims aims = rotation_aims(work, joint);
    for (int round = 0; round < OFFSET_ROUNDS; round++) {
        seam s = rotation_seam(work, w, o, from, joint);
        if (!correct(w, &s, aims, o)) return;
    }
}

static void close_rotation(fix_work *work, const offset_weights *w, int joint) {
    const pantin_clip *base = &work->base;
    size_t stride = (size_t)base->joint_count * sizeof(quat);
    if (still(clip_rotation(base, 0, joint), sizeof(quat), stride, work->frames)) return;
    quat first = *clip_rotation(base, 0, joint),
         last = *clip_rotation(base, work->frames - 1, joint);
    if (base->joints[joint].moves & PANTIN_STEP_ROTATION) {
        *clip_rotation(&work->out, work->frames - 1, joint) = first;
        return;
    }
    offset o = { .value = quat_log(quat_between(first, last)) };
    settle(work, w, base, joint, &o);
    for (int i = 0; i < work->frames; i++)
        *clip_rotation(&work->out, i, joint) = turned(w, &o, *clip_rotation(base, i, joint), i);
    *clip_rotation(&work->out, work->frames - 1, joint) = *clip_rotation(&work->out, 0, joint);
}

/// Vectors (places, scales): the same without the trouble of turns, the aim being the channel's own.
static void close_vector(fix_work *work, const offset_weights *w, const vec3 *base, vec3 *out,
                         size_t stride, bool step) {
    int frames = work->frames;
    if (still(base, sizeof *base, stride * sizeof *base, frames)) return;
    vec3 first = base[0], last = base[(size_t)(frames - 1) * stride];
    if (step) {
        out[(size_t)(frames - 1) * stride] = first;
        return;
    }
    offset o = { .value = vec3_sub(last, first) };
    offset_mean mean = { 0 };
    for (int i = 2; i + 2 < frames; i++) {
        const vec3 *v = base + (size_t)i * stride;
        const vec3 *a = v - 2 * stride, *b = v - stride, *d = v + stride, *e = v + 2 * stride;
        vec3 r = (vec3){ roughness(a->x, b->x, v->x, d->x, e->x),
                         roughness(a->y, b->y, v->y, d->y, e->y),
                         roughness(a->z, b->z, v->z, d->z, e->z) };
        add_residual(&mean, vec3_dot(r, r), is_near(work, i));
    }
    double own = offset_aim * own_of(&mean, work->aim);
    offset_aims aims = { own, own };
    for (int round = 0; w->slope.most > 0 && round < OFFSET_ROUNDS; round++) {
        vec3 steps[2 * OFFSET_NEAR], before = { 0 };
        for (int k = -OFFSET_NEAR; k <= OFFSET_NEAR; k++) {
            int i = k < 0 ? frames - 1 + k : k;
            vec3 v = vec3_add(base[(size_t)i * stride], offset_at(w, &o, i));
            if (k > -OFFSET_NEAR) steps[k + OFFSET_NEAR - 1] = vec3_sub(v, before);
            before = v;
        }
        seam s = seam_of_steps(steps);
        if (!correct(w, &s, aims, &o)) break;
    }
    for (int i = 0; i < frames; i++) {
        vec3 v = offset_at(w, &o, i);
        if (!nothing(v)) out[(size_t)i * stride] = vec3_add(base[(size_t)i * stride], v);
    }
    out[(size_t)(frames - 1) * stride] = out[0];
}

/// Morph weights: their values are led together and stay within what the piece itself uses.
static void close_morph(fix_work *work, const offset_weights *w, int morph) {
    const pantin_morph *base = &work->base.morphs[morph];
    float *out = work->out.morphs[morph].weights;
    size_t count = (size_t)base->count;
    for (size_t t = 0; t < count; t++) {
        const float *from = base->weights + t;
        float low = from[0], high = from[0], first = from[0];
        float last = from[(size_t)(work->frames - 1) * count];
        for (int i = 1; i < work->frames; i++) {
            float v = from[(size_t)i * count];
            low = v < low ? v : low;
            high = v > high ? v : high;
        }
        if (low == high) continue;
        double gap = (double)last - (double)first;
        for (int i = 0; !base->step && i < work->frames; i++) {
            if (w->value[i] == 0) continue;
            double v = (double)from[(size_t)i * count] + gap * w->value[i];
            out[(size_t)i * count + t] = (float)clamp_double(v, (double)low, (double)high);
        }
        out[(size_t)(work->frames - 1) * count + t] = out[t];
    }
}

// --- all of them ---------------------------------------------------------------------------------

bool offset_aims_at_velocity(pantin_fix_method method) {
    return method == PANTIN_FIX_OFFSET || method == PANTIN_FIX_ONE_SIDED ||
           method == PANTIN_FIX_LINEAR;
}

bool offset_close(fix_work *work) {
    offset_weights w;
    if (!make_weights(work, &w)) return false;
    pantin_clip *base = &work->base, *out = &work->out;
    size_t joints = (size_t)base->joint_count;
    for (int j = 0; j < base->joint_count; j++) {
        unsigned moves = base->joints[j].moves;
        close_rotation(work, &w, j);
        close_vector(work, &w, base->translations + j, out->translations + j, joints,
                     moves & PANTIN_STEP_TRANSLATION);
        if (base->scales != NULL)
            close_vector(work, &w, base->scales + j, out->scales + j, joints,
                         moves & PANTIN_STEP_SCALE);
    }
    for (int k = 0; k < base->morph_count; k++) close_morph(work, &w, k);
    return true;
}

bool offset_smooth(fix_work *work, const int *joints, int count, fix_sides sides) {
    offset_weights w;
    if (!make_weights(work, &w)) return false;
    if (w.slope.most == 0) return true;
    if (sides != FIX_BOTH_SIDES) {
        double left = sides == FIX_LEFT_SIDE, right = sides == FIX_RIGHT_SIDE;
        int most = w.slope.most;
        w = (offset_weights){ .frames = w.frames, .value = w.value };
        if (!make_bank(&w.slope, most, quintic_slope, 1, left, right, &work->memory)) return false;
    }
    for (int n = 0; n < count; n++) {
        int joint = joints[n];
        offset o = { 0 };
        settle(work, &w, &work->out, joint, &o);
        for (int i = 0; i < work->frames; i++) {
            quat *q = clip_rotation(&work->out, i, joint);
            *q = turned(&w, &o, *q, i);
        }
        *clip_rotation(&work->out, work->frames - 1, joint) = *clip_rotation(&work->out, 0, joint);
    }
    return true;
}
