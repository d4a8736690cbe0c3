// link.c — names of the show, the score and the puppets are held against each other.
//
// Every channel must turn something, every name must stand for something: a channel nobody reads is a
// misspelt one. Errors stand where the name does, in whichever of the files that is.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "link.h"

bool link_fail_score(const linker *l, int offset, const char *format, ...) {
    const pantin_score *score = &l->show->score;
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    text_print_list(line, sizeof line, format, arguments);
    va_end(arguments);
    return bind_fail_source(score->name, score->source, score->source_size, offset, l->error, "%s",
                            line);
}

int link_place_score(const linker *l, const pantin_written *part, const char *key) {
    return bind_locate(l->show->score.source, l->show->score.source_size, part->at, key);
}

// --- names --------------------------------------------------------------------------------------------

static const char *name_at(link_names names, int index) {
    return *(const char *const *)((const char *)names.first + names.stride * (size_t)index);
}

int link_index(link_names names, const char *name) {
    for (int k = 0; k < names.count; k++)
        if (name_at(names, k) != NULL && strcmp(name_at(names, k), name) == 0) return k;
    return PANTIN_NONE;
}

const char *link_suggestion(const linker *l, const char *name, link_names names) {
    arena *memory = &l->show->memory;
    const char **list = ARENA_ARRAY(memory, const char *, names.count + 1);
    int count = 0;
    for (int k = 0; list != NULL && k < names.count; k++)
        if (name_at(names, k) != NULL) list[count++] = name_at(names, k);
    const char *near = list == NULL ? NULL : text_nearest(name, strlen(name), list);
    if (near == NULL || strcmp(near, name) == 0) return "";
    char line[160];
    size_t length = text_print(line, sizeof line, "; did you mean \"%.64s\"?", near);
    const char *kept = arena_text(memory, line, length);
    return kept == NULL ? "" : kept;
}

int link_cast(const linker *l, const char *name, size_t length) {
    const show_file *file = &l->show->file;
    for (int c = 0; c < file->cast_count; c++)
        if (text_equal(name, length, file->cast[c].name)) return c;
    return PANTIN_NONE;
}

static link_names cast_names(const linker *l) {
    return LINK_NAMES(l->show->file.cast, l->show->file.cast_count);
}

static link_names slot_names(const linker *l) {
    const show_stage *stage = &l->show->file.stage;
    return (link_names){ stage->layer_count > 0 ? &stage->layers[0].slot : NULL, sizeof(show_layer),
                         stage->layer_count };
}

// --- cast and slots -----------------------------------------------------------------------------------

static bool link_slots(linker *l) {
    const show_file *file = &l->show->file;
    for (int c = 0; c < file->cast_count; c++) {
        const char *slot = file->cast[c].start.slot;
        l->show->cast[c].slot = link_index(slot_names(l), slot);
        if (l->show->cast[c].slot == PANTIN_NONE)
            return show_fail(l->show, show_place(l->show, &file->cast[c].start.head, "slot"),
                             l->error, "the stage has no slot \"%.64s\"%s", slot,
                             link_suggestion(l, slot, slot_names(l)));
    }
    return true;
}

static bool check_layer_names(linker *l) {
    const show_stage *stage = &l->show->file.stage;
    for (int a = 0; a < stage->layer_count; a++)
        for (int b = 0; b < a; b++) {
            const show_layer *one = &stage->layers[b], *other = &stage->layers[a];
            const char *first = one->slot != NULL ? one->slot : one->name;
            const char *second = other->slot != NULL ? other->slot : other->name;
            if (strcmp(first, second) == 0)
                return show_fail(l->show, other->head.at, l->error,
                                 "two layers are called \"%.64s\"", second);
        }
    return true;
}

static bool check_cues(linker *l) {
    const pantin_score *score = &l->show->score;
    int choices = score->choice_count;
    for (int k = 0; k < choices + score->event_count; k++) {
        const pantin_cue *cue = k < choices ? &score->choices[k] : &score->events[k - choices];
        if (link_index(cast_names(l), cue->who) == PANTIN_NONE)
            return link_fail_score(l, link_place_score(l, &cue->head, "who"),
                                   "nobody in the cast is called \"%.64s\"%s", cue->who,
                                   link_suggestion(l, cue->who, cast_names(l)));
    }
    return true;
}

