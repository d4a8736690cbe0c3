// advise.h — private to measure: edits are proposed where a sheet binds, and tried before they are told.
// SPDX-License-Identifier: MIT
#ifndef MEASURE_ADVISE_H
#define MEASURE_ADVISE_H

#include "base/arena.h"
#include "base/text.h"
#include "pantin/measure.h"

/// A remedy must lower the worst multiplier to this share.
#define ADVISE_ENOUGH 0.75

enum { ADVISE_TRIES = 48, ADVISE_IMAGES = 32 };

/// Pictures that tries share, fetched once each.
typedef struct advise_store {
    const pantin_assets *from;
    char *paths[ADVISE_IMAGES];
    pantin_image images[ADVISE_IMAGES];
    int count;
    const char *text_path; // a file whose text is another one than the disk's
    const pantin_bytes *text;
    arena memory;
} advise_store;

/// Assets that come from the store.
pantin_assets advise_assets(advise_store *store);
void advise_store_free(advise_store *store);

/// A puppet, bent as it was asked.
typedef struct advise_bent {
    pantin_puppet puppet;
    pantin_actor *actor;
    pantin_target *targets;
    void *block;
    size_t block_size;
    pantin_pose_frame pose;
    double worst, error_px;
    bool sound; // nothing turned over, and it did not stall
} advise_bent;

/// Loads this text and makes its actor.
PANTIN_CHECKED bool advise_open(advise_bent *bent, const char *path, const pantin_bytes *text,
                                const pantin_assets *assets, const pantin_ask *ask,
                                pantin_error *error);
/// Bends it; `shares` (one a pose, then one for the handles put by hand; NULL: all of each) of what was asked.
void advise_bend(advise_bent *bent, const pantin_ask *ask, const double *PANTIN_NULLABLE shares,
                 double *scratch_weights);
void advise_close(advise_bent *bent);

/// The worst multiplier within `reach` of a place of a piece at rest, and outside it.
void advise_look(const advise_bent *bent, const pantin_hot_spot *spot, double reach, double *inside,
                 double *outside);

/// Edits that might help at a spot of a pose: how many.
int advise_find(const pantin_puppet *puppet, const pantin_pose_frame *pose, const pantin_ask *ask,
                const pantin_hot_spot *spot, pantin_puppet_edit *edits, int most);
/// Of them the cuts: lines from notches of the outline into the webbing between two limbs.
int advise_find_cuts(const pantin_puppet *puppet, const pantin_pose_frame *pose,
                     const pantin_hot_spot *spot, pantin_puppet_edit *edits, int most);

/// What a cut must not cross: bones, and handles that stay together in this pose.
typedef struct advise_links {
    pantin_vec2 (*ends)[2];
    int count;
} advise_links;
PANTIN_CHECKED bool advise_find_links(const pantin_puppet *puppet, const pantin_pose_frame *pose,
                                      int piece, arena *memory, advise_links *links);
bool advise_crosses(const advise_links *links, pantin_vec2 from, pantin_vec2 to);

/// Forgets the last remedies after which the whole is not better by enough.
void advise_drop_idle(pantin_advice *advice);

/// Says an edit for an animator.
void advise_say(const pantin_puppet *puppet, const pantin_puppet_edit *edit,
                const pantin_hot_spot *spot, char *words, size_t size);

#endif
