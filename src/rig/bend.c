// bend.c — one piece of an actor, from its handles' targets to its bent mesh.
//
// Targets come complete but for what the skeleton knows: where a loose knee is, how handles turn with their
// bones, the bones' angles, and the way a jump would take. The solver sees patches only, so where a limb
// leaves its knee loose the held handles are picked out, and the loose one reports where it came to lie.
// SPDX-License-Identifier: MIT
#include "bend.h"

#include "base/vec.h"
#include "limbs.h"

static void fill_setup(const bend *b, const pantin_puppet *puppet, const pantin_puppet_piece *piece,
                       pantin_patch *patches, pantin_bone *bones, pantin_deform_setup *setup) {
    for (int k = 0; k < b->held_count; k++) {
        const pantin_puppet_handle *handle = &piece->handles[b->held[k]];
        patches[k] = (pantin_patch){ handle->grip.vertices, handle->grip.count, handle->weight,
                                     handle->turn == PANTIN_TURN_FREE };
    }
    for (int k = 0; k < piece->bone_count; k++)
        bones[k] = (pantin_bone){ piece->bones[k].triangles, piece->bones[k].weights,
                                  piece->bones[k].triangle_count };
    *setup = (pantin_deform_setup){ .rest = &piece->triangles,
                                    .mirrored_rest = pantin_puppet_is_mirrored(piece),
                                    .mirror_x = pantin_puppet_mirror_x(puppet, piece),
                                    .rigidity = piece->rigidity,
                                    .patches = patches,
                                    .patch_count = b->held_count,
                                    .bones = bones,
                                    .bone_count = piece->bone_count };
}

static bool create_machine(bend *b, const pantin_puppet *puppet, const pantin_puppet_piece *piece,
                           const pantin_deformer *deformer, const pantin_deform_options *options,
                           pantin_error *error) {
    arena scratch = { 0 };
    pantin_patch *patches = ARENA_ARRAY(&scratch, pantin_patch, piece->handle_count);
    pantin_bone *bones = ARENA_ARRAY(&scratch, pantin_bone, piece->bone_count);
    pantin_deform_setup setup;
    if (arena_failed(&scratch)) {
        memory_fail(error, "an actor");
    } else {
        fill_setup(b, puppet, piece, patches, bones, &setup);
        b->machine = deformer->create(&setup, options, error);
    }
    arena_free(&scratch);
    return b->machine != NULL;
}

bool bend_create(bend *b, const pantin_puppet *puppet, int piece, const pantin_deformer *deformer,
                 const pantin_deform_options *options, const pantin_target *rest, arena *memory,
                 pantin_error *error) {
    const pantin_puppet_piece *part = &puppet->pieces[piece];
    int count = part->handle_count;
    b->held = ARENA_ARRAY(memory, int, count);
    b->rest = ARENA_ARRAY(memory, pantin_target, count);
    b->aims = ARENA_ARRAY(memory, pantin_target, (SKELETON_STEPS_MOST + 1) * count);
    b->reports = ARENA_ARRAY(memory, pantin_handle_report, count);
    if (arena_failed(memory) || !skeleton_create(&b->bones, part, b->rest, memory))
        return memory_fail(error, "an actor");
    for (int h = 0; h < count; h++) {
        b->rest[h] = rest[h];
        if (!limbs_leave_loose(puppet, piece, h)) b->held[b->held_count++] = h;
    }
    return create_machine(b, puppet, part, deformer, options, error);
}

static const pantin_target *pick(const bend *b, const pantin_target *targets,
                                 pantin_target *picked) {
    for (int k = 0; k < b->held_count; k++) picked[k] = targets[b->held[k]];
    return picked;
}

/// A loose handle is where its vertices came to lie; it misses nothing.
static void report_handles(const bend *b, const pantin_point32 *out,
                           pantin_handle_report *handles) {
    const pantin_puppet_piece *piece = b->bones.piece;
    for (int h = 0, k = 0; h < piece->handle_count; h++) {
        if (k < b->held_count && b->held[k] == h) {
            handles[h] = b->reports[k++];
            continue;
        }
        const pantin_mesh_grip *grip = &piece->handles[h].grip;
        vec2 sum = { 0, 0 };
        for (int v = 0; v < grip->count; v++)
            sum = vec2_add(sum, vec2_from32(out[grip->vertices[v]]));
        handles[h] = (pantin_handle_report){ .target = vec2_scale(sum, 1.0 / grip->count) };
    }
}

pantin_deform_report bend_solve(bend *b, const pantin_puppet *puppet, int piece,
                                const pantin_deformer *deformer, pantin_target *targets,
                                const pantin_point32 *start, pantin_point32 *out,
                                pantin_handle_report *handles, float *heat) {
    int count = b->bones.piece->handle_count;
    bool loose = b->held_count < count;
    if (loose) limbs_place(puppet, piece, b->rest, targets);
    skeleton_read(&b->bones, targets);
    skeleton_turn(&b->bones, targets);
    int steps = skeleton_ramp(&b->bones, targets); // the solver tells when it has to jump
    if (!loose)
        return deformer->solve(b->machine, targets, b->bones.angles, start,
                               steps > 0 ? b->bones.path : NULL, steps, (pantin_budget){ 0 }, out,
                               handles, heat);
    for (int s = 0; s < steps; s++)
        b->aim_path[s] = pick(b, b->bones.path[s], b->aims + (s + 1) * count);
    pantin_deform_report report = deformer->solve(
        b->machine, pick(b, targets, b->aims), b->bones.angles, start,
        steps > 0 ? b->aim_path : NULL, steps, (pantin_budget){ 0 }, out, b->reports, heat);
    report_handles(b, out, handles);
    return report;
}
