// proof_poses.c — what a proof compares: the moments of a show, or the poses of a puppet.
//
// A show is acted once by its own methods; what its cast aimed at in every frame is kept, and every
// method is asked the same. Moments are those the show names, or the frames in which the energy of
// its own method is largest, some way apart: a show that hides its hard frames cannot.
// SPDX-License-Identifier: MIT
#include "base/vec.h"
#include "proof.h"
#include "worst.h"

static void create_subject(proof_subject *subject, arena *memory, const pantin_puppet *puppet,
                           int steps) {
    int vertices, triangles;
    worst_room(puppet, &subject->max_pieces, &vertices, &triangles);
    subject->puppet = puppet;
    subject->step_count = steps;
    subject->views = ARENA_ARRAY(memory, int, steps);
    subject->pieces_drawn = ARENA_ARRAY(memory, int, steps);
    subject->orders = ARENA_ARRAY(memory, int, (size_t)steps *(size_t)subject->max_pieces);
    subject->targets =
        ARENA_ARRAY(memory, pantin_target, (size_t)steps * (size_t)puppet->handle_count);
    subject->energy = ARENA_ARRAY(memory, double, steps);
    subject->places = ARENA_ARRAY(memory, pantin_affine, steps);
}

// --- a show --------------------------------------------------------------------------------------

static void keep_step(proof_subject *subject, const pantin_show *show,
                      const pantin_take_frame *frame, int c, const pantin_target *aims) {
    const pantin_pose_frame *pose = &frame->actors[c];
    int step = frame->frame;
    const pantin_show_info *info = pantin_show_describe(show);
    subject->views[step] = pose->view;
    subject->places[step] = pantin_paint_placement(show, frame, c);
    subject->pieces_drawn[step] = min_int(pose->piece_count, subject->max_pieces);
    pantin_target *targets = proof_targets(subject, step);
    for (int h = 0; h < subject->puppet->handle_count; h++) targets[h] = aims[h];
    bool seen =
        frame->score_frame >= 0 && frame->score_frame < info->score_frames && pose->opacity > 0;
    double energy = seen ? 0.0 : -1.0;
    for (int k = 0; k < subject->pieces_drawn[step]; k++) {
        subject->orders[step * subject->max_pieces + k] = pose->pieces[k].piece;
        if (seen) energy = max_double(energy, pose->pieces[k].report.quality.energy_normalized);
    }
    subject->energy[step] = energy;
}

static bool act_show(pantin_proof *proof, int steps, pantin_error *error) {
    pantin_take *take = pantin_take_create(proof->show, 2, error);
    pantin_act *act = take != NULL ? pantin_act_create(proof->show, error) : NULL;
    for (int f = 0; act != NULL && f < steps; f++) {
        pantin_act_step(act, take, f);
        for (int c = 0; c < proof->subject_count; c++)
            keep_step(&proof->subjects[c], proof->show, pantin_take_slot(take, f), c,
                      pantin_act_aims(act, c));
    }
    bool done = act != NULL;
    pantin_act_destroy(act);
    pantin_take_destroy(take);
    return done;
}

/// Rows of the show's own poses: one an actor that is meant.
static void name_poses(pantin_proof *proof) {
    const pantin_show_info *info = pantin_show_describe(proof->show);
    for (int k = 0; k < info->proof_pose_count; k++) {
        const pantin_proof_pose *from = &info->proof_poses[k];
        for (int c = 0; c < info->cast_count; c++) {
            if (from->actor != PANTIN_NONE && from->actor != c) continue;
            proof_pose *pose = &proof->poses[proof->pose_count++];
            *pose = (proof_pose){ .name = from->name,
                                  .subject = c,
                                  .step = from->frame,
                                  .frame = from->frame,
                                  .place = proof->subjects[c].places[from->frame] };
            for (int b = 0; b < 4; b++) pose->box_px[b] = from->box_px[b];
        }
    }
}