// --- channels -----------------------------------------------------------------------------------------

static bool is_among(const char *const *words, const char *word) {
    for (int k = 0; words[k] != NULL; k++)
        if (strcmp(word, words[k]) == 0) return true;
    return false;
}

bool link_is_later(const char *control) { return is_among(pantin_actor_later, control); }

/// What a word control may be set to: `order` a draw order of any view (or none), `view` a view, `layer` a
/// slot. A control of numbers has no list.
static bool word_known(linker *l, const pantin_puppet *puppet, const char *control,
                       const pantin_key *key, const char *channel) {
    if (strcmp(control, "order") == 0) {
        bool known = *key->word == '\0';
        for (int v = 0; v < puppet->view_count; v++)
            known |= link_index(LINK_NAMES(puppet->views[v].orders, puppet->views[v].order_count),
                                key->word) >= 0;
        return known || link_fail_score(l, key->at, "\"%.64s\": no view has an order \"%.64s\"",
                                        channel, key->word);
    }
    bool view = strcmp(control, "view") == 0;
    link_names names = view ? LINK_NAMES(puppet->views, puppet->view_count) : slot_names(l);
    return link_index(names, key->word) != PANTIN_NONE ||
           link_fail_score(l, key->at, "\"%.64s\": there is no %s \"%.64s\"%s", channel,
                           view ? "view" : "slot", key->word, link_suggestion(l, key->word, names));
}

int link_control_index(const linker *l, int member, const char *control) {
    const pantin_puppet *puppet = &l->show->cast[member].puppet;
    int built_in;
    const pantin_control *controls = pantin_actor_built_in(&built_in);
    int index = link_index(LINK_NAMES(controls, built_in), control);
    if (index != PANTIN_NONE) return index;
    index = link_index(LINK_NAMES(puppet->controls, puppet->control_count), control);
    return index == PANTIN_NONE ? PANTIN_NONE : built_in + index;
}

/// Numbers stay within the control's range: beyond it nothing would move any more, and nobody would say so.
static bool check_range(linker *l, const pantin_channel *channel, int member, int control) {
    const pantin_puppet *puppet = &l->show->cast[member].puppet;
    int built_in;
    const pantin_control *controls = pantin_actor_built_in(&built_in);
    bool own = control >= built_in;
    const pantin_puppet_control *of_puppet = own ? &puppet->controls[control - built_in] : NULL;
    double low = own ? of_puppet->range[0] : controls[control].low;
    double high = own ? of_puppet->range[1] : controls[control].high;
    const char *unit = own ? of_puppet->unit : controls[control].unit;
    bool said = unit != NULL && *unit != '\0' && strcmp(unit, "1") != 0;
    for (int k = 0; k < channel->key_count; k++) {
        const pantin_key *key = &channel->keys[k];
        if (key->value < low || key->value > high)
            return link_fail_score(l, key->at, "\"%.64s\" is %g at frame %g, outside %g..%g%s%.16s",
                                   channel->name, key->value, key->frame, low, high,
                                   said ? " " : "", said ? unit : "");
    }
    return true;
}

/// The keys of a channel must be of the control's kind, and words must be known.
static bool check_keys(linker *l, const pantin_channel *channel, const char *control,
                       const pantin_puppet *puppet) {
    bool words = strcmp(control, "order") == 0 || strcmp(control, "view") == 0 ||
                 strcmp(control, "layer") == 0;
    for (int k = 0; k < channel->key_count; k++) {
        const pantin_key *key = &channel->keys[k];
        if ((key->word != NULL) != words)
            return link_fail_score(l, key->at, "\"%.64s\" takes %s", channel->name,
                                   words ? "words" : "numbers");
        if (words && !word_known(l, puppet, control, key, channel->name)) return false;
    }
    return true;
}

