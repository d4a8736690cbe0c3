// with_clips.h — what every motion file that was read must be like, for fuzzers.
// SPDX-License-Identifier: MIT
#ifndef FUZZ_WITH_CLIPS_H
#define FUZZ_WITH_CLIPS_H

#include <string.h>

#include "pantin/motion.h"

/// Reads the bytes; each animation is refused with a line or sampled, and its clip is sound: parents before
/// children, rotations of unit length, every number finite. Aborts otherwise.
void clips_check(const char *name, const uint8_t *data, size_t size);

#endif
