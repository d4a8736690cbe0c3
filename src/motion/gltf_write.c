// gltf_write.c — a glTF with one animation's keys replaced and every other byte of meaning as it was.
//
// Meshes, skins, images, extras, other animations, names, the order of keys and fields that nobody knows are
// copied as bytes, not as values: what is not understood cannot be lost. What changes is planned first
// (gltf_write.h), then the text is spliced and the chunks are put together.
// SPDX-License-Identifier: MIT
#include "motion/gltf.h"
#include "motion/gltf_write.h"

static bool same_file(const gltf_job *job, pantin_error *error) {
    const gltf_document *d = job->document;
    for (int j = 0; j < job->clip->joint_count; j++)
        if (job->clip->joints[j].node < 0 || job->clip->joints[j].node >= d->node_count)
            return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "clip",
                               "its joint '%s' is none of the nodes of %s",
                               job->clip->joints[j].name, d->motion->name);
    return true;
}

bool gltf_write(const pantin_motion *motion, const pantin_clip *clip, const pantin_loop_mark *mark,
                pantin_bytes *bytes, pantin_error *error) {
    const gltf_document *d = motion->gltf;
    gltf_job job = {
        .document = d, .clip = clip, .mark = mark, .animation = &d->animations[clip->animation]
    };
    text json = { 0 };
    bool done = same_file(&job, error) && gltf_plan_tracks(&job, error) &&
                gltf_plan_slots(&job, error) && gltf_plan_bounds(&job, error) &&
                gltf_plan_layout(&job, error) && gltf_write_text(&job, &json, error) &&
                gltf_write_file(&job, &json, bytes, error);
    text_free(&json);
    arena_free(&job.memory);
    return done;
}