static bool unknown_control(linker *l, int offset, int member_index, const char *control) {
    const show_member *member = &l->show->cast[member_index];
    int built_in;
    const pantin_control *controls = pantin_actor_built_in(&built_in);
    const char *near = link_suggestion(
        l, control, LINK_NAMES(member->puppet.controls, member->puppet.control_count));
    if (*near == '\0') near = link_suggestion(l, control, LINK_NAMES(controls, built_in));
    return link_fail_score(l, offset, "\"%.64s\" has no control \"%.64s\"%s",
                           l->show->file.cast[member_index].name, control, near);
}

/// A channel that a later version reads: told when a film asks for it.
static bool wait_for(linker *l, int index) {
    if (l->show->late_channel == PANTIN_NONE) l->show->late_channel = index;
    return true;
}

/// OWNER.CONTROL where OWNER is of the cast.
static bool link_control(linker *l, int index, int member_index, const char *control) {
    const pantin_channel *channel = &l->show->score.channels[index];
    show_member *member = &l->show->cast[member_index];
    int found = link_control_index(l, member_index, control);
    if (found == PANTIN_NONE && !link_is_later(control))
        return unknown_control(l, channel->head.at, member_index, control);
    if (!check_keys(l, channel, control, &member->puppet)) return false;
    if (found == PANTIN_NONE) return wait_for(l, index);
    member->channels[found] = index;
    return channel->words || check_range(l, channel, member_index, found);
}

/// Is the channel read by the stage, the light, the sound or as the camera?
static bool read_elsewhere(const pantin_show *show, const char *name) {
    const show_file *file = &show->file;
    const char *readers[8] = { file->camera, file->light.ambient.by };
    for (int k = 0; k < 2; k++)
        if (readers[k] != NULL && strcmp(readers[k], name) == 0) return true;
    for (int k = 0; k < file->stage.layer_count; k++) {
        const show_layer *layer = &file->stage.layers[k];
        if (layer->show != NULL && strcmp(layer->show, name) == 0) return true;
        if (layer->turn.angle != NULL && strcmp(layer->turn.angle, name) == 0) return true;
    }
    for (int k = 0; k < file->light.lamp_count; k++)
        if (file->light.lamps[k].gain != NULL && strcmp(file->light.lamps[k].gain, name) == 0)
            return true;
    for (int k = 0; k < file->sound.bed_count; k++)
        if (file->sound.beds[k].gain != NULL && strcmp(file->sound.beds[k].gain, name) == 0)
            return true;
    return false;
}

/// The part before the first dot and who of the cast it is; `control` what comes after.
static int channel_owner(const linker *l, const char *name, const char **control) {
    const char *dot = strchr(name, '.');
    *control = dot == NULL ? NULL : dot + 1;
    return dot == NULL ? PANTIN_NONE : link_cast(l, name, (size_t)(dot - name));
}

static bool link_channel(linker *l, int index) {
    const pantin_channel *channel = &l->show->score.channels[index];
    const char *control;
    int owner = channel_owner(l, channel->name, &control);
    bool elsewhere = read_elsewhere(l->show, channel->name);
    // What dims a lamp may turn a control too.
    if (owner != PANTIN_NONE &&
        (!elsewhere || link_control_index(l, owner, control) != PANTIN_NONE))
        return link_control(l, index, owner, control);
    if (elsewhere) return true;
    if (!is_among(link_camera_later, channel->name))
        return link_nobody_reads(l, channel->head.at, channel->name);
    if (channel->words)
        return link_fail_score(l, channel->keys[0].at, "\"%.64s\" takes numbers", channel->name);
    return wait_for(l, index);
}

/// Baked channels are named like others.
static bool link_tables(linker *l) {
    const pantin_score *score = &l->show->score;
    for (int t = 0; t < score->table_count; t++)
        for (int k = 0; k < score->tables[t].channel_count; k++) {
            const char *name = score->tables[t].channels[k], *control;
            int place = link_place_score(l, &score->tables[t].head, "channels");
            int owner = channel_owner(l, name, &control);
            if (read_elsewhere(l->show, name) || is_among(link_camera_later, name)) continue;
            if (owner == PANTIN_NONE) return link_nobody_reads(l, place, name);
            if (link_control_index(l, owner, control) == PANTIN_NONE && !link_is_later(control))
                return unknown_control(l, place, owner, control);
        }
    return true;
}

