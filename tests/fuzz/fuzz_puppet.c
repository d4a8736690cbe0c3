// fuzz_puppet.c — any bytes as a puppet: one that is read writes itself, and one that is built moves.
// SPDX-License-Identifier: MIT
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "pantin/rig.h"
#include "with_blot.h"

static void rewrite(const char *source, size_t size) {
    pantin_puppet puppet = { 0 }, again = { 0 };
    pantin_bytes first = { 0 }, second = { 0 };
    if (!pantin_puppet_load("x.puppet.json", source, size, NULL, &puppet, NULL)) return;
    if (!pantin_puppet_write(&puppet, &first, NULL)) abort();
    if (!pantin_puppet_load("y.puppet.json", (const char *)first.data, first.size, NULL, &again,
                            NULL))
        abort();
    if (!pantin_puppet_write(&again, &second, NULL)) abort();
    if (first.size != second.size || memcmp(first.data, second.data, first.size) != 0) abort();
    pantin_bytes_free(&first);
    pantin_bytes_free(&second);
    pantin_puppet_free(&puppet);
    pantin_puppet_free(&again);
}

/// Two steps, every control at its top and one that is not a number: every vertex stays one.
static void move(const pantin_puppet *puppet) {
    pantin_actor_options options = pantin_actor_defaults();
    options.deform.warm_iterations = options.deform.cold_iterations = 2;
    options.deform.repair_rounds = 1;
    pantin_actor *actor = pantin_actor_create(puppet, &options, NULL);
    if (actor == NULL) return;
    int count;
    const pantin_control *controls = pantin_actor_controls(actor, &count);
    double *values = calloc((size_t)count, sizeof *values);
    void *blocks[2] = { calloc(1, pantin_actor_frame_size(actor) + 16),
                        calloc(1, pantin_actor_frame_size(actor) + 16) };
    pantin_pose_frame frames[2];
    if (values == NULL || blocks[0] == NULL || blocks[1] == NULL) abort();
    for (int k = 0; k < 2; k++) pantin_actor_frame_place(actor, blocks[k], &frames[k]);
    for (int k = 0; k < count; k++) values[k] = controls[k].high;
    pantin_actor_step(actor, values, NULL, &frames[0]);
    values[0] = NAN;
    pantin_actor_step(actor, values, &frames[0], &frames[1]);
    for (int k = 0; k < frames[1].piece_count; k++) {
        const pantin_bent *bent = &frames[1].pieces[k];
        for (int v = 0; v < puppet->pieces[bent->piece].triangles.vertex_count; v++)
            if (!isfinite(bent->vertices[v].x) || !isfinite(bent->vertices[v].y)) abort();
    }
    free(values);
    for (int k = 0; k < 2; k++) free(blocks[k]);
    pantin_actor_destroy(actor);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size); // by libFuzzer

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    pantin_assets assets = { NULL, blot_no_bytes, blot_image };
    pantin_puppet puppet = { 0 };
    rewrite((const char *)data, size);
    if (!pantin_puppet_load("x.puppet.json", (const char *)data, size, &assets, &puppet, NULL))
        return 0;
    if (pantin_puppet_ready(&puppet, NULL)) move(&puppet);
    pantin_puppet_free(&puppet);
    return 0;
}
