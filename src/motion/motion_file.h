// motion_file.h — a parsed motion file, as its readers and writers see it.
//
// One arena owns the struct, the copied bytes and what a reader makes of them; a reader takes all its
// lasting memory from it, so that freeing is one call and a half-read file is never seen.
// SPDX-License-Identifier: MIT
#ifndef MOTION_MOTION_FILE_H
#define MOTION_MOTION_FILE_H

#include "base/arena.h"
#include "pantin/motion.h"

typedef struct bvh_document bvh_document;   // bvh.h
typedef struct gltf_document gltf_document; // gltf.h

struct pantin_motion {
    arena memory; // owns all below, and this struct
    pantin_motion_kind kind;
    const char *name;              // for messages: the path, a copy
    const uint8_t *bytes;          // a copy of the file, one zero byte behind it
    size_t size;                   // <= INT32_MAX
    pantin_motion_options options; // checked
    bvh_document *bvh;             // PANTIN_BVH, else NULL
    gltf_document *gltf;           // PANTIN_GLB and PANTIN_GLTF: set by gltf_read
};

#endif