/// The frame, at least `apart` from all chosen, in which some actor strains most; or PANTIN_NONE.
static int hardest_frame(const pantin_proof *proof, int frames, int apart, int *actor) {
    int found = PANTIN_NONE;
    double most = -1;
    for (int f = 0; f < frames; f++) {
        bool near = false;
        for (int k = 0; k < proof->pose_count; k++) {
            int away = proof->poses[k].frame - f;
            near |= away < apart && away > -apart;
        }
        for (int c = 0; c < proof->subject_count && !near; c++) {
            if (!(proof->subjects[c].energy[f] > most)) continue;
            most = proof->subjects[c].energy[f];
            found = f;
            *actor = c;
        }
    }
    return found;
}

static void choose_poses(pantin_proof *proof, int frames, arena *memory) {
    int apart = max_int(WORST_APART, frames / (2 * PROOF_FRAMES)), actor = 0;
    while (proof->pose_count < PROOF_FRAMES) {
        int frame = hardest_frame(proof, frames, apart, &actor);
        if (frame == PANTIN_NONE) break;
        char name[32];
        size_t length = text_print(name, sizeof name, "frame %d", frame);
        proof_pose pose = { .name = arena_text(memory, name, length),
                            .subject = actor,
                            .step = frame,
                            .frame = frame,
                            .place = proof->subjects[actor].places[frame] };
        int at = proof->pose_count++;
        for (; at > 0 && proof->poses[at - 1].frame > frame; at--)
            proof->poses[at] = proof->poses[at - 1];
        proof->poses[at] = pose;
    }
}

bool proof_read_show(pantin_proof *proof, pantin_error *error) {
    const pantin_show_info *info = pantin_show_describe(proof->show);
    arena *memory = &proof->memory;
    int steps = info->frame_count, named = info->proof_pose_count;
    if (named > 0) {
        steps = 0;
        for (int k = 0; k < named; k++) steps = max_int(steps, info->proof_poses[k].frame + 1);
    }
    proof->title = info->title;
    proof->subject_count = info->cast_count;
    proof->subjects = ARENA_ARRAY(memory, proof_subject, info->cast_count);
    proof->poses = ARENA_ARRAY(memory, proof_pose,
                               max_int(PROOF_FRAMES, named * max_int(1, info->cast_count)));
    for (int c = 0; c < info->cast_count && !arena_failed(memory); c++) {
        proof->subjects[c].name = info->cast[c].name;
        proof->subjects[c].method = info->cast[c].method;
        create_subject(&proof->subjects[c], memory, info->cast[c].puppet, steps);
    }
    if (arena_failed(memory)) return memory_fail(error, "a proof");
    if (!act_show(proof, steps, error)) return false;
    if (named > 0)
        name_poses(proof);
    else
        choose_poses(proof, steps, memory);
    if (arena_failed(memory)) return memory_fail(error, "a proof");
    return proof->pose_count > 0 ||
           pantin_fail(error, PANTIN_ERROR_ARGUMENT, info->path,
                       "nobody is seen in any frame: there is nothing to compare");
}

// --- a puppet ------------------------------------------------------------------------------------

/// The pose's own view, or for one of all views the first that draws a piece it moves.
static int view_of(const pantin_puppet *puppet, const pantin_puppet_pose *pose) {
    if (pose->view_index != PANTIN_NONE) return pose->view_index;
    for (int v = 0; v < puppet->view_count; v++)
        for (int d = 0; d < puppet->views[v].draw_count; d++)
            for (int h = 0; h < pose->handle_count; h++)
                for (int k = 0; k < pose->handles[h].found_count; k++) {
                    int piece = PANTIN_NONE;
                    pantin_puppet_handle_at(puppet, pose->handles[h].found[k], &piece);
                    if (piece == puppet->views[v].pieces[d]) return v;
                }
    return 0;
}

