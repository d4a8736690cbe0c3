// link.c — names of the show, the score and the puppets are held against each other.
//
// Every channel must turn something, every name must stand for something: a channel nobody reads is a
// misspelt one. Errors stand where the name does, in whichever of the files that is.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "show.h"

typedef struct linker {
    pantin_show *show;
    bool check_only;
    pantin_error *error;
} linker;

static bool score_fail(const linker *l, int offset, const char *format, ...) PANTIN_FORMAT(3, 4);

static bool score_fail(const linker *l, int offset, const char *format, ...) {
    const pantin_score *score = &l->show->score;
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    text_print_list(line, sizeof line, format, arguments);
    va_end(arguments);
    return bind_fail_source(score->name, score->source, score->source_size, offset, l->error, "%s",
                            line);
}

static const char *nearest(linker *l, const char *name, const char *const *names, int count) {
    const char **list = ARENA_ARRAY(&l->show->memory, const char *, count + 1);
    for (int k = 0; list != NULL && k < count; k++) list[k] = names[k];
    return list == NULL ? NULL : text_nearest(name, strlen(name), list);
}

/// "; did you mean "x"?" or nothing.
static const char *suggestion(linker *l, const char *name, const char *const *names, int count) {
    const char *near = nearest(l, name, names, count);
    if (near == NULL) return "";
    char line[160];
    size_t length = text_print(line, sizeof line, "; did you mean \"%.64s\"?", near);
    const char *kept = arena_text(&l->show->memory, line, length);
    return kept == NULL ? "" : kept;
}

// --- cast and slots -----------------------------------------------------------------------------------

static int cast_index(const pantin_show *show, const char *name, size_t length) {
    for (int c = 0; c < show->file.cast_count; c++)
        if (text_equal(name, length, show->file.cast[c].name)) return c;
    return PANTIN_NONE;
}

static bool link_slots(linker *l) {
    const show_file *file = &l->show->file;
    for (int c = 0; c < file->cast_count; c++) {
        const char *names[64];
        int count = 0, slot = PANTIN_NONE;
        for (int k = 0; k < file->stage.layer_count; k++) {
            const char *name = file->stage.layers[k].slot;
            if (name == NULL) continue;
            if (strcmp(name, file->cast[c].start.slot) == 0) slot = k;
            if (count < 64) names[count++] = name;
        }
        if (slot == PANTIN_NONE)
            return show_fail(l->show, show_place(l->show, &file->cast[c].start.head, "slot"),
                             l->error, "the stage has no slot \"%.64s\"%s",
                             file->cast[c].start.slot,
                             suggestion(l, file->cast[c].start.slot, names, count));
        l->show->cast[c].slot = slot;
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
        if (cast_index(l->show, cue->who, strlen(cue->who)) == PANTIN_NONE)
            return score_fail(l,
                              bind_locate(score->source, score->source_size, cue->head.at, "who"),
                              "nobody in the cast is called \"%.64s\"", cue->who);
    }
    return true;
}

// --- channels -----------------------------------------------------------------------------------------

/// The controls of a member, by name: built-ins, its puppet's, and those that come later.
static int control_names(const show_member *member, const char **names, int room) {
    int count = 0, built_in;
    const pantin_control *controls = pantin_actor_built_in(&built_in);
    for (int k = 0; k < built_in && count < room; k++) names[count++] = controls[k].name;
    for (int k = 0; k < member->puppet.control_count && count < room; k++)
        names[count++] = member->puppet.controls[k].name;
    return count;
}

static bool is_later(const char *control) {
    for (int k = 0; pantin_actor_later[k] != NULL; k++)
        if (strcmp(control, pantin_actor_later[k]) == 0) return true;
    return false;
}

static bool has_order(const pantin_puppet *puppet, const char *word) {
    if (*word == '\0') return true;
    for (int v = 0; v < puppet->view_count; v++)
        for (int o = 0; o < puppet->views[v].order_count; o++)
            if (strcmp(puppet->views[v].orders[o].name, word) == 0) return true;
    return false;
}

