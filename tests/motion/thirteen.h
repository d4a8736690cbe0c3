// thirteen.h — the real clips that loops are judged by.
// SPDX-License-Identifier: MIT
#ifndef TESTS_MOTION_THIRTEEN_H
#define TESTS_MOTION_THIRTEEN_H

static const char *const thirteen[] = {
    "bvh/dab.bvh",
    "bvh/jesse_dance.bvh",
    "bvh/jumping_jacks.bvh",
    "bvh/wave_hello.bvh",
    "bvh/zombie.bvh",
    "bvh/cmu_12_01_walk.bvh",
    "glb/jesse_24.glb",
    "glb/jesse_30.glb",
    "glb/pab_crossarms.glb",
    "glb/zombie_30.glb",
    "glb/Fox_khronos.glb#0",
    "variants/v01_base_30.glb",
    "variants/v08_cubic_every5.glb",
};

#endif
