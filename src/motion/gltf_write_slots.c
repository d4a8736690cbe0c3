// gltf_write_slots.c — which samplers and accessors of the file take the new tracks in.
//
// A sampler that two channels share is shared still where both say the same; else the second gets one of its own,
// put at the end, so that no index changes. An accessor is written anew where this animation's changed samplers
// alone refer to it, else one is put at the end: so none is left without use. Samplers that had times of their
// own keep accessors of their own; all of them show the same bytes.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "motion/gltf_write.h"

// --- samplers --------------------------------------------------------------------------------------

static bool same_track(const gltf_job *job, const gltf_new_track *a, const gltf_new_track *b) {
    if (a->grid != b->grid || a->step != b->step || a->row != b->row || a->width != b->width ||
        a->component != b->component)
        return false;
    size_t total = (size_t)gltf_grid_keys(job, a->grid) * (size_t)a->row;
    return memcmp(a->numbers, b->numbers, total * sizeof(double)) == 0;
}

static int add_sampler(gltf_job *job, int track) {
    job->samplers[job->sampler_count] = (gltf_new_sampler){ track, PANTIN_NONE, PANTIN_NONE };
    return job->sampler_count++;
}

static bool plan_samplers(gltf_job *job, pantin_error *error) {
    const gltf_animation *a = job->animation;
    size_t most = (size_t)a->sampler_count + (size_t)job->channel_count;
    job->samplers = ARENA_ARRAY(&job->memory, gltf_new_sampler, most);
    bool *kept = ARENA_ARRAY(&job->memory, bool, a->sampler_count);
    if (arena_failed(&job->memory)) return memory_fail(error, "the samplers of an animation");
    for (int k = 0; k < a->sampler_count; k++)
        job->samplers[job->sampler_count++] =
            (gltf_new_sampler){ PANTIN_NONE, a->samplers[k].input, a->samplers[k].output };
    for (int k = 0; k < job->channel_count; k++)
        if (job->channels[k].track == PANTIN_NONE) kept[job->channels[k].sampler] = true;
    for (int k = 0; k < job->channel_count; k++) {
        gltf_new_channel *channel = &job->channels[k];
        int track = channel->track, old = channel->sampler;
        if (track == PANTIN_NONE) continue;
        bool own = old != PANTIN_NONE && !kept[old];
        if (own && job->samplers[old].track == PANTIN_NONE)
            job->samplers[old].track = track;
        else if (!own ||
                 !same_track(job, &job->tracks[job->samplers[old].track], &job->tracks[track]))
            channel->sampler = add_sampler(job, track);
    }
    return true;
}

// --- accessors ---------------------------------------------------------------------------------------

/// Which accessors and views anything but the changed samplers and the accessors refers to.
static bool find_uses(gltf_job *job, gltf_uses *uses, pantin_error *error) {
    const gltf_document *d = job->document;
    bool *skipped = ARENA_ARRAY(&job->memory, bool, d->tape.count);
    uses->document = d;
    uses->accessors = ARENA_ARRAY(&job->memory, bool, d->accessor_count);
    uses->views = ARENA_ARRAY(&job->memory, bool, d->view_count);
    uses->buffers = ARENA_ARRAY(&job->memory, bool, d->buffer_count);
    uses->skipped = skipped;
    if (arena_failed(&job->memory)) return memory_fail(error, "the accessors of a glTF");
    if (d->accessors_token != PANTIN_NONE) skipped[d->accessors_token] = true;
    if (d->views_token != PANTIN_NONE) skipped[d->views_token] = true;
    for (int k = 0; k < job->animation->sampler_count; k++)
        if (job->samplers[k].track != PANTIN_NONE)
            skipped[job->animation->samplers[k].token] = true;
    gltf_note_uses(uses, 0);
    uses->skipped = NULL;
    return true;
}

static int add_slot(gltf_job *job) {
    job->slots[job->slot_count] = (gltf_slot){ .view = PANTIN_NONE, .track = PANTIN_NONE };
    return job->slot_count++;
}

/// May the accessor hold the times of this grid?
static bool takes_times(const gltf_job *job, const bool *used, int accessor, gltf_grid grid) {
    if (accessor == PANTIN_NONE || used[accessor]) return false;
    const gltf_slot *slot = &job->slots[accessor];
    if (slot->use == GLTF_KEPT) return !slot->stands;
    return slot->use == GLTF_TIMES && slot->grid == grid;
}

