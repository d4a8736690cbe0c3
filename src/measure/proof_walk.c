// proof_walk.c — every method does what ours was asked to do, step by step from its own frame before.
//
// A walk is one method for one subject, with the protected regions of its puppet or without: rigidity
// 1 everywhere is the same puppet with its pieces' rigidities left out. Walks know nothing of each
// other, so they may run at the same time; what they need is made before, what they find goes into
// their own cells.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/vec.h"
#include "proof.h"

typedef struct walk {
    pantin_proof *proof;
    int subject, method;
    bool protected;
    pantin_puppet puppet; // a shallow copy, its pieces perhaps without rigidity
    pantin_actor *actor;
    proof_meter meter; // of the true puppet: it knows what is protected
    void *blocks[2];   // of the frame before and the one that is made
    pantin_pose_frame frames[2];
    proof_figures *pieces; // of a frame
} walk;

// --- set-up --------------------------------------------------------------------------------------

static bool is_wanted(const pantin_proof *proof, int subject, int method) {
    for (int k = 0; k < proof->pose_count; k++)
        if (proof->poses[k].subject == subject && proof->poses[k].wanted[method]) return true;
    return false;
}

static bool copy_puppet(walk *w, const pantin_puppet *from, arena *memory, pantin_error *error) {
    pantin_puppet_piece *pieces = ARENA_ARRAY(memory, pantin_puppet_piece, from->piece_count);
    if (pieces == NULL) return memory_fail(error, "a proof");
    w->puppet = *from;
    for (int p = 0; p < from->piece_count; p++) {
        pieces[p] = from->pieces[p];
        if (!w->protected) pieces[p].rigidity = NULL;
    }
    w->puppet.pieces = pieces;
    return true;
}

static bool walk_create(walk *w, arena *memory, pantin_error *error) {
    const proof_subject *subject = &w->proof->subjects[w->subject];
    pantin_actor_options options = pantin_actor_defaults();
    options.method = w->proof->methods[w->method];
    if (!copy_puppet(w, subject->puppet, memory, error)) return false;
    w->actor = pantin_actor_create(&w->puppet, &options, error);
    if (w->actor == NULL || !proof_meter_create(&w->meter, memory, subject->puppet, error))
        return false;
    w->pieces = ARENA_ARRAY(memory, proof_figures, subject->max_pieces);
    for (int k = 0; k < 2; k++) {
        w->blocks[k] = arena_take(memory, 1, pantin_actor_frame_size(w->actor));
        if (w->blocks[k] != NULL) pantin_actor_frame_place(w->actor, w->blocks[k], &w->frames[k]);
    }
    return !arena_failed(memory) || memory_fail(error, "a proof");
}

static void walk_destroy(walk *w) {
    pantin_actor_destroy(w->actor);
    proof_meter_destroy(&w->meter);
}

/// Room for what the protected walk keeps of its poses, in the proof's own memory.
static bool make_cells(walk *w, pantin_error *error) {
    pantin_proof *proof = w->proof;
    arena *memory = &proof->memory;
    for (int k = 0; k < proof->pose_count; k++) {
        proof_cell *cell = proof_cell_at(proof, k, w->method);
        if (proof->poses[k].subject != w->subject || !proof->poses[k].wanted[w->method]) continue;
        cell->pieces = ARENA_ARRAY(memory, proof_figures, proof->subjects[w->subject].max_pieces);
        cell->block = arena_take(memory, 1, pantin_actor_frame_size(w->actor));
    }
    return !arena_failed(memory) || memory_fail(error, "a proof");
}

// --- a step --------------------------------------------------------------------------------------

/// Pieces into the draw order of the step (a view's orders are the rig's to choose).
static void draw_in_order(const proof_subject *subject, int step, pantin_pose_frame *frame) {
    const int *order = subject->orders + step * subject->max_pieces;
    for (int d = 0; d < subject->pieces_drawn[step]; d++)
        for (int k = d; k < frame->piece_count; k++) {
            if (frame->pieces[k].piece != order[d]) continue;
            pantin_bent held = frame->pieces[k];
            frame->pieces[k] = frame->pieces[d];
            frame->pieces[d] = held;
            frame->pieces[d].order = d;
            break;
        }
}

