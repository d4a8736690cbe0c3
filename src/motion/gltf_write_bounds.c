// gltf_write_bounds.c — min and max of the accessors that the animation keeps as they are, where the file has none.
//
// glTF asks for them of key times only; players and checkers read them of values too. They are those of the numbers
// as stored, sparse ones put in, and not of the fractions that normalized integers stand for (glTF 2.0, 3.6.2.5).
// An accessor that anything else refers to, another animation say, is that one's: not a byte of it changes.
// SPDX-License-Identifier: MIT
#include "motion/gltf_write.h"

/// Accessors of numbers as they are stored.
static bool stored_numbers(gltf_job *job, gltf_document *raw, pantin_error *error) {
    const gltf_document *d = job->document;
    gltf_accessor *accessors = ARENA_ARRAY(&job->memory, gltf_accessor, d->accessor_count);
    if (accessors == NULL) return memory_fail(error, "the bounds of a glTF");
    for (int k = 0; k < d->accessor_count; k++) {
        accessors[k] = d->accessors[k];
        accessors[k].normalized = false;
    }
    *raw = *d;
    raw->accessors = accessors;
    return true;
}

/// Those that something but this animation refers to.
static bool find_foreign(gltf_job *job, gltf_uses *uses, pantin_error *error) {
    const gltf_document *d = job->document;
    bool *skipped = ARENA_ARRAY(&job->memory, bool, d->tape.count);
    *uses = (gltf_uses){ .document = d,
                         .accessors = ARENA_ARRAY(&job->memory, bool, d->accessor_count),
                         .skipped = skipped };
    if (arena_failed(&job->memory)) return memory_fail(error, "the bounds of a glTF");
    skipped[job->animation->token] = true;
    if (d->accessors_token != PANTIN_NONE) skipped[d->accessors_token] = true;
    if (d->views_token != PANTIN_NONE) skipped[d->views_token] = true;
    gltf_note_uses(uses, 0);
    return true;
}

static bool has_bounds(const gltf_document *d, int accessor) {
    int token = d->accessors[accessor].token;
    return json_find(&d->tape, token, "min") != PANTIN_NONE &&
           json_find(&d->tape, token, "max") != PANTIN_NONE;
}

/// Numbers that cannot be read (packed by an extension, say) have no bounds to tell.
static void bound(gltf_job *job, const gltf_document *raw, int accessor) {
    const gltf_accessor *a = &raw->accessors[accessor];
    gltf_bounds *b = &job->bounds[job->bound_count];
    arena scratch = { 0 };
    double *numbers;
    *b = (gltf_bounds){ .accessor = accessor, .width = a->width };
    if (a->count > 0 && a->width <= 4 && gltf_decode(raw, accessor, &scratch, &numbers, NULL)) {
        for (int k = 0; k < a->width; k++) b->min[k] = b->max[k] = numbers[k];
        for (size_t i = 1; i < (size_t)a->count; i++)
            for (int k = 0; k < a->width; k++) {
                double v = numbers[i * (size_t)a->width + (size_t)k];
                if (v < b->min[k]) b->min[k] = v;
                if (v > b->max[k]) b->max[k] = v;
            }
        job->bound_count++;
    }
    job->memory.failed |= arena_failed(&scratch);
    arena_free(&scratch);
}

bool gltf_plan_bounds(gltf_job *job, pantin_error *error) {
    const gltf_document *d = job->document;
    gltf_document raw;
    gltf_uses foreign;
    if (!stored_numbers(job, &raw, error) || !find_foreign(job, &foreign, error)) return false;
    job->bounds = ARENA_ARRAY(&job->memory, gltf_bounds, d->accessor_count);
    if (job->bounds == NULL) return memory_fail(error, "the bounds of a glTF");
    for (int k = 0; k < 2 * job->animation->sampler_count; k++) {
        const gltf_new_sampler *sampler = &job->samplers[k / 2];
        int accessor = k % 2 == 0 ? sampler->input : sampler->output;
        if (sampler->track != PANTIN_NONE || job->slots[accessor].use != GLTF_KEPT) continue;
        if (foreign.accessors[accessor] || has_bounds(d, accessor)) continue;
        foreign.accessors[accessor] = true; // once is enough
        bound(job, &raw, accessor);
    }
    return !arena_failed(&job->memory) || memory_fail(error, "the bounds of a glTF");
}
