// with_hard.h — three small figures in poses that bind, and how hard they do.
//
// "trousers": two legs with a gap of a few px between them, so that a mesh of 8 px ties them together; they
// cross. "band": a strip with two held patches side by side that turn against each other. "leg": two bones, the
// knee bent by 150 degrees. Pictures are drawn by arithmetic.
// SPDX-License-Identifier: MIT
#ifndef TESTS_WITH_HARD_H
#define TESTS_WITH_HARD_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "pantin/measure.h"

extern const char hard_trousers[], hard_band[], hard_leg[];

pantin_assets hard_assets(void);
/// Fails the test with what was said.
pantin_puppet hard_load(const char *text);

/// A puppet bent in one of its poses by "arap", from rest.
typedef struct hard_pose {
    pantin_puppet *puppet;
    pantin_actor *actor;
    double *weights;
    pantin_target *targets;
    void *block;
    pantin_pose_frame frame;
} hard_pose;

hard_pose hard_bend(pantin_puppet *puppet, const char *pose, double weight);
void hard_done(hard_pose *pose);

/// The worst multiplier of a puppet's text in a pose.
double hard_worst(const char *text, size_t size, const pantin_assets *assets, const char *path,
                  const char *pose);

/// What is advised for a pose at full weight.
pantin_advice hard_advise(const pantin_puppet *puppet, const pantin_assets *assets,
                          const char *pose);

#endif