/// The keys of a channel must be of the control's kind, and words must be known.
static bool check_keys(linker *l, const pantin_channel *channel, bool words,
                       const pantin_puppet *puppet) {
    for (int k = 0; k < channel->key_count; k++) {
        const pantin_key *key = &channel->keys[k];
        if ((key->word != NULL) != words)
            return score_fail(l, key->at, "\"%.64s\" takes %s", channel->name,
                              words ? "words" : "numbers");
        if (words && !has_order(puppet, key->word))
            return score_fail(l, key->at, "\"%.64s\": no view has an order \"%.64s\"",
                              channel->name, key->word);
    }
    return true;
}

/// OWNER.CONTROL where OWNER is of the cast.
static bool link_control(linker *l, int index, int member_index, const char *control) {
    const pantin_channel *channel = &l->show->score.channels[index];
    show_member *member = &l->show->cast[member_index];
    const char *names[256];
    int built_in, count = control_names(member, names, 256);
    pantin_actor_built_in(&built_in);
    if (is_later(control)) {
        if (l->check_only) return true;
        score_fail(l, channel->head.at, "\"%.64s\" is not done yet: it comes with the stage",
                   channel->name);
        if (l->error != NULL) l->error->kind = PANTIN_ERROR_NOT_YET;
        return false;
    }
    for (int k = 0; k < count; k++) {
        if (strcmp(names[k], control) != 0) continue;
        member->channels[k] = index;
        return check_keys(l, channel, strcmp(control, "order") == 0, &member->puppet);
    }
    return score_fail(l, channel->head.at, "\"%.64s\" has no control \"%.64s\"%s",
                      l->show->file.cast[member_index].name, control,
                      suggestion(l, control, names, count));
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

static bool link_channel(linker *l, int index) {
    const pantin_channel *channel = &l->show->score.channels[index];
    if (read_elsewhere(l->show, channel->name)) return true;
    const char *dot = strchr(channel->name, '.');
    size_t length = dot == NULL ? strlen(channel->name) : (size_t)(dot - channel->name);
    int owner = cast_index(l->show, channel->name, length);
    if (owner != PANTIN_NONE && dot != NULL) return link_control(l, index, owner, dot + 1);
    const char *names[64];
    int count = 0;
    for (int c = 0; c < l->show->file.cast_count && count < 64; c++)
        names[count++] = l->show->file.cast[c].name;
    char first[128];
    text_print(first, sizeof first, "%.*s", (int)length, channel->name);
    return score_fail(l, channel->head.at, "nothing reads the channel \"%.64s\"%s", channel->name,
                      suggestion(l, first, names, count));
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
    for (int c = 0; c < show->file.camera_count; c++)
        if (strcmp(show->file.cameras[c].name, name) == 0) return c;
    return PANTIN_NONE;
}

static bool link_camera(linker *l) {
    pantin_show *show = l->show;
    show->camera_channel = PANTIN_NONE;
    if (show->file.camera == NULL) return true;
    show->camera_channel = pantin_score_find(&show->score, show->file.camera);
    if (show->camera_channel == PANTIN_NONE)
        return show_fail(show, show_place(show, &show->file.head, "camera"), l->error,
                         "the score has no channel \"%.64s\"", show->file.camera);
    const pantin_channel *channel = &show->score.channels[show->camera_channel];
    for (int k = 0; k < channel->key_count; k++)
        if (channel->keys[k].word == NULL ||
            camera_index(show, channel->keys[k].word) == PANTIN_NONE)
            return score_fail(l, channel->keys[k].at, "\"%.64s\" must name a camera of the show",
                              channel->name);
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

bool show_link(pantin_show *show, bool check_only, pantin_error *error) {
    linker l = { show, check_only, error };
    return link_time(&l) && check_layer_names(&l) && link_slots(&l) && check_cues(&l) &&
           link_channels(&l) && link_camera(&l);
}
