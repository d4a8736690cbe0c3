// advise_try.c — a puppet's text, loaded and bent as it was asked, and how much it binds.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "advise.h"
#include "base/vec.h"

// --- pictures, fetched once ----------------------------------------------------------------------

static bool copy_image(const pantin_image *from, pantin_image *to, pantin_error *error) {
    if (!pantin_image_create(from->width, from->height, to, error)) return false;
    memcpy(to->pixels, from->pixels, 4 * (size_t)from->width * (size_t)from->height);
    return true;
}

static bool fetch_image(void *self, const char *path, pantin_image *image, pantin_error *error) {
    advise_store *store = self;
    for (int k = 0; k < store->count; k++)
        if (strcmp(store->paths[k], path) == 0) return copy_image(&store->images[k], image, error);
    if (!store->from->image(store->from->self, path, image, error)) return false;
    if (store->count == ADVISE_IMAGES) return true;
    char *kept = arena_text(&store->memory, path, strlen(path));
    if (kept == NULL || !copy_image(image, &store->images[store->count], error)) {
        pantin_image_free(image);
        return kept != NULL ? false : memory_fail(error, "pictures to try edits with");
    }
    store->paths[store->count++] = kept;
    return true;
}

static bool fetch_bytes(void *self, const char *path, size_t limit, pantin_bytes *bytes,
                        pantin_error *error) {
    advise_store *store = self;
    if (store->text_path == NULL || strcmp(store->text_path, path) != 0)
        return store->from->bytes(store->from->self, path, limit, bytes, error);
    text copy = { 0 };
    text_bytes(&copy, (const char *)store->text->data, store->text->size);
    return text_take(&copy, bytes, error);
}

pantin_assets advise_assets(advise_store *store) {
    return (pantin_assets){ store, fetch_bytes, fetch_image };
}

void advise_store_free(advise_store *store) {
    for (int k = 0; k < store->count; k++) pantin_image_free(&store->images[k]);
    arena_free(&store->memory);
    store->count = 0;
}

// --- one try -------------------------------------------------------------------------------------

static void hold_turned(pantin_puppet *puppet, const pantin_ask *ask) {
    for (int k = 0; k < ask->handle_count; k++) {
        int at;
        if (!ask->handles[k].turned) continue;
        const pantin_puppet_handle *found =
            pantin_puppet_handle_at(puppet, ask->handles[k].handle, &at);
        puppet->pieces[at].handles[found - puppet->pieces[at].handles].turn = PANTIN_TURN_SET;
    }
}

bool advise_open(advise_bent *bent, const char *path, const pantin_bytes *file,
                 const pantin_assets *assets, const pantin_ask *ask, pantin_error *error) {
    *bent = (advise_bent){ .worst = 0 };
    if (!pantin_puppet_load(path, (const char *)file->data, file->size, assets, &bent->puppet,
                            error))
        return false;
    hold_turned(&bent->puppet, ask);
    pantin_actor_options options = pantin_actor_defaults();
    options.method = ask->method;
    bent->actor = pantin_actor_create(&bent->puppet, &options, error);
    if (bent->actor == NULL) {
        advise_close(bent);
        return false;
    }
    bent->block_size = pantin_actor_frame_size(bent->actor);
    bent->block = memory_allocate(bent->block_size, 1);
    bent->targets = memory_allocate((size_t)bent->puppet.handle_count + 1, sizeof *bent->targets);
    if (bent->block == NULL || bent->targets == NULL) {
        advise_close(bent);
        return memory_fail(error, "an edit to be tried");
    }
    return true;
}

void advise_close(advise_bent *bent) {
    memory_free(bent->targets, (size_t)bent->puppet.handle_count + 1, sizeof *bent->targets);
    memory_free(bent->block, bent->block_size, 1);
    pantin_actor_destroy(bent->actor);
    pantin_puppet_free(&bent->puppet);
    *bent = (advise_bent){ .worst = 0 };
}

static void measure(advise_bent *bent) {
    const pantin_pose_frame *pose = &bent->pose;
    bent->worst = pantin_bind_worst(&bent->puppet, pose);
    bent->error_px = 0;
    bent->sound = true;
    for (int k = 0; k < pose->piece_count; k++) {
        const pantin_deform_report *report = &pose->pieces[k].report;
        if (report->status == PANTIN_STALLED || report->quality.inverted > 0) bent->sound = false;
        for (int h = 0; h < pose->pieces[k].handle_count; h++)
            bent->error_px = max_double(bent->error_px,
                                        pose->handles[pose->pieces[k].first_handle + h].error_px);
    }
}

void advise_bend(advise_bent *bent, const pantin_ask *ask, const double *shares,
                 double *scratch_weights) {
    int poses = bent->puppet.pose_count;
    for (int p = 0; p < poses; p++)
        scratch_weights[p] = ask->pose_weights[p] * (shares != NULL ? shares[p] : 1);
    pantin_actor_targets(bent->actor, ask->view, scratch_weights, bent->targets);
    double share = shares != NULL ? shares[poses] : 1;
    for (int k = 0; k < ask->handle_count; k++) {
        const pantin_ask_handle *put = &ask->handles[k];
        pantin_target *target = &bent->targets[put->handle];
        target->center = vec2_mix(target->center, put->center, share);
        if (put->turned) target->angle += share * (put->angle - target->angle);
    }
    pantin_actor_reset(bent->actor);
    pantin_actor_frame_place(bent->actor, bent->block, &bent->pose);
    pantin_actor_pose(bent->actor, ask->view, bent->targets, &bent->pose);
    measure(bent);
}

void advise_look(const advise_bent *bent, const pantin_hot_spot *spot, double reach, double *inside,
                 double *outside) {
    *inside = *outside = 0;
    for (int k = 0; k < bent->pose.piece_count; k++) {
        const pantin_bent *piece = &bent->pose.pieces[k];
        const pantin_mesh *mesh = &bent->puppet.pieces[piece->piece].triangles;
        for (int t = 0; t < mesh->triangle_count && piece->bind != NULL; t++) {
            vec2 at = mesh->vertices[mesh->triangles[t][0]];
            bool near = piece->piece == spot->piece && vec2_distance(at, spot->rest_px) <= reach;
            double *worst = near ? inside : outside;
            *worst = max_double(*worst, (double)piece->bind[t]);
        }
    }
}
