// srgb.c — the sRGB transfer curve, with our own power, so that it is the same bits everywhere.
//
// IEC 61966-2-1: linear = e / 12.92 below 0.04045, else ((e + 0.055) / 1.055)^2.4. Values beyond
// 0..1 are clamped, and NaN is 0.
// SPDX-License-Identifier: MIT
#include "pantin/image.h"

#include "base/trig.h"

double pantin_srgb_to_linear(double encoded) {
    if (!(encoded > 0.0)) return 0.0;
    if (encoded >= 1.0) return 1.0;
    if (encoded <= 0.04045) return encoded / 12.92;
    return trig_pow((encoded + 0.055) / 1.055, 2.4);
}

double pantin_srgb_from_linear(double linear) {
    if (!(linear > 0.0)) return 0.0;
    if (linear >= 1.0) return 1.0;
    if (linear <= 0.0031308) return linear * 12.92;
    return 1.055 * trig_pow(linear, 1.0 / 2.4) - 0.055;
}
