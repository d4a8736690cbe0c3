// gltf_write_layout.c — where the new bytes lie, and which views show them.
//
// One block: the times, then the values of each track, those of one view side by side. It stands in the BIN
// chunk (gltf_write_room.c), or in a buffer of its own as a data URI; a .bin file beside is never touched. A
// data URI that holds nothing but old keys is replaced.
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

static uint64_t align4(uint64_t size) { return (size + 3) & ~(uint64_t)3; }

// --- the block -------------------------------------------------------------------------------------

static uint64_t take(gltf_job *job, uint64_t size) {
    uint64_t at = job->block_size;
    job->block_size += align4(size);
    return at;
}

static uint64_t slot_size(const gltf_job *job, const gltf_slot *slot) {
    if (slot->use == GLTF_TIMES) return 4 * (uint64_t)gltf_grid_keys(job, slot->grid);
    const gltf_new_track *track = &job->tracks[slot->track];
    return (uint64_t)gltf_grid_keys(job, track->grid) * (uint64_t)track->row *
           gltf_number_size(track->component);
}

static void place_times(gltf_job *job) {
    bool wanted[GLTF_GRIDS] = { false, false, false };
    for (int k = 0; k < job->slot_count; k++)
        if (job->slots[k].use == GLTF_TIMES) wanted[job->slots[k].grid] = true;
    // One key at 0 is the first of all keys.
    if (wanted[GLTF_ALL_KEYS])
        job->times_at[GLTF_ALL_KEYS] = take(job, 4 * (uint64_t)job->clip->frames);
    if (wanted[GLTF_TWO_KEYS]) job->times_at[GLTF_TWO_KEYS] = take(job, 8);
    job->times_at[GLTF_ONE_KEY] = job->times_at[GLTF_ALL_KEYS];
    if (!wanted[GLTF_ALL_KEYS])
        job->times_at[GLTF_ONE_KEY] = wanted[GLTF_TWO_KEYS]  ? job->times_at[GLTF_TWO_KEYS]
                                      : wanted[GLTF_ONE_KEY] ? take(job, 4)
                                                             : 0;
}

/// Those whose view is their own first, so that what has none lies together at the end.
static int by_view(const void *context, int a, int b) {
    const gltf_slot *slots = context;
    int va = slots[a].view, vb = slots[b].view;
    if (va == vb) return a < b ? -1 : a > b;
    if (va == PANTIN_NONE || vb == PANTIN_NONE) return va == PANTIN_NONE ? 1 : -1;
    return va < vb ? -1 : 1;
}

static void show(gltf_new_view *view, uint64_t from, uint64_t to) {
    if (view->from == view->to || from < view->from) view->from = from;
    if (to > view->to) view->to = to;
}

/// Widens the slots' views over them; those without one get one of two new ones.
static void show_slots(gltf_job *job) {
    int added[3] = { PANTIN_NONE, PANTIN_NONE, PANTIN_NONE }; // by use
    for (int k = 0; k < job->slot_count; k++) {
        gltf_slot *slot = &job->slots[k];
        if (slot->use == GLTF_KEPT) continue;
        if (slot->view == PANTIN_NONE) {
            if (added[slot->use] == PANTIN_NONE) {
                added[slot->use] = job->view_count++;
                job->views[added[slot->use]].changed = true;
            }
            slot->view = added[slot->use];
        }
        show(&job->views[slot->view], slot->at, slot->at + slot_size(job, slot));
    }
}

static bool place_block(gltf_job *job, pantin_error *error) {
    int *order = ARENA_ARRAY(&job->memory, int, job->slot_count), count = 0;
    int *scratch = ARENA_ARRAY(&job->memory, int, job->slot_count);
    if (arena_failed(&job->memory)) return memory_fail(error, "the layout of a glTF");
    place_times(job);
    for (int k = 0; k < job->slot_count; k++) {
        if (job->slots[k].use == GLTF_TIMES)
            job->slots[k].at = job->times_at[job->slots[k].grid];
        else if (job->slots[k].use == GLTF_VALUES)
            order[count++] = k;
    }
    sort_indices(order, count, by_view, job->slots, scratch);
    for (int k = 0; k < count; k++) {
        gltf_slot *slot = &job->slots[order[k]];
        slot->at = take(job, slot_size(job, slot));
    }
    show_slots(job);
    return job->block_size <= GLTF_WRITE_MOST || gltf_write_too_large(job, error);
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
    if (!place_block(job, error)) return false;
    if (job->block_size == 0) {
        job->chunk_kept = d->chunk_size;
        job->buffer = PANTIN_NONE;
        return true;
    }
    bool chunk = d->buffer_count > 0 && d->buffers[0].place == GLTF_CHUNK;
    job->to_chunk = d->binary && (chunk || d->buffer_count == 0);
    if (!job->to_chunk) {
        job->chunk_kept = d->chunk_size;
        job->buffer = data_buffer(job);
        job->buffer_size = job->block_size;
        return true;
    }
    job->buffer = 0;
    return gltf_plan_room(job, error);
}
