// with_blot.h — assets for fuzzers: every picture is one small blot of ink, every other file is missing.
// SPDX-License-Identifier: MIT
#ifndef FUZZ_WITH_BLOT_H
#define FUZZ_WITH_BLOT_H

#include "pantin/puppet.h"

/// 40 x 32 px: a disc with an arm.
bool blot_image(void *self, const char *path, pantin_image *image, pantin_error *error);
bool blot_no_bytes(void *self, const char *path, size_t limit, pantin_bytes *bytes,
                   pantin_error *error);

#endif
