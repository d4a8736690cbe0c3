// inspect_poses.c — a puppet's poses, each bent once at its full weight, and where they bind.
//
// It is bent by a method that never flips, since such a one can say how hard it was to: so a rig that will
// make trouble says so before there is a score.
// SPDX-License-Identifier: MIT
#include "facts.h"

#include "base/arena.h"

enum { POSES_TRIED = 64 };

typedef struct poses_tried {
    pantin_actor *actor; // NULL: these poses cannot be tried
    double *weights;
    pantin_target *targets;
    void *block;
    arena memory;
} poses_tried;

static const char *method_that_never_flips(void) {
    int count;
    const pantin_deformer *const *all = pantin_deformers(&count);
    for (int k = 0; k < count; k++)
        if ((all[k]->promises & PANTIN_NEVER_FLIPS) && all[k]->not_yet == NULL) return all[k]->name;
    return NULL;
}

/// False only when memory is refused.
static bool begin(poses_tried *p, const pantin_puppet *puppet, pantin_error *error) {
    pantin_actor_options options = pantin_actor_defaults();
    pantin_error inner = { 0 };
    *p = (poses_tried){ .actor = NULL };
    options.method = method_that_never_flips();
    if (puppet->pose_count == 0 || options.method == NULL) return true;
    for (int k = 0; k < puppet->piece_count; k++)
        if (puppet->pieces[k].triangles.triangle_count == 0) return true; // read without pictures
    p->actor = pantin_actor_create(puppet, &options, &inner);
    if (p->actor == NULL && inner.kind != PANTIN_ERROR_MEMORY) return true;
    if (p->actor != NULL) {
        p->weights = ARENA_ARRAY(&p->memory, double, puppet->pose_count);
        p->targets = ARENA_ARRAY(&p->memory, pantin_target, puppet->handle_count);
        p->block = arena_take(&p->memory, pantin_actor_frame_size(p->actor), 1);
    }
    return (p->actor != NULL && !arena_failed(&p->memory)) ||
           memory_fail(error, "a puppet's poses");
}

static bool try_pose(poses_tried *p, facts *f, const pantin_puppet *puppet, int index,
                     pantin_error *error) {
    int view = puppet->poses[index].view_index, count;
    pantin_pose_frame frame;
    pantin_hot_spot spot;
    char words[320];
    if (view == PANTIN_NONE) view = 0;
    p->weights[index] = 1;
    pantin_actor_targets(p->actor, view, p->weights, p->targets);
    p->weights[index] = 0;
    pantin_actor_reset(p->actor);
    pantin_actor_frame_place(p->actor, p->block, &frame);
    pantin_actor_pose(p->actor, view, p->targets, &frame);
    if (!pantin_hot_spots_find(puppet, &frame, &spot, 1, &count, error)) return false;
    facts_number(f, "bind_max", pantin_bind_worst(puppet, &frame), 1, "");
    if (count > 0) pantin_hot_spot_words(puppet, &spot, words, sizeof words);
    if (count > 0 || f->as_json) facts_text(f, "binds", count > 0 ? words : NULL);
    return true;
}

bool facts_poses(facts *f, const pantin_puppet *puppet, pantin_error *error) {
    poses_tried p;
    bool done = begin(&p, puppet, error);
    facts_list(f, "poses");
    for (int k = 0; k < puppet->pose_count && done; k++) {
        facts_item(f, puppet->poses[k].name);
        if (p.actor != NULL && k < POSES_TRIED) done = try_pose(&p, f, puppet, k, error);
        facts_item_end(f);
    }
    facts_list_end(f);
    pantin_actor_destroy(p.actor);
    arena_free(&p.memory);
    return done;
}
