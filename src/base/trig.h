// trig.h — our own sine, cosine, arctangent and exponential: libm's differ in the last bit from one
// platform to the next, and a film must not. Accuracy is within 2 ulp (tested against libm).
// SPDX-License-Identifier: MIT
#ifndef BASE_TRIG_H
#define BASE_TRIG_H

#define TRIG_PI 3.14159265358979323846
#define TRIG_DEGREE (TRIG_PI / 180.0)

/// Any finite angle, rad (beyond 1e9 the argument's own spacing limits the accuracy; NaN gives NaN).
void trig_sincos(double angle, double *sine, double *cosine);
double trig_sin(double angle);
double trig_cos(double angle);

/// As C's atan2, in -pi..pi; atan2(0, 0) is 0.
double trig_atan2(double y, double x);
/// As C's acos; arguments beyond -1..1 are clamped.
double trig_acos(double cosine);

/// As C's exp, log (of x > 0) and pow (of x > 0), overflow to inf, underflow to 0.
double trig_exp(double x);
double trig_log(double x);
double trig_pow(double x, double power);

/// The angle plus the whole turns that bring it nearest to `near` (within half a turn).
double trig_unwrap(double angle, double near);

/// Largest whole number <= v, and v rounded half away from zero; exact, |v| < 2^52 (beyond: v itself).
double trig_floor(double v);
double trig_round(double v);

#endif
