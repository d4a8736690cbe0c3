// gltf_write_room.c — room for the new keys in the BIN chunk: where the old ones were, or behind all.
//
// Views that nothing but the changed samplers looks at are dead; all others live, used or not. What is dead and
// covered by no living view makes runs. The run that ends the chunk is cut off. Each piece goes into the first
// run that holds it, else to the end: no living byte moves, and a file that is fixed again does not grow.
// A common exporter puts a skin's matrices behind the animations: without the runs such a file would keep its
// old keys and have the new ones on top (638,640 bytes became 959,008 for half of its frames).
// SPDX-License-Identifier: MIT
#include "base/sort.h"
#include "motion/gltf_write.h"

enum { PADDING = 3 }; // bytes between views that belong to nothing
enum { TRIES = 256 }; // runs that a piece is tried in

/// Dead bytes of the chunk.
typedef struct run {
    uint64_t from, to;
} run;

typedef struct runs {
    run *list; // the last one is `open` until it has ended
    int count;
    run open;
    uint64_t living; // where the living views so far end
} runs;

static int by_offset(const void *context, int a, int b) {
    const gltf_view *views = context;
    return views[a].offset < views[b].offset ? -1 : views[a].offset > views[b].offset;
}

static void end_run(runs *r, uint64_t to) {
    if (r->open.to > to) r->open.to = to;
    r->open.from = (r->open.from + 3) & ~(uint64_t)3;
    if (r->open.to > r->open.from) r->list[r->count++] = r->open;
}

/// Views come by where they begin.
static void sweep_view(runs *r, uint64_t from, uint64_t to, bool dead) {
    if (!dead) {
        uint64_t left = r->open.to;
        end_run(r, from);
        if (to > r->living) r->living = to;
        r->open = (run){ r->living, left > r->living ? left : r->living };
        return;
    }
    if (from < r->living) from = r->living;
    if (to <= from) return;
    if (r->open.from == r->open.to) {
        r->open = (run){ from, to };
    } else if (from > r->open.to + PADDING) {
        end_run(r, r->open.to);
        r->open = (run){ from, to };
    } else if (to > r->open.to) {
        r->open.to = to;
    }
}

static bool find_runs(gltf_job *job, runs *r, pantin_error *error) {
    const gltf_document *d = job->document;
    int *order = ARENA_ARRAY(&job->memory, int, d->view_count), count = 0;
    int *scratch = ARENA_ARRAY(&job->memory, int, d->view_count);
    // A living view ends one run, a dead one at most one.
    r->list = ARENA_ARRAY(&job->memory, run, (size_t)d->view_count + 1);
    if (arena_failed(&job->memory)) return memory_fail(error, "the layout of a glTF");
    for (int k = 0; !job->views_extended && k < d->view_count; k++)
        if (d->views[k].buffer == 0) order[count++] = k;
    sort_indices(order, count, by_offset, d->views, scratch);
    for (int k = 0; k < count; k++) {
        const gltf_view *view = &d->views[order[k]];
        uint64_t end = (uint64_t)view->offset + view->size;
        if (end > d->chunk_size) end = d->chunk_size; // broken, and nobody's keys
        sweep_view(r, view->offset, end, job->views[order[k]].changed);
    }
    return true;
}

bool gltf_plan_room(gltf_job *job, pantin_error *error) {
    const gltf_document *d = job->document;
    runs r = { 0 };
    if (!find_runs(job, &r, error)) return false;
    bool cut = r.open.to > r.open.from && r.open.to + PADDING >= d->chunk_size;
    uint64_t size = d->buffer_count > 0 ? d->buffers[0].size : 0;
    if (cut) {
        job->chunk_kept = r.open.from;
        if (size > r.open.from) size = r.open.from;
    } else {
        end_run(&r, r.open.to);
    }
    uint64_t end = (job->chunk_kept + 3) & ~(uint64_t)3;
    for (int k = 0; k < job->piece_count; k++) {
        gltf_piece *piece = &job->pieces[k];
        int tried = 0, most = r.count < TRIES ? r.count : TRIES;
        while (tried < most && r.list[tried].from + piece->size > r.list[tried].to) tried++;
        uint64_t *at = tried < most ? &r.list[tried].from : &end;
        piece->place = *at;
        *at += piece->size;
        if (*at > size && piece->size > 0) size = *at;
    }
    job->buffer_size = size;
    return true;
}
