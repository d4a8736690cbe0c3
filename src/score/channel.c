// channel.c — the value of a channel at a time.
//
// Between key k and k + 1, with t = (frame - f_k) / (f_{k+1} - f_k) and d = v_{k+1} - v_k:
//   hold    v_k                      linear  v_k + d t           smooth  v_k + d (3 t^2 - 2 t^3)
//   in      v_k + d t^2              out     v_k + d (1 - (1 - t)^2)
//   Bezier  v_k + d Y(s) where X(s) = t, X and Y cubic from 0 to 1 with two control points each
//   auto    the cubic through both keys with the slopes of Fritsch and Carlson: it never overshoots.
// Fritsch, Carlson: Monotone Piecewise Cubic Interpolation, SIAM J. Numer. Anal. 17(2), 1980; the slope
// at an inner key is the weighted harmonic mean of Fritsch and Butland, 1984, which is monotone by itself.
// SPDX-License-Identifier: MIT
#include "base/vec.h"
#include "channel.h"

/// Slope of the straight line from key k to k + 1.
static double secant(const pantin_channel *c, int k) {
    return (c->keys[k + 1].value - c->keys[k].value) / (c->keys[k + 1].frame - c->keys[k].frame);
}

void channel_prepare(pantin_channel *c) {
    int n = c->key_count;
    c->slopes[0] = n > 1 ? secant(c, 0) : 0.0;
    c->slopes[n - 1] = n > 1 ? secant(c, n - 2) : 0.0;
    for (int k = 1; k < n - 1; k++) {
        double before = secant(c, k - 1), after = secant(c, k);
        double h0 = c->keys[k].frame - c->keys[k - 1].frame;
        double h1 = c->keys[k + 1].frame - c->keys[k].frame;
        double w0 = 2.0 * h1 + h0, w1 = h1 + 2.0 * h0;
        bool turns = !(before * after > 0.0); // an extremum: flat
        c->slopes[k] = turns ? 0.0 : (w0 + w1) / (w0 / before + w1 / after);
    }
}

/// A cubic from 0 to 1 with control values a and b, at s.
static double bezier_at(double a, double b, double s) {
    double r = 1.0 - s;
    return 3.0 * r * r * s * a + 3.0 * r * s * s * b + s * s * s;
}

/// X is monotone in s (0 <= x1, x2 <= 1), so bisection always finds it; 60 halvings are all the bits.
static double bezier_ease(const double p[4], double t) {
    double low = 0.0, high = 1.0;
    for (int k = 0; k < 60; k++) {
        double middle = 0.5 * (low + high);
        if (bezier_at(p[0], p[2], middle) < t)
            low = middle;
        else
            high = middle;
    }
    return bezier_at(p[1], p[3], 0.5 * (low + high));
}

static double auto_value(const pantin_channel *c, int k, double t) {
    double h = c->keys[k + 1].frame - c->keys[k].frame;
    double u = 1.0 - t;
    return c->keys[k].value * u * u * (1.0 + 2.0 * t) +
           c->keys[k + 1].value * t * t * (3.0 - 2.0 * t) +
           h * t * u * (c->slopes[k] * u - c->slopes[k + 1] * t);
}

/// The last key at or before the frame; PANTIN_NONE before the first.
static int key_before(const pantin_channel *c, double frame) {
    int low = -1, high = c->key_count; // keys[low] <= frame < keys[high]
    while (high - low > 1) {
        int middle = low + (high - low) / 2;
        if (c->keys[middle].frame <= frame)
            low = middle;
        else
            high = middle;
    }
    return low;
}

double pantin_channel_sample(const pantin_channel *c, double frame) {
    if (c->words) return 0.0;
    int k = key_before(c, frame);
    if (k < 0) return c->keys[0].value;
    const pantin_key *key = &c->keys[k];
    if (k == c->key_count - 1 || frame == key->frame) return key->value;
    double d = key[1].value - key->value;
    double t = (frame - key->frame) / (key[1].frame - key->frame);
    switch (key->ease) {
    case PANTIN_EASE_HOLD:
        return key->value;
    case PANTIN_EASE_LINEAR:
        return key->value + d * t;
    case PANTIN_EASE_SMOOTH:
        return key->value + d * (t * t * (3.0 - 2.0 * t));
    case PANTIN_EASE_IN:
        return key->value + d * (t * t);
    case PANTIN_EASE_OUT:
        return key->value + d * (1.0 - (1.0 - t) * (1.0 - t));
    case PANTIN_EASE_AUTO:
        return auto_value(c, k, t);
    case PANTIN_EASE_BEZIER:
        return key->value + d * bezier_ease(key->bezier, t);
    }
    return key->value;
}

const char *pantin_channel_word(const pantin_channel *c, double frame) {
    if (!c->words) return NULL;
    return c->keys[max_int(key_before(c, frame), 0)].word;
}
