// fuzz_glb.c — any bytes as a GLB: its animations become finite clips, or it is refused with a reason.
// SPDX-License-Identifier: MIT
#include "with_clips.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size); // by libFuzzer

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size >= 4 && memcmp(data, "glTF", 4) == 0) clips_check("x.glb", data, size);
    return 0;
}
