// with_check.h — a check that must succeed, its figures by value.
// SPDX-License-Identifier: MIT
#ifndef TESTS_MOTION_WITH_CHECK_H
#define TESTS_MOTION_WITH_CHECK_H

#include "pantin/motion.h"

/// After cmocka's header.
static inline pantin_loop_measure measure_of(const pantin_clip *clip, pantin_root_mode root) {
    pantin_loop_measure m = { 0 };
    pantin_error error = { 0 };
    if (!pantin_loop_check(clip, root, &m, &error)) fail_msg("%s: %s", error.where, error.text);
    return m;
}

#endif
