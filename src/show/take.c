// take.c — the take: what act writes and paint reads, one block of memory a frame.
//
// A slot holds the channels' values, a pose frame an actor, and each actor's own arrays behind them. All
// sizes are known from the show, so acting allocates nothing and a ring of slots keeps memory flat.
// SPDX-License-Identifier: MIT
#include "take.h"

static size_t aligned(size_t size) { return (size + 15) & ~(size_t)15; }

static size_t channels_size(const pantin_show *show) {
    return aligned(sizeof(float) * (size_t)show->score.channel_count);
}

static size_t actors_size(const pantin_show *show) {
    return aligned(sizeof(pantin_pose_frame) * (size_t)show->file.cast_count);
}

size_t pantin_take_slot_size(const pantin_show *show) {
    size_t size = channels_size(show) + actors_size(show);
    for (int c = 0; c < show->file.cast_count; c++)
        size += aligned(pantin_actor_frame_size(show->cast[c].actor));
    return size > 0 ? size : 16;
}

static void lay_out(pantin_take *take, int slot) {
    const pantin_show *show = take->show;
    char *at = take->block + take->slot_size * (size_t)slot;
    pantin_take_frame *frame = &take->frames[slot];
    frame->frame = PANTIN_NONE;
    frame->actor_count = show->file.cast_count;
    frame->channels = (float *)(void *)at;
    at += channels_size(show);
    frame->actors = (pantin_pose_frame *)(void *)at;
    at += actors_size(show);
    for (int c = 0; c < frame->actor_count; c++) {
        pantin_actor_frame_place(show->cast[c].actor, at, &frame->actors[c]);
        at += aligned(pantin_actor_frame_size(show->cast[c].actor));
    }
}

pantin_take *pantin_take_create(const pantin_show *show, int capacity, pantin_error *error) {
    pantin_take *take = memory_allocate(1, sizeof *take);
    if (take == NULL) {
        memory_fail(error, "a take");
        return NULL;
    }
    *take = (pantin_take){ .show = show,
                           .capacity = capacity,
                           .slot_size = pantin_take_slot_size(show) };
    take->block = memory_allocate((size_t)capacity, take->slot_size);
    take->frames = memory_allocate((size_t)capacity, sizeof *take->frames);
    if (take->block == NULL || take->frames == NULL) {
        memory_fail(error, "a take");
        pantin_take_destroy(take);
        return NULL;
    }
    for (int k = 0; k < capacity; k++) lay_out(take, k);
    return take;
}

void pantin_take_destroy(pantin_take *take) {
    if (take == NULL) return;
    memory_free(take->block, (size_t)take->capacity, take->slot_size);
    memory_free(take->frames, (size_t)take->capacity, sizeof *take->frames);
    memory_free(take, 1, sizeof *take);
}

pantin_take_frame *pantin_take_slot(pantin_take *take, int frame) {
    return &take->frames[frame % take->capacity];
}
