// shared_clip.h — clips of real files: "bvh/dab.bvh", or "glb/Fox_khronos.glb#1" for its animation 1.
// SPDX-License-Identifier: MIT
#ifndef TESTS_MOTION_SHARED_CLIP_H
#define TESTS_MOTION_SHARED_CLIP_H

#include <string.h>

#include "base/text.h"
#include "pantin/motion.h"

#define SHARED_MOTION PANTIN_SHARED "/data/motion/"

static bool shared_fetch(void *self, const char *path, size_t limit, pantin_bytes *bytes,
                         pantin_error *error) {
    char full[600];
    text_path_join(full, sizeof full, self, path);
    return pantin_file_read(full, limit, bytes, error);
}

/// Reads and samples. False: `error` says why.
static inline bool shared_clip(const char *name, pantin_clip *clip, pantin_error *error) {
    char path[512], folder[512];
    text_print(path, sizeof path, "%s%s", SHARED_MOTION, name);
    char *hash = strchr(path, '#');
    int animation = PANTIN_NONE;
    if (hash != NULL) {
        *hash = '\0';
        animation = 0;
        for (const char *digit = hash + 1; *digit != '\0'; digit++)
            animation = 10 * animation + (*digit - '0');
    }
    text_path_folder(folder, sizeof folder, path);
    pantin_motion_options options = pantin_motion_defaults();
    options.fetch = shared_fetch;
    options.fetch_self = folder;
    pantin_bytes bytes = { 0 };
    if (!pantin_file_read(path, (size_t)1 << 28, &bytes, error)) return false;
    pantin_motion *motion = pantin_motion_read(path, bytes.data, bytes.size, &options, error);
    pantin_bytes_free(&bytes);
    if (motion == NULL) return false;
    if (animation == PANTIN_NONE) animation = pantin_motion_animation_default(motion, error);
    bool done = animation != PANTIN_NONE && pantin_motion_sample(motion, animation, clip, error);
    pantin_motion_free(motion);
    return done;
}

#endif
