// with_card.h — the plainest puppet: a card of 80 x 60 px, all ink, with a grid of 10 px.
//
// Every vertex lies at a multiple of 10, so what a handle holds and where it goes can be told by hand.
// SPDX-License-Identifier: MIT
#ifndef RIG_WITH_CARD_H
#define RIG_WITH_CARD_H

#include "pantin/rig.h"

/// Pictures: "card.png"; "frame.png" (the card, but blank within 20..60 x 20..40); "spot.png" (a mask,
/// white within 30..50 x 20..40); "small.png" (a mask of 79 x 60). Files: the one that was kept.
typedef struct card_room {
    const char *kept_path;
    pantin_bytes kept;
    int asked; // how often a file was asked for
} card_room;

pantin_assets card_assets(card_room *room);

/// A puppet text around `pieces`, `rest` (views and on; NULL: one view "v" of the piece "b", ground at
/// 40, 60). px_per_m is 100. Freed with free.
char *card_text(const char *pieces, const char *rest);

bool card_load(const char *text, card_room *room, pantin_puppet *puppet, pantin_error *error);
/// Fails the test with what was said.
pantin_puppet card_or_fail(const char *text);

/// An actor with the blocks of two frames.
typedef struct card_actor {
    pantin_puppet *puppet; // on the heap: the actor keeps its address
    pantin_actor *actor;
    double *values;
    int count;
    void *blocks[2];
    pantin_pose_frame frames[2];
} card_actor;

card_actor card_enter(const char *text);
void card_leave(card_actor *a);
/// Sets a control by name.
void card_set(card_actor *a, const char *control, double value);

#endif
