// fuzz_bvh.c — any bytes as a BVH: read, sampled, written and read again, or refused with its place.
//
// What was written must be readable and of the same frames, whatever the file was.
// SPDX-License-Identifier: MIT
#include <stdlib.h>
#include <string.h>

#include "pantin/motion.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size); // by libFuzzer

static pantin_motion *open_copy(const uint8_t *data, size_t size,
                                const pantin_motion_options *options) {
    // A copy of just this size, so that a look beyond it is seen.
    uint8_t *copy = malloc(size > 0 ? size : 1);
    pantin_error error = { 0 };
    if (copy == NULL) abort();
    if (size > 0) memcpy(copy, data, size);
    pantin_motion *motion = pantin_motion_read("x.bvh", copy, size, options, &error);
    if (motion == NULL && (error.text[0] == '\0' || strncmp(error.where, "x.bvh", 5) != 0)) abort();
    free(copy);
    return motion;
}

static void write_and_read(const pantin_motion *motion, const pantin_clip *clip,
                           const pantin_motion_options *options) {
    pantin_bytes bytes = { 0 };
    pantin_loop_mark mark = { .closed = true };
    pantin_clip again = { 0 };
    if (!pantin_motion_write(motion, clip, &mark, &bytes, NULL)) return;
    pantin_motion *other = open_copy(bytes.data, bytes.size, options);
    if (other == NULL || !pantin_motion_sample(other, 0, &again, NULL)) abort();
    if (again.frames != clip->frames || again.joint_count != clip->joint_count) abort();
    pantin_clip_free(&again);
    pantin_motion_free(other);
    pantin_bytes_free(&bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    pantin_motion_options options = pantin_motion_defaults();
    if (!pantin_motion_is(data, size) || *data == '{' || *data == 'g') return 0; // another's work
    // The last byte chooses the options: it is white space to the reader or spoils a number.
    options.up = data[size - 1] % 4 == 1 ? 'z' : 0;
    options.unit_cm = data[size - 1] % 4 == 2 ? 2.54 : 0;
    pantin_motion *motion = open_copy(data, size, &options);
    if (motion == NULL) return 0;
    pantin_clip clip = { 0 };
    if (pantin_motion_kind_of(motion) == PANTIN_BVH &&
        pantin_motion_sample(motion, 0, &clip, NULL)) {
        write_and_read(motion, &clip, &options);
        // Bent in every frame: all numbers are made anew.
        for (int k = 0; k < clip.frames * clip.joint_count; k++) {
            pantin_quat *q = &clip.rotations[k];
            *q = (pantin_quat){ q->w, -q->z, q->y, -q->x };
        }
        write_and_read(motion, &clip, &options);
        pantin_clip_free(&clip);
    }
    pantin_motion_free(motion);
    return 0;
}