static void keep_pose(pantin_proof *proof, const char *name, int view) {
    proof_subject *subject = &proof->subjects[0];
    const pantin_puppet_view *seen = &subject->puppet->views[view];
    int step = proof->pose_count++;
    proof->poses[step] = (proof_pose){
        .name = name, .step = step, .frame = PANTIN_NONE, .place = affine_identity()
    };
    subject->views[step] = view;
    subject->places[step] = affine_identity();
    subject->pieces_drawn[step] = seen->draw_count;
    for (int d = 0; d < seen->draw_count; d++)
        subject->orders[step * subject->max_pieces + d] = seen->pieces[d];
}

static void keep_bend(pantin_proof *proof, const proof_bend *bend, double *scratch) {
    proof_subject *subject = &proof->subjects[0];
    const pantin_puppet *puppet = subject->puppet;
    char name[160];
    size_t length = text_print(name, sizeof name, "%.64s about %.64s",
                               pantin_puppet_handle_at(puppet, bend->handle, NULL)->name,
                               pantin_puppet_handle_at(puppet, bend->about, NULL)->name);
    proof_bend_targets(puppet, bend, scratch, proof_targets(subject, proof->pose_count));
    keep_pose(proof, arena_text(&proof->memory, name, length), 0);
}

static bool read_poses(pantin_proof *proof, const pantin_actor *actor, const proof_bend *bends,
                       int bend_count, double *scratch, pantin_error *error) {
    proof_subject *subject = &proof->subjects[0];
    const pantin_puppet *puppet = subject->puppet;
    double *weights = ARENA_ARRAY(&proof->memory, double, puppet->pose_count);
    if (weights == NULL) return memory_fail(error, "a proof");
    for (int k = 0; k < puppet->pose_count; k++) {
        int view = view_of(puppet, &puppet->poses[k]);
        weights[k] = 1.0;
        pantin_actor_targets(actor, view, weights, proof_targets(subject, k));
        weights[k] = 0.0;
        keep_pose(proof, puppet->poses[k].name, view);
    }
    for (int b = 0; b < bend_count; b++) {
        pantin_actor_targets(actor, 0, weights, proof_targets(subject, proof->pose_count));
        keep_bend(proof, &bends[b], scratch);
    }
    return !arena_failed(&proof->memory) || memory_fail(error, "a proof");
}

static double *take_scratch(arena *memory, const pantin_puppet *puppet) {
    int vertices = 0;
    for (int p = 0; p < puppet->piece_count; p++)
        vertices = max_int(vertices, puppet->pieces[p].triangles.vertex_count);
    return ARENA_ARRAY(memory, double, 2 * (size_t)vertices);
}

bool proof_read_puppet(pantin_proof *proof, const pantin_puppet *puppet, const char *method,
                       pantin_error *error) {
    arena *memory = &proof->memory;
    proof_bend bends[PROOF_FRAMES];
    int bend_count = 0;
    double *scratch = take_scratch(memory, puppet);
    if (scratch == NULL) return memory_fail(error, "a proof");
    if (puppet->pose_count == 0)
        bend_count = proof_find_bends(puppet, PROOF_FRAMES, bends, scratch);
    int steps = puppet->pose_count + bend_count;
    if (steps == 0)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, puppet->path,
                           "has no pose and no limb to bend: give it poses, or handles at the "
                           "ends of its limbs");
    proof->title = puppet->name;
    proof->subject_count = 1;
    proof->subjects = ARENA_ARRAY(memory, proof_subject, 1);
    proof->poses = ARENA_ARRAY(memory, proof_pose, steps);
    if (arena_failed(memory)) return memory_fail(error, "a proof");
    create_subject(&proof->subjects[0], memory, puppet, steps);
    proof->subjects[0].name = puppet->name;
    proof->subjects[0].method = method;
    proof->subjects[0].jumps = true;
    if (arena_failed(memory)) return memory_fail(error, "a proof");
    pantin_actor_options options = pantin_actor_defaults();
    options.method = method;
    pantin_actor *actor = pantin_actor_create(puppet, &options, error);
    bool done = actor != NULL && read_poses(proof, actor, bends, bend_count, scratch, error);
    pantin_actor_destroy(actor);
    return done;
}
