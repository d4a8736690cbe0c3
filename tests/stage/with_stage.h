// with_stage.h — pictures, sheets and an actor for tests of the stage.
// SPDX-License-Identifier: MIT
#ifndef STAGE_WITH_STAGE_H
#define STAGE_WITH_STAGE_H

#include "pantin/stage.h"

/// A picture of one color.
pantin_image plain_picture(int width, int height, uint32_t rgba);
/// 64 x 64: a disc of checks of 4 px, its edge softened over 1 px.
pantin_image checkered_disc(void);
uint32_t pixel_at(const pantin_image *image, int x, int y);

/// A puppet of one picture (taken over), a piece "b" with a grid of `spacing` px and these handles.
pantin_puppet *puppet_of(pantin_image *picture, double spacing, const char *handles);
pantin_puppet *puppet_with_rest(pantin_image *picture, double spacing, const char *rest,
                                const char *handles);
void puppet_drop(pantin_puppet *puppet);

/// An actor and one frame of it.
typedef struct player {
    pantin_puppet *puppet;
    pantin_actor *actor;
    void *block;
    pantin_pose_frame pose;
} player;

/// Takes the puppet over; poses it at rest.
player player_enter(pantin_puppet *puppet);
void player_leave(player *p);

#endif
