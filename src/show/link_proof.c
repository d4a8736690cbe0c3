// link_proof.c — the moments that `pantin proof` compares methods at: frames of the score become
// frames of the film, names become members of the cast.
// SPDX-License-Identifier: MIT
#include "link.h"

static int count_poses(const show_file *file) {
    int count = 0;
    for (int k = 0; k < file->proof_count; k++) count += file->proof_poses[k].frame_count;
    return count;
}

static bool check_methods(const linker *l, const show_still *still) {
    for (int m = 0; m < still->method_count; m++) {
        pantin_error inner = { 0 };
        if (pantin_deformer_find(still->methods[m], &inner) != NULL ||
            inner.kind == PANTIN_ERROR_NOT_YET) // told when it is wanted
            continue;
        return show_fail(l->show, show_place(l->show, &still->head, "methods"), l->error, "%s: %s",
                         inner.where, inner.text);
    }
    return true;
}

/// How many frames of the score the film shows.
static int scene_frames(const show_file *file) {
    for (int k = 0; k < file->timeline_count; k++)
        if (file->timeline[k].scene) return file->timeline[k].frames;
    return 0;
}

static bool link_pose(linker *l, const show_still *still, int frame, pantin_proof_pose *pose) {
    const show_file *file = &l->show->file;
    int last = scene_frames(file) - 1;
    if (frame > last)
        return show_fail(l->show, show_place(l->show, &still->head, "frames"), l->error,
                         "frame %d is not in the scene, which ends with frame %d", frame, last);
    *pose = (pantin_proof_pose){ .name = still->name,
                                 .frame = l->show->scene_start + frame,
                                 .actor = PANTIN_NONE,
                                 .methods = still->methods,
                                 .method_count = still->method_count };
    for (int k = 0; k < 4; k++) pose->box_px[k] = still->box_px[k];
    if (still->who == NULL) return true;
    link_names cast = LINK_NAMES(file->cast, file->cast_count);
    pose->actor = link_index(cast, still->who);
    return pose->actor != PANTIN_NONE ||
           show_fail(l->show, show_place(l->show, &still->head, "who"), l->error,
                     "there is no member of the cast \"%.64s\"%s", still->who,
                     link_suggestion(l, still->who, cast));
}

bool link_proof(linker *l) {
    const show_file *file = &l->show->file;
    int count = 0;
    pantin_proof_pose *poses = ARENA_ARRAY(&l->show->memory, pantin_proof_pose, count_poses(file));
    if (poses == NULL) return memory_fail(l->error, "a show");
    for (int k = 0; k < file->proof_count; k++) {
        const show_still *still = &file->proof_poses[k];
        if (!check_methods(l, still)) return false;
        for (int f = 0; f < still->frame_count; f++)
            if (!link_pose(l, still, still->frames[f], &poses[count++])) return false;
    }
    l->show->info.proof_poses = poses;
    l->show->info.proof_pose_count = count;
    return true;
}
