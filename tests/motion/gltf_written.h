// gltf_written.h — a glTF before and after writing, and the bytes and words that tests look at.
// SPDX-License-Identifier: MIT
#ifndef TESTS_GLTF_WRITTEN_H
#define TESTS_GLTF_WRITTEN_H

#include "gltf_maker.h"

#include "motion/gltf.h"
#include "motion/gltf_document.h"

/// A file and its animation as it was read, and as it was written and read again.
typedef struct written {
    pantin_motion *before, *after;
    pantin_clip clip, again; // `clip` is what is written: change it in between
    pantin_bytes bytes;
} written;

static inline void must(bool done, const pantin_error *error) {
    if (!done) fail_msg("%s: %s", error->where, error->text);
}

static inline written written_begin(const gltf_maker *m, bool binary,
                                    const pantin_motion_options *options, int animation) {
    written w = { 0 };
    pantin_error error = { 0 };
    w.before = maker_read(m, binary, options, &error);
    must(w.before != NULL, &error);
    must(pantin_motion_sample(w.before, animation, &w.clip, &error), &error);
    return w;
}

/// From a .gltf's text.
static inline written written_text(const char *json) {
    written w = { 0 };
    pantin_error error = { 0 };
    w.before = pantin_motion_read("x.gltf", json, strlen(json), NULL, &error);
    must(w.before != NULL, &error);
    must(pantin_motion_sample(w.before, 0, &w.clip, &error), &error);
    return w;
}

static inline void written_end(written *w, const pantin_loop_mark *mark) {
    pantin_error error = { 0 };
    must(pantin_motion_write(w->before, &w->clip, mark, &w->bytes, &error), &error);
    w->after = pantin_motion_read(w->before->name, w->bytes.data, w->bytes.size,
                                  &w->before->options, &error);
    must(w->after != NULL, &error);
    must(pantin_motion_sample(w->after, w->clip.animation, &w->again, &error), &error);
}

static inline void written_closed(written *w) {
    written_end(w, &(pantin_loop_mark){ .closed = true });
}

static inline void written_free(written *w) {
    pantin_clip_free(&w->clip);
    pantin_clip_free(&w->again);
    pantin_bytes_free(&w->bytes);
    pantin_motion_free(w->before);
    pantin_motion_free(w->after);
}

/// Only frames from..to are written.
static inline void written_cut(written *w, int from, int to) {
    pantin_error error = { 0 };
    pantin_clip cut;
    must(pantin_clip_slice(&w->clip, from, to, &cut, &error), &error);
    pantin_clip_free(&w->clip);
    w->clip = cut;
}

static inline const gltf_sampler *sampler_of(const pantin_motion *motion, int animation,
                                             int channel) {
    const gltf_animation *a = &motion->gltf->animations[animation];
    return &a->samplers[a->channels[channel].sampler];
}

/// The floats of an accessor, as they lie in the file.
static inline const uint8_t *bytes_of(const pantin_motion *motion, int accessor) {
    const gltf_accessor *a = &motion->gltf->accessors[accessor];
    const gltf_view *view = &motion->gltf->views[a->view];
    return motion->gltf->buffers[view->buffer].bytes + view->offset + a->offset;
}

static inline float float_of(const pantin_motion *motion, int accessor, int k) {
    float value;
    memcpy(&value, bytes_of(motion, accessor) + 4 * (size_t)k, 4);
    return value;
}

/// The JSON, and whether it holds a piece of text.
static inline bool has_text(const pantin_motion *motion, const char *piece) {
    const json_tape *tape = &motion->gltf->tape;
    size_t length = strlen(piece);
    for (size_t at = 0; at + length <= tape->size; at++)
        if (memcmp(tape->source + at, piece, length) == 0) return true;
    return false;
}

/// Are the bytes of two objects the same?
static inline bool same_text(const pantin_motion *a, int a_token, const pantin_motion *b,
                             int b_token) {
    const json_token *s = &a->gltf->tape.tokens[a_token], *t = &b->gltf->tape.tokens[b_token];
    return s->end - s->start == t->end - t->start &&
           memcmp(a->gltf->tape.source + s->start, b->gltf->tape.source + t->start,
                  (size_t)(s->end - s->start)) == 0;
}

static inline double bound_of(const pantin_motion *motion, int accessor, const char *key, int k) {
    const json_tape *tape = &motion->gltf->tape;
    int list = json_find(tape, motion->gltf->accessors[accessor].token, key);
    assert_int_not_equal(list, PANTIN_NONE);
    int at = list + 1;
    while (k-- > 0) at = tape->tokens[at].next;
    return json_number(tape, at);
}

/// No accessor is without somebody who refers to it: of a file in which only animations do.
static inline void assert_no_orphans(const pantin_motion *motion) {
    const gltf_document *d = motion->gltf;
    for (int k = 0; k < d->accessor_count; k++) {
        bool used = false;
        for (int i = 0; i < d->animation_count; i++)
            for (int s = 0; s < d->animations[i].sampler_count; s++)
                used |= d->animations[i].samplers[s].input == k ||
                        d->animations[i].samplers[s].output == k;
        if (!used) fail_msg("accessor %d is used by nothing", k);
    }
}

#endif
