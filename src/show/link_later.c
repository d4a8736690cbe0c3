// link_later.c — names in those parts of a show that a later version fills: clips, cards, light, sound,
// lines, steps, checks. A file that waits for them is held to its names all the same.
// SPDX-License-Identifier: MIT
#include "link.h"

#include <string.h>

static link_names channel_names(const linker *l) {
    return LINK_NAMES(l->show->score.channels, l->show->score.channel_count);
}

static link_names cast_names(const linker *l) {
    return LINK_NAMES(l->show->file.cast, l->show->file.cast_count);
}

/// A name that stands at `key` of a part of the show (NULL: not given) must be known.
static bool known(const linker *l, const pantin_written *part, const char *key, const char *what,
                  const char *name, link_names names) {
    if (name == NULL || link_index(names, name) != PANTIN_NONE) return true;
    return show_fail(l->show, show_place(l->show, part, key), l->error,
                     "there is no %s \"%.64s\"%s", what, name, link_suggestion(l, name, names));
}

/// The same in the score.
static bool known_to_score(const linker *l, const pantin_written *part, const char *key,
                           const char *what, const char *name, link_names names) {
    if (name == NULL || link_index(names, name) != PANTIN_NONE) return true;
    return link_fail_score(l, link_place_score(l, part, key), "there is no %s \"%.64s\"%s", what,
                           name, link_suggestion(l, name, names));
}

/// A channel of the score that is read as a number.
static bool number_channel(const linker *l, const pantin_written *part, const char *key,
                           const char *name) {
    if (!known(l, part, key, "channel", name, channel_names(l))) return false;
    if (name == NULL) return true;
    const pantin_channel *channel =
        &l->show->score.channels[pantin_score_find(&l->show->score, name)];
    return !channel->words ||
           link_fail_score(l, channel->keys[0].at, "\"%.64s\" takes numbers", channel->name);
}

static bool link_stage(const linker *l) {
    const show_file *file = &l->show->file;
    for (int k = 0; k < file->stage.layer_count; k++) {
        const show_layer *layer = &file->stage.layers[k];
        if (!known(l, &layer->head, "clip", "clip", layer->clip,
                   LINK_NAMES(file->stage.clips, file->stage.clip_count)) ||
            !number_channel(l, &layer->head, "show", layer->show) ||
            !number_channel(l, &layer->turn.head, "angle", layer->turn.angle))
            return false;
    }
    for (int k = 0; k < file->timeline_count; k++)
        if (!known(l, &file->timeline[k].head, "card", "card", file->timeline[k].card,
                   LINK_NAMES(file->cards, file->card_count)))
            return false;
    return true;
}

static bool link_cards(const linker *l) {
    const show_file *file = &l->show->file;
    for (int c = 0; c < file->card_count; c++)
        for (int k = 0; k < file->cards[c].mesh_count; k++) {
            const show_card_mesh *mesh = &file->cards[c].meshes[k];
            if (!known(l, &mesh->head, "who", "member of the cast", mesh->who, cast_names(l)))
                return false;
            const pantin_puppet *puppet =
                &l->show->cast[link_index(cast_names(l), mesh->who)].puppet;
            if (!known(l, &mesh->head, "view", "view", mesh->view,
                       LINK_NAMES(puppet->views, puppet->view_count)))
                return false;
        }
    return true;
}

static bool link_light_and_sound(const linker *l) {
    const show_file *file = &l->show->file;
    if (!number_channel(l, &file->light.ambient.head, "by", file->light.ambient.by)) return false;
    for (int k = 0; k < file->light.lamp_count; k++) {
        const show_lamp *lamp = &file->light.lamps[k];
        if (!number_channel(l, &lamp->head, "gain", lamp->gain)) return false;
        if (link_index(LINK_NAMES(file->light.lamps, k), lamp->name) != PANTIN_NONE)
            return show_fail(l->show, show_place(l->show, &lamp->head, "name"), l->error,
                             "two lamps are called \"%.64s\"", lamp->name);
    }
    for (int k = 0; k < file->sound.bed_count; k++)
        if (!number_channel(l, &file->sound.beds[k].head, "gain", file->sound.beds[k].gain))
            return false;
    for (int k = 0; k < file->sound.voice_count; k++) {
        const show_voice *voice = &file->sound.voices[k];
        if (link_index(cast_names(l), voice->name) == PANTIN_NONE)
            return show_fail(l->show, voice->head.at, l->error,
                             "nobody in the cast is called \"%.64s\"%s", voice->name,
                             link_suggestion(l, voice->name, cast_names(l)));
    }
    return true;
}

static bool link_lines_and_steps(const linker *l) {
    const pantin_score *score = &l->show->score;
    const show_sound *sound = &l->show->file.sound;
    for (int k = 0; k < score->line_count; k++) {
        const pantin_line *line = &score->lines[k];
        if (!known_to_score(l, &line->head, "who", "member of the cast", line->who,
                            cast_names(l)) ||
            !known_to_score(l, &line->head, "tone", "tone", line->tone,
                            LINK_NAMES(sound->tones, sound->tone_count)))
            return false;
    }
    for (int k = 0; k < score->step_count; k++) {
        const pantin_score_step *step = &score->steps[k];
        if (!known_to_score(l, &step->head, "who", "member of the cast", step->who, cast_names(l)))
            return false;
        const pantin_puppet *puppet = &l->show->cast[link_index(cast_names(l), step->who)].puppet;
        if (!known_to_score(l, &step->head, "limb", "limb", step->limb,
                            LINK_NAMES(puppet->limbs, puppet->limb_count)))
            return false;
    }
    return true;
}

// --- checks -------------------------------------------------------------------------------------------

static bool cue_known(const linker *l, const pantin_written *part, const char *key,
                      const char *id) {
    const pantin_score *score = &l->show->score;
    link_names choices = { score->choice_count > 0 ? &score->choices[0].id : NULL,
                           sizeof(pantin_cue), score->choice_count };
    link_names events = { score->event_count > 0 ? &score->events[0].id : NULL, sizeof(pantin_cue),
                          score->event_count };
    if (id == NULL || link_index(choices, id) != PANTIN_NONE ||
        link_index(events, id) != PANTIN_NONE)
        return true;
    const char *near = link_suggestion(l, id, choices);
    if (*near == '\0') near = link_suggestion(l, id, events);
    return show_fail(l->show, show_place(l->show, part, key), l->error,
                     "there is no cue \"%.64s\"%s", id, near);
}

static bool link_checks(const linker *l) {
    const show_file *file = &l->show->file;
    for (int k = 0; k < file->check_count; k++) {
        const show_check *check = &file->checks[k];
        if (!cue_known(l, &check->head, "of", check->of) ||
            !cue_known(l, &check->head, "frames", check->frames.cue[0]) ||
            !cue_known(l, &check->head, "frames", check->frames.cue[1]) ||
            !known(l, &check->head, "channel", "channel", check->channel, channel_names(l)))
            return false;
        if (link_index(LINK_NAMES(file->checks, k), check->name) != PANTIN_NONE)
            return show_fail(l->show, show_place(l->show, &check->head, "name"), l->error,
                             "two checks are called \"%.64s\"", check->name);
    }
    return true;
}

bool link_later(const linker *l) {
    return link_stage(l) && link_cards(l) && link_light_and_sound(l) && link_lines_and_steps(l) &&
           link_checks(l);
}
