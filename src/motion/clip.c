// clip.c — a clip's memory, its copies, and where its joints stand in the world.
//
// One arena owns a clip, so it is freed in one go and a half-made one is never seen. World frames are
// products down the tree: parents come first, so one pass in index order makes them all.
// SPDX-License-Identifier: MIT
#include "motion/clip.h"

#include <string.h>

#include "base/text.h"

struct clip_owner {
    arena memory;
};

bool clip_begin(pantin_clip *clip, int joint_count, int frames, bool with_scales,
                pantin_error *error) {
    arena memory = { 0 };
    size_t slots = (size_t)frames * (size_t)joint_count;
    struct clip_owner *owner = ARENA_ARRAY(&memory, struct clip_owner, 1);
    *clip = (pantin_clip){ .name = "",
                           .fps = 24,
                           .frames = frames,
                           .key_frames = 1,
                           .unit_cm = 100,
                           .up = 'y',
                           .animations = 1,
                           .joint_count = joint_count,
                           .root = 0 };
    clip->joints = ARENA_ARRAY(&memory, pantin_joint, joint_count);
    clip->rotations = ARENA_ARRAY(&memory, quat, slots);
    clip->translations = ARENA_ARRAY(&memory, vec3, slots);
    clip->scales = with_scales ? ARENA_ARRAY(&memory, vec3, slots) : NULL;
    if (arena_failed(&memory)) {
        arena_free(&memory);
        *clip = (pantin_clip){ 0 };
        return pantin_fail(error, PANTIN_ERROR_MEMORY, "clip",
                           "no memory for %d joints over %d frames", joint_count, frames);
    }
    owner->memory = memory;
    clip->owner = owner;
    return true;
}

arena *clip_memory(pantin_clip *clip) { return &((struct clip_owner *)clip->owner)->memory; }

void pantin_clip_free(pantin_clip *clip) {
    if (clip->owner != NULL) {
        arena memory = *clip_memory(clip);
        arena_free(&memory);
    }
    *clip = (pantin_clip){ 0 };
}

void clip_note(pantin_clip *clip, const char *format, ...) {
    if (clip->note_count == PANTIN_CLIP_NOTES) return;
    char line[256];
    va_list arguments;
    va_start(arguments, format);
    size_t length = text_print_list(line, sizeof line, format, arguments);
    va_end(arguments);
    const char *kept = arena_text(clip_memory(clip), line, length);
    if (kept != NULL) clip->notes[clip->note_count++] = kept;
}

/// All that is not frames: joints, names, notes. Texts are copied, so the two clips live apart.
static void copy_figure(const pantin_clip *from, pantin_clip *to) {
    arena *memory = clip_memory(to);
    to->name = arena_text(memory, from->name, strlen(from->name));
    to->animation = from->animation;
    to->animations = from->animations;
    to->fps = from->fps;
    to->start_s = from->start_s;
    to->unit_cm = from->unit_cm;
    to->up = from->up;
    to->bone_count = from->bone_count;
    to->root = from->root;
    for (int k = 0; k < from->joint_count; k++) {
        to->joints[k] = from->joints[k];
        to->joints[k].name = arena_text(memory, from->joints[k].name, strlen(from->joints[k].name));
        if (from->joints[k].matrix == NULL) continue;
        double *matrix = ARENA_ARRAY(memory, double, 12);
        if (matrix != NULL) memcpy(matrix, from->joints[k].matrix, 12 * sizeof *matrix);
        to->joints[k].matrix = matrix;
    }
    for (int k = 0; k < from->note_count; k++) clip_note(to, "%s", from->notes[k]);
    if (from->ground != NULL) to->ground = ARENA_ARRAY(memory, vec3, to->frames);
    to->morph_count = from->morph_count;
    to->morphs = ARENA_ARRAY(memory, pantin_morph, from->morph_count);
    for (int k = 0; to->morphs != NULL && k < from->morph_count; k++) {
        to->morphs[k] = from->morphs[k];
        to->morphs[k].weights =
            ARENA_ARRAY(memory, float, (size_t)to->frames *(size_t)from->morphs[k].count);
    }
}

/// Ends a copy: frees it when its arena refused anything.
static bool finish(pantin_clip *clip, pantin_error *error) {
    if (!arena_failed(clip_memory(clip))) return true;
    pantin_clip_free(clip);
    return pantin_fail(error, PANTIN_ERROR_MEMORY, "clip", "no memory for a copy of the clip");
}