static bool link_channels(linker *l) {
    for (int c = 0; c < l->show->file.cast_count; c++) {
        show_member *member = &l->show->cast[c];
        int built_in;
        pantin_actor_built_in(&built_in);
        int count = built_in + member->puppet.control_count;
        member->channels = ARENA_ARRAY(&l->show->memory, int, count);
        if (member->channels == NULL) return memory_fail(l->error, "a show");
        for (int k = 0; k < count; k++) member->channels[k] = PANTIN_NONE;
    }
    for (int k = 0; k < l->show->score.channel_count; k++)
        if (!link_channel(l, k)) return false;
    return true;
}

static int camera_index(const pantin_show *show, const char *name) {
    return link_index(LINK_NAMES(show->file.cameras, show->file.camera_count), name);
}

static bool link_camera(linker *l) {
    pantin_show *show = l->show;
    show->camera_channel = PANTIN_NONE;
    if (show->file.camera == NULL) return true;
    show->camera_channel = pantin_score_find(&show->score, show->file.camera);
    if (show->camera_channel == PANTIN_NONE)
        return show_fail(
            show, show_place(show, &show->file.head, "camera"), l->error,
            "the score has no channel \"%.64s\"%s", show->file.camera,
            link_suggestion(l, show->file.camera,
                            LINK_NAMES(show->score.channels, show->score.channel_count)));
    const pantin_channel *channel = &show->score.channels[show->camera_channel];
    for (int k = 0; k < channel->key_count; k++) {
        const char *word = channel->keys[k].word;
        if (word == NULL)
            return link_fail_score(l, channel->keys[k].at,
                                   "\"%.64s\" takes words: names of cameras", channel->name);
        if (camera_index(show, word) == PANTIN_NONE)
            return link_fail_score(
                l, channel->keys[k].at, "\"%.64s\": there is no camera \"%.64s\"%s", channel->name,
                word,
                link_suggestion(l, word, LINK_NAMES(show->file.cameras, show->file.camera_count)));
    }
    return true;
}

int show_camera_at(const pantin_show *show, double score_frame) {
    if (show->camera_channel == PANTIN_NONE) return 0;
    return camera_index(
        show, pantin_channel_word(&show->score.channels[show->camera_channel], score_frame));
}

// --- time ---------------------------------------------------------------------------------------------

static bool link_time(linker *l) {
    pantin_show *show = l->show;
    const show_file *file = &show->file;
    const pantin_rate rate = show->score.rate;
    if ((int64_t)file->output.rate[0] * rate.denominator !=
        (int64_t)rate.numerator * file->output.rate[1])
        return show_fail(
            show, show_place(show, &file->output.head, "rate"), l->error,
            "the film runs at %d/%d frames a second, its score at %d/%d: make them the same",
            file->output.rate[0], file->output.rate[1], rate.numerator, rate.denominator);
    int scenes = 0;
    show->info.frame_count = 0;
    for (int k = 0; k < file->timeline_count; k++) {
        const show_stretch *stretch = &file->timeline[k];
        if (stretch->scene && ++scenes > 1)
            return show_fail(show, stretch->head.at, l->error,
                             "the timeline has a second scene; a show has one");
        if (stretch->scene && stretch->frames > show->score.frames)
            return show_fail(show, show_place(show, &stretch->head, "frames"), l->error,
                             "the scene is %d frames long, its score only %d", stretch->frames,
                             show->score.frames);
        if (stretch->scene) show->scene_start = show->info.frame_count;
        show->info.frame_count += stretch->frames;
        if (show->info.frame_count > 1000000)
            return show_fail(show, stretch->head.at, l->error,
                             "the film is over 1000000 frames long");
    }
    show->info.score_frames = show->score.frames;
    return true;
}

bool show_link(pantin_show *show, pantin_error *error) {
    linker l = { show, error };
    show->late_channel = PANTIN_NONE;
    // What the show names first: a channel misspelt there would else be one that nobody reads.
    return link_time(&l) && check_layer_names(&l) && link_slots(&l) && check_cues(&l) &&
           link_later(&l) && link_proof(&l) && link_channels(&l) && link_tables(&l) && link_camera(&l);
}