static void take_times(gltf_job *job, gltf_new_sampler *sampler, int accessor, gltf_grid grid,
                       int *of_grid) {
    job->slots[accessor].use = GLTF_TIMES;
    job->slots[accessor].grid = grid;
    sampler->input = accessor;
    if (of_grid[grid] == PANTIN_NONE) of_grid[grid] = accessor;
}

static void take_values(gltf_job *job, gltf_new_sampler *sampler, int accessor) {
    job->slots[accessor].use = GLTF_VALUES;
    job->slots[accessor].track = sampler->track;
    sampler->output = accessor;
}

/// Are the times of this grid there already? Then they stay, whoever else looks at them.
static bool stands(gltf_job *job, int accessor, gltf_grid grid) {
    if (accessor == PANTIN_NONE || job->slots[accessor].use != GLTF_KEPT) return false;
    gltf_slot *slot = &job->slots[accessor];
    if (slot->stands) return slot->grid == grid;
    slot->stands = gltf_times_stand(job, accessor, grid);
    slot->grid = grid;
    return slot->stands;
}

/// First each changed sampler keeps the accessors that it can; then the others find theirs.
static void plan_accessors(gltf_job *job, const bool *used) {
    int of_grid[GLTF_GRIDS] = { PANTIN_NONE, PANTIN_NONE, PANTIN_NONE };
    for (int k = 0; k < job->sampler_count; k++) {
        gltf_new_sampler *s = &job->samplers[k];
        if (s->track == PANTIN_NONE) continue;
        gltf_grid grid = job->tracks[s->track].grid;
        int input = s->input, output = s->output;
        s->input = s->output = PANTIN_NONE;
        if (stands(job, input, grid)) {
            s->input = input;
            if (of_grid[grid] == PANTIN_NONE) of_grid[grid] = input;
        } else if (takes_times(job, used, input, grid)) {
            take_times(job, s, input, grid, of_grid);
        }
        if (output != PANTIN_NONE && !used[output] && job->slots[output].use == GLTF_KEPT &&
            !job->slots[output].stands)
            take_values(job, s, output);
    }
    for (int k = 0; k < job->sampler_count; k++) {
        gltf_new_sampler *s = &job->samplers[k];
        if (s->track == PANTIN_NONE) continue;
        gltf_grid grid = job->tracks[s->track].grid;
        if (s->input == PANTIN_NONE) {
            if (of_grid[grid] == PANTIN_NONE) take_times(job, s, add_slot(job), grid, of_grid);
            s->input = of_grid[grid];
        }
        if (s->output == PANTIN_NONE) take_values(job, s, add_slot(job));
    }
}

// --- views -------------------------------------------------------------------------------------------

/// A view may be written anew where only accessors written anew lie in it.
static void plan_views(gltf_job *job, gltf_uses *uses) {
    const gltf_document *d = job->document;
    for (int k = 0; k < d->accessor_count; k++)
        if (job->slots[k].use == GLTF_KEPT) gltf_note_uses(uses, d->accessors[k].token);
    for (int k = 0; k < d->accessor_count; k++) {
        int view = d->accessors[k].view;
        job->slots[k].view = PANTIN_NONE;
        if (job->slots[k].use == GLTF_KEPT || view == PANTIN_NONE || uses->views[view]) continue;
        if (json_find(&d->tape, d->views[view].token, "extensions") != PANTIN_NONE) continue;
        job->slots[k].view = view;
        job->views[view].changed = true;
    }
    for (int k = 0; k < d->view_count; k++) {
        if (job->views[k].changed) continue;
        gltf_note_uses(uses, d->views[k].token);
        if (json_find(&d->tape, d->views[k].token, "extensions") != PANTIN_NONE)
            job->views_extended = true;
    }
    job->buffer_used = uses->buffers;
}

bool gltf_plan_slots(gltf_job *job, pantin_error *error) {
    const gltf_document *d = job->document;
    gltf_uses uses = { 0 };
    if (!plan_samplers(job, error) || !find_uses(job, &uses, error)) return false;
    size_t slots = (size_t)d->accessor_count + 2 * (size_t)job->sampler_count;
    job->slots = ARENA_ARRAY(&job->memory, gltf_slot, slots);
    job->views = ARENA_ARRAY(&job->memory, gltf_new_view, (size_t)d->view_count + 2);
    if (arena_failed(&job->memory)) return memory_fail(error, "the accessors of a glTF");
    job->slot_count = d->accessor_count;
    job->view_count = d->view_count;
    plan_accessors(job, uses.accessors);
    plan_views(job, &uses);
    return !arena_failed(&job->memory) || memory_fail(error, "the accessors of a glTF");
}
