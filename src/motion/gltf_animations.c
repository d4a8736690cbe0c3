// gltf_animations.c — a glTF's animations: what each channel moves, and by which keys.
//
// A channel aims at a node's rotation, translation, scale or weights; what an extension aims at something
// else, or at nothing, is kept in the table and never touched.
// SPDX-License-Identifier: MIT
#include "motion/gltf.h"
#include "motion/gltf_document.h"

static int word_index(const gltf_document *d, int object, const char *key, const char *const *words,
                      int count) {
    int token = json_find(&d->tape, object, key);
    if (token == PANTIN_NONE || d->tape.tokens[token].kind != JSON_STRING) return PANTIN_NONE;
    for (int k = 0; k < count; k++)
        if (json_equal(&d->tape, token, words[k])) return k;
    return count;
}

static bool read_sampler(gltf_document *d, const gltf_spot *spot, gltf_sampler *sampler,
                         pantin_error *error) {
    static const char *const words[] = { "LINEAR", "STEP", "CUBICSPLINE" };
    *sampler = (gltf_sampler){ spot->token, PANTIN_NONE, PANTIN_NONE, GLTF_LINEAR };
    int word = word_index(d, spot->token, "interpolation", words, 3);
    if (word == 3)
        return gltf_fail(d, spot, error, "its interpolation is none of LINEAR, STEP, CUBICSPLINE");
    if (word != PANTIN_NONE) sampler->interpolation = (gltf_interpolation)word;
    if (!gltf_index(d, spot, "input", d->accessor_count, &sampler->input, error) ||
        !gltf_index(d, spot, "output", d->accessor_count, &sampler->output, error))
        return false;
    if (sampler->input != PANTIN_NONE && sampler->output != PANTIN_NONE) return true;
    return gltf_fail(d, spot, error, "without input or output");
}

static bool read_channel(gltf_document *d, const gltf_spot *spot, const gltf_animation *animation,
                         gltf_channel *channel, pantin_error *error) {
    static const char *const words[] = { "rotation", "translation", "scale", "weights" };
    *channel = (gltf_channel){ spot->token, PANTIN_NONE, PANTIN_NONE, GLTF_OTHER };
    if (!gltf_index(d, spot, "sampler", animation->sampler_count, &channel->sampler, error))
        return false;
    if (channel->sampler == PANTIN_NONE) return gltf_fail(d, spot, error, "without a sampler");
    int token = json_find(&d->tape, spot->token, "target");
    if (token == PANTIN_NONE || d->tape.tokens[token].kind != JSON_OBJECT)
        return gltf_fail(d, spot, error, "without a target");
    gltf_spot target = gltf_spot_at(token, "%s/target", spot->pointer);
    if (!gltf_index(d, &target, "node", d->node_count, &channel->node, error)) return false;
    int word = word_index(d, token, "path", words, 4);
    if (word >= 0 && word < 4 && channel->node != PANTIN_NONE) channel->path = (gltf_path)word;
    return true;
}

static bool read_animation(gltf_document *d, const gltf_spot *spot, gltf_animation *animation,
                           pantin_error *error) {
    int samplers, channels;
    char list[96];
    gltf_spot at;
    animation->token = spot->token;
    animation->name = gltf_string(d, spot->token, "name");
    if (animation->name == NULL) animation->name = "";
    if (!gltf_array(d, spot, "samplers", &samplers, &animation->sampler_count, error) ||
        !gltf_array(d, spot, "channels", &channels, &animation->channel_count, error))
        return false;
    animation->samplers = ARENA_ARRAY(d->memory, gltf_sampler, animation->sampler_count);
    animation->channels = ARENA_ARRAY(d->memory, gltf_channel, animation->channel_count);
    if (arena_failed(d->memory)) return memory_fail(error, "a glTF's animations");
    text_print(list, sizeof list, "%s/samplers", spot->pointer);
    for (int k = 0, token = samplers + 1; k < animation->sampler_count; k++)
        if (!gltf_object(d, list, k, &token, &at, error) ||
            !read_sampler(d, &at, &animation->samplers[k], error))
            return false;
    text_print(list, sizeof list, "%s/channels", spot->pointer);
    for (int k = 0, token = channels + 1; k < animation->channel_count; k++)
        if (!gltf_object(d, list, k, &token, &at, error) ||
            !read_channel(d, &at, animation, &animation->channels[k], error))
            return false;
    return true;
}

bool gltf_read_animations(gltf_document *d, pantin_error *error) {
    gltf_spot spot;
    d->animations = ARENA_ARRAY(d->memory, gltf_animation, d->animation_count);
    if (d->animations == NULL) return memory_fail(error, "a glTF's animations");
    for (int k = 0, token = d->animations_token + 1; k < d->animation_count; k++)
        if (!gltf_object(d, "/animations", k, &token, &spot, error) ||
            !read_animation(d, &spot, &d->animations[k], error))
            return false;
    return true;
}

// --- bones ---------------------------------------------------------------------------------------

/// Does the channel turn, shift or scale something that may be a bone?
static bool moves_bone(const gltf_document *d, const gltf_channel *channel) {
    if (channel->path > GLTF_SCALE) return false;
    const gltf_node *node = &d->nodes[channel->node];
    return d->joint_count > 0 ? node->joint : !node->camera;
}

bool gltf_animation_moves_bone(const pantin_motion *motion, int animation) {
    const gltf_animation *a = &motion->gltf->animations[animation];
    for (int k = 0; k < a->channel_count; k++)
        if (moves_bone(motion->gltf, &a->channels[k])) return true;
    return false;
}

bool gltf_is_bone(const gltf_document *d, const gltf_animation *animation, int node) {
    if (d->joint_count > 0) return d->nodes[node].joint;
    for (int k = 0; k < animation->channel_count; k++)
        if (animation->channels[k].node == node && moves_bone(d, &animation->channels[k]))
            return true;
    return false;
}
