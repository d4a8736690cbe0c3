// fuzz_yaml.c — any bytes as a character's joints: a tree with one root, or an error.
// SPDX-License-Identifier: MIT
#include <math.h>
#include <stdlib.h>

#include "pantin/puppet.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size); // by libFuzzer

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    pantin_rig_joints joints = { 0 };
    if (!pantin_rig_read_yaml("x.yaml", (const char *)data, size, &joints, NULL)) return 0;
    int roots = 0;
    for (int k = 0; k < joints.count; k++) {
        const pantin_rig_joint *joint = &joints.joints[k];
        if (!isfinite(joint->at_px.x) || !isfinite(joint->at_px.y) || joint->name[0] == '\0')
            abort();
        if (joint->parent < PANTIN_NONE || joint->parent >= joints.count) abort();
        roots += joint->parent == PANTIN_NONE;
    }
    if (roots != 1) abort();
    pantin_rig_joints_free(&joints);
    return 0;
}