/// The frame, with all that lies in its block.
static void keep_frame(const walk *w, const void *block, const pantin_pose_frame *frame,
                       proof_cell *cell) {
    memcpy(cell->block, block, pantin_actor_frame_size(w->actor));
    pantin_pose_frame kept = *frame;
    pantin_actor_frame_place(w->actor, cell->block, &kept);
    pantin_bent *pieces = kept.pieces;
    pantin_handle_report *handles = kept.handles;
    kept = *frame;
    kept.pieces = pieces;
    kept.handles = handles;
    ptrdiff_t moved = (char *)cell->block - (const char *)block;
    for (int k = 0; k < kept.piece_count; k++) {
        const char *at = (const char *)pieces[k].vertices;
        pieces[k].vertices = (const pantin_point32 *)(const void *)(at + moved);
        pieces[k].bind = NULL;
    }
    cell->frame = kept;
}

static void measure_step(walk *w, int pose, int now) {
    const pantin_proof *proof = w->proof;
    proof_cell *cell = proof_cell_at(proof, pose, w->method);
    proof_figures all;
    proof_measure(&w->meter, &w->frames[now], w->pieces, &all);
    int count = w->frames[now].piece_count;
    if (!w->protected) {
        cell->all.unprotected_distortion = all.feature_distortion;
        for (int k = 0; k < count; k++)
            cell->pieces[k].unprotected_distortion = w->pieces[k].feature_distortion;
        return;
    }
    double unprotected = cell->all.unprotected_distortion;
    cell->all = all;
    cell->all.unprotected_distortion = unprotected;
    for (int k = 0; k < count; k++) {
        unprotected = cell->pieces[k].unprotected_distortion;
        cell->pieces[k] = w->pieces[k];
        cell->pieces[k].unprotected_distortion = unprotected;
    }
    keep_frame(w, w->blocks[now], &w->frames[now], cell);
}

static int last_step(const walk *w) {
    int last = PANTIN_NONE;
    for (int k = 0; k < w->proof->pose_count; k++) {
        const proof_pose *pose = &w->proof->poses[k];
        if (pose->subject == w->subject && pose->wanted[w->method])
            last = max_int(last, pose->step);
    }
    return last;
}

static void walk_steps(walk *w) {
    const proof_subject *subject = &w->proof->subjects[w->subject];
    int last = last_step(w);
    for (int step = 0; step <= last; step++) {
        int now = step % 2;
        bool jumps = subject->jumps || step == 0;
        if (subject->jumps) pantin_actor_reset(w->actor);
        pantin_actor_bend(w->actor, subject->views[step], proof_targets(subject, step),
                          jumps ? NULL : &w->frames[1 - now], &w->frames[now]);
        draw_in_order(subject, step, &w->frames[now]);
        for (int k = 0; k < w->proof->pose_count; k++) {
            const proof_pose *pose = &w->proof->poses[k];
            if (pose->subject == w->subject && pose->step == step && pose->wanted[w->method])
                measure_step(w, k, now);
        }
    }
}

// The pair of walks of one method and subject shares its cells, so it is one task.
static void walk_pair(void *context, int index, int worker) {
    walk *pair = (walk *)context + 2 * index;
    (void)worker;
    walk_steps(&pair[0]);
    walk_steps(&pair[1]);
}

bool proof_walk(pantin_proof *proof, pantin_error *error) {
    arena memory = { 0 };
    int most = 2 * proof->method_count * proof->subject_count, count = 0;
    walk *walks = ARENA_ARRAY(&memory, walk, most);
    bool done = walks != NULL || memory_fail(error, "a proof");
    for (int s = 0; s < proof->subject_count && done; s++)
        for (int m = 0; m < proof->method_count && done; m++) {
            if (!is_wanted(proof, s, m)) continue;
            for (int k = 0; k < 2 && done; k++) {
                walk *w = &walks[count++];
                *w = (walk){ .proof = proof, .subject = s, .method = m, .protected = k == 1 };
                done = walk_create(w, &memory, error) && (k == 0 || make_cells(w, error));
            }
        }
    if (done) proof->runner.run(proof->runner.self, count / 2, walk_pair, walks);
    for (int k = 0; k < count; k++) walk_destroy(&walks[k]);
    arena_free(&memory);
    return done;
}
