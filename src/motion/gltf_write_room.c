// gltf_write_room.c — room for the new keys in the BIN chunk: where the old ones were, or behind all.
//
// Views that nothing but the changed samplers looks at are dead; all others live, used or not. What is dead and
// covered by no living view makes runs. The run that ends the chunk is cut off. The block goes into the first run
// that holds it, else behind the chunk: no living byte moves, and a file that is fixed again does not grow.
// A common exporter puts a skin's matrices behind the animations: without the runs such a file would keep its
// old keys and have the new ones on top (638,640 bytes became 959,008 for half of its frames).
// SPDX-License-Identifier: MIT
#include "base/sort.h"
#include "motion/gltf_write.h"

enum { PADDING = 3 }; // bytes between views that belong to nothing

typedef struct run {
    uint64_t from, to;
} run;

typedef struct sweep {
    gltf_job *job;
    run open;        // of dead bytes
    uint64_t living; // where the living views so far end
    bool placed;
} sweep;

static int by_offset(const void *context, int a, int b) {
    const gltf_view *views = context;
    return views[a].offset < views[b].offset ? -1 : views[a].offset > views[b].offset;
}

/// A run has ended: does the block fit?
static void end_run(sweep *s, uint64_t to) {
    uint64_t from = (s->open.from + 3) & ~(uint64_t)3;
    if (s->open.to > to) s->open.to = to;
    if (s->placed || from + s->job->block_size > s->open.to) return;
    s->job->base = from;
    s->placed = true;
}

static void sweep_view(sweep *s, uint64_t from, uint64_t to, bool dead) {
    if (!dead) {
        uint64_t left = s->open.to;
        end_run(s, from);
        if (to > s->living) s->living = to;
        s->open = (run){ s->living, left > s->living ? left : s->living };
        return;
    }
    if (from < s->living) from = s->living;
    if (to <= from) return;
    if (from > s->open.to + PADDING) {
        end_run(s, s->open.to);
        s->open = (run){ from, to };
    } else if (s->open.from == s->open.to) {
        s->open = (run){ from, to };
    } else if (to > s->open.to) {
        s->open.to = to;
    }
}

bool gltf_plan_room(gltf_job *job, pantin_error *error) {
    const gltf_document *d = job->document;
    sweep s = { .job = job };
    job->chunk_kept = d->chunk_size;
    int *order = ARENA_ARRAY(&job->memory, int, d->view_count), count = 0;
    int *scratch = ARENA_ARRAY(&job->memory, int, d->view_count);
    if (arena_failed(&job->memory)) return memory_fail(error, "the layout of a glTF");
    for (int k = 0; !job->views_extended && k < d->view_count; k++)
        if (d->views[k].buffer == 0) order[count++] = k;
    sort_indices(order, count, by_offset, d->views, scratch);
    for (int k = 0; k < count; k++) {
        const gltf_view *view = &d->views[order[k]];
        uint64_t end = (uint64_t)view->offset + view->size;
        if (end > d->chunk_size) end = d->chunk_size; // broken, and nobody's keys
        sweep_view(&s, view->offset, end, job->views[order[k]].changed);
    }
    bool last = s.open.to > s.open.from && s.open.to + PADDING >= d->chunk_size;
    if (last) job->chunk_kept = s.open.from;
    if (!last) end_run(&s, s.open.to);
    if (!s.placed) job->base = (job->chunk_kept + 3) & ~(uint64_t)3;
    job->buffer_size = job->base + job->block_size;
    uint64_t kept = last ? job->chunk_kept : d->buffer_count > 0 ? d->buffers[0].size : 0;
    if (kept > job->buffer_size) job->buffer_size = kept;
    return true;
}