bool pantin_clip_blank(const pantin_clip *clip, int frames, pantin_clip *blank,
                       pantin_error *error) {
    if (frames < 1)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "frames", "a clip of %d frames", frames);
    if (!clip_begin(blank, clip->joint_count, frames, clip->scales != NULL, error)) return false;
    copy_figure(clip, blank);
    return finish(blank, error);
}

bool pantin_clip_slice(const pantin_clip *clip, int from, int to, pantin_clip *slice,
                       pantin_error *error) {
    if (from < 0 || to >= clip->frames || to < from)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "frames",
                           "%d..%d does not lie in a clip of %d frames", from, to, clip->frames);
    if (!pantin_clip_blank(clip, to - from + 1, slice, error)) return false;
    size_t joints = (size_t)clip->joint_count, first = (size_t)from * joints;
    size_t slots = (size_t)slice->frames * joints;
    slice->start_s = clip->start_s + from / clip->fps;
    memcpy(slice->rotations, clip->rotations + first, slots * sizeof *slice->rotations);
    memcpy(slice->translations, clip->translations + first, slots * sizeof *slice->translations);
    if (clip->scales != NULL)
        memcpy(slice->scales, clip->scales + first, slots * sizeof *slice->scales);
    if (clip->ground != NULL)
        memcpy(slice->ground, clip->ground + from, (size_t)slice->frames * sizeof *slice->ground);
    for (int k = 0; k < clip->morph_count; k++) {
        size_t count = (size_t)clip->morphs[k].count;
        memcpy(slice->morphs[k].weights, clip->morphs[k].weights + (size_t)from * count,
               (size_t)slice->frames * count * sizeof(float));
    }
    return true;
}

frame3 clip_local(const pantin_clip *clip, int frame, int joint) {
    const pantin_joint *j = &clip->joints[joint];
    if (j->matrix != NULL) {
        frame3 fixed;
        memcpy(fixed.m, j->matrix, sizeof fixed.m);
        return fixed;
    }
    size_t slot = (size_t)frame * (size_t)clip->joint_count + (size_t)joint;
    return space_frame_make(clip->translations[slot], clip->rotations[slot],
                            clip->scales != NULL ? clip->scales[slot] : j->scale);
}

void clip_frames(const pantin_clip *clip, int frame, frame3 *frames) {
    for (int k = 0; k < clip->joint_count; k++) {
        frame3 local = clip_local(clip, frame, k);
        int parent = clip->joints[k].parent;
        frames[k] = parent == PANTIN_NONE ? local : space_frame_compose(&frames[parent], &local);
    }
}

frame3 clip_frame_of(const pantin_clip *clip, int frame, int joint) {
    frame3 world = clip_local(clip, frame, joint);
    for (int k = clip->joints[joint].parent; k != PANTIN_NONE; k = clip->joints[k].parent) {
        frame3 local = clip_local(clip, frame, k);
        world = space_frame_compose(&local, &world);
    }
    return world;
}

frame3 clip_parent_frame(const pantin_clip *clip, int frame, int joint) {
    int parent = clip->joints[joint].parent;
    return parent == PANTIN_NONE ? space_frame_identity() : clip_frame_of(clip, frame, parent);
}

void pantin_clip_places(const pantin_clip *clip, int frame, pantin_vec3 *places) {
    // A chain of parents is short, but a hand has thirty joints under one arm: frames are kept on the way
    // in a small cache of the path, so that each joint costs one product.
    enum { KEPT = 128 };
    frame3 kept[KEPT];
    int owner[KEPT], depth = 0;
    for (int k = 0; k < clip->joint_count; k++) {
        int parent = clip->joints[k].parent;
        while (depth > 0 && owner[depth - 1] != parent) depth--;
        frame3 local = clip_local(clip, frame, k), world = local;
        if (depth > 0)
            world = space_frame_compose(&kept[depth - 1], &local);
        else if (parent != PANTIN_NONE)
            world = clip_frame_of(clip, frame, k);
        places[k] = space_frame_origin(&world);
        if (depth == KEPT) depth = 0;
        kept[depth] = world;
        owner[depth++] = k;
    }
}

void clip_align_signs(pantin_clip *clip) {
    for (int i = 1; i < clip->frames; i++)
        for (int k = 0; k < clip->joint_count; k++)
            *clip_rotation(clip, i, k) =
                quat_beside(*clip_rotation(clip, i, k), *clip_rotation(clip, i - 1, k));
}
