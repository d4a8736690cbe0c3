// near.h — a figure against its truth, both printed where they part.
// SPDX-License-Identifier: MIT
#ifndef TESTS_MOTION_NEAR_H
#define TESTS_MOTION_NEAR_H

#include <math.h>

#define assert_near(value, expected, by)                                                           \
    do {                                                                                           \
        double near_value = (value), near_expected = (expected);                                   \
        if (!(fabs(near_value - near_expected) <= (by)))                                           \
            fail_msg("%s is %.17g, not %.17g", #value, near_value, near_expected);                 \
    } while (0)

#endif
