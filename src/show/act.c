// act.c — first half of the law: take = act(show), in order, path dependent but deterministic.
//
// A frame's controls are the score's channels at its time; each actor steps from its own frame before.
// SPDX-License-Identifier: MIT
#include "show.h"

struct pantin_act {
    const pantin_show *show;
    pantin_actor **actors;
    double **values; // a member: one a control
    arena memory;
};

pantin_act *pantin_act_create(const pantin_show *show, pantin_error *error) {
    pantin_act *act = memory_allocate(1, sizeof *act);
    if (act == NULL) {
        memory_fail(error, "an act");
        return NULL;
    }
    int count = show->file.cast_count;
    act->show = show;
    act->actors = ARENA_ARRAY(&act->memory, pantin_actor *, count);
    act->values = ARENA_ARRAY(&act->memory, double *, count);
    bool done = !arena_failed(&act->memory);
    for (int c = 0; c < count && done; c++) {
        int controls;
        pantin_actor_controls(show->cast[c].actor, &controls);
        act->values[c] = ARENA_ARRAY(&act->memory, double, controls);
        done = !arena_failed(&act->memory);
    }
    if (!done) memory_fail(error, "an act");
    for (int c = 0; c < count && done; c++) {
        act->actors[c] = pantin_actor_create(&show->cast[c].puppet, &show->cast[c].options, error);
        done = act->actors[c] != NULL;
    }
    if (done) return act;
    pantin_act_destroy(act);
    return NULL;
}

void pantin_act_destroy(pantin_act *act) {
    if (act == NULL) return;
    for (int c = 0; act->actors != NULL && c < act->show->file.cast_count; c++)
        pantin_actor_destroy(act->actors[c]);
    arena_free(&act->memory);
    memory_free(act, 1, sizeof *act);
}

/// The value of every control of a member at a time: its channel's, or where it rests.
static void read_controls(const pantin_show *show, const show_member *member, double score_frame,
                          double *values) {
    int count;
    const pantin_control *controls = pantin_actor_controls(member->actor, &count);
    for (int k = 0; k < count; k++) {
        values[k] = controls[k].fallback;
        if (member->channels[k] == PANTIN_NONE) continue;
        const pantin_channel *channel = &show->score.channels[member->channels[k]];
        values[k] = controls[k].words ? pantin_actor_word(member->actor, k,
                                                          pantin_channel_word(channel, score_frame))
                                      : pantin_channel_sample(channel, score_frame);
    }
}

void pantin_act_step(pantin_act *act, pantin_take *take, int frame) {
    const pantin_show *show = act->show;
    pantin_take_frame *out = pantin_take_slot(take, frame);
    const pantin_take_frame *before = frame > 0 ? pantin_take_slot(take, frame - 1) : NULL;
    out->frame = frame;
    out->score_frame = frame - show->scene_start;
    out->camera = show_camera_at(show, out->score_frame);
    for (int k = 0; k < show->score.channel_count; k++)
        out->channels[k] = (float)pantin_channel_sample(&show->score.channels[k], out->score_frame);
    for (int c = 0; c < show->file.cast_count; c++) {
        read_controls(show, &show->cast[c], out->score_frame, act->values[c]);
        pantin_actor_step(act->actors[c], act->values[c],
                          before != NULL ? &before->actors[c] : NULL, &out->actors[c]);
        out->actors[c].layer = show->cast[c].slot;
    }
}

const pantin_target *pantin_act_aims(const pantin_act *act, int actor) {
    return pantin_actor_aims(act->actors[actor]);
}

const double *pantin_act_weights(const pantin_act *act, int actor) {
    return pantin_actor_weights(act->actors[actor]);
}
