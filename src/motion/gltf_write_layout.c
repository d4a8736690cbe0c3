// gltf_write_layout.c — where the new bytes lie, and which views show them.
//
// Pieces: all times, and the values that one view shows. They go into the BIN chunk (gltf_write_room.c), or into
// a buffer of their own as a data URI; a .bin file beside is never touched. A data URI that holds nothing but
// old keys is replaced.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/sort.h"
#include "motion/gltf_write.h"

size_t gltf_number_size(gltf_component component) {
    switch (component) {
    case GLTF_BYTE:
    case GLTF_UBYTE:
        return 1;
    case GLTF_SHORT:
    case GLTF_USHORT:
        return 2;
    default:
        return 4;
    }
}

// --- pieces ----------------------------------------------------------------------------------------

/// Bytes more in a piece; answers where they begin in it.
static uint64_t take(gltf_job *job, int piece, uint64_t size) {
    uint64_t at = job->pieces[piece].size;
    job->pieces[piece].size += (size + 3) & ~(uint64_t)3;
    return at;
}

static uint64_t slot_size(const gltf_job *job, const gltf_slot *slot) {
    if (slot->use == GLTF_TIMES) return 4 * (uint64_t)gltf_grid_keys(job, slot->grid);
    const gltf_new_track *track = &job->tracks[slot->track];
    return (uint64_t)gltf_grid_keys(job, track->grid) * (uint64_t)track->row *
           gltf_number_size(track->component);
}

/// All times are the first piece.
static void take_times(gltf_job *job) {
    bool wanted[GLTF_GRIDS] = { false, false, false };
    uint64_t at[GLTF_GRIDS] = { 0, 0, 0 };
    for (int k = 0; k < job->slot_count; k++)
        if (job->slots[k].use == GLTF_TIMES) wanted[job->slots[k].grid] = true;
    if (wanted[GLTF_ALL_KEYS]) at[GLTF_ALL_KEYS] = take(job, 0, 4 * (uint64_t)job->clip->frames);
    if (wanted[GLTF_TWO_KEYS]) at[GLTF_TWO_KEYS] = take(job, 0, 8);
    // One key, at 0, is the first of the others.
    if (wanted[GLTF_ONE_KEY] && job->pieces[0].size == 0) (void)take(job, 0, 4);
    for (int k = 0; k < job->slot_count; k++)
        if (job->slots[k].use == GLTF_TIMES) job->slots[k].at = at[job->slots[k].grid];
}

/// The slots that have no view get one of two new ones: of times, or of values.
static void add_views(gltf_job *job) {
    int added[3] = { PANTIN_NONE, PANTIN_NONE, PANTIN_NONE }; // by use
    for (int k = 0; k < job->slot_count; k++) {
        gltf_slot *slot = &job->slots[k];
        if (slot->use == GLTF_KEPT || slot->view != PANTIN_NONE) continue;
        if (added[slot->use] == PANTIN_NONE) {
            added[slot->use] = job->view_count++;
            job->views[added[slot->use]].changed = true;
        }
        slot->view = added[slot->use];
    }
}

static int by_view(const void *context, int a, int b) {
    const gltf_slot *slots = context;
    if (slots[a].view != slots[b].view) return slots[a].view < slots[b].view ? -1 : 1;
    return a < b ? -1 : a > b;
}

/// Does one view show times and values? Then all of it must lie together.
static bool is_mixed(const gltf_job *job, bool *shows_times) {
    for (int k = 0; k < job->slot_count; k++)
        if (job->slots[k].use == GLTF_TIMES) shows_times[job->slots[k].view] = true;
    for (int k = 0; k < job->slot_count; k++)
        if (job->slots[k].use == GLTF_VALUES && shows_times[job->slots[k].view]) return true;
    return false;
}

/// The values of a view are a piece; a view that shows both makes one of all.
static bool take_pieces(gltf_job *job, pantin_error *error) {
    int *order = ARENA_ARRAY(&job->memory, int, job->slot_count), count = 0;
    int *scratch = ARENA_ARRAY(&job->memory, int, job->slot_count);
    bool *shows_times = ARENA_ARRAY(&job->memory, bool, job->view_count + 2);
    job->pieces = ARENA_ARRAY(&job->memory, gltf_piece, job->view_count + 3);
    if (arena_failed(&job->memory)) return memory_fail(error, "the layout of a glTF");
    add_views(job);
    take_times(job);
    bool mixed = is_mixed(job, shows_times);
    job->piece_count = 1;
    for (int k = 0; k < job->slot_count; k++)
        if (job->slots[k].use == GLTF_VALUES) order[count++] = k;
    sort_indices(order, count, by_view, job->slots, scratch);
    for (int k = 0; k < count; k++) {
        gltf_slot *slot = &job->slots[order[k]];
        bool first = k == 0 || job->slots[order[k - 1]].view != slot->view;
        if (first && !mixed) job->piece_count++;
        slot->piece = job->piece_count - 1;
        slot->at = take(job, slot->piece, slot_size(job, slot));
    }
    for (int k = 0; k < job->piece_count; k++) job->size += job->pieces[k].size;
    return job->size <= GLTF_WRITE_MOST || gltf_write_too_large(job, error);
}

/// Widens the views over what their slots hold.
static void show_slots(gltf_job *job) {
    for (int k = 0; k < job->slot_count; k++) {
        gltf_slot *slot = &job->slots[k];
        if (slot->use == GLTF_KEPT) continue;
        gltf_new_view *view = &job->views[slot->view];
        slot->at += job->pieces[slot->piece].place;
        uint64_t end = slot->at + slot_size(job, slot);
        if (view->from == view->to || slot->at < view->from) view->from = slot->at;
        if (end > view->to) view->to = end;
    }
}

// --- its place -------------------------------------------------------------------------------------

static bool is_data(const gltf_document *d, int buffer) {
    int uri = json_find(&d->tape, d->buffers[buffer].token, "uri");
    if (uri == PANTIN_NONE || d->tape.tokens[uri].kind != JSON_STRING) return false;
    const json_token *t = &d->tape.tokens[uri];
    return t->end - t->start >= 5 && memcmp(d->tape.source + t->start, "data:", 5) == 0;
}

/// A data URI of old keys alone, or a new one at the end.
static int data_buffer(const gltf_job *job) {
    const gltf_document *d = job->document;
    for (int k = 0; k < d->view_count; k++) {
        int buffer = d->views[k].buffer;
        if (!job->views[k].changed || buffer == PANTIN_NONE || job->buffer_used[buffer]) continue;
        if (is_data(d, buffer)) return buffer;
    }
    return d->buffer_count;
}

bool gltf_plan_layout(gltf_job *job, pantin_error *error) {
    const gltf_document *d = job->document;
    if (!take_pieces(job, error)) return false;
    bool chunk = d->buffer_count > 0 && d->buffers[0].place == GLTF_CHUNK;
    job->chunk_kept = d->chunk_size;
    job->buffer = PANTIN_NONE;
    if (job->size == 0) return true;
    job->to_chunk = d->binary && (chunk || d->buffer_count == 0);
    if (job->to_chunk) {
        job->buffer = 0;
        if (!gltf_plan_room(job, error)) return false;
    } else {
        job->buffer = data_buffer(job);
        job->buffer_size = job->size;
        for (int k = 1; k < job->piece_count; k++)
            job->pieces[k].place = job->pieces[k - 1].place + job->pieces[k - 1].size;
    }
    show_slots(job);
    return true;
}
